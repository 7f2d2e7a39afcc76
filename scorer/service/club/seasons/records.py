"""Records of a member, of two members and of a club; ratings;
and the stakes that two members owe each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger.entries import POOL, is_doubling_unknown
from ....ledger.records import FORM, OF_A_CLUB, PartieOutcome, Rating, Records, outcome
from ....ledger.results import Meeting, Tally, meeting_of
from ....ledger.terms import (
    Doubling,
    Owed,
    Payment,
    Payments,
    Settled,
    Stakes,
    fewest_payments,
    paid,
)
from ....rules.names import Name
from ....rules.settlement import Settlement
from ....storage import entry_rows, projections, season_sheets
from ....storage.engine import reading
from ....storage.projections import PostedPartie
from ...service import Service
from ..people.members import shown_names
from ..posts import Posted, read_entry, reads
from .season import NoSuchSeason, Season, find_season
from .standings import provisional_for, season_rows, stakes_held

__all__ = ["MemberRecords", "PlayerRecords", "PostedPartie"]

RATINGS_DRAWN = 60

LEAST_DEALS = 100
"""Deals from which on the facts about the game are shown: a share of fewer says little."""

LEAST_PARTIES = 25
"""Parties from which on it is shown how often the loser does not cross the Rubicon."""

PAST = 10
"""Seasons in a member's history, the latest."""


class MemberRecords(NamedTuple):
    """A member's page, in one season or over all (then `season` and `rank` are `None`);
    `cards` are counted. Results that do not count by the terms of their seasons are `not_counted`.
    """

    member: int
    names: Mapping[int, str]
    season: Season | None
    seasons: tuple[Season, ...]
    rank: tuple[str, int] | None
    tally: Tally
    records: Records
    form: tuple[PartieOutcome, ...]
    meetings: Mapping[int, Meeting]
    cards: int
    not_counted: int
    ratings: tuple[tuple[str, Rating], ...]
    provisional: int
    history: tuple[SeasonPast, ...] = ()


class MetBy(NamedTuple):
    """The meetings of two members, added up from the side of each.

    Attributes:
        results_only: how many of their parties are known by the result only.
        not_counted: how many of these do not count by the terms of their seasons.
    """

    own: Meeting
    others: Meeting
    results_only: int
    not_counted: int


class SeasonPast(NamedTuple):
    """A season in a member's history: their rank at its end or now,
    of how many, and their figures.
    """

    season: Season
    rank: str
    of: int
    tally: Tally


class PlayerRecords(Service):
    def of_member(self, club_id: int, member: int, season: int | None = None) -> MemberRecords:
        with reading(self.engine) as db:
            names = _names_with(db, club_id, member)
            tallies = projections.tallies_of(db, club_id, member)
            seasons = [each for each in projections.seasons(db, club_id) if each.number in tallies]
            asked = None if season is None else find_season(db, club_id, season)
            if season is not None and season not in tallies:
                raise NoSuchSeason(season)
            records = projections.records(db, club_id, [season or 0], [member])[season or 0, member]
            shown = seasons if asked is None else [asked]
            not_counted = sum(
                tallies[each.number].result_only
                for each in shown
                if not each.terms.counts_results_only
            )
            history: tuple[SeasonPast, ...] = ()
            if season is None:
                history = tuple(_history(db, club_id, member, seasons, tallies))
            return MemberRecords(
                member=member,
                names=names,
                season=asked,
                seasons=tuple(seasons),
                rank=None if season is None else _rank(db, club_id, season, member),
                tally=sum(tallies.values(), Tally()) if season is None else tallies[season],
                records=_by_entry(db, club_id, records),
                form=_form(db, club_id, member, season),
                meetings=_meetings(db, club_id, member, shown),
                not_counted=not_counted,
                cards=entry_rows.count_current(
                    db, club_id, season, season_sheets.codes_of_cards(club_id, member, season)
                ),
                ratings=tuple(projections.ratings_of(db, club_id, member, RATINGS_DRAWN)),
                provisional=provisional_for(db, club_id),
                history=history,
            )

    def parties(
        self,
        club_id: int,
        member: int,
        start: int,
        most: int,
        *,
        season: int | None = None,
        other: int | None = None,
    ) -> list[PostedPartie]:
        with reading(self.engine) as db:
            return projections.parties_of(
                db, club_id, member, season=season, other=other, start=start - 1, most=most
            )

    def cards(
        self, club_id: int, member: int, season: int | None, start: int, most: int
    ) -> list[Posted]:
        """Return the scorecards of a member as posted, latest first,
        from number *start*, from 1.
        """
        with reading(self.engine) as db:
            merged = projections.merged(db, club_id)
            codes = season_sheets.codes_of_cards(club_id, member, season)
            rows = entry_rows.latest_current(
                db, club_id, season, codes=codes, start=start - 1, most=most
            )
            return [read_entry(row, merged) for row in rows]

    def of_two(self, club_id: int, member: int, other: int) -> MetBy:
        with reading(self.engine) as db:
            _names_with(db, club_id, member, other)
            if member == other:
                raise NoSuchSeason(other)
            seasons = projections.seasons(db, club_id)
            own = _meetings(db, club_id, member, seasons, other).get(other, Meeting())
            others = _meetings(db, club_id, other, seasons, member).get(member, Meeting())
            results = projections.parties_of(db, club_id, member, other=other, results_only=True)
            terms = {each.number: each.terms for each in seasons}
            not_counted = [each for each in results if not terms[each.season].counts(each.result)]
            return MetBy(own, others, len(results), len(not_counted))

    def of_club(self, club_id: int, season: int | None = None) -> Records:
        with reading(self.engine) as db:
            found: Records = {}
            for kind in OF_A_CLUB:
                best = projections.best_records(db, club_id, season or 0, kind)
                if best:
                    number = best[0].last
                    posted = projections.first_posted(db, club_id, [number])[number]
                    # Of two who share it in one partie, the first player has it.
                    found[kind] = min(best, key=lambda each: posted.members.index(each.member))
            return _by_entry(db, club_id, found)

    facts = reads(projections.game_facts)

    codes = reads(entry_rows.codes)

    def ratings(self, club_id: int) -> tuple[list[tuple[int, Rating]], int]:
        """Return the members with their ratings, highest first;
        and how many parties a rating is provisional for.
        """
        with reading(self.engine) as db:
            latest = projections.latest_ratings(db, club_id)
            order = sorted(latest, key=lambda member: (-latest[member].rating, member))
            return [(member, latest[member]) for member in order], provisional_for(db, club_id)


