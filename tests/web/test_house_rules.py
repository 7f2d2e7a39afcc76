"""House rules: a preset with changes, what differs and from which source, and a partie opened under them."""

from pathlib import Path

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS
from scorer.service.parties import Parties
from tests.rows import each_row
from tests.web.club.visitors import visiting
from tests.web.conftest import Phone

OURS = "portland point_min=4 rubicon=120"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_rule_of_a_preset_can_be_changed(phone: Phone, preset: str) -> None:
    page = phone.get("/rules/house", query_string={"rules": preset})
    names = {field.attrs["name"] for kind in ("input", "select") for field in page.root.all(kind)}
    assert {rule.name for rule in RULE_FIELDS} <= names
    assert page.root.all("dl") == []


@each_row("query", "preset")
def test_changes_lead_to_the_rules_in_one_line(phone: Phone, query: dict[str, str], preset: str) -> None:
    answer = phone.client.get("/rules/house", query_string=query)
    assert (answer.status_code, answer.location) == (303, f"/rules/house?rules={preset}+point_min%3D4+rubicon%3D120")


@each_row("name", "value", "reason")
def test_house_rules_that_cannot_be_played_are_refused_and_stay_in_the_form(
    phone: Phone, name: str, value: str, reason: str
) -> None:
    page = phone.get("/rules/house", query_string={"from": "portland", name: value})
    assert page.refusal == reason
    assert page.root.all("input", name=name)[0].attrs["value"] == value


@pytest.mark.parametrize("line", ["nonsense", "portland x", "=", "portland rubicon=1 rubicon=2", "9" * 9000])
def test_an_unreadable_line_of_rules_is_refused_with_the_reason(phone: Phone, line: str) -> None:
    assert phone.get("/rules/house", query_string={"rules": line}).refusal


def test_a_change_names_the_first_two_presets_that_have_it(phone: Phone) -> None:
    page = phone.get("/rules/house", query_string={"rules": "portland rubicon=none"})
    assert f"(as in {PRESETS['cent-36'].title} and {PRESETS['cent-32'].title})" in page.text


def test_a_partie_is_opened_under_house_rules(phone: Phone, parties: Parties) -> None:
    form = phone.get("/parties/new", query_string={"rules": OURS})
    (chosen,) = [each for each in form.root.all("option") if "selected" in each.attrs]
    assert (chosen.attrs["value"], chosen.text) == (OURS, f"{PRESETS['portland'].title}, with house rules")
    assert parties.sheet(phone.open(rules=OURS)).partie.record.rules == rules_named(OURS)


def test_house_rules_that_a_director_saved_are_offered_in_the_club_until_removed(tmp_path: Path) -> None:
    """They are offered for a new partie on the director's phone and for a new season."""
    with visiting(tmp_path, "Ada") as visit:
        director, rules = visit.director, f"{visit.path}/rules"
        page = director.get("/rules/house", query_string={"rules": OURS})
        assert page.links()["Save them for Turf Club"] == f"{rules}?rules=portland+point_min%3D4+rubicon%3D120"
        assert director.post(rules, {"name": "Ours", "rules": OURS}).status == 303
        for address in ("/parties/new", f"{visit.path}/seasons/new"):
            options = {each.attrs["value"]: each.text for each in director.get(address).root.all("option")}
            assert options[OURS] == "Ours"
        assert "Ours" in visit.member(1).get(rules).links()
        assert director.post(f"{rules}/drop", {"name": "Ours"}).status == 303
        assert "Ours" not in director.get(rules).links()
        wrong = director.post(rules, {"name": "Ours", "rules": "portland target=100"})
        assert "a target and a lurch belong to" in wrong.refusal
