"""
House rules: a ruleset with named changes, how it is written in one line, and what makes it contradict itself.

>>> from scorer.rules.presets import PORTLAND
>>> ours = house_rules(PORTLAND, {"carte_rouge": 20, "pique_order": "chronological"})
>>> ours.carte_rouge, ours.source("carte_rouge"), ours.source("rubicon")
(20, 'house rule', 'Law 73')
>>> house_rules(PORTLAND, {"carte_blanche_both": "annul"})
Traceback (most recent call last):
...
scorer.rules.errors.ContradictoryRules: two cartes blanches cannot occur: the pack has only 20 cards that are blank

>>> ours = rules_named("portland point_min=4 carte_rouge=20")
>>> ours.point_min, ours.rubicon, name_of(ours)
(4, 100, 'portland carte_rouge=20 point_min=4')
>>> [(each.meaning, each.value, each.before, each.also) for each in differences(ours, rules_named("portland"))][1]
('fewest cards in a point', '4 cards', '0 cards', ('wikipedia', 'cent-36'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import ruleset as o
from .cards import Rank
from .claims import Category
from .errors import ContradictoryRules
from .presets import DEFAULT, PRESETS
from .ruleset import RULE_FIELDS, TYPES, Ruleset, read_pairs, value_from_data, value_from_text, value_to_data, written
from .words import number_words, value_words

HOUSE = "house rule"
"""The source of a value that a club chose."""


def ruleset_to_data(rules: Ruleset) -> dict[str, Any]:
    """Return the whole ruleset as plain data with its sources, as a partie stores it."""
    values = {f.name: value_to_data(getattr(rules, f.name)) for f in RULE_FIELDS}
    return {"id": rules.id, "title": rules.title, "values": values, "sources": dict(rules.sources)}


def ruleset_from_data(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `ruleset_to_data` wrote; `ValueError` or `ContradictoryRules` if it did not."""
    values = {name: value_from_data(name, value) for name, value in data["values"].items()}
    sources = dict(data["sources"])
    missing = [name for name in TYPES if name not in values or name not in sources]
    if missing:
        raise ValueError(f"these rules are missing: {', '.join(missing)}")
    rules = Ruleset(id=data["id"], title=data["title"], sources=sources, **values)
    validate(rules)
    return rules


