"""
A ruleset: every choice that Piquet's authorities make differently, as data.

Coverage of the table of parameters (P) and of the questions on which the
authorities contradict each other (Q): the field that carries each row, or why
it is refused. Every row has a test named after it.

======================  ================================================================================================
row                     implemented by
======================  ================================================================================================
P deck                  `lowest`: the pack runs down to the seven (32) or the six (36)
P players               `players`; two here, more seats are more values of `BySeat`
P hand                  `hand`
P talon                 `talon`
P elder_min             `elder_exchange_min`
P elder_max             `elder_exchange_max`
P younger_min           `younger_exchange_min`
P younger_max           `younger_exchange_max`, None for all that elder left
P peek_elder            `elder_peek`; scores nothing, said on the rules page
P peek_younger          `younger_peek`; scores nothing, said on the rules page
P cb_value              `carte_blanche`
P cb_blank_of           `carte_blanche_blank_of`
P cb_when               `carte_blanche_when`
P cb_both               `carte_blanche_both`
P point_compare         `point_compare`
P point_value           `point_value`
P point_min             `point_min`
P point_ask             `point_pips`
P tie_point             `point_tie`
P tie_seq               `sequence_tie`
P seq_table             `sequence_points`
P set_table             `trio_points`, `quatorze_points`
P set_min_rank          `set_min_rank`
P losers_in_class       `losers_in_class`
P carte_rouge           `carte_rouge`, `carte_rouge_to_thirty`
P order                 `order`
P rp_order_basis        `repique_blocked_by`: its two values are the two bases
P rp_blocked_by         `repique_blocked_by`
P rp_bonus              `repique_bonus`, `repique_threshold`
P p_order_basis         `pique_order`, `pique_blocked_by`
P p_bonus               `pique_bonus`
P p_threshold           `pique_threshold`
P p_seat                `pique_seat`
P cards10_to_p          `cards_to_pique`
P capot_to_p            `capot_to_pique`
P lasttrick_to_p        `last_to_pique`
P trick_mode            `trick_count`; LW10 is the club count with `trick_min_rank` ten; AUC comes with the auction
P trick_min_rank        `trick_min_rank`
P last_bonus            `last_points`
P cards_value           `cards_points`
P cards_basis           `cards_basis`
P cards_tie             `cards_tie`
P capot_value           `capot_points`, `capot_form`
P end_mode              `ends`
P deals                 `deals`
P deal_weights          `deal_weights`
P target                `target`, `decider_target`
P near_target_order     `target_order`
P stop_rule             `stop_rule`
P tie_break             `tie_deals`
P rubicon               `rubicon`
P partie_bonus          `partie_bonus`
P rubicon_mode          `rubicon_mode`
P lurch                 `lurch`
P match                 `parties_to_win`
P first_dealer          `first_dealer`; scores nothing, asked when a partie is opened
P stakes                `stakes`, `stake_rounding`
P penalties             `penalties`
P show_duty             `show_duty`; scores nothing, said on the rules page
Q 1                     `pique_order`
Q 2                     `cards_to_pique`
Q 3                     `capot_to_pique`, no in every preset
Q 4                     `last_to_pique`
Q 5                     `equality_blocks`
Q 6                     `repique_blocked_by`
Q 7                     `barred_blocks`
Q 8                     refused: what was sunk was never said, so nothing in the log can bar; a ruling is the director's
Q 9                     `pique_threshold`, `repique_threshold`
Q 10                    the bonus is a line of its own; "sixty" and "ninety" are how its sentence speaks
Q 11                    `pique_seat`, elder in every preset
Q 12                    pique and capot are separate lines and stand together
Q 13                    `point_value`
Q 14                    `point_min`
Q 15                    `point_value`
Q 16                    `point_compare`
Q 17                    `point_pips`
Q 18                    `sequence_tie`
Q 19                    `losers_in_class`
Q 20                    `sequence_points`; a quint of five points is the misprint it is called there
Q 21                    `set_min_rank`
Q 22                    `carte_blanche_blank_of`, `carte_blanche_when`
Q 23                    `carte_blanche_when`
Q 24                    `carte_blanche_both`
Q 25                    `carte_blanche_told`
Q 26                    `carte_rouge`, `carte_rouge_to_thirty`
Q 27                    `nought`
Q 28                    `younger_exchange_min`
Q 29                    `elder_exchange_min`, `younger_exchange_min`
Q 30                    `elder_exchange_max`
Q 31                    `trick_count`
Q 32                    `first_lead`
Q 33                    `trick_min_rank`
Q 34                    `trick_count`
Q 35                    `last_points`
Q 36                    `last_points` for the one reading, `cards_basis` with a flat `trick_count` for the other
Q 37                    `cards_tie`
Q 38                    `capot_form`
Q 39                    `tie_deals`
Q 40                    `rubicon` is held against the total of every deal played, extra deals too
Q 41                    `deals`, `deal_weights`
Q 42                    `rubicon_mode`
Q 43                    `target`
Q 44                    `target_order`, `stop_rule`
Q 45                    `lurch`
Q 46                    `first_dealer`
Q 47                    not of one partie but of a chouette: the rounding among `ChouetteTerms`
Q 48                    `stakes`, `stake_rounding`
Q 49                    `concession`
Q 50                    the statement `ReckonedNothing`, which the opponent may waive
Q 51                    the statement `PlayedShort`
Q 52                    `penalties`, with the statements `FoundFalse`, `ReckonedNothing` and `Waived`
Q 53                    `omission`
Q 54                    `edit_window`; scores nothing, it is the book's clock
Q 55                    refused here: Law 74 is for two written records; the kernel has one log, the disputes desk two
======================  ================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from . import options as o
from .cards import Card, Rank, pack, ranks
from .claims import Category


def rule(meaning: str, unit: str = "") -> Any:
    """A field of the ruleset, with what it means and the unit of its value."""
    return field(metadata={"meaning": meaning, "unit": unit})


@dataclass(frozen=True)
class Ruleset:
    """
    Everything that a partie of Piquet is scored by.

    Every field has a value and, in `sources`, the place it comes from; a value
    that no source gives says "unsourced". `scorer.rules.house` makes a ruleset
    from another and refuses one that contradicts itself.
    """

    id: str
    title: str
    sources: Mapping[str, str] = field(hash=False)

    players: int = rule("players at the table")
    lowest: Rank = rule("lowest rank of the pack")
    hand: int = rule("cards dealt to each", "cards")
    talon: int = rule("cards left in the talon", "cards")
    elder_exchange_min: int = rule("fewest cards elder may exchange", "cards")
    elder_exchange_max: int = rule("most cards elder may exchange", "cards")
    younger_exchange_min: int = rule("fewest cards younger may exchange", "cards")
    younger_exchange_max: int | None = rule("a limit on younger's exchange beside what elder left", "cards")
    elder_peek: o.Peek = rule("talon cards elder leaves")
    younger_peek: o.Peek = rule("talon cards younger leaves")
    discard_consulted: bool = rule("a player may look at his own discard at any time")
    first_dealer: o.FirstDealer = rule("who deals first")
    carte_blanche: int = rule("carte blanche", "points")
    carte_blanche_blank_of: o.BlankOf = rule("a carte blanche is a hand with")
    carte_blanche_when: o.CarteBlancheWhen = rule("a carte blanche is found in the hand")
    carte_blanche_both: o.CarteBlancheBoth = rule("two cartes blanches in one deal")
    carte_blanche_told: o.CarteBlancheTold = rule("a carte blanche is told")
    carte_rouge: int = rule("carte rouge, every card having scored; 0: not played", "points")
    carte_rouge_to_thirty: o.CarteRougeThirty = rule("the thirty that a carte rouge helps to make")
    point_compare: o.PointCompare = rule("the better point has")
    point_value: o.PointValue = rule("a good point of n cards scores")
    point_min: int = rule("fewest cards in a point", "cards")
    point_pips: o.Stated = rule("the pips of a point are said")
    point_tie: o.TiePoint = rule("an equal point scores for")
    nought: bool = rule("an empty suit counts as a point (5) and a sequence (10) of nought, fifty and a half")
    sequence_points: tuple[int, ...] = rule("sequences of three cards, four, and so on", "points")
    sequence_tie: o.TieSequence = rule("when the best sequences are equal")
    sequence_heads: o.Stated = rule("the head of a sequence is said")
    trio_points: int = rule("a trio", "points")
    quatorze_points: int = rule("a quatorze", "points")
    set_min_rank: Rank = rule("lowest rank that makes a set")
    losers_in_class: o.LosersInClass = rule("the holder of the worse best sequence or set")
    order: tuple[Category, ...] = rule("the order of reckoning")
    repique_threshold: int = rule("in hand alone, makes a repique", "points")
    repique_bonus: int = rule("a repique", "points")
    repique_blocked_by: o.BlockedBy = rule("a repique is barred by")
    pique_threshold: int = rule("in hand and play, makes a pique", "points")
    pique_bonus: int = rule("a pique", "points")
    pique_order: o.Order = rule("points are taken for a pique")
    pique_blocked_by: o.BlockedBy = rule("a pique is barred by")
    pique_seat: o.PiqueSeat = rule("a pique is made by")
    equality_blocks: bool = rule("an equal call bars the bonuses")
    barred_blocks: bool = rule("a holding that may not score still bars the bonuses")
    cards_to_pique: o.CardsToPique = rule("the ten for the cards helps to a pique")
    capot_to_pique: bool = rule("a capot helps to a pique")
    last_to_pique: bool = rule("the last trick's extra point helps to a pique")
    trick_count: o.TrickCount = rule("the play scores")
    trick_min_rank: Rank = rule("lowest rank that scores in play")
    first_lead: o.FirstLead = rule("elder's first lead, where captures score two")
    last_points: int = rule("more for the last trick", "points")
    cards_points: int = rule("the cards", "points")
    cards_basis: o.CardsBasis = rule("the cards go to")
    cards_tie: o.CardsTie = rule("at six tricks each the cards go")
    capot_points: int = rule("a capot, in all", "points")
    capot_form: o.CapotForm = rule("a capot is written")
    ends: o.Ends = rule("the partie ends after")
    deals: int | None = rule("deals in a partie", "deals")
    deal_weights: tuple[int, ...] = rule("how often each deal counts; extra deals once")
    tie_deals: int = rule("extra deals when level, after which it is drawn", "deals")
    rubicon: int | None = rule("the Rubicon; reaching it exactly is safe", "points")
    rubicon_mode: o.RubiconMode = rule("when the loser has not crossed")
    partie_bonus: int = rule("added to the settlement for the partie", "points")
    concession: bool = rule("the last deal may be conceded before play, for thirteen and the cards")
    target: int | None = rule("points that win a partie", "points")
    decider_target: int | None = rule("points that win the last possible partie of a series", "points")
    target_order: o.Order = rule("near the target points are taken")
    stop_rule: o.StopRule = rule("a partie to a target stops")
    lurch: bool = rule("a loser under half the target (rounded up) loses double")
    parties_to_win: int = rule("parties that win the series", "parties")
    penalties: o.Penalties = rule("a false claim not corrected in time")
    unproved_denial: o.UnprovedDenial = rule("a 'not good' with nothing better called scores for")
    omission: o.Omission = rule("what was not reckoned is lost")
    show_duty: o.ShowDuty = rule("what was allowed good or equal is shown")
    edit_window: o.EditWindow = rule("a mistake in counting may be put right")
    stakes: o.Stakes = rule("the settlement is paid")
    stake_rounding: int = rule("odd points below this are dropped; 0: none are", "points")

    def source(self, name: str) -> str:
        """Where the value of the field *name* comes from."""
        return self.sources[name]

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of a suit, low to high."""
        return ranks(self.lowest)

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Every card of the pack."""
        return pack(self.lowest)

    @cached_property
    def counts_every_card(self) -> bool:
        """Whether a card of any rank scores in play."""
        return self.trick_min_rank <= self.lowest and self.trick_count is not o.TrickCount.CAPTURED_CARDS

    @cached_property
    def pips_of_length(self) -> Mapping[int, range]:
        """The totals that so many cards of a suit can make, length by length, lowest to highest."""
        values = sorted(rank.pips for rank in self.ranks)
        return {n: range(sum(values[:n]), sum(values[-n:]) + 1) for n in range(1, len(values) + 1)}

    def possible_pips(self, length: int) -> tuple[int, ...]:
        """
        Exactly the pips that *length* cards of one suit can make, low to high.

        Contiguous for every length of the 32-card and of the 36-card pack,
        which a test proves by trying every holding; so the range is exact.
        """
        return tuple(self.pips_of_length.get(length, ()))

    def carries_set(self, rank: Rank) -> bool:
        """Whether three or four of *rank* make a set."""
        return rank >= self.set_min_rank


RULE_FIELDS = tuple(f for f in fields(Ruleset) if "meaning" in f.metadata)
"""The fields that carry a rule, in the order in which the rules are read."""

SECTIONS: Mapping[str, str] = {
    "players": "The pack and the deal",
    "carte_blanche": "Carte blanche and carte rouge",
    "point_compare": "The point",
    "sequence_points": "Sequences and sets",
    "order": "Order of reckoning, repique, pique",
    "trick_count": "The play",
    "ends": "The partie",
    "penalties": "Disputes and money",
}
"""The heading that stands before a field, by the name of the field."""
