"""A partie: who sits where in each deal, its deals in order, the totals and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .deal import Deal, Folded, extend, fold
from .deal_state import Setting
from .reasons import Rule, refuse
from .ruleset import CardsTie, Ends, Ruleset, StopRule
from .seats import BySeat, Player
from .sentences import IllegalStatement
from .settlement import Settlement, settle, settle_series, settle_target
from .statements import Log
from .words import listed


def seating(players: tuple[Player, ...], number: int) -> BySeat[Player]:
    """Return who sits where in deal *number*, counted from 0: each deal the next player is elder."""
    first = number % len(players)
    return BySeat((*players[first:], *players[:first]))


def by_player(rules: Ruleset, number: int, points: BySeat[int]) -> tuple[int, ...]:
    """Return the points of deal *number* by player, or by side, in the order of the partie."""
    sums = [0] * rules.sides
    for seat, scored in points.items():
        sums[(number + seat) % rules.sides] += scored
    return tuple(sums)


def side_names(rules: Ruleset, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the sides of a partie: each player's, or both partners'."""
    return tuple(" with ".join(names[side :: rules.sides]) for side in range(rules.sides))


def heading(rules: Ruleset, names: Sequence[str]) -> str:
    """Return who plays in one phrase: the players, or the partners against each other."""
    if rules.sides < rules.players:
        return " against ".join(side_names(rules, names))
    return listed(names)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal as recorded: its log, or from a paper sheet only the points of each player or side."""

    log: Log = ()
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PartieRecord:
    """A partie, or a series of them, as recorded; the first player is elder in the first deal."""

    rules: Ruleset
    players: tuple[Player, ...]
    deals: tuple[DealRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """Deal *number*, from 0, and the totals after it, where it counts *weight* times; `deal` is `None` from paper."""

    number: int
    seats: BySeat[Player]
    deal: Deal | None
    points: tuple[int, ...]
    weight: int
    totals: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return self.deal is None or self.deal.is_over


@dataclass(frozen=True, slots=True)
class FinishedPartie:
    after: int
    totals: tuple[int, ...]
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class Partie:
    """
    A partie with its points.

    Attributes:
        totals: the totals of the partie in progress, or of the last one.
        finished: the parties that ended, one unless a series is played.
        settlement: what is paid, once the partie or the series is over.
        next_totals: the totals that the next deal begins with.
        next_setting: what the next deal must know of the partie.
    """

    record: PartieRecord
    deals: tuple[ScoredDeal, ...]
    totals: tuple[int, ...]
    finished: tuple[FinishedPartie, ...]
    settlement: Settlement | None
    next_totals: tuple[int, ...]
    next_setting: Setting

    @property
    def is_over(self) -> bool:
        return self.settlement is not None

    @property
    def extra_deals_due(self) -> int:
        """How many deals are due because the players are level after the last of the usual ones."""
        rules, played = self.record.rules, len(self.deals)
        if rules.deals is None or played < rules.deals or self.is_over or not self.deals[-1].is_over:
            return 0
        return rules.deals + rules.tie_deals - played


@dataclass(slots=True)
class _Score:
    rules: Ruleset
    drop_surplus: bool = False
    carried: int = 0
    finished: list[FinishedPartie] = field(default_factory=list)
    settlement: Settlement | None = None
    totals: tuple[int, ...] = field(init=False)
    won: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.totals = self.won = self.nothing

    @property
    def nothing(self) -> tuple[int, ...]:
        return (0,) * self.rules.sides

    @property
    def target(self) -> int | None:
        """The target of the partie in progress: the decider's, if either side can win the series with it."""
        decider = self.rules.parties_to_win - 1
        if self.rules.decider_target is not None and self.won == (decider, decider):
            return self.rules.decider_target
        return self.rules.target

    def setting(self, number: int) -> Setting:
        rules = self.rules
        if rules.ends is Ends.DEALS:
            assert rules.deals is not None
            last = rules.deals if number < rules.deals else rules.deals + rules.tie_deals
            return Setting(final=number == last - 1, carried=self.carried)
        before = None
        if rules.stop_rule is StopRule.AT_ONCE:
            first = number % rules.sides
            before = BySeat((*self.totals[first:], *self.totals[:first]))
        surplus = self.drop_surplus
        return Setting(final=False, carried=self.carried, before=before, target=self.target, drop_surplus=surplus)

    def begin(self, number: int) -> None:
        """Begin deal *number*: from nothing, if the one before it ended a partie of the series."""
        if self.finished and self.finished[-1].after == number - 1:
            self.totals = self.nothing

    def add(self, points: tuple[int, ...], weight: int) -> None:
        self.totals = tuple([total + weight * scored for total, scored in zip(self.totals, points, strict=True)])

    def end(self, number: int) -> None:
        """End the partie if deal *number*, which is over, ends it."""
        if self.rules.ends is Ends.DEALS:
            deals, extra = self.rules.deals, self.rules.tie_deals
            assert deals is not None
            level = min(self.totals) == max(self.totals)
            if number + 1 == deals + extra or (number + 1 == deals and not level):
                first, second = self.totals
                self.settlement = settle(self.rules, (first, second))
                self.finished.append(FinishedPartie(number, self.totals, self.settlement))
            return
        winner = self._past_the_post(number)
        if winner is None:
            return
        assert self.target is not None
        settlement = settle_target(self.rules, self.totals, winner, self.target)
        self.finished.append(FinishedPartie(number, self.totals, settlement))
        self.won = tuple(won + settlement.points * (side == winner) for side, won in enumerate(self.won))
        self.carried = 0
        if self.won[winner] >= self.rules.parties_to_win:
            single = self.rules.parties_to_win == 1
            first, second, *_ = self.won
            self.settlement = settlement if single else settle_series(self.rules, (first, second), winner, settlement)

    def _past_the_post(self, number: int) -> int | None:
        """Return the winner of a partie to a target, or `None`; if level past the target, another deal decides."""
        target = self.target
        assert target is not None
        most = max(self.totals)
        if most < target:
            return None
        past = [total for total in self.totals if total >= target]
        if len(past) > 1 and self.rules.stop_rule is StopRule.AT_ONCE:
            refusal = refuse(Rule.RACE_UNKNOWN, self.rules.source("stop_rule"), target=target)
            raise IllegalStatement(refusal, None, number)
        return None if self.totals.count(most) > 1 else self.totals.index(most)


