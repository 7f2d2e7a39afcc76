"""Who may change a posted record: both players within one period, and only a director after it or
after a ruling.

The period begins when the sheet is first posted. A correction replaces the entry but does not begin
another period.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from .entries import DisputeEnded, Entry, Outcome, SheetPosted
from .results import Result


class Finality(NamedTuple):
    """What the ledger has about the changes of a sheet.

    Attributes:
        first: the entry that first posted it, with which the period begins; `None` if nothing is
            posted.
        ruling: the last ruling on the posted record, which ends the period; `None` if there is
            none.
        agreed: the last correction of the posted record by agreement; `None` if there is none.
    """

    first: Entry | None = None
    ruling: Entry | None = None
    agreed: Entry | None = None

    @property
    def has_period(self) -> bool:
        """Whether the players ever could agree to a correction:
        not of an import, nor of a forfeit.
        """
        body = None if self.first is None else self.first.body
        return isinstance(body, SheetPosted) and bool(body.code) and not body.imported

    @property
    def is_typed(self) -> bool:
        """Whether the record is only what a director typed from a paper sheet:
        nobody signed, agreed or ruled on it.
        """
        if self.first is None or self.ruling is not None or self.agreed is not None:
            return False
        body = self.first.body
        if not isinstance(body, SheetPosted) or not self.has_period or body.signed:
            return False
        return isinstance(body.result, Result) and body.result.from_paper


def finality(about: Iterable[Entry]) -> Finality:
    """Return what decides who may change a sheet, from all entries that name it, in order.

    A ruling counts if it came after the first posting, or if it was what posted the sheet. One
    before that, about a partie that the players went on with, binds nobody: they have signed what
    they recorded then.
    """
    first: Entry | None = None
    ruling: Entry | None = None
    agreed: Entry | None = None
    before: Entry | None = None
    for entry in about:
        if isinstance(entry.body, SheetPosted):
            first = first or entry
            ruling = before if before is not None and posts(before, entry) else ruling
        elif first is not None and is_ruling(entry):
            ruling = entry
        elif (
            first is not None
            and isinstance(entry.body, DisputeEnded)
            and entry.body.how is Outcome.AGREED
        ):
            agreed = entry
        before = entry
    return Finality(first, ruling, agreed)


def is_ruling(entry: Entry) -> bool:
    return isinstance(entry.body, DisputeEnded) and entry.body.how.is_ruling


def posts(ruling: Entry, entry: Entry) -> bool:
    """Return whether an entry follows a ruling:
    the one before it about the sheet, by the same director.
    """
    return is_ruling(ruling) and ruling.author == entry.author


class Appeal(Enum):
    """Whether a player may appeal against a ruling, which is possible once."""

    NO_RULING = "no director has ruled"
    POSSIBLE = "a player may appeal to another director"
    NOBODY = "no other director can rule on it"
    MADE = "another director decides"
    DECIDED = "the appeal is decided"


def appeal(
    decided: Finality, *, directors: Iterable[str], is_made: bool, is_decided: bool
) -> Appeal:
    """Return whether a player may appeal against the ruling on a sheet.

    Args:
        directors: the authors, as in entries, who could rule on it now.
        is_made: an appeal about this sheet is open.
        is_decided: one was decided. One that was withdrawn decides nothing.
    """
    if is_decided:
        return Appeal.DECIDED
    if is_made:
        return Appeal.MADE
    if decided.ruling is None:
        return Appeal.NO_RULING
    others = [each for each in directors if may_decide(decided, each)]
    return Appeal.POSSIBLE if others else Appeal.NOBODY


def may_decide(decided: Finality, director: str) -> bool:
    """Return whether a director, as the author of entries, may decide an appeal:
    who made the ruling may not.
    """
    return decided.ruling is None or decided.ruling.author != director


class EndedCase(NamedTuple):
    """A dispute of a sheet that has ended.

    Attributes:
        number: from 1, in the order in which they were raised.
        turn: the partie of a company that it is about, from 0; -1 for none.
        deal: the deal that it is about, from 0; -1 for none. Without either it is about the whole
            sheet: its day, who signed it, or what was said in words.
        corrects: with its end the record of that deal, partie or sheet was corrected.
    """

    number: int
    how: Outcome
    turn: int
    deal: int
    corrects: bool


def superseded(cases: Iterable[EndedCase]) -> dict[int, int]:
    """Return the disputes of a sheet whose decision no longer holds, by their numbers, each with
    the dispute that took its place.

    A sheet that is taken out counts no longer, so that supersedes every decision before it. A
    correction supersedes those on the same deal, on the same partie of a company with all its
    deals, or on the whole sheet: what that made of it is no longer recorded. A correction after a
    taking-out posts the sheet again, and supersedes that. What upholds the record supersedes
    nothing. A director's own version is the next dispute, and both hold together.
    """
    found: dict[int, int] = {}
    before: list[EndedCase] = []
    for case in cases:
        for earlier in before:
            if earlier.number not in found and _is_superseded(earlier, case):
                found[earlier.number] = case.number
        before.append(case)
    for case in before:
        if case.how is Outcome.OTHERWISE and case.number + 1 in found:
            found[case.number] = found[case.number + 1]
    return found


def _is_superseded(earlier: EndedCase, case: EndedCase) -> bool:
    """Return whether a *case* takes the place of an *earlier* decision on the same sheet."""
    if not earlier.how.decides or earlier.how is Outcome.OTHERWISE:
        return False
    if case.how is Outcome.TAKEN_OUT:
        return True
    if not case.corrects:
        return False
    return earlier.how is Outcome.TAKEN_OUT or _covers(case, earlier)


def _covers(case: EndedCase, earlier: EndedCase) -> bool:
    """Return whether all that an *earlier* decision is about is corrected by a *case*."""
    if case.turn >= 0 and case.deal < 0:
        return earlier.turn == case.turn
    return (earlier.turn, earlier.deal) == (case.turn, case.deal)


class ResultState(Enum):
    """What holds a posted result, as a word for lists.

    The first four follow from what people decided. What nobody signed here has a word of its own
    until somebody decides on it or its season is closed: a director typed it from a paper sheet, it
    came in with an import, or it is a forfeit, which was not played.
    """

    SIGNED = "signed"
    AGREED = "agreed"
    RULED = "ruled"
    FINAL = "final"
    PAPER = "from paper"
    IMPORTED = "imported"
    FORFEIT = "forfeit"


def state_of(found: Finality, *, is_closed: bool) -> ResultState:
    """Return the state of a posted result, which is final once its season *is_closed*."""
    assert found.first is not None, "only a posted result has a state"
    assert isinstance(found.first.body, SheetPosted), "a sheet is posted by such an entry"
    body = found.first.body
    if is_closed:
        return ResultState.FINAL
    if found.ruling is not None:
        return ResultState.RULED
    if found.agreed is not None:
        return ResultState.AGREED
    if body.imported:
        return ResultState.IMPORTED
    if not body.code:
        return ResultState.FORFEIT
    return ResultState.SIGNED if body.signed else ResultState.PAPER
