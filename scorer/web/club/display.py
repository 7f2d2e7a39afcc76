"""The club display: the tables in play and the top of the standings, refreshed as they change."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, render_template
from jinja2_fragments.flask import render_block

from ...service.club.standings import DisplayNow
from ..card import deal_title, totals_before
from ..phones import the_club_services
from ..rights import the_club
from ..tables import answer_poll

AT_ONCE = 6
"""Tables that can be read from five metres; more are shown in turn."""

TURN = 20
"""Seconds until the next tables are shown."""

LEADERS = 8


def turn(at: datetime, tables: int) -> int:
    """Return a number that changes when other tables are due; hourly where all fit, so that old ones go away."""
    return int(at.timestamp()) // (TURN if tables > AT_ONCE else 3600)


def _shown(now: DisplayNow) -> dict[str, object]:
    pages = [now.tables[first : first + AT_ONCE] for first in range(0, len(now.tables), AT_ONCE)] or [()]
    number = turn(now.at, len(now.tables)) % len(pages)
    shown, first = pages[number], AT_ONCE * number + 1
    rows = now.table.rows if now.table else ()
    return {
        "club": the_club(),
        "now": now,
        "tables": shown,
        "which": f"{first} to {first + len(shown) - 1} of {len(now.tables)}" if len(pages) > 1 else "",
        "leaders": [row for row in rows[:LEADERS] if row.tally.parties],
    }


bp = Blueprint("display", __name__, url_prefix="/c/<club>/display")
bp.add_app_template_filter(deal_title)
bp.add_app_template_filter(totals_before)


@bp.get("/")
def index() -> str:
    now = the_club_services().display.now(the_club().id)
    return render_template("club/display.html", **_shown(now))


@bp.get("/live")
def live() -> Response:
    display = the_club_services().display
    version, tables = display.version(the_club().id)

    def render() -> str:
        return render_block("club/display.html", "display", **_shown(display.now(the_club().id)))

    return answer_poll(f"{version}-{turn(display.clock(), tables)}", render)
