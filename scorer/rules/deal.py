"""A deal: the fold of a log of statements under a ruleset.

>>> from scorer.rules.presets import PORTLAND
>>> from scorer.rules.notation import parse_log
>>> said = "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good"
>>> log = parse_log(said, PORTLAND)
>>> deal = fold(PORTLAND, log).deal
>>> deal.score
BySeat(values=(94, 0))
>>> [(line.kind.value, line.points) for line in deal.lines]
[('point', 5), ('sequence', 15), ('set', 14), ('repique', 60)]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, cast

from .claims import Better, Category
from .deal_state import DealState, Setting
from .lines import Line, LineKind
from .reasons import LOG, Refusal, Rule, refuse
from .ruleset import Ruleset
from .scoring import score
from .seats import BySeat, Seat
from .sentences import IllegalStatement
from .sources import refusal_in_force
from .statements import (
    AFTER_THE_AUCTION,
    ANSWERS,
    BETWEEN_TWO,
    CORRECTIONS,
    Called,
    Inserted,
    Log,
    Spoken,
    Struck,
    effective,
    format_statement,
)
from .states import begin


class Phase(Enum):
    """How far a deal has come; three or four players call together."""

    AUCTION = "auction"
    EXCHANGE = "exchange"
    ELDER_CALLS = "elder’s calls"
    YOUNGER_CALLS = "younger’s calls"
    CALLS = "calls round the table"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """A deal up to the end of its log.

    Attributes:
        log: the statements as recorded, strikes included, up to the first that was refused. A
            strike anywhere in the log takes effect, so a log cut short may fold to another deal.
        lines: its score, in the order of reckoning; `score` is their points.
        pending: the category of elder's unanswered call.
        stopped: who reached the target, where a partie stops at once.
    """

    rules: Ruleset
    setting: Setting
    log: Log
    phase: Phase
    lines: tuple[Line, ...]
    score: BySeat[int]
    pending: Category | None
    stopped: Seat | None
    state: DealState = field(compare=False)

    def __repr__(self) -> str:
        said = "; ".join(map(format_statement, self.log))
        return f"<Deal {self.rules.id}, {self.phase.value}: {said or 'nothing said'}>"

    @property
    def is_over(self) -> bool:
        """Whether the play is over; a penalty may still be recorded."""
        return self.phase is Phase.OVER

    @property
    def tricks(self) -> BySeat[int]:
        """Tricks won by each seat so far, without the unplayed cards of a short hand."""
        won = [0] * self.rules.players
        for trick in self.state.tricks:
            won[trick.winner] += 1
        return BySeat(tuple(won))

    @property
    def carries_cards(self) -> bool:
        """Whether the deal is over and nobody won the ten for the cards."""
        won = any(line.kind in (LineKind.CARDS, LineKind.CAPOT) for line in self.lines)
        return self.is_over and not won

    def made_by(self, kind: LineKind) -> Seat | None:
        """Return who scores a repique, pique or capot; a deal has at most one of each."""
        return next((line.seat for line in self.lines if line.kind is kind and line.points), None)


class Folded(NamedTuple):
    """The legal part of a log as a deal, with the position of the first illegal statement
    and its refusal, if any.
    """

    deal: Deal
    position: int | None = None
    refusal: Refusal | None = None

    def require(self) -> Deal:
        """Return the deal, or raise `IllegalStatement` if a statement was refused."""
        if self.refusal is not None:
            raise IllegalStatement(self.refusal, self.position)
        return self.deal


ALONE = Setting()
"""The setting of a deal that belongs to no partie."""


def refusal(state: DealState, statement: Spoken) -> Refusal | None:
    """Return why *statement* may not follow in *state*, or `None` if it may."""
    rules = state.rules
    if state.stopped is not None and not _reckons_sooner(state, state.stopped, statement):
        return refuse(Rule.DEAL_OVER, "stop_rule")
    if statement.seat >= rules.players:
        return refuse(Rule.NO_SUCH_SEAT, "players", players=rules.players)
    if rules.round_the_table and isinstance(statement, BETWEEN_TWO):
        return refuse(Rule.FOR_TWO, "Cavendish, for two players", players=rules.players)
    if rules.auction and not state.auction.closed and isinstance(statement, AFTER_THE_AUCTION):
        return refuse(Rule.AUCTION_OPEN, "auction", seat=state.auction.turn)
    return statement.refuse(state)


def _reckons_sooner(state: DealState, winner: Seat, statement: Spoken) -> bool:
    """Return whether the winner's side calls what is reckoned before what won the race:
    its order is free.
    """
    rules = state.rules
    if not isinstance(statement, Called) or statement.seat in rules.opponents(winner):
        return False
    category = statement.claim.category
    later = rules.order[rules.order.index(category) + 1 :]
    partners = [seat for seat in rules.seats if seat not in rules.opponents(statement.seat)]
    for each in later:
        if each in state.categories:
            called = state.categories[each]
            if any(called.unrefuted(seat) for seat in partners):
                return True
    same_class = state.categories[category].unrefuted(statement.seat)
    return any(state.compare(statement.claim, entry.claim) is Better.YES for entry in same_class)


def fold(rules: Ruleset, log: Log, setting: Setting = ALONE) -> Folded:
    """Fold *log* up to the first statement that the rules refuse;
    corrections take effect from anywhere in it.
    """
    state = begin(rules, setting)
    if CORRECTIONS.isdisjoint(map(type, log)):
        return _record(rules, state, log, enumerate(cast("tuple[Spoken, ...]", log)))
    bad = _first_bad_correction(log)
    if bad is None:
        return _record(rules, state, log, effective(log))
    position, refused = bad
    refused = refusal_in_force(refused, rules)
    valid = log[:position]
    folded = _record(rules, state, valid, effective(valid))
    return Folded(folded.deal, position, refused) if folded.refusal is None else folded


def extend(deal: Deal, new: Log) -> Folded:
    """Fold *new* at the end of the log of *deal*, which stays as it is; the result is that of
    folding the whole log.

    *deal* was folded without a refusal. A correction in *new* may change any earlier statement:
    then all is folded.
    """
    log = deal.log + new
    begun = len(deal.log)
    if not CORRECTIONS.isdisjoint(map(type, new)):
        return fold(deal.rules, log, deal.setting)
    spoken = enumerate(cast("tuple[Spoken, ...]", new), begun)
    return _record(deal.rules, deal.state.copy(), log, spoken)


def _record(
    rules: Ruleset, state: DealState, log: Log, statements: Iterable[tuple[int, Spoken]]
) -> Folded:
    """Record *statements* in *state*, up to the first that the rules refuse;
    *log* has them all, by their positions.
    """
    race = state.setting.before is not None
    drop_surplus = state.setting.drop_surplus
    for position, statement in statements:
        refused = refusal(state, statement)
        if refused is not None:
            if drop_surplus and state.stopped is not None:
                continue
            in_force = refusal_in_force(refused, rules)
            return Folded(_deal(rules, state, log[:position]), position, in_force)
        if state.answered is not None and not isinstance(statement, ANSWERS):
            state.answered = None
        statement.record(state, position)
        if race:
            state.stopped = score(state).stopped
    return Folded(_deal(rules, state, log))


def _first_bad_correction(log: Log) -> tuple[int, Refusal] | None:
    """Return the first correction of a statement that is not earlier, or to another correction."""
    for position, statement in enumerate(log):
        if isinstance(statement, Struck):
            rule = Rule.NOTHING_TO_STRIKE
            said = statement.instead
        elif isinstance(statement, Inserted):
            rule = Rule.NO_SUCH_POSITION
            said = statement.statement
        else:
            continue
        if not 0 <= statement.position < position:
            return position, refuse(rule, LOG, number=statement.position + 1)
        if isinstance(said, (Struck, Inserted)):
            return position, refuse(Rule.STRIKE_FOR_STRIKE, LOG)
    return None


def _deal(rules: Ruleset, state: DealState, log: Log) -> Deal:
    scored = score(state)
    return Deal(
        rules=rules,
        setting=state.setting,
        log=log,
        phase=_phase(state),
        lines=scored.lines,
        score=BySeat(scored.points),
        pending=state.pending,
        stopped=scored.stopped,
        state=state,
    )


def _phase(state: DealState) -> Phase:
    if state.over:
        return Phase.OVER
    if state.rules.auction and not state.auction.closed:
        return Phase.AUCTION
    if state.tricks:
        return Phase.PLAY
    if state.rules.round_the_table:
        dealer = state.rules.dealer
        due = state.refuse_exchange(dealer) is None and state.exchanged[dealer] is None
        return Phase.EXCHANGE if due and not state.calls_begun else Phase.CALLS
    if state.younger_called:
        return Phase.YOUNGER_CALLS
    if state.elder_called or all(taken is not None for taken in state.exchanged):
        return Phase.ELDER_CALLS
    return Phase.EXCHANGE
