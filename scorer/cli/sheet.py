"""The explained score sheet as a terminal shows it: ruled like a club's score card, one line a reason."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import Any

from ..rules.cards import Rank
from ..rules.claims import Category
from ..rules.deal import Deal
from ..rules.hands import Declarations
from ..rules.house import value_to_data
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.partie import FinishedPartie, Partie, ScoredDeal
from ..rules.reckoning import point_points, sequence_points, set_points
from ..rules.ruleset import RULE_FIELDS, Ruleset
from ..rules.scoring import announced
from ..rules.seats import BySeat, Seat
from ..rules.sentences import claim_words, line_sentence, step_sentence
from ..rules.settlement import Settlement
from ..rules.words import number_words

TEXT, POINTS, NAME = 52, 7, 12
"""Columns of the reason, of each player's points, and the most of a name that heads them."""

IN_HAND = (LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET, LineKind.CARTE_ROUGE)


def width(text: str) -> int:
    """The columns that *text* takes: wide characters two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """*text* in *columns* columns, cut with an ellipsis if it is longer."""
    if width(text) > columns:
        while width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    space = " " * (columns - width(text))
    return space + text if right else text + space


def _row(text: str, first: str = "", second: str = "", source: str = "") -> str:
    points = pad(first, POINTS, right=True) + pad(second, POINTS, right=True)
    return f"{pad(text, TEXT)}{points}   {source}".rstrip()


def _wrapped(text: str, first: str, second: str, source: str) -> Iterator[str]:
    """A row whose text may take several lines; the points stand on the last."""
    indent = len(text) - len(text.lstrip()) + 2
    while width(text) > TEXT - 1:
        cut = text.rfind(" ", indent, TEXT)
        if cut < 0:
            break
        yield text[:cut]
        text = " " * indent + text[cut + 1 :]
    yield _row(text, first, second, source)


RULE = "─" * (TEXT + 2 * POINTS)


def partie(partie: Partie) -> str:
    """The whole sheet: each deal explained, the totals, and the settlement with its proof."""
    first, second = (player.name for player in partie.record.players)
    ruleset = partie.record.rules
    lines = [f"{first} and {second}", ruleset.title, ""]
    for scored in partie.deals:
        lines += [*_deal(scored, partie), ""]
        ended = next((each for each in partie.finished if each.after == scored.number), None)
        if ended is not None:
            lines += [*_finished(ended, (first, second)), ""]
    settlement = partie.settlement
    if settlement is None:
        lines.append("The partie goes on." if partie.deals else "No deal has been recorded.")
    elif partie.finished[-1].settlement is not settlement:
        lines += _settlement(settlement, (first, second))
    return "\n".join(lines).rstrip()


def _deal(scored: ScoredDeal, partie: Partie) -> Iterator[str]:
    names = [player.name for player in partie.record.players]
    deals = partie.record.rules.deals
    of = f" of {deals}" if deals is not None and scored.number < deals else ""
    counts = f", counting {'twice' if scored.weight == 2 else f'{scored.weight} times'}" if scored.weight > 1 else ""
    head = [pad(name, min(NAME, POINTS - 1)).strip() for name in names]
    yield _row(f"Deal {scored.number + 1}{of}{counts}", head[0], head[1])
    elder, younger = scored.seats[Seat.ELDER].name, scored.seats[Seat.YOUNGER].name
    yield f"{elder} elder, {younger} younger"
    yield RULE
    if scored.deal is None:
        yield _row("  from a paper sheet, totals only", *map(str, scored.points))
    else:
        yield from _lines(scored)
    yield RULE
    unfinished = "" if scored.is_over else ", unfinished"
    yield _row(f"Deal{unfinished}", *map(str, scored.points))
    yield _row("Total", *map(str, scored.totals))
    if scored.deal is not None and scored.deal.lines:
        yield from _aloud(scored.deal, scored.seats.map(lambda player: player.name))


def _lines(scored: ScoredDeal) -> Iterator[str]:
    """The lines of a deal, each under the player who scores it, and the count in hand."""
    assert scored.deal is not None
    names = scored.seats.map(lambda player: player.name)
    elder_first = scored.number % 2 == 0
    counted = [0, 0]

    def row(text: str, seat: Seat, points: str, source: str) -> Iterator[str]:
        left = (seat is Seat.ELDER) == elder_first
        return _wrapped(text, points if left else "", "" if left else points, source)

    for in_hand, lines in groupby(scored.deal.lines, key=lambda line: line.kind in (*IN_HAND, LineKind.REPIQUE)):
        for line in lines:
            counted[line.seat] = line.running
            text = f"  {names[line.seat]}: {line_sentence(line, names)}"
            yield from row(text, line.seat, str(line.points) if line.points else "–", line.source)
        if in_hand:
            left, right = counted if elder_first else reversed(counted)
            yield _row("  in hand", str(left), str(right))


def _aloud(deal: Deal, names: BySeat[str]) -> Iterator[str]:
    """The count as the players speak it, each saying his own: 'twenty-nine, sixty'."""
    said: list[tuple[Seat, str]] = []
    lines = announced(deal.table)
    for _, together in groupby(lines, key=_breath):
        spoken = list(together)
        line = spoken[-1]
        if (line.kind in BONUSES and len(spoken) == 1) or line.points:
            said.append((line.seat, number_words(line.running)))
    phrases = [
        f"{names[seat]} {', '.join(count for _, count in counts)}"
        for seat, counts in groupby(said, key=lambda each: each[0])
    ]
    text = "  Aloud: " + "; ".join(phrases)
    while width(text) > len(RULE):
        cut = text.rfind(" ", 9, len(RULE))
        if cut < 0:
            break
        yield text[:cut]
        text = " " * 9 + text[cut + 1 :]
    yield text


def _breath(line: Line) -> tuple[Any, ...]:
    """What is said in one breath: all of a seat's category, or what one trick brings it."""
    if line.kind in BONUSES:
        return (line.seat, line.kind)
    if line.kind in IN_HAND:
        return (line.seat, "in hand")
    return (line.seat, line.because[-1], line.kind in (LineKind.CARDS, LineKind.CAPOT))


