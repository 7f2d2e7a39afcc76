"""A season under other rules than the club's usual ones: what is said at the table is scored and posted by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.entries import PartiePosted
from scorer.rules.house_rules import rules_named, ruleset_to_data
from scorer.service.club.verification import verify
from scorer.service.parties import Recorded
from tests.service.club.running_club import RunningClub, new_club

TO_WIN = "E bids 8; Y passes; tricks E12"
TO_LOSE = "E passes; Y bids minus 7; E passes; tricks E12"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[RunningClub]:
    """A club of two members."""
    found = new_club(tmp_path)
    found.admit("Ada", "Ben")
    yield found
    found.parties.engine.dispose()


@pytest.mark.parametrize(
    ("rules", "deals", "points"),
    [
        # Ada wins every trick that she bid to win, and loses every one that she bid to lose; Ben is under 150
        ("auction", (TO_WIN, TO_LOSE) * 3, 462 + 120 + 150),
        ("four-deal rubicon=50 partie_bonus=70", ("tricks E12", "tricks Y12") * 2, 318 + 3 + 70),
    ],
)
def test_a_season_is_posted_by_its_own_rules(
    club: RunningClub, rules: str, deals: tuple[str, ...], points: int
) -> None:
    ruleset = rules_named(rules)
    number = club.season(1, 2, rules=ruleset_to_data(ruleset))
    sheet, _ = club.services.signing.open(club.club.id, number, 1, 2)
    for deal, log in enumerate(deals):
        said = club.parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}")
        assert isinstance(said, Recorded), said
    for member in (1, 2):
        season_sheet = club.services.signing.sign(sheet.code, club.members[member])
    assert season_sheet.posted is not None
    body = season_sheet.posted.entry.body
    assert isinstance(body, PartiePosted)
    assert (body.result.winner, body.result.points, body.result.rubicon) == (0, points, True)
    assert [each.what for each in verify(club.parties.engine)] == []
