"""The pages of a company: the form that opens it, its scorecard, the next partie, paper cards and signatures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..rules.company import (
    FRAMES,
    ChouetteTerms,
    Company,
    CompanyTerms,
    Frame,
    PoolTerms,
    Turn,
    Won,
    choices_of,
    source_of,
    terms_from_data,
    words_of,
)
from ..rules.company.record import cut_words, frame_words, listed, others_words, result_words, sides_of, who_plays
from ..rules.company.terms import TYPES, BoxChoice, PoolChoice
from ..rules.house_rules import title_of, typed, value_to_data, written
from ..rules.partie import side_names
from ..rules.presets import DEFAULT
from ..rules.words import value_words
from ..service.club.companies import CompanyInSeason
from ..service.companies import MOST_PLAYERS, CompanyCard, NotTheTurn
from ..service.opening import NotAllowed, new_token, sentence
from .address import is_reachable
from .card import deal_title
from .club.forms import Choice, Field, whole
from .club.season_partie import the_signer
from .extensions import MAY_OPEN, may_open, note_opened
from .formatting import counted, day, first_up, grouped, parse_number, signed
from .house_rules import kept_by, read_rules, rule_choices
from .phones import (
    follow,
    form_token,
    let_score,
    let_score_company,
    may_score_company,
    own_clubs,
    own_seat,
    season_of_company,
    sight,
    the_club_services,
    the_companies,
    the_parties,
)
from .sheets import company_share_page
from .tables import is_partial

# The form


FEW, SHOWN = 3, 4
"""The fewest players, and how many name fields are shown at first."""

FRAME_WORDS = {
    Frame.CHOUETTE: ("Chouette", "One plays in the box against the others, who advise and play in turn."),
    Frame.POOL: ("Pool", "Two play while the others wait; the loser pays into the pool."),
    Frame.TABLE: ("Table", "All play together: three each for themselves, or four with partners sitting opposite."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NameField:
    """A field for a player's name; *seat* is in the order of the cut."""

    seat: int
    label: str
    value: str
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyForm:
    """The context of the page that opens a company."""

    frames: tuple[Choice, ...]
    frame: str
    about: str
    order: str
    people: tuple[NameField, ...]
    more: tuple[NameField, ...]
    more_open: bool
    names: tuple[str, ...]
    rules: tuple[Choice, ...]
    terms: tuple[Field, ...]
    terms_open: bool


def company_form() -> CompanyForm:
    """Return the form with what was typed; or with the players of the company in *from*, those who play next first."""
    frame = asked_frame()
    is_table = frame is Frame.TABLE
    most = SHOWN if is_table else MOST_PLAYERS
    typed_names = (names_typed() or _names_to_continue())[:most]
    seats = tuple(
        NameField(seat=seat, label=cut_words(frame, seat), value=name, required=seat < FEW)
        for seat, name in enumerate(typed_names + [""] * (most - len(typed_names)))
    )
    fields = tuple(_field(frame, name) for name in TYPES[frame])
    usual = FRAMES[frame]()
    changed = any(field.value != written(value_to_data(getattr(usual, field.name))) for field in fields)
    asked = request.values.get("rules", "normand" if is_table else DEFAULT.id)
    clubs = own_clubs()
    return CompanyForm(
        frames=tuple(Choice(each.value, FRAME_WORDS[each][0], each is frame) for each in Frame),
        frame=frame.value,
        about=FRAME_WORDS[frame][1],
        order="In the order you sit" if is_table else "In the order of the cut",
        people=seats[:SHOWN],
        more=seats[SHOWN:],
        more_open=len(typed_names) > SHOWN,
        names=tuple(the_parties().names(sight(clubs))),
        rules=rule_choices(asked, kept_by(clubs), (3, 4) if is_table else (2,)),
        terms=fields,
        terms_open=changed,
    )


def asked_frame() -> Frame:
    """Return the frame in the request; a chouette if it has none."""
    asked = request.values.get("frame", "")
    return next((each for each in Frame if each.value == asked), Frame.CHOUETTE)


def names_typed() -> list[str]:
    """Return the names that were typed, in order, without empty ones."""
    typed_in = [request.form.get(f"name{seat}", "")[:200] for seat in range(MOST_PLAYERS)]
    return [name for name in typed_in if name.strip()]


