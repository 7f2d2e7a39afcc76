"""A sheet of a season in words: how far it has come, its dispute, signatures and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, assert_never

from flask import g, url_for

from ..ledger.entries import DisputeEnded, SheetPosted, author_words
from ..rules.names import Name
from ..rules.words import first_up, listed
from ..service.club.disputes.cases import DisputeRow, outcome_words
from ..service.club.posting.signing import SeasonSheet, SheetStatus, Signed
from ..service.parties import SheetRow
from ..service.sheets import CompanyCard
from ..table.formatting import counted
from ..table.recording import Sheet
from ..table.settled import what_was_signed
from .kinds import pages_of
from .season_sheet import Viewer
from .visitor import day, the_club_services, when


def _named(players: Iterable[int], names: Sequence[str]) -> str:
    return listed([names[each] for each in players])


def _earlier(season_sheet: SeasonSheet) -> list[Signed]:
    """Return the signatures under what the record was before."""
    return [each for each in season_sheet.signed if not each.is_current]


# Who ended a dispute


def shown_names(club_id: int) -> Mapping[int, Name]:
    """Return the names that a club shows, which a page looks up once."""
    if "shown_names" not in g:
        g.shown_names = the_club_services().people.shown_names(club_id)
    found: Mapping[int, Name] = g.shown_names
    return found


def people_of(row: SheetRow, names: Mapping[int, str]) -> list[str]:
    """Return the players of a sheet of a season as they are called now, by the names of members.

    A sheet keeps the names under which it was kept, of whom some may have been renamed since.
    """
    return [names[member] for member in row.membership.members]


def ending_words(dispute: DisputeRow) -> str:
    return outcome_words(dispute, shown_names(dispute.club_id or 0))


# How far it has come


def status_words(season_sheet: SeasonSheet) -> str:
    """Say how far a sheet has come, and who must act next; in a closed season nobody must."""
    sheet = season_sheet.sheet
    is_out = season_sheet.posted is None and season_sheet.reversed_by is None
    if season_sheet.closed_at and is_out:
        closed_on = day(season_sheet.closed_at)
        return (
            f"Left out. The season was closed on {closed_on} before this {sheet.called} was posted."
        )
    match season_sheet.status:
        case SheetStatus.PLAYING:
            return "In progress."
        case SheetStatus.UNSIGNED:
            return f"Unsigned. {unsigned_words(season_sheet)}."
        case SheetStatus.HALF_SIGNED:
            how_far = "Half" if len(sheet.names) == 2 else "Partly"
            return f"{how_far} signed. {unsigned_words(season_sheet)}."
        case SheetStatus.DISPUTED:
            return _dispute_words(season_sheet)
        case SheetStatus.POSTED:
            return _posted_words(season_sheet)
        case SheetStatus.RULED:
            return "Ruled and posted."
        case SheetStatus.REVERSED:
            return "A director reversed its entry."
        case _:
            assert_never(season_sheet.status)


def unsigned_words(season_sheet: SeasonSheet) -> str:
    unsigned = season_sheet.unsigned
    have = "has" if len(unsigned) == 1 else "have"
    return f"{_named(unsigned, season_sheet.sheet.names)} {have} not signed yet"


def _posted_words(season_sheet: SeasonSheet) -> str:
    assert season_sheet.posted is not None
    body = season_sheet.posted.entry.body
    if isinstance(body, SheetPosted) and body.imported:
        return "Imported. Nobody signed it."
    if _earlier(season_sheet):
        return "Corrected and posted."
    everyone = len(season_sheet.signed) == len(season_sheet.sheet.names)
    return "Signed and posted." if everyone else "Posted."


def _dispute_words(season_sheet: SeasonSheet) -> str:
    """Say how far a dispute has come, and who can act now."""
    dispute = season_sheet.dispute
    assert dispute is not None
    names = season_sheet.sheet.names
    contested = dispute.players_who("contests")
    if contested:
        return f"Contested by {_named(contested, names)}. A director decides."
    agreed = dispute.players_who("agrees")
    if agreed:
        others = [
            each for each in range(len(names)) if each not in agreed and each != dispute.player
        ]
        return f"{_named(agreed, names)} agreed. {_named(others, names)} must agree too."
    by_player = dispute.player >= 0 and season_sheet.may_agree
    if by_player and dispute.correction:
        others_words = "player" if len(names) == 2 else "players"
        return (
            f"Disputed. The other {others_words} can agree, reply or contest; "
            f"or a director decides."
        )
    if by_player and not season_sheet.sheet.unfinished:
        return "Disputed. Enter what the record should be, or a director decides."
    return "Disputed. A director decides."


class AnswerKey(NamedTuple):
    address: str
    words: str


def answer_key(season_sheet: SeasonSheet, viewer: Viewer) -> AnswerKey | None:
    """Return the key that answers a dispute raised in words with a correction;
    `None` if nothing can.
    """
    sheet = season_sheet.sheet
    dispute = season_sheet.dispute
    if dispute is None or sheet.unfinished:
        return None
    if dispute.player < 0 or dispute.correction:
        return None
    number = dispute.deal + 1
    address = pages_of(sheet).deal(sheet, number) if number else ""
    what = f"correct deal {number}"
    if not address:
        address = url_for("signing.asking", code=sheet.code)
        what = "enter the correction"
    is_own = viewer.player == dispute.player
    return AnswerKey(address, first_up(what) if is_own else f"Agree: {what}")


# Corrections and signatures


def corrected_words(season_sheet: SeasonSheet) -> str:
    """Say how the posted record came to differ from what was signed; nothing if it does not."""
    if season_sheet.posted is None:
        return ""
    body = season_sheet.posted.entry.body
    differs = bool(_earlier(season_sheet)) or (
        isinstance(body, SheetPosted) and body.instead_of is not None
    )
    by_entry = f"(entry {season_sheet.posted.entry.number})"
    if season_sheet.status is SheetStatus.RULED:
        return f"{'Corrected' if differs else 'Posted'} by ruling {by_entry}."
    if not differs:
        return ""
    agreed = [each for each in season_sheet.disputes if each.how == "agreed"]
    if agreed:
        last = agreed[-1]
        asked = season_sheet.sheet.names[last.player]
        others = author_words(last.by or "", shown_names(last.club_id or 0))
        return f"Corrected by agreement {by_entry}: {asked} requested it, and {others} agreed."
    if any(each.how == "mistyped" for each in season_sheet.disputes):
        return f"Corrected {by_entry}: the director had mistyped the paper sheet."
    return ""


def signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed which version, and the entry that posted it; nothing if nobody signed."""
    sheet = season_sheet.sheet
    signatures = season_sheet.signed
    match sheet:
        case Sheet():
            return _signed_partie(sheet, signatures)
        case CompanyCard():
            return _signed_card(sheet, signatures)
        case _:
            assert_never(sheet)


