"""
The signed cookie of a phone: the scoring links it has accepted, and who is signed in to which club.

The cookie holds only numbers: of scoring links, and of the passwords or
personal links with which people signed in. Every request looks them up, so
revoking one takes effect at once. Where someone is signed in, the cookie also
names its session; signing out ends the session, and with it every copy of the
cookie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from flask import Flask, current_app, request, session

from ..service.club.clubs import Club, NoSuchClub
from ..service.club.companies import CompanySeason
from ..service.club.credentials import Actor, Role
from ..service.club.services import ClubServices
from ..service.club.signing import PartieSeason
from ..service.companies import Companies
from ..service.parties import NoSuchPartie, Parties, Sight, new_token

Found = TypeVar("Found")

MOST_LINKS = 100
"""Maximum links in a cookie, which has no room for more; the oldest parties are long over."""


MOST_FOLLOWED = 20
"""Maximum parties and companies that the home page lists because the phone follows them."""

MOST_KNOWN = 4096
"""Maximum entries in the cache of the season, and of the company, of a partie."""


def the_parties() -> Parties:
    return cast("Parties", current_app.extensions["parties"])


def the_companies() -> Companies:
    return cast("Companies", current_app.extensions["companies"])


def the_club_services() -> ClubServices:
    return cast("ClubServices", current_app.extensions["clubs"])


def acting_in(club: Club) -> Actor | None:
    """Return who is signed in to a club; `None` if nobody is, or the credential was revoked."""
    return _acting(club.code, club.id)


def _acting(code: str, club_id: int) -> Actor | None:
    credential = session.get("acts", {}).get(code)
    actor = the_club_services().people.actor(credential) if isinstance(credential, int) else None
    return actor if actor is not None and actor.club_id == club_id else None


def _known(kind: str, code: str, find: Callable[[str], Found]) -> Found:
    """Return what *find* finds for a partie, cached, because it never changes and the table needs it at every tap."""
    known: dict[str, Found] = current_app.extensions.setdefault(kind, {})
    code = code.upper()
    if code not in known:
        found = find(code)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[code] = found
    return known[code]


def belonging(code: str) -> PartieSeason | None:
    """
    Return the season of a partie; `None` if it has none.

    Raises:
        NoSuchPartie: no partie has this code.
    """

    def find(code: str) -> PartieSeason | None:
        found = the_club_services().signing.season_of(code)
        if found is None:
            the_parties().version(code)
        return found

    return _known("belonging", code, find)


def acting_at(code: str) -> Actor | None:
    """Return who is signed in to the club of a partie; `None` if nobody is."""
    acts = session.get("acts", {})
    found = belonging(code) if acts else None
    return None if found is None or found.club not in acts else _acting(found.club, found.club_id)


def own_player(code: str) -> Actor | None:
    """Return who is signed in to the club of a partie, if they play in it."""
    actor, found = acting_at(code), belonging(code)
    return actor if actor is not None and found is not None and actor.member in found.members else None


def directed() -> list[Club]:
    acting = ((club, acting_in(club)) for club in own_clubs())
    return [club for club, actor in acting if actor is not None and actor.is_director]


def own_clubs() -> list[Club]:
    found = []
    for code in session.get("acts", {}):
        try:
            club = the_club_services().clubs.club(code)
        except NoSuchClub:
            continue
        if acting_in(club) is not None:
            found.append(club)
    return found


def sight(clubs: Iterable[Club]) -> Sight:
    """Return what this phone, signed in to *clubs*, sees in the lists of parties and companies."""
    return Sight(
        frozenset(club.id for club in clubs),
        frozenset(link for link in session.get("links", {}).values() if _is_number(link)),
        frozenset(link for link in session.get("companies", {}).values() if _is_number(link)),
        frozenset(session.get("followed", ())),
    )


def follow(code: str) -> None:
    """List a partie or a company on the home page of this phone."""
    followed = session.get("followed", [])
    if code not in followed and code not in session.get("links", {}) and code not in session.get("companies", {}):
        session.permanent = True
        session["followed"] = [*followed, code][-MOST_FOLLOWED:]


def let_act(code: str, actor: Actor) -> None:
    """Sign a person in to a club on this phone."""
    _begin_session({**session.get("acts", {}), code: actor.credential})


def stop_acting(code: str) -> None:
    """
    Sign out of a club on this phone.

    The phone keeps its scoring links, which belong to the phone and not to the
    person, and forgets what the person followed.
    """
    session.pop("followed", None)
    _begin_session({club: number for club, number in session.get("acts", {}).items() if club != code})


def _begin_session(acts: dict[str, int]) -> None:
    """End the session of this cookie, and begin another, with a new CSRF token, in which *acts* are signed in."""
    if isinstance(session.get("id"), str):
        the_club_services().people.sign_out(session["id"])
    links = {name: session[name] for name in ("links", "companies", "followed") if name in session}
    session.clear()
    session.permanent = True
    session.update(links)
    if acts:
        session.update(acts=acts, id=new_token())


def _drop_ended_session() -> None:
    """Clear a cookie whose session has ended, or that is signed in without one."""
    if "acts" in session:
        named = session.get("id")
        if not isinstance(named, str) or the_club_services().people.is_signed_out(named):
            session.clear()


def init_app(app: Flask) -> None:
    app.before_request(_drop_ended_session)


def has_role(actor: Actor | None, role: Role) -> bool:
    """Whether *actor* has this role, or one with more rights."""
    ranks = list(Role)
    return actor is not None and ranks.index(actor.role) <= ranks.index(role)


def may_score(code: str) -> bool:
    """
    Whether this phone may score a partie.

    It may by a scoring link of the partie or its company, and where a scorer of its club is signed in.
    """
    link = session.get("links", {}).get(code.upper())
    try:
        return (
            (_is_number(link) and the_parties().link_holds(code, link))
            or has_role(acting_at(code), Role.SCORER)
            or _scores_its_company(code)
        )
    except NoSuchPartie:
        return False


def company_of(code: str) -> str:
    """
    Return the code of the company of a partie; empty if it has none.

    Raises:
        NoSuchPartie: no partie has this code.
    """
    return _known("company of", code, the_companies().of_partie)


def may_score_company(code: str) -> bool:
    """
    Whether this phone may score a company: begin its parties, and score each.

    It may by a scoring link of the company, and where a scorer of its club is signed in.
    """
    link = session.get("companies", {}).get(code.upper())
    try:
        if _is_number(link) and the_companies().scoring.holds(code, link):
            return True
    except NoSuchPartie:
        return False
    return has_role(acting_in_company(code), Role.SCORER)


def season_of_company(code: str) -> CompanySeason | None:
    return the_club_services().companies.season_of(code)


def acting_in_company(code: str) -> Actor | None:
    """Return who is signed in to the club of a company; `None` if nobody is."""
    acts = session.get("acts", {})
    found = season_of_company(code) if acts else None
    return None if found is None or found.club not in acts else _acting(found.club, found.club_id)


def own_seat(code: str) -> int | None:
    """Return the seat in a company of the member who is signed in; `None` if they do not play in it."""
    actor, found = acting_in_company(code), season_of_company(code)
    if actor is None or found is None or actor.member not in found.members:
        return None
    return found.members.index(actor.member)


def let_score_company(code: str, link: int) -> None:
    _add_link("companies", code, link)


def _scores_its_company(code: str) -> bool:
    carries = session.get("companies") or session.get("acts")
    company = company_of(code) if carries else ""
    return bool(company) and may_score_company(company)


def _is_number(found: object) -> bool:
    """Whether a value from a cookie can be the number of a row."""
    return type(found) is int and 0 < found < 2**31


def let_score(code: str, link: int) -> None:
    _add_link("links", code, link)


def _add_link(kind: str, code: str, link: int) -> None:
    """Put a link in the cookie and drop the lowest numbers first, since a cookie does not keep the order of keys."""
    others = sorted(session.get(kind, {}).items(), key=lambda each: each[1])
    session.permanent = True
    session[kind] = {**dict(others[1 - MOST_LINKS :]), code: link}


def form_token() -> str:
    """Return the idempotency key of the form; empty if it is malformed."""
    token = request.form.get("key", "")
    return token if re.fullmatch(r"[A-Za-z0-9_-]{32}", token) else ""
