"""The JSON of the command line, whose keys are stable; those that the dictionary of columns has
mean what it says, but for `points` of a settlement, which is its `margin`.

Each function makes a document, or a part of one, that is printed as it is: nothing in the program
reads its keys, so it is a dictionary and no class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..rules.cards import Card, format_hand
from ..rules.claims import PointClaim
from ..rules.company import Company, Lineup, Turn, choices_of, sides_of
from ..rules.deal import Deal
from ..rules.findings import Finding, SeatClass, Witness, assertion_message, sunk_message
from ..rules.governing import line_law
from ..rules.hands import Declarations
from ..rules.house_rules import ruleset_to_data
from ..rules.lines import Line, LineKind
from ..rules.names import joined, without_isolates
from ..rules.partie import FinishedPartie, Partie, ScoredDeal, side_names
from ..rules.presets import UNSOURCED
from ..rules.ruleset import DOCUMENTARY, Ruleset, value_to_data
from ..rules.scoring import running
from ..rules.seats import BySeat
from ..rules.sentences import cited, line_message, step_message
from ..rules.settlement import Settlement
from ..table.checking import CheckedCompany, CheckedDeal, CheckedPartie


def _sides(rules: Ruleset, names: Sequence[str]) -> tuple[str, ...]:
    """Return the sides as keys, which stay as they are however a sentence names partners."""
    return tuple(joined(names[side :: rules.sides], " with ") for side in range(rules.sides))


def partie(partie: Partie) -> dict[str, Any]:
    """Return a scored partie; `settlement` is null until it is over."""
    players = [str(player.name) for player in partie.record.players]
    names = _sides(partie.record.rules, players)
    said = side_names(partie.record.rules, [each.name for each in partie.record.players])
    return {
        "rules": partie.record.rules.id,
        "players": players,
        "deals": [_deal(deal, names) for deal in partie.deals],
        "totals": dict(zip(names, partie.totals, strict=True)),
        "parties": [_finished(each, names, said) for each in partie.finished],
        "settlement": None
        if partie.settlement is None
        else _settlement(partie.settlement, names, said),
    }


def _deal(scored: ScoredDeal, names: tuple[str, ...]) -> dict[str, Any]:
    deal = scored.deal
    lines: list[dict[str, Any]] = []
    made: dict[str, str | None] = {kind.value: None for kind in _BONUSES}
    if deal is not None:
        counts = running(deal.rules, deal.lines)
        lines = [
            _line(scored, deal, line, count) for line, count in zip(deal.lines, counts, strict=True)
        ]
        for kind in _BONUSES:
            seat = deal.made_by(kind)
            made[kind.value] = None if seat is None else seat.word
    return {
        "deal": scored.number + 1,
        **{seat.word: player.name for seat, player in scored.seats.items()},
        "scores": dict(zip(names, scored.points, strict=True)),
        "weight": scored.weight,
        "from_totals": deal is None,
        "over": scored.is_over,
        "lines": lines,
        **made,
    }


_BONUSES = (LineKind.REPIQUE, LineKind.PIQUE, LineKind.CAPOT)


def _line(scored: ScoredDeal, deal: Deal, line: Line, running: int) -> dict[str, Any]:
    law = line_law(line, deal)
    return {
        "seat": line.seat.word,
        "player": scored.seats[line.seat].name,
        "points": line.points,
        "kind": line.kind.value,
        "running": running,
        "law": law or None,
        "source": law or UNSOURCED,
        "because": [position + 1 for position in line.because],
        "text": str(line_message(line)),
    }


def _settlement(
    settlement: Settlement, names: tuple[str, ...], said: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "winner": None if settlement.winner is None else names[settlement.winner],
        "points": settlement.points,
        "margin": settlement.points,
        "rubicon": settlement.rubicon,
        "lurch": settlement.lurch,
        "steps": [
            without_isolates(str(cited(step_message(step, said)))) for step in settlement.steps
        ],
    }


def _finished(
    finished: FinishedPartie, names: tuple[str, ...], said: tuple[str, ...]
) -> dict[str, Any]:
    totals = dict(zip(names, finished.totals, strict=True))
    return {
        "after_deal": finished.after + 1,
        "totals": totals,
        **_settlement(finished.settlement, names, said),
    }


def checked(partie: CheckedPartie) -> dict[str, Any]:
    """Return the findings of each deal; a deal from totals has no claims, so it is possible."""
    return {"deals": [_checked(deal) for deal in partie.deals]}


def _checked(deal: CheckedDeal) -> dict[str, Any]:
    verdict = deal.verdict
    witness = None if verdict is None else verdict.witness
    return {
        "verdict": (Finding.POSSIBLE if verdict is None else verdict.finding).value,
        **_witness(witness),
        "sunk": [] if verdict is None else _sunk(verdict.sunk),
        "sunk_otherwise": [] if verdict is None else list(map(_sunk, verdict.sunk_otherwise)),
        "conflict": []
        if verdict is None
        else [str(assertion_message(each)) for each in verdict.conflict],
        "from_totals": verdict is None,
    }


def _sunk(answer: Iterable[SeatClass]) -> list[str]:
    return [str(sunk_message(each)) for each in answer]


def _witness(witness: Witness | None) -> dict[str, Any]:
    """Return hands that show that a deal is possible; null if there are none."""
    if witness is None:
        return {"witness": None, "discards": None, "left_over": None}
    return {
        "witness": _by_seat(witness.hands),
        "discards": _by_seat(witness.discards) if any(witness.discards) else None,
        "left_over": format_hand(witness.left_over).split(),
    }


def _by_seat(cards: BySeat[tuple[Card, ...]]) -> dict[str, list[str]]:
    return {seat.word: format_hand(hand).split() for seat, hand in cards.items()}


def company(company: Company) -> dict[str, Any]:
    card = company.card
    names = [player.name for player in company.record.players]
    going_on = company.going_on
    turns = iter(card.turns)
    parties = []
    for each in company.parties:
        is_over = each.won is not None
        parties.append(
            {
                **_lineup(company, each.lineup),
                **(_turn(company, next(turns), names) if is_over else {}),
                "over": is_over,
                "partie": None if each.partie is None else partie(each.partie),
            }
        )
    return {
        "frame": card.terms.frame.value,
        "rules": company.record.rules.id,
        "players": names,
        "terms": {
            each.name: value_to_data(getattr(card.terms, each.name))
            for each in choices_of(card.terms)
        },
        "parties": parties,
        "balances": dict(zip(names, card.balances, strict=True)),
        "pool": card.held,
        "next": _lineup(company, card.lineup if going_on is None else going_on.lineup),
    }


def _lineup(company: Company, lineup: Lineup) -> dict[str, Any]:
    return {
        "seats": [company.name(each) for each in lineup.seats],
        "others": [company.name(each) for each in lineup.others],
    }


def _turn(company: Company, turn: Turn, names: Sequence[str]) -> dict[str, Any]:
    winner = None
    if turn.won.by is not None:
        winner = without_isolates(sides_of(company, turn.lineup)[turn.won.by])
    return {
        "in_turn": turn.in_turn,
        "winner": winner,
        "points": turn.won.points,
        "margin": turn.won.points,
        "counted": turn.points,
        "moves": dict(zip(names, turn.moves, strict=True)),
        "after": dict(zip(names, turn.after, strict=True)),
        "held": turn.held,
        "taken_by": None if turn.taken_by is None else names[turn.taken_by],
    }


def checked_company(company: CheckedCompany) -> dict[str, Any]:
    return {"parties": [None if each is None else checked(each) for each in company.parties]}


def hand(declared: Declarations) -> dict[str, Any]:
    """Return what twelve cards declare; `point` is null if no suit has enough cards."""
    return {
        "point": None if declared.point is None else _point(declared.point),
        "sequences": [
            {
                "length": sequence.length,
                "top": sequence.top.code if sequence.top else None,
                "suit": sequence.suit.word if sequence.suit else None,
            }
            for sequence in declared.sequences
        ],
        "sets": [{"count": claim.count, "rank": claim.rank.code} for claim in declared.sets],
        "carte_blanche": declared.carte_blanche,
        "total": declared.total,
    }


def _point(point: PointClaim) -> dict[str, Any]:
    return {
        "length": point.length,
        "pips": point.pips,
        "suit": point.suit.word if point.suit else None,
    }


def presets(rulesets: Iterable[Ruleset]) -> list[dict[str, str]]:
    return [{"id": ruleset.id, "title": ruleset.title} for ruleset in rulesets]


def ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset: every value with its source, and the rules that score nothing."""
    return {**ruleset_to_data(ruleset), "documentary": list(DOCUMENTARY)}