def terms_chosen(frame: Frame) -> CompanyTerms:
    """
    Return the company terms that were chosen.

    Raises:
        NotAllowed: a value is invalid, or two contradict each other; the message says why.
    """
    chosen: dict[str, Any] = {
        name: typed(hint, request.form[name][:20]) for name, hint in TYPES[frame].items() if name in request.form
    }
    try:
        return terms_from_data(frame, chosen)
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _names_to_continue() -> list[str]:
    """Return the players of the company in *from*, with those who would play next first."""
    code = request.args.get("from", "")
    if not code:
        return []
    card = the_companies().card(code)
    lineup = card.company.card.lineup
    return [card.names[each] for each in (*lineup.seats, *lineup.others)]


def _field(frame: Frame, name: str) -> Field:
    terms, hint = FRAMES[frame](), TYPES[frame][name]
    chosen = next(each for each in choices_of(terms) if each.name == name)
    value = request.form.get(name, written(value_to_data(chosen.default)))[:20]
    about = f"{words_of(terms, name)} ({chosen.metadata['source']})"
    unit = f", in {chosen.metadata['unit']}" if chosen.metadata["unit"] else ""
    label = f"{first_up(chosen.metadata['meaning'])}{unit}"
    if hint is bool:
        choices = tuple(Choice(each, each, each == value) for each in ("yes", "no"))
    elif issubclass(hint, Enum):
        choices = tuple(Choice(value_to_data(each), value_words(each), value_to_data(each) == value) for each in hint)
    else:
        choices = ()
    return Field(name, label, value, "select" if choices else "number", choices, about)


# The scorecard


NARROW = 5
"""Columns of balances that fit on a phone; more scroll sideways."""

UNITS = {Frame.CHOUETTE: "counted", Frame.POOL: "paid in", Frame.TABLE: "paid"}
"""The heading of the first column: what the figure of a partie is."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A balance; *first* marks the player in the box, or the one who kept their seat."""

    amount: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A partie of the scorecard: its number on it, its stored turn, who played, and the balances after it."""

    number: int
    turn: int
    who: str
    out_of_turn: bool
    counted: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One of the company terms."""

    meaning: str
    chosen: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """
    The next partie.

    Attributes:
        turn: its number, by which it will be stored.
        others: what the players who sit out do; empty if all play.
        choice: who has the choice of deal and cards.
        dealers: the index of the elder seat, and who deals then.
    """

    turn: int
    who: str
    others: str
    choice: str
    dealers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentPartie:
    """The partie that is being played."""

    code: str
    turn: int
    who: str
    others: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyPage:
    """The context of a company's page; *closed* says why no partie can be added, or is empty."""

    code: str
    title: str
    frame: str
    plays: str
    rules: str
    opened: str
    unit: str
    heads: tuple[str, ...]
    rows: tuple[CardRow, ...]
    balances: tuple[str, ...]
    is_wide: bool
    next: Next | None
    current: CurrentPartie | None
    terms: tuple[Term, ...]
    may_score: bool
    closed: str
    form_key: str


def company_page(card: CompanyCard, *, may_score: bool) -> CompanyPage:
    """Return the page of a company."""
    company = card.company
    frame = company.record.terms.frame
    is_pool = frame is Frame.POOL
    heads = (*card.names, "Pool") if is_pool else card.names
    final = (*company.card.balances, company.card.held) if is_pool else company.card.balances
    return CompanyPage(
        code=card.code,
        title=listed(card.names),
        frame=frame.value,
        plays=frame_words(frame, len(card.names)),
        rules=title_of(company.record.rules),
        opened=day(card.opened_at),
        unit=UNITS[frame],
        heads=heads,
        rows=_rows(card, is_pool=is_pool),
        balances=tuple(signed(each) for each in final),
        is_wide=len(heads) > NARROW,
        next=_next(card) if may_score and company.going_on is None and not card.is_closed else None,
        current=_current(card),
        terms=tuple(_terms(company)),
        may_score=may_score,
        closed=_closed(card),
        form_key=new_token(),
    )


def _closed(card: CompanyCard) -> str:
    unsigned = [name for name, signature in zip(card.names, card.signatures, strict=True) if signature is None]
    if card.is_closed and unsigned:
        return f"{listed(unsigned)} {'has' if len(unsigned) == 1 else 'have'} not signed yet. The scorecard is closed."
    return "Everyone has signed. The scorecard is closed." if card.is_signed else ""


