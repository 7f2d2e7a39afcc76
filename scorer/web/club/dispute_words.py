"""Disputes in words: who asks for what, and how it ended."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from ...ledger.entries import PartiePosted
from ...rules.frames.words import listed
from ...service.club.disputes import DisputeRow
from ...service.club.signing import Standing, State
from ..figures import counted, day, when
from ..proof import what_was_signed

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
    if dispute.how is None:
        return ""
    if dispute.how == "closed":
        return f"{begun(dispute.by or '')} closed the season and left this open: “{dispute.words}”, {at}."
    if dispute.how == "agreed":
        return f"{dispute.by} agreed, and the record was corrected ({dispute.law}), {at}."
    if dispute.how == "withdrawn":
        return f"{dispute.by} withdrew it, {at}."
    return f"{begun(dispute.by or '')} ruled: “{dispute.words}” ({dispute.law}), {at}."


def waits_words(standing: Standing) -> str:
    """How far a partie has come, and whom it waits for; in a closed season it waits for nobody."""
    if standing.closed_at and standing.posted is None and standing.taken_out is None:
        return f"Left out: it was not in the book when the season was closed on {day(standing.closed_at)}."
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
            body = standing.posted.entry.body if standing.posted is not None else None
            if isinstance(body, PartiePosted) and body.imported:
                return "Posted from a file; nobody signed it."
            if not all(each.is_current for each in standing.signed):
                return "Corrected and posted."
            return "Signed and posted." if len(standing.signed) == len(standing.sheet.names) else "Posted."
        case State.RULED:
            return "Ruled and posted."
        case State.TAKEN_OUT:
            return "The director took it out of the book."
        case _:
            assert_never(standing.state)


def correction_words(standing: Standing) -> str:
    """How the record of a partie in the book came to differ from what was signed; empty if it does not."""
    posted = standing.posted
    if posted is None or not isinstance(posted.entry.body, PartiePosted):
        return ""
    by = f"(entry {posted.entry.number})"
    corrected = posted.entry.body.instead_of is not None or not all(each.is_current for each in standing.signed)
    if standing.state is State.RULED:
        return f"{'Corrected' if corrected else 'Posted'} by ruling {by}."
    agreed = next((each for each in reversed(standing.disputes) if each.how == "agreed"), None)
    if not corrected or agreed is None:
        return ""
    asked, other = standing.sheet.names[agreed.player], standing.sheet.names[1 - agreed.player]
    return f"Corrected by agreement {by}: {asked} asked for it, and {other} agreed."


def signed_words(standing: Standing) -> str:
    """
    Who signed which version, and by which entry that was posted; empty if nobody signed.

    Who won is said where somebody else wins now.
    """
    names = standing.sheet.names
    told = []
    for each in standing.signed:
        version = what_was_signed(each.settlement, standing.sheet.partie, names)
        told.append((names[each.player], version + (f" (entry {each.entry})" if each.entry is not None else "")))
    if len(told) == 2 and told[0][1] == told[1][1]:
        return f"Both signed {told[0][1]}."
    return " ".join(f"{name} signed {version}." for name, version in told)


def record_signed_words(standing: Standing) -> str:
    """Who signed the record that is in dispute, and when; empty if nobody did."""
    if not all(each.is_current for each in standing.signed):
        return signed_words(standing)
    names = [standing.sheet.names[each.player] for each in standing.signed]
    return f"{listed(names)} signed this record on {day(standing.signed[-1].at)}." if names else ""


def clock_words(standing: Standing, now: datetime) -> str:
    """Until when both players may agree to a correction; empty if it is not posted, or never could be corrected so."""
    if standing.posted is None:
        return ""
    if standing.closed_at:
        return f"The season was closed on {day(standing.closed_at)}; this result is final."
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
