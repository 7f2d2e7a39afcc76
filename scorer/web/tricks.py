"""
The end of the walk: what younger said she had, the tricks, and the play said the short way.

Her calls come first, and the page asks for one class of them at a time. Below
a line stands what goes on: she has nothing more, and the first trick is taken.
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
from ..rules.words import number_words
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
"""The choice that leaves the calls for the tricks."""

COUNT = "count"
"""The choice that counts the tricks of a whole deal."""


def younger_and_play(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """The calls that are to be asked for, and the way on to the tricks; or the tricks themselves."""
    if pick == COUNT and not deal.table.tricks and _may_be_counted(deal):
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
        more = deal.table.categories[category].entries[seat]
        heading = f"{names[seat]} calls {f'another {category.value}' if more else CATEGORY_WORDS[category]}"
        calls = calling_rows(offers[shown], names[seat], "") if shown in offers else ()
        if declines:
            return Question(heading, (decline_keys(declines, names), *calls), tuple(quiet))
        return Question(heading, (*calls, _go_on(deal, takers, names)), tuple(quiet))
    rows = [_trick_row(deal, takers, names)]
    number = len(deal.table.tricks) + 1
    if number == 1 and _may_be_counted(deal):
        rows.append(_count_row(deal, names, f"or count {names[Seat.ELDER]}’s tricks"))
    return Question(f"Trick {number}: who takes it?", tuple(rows), tuple(quiet))


def _next_to_call(deal: Deal, offers: Offers) -> tuple[Seat, Category] | None:
    """
    The calls to ask for now.

    First what younger owes for a 'not good'; then more of what was called
    last; then her calls of a class in which elder called nothing.
    """
    hers = {
        category: deal.table.categories[category]
        for seat, category in offers
        if seat is Seat.YOUNGER and not deal.table.categories[category].entries[seat]
    }
    for category, state in hers.items():
        if state.status is Status.NOT_GOOD:
            return Seat.YOUNGER, category
    said_so_far = effective(deal.log)
    last = said_so_far[-1][1] if said_so_far else None
    if isinstance(last, Called) and (last.seat, last.claim.category) in offers:
        return last.seat, last.claim.category
    return next(((Seat.YOUNGER, category) for category, state in hers.items() if state.status is Status.OPEN), None)


def _may_be_counted(deal: Deal) -> bool:
    """Whether the whole play can be said the short way by keys."""
    return counts_short(deal.rules) and deal.rules.trick_count is not TrickCount.CAPTURED_CARDS


def _go_on(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """
    The way on where nothing more is called.

    It is the first trick itself, where a trick is two keys, and the short
    way; else the one key that opens them.
    """
    if not deal.rules.counts_every_card:
        return Keys((Key("Nothing more: trick 1", pick=PLAY),), 1, apart=True)
    first, second = (_trick_key(deal, each, names) for each in takers)
    count = Key("Count the tricks", pick=COUNT)
    return Keys((first, count, second), 3, "Nothing more: trick 1 to", apart=True)


def _trick_row(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """Two big keys; where only tens and better count, a column for each player with how many of the trick do."""
    keys = tuple(_trick_key(deal, each, names) for each in takers)
    if deal.rules.counts_every_card:
        return Keys(keys, 2, big=True)
    return Keys(keys, 2, "and how many cards of ten or better count")


def _count_row(deal: Deal, names: Names, caption: str = "") -> Keys:
    """How many tricks elder took, none to all: the first step of the short way."""
    elder = names[Seat.ELDER]
    numbers = range(deal.rules.hand + 1)
    return Keys(tuple(Key(str(n), pick=f"count-{n}", spoken=f"{elder} has {n} tricks") for n in numbers), 7, caption)


def _by_tricks(deal: Deal) -> Key:
    """The way back from the count; where a trick is two keys they stand below the calls."""
    return Key("Trick by trick instead", pick="all" if deal.rules.counts_every_card else PLAY)


def _trick_key(deal: Deal, taken: TrickTaken, names: Names) -> Key:
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = after.score
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = f"{label}, {taken.tens}", f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}", seat=taken.seat)


def _count(deal: Deal, names: Names, pick: str) -> Question | None:
    """The short way: elder's tricks are known; the last and elder's points together, his first run where it matters."""
    elder = names[Seat.ELDER]
    tricks, *rest = pick.split("-")[1:] or [""]
    known = tricks.isascii() and tricks.isdecimal() and int(tricks) <= deal.rules.hand
    ways = legal_play(deal, int(tricks)) if known else ()
    if not ways:
        return None
    title = f"{elder} {number_words(int(tricks))} tricks"
    back = (Key("Change the tricks", pick=COUNT), _by_tricks(deal))
    by_first = [way for way in ways if [way.last.letter, str(way.play)] == rest and way.first is not None]
    if by_first:
        keys = tuple(Key(str(way.first), said(way)) for way in by_first)
        heading = f"{title}: how many before {names[Seat.YOUNGER]}’s first?"
        return Question(heading, (Keys(keys, 6),), back)
    lasts = sorted({way.last for way in ways})
    if len(lasts) > 1 and len({way.play for way in ways}) == 1:
        by_last = ([way for way in ways if way.last is last] for last in lasts)
        keys = tuple(
            replace(
                _play_key(deal, each, f"count-{tricks}-{each[0].last.letter}", f"{names[each[0].last]} has the last"),
                label=names[each[0].last],
                seat=each[0].last,
            )
            for each in by_last
        )
        return Question(f"{title}: who has the last?", (Keys(keys, 2),), back)
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
        rows.append(Keys(keys, min(6, len(keys)), f"The last to {names[last]}: {elder} counts"))
    return Question(f"{title}: count in play", tuple(rows), back)


def _play_key(deal: Deal, ways: list[TricksCounted], pick: str, spoken: str) -> Key:
    """One count of elder's: it says all, or opens the question of his first run."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        return Key(str(way.play), pick=f"{pick}-{way.play}", spoken=spoken)
    counts = fold(deal.rules, (*deal.log, way), deal.setting).deal.score
    return Key(str(way.play), said(way), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}")
