"""What the property tests draw from: cards, claims, statements, whole logs, rulesets and parties.

A *walk* is a log made by choosing again and again from `legal_next`, weighted so that deals are
called, played and finished, with now and then a correction. *Any* statement is drawn from far more
than the rules allow.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from enum import EnumType
from functools import lru_cache
from typing import Any, get_type_hints

import pytest
from hypothesis import strategies as st

from scorer.rules import statements as spoken
from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import ALONE, Deal, Phase, extend, fold, refusal
from scorer.rules.deal_state import Setting
from scorer.rules.errors import ContradictoryRules
from scorer.rules.grammar import all_claims
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next
from scorer.rules.lines import LineKind
from scorer.rules.play import allows_quick_count
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS, Ends, Ruleset, StopRule, TrickCount, value_to_data
from scorer.rules.seats import TWO, BySeat, Seat
from tests.rows import beside

each_preset = pytest.mark.parametrize("preset", list(PRESETS))

presets = st.sampled_from(list(PRESETS))

FOR_TWO = {name: rules for name, rules in PRESETS.items() if rules.players == 2}

COUNTED = [
    preset
    for preset, rules in PRESETS.items()
    if allows_quick_count(rules) and rules.trick_count is not TrickCount.CAPTURED_CARDS
]
"""The presets whose play can be said in one statement that says no more than elder's points."""


def begun(rules: Ruleset) -> str:
    """What is said before anything else can be: a contract, where the hands are bid for."""
    return "E bids 7; Y passes; " if rules.auction else ""


maybe_suits = st.none() | st.sampled_from(Suit)


def hands(rules: Ruleset) -> st.SearchStrategy[list[Card]]:
    return st.lists(
        st.sampled_from(rules.pack), min_size=rules.hand, max_size=rules.hand, unique=True
    )


def with_suit(claim: Claim, suit: Suit | None) -> Claim:
    """*claim* with its suit named; a set has none, and no empty suit has a name."""
    if isinstance(claim, SetClaim) or claim.length == 0:
        return claim
    return replace(claim, suit=suit)


@lru_cache(maxsize=32)
def claims(rules: Ruleset) -> st.SearchStrategy[Claim]:
    return st.builds(with_suit, st.sampled_from(all_claims(rules)), maybe_suits)


def any_claims() -> st.SearchStrategy[Claim]:
    """A claim that the notation can write; most of them no hand could hold."""
    numbers = st.integers(0, 100)
    points = st.builds(PointClaim, st.integers(1, 13), st.none() | numbers, maybe_suits)
    sequences = st.builds(
        SequenceClaim, st.integers(3, 9), st.none() | st.sampled_from(Rank), maybe_suits
    )
    sets = st.builds(SetClaim, st.sampled_from((3, 4)), st.sampled_from(Rank))
    return points | sequences | sets | st.sampled_from((PointClaim(0), SequenceClaim(0)))


FEW = st.integers(0, 13)
NARROW: Mapping[tuple[type, str], st.SearchStrategy[Any]] = {
    (spoken.Asked, "category"): st.sampled_from((Category.POINT, Category.SEQUENCE)),
    (spoken.PipsSaid, "pips"): st.integers(0, 100),
    (spoken.Answered, "pips"): st.none(),
    (spoken.TrickTaken, "tens"): st.sampled_from((None, 0, 1, 2)),
    (spoken.TricksCounted, "last"): st.sampled_from(TWO),
    (spoken.TricksCounted, "play"): st.integers(0, 30),
    (spoken.TricksCounted, "younger_play"): st.none() | st.integers(0, 30),
    (spoken.TricksCounted, "first_most"): st.none(),
}
"""The fields of statements whose text form has room for less than their type,
or that need other numbers.
"""


def any_of(kind: type[spoken.Spoken], rules: Ruleset) -> st.SearchStrategy[Any]:
    by_type: Mapping[Any, st.SearchStrategy[Any]] = {
        Seat: st.sampled_from(rules.seats),
        Claim: claims(rules) | any_claims(),
        Category: st.sampled_from(CALLED),
        spoken.Answer: st.sampled_from(spoken.Answer),
        Rank: st.sampled_from(Rank),
        Suit | None: maybe_suits,
        int: FEW,
        int | None: st.none() | FEW,
        bool: st.booleans(),
    }
    hints = get_type_hints(kind)
    return st.builds(
        kind,
        **{
            each.name: NARROW.get((kind, each.name), by_type[hints[each.name]])
            for each in fields(kind)
        },
    )


