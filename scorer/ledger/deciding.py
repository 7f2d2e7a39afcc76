"""
What decides a round: the ranks that a member can have after it, and exactly which results give each, in words.

A result is what a member gains: what they receive, negative if they pay. Whether a rival is ahead follows from the
gains of the two, and changes only where their figures become level. So each gain has finitely many bands. For a member
with few rivals who may be ahead or behind, all combinations of bands are tried, and what is found holds for every
result in them. With more rivals each of them is tried alone: the rank is one more than the number of those ahead.
A forfeit is a result too.

Sonneborn-Berger, Rubicons, capots, points received and averages are not tried: if one of them would decide between
members who are level, that is what is found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import chain, combinations, product, takewhile
from operator import or_
from typing import NamedTuple

from ..rules.ruleset import Ruleset
from .results import Meeting, Result, Side, Tally, meeting_of, tally_of
from .standings import standings
from .terms import SeasonTerms, TieBreak

MOST_RIVALS = 4
"""The maximum number of rivals whose results are tried together."""

MOST_TERMS = 12
"""The maximum number of terms for all ranks of a member; a reader would not read more."""

COMPARED = (TieBreak.MATCH_POINTS, TieBreak.WON, TieBreak.POINTS, TieBreak.FEWER_PARTIES)
"""Tie-breaks of two members that follow from gains."""


class Margins(NamedTuple):
    """The winner of a partie receives from `least` to `most`; it may be drawn if there are `draws`."""

    least: int
    most: int
    draws: bool

    def allow(self, gain: int) -> bool:
        return self.least <= abs(gain) <= self.most or (gain == 0 and self.draws)


USUAL = 4
"""Margins up to this multiple of the least one are considered, even if none was so large yet."""


def margins_of(rules: Ruleset, forfeit_points: int, largest: int) -> Margins:
    """
    Return the margins of a partie or a forfeit that are considered; *largest* is the largest so far.

    >>> from scorer.rules.presets import PORTLAND
    >>> margins_of(PORTLAND, 150, 421)
    Margins(least=101, most=421, draws=True)
    """
    least = 1 if rules.pays_parties else rules.partie_bonus + 1  # who has one point more has won
    most = rules.parties_to_win + 1 if rules.pays_parties else USUAL * least
    forfeit = forfeit_points or least
    return Margins(min(least, forfeit), max(most, forfeit, largest), rules.deals is not None)


class Claim(NamedTuple):
    """
    That what a member gains, less what the member `over` gains if it is not 0, is from `low` to `high`.

    >>> [Claim(1, 2, 35, None).holds({1: 0, 2: gain}) for gain in (-35, -34)]
    [True, False]
    """

    member: int
    over: int
    low: int | None
    high: int | None

    def holds(self, gains: Mapping[int, int]) -> bool:
        figure = gains.get(self.member, 0) - gains.get(self.over, 0)
        return (self.low is None or figure >= self.low) and (self.high is None or figure <= self.high)


Term = tuple[Claim, ...]
"""Claims that must all hold; without any it always holds."""


class Possible(NamedTuple):
    """
    A rank that is given if no earlier one is and all claims of one of `terms` hold.

    If `by` is not `None`, that tie-break decides which of the ranks from `first` to `last` it is.
    """

    first: int
    last: int
    by: TieBreak | None
    terms: tuple[Term, ...]


class Rival(NamedTuple):
    """A member who may end ahead of another: what brings that about, and what leaves it to the tie-break `by`."""

    member: int
    ahead: tuple[Term, ...]
    level: tuple[Term, ...]
    by: TieBreak | None


class Given(NamedTuple):
    """The best and the worst rank if a claim holds."""

    claim: Claim
    best: int
    worst: int


class Outlook(NamedTuple):
    """
    The ranks that a member can have after a round.

    `ranks` are in order, with what gives each, or empty if that is too much to read: then the rank is one more than the
    number of those `ahead` in any case and of the `rivals` who end ahead, and `own` has the bounds for each own result.
    """

    member: int
    best: int
    worst: int
    ahead: tuple[int, ...]
    ranks: tuple[Possible, ...]
    rivals: tuple[Rival, ...]
    own: tuple[Given, ...] = ()


class Label(NamedTuple):
    """A rank, or those between which a tie-break decides that is not tried."""

    first: int
    last: int
    by: TieBreak | None = None


@dataclass(frozen=True)
class OpenRound:
    """A season before the rest of a round: its tallies and meetings, and the open fixtures, first player first."""

    terms: SeasonTerms
    margins: Margins
    tallies: Mapping[int, Tally]
    meetings: Mapping[tuple[int, int], Meeting]
    fixtures: tuple[tuple[int, int], ...]
    with_meetings: bool = True

    @cached_property
    def opponents(self) -> dict[int, int]:
        return dict(each for first, second in self.fixtures for each in ((first, second), (second, first)))

    @cached_property
    def order(self) -> tuple[TieBreak, ...]:
        """The tie-breaks that are tried: those before the first that does not follow from gains and meetings."""
        tried = {*COMPARED, *([TieBreak.HEAD_TO_HEAD] if self.with_meetings else [])}
        return tuple(takewhile(tried.__contains__, self.terms.order))

    @property
    def by(self) -> TieBreak | None:
        """The first tie-break that is not tried."""
        return next(iter(self.terms.order[len(self.order) :]), None)

    def outlook(self, member: int) -> Outlook:
        """Return what a member's rank can be after the round."""
        always, rivals = self.rivals(member)
        search = _Search(self, member, rivals, len(always))
        best, worst = search.bounds()
        if len(rivals) <= MOST_RIVALS:
            ranks = search.possible(MOST_TERMS)
            if ranks:
                return Outlook(member, ranks[0].first, max(each.last for each in ranks), always, ranks, ())
        of_two = replace(self, with_meetings=False)  # those of three who are level would count together
        alone = tuple(_Search(of_two, member, [each]).rival() for each in rivals)
        return Outlook(member, best, worst, always, (), alone, tuple(search.own_results()))

    def bounds(self, member: int) -> tuple[int, int]:
        """Return the best and the worst rank that a member can have after the round."""
        always, rivals = self.rivals(member)
        return _Search(self, member, rivals, len(always)).bounds()

    def rivals(self, member: int) -> tuple[tuple[int, ...], list[int]]:
        """Return who ends ahead of a member in any case, and who may."""
        search = _Search(self, member, ())
        found = {each: search.extremes(each) for each in self.tallies if each != member}
        always = tuple(each for each, extremes in found.items() if extremes == (1, 1))
        return always, [each for each, extremes in found.items() if extremes not in ((1, 1), (-1, -1))]

    def label(self, member: int, gains: Mapping[int, int], among: Collection[int]) -> Label:
        """Return the rank of a member *among* others if the players of their fixtures gain so much."""
        tallies, met = self.after(gains)
        some = {each: tallies[each] for each in (member, *among)}
        rows = standings(some, self.order, lambda _groups, among: met.items())
        row = next(each for each in rows if each.member == member)
        level = row.shared and self.by is not None
        return Label(row.rank, row.rank + len(row.why.level) - 1, self.by) if level else Label(row.rank, row.rank)

    def after(self, gains: Mapping[int, int]) -> tuple[dict[int, Tally], dict[tuple[int, int], Meeting]]:
        """Return the tallies and meetings after the fixtures whose gains are given."""
        tallies, met = dict(self.tallies), dict(self.meetings)
        for pair in (each for each in self.fixtures if each[0] in gains):
            gain = gains[pair[0]]
            result = Result((Side(0), Side(0)), None if gain == 0 else int(gain < 0), abs(gain))
            points = self.terms.match_points(result.winner)
            for player, member in enumerate(pair):
                tallies[member] += tally_of(result, player, points[player])
                both = member, pair[1 - player]
                met[both] = met.get(both, Meeting()) + meeting_of(result, player, points[player])
        return tallies, met


