"""What a sheet proves: its deals, its margin step by step, and what that hinges on.

Nothing here knows of requests or of the database: a phone without the club shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..rules.messages import Message, Text
from ..rules.partie import ScoredDeal
from ..rules.seats import Seat
from .bidding import contract_progress
from .card import kept_corrections, weight_message
from .charts import PartieChart, partie_chart
from .contexts import Context, Rematch
from .doubts import mark
from .hinging import HingeRow, HingesText, cliff_message, hinge_rows, no_hinges
from .marks import SideScore, side_scores
from .recording import Sheet
from .settled import ProofStep, beside_paid, paid, steps_of, verdict, winner_message
from .sharing import shared_lines
from .under_rules import rulesets_for
from .what_if import cliffs, hinges


class NotOverText(Text):
    """What the page of a settlement says before there is one.

    A sheet says that its partie is not over, so no oracle asks it.
    """

    TITLE = "This partie is not over."
    ADVICE = "Its settlement is shown here after the last deal."


NOT_OVER = (NotOverText.TITLE(), NotOverText.ADVICE())
"""What the page of a settlement says before there is one."""


class DealNoteText(Text):
    """Notes beside a deal of the sheet.

    Elder is the player who did not deal; a deal from totals has no statements; a deal was corrected
    if a correction of it was kept. Nobody corrects a random deal or enters its totals, so no oracle
    asks them.
    """

    ELDER = "{elder} elder"
    FROM_TOTALS = "from totals"
    UNFINISHED = "unfinished"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal of the sheet, with its notes in the order of the page.

    Attributes:
        number: from 1.
        scores: of each side.
        about: who is elder, how often it counts, and the contract.
        finding: whether its claims are possible; `None` if they are.
        besides: what else there is to note.
    """

    number: int
    scores: list[SideScore]
    about: list[Message]
    finding: Message | None
    besides: list[Message]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShown:
    """What the pages of a sheet and of its settlement both show.

    Attributes:
        has_others: whether other rules can score the partie.
        signing: how far it is signed and posted, of a sheet of a season.
        company: the code of the company that played it.
        may_correct: each of its statements may be corrected from this phone.
        file: the partie as a file, in an address of a phone without the club, which has it at its
            own.
    """

    sheet: Sheet
    rows: list[DealRow]
    chart: PartieChart | None
    has_others: bool
    signing: object = None
    company: str = ""
    may_correct: bool = False
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage(SheetShown, Context):
    """A sheet and its chart.

    Attributes:
        reads_pair: none of its statements may be corrected from this phone, which has the link of
            the pair that played.
        in_room: at which table of an evening it is played, and when the round ends.
    """

    template: ClassVar = "table/sheet.html"

    reads_pair: bool = False
    in_room: Message | None = None


def sheet_context(sheet: Sheet) -> SheetPage:
    return SheetPage(**_shown(sheet))


def _shown(sheet: Sheet) -> dict[str, Any]:
    """Return what both pages show of a sheet, by the names of the fields."""
    return {
        "sheet": sheet,
        "rows": [_deal_row(sheet, each) for each in sheet.partie.deals],
        "chart": partie_chart(sheet.partie, sheet.sides),
        "has_others": len(rulesets_for(sheet.partie.record.rules)) > 1,
    }


def _deal_row(sheet: Sheet, scored: ScoredDeal) -> DealRow:
    deal = scored.deal
    elder = scored.seats[Seat.ELDER].name
    names = scored.seats.map(lambda player: player.name)
    contract = contract_progress(deal, names) if deal else None
    notes = {
        DealNoteText.FROM_TOTALS: deal is None,
        DealNoteText.UNFINISHED: not scored.is_over,
        DealNoteText.CORRECTED: bool(kept_corrections(sheet, scored.number)),
    }
    about = (DealNoteText.ELDER(elder=elder), weight_message(scored.weight), contract)
    return DealRow(
        number=scored.number + 1,
        scores=side_scores(sheet.partie, scored),
        about=[each for each in about if each is not None],
        finding=mark(deal),
        besides=[note() for note, holds in notes.items() if holds],
    )


# What the margin hinges on


CHECKS = 60
"""The claim checks of a settlement page, about a tenth of a second;
what needs more is shown when it is asked for.
"""


FOREMOST = 3
"""The statements on which the outcome hinges that are shown at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage(SheetShown, Context):
    """The proof of a margin, and what it hinges on.

    Attributes:
        shared: the lines of the result, to share.
        beside: that the loser is under the Rubicon or lurched, or that each loser pays.
        hinges: the nearest that would change the outcome, each one step away.
        other_hinges: those that are farther, or would only move the margin.
        everything: everything was asked for, however long it took.
        not_all: that not every statement was tried, if so.
        no_hinges: that nothing is listed, or nothing one step away, if everything was tried.
        rematch: the form that opens the next partie, on a phone that may.
        stakes: what the season's stakes make of the margin, step by step.
        picture: that of the result, from a phone without the club; the club has it at an address.
        pair: the code of the pair that played it, on a phone with their link or alone; else empty.
    """

    template: ClassVar = "table/settlement.html"

    shared: list[Message]
    verdict: Message
    beside: Message | None
    winner: Message | None
    paid: Message | None
    steps: list[ProofStep]
    cliffs: list[Message]
    hinges: list[HingeRow]
    other_hinges: list[HingeRow]
    everything: bool
    not_all: Message | None
    no_hinges: Message | None
    may_score: bool = False
    rematch: Rematch | None = None
    stakes: Sequence[Message] = ()
    picture: str = ""
    pair: str = ""


def settlement_context(sheet: Sheet, *, everything: bool) -> SettlementPage:
    """Return the context of the proof of a margin, of a partie that is over.

    Args:
        everything: everything that it hinges on is looked for, however long that takes.
    """
    partie = sheet.partie
    settled = partie.settlement
    assert settled is not None
    has_winner = settled.winner is not None
    found = hinges(partie.record, None if everything else CHECKS)
    rows = hinge_rows(sheet, found.found)
    foremost = [row for row in rows if row.foremost][:FOREMOST]
    return SettlementPage(
        **_shown(sheet),
        shared=shared_lines(sheet),
        verdict=verdict(partie, sheet.sides),
        beside=beside_paid(settled, sheet.sides),
        winner=winner_message(settled, sheet.sides) if has_winner else None,
        paid=paid(settled) if has_winner else None,
        steps=steps_of(settled, sheet.sides),
        cliffs=[cliff_message(sheet, cliff) for cliff in cliffs(partie)],
        hinges=foremost,
        other_hinges=[row for row in rows if row not in foremost],
        everything=everything,
        not_all=None if found.complete else HingesText.NOT_ALL(),
        no_hinges=None if foremost or not found.complete else no_hinges(partie, rows),
    )
