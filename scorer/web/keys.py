"""
Keys: the calls and answers that may be tapped, and the rows and grids they stand in.

A key records statements, or opens further keys and records nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ..rules.claims import SEQUENCE_NAMES, Category, PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal
from ..rules.notation import format_statement
from ..rules.scoring import race_awaits
from ..rules.seats import BySeat, Seat
from ..rules.sentences import claim_words
from ..rules.statements import Called, CarteBlancheShown, Declined, Statement
from ..rules.words import number_words
from .formatting import parse_number

RANK_LABELS = {"T": "10"}

Names = BySeat[str]
"""The players by seat."""


@dataclass(frozen=True, slots=True)
class Key:
    """
    A key.

    Attributes:
        said: the statements it records, in their text form; empty for a key that only opens further keys.
        spoken: what a screen reader says where the label is short.
        pick: the keys it opens, as the address names them.
        note: a second line, such as the counts that would follow.
        main: whether it is the usual answer.
        seat: the player whose column it belongs in, where each player has some.
        column: the column of its row, from 1, where players have different numbers of keys; else 0.
    """

    label: str
    said: str = ""
    spoken: str = ""
    pick: str = ""
    note: str = ""
    main: bool = False
    seat: Seat | None = None
    column: int = 0

    @property
    def aloud(self) -> str:
        """What a screen reader says, with the second line."""
        return f"{self.spoken}: {self.note}" if self.note else self.spoken


@dataclass(frozen=True, slots=True)
class Keys:
    """
    A row or grid of keys.

    Attributes:
        columns: how many keys fit in one row.
        caption: the words above them.
        big: for the keys that are tapped most, one per player.
        side: the word to the left of them.
        apart: for keys that lead past the question; a line separates them.
    """

    keys: tuple[Key, ...]
    columns: int = 3
    caption: str = ""
    big: bool = False
    side: str = ""
    apart: bool = False

    @property
    def style(self) -> str:
        """The classes of its element."""
        more = (("big", self.big), ("sided", self.side), ("apart", self.apart))
        return " ".join((f"keys c{self.columns}", *(name for name, wanted in more if wanted)))


@dataclass(frozen=True, slots=True)
class Question:
    """What the page asks: a heading, the keys, and the small keys below them."""

    heading: str
    rows: tuple[Keys, ...] = ()
    quiet: tuple[Key, ...] = field(default=())


def in_columns(asked: Question, number: int, players: int) -> Question:
    """
    Return *asked* with each player's keys in that player's column, which is the same in every deal.

    Keys come in the order of the seats, and elder of deal *number* is player
    *number* of the header. Where a player has several keys the first of each
    player make the first row. The counts on keys for two turn with them.
    """

    def turned(key: Key) -> Key:
        first, dash, second = key.note.partition(" – ")
        return replace(key, note=f"{second}{dash}{first}") if dash and players == 2 and number % 2 else key

    def arranged(keys: tuple[Key, ...]) -> tuple[Key, ...]:
        seen: Counter[Seat] = Counter()
        ranked = []
        for key in keys:
            if key.seat is not None:
                ranked.append((seen[key.seat], (number + key.seat) % players, key))
                seen[key.seat] += 1
        ranked.sort(key=lambda each: each[:2])
        uneven = len(set(seen.values())) > 1
        owned = iter([replace(key, column=column + 1) if uneven else key for _, column, key in ranked])
        return tuple(turned(key if key.seat is None else next(owned)) for key in keys)

    rows = tuple(replace(row, keys=arranged(row.keys)) for row in asked.rows)
    return replace(asked, rows=rows, quiet=arranged(asked.quiet))


def said(*statements: Statement) -> str:
    """Return *statements* as one value of a form."""
    return "; ".join(format_statement(statement) for statement in statements)


def blank_keys(legal: tuple[Statement, ...], names: Names) -> tuple[Key, ...]:
    """Return a small key for each carte blanche that may be shown."""
    return tuple(
        Key(f"Carte blanche, {names[each.seat]}", said(each), seat=each.seat)
        for each in legal
        if isinstance(each, CarteBlancheShown)
    )


def calling_rows(calls: list[Called], name: str, pick: str) -> tuple[Keys, ...]:
    """Return keys for *calls*, all of one seat and category: lengths of points and sequences, or a grid of ranks."""
    first, first_seat = calls[0].claim, calls[0].seat.letter
    if isinstance(first, SetClaim):
        return _set_rows(calls)
    by_length: dict[int, list[Called]] = {}
    for each in calls:
        assert not isinstance(each.claim, SetClaim)
        by_length.setdefault(each.claim.length, []).append(each)
    kind = "point" if isinstance(first, PointClaim) else "run"
    picked = by_length.get(_picked(pick, kind))
    if picked:
        return (Keys(tuple(_detail_key(each, name) for each in picked), 4),)
    keys = []
    for length, options in by_length.items():
        bare = next((each for each in options if not _has_detail(each)), None)
        label = _length_label(options[0])
        if bare is not None:
            keys.append(Key(label, said(bare), f"{name} calls {claim_words(bare.claim)}"))
        else:
            keys.append(Key(label, pick=f"{first_seat}:{kind}-{length}", spoken=f"{label}, then what it makes"))
    columns = 3 if isinstance(first, SequenceClaim) else 4
    return (Keys(tuple(keys), min(columns, max(1, len(keys)))),)


def _picked(pick: str, kind: str) -> int:
    """Return the length in *pick*, as in ``point-5``; -1 if it has none of this *kind*."""
    opened, _, length = pick.partition("-")
    return parse_number(length) if opened == kind else -1


def _has_detail(called: Called) -> bool:
    claim = called.claim
    return (isinstance(claim, PointClaim) and claim.pips is not None) or (
        isinstance(claim, SequenceClaim) and claim.top is not None
    )


def _detail_key(called: Called, name: str) -> Key:
    claim = called.claim
    spoken = f"{name} calls {claim_words(claim)}"
    if isinstance(claim, PointClaim):
        return Key(str(claim.pips), said(called), spoken)
    assert isinstance(claim, SequenceClaim)
    code = claim.top.code if claim.top else ""
    return Key(RANK_LABELS.get(code, code), said(called), spoken)


def _length_label(called: Called) -> str:
    claim = called.claim
    if isinstance(claim, PointClaim):
        return number_words(claim.length).capitalize()
    assert isinstance(claim, SequenceClaim)
    return SEQUENCE_NAMES[claim.length].capitalize() if claim.length else "Nought"


def _set_rows(calls: list[Called]) -> tuple[Keys, ...]:
    rows: list[Keys] = []
    for count, word in ((4, "four"), (3, "three")):
        keys = [
            Key(RANK_LABELS.get(each.claim.rank.code, each.claim.rank.code), said(each), claim_words(each.claim))
            for each in reversed(calls)
            if isinstance(each.claim, SetClaim) and each.claim.count == count
        ]
        if keys:
            rows.append(Keys(tuple(keys), 5, side=word))
    return tuple(rows)


# Calls


CATEGORY_WORDS = {Category.POINT: "the point", Category.SEQUENCE: "sequences", Category.SET: "sets"}

Offers = dict[tuple[Seat, Category], list[Called]]
"""The calls that may be made, by seat and category, in the order of the deal."""


def offers_of(legal: tuple[Statement, ...]) -> Offers:
    """Return the calls among the *legal* statements."""
    offers: Offers = {}
    for each in legal:
        if isinstance(each, Called):
            offers.setdefault((each.seat, each.claim.category), []).append(each)
    return offers


def opened_calls(offers: Offers, names: Names, pick: str) -> Question | None:
    """Ask for the calls of the one seat and category in *pick*, or for the pips or heads of one length."""
    back = (Key("Back", pick="all"),)
    for (seat, category), calls in offers.items():
        if pick == f"{seat.letter}-{category.value}":
            rows = calling_rows(calls, names[seat], "")
            return Question(f"{names[seat]} calls {CATEGORY_WORDS[category]}", rows, back)
        letter, _, length = pick.partition(":")
        if letter == seat.letter and length:
            rows = calling_rows(calls, names[seat], length)
            if rows and all(key.said for key in rows[0].keys):
                return Question(f"{names[seat]} calls {CATEGORY_WORDS[category]}: what does it make?", rows, back)
    return None


def further_key(deal: Deal, seat: Seat, category: Category, names: Names) -> Key:
    """Return the small key that opens the further calls of a seat."""
    more = "another" if deal.state.categories[category].entries[seat] else "a"
    what = "the point" if category is Category.POINT else f"{more} {category.value}"
    return Key(f"{names[seat]}: {what}", pick=f"{seat.letter}-{category.value}")


def awaited_declines(deal: Deal, legal: tuple[Statement, ...]) -> dict[tuple[Seat, Category], Declined]:
    """Return the *legal* statements that a race in hand awaits: a seat has nothing, or nothing more, in a category."""
    awaited = race_awaits(deal.state)
    declines = {(each.seat, each.category): each for each in legal if isinstance(each, Declined)}
    return {called: declines[called] for called in awaited if called in declines}


def decline_keys(declines: dict[tuple[Seat, Category], Declined], names: Names) -> Keys:
    """Return the keys that decide a race in hand, as *No more sequences*; they come first, as the usual answer."""
    keys = []
    for (seat, category), decline in declines.items():
        label = f"No more {category.value}s" if decline.more else f"No {category.value}"
        keys.append(Key(label, said(decline), f"{names[seat]} has {label.lower()}"))
    return Keys(tuple(keys), min(len(keys), 3))
