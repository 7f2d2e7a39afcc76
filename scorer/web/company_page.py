"""
View model of a company's page: the running card, the next partie, what was agreed on.

Frozen and complete, as those of the table: a template asks nothing and adds nothing up.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.frames import ChouetteTerms, Company, Frame, PoolTerms, Turn, choices_of, source_of, words_of
from ..rules.frames.terms import BoxChoice, PoolChoice
from ..rules.frames.words import frame_words, listed, others_words, result_words, who_plays
from ..rules.naming import title_of
from ..rules.seating import side_names
from ..service.companies import CompanyCard, new_token
from .card import deal_title
from .figures import day, first_up, grouped, signed

NARROW = 5
"""The columns of balances that a phone has room for; more are moved sideways in a frame of their own."""

UNITS = {Frame.CHOUETTE: "counted", Frame.POOL: "paid in", Frame.TABLE: "paid"}
"""What the first column of the card says of each partie."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A balance, and whether whoever has it sat in the box, or had kept his seat."""

    amount: str
    first: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """One partie of the running card: its number, the stored turn, what was played, and what it came to."""

    number: int
    turn: int
    who: str
    out_of_turn: bool
    counted: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that was agreed on."""

    meaning: str
    chosen: str
    source: str


@dataclass(frozen=True, slots=True)
class Next:
    """
    The next partie.

    Attributes:
        turn: the number that it gets.
        who: who plays whom.
        others: what the rest do; empty if all play.
        choice: who has the choice of deal and cards, and the question that it answers.
        dealers: who may deal first, each with the seat that is then elder.
    """

    turn: int
    who: str
    others: str
    choice: str
    dealers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The partie that is being played."""

    code: str
    turn: int
    who: str
    others: str
    state: str


@dataclass(frozen=True, slots=True)
class CompanyPage:
    """Everything the page of a company shows."""

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
    going_on: GoingOn | None
    terms: tuple[Term, ...]
    may_score: bool
    is_signed: bool
    waits: str
    form_key: str
    version: str


def company_page(card: CompanyCard, *, may_score: bool) -> CompanyPage:
    """The page of a company."""
    company = card.company
    frame = company.record.terms.frame
    is_pool = frame is Frame.POOL
    heads = (*card.names, "Pool") if is_pool else card.names
    final = (*company.card.balances, company.card.held) if is_pool else company.card.balances
    waits = [name for name, done in zip(card.names, card.signatures, strict=True) if done is None]
    return CompanyPage(
        card.code,
        listed(card.names),
        frame.value,
        frame_words(frame, len(card.names)),
        title_of(company.record.rules),
        day(card.opened_at),
        UNITS[frame],
        heads,
        _rows(card, is_pool=is_pool),
        tuple(signed(each) for each in final),
        len(heads) > NARROW,
        _next(card) if may_score and company.going_on is None and not card.is_closed else None,
        _going_on(card),
        tuple(_terms(company)),
        may_score,
        card.is_signed,
        listed(waits) if card.is_closed and waits else "",
        new_token(),
        card.version,
    )


def _rows(card: CompanyCard, *, is_pool: bool) -> tuple[CardRow, ...]:
    company, rows = card.company, []
    for number, turn in enumerate(company.card.turns, 1):
        who, cells = result_words(company, turn), _cells(turn, is_pool=is_pool)
        stored = card.turns[number - 1].number
        rows.append(CardRow(number, stored, who, not turn.in_turn, grouped(turn.points), cells))
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
        choice = f"{seated[0]}, whose seat it was, has the choice of deal and cards."
    else:
        choice = "The winner of a cut has the choice of deal and cards."
    dealers = tuple((elder, f"{seated[elder - 1]} deals; {name} is elder") for elder, name in enumerate(seated))
    return Next(card.next_number, who_plays(company, lineup), first_up(others_words(company, lineup)), choice, dealers)


def _going_on(card: CompanyCard) -> GoingOn | None:
    company, going_on = card.company, card.company.going_on
    if going_on is None or going_on.partie is None:
        return None
    partie, stored = going_on.partie, card.turns[-1]
    begun = partie.deals and not partie.deals[-1].is_over
    deal = len(partie.deals) - 1 if begun else len(partie.deals)
    names = side_names(partie.record.rules, [player.name for player in partie.record.players])
    points = ", ".join(f"{name} {total}" for name, total in zip(names, partie.totals, strict=True))
    return GoingOn(
        stored.code,
        stored.number,
        who_plays(company, going_on.lineup) if going_on.lineup.others else "A partie goes on",
        first_up(others_words(company, going_on.lineup)),
        f"{deal_title(partie, deal)}: {points}",
    )


def _terms(company: Company) -> list[Term]:
    terms = company.record.terms
    return [
        Term(first_up(each.metadata["meaning"]), words_of(terms, each.name), source_of(terms, each.name))
        for each in choices_of(terms)
    ]
