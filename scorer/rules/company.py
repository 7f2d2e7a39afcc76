"""Companies: chouette, pool and round table, in which more than two play Piquet one partie after
another.

The terms, each with its source, say who plays the next partie, who advises or waits, and what each
partie pays. The parties of a chouette and of a pool are for two, those of a round table for three
or four. Each partie is recorded by its deals or, from a paper card, by its totals or its result
alone. Who plays next is never recorded: it follows from the parties before.

>>> source_of(ChouetteTerms(), "rounding")
'Cavendish, "Scoring"'
>>> source_of(ChouetteTerms(rounding=Rounding.NONE), "rounding")
'house rule'
>>> source_of(PoolTerms(), "in_a_row")
'unsourced'

>>> ours = terms_named("chouette rounding=none share=2")
>>> ours.share, terms_line(ours), terms_line(terms_named("pool stake=1 stakes_of_a_draw=yes"))
(2, 'chouette rounding=none share=2', 'pool stakes_of_a_draw=yes')
>>> try:
...     terms_named("pool draw=twice")
... except ValueError as error:
...     print(error)
a pool has no term 'draw'; it has stake, entry, rises, in_a_row, stakes_of_a_draw, choice

>>> from scorer.rules.presets import PORTLAND
>>> names = tuple(map(Player, "ABC"))
>>> record = CompanyRecord(PORTLAND, names, ChouetteTerms(), (TurnRecord(result=Won(0, 416)),))
>>> company = play_company(record)
>>> company.card.balances, [company.name(each) for each in company.card.lineup.seats]
((840, -420, -420), ['A', 'C'])

>>> won = [Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126)]
>>> for turn in play(ChouetteTerms(), 3, won).turns:
...     print(*("ABC"[each] for each in turn.lineup.seats), turn.points, turn.after)
A B 150 (300, -150, -150)
A C 420 (1140, -570, -570)
A B 480 (180, -90, -90)
B C 140 (320, -370, 50)
C A 130 (190, -500, 310)

>>> card = play(PoolTerms(), 3, [Won(0, 150), Won(0, 80)])
>>> card.balances, card.held, [turn.taken_by for turn in card.turns]
((2, -1, -1), 0, [None, 0])
>>> card.lineup
Lineup(seats=(0, 1), others=(2,))

>>> card = play(RoundTableTerms(), 3, [Won(1, 1)], sides=3)
>>> card.balances, card.lineup
((-1, 2, -1), Lineup(seats=(0, 1, 2), others=()))
>>> play(RoundTableTerms(stake=3), 4, [Won(0, 2)]).balances
(6, -6, 6, -6)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from typing import Any, ClassVar, NamedTuple, assert_never, get_type_hints

from .errors import ContradictoryRules, WrongValue
from .house_rules import Contradicting
from .messages import Message, Text
from .partie import DealRecord, Partie, PartieRecord, heading, play_partie, side_names
from .presets import UNSOURCED
from .reasons import Rule, refuse
from .ruleset import (
    HOUSE,
    Ends,
    Ruleset,
    ValueText,
    changes_from,
    named_value,
    read_pairs,
    typed,
    written,
)
from .seats import Player
from .sentences import IllegalStatement
from .settlement import Settlement, settle, settle_target
from .sources import refusal_in_force

FEWEST = 3


def term(default: Any, meaning: Text, source: str = UNSOURCED, unit: str = "") -> Any:
    """Declare a term: its default, meaning, the source of the default, and the unit of a number."""
    metadata = {"meaning": meaning.value, "source": source, "unit": unit}
    return field(default=default, metadata=metadata)


class Frame(Enum):
    """How more than two people play one partie after another."""

    CHOUETTE = "chouette"
    POOL = "pool"
    ROUND_TABLE = "round table"


class TermText(Text):
    """What the terms of a company are, their values, and the labels of their fields.

    They are agreed before there is a partie, so no oracle asks them: `tests/rules/test_company.py`
    holds that each term and each value has its own.
    """

    ROUNDING = "the points of each partie are rounded"
    SHARE = "the box wins or loses a partie against each of the others"
    CHOICE = "the choice of deal and cards belongs to"
    NEXT_BOX = "when the box loses, the next box is"
    AFTER_DRAW = "after a drawn partie, the next is between"
    POOL_STAKE = "the loser of a partie pays into the pool"
    ENTRY = "each pays into the pool at the start, and again when it is won"
    RISES = "the seat goes to the player who has waited longest, from"
    IN_A_ROW = "parties in a row that win the pool; 0: one against each of the others"
    STAKES_OF_A_DRAW = "after a drawn partie both pay the stake"
    EACH_LOSER = "each loser pays for a partie"
    TENS = "to tens, units from one to five dropped"
    NOT_ROUNDED = "not at all"
    WINNER_OF_PARTIE = "the winner of the partie"
    ADVISER = "the first adviser, against the winner"
    SAME_TWO = "the same two"
    NEXT_ADVISER = "the box and the first adviser"
    BOX = "the box"
    CUT = "the winner of a cut"
    LOSER = "the loser"
    WINNER = "the winner"
    STAYS = "the player who kept the seat"
    YES = "yes"
    NO = "no"
    ONCE = "once"
    TWICE = "twice"
    TIMES = "{number} times"
    UNITS = "{number} {number:unit/units}"
    PARTIES = "{number} {number:partie/parties}"
    LABEL = "{what:up}"
    LABEL_IN_TIMES = "{what:up}, in times"
    LABEL_IN_UNITS = "{what:up}, in units"
    LABEL_IN_PARTIES = "{what:up}, in parties"


class Rounding(Enum):
    """How a partie's points are rounded."""

    TENS = TermText.TENS.value
    NONE = TermText.NOT_ROUNDED.value


