"""View models of the table page: the header, the card of what was said,
and the question below it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, zip_longest

from ..rules.bounds import Calls
from ..rules.deal import Deal, fold
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text
from ..rules.partie import Partie
from ..rules.ruleset import Ends, Ruleset
from ..rules.seats import BySeat, Seat
from ..rules.sentences import Counting, Names, bonus_count_message, cited
from ..rules.sources import source_in_force
from ..rules.statements import (
    CORRECTIONS,
    Answered,
    Called,
    Declined,
    Exchanged,
    HeadSaid,
    Inserted,
    Log,
    Passed,
    PipsSaid,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    effective,
    statement_message,
)
from ..rules.watch import Stage, Watch, watch, watch_messages
from .card_rows import OF_THE_DEAL, SaidLine, SaidRow, said_lines, said_rows
from .counting import PLAY, is_count
from .dialogue import question
from .keys import Key, Keys, KeyText, Question, said
from .questions import QuestionText
from .race import PartieRace, TotalBar, race, totals_before
from .recording import DISPUTE, FROM_PAPER, TAKEN_BACK, Sheet
from .speeds import Speed
from .what_if import OutlookText, OutlookWords, outlook_words
from .worths import category_of, with_worths


class DealText(Text):
    """Which deal of a partie it is, and how often it counts.

    They repeat the number of the deal and its weight by the rules, so no oracle asks them.
    """

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


class TotalsText(Text):
    """The fields for the totals of a deal.

    They are labels and claim nothing, so no oracle asks them.
    """

    HEADING = "The totals of this deal"
    KEEP = "Keep the totals"


def _asked(deal: Deal, names: Names, shown: Shown, elder: int, *, counts: bool) -> Question | None:
    """Return what the page asks: before anything is said,
    the totals of the deal if only these are entered.
    """
    only_totals = shown.speed is Speed.TOTALS
    if (only_totals or shown.pick == TOTALS) and not effective(deal.log):
        keep = Keys((Key(TotalsText.KEEP(), FROM_PAPER, main=True),), 1)
        back = None if only_totals else Key(KeyText.BACK(), pick="all")
        return Question(TotalsText.HEADING(), (keep,), back=back)
    good = shown.speed is Speed.GOOD_CALLS
    return question(
        deal, names, shown.pick, elder=elder, good=good, counts=counts, across=shown.across
    )


def counts_at_end(sheet: Sheet, number: int, shown: Shown) -> bool:
    """Return whether the tricks of the deal before *number* were counted at its end, as then they
    probably will be; of the first deal, those of the last that this phone entered for the players.
    """
    if not number:
        return shown.counts
    before = sheet.deal(number - 1)
    return before is not None and before.state.quick_count


@dataclass(frozen=True, slots=True)
class Shown:
    """How a phone sees the table.

    Attributes:
        pick: the keys that are opened; `opened` if a key opened them, and recorded nothing.
        speed: how much of a deal is entered.
        counts: the players counted the tricks at the end of the last deal that it entered.
        across: it lies between two players.
        voice: it says the count aloud.
        values: its keys say what each call would score.
        company: the code of the company of a partie that is over.
        table_number: that of the table in a club's room on an evening; 0 for none.
        may_return: it revoked its own scoring link, and may have another.
        notice: why the last tap was not recorded, with what was `attempted`, or the totals that
            were `typed`.
        saved: where the statements are; `is_late` if the club has not all of them.
    """

    may_score: bool
    pick: str = ""
    opened: bool = False
    speed: Speed = Speed.EVERY_CALL
    counts: bool = False
    across: bool = False
    voice: bool = False
    values: bool = False
    company: str = ""
    table_number: int = 0
    may_call: bool = False
    may_return: bool = False
    notice: Message | None = None
    attempted: str = ""
    typed: Sequence[str] = ()
    saved: Message | None = None
    is_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlayer:
    """A player, or both partners, in the header of the table.

    Attributes:
        is_asked: the question is for this player.
        role: elder, or who deals; `None` for the others.
        bar: the way to the Rubicon or to the target; `None` where there is neither.
        needs: how far it is to the target, or to the Rubicon while that may be missed.
        won: the parties of a series that it has won; `None` where no series is played.
    """

    name: str
    is_elder: bool
    is_asked: bool
    role: Message | None
    total: int
    count: int
    bar: TotalBar | None
    needs: Message | None
    won: Message | None


@dataclass(frozen=True, slots=True)
class Pip:
    """A trick in the row of tricks.

    Attributes:
        column: that of the player who won it, from 0; nobody's of the one that `is_now` played, and
            of those ahead of it.
        winner: the name of that player.
    """

    number: int
    column: int | None = None
    winner: str = ""
    is_now: bool = False

    @property
    def style(self) -> str:
        """The CSS class."""
        if self.column is not None:
            return f"s{self.column}"
        return "now" if self.is_now else "ahead"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """What the table shows of a deal.

    Attributes:
        deal: its number, from 0.
        elder: the player who is elder in it, from 0.
        form_key: the idempotency key of the next tap.
        aloud: what a screen reader says.
        race: the strip of the deals, and the totals on their way to the Rubicon or the target.
        corrected: the earlier deals that players have corrected, from 0.
        lines: the rows of two players, a line for each kind; of more, none.
        watches: the sentences about the bonus that is nearest; `hot` if a pique is near.
        look: how far a partie that is not over has come.
        tie: how many more deals a tie requires.
        question: what the page asks; `None` if this phone may not answer.
        term: where the glossary explains what may be called now; empty where nothing is, or nobody
            wants to know.
        totals: the name of each side and what was typed as its total, if that is asked for.
    """

    sheet: Sheet
    deal: int
    elder: int
    title: Message
    form_key: str
    aloud: Message | None
    race: PartieRace
    corrected: tuple[int, ...]
    players: tuple[TablePlayer, ...]
    rows: tuple[SaidRow, ...]
    lines: tuple[SaidLine, ...]
    watches: tuple[Message, ...]
    hot: bool
    look: OutlookWords | None
    tie: Message | None
    question: Question | None
    term: str
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
    # A phone that watches shows no keys, and yet a screen reader says there what is asked
    asked = None
    if deal and not sheet.is_closed:
        counts = counts_at_end(sheet, number, shown)
        asked = _asked(deal, names, shown, elder, counts=counts)
    run = race(sheet.partie, sheet.sides, number)
    players = _players(sheet, number, run, asked.seat if asked else None)
    asked_here = asked if may_change else None
    category = None
    if asked_here is not None and shown.values:
        category = category_of(sheet.partie.record.rules, asked_here)
        asked_here = with_worths(sheet.partie.record.rules, asked_here)
    earlier = range(min(number, len(sheet.taps)))
    return TableCard(
        sheet=sheet,
        deal=number,
        elder=elder,
        title=deal_title(sheet.partie, number),
        form_key=secrets.token_urlsafe(12),
        aloud=aloud(sheet, number, asked=asked, players=players, opened=shown.opened),
        race=run,
        corrected=tuple(each for each in earlier if kept_corrections(sheet, each)),
        players=players,
        rows=rows,
        lines=said_lines(rows) if len(sheet.names) == 2 else (),
        watches=tuple(chain.from_iterable(watches)),
        hot=any(map(_is_hot, bonuses)),
        look=outlook_words(sheet.partie, sheet.sides, number),
        tie=tie_sentence(sheet.partie),
        question=asked_here,
        term="" if category is None else category.value,
        totals=_totals_typed(sheet, asked_here, shown.typed),
        undo=_undo(sheet, deal, number) if may_change else None,
        may_correct=may_change and bool(rows),
        is_over=deal is None or deal.is_over,
        tricks=_pips(deal, sheet.names, elder) if deal and not deal.state.quick_count else (),
    )


def _is_hot(bonus: Watch) -> bool:
    return bonus.kind is LineKind.PIQUE and bonus.stage is Stage.TRICKS and bonus.needs <= 3


def _asks_for_tricks(pick: str) -> bool:
    """Return whether a key was tapped that goes on from the calls to the tricks."""
    opened, _, _ = pick.partition("-")
    return opened == PLAY or is_count(pick)


def _totals_typed(
    sheet: Sheet, asked: Question | None, typed: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the sides with what was *typed* as their totals, if these are *asked* for."""
    if asked is None or asked.rows[0].keys[0].said != FROM_PAPER:
        return ()
    return tuple(zip_longest(sheet.sides, typed[: len(sheet.sides)], fillvalue=""))


