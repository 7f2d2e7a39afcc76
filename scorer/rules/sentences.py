"""
Sentences: with `refusals` the one place where reasons become English.

Every other module of the kernel hands over members and arguments. Names may
be given for the seats, so that a sheet says *Ada* where a rule says *elder*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from .auction import Auction, Contract
from .cards import Rank
from .claims import SEQUENCE_NAMES, Category, Claim, PointClaim, SequenceClaim, SetClaim
from .lines import Line
from .reasons import Settling, Why
from .seats import BySeat, Seat
from .settlement import Step
from .words import number_words, times_words

Names = BySeat[str]

SEATS: Names = BySeat(("elder", "younger"))
"""The names of the seats where no player's are known."""


def seat_names(players: int) -> Names:
    """
    The names of the seats of a deal for so many players, where no player's are known.

    >>> seat_names(3)
    BySeat(values=('elder', 'younger', 'third'))
    """
    return BySeat(tuple(seat.word for seat in tuple(Seat)[:players]))


def other_name(names: Names, seat: Seat) -> str:
    """The opponent's name; of more than one, *another*."""
    return names[seat.other] if len(names.values) == 2 else "another"


def claim_words(claim: Claim) -> str:
    """
    A claim as it is spoken of.

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
    """A declaration of a hand in words; none named is a carte blanche."""
    return "carte blanche" if claim is None else claim_words(claim)


def category_word(category: Category) -> str:
    """A category as one speaks of calling it: the point, a sequence, a set."""
    return "the point" if category is Category.POINT else f"a {category.value}"


_DOUBLED = ("", ", doubled", ", redoubled")


def bid_words(bid: Contract) -> str:
    """
    A bid as it is spoken.

    >>> from scorer.rules.seats import Seat
    >>> bid_words(Contract(Seat.ELDER, 7)), bid_words(Contract(Seat.ELDER, 8, minus=True))
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
        f"repique: {number_words(a['before'])}, {number_words(a['after'])}; "
        f"{number_words(a['at'])} in hand before {other} could reckon"
    ),
    Why.PIQUE: lambda a, other, p: (
        f"pique: {number_words(a['before'] - a['by'])}, {number_words(a['after'])}; "
        f"{number_words(a['at'])} in hand and play before {other} reckoned"
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
    """What a line scores for, in words; its seat is told beside it."""
    other = other_name(names, line.seat)
    would = line.args.get("would", line.points)
    sentence = _LINES[line.why](line.args, other, would)
    if "would" in line.args:
        sentence += f", would score {would}: reckons nothing"
    return sentence + (f", but bars {other}" if line.bars else "")


_STEPS: Mapping[Settling, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    Settling.MORE_POINTS: lambda a, n: f"{n[a['winner']]} has more points: {a['high']} to {a['low']}",
    Settling.DRAWN: lambda a, n: f"level at {a['points']}: the partie is drawn",
    Settling.CROSSED: lambda a, n: f"{n[a['loser']]} has crossed the Rubicon: {a['low']}, and {a['rubicon']} crosses",
    Settling.NOT_CROSSED: lambda a, n: (
        f"{n[a['loser']]} has not crossed the Rubicon: {a['low']} is under {a['rubicon']}"
    ),
    Settling.DIFFERENCE: lambda a, n: f"the difference: {a['high']} − {a['low']} = {a['difference']}",
    Settling.SUM: lambda a, n: f"so the totals are added: {a['high']} + {a['low']} = {a['sum']}",
    Settling.BONUS: lambda a, n: f"and for the partie: {a['before']} + {a['bonus']} = {a['after']}",
    Settling.REACHED: lambda a, n: f"{n[a['winner']]} has reached {a['target']}, with {a['high']}",
    Settling.LURCHED: lambda a, n: f"{n[a['loser']]} has {a['low']}, under {a['half']}: a lurch, which counts double",
    Settling.NOT_LURCHED: lambda a, n: f"{n[a['loser']]} has {a['low']}, which saves the lurch at {a['half']}",
    Settling.DOUBLED: lambda a, n: f"twice for the lurch: 2 × {a['before']} = {a['after']}",
    Settling.SERIES: lambda a, n: f"{n[a['winner']]} wins the series, {a['won']} to {a['lost']}",
}


def step_sentence(step: Step, players: Sequence[str]) -> str:
    """One step of a settlement in words; *players*, or the sides, in the order of the partie."""
    return _STEPS[step.settling](step.args, players)