@lru_cache(maxsize=32)
def any_statements(rules: Ruleset) -> st.SearchStrategy[spoken.Statement]:
    """A statement of any class, corrections aside: most of them the rules refuse."""
    own_point = st.builds(
        spoken.Answered,
        st.sampled_from(rules.seats),
        st.just(spoken.Answer.NOT_GOOD),
        st.integers(0, 100),
    )
    firsts = st.tuples(st.integers(0, 6), st.integers(7, 12))
    counts = any_of(spoken.TricksCounted, rules)
    counted = st.builds(lambda count, between: count.with_firsts(*between), counts, firsts)
    return st.one_of([any_of(kind, rules) for kind in spoken.SPOKEN]) | own_point | counted


def strikes(rules: Ruleset, before: int) -> st.SearchStrategy[spoken.Statement]:
    """A strike of one of *before* statements, with or without another in its place;
    or one inserted before it.
    """
    positions = st.integers(0, before - 1)
    struck = st.builds(spoken.Struck, positions, st.none() | any_statements(rules))
    return struck | st.builds(spoken.Inserted, positions, any_statements(rules))


def bad_strikes(before: int) -> st.SearchStrategy[spoken.Statement]:
    """A strike of what is not there or an insertion before it,
    or one put right as, or of, another strike.
    """
    strike = st.builds(spoken.Struck, st.integers(0, 5))
    positions = st.integers(-1, before + 1)
    return st.builds(spoken.Struck, positions, strike) | st.builds(
        spoken.Inserted, positions, strike
    )


@st.composite
def any_logs(draw: st.DrawFn, rules: Ruleset, *, with_bad_strikes: bool = True) -> spoken.Log:
    """A legal beginning, and then anything whatever, strikes among it."""
    log = draw(walks(rules, most=20))
    for _ in range(draw(st.integers(0, 6))):
        said = any_statements(rules)
        said = said | strikes(rules, len(log)) if log else said
        said = said | bad_strikes(len(log)) if with_bad_strikes else said
        log += (draw(said),)
    return log


@st.composite
def recorded_otherwise(draw: st.DrawFn, rules: Ruleset, said: spoken.Log) -> spoken.Log:
    """A log with corrections, of which exactly *said*, which has none, is current in the end.

    Statements are recorded wrongly and corrected, left out and inserted later, or said too much and
    struck; insertions are corrected too, and strikes are struck.
    """
    log: list[spoken.Statement] = []
    corrections: list[list[spoken.Statement]] = []
    left_out: list[spoken.Statement] = []
    how_often = draw(st.sampled_from((_SELDOM, st.booleans())))
    for statement in said:
        if draw(how_often):
            left_out.append(statement)
            continue
        position = len(log)
        corrections += [[spoken.Inserted(position, each)] for each in left_out]
        left_out.clear()
        is_wrong = draw(_SELDOM)
        log.append(draw(any_statements(rules)) if is_wrong else statement)
        if is_wrong:
            corrections.append([spoken.Struck(position, statement)])
        elif draw(_SELDOM):
            corrections.append([spoken.Struck(position, draw(any_statements(rules))), STRUCK_AGAIN])
        if draw(_SELDOM):
            corrections.append([spoken.Struck(len(log))])
            log.append(draw(any_statements(rules)))
    log += left_out
    insertions = filter(
        _is_insertion, corrections
    )  # of two before one statement the earlier comes first
    for each in draw(st.permutations(corrections)):
        correction = next(insertions) if _is_insertion(each) else each
        log += draw(_roundabout(rules, correction, len(log)))
    return tuple(log)


_SELDOM = st.sampled_from((False, False, False, True))

STRUCK_AGAIN = spoken.Struck(-1)
"""Stands for a strike of the correction before it."""


def _is_insertion(correction: Sequence[spoken.Statement]) -> bool:
    return isinstance(correction[0], spoken.Inserted)


