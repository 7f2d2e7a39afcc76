"""Seasons: their terms, who plays, their fixtures and withdrawals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from ...ledger.chain import canonical
from ...ledger.entries import (
    Adjusted,
    ByeGiven,
    Entered,
    RoundDated,
    SeasonOpened,
)
from ...ledger.pairing import Slot
from ...ledger.terms import TWO, Doubled, Format, SeasonTerms, Settled, TieBreak, Withdrawal, validate
from ...rules.company import CompanyTerms, frame_words, terms_named
from ...rules.company import validate as frame_terms
from ...rules.laws import EVERY_LAW, find_law
from ...rules.ruleset import Ruleset
from ...rules.words import listed
from ...storage import projections
from ...storage.engine import reading, writing
from ...storage.projections import FixtureRow, Season
from ..opening import NotAllowed, Service, clean_name, refuse_if, sentence
from ..recording import read_ruleset
from .credentials import Actor
from .fixtures import (
    FixtureNow,
    Left,
    Lots,
    Seeding,
    WithdrawalPreview,
    day_in,
    draw,
    draw_to_undo,
    fixtures_now,
    fixtures_to_take_over,
    forfeit,
    forfeit_cost,
    left,
    open_fixture,
    parse_day,
    replace_member,
    replaced_by,
    return_member,
    seeding,
    settle_after_grace,
    undone_with,
    withdraw,
    withdrawal_preview,
)
from .posting import (
    Draft,
    NoSuchSeason,
    Posted,
    Running,
    find_season,
    latest_season,
    post,
    post_all,
    reverse,
    running,
    terms_of,
)

__all__ = ["FixtureRow", "NoSuchSeason", "Season", "Seasons", "find_season", "latest_season"]

LONGEST_CORRECTION = 24 * 90
LONGEST_GRACE = 90
MOST_ROUNDS = 30

MOST = 10_000


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
    refuse_if(not 0 <= terms.grace_days <= LONGEST_GRACE, f"The grace period must be from 0 to {LONGEST_GRACE} days.")
    if terms.format is Format.SWISS:
        refuse_if(not 1 <= terms.rounds <= MOST_ROUNDS, f"A Swiss must have from 1 to {MOST_ROUNDS} rounds.")
        if terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
            raise NotAllowed("In a Swiss, played parties must count, because later rounds depend on them.")
    elif TieBreak.BUCHHOLZ in terms.order:
        raise NotAllowed("Buchholz is for a Swiss only. Elsewhere all have the same opponents, or choose them.")
    if terms.frame != TWO:
        _check_frame(terms)
    elif season_rules(terms).players != 2:
        raise NotAllowed("Choose rules for two players, or a round table.")
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

SWISS_ORDER = (TieBreak.MATCH_POINTS, TieBreak.BUCHHOLZ, TieBreak.POINTS)
"""The usual tie-breaks of a Swiss."""

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


def names_playing(db: Connection, club_id: int, season: int, members: Sequence[int]) -> dict[int, str]:
    playing = projections.entrants(db, club_id, season)
    names = projections.members(db, club_id, members)
    for member in members:
        if playing.get(member, False):
            raise NotAllowed(f"{names[member]} has withdrawn from this season. Enter their return first.")
        if member not in playing:
            raise NotAllowed(f"{names.get(member, 'This member')} is not in this season. Enter them first.")
    return names


def agreed_in(terms: SeasonTerms) -> CompanyTerms:
    return terms_named(terms.frame)


def plays_in(terms: SeasonTerms) -> str:
    return frame_words(agreed_in(terms).frame, season_rules(terms).players)


# Opening a season


def open_playoff(db: Connection, by: Actor, season: int, number: int, *, by_lot: bool, at: str) -> int:
    """Open a knock-out of the first *number* of a season under its terms, enter and draw them; return its number."""
    before = projections.seasons(db, by.club_id)
    refuse_if(any(each.terms.after == season for each in before), "This season has a play-off already.")
    seeds, level = seeding(db, by.club_id, season, number)
    if level and not by_lot:
        names = projections.members(db, by.club_id, level)
        raise NotAllowed(
            f"{listed([names[each] for each in level])} are level in every tie-break. Tick the box to let a lot decide."
        )
    old = find_season(db, by.club_id, season).terms
    order = tuple(each for each in old.order if each is not TieBreak.BUCHHOLZ)
    terms = replace(old, name=f"{old.name}: play-off", format=Format.KNOCK_OUT, order=order, after=season, seeds=number)
    terms = replace(terms, rounds=0, first_day="", last_day="")
    opened = open_season(db, by, terms, at)
    run = running(db, by.club_id, opened, author=by.author, at=at)
    post_all(db, by.club_id, [Draft(Entered(opened, member), by.author, at) for member in sorted(seeds)])
    draw(run, Lots.AS_ENTERED)
    return opened


def open_season(db: Connection, by: Actor, terms: SeasonTerms, at: str) -> int:
    number = _new_number(db, by.club_id, checked(terms))
    post(db, by.club_id, SeasonOpened(number, terms), author=by.author, at=at)
    return number


def _new_number(db: Connection, club_id: int, terms: SeasonTerms) -> int:
    before = projections.seasons(db, club_id)
    if any(row.terms.name.casefold() == terms.name.casefold() for row in before):
        raise NotAllowed(f"The club has a season called {terms.name}. Choose another name.")
    return len(before) + 1


NAMES_A_LAW = re.compile(r"(laws?|cases?|piquet au cent)\b", re.IGNORECASE)


def _cited(law: str) -> str:
    """Return what a reversal or a penalty rests on: a term of the season in any words, or a law that there is."""
    law, listed = law.strip(), [each.cited for each in EVERY_LAW]
    if NAMES_A_LAW.match(law) and law not in listed and find_law(law) is None:
        raise NotAllowed(f"“{law}” is not one of the laws listed here. Choose one, or name a term of the season.")
    return law


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

    def fixtures_now(self, club_id: int, season: int, since: int = 0) -> tuple[FixtureNow, ...]:
        with reading(self.engine) as db:
            return fixtures_now(db, club_id, season, terms_of(db, club_id, season), since=since)

    def withdrawal_preview(self, club_id: int, season: int, member: int) -> WithdrawalPreview:
        with reading(self.engine) as db:
            return withdrawal_preview(db, club_id, season, terms_of(db, club_id, season), member)

    def fixtures_to_take_over(self, club_id: int, season: int, member: int) -> list[FixtureNow]:
        with reading(self.engine) as db:
            return fixtures_to_take_over(db, club_id, season, terms_of(db, club_id, season), member)

    def left(self, club_id: int, season: int) -> dict[int, Left]:
        """Return the last withdrawal of each member who has not returned."""
        with reading(self.engine) as db:
            return left(db, club_id, season)

    def replaced_by(self, club_id: int, season: int, member: int) -> int:
        with reading(self.engine) as db:
            return replaced_by(db, club_id, season, member)

    def forfeit_cost(self, club_id: int, season: int) -> int:
        with reading(self.engine) as db:
            return forfeit_cost(db, club_id, season, terms_of(db, club_id, season))

    def seeding(self, club_id: int, season: int, number: int) -> Seeding:
        with reading(self.engine) as db:
            return seeding(db, club_id, season, number)

    def checked(self, club_id: int, terms: SeasonTerms) -> SeasonTerms:
        """Return terms with which the club could open a season; `NotAllowed` says why it could not."""
        with reading(self.engine) as db:
            _new_number(db, club_id, checked(terms))
        return terms

    def open(self, by: Actor, terms: SeasonTerms) -> int:
        with writing(self.engine, club=by.club_id) as db:
            return open_season(db, by, terms, self.at())

    def open_playoff(self, by: Actor, season: int, number: int, *, by_lot: bool = False) -> int:
        with writing(self.engine, club=by.club_id) as db:
            return open_playoff(db, by, season, number, by_lot=by_lot, at=self.at())

    def enter(self, by: Actor, season: int, *members: int) -> None:
        """Enter members for a season; a repeat changes nothing."""
        with writing(self.engine, club=by.club_id) as db:
            run = self._running(db, by, season)
            if not projections.are_members(db, by.club_id, members):
                raise NotAllowed("The club has no such member, or they have left.")
            playing = projections.entrants(db, by.club_id, season)
            new = [member for member in dict.fromkeys(members) if member not in playing]
            if new and projections.fixtures(db, by.club_id, season):
                raise NotAllowed("The fixtures are drawn. A new member can only replace one who withdrew.")
            if new:
                post_all(db, by.club_id, [Draft(Entered(season, member), run.author, run.at) for member in new])

    def draw(self, by: Actor, season: int, lots: Lots = Lots.BY_LOT, first_day: str = "", every: int = 7) -> int:
        with writing(self.engine, club=by.club_id) as db:
            return draw(self._running(db, by, season), lots, first_day, every)

    def move_round(self, by: Actor, season: int, round_: int, day: str) -> None:
        """Give a round another day; a repeat changes nothing."""
        with writing(self.engine, club=by.club_id) as db:
            run = self._running(db, by, season)
            drawn = {each.round for each in projections.fixtures(db, by.club_id, season)}
            refuse_if(round_ not in drawn, "There is no such round.")
            found = day_in(run.terms, day)
            if projections.days_of_rounds(db, by.club_id, season).get(round_) != found:
                run.post(RoundDated(season, round_, found))

    def withdraw(self, by: Actor, season: int, member: int, reason: str, substitute: int | None = None) -> None:
        with writing(self.engine, club=by.club_id) as db:
            withdraw(self._running(db, by, season), member, reason, substitute)

    def replace(self, by: Actor, season: int, member: int, substitute: int) -> None:
        with writing(self.engine, club=by.club_id) as db:
            replace_member(self._running(db, by, season), member, substitute)

    def settle_withdrawal(self, by: Actor, season: int, member: int) -> None:
        with writing(self.engine, club=by.club_id) as db:
            settle_after_grace(self._running(db, by, season), member)

    def take_back(self, by: Actor, season: int, member: int) -> None:
        """Let a member who withdrew return."""
        with writing(self.engine, club=by.club_id) as db:
            return_member(self._running(db, by, season), member)

    def give_bye(self, by: Actor, season: int, slot: Slot, member: int) -> Posted:
        """Give a player of an open fixture a bye, because the other cannot be blamed that it is not played."""
        with writing(self.engine, club=by.club_id) as db:
            run = self._running(db, by, season)
            now = open_fixture(fixtures_now(db, by.club_id, season, run.terms), slot)
            refuse_if(member not in now.members, "Only a player of this fixture can have a bye for it.")
            return run.post(ByeGiven(season, member, now.round))

    def forfeit(self, by: Actor, season: int, slot: Slot, winner: int) -> Posted:
        with writing(self.engine, club=by.club_id) as db:
            run = self._running(db, by, season)
            now = open_fixture(fixtures_now(db, by.club_id, season, run.terms), slot)
            refuse_if(winner not in now.members, "Only a player of this fixture can win it.")
            return forfeit(run, now, winner)

    def adjust(
        self, by: Actor, season: int, member: int, *, points: int, match_points: int = 0, reason: str, law: str = ""
    ) -> Posted:
        refuse_if(not points and not match_points, "Enter how many points to give or take.")
        refuse_if(not reason.strip(), "Enter a reason. It becomes part of the entry.")
        with writing(self.engine, club=by.club_id) as db:
            run = self._running(db, by, season)
            refuse_if(member not in projections.entrants(db, by.club_id, season), "That member is not in this season.")
            return run.post(Adjusted(season, member, points, match_points, reason.strip(), _cited(law)))

    def reverse(self, by: Actor, entry: int, *, reason: str, law: str = "", whole: bool = False) -> Posted:
        """Reverse an entry: with it its whole draw, or the *whole* import that it is of."""
        with writing(self.engine, club=by.club_id) as db:
            entries = undone_with(db, by.club_id, entry, whole=whole)
            return reverse(db, by.club_id, *entries, reason=reason, law=_cited(law), author=by.author, at=self.at())

    def draw_to_undo(self, club_id: int, season: int) -> int:
        """Return the entry of the last round drawn, if its draw can be undone; else 0."""
        with reading(self.engine) as db:
            return draw_to_undo(db, club_id, season)

    def _running(self, db: Connection, by: Actor, season: int) -> Running:
        return running(db, by.club_id, season, author=by.author, at=self.at())
