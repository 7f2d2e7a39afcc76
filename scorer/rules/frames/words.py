"""A company in words: who they are, who plays, and how a partie ended for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ..seating import heading, side_names
from ..words import number_words
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


def frame_words(frame: Frame, players: int) -> str:
    """
    What so many play.

    >>> frame_words(Frame.POOL, 4), frame_words(Frame.TABLE, 4)
    ('a pool', 'a table of four')
    """
    return f"a {frame.value} of {number_words(players)}" if frame is Frame.TABLE else f"a {frame.value}"


def cut_words(frame: Frame, place: int) -> str:
    """
    What the order of the cut, or at a table of sitting, makes of the player at a place, from 0.

    >>> [cut_words(Frame.CHOUETTE, place) for place in (0, 1, 2)]
    ['1, who begins in the box', '2, who plays against', '3, who advises']
    >>> cut_words(Frame.TABLE, 1), cut_words(Frame.TABLE, 3)
    ('2', '4, in partnership with 2')
    """
    if frame is Frame.TABLE:
        return f"{place + 1}" if place < 3 else f"{place + 1}, in partnership with {place - 1}"
    begins, waits = ("begins in the box", "advises") if frame is Frame.CHOUETTE else ("begins", "waits")
    return f"{place + 1}, who {(begins, 'plays against', waits)[min(place, 2)]}"


def company_words(company: Company) -> str:
    """Who they are and what they play."""
    names = [player.name for player in company.record.players]
    return f"{listed(names)}: {frame_words(company.record.terms.frame, len(names))}"


def others_words(company: Company, lineup: Lineup) -> str:
    """What the others do meanwhile: they advise, or wait; empty if there are none."""
    if not lineup.others:
        return ""
    verb = "advise" if company.record.terms.frame is Frame.CHOUETTE else "wait"
    return f"{listed([company.name(each) for each in lineup.others])} {verb}{'s' * (len(lineup.others) == 1)}"


def who_plays(company: Company, lineup: Lineup) -> str:
    """Who plays, and against whom."""
    names = [company.name(each) for each in lineup.seats]
    match company.record.terms.frame:
        case Frame.TABLE:
            return heading(company.record.rules, names)
        case Frame.CHOUETTE:
            return f"{names[0]} in the box against {names[1]}"
        case Frame.POOL:
            return f"{names[0]} against {names[1]}"
        case _:
            assert_never(company.record.terms.frame)


def sides_of(company: Company, lineup: Lineup) -> tuple[str, ...]:
    """The sides of a partie by name, the first seat's first."""
    return side_names(company.record.rules, [company.name(each) for each in lineup.seats])


def lineup_words(company: Company, lineup: Lineup) -> str:
    """Who plays whom, and what the others do."""
    others = others_words(company, lineup)
    return f"{who_plays(company, lineup)}{'; ' if others else ''}{others}"


def result_words(company: Company, turn: Turn) -> str:
    """Who played a partie and how it ended; where all play as they sit, that alone."""
    who, rules = f"{who_plays(company, turn.lineup)}: ", company.record.rules
    if not turn.lineup.others and turn.in_turn:
        who = ""
    if turn.won.by is None:
        return f"{who}drawn"
    winner, points = sides_of(company, turn.lineup)[turn.won.by], turn.won.points
    unit = "" if not rules.pays_parties else " partie" if points == 1 else " parties"
    verb = "win" if rules.sides < rules.players else "wins"
    taken = "" if turn.taken_by is None else f", and {company.name(turn.taken_by)} takes the pool"
    return f"{who}{winner} {verb} {points}{unit}{taken}"
