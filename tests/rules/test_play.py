"""The play: trick by trick, and the short way that must say the same,
against every order in which tricks can fall.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import scoring
from scorer.rules.deal import Deal, fold
from scorer.rules.governing import line_law
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_play
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.play import cards_played
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Refusal, Rule
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.sentences import line_message
from scorer.rules.statements import TricksCounted, TrickTaken
from tests import there
from tests.rules.strategies import points_in_play
from tests.thorough import mostly_slow

E = Seat.ELDER
Y = Seat.YOUNGER
PORTLAND = PRESETS["portland"]
CENT_36 = PRESETS["cent-36"]
Sheet = tuple[tuple[Seat, int, LineKind, str, str], ...]

NOTHING = "E no point"
POINT_AND_QUINT = "E point 5 making 49; Y good; E quint to ace; Y good"
TWENTY_SIX = f"{POINT_AND_QUINT}; E trio of aces; Y good; E trio of kings"
YOUNGERS_TRIO = f"{POINT_AND_QUINT}; E no set; Y trio of aces"

SIX_CARDS = {"hand": 6, "talon": 20, "carte_blanche_both": "both_score"}
"""House rules of a deal of six cards each: an order of the tricks is one of 64,
and everything else as ever.
"""

HANDS = {
    "nothing": NOTHING,
    "twenty": POINT_AND_QUINT,
    "twenty-six": TWENTY_SIX,
    "twenty-nine": "E quint to ace; Y good; E quatorze of aces; Y good",
    "a repique": f"{POINT_AND_QUINT}; E quatorze of aces; Y good",
    "younger's trio": YOUNGERS_TRIO,
    "younger's long hand": f"Y reckons nothing; {TWENTY_SIX}",
}

by_tricks = pytest.mark.parametrize(
    "preset",
    mostly_slow(
        [
            "portland",
            "modern",
            "wikipedia",
            "card-game-heaven",
            "four-deal",
            "meyer-1888",
            "french-150",
        ],
        ["portland", "wikipedia"],
    ),
)
"""The presets whose play can be said by tricks and elder's points alone."""


def play(rules: Ruleset, hand: str, *statements: TrickTaken | TricksCounted) -> Deal:
    """A deal whose hands were called as in *hand* and whose play is *statements*,
    all of them legal.
    """
    return fold(rules, (*parse_log(hand, rules), *statements)).require()


def refused(rules: Ruleset, hand: str, *statements: TrickTaken | TricksCounted) -> Refusal | None:
    return fold(rules, (*parse_log(hand, rules), *statements)).refusal


def sheet(deal: Deal) -> Sheet:
    """The lines as they are read, but for the statements that caused them,
    which differ between the two ways.
    """
    return tuple(
        (line.seat, line.points, line.kind, str(line_message(line)), line_law(line, deal))
        for line in deal.lines
    )


def tricks(winners: Iterable[Seat]) -> tuple[TrickTaken, ...]:
    return tuple(TrickTaken(seat) for seat in winners)


def before_younger(winners: tuple[Seat, ...]) -> int:
    return winners.index(Y) if Y in winners else len(winners)


@pytest.mark.no_cover
@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@by_tricks
def test_legal_play_lists_exactly_the_counts_that_are_accepted(preset: str, hand: str) -> None:
    """Bare where that is enough, and else every number of elder's first tricks once, with those
    that follow it and score the same.
    """
    rules = house_rules(PRESETS[preset], SIX_CARDS)
    listed = legal_play(play(rules, hand))
    assert len(listed) == len(set(listed))
    expected = set()
    for elder, last, points in product(range(8), (E, Y), range(16)):
        bare = TricksCounted(elder, last, points)
        refusal = refused(rules, hand, bare)
        if refusal is None:
            expected.add(bare)
        elif refusal.rule is Rule.SAY_FIRST:
            counts = (TricksCounted(elder, last, points, first) for first in range(8))
            said = [count for count in counts if refused(rules, hand, count) is None]
            expected |= set(together(rules, hand, said))
    assert set(listed) == expected


def together(rules: Ruleset, hand: str, counts: Iterable[TricksCounted]) -> Iterator[TricksCounted]:
    """Those of *counts*, which differ in elder's first tricks, that score the same, as one."""
    for _, alike in groupby(counts, lambda count: scored(play(rules, hand, count))):
        least, *more = alike
        yield replace(least, first_most=more[-1].first) if more else least


def scored(deal: Deal) -> list[tuple[Seat, int, LineKind]]:
    return [(line.seat, line.points, line.kind) for line in deal.lines]


@pytest.mark.no_cover
@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@by_tricks
def test_the_fewest_and_the_most_first_tricks_give_the_sheet_of_each_between_them(
    preset: str, hand: str
) -> None:
    """As they are read, every line of them; and one trick more or fewer is refused or another."""
    rules = house_rules(PRESETS[preset], SIX_CARDS)
    for count in legal_play(play(rules, hand)):
        if count.first is None or count.first_most is None:
            continue
        firsts = range(count.first, count.first_most + 1)
        exact = [replace(count, first=first, first_most=None) for first in firsts]
        sheets = {sheet(play(rules, hand, each)) for each in exact}
        assert sheets == {sheet(play(rules, hand, count))}
        wider = replace(count, first_most=count.first_most + 1)
        refusal = there(refused(rules, hand, wider))
        assert refusal.rule in (Rule.SAY_FIRST, Rule.COUNT_FIRST, Rule.COUNT_ANY_FIRST)


