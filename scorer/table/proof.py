"""What a sheet proves: its deals, its margin step by step, what that hinges on, and the same partie
under other rules.

Nothing here knows of requests or of the database: a phone without the club shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..rules.claims import PointClaim
from ..rules.house_rules import name_of, title_of
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.names import cut
from ..rules.partie import Partie, ScoredDeal
from ..rules.play import possible_splits
from ..rules.presets import PRESETS
from ..rules.reasons import span
from ..rules.ruleset import CarteBlancheWhen, Ruleset
from ..rules.seats import Seat
from ..rules.sentences import Names, line_sentence, step_sentence
from ..rules.settlement import Settlement
from ..rules.statements import (
    Called,
    CarteBlancheShown,
    TricksCounted,
    TrickTaken,
    effective,
    statement_sentence,
)
from ..rules.words import first_up, number_words, times_words
from .card import kept_corrections, weight_words
from .charts import partie_chart
from .dialogue import contract_progress
from .doubts import mark
from .formatting import day, parse_number
from .recording import HIGHEST, Sheet, points_in
from .what_if import Change, Cliff, Hinge, Question, cliffs, for_first, hinges, under

NOT_OVER = ("This partie is not over.", "Its settlement is shown here after the last deal.")
"""What the page of a settlement says before there is one."""


def sheet_context(sheet: Sheet) -> dict[str, Any]:
    """Return the context of a sheet and its chart;
    *has_others* says whether other rules can score the partie.
    """
    return {
        "sheet": sheet,
        "rows": tuple(_deal_row(sheet, each) for each in sheet.partie.deals),
        "chart": partie_chart(sheet.partie, sheet.sides),
        "has_others": len(rulesets_for(sheet.partie.record.rules)) > 1,
    }


def _deal_row(sheet: Sheet, scored: ScoredDeal) -> dict[str, Any]:
    """Return a deal of the sheet, its notes in the order of the page;
    bonuses and the finding are links.
    """
    deal = scored.deal
    contract = contract_progress(deal, scored.seats.map(lambda player: player.name)) if deal else ""
    kinds = (line.kind.value for line in (deal.lines if deal else ()))
    corrected = bool(kept_corrections(sheet, scored.number))
    notes = (
        ("from totals", deal is None),
        ("unfinished", not scored.is_over),
        ("corrected", corrected),
    )
    return {
        "number": scored.number + 1,
        "points": scored.points,
        "about": [
            each
            for each in (
                f"{scored.seats[Seat.ELDER].name} elder",
                weight_words(scored.weight),
                contract,
            )
            if each
        ],
        "bonuses": [kind for kind in kinds if kind in ("repique", "pique", "capot")],
        "finding": mark(deal),
        "besides": [note for note, holds in notes if holds],
    }


def verdict(partie: Partie, names: tuple[str, ...]) -> str:
    settlement = partie.settlement
    if settlement is None:
        return "The partie is not over."
    if settlement.winner is None:
        return "Drawn."
    each = " from each of the others" if len(names) > 2 else ""
    return f"{names[settlement.winner]} wins {paid(settlement, partie.record.rules)}{each}."


def paid(settlement: Settlement, rules: Ruleset) -> str:
    if not rules.pays_parties:
        return str(settlement.points)
    return f"{settlement.points} parties" if settlement.points > 1 else "1 partie"


def what_was_signed(then: Settlement | None, now: Partie, names: Sequence[str]) -> str:
    """Return what was signed, with the winner if the winner has changed since."""
    if then is None or then.winner is None:
        return "a draw"
    what = paid(then, now.record.rules)
    changed = now.settlement is None or now.settlement.winner != then.winner
    return f"{what} to {names[then.winner]}" if changed else what


def steps_of(settlement: Settlement, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the steps of the proof of a margin, each with its source."""
    return [(step_sentence(step, names), step.source) for step in settlement.steps]


Answers = Mapping[int, Sequence[str]]
"""What was answered about deals, by their numbers."""


