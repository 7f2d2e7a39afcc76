"""
View models of the table page: the header, the card of what was said, the question below it.

Frozen and complete: a template asks nothing and adds nothing up.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from ..rules.deal import Deal, fold
from ..rules.lines import LineKind
from ..rules.notation import parse_log
from ..rules.options import Ends
from ..rules.partie import Partie
from ..rules.seating import by_player, seating
from ..rules.seats import BySeat, Seat
from ..rules.spoken import statement_sentence, watch_sentence
from ..rules.statements import Exchanged, TrickTaken, effective
from ..rules.watch import watch
from ..rules.words import number_words
from ..service.outlook import outlook
from ..service.parties import Sheet
from .figures import grouped
from .keys import Question
from .rows import Row, is_long, said_rows, style_of
from .walk import question


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One player, or two partners, in the header: who is elder or deals, the total before the deal, the count in it."""

    name: str
    is_elder: bool
    role: str
    total: int
    count: int
    needs: str
    crossing: int
    of: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The labelled undo: what it takes back, and the strikes that do it."""

    label: str
    said: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """Everything the table page shows."""

    code: str
    title: str
    deal: int
    position: int
    form_key: str
    heading: str
    aloud: str
    columns: str
    style: str
    is_long: bool
    players: tuple[SeatCard, ...]
    rows: tuple[Row, ...]
    watches: tuple[str, ...]
    hot: bool
    stands: str
    edge: tuple[tuple[str, str], ...]
    question: Question | None
    undo: Undo | None
    may_score: bool
    is_over: bool
    partie_is_over: bool
    tricks: tuple[Seat, ...]
    version: str
    saved: str
    notice: str = ""
    attempted: str = ""


def deal_title(partie: Partie, number: int) -> str:
    """What a deal is called: its number, of how many, and how often it counts."""
    rules = partie.record.rules
    title = f"Deal {number + 1}"
    if rules.deals is not None:
        title += f" of {rules.deals}" if number < rules.deals else ", extra"
    weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
    return title + (", counting twice" if weight == 2 else f", counting {number_words(weight)} times" * (weight > 2))


def seat_names(sheet: Sheet, number: int) -> BySeat[str]:
    """The players' names by seat in deal *number*."""
    return seating(sheet.partie.record.players, number).map(lambda player: player.name)


def side_of_seat(sheet: Sheet, number: int) -> BySeat[str]:
    """The names by seat in deal *number* of those that score: the player's, or both partners'."""
    rules = sheet.partie.record.rules
    return BySeat(tuple(sheet.sides[(number + seat) % rules.sides] for seat in rules.seats))


def open_deal(sheet: Sheet, number: int) -> Deal:
    """Deal *number* of the partie, empty if it has not begun."""
    deals = sheet.partie.deals
    if number < len(deals):
        deal = deals[number].deal
        assert deal is not None
        return deal
    return fold(sheet.partie.record.rules, (), sheet.partie.next_setting).deal


def table_card(
    sheet: Sheet, number: int, *, may_score: bool, pick: str = "", notice: str = "", attempted: str = ""
) -> TableCard:
    """The table page of deal *number*."""
    deal = open_deal(sheet, number)
    names = seat_names(sheet, number)
    begun = number < len(sheet.partie.deals)
    open_question = question(deal, names, pick, number=number) if may_score and not sheet.is_closed else None
    watches = watch(deal)
    look = outlook(sheet.partie)
    players = _players(sheet, number)
    return TableCard(
        code=sheet.code,
        title=deal_title(sheet.partie, number),
        deal=number,
        position=len(deal.log),
        form_key=secrets.token_urlsafe(12),
        heading=sheet.heading,
        aloud=", ".join(f"{player.name} {player.count}" for player in players),
        columns=f" of{len(players)}" if len(players) > 2 else "",
        style=style_of(deal.rules),
        is_long=is_long(deal.rules),
        players=players,
        rows=said_rows(deal, names, number),
        watches=tuple(watch_sentence(each, side_of_seat(sheet, number)) for each in watches[:1]),
        hot=any(each.kind is LineKind.PIQUE and each.in_play and each.needs <= 3 for each in watches),
        stands=_stands(sheet) if look else "",
        edge=_edge(sheet) if look else (),
        question=open_question,
        undo=_undo(deal, names) if begun and may_score and not sheet.is_closed else None,
        may_score=may_score,
        is_over=deal.is_over,
        partie_is_over=sheet.partie.is_over,
        tricks=tuple(trick.winner for trick in deal.table.tricks) if deal.table.count is None else (),
        version=sheet.version,
        saved="Saved at the club",
        notice=notice,
        attempted=attempted,
    )


