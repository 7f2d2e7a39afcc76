"""Reasons in words: why a line scores, and why a statement is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from .cards import Rank
from .claims import SEQUENCE_NAMES, Category, Claim, PointClaim, SequenceClaim, SetClaim
from .deal_state import Auction, Contract
from .lines import Line
from .reasons import Refusal, Rule, Why
from .seats import BySeat, Seat
from .settlement import Step
from .words import number_words, times_words

# Names may be given for the seats, so that a sheet says *Ada* where a rule says *elder*.

Names = BySeat[str]

SEATS: Names = BySeat(("elder", "younger"))


def seat_names(players: int) -> Names:
    return BySeat(tuple(seat.word for seat in tuple(Seat)[:players]))


def other_name(names: Names, seat: Seat) -> str:
    """Return the opponent's name, or *another* if there are several."""
    return names[seat.other] if len(names.values) == 2 else "another"


def claim_words(claim: Claim) -> str:
    """
    Return a claim as it is spoken.

    >>> claim_words(PointClaim(5, 49)), claim_words(SetClaim(4, Rank.TEN))
    ('point of five making 49', 'four tens')
    """
    match claim:
        case PointClaim(0) | SequenceClaim(0):
            return f"{claim.category.value} of nought"
        case PointClaim(length, pips, suit):
            words = f"point of {number_words(length)}" + ("" if pips is None else f" making {pips}")
        case SequenceClaim(length, top, suit):
            words = SEQUENCE_NAMES[length]
            if top is not None:
                words += " major" if top is Rank.ACE else f" to the {top.word}"
        case SetClaim(count, rank):
            return f"{number_words(count)} {rank.plural}"
        case _:
            assert_never(claim)
    return words + ("" if suit is None else f" in {suit.word}")


def declaration_words(claim: Claim | None) -> str:
    """Return a declaration of a hand in words; `None` is a carte blanche."""
    return "carte blanche" if claim is None else claim_words(claim)


def category_word(category: Category) -> str:
    return "the point" if category is Category.POINT else f"a {category.value}"


_DOUBLED = ("", ", doubled", ", redoubled")


def bid_words(bid: Contract) -> str:
    """
    Return a bid as it is spoken.

    >>> bid_words(Contract(Seat.ELDER, 8, minus=True))
    'minus eight'
    """
    return f"{'minus ' if bid.minus else ''}{number_words(bid.tricks)}"


def contract_sentence(auction: Auction, names: Names = SEATS) -> str:
    """Return what the maker of the contract undertakes, without the full stop; empty without a contract."""
    bid = auction.contract
    if bid is None:
        return ""
    to = "lose" if bid.minus else "win"
    return f"{names[bid.seat]} to {to} {number_words(bid.tricks)}{_DOUBLED[auction.doubled]}"


def _contract(args: Mapping[str, Any], by: str) -> str:
    return f"{bid_words(args['bid'])}: {by}{_DOUBLED[args['doubled']]}"


