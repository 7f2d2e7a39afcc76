"""Plain text for a terminal: score sheets, company scorecards, findings, declarations and rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..rules.cards import Card, format_hand
from ..rules.company import Company, Frame, choices_of, source_of, words_of
from ..rules.company.record import company_words, lineup_words, result_words
from ..rules.deal import Deal
from ..rules.findings import Finding, Witness, verdict_sentence
from ..rules.hands import Declarations
from ..rules.house_rules import differences, name_of, title_of
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.partie import FinishedPartie, Partie, ScoredDeal, heading, side_names
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.scoring import announced, running
from ..rules.seats import BySeat, Seat
from ..rules.sentences import contract_sentence, declaration_words, line_sentence, step_sentence
from ..rules.settlement import Settlement, Step
from ..rules.words import number_words, value_words
from ..service.checking import CheckedCompany, CheckedDeal, CheckedPartie

_NO_WIDTH = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """Return the columns that *text* takes: two for a wide character, none for a combining mark."""
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def cut(text: str, columns: int) -> str:
    """Return the longest beginning of *text* that fits in *columns* columns."""
    while width(text) > columns:
        text = text[:-1]
    return text


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return *text* in exactly *columns* columns, cut with an ellipsis if it is longer."""
    if width(text) > columns:
        text = cut(text, columns - 1) + "…"
    space = " " * (columns - width(text))
    return space + text if right else text + space


def aligned(cells: Iterable[str], columns: Sequence[int], between: str = "") -> str:
    """Return the cells of a row, each at the right edge of its column."""
    return between.join(pad(cell, column, right=True) for cell, column in zip(cells, columns, strict=True))


def wrap(text: str, columns: int, indent: int) -> Iterator[str]:
    """Yield *text* in lines of at most *columns* columns, those after the first indented; a long word is broken."""
    while width(text) > columns:
        fits = cut(text, columns)
        space = fits.rfind(" ") if text[len(fits)] != " " else len(fits)
        if not fits[:space].strip() or space < 0:
            space = len(fits)
        yield text[:space].rstrip()
        text = " " * indent + text[space:].lstrip()
    yield text


# The score sheet


TEXT = 52
"""Columns of the reason."""

LEAST, MOST = 7, 14
"""The least and the most columns of each player's points or balance, which a longer name widens."""

SHORT_SOURCE = 14
"""A longer source is a note at the foot of the sheet."""


def widths(names: Iterable[str], least: int) -> list[int]:
    return [min(MOST, max(least, width(name) + 2)) for name in names]


def shortened(name: str) -> str:
    return pad(name, min(width(name), MOST - 2))


IN_HAND = (LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET, LineKind.CARTE_ROUGE)