def _rows(card: CompanyCard, *, is_pool: bool) -> tuple[CardRow, ...]:
    company, rows = card.company, []
    for number, turn in enumerate(company.card.turns, 1):
        who, cells = result_words(company, turn), _cells(turn, is_pool=is_pool)
        rows.append(
            CardRow(
                number=number,
                turn=card.turns[number - 1].number,
                who=who,
                out_of_turn=not turn.in_turn,
                counted=grouped(turn.points),
                cells=cells,
            )
        )
    return tuple(rows)


def _cells(turn: Turn, *, is_pool: bool) -> tuple[Cell, ...]:
    first = turn.lineup.first if turn.lineup.others else None
    cells = [Cell(signed(after), person == first) for person, after in enumerate(turn.after)]
    return (*cells, Cell(signed(turn.held), first=False)) if is_pool else tuple(cells)


def _next(card: CompanyCard) -> Next:
    company, lineup = card.company, card.company.card.lineup
    seated = [company.name(each) for each in lineup.seats]
    terms = company.record.terms
    if isinstance(terms, ChouetteTerms) and terms.choice is BoxChoice.BOX:
        choice = f"{seated[0]}, in the box, has the choice of deal and cards."
    elif isinstance(terms, PoolTerms) and terms.choice is PoolChoice.STAYS and company.card.turns:
        choice = f"{seated[0]}, who stays, has the choice of deal and cards."
    else:
        choice = "Cut the cards: the winner has the choice of deal and cards."
    dealers = tuple((elder, f"{seated[elder - 1]} deals; {name} is elder") for elder, name in enumerate(seated))
    return Next(
        turn=card.next_number,
        who=who_plays(company, lineup),
        others=first_up(others_words(company, lineup)),
        choice=choice,
        dealers=dealers,
    )


def _current(card: CompanyCard) -> CurrentPartie | None:
    company, going_on = card.company, card.company.going_on
    if going_on is None or going_on.partie is None:
        return None
    partie, stored = going_on.partie, card.turns[-1]
    begun = partie.deals and not partie.deals[-1].is_over
    deal = len(partie.deals) - 1 if begun else len(partie.deals)
    names = side_names(partie.record.rules, [player.name for player in partie.record.players])
    points = ", ".join(f"{name} {total}" for name, total in zip(names, partie.totals, strict=True))
    return CurrentPartie(
        code=stored.code,
        turn=stored.number,
        who=who_plays(company, going_on.lineup) if going_on.lineup.others else "Partie in progress",
        others=first_up(others_words(company, going_on.lineup)),
        state=f"{deal_title(partie, deal)}: {points}",
    )


def _terms(company: Company) -> list[Term]:
    terms = company.record.terms
    return [
        Term(first_up(each.metadata["meaning"]), words_of(terms, each.name), source_of(terms, each.name))
        for each in choices_of(terms)
    ]


# One partie, and the signatures


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """
    A partie of a company, or the next one from paper.

    Attributes:
        turn: the number by which it is stored.
        others: what the players who sit out do.
        says: its result, if it has one.
        partie: the code of its sheet; empty for one from paper.
        names: the sides, with the player who sat first before the others.
        may_enter: whether it can be entered, or corrected, from paper.
        unit: what the winner wins: points or parties.
    """

    code: str
    title: str
    turn: int
    who: str
    others: str
    says: str
    partie: str
    names: tuple[str, ...]
    may_enter: bool
    may_remove: bool
    unit: str
    form_key: str


