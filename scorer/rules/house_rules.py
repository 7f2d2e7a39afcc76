"""House rules: a ruleset with named changes, how it is written in one line, and what makes it
contradict itself.

>>> from scorer.rules.presets import PORTLAND
>>> ours = house_rules(PORTLAND, {"carte_rouge": 20, "pique_order": "chronological"})
>>> ours.carte_rouge, ours.sources["carte_rouge"], ours.sources["rubicon"]
(20, 'house rule', 'Law 73')
>>> house_rules(
...     PORTLAND, {"carte_blanche_both": "annul"}
... )  # doctest: +NORMALIZE_WHITESPACE
Traceback (most recent call last):
...
scorer.rules.errors.ContradictoryRules: two cartes blanches cannot occur: the pack has only 20
cards that are blank

>>> ours = rules_named("portland point_min=4 carte_rouge=20")
>>> ours.point_min, ours.rubicon, name_of(ours)
(4, 100, 'portland carte_rouge=20 point_min=4')
>>> changed = differences(ours, rules_named("portland"))[1]
>>> changed.meaning, changed.value, changed.before, changed.also
('fewest cards in a point', '4 cards', '0 cards', ('wikipedia', 'cent-36'))
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass
from functools import cache
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from ..resources import resource_text
from .claims import Category
from .errors import ContradictoryRules, WrongValue
from .messages import Message, MessagePhrase, Text, with_values
from .presets import DEFAULT, PRESETS, preset_title
from .ruleset import (
    HOUSE,
    RULE_FIELDS,
    TYPES,
    Ends,
    Ruleset,
    ValueText,
    changes_from,
    read_pairs,
    typed,
    value_from_data,
    value_from_text,
    value_to_data,
    written,
)
from .words import value_words


class Contradicting(Text):
    """Why rules contradict each other, under the names of `contradictions.toml`, and all of it.

    It is said before there is a deal, so no oracle asks it: each is tested with rules that it
    refuses.
    """

    PACK = "the pack runs down to the seven or the six"
    PLAYERS = "Piquet is for two, three or four players; more play a chouette or a pool"
    ELDER_EXCHANGE = (
        "elder’s exchange must lie between its least and its most, and within the talon"
    )
    YOUNGER_EXCHANGE = (
        "younger’s exchange must lie between its least and its most, and within the talon"
    )
    DEALER_EXCHANGE = (
        "the dealer’s exchange must lie between its least and its most, and within the talon"
    )
    CARTE_ROUGE = "a carte rouge is worth 10, 20, 40 or 50, or 0 where it is not played"
    SETS = "a quatorze must score more than a trio"
    THIRTY = "the thirty of a repique or pique must be at least one point"
    TRICKS_LOST = "tricks lost count in a minus deal alone, by the auction (trick_count)"
    CAPOT = "a capot cannot score less than the cards"
    CARTE_BLANCHE = "carte_blanche cannot be negative"
    REPIQUE_BONUS = "repique_bonus cannot be negative"
    PIQUE_BONUS = "pique_bonus cannot be negative"
    PARTIE_BONUS = "partie_bonus cannot be negative"
    LAST_POINTS = "last_points cannot be negative"
    CARDS_POINTS = "cards_points cannot be negative"
    CONTRACT_POINTS = "contract_points cannot be negative"
    STAKE_ROUNDING = "stake_rounding cannot be negative"
    RUBICON = "a Rubicon is at least one point"
    SIDES = "two or three players play each alone, four in two sides"
    BOTH_EXCHANGE = "with two players both exchange, not only the dealer (dealer_exchange_max)"
    PARTNERS = "partners belong to rules for four (lesser_count, partner_point)"
    DEALER_ALONE = (
        "with more than two players only the dealer exchanges (elder_exchange_max, "
        "younger_exchange_max)"
    )
    PIPS_AND_HEADS = (
        "where nobody answers, pips and heads are always said (point_pips, sequence_heads)"
    )
    NOUGHT = "a point or sequence of nought is compared with one other hand (nought)"
    AUCTION_OF_TWO = "hands are bid for between two players (auction)"
    ONE_PARTIE = "more than two play one partie to a number of points (ends, parties_to_win)"
    BY_CLASS = "round the table points are taken class by class (pique_order, target_order)"
    SEVENTH_TRICK = "the seventh trick is for two hands of twelve (cards_to_pique)"
    STRICT = "only an answered call binds its maker (penalties)"
    UNANSWERED = "nobody answers round the table (unproved_denial, equality_blocks)"
    FIRST_LEAD_OF_TWO = "elder’s first lead scores apart only between two (first_lead)"
    LURCH = "a lurch is between two sides (lurch)"
    TWO_BLANKS_CANNOT = (
        "two cartes blanches cannot occur: the pack has only {cards} cards that are blank"
    )
    TWO_BLANKS_CAN = (
        "two cartes blanches can occur: the pack has {cards} cards that are blank, so say "
        "whether both score"
    )
    COMPARED_BY_PIPS = "points compared by pips need their pips always said (point_pips)"
    VALUED_BY_PIPS = "points valued by pips need their pips always said (point_pips)"
    FEWEST_PIPS = "fewest pips in a point need the pips always said (point_pips)"
    ANYTHING_VALID = "where anything valid bars a pique, the order of the calls decides nothing"
    CAPTURED_CARDS = "captured cards count from the ten up (trick_min_rank)"
    LOW_CARDS = "low cards can count for nothing only where leads or captured cards are counted"
    FIRST_LEAD = "the first lead scores apart only where a capture scores two"
    LAST_TRICK_TIED = "cards that go to the last trick are never tied"
    LAST_TRICK_SEVENTH = (
        "cards that go to the last trick cannot count towards a pique at the seventh"
    )
    DEALS = "a partie of deals needs their number and a weight for each"
    NO_TARGET = "a target and a lurch belong to a partie that ends at a number of points"
    NO_SERIES = "a series of parties belongs to parties that end at a number of points"
    EXTRA_DEALS = "extra deals cannot be fewer than none"
    PAYS_POINTS = "a partie that ends after deals pays its points (stakes=per_point)"
    TARGET = "a partie that ends at a number of points needs that number (target)"
    NO_DEALS = "deals, their weights and extra deals belong to a partie that ends after deals"
    NO_RUBICON = (
        "the Rubicon, its bonus and the concession belong to a partie that ends after deals"
    )
    SERIES = "a series is won by at least one partie"
    PAID_BY_PARTIE = (
        "a series, or a partie of more than two, is paid by the partie (stakes=per_partie)"
    )
    DECIDER = "a decider belongs to a series of parties, and needs a number of points"
    ODD_POINTS = "odd points are dropped only where points are paid (stake_rounding)"
    BID = "a bid is of one to {hand} tricks (bid_min)"
    MINUS_THRESHOLD = (
        "what makes a repique or pique in a minus deal is at least one point (minus_threshold)"
    )
    AUCTION_TRICKS = "where the hands are bid for, each trick counts one (trick_count)"
    AUCTION_CARDS = "where the hands are bid for, the ten for the cards comes last (cards_to_pique)"
    AUCTION_CONCESSION = "no source says what a conceded contract is worth (concession)"
    AUCTION_ENDS = "where the hands are bid for, a partie ends after deals (ends)"
    MINUS_CARDS = (
        "cards that go to nobody in a minus deal look the same as tied ones, which are "
        "carried forward (cards_tie)"
    )
    MINUS_CALLS = (
        "where calls score for the other, a pique goes by the order of reckoning (pique_order)"
    )
    DEALT = "{hands:words} hands of {hand} and a talon of {left} do not make a pack of {cards}"
    MOST_PIPS = "a point makes no more than {most} pips"
    MOST_CARDS = "a point has no more than {most} cards"
    EACH_RUN = "a value is needed for each run of three to {most} cards"
    LONGER_RUNS = "a longer run must score more"
    ORDER = "the order of reckoning has each class in hand once, then the play, then the cards"
    WEIGHTS = "every deal counts at least once (deal_weights)"
    ALL = "{conflict:;}"


def ruleset_to_data(rules: Ruleset) -> dict[str, Any]:
    """Return the whole ruleset as plain data with its sources, as a partie stores it."""
    values = {f.name: value_to_data(getattr(rules, f.name)) for f in RULE_FIELDS}
    return {"id": rules.id, "title": rules.title, "values": values, "sources": dict(rules.sources)}


def ruleset_from_data(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `ruleset_to_data` wrote;
    `WrongValue` or `ContradictoryRules` if it did not.
    """
    values = {name: value_from_data(name, value) for name, value in data["values"].items()}
    sources = dict(data["sources"])
    missing = [name for name in TYPES if name not in values or name not in sources]
    if missing:
        raise WrongValue(LineText.MISSING(possible=tuple(missing)))
    rules = Ruleset(id=data["id"], title=data["title"], sources=sources, **values)
    validate(rules)
    return rules


