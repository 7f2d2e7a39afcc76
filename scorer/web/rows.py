"""The rows of the table page: each call with its answer and points, the play, and the bonuses."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.called import Status
from ..rules.claims import CALLED, Category
from ..rules.deal import Deal
from ..rules.lines import BONUSES, KIND_OF_CATEGORY, Line, LineKind
from ..rules.ruleset import Ruleset
from ..rules.seating import by_player
from ..rules.seats import BySeat, Seat
from ..rules.sentences import Names, claim_words, line_sentence
from ..rules.words import number_words
from .bidding import bids_sentence


@dataclass(frozen=True, slots=True)
class Row:
    """What was said of one kind, with the points in the column of whoever has them."""

    what: str
    said: str
    points: tuple[str, ...]
    bonus: bool = False


def is_long(rules: Ruleset) -> bool:
    """Whether the page needs more room than for two players without an auction."""
    return rules.players > 2 or rules.auction


def style_of(rules: Ruleset) -> str:
    """Return the style sheet of a partie's pages."""
    return "css/table-long.css" if is_long(rules) else "css/scorer.css"


def blank(rules: Ruleset) -> tuple[str, ...]:
    """Return an empty text for each column."""
    return ("",) * rules.sides


def in_column(rules: Ruleset, number: int, seat: Seat, text: str) -> tuple[str, ...]:
    """Return *text* in the column of the player or side that has *seat* in deal *number*, the others empty."""
    return tuple(text if column == (number + seat) % rules.sides else "" for column in range(rules.sides))


def said_rows(deal: Deal, names: Names, number: int) -> tuple[Row, ...]:
    """Return what was said in *deal* so far, with the columns in the order of the players."""
    table = deal.state
    bids = bids_sentence(deal, names)
    rows = [Row("Contract" if table.auction.contract else "Bids", bids, blank(deal.rules))] if bids else []
    taken = [cards for cards in table.exchanged if cards is not None]
    if taken:
        rows.append(Row("Exchange", " and ".join(number_words(cards) for cards in taken), blank(deal.rules)))
    lines = list(deal.lines)
    for line in lines:
        if line.kind is LineKind.CARTE_BLANCHE:
            rows.append(_line_row(deal, "Carte blanche", line, names, number))
        elif line.kind in BONUSES and line.kind is LineKind.REPIQUE:
            continue
    for category in CALLED:
        rows += _category_rows(deal, category, names, number)
    for line in lines:
        if line.kind in (LineKind.CARTE_ROUGE, LineKind.REPIQUE, LineKind.CONCEDED):
            rows.append(_line_row(deal, line.kind.value.replace("_", " ").capitalize(), line, names, number))
    rows += _play_rows(deal, names, number)
    return tuple(rows)


def _line_row(deal: Deal, what: str, line: Line, names: Names, number: int) -> Row:
    said = line_sentence(line, names).partition(";")[0].removeprefix(f"{line.kind.value}: ")
    points = in_column(deal.rules, number, line.seat, str(line.points))
    return Row(what, said, points, line.kind in BONUSES)


_ANSWERS = {
    Status.CALLED: "…",
    Status.ASKED: "…",
    Status.GOOD: "good",
    Status.EQUAL: "equal",
    Status.NOT_GOOD: "not good",
}


def _category_rows(deal: Deal, category: Category, names: Names, number: int) -> list[Row]:
    state = deal.state.categories[category]
    kind = KIND_OF_CATEGORY[category]
    scored = {line.because[0]: line for line in deal.lines if line.kind is kind and line.because}
    rows: list[Row] = []
    title = {Category.POINT: "Point", Category.SEQUENCE: "Sequence", Category.SET: "Sets"}[category]
    for seat in deal.rules.seats:
        for entry in state.entries[seat]:
            line = scored.get(entry.because[0])
            said = claim_words(entry.claim).removeprefix("point of ")
            if deal.rules.players > 2:
                said = f"{names[seat]}, {said}"
            elif seat is Seat.ELDER and entry is state.entries[seat][0]:
                said += f": {_ANSWERS.get(state.status, '')}"
            elif line is None or not line.points:
                said = f"{names[seat]}, {said}"
            if entry.false:
                said += " (found false)"
            points = blank(deal.rules) if line is None else in_column(deal.rules, number, seat, str(line.points))
            rows.append(Row(title if not rows else "", said, points))
    return rows


def _play_rows(deal: Deal, names: Names, number: int) -> list[Row]:
    play = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    rows: list[Row] = []
    if deal.state.tricks:
        made = [
            sum(line.points for line in deal.lines if line.seat is seat and line.kind in play)
            for seat in deal.rules.seats
        ]
        won = " – ".join(map(str, by_player(deal.rules, number, deal.tricks)))
        points = by_player(deal.rules, number, BySeat(tuple(made)))
        rows.append(Row("Play", f"tricks {won}", tuple(map(str, points))))
    for line in deal.lines:
        if line.kind is LineKind.PIQUE:
            rows.append(_line_row(deal, "Pique", line, names, number))
        elif line.kind in (LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT):
            rows.append(_line_row(deal, line.kind.value.capitalize(), line, names, number))
    return rows
