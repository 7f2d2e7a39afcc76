"""What a margin hinges on: every statement with another value that would change it, and how near the Rubicon was."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import extend, fold
from scorer.rules.findings import Finding
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import ELDER, Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.settlement import Settlement
from scorer.rules.statements import Called, Declined, Log, Spoken, TricksCounted, TrickTaken, effective
from scorer.rules.versions import corrections, following
from scorer.service.checking import check
from scorer.service.what_if import FAR, cliffs, hinges
from tests.rows import each_row
from tests.rules.checker.talk import dealt
from tests.thorough import mostly_slow

RULES = PRESETS["portland"]
PLAYERS = (Player("Ada"), Player("Ben"))
AT_THE_TABLE = range(2)


@cache
def partie(seed: int) -> Partie:
    """A partie of real deals, as two players might have spoken of them."""
    rng, deals = Random(seed), [DealRecord()]
    while True:
        deals[-1] = DealRecord(dealt(RULES, rng).log)
        try:
            found = play_partie(PartieRecord(RULES, PLAYERS, tuple(deals)))
        except IllegalStatement:
            continue
        if found.is_over:
            return found
        deals.append(DealRecord())


def with_deal(of: Partie, number: int, log: Log) -> Settlement | None:
    """What the partie comes to with this log of a deal, which has no corrections, recorded as a correction."""
    records = list(of.record.deals)
    recorded = records[number].log
    records[number] = DealRecord(recorded + corrections(recorded, log))
    return play_partie(PartieRecord(of.record.rules, of.record.players, tuple(records))).settlement


def said_of(of: Partie, number: int) -> Log:
    return tuple(statement for _, statement in effective(of.record.deals[number].log))


def matters(now: Settlement | None, then: Settlement | None) -> bool:
    assert now is not None
    if then is None:
        return True
    crossed = (now.winner, now.rubicon) != (then.winner, then.rubicon)
    return crossed or abs(now.points - then.points) > FAR


@pytest.mark.parametrize("seed", AT_THE_TABLE)
def test_each_value_recorded_as_a_correction_gives_the_margin_that_is_listed(seed: int) -> None:
    of = partie(seed)
    listed = hinges(of.record)
    assert listed.complete
    assert listed.found
    for hinge in listed.found:
        said = said_of(of, hinge.deal)
        assert said[hinge.line] == hinge.said
        for instead, settlement in hinge.changes:
            rest = following(hinge.said, instead[:1], said[hinge.line + 1 :])
            log = said[: hinge.line] + instead + rest
            assert with_deal(of, hinge.deal, log) == settlement
            assert matters(of.settlement, settlement)
            deal = of.deals[hinge.deal].deal
            assert deal is not None
            assert check(fold(RULES, log, deal.setting).require()).finding is not Finding.IMPOSSIBLE


@pytest.mark.parametrize("seed", mostly_slow(AT_THE_TABLE, [0]))
def test_a_statement_is_listed_if_any_value_that_is_offered_matters(seed: int) -> None:
    """What a page offers instead of a statement, with pips and heads; also the two extremes are among them."""
    of = partie(seed)
    listed = {(each.deal, each.line): each for each in hinges(of.record).found}
    assert listed
    for number in range(len(of.deals)):
        for line, settled in offered(of, number):
            hinge = listed.get((number, line))
            assert hinge is not None, (number, line, said_of(of, number)[line])
            furthest = max(abs(signed(each.settlement) - signed(of.settlement)) for each in hinge.changes)
            assert furthest >= max(abs(signed(each) - signed(of.settlement)) for each in settled)


def offered(of: Partie, number: int) -> Iterator[tuple[int, list[Settlement | None]]]:
    """Yield the statements of a deal for which something else of their kind matters, with what it comes to then."""
    deal = of.deals[number].deal
    assert deal is not None
    said = said_of(of, number)
    for line, was in enumerate(said):
        so_far = fold(RULES, said[:line], deal.setting).require()
        others: tuple[Spoken, ...] = legal_play(so_far) if isinstance(was, TricksCounted) else legal_next(so_far)
        found = []
        for instead in others:
            if not alike(was, instead) or instead == was:
                continue
            folded = extend(so_far, (instead, *said[line + 1 :]))
            if folded.refusal is None and folded.deal.is_over and folded.deal.score != deal.score:
                settlement = with_deal(of, number, folded.deal.log)
                if matters(of.settlement, settlement) and check(folded.deal).finding is not Finding.IMPOSSIBLE:
                    found.append(settlement)
        if found:
            yield line, found


def alike(was: object, instead: Spoken) -> bool:
    if type(was) is not type(instead):
        return False
    if isinstance(was, Called) and isinstance(instead, Called):
        return (was.seat, was.claim.category) == (instead.seat, instead.claim.category)
    return isinstance(instead, TrickTaken | TricksCounted) or getattr(was, "seat", None) == instead.seat


def signed(settlement: Settlement | None) -> int:
    if settlement is None or settlement.winner is None:
        return 0
    return -settlement.points if settlement.winner else settlement.points


@pytest.mark.parametrize("younger", ["", "Y no set; "])
def test_a_quatorze_that_elder_forgot_hinges_with_its_answer(younger: str) -> None:
    """Younger’s “no set” would not have been said after it."""
    deal = f"E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y good; E no set; {younger}count E6 last Y play 7"
    records = [DealRecord(scores=each) for each in ((80, 60), (10, 15), (0, 0), (0, 0), (0, 0))]
    of = play_partie(PartieRecord(RULES, PLAYERS, (*records, DealRecord(parse_log(deal, RULES)))))
    [forgotten] = [each for each in hinges(of.record).found if each.said == Declined(ELDER, Category.SET)]
    assert [parse_log("E quatorze of tens; Y good", RULES)] == [each.instead for each in forgotten.changes]


def test_after_some_checks_the_rest_is_left_for_later() -> None:
    record = partie(0).record
    some, everything = hinges(record, 1), hinges(record)
    assert (some.complete, everything.complete) == (False, True)
    assert some.found == everything.found[: len(some.found)]
    assert len(some.found) < len(everything.found)


@each_row("deals", "rules", "found")
def test_the_points_that_would_have_changed_the_settlement_are_listed(
    deals: tuple[tuple[int, ...], ...], rules: str, found: tuple[tuple[int, ...], ...]
) -> None:
    records = tuple(DealRecord(scores=each) for each in deals)
    of = play_partie(PartieRecord(PRESETS[rules], PLAYERS, records))
    assert of.is_over
    assert tuple((each.player, each.points, signed(each.settlement)) for each in cliffs(of)) == found