class _Sheet:
    """The columns of a partie's sheet, and the notes at its foot."""

    def __init__(self, partie: Partie) -> None:
        rules, names = partie.record.rules, [player.name for player in partie.record.players]
        self.partie = partie
        self.heading = heading(rules, names)
        self.names = side_names(rules, names)
        self.columns = widths(self.names, LEAST)
        self.rule = "─" * (TEXT + sum(self.columns))
        self.notes: dict[str, int] = {}

    def row(self, text: str, *points: str, source: str = "") -> str:
        return f"{pad(text, TEXT)}{aligned(points, self.columns)}   {self.cite(source)}".rstrip()

    def wrapped(self, text: str, points: Sequence[str], source: str) -> Iterator[str]:
        """Yield a row whose text may take several lines; the points are on the last."""
        *upper, last = wrap(text, TEXT - 1, 4)
        yield from upper
        yield self.row(last, *points, source=source)

    def cite(self, source: str) -> str:
        """Return a short source as it is, a long one as the number of its note."""
        if len(source) <= SHORT_SOURCE:
            return source
        return f"[{self.notes.setdefault(source, len(self.notes) + 1)}]"

    def lines(self) -> Iterator[str]:
        partie = self.partie
        yield self.heading
        yield title_of(partie.record.rules)
        begun = 0
        for scored in partie.deals:
            yield ""
            yield from self.deal(scored, begun)
            ended = next((each for each in partie.finished if each.after == scored.number), None)
            if ended is not None:
                yield ""
                yield from self.ended(ended)
                begun = scored.number + 1
        if partie.settlement is None:
            yield ""
            yield "The partie is in progress." if partie.deals else "No deal has been recorded."
        if self.notes:
            yield ""
            yield from (f"[{number}] {source}" for source, number in self.notes.items())

    def deal(self, scored: ScoredDeal, begun: int) -> Iterator[str]:
        """Yield a deal: its lines, its sum, the totals, and the count as the players speak it."""
        rules = self.partie.record.rules
        title = f"Deal {scored.number - begun + 1}"
        if rules.parties_to_win > 1:
            played = sum(each.after < scored.number for each in self.partie.finished)
            title = f"Partie {played + 1}, deal {scored.number - begun + 1}"
        elif rules.deals is not None:
            title += f" of {rules.deals}" if scored.number < rules.deals else ", extra"
        if scored.weight > 1:
            title += f", counting {'twice' if scored.weight == 2 else f'{scored.weight} times'}"
        yield self.row(title, *map(shortened, self.names))
        names = scored.seats.map(lambda player: player.name)
        seated = ", ".join(f"{name} {seat.word}" for seat, name in names.items())
        contract = "" if scored.deal is None else contract_sentence(scored.deal.state.auction, names)
        if contract:
            seated += f"; {contract}"
        yield from wrap(seated, TEXT + sum(self.columns), 4)
        yield self.rule
        if scored.deal is None:
            yield self.row("  from a paper sheet, totals only", *map(str, scored.points))
            yield self.rule
        elif scored.deal.lines:
            yield from self.reasons(scored, scored.deal)
            yield self.rule
        yield self.row("Deal" if scored.is_over else "Deal, unfinished", *map(str, scored.points))
        if scored.weight > 1:
            counted = [str(points * scored.weight) for points in scored.points]
            yield self.row("Twice" if scored.weight == 2 else f"{scored.weight} times", *counted)
        yield self.row("Total", *map(str, scored.totals))
        if scored.deal is not None:
            yield from self.aloud(scored.deal, names)

    def reasons(self, scored: ScoredDeal, deal: Deal) -> Iterator[str]:
        """Yield the lines of a deal, each under the player who scores it, and the count in hand."""
        names = scored.seats.map(lambda player: player.name)
        sides = deal.rules.sides
        counted = [0] * sides
        for in_hand, lines in groupby(deal.lines, key=lambda line: line.kind in (*IN_HAND, LineKind.REPIQUE)):
            for line in lines:
                column = (scored.number + line.seat) % sides
                counted[column] += line.points
                said = str(line.points) if line.points else "–"
                text = f"  {names[line.seat]}: {line_sentence(line, names)}"
                points = [said if each == column else "" for each in range(sides)]
                yield from self.wrapped(text, points, line.source)
            if in_hand:
                yield self.row("  in hand", *map(str, counted))

    def aloud(self, deal: Deal, names: BySeat[str]) -> Iterator[str]:
        """
        Yield the count as the players speak it.

        A player at twenty-nine who leads and so makes pique says sixty, not
        thirty. A quick count gives no order of tricks, so its play is left out.
        """
        said: list[tuple[Seat, str, bool]] = []
        lines = announced(deal.state)
        counted = zip(lines, running(deal.rules, lines), strict=True)
        for _, together in groupby(counted, key=lambda each: _breath(each[0])):
            line, count = list(together)[-1]
            in_hand = line.kind in (*IN_HAND, LineKind.REPIQUE)
            if line.kind is LineKind.PIQUE and said and said[-1][0] is line.seat and not said[-1][2]:
                said.pop()
            if line.points and (not deal.state.quick_count or in_hand or line.kind is LineKind.PIQUE):
                said.append((line.seat, number_words(count), in_hand))
        phrases = [
            f"{names[seat]} {', '.join(count for _, count, _ in counts)}"
            for seat, counts in groupby(said, key=lambda each: each[0])
        ]
        if phrases:
            yield from wrap("  Aloud: " + "; ".join(phrases), len(self.rule), 9)

    def ended(self, ended: FinishedPartie) -> Iterator[str]:
        """Yield the outcome of a partie and its proof; and of the series, if it ends with this partie."""
        settlement = ended.settlement
        yield from wrap(self.verdict(settlement), len(self.rule), 4)
        yield self.rule
        yield from self.proof(settlement.steps)
        series = self.partie.settlement
        if series is not None and series is not settlement and ended is self.partie.finished[-1]:
            yield from self.proof(series.steps[len(settlement.steps) :])

    def proof(self, steps: tuple[Step, ...]) -> Iterator[str]:
        for step in steps:
            *upper, last = wrap("  " + step_sentence(step, self.names), len(self.rule), 4)
            yield from upper
            yield f"{pad(last, len(self.rule))}   {self.cite(step.source)}".rstrip()

    def verdict(self, settlement: Settlement) -> str:
        if settlement.winner is None:
            return "Drawn."
        unit = "partie" if self.partie.record.rules.pays_parties else "point"
        won = f"{settlement.points} {unit}{'' if settlement.points == 1 else 's'}"
        how = ", the Rubicon not crossed" if settlement.rubicon else ", a lurch" if settlement.lurch else ""
        each = " from each of the others" if len(self.names) > 2 else ""
        return f"{self.names[settlement.winner]} wins {won}{each}{how}."


