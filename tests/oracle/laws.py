"""What each preset plays (`laws.toml`)."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Laws:
    """The rules of one game.

    Attributes:
        sides: who scores: each seat, or two pairs of partners opposite.
        elder: fewest and most cards elder exchanges; `younger` likewise.
        dealer: fewest and most cards the dealer of three exchanges, where nobody else does.
        plain_below: a carte blanche has no rank from this one to the king.
        blank_after_exchange: a carte blanche is found after the exchange, not in the cards dealt.
        rouge_for_younger: it helps younger to a repique, too.
        squared: a point of n cards is worth n times n.
        pips_first: points are compared by pips, which are always said, as heads of sequences are.
        shared: partners count their lesser sequences and sets together, and may not call equal
            points.
        repique: what is needed in hand, and the bonus; `pique` likewise in hand and play.
        spoken_order: a pique is counted in the order of speaking, not class by class.
        any_valid: anything valid of the other side bars both bonuses, whenever it is counted.
        ten_at_seventh: the ten for cards helps to a pique from elder's seventh trick before
            younger's first.
        play: how tricks count: "club", "capture two", "captured tens" or "flat".
        tens_only: a lead or a capture counts only with a ten or better.
        last: points for the last trick beside what it counts as a trick.
        most_tricks: the cards go to whoever wins more tricks than any other, not to more than half.
        capot_on_top: a capot is thirty on top of the cards, not forty in place of them.
        carried: at six tricks each the cards go to the winner of the next deal's.
        weights: how often each deal counts; their number is the number of deals.
        rubicon: the line the loser must reach, and what the winner adds; `bonus` likewise.
        target: points that end a partie at once, instead of a number of deals.
        decider: the target if either side would win the series with this partie.
        lurch: a loser below half the target loses double.
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


ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def read(row: dict[str, Any]) -> Laws:
    """Return the laws that differ from those they are `like` as *row* says."""
    games = ROWS["base"] | ROWS["preset"]
    like = read(games[row["like"]]) if "like" in row else Laws()
    changes: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
    }
    changes.pop("like", None)
    return replace(like, **changes)


PRESETS = {name: read(row) for name, row in ROWS["preset"].items()}
"""What is played under each preset, by its id."""

GAMES = PRESETS | {house: read(row) for house, row in ROWS["house"].items()}
"""The presets, and presets with house rules that are compared too."""