class NextBox(Enum):
    WINNER = TermText.WINNER_OF_PARTIE.value
    ADVISER = TermText.ADVISER.value


class AfterDraw(Enum):
    SAME_TWO = TermText.SAME_TWO.value
    NEXT_ADVISER = TermText.NEXT_ADVISER.value


class BoxChoice(Enum):
    BOX = TermText.BOX.value
    CUT = TermText.CUT.value


class Rises(Enum):
    """Who gives up the seat after a partie."""

    LOSER = TermText.LOSER.value
    WINNER = TermText.WINNER.value


class PoolChoice(Enum):
    CUT = TermText.CUT.value
    STAYS = TermText.STAYS.value


@dataclass(frozen=True, slots=True)
class ChouetteTerms:
    """The terms of a chouette; those that Cavendish describes are the default."""

    frame: ClassVar[Frame] = Frame.CHOUETTE

    rounding: Rounding = term(Rounding.TENS, TermText.ROUNDING, 'Cavendish, "Scoring"')
    share: int = term(
        1,
        TermText.SHARE,
        "Cavendish: double stakes, the others being two",
        "times",
    )
    choice: BoxChoice = term(BoxChoice.BOX, TermText.CHOICE, 'Cavendish, "Chouette piquet"')
    next_box: NextBox = term(NextBox.WINNER, TermText.NEXT_BOX, "the card of Cavendish")
    after_draw: AfterDraw = term(AfterDraw.SAME_TWO, TermText.AFTER_DRAW)


@dataclass(frozen=True, slots=True)
class PoolTerms:
    """The terms of a pool; only the stake has a source."""

    frame: ClassVar[Frame] = Frame.POOL

    stake: int = term(
        1,
        TermText.POOL_STAKE,
        "older writers: the loser pays a guinea to the pool",
        "units",
    )
    entry: int = term(0, TermText.ENTRY, unit="units")
    rises: Rises = term(Rises.LOSER, TermText.RISES)
    in_a_row: int = term(0, TermText.IN_A_ROW, unit="parties")
    stakes_of_a_draw: bool = term(False, TermText.STAKES_OF_A_DRAW)
    choice: PoolChoice = term(PoolChoice.CUT, TermText.CHOICE)


@dataclass(frozen=True, slots=True)
class RoundTableTerms:
    """The terms of three players, or of four in partnership, who all play together."""

    frame: ClassVar[Frame] = Frame.ROUND_TABLE

    stake: int = term(1, TermText.EACH_LOSER, unit="units")


CompanyTerms = ChouetteTerms | PoolTerms | RoundTableTerms

FRAMES: Mapping[Frame, type[CompanyTerms]] = {
    each.frame: each for each in (ChouetteTerms, PoolTerms, RoundTableTerms)
}


def choices_of(kind: type[CompanyTerms] | CompanyTerms) -> tuple[Field[Any], ...]:
    """Return the terms that a frame has, in their order."""
    return fields(kind)


