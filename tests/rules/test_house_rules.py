"""House rules: named changes to a preset, read from plain data and refused where they contradict each other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import fold
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import (
    changes_from,
    house_rules,
    ruleset_from_data,
    ruleset_to_data,
    value_from_data,
    value_to_data,
)
from scorer.rules.possible_claims import all_claims, every_claim, heads, refuse_claim
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import RULE_FIELDS, Ruleset, TrickCount
from scorer.rules.seats import Seat
from scorer.rules.statements import Bid, Declined, Log, Passed, TrickTaken

NAMES = [f.name for f in RULE_FIELDS]


# Changes and where they come from


def test_a_change_is_a_house_rule_and_the_rest_keeps_its_source() -> None:
    ours = house_rules(PORTLAND, {"carte_rouge": 20, "pique_order": "chronological"})
    changed = {name: source for name, source in ours.sources.items() if source != PORTLAND.source(name)}
    assert changed == {"carte_rouge": "house rule", "pique_order": "house rule"}
    assert (ours.carte_rouge, ours.pique_order.name) == (20, "CHRONOLOGICAL")
    assert (ours.id, ours.title) == (PORTLAND.id, PORTLAND.title)


def test_the_preset_itself_is_left_as_it_was() -> None:
    before = ruleset_to_data(PORTLAND)
    house_rules(PORTLAND, {"carte_rouge": 20})
    assert ruleset_to_data(PORTLAND) == before


def test_no_changes_are_the_preset_itself() -> None:
    assert house_rules(PORTLAND, {}) == PORTLAND


def test_naming_the_value_that_a_rule_already_has_changes_nothing() -> None:
    """So that a file which names it is written and read back as the same partie."""
    assert house_rules(PORTLAND, {"rubicon": 100}) == PORTLAND


def test_house_rules_upon_house_rules_add_up() -> None:
    first = house_rules(PORTLAND, {"carte_rouge": 20})
    assert house_rules(first, {"point_min": 4}) == house_rules(PORTLAND, {"carte_rouge": 20, "point_min": 4})


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"carte_rouge": 20},
        {"rubicon": "none", "younger_exchange_max": 3},
        {"deals": 2, "deal_weights": [2, 2], "tie_deals": 0},
        {"lowest": "six", "talon": 12, "carte_blanche_both": "annul", "sequence_points": [3, 4, 15, 16, 17, 18, 19]},
    ],
)
def test_changes_from_a_preset_are_what_was_changed(changes: Mapping[str, Any]) -> None:
    ours = house_rules(PORTLAND, changes)
    assert changes_from(ours, PORTLAND) == changes
    assert house_rules(PORTLAND, changes_from(ours, PORTLAND)) == ours


@pytest.mark.parametrize("base", PRESETS)
def test_every_value_survives_being_written_and_read(base: str) -> None:
    for name in NAMES:
        value = getattr(PRESETS[base], name)
        data = json.loads(json.dumps(value_to_data(value)))
        assert value_from_data(name, data) == value, name
    assert type(value_from_data(name, data)) is type(value)


def test_a_stored_ruleset_is_read_back_with_its_house_rules() -> None:
    ours = house_rules(PORTLAND, {"carte_rouge": 20})
    assert ruleset_from_data(json.loads(json.dumps(ruleset_to_data(ours)))) == ours


def test_a_stored_ruleset_that_contradicts_itself_is_refused() -> None:
    data = ruleset_to_data(PORTLAND)
    data["values"]["players"] = 3
    with pytest.raises(ContradictoryRules, match="two players"):
        ruleset_from_data(data)


@pytest.mark.parametrize("part", ["values", "sources"])
def test_a_stored_ruleset_without_a_rule_says_which(part: str) -> None:
    """What an older program stored is refused in words, and not with a traceback."""
    data = ruleset_to_data(PORTLAND)
    del data[part]["rubicon"]
    with pytest.raises(ValueError, match="missing: rubicon"):
        ruleset_from_data(data)


# What cannot be read


@pytest.mark.parametrize("changes", [{"caret_rouge": 20}, {"id": "ours"}, {"sources": {}}, {"": 1}])
def test_an_unknown_rule_is_named(changes: Mapping[str, Any]) -> None:
    (name,) = changes
    with pytest.raises(ValueError, match=f"^there is no rule called '{name}'$"):
        house_rules(PORTLAND, changes)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("point_value", "n", "point_value: 'n' is not one of length, less_one_at_four, tenth_of_pips, length_squared"),
        ("pique_order", 1, "pique_order: 1 is not one of category, chronological"),
        ("pique_order", None, "pique_order: None is not one of category, chronological"),
        ("pique_order", ["category"], r"pique_order: \['category'\] is not one of category, chronological"),
        ("lowest", 7, "lowest: 7 is not one of six, seven, eight, nine, ten, knave, queen, king, ace"),
        (
            "order",
            ["point", "trumps"],
            "order: 'trumps' is not one of carte_blanche, point, sequence, set, play, cards",
        ),
        ("order", "point", "order: a list was expected, not 'point'"),
        ("sequence_points", 3, "sequence_points: a list was expected, not 3"),
        ("sequence_points", [3, "4"], "sequence_points: a whole number was expected, not '4'"),
        ("carte_blanche", "ten", "carte_blanche: a whole number was expected, not 'ten'"),
        ("carte_blanche", 10.0, "carte_blanche: a whole number was expected, not 10.0"),
        ("carte_blanche", None, "carte_blanche: a whole number was expected, not None"),
        ("carte_blanche", "none", "carte_blanche: a whole number was expected, not 'none'"),
        ("rubicon", "hundred", "rubicon: a whole number was expected, not 'hundred'"),
        ("nought", "yes", "nought: true or false was expected, not 'yes'"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_may_be(name: str, data: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        house_rules(PORTLAND, {name: data})


@pytest.mark.parametrize("name", ["carte_blanche", "rubicon", "deals"])
@pytest.mark.parametrize("data", [True, False])
def test_a_yes_or_no_is_not_a_number(name: str, data: bool) -> None:
    with pytest.raises(ValueError, match=f"^{name}: a whole number was expected, not {data}$"):
        value_from_data(name, data)


def test_a_yes_or_no_is_not_a_number_in_a_list_either() -> None:
    with pytest.raises(ValueError, match=r"^deal_weights: a whole number was expected, not True$"):
        value_from_data("deal_weights", [1, True])


@pytest.mark.parametrize("name", ["nought", "lurch", "concession"])
@pytest.mark.parametrize("data", [0, 1])
def test_a_number_is_not_a_yes_or_no(name: str, data: int) -> None:
    with pytest.raises(ValueError, match=f"^{name}: true or false was expected, not {data}$"):
        value_from_data(name, data)


def test_words_are_read_in_any_case_and_none_in_either_form() -> None:
    assert value_from_data("trick_min_rank", "Ten") is Rank.TEN
    assert value_from_data("rubicon", "none") is None
    assert value_from_data("rubicon", None) is None


# What cannot all hold

CONTRADICTIONS = [
    ("voleur", {"sides": 4}, "two or three players play each alone, four in two sides"),
    ("portland", {"dealer_exchange_max": 2}, "of two players both exchange, not the dealer alone"),
    ("portland", {"hand": 11}, "two hands of 11 and a talon of 8 do not make a pack of 32"),
    ("portland", {"talon": 9}, "two hands of 12 and a talon of 9 do not make a pack of 32"),
    ("portland", {"elder_exchange_min": 6}, "elder's exchange must lie between"),
    ("portland", {"elder_exchange_min": -1}, "elder's exchange must lie between"),
    ("portland", {"elder_exchange_max": 9}, "elder's exchange must lie between"),
    ("portland", {"younger_exchange_max": 0}, "younger's exchange must lie between"),
    ("portland", {"younger_exchange_max": 9}, "younger's exchange must lie between"),
    ("portland", {"younger_exchange_min": 9}, "younger's exchange must lie between"),
    ("portland", {"younger_exchange_min": -1}, "younger's exchange must lie between"),
    ("portland", {"carte_blanche_both": "both_score"}, "two cartes blanches cannot occur: the pack has only 20 cards"),
    ("portland", {"carte_blanche_both": "annul"}, "two cartes blanches cannot occur: the pack has only 20 cards"),
    ("cent-36", {"carte_blanche_blank_of": "courts_and_tens"}, "cannot occur: the pack has only 20 cards"),
    ("cent-36", {"carte_blanche_both": "impossible"}, "two cartes blanches can occur: the pack has 24 cards"),
    ("portland", {"carte_rouge": 15}, "a carte rouge is worth 10, 20, 40 or 50"),
    ("portland", {"point_compare": "pips"}, r"points compared by pips need their pips always said \(point_pips\)"),
    ("portland", {"point_value": "less_one_at_four"}, "points valued by pips need their pips always said"),
    ("portland", {"point_value": "tenth_of_pips"}, "points valued by pips need their pips always said"),
    ("portland", {"point_min": 9}, "a point has no more than 8 cards"),
    ("portland", {"point_min": -1}, "a point has no more than 8 cards"),
    ("portland", {"sequence_points": [3, 4, 15, 16, 17]}, "a value is needed for each run of three to 8 cards"),
    ("portland", {"sequence_points": [3, 4, 5, 16, 15, 18]}, "a longer run must score more"),
    ("portland", {"sequence_points": [3, 4, 15, 15, 17, 18]}, "a longer run must score more"),
    ("portland", {"trio_points": 14}, "a quatorze must score more than a trio"),
    ("portland", {"trio_points": 0}, "a quatorze must score more than a trio"),
    (
        "portland",
        {"order": ["point", "sequence", "set", "play", "cards"]},
        "the order of reckoning has each class in hand once",
    ),
    (
        "portland",
        {"order": ["carte_blanche", "point", "point", "sequence", "set", "play", "cards"]},
        "the order of reckoning has each class in hand once",
    ),
    (
        "portland",
        {"order": ["carte_blanche", "point", "sequence", "play", "set", "cards"]},
        "the order of reckoning has each class in hand once",
    ),
    ("portland", {"repique_threshold": 0}, "the thirty of a repique or pique must be at least one point"),
    ("portland", {"pique_threshold": 0}, "the thirty of a repique or pique must be at least one point"),
    ("meyer-1888", {"pique_order": "chronological"}, "where anything valid bars a pique, the order of the calls"),
    ("modern", {"stakes": "per_partie"}, r"a partie that ends after deals pays its points \(stakes=per_point\)"),
    ("cent-32", {"stakes": "per_point"}, "a series, or a partie of more than two, is paid by the partie"),
    ("normand", {"stakes": "per_point"}, "a series, or a partie of more than two, is paid by the partie"),
    ("meyer-1888", {"stake_rounding": 25}, r"odd points are dropped only where points are paid \(stake_rounding\)"),
    ("cent-36", {"trick_min_rank": "nine"}, r"captured cards count from the ten up \(trick_min_rank\)"),
    ("card-game-heaven", {"trick_min_rank": "ten"}, "low cards can count for nothing only where leads or captured"),
    ("cent-32", {"trick_count": "flat"}, "low cards can count for nothing only where leads or captured"),
    ("portland", {"first_lead": "if_lost"}, "the first lead scores apart only where a capture scores two"),
    ("portland", {"first_lead": "always"}, "the first lead scores apart only where a capture scores two"),
    ("portland", {"capot_points": 9}, "a capot cannot score less than the cards"),
    ("portland", {"cards_basis": "last_trick", "cards_tie": "carried"}, "cards that go to the last trick are never"),
    ("wikipedia", {"cards_basis": "last_trick"}, "cards that go to the last trick cannot help to a pique"),
    ("portland", {"deals": "none"}, "a partie of deals needs their number and a weight for each"),
    ("portland", {"deals": 0, "deal_weights": []}, "a partie of deals needs their number and a weight for each"),
    ("portland", {"deals": 4}, "a partie of deals needs their number and a weight for each"),
    ("portland", {"target": 100}, "a target and a lurch belong to a partie that ends at a number of points"),
    ("portland", {"decider_target": 221}, "a target and a lurch belong to a partie that ends at a number of points"),
    ("portland", {"lurch": True}, "a target and a lurch belong to a partie that ends at a number of points"),
    ("portland", {"parties_to_win": 3}, "a series of parties belongs to parties that end at a number of points"),
    ("portland", {"tie_deals": -1}, "extra deals cannot be fewer than none"),
    ("cent-32", {"target": "none"}, r"needs that number \(target\)"),
    ("cent-32", {"target": 0}, r"needs that number \(target\)"),
    ("cent-32", {"deals": 6}, "deals, their weights and extra deals belong to a partie that ends after deals"),
    ("cent-32", {"deal_weights": [1]}, "deals, their weights and extra deals belong to a partie that ends after deals"),
    ("cent-32", {"tie_deals": 2}, "deals, their weights and extra deals belong to a partie that ends after deals"),
    ("cent-32", {"rubicon": 100}, "the Rubicon, its bonus and the concession belong to a partie that ends after deals"),
    ("cent-32", {"partie_bonus": 100}, "the Rubicon, its bonus and the concession belong to a partie that ends after"),
    ("cent-32", {"concession": True}, "the Rubicon, its bonus and the concession belong to a partie that ends after"),
    ("cent-32", {"parties_to_win": 0}, "a series is won by at least one partie"),
    ("cent-32", {"decider_target": 0}, "a decider belongs to a series of parties, and needs a number of points"),
    ("french-150", {"parties_to_win": 1}, "a decider belongs to a series of parties, and needs a number of points"),
    ("portland", {"rubicon": 0}, "a Rubicon is at least one point"),
]
"""A preset, the fewest changes that contradict it or each other, and the reason given."""


@pytest.mark.parametrize(
    ("base", "changes", "reason"),
    CONTRADICTIONS,
    ids=[f"{base}-{json.dumps(changes)}" for base, changes, _ in CONTRADICTIONS],
)
def test_a_contradiction_is_refused_with_its_reason_alone(base: str, changes: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(ContradictoryRules, match=reason) as refused:
        house_rules(PRESETS[base], changes)
    assert "; " not in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"lowest": "eight"}, "the pack runs down to the seven or the six"),
        ({"lowest": "six"}, "two hands of 12 and a talon of 8 do not make a pack of 36"),
        ({"hand": 0, "talon": 32}, "two hands of 0 and a talon of 32 do not make a pack of 32"),
        ({"hand": 17, "talon": -2}, "two hands of 17 and a talon of -2 do not make a pack of 32"),
    ],
)
def test_a_pack_that_does_not_divide_is_among_the_reasons(changes: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(ContradictoryRules, match=reason):
        house_rules(PORTLAND, changes)


def test_several_contradictions_are_reported_together() -> None:
    with pytest.raises(ContradictoryRules) as refused:
        house_rules(PORTLAND, {"dealer_exchange_max": 2, "carte_rouge": 15, "trio_points": 20, "tie_deals": -1})
    assert str(refused.value).split("; ") == [
        "of two players both exchange, not the dealer alone (dealer_exchange_max)",
        "a carte rouge is worth 10, 20, 40 or 50, or 0 where it is not played",
        "a quatorze must score more than a trio",
        "extra deals cannot be fewer than none",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"carte_blanche": -10},
        {"repique_bonus": -60},
        {"pique_bonus": -30},
        {"last_points": -1},
        {"cards_points": -10},
        {"deal_weights": [1, 1, 1, 1, 1, -1]},
        {"partie_bonus": -100},
        {"stake_rounding": -50},
    ],
    ids=json.dumps,
)
def test_nothing_is_worth_less_than_nothing(changes: Mapping[str, Any]) -> None:
    with pytest.raises(ContradictoryRules):
        house_rules(PORTLAND, changes)


# Any house rules at all

PLAIN_DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["none", "ten", "pips", "category", "carried"])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
"""Whatever a file can say."""


def ruled(base: str, changes: Mapping[str, Any]) -> Ruleset | None:
    """The house rules, or nothing where they are refused; any other failure goes through."""
    try:
        return house_rules(PRESETS[base], changes)
    except ValueError:
        return None


@given(st.sampled_from(list(PRESETS)), st.dictionaries(st.sampled_from(NAMES) | st.text(), PLAIN_DATA, max_size=4))
def test_whatever_a_file_says_is_a_ruleset_or_a_refusal(base: str, changes: dict[str, Any]) -> None:
    ours = ruled(base, changes)
    assert ours is None or ruleset_from_data(ruleset_to_data(ours)) == ours


def words_of(name: str) -> list[Any]:
    """Every value of a field that some preset has, or that its type makes likely."""
    held = [getattr(rules, name) for rules in PRESETS.values()]
    sample = next(value for value in [*held, 0] if value is not None)
    if isinstance(sample, bool):
        return [True, False]
    if isinstance(sample, int) and type(sample) is int:
        return sorted({0, 1, 2, 4, 10, 20, 31, *(value for value in held if value is not None)})
    if isinstance(sample, tuple):
        return [value_to_data(value) for value in dict.fromkeys(held)] + [[], [1, 1], [1, 2, 3, 4, 5, 6]]
    return [value_to_data(member) for member in type(sample)]


CHANGES = st.dictionaries(st.sampled_from(NAMES), st.none(), max_size=5).flatmap(
    lambda chosen: st.fixed_dictionaries({name: st.sampled_from(words_of(name)) for name in chosen})
)
"""Up to five rules changed to values that each could have."""


def capot(rules: Ruleset) -> Log:
    """A deal in which nobody calls anything and elder wins every trick, with tens where only they count."""
    tens = None if rules.counts_every_card else 2 if rules.trick_count is TrickCount.CAPTURED_CARDS else 1
    calls = tuple(Declined(seat, category) for seat in rules.seats for category in CALLED)
    bids = (Bid(Seat.ELDER, rules.bid_min), Passed(Seat.YOUNGER)) if rules.auction else ()
    left = sum(rank >= rules.trick_min_rank for rank in rules.ranks) * len(Suit)
    tricks = []
    for _ in range(rules.hand):
        counting = None if tens is None else min(tens, left)
        left -= counting or 0
        tricks.append(TrickTaken(Seat.ELDER, counting))
    return (*bids, *calls, *tricks)


@given(st.sampled_from(list(PRESETS)), CHANGES)
def test_whatever_holds_together_can_score_a_deal(base: str, changes: dict[str, Any]) -> None:
    ours = ruled(base, changes)
    if ours is None:
        return
    deal = fold(ours, capot(ours)).require()
    assert deal.is_over
    assert deal.score.values == (sum(line.points for line in deal.lines), *[0] * (ours.players - 1))
    assert sum(line.points for line in deal.lines if line.kind.value in ("cards", "capot")) == ours.capot_points
    assert ruleset_from_data(json.loads(json.dumps(ruleset_to_data(ours)))) == ours


@given(st.sampled_from(list(PRESETS)), CHANGES)
def test_what_changed_makes_the_same_ruleset_again(base: str, changes: dict[str, Any]) -> None:
    ours = ruled(base, changes)
    if ours is None:
        return
    again = house_rules(PRESETS[base], changes_from(ours, PRESETS[base]))
    assert [getattr(again, name) for name in NAMES] == [getattr(ours, name) for name in NAMES]


# What can be claimed under them


@pytest.mark.parametrize(
    ("base", "claim", "rule"),
    [
        ("portland", SetClaim(3, Rank.TEN), None),
        ("portland", SetClaim(3, Rank.NINE), Rule.NO_SUCH_SET),
        ("portland", SetClaim(2, Rank.ACE), Rule.NO_SUCH_SET),
        ("portland", PointClaim(0), Rule.NOT_PLAYED),
        ("portland", SequenceClaim(0), Rule.NOT_PLAYED),
        ("portland", SequenceClaim(2), Rule.NO_SUCH_RUN),
        ("portland", SequenceClaim(9), Rule.NO_SUCH_RUN),
        ("cent-36", SequenceClaim(9), None),
        ("portland", SequenceClaim(4, Rank.TEN), None),
        ("portland", SequenceClaim(4, Rank.NINE), Rule.NO_SUCH_HEAD),
        ("cent-36", SequenceClaim(4, Rank.NINE), None),
        ("cent-32", SequenceClaim(4), Rule.SAY_HEAD),
        ("portland", PointClaim(9), Rule.NO_SUCH_POINT),
        ("cent-36", PointClaim(9), None),
        ("wikipedia", PointClaim(3), Rule.POINT_TOO_SHORT),
        ("portland", PointClaim(5, 43), Rule.NO_SUCH_PIPS),
        ("portland", PointClaim(5, 44), None),
        ("portland", PointClaim(5, 51), None),
        ("portland", PointClaim(5, 52), Rule.NO_SUCH_PIPS),
        ("cent-32", PointClaim(5), Rule.SAY_PIPS),
    ],
)
def test_what_nobody_can_claim(base: str, claim: Claim, rule: Rule | None) -> None:
    refused = refuse_claim(PRESETS[base], claim)
    assert (None if refused is None else refused.rule) is rule


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        (PointClaim(0), None),
        (PointClaim(0, 50), Rule.NO_SUCH_POINT),
        (SequenceClaim(0), None),
        (SequenceClaim(0, Rank.ACE), Rule.NO_SUCH_POINT),
    ],
)
def test_a_nought_is_claimed_bare(claim: Claim, rule: Rule | None) -> None:
    refused = refuse_claim(house_rules(PORTLAND, {"nought": True}), claim)
    assert (None if refused is None else refused.rule) is rule


@pytest.mark.parametrize(
    ("category", "claims"),
    [
        (Category.SET, 2 * 5),
        (Category.SEQUENCE, 6 + (6 + 5 + 4 + 3 + 2 + 1)),
        (Category.POINT, 8 + (5 + 7 + 8 + 8 + 8 + 7 + 5 + 1)),
    ],
)
def test_every_claim_of_portland_bare_and_in_full(category: Category, claims: int) -> None:
    """Each length bare, and with every head or every number of pips that it can have."""
    assert len(list(every_claim(PORTLAND, category))) == claims


@pytest.mark.parametrize("rules", [*PRESETS.values(), house_rules(PORTLAND, {"nought": True})])
def test_every_claim_can_be_made_and_is_offered_once(rules: Ruleset) -> None:
    claims = all_claims(rules)
    assert len(claims) == len(set(claims))
    assert [claim for claim in claims if refuse_claim(rules, claim) is not None] == []
    assert (PointClaim(0) in claims) == (SequenceClaim(0) in claims) == rules.nought


def test_heads_of_runs() -> None:
    assert heads(PORTLAND, 8) == (Rank.ACE,)
    assert heads(PORTLAND, 6) == (Rank.QUEEN, Rank.KING, Rank.ACE)
    assert heads(PRESETS["cent-36"], 8) == (Rank.KING, Rank.ACE)
