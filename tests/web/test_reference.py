"""The pages to look things up: what twelve cards declare, the rules of each preset, the topics."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.cards import parse_hand
from scorer.rules.hands import declare
from scorer.rules.lines import LineKind
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS
from scorer.service.parties import Sheet
from scorer.service.topics import TOPICS
from scorer.web.tables import TERMS
from tests.web.conftest import Page, Phone

ELDER = "AH KH QH JH 7H AS JS JD TD KC JC 9C"


def ask(phone: Phone, cards: str, rules: str = "portland") -> Page:
    return phone.get("/hand", query_string=[("rules", rules), *(("card", card) for card in cards.split())])


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_every_card_of_the_pack_can_be_tapped(phone: Phone, rules: str) -> None:
    page = ask(phone, "", rules)
    boxes = page.root.all("input", type="checkbox")
    assert sorted(box.attrs["value"] for box in boxes) == sorted(str(card) for card in PRESETS[rules].pack)
    assert len({box.attrs["aria-label"] for box in boxes}) == len(PRESETS[rules].pack)


@pytest.mark.parametrize("rules", sorted(PRESETS))
@pytest.mark.parametrize("cards", [ELDER, "7H 8H 9H TH 7S 8S 9S 7D 8D 9D 7C 8C", "AS AH AD AC KS KH KD KC QS QH QD QC"])
def test_the_page_says_what_the_command_says(phone: Phone, rules: str, cards: str) -> None:
    cards = " ".join(cards.split()[: PRESETS[rules].hand])
    page = ask(phone, cards, rules)
    assert page.sums() == [[str(declare(PRESETS[rules], parse_hand(cards)).total)]]
    assert {box.attrs["value"] for box in page.root.all("input", type="checkbox") if "checked" in box.attrs} == set(
        cards.split()
    )


@pytest.mark.parametrize(
    "cards",
    ["AH", ELDER.rpartition(" ")[0], ELDER + " 8C", ELDER.replace("9C", "AH"), ELDER.replace("9C", "1X"), "x"],
    ids=["one", "eleven", "thirteen", "a card twice", "no such card", "no card"],
)
def test_other_than_twelve_cards_get_the_reason(phone: Phone, cards: str) -> None:
    page = ask(phone, cards)
    assert page.status == 200
    assert page.root.all("p", role="alert")[0].text
    assert page.sums() == []


def test_a_six_belongs_to_the_pack_of_thirty_six_only(phone: Phone) -> None:
    cards = ELDER.replace("9C", "6C")
    assert ask(phone, cards).root.all("p", role="alert")
    assert ask(phone, cards, "cent-36").sums() != []


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_every_rule_of_a_preset_is_shown_with_its_source(phone: Phone, rules: str) -> None:
    assert f"/rules/{rules}" in phone.get("/help/rulesets").links().values()
    page = phone.get(f"/rules/{rules}")
    assert PRESETS[rules].title in page.root.all("h1")[0].text
    rows = page.root.all("tr")
    assert len(rows) == len(RULE_FIELDS)
    for row, rule in zip(rows, RULE_FIELDS, strict=True):
        assert rule.metadata["meaning"] in row.text
        assert row.all("span", class_="small")[0].text == " ".join(PRESETS[rules].source(rule.name).split()) != ""
        assert row.all("td")[0].text


@pytest.mark.parametrize("id", ["nothing", "Portland", "portland.toml", "é"])
def test_unknown_rules_are_not_found(phone: Phone, id: str) -> None:
    assert phone.get(f"/rules/{id}").status == 404


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_says_on_its_page_what_the_terminal_prints(phone: Phone, topic: str) -> None:
    page = phone.get(f"/help/{topic}")
    assert f"/help/{topic}" in phone.get("/help").links().values()
    [shown] = page.root.all("div", class_="prose")
    printed = CliRunner().invoke(main, ["help", topic]).stdout
    printed = re.sub(r"^```\w*$|^\|[-|]+\|$", "", printed, flags=re.M)  # fences, and the rule under a table's head
    assert re.findall(r"\w+", shown.text) == re.findall(r"\w+", printed)


def test_every_link_of_a_topic_leads_to_a_page_that_has_its_anchor(phone: Phone) -> None:
    links = {href for topic in TOPICS for href in phone.get(f"/help/{topic}").links().values()}
    assert len(links) > 20
    for address, _, anchor in (href.partition("#") for href in links if not href.startswith("#")):
        page = phone.get(address)
        assert page.status == 200, address
        assert not anchor or anchor in {node.attrs.get("id") for node in page.root.walk()}


def test_the_glossary_explains_every_line_of_a_score(phone: Phone) -> None:
    ids = {node.attrs["id"] for node in phone.get("/help/glossary").root.walk() if "id" in node.attrs}
    assert set(TERMS.values()) <= ids
    assert set(TERMS) == set(LineKind)


def test_every_term_that_a_page_links_to_is_explained(phone: Phone, record: Callable[..., Sheet]) -> None:
    """A pique, a repique and a capot stand on the sheet; each leads to its word, and so does every other term."""
    code = phone.open()
    pique = "E point 5; Y good; E quint to knave; Y good; E trio of aces; Y good; tricks E9 Y3"
    repique = "E point 5 making 50; Y good; E quint major; Y good; E quatorze of aces; Y good; tricks E8 Y4"
    record(code, pique, repique, *("tricks E12", "tricks Y12") * 2)
    ids = {node.attrs["id"] for node in phone.get("/help/glossary").root.walk() if "id" in node.attrs}
    linked: set[str] = set()
    for where in ("", "sheet", "settlement", "deals/1", "deals/2", "across", "other-rules"):
        page = phone.get(f"/p/{code}/{where}")
        linked |= {href.partition("#")[2] for href in page.links().values() if href.startswith("/help/glossary#")}
    assert {"pique", "repique", "capot"} <= linked <= ids
