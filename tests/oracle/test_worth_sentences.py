"""What a key says that a call is worth is what the deal has when that call is good."""

import pytest

from scorer.rules.claims import Category, SequenceClaim
from scorer.rules.deal import Deal, extend
from scorer.rules.lines import LineKind
from scorer.rules.messages import Message
from scorer.rules.names import Name
from scorer.rules.notation import parse_log
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import Answer, Answered
from scorer.table.dialogue import keys_of, question
from scorer.table.worths import WorthText, call_of, with_worths
from tests.oracle.dealt import PRESET_NAMES, random_deals
from tests.thorough import this_run

DEALS = this_run(whole=2_000, in_ci=60, usual=6)
"""Every key of every question is tapped, so fewer are dealt than for other sentences."""

NAMES = tuple(map(Name, ("Ada", "Ben", "Cleo", "Dan")))

IN_CLASSES = (LineKind.POINT, LineKind.SEQUENCE, LineKind.SET)


def scored(deal: Deal) -> int:
    return sum(line.points for line in deal.lines if line.kind in IN_CLASSES)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_key_says_what_its_call_scores_if_it_is_good(preset: str) -> None:
    """Elder's first call of a class, answered good, scores just that."""
    met = set[Category]()
    for dealt in random_deals(preset, DEALS):
        rules = dealt.deal.rules
        for deal in dealt.prefixes():
            asked = (
                None if deal.is_over else question(deal, BySeat(NAMES[: rules.players]), elder=0)
            )
            if asked is None:
                continue
            for key in keys_of(with_worths(rules, asked)):
                called = call_of(rules, key)
                if called is None:
                    continue
                assert isinstance(key.note, Message), (dealt.name, key.said)
                category = called.claim.category
                first = not deal.state.categories[category].entries[called.seat]
                if rules.players > 2 or called.seat is not Seat.ELDER or not first:
                    continue
                said = parse_log(key.said, rules)[:1]
                good = (*said, Answered(Seat.YOUNGER, Answer.GOOD))
                after = extend(deal, good)
                if after.refusal is not None:
                    continue
                met.add(category)
                gain = scored(after.deal) - scored(deal)
                assert key.note.values["points"] == gain, (dealt.name, key.said)
                if key.note.text is WorthText.CARDS:
                    assert isinstance(called.claim, SequenceClaim)
                    assert key.note.values["cards"] == called.claim.length
    if DEALS >= 60 and preset not in ("normand", "voleur"):
        assert met == {Category.POINT, Category.SEQUENCE, Category.SET}
