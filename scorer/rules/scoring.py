"""Scoring: the reckoned lines with penalties, pique,
repique and the race to a target, in their final form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple, assert_never

from .claims import CALLED, Category, Claim
from .deal_state import Auction, DealState, Setting, Trick
from .lines import BONUSES, Line, LineKind
from .reasons import Why
from .reckoning import (
    by_side,
    closing_lines,
    hand_lines,
    play_lines,
    rouge_completed_by,
    trick_lines,
)
from .ruleset import (
    BlockedBy,
    CardsToPique,
    CarteRougeThirty,
    LosersInClass,
    Order,
    PiqueSeat,
    Ruleset,
    TrickCount,
)
from .seats import ELDER, YOUNGER, Seat
from .settlement import half
from .states import begin

# Repique scans the lines in hand in the order of reckoning; pique scans those
# and the play's in the order that the ruleset names. Neither is ever stored.
#
# Source: Cavendish, Laws 67 to 69.


def in_order(order: Order, hand: Sequence[Line], play: Sequence[Line]) -> list[Line]:
    """Return all lines in the given *order*.

    By category the hand comes before the play. Chronological order is: cartes blanches, elder's
    calls, elder's first lead, the others' calls, the rest of the play.
    """
    if order is Order.CATEGORY:
        return [*hand, *play]
    opening: Sequence[Line] = ()
    if play and play[0].opens:
        # a pique that the first lead completes follows it at once
        makes_pique = len(play) > 1 and play[1].kind is LineKind.PIQUE
        opening = play[: 2 if makes_pique else 1]
    blanks = [line for line in hand if line.kind is LineKind.CARTE_BLANCHE]
    called = [line for line in hand if line.kind is not LineKind.CARTE_BLANCHE]
    elder = [line for line in called if line.seat is ELDER]
    others = [line for line in called if line.seat is not ELDER]
    return [*blanks, *elder, *opening, *others, *play[len(opening) :]]


def rouge_helps(rules: Ruleset, seat: Seat) -> bool:
    """Return whether a carte rouge of *seat* counts towards the thirty."""
    match rules.carte_rouge_to_thirty:
        case CarteRougeThirty.EITHER:
            return True
        case CarteRougeThirty.ELDER:
            return seat is ELDER
        case CarteRougeThirty.NEVER:
            return False
        case _:
            assert_never(rules.carte_rouge_to_thirty)


def towards_thirty(rules: Ruleset, line: Line) -> bool:
    match line.kind:
        case LineKind.POINT | LineKind.SEQUENCE | LineKind.SET | LineKind.CARTE_BLANCHE:
            return True
        case LineKind.LEAD | LineKind.TRICK | LineKind.CONCEDED | LineKind.REPIQUE | LineKind.PIQUE:
            return True
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
        case _:
            assert_never(line.kind)


def repique(rules: Ruleset, hand: Sequence[Line], side: int) -> int | None:
    """Return the index in *hand* of the line that completes the repique of *side*, or `None`.

    *hand* is in the order of reckoning; a side of two players is the seat.

    Source: Cavendish, Law 68; Meyer 1888 for "anything valid".
    """
    if rules.repique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    return _completing(rules, hand, hand, side, rules.repique_threshold)


def pique(rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], side: int) -> int | None:
    """Return the index in *play* of the line that completes the pique of *side*, or `None`.

    That line reaches the thirty, or is the first of the side's once the thirty is there. *hand* is
    in the order of reckoning, *play* trick by trick.

    Source: Cavendish, Law 69; pagat for the chronological order.
    """
    if rules.pique_seat is PiqueSeat.ELDER and side != ELDER:
        return None
    if rules.pique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    ordered = in_order(rules.pique_order, hand, play)
    return _completing(rules, ordered, play, side, rules.pique_threshold)


def _completing(
    rules: Ruleset, lines: Sequence[Line], part: Sequence[Line], side: int, threshold: int
) -> int | None:
    """Return the index in *part* of its first line at which *side* has the *threshold* in *lines*,
    before another.
    """
    side_of = rules.side_of
    # most often the side has too little in all, which is soon found
    if sum([line.points for line in lines if side_of[line.seat] == side]) < threshold:
        return None
    reached = 0
    passed = 0
    for line in lines:
        # the lines of *part* come in their order among the others
        inside = passed < len(part) and line is part[passed]
        passed += inside
        if side_of[line.seat] != side:
            if line.reckons:
                return None
        elif towards_thirty(rules, line):
            reached += line.points
            if inside and reached >= threshold:
                return passed - 1
    return None


def _another_reckons(rules: Ruleset, lines: Iterable[Line], side: int) -> bool:
    return any(rules.side_of[line.seat] != side and line.reckons for line in lines)


_IN_ORDER = {kind: number for number, kind in enumerate(LineKind)}


class Score(NamedTuple):
    """The lines in the order of reckoning, a bonus after what completes it;
    their points by seat; who won a race.
    """

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    stopped: Seat | None = None


def score(deal: DealState) -> Score:
    """Score a deal.

    If no side has enough for a bonus, the order of the play decides nothing, and it is counted as a
    whole.
    """
    rules = deal.rules
    if _is_only_counted(deal):
        play = _known_play(
            rules, deal.setting, deal.auction, *deal.tricks, quick_count=deal.quick_count
        )
        lines = hand_lines(deal) + play
        points = _by_seat(rules, lines)
        if max(by_side(rules, points)) < min(rules.repique_threshold, rules.pique_threshold):
            return Score(tuple(lines), points)
    hand, play, stopped = reckon(deal)
    lines = _with_counts(rules, hand + gather(play))
    return Score(tuple(lines), _by_seat(rules, lines), stopped)


def _by_seat(rules: Ruleset, lines: Sequence[Line]) -> tuple[int, ...]:
    points = [0] * rules.players
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)


def _is_only_counted(deal: DealState) -> bool:
    """Return whether only a bonus can depend on the order of the play,
    or on more of a trick than who won it.
    """
    rules = deal.rules
    by_winners = (
        rules.trick_count is not TrickCount.CAPTURED_CARDS
        and rules.cards_to_pique is CardsToPique.NEVER
    )
    usual = deal.conceded is None and deal.short_at is None and deal.setting.before is None
    return by_winners and usual and deal.penalised.count(None) == len(deal.penalised)


def announced(deal: DealState) -> list[Line]:
    """Return the lines before the tricks are gathered,
    in the order in which the players count them aloud.
    """
    hand, play, _ = reckon(deal)
    ordered = in_order(Order.CHRONOLOGICAL, hand, play)
    led = next((number for number, line in enumerate(ordered, 1) if line.opens), 0)
    has_bonus = any(line.kind in BONUSES for line in ordered[: led + 1])
    if led and not has_bonus:
        # what younger denied counts only once elder has led
        denied = [line for line in ordered if line.why is Why.UNPROVED_DENIAL]
        before = [line for line in ordered[:led] if line.why is not Why.UNPROVED_DENIAL]
        ordered = [*before, *denied, *ordered[led:]]
    return _with_counts(deal.rules, ordered)


def reckon(deal: DealState) -> tuple[list[Line], list[Line], Seat | None]:
    """Return the lines in hand and of the play, bonuses among them, up to the end of a race."""
    hand, play = _with_bonuses(deal)
    if deal.setting.before is None:
        return hand, play, None
    stopped, hand, play = _race(deal, hand, play)
    return hand, play, stopped


def _with_bonuses(deal: DealState) -> tuple[list[Line], list[Line]]:
    """Return the lines in hand and of the play with bonuses, without a race."""
    hand = hand_lines(deal)
    play = play_lines(deal)
    if deal.penalised.count(None) < len(deal.penalised):
        hand = _penalised(deal, hand)
        play = _penalised(deal, play)
    rules = deal.rules
    repique = _repique(deal, hand)
    repiqued = None
    if repique is not None:
        repiqued = rules.side_of[hand[repique].seat]
        hand.insert(repique + 1, _repique_line(rules, hand[repique]))
    if not play or deal.conceded is not None:
        return hand, play
    pique = _pique(rules, hand, play, repiqued)
    if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
        # the ten is counted at the seventh trick only if it makes a pique there
        with_ten = play_with_ten(deal)
        sooner = _pique(rules, hand, with_ten, repiqued)
        completed = () if sooner is None else with_ten[: sooner + 1]
        if any(line.why is Why.CARDS_AT_SEVENTH for line in completed):
            pique = sooner
            play = with_ten
    if pique is not None:
        play.insert(pique + 1, _pique_line(deal, hand, play[pique]))
    return hand, play


def play_with_ten(deal: DealState) -> list[Line]:
    """Return the lines of the play, with the ten for the cards at
    the seventh trick if it is earned there.
    """
    return _penalised(deal, play_lines(deal, ten_at_seventh=True))


def _penalised(deal: DealState, lines: list[Line]) -> list[Line]:
    """Return the lines with the points of a penalised seat set to 0; its cards still bar (Law 58).

    A carte blanche still scores: it precedes what the penalty is for (Cases XX and XXI).
    """
    return [
        line if line.kind is LineKind.CARTE_BLANCHE else _as_penalised(deal, line) for line in lines
    ]


def _as_penalised(deal: DealState, line: Line) -> Line:
    rules = deal.rules
    if not deal.reckons_nothing(line.seat):
        return line
    if not line.points:
        return line._replace(bars=line.bars and rules.barred_blocks)
    position = deal.penalised[line.seat]
    assert position is not None
    return line._replace(
        points=0,
        args={**line.args, "would": line.points},
        because=(*line.because, position),
        bars=rules.barred_blocks and _can_bar(rules, line),
    )


def _can_bar(rules: Ruleset, line: Line) -> bool:
    """Return whether *line* can bar a bonus of another side: a lead or a trick only a pique, and
    what counts last in hand no repique that is made before it.
    """
    others_may_pique = rules.pique_seat is PiqueSeat.EITHER
    others_may_pique = others_may_pique or rules.side_of[line.seat] != rules.side_of[ELDER]
    if line.kind in (LineKind.LEAD, LineKind.TRICK):
        return others_may_pique and line.why is not Why.UNPLAYED
    if line.kind not in (LineKind.POINT, LineKind.SEQUENCE, LineKind.SET):
        return False
    if others_may_pique or rules.repique_blocked_by is BlockedBy.ANYTHING_VALID:
        return True
    own = line.category
    other_classes = [each for each in CALLED if reckons_before(rules, own, each)]
    losers_count = rules.losers_in_class is LosersInClass.ALL_VALID and own is not Category.POINT
    return bool(other_classes) or losers_count or rules.carte_rouge > 0


def _repique_line(rules: Ruleset, completed_by: Line) -> Line:
    """Return the line of a repique, with the seat and the causes of the line that completed it."""
    return Line(
        completed_by.seat,
        rules.repique_bonus,
        LineKind.REPIQUE,
        completed_by.because,
        Why.REPIQUE,
        args={"by": 0, "at": rules.repique_threshold},
    )


def _pique_line(deal: DealState, hand: Sequence[Line], completed_by: Line) -> Line:
    """Return the line of a pique, with the seat and the causes of the line that completed it."""
    rules = deal.rules
    spoken = rules.pique_order is Order.CHRONOLOGICAL
    called_later = spoken and _another_reckons(rules, hand, rules.side_of[completed_by.seat])
    return Line(
        completed_by.seat,
        rules.pique_bonus,
        LineKind.PIQUE,
        completed_by.because,
        Why.PIQUE_AS_SPOKEN if called_later else Why.PIQUE,
        args={"by": _at_once(deal, completed_by), "at": rules.pique_threshold},
    )


def _at_once(deal: DealState, line: Line) -> int:
    """Return the points that are counted in one breath up to *line*, of the play: with the last
    trick also what it scores as a trick.
    """
    if line.kind is not LineKind.LAST:
        return line.points
    if deal.tricks_to_play < deal.rules.hand:
        return line.points + 1
    before = deal.tricks[-2].winner if len(deal.tricks) > 1 else None
    last = trick_lines(deal.rules, before, deal.tricks[-1])
    return line.points + sum([each.points for each in last if each.seat is line.seat])


def _repique(deal: DealState, hand: Sequence[Line]) -> int | None:
    """Return the index in *hand* of a completed repique that nobody can bar any more, or `None`."""
    if sum([line.points for line in hand]) < deal.rules.repique_threshold:
        return None
    for side in range(deal.rules.sides):
        index = repique(deal.rules, hand, side)
        if index is not None and not _calls_that_bar(deal, hand[index]):
            return index
    return None


class Awaited(NamedTuple):
    """A seat that may still call, and in which class."""

    seat: Seat
    category: Category


def _calls_that_bar(deal: DealState, line: Line) -> list[Awaited]:
    """Return what opponents may yet call to bar the repique that *line* completes.

    Until there is none no repique is counted: elder with thirty but for the point hears younger's
    calls first.
    """
    rules = deal.rules
    found: list[Awaited] = []
    for seat in rules.opponents(line.seat):
        unspoken = deal.unspoken(deal.caller(seat))
        barring = [each for each in unspoken if bars_before(rules, each, line.category)]
        found += [Awaited(seat, category) for category in barring]
    return found


def bars_before(rules: Ruleset, category: Category, completed: Category) -> bool:
    """Return whether a holding in *category* bars a repique that was *completed* in another."""
    anything_bars = rules.repique_blocked_by is BlockedBy.ANYTHING_VALID
    return anything_bars or reckons_before(rules, category, completed)


def reckons_before(rules: Ruleset, category: Category, other: Category) -> bool:
    """Return whether *category* reckons before a line of the *other* class in hand.

    Round the table it does so in its own class too: nobody has answered, and the line may be
    outbid.
    """
    if category is other:
        return rules.round_the_table
    return rules.order.index(category) < rules.order.index(other)


def _pique(
    rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], repiqued: int | None
) -> int | None:
    """Return the index in *play* of a pique made by a side without a repique, or `None`."""
    for side in range(rules.sides):
        if side != repiqued:
            index = pique(rules, hand, play, side)
            if index is not None:
                return index
    return None


def _race(
    deal: DealState, hand: list[Line], play: list[Line]
) -> tuple[Seat | None, list[Line], list[Line]]:
    """Return who reaches the target first, and the lines up to there.

    Nobody has yet while something may still be called that reckons before the line that reaches it
    and changes who wins or what is paid.
    """
    ordered = in_order(deal.rules.target_order, hand, play)
    number = _reaches(deal, ordered)
    if number is None:
        return None, hand, play
    line = ordered[number]
    if line in hand and _may_be_forestalled(deal, ordered, number):
        return None, hand, play
    counted = {id(each) for each in ordered[: number + 1]}  # two lines may be equal
    hand = [each for each in hand if id(each) in counted]
    return line.seat, hand, [each for each in play if id(each) in counted]


def _may_be_forestalled(deal: DealState, ordered: Sequence[Line], number: int) -> bool:
    """Return whether something may still count before line *number*,
    which is in hand and reaches the target.
    """
    line = ordered[number]
    rules = deal.rules
    if rules.target_order is Order.CHRONOLOGICAL:
        # of younger's calls all but a carte blanche follow elder's lead, and the point for that
        # lead comes first
        younger_calls = line.seat is YOUNGER and line.kind is not LineKind.CARTE_BLANCHE
        return younger_calls and not deal.play_begun
    return bool(_calls_before(deal, ordered, number)) or _rouge_may_forestall(deal, ordered, number)


def _rouge_may_forestall(deal: DealState, ordered: Sequence[Line], number: int) -> bool:
    """Return whether a carte rouge may still be shown that counts before line *number*: an
    opponent's, or the winner's own if that changes what is paid.
    """
    rules = deal.rules
    opponents = rules.opponents(ordered[number].seat)
    hand = ordered[: number + 1]
    matters = _changes_what_is_paid(deal, hand, Category.CARTE_BLANCHE)
    seats = rules.seats if matters else opponents
    return any(may_show_rouge(deal, seat, _class_at(ordered, number)) for seat in seats)


def race_awaits(deal: DealState) -> Sequence[Awaited]:
    """Return who must still decline further calls, before the race in hand is decided."""
    chronological = deal.rules.target_order is Order.CHRONOLOGICAL
    if deal.setting.before is None or deal.stopped is not None or chronological:
        return ()
    hand, play = _with_bonuses(deal)
    ordered = [*hand, *play]
    number = _reaches(deal, ordered)
    return () if number is None or number >= len(hand) else _calls_before(deal, ordered, number)


def _reaches(deal: DealState, ordered: Sequence[Line]) -> int | None:
    """Return the number of the line that brings a side to the target, or `None`."""
    before = deal.setting.before
    target = deal.setting.target
    assert before is not None
    assert target is not None
    totals = list(before)
    side_of = deal.rules.side_of
    for number, line in enumerate(ordered):
        side = side_of[line.seat]
        totals[side] += line.points
        if totals[side] >= target:
            return number
    return None


def _class_at(ordered: Sequence[Line], number: int) -> Category:
    """Return the class in which line *number*, in hand, is reckoned;
    a repique goes with the line that completes it.
    """
    if ordered[number].kind is LineKind.REPIQUE:
        number -= 1
    return ordered[number].category


def _calls_before(deal: DealState, ordered: Sequence[Line], number: int) -> Sequence[Awaited]:
    """Return what may still be called that changes what reckons before line *number*, which is in
    hand and reaches the target.
    """
    rules = deal.rules
    hand = ordered[: number + 1]
    reached = _class_at(ordered, number)
    winner = rules.side_of[hand[-1].seat]
    awaited: list[Awaited] = []
    # A call of another side may win that side the race, if it reckons before the line.
    earlier = [category for category in CALLED if reckons_before(rules, category, reached)]
    for seat in rules.opponents(hand[-1].seat):
        open_to = [category for category in earlier if deal.may_call_more(seat, category)]
        awaited += [Awaited(seat, category) for category in open_to]
    # The winner's own side wins with or without another call. One that reckons before the line, or
    # in its class before it because it is longer, reaches the target sooner: that matters only if
    # the loser then pays more or less.
    for seat in rules.seats:
        if rules.side_of[seat] != winner:
            continue
        for category in CALLED:
            if not deal.may_call_more(seat, category):
                continue
            is_sooner = category in earlier or _may_be_longer(deal, seat, category, hand)
            if is_sooner and _changes_what_is_paid(deal, hand, category):
                awaited.append(Awaited(seat, category))
    # A repique that is made before the line counts once nobody can bar it any more. Another side's
    # would win that side the race; the winner's own again only reaches the target sooner.
    for side in range(rules.sides):
        made = repique(rules, hand, side)
        if made is None:
            continue
        if side != winner or _changes_what_is_paid(deal, hand, hand[made].category):
            awaited += _calls_that_bar(deal, hand[made])
    return tuple(dict.fromkeys(awaited))


def _may_be_longer(deal: DealState, seat: Seat, category: Category, hand: Sequence[Line]) -> bool:
    """Return whether *seat* may call a longer run, or more of a kind,
    than the last claim of *hand*.
    """
    claim = _last_claim(hand)
    if claim is None or claim.category is not category:
        return False
    named = sum(entry.claim.length for entry in deal.categories[category].entries[seat])
    not_named = deal.most_cards(seat) - named
    longest = 4 if category is Category.SET else len(deal.rules.ranks)
    return claim.length < min(longest, not_named)


def _last_claim(hand: Sequence[Line]) -> Claim | None:
    """Return the claim of the last line of *hand* that scores for one; `None` if none does."""
    for line in reversed(hand):
        if "claim" in line.args and not line.is_equal:
            claim: Claim | None = line.args["claim"]
            return claim
    return None


def _changes_what_is_paid(deal: DealState, hand: Sequence[Line], category: Category) -> bool:
    """Return whether reaching the target with *hand* as early as in *category* changes what is
    paid.

    By the point it changes the margin; by the partie it lurches a loser whom only later lines save.
    """
    rules = deal.rules
    setting = deal.setting
    if not rules.pays_parties:
        return True
    if not rules.lurch:
        return False
    assert setting.before is not None
    assert setting.target is not None
    order = rules.order
    winner = rules.side_of[hand[-1].seat]
    now = list(setting.before)
    sooner = list(setting.before)
    for index, line in enumerate(hand):
        side = rules.side_of[line.seat]
        now[side] += line.points
        # what reckons later would not count any more
        if order.index(_class_at(hand, index)) < order.index(category):
            sooner[side] += line.points
    losers = [side for side in range(rules.sides) if side != winner]
    saved = half(setting.target)
    return min(sooner[side] for side in losers) < saved <= min(now[side] for side in losers)


def may_show_rouge(deal: DealState, seat: Seat, before: Category | None) -> bool:
    """Return whether *seat* may yet show a carte rouge, all its cards being named;
    if given, *before* that class.
    """
    if not deal.rules.carte_rouge or deal.play_begun or deal.rouge[seat] is not None:
        return False
    last = rouge_completed_by(deal, seat)
    if last is None or before is None:
        return last is not None
    return reckons_before(deal.rules, last.claim.category, before)


def gather(play: Sequence[Line]) -> list[Line]:
    """Return the lines of the play with each seat's of a kind gathered in one,
    divided only where a bonus falls.
    """
    together: defaultdict[tuple[Seat, Why], list[Line]] = defaultdict(list)
    for line in play:
        together[line.seat, line.why].append(line)
    found: list[Line] = []
    for (_, why), same in together.items():
        first = same[0]
        if first.kind in BONUSES:
            at = play.index(first)
            return [*gather(play[:at]), first, *gather(play[at + 1 :])]
        if first.kind in (LineKind.LEAD, LineKind.TRICK) and why is not Why.FIRST_LEAD:
            because = tuple(dict.fromkeys(chain.from_iterable([line.because for line in same])))
            args = {"count": len(same)}
            if "would" in first.args:
                args["would"] = sum([line.args["would"] for line in same])
            points = sum([line.points for line in same])
            found.append(first._replace(points=points, because=because, args=args))
        else:
            found += same
    found.sort(key=_in_score)
    return found


def _in_score(line: Line) -> tuple[int, Seat, bool]:
    """Sort the lines of the play by kind and seat; the first lead is the first that elder makes."""
    return _IN_ORDER[line.kind], line.seat, line.why is not Why.FIRST_LEAD


def counted_play(deal: DealState) -> list[Line]:
    """Return the lines of a play without bonuses as `gather` has them,
    each counted at once for all its tricks.
    """
    lines, earned = _earnings(deal.rules)
    causes: list[list[int]] = [[] for _ in lines]
    before = None
    for position, winner, tens in deal.tricks:
        for number in earned[before, winner, tens]:
            causes[number].append(position)
        before = winner
    found = []
    for line, positions in zip(lines, causes, strict=True):
        many = len(positions)
        if many:
            points = line.points * many
            because = tuple(positions[:1] if deal.quick_count else positions)
            args = line.args if line.why is Why.FIRST_LEAD else {"count": many}
            found.append(line._replace(points=points, because=because, args=args))
    return found + closing_lines(deal)


@lru_cache(maxsize=4096)
def _known_play(
    rules: Ruleset, setting: Setting, auction: Auction, *tricks: Trick, quick_count: bool
) -> list[Line]:
    """Return the lines of a play in which no hand is short, cached by the winners of its tricks.

    A page shows the count that follows if either player wins the next trick, and the next tap
    records one of the two. Many deals also begin with the same tricks.
    """
    deal = begin(rules, setting)
    deal.auction = auction
    deal.quick_count = quick_count
    deal.tricks = [*tricks]
    return counted_play(deal)


@lru_cache(maxsize=64)
def _earnings(
    rules: Ruleset,
) -> tuple[list[Line], Mapping[tuple[Seat | None, Seat, int], list[int]]]:
    """Return each line that a trick can earn, and which of them it does,
    by who won the one before, and it.
    """
    befores = (None, *rules.seats)
    of_trick = {
        (before, winner, tens): trick_lines(rules, before, Trick(0, winner, tens))
        for before, winner, tens in product(befores, rules.seats, range(3))
    }
    alike = {(line.seat, line.why): line for line in chain(*of_trick.values())}
    lines = sorted(alike.values(), key=_in_score)
    numbers = {(line.seat, line.why): number for number, line in enumerate(lines)}
    return lines, {
        trick: [numbers[each.seat, each.why] for each in earned]
        for trick, earned in of_trick.items()
    }


def running(rules: Ruleset, lines: Iterable[Line]) -> list[int]:
    """Return the count of each line's side, that line included."""
    counts = [0] * rules.sides
    side_of = rules.side_of
    found = []
    for line in lines:
        counts[side_of[line.seat]] += line.points
        found.append(counts[side_of[line.seat]])
    return found


def _with_counts(rules: Ruleset, lines: list[Line]) -> list[Line]:
    """Return the lines, each bonus with the count before what completes it (a repique's,
    after it) and after it.
    """
    counts = running(rules, lines)
    return [
        _with_count(line, after) if line.kind in BONUSES else line
        for line, after in zip(lines, counts, strict=True)
    ]


def _with_count(bonus: Line, after: int) -> Line:
    before = after - bonus.points - bonus.args["by"]
    return bonus._replace(args={**bonus.args, "before": before, "after": after})
