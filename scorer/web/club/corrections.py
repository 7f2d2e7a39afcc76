"""Corrections of the ledger: preview an entry and post it as previewed;
a reversal, a penalty or a compensation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, abort, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer
from wtforms import Form

from ...ledger.entries import (
    Body,
    ByeGiven,
    Entry,
    Replaced,
    Returned,
    Reversed,
    RoundDrawn,
    SeasonClosed,
    SheetPosted,
    Withdrew,
    narration,
)
from ...ledger.matching import Unfair
from ...ledger.standings import StandingsRow, explain
from ...ledger.terms import TieBreak
from ...rules.laws import EVERY_LAW
from ...rules.words import signed
from ...service.club.audit.ledger_pages import ReadEntry
from ...service.club.people.members import by_name
from ...service.club.posts import REVERSIBLE
from ...service.club.seasons.season import Season
from ...service.club.seasons.standings import Preview, SeasonTable
from ...service.club.services import BookHasGrown, ClubServices
from ...table.contexts import Context
from ...table.entering import A_PAGE, sentence
from ...table.formatting import grouped
from ..address import redirect_to
from ..forms import (
    Page,
    Whole,
    carried,
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
from .fairness import unfair_words
from .standings import ranking_figure, ranking_words, rating_words

# Preview and post


Verb = Callable[[ClubServices], object]


class Move(NamedTuple):
    """A figure of a member, before and after."""

    figure: str
    before: str
    after: str


REASON = "reason"


class RankMove(NamedTuple):
    """The rank of a member before and after, in words, and the figure that ranks, after."""

    name: str
    words: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChanges:
    """What entries change in the standings, the shortest first.

    Attributes:
        concerned: the new ranks of those whose accounts the entries move.
        others: the new ranks of the others whose rank changes.
        figures: every figure that changes, by member; those of *more* members are not listed.
    """

    concerned: Sequence[RankMove]
    others: Sequence[RankMove]
    figures: Sequence[tuple[str, Sequence[Move]]]
    more: int


KEYS: Mapping[type[Body], str] = {RoundDrawn: "Draw", SeasonClosed: "Close the season"}
"""What the key of a preview that posts such an entry says, the first that fits."""

POST = "Post to the ledger"
"""What it says for all others."""


MOST_SINCE = 3
"""Entries posted since a preview that are listed, the latest:
one of them may be what the same form has posted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage(Context):
    """What a form would post.

    Attributes:
        then: what comes after it, in a sentence; else empty.
        entries: the sentences of the entries; there are *more_entries*.
        since: what was posted since the last preview.
        unfair: what cannot be made fair in the rounds that follow.
        changes: what changes in the standings.
        key: what the key that posts the entries says.
        carried: the fields that were typed, which the form sends again.
        last: the last entry that the preview knows.
    """

    template = "club/preview.html"
    title: str
    then: str
    season: Season
    entries: Sequence[str]
    more_entries: int
    since: Sequence[ReadEntry]
    unfair: Sequence[str]
    changes: ShownChanges
    key: str
    carried: Sequence[tuple[str, str]]
    last: int


