"""View models of the pages about who plays in a season."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...ledger.pairing import Slot
from ...service.club.fixtures import FixtureNow
from ...service.club.seasons import Leaving, Season
from ...service.club.services import ClubServices
from .forms import Choice


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who plays, or has withdrawn."""

    number: int
    name: str
    withdrew: bool


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """
    Who plays in a season.

    Attributes:
        entrants: those who play or have withdrawn.
        others: members who may be entered; the ticked ones are chosen.
        drawn: whether the fixtures are drawn, after which nobody is entered.
    """

    entrants: tuple[Entrant, ...]
    others: tuple[Choice, ...]
    drawn: bool


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """
    One who plays, and what would become of the fixtures left.

    Attributes:
        entrant: who it is.
        follows: what follows from a withdrawal without a substitute, one sentence each.
        left: the fixtures that a substitute would take, one line each.
        substitutes: who may come.
    """

    entrant: Entrant
    follows: tuple[str, ...]
    left: tuple[str, ...]
    substitutes: tuple[Choice, ...]


def entrants_page(services: ClubServices, club_id: int, season: Season, ticked: Collection[int]) -> EntrantsPage:
    """Who plays in a season, and who may be entered."""
    playing = services.seasons.entrants(club_id, season.number)
    members = {each.number: each.name for each in services.people.members(club_id)}
    return EntrantsPage(
        tuple(Entrant(number, members[number], withdrew) for number, withdrew in playing.items()),
        tuple(Choice(str(each), name, each in ticked) for each, name in members.items() if each not in playing),
        bool(services.seasons.fixtures(club_id, season.number)),
    )


def entrant_page(services: ClubServices, club_id: int, season: Season, member: int) -> EntrantPage | None:
    """One who plays in a season; `None` for somebody else."""
    playing = services.seasons.entrants(club_id, season.number)
    if member not in playing:
        return None
    names = {each.number: each.name for each in services.people.members(club_id)}
    entrant = Entrant(member, names[member], playing[member])
    if entrant.withdrew:
        follows: tuple[str, ...] = ()
        left = services.seasons.left_to_take(club_id, season.number, member)
    else:
        leaving = services.seasons.leaving(club_id, season.number, member)
        follows = _follows(leaving, member, names)
        left = [each for each in leaving.fixtures if member in each.members and each.is_open]
    others = (Choice(str(each), name, chosen=False) for each, name in names.items() if each not in playing)
    return EntrantPage(entrant, follows, tuple(_line(each, member, names) for each in left), tuple(others))


def _follows(leaving: Leaving, member: int, names: Mapping[int, str]) -> tuple[str, ...]:
    slots = {each.slot: each for each in leaving.fixtures}

    def others(found: tuple[Slot, ...]) -> str:
        return ", ".join(_line(slots[each], member, names) for each in found)

    left, said = leaving.left, []
    if left.byes:
        said.append(f"Who was still to be met has a bye: {others(left.byes)}.")
    if left.forfeits:
        said.append(f"Who was still to be met wins by forfeit: {others(left.forfeits)}.")
    if left.annulled:
        said.append(f"Annulled, and a bye for the other: {others(left.annulled)}.")
    return tuple(said) or ("No fixture is left; parties that are in the book stand.",)


def _line(fixture: FixtureNow, member: int, names: Mapping[int, str]) -> str:
    other = next(each for each in fixture.members if each != member)
    return f"{names[other]} (round {fixture.round})"