def _by_entry(db: Connection, club_id: int, records: Records) -> Records:
    """Return the records with the entries that post their parties now;
    a correction replaces the first entry.
    """
    found = projections.first_posted(
        db, club_id, {number for each in records.values() for number in (each.first, each.last)}
    )
    return {
        kind: replace(each, first=found[each.first].entry, last=found[each.last].entry)
        for kind, each in records.items()
    }


def _form(
    db: Connection, club_id: int, member: int, season: int | None
) -> tuple[PartieOutcome, ...]:
    last = projections.parties_of(
        db, club_id, member, season=season, forfeits=False, counted=True, most=FORM
    )
    return tuple(outcome(row.result, row.player_of(member)) for row in reversed(last))


def _meetings(
    db: Connection,
    club_id: int,
    member: int,
    seasons: Iterable[Season],
    opponent: int | None = None,
) -> dict[int, Meeting]:
    """Return the meetings of a member with each other member, or with one.

    What is listed of two is added up too where it does not count by the terms of its season.
    """
    found: dict[int, Meeting] = {}
    others = None if opponent is None else [opponent]
    for season in seasons:
        in_season = projections.meetings(db, club_id, season.number, [member], others)
        for (_, other), meeting in in_season.items():
            found[other] = found.get(other, Meeting()) + meeting
        if season.terms.counts_results_only:
            continue
        for row in projections.parties_of(
            db, club_id, member, season=season.number, other=opponent, results_only=True
        ):
            player = row.player_of(member)
            other = row.members[1 - player]
            found[other] = found.get(other, Meeting()) + meeting_of(row.result, player, 0)
    order = sorted(found, key=lambda other: (-found[other].parties, other))
    return {other: found[other] for other in order}


def _names_with(db: Connection, club_id: int, *members: int) -> dict[int, Name]:
    names = shown_names(db, club_id)
    if not names.keys() >= set(members):
        raise NoSuchSeason(members)
    return names


def _rank(db: Connection, club_id: int, season: int, member: int) -> tuple[str, int] | None:
    rows = season_rows(db, club_id, season)
    row = next((row for row in rows if row.member == member), None)
    return None if row is None else (row.rank_words, len(rows))


def _history(
    db: Connection,
    club_id: int,
    member: int,
    seasons: Sequence[Season],
    tallies: Mapping[int, Tally],
) -> Iterator[SeasonPast]:
    for each in seasons[: -PAST - 1 : -1]:
        rank = _rank(db, club_id, each.number, member)
        if rank is not None and tallies[each.number].parties:
            yield SeasonPast(each, *rank, tallies[each.number])


# Stakes


MOST_MEMBERS = 60
"""Above this number of members, accounts are shown only by member."""


class Paying(NamedTuple):
    payer: int
    payee: int
    points: int
    payment: Payment
    partie: PostedPartie | None = None


@dataclass(frozen=True, slots=True)
class StakesNow:
    """The stakes of a season, if any, its entrants, what is owed by all or one member, and their
    number of payments.

    `fewest` settle the whole season; there are none for one member, or if the season has more than
    `MOST_MEMBERS`. `is_doubling_unknown` says that for some parties nobody knows if what is paid is
    to be doubled.
    """

    season: Season
    stakes: Stakes | None
    names: Mapping[int, str]
    members: tuple[int, ...]
    owed: tuple[Owed, ...]
    payments: int
    fewest: Payments
    is_doubling_unknown: bool

    @property
    def debts(self) -> int:
        return sum(each.amount > 0 for each in self.owed)


