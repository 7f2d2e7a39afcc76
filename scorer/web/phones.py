"""
What a phone carries in its signed cookie: the links by which it scores, and for whom it acts in which club.

The cookie has numbers only: that of a scoring link, whose address nobody
could guess, and that of the password or the personal link by which a person
acts. They are looked up at every request, so that ending one ends the right
at once. Where somebody acts it names its session too, which signing out ends:
a copy of that cookie is worthless from then on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from flask import Flask, current_app, request, session

from ..service.club.actors import Actor, Role
from ..service.club.clubs import Club, NoSuchClub
from ..service.club.companies import OfSeason
from ..service.club.services import ClubServices
from ..service.club.signing import Belonging
from ..service.companies import Companies
from ..service.parties import NoSuchPartie, Parties, Sight, new_token

MOST_LINKS = 100
"""The links a phone carries; a cookie has no room for more, and the oldest parties are long over."""


MOST_FOLLOWED = 20
"""The parties and companies that it only reads and lists on the first page."""

MOST_KNOWN = 4096
"""Of so many parties it is known without asking in which season they are played."""


def the_parties() -> Parties:
    """The parties of the application that answers."""
    return cast("Parties", current_app.extensions["parties"])


def the_companies() -> Companies:
    """The companies of the application that answers."""
    return cast("Companies", current_app.extensions["companies"])


def the_club_services() -> ClubServices:
    """The clubs' use cases of the application that answers."""
    return cast("ClubServices", current_app.extensions["clubs"])


def acting_in(club: Club) -> Actor | None:
    """Who acts on this phone in a club; `None` if nobody has signed in, or the credential was ended."""
    return _acting(club.code, club.id)


def _acting(code: str, club_id: int) -> Actor | None:
    credential = session.get("acts", {}).get(code)
    actor = the_club_services().people.actor(credential) if isinstance(credential, int) else None
    return actor if actor is not None and actor.club_id == club_id else None


def belonging(code: str) -> Belonging | None:
    """
    The season in which a partie is played; `None` for one outside every season.

    That never changes, so it is asked for once: the table of every partie wants to know it at every tap.

    Raises:
        NoSuchPartie: no partie has this code yet.
    """
    known: dict[str, Belonging | None] = current_app.extensions.setdefault("belonging", {})
    code = code.upper()
    if code not in known:
        found = the_club_services().signing.belonging(code)
        if found is None:
            the_parties().version(code)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[code] = found
    return known[code]


def acting_at(code: str) -> Actor | None:
    """Who acts on this phone in the club in whose season a partie is played; `None` if nobody does."""
    acts = session.get("acts", {})
    found = belonging(code) if acts else None
    return None if found is None or found.club not in acts else _acting(found.club, found.club_id)


def own_player(code: str) -> Actor | None:
    """Who acts on this phone, if it is one of the two who play the partie in a season."""
    actor, found = acting_at(code), belonging(code)
    return actor if actor is not None and found is not None and actor.member in found.members else None


def directed() -> list[Club]:
    """The clubs that somebody directs on this phone."""
    acting = ((club, acting_in(club)) for club in own_clubs())
    return [club for club, actor in acting if actor is not None and actor.is_director]


def own_clubs() -> list[Club]:
    """The clubs in which somebody acts on this phone."""
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
    """What this phone, which acts in these clubs, sees in the lists of parties and companies."""
    return Sight(
        frozenset(club.id for club in clubs),
        frozenset(link for link in session.get("links", {}).values() if _is_number(link)),
        frozenset(link for link in session.get("companies", {}).values() if _is_number(link)),
        frozenset(session.get("followed", ())),
    )


def follow(code: str) -> None:
    """Let the first page of this phone list a partie or a company that it was led to."""
    followed = session.get("followed", [])
    if code not in followed and code not in session.get("links", {}) and code not in session.get("companies", {}):
        session.permanent = True
        session["followed"] = [*followed, code][-MOST_FOLLOWED:]


def let_act(code: str, actor: Actor) -> None:
    """Let this phone act for a person of a club: remember the number of the credential in the signed cookie."""
    _begin_session({**session.get("acts", {}), code: actor.credential})


