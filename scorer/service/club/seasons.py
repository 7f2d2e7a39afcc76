"""Seasons: their terms, who plays, their fixtures and withdrawals."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import Enum
from itertools import count, repeat
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger import chain, pairing
from ...ledger.chain import canonical
from ...ledger.entries import (
    Adjusted,
    ByeGiven,
    Entered,
    Fixture,
    Replaced,
    RoundDated,
    RoundDrawn,
    SeasonOpened,
    SheetPosted,
    Withdrew,
    numbered,
)
from ...ledger.pairing import Round, Slot
from ...ledger.records import Rating
from ...ledger.results import Result, Side
from ...ledger.terms import TWO, Doubled, Format, SeasonTerms, Settled, TieBreak, Withdrawal, validate
from ...rules.company import CompanyTerms, frame_words, terms_named
from ...rules.company import validate as frame_terms
from ...rules.ruleset import Ruleset
from ...storage import book, projections, season_sheets
from ...storage.engine import reading, writing
from ...storage.projections import FixtureRow, PostedPartie, Season
from .. import times
from ..opening import NotAllowed, Service, clean_name, refuse_if, sentence
from ..sheets import read_ruleset, read_sheet
from .credentials import Actor
from .posting import Posted, Running, post, read_entry, reverse, running, terms_of

__all__ = ["FixtureRow", "Season", "Seasons"]

LONGEST_CORRECTION = 24 * 90

MOST = 10_000

MOST_DAYS_BETWEEN = 28


def parse_day(text: str) -> str:
    """Return a typed day in ISO 8601."""
    refuse_if(not text, "Enter a day.")
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise NotAllowed(f"{text[:40]} is not a day. Enter it like this: 2026-09-01.") from None


def day_played(terms: SeasonTerms, day: str, at: str) -> str:
    """Return the *day* a partie of the season was played, in ISO 8601; without one, that of the time *at*, now."""
    if not day:
        return at[:10]
    found = _of_season(terms, day)
    today = max(at[:10], datetime.fromisoformat(at).astimezone().date().isoformat())  # wherever it is later
    refuse_if(found > today, f"{times.day(found)} is in the future. Enter the day on which the partie was played.")
    return found


def _before(terms: SeasonTerms) -> str:
    return f"{terms.name} begins on {times.day(terms.first_day)}. Its parties are played from then on."


def require_begun(terms: SeasonTerms, at: str) -> None:
    """Refuse to open a sheet before the first day of the season."""
    refuse_if(terms.first_day > at[:10], _before(terms))


def season_rules(terms: SeasonTerms) -> Ruleset:
    return read_ruleset(canonical(terms.rules))


def require_two(terms: SeasonTerms) -> None:
    """Refuse a partie for two in a season for more."""
    if terms.frame_name != TWO:
        raise NotAllowed(
            f"This season is played as a {terms.frame_name}: open a company, whose players all sign its scorecard."
        )


def checked(terms: SeasonTerms) -> SeasonTerms:
    clean_name(terms.name)
    days = [parse_day(each) for each in (terms.first_day, terms.last_day) if each]
    refuse_if(days != sorted(days), "The last day of a season must not be before its first.")
    refuse_if(len(set(terms.order)) < len(terms.order), "Choose each tie-break only once.")
    if not terms.loss <= terms.draw <= terms.win:
        raise NotAllowed("A win must give at least as many match points as a draw, and a draw as a loss.")
    if not 0 <= terms.correction_hours <= LONGEST_CORRECTION:
        raise NotAllowed("The correction period must be between 0 hours and 90 days.")
    figures = (terms.loss, terms.win, terms.bye, terms.forfeit_points, terms.provisional)
    refuse_if(min(figures) < 0 or max(figures) > MOST, f"Points, match points and parties must be from 0 to {MOST}.")
    if terms.frame != TWO:
        _check_frame(terms)
    elif season_rules(terms).players != 2:
        raise NotAllowed("Choose rules for two players, or a table at which all play together.")
    if terms.stakes is not None:
        by_the_partie = season_rules(terms).pays_parties
        refuse_if(terms.frame == TWO and terms.stakes.parties != by_the_partie, _STAKES_OF[by_the_partie])
        try:
            validate(terms.stakes)
        except ValueError as error:
            raise NotAllowed(f"Stakes: {error}.") from None
    return terms


_STAKES_OF = {
    True: "Stakes: these rules pay by the partie, so the stake must be per partie.",
    False: "Stakes: these rules pay points, so the stake must be per point or per hundred.",
}

COMPANY_ORDER = (TieBreak.POINTS, TieBreak.WON, TieBreak.FEWER_PARTIES)
"""The usual tie-breaks of companies: the balance, then parties won, then fewer parties."""

COMPANY_TIE_BREAKS = {*COMPANY_ORDER, TieBreak.POINTS_WON, TieBreak.AVERAGE}


def _check_frame(terms: SeasonTerms) -> None:
    try:
        frame_terms(terms_named(terms.frame), season_rules(terms))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    refuse_if(terms.format is not Format.OPEN, f"A {terms.frame_name} has no fixtures. Choose an open season.")
    other = [each.value for each in terms.order if each not in COMPANY_TIE_BREAKS]
    refuse_if(other, f"A {terms.frame_name} cannot be ranked by {' or '.join(other)}. Choose other tie-breaks.")
    if terms.stakes is not None and terms.stakes.settled is Settled.AT_CLOSE:
        raise NotAllowed("Stakes: a scorecard is paid when it is signed. Choose to settle after each partie.")
    if terms.stakes is not None and terms.stakes.doubled is not Doubled.NEVER:
        raise NotAllowed("Stakes: a scorecard has neither lurch nor Rubicon. Choose never to double.")


class NoSuchSeason(LookupError):
    """There is no such season, or no such member in it."""


def find_season(db: Connection, club_id: int, number: int) -> Season:
    row = projections.find_season(db, club_id, number)
    if row is None:
        raise NoSuchSeason(number)
    return row


def latest_season(rows: Sequence[Season]) -> Season | None:
    return next((row for row in reversed(rows) if not row.closed), rows[-1] if rows else None)


def names_playing(db: Connection, club_id: int, season: int, members: Sequence[int]) -> dict[int, str]:
    playing = projections.entrants(db, club_id, season)
    names = projections.members(db, club_id, members)
    for member in members:
        if playing.get(member, True):
            raise NotAllowed(f"{names.get(member, 'This member')} is not in this season. Enter them first.")
    return names


def agreed_in(terms: SeasonTerms) -> CompanyTerms:
    return terms_named(terms.frame)


def plays_in(terms: SeasonTerms) -> str:
    return frame_words(agreed_in(terms).frame, season_rules(terms).players)


# Fixtures


class FixtureStatus(Enum):
    TO_PLAY = "to play"
    AT_TABLE = "begun, not posted"
    PLAYED = "played"
    AGAIN = "drawn, to be replayed"
    FORFEIT = "forfeit"
    BYE = "bye"


OPEN_STATES = frozenset({FixtureStatus.TO_PLAY, FixtureStatus.AT_TABLE, FixtureStatus.AGAIN})


@dataclass(frozen=True, slots=True)
class FixtureNow:
    """
    A fixture with its status.

    `through` is who won it, or had a bye because the other withdrew; `day` is that of its round in ISO 8601, or empty.
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

    @property
    def slot(self) -> Slot:
        return self.round, self.table

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def members(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


_Key = tuple[int, frozenset[int]]


def fixtures_now(
    db: Connection, club_id: int, season: int, terms: SeasonTerms, *, member: int = 0
) -> tuple[FixtureNow, ...]:
    """Return the fixtures of a season, or of a *member* in it, each with its status."""
    rows = projections.fixtures(db, club_id, season, member)
    if not rows:
        return ()
    posted = _current_results(db, club_id, season, member)
    byes = byes_given(db, club_id, season)
    begun: dict[_Key, str] = {
        (membership.round, frozenset(membership.members)): row.code
        for row, membership in season_sheets.unposted(db, club_id, season)
    }
    found = []
    for row in rows:
        if not row.second:
            state, entry = FixtureStatus.BYE, byes.get((row.round, row.first))
            found.append(FixtureNow(row.round, row.table, row.first, None, state, row.first, entry=entry))
            continue
        key = row.round, frozenset((row.first, row.second))
        now = FixtureNow(row.round, row.table, row.first, row.second, FixtureStatus.TO_PLAY)
        if key in posted:
            now = _settled(now, posted[key], is_knock_out=terms.format is Format.KNOCK_OUT)
        else:
            for each in now.members:
                if (row.round, each) in byes:
                    now = replace(now, state=FixtureStatus.BYE, through=each, entry=byes[row.round, each])
        if now.is_open and key in begun:
            now = replace(now, state=FixtureStatus.AT_TABLE, entry=None, code=begun[key])
        found.append(now)
    days = projections.days_of_rounds(db, club_id, season)
    return tuple(replace(each, day=days.get(each.round, "")) for each in found)


def rounds_of(fixtures: tuple[FixtureNow, ...]) -> tuple[Round, ...]:
    """Return the fixtures as drawn, except that who has a bye because the other withdrew meets nobody."""
    rounds: dict[int, list[Fixture]] = {}
    for each in fixtures:
        through = each.through if each.state is FixtureStatus.BYE else None
        drawn = Fixture(each.first, each.second) if through is None else Fixture(through, None)
        rounds.setdefault(each.round, []).append(drawn)
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def open_fixture(fixtures: tuple[FixtureNow, ...], slot: Slot) -> FixtureNow:
    found = next((each for each in fixtures if each.slot == slot), None)
    if found is None or found.second is None:
        raise NotAllowed("There is no such fixture.")
    if found.state is FixtureStatus.AT_TABLE:
        raise NotAllowed(f"The fixture is being played: its partie has the code {found.code}.")
    refuse_if(not found.is_open, f"The fixture is settled: {found.state.value}, entry {found.entry}.")
    return found


def forfeit(run: Running, fixture: FixtureNow, winner: int) -> Posted:
    assert fixture.second is not None
    won_by = int(winner == fixture.second)
    result = Result((Side(0), Side(0)), won_by, run.terms.forfeit_points, forfeit=True)
    body = SheetPosted(run.season, (fixture.first, fixture.second), "", "", result, fixture.round)
    return run.post(body)


def _current_results(db: Connection, club_id: int, season: int, member: int = 0) -> dict[_Key, PostedPartie]:
    """Return what settles each fixture; of two parties (one was drawn) the one with a winner, or else the later."""
    found: dict[_Key, PostedPartie] = {}
    for each in projections.parties_for_rounds(db, club_id, season, member):
        key = each.round, frozenset(each.members)
        if key not in found or found[key].result.winner is None or each.result.winner is not None:
            found[key] = each
    return found


def byes_given(db: Connection, club_id: int, season: int) -> dict[tuple[int, int], int]:
    found, merged = {}, projections.merged(db, club_id)
    for row in book.entries(db, club_id, kind="bye given", season=season):
        body = chain.read(row.text).body
        if row.reversed_by is None and isinstance(body, ByeGiven):
            found[body.round, merged.get(body.member, body.member)] = row.number
    return found


def _settled(now: FixtureNow, by: PostedPartie, *, is_knock_out: bool) -> FixtureNow:
    result = by.result
    if result.winner is None and is_knock_out:
        return replace(now, state=FixtureStatus.AGAIN, entry=by.entry)
    state = FixtureStatus.FORFEIT if result.forfeit else FixtureStatus.PLAYED
    through = None if result.winner is None else by.members[result.winner]
    return replace(now, state=state, through=through, points=result.points, entry=by.entry, code=by.code)


# Withdrawals
#
# Each remaining fixture becomes a bye or a forfeit, or a replacement takes it over. An annulled partie is reversed and
# the opponent gets a bye; the member's own byes are reversed with it. So all others have met, or not met, alike.


LAW = "the season's terms on withdrawals"


class WithdrawalPreview(NamedTuple):
    fixtures: tuple[FixtureNow, ...]
    effect: pairing.WithdrawalEffect


def withdrawal_preview(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> WithdrawalPreview:
    now = fixtures_now(db, club_id, season, terms)
    settled = {each.slot for each in now if not each.is_open}
    return WithdrawalPreview(now, pairing.withdrawal_effect(rounds_of(now), settled, member, terms.withdrawal))


def withdraw(run: Running, member: int, reason: str, substitute: int | None = None) -> None:
    """Post a withdrawal and all that follows; without a *substitute* the terms decide about the remaining fixtures."""
    reason = " ".join(reason.split())
    refuse_if(not reason, "Enter a reason. It becomes part of the entry.")
    entrants = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(entrants.get(member, True), "That member is not in this season.")
    for row, membership in season_sheets.unposted(run.db, run.club_id, run.season):
        if member in membership.members and read_sheet(run.db, row).partie.is_over:
            raise NotAllowed(f"The partie {row.code} is over but not posted. It must be signed or ruled on first.")
    found = withdrawal_preview(run.db, run.club_id, run.season, run.terms, member)
    why = f"{numbered([member])} withdraws: {reason}"
    run.post(Withdrew(run.season, member, reason))
    if substitute is not None:
        replace_member(run, member, substitute)
        return
    slots = {each.slot: each for each in found.fixtures}
    drawn = pairing.slots_of(rounds_of(found.fixtures), member)
    for slot in sorted({*found.effect.byes, *found.effect.forfeits, *found.effect.annulled}):
        fixture, other = slots[slot], pairing.other_of(drawn[slot], member)
        assert other is not None
        if slot in found.effect.forfeits:
            forfeit(run, fixture, other)
            continue
        if slot in found.effect.annulled:
            assert fixture.entry is not None
            run.reverse(fixture.entry, reason=why, law=LAW)
        run.post(ByeGiven(run.season, other, fixture.round))
    if run.terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF and found.effect.byes:
        for each in found.fixtures:
            if each.state is FixtureStatus.BYE and each.through == member and each.entry is not None:
                run.reverse(each.entry, reason=why, law=LAW)


def replace_member(run: Running, member: int, substitute: int) -> None:
    """Post that a member takes over the remaining fixtures of one who withdrew, and reverse what settled them."""
    playing = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(not playing.get(member, False), "Only a member who has withdrawn can be replaced.")
    if substitute in playing or not projections.are_members(run.db, run.club_id, [substitute]):
        raise NotAllowed("Choose a replacement who is a member and not yet in this season.")
    taken = fixtures_to_take_over(run.db, run.club_id, run.season, run.terms, member)
    refuse_if(not taken, f"{_name(run, member)} has no remaining fixtures to take over.")
    why = f"{numbered([substitute])} replaces {numbered([member])}"
    for each in taken:
        if each.entry is not None and not each.is_open:
            run.reverse(each.entry, reason=why, law=LAW)
    run.post(Replaced(run.season, member, substitute, tuple(each.slot for each in taken)))


def fixtures_to_take_over(
    db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int
) -> list[FixtureNow]:
    """Return the fixtures settled only by a withdrawal; in a knock-out, only of the last round."""
    withdrawals = (read_entry(row).entry for row in book.entries(db, club_id, kind="withdrew", season=season))
    numbers = projections.member_rows(db, club_id, [member])
    left_at = [each.number for each in withdrawals if isinstance(each.body, Withdrew) and each.body.member in numbers]
    if not left_at:
        return []
    now = fixtures_now(db, club_id, season, terms)
    since = now[-1].round if now and terms.format is Format.KNOCK_OUT else 1
    return [
        each
        for each in now
        if member in each.members
        and each.second is not None
        and each.round >= since
        and (each.is_open or (each.through != member and each.entry is not None and each.entry > left_at[-1]))
    ]


def _name(run: Running, member: int) -> str:
    return projections.members(run.db, run.club_id, [member])[member]


# Drawing rounds


class Lots(Enum):
    """The order of the draw; in a knock-out the first are the best seeds."""

    BY_LOT = "by lot"
    BY_RATING = "by rating, highest first"
    AS_ENTERED = "in the order of entry"


def draw(run: Running, lots: Lots, first_day: str = "", every: int = 7) -> int:
    """
    Draw and post a whole round robin, or the next round of a knock-out; return the number of rounds.

    The first of them is on *first_day*, if one is given, and each other *every* so many days later.
    """
    days = _days(run.terms, first_day, every)
    db, club_id, season, terms = run.db, run.club_id, run.season, run.terms
    refuse_if(terms.format is Format.OPEN, "An open season has no fixtures, so there is nothing to draw.")
    now = fixtures_now(db, club_id, season, terms)
    withdrawn = {member for member, gone in projections.entrants(db, club_id, season).items() if gone}
    if not now:
        playing = _order(db, club_id, season, lots)
        refuse_if(len(playing) < 2, "At least two members must take part.")
        if terms.format is Format.KNOCK_OUT:
            rounds: tuple[Round, ...] = (pairing.first_round(playing),)
        else:
            rounds = pairing.round_robin(playing, double=terms.format is Format.DOUBLE)
    elif terms.format is Format.KNOCK_OUT:
        rounds = (_next(db, club_id, now),)
    else:
        raise NotAllowed("All rounds of this season are already drawn.")
    drawn = len(rounds_of(now))
    for number, fixtures in enumerate(rounds, drawn + 1):
        run.post(RoundDrawn(season, number, fixtures, next(days)))
        for table, each in enumerate(fixtures, 1):
            gone = {each.first, each.second} & withdrawn
            other = each.first if each.second is None or each.second in gone else each.second
            if each.second is None or (gone and terms.withdrawal is Withdrawal.COUNT_PLAYED):
                run.post(ByeGiven(season, other, number))
            elif gone:
                forfeit(run, FixtureNow(number, table, each.first, each.second, FixtureStatus.TO_PLAY), other)
    return len(rounds)


def _days(terms: SeasonTerms, first_day: str, every: int) -> Iterator[str]:
    """Yield the days of rounds, without end; empty ones without a first day."""
    if not first_day:
        yield from repeat("")
    first = date.fromisoformat(_of_season(terms, first_day))
    refuse_if(not 0 <= every <= MOST_DAYS_BETWEEN, "Choose the days between rounds from the list.")
    for number in count():
        yield (first + timedelta(days=every * number)).isoformat()


def _of_season(terms: SeasonTerms, day: str) -> str:
    found = parse_day(day)
    refuse_if(found < terms.first_day, _before(terms))
    return found


def _order(db: Connection, club_id: int, season: int, lots: Lots) -> list[int]:
    playing = [member for member, withdrew in projections.entrants(db, club_id, season).items() if not withdrew]
    if lots is Lots.BY_LOT:
        secrets.SystemRandom().shuffle(playing)
    elif lots is Lots.BY_RATING:
        ratings = projections.latest_ratings(db, club_id, playing)
        playing.sort(key=lambda member: -ratings.get(member, Rating()).rating)
    return playing


def _next(db: Connection, club_id: int, now: tuple[FixtureNow, ...]) -> Round:
    last = [each for each in now if each.round == now[-1].round]
    unsettled = [each for each in last if each.is_open or each.through is None]
    if unsettled:
        names = projections.members(db, club_id)
        pairs = "; ".join(" and ".join(names[member] for member in each.members) for each in unsettled)
        raise NotAllowed(f"This round is not finished. Still open: {pairs}.")
    refuse_if(len(last) == 1, "That was the final. The knock-out is over.")
    return pairing.next_round(rounds_of(now), [each.through for each in last if each.through is not None])


class Seasons(Service):
    def seasons(self, club_id: int) -> list[Season]:
        with reading(self.engine) as db:
            return projections.seasons(db, club_id)

    def season(self, club_id: int, number: int) -> Season | None:
        return next((each for each in self.seasons(club_id) if each.number == number), None)

    def entrants(self, club_id: int, season: int) -> dict[int, bool]:
        with reading(self.engine) as db:
            return projections.entrants(db, club_id, season)

    def fixtures(self, club_id: int, season: int) -> list[FixtureRow]:
        with reading(self.engine) as db:
            return projections.fixtures(db, club_id, season)

    def fixtures_now(self, club_id: int, season: int) -> tuple[FixtureNow, ...]:
        with reading(self.engine) as db:
            return fixtures_now(db, club_id, season, terms_of(db, club_id, season))

    def withdrawal_preview(self, club_id: int, season: int, member: int) -> WithdrawalPreview:
        with reading(self.engine) as db:
            return withdrawal_preview(db, club_id, season, terms_of(db, club_id, season), member)

    def fixtures_to_take_over(self, club_id: int, season: int, member: int) -> list[FixtureNow]:
        with reading(self.engine) as db:
            return fixtures_to_take_over(db, club_id, season, terms_of(db, club_id, season), member)

    def open(self, by: Actor, terms: SeasonTerms) -> int:
        checked(terms)
        with writing(self.engine) as db:
            before = projections.seasons(db, by.club_id)
            if any(row.terms.name.casefold() == terms.name.casefold() for row in before):
                raise NotAllowed(f"The club has a season called {terms.name}. Choose another name.")
            number = len(before) + 1
            post(db, by.club_id, SeasonOpened(number, terms), author=by.author, at=self.at())
            return number

    def enter(self, by: Actor, season: int, *members: int) -> None:
        """Enter members for a season; a repeat changes nothing."""
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            if not projections.are_members(db, by.club_id, members):
                raise NotAllowed("The club has no such member, or they have left.")
            playing = projections.entrants(db, by.club_id, season)
            new = [member for member in dict.fromkeys(members) if member not in playing]
            if new and projections.fixtures(db, by.club_id, season):
                raise NotAllowed("The fixtures are drawn. A new member can only replace one who withdrew.")
            for member in new:
                run.post(Entered(season, member))

    def draw(self, by: Actor, season: int, lots: Lots = Lots.BY_LOT, first_day: str = "", every: int = 7) -> int:
        with writing(self.engine) as db:
            return draw(self._running(db, by, season), lots, first_day, every)

    def move_round(self, by: Actor, season: int, round_: int, day: str) -> None:
        """Give a round another day; a repeat changes nothing."""
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            drawn = {each.round for each in projections.fixtures(db, by.club_id, season)}
            refuse_if(round_ not in drawn, "There is no such round.")
            found = _of_season(run.terms, day)
            if projections.days_of_rounds(db, by.club_id, season).get(round_) != found:
                run.post(RoundDated(season, round_, found))

    def withdraw(self, by: Actor, season: int, member: int, reason: str, substitute: int | None = None) -> None:
        with writing(self.engine) as db:
            withdraw(self._running(db, by, season), member, reason, substitute)

    def replace(self, by: Actor, season: int, member: int, substitute: int) -> None:
        with writing(self.engine) as db:
            replace_member(self._running(db, by, season), member, substitute)

    def forfeit(self, by: Actor, season: int, slot: Slot, winner: int) -> Posted:
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            now = open_fixture(fixtures_now(db, by.club_id, season, run.terms), slot)
            refuse_if(winner not in now.members, "Only a player of this fixture can win it.")
            return forfeit(run, now, winner)

    def adjust(
        self, by: Actor, season: int, member: int, *, points: int, match_points: int = 0, reason: str, law: str = ""
    ) -> Posted:
        refuse_if(not points and not match_points, "Enter how many points to give or take.")
        refuse_if(not reason.strip(), "Enter a reason. It becomes part of the entry.")
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            refuse_if(member not in projections.entrants(db, by.club_id, season), "That member is not in this season.")
            return run.post(Adjusted(season, member, points, match_points, reason.strip(), law.strip()))

    def reverse(self, by: Actor, entry: int, *, reason: str, law: str = "") -> Posted:
        with writing(self.engine) as db:
            return reverse(db, by.club_id, entry, reason=reason, law=law, author=by.author, at=self.at())

    def _running(self, db: Connection, by: Actor, season: int) -> Running:
        return running(db, by.club_id, season, author=by.author, at=self.at())
