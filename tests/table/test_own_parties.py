"""The pairs that the form of a new partie offers."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.rules.names import Name, without_isolates
from scorer.table.own_parties import MOST_OFFERED, KnownPair, NewPage, new_context
from scorer.table.speeds import Speed


def a_pair(one: str, other: str) -> KnownPair:
    return KnownPair((Name(one), Name(other)), 0, Speed.EVERY_CALL)


KNOWN = [a_pair("Ada", "Ben"), a_pair("Zoë", "Ada"), a_pair("Cem", "Dora")]
NONE: Mapping[str, str] = {}


def form(
    given: Mapping[str, str] = NONE,
    *,
    known: list[KnownPair] | None = None,
    last: tuple[str, ...] = (),
    error: str = "",
) -> NewPage:
    pairs = KNOWN if known is None else known
    return new_context(given, last=last, known=(), pairs=pairs, saved=(), error=error)


def offered(page: NewPage) -> list[str]:
    return [without_isolates(each.both) for each in page.offered]


def test_the_pairs_that_a_phone_knows_are_offered_the_latest_first() -> None:
    assert offered(form()) == ["Ada and Ben", "Zoë and Ada", "Cem and Dora"]


def test_a_link_fills_in_both_names() -> None:
    assert form().offered[0].fields == {"first": "Ada", "second": "Ben"}


def test_who_is_in_the_fields_is_not_offered() -> None:
    assert offered(form(last=("ben", "ADA"))) == ["Zoë and Ada", "Cem and Dora"]


def test_the_names_in_the_address_are_those_in_the_fields() -> None:
    given = {"first": "ada", "second": "zoe"}
    assert offered(form(given, last=("Cem", "Dora"))) == ["Ada and Ben", "Cem and Dora"]


def test_only_some_are_offered() -> None:
    known = [a_pair("Ada", f"Ben {number}") for number in range(20)]
    assert len(offered(form(known=known))) == MOST_OFFERED


def test_a_form_for_three_offers_no_pair() -> None:
    assert offered(form({"rules": "normand"})) == []


def test_a_form_that_was_refused_keeps_who_was_typed() -> None:
    assert offered(form({"first": "Ada", "second": ""}, error="Enter both names.")) == []
