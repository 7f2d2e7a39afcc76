"""Scoring: the reckoned lines with penalties, pique, repique and the race to a target, in their final form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, assert_never

from .claims import CALLED, Category
from .deal_state import DealState, claim_cards
from .lines import BONUSES, KIND_OF_CATEGORY, Line, LineKind
from .opening import caller
from .reasons import Why
from .reckoning import hand_lines, play_lines, reckoned_with, rouge_completed_by
from .ruleset import BlockedBy, CardsToPique, CarteRougeThirty, Order, PiqueSeat, Ruleset
from .seats import Seat
from .settlement import half

# Pique and repique
#
# Repique reads the lines in hand in the order of reckoning; pique reads the
# same lines and the play's in the order that the ruleset names. Neither is ever
# stored; each fold of a deal finds them again.
#
# Source: Cavendish, Laws 67 to 69.


def in_order(order: Order, hand: Sequence[Line], play: Sequence[Line]) -> list[Line]:
    """
    Return all lines in the given *order*.

    Args:
        order: by category, hand before play; or chronological: cartes
            blanches, elder's calls, elder's first lead, the others' calls, and
            the rest of the play.
        hand: the lines in hand, in the order of reckoning.
        play: the lines of the play, trick by trick.
    """
    if order is Order.CATEGORY:
        return [*hand, *play]
    led = bool(play) and play[0].opens
    opening = play[: led + (led and len(play) > 1 and play[1].kind is LineKind.PIQUE)]
    blanks = [line for line in hand if line.kind is LineKind.CARTE_BLANCHE]
    called = [line for line in hand if line.kind is not LineKind.CARTE_BLANCHE]
    elder = [line for line in called if line.seat is Seat.ELDER]
    others = [line for line in called if line.seat is not Seat.ELDER]
    return [*blanks, *elder, *opening, *others, *play[len(opening) :]]


def rouge_helps(rules: Ruleset, seat: Seat) -> bool:
    """Return whether a carte rouge of *seat* counts towards its thirty."""
    allowed = rules.carte_rouge_to_thirty
    return allowed is CarteRougeThirty.EITHER or (allowed is CarteRougeThirty.ELDER and seat is Seat.ELDER)


def towards_thirty(rules: Ruleset, line: Line) -> bool:
    """Return whether *line* counts towards a repique or pique of its own seat."""
    match line.kind:
        case LineKind.CARTE_ROUGE:
            return rouge_helps(rules, line.seat)
        case LineKind.LAST:
            return rules.last_to_pique
        case LineKind.CAPOT:
            return rules.capot_to_pique
        case LineKind.CONTRACT:
            return False
        case LineKind.CARDS:
            return line.why is Why.CARDS_AT_SEVENTH
        case (
            LineKind.CARTE_BLANCHE
            | LineKind.POINT
            | LineKind.SEQUENCE
            | LineKind.SET
            | LineKind.LEAD
            | LineKind.TRICK
            | LineKind.REPIQUE
            | LineKind.PIQUE
            | LineKind.CONCEDED
        ):
            return True
        case _:
            assert_never(line.kind)


def repique(rules: Ruleset, hand: Sequence[Line], side: int) -> int | None:
    """
    Return where in *hand* the repique of *side* is made, or `None`.

    Args:
        hand: the lines in hand, in the order of reckoning.
        side: whose repique; for two players the seat.

    Returns:
        The index of the line that reaches the thirty.

    Source: Cavendish, Law 68; Meyer 1888 for "anything valid".
    """
    if rules.repique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    reached, side_of = 0, rules.side_of
    for index, line in enumerate(hand):
        if side_of[line.seat] != side:
            if line.reckons:
                return None
        elif towards_thirty(rules, line):
            reached += line.points
            if reached >= rules.repique_threshold:
                return index
    return None


def pique(rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], side: int) -> int | None:
    """
    Return where in *play* the pique of *side* is made, or `None`.

    Args:
        hand: the lines in hand, in the order of reckoning.
        play: the lines of the play, trick by trick.
        side: whose pique; for two players the seat.

    Returns:
        The index in *play* of the line that reaches the thirty, or that is
        the first of the side's once the thirty is there.

    Source: Cavendish, Law 69; pagat for the chronological order.
    """
    if rules.pique_seat is PiqueSeat.ELDER and side != Seat.ELDER:
        return None
    if rules.pique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    reached, played, side_of = 0, 0, rules.side_of
    for line in in_order(rules.pique_order, hand, play):
        in_play = played < len(play) and line is play[played]
        played += in_play
        if side_of[line.seat] != side:
            if line.reckons:
                return None
        elif towards_thirty(rules, line):
            reached += line.points
            if in_play and reached >= rules.pique_threshold:
                return played - 1
    return None


def _another_reckons(rules: Ruleset, lines: Iterable[Line], side: int) -> bool:
    """Return whether another side than *side* scores something that bars a bonus."""
    return any(rules.side_of[line.seat] != side and line.reckons for line in lines)


# The deal


_PLAY_ORDER = {
    LineKind.CONCEDED: 0,
    LineKind.LEAD: 1,
    LineKind.TRICK: 2,
    LineKind.LAST: 3,
    LineKind.CARDS: 4,
    LineKind.CAPOT: 5,
    LineKind.CONTRACT: 6,
}


_COUNTED = (
    Why.LEADS,
    Why.WINS,
    Why.CAPTURES,
    Why.TRICKS,
    Why.TRICKS_LOST,
    Why.TENS_LED,
    Why.TENS_WON,
    Why.TENS_CAPTURED,
    Why.UNPLAYED,
)
"""The reasons of the play whose lines are gathered, and then say how many there were."""


class Score(NamedTuple):
    """
    The score of a deal.

    Attributes:
        lines: the lines in the order of reckoning, a bonus after the line
            that completes it.
        stopped: who reached the target in this deal, where a partie stops at
            once; the lines end there.
    """

    lines: tuple[Line, ...]
    stopped: Seat | None = None


def score(deal: DealState) -> Score:
    """The score of *deal* as it stands."""
    hand, play, stopped = reckon(deal)
    return Score(_running(deal.rules, hand + gather(play)), stopped)


def announced(deal: DealState) -> tuple[Line, ...]:
    """The same lines before the tricks are gathered, in the order in which the players count them aloud."""
    hand, play, _ = reckon(deal)
    return _running(deal.rules, in_order(Order.CHRONOLOGICAL, hand, play))


def reckon(deal: DealState) -> tuple[list[Line], list[Line], Seat | None]:
    """The lines in hand and of the play, bonuses among them, up to the end of a race."""
    hand, play = _with_bonuses(deal)
    if deal.setting.before is None:
        return hand, play, None
    stopped, hand, play = _race(deal, hand, play)
    return hand, play, stopped


def _with_bonuses(deal: DealState) -> tuple[list[Line], list[Line]]:
    """The lines in hand and of the play, bonuses among them, as if nobody raced."""
    hand, play = hand_lines(deal), play_lines(deal)
    if deal.penalised.count(None) < len(deal.penalised):
        hand, play = _penalised(deal, hand), _penalised(deal, play)
    rules = deal.rules
    repique = _repique(deal, hand)
    repiqued = None
    if repique is not None:
        repiqued = rules.side_of[hand[repique].seat]
        hand.insert(repique + 1, _bonus(rules, LineKind.REPIQUE, hand[repique]))
    if play and deal.conceded is None:
        pique = _pique(rules, hand, play, repiqued)
        if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
            with_ten = play_with_ten(deal)
            sooner = _pique(rules, hand, with_ten, repiqued)
            if sooner is not None and any(line.why is Why.CARDS_AT_SEVENTH for line in with_ten[: sooner + 1]):
                pique, play = sooner, with_ten
        if pique is not None:
            play.insert(pique + 1, _bonus(rules, LineKind.PIQUE, play[pique]))
    return hand, play


def play_with_ten(deal: DealState) -> list[Line]:
    """The lines of the play, with the ten for the cards at the seventh trick if it is won before the other has one."""
    return _penalised(deal, play_lines(deal, ten_at_seventh=True))


def _penalised(deal: DealState, lines: list[Line]) -> list[Line]:
    """
    The lines with nothing reckoned to a seat under penalty, whose cards still bar (Law 58).

    A carte blanche stands: it precedes what the penalty is for (Cases XX and XXI).
    """
    return [
        _reckoned_as_nothing(deal, line)
        if deal.reckons_nothing(line.seat) and line.kind is not LineKind.CARTE_BLANCHE
        else line
        for line in lines
    ]


def _reckoned_as_nothing(deal: DealState, line: Line) -> Line:
    position = deal.penalised[line.seat]
    assert position is not None
    return line._replace(
        points=0,
        args={**line.args, "would": line.points},
        because=(*line.because, position),
        source=deal.rules.sources["penalties"],
        bars=deal.rules.barred_blocks,
    )


def _bonus(rules: Ruleset, kind: LineKind, completed_by: Line) -> Line:
    """The line of a bonus, which goes to the seat that completed the thirty and is caused by what did."""
    name = kind.value
    repique = kind is LineKind.REPIQUE
    points = rules.repique_bonus if repique else rules.pique_bonus
    why = Why.REPIQUE if repique else Why.PIQUE
    args = {"by": completed_by.points, "at": rules.repique_threshold if repique else rules.pique_threshold}
    return Line(completed_by.seat, points, kind, 0, completed_by.because, why, args, rules.sources[f"{name}_bonus"])


def _repique(deal: DealState, hand: Sequence[Line]) -> int | None:
    """Where in *hand* a repique is made that nobody can bar any more, or `None`."""
    for side in range(deal.rules.sides):
        index = repique(deal.rules, hand, side)
        if index is not None and not may_still_bar(deal, hand[index]):
            return index
    return None


def may_still_bar(deal: DealState, line: Line) -> bool:
    """
    Whether an opponent may yet call something that bars the repique that *line* completes.

    Until then no repique is counted: elder who has thirty without the point
    waits for younger's calls before he says ninety.
    """
    return bool(_calls_that_bar(deal, line))


def _calls_that_bar(deal: DealState, line: Line) -> tuple[tuple[Seat, Category], ...]:
    """What opponents may yet call that bars the repique that *line* completes."""
    return tuple(
        (seat, category)
        for seat in deal.rules.opponents(line.seat)
        for category in deal.unspoken(caller(deal, seat))
        if bars_before(deal.rules, category, reckoned_with(line))
    )


def bars_before(rules: Ruleset, category: Category, kind: LineKind) -> bool:
    """Whether a holding in *category* bars a repique completed by a line of *kind*."""
    return rules.repique_blocked_by is BlockedBy.ANYTHING_VALID or reckons_before(rules, category, kind)


def reckons_before(rules: Ruleset, category: Category, kind: LineKind) -> bool:
    """
    Whether *category* reckons before a line in hand of *kind*.

    Round the table it does so in its own class too: nobody has answered, and
    the line may be outbid.
    """
    order = [KIND_OF_CATEGORY.get(each) for each in rules.order]
    mine, other = order.index(KIND_OF_CATEGORY[category]), order.index(kind)
    return mine < other or (mine == other and rules.players > 2)


def _pique(rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], repiqued: int | None) -> int | None:
    """Where in *play* a pique is made by a side that has not made a repique, or `None`."""
    for side in range(rules.sides):
        if side != repiqued:
            index = pique(rules, hand, play, side)
            if index is not None:
                return index
    return None


def _race(deal: DealState, hand: list[Line], play: list[Line]) -> tuple[Seat | None, list[Line], list[Line]]:
    """
    Who reaches the target first, and the lines up to there.

    Nobody has yet, so long as something may still be called that reckons
    before the line that reaches it, and that changes who wins or what is paid.
    """
    ordered = in_order(deal.rules.target_order, hand, play)
    number = _reaches(deal, ordered)
    if number is None:
        return None, hand, play
    line = ordered[number]
    if line in hand and _may_be_forestalled(deal, ordered, number):
        return None, hand, play
    kept = set(map(id, ordered[: number + 1]))
    hand = [line for line in hand if id(line) in kept]
    return line.seat, hand, [line for line in play if id(line) in kept]


def _may_be_forestalled(deal: DealState, ordered: Sequence[Line], number: int) -> bool:
    """Whether something may still come that counts before line *number*, which is in hand and reaches the target."""
    line, rules = ordered[number], deal.rules
    if rules.target_order is Order.CHRONOLOGICAL:
        # elder has led, and the point of his lead comes first
        return line.seat is Seat.YOUNGER and not deal.play_begun and deal.younger_called
    return bool(_calls_before(deal, ordered, number)) or any(
        may_show_rouge(deal, seat, _class_at(ordered, number))
        and (
            seat in rules.opponents(line.seat)
            or _changes_what_is_paid(deal, ordered[: number + 1], LineKind.CARTE_BLANCHE)
        )
        for seat in rules.seats
    )


def race_awaits(deal: DealState) -> tuple[tuple[Seat, Category], ...]:
    """
    Who must still say that they have no more, and of which class, before the race in hand is decided.

    Empty where nobody has reached the target, and once somebody has won.
    """
    if deal.setting.before is None or deal.stopped is not None or deal.rules.target_order is Order.CHRONOLOGICAL:
        return ()
    hand, play = _with_bonuses(deal)
    ordered = [*hand, *play]
    number = _reaches(deal, ordered)
    return () if number is None or number >= len(hand) else _calls_before(deal, ordered, number)


def _reaches(deal: DealState, ordered: Sequence[Line]) -> int | None:
    """Which of the lines, as the target takes them, brings a side there; `None` if none does."""
    before, target = deal.setting.before, deal.setting.target
    assert before is not None
    assert target is not None
    totals, side_of = list(before), deal.rules.side_of
    for number, line in enumerate(ordered):
        side = side_of[line.seat]
        totals[side] += line.points
        if totals[side] >= target:
            return number
    return None


def _class_at(ordered: Sequence[Line], number: int) -> LineKind:
    """The class in which line *number*, in hand, is reckoned; a repique stands with the line that completes it."""
    return reckoned_with(ordered[number - (ordered[number].kind is LineKind.REPIQUE)])


def _calls_before(deal: DealState, ordered: Sequence[Line], number: int) -> tuple[tuple[Seat, Category], ...]:
    """
    What may still be called that changes what reckons before line *number*, which is in hand.

    An opponent's call may win the race. One of the winner's own side only
    reaches the target sooner, and so does a repique that an opponent's call
    may bar: these are waited for where they change what is paid.
    """
    rules, hand, kind = deal.rules, ordered[: number + 1], _class_at(ordered, number)
    winner = rules.side_of[hand[-1].seat]
    awaited = []
    for seat in sorted(rules.seats, key=lambda seat: rules.side_of[seat] == winner):
        for category in CALLED:
            if deal.may_call_more(seat, category):
                sooner = reckons_before(rules, category, kind)
                if rules.side_of[seat] == winner:
                    sooner = sooner or _may_be_longer(deal, seat, category, hand)
                    sooner = sooner and _changes_what_is_paid(deal, hand, KIND_OF_CATEGORY[category])
                if sooner:
                    awaited.append((seat, category))
    for side in range(rules.sides):
        made = repique(rules, hand, side)
        if made is not None and (side != winner or _changes_what_is_paid(deal, hand, reckoned_with(hand[made]))):
            awaited += _calls_that_bar(deal, hand[made])
    return tuple(dict.fromkeys(awaited))


def _may_be_longer(deal: DealState, seat: Seat, category: Category, hand: Sequence[Line]) -> bool:
    """Whether *seat* may call a longer run, or more of a kind, than the last claim of *hand*, which counts first."""
    claim = next((line.args["claim"] for line in reversed(hand) if "claim" in line.args), None)
    if claim is None or claim.category is not category:
        return False
    named = sum(claim_cards(entry.claim) for entry in deal.categories[category].entries[seat])
    longest = 4 if category is Category.SET else len(deal.rules.ranks)
    return claim_cards(claim) < min(longest, deal.rules.hand - named)


def _changes_what_is_paid(deal: DealState, hand: Sequence[Line], kind: LineKind) -> bool:
    """
    Whether it changes what is paid if the winner, who reaches the target with *hand*, does so as early as in *kind*.

    By the point that moves the margin; by the partie it lurches a loser whom
    only later lines save.
    """
    rules, setting = deal.rules, deal.setting
    if not rules.pays_parties:
        return True
    if not rules.lurch:
        return False
    assert setting.before is not None
    assert setting.target is not None
    order = [KIND_OF_CATEGORY.get(each) for each in rules.order]
    sooner, now = list(setting.before), list(setting.before)
    for index, line in enumerate(hand):
        now[rules.side_of[line.seat]] += line.points
        if order.index(_class_at(hand, index)) < order.index(kind):
            sooner[rules.side_of[line.seat]] += line.points
    winner = rules.side_of[hand[-1].seat]
    del sooner[winner], now[winner]
    return min(sooner) < half(setting.target) <= min(now)


def may_show_rouge(deal: DealState, seat: Seat, before: LineKind | None) -> bool:
    """Whether *seat* may yet show a carte rouge, all its cards being named; if *before* is given, before that class."""
    if not deal.rules.carte_rouge or deal.play_begun or deal.rouge[seat] is not None:
        return False
    last = rouge_completed_by(deal, seat)
    return last is not None and (before is None or reckons_before(deal.rules, last.claim.category, before))


def gather(play: Sequence[Line]) -> list[Line]:
    """
    The lines of the play with each seat's of a kind made one, and divided only where a bonus falls.

    The reason of each gathered line says how many there were.
    """
    gathered: list[Line] = []
    together: dict[tuple[int, Seat, Why], list[Line]] = {}
    for line in play:
        if line.kind in BONUSES:
            gathered += _close(together)
            gathered.append(line)
        else:
            key = (_PLAY_ORDER[line.kind], line.seat, line.why)
            if key in together:
                together[key].append(line)
            else:
                together[key] = [line]
    return gathered + _close(together)


def _close(together: dict[tuple[int, Seat, Why], list[Line]]) -> list[Line]:
    """One line for each group of *together*, which is emptied."""
    closed = []
    for key in sorted(together, key=lambda key: key[:2]):
        same = together[key]
        first = same[0]
        if len(same) == 1 and first.why not in _COUNTED:
            closed.append(first)
            continue
        because = tuple(dict.fromkeys([position for line in same for position in line.because]))
        args: dict[str, Any] = {"count": len(same)}
        if "would" in first.args:
            args["would"] = sum([line.args["would"] for line in same])
        points = sum([line.points for line in same])
        closed.append(Line(first.seat, points, first.kind, 0, because, first.why, args, first.source, first.bars))
    together.clear()
    return closed


def _running(rules: Ruleset, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with the running count of each seat's side, and each bonus with the count before and after it."""
    counts, side_of = [0] * rules.sides, rules.side_of
    finished = []
    for line in lines:
        side = side_of[line.seat]
        before = counts[side]
        after = counts[side] = before + line.points
        args = {**line.args, "before": before, "after": after} if line.kind in BONUSES else line.args
        finished.append(
            Line(line.seat, line.points, line.kind, after, line.because, line.why, args, line.source, line.bars)
        )
    return tuple(finished)
