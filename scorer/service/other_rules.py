"""
A partie under other rules.

What was said is read as other rules have it said: with the pips at once, or with their count of the play. What was not
entered is asked for if it makes a difference, with one question for a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..rules.cards import Rank
from ..rules.claims import PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal, extend, fold
from ..rules.grammar import every_claim
from ..rules.legal import legal_play
from ..rules.partie import DealRecord, Partie, PartieRecord, ScoredDeal, play_partie
from ..rules.play import Split, possible_splits
from ..rules.reasons import Refusal, Rule
from ..rules.ruleset import RULE_FIELDS, Ruleset, TrickCount
from ..rules.sentences import IllegalStatement
from ..rules.statements import (
    REPLIES,
    Called,
    CarteBlancheShown,
    Declined,
    Exchanged,
    HeadSaid,
    Log,
    PipsSaid,
    Spoken,
    TricksCounted,
    TrickTaken,
    effective,
    format_statement,
)


class Reading(NamedTuple):
    """One way in which other rules have it said; the deal with that, and what is left of it to read."""

    said: Log
    deal: Deal
    rest: tuple[Spoken, ...]

    @property
    def written(self) -> str:
        return "; ".join(map(format_statement, self.said)) or "nothing"


class Question(NamedTuple):
    """What other rules must know of a deal: which reading of a statement is true or, without readings, its points."""

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

_OF_A_PARTIE = {*_NAMES[_NAMES.index("ends") : _NAMES.index("parties_to_win") + 1], "stakes", "stake_rounding"}
"""The rules that decide what a partie comes to with the points of its deals, and not these."""


def scores_alike(own: Ruleset, rules: Ruleset) -> bool:
    """Return whether two rulesets score every deal alike."""
    return all(getattr(own, name) == getattr(rules, name) for name in _NAMES if name not in _OF_A_PARTIE)


def under(played: Partie, rules: Ruleset, answers: Mapping[int, Sequence[str]] | None = None) -> Partie | Question:
    """
    Score a partie by other *rules*, without what was said after its end; or return what must be known for that.

    Args:
        answers: for the number of a deal the reading that was chosen, as `written`, or the points of each side; what
            nobody asks for is passed over.
    """
    own, players, deals = played.record.rules, played.record.players, tuple[DealRecord, ...]()
    partie = play_partie(PartieRecord(rules, players), drop_surplus=True)
    for number, scored in enumerate(played.deals):
        if partie.is_over:
            break
        answer = (answers or {}).get(number, ())
        found = _deal(own, scored, fold(rules, (), partie.next_setting).deal, answer[0] if len(answer) == 1 else "")
        asked = found if isinstance(found, Question) else Question(number)
        if asked is found and not asked.readings and not scored.is_over:
            break
        told, points = [found] if isinstance(found, DealRecord) else [], points_in(answer, rules)
        if points is not None and not asked.readings:
            told.append(DealRecord(scores=points))
        for each in told:
            try:
                partie = play_partie(PartieRecord(rules, players, (*deals, each)), drop_surplus=True)
            except IllegalStatement:
                continue
            deals = (*deals, each)
            break
        else:
            return asked
    return partie


def points_in(answer: Sequence[str], rules: Ruleset) -> tuple[int, ...] | None:
    """Return the points of each side that an answer gives for a deal; `None` if it gives something else."""
    is_points = all(each.isascii() and each.isdecimal() and len(each) < 4 for each in answer)
    return tuple(map(int, answer)) if is_points and len(answer) == rules.sides else None


def _deal(own: Ruleset, scored: ScoredDeal, begun: Deal, answer: str) -> DealRecord | Question:
    """Read a deal by other rules, as it has *begun*; at most one question is asked about it."""
    number = scored.number
    if scored.deal is None:
        return DealRecord(scores=scored.points) if scores_alike(own, begun.rules) else Question(number)
    said = tuple(statement for _, statement in effective(scored.deal.log))
    read = _read(own, number, begun, said, answer)
    if isinstance(read, Deal):
        return DealRecord(read.log) if read.is_over or not scored.is_over else Question(number)
    settled = (isinstance(_read(own, number, each.deal, each.rest, ""), Deal) for each in read.readings)
    return read if all(settled) else Question(number)


def _read(own: Ruleset, number: int, deal: Deal, rest: tuple[Spoken, ...], answer: str | None) -> Deal | Question:
    """Read the *rest* of a deal after *deal*, by the *answer* to its question, or by the first reading of all."""
    while rest:
        plain = rest
        if _counts_otherwise(own, deal.rules):
            plain = tuple(takewhile(lambda each: not isinstance(each, TrickTaken | TricksCounted), rest))
        folded = extend(deal, plain)
        taken = len(plain) if folded.position is None else folded.position - len(deal.log)
        deal, rest = folded.deal, rest[taken:]
        if not rest or deal.stopped is not None:
            break
        was, rest = rest[0], rest[1:]
        readings = [*_readings(own, deal, was, rest, folded.refusal)]
        if answer is not None and len(readings) > 1:
            readings = _different(own, number, readings)
        if answer is not None and len(readings) > 1:
            chosen = [each for each in readings if each.written == answer]
            if not chosen:
                return Question(number, was, tuple(readings))
            readings, answer = chosen, ""
        if not readings:
            return Question(number)
        deal, rest = readings[0].deal, readings[0].rest
    return deal


def _different(own: Ruleset, number: int, readings: list[Reading]) -> list[Reading]:
    """Return the *readings* with which the rest of the deal can be read; of those that score the same, one."""
    ends = [(_read(own, number, each.deal, each.rest, None), each) for each in readings]
    found = [((end.score, end.stopped, end.carries_cards), each) for end, each in ends if isinstance(end, Deal)]
    return [each for _, each in found][: None if len({score for score, _ in found}) > 1 else 1]


def _counts_otherwise(own: Ruleset, rules: Ruleset) -> bool:
    names = ("trick_count", "trick_min_rank", "first_lead", "last_points")
    return any(getattr(own, name) != getattr(rules, name) for name in names)


def _readings(
    own: Ruleset, deal: Deal, was: Spoken, rest: tuple[Spoken, ...], refusal: Refusal | None
) -> Iterator[Reading]:
    """Yield what may have been said in the place of *was*, which the rules of *deal* do not take as it is."""
    rules, rule = deal.rules, None if refusal is None else refusal.rule
    may: Iterable[Spoken] = ()
    played = deal.is_over and isinstance(was, TricksCounted)
    if played or rule in _SCORES_NOTHING or isinstance(was, Declined):
        yield Reading((), deal, rest)
    elif isinstance(was, Called) and not isinstance(was.claim, SetClaim) and rule in (Rule.SAY_PIPS, Rule.SAY_HEAD):
        claims = [each for each in every_claim(rules, was.claim.category) if not isinstance(each, SetClaim)]
        claims = [each for each in claims if each.length == was.claim.length]
        for reply in takewhile(lambda each: isinstance(each, REPLIES), rest):
            if isinstance(reply, PipsSaid | HeadSaid):
                claims = [each for each in claims if _detail(each) == _detail(reply)]
        may = [Called(was.seat, each) for each in claims]
    elif isinstance(was, Exchanged):
        legal = (
            each for each in Exchanged.possible(rules) if each.seat is was.seat and each.refuse(deal.state) is None
        )
        may = sorted(legal, key=lambda each: abs(each.cards - was.cards))[:1]  # it scores nothing
    elif isinstance(was, CarteBlancheShown):
        yield Reading((), deal, rest)
        exchange = next(
            (at for at, each in enumerate(rest, 1) if isinstance(each, Exchanged) and each.seat is was.seat), 0
        )
        if rule is Rule.BLANK_AFTER_EXCHANGE and exchange:
            yield Reading((was,), deal, (*rest[:exchange], was, *rest[exchange:]))
        elif rule is Rule.BLANK_BEFORE_EXCHANGE:
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
    """Return every count of the same play by other rules; none if they need its tricks one by one, or its cards."""
    rules = deal.rules
    if rules.trick_count is TrickCount.CAPTURED_CARDS:
        return ()
    played, covered = set(possible_splits(own, was)), set[Split]()
    found = []
    for count in legal_play(deal, was.elder):
        fits = played.intersection(possible_splits(rules, count))
        if count.last is was.last and fits:
            found.append(count)
            covered |= fits
    return tuple(found) if covered == played else ()