# The two ways say the same.


@pytest.mark.no_cover
@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@by_tricks
def test_first_is_demanded_exactly_where_the_order_decides(preset: str, hand: str) -> None:
    """The orders of one count give one sheet, which the bare count gives too, or several,
    which *first* tells apart.
    """
    rules = house_rules(PRESETS[preset], SIX_CARDS)
    orders: dict[TricksCounted, dict[int, set[Sheet]]] = defaultdict(lambda: defaultdict(set))
    for winners in product((E, Y), repeat=6):
        deal = play(rules, hand, *tricks(winners))
        bare = TricksCounted(winners.count(E), winners[-1], points_in_play(deal, E))
        orders[bare][before_younger(winners)].add(sheet(deal))
    for bare, by_first in orders.items():
        sheets = set().union(*by_first.values())
        if len(sheets) == 1:
            assert {sheet(play(rules, hand, bare))} == sheets
            continue
        refusal = refused(rules, hand, bare)
        assert refusal is not None, bare
        assert refusal.rule is Rule.SAY_FIRST
        for first, said in by_first.items():
            count = TricksCounted(bare.elder, bare.last, bare.play, first)
            assert {sheet(play(rules, hand, count))} == said


orders = st.lists(st.sampled_from((E, Y)), min_size=12, max_size=12).map(tuple)


@st.composite
def captures(draw: st.DrawFn) -> list[TrickTaken]:
    """Twelve tricks with what each holds of cards of ten or better:
    from 8 to 20 in all, twelve being out of play.
    """
    tens = draw(
        st.lists(st.integers(0, 2), min_size=12, max_size=12).filter(
            lambda each: 8 <= sum(each) <= 20
        )
    )
    return [TrickTaken(winner, held) for winner, held in zip(draw(orders), tens, strict=True)]


@given(hand=st.sampled_from((NOTHING, YOUNGERS_TRIO)), taken=captures())
def test_a_quick_count_gives_the_lines_of_captured_cards(
    hand: str, taken: list[TrickTaken]
) -> None:
    deal = play(CENT_36, hand, *taken)
    won = [sum(trick.tens or 0 for trick in taken if trick.seat is seat) for seat in (E, Y)]
    elder = sum(trick.seat is E for trick in taken)
    counted = play(CENT_36, hand, TricksCounted(elder, taken[-1].seat, won[E], None, won[Y]))
    assert sheet(counted) == sheet(deal)


@pytest.mark.parametrize("count_by", ["two_for_capture", "flat"])
def test_a_pique_of_youngers_depends_on_the_order_too(count_by: str) -> None:
    """By house rule either seat makes a pique, and elder's losing lead counts for nothing:
    younger has 28 in hand.
    """
    rules = house_rules(PORTLAND, {"pique_seat": "either", "trick_count": count_by})
    hand = "E no point; E no sequence; E no set; Y quatorze of aces; Y quatorze of kings"
    younger_first = play(rules, hand, *tricks((Y, Y, *[E] * 10)))
    elder_first = play(rules, hand, *tricks((E, Y, Y, *[E] * 9)))
    assert younger_first.made_by(LineKind.PIQUE) is Y
    assert elder_first.made_by(LineKind.PIQUE) is None
    assert points_in_play(younger_first, E) == points_in_play(elder_first, E)
    refusal = there(refused(rules, hand, TricksCounted(10, E, points_in_play(elder_first, E))))
    assert refusal.rule is Rule.SAY_FIRST


def test_what_was_denied_is_counted_after_the_lead() -> None:
    rules = PRESETS["cent-32"]
    said = "E point 5 making 49; Y not good; E quint major; Y good; E no set; tricks E1:1"
    deal = fold(rules, parse_log(said, rules)).require()
    kinds = [line.kind for line in scoring.announced(deal.state)]
    assert kinds == [LineKind.SEQUENCE, LineKind.LEAD, LineKind.POINT]


def test_law_65_the_play_is_counted_aloud_as_cavendish_prints_it() -> None:
    """Elder counts nine and leads: ten; younger counts seventeen;
    and each card led or won with is counted in turn.
    """
    calls = (
        "E point 5; Y good; E quart major; Y good; Y quatorze of tens; Y trio of queens; "
        "tricks E5 Y5 E2"
    )
    deal = fold(PORTLAND, parse_log(calls, PORTLAND)).require()
    lines = scoring.announced(deal.state)
    counted = zip(lines, scoring.running(PORTLAND, lines), strict=True)
    assert (
        " ".join(f"{line.seat.letter}{count}" for line, count in counted)
        == "E5 E9 E10 Y14 Y17 E11 E12 E13 E14 E15 Y18 Y19 Y20 Y21 Y22 Y23 E16 E17 E18 E28"
    )


