"""Keys for the statements that may be recorded, in rows:
what the dialogue and the correction of a deal share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..rules.cards import Rank
from ..rules.claims import SEQUENCE_NAMES, Category, PointClaim, SetClaim
from ..rules.deal import Deal, extend
from ..rules.legal import legal_play
from ..rules.notation import format_statement
from ..rules.partie import by_player
from ..rules.play import allows_quick_count
from ..rules.ruleset import Ruleset, TrickCount
from ..rules.seats import Seat
from ..rules.sentences import Names, bid_message
from ..rules.statements import Bid, Called, Statement, TricksCounted
from ..rules.words import number_words, times_words
from .formatting import letters, parse_number

CATEGORY_WORDS = {Category.POINT: "the point", Category.SEQUENCE: "sequences", Category.SET: "sets"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key, which records statements, or opens further keys and records nothing.

    Attributes:
        said: the statements in their text form; empty for a key that opens further keys.
        spoken: what a screen reader says where the label is short.
        pick: the keys it opens, as the address names them.
        note: a second line, such as the counts that would follow.
        main: whether it is the usual answer.
        seat: the player whose column it belongs in, where each player has some.
        typed: what presses it on a keyboard, besides the start of its label.
        chooses: it chooses how much is said, and records nothing.
    """

    label: str
    said: str = ""
    spoken: str = ""
    pick: str = ""
    note: str = ""
    main: bool = False
    seat: Seat | None = None
    typed: str = ""
    chooses: bool = False

    @property
    def aloud(self) -> str:
        return f"{self.spoken}: {self.note}" if self.note else self.spoken


@dataclass(frozen=True, slots=True)
class Keys:
    """A row or grid of keys.

    Attributes:
        side: the word beside the row, or above the keys of one player.
        apart: whether a line separates them, as they lead past the question.
        block: how many blocks of keys stand side by side, each under the name of its player; else
            0.
        column: the column of the block, from 1, which is that of its player in the header.
    """

    keys: tuple[Key, ...]
    columns: int = 3
    caption: str = ""
    big: bool = False
    side: str = ""
    apart: bool = False
    block: int = 0
    column: int = 0

    @property
    def style(self) -> str:
        """The CSS classes of the row; one makes the longest word on its keys fit into a column."""
        fits = letters(" ".join([key.label for key in self.keys]))
        classes = {
            f"keys c{self.columns}": True,
            "big": self.big,
            "sided": self.side and not self.block,
            "apart": self.apart,
            f"block b{self.block} at{self.column}": self.block,
            fits: fits,
        }
        return " ".join([name for name, wanted in classes.items() if wanted])


@dataclass(frozen=True, slots=True)
class Question:
    """What the page asks.

    Attributes:
        quiet: small keys beside *Undo*.
        rare: keys that one of the quiet ones opens.
        seat: who is asked, where it is one player.
    """

    heading: str
    rows: tuple[Keys, ...] = ()
    quiet: tuple[Key, ...] = ()
    rare: tuple[Key, ...] = ()
    seat: Seat | None = None

    def rows_of(self, seat: Seat | None) -> tuple[Keys, ...]:
        """Return the rows with only the keys of one player;
        of `None`, with those that belong to nobody.
        """
        rows = []
        for row in self.rows:
            own = tuple(key for key in row.keys if self._owner(key) is seat)
            if not own:
                continue
            columns = min(2 * row.columns if row.block else row.columns, len(own))
            side = "" if row.block else row.side
            rows.append(replace(row, keys=own, columns=columns, side=side, block=0))
        return tuple(rows)

    def _owner(self, key: Key) -> Seat | None:
        return self.seat if key.seat is None else key.seat


def said(*statements: Statement) -> str:
    return "; ".join(format_statement(statement) for statement in statements)