def meaning_message(term: Field[Any]) -> Message:
    """Return what a term is, to stand before its value."""
    return TermText(term.metadata["meaning"])()


def term_label(term: Field[Any]) -> Message:
    """Return the label of the field of a term, with the unit of a number."""
    unit = term.metadata["unit"]
    text = TermText[f"LABEL_IN_{unit.upper()}"] if unit else TermText.LABEL
    return text(what=meaning_message(term))


def value_message(value: Any, unit: str = "") -> Message:
    """Return the value of a term in words, with its unit if it is a number."""
    if isinstance(value, Enum):
        return TermText(value.value)()
    if isinstance(value, bool):
        return TermText.YES() if value else TermText.NO()
    if unit != "times":
        return TermText[unit.upper()](number=value)
    if value in (1, 2):
        return TermText.ONCE() if value == 1 else TermText.TWICE()
    return TermText.TIMES(number=value)


def source_of(terms: CompanyTerms, name: str) -> str:
    """Return the source of the value of term *name*."""
    chosen = next(each for each in fields(terms) if each.name == name)
    return str(chosen.metadata["source"]) if getattr(terms, name) == chosen.default else HOUSE


def words_of(terms: CompanyTerms, name: str) -> str:
    """Return the value of term *name* in words."""
    chosen = next(each for each in fields(terms) if each.name == name)
    return str(value_message(getattr(terms, name), chosen.metadata["unit"]))


class TermsText(Text):
    """Why a company cannot be played on its terms: what there is not, what is too small, and what
    contradicts the rules of the parties or the number of players.

    It is said before a partie begins, so no oracle asks it: each is tested with terms that it
    refuses.
    """

    CHOUETTE = "chouette"
    POOL = "pool"
    ROUND_TABLE = "round table"
    NO_FRAME = "'{word}' is not one of {possible:,}"
    NO_SUCH_TERM = "a {kind} has no term '{word}'; it has {possible:,}"
    FEWEST = "a {kind} has three players or more"
    BETWEEN_TWO = "the parties of a {kind} are between two"
    FOR_ALL = "where all play together the rules are for three or for four"
    OTHER_NUMBER = "these rules are for {players:words} players, not {number:words}: choose others"
    SHARE = "the box plays at least once against each of the others"
    ROUNDED_AWAY = (
        "under these rules a partie is worth one or two, which rounding to tens would lose"
    )
    NEGATIVE = "the stake, the entry and the number of parties cannot be negative"
    RISES = (
        "a winner who gives up the seat cannot win two parties in a row: one partie must win "
        "the pool"
    )
    STAKE = "a partie is worth at least one"


FRAME_TEXTS: Mapping[Frame, TermsText] = {
    Frame.CHOUETTE: TermsText.CHOUETTE,
    Frame.POOL: TermsText.POOL,
    Frame.ROUND_TABLE: TermsText.ROUND_TABLE,
}


def validate(terms: CompanyTerms, rules: Ruleset | None = None, players: int | None = None) -> None:
    """Refuse terms that contradict each other, the rules of the parties, or the number of players;
    name all of it.
    """
    found = [*_of_company(terms, rules, players), *_of_frame(terms, rules)]
    if found:
        raise ContradictoryRules(Contradicting.ALL(conflict=tuple(found)))


def _of_company(
    terms: CompanyTerms, rules: Ruleset | None, players: int | None
) -> Iterator[Message]:
    if players is not None and players < FEWEST:
        yield TermsText.FEWEST(kind=FRAME_TEXTS[terms.frame]())
    if rules is None:
        return
    if terms.frame is not Frame.ROUND_TABLE:
        if rules.round_the_table:
            yield TermsText.BETWEEN_TWO(kind=FRAME_TEXTS[terms.frame]())
    elif not rules.round_the_table:
        yield TermsText.FOR_ALL()
    elif players is not None and players != rules.players:
        yield TermsText.OTHER_NUMBER(players=rules.players, number=players)


