"""Reasons as data: why a line scores, why a statement is refused, and the steps of a settlement.

Each is its text, with its placeholders in braces; `sentences` makes messages of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .messages import Message, Text


class Why(Text):
    """Why a line of a deal has its points.

    It claims what the log, or with the hands the table, can be asked: how many leads and tricks,
    what was called, denied or equal, what was counted before and after a bonus, and who could score
    by then.
    """

    CARTE_BLANCHE = "carte blanche"
    CARTE_BLANCHE_AGAIN = "carte blanche again after the exchange"
    CARTE_BLANCHE_ANNULLED = "carte blanche, annulled by {other:’s}"
    CLAIM = "{claim}"
    UNPROVED_DENIAL = "{claim}: “not good” was not proved, so it counts after the lead"
    POINT_ASKED_AWAY = "{claim}: scores nothing after asking “how many”"
    POINT_SAID_EQUAL = "{claim}: scores nothing after “equal” to a shorter point"
    EQUAL = "{claim}, equal: nobody scores it"
    EQUAL_VOIDS = "{claim}, equal: nobody scores a sequence"
    EQUAL_BARS = "{category} equal: scores nothing"
    CARTE_ROUGE = "carte rouge: every card has scored"
    REPIQUE = "repique: {counted}; {at:words} in hand before {other} could score"
    PIQUE = "pique: {counted}; {at:words} in hand and play before {other} scored"
    PIQUE_AS_SPOKEN = (
        "pique: {counted}; {at:words} in hand and play in the order of speaking: "
        "{other} called after the lead"
    )
    LEADS = "{count:lead}"
    LEADS_WON = "{count:trick} led and won"
    WINS = "{count:trick} won off {other:’s} lead"
    CAPTURES = "{count:trick} won off {other:’s} lead, two each"
    FIRST_LEAD = "the first lead"
    TRICKS = "{count:trick}"
    TRICKS_LOST = "{count:trick} lost"
    CONTRACT_OVER = "{bid}: {by:words} over"
    CONTRACT_SHORT = "{other:’s} contract, {bid}: {by:words} short"
    TENS_LED = "{count:lead} of a ten or better"
    TENS_WON = "{count:trick} won off {other:’s} lead with a ten or better"
    TENS_CAPTURED = "{points:card} of ten or better in tricks won"
    UNPLAYED = "{count:trick} for the cards {other} is short of"
    LAST = "the last trick"
    CARDS = "the cards: {tricks:words} tricks"
    CARDS_AT_SEVENTH = "the cards: seven tricks before {other:’s} first"
    CARDS_CARRIED = "the cards: {tricks:words} tricks, with {carried:words} carried forward"
    CARDS_BY_LAST = "the cards, with the last trick"
    CAPOT = "capot: every trick, in place of the cards"
    CAPOT_MORE = "capot: every trick, {points:words} more"
    CONCEDED_PLAY = "every trick, {other} having conceded"
    CONCEDED_CARDS = "the cards, {other} having conceded"


class Rule(Text):
    """Why a statement, a deal or a settlement is refused.

    It claims what was said before or was not, as the log has it, or what the pack and the rules
    allow; its source is what is in force.
    """

    # the beginning of a deal
    NO_SUCH_SEAT = "only {players:words} play under these rules"
    FOR_TWO = "with {players:words} players nobody answers a call: each calls in turn"
    NOT_PLAYED = "{what} is not played under these rules"
    CALLS_BEGUN = "{what} comes before the calls, which have begun"
    SAID_ALREADY = "{what} has already been recorded for {seat}"
    BLANK_BEFORE_EXCHANGE = (
        "a carte blanche is shown before the exchange, and {seat} has already exchanged"
    )
    BLANK_AFTER_EXCHANGE = (
        "a carte blanche is found after the exchange: record what {seat} exchanged first"
    )
    TWO_BLANKS = (
        "there cannot be another carte blanche in this deal: the pack has too few plain cards"
    )
    ELDER_EXCHANGES_FIRST = "{elder} exchanges first"
    DOES_NOT_EXCHANGE = "{seat} does not exchange under these rules"
    EXCHANGE_LIMIT = "{seat} may exchange {possible} cards"
    # the auction
    AUCTION_OVER = "the auction is over"
    AUCTION_OPEN = "the auction is not over: {seat} is to speak"
    OTHERS_BID = "{seat} is to speak in the auction"
    BID_LIMIT = "a bid must now be {possible} tricks"
    NO_HIGHER_BID = "no higher bid can be made"
    NOTHING_TO_DOUBLE = "there is no bid to double"
    NOTHING_TO_REDOUBLE = "there is no double to redouble"
    # what can be claimed at all
    NO_SUCH_POINT = "no suit gives a point of {length:words}"
    POINT_TOO_SHORT = "a point has at least {least:words} cards under these rules"
    POINT_TOO_LOW = "a point makes at least {least} under these rules"
    NO_SUCH_PIPS = "{length:card} of a suit cannot make {pips}: only {possible}"
    NO_SUCH_RUN = "no run of {length:words} cards is in the pack"
    NO_SUCH_HEAD = "no {run} goes to the {top}"
    NO_SUCH_SET = "{count:words} {rank:plural} do not make a set"
    SAY_PIPS = "under these rules a point is called with its pips: add 'making' and the number"
    SAY_HEAD = "under these rules a sequence is called with its highest card: add 'to' and the card"
    # whose turn it is, and what is open
    UNANSWERED = "{younger} has not yet answered {elder:’s} {category}"
    NOTHING_TO_ANSWER = "no call needs an answer now"
    HELD_TO_ANSWER = "under these rules {younger:’s} answer cannot be changed"
    ELDER_TO_SAY = (
        "{younger} asked: {elder} says {point:how high the sequence goes|what the point makes}"
    )
    ONLY_YOUNGER = "only {younger} {what}"
    ONLY_ELDER = "only {elder} {what} after calling; {younger} says it with the call"
    NOTHING_ASKED = "{elder} has called no {category} that is still open"
    ALREADY_STATED = "{elder} has already said everything about the {category}"
    POINT_CALLED_FIRST = "{elder} calls the point first or loses it"
    ONE_POINT = "{seat} has called a point, and only one counts"
    PARTNER_HAS_POINT = "{seat} may not call a point equal to their partner’s"
    HAS_DECLINED = "{seat} has already spoken on {what}"
    CLASS_VOID = "the {category} was equal, so nobody scores it"
    ANSWERED_NOT_GOOD = "{elder:’s} {category} was answered “not good”"
    ELDER_IS_GOOD = (
        "{younger} allowed {elder:’s} {category}, so no {category} of {younger:’s} counts"
    )
    NOT_OF_POINT = "only a point makes a number, and {elder} called a {category}"
    NO_POINT_MAKES = "no point makes {pips}"
    POINT_MADE = "{younger} said in the answer that their point makes {pips}"
    NOT_BETTER = "{claim} is not better than {rival}"
    ONLY_EQUAL = "{claim} is only as good as the other player’s {rival}"
    NOT_LESSER = "after an equal {rival} only a lesser one can follow"
    BOUND_BY_CALL = "{elder} called {claim} and is bound by it: nothing higher counts"
    RANK_CALLED = "{seat} has already called a set of {rank:plural}"
    TOO_MANY_CARDS = "{seat} would hold more than {hand:words} cards"
    SETS_NEVER_EQUAL = "two sets are never equal"
    OMITTED = "what {seat} did not call in time is lost"
    # corrections and penalties
    NOT_CLAIMED = "{seat} has not called {claim}"
    SAID_IN_FULL = "{seat:’s} call is {claim}: name all of it"
    PLAY_BEGUN = "the first trick has been played"
    NO_PENALTY = "{seat} is under no penalty"
    NOT_DEMANDED = (
        "no claim is shown on request: good ones are shown {unasked:as the players agree|unasked}"
    )
    NOT_ALLOWED = "{claim} was not allowed, so nobody may ask to see it"
    PROVED = "{claim} has been shown"
    NOT_LAST_DEAL = "only the last deal of a partie may be conceded"
    NOT_EVERY_CARD = "the good claims of {seat} do not use all {hand:words} cards"
    SHORT_LIMIT = "a hand is short by one to {most:words} cards"
    # the play
    DEAL_OVER = "the deal is over"
    SAY_TENS = (
        "only cards of ten or better count under these rules: say how many in each trick, "
        "as in E3:1"
    )
    NO_TENS = "every card counts under these rules: leave out the number after the colon"
    TENS_LIMIT = "at most {most:card} of this trick can count"
    TENS_IN_PACK = (
        "the pack has {most} cards that count, and with this trick more would have been played"
    )
    PLAIN_IN_PACK = (
        "the pack has {most} cards that do not count, and with this trick more would "
        "have been played"
    )
    COUNT_ONE_BY_ONE = (
        "under these rules each lead’s rank decides what it scores: give the tricks one by one"
    )
    COUNT_BEGUN = "tricks have been given one by one: go on with them"
    COUNT_SHORT_HAND = "with a short hand the tricks are given one by one"
    COUNT_TRICKS = "{elder} can win 0 to {most} tricks"
    COUNT_LAST = "{seat} cannot have won the last trick with no tricks in all"
    COUNT_PLAY = (
        "{elder} cannot make {play} in play with {tricks:trick} and that last trick: "
        "only {possible}"
    )
    COUNT_BOTH = "under these rules {younger:’s} points in play are said too, as in play 12-8"
    COUNT_YOUNGER = "{elder:’s} {play} and {younger:’s} {younger_play} in play cannot both be right"
    COUNT_FIRST = "{elder} cannot have won {first:trick} before {younger:’s} first"
    COUNT_ANY_FIRST = (
        "{elder} won from {first} to {most} tricks before {younger:’s} first in any case: "
        "leave that out"
    )
    SAY_FIRST = (
        "what this scores depends on the order: say how many tricks {elder} won before "
        "{younger:’s} first, as in first 3 or first 3-5"
    )
    PIQUE_ONE_BY_ONE = "a pique depends on the order of the tricks: give them one by one"
    RACE_ONE_BY_ONE = (
        "{target} is reached during the play: give the tricks one by one, to show when"
    )
    # strikes
    NOTHING_TO_STRIKE = "there is no earlier statement {number} to strike"
    STRIKE_FOR_STRIKE = "a correction can only name what was said at the table"
    NO_SUCH_POSITION = "there is no earlier statement {number} to insert one before"
    # a hand
    HAND_SIZE = "a hand has {hand:words} cards, but this one has {cards}"
    NOT_IN_PACK = "the pack has no {card}"
    CARD_TWICE = "there is only one {card} in the pack"
    # the partie
    OTHER_PLAYERS = "these rules are for {players:words} players"
    PARTIE_OVER = "the partie was over after deal {deals}"
    DEAL_UNFINISHED = "deal {number} is not finished"
    PARTIE_UNFINISHED = "partie {number} is not finished"
    RACE_UNKNOWN = "both totals have reached {target}, and totals alone cannot say who was first"


OF_ONE = {
    Rule.BOUND_BY_CALL,
    Rule.EXCHANGE_LIMIT,
    Rule.NO_SUCH_HEAD,
    Rule.NO_SUCH_PIPS,
    Rule.NOT_BETTER,
    Rule.ONLY_EQUAL,
    Rule.NOT_LESSER,
    Rule.PARTNER_HAS_POINT,
    Rule.POINT_MADE,
    Rule.POINT_TOO_LOW,
    Rule.RANK_CALLED,
    Rule.SAID_ALREADY,
    Rule.TOO_MANY_CARDS,
    Rule.UNANSWERED,
}
"""The refusals of one statement, after which another of its class may be legal;
any other closes the class.
"""


class Settling(Text):
    """A step of the settlement.

    It claims what follows from the totals and the rules by addition and comparison.
    """

    TIED = "level at {points} after {deals:words} deals, so {number:words} more were played"
    TIED_ONCE = "level at {points} after {deals:words} deals, so one more was played"
    MORE_POINTS = "{winner} {winner:has/have} more points: {high} to {low}"
    DRAWN = "level at {points}: the partie is drawn"
    CROSSED = "{loser} {loser:has/have} crossed the Rubicon: {low}, and {rubicon} crosses"
    NOT_CROSSED = "{loser} {loser:has/have} not crossed the Rubicon: {low} is under {rubicon}"
    DIFFERENCE = "the difference: {high} − {low} = {difference}"
    SUM = "so the totals are added: {high} + {low} = {sum}"
    SUM_OF_BOTH_UNDER = (
        "so the totals are added, although the winner is under {rubicon} too: "
        "{high} + {low} = {sum}"
    )
    BONUS = "and for the partie: {before} + {bonus} = {after}"
    REACHED = "{winner} {winner:has/have} reached {target}, with {high}"
    LURCHED = "{loser} {loser:has/have} {low}, under {half}: a lurch, which counts double"
    NOT_LURCHED = "{loser} {loser:has/have} {low}, which saves the lurch at {half}"
    DOUBLED = "twice for the lurch: 2 × {before} = {after}"
    SERIES = "{winner} {winner:wins/win} the series, {won} to {lost}"


class Refusal(NamedTuple):
    """The rule that forbids something, and the arguments of its sentence.

    Attributes:
        by: what it rests on: a law, or the name of a rule of the ruleset.
        source: what that is under the rules of the deal, once `refusal_in_force` has found it;
            empty until then, or if nobody gives a source.
    """

    rule: Rule
    by: str
    args: Mapping[str, Any]
    source: str = ""


class Thing(Text):
    """What is refused, in a reason."""

    AN_AUCTION = "an auction"
    BLANK = "carte blanche"
    A_BLANK = "a carte blanche"
    ROUGE = "carte rouge"
    A_ROUGE = "a carte rouge"
    EXCHANGE = "the exchange"
    NOUGHT = "a point or sequence of nought"
    NOUGHT_SEQUENCE = "a sequence of nought"
    A_PENALTY = "a penalty"
    SHORT_HAND = "a short hand"
    MINUS_SHORT_HAND = "a short hand in a minus deal"
    CONCESSION = "a concession"
    THE_POINT = "the point"
    A_SEQUENCE = "a sequence"
    A_SET = "a set"
    ASKS = "asks"
    ANSWERS = "answers"
    SAYS_DETAIL = "says what a call makes"


class Span(Text):
    """The numbers from one to another."""

    FROM_TO = "{least} to {most}"


def span(least: int, most: int) -> Message | int:
    """Return the numbers from *least* to *most* for a place."""
    return least if least == most else Span.FROM_TO(least=least, most=most)


PACK = "the pack"
"""What a refusal rests on that follows from the cards there are."""

LOG = "the log"
"""What a refusal rests on that follows from what was said."""


def refuse(rule: Rule, by: str, **args: Any) -> Refusal:
    """Return a refusal *by* a law, or by the rule of the ruleset that has this name."""
    return Refusal(rule, by, args)
