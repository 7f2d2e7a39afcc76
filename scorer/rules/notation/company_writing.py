"""
A company written as a file.

>>> from .company import parse_company
>>> text = '''frame = "pool"
... rules = "portland"
... players = ["A", "B", "C"]
...
... [terms]
... stake = 21
...
... [[partie]]
... elder = "B"
... result = { A = 150 }
... '''
>>> format_company(parse_company(text).company.record) == text
True
"""

from __future__ import annotations

from dataclasses import replace

from ..company import CompanyRecord, Lineup, TurnRecord, changes_of, play_company
from .company import DRAWN
from .document import deal_lines, house_lines, names_line, points_of, quoted, rules_line, table_lines


def format_company(record: CompanyRecord) -> str:
    """
    Write a company as the text of a ``.piquet`` file; who sat where only if it was not their turn.

    `parse_company` reads it back to the same record, if its ruleset is a
    preset or was made from one by house rules.

    Raises:
        IllegalStatement: the rules forbid something that was said in it.
    """
    company = play_company(record)
    lines = [f"frame = {quoted(record.terms.frame.value)}", rules_line(record.rules)]
    lines += [names_line([player.name for player in record.players]), *table_lines("terms", changes_of(record.terms))]
    lines += house_lines(record.rules)
    in_turn = [turn.in_turn for turn in company.card.turns]
    if company.going_on is not None:
        in_turn.append(company.going_on.lineup == company.card.lineup)
    for turn, played, theirs in zip(record.parties, company.parties, in_turn, strict=True):
        said = replace(turn, seats=None) if theirs else turn
        lines += ["", "[[partie]]", *_partie_lines(said, record, played.lineup)]
    return "\n".join(lines) + "\n"


def _partie_lines(turn: TurnRecord, record: CompanyRecord, lineup: Lineup) -> list[str]:
    names = [record.players[each].name for each in lineup.seats]
    sides = record.rules.sides
    lines = [] if turn.seats is None else [f"seats = [{', '.join(map(quoted, names))}]"]
    if turn.elder:
        lines.append(f"elder = {quoted(names[turn.elder])}")
    if turn.result is not None:
        won = turn.result
        what = quoted(DRAWN) if won.by is None else points_of([names[won.by]], [won.points])
        return [*lines, f"result = {what}"]
    if turn.totals is not None:
        return [*lines, f"totals = {points_of(names[:sides], turn.totals)}"]
    for deal in turn.deals:
        lines += ["", "[[partie.deal]]", *deal_lines(deal, [*names[turn.elder :], *names[: turn.elder]][:sides])]
    return lines
