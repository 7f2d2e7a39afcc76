"""The bonus watch: what is still open, how far it has come, and what would close it; never what the fold denies."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import Deal, fold
from scorer.rules.house import house_rules
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Seat
from scorer.rules.watch import Watch, watch

POINT, SEQUENCE, SET = Category.POINT, Category.SEQUENCE, Category.SET


def deal_of(log: str, rules: str = "portland", **house: Any) -> Deal:
    """The deal of a log, every statement of which must be legal."""
    ruleset = house_rules(PRESETS[rules], house) if house else PRESETS[rules]
    return fold(ruleset, parse_log(log, ruleset)).require()


def seen(log: str, rules: str = "portland", **house: Any) -> list[str]:
    """What is open, as ``E repique 19``."""
    return [f"{each.seat.letter} {each.kind.value} {each.points}" for each in watch(deal_of(log, rules, **house))]


def one(kind: str, log: str, rules: str = "portland", **house: Any) -> Watch:
    """The one open bonus of that kind."""
    (found,) = [each for each in watch(deal_of(log, rules, **house)) if each.kind is LineKind(kind)]
    return found


@pytest.mark.parametrize(
    "log",
    [
        pytest.param("", id="nothing said"),
        pytest.param("E exchange 5; Y exchange 3", id="the exchange alone"),
        pytest.param("E point 5", id="a call that waits for its answer"),
        pytest.param("E point 5; Y equal; E making 49; Y equal", id="an equal point"),
        pytest.param("E point 5; Y not good; Y point 6; tricks E1", id="both have reckoned"),
        pytest.param("E point 5; Y good; E quint; Y good; E quatorze of aces; Y good", id="a repique made"),
        pytest.param("E point 5; Y good; E quint; Y good; E quart; tricks E6", id="a pique made"),
        pytest.param("E point 5; Y good; E quint; Y good; tricks E2 Y1", id="younger has taken a trick"),
        pytest.param("E point 5; Y good; tricks E12", id="the deal over"),
        pytest.param("E point 5; Y good; count E7 last E play 9", id="the deal over, the short way"),
        pytest.param("E point 5; Y good; E concedes", id="the deal conceded"),
    ],
)
def test_nothing_is_open(log: str) -> None:
    assert seen(log) == []


@pytest.mark.parametrize(
    ("log", "points", "closed_by"),
    [
        pytest.param("E point 5; Y good", 5, (SEQUENCE, SET), id="a point"),
        pytest.param("E point 5; Y good; E quint", 5, (SEQUENCE, SET), id="a call that waits"),
        pytest.param("E point 5; Y good; E quint; Y how high", 5, (SEQUENCE, SET), id="a call asked about"),
        pytest.param("E point 5; Y good; E quint; Y good", 20, (SET,), id="point and quint"),
        pytest.param("E point 5; Y good; E tierce major; Y equal", 5, (SET,), id="equal tierces"),
        pytest.param("E carte blanche; E point 5; Y good; E no sequence", 15, (SEQUENCE, SET), id="a carte blanche"),
        pytest.param("E no point; E tierce; Y good", 3, (POINT, SET), id="a tierce"),
    ],
)
@pytest.mark.parametrize("kind", ["repique", "pique"])
def test_elders_bonus_is_open(kind: str, log: str, points: int, closed_by: tuple[Category, ...]) -> None:
    """While younger has reckoned nothing and elder may add to what he has."""
    found = one(kind, log)
    assert found == Watch(LineKind(kind), Seat.ELDER, points, 30, closed_by, in_play=False)
    assert found.needs == 30 - points


@pytest.mark.parametrize(
    ("log", "points"),
    [
        pytest.param("E point 5; Y not good; E no sequence; E no set; Y point 6", 6, id="a point"),
        pytest.param("E no point; E no sequence; E no set; Y point 6; Y quint", 21, id="point and quint"),
    ],
)
def test_youngers_repique_is_open(log: str, points: int) -> None:
    """While elder has reckoned nothing; his calls are over and can close nothing, and pique is not hers."""
    assert seen(log) == [f"Y repique {points}"]
    assert one("repique", log).closed_by == ()


def test_before_elder_calls_anything_of_his_closes_youngers_repique() -> None:
    """Her carte blanche is the first ten of thirty; every category is still elder's to be good in."""
    assert one("repique", "Y carte blanche").closed_by == (POINT, SEQUENCE, SET)


@pytest.mark.parametrize("spoken", ["E point 5; Y not good; Y point 6", "Y carte blanche; E point 5; Y good"])
def test_what_the_other_reckons_first_closes_both(spoken: str) -> None:
    """A better point bars everything of elder's; a carte blanche, all but her own repique until elder is good."""
    assert [each for each in seen(spoken) if each.startswith("E")] == []


def test_elder_who_has_led_adds_nothing() -> None:
    """Younger's call says that he has; his five in hand and the play can still make a pique."""
    assert seen("E point 5; Y good; E trio of aces; Y not good") == ["E repique 5", "E pique 5"]
    assert seen("E point 5; Y good; E trio of aces; Y not good; Y no sequence") == ["E pique 5"]


@pytest.mark.parametrize(
    ("rules", "closed_by"),
    [
        pytest.param("portland", (POINT,), id="what reckons before it"),
        pytest.param("meyer-1888", (POINT, SET), id="anything valid"),
    ],
)
def test_a_repique_waits_for_what_may_still_bar_it(rules: str, closed_by: tuple[Category, ...]) -> None:
    """Thirty-two in sequences: a set reckons after them, and bars only where anything valid does (Law 68)."""
    found = one("repique", "E no point; E septieme; Y good; E quint", rules)
    assert (found.points, found.needs, found.closed_by) == (32, 0, closed_by)


