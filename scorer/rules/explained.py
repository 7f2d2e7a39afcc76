"""A partie as HTML that explains every point, for a notebook: plain tables without any style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .governing import line_law
from .names import escaped
from .partie import Partie, ScoredDeal, heading, side_names
from .scoring import running
from .sentences import line_message, step_message


def explained_html(partie: Partie) -> str:
    """Return the deals of *partie*, each line with its points, its law and the count that it makes,
    and then the settlement, step by step.
    """
    names = [player.name for player in partie.record.players]
    sides = side_names(partie.record.rules, names)
    parts = [f"<h3>{escaped(heading(partie.record.rules, names))}</h3>"]
    for scored in partie.deals:
        parts += _deal(scored, sides)
    if partie.settlement is not None:
        steps = [[step_message(step, sides), step.source] for step in partie.settlement.steps]
        parts += _table("Settlement", ("step", "law"), steps)
    return "\n".join(parts)


def _deal(scored: ScoredDeal, sides: Sequence[str]) -> Iterator[str]:
    totals = [f"{name} {total}" for name, total in zip(sides, scored.totals, strict=True)]
    title = f"Deal {scored.number + 1}: {', '.join(totals)}"
    deal = scored.deal
    if deal is None:
        points = [[name, point] for name, point in zip(sides, scored.points, strict=True)]
        return _table(f"{title} (from totals)", ("player", "points"), points)
    names = scored.seats.map(lambda player: player.name)
    rows = [
        [names[line.seat], line.points, line_message(line, names), line_law(line, deal), count]
        for line, count in zip(deal.lines, running(deal.rules, deal.lines), strict=True)
    ]
    return _table(title, ("player", "points", "for", "law", "count"), rows)


def _table(
    caption: str, headings: Sequence[str], rows: Iterable[Sequence[object]]
) -> Iterator[str]:
    yield f"<table><caption>{escaped(caption)}</caption>"
    yield _row("th", headings)
    for row in rows:
        yield _row("td", row)
    yield "</table>"


def _row(cell: str, values: Sequence[object]) -> str:
    cells = [f"<{cell}>{escaped(str(value))}</{cell}>" for value in values]
    return f"<tr>{''.join(cells)}</tr>"
