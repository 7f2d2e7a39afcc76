"""Disputes: the director's list, one dispute with its evidence, the ruling, or a decision without a version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.company import Turn
from ...rules.company.record import result_words
from ...rules.versions import bearing, difference_words, governing_words, side_by_side
from ...service.club.disputes import THE_TERMS, Disputed, Version
from ...service.club.services import ClubServices
from ...service.opening import NotAllowed
from ...service.sheets import AnySheet, CompanyCard, CompanyTurn
from ..address import redirect_to
from ..again import statement_rows
from ..card import seat_names
from ..findings import claims
from ..formatting import signed
from ..phones import the_club_services
from ..rights import LARGEST, the_actor, the_club
from ..sheets import address_of, steps_of, verdict, what_was_signed
from .corrections import asked_step, post_or_preview
from .forms import Page, club_page, posts
from .season_partie import closed_season
from .signing import PAPER_FIELDS, asked_correction, requested_correction

bp = Blueprint("disputes", __name__, url_prefix="/c/<club>/disputes")
for _words in (claims, steps_of, verdict, what_was_signed, difference_words, governing_words):
    bp.add_app_template_filter(_words)


def _played(card: CompanyCard) -> Iterator[tuple[CompanyTurn, Turn]]:
    return zip(card.turns, card.company.card.turns, strict=False)  # the last may be in progress


@bp.app_template_filter()
def turn_words(then: CompanyCard, now: CompanyCard) -> str:
    results = {turn.number: result_words(then.company, each) for turn, each in _played(then)}
    for number, (turn, each) in enumerate(_played(now), 1):
        before, after = result_words(now.company, each), results.get(turn.number, "removed")
        if before != after:
            return f"Partie {number}. Record: {before}. Other version: {after}."
    return ""


@bp.app_template_filter()
def balances_words(then: CompanyCard, now: CompanyCard) -> str:
    moved = zip(now.names, now.company.card.balances, then.company.card.balances, strict=True)
    changed = [f"{name} {signed(before)} to {signed(after)}" for name, before, after in moved if before != after]
    return f"Balances: {', '.join(changed)}." if changed else "No balance changes."


def both_versions(record: AnySheet, version: Version | None) -> dict[str, Any] | None:
    """Return the context of the record and another version side by side; `None` if they do not differ."""
    if version is None:
        return None
    found: dict[str, Any] = {"difference": None, "balances": ()}
    if isinstance(record, CompanyCard) and isinstance(version.whole, CompanyCard):
        both = (each.company.card.balances for each in (record, version.whole))
        found["balances"] = tuple(zip(record.names, *both, strict=True))
        found["changed"] = turn_words(version.whole, record)
    partie, other, difference = version.record, version.other, version.difference
    if partie is None or other is None or difference is None:
        return found if found["balances"] else None
    deal = difference.deal
    first = difference.pair.position if difference.pair is not None else -1
    rows = side_by_side(partie.partie.record.deals[deal], other.record.deals[deal])
    return found | {
        "difference": difference,
        "statements": tuple(statement_rows(rows, seat_names(partie, deal), first)),
        "sides": {"Record": partie, "Other version": replace(partie, partie=other)},
    }


RULING = ("holds", "words", "law")
SETTLING = ("turn", "deal", "said", *PAPER_FIELDS, "words", "law")


@bp.get("")
def index() -> Page:
    return club_page("disputes.html", disputes=the_club_services().disputes.of_club(the_club().id))


@bp.get("/<code>/<int:dispute>", endpoint="dispute")
def show(code: str, dispute: int, error: str = "") -> Page:
    found = _dispute(code, dispute)
    versions = both_versions(found.record, found.version)
    laws = bearing(None, None) if found.version is None else found.version.bearing
    return club_page("dispute.html", error, found=found, versions=versions, laws=laws, terms=THE_TERMS)


@posts(bp, "/<code>/<int:dispute>", show)
def rule(code: str, dispute: int) -> Page | Answer:
    found, by = _dispute(code, dispute), the_actor()
    follow, words, law = request.form.get("holds") == "version", *(request.form.get(name, "") for name in RULING[1:])

    def post_ruling(services: ClubServices) -> object:
        return services.disputes.rule(code, by, follow=follow, words=words, law=law)

    if asked_step() == "change":
        return show(code, dispute)
    if not found.dispute.is_open:
        raise NotAllowed("This dispute has already ended.")
    if request.form.get("holds") not in ("record", "version"):
        raise NotAllowed("Choose which version counts.")
    posted = redirect_to("disputes.dispute", code=found.record.code, dispute=dispute)
    title = f"Ruling on dispute {dispute} of {found.record.code}"
    return post_or_preview(title, found.season_sheet.membership.season, post_ruling, RULING, posted)


@bp.get("/<code>/settle")
def settling(code: str, error: str = "") -> Page:
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None or season_sheet.sheet.unfinished:
        abort(404)
    if season_sheet.closed_at:
        return closed_season(season_sheet)
    sheet = season_sheet.sheet
    asked = asked_correction(sheet, url_for("disputes.settling", code=sheet.code))
    found = {
        "season_sheet": season_sheet,
        "correction": asked,
        "versions": both_versions(sheet, asked.version),
        "laws": bearing(None, None) if asked.version is None else asked.version.bearing,
        "terms": THE_TERMS,
    }
    return club_page("settle.html", error, **found)


@posts(bp, "/<code>/settle", settling)
def settle(code: str) -> Page | Answer:
    by, asked = the_actor(), requested_correction()
    words, law = (request.form.get(name, "") for name in ("words", "law"))
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None:
        abort(404)
    if season_sheet.closed_at:
        return closed_season(season_sheet)
    sheet = season_sheet.sheet

    def post_decision(services: ClubServices) -> object:
        return services.disputes.settle(code, by, asked, words=words, law=law)

    if asked_step() == "change":
        return settling(code)
    posted, title = redirect(address_of(sheet), 303), f"Decision on {sheet.code}"
    return post_or_preview(title, season_sheet.membership.season, post_decision, SETTLING, posted)


def _dispute(code: str, number: int) -> Disputed:
    found = the_club_services().disputes.dispute(the_club().id, code, number) if number <= LARGEST else None
    if found is None:
        abort(404)
    return found
