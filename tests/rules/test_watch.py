"""The bonus watch: what is still open, how far it has come, and what would close it; never what the fold denies."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import house_rules
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
    """While younger has counted nothing and elder may add to elder's points."""
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
    """While elder has counted nothing; elder's calls are over and can close nothing, and younger makes no pique."""
    assert seen(log) == [f"Y repique {points}"]
    assert one("repique", log).closed_by == ()


def test_before_elder_calls_each_class_can_close_youngers_repique() -> None:
    """Her carte blanche is the first ten of thirty; every category is still elder's to be good in."""
    assert one("repique", "Y carte blanche").closed_by == (POINT, SEQUENCE, SET)


@pytest.mark.parametrize("spoken", ["E point 5; Y not good; Y point 6", "Y carte blanche; E point 5; Y good"])
def test_what_the_other_counts_first_closes_both(spoken: str) -> None:
    """A better point bars everything of elder's; a carte blanche, all but younger's own repique until elder is good."""
    assert [each for each in seen(spoken) if each.startswith("E")] == []


LED = "E point 5; Y good; E quint; Y good; E trio of aces; Y not good; Y no set"
"""Younger's word says that elder has led; the seven cards that the quint leaves could still be a quint."""


@pytest.mark.parametrize(
    ("omission", "open_still"),
    [
        pytest.param("younger_plays", ["E repique 20", "E pique 20"], id="forgotten, and younger has not played"),
        pytest.param("first_card", ["E pique 20"], id="forgotten, and lost"),
    ],
)
def test_elder_who_has_led_adds_what_the_rules_let_him(omission: str, open_still: list[str]) -> None:
    """Law 56."""
    assert seen(LED, omission=omission) == open_still


def test_what_elder_may_still_outbid_bars_nothing() -> None:
    """Younger called a tierce before elder called sequences: it gives way to a better one, if elder may still call."""
    assert seen("E point 5; Y good; Y tierce") == ["E repique 5", "E pique 5"]
    assert one("repique", "E point 5; Y good; Y tierce").closed_by == (SET,)
    assert seen("E point 5; Y good; Y tierce", omission="first_card") == []


# What is left to be called


CAVENDISH = "E point 5; Y how many; E making 49 in hearts; Y good; E quart major in hearts; Y good; "


def test_a_repique_that_no_call_can_make_is_not_open() -> None:
    """
    Cavendish's deal: nine, and eight cards that the quart leaves; a huitième would make twenty-seven of it.

    While the sets are open they alone could bring forty-two.
    """
    assert seen(CAVENDISH) == ["E repique 9", "E pique 9"]
    assert seen(f"{CAVENDISH}E trio of knaves; Y not good") == ["E pique 9"]


@pytest.mark.parametrize(
    ("log", "open_still"),
    [
        pytest.param("E point 8; Y good; E quart; Y good; E no set", True, id="twelve and a huitième"),
        pytest.param("E point 7; Y good; E quart; Y good; E no set", False, id="eleven and a huitième"),
        pytest.param("E point 5; Y good; E no sequence; E quatorze of aces; Y good", True, id="two more quatorzes"),
        pytest.param("E point 5; Y good; E no sequence; E trio of aces; Y good", True, id="two quatorzes"),
        pytest.param("E no point; E no sequence; E trio of aces; Y good; E trio of kings", False, id="one quatorze"),
        pytest.param("E point 8; Y good; E no sequence; E no set", False, id="nothing"),
        pytest.param("E point 8; Y good; E sixieme; Y good; E no set", True, id="twenty-four and six cards"),
        pytest.param("E point 5; Y good; E septieme; Y good; E no set", True, id="twenty-two and five cards"),
        pytest.param("E point 5; Y good; E huitieme; Y good; E no set", False, id="twenty-three and four cards"),
        pytest.param("E point 8; Y good; E no set; E septieme; Y how high", True, id="eight and the call that waits"),
    ],
)
def test_a_repique_is_open_as_long_as_the_cards_of_a_class_can_make_it(log: str, open_still: bool) -> None:
    """Within a class no more cards are called than a hand has (Law 9)."""
    assert ("E repique" in str(seen(log))) == open_still


def test_a_pique_that_neither_calls_nor_play_can_make_is_not_open() -> None:
    """Five in hand and thirteen in play; with a sixième more sixteen."""
    assert seen("E point 5; Y good; E no sequence; E no set") == []
    assert seen("E point 8; Y good; E no sequence; E trio of aces; Y good; E trio of kings") == ["E pique 14"]


