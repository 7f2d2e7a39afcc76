"""What the card says of an auction: the bids so far, and how far the contract has come."""

from __future__ import annotations

from ..rules.deal import Deal
from ..rules.deal_state import tricks_made
from ..rules.lines import LineKind
from ..rules.messages import Message, Text
from ..rules.sentences import Names, bid_message, contract_message
from ..rules.statements import Bid, Doubled, Passed, Redoubled, effective


class BiddingSaid(Text):
    """The bids so far, as the card shows them."""

    BIDS = "{who} bids {bid}"
    PASSES = "{who} passes"
    DOUBLES = "{who} doubles"
    REDOUBLES = "{who} redoubles"
    ALL = "{statements:,}"


_WITHOUT_NUMBER = {
    Passed: BiddingSaid.PASSES,
    Doubled: BiddingSaid.DOUBLES,
    Redoubled: BiddingSaid.REDOUBLES,
}


class ContractProgress(Text):
    """How far the maker of a contract has come; *what* is the contract.

    It claims what the tricks won so far, or lost in a minus deal, are to those undertaken.
    """

    TO_GO = "{what}: {number:words} to go"
    MADE = "{what}: made"
    OVER = "{what}: made, {number:words} over"
    SHORT = "{what}: {number:words} short"


def bids_message(deal: Deal, names: Names) -> Message | None:
    """Return the contract and its progress; before there is one, the bids so far;
    `None` if there are none.
    """
    contract = contract_progress(deal, names)
    if contract is not None:
        return contract
    said = []
    for _, each in effective(deal.log):
        if isinstance(each, Bid):
            said.append(BiddingSaid.BIDS(who=names[each.seat], bid=bid_message(each)))
        elif isinstance(each, Passed | Doubled | Redoubled):
            said.append(_WITHOUT_NUMBER[type(each)](who=names[each.seat]))
    return BiddingSaid.ALL(statements=tuple(said)) if said else None


def contract_progress(deal: Deal, names: Names) -> Message | None:
    """Return the contract and, from the first trick, its progress:
    *Ada to win eight, doubled: two to go*; `None` without a contract.
    """
    undertaken = contract_message(deal.state.auction, names)
    if undertaken is None or not deal.state.tricks:
        return undertaken
    bid = deal.state.auction.contract
    assert bid is not None
    made = tricks_made(bid, deal.tricks)
    if deal.is_over:
        line = next((line for line in deal.lines if line.kind is LineKind.CONTRACT), None)
        made = bid.tricks if line is None else line.args["tricks"]
    over = made - bid.tricks
    # The cards that an opponent is short of are tricks of the maker's (Law 57)
    left = deal.state.tricks_to_play - len(deal.state.tricks) + deal.state.short[bid.seat.other]
    if over == 0:
        return ContractProgress.MADE(what=undertaken)
    if over > 0:
        return ContractProgress.OVER(what=undertaken, number=over)
    if left + over >= 0 and not deal.is_over:
        return ContractProgress.TO_GO(what=undertaken, number=-over)
    # While it is played, the fewest that it can still fail by
    short = -over if deal.is_over else -over - left
    return ContractProgress.SHORT(what=undertaken, number=short)
