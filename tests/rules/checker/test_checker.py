"""The checker against a SAT solver: on hard cases, on all dialogues about a small pack,
on random talk and deals.
"""

from collections import Counter
from functools import cache
from itertools import chain, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import statements as spoken
from scorer.rules.cards import Rank
from scorer.rules.checker import check, could_have_held, finding
from scorer.rules.checker import played as tricks_say
from scorer.rules.claims import CALLED, Category
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding, verdict_message
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Seat
from scorer.rules.sentences import seat_names
from tests.rows import beside
from tests.rules.checker.agreement import (
    FULL,
    ROUND,
    SMALL,
    SMALL_PACKS,
    TWELVE,
    assert_agrees,
    assert_witnessed,
    could_lie,
    written,
)
from tests.rules.checker.meaning import classes_of, said_in
from tests.rules.checker.sat import Formula
from tests.rules.checker.talk import Dealt, dealt, rouge_talk, talk
from tests.thorough import EVERYTHING, SEED, examples, mostly_slow, some, this_run

RULES = FULL | ROUND | {"twelve": TWELVE}
CASES = beside(__file__)["case"]
CLAIMS = beside(__file__)["claim"]
EXACT = [case for case in CASES if case["rules"] not in ROUND or ":" not in case["log"]]
"""Of more than two players each hand alone is checked against the cards counted in the play."""


def deal_of(row: dict[str, str]) -> Deal:
    rules = RULES[row["rules"]]
    return fold(rules, parse_log(row["log"], rules)).require()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_hard_case_has_its_verdict_and_its_sentence(case: dict[str, str]) -> None:
    deal = deal_of(case)
    verdict = check(deal)
    number = len(verdict.sunk) + len(verdict.conflict)
    assert finding(deal) is verdict.finding
    assert f"{verdict.finding.value} {number or ''}".strip() == case["verdict"]
    sentence = str(verdict_message(verdict))
    assert case.get("sentence") in (None, sentence)
    assert sentence == str(verdict_message(verdict, seat_names(deal.rules.players)))
    if verdict.finding is not Finding.IMPOSSIBLE and case in EXACT:
        assert_witnessed(deal, verdict)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("case", some(EXACT, 5), ids=lambda case: case["name"])
def test_a_hard_case_put_to_the_solver(case: dict[str, str]) -> None:
    assert_agrees(RULES[case["rules"]], deal_of(case).log)


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: f"{row['log']}: {row['claimed']}")
def test_what_could_have_been_held(row: dict[str, str]) -> None:
    deal = deal_of(row)
    (call,) = parse_log(row["claimed"], deal.rules)
    assert isinstance(call, spoken.Called)
    could = {True: "yes", False: "no", None: "contradictory"}[
        could_have_held(deal, call.seat, call.claim)
    ]
    assert could == row["could"]
    assert could_lie(deal, call.seat, call.claim) is (could == "yes")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow([*FULL, *ROUND], ["portland", "voleur"]))
def test_what_a_player_may_hold_they_could_have_held(name: str) -> None:
    asked = 0
    for number in range(8):
        deal = fold(RULES[name], talk(RULES[name], f"could/{name}/{number}")).require()
        if check(deal).finding is not Finding.IMPOSSIBLE:
            for category in CALLED:
                for entry in chain.from_iterable(deal.state.categories[category].entries):
                    assert could_have_held(deal, entry.seat, entry.claim) is True, (
                        written(deal.log),
                        entry,
                    )
                    asked += 1
    assert asked > 5


# All dialogues about a small pack

Parts = tuple[spoken.Log, spoken.Log]
"""What elder says of a class, answers and all; and what younger says of it afterwards."""


def speaks_of(said: spoken.Statement, category: Category) -> bool:
    """Whether *said* can belong to the dialogue about *category*."""
    match said:
        case spoken.Called(_, claim):
            return claim.category is category
        case spoken.Declined(_, of) | spoken.Asked(_, of):
            return of is category
        case _:
            return isinstance(said, spoken.PipsSaid | spoken.HeadSaid | spoken.Answered)


@cache
def dialogues(category: Category) -> tuple[Parts, ...]:
    """Every dialogue about one class, with one call of each at the most."""
    firsts = [said for said in legal_next(fold(TWELVE, ()).require()) if speaks_of(said, category)]
    calls = [said for said in firsts if isinstance(said, spoken.Called) and said.seat is Seat.ELDER]
    begun: list[spoken.Log] = [
        (),
        (spoken.Declined(Seat.ELDER, category),),
        *((call,) for call in calls),
    ]
    found = list[Parts]()
    for elder in begun:
        deal = fold(TWELVE, elder).require()
        may = [said for said in legal_next(deal) if speaks_of(said, category)]
        called = [said for said in may if isinstance(said, spoken.Called | spoken.Declined)]
        if deal.pending is not None:
            begun += [(*elder, said) for said in may if said not in called]
        else:
            found += [
                (elder, ()),
                *((elder, (said,)) for said in called if said.seat is Seat.YOUNGER),
            ]
    return tuple(found)


