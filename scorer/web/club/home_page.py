"""The view model of a club's first page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from ...ledger.terms import TWO, Format
from ...rules.frames.words import listed
from ...service.club.actors import Actor, Role
from ...service.club.clubs import Club
from ...service.club.companies import CompanyStanding, plays_in
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.signing import Standing, State

MOST = 12
"""Parties that wait are listed so far; of more, the others are counted."""


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """
    A season on the club's first page.

    Attributes:
        number: its number.
        name: its name.
        state: who meets whom, and how many play or that it is closed.
        has_fixtures: whether it is played by fixtures.
        of_companies: whether more than two play together in it.
    """

    number: int
    name: str
    state: str
    has_fixtures: bool
    of_companies: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A partie that waits for something, and where that is done."""

    names: str
    what: str
    address: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """
    A club's first page.

    Attributes:
        seasons: those that are open, the newest first.
        earlier: those that are closed, the newest first.
        waiting: what waits for whoever looks.
        more: how many others wait.
        is_scorer: whether a scorer or a director looks.
        is_director: whether a director looks.
    """

    seasons: tuple[SeasonCard, ...]
    earlier: tuple[SeasonCard, ...]
    waiting: tuple[Waiting, ...]
    more: int
    is_scorer: bool
    is_director: bool


def home_page(services: ClubServices, club: Club, actor: Actor | None) -> HomePage:
    """What whoever looks, or `None` for a reader, sees of a club."""
    seasons = sorted(services.seasons.seasons(club.id), key=lambda each: -each.number)
    waiting = [] if actor is None else _waiting(services, club, actor)
    return HomePage(
        tuple(_card(services, club, each) for each in seasons if not each.closed),
        tuple(_card(services, club, each) for each in seasons if each.closed),
        tuple(waiting[:MOST]),
        max(0, len(waiting) - MOST),
        is_scorer=actor is not None and actor.role is not Role.MEMBER,
        is_director=actor is not None and actor.is_director,
    )


def _card(services: ClubServices, club: Club, season: Season) -> SeasonCard:
    playing = sum(not withdrew for withdrew in services.seasons.entrants(club.id, season.number).values())
    state = "closed" if season.closed else f"{playing} play" if playing else "nobody is entered yet"
    terms = season.terms
    has_fixtures, of_companies = terms.format is not Format.OPEN, terms.frame != TWO
    how = plays_in(terms) if of_companies else terms.format.value
    return SeasonCard(season.number, terms.name, f"{how}; {state}", has_fixtures, of_companies)


def _waiting(services: ClubServices, club: Club, actor: Actor) -> list[Waiting]:
    """A member's own parties; for who runs the club, all that are over or in dispute."""
    if actor.role is Role.MEMBER:
        found = services.signing.waiting(club.id, actor.member)
    else:
        found = [each for each in services.signing.waiting(club.id) if each.state is not State.PLAYING]
    waiting = [Waiting(" and ".join(each.sheet.names), _what(each), _where(each)) for each in found]
    return [*waiting, *(_card_to_sign(each) for each in services.companies.waiting(club.id, actor.member))]


def _card_to_sign(standing: CompanyStanding) -> Waiting:
    card = standing.card
    return Waiting(listed(card.names), "waits for you to sign", url_for("companies.signatures", company=card.code))


def _what(standing: Standing) -> str:
    names = standing.sheet.names
    if standing.state is State.HALF_SIGNED:
        waits = [name for name, signed in zip(names, standing.sheet.signatures, strict=True) if signed is None]
        return f"waits for {waits[0]} to sign"
    words = {
        State.PLAYING: "being played",
        State.UNSIGNED: "waits for both to sign",
        State.DISPUTED: "disputed",
        State.POSTED: "in the book",
    }
    return words[standing.state]


def _where(standing: Standing) -> str:
    is_played = standing.sheet.partie.is_over
    return url_for("sheets.settlement" if is_played else "tables.table", code=standing.sheet.code)
