"""Whatever can be recorded can be corrected: at the table, in any deal, by links and keys alone."""

from __future__ import annotations

from typing import get_args

import pytest

from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.statements import Statement, effective
from scorer.service.parties import Parties, Recorded, Sheet
from tests.thorough import mostly_slow
from tests.web.conftest import Node, Page, Phone
from tests.web.corrections import CALLS, CASES, COUNT, Case, doors, follow, kept, timeline

each_kind = pytest.mark.parametrize("case", [pytest.param(case, id=case.kind.__name__) for case in CASES])


def test_there_is_a_case_for_every_kind_of_statement() -> None:
    """A kind that somebody adds has its way to a correction, or this fails."""
    assert {case.kind for case in CASES} == set(get_args(Statement))


def said(sheet: Sheet, deal: int) -> tuple[Statement, ...]:
    """What stands in a deal, in order."""
    return tuple(statement for _, statement in effective(sheet.log(deal)))


def played(phone: Phone, parties: Parties, *logs: str, rules: str = "portland") -> str:
    code = phone.open("Ada", "Ben", rules=rules)
    for deal, log in enumerate(logs):
        result = parties.record(code, deal=deal, position=0, said=log, form_key=str(deal))
        assert isinstance(result, Recorded), result
    return code


def sign(phone: Phone, code: str, *names: str) -> Page:
    """The settlement after both players have signed by its keys, or those of these *names*."""
    page = phone.get(phone.table(code).links()["Settlement"])
    for name in names or ("Ada", "Ben"):
        page = phone.tap_form(key_of(page, name))
    return page


def key_of(page: Page, name: str) -> Node:
    return next(node for node in page.root.all("button") if node.text == f"{name} signs")


def accept(phone: Phone, code: str, parties: Parties) -> None:
    """Let the phone score a partie that was opened without it."""
    with phone.client.session_transaction() as session:
        session["links"] = {code: parties.links(code)[0].id}


@each_kind
@pytest.mark.parametrize("is_signed", mostly_slow([False, True], [False]), ids=["unsigned", "signed"])
def test_any_statement_is_corrected_by_taps(phone: Phone, parties: Parties, case: Case, is_signed: bool) -> None:
    """Also in a deal that is closed, while a later one is played; and after both have signed, who then sign again."""
    sheet, _ = parties.open(("Ada", "Ben"), case.rules)
    accept(phone, sheet.code, parties)
    logs = case.logs(case.log)
    recorded = logs if case.last or is_signed else [*logs[: case.deal + 2], ""]
    for deal, log in enumerate(filter(None, recorded)):
        result = parties.record(sheet.code, deal=deal, position=0, said=log, form_key=str(deal))
        assert isinstance(result, Recorded), result
    if is_signed:
        sign(phone, sheet.code)

    page = phone.get(phone.table(sheet.code).links()["Sheet"])
    page = phone.get(next(href for href in page.links().values() if href.endswith(f"/deals/{case.deal + 1}")))
    page = phone.get(timeline(page, case.number))
    page = follow(phone, page, case.change)
    phone.tap(page, case.change)

    now = parties.sheet(sheet.code)
    assert now.signatures == (None, None)
    assert said(now, case.deal) == parse_log(case.becomes, case.rules)
    assert now.partie.totals == case.should_be(len(now.partie.deals)).totals
    assert [len(now.log(deal)) for deal in range(len(now.partie.deals)) if deal != case.deal] == [
        len(parse_log(log, case.rules)) for deal, log in enumerate(filter(None, recorded)) if deal != case.deal
    ]


FORGOTTEN = f"{CALLS}; {COUNT}"


