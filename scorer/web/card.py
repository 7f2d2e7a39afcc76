"""The view model of the table page: the header, what was said, and the question with its keys."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ..rules.deal import Deal, fold
from ..rules.lines import LineKind
from ..rules.notation import parse_log
from ..rules.options import Ends
from ..rules.partie import Partie
from ..rules.seating import seating
from ..rules.seats import BySeat, Seat
from ..rules.spoken import statement_sentence, watch_sentence
from ..rules.statements import Declined, Exchanged, Inserted, Log, Struck, TrickTaken
from ..rules.watch import watch
from ..rules.words import number_words
from ..service.outlook import Outlook, outlook
from ..service.parties import Sheet
from .figures import grouped
from .keys import Question
from .rows import Row, is_long, said_rows, style_of
from .walk import question


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCard:
    """One player, or two partners, in the header; *total* is without a deal that is still being played."""

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
    """The undo key: its label, and the strikes that it records."""

    label: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """The context of the table page."""

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
    outlook: str
    edge: tuple[tuple[str, str], ...]
    question: Question | None
    undo: Undo | None
    may_score: bool
    is_over: bool
    partie_is_over: bool
    tie: str
    tricks: tuple[Seat, ...]
    version: str
    saved: str
    notice: str = ""
    attempted: str = ""


def deal_title(partie: Partie, number: int) -> str:
    """Return the title of a deal: *Deal 2 of 6*, with its weight if that is not one."""
    rules = partie.record.rules
    title = f"Deal {number + 1}"
    if rules.deals is not None:
        title += f" of {rules.deals}" if number < rules.deals else ", extra"
    weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
    return title + (", counting twice" if weight == 2 else f", counting {number_words(weight)} times" * (weight > 2))


def seat_names(sheet: Sheet, number: int) -> BySeat[str]:
    """Return the players' names by seat in deal *number*."""
    return seating(sheet.partie.record.players, number).map(lambda player: player.name)


def side_of_seat(sheet: Sheet, number: int) -> BySeat[str]:
    """Return the names of the sides by seat in deal *number*: a player's, or both partners'."""
    rules = sheet.partie.record.rules
    return BySeat(tuple(sheet.sides[(number + seat) % rules.sides] for seat in rules.seats))


def open_deal(sheet: Sheet, number: int) -> Deal | None:
    """Deal *number* of the partie, empty if it has not begun; `None` if only its totals are known."""
    deals = sheet.partie.deals
    if number < len(deals):
        return deals[number].deal
    return fold(sheet.partie.record.rules, (), sheet.partie.next_setting).deal


def points_of(sheet: Sheet, number: int) -> tuple[int, ...]:
    """Return the points of deal *number* so far, in the order of the sides."""
    deals = sheet.partie.deals
    return deals[number].points if number < len(deals) else (0,) * sheet.partie.record.rules.sides


def table_card(
    sheet: Sheet, number: int, *, may_score: bool, pick: str = "", notice: str = "", attempted: str = ""
) -> TableCard:
    """Return the table page of deal *number*."""
    deal = open_deal(sheet, number)
    names = seat_names(sheet, number)
    rules = sheet.partie.record.rules
    rows = said_rows(deal, names, number) if deal else ()
    may_change = may_score and not sheet.is_closed
    watches = watch(deal) if deal else ()
    nothing_yet = not number and not rows
    look = None if nothing_yet or sheet.partie.is_over else outlook(sheet.partie)
    players = _players(sheet, number)
    return TableCard(
        code=sheet.code,
        title=deal_title(sheet.partie, number),
        deal=number,
        position=len(sheet.log(number)),
        form_key=secrets.token_urlsafe(12),
        heading=sheet.heading,
        aloud=", ".join(f"{player.name} {player.count}" for player in players),
        columns=f" of{len(players)}" if len(players) > 2 else "",
        style=style_of(rules),
        is_long=is_long(rules),
        players=players,
        rows=rows,
        watches=tuple(watch_sentence(each, side_of_seat(sheet, number)) for each in watches[:1]),
        hot=any(each.kind is LineKind.PIQUE and each.in_play and each.needs <= 3 for each in watches),
        outlook=outlook_sentence(look, sheet.names) if look else "",
        edge=_edge(look, sheet.names) if look else (),
        tie=tie_sentence(sheet.partie),
        question=question(deal, names, pick, number=number) if deal and may_change else None,
        undo=_undo(sheet, deal, number) if deal and may_change else None,
        may_score=may_score,
        is_over=deal is None or deal.is_over,
        partie_is_over=sheet.partie.is_over,
        tricks=tuple(trick.winner for trick in deal.state.tricks) if deal and not deal.state.quick_count else (),
        version=sheet.version,
        saved="Saved" if may_score else "Reload to update",
        notice=notice,
        attempted=attempted,
    )