def house_rules(base: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """Return *base* with *changes*, plain data by field; what differs has the source "house rule".

    `WrongValue` names the unknown field or value, `ContradictoryRules` why the rules cannot all
    hold.
    """
    if not changes:
        return base
    values = {f.name: getattr(base, f.name) for f in RULE_FIELDS}
    values |= {name: value_from_data(name, data) for name, data in changes.items()}
    # what is set to the value that it has is no change, and keeps its source
    changed = [name for name in changes if values[name] != getattr(base, name)]
    sources = dict(base.sources) | dict.fromkeys(changed, HOUSE)
    rules = Ruleset(id=base.id, title=base.title, sources=sources, **values)
    validate(rules)
    return rules


def validate(rules: Ruleset) -> None:
    """Refuse a ruleset that contradicts itself;
    the `ContradictoryRules` has every contradiction found.
    """
    values = {"cards": rules.plain_cards, "hand": rules.hand}
    found = [with_values(each.why, values) for each in _contradictions() if each.is_in(rules)]
    found += _wrong_sums(rules)
    # several contradictions may be said in the same words
    by_text = {each.text: each for each in found}
    if found:
        raise ContradictoryRules(Contradicting.ALL(conflict=tuple(by_text.values())))


_SIZES: Mapping[str, Callable[[Any, Any], bool]] = {">": gt, "<": lt, ">=": ge, "<=": le}


class Clause(NamedTuple):
    """One rule of the file: ``deals>=1``, ``target=none`` or ``trick_count=flat|lost``.

    *than* is a number or the name of another rule where sizes are compared, and otherwise the
    values that the rule may have (``=``) or may not have (``!=``).
    """

    name: str
    sign: str
    than: str

    def holds(self, rules: Ruleset) -> bool:
        value = getattr(rules, self.name)
        if self.sign not in _SIZES:
            is_one = value in [value_from_text(self.name, each) for each in self.than.split("|")]
            return is_one is (self.sign == "=")
        than = getattr(rules, self.than) if self.than in TYPES else int(self.than)
        # what a ruleset leaves open has no size, and is never too large or too small
        return value is None or than is None or _SIZES[self.sign](value, than)


class Contradiction(NamedTuple):
    """*why* a ruleset is wrong that meets the condition, but not what is needed then."""

    condition: Sequence[Clause]
    why: Contradicting
    needed: Sequence[Clause]

    def is_in(self, rules: Ruleset) -> bool:
        if not all(clause.holds(rules) for clause in self.condition):
            return False
        return not all(clause.holds(rules) for clause in self.needed)


@cache
def _contradictions() -> list[Contradiction]:
    """Read the file, which says how it is written."""
    found = []
    for condition, wrong in tomllib.loads(resource_text("rules/contradictions.toml")).items():
        for why, needed in wrong.items():
            text = Contradicting[why]
            found.append(Contradiction(_clauses(condition), text, _clauses(needed)))
    return found


def _clauses(text: str) -> list[Clause]:
    return [Clause(*parts) for parts in re.findall(r"(\w+)([!<>=]+)(\S+)", text)]


def _wrong_sums(rules: Ruleset) -> Iterator[Message]:
    cards = len(rules.pack)
    in_suit = len(rules.ranks)
    dealt = rules.players * rules.hand + rules.talon
    if dealt != cards or rules.hand < 1 or rules.talon < 0:
        hands = max(0, min(rules.players, 4))
        yield Contradicting.DEALT(hands=hands, hand=rules.hand, left=rules.talon, cards=cards)
    most_pips = max(rules.pips_of_length[in_suit])
    if not 0 <= rules.point_min_pips <= most_pips:
        yield Contradicting.MOST_PIPS(most=most_pips)
    if not 0 <= rules.point_min <= in_suit:
        yield Contradicting.MOST_CARDS(most=in_suit)
    if len(rules.sequence_points) != in_suit - 2:
        yield Contradicting.EACH_RUN(most=in_suit)
    if list(rules.sequence_points) != sorted(set(rules.sequence_points)):
        yield Contradicting.LONGER_RUNS()
    each_once = len(rules.order) == len(Category) == len(set(rules.order))
    if not each_once or rules.order[-2:] != (Category.PLAY, Category.CARDS):
        yield Contradicting.ORDER()
    by_deals = rules.deals is not None and rules.ends is Ends.DEALS
    if by_deals and len(rules.deal_weights) != rules.deals:
        yield Contradicting.DEALS()
    if any(weight < 1 for weight in rules.deal_weights):
        yield Contradicting.WEIGHTS()


class LineText(Text):
    """What is wrong with a line of rules, or with rules that were stored.

    It is said before there is a deal, so no oracle asks it: each is tested with a line or with data
    of the kind.
    """

    NO_PRESET = "there is no preset '{word}': choose one of {possible:,}"
    MISSING = "these rules are missing: {possible:,}"
    WITH_HOUSE_RULES = "{ruleset}, with house rules"


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One rule in which two rulesets differ;
    *also* are the ids of the presets that have the first one's value.
    """

    rule: str
    meaning: str
    value: str
    source: str
    before: str
    before_source: str
    also: tuple[str, ...]


def rules_named(text: str) -> Ruleset:
    """Read a line: a preset, then ``rule=value`` for each house rule, lists with commas; empty is
    the default preset.

    `WrongValue` lists the presets, rules or values that there are, `ContradictoryRules` says why
    these cannot all hold.
    """
    name, *changes = text.split() or [DEFAULT.id]
    if name not in PRESETS:
        raise WrongValue(LineText.NO_PRESET(word=name, possible=tuple(PRESETS)))
    pairs = read_pairs(changes, ValueText.NO_HOUSE_RULE)
    values = {rule: typed(TYPES.get(rule), text) for rule, text in pairs.items()}
    return house_rules(PRESETS[name], values)


def name_of(rules: Ruleset) -> str:
    """Return the line that `rules_named` reads as *rules*;
    from the default preset if theirs is unknown.
    """
    base = PRESETS.get(rules.id, DEFAULT)
    changes = (f"{rule}={written(data)}" for rule, data in changes_from(rules, base).items())
    return " ".join((base.id, *changes))


def text_of(rules: Ruleset, rule: str) -> str:
    """Return the value of a rule as `rules_named` reads it."""
    return written(value_to_data(getattr(rules, rule)))


def differences(rules: Ruleset, base: Ruleset) -> tuple[RuleDifference, ...]:
    """Return the rules in which *rules* differ from *base*, in the order of the rules page."""
    changed = changes_from(rules, base)
    return tuple(_difference(each, rules, base) for each in RULE_FIELDS if each.name in changed)


def _difference(rule: Field[Any], rules: Ruleset, base: Ruleset) -> RuleDifference:
    name = rule.name
    unit = rule.metadata["unit"]
    value = getattr(rules, name)
    return RuleDifference(
        rule=name,
        meaning=rule.metadata["meaning"],
        value=value_words(value, unit),
        source=rules.sources[name],
        before=value_words(getattr(base, name), unit),
        before_source=base.sources[name],
        also=tuple(known.id for known in PRESETS.values() if getattr(known, name) == value),
    )


def title_of(rules: Ruleset) -> str:
    """Return the title of *rules* on a page, said in the language of who reads it."""
    base = PRESETS.get(rules.id)
    if base is None:
        return MessagePhrase(LineText.WITH_HOUSE_RULES(ruleset=rules.title))
    title = MessagePhrase(preset_title(rules.id)())
    if changes_from(rules, base):
        return MessagePhrase(LineText.WITH_HOUSE_RULES(ruleset=title))
    return title
