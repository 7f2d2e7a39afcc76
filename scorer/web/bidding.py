"""
The auction at the table: its keys, and the contract in words.

One row of numbers bids to win, one minus; below them are the answers to a bid. `legal_next` allows every key.
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
"""The statements of an auction."""

_ANSWERS: dict[type, str] = {Passed: "Pass", Doubled: "Double", Redoubled: "Redouble"}


def bidding(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask for the next bid; `None` where there is no auction, or it is over."""
    if deal.phase is not Phase.AUCTION:
        return None
    name = names[deal.state.auction.turn]
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
    """Return the last bid and whose turn it is, in words."""
    auction = deal.state.auction
    name = names[auction.turn]
    if auction.bid is not None:
        doubled = ("", ", doubled", ", redoubled")[auction.doubled]
        return f"{names[auction.bid.seat]}: {bid_words(auction.bid)}{doubled}. {name}?"
    if auction.passed is not None:
        return f"{names[auction.passed]} passes. {name} bids"
    thrown_in = "Both passed, so deal again. " if auction.thrown_in else ""
    return f"{thrown_in}{name} bids"


def bids_sentence(deal: Deal, names: Names) -> str:
    """Return the contract and its progress; before there is one, the bids so far; empty if there are none."""
    bids = (each for _, each in effective(deal.log) if isinstance(each, BIDS))
    spoken = (statement_sentence(each, names).replace(": ", " ") for each in bids)
    return contract_progress(deal, names) or ", ".join(spoken)


def contract_progress(deal: Deal, names: Names) -> str:
    """Return the contract and, from the first trick, its progress: *Ada to win eight, doubled: two to go*."""
    undertaken = contract_sentence(deal.state.auction, names)
    return f"{undertaken}: {_progress(deal)}" if undertaken and deal.state.tricks else undertaken


def _progress(deal: Deal) -> str:
    bid = deal.state.auction.contract
    assert bid is not None
    made = tricks_made(bid, deal.tricks)
    if deal.is_over:
        line = next((line for line in deal.lines if line.kind is LineKind.CONTRACT), None)
        made = bid.tricks if line is None else line.args["tricks"]
    over, left = made - bid.tricks, deal.rules.hand - len(deal.state.tricks)
    if over >= 0:
        return f"made, {number_words(over)} over" if over else "made"
    if left + over >= 0 and not deal.is_over:
        return f"{number_words(-over)} to go"
    return f"{number_words(-over - left)} short"
