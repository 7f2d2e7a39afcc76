"""Seasons: their terms, opening them, entering members, drawing rounds and withdrawing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from ...ledger.canonical import canonical
from ...ledger.entries import Adjusted, Entered, SeasonOpened
from ...ledger.pairing import Slot
from ...ledger.terms import TWO, Doubled, Format, SeasonTerms, Settled, TieBreak, validate
from ...rules.company import CompanyTerms, terms_named
from ...rules.company import validate as frame_terms
from ...rules.company.record import frame_words
from ...rules.ruleset import Ruleset
from ...storage import projections
from ...storage.engine import reading, writing
from ...storage.projections import FixtureRow, Season
from ..opening import NotAllowed, Service, clean_name, refuse_if, sentence
from ..sheets import read_ruleset
from . import fixtures
from .credentials import Actor
from .fixtures import FixtureNow, Lots, WithdrawalPreview
from .posting import Posted, Running, post, reverse, running, terms_of

__all__ = ["FixtureRow", "Season", "Seasons"]

LONGEST_CORRECTION = 24 * 90

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
    """Return the terms if they do not contradict themselves."""
    clean_name(terms.name)
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
"""The tie-breaks that a company's card can decide; the others need parties for two."""


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
            return fixtures.fixtures_now(db, club_id, season, terms_of(db, club_id, season))

    def withdrawal_preview(self, club_id: int, season: int, member: int) -> WithdrawalPreview:
        with reading(self.engine) as db:
            return fixtures.withdrawal_preview(db, club_id, season, terms_of(db, club_id, season), member)

    def fixtures_to_take_over(self, club_id: int, season: int, member: int) -> list[FixtureNow]:
        with reading(self.engine) as db:
            return fixtures.fixtures_to_take_over(db, club_id, season, terms_of(db, club_id, season), member)

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
            if set(members) - projections.members(db, by.club_id, members).keys():
                raise NotAllowed("The club has no such member.")
            playing = projections.entrants(db, by.club_id, season)
            new = [member for member in dict.fromkeys(members) if member not in playing]
            if new and projections.fixtures(db, by.club_id, season):
                raise NotAllowed("The fixtures are drawn. A new member can only replace one who withdrew.")
            for member in new:
                run.post(Entered(season, member))

    def draw(self, by: Actor, season: int, lots: Lots = Lots.BY_LOT) -> int:
        with writing(self.engine) as db:
            return fixtures.draw(self._running(db, by, season), lots)

    def withdraw(self, by: Actor, season: int, member: int, reason: str, substitute: int | None = None) -> None:
        with writing(self.engine) as db:
            fixtures.withdraw(self._running(db, by, season), member, reason, substitute)

    def replace(self, by: Actor, season: int, member: int, substitute: int) -> None:
        with writing(self.engine) as db:
            fixtures.replace_member(self._running(db, by, season), member, substitute)

    def forfeit(self, by: Actor, season: int, slot: Slot, winner: int) -> Posted:
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            now = fixtures.open_fixture(fixtures.fixtures_now(db, by.club_id, season, run.terms), slot)
            refuse_if(winner not in now.members, "Only a player of this fixture can win it.")
            return fixtures.forfeit(run, now, winner)

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


def agreed_in(terms: SeasonTerms) -> CompanyTerms:
    return terms_named(terms.frame)


def plays_in(terms: SeasonTerms) -> str:
    return frame_words(agreed_in(terms).frame, season_rules(terms).players)
