"""Keys for the statements that may be recorded, in rows:
what the dialogue and the correction of a deal share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..rules.cards import Rank
from ..rules.claims import RUN_TEXTS, PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal, extend
from ..rules.legal import legal_play
from ..rules.messages import Message, Text
from ..rules.notation import format_statement
from ..rules.partie import by_player
from ..rules.play import allows_quick_count
from ..rules.ruleset import TrickCount
from ..rules.seats import Seat
from ..rules.sentences import Names, bid_message
from ..rules.statements import Bid, Called, Statement, TricksCounted
from .formatting import letters, parse_number


class KeyText(Text):
    """What a key shows.

    A key that records something shows what it records, or the part of it that its question leaves
    open: `Key.spoken` says the whole.
    """

    NUMBER = "{number}"
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
    YOUNGER = "Younger"
    TRICKS = "Tricks"
    THE_TRICKS = "The tricks"
    FIRST_TRICK = "First trick"
    TRICK_BY_TRICK = "Trick by trick"
    GO_TO_TRICKS = "Go to the tricks"
    COUNT_OF_TRICKS = "The count of the tricks"
    COUNT_INSTEAD = "Count instead"
    OTHER_COUNTS = "Other counts"
    ALL = "All"
    COUNT = "{points}"
    COUNT_OR_MORE = "{points}…"
    MORE = "More"
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
    ON_TO_YOUNGER = "On to {who}: younger"
    TAKES = "{who} takes it"
    TAKES_COUNTING = "{who} takes it, {cards:words} counting"
    TOOK = "{who} took {tricks:trick}"
    TOOK_LAST = "{who} took the last"
    COUNTS = "{who} counts {points}, in play"
    COUNTS_OR_MORE = "{who} counts {points}…, in play"
    WITH_NOTE = "{what}: {note}"


class KeyNote(Text):
    """The second line of a key, which claims what the count is after it."""

    COUNTS = "{figures:–}"
    """Both counts after the trick, in the columns of the players."""
    IN_PLAY = "({play})"


class CaptionText(Text):
    """What is above keys, or beside them."""

    TO_WIN = "To win"
    TO_LOSE = "Minus, to lose"
    SETS_OF = "{count:words}"
    NAME = "{who}"
    EXCHANGES = "{who} exchanges"
    OR_ADDS = "Or {elder} adds: to the"
    ANOTHER_SEQUENCE = "Or another sequence"
    LAST_TRICK = "Last trick to {last}"
    NO_MORE_CALLS = "No more calls"
    NO_MORE_CALLS_TRICKS = "No more calls: elder’s tricks"
    OR_ALL_TRICKS = "Or all of elder’s tricks"


class CountQuestion(Text):
    """What is asked about a quick count; *tricks* is how many elder took of them all."""

    FIRST_RUN = "{elder} took {tricks:trick}. How many before {younger:’s} first?"
    LAST = "{elder} took {tricks:trick}. Who took the last?"
    PLAY = "{elder} took {tricks:trick}. Count (in play)?"


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
    """

    label: Message | str
    said: str = ""
    spoken: Message | None = None
    pick: str = ""
    note: Message | None = None
    main: bool = False
    seat: Seat | None = None
    typed: str = ""

    @property
    def aloud(self) -> Message | None:
        if self.spoken is None or self.note is None:
            return self.spoken
        return KeySpoken.WITH_NOTE(what=self.spoken, note=self.note)


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
    def style(self) -> str:
        """The CSS classes of the row; one makes the longest word on its keys fit into a column."""
        fits = letters(" ".join([str(key.label) for key in self.keys]))
        classes = {
            f"keys c{self.columns}": True,
            "big": self.big,
            "sided": self.side is not None and not self.block,
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

    heading: Message | str
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
            side = None if row.block else row.side
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
    picked = by_length.get(parse_number(length), []) if opened == kind else []
    picked = [each for each in picked if has_detail(each)]
    if picked:
        return (Keys(tuple(_detail_key(each, name) for each in picked), 4),)
    keys = tuple(_length_key(kind, options, name) for options in by_length.values())
    return (Keys(keys, min(3, len(keys))),)


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
        for each in reversed(calls):
            claim = each.claim
            if isinstance(claim, SetClaim) and claim.count == count:
                keys.append(
                    Key(
                        KeyText.LETTER(top=claim.rank),
                        said(each),
                        KeySpoken.SET(claim=claim),
                        typed=f"{count}{rank_label(claim.rank)}",
                    )
                )
        if keys:
            rows.append(Keys(tuple(keys), 5, side=CaptionText.SETS_OF(count=count)))
    return tuple(rows)


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


def count_after(deal: Deal, statement: Statement, elder: int) -> Message:
    """Return the counts after *statement*, in the columns of the players;
    number *elder* is elder.
    """
    score = extend(deal, (statement,)).deal.score
    return KeyNote.COUNTS(figures=tuple(by_player(deal.rules, elder, score)))


# The quick count

MOST_COUNTS = 12
"""The most counts that one page asks for."""


def count_key(deal: Deal, tricks: int, elder: str) -> Key:
    """Return the key for *tricks* of elder's;
    whoever takes all can count in one way only, which the key records.
    """
    hand = deal.rules.hand
    label = KeyText.NUMBER(number=tricks)
    spoken = KeySpoken.TOOK(who=elder, tricks=tricks)
    ways = legal_play(deal, tricks) if tricks in (0, hand) else ()
    if len(ways) == 1:
        return Key(label, said(*ways), spoken, seat=Seat.ELDER)
    return Key(label, "", spoken, f"count-{tricks}", seat=Seat.ELDER)


def count_row(deal: Deal, elder: str) -> Keys:
    return Keys(tuple(count_key(deal, tricks, elder) for tricks in range(deal.rules.hand + 1)), 5)


def usual_counts(deal: Deal, elder: str, caption: Message) -> Keys:
    """Return the keys of `count_row` that suit most deals, in one row,
    for a page that asks for something else.
    """
    hand = deal.rules.hand
    half = deal.rules.hand // 2
    keys = [count_key(deal, tricks, elder) for tricks in range(half - 1, half + 4)]
    keys.append(replace(count_key(deal, hand, elder), label=KeyText.ALL()))
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
    by_first = [
        way for way in ways if way.first is not None and [way.last.letter, str(way.play)] == rest
    ]
    if by_first:
        keys = tuple(_first_key(way) for way in by_first)
        younger = names[Seat.YOUNGER]
        heading = CountQuestion.FIRST_RUN(elder=elder, tricks=count, younger=younger)
        return Question(heading, (Keys(keys, 5),), seat=Seat.ELDER)
    by_last: dict[Seat, dict[int, list[TricksCounted]]] = {}
    for way in sorted(ways, key=lambda way: (way.last, way.play)):
        if not rest or way.last.letter == rest[0]:
            by_last.setdefault(way.last, {}).setdefault(way.play, []).append(way)
    if len(by_last) > 1:
        keys = _last_trick_keys(by_last, names)
        if keys:
            return Question(CountQuestion.LAST(elder=elder, tricks=count), (Keys(keys, 2),))
    rows = []
    for last, plays in by_last.items():
        keys = tuple(_play_key(deal, found, elder) for found in plays.values())
        caption = CaptionText.LAST_TRICK(last=names[last])
        rows.append(Keys(keys, min(6, len(keys)), caption))
    heading = CountQuestion.PLAY(elder=elder, tricks=count)
    return Question(heading, tuple(rows), seat=Seat.ELDER)


def _first_key(way: TricksCounted) -> Key:
    assert way.first is not None
    return Key(KeyText.NUMBER(number=way.first), said(way))


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
            key = _count_key(ways, KeyText.NAME(who=name), KeySpoken.TOOK_LAST(who=name))
        else:
            key = Key(KeyText.NAME(who=name), pick=f"count-{ways[0].elder}-{last.letter}")
        keys.append(replace(key, seat=last))
    return tuple(keys)


def _play_key(deal: Deal, ways: Sequence[TricksCounted], elder: str) -> Key:
    """Return the key for one play, with the score of elder after it: the lowest and dots if the
    first run decides a pique.
    """
    lowest, *more = sorted({extend(deal, (way,)).deal.score[Seat.ELDER] for way in ways})
    label = KeyText.COUNT(points=lowest)
    spoken = KeySpoken.COUNTS(who=elder, points=lowest)
    if more:
        label = KeyText.COUNT_OR_MORE(points=lowest)
        spoken = KeySpoken.COUNTS_OR_MORE(who=elder, points=lowest)
    return replace(_count_key(ways, label, spoken), note=KeyNote.IN_PLAY(play=ways[0].play))


def _count_key(ways: Sequence[TricksCounted], label: Message, spoken: Message) -> Key:
    """Return the key for one play; it records that, or opens elder's first run if it matters."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        pick = f"count-{way.elder}-{way.last.letter}-{way.play}"
        return Key(label, pick=pick, spoken=spoken)
    return Key(label, said(way), spoken)
