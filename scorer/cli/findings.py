"""What the pack allows of a partie's claims, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..rules.cards import Card, format_hand
from ..rules.feasibility import Finding, verdict_sentence
from ..rules.seating import heading
from ..rules.seats import BySeat
from ..service.checking import CheckedCompany, CheckedDeal, CheckedPartie

LABEL = 19
"""Columns of a hand's name."""


def partie(partie: CheckedPartie) -> str:
    """A line for each deal, and under it cards that fit."""
    record = partie.partie.record
    lines = [heading(record.rules, [player.name for player in record.players])]
    for deal in partie.deals:
        lines += _deal(deal)
    if not partie.deals:
        lines.append("No deal has been recorded.")
    return "\n".join(lines)


def company(company: CheckedCompany) -> str:
    """Each partie of a company, as `partie` has it."""
    shown = [
        f"Partie {number}: {'no deals are known' if each is None else partie(each)}"
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
        yield from _hands(verdict.witness.hands, "")
        yield from _hands(verdict.witness.discards, " threw away")
        if len(verdict.witness.hands.values) > 2 and verdict.witness.left_over:
            yield _row("left over", verdict.witness.left_over)


def _hands(cards: BySeat[tuple[Card, ...]], what: str) -> Iterator[str]:
    for seat, hand in cards.items():
        if hand:
            yield _row(seat.word + what, hand)


def _row(name: str, cards: Iterable[Card]) -> str:
    return f"  {name:<{LABEL}}{format_hand(cards)}"
