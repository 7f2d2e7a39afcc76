"""What is said of disputes at the table: who raises one and who replies, how it ends, and why an
act is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....ledger.signature_words import ended_by
from ....rules.messages import Message, Text
from ....storage.disputes import DisputeRow, ReplyRow
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


class ReplyText(Text):
    """What a player replied in a dispute; each is in `tests/service/club`, so no oracle asks it."""

    AGREES = "{who} agrees."
    AGREES_SAYING = "{who} agrees: “{reason}”"
    REPLIES = "{who} replies."
    REPLIES_SAYING = "{who} replies: “{reason}”"
    CONTESTS = "{who} contests."
    CONTESTS_SAYING = "{who} contests: “{reason}”"


def reply_words(reply: ReplyRow, names: Sequence[str]) -> str:
    """Say what a player replied; *names* are those of the players."""
    who = names[reply.player]
    kind = reply.kind.upper()
    if reply.words:
        return str(ReplyText[f"{kind}_SAYING"](who=who, reason=reply.words))
    return str(ReplyText[kind](who=who))


THE_TERMS = "the terms of the season"
"""What a ruling cites that rests on no law, as the book has it."""


class DecidedText(Text):
    """What somebody did by whom a dispute ended, as the first words of `EndedText`.

    Nobody decides on a random partie, so no oracle asks it: `tests/service/club` does.
    """

    UPHELD = "{who:up} ruled that the record stands"
    CORRECTED = "{who:up} corrected the record"
    OTHERWISE = "{who:up} corrected the record in their own version"
    TAKEN_OUT = "{who:up} took the partie out of the ledger"
    AGREED = "{who:up} agreed, and the record was corrected"
    REPLACED = "{who:up} requested a correction in its place"
    WITHDRAWN = "{who:up} withdrew it"
    MISTYPED = "{who:up} corrected the paper sheet, which was mistyped"
    CLOSED = "{who:up} closed the season and left this open"


class EndedText(Text):
    """How a dispute ended: what somebody did, perhaps in their words, by a law or by the terms;
    and the other disputes that this concerns.

    Nobody decides on a random partie, so no oracle asks it: `tests/service/club` does.
    """

    ENDED = "{what}."
    SAYING = "{what}: “{reason}”."
    SAYING_SENTENCE = "{what}: “{reason}”"
    BY_LAW = "{what} ({law})."
    BY_TERMS = "{what} (the terms of the season)."
    SAYING_BY_LAW = "{what}: “{reason}” ({law})."
    SAYING_BY_TERMS = "{what}: “{reason}” (the terms of the season)."
    SUPERSEDES = "This supersedes the decision in dispute {number}."
    SUPERSEDES_SEVERAL = "This supersedes the decisions in disputes {numbers:and}."
    SUPERSEDED = "Superseded by the decision in dispute {number}."


def outcome_words(dispute: DisputeRow, names: Mapping[int, str]) -> str:
    """Return how a dispute that has ended was decided, by whom and by which law."""
    return " ".join(str(each) for each in _ended(dispute, names))


def _ended(dispute: DisputeRow, names: Mapping[int, str]) -> Iterator[Message]:
    """Yield how a dispute ended, which earlier decisions this supersedes, and which later one
    superseded it.
    """
    by = ended_by(str(dispute.by), names)
    what = DecidedText[str(dispute.how).upper()](who=by)
    yield _with_reason(what, dispute.words or "", dispute.law or "")
    if len(dispute.supersedes) > 1:
        yield EndedText.SUPERSEDES_SEVERAL(numbers=dispute.supersedes)
    elif dispute.supersedes:
        yield EndedText.SUPERSEDES(number=dispute.supersedes[0])
    if dispute.superseded_by:
        yield EndedText.SUPERSEDED(number=dispute.superseded_by)


def _with_reason(what: Message, words: str, law: str) -> Message:
    if words and law == THE_TERMS:
        return EndedText.SAYING_BY_TERMS(what=what, reason=words)
    if words and law:
        return EndedText.SAYING_BY_LAW(what=what, reason=words, law=law)
    if words.endswith("."):
        return EndedText.SAYING_SENTENCE(what=what, reason=words)
    if words:
        return EndedText.SAYING(what=what, reason=words)
    if law == THE_TERMS:
        return EndedText.BY_TERMS(what=what)
    return EndedText.BY_LAW(what=what, law=law) if law else EndedText.ENDED(what=what)


class DisputeRefusal(Text):
    """Why a player cannot raise or answer a dispute now.

    It is said of a form, so no oracle asks it: each is in `tests/service/club`.
    """

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
    return sheet.worded(of_partie(), of_card())
