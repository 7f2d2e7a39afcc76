"""
What holds of every log and every deal under every ruleset, on random walks through the legal statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Any

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from scorer.rules.cards import Suit
from scorer.rules.deal import ALONE, Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.lines import BONUSES, Line, LineKind
from scorer.rules.notation import format_log, parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import Ends, Ruleset, TrickCount
from scorer.rules.seats import TWO, Player, Seat
from scorer.rules.sentences import IllegalStatement, line_sentence, refusal_sentence, seat_names
from scorer.rules.statements import (
    Conceded,
    Declined,
    FoundFalse,
    Log,
    PlayedShort,
    ReckonedNothing,
    Struck,
    TricksCounted,
    TrickTaken,
    Withdrawn,
    effective,
)
from tests.rules.strategies import (
    COUNTED,
    NO_SUIT,
    any_logs,
    any_of,
    any_statements,
    by_kind,
    closing,
    finished_logs,
    points_in_play,
    presets,
    rulesets,
    seats,
    settings_of,
    walks,
    with_suits,
    without,
)
from tests.rules.strategies import winners as winners_of
from tests.thorough import examples

PLAY = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)


def draw_walk(data: st.DataObject, rules: Ruleset, setting: Setting = ALONE) -> Log:
    """A walk, written into the report in the words of the game."""
    log = data.draw(walks(rules, setting))
    note(format_log(log))
    return log


def draw_finished(data: st.DataObject, rules: Ruleset, setting: Setting = ALONE) -> Log:
    """The log of a finished deal, written into the report in the words of the game."""
    log = data.draw(finished_logs(rules, setting))
    note(format_log(log))
    return log


def told(lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    """What lines say, the places in the log aside."""
    return [(line.seat, line.points, line.kind, line.running, line.why, dict(line.args), line.source) for line in lines]


def same(mine: Deal, theirs: Deal) -> bool:
    """Whether two deals stand alike: the same lines, phase and next statements."""
    alike = mine.lines == theirs.lines and mine.phase is theirs.phase and mine.pending is theirs.pending
    return alike and legal_next(mine) == legal_next(theirs)


# ------------------------------------------------------------------ the state machine


@examples(120)
@given(presets, st.data())
def test_every_deal_can_be_finished(preset: str, data: st.DataObject) -> None:
    """From wherever a walk leads, the answers that are owed and one trick after another end the deal."""
    rules = PRESETS[preset]
    setting = data.draw(settings_of(rules))
    log = draw_walk(data, rules, setting)
    winners = data.draw(winners_of(rules))

    rest = closing(rules, log, setting, winners)

    assert fold(rules, log + rest, setting).require().is_over
    assert len(rest) <= rules.hand + 2 + 2 * rules.auction


@examples(80)
@given(presets, st.data())
def test_what_may_follow_does(preset: str, data: st.DataObject) -> None:
    """Every kind of statement and every play that is offered is accepted; what waits for an answer can be withdrawn."""
    rules = PRESETS[preset]
    setting = data.draw(settings_of(rules))
    log = draw_walk(data, rules, setting)
    deal = fold(rules, log, setting).require()

    for among in by_kind(legal_next(deal)).values():
        statement = data.draw(st.sampled_from(among))
        assert fold(rules, (*log, statement), setting).require().log == (*log, statement)
    if deal.pending is not None:
        waits = [each.claim.category for each in legal_next(deal) if isinstance(each, Withdrawn)]
        assert deal.pending in waits
    plays = legal_play(deal)
    for play in plays:
        assert fold(rules, (*log, play), setting).require().is_over
    assert tuple(play for elder in range(13) for play in legal_play(deal, elder)) == plays


def test_a_claim_found_false_needs_no_answer() -> None:
    """A false tierce left behind by a quart that was withdrawn is no call of elder's."""
    said = "E quart; Y good; E tierce; E false tierce; E withdraws quart"
    deal = fold(PORTLAND, parse_log(said, PORTLAND)).require()

    assert deal.pending is None
    assert not deal.lines


