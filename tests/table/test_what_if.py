"""What if: what a margin hinges on, the partie under other rules,
and what a point more or less would pay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import extend, fold
from scorer.rules.findings import Finding
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.play import Split, possible_splits, split_of
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import ELDER, Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.settlement import FAR, Settlement
from scorer.rules.statements import (
    SPOKEN,
    Called,
    Declined,
    Log,
    Spoken,
    TricksCounted,
    TrickTaken,
    effective,
)
from scorer.rules.versions import corrections, following
from scorer.table.checking import check
from scorer.table.what_if import (
    OpenReading,
    Outlook,
    cliffs,
    hinges,
    outlook,
    steps_between,
    under,
)
from tests import there
from tests.rows import each_row
from tests.rules.checker.talk import dealt
from tests.rules.strategies import points_in_play
from tests.thorough import mostly_slow

RULES = PRESETS["portland"]
PLAYERS = (Player("Ada"), Player("Ben"))
AT_THE_TABLE = range(2)
Row = tuple[int, ...]
Rows = tuple[Row, ...]


@cache
def partie(seed: int) -> Partie:
    """A partie of real deals, as two players might have spoken of them."""
    rng = Random(seed)
    deals = [DealRecord()]
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
    """What the partie comes to with this log of a deal, which has no corrections,
    recorded as a correction.
    """
    records = list(of.record.deals)
    recorded = records[number].log
    records[number] = DealRecord(recorded + corrections(recorded, log))
    return play_partie(PartieRecord(of.record.rules, of.record.players, tuple(records))).settlement


def said_of(of: Partie, number: int) -> Log:
    return tuple(statement for _, statement in effective(of.record.deals[number].log))


def crosses(now: Settlement | None, then: Settlement | None) -> bool:
    if then is None:
        return True
    return (there(now).winner, there(now).rubicon) != (then.winner, then.rubicon)


def matters(now: Settlement | None, then: Settlement | None) -> bool:
    return crosses(now, then) or abs(there(now).points - there(then).points) > FAR


@pytest.mark.parametrize("seed", AT_THE_TABLE)
def test_each_value_recorded_as_a_correction_gives_the_margin_that_is_listed(seed: int) -> None:
    of = partie(seed)
    listed = hinges(of.record)
    assert listed.complete is True
    assert bool(listed.found) is True
    for hinge in listed.found:
        said = said_of(of, hinge.deal)
        assert said[hinge.line] == hinge.said
        instead, settlement = hinge.change
        rest = following(hinge.said, instead[:1], said[hinge.line + 1 :])
        log = said[: hinge.line] + instead + rest
        assert with_deal(of, hinge.deal, log) == settlement
        assert matters(of.settlement, settlement)
        setting = there(of.deals[hinge.deal].deal).setting
        assert check(fold(RULES, log, setting).require()).finding is not Finding.IMPOSSIBLE


@pytest.mark.parametrize("seed", mostly_slow(AT_THE_TABLE, [0]))
def test_a_statement_is_listed_if_any_value_that_is_offered_matters(seed: int) -> None:
    """What a page offers instead of a statement, with pips and heads; nothing that is offered, and
    changes who wins or crosses, is nearer.
    """
    of = partie(seed)
    listed = {(each.deal, each.line): each for each in hinges(of.record).found}
    assert listed
    for number in range(len(of.deals)):
        for line, steps in offered(of, number):
            assert (number, line) in listed, said_of(of, number)[line]
            hinge = listed[number, line]
            assert hinge.crosses or not steps
            assert min(steps, default=hinge.steps) >= hinge.steps


def offered(of: Partie, number: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the statements of a deal for which something else of their kind matters, with how many
    steps away each value is that changes who wins or crosses.
    """
    deal = there(of.deals[number].deal)
    said = said_of(of, number)
    for line, was in enumerate(said):
        assert isinstance(was, SPOKEN)
        so_far = fold(RULES, said[:line], deal.setting).require()
        others: tuple[Spoken, ...] = (
            legal_play(so_far) if isinstance(was, TricksCounted) else legal_next(so_far)
        )
        found = False
        crossing = []
        for instead in others:
            if not alike(was, instead) or instead == was:
                continue
            folded = extend(so_far, (instead, *said[line + 1 :]))
            if folded.refusal is None and folded.deal.is_over and folded.deal.score != deal.score:
                settlement = with_deal(of, number, folded.deal.log)
                possible = check(folded.deal).finding is not Finding.IMPOSSIBLE
                if possible and matters(of.settlement, settlement):
                    found = True
                    if crosses(of.settlement, settlement):
                        crossing.append(steps_between(was, instead))
        if found:
            yield line, crossing


def alike(was: object, instead: Spoken) -> bool:
    if type(was) is not type(instead):
        return False
    if isinstance(was, Called) and isinstance(instead, Called):
        return (was.seat, was.claim.category) == (instead.seat, instead.claim.category)
    return (
        isinstance(instead, TrickTaken | TricksCounted)
        or getattr(was, "seat", None) == instead.seat
    )


