"""Keys for the statements that may be recorded, in rows:
what the dialogue and the correction of a deal share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..rules.asking import SHORTEST_POINT, has_detail, strength_of
from ..rules.cards import Rank, Suit
from ..rules.claims import RUN_TEXTS, Category, PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal, extend
from ..rules.language import current
from ..rules.messages import Message, Text
from ..rules.notation import format_statement
from ..rules.partie import by_player
from ..rules.play import allows_quick_count
from ..rules.ruleset import TrickCount
from ..rules.seats import Seat
from ..rules.sentences import Names, bid_message
from ..rules.statements import Bid, Called, Statement
from .formatting import letters, parse_number


class KeyText(Text):
    """What a key shows.

    A key that records something shows what it records, or the part of it that its question leaves
    open: `Key.spoken` says the whole.
    """

    NUMBER = "{number}"
    NUMBERS = "{first} to {most}"
    LENGTH = "{length:words up}"
    RUN = "{run:up}"
    LETTER = "{top:letter}"
    NAME = "{who}"
    THE_POINT = "The point"
    ANOTHER = "Another {category}"
    ONE_OF_CLASS = "A {category}"
    SHORT_POINT = "Point of {length:words}"
    TIERCES = "{count:words up} tierces"
    NONE_OF_CLASS = "No {category}"
    NO_MORE_OF_CLASS = "No more {category:plural}"
    NO_CALLS = "No calls"
    NO_MORE_CALLS = "No more calls"
    CALLS_OF = "{who:’s} calls"
    GOOD = "Good"
    EQUAL = "Equal"
    NOT_GOOD = "Not good"
    HOW_MANY = "How many?"
    HOW_HIGH = "How high?"
    PASS = "Pass"
    DOUBLE = "Double"
    REDOUBLE = "Redouble"
    BOTH_EXCHANGE = "{first:words up} and {number:words}, as usual"
    CARTE_BLANCHE = "Carte blanche"
    CARTE_ROUGE = "Carte rouge"
    CONCEDES = "Concedes"
    CLASS = "{category:plural up}"
    PLAY = "Play"
    THE_TRICKS = "The tricks"
    TRICK_BY_TRICK = "Trick by trick"
    COUNT_OF_TRICKS = "The count of the tricks"
    COUNT_AT_END = "Count at the end"
    ANOTHER_COUNT = "Another count"
    FORGOTTEN_CALL = "A forgotten call"
    FINAL = "{figures:–}"
    """Both counts at the end of the deal, in the columns of the players."""
    SOMETHING_ELSE = "Something else"
    BACK = "Back"


class KeySpoken(Text):
    """What a screen reader says of a key that shows less than it records or opens."""

    CALLS = "{who} calls {claim}"
    SET = "{claim}"
    POINT_THEN = "{what}, then what it makes"
    RUN_THEN = "{what}, then how high"
    BIDS = "{who} bids {bid}"
    EXCHANGES = "{who} exchanges {cards:words}"
    SHOWS_BLANK = "Carte blanche, {who}"
    SHOWS_ROUGE = "Carte rouge, {who}"
    CONCEDES = "{who} concedes"
    HAS_NONE = "{who} has no {category}"
    HAS_NO_MORE = "{who} has no more {category:plural}"
    HAS_NO_MORE_CALLS = "{who} has no more calls"
    THE_POINT = "{who}: the point"
    ANOTHER = "{who}: another {category}"
    ONE_OF_CLASS = "{who}: a {category}"
    MAKING = "making {pips}"
    TO = "to the {top}"
    ON_TO = "On to {who}: {category:plural}"
    TAKES = "{who} takes it"
    TAKES_COUNTING = "{who} takes it, {cards:words} counting"
    TOOK = "{who} took {tricks:trick}"
    TOOK_LAST = "{who} took the last"
    LAST_AND_COUNT = "The last to {last}: {figures:–}"
    WITH_NOTE = "{what}: {note}"


class KeyNote(Text):
    """The second line of a key, which claims what the count is after it."""

    COUNTS = "{figures:–}"
    """Both counts after the trick, in the columns of the players."""
    SET_OF = "{count:words}"
    LEADS = "{elder} leads"
    COUNT_AT_END = "count at the end"
    CALLS_NO = "{who} calls no {classes:or}"
    """What is left out by going on to the play: after *Not good* a call is owed."""
    AFTER_PLAY = "put the phone down and play"
    PIQUE = "{counted}: pique"
    """The count as it is said, which a pique makes; a key beside it has the same play without."""
    REPIQUE = "{counted}: repique"
    """The same where the cards of the play show a carte rouge that makes a repique."""
    AMONG = "{statements:,}"


class ElseText(Text):
    """What is behind *Something else*: kinds of keys, each of which is there."""

    CALL = "a call"
    ANOTHER_SEQUENCE = "another sequence"
    ANOTHER_SET = "another set"
    SHORT_POINT = "a short point"
    CARTE_BLANCHE = "carte blanche"
    CONCEDES = "conceding"
    PLAY = "trick by trick"
    FEW_TRICKS = "fewer"
    HIGH_COUNTS = "higher"
    COUNT = "another count"


class CaptionText(Text):
    """What is above keys, or beside them.

    They are labels, and what they claim the keys below do, so no oracle asks them.
    """

    TO_WIN = "To win"
    TO_LOSE = "Minus, to lose"
    NAME = "{who}"
    EXCHANGES = "{who} exchanges"
    OR_ADDS = "Or {elder} adds: to the"
    ANOTHER_SEQUENCE = "{who}: another sequence"
    LAST_TRICK = "The last to {last}"


@dataclass(frozen=True, slots=True)
class Key:
    """A key, which records statements, or opens further keys and records nothing.

    Attributes:
        label: what it shows: a message, or a plain word.
        said: the statements in their text form; empty for a key that opens further keys.
        spoken: what a screen reader says where the label is short.
        pick: the keys it opens, as the address names them.
        note: a second line, such as the counts that would follow.
        main: whether it is the usual answer.
        seat: the player whose column it belongs in, where each player has some.
        typed: what presses it on a keyboard, besides the start of its label.
        about: what kind of key it is behind *Something else*.
    """

    label: Message
    said: str = ""
    spoken: Message | None = None
    pick: str = ""
    note: Message | None = None
    main: bool = False
    seat: Seat | None = None
    typed: str = ""
    about: ElseText | None = None

    @property
    def aloud(self) -> Message | None:
        if self.spoken is None or self.note is None or self.note.text is KeyNote.SET_OF:
            return self.spoken
        return KeySpoken.WITH_NOTE(what=self.spoken, note=self.note)


MOST_LINES = 4
"""The most lines of keys for which the style sheet has a height."""


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
    caption: Message | None = None
    big: bool = False
    side: Message | None = None
    apart: bool = False
    block: int = 0
    column: int = 0

    @property
    def height(self) -> int:
        """How high it is on the page, in thirds of a line of keys; words above them are one."""
        captions = [self.caption, self.side if self.block else None]
        lines = -(-len(self.keys) // self.columns)
        return 3 * lines + sum(each is not None for each in captions)

    @property
    def style(self) -> str:
        """The CSS classes of the row; one makes the longest word on its keys fit into a column."""
        fits = letters(" ".join([str(key.label) for key in self.keys]))
        lines = -(-len(self.keys) // self.columns)
        classes = {
            f"keys c{self.columns} r{min(lines, MOST_LINES)}": True,
            "big": self.big,
            "sided": self.side is not None and not self.block,
            "apart": self.apart,
            f"block at{self.column}": self.block,
            fits: fits,
        }
        return " ".join([name for name, wanted in classes.items() if wanted])


@dataclass(frozen=True, slots=True)
class Question:
    """What the page asks.

    Attributes:
        quiet: small keys beside *Undo*.
        rare: rows of keys that *Something else* opens, which is one of the quiet ones.
        back: the key that returns from keys that were opened, where *Undo* would be.
        seat: who is asked, where it is one player.
    """

    heading: Message
    rows: tuple[Keys, ...] = ()
    quiet: tuple[Key, ...] = ()
    rare: tuple[Keys, ...] = ()
    seat: Seat | None = None
    back: Key | None = None

    @property
    def lines(self) -> int:
        """How many lines of keys have the height of all rows, rounded up."""
        below = 0
        beside = 0  # blocks stand side by side, so the highest of them counts
        for row in self.rows:
            if row.block:
                beside = max(beside, row.height)
            else:
                below += row.height
        return -(-(below + beside) // 3)

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
            side = None if row.block else row.side
            rows.append(replace(row, keys=own, columns=columns, side=side, block=0))
        return tuple(rows)

    def _owner(self, key: Key) -> Seat | None:
        return self.seat if key.seat is None else key.seat


def said(*statements: Statement) -> str:
    return "; ".join(format_statement(statement) for statement in statements)


def rank_label(rank: Rank) -> str:
    """Return a rank as its card shows it."""
    return current().ranks["letter"][rank - Rank.SIX]


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
    picked = by_length.get(parse_number(length), []) if opened == kind else []
    picked = [each for each in picked if has_detail(each)]
    if picked:
        return (Keys(tuple(_detail_key(each, name) for each in picked), 4),)
    keys = tuple(_length_key(kind, options, name) for options in by_length.values())
    columns = 4 if kind == "point" and len(keys) > 6 else 3  # in two lines
    if len(keys) == 4:
        columns = 2  # so that none is alone in its line
    return (Keys(keys, min(columns, len(keys))),)


def _length_label(claim: PointClaim | SequenceClaim) -> Message:
    """Return what a key shows for the calls of the length of *claim*."""
    if isinstance(claim, SequenceClaim) and claim.length:
        return KeyText.RUN(run=RUN_TEXTS[claim.length]())
    return KeyText.LENGTH(length=claim.length)


def _length_key(kind: str, calls: Sequence[Called], name: str) -> Key:
    """Return the key for *calls* of one length: it says the length, or opens what else to say."""
    claim = calls[0].claim
    assert not isinstance(claim, SetClaim)
    label = _length_label(claim)
    typed = str(claim.length)
    for each in calls:
        if not has_detail(each):
            spoken = KeySpoken.CALLS(who=name, claim=each.claim)
            return Key(label, said(each), spoken, typed=typed)
    pick = f"{calls[0].seat.letter}:{kind}-{claim.length}"
    then = KeySpoken.POINT_THEN if isinstance(claim, PointClaim) else KeySpoken.RUN_THEN
    return Key(label, pick=pick, spoken=then(what=label), typed=typed)


def _detail_key(called: Called, name: str) -> Key:
    claim = called.claim
    assert not isinstance(claim, SetClaim)
    spoken = KeySpoken.CALLS(who=name, claim=claim)
    if isinstance(claim, PointClaim):
        assert claim.pips is not None
        return Key(KeyText.NUMBER(number=claim.pips), said(called), spoken)
    assert claim.top is not None
    return Key(KeyText.LETTER(top=claim.top), said(called), spoken)


def _set_rows(calls: Sequence[Called]) -> tuple[Keys, ...]:
    rows: list[Keys] = []
    for count in (4, 3):
        keys = []
        for each in sorted(calls, key=strength_of, reverse=True):
            claim = each.claim
            if isinstance(claim, SetClaim) and claim.count == count:
                keys.append(
                    Key(
                        KeyText.LETTER(top=claim.rank),
                        said(each),
                        KeySpoken.SET(claim=claim),
                        note=KeyNote.SET_OF(count=claim.count),
                        typed=f"{count}{rank_label(claim.rank)}",
                    )
                )
        if keys:
            rows.append(Keys(tuple(keys), 5))
    columns = max(len(row.keys) for row in rows)  # a rank has one column in both rows
    return tuple(replace(row, columns=columns) for row in rows)


def bid_rows(legal: Iterable[Statement], names: Names) -> list[Keys]:
    rows = []
    for minus, caption in ((False, CaptionText.TO_WIN), (True, CaptionText.TO_LOSE)):
        keys = tuple(
            Key(
                KeyText.NUMBER(number=each.tricks),
                said(each),
                KeySpoken.BIDS(who=names[each.seat], bid=bid_message(each)),
            )
            for each in legal
            if isinstance(each, Bid) and each.minus is minus
        )
        if keys:
            rows.append(Keys(keys, min(6, len(keys)), caption()))
    return rows


def can_count(deal: Deal) -> bool:
    """Return whether the tricks of *deal* may be counted at once; with a short hand they are not
    (Law 57).
    """
    rules = deal.rules
    captured = rules.trick_count is TrickCount.CAPTURED_CARDS
    return allows_quick_count(rules) and not captured and not any(deal.state.short)


def several_tierces(deal: Deal, seat: Seat, tierce: Key) -> list[Key]:
    """Return keys that say the key of another *tierce* of a player two or more times.

    There are none unless the player's point is of three, which makes each of the four suits
    another, and unless the key says the tierce whole.
    """
    entries = deal.state.categories
    point = entries[Category.POINT].entries[seat]
    is_short = bool(point) and point[0].claim.length == SHORTEST_POINT
    if not is_short or not tierce.said:
        return []
    most = len(Suit) - len(entries[Category.SEQUENCE].entries[seat])
    return [
        Key(
            KeyText.TIERCES(count=count),
            "; ".join([tierce.said] * count),
            seat=seat,
            about=ElseText.ANOTHER_SEQUENCE,
        )
        for count in range(2, most + 1)
    ]


def count_after(deal: Deal, statement: Statement, elder: int) -> Message:
    """Return the counts after *statement*, in the columns of the players;
    number *elder* is elder.
    """
    score = extend(deal, (statement,)).deal.score
    return KeyNote.COUNTS(figures=tuple(by_player(deal.rules, elder, score)))
