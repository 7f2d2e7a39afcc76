"""The grammar that statements share: words with their positions, a reader, and what can be claimed,
with its text form.

Each kind of statement is one class that owns the whole of its grammar, in the module of its part of
the deal: `opening`, `calls`, `play` or `penalties`. It has

- ``written``, its canonical text, and ``read``, which reads it and the forms that are forgiven;
- ``spoken``, or ``message`` where names are needed: what a page shows, as a message;
- ``possible``: every one that could be legal at some time under a ruleset, for a page to choose
  from;
- ``refuse``, which says why the rules forbid it now, and ``record``, its effect on the deal;
- ``subject`` and ``matters``: which laws govern a dispute about it, and what it is about.

`statements` lists the classes. While a class lacks one of these, asking all of them for it is an
error in mypy, so no statement is half done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self, assert_never

from .cards import Rank, Suit
from .claims import (
    CALLED,
    RUN_TEXTS,
    SEQUENCE_NAMES,
    Category,
    Claim,
    PointClaim,
    SequenceClaim,
    SetClaim,
)
from .errors import NotationError
from .messages import Message, Text
from .reasons import PACK, Refusal, Rule, Thing, refuse, span
from .ruleset import Ruleset, Stated
from .seats import Seat
from .words import NUMBERS, plain

# The words that are read: without accents, in lower case; *jacks*, digits and letters are forgiven.

SEATS = {"e": 0, "elder": 0, "y": 1, "younger": 1, "t": 2, "third": 2, "f": 3, "fourth": 3}
RANKS = (
    {rank.word: rank for rank in Rank}
    | {rank.plural: rank for rank in Rank}
    | {rank.code.lower(): rank for rank in Rank}
    | {str(int(rank)): rank for rank in Rank if rank <= Rank.TEN}
    | {"jack": Rank.KNAVE, "jacks": Rank.KNAVE}
)
SUITS = {suit.word: suit for suit in Suit} | {suit.word[:-1]: suit for suit in Suit}
SUITS |= {suit.value.lower(): suit for suit in Suit} | {suit.sign: suit for suit in Suit}
SEQUENCES = {plain(name): length for length, name in SEQUENCE_NAMES.items()} | {
    "septime": 7,
    "huitime": 8,
}
RUNS = {"sequence", "run"}
SETS = {"trio": 3, "brelan": 3, "three": 3, "quatorze": 4, "four": 4}
CATEGORIES = {category.value + plural: category for category in CALLED for plural in ("", "s")}
CATEGORIES |= {"run": Category.SEQUENCE, "runs": Category.SEQUENCE}
COUNTS = {word: number for number, word in enumerate(NUMBERS)}

_NUMBER = re.compile(r"[0-9]{1,4}")


class Unread(Text):
    """Why a statement of a log cannot be read: what the notation takes at that word.

    Of what is no statement there is no deal, so no oracle asks it: texts that cannot be read are in
    `tests/rules/test_notation.py`.
    """

    AT_WORD = "'{word}': {why}"
    DIGITS = "numbers are written with the digits 0 to 9"
    EXPECTED = "'{word}' was expected here"
    NUMBER = "a number was expected here"
    RANK = "a rank was expected here, such as ace, king, queen, knave or ten"
    SUIT = "a suit was expected here: spades, hearts, diamonds or clubs"
    CLASS = "point, sequence or set was expected here"
    BEGINNING = "a statement begins with {possible:or}, or with tricks, count or strike"
    NO_STATEMENT = "no statement begins like this"
    NOTHING_MORE = "nothing more was expected in this statement"
    RUN_LENGTH = "a run has {least} to {most} cards, or is of nought"
    TRICKS = "tricks are written as runs of winners, as in E5 Y5 E2"
    NO_TRICK = "a run has at least one trick"
    COUNT = "the count begins with elder’s tricks, as in E7"
    COUNT_PLAY = "elder’s points in play were expected here"
    RANK_ASKED = "the other seat asks for the rank of the set, and its caller says it"
    NESTED = "these corrections are nested too deeply"
    ONE_STATEMENT = "one statement was expected after '{word}'"


class Word(NamedTuple):
    """One plain word of a text, and where it begins and ends (1-based)."""

    text: str
    line: int
    column: int
    end: int


def clauses(text: str) -> Iterator[list[Word]]:
    """Yield the words of each statement without punctuation."""
    for number, line in enumerate(text.split("\n"), 1):
        clause: list[Word] = []
        for found in re.finditer(r"#.*|;|[^\s;#,.!?]+", line):
            piece = found.group()
            if piece == ";":
                yield clause
                clause = []
            elif not piece.startswith("#"):
                word = Word(plain(piece), number, found.start() + 1, found.end() + 1)
                if _digits(word.text) != [each for each in _digits(piece) if each.isascii()]:
                    wrong = Unread.AT_WORD(word=piece, why=Unread.DIGITS())
                    raise NotationError(wrong, number, word.column)
                clause.append(word)
        yield clause


def _digits(text: str) -> list[str]:
    return [each for each in text if each.isnumeric()]


class Reader:
    """The words of one statement, from left to right."""

    def __init__(self, words: list[Word], rules: Ruleset) -> None:
        self.words = words
        self.rules = rules
        self.next = 0
        self.strikes = 0

    def error(self, why: Message) -> NotationError:
        """Return an error at the next word, or after the last one."""
        if self.next < len(self.words):
            word = self.words[self.next]
            wrong = Unread.AT_WORD(word=word.text, why=why)
            return NotationError(wrong, word.line, word.column)
        word = self.words[-1]
        return NotationError(why, word.line, word.end)

    def peek(self) -> str:
        return self.words[self.next].text if self.next < len(self.words) else ""

    def take(self) -> str:
        word = self.peek()
        self.next += 1
        return word

    def accept(self, *words: str) -> bool:
        """Read *words* if they come next, one after another."""
        end = self.next + len(words)
        if (
            self.peek() != words[0]
            or tuple(word.text for word in self.words[self.next : end]) != words
        ):
            return False
        self.next = end
        return True

    def ends_with(self, *words: str) -> bool:
        """Read the last word of the statement if it comes next and is one of *words*."""
        if self.next != len(self.words) - 1 or self.peek() not in words:
            return False
        self.next += 1
        return True

    def expect(self, *words: str) -> None:
        for word in words:
            if not self.accept(word):
                raise self.error(Unread.EXPECTED(word=word))

    def number(self) -> int:
        """Read a whole number, in digits or, up to nineteen, in words."""
        if not self.is_number():
            raise self.error(Unread.NUMBER())
        text = self.take()
        return COUNTS[text] if text in COUNTS else int(text)

    def is_number(self) -> bool:
        return self.peek() in COUNTS or _NUMBER.fullmatch(self.peek()) is not None

    def rank(self) -> Rank:
        if self.peek() not in RANKS:
            raise self.error(Unread.RANK())
        return RANKS[self.take()]

    def suit(self) -> Suit | None:
        """Read ``in SUIT`` if it comes next."""
        if not self.accept("in"):
            return None
        if self.peek() not in SUITS:
            raise self.error(Unread.SUIT())
        return SUITS[self.take()]

    def seat(self) -> Seat:
        if self.peek() not in SEATS:
            letters = tuple(seat.letter for seat in self.rules.seats)
            raise self.error(Unread.BEGINNING(possible=letters))
        self.refuse_seat(SEATS[self.peek()])
        return Seat(SEATS[self.take()])

    def refuse_seat(self, seat: int) -> None:
        """Refuse a seat that the ruleset does not have, at the next word."""
        if seat >= self.rules.players:
            raise self.error(Rule.NO_SUCH_SEAT(players=self.rules.players))

    def finish(self) -> None:
        if self.next < len(self.words):
            raise self.error(Unread.NOTHING_MORE())


@dataclass(frozen=True, slots=True)
class Seated:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Bare(Seated):
    """A statement of fixed *words*, which says nothing but its seat."""

    words: ClassVar[tuple[str, ...]]

    @property
    def written(self) -> str:
        return " ".join(self.words)

    text: ClassVar[Text]

    @property
    def spoken(self) -> Message:
        return self.text()

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat) if reader.accept(*cls.words) else None

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return map(cls, rules.seats)


# Which points, runs and sets the pack and the ruleset allow as claims, whatever the deal


def heads(rules: Ruleset, length: int) -> tuple[Rank, ...]:
    """Return the possible heads of a run of *length* cards, low to high."""
    return rules.ranks[length - 1 :]


def lengths(rules: Ruleset) -> range:
    return range(3, len(rules.ranks) + 1)


def refuse_claim(rules: Ruleset, claim: Claim) -> Refusal | None:
    match claim:
        case SetClaim():
            return _refuse_set(rules, claim)
        case SequenceClaim(length=0, top=head):
            return _refuse_nought(rules, head)
        case SequenceClaim():
            return _refuse_run(rules, claim)
        case PointClaim(length=0, pips=pips):
            return _refuse_nought(rules, pips)
        case PointClaim():
            return _refuse_point(rules, claim)
        case _:
            assert_never(claim)


def _refuse_set(rules: Ruleset, claim: SetClaim) -> Refusal | None:
    if claim.count in (3, 4) and rules.carries_set(claim.rank):
        return None
    by = "set_min_rank"
    return refuse(Rule.NO_SUCH_SET, by, count=claim.count, rank=claim.rank)


def _refuse_nought(rules: Ruleset, detail: int | Rank | None) -> Refusal | None:
    """Return why nought is refused, with its pips or its head as the *detail*."""
    if not rules.nought:
        return refuse(Rule.NOT_PLAYED, "nought", what=Thing.NOUGHT())
    return None if detail is None else refuse(Rule.NO_SUCH_POINT, PACK, length=0)


def _refuse_run(rules: Ruleset, claim: SequenceClaim) -> Refusal | None:
    if claim.length not in lengths(rules):
        return refuse(Rule.NO_SUCH_RUN, PACK, length=claim.length)
    if claim.top is not None and claim.top not in heads(rules, claim.length):
        return refuse(Rule.NO_SUCH_HEAD, PACK, run=RUN_TEXTS[claim.length](), top=claim.top)
    if claim.top is None and rules.sequence_heads is Stated.ALWAYS:
        return refuse(Rule.SAY_HEAD, "sequence_heads")
    return None


def _refuse_point(rules: Ruleset, claim: PointClaim) -> Refusal | None:
    if claim.length not in rules.pips_of_length:
        return refuse(Rule.NO_SUCH_POINT, PACK, length=claim.length)
    if claim.length < rules.point_min:
        return refuse(Rule.POINT_TOO_SHORT, "point_min", least=rules.point_min)
    if claim.pips is not None:
        return _refuse_pips(rules, claim.length, claim.pips)
    if rules.point_pips is Stated.ALWAYS:
        return refuse(Rule.SAY_PIPS, "point_pips")
    return None


def _refuse_pips(rules: Ruleset, length: int, pips: int) -> Refusal | None:
    possible = rules.pips_of_length[length]
    if pips not in possible:
        lowest_to_highest = (span(possible[0], possible[-1]),)
        return refuse(Rule.NO_SUCH_PIPS, PACK, length=length, pips=pips, possible=lowest_to_highest)
    if pips < rules.point_min_pips:
        by = "point_min_pips"
        return refuse(Rule.POINT_TOO_LOW, by, least=rules.point_min_pips)
    return None


def every_claim(rules: Ruleset, category: Category) -> Iterator[Claim]:
    """Yield every claim of *category* that *rules* allow, suits aside, low to high:
    bare, then with pips or heads.
    """
    candidates: Iterator[Claim]
    match category:
        case Category.SET:
            candidates = (SetClaim(count, rank) for count in (3, 4) for rank in Rank)
        case Category.SEQUENCE:
            candidates = (
                SequenceClaim(length, top)
                for length in (0, *lengths(rules))
                for top in (None, *(heads(rules, length) if length else ()))
            )
        case Category.POINT:
            candidates = (
                PointClaim(length, pips)
                for length in (0, *rules.pips_of_length)
                for pips in (None, *rules.possible_pips(length))
            )
        case Category.CARTE_BLANCHE | Category.PLAY | Category.CARDS:
            candidates = iter(())  # nothing is called in these
        case _:
            assert_never(category)
    return (claim for claim in candidates if refuse_claim(rules, claim) is None)


def all_claims(rules: Ruleset) -> tuple[Claim, ...]:
    return tuple(claim for category in CALLED for claim in every_claim(rules, category))


CLAIM_HEADS = frozenset({"point", *RUNS, *SEQUENCES, *SETS})
"""The words that a claim begins with."""


def read_claim(reader: Reader) -> Claim:
    if reader.accept("point"):
        reader.accept("of")
        length = reader.number()
        if length == 0:
            return PointClaim(0)
        pips = reader.number() if reader.accept("making") or reader.accept("makes") else None
        return PointClaim(length, pips, reader.suit())
    if reader.peek() in RUNS:
        reader.take()
        reader.expect("of")
        return _read_run(reader)
    if reader.peek() in SEQUENCES:
        length = SEQUENCES[reader.take()]
        return SequenceClaim(length, _read_head(reader, length), reader.suit())
    if reader.peek() in SETS:
        count = SETS[reader.take()]
        reader.accept("of")
        return SetClaim(count, reader.rank())
    raise reader.error(Unread.NO_STATEMENT())


def _read_run(reader: Reader) -> SequenceClaim:
    """Read a sequence by the number of its cards: ``run of four to the queen``."""
    length = reader.number()
    if length == 0:
        return SequenceClaim(0)
    if length not in SEQUENCE_NAMES:
        reader.next -= 1
        least = min(SEQUENCE_NAMES)
        most = max(SEQUENCE_NAMES)
        raise reader.error(Unread.RUN_LENGTH(least=least, most=most))
    return SequenceClaim(length, _read_head(reader, length), reader.suit())


def _read_head(reader: Reader, length: int) -> Rank | None:
    if reader.accept("major"):
        return Rank.ACE
    possible = heads(reader.rules, length)
    if possible and reader.accept("minor"):
        return possible[0]
    if reader.accept("to"):
        reader.accept("the")
        return reader.rank()
    return None