def play_partie(record: PartieRecord, *, drop_surplus: bool = False) -> Partie:
    """
    Fold every deal of *record* and settle it if it is over; the last deal may be unfinished.

    `IllegalStatement` says where (`deal`, `position`) a statement is refused, a deal follows an unfinished one or the
    end of the partie (left out by *drop_surplus*), or two paper totals past the target do not show who was first.
    """
    return _play(record, (), drop_surplus=drop_surplus)


def extend_partie(partie: Partie, deals: tuple[DealRecord, ...]) -> Partie:
    """
    Return *partie* with *deals* for its own, as `play_partie` does of the whole record, with the same errors.

    Of each deal only what is new at the end of its log is folded, unless something in it was corrected or what it
    must know of the partie has changed.
    """
    return _play(PartieRecord(partie.record.rules, partie.record.players, deals), partie.deals)


def _play(record: PartieRecord, known: Sequence[ScoredDeal], *, drop_surplus: bool = False) -> Partie:
    rules = record.rules
    if len(record.players) != rules.players:
        raise IllegalStatement(refuse(Rule.OTHER_PLAYERS, rules.source("players"), players=rules.players))
    state = _Score(rules, drop_surplus=drop_surplus)
    scored: list[ScoredDeal] = []
    for number, each in enumerate(record.deals):
        if state.settlement is not None and drop_surplus:
            break
        if state.settlement is not None:
            raise IllegalStatement(refuse(Rule.PARTIE_OVER, rules.source("ends"), deals=number), None, number)
        if scored and not scored[-1].is_over:
            raise IllegalStatement(refuse(Rule.DEAL_UNFINISHED, "the sheet", number=number), None, number)
        state.begin(number)
        found = known[number] if number < len(known) else None
        deal = None
        if each.scores is None:
            folded = _fold(rules, each.log, state.setting(number), None if found is None else found.deal)
            if folded.refusal is not None:
                raise IllegalStatement(folded.refusal, folded.position, number)
            deal = folded.deal
        if found is not None and deal is not None and deal is found.deal:
            points, weight = found.points, found.weight
        else:
            points = by_player(rules, number, deal.score) if deal is not None else each.scores or ()
            weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
        state.add(points, weight)
        if found is None or deal is not found.deal or (points, state.totals) != (found.points, found.totals):
            found = ScoredDeal(number, seating(record.players, number), deal, points, weight, state.totals)
        scored.append(found)
        if found.is_over:
            carries = rules.cards_tie is CardsTie.CARRIED and deal is not None and deal.carries_cards
            state.carried = state.carried + rules.cards_points if carries else 0
            state.end(number)
    totals = state.totals
    if state.settlement is None:
        state.begin(len(scored))
    setting = state.setting(len(scored))
    return Partie(record, tuple(scored), totals, tuple(state.finished), state.settlement, state.totals, setting)


def _fold(rules: Ruleset, log: Log, setting: Setting, known: Deal | None) -> Folded:
    """Fold *log*, or extend the deal that is *known* if the log begins with its log in the same setting."""
    if known is None or known.setting != setting or log[: len(known.log)] != known.log:
        return fold(rules, log, setting)
    new = log[len(known.log) :]
    return extend(known, new) if new else Folded(known)
