"""The result of a partie to share: a few lines of text for a chat, and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..rules.house_rules import title_of
from ..rules.messages import Message, Text
from ..rules.names import cut
from ..rules.partie import Partie, ScoredDeal
from .card import weight_message
from .charts import PartieChart, partie_chart
from .contexts import Context
from .formatting import day
from .marks import side_scores
from .recording import Sheet
from .settled import (
    ProofStep,
    beside_paid,
    loser_message,
    paid,
    steps_of,
    verdict,
    winner_message,
)

# As text


DEAL_LINES = 6
"""The most lines of a shared text that are about deals; two are about the result."""


class SharedText(Text):
    """The lines of a result that is shared: who played and who won, what each side has, and the
    points of the deals in the order of the sides.
    """

    RESULT = "{who} at Piquet. {result}"
    TOTALS = "{totals:,}."
    TOTALS_AND_LOSER = "{totals:,}. {note}"
    POINTS = "{who} {points}"
    PARTIES = "{who} {parties:partie}"
    DEAL = "Deal {deal}: {what}"
    TWO_DEALS = "Deals {least} and {most}: {scores:;}"
    DEALS = "Deals {least} to {most}: {scores:;}"
    SCORE = "{score:–}"
    SCORE_WITH_MARKS = "{score:–}, {marks:,}"
    MARKS = "{marks:and} for {who}"


def shared_lines(sheet: Sheet) -> list[Message]:
    """Return the result of a partie that is over in at most eight lines; where there are more than
    six deals, several are on a line.
    """
    partie = sheet.partie
    result = SharedText.RESULT(who=sheet.heading, result=verdict(partie, sheet.sides))
    scores = [_score(partie, each, sheet.sides) for each in partie.deals]
    return [result, _totals(sheet), *_deal_lines(scores)]


def _totals(sheet: Sheet) -> Message:
    """Return the totals, or the parties that each side won of a series; and what the loser missed,
    if that moved the margin.
    """
    partie = sheet.partie
    settled = partie.settlement
    assert settled is not None
    if partie.record.rules.parties_to_win > 1:
        both = zip(sheet.sides, partie.deals[-1].after.won, strict=True)
        totals = tuple(SharedText.PARTIES(who=side, parties=won) for side, won in both)
    else:
        both = zip(sheet.sides, partie.totals, strict=True)
        totals = tuple(SharedText.POINTS(who=side, points=total) for side, total in both)
    loser = loser_message(settled, sheet.sides)
    if loser is None:
        return SharedText.TOTALS(totals=totals)
    return SharedText.TOTALS_AND_LOSER(totals=totals, note=loser)


def _score(partie: Partie, scored: ScoredDeal, sides: Sequence[str]) -> Message:
    """Return the points of a deal, with how often it counts, and the marks and whose they are."""
    both = zip(sides, side_scores(partie, scored), strict=True)
    marks = [
        SharedText.MARKS(marks=tuple(each.marks), who=side) for side, each in both if each.marks
    ]
    weight = weight_message(scored.weight)
    if weight is not None:
        marks.insert(0, weight)
    if not marks:
        return SharedText.SCORE(score=scored.points)
    return SharedText.SCORE_WITH_MARKS(score=scored.points, marks=tuple(marks))


def _deal_lines(scores: Sequence[Message]) -> list[Message]:
    """Return the lines of the deals, each with as few deals as the room allows."""
    size = -(-len(scores) // DEAL_LINES)
    if size == 1:
        return [SharedText.DEAL(deal=deal, what=score) for deal, score in enumerate(scores, 1)]
    lines = list[Message]()
    for start in range(0, len(scores), size):
        these = tuple(scores[start : start + size])
        if len(these) == 1:
            lines.append(SharedText.DEAL(deal=start + 1, what=these[0]))
        else:
            most = start + len(these)
            text = SharedText.TWO_DEALS if len(these) == 2 else SharedText.DEALS
            lines.append(text(least=start + 1, most=most, scores=these))
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPage(Context):
    """The text and the picture of a result.

    Attributes:
        shared: the lines of the text.
        picture: from a phone without the club; the club has it at an address.
    """

    template: ClassVar = "table/result.html"

    sheet: Sheet
    shared: list[Message]
    picture: str = ""


def result_context(sheet: Sheet) -> ResultPage:
    """Return the context of the page that shares a result; the partie is over."""
    return ResultPage(sheet=sheet, shared=shared_lines(sheet))


# As a picture


class PictureText(Text):
    """The headings of the rows of a picture of a result.

    They are headings and claim nothing, so no oracle asks them.
    """

    DEAL = "{deal}"
    DEAL_FROM_TOTALS = "{deal}, from totals"
    TOTAL = "Total"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRow:
    """A row of a picture: its words, its figures, and the *marks* beside each figure."""

    words: Message
    figures: Sequence[int]
    marks: Sequence[Sequence[Message]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPicture(Context):
    """The picture of a result.

    Attributes:
        winner: `None` after a draw; *paid* is then `None` too.
        beside: that the loser is under the Rubicon or lurched, or that each loser pays.
        rows: the deals, with the figures of the sides.
        steps: of the settlement that have figures.
    """

    template: ClassVar = "table/result.svg"

    verdict: Message
    winner: Message | None
    paid: Message | None
    beside: Message | None
    about: str
    rules: str
    names: list[str]
    chart: PartieChart | None
    rows: list[PictureRow]
    totals: Sequence[int]
    total: Message
    steps: list[ProofStep]


def picture_context(sheet: Sheet) -> ResultPicture:
    """Return the context of the picture of a result; the partie is over."""
    partie = sheet.partie
    settled = partie.settlement
    assert settled is not None
    has_winner = settled.winner is not None
    return ResultPicture(
        verdict=verdict(partie, sheet.sides),
        winner=winner_message(settled, sheet.sides) if has_winner else None,
        paid=paid(settled) if has_winner else None,
        beside=beside_paid(settled, sheet.sides),
        about=f"{sheet.heading}, {day(sheet.played)}.",
        rules=title_of(partie.record.rules),
        names=[cut(name, 11) for name in sheet.sides],
        chart=partie_chart(partie, sheet.sides),
        rows=[_picture_row(partie, each) for each in partie.deals],
        totals=partie.totals,
        total=PictureText.TOTAL(),
        steps=[step for step in steps_of(settled, sheet.sides) if step.figures is not None],
    )


def _picture_row(partie: Partie, scored: ScoredDeal) -> PictureRow:
    text = PictureText.DEAL_FROM_TOTALS if scored.deal is None else PictureText.DEAL
    return PictureRow(
        words=text(deal=scored.number + 1),
        figures=scored.points,
        marks=[side.marks for side in side_scores(partie, scored)],
    )