def _of_frame(terms: CompanyTerms, rules: Ruleset | None) -> Iterator[Message]:
    match terms:
        case ChouetteTerms():
            if terms.share < 1:
                yield TermsText.SHARE()
            if rules is not None and rules.pays_parties and terms.rounding is Rounding.TENS:
                yield TermsText.ROUNDED_AWAY()
        case PoolTerms():
            if min(terms.stake, terms.entry, terms.in_a_row) < 0:
                yield TermsText.NEGATIVE()
            if terms.rises is Rises.WINNER and terms.in_a_row != 1:
                yield TermsText.RISES()
        case RoundTableTerms():
            if terms.stake < 1:
                yield TermsText.STAKE()
        case _:
            assert_never(terms)


def _types_of(kind: type[CompanyTerms]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in choices_of(kind)}


TERM_TYPES = {frame: _types_of(kind) for frame, kind in FRAMES.items()}
"""The type of each term of each frame."""


def frame_named(name: str) -> Frame:
    """Return the frame called *name*; if there is none, the `WrongValue` lists the frames."""
    try:
        return Frame(name)
    except ValueError:
        frames = tuple(each.value for each in Frame)
        raise WrongValue(TermsText.NO_FRAME(word=name, possible=frames)) from None


def terms_from_data(frame: Frame, data: Mapping[str, Any]) -> CompanyTerms:
    """Return the default terms of *frame* with the changes in *data*.

    `WrongValue` says which term or value there is not, `ContradictoryRules` why they cannot all
    hold.
    """
    types = TERM_TYPES[frame]
    for name in data:
        if name not in types:
            raise WrongValue(
                TermsText.NO_SUCH_TERM(kind=FRAME_TEXTS[frame](), word=name, possible=tuple(types))
            )
    values = {name: named_value(types, name, value) for name, value in data.items()}
    terms = FRAMES[frame](**values)
    validate(terms)
    return terms


def changes_of(terms: CompanyTerms) -> dict[str, Any]:
    """Return the terms that are not the default, as plain data for `terms_from_data`."""
    return changes_from(terms, type(terms)())


def terms_named(line: str) -> CompanyTerms:
    """Read a line: a frame, then ``term=value`` for each term that is not the default;
    errors as `terms_from_data`.
    """
    line = line.strip()
    frame = next((each for each in Frame if f"{line} ".startswith(f"{each.value} ")), None)
    frame = frame or frame_named(line.partition(" ")[0])
    types = TERM_TYPES[frame]
    pairs = read_pairs(line.removeprefix(frame.value).split(), ValueText.NO_TERM)
    return terms_from_data(
        frame, {name: typed(types.get(name), each) for name, each in pairs.items()}
    )


def terms_line(terms: CompanyTerms) -> str:
    """Return the line that `terms_named` reads as *terms*."""
    changes = (f"{name}={written(value)}" for name, value in changes_of(terms).items())
    return " ".join((terms.frame.value, *changes))


@dataclass(frozen=True, slots=True)
class Won:
    """The result of a partie: the winner by seat or side from 0, the box being 0, and what the
    settlement pays.

    A draw has no winner and pays 0. `seats` has the members' numbers, from 0, in seat order; `None`
    if in turn.
    """

    by: int | None
    points: int
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays a partie, and the others with the next to play first; members by their number in
    the company, from 0.

    The first seat is the box of a chouette, or was there before in a pool.
    """

    seats: tuple[int, ...]
    others: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        return self.seats[0]

    def seated(self, seats: tuple[int, ...] | None) -> Lineup:
        """Return the same members with *seats* at the table.

        A corrected result may change whose turn it was; later parties keep the seats in which they
        were played.

        >>> Lineup((0, 1), (2, 3)).seated((2, 0))
        Lineup(seats=(2, 0), others=(1, 3))
        """
        if seats is None or seats == self.seats:
            return self
        members = (*self.seats, *self.others)
        return Lineup(seats, tuple(each for each in members if each not in seats))


@dataclass(frozen=True, slots=True)
class Turn:
    """One partie on the card of a company.

    Attributes:
        points: a chouette's rounded points; a pool's units paid in; at a round table the units that
            each loser paid.
        moves: what each member won; with what the pool won they sum to 0.
        held: what the pool holds after it.
        taken_by: who took the pool with it.
    """

    lineup: Lineup
    in_turn: bool
    won: Won
    points: int
    moves: tuple[int, ...]
    after: tuple[int, ...]
    held: int = 0
    taken_by: int | None = None

    @property
    def to_pool(self) -> int:
        """What the pool won, negative if it was taken."""
        return -sum(self.moves)


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The state of a company; `row` is the parties in a row that who plays first has won.
    All units sum to 0.
    """

    terms: CompanyTerms
    turns: tuple[Turn, ...]
    lineup: Lineup
    row: int
    balances: tuple[int, ...]
    held: int = 0
    sides: int = 2

    @property
    def players(self) -> int:
        return len(self.balances)


