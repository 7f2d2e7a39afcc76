"""What each preset plays: one row a preset, which says how it differs from another."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Laws:
    """
    The rules of one game.

    Attributes:
        seats: hands that are dealt.
        sides: who scores: each seat, or two pairs of partners opposite.
        lowest: the lowest rank in the pack, from 6 to ace 14.
        elder: fewest and most cards elder exchanges; `younger` likewise.
        dealer: fewest and most cards the dealer of three exchanges, where nobody else does.
        plain_below: a carte blanche has no rank from this one to the king.
        blank_after_exchange: a carte blanche is found after the exchange, not in the cards dealt.
        rouge: points for a carte rouge, 0 if it is not played.
        rouge_for_younger: it helps younger to a repique, too.
        squared: a point of n cards is worth n times n.
        point_cards: fewest cards of a point; `point_pips` likewise.
        pips_first: points are compared by pips, which are always said, as heads of sequences are.
        shared: partners count their lesser sequences and sets together, and may not call equal points.
        repique: what is needed in hand, and the bonus; `pique` likewise in hand and play.
        spoken_order: a pique is counted in the order of speaking, not class by class.
        any_valid: anything valid of the other side bars both bonuses, whenever it is counted.
        ten_at_seventh: the ten for cards helps to a pique from elder's seventh trick before younger's first.
        play: how tricks count: "club", "capture two", "captured tens" or "flat".
        tens_only: a lead or a capture counts only with a ten or better.
        last: points for the last trick beside what it counts as a trick.
        most_tricks: the cards go to whoever wins more tricks than any other, not to more than half.
        capot_on_top: a capot is thirty on top of the cards, not forty in place of them.
        carried: at six tricks each the cards go to the winner of the next deal's.
        auction: tricks are bid for.
        weights: how often each deal counts; their number is the number of deals.
        tie_deals: extra deals if the totals are level.
        rubicon: the line the loser must reach, and what the winner adds; `bonus` likewise.
        concedes: the last deal may be conceded.
        target: points that end a partie at once, instead of a number of deals.
        decider: the target if either side would win the series with this partie.
        lurch: a loser below half the target loses double.
        parties: parties that win the series.
    """

    seats: int = 2
    sides: int = 2
    lowest: int = 7
    hand: int = 12
    elder: tuple[int, int] = (1, 5)
    younger: tuple[int, int] = (1, 12)
    dealer: tuple[int, int] = (0, 0)
    blank: int = 10
    plain_below: int = 11
    blank_after_exchange: bool = False
    rouge: int = 0
    rouge_for_younger: bool = True
    squared: bool = False
    point_cards: int = 0
    point_pips: int = 0
    pips_first: bool = False
    shared: bool = False
    repique: tuple[int, int] = (30, 60)
    pique: tuple[int, int] = (30, 30)
    spoken_order: bool = False
    any_valid: bool = False
    ten_at_seventh: bool = False
    play: str = "club"
    tens_only: bool = False
    last: int = 1
    most_tricks: bool = False
    capot_on_top: bool = False
    carried: bool = False
    auction: bool = False
    weights: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
    tie_deals: int = 2
    rubicon: int = 100
    bonus: int = 100
    concedes: bool = False
    target: int = 0
    decider: int = 0
    lurch: bool = False
    parties: int = 1
    by_point: bool = False

    @property
    def talon(self) -> int:
        """Cards left over after the deal."""
        return 4 * (15 - self.lowest) - self.seats * self.hand


def race(laws: Laws, target: int = 100) -> Laws:
    """*laws*, but the first to *target* wins."""
    return replace(laws, weights=(), tie_deals=0, rubicon=0, bonus=0, concedes=False, target=target)


RUBICON = Laws()
TO_A_HUNDRED = race(RUBICON)

PORTLAND = replace(RUBICON, concedes=True)
WIKIPEDIA = replace(RUBICON, point_cards=4, spoken_order=True, ten_at_seventh=True, capot_on_top=True)
CARD_GAME_HEAVEN = replace(RUBICON, younger=(0, 12), play="capture two")
CENT_32 = replace(TO_A_HUNDRED, younger=(0, 12), pips_first=True, tens_only=True, lurch=True, parties=3)
MEYER = replace(
    TO_A_HUNDRED,
    elder=(3, 5),
    younger=(3, 12),
    plain_below=10,
    blank_after_exchange=True,
    squared=True,
    any_valid=True,
    last=3,
    capot_on_top=True,
    carried=True,
    lurch=True,
)

PRESETS = {
    "portland": PORTLAND,
    "modern": replace(RUBICON, younger=(0, 12), spoken_order=True),
    "wikipedia": WIKIPEDIA,
    "card-game-heaven": CARD_GAME_HEAVEN,
    "heaven-100": race(CARD_GAME_HEAVEN),
    "four-deal": replace(PORTLAND, weights=(2, 1, 1, 2)),
    "cent-36": replace(
        TO_A_HUNDRED,
        lowest=6,
        elder=(1, 7),
        point_cards=4,
        ten_at_seventh=True,
        play="captured tens",
        last=0,
        capot_on_top=True,
    ),
    "cent-32": CENT_32,
    "meyer-1888": MEYER,
    "meyer-rubicon": replace(
        MEYER, weights=RUBICON.weights, tie_deals=2, rubicon=100, bonus=100, target=0, lurch=False
    ),
    "french-150": replace(race(RUBICON, 150), pips_first=True, decider=221, lurch=True, parties=2),
    "auction": replace(
        RUBICON,
        elder=(0, 5),
        younger=(0, 12),
        pique=(29, 30),
        play="flat",
        last=0,
        auction=True,
        tie_deals=1,
        rubicon=150,
        bonus=150,
    ),
    "normand": replace(
        TO_A_HUNDRED,
        seats=3,
        sides=3,
        hand=10,
        elder=(0, 0),
        younger=(0, 0),
        dealer=(1, 2),
        pips_first=True,
        repique=(20, 70),
        pique=(20, 40),
        tens_only=True,
        most_tricks=True,
    ),
    "voleur": replace(
        TO_A_HUNDRED,
        seats=4,
        hand=8,
        elder=(0, 0),
        younger=(0, 0),
        blank=0,
        pips_first=True,
        point_pips=30,
        shared=True,
        repique=(20, 70),
        pique=(20, 40),
        any_valid=True,
        tens_only=True,
    ),
}
"""What is played under each preset, by its id."""

HOUSES = {
    "portland carte_rouge=40 carte_rouge_to_thirty=either": replace(PORTLAND, rouge=40),
    "wikipedia carte_rouge=20 carte_rouge_to_thirty=either": replace(WIKIPEDIA, rouge=20),
    "wikipedia carte_rouge=20 carte_rouge_to_thirty=elder": replace(WIKIPEDIA, rouge=20, rouge_for_younger=False),
    "meyer-1888 stakes=per_point": replace(MEYER, by_point=True),
    "heaven-100 stakes=per_point": replace(race(CARD_GAME_HEAVEN), by_point=True),
}
"""House rules that are compared too: a preset and its changes."""

GAMES = PRESETS | HOUSES