@st.composite
def _roundabout(
    draw: st.DrawFn, rules: Ruleset, correction: Sequence[spoken.Statement], position: int
) -> list[spoken.Statement]:
    """*correction*, made at *position*; now and then wrongly, and then corrected itself."""
    first, *others = correction
    if others == [STRUCK_AGAIN]:
        return [first, spoken.Struck(position)]
    if not draw(_SELDOM):
        return [first]
    wrong = draw(any_statements(rules))
    if isinstance(first, spoken.Inserted):
        return [spoken.Inserted(first.position, wrong), spoken.Struck(position, first.statement)]
    assert isinstance(first, spoken.Struck)
    return [spoken.Struck(first.position, wrong), first]


WEIGHTS: Mapping[type, int] = {
    **dict.fromkeys(
        (
            spoken.CarteBlancheShown,
            spoken.Declined,
            spoken.Withdrawn,
            spoken.FoundFalse,
            spoken.Proved,
        ),
        2,
    ),
    spoken.TrickTaken: 5,
    spoken.Called: 8,
    spoken.Passed: 16,
    **dict.fromkeys((spoken.Bid, spoken.Exchanged, spoken.Asked), 6),
    **dict.fromkeys((spoken.Answered, spoken.PipsSaid, spoken.HeadSaid), 9),
}
"""How much likelier than a penalty each kind of statement is on a walk."""


def kind_of(statement: spoken.Statement) -> str:
    """What sort of statement it is, numbers and cards aside:
    ``E point``, ``Y not good``, ``E exchange``.
    """
    if isinstance(statement, spoken.Correction | spoken.TricksCounted):
        return type(statement).__name__
    if isinstance(statement, spoken.TrickTaken):
        return f"{statement.seat.letter} trick"
    if isinstance(statement, spoken.Called):
        return f"{statement.seat.letter} {statement.claim.category.value}"
    said = statement.written
    if isinstance(statement, spoken.AboutClaim):
        said = said.replace(statement.claim.written, statement.claim.category.value)
    elif isinstance(statement, spoken.HeadSaid):
        said = "to"
    return f"{statement.seat.letter} {re.split(' [0-9]', said)[0]}"


def by_kind(statements: Sequence[spoken.Statement]) -> dict[str, list[spoken.Statement]]:
    found: dict[str, list[spoken.Statement]] = {}
    for statement in statements:
        found.setdefault(kind_of(statement), []).append(statement)
    return found


@st.composite
def walks(
    draw: st.DrawFn, rules: Ruleset, setting: Setting = ALONE, *, most: int = 30
) -> spoken.Log:
    """A log of legal statements, of any length up to *most*, or until nothing more can be said."""
    deal = fold(rules, (), setting).deal
    for _ in range(draw(st.integers(0, most))):
        kinds = by_kind(legal_next(deal))
        if not kinds:
            break
        weighted = [
            kind for kind, among in kinds.items() for _ in range(WEIGHTS.get(type(among[0]), 1))
        ]
        statement = draw(st.sampled_from(kinds[draw(st.sampled_from(weighted))]))
        if isinstance(statement, spoken.Called):
            statement = replace(statement, claim=with_suit(statement.claim, draw(maybe_suits)))
        elif isinstance(statement, spoken.PipsSaid | spoken.HeadSaid):
            statement = replace(statement, suit=draw(maybe_suits))
        elif isinstance(statement, spoken.Answered):
            own = [replace(statement, pips=pips) for pips in range(7, 82)]
            points = [
                each
                for each in own
                if statement.answer is spoken.Answer.NOT_GOOD and not refusal(deal.state, each)
            ]
            statement = draw(st.sampled_from([statement, *points])) if points else statement
        deal = extend(deal, (statement,)).deal
    return deal.log


@st.composite
def finished_logs(draw: st.DrawFn, rules: Ruleset, setting: Setting = ALONE) -> spoken.Log:
    """A walk, and then what the dialogue still owes and tricks until the deal is over."""
    log = draw(walks(rules, setting, most=16))
    return log + closing(rules, log, setting, draw(winners(rules)))


def winners(rules: Ruleset) -> st.SearchStrategy[list[Seat]]:
    return st.lists(st.sampled_from(rules.seats), min_size=rules.hand, max_size=rules.hand)


