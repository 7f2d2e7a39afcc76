"""Keys for the statements that may be recorded, in rows:
what the dialogue and the correction of a deal share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from ..rules.sentences import Names, bid_words
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
        more = (
            ("big", self.big),
            ("sided", self.side and not self.block),
            ("apart", self.apart),
            (f"block b{self.block} at{self.column}", self.block),
            (fits, fits),
        )
        return " ".join((f"keys c{self.columns}", *(name for name, wanted in more if wanted)))


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
            own = tuple(
                key for key in row.keys if (self.seat if key.seat is None else key.seat) is seat
            )
            if own:
                side, columns = ("", 2 * row.columns) if row.block else (row.side, row.columns)
                rows.append(
                    replace(row, keys=own, columns=min(columns, len(own)), side=side, block=0)
                )
        return tuple(rows)


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
    keys = []
    for number, options in by_length.items():
        label = (
            number_words(number)
            if kind == "point"
            else SEQUENCE_NAMES[number]
            if number
            else "nought"
        )
        label = label.capitalize()
        bare = next((each for each in options if not has_detail(each)), None)
        if bare is not None:
            keys.append(
                Key(label, said(bare), f"{name} calls {bare.claim.spoken}", typed=str(number))
            )
            continue
        opens = f"{calls[0].seat.letter}:{kind}-{number}"
        keys.append(
            Key(label, pick=opens, spoken=f"{label}, then what it makes", typed=str(number))
        )
    return (Keys(tuple(keys), min(3, len(keys))),)


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
    label = (
        str(claim.pips)
        if isinstance(claim, PointClaim)
        else rank_label(claim.top)
        if claim.top
        else ""
    )
    return Key(label, said(called), f"{name} calls {claim.spoken}")


def _set_rows(calls: Sequence[Called]) -> tuple[Keys, ...]:
    rows: list[Keys] = []
    for count, word in ((4, "four"), (3, "three")):
        keys = [
            Key(
                rank_label(each.claim.rank),
                said(each),
                each.claim.spoken,
                typed=f"{count}{rank_label(each.claim.rank)}",
            )
            for each in reversed(calls)
            if isinstance(each.claim, SetClaim) and each.claim.count == count
        ]
        if keys:
            rows.append(Keys(tuple(keys), 5, side=word))
    return tuple(rows)


def bid_rows(legal: Iterable[Statement], names: Names) -> list[Keys]:
    rows = []
    for minus, caption in ((False, "To win"), (True, "Minus, to lose")):
        keys = tuple(
            Key(str(each.tricks), said(each), f"{names[each.seat]} bids {bid_words(each)}")
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
    (tricks, *rest) = pick.split("-")[1:] or [""]
    count = parse_number(tricks)
    ways = legal_play(deal, count) if 0 <= count <= deal.rules.hand else ()
    if not ways:
        return None
    title = f"{elder} took {tricks_words(count)}"
    by_first = [
        way for way in ways if [way.last.letter, str(way.play)] == rest and way.first is not None
    ]
    if by_first:
        keys = tuple(Key(str(way.first), said(way)) for way in by_first)
        heading = f"{title}. How many before {names[Seat.YOUNGER]}’s first?"
        return Question(heading, (Keys(keys, 5),), seat=Seat.ELDER)
    by_last: dict[Seat, dict[int, list[TricksCounted]]] = {}
    for way in sorted(ways, key=lambda way: (way.last, way.play)):
        if rest and way.last.letter != rest[0]:
            continue
        by_last.setdefault(way.last, {}).setdefault(way.play, []).append(way)

    def key(found: list[TricksCounted], spoken: str) -> Key:
        way = found[0]
        if len(found) > 1 or way.first is not None:
            return Key("", pick=f"count-{count}-{way.last.letter}-{way.play}", spoken=spoken)
        return Key("", said(way), spoken)

    if len(by_last) > 1 and len({way.play for way in ways}) == 1:
        keys = tuple(
            replace(key(found, f"{names[last]} took the last"), label=names[last], seat=last)
            for last, plays in by_last.items()
            for found in plays.values()
        )
        return Question(f"{title}. Who took the last?", (Keys(keys, 2),))
    if sum(map(len, by_last.values())) > MOST_COUNTS and len(by_last) > 1:
        keys = tuple(
            Key(names[last], pick=f"count-{count}-{last.letter}", seat=last) for last in by_last
        )
        return Question(f"{title}. Who took the last?", (Keys(keys, 2),))
    rows = []
    for last, plays in by_last.items():
        scores = {play: _scores(deal, found) for play, found in plays.items()}
        keys = tuple(
            replace(
                key(found, f"{elder} counts {scores[play]}, in play"),
                label=scores[play],
                note=f"({play})",
            )
            for play, found in plays.items()
        )
        rows.append(Keys(keys, min(6, len(keys)), f"Last trick to {names[last]}"))
    return Question(f"{title}. Count (in play)?", tuple(rows), seat=Seat.ELDER)


def _scores(deal: Deal, ways: Sequence[TricksCounted]) -> str:
    """Return the score of elder after *ways*,
    the lowest and dots if the first run decides a pique.
    """
    lowest, *more = sorted({extend(deal, (way,)).deal.score[Seat.ELDER] for way in ways})
    return f"{lowest}…" if more else str(lowest)
