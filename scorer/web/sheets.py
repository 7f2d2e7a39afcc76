"""Sheets: settlement and proof, other rules, signatures, QR codes, and the links that let a phone score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..rules.company import Frame
from ..rules.house_rules import name_of, title_of
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.partie import Partie, ScoredDeal, play_partie
from ..rules.presets import PRESETS
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.sentences import IllegalStatement, line_sentence, step_sentence
from ..rules.settlement import Settlement
from ..rules.words import number_words
from ..service.parties import NotAllowed, SheetKind, new_token
from ..service.sheets import AnySheet, Sheet
from .address import is_reachable, outward
from .charts import partie_chart
from .club.season_partie import signing_status
from .club.standings import partie_stakes
from .findings import mark
from .formatting import parse_number
from .phones import company_of, form_token, the_club_services, the_companies, the_parties, visitor
from .tables import render_part
from .walk import contract_progress

# The proof


def sheet_context(sheet: Sheet) -> dict[str, Any]:
    """Return the context of a sheet and its chart; *has_others* says whether other rules can score the partie."""
    return {
        "sheet": sheet,
        "rows": tuple(map(_deal_row, sheet.partie.deals)),
        "chart": partie_chart(sheet.partie, sheet.sides),
        "has_others": len(rulesets_for(sheet.partie.record.rules)) > 1,
    }


def _deal_row(scored: ScoredDeal) -> dict[str, Any]:
    """Return a deal of the sheet, its notes in the order of the page; bonuses and the finding are links."""
    deal, weight = scored.deal, scored.weight
    contract = contract_progress(deal, scored.seats.map(lambda player: player.name)) if deal else ""
    counts = "" if weight == 1 else "counts twice" if weight == 2 else f"counts {number_words(weight)} times"
    kinds = (line.kind.value for line in (deal.lines if deal else ()))
    notes = (("from paper", deal is None), ("unfinished", not scored.is_over))
    return {
        "number": scored.number + 1,
        "points": scored.points,
        "about": [each for each in (f"{scored.seats[Seat.ELDER].name} elder", counts, contract) if each],
        "bonuses": [kind for kind in kinds if kind in ("repique", "pique", "capot")],
        "finding": mark(deal),
        "besides": [note for note, holds in notes if holds],
    }


def verdict(partie: Partie, names: tuple[str, ...]) -> str:
    settlement = partie.settlement
    if settlement is None:
        return "The partie is not over."
    if settlement.winner is None:
        return "Drawn."
    each = " from each of the others" if len(names) > 2 else ""
    return f"{names[settlement.winner]} wins {_paid(settlement, partie.record.rules)}{each}."


def _paid(settlement: Settlement, rules: Ruleset) -> str:
    if not rules.pays_parties:
        return str(settlement.points)
    return f"{settlement.points} parties" if settlement.points > 1 else "1 partie"


def what_was_signed(then: Settlement | None, now: Partie, names: Sequence[str]) -> str:
    """Return what was signed, with the winner if the winner has changed since."""
    if then is None or then.winner is None:
        return "a draw"
    paid = _paid(then, now.record.rules)
    changed = now.settlement is None or now.settlement.winner != then.winner
    return f"{paid} to {names[then.winner]}" if changed else paid


def steps_of(settlement: Settlement, names: tuple[str, ...], stakes: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return the steps of the proof of a margin with their sources, and the arithmetic of any stakes."""
    steps = [(step_sentence(step, names), step.source) for step in settlement.steps]
    return [*steps, *((each, "the season’s stakes") for each in stakes)]


def under_other_rules(sheet: Sheet) -> list[dict[str, Any]]:
    return [_under(sheet, line, rules) for line, rules in rulesets_for(sheet.partie.record.rules).items()]


