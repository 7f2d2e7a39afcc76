"""View models of what waits: in the night report, before a season is closed, at the desk, and for a member."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from ...service.club.items import Item, Kind, SeasonReport
from ..figures import counted, grouped

DO = {
    Kind.DISPUTED: "rule on it",
    Kind.HALF_SIGNED: "have it signed",
    Kind.UNSIGNED: "have it signed",
    Kind.IDLE: "have it finished",
    Kind.PLAYING: "look on",
    Kind.CARD: "have it signed",
    Kind.CLAIMS: "look at the claims",
    Kind.NO_FIXTURE: "reverse it, or let it stand",
    Kind.TOO_OFTEN: "reverse it, or let it stand",
    Kind.SEATS: "reverse it, or let it stand",
    Kind.MISSING: "have it played, or forfeited",
    Kind.NOT_DRAWN: "draw it",
    Kind.OPEN: "wait for the end, or leave it out",
}
"""What is to be done about each kind of item."""


@dataclass(frozen=True, slots=True)
class Line:
    """
    One item in a list.

    Attributes:
        key: by what a form names it.
        words: whom and what it is about.
        do: what is to be done about it.
        address: where.
        reason: why it may be left out, as it was typed.
    """

    key: str
    words: str
    do: str
    address: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The items of one kind, and how many they are."""

    title: str
    count: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """What is open in one season; the summary, and it once more as the beginning of a sentence."""

    number: int
    name: str
    summary: str
    begun: str
    groups: tuple[Group, ...]


def season_page(club: str, report: SeasonReport, typed: Mapping[str, str] | None = None) -> SeasonPage:
    """
    What is open in a season, kind by kind.

    Args:
        club: the club's code.
        report: the season's report.
        typed: reasons for leaving items out, by their keys, as they were typed.
    """
    summary = f"{counted(len(report.items), 'thing')} still open" if report.items else "nothing is open"
    return SeasonPage(report.season, report.name, summary, _begun(summary), _groups(club, report.items, typed or {}))


def _groups(club: str, items: Iterable[Item], typed: Mapping[str, str]) -> tuple[Group, ...]:
    found: dict[Kind, list[Line]] = {}
    for item in sorted(items, key=lambda each: list(Kind).index(each.kind)):
        line = Line(item.key, item.what, DO[item.kind], address(club, item), typed.get(item.key, ""))
        found.setdefault(item.kind, []).append(line)
    return tuple(Group(_begun(kind.value), grouped(len(lines)), tuple(lines)) for kind, lines in found.items())


def _begun(words: str) -> str:
    """Words as the beginning of a line."""
    return f"{words[:1].upper()}{words[1:]}"


def address(club: str, item: Item) -> str:
    """Where something can be done about an item."""
    match item.kind:
        case Kind.IDLE | Kind.PLAYING:
            return url_for("tables.table", code=item.code)
        case Kind.CARD:
            return url_for("companies.signatures", company=item.code)
        case Kind.CLAIMS:
            return url_for("tables.deal", code=item.code, number=item.deal)
        case Kind.MISSING | Kind.NOT_DRAWN:
            return url_for("fixtures.index", club=club, season=item.season)
        case _ if item.entry:
            return url_for("book.entry", club=club, number=item.entry)
        case Kind.DISPUTED:
            return url_for("disputes.dispute", club=club, code=item.code, dispute=item.dispute)
        case Kind.HALF_SIGNED | Kind.UNSIGNED:
            return url_for("sheets.settlement", code=item.code)
        case _:
            return url_for("sheets.sheet", code=item.code)


@dataclass(frozen=True, slots=True)
class Task:
    """
    Something that waits on a member's own page.

    Attributes:
        words: whom and what it is about.
        do: what the member can do, or what is waited for.
        address: where.
    """

    words: str
    do: str
    address: str


@dataclass(frozen=True, slots=True)
class OwnPage:
    """What waits for a member, and what waits for others."""

    mine: tuple[Task, ...]
    others: tuple[Task, ...]


OWN = {
    Kind.DISPUTED: "agree or not",
    Kind.HALF_SIGNED: "sign it",
    Kind.UNSIGNED: "sign it",
    Kind.IDLE: "go on with it",
    Kind.PLAYING: "go on with it",
    Kind.CARD: "sign it",
}
"""What a member can do about his own parties."""

WAITS = {
    Kind.DISPUTED: "waits for an answer or the director",
    Kind.HALF_SIGNED: "waits for the other to sign",
    Kind.CARD: "waits for the others to sign",
    Kind.CLAIMS: "no cards allow it; something was misheard",
    Kind.OPEN: "both of you may still agree to a correction",
}
"""What is said of those that somebody else has to do something about, or nobody."""


def own_page(club: str, items: Iterable[Item], member: int) -> OwnPage:
    """The page of a member with this number, from what is open of his parties."""
    mine, others = [], []
    for item in items:
        if member in item.waits_for:
            mine.append(Task(item.what, OWN[item.kind], address(club, item)))
        else:
            others.append(Task(item.what, WAITS[item.kind], address(club, item)))
    return OwnPage(tuple(mine), tuple(others))