@pytest.mark.parametrize("begun", ["", "E exchange 5; Y exchange 3"], ids=["between deals", "in deal 5"])
def test_a_forgotten_call_is_inserted_with_its_answer_in_an_earlier_deal(
    phone: Phone, parties: Parties, begun: str
) -> None:
    """Ben, elder in deal 2, had three aces, which were good; the count of the play is kept."""
    code = played(phone, parties, *[FORGOTTEN] * 4, *filter(None, [begun]))
    change = "insert E trio of aces before 11; insert Y good before 11"

    page = phone.get(timeline(phone.get(f"/p/{code}/deals/2"), 11))
    page = phone.get(page.links()["Something was left out here"])
    assert "before “Ben: seven tricks, the last to Ben, 9 in play”" in page.text
    page = follow(phone, page, change)
    assert "“Ben: three aces” is inserted." in page.text
    assert "Ben gains 3" in page.text
    assert "Ben’s deal goes from 28 to 31." in page.text
    phone.tap(page, change)

    sheet = parties.sheet(code)
    assert said(sheet, 1) == parse_log(f"{CALLS}; E trio of aces; Y good; {COUNT}", PRESETS["portland"])
    assert sheet.partie.deals[1].points == (6, 31)
    assert "Ben: three aces (inserted)" in phone.get(f"/p/{code}/deals/2").text


def test_a_call_without_its_answer_is_not_kept_and_the_answer_is_asked_for(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, *[FORGOTTEN] * 2)
    page = phone.get(f"/p/{code}/deals/1/statements/11?do=insert&pick=E-set")
    page = phone.get(next(href for so_far, href in doors(page) if so_far == "insert E trio of aces before 11"))
    assert not kept(page)
    assert "“Ada: three aces” has no answer before “Ada: seven tricks, the last to Ada, 9 in play”." in page.text
    assert {"Good", "Not good"} <= set(page.links())


def test_what_was_chosen_can_be_chosen_again_or_discarded(phone: Phone, parties: Parties) -> None:
    """Of an insertion it is what was inserted, and not the statement before which it stands."""
    code = played(phone, parties, FORGOTTEN, FORGOTTEN)
    change = "insert E trio of aces before 11; insert Y good before 11"
    page = follow(phone, phone.get(f"/p/{code}/deals/1/statements/11"), change)
    again = phone.get(page.links()["Choose something else"])
    assert again.root.all("h1")[0].text == "Ben: good"
    page = phone.get(again.links()["Not good"])
    assert "“Ben: not good” is inserted." in page.text
    assert page.said().keys() == {"insert E trio of aces before 11; insert Y good before 11; strike 13 for Y not good"}
    assert page.links()["Discard this correction"] == f"/p/{code}/deals/1"


def test_younger_who_said_nothing_had_a_quatorze(phone: Phone, parties: Parties) -> None:
    """In place of “no set” stands any call of that player's in that class."""
    deal = f"{CALLS}; E no set; Y no set; {COUNT}"
    code = played(phone, parties, deal, deal, "E exchange 5; Y exchange 3")
    page = phone.get(timeline(phone.get(f"/p/{code}/deals/2"), 12))
    assert "It should have been" in page.text
    change = "strike 12 for Y quatorze of aces"
    phone.tap(follow(phone, page, change), change)
    assert parties.sheet(code).partie.deals[1].points == (20, 28)


def test_a_call_is_removed_together_with_its_answer(phone: Phone, parties: Parties) -> None:
    """The answer to the trio would otherwise be read as one to the quart before it."""
    deal = f"E point 5; Y good; E quart; Y good; E trio of kings; Y not good; Y quatorze of tens; {COUNT}"
    code = played(phone, parties, deal)
    page = phone.get(phone.get(f"/p/{code}/deals/1/statements/5").links()["Remove"])
    assert "“Ada: three kings” is removed. “Ben: not good” is removed." in page.text
    assert "No point changes." in page.text
    phone.tap(page, "strike 5; strike 6")
    assert parties.sheet(code).partie.totals == (28, 20)


def test_a_count_that_is_removed_is_asked_for(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, FORGOTTEN, FORGOTTEN)
    page = phone.get(phone.get(f"/p/{code}/deals/1/statements/11").links()["Remove"])
    assert "Deal 1 would have no result. Enter the correct count instead." in page.text
    assert not kept(page)
    change = "strike 11; count E6 last Y play 7"
    phone.tap(follow(phone, page, change), change)
    assert parties.sheet(code).partie.deals[0].points == (16, 7)


