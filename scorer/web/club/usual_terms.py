"""The terms of a season in three sentences, each part of which leads to its field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ...ledger.chain import digest, short
from ...ledger.terms import Format, SeasonTerms, Withdrawal
from ...rules.house_rules import title_of
from ...rules.words import first_up
from ...service.club.seasons.season import plays_in, season_rules
from ...table.formatting import counted, day

DAYS = ("first_day", "last_day")
"""The fields of the days of a season."""


class Part(NamedTuple):
    """A part of a sentence; `field` is the one that it leads to, or empty."""

    words: str
    field: str = ""


Sentence = Sequence[Part]

HOW = {
    Format.OPEN: ("As they like", "any parties count"),
    Format.SINGLE: ("Round robin", "everybody meets once"),
    Format.DOUBLE: ("Double round robin", "everybody meets twice"),
    Format.KNOCK_OUT: ("Knock-out", "who loses is out"),
    Format.SWISS: ("Swiss", "equal scores meet"),
}
"""How a season is played, in a few words, and what that means."""

assert HOW.keys() == {*Format}

_PLAYED = {
    Format.OPEN: "They play as they like",
    Format.SINGLE: "Everybody meets once",
    Format.DOUBLE: "Everybody meets twice",
    Format.KNOCK_OUT: "Who loses is out",
    Format.SWISS: "Equal scores meet",
}

assert _PLAYED.keys() == {*Format}

_LEAVING = {
    Withdrawal.COUNT_PLAYED: "what is left becomes byes",
    Withdrawal.FORFEIT: "what is left is forfeited",
    Withdrawal.ANNUL_UNDER_HALF: (
        "under half played, all is annulled; otherwise what is left is forfeited"
    ),
}

assert _LEAVING.keys() == {*Withdrawal}


def sentences(terms: SeasonTerms, *, has_rounds: bool = True) -> list[Sentence]:
    """Return the terms in three sentences, or in four if results without deals do not count.

    The rounds of a Swiss may be left to depend on how many play; then it has none yet.
    """
    if terms.is_for_two:
        return [_played(terms, has_rounds=has_rounds), *_settled(terms)]
    return [_played(terms, has_rounds=True), _of_company(terms), _last(terms, "It is played ")]


def said(found: Sequence[Sentence]) -> str:
    """Return a mark of these sentences, by which a page knows whether they were shown.

    The days are left out: who types them needs no sentence to know them.
    """
    parts = chain.from_iterable(found)
    return short(digest("\n".join(part.words for part in parts if part.field not in DAYS)))


def _played(terms: SeasonTerms, *, has_rounds: bool) -> list[Part]:
    how = _PLAYED[terms.format]
    if terms.format is Format.SWISS:
        rounds = counted(terms.rounds, "round") if has_rounds else "the usual number of rounds"
        how += f" in {rounds}"
    order = ", then ".join(each.value for each in terms.ranking)
    found = [
        Part(f"{how} under "),
        Part(title_of(season_rules(terms)), "rules"),
        Part(", ranked by "),
        Part(order, "order_first"),
    ]
    if terms.format is Format.SWISS:
        given = f"{terms.win} match points for a win, {terms.draw} for a draw"
        found += [Part("; "), Part(given, "win")]
    return [*found, Part(".")]


def _settled(terms: SeasonTerms) -> list[Sentence]:
    """Return the sentences about absence, corrections, stakes and days."""
    if terms.format is Format.OPEN:
        ratings = f"provisional for the first {counted(terms.provisional, 'partie')}"
        return [
            [*_corrected(terms), Part("; ratings are "), Part(ratings, "provisional"), Part(".")],
            *_results_only(terms),
            [*_last(terms, "They play ")],
        ]
    cost = f"loses {terms.forfeit_points} points to the other"
    if terms.forfeit_average:
        cost += ", or the average win if that is more"
    absence = [
        Part("Who does not come "),
        Part(cost, "forfeit_points"),
        Part("; if a member withdraws, "),
        Part(_LEAVING[terms.withdrawal], "withdrawal"),
    ]
    if terms.grace_days:
        absence.append(Part(f" after {counted(terms.grace_days, 'day')}", "grace_days"))
    return [
        [*absence, Part(".")],
        *_results_only(terms),
        [*_corrected(terms), *_last(terms, "; they play ")],
    ]


def _results_only(terms: SeasonTerms) -> list[Sentence]:
    """Return the sentence about results without deals, if they do not count, which is not usual."""
    if terms.counts_results_only:
        return []
    how = Part("are shown, and do not count", "counts_results_only")
    return [[Part("Results without deals "), how, Part(".")]]


def _corrected(terms: SeasonTerms) -> list[Part]:
    hours = terms.correction_hours
    if not hours:
        return [Part("Results are corrected "), Part("by a director only", "correction_hours")]
    time = counted(hours // 24, "day") if hours % 24 == 0 else counted(hours, "hour")
    return [Part("Two players can correct a result "), Part(f"for {time}", "correction_hours")]


def _of_company(terms: SeasonTerms) -> list[Part]:
    return [
        Part(f"{first_up(plays_in(terms))}; a scorecard is posted when everyone has signed it.")
    ]


def _last(terms: SeasonTerms, beginning: str) -> list[Part]:
    stakes = "without stakes" if terms.stakes is None else f"for {terms.stakes.words}"
    days = "on any day"
    if terms.first_day and terms.last_day:
        days = f"from {day(terms.first_day)} to {day(terms.last_day)}"
    elif terms.first_day:
        days = f"from {day(terms.first_day)} on"
    elif terms.last_day:
        days = f"until {day(terms.last_day)}"
    return [
        Part(beginning),
        Part(stakes, "rate"),
        Part(", "),
        Part(days, "first_day"),
        Part("."),
    ]
