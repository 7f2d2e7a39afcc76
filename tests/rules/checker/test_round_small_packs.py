"""The checker against every deal of a small pack: twelve cards and sixteen, for three and for four."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.checker.agreement import assert_agrees
from tests.rules.checker.rounds import SIXTEEN, SMALL
from tests.rules.checker.small_packs import pack_of
from tests.rules.checker.talk import talk

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("name", SMALL)
def test_random_talk_about_twelve_cards(name: str) -> None:
    rules = SMALL[name]
    pack, corrections = pack_of(rules), 0.0 if rules.talon else 0.2
    logs = [talk(rules, f"{name}/{number}", corrections=corrections) for number in range(60)]
    found = Counter(assert_agrees(rules, log, pack.possible) for log in logs)
    assert len(found) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", SIXTEEN)
def test_random_talk_about_sixteen_cards(name: str) -> None:
    rules = SIXTEEN[name]
    pack = pack_of(rules)
    found = Counter(assert_agrees(rules, talk(rules, f"{name}/{number}"), pack.possible) for number in range(20))
    assert len(found) == 3