def rank_label(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.code


def calling_rows(calls: Sequence[Called], name: str, pick: str = "") -> tuple[Keys, ...]:
    """Return keys for *calls*, all of one seat and category: lengths of points and sequences, or a
    grid of ranks.

    A *pick* as in ``point-5`` or ``run-4`` opens the pips or the heads of one length.
    """
    first = calls[0].claim
    if isinstance(first, SetClaim):
        return _set_rows(calls)
    by_length: dict[int, list[Called]] = {}
    for each in calls:
        assert not isinstance(each.claim, SetClaim)
        by_length.setdefault(each.claim.length, []).append(each)
    kind = "point" if isinstance(first, PointClaim) else "run"
    opened, _, length = pick.partition("-")
    picked = by_length.get(parse_number(length)) if opened == kind else None
    if picked:
        return (Keys(tuple(_detail_key(each, name) for each in picked), 4),)
    keys = tuple(_length_key(kind, options, name) for options in by_length.values())
    return (Keys(keys, min(3, len(keys))),)


def _length_key(kind: str, calls: Sequence[Called], name: str) -> Key:
    """Return the key for *calls* of one length: it says the length, or opens what else to say."""
    claim = calls[0].claim
    assert not isinstance(claim, SetClaim)
    length = claim.length
    if isinstance(claim, PointClaim):
        words = number_words(length)
    else:
        words = SEQUENCE_NAMES[length] if length else "nought"
    label = words.capitalize()
    typed = str(length)
    for each in calls:
        if not has_detail(each):
            return Key(label, said(each), f"{name} calls {each.claim.spoken}", typed=typed)
    pick = f"{calls[0].seat.letter}:{kind}-{length}"
    return Key(label, pick=pick, spoken=f"{label}, then what it makes", typed=typed)


SHORTEST_POINT = 3
"""Twelve cards in four suits have three of one; fewer may be called, and seldom are."""


def is_rare(called: Called) -> bool:
    return isinstance(called.claim, PointClaim) and 0 < called.claim.length < SHORTEST_POINT


def has_detail(called: Called) -> bool:
    claim = called.claim
    if isinstance(claim, SetClaim):
        return False
    return (claim.pips if isinstance(claim, PointClaim) else claim.top) is not None


def _detail_key(called: Called, name: str) -> Key:
    claim = called.claim
    assert not isinstance(claim, SetClaim)
    spoken = f"{name} calls {claim.spoken}"
    if isinstance(claim, PointClaim):
        return Key(str(claim.pips), said(called), spoken)
    return Key(rank_label(claim.top) if claim.top else "", said(called), spoken)


def _set_rows(calls: Sequence[Called]) -> tuple[Keys, ...]:
    rows: list[Keys] = []
    for count, word in ((4, "four"), (3, "three")):
        keys = []
        for each in reversed(calls):
            claim = each.claim
            if isinstance(claim, SetClaim) and claim.count == count:
                label = rank_label(claim.rank)
                keys.append(Key(label, said(each), str(claim.spoken), typed=f"{count}{label}"))
        if keys:
            rows.append(Keys(tuple(keys), 5, side=word))
    return tuple(rows)


def bid_rows(legal: Iterable[Statement], names: Names) -> list[Keys]:
    rows = []
    for minus, caption in ((False, "To win"), (True, "Minus, to lose")):
        keys = tuple(
            Key(str(each.tricks), said(each), f"{names[each.seat]} bids {bid_message(each)}")
            for each in legal
            if isinstance(each, Bid) and each.minus is minus
        )
        if keys:
            rows.append(Keys(keys, min(6, len(keys)), caption))
    return rows


def can_count(rules: Ruleset) -> bool:
    return allows_quick_count(rules) and rules.trick_count is not TrickCount.CAPTURED_CARDS


def count_after(deal: Deal, statement: Statement, elder: int) -> str:
    """Return the counts after *statement*, in the columns of the players;
    number *elder* is elder.
    """
    score = extend(deal, (statement,)).deal.score
    return " – ".join(map(str, by_player(deal.rules, elder, score)))


# The quick count

MOST_COUNTS = 12
"""The most counts that one page asks for."""


def tricks_words(count: int) -> str:
    return times_words(count, "trick", "tricks") if count else "no tricks"


def count_key(deal: Deal, tricks: int, elder: str) -> Key:
    """Return the key for *tricks* of elder's;
    whoever takes all can count in one way only, which the key records.
    """
    hand = deal.rules.hand
    spoken = f"{elder} took {tricks_words(tricks)}"
    ways = legal_play(deal, tricks) if tricks in (0, hand) else ()
    if len(ways) == 1:
        return Key(str(tricks), said(*ways), spoken, seat=Seat.ELDER)
    return Key(str(tricks), "", spoken, f"count-{tricks}", seat=Seat.ELDER)


def count_row(deal: Deal, elder: str) -> Keys:
    return Keys(tuple(count_key(deal, tricks, elder) for tricks in range(deal.rules.hand + 1)), 5)


def usual_counts(deal: Deal, elder: str, caption: str) -> Keys:
    """Return the keys of `count_row` that suit most deals, in one row,
    for a page that asks for something else.
    """
    hand = deal.rules.hand
    half = deal.rules.hand // 2
    keys = [count_key(deal, tricks, elder) for tricks in range(half - 1, half + 4)]
    keys.append(replace(count_key(deal, hand, elder), label="All"))
    return Keys(tuple(keys), len(keys), caption)


def count_question(deal: Deal, names: Names, pick: str) -> Question | None:
    """Ask for the last trick with the score that elder has just said, and for elder's first run if
    it matters.

    It is `None` if no quick count has the tricks in *pick*, as in ``count-7`` or ``count-7-E-9``.
    """
    elder = names[Seat.ELDER]
    tricks, *rest = pick.split("-")[1:] or [""]
    count = parse_number(tricks)
    ways = legal_play(deal, count) if 0 <= count <= deal.rules.hand else ()
    if not ways:
        return None
    title = f"{elder} took {tricks_words(count)}"
    by_first = [
        way for way in ways if way.first is not None and [way.last.letter, str(way.play)] == rest
    ]
    if by_first:
        keys = tuple(Key(str(way.first), said(way)) for way in by_first)
        heading = f"{title}. How many before {names[Seat.YOUNGER]}’s first?"
        return Question(heading, (Keys(keys, 5),), seat=Seat.ELDER)
    by_last: dict[Seat, dict[int, list[TricksCounted]]] = {}
    for way in sorted(ways, key=lambda way: (way.last, way.play)):
        if not rest or way.last.letter == rest[0]:
            by_last.setdefault(way.last, {}).setdefault(way.play, []).append(way)
    if len(by_last) > 1:
        keys = _last_trick_keys(by_last, names)
        if keys:
            return Question(f"{title}. Who took the last?", (Keys(keys, 2),))
    rows = []
    for last, plays in by_last.items():
        keys = tuple(_play_key(deal, found, elder) for found in plays.values())
        rows.append(Keys(keys, min(6, len(keys)), f"Last trick to {names[last]}"))
    return Question(f"{title}. Count (in play)?", tuple(rows), seat=Seat.ELDER)


def _last_trick_keys(
    by_last: Mapping[Seat, Mapping[int, list[TricksCounted]]], names: Names
) -> tuple[Key, ...]:
    """Return the keys for the winner of the last trick, if that is to be asked alone: it settles
    the score, or there would be too many counts for one page.
    """
    scores = {play for plays in by_last.values() for play in plays}
    if len(scores) > 1 and sum(map(len, by_last.values())) <= MOST_COUNTS:
        return ()
    keys = []
    for last, plays in by_last.items():
        name = names[last]
        ways = next(iter(plays.values()))
        if len(scores) == 1:
            key = _count_key(ways, name, f"{name} took the last")
        else:
            key = Key(name, pick=f"count-{ways[0].elder}-{last.letter}")
        keys.append(replace(key, seat=last))
    return tuple(keys)


def _play_key(deal: Deal, ways: Sequence[TricksCounted], elder: str) -> Key:
    scores = _scores(deal, ways)
    key = _count_key(ways, scores, f"{elder} counts {scores}, in play")
    return replace(key, note=f"({ways[0].play})")


def _count_key(ways: Sequence[TricksCounted], label: str, spoken: str) -> Key:
    """Return the key for one play; it records that, or opens elder's first run if it matters."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        pick = f"count-{way.elder}-{way.last.letter}-{way.play}"
        return Key(label, pick=pick, spoken=spoken)
    return Key(label, said(way), spoken)


def _scores(deal: Deal, ways: Sequence[TricksCounted]) -> str:
    """Return the score of elder after *ways*,
    the lowest and dots if the first run decides a pique.
    """
    lowest, *more = sorted({extend(deal, (way,)).deal.score[Seat.ELDER] for way in ways})
    return f"{lowest}…" if more else str(lowest)