@examples(90)
@given(st.sampled_from([preset for preset, rules in PRESETS.items() if rules.ends is Ends.TARGET]), st.data())
def test_what_was_said_after_the_target_may_be_left_out(preset: str, data: st.DataObject) -> None:
    """Where a partie stops at once, the surplus of a whole deal is refused, or left out if that is wanted."""
    rules = PRESETS[preset]
    log = draw_finished(data, rules)
    setting = data.draw(settings_of(rules))
    stopped = fold(rules, log, setting)
    dropped = fold(rules, log, replace(setting, drop_surplus=True)).require()

    if stopped.refusal is not None:
        assert stopped.refusal.rule is Rule.DEAL_OVER
        assert stopped.deal.stopped is not None
    assert dropped.lines == stopped.deal.lines
    assert dropped.log == log
    assert dropped.is_over


@examples(80)
@given(presets, st.data())
def test_what_is_not_offered_is_refused(preset: str, data: st.DataObject) -> None:
    """`legal_next` is complete: what it leaves out, suits aside, `fold` refuses, and what it has `fold` takes."""
    rules = PRESETS[preset]
    log = draw_walk(data, rules)
    offered = {with_suits(each, NO_SUIT) for each in legal_next(fold(rules, log).require())}

    for _ in range(10):
        statement = with_suits(data.draw(any_statements(rules)), NO_SUIT)
        said_anywhere = isinstance(statement, Declined) and statement.more  # offered only where a race hangs on it
        if not isinstance(statement, TricksCounted) and not said_anywhere:
            assert (fold(rules, (*log, statement)).refusal is None) == (statement in offered)


@examples(30)
@given(st.sampled_from(COUNTED), st.data())
def test_a_count_that_is_not_offered_is_refused(preset: str, data: st.DataObject) -> None:
    """`legal_play` is complete for counts that do not say more than they must."""
    rules = PRESETS[preset]
    log = data.draw(walks(rules, most=8))
    note(format_log(log))
    offered = legal_play(fold(rules, log).require())

    for _ in range(20):
        bare = replace(data.draw(any_of(TricksCounted, rules)), first=None)
        assert (fold(rules, (*log, bare)).refusal is None) == (bare in offered)


@examples(200)
@given(presets, st.data())
def test_folding_is_total(preset: str, data: st.DataObject) -> None:
    """Whatever is said, the fold ends with a deal, and with a position, a rule and its sentence if it stopped."""
    rules = PRESETS[preset]
    setting = data.draw(settings_of(rules))
    log = data.draw(any_logs(rules))
    note(format_log(log))

    folded = fold(rules, log, setting)

    assert sum(folded.deal.score) == sum(line.points for line in folded.deal.lines)
    if folded.refusal is None:
        assert folded.position is None
        assert folded.deal.log == log
    else:
        assert folded.position is not None
        assert folded.deal.log == log[: folded.position]
        assert refusal_sentence(folded.refusal)
        with pytest.raises(IllegalStatement) as caught:
            folded.require()
        assert (caught.value.refusal, caught.value.position) == (folded.refusal, folded.position)


@examples(150)
@given(st.data())
def test_folding_is_total_under_house_rules(data: st.DataObject) -> None:
    """House rules that contradict nothing never make a fold, a line or a refusal fail."""
    rules = data.draw(rulesets())
    setting = data.draw(settings_of(rules))
    walk = data.draw(finished_logs(rules, setting))
    note(format_log(walk))
    over = fold(rules, walk, setting).require()

    assert over.is_over
    assert all(line_sentence(line) and line.source for line in over.lines)
    extra = data.draw(st.lists(any_statements(rules), max_size=4))
    at = data.draw(st.integers(0, len(walk)))
    refused = fold(rules, (*walk[:at], *extra, *walk[at:]), setting).refusal
    assert refused is None or refusal_sentence(refused)


@examples(80)
@given(presets, st.data())
def test_a_stopped_fold_has_applied_what_comes_before_it(preset: str, data: st.DataObject) -> None:
    """The deal that a fold hands back when it stops is that of the statements that stand before the refused one."""
    rules = PRESETS[preset]
    log = data.draw(any_logs(rules, with_bad_strikes=False))
    note(format_log(log))
    folded = fold(rules, log)
    assume(folded.position is not None)

    before = tuple(each for _, each in takewhile(lambda each: each[0] != folded.position, effective(log)))

    assert told(folded.deal.lines) == told(fold(rules, before).require().lines)


# ------------------------------------------------------------------ logs


