"""View models of the table page: the header, the card of what was said,
and the question below it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, zip_longest

from ..rules.bounds import Calls
from ..rules.claims import CALLED, Category
from ..rules.deal import Deal, fold
from ..rules.deal_state import CallStatus
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text
from ..rules.partie import Partie, by_player
from ..rules.ruleset import Ends, Ruleset
from ..rules.seats import BySeat, Seat
from ..rules.sentences import Counting, Names, bonus_count_message, line_message
from ..rules.statements import (
    CORRECTIONS,
    Answered,
    Bid,
    Called,
    Declined,
    Exchanged,
    Inserted,
    Log,
    Passed,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    effective,
    statement_message,
)
from ..rules.watch import Stage, Watch, watch, watch_messages
from ..rules.words import first_up, number_words
from .dialogue import COUNT, PLAY, bids_sentence, question
from .formatting import grouped
from .keys import Key, Keys, Question, said
from .recording import DISPUTE, FROM_PAPER, TAKEN_BACK, Sheet
from .what_if import OutlookText, OutlookWords, outlook_words

# The rows of the card


@dataclass(frozen=True, slots=True)
class SaidRow:
    """What was said of one kind, with the points in the scorer's column,
    and the number of its statement, or 0.
    """

    what: str
    said: str
    points: tuple[str, ...]
    bonus: bool = False
    line: int = 0


def blank(rules: Ruleset) -> tuple[str, ...]:
    return ("",) * rules.sides


def in_column(rules: Ruleset, elder: int, seat: Seat, text: str) -> tuple[str, ...]:
    """Return *text* in the column of the player or side that has *seat*, the others empty;
    number *elder* is elder.
    """
    return tuple(
        text if column == (elder + seat) % rules.sides else "" for column in range(rules.sides)
    )


def _claimed(line: Line, names: Names) -> str:
    """Return what is said aloud for a line, as *thirty-four, ninety-four*."""
    words, _, _ = str(line_message(line, names)).partition(";")
    return words.removeprefix(f"{line.kind.value}: ")


def said_rows(deal: Deal, names: Names, elder: int) -> tuple[SaidRow, ...]:
    current = effective(deal.log)
    numbers = {position: number for number, (position, _) in enumerate(current, 1)}

    def first(*kinds: type[Statement]) -> int:
        for number, (_, each) in enumerate(current, 1):
            if isinstance(each, kinds):
                return number
        return 0

    def scored(*kinds: LineKind) -> list[SaidRow]:
        rows = []
        for line in deal.lines:
            if line.kind in kinds:
                words = _claimed(line, names)
                points = in_column(deal.rules, elder, line.seat, str(line.points))
                title = line.kind.value.replace("_", " ").capitalize()
                said_by = 0 if line.kind in OF_THE_DEAL else numbers.get(line.because[0], 0)
                rows.append(SaidRow(title, words, points, bonus=line.kind in BONUSES, line=said_by))
        return rows

    table = deal.state
    bids = bids_sentence(deal, names)
    contract = "Contract" if table.auction.contract else "Bids"
    rows = [SaidRow(contract, bids, blank(deal.rules), line=first(Bid, Passed))] if bids else []
    taken = [cards for cards in table.exchanged if cards is not None]
    if taken:
        words = " and ".join(number_words(cards) for cards in taken)
        rows.append(SaidRow("Exchange", words, blank(deal.rules), line=first(Exchanged)))
    rows += scored(LineKind.CARTE_BLANCHE)
    for category in CALLED:
        rows += _category_rows(deal, category, names, elder, numbers)
    rows += scored(LineKind.CARTE_ROUGE, LineKind.REPIQUE, LineKind.CONCEDED)
    if table.tricks:
        made = dict.fromkeys(deal.rules.seats, 0)
        for line in deal.lines:
            if line.kind in (LineKind.LEAD, LineKind.TRICK, LineKind.LAST):
                made[line.seat] += line.points
        won = " – ".join(map(str, by_player(deal.rules, elder, deal.tricks)))
        points = tuple(map(str, by_player(deal.rules, elder, BySeat(tuple(made.values())))))
        rows.append(SaidRow("Play", f"tricks {won}", points, line=first(TricksCounted)))
    return (*rows, *scored(LineKind.PIQUE, LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT))


OF_THE_DEAL = {*BONUSES, LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT}
"""What no single statement scores."""

_ANSWERS = {
    CallStatus.CALLED: "…",
    CallStatus.ASKED: "…",
    CallStatus.GOOD: "good",
    CallStatus.EQUAL: "equal",
    CallStatus.NOT_GOOD: "not good",
}


def _category_rows(
    deal: Deal, category: Category, names: Names, elder: int, numbers: Mapping[int, int]
) -> list[SaidRow]:
    state = deal.state.categories[category]
    kind = LineKind(category.value)
    scored = {line.because[0]: line for line in deal.lines if line.kind is kind and line.because}
    rows: list[SaidRow] = []
    title = {Category.POINT: "Point", Category.SEQUENCE: "Sequence", Category.SET: "Sets"}[category]
    for seat in deal.rules.seats:
        for entry in state.entries[seat]:
            line = scored.get(entry.because[0])
            said = str(entry.claim.spoken).removeprefix("point of ")
            if deal.rules.players > 2:
                said = f"{names[seat]}, {said}"
            elif seat is Seat.ELDER and entry is state.entries[seat][0]:
                said += f": {_ANSWERS.get(state.status, '')}"
            elif line is None or not line.points:
                said = f"{names[seat]}, {said}"
            if entry.false:
                said += " (found false)"
            points = blank(deal.rules)
            if line is not None:
                points = in_column(deal.rules, elder, seat, str(line.points))
            made_by = numbers.get(entry.because[0], 0)
            rows.append(SaidRow("" if rows else title, said, points, line=made_by))
    return rows


class DealText(Text):
    """Which deal of a partie it is, and how often it counts."""

    NUMBER = "Deal {deal}"
    NUMBER_OF = "Deal {deal} of {deals}"
    EXTRA = "Deal {deal}, extra"
    WEIGHED = "{title}, {counts}"
    COUNTS = "counts {weight:times}"


def deal_title(partie: Partie, number: int) -> Message:
    """Return the title of a deal: *Deal 2 of 6*, with its weight if that is not one."""
    rules = partie.record.rules
    deal = number + 1
    title = DealText.NUMBER(deal=deal)
    if rules.deals is not None:
        title = DealText.EXTRA(deal=deal)
        if number < rules.deals:
            title = DealText.NUMBER_OF(deal=deal, deals=rules.deals)
    counts = None
    if number < len(rules.deal_weights):
        counts = weight_message(rules.deal_weights[number])
    return title if counts is None else DealText.WEIGHED(title=title, counts=counts)


def weight_message(weight: int) -> Message | None:
    """Return how often a deal counts; `None` for once."""
    return None if weight == 1 else DealText.COUNTS(weight=weight)


def side_of_seat(sheet: Sheet, number: int) -> BySeat[str]:
    """Return the names of the sides by seat: a player's, or both partners'."""
    rules = sheet.partie.record.rules
    elder = sheet.elder(number)
    return BySeat(tuple(sheet.sides[(elder + seat) % rules.sides] for seat in rules.seats))


def points_of(sheet: Sheet, number: int) -> tuple[int, ...]:
    deals = sheet.partie.deals
    return deals[number].points if number < len(deals) else (0,) * sheet.partie.record.rules.sides


TOTALS = "totals"
"""The pick that opens the fields for the totals of a deal."""


SPEEDS = {"only good calls": True, "every call": False}
"""What the keys say that choose whether two players say only their good calls."""


def _asked(deal: Deal, names: Names, pick: str, elder: int, *, good: bool) -> Question | None:
    """Return what the page asks; before anything is said,
    keys choose how much of the deal is said.
    """
    if pick == TOTALS and not effective(deal.log):
        keep = Keys((Key("Keep the totals", FROM_PAPER, main=True),), 1)
        return Question("The totals of this deal", (keep,), (Key("Back", pick="all"),))
    asked = question(deal, names, pick, elder=elder, good=good)
    if asked is None or pick not in ("", "all") or effective(deal.log):
        return asked
    speeds = [
        Key(first_up(said), said, chooses=True)
        for said, chosen in SPEEDS.items()
        if deal.rules.players == 2 and chosen != good
    ]
    return replace(asked, quiet=(*speeds, *asked.quiet, Key("Only the totals", pick=TOTALS)))


@dataclass(frozen=True, slots=True)
class Shown:
    """How a phone sees the table.

    Attributes:
        pick: the keys that are opened; `opened` if a key opened them, and recorded nothing.
        good: two players say only their good calls.
        across: it lies between two players.
        voice: it says the count aloud.
        company: the code of the company of a partie that is over.
        may_return: it revoked its own scoring link, and may have another.
        notice: why the last tap was not recorded, with what was `attempted`, or the totals that
            were `typed`.
        saved: where the statements are; `is_late` if the club has not all of them.
    """

    may_score: bool
    pick: str = ""
    opened: bool = False
    good: bool = False
    across: bool = False
    voice: bool = False
    company: str = ""
    may_call: bool = False
    may_return: bool = False
    notice: Message | None = None
    attempted: str = ""
    typed: Sequence[str] = ()
    saved: str = ""
    is_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlayer:
    """A player, or both partners, in the header of the table.

    Attributes:
        role: elder, or who deals; empty for the others.
        needs: how far it is to the Rubicon or to the target; `None` while neither is near.
        crossing: the part of that way which is behind it, where the whole way is `of`.
    """

    name: str
    is_elder: bool
    role: str
    total: int
    count: int
    needs: Message | None
    crossing: int
    of: int


@dataclass(frozen=True, slots=True)
class Pip:
    """A trick in the row of tricks.

    Attributes:
        winner: nobody of the one that `is_now` played, and of those ahead of it.
    """

    number: int
    winner: Seat | None = None
    is_now: bool = False

    @property
    def style(self) -> str:
        """The CSS class."""
        if self.winner is not None:
            return self.winner.letter
        return "now" if self.is_now else "ahead"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """What the table shows of a deal.

    Attributes:
        deal: its number, from 0.
        elder: the player who is elder in it, from 0.
        form_key: the idempotency key of the next tap.
        aloud: what a screen reader says.
        corrected: the earlier deals that players have corrected, from 0.
        watches: the sentences about the bonus that is nearest; `hot` if a pique is near.
        look: how far a partie that is not over has come.
        tie: how many more deals a tie requires.
        question: what the page asks; `None` if this phone may not answer.
        totals: the name of each side and what was typed as its total, if that is asked for.
    """

    sheet: Sheet
    deal: int
    elder: int
    title: Message
    form_key: str
    aloud: str
    corrected: tuple[int, ...]
    players: tuple[TablePlayer, ...]
    rows: tuple[SaidRow, ...]
    watches: tuple[Message, ...]
    hot: bool
    look: OutlookWords | None
    tie: str
    question: Question | None
    totals: tuple[tuple[str, str], ...]
    undo: Key | None
    may_correct: bool
    is_over: bool
    tricks: tuple[Pip, ...]


def table_card(sheet: Sheet, number: int, shown: Shown) -> TableCard:
    """Return what the table shows of deal *number*, from 0."""
    deal = sheet.deal(number)
    names = sheet.seated(number)
    elder = sheet.elder(number)
    rows = said_rows(deal, names, elder) if deal else ()
    may_change = shown.may_score and not sheet.is_closed
    calls = Calls.OVER if _asks_for_tricks(shown.pick) else Calls.IN_TURN
    bonuses = watch(deal, calls) if deal else ()
    watches = [watch_messages(each, side_of_seat(sheet, number)) for each in bonuses[:1]]
    players = _players(sheet, number)
    # A phone that watches shows no keys, and yet a screen reader says there what is asked
    asked = None
    if deal and not sheet.is_closed:
        asked = _asked(deal, names, shown.pick, elder, good=shown.good)
    asked_here = asked if may_change else None
    earlier = range(min(number, len(sheet.taps)))
    return TableCard(
        sheet=sheet,
        deal=number,
        elder=elder,
        title=deal_title(sheet.partie, number),
        form_key=secrets.token_urlsafe(12),
        aloud=aloud(sheet, number, asked=asked, players=players, opened=shown.opened),
        corrected=tuple(each for each in earlier if kept_corrections(sheet, each)),
        players=players,
        rows=rows,
        watches=tuple(chain.from_iterable(watches)),
        hot=any(map(_is_hot, bonuses)),
        look=outlook_words(sheet.partie, sheet.sides, number),
        tie=tie_sentence(sheet.partie),
        question=asked_here,
        totals=_totals_typed(sheet, asked_here, shown.typed),
        undo=_undo(sheet, deal, number) if may_change else None,
        may_correct=may_change and bool(rows),
        is_over=deal is None or deal.is_over,
        tricks=_pips(deal) if deal and not deal.state.quick_count else (),
    )


def _is_hot(bonus: Watch) -> bool:
    return bonus.kind is LineKind.PIQUE and bonus.stage is Stage.TRICKS and bonus.needs <= 3


def _asks_for_tricks(pick: str) -> bool:
    """Return whether a key was tapped that goes on from the calls to the tricks."""
    opened, _, _ = pick.partition("-")
    return opened in (PLAY, COUNT)


def _totals_typed(
    sheet: Sheet, asked: Question | None, typed: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the sides with what was *typed* as their totals, if these are *asked* for."""
    if asked is None or asked.rows[0].keys[0].said != FROM_PAPER:
        return ()
    return tuple(zip_longest(sheet.sides, typed[: len(sheet.sides)], fillvalue=""))


