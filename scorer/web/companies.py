"""The pages of a company: the form that opens it, its scorecard, the next partie,
paper cards and signatures.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ..rules.company import (
    CompanyTerms,
    Frame,
    Won,
    choices_of,
    cut_words,
    frame_words,
    others_words,
    result_words,
    sides_of,
    source_of,
    terms_line,
    who_plays,
    words_of,
)
from ..rules.house_rules import name_of
from ..rules.partie import Partie, side_names
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import value_to_data, written
from ..rules.words import listed
from ..service.club.disputes import Correction, version
from ..service.companies import MOST_PLAYERS, CompanyCard, NotTheTurn, read_paper
from ..service.sheets import REMOVED, format_paper
from ..table.card import deal_title
from ..table.entering import NotAllowed, token_about
from ..table.formatting import parse_number
from ..table.own_parties import read_rules, rule_choices
from .address import redirect_to
from .begun import begun_page, company_begun
from .extensions import opened
from .forms import Page, posts, whole_number
from .house_rules import company_terms_form, saved_rules, terms_chosen
from .notices import done
from .season_sheet import corrections
from .sheets import balances
from .tables import answer_poll, render_part
from .two_versions import balances_words, both_versions
from .visitor import (
    day_said,
    follow,
    form_token,
    let_score,
    own_clubs,
    sight,
    the_club_services,
    the_companies,
    the_parties,
    visitor,
)

bp = Blueprint("companies", __name__, url_prefix="/company")
for _words in (result_words, who_plays, others_words):
    bp.add_app_template_filter(_words)

FEW = 3
SHOWN = 4
"""The fewest players, and how many name fields are shown at first."""


OF_THREE = "normand"
OF_FOUR = "voleur"
"""The rules that a round table plays by if no others are chosen."""


def company_form() -> dict[str, Any]:
    """Return the form with what was typed; or with the players,
    rules and terms of the company in *from*.
    """
    code = request.args.get("from", "")
    card = the_companies().card(code) if code else None
    agreed = None if card is None else card.company.record.terms
    frame = asked_frame() if agreed is None else agreed.frame
    is_table = frame is Frame.ROUND_TABLE
    most = SHOWN if is_table else MOST_PLAYERS
    typed_names = (
        names_typed() or ([] if card is None else [card.names[each] for each in _next_first(card)])
    )[:most]
    seats = [
        (f"name{seat}", cut_words(frame, seat), name, seat < FEW)
        for seat, name in enumerate(typed_names + [""] * (most - len(typed_names)))
    ]
    names = [] if agreed is None else [each.name for each in choices_of(agreed)]
    given = request.form or {each: written(value_to_data(getattr(agreed, each))) for each in names}
    terms = company_terms_form(frame, given)
    usual = OF_THREE if is_table else DEFAULT.id
    asked = request.values.get(
        "rules", usual if card is None else name_of(card.company.record.rules)
    )
    clubs = own_clubs()
    return {
        "frame": frame.value,
        "people": seats[:SHOWN],
        "more": seats[SHOWN:],
        "more_open": len(typed_names) > SHOWN,
        "names": the_parties().names(sight(clubs)),
        "rules": rule_choices(asked, saved_rules(clubs), (3, 4) if is_table else (2,)),
        "terms": list(terms),
        "terms_open": asked != usual
        or any(given.get(each.name, each.default) != each.default for each in terms),
    }


def asked_frame() -> Frame:
    """Return the frame in the request; a chouette if it has none."""
    asked = request.values.get("frame", "")
    return next((each for each in Frame if each.value == asked), Frame.CHOUETTE)


def names_typed() -> list[str]:
    typed_in = [request.form.get(f"name{seat}", "")[:200] for seat in range(MOST_PLAYERS)]
    return [name for name in typed_in if name.strip()]


def _next_first(card: CompanyCard) -> tuple[int, ...]:
    """Return the players of a company by number, those who would play next first."""
    lineup = card.company.card.lineup
    return (*lineup.seats, *lineup.others)


def _others(card: CompanyCard) -> str:
    """Return the address of the form that opens another scorecard:
    in a season a scorecard of it, while it is open.
    """
    of = visitor().season_of(card.code)
    if of is None:
        return f"{url_for('companies.new')}?from={card.code}"
    seats: dict[str, Any] = {
        f"seat{seat}": of.members[each] for seat, each in enumerate(_next_first(card))
    }
    return (
        ""
        if of.closed
        else url_for("season_companies.new", club=of.club, season=of.season, **seats)
    )


def _render(card: CompanyCard, error: str = "") -> str:
    may_score = visitor().may_score(card.code)
    found = {
        "card": card,
        "plays": frame_words(card.company.record.terms.frame, len(card.names)),
        "may_score": may_score,
        "may_begin": may_score and card.company.going_on is None and not card.is_closed,
        "of_season": visitor().season_of(card.code),
        "others": _others(card),
    }
    return render_part("company.html", "main", error=error, **found)


@bp.app_template_filter()
def agreed_rows(terms: CompanyTerms) -> list[tuple[str, str, str]]:
    return [
        (each.metadata["meaning"], words_of(terms, each.name), source_of(terms, each.name))
        for each in choices_of(terms)
    ]


@bp.app_template_filter()
def closed_words(card: CompanyCard) -> str:
    """Say that a card is closed, and who has not signed it; empty if it is open."""
    unsigned = [
        name
        for name, signature in zip(card.names, card.signatures, strict=True)
        if signature is None
    ]
    if card.is_closed and unsigned:
        return (
            f"{listed(unsigned)} {'has' if len(unsigned) == 1 else 'have'} not signed yet. "
            f"The scorecard is closed."
        )
    return "Everyone has signed. The scorecard is closed." if card.is_signed else ""


@bp.app_template_filter()
def progress(partie: Partie) -> str:
    begun = partie.deals and not partie.deals[-1].is_over
    deal = len(partie.deals) - 1 if begun else len(partie.deals)
    names = side_names(partie.record.rules, [player.name for player in partie.record.players])
    points = ", ".join(f"{name} {total}" for name, total in zip(names, partie.totals, strict=True))
    return f"{deal_title(partie, deal)}: {points}"


@bp.get("/new")
def new(error: str = "") -> Page:
    return render_template("company_new.html", error=error, **company_form()), 422 if error else 200


@posts(bp, "/new", new)
def open_company() -> Page | Answer:
    """Open a company; one that was opened by this form,
    or of the same players and unplayed, is gone on with.
    """
    names = names_typed()
    asked = request.form.get("rules", "")
    if (
        asked_frame() is Frame.ROUND_TABLE
        and asked == OF_THREE
        and len(names) == PRESETS[OF_FOUR].players
    ):
        # the form begins with the rules of three, and a fourth name is all that it asks for
        asked = OF_FOUR
    rules = read_rules(asked)
    terms = terms_chosen(asked_frame(), request.form)
    token = token_about(form_token(), *names, terms_line(terms), name_of(rules))
    if (sent_before := let_score(token)) is not None:
        return redirect_to("companies.card", code=sent_before.code)
    begun = company_begun(names)
    if begun is not None:
        return begun_page(begun)
    card = opened(lambda: the_companies().open(names, terms, rules, token, today=day_said()))
    return redirect_to("companies.card", code=card.code)


@bp.get("/<code>/")
def card(code: str) -> str | Answer:
    found = the_companies().card(code)
    if code != found.code:
        return redirect(url_for("companies.card", code=found.code))
    follow(found.code)
    return _render(found)


@bp.get("/<code>/live")
def live(code: str) -> Response:
    version = f"{the_companies().version(code)}-{visitor().may_score(code):d}"
    return answer_poll(version, lambda: _render(the_companies().card(code)))


@bp.post("/<code>/begin")
def begin(code: str) -> tuple[str, int] | Answer:
    elder = parse_number(request.form.get("elder", ""))
    try:
        number = whole_number(request.form.get("turn", ""), "The turn")
        given = {"token": form_token(), "today": day_said()}
        sheet, token = the_companies().begin(code, number=number, elder=elder, **given)
    except NotTheTurn as error:
        return _render(the_companies().card(code), str(error)), 409
    except NotAllowed as error:
        return _render(the_companies().card(code), str(error)), 422
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)


@bp.get("/<code>/turns/<int:number>")
def turn(code: str, number: int, error: str = "") -> tuple[str, int]:
    """Show a partie of the scorecard, and what a correction of it changes;
    or the form to enter the next from paper.
    """
    card = the_companies().card(code)
    may = visitor().may_score(code)
    index = card.index_of(number)
    by = request.values.get("by")
    is_next = number == card.next_number and card.company.going_on is None and not card.is_closed
    if index < 0 and not (is_next and may):
        abort(404)
    record = card.company.card
    turns = card.company.card.turns
    lineup = record.lineup if index < 0 else card.company.parties[index].lineup
    partie = "" if index < 0 else card.turns[index].code
    found: dict[str, Any] = {
        "card": card,
        "company": card.company,
        "turn": number,
        "title": "Partie from paper" if index < 0 else f"Partie {index + 1}",
        "lineup": lineup,
        "played": turns[index] if 0 <= index < len(turns) else None,
        "code": partie,
        "names": sides_of(card.company, lineup),
        "is_new": index < 0,
        "may": corrections(card, number),
        "unit": "parties" if card.company.record.rules.pays_parties else "points",
        "typed": request.values
        if index < 0 or by in ("totals", "result")
        else _entered(card, index),
    }
    try:
        asked = Correction(number, -1, "" if index < 0 or error else _from_paper(card))
        other = version(card, asked) if asked.said else None
        if other is not None and other.whole == card:
            other = None
    except NotAllowed as refused:
        asked = Correction()
        other = None
        error = str(refused)
    found |= {
        "said": asked.said,
        "versions": both_versions(card, other),
        "version": other,
        "ranks": (),
    }
    if other is not None and found["may"].sheet:
        found["ranks"] = the_club_services().disputes.ranks(card.code, asked)
    return render_template("company_turn.html", error=error, **found), 422 if error else 200


@bp.post("/<code>/turns/<int:number>")
def enter(code: str, number: int) -> tuple[str, int] | Answer:
    """Enter a partie from paper, correct it, or remove any."""
    card = the_companies().card(code)
    form = {"form_key": form_token(), "seen": request.form.get("seen", "")}
    try:
        said = request.form.get("said") or _from_paper(card)
        if said == REMOVED:
            after = the_companies().remove(code, number=number, **form)
        else:
            entered = read_paper(said, card.company.record.rules, ())
            totals = entered.totals
            result = entered.result
            after = the_companies().enter(code, number=number, totals=totals, result=result, **form)
    except NotTheTurn as error:
        return _render(the_companies().card(code), str(error)), 409
    except NotAllowed as error:
        return turn(code, number, str(error))
    if card.index_of(number) >= 0:
        done(f"{'Removed' if said == REMOVED else 'Kept'}. {balances_words(after, card)}")
    return redirect_to("companies.card", code=code)


def _from_paper(card: CompanyCard) -> str:
    """Return the result of a partie from paper that was typed in, as it is stored;
    empty if none was.
    """
    sides = card.company.record.rules.sides
    by = request.values.get("by", "")
    if by == "totals":
        typed_in = (request.values.get(f"total{side}", "") for side in range(sides))
        return format_paper(tuple(whole_number(each, "A total") for each in typed_in), None)
    if by != "result":
        return REMOVED if by == REMOVED else ""
    winner = request.values.get("winner", "")
    if winner == "none":
        return format_paper(None, Won(None, 0))
    side = parse_number(winner)
    if not 0 <= side < sides:
        raise NotAllowed("Choose who won.")
    return format_paper(
        None, Won(side, whole_number(request.values.get("points", ""), "What the winner wins"))
    )


def _entered(card: CompanyCard, index: int) -> dict[str, str]:
    """Return the fields of the form as a partie from paper was entered."""
    recorded = card.company.record.parties[index]
    if recorded.result is None:
        return {f"total{side}": str(total) for side, total in enumerate(recorded.totals or ())}
    won = recorded.result
    return {"winner": "none" if won.by is None else str(won.by), "points": str(won.points or "")}


bp.add_url_rule("/<code>/signatures", "signatures", balances)