def _players(sheet: Sheet, number: int) -> tuple[SeatCard, ...]:
    """Everyone who scores, in the order of the partie."""
    rules, partie = sheet.partie.record.rules, sheet.partie
    goal = rules.rubicon if rules.ends is Ends.DEALS else partie.next_setting.target
    verb = "cross" if rules.ends is Ends.DEALS else "win"
    totals = totals_before(partie, number)
    counts = by_player(rules, number, open_deal(sheet, number).score)
    elder = number % rules.sides
    cards = []
    for side, (name, total, count) in enumerate(zip(sheet.sides, totals, counts, strict=True)):
        needs = "" if goal is None else "has crossed" if total >= goal else f"needs {goal - total} to {verb}"
        role = _role(sheet, number, side)
        cards.append(SeatCard(name, side == elder, role, total, count, needs, min(total, goal or 0), goal or 1))
    return tuple(cards)


def _role(sheet: Sheet, number: int, side: int) -> str:
    """Who of a side is elder or deals; by name, where two are of one side."""
    rules, names = sheet.partie.record.rules, seat_names(sheet, number)
    partners = rules.players > rules.sides
    for seat, word in ((Seat.ELDER, "elder"), (rules.dealer, "deals")):
        if (number + seat) % rules.sides == side:
            return f"{names[seat]} {word}" if partners else word
    return ""


def totals_before(partie: Partie, number: int) -> tuple[int, ...]:
    """The totals that stand in the header: those before the deal while it is played, and with it once it is over."""
    if number >= len(partie.deals):
        return partie.next_totals
    scored = partie.deals[number]
    if scored.is_over:
        return scored.totals
    pairs = zip(scored.totals, scored.points, strict=True)
    return tuple(total - points * scored.weight for total, points in pairs)


def _undo(deal: Deal, names: BySeat[str]) -> Undo | None:
    """Take back the last tap: the last statement that stands, and an exchange that was said in one."""
    standing = effective(deal.log)
    if not standing:
        return None
    position, statement = standing[-1]
    strikes = f"strike {position + 1}"
    label = statement_sentence(statement, names)
    if isinstance(statement, TrickTaken):
        label = f"trick {len(deal.table.tricks)}, {names[statement.seat]}"
    elif isinstance(statement, Exchanged) and len(standing) > 1 and isinstance(standing[-2][1], Exchanged):
        label, strikes = "the exchange", f"{strikes}; strike {standing[-2][0] + 1}"
    before = fold(deal.rules, deal.log + parse_log(strikes, deal.rules), deal.setting).deal.score
    worth = [now - then for now, then in zip(deal.score, before, strict=True) if now != then]
    return Undo(f"Undo: {label}" + (f", {grouped(worth[0])}" if len(worth) == 1 else ""), strikes)


def _stands(sheet: Sheet) -> str:
    look = outlook(sheet.partie)
    assert look is not None
    if look.now.winner is None:
        return "If it ended now, it would be level."
    return f"If it ended now, {sheet.names[look.now.winner]} would win {look.now.points}."


def _edge(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    look = outlook(sheet.partie)
    assert look is not None
    rows = []
    if look.behind is not None:
        name = sheet.names[look.behind]
        for mark, loses in look.edge:
            rows.append((f"{name} at {mark}", f"loses {loses}" if loses >= 0 else f"wins {-loses}"))
    for name, worth in zip(sheet.names, look.next_point, strict=True):
        rows.append((f"{name}’s next point is worth", str(worth)))
    return tuple(rows)
