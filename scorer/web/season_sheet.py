"""A sheet of a season: who acts for each player, and its signatures, dispute,
correction period and receipts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from flask import abort, request

from ..ledger.entries import numbered
from ..ledger.signing import ON_OWN_PHONE, HowSigned, Means
from ..ledger.terms import Doubling, Stakes
from ..rules.messages import Message, Text
from ..service.club.credentials import Actor
from ..service.club.disputes.cases import Disputed
from ..service.club.disputes.versions import Version, version
from ..service.club.people.clubs import Club
from ..service.club.posting.signing import SeasonSheet
from ..service.club.seasons.evenings import AtTable
from ..service.club.seasons.fixtures import FixtureNow
from ..service.club.services import ClubServices
from ..service.sheets import AnySheet, CompanyCard
from ..table.again import Corrections
from ..table.entering import NotAllowed, refuse_if
from ..table.formatting import day, parse_number
from ..table.phone_pages import PhoneErrorPage
from ..table.recording import Sheet
from .contexts import render
from .extensions import may_try_a_pin
from .forms import Page
from .visitor import know, note, the_club_services, turn_of, visitor


@dataclass(frozen=True, slots=True)
class Viewer:
    """What a phone may do with a sheet of a season.

    Attributes:
        player: the player who acts on it, from 0; `None` for none.
        scores: it may score the sheet, so a player can act on it with their PIN.
        in_club: someone of the club acts on it, who may read the ledger.
        directs: that is a director.
    """

    player: int | None
    scores: bool
    in_club: bool
    directs: bool

    @property
    def acts(self) -> bool:
        return self.scores or self.player is not None

    def may_act(self, player: int) -> bool:
        return self.scores or self.player == player


class SeasonText(Text):
    """What is said of a sheet of a season beside its signatures: the table in the room, and what a
    form cannot do.

    It is about no deal, so no oracle asks it: `tests/web/club` does.
    """

    TABLE = "Table {number}."
    TABLE_UNTIL = "Table {number}. This round ends at {moment}."
    SIGNED_OUT = (
        "You are no longer signed in on this phone. Open your personal link again, or enter your "
        "PIN."
    )
    TOO_MANY = "Too many PINs were tried. Wait 15 minutes, or use your own phone."
    WHO = "Choose who you are."
    CLOSED = "The season was closed on {moment}."
    CLOSED_ADVICE = "Its results are final. They can no longer be signed, corrected or disputed."


# At which table of an evening it is played


def at_table(code: str) -> AtTable | None:
    """Return at which table of an evening a sheet is played; `None` outside every season."""
    return the_club_services().evenings.at_table(code)


def in_room_words(where: AtTable | None) -> Message | None:
    """Say at which table a sheet is played, and when the round ends; `None` at none."""
    if where is None:
        return None
    if where.bell:
        return SeasonText.TABLE_UNTIL(number=where.number, moment=where.bell)
    return SeasonText.TABLE(number=where.number)


# Who acts for a player


def viewer(code: str) -> Viewer:
    now = visitor()
    actor = now.acting_at(code)
    return Viewer(
        player=now.player_on(code),
        scores=now.may_score(code),
        in_club=actor is not None,
        directs=actor is not None and actor.is_director,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningStatus:
    """How far a sheet of a season has come, as this phone sees it.

    Attributes:
        club: the code of its club.
        club_name: what its club is called.
        now: the time by which the correction period is counted.
        with_pin: its players who have a PIN.
        may_act: a player can sign or dispute it on this phone.
        may_retype: a director can correct it as mistyped.
        may_settle: a director can decide on it.
        disputed: the version at issue; `None` if no dispute has one.
        again: the fixture to be played again, as the sheet counts no longer; `None` for none.
    """

    season_sheet: SeasonSheet
    club: str
    club_name: str
    viewer: Viewer
    now: datetime
    with_pin: Collection[int]
    may_act: bool
    may_retype: bool
    may_settle: bool
    disputed: Version | None
    again: FixtureNow | None


def signing_status(code: str) -> SigningStatus | None:
    """Return the status of a sheet; `None` outside every season."""
    found = visitor().season_of(code)
    signing = the_club_services().signing
    season_sheet = signing.sheet(code) if found is not None else None
    if found is None or season_sheet is None:
        return None
    dispute = season_sheet.dispute
    who = viewer(code)
    is_open = not season_sheet.closed_at
    disputed = None
    if dispute is not None and dispute.correction:
        disputed = version(season_sheet.sheet, dispute.asked)
    return SigningStatus(
        season_sheet=season_sheet,
        club=found.club,
        club_name=the_club_services().clubs.club(found.club).name,
        viewer=who,
        now=signing.clock(),
        with_pin=the_club_services().people.with_pin(found.club_id, found.members),
        may_act=who.acts and is_open,
        may_retype=who.directs and season_sheet.is_typed,
        may_settle=who.directs and is_open and not season_sheet.sheet.unfinished,
        disputed=disputed,
        again=_fixture_again(season_sheet),
    )


def _fixture_again(season_sheet: SeasonSheet) -> FixtureNow | None:
    """Return the fixture of a sheet whose entry a director has reversed; `None` of any other."""
    is_out = season_sheet.posted is None and season_sheet.reversed_by is not None
    if not is_out or season_sheet.closed_at:
        return None
    return the_club_services().seasons.played_for(season_sheet.membership)


def closed_season(season_sheet: SeasonSheet) -> Page:
    sheet = season_sheet.sheet
    page = PhoneErrorPage(
        title=SeasonText.CLOSED(moment=day(season_sheet.closed_at, season_sheet.zone)),
        advice=SeasonText.CLOSED_ADVICE(),
    )
    match sheet:
        case Sheet():
            page = replace(page, code=sheet.code)
        case CompanyCard():
            page = replace(page, company=sheet.code)
        case _:
            assert_never(sheet)
    return render(page), 409


def may_call(code: str) -> bool:
    """Whether this phone is at the table of a partie of an open season,
    and so may call the director.
    """
    of = visitor().season_of(code)
    if of is None or of.closed:
        return False
    return visitor().may_score(code) or visitor().player_on(code) is not None


def corrections(sheet: AnySheet, turn: int = -1) -> Corrections:
    """Return how a partie, or a *turn* of a company, may be corrected;
    requests and rulings only in an open season.
    """
    disputed = sheet.code
    match sheet:
        case Sheet():
            company, turn = turn_of(sheet.code)
            disputed = company or sheet.code
        case CompanyCard():
            pass
        case _:
            assert_never(sheet)
    found = visitor().season_of(disputed)
    is_closed = sheet.held if found is None else sheet.is_closed
    record = visitor().may_score(sheet.code) and not is_closed
    if found is None or found.closed or sheet.unfinished:
        return Corrections(record)
    here = viewer(disputed)
    settle = found.club if here.directs else ""
    return Corrections(record, ask=here.acts, settle=settle, sheet=disputed, turn=turn)


def chosen_player(code: str) -> int:
    """Return the player whom a form names, or whose phone this is."""
    named = parse_number(request.form.get("player", ""))
    of = visitor().season_of(code)
    if of is not None and 0 <= named < len(of.members):
        return named
    own = visitor().player_on(code)
    if own is None:
        raise NotAllowed(SeasonText.WHO())
    return own


def the_player(code: str) -> Actor:
    """Return who acts for the player in a form:
    a member on their own phone, or with their PIN on one that scores.
    """
    player = chosen_player(code)
    of = visitor().season_of(code)
    actor = visitor().acting_at(code)
    assert of is not None
    member = of.members[player]
    if actor is not None and actor.member == member:
        return actor
    if not visitor().may_score(code):
        abort(403)
    refuse_if("pin" not in request.form, SeasonText.SIGNED_OUT())
    if not may_try_a_pin(of.club_id, member):
        raise NotAllowed(SeasonText.TOO_MANY())
    note("PIN asked", member=member)
    found = the_club_services().signing.by_pin(code, player, request.form.get("pin", ""))
    note("PIN accepted", member=member)
    know(of.club_id, "PIN", member)
    return found


def how_signing(code: str, signer: Actor) -> HowSigned:
    """Return by what somebody signs on this phone:
    it is their own, or they have typed their PIN on it.
    """
    here = visitor().acting_at(code)
    if here is not None and here.member == signer.member:
        return ON_OWN_PHONE
    if here is None:
        return HowSigned(Means.PIN)
    return HowSigned(Means.PIN, numbered([here.member]) if here.member else here.author)


class StakesTermsText(Text):
    """What a season is played for; no deal says it, so no oracle asks it: `tests/web/club` does."""

    ALL = "{statements:;}"
    SENTENCE = "{statements:;}."
    ODD_POINTS = "odd points below {least} are dropped"
    ODD_MONEY = "odd {unit} below {least} are dropped"
    FOR_A_LURCH = "doubled for a lurch"
    FOR_A_RUBICON = "doubled for a Rubicon"
    EACH_PARTIE = "paid after each partie"
    AT_CLOSE = "paid on the balance between two members, when the season closes"


def terms_words(stakes: Stakes, text: StakesTermsText = StakesTermsText.ALL) -> Message:
    """Say what a season is played for: all of it in a phrase, or in another *text*."""
    words = [stakes.words]
    if stakes.points_step > 1:
        words.append(StakesTermsText.ODD_POINTS(least=stakes.points_step))
    if stakes.money_step > 1:
        words.append(StakesTermsText.ODD_MONEY(unit=stakes.unit, least=stakes.money_step))
    if stakes.doubled is not Doubling.NEVER:
        words.append(StakesTermsText[stakes.doubled.name]())
    words.append(StakesTermsText[stakes.settled.name]())
    return text(statements=tuple(words))


def partie_stakes(services: ClubServices, sheet: Sheet) -> tuple[Message, ...]:
    """Return the stakes of a partie step by step;
    nothing if it is not over, or played for nothing.
    """
    settlement = sheet.partie.settlement
    if settlement is None or settlement.winner is None:
        return ()
    found = services.stakes.of_partie(sheet.code, settlement)
    if found is None:
        return ()
    stakes, payment = found
    if payment is None:
        return (terms_words(stakes, StakesTermsText.SENTENCE),)
    return payment.steps


MOST = 12
"""The disputes of one's own that a home shows."""


def own_disputes(club: Club, actor: Actor | None) -> list[tuple[Disputed, int]]:
    """Return the disputes that concern the actor, open or decided and not opened yet,
    each with their member.
    """
    member = 0 if actor is None else actor.member
    if not member:
        return []
    found = the_club_services().disputes.of_member(club.id, member, MOST)
    return [(each, member) for each in found]
