"""Disputes in words: who asks for what, and how it ended."""

from __future__ import annotations

from datetime import datetime

from ...service.club.disputes import DisputeRow
from ...service.club.signing import Standing, State
from ..figures import counted, when

THE_DIRECTOR = "The director"

_ASKED = {
    "refusal": "{} refuses to sign",
    "call": "{} has called the director",
    "correction": "{} holds that it was otherwise",
}
"""What a player does who raises a dispute of each kind."""


def raised_words(dispute: DisputeRow, names: tuple[str, ...]) -> str:
    """
    Who asks for what, and why.

    >>> from scorer.service.club.disputes import DisputeRow
    >>> refused = DisputeRow(1, 1, 1, 1, "refusal", "I took the last", -1, "", "", None, None, None, None, None)
    >>> raised_words(refused, ("Ada", "Ben"))
    'Ben refuses to sign: “I took the last”'
    """
    who = names[dispute.player] if dispute.player >= 0 else THE_DIRECTOR
    if dispute.player < 0:
        return f"{who} corrects the record: “{dispute.reason}”"
    return f"{_ASKED[dispute.kind].format(who)}: “{dispute.reason}”"


def ended_words(dispute: DisputeRow) -> str:
    """How a dispute ended, by whom, by which law, and when; empty while it is open."""
    at = when(dispute.ended_at or "")
    match dispute.how:
        case None:
            return ""
        case "agreed":
            return f"{dispute.by} agreed, and the record was corrected ({dispute.law}), {at}."
        case "withdrawn":
            return f"{dispute.by} withdrew it, {at}."
    return f"{begun(dispute.by or '')} ruled: “{dispute.words}” ({dispute.law}), {at}."


def waits_words(standing: Standing) -> str:
    """How far a partie has come, and whom it waits for."""
    names = [standing.sheet.names[player] for player in standing.unsigned]
    match standing.state:
        case State.PLAYING:
            return "It is being played."
        case State.UNSIGNED:
            return f"Unsigned: it waits for {names[0]} and {names[1]}."
        case State.HALF_SIGNED:
            return f"Half signed: it waits for {names[0]}."
        case State.DISPUTED:
            return "Disputed: it waits for the other player or the director."
        case State.POSTED:
            return "Signed and posted."
        case State.TAKEN_OUT:
            return "The director took it out of the book."


def clock_words(standing: Standing, now: datetime) -> str:
    """Until when both players may agree to a correction; empty if it is not posted."""
    if standing.until is None:
        return ""
    until = when(standing.until.isoformat())
    if not standing.is_open:
        return f"The correction period ended {until}; the director alone corrects now."
    minutes = int((standing.until - now).total_seconds()) // 60
    return f"Corrections by agreement until {until}: {left_words(minutes)} left."


def left_words(minutes: int) -> str:
    """
    So much time.

    >>> left_words(1439), left_words(60), left_words(0)
    ('23 hours 59 minutes', '1 hour', 'less than a minute')
    """
    hours, rest = divmod(minutes, 60)
    told = [counted(number, word) for number, word in ((hours, "hour"), (rest, "minute")) if number]
    return " ".join(told) or "less than a minute"


def begun(words: str) -> str:
    """
    Words as the beginning of a sentence.

    >>> begun("deal 4, sequence: good or equal; 286 or 104")
    'Deal 4, sequence: good or equal; 286 or 104'
    """
    return f"{words[:1].upper()}{words[1:]}"
