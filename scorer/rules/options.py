"""
The choices a ruleset makes, where the authorities offer more than a number.

Each member names one reading that a source gives; `scorer.rules.ruleset` says
which field takes it and where it comes from.
"""

from __future__ import annotations

from enum import Enum


class Peek(Enum):
    """Who may look at talon cards that were left untaken."""

    OWN = "whoever leaves them may look at them"
    ELECTED = "younger chooses after the first lead; if younger looks, so may elder; if not, neither"
    EXPOSED_OR_HIDDEN = "younger may expose them to both or hide them"
    BOTH = "they may be exposed to both"


class FirstDealer(Enum):
    """What the cut for the first deal decides."""

    HIGHER_CHOOSES = "the higher cut has the choice of the deal"
    HIGHER_DEALS = "the higher cut deals"
    LOWER_DEALS = "the lower cut deals"
    CUT = "the players cut"
    LOTS = "the players draw lots"


class BlankOf(Enum):
    """The cards a hand must be without to be a carte blanche."""

    COURTS = "no king, queen or knave"
    COURTS_AND_TENS = "no king, queen, knave or ten"


class CarteBlancheWhen(Enum):
    """The hand that a carte blanche is found in."""

    DEALT = "as dealt"
    AFTER_EXCHANGE = "after the exchange"
    BOTH = "as dealt, and again if still blank after the exchange"


class CarteBlancheBoth(Enum):
    """What becomes of two cartes blanches in one deal."""

    IMPOSSIBLE = "the pack cannot hold two"
    BOTH_SCORE = "both score"
    ANNUL = "the two annul each other"


class CarteBlancheTold(Enum):
    """When a carte blanche must be announced."""

    AT_ONCE = "at once"
    YOUNGER_AFTER_ELDER = "younger may wait until elder has exchanged"


class PointCompare(Enum):
    """What makes one point better than another."""

    LENGTH_THEN_PIPS = "more cards, then more pips"
    PIPS = "more pips"


class PointValue(Enum):
    """What a good point of n cards scores."""

    LENGTH = "n"
    LESS_ONE_AT_FOUR = "n, less one when its pips end in four"
    TENTH_OF_PIPS = "a tenth of its pips, halves up"
    LENGTH_SQUARED = "n times n"
    FLAT_FIVE = "five"


class Stated(Enum):
    """When the pips of a point, or the head of a sequence, must be said."""

    ON_TIE = "when asked, the numbers being equal"
    ALWAYS = "always"


class TiePoint(Enum):
    """Who scores an equal point."""

    NOBODY = "nobody"


class TieSequence(Enum):
    """What equal best sequences leave standing."""

    VOID_CLASS = "nobody scores any sequence"
    TIED_ONLY = "the equal sequences are lost, and elder may call a lesser one"


class LosersInClass(Enum):
    """Whether the holder of the worse best run or set counts their own."""

    NONE = "counts nothing in that class"
    ALL_VALID = "counts all their own"


class LesserCount(Enum):
    """Whose lesser runs and sets count beside the best one."""

    HOLDER = "its holder alone"
    SIDE = "its holder and their partner"


class CarteRougeThirty(Enum):
    """Whose thirty a carte rouge may help to make."""

    NEVER = "nobody's"
    ELDER = "elder's: not younger's, after the lead"
    EITHER = "either's"


class BlockedBy(Enum):
    """What of the opponent's bars a repique or a pique."""

    EARLIER = "whatever reckons before the thirty is reached"
    ANYTHING_VALID = "any valid announcement, wherever it reckons"


class Order(Enum):
    """The order in which points are taken to be made."""

    CATEGORY = "class by class, as Law 67 has them"
    CHRONOLOGICAL = "as they are said and played: younger calls after elder's first lead"


class PiqueSeat(Enum):
    """Who may make a pique."""

    ELDER = "elder only"
    EITHER = "either"


class CardsToPique(Enum):
    """Whether the ten for the cards helps to make a pique."""

    NEVER = "no"
    AT_SEVENTH_TRICK = "yes, from the seventh trick, while younger has none"


class MinusCalls(Enum):
    """For whom good calls score in a deal that is played to lose tricks."""

    HOLDER = "whoever holds them"
    OTHER = "the other player"


class MinusCards(Enum):
    """Who takes the ten for the cards, or the capot, in a deal that is played to lose tricks."""

    WINNER = "whoever wins the tricks"
    LOSER = "whoever loses them"
    NOBODY = "nobody"


class TrickCount(Enum):
    """What the play scores."""

    CLUB = "one for each lead, one for each trick won by the second player"
    TWO_FOR_CAPTURE = "one for a trick led and won, two for one won off the other's lead"
    CAPTURED_CARDS = "one for each card of ten or better in a trick won"
    FLAT = "one for each trick won"
    LOST = "one for each trick lost"


class FirstLead(Enum):
    """Whether elder's first lead scores a point of its own."""

    NO = "no"
    IF_LOST = "one if it loses"
    ALWAYS = "one, win or lose"


class CardsBasis(Enum):
    """Who takes the ten for the cards."""

    MAJORITY = "the winner of more tricks than anyone else"
    LAST_TRICK = "the winner of the last trick"


class CardsTie(Enum):
    """Where the ten for the cards goes at six tricks each."""

    NOBODY = "to nobody"
    CARRIED = "forward to the next deal's cards"


class CapotForm(Enum):
    """How a capot is written."""

    IN_PLACE = "in place of the ten for the cards"
    ON_TOP = "as so much more on top of the ten"


class Ends(Enum):
    """What ends a partie."""

    DEALS = "a number of deals"
    TARGET = "a number of points"


class StopRule(Enum):
    """When a partie to a target stops."""

    AT_ONCE = "the moment the target is reached"
    FINISH_DEAL = "at the end of the deal; the higher total wins"


class RubiconMode(Enum):
    """What the loser's failure to cross the Rubicon costs."""

    SUM = "both totals are added, whatever the winner has"


class UnprovedDenial(Enum):
    """Who scores when younger says *not good* and then calls nothing better."""

    NOBODY = "nobody"
    ELDER = "elder, after leading"


class Omission(Enum):
    """When what was not reckoned is lost."""

    YOUNGER_PLAYS = "when younger plays to the first trick"
    FIRST_CARD = "with the first card"


class Penalties(Enum):
    """What a false claim costs its maker."""

    FULL = "costs every point of that deal; the opponent may waive it"
    VOID = "the claim alone is void"
    STRICT = "costs every point of that deal, and a call lower than the holding binds"


class ShowDuty(Enum):
    """When a claim allowed good or equal must be shown."""

    ON_REQUEST = "on request, at any time"
    ON_DEMAND = "on demand (proving)"
    SHOWN_OR_LOST = "before leading, or it is lost; sets excepted"
    SILENT = "the source does not say"


class EditWindow(Enum):
    """How long a mistake in counting may be corrected."""

    NEXT_HAND_SEEN = "until its maker has seen their next hand"
    DEAL_ENDS = "until the deal ends"
    PARTIE_ENDS = "at any time in the partie"


class Stakes(Enum):
    """What the settlement is paid by."""

    PER_POINT = "so much a point"
    PER_PARTIE = "so much a partie"