def signed(settlement: Settlement | None) -> int:
    if settlement is None or settlement.winner is None:
        return 0
    return -settlement.points if settlement.winner else settlement.points


@each_row
def test_a_step_is_a_card_or_a_trick(was: str, instead: str, steps: int) -> None:
    [said] = parse_log(was, RULES)
    [other] = parse_log(instead, RULES)
    assert isinstance(said, SPOKEN)
    assert isinstance(other, SPOKEN)
    assert steps_between(said, other) == steps


def test_what_was_left_out_is_one_step_away() -> None:
    [said] = parse_log("E quint to ace", RULES)
    assert isinstance(said, SPOKEN)
    assert steps_between(said, None) == 1


@pytest.mark.parametrize("younger", ["", "Y no set; "])
def test_a_quatorze_that_elder_forgot_hinges_with_its_answer(younger: str) -> None:
    """Younger’s “no set” would not have been said after it."""
    deal = (
        f"E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y good; E no set; "
        f"{younger}count E6 last Y play 7"
    )
    records = [DealRecord(scores=each) for each in ((80, 60), (10, 15), (0, 0), (0, 0), (0, 0))]
    of = play_partie(PartieRecord(RULES, PLAYERS, (*records, DealRecord(parse_log(deal, RULES)))))
    [forgotten] = [
        each for each in hinges(of.record).found if each.said == Declined(ELDER, Category.SET)
    ]
    assert forgotten.change.instead == parse_log("E quatorze of tens; Y good", RULES)


def test_after_some_checks_the_rest_is_left_for_later() -> None:
    """In a race the values that are tried are limited too:
    each is scored after every statement, and needs no check.
    """
    record = partie(0).record
    some = hinges(record, 1)
    everything = hinges(record)
    assert some.complete is False
    assert everything.complete is True
    assert some.found == everything.found[: len(some.found)] != everything.found
    rules = PRESETS["heaven-100"]
    last = DealRecord(parse_log("E no point; E no sequence; E no set; tricks E1", rules))
    record = PartieRecord(
        rules, PLAYERS, (DealRecord(scores=(99, 60)), DealRecord(scores=(0, 0)), last)
    )
    assert hinges(record) == ((), True)
    assert hinges(record, 1) == ((), False)


@each_row
def test_the_points_that_would_have_changed_the_settlement_are_listed(
    deals: Rows, rules: str, found: Rows
) -> None:
    of = play_partie(
        PartieRecord(PRESETS[rules], PLAYERS, tuple(DealRecord(scores=each) for each in deals))
    )
    assert of.is_over
    assert (
        tuple((each.player, each.points, signed(each.settlement)) for each in cliffs(of)) == found
    )


# The partie under other rules

TWO = {line: rules for line, rules in PRESETS.items() if rules.players == 2 and not rules.auction}


def of_one_deal(log: str, line: str = "portland") -> PartieRecord:
    return PartieRecord(PRESETS[line], PLAYERS, (DealRecord(parse_log(log, PRESETS[line])),))


@pytest.mark.parametrize("line", ["card-game-heaven", "heaven-100", "meyer-rubicon", "wikipedia"])
@pytest.mark.parametrize("seed", range(2))
def test_a_quick_count_is_read_as_the_tricks_that_it_counts(seed: int, line: str) -> None:
    """True answers give the score of the tricks one by one, and so does what needs no answer."""
    record = partie(seed).record
    truth: list[Split | None] = []
    deals = []
    for deal in record.deals:
        log: Log = tuple(statement for _, statement in effective(deal.log))
        won = [each.seat for each in log if isinstance(each, TrickTaken)]
        truth.append(split := split_of(won) if len(won) == 12 else None)
        if split is not None:
            count = TricksCounted(
                split.elder, split.last, points_in_play(fold(record.rules, log).require(), ELDER)
            )
            calls = tuple(each for each in log if not isinstance(each, TrickTaken))
            counted = fold(record.rules, (*calls, count))
            log = (*calls, count if counted.refusal is None else replace(count, first=split.first))
        deals.append(DealRecord(log))
    by_tricks = answered(record, line, lambda asked: usual(truth[asked.deal], asked, line))

    def true(asked: OpenReading) -> list[str]:
        if asked.readings:
            return usual(truth[asked.deal], asked, line)
        return list(map(str, by_tricks.deals[asked.deal].points))

    assert answered(replace(record, deals=tuple(deals)), line, true).totals == by_tricks.totals


def usual(split: Split | None, asked: OpenReading, line: str) -> list[str]:
    """The reading with these tricks, or else the first."""
    for each in asked.readings:
        for said in each.said:
            if (
                split is not None
                and isinstance(said, TricksCounted)
                and split in possible_splits(PRESETS[line], said)
            ):
                return [each.written]
    return [asked.readings[0].written]