def score_sheet(partie: Partie) -> str:
    return "\n".join(_Sheet(partie).lines())


def _breath(line: Line) -> tuple[Any, ...]:
    """Return a key that is equal for lines that are spoken together: a seat's hand, or what one trick scores."""
    if line.kind in BONUSES:
        return (line.seat, line.kind)
    if line.kind in IN_HAND:
        return (line.seat, "in hand")
    tricks = LineKind.CARDS if line.kind is LineKind.CAPOT else line.kind
    return (line.seat, line.because[-1], tricks if tricks in (LineKind.CARDS, LineKind.CONTRACT) else None)


# The scorecard of a company


CARD_TEXT = 46
"""Columns of a result."""

POINTS = 7
"""Columns of the points that count."""


def card(company: Company) -> str:
    """Return the scorecard: who played each partie, the points that count, and each balance after it."""
    return "\n".join(_card_lines(company))


def _card_lines(company: Company) -> Iterator[str]:
    names = [player.name for player in company.record.players]
    is_pool = company.record.terms.frame is Frame.POOL
    heads = [*names, "Pool"] if is_pool else names
    columns = widths(heads, LEAST + 1)
    rule = "─" * (CARD_TEXT + POINTS + sum(columns))
    yield company_words(company)
    yield title_of(company.record.rules)
    yield ""
    yield f"{pad('', CARD_TEXT)}{pad('counted', POINTS, right=True)}{aligned(map(shortened, heads), columns)}"
    yield rule
    for number, turn in enumerate(company.card.turns, 1):
        *upper, last = wrap(f"{number:>2} {result_words(company, turn)}", CARD_TEXT - 1, 3)
        yield from upper
        balances = aligned(_signed([*turn.after, turn.held] if is_pool else turn.after), columns)
        yield f"{pad(last, CARD_TEXT)}{pad(str(turn.points), POINTS, right=True)}{balances}"
    if company.card.turns:
        yield rule
    final = [*company.card.balances, company.card.held] if is_pool else company.card.balances
    yield f"{pad('Balance', CARD_TEXT + POINTS)}{aligned(_signed(final), columns)}"
    yield ""
    going_on = company.going_on
    heading, lineup = ("Next", company.card.lineup) if going_on is None else ("In progress", going_on.lineup)
    yield from wrap(f"{heading}: {lineup_words(company, lineup)}.", len(rule), 4)
    yield ""
    yield "Company terms:"
    for each in choices_of(company.record.terms):
        chosen = words_of(company.record.terms, each.name)
        source = source_of(company.record.terms, each.name)
        yield from wrap(f"  {each.metadata['meaning']}: {chosen} ({source})", len(rule), 4)