def _players(sheet: Sheet, number: int) -> tuple[SeatCard, ...]:
    """Return the header, in the order of the sides."""
    rules, partie = sheet.partie.record.rules, sheet.partie
    goal = rules.rubicon if rules.ends is Ends.DEALS else partie.next_setting.target
    verb = "cross" if rules.ends is Ends.DEALS else "win"
    totals = totals_before(partie, number)
    counts = points_of(sheet, number)
    elder = number % rules.sides
    cards = []
    for side, (name, total, count) in enumerate(zip(sheet.sides, totals, counts, strict=True)):
        needs = "" if goal is None else "has crossed" if total >= goal else f"needs {goal - total} to {verb}"
        role = _role(sheet, number, side)
        cards.append(
            SeatCard(
                name=name,
                is_elder=side == elder,
                role=role,
                total=total,
                count=count,
                needs=needs,
                crossing=min(total, goal or 0),
                of=goal or 1,
            )
        )
    return tuple(cards)


def _role(sheet: Sheet, number: int, side: int) -> str:
    """Return whether a side is elder or deals, with the player's name where two partners are a side."""
    rules, names = sheet.partie.record.rules, seat_names(sheet, number)
    partners = rules.players > rules.sides
    for seat, word in ((Seat.ELDER, "elder"), (rules.dealer, "deals")):
        if (number + seat) % rules.sides == side:
            return f"{names[seat]} {word}" if partners else word
    return ""


def totals_before(partie: Partie, number: int) -> tuple[int, ...]:
    """Return the totals of the header: without the deal while it is being played, with it once it is over."""
    if number >= len(partie.deals):
        return partie.next_totals
    scored = partie.deals[number]
    if scored.is_over:
        return scored.totals
    pairs = zip(scored.totals, scored.points, strict=True)
    return tuple(total - points * scored.weight for total, points in pairs)


def _undo(sheet: Sheet, deal: Deal, number: int) -> Undo | None:
    """Return the key that takes back the last tap with all its statements; `None` if there is none."""
    taps = _live_taps(deal.log, sheet.taps[number]) if deal.log else []
    if not taps:
        return None
    names = seat_names(sheet, number)
    strikes = "; ".join(f"strike {position + 1}" for position in reversed(taps[-1]))
    statement = deal.log[taps[-1][-1]]
    label = f"“{statement_sentence(statement, names)}”"
    if isinstance(statement, Struck | Inserted):
        label = "the correction"
    elif isinstance(statement, TrickTaken):
        label = f"trick {len(deal.state.tricks)} to {names[statement.seat]}"
    elif len(taps[-1]) > 1:
        label = f"“{names[statement.seat]}: no more calls”" if isinstance(statement, Declined) else "the exchange"
    before = fold(deal.rules, deal.log + parse_log(strikes, deal.rules), deal.setting).deal.score
    worth = [now - then for now, then in zip(deal.score, before, strict=True) if now != then]
    return Undo(f"Undo {label}" + (f" ({grouped(worth[0])})" if len(worth) == 1 else ""), strikes)


def _live_taps(log: Log, forms: Sequence[str]) -> list[list[int]]:
    """
    Return the taps that have not been taken back, each as the positions of its statements.

    Statements of one form are one tap where one key records them: both exchanges, everything that a seat declines, or
    a correction. Strikes of all its statements take a tap back.
    """
    taps: list[list[int]] = []
    for _, grouped_by_form in groupby(range(len(log)), key=forms.__getitem__):
        positions = [*grouped_by_form]
        kinds = {type(log[position]) for position in positions}
        together = kinds in ({Exchanged}, {Declined}) or kinds <= {Struck, Inserted}
        for tap in [positions] if together else [[position] for position in positions]:
            said = [log[position] for position in tap]
            removed = [each.position for each in said if isinstance(each, Struck) and each.instead is None]
            if taps and sorted(removed) == taps[-1] and len(removed) == len(said):
                taps.pop()
            else:
                taps.append(tap)
    return taps


def outlook_sentence(look: Outlook, names: Sequence[str]) -> str:
    """Return who would win what with the totals as they are."""
    if look.now.winner is None:
        return "As it stands: level."
    return f"As it stands: {names[look.now.winner]} by {look.now.points}."


def tie_sentence(partie: Partie) -> str:
    """Return how many more deals a tie requires, and by which law; empty if none."""
    due, rules = partie.extra_deals_due, partie.record.rules
    if not due:
        return ""
    more = f"{number_words(due)} more deal{' is' if due == 1 else 's are'} due ({rules.source('tie_deals')})."
    if due < rules.tie_deals:
        return more[0].upper() + more[1:]
    return f"Level, {partie.totals[0]} each, after {number_words(len(partie.deals))} deals: {more}"


def _worth(points: int) -> str:
    """Return in words what a player gains; less than nothing is a loss."""
    return "no change" if not points else f"{'gains' if points > 0 else 'loses'} {grouped(abs(points))}"


def _edge(look: Outlook, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    rows = []
    if look.behind is not None:
        name = names[look.behind]
        for mark, loses in look.edge:
            rows.append((f"{name} at {mark}", f"loses {loses}" if loses >= 0 else f"wins {-loses}"))
    for name, worth in zip(names, look.next_point, strict=True):
        rows.append((f"One more point for {name}", _worth(worth)))
    return tuple(rows)
