"""The program scores as the oracle does: random parties under every preset, deal by deal and to the
settlement.

Half of the deals are always the same, half come from the seed of the run, which a failure names.
"""

from collections.abc import Iterator
from random import Random

import pytest

from scorer.rules.findings import Finding
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import LineKind
from scorer.rules.partie import Partie
from scorer.rules.presets import PRESETS
from scorer.table.checking import Problem, check, score_text
from tests.oracle.laws import GAMES
from tests.oracle.laws import PRESETS as KNOWN
from tests.oracle.players import Played, play_series
from tests.oracle.sizes import deals_of
from tests.thorough import SEED

DEALS = deals_of("scores")
"""The least number of deals of each game."""

CHECKED = 12
"""One in this number of parties is given to the claim checker too, which takes longer."""

BONUSES = {"repique": LineKind.REPIQUE, "pique": LineKind.PIQUE, "capot": LineKind.CAPOT}


def parties(rules: str) -> Iterator[tuple[str, Played]]:
    """Parties of the game *rules*, each with the seed that makes it again."""
    for seed in ("always", SEED):
        dealt = number = 0
        while dealt < DEALS / 2:
            name = f"{rules} {seed} {number}"
            played = play_series(GAMES[rules], Random(name))
            dealt += sum(score is not None for score in played.series.scores)
            number += 1
            yield name, played


def differences(played: Played, rules: str) -> list[str]:
    """What the program makes of the file that differs from the oracle's account."""
    try:
        partie = score_text(played.text(rules), rules_named(rules))
    except Problem as problem:
        return [f"line {problem.line}, column {problem.column}: {problem.message}"]
    return [
        f"{what}: {theirs}, not {ours}"
        for what, ours, theirs in compared(played, partie)
        if ours != theirs
    ]


def compared(played: Played, partie: Partie) -> Iterator[tuple[str, object, object]]:
    """Everything that is compared: what it is, the oracle's value, and the program's.

    A race by the partie that is won in hand may end before all is called that counted earlier, if
    nothing of that changes who wins what. So the winner's points of such a deal need only suffice,
    and the loser's are compared only if younger called class by class. By the point everything is
    compared.
    """
    series = played.series
    sides = played.series.laws.sides
    in_hand: dict[int, int] = {}
    yield "deals", len(series.deals), len(partie.deals)
    for number, (points, score, scored) in enumerate(
        zip(series.deals, series.scores, partie.deals, strict=False)
    ):
        where = f"deal {number + 1}"
        if score is None or scored.deal is None:
            yield (
                f"{where}: points",
                (points, score is None),
                (tuple(scored.points), scored.deal is None),
            )
        elif score.won_in_hand and score.reached is not None and not series.laws.by_point:
            in_hand[number] = (score.reached + number) % sides
            if number not in played.out_of_order:
                losers = [side for side in range(sides) if side != in_hand[number]]
                ours, theirs = ([each[side] for side in losers] for each in (points, scored.points))
                yield f"{where}: loser's points", ours, theirs
        else:
            yield f"{where}: points", points, tuple(scored.points)
            for bonus, kind in BONUSES.items():
                seat = scored.deal.made_by(kind)
                yield (
                    f"{where}: {bonus}",
                    score.bonuses.get(bonus),
                    None if seat is None else seat % sides,
                )
    yield "parties", len(series.ended), len(partie.finished)
    for ended, finished in zip(series.ended, partie.finished, strict=False):
        settled = finished.settlement
        where = f"partie ended by deal {ended.after + 1}"
        yield where, ended.after, finished.after
        yield f"{where}: winner", ended.winner, settled.winner
        yield f"{where}: points", ended.points, settled.points
        yield (
            f"{where}: rubicon, lurch",
            (ended.rubicon, ended.lurch),
            (settled.rubicon, settled.lurch),
        )
        if ended.after in in_hand:
            yield (
                f"{where}: target reached",
                True,
                finished.totals[in_hand[ended.after]] >= ended.target,
            )
        else:
            yield f"{where}: totals", ended.totals, tuple(finished.totals)
    yield (
        "winner",
        series.ended[-1].winner,
        "nobody yet" if partie.settlement is None else partie.settlement.winner,
    )


def test_the_oracle_knows_every_preset() -> None:
    assert KNOWN.keys() == PRESETS.keys(), (
        "write its row in tests/oracle/laws.toml, from its sources"
    )


@pytest.mark.parametrize("rules", GAMES)
def test_every_random_partie_scores_as_the_oracle_scores_it(rules: str) -> None:
    """The checker, which takes longer, admits what the real hands of some of them claim."""
    for number, (name, played) in enumerate(parties(rules)):
        text = played.text(rules)
        found = differences(played, rules)
        assert not found, "\n".join([f"partie {name!r}:", *found, text])
        for scored in score_text(text, rules_named(rules)).deals if number % CHECKED == 0 else ():
            verdict = None if scored.deal is None else check(scored.deal)
            assert verdict is None or verdict.finding is not Finding.IMPOSSIBLE, (
                f"partie {name!r}: {verdict}\n{text}"
            )