def post_or_preview(
    title: str, season: int, verb: Verb, posted: Answer, *, then: str = ""
) -> Page | Answer:
    """Post what a form asks for if its preview is still true, and answer *posted*; else show the
    preview.

    The preview carries everything that was typed, and says what comes *then*.
    """
    club = the_club()
    services = the_club_services()
    error = ""
    since = list[ReadEntry]()
    made: object = None

    def watched(on: ClubServices) -> None:
        nonlocal made
        made = verb(on)

    if request.form.get("step") == "post":
        try:
            posted_now = services.post_as_seen(club.id, chosen_number("last"), watched)
        except BookHasGrown as grown:
            error = str(grown)
            last = chosen_number("last")
            since = [each for each in services.book.page(club.id).entries if each.number > last]
        else:
            unfair = _unfair_words(made, member_names())
            done(Markup(" ").join([_posted_words(posted_now), *unfair]))
            return posted
    found = services.preview(club.id, season, watched)
    names = {**found.admitted, **member_names()}
    seasons = {each.number: each for each in services.seasons.seasons(club.id)}
    about = seasons[season]
    called = {number: each.terms.name for number, each in seasons.items()}
    entries = (sentence(narration(each.body, names, called)) for each in found.entries[:A_PAGE])
    kinds = {type(each.body) for each in found.entries}
    page = PreviewPage(
        title=title,
        then=then,
        season=about,
        entries=list(entries),
        more_entries=len(found.entries[A_PAGE:]),
        since=since[:MOST_SINCE],
        unfair=_unfair_words(made, names),
        changes=changes_of(found, about, names),
        key=next((words for kind, words in KEYS.items() if kind in kinds), POST),
        carried=carried(),
        last=found.last,
    )
    shown, _ = club_page(page, error)
    return shown, 200


def _unfair_words(made: object, names: Mapping[int, str]) -> list[str]:
    """Say what cannot be made fair, if that is what was returned by what posts."""
    if not isinstance(made, Sequence):
        return []
    return [unfair_words(each, names) for each in made if isinstance(each, Unfair)]


def _posted_words(entries: Sequence[Entry]) -> Markup:
    """Say which entries were posted, and offer what undoes them: of the only one that moved
    something its reversal, and of a substitute the correction of a mistake.
    """
    first = entries[0].number
    last = entries[-1].number
    which = f"entry {last}" if first == last else f"entries {first} to {last}"
    entry = url_for("book.entry", number=last)
    words = Markup("Posted as {}.").format(_link(entry, which))
    moved = [
        each.number for each in entries if isinstance(each.body, (*REVERSIBLE, Reversed, Withdrew))
    ]
    drawn = [each.number for each in entries if isinstance(each.body, RoundDrawn)]
    substitution = _substitution(entries)
    if drawn:
        undo = url_for("corrections.reversal", number=drawn[-1])
        words += Markup(" ") + _link(undo, "Undo this draw")
    elif substitution is not None:
        of = substitution
        correct = url_for("entrants.mistaken", season=of.season, member=of.by)
        words += Markup(" ") + _link(correct, "I mistyped this")
    elif len(moved) == 1 and isinstance(entries[-1].body, REVERSIBLE):
        reverse_it = url_for("corrections.reversal", number=last)
        words += Markup(" ") + _link(reverse_it, f"Reverse entry {last}")
    return words


def _substitution(entries: Sequence[Entry]) -> Replaced | None:
    """Return the entry of a substitute among these; who returns is none."""
    if any(isinstance(each.body, Returned) for each in entries):
        return None
    return next((each.body for each in entries if isinstance(each.body, Replaced)), None)


def _link(address: str, words: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, words)


def changes_of(found: Preview, season: Season, names: Mapping[int, str]) -> ShownChanges:
    """Return what the entries of a preview change in the standings of a season."""
    before = {row.member: row for row in found.before.rows}
    concerned = {posting.account.member for entry in found.entries for posting in entry.postings}
    own = list[RankMove]()
    others = list[RankMove]()
    for row in found.after.rows:
        old = before.get(row.member)
        move = RankMove(names[row.member], _rank_words(old, row), ranking_words(row))
        if row.member in concerned:
            own.append(move)
        elif old is None or old.rank_words != row.rank_words:
            others.append(move)
    figures = list(_moves_of(found, season, names, concerned))
    return ShownChanges(
        concerned=own,
        others=others,
        figures=figures[:A_PAGE],
        more=len(figures[A_PAGE:]),
    )


def _rank_words(before: StandingsRow | None, after: StandingsRow) -> str:
    if before is None:
        return f"rank {after.rank_words}, new"
    if before.rank_words == after.rank_words:
        return f"rank {after.rank_words}, as before"
    return f"rank {after.rank_words}, was {before.rank_words}"


