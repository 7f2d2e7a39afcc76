"""What holds of every log and every deal under every ruleset,
on random walks and on random deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from scorer.rules import statements
from scorer.rules.bounds import Calls, may_call, most_in_deal
from scorer.rules.cards import Suit
from scorer.rules.checker.assertions import assertions
from scorer.rules.claims import CALLED
from scorer.rules.deal import Deal, Phase, extend, fold
from scorer.rules.deal_state import Setting
from scorer.rules.governing import line_law
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.lines import BONUSES, Line, LineKind
from scorer.rules.notation import format_log, parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, extend_partie, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.reckoning import by_side
from scorer.rules.ruleset import Ends, Ruleset
from scorer.rules.scoring import gather, race_awaits, reckon, running, score
from scorer.rules.seats import Player, Seat
from scorer.rules.sentences import IllegalStatement, line_message, refusal_message, seat_names
from scorer.rules.watch import watch
from tests import there
from tests.rules import strategies
from tests.rules.checker.talk import dealt, perturbed, talk
from tests.rules.strategies import winners as winners_of
from tests.thorough import SEED, examples, mostly_slow, some


def draw_log(data: st.DataObject, logs: st.SearchStrategy[statements.Log]) -> statements.Log:
    """Draw a log, and write it into the report in the words of the game."""
    log = data.draw(logs)
    note(format_log(log))
    return log


def without_positions(lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    return [(line.seat, line.points, line.kind, line.why, dict(line.args)) for line in lines]


def same(one: Deal, other: Deal) -> bool:
    """Return whether two deals have the same lines, phase and next statements."""
    alike = one.lines == other.lines and one.phase is other.phase and one.pending is other.pending
    return alike and legal_next(one) == legal_next(other)


@examples(60)
@given(strategies.presets, st.data())
def test_a_statement_is_legal_exactly_if_it_is_offered(preset: str, data: st.DataObject) -> None:
    """Suits aside; a pending call can be withdrawn, and every quick count that is offered ends the
    deal.

    Of a race that is decided a log may still have the winner's calls that are reckoned sooner; they
    are not offered. Nor is what younger's own point makes, which a log may have with *not good*.
    """
    rules = PRESETS[preset]
    setting = data.draw(strategies.settings_of(rules))
    log = draw_log(data, strategies.walks(rules, setting))
    deal = fold(rules, log, setting).require()
    offered = legal_next(deal)
    for among in strategies.by_kind(offered).values():
        statement = data.draw(st.sampled_from(among))
        assert fold(rules, (*log, statement), setting).require().log == (*log, statement)
    if deal.pending is not None:
        assert deal.pending in [
            each.claim.category for each in offered if isinstance(each, statements.Withdrawn)
        ]
    bare = {strategies.with_suits(each, strategies.NO_SUIT) for each in offered}
    for _ in range(8):
        statement = strategies.with_suits(
            data.draw(strategies.any_statements(rules)), strategies.NO_SUIT
        )
        only_in_a_race = isinstance(statement, statements.Declined) and statement.more
        only_in_a_race |= isinstance(statement, statements.Called) and deal.stopped is not None
        with_own_point = isinstance(statement, statements.Answered) and statement.pips is not None
        if (
            not isinstance(statement, statements.TricksCounted)
            and not only_in_a_race
            and not with_own_point
        ):
            assert (fold(rules, (*log, statement), setting).refusal is None) == (statement in bare)
    plays = legal_play(deal)
    for play in plays:
        assert fold(rules, (*log, play), setting).require().is_over
    assert tuple(play for elder in range(13) for play in legal_play(deal, elder)) == plays


@examples(80)
@given(strategies.presets, st.data())
def test_a_play_that_is_only_counted_has_the_lines_of_its_tricks(
    preset: str, data: st.DataObject
) -> None:
    """Whether it is over or not;
    an insertion may have given its tricks positions that do not rise.
    """
    rules = PRESETS[preset]
    setting = data.draw(strategies.settings_of(rules))
    log = draw_log(data, strategies.finished_logs(rules, setting) | strategies.any_logs(rules))
    state = fold(rules, log, setting).deal.state
    hand, play, stopped = reckon(state)
    kinds = [line.kind for line in (*hand, *gather(play))]
    scored = score(state)
    assert [line.kind for line in scored.lines] == kinds
    assert scored.stopped == stopped
    if BONUSES.isdisjoint(kinds):
        assert scored.lines == (*hand, *gather(play))


@examples(80)
@given(
    st.sampled_from([preset for preset, rules in PRESETS.items() if rules.ends is Ends.TARGET]),
    st.data(),
)
def test_a_deal_after_the_target_is_refused_or_left_out(preset: str, data: st.DataObject) -> None:
    rules = PRESETS[preset]
    log = draw_log(data, strategies.finished_logs(rules))
    setting = data.draw(strategies.settings_of(rules))
    stopped = fold(rules, log, setting)
    dropped = fold(rules, log, setting._replace(drop_surplus=True)).require()
    if stopped.refusal is not None:
        assert stopped.refusal.rule is Rule.DEAL_OVER
        assert stopped.deal.stopped is not None
    assert dropped.stopped == stopped.deal.stopped
    left_out = log[len(stopped.deal.log) :]
    winners_calls = [
        isinstance(each, statements.Called) and each.seat is dropped.stopped for each in left_out
    ]
    assert any(winners_calls) or dropped.lines == stopped.deal.lines, "the order of those is free"
    assert dropped.log == log
    assert dropped.is_over


@examples(100)
@given(strategies.presets, st.data())
def test_any_log_is_folded_up_to_its_first_illegal_statement(
    preset: str, data: st.DataObject
) -> None:
    """Whatever is said, the fold ends with the deal of what is before a refused statement, and says
    why.

    The log survives its text form, and a permutation of the suits changes nothing. A deal extended
    by one statement after another is as if each time all of them were folded, and none of them
    changes afterwards.
    """
    rules = PRESETS[preset]
    setting = data.draw(strategies.settings_of(rules))
    with_bad_strikes = data.draw(st.booleans())
    log = draw_log(data, strategies.any_logs(rules, with_bad_strikes=with_bad_strikes))
    folded = fold(rules, log, setting)
    assert parse_log(format_log(log), rules) == log
    assert sum(folded.deal.score) == sum(line.points for line in folded.deal.lines)
    assert_extended(rules, log, setting)
    if folded.refusal is None:
        assert folded.position is None
        assert folded.deal.log == log
    else:
        assert folded.deal.log == log[: there(folded.position)]
        assert refusal_message(folded.refusal)
        with pytest.raises(IllegalStatement) as caught:
            folded.require()
        assert caught.value.refusal == folded.refusal
        assert caught.value.position == folded.position
        if not with_bad_strikes:
            before = tuple(
                each
                for _, each in takewhile(
                    lambda each: each[0] != folded.position, statements.effective(log)
                )
            )
            applied = fold(rules, before, setting).require()
            assert without_positions(folded.deal.lines) == without_positions(applied.lines)
    suits: strategies.Suits = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    permuted = fold(rules, tuple(strategies.with_suits(each, suits) for each in log), setting)
    assert permuted.position == folded.position
    assert permuted.deal.score == folded.deal.score
    assert [line[:4] for line in permuted.deal.lines] == [line[:4] for line in folded.deal.lines]


def contents(deal: Deal) -> list[Any]:
    """Return all that a deal holds, its state included."""
    held = [
        value
        for state in (deal.state, *deal.state.categories.values())
        for value in vars(state).values()
    ]
    return [
        deal,
        *(
            value.copy() if isinstance(value, list) else value
            for value in held
            if type(value) is not dict
        ),
    ]


def assert_extended(rules: Ruleset, log: statements.Log, setting: Setting) -> None:
    deal = fold(rules, (), setting).deal
    for number, statement in enumerate(log, 1):
        before = contents(deal)
        folded = fold(rules, log[:number], setting)
        extended = extend(deal, (statement,))
        assert extended == folded
        assert contents(extended.deal) == contents(folded.deal)
        assert contents(deal) == before
        if extended.refusal is not None:
            return
        assert extend(deal, log[number - 1 :]) == fold(rules, log, setting)
        deal = extended.deal
    assert legal_next(deal) == legal_next(fold(rules, log, setting).deal)


@examples(80)
@given(st.data())
def test_folding_is_total_under_house_rules(data: st.DataObject) -> None:
    rules = data.draw(strategies.rulesets())
    setting = data.draw(strategies.settings_of(rules))
    walk = draw_log(data, strategies.finished_logs(rules, setting))
    over = fold(rules, walk, setting).require()
    assert over.is_over
    assert all(str(line_message(line)) for line in over.lines)
    assert all(isinstance(line_law(line, over), str) for line in over.lines)
    extra = data.draw(st.lists(strategies.any_statements(rules), max_size=4))
    at = data.draw(st.integers(0, len(walk)))
    refused = fold(rules, (*walk[:at], *extra, *walk[at:]), setting).refusal
    assert refused is None or refusal_message(refused)


# Corrections and the score


@examples(60)
@given(strategies.presets, st.data())
def test_a_struck_statement_is_as_if_never_said_and_an_inserted_one_as_if_said_in_time(
    preset: str, data: st.DataObject
) -> None:
    """A strike that is struck restores the statement."""
    rules = PRESETS[preset]
    log = draw_log(data, strategies.walks(rules))
    assume(log)
    at = data.draw(st.integers(0, len(log) - 1))
    last = len(log) - 1
    whole = fold(rules, log).require()
    assert same(
        fold(rules, (*log, statements.Struck(at), statements.Struck(len(log)))).require(), whole
    )
    assert same(fold(rules, (*log, statements.Struck(at, log[at]))).require(), whole)
    assert same(
        fold(rules, (*log, statements.Struck(last))).require(), fold(rules, log[:-1]).require()
    )
    without = (*log[:at], *log[at + 1 :])
    said = log[at] if at == last else statements.Inserted(at, log[at])
    for corrected, meant in (((*log, statements.Struck(at)), without), ((*without, said), log)):
        found = fold(rules, corrected)
        expected = fold(rules, meant)
        assert (found.refusal is None) == (expected.refusal is None)
        assert without_positions(found.deal.lines) == without_positions(expected.deal.lines)
        assert legal_next(found.deal) == legal_next(expected.deal)


def spoken_logs(rules: Ruleset, setting: Setting) -> st.SearchStrategy[statements.Log]:
    """Draw from walks, deals that are over, and what players say of random hands,
    cut short before the play.
    """
    talks = st.tuples(st.integers(0, 9999), st.integers(4, 24)).map(
        lambda drawn: (
            fold(rules, talk(rules, str(drawn[0]), corrections=0.1)[: drawn[1]], setting).deal.log
        )
    )
    return st.one_of(
        talks, talks, strategies.walks(rules, setting), strategies.finished_logs(rules, setting)
    )


@examples(300)
@given(strategies.rulesets() | strategies.presets.map(PRESETS.__getitem__), st.data())
def test_equal_effective_logs_give_equal_parties(rules: Ruleset, data: st.DataObject) -> None:
    """However the statements came to be current:
    only the links to them differ, as their positions do.
    """
    partie = other = play_partie(PartieRecord(rules, NAMED[: rules.players]))
    for _ in range(data.draw(st.integers(1, 3))):
        if not partie.is_over and all(each.is_over for each in partie.deals):
            setting = partie.next_setting
            said = draw_log(data, spoken_logs(rules, setting))
            log = draw_log(data, strategies.recorded_otherwise(rules, said))
            assert tuple(each for _, each in statements.effective(log)) == said
            partie = extend_partie(partie, (*partie.record.deals, DealRecord(said)))
            other = extend_partie(other, (*other.record.deals, DealRecord(log)))
    assert other.totals == partie.totals
    assert other.settlement == partie.settlement
    assert other.finished == partie.finished
    for one, same_one in zip(partie.deals, other.deals, strict=True):
        assert one.deal is not None
        assert same_one.deal is not None
        assert without_links(one.deal) == without_links(same_one.deal)


def without_links(deal: Deal) -> list[Any]:
    """Return what is known of *deal*, with every link to a statement
    by its rank among the current ones.
    """
    ranks = {position: rank for rank, (position, _) in enumerate(statements.effective(deal.log))}
    lines = [
        line._replace(because=tuple([ranks[each] for each in line.because])) for line in deal.lines
    ]
    asserted = [
        replace(each, made_at=tuple([ranks[at] for at in each.made_at]))
        for each in assertions(deal)
    ]
    state = deal.state
    seats = deal.rules.seats
    may_call = [state.may_call_more(seat, category) for seat in seats for category in CALLED]
    after = (
        deal.phase,
        deal.score,
        deal.pending,
        deal.stopped,
        legal_next(deal),
        race_awaits(state),
        watch(deal),
    )
    return [lines, asserted, may_call, *after]


@examples(120)
@given(strategies.presets, st.data())
def test_the_lines_of_a_finished_deal_sum_to_its_score(preset: str, data: st.DataObject) -> None:
    """From wherever a walk leads, the answers that are owed and one trick after another end the
    deal.

    Each line counts along and cites statements of the log, a source and a sentence. Each bonus is
    made once, by one side, and no side has both.
    """
    rules = PRESETS[preset]
    setting = data.draw(strategies.settings_of(rules))
    walk = draw_log(data, strategies.walks(rules, setting))
    rest = strategies.closing(rules, walk, setting, data.draw(winners_of(rules)))
    log = walk + rest
    deal = fold(rules, log, setting).require()
    assert deal.is_over
    assert len(rest) <= rules.hand + 2 + 2 * rules.auction
    bare = tuple(strategies.with_suits(each, strategies.NO_SUIT) for each in log)
    assert fold(rules, bare, setting).require().score == deal.score
    count = [0] * rules.players
    by_side = [0] * rules.sides
    for line, counted in zip(deal.lines, running(rules, deal.lines), strict=True):
        count[line.seat] += line.points
        by_side[rules.side_of[line.seat]] += line.points
        assert counted == by_side[rules.side_of[line.seat]]
        assert line.points >= 0
        assert line.because
        assert all(0 <= position < len(log) for position in line.because)
        assert isinstance(line_law(line, deal), str)
        assert line_message(line, seat_names(rules.players))
    assert deal.score.values == tuple(count)
    bonuses = [
        (line.kind, rules.side_of[line.seat])
        for line in deal.lines
        if line.kind in BONUSES and line.points
    ]
    assert len({kind for kind, _ in bonuses}) == len({side for _, side in bonuses}) == len(bonuses)
    for kind in LineKind:
        assert deal.made_by(kind) == next(
            (each.seat for each in deal.lines if each.kind is kind and each.points), None
        )


NAMED = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora"))


@examples(60)
@given(strategies.presets, st.data())
def test_a_partie_is_extended_as_if_all_its_deals_were_folded_again(
    preset: str, data: st.DataObject
) -> None:
    """Whatever is added to the log of a deal, or corrected in it:
    what follows from it changes, and nothing else.
    """
    rules = PRESETS[preset]
    partie = play_partie(PartieRecord(rules, NAMED[: rules.players]))
    for _ in range(data.draw(st.integers(1, 4))):
        if not partie.is_over:
            log = draw_log(data, strategies.finished_logs(rules, partie.next_setting))
            partie = extend_partie(partie, (*partie.record.deals, DealRecord(log)))
    assert partie == play_partie(partie.record)
    deals = list(partie.record.deals)
    number = data.draw(st.integers(0, len(deals) - 1))
    log = deals[number].log
    new = data.draw(
        strategies.strikes(rules, len(log))
        | st.sampled_from([statements.Struck(at) for at in range(len(log))])
    )
    paper = DealRecord(scores=(60,) * rules.sides)
    deals[number] = data.draw(
        st.sampled_from((paper, DealRecord((*log, new)), DealRecord(log[:-1])))
    )
    note(f"deal {number + 1}: {deals[number]}")
    assert attempt(lambda: extend_partie(partie, tuple(deals))) == attempt(
        lambda: play_partie(replace(partie.record, deals=tuple(deals)))
    )


@examples(60)
@given(strategies.presets, st.data())
def test_a_partie_is_that_of_its_players_in_the_order_in_which_they_are_elder(
    preset: str, data: st.DataObject
) -> None:
    """Each has the same seats, counts and totals, whether from a log or from paper;
    only their columns are others.
    """
    rules = PRESETS[preset]
    first = data.draw(st.integers(0, rules.players - 1))
    partie = play_partie(PartieRecord(rules, NAMED[: rules.players], first=first))
    for _ in range(data.draw(st.integers(1, 4))):
        if not partie.is_over:
            log = draw_log(data, strategies.finished_logs(rules, partie.next_setting))
            paper = DealRecord(scores=tuple(range(20, 20 + rules.sides)))
            deal = data.draw(st.sampled_from((DealRecord(log), paper)))
            partie = extend_partie(partie, (*partie.record.deals, deal))
    turned = play_partie(partie.record.from_elder())
    side = first % rules.sides
    assert turned.record.first == 0
    assert [each.seats for each in turned.deals] == [each.seats for each in partie.deals]
    assert [each.deal for each in turned.deals] == [each.deal for each in partie.deals]
    assert turned.totals == (*partie.totals[side:], *partie.totals[:side])
    assert turned.next_setting == partie.next_setting
    assert (turned.settlement is None) == (partie.settlement is None)


def attempt(play: Callable[[], Partie]) -> Partie | tuple[Any, ...]:
    try:
        return play()
    except IllegalStatement as error:
        return error.refusal, error.deal, error.position


# The bonus watch


def bonuses(deal: Deal) -> set[tuple[LineKind, Seat]]:
    """Return every repique and pique that is made in *deal* as it stands."""
    rules = deal.rules
    return {
        (line.kind, rules.seats[rules.side_of[line.seat]])
        for line in deal.lines
        if line.kind in BONUSES
    }


def assert_open_classes(deal: Deal) -> None:
    """Assert that the look at a class, which stops early, finds what the list of all that may be
    said has.

    Round the table a player who has called is taken to have called the best first.
    """
    if deal.pending is None and deal.phase is not Phase.AUCTION:
        rules = deal.rules
        state = deal.state
        calls = {
            (each.seat, each.claim.category)
            for each in legal_next(deal)
            if isinstance(each, statements.Called)
        }
        legal = {
            (seat, kind)
            for seat, kind in calls
            if rules.players == 2 or not state.categories[kind].entries[seat]
        }
        assert legal == {
            (seat, each) for seat in rules.seats for each in CALLED if may_call(state, seat, each)
        }


OTHER_CALLS = "auction minus_calls=other"
"""House rules by which calls score for the other seat in a deal played to lose."""

QUICK = ["portland", "modern", "normand", "voleur", OTHER_CALLS]


@pytest.mark.no_cover
@pytest.mark.parametrize("line", mostly_slow(sorted({*QUICK, *some(PRESETS, 2)}), QUICK))
def test_no_bonus_that_is_made_was_thought_impossible(line: str) -> None:
    """The bounds are never too low: what is made was open at every earlier position where its maker
    had points, and no side exceeds what a deal can score.

    Positions with another bonus are left aside, and those before a contract, where nothing is said
    to be open. In every second deal between two something is said otherwise than the cards have it;
    in every fifth deal each class is asked, too. The first ten deals are always the same.
    """
    rules = rules_named(line)
    made = 0
    for number in range(examples(200).max_examples):
        rng = Random(f"{line}/{number}" if number < 10 else f"{SEED}/{line}/{number}")
        log = dealt(PRESETS[rules.id], rng, sink=number % 3 == 0, stacks=0.8).log
        if number % 2 and rules.players == 2:
            log = perturbed(rules, rng, log, changes=2)
        deals = [fold(rules, log[:end]).require() for end in range(len(log) + 1)]
        assert max(by_side(rules, tuple(deals[-1].score))) <= most_in_deal(rules, 0), format_log(
            log
        )
        if number % 5 == 0:
            for deal in deals:
                assert_open_classes(deal)
        for kind, seat in set().union(*map(bonuses, deals)):
            made += kind is LineKind.REPIQUE
            first = next(index for index, deal in enumerate(deals) if (kind, seat) in bonuses(deal))
            for deal in deals[:first]:
                scored = any(deal.score[each] for each in (seat, *rules.partners(seat)))
                if scored and not bonuses(deal) and deal.phase is not Phase.AUCTION:
                    open_ones = [each[:2] for each in watch(deal, Calls.LEGAL)]
                    assert (kind, seat) in open_ones, format_log(log)
    assert made >= 2
