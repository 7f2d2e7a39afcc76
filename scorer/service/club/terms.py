"""The terms of a season: the ruleset they hold, and what they may not say."""

from __future__ import annotations

import json
from functools import lru_cache

from ...ledger.plain import canonical
from ...ledger.stakes import validate
from ...ledger.terms import Terms
from ...rules.house import ruleset_from_data
from ...rules.ruleset import Ruleset
from ..opening import NotAllowed, clean_name

LONGEST_CORRECTION = 24 * 90
"""Hours."""

MOST = 10_000
"""More points, match points or parties than this no term names."""


@lru_cache(maxsize=16)
def _rules(text: str) -> Ruleset:
    return ruleset_from_data(json.loads(text))


def season_rules(terms: Terms) -> Ruleset:
    """The ruleset of a season."""
    return _rules(canonical(terms.rules))


def checked(terms: Terms) -> Terms:
    """
    The terms, if they do not contradict themselves.

    Raises:
        NotAllowed: they do; the message says where.
    """
    clean_name(terms.name)
    if not terms.order:
        raise NotAllowed("Choose at least one thing that decides places.")
    if len(set(terms.order)) < len(terms.order):
        raise NotAllowed("Each thing decides places once.")
    if not terms.loss <= terms.draw <= terms.win:
        raise NotAllowed("A partie won gives at least as many match points as one drawn, and that as one lost.")
    if not 0 <= terms.correction_hours <= LONGEST_CORRECTION:
        raise NotAllowed("The correction period is between 0 hours and 90 days.")
    figures = (terms.loss, terms.win, terms.bye, terms.forfeit_points, terms.provisional)
    if min(figures) < 0 or max(figures) > MOST:
        raise NotAllowed(f"Points, match points and parties are numbers from 0 to {MOST}.")
    if terms.stakes is not None:
        try:
            validate(terms.stakes)
        except ValueError as error:
            raise NotAllowed(f"Stakes: {error}.") from None
    return terms
