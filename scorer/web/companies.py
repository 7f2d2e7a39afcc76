"""The pages of a company: the form that opens it, its scorecard, the next partie,
paper cards and signatures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer
from wtforms import Field

from ..rules.company import (
    BoxChoice,
    ChouetteTerms,
    CompanyTerms,
    Frame,
    Lineup,
    PoolChoice,
    PoolTerms,
    Turn,
    Won,
    choices_of,
    cut_message,
    frame_message,
    meaning_message,
    others_message,
    result_message,
    sides_of,
    source_of,
    terms_line,
    who_plays,
    words_of,
)
from ..rules.house_rules import name_of
from ..rules.messages import Message, Text
from ..rules.partie import Partie, side_names
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import value_to_data, written
from ..rules.sentences import shown_source
from ..service.club.credentials import Role
from ..service.club.disputes.cases import Correction
from ..service.club.disputes.versions import Version, version
from ..service.club.posting.signing import SheetSeason
from ..service.companies import MOST_PLAYERS, CompanyCard, NotTheTurn, read_paper
from ..service.sheets import REMOVED, format_paper
from ..table.again import Corrections
from ..table.card import deal_title
from ..table.contexts import Context
from ..table.entering import NotAllowed, token_about
from ..table.formatting import parse_number
from ..table.own_parties import Choice, read_rules, rule_choices
from .address import redirect_to
from .begun import begun_page, company_begun
from .contexts import render, render_part
from .extensions import opened
from .forms import Page, posts, whole_number
from .house_rules import company_terms_form, saved_rules, terms_chosen
from .kinds import both_versions
from .notices import done
from .season_sheet import at_table, corrections, in_room_words
from .sheets import balances
from .tables import answer_poll
from .two_versions import Compared, balances_words
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
for _words in (result_message, who_plays, others_message):
    bp.add_app_template_filter(_words)
for _enum in (Frame, Role):
    bp.add_app_template_global(_enum, _enum.__name__)

FEW = 3
SHOWN = 4
"""The fewest players, and how many name fields are shown at first."""


OF_THREE = "normand"
OF_FOUR = "voleur"
"""The rules that a round table plays by if no others are chosen."""


class CompanyWords(Text):
    """What the pages of a company say of its players and parties, and what they refuse.

    It repeats who sits where and what was typed, so no oracle asks it.
    """

    IN_THE_BOX = "{who}, in the box, has the choice of deal and cards."
    STAYS = "{who}, who stays, has the choice of deal and cards."
    CUT = "Cut the cards: the winner has the choice of deal and cards."
    UNSIGNED = "{names:and} {number:has/have} not signed yet. The scorecard is closed."
    SIGNED = "Everyone has signed. The scorecard is closed."
    PROGRESS = "{title}: {totals:,}"
    TOTAL = "{who} {points}"
    FROM_PAPER = "Partie from paper"
    PARTIE = "Partie {number}"
    KEPT = "Kept. {what}"
    REMOVED = "Removed. {what}"
    WHO_WON = "Choose who won."
    WHOLE_TURN = "The turn: enter a whole number."
    WHOLE_TOTAL = "A total: enter a whole number."
    WHOLE_WON = "What the winner wins: enter a whole number."


class NameField(NamedTuple):
    """A field for the name of a player."""

    field: str
    label: str
    name: str
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCompanyPage(Context):
    """The form that opens a company: *people*, and *more* on demand.

    Attributes:
        names: of players that are known here.
        terms: the fields of the terms; *terms_open* if some are not as usual.
    """

    template = "company_new.html"
    error: str
    frame: Frame
    people: Sequence[NameField]
    more: Sequence[NameField]
    more_open: bool
    names: Sequence[str]
    rules: Sequence[Choice]
    terms: Sequence[Field]
    terms_open: bool


def company_form(error: str) -> NewCompanyPage:
    """Return the form with what was typed; or with the players,
    rules and terms of the company in *from*.
    """
    code = request.args.get("from", "")
    card = the_companies().card(code) if code else None
    agreed = None if card is None else card.company.record.terms
    frame = asked_frame() if agreed is None else agreed.frame
    is_table = frame is Frame.ROUND_TABLE
    most = SHOWN if is_table else MOST_PLAYERS
    typed_names = names_typed()
    if not typed_names and card is not None:
        typed_names = [card.names[each] for each in _next_first(card)]
    typed_names = typed_names[:most]
    seats = [
        NameField(f"name{seat}", str(cut_message(frame, seat)), name, seat < FEW)
        for seat, name in enumerate(typed_names + [""] * (most - len(typed_names)))
    ]
    names = [] if agreed is None else [each.name for each in choices_of(agreed)]
    given = request.form or {each: written(value_to_data(getattr(agreed, each))) for each in names}
    terms = company_terms_form(frame, given)
    usual = OF_THREE if is_table else DEFAULT.id
    played = usual if card is None else name_of(card.company.record.rules)
    asked = request.values.get("rules", played)
    is_usual = all(given.get(each.name, each.default) == each.default for each in terms)
    clubs = own_clubs()
    return NewCompanyPage(
        error=error,
        frame=frame,
        people=seats[:SHOWN],
        more=seats[SHOWN:],
        more_open=len(typed_names) > SHOWN,
        names=the_parties().names(sight(clubs)),
        rules=rule_choices(asked, saved_rules(clubs), (3, 4) if is_table else (2,)),
        terms=list(terms),
        terms_open=asked != usual or not is_usual,
    )


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
    if of.closed:
        return ""
    seats: dict[str, Any] = {
        f"seat{seat}": of.members[each] for seat, each in enumerate(_next_first(card))
    }
    return url_for("season_companies.new", club=of.club, season=of.season, **seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyPage(Context):
    """A scorecard.

    Attributes:
        plays: what is played, in words.
        may_begin: this phone may begin the next partie.
        of_season: its season, if it is of one.
        others: the address of the form that changes the players; empty for none.
        in_room: at which table of an evening it is played, and when the round ends.
    """

    template = "company.html"
    error: str
    card: CompanyCard
    plays: Message
    may_score: bool
    may_begin: bool
    of_season: SheetSeason | None
    others: str
    in_room: Message | None


def _render(card: CompanyCard, error: str = "") -> str:
    may_score = visitor().may_score(card.code)
    page = CompanyPage(
        error=error,
        card=card,
        in_room=in_room_words(at_table(card.code)) if visitor().season_of(card.code) else None,
        plays=frame_message(card.company.record.terms.frame, len(card.names)),
        may_score=may_score,
        may_begin=may_score and card.company.going_on is None and not card.is_closed,
        of_season=visitor().season_of(card.code),
        others=_others(card),
    )
    return render_part(page, "main")


@bp.app_template_filter()
def elder_words(card: CompanyCard) -> Message:
    """Say who has the choice of deal and cards in the next partie."""
    company = card.company
    terms = company.record.terms
    first = company.name(company.card.lineup.seats[0])
    if isinstance(terms, ChouetteTerms) and terms.choice is BoxChoice.BOX:
        return CompanyWords.IN_THE_BOX(who=first)
    stays = isinstance(terms, PoolTerms) and terms.choice is PoolChoice.STAYS
    if stays and company.card.turns:
        return CompanyWords.STAYS(who=first)
    return CompanyWords.CUT()


@bp.app_template_filter()
def agreed_rows(terms: CompanyTerms) -> list[tuple[str, str, str]]:
    return [
        (
            str(meaning_message(each)),
            words_of(terms, each.name),
            shown_source(source_of(terms, each.name)),
        )
        for each in choices_of(terms)
    ]


@bp.app_template_filter()
def closed_words(card: CompanyCard) -> Message | None:
    """Say that a card is closed, and who has not signed it; `None` if it is open."""
    signatures = zip(card.names, card.signatures, strict=True)
    unsigned = tuple(name for name, signature in signatures if signature is None)
    if card.is_closed and unsigned:
        return CompanyWords.UNSIGNED(names=unsigned, number=len(unsigned))
    return CompanyWords.SIGNED() if card.is_signed else None


@bp.app_template_filter()
def progress(partie: Partie) -> Message:
    begun = partie.deals and not partie.deals[-1].is_over
    deal = len(partie.deals) - 1 if begun else len(partie.deals)
    names = side_names(partie.record.rules, [player.name for player in partie.record.players])
    both = zip(names, partie.totals, strict=True)
    totals = tuple(CompanyWords.TOTAL(who=name, points=total) for name, total in both)
    return CompanyWords.PROGRESS(title=deal_title(partie, deal), totals=totals)


@bp.get("/new")
def new(error: str = "") -> Page:
    return render(company_form(error)), 422 if error else 200


@posts(bp, "/new", new)
def open_company() -> Page | Answer:
    """Open a company; one that was opened by this form,
    or of the same players and unplayed, is gone on with.
    """
    names = names_typed()
    asked = request.form.get("rules", "")
    is_of_three = asked_frame() is Frame.ROUND_TABLE and asked == OF_THREE
    if is_of_three and len(names) == PRESETS[OF_FOUR].players:
        # the form begins with the rules of three, and a fourth name is all that it asks for
        asked = OF_FOUR
    rules = read_rules(asked)
    terms = terms_chosen(asked_frame(), request.form)
    token = token_about(form_token(), *names, terms_line(terms), name_of(rules))
    sent_before = let_score(token)
    if sent_before is not None:
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
        number = whole_number(request.form.get("turn", ""), CompanyWords.WHOLE_TURN())
        sheet, token = the_companies().begin(
            code, number=number, elder=elder, token=form_token(), today=day_said()
        )
    except NotTheTurn as error:
        return _render(the_companies().card(code), str(error)), 409
    except NotAllowed as error:
        return _render(the_companies().card(code), str(error)), 422
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage(Context):
    """A partie of a scorecard, or the form to enter the next from paper.

    Attributes:
        turn: its number.
        lineup: who plays it.
        played: the partie, if it is over.
        code: of its sheet; empty for one from paper.
        names: of the sides.
        is_new: it is the next one.
        may: how it may be corrected.
        typed: the figures of the form.
        said: the correction that is asked for, as it is stored; empty for none.
        version: the scorecard with it, if anything changes.
        versions: both versions.
        ranks: whose rank it changes, with the rank before and after.
    """

    template = "company_turn.html"
    error: str
    card: CompanyCard
    turn: int
    title: Message
    lineup: Lineup
    played: Turn | None
    code: str
    names: Sequence[str]
    is_new: bool
    may: Corrections
    typed: Mapping[str, str]
    said: str
    version: Version | None
    versions: Compared | None
    ranks: Sequence[tuple[str, str, str]]


@bp.get("/<code>/turns/<int:number>")
def turn(code: str, number: int, error: str = "") -> tuple[str, int]:
    """Show a partie of the scorecard, and what a correction of it changes;
    or the form to enter the next from paper.
    """
    card = the_companies().card(code)
    company = card.company
    index = card.index_of(number)
    is_new = index < 0
    is_next = number == card.next_number and company.going_on is None and not card.is_closed
    if is_new and not (is_next and visitor().may_score(code)):
        abort(404)
    asked = Correction()
    other = None
    try:
        if not is_new and not error:
            asked = Correction(number, -1, _from_paper(card))
            other = _other_version(card, asked)
    except NotAllowed as refused:
        asked = Correction()
        error = str(refused)
    may = corrections(card, number)
    ranks: Sequence[tuple[str, str, str]] = ()
    if other is not None and may.sheet:
        ranks = the_club_services().disputes.ranks(card.code, asked)
    typed: Mapping[str, str] = request.values
    if not is_new and request.values.get("by") not in ("totals", "result"):
        typed = _entered(card, index)
    turns = company.card.turns
    lineup = company.card.lineup if is_new else company.parties[index].lineup
    page = TurnPage(
        error=error,
        card=card,
        turn=number,
        title=CompanyWords.FROM_PAPER() if is_new else CompanyWords.PARTIE(number=index + 1),
        lineup=lineup,
        played=turns[index] if 0 <= index < len(turns) else None,
        code="" if is_new else card.turns[index].code,
        names=sides_of(company, lineup),
        is_new=is_new,
        may=may,
        typed=typed,
        said=asked.said,
        version=other,
        versions=both_versions(card, other),
        ranks=ranks,
    )
    return render(page), 422 if error else 200


def _other_version(card: CompanyCard, asked: Correction) -> Version | None:
    """Return the version that is asked for; `None` if that is none, or the record."""
    if not asked.said:
        return None
    found = version(card, asked)
    return None if found.whole == card else found


@bp.post("/<code>/turns/<int:number>")
def enter(code: str, number: int) -> tuple[str, int] | Answer:
    """Enter a partie from paper, correct it, or remove any."""
    card = the_companies().card(code)
    key = form_token()
    seen = request.form.get("seen", "")
    try:
        said = request.form.get("said") or _from_paper(card)
        if said == REMOVED:
            after = the_companies().remove(code, number=number, form_key=key, seen=seen)
        else:
            entered = read_paper(said, card.company.record.rules, ())
            after = the_companies().enter(
                code,
                number=number,
                totals=entered.totals,
                result=entered.result,
                form_key=key,
                seen=seen,
            )
    except NotTheTurn as error:
        return _render(the_companies().card(code), str(error)), 409
    except NotAllowed as error:
        return turn(code, number, str(error))
    if card.index_of(number) >= 0:
        text = CompanyWords.REMOVED if said == REMOVED else CompanyWords.KEPT
        done(text(what=balances_words(after, card)))
    return redirect_to("companies.card", code=code)


def _from_paper(card: CompanyCard) -> str:
    """Return the result of a partie from paper that was typed in, as it is stored;
    empty if none was.
    """
    sides = card.company.record.rules.sides
    by = request.values.get("by", "")
    if by == "totals":
        typed_in = (request.values.get(f"total{side}", "") for side in range(sides))
        totals = tuple(whole_number(each, CompanyWords.WHOLE_TOTAL()) for each in typed_in)
        return format_paper(totals, None)
    if by != "result":
        return REMOVED if by == REMOVED else ""
    winner = request.values.get("winner", "")
    if winner == "none":
        return format_paper(None, Won(None, 0))
    side = parse_number(winner)
    if not 0 <= side < sides:
        raise NotAllowed(CompanyWords.WHO_WON())
    points = whole_number(request.values.get("points", ""), CompanyWords.WHOLE_WON())
    return format_paper(None, Won(side, points))


def _entered(card: CompanyCard, index: int) -> dict[str, str]:
    """Return the fields of the form as a partie from paper was entered."""
    recorded = card.company.record.parties[index]
    if recorded.result is None:
        return {f"total{side}": str(total) for side, total in enumerate(recorded.totals or ())}
    won = recorded.result
    return {"winner": "none" if won.by is None else str(won.by), "points": str(won.points or "")}


bp.add_url_rule("/<code>/signatures", "signatures", balances)