def test_younger_whose_first_call_must_be_better_may_then_call_less() -> None:
    """Elder's quint was not good: younger has six cards at least, and with the other six another sixième."""
    log = "E point 4; Y not good; E quint; Y not good; E no set; Y point 5"
    assert one("repique", log).points == 5
    assert seen(f"{log}; Y huitieme; Y no set") == []


def test_what_was_denied_may_count_once_elder_has_led() -> None:
    """By the laws of Piquet au Cent a 'not good' with nothing better called is void."""
    log = "E carte blanche; E point 8 making 75; Y good; E huitieme major; Y not good; E no set"
    assert seen(log, "cent-32") == ["E repique 18", "E pique 18"]
    assert seen(log.replace("E carte blanche; ", ""), "cent-32") == ["E pique 8"]
    assert "E repique 18" not in seen(log, "cent-32", unproved_denial="nobody")
    younger = "Y carte blanche; E no point; E huitieme major; Y not good; E no set; Y no point; Y no sequence; Y no set"
    assert seen(younger, "cent-32", carte_blanche=12) == []
    outbid = log.replace("huitieme", "septieme") + "; Y huitieme major"
    assert "E repique 18" not in seen(outbid, "cent-32")


@pytest.mark.parametrize(
    ("thirty", "open_still"), [("either", True), ("elder", True), ("never", False)], ids=["either", "elder", "never"]
)
def test_a_carte_rouge_may_still_come(thirty: str, open_still: bool) -> None:
    """Nine and a huitième are twenty-seven; every card having scored, it would be twenty more."""
    log = f"{CAVENDISH}E trio of knaves; Y not good"
    house: dict[str, Any] = {"carte_rouge": 20, "carte_rouge_to_thirty": thirty}
    assert ("E repique 9" in seen(log, **house)) == open_still
    assert seen("E point 8; Y good; E no sequence; E no set", **house) == []
    assert seen("E point 8; Y good; E quart; Y good; E no set; tricks E1", **house) == []


def test_a_carte_rouge_that_sets_complete_comes_after_what_bars_the_rest() -> None:
    """The point and the quatorze name all of elder's cards, but younger's quart counts before them."""
    log = "E point 8; Y good; E tierce; Y not good; E quatorze of aces; Y good; "
    house: dict[str, Any] = {"carte_rouge": 40, "carte_rouge_to_thirty": "either"}
    assert "E repique 22" in seen(log, **house)
    assert "E repique" not in str(seen(f"{log}Y quart", **house))


def test_a_carte_rouge_that_was_shown_does_not_come_again() -> None:
    """Thirteen and ten for every card; three cards more in sets could only be a trio."""
    log = "E point 4; Y good; E no sequence; E trio of aces; Y good; E trio of kings; E trio of queens; E carte rouge"
    assert "E repique" not in str(seen(log, carte_rouge=10, carte_rouge_to_thirty="either"))


def test_a_sequence_of_nought_takes_no_card() -> None:
    """Eleven, a huitième with what the quart leaves, and ten for an empty suit."""
    log = "E point 7; Y good; E quart; Y good; E no set"
    assert "E repique 11" in seen(log, nought=True)


def test_where_both_count_elders_runs_come_before_youngers() -> None:
    """Elder has fifteen, and seven cards for another quint; younger's sixième counts after both."""
    log = "E no point; E quint; Y not good; E no set; Y no point; Y sixieme"
    assert "E repique 15" in seen(log, losers_in_class="all_valid")
    assert not any(each.startswith("Y") for each in seen(log, losers_in_class="all_valid"))
    assert seen(log) == ["Y repique 16"]
    younger = "E no point; E quint; Y not good; E no set; Y point 5"
    assert not any(each.startswith("Y") for each in seen(younger, losers_in_class="all_valid"))
    assert seen(younger) == ["Y repique 5"]


@pytest.mark.parametrize(
    ("rules", "closed_by"),
    [
        pytest.param("portland", (POINT,), id="what reckons before it"),
        pytest.param("meyer-1888", (POINT, SET), id="anything valid"),
    ],
)
def test_a_repique_is_pending_while_something_may_bar_it(rules: str, closed_by: tuple[Category, ...]) -> None:
    """Thirty-two in sequences: a set reckons after them, and bars only where anything valid does (Law 68)."""
    found = one("repique", "E no point; E septieme; Y good; E quint", rules)
    assert (found.points, found.needs, found.closed_by) == (32, 0, closed_by)


