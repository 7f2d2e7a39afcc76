"""The pages to look things up: hands, topics, laws, the rules of each preset, and house rules."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.hands import declare, parse_hand
from scorer.rules.house_rules import rules_named
from scorer.rules.names import folded
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS
from scorer.service.parties import Parties
from scorer.service.topics import TOPICS, blocks
from scorer.table.view import TERMS
from tests.languages import catalogue_of, offered
from tests.rows import each_row
from tests.service.tables import EVERY_LINK
from tests.web.club.conftest import visiting
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone, Recorder

ELDER = "AH KH QH JH 7H AS JS JD TD KC JC 9C"
HANDS = (ELDER, "7H 8H 9H TH 7S 8S 9S 7D 8D 9D 7C 8C", "AS AH AD AC KS KH KD KC QS QH QD QC")


def ask(phone: Phone, cards: str, rules: str = "portland") -> Page:
    return phone.get(
        "/hand", query_string=[("rules", rules), *(("card", card) for card in cards.split())]
    )


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_a_hand_of_any_card_of_the_pack_scores_what_the_kernel_says(
    phone: Phone, rules: str
) -> None:
    boxes = ask(phone, "", rules).root.all("input", type="checkbox")
    assert sorted(box.attrs["value"] for box in boxes) == sorted(
        str(card) for card in PRESETS[rules].pack
    )
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
    printed = re.sub(r"\s\(scorer\shelp\s[\w-]+\)", "", printed)  # the commands of links
    printed = re.sub(
        r"^```\w*$|^\|[-|]+\|$", "", printed, flags=re.M
    )  # fences, and the rule under a table's head
    assert words_of(shown.text) == words_of(printed)


def words_of(text: str) -> list[str]:
    """The words of a topic; a link to another is its name on the page and a command elsewhere."""
    return re.findall(r"\w+", re.sub(r"scorer\s+help\s", "", text))


def test_every_link_of_a_topic_leads_to_a_page_that_has_its_anchor(phone: Phone) -> None:
    links = {href for topic in TOPICS for href in phone.get(f"/help/{topic}").links().values()}
    assert {f"/rules/{rules}" for rules in PRESETS} <= links
    for address, _, anchor in (href.partition("#") for href in links if not href.startswith("#")):
        page = phone.get(address)
        assert page.status == 200, address
        assert not anchor or anchor in {node.attrs.get("id") for node in page.root.nodes}


def test_the_glossary_explains_every_line_of_a_score_and_every_bonus_of_a_sheet(
    phone: Phone,
) -> None:
    ids = ids_of(phone.get("/help/glossary"))
    assert {*TERMS.values(), "pique", "repique", "capot", "possible"} <= {*ids}


def test_the_glossary_of_another_language_is_sorted_anew_and_linked_to_as_in_english(
    phone: Phone,
) -> None:
    """What its catalogue has not is in English."""
    catalogue = catalogue_of("de")
    for term, in_german in (("answer", "zur Antwort"), ("trio", "Drilling"), ("scorer", "Ämter")):
        (words,) = (each.words for each in blocks("glossary") if f"**{term}**" in each.words)
        catalogue.add(words, f"**{in_german}**: *gut*", context="glossary")
    for english in ("Glossary", "At the table"):
        catalogue.add(english, f"{english} auf Deutsch", context="glossary")
    before = phone.get("/help/glossary")
    with offered(catalogue):
        page = phone.get("/help/glossary", headers={"Accept-Language": "de"})
    assert page.root.all("title")[0].text == "Glossary auf Deutsch"
    assert page.root.all("h2", id="at-the-table")[0].text == "At the table auf Deutsch"
    for each in page.root.all("ul"):
        terms = [item.all("strong")[0].text for item in each.all("li")]
        assert terms == sorted(terms, key=folded)
    assert page.root.all("li", id="answer")[0].all("strong")[0].text == "zur Antwort"
    assert page.root.all("li", id="trio")[0].all("em")[0].text == "gut"
    assert page.root.all("li", id="scorer")[0].all("strong")[0].text == "Ämter"
    assert sorted(ids_of(page)) == sorted(ids_of(before))
    assert phone.get("/help/glossary").html == before.html


def ids_of(page: Page) -> list[str]:
    return [node.attrs["id"] for node in page.root.nodes if "id" in node.attrs]


def test_a_topic_that_is_not_spoken_is_english_in_every_language(phone: Phone) -> None:
    catalogue = catalogue_of("de")
    catalogue.add("Contributing", "Mitmachen", context="contributing")
    with offered(catalogue):
        page = phone.get("/help/contributing", headers={"Accept-Language": "de"})
    assert page.root.all("title")[0].text == "Contributing"
    assert "Mitmachen" not in page.text


def test_the_tour_goes_through_a_deal_by_the_keys_that_were_tapped(phone: Phone) -> None:
    page = phone.get("/tour")
    titles = []
    for number in range(2, 7):
        titles.append(page.root.all("h1")[0].text)
        (key,) = page.root.all("a", class_="key main")
        assert key.attrs["href"] == f"/tour/{number}"
        page = phone.get(key.attrs["href"])
    assert titles == ["The exchange", "Elder calls", "Younger answers", "Sets", "The play"]
    assert page.sums() == [["28", "23"]]
    assert page.links()["New partie"] == "/parties/new"
    assert phone.get("/tour/7").status == 404


OURS = "portland point_min=4 rubicon=120"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_rule_of_a_preset_can_be_changed(phone: Phone, preset: str) -> None:
    page = phone.get("/rules/house", query_string={"rules": preset})
    names = {field.attrs["name"] for kind in ("input", "select") for field in page.root.all(kind)}
    assert {rule.name for rule in RULE_FIELDS} <= names
    assert page.root.all("dl") == []


@each_row
def test_changes_lead_to_the_rules_in_one_line(
    phone: Phone, query: dict[str, str], preset: str
) -> None:
    answer = phone.client.get("/rules/house", query_string=query)
    assert answer.status_code == 303
    assert answer.location == f"/rules/house?rules={preset}+point_min%3D4+rubicon%3D120"


@each_row
def test_house_rules_that_cannot_be_played_stay_in_the_form(
    phone: Phone, name: str, value: str, reason: str
) -> None:
    page = phone.get("/rules/house", query_string={"from": "portland", name: value})
    assert page.refusal == reason
    assert page.root.all("input", name=name)[0].attrs["value"] == value


@pytest.mark.parametrize(
    "line", ["nonsense", "portland x", "=", "portland rubicon=1 rubicon=2", "9" * 9000]
)
def test_an_unreadable_line_of_rules_is_refused_with_the_reason(phone: Phone, line: str) -> None:
    assert phone.get("/rules/house", query_string={"rules": line}).refusal


def test_a_change_names_the_first_two_presets_that_have_it(phone: Phone) -> None:
    page = phone.get("/rules/house", query_string={"rules": "portland rubicon=none"})
    assert f"(as in {PRESETS['cent-36'].title} and {PRESETS['cent-32'].title})" in page.text


def test_a_partie_is_opened_under_house_rules(phone: Phone, parties: Parties) -> None:
    form = phone.get("/parties/new", query_string={"rules": OURS})
    (chosen,) = [each for each in form.root.all("option") if "selected" in each.attrs]
    assert chosen.attrs["value"] == OURS
    assert chosen.text == f"{PRESETS['portland'].title}, with house rules"
    assert parties.sheet(phone.open(rules=OURS)).partie.record.rules == rules_named(OURS)


def test_house_rules_that_a_director_saved_are_offered_in_the_club_until_removed(
    tmp_path: Path,
) -> None:
    with visiting(tmp_path, "Ada") as visit:
        director = visit.director
        rules = f"{visit.path}/rules"
        page = director.get("/rules/house", query_string={"rules": OURS})
        assert (
            page.links()["Save them for Turf Club"]
            == f"{rules}?rules=portland+point_min%3D4+rubicon%3D120"
        )
        assert director.post(rules, {"name": "Ours", "rules": OURS}).status == 303
        for address in ("/parties/new", f"{visit.path}/seasons/new"):
            options = {
                each.attrs["value"]: each.text for each in director.get(address).root.all("option")
            }
            assert options[OURS] == "Ours"
        assert "Ours" in visit.member(1).get(rules).links()
        assert director.post(f"{rules}/drop", {"name": "Ours"}).status == 303
        assert "Ours" not in director.get(rules).links()
        wrong = director.post(rules, {"name": "Ours", "rules": "portland target=100"})
        assert "a target and a lurch belong to" in wrong.refusal


def test_a_law_stays_with_its_number(phone: Phone, record: Recorder, code: str) -> None:
    """In the markup as it was sent, whose white space the page client would make single."""
    record(code, "; ".join(WORKED_DEAL), *RUBICON_PARTIE[1:])
    refused = {
        "say": "Y good",
        "deal": "0",
        "position": "0",
        "key": "one",
        "csrf_token": phone.token,
    }
    paths = f"/p/{code}/deals/1", f"/p/{code}/settlement", "/rules/portland"
    bodies = {path: phone.client.get(path).text for path in paths}
    bodies["a refusal"] = phone.client.post(f"/p/{phone.open()}/say", data=refused).text
    for where, body in bodies.items():
        assert set(re.findall(r"\bLaws?(\s)\d", body)) == {"\N{NO-BREAK SPACE}"}, where


def test_a_player_named_like_a_law_keeps_that_name(phone: Phone, parties: Parties) -> None:
    assert "Law 65" in phone.table(phone.open("Law 65", "Bea")).text
    phone.open("Law\N{NO-BREAK SPACE}65", "Bea")
    assert {sheet.names[0] for sheet in parties.latest(EVERY_LINK)} == {"Law 65"}
