"""
The end of the walk for two: younger's calls, then the tricks or the quick count.

The page asks for one category of younger's calls at a time. Keys below a line go on to the first trick.
"""

from __future__ import annotations

from dataclasses import replace

from ..rules.called import Status
from ..rules.claims import Category
from ..rules.deal import Deal, fold
from ..rules.legal import legal_play
from ..rules.options import TrickCount
from ..rules.seats import Seat
from ..rules.short_way import counts_short
from ..rules.statements import (
    Called,
    CarteRougeShown,
    Conceded,
    Statement,
    TricksCounted,
    TrickTaken,
    effective,
)
from ..rules.words import number_words, times_words
from .figures import parse_number
from .keys import Key, Keys, Names, Question, calling_rows, said
from .offers import (
    CATEGORY_WORDS,
    Offers,
    awaited_declines,
    decline_keys,
    further_key,
    offers_of,
    opened_calls,
)

PLAY = "play"
"""The `pick` that goes on from the calls to the tricks."""

COUNT = "count"
"""The `pick` of the quick count."""


def younger_and_play(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask for younger's calls, with the keys that go on to the tricks; or for the next trick."""
    if pick == COUNT and not deal.state.tricks and _may_be_counted(deal):
        row = _count_row(deal, names)
        return Question(f"How many tricks did {names[Seat.ELDER]} take?", (row,), (_by_tricks(deal),))
    counted = _count(deal, names, pick) if pick.startswith("count") else None
    if counted is not None:
        return counted
    offers = offers_of(legal)
    opened = opened_calls(offers, names, pick)
    if opened is not None:
        return opened
    declines = awaited_declines(deal, legal)
    shown = None if pick == PLAY else _next_to_call(deal, offers)
    if declines and shown not in declines:
        shown = next(iter(declines))
    takers = [each for each in legal if isinstance(each, TrickTaken)]
    quiet = [further_key(deal, seat, category, names) for seat, category in offers if (seat, category) != shown]
    quiet += [Key(f"Carte rouge, {names[e.seat]}", said(e)) for e in legal if isinstance(e, CarteRougeShown)]
    quiet += [Key(f"{names[e.seat]} concedes", said(e)) for e in legal if isinstance(e, Conceded)]
    if shown is not None:
        seat, category = shown
        more = deal.state.categories[category].entries[seat]
        heading = f"{names[seat]} calls {f'another {category.value}' if more else CATEGORY_WORDS[category]}"
        calls = calling_rows(offers[shown], names[seat], "") if shown in offers else ()
        if declines:
            return Question(heading, (decline_keys(declines, names), *calls), tuple(quiet))
        return Question(heading, (*calls, _go_on(deal, takers, names)), tuple(quiet))
    rows = [_trick_row(deal, takers, names)]
    number = len(deal.state.tricks) + 1
    if number == 1 and _may_be_counted(deal):
        rows.append(_count_row(deal, names, f"Or count {names[Seat.ELDER]}’s tricks"))
    return Question(f"Trick {number}: who takes it?", tuple(rows), tuple(quiet))


def _next_to_call(deal: Deal, offers: Offers) -> tuple[Seat, Category] | None:
    """
    Return the seat and category to ask for next.

    First what younger owes for a 'not good'; then more of what was called
    last; then younger's calls in a category in which elder called nothing.
    """
    uncalled = {
        category: deal.state.categories[category]
        for seat, category in offers
        if seat is Seat.YOUNGER and not deal.state.categories[category].entries[seat]
    }
    for category, state in uncalled.items():
        if state.status is Status.NOT_GOOD:
            return Seat.YOUNGER, category
    said_so_far = effective(deal.log)
    last = said_so_far[-1][1] if said_so_far else None
    if isinstance(last, Called) and (last.seat, last.claim.category) in offers:
        return last.seat, last.claim.category
    return next(((Seat.YOUNGER, category) for category, state in uncalled.items() if state.status is Status.OPEN), None)


def _may_be_counted(deal: Deal) -> bool:
    """Whether keys offer the quick count."""
    return counts_short(deal.rules) and deal.rules.trick_count is not TrickCount.CAPTURED_CARDS


def _go_on(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """
    Return the keys that go on where there are no more calls.

    They are the first trick, where a trick needs two keys, with the quick
    count; else the one key that opens them.
    """
    if not deal.rules.counts_every_card:
        return Keys((Key("No more calls: first trick", pick=PLAY),), 1, apart=True)
    first, second = (_trick_key(deal, each, names) for each in takers)
    count = Key("Count the tricks", pick=COUNT)
    return Keys((first, count, second), 3, "No more calls. First trick to", apart=True)


def _trick_row(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """Return two big keys; where only tens and better count, a column of numbers for each player."""
    keys = tuple(_trick_key(deal, each, names) for each in takers)
    if deal.rules.counts_every_card:
        return Keys(keys, 2, big=True)
    return Keys(keys, 2, "And how many cards of ten or better count")


def _count_row(deal: Deal, names: Names, caption: str = "") -> Keys:
    """Return the first step of the quick count: how many tricks elder took."""
    elder = names[Seat.ELDER]
    numbers = range(deal.rules.hand + 1)
    return Keys(
        tuple(Key(str(n), pick=f"count-{n}", spoken=f"{elder} took {_tricks_words(n)}") for n in numbers), 7, caption
    )


def _tricks_words(count: int) -> str:
    return times_words(count, "trick", "tricks") if count else "no tricks"


def _by_tricks(deal: Deal) -> Key:
    """Return the way back from the quick count; where a trick needs two keys, they are below the calls."""
    return Key("Enter trick by trick", pick="all" if deal.rules.counts_every_card else PLAY)


def _trick_key(deal: Deal, taken: TrickTaken, names: Names) -> Key:
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = after.score
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = f"{label}, {taken.tens}", f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}", seat=taken.seat)


def _count(deal: Deal, names: Names, pick: str) -> Question | None:
    """Ask for the rest of the quick count: the last trick with elder's count, and elder's first run if it matters."""
    elder = names[Seat.ELDER]
    tricks, *rest = pick.split("-")[1:] or [""]
    count = parse_number(tricks)
    ways = legal_play(deal, count) if 0 <= count <= deal.rules.hand else ()
    if not ways:
        return None
    title = f"{elder} took {_tricks_words(count)}"
    back = (Key("Change the number", pick=COUNT), _by_tricks(deal))
    by_first = [way for way in ways if [way.last.letter, str(way.play)] == rest and way.first is not None]
    if by_first:
        keys = tuple(Key(str(way.first), said(way)) for way in by_first)
        heading = f"{title}. How many before {names[Seat.YOUNGER]}’s first?"
        return Question(heading, (Keys(keys, 6),), back)
    lasts = sorted({way.last for way in ways})
    if len(lasts) > 1 and len({way.play for way in ways}) == 1:
        by_last = ([way for way in ways if way.last is last] for last in lasts)
        keys = tuple(
            replace(
                _play_key(deal, each, f"count-{tricks}-{each[0].last.letter}", f"{names[each[0].last]} took the last"),
                label=names[each[0].last],
                seat=each[0].last,
            )
            for each in by_last
        )
        return Question(f"{title}. Who took the last?", (Keys(keys, 2),), back)
    rows = []
    for last in lasts:
        plays: dict[int, list[TricksCounted]] = {}
        for way in ways:
            if way.last is last:
                plays.setdefault(way.play, []).append(way)
        keys = tuple(
            _play_key(deal, plays[play], f"count-{tricks}-{last.letter}", f"{elder} counts {play}")
            for play in sorted(plays)
        )
        rows.append(Keys(keys, min(6, len(keys)), f"{names[last]} took the last trick. {elder}’s count?"))
    return Question(title, tuple(rows), back)


def _play_key(deal: Deal, ways: list[TricksCounted], pick: str, spoken: str) -> Key:
    """Return the key of one count of elder's; it records all, or asks for elder's first run."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        return Key(str(way.play), pick=f"{pick}-{way.play}", spoken=spoken)
    counts = fold(deal.rules, (*deal.log, way), deal.setting).deal.score
    return Key(str(way.play), said(way), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}")