def _owed(stakes: Stakes, pair: tuple[int, int], meeting: Meeting) -> Owed:
    if stakes.settled is Settled.AT_CLOSE:
        found = _balance(stakes, pair, meeting)
        return Owed(found.payer, found.payee, found.payment.amount)
    payee, payer = pair if meeting.stakes >= 0 else pair[::-1]
    return Owed(payer, payee, abs(meeting.stakes))


def _balance(stakes: Stakes, pair: tuple[int, int], meeting: Meeting) -> Paying:
    payee, payer = pair if meeting.balance >= 0 else pair[::-1]
    return Paying(payer, payee, abs(meeting.balance), paid(stakes, abs(meeting.balance)))


def _paying(stakes: Stakes, row: PostedPartie) -> Iterator[Paying]:
    result = row.result
    if result.winner is not None and not result.forfeit:
        payment = paid(stakes, result.points, rubicon=result.rubicon, lurch=result.lurch)
        yield Paying(
            row.members[1 - result.winner], row.members[result.winner], result.points, payment, row
        )


def _balances(db: Connection, club_id: int, season: Season, owed: Iterable[Owed]) -> dict[int, int]:
    """Return what each member has to receive, or to pay if it is negative;
    with companies also the pool.
    """
    if not season.terms.is_for_two:
        return stakes_held(db, club_id, season.number)
    found = Counter[int]()
    for each in owed:
        found[each.payee] += each.amount
        found[each.payer] -= each.amount
    return found


def _is_doubling_unknown(db: Connection, club_id: int, season: Season) -> bool:
    """Return whether of some parties of a season nobody knows if what is paid is to be doubled."""
    terms = season.terms
    if terms.stakes is None or terms.stakes.doubled is Doubling.NEVER:
        return False
    tallies = projections.tallies(db, club_id, season.number).values()
    # Few seasons have any: in others no partie is looked at.
    if not any(each.result_only for each in tallies):
        return False
    partie = projections.won_by_margin(db, club_id, season.number)
    return partie is not None and is_doubling_unknown(partie.result, terms)


class StakesOfSeason(Service):
    def of_season(self, club_id: int, season: int, member: int | None = None) -> StakesNow:
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            members = tuple(projections.entrants(db, club_id, season))
            if member is not None and member not in members:
                raise NoSuchSeason(member)
            met: Mapping[tuple[int, int], Meeting] = {}
            if member is not None:
                met = projections.meetings(db, club_id, season, [member])
            elif len(members) <= MOST_MEMBERS:
                met = projections.meetings(db, club_id, season)
            stakes = found.terms.stakes
            owed = list[Owed]()
            for (one, other), meeting in sorted(met.items()):
                # Of all members, each two have two meetings, one from the side of each.
                is_counted = member is not None or one < other
                is_decided = bool(meeting.won or meeting.lost)
                if stakes and is_counted and is_decided:
                    owed.append(_owed(stakes, (one, other), meeting))
            at_close = stakes is not None and stakes.settled is Settled.AT_CLOSE
            payments = len(met) if at_close else sum(each.parties for each in met.values())
            balances: Mapping[int, int] = {}
            if member is None and len(members) <= MOST_MEMBERS:
                balances = _balances(db, club_id, found, owed)
            names = {POOL: "the pool"} | shown_names(db, club_id)
            return StakesNow(
                season=found,
                stakes=stakes,
                names=names,
                members=members,
                owed=tuple(owed),
                payments=payments,
                fewest=fewest_payments(balances),
                is_doubling_unknown=_is_doubling_unknown(db, club_id, found),
            )

    def payments(
        self, club_id: int, season: int, member: int, start: int, most: int
    ) -> tuple[Paying, ...]:
        """Return what a member's parties cost from number *start*, from 1;
        or the balances, if paid at the close.
        """
        with reading(self.engine) as db:
            stakes = find_season(db, club_id, season).terms.stakes
            if stakes is None:
                return ()
            if stakes.settled is Settled.AT_CLOSE:
                met = sorted(projections.meetings(db, club_id, season, [member]).items())
                return tuple(_balance(stakes, *each) for each in met[start - 1 : start - 1 + most])
            rows = projections.parties_of(
                db,
                club_id,
                member,
                season=season,
                counted=True,
                start=start - 1,
                most=most,
            )
            return tuple(each for row in rows for each in _paying(stakes, row))

    def of_partie(self, code: str, settlement: Settlement) -> tuple[Stakes, Payment | None] | None:
        """Return the stakes, if any, and what a finished partie costs its loser,
        if not only the balance is paid.
        """
        with reading(self.engine) as db:
            found = season_sheets.club_and_season(db, code.upper())
            stakes = None if found is None else found.terms.stakes
        if stakes is None:
            return None
        if stakes.settled is Settled.AT_CLOSE:
            return stakes, None
        return stakes, paid(
            stakes, settlement.points, rubicon=settlement.rubicon, lurch=settlement.lurch
        )
