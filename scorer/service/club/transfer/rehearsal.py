"""A rehearsal: a new book with a club, a season and parties of random deals between invented
members.

The program is measured on it, and you can try the pages with it. Its parties are posted like any
other; most have only totals, one in `WHOLE` has all its statements.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import NamedTuple

from ....ledger.entries import Entered, SeasonOpened
from ....ledger.terms import SeasonTerms, Stakes
from ....rules.deal import fold
from ....rules.house_rules import ruleset_to_data
from ....rules.notation import parse_log
from ....rules.presets import DEFAULT
from ....rules.seats import Seat
from ....storage.engine import writing
from ....storage.queries import batched
from ....table.entering import new_token, refuse_if
from ....table.recording import from_paper
from ...keeping import BOOK, open_parties
from ..people.clubs import Clubs
from ..people.members import admission
from ..posts import Draft, post_all
from .importing import PlayedPartie, enter_all

WHOLE = 100

SEASON = timedelta(days=364)
"""The length of the season, which ends now so that no entry is in the future."""


class Rehearsed(NamedTuple):
    code: str
    director: str
    password: str
    season: int


class RehearsedDeal(NamedTuple):
    said: tuple[str, ...]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Script:
    """What a rehearsal is made of: first and last names, with spaces between them, and deals."""

    first: str
    last: str
    deals: tuple[str, ...]


@cache
def _script() -> _Script:
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return _Script(first=read["first"], last=read["last"], deals=tuple(read["deals"]))


@cache
def deals() -> tuple[RehearsedDeal, ...]:
    """Return deals under the default rules with their statements,
    and the points of elder and younger.
    """
    found = []
    for log in _script().deals:
        score = fold(DEFAULT, parse_log(log, DEFAULT)).require().score
        found.append(
            RehearsedDeal(tuple(log.split("; ")), (score[Seat.ELDER], score[Seat.YOUNGER]))
        )
    return tuple(found)


def rehearse(
    data: Path,
    *,
    members: int,
    parties: int,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Rehearsed:
    """Make a book with one season in a directory without one;
    the same *seed* plays the same parties.
    """
    refuse_if(
        (data / BOOK).exists(),
        f"{data} already has a book. Choose another directory for the rehearsal.",
    )
    data.mkdir(parents=True, exist_ok=True)
    store = open_parties(data)
    try:
        begun = store.clock() - SEASON
        clubs = Clubs(store.engine, lambda: begun)
        password = new_token()
        club, director = clubs.found(
            clubs.new_setup_link(), club="Rehearsal", director="Ann", password=password
        )
        at = begun.isoformat(timespec="seconds")
        names = list(islice(_names(), members))
        terms = SeasonTerms("Rehearsal", ruleset_to_data(DEFAULT), stakes=Stakes(1))
        by = director.author
        drafts = [
            Draft(SeasonOpened(1, terms), by, at),
            *(admission(number, name, by, at) for number, name in enumerate(names, 1)),
            *(Draft(Entered(1, number), by, at) for number in range(1, members + 1)),
        ]
        with writing(store.engine, club=club.id) as db:
            post_all(db, club.id, drafts)
        ruleset = json.dumps(ruleset_to_data(DEFAULT))
        for some in batched(_parties(Random(seed), names, parties, begun)):
            with writing(store.engine, club=club.id) as db:
                enter_all(db, club.id, 1, ruleset, some)
            progress(len(some))
        return Rehearsed(club.code, director.name, password, 1)
    finally:
        store.engine.dispose()


def _names() -> Iterator[str]:
    """Yield different names without end, the first ones of different families."""
    first = _script().first.split()
    last = _script().last.split()
    for again in range(1, 10**9):
        for family, number in product(range(len(last)), range(len(first))):
            name = f"{first[number]} {last[(number + family) % len(last)]}"
            yield name if again == 1 else f"{name} {again}"


def _parties(
    chance: Random, names: list[str], count: int, begun: datetime
) -> Iterator[PlayedPartie]:
    assert DEFAULT.deals is not None
    for number in range(count):
        first, second = chance.sample(range(len(names)), 2)
        drawn = chance.choices(deals(), k=DEFAULT.deals)
        sums = [
            sum(each.points[(player + deal) % 2] for deal, each in enumerate(drawn))
            for player in (0, 1)
        ]
        if sums[0] == sums[1]:
            drawn += chance.choices(deals(), k=DEFAULT.tie_deals)
        if number % WHOLE == 0:
            said = tuple(each.said for each in drawn)
        else:
            said = tuple(
                (from_paper(*each.points[:: 1 - deal % 2 * 2]),) for deal, each in enumerate(drawn)
            )
        pair = names[first], names[second]
        at = (begun + SEASON * (number + 1) / count).isoformat(timespec="seconds")
        yield PlayedPartie(
            members=(first + 1, second + 1),
            names=pair,
            deals=said,
            source="deal",
            author=" and ".join(pair),
            at=at,
            signed=True,
        )
