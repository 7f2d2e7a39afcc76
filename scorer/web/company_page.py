"""The view model of a company's page: the next partie, the scorecard, the company terms."""

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
