"""A partie: who sits where in each deal, its deals in order, the totals and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from .deal import Deal, Folded, extend, fold
from .deal_state import Setting
from .language import LanguageForm
from .messages import Message, Text
from .names import NameList, side_name, together
from .reasons import Rule, refuse
from .ruleset import CardsTie, Ends, Ruleset, StopRule
from .seats import BySeat, Player
from .sentences import IllegalStatement, cited
from .settlement import Settlement, settle, settle_series, settle_target
from .sources import refusal_in_force, source_in_force
from .statements import Log

T = TypeVar("T")


@lru_cache(maxsize=1024)  # each part of a page asks for it
def seating(players: tuple[Player, ...], elder: int) -> BySeat[Player]:
    """Return who sits where in a deal whose elder is player number *elder*, from 0."""
    return BySeat((*players[elder:], *players[:elder]))


def by_player(rules: Ruleset, elder: int, points: BySeat[int]) -> tuple[int, ...]:
    """Return points by player, or by side, in the order of the partie;
    *elder* is the number of a player, from 0.
    """
    sums = [0] * rules.sides
    for seat, scored in enumerate(points):
        sums[(elder + seat) % rules.sides] += scored
    return tuple(sums)


def side_names(rules: Ruleset, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the sides of a partie: each player's, or both partners'."""
    return tuple(side_name(names[side :: rules.sides]) for side in range(rules.sides))


