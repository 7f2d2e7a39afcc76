"""The checker against every deal there is, of packs small enough to look at them all."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from scorer.rules import statements as spoken
from scorer.rules.claims import CALLED, Category
from scorer.rules.deal import Deal, fold
from scorer.rules.legal import legal_next
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from tests.rules.checker.agreement import HOUSE, assert_agrees
from tests.rules.checker.meaning import said_in
from tests.rules.checker.rounds import SIXTEEN as ROUND_SIXTEEN
from tests.rules.checker.rounds import SMALL
from tests.rules.checker.small_packs import SIXTEEN, TWELVE, pack_of
from tests.rules.checker.talk import talk
from tests.thorough import EVERYTHING, mostly_slow, shares, some

pytestmark = pytest.mark.no_cover

Parts = tuple[spoken.Log, spoken.Log]
"""What elder says of a class, answers and all; and what younger says of it afterwards."""


def speaks_of(said: spoken.Statement, category: Category) -> bool:
    """Whether *said* can belong to the dialogue about *category*."""
    match said:
        case spoken.Called(_, claim):
            return claim.category is category
        case spoken.Declined(_, of) | spoken.Asked(_, of):
            return of is category
        case spoken.PipsSaid() | spoken.HeadSaid() | spoken.Answered():
            return True
        case _:
            return False


def elders(rules: Ruleset, category: Category, log: spoken.Log = ()) -> Iterator[spoken.Log]:
    """Every way in which elder makes one call of a class and has it answered."""
    deal = fold(rules, log).require()
    if log and deal.pending is None:
        yield log
        return
    for said in legal_next(deal):
        elder_calls = said.seat is Seat.ELDER and isinstance(said, spoken.Called) if hasattr(said, "seat") else False
        if speaks_of(said, category) and bool(log) is not elder_calls:
            if isinstance(said, spoken.Declined) or (not log and not elder_calls):
                continue
            yield from elders(rules, category, (*log, said))


def youngers(rules: Ruleset, category: Category, log: spoken.Log) -> Iterator[spoken.Log]:
    """Every call of a class that younger may make after *log*, and silence."""
    yield ()
    for said in legal_next(fold(rules, log).require()):
        if (
            isinstance(said, spoken.Called | spoken.Declined)
            and said.seat is Seat.YOUNGER
            and speaks_of(said, category)
        ):
            yield (said,)


@cache
def dialogues(rules: Ruleset, category: Category) -> tuple[Parts, ...]:
    """Every dialogue about one class, with one call of each at the most."""
    silent: list[spoken.Log] = [(), (spoken.Declined(Seat.ELDER, category),)]
    return tuple(
        (elder, younger)
        for elder in [*silent, *elders(rules, category)]
        for younger in youngers(rules, category, elder)
    )


def test_the_number_of_dialogues_of_each_class() -> None:
    """An empty list would prove nothing."""
    assert [len(dialogues(TWELVE, category)) for category in CALLED] == [208, 33, 49]


EXCHANGE: spoken.Log = (spoken.Exchanged(Seat.ELDER, 2), spoken.Exchanged(Seat.YOUNGER, 2))
"""Without it perhaps only the good calls were recorded."""


def played(*parts: Parts, begins: spoken.Log = EXCHANGE) -> Deal:
    """The deal of these dialogues one after another, with the first trick."""
    log = (*(said for elder, _ in parts for said in elder), *(said for _, younger in parts for said in younger))
    return fold(TWELVE, (*begins, *log, spoken.TrickTaken(Seat.ELDER))).require()


@cache
def in_words(category: Category) -> tuple[list[Parts], ...]:
    """The dialogues about a class, together those that say the same thing in other words."""
    found: dict[object, list[Parts]] = {}
    for parts in dialogues(TWELVE, category):
        deal = played(parts)
        found.setdefault((said_in(deal), deal.state.categories[category].status), []).append(parts)
    return tuple(found.values())


def different(category: Category) -> tuple[Parts, ...]:
    """One dialogue about a class for each thing that they can say."""
    return tuple(words[0] for words in in_words(category))


@pytest.mark.slow
@pytest.mark.parametrize("left_out", some(CALLED, 3), ids=str)
def test_the_verdict_on_every_dialogue_about_two_classes_is_that_of_every_deal(left_out: Category) -> None:
    """
    Twelve cards, hands of four: 34,650 deals, each of them looked at.

    Whatever can be said of the one class, with whatever can be said of the
    other; where there are several words for it, they take turns.
    """
    one, other = (in_words(category) for category in CALLED if category is not left_out)
    found: Counter[str] = Counter()
    used: set[Parts] = set()
    for (mine, my_words), (yours, your_words) in product(enumerate(one), enumerate(other)):
        parts = my_words[yours % len(my_words)], your_words[mine % len(your_words)]
        begins = EXCHANGE if (mine + yours) % 3 else ()
        found[assert_agrees(TWELVE, played(*parts, begins=begins).log, pack_of(TWELVE).heard)] += 1
        used.update(parts)
    assert used == {parts for words in (*one, *other) for parts in words}
    assert len(found) >= 2


@cache
def can_be(*parts: Parts) -> bool:
    """Whether some deal makes true what is said in these dialogues."""
    return pack_of(TWELVE).heard(played(*parts)).possible()


@pytest.mark.slow
@pytest.mark.parametrize("share", shares(10))
def test_the_verdict_on_dialogues_about_all_three_classes_is_that_of_every_deal(share: int) -> None:
    """Those of which every two can be; and a tenth of the others, for what two forbid a third does not allow."""
    found: Counter[tuple[bool, str]] = Counter()
    for number, parts in enumerate(product(*map(different, CALLED))):
        if number // 10 % 10 != share:
            continue
        two_can = all(can_be(*two) for two in combinations(parts, 2))
        if two_can or number % 10 == 0:
            found[two_can, assert_agrees(TWELVE, played(*parts).log, pack_of(TWELVE).heard)] += 1
    assert set(found) == {(True, "possible"), (True, "sunk"), (False, "impossible")}


SMALL_PACKS: dict[str, Ruleset] = {
    "sixteen": SIXTEEN,
    **{f"twelve, {house}": replace(TWELVE, **changes) for house, changes in HOUSE.items()},
    **{f"sixteen, {house}": replace(SIXTEEN, **changes) for house, changes in HOUSE.items()},
    **ROUND_SIXTEEN,
}
"""House rules of small packs: 1,681,680 deals of sixteen cards."""

ALWAYS = {"twelve": TWELVE, **SMALL}
"""Those tried in every run."""


@pytest.mark.parametrize("name", mostly_slow([*ALWAYS, *some(SMALL_PACKS, 6)], ALWAYS))
def test_the_verdict_on_random_talk_about_a_small_pack_is_that_of_every_deal(name: str) -> None:
    rules, found = (ALWAYS | SMALL_PACKS)[name], Counter[str]()
    corrections = 0.2 if rules.players > 2 and not rules.talon else 0.0
    for number in range(100 if EVERYTHING else 50):
        log = talk(rules, f"{name}/{number}", corrections=corrections)
        found[assert_agrees(rules, log, pack_of(rules).heard)] += 1
    assert len(found) == 3
