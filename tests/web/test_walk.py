"""The walk through a deal, for every ruleset: any tap leads on to the end, and whatever is legal can be tapped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.statements import Answered, Called, CarteBlancheShown, Conceded, Declined, Exchanged
from scorer.web.keys import Key, Question
from scorer.web.walk import question
from tests.rules.presets import FOR_TWO
from tests.rules.strategies import COUNTED, begun
from tests.thorough import mostly_slow

NAMES = BySeat(("Ada", "Bea"))
TABLE = ("Ada", "Bea", "Cem", "Dora")
LONGEST = 300
"""More taps than this no deal takes, even one whose player opens choices and goes back."""


def dealt(rules: Ruleset, log: str = "") -> Deal:
    """A deal of a new partie as far as *log* goes, which must be legal."""
    players = tuple(Player(name) for name in TABLE[: rules.players])
    setting = play_partie(PartieRecord(rules, players, ())).next_setting
    return fold(rules, parse_log(log, rules), setting).require()


def after(deal: Deal, key: Key) -> Deal:
    """*deal* after a key was tapped; what it says must be legal."""
    folded = fold(deal.rules, deal.log + parse_log(key.said, deal.rules), deal.setting)
    assert folded.refusal is None, (key, folded.refusal)
    return folded.deal


def keys(asked: Question) -> list[Key]:
    return [key for row in asked.rows for key in row.keys] + list(asked.quiet)


def check(asked: Question | None) -> Question:
    """A question that can be answered: every row has keys, every key a name and something that it does."""
    assert asked is not None
    assert asked.heading
    assert asked.rows
    for row in asked.rows:
        assert row.keys, asked
        assert row.columns >= 1
    for key in keys(asked):
        assert key.label, asked
        assert bool(key.said) != bool(key.pick), key
    does = [key.said or key.pick for key in keys(asked)]
    assert len(set(does)) == len(does), f"two keys do the same: {does}"
    sounds = [(row.caption, key.spoken or key.label) for row in asked.rows for key in row.keys]
    assert len(set(sounds)) == len(sounds), f"two keys sound the same: {sounds}"
    return asked


def walk(deal: Deal, draw: Random, weight: float) -> Iterator[Deal]:
    """Tap at random until the deal is over; *weight* is how gladly a choice is opened."""
    pick, names = "", BySeat(TABLE[: deal.rules.players])
    for _ in range(LONGEST):
        if deal.is_over:
            assert question(deal, names, pick) is None
            return
        offered = keys(check(question(deal, names, pick)))
        opening = [key for key in offered if key.pick]
        saying = [key for key in offered if key.said]
        key = draw.choice(opening if opening and (not saying or draw.random() < weight) else saying)
        pick = key.pick
        if key.said:
            deal = after(deal, key)
            yield deal
    raise AssertionError(f"still not over: {deal.log}")


@pytest.mark.parametrize("weight", mostly_slow([0.0, 0.3, 0.7], [0.3]))
@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_whatever_is_tapped_the_deal_comes_to_its_end(rules: str, weight: float) -> None:
    for seed in range(6):
        *_, last = walk(dealt(PRESETS[rules]), Random(f"{rules} {weight} {seed}"), weight)
        assert last.is_over


@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_the_play_can_be_said_both_ways(rules: str) -> None:
    """Trick by trick in as many taps as there are tricks; the short way in at most three after elder's tricks."""
    deal = dealt(PRESETS[rules], begun(PRESETS[rules]) + "E no point; E no sequence; E no set")
    tricks, play = deal, keys(check(question(deal, NAMES, "play")))
    for _ in range(PRESETS[rules].hand):
        tricks = after(
            tricks, next(key for key in keys(check(question(tricks, NAMES, "play"))) if "tricks" in key.said)
        )
    assert tricks.is_over
    assert any(key.pick.startswith("count") for key in play) == (rules in COUNTED)
    for start in (key for key in play if key.pick.startswith("count")):
        short, pick = deal, start.pick
        for _ in range(2):
            offered = keys(check(question(short, NAMES, pick)))
            assert any(key.said or key.pick != "play" for key in offered)
            counted = next((key for key in offered if key.said.startswith("count")), None)
            if counted is not None:
                short = after(short, counted)
                break
            pick = next(key.pick for key in offered if key.pick != "play")
        assert short.is_over, start


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        pytest.param("E point 5; Y not good; E tierce; Y not good; E no set", "Bea calls the point", id="two owed"),
        pytest.param("E point 5; Y good; E tierce; Y not good; E no set", "Bea calls sequences", id="one owed"),
        pytest.param("E point 5; Y good; E tierce; Y good; E no set", "Bea calls sets", id="elder called none"),
        pytest.param(
            "E point 5; Y good; E tierce; Y not good; E no set; Y quart", "Bea calls another sequence", id="one called"
        ),
        pytest.param(
            "E point 5; Y not good; E tierce; Y not good; E no set; Y point 6", "Bea calls sequences", id="the next"
        ),
        pytest.param("E no point; E tierce; Y good; E no set; Y point 6", "Bea calls sets", id="the next open"),
        pytest.param(
            "E point 5; Y good; E tierce; Y good; E trio of aces; Y good", "Trick 1: who takes it?", id="none left"
        ),
        pytest.param(
            "E point 5; Y good; E tierce; Y good; E trio of aces; Y good; E trio of kings",
            "Ada calls another set",
            id="elder called a lesser one",
        ),
    ],
)
def test_after_elders_calls_the_page_asks_one_thing(said: str, heading: str) -> None:
    """Younger's calls class by class, as she owes them and then as elder left them; then the trick."""
    assert check(question(dealt(PRESETS["portland"], said), NAMES)).heading == heading


