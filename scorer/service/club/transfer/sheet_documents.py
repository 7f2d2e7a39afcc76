"""Documents about one sheet for programs: a partie, or the scorecard of a company, with its deals
and the lines of its score.

The sum of the lines is the score: in each deal the lines of a player add up to their points. A deal
that is known by its totals alone has one line for each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ....rules.company import CompanyPartie, TurnRecord
from ....rules.house_rules import name_of
from ....rules.names import joined, without_isolates
from ....rules.partie import Partie, ScoredDeal, side_names
from ....rules.ruleset import Ruleset
from ....rules.score_rows import TOTALS, ScoreRow, score_rows
from ....rules.sentences import cited, step_message
from ....rules.settlement import Settlement
from ....table.recording import Sheet
from ...sheets import CompanyCard
from ..posting.signing import SeasonSheet

Document = dict[str, Any]


class Person(NamedTuple):
    """A player as the club shows them; *member* is `None` for one who is no member."""

    member: int | None
    name: str


def people_of(
    members: Sequence[int], names: Mapping[int, str], merged: Mapping[int, int]
) -> list[Person]:
    return [Person(merged.get(each, each), names[each]) for each in members]


# The lines of a score


def lines_of(partie: Partie, people: Sequence[Person]) -> Iterator[Document]:
    """Yield the lines of a partie; *people* are its players, in their order."""
    for row in score_rows(partie):
        scorer = _scorer(partie, row, people)
        yield {
            "deal": row.deal + 1,
            "seat": row.seat.word,
            "player": scorer.name,
            "member": scorer.member,
            "kind": row.kind,
            "points": row.points,
            "law": row.law or None,
        }


def _scorer(partie: Partie, row: ScoreRow, people: Sequence[Person]) -> Person:
    """Return who scores a line; partners together what is known of their total alone."""
    person = partie.record.elder(row.deal) + row.seat
    if row.kind != TOTALS:
        return people[person % len(people)]
    sides = partie.record.rules.sides
    return together(people[person % sides :: sides])


def together(partners: Sequence[Person]) -> Person:
    """Return a side as one: partners have both names, and no number."""
    if len(partners) == 1:
        return partners[0]
    names = joined([each.name for each in partners], " with ")
    return Person(None, without_isolates(names))


# A partie for two


def whole_partie_document(found: SeasonSheet, people: Sequence[Person]) -> Document:
    sheet = found.sheet
    assert isinstance(sheet, Sheet), "a company has another document"
    partie = sheet.partie
    first, second = people
    first_total, second_total = partie.totals
    return {
        "partie": sheet.code,
        **_season_part(found),
        "frame": "two",
        "rules": name_of(partie.record.rules),
        "over": partie.is_over,
        "first": first.name,
        "second": second.name,
        "first_member": first.member,
        "second_member": second.member,
        "first_total": first_total,
        "second_total": second_total,
        **_settled(partie.record.rules, partie.settlement, people),
        "deals": [_deal_for_two(partie, each, people) for each in partie.deals],
        "lines": [*lines_of(partie, people)],
    }


def _season_part(found: SeasonSheet) -> Document:
    return {
        "season": found.membership.season,
        "round": found.membership.round or None,
        "date": found.played,
        "opened_at": found.row.opened_at,
        "signing": found.status.value,
        "state": None if found.state is None else found.state.value,
        "entry": None if found.posted is None else found.posted.entry.number,
    }


def _settled(rules: Ruleset, settlement: Settlement | None, people: Sequence[Person]) -> Document:
    """Return what a partie pays and why; all are null until it is over."""
    if settlement is None:
        keys = ("winner", "winner_member", "margin", "rubicon", "lurch", "steps")
        return dict.fromkeys(keys)
    names = side_names(rules, [each.name for each in people])
    steps = [without_isolates(str(cited(step_message(each, names)))) for each in settlement.steps]
    return {
        **_winner(people, settlement.winner, rules.sides),
        "margin": settlement.points,
        "rubicon": settlement.rubicon,
        "lurch": settlement.lurch,
        "steps": steps,
    }


def _winner(people: Sequence[Person], side: int | None, sides: int) -> Document:
    """Return which side won; nulls if none did."""
    if side is None:
        return {"winner": None, "winner_member": None}
    winner = together(people[side::sides])
    return {"winner": winner.name, "winner_member": winner.member}


def _deal_for_two(partie: Partie, scored: ScoredDeal, people: Sequence[Person]) -> Document:
    first_points, second_points = scored.points
    return {
        "deal": scored.number + 1,
        "elder": people[partie.record.elder(scored.number)].name,
        "first_points": first_points,
        "second_points": second_points,
        "weight": scored.weight,
        "from_totals": scored.deal is None,
        "over": scored.is_over,
    }


# The scorecard of a company


def whole_card_document(found: SeasonSheet, people: Sequence[Person]) -> Document:
    """Return a scorecard with all its parties; *people* are its players in the order of the cut."""
    card = found.sheet
    assert isinstance(card, CompanyCard), "a partie has another document"
    company = card.company
    turns = [*turns_of(card)]
    return {
        "company": card.code,
        **_season_part(found),
        "frame": company.record.terms.frame.value,
        "rules": name_of(company.record.rules),
        "pool": company.card.held,
        "players": [
            {
                "cut": cut + 1,
                "member": person.member,
                "name": person.name,
                "balance": company.card.balances[cut],
                "signed": card.signatures[cut] is not None,
            }
            for cut, person in enumerate(people)
        ],
        "turns": [_turn_document(card, each, people) for each in turns],
        "deals": [deal for each in turns for deal in _deals_of_turn(each, people)],
        "lines": [line for each in turns for line in lines_of_turn(each, people)],
    }


class PlayedTurn(NamedTuple):
    """A partie of a company: its *number* on the scorecard, from 1, and as recorded and scored."""

    number: int
    code: str
    record: TurnRecord
    played: CompanyPartie

    def seated(self, people: Sequence[Person]) -> list[Person]:
        """Return who played, from the first elder on."""
        seats = self.played.lineup.seats
        return [people[each] for each in (*seats[self.record.elder :], *seats[: self.record.elder])]


def turns_of(card: CompanyCard) -> Iterator[PlayedTurn]:
    for index, turn in enumerate(card.turns):
        record = card.company.record.parties[index]
        yield PlayedTurn(index + 1, turn.code, record, card.company.parties[index])


def lines_of_turn(turn: PlayedTurn, people: Sequence[Person]) -> Iterator[Document]:
    if turn.played.partie is not None:
        for line in lines_of(turn.played.partie, turn.seated(people)):
            yield {"turn": turn.number, **line}


def _deals_of_turn(turn: PlayedTurn, people: Sequence[Person]) -> Iterator[Document]:
    partie = turn.played.partie
    if partie is None:
        return
    seated = turn.seated(people)
    for scored in partie.deals:
        yield {
            "turn": turn.number,
            "deal": scored.number + 1,
            "elder": seated[partie.record.elder(scored.number)].name,
            "weight": scored.weight,
            "from_totals": scored.deal is None,
            "over": scored.is_over,
        }


def _turn_document(card: CompanyCard, turn: PlayedTurn, people: Sequence[Person]) -> Document:
    company = card.company
    sides = company.record.rules.sides
    won = turn.played.won
    in_seats = [people[each] for each in turn.played.lineup.seats]
    winner = _winner(in_seats, None if won is None else won.by, sides)
    totals = _totals_by_cut(turn, sides)
    # Only parties that are over are counted on the card.
    moves = None if won is None else company.card.turns[turn.number - 1].moves
    return {
        "turn": turn.number,
        "partie": turn.code or None,
        "over": won is not None,
        **winner,
        "margin": None if won is None else won.points,
        "players": [
            {
                "cut": cut + 1,
                "member": person.member,
                "name": person.name,
                "total": totals.get(cut),
                "balance": None if moves is None else moves[cut],
            }
            for cut, person in enumerate(people)
        ],
    }


def _totals_by_cut(turn: PlayedTurn, sides: int) -> dict[int, int]:
    """Return the total of each player at the table, as far as it is known; partners have one."""
    seats = turn.played.lineup.seats
    if turn.record.totals is not None:
        return {each: turn.record.totals[seat % sides] for seat, each in enumerate(seats)}
    if turn.played.partie is None:
        return {}
    from_elder = (*seats[turn.record.elder :], *seats[: turn.record.elder])
    totals = turn.played.partie.totals
    return {each: totals[seat % sides] for seat, each in enumerate(from_elder)}
