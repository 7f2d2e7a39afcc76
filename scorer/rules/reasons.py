"""Reasons as data, put into words by `sentences`: why a line scores, and why a statement is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, NamedTuple


class Why(Enum):
    """Why a line of a deal has its points; the arguments each takes are named beside it."""

    CARTE_BLANCHE = auto()  # -
    CARTE_BLANCHE_AGAIN = auto()  # -
    CARTE_BLANCHE_ANNULLED = auto()  # -
    POINT = auto()  # claim
    POINT_ASKED_AWAY = auto()  # claim
    SEQUENCE = auto()  # claim
    SET = auto()  # claim
    EQUAL_BARS = auto()  # category
    CARTE_ROUGE = auto()  # -
    REPIQUE = auto()  # by, at, before, after
    PIQUE = auto()  # by, at, before, after
    LEADS = auto()  # count
    WINS = auto()  # count
    CAPTURES = auto()  # count
    FIRST_LEAD = auto()  # -
    TRICKS = auto()  # count
    TRICKS_LOST = auto()  # count
    CONTRACT_OVER = auto()  # bid, tricks, doubled
    CONTRACT_SHORT = auto()  # bid, tricks, doubled
    TENS_LED = auto()  # count
    TENS_WON = auto()  # count
    TENS_CAPTURED = auto()  # count
    UNPLAYED = auto()  # count
    LAST = auto()  # -
    CARDS = auto()  # tricks
    CARDS_AT_SEVENTH = auto()  # -
    CARDS_CARRIED = auto()  # tricks, carried
    CARDS_BY_LAST = auto()  # -
    CAPOT = auto()  # -
    CAPOT_MORE = auto()  # -
    CONCEDED_PLAY = auto()  # -
    CONCEDED_CARDS = auto()  # -

    __hash__ = object.__hash__  # as for Category


class Rule(Enum):
    """Why a statement, a deal or a settlement is refused; the arguments each takes are named beside it."""

    # the beginning of a deal
    NO_SUCH_SEAT = auto()  # players
    FOR_TWO = auto()  # players
    NOT_PLAYED = auto()  # what
    CALLS_BEGUN = auto()  # what
    SAID_ALREADY = auto()  # seat, what
    BLANK_BEFORE_EXCHANGE = auto()  # seat
    BLANK_AFTER_EXCHANGE = auto()  # seat
    TWO_BLANKS = auto()  # -
    ELDER_EXCHANGES_FIRST = auto()  # -
    DOES_NOT_EXCHANGE = auto()  # seat
    EXCHANGE_LIMIT = auto()  # seat, least, most
    # the auction
    AUCTION_OVER = auto()  # -
    AUCTION_OPEN = auto()  # seat
    OTHERS_BID = auto()  # seat
    BID_LIMIT = auto()  # least, most
    NOTHING_TO_DOUBLE = auto()  # -
    NOTHING_TO_REDOUBLE = auto()  # -
    # what can be claimed at all
    NO_SUCH_POINT = auto()  # length
    POINT_TOO_SHORT = auto()  # least
    POINT_TOO_LOW = auto()  # least
    NO_SUCH_PIPS = auto()  # length, pips
    NO_SUCH_RUN = auto()  # length
    NO_SUCH_HEAD = auto()  # length, top
    NO_SUCH_SET = auto()  # rank
    SAY_PIPS = auto()  # -
    SAY_HEAD = auto()  # -
    # whose turn it is, and what is open
    UNANSWERED = auto()  # category
    NOTHING_TO_ANSWER = auto()  # -
    HELD_TO_ANSWER = auto()  # -
    ELDER_TO_SAY = auto()  # category
    ONLY_YOUNGER = auto()  # what
    ONLY_ELDER = auto()  # what
    NOTHING_ASKED = auto()  # category
    ALREADY_STATED = auto()  # category
    POINT_CALLED_FIRST = auto()  # -
    ONE_POINT = auto()  # seat
    PARTNER_HAS_POINT = auto()  # seat, claim
    HAS_DECLINED = auto()  # seat, category
    CLASS_VOID = auto()  # category
    ANSWERED_NOT_GOOD = auto()  # category
    ELDER_IS_GOOD = auto()  # category
    NOT_BETTER = auto()  # claim, other
    NOT_LESSER = auto()  # claim, other
    BOUND_BY_CALL = auto()  # claim
    RANK_CALLED = auto()  # seat, rank
    TOO_MANY_CARDS = auto()  # seat, hand
    SETS_NEVER_EQUAL = auto()  # -
    OMITTED = auto()  # seat
    # corrections and penalties
    NOT_CLAIMED = auto()  # seat, claim
    PLAY_BEGUN = auto()  # -
    NO_PENALTY = auto()  # seat
    NOT_DEMANDED = auto()  # unasked
    NOT_ALLOWED = auto()  # claim
    PROVED = auto()  # claim
    NOT_LAST_DEAL = auto()  # -
    NOT_EVERY_CARD = auto()  # seat, hand
    SHORT_LIMIT = auto()  # most
    # the play
    DEAL_OVER = auto()  # -
    SAY_TENS = auto()  # -
    NO_TENS = auto()  # -
    TENS_LIMIT = auto()  # most
    TENS_IN_PACK = auto()  # most
    PLAIN_IN_PACK = auto()  # most
    COUNT_ONE_BY_ONE = auto()  # -
    COUNT_BEGUN = auto()  # -
    COUNT_SHORT_HAND = auto()  # -
    COUNT_TRICKS = auto()  # most
    COUNT_LAST = auto()  # seat, tricks
    COUNT_PLAY = auto()  # tricks, play, possible
    COUNT_YOUNGER = auto()  # play, younger_play
    COUNT_FIRST = auto()  # first
    SAY_FIRST = auto()  # -
    PIQUE_ONE_BY_ONE = auto()  # -
    RACE_ONE_BY_ONE = auto()  # target
    # strikes
    NOTHING_TO_STRIKE = auto()  # number
    STRIKE_FOR_STRIKE = auto()  # -
    NO_SUCH_POSITION = auto()  # number
    # a hand
    HAND_SIZE = auto()  # cards, hand
    NOT_IN_PACK = auto()  # card
    CARD_TWICE = auto()  # card
    # the partie
    OTHER_PLAYERS = auto()  # players
    PARTIE_OVER = auto()  # deals
    DEAL_UNFINISHED = auto()  # number
    PARTIE_UNFINISHED = auto()  # number
    RACE_UNKNOWN = auto()  # target


class Settling(Enum):
    """A step of the settlement: its sentence, with its arguments in braces."""

    MORE_POINTS = "{winner} has more points: {high} to {low}"
    DRAWN = "level at {points}: the partie is drawn"
    CROSSED = "{loser} has crossed the Rubicon: {low}, and {rubicon} crosses"
    NOT_CROSSED = "{loser} has not crossed the Rubicon: {low} is under {rubicon}"
    DIFFERENCE = "the difference: {high} − {low} = {difference}"
    SUM = "so the totals are added: {high} + {low} = {sum}"
    BONUS = "and for the partie: {before} + {bonus} = {after}"
    REACHED = "{winner} has reached {target}, with {high}"
    LURCHED = "{loser} has {low}, under {half}: a lurch, which counts double"
    NOT_LURCHED = "{loser} has {low}, which saves the lurch at {half}"
    DOUBLED = "twice for the lurch: 2 × {before} = {after}"
    SERIES = "{winner} wins the series, {won} to {lost}"


class Refusal(NamedTuple):
    """The rule that forbids something, its source, and the arguments of its sentence."""

    rule: Rule
    source: str
    args: Mapping[str, Any]


def refuse(rule: Rule, source: str, **args: Any) -> Refusal:
    return Refusal(rule, source, args)
