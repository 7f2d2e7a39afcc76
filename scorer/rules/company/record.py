"""
A company as it is recorded: its members, its terms and the parties played, and how to say them in words.

Each partie is known by its deals, or, from a paper card, by its totals or by
its result alone. Who plays the next one is never written down: it follows
from how the parties before it ended.

>>> from scorer.rules.presets import PORTLAND
>>> names = tuple(map(Player, "ABC"))
>>> record = CompanyRecord(PORTLAND, names, ChouetteTerms(), (TurnRecord(result=Won(0, 416)),))
>>> company = play_company(record)
>>> company.card.balances, [company.name(each) for each in company.card.lineup.seats]
((840, -420, -420), ['A', 'C'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..partie import DealRecord, Partie, PartieRecord, heading, play_partie, side_names
from ..reasons import Rule, refuse
from ..ruleset import Ends, Ruleset
from ..seats import Player
from ..sentences import IllegalStatement
from ..settlement import Settlement, settle, settle_target
from ..words import number_words
from .card import (
    Card,
    Lineup,
    Turn,
    Won,
    after_chouette,
    after_pool,
    after_table,
    begin_chouette,
    begin_pool,
    begin_table,
)
from .terms import ChouetteTerms, CompanyTerms, Frame, PoolTerms, TableTerms, validate


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """
    What is known of one partie of a company.

    Attributes:
        seats: who sat first, second and so on, by their place in the
            company; `None` if those whose turn it was.
        elder: which of them is elder in the first deal.
        deals: its deals, as in a partie of its own.
        totals: of a paper card, the totals of the sides, the first seat's first.
        result: of a paper card, which side won and how many points.
    """

    seats: tuple[int, ...] | None = None
    elder: int = 0
    deals: tuple[DealRecord, ...] = ()
    totals: tuple[int, ...] | None = None
    result: Won | None = None


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """
    What is known of a company.

    Attributes:
        rules: the ruleset of all its parties.
        players: the persons, in the order in which they cut.
        terms: what they agreed on.
        parties: their parties, in the order in which they were played.
    """

    rules: Ruleset
    players: tuple[Player, ...]
    terms: CompanyTerms
    parties: tuple[TurnRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class CompanyPartie:
    """
    One partie of a company.

    Attributes:
        lineup: who plays it, and who looks on.
        partie: its deals, scored; `None` if they are not known.
        settlement: what it pays; `None` while it goes on, or if only its result is known.
        won: how it ended; `None` while it goes on.
    """

    lineup: Lineup
    partie: Partie | None
    settlement: Settlement | None
    won: Won | None


@dataclass(frozen=True, slots=True)
class Company:
    """
    A company as far as it has come.

    Attributes:
        record: what it was made from.
        parties: its parties; all but the last are over.
        card: the running card of those that are over.
    """

    record: CompanyRecord
    parties: tuple[CompanyPartie, ...]
    card: Card

    @property
    def going_on(self) -> CompanyPartie | None:
        """The partie that is being played."""
        return self.parties[-1] if self.parties and self.parties[-1].won is None else None

    def name(self, person: int) -> str:
        """What somebody is called."""
        return self.record.players[person].name


def begin(terms: CompanyTerms, players: int, sides: int = 2) -> Card:
    """The card of a company before its first partie, which has so many *sides*."""
    match terms:
        case ChouetteTerms():
            return begin_chouette(players, terms)
        case PoolTerms():
            return begin_pool(players, terms)
        case TableTerms():
            return begin_table(players, sides, terms)
        case _:
            assert_never(terms)


def after(card: Card, won: Won) -> Card:
    """The card of a company after one more partie."""
    match card.terms:
        case ChouetteTerms():
            return after_chouette(card, won)
        case PoolTerms():
            return after_pool(card, won)
        case TableTerms():
            return after_table(card, won)
        case _:
            assert_never(card.terms)


def play(terms: CompanyTerms, players: int, parties: Iterable[Won], sides: int = 2) -> Card:
    """The card of a company after these parties."""
    card = begin(terms, players, sides)
    for won in parties:
        card = after(card, won)
    return card


def play_company(record: CompanyRecord, *, drop_surplus: bool = False) -> Company:
    """
    The running card of a company.

    Args:
        record: what is known of it.
        drop_surplus: as `play_partie` has it.

    Raises:
        ContradictoryRules: the terms contradict themselves or the rules.
        IllegalStatement: the rules refuse something in a partie, or one
            follows a partie that is not over. `partie` says in which.
        ValueError: as `settle_totals`.
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
    """
    One partie of a company, played by who stands in *lineup*.

    Raises:
        IllegalStatement: the rules refuse something in it.
        ValueError: as `settle_totals`.
    """
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
    """The record of a company that says of every partie who sat at it, so that under other rules it is the same."""
    turns = zip(company.record.parties, company.parties, strict=True)
    parties = tuple(replace(turn, seats=played.lineup.seats) for turn, played in turns)
    return replace(company.record, parties=parties)


def result_of(settlement: Settlement, elder: int, sides: int = 2, seats: tuple[int, ...] | None = None) -> Won:
    """
    How a settled partie ended for the company.

    Args:
        settlement: of a partie whose first player was elder in its first deal.
        elder: the seat of that player.
        sides: how many sides it had.
        seats: as in `TurnRecord`.
    """
    by = settlement.winner
    return Won(None if by is None else (by + elder) % sides, settlement.points, seats)


def settle_totals(rules: Ruleset, totals: tuple[int, ...]) -> Settlement:
    """
    Settle a partie of which only the totals are known.

    Raises:
        ValueError: totals alone do not tell who won; the message says why.
    """
    if rules.ends is Ends.DEALS:
        first, second = totals
        return settle(rules, (first, second))
    target = rules.target
    assert target is not None
    if rules.parties_to_win > 1:
        raise ValueError("these rules play a series: of its totals nothing follows, write who won it")
    reached = [side for side, total in enumerate(totals) if total >= target]
    if not reached or totals.count(max(totals)) > 1:
        raise ValueError(f"somebody must have reached {target}, and be alone before the others")
    if len(reached) > 1:
        raise ValueError(f"more than one has reached {target}: the totals do not tell who was first, write who won")
    return settle_target(rules, totals, reached[0], target)


# In words


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
