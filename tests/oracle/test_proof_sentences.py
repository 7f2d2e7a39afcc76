"""What is said of a result, of what it hinges on, and of a dispute, checked without the code that
chose it: laws by what the sources say, figures by settling and scoring again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import cast

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.laws import Law, Matter
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.seats import Player
from scorer.rules.statements import SPOKEN, Called, Spoken
from scorer.rules.versions import Difference, Pair, bearing, governing_messages, subject_of
from tests.oracle.dealt import PRESET_NAMES, random_deals

# The laws that govern a dispute

CAVENDISH = {"portland", "four-deal"}
"""The presets that play by the numbered laws."""

EVERY_PRESET = set(PRESET_NAMES)
NOBODY_ANSWERS = {"normand", "voleur"}
MEYER = {"meyer-1888", "meyer-rubicon"}
HEAVEN = {"card-game-heaven", "heaven-100"}
BY_AU_CENT = {"cent-32", "french-150"}
"""The presets with the penalties of Piquet au Cent; the French pub rules take them from there."""

SET_ASIDE: dict[str, set[str]] = {
    # who deals first, and what a wrong dealer does
    "Law 4": EVERY_PRESET - CAVENDISH,
    "Law 16": {"cent-32"},
    # two tens are blank too; younger's may wait; it is found after the exchange
    "Law 19": MEYER,
    "Law 20": MEYER | HEAVEN | NOBODY_ANSWERS | {"cent-32"},
    # elder: up to seven, from three, or none; younger: none, three, or at most five
    "Law 21": MEYER | NOBODY_ANSWERS | {"cent-36", "auction"},
    "Law 22": MEYER | HEAVEN | NOBODY_ANSWERS | {"modern", "wikipedia", "cent-32", "auction"},
    # calls and answers
    "Law 50": BY_AU_CENT | NOBODY_ANSWERS,
    "Law 51": BY_AU_CENT | NOBODY_ANSWERS,
    "Law 52": BY_AU_CENT,
    "Law 53": BY_AU_CENT,
    # a false claim costs the deal only in the Portland laws and in what follows them
    "Law 54": EVERY_PRESET - CAVENDISH - {"modern"},
    "Law 55": BY_AU_CENT,
    "Law 56": BY_AU_CENT | NOBODY_ANSWERS,
    # the play and the cards
    "Law 65": HEAVEN | MEYER | {"cent-36", "cent-32", "auction", "normand", "voleur"},
    "Law 66": MEYER,
    # a wrong count
    "Law 70": EVERY_PRESET - CAVENDISH - {"modern", "auction"},
}
"""The presets whose own sources contradict a numbered law, as section 7 of the collected rules
gives their values; where a source is silent, it contradicts nothing.
"""


def spoken_of(preset: str) -> Iterator[Spoken]:
    """Yield statements of every kind that the rules know, and those of random deals."""
    rules = rules_named(preset)
    for kind in SPOKEN:
        yield from islice(cast("Iterable[Spoken]", kind.possible(rules)), 3)
    for dealt in random_deals(preset, 4):
        for statement in dealt.deal.log:
            if isinstance(statement, SPOKEN):
                yield statement


def begun(preset: str) -> Partie:
    rules = rules_named(preset)
    players = tuple(Player(name) for name in ("Ada", "Ben", "Cem", "Dora")[: rules.players])
    return play_partie(PartieRecord(rules, players, (DealRecord(),)))


def differing(record: Spoken | None, version: Spoken | None, *, dealer: bool = False) -> Difference:
    """Two versions with these statements; of totals without any, or of who dealt first."""
    statement = record or version
    return Difference(
        deal=0,
        pair=None if statement is None else Pair(0, record, version),
        trick=None,
        matters=(Matter.RECORD,) if statement is None else statement.matters,
        points=((0, 0), (0, 0)),
        settled=(None, None),
        dealers=(0, 1) if dealer else None,
    )


def differences(preset: str) -> Iterator[Difference]:
    yield differing(None, None)
    yield differing(None, None, dealer=True)
    for statement in spoken_of(preset):
        yield differing(statement, None)
        if isinstance(statement, Called):
            yield differing(statement, statement)


MOST_SUBJECTS = 8
"""Fewer than every preset has; what a preset does not play it has no dispute about."""


def cited_one_by_one(laws: tuple[Law, ...]) -> set[str]:
    return {cited for law in laws for cited in law.cited_one_by_one}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_no_law_governs_that_the_rules_set_aside(preset: str) -> None:
    record = begun(preset)
    wrong = set()
    subjects = set()
    for difference in differences(preset):
        subject = subject_of(difference)
        subjects.add(subject)
        cited = cited_one_by_one(bearing(difference, record).governing)
        cited |= {each.source for each in governing_messages(difference, record)}
        wrong |= {f"{subject.name}: {law}" for law in cited if preset in SET_ASIDE.get(law, set())}
    assert wrong == set()
    assert len(subjects) > MOST_SUBJECTS
