"""The explained score sheet as a terminal shows it: ruled like a club's score card, one line a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from ..rules.deal import Deal
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.naming import title_of
from ..rules.partie import FinishedPartie, Partie, ScoredDeal
from ..rules.scoring import announced
from ..rules.seating import heading, side_names
from ..rules.seats import BySeat, Seat
from ..rules.sentences import contract_sentence, line_sentence, step_sentence
from ..rules.settlement import Settlement, Step
from ..rules.words import number_words
from .layout import pad, width, wrap

TEXT = 52
"""Columns of the reason."""

LEAST, MOST = 7, 14
"""The least and the most columns of each player's points, which a longer name widens."""

SHORT_SOURCE = 14
"""A source longer than this is told once, at the foot of the sheet."""

IN_HAND = (LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET, LineKind.CARTE_ROUGE)


class _Sheet:
    """The columns of one partie's sheet, and the sources told at its foot."""

    def __init__(self, partie: Partie) -> None:
        rules, names = partie.record.rules, [player.name for player in partie.record.players]
        self.partie = partie
        self.heading = heading(rules, names)
        self.names = side_names(rules, names)
        self.columns = [min(MOST, max(LEAST, width(name) + 2)) for name in self.names]
        self.rule = "─" * (TEXT + sum(self.columns))
        self.notes: dict[str, int] = {}

    def row(self, text: str, *points: str, source: str = "") -> str:
        """One row: the text, the points in their columns, the source."""
        columns = "".join(pad(each, wide, right=True) for each, wide in zip(points, self.columns, strict=True))
        return f"{pad(text, TEXT)}{columns}   {self.cite(source)}".rstrip()

    def wrapped(self, text: str, points: Sequence[str], source: str) -> Iterator[str]:
        """A row whose text may take several lines; the points stand on the last."""
        *upper, last = wrap(text, TEXT - 1, 4)
        yield from upper
        yield self.row(last, *points, source=source)

    def cite(self, source: str) -> str:
        """A short source as it is, a long one as the number of its note."""
        if len(source) <= SHORT_SOURCE:
            return source
        return f"[{self.notes.setdefault(source, len(self.notes) + 1)}]"

    def lines(self) -> Iterator[str]:
        """The whole sheet."""
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
            yield "The partie goes on." if partie.deals else "No deal has been recorded."
        if self.notes:
            yield ""
            yield from (f"[{number}] {source}" for source, number in self.notes.items())

    def deal(self, scored: ScoredDeal, begun: int) -> Iterator[str]:
        """One deal: its lines, its sum and the totals, and the count as it was spoken."""
        rules = self.partie.record.rules
        title = f"Deal {scored.number - begun + 1}"
        if rules.parties_to_win > 1:
            played = sum(each.after < scored.number for each in self.partie.finished)
            title = f"Partie {played + 1}, deal {scored.number - begun + 1}"
        elif rules.deals is not None:
            title += f" of {rules.deals}" if scored.number < rules.deals else ", extra"
        if scored.weight > 1:
            title += f", counting {'twice' if scored.weight == 2 else f'{scored.weight} times'}"
        yield self.row(title, *(pad(name, min(width(name), MOST - 2)) for name in self.names))
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
        """The lines of a deal, each under the player who scores it, and the count in hand."""
        names = scored.seats.map(lambda player: player.name)
        sides = deal.rules.sides
        counted = [0] * sides
        for in_hand, lines in groupby(deal.lines, key=lambda line: line.kind in (*IN_HAND, LineKind.REPIQUE)):
            for line in lines:
                mine = (scored.number + line.seat) % sides
                counted[mine] = line.running
                said = str(line.points) if line.points else "–"
                text = f"  {names[line.seat]}: {line_sentence(line, names)}"
                points = [said if column == mine else "" for column in range(sides)]
                yield from self.wrapped(text, points, line.source)
            if in_hand:
                yield self.row("  in hand", *map(str, counted))

    def aloud(self, deal: Deal, names: BySeat[str]) -> Iterator[str]:
        """
        The count as the players speak it, each saying his own.

        The lead that makes a pique is not counted: who was at twenty-nine
        says sixty. Play said the short way has no order to be spoken in.
        """
        said: list[tuple[Seat, str, bool]] = []
        for _, together in groupby(announced(deal.state), key=_breath):
            line = list(together)[-1]
            in_hand = line.kind in (*IN_HAND, LineKind.REPIQUE)
            if line.kind is LineKind.PIQUE and said and said[-1][0] is line.seat and not said[-1][2]:
                said.pop()
            if line.points and (not deal.state.quick_count or in_hand or line.kind is LineKind.PIQUE):
                said.append((line.seat, number_words(line.running), in_hand))
        phrases = [
            f"{names[seat]} {', '.join(count for _, count, _ in counts)}"
            for seat, counts in groupby(said, key=lambda each: each[0])
        ]
        if phrases:
            yield from wrap("  Aloud: " + "; ".join(phrases), len(self.rule), 9)

    def ended(self, ended: FinishedPartie) -> Iterator[str]:
        """Who wins what, and the proof line by line; and the series, if that ends with it."""
        settlement = ended.settlement
        yield from wrap(self.verdict(settlement), len(self.rule), 4)
        yield self.rule
        yield from self.proof(settlement.steps)
        series = self.partie.settlement
        if series is not None and series is not settlement and ended is self.partie.finished[-1]:
            yield from self.proof(series.steps[len(settlement.steps) :])

    def proof(self, steps: tuple[Step, ...]) -> Iterator[str]:
        """The steps of a settlement, each with its source."""
        for step in steps:
            *upper, last = wrap("  " + step_sentence(step, self.names), len(self.rule), 4)
            yield from upper
            yield f"{pad(last, len(self.rule))}   {self.cite(step.source)}".rstrip()

    def verdict(self, settlement: Settlement) -> str:
        """Who wins how much of what the settlement is paid in."""
        if settlement.winner is None:
            return "Drawn."
        unit = "partie" if self.partie.record.rules.pays_parties else "point"
        won = f"{settlement.points} {unit}{'' if settlement.points == 1 else 's'}"
        how = ", the Rubicon not crossed" if settlement.rubicon else ", a lurch" if settlement.lurch else ""
        each = " from each of the others" if len(self.names) > 2 else ""
        return f"{self.names[settlement.winner]} wins {won}{each}{how}."


def partie(partie: Partie) -> str:
    """The whole sheet: each deal explained, the totals, and the settlement with its proof."""
    return "\n".join(_Sheet(partie).lines())


def _breath(line: Line) -> tuple[Any, ...]:
    """What is said in one breath: all of a seat's category, or what one trick brings it."""
    if line.kind in BONUSES:
        return (line.seat, line.kind)
    if line.kind in IN_HAND:
        return (line.seat, "in hand")
    tricks = LineKind.CARDS if line.kind is LineKind.CAPOT else line.kind
    return (line.seat, line.because[-1], tricks if tricks in (LineKind.CARDS, LineKind.CONTRACT) else None)
