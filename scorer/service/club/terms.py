"""Check the terms of a season, and read their ruleset."""

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
"""The largest number of points, match points or parties in the terms."""


@lru_cache(maxsize=16)
def _rules(text: str) -> Ruleset:
    return ruleset_from_data(json.loads(text))


def season_rules(terms: SeasonTerms) -> Ruleset:
    return _rules(canonical(terms.rules))


def refuse_more_than_two(terms: SeasonTerms) -> None:
    """
    Refuse a partie for two in a season for more.

    Raises:
        NotAllowed
    """
    if terms.frame_name != TWO:
        raise NotAllowed(
            f"This season is played as a {terms.frame_name}: open a company, whose players all sign its card."
        )


def checked(terms: SeasonTerms) -> SeasonTerms:
    """
    Return the terms if they do not contradict themselves.

    Raises:
        NotAllowed: they do; the message says where.
    """
    clean_name(terms.name)
    if not terms.order:
        raise NotAllowed("Choose at least one tie-break.")
    if len(set(terms.order)) < len(terms.order):
        raise NotAllowed("Choose each tie-break only once.")
    if not terms.loss <= terms.draw <= terms.win:
        raise NotAllowed("A win must give at least as many match points as a draw, and a draw as a loss.")
    if not 0 <= terms.correction_hours <= LONGEST_CORRECTION:
        raise NotAllowed("The correction period must be between 0 hours and 90 days.")
    figures = (terms.loss, terms.win, terms.bye, terms.forfeit_points, terms.provisional)
    if min(figures) < 0 or max(figures) > MOST:
        raise NotAllowed(f"Points, match points and parties must be from 0 to {MOST}.")
    if terms.frame != TWO:
        _check_frame(terms)
    elif season_rules(terms).players != 2:
        raise NotAllowed("Choose rules for two, or a frame in which all play together.")
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
    True: "Stakes: these rules pay by the partie, so the stake must be per partie.",
    False: "Stakes: these rules pay points, so the stake must be per point or per hundred.",
}

OF_COMPANIES = (TieBreak.POINTS, TieBreak.WON, TieBreak.FEWER_PARTIES)
"""The usual tie-breaks of companies: the balance, then parties won, then fewer parties."""

TOLD_OF_COMPANIES = {*OF_COMPANIES, TieBreak.POINTS_WON, TieBreak.AVERAGE}
"""The tie-breaks that a company's card can decide; the others need parties for two."""


def _check_frame(terms: SeasonTerms) -> None:
    """Refuse a frame that cannot be played, or terms that do not apply to it."""
    try:
        frame_terms(terms_named(terms.frame), season_rules(terms))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    if terms.format is not Format.OPEN:
        raise NotAllowed(f"A {terms.frame_name} has no fixtures. Choose an open season.")
    other = [each.value for each in terms.order if each not in TOLD_OF_COMPANIES]
    if other:
        raise NotAllowed(f"A {terms.frame_name} cannot be ranked by {' or '.join(other)}. Choose other tie-breaks.")
    if terms.stakes is not None and terms.stakes.settled is Settled.AT_CLOSE:
        raise NotAllowed("Stakes: a company's card is paid when it is signed. Choose to settle after each partie.")
    if terms.stakes is not None and terms.stakes.doubled is not Doubled.NEVER:
        raise NotAllowed("Stakes: a company's card has neither lurch nor Rubicon. Choose never to double.")
