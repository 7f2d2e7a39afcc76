"""The laws and decided cases, looked up by anybody."""

from __future__ import annotations

import pytest

from scorer.rules.laws import EVERY_LAW
from tests.web.conftest import Phone


def cited(phone: Phone, query: str) -> list[str]:
    page = phone.get("/help/laws", query_string={"q": query})
    assert page.status == 200
    return [node.text.partition(":")[0] for node in page.root.all("h3")]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("law 74", ["Law 74"]),
        ("LAW  70 ", ["Law 70"]),
        ("huitieme sixième", ["Law 63"]),
        ("", [law.cited for law in EVERY_LAW]),
        ("zzz", []),
    ],
)
def test_every_word_is_found_whatever_its_accents_and_capitals(phone: Phone, query: str, found: list[str]) -> None:
    assert cited(phone, query) == found


def test_what_was_looked_for_stays_and_nothing_found_is_said(phone: Phone) -> None:
    page = phone.get("/help/laws", query_string={"q": '"><b>zzz'})
    assert page.root.all("input", name="q")[0].attrs["value"] == '"><b>zzz'
    assert "0 laws and cases. Try fewer words" in page.text
    assert phone.get("/help/laws", query_string={"q": "x" * 5000}).status == 200
