"""What may be said next, exactly what a page may offer:
every candidate is asked whether it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, takewhile
from operator import attrgetter
from typing import TypeVar, cast

from .calls import AboutClaim
from .claims import Category
from .deal import Deal, Phase, fold, refusal
from .deal_state import DealState, Setting
from .play import allows_quick_count, possible_plays, possible_splits
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


@lru_cache(maxsize=256)
def _possible(rules: Ruleset, kinds: tuple[type[Spoken], ...]) -> tuple[tuple[Spoken, ...], ...]:
    """Return every statement of *kinds* that may ever be legal, in the order of a deal;
    a class is together.
    """
    found: list[Spoken] = []
    for turn in dict.fromkeys(
        next((turn for turn in _IN_TURN if kind in turn), (kind,)) for kind in SPOKEN
    ):
        together = [
            statement for kind in turn if kind in kinds for statement in kind.possible(rules)
        ]
        found += sorted(together, key=attrgetter("seat")) if turn in _IN_TURN else together
    return tuple(tuple(group) for _, group in groupby(found, key=_class_of))


def _class_of(statement: Spoken) -> object:
    if isinstance(statement, Called):
        return statement.seat, statement.claim.category
    return (
        (type(statement), statement.seat)
        if isinstance(statement, PipsSaid | HeadSaid | Exchanged)
        else statement
    )


def _about_claims(state: DealState, kinds: tuple[type[Spoken], ...]) -> Iterator[Spoken]:
    wanted = [kind for kind in _ABOUT_CLAIMS if kind in kinds]
    for called in state.categories.values() if wanted else ():
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
    no_more = (
        Declined(seat, category, more=True)
        for seat, category in (race_awaits(state) if Declined in kinds else ())
        if state.categories[category].entries[seat]
    )
    found = [each for group in _possible(deal.rules, kinds) for each in _legal(state, group)]
    others = (*no_more, *_about_claims(state, kinds))
    return (*found, *dict.fromkeys(each for each in others if refusal(state, each) is None))


def legal_of(deal: Deal, kind: type[S]) -> tuple[S, ...]:
    """Return every statement of one *kind* that may follow, as `legal_next` does."""
    return cast("tuple[S, ...]", legal_next(deal, (cast("type[Spoken]", kind),)))


def legal_calls(deal: Deal, seat: Seat, category: Category) -> tuple[Called, ...]:
    """Return every call of one seat in one category that may follow, as `legal_next` does."""
    return (
        ()
        if deal.stopped is not None
        else tuple(_legal(deal.state, _calls_of(deal.rules, seat, category)))
    )


@lru_cache(maxsize=256)
def _calls_of(rules: Ruleset, seat: Seat, category: Category) -> tuple[Called, ...]:
    return tuple(
        each
        for each in Called.possible(rules)
        if each.seat is seat and each.claim.category is category
    )


def _legal(state: DealState, group: tuple[S, ...]) -> Iterator[S]:
    plain = (
        not state.rules.round_the_table and not state.rules.auction
    )  # then `refusal` asks nothing else
    for each in group:
        refused = each.refuse(state) if plain else refusal(state, each)
        if refused is None:
            yield each
        elif refused.rule not in OF_ONE:
            return


def before(rules: Ruleset, log: Log, setting: Setting, position: int) -> Deal:
    """Return the deal before the current statement of *position*, or all of it;
    its log has no corrections.
    """
    earlier = takewhile(lambda each: each[0] != position, effective(log))
    return fold(rules, tuple(statement for _, statement in earlier), setting).deal


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
    found = []
    for tricks in range(rules.hand + 1) if elder is None else (elder,):
        for last in TWO:
            for play in possible_plays(rules, tricks, last):
                bare = TricksCounted(tricks, last, play)
                refused = bare.refuse(state)
                if refused is None:
                    found.append(bare)
                elif refused.rule is Rule.SAY_FIRST:
                    firsts = sorted({split.first for split in possible_splits(rules, bare)})
                    ordered = (TricksCounted(tricks, last, play, first) for first in firsts)
                    found += [said for said in ordered if said.refuse(state) is None]
    return tuple(found)