@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_younger_who_may_call_may_also_have_nothing_more(rules: str) -> None:
    """Below her calls, and apart from them, stands what goes on: the first trick where it is two keys, and the play."""
    deal = dealt(PRESETS[rules], begun(PRESETS[rules]) + "E no point; E no sequence; E no set")
    *calls, on = check(question(deal, NAMES)).rows
    assert [row.apart for row in calls] == [False] * len(calls) != []
    assert on.apart
    tricks = ["tricks E1", "tricks Y1"] if PRESETS[rules].counts_every_card else []
    assert [key.said for key in on.keys if key.said] == tricks
    assert [key.pick for key in on.keys if key.pick] == ["count" if tricks else "play"]
    if not tricks:
        play = check(question(deal, NAMES, "play"))
        assert play.heading == "Trick 1: who takes it?"
        assert not any(row.apart for row in play.rows)
        assert {"Y-point", "Y-sequence", "Y-set"} <= {key.pick for key in play.quiet}


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("rules", ["portland", "cent-36", "cent-32", "auction", "normand", "voleur"])
def test_a_players_keys_stand_in_that_players_column_in_every_deal(rules: str, number: int) -> None:
    """The header has the players in the order of the partie; elder of deal *number* is its player *number*."""
    ruleset = PRESETS[rules]
    players = TABLE[: ruleset.players]
    elder = number % len(players)
    calls = [f"{seat.letter} no {category.value}" for seat in ruleset.seats for category in CALLED]
    deal = dealt(ruleset, begun(ruleset) + "; ".join(calls if len(players) > 2 else calls[:3]))
    asked = check(question(deal, BySeat(players[elder:] + players[:elder]), "play", number=number))
    takers = [row for row in asked.rows if row.keys[0].said.startswith("tricks")]
    if takers[0].side:
        assert [row.side for row in takers] == list(players)
    else:
        columns = [key.column or 1 + place % 2 for place, key in enumerate(takers[0].keys)]
        assert [players[column - 1] for column in columns] == [key.label.partition(",")[0] for key in takers[0].keys]
        assert takers[0].columns == len(players)


