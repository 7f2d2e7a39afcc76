"""The pages to look things up: what twelve cards declare, the rules of each preset, the topics, the laws."""

import re

import pytest
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.cards import parse_hand
from scorer.rules.hands import declare
from scorer.rules.presets import PRESETS
from scorer.service.topics import TOPICS
from scorer.web.table_view import TERMS
from tests.web.conftest import Page, Phone

ELDER = "AH KH QH JH 7H AS JS JD TD KC JC 9C"
HANDS = (ELDER, "7H 8H 9H TH 7S 8S 9S 7D 8D 9D 7C 8C", "AS AH AD AC KS KH KD KC QS QH QD QC")


def ask(phone: Phone, cards: str, rules: str = "portland") -> Page:
    return phone.get("/hand", query_string=[("rules", rules), *(("card", card) for card in cards.split())])


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_a_hand_of_any_card_of_the_pack_scores_what_the_kernel_says(phone: Phone, rules: str) -> None:
    boxes = ask(phone, "", rules).root.all("input", type="checkbox")
    assert sorted(box.attrs["value"] for box in boxes) == sorted(str(card) for card in PRESETS[rules].pack)
    assert len({box.attrs["aria-label"] for box in boxes}) == len(boxes)
    for hand in HANDS:
        cards = hand.split()[: PRESETS[rules].hand]
        page = ask(phone, " ".join(cards), rules)
        assert page.sums() == [[str(declare(PRESETS[rules], parse_hand(" ".join(cards))).total)]]
        chosen = [box for box in page.root.all("input", type="checkbox") if "checked" in box.attrs]
        assert {box.attrs["value"] for box in chosen} == set(cards)
    assert ask(phone, "AH 1X", rules).root.all("p", role="alert")[0].text


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
    assert {f"/rules/{rules}" for rules in PRESETS} <= links
    for address, _, anchor in (href.partition("#") for href in links if not href.startswith("#")):
        page = phone.get(address)
        assert page.status == 200, address
        assert not anchor or anchor in {node.attrs.get("id") for node in page.root.nodes}


def test_the_glossary_explains_every_line_of_a_score_and_every_bonus_of_a_sheet(phone: Phone) -> None:
    ids = {node.attrs["id"] for node in phone.get("/help/glossary").root.nodes if "id" in node.attrs}
    assert {*TERMS.values(), "pique", "repique", "capot", "possible"} <= ids


def test_the_tour_goes_through_a_deal_by_the_keys_that_were_tapped(phone: Phone) -> None:
    page, titles = phone.get("/tour"), []
    for number in range(2, 7):
        titles.append(page.root.all("h1")[0].text)
        (key,) = page.root.all("a", class_="key main")
        assert key.attrs["href"] == f"/tour/{number}"
        page = phone.get(key.attrs["href"])
    assert titles == ["The exchange", "Elder calls", "Younger answers", "Sets", "The play"]
    assert page.sums() == [["28", "23"]]
    assert page.links()["New partie"] == "/parties/new"
    assert phone.get("/tour/7").status == 404
