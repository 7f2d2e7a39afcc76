"""The running card of a company, as a terminal shows it and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..rules.frames import Company, Frame, Lineup, Turn, choices_of, source_of, words_of
from ..rules.frames.words import company_words, lineup_words, result_words, sides_of
from ..rules.naming import title_of
from ..rules.values import value_to_data
from ..service.checking import CheckedCompany
from . import documents
from .layout import pad, width, wrap

TEXT = 46
"""Columns of who played and how it ended."""

POINTS = 7
"""Columns of what was counted."""

LEAST, MOST = 8, 14
"""The least and the most columns of a balance, which a longer name widens."""


def card(company: Company) -> str:
    """Every partie: who played, what was counted, and each person's balance after it."""
    return "\n".join(_lines(company))


def _lines(company: Company) -> Iterator[str]:
    names = [player.name for player in company.record.players]
    is_pool = company.record.terms.frame is Frame.POOL
    heads = [*names, "Pool"] if is_pool else names
    columns = [min(MOST, max(LEAST, width(name) + 2)) for name in heads]
    rule = "─" * (TEXT + POINTS + sum(columns))
    yield company_words(company)
    yield title_of(company.record.rules)
    yield ""
    shown = [
        pad(pad(name, min(width(name), MOST - 2)), column, right=True)
        for name, column in zip(heads, columns, strict=True)
    ]
    yield f"{pad('', TEXT)}{pad('counted', POINTS, right=True)}{''.join(shown)}"
    yield rule
    for number, turn in enumerate(company.card.turns, 1):
        *upper, last = wrap(f"{number:>2} {result_words(company, turn)}", TEXT - 1, 3)
        yield from upper
        balances = _row(_signed(_held(turn, is_pool)), columns)
        yield f"{pad(last, TEXT)}{pad(str(turn.points), POINTS, right=True)}{balances}"
    if company.card.turns:
        yield rule
    final = [*company.card.balances, company.card.held] if is_pool else company.card.balances
    yield f"{pad('Balance', TEXT + POINTS)}{_row(_signed(final), columns)}"
    yield ""
    yield from wrap(_next(company), len(rule), 4)
    yield ""
    yield "Agreed:"
    for each in choices_of(company.record.terms):
        chosen = words_of(company.record.terms, each.name)
        source = source_of(company.record.terms, each.name)
        yield from wrap(f"  {each.metadata['meaning']}: {chosen} ({source})", len(rule), 4)


def _held(turn: Turn, is_pool: bool) -> Sequence[int]:
    return [*turn.after, turn.held] if is_pool else turn.after


def _signed(amounts: Sequence[int]) -> list[str]:
    return [f"{each:+}" if each else "0" for each in amounts]


def _row(cells: Sequence[str], columns: Sequence[int]) -> str:
    return "".join(pad(cell, column, right=True) for cell, column in zip(cells, columns, strict=True))


def _next(company: Company) -> str:
    going_on = company.going_on
    if going_on is not None:
        return f"Being played: {lineup_words(company, going_on.lineup)}."
    return f"Next: {lineup_words(company, company.card.lineup)}."


def document(company: Company) -> dict[str, Any]:
    """A company with its card."""
    card, names = company.card, [player.name for player in company.record.players]
    turns = iter(card.turns)
    going_on = company.going_on
    return {
        "frame": card.terms.frame.value,
        "rules": company.record.rules.id,
        "players": names,
        "terms": {each.name: value_to_data(getattr(card.terms, each.name)) for each in choices_of(card.terms)},
        "parties": [
            {
                **_lineup(company, each.lineup),
                **({} if each.won is None else _turn(company, next(turns), names)),
                "over": each.won is not None,
                "partie": None if each.partie is None else documents.partie(each.partie),
            }
            for each in company.parties
        ],
        "balances": dict(zip(names, card.balances, strict=True)),
        "pool": card.held,
        "next": _lineup(company, card.lineup if going_on is None else going_on.lineup),
    }


def _lineup(company: Company, lineup: Lineup) -> dict[str, Any]:
    seats, others = ([company.name(each) for each in group] for group in (lineup.seats, lineup.others))
    return {"seats": seats, "others": others}


def _turn(company: Company, turn: Turn, names: Sequence[str]) -> dict[str, Any]:
    return {
        "in_turn": turn.in_turn,
        "winner": None if turn.won.by is None else sides_of(company, turn.lineup)[turn.won.by],
        "points": turn.won.points,
        "counted": turn.points,
        "moves": dict(zip(names, turn.moves, strict=True)),
        "after": dict(zip(names, turn.after, strict=True)),
        "held": turn.held,
        "taken_by": None if turn.taken_by is None else names[turn.taken_by],
    }


def checked(company: CheckedCompany) -> dict[str, Any]:
    """What was found of each partie of a company; null where no deals are known."""
    return {"parties": [None if each is None else documents.checked(each) for each in company.parties]}
