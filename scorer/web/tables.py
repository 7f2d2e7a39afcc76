"""The table page: the question, what is said, the explained deal,
and which version other phones have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from jinja2_fragments.flask import render_block
from werkzeug.wrappers import Response as Answer

from ..rules.house_rules import title_of
from ..rules.language import current
from ..rules.messages import Message, Text
from ..service.club.disputes.cases import Correction
from ..service.parties import LinkRevoked, Sheet
from ..table.again import Corrections, again_context, deal_context, kept_words, where_from
from ..table.card import Shown
from ..table.contexts import Context
from ..table.doubts import cards_context
from ..table.entering import NotAllowed
from ..table.formatting import parse_number
from ..table.recording import Recorded, is_seating
from ..table.speeds import SPEED, counts_in, speed_context, speed_named, speeds_of
from ..table.this_table import this_table_context
from ..table.view import after_tap, said_in, shown_deal, table_context
from . import compare as comparing
from .contexts import render, render_part
from .errors import refuse_old_format
from .notices import done
from .season_sheet import at_table, corrections, in_room_words, may_call
from .visitor import (
    company_of,
    follow,
    is_partial,
    own_counts,
    own_speed,
    presence,
    remember_counts,
    remember_speed,
    seconds_ago,
    the_club_services,
    the_parties,
    visitor,
)

bp = Blueprint("tables", __name__, url_prefix="/p/<code>")
bp.add_app_template_filter(title_of)


class TableText(Text):
    """What the club says at a table of its other phones and of its season.

    It is about no deal, so no oracle asks it.
    """

    BOTH_HAVE_IT = "Both phones have it"
    RANK = "Rank of {who}: {old_rank} to {new_rank}."


def page_or_404(found: Context | None) -> str:
    """Render a page with what was *found* for it; 404 if there is nothing to show."""
    if found is None:
        abort(404)
    return render(found)


def answer_poll(version: str, render: Callable[[], str]) -> Response:
    """Return what a phone that polls sees; 304 while it has this *version* in the language of the
    phone, compressed or not.
    """
    response = Response()
    tag = f"{version}-{current().code}"
    response.set_etag(tag, weak=True)
    if request.if_none_match.contains_weak(tag):
        response.status_code = 304
    else:
        response.set_data(render())
    return response


CHOICES = {"across": 12 * 60 * 60, "voice": 12 * 60 * 60, "values": 365 * 24 * 60 * 60}
"""Seconds for which a phone keeps what is chosen with a link: to lie between two players and to say
the count aloud suit one evening; what calls are worth is shown until somebody knows it.
"""


def _choose() -> None:
    """Keep what a phone chooses with a link, as long as that choice lasts."""
    for choice, lasts in CHOICES.items():
        if choice in request.args:
            session.permanent = True
            session[choice] = _now() + lasts if request.args[choice] == "yes" else 0


NUMBER = "number"
"""The number of the table in a club's room at which the sheet is played that was opened last, with
its code, in the session: a tap asks nobody for it.
"""


def _keep_number(sheet: Sheet) -> None:
    where = at_table(sheet.code) if sheet.in_season else None
    if where is not None:
        session[NUMBER] = [sheet.code, where.number]


def _kept_number(code: str) -> int:
    of, number = session.get(NUMBER, ("", 0))
    return number if of == code else 0


def _chosen(choice: str) -> bool:
    until: int = session.get(choice, 0)
    return until > 0 and _now() < until


def _now() -> int:
    return int(the_parties().clock().timestamp())


def how_shown(sheet: Sheet) -> Shown:
    """Return how this phone sees the table."""
    is_own_partie = sheet.partie.is_over and not sheet.in_season
    return Shown(
        may_score=visitor().may_score(sheet.code),
        speed=own_speed(sheet.names),
        counts=own_counts(sheet.names),
        across=_chosen("across"),
        voice=_chosen("voice"),
        values=_chosen("values"),
        company=company_of(sheet.code) if is_own_partie else "",
        table_number=_kept_number(sheet.code) if sheet.in_season else 0,
        may_call=sheet.in_season and may_call(sheet.code),
        may_return=visitor().may_return(sheet.code),
    )


def _render(sheet: Sheet, deal: int, shown: Shown) -> str:
    return render_part(table_context(sheet, deal, shown), "table")


def _asked_for(sheet: Sheet) -> str:
    pick = request.args.get("pick", "")
    shown = replace(how_shown(sheet), pick=pick, opened=bool(pick))
    return _render(sheet, shown_deal(sheet, request.args.get("deal", "")), shown)


@bp.get("/")
def table(code: str) -> Response | str | Answer:
    sheet = the_parties().sheet(code)
    if code != sheet.code:
        return redirect(url_for("tables.table", code=sheet.code))
    follow(sheet.code)
    _choose()
    _keep_number(sheet)
    return _asked_for(sheet)


@bp.get("/this")
def this_table(code: str) -> str:
    """Show what is rarely needed at the table: its other pages, and how this phone shows it."""
    sheet = the_parties().sheet(code)
    deal = shown_deal(sheet, request.args.get("deal", ""))
    found = this_table_context(sheet, deal, how_shown(sheet))
    in_room = in_room_words(at_table(code)) if sheet.in_season else None
    return render(replace(found, company=company_of(sheet.code), in_room=in_room))


@bp.get("/live")
def live(code: str) -> Response:
    sheet = the_parties().sheet(code)
    chosen = tuple(map(_chosen, CHOICES))

    def render() -> str:
        if not visitor().may_score(code):
            presence().note_sent(sheet.code, sheet.version)
        return _asked_for(sheet)

    return answer_poll(f"{sheet.version}-{visitor().may_score(code):d}-{chosen}", render)


@bp.get("/saved")
def saved(code: str) -> Response | str:
    """Say whether a second phone has the statements too; 204 while that has not changed.

    A phone with an old version gets the current table: another phone scored, or a tap arrived that
    this phone had taken back.
    """
    sheet = the_parties().sheet(code)
    is_current = request.args.get("version") == sheet.version
    if not is_current and is_partial():
        return Response(
            _asked_for(sheet),
            headers={"HX-Retarget": "#table", "HX-Reswap": "outerHTML"},
        )
    if not is_current or not presence().was_sent(sheet.code, sheet.version):
        return Response(status=204)
    return render_block(
        "table/table.html", "saved", shown=Shown(may_score=False, saved=TableText.BOTH_HAVE_IT())
    )


@bp.post("/say")
def say(code: str) -> tuple[str, int] | Answer | str:
    refuse_old_format()
    form = request.form
    said, typed = said_in(form)
    back = form.get("back")
    deal = parse_number(form.get("deal", ""))
    position = parse_number(form.get("position", ""))
    if "csrf_token" in form:
        g.csrf_token = form["csrf_token"]  # it was valid, and another one would have to be signed
    state = visitor().state(code)
    corrects = back is not None or is_seating(said)
    before = the_parties().sheet(code) if corrects else None
    try:
        result = the_parties().record(
            code,
            deal=deal,
            position=position,
            said=said,
            form_key=form.get("key", "")[:64],
            seen=form.get("seen", ""),
            ago=seconds_ago(),
            state=state,
        )
    except LinkRevoked:
        abort(403)
    sheet = result.sheet
    after = after_tap(result, deal=deal, said=said, typed=typed, by=how_shown(sheet))
    if after.status != 200:
        return _render(sheet, after.deal, after.on(how_shown(sheet))), after.status
    if before is not None and before.names != sheet.names:
        remember_speed(sheet.names, own_speed(before.names))
        remember_counts(sheet.names, counts=own_counts(before.names))
    counts = counts_in(result.said) if isinstance(result, Recorded) and not corrects else None
    if counts is not None:
        remember_counts(sheet.names, counts=counts)
    if before is not None and back is not None:
        done(kept_words(before, sheet))
        return redirect(where_from(url_for, code, after.deal, back), 303)
    if is_partial():
        return _render(sheet, after.deal, after.on(how_shown(sheet)))
    return redirect(url_for("tables.table", code=code, pick=after.pick or None), 303)


@bp.get("/speed")
def speed(code: str) -> str:
    sheet = the_parties().sheet(code)
    found = speed_context(sheet, own_speed(sheet.names))
    return render(found if visitor().may_score(sheet.code) else replace(found, speeds=()))


@bp.post("/speed")
def choose_speed(code: str) -> Answer:
    """Change how much of a partie this phone enters; what was entered stays."""
    sheet = the_parties().sheet(code)
    chosen = speed_named(request.form.get(SPEED, ""))
    if chosen in speeds_of(sheet.partie.record.rules):
        remember_speed(sheet.names, chosen)
    return redirect(url_for("tables.table", code=sheet.code), 303)


@bp.get("/deals/<int:number>")
def deal(code: str, number: int) -> str:
    sheet = the_parties().sheet(code)
    back = request.args.get("back", "")
    return page_or_404(deal_context(sheet, number - 1, corrections(sheet), back))


@bp.get("/deals/<int:number>/cards")
def cards(code: str, number: int) -> str:
    return page_or_404(cards_context(the_parties().sheet(code), number - 1))


@bp.get("/deals/<int:number>/again")
def again(code: str, number: int) -> str:
    """Show a step of saying a deal again: a question, or both versions and what changes."""
    sheet = the_parties().sheet(code)
    may = corrections(sheet)
    found = again_context(sheet, number - 1, request.args, may, url_for)
    if found and found.changes:
        ranks = ranks_changed(may, number - 1, found.change)
        found = replace(found, ranks=ranks)
    return page_or_404(found)


def ranks_changed(may: Corrections, deal: int, said: str) -> list[Message]:
    """Return in words which ranks a correction changes; none outside a season."""
    if not may.sheet:
        return []
    moved = the_club_services().disputes.ranks(may.sheet, Correction(may.turn, deal, said))
    return [
        TableText.RANK(who=name, old_rank=before, new_rank=after) for name, before, after in moved
    ]


# What this phone has said and the club does not have


@bp.get("/compare")
def compare(code: str) -> str:
    """Show where this phone and the club differ;
    its script says what this phone has, and asks for `versions`.
    """
    return render_template("compare.html", sheet=the_parties().sheet(code))


@bp.post("/versions")
def versions(code: str) -> str | tuple[str, int]:
    """Return both versions of all that differs, as a form in which a person chooses."""
    sheet = the_parties().sheet(code)
    try:
        own = comparing.read_own(request.form.get("own", ""))
    except NotAllowed as error:
        return render_template(
            "_versions.html", sheet=sheet, versions=(), lost=0, error=str(error)
        ), 422
    found = comparing.versions_of(sheet, own, the_parties().said_at(code))
    lost = comparing.lost(found) if "restored" in request.form else 0
    return render_template("_versions.html", sheet=sheet, versions=found, lost=lost, error="")
