"""The links with which a phone scores: each opens its own partie until it is revoked, and none is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.service.opening import hash_token
from scorer.service.parties import NotAllowed, Parties
from tests.service.tables import PORTLAND


def test_a_links_secret_is_not_stored(parties: Parties, path: Path) -> None:
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (token, other):
        assert secret.encode() not in stored
        assert hash_token(secret).encode() in stored
    assert token != other
    assert min(len(token), len(other)) >= 32


def test_a_link_opens_its_own_partie_until_it_is_revoked(parties: Parties, code: str) -> None:
    sheet, token = parties.open(("Cy", "Di"), PORTLAND)
    other = parties.new_link(sheet.code)
    first, second = parties.links(sheet.code)
    assert parties.open_link(token) == (sheet.code, first.id)
    assert parties.link_holds(sheet.code, first.id)
    assert not parties.link_holds(code, first.id)
    for forged in (token.swapcase(), token[:-1], hash_token(token), ""):
        assert parties.open_link(forged) is None
    with pytest.raises(NotAllowed, match="no such link"):
        parties.revoke_link(code, first.id)
    assert parties.link_holds(sheet.code, first.id)
    for _ in range(2):
        parties.revoke_link(sheet.code, first.id)
    assert parties.open_link(token) is None
    assert not parties.link_holds(sheet.code, first.id)
    assert parties.open_link(other) == (sheet.code, second.id)
    assert [link.revoked for link in parties.links(sheet.code)] == [True, False]
