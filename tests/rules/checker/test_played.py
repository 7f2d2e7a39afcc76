"""The play against the claims: no deal that was really played is impossible, and what cannot have been played is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from scorer.rules.cards import Card, Rank
from scorer.rules.checker import Finding, check, played, verdict_sentence
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset, TrickCount
from scorer.rules.seats import Seat
from scorer.rules.statements import Log, TricksCounted, TrickTaken
from tests.rules.checker.agreement import assert_agrees, assert_witnessed, written
from tests.rules.checker.demands import Cards
from tests.rules.checker.meaning import classes_of, said_in
from tests.rules.checker.oracle import allows
from tests.rules.checker.round_talk import honest_round
from tests.rules.checker.talk import honest
from tests.rules.checker.test_solver import Solver
from tests.thorough import mostly_slow, shares

PLAYED = ("portland", "wikipedia", "cent-32", "cent-36", "normand", "voleur")
COUNTED = ("cent-32", "cent-36", "normand", "voleur")
"""Where the tricks tell which cards count."""

Choose = Callable[[Sequence[Card]], Card]


def highest(cards: Sequence[Card]) -> Card:
    """A player who wins what he can."""
    return max(cards, key=lambda card: card.rank)


def lowest(cards: Sequence[Card]) -> Card:
    """A player who loses what he can."""
    return min(cards, key=lambda card: card.rank)


def tricks_of(rules: Ruleset, hands: Sequence[Cards], rng: Random) -> list[TrickTaken]:
    """A legal play of the hands to the last card, by players who like to win, or to lose, or do not care."""
    held = [sorted(hand, key=str) for hand in hands]
    players: list[Choose] = [rng.choice((highest, lowest, rng.choice)) for _ in hands]
    leader, found = 0, []
    for _ in range(rules.hand):
        table: dict[int, Card] = {}
        for turn in range(len(hands)):
            seat = (leader + turn) % len(hands)
            follows = [card for card in held[seat] if turn and card.suit is table[leader].suit]
            table[seat] = players[seat](follows or held[seat])
            held[seat].remove(table[seat])
        led = table[leader]
        winner = max((s for s, card in table.items() if card.suit is led.suit), key=lambda s: table[s].rank)
        if rules.trick_count is TrickCount.CAPTURED_CARDS:
            seen = [*table.values()]
        else:
            seen = [led] if winner == leader else [led, table[winner]]
        tens = sum(card.rank >= rules.trick_min_rank for card in seen)
        found.append(TrickTaken(Seat(winner), None if rules.counts_every_card else tens))
        leader = winner
    return found


def dealt(
    rules: Ruleset,
    rng: Random,
    *,
    sinks: int = 0,
    blank: bool = False,
    later: Callable[[Card], bool] = lambda _: True,
) -> tuple[Sequence[Cards], Log, bool]:
    """Real hands, what was said of them before the first trick, and whether something was sunk."""
    deal = (honest if rules.players == 2 else honest_round)(rules, rng, sinks=sinks, blank=blank, later=later)
    return deal.hands, deal.log[:-1], deal.sunk


def at_once(rules: Ruleset, tricks: Sequence[TrickTaken]) -> TricksCounted:
    """The same play of captured cards in one statement."""
    won = [sum(each.tens or 0 for each in tricks if each.seat is seat) for seat in (Seat.ELDER, Seat.YOUNGER)]
    elder = sum(each.seat is Seat.ELDER for each in tricks)
    return TricksCounted(elder, tricks[-1].seat, won[0], None, won[1])


def assert_possible(preset: str, seed: str, number: int) -> int:
    """A deal of real hands, played out, is possible at every trick from the half on; how much the play says in it."""
    rules, rng = PRESETS[preset], Random(f"{seed}/{preset}/{number}")
    hands, calls, sunk = dealt(rules, rng, sinks=number % 3, blank=bool(rules.carte_blanche) and number % 11 == 0)
    tricks = tricks_of(rules, hands, rng)
    end = rng.randint(rules.hand // 2, rules.hand) if number % 2 else rules.hand
    log: Log = (*calls, *tricks[:end])
    if preset == "cent-36" and number % 4 == 0:
        short = (*calls, at_once(rules, tricks))
        log = log if fold(rules, short).refusal else short
    deal = fold(rules, log).require()
    assert allows(deal, tuple(hands), () if sunk else classes_of(rules)), written(log)
    verdict = check(deal)
    assert verdict.finding is not Finding.IMPOSSIBLE, written(log)
    assert sunk or verdict.finding is Finding.POSSIBLE, written(log)
    if rules.players == 2:
        assert_witnessed(deal, verdict)
    return len(played(deal.state))


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", mostly_slow(PLAYED, ["portland", "cent-36", "voleur"]))
def test_a_deal_that_was_really_played_is_possible(preset: str) -> None:
    """Whoever sinks, wins or ducks."""
    assert sum(assert_possible(preset, "played", number) for number in range(40)) > 0


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("share", shares(10))
@pytest.mark.parametrize("preset", PLAYED)
def test_many_deals_that_were_really_played_are_possible(preset: str, share: int) -> None:
    for number in range(200):
        assert_possible(preset, f"many/{share}", number)


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", mostly_slow(PLAYED, ["portland", "cent-36"]))
def test_the_calls_of_one_deal_with_the_play_of_another(preset: str) -> None:
    """
    High cards called and low ones played: the checker finds what a solver finds, and its conflict is a least one.

    Of more than two each hand is held against the play alone, so that what is impossible is so for the solver too.
    """
    rules, solver, found = PRESETS[preset], Solver(), []
    for number in range(12):
        rng = Random(f"mixed/{preset}/{number}")
        _, calls, _ = dealt(rules, rng, later=lambda card: card.rank < Rank.TEN)
        hands, _, _ = dealt(rules, rng, later=lambda card: card.rank > Rank.TEN)
        log: Log = (*calls, *tricks_of(rules, hands, rng))
        deal = fold(rules, log)
        if deal.refusal is not None:
            continue
        if rules.players == 2:
            found.append(assert_agrees(rules, log, solver.possible))
        else:
            found.append(check(deal.deal).finding.value)
            assert found[-1] != "impossible" or not solver.possible(deal.deal, (), said_in(deal.deal)), written(log)
    solver.close()
    assert len(found) > 8
    assert preset not in COUNTED or "impossible" in found


@pytest.mark.parametrize(
    ("preset", "log", "sentence"),
    [
        (
            "portland",
            "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y12",
            "elder's four aces and the play in which elder won no trick can't both be",
        ),
        (
            "portland",
            "E point 5; Y good; E no sequence; E quatorze of aces; Y good; count E0 last Y play 1",
            "elder's four aces and the play in which elder won no trick can't both be",
        ),
        (
            "voleur",
            "T quatorze of aces; tricks E5:0",
            "third's four aces and the play in which third won no trick can't both be",
        ),
        (
            "normand",
            "E quatorze of aces; E quatorze of kings; tricks E3:0 E2:1",
            "elder's four aces, elder's four kings and elder's play of three cards that do not count can't all be",
        ),
        (
            "cent-32",
            "E point 8 making 75; Y good; E huitieme to ace; Y good; E no set; tricks E12:0",
            "elder's huitième major and elder's play of twelve cards that do not count can't both be",
        ),
        (
            "cent-36",
            "E no point; E no sequence; E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; "
            "tricks E11:1 E1:0",
            "elder's four aces, elder's four kings, elder's four queens "
            "and elder's play of one card that does not count can't all be",
        ),
        (
            "cent-36",
            "E no point; E no sequence; E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; "
            "count E6 last Y play 4-4",
            "elder's four aces, elder's four kings, elder's four queens "
            "and elder's play of four cards that do not count can't all be",
        ),
    ],
)
def test_a_conflict_with_the_play_names_it(preset: str, log: str, sentence: str) -> None:
    rules = PRESETS[preset]
    assert verdict_sentence(check(fold(rules, parse_log(log, rules)).require())) == sentence


@pytest.mark.parametrize(
    ("preset", "log"),
    [
        ("portland", "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y8"),
        ("portland", "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y8 E1 Y3"),
        ("portland", "E trio of aces; Y good; tricks Y12"),
        ("portland", "E quatorze of aces; Y good; E short 3; tricks Y5"),
        ("portland", "E quatorze of aces; Y good; E reckons nothing; tricks Y12"),
        ("cent-32", "E point 8 making 75; Y good; E huitieme to ace; Y good; E no set; tricks E5:1 E7:0"),
        ("normand", "T quatorze of aces; tricks E6:0"),
    ],
)
def test_what_the_play_allows_is_not_impossible(preset: str, log: str) -> None:
    """Four aces may be the last four cards; a hand that may be long can keep one."""
    rules = PRESETS[preset]
    assert check(fold(rules, parse_log(log, rules)).require()).finding is not Finding.IMPOSSIBLE
