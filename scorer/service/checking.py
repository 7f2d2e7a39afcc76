"""
Check the claims of deals against the pack: of every deal in a file, and of a deal at the table.

Every phone that follows a table asks about the same deal again and again, so verdicts are cached by their statements.
The checker takes long to import, so a server does it with the first claim.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from ..rules.claims import Claim
from ..rules.company import Company
from ..rules.deal import Deal, fold
from ..rules.deal_state import Setting
from ..rules.findings import Finding, Verdict
from ..rules.notation.locations import Location
from ..rules.partie import Partie
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.statements import Log, Struck, TrickTaken, effective
from .scoring import read_and_play, read_company

CACHE_SIZE = 2048
"""Verdicts in the cache: at fifty tables, those of the last forty claims and answers of each."""


@dataclass(frozen=True, slots=True)
class CheckedDeal:
    """A checked deal of a file; `location` is that of the last conflicting statement, `None` without a conflict."""

    number: int
    verdict: Verdict | None  # none if only its totals are known
    location: Location | None


@dataclass(frozen=True, slots=True)
class CheckedPartie:
    partie: Partie
    deals: tuple[CheckedDeal, ...]


@dataclass(frozen=True, slots=True)
class CheckedCompany:
    """A company from a file, with the checked deals of each partie; `None` where no deals are known."""

    company: Company
    parties: tuple[CheckedPartie | None, ...]


def check_company(text: str) -> CheckedCompany:
    """Check every deal in the text of a company's ``.piquet`` file; `Problem` as from `scoring`."""
    document, company = read_company(text)
    return CheckedCompany(
        company,
        tuple(
            None if each.partie is None else _checked(each.partie, partial(document.locate, number))
            for number, each in enumerate(company.parties)
        ),
    )


def check_text(text: str) -> CheckedPartie:
    """Check every deal in the text of a ``.piquet`` file; `Problem` as from `scoring`."""
    document, partie = read_and_play(text)
    return _checked(partie, document.locate)


def _checked(partie: Partie, locate: Callable[[int, int], Location]) -> CheckedPartie:
    checked = []
    for scored in partie.deals:
        verdict = None if scored.deal is None else check(scored.deal)
        location = None
        if verdict is not None and verdict.conflict:
            location = locate(scored.number, max(at for said in verdict.conflict for at in said.made_at))
        checked.append(CheckedDeal(scored.number, verdict, location))
    return CheckedPartie(partie, tuple(checked))


def check(deal: Deal) -> Verdict:
    """Return what the pack allows of *deal* so far, from the cache if its claims were checked before."""
    return _check(deal.rules, deal.setting, _claimed(deal))


def _claimed(deal: Deal) -> Log:
    """Return the log without trailing tricks, which say nothing about cards; the first one ends the calls."""
    from ..rules import checker

    log, end = deal.log, len(deal.log)
    last_relevant = max((at for said in checker.played(deal.state) for at in said.made_at), default=0)
    while end - 1 > last_relevant and isinstance(log[end - 1], TrickTaken) and isinstance(log[end - 2], TrickTaken):
        end -= 1
    return log[:end]


@lru_cache(CACHE_SIZE)
def _check(rules: Ruleset, setting: Setting, log: Log) -> Verdict:
    from ..rules import checker

    return checker.check(fold(rules, log, setting).deal)


def forget() -> None:
    _check.cache_clear()
    _could_have_held.cache_clear()


def turned_at(deal: Deal) -> int | None:
    """
    Return the position of the statement that made *deal* impossible; `None` if it is possible.

    A correction makes a deal impossible when it is recorded; the position is that of the corrected statement.
    """
    verdict, before = check(deal), deal
    found = None
    while verdict.finding is Finding.IMPOSSIBLE:
        recorded = _recorded_at(before.log)
        found = max((at for said in verdict.conflict for at in said.made_at), key=lambda at: recorded.get(at, at))
        before = fold(deal.rules, before.log[: recorded.get(found, found)], deal.setting).deal
        verdict = check(before)
    return found


def _recorded_at(log: Log) -> dict[int, int]:
    said = dict(effective(log))
    return {
        each.position: at
        for at, each in enumerate(log)
        if isinstance(each, Struck) and said.get(each.position) == each.instead is not None
    }


def could_have_held(deal: Deal, seat: Seat, claim: Claim) -> bool | None:
    """Return whether *seat* could have held *claim* by all other statements, from the cache if possible."""
    return _could_have_held(deal.rules, deal.setting, _claimed(deal), seat, claim)


@lru_cache(CACHE_SIZE)
def _could_have_held(rules: Ruleset, setting: Setting, log: Log, seat: Seat, claim: Claim) -> bool | None:
    from ..rules import checker

    return checker.could_have_held(fold(rules, log, setting).deal, seat, claim)
