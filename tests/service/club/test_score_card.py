"""The score card of five parties that Cavendish prints, played into a season: a book says what a card says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger import chain
from scorer.ledger.entries import SheetPosted
from scorer.ledger.standings import Row
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PORTLAND
from scorer.service.club.paper import Written
from tests import there
from tests.published import published
from tests.service.club.conftest import of_two
from tests.service.club.running_club import RunningClub, new_club

CARD: dict[str, Any] = published("settlements")["score_card"]


def written(partie: dict[str, Any]) -> Written:
    """A partie of the card; the deals of the fourth add up to what was settled if A has nine points more in one."""
    a = list(partie["a"])
    if partie is CARD["partie"][3]:
        a[3] += 9
    return Written(tuple(zip(a, partie["b"], strict=True)), tuple(partie["totals"]), pays=partie["points"])


def rows(club: RunningClub) -> tuple[Row, ...]:
    return club.services.standings.now(club.id, 1).table.rows


@pytest.fixture(scope="module")
def score_card(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    """A and B in a season: the five parties, entered from the sheets, signed by both, and posted."""
    club = new_club(tmp_path_factory.mktemp("card"))
    club.season(*club.admit("A", "B"), rules=ruleset_to_data(PORTLAND))
    for partie in CARD["partie"]:
        club.sign(club.services.paper.enter_paper(club.director, 1, (1, 2), written(partie)).code, 1, 2)
    return club


@pytest.fixture
def club(score_card: RunningClub, tmp_path: Path) -> Iterator[RunningClub]:
    found = score_card.copied(tmp_path)
    yield found
    assert found.faults == []
    found.engine.dispose()


def test_the_standings_are_the_score_card(club: RunningClub) -> None:
    first, second = (row.tally for row in rows(club))
    assert {"a": first.points_won, "b": second.points_won} == CARD["won"] == {"a": 692, "b": 617}
    assert (first.balance, second.balance) == (75, -75)
    assert CARD["balance"] == {"winner": "A", "points": 75}
    assert [(row.member, row.rank, row.shared) for row in rows(club)] == [(1, 1, False), (2, 2, False)]
    posted = [of_two(each.body) for each in club.entries if isinstance(each.body, SheetPosted)]
    for result, partie in zip(posted, CARD["partie"], strict=True):
        assert "AB"[result.winner or 0] == partie["winner"]
        assert (result.points, result.rubicon) == (partie["points"], partie["rubicon"])
        assert [side.total for side in result.sides] == partie["totals"]


def test_every_receipt_follows_a_correction(club: RunningClub) -> None:
    """The third deal of the first partie was 40 to 6: A's margin is four points less."""
    code = next(each.body.code for each in club.entries if isinstance(each.body, SheetPosted))
    old = there(club.sheet(code).posted)
    club.correct(code, "scores 40 6", deal=2)
    new = there(club.sheet(code).posted)
    back, again = (each.number for each in club.entries[-2:])
    assert [row.tally.points_won for row in rows(club)] == [692 - 4, 617]
    check = club.services.receipts.check
    for player in (0, 1):
        checked = there(check(club.id, old.receipt(player), with_names=True))
        assert (checked.receipt, checked.holder) == (old.receipt(player), "AB"[player])
        assert checked.posted.says == "A 164, B 114: A receives 150, from totals."
        assert (there(checked.reversed).number, there(checked.replacement).number) == (back, again)
        checked = there(check(club.id, new.receipt(player), with_names=True))
        assert checked.posted.says.startswith("A 160, B 114: A receives 146, from totals. Replaces entry ")
        assert (checked.reversed, checked.replacement) == (None, None)
    assert check(club.id, chain.receipt(again, 2, new.digest), with_names=True) is None
    assert club.services.book.season_of(club.id, again + 1) == 0
