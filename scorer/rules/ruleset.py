"""A ruleset: every choice that Piquet's authorities make differently,
as data with a source for each value.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from typing import Any, Union, get_args, get_origin, get_type_hints

from .cards import Card, Rank, pack, ranks
from .claims import Category
from .errors import WrongValue
from .messages import Text
from .seats import Seat

# Each member is one reading that a source gives; its value is what the rules page says. The field
# of `Ruleset` that has the choice says what it decides.


class Peek(Enum):
    OWN = "the player who leaves them may look at them"
    ELECTED = (
        "younger chooses after the first lead; if younger looks, so may elder; if not, neither"
    )
    EXPOSED_OR_HIDDEN = "younger may expose them to both or hide them"
    BOTH = "they may be exposed to both"


class FirstDealer(Enum):
    HIGHER_CHOOSES = "the higher cut chooses who deals"
    HIGHER_DEALS = "the higher cut deals"
    LOWER_DEALS = "the lower cut deals"
    CUT = "the players cut"
    LOTS = "the players draw lots"


class BlankOf(Enum):
    COURTS = "no king, queen or knave"
    COURTS_AND_TENS = "no king, queen, knave or ten"


class CarteBlancheWhen(Enum):
    DEALT = "as dealt"
    AFTER_EXCHANGE = "after the exchange"
    BOTH = "as dealt, and again if still blank after the exchange"


class CarteBlancheBoth(Enum):
    IMPOSSIBLE = "the pack cannot hold two"
    BOTH_SCORE = "both score"
    ANNUL = "the two annul each other"


class CarteBlancheAnnounced(Enum):
    AT_ONCE = "at once"
    YOUNGER_AFTER_ELDER = "younger may wait until elder has exchanged"


class PointCompare(Enum):
    LENGTH_THEN_PIPS = "more cards, then more pips"
    PIPS = "more pips"


class PointValue(Enum):
    LENGTH = "n"
    LESS_ONE_AT_FOUR = "n, less one when its pips end in four"
    TENTH_OF_PIPS = "a tenth of its pips, halves up"
    LENGTH_SQUARED = "n times n"
    FLAT_FIVE = "five"


class Stated(Enum):
    ON_TIE = "when asked, if the numbers are equal"
    ALWAYS = "always"


class TiePoint(Enum):
    NOBODY = "nobody"


class TieSequence(Enum):
    VOID_CLASS = "nobody scores any sequence"
    TIED_ONLY = "the equal sequences are lost, and elder may call a lesser one"


class LosersInClass(Enum):
    NONE = "counts nothing in that class"
    ALL_VALID = "counts all their own"


class LesserCount(Enum):
    HOLDER = "its holder alone"
    SIDE = "its holder and their partner"


class CarteRougeThirty(Enum):
    NEVER = "nobody’s"
    ELDER = "elder’s: not younger’s, after the lead"
    EITHER = "either’s"


class BlockedBy(Enum):
    EARLIER = "anything that counts before the thirty is reached"
    ANYTHING_VALID = "any valid announcement, wherever it counts"


class Order(Enum):
    CATEGORY = "class by class, in the order of Law 67"
    CHRONOLOGICAL = "as they are said and played: younger calls after elder’s first lead"


class PiqueSeat(Enum):
    ELDER = "elder only"
    EITHER = "either"


class CardsToPique(Enum):
    NEVER = "no"
    AT_SEVENTH_TRICK = "yes, from the seventh trick, while younger has none"


class MinusCalls(Enum):
    HOLDER = "the player who holds them"
    OTHER = "the other player"


class MinusCards(Enum):
    WINNER = "the player who wins the tricks"
    LOSER = "the player who loses them"
    NOBODY = "nobody"


class TrickCount(Enum):
    CLUB = "one for each lead, one for each trick won by the second player"
    TWO_FOR_CAPTURE = "one for a trick led and won, two for one won off the other’s lead"
    CAPTURED_CARDS = "one for each card of ten or better in a trick won"
    FLAT = "one for each trick won"
    LOST = "one for each trick lost"


class FirstLead(Enum):
    NO = "no"
    IF_LOST = "one if it loses"
    ALWAYS = "one, win or lose"


class CardsBasis(Enum):
    MAJORITY = "the winner of more tricks than anyone else"
    LAST_TRICK = "the winner of the last trick"


class CardsTie(Enum):
    NOBODY = "to nobody"
    CARRIED = "forward to the next deal’s cards"


class CapotForm(Enum):
    IN_PLACE = "in place of the ten for the cards"
    ON_TOP = "as the rest, on top of the ten"


class Ends(Enum):
    DEALS = "a number of deals"
    TARGET = "a number of points"


class StopRule(Enum):
    AT_ONCE = "the moment the target is reached"
    FINISH_DEAL = "at the end of the deal; the higher total wins"


class RubiconMode(Enum):
    SUM = "both totals are added, whatever the winner has"


class UnprovedDenial(Enum):
    NOBODY = "nobody"
    ELDER = "elder, after leading"


class Omission(Enum):
    YOUNGER_PLAYS = "when younger plays to the first trick"
    FIRST_CARD = "with the first card"


class Penalties(Enum):
    FULL = "costs every point of that deal; the opponent may waive it"
    VOID = "the claim alone is void"
    STRICT = "costs every point of that deal, and a call lower than the holding binds"


class ShowDuty(Enum):
    ON_REQUEST = "on request, at any time"
    ON_DEMAND = "on demand (proving)"
    SHOWN_OR_LOST = "before leading, or it is lost; sets excepted"
    SILENT = "the source does not say"


class EditWindow(Enum):
    NEXT_HAND_SEEN = "until the player who made it has seen their next hand"
    DEAL_ENDS = "until the deal ends"
    PARTIE_ENDS = "at any time in the partie"


class PaidBy(Enum):
    PER_POINT = "by the point"
    PER_PARTIE = "by the partie"


def rule(meaning: str, unit: str = "", *, documentary: bool = False) -> Any:
    """Declare a field of the ruleset; a *documentary* one is shown to the players,
    and changes no score.
    """
    return field(metadata={"meaning": meaning, "unit": unit, "documentary": documentary})


HOUSE = "house rule"
"""The source of a value that a table or a club has changed."""


@dataclass(frozen=True, repr=False)
class Ruleset:
    """Everything that a partie of Piquet is scored by.

    `sources` has the source of each field; a value that no source gives is "unsourced".
    `scorer.rules.house_rules` makes a ruleset from another and refuses one that contradicts itself.
    """

    id: str
    title: str
    sources: Mapping[str, str] = field(hash=False)

    players: int = rule("players at the table")
    sides: int = rule("sides that score, partners sitting opposite")
    lowest: Rank = rule("lowest rank of the pack")
    hand: int = rule("cards dealt to each", "cards")
    talon: int = rule("cards left in the talon", "cards")
    auction: bool = rule("hands are bid for: a number of tricks to win, or in a minus bid to lose")
    bid_min: int = rule("fewest tricks that are bid", "tricks")
    contract_points: int = rule(
        "each trick over the contract, or for the opponent short of it", "points"
    )
    minus_threshold: int = rule("in a minus deal, makes a repique or a pique", "points")
    minus_sinking: bool = rule("a player may sink in a minus deal")
    minus_calls: MinusCalls = rule("in a minus deal good calls score for")
    minus_cards: MinusCards = rule("in a minus deal the cards, or the capot, go to")
    elder_exchange_min: int = rule("fewest cards elder may exchange", "cards")
    elder_exchange_max: int = rule("most cards elder may exchange", "cards")
    younger_exchange_min: int = rule("fewest cards younger may exchange", "cards")
    younger_exchange_max: int | None = rule(
        "a limit on younger’s exchange besides what elder left", "cards"
    )
    dealer_exchange_min: int = rule(
        "with more than two, fewest cards the dealer exchanges", "cards"
    )
    dealer_exchange_max: int = rule(
        "with more than two, most cards the dealer alone exchanges", "cards"
    )
    elder_peek: Peek = rule("talon cards elder leaves", documentary=True)
    younger_peek: Peek = rule("talon cards younger leaves", documentary=True)
    discard_consulted: bool = rule(
        "a player may look at their own discard at any time", documentary=True
    )
    first_dealer: FirstDealer = rule("who deals first", documentary=True)
    carte_blanche: int = rule("carte blanche", "points")
    carte_blanche_blank_of: BlankOf = rule("a carte blanche is a hand with")
    carte_blanche_when: CarteBlancheWhen = rule("a carte blanche is found in the hand")
    carte_blanche_both: CarteBlancheBoth = rule("two cartes blanches in one deal")
    carte_blanche_announced: CarteBlancheAnnounced = rule(
        "a carte blanche is announced", documentary=True
    )
    carte_rouge: int = rule("carte rouge, every card having scored; 0: not played", "points")
    carte_rouge_to_thirty: CarteRougeThirty = rule("the thirty that a carte rouge helps to make")
    point_compare: PointCompare = rule("the better point has")
    point_value: PointValue = rule("a good point of n cards scores")
    point_min: int = rule("fewest cards in a point", "cards")
    point_min_pips: int = rule("fewest pips in a point", "pips")
    point_pips: Stated = rule("the pips of a point are said")
    point_tie: TiePoint = rule("an equal point scores for")
    partner_point: bool = rule("a player may call a point that only equals their partner’s")
    nought: bool = rule(
        "an empty suit counts as a point (5) and a sequence (10) of nought, fifty and a half"
    )
    sequence_points: tuple[int, ...] = rule("sequences of three cards, four, and so on", "points")
    sequence_tie: TieSequence = rule("when the best sequences are equal")
    sequence_heads: Stated = rule("the head of a sequence is said")
    trio_points: int = rule("a trio", "points")
    quatorze_points: int = rule("a quatorze", "points")
    set_min_rank: Rank = rule("lowest rank that makes a set")
    losers_in_class: LosersInClass = rule("the holder of the worse best sequence or set")
    lesser_count: LesserCount = rule("besides the best sequence or set, others count of")
    order: tuple[Category, ...] = rule("the order of reckoning")
    repique_threshold: int = rule("in hand alone, makes a repique", "points")
    repique_bonus: int = rule("a repique", "points")
    repique_blocked_by: BlockedBy = rule("a repique is barred by")
    pique_threshold: int = rule("in hand and play, makes a pique", "points")
    pique_bonus: int = rule("a pique", "points")
    pique_order: Order = rule("points are taken for a pique")
    pique_blocked_by: BlockedBy = rule("a pique is barred by")
    pique_seat: PiqueSeat = rule("a pique is made by")
    equality_blocks: bool = rule("an equal call bars the bonuses")
    barred_blocks: bool = rule("a holding that may not score still bars the bonuses")
    cards_to_pique: CardsToPique = rule("the ten for the cards counts towards a pique")
    capot_to_pique: bool = rule("a capot counts towards a pique")
    last_to_pique: bool = rule("the last trick’s extra point counts towards a pique")
    trick_count: TrickCount = rule("the play scores")
    trick_min_rank: Rank = rule("lowest rank that scores in play")
    first_lead: FirstLead = rule("elder’s first lead, where captures score two")
    last_points: int = rule("more for the last trick", "points")
    cards_points: int = rule("the cards", "points")
    cards_basis: CardsBasis = rule("the cards go to")
    cards_tie: CardsTie = rule("at six tricks each the cards go")
    capot_points: int = rule("a capot, in all", "points")
    capot_form: CapotForm = rule("a capot is written")
    ends: Ends = rule("the partie ends after")
    deals: int | None = rule("deals in a partie", "deals")
    deal_weights: tuple[int, ...] = rule("how often each deal counts; extra deals once")
    tie_deals: int = rule("extra deals when level, after which it is drawn", "deals")
    rubicon: int | None = rule("the Rubicon; reaching it exactly is safe", "points")
    rubicon_mode: RubiconMode = rule("when the loser has not crossed")
    partie_bonus: int = rule("added to the settlement for the partie", "points")
    concession: bool = rule("the last deal may be conceded before play, for thirteen and the cards")
    target: int | None = rule("points that win a partie", "points")
    decider_target: int | None = rule(
        "points that win the last possible partie of a series", "points"
    )
    target_order: Order = rule("near the target points are taken")
    stop_rule: StopRule = rule("a partie to a target stops")
    lurch: bool = rule("a loser under half the target (rounded up) loses double")
    parties_to_win: int = rule("parties that win the series", "parties")
    penalties: Penalties = rule("a false claim not corrected in time")
    unproved_denial: UnprovedDenial = rule("a “not good” with nothing better called scores for")
    omission: Omission = rule("what was not called is lost")
    show_duty: ShowDuty = rule("what was allowed good or equal is shown")
    edit_window: EditWindow = rule("a mistake in counting may be corrected", documentary=True)
    stakes: PaidBy = rule("the settlement is paid")
    stake_rounding: int = rule("odd points below this are dropped; 0: none are", "points")

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, *(getattr(self, each.name) for each in RULE_FIELDS)))

    def __hash__(self) -> int:
        return self._hash  # kept: a ruleset is the key of several caches

    @cached_property
    def round_the_table(self) -> bool:
        """Whether more than two play: each seat calls in its turn, and nobody answers."""
        return self.players > 2

    @cached_property
    def in_partnership(self) -> bool:
        """Whether partners, who sit opposite, score together."""
        return self.sides < self.players

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat)[: self.players]

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat; partners sit opposite."""
        return tuple(seat % self.sides for seat in range(self.players))

    @cached_property
    def _opponents(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of all other sides, for each side."""
        return tuple(
            tuple(seat for seat in self.seats if self.side_of[seat] != side)
            for side in range(self.sides)
        )

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        return self._opponents[self.side_of[seat]]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of the side, in their turn; none except in partnership."""
        side = self.side_of
        return tuple(
            other for other in self.seats if other is not seat and side[other] == side[seat]
        )

    def __repr__(self) -> str:
        """Return its name with its house rules, and not the ninety values and their sources."""
        changed = [rule for rule, source in self.sources.items() if source == HOUSE]
        values = [f"{rule}={written(value_to_data(getattr(self, rule)))}" for rule in changed]
        return f"<Ruleset {' '.join((self.id, *values))}>"

    @property
    def dealer(self) -> Seat:
        return self.seats[-1]

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        return ranks(self.lowest)

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        return pack(self.lowest)

    @cached_property
    def counts_every_card(self) -> bool:
        return (
            self.trick_min_rank <= self.lowest and self.trick_count is not TrickCount.CAPTURED_CARDS
        )

    @cached_property
    def pips_of_length(self) -> Mapping[int, range]:
        """The range of pips that each number of cards of one suit can make."""
        values = sorted(rank.pips for rank in self.ranks)
        return {n: range(sum(values[:n]), sum(values[-n:]) + 1) for n in range(1, len(values) + 1)}

    @property
    def pays_parties(self) -> bool:
        """Whether a settlement counts parties, not points."""
        return self.stakes is PaidBy.PER_PARTIE

    @cached_property
    def face_ranks(self) -> tuple[Rank, ...]:
        """The ranks that a carte blanche must lack."""
        lowest = Rank.KNAVE if self.carte_blanche_blank_of is BlankOf.COURTS else Rank.TEN
        return tuple(rank for rank in self.ranks if lowest <= rank <= Rank.KING)

    @property
    def plain_cards(self) -> int:
        """How many cards of the pack a carte blanche can have."""
        return 4 * (len(self.ranks) - len(self.face_ranks))

    @property
    def most_blanks(self) -> int:
        """How many hands of one deal the plain cards of the pack fill as cartes blanches."""
        return self.plain_cards // self.hand

    def possible_pips(self, length: int) -> tuple[int, ...]:
        """The pips that *length* cards of one suit can make, low to high;
        a test proves that no number is left out.
        """
        return tuple(self.pips_of_length.get(length, ()))

    def carries_set(self, rank: Rank) -> bool:
        return rank >= self.set_min_rank


RULE_FIELDS = tuple(f for f in fields(Ruleset) if "meaning" in f.metadata)

DOCUMENTARY = tuple(each.name for each in RULE_FIELDS if each.metadata["documentary"])
"""The fields that only inform the players: they change no score and no legal statement."""

NOT_SCORED = "not scored"
"""The note beside a documentary rule."""

SECTIONS: Mapping[str, str] = {
    "players": "The pack and the deal",
    "auction": "The auction",
    "elder_exchange_min": "The exchange",
    "carte_blanche": "Carte blanche and carte rouge",
    "point_compare": "The point",
    "sequence_points": "Sequences and sets",
    "order": "Order of reckoning, repique, pique",
    "trick_count": "The play",
    "ends": "The partie",
    "penalties": "Disputes and money",
}
"""The headings of the rules, each by the name of its first field."""

# The values of rules, and of the terms of a company, as plain data and as typed text

LONGEST_NUMBER = 6
"""The most characters of a number in a rule."""

_HINTS = get_type_hints(Ruleset)
TYPES: Mapping[str, Any] = {rule.name: _HINTS[rule.name] for rule in RULE_FIELDS}


class ValueText(Text):
    """What is wrong with the value of a rule or a term that was chosen or typed.

    It is said before there is a deal, so no oracle asks it: each is tested with a value of the
    kind.
    """

    NO_RULE = "there is no rule called '{word}'"
    OF = "{word}: {why}"
    LIST = "a list was expected, not {word}"
    TRUE_OR_FALSE = "true or false was expected, not {word}"
    WHOLE_NUMBER = "a whole number was expected, not {word}"
    NOT_ONE_OF = "{word} is not one of {possible:,}"
    NO_HOUSE_RULE = "'{word}' is not a house rule: write rule=value"
    NO_TERM = "'{word}' is not a term: write term=value"
    TWICE = "{word} is given twice"


def value_to_data(value: Any) -> Any:
    """Return a field's value as plain data for JSON and TOML:
    a member by its name, `None` as ``none``.
    """
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [value_to_data(each) for each in value]
    return "none" if value is None else value


def changes_from(values: Any, base: Any) -> dict[str, Any]:
    """Return the rules, or the terms of a company, in which *values* differ from *base*,
    as plain data by name.
    """
    changes = {}
    for each in fields(values):
        value = getattr(values, each.name)
        if "meaning" in each.metadata and value != getattr(base, each.name):
            changes[each.name] = value_to_data(value)
    return changes


def value_from_data(name: str, data: Any) -> Any:
    """Return the value of the field *name* from plain data;
    the `WrongValue` lists the values there are.
    """
    if name not in TYPES:
        raise WrongValue(ValueText.NO_RULE(word=name))
    return named_value(TYPES, name, data)


def named_value(types: Mapping[str, Any], name: str, data: Any) -> Any:
    """Return the value called *name* from plain data as `value_from_data`;
    *types* has the type of each name.
    """
    try:
        return _read(types[name], data)
    except WrongValue as error:
        raise WrongValue(ValueText.OF(word=name, why=error.message)) from None


def value_from_text(name: str, text: str) -> Any:
    """Return the value of the field *name* from typed text; otherwise as `value_from_data`."""
    return value_from_data(name, typed(TYPES.get(name), text))


def typed(hint: Any, text: str) -> Any:
    """Return typed text as TOML would read it where *hint* is expected.

    >>> typed(int, "21"), typed(bool, "yes"), typed(tuple[int, ...], "2,1")
    (21, True, [2, 1])
    """
    if get_origin(hint) is tuple:
        parts = [] if text in ("", "none") else text.split(",")
        return [typed(get_args(hint)[0], each) for each in parts]
    text = text.strip()
    if hint is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text


def _read(hint: Any, data: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return None if data in ("none", None) else _read(get_args(hint)[0], data)
    if get_origin(hint) is tuple:
        if not isinstance(data, list | tuple):
            raise WrongValue(ValueText.LIST(word=repr(data)))
        return tuple(_read(get_args(hint)[0], each) for each in data)
    if hint is bool or hint is int:
        if type(data) is not hint:
            wanted = ValueText.TRUE_OR_FALSE if hint is bool else ValueText.WHOLE_NUMBER
            raise WrongValue(wanted(word=repr(data)))
        return data
    words = {member.name.lower(): member for member in hint}
    if not isinstance(data, str) or data.lower() not in words:
        raise WrongValue(ValueText.NOT_ONE_OF(word=repr(data), possible=tuple(words)))
    return words[data.lower()]


def written(data: Any) -> str:
    """Return plain data as it is typed."""
    if isinstance(data, bool):
        return "yes" if data else "no"
    return ",".join(map(str, data)) if isinstance(data, list) else str(data)


def read_pairs(changes: Iterable[str], other_form: Text) -> dict[str, str]:
    """Split each ``name=value``; `WrongValue`, with *other_form* for another form, or for a name
    given twice.
    """
    read: dict[str, str] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise WrongValue(other_form(word=change))
        if name in read:
            raise WrongValue(ValueText.TWICE(word=name))
        read[name] = text
    return read