def test_an_answer_that_becomes_not_good_leads_to_what_then_has_to_change(phone: Phone, parties: Parties) -> None:
    """Ada's second quart cannot follow a first that was not good, and goes with it."""
    deal = f"E point 5; Y good; E quart; Y good; E quart; {COUNT}"
    code = played(phone, parties, deal, deal)
    page = phone.get(f"/p/{code}/deals/1/statements/4")
    change = "strike 4 for Y not good; strike 5"
    page = phone.get(page.links()["Not good"])
    assert "“Ada: quart” no longer fits: elder's sequence was answered 'not good' (Law 50)." in page.text
    phone.tap(follow(phone, page, change), change)
    assert parties.sheet(code).partie.deals[0].points == (24, 6)


CLOSE = [FORGOTTEN] * 5 + ["tricks E12"]
"""Ada scores 28, 6, 28, 6, 28 and 0, Ben 6, 28, 6, 28, 6 and 53: Ben wins 127 + 96 + 100, which is 323."""

FIVE = "strike 11 for count E5 last Y play 7"
"""Ben, elder in the second deal, took five tricks: 16 to Ben and 19 to Ada, who crosses. Ben wins 115 - 109 + 100."""


def test_both_sign_again_after_a_count_of_an_earlier_deal_is_corrected(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, *CLOSE)
    page = sign(phone, code)
    assert "Both have signed." in page.text
    page = phone.get(page.links()["sheet"])
    page = phone.get(next(href for href in page.links().values() if href.endswith("/deals/2")))
    page = follow(phone, phone.get(timeline(page, 11)), FIVE)
    assert "This removes the signatures of Ada and Ben. Both players sign again." in page.text
    assert parties.sheet(code).is_signed, "nothing happens before the correction is kept"
    action, form = page.form(page.said()[FIVE])
    page = phone.tap(page, FIVE)
    assert "Ada and Ben signed 323 before a correction. Sign again." in page.text
    assert "has signed" not in page.text
    page = sign(phone, code)
    assert page.root.all("h1")[0].text.startswith("Ben wins 106.")
    assert "Ada and Ben signed 323 before a correction." in page.text
    assert "Sign again" not in page.text

    assert phone.post(action, form, token=form["csrf_token"]).status == 303, "it arrives a second time"
    assert parties.sheet(code).is_signed


def test_a_correction_after_one_signature_says_whose_it_takes_off(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, *CLOSE)
    sign(phone, code, "Ben")
    change = "strike 11 for count E12 last E play 13"
    page = follow(phone, phone.get(f"/p/{code}/deals/1/statements/11"), change)
    assert "This removes the signature of Ben. Both players sign." in page.text
    assert "Ben signed 323 to Ben before a correction. Sign again." in phone.tap(page, change).text


def test_a_signature_that_a_page_did_not_show_is_not_taken_off(phone: Phone, parties: Parties) -> None:
    """Neither from the table nor from a correction; and no signature is given to a record that was not shown."""
    code = played(phone, parties, *CLOSE)
    table, unsigned = phone.table(code), follow(phone, phone.get(f"/p/{code}/deals/2/statements/11"), FIVE)
    assert "This removes" not in unsigned.text
    settlement = sign(phone, code, "Ada")
    half = follow(phone, phone.get(f"/p/{code}/deals/2/statements/11"), FIVE)
    sign(phone, code, "Ben")
    (undo,) = table.said()
    for page, change in ((table, undo), (unsigned, FIVE), (half, FIVE)):
        answer = phone.tap(page, change, refused=True)
        assert answer.status == 422
        assert "To correct it, open the deal from its sheet and tap what is wrong." in answer.text
        assert parties.sheet(code).is_signed
    phone.tap(follow(phone, phone.get(f"/p/{code}/deals/2/statements/11"), FIVE), FIVE)
    refused = phone.tap_form(key_of(settlement, "Ben"))
    assert "The partie was corrected after this page was shown." in refused.text
    assert parties.sheet(code).signatures == (None, None)


