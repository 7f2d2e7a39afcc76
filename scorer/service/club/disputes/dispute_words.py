"""What is said of disputes at the table: who raises one, and why an act is refused."""

from __future__ import annotations

from collections.abc import Sequence

from ....rules.messages import Message, Text
from ....storage.disputes import DisputeRow
from ....table.recording import Sheet
from ...sheets import AnySheet


class RaisedText(Text):
    """Who raised a dispute, and why; each kind is in `tests/web/club`, so no oracle asks them."""

    MISTYPED = "A director mistyped the paper sheet."
    MISTYPED_REASON = "A director mistyped the paper sheet: “{reason}”"
    DIRECTOR = "A director raised this."
    DIRECTOR_REASON = "A director raised this: “{reason}”"
    REFUSAL = "{who} refuses to sign: “{reason}”"
    CALL = "{who} called the director: “{reason}”"
    CORRECTION = "{who} requests a correction: “{reason}”"
    DENIAL = "{who} says they never signed: “{reason}”"
    APPEAL = "{who} appeals against the ruling: “{reason}”"


def raised_message(dispute: DisputeRow, names: Sequence[str]) -> Message:
    """Say who raised a dispute, and why; *names* are those of the players."""
    has_reason = dispute.reason != dispute.words
    if dispute.kind == "mistyped":
        if has_reason:
            return RaisedText.MISTYPED_REASON(reason=dispute.reason)
        return RaisedText.MISTYPED()
    if dispute.player < 0:
        if has_reason:
            return RaisedText.DIRECTOR_REASON(reason=dispute.reason)
        return RaisedText.DIRECTOR()
    text = RaisedText[dispute.kind.upper()]
    return text(who=names[dispute.player], reason=dispute.reason)


class DisputeRefusal(Text):
    """Why a player cannot raise or answer a dispute now; each is in `tests/service/club`."""

    PARTIE_POSTED = "The partie is posted. Request a correction instead."
    CARD_POSTED = "The scorecard is posted. Request a correction instead."
    REASON = "Enter a reason. The other player and the director will read it."
    REASON_OTHERS = "Enter a reason. The other players and the director will read it."
    PARTIE_OPEN = "This partie already has an open dispute. Reply to it on its page."
    CARD_OPEN = "This scorecard already has an open dispute. Reply to it on its page."
    PARTIE_NOT_SIGNED = "The program has no signature of yours on this partie."
    CARD_NOT_SIGNED = "The program has no signature of yours on this scorecard."
    WHAT = "Choose a statement and enter what it should have been."
    IN_PROGRESS = "This partie is in progress. Correct it at the table."
    PARTIE_DECIDED = "The appeal about this partie is decided. Nothing more can be asked for."
    CARD_DECIDED = "The appeal about this scorecard is decided. Nothing more can be asked for."
    PARTIE_NOBODY = (
        "A director has ruled on this partie, and no other director of the club can decide an "
        "appeal."
    )
    CARD_NOBODY = (
        "A director has ruled on this scorecard, and no other director of the club can decide an "
        "appeal."
    )
    DEAL = "Choose a deal of this partie."
    PARTIE_OF_CARD = "Choose a partie of this scorecard."
    PARTIE_NOT_OVER = (
        "With this correction the partie is not over. Enter what is missing as well, or leave it "
        "to the director."
    )
    CARD_NOT_OVER = (
        "With this correction the scorecard is not over. Enter what is missing as well, or leave "
        "it to the director."
    )
    THE_SAME = "The record already says this. Enter what should change."


def by_kind(sheet: AnySheet, of_partie: DisputeRefusal, of_card: DisputeRefusal) -> Message:
    """Return the refusal that names the kind of a sheet."""
    return of_partie() if isinstance(sheet, Sheet) else of_card()
