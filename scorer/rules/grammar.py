"""The grammar that statements share: the words that are read, and what can be claimed, with its
text form.

Each kind of statement is one class that owns the whole of its grammar, in the module of its part of
the deal: `opening`, `calls`, `play` or `penalties`. It has

- ``written``, its canonical text, and ``forms``, which it is read by, with those that are forgiven
  (see `scorer.rules.forms`); they are printed as the grammar that the help shows;
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
from typing import Any, ClassVar, Self, assert_never

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
from .forms import (
    Alternatives,
    Either,
    Field,
    Form,
    Forms,
    Found,
    Maybe,
    Nonterminal,
    Production,
    Terminal,
    Words,
    match,
    words,
)
from .messages import Message, Text
from .reading import Reader, Unread
from .reasons import PACK, Refusal, Rule, Thing, refuse, span
from .ruleset import Ruleset, Stated
from .seats import Seat
from .words import NUMBERS, plain

# The words that are read: without accents, in lower case; *jacks*, digits and letters are forgiven.

COUNTS = {word: number for number, word in enumerate(NUMBERS)}
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
SETS = {"trio": 3, "brelan": 3, "three": 3, "quatorze": 4, "four": 4}
CATEGORIES = {category.value + plural: category for category in CALLED for plural in ("", "s")}
CATEGORIES |= {"run": Category.SEQUENCE, "runs": Category.SEQUENCE}


def _number(found: re.Match[str]) -> int:
    return int(found.group())


def _run_length() -> Message:
    return Unread.RUN_LENGTH(least=min(SEQUENCE_NAMES), most=max(SEQUENCE_NAMES))


@dataclass(frozen=True, kw_only=True)
class SeatTerminal(Terminal):
    """A seat, which the ruleset must have."""

    def wanted_under(self, rules: Ruleset) -> Message:
        return Unread.BEGINNING(possible=tuple(seat.letter for seat in rules.seats))

    def refused(self, rules: Ruleset, value: Seat) -> Message | None:
        return refuse_seat(rules, value)


def refuse_seat(rules: Ruleset, seat: Seat) -> Message | None:
    return Rule.NO_SUCH_SEAT(players=rules.players) if seat >= rules.players else None


SEAT = SeatTerminal(
    name="seat",
    wanted=Unread.NO_STATEMENT,
    known={seat.letter.lower(): seat for seat in Seat} | {seat.word: seat for seat in Seat},
)
NOUGHT = Terminal(
    name="nought",
    wanted=Unread.NUMBER,
    known={NUMBERS[0]: 0},
    pattern=re.compile("0{1,4}"),
    made=_number,
)
POSITIVE = Terminal(
    name="positive",
    wanted=Unread.NUMBER,
    known={word: number for word, number in COUNTS.items() if number},
    pattern=re.compile("(?!0+$)[0-9]{1,4}"),
    made=_number,
)
NUMBER = Alternatives("number", (NOUGHT, POSITIVE), Unread.NUMBER)
BARE_PIPS = Terminal(
    name="bare pips",
    wanted=Unread.NUMBER,
    # six to ten alone are ranks
    pattern=re.compile("(?!([6-9]|10)$)[0-9]{1,4}"),
    made=_number,
)
RANK = Terminal(name="rank", wanted=Unread.RANK, known=RANKS)
SUIT = Terminal(name="suit", wanted=Unread.SUIT, known=SUITS)
CLASS = Terminal(name="class", wanted=Unread.CLASS, known=CATEGORIES)
SET_NAME = Terminal(name="set name", wanted=Unread.NO_STATEMENT, known=SETS)
RUN_NAME = Terminal(name="run name", wanted=Unread.NO_STATEMENT, known=SEQUENCES)
RUN_LENGTH = Terminal(
    name="run length",
    wanted=_run_length,
    known={text: length for length in SEQUENCE_NAMES for text in (str(length), NUMBERS[length])},
)

OF = words("of")
MAKING = words("making", "makes")
IN_SUIT = Maybe(words("in"), Field("suit", SUIT))


@dataclass(frozen=True, slots=True)
class Seated:
    seat: Seat

    forms: ClassVar[Forms]

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        """Read what *seat* said after its letter, or nothing if it is of another class."""
        found = match(cls.forms, reader, seat)
        return None if found is None else cls(seat, **found)


def saying(*phrases: str, **given: Any) -> Form:
    """Return the form of some fixed words, of which the first are written."""
    return Form(words(*phrases), **given)


def words_of(form: Form) -> str:
    """Return the words with which a form begins, as they are written."""
    first = form.parts[0]
    assert isinstance(first, Words)
    return " ".join(first.phrases[0])


@dataclass(frozen=True, slots=True)
class Bare(Seated):
    """A statement of fixed words, those of its one form, which says nothing but its seat."""

    @property
    def written(self) -> str:
        return words_of(self.forms[0])

    text: ClassVar[Text]

    @property
    def spoken(self) -> Message:
        return self.text()

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


# How a claim is read


def _point(reader: Reader, found: Found) -> PointClaim:
    return PointClaim(**found)


def _run(reader: Reader, found: Found) -> SequenceClaim:
    """Return a run; a minor one is headed by the lowest card of the pack that can head it."""
    if found.pop("is_minor", False):
        possible = heads(reader.rules, found["length"])
        if not possible:
            reader.next -= 1
            raise reader.error(Rule.NO_SUCH_RUN(length=found["length"]))
        found["top"] = possible[0]
    return SequenceClaim(**found)


def _set(reader: Reader, found: Found) -> SetClaim:
    return SetClaim(**found)


_HEAD = Maybe(
    Either(
        saying("major", top=Rank.ACE),
        saying("minor", is_minor=True),
        Form(words("to"), Maybe(words("the")), Field("top", RANK)),
        wanted=Unread.RANK(),
    )
)
POINT_CALL = Production(
    "point",
    (
        Form(
            words("point"),
            Maybe(OF),
            Either(
                Form(Field("length", NOUGHT)),
                Form(Field("length", POSITIVE), Maybe(MAKING, Field("pips", NUMBER)), IN_SUIT),
                wanted=Unread.NUMBER(),
            ),
        ),
    ),
    _point,
)
SEQUENCE_CALL = Production(
    "sequence",
    (
        Form(Field("length", RUN_NAME), _HEAD, IN_SUIT),
        Form(
            words("sequence", "run"),
            OF,
            Either(
                Form(Field("length", NOUGHT)),
                Form(Field("length", RUN_LENGTH), _HEAD, IN_SUIT),
                wanted=_run_length(),
            ),
        ),
    ),
    _run,
)
SET_CALL = Production(
    "set", (Form(Field("count", SET_NAME), Maybe(OF), Field("rank", RANK)),), _set
)
_CALLS: tuple[Nonterminal, ...] = (POINT_CALL, SEQUENCE_CALL, SET_CALL)
CLAIM = Alternatives("claim", _CALLS, Unread.NO_STATEMENT)