EXCHANGE: spoken.Log = (spoken.Exchanged(Seat.ELDER, 2), spoken.Exchanged(Seat.YOUNGER, 2))
"""Without it perhaps only the good calls were recorded."""


def played(*parts: Parts, begins: spoken.Log = EXCHANGE) -> Deal:
    """The deal of these dialogues one after another, with the first trick."""
    log = (
        *(said for elder, _ in parts for said in elder),
        *(said for _, younger in parts for said in younger),
    )
    return fold(TWELVE, (*begins, *log, spoken.TrickTaken(Seat.ELDER))).require()


@cache
def in_words(category: Category) -> tuple[list[Parts], ...]:
    """The dialogues about a class, together those that say the same thing in other words."""
    found: dict[object, list[Parts]] = {}
    for parts in dialogues(category):
        deal = played(parts)
        found.setdefault((said_in(deal), deal.state.categories[category].status), []).append(parts)
    return tuple(found.values())


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("left_out", some(CALLED, 3), ids=str)
def test_the_verdict_on_every_dialogue_about_two_classes_is_that_of_the_solver(
    left_out: Category,
) -> None:
    """Whatever can be said of the one class and of the other;
    where there are several words for it, they take turns.
    """
    one, other = (in_words(category) for category in CALLED if category is not left_out)
    found: Counter[str] = Counter()
    used: set[Parts] = set()
    for (mine, my_words), (yours, your_words) in product(enumerate(one), enumerate(other)):
        parts = my_words[yours % len(my_words)], your_words[mine % len(your_words)]
        begins = EXCHANGE if (mine + yours) % 3 else ()
        found[assert_agrees(TWELVE, played(*parts, begins=begins).log)] += 1
        used.update(parts)
    assert used == {parts for words in (*one, *other) for parts in words}
    assert len(found) >= 2


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow([*SMALL, *some(SMALL_PACKS, 6)], SMALL))
def test_the_verdict_on_random_talk_about_a_small_pack_is_that_of_the_solver(name: str) -> None:
    """The first fifty logs never change, others are new every day."""
    rules = (SMALL | SMALL_PACKS)[name]
    found = Counter[str]()
    corrections = 0.2 if rules.players > 2 and not rules.talon else 0.0
    for number in range(this_run(whole=1000, in_ci=75, usual=50)):
        seed = f"{name}/{number}" if number < 50 else f"{SEED}/{name}/{number}"
        found[assert_agrees(rules, talk(rules, seed, corrections=corrections))] += 1
    assert len(found) == 3


PLAYED = {"two": (FULL, ("portland", "cent-36")), "more": (ROUND, ("normand", "voleur"))}
"""For two hands and for more the rules, and those of half of the logs."""

SHARE = 50 if EVERYTHING else 20
"""Logs in a share: every share is drawn once before a release, and a few in each run of CI."""

