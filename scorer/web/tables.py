"""The table page: the question, what is said, the explained deal, and which version other phones have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, assert_never

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, session, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..rules.deal import Deal
from ..rules.house_rules import title_of
from ..rules.legal import legal_next
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.notation import format_statement
from ..rules.seats import Seat
from ..rules.sentences import Names, contract_sentence, line_sentence
from ..rules.statements import (
    Called,
    CarteRougeShown,
    Inserted,
    Log,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Spoken,
    Statement,
    Struck,
    TrickTaken,
    Waived,
    Withdrawn,
    effective,
    in_order,
    statement_sentence,
)
from ..rules.words import listed
from ..service.club.disputes import Correction
from ..service.parties import Clash, LinkRevoked, Recorded, Refused, Sheet, new_token
from ..service.recording import FROM_PAPER, TAKEN_BACK
from . import findings
from .again import LONGEST, again_page, changes, last_correction
from .card import SPEEDS, TOTALS, count_aloud, deal_title, halves, in_column, open_deal, seat_names, table_card
from .club.season_partie import corrections, may_call
from .findings import claims, doubt, false_claims
from .formatting import parse_number
from .phones import company_of, follow, presence, the_club_services, the_parties, visitor
from .walk import pick_that_says

# The explained deal


_ANCHORS = {LineKind.LAST: "trick", LineKind.CONCEDED: "concede"}

TERMS: Mapping[LineKind, str] = {kind: _ANCHORS.get(kind, kind.value.replace("_", "-")) for kind in LineKind}
"""The anchors of the Terms page that explain the kinds of lines."""


def explain(sheet: Sheet, number: int, *, may_correct: bool = False, back: str = "") -> dict[str, Any]:
    """
    Return the context of a deal: what was said in order, what each statement scored, and by which law.

    Args:
        may_correct: each statement leads to its correction, and from there *back* to a page of `BACK`.
    """
    rules, deal, names = sheet.partie.record.rules, open_deal(sheet, number), seat_names(sheet, number)
    contract = contract_sentence(deal.state.auction, names) if deal else ""
    dealt = "younger" if rules.players == 2 else "dealer"
    seats = f"{names[Seat.ELDER]} elder, {names[rules.dealer]} {dealt}"
    return {
        "sheet": sheet,
        "number": number + 1,
        "scored": sheet.partie.deals[number],
        "title": deal_title(sheet.partie, number),
        "seats": seats + (contract and f"; {contract}"),
        "rows": tuple(_said_and_scored(sheet, deal, number)) if deal else (),
        "statements": len(effective(deal.log)) if deal else 0,
        "may_correct": may_correct,
        "back": back or None,
        "next_deal": sheet.current_deal if sheet.current_deal > number and not sheet.partie.is_over else None,
    }


CALLS = {LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET}

ROW: dict[str, Any] = dict.fromkeys(("tricks", "why", "points", "source", "doubt"), "")
"""What not every row of a deal has."""


def _said_and_scored(sheet: Sheet, deal: Deal, number: int) -> Iterator[dict[str, Any]]:
    """
    Yield the rows of a deal: a statement, a run of tricks, or a line that a statement scored.

    A call has its points in its own row. Statements are numbered from 1; a removed one has the number 0.
    """
    log, names, warning = deal.log, seat_names(sheet, number), doubt(sheet, number)
    suspects = () if warning is None else tuple(number for number, _ in warning.suspects)
    current = dict(effective(log))
    numbers = {position: number for number, position in enumerate(current, 1)}
    scored: dict[int, list[Line]] = {}
    for line in deal.lines:
        scored.setdefault(line.because[0], []).append(line)

    def points(line: Line) -> dict[str, Any]:
        figures = in_column(deal.rules, number, line.seat, str(line.points) if line.points else "–")
        return {"points": figures, "source": line.source, "term": TERMS[line.kind]}

    def statement(position: int) -> dict[str, Any]:
        line = numbers.get(position, 0)
        against = warning.aloud if warning and line in suspects else ""
        return ROW | {
            "id": position + 1,
            "line": line,
            "text": _history(log, position, current, names),
            "doubt": against,
        }

    said = (position for position in in_order(log) if not isinstance(log[position], Struck))
    for are_tricks, group in groupby(said, lambda each: isinstance(current.get(each), TrickTaken)):
        run = list(group)
        if are_tricks:
            taken = (current[each] for each in run)
            yield ROW | {"tricks": [(statement(at), each.seat) for at, each in zip(run, taken, strict=True)]}
        for position in run:
            lines = scored.get(position, [])
            own = lines[0] if len(lines) == 1 and lines[0].kind in CALLS and lines[0].points else None
            if not are_tricks:
                yield statement(position) | ({} if own is None else points(own))
            for line in lines if own is None else ():
                why = line_sentence(line, names)
                if deal.rules.players > 2:  # of two, the column says whose it is
                    why = f"{names[line.seat]}: {why}"
                yield ROW | {"why": why, "bonus": line.kind in BONUSES, **points(line)}


def _history(log: Log, position: int, current: Mapping[int, Statement], names: Names) -> str:
    """Return a statement in words, with what has become of it."""
    statement, now = log[position], current.get(position)
    mark = "" if now is not None else " (removed)"
    if isinstance(statement, Inserted):
        statement, mark = statement.statement, mark or " (inserted)"
    text = statement_sentence(statement, names) + mark
    return text if now in (None, statement) else f"{statement_sentence(now, names)} (corrected from: {text})"


RARE = (Withdrawn, ReckonedNothing, Waived, PlayedShort, CarteRougeShown)
"""
The corrections and penalties for which the walk does not ask; false claims are listed apart.

