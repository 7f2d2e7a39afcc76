"""What an entry would move, shown to a director before it is posted; and posted as it was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from flask import flash, render_template, request
from werkzeug.wrappers import Response as Answer

from ...ledger.entries import Commodity, narration
from ...ledger.standings import Row, explain
from ...ledger.terms import TieBreak
from ...service.club.previews import BookHasGrown, Preview
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.standings import place_words
from ..figures import grouped, signed
from ..rights import the_club, the_club_services
from .dispute_words import begun
from .forms import chosen_number
from .season_tables import rating_words

NOBODY = "Nobody’s row in the standings moves, and no rating and no stake."

Verb = Callable[[ClubServices], object]


@dataclass(frozen=True, slots=True)
class Move:
    """One figure of a member: what it is, as it is, and as it would be."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MemberMoves:
    """All that would move of one member."""

    name: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """
    What would be posted, and what it would move.

    Attributes:
        title: what is about to be posted.
        season: the season's name.
        entries: what would stand in the book, a sentence an entry.
        members: for every member of whom something would move.
        nothing: said if nothing would.
        fields: what the form has to send once more.
        address: where it is sent.
        last: the number of the last entry that was looked at.
    """

    title: str
    season: str
    entries: tuple[str, ...]
    members: tuple[MemberMoves, ...]
    nothing: str
    fields: tuple[tuple[str, str], ...]
    address: str
    last: int


def asked_step() -> str:
    """What a form asks for: `preview`, `post`, or `change` what was typed."""
    step = request.form.get("step", "")
    return step if step in ("post", "change") else "preview"


def post_or_preview(title: str, season: int, verb: Verb, fields: Iterable[str], posted: Answer) -> str | Answer:
    """
    Post what a form asks for, if it was seen what that moves; else show it.

    Args:
        title: what is about to be posted.
        season: the number of the season in which it moves something.
        verb: what posts it.
        fields: the names of the form's fields.
        posted: where it leads when it is posted.

    Raises:
        NotAllowed: the verb raises it.
    """
    club, services, error = the_club(), the_club_services(), ""
    if asked_step() == "post":
        try:
            services.post_as_seen(club.id, chosen_number("last"), verb)
        except BookHasGrown as grown:
            error = str(grown)
        else:
            flash("It is posted; both see it on their pages.")
            return posted
    found = services.preview(club.id, season, verb)
    names = {each.number: each.name for each in services.people.members(club.id)}
    about = services.seasons.season(club.id, season)
    assert about is not None
    typed = tuple((name, request.form.get(name, "")) for name in fields)
    page = preview_page(title, found, about, names, typed)
    return render_template("club/preview.html", club=club, page=page, error=error)


def preview_page(
    title: str, found: Preview, season: Season, names: Mapping[int, str], fields: tuple[tuple[str, str], ...]
) -> PreviewPage:
    """What would be posted, and what it would move, for every member of whom something moves."""
    members = tuple(_members(found, season, names))
    said = [narration(each.body, names, {season.number: season.terms.name}) for each in found.entries]
    entries = tuple(f"{begun(words)}." for words in said)
    return PreviewPage(
        title, season.terms.name, entries, members, "" if members else NOBODY, fields, request.path, found.last
    )


def _members(found: Preview, season: Season, names: Mapping[int, str]) -> Iterator[MemberMoves]:
    before = {row.member: row for row in found.before.rows}
    for row in found.after.rows:
        moves = tuple(_moves((before.get(row.member), row), found, season, names))
        if moves:
            yield MemberMoves(names[row.member], moves)


def _moves(rows: tuple[Row | None, Row], found: Preview, season: Season, names: Mapping[int, str]) -> Iterator[Move]:
    member = rows[1].member
    shown = [
        ("place", *(_place(row) for row in rows)),
        ("points", *("" if row is None else signed(row.tally.balance) for row in rows)),
        ("match points", *("" if row is None else grouped(row.tally.score) for row in rows)),
        (
            "rating",
            *(
                rating_words(table.ratings.get(member), season.terms.provisional) or "none"
                for table in (found.before, found.after)
            ),
        ),
    ]
    stakes = found.balances.get((member, Commodity.STAKES.name.lower()))
    if stakes is not None and season.terms.stakes is not None:
        shown.insert(3, (season.terms.stakes.unit, *(signed(each) for each in stakes)))
    if rows[0] is not None and _decided(rows[0]) != _decided(rows[1]):
        shown.append(("why here", *(explain(row, names) or "stands alone" for row in rows if row is not None)))
    for what, was, would in shown:
        if was != would:
            yield Move(what, was, would)


def _decided(row: Row) -> list[object]:
    """What decides a row's place among its neighbours; how many points they have is told by their own rows."""
    found: list[object] = [row.why.level]
    for each in (row.why.above, row.why.below):
        if each is not None:
            figures = None if each.by is TieBreak.POINTS else (each.high, each.low)
            found.append((each.ahead, each.behind, each.by, each.level_in, figures))
    return found


def _place(row: Row | None) -> str:
    return "none" if row is None else place_words(row.rank, shared=row.shared)
