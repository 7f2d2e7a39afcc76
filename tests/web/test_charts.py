"""The charts: every text is inside the picture, apart from the others, and said once."""

from itertools import pairwise

import pytest

from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.service.club.standings import Race
from scorer.storage.book import Point
from scorer.web.charts import LETTER, WIDTH, partie_chart, race_chart

LONG = "Wolfeschlegelsteinhausen"


def race(*balances: int, names: str = LONG, days: tuple[str, ...] = ("2026-11-21", "2026-11-22")) -> Race:
    lines = {member: (Point(1, 10), Point(9, balance)) for member, balance in enumerate(balances, 1)}
    return Race({member: f"{names} {member}" for member in lines}, lines, 1, 9, days)


@pytest.mark.parametrize("balances", [(4000, 3990, 3980, 3970, -12_345), (0,), (100, 99, 98, 97, 96, 95, 94), (-9, -9)])
def test_no_text_of_the_points_chart_is_clipped_or_on_another(balances: tuple[int, ...]) -> None:
    found = race_chart(race(*balances), reader=2)
    assert found is not None
    for each in found["levels"]:
        assert each.x - LETTER * len(each.text) >= 0
        assert 10 < each.y < 240
    names = [line["name"] for line in found["lines"]]
    for each in names:
        assert found["right"] < each.x < WIDTH - LETTER * len(each.text)
    assert found["right"] - found["left"] > WIDTH / 3
    heights = sorted(each.y for each in names)
    assert heights[0] >= 16
    assert heights[-1] <= 236
    assert all(after - before >= 15 for before, after in pairwise(heights))
    own = [number for number, line in enumerate(found["lines"], 1) if line["stroke"].endswith(" own")]
    assert own == [2][: len(balances) - 1]


def test_a_day_is_said_once() -> None:
    for days, said in ((("2026-11-21", "2026-11-22"), 2), (("2026-11-22",) * 2, 1)):
        found = race_chart(race(5, days=days))
        assert found is not None
        assert len(found["days"]) == said


def test_the_names_of_a_partie_fit_beside_their_lines() -> None:
    deals = tuple(DealRecord(scores=(50, 50)) for _ in range(4))
    players = Player("Ada"), Player(LONG)
    assert partie_chart(play_partie(PartieRecord(PRESETS["four-deal"], players, ())), ("Ada", LONG)) is None
    found = partie_chart(play_partie(PartieRecord(PRESETS["four-deal"], players, deals)), ("Ada", LONG))
    assert found is not None
    first, second = found["ends"]
    assert (first.text, second.text) == ("Ada", "Wolfeschleg…")
    for each in (first, second):
        assert found["right"] < each.x < 358 - LETTER * len(each.text)
        assert 14 < each.y < 147 - 12
    assert abs(first.y - second.y) >= 13
