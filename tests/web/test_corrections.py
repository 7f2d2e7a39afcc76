"""Whatever can be recorded can be corrected: at the table, in any deal, by links and keys alone."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import get_args
from urllib.parse import parse_qs, urlsplit

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import Log, Statement, effective
from scorer.service.parties import Parties, Sheet
from tests import there
from tests.rows import beside, each_row
from tests.service.tables import say
from tests.web.conftest import Page, Phone

SECOND = "See both settlements"
ASK = "Ask for this correction"
WRONG = "Something is wrong pick the deal and correct it"

FOUR = house_rules(PRESETS["four-deal"], {"carte_rouge": 20})
"""Four deals, in which everything can be said that belongs to no auction."""

_DATA = beside(__file__)
LOGS: dict[str, str] = _DATA["logs"]


def spelled(text: str) -> str:
    return text.format(**LOGS)


@dataclass(frozen=True)
class Step:
    """A link to a step: the deal as it is said there,
    how many statements of it were begun, and what is opened.
    """

    version: str
    begun: int
    do: str
    pick: str
    address: str

    def leads(self, goal: Log, rules: Ruleset) -> tuple[int, int]:
        """Return how near this is to *goal*: how few statements differ, and how many were begun."""
        version = parse_log(self.version, rules)
        same = SequenceMatcher(None, version, goal, autojunk=False).get_matching_blocks()
        begun = self.begun if version[: self.begun] == goal[: self.begun] else -1
        return 2 * sum(block.size for block in same) - len(version) - len(goal), begun


def steps(page: Page, recorded: str = "") -> list[Step]:
    found = []
    for node in page.root.all("a"):
        address = urlsplit(node.attrs["href"])
        if address.path.endswith("/again"):
            asked = {name: values[0] for name, values in parse_qs(address.query).items()}
            version = asked.get("version", recorded)
            begun = int(asked["at"]) - 1
            found.append(
                Step(version, begun, asked.get("do", ""), asked.get("pick", ""), node.attrs["href"])
            )
    return found


def follow(phone: Phone, page: Page, recorded: str, becomes: str, rules: Ruleset = FOUR) -> Page:
    """Go from the page of a line to the one that offers to keep the deal as it *becomes*.

    The key that says most of it is tapped; without one, further keys are opened, the nearest to the
    difference first.
    """
    goal = parse_log(becomes, rules)
    said = version(page, recorded)
    reached = Step(said, 0, "", "", "").leads(goal, rules)
    seen = set[str]()
    unread = list[Step]()
    while not (may_keep(page) and parse_log(said, rules) == goal):
        found = steps(page, recorded)
        tapped = [each for each in found if not each.do + each.pick]
        near = max(tapped, key=lambda each: each.leads(goal, rules), default=None)
        if near is not None and near.leads(goal, rules) > reached:
            step = near
            reached = near.leads(goal, rules)
            seen = set()
            unread = []
        else:
            new = [each for each in found if each.address not in seen and each.do + each.pick]
            seen |= {each.address for each in new}
            pairs = enumerate(zip_longest(parse_log(said, rules), goal))
            differs = next((at for at, (one, other) in pairs if one != other), 0)
            unread = sorted(unread + new, key=lambda step: abs(step.begun - differs))
            assert unread, f"no link leads from {said!r} to {becomes!r}"
            step = unread.pop(0)
        page = phone.get(step.address)
        assert page.status == 200
        said = version(page, step.version)
    second = page.links().get(SECOND)
    return page if second is None else phone.get(second)


def version(page: Page, otherwise: str) -> str:
    """The deal as a page says it, by the links that change nothing of it."""
    return next((each.version for each in steps(page, otherwise) if each.do + each.pick), otherwise)


def may_keep(page: Page) -> bool:
    keeps = any(node.text == "Keep" for node in page.root.all("button"))
    return keeps or not {SECOND, ASK}.isdisjoint(page.links())


def timeline(page: Page, number: int) -> str:
    """Where the line of statement *number* of a deal leads."""
    return (
        next(each for each in page.root.nodes if each.attrs.get("id") == f"s{number}")
        .all("a")[0]
        .attrs["href"]
    )


CALLS = LOGS["calls"]
COUNT = LOGS["count"]
FORGOTTEN = LOGS["deal"]

FIVE = f"{CALLS}; count E5 last Y play 7"
"""Ben, elder in the second deal, took five tricks: 16 to Ben and 19 to Ada, who crosses.
Ben wins 115 - 109 + 100.
"""


def said(sheet: Sheet, deal: int) -> tuple[Statement, ...]:
    """Return the current statements of a deal, in order."""
    return tuple(statement for _, statement in effective(sheet.log(deal)))


def played(phone: Phone, parties: Parties, *logs: str, rules: Ruleset = PRESETS["portland"]) -> str:
    """Record the deals of a partie on a phone that scores it, and return its code."""
    code = parties.open(("Ada", "Ben", "Cleo", "Dan")[: rules.players], rules)[0].code
    with phone.client.session_transaction() as session:
        session["links"] = {code: parties.links(code)[0].id}
    say(parties, code, *logs)
    return code


@pytest.fixture
def finished(phone: Phone, parties: Parties) -> str:
    """Ada scores 28, 6, 28, 6, 28 and 0, Ben 6, 28, 6, 28, 6 and 53:
    Ben wins 127 + 96 + 100, which is 323.
    """
    return played(phone, parties, *[FORGOTTEN] * 5, "tricks E12")


def test_there_is_a_case_for_every_kind_of_statement() -> None:
    cases = _DATA["test_any_statement_of_a_closed_deal_is_corrected_by_taps"]
    assert cases.keys() - {"columns"} == {each.__name__ for each in get_args(Statement)}


def keep(phone: Phone, page: Page) -> Page:
    (change,) = page.said()
    return phone.tap(page, change)


def sign(phone: Phone, code: str, *names: str) -> Page:
    """The settlement after both players have signed, or those of these *names*."""
    players = ("Ada", "Ben")
    for name in names or players:
        page = phone.sign(code, name, player=players.index(name))
    return page


@each_row
def test_any_statement_of_a_closed_deal_is_corrected_by_taps(
    phone: Phone, parties: Parties, where: str, log: str, number: int, becomes: str
) -> None:
    """A later deal has been played, unless it is the last."""
    log = spelled(log)
    becomes = spelled(becomes)
    last = where == "last deal"
    rules = PRESETS["auction"] if where == "auction" else FOUR
    usual = f"E bids 7; Y passes; {LOGS['rest']}" if rules.auction else "tricks E12"
    deal = there(rules.deals) - 1 if last else 1
    code = played(phone, parties, *[usual] * deal, log, *[usual] * (not last), rules=rules)
    page = phone.get(timeline(phone.get(f"/p/{code}/deals/{deal + 1}"), number))
    keep(phone, follow(phone, page, log, becomes, rules))
    should_be = played(phone, parties, *[usual] * deal, becomes, *[usual] * (not last), rules=rules)
    now = parties.sheet(code)
    wanted = parties.sheet(should_be)
    assert [said(now, each) for each in range(deal + 2 - last)] == [
        *map(wanted.log, range(deal + 2 - last))
    ]
    assert now.partie.totals == wanted.partie.totals


def test_a_forgotten_call_is_inserted_with_its_answer_in_an_earlier_deal(
    phone: Phone, parties: Parties
) -> None:
    """Ben, elder in deal 2, had three aces, which were good. The count of the play stays."""
    code = played(phone, parties, FORGOTTEN, FORGOTTEN, "E exchange 5; Y exchange 3")
    page = phone.get(
        phone.get(timeline(phone.get(f"/p/{code}/deals/2"), 11)).links()[
            "Something was left out here"
        ]
    )
    assert "before “Ben: seven tricks, the last to Ben, 9 in play”" in page.text
    page = follow(phone, page, FORGOTTEN, f"{CALLS}; E trio of aces; Y good; {COUNT}")
    for words in (
        "– first difference Ben: three aces",
        "Ben – three aces, 3",
        "Ben in all 28 31",
        "Deal 2: Ben +3.",
        "“Ben: three aces” is added.",
    ):
        assert words in page.text
    assert "margin" not in page.text, "before the fifth deal nobody knows it"
    assert page.links()["Leave it as it was"] == f"/p/{code}/deals/2"
    instead = phone.get(page.links()["Ada: good"])
    assert instead.root.all("h1")[0].text == "Ada: good", (
        "of two the last: the answer to what was inserted"
    )
    keep(phone, page)
    sheet = parties.sheet(code)
    assert said(sheet, 1) == parse_log(
        f"{CALLS}; E trio of aces; Y good; {COUNT}", PRESETS["portland"]
    )
    assert sheet.partie.deals[1].points == (6, 31)
    assert "Ben: three aces (inserted)" in phone.get(f"/p/{code}/deals/2").text


@each_row
def test_a_step_says_what_cannot_follow_and_leads_to_what_is_missing(
    phone: Phone,
    parties: Parties,
    log: str,
    times: int,
    first: str,
    tap: str,
    words: str,
    becomes: str,
) -> None:
    log = spelled(log)
    becomes = spelled(becomes)
    rules = PRESETS["portland"]
    code = played(phone, parties, *[log] * times)
    page = phone.get(f"/p/{code}/deals/1/again?{first}")
    ends = (
        each for each in steps(page, log) if f"; {tap};" in f"; {each.version};" and not each.do
    )
    page = phone.get(page.links().get(tap) or next(ends).address)
    assert words in page.text
    if becomes:
        keep(phone, follow(phone, page, log, becomes, rules))
    else:
        assert not may_keep(page)
    assert said(parties.sheet(code), 0) == parse_log(becomes or log, rules)


def test_a_correction_removes_both_signatures(
    phone: Phone, other: Phone, parties: Parties, finished: str
) -> None:
    code = finished
    page = sign(phone, code)
    assert "Ben signed on " in page.text
    assert "correct it" not in other.get(f"/p/{code}/settlement").text
    assert not any("/again" in href for href in other.get(f"/p/{code}/deals/2").links().values())
    page = phone.get(phone.get(page.links()[WRONG]).links()["2"])
    page = follow(phone, phone.get(timeline(page, 11)), FORGOTTEN, FIVE)
    assert "This removes the signatures of Ada and Ben." in page.text
    assert parties.sheet(code).is_signed, "nothing happens before the correction is kept"
    ((change, key),) = page.said().items()
    action, form = page.form(key)
    page = phone.tap(page, change)
    assert page.root.all("h1")[0].text == "Ada and Ben", (
        "it is the sheet, from which the deal was opened"
    )
    assert "What Ada and Ben signed no longer counts." in page.text
    page = phone.get(page.links()["Settlement"])
    assert "Ada and Ben signed 323 before a correction." in page.text
    assert "has signed" not in page.text
    page = sign(phone, code)
    assert page.root.all("h1")[0].text.startswith("Ben wins 106")
    assert "Ada and Ben signed 323 before a correction." in page.text
    assert phone.post(action, form, token=form["csrf_token"]).status == 303, (
        "it arrives a second time"
    )
    assert parties.sheet(code).is_signed


def test_what_moves_a_rubicon_after_signing_is_kept_on_a_second_look(
    phone: Phone, finished: str
) -> None:
    sign(phone, finished)
    page = phone.get(f"/p/{finished}/deals/2/again?at=11&do=instead")
    page = follow(phone, page, FORGOTTEN, FIVE)
    assert "Ben wins 323." in page.text
    assert "Ben wins 106." in page.text
    assert [each.text for each in page.root.all("button")] == ["Keep: Ben 106, not Ben 323"]


def test_what_moves_a_rubicon_before_signing_is_kept_at_once(phone: Phone, finished: str) -> None:
    page = phone.get(f"/p/{finished}/deals/2/again?at=11&do=instead")
    page = follow(phone, page, FORGOTTEN, FIVE)
    assert [each.text for each in page.root.all("button")] == ["Keep"]


def test_a_correction_after_one_signature_says_whose_it_removes(
    phone: Phone, finished: str
) -> None:
    sign(phone, finished, "Ben")
    becomes = f"{CALLS}; count E12 last E play 13"
    page = follow(
        phone, phone.get(f"/p/{finished}/deals/1/again?at=11&do=instead"), FORGOTTEN, becomes
    )
    assert "This removes the signature of Ben." in page.text
    page = phone.get(keep(phone, page).links()["Settlement"])
    assert "Ben signed 323 to Ben before a correction." in page.text


def test_a_signature_that_a_page_did_not_show_is_not_removed(
    phone: Phone, parties: Parties, finished: str
) -> None:
    code = finished
    count = f"/p/{code}/deals/2/again?at=11&do=instead"
    table = phone.table(code)
    unsigned = follow(phone, phone.get(count), FORGOTTEN, FIVE)
    assert "This removes" not in unsigned.text
    sign(phone, code, "Ada")
    seen = parties.sheet(code).version
    half = follow(phone, phone.get(count), FORGOTTEN, FIVE)
    sign(phone, code, "Ben")
    for page in (table, unsigned, half):
        (change,) = page.said()
        answer = phone.tap(page, change, refused=True)
        assert (
            "To correct it, open the deal from its sheet and tap what is wrong." in answer.refusal
        )
        assert parties.sheet(code).is_signed
    keep(phone, follow(phone, phone.get(count), FORGOTTEN, FIVE))
    assert (
        "The partie was corrected after this page was shown."
        in phone.sign(code, "Ben", player=1, seen=seen).text
    )
    assert parties.sheet(code).signatures == (None, None)


def test_a_correction_begins_again_after_the_deal_has_gone_on(
    phone: Phone, parties: Parties
) -> None:
    """Its positions would be others. A phone without a link is offered no correction at all."""
    code = played(phone, parties, LOGS["quarts"])
    page = phone.get(f"/p/{code}/deals/1/again?at=3&do=instead")
    seen = next(each.address for each in steps(page, LOGS["quarts"]) if "E quint;" in each.version)
    parties.record(code, deal=0, position=4, said="E no set", form_key="more")
    page = phone.get(seen)
    assert "This deal has changed since you began." in page.text
    assert not may_keep(page)


def test_four_correct_and_insert_calls_and_tricks(parties: Parties, phone: Phone) -> None:
    log = _DATA["four"]["log"]
    rules = PRESETS["voleur"]
    code = played(phone, parties, log, rules=rules)
    for number, becomes in _DATA["four"]["becomes"]:
        keep(
            phone,
            follow(
                phone,
                phone.get(timeline(phone.get(f"/p/{code}/deals/1"), number)),
                log,
                becomes,
                rules,
            ),
        )
        log = becomes
    assert said(parties.sheet(code), 0) == parse_log(log, rules)


def corrected_deals(phone: Phone, code: str) -> list[str]:
    """Return the addresses of the deals that *This table* says were corrected."""
    links = phone.this_table(code).links()
    return [address for words, address in links.items() if " was corrected" in words]


def test_a_penalty_that_is_added_late_is_shown_at_the_table_and_taken_back(
    phone: Phone, parties: Parties
) -> None:
    code = played(phone, parties, FORGOTTEN, "E exchange 5")
    links = phone.get(f"/p/{code}/deals/1").links()
    (penalty,) = (address for words, address in links.items() if words == "Ada: reckons nothing")
    keep(phone, phone.get(penalty))
    corrected = phone.get(corrected_deals(phone, code)[0])
    phone.tap_form(corrected.key("I object: take the correction back"))
    assert corrected_deals(phone, code) == []


def test_the_totals_of_a_deal_from_paper_are_corrected_in_two_fields(
    phone: Phone, parties: Parties
) -> None:
    code = played(phone, parties, "scores 28 23", FORGOTTEN)
    page = phone.get(phone.get(f"/p/{code}/deals/1").links()["Correct the totals"])
    assert [node.attrs["value"] for node in page.root.all("input", inputmode="numeric")] == [
        "28",
        "23",
    ]
    address = f"/p/{code}/deals/1/again?total0={{}}&total1=23"
    for typed in ("1000", "-1", "x"):
        page = phone.get(address.format(typed))
        assert "Enter whole numbers from 0 to 999." in page.text
        assert not may_keep(page)
    page = phone.get(address.format(31))
    assert "Deal 1: Ada +3. Total: Ada 37, Ben 51." in page.text
    assert not page.root.all("p", class_="doubt")
    ((change, key),) = page.said().items()
    action, form = page.form(key)
    assert "Kept. Deal 1: Ada +3." in phone.tap(page, change).text
    assert phone.post(action, form, token=form["csrf_token"]).status == 303, (
        "it arrives a second time"
    )
    assert parties.sheet(code).partie.deals[0].points == (31, 23)
    assert parties.sheet(code).recorded(0) == 2
    assert len(corrected_deals(phone, code)) == 1


def test_totals_below_what_tricks_score_are_kept_with_a_warning(
    phone: Phone, parties: Parties
) -> None:
    code = played(phone, parties, "scores 3 4")
    why = (
        "The tricks alone score more than that, unless someone was penalised: Ada 3 and Ben 4. "
        "Check the totals."
    )
    for page in (phone.table(code), phone.get(f"/p/{code}/deals/1")):
        assert why in page.text
        assert "Impossible" not in page.text
    preview = phone.get(f"/p/{code}/deals/1/again?total0=3&total1=5")
    assert why.replace("Ben 4", "Ben 5") in preview.text
    assert "Impossible" not in preview.text
    assert may_keep(preview)
    assert "The tricks alone" not in phone.get(f"/p/{code}/deals/1/again?total0=7&total1=7").text


def test_totals_that_no_deal_can_score_are_kept_with_a_warning(
    phone: Phone, parties: Parties
) -> None:
    code = played(phone, parties, "scores 205 206")
    why = "No deal can score that: Ben 206. Check the totals."
    for page in (phone.table(code), phone.get(f"/p/{code}/deals/1")):
        assert f"Impossible {why}" in page.text
    corrected = phone.get(f"/p/{code}/deals/1/again?total0=205&total1=999")
    assert why.replace("206", "999") in corrected.text
    assert may_keep(corrected)
    assert "Impossible" not in phone.get(f"/p/{code}/deals/1/again?total0=205&total1=205").text


def test_nothing_can_be_added_to_a_deal_that_ended_with_the_partie(
    phone: Phone, parties: Parties
) -> None:
    """Seven cards of a point make a repique by these rules, and with it the hundred."""
    code = played(phone, parties, "Y point 7", rules=PRESETS["meyer-1888"])
    assert "Nothing can be added here" in phone.get(f"/p/{code}/deals/1/again?at=2&do=insert").text


def test_an_address_made_up_by_hand_says_what_is_wrong(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, FORGOTTEN)
    for query, words in _DATA["addresses_made_up"].items():
        page = phone.get(f"/p/{code}/deals/1/again?{query}")
        assert page.status == 200
        assert words in page.text
        assert not may_keep(page)
    for where in (
        "0",
        "0/again",
        "2",
        "x",
        "1/again?at=13",
        "1/again?at=12&do=instead",
        "1/again?at=0",
    ):
        assert phone.get(f"/p/{code}/deals/{where}").status == 404
