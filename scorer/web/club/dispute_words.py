"""Disputes, statuses and signatures in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from ...ledger.entries import SheetPosted
from ...rules.company import Turn
from ...rules.company.record import listed, result_words
from ...service.club.disputes import DisputeRow
from ...service.club.signing import SeasonSheet, Status
from ...service.sheets import CompanyCard, CompanyTurn, Sheet
from ..formatting import counted, day, first_up, signed, when
from ..proof import what_was_signed

_RAISED = {
    "refusal": "{} refuses to sign",
    "call": "{} called the director",
    "correction": "{} requests a correction",
}


def raised_words(dispute: DisputeRow, names: tuple[str, ...]) -> str:
    """
    Return who raised a dispute, and why.

    >>> from scorer.service.club.disputes import DisputeRow
    >>> refused = DisputeRow(1, 1, 1, 1, "refusal", "I took the last", -1, -1, "", "", None, None, None, None, None)
    >>> raised_words(refused, ("Ada", "Ben"))
    'Ben refuses to sign: “I took the last”'
    """
    if dispute.player < 0:
        return f"A director corrects the record: “{dispute.reason}”"
    return f"{_RAISED[dispute.kind].format(names[dispute.player])}: “{dispute.reason}”"


def ended_words(dispute: DisputeRow) -> str:
    """Return how a dispute ended, who ended it, and when; empty while it is open."""
    at = when(dispute.ended_at or "")
    if dispute.how is None:
        return ""
    if dispute.how == "closed":
        return f"{first_up(dispute.by or '')} closed the season and left this open: “{dispute.words}”, {at}."
    if dispute.how == "agreed":
        return f"{dispute.by} agreed, and the record was corrected ({dispute.law}), {at}."
    if dispute.how == "withdrawn":
        return f"{dispute.by} withdrew it, {at}."
    return f"{first_up(dispute.by or '')} ruled: “{dispute.words}” ({dispute.law}), {at}."


def status_words(season_sheet: SeasonSheet) -> str:
    """Return how far a sheet has come, and who must act next; in a closed season nobody must."""
    if season_sheet.closed_at and season_sheet.posted is None and season_sheet.reversed_by is None:
        closed, called = day(season_sheet.closed_at), season_sheet.sheet.called
        return f"Left out. The season was closed on {closed} before this {called} was posted."
    names = [season_sheet.sheet.names[player] for player in season_sheet.unsigned]
    is_two = len(season_sheet.sheet.names) == 2
    match season_sheet.status:
        case Status.PLAYING:
            return "In progress."
        case Status.UNSIGNED:
            return f"Unsigned. {listed(names)} have not signed yet."
        case Status.HALF_SIGNED:
            some = "Half" if is_two else "Partly"
            return f"{some} signed. {listed(names)} {'has' if len(names) == 1 else 'have'} not signed yet."
        case Status.DISPUTED:
            return f"Disputed. The other {'player' if is_two else 'players'} or a director must answer."
        case Status.POSTED:
            body = season_sheet.posted.entry.body if season_sheet.posted is not None else None
            if isinstance(body, SheetPosted) and body.imported:
                return "Imported. Nobody signed it."
            if not all(each.is_current for each in season_sheet.signed):
                return "Corrected and posted."
            return "Signed and posted." if len(season_sheet.signed) == len(season_sheet.sheet.names) else "Posted."
        case Status.RULED:
            return "Ruled and posted."
        case Status.REVERSED:
            return "A director reversed its entry."
        case _:
            assert_never(season_sheet.status)


def correction_words(season_sheet: SeasonSheet) -> str:
    """Return how the posted record came to differ from what was signed; empty if it does not."""
    posted = season_sheet.posted
    if posted is None or not isinstance(posted.entry.body, SheetPosted):
        return ""
    entry = f"(entry {posted.entry.number})"
    corrected = posted.entry.body.instead_of is not None or not all(each.is_current for each in season_sheet.signed)
    if season_sheet.status is Status.RULED:
        return f"{'Corrected' if corrected else 'Posted'} by ruling {entry}."
    agreed = next((each for each in reversed(season_sheet.disputes) if each.how == "agreed"), None)
    if not corrected or agreed is None:
        return ""
    asked = season_sheet.sheet.names[agreed.player]
    return f"Corrected by agreement {entry}: {asked} requested it, and {agreed.by} agreed."


def signed_words(season_sheet: SeasonSheet) -> str:
    """
    Return who signed which version, and the entry that posted it; empty if nobody signed.

    The winner is named where another player wins now.
    """
    sheet, names = season_sheet.sheet, season_sheet.sheet.names
    if not isinstance(sheet, Sheet):
        return _card_signed(season_sheet)
    signed = []
    for each in season_sheet.signed:
        version = what_was_signed(each.settlement, sheet.partie, names)
        signed.append((names[each.player], version + (f" (entry {each.entry})" if each.entry is not None else "")))
    if len(signed) == 2 and signed[0][1] == signed[1][1]:
        return f"Both signed {signed[0][1]}."
    return " ".join(f"{name} signed {version}." for name, version in signed)


def agreed_words(season_sheet: SeasonSheet) -> str:
    """Return who has agreed to the correction in dispute, and who has not yet."""
    names, dispute = season_sheet.sheet.names, season_sheet.dispute
    asked = {*season_sheet.agreed, dispute.player if dispute is not None else -1}
    others = listed([name for player, name in enumerate(names) if player not in asked])
    return f"{listed([names[each] for each in season_sheet.agreed])} agreed. {others} must agree too."


def turn_words(then: CompanyCard, now: CompanyCard) -> str:
    """Return the partie that a version of a company's card changes: its result in both, or that it is removed."""
    results = {turn.number: result_words(then.company, each) for turn, each in _played(then)}
    for number, (turn, each) in enumerate(_played(now), 1):
        before, after = result_words(now.company, each), results.get(turn.number, "removed")
        if before != after:
            return f"Partie {number}. Record: {before}. Other version: {after}."
    return ""