class _Signs(NamedTuple):
    """Who wins a fixture, seen from its first player, and which of its two players are ahead of a member in points."""

    won: int
    ahead: tuple[int, int]


@dataclass(slots=True)
class _Cell:
    """
    Results of a fixture of two others that are alike for a member: what the first player gains in one of them.

    `relations` is which of the two players are ahead of the member (1), level (0) or behind (-1), before meetings
    count; `signs` are those of all the results.
    """

    gain: int
    relations: tuple[int, int]
    signs: set[_Signs]


@dataclass(slots=True)
class _Band:
    """
    Results of a member that are alike, from `low` to `high`, and the cells of each other fixture.

    `relations` are those of the rivals who are in no such fixture.
    """

    low: int
    high: int
    relations: list[int]
    cells: list[list[_Cell]]


def _sign(figure: int) -> int:
    return (figure > 0) - (figure < 0)


class _Search:
    """What the results of a round are for one member and some rivals; *ahead* more are ahead in any case."""

    def __init__(self, before: OpenRound, member: int, rivals: Collection[int], ahead: int = 0) -> None:
        self.before, self.member, self.rivals, self.ahead = before, member, rivals, ahead
        self.opponent = before.opponents.get(member, 0)
        self.pairs = [pair for pair in before.fixtures if member not in pair and set(pair) & set(rivals)]
        self.others = [each for each in rivals if each not in chain(*self.pairs)]
        self.leads = {each: tally.balance - before.tallies[member].balance for each, tally in before.tallies.items()}
        order, margins = before.order, before.margins
        self.compared = [by for by in order if by in COMPARED]
        self.by_points = TieBreak.POINTS in order
        self.points_first = order[:1] == (TieBreak.POINTS,)
        before_meetings = len(list(takewhile(lambda by: by in COMPARED, order)))
        to_points = self.compared.index(TieBreak.POINTS) + 1 if self.by_points else len(self.compared)
        self.ends_of_figures = 1 + before_meetings, 1 + to_points
        self.ends = self._possible({sign * each for sign in (-1, 0, 1) for each in (margins.least, margins.most)})

    def _possible(self, gains: Iterable[int]) -> list[int]:
        return sorted(filter(self.before.margins.allow, gains))

    def _figures(self, member: int, gain: int) -> tuple[int, ...]:
        """Return what two members are compared by, higher first; the first is that they have played at all."""
        tally, terms = self.before.tallies[member], self.before.terms
        plays = member in self.before.opponents
        figures = {
            TieBreak.POINTS: tally.balance + gain,
            TieBreak.MATCH_POINTS: tally.score
            + plays * (terms.win if gain > 0 else terms.loss if gain else terms.draw),
            TieBreak.WON: tally.won + (gain > 0),
            TieBreak.FEWER_PARTIES: -tally.parties - plays,
        }
        return (int(plays or tally.parties > 0), *(figures[by] for by in self.compared))

    def _relations(self, other: int, gain: int, own: tuple[int, ...]) -> tuple[int, int]:
        """Return whether another is ahead before meetings count, and whether by all tie-breaks up to points."""
        figures = self._figures(other, gain)
        first, second = ((figures[:end] > own[:end]) - (figures[:end] < own[:end]) for end in self.ends_of_figures)
        return first, second

    def extremes(self, other: int) -> tuple[int, int]:
        """Return whether another is ahead if the member gains most and the other least, and the other way round."""
        least, most = self.ends[0], self.ends[-1]
        found = []
        for own, gain in ((most, least), (least, most)):
            figures = self._figures(self.member, own if self.opponent else 0)
            found.append(self._relations(other, gain if other in self.before.opponents else 0, figures)[0])
        return found[0], found[1]

    def bounds(self, low: int | None = None, high: int | None = None) -> tuple[int, int]:
        """
        Return the best and the worst rank if the member gains *low* to *high*, or whatever they gain.

        That is as if meetings could decide between those who are level either way.
        """
        least, most = (self.ends[0], self.ends[-1]) if low is None or high is None else (low, high)
        good, bad = (self._bands([each if self.opponent else 0])[0] for each in (most, least))
        behind = (-1,) if self.before.by or TieBreak.HEAD_TO_HEAD in self.before.order else (-1, 0)
        ahead = good.relations.count(1) + sum(min(each.relations.count(1) for each in cells) for cells in good.cells)
        not_behind = [max(sum(each not in behind for each in cell.relations) for cell in cells) for cells in bad.cells]
        worst = sum(not_behind) + sum(each not in behind for each in bad.relations)
        return 1 + self.ahead + ahead, 1 + self.ahead + worst

    def own_results(self) -> Iterator[Given]:
        """Yield the bounds for a win, a draw and a loss, if the member plays."""
        least, most, draws = self.before.margins
        own = [(least, most), *([(0, 0)] if draws else []), (-most, -least)] if self.opponent else []
        for low, high in own:
            yield Given(Claim(self.member, 0, low, high), *self.bounds(low, high))

    def possible(self, most: int) -> tuple[Possible, ...]:
        """Return the possible ranks, best first, with what gives each; none if that takes more than *most* terms."""
        found: list[Possible] = []
        for each in _possible(self, self._bands(self._own_gains()), most):
            found.append(each)
            if sum(len(rank.terms) for rank in found) > most:
                return ()
        return tuple(found)

    def rival(self) -> Rival:
        """Return what brings the only rival ahead, or level."""
        ranks = _possible(self, self._bands(self._own_gains()))
        found = {(each.first, each.last): each.terms for each in ranks}
        (rival,) = self.rivals
        return Rival(rival, found.get((2, 2), ()), found.get((1, 2), ()), self.before.by)

    def label(self, band: _Band, cells: Sequence[_Cell]) -> Label:
        relations = [each for cell in cells for each in cell.relations] + band.relations
        rank = 1 + relations.count(1)
        label = Label(rank, rank)
        if 0 in relations:
            gains = {first: cell.gain for (first, _), cell in zip(self.pairs, cells, strict=True)}
            label = self.before.label(
                self.member, gains | {self.member: band.low, self.opponent: -band.low}, self.rivals
            )
        return Label(self.ahead + label.first, self.ahead + label.last, label.by)

    def _bands(self, gains: Sequence[int]) -> list[_Band]:
        """Return the bands of these results of the member's own, lowest first."""
        found: list[_Band] = []
        last: object = None
        for own in gains:
            figures = self._figures(self.member, own)
            of_opponent = {self.opponent: -own}
            relations = [self._relations(each, of_opponent.get(each, 0), figures) for each in self.others]
            fixtures = [self._cells(pair, own, figures) for pair in self.pairs]
            kind = _sign(own), relations, [list(cells) for cells in fixtures]
            if kind == last:
                found[-1].high = own
                for cells, more in zip(found[-1].cells, fixtures, strict=True):
                    for cell, also in zip(cells, more.values(), strict=True):
                        cell.signs |= also.signs
                continue
            last = kind
            found.append(_Band(own, own, [each for each, _ in relations], [list(each.values()) for each in fixtures]))
        return found

    def _own_gains(self) -> list[int]:
        """Return what the member can gain: one result at least of each band, with its first and its last."""
        if not self.opponent:
            return [0]
        twice: set[int] = set()
        if self.by_points:
            twice = {self.leads[each] * (1 if each == self.opponent else 2) for each in self.others}
            for first, second in self.pairs:
                twice.add(self.leads[first] + self.leads[second])
                twice |= {2 * (self.leads[each] + end) for each in (first, second) for end in (0, *self.ends)}
        return self._possible({*self.ends, *(each // 2 + near for each in twice for near in (-1, 0, 1, 2))})

    def _cells(self, pair: tuple[int, int], own: int, figures: tuple[int, ...]) -> dict[object, _Cell]:
        """Return the cells of a fixture of others if the member gains *own*, each with what sets it apart."""
        near: set[int] = set()
        if self.by_points:
            level = own - self.leads[pair[0]], self.leads[pair[1]] - own
            near = {each + by for each in level for by in (-1, 0, 1)}
        found: dict[object, _Cell] = {}
        for gain in self._possible({*self.ends, *near}):
            of_both = [self._of_rival(each, by, own, figures) for each, by in zip(pair, (gain, -gain), strict=True)]
            relations = of_both[0][0], of_both[1][0]
            by_points = self.points_first and 0 not in relations
            key = relations if by_points else (_sign(gain), *(each[:2] for each in of_both))
            signs = _Signs(_sign(gain), (of_both[0][2], of_both[1][2]))
            found.setdefault(key, _Cell(gain, relations, set())).signs.add(signs)
        return found

    def _of_rival(self, other: int, gain: int, own: int, figures: tuple[int, ...]) -> tuple[int, int, int]:
        """Return the relations of another to the member, and whether they are ahead in points; behind if no rival."""
        if other not in self.rivals:
            return -1, -1, -1
        return *self._relations(other, gain, figures), _sign(gain - own + self.leads[other])

    def in_points(self, other: int, low: int | None, high: int | None) -> Claim:
        """Return the claim that another is ahead of the member by *low* to *high* points after the round."""
        low, high = (each if each is None else each - self.leads[other] for each in (low, high))
        if self.opponent:
            return Claim(other, self.member, low, high)
        first = next((first for first, second in self.pairs if second == other), 0)
        return Claim(first, 0, _minus(high), _minus(low)) if first else Claim(other, 0, low, high)


def _minus(figure: int | None) -> int | None:
    return None if figure is None else -figure


class _Test(NamedTuple):
    """A claim, and the combinations in which it may hold and in which it must."""

    claim: Claim
    may: int
    must: int


def _possible(search: _Search, bands: Sequence[_Band], most: int = 0) -> Iterator[Possible]:
    """
    Yield the possible ranks, best first.

    With *most*, the search stops after that number of terms, and a term may also hold where an earlier rank is given.
    """
    labels: dict[Label, int] = {}
    in_band = [0] * len(bands)
    in_cell: dict[int, int] = {}
    bit = 1
    for number, band in enumerate(bands):
        for cells in product(*band.cells):
            label = search.label(band, cells)
            labels[label] = labels.get(label, 0) | bit
            in_band[number] |= bit
            for cell in cells:
                in_cell[id(cell)] = in_cell.get(id(cell), 0) | bit
            bit <<= 1
    tests = _distinct([*_own_tests(search, bands, in_band), *_other_tests(search, bands, in_cell)], bit - 1)
    left = bit - 1
    for label, wanted in sorted(labels.items(), key=lambda each: each[0][:2]):
        unwanted = (left if most and label.by is None else bit - 1) & ~wanted
        left &= ~wanted
        yield Possible(*label, _cover(tests, wanted, unwanted, most))


def _own_tests(search: _Search, bands: Sequence[_Band], in_band: Sequence[int]) -> Iterator[_Test]:
    upwards = downwards = sum(in_band)
    for band, lower, mask in zip(bands[1:], bands, in_band, strict=False):
        upwards &= ~mask
        yield _Test(Claim(search.member, 0, band.low, None), upwards, upwards)
        yield _Test(Claim(search.member, 0, None, lower.high), downwards & ~upwards, downwards & ~upwards)


def _other_tests(search: _Search, bands: Sequence[_Band], in_cell: Mapping[int, int]) -> Iterator[_Test]:
    for number, pair in enumerate(search.pairs):
        first = pair[0]
        cells = [cell for band in bands for cell in band.cells[number]]

        def test(claim: Claim, holds: Callable[[_Signs], bool], cells: Sequence[_Cell] = cells) -> _Test:
            may = must = 0
            for cell in cells:
                found = {holds(each) for each in cell.signs}
                may |= in_cell[id(cell)] * (True in found)
                must |= in_cell[id(cell)] * (False not in found)
            return _Test(claim, may, must)

        yield test(Claim(first, 0, 1, None), lambda signs: signs.won == 1)
        yield test(Claim(first, 0, None, -1), lambda signs: signs.won == -1)
        yield test(Claim(first, 0, None, 0), lambda signs: signs.won < 1)
        yield test(Claim(first, 0, 0, None), lambda signs: signs.won > -1)
        for player, member in enumerate(pair if search.by_points else ()):
            for low, high, allowed in SIDES if member in search.rivals else ():
                yield test(search.in_points(member, low, high), partial(_is_ahead, player, allowed))


def _is_ahead(player: int, allowed: Sequence[int], signs: _Signs) -> bool:
    return signs.ahead[player] in allowed


SIDES = ((1, None, (1,)), (None, -1, (-1,)), (0, None, (0, 1)), (None, 0, (-1, 0)))
"""What may be said of two members' points after a round: by how many one is ahead, and the signs of that."""


def _distinct(tests: Iterable[_Test], everything: int) -> list[_Test]:
    """Return the tests that are not always the same; of two that hold alike the first."""
    found = {(each.may, each.must): each for each in reversed(list(tests)) if each.may and each.must != everything}
    return list(reversed(found.values()))


def _cover(tests: Sequence[_Test], wanted: int, unwanted: int, most: int) -> tuple[Term, ...]:
    """
    Return terms, few and short, that hold in all *wanted* combinations and in none that is *unwanted*.

    If these are more than *most*, and that is not 0, the last ones are left out.
    """
    chosen: list[tuple[int, tuple[_Test, ...]]] = []
    uncovered = wanted
    while uncovered and not len(chosen) > most > 0:
        seed = uncovered & -uncovered
        term = _term([each for each in tests if each.must & seed], uncovered, unwanted)
        covered = wanted
        for each in term:
            covered &= each.must
        chosen.append((covered, term))
        uncovered &= ~covered
    for one in list(chosen):
        others = [each for each in chosen if each is not one]
        chosen = chosen if one[0] & ~reduce(or_, (covered for covered, _ in others), 0) else others
    return tuple(_merged(term) for _, term in sorted(chosen, key=lambda each: len(each[1])))


LONGEST = 3
"""The longest terms that are searched for; where none suffices, all claims that hold are reduced to those needed."""


def _term(tests: Sequence[_Test], wanted: int, unwanted: int) -> tuple[_Test, ...]:
    """Return the shortest term that excludes what is *unwanted*; of several the one that holds most often."""

    def excludes(term: Iterable[_Test]) -> bool:
        rest = unwanted
        for each in term:
            rest &= each.may
        return not rest

    def covers(term: Iterable[_Test]) -> int:
        rest = wanted
        for each in term:
            rest &= each.must
        return rest.bit_count()

    for size in range(LONGEST + 1):
        found = [term for term in combinations(tests, size) if excludes(term)]
        if found:
            return max(found, key=covers)
    left = list(tests)
    for each in sorted(tests, key=lambda test: test.must.bit_count()):  # what seldom holds is left out first
        without = [other for other in left if other is not each]
        left = without if excludes(without) else left
    return tuple(left)


def _merged(term: Iterable[_Test]) -> Term:
    """Return the claims of a term, one for each gain."""
    found: dict[tuple[int, int], Claim] = {}
    for each in term:
        claim = each.claim
        before = found.get(claim[:2], claim)
        lows = [low for low in (before.low, claim.low) if low is not None]
        highs = [high for high in (before.high, claim.high) if high is not None]
        found[claim[:2]] = Claim(*claim[:2], max(lows, default=None), min(highs, default=None))
    return tuple(found.values())


# In words


def ordinal(number: int) -> str:
    """
    Format a rank in a sentence.

    >>> [ordinal(each) for each in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def ranks_words(first: int, last: int) -> str:
    """
    Format a rank, or several from which it is one.

    >>> ranks_words(1, 1), ranks_words(1, 2), ranks_words(1, 3)
    ('1st', '1st or 2nd', '1st to 3rd')
    """
    words = f"{ordinal(first)} {'or' if last == first + 1 else 'to'} {ordinal(last)}"
    return ordinal(first) if first == last else words


def _by(by: TieBreak) -> str:
    return f"by {by.value.split(',')[0]}"


class Wording(NamedTuple):
    """
    How the claims of a round are said: to `reader`, who is called *you*, or to nobody if that is 0.

    A defeat of the reader or of the `subject` is said of them, of others as a victory of their opponent.

    >>> said = Wording({1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan"}, 1, {1: 2, 2: 1, 3: 4, 4: 3}, Margins(101, 400, True))
    >>> for claim in (Claim(1, 0, 134, None), Claim(1, 0, None, -101), Claim(3, 0, 1, None), Claim(3, 1, 35, None)):
    ...     print(said.claim(claim))
    you beat Ben by 134 or more
    you lose to Ben
    Cat beats Dan
    Cat gains 35 or more on you
    """

    names: Mapping[int, str]
    reader: int
    opponents: Mapping[int, int]
    margins: Margins
    subject: int = 0

    def ranks(self, outlook: Outlook) -> list[str]:
        """Return a sentence for each rank of an outlook that has them."""
        own = self._replace(subject=outlook.member)
        return [own._rank(number, each) for number, each in enumerate(outlook.ranks)]

    def _rank(self, number: int, possible: Possible) -> str:
        rank = ranks_words(possible.first, possible.last) + (f" ({_by(possible.by)})" if possible.by else "")
        if possible.terms == ((),):
            return f"Otherwise {rank}." if number else f"{rank}, whatever the results."
        return f"{f'Otherwise {rank}' if number else rank} if {self.terms(possible.terms)}."

    def own(self, outlook: Outlook) -> list[str]:
        """Return what each of a member's own results leaves possible."""
        own = self._replace(subject=outlook.member)
        return [f"{ranks_words(each.best, each.worst)} if {own.claim(each.claim)}." for each in outlook.own]

    def rival(self, rival: Rival) -> str:
        """Return what brings a rival ahead, or level."""
        found = [f"Ahead if {self.terms(rival.ahead)}."] if rival.ahead else []
        if rival.by and rival.level:
            found.append(
                f"{'It' if rival.level == ((),) else f'If {self.terms(rival.level)}, it'} goes {_by(rival.by)}."
            )
        return " ".join(found)

    def terms(self, terms: Sequence[Term]) -> str:
        return ", or if ".join(" and ".join(self.claim(each) for each in term) for term in terms)

    def claim(self, claim: Claim) -> str:
        if claim.over:
            return self._gains(claim)
        least, most = self.margins.least, self.margins.most
        low, high = (-most if claim.low is None else claim.low), (most if claim.high is None else claim.high)
        if low > 0 or (low > -least and not self.margins.draws):
            return self._beats(claim.member, max(low, least), high)
        if high < 0 or (high < least and not self.margins.draws):
            return self._loses(claim.member, max(-high, least), -low)
        if low > -least and high < least:
            return self._does(claim.member, "draw with", "draws with", "")
        found = [self._does_not_lose(claim.member, -low if low <= -least else 0)] if low > -most else []
        found += [self._does_not_beat(claim.member, high if high >= least else 0)] if high < most else []
        return " and ".join(found)

    def _beats(self, member: int, low: int, high: int) -> str:
        return self._does(member, "beat", "beats", self._by_how_much(low, high))

    def _loses(self, member: int, low: int, high: int) -> str:
        if member in (self.reader, self.subject):
            return self._does(member, "lose to", "loses to", self._by_how_much(low, high))
        return self._beats(self.opponents[member], low, high)

    def _does_not_beat(self, member: int, more_than: int) -> str:
        return self._does(member, "do not beat", "does not beat", f" by more than {more_than}" if more_than else "")

    def _does_not_lose(self, member: int, more_than: int) -> str:
        if member in (self.reader, self.subject):
            how = f" by more than {more_than}" if more_than else ""
            return self._does(member, "do not lose to", "does not lose to", how)
        return self._does_not_beat(self.opponents[member], more_than)

    def _by_how_much(self, low: int, high: int) -> str:
        least, most = self.margins.least, self.margins.most
        if high >= most:
            return f" by {low} or more" if low > least else ""
        if low == high:
            return f" by exactly {low}"
        return f" by {high} or less" if low <= least else f" by {low} to {high}"

    def _does(self, member: int, verb: str, verbs: str, how: str) -> str:
        said = verb if member == self.reader else verbs
        return f"{self._name(member)} {said} {self._name(self.opponents[member])}{how}"

    def _gains(self, claim: Claim) -> str:
        low, high, one, other = claim.low, claim.high, claim.member, claim.over
        if high is not None and (low is None or low < 0):
            low, high, one, other = -high, None if low is None else -low, other, one
        assert low is not None
        if high is None and low > 0:
            return self._gain(one, other, f"{low} or more")
        if high is None:
            return self._gain(other, one, f"no more than {-low}" if low else "nothing")
        if low == high:
            return self._gain(one, other, f"exactly {low}" if low else "as much as they gain")
        return self._gain(one, other, f"{low} to {high}")

    def _gain(self, one: int, other: int, how_much: str) -> str:
        verb = "gain" if one == self.reader else "gains"
        return f"{self._name(one)} {verb} {how_much} on {self._name(other)}"

    def _name(self, member: int) -> str:
        return "you" if member == self.reader else self.names[member]
