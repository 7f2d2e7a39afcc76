"""The play: tricks one by one, or a quick count where their order cannot matter.

Under the club count the lead and the winning card of a trick may count; under the count of captured
cards, both its cards.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

from .deal_state import DealState, Trick, unanswered
from .forms import Either, Field, Form, Maybe, Terminal, match, words
from .grammar import NUMBER, SEAT, refuse_seat
from .laws import Matter, Subject
from .lines import Line, LineKind
from .messages import Message, Text, with_values
from .reading import Reader, Unread
from .reasons import Refusal, Rule, Why, refuse
from .reckoning import OPENS, claim_points, hand_lines, trick_lines
from .ruleset import CardsToPique, PiqueSeat, Ruleset, TrickCount
from .scoring import pique, repique, score
from .seats import ELDER, TWO, YOUNGER, BySeat, Seat

ALL_COUNT = 2
"""The counting cards of a trick where every card counts."""


class CardsPlayed(NamedTuple):
    """The cards that each seat has played and that count, and that do not, as far as the tricks
    show.

    `either` is the tricks with one of each, where it is not known who played which.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    either: int


class PlayText(Text):
    """Tricks and counts of tricks, as they are spoken of."""

    TRICK = "trick to {who}"
    TRICK_COUNTING = "trick to {who}, {cards:words} counting"
    COUNT = "{elder}: {tricks:trick}, the last to {last}, {play} in play"
    COUNT_FIRST = (
        "{elder}: {tricks:trick}, {first:words} of them before {younger:’s} first, the last to "
        "{last}, {play} in play"
    )
    COUNT_FIRSTS = (
        "{elder}: {tricks:trick}, {first:words} to {most:words} of them before {younger:’s} first, "
        "the last to {last}, {play} in play"
    )
    COUNT_BOTH = "{elder}: {tricks:trick}, the last to {last}, {play} to {younger_play} in play"
    COUNT_BOTH_FIRST = (
        "{elder}: {tricks:trick}, {first:words} of them before {younger:’s} first, the last to "
        "{last}, {play} to {younger_play} in play"
    )
    COUNT_BOTH_FIRSTS = (
        "{elder}: {tricks:trick}, {first:words} to {most:words} of them before {younger:’s} first, "
        "the last to {last}, {play} to {younger_play} in play"
    )


class TrickRun(NamedTuple):
    """Tricks one after another with one winner, and how many cards of each count if that was
    said.
    """

    winner: Seat
    tricks: int
    tens: int | None


def _run(found: re.Match[str]) -> TrickRun:
    letter, tricks, tens = found.groups()
    return TrickRun(SEAT.known[letter], int(tricks or 1), None if tens is None else int(tens))


@dataclass(frozen=True, kw_only=True)
class RunTerminal(Terminal):
    """Tricks of a seat, which the ruleset must have."""

    def refused(self, rules: Ruleset, value: TrickRun) -> Message | None:
        return refuse_seat(rules, value.winner)


def _tricks(name: str, how_many: str) -> RunTerminal:
    pattern = re.compile(f"([eytf])({how_many})?(?::([0-2]))?")
    return RunTerminal(name=name, wanted=Unread.TRICKS, pattern=pattern, made=_run)


