"""Corrections of the ledger: preview an entry and post it as previewed;
a reversal, a penalty or a compensation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from flask import Blueprint, abort, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer
from wtforms import Form

from ...ledger.entries import Entry, Reversed, RoundDrawn, SheetPosted, Withdrew, narration
from ...ledger.standings import Row, explain
from ...ledger.terms import TieBreak
from ...rules.laws import EVERY_LAW
from ...service.club.book import ReadEntry
from ...service.club.people import by_name
from ...service.club.posting import REVERSIBLE
from ...service.club.seasons import Season
from ...service.club.services import BookHasGrown, ClubServices
from ...service.club.standings import Preview
from ...table.entering import A_PAGE, sentence
from ...table.formatting import grouped, signed
from ..address import redirect_to
from ..forms import (
    Page,
    Whole,
    check,
    chosen_number,
    club_page,
    member_choices,
    member_names,
    posts,
    text,
)
from ..notices import done
from ..rights import the_actor, the_club
from ..visitor import the_club_services
from .standings import ranking_figure, rating_words

# Preview and post


Verb = Callable[[ClubServices], object]

Move = tuple[str, ...]
"""A figure of a member: its name, before, after."""

REASON = "reason"


MOST_SINCE = 3
"""Entries posted since a preview that are listed, the latest:
one of them may be what the same form has posted.
"""


def post_or_preview(title: str, season: int, verb: Verb, posted: Answer) -> Page | Answer:
    """Post what a form asks for if its preview is still true, and answer *posted*; else show the
    preview.

    The preview carries everything that was typed.
    """
    club = the_club()
    services = the_club_services()
    error = ""
    since = list[ReadEntry]()
    if request.form.get("step") == "post":
        try:
            posted_now = services.post_as_seen(club.id, chosen_number("last"), verb)
        except BookHasGrown as grown:
            error = str(grown)
            last = chosen_number("last")
            since = [each for each in services.book.page(club.id).entries if each.number > last]
        else:
            done(_posted_words(posted_now))
            return posted
    found = services.preview(club.id, season, verb)
    names = member_names()
    seasons = {each.number: each for each in services.seasons.seasons(club.id)}
    about = seasons[season]
    called = {number: each.terms.name for number, each in seasons.items()}
    entries = (sentence(narration(each.body, names, called)) for each in found.entries[:A_PAGE])
    members = list(moves_of(found, about, names))
    page = {
        "title": title,
        "season": about,
        "entries": list(entries),
        "since": since[:MOST_SINCE],
        "more_entries": len(found.entries[A_PAGE:]),
        "members": members[:A_PAGE],
        "more": len(members[A_PAGE:]),
        "carried": [
            each
            for each in request.form.items(multi=True)
            if each[0] not in ("csrf_token", "step", "last")
        ],
        "last": found.last,
    }
    return club_page("preview.html", error, **page)[0], 200


def _posted_words(entries: Sequence[Entry]) -> Markup:
    """Say which entries were posted, and offer the reversal of
    the only one that moved something.
    """
    first = entries[0].number
    last = entries[-1].number
    which = f"entry {last}" if first == last else f"entries {first} to {last}"
    words = Markup("Posted as {}.").format(_link("book.entry", last, which))
    moved = [
        each.number for each in entries if isinstance(each.body, (*REVERSIBLE, Reversed, Withdrew))
    ]
    drawn = [each.number for each in entries if isinstance(each.body, RoundDrawn)]
    if drawn:
        words += Markup(" ") + _link("corrections.reversal", drawn[-1], "Undo this draw")
    elif len(moved) == 1 and isinstance(entries[-1].body, REVERSIBLE):
        words += Markup(" ") + _link("corrections.reversal", last, f"Reverse entry {last}")
    return words


def _link(endpoint: str, number: int, words: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(url_for(endpoint, number=number), words)


def moves_of(
    found: Preview, season: Season, names: Mapping[int, str]
) -> Iterator[tuple[str, list[Move]]]:
    """Yield what changes: for those whose accounts the entries move,
    then for others unless it is only their reason.
    """
    before = {row.member: row for row in found.before.rows}
    concerned = {posting.account.member for entry in found.entries for posting in entry.postings}
    for row in sorted(found.after.rows, key=lambda row: row.member not in concerned):
        moves = [
            each
            for each in _figures((before.get(row.member), row), found, season, names)
            if each[1] != each[2]
        ]
        if moves and (row.member in concerned or moves[0][0] != REASON):
            yield names[row.member], moves


def _figures(
    rows: tuple[Row | None, Row], found: Preview, season: Season, names: Mapping[int, str]
) -> list[Move]:
    member = rows[1].member
    ratings = (table.ratings.get(member) for table in (found.before, found.after))
    shown: list[Move] = [
        ("rank", *(_rank(row) for row in rows)),
        *_ranking_figures(rows),
        ("points", *("" if row is None else signed(row.tally.balance) for row in rows)),
        ("match points", *("" if row is None else grouped(row.tally.score) for row in rows)),
        ("rating", *(rating_words(each, season.terms.provisional) or "none" for each in ratings)),
    ]
    stakes = found.stakes.get(member)
    if stakes is not None and season.terms.stakes is not None:
        shown.insert(len(shown) - 1, (season.terms.stakes.unit, *(signed(each) for each in stakes)))
    if rows[0] is not None and _decided(rows[0]) != _decided(rows[1]):
        shown.append(
            (
                REASON,
                *(explain(row, names) or "no other entrant" for row in rows if row is not None),
            )
        )
    return shown


def _ranking_figures(rows: Sequence[Row | None]) -> list[Move]:
    """Return what ranks, before and after, where it is none of
    the figures that are always shown.
    """
    by = next((row.by for row in rows if row is not None and row.by is not None), None)
    if by is None or by in (TieBreak.POINTS, TieBreak.MATCH_POINTS):
        return []
    return [(by.value, *("" if row is None else ranking_figure(row) for row in rows))]


def _decided(row: Row) -> list[object]:
    """Return what decides a row's rank among its neighbours, without points,
    which their own rows show.
    """
    found: list[object] = [row.why.level]
    for each in (row.why.above, row.why.below):
        if each is not None:
            figures = None if each.by is TieBreak.POINTS else (each.high, each.low)
            found.append((each.ahead, each.behind, each.by, each.level_in, figures))
    return found


def _rank(row: Row | None) -> str:
    return "none" if row is None else row.rank_words


# Reversals, penalties and compensations


bp = Blueprint("corrections", __name__, url_prefix="/c/<club>")

CITED = tuple(law.cited for law in EVERY_LAW)


class PenaltyForm(Form):  # type: ignore[misc]  # WTForms has no types
    points = Whole("Points", default=0)
    match_points = Whole("Match points", default=0)


@bp.get("/book/<int:number>/reversal")
def reversal(number: int, error: str = "") -> Page:
    found = the_club_services().book.entry(the_club().id, number)
    body = None if found is None or found.read.entry is None else found.read.entry.body
    if found is None or not found.read.holds or not isinstance(body, REVERSIBLE):
        abort(404)
    kind = {
        "draws": isinstance(body, RoundDrawn),
        "imported": isinstance(body, SheetPosted) and body.imported,
    }
    whole = request.values.get("whole") == "yes"
    return club_page(
        "reversal.html",
        error,
        number=number,
        says=found.read.says,
        cited=CITED,
        whole=whole,
        **kind,
    )


@posts(bp, "/book/<int:number>/reversal", reversal)
def reverse(number: int) -> Page | Answer:
    reason = text("reason")
    law = text("law")
    whole = text("whole") == "yes"
    season = the_club_services().book.season_of(the_club().id, number)
    if not season:
        abort(404)
    return post_or_preview(
        f"Reversal of entry {number}",
        season,
        lambda services: services.seasons.reverse(
            the_actor(), number, reason=reason, law=law, whole=whole
        ),
        redirect_to("book.entry", number=number),
    )


@bp.get("/s/<int:season>/penalty")
def penalty(season: int, error: str = "") -> Page:
    club_id = the_club().id
    services = the_club_services()
    names = member_names()
    playing = by_name(services.seasons.entrants(club_id, season), names)
    members = member_choices(playing, names, [chosen_number("member")])
    return club_page(
        "penalty.html",
        error,
        members=members,
        fields=PenaltyForm(request.form or None),
        cited=CITED,
    )


@posts(bp, "/s/<int:season>/penalty", penalty)
def adjust(season: int) -> Page | Answer:
    given = text("what") == "given"
    member = chosen_number("member")
    reason = text("reason")
    law = text("law")
    form = PenaltyForm(request.form)
    check(form)
    sign = 1 if given else -1
    points = sign * form.points.data
    match_points = sign * form.match_points.data
    return post_or_preview(
        "Compensation" if given else "Penalty",
        season,
        lambda services: services.seasons.adjust(
            the_actor(),
            season,
            member,
            points=points,
            match_points=match_points,
            reason=reason,
            law=law,
        ),
        redirect_to("book.entry", number=chosen_number("last") + 1),  # the entry that this posts
    )
