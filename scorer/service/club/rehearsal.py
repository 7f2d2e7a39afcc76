"""
A rehearsal: a new book with a club, a season and parties of random deals between invented members.

>>> from random import Random
>>> from scorer.rules.presets import PORTLAND
>>> log = random_deal(PORTLAND, Random(1))
>>> log[:2]
('E exchange 5', 'Y exchange 3')
>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> fold(PORTLAND, parse_log("; ".join(log), PORTLAND)).require().is_over
True
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, product
from pathlib import Path
from random import Random

from ...ledger.entries import Body, Entered, MemberAdmitted, SeasonOpened
from ...ledger.terms import SeasonTerms, Stakes
from ...rules.cards import Card
from ...rules.claims import CALLED, Better, Category, Claim, compare
from ...rules.deal import fold
from ...rules.hands import Declarations, declare
from ...rules.house_rules import ruleset_to_data
from ...rules.notation import format_statement, parse_log
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset
from ...rules.seats import TWO, Seat
from ...rules.statements import Answer, Answered, Called, Exchanged, Statement, TrickTaken
from ...storage.engine import writing
from ..book import BOOK, open_parties
from ..opening import new_token, refuse_if
from ..sheets import from_paper
from .clubs import Clubs
from .importing import PlayedPartie, enter_all
from .posting import Draft, post_all

# Random deals


TAKEN = (5, 3)
"""Cards that elder and younger exchange."""

_ANSWERS = {Better.YES: Answer.NOT_GOOD, Better.EQUAL: Answer.EQUAL, Better.NO: Answer.GOOD}


def random_deal(rules: Ruleset, chance: Random) -> tuple[str, ...]:
    """
    Return the statements of one random deal in canonical form.

    Both players exchange their cheapest cards, call everything they hold, answer truthfully, and follow suit. *rules*
    must deal twelve cards a hand and have calls and answers.
    """
    pack = list(rules.pack)
    chance.shuffle(pack)
    hands = [pack[: rules.hand], pack[rules.hand : 2 * rules.hand]]
    talon = pack[2 * rules.hand :]
    said: list[Statement] = []
    for seat, taken in zip(TWO, TAKEN, strict=True):
        hands[seat] = _after_discard(hands[seat], taken) + talon[:taken]
        talon = talon[taken:]
        said.append(Exchanged(seat, taken))
    said += _calls(declare(rules, hands[Seat.ELDER]), declare(rules, hands[Seat.YOUNGER]))
    said += [TrickTaken(seat) for seat in _tricks(hands, chance)]
    return tuple(format_statement(each) for each in said)


def _after_discard(hand: list[Card], taken: int) -> list[Card]:
    """Return the hand without its cheapest cards outside its longest suit."""
    lengths = Counter(card.suit for card in hand)
    return sorted(hand, key=lambda card: (lengths[card.suit], card.rank))[taken:]


def _claims(declared: Declarations, category: Category) -> list[Claim]:
    return [claim for claim, _ in declared.counted if claim is not None and claim.category is category]


def _calls(elder: Declarations, younger: Declarations) -> list[Statement]:
    said: list[Statement] = []
    after: list[Statement] = []
    for category in CALLED:
        own, others = _claims(elder, category), _claims(younger, category)
        answer = Answer.NOT_GOOD
        if own:
            answer = _ANSWERS[compare(others[0], own[0])] if others else Answer.GOOD
            said += [Called(Seat.ELDER, own[0]), Answered(Seat.YOUNGER, answer)]
        if answer is Answer.GOOD:
            said += [Called(Seat.ELDER, claim) for claim in own[1:]]
        if answer is Answer.NOT_GOOD:
            after += [Called(Seat.YOUNGER, claim) for claim in others]
    return said + after


def _tricks(hands: list[list[Card]], chance: Random) -> list[Seat]:
    """Return who wins each trick: any card is led; the other wins as cheaply as possible or throws the lowest."""
    left = [list(hand) for hand in hands]
    leader, won = Seat.ELDER, []
    while left[leader]:
        led = left[leader].pop(chance.randrange(len(left[leader])))
        other = Seat(1 - leader)
        following = [card for card in left[other] if card.suit is led.suit]
        winning = [card for card in following if card.rank > led.rank]
        answer = min(winning or following or left[other], key=lambda card: card.rank)
        left[other].remove(answer)
        leader = other if winning else leader
        won.append(leader)
    return won


# The rehearsal
#
# The program is measured on it, and you can try the pages with it. Its parties are posted like any other; most have
# only totals, one in `WHOLE` has all its statements.


WHOLE = 100

DEALS = 1000

AT_A_TIME = 1000

SEASON = timedelta(days=364)
"""The length of the season, which ends now so that no entry is in the future."""

FIRST = (
    "Ada Bea Carl Dora Emil Flora Georg Hanna Ivo Jane Karl Lotte Max Nora Otto Paula "
    "Quentin Rosa Sam Tilda Ulla Victor Wanda Xenia Yves Zoe Anton Berta Clara Dirk Elsa Fritz"
)
LAST = (
    "Abbot Baker Carter Dyer Ellis Fisher Glover Hooper Ingram Jordan Knight Lister Mason Naylor Osborne Porter "
    "Quick Roper Sadler Tanner Usher Vintner Weaver Young Archer Brewer Cooper Draper Fowler Gardner Hunter Joiner"
)


@dataclass(frozen=True, slots=True)
class Rehearsed:
    code: str
    director: str
    password: str
    season: int


@dataclass(frozen=True, slots=True)
class Deal:
    said: tuple[str, ...]
    points: tuple[int, int]


def rehearse(
    data: Path, *, members: int, parties: int, seed: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Rehearsed:
    """Make a book with one season in a directory without one; the same *seed* plays the same parties."""
    refuse_if((data / BOOK).exists(), f"{data} already has a book. Choose another directory for the rehearsal.")
    data.mkdir(parents=True, exist_ok=True)
    store = open_parties(data)
    try:
        begun = store.clock() - SEASON
        clubs, password = Clubs(store.engine, lambda: begun), new_token()
        club, director = clubs.found(clubs.new_setup_link(), club="Rehearsal", director="Ann", password=password)
        at, names = begun.isoformat(timespec="seconds"), list(islice(_names(), members))
        terms = SeasonTerms("Rehearsal", ruleset_to_data(DEFAULT), stakes=Stakes(1))
        bodies: list[Body] = [
            SeasonOpened(1, terms),
            *(MemberAdmitted(number, name) for number, name in enumerate(names, 1)),
            *(Entered(1, number) for number in range(1, members + 1)),
        ]
        with writing(store.engine) as db:
            post_all(db, club.id, [Draft(body, director.author, at) for body in bodies])
        ruleset = json.dumps(ruleset_to_data(DEFAULT))
        played = _parties(DEFAULT, Random(seed), names, parties, begun)
        while some := list(islice(played, AT_A_TIME)):
            with writing(store.engine) as db:
                enter_all(db, club.id, 1, ruleset, some)
            progress(len(some))
        return Rehearsed(club.code, director.name, password, 1)
    finally:
        store.engine.dispose()


def _names() -> Iterator[str]:
    """Yield different names without end, the first ones of different families."""
    first, last = FIRST.split(), LAST.split()
    for again in range(1, 10**9):
        for family, number in product(range(len(last)), range(len(first))):
            name = f"{first[number]} {last[(number + family) % len(last)]}"
            yield name if again == 1 else f"{name} {again}"


def _parties(rules: Ruleset, chance: Random, names: list[str], count: int, begun: datetime) -> Iterator[PlayedPartie]:
    deals = [_deal(rules, chance) for _ in range(min(DEALS, 10 * count))]
    for number in range(count):
        first, second = chance.sample(range(len(names)), 2)
        drawn = _drawn(rules, chance, deals)
        if number % WHOLE == 0:
            said = tuple(each.said for each in drawn)
        else:
            said = tuple((from_paper(*points),) for points in _points(drawn))
        pair = names[first], names[second]
        at = (begun + SEASON * (number + 1) / count).isoformat(timespec="seconds")
        yield PlayedPartie((first + 1, second + 1), pair, said, "deal", " and ".join(pair), at, signed=True)


def _deal(rules: Ruleset, chance: Random) -> Deal:
    said = random_deal(rules, chance)
    score = fold(rules, parse_log("\n".join(said), rules)).require().score
    return Deal(said, (score[Seat.ELDER], score[Seat.YOUNGER]))


def _drawn(rules: Ruleset, chance: Random, deals: list[Deal]) -> list[Deal]:
    """Return as many deals as a partie takes: more if the players are level."""
    assert rules.deals is not None
    drawn = chance.choices(deals, k=rules.deals)
    first, second = map(sum, zip(*_points(drawn), strict=True))
    return drawn + chance.choices(deals, k=rules.tie_deals) if first == second else drawn


def _points(deals: list[Deal]) -> list[tuple[int, int]]:
    return [each.points if number % 2 == 0 else each.points[::-1] for number, each in enumerate(deals)]
