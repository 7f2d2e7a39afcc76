"""What a key says that a call is worth is what the deal has when that call is good."""

from collections.abc import Iterator

import pytest

from scorer.rules.claims import CALLED, Category, SequenceClaim
from scorer.rules.deal import Deal, extend
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import LineKind
from scorer.rules.messages import Message
from scorer.rules.names import Name
from scorer.rules.seats import BySeat, Seat
from scorer.rules.sentences import Names
from scorer.rules.statements import Answer, Answered, Called
from scorer.table.dialogue import keys_of, question
from scorer.table.keys import Key
from scorer.table.worths import WorthText, call_of, with_worths
from tests.oracle.dealt import PRESET_NAMES, random_deals
from tests.oracle.sizes import deals_of, moments_of

DEALS = deals_of("what a call is worth")

MOMENTS = moments_of("what a call is worth")

MANY = 300
"""So many deals meet a call of every class."""

NAMES = tuple(map(Name, ("Ada", "Ben", "Cleo", "Dan")))

IN_CLASSES = (LineKind.POINT, LineKind.SEQUENCE, LineKind.SET)


def scored(deal: Deal) -> int:
    return sum(line.points for line in deal.lines if line.kind in IN_CLASSES)


def call_keys(deal: Deal) -> Iterator[tuple[Key, Called]]:
    """Yield the keys that record a call after a deal so far: those of the question, and those that
    say its pips or its head.
    """
    rules = deal.rules
    names: Names = BySeat(NAMES[: rules.players])
    opened = [""]
    for pick in opened:  # this grows by the keys that open others
        asked = None if deal.is_over else question(deal, names, pick, elder=0)
        if asked is None:
            return
        for key in keys_of(with_worths(rules, asked)):
            called = call_of(rules, key)
            if called is not None:
                yield key, called
            elif not pick and ":" in key.pick:
                opened.append(key.pick)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_key_says_what_its_call_scores_if_it_is_good(preset: str) -> None:
    """Elder's first call of a class, answered good, scores just that."""
    met = set[Category]()
    for dealt in random_deals(preset, DEALS):
        for deal in dealt.moments(MOMENTS, in_calls=True):
            for key, called in call_keys(deal):
                assert isinstance(key.note, Message), (dealt.name, key.said)
                gain = gain_of(deal, called)
                if gain is None:
                    continue
                met.add(called.claim.category)
                assert key.note.values["points"] == gain, (dealt.name, key.said)
                if key.note.text is WorthText.CARDS:
                    assert isinstance(called.claim, SequenceClaim)
                    assert key.note.values["cards"] == called.claim.length
    if DEALS >= MANY and rules_named(preset).players == 2:
        assert met == set(CALLED)


def gain_of(deal: Deal, called: Called) -> int | None:
    """Return what a call scores that is answered good; `None` if it is not elder's first of its
    class between two, to which alone an answer is given.
    """
    category = called.claim.category
    is_first = not deal.state.categories[category].entries[called.seat]
    if deal.rules.players > 2 or called.seat is not Seat.ELDER or not is_first:
        return None
    after = extend(deal, (called, Answered(Seat.YOUNGER, Answer.GOOD)))
    return None if after.refusal is not None else scored(after.deal) - scored(deal)
