"""A version of a partie: the record as it stands, with something more at the end of one deal's log."""

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
"""More than this nobody puts right at once."""


def version(sheet: Sheet, deal: int, said: str) -> Partie:
    """
    The partie as somebody holds it to have been: with *said* at the end of the log of *deal*, from 0.

    Of a deal from paper what is said are its totals: `scores 28 23`.

    Raises:
        NotAllowed: it cannot be read, or the rules refuse it.
    """
    if not 0 <= deal < len(sheet.partie.deals) or len(said) > LONGEST_SAID:
        raise NotAllowed("Say which deal of the partie it is about.")
    try:
        words = said.split()
        if words[:1] == [FROM_PAPER]:
            if len(words) != 3 or not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words[1:]):
                raise NotAllowed("The totals of a deal are two whole numbers.")
            return with_totals(sheet, deal, (int(words[1]), int(words[2])))
        return extended(sheet, deal, parse_log(said, sheet.partie.record.rules))
    except NotationError as error:
        raise NotAllowed(_sentence(error.message)) from None
    except IllegalStatement as error:
        raise NotAllowed(_sentence(str(error))) from None


def checked_version(sheet: Sheet, deal: int, said: str) -> Partie:
    """
    A version by which a partie that is over could stand in the book.

    Raises:
        NotAllowed: it cannot be read, the rules refuse it, the partie is not
            over in it, or it says what the record says.
    """
    found = version(sheet, deal, said)
    if not found.is_over:
        raise NotAllowed(
            "So corrected, the partie is not over: something is missing after it. Say that as well, "
            "or leave it to the director."
        )
    if first_difference(sheet.partie, found) is None:
        raise NotAllowed("That is what the record says already.")
    return found


def bearing_between(record: Partie, other: Partie | None) -> Bearing:
    """The laws and cases by which a dispute is decided: that of a record and another version, or of a record alone."""
    return bearing(None if other is None else first_difference(record, other), record)


def record_version(db: Connection, sheet: Sheet, deal: int, said: str, *, form_key: str, at: str) -> None:
    """
    Record a version: what it says is appended to the log of its deal.

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
    """
    The sheet of a partie as it stood when a dispute about it was raised.

    What that dispute or a later one has put right since stands at the end of
    a log, under the key of the dispute.
    """
    later = {dispute_key(each.number) for each in disputes.disputes(db, row.id) if each.number >= dispute.number}
    logs: dict[int, list[str]] = {}
    for each in parties.statements(db, row.id):
        if each.form_key not in later:
            logs.setdefault(each.deal, []).append(each.text)
    record = read_record(row, [logs[deal] for deal in sorted(logs)])
    return replace(sheet, partie=play_partie(record))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