def _signed_partie(sheet: Sheet, signatures: Sequence[Signed]) -> str:
    names = sheet.names
    versions = [_signed_version(each, sheet) for each in signatures]
    if len(versions) == 2 and len({*versions}) == 1:
        return f"Both signed {versions[0]}: {_moments(signatures, names)}."
    return " ".join(
        f"{names[each.player]} signed {version} on {when(each.at)}."
        for each, version in zip(signatures, versions, strict=True)
    )


def _signed_card(card: CompanyCard, signatures: Sequence[Signed]) -> str:
    said = []
    for is_current, what in (
        (True, "the scorecard as it is"),
        (False, "the scorecard before it was corrected"),
    ):
        those = [each for each in signatures if each.is_current is is_current]
        if those:
            players = _named((each.player for each in those), card.names)
            said.append(f"{players} signed {what}: {_moments(those, card.names)}.")
    return " ".join(said)


def _signed_version(signed: Signed, sheet: Sheet) -> str:
    entry = "" if signed.entry is None else f" (entry {signed.entry})"
    return f"{what_was_signed(signed.settlement, sheet.partie, sheet.names)}{entry}"


def _moments(signatures: Iterable[Signed], names: Sequence[str]) -> str:
    return ", ".join(f"{names[each.player]} on {when(each.at)}" for each in signatures)


def record_signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed the disputed record, and when; nothing if nobody did."""
    if _earlier(season_sheet):
        return signed_words(season_sheet)
    return " ".join(
        f"{season_sheet.sheet.names[each.player]} signed this record on {when(each.at)}."
        for each in season_sheet.signed
    )


def clock_words(season_sheet: SeasonSheet, now: datetime) -> str:
    """Say how long the players may agree to a correction; nothing if they never could."""
    if season_sheet.posted is None:
        return ""
    if season_sheet.closed_at:
        return f"The season was closed on {day(season_sheet.closed_at)}. This result is final."
    ruling = season_sheet.ruling
    if ruling is not None:
        assert isinstance(ruling.body, DisputeEnded)
        by = author_words(ruling.author, shown_names(season_sheet.membership.club_id))
        law = f" ({ruling.body.law})" if ruling.body.law else ""
        return f"Ruled by {by} on {when(ruling.at)}{law}. Only a director changes this result now."
    if season_sheet.until is None:
        return ""
    until = when(season_sheet.until.isoformat())
    if not season_sheet.is_open:
        return f"The correction period ended {until}. Only a director can correct it now."
    players = "Both" if len(season_sheet.sheet.names) == 2 else "All"
    left = _left_words(season_sheet.until, now)
    return f"{players} players can agree to a correction until {until}: {left} left."


def _left_words(until: datetime, now: datetime) -> str:
    hours, minutes = divmod(int((until - now).total_seconds() // 60), 60)
    left = [
        counted(number, word) for number, word in ((hours, "hour"), (minutes, "minute")) if number
    ]
    return " ".join(left) or "less than a minute"