def _signed(amounts: Sequence[int]) -> list[str]:
    return [f"{each:+}" if each else "0" for each in amounts]


# Findings


LABEL = 19
"""Columns of a hand's name."""


def partie_findings(partie: CheckedPartie) -> str:
    """Return a line for each deal, and cards that fit below it."""
    record = partie.partie.record
    lines = [heading(record.rules, [player.name for player in record.players])]
    for deal in partie.deals:
        lines += _deal(deal)
    if not partie.deals:
        lines.append("No deal has been recorded.")
    return "\n".join(lines)


def company_findings(company: CheckedCompany) -> str:
    shown = [
        f"Partie {number}: {'no deals are known' if each is None else partie_findings(each)}"
        for number, each in enumerate(company.parties, 1)
    ]
    return "\n\n".join(shown or ["No partie has been recorded."])


def _deal(deal: CheckedDeal) -> Iterator[str]:
    title, verdict = f"Deal {deal.number + 1}", deal.verdict
    if verdict is None:
        yield f"{title}: possible; from a paper sheet, which claims nothing"
        return
    sentence = verdict_sentence(verdict)
    yield f"{title}: impossible: {sentence}" if verdict.finding is Finding.IMPOSSIBLE else f"{title}: {sentence}"
    if verdict.witness is not None:
        yield from (f"  {name:<{LABEL}}{format_hand(cards)}" for name, cards in _hands(verdict.witness) if cards)


def _hands(witness: Witness) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield the cards of a witness, with what they are."""
    yield from ((seat.word, hand) for seat, hand in witness.hands.items())
    yield from ((f"{seat.word} threw away", hand) for seat, hand in witness.discards.items())
    if len(witness.hands.values) > 2:
        yield "left over", witness.left_over


# Declarations and rules


def hand(declared: Declarations) -> str:
    """Return each declaration with its points, and their sum."""
    rows = [(declaration_words(claim), points) for claim, points in declared.counted]
    lines = [f"{text:<40}{points:>4}" for text, points in rows]
    return "\n".join([*lines, "─" * 44, f"{'total, if all of it is good':<40}{declared.total:>4}"])


def presets(rulesets: Iterable[Ruleset]) -> str:
    return "\n".join(f"{ruleset.id:<18}{ruleset.title}" for ruleset in rulesets)


def ruleset(ruleset: Ruleset, base: Ruleset) -> str:
    """Return the changes to *base*, if any; then each rule with its meaning, value and source."""
    lines = [f"{title_of(ruleset)} ({name_of(ruleset)})"]
    differing = differences(ruleset, base)
    if differing:
        lines += _heading("House rules")
    for each in differing:
        also = f"; so does {', '.join(each.also)}" if each.also else ""
        text = f"{each.rule:<25}{each.meaning}: {each.value}, not {each.before} ({each.before_source}){also}"
        lines += wrap(text, 100, 26)
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            lines += _heading(SECTIONS[rule.name])
        shown = value_words(getattr(ruleset, rule.name), rule.metadata["unit"])
        text = f"{rule.name:<25}{rule.metadata['meaning']}: {shown} — {ruleset.source(rule.name)}"
        if rule.metadata["documentary"]:
            text += f" ({NOT_SCORED})"
        lines += wrap(text, 100, 26)
    return "\n".join(lines)


def _heading(title: str) -> list[str]:
    return ["", title, "─" * len(title)]