def rulesets_for(own: Ruleset) -> dict[str, Ruleset]:
    """Return every preset for as many players, and the *own* rules if they are house rules, by their lines."""
    line = name_of(own)
    house = {} if line in PRESETS else {line: own}
    game = own.players, own.auction
    return {**house, **{each: rules for each, rules in PRESETS.items() if (rules.players, rules.auction) == game}}


def _under(sheet: Sheet, line: str, rules: Ruleset) -> dict[str, Any]:
    """Return the partie under the rules of a line: totals, outcome, how far its margin differs, and where first."""
    own = line == name_of(sheet.partie.record.rules)
    found = {"line": line, "is_preset": line in PRESETS, "title": title_of(rules), "own": own, "partie": None}
    try:
        partie = play_partie(replace(sheet.partie.record, rules=rules), drop_surplus=True)
    except IllegalStatement as error:
        what = "This partie" if error.deal is None else f"Deal {error.deal + 1}"
        return found | {"needs": f"{what} cannot be scored from what was recorded."}
    return found | {
        "partie": partie,
        "verdict": verdict(partie, sheet.sides),
        "margin": "" if own else _margin(sheet, partie),
        "differs": "" if own else _first_difference(sheet, partie),
    }


def _margin(sheet: Sheet, under: Partie) -> str:
    """Compare the margin with the actual one; empty if one is paid in points and the other in parties."""
    played = sheet.partie
    if played.settlement is None or under.settlement is None:
        return ""
    if played.record.rules.pays_parties != under.record.rules.pays_parties or len(sheet.sides) > 2:
        return ""
    before, after = _for_first(played), _for_first(under)
    if before == after:
        return "No change"
    name = sheet.sides[0 if after > before else 1]
    if after < before:
        before, after = -before, -after
    if before < 0 < after:
        return f"{after - before} better for {name}"
    return f"{name} would win {after - before} more" if before >= 0 else f"{name} would lose {after - before} less"


def _for_first(partie: Partie) -> int:
    """Return what the first player wins; negative if the player pays."""
    settlement = partie.settlement
    assert settlement is not None
    return settlement.points if settlement.winner == 0 else -settlement.points


def _first_difference(sheet: Sheet, other: Partie) -> str:
    """Return the first line in which the two scores differ, in words; a bonus before the leads that it divides."""
    for played, under in zip(sheet.partie.deals, other.deals, strict=False):
        if played.deal is None or under.deal is None:
            continue
        old, scored = _capot_in_one(played.deal.lines), _capot_in_one(under.deal.lines)
        new = _without(scored, old)
        changed = [*new, *_without(old, scored)]
        if not changed:
            continue
        line = next((line for line in changed if line.kind in BONUSES), changed[0])
        names = played.seats.map(lambda player: player.name)
        scores = str(line.points) if line in new else "nothing"
        where = f"Deal {played.number + 1}"
        return f"{where}: {names[line.seat]}, {line_sentence(line, names)}: {scores} ({line.source})"
    return "No change" if len(other.deals) == len(sheet.partie.deals) else f"Would end after deal {len(other.deals)}"