def house_rules(base: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """
    Return *base* with *changes*, plain data by field; what differs has the source "house rule".

    `ValueError` says which field or value there is not, `ContradictoryRules` why the rules cannot all hold.
    """
    if not changes:
        return base
    values = {f.name: getattr(base, f.name) for f in RULE_FIELDS}
    values |= {name: value_from_data(name, data) for name, data in changes.items()}
    changed = [name for name in changes if values[name] != getattr(base, name)]
    sources = dict(base.sources) | dict.fromkeys(changed, HOUSE)
    rules = Ruleset(id=base.id, title=base.title, sources=sources, **values)
    validate(rules)
    return rules


def changes_from(rules: Ruleset, base: Ruleset) -> dict[str, Any]:
    """Return the fields in which *rules* differ from *base*, as plain data for `house_rules`."""
    return {
        f.name: value_to_data(getattr(rules, f.name))
        for f in RULE_FIELDS
        if getattr(rules, f.name) != getattr(base, f.name)
    }


def validate(rules: Ruleset) -> None:
    """Refuse a ruleset that contradicts itself; the `ContradictoryRules` has every contradiction found."""
    found = [reason for check in _CHECKS for reason in check(rules)]
    if found:
        raise ContradictoryRules("; ".join(found))


def _pack_and_exchange(rules: Ruleset) -> Iterator[str]:
    cards = len(rules.pack)
    if rules.lowest > Rank.SEVEN:
        yield "the pack runs down to the seven or the six"
    if rules.players not in (2, 3, 4):
        yield "Piquet is for two, three or four players; more play a chouette or a pool"
    elif rules.sides not in {2: (2,), 3: (3,), 4: (2,)}[rules.players]:
        yield "two or three players play each alone, four in two sides"
    if rules.players * rules.hand + rules.talon != cards or rules.hand < 1 or rules.talon < 0:
        hands = number_words(max(0, min(rules.players, 4)))
        yield f"{hands} hands of {rules.hand} and a talon of {rules.talon} do not make a pack of {cards}"
    if not 0 <= rules.elder_exchange_min <= rules.elder_exchange_max <= rules.talon:
        yield "elder's exchange must lie between its least and its most, and within the talon"
    most = rules.talon if rules.younger_exchange_max is None else rules.younger_exchange_max
    if not 0 <= rules.younger_exchange_min <= most <= rules.talon:
        yield "younger's exchange must lie between its least and its most, and within the talon"
    if not 0 <= rules.dealer_exchange_min <= rules.dealer_exchange_max <= rules.talon:
        yield "the dealer's exchange must lie between its least and its most, and within the talon"
    if rules.players == 2 and rules.dealer_exchange_max:
        yield "of two players both exchange, not the dealer alone (dealer_exchange_max)"
    if rules.players > 2 and (rules.elder_exchange_max or rules.younger_exchange_max):
        yield "of more than two players the dealer alone exchanges (elder_exchange_max, younger_exchange_max)"


def _blanks(rules: Ruleset) -> Iterator[str]:
    blank = rules.plain_cards
    possible = rules.carte_blanche_both is not o.CarteBlancheBoth.IMPOSSIBLE
    if rules.hand < 1:
        return
    if possible and rules.most_blanks < 2:
        yield f"two cartes blanches cannot occur: the pack has only {blank} cards that are blank"
    if not possible and rules.most_blanks > 1:
        yield f"two cartes blanches can occur: the pack has {blank} cards that are blank, so say whether both score"
    if rules.carte_rouge not in (0, 10, 20, 40, 50):
        yield "a carte rouge is worth 10, 20, 40 or 50, or 0 where it is not played"


def _calls(rules: Ruleset) -> Iterator[str]:
    stated = rules.point_pips is o.Stated.ALWAYS
    if rules.point_compare is o.PointCompare.PIPS and not stated:
        yield "points compared by pips need their pips always said (point_pips)"
    if rules.point_value in (o.PointValue.LESS_ONE_AT_FOUR, o.PointValue.TENTH_OF_PIPS) and not stated:
        yield "points valued by pips need their pips always said (point_pips)"
    if rules.point_min_pips and not stated:
        yield "fewest pips in a point need the pips always said (point_pips)"
    if not 0 <= rules.point_min_pips <= max(rules.pips_of_length[len(rules.ranks)]):
        yield f"a point makes no more than {max(rules.pips_of_length[len(rules.ranks)])} pips"
    if not 0 <= rules.point_min <= len(rules.ranks):
        yield f"a point has no more than {len(rules.ranks)} cards"
    if len(rules.sequence_points) != len(rules.ranks) - 2:
        yield f"a value is needed for each run of three to {len(rules.ranks)} cards"
    if list(rules.sequence_points) != sorted(set(rules.sequence_points)):
        yield "a longer run must score more"
    if not 0 < rules.trio_points < rules.quatorze_points:
        yield "a quatorze must score more than a trio"
    each_once = len(rules.order) == len(Category) == len(set(rules.order))
    if not each_once or rules.order[-2:] != (Category.PLAY, Category.CARDS):
        yield "the order of reckoning has each class in hand once, then the play, then the cards"


def _play_and_bonuses(rules: Ruleset) -> Iterator[str]:
    if min(rules.repique_threshold, rules.pique_threshold) < 1:
        yield "the thirty of a repique or pique must be at least one point"
    if rules.pique_blocked_by is o.BlockedBy.ANYTHING_VALID and rules.pique_order is o.Order.CHRONOLOGICAL:
        yield "where anything valid bars a pique, the order of the calls decides nothing"
    tens_only = rules.trick_min_rank > rules.lowest
    if rules.trick_count is o.TrickCount.LOST:
        yield "tricks lost count in a minus deal alone, by the auction (trick_count)"
    if rules.trick_count is o.TrickCount.CAPTURED_CARDS and rules.trick_min_rank is not Rank.TEN:
        yield "captured cards count from the ten up (trick_min_rank)"
    if tens_only and rules.trick_count not in (o.TrickCount.CLUB, o.TrickCount.CAPTURED_CARDS):
        yield "low cards can count for nothing only where leads or captured cards are counted"
    if rules.first_lead is not o.FirstLead.NO and rules.trick_count is not o.TrickCount.TWO_FOR_CAPTURE:
        yield "the first lead scores apart only where a capture scores two"
    if rules.capot_points < rules.cards_points:
        yield "a capot cannot score less than the cards"
    by_last = rules.cards_basis is o.CardsBasis.LAST_TRICK
    if by_last and rules.cards_tie is o.CardsTie.CARRIED:
        yield "cards that go to the last trick are never tied"
    if by_last and rules.cards_to_pique is not o.CardsToPique.NEVER:
        yield "cards that go to the last trick cannot help to a pique at the seventh"


def _partie(rules: Ruleset) -> Iterator[str]:
    if rules.ends is o.Ends.DEALS:
        if rules.deals is None or rules.deals < 1 or len(rules.deal_weights) != rules.deals:
            yield "a partie of deals needs their number and a weight for each"
        if rules.target is not None or rules.decider_target is not None or rules.lurch:
            yield "a target and a lurch belong to a partie that ends at a number of points"
        if rules.parties_to_win != 1:
            yield "a series of parties belongs to parties that end at a number of points"
        if rules.tie_deals < 0:
            yield "extra deals cannot be fewer than none"
        if rules.pays_parties:
            yield "a partie that ends after deals pays its points (stakes=per_point)"
        return
    if rules.target is None or rules.target < 1:
        yield "a partie that ends at a number of points needs that number (target)"
    if rules.deals is not None or rules.deal_weights or rules.tie_deals:
        yield "deals, their weights and extra deals belong to a partie that ends after deals"
    if rules.rubicon is not None or rules.partie_bonus or rules.concession:
        yield "the Rubicon, its bonus and the concession belong to a partie that ends after deals"
    if rules.parties_to_win < 1:
        yield "a series is won by at least one partie"
    if not rules.pays_parties and (rules.parties_to_win != 1 or rules.players != 2):
        yield "a series, or a partie of more than two, is paid by the partie (stakes=per_partie)"
    if rules.decider_target is not None and (rules.parties_to_win == 1 or rules.decider_target < 1):
        yield "a decider belongs to a series of parties, and needs a number of points"


def _amounts(rules: Ruleset) -> Iterator[str]:
    bonuses = ("carte_blanche", "repique_bonus", "pique_bonus", "partie_bonus")
    for name in (*bonuses, "last_points", "cards_points", "contract_points"):
        if getattr(rules, name) < 0:
            yield f"{name} cannot be negative"
    if rules.stake_rounding < 0:
        yield "stake_rounding cannot be negative"
    if rules.stake_rounding and rules.pays_parties:
        yield "odd points are dropped only where points are paid (stake_rounding)"
    if any(weight < 1 for weight in rules.deal_weights):
        yield "every deal counts at least once (deal_weights)"
    if rules.rubicon is not None and rules.rubicon < 1:
        yield "a Rubicon is at least one point"


def _auction(rules: Ruleset) -> Iterator[str]:
    if not rules.auction:
        return
    if not 1 <= rules.bid_min <= rules.hand:
        yield f"a bid is of one to {rules.hand} tricks (bid_min)"
    if rules.minus_threshold < 1:
        yield "what makes a repique or pique in a minus deal is at least one point (minus_threshold)"
    if rules.trick_count is not o.TrickCount.FLAT:
        yield "where the hands are bid for, each trick counts one (trick_count)"
    if rules.minus_cards is o.MinusCards.NOBODY and rules.cards_tie is o.CardsTie.CARRIED:
        yield "cards that go to nobody in a minus deal look the same as tied ones, which are carried (cards_tie)"
    if rules.cards_to_pique is not o.CardsToPique.NEVER:
        yield "where the hands are bid for, the ten for the cards comes last (cards_to_pique)"
    if rules.concession:
        yield "no source says what a conceded contract is worth (concession)"
    if rules.minus_calls is o.MinusCalls.OTHER and rules.pique_order is o.Order.CHRONOLOGICAL:
        yield "where calls score for the other, a pique goes by the order of reckoning (pique_order)"
    if rules.ends is not o.Ends.DEALS:
        yield "where the hands are bid for, a partie ends after deals (ends)"


def _more_than_two(rules: Ruleset) -> Iterator[str]:
    if rules.players == 2:
        if rules.lesser_count is o.LesserCount.SIDE or not rules.partner_point:
            yield "partners belong to rules for four (lesser_count, partner_point)"
        return
    if rules.point_pips is not o.Stated.ALWAYS or rules.sequence_heads is not o.Stated.ALWAYS:
        yield "where nobody answers, pips and heads are always said (point_pips, sequence_heads)"
    if rules.nought:
        yield "a point or sequence of nought is compared with one other hand (nought)"
    if rules.auction:
        yield "hands are bid for between two players (auction)"
    if rules.ends is not o.Ends.TARGET or rules.parties_to_win != 1:
        yield "more than two play one partie to a number of points (ends, parties_to_win)"
    if rules.pique_order is not o.Order.CATEGORY or rules.target_order is not o.Order.CATEGORY:
        yield "round the table points are taken class by class (pique_order, target_order)"
    if rules.cards_to_pique is not o.CardsToPique.NEVER:
        yield "the seventh trick is for two hands of twelve (cards_to_pique)"
    if rules.penalties is o.Penalties.STRICT:
        yield "only an answered call binds its maker (penalties)"
    if rules.unproved_denial is not o.UnprovedDenial.NOBODY or rules.equality_blocks:
        yield "nobody answers round the table (unproved_denial, equality_blocks)"
    if rules.first_lead is not o.FirstLead.NO:
        yield "elder's first lead scores apart only between two (first_lead)"
    if rules.sides > 2 and rules.lurch:
        yield "a lurch is between two sides (lurch)"


_CHECKS: tuple[Callable[[Ruleset], Iterator[str]], ...] = (
    _pack_and_exchange,
    _blanks,
    _calls,
    _play_and_bonuses,
    _partie,
    _auction,
    _more_than_two,
    _amounts,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule in which two rulesets differ; *also* are the ids of the presets that have the first one's value."""

    rule: str
    meaning: str
    value: str
    source: str
    before: str
    before_source: str
    also: tuple[str, ...]


def rules_named(text: str) -> Ruleset:
    """
    Read a line: a preset, then ``rule=value`` for each house rule, lists with commas; empty is the default preset.

    `ValueError` lists the presets, rules or values that there are, `ContradictoryRules` says why these cannot all hold.
    """
    name, *changes = text.split() or [DEFAULT.id]
    if name not in PRESETS:
        raise ValueError(f"there is no preset '{name}': choose one of {', '.join(PRESETS)}")
    return house_rules(PRESETS[name], read_changes(changes))


def read_changes(changes: Iterable[str]) -> dict[str, Any]:
    """Return house rules written as ``rule=value`` as plain data by field; otherwise as `rules_named`."""
    return {
        rule: value_to_data(value_from_text(rule, text)) for rule, text in read_pairs(changes, "house rule").items()
    }


def name_of(rules: Ruleset) -> str:
    """Return the line that `rules_named` reads as *rules*; from the default preset if theirs is unknown."""
    base = PRESETS.get(rules.id, DEFAULT)
    changes = (f"{rule}={written(data)}" for rule, data in changes_from(rules, base).items())
    return " ".join((base.id, *changes))


def text_of(rules: Ruleset, rule: str) -> str:
    """Return the value of a rule as `rules_named` reads it."""
    return written(value_to_data(getattr(rules, rule)))


def differences(rules: Ruleset, base: Ruleset) -> tuple[Difference, ...]:
    return tuple(
        Difference(
            each.name,
            each.metadata["meaning"],
            value_words(getattr(rules, each.name), each.metadata["unit"]),
            rules.source(each.name),
            value_words(getattr(base, each.name), each.metadata["unit"]),
            base.source(each.name),
            tuple(known.id for known in PRESETS.values() if getattr(known, each.name) == getattr(rules, each.name)),
        )
        for each in RULE_FIELDS
        if getattr(rules, each.name) != getattr(base, each.name)
    )


def title_of(rules: Ruleset) -> str:
    """Return the title of *rules* on a page."""
    base = PRESETS.get(rules.id)
    is_own = base is None or any(getattr(rules, each.name) != getattr(base, each.name) for each in RULE_FIELDS)
    return f"{rules.title}, with house rules" if is_own else rules.title