def test_a_carte_rouge_delays_nothing() -> None:
    """The thirty was reached in the sequences, and so was the carte rouge: a set does not bar it."""
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
    """Younger's calls are over: only a trick of younger's closes it now, and no repique is open."""
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
    """Elder's lead that loses scores nothing under this count, younger's trick two, and younger's leads one each."""
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


def test_a_player_who_reckons_nothing_makes_no_bonus() -> None:
    """Elder's carte blanche counts, but nothing added to it does (Law 58), unless that is waived."""
    assert seen("E carte blanche; E reckons nothing") == []
    assert seen("E carte blanche; E reckons nothing; Y waives") == ["E repique 10", "E pique 10"]


MADE = [
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
    pytest.param(
        "portland",
        "E repique",
        "E point 8; Y good; E quart; Y good; E trio of aces; Y not good; E huitieme; tricks E1",
        id="a huitième after a quart",
    ),
    pytest.param(
        "cent-32",
        "E repique",
        "E carte blanche; E point 8 making 75; Y good; E huitieme major; Y not good; E no set; tricks E1:1",
        id="what was denied and not outbid",
    ),
    pytest.param(
        "wikipedia",
        "E pique",
        "E point 6; Y good; E quart; Y good; E trio of aces; Y good; tricks E7",
        id="the ten at the seventh trick",
    ),
]


@pytest.mark.parametrize(("rules", "bonus", "log"), MADE)
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


def test_where_calls_count_as_made_elders_first_lead_may_follow_further_calls() -> None:
    """Younger's point comes after it: seventeen, a quatorze that elder may still call, and the lead are thirty-two."""
    log = "E septieme; Y good; Y point 6"
    found = one("pique", log, "modern")
    assert (found.points, found.closed_by) == (17, ())
    assert "E pique" not in str(seen(log, "modern", omission="first_card"))
    assert "E pique" not in str(seen(log, "portland"))


@pytest.mark.parametrize(
    ("log", "rules", "house", "open_still"),
    [
        pytest.param("tricks E1", "wikipedia", {}, True, id="the ten at the seventh trick"),
        pytest.param("tricks E6", "wikipedia", {}, True, id="the ten at the next"),
        pytest.param("tricks E7", "wikipedia", {}, True, id="the ten from there on"),
        pytest.param("tricks E6 Y1", "wikipedia", {}, False, id="the ten, after a trick of youngers"),
        pytest.param("tricks E1", "portland", {}, False, id="no ten"),
        pytest.param("tricks E2", "portland", {"capot_to_pique": True}, True, id="a capot"),
        pytest.param("tricks E2", "portland", {"last_points": 10}, True, id="ten for the last trick"),
        pytest.param("tricks E2", "portland", {"last_points": 10, "last_to_pique": False}, False, id="which helps not"),
    ],
)
def test_what_the_play_can_still_bring(log: str, rules: str, house: dict[str, Any], open_still: bool) -> None:
    """Nine in hand, a point for each lead, and what the ruleset lets help to a pique."""
    said = f"E point 5; Y good; E quart; Y good; E no set; {log}"
    assert ("E pique" in str(seen(said, rules, **house))) == open_still


def test_from_the_seventh_trick_on_the_ten_is_counted_and_the_eighth_lead_makes_the_pique() -> None:
    found = one("pique", "E point 5; Y good; E quart; Y good; E trio of aces; Y good; tricks E7", "wikipedia")
    assert (found.points, found.needs, found.led) == (29, 1, True)


@pytest.mark.parametrize(("carried", "open_still"), [(0, False), (10, True)], ids=["nothing", "ten"])
def test_cards_carried_forward_are_won_with_the_ten_at_the_seventh_trick(carried: int, open_still: bool) -> None:
    """Three in hand and twelve leads, the last trick and the ten are twenty-six."""
    rules = house_rules(PRESETS["wikipedia"], {"cards_tie": "carried"})
    log = parse_log("E no point; E tierce; Y good; E no set; tricks E1", rules)
    watched = watch(fold(rules, log, Setting(carried=carried)).require())
    assert (LineKind.PIQUE in [each.kind for each in watched]) == open_still


def test_a_call_of_youngers_cannot_close_what_the_first_lead_makes() -> None:
    """Twenty-nine in hand, and the points taken as they are said: elder's lead comes before younger's calls."""
    log = "E point 4; Y not good; E quint; Y good; E quatorze of aces; Y good"
    assert one("pique", log, "portland").closed_by == (POINT,)
    assert one("pique", log, "modern").closed_by == ()
    low = log.replace("point 4", "point 4 making 34").replace("quint", "quint major")
    assert one("pique", low, "cent-32", pique_order="chronological").closed_by == (POINT,)
