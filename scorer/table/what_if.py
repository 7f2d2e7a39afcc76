"""What would change the margin of a partie: points at the Rubicon,
another value of a statement, or other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import takewhile, zip_longest
from operator import ne
from typing import NamedTuple

from ..rules.cards import Rank
from ..rules.claims import PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal, extend, fold
from ..rules.findings import Finding
from ..rules.grammar import every_claim
from ..rules.legal import legal_play
from ..rules.partie import (
    DealRecord,
    Partie,
    PartieRecord,
    ScoredDeal,
    by_player,
    extend_partie,
    play_partie,
)
from ..rules.play import Split, possible_splits
from ..rules.reasons import Refusal, Rule, Settling
from ..rules.ruleset import RULE_FIELDS, Ends, Ruleset, TrickCount
from ..rules.seats import ELDER, YOUNGER
from ..rules.sentences import IllegalStatement
from ..rules.settlement import Settlement, settle, settle_target
from ..rules.statements import (
    REPLIES,
    Answer,
    Answered,
    Bid,
    Called,
    CarteBlancheShown,
    Declined,
    Doubled,
    Exchanged,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    Redoubled,
    Spoken,
    TricksCounted,
    TrickTaken,
    effective,
    format_statement,
)
from ..rules.versions import following
from .checking import finding
from .recording import points_in

# The Rubicon
#
# Only a partie of a fixed number of deals has one. Nothing is forecast: each figure is a settlement
# of possible totals.


EDGE = (-1, 0, 1)
"""Distances from the Rubicon at which the settlement is shown, in points."""


class Outlook(NamedTuple):
    """The settlement now, and for the player `behind`
    the Rubicon what they would lose at its `edge`.
    """

    now: Settlement
    behind: int | None
    edge: tuple[tuple[int, int], ...]
    next_point: tuple[int, int]


def outlook(partie: Partie) -> Outlook | None:
    """Return the outlook of a partie of deals that has begun; `None` for others."""
    rules = partie.record.rules
    if rules.ends is not Ends.DEALS or not partie.deals:
        return None
    totals = partie.totals
    point = partie.deals[-1].weight
    now = settle(rules, (totals[0], totals[1]))

    def gain(player: int, total: int) -> int:
        """Return what a player wins with this total; negative if the player pays."""
        won = for_first(settle(rules, _with(totals, player, total)))
        return won if player == 0 else -won

    held = (for_first(now), -for_first(now))
    first, second = (
        gain(player, total + point) - held[player] for player, total in enumerate(totals)
    )
    behind = 0 if totals[0] < totals[1] else 1
    edge: tuple[tuple[int, int], ...] = ()
    if rules.rubicon is not None and totals[behind] < rules.rubicon:
        edge = tuple(
            (mark, -gain(behind, mark)) for mark in (rules.rubicon + away for away in EDGE)
        )
    return Outlook(now, behind if edge else None, edge, (first, second))


def _with(totals: Sequence[int], player: int, total: int) -> tuple[int, int]:
    """Return the totals of two players with another total for one."""
    return (total, totals[1]) if player == 0 else (totals[0], total)


def for_first(settlement: Settlement | None) -> int:
    """Return what the first player wins; negative if the player pays."""
    if settlement is None or settlement.winner is None:
        return 0
    return settlement.points if settlement.winner == 0 else -settlement.points


class Cliff(NamedTuple):
    """The settlement with so many more points for a player, or fewer if negative:
    the least that matter.
    """

    player: int
    points: int
    settlement: Settlement


def cliffs(partie: Partie) -> tuple[Cliff, ...]:
    """Return how near a partie that is over came to another winner, the Rubicon, or a lurch;
    the nearest first.
    """
    rules = partie.record.rules
    now = partie.settlement
    if now is None or rules.sides > 2 or rules.parties_to_win > 1:
        return ()
    found = list[Cliff]()
    totals = partie.totals
    for player in (0, 1) if now.winner is None else (1 - now.winner,):
        mine = totals[player]
        theirs = totals[1 - player]
        at = partial(_with, totals, player)
        if rules.ends is Ends.DEALS:
            edge = rules.rubicon or 0
            marks = sorted({theirs + 1, *([edge] if mine < edge else [])})
            more = (Cliff(player, mark - mine, settle(rules, at(mark))) for mark in marks)
            found.append(next(each for each in more if each.settlement.winner is not None))
            if now.winner is not None and rules.rubicon is not None and mine >= edge:
                found.append(Cliff(player, edge - 1 - mine, settle(rules, at(edge - 1))))
        for step in now.steps:
            if step.settling in (Settling.LURCHED, Settling.NOT_LURCHED):
                mark = step.args["half"] - (not now.lurch)
                target = now.steps[0].args["target"]
                found.append(
                    Cliff(player, mark - mine, settle_target(rules, at(mark), 1 - player, target))
                )
    return tuple(sorted(found, key=lambda each: abs(each.points)))


# What a margin hinges on


FAR = 50
"""The most points by which a statement may move the margin and nothing hinges on it."""


class Change(NamedTuple):
    """Another value of a statement, and the settlement then, `None` if more deals were due.

    `instead` has the other statement and, if it is a call that was left out, its answer; nothing
    without the statement.
    """

    instead: Log
    settlement: Settlement | None


class Hinge(NamedTuple):
    """A statement that would change what a partie comes to;
    `line` counts what is current in its deal, from 0.
    """

    deal: int
    line: int
    said: Spoken
    changes: tuple[Change, ...]


class Hinges(NamedTuple):
    found: tuple[Hinge, ...]
    complete: bool


class _Tried(NamedTuple):
    """A deal with another value of one statement;
    `near` sorts by the points that differ, then by the words.
    """

    change: Change
    deal: Deal
    near: tuple[int, int]
    moved: int


A_CHECK = 4
"""The values tried in a race to a target that take as long as a claim check:
there each statement is scored.
"""


@lru_cache(maxsize=64)
def hinges(record: PartieRecord, most: int | None = None) -> Hinges:
    """Return every statement of a settled partie for which another value would change who wins, who
    crosses the Rubicon or is lurched, or the margin by more than `FAR` points.

    The rest of the deal stays as recorded, and one pack allows it. Of the values of a statement
    there are two: the one that changes the fewest points of the deal, and the one that moves the
    margin most.

    Args:
        most: the claim checks, of a millisecond or two, after which the rest is left out; see
            `A_CHECK`.
    """
    partie = play_partie(record)
    found = list[Hinge]()
    checks = 0.0
    for scored in partie.deals:
        for line, said, tried, raced in _tried(partie, scored):
            if most is not None and checks >= most:
                return Hinges(tuple(found), complete=False)
            checks += raced / A_CHECK
            changes = dict[object, Change]()
            for order in (
                sorted(tried, key=lambda each: each.near),
                sorted(tried, key=lambda each: -each.moved),
            ):
                for each in order:
                    checks += 1
                    if finding(each.deal) is not Finding.IMPOSSIBLE:
                        changes.setdefault(_outcome(each.change.settlement), each.change)
                        break
                else:
                    break
            if changes:
                found.append(Hinge(scored.number, line, said, tuple(changes.values())))
    return Hinges(tuple(found), complete=True)


def _outcome(settlement: Settlement | None) -> tuple[object, ...]:
    return () if settlement is None else settlement[:4]


def _tried(partie: Partie, scored: ScoredDeal) -> Iterator[tuple[int, Spoken, list[_Tried], int]]:
    """Yield the statements of a deal with their values that would matter, whether or not one pack
    allows them.

    The last number of each is that of its values, if the partie is a race that any statement may
    end.
    """
    deal = scored.deal
    now = partie.settlement
    if deal is None or now is None:
        return
    said = tuple(statement for _, statement in effective(deal.log))
    so_far = fold(deal.rules, (), deal.setting).deal
    settled = dict[object, tuple[Settlement | None, int] | None]()
    for line, was in enumerate(said):
        tried = []
        values = [*_values(so_far, was)]
        for instead in values:
            new: Log = () if instead is None else (instead,)
            rest = following(was, new, said[line + 1 :])
            if isinstance(was, Declined) and isinstance(instead, Called) and was.seat is ELDER:
                new = instead, Answered(YOUNGER, Answer.GOOD)
                rest = tuple(each for each in rest if each != Declined(YOUNGER, was.category))
            folded = extend(so_far, new + rest)
            changed = folded.deal
            if folded.refusal is not None or not changed.is_over:
                continue
            key = changed.score, changed.carries_cards, changed.stopped
            if key not in settled:
                settled[key] = _settled_with(partie, scored, changed)
            then = settled[key]
            if then is None:
                continue
            moved = abs(for_first(then[0]) - for_first(now))
            if moved > FAR or _crossing(then[0]) != _crossing(now):
                tried.append(
                    _Tried(Change(new, then[0]), changed, (then[1], _unlike(was, instead)), moved)
                )
        yield line, was, tried, len(values) if deal.setting.before is not None else 0
        so_far = extend(so_far, (was,)).require()


def _crossing(settlement: Settlement | None) -> tuple[object, ...]:
    return () if settlement is None else (settlement.winner, settlement.rubicon, settlement.lurch)


def _settled_with(
    partie: Partie, scored: ScoredDeal, deal: Deal
) -> tuple[Settlement | None, int] | None:
    """Return what the partie with *deal* instead comes to, and how many points differ;
    `None` if that is not legal.
    """
    points = by_player(deal.rules, partie.record.elder(scored.number), deal.score)
    deals = list(partie.deals)
    records = list(partie.record.deals)
    deals[scored.number] = replace(scored, deal=deal, points=points)
    records[scored.number] = DealRecord(deal.log)
    try:
        after = extend_partie(replace(partie, deals=tuple(deals)), tuple(records))
    except IllegalStatement:
        return None
    return after.settlement, sum(
        abs(one - other) for one, other in zip(points, scored.points, strict=True)
    )


def _unlike(was: Spoken, instead: Spoken | None) -> int:
    """Return in how many words two statements differ."""
    words = (() if each is None else format_statement(each).split() for each in (was, instead))
    return sum(ne(*pair) for pair in zip_longest(*words))


_TURN = (Bid, Passed, Doubled, Redoubled)


def _values(so_far: Deal, was: Spoken) -> Iterator[Spoken | None]:
    """Yield what may have been said instead of *was*, legal or not:
    another value of its kind, or `None`: nothing.
    """
    rules = so_far.rules
    if isinstance(was, TricksCounted):
        yield from legal_play(so_far)
        if rules.trick_count is TrickCount.CAPTURED_CARDS:
            yield replace(was, last=was.last.other)
            for number in range(len(rules.pack)):
                yield from (
                    replace(was, elder=number),
                    replace(was, play=number),
                    replace(was, younger_play=number),
                )
    elif isinstance(was, TrickTaken):
        yield from (
            each for each in TrickTaken.possible(rules) if (each.tens is None) == (was.tens is None)
        )
    elif isinstance(was, Called | Declined):
        bare = set[int]()
        for claim in every_claim(
            rules, was.claim.category if isinstance(was, Called) else was.category
        ):
            if not isinstance(claim, SetClaim):
                if claim.length in bare:
                    continue  # it scores the same with pips or a head
                if claim == type(claim)(claim.length):
                    bare.add(claim.length)
            yield Called(was.seat, claim)
        yield None
    elif not isinstance(was, Exchanged):
        kinds: tuple[type[Spoken], ...] = _TURN if isinstance(was, _TURN) else (type(was),)
        yield from (
            each for kind in kinds for each in kind.possible(rules) if each.seat is was.seat
        )
        yield None


# Under other rules


class Reading(NamedTuple):
    """One way in which other rules have it said;
    the deal with that, and what is left of it to read.
    """

    said: Log
    deal: Deal
    rest: tuple[Spoken, ...]

    @property
    def written(self) -> str:
        return "; ".join(map(format_statement, self.said)) or "nothing"


class Question(NamedTuple):
    """What other rules must know of a deal: which reading of a statement is true or,
    without readings, its points.
    """

    deal: int
    said: Spoken | None = None
    readings: tuple[Reading, ...] = ()


_SCORES_NOTHING = {
    Rule.ALREADY_STATED,
    Rule.ANSWERED_NOT_GOOD,
    Rule.BOUND_BY_CALL,
    Rule.CLASS_VOID,
    Rule.DEAL_OVER,
    Rule.DOES_NOT_EXCHANGE,
    Rule.ELDER_IS_GOOD,
    Rule.HAS_DECLINED,
    Rule.NO_SUCH_SET,
    Rule.NOTHING_ASKED,
    Rule.NOTHING_TO_ANSWER,
    Rule.NOT_LESSER,
    Rule.NOT_PLAYED,
    Rule.OMITTED,
    Rule.POINT_TOO_LOW,
    Rule.POINT_TOO_SHORT,
}
"""Why other rules refuse what scores nothing by them, so that it is left out."""


_NAMES = [each.name for each in RULE_FIELDS if not each.metadata["documentary"]]

_OF_A_PARTIE = {
    *_NAMES[_NAMES.index("ends") : _NAMES.index("parties_to_win") + 1],
    "stakes",
    "stake_rounding",
}
"""The rules that decide what a partie comes to with the points of its deals, and not these."""


def scores_alike(own: Ruleset, rules: Ruleset) -> bool:
    return all(
        getattr(own, name) == getattr(rules, name) for name in _NAMES if name not in _OF_A_PARTIE
    )


def under(
    played: Partie, rules: Ruleset, answers: Mapping[int, Sequence[str]] | None = None
) -> Partie | Question:
    """Score a partie by other *rules*, without what was said after its end; or return what must be
    known for that.

    Args:
        answers: for the number of a deal the reading that was chosen, as `written`, or the points
            of each side; what nobody asks for is passed over.
    """
    own = played.record.rules
    deals = tuple[DealRecord, ...]()
    begun = replace(played.record, rules=rules, deals=())
    partie = play_partie(begun, drop_surplus=True)
    for number, scored in enumerate(played.deals):
        if partie.is_over:
            break
        answer = (answers or {}).get(number, ())
        found = _deal(
            own,
            scored,
            fold(rules, (), partie.next_setting).deal,
            answer[0] if len(answer) == 1 else "",
        )
        asked = found if isinstance(found, Question) else Question(number)
        if asked is found and not asked.readings and not scored.is_over:
            break
        recorded = [found] if isinstance(found, DealRecord) else []
        points = points_in(answer, rules.sides)
        if points is not None and not asked.readings:
            recorded.append(DealRecord(scores=points))
        for each in recorded:
            try:
                partie = play_partie(replace(begun, deals=(*deals, each)), drop_surplus=True)
            except IllegalStatement:
                continue
            deals = (*deals, each)
            break
        else:
            return asked
    return partie


def _deal(own: Ruleset, scored: ScoredDeal, begun: Deal, answer: str) -> DealRecord | Question:
    """Read a deal by other rules, as it has *begun*; at most one question is asked about it."""
    number = scored.number
    if scored.deal is None:
        return (
            DealRecord(scores=scored.points) if scores_alike(own, begun.rules) else Question(number)
        )
    said = tuple(statement for _, statement in effective(scored.deal.log))
    read = _read(own, number, begun, said, answer)
    if isinstance(read, Deal):
        return DealRecord(read.log) if read.is_over or not scored.is_over else Question(number)
    settled = (
        isinstance(_read(own, number, each.deal, each.rest, ""), Deal) for each in read.readings
    )
    return read if all(settled) else Question(number)


def _read(
    own: Ruleset, number: int, deal: Deal, rest: tuple[Spoken, ...], answer: str | None
) -> Deal | Question:
    """Read the *rest* of a deal after *deal*, by the *answer* to its question,
    or by the first reading of all.
    """
    while rest:
        plain = rest
        if _counts_otherwise(own, deal.rules):
            plain = tuple(
                takewhile(lambda each: not isinstance(each, TrickTaken | TricksCounted), rest)
            )
        folded = extend(deal, plain)
        taken = len(plain) if folded.position is None else folded.position - len(deal.log)
        deal = folded.deal
        rest = rest[taken:]
        if not rest or deal.stopped is not None:
            break
        was = rest[0]
        rest = rest[1:]
        readings = [*_readings(own, deal, was, rest, folded.refusal)]
        if answer is not None and len(readings) > 1:
            readings = _different(own, number, readings)
        if answer is not None and len(readings) > 1:
            chosen = [each for each in readings if each.written == answer]
            if not chosen:
                return Question(number, was, tuple(readings))
            readings = chosen
            answer = ""
        if not readings:
            return Question(number)
        deal = readings[0].deal
        rest = readings[0].rest
    return deal


def _different(own: Ruleset, number: int, readings: list[Reading]) -> list[Reading]:
    """Return the *readings* with which the rest of the deal can be read;
    of those that score the same, one.
    """
    ends = [(_read(own, number, each.deal, each.rest, None), each) for each in readings]
    found = [
        ((end.score, end.stopped, end.carries_cards), each)
        for end, each in ends
        if isinstance(end, Deal)
    ]
    return [each for _, each in found][: None if len({score for score, _ in found}) > 1 else 1]


def _counts_otherwise(own: Ruleset, rules: Ruleset) -> bool:
    names = ("trick_count", "trick_min_rank", "first_lead", "last_points")
    return any(getattr(own, name) != getattr(rules, name) for name in names)


def _readings(
    own: Ruleset, deal: Deal, was: Spoken, rest: tuple[Spoken, ...], refusal: Refusal | None
) -> Iterator[Reading]:
    """Yield what may have been said in the place of *was*,
    which the rules of *deal* do not take as it is.
    """
    rules = deal.rules
    rule = None if refusal is None else refusal.rule
    may: Iterable[Spoken] = ()
    played = deal.is_over and isinstance(was, TricksCounted)
    if played or rule in _SCORES_NOTHING or isinstance(was, Declined):
        yield Reading((), deal, rest)
    elif (
        isinstance(was, Called)
        and not isinstance(was.claim, SetClaim)
        and rule in (Rule.SAY_PIPS, Rule.SAY_HEAD)
    ):
        claims = [
            each
            for each in every_claim(rules, was.claim.category)
            if not isinstance(each, SetClaim)
        ]
        claims = [each for each in claims if each.length == was.claim.length]
        for reply in takewhile(lambda each: isinstance(each, REPLIES), rest):
            if isinstance(reply, PipsSaid | HeadSaid):
                claims = [each for each in claims if _detail(each) == _detail(reply)]
        may = [Called(was.seat, each) for each in claims]
    elif isinstance(was, Exchanged):
        legal = (
            each
            for each in Exchanged.possible(rules)
            if each.seat is was.seat and each.refuse(deal.state) is None
        )
        may = sorted(legal, key=lambda each: abs(each.cards - was.cards))[:1]  # it scores nothing
    elif isinstance(was, CarteBlancheShown):
        yield Reading((), deal, rest)
        exchange = next(
            (
                at
                for at, each in enumerate(rest, 1)
                if isinstance(each, Exchanged) and each.seat is was.seat
            ),
            0,
        )
        if rule is Rule.BLANK_AFTER_EXCHANGE and exchange:
            yield Reading((was,), deal, (*rest[:exchange], was, *rest[exchange:]))
        if rule is Rule.BLANK_BEFORE_EXCHANGE:
            yield Reading((was,), fold(rules, (was, *deal.log), deal.setting).deal, rest)
    elif isinstance(was, TrickTaken):
        same = (own.trick_count, own.trick_min_rank) == (rules.trick_count, rules.trick_min_rank)
        may = (was,) if same else (TrickTaken(was.seat),)
    elif isinstance(was, TricksCounted):
        may = _counts(own, deal, was)
    for each in may:
        folded = extend(deal, (each,))
        if folded.refusal is None:
            yield Reading((each,), folded.deal, rest)


def _detail(said: PointClaim | SequenceClaim | PipsSaid | HeadSaid) -> int | Rank | None:
    return said.pips if isinstance(said, PointClaim | PipsSaid) else said.top


def _counts(own: Ruleset, deal: Deal, was: TricksCounted) -> tuple[TricksCounted, ...]:
    """Return every count of the same play by other rules;
    none if they need its tricks one by one, or its cards.
    """
    rules = deal.rules
    if rules.trick_count is TrickCount.CAPTURED_CARDS:
        return ()
    played = set(possible_splits(own, was))
    covered = set[Split]()
    found = []
    for count in legal_play(deal, was.elder):
        fits = played.intersection(possible_splits(rules, count))
        if count.last is was.last and fits:
            found.append(count)
            covered |= fits
    return tuple(found) if covered == played else ()
