"""
The auction at the table: the keys of whoever is to speak, and the contract in the words of the card.

Two rows of numbers stand above each other, to win and minus; below them what
answers a bid. Every key is a statement that `legal_next` allows.
"""

from __future__ import annotations

from ..rules.auction import tricks_made
from ..rules.deal import Deal, Phase
from ..rules.lines import LineKind
from ..rules.sentences import bid_words, contract_sentence
from ..rules.spoken import statement_sentence
from ..rules.statements import Bid, Doubled, Passed, Redoubled, Statement, effective
from ..rules.words import number_words
from .keys import Key, Keys, Names, Question, blank_keys, said

BIDS = (Bid, Passed, Doubled, Redoubled)
"""What is said in an auction."""

_ANSWERS: dict[type, str] = {Passed: "Pass", Doubled: "Double", Redoubled: "Redouble"}


def bidding(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Who speaks in the auction, and what may be said; `None` where nothing is bid for, or no longer."""
    if deal.phase is not Phase.AUCTION:
        return None
    name = names[deal.table.auction.turn]
    rows = []
    for minus, caption in ((False, "To win"), (True, "Minus, to lose")):
        keys = tuple(
            Key(str(each.tricks), said(each), f"{name} bids {bid_words(each)}")
            for each in legal
            if isinstance(each, Bid) and each.minus is minus
        )
        if keys:
            rows.append(Keys(keys, min(6, len(keys)), caption))
    answers = tuple(Key(word, said(each)) for kind, word in _ANSWERS.items() for each in legal if type(each) is kind)
    rows.append(Keys(answers, len(answers)))
    return Question(_heading(deal, names), tuple(rows), blank_keys(legal, names))


def _heading(deal: Deal, names: Names) -> str:
    """What was said last, and whose turn it is."""
    auction = deal.table.auction
    name = names[auction.turn]
    if auction.bid is not None:
        doubled = ("", ", doubled", ", redoubled")[auction.doubled]
        return f"{names[auction.bid.seat]}: {bid_words(auction.bid)}{doubled}. {name}?"
    if auction.passed is not None:
        return f"{names[auction.passed]} passes. {name} bids"
    thrown_in = "Both pass, and the hands are dealt again. " if auction.thrown_in else ""
    return f"{thrown_in}{name} bids"


def bids_told(deal: Deal, names: Names) -> str:
    """The contract and how it stands, or until there is one what was said for it; empty where nothing was."""
    bids = (each for _, each in effective(deal.log) if isinstance(each, BIDS))
    spoken = (statement_sentence(each, names).replace(": ", " ") for each in bids)
    return contract_told(deal, names) or ", ".join(spoken)


def contract_told(deal: Deal, names: Names) -> str:
    """The contract, and from the first trick how it stands: *Ada to win eight, doubled: two to go*."""
    undertaken = contract_sentence(deal.table.auction, names)
    return f"{undertaken}: {_progress(deal)}" if undertaken and deal.table.tricks else undertaken


def _progress(deal: Deal) -> str:
    """How the tricks stand against the contract of *deal*."""
    bid = deal.table.auction.contract
    assert bid is not None
    made = tricks_made(bid, deal.tricks)
    if deal.is_over:
        line = next((line for line in deal.lines if line.kind is LineKind.CONTRACT), None)
        made = bid.tricks if line is None else line.args["tricks"]
    over, left = made - bid.tricks, deal.rules.hand - len(deal.table.tricks)
    if over >= 0:
        return f"made, {number_words(over)} over" if over else "made"
    if left + over >= 0 and not deal.is_over:
        return f"{number_words(-over)} to go"
    return f"{number_words(-over - left)} short"