def stop_acting(code: str) -> None:
    """
    Let this phone act for nobody of a club any more.

    It keeps the links by which it scores, which belong to the phone on the
    table and not to the person, and forgets what the person looked at.
    """
    session.pop("followed", None)
    _begin_session({club: number for club, number in session.get("acts", {}).items() if club != code})


def _begin_session(acts: dict[str, int]) -> None:
    """End the session of the cookie that was sent, and begin one with a new form token in which *acts* act."""
    if isinstance(session.get("id"), str):
        the_club_services().people.sign_out(session["id"])
    kept = {name: session[name] for name in ("links", "companies", "followed") if name in session}
    session.clear()
    session.permanent = True
    session.update(kept)
    if acts:
        session.update(acts=acts, id=new_token())


def _drop_ended_session() -> None:
    """Carry nothing of a cookie whose session was ended, or that acts without one."""
    if "acts" in session:
        named = session.get("id")
        if not isinstance(named, str) or the_club_services().people.is_signed_out(named):
            session.clear()


def init_app(app: Flask) -> None:
    """Look at the session before what it carries is believed."""
    app.before_request(_drop_ended_session)


def has_role(actor: Actor | None, role: Role) -> bool:
    """Whether somebody has a role, or one that may do more."""
    ranks = list(Role)
    return actor is not None and ranks.index(actor.role) <= ranks.index(role)


def may_score(code: str) -> bool:
    """
    Whether this phone may score the partie with this code.

    By its link, or as the phone of a scorer of its club, or by the link of its company.
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
    The code of the company of which a partie is a turn; empty if it is of none. Like its season that never changes.

    Raises:
        NoSuchPartie: no partie has this code yet.
    """
    known: dict[str, str] = current_app.extensions.setdefault("company of", {})
    code = code.upper()
    if code not in known:
        found = the_companies().of_partie(code)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[code] = found
    return known[code]


def may_score_company(code: str) -> bool:
    """
    Whether this phone may score the company with this code: begin its parties, and score each.

    By its link, or as the phone of a scorer of its club.
    """
    link = session.get("companies", {}).get(code.upper())
    try:
        if _is_number(link) and the_companies().scoring.holds(code, link):
            return True
    except NoSuchPartie:
        return False
    return has_role(acting_in_company(code), Role.SCORER)


def season_of_company(code: str) -> OfSeason | None:
    """The season that a company is of; `None` if it is of none."""
    return the_club_services().companies.of_season(code)


def acting_in_company(code: str) -> Actor | None:
    """Who acts on this phone in the club in whose season a company plays; `None` if nobody does."""
    acts = session.get("acts", {})
    found = season_of_company(code) if acts else None
    return None if found is None or found.club not in acts else _acting(found.club, found.club_id)


def own_place(code: str) -> int | None:
    """The place in a company of a season of the member whose phone this is; `None` if he is none of them."""
    actor, found = acting_in_company(code), season_of_company(code)
    if actor is None or found is None or actor.member not in found.members:
        return None
    return found.members.index(actor.member)


def let_score_company(code: str, link: int) -> None:
    """Let this phone score a company: remember the number of its link in the signed cookie."""
    _carry("companies", code, link)


def _scores_its_company(code: str) -> bool:
    carries = session.get("companies") or session.get("acts")
    company = company_of(code) if carries else ""
    return bool(company) and may_score_company(company)


def _is_number(found: object) -> bool:
    """Whether what a cookie holds can be the number of a row."""
    return type(found) is int and 0 < found < 2**31


def let_score(code: str, link: int) -> None:
    """Let this phone score: remember the number of its link in the signed cookie."""
    _carry("links", code, link)


def _carry(kind: str, code: str, link: int) -> None:
    """Carry a link; of too many the oldest go, by their numbers, since a cookie keeps no order of keys."""
    others = sorted(session.get(kind, {}).items(), key=lambda each: each[1])
    session.permanent = True
    session[kind] = {**dict(others[1 - MOST_LINKS :]), code: link}


def form_token() -> str:
    """The secret that was drawn with the form, or nothing if it is none of ours."""
    token = request.form.get("key", "")
    return token if re.fullmatch(r"[A-Za-z0-9_-]{32}", token) else ""