def _pips(deal: Deal, names: Sequence[str], elder: int) -> tuple[Pip, ...]:
    """Return every trick of a deal, won or not; none before one has been won.

    A trick belongs to a player, whose column is the same in every deal: *elder* changes.
    """
    won = deal.state.tricks
    if not won:
        return ()
    columns = [(elder + trick.winner) % deal.rules.players for trick in won]
    now = len(won) + 1
    return (
        *(Pip(number, column, names[column]) for number, column in enumerate(columns, 1)),
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


def _players(
    sheet: Sheet, number: int, run: PartieRace, asked: Seat | None
) -> tuple[TablePlayer, ...]:
    """Return the columns of the header; the question is for the player in the seat *asked*."""
    partie = sheet.partie
    rules = partie.record.rules
    elder = sheet.elder(number)
    asked_side = None if asked is None else (elder + asked) % rules.sides
    figures = zip(sheet.sides, totals_before(partie, number), points_of(sheet, number), strict=True)
    players = []
    for side, (name, total, count) in enumerate(figures):
        bar = run.bars[side] if run.bars else None
        needs = None
        if bar is not None and not partie.is_over:
            needs = needs_message(rules, number, _left(rules, bar))
        players.append(
            TablePlayer(
                name=name,
                is_elder=side == elder % rules.sides,
                is_asked=side == asked_side,
                role=_role(sheet, number, side),
                total=total,
                count=count,
                bar=bar,
                needs=needs,
                won=run.won[side] if run.won else None,
            )
        )
    return tuple(players)


def _left(rules: Ruleset, bar: TotalBar) -> int:
    """Return the points that a side needs: to the target those of the deal in progress count, to
    the Rubicon only what the totals have.
    """
    return bar.left if rules.ends is Ends.TARGET else bar.goal - bar.total


USUAL_DEAL = 20
"""About what any deal makes for a player."""


def needs_message(rules: Ruleset, number: int, left: int) -> Message | None:
    """Return the points that are *left* to the target, or that a side needs to cross the Rubicon
    while it may fail to.
    """
    if rules.ends is Ends.TARGET:
        return OutlookText.TO_GO(points=left) if left > 0 else None
    deals = rules.deals or 0
    later = sum((*rules.deal_weights, *(1,) * deals)[number + 1 : deals])
    may_fail = 2 * number >= deals and left > USUAL_DEAL * later  # in the first half nobody is late
    return OutlookText.NEEDS_TO_CROSS(points=left) if may_fail else None


class PlayerText(Text):
    """What the header of the table says of a player, or of partners.

    Who deals follows from the number of the deal alone, so no oracle asks it.
    """

    ELDER = "elder"
    DEALS = "deals"
    PARTNER_ELDER = "{who} elder"
    PARTNER_DEALS = "{who} deals"


def _role(sheet: Sheet, number: int, side: int) -> Message | None:
    rules = sheet.partie.record.rules
    names = sheet.seated(number)
    elder = sheet.elder(number)
    are_partners = rules.players > rules.sides
    if elder % rules.sides == side:
        if are_partners:
            return PlayerText.PARTNER_ELDER(who=names[Seat.ELDER])
        return PlayerText.ELDER()
    if (elder + rules.dealer) % rules.sides == side:
        if are_partners:
            return PlayerText.PARTNER_DEALS(who=names[rules.dealer])
        return PlayerText.DEALS()
    return None


def _undo(sheet: Sheet, deal: Deal | None, number: int) -> Key | None:
    """Return the key that takes back the last tap with all its statements, or the totals;
    `None` if there is none.
    """
    if deal is None:
        return Key(UndoText.TOTALS_WERE(figures=points_of(sheet, number)), TAKEN_BACK)
    taps = live_taps(deal.log, sheet.forms(number)) if deal.log else []
    if not taps:
        return None
    tap = taps[-1]
    strikes = tuple(Struck(position) for position in reversed(tap))
    label = undo_label(deal.log, tap, sheet.seated(number))
    before = before_tap(sheet, deal, tap)
    worth = [now - then for now, then in zip(deal.score, before.score, strict=True) if now != then]
    if len(worth) == 1:
        label = UndoText.WORTH(what=label, points=worth[0])
    return Key(label, said(*strikes))


class UndoText(Text):
    """What the key that takes back the last tap would take back.

    *points* are what the tap added to the one count that it changed.
    """

    TOTALS = "Undo the totals"
    TOTALS_WERE = "Undo the totals ({figures:–})"
    CORRECTION = "Undo the correction"
    COUNT = "Undo the count of the tricks"
    TRICK = "Undo trick {number} to {who}"
    SAID = "Undo “{what}”"
    ANSWERED = "Undo “{what}, {answer}”"
    CALLS = "Undo the last {count:words} calls"
    NO_MORE_CALLS = "Undo “{who}: no more calls”"
    EXCHANGE = "Undo the exchange"
    WORTH = "{what} ({points})"


def undo_label(log: Log, tap: Sequence[int], names: Names) -> Message:
    """Return the words of the key that takes back a tap."""
    statement = log[tap[-1]]
    if isinstance(statement, Struck | Inserted):
        return UndoText.CORRECTION()
    if isinstance(statement, TricksCounted):
        return UndoText.COUNT()
    if isinstance(statement, TrickTaken):
        tricks = sum(isinstance(each, TrickTaken) for _, each in effective(log[: tap[-1] + 1]))
        return UndoText.TRICK(number=tricks, who=names[statement.seat])
    if len(tap) == 1:
        return UndoText.SAID(what=statement_message(statement, names))
    if isinstance(statement, Answered):
        called = statement_message(log[tap[0]], names)
        return UndoText.ANSWERED(what=called, answer=statement.spoken)
    if isinstance(statement, Called):
        return UndoText.CALLS(count=len(tap))
    if isinstance(statement, Declined):
        return UndoText.NO_MORE_CALLS(who=names[statement.seat])
    return UndoText.EXCHANGE()


def before_tap(sheet: Sheet, deal: Deal, tap: Sequence[int]) -> Deal:
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
    before = before_tap(sheet, deal, live_taps(deal.log, sheet.forms(number))[-1])
    counts = counts_aloud(deal, before)
    if len(counts) < 2:
        return next(iter(counts.values()), None)
    names = side_of_seat(sheet, number)
    named = [Counting.OF(who=names[seat], counted=words) for seat, words in counts.items()]
    return Counting.EACH(row=tuple(named))


def counts_aloud(deal: Deal, before: Deal) -> dict[Seat, Message]:
    """Return each count that has changed since *before*, as the first seat of its side says it."""
    rules = deal.rules
    side_of = rules.side_of
    made = {(line.seat, line.kind) for line in before.lines if line.kind in BONUSES}
    counts: dict[Seat, Message] = {}
    for seat in rules.seats[: rules.sides]:
        count = count_of(deal, seat)
        if count == count_of(before, seat):
            continue
        counts[seat] = Counting.COUNT(count=count)
        for line in deal.lines:
            is_new = line.kind in BONUSES and (line.seat, line.kind) not in made
            if is_new and side_of[line.seat] == seat:
                counts[seat] = bonus_count_message(line)
                if line.args["after"] != count:
                    counts[seat] = Counting.MORE(counted=counts[seat], count=count)
    return counts


def count_of(deal: Deal, seat: Seat) -> int:
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


def live_taps(log: Log, forms: Sequence[str]) -> list[list[int]]:
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


class AloudText(Text):
    """What a screen reader says after a tap: what was recorded, what it scored, what is asked.

    *points* are what the statement itself made, *count* is the count of the deal after it. A bonus
    and the cards are named, with their points.
    """

    BEGINS = "{title}. {elder} is elder."
    TRICK = "Trick {number} to {who}"
    NO_MORE_CALLS = "{who}: no more calls"
    ALL = "{statements:,}"
    CORRECTED = "Corrected."
    UNDONE = "Undone: {what:stop}"
    MADE = "{what}, {points:words}"
    NOW = "{what}, now {count:words}"
    BONUS = "{what}, {kind}, {points:words}"
    BONUS_TO = "{what}, {kind} to {who}, {points:words}"
    COUNT_NOW = "{who} now {count:words}."
    ALONE = "{what:stop}"
    THEN = "{what:stop} {then:stop}"
    OVER = "Deal {number} is over: {statements:,}."
    FIGURE = "{who} {points}"
    IN_ALL = "In all {statements:,}."
    PARTIE_OVER = "The partie is over."


class BonusText(Text):
    """What is scored by the whole of a deal, in a sentence.

    They are names and claim nothing, so no oracle asks them.
    """

    REPIQUE = "repique"
    PIQUE = "pique"
    CARDS = "the cards"
    CAPOT = "capot"
    CONTRACT = "contract"


def aloud(
    sheet: Sheet,
    number: int,
    *,
    asked: Question | None,
    players: Sequence[TablePlayer],
    opened: bool = False,
) -> Message | None:
    """Return what a screen reader says: what the last tap recorded, what it scored, and the next
    question; `None` if that is nothing.

    A tap that only *opened* further keys recorded nothing.
    """
    deal = sheet.deal(number)
    names = sheet.seated(number)
    said = None
    if deal is not None and not deal.log and not opened:
        title = deal_title(sheet.partie, number)
        said = AloudText.BEGINS(title=title, elder=names[Seat.ELDER])
    elif deal is not None and not opened:
        *_, tap = _taps(deal.log, sheet.forms(number))
        if not _asks_again(deal, tap, asked):
            said = _last_tap(deal, before_tap(sheet, deal, tap), tap, names)
    if deal is None or deal.is_over:
        return _then(said, *_over(sheet, number, players))
    return _then(said, asked.heading if asked else None)


def _then(*said: Message | None) -> Message | None:
    """Return several sentences as one, each with its full stop; `None` if there are none."""
    sentences = [each for each in said if each is not None]
    if not sentences:
        return None
    first, *others = sentences
    return _with_counts(first, others) if others else AloudText.ALONE(what=first)


def _over(sheet: Sheet, number: int, players: Sequence[TablePlayer]) -> list[Message]:
    """Return what is said once a deal is over: its counts, the totals, and the end of the
    partie.
    """
    counts = [AloudText.FIGURE(who=each.name, points=each.count) for each in players]
    over = [AloudText.OVER(number=number + 1, statements=tuple(counts))]
    if number:
        totals = [AloudText.FIGURE(who=each.name, points=each.total) for each in players]
        over.append(AloudText.IN_ALL(statements=tuple(totals)))
    if sheet.partie.is_over:
        over.append(AloudText.PARTIE_OVER())
    return over


def _asks_again(deal: Deal, tap: Sequence[int], asked: Question | None) -> bool:
    """Return whether the question says again what the last tap said: a call that is to be
    answered, or a pass that leaves the bid to the other.
    """
    if asked is None:
        return False
    last = deal.log[tap[-1]]
    if asked.heading.text is QuestionText.ANSWER:
        return isinstance(last, Called | PipsSaid | HeadSaid)
    return asked.heading.text is QuestionText.BIDS_AFTER_PASS and isinstance(last, Passed)


def _last_tap(deal: Deal, before: Deal, tap: Sequence[int], names: Names) -> Message:
    """Return what the last *tap* recorded and scored: *Ben: good, four, now nine.*"""
    log = deal.log
    new = [log[at] for at in tap]
    score = {
        seat: deal.score[seat]
        for seat in deal.rules.seats
        if deal.score[seat] != before.score[seat]
    }
    counts = [AloudText.COUNT_NOW(who=names[seat], count=now) for seat, now in score.items()]
    removed = [log[at] for at in removed_by(new)]
    if removed:
        undone = _in_words(removed, len(deal.state.tricks) + 1, names)
        return _with_counts(AloudText.UNDONE(what=undone), counts)
    if isinstance(new[-1], Struck | Inserted):
        return _with_counts(AloudText.CORRECTED(), counts)
    said = _in_words(new, len(deal.state.tricks), names)
    # Bonuses are named, and what is left of the points is what the statement itself made
    scored = Counter(map(_worth, deal.lines)) - Counter(map(_worth, before.lines))
    made = sum(deal.score) - sum(before.score)
    bonuses = [
        (seat, kind, points) for seat, kind, points in scored if kind in OF_THE_DEAL and points
    ]
    made -= sum(points for _, _, points in bonuses)
    # An equal call takes points from the other who made it
    is_of_one = len(score) == 1 and made >= 0
    if made and is_of_one and not deal.is_over:
        said = AloudText.MADE(what=said, points=made)
    for seat, kind, points in bonuses:
        bonus = BonusText[kind.name]()
        if deal.is_over:
            said = AloudText.BONUS_TO(what=said, kind=bonus, who=names[seat], points=points)
        else:
            said = AloudText.BONUS(what=said, kind=bonus, points=points)
    if deal.is_over or not score:
        return said
    if not is_of_one:
        return _with_counts(said, counts)
    (count,) = score.values()
    return AloudText.NOW(what=said, count=count) if count != made else said


def _with_counts(said: Message, counts: Iterable[Message]) -> Message:
    for each in counts:
        said = AloudText.THEN(what=said, then=each)
    return said


def _worth(line: Line) -> tuple[Seat, LineKind, int]:
    return line.seat, line.kind, line.points


def _in_words(said: Sequence[Statement], trick: int, names: Names) -> Message:
    """Return the statements of one tap as players say them; *trick* is the number of the last."""
    statement = said[-1]
    if isinstance(statement, TrickTaken):
        return AloudText.TRICK(number=trick, who=names[statement.seat])
    if isinstance(statement, Declined) and len(said) > 1:
        return AloudText.NO_MORE_CALLS(who=names[statement.seat])
    spoken = [each for each in said if not isinstance(each, Struck)] or said
    return AloudText.ALL(statements=tuple(statement_message(each, names) for each in spoken))


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
    for tap in live_taps(log, forms):
        form = forms[tap[0]]
        of_dispute = form.startswith(DISPUTE)
        corrects = isinstance(log[tap[-1]], Struck | Inserted) and not of_dispute
        if corrects or form.startswith(KEPT):
            found.append(tuple(tap))
    return found


class TieText(Text):
    """How many more deals a tie requires: those of the rules, less those that have been played."""

    LEVEL = (
        "level, {points} each, after {deals:words} deals: {number:words} more "
        "{number:deal is/deals are} due"
    )
    MORE = "{number:words} more {number:deal is/deals are} due"
    SENTENCE = "{what:up}."


def tie_sentence(partie: Partie) -> Message | None:
    """Return how many more deals a tie requires, and by which law; `None` if none."""
    due = partie.extra_deals_due
    rules = partie.record.rules
    if not due:
        return None
    more = TieText.MORE(number=due)
    if due == rules.tie_deals:
        level, *_ = partie.totals
        more = TieText.LEVEL(points=level, deals=len(partie.deals), number=due)
    by_law = more.citing(source_in_force("tie_deals", rules))
    return TieText.SENTENCE(what=cited(by_law, in_short=True))
