"""Plain text for a terminal: score sheets, company scorecards, findings, declarations and rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from ..resources import resource_dir
from ..rules.cards import format_hand
from ..rules.company import (
    Company,
    Frame,
    choices_of,
    company_message,
    lineup_message,
    result_message,
    source_of,
    words_of,
)
from ..rules.findings import deal_message, labelled_cards
from ..rules.governing import line_law
from ..rules.hands import Declarations
from ..rules.house_rules import differences, name_of, title_of
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message
from ..rules.names import Name
from ..rules.partie import Partie, ScoredDeal, going_on_message, heading, side_names
from ..rules.presets import PRESETS
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.scoring import announced, running
from ..rules.sentences import (
    Counting,
    bonus_count_message,
    contract_message,
    declaration_message,
    line_of_message,
    step_message,
)
from ..rules.settlement import Step
from ..rules.words import value_words
from ..table.checking import CheckedCompany, CheckedPartie

if TYPE_CHECKING:
    from jinja2 import Environment

_NO_WIDTH = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """Return the columns that *text* takes."""
    return sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    """Return two for a wide character, and none for a combining mark."""
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    while width(text) > columns:
        text = text[:-1]
    return text


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return *text* in exactly *columns* columns, cut with an ellipsis if it is longer."""
    shown = cut(text, columns - 1) + "…" if width(text) > columns else str(text)
    space = " " * (columns - width(shown))
    if isinstance(text, Name):
        shown = f"{Name(shown)}"
    return space + shown if right else shown + space


def aligned(cells: Iterable[str], columns: Sequence[int], between: str = "") -> str:
    return between.join(
        pad(cell, column, right=True) for cell, column in zip(cells, columns, strict=True)
    )


def wrap(text: str, columns: int, indent: int) -> str:
    """Return *text* in lines of at most *columns* columns, those after the first indented;
    a long word is broken.
    """
    lines = []
    while width(text) > columns:
        fits = cut(text, columns)
        space = fits.rfind(" ") if text[len(fits)] != " " else len(fits)
        if not fits[: space + 1].strip():
            space = len(fits)
        lines.append(text[:space].rstrip())
        text = " " * indent + text[space:].lstrip()
    return "\n".join([*lines, text])