def _pips(deal: Deal) -> tuple[Pip, ...]:
    """Return every trick of a deal, won or not; none before one has been won."""
    won = deal.state.tricks
    if not won:
        return ()
    now = len(won) + 1
    return (
        *(Pip(number, trick.winner) for number, trick in enumerate(won, 1)),
        *(Pip(number, is_now=number == now) for number in range(now, deal.rules.hand + 1)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """The half of a phone that faces one of two players.

    Attributes:
        rows: the keys of this player.
        reads: what was said faces this player.
        leads: it has the heading of the question.
    """

    player: TablePlayer
    other: TablePlayer
    rows: tuple[Keys, ...]
    reads: bool
    leads: bool


def halves(card: TableCard) -> tuple[Half, ...]:
    """Return the halves of a phone that lies between two players, the far one first: the figures
    and keys of each player.

    A player keeps their half in every deal. What was said faces the one who waits; at the end of a
    deal, both.
    """

    def keys_in(column: int) -> tuple[Keys, ...]:
        seat = Seat((column - card.elder) % 2)
        return card.question.rows_of(seat) if card.question else ()

    near = keys_in(0)
    far = keys_in(1)
    only_far = bool(far) and not near
    only_near = bool(near) and not far
    first, second = card.players
    return (
        Half(player=second, other=first, rows=far, reads=only_near, leads=only_far),
        Half(player=first, other=second, rows=near, reads=not only_near, leads=not only_far),
    )


def _players(sheet: Sheet, number: int) -> tuple[TablePlayer, ...]:
    rules = sheet.partie.record.rules
    partie = sheet.partie
    goal = rules.rubicon if rules.ends is Ends.DEALS else partie.next_setting.target
    figures = zip(sheet.sides, totals_before(partie, number), points_of(sheet, number), strict=True)
    players = []
    for side, (name, total, count) in enumerate(figures):
        needs = None
        if goal is not None and not partie.is_over:
            needs = needs_message(rules, number, goal - total)
        players.append(
            TablePlayer(
                name=name,
                is_elder=side == sheet.elder(number) % rules.sides,
                role=_role(sheet, number, side),
                total=total,
                count=count,
                needs=needs,
                crossing=min(total, goal or 0),
                of=goal or 1,
            )
        )
    return tuple(players)


GOOD_DEAL = 60
USUAL_DEAL = 20
"""About what a good deal makes for a player, and what any deal does."""


def needs_message(rules: Ruleset, number: int, left: int) -> Message | None:
    """Return that a side needs the points that are *left* to cross the Rubicon or to win, while it
    is near to winning or may fail to cross.
    """
    if rules.ends is Ends.TARGET:
        return OutlookText.NEEDS_TO_WIN(points=left) if 0 < left <= GOOD_DEAL else None
    deals = rules.deals or 0
    later = sum((*rules.deal_weights, *(1,) * deals)[number + 1 : deals])
    may_fail = 2 * number >= deals and left > USUAL_DEAL * later  # in the first half nobody is late
    return OutlookText.NEEDS_TO_CROSS(points=left) if may_fail else None


def _role(sheet: Sheet, number: int, side: int) -> str:
    rules = sheet.partie.record.rules
    names = sheet.seated(number)
    elder = sheet.elder(number)
    partners = rules.players > rules.sides
    for seat, word in ((Seat.ELDER, "elder"), (rules.dealer, "deals")):
        if (elder + seat) % rules.sides == side:
            return f"{names[seat]} {word}" if partners else word
    return ""


def totals_before(partie: Partie, number: int) -> tuple[int, ...]:
    """Return the totals of the header: without the deal while it is being played,
    with it once it is over.
    """
    if number >= len(partie.deals):
        return partie.next_totals
    scored = partie.deals[number]
    if scored.is_over:
        return scored.totals
    pairs = zip(scored.totals, scored.points, strict=True)
    return tuple(total - points * scored.weight for total, points in pairs)


def _undo(sheet: Sheet, deal: Deal | None, number: int) -> Key | None:
    """Return the key that takes back the last tap with all its statements, or the totals;
    `None` if there is none.
    """
    if deal is None:
        totals = " – ".join(map(str, points_of(sheet, number)))
        return Key(f"Undo the totals ({totals})", TAKEN_BACK)
    taps = _live_taps(deal.log, sheet.forms(number)) if deal.log else []
    if not taps:
        return None
    tap = taps[-1]
    strikes = tuple(Struck(position) for position in reversed(tap))
    label = undo_label(deal.log, tap, sheet.seated(number))
    before = _before(sheet, deal, tap)
    worth = [now - then for now, then in zip(deal.score, before.score, strict=True) if now != then]
    if len(worth) == 1:
        label += f" ({grouped(*worth)})"
    return Key(label, said(*strikes))


def undo_label(log: Log, tap: Sequence[int], names: Names) -> str:
    """Return the words of the key that takes back a tap."""
    statement = log[tap[-1]]
    if isinstance(statement, Struck | Inserted):
        return "Undo the correction"
    if isinstance(statement, TricksCounted):
        return "Undo the count of the tricks"
    if isinstance(statement, TrickTaken):
        tricks = sum(isinstance(each, TrickTaken) for _, each in effective(log[: tap[-1] + 1]))
        return f"Undo trick {tricks} to {names[statement.seat]}"
    if len(tap) == 1:
        return f"Undo “{statement_message(statement, names)}”"
    if isinstance(statement, Answered):
        return f"Undo “{statement_message(log[tap[0]], names)}, {statement.spoken}”"
    if isinstance(statement, Called):
        return f"Undo the last {number_words(len(tap))} calls"
    if isinstance(statement, Declined):
        return f"Undo “{names[statement.seat]}: no more calls”"
    return "Undo the exchange"


def _before(sheet: Sheet, deal: Deal, tap: Sequence[int]) -> Deal:
    """Return *deal* as it was before a tap, which usually is the last."""
    first = tap[0]
    before = sheet.before
    if before is None or before.setting != deal.setting or before.log != deal.log[:first]:
        return fold(deal.rules, deal.log[:first], deal.setting).deal
    return before


def count_aloud(sheet: Sheet, number: int) -> Message | None:
    """Return the count after the last tap as a player says it: *twenty-nine, sixty* for a pique.

    It is `None` if the tap changed no count, or took a statement back. If it changed both, each has
    a name before it.
    """
    deal = sheet.deal(number)
    if deal is None or not deal.log or isinstance(deal.log[-1], Struck):
        return None
    before = _before(sheet, deal, _live_taps(deal.log, sheet.forms(number))[-1])
    rules = deal.rules
    side_of = rules.side_of
    made = {(line.seat, line.kind) for line in before.lines if line.kind in BONUSES}
    counts: dict[Seat, Message] = {}
    for seat in rules.seats[: rules.sides]:
        count = _count_of(deal, seat)
        if count == _count_of(before, seat):
            continue
        counts[seat] = Counting.COUNT(count=count)
        for line in deal.lines:
            is_new = line.kind in BONUSES and (line.seat, line.kind) not in made
            if is_new and side_of[line.seat] == seat:
                counts[seat] = bonus_count_message(line)
                if line.args["after"] != count:
                    counts[seat] = Counting.MORE(counted=counts[seat], count=count)
    if len(counts) < 2:
        return next(iter(counts.values()), None)
    names = side_of_seat(sheet, number)
    named = [Counting.OF(who=names[seat], counted=words) for seat, words in counts.items()]
    return Counting.EACH(row=tuple(named))


def _count_of(deal: Deal, seat: Seat) -> int:
    """Return the count of the side of *seat*."""
    side_of = deal.rules.side_of
    return sum(deal.score[each] for each in deal.rules.seats if side_of[each] == side_of[seat])


def _taps(log: Log, forms: Sequence[str]) -> Iterator[list[int]]:
    """Yield the taps of a deal, each as the positions of its statements.

    Statements of one form are one tap where one key records them: both exchanges, everything that a
    seat declines, several tierces, a call with its answer, a correction, or a count instead of
    tricks.
    """
    for _, grouped_by_form in groupby(range(len(log)), key=forms.__getitem__):
        positions = [*grouped_by_form]
        if len(positions) == 1:
            yield positions
            continue
        kinds = {type(log[position]) for position in positions}
        together = kinds <= {Struck, Inserted} or kinds in ONE_TAP
        yield from [positions] if together else [[position] for position in positions]


ONE_TAP: tuple[set[type[Statement]], ...] = (
    {Exchanged},
    {Declined},
    {Called},
    {Called, Answered},
    {Struck, TricksCounted},
)


def removed_by(tap: Sequence[Statement]) -> list[int]:
    """Return the positions that a tap takes back; empty if it is no undo."""
    removed = [each.position for each in tap if isinstance(each, Struck) and each.instead is None]
    return sorted(removed) if len(removed) == len(tap) else []


def _live_taps(log: Log, forms: Sequence[str]) -> list[list[int]]:
    """Return the taps that have not been taken back:
    strikes of all its statements take a tap back.
    """
    live, _ = _taps_and_undone(log, forms)
    return live


def taken_back(log: Log, forms: Sequence[str]) -> frozenset[int]:
    """Return the positions of what *Undo* took back before anything else was said.

    It stays in the log, and nobody corrected it: a tap on the wrong key is no part of the deal. A
    correction that somebody objected to is.
    """
    _, undone = _taps_and_undone(log, forms)
    kept = (KEPT, DISPUTE)
    found = set[int]()
    for tap in undone:
        if not forms[tap[0]].startswith(kept):
            found.update(tap)
    return frozenset(found)


def _taps_and_undone(log: Log, forms: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the taps that have not been taken back, and those that have."""
    live: list[list[int]] = []
    undone: list[list[int]] = []
    for tap in _taps(log, forms):
        if live and removed_by([log[at] for at in tap]) == live[-1]:
            undone.append(live.pop())
        else:
            live.append(tap)
    return live, undone


# What is said aloud


def aloud(
    sheet: Sheet,
    number: int,
    *,
    asked: Question | None,
    players: Sequence[TablePlayer],
    opened: bool = False,
) -> str:
    """Return what a screen reader says: what the last tap recorded, what it scored, and the next
    question.

    A tap that only *opened* further keys recorded nothing.
    """
    deal = sheet.deal(number)
    names = sheet.seated(number)
    heading = asked.heading if asked else ""
    said = ""
    if deal is not None and not deal.log and not opened:
        said = f"{deal_title(sheet.partie, number)}. {names[Seat.ELDER]} is elder."
    elif deal is not None and not opened:
        *_, tap = _taps(deal.log, sheet.forms(number))
        said = _last_tap(deal, _before(sheet, deal, tap), tap, names)
    if deal is None or deal.is_over:
        counts = ", ".join(f"{each.name} {each.count}" for each in players)
        totals = ", ".join(f"{each.name} {each.total}" for each in players)
        heading = f"Deal {number + 1} is over: {counts}."
        if number:
            heading += f" In all {totals}."
        if sheet.partie.is_over:
            heading += " The partie is over."
    else:
        _, _, words = said.partition(": ")
        if words and words in heading:
            said = ""  # the question says it again
    return " ".join(
        each if each.endswith((".", "?")) else f"{each}." for each in (said, heading) if each
    )


def _last_tap(deal: Deal, before: Deal, tap: Sequence[int], names: Names) -> str:
    """Return what the last *tap* recorded and scored: *Ben: good, four, now nine.*"""
    log = deal.log
    new = [log[at] for at in tap]
    score = {
        names[seat]: deal.score[seat]
        for seat in deal.rules.seats
        if deal.score[seat] != before.score[seat]
    }
    counts = "".join(f" {name} now {_number(count)}." for name, count in score.items())
    removed = [log[at] for at in removed_by(new)]
    if removed:
        undone = _in_words(removed, len(deal.state.tricks) + 1, names)
        return f"Undone: {undone}.{counts}"
    if isinstance(new[-1], Struck | Inserted):
        return f"Corrected.{counts}"
    said = _in_words(new, len(deal.state.tricks), names)
    # Bonuses are named, and what is left of the points is what the statement itself made
    scored = Counter(map(_worth, deal.lines)) - Counter(map(_worth, before.lines))
    made = sum(deal.score) - sum(before.score)
    named = ""
    for seat, kind, points in scored:
        if kind in OF_THE_DEAL and points:
            made -= points
            bonus = "the cards" if kind is LineKind.CARDS else kind.value
            winner = f" to {names[seat]}" if deal.is_over else ""
            named += f", {bonus}{winner}, {_number(points)}"
    if deal.is_over or not score:
        return f"{said}{named}"
    if len(score) > 1 or made < 0:  # an equal call takes points from the other who made it
        return f"{said}{named}.{counts}"
    (count,) = score.values()
    plain = f", {_number(made)}" if made else ""
    now = f", now {_number(count)}" if count != made else ""
    return f"{said}{plain}{named}{now}"


def _worth(line: Line) -> tuple[Seat, LineKind, int]:
    return line.seat, line.kind, line.points


def _number(count: int) -> str:
    return f"minus {number_words(-count)}" if count < 0 else number_words(count)


def _in_words(said: Sequence[Statement], trick: int, names: Names) -> str:
    """Return the statements of one tap as players say them; *trick* is the number of the last."""
    statement = said[-1]
    if isinstance(statement, TrickTaken):
        return f"Trick {trick} to {names[statement.seat]}"
    if isinstance(statement, Declined) and len(said) > 1:
        return f"{names[statement.seat]}: no more calls"
    spoken = [each for each in said if not isinstance(each, Struck)] or said
    return ", ".join(str(statement_message(each, names)) for each in spoken)


KEPT = "kept "
"""The prefix of the idempotency key of a correction that is kept:
a penalty that is added late looks like any other.
"""


def kept_corrections(sheet: Sheet, number: int) -> list[tuple[int, ...]]:
    """Return the corrections that players kept at the table, each as the positions of its
    statements in the log.

    Of a deal from totals, each as the position of the new totals.
    """
    log = sheet.log(number)
    forms = sheet.forms(number)
    if not log:
        return [(at,) for at, form in enumerate(sheet.taps[number]) if form.startswith(KEPT)]
    if CORRECTIONS.isdisjoint(map(type, log)) and not any(form.startswith(KEPT) for form in forms):
        return []  # most deals, which every tap asks about
    found = []
    for tap in _live_taps(log, forms):
        form = forms[tap[0]]
        of_dispute = form.startswith(DISPUTE)
        corrects = isinstance(log[tap[-1]], Struck | Inserted) and not of_dispute
        if corrects or form.startswith(KEPT):
            found.append(tuple(tap))
    return found


def tie_sentence(partie: Partie) -> str:
    """Return how many more deals a tie requires, and by which law; empty if none."""
    due = partie.extra_deals_due
    rules = partie.record.rules
    if not due:
        return ""
    deals = "deal is" if due == 1 else "deals are"
    more = f"{number_words(due)} more {deals} due ({rules.sources['tie_deals']})."
    if due < rules.tie_deals:
        return first_up(more)
    return f"Level, {partie.totals[0]} each, after {number_words(len(partie.deals))} deals: {more}"
