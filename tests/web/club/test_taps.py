"""What a tap asks of the database."""

from typing import Any

import pytest
from sqlalchemy import event

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PORTLAND
from tests.service.tables import PLAIN
from tests.web.club.visitors import Visit
from tests.web.conftest import Phone

PARTIAL = {"HX-Request-Type": "partial"}


@pytest.mark.parametrize("in_season", [False, True], ids=["outside a season", "in a season, by a member"])
def test_a_tap_takes_at_most_six_sql_statements_however_long_the_partie_is(visit: Visit, in_season: bool) -> None:
    """The taps of the first deal and of the sixth, of which the last ends the partie."""
    parties, services = visit.club.parties, visit.club.services
    if in_season:
        season = visit.club.season(1, 2, rules=ruleset_to_data(PORTLAND))
        sheet, token = services.signing.open(visit.club.club.id, season, 1, 2)
    else:
        sheet, token = parties.open(("Ada", "Ben"), PORTLAND)
    phone = visit.member(1) if in_season else Phone(visit.app)
    phone.accept(f"/s/{token}")
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    event.listen(parties.engine, "before_cursor_execute", note)
    for deal in range(6):
        taps = PLAIN.split("; ") if deal in (0, 5) else [f"tricks {'EY'[deal % 2]}12"]
        for position, said in enumerate(taps):
            form = {"deal": str(deal), "position": str(position), "key": f"{deal}-{position}", "say": said}
            token = phone.token
            asked.clear()
            assert phone.post(f"/p/{sheet.code}/say", form, token=token, headers=PARTIAL).status == 200
            assert 2 <= len(asked) <= 6, asked
    assert parties.sheet(sheet.code).partie.is_over
