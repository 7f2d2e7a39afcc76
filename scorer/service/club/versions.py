"""A version of a partie: the record with correcting statements at the end of one deal's log."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from ...rules.errors import NotationError
from ...rules.notation import format_statement, parse_log
from ...rules.partie import Partie, play_partie
from ...rules.refusals import IllegalStatement
from ...rules.versions import Bearing, bearing, first_difference
from ...storage import disputes, parties
from ...storage.disputes import DisputeRow
from ...storage.parties import PartieRow
from ..opening import NotAllowed
from ..sheets import FROM_PAPER, Sheet, extended, from_paper, read_logs, read_record, with_totals
from .recorded import dispute_key

LONGEST_SAID = 2000
"""The most characters of a correction."""


def version(sheet: Sheet, deal: int, said: str) -> Partie:
    """
    Return the partie with *said* at the end of the log of *deal*, from 0.

    For a deal from paper *said* is its totals: `scores 28 23`.

    Raises:
        NotAllowed: it cannot be read, or the rules refuse it.
    """
    if not 0 <= deal < len(sheet.partie.deals) or len(said) > LONGEST_SAID:
        raise NotAllowed("Choose a deal of this partie.")
    try:
        words = said.split()
        if words[:1] == [FROM_PAPER]:
            if len(words) != 3 or not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words[1:]):
                raise NotAllowed("Enter two whole numbers as the totals of the deal.")
            return with_totals(sheet, deal, (int(words[1]), int(words[2])))
        return extended(sheet, deal, parse_log(said, sheet.partie.record.rules))
    except NotationError as error:
        raise NotAllowed(_sentence(error.message)) from None
    except IllegalStatement as error:
        raise NotAllowed(_sentence(str(error))) from None


def checked_version(sheet: Sheet, deal: int, said: str) -> Partie:
    """
    Return a version in which a finished partie could be posted.

    Raises:
        NotAllowed: it cannot be read, the rules refuse it, the partie is not over in it, or nothing would change.
    """
    found = version(sheet, deal, said)
    if not found.is_over:
        raise NotAllowed(
            "With this correction the partie is not over. Enter what is missing as well, or leave it to the director."
        )
    if first_difference(sheet.partie, found) is None:
        raise NotAllowed("The record already says this. Enter what should change.")
    return found


def bearing_between(record: Partie, other: Partie | None) -> Bearing:
    """Return the laws and cases that bear on a dispute: on the difference to another version, or on the record."""
    return bearing(None if other is None else first_difference(record, other), record)


def record_version(db: Connection, sheet: Sheet, deal: int, said: str, *, form_key: str, at: str) -> None:
    """
    Append the statements of a version to the log of its deal.

    Raises:
        NotAllowed: as `version`.
    """
    version(sheet, deal, said)
    words = said.split()
    if words[0] == FROM_PAPER:
        new = [from_paper(int(words[1]), int(words[2]))]
    else:
        new = [format_statement(each) for each in parse_log(said, sheet.partie.record.rules)]
    position = len(read_logs(db, sheet.id)[deal])
    parties.append_statements(db, sheet.id, deal=deal, position=position, said=new, form_key=form_key, at=at)


def as_disputed(db: Connection, row: PartieRow, sheet: Sheet, dispute: DisputeRow) -> Sheet:
    """Return a sheet as it was when a dispute was raised: without corrections by that dispute or later ones."""
    later = {dispute_key(each.number) for each in disputes.disputes(db, row.id) if each.number >= dispute.number}
    logs: dict[int, list[str]] = {}
    for each in parties.statements(db, row.id):
        if each.form_key not in later:
            logs.setdefault(each.deal, []).append(each.text)
    record = read_record(row, [logs[deal] for deal in sorted(logs)])
    return replace(sheet, partie=play_partie(record))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
