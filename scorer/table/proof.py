"""What a sheet proves: its deals, its margin step by step, what that hinges on, and the same partie
under other rules.

Nothing here knows of requests or of the database: a phone without the club shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

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
from ..rules.sentences import Names, line_message, step_message
from ..rules.settlement import Settlement
from ..rules.statements import (
    Called,
    CarteBlancheShown,
    TricksCounted,
    TrickTaken,
    effective,
    statement_message,
)
from ..rules.words import first_up, number_words, times_words
from .bidding import contract_progress
from .card import kept_corrections, weight_message
from .charts import PartieChart, partie_chart
from .contexts import Context
from .doubts import mark
from .formatting import day, parse_number
from .own_parties import Choice, Rematch
from .recording import HIGHEST, Sheet, points_in
from .what_if import Change, Cliff, Hinge, OpenReading, cliffs, for_first, hinges, under

NOT_OVER = ("This partie is not over.", "Its settlement is shown here after the last deal.")
"""What the page of a settlement says before there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal of the sheet, with its notes in the order of the page.

    Attributes:
        number: from 1.
        about: who is elder, how often it counts, and the contract.
        bonuses: which the glossary explains.
        finding: whether its claims are possible; empty if they are.
        besides: what else there is to note.
    """

    number: int
    points: tuple[int, ...]
    about: list[str]
    bonuses: list[LineKind]
    finding: str
    besides: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage(Context):
    """A sheet and its chart.

    Attributes:
        has_others: whether other rules can score the partie.
        signing: how far it is signed and posted, of a sheet of a season.
        company: the code of the company that played it.
        may_correct: each of its statements may be corrected from this phone.
    """

    template: ClassVar[str] = "table/sheet.html"

    sheet: Sheet
    rows: list[DealRow]
    chart: PartieChart | None
    has_others: bool
    signing: object = None
    company: str = ""
    may_correct: bool = False


def sheet_context(sheet: Sheet) -> SheetPage:
    return SheetPage(
        sheet=sheet,
        rows=[_deal_row(sheet, each) for each in sheet.partie.deals],
        chart=partie_chart(sheet.partie, sheet.sides),
        has_others=len(rulesets_for(sheet.partie.record.rules)) > 1,
    )


BONUS_KINDS = (LineKind.REPIQUE, LineKind.PIQUE, LineKind.CAPOT)
"""What a sheet notes of a deal."""


def _deal_row(sheet: Sheet, scored: ScoredDeal) -> DealRow:
    deal = scored.deal
    elder = scored.seats[Seat.ELDER].name
    names = scored.seats.map(lambda player: player.name)
    contract = contract_progress(deal, names) if deal else None
    notes = {
        "from totals": deal is None,
        "unfinished": not scored.is_over,
        "corrected": bool(kept_corrections(sheet, scored.number)),
    }
    lines = deal.lines if deal else ()
    about = (weight_message(scored.weight), contract)
    return DealRow(
        number=scored.number + 1,
        points=scored.points,
        about=[f"{elder} elder", *(str(each) for each in about if each is not None)],
        bonuses=[line.kind for line in lines if line.kind in BONUS_KINDS],
        finding=mark(deal),
        besides=[note for note, holds in notes.items() if holds],
    )


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
    return [(str(step_message(step, names)), step.source) for step in settlement.steps]


Answers = Mapping[int, Sequence[str]]
"""What was answered about deals, by their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOfDeal:
    """What other rules must know of a deal: one of the *choices*, or the points of each side.

    Attributes:
        deal: from 0.
        error: why the points that were typed cannot be true.
        points: the name of each side, and the points to begin with.
    """

    deal: int
    words: str
    error: str
    choices: list[Choice]
    points: list[tuple[str, int | str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderRules:
    """The partie under the rules of a line: its outcome, how that differs, and where first; or a
    question.

    Attributes:
        own: these are the rules by which it was played.
        answered: the deals, from 0, about which there is an answer to change.
    """

    line: str
    is_preset: bool
    title: str
    own: bool
    answered: list[int]
    question: AskedOfDeal | None = None
    partie: Partie | None = None
    verdict: str = ""
    margin: str = ""
    differs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRulesPage(Context):
    """A partie under other rules; *given* has each answer, which goes from address to address."""

    template: ClassVar = "table/other_rules.html"

    sheet: Sheet
    cards: list[UnderRules]
    given: dict[str, Sequence[str]]


def other_rules_context(sheet: Sheet, asked: Mapping[str, Sequence[str]]) -> OtherRulesPage:
    """Return the context of the cards of other rules.

    Args:
        asked: each answer to a question about a deal, as in `cent-32.1=20` for the points of deal
            1.
    """
    answers: dict[str, dict[int, Sequence[str]]] = {}
    for name, answer in asked.items():
        line, _, deal = name.rpartition(".")
        number = parse_number(deal, 3) - 1
        if line in PRESETS and 0 <= number < len(sheet.partie.deals):
            answers.setdefault(line, {})[number] = answer
    given = {
        f"{line}.{number + 1}": answer
        for line, by_deal in answers.items()
        for number, answer in by_deal.items()
    }
    rulesets = rulesets_for(sheet.partie.record.rules)
    return OtherRulesPage(
        sheet=sheet,
        cards=[
            _under(sheet, line, rules, answers.get(line, {})) for line, rules in rulesets.items()
        ],
        given=given,
    )


def rulesets_for(own: Ruleset) -> dict[str, Ruleset]:
    """Return every preset for as many players,
    and the *own* rules if they are house rules, by their lines.
    """
    line = name_of(own)
    game = own.players, own.auction
    alike = {
        preset: rules for preset, rules in PRESETS.items() if (rules.players, rules.auction) == game
    }
    return alike if line in PRESETS else {line: own, **alike}


def _under(sheet: Sheet, line: str, rules: Ruleset, given: Answers) -> UnderRules:
    own = line == name_of(sheet.partie.record.rules)
    found = under(sheet.partie, rules, given)
    card = UnderRules(
        line=line,
        is_preset=line in PRESETS,
        title=title_of(rules),
        own=own,
        answered=list(given),
    )
    if isinstance(found, OpenReading):
        return replace(
            card,
            question=_question(sheet, found, rules, given.get(found.deal, ())),
            answered=[deal for deal in given if deal != found.deal],
        )
    return replace(
        card,
        partie=found,
        verdict=verdict(found, sheet.sides),
        margin="" if own else _margin(sheet, found),
        differs="" if own else _first_difference(sheet, found),
    )


def _question(
    sheet: Sheet, asked: OpenReading, rules: Ruleset, given: Sequence[str]
) -> AskedOfDeal:
    """Return a question in words, and its choices in as few words as it allows
    or the fields for points.
    """
    words, labels = _question_words(sheet, asked, rules)
    values = [each.written for each in asked.readings]
    choices = [Choice(value, label) for value, label in zip(values, labels, strict=True)]
    error = ""
    if asked.said is None and points_in(given, rules.sides) is not None:
        error = (
            f"By these rules play ends as soon as one side reaches {rules.target}, so only one can."
        )
    elif asked.said is None and given:
        error = f"Enter whole numbers from 0 to {HIGHEST}."
    recorded = sheet.partie.deals[asked.deal]
    points: Sequence[int | str] = ("",) * len(sheet.sides)
    if len(given) == len(sheet.sides):
        points = given
    elif recorded.deal is None:
        points = recorded.points
    return AskedOfDeal(
        deal=asked.deal,
        words=words,
        error=error,
        choices=choices,
        points=list(zip(sheet.sides, points, strict=True)),
    )


def _question_words(sheet: Sheet, asked: OpenReading, rules: Ruleset) -> tuple[str, list[str]]:
    """Return the words of a question, and of each of its readings."""
    names = sheet.seated(asked.deal)
    said = asked.said
    where = f"in deal {asked.deal + 1}"
    labels = [_last_word(each.written) for each in asked.readings]
    if isinstance(said, CarteBlancheShown):
        dealt = rules.carte_blanche_when is CarteBlancheWhen.DEALT
        when = "as dealt" if dealt else "after the exchange"
        return f"Was {names[said.seat]}’s hand a carte blanche {when} {where}?", ["No", "Yes"]
    if isinstance(said, Called):
        what = f"{names[said.seat]}’s {said.claim.spoken}"
        if isinstance(said.claim, PointClaim):
            return f"What did {what} make {where}?", labels
        return f"To which card did {what} go {where}?", labels
    if isinstance(said, TricksCounted):
        elder = names[Seat.ELDER]
        younger = names[Seat.YOUNGER]
        took = times_words(said.elder, "trick", "tricks")
        runs = _first_runs(sheet, asked, rules)
        if runs:
            return f"How many of {elder}’s {took} {where} came before {younger}’s first?", runs
        words = f"What would {elder} count in play {where} by these rules, with {took} to {elder}?"
        return words, [_in_play(each.written) for each in asked.readings]
    return f"What would deal {asked.deal + 1} have scored by these rules?", labels


def _last_word(text: str) -> str:
    _, _, word = text.rpartition(" ")
    return word


def _in_play(count: str) -> str:
    """Return what a quick count says of the play."""
    _, _, points = count.partition(" play ")
    return points


def _first_runs(sheet: Sheet, asked: OpenReading, rules: Ruleset) -> list[str]:
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
        labels.append(str(span(min(firsts), max(firsts))))
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
    better = after - before
    if before < 0 < after:
        return f"{better} better for {name}"
    if before >= 0:
        return f"{name} would win {better} more"
    return f"{name} would lose {better} less"


def _first_difference(sheet: Sheet, other: Partie) -> str:
    """Return the first line in which the scores differ, in words, if any;
    a bonus before the leads that it divides.
    """
    for played, scored in zip(sheet.partie.deals, other.deals, strict=False):
        where = f"First difference, deal {played.number + 1}"
        if played.deal is None or scored.deal is None:
            if played.points != scored.points:
                was = " – ".join(map(str, played.points))
                instead = " – ".join(map(str, scored.points))
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
        scores = f"{names[line.seat]} scores {line.points if line in new else 'nothing'}"
        return f"{where}: {scores} for {line_message(line, names)} ({line.source})"
    if len(other.deals) == len(sheet.partie.deals):
        return ""
    return f"Would end after deal {len(other.deals)}"


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


class TrickOnLine(NamedTuple):
    line: int
    number: int


@dataclass(slots=True)
class HingeRow:
    """A statement on which the margin hinges, or the tricks of a deal that change the same.

    Attributes:
        deal: from 1.
        line: the number of the statement in its deal, from 1.
        changes: what other values would change, each with the margin then.
        tricks: the tricks in runs, each as its first and, if there are more, its last.
    """

    deal: int
    line: int
    words: str
    changes: list[tuple[str, str]]
    tricks: list[list[TrickOnLine]] = field(default_factory=list)

    def add_trick(self, trick: TrickOnLine) -> None:
        last_run = self.tricks[-1] if self.tricks else []
        if last_run and last_run[-1].number == trick.number - 1:
            last_run[1:] = [trick]
        else:
            self.tricks.append([trick])


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage(SheetPage):
    """The proof of a margin, and what it hinges on.

    Attributes:
        result_words: the result, to share.
        complete: everything was looked for; otherwise there may be more.
        from_totals: there are no statements to look at.
        rematch: the form that opens the next partie, on a phone that may.
        stakes: what the season's stakes make of the margin, step by step.
        picture: that of the result, from a phone without the club; the club has it at an address.
    """

    template: ClassVar = "table/settlement.html"

    result_words: str
    cliffs: list[str]
    hinges: list[HingeRow]
    complete: bool
    from_totals: bool
    may_score: bool = False
    rematch: Rematch | None = None
    stakes: Sequence[str] = ()
    picture: str = ""


def settlement_context(sheet: Sheet, *, everything: bool) -> SettlementPage:
    """Return the context of the proof of a margin.

    Args:
        everything: everything that it hinges on is looked for, however long that takes.
    """
    partie = sheet.partie
    found = hinges(partie.record, None if everything else CHECKS)
    return SettlementPage(
        **sheet_context(sheet).variables,
        result_words=result_words(sheet),
        cliffs=[_cliff_sentence(sheet, cliff) for cliff in cliffs(partie)],
        hinges=_hinge_rows(sheet, found.found),
        complete=found.complete,
        from_totals=all(scored.deal is None for scored in partie.deals),
    )


def _hinge_rows(sheet: Sheet, found: Iterable[Hinge]) -> list[HingeRow]:
    """Return a row for each statement; tricks of a deal with the same winner and the same changes
    have one together.
    """
    rows = dict[object, HingeRow]()
    for each in found:
        deal = each.deal + 1
        line = each.line + 1
        names = sheet.seated(each.deal)
        words = str(statement_message(each.said, names))
        changes = [_change_words(sheet, change, names) for change in each.changes]
        if not isinstance(each.said, TrickTaken):
            rows[deal, line] = HingeRow(deal, line, f"“{words}”", changes)
            continue
        words = words.removeprefix("trick ")
        row = rows.setdefault((deal, words, *changes), HingeRow(deal, line, words, changes))
        row.add_trick(TrickOnLine(line, _trick_number(sheet, each)))
    return list(rows.values())


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
        statement, *answer = change.instead
        sentence = str(statement_message(statement, names))
        _, _, without_name = sentence.partition(": ")
        words = f"If “{without_name or sentence.removeprefix('trick ')}”"
        if answer:
            words += " and good"
    if then is None:
        return f"{words}: more deals would be due", ""
    if then.winner is None:
        return f"{words}: drawn", ""
    crossing = ""
    loser = sheet.sides[1 - then.winner]
    same = then.winner == now.winner
    if rules.rubicon is not None and then.rubicon != (same and now.rubicon):
        crossing = f", {loser} {'does not cross' if then.rubicon else 'crosses'}"
    elif then.lurch != (same and now.lurch):
        crossing = f", {loser} lurched" if then.lurch else ", no lurch"
    return f"{words}: {sheet.sides[then.winner]} wins{crossing}", paid(then, rules)


# The result, to share


def result_words(sheet: Sheet) -> str:
    """Return the result in a sentence or two, to share."""
    partie = sheet.partie
    totals = " to ".join(map(str, sorted(partie.totals, reverse=True)))
    deals = number_words(len(partie.deals))
    return f"{sheet.heading} at Piquet: {totals} in {deals} deals. {verdict(partie, sheet.sides)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPicture(Context):
    """The picture of a result.

    Attributes:
        under: the loser did not cross the Rubicon.
        rows: each deal and the total, with the figures of the sides.
        steps: of the settlement, each with its figure.
    """

    template: ClassVar = "table/result.svg"

    verdict: str
    under: bool
    about: str
    names: list[str]
    rows: list[tuple[str, tuple[int, ...]]]
    steps: list[list[str]]


def picture_context(sheet: Sheet) -> ResultPicture:
    """Return the context of the picture of a result; the partie is over."""
    settled = sheet.partie.settlement
    rules = sheet.partie.record.rules
    assert settled is not None
    rows = []
    for each in sheet.partie.deals:
        note = ", from totals" if each.deal is None else ""
        rows.append((f"{each.number + 1}{note}", each.points))
    rows.append(("Total", sheet.partie.totals))
    texts = [text for text, _ in steps_of(settled, sheet.sides)]
    return ResultPicture(
        verdict=verdict(sheet.partie, sheet.sides),
        under=settled.rubicon,
        about=f"{sheet.heading}, {day(sheet.played)}. {title_of(rules)}.",
        names=[cut(name, 11) for name in sheet.sides],
        rows=rows,
        steps=[text.split(": ", 1) for text in texts if ": " in text],
    )