_LINES: Mapping[Why, Callable[[Mapping[str, Any], str, int], str]] = {
    Why.CARTE_BLANCHE: lambda a, other, p: "carte blanche",
    Why.CARTE_BLANCHE_AGAIN: lambda a, other, p: "carte blanche again after the exchange",
    Why.CARTE_BLANCHE_ANNULLED: lambda a, other, p: f"carte blanche, annulled by {other}'s",
    Why.POINT: lambda a, other, p: claim_words(a["claim"]),
    Why.POINT_ASKED_AWAY: lambda a, other, p: f"{claim_words(a['claim'])}: scores nothing after asking 'how many'",
    Why.SEQUENCE: lambda a, other, p: claim_words(a["claim"]),
    Why.SET: lambda a, other, p: claim_words(a["claim"]),
    Why.EQUAL_BARS: lambda a, other, p: f"{a['category'].value} equal: scores nothing",
    Why.CARTE_ROUGE: lambda a, other, p: "carte rouge: every card has scored",
    Why.REPIQUE: lambda a, other, p: (
        f"repique: {number_words(a['before'])}, {number_words(a['after'])}; "
        f"{number_words(a['at'])} in hand before {other} could score"
    ),
    Why.PIQUE: lambda a, other, p: (
        f"pique: {number_words(a['before'] - a['by'])}, {number_words(a['after'])}; "
        f"{number_words(a['at'])} in hand and play before {other} scored"
    ),
    Why.LEADS: lambda a, other, p: times_words(a["count"], "lead", "leads"),
    Why.WINS: lambda a, other, p: times_words(a["count"], "trick", "tricks") + f" won off {other}'s lead",
    Why.CAPTURES: lambda a, other, p: times_words(a["count"], "trick", "tricks") + f" won off {other}'s lead, two each",
    Why.FIRST_LEAD: lambda a, other, p: "the first lead",
    Why.TRICKS: lambda a, other, p: times_words(a["count"], "trick", "tricks"),
    Why.TRICKS_LOST: lambda a, other, p: times_words(a["count"], "trick", "tricks") + " lost",
    Why.CONTRACT_OVER: lambda a, other, p: _contract(a, f"{number_words(a['tricks'] - a['bid'].tricks)} over"),
    Why.CONTRACT_SHORT: lambda a, other, p: (
        f"{other}'s contract, {_contract(a, number_words(a['bid'].tricks - a['tricks']) + ' short')}"
    ),
    Why.TENS_LED: lambda a, other, p: times_words(a["count"], "lead", "leads") + " of a ten or better",
    Why.TENS_WON: lambda a, other, p: (
        times_words(a["count"], "trick", "tricks") + f" won off {other}'s lead with a ten or better"
    ),
    Why.TENS_CAPTURED: lambda a, other, p: times_words(p, "card", "cards") + " of ten or better in tricks won",
    Why.UNPLAYED: lambda a, other, p: (
        times_words(a["count"], "trick", "tricks") + f" for the cards {other} is short of"
    ),
    Why.LAST: lambda a, other, p: "the last trick",
    Why.CARDS: lambda a, other, p: f"the cards: {number_words(a['tricks'])} tricks",
    Why.CARDS_AT_SEVENTH: lambda a, other, p: f"the cards, with the seventh trick before {other} has one",
    Why.CARDS_CARRIED: lambda a, other, p: (
        f"the cards: {number_words(a['tricks'])} tricks, with {number_words(a['carried'])} carried forward"
    ),
    Why.CARDS_BY_LAST: lambda a, other, p: "the cards, with the last trick",
    Why.CAPOT: lambda a, other, p: "capot: every trick, in place of the cards",
    Why.CAPOT_MORE: lambda a, other, p: f"capot: every trick, {number_words(p)} more",
    Why.CONCEDED_PLAY: lambda a, other, p: f"every trick, {other} having conceded",
    Why.CONCEDED_CARDS: lambda a, other, p: f"the cards, {other} having conceded",
}


def line_sentence(line: Line, names: Names = SEATS) -> str:
    """Return what a line scores for, without its seat."""
    other = other_name(names, line.seat)
    would = line.args.get("would", line.points)
    sentence = _LINES[line.why](line.args, other, would)
    if "would" in line.args:
        sentence += f", would score {would}: reckons nothing"
    return sentence + (f", but bars {other}" if line.bars else "")


def step_sentence(step: Step, players: Sequence[str]) -> str:
    """Return one step of a settlement in words; *players*, or the sides, are in the order of the partie."""
    named = {who: players[step.args[who]] for who in ("winner", "loser") if who in step.args}
    return step.settling.value.format(**{**step.args, **named})


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


