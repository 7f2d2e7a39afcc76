"""A partie from a company's paper card: the totals of its sides, or its result."""

from __future__ import annotations

from ..rules.frames import TurnRecord, Won, settle_totals
from ..rules.ruleset import Ruleset
from .opening import NotAllowed, sentence

LARGEST = 99_999
"""The largest total or result of a partie."""


def check_paper(rules: Ruleset, totals: tuple[int, ...] | None, result: Won | None) -> None:
    """
    Refuse what is neither the totals of all sides nor a result.

    Raises:
        NotAllowed
    """
    if (totals is None) == (result is None):
        raise NotAllowed("Enter the totals of all sides, or who won and how much.")
    if totals is not None:
        if len(totals) != rules.sides or not all(0 <= each <= LARGEST for each in totals):
            raise NotAllowed(f"Totals are whole numbers from 0 to {LARGEST}.")
        try:
            settle_totals(rules, totals)
        except ValueError as error:
            raise NotAllowed(sentence(str(error))) from None
    if result is not None and (
        result.by not in (*range(rules.sides), None) or not (result.by is None or 0 < result.points <= LARGEST)
    ):
        raise NotAllowed(f"The winner wins a whole number of points or parties, from 1 to {LARGEST}.")


def paper_words(totals: tuple[int, ...] | None, result: Won | None) -> str:
    """
    Serialise totals or a result.

    >>> paper_words((130, 90), None), paper_words(None, Won(1, 150)), paper_words(None, Won(None, 0))
    ('totals 130 90', 'result 1 150', 'drawn')
    """
    if totals is not None:
        return " ".join(["totals", *map(str, totals)])
    assert result is not None
    return "drawn" if result.by is None else f"result {result.by} {result.points}"


def said_of_paper(said: str, seats: tuple[int, ...]) -> TurnRecord:
    """
    Parse what `paper_words` wrote.

    >>> said_of_paper("totals 130 90", (0, 1)).totals, said_of_paper("drawn", (0, 1)).result
    ((130, 90), Won(by=None, points=0, seats=None))
    """
    word, *figures = said.split()
    numbers = tuple(int(each) for each in figures)
    if word == "totals":
        return TurnRecord(seats, totals=numbers)
    return TurnRecord(seats, result=Won(numbers[0], numbers[1]) if word == "result" else Won(None, 0))