def render(template: str, **found: Any) -> str:
    """Return the text of a template of `templates/terminal`."""
    return _environment().get_template(f"{template}.txt").render(found).rstrip("\n")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(resource_dir("templates") / "terminal")
    environment = Environment(
        loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    filters = (
        aligned,
        choices_of,
        company_message,
        deal_message,
        format_hand,
        labelled_cards,
        lineup_message,
        name_of,
        pad,
        result_message,
        shortened,
        source_of,
        title_of,
        value_words,
        weighted,
        words_of,
        wrap,
    )
    environment.filters |= {each.__name__: each for each in filters}
    environment.filters |= {
        "signed": lambda amount: f"{amount:+}" if amount else "0",
        "heading": _heading,
    }
    return environment


# The score sheet


TEXT = 52
"""Columns of the reason."""

LEAST = 7
MOST = 14
"""The least and the most columns of each player's points or balance, which a longer name widens."""

SHORT_SOURCE = 14
"""A longer source is a note at the foot of the sheet."""


def widths(names: Iterable[str], least: int) -> list[int]:
    return [min(MOST, max(least, width(name) + 2)) for name in names]


def shortened(name: str) -> str:
    short = min(width(name), MOST - 2)
    return type(name)(cut(name, short - 1) + "…") if width(name) > short else name


IN_HAND = (
    LineKind.CARTE_BLANCHE,
    LineKind.POINT,
    LineKind.SEQUENCE,
    LineKind.SET,
    LineKind.CARTE_ROUGE,
)


def weighted(scored: ScoredDeal) -> list[int]:
    return [points * scored.weight for points in scored.points]


class _Sheet:
    """The columns of a partie's sheet, and the notes at its foot."""

    def __init__(self, partie: Partie) -> None:
        self.partie = partie
        self.rules = partie.record.rules
        names = [player.name for player in partie.record.players]
        self.heading = heading(self.rules, names)
        self.names = side_names(self.rules, names)
        self.columns = widths(self.names, LEAST)
        self.width = TEXT + sum(self.columns)
        self.notes: dict[str, int] = {}

    @property
    def going_on(self) -> Message:
        return going_on_message(self.partie, self.names)

    def row(self, text: str, points: Iterable[object], source: str = "") -> str:
        """Return a row whose text may take several lines; the points are on the last."""
        *upper, last = wrap(text, TEXT - 1, 4).split("\n")
        row = f"{pad(last, TEXT)}{aligned(map(format, points), self.columns)}   {self.cite(source)}"
        return "\n".join([*upper, row.rstrip()])

    def step(self, step: Step) -> str:
        """Return a step of a proof, with its source behind all columns."""
        *upper, last = wrap(f"  {step_message(step, self.names)}", self.width, 4).split("\n")
        return "\n".join([*upper, f"{pad(last, self.width)}   {self.cite(step.source)}".rstrip()])

    def cite(self, source: str) -> str:
        """Return a short source as it is, a long one as the number of its note."""
        if len(source) <= SHORT_SOURCE:
            return source
        return f"[{self.notes.setdefault(source, len(self.notes) + 1)}]"

    def seated(self, scored: ScoredDeal) -> str:
        names = scored.seats.map(lambda player: player.name)
        seated = ", ".join(f"{name} {seat.word}" for seat, name in names.items())
        if scored.deal is None:
            return seated
        contract = contract_message(scored.deal.state.auction, names)
        return f"{seated}; {contract}" if contract else seated

    def reasons(self, scored: ScoredDeal) -> str:
        assert scored.deal is not None
        names = scored.seats.map(lambda player: player.name)
        sides = self.rules.sides
        counted = [0] * sides
        rows = []
        elder = self.partie.record.elder(scored.number)
        for in_hand, lines in groupby(scored.deal.lines, key=_is_in_hand):
            for line in lines:
                column = (elder + line.seat) % sides
                counted[column] += line.points
                points = [line.points or "–" if each == column else "" for each in range(sides)]
                said = line_of_message(line, names)
                rows.append(self.row(f"  {said}", points, line_law(line, scored.deal)))
            if in_hand:
                rows.append(self.row("  in hand", counted))
        return "\n".join(rows)

    def aloud(self, scored: ScoredDeal) -> Message | None:
        """Return the count as the players speak it, or `None` if nothing is counted.

        A player at twenty-nine who leads and so makes pique says sixty, not thirty. A quick count
        gives no order of tricks, so of its play only a pique is spoken.
        """
        if scored.deal is None:
            return None
        deal = scored.deal
        names = scored.seats.map(lambda player: player.name)
        lines = announced(deal.state)
        counts = [
            _Count(line, total)
            for line, total in zip(lines, running(deal.rules, lines), strict=True)
        ]
        said: list[_Count] = []
        for _, together in groupby(counts, key=_breath):
            *_, last = together
            if last.line.kind in BONUSES:
                while said and last.says_more_than(said[-1]):
                    said.pop()
                said.append(last)
                continue
            is_known = not deal.state.quick_count or _is_in_hand(last.line)
            if is_known and last.line.points:
                said.append(last)
        spoken = []
        for seat, of_seat in groupby(said, key=lambda each: each.line.seat):
            counted = Counting.ROW(row=tuple(each.message for each in of_seat))
            spoken.append(Counting.OF(who=names[seat], counted=counted))
        return Counting.EACH(row=tuple(spoken)) if spoken else None


class _Count(NamedTuple):
    """A line, and what its player has counted by then."""

    line: Line
    total: int

    @property
    def message(self) -> Message:
        if self.line.kind in BONUSES:
            return bonus_count_message(self.line)
        return Counting.COUNT(count=self.total)

    def says_more_than(self, other: _Count) -> bool:
        """Return whether this bonus says what *other* would say before it."""
        is_own = self.line.seat is other.line.seat and other.line.kind not in BONUSES
        return is_own and other.total >= self.line.args["before"]


def _is_in_hand(line: Line) -> bool:
    return line.kind in (*IN_HAND, LineKind.REPIQUE)


def score_sheet(partie: Partie) -> str:
    sheet = _Sheet(partie)
    return render("score", partie=partie, sheet=sheet, rule="─" * sheet.width)


def _breath(count: _Count) -> tuple[Any, ...]:
    """Return a key that is equal for lines that are spoken together:
    a seat's hand, or what one trick scores.
    """
    line = count.line
    match line.kind:
        case LineKind.REPIQUE | LineKind.PIQUE | LineKind.CONCEDED:
            return (line.seat, line.kind)
        case (
            LineKind.CARTE_BLANCHE
            | LineKind.POINT
            | LineKind.SEQUENCE
            | LineKind.SET
            | LineKind.CARTE_ROUGE
        ):
            return (line.seat, "in hand")
        case LineKind.LEAD | LineKind.TRICK | LineKind.LAST:
            return (line.seat, line.because[-1])
        case LineKind.CARDS | LineKind.CAPOT:
            return (line.seat, LineKind.CARDS)
        case LineKind.CONTRACT:
            return (line.seat, line.kind)
        case _:
            assert_never(line.kind)


# The scorecard of a company


def card(company: Company) -> str:
    names = [player.name for player in company.record.players]
    is_pool = company.record.terms.frame is Frame.POOL
    heads = [*names, "Pool"] if is_pool else names
    columns = widths(heads, LEAST + 1)
    found = {
        "heads": heads,
        "columns": columns,
        "is_pool": is_pool,
        "rule": "─" * (53 + sum(columns)),
    }
    return render("card", company=company, **found)


# Findings, declarations and rules


def _heading(checked: CheckedPartie) -> str:
    record = checked.partie.record
    return heading(record.rules, [player.name for player in record.players])


def findings(checked: CheckedPartie | CheckedCompany) -> str:
    if isinstance(checked, CheckedPartie):
        return render("findings", parties=[("", checked)])
    parties = [(f"Partie {number}: ", each) for number, each in enumerate(checked.parties, 1)]
    return render("findings", parties=parties)


def hand(declared: Declarations) -> str:
    rows = [(str(declaration_message(claim)), points) for claim, points in declared.counted]
    lines = [f"{text:<40}{points:>4}" for text, points in rows]
    return "\n".join([*lines, "─" * 44, f"{'total, if all of it is good':<40}{declared.total:>4}"])


def presets(rulesets: Iterable[Ruleset]) -> str:
    return "\n".join(f"{ruleset.id:<18}{ruleset.title}" for ruleset in rulesets)


def ruleset(rules: Ruleset) -> str:
    found = {"fields": RULE_FIELDS, "sections": SECTIONS, "not_scored": NOT_SCORED}
    return render("ruleset", rules=rules, differing=differences(rules, PRESETS[rules.id]), **found)
