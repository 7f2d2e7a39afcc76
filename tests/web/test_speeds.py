"""The faster ways to record a deal: only its totals, or only the calls that are good and then the tricks."""

from pathlib import Path

import pytest

from scorer.rules.presets import PRESETS
from scorer.service.book import open_parties
from scorer.service.parties import Parties
from scorer.service.recording import TAKEN_BACK
from tests.rows import each_row
from tests.web.conftest import Page, Phone

ONLY_TOTALS, KEEP = "Only the totals", "Keep the totals"
FIELDS = ("total0", "total1", "total2")


def totals(phone: Phone, code: str, *typed: str) -> Page:
    """Open the fields for the totals, type, and tap to keep them: two taps."""
    page = phone.get(phone.table(code).links()[ONLY_TOTALS])
    first, *_ = [node for node in page.root.all("input") if "autofocus" in node.attrs]
    assert (first.attrs["name"], first.attrs["inputmode"]) == ("total0", "numeric")
    return phone.send(page, KEEP, **dict(zip(FIELDS, typed, strict=False)))


@pytest.mark.parametrize("rules", ["portland", "heaven-100", "auction", "normand", "voleur"])
def test_a_deal_goes_in_by_its_totals_in_three_taps_with_the_one_that_goes_on(rules: str, phone: Phone) -> None:
    code, sides = phone.open(rules=rules), PRESETS[rules].sides
    page = totals(phone, code, *("28", "23", "9")[:sides])
    assert page.sums() == [["28", "23", "9"][:sides]]
    assert "From totals" in page.text
    following = phone.get(page.links()["Next deal"])
    assert following.position == (1, 0)
    assert ONLY_TOTALS in following.links()


def test_totals_are_undone_in_one_tap_to_the_screen_before_and_then_the_deal_is_said(
    phone: Phone, other: Phone, parties: Parties, tmp_path: Path
) -> None:
    code = phone.open()
    walk = phone.tap(phone.table(code), "E exchange 5; Y exchange 3")
    walk = phone.tap(walk, "strike 2; strike 1")
    assert phone.table(code).text == walk.text
    before = phone.get(walk.links()[ONLY_TOTALS])
    after = totals(phone, code, "28", "23")
    assert other.table(code).sums() == [["28", "23"]]
    assert after.said()[TAKEN_BACK].text == "Undo the totals (28 – 23)"
    undone = phone.tap(after, TAKEN_BACK)
    assert (undone.text, undone.openers()) == (before.text, before.openers())
    assert phone.get(undone.links()["Back"]).text == walk.text
    assert other.table(code).counts() == (0, 0)
    again = phone.tap_form(after.said()[TAKEN_BACK])  # the same tap, sent again
    assert again.text == undone.text
    totals(phone, code, "1", "2")
    phone.tap(phone.table(code), TAKEN_BACK)
    page = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    assert "strike 3" in page.said()
    assert ONLY_TOTALS not in page.links()
    stored = open_parties(tmp_path)  # as it is read anew
    assert parties.sheet(code).log(0) == stored.sheet(code).log(0) != ()
    stored.engine.dispose()
    assert phone.tap(page, "strike 3").said()["strike 2; strike 1"].text == "Undo the exchange"


@each_row("rules", "typed", "why")
def test_totals_that_are_refused_stay_in_their_fields(
    rules: str, typed: tuple[str, ...], why: str, phone: Phone, parties: Parties
) -> None:
    code = phone.open(rules=rules)
    page = totals(phone, code, *typed)
    assert why in page.refusal
    assert [page.typed[name] for name in FIELDS[: len(typed)]] == [*typed]
    assert not parties.sheet(code).partie.deals
    assert phone.send(page, KEEP, total0="9", total1="8").status == (422 if rules == "normand" else 200)


def test_only_the_latest_deal_can_lose_its_totals(phone: Phone) -> None:
    code = phone.open()
    assert phone.say(code, TAKEN_BACK, deal=0, position=0, key="a").status == 422
    totals(phone, code, "28", "23")
    phone.get(f"/p/{code}/?deal=1")
    assert phone.say(code, "scores 3 4", deal=1, position=0, key="b").status == 303
    assert phone.say(code, TAKEN_BACK, deal=0, position=1, key="c").status == 422
    assert phone.say(code, TAKEN_BACK, deal=1, position=1, key="d").status == 303
    assert phone.table(code).counts() == (0, 0)


def test_from_the_tricks_of_the_good_calls_one_tap_leads_back_and_one_to_the_first_trick(phone: Phone) -> None:
    code = phone.open()
    page = phone.tap(phone.tap(phone.table(code), "only good calls"), "E point 5; Y good")
    assert phone.get(phone.get(page.links()["Sets"]).links()["Back"]).text == page.text
    tricks = phone.get(page.links()["Tricks"])
    assert phone.get(tricks.links()["Back"]).text == page.text
    assert phone.get(tricks.links()["Trick by trick"]).root.all("h2")[0].text == "Trick 1: who takes it?"
    assert [key for key in page.openers() if "count-" in key] == [
        f"/p/{code}/?deal=0&pick=count-{number}" for number in (5, 6, 7, 8, 9)
    ]


def test_the_phone_keeps_the_speed_until_another_is_chosen_before_a_deal(phone: Phone, other: Phone) -> None:
    code = phone.open()
    page = phone.tap(phone.table(code), "only good calls")
    assert page.root.all("h2")[0].text == "Ada: a good point?"
    assert "only good calls" not in page.said()
    page = phone.tap(page, "E point 5; Y good")
    assert page.root.all("h2")[0].text == "Ada: a good sequence?"
    assert not {"every call", "only good calls"} & set(page.said())
    assert "Undo “Ada: point of five, good” (5)" in [key.text for key in page.said().values()]
    other.accept(phone.share(code))
    assert other.table(code).root.all("h2")[0].text == "Ada calls sequences"
    page = phone.tap(phone.table(phone.open(rules="auction")), "every call")
    assert "only good calls" in page.said()
    assert phone.table(code).root.all("h2")[0].text == "Ada calls sequences"
    assert "only good calls" not in phone.table(phone.open(rules="normand")).said()