When a deal is over, the calls are those that a false claim leaves to the opponent.
"""


def _options(deal: Deal, names: Names, kinds: tuple[type[Spoken], ...]) -> list[tuple[str, str]]:
    return [(statement_sentence(each, names), format_statement(each)) for each in legal_next(deal, kinds)]


bp = Blueprint("tables", __name__, url_prefix="/p/<code>")
bp.add_app_template_filter(title_of)

OVERTAKEN = "The deal had already moved on. This is its current state. Your tap was not recorded:"
AN_EARLIER_TAP = "Your earlier tap had already been recorded. Undo it if it was wrong. Your last tap was not recorded:"
"""Why a tap clashes. Nothing says which phone recorded the other tap, so the page blames no phone."""


def is_partial() -> bool:
    return request.headers.get("HX-Request-Type") == "partial"


def render_part(template: str, block: str, **found: Any) -> str:
    """Render a page, or only the *block* of it that htmx replaces."""
    return render_block(template, block, **found) if is_partial() else render_template(template, **found)


def answer_poll(version: str, render: Callable[[], str]) -> Response:
    """Return what a phone that polls sees; 304 while it has this *version*, compressed or not."""
    response = Response()
    response.set_etag(version, weak=True)
    if request.if_none_match.contains_weak(version):
        response.status_code = 304
    else:
        response.set_data(render())
    return response


BACK = {"table": "tables.table", "sheet": "sheets.sheet", "settlement": "sheets.settlement"}
"""The pages from which a deal is corrected, and to which a correction returns; from elsewhere, to the deal's page."""


def where_from(code: str, number: int, back: str | None) -> str:
    """Return the address of the page from which deal *number* is corrected."""
    if back in BACK:
        return url_for(BACK[back], code=code)
    return url_for("tables.deal", code=code, number=number + 1)


def _number(name: str) -> int:
    return parse_number(request.form.get(name, ""))


def _shown_deal(sheet: Sheet) -> int:
    """Return the deal to show: the last with statements, or the next if the request asks for it."""
    asked = request.args.get("deal", "")
    last = max(0, len(sheet.partie.deals) - 1)
    if asked == str(sheet.current_deal):
        return sheet.current_deal
    return last