@examples(80)
@given(presets, st.data())
def test_a_prefix_and_then_the_rest(preset: str, data: st.DataObject) -> None:
    """Every prefix of a legal log is legal, and going on from it comes to the same deal."""
    rules = PRESETS[preset]
    setting = data.draw(settings_of(rules))
    log = draw_walk(data, rules, setting)
    at = data.draw(st.integers(0, len(log)))
    whole = fold(rules, log, setting).require()

    begun = fold(rules, log[:at], setting).require()

    assert begun.log == log[:at]
    assert same(fold(rules, begun.log + log[at:], setting).require(), whole)


@examples(80)
@given(presets, st.data())
def test_striking_and_recording_again(preset: str, data: st.DataObject) -> None:
    """A last statement struck is as if never said; recorded again, it leaves the deal as it was."""
    rules = PRESETS[preset]
    log = draw_walk(data, rules)
    assume(log)
    struck = (*log, Struck(len(log) - 1))

    assert same(fold(rules, struck).require(), fold(rules, log[:-1]).require())
    again = fold(rules, (*struck, log[-1])).require()
    assert told(again.lines) == told(fold(rules, log).require().lines)
    assert legal_next(again) == legal_next(fold(rules, log).require())


@examples(80)
@given(presets, st.data())
def test_a_strike_struck_brings_the_statement_back(preset: str, data: st.DataObject) -> None:
    """Any statement struck and the strike struck, or put right as itself, leaves every line where it was."""
    rules = PRESETS[preset]
    log = draw_walk(data, rules)
    assume(log)
    at = data.draw(st.integers(0, len(log) - 1))
    whole = fold(rules, log).require()

    assert same(fold(rules, (*log, Struck(at), Struck(len(log)))).require(), whole)
    assert same(fold(rules, (*log, Struck(at, log[at]))).require(), whole)


@examples(80)
@given(presets, st.data())
def test_permuting_the_suits_changes_nothing(preset: str, data: st.DataObject) -> None:
    """Suits are named and never decide: any permutation of them leaves score and refusal as they are."""
    rules = PRESETS[preset]
    log = data.draw(any_logs(rules))
    note(format_log(log))
    suits: dict[Suit, Suit | None] = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    mine, theirs = fold(rules, log), fold(rules, tuple(with_suits(each, suits) for each in log))

    assert theirs.position == mine.position
    assert theirs.deal.score == mine.deal.score
    assert [line[:4] for line in theirs.deal.lines] == [line[:4] for line in mine.deal.lines]


@examples(80)
@given(presets, st.data())
def test_naming_no_suit_changes_nothing(preset: str, data: st.DataObject) -> None:
    """A legal log is as legal, and scores the same, without its suits."""
    rules = PRESETS[preset]
    log = draw_finished(data, rules)
    bare = fold(rules, tuple(with_suits(each, NO_SUIT) for each in log))

    assert bare.refusal is None
    assert bare.deal.score == fold(rules, log).require().score


# ------------------------------------------------------------------ the score


@examples(160)
@given(presets, st.data())
def test_lines(preset: str, data: st.DataObject) -> None:
    """
    Lines sum to the score and count along; each cites statements of the log, a source and a sentence.

    Each bonus is made once, by one side, and no side has both.
    """
    rules = PRESETS[preset]
    setting = data.draw(settings_of(rules))
    log = draw_walk(data, rules, setting)
    deal = fold(rules, log, setting).require()
    count, by_side = [0] * rules.players, [0] * rules.sides

    for line in deal.lines:
        count[line.seat] += line.points
        by_side[rules.side_of[line.seat]] += line.points
        assert line.running == by_side[rules.side_of[line.seat]]
        assert line.points >= 0
        assert line.because
        assert all(0 <= position < len(log) for position in line.because)
        assert line.source
        assert line_sentence(line, seat_names(rules.players))
    assert deal.score.values == tuple(count)
    bonuses = [(line.kind, rules.side_of[line.seat]) for line in deal.lines if line.kind in BONUSES and line.points]
    assert len({kind for kind, _ in bonuses}) == len(bonuses)
    assert len({side for _, side in bonuses}) == len(bonuses)
    for kind in LineKind:
        assert deal.made_by(kind) == next((each.seat for each in deal.lines if each.kind is kind and each.points), None)


