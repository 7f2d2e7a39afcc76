"""Preview an entry for a director, and post it as it was previewed."""

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
from ...service.club.standings import rank_words
from ..formatting import first_up, grouped, signed
from ..phones import the_club_services
from ..rights import the_club
from .forms import chosen_number
from .standings import rating_words

Verb = Callable[[ClubServices], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One figure of a member that changes."""

    figure: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberMoves:
    """The figures of one member that change."""

    name: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """
    A preview.

    Attributes:
        entries: the new entries, one sentence each.
        fields: what was typed, which the form sends again.
        address: where the form is sent.
        last: the latest entry that the preview knows.
    """

    title: str
    season: str
    entries: tuple[str, ...]
    members: tuple[MemberMoves, ...]
    fields: tuple[tuple[str, str], ...]
    address: str
    last: int


def asked_step() -> str:
    """Return the step that a form asks for: `preview`, `post`, or `change` to edit what was typed."""
    step = request.form.get("step", "")
    return step if step in ("post", "change") else "preview"


def post_or_preview(title: str, season: int, verb: Verb, fields: Iterable[str], posted: Answer) -> str | Answer:
    """
    Post what a form asks for if its preview is still true; else show the preview.

    Args:
        title: the heading of the preview.
        season: the number of the season that changes.
        verb: the use case that posts.
        fields: the names of the form's fields.
        posted: the answer after posting.

    Raises:
        NotAllowed: *verb* raises it.
    """
    club, services, error = the_club(), the_club_services(), ""
    if asked_step() == "post":
        try:
            services.post_as_seen(club.id, chosen_number("last"), verb)
        except BookHasGrown as grown:
            error = str(grown)
        else:
            flash("Posted. The players can see it on their pages.")
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
    """Return the preview: the new entries, and the members whose figures change."""
    entries = (narration(each.body, names, {season.number: season.terms.name}) for each in found.entries)
    return PreviewPage(
        title=title,
        season=season.terms.name,
        entries=tuple(f"{first_up(words)}." for words in entries),
        members=tuple(_members(found, season, names)),
        fields=fields,
        address=request.path,
        last=found.last,
    )


def _members(found: Preview, season: Season, names: Mapping[int, str]) -> Iterator[MemberMoves]:
    before = {row.member: row for row in found.before.rows}
    for row in found.after.rows:
        moves = tuple(_moves((before.get(row.member), row), found, season, names))
        if moves:
            yield MemberMoves(name=names[row.member], moves=moves)


def _moves(rows: tuple[Row | None, Row], found: Preview, season: Season, names: Mapping[int, str]) -> Iterator[Move]:
    member = rows[1].member
    shown = [
        ("rank", *(_rank(row) for row in rows)),
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
        shown.append(("reason", *(explain(row, names) or "no other entrant" for row in rows if row is not None)))
    for figure, before, after in shown:
        if before != after:
            yield Move(figure=figure, before=before, after=after)


def _decided(row: Row) -> list[object]:
    """Return what decides a row's rank among its neighbours, without points, which their own rows show."""
    found: list[object] = [row.why.level]
    for each in (row.why.above, row.why.below):
        if each is not None:
            figures = None if each.by is TieBreak.POINTS else (each.high, each.low)
            found.append((each.ahead, each.behind, each.by, each.level_in, figures))
    return found


def _rank(row: Row | None) -> str:
    return "none" if row is None else rank_words(row.rank, shared=row.shared)