TRICKS = words("tricks")
RUN = _tricks("run", "[1-9][0-9]?|0[1-9]")
ONE_TRICK = _tricks("one trick", "0?1")


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The seat won the next trick.

    Where only cards of ten or better count, *tens* is how many of this trick do: under the club
    count the lead, and the winning card if the second player won; under the count of captured
    cards, both cards.
    """

    seat: Seat
    tens: int | None = None

    subject: ClassVar = Subject.COUNT
    forms: ClassVar = (Form(TRICKS, Field("run", ONE_TRICK)),)
    matters: ClassVar = (Matter.PLAY,)

    @property
    def written(self) -> str:
        return f"tricks {self.as_runs(1)}"

    def as_runs(self, tricks: int) -> str:
        """Write *tricks* such tricks as runs in the list of winners, each of at most 99."""
        tens = "" if self.tens is None else f":{self.tens}"
        return " ".join(
            f"{self.seat.letter}{min(99, tricks - begun)}{tens}" for begun in range(0, tricks, 99)
        )

    def message(self, names: BySeat[str]) -> Message:
        if self.tens is None:
            return PlayText.TRICK(who=names[self.seat])
        return PlayText.TRICK_COUNTING(who=names[self.seat], cards=self.tens)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[TrickTaken]:
        return (cls(seat, tens) for seat in rules.seats for tens in (None, 0, 1, 2))

    @classmethod
    def read_run(cls, reader: Reader) -> tuple[Self, int]:
        """Read a run of tricks with one winner, as in ``E5`` or ``Y2:1``;
        return one of them, and how many.
        """
        run = RUN.value(reader)
        return cls(run.winner, run.tens), run.tricks

    def refuse(self, deal: DealState) -> Refusal | None:
        if len(deal.tricks) >= deal.tricks_to_play:
            return refuse(Rule.DEAL_OVER, "hand")
        if deal.pending is not None:
            return unanswered(deal.pending)
        by = "trick_min_rank"
        if deal.rules.counts_every_card:
            return None if self.tens is None else refuse(Rule.NO_TENS, by)
        if self.tens is None:
            return refuse(Rule.SAY_TENS, by)
        only_lead_counts = deal.rules.trick_count is TrickCount.CLUB and self.seat is deal.leader
        most = 1 if only_lead_counts else 2
        if not 0 <= self.tens <= most:
            return refuse(Rule.TENS_LIMIT, by, most=most)
        return _refuse_beyond_pack(deal, Trick(0, self.seat, self.tens))

    def record(self, deal: DealState, position: int) -> None:
        tens = ALL_COUNT if self.tens is None else self.tens
        deal.tricks.append(Trick(position, self.seat, tens))


def _refuse_beyond_pack(deal: DealState, trick: Trick) -> Refusal | None:
    """Refuse a trick that needs more cards than the pack still has after the earlier ones."""
    rules = deal.rules
    by = "trick_min_rank"
    high, low, either = cards_played(rules, [*deal.tricks, trick])
    pack = len(rules.pack)
    counting = sum(card.rank >= rules.trick_min_rank for card in rules.pack)
    if sum(high) + either > counting:
        return refuse(Rule.TENS_IN_PACK, by, most=counting)
    if sum(low) + either > pack - counting:
        return refuse(Rule.PLAIN_IN_PACK, by, most=pack - counting)
    return None


def cards_played(rules: Ruleset, tricks: Sequence[Trick]) -> CardsPlayed:
    """Return what *tricks* show of the cards in them."""
    high = [0] * rules.players
    low = [0] * rules.players
    either = 0
    by_leads = rules.trick_count is TrickCount.CLUB
    if rules.counts_every_card or (not by_leads and rules.round_the_table):
        return CardsPlayed(tuple(high), tuple(low), either)

    def show(seat: Seat, *, is_high: bool) -> None:
        shown = high if is_high else low
        shown[seat] += 1

    leader = ELDER
    for _, winner, tens in tricks:
        if winner is not leader:
            # the suit was followed with a higher card: if one card counts, it is the winner's
            show(winner, is_high=tens > 0)
            show(leader, is_high=tens == 2)
        elif by_leads:
            # only the lead is counted, and what was played to it is not known
            show(leader, is_high=tens > 0)
        elif tens == 1:
            # the other card may be a higher one of another suit
            either += 1
        else:
            for seat in TWO:
                show(seat, is_high=tens > 0)
        leader = winner
    return CardsPlayed(tuple(high), tuple(low), either)


# When is a quick count enough? Let e and y be the tricks won, L_E and L_Y the leads each seat lost.
# Under the club count elder's play points are e + L_E, younger's y + L_Y, the winner of the last
# trick one more; and L_E - L_Y is 1 if younger won the last trick and 0 if elder did. So elder's
# tricks, the last trick and elder's points fix every lead and capture, but not their order. Where a
# pique, or the race to a target, depends on the order, the tricks that elder won before younger's
# first must be said too, or the tricks one by one. Who says that the play made a pique has not said
# how many these were, only that they were enough: so they may be said as the fewest and the most.


def _elders(found: re.Match[str]) -> int:
    return int(found[1])


def _one_or_two(found: re.Match[str]) -> tuple[int, int | None]:
    one, two = found.groups()
    return int(one), None if two is None else int(two)


ELDERS_TRICKS = Terminal(
    name="elder tricks",
    wanted=Unread.COUNT,
    pattern=re.compile("e([0-9]{1,2})"),
    made=_elders,
)
PLAY_POINTS = Terminal(
    name="play points",
    wanted=Unread.COUNT_PLAY,
    pattern=re.compile("([0-9]{1,3})(?:(?:-|–)([0-9]{1,3}))?"),
    made=_one_or_two,
)
FEWEST_MOST = Terminal(
    name="fewest and most",
    wanted=Unread.NUMBER,
    pattern=re.compile("([0-9]{1,2})(?:-|–)([0-9]{1,2})"),
    made=_one_or_two,
)


_LAST = words("last"), Field("last", SEAT)
_IN_PLAY = words("play"), Field("points", PLAY_POINTS)
_FIRST = Maybe(
    words("first"),
    Either(
        Form(Field("firsts", FEWEST_MOST)), Form(Field("first", NUMBER)), wanted=Unread.NUMBER()
    ),
)


class Split(NamedTuple):
    """The play without its order: tricks and leads lost,
    the last trick's winner, elder's first run.
    """

    elder: int
    elder_lost: int
    younger_lost: int
    last: Seat
    first: int


@dataclass(frozen=True, slots=True)
class TricksCounted:
    """The play in one statement.

    Attributes:
        elder: tricks elder won, 0 to 12.
        last: who won the last trick.
        play: elder's points in play, the last trick's extra point included.
        first: tricks elder won before younger's first, said only where a pique depends on it.
        younger_play: younger's, said only where they do not follow from elder's (cards of ten or
            better captured).
        first_most: the most that *first* may have been, which then is the least; more than it.
    """

    elder: int
    last: Seat
    play: int
    first: int | None = None
    younger_play: int | None = None
    first_most: int | None = None

    subject: ClassVar = Subject.COUNT
    matters: ClassVar = (Matter.PLAY,)
    forms: ClassVar = (
        Form(
            words("count"),
            Field("elder", ELDERS_TRICKS),
            *_LAST,
            *_IN_PLAY,
            _FIRST,
        ),
    )

    @property
    def seat(self) -> Seat:
        """The winner of the last trick; the count is nobody's alone."""
        return self.last

    @property
    def written(self) -> str:
        order = "" if self.first is None else f" first {self.first}"
        if self.first_most is not None:
            order += f"-{self.first_most}"
        points = str(self.play)
        if self.younger_play is not None:
            points += f"-{self.younger_play}"
        return f"count E{self.elder} last {self.last.letter} play {points}{order}"

    def message(self, names: BySeat[str]) -> Message:
        values = {
            "elder": names[ELDER],
            "younger": names[YOUNGER],
            "tricks": self.elder,
            "first": self.first,
            "most": self.first_most,
            "last": names[self.last],
            "play": self.play,
            "younger_play": self.younger_play,
        }
        is_alone = self.younger_play is None
        if self.first_most is not None:
            text = PlayText.COUNT_FIRSTS if is_alone else PlayText.COUNT_BOTH_FIRSTS
        elif self.first is not None:
            text = PlayText.COUNT_FIRST if is_alone else PlayText.COUNT_BOTH_FIRST
        else:
            text = PlayText.COUNT if is_alone else PlayText.COUNT_BOTH
        return with_values(text, values)

    def with_firsts(self, least: int, most: int) -> Self:
        """Return the count with from *least* to *most* of elder's tricks before younger's first."""
        return replace(self, first=least, first_most=None if least == most else most)

    def allows(self, first: int) -> bool:
        """Return whether *first* of elder's tricks may have come before younger's first."""
        if self.first is None:
            return True
        most = self.first if self.first_most is None else self.first_most
        return self.first <= first <= most

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return ()  # too many to list with the rest: see `legal_play`

    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        found = match(cls.forms, reader)
        if found is None:
            return None
        play, younger = found["points"]
        count = cls(
            found["elder"], found["last"], play, first=found.get("first"), younger_play=younger
        )
        return count.with_firsts(*sorted(found["firsts"])) if "firsts" in found else count

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_itself(deal, self)
        if refused is not None:
            return refused
        rules = deal.rules
        depends = pique_depends(deal, self)
        if depends and rules.trick_count is TrickCount.CAPTURED_CARDS:
            # elder's points do not say how the captured cards lie among the tricks
            return refuse(Rule.PIQUE_ONE_BY_ONE, "pique_bonus")
        racing = deal.setting.before is not None
        captures_matter = rules.trick_count is TrickCount.TWO_FOR_CAPTURE
        if not depends and not racing and not captures_matter:
            return None  # in whatever order, the tricks score the same
        splits = possible_splits(rules, self)
        # elder's pique may depend on how many tricks younger has before elder's first, which a
        # count has no words for
        younger_first = depends and rules.trick_count is TrickCount.LOST and self.first == 0
        if len(splits) == 1 and not racing and not younger_first:
            return None
        outcomes = {_outcome(deal, tricks_of_count(rules, split, self, 0)) for split in splits}
        if any(outcome.stops_early for outcome in outcomes):
            by = "stop_rule"
            return refuse(Rule.RACE_ONE_BY_ONE, by, target=deal.setting.target)
        if younger_first:
            outcomes |= {_outcome(deal, tricks) for tricks in _younger_first(deal, self)}
        if len(outcomes) == 1:
            return None
        if younger_first:
            return refuse(Rule.PIQUE_ONE_BY_ONE, "pique_bonus")
        return refuse(Rule.SAY_FIRST, "pique_bonus" if depends else "trick_count")

    def record(self, deal: DealState, position: int) -> None:
        split = possible_splits(deal.rules, self)[0]
        deal.quick_count = True
        deal.tricks = tricks_of_count(deal.rules, split, self, position)


