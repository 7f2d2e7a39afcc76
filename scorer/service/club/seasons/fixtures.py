"""Fixtures: what has become of each, forfeits and byes,
withdrawals and returns, and drawing rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, tzinfo
from enum import Enum
from itertools import count, groupby, repeat
from typing import NamedTuple, assert_never

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger import pairing
from ....ledger.finality import ResultState
from ....ledger.lots import by_lot
from ....ledger.pairing import Drawn, Round, Slot
from ....ledger.records import Rating
from ....ledger.results import Result
from ....ledger.standings import StandingsRow
from ....ledger.terms import Format, SeasonTerms, Withdrawal
from ....rules.figures import Side
from ....storage import entry_rows, projections, season_sheets
from ....storage.projections import STATES, FixtureRow, FixtureSettled
from ....table import times
from ....table.entering import NotAllowed, refuse_if
from ....table.times import day, day_after
from ...sheets import read_sheet
from ..posts import Posted, Running, current_bodies, find_season, open_terms, posted_with, terms_of
from .standings import Bye, byes_given, byes_of, season_rows, withdrawn


class FixtureStatus(Enum):
    TO_PLAY = "to play"
    AT_TABLE = "begun, not posted"
    PLAYED = "played"
    AGAIN = "drawn, to be replayed"
    FORFEIT = "forfeit"
    BYE = "bye"
    LEFT_OUT = "left out when the season was closed"


OPEN_STATES = frozenset({FixtureStatus.TO_PLAY, FixtureStatus.AT_TABLE, FixtureStatus.AGAIN})


class FixtureNow(NamedTuple):
    """A fixture with its status.

    `through` is who won it, or had a bye because the other withdrew; `day` is that of its round in
    ISO 8601, or empty. `sat_out` is that the bye was asked for, and `held_by` the state of the
    result of one that was played.
    """

    round: int
    table: int
    first: int
    second: int | None
    state: FixtureStatus
    through: int | None = None
    points: int = 0
    entry: int | None = None
    code: str = ""
    day: str = ""
    sat_out: bool = False
    held_by: ResultState | None = None

    @property
    def slot(self) -> Slot:
        return self.round, self.table

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def members(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def words(self) -> str:
        """Return the state in words, a bye that was asked for as `sat out`."""
        return "sat out" if self.sat_out else self.state.value

    def other(self, member: int) -> int:
        """Return the opponent of a player of this fixture, which has two."""
        (other,) = {*self.members} - {member}
        return other


_Key = tuple[int, frozenset[int]]


def fixtures_now(
    db: Connection, club_id: int, season: int, *, member: int = 0, since: int = 0
) -> tuple[FixtureNow, ...]:
    """Return the fixtures of a season from round *since* on,
    or those of a *member* in it, each with its status.
    """
    rows = projections.fixtures(db, club_id, season, member, since)
    if not rows:
        return ()
    of = find_season(db, club_id, season)
    is_knock_out = of.terms.format is Format.KNOCK_OUT
    posted = _current_results(db, club_id, season, member, since)
    byes = byes_of(db, club_id, season)
    days = projections.days_of_rounds(db, club_id, season)
    begun: dict[_Key, str] = {
        (row.membership.round, frozenset(row.membership.members)): row.code
        for row in season_sheets.unposted(db, club_id, season)
    }
    found = []
    for row in rows:
        now = FixtureNow(*row, FixtureStatus.TO_PLAY, day=days.get(row.round, ""))
        if not row.second:
            bye = byes.get((row.round, row.first))
            now = now._replace(second=None, state=FixtureStatus.BYE, through=row.first)
            found.append(now if bye is None else _with_bye(now, bye))
            continue
        key = row.round, frozenset(row.pair)
        if key in posted:
            now = _settled(now, posted[key], is_knock_out=is_knock_out)
            if now.state is FixtureStatus.PLAYED:
                state = ResultState.FINAL if of.closed else STATES[posted[key].state]
                now = now._replace(held_by=state)
        else:
            for each in now.members:
                if (row.round, each) in byes:
                    now = now._replace(state=FixtureStatus.BYE, through=each)
                    now = _with_bye(now, byes[row.round, each])
        if now.is_open and key in begun:
            now = now._replace(state=FixtureStatus.AT_TABLE, entry=None, code=begun[key])
        if now.is_open and of.closed:
            now = now._replace(state=FixtureStatus.LEFT_OUT)
        found.append(now)
    return tuple(found)


def _with_bye(now: FixtureNow, bye: Bye) -> FixtureNow:
    return now._replace(entry=bye.entry, sat_out=bye.absent)


def rounds_of(fixtures: tuple[FixtureNow, ...]) -> tuple[Round, ...]:
    """Return the fixtures as drawn, except that who has a bye because
    the other withdrew meets nobody.
    """
    rounds: dict[int, list[ledger.Fixture]] = {}
    for each in fixtures:
        drawn = ledger.Fixture(each.first, each.second)
        if each.state is FixtureStatus.BYE and each.through is not None:
            drawn = ledger.Fixture(each.through, None)
        rounds.setdefault(each.round, []).append(drawn)
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def open_fixture(db: Connection, club_id: int, season: int, slot: Slot) -> FixtureNow:
    open_terms(db, club_id, season)
    found = next((each for each in fixtures_now(db, club_id, season) if each.slot == slot), None)
    if found is None or found.second is None:
        raise NotAllowed("There is no such fixture.")
    if found.state is FixtureStatus.AT_TABLE:
        raise NotAllowed(f"The fixture is being played: its partie has the code {found.code}.")
    refuse_if(
        not found.is_open, f"The fixture is settled: {found.state.value}, entry {found.entry}."
    )
    return found


def give_bye(run: Running, slot: Slot, member: int) -> Posted:
    """Give a player of an open fixture a bye,
    because the other cannot be blamed that it is not played.
    """
    now = open_fixture(run.db, run.club_id, run.season, slot)
    refuse_if(member not in now.members, "Only a player of this fixture can have a bye for it.")
    return run.post(ledger.ByeGiven(run.season, member, now.round))


def give_forfeit(run: Running, slot: Slot, winner: int) -> Posted:
    now = open_fixture(run.db, run.club_id, run.season, slot)
    refuse_if(winner not in now.members, "Only a player of this fixture can win it.")
    return forfeit(run, now, winner)


def forfeit(run: Running, fixture: FixtureNow, winner: int) -> Posted:
    assert fixture.second is not None
    won_by = int(winner == fixture.second)
    cost = forfeit_cost(run.db, run.club_id, run.season)
    result = Result((Side(0), Side(0)), won_by, cost, forfeit=True)
    members = fixture.first, fixture.second
    body = ledger.SheetPosted(
        season=run.season,
        members=members,
        code="",
        record="",
        result=result,
        round=fixture.round,
        played=run.today,
    )
    return run.post(body)


def forfeit_cost(db: Connection, club_id: int, season: int) -> int:
    terms = terms_of(db, club_id, season)
    won = projections.won_in(db, club_id, season) if terms.forfeit_average else (0, 0)
    return terms.forfeit_cost(*won)


def _current_results(
    db: Connection, club_id: int, season: int, member: int, since: int
) -> dict[_Key, FixtureSettled]:
    """Return what settles each fixture; of two parties (one was drawn)
    the one with a winner, or else the later.
    """
    found: dict[_Key, FixtureSettled] = {}
    for each in projections.settling(db, club_id, season, member, since):
        key = each.round, frozenset((each.first, each.second))
        if key not in found or not found[key].winner or each.winner:
            found[key] = each
    return found


def _settled(now: FixtureNow, by: FixtureSettled, *, is_knock_out: bool) -> FixtureNow:
    if not by.winner and is_knock_out:
        return now._replace(state=FixtureStatus.AGAIN, entry=by.entry)
    state = FixtureStatus.FORFEIT if by.forfeit else FixtureStatus.PLAYED
    return now._replace(
        state=state, through=by.winner or None, points=by.points, entry=by.entry, code=by.code
    )


# Days


def parse_day(text: str) -> str:
    """Return a typed day in ISO 8601."""
    refuse_if(not text, "Enter a day.")
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise NotAllowed(f"{text[:40]} is not a day. Enter it like this: 2026-09-01.") from None


def day_played(terms: SeasonTerms, day: str, today: str) -> str:
    """Return the *day* a partie of the season was played, in ISO 8601;
    without one, *today* in the club.
    """
    found = day_in(terms, day or today)
    refuse_if(
        found > today,
        f"{times.day(found)} is in the future. Enter the day on which the partie was played.",
    )
    return found


def day_begun(terms: SeasonTerms, said: str, at: str, zone: tzinfo | None) -> str:
    """Return the day of a partie of the season that is begun at the moment *at*, in ISO 8601.

    A phone may have *said* it, as in `times.day_at_table`. Where the season does not run on that
    day, the day of the club counts.
    """
    at_table = times.day_at_table(said, at, zone)
    is_within = terms.first_day <= at_table and (not terms.last_day or at_table <= terms.last_day)
    return at_table if is_within else day_in(terms, times.day_of(at, zone))


def day_in(terms: SeasonTerms, text: str) -> str:
    """Return a typed day of a season in ISO 8601."""
    found = parse_day(text)
    name = terms.name
    begins = terms.first_day
    ends = terms.last_day
    refuse_if(
        found < begins,
        f"{name} begins on {times.day(begins)}. Its parties are played from then on.",
    )
    refuse_if(
        ends and found > ends,
        f"{name} ends on {times.day(ends)}. Its parties are played until then.",
    )
    return found


def move_round(run: Running, round_: int, day: str) -> None:
    """Give a round another day; a repeat changes nothing."""
    drawn = {each.round for each in projections.fixtures(run.db, run.club_id, run.season)}
    refuse_if(round_ not in drawn, "There is no such round.")
    found = day_in(run.terms, day)
    if projections.days_of_rounds(run.db, run.club_id, run.season).get(round_) != found:
        run.post(ledger.RoundDated(run.season, round_, found))


MOST_DAYS_BETWEEN = 28


def _days(terms: SeasonTerms, first_day: str, every: int) -> Iterator[str]:
    """Yield the days of rounds, without end; empty ones without a first day."""
    if not first_day:
        yield from repeat("")
    refuse_if(not 0 <= every <= MOST_DAYS_BETWEEN, "Choose the days between rounds from the list.")
    first = day_in(terms, first_day)
    for number in count():
        yield day_in(terms, day_after(first, every * number))


# Withdrawals
#
# Each remaining fixture becomes a bye or a forfeit, or a substitute takes it over. An annulled
# partie is reversed and the opponent gets a bye; the member's own byes are reversed with it. So all
# others have met, or not met, alike. Where the terms give days of grace, nothing is settled until
# they are over: the fixtures stay open, and the member can return. A later return, or a substitute,
# reverses what the withdrawal has settled.


LAW = "the season's terms on withdrawals"


class WithdrawalPreview(NamedTuple):
    fixtures: tuple[FixtureNow, ...]
    effect: pairing.WithdrawalEffect


class Left(NamedTuple):
    """The last withdrawal of a member who has not returned:
    its entry, and the day the grace ends, or empty.
    """

    entry: int
    reason: str
    forfeits_from: str

    def is_due(self, today: str) -> bool:
        return self.forfeits_from <= today

    @property
    def words(self) -> str:
        since = (
            f"settled from {day(self.forfeits_from)} on" if self.forfeits_from else "to be settled"
        )
        return f"open fixtures are {since}"


def left(db: Connection, club_id: int, season: int) -> dict[int, Left]:
    """Return the last withdrawal of each member who has not returned."""
    gone = withdrawn(db, club_id, season)
    if not gone:
        return {}  # the entries of a season are not read for nothing
    return {
        body.member: Left(number, body.reason, body.forfeits_from)
        for number, body in current_bodies(db, club_id, season, ledger.Withdrew)
        if body.member in gone
    }


def withdrawal_preview(db: Connection, club_id: int, season: int, member: int) -> WithdrawalPreview:
    now = fixtures_now(db, club_id, season)
    settled = {each.slot for each in now if not each.is_open}
    policy = terms_of(db, club_id, season).withdrawal
    return WithdrawalPreview(
        now, pairing.withdrawal_effect(rounds_of(now), settled, member, policy)
    )


def withdraw(run: Running, member: int, reason: str, substitute: int | None = None) -> None:
    """Post a withdrawal, and what follows from it.

    Without a *substitute* the terms decide about the remaining fixtures, after the days of grace
    that they give.
    """
    grace = run.terms.grace_days if projections.fixtures(run.db, run.club_id, run.season) else 0
    until = day_after(run.today, grace)
    if run.terms.last_day:
        until = min(until, day_after(run.terms.last_day))
    waits = until > run.today and substitute is None
    reason = " ".join(reason.split())
    _leave(run, member, reason, until if waits else "")
    if substitute is not None:
        replace_member(run, member, substitute)
    elif not waits:
        settle_withdrawal(run, member, reason)


def _leave(run: Running, member: int, reason: str, until: str = "") -> None:
    refuse_if(not reason, "Enter a reason. It becomes part of the entry.")
    entrants = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(entrants.get(member, True), "That member is not in this season.")
    for row in season_sheets.unposted(run.db, run.club_id, run.season):
        if member in row.membership.members and read_sheet(run.db, row).partie.is_over:
            raise NotAllowed(
                f"The partie {row.code} is over but not posted. It must be signed or ruled on "
                f"first."
            )
    run.post(ledger.Withdrew(run.season, member, reason, until))


def settle_withdrawal(run: Running, member: int, reason: str) -> None:
    """Post what a withdrawal makes of the fixtures that remain."""
    found = withdrawal_preview(run.db, run.club_id, run.season, member)
    why = f"{ledger.numbered([member])} withdraws: {reason}"
    slots = {each.slot: each for each in found.fixtures}
    for slot in sorted({*found.effect.byes, *found.effect.forfeits, *found.effect.annulled}):
        fixture = slots[slot]
        other = slots[slot].other(member)
        if slot in found.effect.forfeits:
            forfeit(run, fixture, other)
            continue
        if slot in found.effect.annulled:
            assert fixture.entry is not None
            run.reverse(fixture.entry, reason=why, law=LAW)
        run.post(ledger.ByeGiven(run.season, other, fixture.round))
    if run.terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF and found.effect.byes:
        for each in found.fixtures:
            is_own_bye = each.state is FixtureStatus.BYE and each.through == member
            if is_own_bye and each.entry is not None:
                run.reverse(each.entry, reason=why, law=LAW)


def _forfeits_pending(run: Running) -> dict[int, Left]:
    """Return the withdrawals that have not settled all fixtures yet."""
    now = fixtures_now(run.db, run.club_id, run.season)
    still_open = [each.members for each in now if each.is_open]
    waiting = {member for members in still_open for member in members}
    return {
        member: each
        for member, each in left(run.db, run.club_id, run.season).items()
        if member in waiting
    }


def settle_due(run: Running, *, at_close: bool = False) -> None:
    """Settle the withdrawals whose days of grace are over; *at_close* of the season all of them."""
    for member, each in _forfeits_pending(run).items():
        if at_close or each.is_due(run.today):
            settle_withdrawal(run, member, each.reason)


def settle_after_grace(run: Running, member: int) -> None:
    found = _forfeits_pending(run).get(member)
    if found is None:
        raise NotAllowed("This member has no open fixture to forfeit.")
    if not found.is_due(run.today):
        raise NotAllowed(
            f"{_name(run, member)} can return until {day(found.forfeits_from)}. Wait for that day."
        )
    settle_withdrawal(run, member, found.reason)


def replace_member(run: Running, member: int, substitute: int) -> None:
    """Post that a member takes over the remaining fixtures of one who withdrew,
    and reverse what settled them.
    """
    playing = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(not playing.get(member, False), "Only a member who has withdrawn can be replaced.")
    if substitute in playing or not projections.are_members(run.db, run.club_id, [substitute]):
        raise NotAllowed("Choose a substitute who is a member and not yet in this season.")
    refuse_if(
        not _take_over(run, member, substitute),
        f"{_name(run, member)} has no remaining fixtures to take over.",
    )


def _take_over(run: Running, member: int, substitute: int) -> bool:
    taken = fixtures_to_take_over(run.db, run.club_id, run.season, member)
    _open_again(run, taken, f"{ledger.numbered([substitute])} replaces {ledger.numbered([member])}")
    if taken:
        run.post(
            ledger.Replaced(run.season, member, substitute, tuple(each.slot for each in taken))
        )
    return bool(taken)


def replaced_by(db: Connection, club_id: int, season: int, member: int) -> int:
    """Return the substitute who plays for a member who has withdrawn; 0 without one."""
    withdrawal = left(db, club_id, season).get(member)
    if withdrawal is None:
        return 0
    by = [
        each.by
        for number, each in current_bodies(db, club_id, season, ledger.Replaced)
        if each.member == member and number > withdrawal.entry
    ]
    return by[-1] if by else 0


def take_back(run: Running, member: int) -> None:
    """Post that a member who withdrew plays on, and reverse what the withdrawal settled.

    A substitute withdraws, and the member takes over what they have not played. A partie that the
    withdrawal annulled is to be played again; byes that it took back are given again.
    """
    playing = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(not playing.get(member, False), "Only a member who has withdrawn can return.")
    substitute = replaced_by(run.db, run.club_id, run.season, member)
    if substitute:
        if not playing[substitute]:
            _leave(run, substitute, f"{ledger.numbered([member])} returns")
        _take_over(run, substitute, member)
    taken = fixtures_to_take_over(run.db, run.club_id, run.season, member)
    _open_again(run, taken, f"{ledger.numbered([member])} returns")
    run.post(ledger.Returned(run.season, member))
    if run.terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
        for each in fixtures_now(run.db, run.club_id, run.season):
            if each.members == (member,) and each.entry is None:
                run.post(ledger.ByeGiven(run.season, member, each.round))


def _open_again(run: Running, taken: Sequence[FixtureNow], why: str) -> None:
    for each in taken:
        if each.entry is not None and not each.is_open:
            run.reverse(each.entry, reason=why, law=LAW)


def fixtures_to_take_over(
    db: Connection, club_id: int, season: int, member: int
) -> list[FixtureNow]:
    """Return the fixtures settled only by a withdrawal, or not yet;
    in a knock-out, only of the last round.
    """
    withdrawal = left(db, club_id, season).get(member)
    if withdrawal is None:
        return []
    now = fixtures_now(db, club_id, season)
    since = 1
    if now and terms_of(db, club_id, season).format is Format.KNOCK_OUT:
        since = now[-1].round
    found = list[FixtureNow]()
    for each in now:
        if each.second is None or each.round < since or member not in each.members:
            continue
        # What was lost after the withdrawal was lost by it.
        lost_by_it = each.through != member and (each.entry or 0) > withdrawal.entry
        if each.is_open or lost_by_it:
            found.append(each)
    return found


def _name(run: Running, member: int) -> str:
    return projections.members(run.db, run.club_id, [member])[member]


# Drawing rounds


class Lots(Enum):
    """The order of the draw; in a knock-out the first are the best seeds."""

    BY_LOT = "by lot"
    BY_RATING = "by rating, highest first"
    AS_ENTERED = "in the order of entry"


ROUND_BY_ROUND = frozenset({Format.KNOCK_OUT, Format.SWISS})
"""Formats whose next round is drawn when the last is settled."""

LARGEST_SWISS = 100
"""To pair more members in the best way would take seconds,
during which nobody else could record a deal.
"""


def require_few(terms: SeasonTerms, members: int) -> None:
    too_many = terms.format is Format.SWISS and members > LARGEST_SWISS
    refuse_if(too_many, f"A Swiss can have {LARGEST_SWISS} members. Open two seasons.")


def draw(
    run: Running,
    lots: Lots = Lots.BY_LOT,
    first_day: str = "",
    every: int = 7,
    *,
    absent: Collection[int] = (),
    chosen: Round | None = None,
    by_hand: Sequence[tuple[int, str]] = (),
    ranked_in: int = 0,
    third: bool = False,
) -> int:
    """Draw and post a whole round robin, or the next round of another format; return the number of
    rounds.

    The first of them is on *first_day*, if one is given, and each other *every* so many days later.
    Of a play-off the season before gives the seeds, and of another season the one that they are
    *ranked in*, if it is given. What a lot decides is posted before the fixtures.

    In a Swiss, who is *absent* sits the round out. A director has *chosen* the fixtures, with those
    of the absent, if they are given; `by_hand` is as in `ledger.RoundDrawn`. With the final of a
    knock-out the *third place* can be played for.
    """
    days = _days(run.terms, first_day, every)
    db = run.db
    club_id = run.club_id
    season = run.season
    terms = run.terms
    over = terms.last_day and run.today > terms.last_day
    refuse_if(
        over,
        f"{terms.name} ended on {times.day(terms.last_day)}. No more rounds are drawn. Close the "
        f"season.",
    )
    settle_due(run)
    rounds: tuple[Round, ...] = (chosen,) if chosen else ()
    if not rounds:
        rounds = planned(db, club_id, season, lots, absent, ranked_in=ranked_in)
    if third:
        final = rounds[0]
        rounds = ((*final, _match_for_third(db, club_id, season, final)),)
    gone = left(db, club_id, season)
    drawn = projections.last_round(db, club_id, season)
    if not drawn:
        for lot in _order(db, club_id, season, lots, terms.after or ranked_in).lots:
            run.post(lot)
    for number, fixtures in enumerate(rounds, drawn + 1):
        run.post(ledger.RoundDrawn(season, number, fixtures, next(days), tuple(by_hand)))
        for table, each in enumerate(fixtures, 1):
            away = [
                member
                for member in each.members
                if member in gone and gone[member].is_due(run.today)
            ]
            other = each.first if each.second is None or each.second in away else each.second
            if each.second is None or (away and terms.withdrawal is Withdrawal.COUNT_PLAYED):
                run.post(ledger.ByeGiven(season, other, number, absent=other in absent))
            elif away:
                forfeit(
                    run,
                    FixtureNow(number, table, each.first, each.second, FixtureStatus.TO_PLAY),
                    other,
                )
    return len(rounds)


def planned(
    db: Connection,
    club_id: int,
    season: int,
    lots: Lots = Lots.BY_LOT,
    absent: Collection[int] = (),
    *,
    now: tuple[FixtureNow, ...] | None = None,
    ranked_in: int = 0,
) -> tuple[Round, ...]:
    """Return the rounds that are drawn now; `NotAllowed` says why none is.

    In a Swiss, who is *absent* has a bye at the end of the round. The fixtures are read if they are
    not given.
    """
    terms = terms_of(db, club_id, season)
    refuse_if(
        terms.format is Format.OPEN, "An open season has no fixtures, so there is nothing to draw."
    )
    now = fixtures_now(db, club_id, season) if now is None else now
    rounds: tuple[Round, ...]
    if terms.format in ROUND_BY_ROUND and now:
        rounds = (_next(db, club_id, season, now, absent),)
    elif now:
        raise NotAllowed("All rounds of this season are already drawn.")
    else:
        playing = _order(db, club_id, season, lots, terms.after or ranked_in).members
        here = [member for member in playing if member not in absent]
        refuse_if(len(playing) < 2, "At least two members must take part.")
        refuse_if(len(here) < 2, "At least two members of this season must be here.")
        rounds = _first_rounds(terms, here)
    sitting_out = tuple(ledger.Fixture(member, None) for member in sorted(absent))
    return tuple((*fixtures, *sitting_out) for fixtures in rounds)


def _lot(
    db: Connection, club_id: int, season: int, members: Iterable[int], *, seeded_by: int = 0
) -> ledger.LotDrawn:
    """Return the lot of these members: it is drawn from the digest of the last entry of the season,
    or of the one that it is *seeded by*. So it is the same in a preview and when it is posted.
    """
    seed = entry_rows.ends_of_season(db, club_id, seeded_by or season)[-1].digest
    return ledger.LotDrawn(season, seed, by_lot(seed, members))


def lots_of(db: Connection, club_id: int, season: int) -> list[int]:
    """Return the entries of the lots of a season, oldest first: more than one, if ranks are level
    or a draw was undone.
    """
    return [number for number, _ in current_bodies(db, club_id, season, ledger.LotDrawn)]


def walkover(db: Connection, club_id: int, season: int, entry: int) -> FixtureNow | None:
    """Return the fixture of two players that an entry settles without a partie; `None` if it
    settles none.
    """
    settled = (FixtureStatus.FORFEIT, FixtureStatus.BYE)
    for each in fixtures_now(db, club_id, season):
        if each.entry == entry and each.second is not None and each.state in settled:
            return each
    return None


def require_walkover(db: Connection, club_id: int, entry: int) -> None:
    """Refuse to correct as mistyped what no director entered as a walkover, or what a withdrawal
    has settled.
    """
    posted = posted_with(db, club_id, entry)
    body = next((each.body for each in posted if each.number == entry), None)
    season = getattr(body, "season", 0)
    found = walkover(db, club_id, season, entry) if season else None
    if found is None:
        raise NotAllowed("Only a walkover can be corrected as entered by mistake.")
    for member in found.members:
        if member in left(db, club_id, season):
            raise NotAllowed("This follows from a withdrawal. Enter the return of the member.")


def undone_with(db: Connection, club_id: int, number: int, *, whole: bool) -> list[int]:
    """Return the entries to reverse with one:
    of its draw, of which nothing may have begun, or of a *whole* import.
    """
    entries = posted_with(db, club_id, number)
    body = next((each.body for each in entries if each.number == number), None)
    if not isinstance(body, ledger.RoundDrawn):
        return [each.number for each in entries] if whole else [number]
    season = body.season
    rounds = {each.body.round for each in entries if isinstance(each.body, ledger.RoundDrawn)}
    numbers = [each.number for each in entries if getattr(each.body, "round", 0) in rounds]
    # A change of the round gives its byes anew. It begins nothing either.
    now = fixtures_now(db, club_id, season)
    resting = [each.entry for each in now if each.second is None and each.round in rounds]
    numbers += [each for each in resting if each is not None and each not in numbers]
    last = max(rounds)
    for each in now:
        # What was posted with the draw itself, as a bye, does not begin its round.
        has_begun = bool(each.code) or each.entry not in (None, *numbers)
        is_drawn_after_it = each.round > last
        if is_drawn_after_it or (each.round in rounds and has_begun):
            raise NotAllowed(
                f"Round {min(each.round, last)} has begun. Its draw can no longer be undone."
            )
    return numbers


def _first_rounds(terms: SeasonTerms, playing: list[int]) -> tuple[Round, ...]:
    """Return the rounds that are drawn at the beginning of a season:
    all of a round robin, else the first.
    """
    match terms.format:
        case Format.KNOCK_OUT:
            return (pairing.first_round(playing),)
        case Format.SWISS:
            require_few(terms, len(playing))
            return (pairing.swiss_round(playing, dict.fromkeys(playing, 0), (), ()),)
        case Format.SINGLE:
            return pairing.round_robin(playing)
        case Format.DOUBLE:
            return pairing.round_robin(playing, double=True)
        case Format.OPEN:
            return ()
        case _:
            assert_never(terms.format)


def draw_to_undo(db: Connection, club_id: int, season: int) -> int:
    """Return the entry of the last round drawn, if its draw can be undone; else 0."""
    found = entry_rows.latest_current(db, club_id, season, ledger.KINDS[ledger.RoundDrawn], most=1)
    with suppress(NotAllowed):
        if found and undone_with(db, club_id, found[0].number, whole=True):
            return found[0].number
    return 0


def _match_for_third(db: Connection, club_id: int, season: int, final: Round) -> ledger.Fixture:
    """Return the fixture of who lost the semi-finals of a knock-out, whose *final* is drawn now."""
    now = fixtures_now(db, club_id, season)
    in_final = [member for each in final for member in each.members]
    found = None
    if now and terms_of(db, club_id, season).format is Format.KNOCK_OUT:
        found = pairing.match_for_third(rounds_of(now), in_final)
    if found is None:
        raise NotAllowed(
            "Third place is played for with the final of a knock-out, by who lost the semi-finals."
        )
    return found


def offers_third(now: Sequence[FixtureNow], terms: SeasonTerms) -> bool:
    """Return whether the next draw is a final after two semi-finals that both had a loser."""
    if not now or not rounds_to_draw(now, terms):
        return False
    last = [each for each in now if each.round == now[-1].round]
    is_knock_out = terms.format is Format.KNOCK_OUT
    return is_knock_out and len(last) == 2 and all(each.second for each in last)


class DrawOrder(NamedTuple):
    """Members in the order of a draw, and the lots that decided it."""

    members: list[int]
    lots: tuple[ledger.LotDrawn, ...] = ()


def _order(db: Connection, club_id: int, season: int, lots: Lots, ranked_in: int) -> DrawOrder:
    """Return who plays in the order of the draw: by the ranks of another season, if one is given,
    and who is not in it after the others by lot; else by *lots*.
    """
    playing = [
        member
        for member, withdrew in projections.entrants(db, club_id, season).items()
        if not withdrew
    ]
    if ranked_in:
        return _order_of_ranks(db, club_id, season, playing, ranked_in)
    match lots:
        case Lots.AS_ENTERED:
            return DrawOrder(playing)
        case Lots.BY_LOT:
            return _order_of(_lot(db, club_id, season, playing))
        case Lots.BY_RATING:
            ratings = projections.latest_ratings(db, club_id, playing)
            best_first = sorted(playing, key=lambda member: -ratings.get(member, Rating()).rating)
            return DrawOrder(best_first)
        case _:
            assert_never(lots)


def _order_of(lot: ledger.LotDrawn) -> DrawOrder:
    """Return the order of a lot, which decides nothing for one member alone."""
    return DrawOrder([*lot.members], (lot,) if len(lot.members) > 1 else ())


def _order_of_ranks(
    db: Connection, club_id: int, season: int, playing: Sequence[int], ranked_in: int
) -> DrawOrder:
    ordered = list[int]()
    lots = list[ledger.LotDrawn]()
    others = set(playing)
    for sharing in _ranked(db, club_id, ranked_in):
        # A lot can have decided who takes part, so all who are level draw, and not only these.
        found = _order_of(_lot(db, club_id, season, sharing, seeded_by=ranked_in))
        taking_part = [member for member in found.members if member in others]
        ordered += taking_part
        others -= {*taking_part}
        lots += found.lots if taking_part else ()
    rest = _order_of(_lot(db, club_id, season, others))
    return DrawOrder([*ordered, *rest.members], (*lots, *rest.lots))


def rounds_to_draw(now: Sequence[FixtureNow | Drawn | FixtureRow], terms: SeasonTerms) -> bool:
    """Return whether a round is still to be drawn, at once or when the last one is settled."""
    if not now:
        return terms.format is not Format.OPEN
    if terms.format is Format.SWISS:
        return now[-1].round < terms.rounds
    if terms.format is not Format.KNOCK_OUT:
        return False
    in_first_round = sum(each.round == 1 for each in now)
    return now[-1].round < pairing.rounds_to_win(in_first_round)


def _next(
    db: Connection,
    club_id: int,
    season: int,
    now: tuple[FixtureNow, ...],
    absent: Collection[int],
) -> Round:
    require_due(db, club_id, season, now)
    if terms_of(db, club_id, season).format is Format.SWISS:
        return _next_of_swiss(db, club_id, season, now, absent)
    last = [each for each in now if each.round == now[-1].round]
    winners = [each.through for each in last if each.through is not None]
    return pairing.next_round(rounds_of(now), winners)


def require_due(db: Connection, club_id: int, season: int, now: tuple[FixtureNow, ...]) -> None:
    """Refuse to draw the next round of a season that is drawn round by round,
    if the last is not finished or was the last of all.
    """
    terms = terms_of(db, club_id, season)
    last = [each for each in now if each.round == now[-1].round]
    if terms.format is Format.SWISS:
        _require_finished(db, club_id, [each for each in last if each.is_open])
        refuse_if(
            not rounds_to_draw(now, terms),
            f"All {terms.rounds} rounds of this season are already drawn.",
        )
        return
    undecided = [each for each in last if each.is_open or each.through is None]
    _require_finished(db, club_id, undecided)
    refuse_if(not rounds_to_draw(now, terms), "That was the final. The knock-out is over.")


def _require_finished(db: Connection, club_id: int, unsettled: Sequence[FixtureNow]) -> None:
    if unsettled:
        names = projections.members(db, club_id)
        both = [[names[member] for member in each.members] for each in unsettled]
        pairs = "; ".join(map(" and ".join, both))
        raise NotAllowed(f"This round is not finished. Still open: {pairs}.")


def _next_of_swiss(
    db: Connection,
    club_id: int,
    season: int,
    now: tuple[FixtureNow, ...],
    absent: Collection[int],
) -> Round:
    terms = terms_of(db, club_id, season)
    rows = playing_rows(db, club_id, season)
    scores = {row.member: row.tally.score for row in rows if row.member not in absent}
    refuse_if(len(rows) < 2, "At least two members must take part.")
    refuse_if(len(scores) < 2, "At least two members of this season must be here.")
    best_first = sorted(scores, key=lambda member: -scores[member])
    return pairing.swiss_round(best_first, scores, rounds_of(now), rested_in(now, terms))


def rested_in(now: Iterable[FixtureNow], terms: SeasonTerms) -> list[int]:
    """Return who has had a bye in a Swiss, or a forfeit, as often as they had.

    A round that a member sat out is none, unless it gives as much as a win: FIDE Handbook, C.04.1,
    4 (in force from 1 July 2025).
    """
    without_play = [
        each for each in now if each.state in (FixtureStatus.BYE, FixtureStatus.FORFEIT)
    ]
    if terms.bye_points(absent=True) < terms.win:
        without_play = [each for each in without_play if not each.sat_out]
    return [each.through for each in without_play if each.through]


def playing_rows(db: Connection, club_id: int, season: int) -> list[StandingsRow]:
    """Return the standings without those who have withdrawn."""
    gone = withdrawn(db, club_id, season)
    return [row for row in season_rows(db, club_id, season) if row.member not in gone]


# Play-offs


PLAYOFFS = (2, 4, 8)
"""How many can take part in a play-off: without byes."""


class Seeding(NamedTuple):
    """The first of the standings, in order; members of `level` share a rank."""

    seeds: tuple[int, ...]
    level: tuple[int, ...] = ()


def playoffs(db: Connection, club_id: int, season: int) -> list[projections.Season]:
    """Return the play-offs of a season in the order in which they were opened,
    each instead of the one before.
    """
    return [each for each in projections.seasons(db, club_id) if each.terms.after == season]


def has_begun(db: Connection, club_id: int, season: int) -> bool:
    """Return whether a partie of a season was started, or a fixture decided without one."""
    met, _ = projections.met(db, club_id, season)
    return bool(
        met or season_sheets.count_unposted(db, club_id, season) or byes_given(db, club_id, season)
    )


def seeding(db: Connection, club_id: int, season: int, number: int) -> Seeding:
    """Return who takes part in a play-off of this size after a season:
    members, not those who have left since.
    """
    for each in playoffs(db, club_id, season):
        refuse_if(
            has_begun(db, club_id, each.number),
            f"{each.terms.name} has begun, so no other can be opened.",
        )
    found = find_season(db, club_id, season)
    terms = found.terms
    now = fixtures_now(db, club_id, season)
    refuse_if(
        terms.format in (Format.OPEN, Format.KNOCK_OUT),
        "A play-off follows a round robin or a Swiss.",
    )
    if not found.closed and (rounds_to_draw(now, terms) or any(each.is_open for each in now)):
        raise NotAllowed(
            "A play-off can be opened when all fixtures are settled, or when the season is closed."
        )
    ranked = list[int]()
    level = list[int]()
    for sharing in _ranked(db, club_id, season):
        members = [each for each in sharing if projections.are_members(db, club_id, [each])]
        level += members if len(members) > 1 and len(ranked) < number else []
        ranked += members
    if number not in PLAYOFFS or number > len(ranked):
        raise NotAllowed("A play-off is for 2, 4 or 8 of those who took part and have not left.")
    return Seeding(tuple(ranked[:number]), tuple(sorted(level)))


def _ranked(db: Connection, club_id: int, season: int) -> Iterator[list[int]]:
    """Yield who have not withdrawn, rank by rank, those who share one in the order of a lot."""
    for _, sharing in groupby(playing_rows(db, club_id, season), lambda row: row.rank):
        yield [*_lot(db, club_id, season, [row.member for row in sharing]).members]
