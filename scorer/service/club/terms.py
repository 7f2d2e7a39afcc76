"""The terms of a season: the ruleset they hold, and what they may not say."""

from __future__ import annotations

import json
from functools import lru_cache

from ...ledger.canonical import canonical
from ...ledger.stakes import Doubled, Settled, validate
from ...ledger.terms import TWO, Format, SeasonTerms, TieBreak
from ...rules.frames import terms_named
from ...rules.frames import validate as frame_terms
from ...rules.house import ruleset_from_data
from ...rules.ruleset import Ruleset
from ..opening import NotAllowed, clean_name, sentence

LONGEST_CORRECTION = 24 * 90
"""Hours."""

MOST = 10_000
"""More points, match points or parties than this no term names."""


@lru_cache(maxsize=16)
def _rules(text: str) -> Ruleset:
    return ruleset_from_data(json.loads(text))


def season_rules(terms: SeasonTerms) -> Ruleset:
    """The ruleset of a season."""
    return _rules(canonical(terms.rules))


def refuse_more_than_two(terms: SeasonTerms) -> None:
    """
    Refuse a partie between two in a season in which more play together.

    Raises:
        NotAllowed: they do.
    """
    if terms.frame_name != TWO:
        raise NotAllowed(
            f"In this season more than two play together, a {terms.frame_name}: "
            "what counts is their card, and everybody on it signs it."
        )


def checked(terms: SeasonTerms) -> SeasonTerms:
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
    if terms.frame != TWO:
        _check_frame(terms)
    elif season_rules(terms).players != 2:
        raise NotAllowed("Two at a table play by rules for two: choose such rules, or that all play together.")
    if terms.stakes is not None:
        by_the_partie = season_rules(terms).pays_parties
        if terms.frame == TWO and terms.stakes.parties != by_the_partie:
            raise NotAllowed(_STAKES_OF[by_the_partie])
        try:
            validate(terms.stakes)
        except ValueError as error:
            raise NotAllowed(f"Stakes: {error}.") from None
    return terms


_STAKES_OF = {
    True: "Stakes: these rules pay by the partie, so the stake is so much a partie.",
    False: "Stakes: these rules pay points, so the stake is so much a point or a hundred.",
}

OF_COMPANIES = (TieBreak.POINTS, TieBreak.WON, TieBreak.FEWER_PARTIES)
"""What usually decides places where companies play: the balance, then who won more parties, then who needed fewer."""

TOLD_OF_COMPANIES = {*OF_COMPANIES, TieBreak.POINTS_WON, TieBreak.AVERAGE}
"""What the card of a company tells; the rest is of parties between two."""


def _check_frame(terms: SeasonTerms) -> None:
    """Refuse a frame that cannot be played, or terms that it has no use for."""
    try:
        frame_terms(terms_named(terms.frame), season_rules(terms))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    if terms.format is not Format.OPEN:
        raise NotAllowed(f"Nobody is drawn against anybody for a {terms.frame_name}: let the season be open.")
    other = [each.value for each in terms.order if each not in TOLD_OF_COMPANIES]
    if other:
        raise NotAllowed(f"The card of a {terms.frame_name} does not tell {' or '.join(other)}, to decide places by.")
    if terms.stakes is not None and terms.stakes.settled is Settled.AT_CLOSE:
        raise NotAllowed("Stakes: the card of a company is paid when it is signed, not between two at the close.")
    if terms.stakes is not None and terms.stakes.doubled is not Doubled.NEVER:
        raise NotAllowed("Stakes: the balance of a company’s card has neither lurch nor Rubicon to be doubled for.")
