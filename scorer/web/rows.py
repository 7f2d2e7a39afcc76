"""The card of what was said: each call with its answer and points, the play, and what the tricks give."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.claims import CALLED, Category
from ..rules.deal import Deal
from ..rules.lines import BONUSES, KIND_OF_CATEGORY, Line, LineKind
from ..rules.seats import Seat
from ..rules.sentences import Names, claim_words, line_sentence
from ..rules.table import Status
from ..rules.words import number_words
from .bidding import bids_told


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the card: what kind, what was said, and what each player has for it."""

    what: str
    said: str
    points: tuple[str, str]
    position: int | None = None
    bonus: bool = False
    source: str = ""


def by_player(number: int, elder: int, younger: int) -> tuple[int, int]:
    """Two figures by seat as figures by player, in the order of the partie."""
    return (elder, younger) if number % 2 == 0 else (younger, elder)


def said_rows(deal: Deal, names: Names, number: int) -> tuple[Row, ...]:
    """What was said in *deal* so far, in the order of the card, in the columns of deal *number*."""
    table = deal.table
    bids = bids_told(deal, names)
    rows = [Row("Contract" if table.auction.contract else "Bids", bids, ("", ""))] if bids else []
    taken = [cards for cards in table.exchanged if cards is not None]
    if taken:
        rows.append(Row("Exchange", " and ".join(number_words(cards) for cards in taken), ("", "")))
    lines = list(deal.lines)
    for line in lines:
        if line.kind is LineKind.CARTE_BLANCHE:
            rows.append(_line_row("Carte blanche", line, names, number))
        elif line.kind in BONUSES and line.kind is LineKind.REPIQUE:
            continue
    for category in CALLED:
        rows += _category_rows(deal, category, names, number)
    for line in lines:
        if line.kind in (LineKind.CARTE_ROUGE, LineKind.REPIQUE, LineKind.CONCEDED):
            rows.append(_line_row(line.kind.value.replace("_", " ").capitalize(), line, names, number))
    rows += _play_rows(deal, names, number)
    return tuple(rows)


def _points(number: int, seat: Seat, text: str) -> tuple[str, str]:
    """*text* in the column of the player who sits in *seat*."""
    left = (seat is Seat.ELDER) == (number % 2 == 0)
    return (text, "") if left else ("", text)


def _line_row(what: str, line: Line, names: Names, number: int) -> Row:
    said = line_sentence(line, names).partition(";")[0].removeprefix(f"{line.kind.value}: ")
    points = _points(number, line.seat, str(line.points))
    return Row(what, said, points, line.because[0], line.kind in BONUSES, line.source)


_ANSWERS = {
    Status.CALLED: "…",
    Status.ASKED: "…",
    Status.GOOD: "good",
    Status.EQUAL: "equal",
    Status.NOT_GOOD: "not good",
}


def _category_rows(deal: Deal, category: Category, names: Names, number: int) -> list[Row]:
    state = deal.table.categories[category]
    kind = KIND_OF_CATEGORY[category]
    scored = {line.because[0]: line for line in deal.lines if line.kind is kind and line.because}
    rows: list[Row] = []
    title = {Category.POINT: "Point", Category.SEQUENCE: "Sequence", Category.SET: "Sets"}[category]
    for seat in (Seat.ELDER, Seat.YOUNGER):
        for entry in state.entries[seat]:
            line = scored.get(entry.because[0])
            said = claim_words(entry.claim).removeprefix("point of ")
            if seat is Seat.ELDER and entry is state.entries[seat][0]:
                said += f": {_ANSWERS.get(state.status, '')}"
            elif line is None or not line.points:
                said = f"{names[seat]}, {said}"
            if entry.false:
                said += " (found false)"
            points = ("", "") if line is None else _points(number, seat, str(line.points))
            rows.append(
                Row(title if not rows else "", said, points, entry.because[0], False, line.source if line else "")
            )
    return rows


def _play_rows(deal: Deal, names: Names, number: int) -> list[Row]:
    play = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    rows: list[Row] = []
    made = [sum(line.points for line in deal.lines if line.seat is seat and line.kind in play) for seat in Seat]
    if deal.table.tricks:
        won = by_player(number, deal.tricks[Seat.ELDER], deal.tricks[Seat.YOUNGER])
        first, second = by_player(number, made[0], made[1])
        rows.append(Row("Play", f"tricks {won[0]} – {won[1]}", (str(first), str(second))))
    for line in deal.lines:
        if line.kind is LineKind.PIQUE:
            rows.append(_line_row("Pique", line, names, number))
        elif line.kind in (LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT):
            rows.append(_line_row(line.kind.value.capitalize(), line, names, number))
    return rows