def _played(card: CompanyCard) -> Iterator[tuple[CompanyTurn, Turn]]:
    return zip(card.turns, card.company.card.turns, strict=False)  # the last may be in progress


def balances_words(then: CompanyCard, now: CompanyCard) -> str:
    """Return whose balance a version of a company's card changes, from what to what."""
    moved = zip(now.names, now.company.card.balances, then.company.card.balances, strict=True)
    changed = [f"{name} {signed(before)} to {signed(after)}" for name, before, after in moved if before != after]
    return f"Balances: {', '.join(changed)}." if changed else "No balance changes."


def _card_signed(season_sheet: SeasonSheet) -> str:
    """Return who signed a scorecard, and who signed it as it was before a correction."""
    names, said = season_sheet.sheet.names, []
    for is_current, what in ((True, "the scorecard as it is"), (False, "the scorecard before it was corrected")):
        if those := [names[each.player] for each in season_sheet.signed if each.is_current is is_current]:
            said.append(f"{listed(those)} signed {what}.")
    return " ".join(said)


def record_signed_words(season_sheet: SeasonSheet) -> str:
    """Return who signed the disputed record, and when; empty if nobody did."""
    if not all(each.is_current for each in season_sheet.signed):
        return signed_words(season_sheet)
    names = [season_sheet.sheet.names[each.player] for each in season_sheet.signed]
    return f"{listed(names)} signed this record on {day(season_sheet.signed[-1].at)}." if names else ""


def clock_words(season_sheet: SeasonSheet, now: datetime) -> str:
    """Return how long both players may agree to a correction; empty if they never could."""
    if season_sheet.posted is None:
        return ""
    if season_sheet.closed_at:
        return f"The season was closed on {day(season_sheet.closed_at)}. This result is final."
    if season_sheet.until is None:
        return ""
    until = when(season_sheet.until.isoformat())
    if not season_sheet.is_open:
        return f"The correction period ended {until}. Only a director can correct it now."
    minutes = int((season_sheet.until - now).total_seconds()) // 60
    who = "Both players" if len(season_sheet.sheet.names) == 2 else "All players"
    return f"{who} can agree to a correction until {until}: {left_words(minutes)} left."


def left_words(minutes: int) -> str:
    """
    Return a duration in hours and minutes.

    >>> left_words(1439), left_words(60), left_words(0)
    ('23 hours 59 minutes', '1 hour', 'less than a minute')
    """
    hours, rest = divmod(minutes, 60)
    parts = [counted(number, word) for number, word in ((hours, "hour"), (rest, "minute")) if number]
    return " ".join(parts) or "less than a minute"


DISPUTE_WORDS = (
    raised_words,
    ended_words,
    status_words,
    correction_words,
    signed_words,
    record_signed_words,
    clock_words,
    agreed_words,
    balances_words,
    turn_words,
)
"""The filters of the templates."""