def closing(
    rules: Ruleset, log: spoken.Log, setting: Setting, winners: Sequence[Seat]
) -> spoken.Log:
    """The bid, answers and tricks that finish the deal of *log*,
    each trick won by the next of *winners*.
    """
    deal = fold(rules, log, setting).require()
    won = iter(winners)
    while not deal.is_over:
        may = legal_next(deal)
        due: tuple[type, ...] = (
            (spoken.Answered, spoken.PipsSaid, spoken.HeadSaid) if deal.pending else ()
        )
        if deal.phase is Phase.AUCTION:
            due = (spoken.Bid,) if deal.state.auction.bid is None else (spoken.Passed,)
        owed = [each for each in may if isinstance(each, due)]
        winner = None if owed else next(won)
        tricks = [
            each for each in may if isinstance(each, spoken.TrickTaken) and each.seat is winner
        ]
        deal = extend(deal, ((*owed, *tricks[-1:])[0],)).require()
    return deal.log[len(log) :]


def settings_of(rules: Ruleset) -> st.SearchStrategy[Setting]:
    """What a deal may know of its partie under *rules*."""
    carried = st.sampled_from((0, 10, 20))
    if rules.ends is Ends.DEALS or rules.stop_rule is not StopRule.AT_ONCE:
        return st.tuples(st.booleans(), carried).map(lambda known: Setting(*known))
    assert rules.target is not None
    points = st.integers(0, rules.target - 1)
    before = st.tuples(*[points] * rules.sides).map(BySeat)
    race = st.tuples(st.just(False), carried, st.none() | before, st.just(rules.target))
    return race.map(lambda known: Setting(*known))


NUMBERS = beside(__file__)
"""Numbers that a club may choose for the fields that are neither a choice
of words nor yes or no.
"""


def _choices(name: str, hint: Any) -> tuple[Any, ...]:
    """The plain data that a house rule for the field *name* may be given."""
    if isinstance(hint, EnumType) and hint is not Rank:
        return tuple(map(value_to_data, hint))
    return (False, True) if hint is bool else tuple(NUMBERS.get(name, ()))


_HINTS = get_type_hints(Ruleset)
HOUSE_CHOICES: Mapping[str, tuple[Any, ...]] = {
    rule.name: choices
    for rule in RULE_FIELDS
    if len(choices := _choices(rule.name, _HINTS[rule.name])) > 1
}
"""Every field that a house rule may change here, with what it may be changed to."""


@st.composite
def house_changes(draw: st.DrawFn, base: Ruleset) -> dict[str, Any]:
    """House rules for *base*, as plain data, that contradict neither it nor each other."""
    changes: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(sorted(HOUSE_CHOICES)), max_size=6, unique=True)):
        wanted = {**changes, name: draw(st.sampled_from(HOUSE_CHOICES[name]))}
        with suppress(ContradictoryRules):
            house_rules(base, wanted)
            changes = wanted
    return changes


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    base = draw(st.sampled_from(list(PRESETS.values())))
    return house_rules(base, draw(house_changes(base)))


Suits = dict[Suit | None, Suit | None]
"""What becomes of each suit; of none nothing does."""

NO_SUIT: Suits = {}


def with_suits(statement: spoken.Statement, suits: Suits) -> spoken.Statement:
    """*statement* with every suit it names changed as *suits* says."""
    match statement:
        case spoken.Called(_, claim) | spoken.AboutClaim(_, claim):
            return replace(
                statement, claim=with_suit(claim, suits.get(getattr(claim, "suit", None)))
            )
        case spoken.PipsSaid() | spoken.HeadSaid():
            return replace(statement, suit=suits.get(statement.suit))
        case spoken.Struck(_, instead) if instead is not None:
            return replace(statement, instead=with_suits(instead, suits))
        case spoken.Inserted(_, left_out):
            return replace(statement, statement=with_suits(left_out, suits))
        case _:
            return statement


def points_in_play(deal: Deal, seat: Seat) -> int:
    """What the tricks of *deal* make for *seat*, the last trick's extra point included,
    whatever a penalty takes.
    """
    kinds = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    return sum(
        line.args.get("would", line.points)
        for line in deal.lines
        if line.seat is seat and line.kind in kinds
    )