def counts_by_first(deal: DealState, bare: TricksCounted) -> list[TricksCounted]:
    """Return the legal counts that say of *bare* what its score depends on: elder's tricks before
    younger's first, all numbers together that follow one another and score the same.
    """
    rules = deal.rules
    found: list[TricksCounted] = []
    scored = None
    for first in sorted({split.first for split in possible_splits(rules, bare)}):
        said = replace(bare, first=first)
        if said.refuse(deal) is not None:
            scored = None
            continue
        order = tricks_of_count(rules, possible_splits(rules, said)[0], said, 0)
        outcome = _outcome(deal, order)
        if outcome == scored:
            found[-1] = replace(found[-1], first_most=first)
        else:
            found.append(said)
        scored = outcome
    return found


def allows_quick_count(rules: Ruleset) -> bool:
    """Return whether a quick count is possible: not where each lead's rank scores."""
    return rules.counts_every_card or rules.trick_count is not TrickCount.CLUB


def split_of(winners: Sequence[Seat]) -> Split:
    """Return the split that an order of the tricks makes."""
    leaders = (ELDER, *winners)
    lost = [
        leader for leader, winner in zip(leaders, winners, strict=False) if leader is not winner
    ]
    return Split(
        elder=winners.count(ELDER),
        elder_lost=lost.count(ELDER),
        younger_lost=lost.count(YOUNGER),
        last=winners[-1],
        first=winners.index(YOUNGER) if YOUNGER in winners else len(winners),
    )