def test_where_every_card_counts_the_tricks_tell_nothing_of_the_cards() -> None:
    assert cards_played(PORTLAND, play(PORTLAND, NOTHING, *tricks([E] * 12)).state.tricks) == (
        (0, 0),
        (0, 0),
        0,
    )


MINUS = "E bids minus 4; Y passes; E exchange 5; Y exchange 3; "


def test_in_a_minus_deal_a_count_is_taken_exactly_where_every_order_of_it_scores_alike() -> None:
    """There elder's points are younger's tricks, and how many of these came first no count says."""
    rules = house_rules(PRESETS["auction"], {**SIX_CARDS, "bid_min": 4, "minus_threshold": 17})
    asked = set()
    hand = "E no point; E no sequence; E quatorze of knaves; Y good"
    orders: dict[TricksCounted, set[Sheet]] = defaultdict(set)
    for winners in product((E, Y), repeat=6):
        deal = play(rules, MINUS + hand, *tricks(winners))
        points = points_in_play(deal, E)
        orders[TricksCounted(winners.count(E), winners[-1], points, before_younger(winners))].add(
            sheet(deal)
        )
    for count, sheets in orders.items():
        refusal = refused(rules, MINUS + hand, count)
        assert (refusal is None) == (len(sheets) == 1), count
        asked.add(None if refusal is None else refusal.rule)
    assert asked == {None, Rule.PIQUE_ONE_BY_ONE}


@pytest.mark.parametrize("leader", [E, Y], ids=["elder", "younger"])
@pytest.mark.parametrize("preset", ["cent-32", "cent-36"])
def test_how_many_cards_of_a_trick_can_count(preset: str, leader: Seat) -> None:
    """Both, but by the club count one of a trick that its leader wins."""
    log = (TrickTaken(Y, 1),) if leader is Y else ()
    for winner, tens in product((E, Y), range(4)):
        most = 1 if preset == "cent-32" and winner is leader else 2
        refusal = refused(PRESETS[preset], NOTHING, *log, TrickTaken(winner, tens))
        assert (refusal is None) == (tens <= most)
        if refusal is not None:
            assert refusal.rule == Rule.TENS_LIMIT
            assert refusal.args["most"] == most


@pytest.mark.parametrize("elder", [0, 4, 8, 12])
def test_trick_by_trick_and_in_one_statement_the_same_cards_can_be_captured(elder: int) -> None:
    last = E if elder == 12 else Y
    for mine, theirs in product(range(2 * elder + 1), range(2 * (12 - elder) + 1)):
        both = [(E, elder, mine), (Y, 12 - elder, theirs)]
        parts = [
            (seat, max(0, min(2, cards - 2 * n))) for seat, won, cards in both for n in range(won)
        ]
        one_by_one = refused(CENT_36, NOTHING, *(TrickTaken(seat, tens) for seat, tens in parts))
        at_once = refused(CENT_36, NOTHING, TricksCounted(elder, last, mine, None, theirs))
        cannot_be = at_once is not None and at_once.rule is Rule.COUNT_YOUNGER
        assert (one_by_one is not None) == cannot_be, (mine, theirs)


@pytest.mark.parametrize(
    ("tricks", "source"),
    [("Y5 E6", "Law 65"), ("E6 Y5", "")],
    ids=["the opponent's", "the short hand's"],
)
def test_no_law_gives_the_last_trick_to_the_opponent_of_a_short_hand_that_won_the_last_played(
    tricks: str, source: str
) -> None:
    deal = fold(PORTLAND, parse_log(f"Y short 1; tricks {tricks}", PORTLAND)).require()
    (last,) = (line for line in deal.lines if line.kind is LineKind.LAST)
    assert last.seat is E
    assert line_law(last, deal) == source


def test_nor_does_one_give_it_the_cards_where_they_go_to_the_last_trick() -> None:
    rules = house_rules(PORTLAND, {"cards_basis": "last_trick"})
    deal = fold(rules, parse_log("Y short 1; tricks E6 Y5", rules)).require()
    (cards,) = (line for line in deal.lines if line.kind is LineKind.CARDS)
    assert cards.seat is E
    assert line_law(cards, deal) == ""


@pytest.mark.parametrize("short", [E, Y], ids=["elder", "younger"])
@given(winners=st.lists(st.sampled_from((E, Y)), min_size=7, max_size=11))
def test_a_short_hand_plays_fewer_tricks_and_all_twelve_are_counted(
    short: Seat, winners: list[Seat]
) -> None:
    log = (
        f"{short.letter} short {12 - len(winners)}; tricks "
        f"{' '.join(seat.letter for seat in winners)}"
    )
    deal = fold(PORTLAND, parse_log(log, PORTLAND)).require()
    assert deal.is_over
    assert deal.made_by(LineKind.LAST) is short.other
    lost_leads = sum(1 for winner, _ in groupby([E, *winners])) - 1
    assert points_in_play(deal, E) + points_in_play(deal, Y) == 12 + lost_leads + 1
    won = winners.count(short)
    made = deal.made_by(LineKind.CAPOT if won == 0 else LineKind.CARDS)
    if won == 6:
        assert made is None
    else:
        assert made is (short if won > 6 else short.other)
