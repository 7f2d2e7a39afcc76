"""
What may be said next: the statements that a page may offer, and no others.

Every candidate is put to the same function that `fold` asks, so that nothing
here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile, islice, takewhile

from .deal import Deal, fold, refusal
from .grammar import AboutClaim
from .ruleset import Ruleset
from .scoring import race_awaits
from .short_way import legal_counts
from .statements import (
    SPOKEN,
    Answered,
    Asked,
    Called,
    CarteRougeShown,
    Declined,
    Doubled,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    Redoubled,
    Spoken,
    Statement,
    TricksCounted,
    effective,
    seat_of,
)
from .table import Setting, Table

REPLIES = (Asked, PipsSaid, HeadSaid, Answered)
"""What is said about a call that is pending."""

_ABOUT_CLAIMS = tuple(kind for kind in SPOKEN if issubclass(kind, AboutClaim))

_IN_TURN: tuple[tuple[type[Spoken], ...], ...] = ((Passed, Doubled, Redoubled), (Called, Declined, CarteRougeShown))
"""What a seat says in its turn: all of elder's comes before younger's."""


@lru_cache(maxsize=64)
def _possible(rules: Ruleset) -> tuple[Spoken, ...]:
    """Return every statement that could be legal at some time whatever was claimed, in the order of a deal."""
    found: list[Spoken] = []
    for turn in dict.fromkeys(next((turn for turn in _IN_TURN if kind in turn), (kind,)) for kind in SPOKEN):
        together = [statement for kind in turn for statement in kind.possible(rules)]
        found += sorted(together, key=seat_of) if turn in _IN_TURN else together
    return tuple(found)


def _about_claims(table: Table) -> Iterator[Spoken]:
    """Yield the corrections and findings that the claims made so far allow."""
    for state in table.categories.values():
        for seat in table.rules.seats:
            for entry in state.standing(seat):
                for kind in _ABOUT_CLAIMS:
                    yield kind(seat, entry.claim)


def legal_next(deal: Deal) -> tuple[Spoken, ...]:
    """
    Every statement that may follow, suits aside, in the order in which a deal goes.

    The play said the short way is left to `legal_play`, which has many; a
    suit may be added to any claim; a strike of any earlier statement is
    always allowed.

    Args:
        deal: the deal as far as it goes.

    Returns:
        Concrete statements: each length, and each of the pips or heads that
        length can have; each rank that counts; each number of cards that may
        be exchanged. Once the deal is over, what is left are penalties.
    """
    table = deal.table
    if deal.stopped is not None:
        return ()
    no_more = (
        Declined(seat, category, more=True)
        for seat, category in race_awaits(table)
        if table.categories[category].entries[seat]
    )
    candidates = (*_possible(deal.rules), *no_more, *_about_claims(table))
    return tuple(dict.fromkeys(statement for statement in candidates if refusal(table, statement) is None))


def before(rules: Ruleset, log: Log, setting: Setting, position: int) -> Deal:
    """
    Return the deal of *log* as it was before what stands at *position* was said: all of it, if nothing stands there.

    Its own log holds no corrections any more, so that positions in it are others.
    """
    earlier = takewhile(lambda each: each[0] != position, effective(log))
    return fold(rules, tuple(statement for _, statement in earlier), setting).deal


def may_stand(rules: Ruleset, log: Log, setting: Setting, position: int) -> tuple[Statement, ...]:
    """
    Return every statement that may stand at *position* instead of what does, or be inserted before it.

    These are calls, answers, counts and penalties: whatever could have been
    recorded there. What was said after it may have to change with it.

    Args:
        rules: the ruleset of the partie.
        log: the log of the deal with its corrections, in which what comes
            after the place need not fit any more.
        setting: what the deal must know of its partie.
        position: one that `effective` gives; any other is the end of the deal.
    """
    earlier = before(rules, log, setting, position)
    return (*legal_next(earlier), *legal_play(earlier))


def replies_after(log: Log, position: int) -> tuple[int, ...]:
    """
    Return the positions of the questions, details and answers that directly follow what stands at *position*.

    Those after a call are about it, its answer corrected at once among them
    (Law 51), and go when it is removed.
    """
    following = dropwhile(lambda each: each[0] != position, effective(log))
    return tuple(place for place, _ in takewhile(lambda each: isinstance(each[1], REPLIES), islice(following, 1, None)))


def legal_play(deal: Deal, elder: int | None = None) -> tuple[TricksCounted, ...]:
    """
    Every way in which the whole play can now be said in one statement; see `short_way.legal_counts`.

    Args:
        deal: the deal as far as it goes.
        elder: the tricks elder won, if only those ways are wanted.
    """
    return legal_counts(deal.table, elder) if deal.rules.players == 2 else ()