def other_rules_context(sheet: Sheet, asked: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the context of the cards of other rules.

    Args:
        asked: each answer to a question about a deal, as in `cent-32.1=20` for the points of deal
            1.
    """
    answers: dict[str, dict[int, Sequence[str]]] = {}
    for name, given in asked.items():
        line, _, deal = name.rpartition(".")
        number = parse_number(deal, 3) - 1
        if line in PRESETS and 0 <= number < len(sheet.partie.deals):
            answers.setdefault(line, {})[number] = given
    rulesets = rulesets_for(sheet.partie.record.rules)
    return {
        "sheet": sheet,
        "cards": [
            _under(sheet, line, rules, answers.get(line, {})) for line, rules in rulesets.items()
        ],
        "given": {
            f"{line}.{deal + 1}": each
            for line, deals in answers.items()
            for deal, each in deals.items()
        },
    }


def rulesets_for(own: Ruleset) -> dict[str, Ruleset]:
    """Return every preset for as many players,
    and the *own* rules if they are house rules, by their lines.
    """
    line = name_of(own)
    house = {} if line in PRESETS else {line: own}
    game = own.players, own.auction
    return {
        **house,
        **{
            each: rules for each, rules in PRESETS.items() if (rules.players, rules.auction) == game
        },
    }


def _under(sheet: Sheet, line: str, rules: Ruleset, given: Answers) -> dict[str, Any]:
    """Return the partie under the rules of a line:
    its outcome, how that differs, and where first; or a question.
    """
    own = line == name_of(sheet.partie.record.rules)
    found = under(sheet.partie, rules, given)
    card = {
        "line": line,
        "is_preset": line in PRESETS,
        "title": title_of(rules),
        "own": own,
        "question": None,
    }
    if isinstance(found, Question):
        card |= {
            "partie": None,
            "question": _question(sheet, found, rules, given.get(found.deal, ())),
        }
        return card | {"answered": [deal for deal in given if deal != found.deal]}
    return card | {
        "partie": found,
        "answered": list(given),
        "verdict": verdict(found, sheet.sides),
        "margin": "" if own else _margin(sheet, found),
        "differs": "" if own else _first_difference(sheet, found),
    }


def _question(
    sheet: Sheet, asked: Question, rules: Ruleset, given: Sequence[str]
) -> dict[str, Any]:
    """Return a question in words, and its choices in as few words as it allows
    or the fields for points.
    """
    names = sheet.seated(asked.deal)
    said = asked.said
    where = f"in deal {asked.deal + 1}"
    labels = [each.written.rpartition(" ")[2] for each in asked.readings]
    words = f"What would deal {asked.deal + 1} have scored by these rules?"
    error = ""
    if isinstance(said, CarteBlancheShown):
        when = (
            "as dealt"
            if rules.carte_blanche_when is CarteBlancheWhen.DEALT
            else "after the exchange"
        )
        words = f"Was {names[said.seat]}’s hand a carte blanche {when} {where}?"
        labels = ["No", "Yes"]
    elif isinstance(said, Called):
        what = f"{names[said.seat]}’s {said.claim.spoken}"
        point = isinstance(said.claim, PointClaim)
        words = (
            f"What did {what} make {where}?" if point else f"To which card did {what} go {where}?"
        )
    elif isinstance(said, TricksCounted):
        elder = names[Seat.ELDER]
        took = times_words(said.elder, "trick", "tricks")
        words = f"How many of {elder}’s {took} {where} came before {names[Seat.YOUNGER]}’s first?"
        labels = _first_runs(sheet, asked, rules)
        if not labels:
            words = (
                f"What would {elder} count in play {where} by these rules, with {took} to {elder}?"
            )
            labels = [each.written.partition(" play ")[2] for each in asked.readings]
    elif points_in(given, rules.sides) is not None:
        error = (
            f"By these rules play ends as soon as one side reaches {rules.target}, so only one can."
        )
    elif given:
        error = f"Enter whole numbers from 0 to {HIGHEST}."
    recorded = sheet.partie.deals[asked.deal]
    typed = (
        given
        if len(given) == len(sheet.sides)
        else recorded.points
        if recorded.deal is None
        else ("",) * len(sheet.sides)
    )
    choices = zip(asked.readings, labels, strict=True)
    return {
        "deal": asked.deal,
        "words": words,
        "error": error,
        "choices": [
            {"value": of.written, "label": each, "selected": False} for of, each in choices
        ],
        "points": list(zip(sheet.sides, typed, strict=True)),
    }


def _first_runs(sheet: Sheet, asked: Question, rules: Ruleset) -> list[str]:
    """Return the possible lengths of elder's first run for each count of a play;
    nothing if two counts share one.
    """
    own = sheet.partie.record.rules
    labels = list[str]()
    seen = set[int]()
    for reading in asked.readings:
        count = reading.said[0]
        assert isinstance(count, TricksCounted)
        assert isinstance(asked.said, TricksCounted)
        both = set(possible_splits(own, asked.said)).intersection(possible_splits(rules, count))
        firsts = {split.first for split in both}
        if not firsts or seen & firsts:
            return []
        seen |= firsts
        labels.append(span(min(firsts), max(firsts)))
    return labels


def _margin(sheet: Sheet, other: Partie) -> str:
    """Compare the margin with the actual one;
    empty if one is paid in points and the other in parties.
    """
    played = sheet.partie
    if played.settlement is None or other.settlement is None:
        return ""
    if played.record.rules.pays_parties != other.record.rules.pays_parties or len(sheet.sides) > 2:
        return ""
    before = for_first(played.settlement)
    after = for_first(other.settlement)
    if before == after:
        return "No change"
    name = sheet.sides[0 if after > before else 1]
    if after < before:
        before = -before
        after = -after
    if before < 0 < after:
        return f"{after - before} better for {name}"
    return (
        f"{name} would win {after - before} more"
        if before >= 0
        else f"{name} would lose {after - before} less"
    )


def _first_difference(sheet: Sheet, other: Partie) -> str:
    """Return the first line in which the scores differ, in words, if any;
    a bonus before the leads that it divides.
    """
    for played, scored in zip(sheet.partie.deals, other.deals, strict=False):
        where = f"First difference, deal {played.number + 1}"
        if played.deal is None or scored.deal is None:
            if played.points != scored.points:
                was, instead = (" – ".join(map(str, each.points)) for each in (played, scored))
                return f"{where}: {instead}, not {was}"
            continue
        old = _capot_in_one(played.deal.lines)
        now = _capot_in_one(scored.deal.lines)
        new = _without(now, old)
        changed = [*new, *_without(old, now)]
        if not changed:
            continue
        line = next((line for line in changed if line.kind in BONUSES), changed[0])
        names = played.seats.map(lambda player: player.name)
        scores = str(line.points) if line in new else "nothing"
        return (
            f"{where}: {names[line.seat]} scores {scores} for {line_sentence(line, names)} "
            f"({line.source})"
        )
    return (
        ""
        if len(other.deals) == len(sheet.partie.deals)
        else f"Would end after deal {len(other.deals)}"
    )


def _capot_in_one(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines with the ten for the cards added to the capot,
    as some rules score 30 and 10 for 40.
    """
    capot = next((line for line in lines if line.kind is LineKind.CAPOT), None)
    if capot is None:
        return lines
    ten = sum(line.points for line in lines if line.kind is LineKind.CARDS)
    others = tuple(line for line in lines if line.kind not in (LineKind.CARDS, LineKind.CAPOT))
    return (*others, capot._replace(points=capot.points + ten))


def _without(lines: tuple[Line, ...], others: tuple[Line, ...]) -> list[Line]:
    """Return the lines without one of the same seat, points and kind among *others*."""
    left = [(line.seat, line.points, line.kind) for line in others]
    found = []
    for line in lines:
        scored = line.seat, line.points, line.kind
        if scored in left:
            left.remove(scored)
        else:
            found.append(line)
    return found


# What the margin hinges on


CHECKS = 60
"""The claim checks of a settlement page, about a tenth of a second;
what needs more is shown when it is asked for.
"""


def settlement_context(sheet: Sheet, *, everything: bool, may_correct: bool) -> dict[str, Any]:
    """Return the context of the proof of a margin.

    Args:
        everything: everything that it hinges on is looked for, however long that takes.
        may_correct: the statements on which it hinges are links.
    """
    partie = sheet.partie
    found = hinges(partie.record, None if everything else CHECKS)
    grouped = dict[object, dict[str, Any]]()
    for each in found.found:
        names = sheet.seated(each.deal)
        changes = [_change_words(sheet, change, names) for change in each.changes]
        row: dict[str, Any] = {
            "deal": each.deal + 1,
            "line": each.line + 1,
            "changes": changes,
            "tricks": [],
        }
        row["words"] = f"“{statement_sentence(each.said, names)}”"
        key: tuple[object, ...] = (each.deal, each.line)
        if isinstance(each.said, TrickTaken):
            row["words"] = statement_sentence(each.said, names).removeprefix("trick ")
            key = each.deal, row["words"], *changes
        row = grouped.setdefault(key, row)
        if isinstance(each.said, TrickTaken):
            _add_to_runs(row["tricks"], (each.line + 1, _trick_number(sheet, each)))
    return {
        **sheet_context(sheet),
        "result_words": result_words(sheet),
        "cliffs": [_cliff_sentence(sheet, cliff) for cliff in cliffs(partie)],
        "hinges": list(grouped.values()),
        "complete": found.complete,
        "from_totals": all(scored.deal is None for scored in partie.deals),
        "may_correct": may_correct,
    }


def _add_to_runs(runs: list[list[tuple[int, int]]], trick: tuple[int, int]) -> None:
    """Add a trick, its line and number, to *runs* of tricks;
    each has its first and, if there are more, its last.
    """
    if runs and runs[-1][-1][1] == trick[1] - 1:
        runs[-1][1:] = [trick]
    else:
        runs.append([trick])


def _cliff_sentence(sheet: Sheet, cliff: Cliff) -> str:
    now = sheet.partie.settlement
    rules = sheet.partie.record.rules
    name = sheet.sides[cliff.player]
    assert now is not None
    if cliff.points > 0:
        points = times_words(cliff.points, "more point", "more points")
    else:
        points = times_words(-cliff.points, "fewer point", "fewer points")
    then = f"{name} would win {paid(cliff.settlement, rules)}"
    if cliff.settlement.winner == now.winner:
        then = f"the margin would be {paid(cliff.settlement, rules)}, not {paid(now, rules)}"
    return first_up(f"{points} for {name}, and {then}.")


def _trick_number(sheet: Sheet, hinge: Hinge) -> int:
    said = effective(sheet.log(hinge.deal))[: hinge.line + 1]
    return sum(isinstance(statement, TrickTaken) for _, statement in said)


def _change_words(sheet: Sheet, change: Change, names: Names) -> tuple[str, str]:
    """Return another value of a statement with what it changes, and the margin with it."""
    now = sheet.partie.settlement
    then = change.settlement
    rules = sheet.partie.record.rules
    assert now is not None
    words = "If not said"
    if change.instead:
        sentence = statement_sentence(change.instead[0], names)
        answer = " and good" if change.instead[1:] else ""
        words = f"If “{sentence.partition(': ')[2] or sentence.removeprefix('trick ')}”{answer}"
    if then is None:
        return f"{words}: more deals would be due", ""
    if then.winner is None:
        return f"{words}: drawn", ""
    crossing = ""
    same = then.winner == now.winner
    if rules.rubicon is not None and then.rubicon != (same and now.rubicon):
        crossing = (
            f", {sheet.sides[1 - then.winner]} {'does not cross' if then.rubicon else 'crosses'}"
        )
    elif then.lurch != (same and now.lurch):
        crossing = f", {sheet.sides[1 - then.winner]} lurched" if then.lurch else ", no lurch"
    return f"{words}: {sheet.sides[then.winner]} wins{crossing}", paid(then, rules)


# The result, to share


def result_words(sheet: Sheet) -> str:
    """Return the result in a sentence or two, to share."""
    partie = sheet.partie
    totals = " to ".join(map(str, sorted(partie.totals, reverse=True)))
    deals = number_words(len(partie.deals))
    return f"{sheet.heading} at Piquet: {totals} in {deals} deals. {verdict(partie, sheet.sides)}"


def picture_context(sheet: Sheet) -> dict[str, Any]:
    """Return the context of the picture of a result; the partie is over."""
    settled = sheet.partie.settlement
    rules = sheet.partie.record.rules
    assert settled is not None
    deals = [
        (f"{each.number + 1}{', from totals' * (each.deal is None)}", each.points)
        for each in sheet.partie.deals
    ]
    return {
        "verdict": verdict(sheet.partie, sheet.sides),
        "under": settled.rubicon,
        "about": f"{sheet.heading}, {day(sheet.played)}. {title_of(rules)}.",
        "names": [cut(name, 11) for name in sheet.sides],
        "rows": [*deals, ("Total", sheet.partie.totals)],
        "steps": [
            text.split(": ", 1) for text, _ in steps_of(settled, sheet.sides) if ": " in text
        ],
    }
