"""The links with which a phone scores: each opens its own partie until it is revoked, and none is stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.service.opening import hash_token
from scorer.service.parties import NotAllowed, Parties
from tests.service.tables import PORTLAND


def test_a_links_secret_is_not_stored(parties: Parties, path: Path) -> None:
    """Only its hash is; neither the database nor its write-ahead log has the secret."""
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (token, other):
        assert secret.encode() not in stored
        assert hash_token(secret).encode() in stored
    assert token != other
    assert min(len(token), len(other)) >= 32


def test_a_link_opens_its_own_partie(parties: Parties, code: str) -> None:
    sheet, token = parties.open(("Cy", "Di"), PORTLAND)
    (link,) = parties.links(sheet.code)
    assert parties.open_link(token) == (sheet.code, link.id)
    assert parties.link_holds(sheet.code, link.id)
    assert not parties.link_holds(code, link.id)
    with pytest.raises(NotAllowed, match="no such link"):
        parties.revoke_link(code, link.id)
    assert parties.link_holds(sheet.code, link.id)


@pytest.mark.parametrize("change", [str.swapcase, lambda token: token[:-1], hash_token, lambda token: ""])
def test_no_other_secret_opens_anything(parties: Parties, change: Callable[[str], str]) -> None:
    """Least of all the hash, which the database has."""
    _, token = parties.open(("Ada", "Bea"), PORTLAND)
    assert parties.open_link(change(token)) is None


def test_a_revoked_link_opens_nothing(parties: Parties) -> None:
    """The other links of the partie go on; revoking again changes nothing."""
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    first, second = parties.links(sheet.code)
    for _ in range(2):
        parties.revoke_link(sheet.code, first.id)
    assert parties.open_link(token) is None
    assert not parties.link_holds(sheet.code, first.id)
    assert parties.open_link(other) == (sheet.code, second.id)
    assert [link.revoked for link in parties.links(sheet.code)] == [True, False]
