"""
A company as recorded: its members, its terms and its parties, and how to say them in words.

Each partie is recorded by its deals or, from a paper card, by its totals or its result alone. Who plays next is never
recorded: it follows from the parties before.

>>> from scorer.rules.company import ChouetteTerms
>>> from scorer.rules.presets import PORTLAND
>>> names = tuple(map(Player, "ABC"))
>>> record = CompanyRecord(PORTLAND, names, ChouetteTerms(), (TurnRecord(result=Won(0, 416)),))
>>> company = play_company(record)
>>> company.card.balances, [company.name(each) for each in company.card.lineup.seats]
((840, -420, -420), ['A', 'C'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..partie import DealRecord, Partie, PartieRecord, heading, play_partie, side_names
from ..reasons import Rule, refuse
from ..ruleset import Ends, Ruleset
from ..seats import Player
from ..sentences import IllegalStatement
from ..settlement import Settlement, settle, settle_target
from ..words import number_words
from .card import Card, Lineup, Turn, Won, after, begin
from .terms import CompanyTerms, Frame, validate


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """
    One partie of a company as recorded: by its deals or, from a paper card, by its totals or its result.

    `seats` has the members in seat order, `None` if they sat in turn; `elder` is the index in them of the first elder.
    """

    seats: tuple[int, ...] | None = None
    elder: int = 0
    deals: tuple[DealRecord, ...] = ()
    totals: tuple[int, ...] | None = None
    result: Won | None = None


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A company as recorded; *players* in the order in which they cut."""

    rules: Ruleset
    players: tuple[Player, ...]
    terms: CompanyTerms
    parties: tuple[TurnRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class CompanyPartie:
    """One partie of a company; `partie` and `settlement` are `None` if not known, `won` while it is in progress."""

    lineup: Lineup
    partie: Partie | None
    settlement: Settlement | None
    won: Won | None


@dataclass(frozen=True, slots=True)
class Company:
    """A company with its parties scored; all but the last are over, and the card counts those that are over."""

    record: CompanyRecord
    parties: tuple[CompanyPartie, ...]
    card: Card

    @property
    def going_on(self) -> CompanyPartie | None:
        """The partie in progress."""
        return self.parties[-1] if self.parties and self.parties[-1].won is None else None

    def name(self, person: int) -> str:
        return self.record.players[person].name


def play_company(record: CompanyRecord, *, drop_surplus: bool = False) -> Company:
    """
    Score the parties of a company; *drop_surplus* as `play_partie` has it.

    `IllegalStatement` says in which *partie* the rules refuse something, or that one follows a partie that is not over.
    `ContradictoryRules` is raised for contradictory terms, and `ValueError` as by `settle_totals`.
    """
    validate(record.terms, record.rules, len(record.players))
    card = begin(record.terms, len(record.players), record.rules.sides)
    played: list[CompanyPartie] = []
    for number, turn in enumerate(record.parties):
        if played and played[-1].won is None:
            refusal = refuse(Rule.PARTIE_UNFINISHED, "the card", number=number)
            raise IllegalStatement(refusal, partie=number)
        lineup = card.lineup.seated(turn.seats)
        try:
            played.append(play_turn(record.rules, record.players, turn, lineup, drop_surplus=drop_surplus))
        except IllegalStatement as error:
            error.partie = number
            raise
        won = played[-1].won
        card = card if won is None else after(card, won)
    return Company(record, tuple(played), card)


def play_turn(
    rules: Ruleset, players: Sequence[Player], turn: TurnRecord, lineup: Lineup, *, drop_surplus: bool = False
) -> CompanyPartie:
    """Score one partie of a company, played by *lineup*; `IllegalStatement`, or `ValueError` as by `settle_totals`."""
    if turn.result is not None:
        return CompanyPartie(lineup, None, None, replace(turn.result, seats=turn.seats))
    if turn.totals is not None:
        settlement = settle_totals(rules, turn.totals)
        return CompanyPartie(lineup, None, settlement, Won(settlement.winner, settlement.points, turn.seats))
    seated = tuple(players[each] for each in (*lineup.seats[turn.elder :], *lineup.seats[: turn.elder]))
    partie = play_partie(PartieRecord(rules, seated, turn.deals), drop_surplus=drop_surplus)
    if partie.settlement is None:
        return CompanyPartie(lineup, partie, None, None)
    won = result_of(partie.settlement, turn.elder, rules.sides, turn.seats)
    return CompanyPartie(lineup, partie, partie.settlement, won)


def as_played(company: Company) -> CompanyRecord:
    """Return the record with the seats of every partie, so that re-scoring under other rules keeps them."""
    turns = zip(company.record.parties, company.parties, strict=True)
    parties = tuple(replace(turn, seats=played.lineup.seats) for turn, played in turns)
    return replace(company.record, parties=parties)


def result_of(settlement: Settlement, elder: int, sides: int = 2, seats: tuple[int, ...] | None = None) -> Won:
    """Return the result of a partie whose first player sat in seat *elder* of the company's lineup."""
    by = settlement.winner
    return Won(None if by is None else (by + elder) % sides, settlement.points, seats)


def settle_totals(rules: Ruleset, totals: tuple[int, ...]) -> Settlement:
    """Settle a partie from its totals alone; `ValueError` says why they do not determine the winner."""
    if rules.ends is Ends.DEALS:
        first, second = totals
        return settle(rules, (first, second))
    target = rules.target
    assert target is not None
    if rules.parties_to_win > 1:
        raise ValueError("these rules play a series, and totals do not say who won it: write the result")
    reached = [side for side, total in enumerate(totals) if total >= target]
    if not reached or totals.count(max(totals)) > 1:
        raise ValueError(f"one of them must have reached {target} and be ahead of all others")
    if len(reached) > 1:
        raise ValueError(f"more than one has reached {target}, and totals do not say who was first: write the result")
    return settle_target(rules, totals, reached[0], target)


def listed(names: Sequence[str]) -> str:
    """
    Return names as a list in a sentence.

    >>> listed(["Ada"]), listed(["Ada", "Ben", "Cem"])
    ('Ada', 'Ada, Ben and Cem')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def frame_words(frame: Frame, players: int) -> str:
    """
    Return what that number of players plays.

    >>> frame_words(Frame.POOL, 4), frame_words(Frame.TABLE, 4)
    ('a pool', 'a table of four')
    """
    return f"a {frame.value} of {number_words(players)}" if frame is Frame.TABLE else f"a {frame.value}"


def cut_words(frame: Frame, number: int) -> str:
    """
    Return the role of player *number*, from 0, in the order of the cut, or at a table of the seats.

    >>> [cut_words(Frame.CHOUETTE, number) for number in (0, 1, 2)]
    ['1, who begins in the box', '2, who plays against', '3, who advises']
    >>> cut_words(Frame.TABLE, 1), cut_words(Frame.TABLE, 3)
    ('2', '4, in partnership with 2')
    """
    if frame is Frame.TABLE:
        return f"{number + 1}" if number < 3 else f"{number + 1}, in partnership with {number - 1}"
    begins, waits = ("begins in the box", "advises") if frame is Frame.CHOUETTE else ("begins", "waits")
    return f"{number + 1}, who {(begins, 'plays against', waits)[min(number, 2)]}"


def company_words(company: Company) -> str:
    names = [player.name for player in company.record.players]
    return f"{listed(names)}: {frame_words(company.record.terms.frame, len(names))}"


def others_words(company: Company, lineup: Lineup) -> str:
    """Return what the others do meanwhile: they advise, or wait; empty if there are none."""
    if not lineup.others:
        return ""
    verb = "advise" if company.record.terms.frame is Frame.CHOUETTE else "wait"
    return f"{listed([company.name(each) for each in lineup.others])} {verb}{'s' * (len(lineup.others) == 1)}"


def who_plays(company: Company, lineup: Lineup) -> str:
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
    return side_names(company.record.rules, [company.name(each) for each in lineup.seats])


def lineup_words(company: Company, lineup: Lineup) -> str:
    others = others_words(company, lineup)
    return f"{who_plays(company, lineup)}{'; ' if others else ''}{others}"


def result_words(company: Company, turn: Turn) -> str:
    """Return who played a partie and its result; only the result where everyone plays in their usual seats."""
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
