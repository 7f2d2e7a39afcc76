"""A company in words: who they are, who plays, and how a partie ended for them."""

from __future__ import annotations

from collections.abc import Sequence

from .card import Lineup, Turn
from .company import Company
from .terms import Frame


def listed(names: Sequence[str]) -> str:
    """
    Names in a row.

    >>> listed(["Ada"]), listed(["Ada", "Ben", "Cem"])
    ('Ada', 'Ada, Ben and Cem')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def company_words(company: Company) -> str:
    """Who they are and what they play."""
    return f"{listed([player.name for player in company.record.players])}: a {company.record.terms.frame.value}"


def others_words(company: Company, lineup: Lineup) -> str:
    """What the others do meanwhile: they advise, or wait."""
    verb = "advise" if company.record.terms.frame is Frame.CHOUETTE else "wait"
    return f"{listed([company.name(each) for each in lineup.others])} {verb}{'s' * (len(lineup.others) == 1)}"


def lineup_words(company: Company, lineup: Lineup) -> str:
    """Who plays whom, and what the others do."""
    first, second = (company.name(each) for each in lineup.seats)
    box = " in the box" if company.record.terms.frame is Frame.CHOUETTE else ""
    return f"{first}{box} against {second}; {others_words(company, lineup)}"


def result_words(company: Company, turn: Turn) -> str:
    """Who played a partie and how it ended."""
    first, second = (company.name(each) for each in turn.lineup.seats)
    box = " in the box" if company.record.terms.frame is Frame.CHOUETTE else ""
    if turn.won.by is None:
        return f"{first}{box} against {second}: drawn"
    winner, points = (first, second)[turn.won.by], turn.won.points
    unit = "" if company.record.rules.target is None else " partie" if points == 1 else " parties"
    taken = "" if turn.taken_by is None else f", and {company.name(turn.taken_by)} takes the pool"
    return f"{first}{box} against {second}: {winner} wins {points}{unit}{taken}"