@lru_cache(maxsize=256)
def splits_from(hand: int, begun: tuple[Seat, ...]) -> frozenset[Split]:
    """Return every split of *hand* tricks that begin with the winners *begun*."""
    found = {split_of(begun)}
    for number in range(len(begun), hand):
        found = {_with_trick(split, number, winner) for split in found for winner in TWO}
    return frozenset(found)


def _with_trick(split: Split, number: int, winner: Seat) -> Split:
    """Return the *split* of *number* tricks with one more."""
    led_by_elder = split.last is ELDER
    is_lost = split.last is not winner
    only_elders = split.first == number
    return Split(
        elder=split.elder + (winner is ELDER),
        elder_lost=split.elder_lost + (is_lost and led_by_elder),
        younger_lost=split.younger_lost + (is_lost and not led_by_elder),
        last=winner,
        first=split.first + (only_elders and winner is ELDER),
    )


@lru_cache(maxsize=32)
def _orders(tricks: int) -> Mapping[Split, tuple[Seat, ...]]:
    """Return every split of *tricks* tricks, each with one order that makes it."""
    shorter = _orders(tricks - 1).values() if tricks > 1 else [()]
    longer = ((*order, winner) for order in shorter for winner in TWO)
    return {split_of(order): order for order in longer}


@lru_cache(maxsize=64)
def _splits(rules: Ruleset) -> Mapping[tuple[int, Seat], Mapping[Split, int]]:
    """Return every split by elder's tricks and the winner of the last,
    each with elder's points in play.
    """
    found: defaultdict[tuple[int, Seat], dict[Split, int]] = defaultdict(dict)
    earned = {
        (before, winner): _elders_points(rules, before, winner)
        for before in (None, *TWO)
        for winner in TWO
    }
    for split, order in _orders(rules.hand).items():
        play = sum(earned[each] for each in zip((None, *order), order, strict=False))
        if split.last is ELDER:
            play += rules.last_points
        found[split.elder, split.last][split] = play
    return found