# In a chouette the winner of a partie plays the next one in the box; the first adviser takes the
# seat against the box, and the loser becomes the last adviser. The box plays double stakes: it wins
# or loses once for each of the others.
#
# Source: Cavendish, 8th edition, "Scoring" and "Chouette piquet". More than three, and a drawn
# partie, are in no source: the rest take turns in the order in which they cut, and after a draw the
# same two play again.


def rounded(points: int, rounding: Rounding = Rounding.TENS) -> int:
    """Return the points of a partie as a chouette counts them (Cavendish, 8th edition, "Scoring").

    >>> [rounded(points) for points in (415, 416, 141, 150)]
    [410, 420, 140, 150]
    """
    if rounding is Rounding.NONE:
        return points
    return points // 10 * 10 + (10 if points % 10 > 5 else 0)


class _Played(NamedTuple):
    """What a partie does to the card, as in `Turn`,
    and who plays next after how many won in a row.
    """

    points: int
    moves: tuple[int, ...]
    following: Lineup
    row: int = 0
    held: int = 0
    taken_by: int | None = None


def _chouette(card: Scorecard, terms: ChouetteTerms, lineup: Lineup, won: Won) -> _Played:
    points = rounded(won.points, terms.rounding)
    each = 0  # what each of the others wins of the box
    if won.by is not None:
        each = terms.share * (points if won.by else -points)
    moves = [each] * card.players
    moves[lineup.first] = -each * (card.players - 1)
    row = 0 if won.by is None else 1
    if won.by == 0 and lineup.first == card.lineup.first:
        row = card.row + 1
    return _Played(points, tuple(moves), _next(lineup, won, terms), row)


def _next(lineup: Lineup, won: Won, terms: ChouetteTerms) -> Lineup:
    box, other = lineup.seats
    advisers = lineup.others
    if won.by is None and terms.after_draw is AfterDraw.SAME_TWO:
        return lineup
    if not won.by:
        return Lineup((box, advisers[0]), (*advisers[1:], other))
    if terms.next_box is NextBox.WINNER:
        return Lineup((other, advisers[0]), (*advisers[1:], box))
    return Lineup((advisers[0], other), (*advisers[1:], box))


# The sources on the pool say only that the loser paid a guinea: who gives up the seat, when the
# pool is won and what a draw costs are terms, with what is usual at card tables as the default and
# "unsourced" as the source.


def _pool(card: Scorecard, terms: PoolTerms, lineup: Lineup, won: Won) -> _Played:
    row = card.row if lineup.first == card.lineup.first else 0
    winner = None
    paying: tuple[int, ...] = ()
    following = lineup
    if won.by is not None:
        winner = lineup.seats[won.by]
        loser = lineup.seats[1 - won.by]
        paying = (loser,)
        row = row + 1 if won.by == 0 else 1
        next_up, *waiting = lineup.others
        if terms.rises is Rises.LOSER:
            following = Lineup((winner, next_up), (*waiting, loser))
        else:
            following = Lineup((loser, next_up), (*waiting, winner))
    elif terms.stakes_of_a_draw:
        paying = lineup.seats
    balances = list(card.balances)
    held = card.held + terms.stake * len(paying)
    for each in paying:
        balances[each] -= terms.stake
    is_taken = winner is not None and row >= (terms.in_a_row or card.players - 1)
    if winner is not None and is_taken:
        balances[winner] += held
        balances = [balance - terms.entry for balance in balances]
        held = terms.entry * card.players
        row = 0
    moves = tuple(now - before for now, before in zip(balances, card.balances, strict=True))
    if winner not in (None, following.first):
        row = 0
    return _Played(
        points=terms.stake * len(paying),
        moves=moves,
        following=following,
        row=row,
        held=held,
        taken_by=winner if is_taken else None,
    )


# At a round table each loser of a partie pays, and the winner takes all of it or shares
# it with a partner. No source says what a partie of three or four is worth.