def turn_page(card: CompanyCard, turn: int, *, may_score: bool) -> TurnPage | None:
    """Return the page of a turn by its stored number; `None` if there is none, and it cannot be entered now."""
    company, index = card.company, card.index_of(turn)
    is_next = turn == card.next_number and company.going_on is None
    if index < 0 and not (is_next and may_score and not card.is_closed):
        return None
    lineup = company.card.lineup if index < 0 else company.parties[index].lineup
    played = company.card.turns[index] if 0 <= index < len(company.card.turns) else None
    code = "" if index < 0 else card.turns[index].code
    open_to = may_score and not card.is_closed
    return TurnPage(
        code=card.code,
        title="Partie from paper" if index < 0 else f"Partie {index + 1}",
        turn=turn,
        who=who_plays(company, lineup),
        others=first_up(others_words(company, lineup)),
        says="" if played is None else result_words(company, played),
        partie=code,
        names=sides_of(company, lineup),
        may_enter=open_to and not code,
        may_remove=open_to and index >= 0,
        unit="parties" if company.record.rules.pays_parties else "points",
        form_key=new_token(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """
    A player of a company.

    Attributes:
        seat: in the order of the cut.
        own: whether this is the player's own phone.
        may_sign: whether the player can sign on this phone; in a season with a PIN if it is not their own.
        is_first: whether theirs is the main key of the page.
    """

    seat: int
    name: str
    balance: str
    signed: bool
    own: bool
    may_sign: bool
    is_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePage:
    """
    The page on which a scorecard is signed.

    Attributes:
        held: what the pool holds; empty if there is no pool.
        season: the name of the season; empty without one, as is *club*.
        entry: the number of the entry that posted it; 0 for none.
        reversed_by: the number of the entry that reversed it; 0 for none.
    """

    code: str
    title: str
    signers: tuple[Signer, ...]
    held: str
    parties: str
    may_sign: bool
    is_signed: bool
    is_closed: bool
    season: str = ""
    club: str = ""
    entry: int = 0
    reversed_by: int = 0


def close_page(
    card: CompanyCard, *, may_score: bool, own: int | None = None, season_card: CompanyInSeason | None = None
) -> ClosePage:
    """
    Return the page on which a scorecard is signed.

    *own* is the seat of the member whose phone this is. *season_card* is how far
    the card has come towards the book of its season, if it has one.
    """
    balances = card.company.card.balances
    ready = card.company.going_on is None and bool(card.company.card.turns)
    out = 0 if season_card is None or season_card.reversed_by is None else season_card.reversed_by
    signers = tuple(
        Signer(
            seat=seat,
            name=name,
            balance=signed(balances[seat]),
            signed=card.signatures[seat] is not None,
            own=season_card is not None and seat == own,
            may_sign=ready and not out and (may_score or (season_card is not None and seat == own)),
            is_first=seat == own if season_card is not None else not seat,
        )
        for seat, name in enumerate(card.names)
    )
    held = card.company.card.held
    is_pool = card.company.record.terms.frame is Frame.POOL
    posted = None if season_card is None else season_card.posted
    return ClosePage(
        code=card.code,
        title=listed(card.names),
        signers=signers,
        held=grouped(held) if is_pool else "",
        parties=counted(len(card.company.card.turns), "partie"),
        may_sign=any(each.may_sign for each in signers),
        is_signed=card.is_signed,
        is_closed=card.is_closed,
        season="" if season_card is None else season_card.of.name,
        club="" if season_card is None else season_card.of.club,
        entry=0 if posted is None else posted.entry.number,
        reversed_by=out,
    )


# The pages


bp = Blueprint("companies", __name__, url_prefix="/company")


@bp.get("/new")
def new(error: str = "", status: int = 200) -> tuple[str, int]:
    """Show the form for a new company."""
    return render_template("company_new.html", page=company_form(), error=error, key=new_token()), status


@bp.post("/new")
def open_company() -> tuple[str, int] | Answer:
    """Open a company and let this phone score it."""
    try:
        rules = read_rules(request.form.get("rules", ""))
        if not may_open():
            return new(MAY_OPEN, 429)
        card, token = the_companies().open(names_typed(), terms_chosen(asked_frame()), rules, form_token())
    except NotAllowed as error:
        return new(str(error), 422)
    note_opened()
    opened = the_companies().scoring.open(token)
    assert opened is not None
    let_score_company(*opened)
    return redirect(url_for("companies.card", company=card.code), 303)


def _render(card: CompanyCard, error: str = "") -> str:
    page = company_page(card, may_score=may_score_company(card.code))
    if is_partial():
        return render_block("company.html", "company", page=page, error=error)
    return render_template("company.html", page=page, error=error, of_season=season_of_company(card.code))


@bp.get("/<company>/")
def card(company: str) -> str | Answer:
    """Show the scorecard, and the next partie."""
    found = the_companies().card(company)
    if company != found.code:
        return redirect(url_for("companies.card", company=found.code))
    follow(found.code)
    return _render(found)


@bp.get("/<company>/live")
def live(company: str) -> Response:
    """Show the scorecard to a phone that polls; 304 while nothing has changed."""
    tag = f'"{the_companies().version(company)}-{may_score_company(company):d}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers={"ETag": tag, "Cache-Control": "no-cache"})
    found = _render(the_companies().card(company))
    return Response(found, headers={"ETag": tag, "Cache-Control": "no-cache"})


@bp.post("/<company>/begin")
def begin(company: str) -> tuple[str, int] | Answer:
    """Begin the next partie and let this phone score it."""
    elder = _side(request.form.get("elder", ""))
    try:
        sheet, token = the_companies().begin(company, number=whole("turn", "The turn"), elder=elder, token=form_token())
    except NotTheTurn as error:
        return _render(the_companies().card(company), str(error)), 409
    except NotAllowed as error:
        return _render(the_companies().card(company), str(error)), 422
    opened = the_parties().open_link(token)
    assert opened is not None
    let_score(*opened)
    return redirect(url_for("tables.table", code=sheet.code), 303)


@bp.get("/<company>/turns/<int:number>")
def turn(company: str, number: int, error: str = "", status: int = 200) -> tuple[str, int]:
    """Show a partie of the scorecard; or the form to enter the next from paper."""
    page = turn_page(the_companies().card(company), number, may_score=may_score_company(company))
    if page is None:
        raise NotFound
    return render_template("company_turn.html", page=page, error=error, form=request.form), status


@bp.post("/<company>/turns/<int:number>")
def enter(company: str, number: int) -> tuple[str, int] | Answer:
    """Enter the totals or the result of a partie from paper."""
    try:
        totals, result = _from_paper(the_companies().card(company).company.record.rules.sides)
        key = form_token() or new_token()
        the_companies().enter(company, number=number, totals=totals, result=result, form_key=key)
    except NotTheTurn as error:
        return _render(the_companies().card(company), str(error)), 409
    except NotAllowed as error:
        return turn(company, number, str(error), 422)
    return redirect(url_for("companies.card", company=company), 303)


def _from_paper(sides: int) -> tuple[tuple[int, ...] | None, Won | None]:
    """Return the totals of all sides, or the result."""
    if request.form.get("by") == "totals":
        return tuple(whole(f"total{side}", "A total") for side in range(sides)), None
    winner = request.form.get("winner", "")
    if winner == "none":
        return None, Won(None, 0)
    side = _side(winner)
    if not 0 <= side < sides:
        raise NotAllowed("Choose who won.")
    return None, Won(side, whole("points", "What the winner wins"))


def _side(typed: str) -> int:
    """Return the seat or side that was chosen; -1 for none."""
    return int(typed) if typed in ("0", "1", "2", "3") else -1


@bp.post("/<company>/turns/<int:number>/remove")
def remove(company: str, number: int) -> Answer:
    """Remove a partie that was begun by mistake, or entered twice."""
    try:
        the_companies().remove(company, number=number, form_key=form_token() or new_token())
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.card", company=company), 303)


@bp.get("/<company>/signatures")
def signatures(company: str, error: str = "") -> tuple[str, int]:
    """Show the balances and the signatures."""
    card, season_card = the_companies().card(company), the_club_services().companies.card(company)
    page = close_page(card, may_score=may_score_company(company), own=own_seat(company), season_card=season_card)
    of_season = None if season_card is None else season_card.of
    found = render_template("company_close.html", page=page, error=error, of_season=of_season)
    return found, 422 if error else 200


@bp.post("/<company>/signatures")
def sign(company: str) -> Answer:
    """Sign the scorecard for one player."""
    seat = parse_number(request.form.get("seat", ""))
    try:
        the_companies().sign(company, seat=seat, name=request.form.get("name", ""))
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.signatures", company=company), 303)


@bp.post("/<company>/signatures/season")
def sign_in_season(company: str) -> tuple[str, int] | Answer:
    """Sign the scorecard of a season, on the member's own phone or with their PIN; the last signature posts it."""
    try:
        the_club_services().companies.sign(company, the_signer(company))
    except NotAllowed as error:
        return signatures(company, str(error))
    return redirect(url_for("companies.signatures", company=company), 303)


@bp.get("/<company>/share")
def share(company: str) -> str:
    """Show how another phone follows the company; on a phone that scores, its scoring links too."""
    links = the_companies().scoring.all(company) if may_score_company(company) else []
    return render_template("share.html", page=company_share_page(the_companies().card(company), links, ""))


@bp.post("/<company>/links")
def new_link(company: str) -> str:
    """Make a scoring link and show it once."""
    token = the_companies().scoring.new(company, form_token()) if is_reachable() else ""
    links = the_companies().scoring.all(company)
    return render_template("share.html", page=company_share_page(the_companies().card(company), links, token))


@bp.post("/<company>/links/<int:link>/revoke")
def revoke(company: str, link: int) -> Answer:
    """Revoke a scoring link."""
    try:
        the_companies().scoring.revoke(company, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.share", company=company), 303)