def heading(rules: Ruleset, names: Sequence[str]) -> str:
    """Return who plays in one phrase: the players, or the partners against each other."""
    if rules.in_partnership:
        return together(side_names(rules, names), LanguageForm.AGAINST)
    return NameList(names)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal as recorded: its log, or from a paper sheet only the points
    of each player or side.
    """

    log: Log = ()
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PartieRecord:
    """A partie, or a series of them, as recorded; player number *first*, from 0, is elder in the
    first deal.

    Totals from paper are in the order of the players, whoever is elder.
    """

    rules: Ruleset
    players: tuple[Player, ...]
    deals: tuple[DealRecord, ...] = ()
    first: int = 0

    def elder(self, number: int) -> int:
        """Return the player who is elder in deal *number*, both from 0:
        each deal it is the next.
        """
        return (self.first + number) % len(self.players)

    @property
    def dealer(self) -> int:
        """Return the player who deals first: the one before elder."""
        return self.elder(-1)

    def from_elder(self) -> PartieRecord:
        """Return the same partie with its players in the order in which they are elder."""
        turned = []
        for deal in self.deals:
            points = None if deal.scores is None else _moved(deal.scores, self.first)
            turned.append(replace(deal, scores=points))
        return PartieRecord(self.rules, _moved(self.players, self.first), tuple(turned))


def _moved(values: tuple[T, ...], first: int) -> tuple[T, ...]:
    """Return *values*, of players or of sides, from that of player number *first* on."""
    start = first % len(values)
    return (*values[start:], *values[:start])


@dataclass(frozen=True, slots=True)
class FinishedPartie:
    """A partie that ended after deal number `after`, from 0, with its totals and its settlement."""

    after: int
    totals: tuple[int, ...]
    settlement: Settlement


class SeriesTally(NamedTuple):
    """A `Partie` between two deals: *won* is what each side has of the series, *carried* the points
    for the cards.

    *first* is the number of the player who is elder in the first deal, and *level* what both have
    after the usual deals, if they are level then.
    """

    rules: Ruleset
    drop_surplus: bool
    first: int
    totals: tuple[int, ...]
    won: tuple[int, ...]
    carried: int = 0
    finished: tuple[FinishedPartie, ...] = ()
    settlement: Settlement | None = None
    level: int | None = None

    @property
    def target(self) -> int | None:
        """The target of the partie in progress:
        the decider's, if either side can win the series with it.
        """
        decider = self.rules.parties_to_win - 1
        if self.rules.decider_target is not None and self.won == (decider, decider):
            return self.rules.decider_target
        return self.rules.target

    def begun(self, number: int) -> tuple[int, ...]:
        """Return the totals that deal *number* begins with:
        nothing, if the one before ended a partie of a series.
        """
        begins = self.settlement is None and self.finished and self.finished[-1].after == number - 1
        return (0,) * self.rules.sides if begins else self.totals

    def setting(self, number: int) -> Setting:
        rules = self.rules
        if rules.ends is Ends.DEALS:
            assert rules.deals is not None
            last = rules.deals if number < rules.deals else rules.deals + rules.tie_deals
            return Setting(number == last - 1, self.carried)
        before = None
        if rules.stop_rule is StopRule.AT_ONCE:
            before = BySeat(_moved(self.begun(number), self.first + number))
        return Setting(
            final=False,
            carried=self.carried,
            before=before,
            target=self.target,
            drop_surplus=self.drop_surplus,
        )

    def after(
        self, number: int, deal: Deal | None, points: tuple[int, ...], weight: int
    ) -> SeriesTally:
        """Return the tally after deal *number*, which may be unfinished, or from paper."""
        rules = self.rules
        both = zip(self.begun(number), points, strict=True)
        totals = tuple([total + weight * scored for total, scored in both])
        if deal is not None and not deal.is_over:
            return self._replace(totals=totals)
        carries = rules.cards_tie is CardsTie.CARRIED and deal is not None and deal.carries_cards
        carried = self.carried + rules.cards_points if carries else 0
        tally = self._replace(totals=totals, carried=carried)
        return tally._by_deals(number) if rules.ends is Ends.DEALS else tally._to_target(number)

    def _by_deals(self, number: int) -> SeriesTally:
        """Return the tally with the partie ended, if deal *number* was its last."""
        first, second = self.totals
        rules = self.rules
        assert rules.deals is not None
        played = number + 1
        level = first if played == rules.deals and first == second else self.level
        decided = played == rules.deals and first != second
        if not decided and played != rules.deals + rules.tie_deals:
            return self._replace(level=level)
        settlement = settle(rules, (first, second), level if rules.tie_deals else None)
        finished = (FinishedPartie(number, self.totals, settlement),)
        return self._replace(finished=finished, settlement=settlement)

    def _to_target(self, number: int) -> SeriesTally:
        """Return the tally with the partie ended, if deal *number* brought a side to the target."""
        target = self.target
        rules = self.rules
        assert target is not None
        winner = self._past_the_post(number, target)
        if winner is None:
            return self
        settlement = settle_target(rules, self.totals, winner, target)
        won = tuple(won + settlement.points * (side == winner) for side, won in enumerate(self.won))
        finished = (*self.finished, FinishedPartie(number, self.totals, settlement))
        paid = None if won[winner] < rules.parties_to_win else settlement
        if paid is not None and rules.parties_to_win > 1:
            paid = settle_series(rules, (won[0], won[1]), winner, settlement)
        return self._replace(won=won, carried=0, finished=finished, settlement=paid)

    def _past_the_post(self, number: int, target: int) -> int | None:
        """Return the winner of a partie to a target, or `None`;
        if level past the target, another deal decides.
        """
        most = max(self.totals)
        if most < target:
            return None
        past = [total for total in self.totals if total >= target]
        if len(past) > 1 and self.rules.stop_rule is StopRule.AT_ONCE:
            refusal = refuse(Rule.RACE_UNKNOWN, "stop_rule", target=target)
            raise IllegalStatement(refusal_in_force(refusal, self.rules), None, number)
        return None if self.totals.count(most) > 1 else self.totals.index(most)


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """Deal *number*, from 0, and the tally after it, where it counts *weight* times;
    `deal` is `None` from paper.
    """

    number: int
    seats: BySeat[Player]
    deal: Deal | None
    points: tuple[int, ...]
    weight: int
    after: SeriesTally = field(compare=False)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.after.totals

    @property
    def is_over(self) -> bool:
        return self.deal is None or self.deal.is_over


@dataclass(frozen=True, slots=True, repr=False)
class Partie:
    """A partie with its points.

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

    def __repr__(self) -> str:
        rules = self.record.rules
        sides = side_names(rules, [str(player.name) for player in self.record.players])
        totals = [f"{name} {total}" for name, total in zip(sides, self.totals, strict=True)]
        return f"<Partie {rules.id}: {', '.join(totals)}; deals: {len(self.deals)}>"

    @property
    def is_over(self) -> bool:
        return self.settlement is not None

    @property
    def current(self) -> int:
        """Return the number, from 0, of the deal in progress, or of the next if the last is over;
        of the last deal, if the partie is.
        """
        played = len(self.deals)
        if not played:
            return 0
        return played - 1 if not self.deals[-1].is_over or self.is_over else played

    def deal(self, number: int) -> Deal | None:
        """Return deal *number*, from 0, empty if it is the next; `None` if only its totals are
        known.
        """
        if number < len(self.deals):
            return self.deals[number].deal
        return fold(self.record.rules, (), self.next_setting).deal

    @property
    def extra_deals_due(self) -> int:
        """How many deals are due because the players are level after the last of the usual ones."""
        rules = self.record.rules
        played = len(self.deals)
        if rules.deals is None or played < rules.deals:
            return 0
        if self.is_over or not self.deals[-1].is_over:
            return 0
        return rules.deals + rules.tie_deals - played

    @property
    def missing(self) -> Message:
        """Why a partie that is not over goes on, for a player who has entered all its deals."""
        due = self.extra_deals_due
        if not due:
            return GoingOn.MISSING(deals=len(self.deals))
        rules = self.record.rules
        level = self.deals[-1].after.level
        tied = GoingOn.EXTRA_DEALS(points=level, deals=rules.deals, number=due)
        return cited(tied.citing(source_in_force("tie_deals", rules)))


