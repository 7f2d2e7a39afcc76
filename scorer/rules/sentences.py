"""
Sentences: the one place where reasons become English.

Every other module of the kernel hands over members and arguments. Names may
be given for the seats, so that a sheet says *Ada* where a rule says *elder*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .auction import Auction
from .cards import Rank
from .claims import SEQUENCE_NAMES, Category, Claim, PointClaim, SequenceClaim
from .lines import Line
from .reasons import Refusal, Rule, Settling, Why
from .seats import BySeat
from .settlement import Step
from .statements import Bid
from .words import number_words

Names = BySeat[str]

SEATS: Names = BySeat(("elder", "younger"))
"""The names of the seats where no player's are known."""


def claim_words(claim: Claim) -> str:
    """
    A claim as it is spoken of.

    >>> from scorer.rules.claims import SetClaim
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
        case _:
            return f"{number_words(claim.count)} {claim.rank.plural}"
    return words + ("" if suit is None else f" in {suit.word}")


def declaration_words(claim: Claim | None) -> str:
    """A declaration of a hand in words; none named is a carte blanche."""
    return "carte blanche" if claim is None else claim_words(claim)


def category_word(category: Category) -> str:
    """A category as one speaks of calling it: the point, a sequence, a set."""
    return "the point" if category is Category.POINT else f"a {category.value}"


def _times(count: int, one: str, many: str) -> str:
    return f"{number_words(count)} {one if count == 1 else many}"


_DOUBLED = ("", ", doubled", ", redoubled")


def bid_words(bid: Bid) -> str:
    """
    A bid as it is spoken.

    >>> from scorer.rules.seats import Seat
    >>> bid_words(Bid(Seat.ELDER, 7)), bid_words(Bid(Seat.ELDER, 8, minus=True))
    ('seven', 'minus eight')
    """
    return f"{'minus ' if bid.minus else ''}{number_words(bid.tricks)}"


def contract_sentence(auction: Auction, names: Names = SEATS) -> str:
    """What the maker of the contract undertakes, without the full stop; empty while there is no contract."""
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
        f"repique: {number_words(a['before'])}, {number_words(a['after'])}; thirty in hand before {other} could reckon"
    ),
    Why.PIQUE: lambda a, other, p: (
        f"pique: {number_words(a['before'] - a['by'])}, {number_words(a['after'])}; "
        f"thirty in hand and play before {other} reckoned"
    ),
    Why.LEADS: lambda a, other, p: _times(a["count"], "lead", "leads"),
    Why.WINS: lambda a, other, p: _times(a["count"], "trick", "tricks") + f" won off {other}'s lead",
    Why.CAPTURES: lambda a, other, p: _times(a["count"], "trick", "tricks") + f" won off {other}'s lead, two each",
    Why.FIRST_LEAD: lambda a, other, p: "the first lead",
    Why.TRICKS: lambda a, other, p: _times(a["count"], "trick", "tricks"),
    Why.TRICKS_LOST: lambda a, other, p: _times(a["count"], "trick", "tricks") + " lost",
    Why.CONTRACT_OVER: lambda a, other, p: _contract(a, f"{number_words(a['tricks'] - a['bid'].tricks)} over"),
    Why.CONTRACT_SHORT: lambda a, other, p: (
        f"{other}'s contract, {_contract(a, number_words(a['bid'].tricks - a['tricks']) + ' short')}"
    ),
    Why.TENS_LED: lambda a, other, p: _times(a["count"], "lead", "leads") + " of a ten or better",
    Why.TENS_WON: lambda a, other, p: (
        _times(a["count"], "trick", "tricks") + f" won off {other}'s lead with a ten or better"
    ),
    Why.TENS_CAPTURED: lambda a, other, p: _times(p, "card", "cards") + " of ten or better in tricks won",
    Why.UNPLAYED: lambda a, other, p: _times(a["count"], "trick", "tricks") + f" for the cards {other} is short of",
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
    """What a line scores for, in words; its seat is told beside it."""
    other = names[line.seat.other]
    would = line.args.get("would", line.points)
    sentence = _LINES[line.why](line.args, other, would)
    if "would" in line.args:
        sentence += f", would score {would}: reckons nothing"
    return sentence + (f", but bars {other}" if line.bars else "")


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _allowed(values: tuple[int, ...]) -> str:
    return " or ".join(str(value) for value in values)


_REFUSALS: Mapping[Rule, Callable[[Mapping[str, Any]], str]] = {
    Rule.NOT_PLAYED: lambda a: f"{a['what']} is not played under these rules",
    Rule.CALLS_BEGUN: lambda a: f"{a['what']} comes before the calls, which have begun",
    Rule.SAID_ALREADY: lambda a: f"{a['seat'].word} has already had {a['what']} recorded",
    Rule.BLANK_BEFORE_EXCHANGE: lambda a: f"a carte blanche is shown as dealt, and {a['seat'].word} has exchanged",
    Rule.BLANK_AFTER_EXCHANGE: lambda a: (
        f"a carte blanche is found after the exchange: record what {a['seat'].word} exchanged first"
    ),
    Rule.TWO_BLANKS: lambda a: "two cartes blanches in one deal cannot be: the pack has too few plain cards",
    Rule.ELDER_EXCHANGES_FIRST: lambda a: "elder exchanges first",
    Rule.EXCHANGE_LIMIT: lambda a: f"{a['seat'].word} may exchange {_span(a['least'], a['most'])} cards",
    Rule.AUCTION_OVER: lambda a: "the auction is over",
    Rule.AUCTION_OPEN: lambda a: f"the hands are bid for first: {a['seat'].word} is to speak",
    Rule.OTHERS_BID: lambda a: f"{a['seat'].word} is to speak in the auction",
    Rule.BID_LIMIT: lambda a: (
        f"a bid is now of {_span(a['least'], a['most'])} tricks"
        if a["least"] <= a["most"]
        else "no higher bid can be made"
    ),
    Rule.NOTHING_TO_DOUBLE: lambda a: "no bid waits to be doubled",
    Rule.NOTHING_TO_REDOUBLE: lambda a: "no double waits to be redoubled",
    Rule.NO_SUCH_POINT: lambda a: f"no suit gives a point of {number_words(a['length'])}",
    Rule.POINT_TOO_SHORT: lambda a: f"a point has at least {number_words(a['least'])} cards under these rules",
    Rule.NO_SUCH_PIPS: lambda a: (
        f"{_times(a['length'], 'card', 'cards')} of a suit cannot make {a['pips']}: "
        f"only {_span(a['possible'][0], a['possible'][-1])}"
    ),
    Rule.NO_SUCH_RUN: lambda a: f"no run of {number_words(a['length'])} cards is in the pack",
    Rule.NO_SUCH_HEAD: lambda a: f"no {SEQUENCE_NAMES[a['length']]} goes to the {a['top'].word}",
    Rule.NO_SUCH_SET: lambda a: f"{number_words(a['count'])} {a['rank'].plural} do not make a set",
    Rule.SAY_PIPS: lambda a: "these rules have the pips of a point said with it: add 'making' and the number",
    Rule.SAY_HEAD: lambda a: "these rules have the head of a sequence said with it: add 'to' and the card",
    Rule.UNANSWERED: lambda a: f"younger has not yet answered elder's {a['category'].value}",
    Rule.NOTHING_TO_ANSWER: lambda a: "no call waits for an answer, and none can still be withdrawn",
    Rule.HELD_TO_ANSWER: lambda a: "under these rules younger is held to the answer she gave",
    Rule.ELDER_TO_SAY: lambda a: (
        "younger asked: elder says what his point makes"
        if a["category"] is Category.POINT
        else "younger asked: elder says to what card his sequence goes"
    ),
    Rule.ONLY_YOUNGER: lambda a: f"it is younger who {a['what']} in this dialogue",
    Rule.ONLY_ELDER: lambda a: f"it is elder who {a['what']} after calling; younger says it with her call",
    Rule.NOTHING_ASKED: lambda a: f"no {a['category'].value} of elder's waits for this",
    Rule.ALREADY_STATED: lambda a: f"elder has already said everything of his {a['category'].value}",
    Rule.POINT_CALLED_FIRST: lambda a: "elder calls the point first or loses it",
    Rule.ONE_POINT: lambda a: f"{a['seat'].word} has called a point, and only one counts",
    Rule.HAS_DECLINED: lambda a: f"{a['seat'].word} has already spoken on {category_word(a['category'])}",
    Rule.CLASS_VOID: lambda a: f"the {a['category'].value} was equal, so nobody has one",
    Rule.ANSWERED_NOT_GOOD: lambda a: f"elder's {a['category'].value} was answered 'not good'",
    Rule.ELDER_IS_GOOD: lambda a: f"younger allowed elder's {a['category'].value}, so she has none",
    Rule.NOT_BETTER: lambda a: f"{claim_words(a['claim'])} is not better than {claim_words(a['other'])}",
    Rule.NOT_LESSER: lambda a: f"after an equal {claim_words(a['other'])} only a lesser one can follow",
    Rule.BOUND_BY_CALL: lambda a: f"elder is bound by his call of {claim_words(a['claim'])}: nothing above it counts",
    Rule.RANK_CALLED: lambda a: f"{a['seat'].word} has already called a set of {a['rank'].plural}",
    Rule.TOO_MANY_CARDS: lambda a: f"{a['seat'].word} would hold more than {number_words(a['hand'])} cards",
    Rule.SETS_NEVER_EQUAL: lambda a: "two sets are never equal",
    Rule.OMITTED: lambda a: f"what {a['seat'].word} did not call in time is lost",
    Rule.NOT_CLAIMED: lambda a: f"{a['seat'].word} has not called {claim_words(a['claim'])}",
    Rule.PLAY_BEGUN: lambda a: "the first trick has been played",
    Rule.NO_PENALTY: lambda a: f"{a['seat'].word} is under no penalty",
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
    Rule.TENS_LIMIT: lambda a: f"at most {_times(a['most'], 'card', 'cards')} of this trick can count",
    Rule.COUNT_ONE_BY_ONE: lambda a: (
        "under these rules each lead's rank decides what it scores: give the tricks one by one"
    ),
    Rule.COUNT_BEGUN: lambda a: "tricks have been given one by one: go on with them",
    Rule.COUNT_SHORT_HAND: lambda a: "with a short hand the tricks are given one by one",
    Rule.COUNT_TRICKS: lambda a: f"elder wins 0 to {a['most']} tricks",
    Rule.COUNT_LAST: lambda a: (
        f"{a['seat'].word} cannot have won the last trick with {_times(a['tricks'], 'trick', 'tricks')} in all"
        if a["tricks"] == 0
        else f"the last trick cannot be {a['seat'].word}'s when the other won none"
    ),
    Rule.COUNT_PLAY: lambda a: (
        f"elder cannot make {a['play']} in play with {_times(a['tricks'], 'trick', 'tricks')} and that last trick: "
        f"only {_allowed(a['possible'])}"
    ),
    Rule.COUNT_YOUNGER: lambda a: (
        "under these rules younger's points in play are said too, as in play 12-8"
        if a["younger_play"] is None
        else f"elder's {a['play']} and younger's {a['younger_play']} in play do not go together"
    ),
    Rule.COUNT_FIRST: lambda a: f"elder cannot have won {a['first']} tricks before younger's first",
    Rule.SAY_FIRST: lambda a: (
        "what this scores hangs on the order: say how many tricks elder won before younger's first, as in first 3"
    ),
    Rule.PIQUE_ONE_BY_ONE: lambda a: "a pique hangs on the order of the tricks: give them one by one",
    Rule.RACE_ONE_BY_ONE: lambda a: (
        f"{a['target']} is reached during the play: give the tricks one by one, so that it is known when"
    ),
    Rule.NOTHING_TO_STRIKE: lambda a: f"there is no earlier statement {a['number']} to strike",
    Rule.STRIKE_FOR_STRIKE: lambda a: "a statement cannot be put right as a strike",
    Rule.HAND_SIZE: lambda a: f"a hand has {number_words(a['hand'])} cards, and here are {a['cards']}",
    Rule.NOT_IN_PACK: lambda a: f"the pack has no {a['card']}",
    Rule.CARD_TWICE: lambda a: f"there is only one {a['card']} in the pack",
    Rule.PARTIE_OVER: lambda a: f"the partie was over after deal {a['deals']}",
    Rule.DEAL_UNFINISHED: lambda a: f"deal {a['number']} is not finished",
    Rule.PARTIE_UNFINISHED: lambda a: f"partie {a['number']} is not finished",
    Rule.RACE_UNKNOWN: lambda a: f"both totals are past {a['target']}, and totals alone cannot say who was first",
}


def refusal_sentence(refusal: Refusal) -> str:
    """Why something is refused, in words a player can act on, with its source."""
    sentence = _REFUSALS[refusal.rule](refusal.args)
    return f"{sentence} ({refusal.source})"


_STEPS: Mapping[Settling, Callable[[Mapping[str, Any], tuple[str, str]], str]] = {
    Settling.MORE_POINTS: lambda a, n: f"{n[a['winner']]} has more points: {a['high']} to {a['low']}",
    Settling.DRAWN: lambda a, n: f"level at {a['points']}: the partie is drawn",
    Settling.CROSSED: lambda a, n: f"{n[a['loser']]} has crossed the Rubicon: {a['low']}, and {a['rubicon']} crosses",
    Settling.NOT_CROSSED: lambda a, n: (
        f"{n[a['loser']]} has not crossed the Rubicon: {a['low']} is under {a['rubicon']}"
    ),
    Settling.DIFFERENCE: lambda a, n: f"the difference: {a['high']} - {a['low']} = {a['difference']}",
    Settling.SUM: lambda a, n: f"so the totals are added: {a['high']} + {a['low']} = {a['sum']}",
    Settling.BONUS: lambda a, n: f"and for the partie: {a['before']} + {a['bonus']} = {a['after']}",
    Settling.REACHED: lambda a, n: f"{n[a['winner']]} has reached {a['target']}, with {a['high']}",
    Settling.LURCHED: lambda a, n: f"{n[a['loser']]} has {a['low']}, under {a['half']}: a lurch, which counts double",
    Settling.NOT_LURCHED: lambda a, n: f"{n[a['loser']]} has {a['low']}, which saves the lurch at {a['half']}",
    Settling.SERIES: lambda a, n: f"{n[a['winner']]} wins the series, {a['won']} to {a['lost']}",
}


def step_sentence(step: Step, players: tuple[str, str]) -> str:
    """One step of a settlement in words; *players* in the order of the partie."""
    return _STEPS[step.settling](step.args, players)
