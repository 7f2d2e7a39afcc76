"""The rules for three and for four that the checker is tried under: whole packs, and small ones."""

from dataclasses import replace

from scorer.rules.cards import Rank
from scorer.rules.house_rules import house_rules
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from tests.rows import beside

NORMAND, VOLEUR = PRESETS["normand"], PRESETS["voleur"]

ROUND: dict[str, Ruleset] = {"normand": NORMAND, "voleur": VOLEUR} | {
    name: house_rules(PRESETS[base], changes)
    for base, tables in beside(__file__).items()
    for name, changes in tables.items()
}
"""Whole packs, under the presets and under house rules that change much."""


def small(base: Ruleset, lowest: Rank, hand: int, talon: int) -> Ruleset:
    """*base* with a small pack, of which the dealer exchanges as many as there are left over, or fewer."""
    most = min(base.dealer_exchange_max, talon)
    return replace(
        base,
        lowest=lowest,
        hand=hand,
        talon=talon,
        dealer_exchange_min=min(1, most),
        dealer_exchange_max=most,
        sequence_points=tuple(range(3, 16 - lowest)),
        set_min_rank=lowest,
        point_min_pips=0,
    )


SMALL: dict[str, Ruleset] = {
    "three of four": small(NORMAND, Rank.QUEEN, 4, 0),
    "three of three, three left": small(NORMAND, Rank.QUEEN, 3, 3),
    "three of three, rouge": replace(small(NORMAND, Rank.QUEEN, 3, 3), carte_rouge=20),
    "four of three": small(VOLEUR, Rank.QUEEN, 3, 0),
    "four of three, holder": replace(small(ROUND["four, holder"], Rank.QUEEN, 3, 0), point_min=2),
    "three of three, losers": small(ROUND["three, losers"], Rank.QUEEN, 3, 3),
}
"""Twelve cards."""

SIXTEEN: dict[str, Ruleset] = {
    "three of five": small(NORMAND, Rank.KNAVE, 5, 1),
    "four of four": small(VOLEUR, Rank.KNAVE, 4, 0),
}
"""Sixteen cards."""
