"""
What stands outside the ordinary dialogue.

Claims that are shown or found false, penalties, short hands, a carte rouge, a
conceded deal.

Source: Cavendish, Laws 25 to 35, 44, 54, 55, 57 and 58, and his description of
the game for the concession of the last deal.
"""

from __future__ import annotations

from .bidding import refuse_before_contract
from .called import Status
from .options import Penalties, ShowDuty
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import CarteRougeShown, Conceded, FoundFalse, PlayedShort, Proved, ReckonedNothing, Waived
from .table import Table


def refuse_proved(table: Table, said: Proved) -> Refusal | None:
    """
    Why *said* cannot have been shown because the other asked for it.

    Only what was allowed good or equal is owed to whoever asks. Where it must
    be shown unasked, before the lead, nobody records that it was; what was
    not is lost, and is recorded as found false: before a trick is played
    that costs no more, and the opponent may call his own.

    Source: Cavendish, Law 55; his Laws of Piquet au Cent; Card Game Heaven.
    """
    source, duty = table.rules.source("show_duty"), table.rules.show_duty
    if duty not in (ShowDuty.ON_REQUEST, ShowDuty.ON_DEMAND):
        return refuse(Rule.NOT_DEMANDED, source, unasked=duty is ShowDuty.SHOWN_OR_LOST)
    category = said.claim.category
    entry = table.categories[category].find(said.seat, said.claim)
    if entry is None:
        return refuse(Rule.NOT_CLAIMED, source, seat=said.seat, claim=said.claim)
    if entry not in table.scoring(category) and table.categories[category].status is not Status.EQUAL:
        return refuse(Rule.NOT_ALLOWED, source, claim=said.claim)
    return refuse(Rule.PROVED, source, claim=said.claim) if entry.proved else None


def record_proved(table: Table, said: Proved, position: int) -> None:
    """Record that a claim was shown: it scores nothing more, and can no longer be found false or taken back."""
    entry = table.categories[said.claim.category].find(said.seat, said.claim)
    assert entry is not None
    entry.proved = True


def refuse_found_false(table: Table, said: FoundFalse) -> Refusal | None:
    """Why *said* cannot have been found false."""
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    entry = table.categories[said.claim.category].find(said.seat, said.claim)
    if entry is None:
        return refuse(Rule.NOT_CLAIMED, "Law 54", seat=said.seat, claim=said.claim)
    return refuse(Rule.PROVED, table.rules.source("show_duty"), claim=said.claim) if entry.proved else None


def record_found_false(table: Table, said: FoundFalse, position: int) -> None:
    """
    Record a claim found false.

    The claim counts for nothing and bars nothing; the opponent may take what
    is good in its class; and, by rulesets with the penalty of Law 54, if it
    had been allowed and could no longer be corrected, the offender reckons
    nothing in this deal.
    """
    state = table.categories[said.claim.category]
    entry = state.find(said.seat, said.claim)
    assert entry is not None
    was_allowed = said.seat is Seat.YOUNGER or state.status is not Status.NOT_GOOD
    entry.false = True
    entry.because += (position,)
    state.reopened[said.seat.other] = state.status is not Status.EQUAL or said.seat is Seat.ELDER
    if was_allowed and table.play_begun and table.rules.penalties is not Penalties.VOID:
        table.penalised[said.seat] = position
        table.waived[said.seat] = False


def refuse_reckoned_nothing(table: Table, said: ReckonedNothing) -> Refusal | None:
    """Why the penalty cannot be laid on the seat."""
    if table.reckons_nothing(said.seat):
        return refuse(Rule.SAID_ALREADY, "Law 58", seat=said.seat, what="a penalty")
    return None


def record_reckoned_nothing(table: Table, said: ReckonedNothing, position: int) -> None:
    """Record the penalty; what it is for may have left too many cards in the hand."""
    table.penalised[said.seat] = position
    table.waived[said.seat] = False
    table.may_be_long[said.seat] = True


def refuse_waived(table: Table, said: Waived) -> Refusal | None:
    """Why there is nothing to waive."""
    if not table.reckons_nothing(said.seat.other):
        return refuse(Rule.NO_PENALTY, "Law 44", seat=said.seat.other)
    return None


def record_waived(table: Table, said: Waived, position: int) -> None:
    """Record that the opponent's penalty was waived; a false claim stays void."""
    table.waived[said.seat.other] = True


def refuse_played_short(table: Table, said: PlayedShort) -> Refusal | None:
    """Why the seat cannot be playing short."""
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.auction.minus:
        return refuse(Rule.NOT_PLAYED, table.rules.source("auction"), what="a short hand in a minus deal")
    if table.over:
        return refuse(Rule.DEAL_OVER, "Law 57")
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if any(table.short):
        short = Seat.ELDER if table.short[Seat.ELDER] else Seat.YOUNGER
        return refuse(Rule.SAID_ALREADY, "Law 57", seat=short, what="a short hand")
    most = min(table.rules.elder_exchange_max, table.rules.hand - len(table.tricks))
    if not 1 <= said.cards <= most:
        return refuse(Rule.SHORT_LIMIT, "Law 57", most=most)
    return None


def record_played_short(table: Table, said: PlayedShort, position: int) -> None:
    """Record a short hand: so many tricks fewer are played, and the opponent counts them."""
    table.short[said.seat] = said.cards
    table.tricks_to_play = table.rules.hand - said.cards
    table.short_at = position


def refuse_carte_rouge(table: Table, said: CarteRougeShown) -> Refusal | None:
    """Why the seat cannot show a carte rouge."""
    rules = table.rules
    if not rules.carte_rouge:
        return refuse(Rule.NOT_PLAYED, rules.source("carte_rouge"), what="carte rouge")
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, rules.source("carte_rouge"))
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if table.rouge[said.seat] is not None:
        return refuse(Rule.SAID_ALREADY, rules.source("carte_rouge"), seat=said.seat, what="a carte rouge")
    if not table.covers_hand(said.seat):
        return refuse(Rule.NOT_EVERY_CARD, rules.source("carte_rouge"), seat=said.seat, hand=rules.hand)
    return None


def record_carte_rouge(table: Table, said: CarteRougeShown, position: int) -> None:
    """Record a carte rouge."""
    table.rouge[said.seat] = position


def refuse_conceded(table: Table, said: Conceded) -> Refusal | None:
    """Why the deal cannot be conceded."""
    if not table.rules.concession:
        return refuse(Rule.NOT_PLAYED, table.rules.source("concession"), what="a concession")
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, table.rules.source("concession"))
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if not table.setting.final:
        return refuse(Rule.NOT_LAST_DEAL, table.rules.source("concession"))
    return None


def record_conceded(table: Table, said: Conceded, position: int) -> None:
    """Record a conceded deal."""
    table.conceded = (said.seat, position)