def _elders_points(rules: Ruleset, before: Seat | None, winner: Seat) -> int:
    """Return what elder has for a trick, led by the winner of the one *before*."""
    lines = trick_lines(rules, before, Trick(0, winner, ALL_COUNT))
    return sum(line.points for line in lines if line.seat is ELDER)


@lru_cache(maxsize=4096)
def possible_splits(rules: Ruleset, said: TricksCounted) -> tuple[Split, ...]:
    """Return every split that fits *said*; where captured cards count,
    elder's points say nothing of it.
    """
    fits = rules.trick_count is TrickCount.CAPTURED_CARDS
    return tuple(
        split
        for split, play in _splits(rules).get((said.elder, said.last), {}).items()
        if (fits or play == said.play) and said.allows(split.first)
    )


def possible_plays(rules: Ruleset, elder: int, last: Seat) -> tuple[int, ...]:
    """Return the points in play that elder can have, low to high."""
    return tuple(sorted(set(_splits(rules).get((elder, last), {}).values())))


def tricks_of_count(
    rules: Ruleset, split: Split, said: TricksCounted, position: int
) -> list[Trick]:
    """Return tricks in an order that makes *split*,
    with captured cards spread over each seat's tricks.
    """
    if rules.trick_count is not TrickCount.CAPTURED_CARDS:
        won = [Trick(position, seat, ALL_COUNT) for seat in TWO]
        return [won[winner] for winner in _orders(rules.hand)[split]]
    left = {ELDER: said.play, YOUNGER: said.younger_play or 0}
    found = []
    for winner in _orders(rules.hand)[split]:
        tens = min(ALL_COUNT, left[winner])
        left[winner] -= tens
        found.append(Trick(position, winner, tens))
    return found


def _refuse_itself(deal: DealState, said: TricksCounted) -> Refusal | None:
    """Refuse a count that is impossible whatever was called before."""
    rules = deal.rules
    by = "trick_count"
    if deal.over:
        return refuse(Rule.DEAL_OVER, "hand")
    if deal.pending is not None:
        return unanswered(deal.pending)
    if not allows_quick_count(rules):
        return refuse(Rule.COUNT_ONE_BY_ONE, "trick_min_rank")
    if deal.tricks:
        return refuse(Rule.COUNT_BEGUN, by)
    if deal.tricks_to_play < rules.hand:
        return refuse(Rule.COUNT_SHORT_HAND, "Law 57")
    if not 0 <= said.elder <= rules.hand:
        return refuse(Rule.COUNT_TRICKS, "hand", most=rules.hand)
    captured = rules.trick_count is TrickCount.CAPTURED_CARDS
    if not captured and said.younger_play is None and possible_splits(rules, said):
        return _refuse_firsts(rules, said)
    possible = possible_plays(rules, said.elder, said.last)
    if not possible:
        return refuse(Rule.COUNT_LAST, by, seat=said.last)
    if captured:
        return _refuse_captured(deal, said)
    if said.younger_play is not None:
        return refuse(Rule.COUNT_YOUNGER, by, play=said.play, younger_play=said.younger_play)
    if said.play not in possible:
        return refuse(Rule.COUNT_PLAY, by, tricks=said.elder, play=said.play, possible=possible)
    return refuse(Rule.COUNT_FIRST, by, first=said.first)


