"""Versions: a sheet of either kind as a correction would have it.

A requested correction is a version of the sheet: the record with correcting statements at the end
of one deal's log; in a company that deal is of one of its parties, or the result of a partie from
paper is another, or it is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from ....ledger.results import CardResult, Result, result_of
from ....rules import settlement
from ....rules.company import play_company
from ....rules.errors import NotationError
from ....rules.laws import by_member
from ....rules.notation import format_statement
from ....rules.partie import Partie, play_partie
from ....rules.sentences import IllegalStatement
from ....rules.versions import (
    Bearing,
    Difference,
    bearing,
    bearing_of_words,
    first_difference,
)
from ....storage import statements
from ....storage.disputes import Correction, DisputeRow
from ....storage.sheets import SheetRow
from ....table.entering import NotAllowed, refuse_if, sentence
from ....table.recording import Sheet, SheetKind, from_paper, is_seating, with_said
from ... import sheets
from ...companies import read_paper
from ...sheets import AnySheet, CompanyCard
from ..posting.signing import SeasonSheet
from ..posts import card_result, dispute_key
from .dispute_words import DisputeRefusal, by_kind

LONGEST_SAID = 2000


class Version(NamedTuple):
    """A sheet with a correction of `record` (`None` if from paper),
    which becomes `other` (`None` if removed).
    """

    whole: AnySheet
    record: Sheet | None = None
    other: Partie | None = None

    @property
    def difference(self) -> Difference | None:
        """Return the first difference of the partie;
        `None` if there is none, or no statements differ.
        """
        if self.record is None or self.other is None:
            return None
        return first_difference(self.record.partie, self.other)

    @property
    def names(self) -> tuple[str, ...]:
        return self.whole.names if self.record is None else self.record.names

    @property
    def bearing(self) -> Bearing:
        return bearing(self.difference, None if self.record is None else self.record.partie)


def version(sheet: AnySheet, asked: Correction) -> Version:
    """Return a sheet with a correction; what cannot be read,
    or what the rules refuse, raises `NotAllowed`.
    """
    try:
        found: Version = CORRECTING[sheet.kind].version(sheet, asked)
        return found
    except NotationError as error:
        raise NotAllowed(sentence(str(error.message))) from None
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _version_of_partie(sheet: Sheet, asked: Correction) -> Version:
    partie = _corrected(sheet, asked)
    return Version(replace(sheet, partie=partie), sheet, partie)


def _corrected(sheet: Sheet, asked: Correction) -> Partie:
    if not 0 <= asked.deal < len(sheet.partie.deals) or len(asked.said) > LONGEST_SAID:
        raise NotAllowed(DisputeRefusal.DEAL())
    try:
        _, partie = with_said(sheet, asked.deal, asked.said)
        return partie
    except IllegalStatement as error:
        raise NotAllowed(sentence(str(sheet.why_refused(asked.deal, error)))) from None


def _version_of_card(card: CompanyCard, asked: Correction) -> Version:
    index = card.index_of(asked.turn)
    record = card.company.record
    refuse_if(index < 0, DisputeRefusal.PARTIE_OF_CARD())
    parties = list(record.parties)
    played = card.sheet_of(asked.turn)
    other = None
    kept = tuple(
        turn for turn in card.turns if asked.said != sheets.REMOVED or turn.number != asked.turn
    )
    if asked.said == sheets.REMOVED:
        del parties[index]
    elif played is not None:
        other = _corrected(played, asked)
        parties[index] = replace(parties[index], deals=other.record.deals, first=other.record.first)
    else:
        parties[index] = read_paper(asked.said, record.rules, parties[index].seats or ())
    company = play_company(replace(record, parties=tuple(parties)))
    return Version(replace(card, company=company, turns=kept), played, other)


def checked_version(sheet: AnySheet, asked: Correction) -> Version:
    found = version(sheet, asked)
    if found.whole.unfinished:
        raise NotAllowed(
            by_kind(sheet, DisputeRefusal.PARTIE_NOT_OVER, DisputeRefusal.CARD_NOT_OVER)
        )
    same = found.whole == sheet if found.other is None else found.difference is None
    refuse_if(same, DisputeRefusal.THE_SAME())
    return found


def asks_twice(sheet: AnySheet, found: Version) -> bool:
    """Return whether who agrees to a version of a sheet is asked twice:
    by what its partie settles, or by what it moves of anyone's balance.
    """
    asks: bool = CORRECTING[sheet.kind].asks_twice(sheet, found)
    return asks


def _asks_twice_of_partie(sheet: Sheet, found: Version) -> bool:
    assert isinstance(found.whole, Sheet), "a version is of the kind of its sheet"
    return settlement.asks_twice(sheet.partie.settlement, found.whole.partie.settlement)


def _asks_twice_of_card(card: CompanyCard, found: Version) -> bool:
    assert isinstance(found.whole, CompanyCard), "a version is of the kind of its sheet"
    balances = card.company.card.balances
    return settlement.moves_far(balances, found.whole.company.card.balances)


def bearing_of(sheet: AnySheet, asked: Correction, reason: str = "") -> Bearing:
    """Return what can decide what is asked for; without a correction, what was said in words."""
    if asked.said:
        return version(sheet, asked).bearing
    return bearing_of_words(reason, partie_of(sheet), asked.deal)


def record_version(
    db: Connection, sheet: AnySheet, asked: Correction, *, form_key: str, at: str
) -> None:
    version(sheet, asked)
    CORRECTING[sheet.kind].record(db, sheet, asked, form_key, at)


def _record_on_card(
    db: Connection, card: CompanyCard, asked: Correction, form_key: str, at: str
) -> None:
    turn = next(each for each in statements.turns(db, card.id) if each.number == asked.turn)
    if asked.said == sheets.REMOVED or turn.partie_id is None:
        statements.append_result(db, turn.id, result=asked.said, form_key=form_key, at=at)
        return
    played = card.sheet_of(asked.turn)
    assert played is not None
    played = replace(played, id=turn.partie_id)
    _record_on_partie(db, played, asked, form_key, at)


def _record_on_partie(
    db: Connection, sheet: Sheet, asked: Correction, form_key: str, at: str
) -> None:
    said, after = with_said(sheet, asked.deal, asked.said)
    new = [format_statement(each) for each in said]
    if not new:
        new = [
            asked.said if is_seating(asked.said) else from_paper(*after.deals[asked.deal].points)
        ]
    position = len(statements.by_deals(statements.statements(db, sheet.id))[asked.deal])
    statements.append_statements(
        db, sheet.id, deal=asked.deal, position=position, said=new, form_key=form_key, at=at
    )


def as_disputed(db: Connection, now: SeasonSheet, dispute: DisputeRow) -> AnySheet:
    """Return a sheet as it was when a dispute about it was raised."""
    later = {dispute_key(each.number) for each in now.disputes if each.number >= dispute.number}
    found: AnySheet = CORRECTING[now.sheet.kind].without(db, now.row, now.sheet, later)
    return found


def _partie_without(db: Connection, row: SheetRow, sheet: Sheet, keys: Collection[str]) -> Sheet:
    deals = statements.by_deals(
        each for each in statements.statements(db, row.id) if each.form_key not in keys
    )
    return replace(sheet, partie=play_partie(sheets.read_record(row, deals)))


# What a correction is of each kind of sheet


OneSheet = TypeVar("OneSheet", Sheet, CompanyCard)


@dataclass(frozen=True, kw_only=True)  # a generic class with slots takes no argument
class Correcting(Generic[OneSheet]):
    """How a kind of sheet is corrected.

    Attributes:
        version: returns the sheet with a correction.
        record: records what a correction says, with an idempotency key and at a moment.
        without: returns the sheet, from its row, without what was recorded with some keys.
        result: returns what is posted of it, if these are its members.
        deals: returns how many deals it has that what is said in words can be about.
        asks_twice: returns whether a version of it is so far from it that who agrees is asked
            twice.
        partie: returns the partie that it records; `None` of several.
    """

    version: Callable[[OneSheet, Correction], Version]
    record: Callable[[Connection, OneSheet, Correction, str, str], None]
    without: Callable[[Connection, SheetRow, OneSheet, Collection[str]], OneSheet]
    result: Callable[[OneSheet, Sequence[int]], Result | CardResult]
    deals: Callable[[OneSheet], int]
    asks_twice: Callable[[OneSheet, Version], bool]
    partie: Callable[[OneSheet], Partie | None]


CORRECTING: Mapping[SheetKind, Correcting[Any]] = by_member(
    SheetKind,
    {
        "PARTIE": Correcting[Sheet](
            version=_version_of_partie,
            record=_record_on_partie,
            without=_partie_without,
            result=lambda sheet, _members: result_of(sheet.partie),
            deals=lambda sheet: len(sheet.partie.deals),
            asks_twice=_asks_twice_of_partie,
            partie=lambda sheet: sheet.partie,
        ),
        "COMPANY": Correcting[CompanyCard](
            version=_version_of_card,
            record=_record_on_card,
            without=lambda db, row, _card, keys: sheets.read_card(db, row, keys),
            result=card_result,
            deals=lambda _card: 0,
            asks_twice=_asks_twice_of_card,
            partie=lambda _card: None,
        ),
    },
)


def partie_of(sheet: AnySheet) -> Partie | None:
    """Return the partie that a sheet records; `None` if it records several."""
    found: Partie | None = CORRECTING[sheet.kind].partie(sheet)
    return found


def deals_to_name(sheet: AnySheet) -> int:
    """Return how many deals a sheet has that what is said in words can be about."""
    found: int = CORRECTING[sheet.kind].deals(sheet)
    return found


# When what is at issue was recorded


def recorded_at(
    db: Connection, now: SeasonSheet, dispute: DisputeRow, found: Version | None
) -> str:
    """Return when the first statement that matters in a dispute was recorded: the one at which the
    versions differ, or the first of the deal that was named; empty if there is none.
    """
    difference = None if found is None else found.difference
    deal = dispute.deal
    position = 0
    if difference is not None:
        deal = difference.deal
        position = 0 if difference.pair is None else difference.pair.position
    if deal < 0 or partie_of(now.sheet) is None:
        return ""
    log = [each for each in statements.statements(db, now.row.id) if each.deal == deal]
    return next((each.recorded_at for each in log if each.position >= position), "")


# A sheet that was mistyped


def retyped(sheet: Sheet, deals: Sequence[tuple[int, int]]) -> list[tuple[Correction, Version]]:
    """Return the correction of each deal whose figures were mistyped, with the sheet after it."""
    found: list[tuple[Correction, Version]] = []
    scored = sheet.partie.deals
    after = sheet
    if len(deals) != len(scored):
        raise NotAllowed(
            f"The sheet is posted with {len(scored)} deals. To change their number, reverse its "
            f"entry and enter the "
            "sheet again."
        )
    for number, (was, figures) in enumerate(zip(scored, deals, strict=True)):
        if was.points != figures:
            asked = Correction(deal=number, said=from_paper(*figures))
            corrected = version(after, asked)
            found.append((asked, corrected))
            assert isinstance(corrected.whole, Sheet)
            after = corrected.whole
    if after.unfinished:
        raise NotAllowed(
            f"{sentence(str(after.partie.missing))} Reverse the entry of this partie, then "
            f"enter the sheet again."
        )
    return found