_REFUSALS: Mapping[Rule, Callable[[Mapping[str, Any]], str]] = {
    Rule.NO_SUCH_SEAT: lambda a: f"only {number_words(a['players'])} play under these rules",
    Rule.FOR_TWO: lambda a: f"only two players say this: {number_words(a['players'])} call in turn, and nobody answers",
    Rule.NOT_PLAYED: lambda a: f"{a['what']} is not played under these rules",
    Rule.CALLS_BEGUN: lambda a: f"{a['what']} comes before the calls, which have begun",
    Rule.SAID_ALREADY: lambda a: f"{a['seat'].word} has already had {a['what']} recorded",
    Rule.BLANK_BEFORE_EXCHANGE: lambda a: f"a carte blanche is shown as dealt, and {a['seat'].word} has exchanged",
    Rule.BLANK_AFTER_EXCHANGE: lambda a: (
        f"a carte blanche is found after the exchange: record what {a['seat'].word} exchanged first"
    ),
    Rule.TWO_BLANKS: lambda a: "there cannot be another carte blanche in this deal: the pack has too few plain cards",
    Rule.ELDER_EXCHANGES_FIRST: lambda a: "elder exchanges first",
    Rule.DOES_NOT_EXCHANGE: lambda a: f"{a['seat'].word} does not exchange under these rules",
    Rule.EXCHANGE_LIMIT: lambda a: f"{a['seat'].word} may exchange {_span(a['least'], a['most'])} cards",
    Rule.AUCTION_OVER: lambda a: "the auction is over",
    Rule.AUCTION_OPEN: lambda a: f"the auction is not over: {a['seat'].word} is to speak",
    Rule.OTHERS_BID: lambda a: f"{a['seat'].word} is to speak in the auction",
    Rule.BID_LIMIT: lambda a: (
        f"a bid must now be {_span(a['least'], a['most'])} tricks"
        if a["least"] <= a["most"]
        else "no higher bid can be made"
    ),
    Rule.NOTHING_TO_DOUBLE: lambda a: "there is no bid to double",
    Rule.NOTHING_TO_REDOUBLE: lambda a: "there is no double to redouble",
    Rule.NO_SUCH_POINT: lambda a: f"no suit gives a point of {number_words(a['length'])}",
    Rule.POINT_TOO_SHORT: lambda a: f"a point has at least {number_words(a['least'])} cards under these rules",
    Rule.POINT_TOO_LOW: lambda a: f"a point makes at least {a['least']} under these rules",
    Rule.NO_SUCH_PIPS: lambda a: (
        f"{times_words(a['length'], 'card', 'cards')} of a suit cannot make {a['pips']}: "
        f"only {_span(a['possible'][0], a['possible'][-1])}"
    ),
    Rule.NO_SUCH_RUN: lambda a: f"no run of {number_words(a['length'])} cards is in the pack",
    Rule.NO_SUCH_HEAD: lambda a: f"no {SEQUENCE_NAMES[a['length']]} goes to the {a['top'].word}",
    Rule.NO_SUCH_SET: lambda a: f"{number_words(a['count'])} {a['rank'].plural} do not make a set",
    Rule.SAY_PIPS: lambda a: "these rules have the pips of a point said with it: add 'making' and the number",
    Rule.SAY_HEAD: lambda a: "these rules have the head of a sequence said with it: add 'to' and the card",
    Rule.UNANSWERED: lambda a: f"younger has not yet answered elder's {a['category'].value}",
    Rule.NOTHING_TO_ANSWER: lambda a: "no call needs an answer now",
    Rule.HELD_TO_ANSWER: lambda a: "under these rules younger's answer cannot be changed",
    Rule.ELDER_TO_SAY: lambda a: (
        "younger asked: elder says what the point makes"
        if a["category"] is Category.POINT
        else "younger asked: elder says how high the sequence goes"
    ),
    Rule.ONLY_YOUNGER: lambda a: f"only younger {a['what']}",
    Rule.ONLY_ELDER: lambda a: f"only elder {a['what']} after calling; younger says it with the call",
    Rule.NOTHING_ASKED: lambda a: f"elder has called no {a['category'].value} that is still open",
    Rule.ALREADY_STATED: lambda a: f"elder has already said everything about the {a['category'].value}",
    Rule.POINT_CALLED_FIRST: lambda a: "elder calls the point first or loses it",
    Rule.ONE_POINT: lambda a: f"{a['seat'].word} has called a point, and only one counts",
    Rule.PARTNER_HAS_POINT: lambda a: f"{a['seat'].word} may not call a point equal to their partner's",
    Rule.HAS_DECLINED: lambda a: f"{a['seat'].word} has already spoken on {category_word(a['category'])}",
    Rule.CLASS_VOID: lambda a: f"the {a['category'].value} was equal, so nobody scores it",
    Rule.ANSWERED_NOT_GOOD: lambda a: f"elder's {a['category'].value} was answered 'not good'",
    Rule.ELDER_IS_GOOD: lambda a: f"younger allowed elder's {a['category'].value}, so younger has none",
    Rule.NOT_BETTER: lambda a: f"{claim_words(a['claim'])} is not better than {claim_words(a['other'])}",
    Rule.NOT_LESSER: lambda a: f"after an equal {claim_words(a['other'])} only a lesser one can follow",
    Rule.BOUND_BY_CALL: lambda a: f"elder called {claim_words(a['claim'])} and is bound by it: nothing higher counts",
    Rule.RANK_CALLED: lambda a: f"{a['seat'].word} has already called a set of {a['rank'].plural}",
    Rule.TOO_MANY_CARDS: lambda a: f"{a['seat'].word} would hold more than {number_words(a['hand'])} cards",
    Rule.SETS_NEVER_EQUAL: lambda a: "two sets are never equal",
    Rule.OMITTED: lambda a: f"what {a['seat'].word} did not call in time is lost",
    Rule.NOT_CLAIMED: lambda a: f"{a['seat'].word} has not called {claim_words(a['claim'])}",
    Rule.PLAY_BEGUN: lambda a: "the first trick has been played",
    Rule.NO_PENALTY: lambda a: f"{a['seat'].word} is under no penalty",
    Rule.NOT_DEMANDED: lambda a: (
        f"no claim is shown on request: good ones are shown {'unasked' if a['unasked'] else 'as the players agree'}"
    ),
    Rule.NOT_ALLOWED: lambda a: f"{claim_words(a['claim'])} was not allowed, so nobody may ask to see it",
    Rule.PROVED: lambda a: f"{claim_words(a['claim'])} has been shown",
    Rule.NOT_LAST_DEAL: lambda a: "only the last deal of a partie may be conceded",
    Rule.NOT_EVERY_CARD: lambda a: (
        f"the good claims of {a['seat'].word} do not use all {number_words(a['hand'])} cards"
    ),
    Rule.SHORT_LIMIT: lambda a: f"a hand is short by one to {number_words(a['most'])} cards",
    Rule.DEAL_OVER: lambda a: "the deal is over",
    Rule.SAY_TENS: lambda a: (
        "only cards of ten or better count under these rules: say how many in each trick, as in E3:1"
    ),
    Rule.NO_TENS: lambda a: "every card counts under these rules: leave out the number after the colon",
    Rule.TENS_LIMIT: lambda a: f"at most {times_words(a['most'], 'card', 'cards')} of this trick can count",
    Rule.TENS_IN_PACK: lambda a: (
        f"the pack has {a['most']} cards that count, and with this trick more would have been played"
    ),
    Rule.PLAIN_IN_PACK: lambda a: (
        f"the pack has {a['most']} cards that do not count, and with this trick more would have been played"
    ),
    Rule.COUNT_ONE_BY_ONE: lambda a: (
        "under these rules each lead's rank decides what it scores: give the tricks one by one"
    ),
    Rule.COUNT_BEGUN: lambda a: "tricks have been given one by one: go on with them",
    Rule.COUNT_SHORT_HAND: lambda a: "with a short hand the tricks are given one by one",
    Rule.COUNT_TRICKS: lambda a: f"elder wins 0 to {a['most']} tricks",
    Rule.COUNT_LAST: lambda a: (
        f"{a['seat'].word} cannot have won the last trick with {times_words(a['tricks'], 'trick', 'tricks')} in all"
        if a["tricks"] == 0
        else f"the last trick cannot be {a['seat'].word}'s when the other won none"
    ),
    Rule.COUNT_PLAY: lambda a: (
        f"elder cannot make {a['play']} in play with {times_words(a['tricks'], 'trick', 'tricks')} and that last "
        f"trick: only {' or '.join(map(str, a['possible']))}"
    ),
    Rule.COUNT_YOUNGER: lambda a: (
        "under these rules younger's points in play are said too, as in play 12-8"
        if a["younger_play"] is None
        else f"elder's {a['play']} and younger's {a['younger_play']} in play do not go together"
    ),
    Rule.COUNT_FIRST: lambda a: f"elder cannot have won {a['first']} tricks before younger's first",
    Rule.SAY_FIRST: lambda a: (
        "what this scores depends on the order: say how many tricks elder won before younger's first, as in first 3"
    ),
    Rule.PIQUE_ONE_BY_ONE: lambda a: "a pique depends on the order of the tricks: give them one by one",
    Rule.RACE_ONE_BY_ONE: lambda a: (
        f"{a['target']} is reached during the play: give the tricks one by one, to show when"
    ),
    Rule.NOTHING_TO_STRIKE: lambda a: f"there is no earlier statement {a['number']} to strike",
    Rule.STRIKE_FOR_STRIKE: lambda a: "a correction can only name what was said at the table",
    Rule.NO_SUCH_POSITION: lambda a: f"there is no earlier statement {a['number']} to insert one before",
    Rule.HAND_SIZE: lambda a: f"a hand has {number_words(a['hand'])} cards, and here are {a['cards']}",
    Rule.NOT_IN_PACK: lambda a: f"the pack has no {a['card']}",
    Rule.CARD_TWICE: lambda a: f"there is only one {a['card']} in the pack",
    Rule.OTHER_PLAYERS: lambda a: f"these rules are for {number_words(a['players'])} players",
    Rule.PARTIE_OVER: lambda a: f"the partie was over after deal {a['deals']}",
    Rule.DEAL_UNFINISHED: lambda a: f"deal {a['number']} is not finished",
    Rule.PARTIE_UNFINISHED: lambda a: f"partie {a['number']} is not finished",
    Rule.RACE_UNKNOWN: lambda a: f"both totals are past {a['target']}, and totals alone cannot say who was first",
}


def refusal_sentence(refusal: Refusal) -> str:
    sentence = _REFUSALS[refusal.rule](refusal.args)
    return f"{sentence} ({refusal.source})"


class IllegalStatement(ValueError):
    """
    The rules forbid the statement at *position* of a log, a *deal* or a *partie*, counted from 0.

    Line and column are 1-based. What is not at fault, or not known, is `None` or 1.
    """

    line = 1
    column = 1

    def __init__(
        self, refusal: Refusal, position: int | None = None, deal: int | None = None, partie: int | None = None
    ) -> None:
        super().__init__(refusal_sentence(refusal))
        self.refusal = refusal
        self.position = position
        self.deal = deal
        self.partie = partie
