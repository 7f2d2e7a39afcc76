"""What a deal asks next: the order in which people speak, and the usual answers."""

from random import Random

import pytest

from scorer.rules import Game
from scorer.rules.asking import AskFor, has_detail, next_ask
from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import Called, Declined, TrickTaken
from tests.rows import each_row
from tests.rules.strategies import each_preset
from tests.thorough import EVERYTHING, SEED


@each_row
def test_the_next_question_of_a_deal(rules: str, log: str, asked: str) -> None:
    game = Game(rules)
    if log:
        game.say(log)
    assert repr(game.asks()) == asked


def racing(rules: str, before: tuple[int, ...], log: str) -> Deal:
    """A deal of a partie to 100 that begins with the totals *before*, by seat."""
    named = rules_named(rules)
    setting = Setting(final=False, before=BySeat(before), target=100)
    return fold(named, parse_log(log, named), setting).require()


@pytest.mark.parametrize(
    ("rules", "before", "log", "asked"),
    [
        (
            "cent-32",
            (86, 77),
            "E no point; E no sequence; E quatorze of aces; Y good",
            "Ask(younger, race, point: Y no point, Y no sequence, ",
        ),
        (
            "cent-32",
            (94, 77),
            "E no point; E no sequence; E trio of kings; Y good; E trio of queens",
            "Ask(younger, race, point: Y no point, Y no sequence, ",
        ),
        (
            "heaven-100 stakes=per_point",
            (90, 60),
            "E no point; E quint; Y good",
            "Ask(younger, race, point: Y no point, E no more sequences, ",
        ),
        (
            "normand",
            (85, 60, 0),
            "E no point; E quint to king; E no set; Y no point; Y tierce major; Y no set; "
            "T no point; T no sequence; T no set",
            "Ask(younger, race, sequence: Y no more sequences, ",
        ),
    ],
)
def test_a_race_is_asked_for_before_a_trick(
    rules: str, before: tuple[int, ...], log: str, asked: str
) -> None:
    """And it is asked of whoever can still decide it."""
    assert repr(next_ask(racing(rules, before, log))).startswith(asked)


def test_who_may_decide_a_race_passes_with_what_decides_it_last() -> None:
    log = (
        "E no point; E quint to king; E no set; T no point; T no sequence; T no set; Y tierce major"
    )
    ask = next_ask(racing("normand", (85, 60, 0), log))
    assert ask is not None
    assert ask.words[-2:] == ("Y no point", "Y no set; Y no point; Y no more sequences")


def test_a_deal_that_is_over_asks_nothing() -> None:
    game = Game()
    game.say("E exchange 5; Y exchange 3; tricks E12")
    assert next_ask(game.partie.deals[0].deal or pytest.fail("it has a log")) is None


def test_rare_points_are_legal_and_not_asked_for() -> None:
    game = Game()
    game.say("E exchange 5; Y exchange 3")
    ask = game.asks()
    assert ask is not None
    assert "E point 2" not in ask.words
    assert parse_log("E point 2", game.rules)[0] in game.legal()


def test_every_member_of_what_is_asked_for_is_asked_somewhere() -> None:
    """Of all walks at random under every ruleset, and the race above."""
    found = {AskFor.RACE}
    for rules in PRESETS:
        for seed in range(6):
            found |= {ask for _, ask in walk(rules, Random(seed))}
    assert found == set(AskFor)


def walk(rules: str, random: Random) -> list[tuple[str, AskFor]]:
    """Say answers at random until the first deal is over; return each with what it answered."""
    game = Game(rules)
    said = []
    while not game.deals or not game.deals[0].is_over:
        ask = game.asks()
        assert ask is not None, game
        answer = random.choice(ask.answers)
        game.say(answer)
        said.append((format_log(answer), ask.what))
    return said


@pytest.mark.no_cover
@each_preset
@pytest.mark.parametrize("seed", range(10 if EVERYTHING else 2))
def test_who_answers_at_random_ends_the_deal_and_is_never_refused(preset: str, seed: int) -> None:
    """No statement is refused, and no deal goes on for ever."""
    random = Random(f"{SEED}:{seed}:{preset}")
    said = walk(preset, random)
    assert len(said) <= 80
    is_race = PRESETS[preset].target is not None  # which the calls may win
    assert is_race or "trick" in {ask.value for _, ask in said}


@pytest.mark.no_cover
@each_preset
def test_everything_that_is_asked_for_is_legal(preset: str) -> None:
    """Along one deal at random: each first statement of an answer is among the legal ones."""
    game = Game(preset)
    random = Random(f"legal {SEED} {preset}")
    while not game.deals or not game.deals[0].is_over:
        ask = game.asks()
        assert ask is not None
        legal = set(game.legal())
        assert {answer[0] for answer in ask.answers} <= legal, ask
        game.say(random.choice(ask.answers))


def test_after_a_penalty_elder_is_not_asked_for_another_call() -> None:
    game = Game()
    game.say("E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y good; E trio of aces")
    game.say("Y good; Y reckons nothing")
    ask = game.asks()
    assert ask is not None
    assert ask.what is AskFor.TRICK
    assert ask.category is None


@pytest.mark.parametrize(
    ("call", "has"),
    [
        ("E point 5", False),
        ("E point 5 making 49", True),
        ("E quart to king", True),
        ("E quart", False),
        ("E trio of aces", False),
    ],
)
def test_a_call_has_a_detail_if_it_names_pips_or_a_head(call: str, *, has: bool) -> None:
    (said,) = parse_log(call, PRESETS["portland"])
    assert isinstance(said, Called)
    assert has_detail(said) is has


def test_younger_is_asked_for_one_class_that_is_owed() -> None:
    """'Not good' to the sequence owes a sequence, which is asked for before the sets."""
    game = Game()
    game.say("E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y not good; E no set")
    ask = game.asks()
    assert ask is not None
    assert ask.seat is Seat.YOUNGER
    calls = [said for answer in ask.answers for said in answer if isinstance(said, Called)]
    assert {call.claim.category.value for call in calls} == {"sequence"}
    assert isinstance(ask.answers[-1][0], TrickTaken), "she may play instead, and sink it"
    assert not any(isinstance(said, Declined) for answer in ask.answers for said in answer)
