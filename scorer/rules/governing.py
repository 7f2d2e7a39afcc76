"""What governs a line of the score and a dispute: the laws that hold under the rules of the partie,
and what they say.

Source: Cavendish, The Laws of Piquet, 8th edition, with the Laws of Piquet au Cent; the sources of
each ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .claims import PointClaim, SequenceClaim
from .deal import Deal
from .laws import Subject, by_member
from .lines import Line
from .messages import Message, Text
from .reasons import Why, span
from .ruleset import (
    HOUSE,
    CarteBlancheAnnounced,
    CarteBlancheWhen,
    EditWindow,
    FirstDealer,
    Omission,
    Penalties,
    Ruleset,
)
from .seats import ELDER, YOUNGER
from .sources import cites_au_cent, holds, source_in_force
from .statements import effective


class IfProved(Text):
    """What follows if what somebody says of a subject is proved.

    Nothing in a log says whether it can be proved, so no oracle asks it: only the choice by subject
    is tested.
    """

    COUNT = "If it is proved, the count is corrected."
    CALL = "If it is proved, the call counts as it was made."
    LEFT_OUT = "If it is proved that it was called in time, it counts."
    ANSWER = "If it is proved, the answer counts as it was given."
    FALSE_CALL = (
        "If it is proved that the call was false, and was not corrected in time, it is void."
    )
    RECKONS_NOTHING = "If it is proved, the penalty counts."
    SHORT_HAND = "If it is proved, the hand was short."
    WAIVER = "If it is proved, the penalty is waived."
    EXCHANGE = "If it is proved, the exchange counts as it was made."
    CARTE_BLANCHE = "If it is proved that it was announced in time and shown, it counts."
    TOTALS = "If it is proved, the totals are corrected."
    DEALER = "If it is proved, the points go to the players who scored them."
    HOUSE_RULES = (
        "No numbered law governs this. What is proved counts under the rules of the partie."
    )


IF_PROVED: Mapping[Subject, IfProved] = by_member(Subject, IfProved.__members__)
"""What follows if what somebody says of a subject is proved: a sentence for each."""


class Provision(Text):
    """What a law, or another rule of the partie, provides. Each is true under the rules for which
    `governing` chooses it.
    """

    HAND_WINDOW = "a wrong count may be corrected until the player who made it sees their next hand"
    DEAL_WINDOW = "a wrong count may be corrected until the deal ends"
    PARTIE_WINDOW = "a wrong count may be corrected until the partie ends"
    OWN_FIGURE = (
        "if both players wrote the score, each player’s own figure for their own hand counts"
    )
    RAISED = "elder may raise a call until younger answers"
    BOUND = "nothing higher than the call counts"
    TAKEN_BACK = "younger may take back a “good” or an “equal” until elder’s next call or lead"
    HELD = "younger’s answer cannot be changed"
    COSTS_ALL = "a player who does not correct a false call in time reckons nothing in the deal"
    CLAIM_VOID = "a false call that is not corrected in time scores nothing, and costs nothing else"
    FALSE_SET = (
        "a player who does not correct a false set before the next card reckons nothing in the deal"
    )
    SHOWN_FIRST = "a good or equal point or sequence is shown before the lead, or is lost"
    OVER_CALL = "a call that was too high may be corrected until younger plays to the first trick"
    MISNAMED = "a wrong name does no harm if the holding named was impossible"
    RENAMED = "a wrong name may be corrected before the lead"
    CALLED_BY_PLAY = "nothing can be added once younger has played to the first trick"
    CALLED_BY_CARD = "nothing can be added once the first card is played"
    LONG_HAND = "a player with too many cards reckons nothing in the deal"
    WAIVED = "the opponent may waive the penalty"
    SHORT = "the opponent of a short hand counts a trick for each card that cannot be played to"
    ELDER_EXCHANGES = "elder exchanges {possible} cards"
    YOUNGER_EXCHANGES_ALL = "younger may exchange all that elder leaves, and must exchange {least}"
    YOUNGER_MAY_KEEP = "younger may exchange all that elder leaves, or nothing"
    YOUNGER_EXCHANGES = "younger exchanges {possible} cards"
    DEALER_EXCHANGES = "the dealer alone exchanges, {possible} cards"
    TOO_FEW = "a player who discards more cards than they take plays with too few"
    TOO_MANY = "a player who takes more cards than they discarded reckons nothing in the deal"
    AT_ONCE = "a carte blanche is announced at once"
    YOUNGER_WAITS = "younger may announce a carte blanche after elder’s exchange"
    AFTER_EXCHANGE = "a carte blanche is found after the exchange"
    SHOWN_BLANK = "the cards of a carte blanche are shown one by one"
    COUNTS_FIRST = "a carte blanche counts before everything else"
    HIGHER_CHOOSES = "the player who cuts higher chooses who deals first"
    HIGHER_DEALS = "the player who cuts higher deals first"
    LOWER_DEALS = "the player who cuts lower deals first"
    CUT_DEALS = "the players cut for the first deal"
    LOTS_DEAL = "the players draw lots for the first deal"
    OUT_OF_TURN = "a deal out of turn is good once a hand has been taken up"
    WRONG_DEALER = "a wrong dealer is accepted once the deal has gone far enough"


class Provided(Text):
    """A provision as a sentence, with its source where it has one."""

    BY = "{what:up} ({law})."
    UNDER_THESE_RULES = "Under these rules {what}."


def governing(subject: Subject, rules: Ruleset) -> tuple[Message, ...]:
    """Return what the rules of a partie provide about a subject, the main provision first, each
    with its source: a law of `scorer.rules.laws`, another source, or nothing if nobody gives one.
    """
    match subject:
        case Subject.COUNT:
            return (_edit_window(rules),)
        case Subject.TOTALS:
            return (_law(Provision.OWN_FIGURE, "Law 74"), _edit_window(rules))
        case Subject.CALL:
            return (*_raising(rules), *_false_call(rules))
        case Subject.LEFT_OUT:
            return (_omission(rules),)
        case Subject.ANSWER:
            return _answer(rules)
        case Subject.FALSE_CALL:
            return (*_false_call(rules), *_harmless(rules))
        case Subject.RECKONS_NOTHING:
            return (_law(Provision.LONG_HAND, "Law 58"), _law(Provision.WAIVED, "Law 44"))
        case Subject.SHORT_HAND:
            return (_law(Provision.SHORT, "Law 57"),)
        case Subject.WAIVER:
            return (_law(Provision.WAIVED, "Law 44"),)
        case Subject.EXCHANGE:
            too_few = _law(Provision.TOO_FEW, "Law 30")
            return (*_exchange(rules), too_few, _law(Provision.TOO_MANY, "Law 31"))
        case Subject.CARTE_BLANCHE:
            return _carte_blanche(rules)
        case Subject.DEALER:
            return (_first_dealer(rules), _out_of_turn(rules))
        case Subject.HOUSE_RULES:
            return ()
        case _:
            assert_never(subject)


def provided(provision: Message) -> Message:
    """Return a provision as a sentence, with its source where it has one."""
    if not provision.source:
        return Provided.UNDER_THESE_RULES(what=provision)
    return Provided.BY(what=provision, law=provision.source).citing(provision.source)


def _law(text: Text, law: str) -> Message:
    return text().citing(law)


def _by_rules(rules: Ruleset, field: str, provision: Message, au_cent: str = "") -> Message:
    """Return a provision with the source of the ruleset's *field*; *au_cent* is which of the Laws
    of Piquet au Cent it is, if the source is these.
    """
    source = source_in_force(field, rules, au_cent)
    return provision if source == HOUSE else provision.citing(source)


def _edit_window(rules: Ruleset) -> Message:
    match rules.edit_window:
        case EditWindow.NEXT_HAND_SEEN:
            return _law(Provision.HAND_WINDOW, "Law 70")
        case EditWindow.DEAL_ENDS:
            return _by_rules(rules, "edit_window", Provision.DEAL_WINDOW())
        case EditWindow.PARTIE_ENDS:
            return _by_rules(rules, "edit_window", Provision.PARTIE_WINDOW(), "l")
        case _:
            assert_never(rules.edit_window)


def _is_strict(rules: Ruleset) -> bool:
    return rules.penalties is Penalties.STRICT


def _raising(rules: Ruleset) -> tuple[Message, ...]:
    if rules.round_the_table:
        return ()  # nobody answers, so nothing ends the time in which a call is raised
    if _is_strict(rules):
        return (_by_rules(rules, "penalties", Provision.BOUND(), "g"),)
    return (_law(Provision.RAISED, "Law 50"),)


def _answer(rules: Ruleset) -> tuple[Message, ...]:
    if rules.round_the_table:
        return ()
    if _is_strict(rules):
        return (_by_rules(rules, "penalties", Provision.HELD(), "i"),)
    return (_law(Provision.TAKEN_BACK, "Law 51"),)


def _false_call(rules: Ruleset) -> tuple[Message, ...]:
    match rules.penalties:
        case Penalties.FULL:
            return (_law(Provision.COSTS_ALL, "Law 54"),)
        case Penalties.VOID:
            return (_by_rules(rules, "penalties", Provision.CLAIM_VOID()),)
        case Penalties.STRICT:
            false_set = _by_rules(rules, "penalties", Provision.FALSE_SET(), "j")
            return (false_set, _by_rules(rules, "show_duty", Provision.SHOWN_FIRST(), "h"))
        case _:
            assert_never(rules.penalties)


def _harmless(rules: Ruleset) -> tuple[Message, ...]:
    """Return when a false call does no harm."""
    if _is_strict(rules):
        return (_by_rules(rules, "penalties", Provision.RENAMED(), "g"),)
    return (_law(Provision.OVER_CALL, "Law 52"), _law(Provision.MISNAMED, "Law 53"))


def _omission(rules: Ruleset) -> Message:
    if rules.omission is Omission.YOUNGER_PLAYS:
        return _law(Provision.CALLED_BY_PLAY, "Law 56")
    return _by_rules(rules, "omission", Provision.CALLED_BY_CARD(), "j")


def _exchange(rules: Ruleset) -> tuple[Message, ...]:
    if rules.round_the_table:
        most = rules.dealer_exchange_max
        dealers = Provision.DEALER_EXCHANGES(possible=(span(rules.dealer_exchange_min, most),))
        return (_by_rules(rules, "dealer_exchange_max", dealers),)
    return (_elder_exchange(rules), _younger_exchange(rules))


def _elder_exchange(rules: Ruleset) -> Message:
    possible = span(rules.elder_exchange_min, rules.elder_exchange_max)
    elders = Provision.ELDER_EXCHANGES(possible=(possible,))
    if holds("Law 21", rules):
        return elders.citing("Law 21")
    return _by_rules(rules, "elder_exchange_min", elders)


def _younger_exchange(rules: Ruleset) -> Message:
    least = rules.younger_exchange_min
    most = rules.younger_exchange_max
    if most is not None:
        youngers = Provision.YOUNGER_EXCHANGES(possible=(span(least, most),))
        return _by_rules(rules, "younger_exchange_max", youngers)
    if not least:
        return _by_rules(rules, "younger_exchange_min", Provision.YOUNGER_MAY_KEEP(), "c")
    youngers = Provision.YOUNGER_EXCHANGES_ALL(least=least)
    if holds("Law 22", rules):
        return youngers.citing("Law 22")
    return _by_rules(rules, "younger_exchange_min", youngers)


def _carte_blanche(rules: Ruleset) -> tuple[Message, ...]:
    first = _law(Provision.COUNTS_FIRST, "Law 18")
    shown = Provision.SHOWN_BLANK()
    if holds("Law 19", rules):
        shown = shown.citing("Law 19")
    if rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE:
        after = _by_rules(rules, "carte_blanche_when", Provision.AFTER_EXCHANGE())
        return (after, shown, first)
    if rules.carte_blanche_announced is CarteBlancheAnnounced.AT_ONCE:
        return (_law(Provision.AT_ONCE, "Law 20"), shown, first)
    waits = _by_rules(rules, "carte_blanche_announced", Provision.YOUNGER_WAITS(), "c")
    return (waits, shown, first)


def _first_dealer(rules: Ruleset) -> Message:
    match rules.first_dealer:
        case FirstDealer.HIGHER_CHOOSES:
            return _law(Provision.HIGHER_CHOOSES, "Law 4")
        case FirstDealer.HIGHER_DEALS:
            text = Provision.HIGHER_DEALS
        case FirstDealer.LOWER_DEALS:
            text = Provision.LOWER_DEALS
        case FirstDealer.CUT:
            text = Provision.CUT_DEALS
        case FirstDealer.LOTS:
            text = Provision.LOTS_DEAL
        case _:
            assert_never(rules.first_dealer)
    return _by_rules(rules, "first_dealer", text(), "a")


def _out_of_turn(rules: Ruleset) -> Message:
    if cites_au_cent(rules):
        return _law(Provision.WRONG_DEALER, "Piquet au Cent, a")
    return _law(Provision.OUT_OF_TURN, "Law 16")


# The law of a line

FIELD_OF: Mapping[Why, str] = {
    Why.CARTE_BLANCHE: "carte_blanche",
    Why.CARTE_BLANCHE_AGAIN: "carte_blanche",
    Why.CARTE_BLANCHE_ANNULLED: "carte_blanche_both",
    Why.UNPROVED_DENIAL: "unproved_denial",
    Why.EQUAL_BARS: "equality_blocks",
    Why.CARTE_ROUGE: "carte_rouge",
    Why.REPIQUE: "repique_bonus",
    Why.PIQUE: "pique_bonus",
    Why.PIQUE_AS_SPOKEN: "pique_order",
    Why.LEADS: "trick_count",
    Why.LEADS_WON: "trick_count",
    Why.WINS: "trick_count",
    Why.CAPTURES: "trick_count",
    Why.FIRST_LEAD: "first_lead",
    Why.TRICKS: "trick_count",
    Why.TRICKS_LOST: "trick_count",
    Why.CONTRACT_OVER: "contract_points",
    Why.CONTRACT_SHORT: "contract_points",
    Why.TENS_LED: "trick_count",
    Why.TENS_WON: "trick_count",
    Why.TENS_CAPTURED: "trick_count",
    Why.LAST: "last_points",
    Why.CARDS: "cards_points",
    Why.CARDS_AT_SEVENTH: "cards_to_pique",
    Why.CARDS_CARRIED: "cards_tie",
    Why.CARDS_BY_LAST: "cards_basis",
    Why.CAPOT: "capot_points",
    Why.CAPOT_MORE: "capot_points",
    Why.CONCEDED_PLAY: "concession",
    Why.CONCEDED_CARDS: "concession",
}
"""The rule that decides what a line scores, by its reason; of a claim it is that of its class."""

LAW_OF: Mapping[Why, str] = {
    Why.POINT_ASKED_AWAY: "Law 46",
    Why.POINT_SAID_EQUAL: "Case I",
    Why.UNPLAYED: "Law 57",
}
"""The law of what was asked, answered or played wrongly, where no other text says it."""


def line_law(line: Line, deal: Deal) -> str:
    """Return what gives a line of *deal* its points, or takes them: a law or another source, as
    they are in force under its rules; empty if nobody gives one.

    Every page, print and command that cites a law for a line asks this.
    """
    rules = deal.rules
    if "would" in line.args:
        return _penalty_law(line, deal)
    if line.why in LAW_OF:
        law = LAW_OF[line.why]
        return law if holds(law, rules) else ""
    if _is_last_given(line, deal):
        return ""
    au_cent = "i" if line.why is Why.UNPROVED_DENIAL else ""
    return source_in_force(_field_of(line), rules, au_cent)


def _field_of(line: Line) -> str:
    """Return the rule that decides what a line scores."""
    if line.why in FIELD_OF:
        return FIELD_OF[line.why]
    claim = line.args["claim"]
    is_equal = line.is_equal
    if isinstance(claim, PointClaim):
        return "point_tie" if is_equal else "point_value"
    if isinstance(claim, SequenceClaim):
        return "sequence_tie" if is_equal else "sequence_points"
    return "trio_points" if claim.count == 3 else "quatorze_points"


def _is_last_given(line: Line, deal: Deal) -> bool:
    """Return whether the last trick goes to the opponent of a short hand that won the last trick
    played: Law 57 does not say so.
    """
    state = deal.state
    by_last = line.why in (Why.LAST, Why.CARDS_BY_LAST)
    if not by_last or state.short_at is None or line.because != (state.short_at,):
        return False
    opponent = YOUNGER if state.short[ELDER] else ELDER
    return state.tricks[-1].winner is not opponent


WRONG_HANDS = "Laws 25 to 35 or 58"
"""What a player may have done who reckons nothing; no statement says which it was."""


def _penalty_law(line: Line, deal: Deal) -> str:
    """Return the law by which a line scores nothing: that of the penalty, by the kind of the
    statement that recorded it.
    """
    rules = deal.rules
    position = deal.state.penalised[line.seat]
    assert position is not None, "a line is lost by a penalty"
    penalty = dict(effective(deal.log))[position]
    if penalty.subject is Subject.RECKONS_NOTHING and _wrong_hands_hold(rules):
        return WRONG_HANDS
    provision, *_ = governing(penalty.subject, rules)
    return provision.source


def _wrong_hands_hold(rules: Ruleset) -> bool:
    return all(holds(f"Law {number}", rules) for number in (*range(25, 36), 58))