def _refuse_captured(deal: DealState, said: TricksCounted) -> Refusal | None:
    """Refuse a count of captured cards that two to a trick, and the pack, do not allow."""
    rules = deal.rules
    younger = said.younger_play
    by = "trick_count"
    counting = 4 * sum(rank >= rules.trick_min_rank for rank in rules.ranks)
    out_of_play = len(rules.pack) - 2 * rules.hand
    tricks = rules.hand - said.elder
    last = [rules.last_points if said.last is seat else 0 for seat in TWO]
    if younger is None:
        return refuse(Rule.COUNT_BOTH, by)
    won = said.play - last[ELDER]
    lost = younger - last[YOUNGER]
    within = 0 <= won <= 2 * said.elder and 0 <= lost <= 2 * tricks
    if not within or not counting - out_of_play <= won + lost <= counting:
        return refuse(Rule.COUNT_YOUNGER, by, play=said.play, younger_play=younger)
    if not possible_splits(rules, said):
        return refuse(Rule.COUNT_FIRST, by, first=said.first)
    return _refuse_firsts(rules, said)


def _refuse_firsts(rules: Ruleset, said: TricksCounted) -> Refusal | None:
    """Refuse the fewest and the most tricks before younger's first if one of them cannot be, or if
    there are no others.
    """
    if said.first_most is None:
        return None
    by = "trick_count"
    every = possible_splits(rules, replace(said, first=None, first_most=None))
    possible = {split.first for split in every}
    for each in (said.first, said.first_most):
        if each not in possible:
            return refuse(Rule.COUNT_FIRST, by, first=each)
    if all(map(said.allows, possible)):
        return refuse(Rule.COUNT_ANY_FIRST, by, first=said.first, most=said.first_most)
    return None


def _younger_first(deal: DealState, said: TricksCounted) -> Iterator[list[Trick]]:
    """Yield the play of *said* for each length of younger's first run,
    on which elder's pique may depend.
    """
    younger = deal.rules.hand - said.elder
    last = int(said.last is ELDER)
    middle = said.elder - last
    for first in range(1, younger + 1):
        rest = younger - first
        if rest and not middle:
            continue  # younger's first run would be longer
        if said.elder and not rest and not last:
            continue  # elder would have the last trick
        order = [YOUNGER] * first + [ELDER] * middle + [YOUNGER] * rest + [ELDER] * last
        yield [Trick(0, winner, ALL_COUNT) for winner in order]


def pique_depends(deal: DealState, said: TricksCounted) -> bool:
    """Return whether the order of the tricks may decide a pique:
    it is made if all of a seat's points come first.
    """
    rules = deal.rules
    ten = rules.cards_points if rules.cards_to_pique is not CardsToPique.NEVER else 0
    most = said.play + ten + _most_in_hand(deal)
    if rules.pique_seat is PiqueSeat.ELDER and most < rules.pique_threshold:
        return False
    hand = hand_lines(deal)
    if repique(rules, hand, ELDER) is not None:
        return False
    if rules.pique_seat is PiqueSeat.EITHER:
        return True
    points = said.play + ten
    first = [Line(ELDER, points, LineKind.LEAD, (), Why.LEADS, args=OPENS)]
    return pique(rules, hand, first, ELDER) is not None


def _most_in_hand(deal: DealState) -> int:
    """Return what elder's hand would score if everything called were good:
    a bound that is soon found.
    """
    rules = deal.rules
    seat = deal.caller(ELDER)
    called = [
        claim_points(rules, entry.claim)
        for state in deal.categories.values()
        for entry in state.entries[seat]
    ]
    return sum(called) + len(deal.blanks[ELDER]) * rules.carte_blanche + rules.carte_rouge


class _Outcome(NamedTuple):
    """What an order of the tricks scores, and whether a race ends before the last of them."""

    lines: tuple[tuple[Seat, int, LineKind], ...]
    stops_early: bool


def _outcome(deal: DealState, tricks: list[Trick]) -> _Outcome:
    trial = deal.copy()
    trial.tricks = tricks
    scored = score(trial)
    lines = scored.lines
    stops_early = False
    if scored.stopped is not None:
        trial.setting = deal.setting._replace(before=None)
        whole = score(trial).lines
        in_the_play = len(hand_lines(deal)) < len(lines) < len(whole)
        stops_early = in_the_play and not _after_the_play(lines, whole)
    return _Outcome(tuple((line.seat, line.points, line.kind) for line in lines), stops_early)


def _after_the_play(lines: Sequence[Line], whole: Sequence[Line]) -> bool:
    """Return whether *lines* end with the cards, and leave out none of the play."""
    counting = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    played = sum(line.kind in counting for line in lines)
    all_played = sum(line.kind in counting for line in whole)
    return lines[-1].kind is LineKind.CARDS and played == all_played