def _round_table(card: Scorecard, terms: RoundTableTerms, lineup: Lineup, won: Won) -> _Played:
    if won.by is None:
        return _Played(0, (0,) * card.players, card.lineup)
    paid = terms.stake * won.points
    moves = [-paid] * card.players
    for person in lineup.seats[won.by :: card.sides]:
        moves[person] = paid * (card.sides - 1)
    return _Played(paid, tuple(moves), card.lineup)


def begin(terms: CompanyTerms, players: int, sides: int = 2) -> Scorecard:
    """Return the card of a company before its first partie; `ContradictoryRules` if it cannot be
    played.

    The first two begin, of a chouette the first in the box; at a round table all. All players of a
    pool have paid in.
    """
    validate(terms, players=players)
    everyone = tuple(range(players))
    if isinstance(terms, RoundTableTerms):
        return Scorecard(terms, (), Lineup(everyone), 0, (0,) * players, sides=sides)
    entry = terms.entry if isinstance(terms, PoolTerms) else 0
    balances = (-entry,) * players
    return Scorecard(terms, (), Lineup((0, 1), everyone[2:]), 0, balances, held=entry * players)


def after(card: Scorecard, won: Won) -> Scorecard:
    """Return the card of a company after one more partie."""
    lineup = card.lineup.seated(won.seats)
    match card.terms:
        case ChouetteTerms():
            played = _chouette(card, card.terms, lineup, won)
        case PoolTerms():
            played = _pool(card, card.terms, lineup, won)
        case RoundTableTerms():
            played = _round_table(card, card.terms, lineup, won)
        case _:
            assert_never(card.terms)
    changes = zip(card.balances, played.moves, strict=True)
    balances = tuple(before + move for before, move in changes)
    turn = Turn(
        lineup=lineup,
        in_turn=lineup == card.lineup,
        won=won,
        points=played.points,
        moves=played.moves,
        after=balances,
        held=played.held,
        taken_by=played.taken_by,
    )
    return replace(
        card,
        turns=(*card.turns, turn),
        lineup=played.following,
        row=played.row,
        balances=balances,
        held=played.held,
    )