def test_a_watching_phone_cannot_correct_a_signed_partie(phone: Phone, other: Phone, parties: Parties) -> None:
    code = played(phone, parties, *CLOSE)
    sign(phone, code)
    assert "correct it" not in other.get(f"/p/{code}/settlement").text
    assert not any("/statements/" in href for href in other.get(f"/p/{code}/deals/2").links().values())


def test_a_correction_is_begun_again_where_the_deal_went_on(phone: Phone, parties: Parties) -> None:
    """The places it names would be others."""
    code = played(phone, parties, "E point 5; Y good; E quart; Y good")
    page = phone.get(f"/p/{code}/deals/1/statements/3")
    seen = next(href for so_far, href in doors(page) if so_far == "strike 3 for E quint")
    parties.record(code, deal=0, position=4, said="E no set", form_key="more")
    page = phone.get(seen)
    assert "This deal has changed since you began." in page.text
    assert not kept(page)


def test_a_partie_that_would_have_ended_earlier_says_which_deal_is_too_many(phone: Phone, parties: Parties) -> None:
    deal = "E no point; E no sequence; E no set; tricks E7 Y5"
    code = played(phone, parties, *[deal] * 6, deal)
    page = follow_to_problem(phone, code)
    assert "The partie would be over after deal 6, and deal 7 has been played. This cannot be kept." in page.text
    assert not kept(page)


def follow_to_problem(phone: Phone, code: str) -> Page:
    """The last trick of deal 1 goes to Ada: the six deals are no longer level, and no extra one would be due."""
    page = phone.get(f"/p/{code}/deals/1/statements/15")
    return phone.get(next(href for so_far, href in doors(page) if so_far == "strike 15 for tricks E1"))


@pytest.mark.parametrize("rules", ["normand", "voleur"])
def test_three_and_four_correct_and_insert_calls_and_tricks(parties: Parties, phone: Phone, rules: str) -> None:
    players = PRESETS[rules].players
    sheet, _ = parties.open(("Ada", "Ben", "Cleo", "Dan")[:players], PRESETS[rules])
    code = sheet.code
    accept(phone, code, parties)
    tricks = PRESETS[rules].hand
    log = f"E point 5 making 49; Y trio of aces; tricks E{tricks}:1"
    for deal, text in enumerate((log, "E point 5 making 49")):
        assert isinstance(parties.record(code, deal=deal, position=0, said=text, form_key=str(deal)), Recorded)
    for number, change in (
        (2, "strike 2 for Y quatorze of aces"),
        (2, "insert Y tierce to king before 2"),
        (3, "strike 3 for tricks Y1:1"),
    ):
        page = follow(phone, phone.get(timeline(phone.get(f"/p/{code}/deals/1"), number)), change)
        phone.tap(page, change)
    wanted = f"E point 5 making 49; Y tierce to king; Y quatorze of aces; tricks Y1:1 E{tricks - 1}:1"
    assert said(parties.sheet(code), 0) == parse_log(wanted, PRESETS[rules])


def test_an_address_that_nobody_was_shown_says_what_is_wrong(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties, FORGOTTEN)
    for query, words in (
        ({"change": "nonsense"}, "The correction cannot be read"),
        ({"change": "# nothing"}, "It should have been"),
        ({"change": "strike 99"}, "there is no earlier statement 99"),
        ({"change": "insert strike 1 before 2"}, "This cannot be kept"),
        ({"do": "instead", "pick": "count-99"}, "It should have been"),
        ({"do": "insert", "pick": "E:point-x"}, "What was left out here?"),
    ):
        page = phone.get(f"/p/{code}/deals/1/statements/11", query_string=query)
        assert page.status == 200
        assert words in page.text
        assert not kept(page)
    assert phone.get(f"/p/{code}/deals/1/statements/40?do=insert").status == 404