def _finished(finished: FinishedPartie, names: tuple[str, str]) -> Iterator[str]:
    yield from _settlement(finished.settlement, names)


def _settlement(settlement: Settlement, names: tuple[str, str]) -> Iterator[str]:
    """Who wins what, and the proof line by line."""
    if settlement.winner is None:
        yield "Drawn."
    else:
        how = ", the Rubicon not crossed" if settlement.rubicon else ", a lurch" if settlement.lurch else ""
        yield f"{names[settlement.winner]} wins {settlement.points}{how}."
    yield RULE
    for step in settlement.steps:
        yield f"{pad('  ' + step_sentence(step, names), TEXT + 2 * POINTS)}   {step.source}".rstrip()


def hand(rules: Ruleset, declared: Declarations) -> str:
    """Each declaration with its points, and their sum."""
    rows = []
    if declared.carte_blanche:
        rows.append(("carte blanche", rules.carte_blanche))
    if declared.point is not None:
        rows.append((claim_words(declared.point), point_points(rules, declared.point)))
    rows += [(claim_words(claim), sequence_points(rules, claim)) for claim in declared.sequences]
    rows += [(claim_words(claim), set_points(rules, claim)) for claim in declared.sets]
    lines = [f"{text:<40}{points:>4}" for text, points in rows]
    return "\n".join([*lines, "─" * 44, f"{'in all, if all of it is good':<40}{declared.total:>4}"])


def presets(rulesets: Iterable[Ruleset]) -> str:
    """The presets, one a line."""
    return "\n".join(f"{ruleset.id:<18}{ruleset.title}" for ruleset in rulesets)


def ruleset(ruleset: Ruleset) -> str:
    """One preset: what each rule means, its value, and where the value comes from."""
    lines = [f"{ruleset.title} ({ruleset.id})", ""]
    for rule in RULE_FIELDS:
        value = getattr(ruleset, rule.name)
        unit = rule.metadata["unit"]
        shown = value_words(value) + (f" {unit}" if unit and isinstance(value, int) else "")
        lines.append(f"{rule.name:<26}{rule.metadata['meaning']}: {shown}  [{ruleset.source(rule.name)}]")
    return "\n".join(lines)


def value_words(value: Any) -> str:
    """A rule's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_words(each) for each in value) or "none"
    if isinstance(value, Rank):
        return value.word
    if isinstance(value, Category):
        return value.value.replace("_", " ")
    if isinstance(value, Enum):
        return str(value.value)
    return str(value_to_data(value))