def test_where_calls_and_the_first_trick_share_the_page_the_count_stands_between_the_players() -> None:
    deal = dealt(PRESETS["portland"], "E no point; E no sequence; E no set")
    for number, names in enumerate((NAMES, BySeat(("Bea", "Ada")))):
        on = check(question(deal, names, number=number)).rows[-1]
        assert [key.label for key in on.keys] == ["Ada", "Count the tricks", "Bea"]


@pytest.mark.parametrize(
    ("preset", "before", "said", "heading", "decide"),
    [
        pytest.param(
            "cent-32",
            (87, 77),
            "E point 4 making 38; Y not good; E tierce major; Y not good; E quatorze of aces; Y good; "
            "Y point 6 making 54; Y quint to knave",
            "Bea calls another sequence",
            ["Y no more sequences"],
            id="one more run",
        ),
        pytest.param(
            "cent-32",
            (86, 77),
            "E no point; E no sequence; E quatorze of aces; Y good",
            "Bea calls the point",
            ["Y no point", "Y no sequence"],
            id="nothing called yet",
        ),
        pytest.param(
            "normand",
            (85, 60, 0),
            "E no point; E quint to king; E no set; Y no point; Y tierce major; Y no set; "
            "T no point; T no sequence; T no set",
            "Bea calls another sequence",
            ["Y no more sequences"],
            id="round the table",
        ),
        pytest.param(
            "normand",
            (85, 60, 0),
            "E no point; E quint to king; E no set; T no point; T no sequence; T no set; Y tierce major",
            "Bea calls the point",
            ["Y no point", "Y no set; Y no point; Y no more sequences"],
            id="round the table, all at once",
        ),
        pytest.param(
            "meyer-1888",
            (36, 83),
            "E exchange 5; Y exchange 3; E carte blanche; E point 3; Y not good; E tierce; Y good; E tierce to nine; "
            "E no set; Y quatorze of knaves; Y trio of queens",
            "Bea calls the point",
            ["Y no point"],
            id="a lurch hangs on what the winner calls",
        ),
        pytest.param(
            "heaven-100 stakes=per_point",
            (90, 60),
            "E no point; E quint; Y good",
            "Bea calls the point",
            ["Y no point", "E no more sequences"],
            id="the margin hangs on what the winner calls",
        ),
    ],
)
def test_where_a_race_hangs_on_a_call_the_key_for_none_decides_it(
    preset: str, before: tuple[int, ...], said: str, heading: str, decide: list[str]
) -> None:
    """No trick is asked for, which nobody plays if there is no such call."""
    rules = rules_named(preset)
    race = Setting(final=False, before=BySeat(before), target=100)
    deal = fold(rules, parse_log(said, rules), race).require()
    asked = check(question(deal, BySeat(TABLE[: rules.players])))

    assert asked.heading == heading
    deciding = asked.rows[-1] if asked.rows[-1].apart else asked.rows[0]
    assert [key.said for key in deciding.keys] == decide
    assert not any("tricks" in key.said for key in keys(asked))
    while not deal.is_over:
        rows = check(question(deal, BySeat(TABLE[: rules.players]))).rows
        deal = after(deal, (rows[-1] if rows[-1].apart else rows[0]).keys[-1])
    assert deal.stopped == before.index(max(before))


def callable_by_elder(deal: Deal, category: Category) -> set[Claim]:
    """Every claim that elder can make first in *category* by tapping, with all that he may add to it."""
    found: set[Claim] = set()
    waiting, seen = [(deal, "")], {(deal.log, "")}
    while waiting:
        here, pick = waiting.pop()
        if here.pending is category:
            found.add(here.state.categories[category].leading.claim)
        elif here is not deal:
            continue
        for key in keys(check(question(here, NAMES, pick))):
            said = parse_log(key.said, deal.rules)
            if any(isinstance(each, Answered | Declined | CarteBlancheShown) for each in said):
                continue
            then = (after(here, key) if said else here, key.pick)
            if (then[0].log, then[1]) not in seen:
                seen.add((then[0].log, then[1]))
                waiting.append(then)
    return found