def play(terms: CompanyTerms, players: int, parties: Iterable[Won], sides: int = 2) -> Scorecard:
    """Return the card of a company after *parties*."""
    card = begin(terms, players, sides)
    for won in parties:
        card = after(card, won)
    return card


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One partie of a company as recorded: by its deals or, from a paper card, by its totals or its
    result.

    `seats` has the members in seat order, `None` if they sat in turn; `elder` is the index in them
    of the first elder. If another was recorded first, `first` says how many seats further on that
    player sits.
    """

    seats: tuple[int, ...] | None = None
    elder: int = 0
    deals: tuple[DealRecord, ...] = ()
    totals: tuple[int, ...] | None = None
    result: Won | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A company as recorded; *players* in the order in which they cut."""

    rules: Ruleset
    players: tuple[Player, ...]
    terms: CompanyTerms
    parties: tuple[TurnRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class CompanyPartie:
    """One partie of a company; `partie` and `settlement` are `None` if not known,
    `won` while it is in progress.
    """

    lineup: Lineup
    partie: Partie | None
    settlement: Settlement | None
    won: Won | None


@dataclass(frozen=True, slots=True)
class Company:
    """A company with its parties scored; all but the last are over,
    and the card counts those that are over.
    """

    record: CompanyRecord
    parties: tuple[CompanyPartie, ...]
    card: Scorecard

    @property
    def going_on(self) -> CompanyPartie | None:
        """The partie in progress."""
        return self.parties[-1] if self.parties and self.parties[-1].won is None else None

    def name(self, person: int) -> str:
        return self.record.players[person].name


def play_company(record: CompanyRecord, *, drop_surplus: bool = False) -> Company:
    """Score the parties of a company; *drop_surplus* as `play_partie` has it.

    `IllegalStatement` says in which *partie* the rules refuse something, or that one follows a
    partie that is not over. `ContradictoryRules` is raised for contradictory terms, and
    `ValueError` as by `settle_totals`.
    """
    validate(record.terms, record.rules, len(record.players))
    card = begin(record.terms, len(record.players), record.rules.sides)
    company = Company(replace(record, parties=()), (), card)
    for turn in record.parties:
        company = play_next(company, turn, drop_surplus=drop_surplus)
    return company


def play_next(company: Company, turn: TurnRecord, *, drop_surplus: bool = False) -> Company:
    """Return *company* after one more partie; errors as `play_company`."""
    record = company.record
    number = len(company.parties)
    if company.going_on is not None:
        unfinished = refuse(Rule.PARTIE_UNFINISHED, "the card", number=number)
        raise IllegalStatement(refusal_in_force(unfinished, record.rules), partie=number)
    lineup = company.card.lineup.seated(turn.seats)
    try:
        played = _play_turn(record, turn, lineup, drop_surplus=drop_surplus)
    except IllegalStatement as error:
        error.partie = number
        raise
    card = company.card if played.won is None else after(company.card, played.won)
    parties = (*company.parties, played)
    return Company(replace(record, parties=(*record.parties, turn)), parties, card)


def _play_turn(
    record: CompanyRecord, turn: TurnRecord, lineup: Lineup, *, drop_surplus: bool
) -> CompanyPartie:
    rules = record.rules
    players = record.players
    if turn.result is not None:
        return CompanyPartie(lineup, None, None, replace(turn.result, seats=turn.seats))
    if turn.totals is not None:
        settlement = settle_totals(rules, turn.totals)
        won = Won(settlement.winner, settlement.points, turn.seats)
        return CompanyPartie(lineup, None, settlement, won)
    from_elder = (*lineup.seats[turn.elder :], *lineup.seats[: turn.elder])
    seated = tuple(players[each] for each in from_elder)
    partie = play_partie(
        PartieRecord(rules, seated, turn.deals, turn.first), drop_surplus=drop_surplus
    )
    settled = partie.settlement
    if settled is None:
        return CompanyPartie(lineup, partie, None, None)
    by = None if settled.winner is None else (settled.winner + turn.elder) % rules.sides
    return CompanyPartie(lineup, partie, settled, Won(by, settled.points, turn.seats))


def as_played(company: Company) -> CompanyRecord:
    """Return the record with the seats of every partie,
    so that re-scoring under other rules keeps them.
    """
    turns = zip(company.record.parties, company.parties, strict=True)
    parties = tuple(replace(turn, seats=played.lineup.seats) for turn, played in turns)
    return replace(company.record, parties=parties)


class PaperText(Text):
    """Why totals from paper do not say who won.

    No deal is known of them, so no oracle asks it: each is tested with totals that it refuses.
    """

    SERIES = "these rules play a series, and totals do not say who won it: write the result"
    NOBODY_REACHED = "one of them must have reached {target} and be ahead of all others"
    BOTH_REACHED = (
        "more than one has reached {target}, and totals do not say who was first: write the result"
    )


def settle_totals(rules: Ruleset, totals: tuple[int, ...]) -> Settlement:
    """Settle a partie from its totals alone;
    `WrongValue` says why they do not determine the winner.
    """
    if rules.ends is Ends.DEALS:
        first, second = totals
        return settle(rules, (first, second))
    target = rules.target
    assert target is not None
    if rules.parties_to_win > 1:
        raise WrongValue(PaperText.SERIES())
    reached = [side for side, total in enumerate(totals) if total >= target]
    if not reached or totals.count(max(totals)) > 1:
        raise WrongValue(PaperText.NOBODY_REACHED(target=target))
    if len(reached) > 1:
        raise WrongValue(PaperText.BOTH_REACHED(target=target))
    return settle_target(rules, totals, reached[0], target)


class CompanyText(Text):
    """A company, who plays and who does not, and what a partie came to.

    What a partie pays is that of the settlement; who plays follows from the card. No oracle plays a
    company: cards of companies are in `tests/rules/test_company.py`.
    """

    CHOUETTE = "a chouette"
    POOL = "a pool"
    ROUND_TABLE = "a round table of {players:words}"
    COMPANY = "{names:and}: {frame}"
    SEAT = "{number}"
    IN_PARTNERSHIP = "{number}, in partnership with {partner}"
    BEGINS_IN_THE_BOX = "{number}, who begins in the box"
    BEGINS = "{number}, who begins"
    PLAYS_AGAINST = "{number}, who plays against"
    ADVISES = "{number}, who advises"
    WAITS = "{number}, who waits"
    ADVISING = "{names:and} {count:advises/advise}"
    WAITING = "{names:and} {count:waits/wait}"
    IN_THE_BOX = "{who} in the box against {other}"
    AGAINST = "{who} against {other}"
    ALL_PLAY = "{who}"
    LINEUP = "{who_plays}; {others}"
    OF_LINEUP = "{who_plays}: {result}"
    DRAWN = "drawn"
    WINS = "{who} {who:wins/win} {stake}"
    """Partners."""
    TAKES_THE_POOL = "{result}, and {who} takes the pool"
    POINTS = "{points}"
    PARTIES = "{points} {points:partie/parties}"


def frame_message(frame: Frame, players: int) -> Message:
    """Return what that number of players plays."""
    match frame:
        case Frame.CHOUETTE:
            return CompanyText.CHOUETTE()
        case Frame.POOL:
            return CompanyText.POOL()
        case Frame.ROUND_TABLE:
            return CompanyText.ROUND_TABLE(players=players)
        case _:
            assert_never(frame)


def cut_message(frame: Frame, number: int) -> Message:
    """Return the role of player *number*, from 0, in the order of the cut, or at a round table of
    the seats.

    >>> [str(cut_message(Frame.CHOUETTE, number)) for number in (0, 1, 2)]
    ['1, who begins in the box', '2, who plays against', '3, who advises']
    >>> [str(cut_message(Frame.ROUND_TABLE, number)) for number in (1, 3)]
    ['2', '4, in partnership with 2']
    """
    if frame is Frame.ROUND_TABLE:
        if number < 3:
            return CompanyText.SEAT(number=number + 1)
        return CompanyText.IN_PARTNERSHIP(number=number + 1, partner=number - 1)
    in_chouette = frame is Frame.CHOUETTE
    if number == 0:
        text = CompanyText.BEGINS_IN_THE_BOX if in_chouette else CompanyText.BEGINS
    elif number == 1:
        text = CompanyText.PLAYS_AGAINST
    else:
        text = CompanyText.ADVISES if in_chouette else CompanyText.WAITS
    return text(number=number + 1)


def company_message(company: Company) -> Message:
    names = tuple(player.name for player in company.record.players)
    frame = frame_message(company.record.terms.frame, len(names))
    return CompanyText.COMPANY(names=names, frame=frame)


def others_message(company: Company, lineup: Lineup) -> Message | None:
    """Return what the others do meanwhile: they advise, or wait; `None` if there are none."""
    if not lineup.others:
        return None
    names = tuple(company.name(each) for each in lineup.others)
    in_chouette = company.record.terms.frame is Frame.CHOUETTE
    text = CompanyText.ADVISING if in_chouette else CompanyText.WAITING
    return text(names=names, count=len(names))


def who_plays(company: Company, lineup: Lineup) -> Message:
    names = [company.name(each) for each in lineup.seats]
    match company.record.terms.frame:
        case Frame.ROUND_TABLE:
            return CompanyText.ALL_PLAY(who=heading(company.record.rules, names))
        case Frame.CHOUETTE:
            return CompanyText.IN_THE_BOX(who=names[0], other=names[1])
        case Frame.POOL:
            return CompanyText.AGAINST(who=names[0], other=names[1])
        case _:
            assert_never(company.record.terms.frame)


def sides_of(company: Company, lineup: Lineup) -> tuple[str, ...]:
    return side_names(company.record.rules, [company.name(each) for each in lineup.seats])


def lineup_message(company: Company, lineup: Lineup) -> Message:
    others = others_message(company, lineup)
    who = who_plays(company, lineup)
    return who if others is None else CompanyText.LINEUP(who_plays=who, others=others)


def result_message(company: Company, turn: Turn) -> Message:
    """Return who played a partie and its result;
    only the result where everyone plays in their usual seats.
    """
    result = won_message(company, turn)
    if not turn.lineup.others and turn.in_turn:
        return result
    return CompanyText.OF_LINEUP(who_plays=who_plays(company, turn.lineup), result=result)


def won_message(company: Company, turn: Turn) -> Message:
    """Return the result of a partie."""
    if turn.won.by is None:
        return CompanyText.DRAWN()
    rules = company.record.rules
    stake = CompanyText.PARTIES if rules.pays_parties else CompanyText.POINTS
    winner = sides_of(company, turn.lineup)[turn.won.by]
    result = CompanyText.WINS(who=winner, stake=stake(points=turn.won.points))
    if turn.taken_by is None:
        return result
    return CompanyText.TAKES_THE_POOL(result=result, who=company.name(turn.taken_by))