def _undone(sheet: Sheet, number: int, said: Log) -> str:
    """Return the pick to show after *said* was recorded: after an undo, the one with the key that was undone."""
    if not said or not all(isinstance(each, Struck) and each.instead is None for each in said):
        return ""
    deal = open_deal(sheet, number)
    assert deal is not None, "a deal that is recorded has a log"
    struck = sorted(each.position for each in said if isinstance(each, Struck))
    words = "; ".join(format_statement(deal.log[position]) for position in struck)
    return pick_that_says(deal, seat_names(sheet, number), words, number=number, good=_says_only_good())


def _says_only_good() -> bool:
    return SPEEDS.get(session.get("speed", ""), False)


CHOICE_LASTS = 12 * 60 * 60
"""Seconds for which a phone keeps a choice that suits one evening."""


def _choose() -> None:
    """Keep for the evening what a phone chooses with a link: to lie between two players, and to say the count aloud."""
    for choice in ("across", "voice"):
        if choice in request.args:
            session.permanent = True
            session[choice] = _now() + CHOICE_LASTS if request.args[choice] == "yes" else 0


def _chosen(choice: str) -> bool:
    return bool(_now() < session.get(choice, 0))


def _now() -> int:
    return int(the_parties().clock().timestamp())


def _render(
    sheet: Sheet, deal: int, *, pick: str = "", notice: str = "", attempted: str = "", typed: Sequence[str] = ()
) -> str:
    opened = request.args.get("pick", "")
    card = table_card(
        sheet,
        deal,
        may_score=visitor().may_score(sheet.code),
        pick=pick or opened,
        opened=bool(opened),
        good=_says_only_good(),
        typed=typed,
    )
    found = {
        "card": card,
        "halves": halves(card, turned="turned" in request.args)
        if _chosen("across") and len(card["players"]) == 2
        else (),
        "voice": count_aloud(sheet, deal) if _chosen("voice") else None,
        "explained": explain(sheet, deal, may_correct=card["may_correct"], back="table") if card["is_over"] else None,
        "doubt": findings.doubt(sheet, deal),
        "company": company_of(sheet.code) if sheet.partie.is_over and not sheet.in_season else "",
        "may_call": sheet.in_season and may_call(sheet.code),
        "notice": notice,
        "attempted": attempted,
    }
    return render_part("table.html", "table", **found)


@bp.get("/")
def table(code: str) -> Response | str | Answer:
    sheet = the_parties().sheet(code)
    if code != sheet.code:
        return redirect(url_for("tables.table", code=sheet.code))
    follow(sheet.code)
    _choose()
    return _render(sheet, _shown_deal(sheet))


@bp.get("/live")
def live(code: str) -> Response:
    version, chosen = the_parties().version(code), (_chosen("across"), _chosen("voice"))

    def render() -> str:
        sheet = the_parties().sheet(code)
        if not visitor().may_score(code):
            presence().note_sent(sheet.code, sheet.version)
        return _render(sheet, _shown_deal(sheet))

    return answer_poll(f"{version}-{visitor().may_score(code):d}-{chosen}", render)


@bp.get("/saved")
def saved(code: str) -> Response | str:
    """
    Say whether a second phone has the statements too; 204 while that has not changed.

    A phone with an old version gets the current table: another phone scored,
    or a tap arrived that this phone had taken back.
    """
    version = the_parties().version(code)
    is_current = request.args.get("version") == version
    if not is_current and is_partial():
        sheet = the_parties().sheet(code)
        return Response(_render(sheet, _shown_deal(sheet)), headers={"HX-Retarget": "#table", "HX-Reswap": "outerHTML"})
    if not is_current or not presence().was_sent(code.upper(), version):
        return Response(status=204)
    return render_block("table.html", "saved", card={"may_score": False, "saved": "Both phones have it"})