@examples(200)
@given(presets, st.data())
def test_identities_of_a_finished_deal(preset: str, data: st.DataObject) -> None:
    """The play scores what the runs of winners make it, and ten or forty goes to whoever has the tricks."""
    rules = PRESETS[preset]
    log = draw_finished(data, rules)
    apart = (Conceded, PlayedShort, ReckonedNothing, FoundFalse)
    deal = fold(rules, log).require()
    won = [each for each in log if isinstance(each, TrickTaken)]

    assert deal.is_over
    if any(isinstance(each, Conceded) for each in log):
        assert sum(deal.tricks) == 0
        return
    short = sum(each.cards for each in log if isinstance(each, PlayedShort))
    assert sum(deal.tricks) == len(won) == rules.hand - short
    if any(isinstance(each, apart) for each in log):
        return
    if rules.players > 2:
        identities_of_more_than_two(deal, won)
        return
    play = [sum(line.points for line in deal.lines if line.seat is seat and line.kind in PLAY) for seat in TWO]
    assert play == points_in_play(deal.state.rules, won)
    if rules.trick_count is TrickCount.CLUB and rules.counts_every_card:
        changes = len(list(groupby(each.seat for each in won))) - 1 + (won[0].seat is Seat.YOUNGER)
        assert sum(play) == 12 + changes + rules.last_points
    elder, younger = deal.tricks
    ten = [
        sum(line.points for line in deal.lines if line.seat is seat and line.kind in (LineKind.CARDS, LineKind.CAPOT))
        for seat in TWO
    ]
    assert ten[elder < younger] == {12: 40, 6: 0}.get(max(elder, younger), 10)
    assert ten[elder >= younger] == 0
    assert deal.made_by(LineKind.CAPOT) == {12: Seat.ELDER, 0: Seat.YOUNGER}.get(elder)
    assert deal.carries_cards == (elder == 6)
    bid = deal.state.auction.contract
    if bid is not None:
        over = deal.tricks[bid.seat.other if bid.minus else bid.seat] - bid.tricks
        contract = [(line.seat, line.points) for line in deal.lines if line.kind is LineKind.CONTRACT]
        side = bid.seat if over > 0 else bid.seat.other
        assert contract == ([(side, 10 * abs(over) * deal.state.auction.factor)] if over else [])


def identities_of_more_than_two(deal: Deal, won: Sequence[TrickTaken]) -> None:
    """Tens led and tens that win are counted trick by trick; the cards go to the side with the most tricks."""
    rules, leader = deal.rules, Seat.ELDER
    play, tricks = [0] * rules.sides, [0] * rules.sides
    for each in won:
        assert each.tens is not None
        play[rules.side_of[leader]] += each.tens >= (1 if each.seat is leader else 2)
        play[rules.side_of[each.seat]] += each.seat is not leader and each.tens > 0
        tricks[rules.side_of[each.seat]] += 1
        leader = each.seat
    play[rules.side_of[leader]] += rules.last_points
    ten = [0] * rules.sides
    if tricks.count(max(tricks)) == 1:
        ten[tricks.index(max(tricks))] = 40 if max(tricks) == rules.hand else 10
    for kinds, expected in ((PLAY, play), ((LineKind.CARDS, LineKind.CAPOT), ten)):
        scored = [0] * rules.sides
        for line in deal.lines:
            scored[rules.side_of[line.seat]] += line.points if line.kind in kinds else 0
        assert scored == expected


@examples(120)
@given(st.sampled_from(COUNTED), st.data())
def test_a_quick_count_and_the_tricks_give_the_same_lines(preset: str, data: st.DataObject) -> None:
    """The play counted in one statement scores, line by line, what its tricks do."""
    rules = PRESETS[preset]
    calls = without(data.draw(walks(rules, most=16)), TrickTaken, Conceded, PlayedShort)
    assume(fold(rules, calls).refusal is None)
    calls += without(closing(rules, calls, ALONE, [Seat.ELDER] * 12), TrickTaken)
    won = [TrickTaken(seat) for seat in data.draw(st.lists(seats, min_size=12, max_size=12))]
    first = next((number for number, each in enumerate(won) if each.seat is Seat.YOUNGER), 12)
    elder = sum(each.seat is Seat.ELDER for each in won)
    scored_by = fold(rules, calls).require().state.rules
    counted = TricksCounted(elder, won[-1].seat, points_in_play(scored_by, won)[Seat.ELDER], first)
    note(format_log((*calls, *won, counted)))

    by_tricks, by_count = fold(rules, (*calls, *won)).require(), fold(rules, (*calls, counted)).require()

    assert told(by_count.lines) == told(by_tricks.lines)
    assert by_count.tricks == by_tricks.tricks