def _capot_in_one(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines with the ten for the cards added to the capot, as some rules score 30 and 10 for 40."""
    capot = next((line for line in lines if line.kind is LineKind.CAPOT), None)
    if capot is None:
        return lines
    ten = sum(line.points for line in lines if line.kind is LineKind.CARDS)
    others = tuple(line for line in lines if line.kind not in (LineKind.CARDS, LineKind.CAPOT))
    return (*others, capot._replace(points=capot.points + ten))


def _without(lines: tuple[Line, ...], others: tuple[Line, ...]) -> list[Line]:
    """Return the lines without an equal in seat, points and kind among *others*."""
    left = [(line.seat, line.points, line.kind) for line in others]
    found = []
    for line in lines:
        what = (line.seat, line.points, line.kind)
        if what in left:
            left.remove(what)
        else:
            found.append(line)
    return found


# The pages


@dataclass(frozen=True, slots=True)
class QR:
    address: str
    path: str
    size: int


def qr_of(endpoint: str, **values: Any) -> QR | None:
    """Return the QR code of a page, with its quiet zone; `None` if phones cannot open the program."""
    address = outward(endpoint, **values)
    if not address:
        return None
    matrix = tuple(segno.make(address, error="m", micro=False).matrix)
    border = 4
    path = "".join(
        f"M{column + border} {row + border}h1v1h-1z"
        for row, line in enumerate(matrix)
        for column, dark in enumerate(line)
        if dark
    )
    return QR(address, path, len(matrix) + 2 * border)


def share_page(code: str, token: str = "") -> str:
    """Render the page that shares a sheet; *token* is the secret of a new link, which is shown once."""
    row = the_parties().row(code)
    is_company = row.kind == SheetKind.COMPANY
    found = {
        "code": row.code,
        "is_company": is_company,
        "links": the_parties().links(code) if visitor().may_score(code) else [],
        "reading": qr_of("companies.card" if is_company else "tables.table", code=row.code),
        "scoring": qr_of("home.scoring_link", token=token) if token else None,
        "form_key": new_token(),
    }
    return render_template("share.html", **found)


bp = Blueprint("sheets", __name__, url_prefix="/p/<code>")


@bp.get("/sheet")
def sheet(code: str) -> str:
    found = {
        **sheet_context(the_parties().sheet(code)),
        "signing": signing_status(code),
        "company": company_of(code),
    }
    return render_part("sheet.html", "sheet", **found)


@bp.get("/settlement")
def settlement(code: str, error: str = "") -> str:
    found = the_parties().sheet(code)
    if found.partie.settlement is None:
        raise NotFound
    context = {
        **sheet_context(found),
        "stakes": partie_stakes(the_club_services(), found),
        "may_score": visitor().may_score(code),
        "signing": signing_status(code),
        "company": company_of(code),
    }
    return render_template("settlement.html", error=error, **context)


# Signatures, of either kind


@bp.app_template_filter()
def address_of(sheet: AnySheet) -> str:
    """Return the address of a sheet's signatures; of one that is not over, of its table or scorecard."""
    if isinstance(sheet, Sheet):
        return url_for("sheets.settlement" if sheet.partie.is_over else "tables.table", code=sheet.code)
    return url_for("companies.card" if sheet.unfinished else "companies.signatures", code=sheet.code)


def shown_with(code: str, error: str) -> str:
    return settlement(code, error) if the_parties().row(code).kind == SheetKind.PARTIE else balances(code, error)


@bp.post("/sign")
def sign(code: str) -> Answer:
    try:
        name, seen = request.form.get("name", ""), request.form.get("seen", "")
        player = parse_number(request.form.get("player", ""))
        sheet = the_parties().sign(code, player=player, name=name, seen=seen)
    except NotAllowed as error:
        flash(str(error))
        sheet = the_parties().any_sheet(code)
    return redirect(address_of(sheet), 303)


def balances(code: str, error: str = "") -> str:
    card = the_companies().card(code)
    found = {
        "card": card,
        "ready": not card.unfinished,
        "signing": signing_status(code),
        "of_season": visitor().season_of(code),
        "may_score": visitor().may_score(code),
        "is_pool": card.company.record.terms.frame is Frame.POOL,
    }
    return render_template("company_close.html", error=error, **found)


@bp.get("/other-rules")
def other_rules(code: str) -> str:
    sheet = the_parties().sheet(code)
    return render_template("other_rules.html", code=sheet.code, rows=under_other_rules(sheet))


@bp.get("/share")
def share(code: str) -> str:
    return share_page(code)


@bp.post("/links")
def new_link(code: str) -> str:
    return share_page(code, the_parties().new_link(code, form_token()) if is_reachable() else "")


@bp.post("/links/<int:link>/revoke")
def revoke(code: str, link: int) -> Answer:
    try:
        the_parties().revoke_link(code, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.share", code=code), 303)
