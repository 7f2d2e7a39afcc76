"""Names and who dealt first, corrected from the sheet: shown in words before it is kept, and signed again."""

from scorer.service.parties import Parties
from tests.web.conftest import Page, Phone, Recorder

DEAL = "E point 5; Y good; count E7 last E play 9"
"""24 to elder, 6 to younger."""


def preview(phone: Phone, code: str, **typed: str) -> Page:
    """Type into the page of the names and the dealer, and tap the key that shows what changes."""
    page = phone.get(phone.get(f"/p/{code}/sheet").links()["Names and dealer"])
    (form,) = page.root.all("form", action=f"/p/{code}/players")
    shown = {each.attrs["name"]: each.attrs["value"] for each in form.all("input") if "checked" in each.attrs}
    shown |= {each.attrs["name"]: each.attrs["value"] for each in form.all("input") if "type" not in each.attrs}
    assert set(typed) <= {*shown, "dealer"}
    return phone.get(f"/p/{code}/players", query_string=shown | typed)


def correct(phone: Phone, code: str, **typed: str) -> Page:
    page = preview(phone, code, **typed)
    return phone.tap_form(page.key("Keep"))


def changes(page: Page) -> list[str]:
    (found,) = [each for each in page.root.all("ul") if each.attrs.get("aria-labelledby") == "changes"]
    return [each.text for each in found.all("li")]


def test_a_misspelt_name_is_corrected_on_the_sheet(phone: Phone, record: Recorder, code: str) -> None:
    record(code, DEAL)
    assert changes(preview(phone, code, name0="  Adele ")) == ["Ada is now called Adele.", "No point changes."]
    page = correct(phone, code, name0="Adele")
    assert page.root.all("h1")[0].text == "Adele and Bea"
    assert "Kept. Ada is now called Adele." in page.text
    assert "Ada " not in phone.table(code).text


def test_what_elder_said_goes_to_who_was_elder(phone: Phone, parties: Parties, record: Recorder, code: str) -> None:
    """The deal of Ada, said of elder, was Bea's; and from then on the seats alternate the other way."""
    record(code, DEAL, "tricks E12")
    assert parties.sheet(code).partie.totals == (24, 59)
    assert changes(preview(phone, code, dealer="0")) == [
        "Ada dealt first, not Bea. Bea is elder in the first deal.",
        "Deal 1: Ada −18, Bea +18.",
        "Deal 2: Ada +53, Bea −53.",
        "Total: Ada 59, Bea 24.",
        "As it stands: Ada by 183, not Bea by 183.",
    ]
    assert "Bea elder" in correct(phone, code, dealer="0").text
    sheet = parties.sheet(code)
    assert (sheet.names, sheet.partie.totals, sheet.seated(0).values) == (("Ada", "Bea"), (59, 24), ("Bea", "Ada"))
