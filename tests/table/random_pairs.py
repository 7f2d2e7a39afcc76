"""Results of a pair by chance, always the same ones: consistent in themselves, as of parties that
were played.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from scorer.rules.figures import Side
from scorer.table.great_lines import MomentKind
from scorer.table.pair_results import BestDeal, DealMoment, PairResult

RULES = ("portland", "portland", "four-deal")
KINDS = (MomentKind.PIQUE, MomentKind.REPIQUE, MomentKind.CAPOT)
DEALS = 6

FIRST = date(2023, 1, 3)


def random_results(count: int, *, every: int = 3, seed: int = 1) -> list[PairResult]:
    """Return some results, the latest first, one *every* so many days from 3 January 2023."""
    chance = Random(seed)
    found = [_result(chance, number, FIRST + timedelta(number * every)) for number in range(count)]
    return found[::-1]


def _result(chance: Random, number: int, day: date) -> PairResult:
    unknown = chance.choice((0, 0, 2, DEALS))
    known = range(unknown, DEALS)
    moments = sorted(
        DealMoment(deal, chance.choice(KINDS), chance.randrange(2))
        for deal in known
        if chance.random() < 0.15
    )
    points = [[chance.randrange(5, 60) for _ in range(DEALS)] for _ in range(2)]
    left = _side(points[0], moments, 0)
    right = _side(points[1], moments, 1)
    both = list(zip(*points, strict=True))
    elders = [deal % 2 for deal in range(DEALS)]
    gaps = [both[deal][elder] - both[deal][1 - elder] for deal, elder in enumerate(elders)]
    winner = None
    if left.total != right.total:
        winner = int(right.total > left.total)
    low, high = sorted((left.total, right.total))
    is_rubicon = winner is not None and low < 100
    paid = 100 + (high + low if is_rubicon else high - low)
    return PairResult(
        code=f"P{number:05}",
        day=day.isoformat(),
        opened_at=f"{day.isoformat()}T19:00:00+00:00",
        rules=chance.choice(RULES),
        winner=winner,
        paid=0 if winner is None else paid,
        in_parties=False,
        rubicon=is_rubicon,
        sides=(left, right),
        best=(_best(points[0]), _best(points[1])),
        deals=DEALS,
        unknown=unknown,
        to_elder=sum(gap > 0 for gap in gaps),
        to_younger=sum(gap < 0 for gap in gaps),
        moments=tuple(moments),
        note="the lamp went out" if chance.random() < 0.1 else "",
    )


def _side(points: list[int], moments: list[DealMoment], player: int) -> Side:
    made = [each.kind for each in moments if each.whose == player]
    return Side(
        total=sum(points),
        as_elder=sum(points[player::2]),
        as_younger=sum(points[1 - player :: 2]),
        elder_deals=3,
        younger_deals=3,
        piques=made.count(MomentKind.PIQUE),
        repiques=made.count(MomentKind.REPIQUE),
        capots=made.count(MomentKind.CAPOT),
    )


def _best(points: list[int]) -> BestDeal:
    return BestDeal(max(points), points.index(max(points)))
