"""Sheets: the pages of what they prove, signatures, QR codes,
and the links that let a phone score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as Answer

from ..rules.company import Frame
from ..service.club.posting.signing import SheetSeason
from ..service.parties import NotAllowed, Sheet
from ..service.sheets import CompanyCard
from ..table.charts import QR, qr_code
from ..table.contexts import Context
from ..table.formatting import parse_number
from ..table.own_parties import file_name, file_text, rematch
from ..table.proof import (
    NOT_OVER,
    SettlementPage,
    settlement_context,
    sheet_context,
)
from ..table.seating import seating_context
from ..table.sharing import picture_context, result_context
from ..table.under_rules import other_rules_context
from .address import is_reachable, outward, redirect_to
from .contexts import render, render_part
from .errors import error_page
from .forms import Page
from .kinds import address_of, pages_of
from .notices import problem
from .season_sheet import (
    SigningStatus,
    at_table,
    corrections,
    in_room_words,
    partie_stakes,
    signing_status,
)
from .tables import ranks_changed
from .visitor import (
    company_of,
    form_token,
    give_up_link,
    given_up_link,
    let_score,
    the_club_services,
    the_companies,
    the_parties,
    visitor,
)


def qr_of(endpoint: str, **values: Any) -> QR | None:
    """Return the QR code of a page; `None` if phones cannot open the program."""
    address = outward(endpoint, **values)
    return qr_code(address) if address else None


bp = Blueprint("sheets", __name__, url_prefix="/p/<code>")
for _words in (pages_of, address_of, file_name):
    bp.add_app_template_filter(_words)


@bp.get("/sheet")
def sheet(code: str) -> str:
    of = the_parties().sheet(code)
    may_correct = corrections(of).any
    found = replace(
        sheet_context(of),
        signing=signing_status(code),
        company=company_of(code),
        may_correct=may_correct,
        in_room=in_room_words(at_table(code)) if of.in_season else None,
        reads_pair=not may_correct and visitor().reads_by_pair(code),
    )
    return render_part(found, "main")


@bp.get("/players")
def players(code: str) -> str:
    """Show the names and the dealer of a partie, to correct them; then what that changes."""
    found = the_parties().sheet(code)
    may = corrections(found)
    page = seating_context(found, request.args, may, url_for)
    if page.changes:
        ranks = ranks_changed(may, page.deal - 1, page.said)
        page = replace(page, ranks=ranks)
    return render(page)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettlementPage(SettlementPage):
    """The proof of a margin in a season, where the signatures post it.

    Attributes:
        error: why a signature was refused.
    """

    template: ClassVar = "club/settlement.html"

    error: str


@bp.get("/settlement")
def settlement(code: str, error: str = "") -> Page:
    """Show the proof of a margin; with `all` in the address, everything it hinges on,
    however long that takes.
    """
    found = the_parties().sheet(code)
    may_score = visitor().may_score(code)
    if found.partie.settlement is None:
        return error_page(404, *NOT_OVER)
    company = company_of(code)
    may_go_on = may_score and not found.in_season and not company
    pair = visitor().pair_of(code)
    page = replace(
        settlement_context(found, everything="all" in request.args),
        may_correct=corrections(found).any,
        stakes=partie_stakes(the_club_services(), found),
        may_score=may_score,
        signing=signing_status(code),
        company=company,
        rematch=rematch(found) if may_go_on else None,
        pair="" if pair is None else pair.code,
    )
    if page.signing:
        page = SeasonSettlementPage(**page.variables, error=error)
    return render(page), 422 if error else 200


@bp.get("/result")
def share_result(code: str) -> Page:
    """Show the text and the picture of a result, to copy and to save."""
    found = the_parties().sheet(code)
    if found.partie.settlement is None:
        return error_page(404, *NOT_OVER)
    return render(result_context(found)), 200


@bp.get("/result.svg")
def result(code: str) -> Answer:
    """Draw the result of a partie as a picture."""
    sheet = the_parties().sheet(code)
    if sheet.partie.settlement is None:
        abort(404)
    shown = _with_its_day(sheet)
    return Response(render(picture_context(shown)), mimetype="image/svg+xml")


def _with_its_day(sheet: Sheet) -> Sheet:
    """Return a sheet with the day on which its partie counts, which a season may have corrected."""
    of_season = the_club_services().signing.sheet(sheet.code) if sheet.in_season else None
    return sheet if of_season is None else replace(sheet, day=of_season.played)


@bp.get("/partie.piquet")
def saved(code: str) -> Answer:
    """Return a partie as a file, which can be taken in again."""
    sheet = _with_its_day(the_parties().sheet(code))
    answer = Response(file_text(sheet), mimetype="text/plain")
    answer.headers.set("Content-Disposition", "attachment", filename=file_name(sheet))
    return answer


# Signatures, of either kind


def refused(code: str, error: str = "") -> Page:
    """Show the signatures of a sheet again, with the reason."""
    endpoint = pages_of(the_parties().row(code)).signatures.endpoint
    return cast("Page", current_app.view_functions[endpoint](code, error))


@bp.post("/sign")
def sign(code: str) -> Answer:
    try:
        name = request.form.get("name", "")
        seen = request.form.get("seen", "")
        player = parse_number(request.form.get("player", ""))
        sheet = the_parties().sign(code, player=player, name=name, seen=seen)
    except NotAllowed as error:
        problem(str(error))
        sheet = the_parties().any_sheet(code)
    return redirect(address_of(sheet), 303)


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancesPage(Context):
    """The balances of a scorecard, to be signed.

    Attributes:
        error: why a signature was refused.
        ready: nothing is unfinished.
        signing: how far it is signed and posted, of a card of a season.
        of_season: that season.
        is_pool: the players have a pool.
    """

    template: ClassVar[str] = "company_close.html"

    error: str
    card: CompanyCard
    ready: bool
    signing: SigningStatus | None
    of_season: SheetSeason | None
    may_score: bool
    is_pool: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonBalancesPage(BalancesPage):
    """The balances of a scorecard of a season, where the signatures post it."""

    template: ClassVar = "club/company_close.html"


def balances(code: str, error: str = "") -> Page:
    card = the_companies().card(code)
    page = BalancesPage(
        error=error,
        card=card,
        ready=not card.unfinished,
        signing=signing_status(code),
        of_season=visitor().season_of(code),
        may_score=visitor().may_score(code),
        is_pool=card.company.record.terms.frame is Frame.POOL,
    )
    if page.signing:
        page = SeasonBalancesPage(**page.variables)
    return render(page), 422 if error else 200


@bp.get("/other-rules")
def other_rules(code: str) -> str:
    asked = request.args.to_dict(flat=False)
    return render(other_rules_context(the_parties().sheet(code), asked))


@bp.get("/share")
def share(code: str, token: str = "") -> str:
    """Show how to open a sheet on other phones;
    *token* is the secret of a new link, which is shown once.
    """
    row = the_parties().row(code)
    pages = pages_of(row)
    return render_template(
        "share.html",
        sheet=the_parties().any_sheet(row.code),
        file="",
        code=row.code,
        kind=pages,
        links=the_parties().links(code) if visitor().may_score(code) else [],
        own=visitor().link(code),
        may_return=visitor().may_return(code),
        reading=qr_of(pages.kept.endpoint, code=row.code),
        scoring=qr_of("home.scoring_link", token=token) if token else None,
    )


@bp.post("/links")
def new_link(code: str) -> str:
    return share(code, the_parties().new_link(code, form_token()) if is_reachable() else "")


@bp.post("/links/<int:link>/revoke")
def revoke(code: str, link: int) -> str | Answer:
    """Revoke a scoring link; that of this phone, or the last one,
    only after a question that says so.
    """
    row = the_parties().row(code)
    links = the_parties().links(code)
    current = [each.id for each in links if not each.revoked]
    is_own = visitor().link(code) == link
    is_last = current == [link]
    asks_first = link in current and (is_own or is_last)
    if asks_first and request.form.get("sure") != "yes":
        number = [each.id for each in links].index(link) + 1
        return render_template(
            "revoke.html", code=row.code, number=number, link=link, own=is_own, last=is_last
        )
    try:
        the_parties().revoke_link(code, link)
    except NotAllowed as error:
        problem(str(error))
    else:
        if is_own:
            give_up_link(row.code, link)
    return redirect_to("sheets.share", code=code)


@bp.post("/links/return")
def score_again(code: str) -> Answer:
    """Let the phone that revoked its own link score again,
    while that keeps nobody from the sheet.
    """
    row = the_parties().row(code)
    token = form_token()
    try:
        the_parties().return_link(row.code, given_up_link(row.code), token)
        let_score(token)
    except NotAllowed as error:
        if not visitor().may_score(row.code):
            problem(str(error))
    return redirect_to("sheets.share", code=row.code)
