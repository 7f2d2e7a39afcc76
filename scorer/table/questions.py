"""What the dialogue asks, and by what words it is answered."""

from __future__ import annotations

from ..rules.claims import Category
from ..rules.messages import Text
from ..rules.statements import Doubled, Passed, Redoubled
from .keys import KeyText


class QuestionText(Text):
    """What the page asks next, which claims whose turn it is, and what they may say."""

    CALLS_POINT = "{who} calls the point"
    CALLS_SEQUENCES = "{who} calls sequences"
    CALLS_SETS = "{who} calls sets"
    CALLS_ANOTHER = "{who} calls another {category}"
    POINT_MAKES = "{who} calls the point: what does it make?"
    RUN_HIGH = "{who} calls sequences: how high?"
    MAY_CALL = "Does {who} call a {category}?"
    MAY_CALL_ANOTHER = "Does {who} call another {category}?"
    GOOD_POINT = "{who}: a good point?"
    GOOD_SEQUENCE = "{who}: a good sequence?"
    GOOD_SET = "{who}: a good set?"
    GOOD_ANOTHER = "{who}: another {category}?"
    MAKES = "{elder:’s} {claim} makes"
    IS_TO = "{elder:’s} {claim} is to the"
    ANSWER = "{elder}: {claim}. {younger}?"
    BIDS = "{who} bids"
    BIDS_AFTER_PASS = "{other} passes. {who} bids"
    BIDS_AGAIN = "Both passed, so deal again. {who} bids"
    BID_BEFORE = "{other}: {bid}. {who}?"
    BID_DOUBLED = "{other}: {bid}, doubled. {who}?"
    BID_REDOUBLED = "{other}: {bid}, redoubled. {who}?"
    EXCHANGE = "The exchange"
    EXCHANGES = "{who} exchanges"
    DEALS_AND_EXCHANGES = "{who} deals and exchanges"
    TRICK = "Trick {number}: who takes it?"
    FIRST_TRICK_TENS = "Trick {number}: who takes it, and how many of ten or better?"
    TRICK_TENS = "Trick {number}: who, and how many?"
    SOMETHING_ELSE = "Something else"


BID_BEFORE = (QuestionText.BID_BEFORE, QuestionText.BID_DOUBLED, QuestionText.BID_REDOUBLED)
"""What is asked after a bid, by how often it was doubled."""


CALLS_OF = {
    Category.POINT: QuestionText.CALLS_POINT,
    Category.SEQUENCE: QuestionText.CALLS_SEQUENCES,
    Category.SET: QuestionText.CALLS_SETS,
}
GOOD_CALL = {
    Category.POINT: QuestionText.GOOD_POINT,
    Category.SEQUENCE: QuestionText.GOOD_SEQUENCE,
    Category.SET: QuestionText.GOOD_SET,
}
"""How each class that is called is asked for, by every call and by the good ones."""


ANSWERS: dict[type[Passed | Doubled | Redoubled], KeyText] = {
    Passed: KeyText.PASS,
    Doubled: KeyText.DOUBLE,
    Redoubled: KeyText.REDOUBLE,
}
"""The answers to a bid, and their keys."""