@pytest.mark.parametrize("category", CALLED, ids=lambda category: category.value)
@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_every_legal_first_call_of_elder_can_be_tapped(rules: str, category: Category) -> None:
    before = "; ".join(["", *(f"E no {each.value}" for each in CALLED[: CALLED.index(category)])])
    opening = begun(PRESETS[rules])
    exchange = next(key.said for key in keys(check(question(dealt(PRESETS[rules], opening), NAMES))) if key.main)
    deal = dealt(PRESETS[rules], opening + exchange + before)
    legal = {
        each.claim
        for each in legal_next(deal)
        if isinstance(each, Called) and each.seat is Seat.ELDER and each.claim.category is category
    }
    assert legal
    assert legal <= callable_by_elder(deal, category)


def extent(claim: Claim) -> tuple[object, ...]:
    """What a claim is said to be before its detail: how many cards, and for a set of which rank."""
    if isinstance(claim, SetClaim):
        return (claim.category, claim.count, claim.rank)
    assert isinstance(claim, PointClaim | SequenceClaim)
    return (claim.category, claim.length)


@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_every_legal_call_of_younger_can_be_tapped(rules: str) -> None:
    deal = dealt(PRESETS[rules], begun(PRESETS[rules]) + "E no point; E no sequence; E no set")
    legal = {extent(s.claim) for s in legal_next(deal) if isinstance(s, Called) and s.seat is Seat.YOUNGER}
    offered: set[tuple[object, ...]] = set()
    waiting, seen = [""], {""}
    while waiting:
        for key in keys(check(question(deal, NAMES, waiting.pop()))):
            offered |= {extent(s.claim) for s in parse_log(key.said, deal.rules) if isinstance(s, Called)}
            if key.pick not in seen:
                seen.add(key.pick)
                waiting.append(key.pick)
    assert legal
    assert legal == offered


@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_every_legal_exchange_can_be_tapped(rules: str) -> None:
    log = begun(PRESETS[rules])
    for seat in (Seat.ELDER, Seat.YOUNGER):
        deal = dealt(PRESETS[rules], log)
        legal = {s.cards for s in legal_next(deal) if isinstance(s, Exchanged) and s.seat is seat}
        offered = [parse_log(key.said, deal.rules) for key in keys(check(question(deal, NAMES)))]
        alone = {said[0].cards for said in offered if len(said) == 1 and isinstance(said[0], Exchanged)}
        assert legal == alone != set()
        log += f"E exchange {min(legal)}"


def test_only_the_last_deal_can_be_thrown_up() -> None:
    """A player may throw up the last deal of a partie and no other (Cavendish); the key stands there alone."""
    rules = PRESETS["portland"]
    for number in range(6):
        log = parse_log("tricks E12", rules)
        record = PartieRecord(rules, (Player("Ada"), Player("Bea")), (DealRecord(log),) * number)
        deal = fold(rules, parse_log("E no point; E no sequence; E no set", rules), play_partie(record).next_setting)
        said = [parse_log(key.said, rules) for key in keys(check(question(deal.deal, NAMES)))]
        assert any(isinstance(each, Conceded) for words in said for each in words) == (number == 5)


STAGES = (
    "",
    "E exchange 5",
    "E point 5",
    "E point 5; Y how many",
    "E point 5; Y good; E quart; Y good",
    "E no point; E no sequence; E no set",
    "tricks E3 Y2",
    "tricks E12",
)


@given(
    pick=st.one_of(
        st.text(max_size=20),
        st.from_regex(r"\A[EY]?:?-?(point|run|sequence|set|play|all|count)?(-[0-9EYx²]{0,3}){0,4}\Z"),
    ),
    stage=st.sampled_from(STAGES),
)
def test_a_choice_made_up_in_the_address_does_no_harm(pick: str, stage: str) -> None:
    """The choice is part of an address, which anybody may type: the page shows a question that can be answered."""
    deal = dealt(PRESETS["portland"], stage)
    asked = question(deal, NAMES, pick)
    if deal.is_over:
        assert asked is None
    else:
        check(asked)