def test_a_carte_rouge_delays_nothing() -> None:
    """The thirty was reached in the sequences: a set does not bar it, though the carte rouge reckons after sets."""
    found = one("repique", "E no point; E septieme; Y good; E quint; E carte rouge", carte_rouge=20)
    assert found.closed_by == (POINT,)


@pytest.mark.parametrize(
    ("log", "points"),
    [
        pytest.param("E point 5; Y good; E quint; Y good; tricks E1", 21, id="the first trick"),
        pytest.param("E point 5; Y good; E quint; Y good; tricks E4", 24, id="the fourth"),
        pytest.param(
            "E no point; E no sequence; E quatorze of aces; Y good; E trio of kings; tricks E1", 18, id="just"
        ),
    ],
)
def test_a_pique_comes_nearer_with_each_lead(log: str, points: int) -> None:
    """Younger's calls are over: only a trick of hers closes it now, and no repique is open."""
    found = one("pique", log)
    assert found == Watch(LineKind.PIQUE, Seat.ELDER, points, 30, (), in_play=True)
    assert seen(log) == [f"E pique {points}"]


@pytest.mark.parametrize(
    "log",
    [
        pytest.param("E point 5; Y good; tricks E1", id="six, eleven tricks to come"),
        pytest.param("E no point; E sixieme; Y good; E no set; tricks E1", id="seventeen, eleven tricks to come"),
    ],
)
def test_a_pique_that_no_play_can_make_is_not_open(log: str) -> None:
    """Eleven leads and the last trick's extra point are twelve at the most."""
    assert seen(log) == []


def test_youngers_pique_is_open_where_it_is_played() -> None:
    """Elder's lead that loses scores nothing under this count, her trick two, and her leads one each."""
    log = "E no point; E no sequence; E no set; Y point 5; Y quint; Y trio of aces"
    house = {"pique_seat": "either", "first_lead": "no"}
    assert "Y pique 23" in seen(log, "card-game-heaven", **house)
    played = one("pique", f"{log}; tricks Y3", "card-game-heaven", **house)
    assert played == Watch(LineKind.PIQUE, Seat.YOUNGER, 27, 30, (), in_play=True)
    assert "Y pique 23" not in seen(log, "card-game-heaven")


def test_the_nearest_comes_first() -> None:
    """Younger's ten, then what elder has."""
    log = "Y carte blanche; E point 5"
    assert seen(log, pique_seat="either") == ["Y repique 10", "Y pique 10"]
    needs = [each.needs for each in watch(deal_of("E point 5; Y good; E quint; Y good"))]
    assert needs == sorted(needs)


def test_who_reckons_nothing_makes_no_bonus() -> None:
    """His carte blanche stands, but nothing that he could add to it counts (Law 58), unless that is waived."""
    assert seen("E carte blanche; E reckons nothing") == []
    assert seen("E carte blanche; E reckons nothing; Y waives") == ["E repique 10", "E pique 10"]


BONUSES = [
    pytest.param(
        "portland",
        "E repique",
        "E point 5; Y good; E no sequence; E quatorze of aces; Y good; E quatorze of kings; tricks E1",
        id="a second quatorze",
    ),
    pytest.param(
        "portland",
        "E repique",
        "E point 6; Y good; E quint; Y good; E trio of aces; Y good; E trio of kings; E trio of queens",
        id="a third trio",
    ),
    pytest.param(
        "portland",
        "E repique",
        "E point 7; Y good; E septieme; Y good; E no set; E quint; tricks E1",
        id="a lesser run",
    ),
    pytest.param(
        "portland",
        "Y repique",
        "E no point; E no sequence; E no set; Y point 6; Y quint; Y trio of aces; Y trio of kings; Y trio of queens",
        id="younger's third trio",
    ),
    pytest.param(
        "portland",
        "Y repique",
        "E point 4; Y not good; E tierce; Y not good; E trio of aces; Y good; Y point 7; Y septieme; Y quint",
        id="younger's runs, which reckon before elder's trio",
    ),
    pytest.param(
        "portland", "E pique", "E point 5; Y good; E quint; Y good; E trio of aces; Y good; tricks E7", id="leads"
    ),
    pytest.param(
        "portland",
        "E pique",
        "E point 5; Y good; E quint; Y good; E trio of aces; Y good; tricks E6 Y1",
        id="a lead that loses",
    ),
    pytest.param(
        "modern",
        "E pique",
        "E point 4; Y not good; E quint; Y good; E quatorze of aces; Y good; Y point 5; tricks Y1",
        id="elder's first lead, before younger's point",
    ),
]


@pytest.mark.parametrize(("rules", "bonus", "log"), BONUSES)
def test_what_is_made_was_open_all_the_while(rules: str, bonus: str, log: str) -> None:
    """From the first point of its maker's to the last statement before it."""
    said = parse_log(log, PRESETS[rules])
    deals = [fold(PRESETS[rules], said[:end]).require() for end in range(1, len(said) + 1)]
    seat, kind = Seat["ELDER" if bonus[0] == "E" else "YOUNGER"], LineKind(bonus[2:])
    assert deals[-1].made_by(kind) is seat
    silent = [
        deal.score.values
        for deal in deals
        if deal.score[seat] and deal.made_by(kind) is None and (kind, seat) not in [each[:2] for each in watch(deal)]
    ]
    assert silent == []


def test_a_call_of_youngers_cannot_close_what_the_first_lead_makes() -> None:
    """Twenty-nine in hand, and the points taken as they are said: elder's lead comes before her calls."""
    log = "E point 4; Y not good; E quint; Y good; E quatorze of aces; Y good"
    assert one("pique", log, "portland").closed_by == (POINT,)
    assert one("pique", log, "modern").closed_by == ()
