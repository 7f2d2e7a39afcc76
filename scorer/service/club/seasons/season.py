"""Seasons: their terms, who plays, their fixtures and withdrawals."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from sqlalchemy import Connection

from ....ledger.chain import canonical
from ....ledger.entries import Adjusted, Entered, SeasonClosed, SeasonOpened
from ....ledger.matching import NEVER, Unfair
from ....ledger.terms import (
    Doubling,
    Format,
    SeasonTerms,
    Settled,
    TieBreak,
    Withdrawal,
    validate,
)
from ....rules.company import frame_message, terms_named
from ....rules.company import validate as frame_terms
from ....rules.laws import EVERY_LAW, find_law
from ....rules.names import Name
from ....rules.ruleset import Ruleset
from ....rules.words import listed
from ....storage import projections
from ....storage.engine import reading, writing
from ....storage.projections import FixtureRow, Season
from ....table.entering import NotAllowed, clean_title, refuse_if, sentence
from ....table.recording import read_ruleset
from ... import zones
from ...service import Service
from ..credentials import Actor
from ..people.members import members_named
from ..posts import (
    Draft,
    NoSuchSeason,
    Posted,
    Running,
    find_season,
    latest_season,
    post,
    post_all,
    posts,
    reads,
    reverse,
    terms_of,
)
from . import drawing, fixtures, replayed
from .drawing import Proposal
from .fixtures import Lots

__all__ = ["FixtureRow", "NoSuchSeason", "Season", "Seasons", "find_season", "latest_season"]

LONGEST_CORRECTION = 24 * 90
LONGEST_GRACE = 90
MOST_ROUNDS = 30

MOST = 10_000


def season_rules(terms: SeasonTerms) -> Ruleset:
    return read_ruleset(canonical(terms.rules))


def require_two(terms: SeasonTerms) -> None:
    """Refuse a partie for two in a season for more."""
    if not terms.is_for_two:
        raise NotAllowed(
            f"This season is played as a {terms.frame_name}: open a company, whose players all "
            f"sign its scorecard."
        )


def checked(terms: SeasonTerms) -> SeasonTerms:
    """Return terms as they are published: a knock-out is ranked by the round reached,
    and its byes give nothing.
    """
    _check(terms)
    return replace(terms, order=terms.ranking, bye=0) if terms.format is Format.KNOCK_OUT else terms


def _check(terms: SeasonTerms) -> None:
    clean_title(terms.name)
    days = [fixtures.parse_day(each) for each in (terms.first_day, terms.last_day) if each]
    refuse_if(days != sorted(days), "The last day of a season must not be before its first.")
    refuse_if(len(set(terms.order)) < len(terms.order), "Choose each tie-break only once.")
    if not terms.loss <= terms.draw <= terms.win:
        raise NotAllowed(
            "A win must give at least as many match points as a draw, and a draw as a loss."
        )
    if not 0 <= terms.correction_hours <= LONGEST_CORRECTION:
        raise NotAllowed("The correction period must be between 0 hours and 90 days.")
    figures = (
        *(terms.loss, terms.win, terms.bye, terms.bye_points(absent=True)),
        *(terms.forfeit_points, terms.provisional),
    )
    refuse_if(
        min(figures) < 0 or max(figures) > MOST,
        f"Points, match points and parties must be from 0 to {MOST}.",
    )
    refuse_if(
        not 0 <= terms.grace_days <= LONGEST_GRACE,
        f"There can be from 0 to {LONGEST_GRACE} days of grace.",
    )
    if terms.format is Format.SWISS:
        refuse_if(
            not 1 <= terms.rounds <= MOST_ROUNDS,
            f"A Swiss must have from 1 to {MOST_ROUNDS} rounds.",
        )
        if terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
            raise NotAllowed(
                "In a Swiss, played parties must count, because later rounds depend on them."
            )
    elif TieBreak.BUCHHOLZ in terms.order:
        raise NotAllowed(
            "Buchholz is for a Swiss only. Elsewhere all have the same opponents, or choose them."
        )
    if terms.format is not Format.KNOCK_OUT and TieBreak.ROUND_REACHED in terms.order:
        raise NotAllowed("The round reached is for a knock-out only. Choose another tie-break.")
    if not terms.after and TieBreak.RANK_BEFORE in terms.order:
        raise NotAllowed("The rank in the season before is for a play-off only.")
    if not terms.is_for_two:
        _check_frame(terms)
    elif season_rules(terms).players != 2:
        raise NotAllowed("Choose rules for two players, or a round table.")
    if terms.stakes is not None:
        by_the_partie = season_rules(terms).pays_parties
        refuse_if(
            terms.is_for_two and terms.stakes.parties != by_the_partie, _STAKES_OF[by_the_partie]
        )
        try:
            validate(terms.stakes)
        except ValueError as error:
            raise NotAllowed(f"Stakes: {error}.") from None


_STAKES_OF = {
    True: "Stakes: these rules pay by the partie, so the stake must be per partie.",
    False: "Stakes: these rules pay points, so the stake must be per point or per hundred.",
}

COMPANY_ORDER = (TieBreak.POINTS, TieBreak.WON, TieBreak.FEWER_PARTIES)
"""The usual tie-breaks of companies: the balance, then parties won, then fewer parties."""

SWISS_ORDER = (TieBreak.MATCH_POINTS, TieBreak.BUCHHOLZ, TieBreak.POINTS)
"""The usual tie-breaks of a Swiss."""

KNOCK_OUT_ORDER = (TieBreak.ROUND_REACHED, TieBreak.POINTS, TieBreak.RUBICONS_INFLICTED)
"""The usual tie-breaks of a knock-out."""

COMPANY_TIE_BREAKS = {*COMPANY_ORDER, TieBreak.POINTS_WON, TieBreak.AVERAGE}


def _check_frame(terms: SeasonTerms) -> None:
    try:
        frame_terms(terms_named(terms.frame), season_rules(terms))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    refuse_if(
        terms.format is not Format.OPEN,
        f"A {terms.frame_name} has no fixtures. Choose an open season.",
    )
    other = [each.value for each in terms.order if each not in COMPANY_TIE_BREAKS]
    refuse_if(
        other,
        f"A {terms.frame_name} cannot be ranked by {' or '.join(other)}. Choose other tie-breaks.",
    )
    if terms.stakes is not None and terms.stakes.settled is Settled.AT_CLOSE:
        raise NotAllowed(
            "Stakes: a scorecard is paid when it is signed. Choose to settle after each partie."
        )
    if terms.stakes is not None and terms.stakes.doubled is not Doubling.NEVER:
        raise NotAllowed(
            "Stakes: a scorecard has neither lurch nor Rubicon. Choose never to double."
        )


def names_playing(
    db: Connection, club_id: int, season: int, members: Sequence[int]
) -> dict[int, Name]:
    playing = projections.entrants(db, club_id, season)
    names = projections.members(db, club_id, members)
    for member in members:
        if playing.get(member, False):
            raise NotAllowed(
                f"{names[member]} has withdrawn from this season. Enter their return first."
            )
        if member not in playing:
            raise NotAllowed(
                f"{names.get(member, 'This member')} is not in this season. Enter them first."
            )
    return names


def plays_in(terms: SeasonTerms) -> str:
    return str(frame_message(terms_named(terms.frame).frame, season_rules(terms).players))


# Use cases


def _new_number(db: Connection, club_id: int, terms: SeasonTerms) -> int:
    before = projections.seasons(db, club_id)
    if any(row.terms.name.casefold() == terms.name.casefold() for row in before):
        raise NotAllowed(f"The club has a season called {terms.name}. Choose another name.")
    return len(before) + 1


NAMES_A_LAW = re.compile(r"(laws?|cases?|piquet au cent)\b", re.IGNORECASE)


def _cited(law: str) -> str:
    """Return what a reversal or a penalty rests on:
    a term of the season in any words, or a law that there is.
    """
    law = law.strip()
    listed = [each.cited for each in EVERY_LAW]
    if NAMES_A_LAW.match(law) and law not in listed and find_law(law) is None:
        raise NotAllowed(
            f"“{law}” is not one of the laws listed here. Choose one, or name a term of the season."
        )
    return law


def too_late(db: Connection, club_id: int, season: int) -> str:
    """Return why a season takes no more entrants, or nothing.

    One joins a Swiss in the next round to be drawn, and a round robin in its byes and in further
    rounds.
    """
    now = fixtures.fixtures_now(db, club_id, season)
    terms = terms_of(db, club_id, season)
    if not now:
        return ""
    only = "A new member can only replace one who withdrew."
    match terms.format:
        case Format.KNOCK_OUT if _is_final(db, club_id, season):
            return f"The first round has begun, and only its winners go on. {only}"
        case Format.KNOCK_OUT:
            return (
                "The first round is drawn, and only its winners go on. To enter a new member, undo "
                "the draw, and draw it again."
            )
        case Format.SWISS if not fixtures.rounds_to_draw(now, terms):
            return f"The last round is drawn. {only}"
        case Format.SINGLE | Format.DOUBLE if not any(each.is_open for each in now):
            return f"All fixtures are played. {only}"
        case Format.OPEN | Format.SINGLE | Format.DOUBLE | Format.SWISS:
            return ""
        case _:
            assert_never(terms.format)


def _is_final(db: Connection, club_id: int, season: int) -> bool:
    """Return whether the draw of a season can no longer be undone."""
    return not fixtures.draw_to_undo(db, club_id, season)


def enter(run: Running, *members: int) -> tuple[Unfair, ...]:
    """Enter members for a season, and return what is not fair by it; a repeat changes nothing.

    In a round robin that is drawn they take byes, and play in further rounds.
    """
    if not projections.are_members(run.db, run.club_id, members):
        raise NotAllowed("The club has no such member, or they have left.")
    playing = projections.entrants(run.db, run.club_id, run.season)
    new = [member for member in dict.fromkeys(members) if member not in playing]
    if not new:
        return ()
    late = too_late(run.db, run.club_id, run.season)
    refuse_if(late, late)
    fixtures.require_few(run.terms, len(playing) + len(new))
    post_all(
        run.db,
        run.club_id,
        [Draft(Entered(run.season, member), run.author, run.at) for member in new],
    )
    is_drawn = projections.last_round(run.db, run.club_id, run.season)
    if run.terms.format not in drawing.ROBINS or not is_drawn:
        return ()
    found = drawing.late_entry(run.db, run.club_id, run.season, new)
    drawing.join(run, new)
    return found.unfair


def adjust(
    run: Running, member: int, *, points: int, match_points: int = 0, reason: str, law: str = ""
) -> Posted:
    refuse_if(not points and not match_points, "Enter how many points to give or take.")
    refuse_if(not reason.strip(), "Enter a reason. It becomes part of the entry.")
    playing = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(member not in playing, "That member is not in this season.")
    return run.post(
        Adjusted(
            season=run.season,
            member=member,
            points=points,
            match_points=match_points,
            reason=reason.strip(),
            law=_cited(law),
        )
    )


class Seasons(Service):
    seasons = reads(projections.seasons)
    season = reads(projections.find_season)
    entrants = reads(projections.entrants)
    drawn_fixtures = reads(projections.fixtures)
    fixtures_now = reads(fixtures.fixtures_now)
    withdrawal_preview = reads(fixtures.withdrawal_preview)
    fixtures_to_take_over = reads(fixtures.fixtures_to_take_over)
    left = reads(fixtures.left)
    replaced_by = reads(fixtures.replaced_by)
    forfeit_cost = reads(fixtures.forfeit_cost)
    seeding = reads(fixtures.seeding)
    playoffs = reads(fixtures.playoffs)
    has_begun = reads(fixtures.has_begun)
    late_entry = reads(drawing.late_entry)
    unfair_in = reads(drawing.unfair_in)
    draw_to_undo = reads(fixtures.draw_to_undo)
    lots_of = reads(fixtures.lots_of)
    too_late = reads(too_late)
    played_for = reads(replayed.fixture_of)

    enter = posts(enter)
    draw = posts(drawing.draw)
    redraw = posts(drawing.redraw)
    sit_out = posts(drawing.sit_out)
    move_round = posts(fixtures.move_round)
    withdraw = posts(fixtures.withdraw)
    replace = posts(fixtures.replace_member)
    settle_withdrawal = posts(fixtures.settle_after_grace)
    take_back = posts(drawing.take_back)
    give_bye = posts(fixtures.give_bye)
    forfeit = posts(fixtures.give_forfeit)
    adjust = posts(adjust)

    def proposal(
        self,
        club_id: int,
        season: int,
        here: Collection[int],
        *,
        lots: Lots = Lots.BY_LOT,
        byes: Mapping[int, int] = NEVER,
    ) -> Proposal:
        """Return who could play whom now, as `drawing.proposal` does."""
        with reading(self.engine) as db:
            today = zones.today(db, club_id, self.at())
            return drawing.proposal(db, club_id, season, here, today=today, lots=lots, byes=byes)

    def checked(self, club_id: int, terms: SeasonTerms) -> SeasonTerms:
        """Return terms with which the club could open a season;
        `NotAllowed` says why it could not.
        """
        published = checked(terms)
        with reading(self.engine) as db:
            _new_number(db, club_id, published)
        return published

    def open(self, by: Actor, terms: SeasonTerms) -> int:
        with writing(self.engine, club=by.club_id) as db:
            published = checked(terms)
            number = _new_number(db, by.club_id, published)
            post(db, by.club_id, SeasonOpened(number, published), author=by.author, at=self.at())
            return number

    def open_with(
        self,
        by: Actor,
        terms: SeasonTerms,
        members: Sequence[int],
        names: Sequence[str] = (),
        *,
        draws: bool = False,
    ) -> int:
        """Open a season, enter *members* and those of these *names*, and return its number.

        Who is no member yet is admitted. If the season *draws*, its fixtures are drawn by lot too.
        If anything is refused, nothing is posted.
        """
        with writing(self.engine, club=by.club_id) as db:
            inside = Seasons(db, self.clock)
            number = inside.open(by, terms)
            entrants = [*members, *members_named(db, by, names, at=self.at())]
            if entrants:
                inside.enter(by, number, *entrants)
            if draws:
                inside.draw(by, number)
            return number

    def open_playoff(self, by: Actor, season: int, number: int, *, by_lot: bool = False) -> int:
        """Open a knock-out of the first *number* of a season under its terms, enter and draw them.

        If the season has a play-off in which nothing has begun, that one is closed.
        """
        with writing(self.engine, club=by.club_id) as db:
            inside = Seasons(db, self.clock)
            earlier = fixtures.playoffs(db, by.club_id, season)
            seeds, level = fixtures.seeding(db, by.club_id, season, number)
            if level and not by_lot:
                named = listed([*projections.members(db, by.club_id, level).values()])
                raise NotAllowed(
                    f"{named} are level in every tie-break. Tick the box to let a lot decide."
                )
            for each in earlier:
                if not each.closed:
                    instead = f"every fixture (a play-off of the first {number} is opened instead)"
                    post(
                        db,
                        by.club_id,
                        SeasonClosed(each.number, (instead,)),
                        author=by.author,
                        at=self.at(),
                    )
            old = find_season(db, by.club_id, season).terms
            name = f"{old.name}: play-off{f' {len(earlier) + 1}' if earlier else ''}"
            others = (each for each in old.order if each is not TieBreak.BUCHHOLZ)
            order = (TieBreak.ROUND_REACHED, TieBreak.RANK_BEFORE, *others)
            terms = replace(old, name=name, format=Format.KNOCK_OUT, order=order, after=season)
            opened = inside.open(
                by, replace(terms, seeds=number, rounds=0, first_day="", last_day="")
            )
            entered = [
                Draft(Entered(opened, member), by.author, self.at()) for member in sorted(seeds)
            ]
            post_all(db, by.club_id, entered)
            inside.draw(by, opened, Lots.AS_ENTERED)
            return opened

    def reverse(
        self, by: Actor, entry: int, *, reason: str, law: str = "", whole: bool = False
    ) -> Posted:
        """Reverse an entry: with it its whole draw, or the *whole* import that it is of."""
        with writing(self.engine, club=by.club_id) as db:
            entries = fixtures.undone_with(db, by.club_id, entry, whole=whole)
            return reverse(
                db,
                by.club_id,
                *entries,
                reason=reason,
                law=_cited(law),
                author=by.author,
                at=self.at(),
            )

    def unenter(self, by: Actor, entry: int, *, reason: str) -> Posted:
        """Reverse a walkover or the bye of a no-show that a director entered by mistake.

        This rules on nothing, so it names no law. The fixture is open again.
        """
        with writing(self.engine, club=by.club_id) as db:
            refuse_if(not by.is_director, "Only a director can correct what was entered.")
            fixtures.require_walkover(db, by.club_id, entry)
            return reverse(
                db,
                by.club_id,
                entry,
                reason=reason,
                law="",
                author=by.author,
                at=self.at(),
                mistyped=True,
            )