class GoingOn(Text):
    """What is said of a partie, or of a series of them, that is not over.

    It claims how many parties of the series each side has won; a double win counts twice. While a
    partie is level after its last deal, it claims at how many points, and the deals that are due.
    """

    MISSING = "after {deals} {deals:deal/deals} the partie is not over"
    EXTRA_DEALS = (
        "level at {points} after {deals:words} deals: {number:words} more "
        "{number:deal is/deals are} due"
    )
    PARTIE = "The partie is not over."
    SERIES = "The series goes on: {who} {who:leads/lead}, {won} to {lost}."
    SERIES_LEVEL = "The series goes on: level, {won} each."


def going_on_message(partie: Partie, names: Sequence[str]) -> Message:
    """Return what goes on in a partie that is not over; *names* are those of its sides."""
    if not partie.finished:
        return GoingOn.PARTIE()
    won = partie.deals[-1].after.won
    most = max(won)  # more than two play no series
    if won == (most, most):
        return GoingOn.SERIES_LEVEL(won=most)
    return GoingOn.SERIES(who=names[won.index(most)], won=most, lost=min(won))


def play_partie(record: PartieRecord, *, drop_surplus: bool = False) -> Partie:
    """Fold every deal of *record* and settle it if it is over; the last deal may be unfinished.

    `IllegalStatement` says where (`deal`, `position`) a statement is refused, a deal follows an
    unfinished one or the end of the partie (left out by *drop_surplus*), or two paper totals past
    the target do not show who was first.
    """
    return _play(record, [], (), drop_surplus=drop_surplus)


def extend_partie(partie: Partie, deals: tuple[DealRecord, ...]) -> Partie:
    """Return *partie* with *deals* for its own, as `play_partie` does of the whole record, with the
    same errors.

    The deals before the first that differs stay as they are. Of a later one only what is new at the
    end of its log is folded, unless something in it was corrected or what it must know of the
    partie has changed.
    """
    same: list[ScoredDeal] = []
    for known, was, now in zip(partie.deals, partie.record.deals, deals, strict=False):
        if was is not now and was != now:
            break
        same.append(known)
    return _play(replace(partie.record, deals=deals), same, partie.deals)


def extend_deal(partie: Partie, number: int, new: Log) -> Partie:
    """Return *partie* with *new* at the end of the log of deal *number*, from 0, which may be the
    next; `IllegalStatement` may be about something later.
    """
    deals = partie.record.deals
    log = deals[number].log if number < len(deals) else ()
    return with_deal(partie, number, DealRecord(log + new))


def with_deal(partie: Partie, number: int, deal: DealRecord) -> Partie:
    """Return *partie* with another record for deal *number*, from 0, which may be the next; errors
    are those of `play_partie`.
    """
    deals = list(partie.record.deals)
    deals[number : number + 1] = [deal]
    return extend_partie(partie, tuple(deals))


def _play(
    record: PartieRecord,
    scored: list[ScoredDeal],
    known: Sequence[ScoredDeal],
    *,
    drop_surplus: bool = False,
) -> Partie:
    """Score the deals of *record* that follow those already *scored*;
    of those *known* only what is new is folded.
    """
    rules = record.rules
    if len(record.players) != rules.players:
        others = refuse(Rule.OTHER_PLAYERS, "players", players=rules.players)
        raise IllegalStatement(refusal_in_force(others, rules))
    nothing = (0,) * rules.sides
    tally = SeriesTally(rules, drop_surplus, record.first, totals=nothing, won=nothing)
    if scored:
        tally = scored[-1].after
    for number, each in enumerate(record.deals[len(scored) :], len(scored)):
        if tally.settlement is not None and drop_surplus:
            break
        if tally.settlement is not None:
            over = refuse(Rule.PARTIE_OVER, "ends", deals=number)
            raise IllegalStatement(refusal_in_force(over, rules), None, number)
        if scored and not scored[-1].is_over:
            unfinished = refuse(Rule.DEAL_UNFINISHED, "the sheet", number=number)
            raise IllegalStatement(refusal_in_force(unfinished, rules), None, number)
        deal = None
        points = each.scores or ()
        if each.scores is None:
            found = known[number].deal if number < len(known) else None
            folded = _fold(rules, each.log, tally.setting(number), found)
            if folded.refusal is not None:
                raise IllegalStatement(folded.refusal, folded.position, number)
            deal = folded.deal
            points = by_player(rules, record.elder(number), deal.score)
        weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
        tally = tally.after(number, deal, points, weight)
        seats = seating(record.players, record.elder(number))
        scored.append(ScoredDeal(number, seats, deal, points, weight=weight, after=tally))
    return Partie(
        record=record,
        deals=tuple(scored),
        totals=tally.totals,
        finished=tally.finished,
        settlement=tally.settlement,
        next_totals=tally.begun(len(scored)),
        next_setting=tally.setting(len(scored)),
    )


def _fold(rules: Ruleset, log: Log, setting: Setting, known: Deal | None) -> Folded:
    """Fold *log*, or extend the deal that is *known* if the log begins
    with its log in the same setting.
    """
    if known is None or known.setting != setting or log[: len(known.log)] != known.log:
        return fold(rules, log, setting)
    new = log[len(known.log) :]
    return extend(known, new) if new else Folded(known)