def answered(record: PartieRecord, line: str, answer: Callable[[OpenReading], list[str]]) -> Partie:
    """Return the partie under the rules of *line* when all that is asked for has been answered,
    once for a deal.
    """
    answers = dict[int, list[str]]()
    played = play_partie(record)
    while isinstance(found := under(played, PRESETS[line], answers), OpenReading):
        assert len(found.readings) != 1
        assert len({each.written for each in found.readings}) == len(found.readings)
        assert found.deal not in answers
        answers[found.deal] = answer(found)
    return found


@pytest.mark.parametrize("line", TWO)
def test_one_answer_for_a_deal_settles_every_partie(line: str) -> None:
    """Of one that was recorded by the Portland rules; by those themselves nothing is asked."""
    record = partie(0).record
    for first in (record, replace(record, deals=record.deals[:1])):
        answered(
            first,
            line,
            lambda asked: [asked.readings[-1].written] if asked.readings else ["20", "15"],
        )
    assert under(play_partie(record), record.rules) == play_partie(record)


@pytest.mark.parametrize(("line", "asks"), [("four-deal", False), ("french-150", True)])
def test_totals_are_kept_only_where_the_points_of_a_deal_are_the_same(
    line: str, *, asks: bool
) -> None:
    """Whatever else is in the address is passed over, and so is an answer to what nobody asked."""
    played = play_partie(PartieRecord(PRESETS["portland"], PLAYERS, (DealRecord(scores=(30, 10)),)))
    for answer in ([], ["20"], ["1", "2", "3"], ["x", "1"], ["1000", "1"], ["１", "1"]):
        found = under(played, PRESETS[line], {0: answer})
        assert (
            found == OpenReading(0)
            if asks
            else isinstance(found, Partie) and found.totals == (60, 20)
        )
    found = under(played, PRESETS[line], {0: ["20", "12"]})
    assert isinstance(found, Partie)
    assert found.totals == ((20, 12) if asks else (60, 20))


def test_totals_past_the_target_are_asked_for_until_only_one_side_reaches_it() -> None:
    played = play_partie(
        PartieRecord(PRESETS["meyer-1888"], PLAYERS, (DealRecord(scores=(60, 60)),))
    )
    of_two = play_partie(
        PartieRecord(RULES, PLAYERS, (DealRecord(scores=(99, 80)), DealRecord(scores=(30, 40))))
    )
    for answers in ({0: ["99", "80"]}, {0: ["99", "80"], 1: ["30", "40"]}):
        assert under(of_two, PRESETS["heaven-100"], answers) == OpenReading(1)
    settled = under(of_two, PRESETS["heaven-100"], {0: ["99", "80"], 1: ["1", "0"]})
    assert isinstance(settled, Partie)
    assert settled.is_over
    assert isinstance(under(played, PRESETS["meyer-rubicon"]), Partie)


def test_a_deal_in_progress_is_asked_about_when_it_is_over() -> None:
    found = under(play_partie(of_one_deal("E no point; tricks E3")), PRESETS["cent-36"])
    assert isinstance(found, Partie)
    assert found.deals == ()


@each_row
def test_what_a_record_leaves_open_is_asked_the_rest_scored(
    log: str, line: str, gives: tuple[str | int, ...]
) -> None:
    found = under(play_partie(of_one_deal(log)), PRESETS[line])
    assert (
        tuple(each.written for each in found.readings)
        if isinstance(found, OpenReading)
        else found.totals
    ) == gives


# What it pays as it stands, at the edge, and for one point more


def looked(rules: Ruleset, *scores: tuple[int, ...], log: str = "") -> Outlook | None:
    """The outlook of a partie with these deals, and one in progress if there is a *log*."""
    deals = [DealRecord(scores=score) for score in scores]
    deals += [DealRecord(parse_log(log, rules))] if log else []
    players = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora")[: rules.players])
    return outlook(play_partie(PartieRecord(rules, players, tuple(deals))))


def won(settlement: Settlement) -> Row:
    """Who wins, from 1 or 0 for nobody, and how much."""
    return 0 if settlement.winner is None else settlement.winner + 1, settlement.points


@each_row
def test_what_a_point_more_or_less_would_pay_follows_from_the_totals(
    rules: str,
    deals: Rows,
    log: str,
    now: tuple[int | None, int, bool],
    behind: int | None,
    edge: Rows,
    next_point: Rows,
) -> None:
    """The settlement now, and who wins how much with the player behind next to the Rubicon and on
    it, and with one point more for each.

    Cavendish, Laws 72 and 73: the difference and 100, or the sum and 100.
    """
    found = there(looked(rules_named(rules), *deals, log=log))
    winner, points, rubicon = now
    assert found.now.winner == winner
    assert found.now.points == points
    assert found.now.rubicon == rubicon
    assert found.behind == behind
    assert tuple((each.total, *won(each.settlement)) for each in found.edge) == edge
    assert tuple(map(won, found.next_point)) == next_point


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_only_a_partie_of_deals_that_has_begun_has_an_outlook(rules: Ruleset) -> None:
    assert looked(rules) is None
    assert (looked(rules, (40, 30, 20)[: rules.sides]) is None) == (rules.target is not None)
