"""View models of what waits: in the night report, before a season is closed, at the desk, and for a member."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from flask import url_for

from ...service.club.items import Item, Kind, SeasonReport
from ..figures import counted, grouped
from .slices import Slice, slices, start_of

A_GROUP = 20
"""So many items of one kind are listed together with those of the others."""

A_PAGE = 100
"""Items of one kind on a page of their own."""

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
    """
    The items of one kind.

    Attributes:
        kind: by what an address names it.
        title: what they are.
        count: how many they are.
        lines: those that are shown.
        more: how many others there are.
    """

    kind: str
    title: str
    count: str
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """
    What is open in one season.

    Attributes:
        number: the season's number.
        name: its name.
        summary: how much is open.
        begun: the summary as the beginning of a sentence.
        groups: the items, kind by kind.
        seen: what a form sends back to say that it was made when exactly this was open.
    """

    number: int
    name: str
    summary: str
    begun: str
    groups: tuple[Group, ...]
    seen: str


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """A page of the items of one season, of one kind or of all; and the other pages."""

    season: int
    name: str
    title: str
    kind: str
    lines: tuple[Line, ...]
    slices: tuple[Slice, ...]


def season_page(club: str, report: SeasonReport, typed: Mapping[str, str] | None = None) -> SeasonPage:
    """
    What is open in a season, kind by kind.

    Args:
        club: the club's code.
        report: the season's report.
        typed: reasons for leaving items out, by their keys, as they were typed.
    """
    summary = f"{counted(report.count, 'thing')} still open" if report.items else "nothing is open"
    groups = []
    for kind in Kind:
        items = [each for each in report.items if each.kind is kind]
        if items:
            lines = tuple(_line(club, each, typed or {}) for each in items[:A_GROUP])
            count = grouped(sum(each.count for each in items))
            groups.append(Group(kind.name.lower(), _begun(kind.value), count, lines, max(0, len(items) - A_GROUP)))
    return SeasonPage(report.season, report.name, summary, _begun(summary), tuple(groups), report.seen)


def items_page(club: str, report: SeasonReport, kind: Kind | None, asked: str) -> ItemsPage:
    """The items of one kind, or of all, from the one that is asked for on."""
    items = [each for each in report.items if kind in (None, each.kind)]
    start = start_of(asked, len(items), A_PAGE)
    shown = tuple(_line(club, each, {}) for each in items[start - 1 : start - 1 + A_PAGE])
    parts = slices(len(items), A_PAGE, start)
    title, name = ("Everything that is open", "") if kind is None else (_begun(kind.value), kind.name.lower())
    return ItemsPage(report.season, report.name, title, name, shown, parts)


def _line(club: str, item: Item, typed: Mapping[str, str]) -> Line:
    return Line(item.key, item.what, DO[item.kind], address(club, item), typed.get(item.key, ""))


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
        case Kind.OPEN if item.count > 1:
            return url_for("standings.unsettled", club=club, season=item.season)
        case (
            Kind.DISPUTED | Kind.HALF_SIGNED | Kind.UNSIGNED | Kind.NO_FIXTURE | Kind.TOO_OFTEN | Kind.SEATS | Kind.OPEN
        ) if item.entry:
            return url_for("book.entry", club=club, number=item.entry)
        case Kind.DISPUTED:
            return url_for("disputes.dispute", club=club, code=item.code, dispute=item.dispute)
        case Kind.HALF_SIGNED | Kind.UNSIGNED:
            return url_for("sheets.settlement", code=item.code)
        case Kind.NO_FIXTURE | Kind.TOO_OFTEN | Kind.SEATS | Kind.OPEN:
            return url_for("sheets.sheet", code=item.code)
        case _:
            assert_never(item.kind)


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
