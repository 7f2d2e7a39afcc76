"""What may be said next, exactly what a page may offer:
every candidate is asked whether it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TypeVar, cast

from .calls import AboutClaim
from .claims import Category
from .deal import Deal, Phase, fold, refusal
from .deal_state import DealState, Setting
from .grammar import every_claim
from .play import allows_quick_count, counts_by_first, possible_plays
from .reasons import OF_ONE, Rule
from .ruleset import Ruleset, TrickCount
from .scoring import race_awaits
from .seats import TWO, Seat
from .statements import (
    SPOKEN,
    Called,
    CarteRougeShown,
    Declined,
    Doubled,
    Exchanged,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    Redoubled,
    Spoken,
    TricksCounted,
    effective,
)

S = TypeVar("S", bound=Spoken)

_ABOUT_CLAIMS = tuple(kind for kind in SPOKEN if issubclass(kind, AboutClaim))

_IN_TURN: tuple[tuple[type[Spoken], ...], ...] = (
    (Passed, Doubled, Redoubled),
    (Called, Declined, CarteRougeShown),
)
"""What a seat says in its turn: all of elder's comes before younger's."""


def _turns() -> list[tuple[type[Spoken], ...]]:
    turns = [next((turn for turn in _IN_TURN if kind in turn), (kind,)) for kind in SPOKEN]
    return list(dict.fromkeys(turns))


_TURNS = _turns()
"""Every kind of statement in the order of a deal, those of one turn together."""


@lru_cache(maxsize=256)
def _possible(rules: Ruleset, kinds: tuple[type[Spoken], ...]) -> tuple[tuple[Spoken, ...], ...]:
    """Return every statement of *kinds* that may ever be legal, class by class in the order of a
    deal.
    """
    found: list[Spoken] = []
    for turn in _TURNS:
        said: list[Spoken] = []
        for kind in turn:
            if kind in kinds:
                said += kind.possible(rules)
        if turn in _IN_TURN:
            said.sort(key=lambda each: each.seat)
        found += said
    return tuple(tuple(group) for _, group in groupby(found, key=_class_of))


def _class_of(statement: Spoken) -> object:
    """Return what is equal for statements that are refused together (see `OF_ONE`)."""
    if isinstance(statement, Called):
        return statement.seat, statement.claim.category
    if isinstance(statement, PipsSaid | HeadSaid | Exchanged):
        return type(statement), statement.seat
    return statement


def _about_claims(state: DealState, kinds: tuple[type[Spoken], ...]) -> Iterator[Spoken]:
    wanted = [kind for kind in _ABOUT_CLAIMS if kind in kinds]
    if not wanted:
        return
    for called in state.categories.values():
        for seat in state.rules.seats:
            for entry in called.unrefuted(seat):
                for kind in wanted:
                    yield kind(seat, entry.claim)


def legal_next(deal: Deal, kinds: tuple[type[Spoken], ...] = SPOKEN) -> tuple[Spoken, ...]:
    """Return every statement of *kinds* that may follow, suits aside, in the order in which a deal
    goes.

    There is one for each possible length, pips, head, rank and number of cards. Quick counts are
    left to `legal_play`. Once the deal is over, only penalties remain. A correction of an earlier
    statement is always allowed.
    """
    state = deal.state
    if deal.stopped is not None:
        return ()
    found: list[Spoken] = []
    for group in _possible(deal.rules, kinds):
        found += _legal(state, group)
    others: list[Spoken] = []
    if Declined in kinds:
        for seat, category in race_awaits(state):
            if state.categories[category].entries[seat]:
                others.append(Declined(seat, category, more=True))
    others += _about_claims(state, kinds)
    return (*found, *dict.fromkeys(each for each in others if refusal(state, each) is None))


def legal_of(deal: Deal, kind: type[S]) -> tuple[S, ...]:
    """Return every statement of one *kind* that may follow, as `legal_next` does."""
    return cast("tuple[S, ...]", legal_next(deal, (cast("type[Spoken]", kind),)))


def legal_calls(deal: Deal, seat: Seat, category: Category) -> tuple[Called, ...]:
    """Return every call of one seat in one category that may follow, as `legal_next` does."""
    if deal.stopped is not None:
        return ()
    return tuple(_legal(deal.state, _calls_of(deal.rules, seat, category)))


@lru_cache(maxsize=256)
def _calls_of(rules: Ruleset, seat: Seat, category: Category) -> tuple[Called, ...]:
    return tuple(Called(seat, claim) for claim in every_claim(rules, category))


def _legal(state: DealState, group: tuple[S, ...]) -> Iterator[S]:
    """Yield the statements of a *group* that may follow; most refusals are of the whole group."""
    for each in group:
        refused = refusal(state, each)
        if refused is None:
            yield each
        elif refused.rule not in OF_ONE:
            return


def before(rules: Ruleset, log: Log, setting: Setting, position: int) -> Deal:
    """Return the deal before the current statement of *position*, or all of it;
    its log has no corrections.
    """
    earlier: list[Spoken] = []
    for at, statement in effective(log):
        if at == position:
            break
        earlier.append(statement)
    return fold(rules, tuple(earlier), setting).deal


def legal_play(deal: Deal, elder: int | None = None) -> tuple[TricksCounted, ...]:
    """Return every legal quick count, or only those with *elder* tricks for elder.

    Where captured cards count, younger's points would make too many: there is none, and a page asks
    for two numbers.
    """
    state = deal.state
    rules = deal.state.rules
    one_number = allows_quick_count(rules) and rules.trick_count is not TrickCount.CAPTURED_CARDS
    if rules.round_the_table or deal.phase is Phase.AUCTION or not one_number:
        return ()
    found: list[TricksCounted] = []
    for tricks in range(rules.hand + 1) if elder is None else (elder,):
        for last in TWO:
            for play in possible_plays(rules, tricks, last):
                found += _legal_counts(state, TricksCounted(tricks, last, play))
    return tuple(found)


def _legal_counts(state: DealState, bare: TricksCounted) -> list[TricksCounted]:
    """Return *bare* if it is legal; where the order of the tricks decides, the counts that say as
    much of it as the score depends on.
    """
    refused = bare.refuse(state)
    if refused is None:
        return [bare]
    return counts_by_first(state, bare) if refused.rule is Rule.SAY_FIRST else []