# ------------------------------------------------------------------ the partie

NAMED = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora"))


def draw_totals(data: st.DataObject, rules: Ruleset) -> PartieRecord:
    """A partie from a paper sheet: deals by their totals alone."""
    points = st.integers(0, 60)
    deals = data.draw(st.lists(st.builds(DealRecord, scores=st.tuples(*[points] * rules.sides)), max_size=9))
    return PartieRecord(rules, NAMED[: rules.players], tuple(deals))


def outcome(record: PartieRecord, *, swapped: bool = False) -> tuple[Any, ...]:
    """How a partie goes, for its sides in their order or the other way about, or why it is refused and where."""
    try:
        partie = play_partie(record)
    except IllegalStatement as error:
        return error.refusal.rule, error.deal
    settlement = partie.settlement
    winner = None if settlement is None else settlement.winner
    if swapped and winner is not None:
        winner = record.rules.sides - 1 - winner
    deals = [deal.totals[::-1] if swapped else deal.totals for deal in partie.deals]
    return deals, len(partie.finished), settlement and (winner, settlement.points, settlement.rubicon, settlement.lurch)


@examples(320)
@given(presets, st.data())
def test_swapping_the_players_swaps_totals_and_settlement(preset: str, data: st.DataObject) -> None:
    """What the first player wins or pays, the second would with the same scores."""
    record = draw_totals(data, PRESETS[preset])
    deals = tuple(DealRecord(scores=each.scores[::-1]) for each in record.deals if each.scores)
    mirrored = PartieRecord(record.rules, record.players[::-1], deals)

    assert outcome(mirrored) == outcome(record, swapped=True)


@examples(320)
@given(presets, st.data())
def test_nobody_wins_but_with_more_points_than_every_other(preset: str, data: st.DataObject) -> None:
    """Where nobody wins nothing is paid, and nobody wins but with more points."""
    record = draw_totals(data, PRESETS[preset])
    assume(not isinstance(outcome(record)[0], Rule))
    for each in play_partie(record).finished:
        winner = each.settlement.winner
        if winner is not None:
            assert all(each.totals[winner] > other for side, other in enumerate(each.totals) if side != winner)
        assert (winner is None) == (each.settlement.points == 0) == (len(set(each.totals)) == 1)
        assert 0 <= each.after < len(record.deals)
        assert each.settlement.steps


@examples(30)
@given(st.sampled_from([preset for preset, rules in PRESETS.items() if rules.ends is Ends.DEALS]), st.data())
def test_a_partie_of_totals_settles_as_a_partie_of_logs(preset: str, data: st.DataObject) -> None:
    """Each deal's points go to who sat there, and the totals alone settle the partie by Laws 72 and 73."""
    rules = PRESETS[preset]
    logs = data.draw(st.lists(finished_logs(rules, Setting(final=False)), min_size=1, max_size=rules.deals))
    record = PartieRecord(rules, (Player("Ada"), Player("Bea")), tuple(DealRecord(log=log) for log in logs))
    partie = play_partie(record)
    told_again = play_partie(replace(record, deals=tuple(DealRecord(scores=each.points) for each in partie.deals)))

    assert told_again.totals == partie.totals
    assert told_again.settlement == partie.settlement
    for number, each in enumerate(partie.deals):
        assert each.deal is not None
        assert each.points == each.deal.score.values[:: -1 if number % 2 else 1]
        assert [each.seats[seat] for seat in TWO] == [record.players[number % 2], record.players[1 - number % 2]]
    if partie.settlement is not None and rules.rubicon is not None:
        low, high = sorted(partie.totals)
        paid = (high + low if low < rules.rubicon else high - low) + rules.partie_bonus
        assert partie.settlement.points == (paid if high > low else 0)
