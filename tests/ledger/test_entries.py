"""Entries: every kind has one name in the book."""

from __future__ import annotations

from typing import get_args

from scorer.ledger.entries import BODIES, KINDS, Body, Entered, Entry


def test_every_kind_of_body_has_a_name_of_its_own() -> None:
    assert set(BODIES.values()) == set(get_args(Body))
    assert {KINDS[kind]: kind for kind in KINDS} == BODIES


def test_an_entry_is_called_by_its_body() -> None:
    assert Entry(1, "", "", Entered(1, 1), (), "").kind == "entered"
