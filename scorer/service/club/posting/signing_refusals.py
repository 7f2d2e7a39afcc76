"""Why a sheet of a season cannot be signed now, in words."""

from __future__ import annotations

from datetime import tzinfo

from ....rules.messages import Message, Text
from ....table.times import day


class SigningRefusal(Text):
    """Why a sheet of a season cannot be signed now.

    Nobody signs a random partie, so no oracle asks it: each is in `tests/service/club`.
    """

    CLOSED = "The season was closed on {moment}. Its parties can no longer be signed or disputed."
    NOT_OF_PARTIE = "Only its players can sign this partie."
    NOT_OF_CARD = "Only its players can sign this scorecard."
    PARTIE_DISPUTED = "The partie is disputed. Sign it when the dispute has ended."
    CARD_DISPUTED = "The scorecard is disputed. Sign it when the dispute has ended."
    PARTIE_REVERSED = "A director has reversed this partie, so it cannot be signed again."
    CARD_REVERSED = "A director has reversed this scorecard, so it cannot be signed again."
    WHOSE = "Choose whose signature it is."
    WRONG_PIN = "That is not {who:’s} PIN. {who} can set it with their personal link."
    DAY_SIGNED = "This has been signed. A director can correct the day."
    DAY_POSTED = "This is posted. A director can correct the day."


def closed_words(closed_at: str, zone: tzinfo | None) -> Message:
    return SigningRefusal.CLOSED(moment=day(closed_at, zone))