@bp.post("/say")
def say(code: str) -> tuple[str, int] | Answer | str:
    said, deal = request.form.get("say", "")[:LONGEST], _number("deal")
    typed = [each.strip()[:9] for name, each in sorted(request.form.items()) if name.startswith("total")]
    if said == FROM_PAPER:
        said = " ".join([said, *("-".join(each.split()) for each in typed)])
    key, seen = request.form.get("key", "")[:64], request.form.get("seen", "")
    if "csrf_token" in request.form:
        g.csrf_token = request.form["csrf_token"]  # it was valid, and another one would have to be signed
    if said in SPEEDS:
        session.permanent, session["speed"] = True, said
        return redirect(url_for("tables.table", code=code, deal=deal), 303)
    state, position, back = visitor().state(code), _number("position"), request.form.get("back")
    before = None if back is None else the_parties().sheet(code)
    tap = partial(the_parties().record, code, deal=deal, position=position, said=said, form_key=key, seen=seen)
    try:
        result = tap(state=state)
    except LinkRevoked:
        abort(403)
    shown = min(max(deal, 0), max(0, result.sheet.current_deal))
    match result:
        case Recorded(sheet, _) if before is not None:
            words = changes(before.partie, sheet.partie, sheet.sides)
            if before.is_closed and sheet.lapsed:
                words.append(f"What {listed(sheet.lapsed.names)} signed no longer counts. Sign the settlement again.")
            flash(" ".join(("Kept.", *words)), "kept")
            return redirect(where_from(code, shown, back), 303)
        case Recorded(sheet, new):
            pick = TOTALS if said == TAKEN_BACK else _undone(sheet, shown, new)
            if is_partial():
                return _render(sheet, shown, pick=pick)
            return redirect(url_for("tables.table", code=code, pick=pick or None), 303)
        case Clash(sheet, attempted, own):
            notice = AN_EARLIER_TAP if own else OVERTAKEN
            return _render(sheet, max(0, len(sheet.partie.deals) - 1), notice=notice, attempted=attempted), 409
        case Refused(sheet, _, reason) if typed:
            return _render(sheet, shown, pick=TOTALS, notice=f"Not recorded: {reason}.", typed=typed), 422
        case Refused(sheet, attempted, reason):
            return _render(sheet, shown, notice=f"Not recorded: {reason}", attempted=attempted), 422
        case _:
            assert_never(result)


@bp.get("/deals/<int:number>")
def deal(code: str, number: int) -> str:
    sheet = the_parties().sheet(code)
    if not 1 <= number <= len(sheet.partie.deals):
        raise NotFound
    deal, names, may = open_deal(sheet, number - 1), seat_names(sheet, number - 1), corrections(sheet)
    correctable = deal if may.any else None
    found = {
        "sheet": sheet,
        "current": "; ".join(format_statement(each) for _, each in effective(sheet.log(number - 1))),
        "since": len(sheet.log(number - 1)),
        "explained": explain(sheet, number - 1, may_correct=may.any, back=request.args.get("back", "")),
        "claims": claims(sheet, number - 1),
        "last": last_correction(sheet, number - 1),
        "may_take_back": may.record,
        "form_key": new_token(),
        "proofs": _options(correctable, names, (Proved,)) if correctable else (),
        "rare": _options(correctable, names, (*RARE, Called) if correctable.is_over else RARE) if correctable else (),
        "false_claims": false_claims(sheet, number - 1) if correctable else (),
    }
    return render_template("deal.html", **found)


@bp.get("/deals/<int:number>/cards")
def cards(code: str, number: int) -> str:
    sheet = the_parties().sheet(code)
    found = findings.cards_context(sheet, number - 1) if 1 <= number <= len(sheet.partie.deals) else None
    if found is None:
        raise NotFound
    return render_template("cards.html", **found)


@bp.get("/deals/<int:number>/again")
def again(code: str, number: int) -> str:
    """Show a step of saying a deal again: a question, or both versions and what changes."""
    sheet = the_parties().sheet(code)
    if not 1 <= number <= len(sheet.partie.deals):
        raise NotFound
    page, back = again_page(sheet, number - 1, request.args), request.args.get("back") or None
    if page is None:
        raise NotFound
    page |= {"back": back, "return": where_from(code, number - 1, back)}
    may = corrections(sheet)
    if may.sheet and page["changes"]:
        moved = the_club_services().disputes.ranks(may.sheet, Correction(may.turn, number - 1, page["change"]))
        page["changes"] += [f"Rank of {name}: {before} to {after}." for name, before, after in moved]
    return render_template("again.html", page=page, corrections=may)
