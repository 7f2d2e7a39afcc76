"""What twelve cards declare."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Card, Rank, Suit, format_hand, parse_hand, pips
from scorer.rules.claims import SequenceClaim, SetClaim
from scorer.rules.hands import declare, is_blank
from scorer.rules.house_rules import house_rules, rules_named
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import BlankOf, Ruleset
from scorer.rules.sentences import IllegalStatement, declaration_words
from tests.published import published
from tests.rows import each_row
from tests.rules.strategies import hands, presets
from tests.thorough import examples


@pytest.mark.parametrize("row", published("hands")["hand"], ids=lambda row: f"{row['cards']} under {row['rules']}")
def test_a_hand_declares_its_point_its_runs_and_sets_best_first(row: dict[str, str]) -> None:
    declared = declare(rules_named(row["rules"]), parse_hand(row["cards"]))
    found = [f"{'carte blanche' if claim is None else claim.written} {n}" for claim, n in declared.counted]
    assert ", ".join(found) == row["declares"]
    assert declared.total == sum(points for _, points in declared.counted)
    words = [declaration_words(claim) for claim, _ in declared.counted]
    assert declared.carte_blanche == ("carte blanche" in words)


ONE_BLANK = {BlankOf.COURTS: {}, BlankOf.COURTS_AND_TENS: {"carte_blanche_both": "impossible"}}
"""Without the tens only twenty of thirty-six cards are blank, so two cartes blanches cannot occur."""


@pytest.mark.parametrize("rank", Rank, ids=str)
@pytest.mark.parametrize("blank_of", BlankOf)
def test_one_card_that_unmakes_a_carte_blanche(blank_of: BlankOf, rank: Rank) -> None:
    """A king, queen or knave does; a ten where tens count as court cards; an ace never."""
    rules = house_rules(PRESETS["cent-36"], {"carte_blanche_blank_of": blank_of.name.lower(), **ONE_BLANK[blank_of]})
    faces = {Rank.KING, Rank.QUEEN, Rank.KNAVE} | ({Rank.TEN} if blank_of is BlankOf.COURTS_AND_TENS else set())
    blank = [card for card in rules.pack if card.rank not in {Rank.TEN, *faces} and card.rank != rank]
    hand = [*blank[: rules.hand - 1], Card(rank, Suit.CLUBS)]

    assert is_blank(rules, hand) is (rank not in faces)
    assert declare(rules, hand).carte_blanche is (rank not in faces)


@each_row("preset", "cards", "rule")
def test_what_is_no_hand_is_refused(preset: str, cards: str, rule: Rule) -> None:
    with pytest.raises(IllegalStatement) as caught:
        declare(PRESETS[preset], parse_hand(cards))
    assert caught.value.refusal.rule is rule
    assert caught.value.position is None


def searched(rules: Ruleset, hand: list[Card]) -> tuple[list[SequenceClaim], list[SetClaim]]:
    """Return the runs and sets of a hand, found by looking for each possible one."""
    runs, sets = [], []
    for suit in Suit:
        in_suit = {card.rank for card in hand if card.suit is suit}
        for low, high in product(rules.ranks, repeat=2):
            whole = {rank for rank in rules.ranks if low <= rank <= high}
            bounded = low - 1 not in in_suit and high + 1 not in in_suit
            if len(whole) >= 3 and whole <= in_suit and bounded:
                runs.append(SequenceClaim(len(whole), high, suit))
    for rank in rules.ranks[rules.ranks.index(Rank.TEN) :]:
        count = sum(card.rank is rank for card in hand)
        if count >= 3:
            sets.append(SetClaim(count, rank))
    return runs, sets


@examples(300)
@given(presets, st.data())
def test_any_hand_declares_every_run_and_set_and_its_best_point_in_any_suits(preset: str, data: st.DataObject) -> None:
    """The declarations are those that a search finds, best first, and a permutation of the suits changes nothing."""
    rules = PRESETS[preset]
    hand = data.draw(hands(rules))
    declared = declare(rules, hand)
    runs, sets = searched(rules, hand)
    suits = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    permuted = declare(rules, [Card(card.rank, suits[card.suit]) for card in hand])
    by_suit = [[card for card in hand if card.suit is suit] for suit in Suit]
    length = max(map(len, by_suit))

    assert set(declared.sequences) == set(runs)
    assert list(declared.sequences) == sorted(declared.sequences, key=lambda claim: (-claim.length, -(claim.top or 0)))
    assert list(declared.sets) == sorted(sets, key=lambda claim: (-claim.count, -claim.rank))
    assert declare(rules, parse_hand(format_hand(hand))).total == declared.total == permuted.total
    assert (permuted.carte_blanche, permuted.sets) == (declared.carte_blanche, declared.sets)
    assert [(each.length, each.top) for each in permuted.sequences] == [
        (each.length, each.top) for each in declared.sequences
    ]
    if length >= rules.point_min and max(map(pips, by_suit)) >= rules.point_min_pips:
        best = (length, max(pips(cards) for cards in by_suit if len(cards) == length))
        for point in (declared.point, permuted.point):
            assert point is not None
            assert (point.length, point.pips) == best
    else:
        assert declared.point is None