SHARES = [f"two {share}" for share in range(1, 100)] + [f"more {share}" for share in range(1, 40)]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "share", mostly_slow(["two 0", "more 0", *some(SHARES, 140)], ["two 0", "more 0"])
)
def test_the_verdict_on_random_talk_about_a_whole_pack_is_that_of_the_solver(share: str) -> None:
    """Five thousand logs of two and two thousand of more, under one ruleset after another."""
    hands, first = share.split()
    every, usual = PLAYED[hands]
    names = [*every]
    found = Counter[str]()
    for number in range(50 * int(first), 50 * int(first) + SHARE):
        rules = every[names[number // 2 % len(names)] if number % 2 else usual[number // 2 % 2]]
        seed = f"{hands}/{number}"
        if rules.carte_rouge and number % 3 == 0:
            log = rouge_talk(rules, seed)
        else:
            log = talk(rules, seed, corrections=0.3 if number % 5 == 0 else 0.0)
        found[assert_agrees(rules, log)] += 1
    assert len(found) == 3


ROUGE = [name for name, rules in RULES.items() if rules.carte_rouge]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", mostly_slow(some(ROUGE, 2) if EVERYTHING else ROUGE, ["rouge", "three, rouge"])
)
def test_talk_that_ends_in_a_carte_rouge(name: str) -> None:
    """No preset plays it, and few hands have it; so it is asked for."""
    rules = RULES[name]
    found = set()
    for number in range(70):
        log = rouge_talk(rules, f"rouge/{number}")
        if any(isinstance(said, spoken.CarteRougeShown) for said in log):
            found.add(assert_agrees(rules, log))
        if len(found) == 3 and (number > 35 or not EVERYTHING):
            break
    assert len(found) == 3


COUNTED = ("cent-32", "cent-36", "normand", "voleur")
"""Presets whose tricks tell which cards count."""


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", mostly_slow(["portland", "wikipedia", *COUNTED], ["cent-36"]))
def test_the_calls_of_one_deal_with_the_play_of_another(preset: str) -> None:
    """Elder calls high cards and plays low;
    of three or four the solver may rule out more than a look at each hand.
    """
    rules = PRESETS[preset]
    found = []
    deals = [dealt(rules, Random(f"mixed/{preset}/{number}")) for number in range(60)]
    deals.sort(key=lambda deal: sum(card.rank >= Rank.TEN for card in deal.hands[0]))
    for low, high in zip(deals[: 12 if EVERYTHING else 6], deals[::-1], strict=False):
        log: spoken.Log = (*high.calls, *low.log[len(low.calls) :])
        deal = fold(rules, log)
        if deal.refusal is not None:
            continue
        if rules.players == 2:
            found.append(assert_agrees(rules, log))
        else:
            found.append(check(deal.deal).finding.value)
            assert found[-1] != "impossible" or not Formula(deal.deal).possible(), written(log)
    assert len(found) > 3
    assert preset not in COUNTED or "impossible" in found


# Real deals: the hands that were dealt are admitted, and more said never makes possible what was
# not

QUICK = ("portland", "cent-36", "normand", "voleur")
SPOKEN = {name: PRESETS[name] for name in PRESETS} | {
    name: rules
    for name, rules in RULES.items()
    if name in ("by pips", "rouge", "three, 36", "four, holder")
}
"""Rules whose honest players the scoring oracle knows."""

TODAY = sorted({*QUICK, *some(SPOKEN, 3)})


def admitted(name: str, found: Dealt, log: spoken.Log, *, sink: bool) -> Deal:
    """The deal of *log*, in which the checker admits the hands;
    of three or four it checks each against the play.
    """
    rules = SPOKEN[name]
    deal = fold(rules, log).require()
    verdict = check(deal)
    oracle = Formula(deal)
    assert oracle.possible(() if sink else classes_of(rules), found.hands), written(log)
    assert verdict.finding is not Finding.IMPOSSIBLE, written(log)
    assert sink or verdict.finding is Finding.POSSIBLE, written(log)
    if rules.players == 2 or not tricks_say(deal.state):
        assert_witnessed(deal, verdict, oracle)
    return deal


DEALS = this_run(whole=500, in_ci=15, usual=10)
"""Deals under each ruleset, played honestly, and as many in which someone may sink;
the first ten never change.
"""


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow(TODAY, QUICK))
def test_the_hands_dealt_are_admitted(name: str) -> None:
    findings = set()
    counted = False
    for sink in (False, True):
        for number in range(DEALS):
            rng = Random(f"{SEED if number >= 10 else 'hands'}/{name}/{sink}/{number}")
            found = dealt(SPOKEN[name], rng, sink=sink)
            deal = admitted(name, found, found.log, sink=sink)
            findings.add(finding(deal))
            counted |= any(said.cards for said in tricks_say(deal.state))
    assert Finding.SUNK in findings or name not in QUICK
    assert counted or name not in COUNTED


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow(TODAY, ["portland"]))
@examples(200)
@given(st.integers(0))
def test_good_calls_alone_do_not_say_that_someone_sank_who_did_not(name: str, seed: int) -> None:
    found = dealt(SPOKEN[name], Random(seed), only_good=True)
    admitted(name, found, found.log, sink=False)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow(TODAY, QUICK))
def test_the_hands_dealt_are_admitted_after_every_statement(name: str) -> None:
    for number in range(2 if EVERYTHING else 1):
        found = dealt(SPOKEN[name], Random(f"{SEED}/begun/{name}/{number}"))
        for end in range(len(found.log)):
            admitted(name, found, found.log[:end], sink=False)


def takes_back(deal: Deal, said: spoken.Statement) -> bool:
    """Return whether *said* withdraws something, raises a pending call, or changes an answer."""
    if isinstance(said, spoken.Withdrawn | spoken.FoundFalse | spoken.ReckonedNothing):
        return True
    if isinstance(said, spoken.Called):
        return said.seat is Seat.ELDER and deal.pending is said.claim.category
    return isinstance(said, spoken.Answered | spoken.Asked) and deal.pending is None


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", mostly_slow(["portland", "cent-36", "losers", *ROUND], ["portland", "voleur"])
)
def test_more_said_never_makes_the_impossible_possible(name: str) -> None:
    rules = RULES[name]
    seen = 0
    for number in range(15):
        if seen and number >= (10 if EVERYTHING else 5):
            break
        log = talk(rules, f"more/{number}", corrections=0.1 if rules.players > 2 else 0.0)
        impossible = False
        for end in range(len(log) + 1):
            now = check(fold(rules, log[:end]).require()).finding is Finding.IMPOSSIBLE
            taken = end > 0 and takes_back(fold(rules, log[: end - 1]).require(), log[end - 1])
            assert now or taken or not impossible, written(log[:end])
            impossible = now
        seen += impossible
    assert seen > 0