def _moves_of(
    found: Preview, season: Season, names: Mapping[int, str], concerned: Collection[int]
) -> Iterator[tuple[str, list[Move]]]:
    """Yield every figure that changes: for those *concerned*,
    then for others unless it is only their reason.
    """
    before = {row.member: row for row in found.before.rows}
    for row in sorted(found.after.rows, key=lambda row: row.member not in concerned):
        shown = _figures(before.get(row.member), row, found, season, names)
        moves = [each for each in shown if each.before != each.after]
        if moves and (row.member in concerned or moves[0].figure != REASON):
            yield names[row.member], moves


def _figures(
    before: StandingsRow | None,
    after: StandingsRow,
    found: Preview,
    season: Season,
    names: Mapping[int, str],
) -> Iterator[Move]:
    """Yield the figures of a member that can change, the reason of the rank last."""

    def move(figure: str, words: Callable[[StandingsRow], str], none: str = "") -> Move:
        return Move(figure, none if before is None else words(before), words(after))

    yield move("rank", lambda row: row.rank_words, none="none")
    by = after.by if before is None or before.by is None else before.by
    if by is not None and by not in (TieBreak.POINTS, TieBreak.MATCH_POINTS):
        yield move(by.value, ranking_figure)
    yield move("points", lambda row: signed(row.tally.balance))
    yield move("match points", lambda row: grouped(row.tally.score))
    stakes = found.stakes.get(after.member)
    if stakes is not None and season.terms.stakes is not None:
        then, now = stakes
        yield Move(season.terms.stakes.unit, signed(then), signed(now))

    def rating(table: SeasonTable) -> str:
        rated = table.ratings.get(after.member)
        return rating_words(rated, season.terms.provisional) or "none"

    yield Move("rating", rating(found.before), rating(found.after))
    if before is not None and _decided(before) != _decided(after):
        yield move(REASON, lambda row: explain(row, names) or "no other entrant")


def _decided(row: StandingsRow) -> list[object]:
    """Return what decides a row's rank among its neighbours, without points,
    which their own rows show.
    """
    found: list[object] = [row.why.level]
    for each in (row.why.above, row.why.below):
        if each is not None:
            figures = None if each.by is TieBreak.POINTS else (each.high, each.low)
            found.append((each.ahead, each.behind, each.by, each.level_in, figures))
    return found


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
    return club_page(
        "reversal.html",
        error,
        number=number,
        says=found.read.says,
        cited=CITED,
        whole=request.values.get("whole") == "yes",
        draws=isinstance(body, RoundDrawn),
        imported=isinstance(body, SheetPosted) and body.imported,
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
        f"Reversal of {'the import with ' if whole else ''}entry {number}",
        season,
        lambda services: services.seasons.reverse(
            the_actor(), number, reason=reason, law=law, whole=whole
        ),
        redirect_to("book.entry", number=number),
    )


@bp.get("/book/<int:number>/mistyped")
def mistyped_walkover(number: int, error: str = "") -> Page:
    """Show a walkover that a director entered by mistake, to say what was wrong."""
    found = the_club_services().book.entry(the_club().id, number)
    body = None if found is None or found.read.entry is None else found.read.entry.body
    if found is None or not found.read.holds or not isinstance(body, SheetPosted | ByeGiven):
        abort(404)
    return club_page("mistyped_walkover.html", error, number=number, says=found.read.says)


@posts(bp, "/book/<int:number>/mistyped", mistyped_walkover)
def unenter(number: int) -> Page | Answer:
    reason = text("reason")
    season = the_club_services().book.season_of(the_club().id, number)
    if not season:
        abort(404)
    return post_or_preview(
        f"Correction of entry {number}",
        season,
        lambda services: services.seasons.unenter(the_actor(), number, reason=reason),
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
