"""View models of the sheet, the settlement's proof, its picture, and the same partie under other rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..rules.frames.words import listed
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.naming import name_of, title_of
from ..rules.partie import Partie, play_partie
from ..rules.presets import PRESETS
from ..rules.refusals import IllegalStatement
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.sentences import line_sentence, step_sentence
from ..rules.settlement import Settlement
from ..service.parties import Sheet
from .bidding import contract_told
from .chart import Chart, chart
from .figures import day
from .findings import mark
from .rows import style_of


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal on the sheet."""

    number: int
    elder: str
    points: tuple[int, ...]
    weight: int
    totals: tuple[int, ...]
    contract: str
    bonuses: tuple[str, ...]
    from_paper: bool
    over: bool
    finding: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The score card of a partie."""

    code: str
    title: str
    heading: str
    names: tuple[str, ...]
    rows: tuple[DealRow, ...]
    totals: tuple[int, ...]
    is_over: bool
    chart: Chart | None
    opened: str
    version: str
    style: str
    has_others: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """One step of the margin's proof."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Signer:
    """One player's place to sign."""

    player: int
    name: str
    signed: bool


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """
    The settlement and its proof.

    Attributes:
        corrected: who had signed what before it was corrected; or empty.
        may_correct: whether this phone may correct it although it has been signed.
    """

    sheet: SheetPage
    verdict: str
    rubicon: str
    steps: tuple[Proof, ...]
    signers: tuple[Signer, ...]
    is_signed: bool
    may_sign: bool
    corrected: str
    may_correct: bool


@dataclass(frozen=True, slots=True)
class OtherRules:
    """
    A partie under rules.

    Attributes:
        line: the rules as `scorer.rules.naming` reads them; a preset's identifier, if they are one.
        is_preset: whether they are.
        title: what they are called.
        totals: of both players.
        verdict: who wins what.
        margin: how that compares with what was played for.
        differs: where the two scores first differ.
        needs: why the statements cannot be scored so; empty if they can.
        own: whether the partie was played under them.
    """

    line: str
    is_preset: bool
    title: str
    totals: str
    verdict: str
    margin: str
    differs: str
    needs: str
    own: bool


@dataclass(frozen=True, slots=True)
class OtherRulesPage:
    """The partie under the rules that it was played by, and under every preset."""

    code: str
    heading: str
    rows: tuple[OtherRules, ...]


def sheet_page(sheet: Sheet) -> SheetPage:
    """The score card of *sheet*."""
    partie = sheet.partie
    rows = []
    for scored in partie.deals:
        bonuses: tuple[str, ...] = ()
        undertaken = ""
        if scored.deal is not None:
            undertaken = contract_told(scored.deal, scored.seats.map(lambda player: player.name))
            bonuses = tuple(
                line.kind.value for line in scored.deal.lines if line.kind.value in ("repique", "pique", "capot")
            )
        rows.append(
            DealRow(
                scored.number + 1,
                scored.seats[Seat.ELDER].name,
                scored.points,
                scored.weight,
                scored.totals,
                undertaken,
                bonuses,
                scored.deal is None,
                scored.is_over,
                mark(scored.deal),
            )
        )
    return SheetPage(
        sheet.code,
        title_of(partie.record.rules),
        sheet.heading,
        sheet.sides,
        tuple(rows),
        partie.totals,
        partie.is_over,
        chart(partie, sheet.sides),
        day(sheet.opened_at),
        sheet.version,
        style_of(partie.record.rules),
        len(other_rules(partie.record.rules)) > 1,
    )


def verdict(partie: Partie, names: tuple[str, ...]) -> str:
    """Who wins what."""
    settlement = partie.settlement
    if settlement is None:
        return "The partie goes on."
    if settlement.winner is None:
        return "Drawn."
    each = " from each of the others" if len(names) > 2 else ""
    return f"{names[settlement.winner]} wins {_paid(settlement, partie.record.rules)}{each}."


def _paid(settlement: Settlement, rules: Ruleset) -> str:
    if not rules.pays_parties:
        return str(settlement.points)
    return f"{settlement.points} parties" if settlement.points > 1 else "1 partie"


def what_was_signed(then: Settlement | None, now: Partie, names: Sequence[str]) -> str:
    """What was signed: what is paid, and who wins it where somebody else wins *now*."""
    if then is None or then.winner is None:
        return "a draw"
    paid = _paid(then, now.record.rules)
    changed = now.settlement is None or now.settlement.winner != then.winner
    return f"{paid} to {names[then.winner]}" if changed else paid


def _corrected(sheet: Sheet) -> str:
    """Who had signed what before it was corrected, and that it is to be signed again; or empty."""
    if sheet.lapsed is None:
        return ""
    what = what_was_signed(sheet.lapsed.settlement, sheet.partie, sheet.sides)
    again = "" if sheet.is_signed else " Sign again."
    return f"Corrected after {listed(sheet.lapsed.names)} signed {what}.{again}"


def settlement_page(sheet: Sheet, *, may_score: bool, stakes: Sequence[str] = ()) -> SettlementPage | None:
    """The settlement of a partie that is over, with the arithmetic of its stakes if it has any; or `None`."""
    settlement = sheet.partie.settlement
    if settlement is None:
        return None
    rubicon = ""
    if settlement.winner is not None:
        loser = sheet.sides[1 - settlement.winner]
        rubicon = f"{loser} is under the Rubicon." if settlement.rubicon else f"{loser} is lurched." * settlement.lurch
    steps = [Proof(step_sentence(step, sheet.sides), step.source) for step in settlement.steps]
    steps += [Proof(each, "the season’s stakes") for each in stakes]
    signers = tuple(
        Signer(player, name, signed is not None)
        for player, (name, signed) in enumerate(zip(sheet.names, sheet.signatures, strict=True))
    )
    return SettlementPage(
        sheet_page(sheet),
        verdict(sheet.partie, sheet.sides),
        rubicon,
        tuple(steps),
        signers,
        sheet.is_signed,
        may_score and not sheet.is_signed,
        _corrected(sheet),
        may_score and not sheet.held,
    )


def other_rules_page(sheet: Sheet) -> OtherRulesPage:
    """The same statements under the rules they were said by, and under every preset that can express them."""
    known = other_rules(sheet.partie.record.rules)
    return OtherRulesPage(sheet.code, sheet.heading, tuple(_under(sheet, line, rules) for line, rules in known.items()))


def other_rules(own: Ruleset) -> dict[str, Ruleset]:
    """*own* rules, if they are no preset, and every preset that can express what was said, each by its line."""
    line = name_of(own)
    house = {} if line in PRESETS else {line: own}
    game = own.players, own.auction
    return {**house, **{each: rules for each, rules in PRESETS.items() if (rules.players, rules.auction) == game}}


def _under(sheet: Sheet, line: str, rules: Ruleset) -> OtherRules:
    own = line == name_of(sheet.partie.record.rules)
    named = line, line in PRESETS, title_of(rules)
    try:
        partie = play_partie(replace(sheet.partie.record, rules=rules), drop_surplus=True)
    except IllegalStatement as error:
        where = "" if error.deal is None else f"Deal {error.deal + 1}: "
        return OtherRules(*named, "", "", "", "", f"{where}{error}", own)
    differs = "" if own else _first_difference(sheet, partie)
    totals = " – ".join(map(str, partie.totals))
    margin = "" if own else _margin(sheet, partie)
    return OtherRules(*named, totals, verdict(partie, sheet.sides), margin, differs, "", own)


def _margin(sheet: Sheet, other: Partie) -> str:
    """How the margin compares with the one that was played for; nothing if one is paid in points and one in parties."""
    mine, theirs = sheet.partie, other
    if mine.settlement is None or theirs.settlement is None:
        return ""
    if mine.record.rules.pays_parties != theirs.record.rules.pays_parties or len(sheet.sides) > 2:
        return ""
    more = _for_first(theirs) - _for_first(mine)
    if not more:
        return "the same margin"
    return f"{abs(more)} more for {sheet.sides[0 if more > 0 else 1]}"


def _for_first(partie: Partie) -> int:
    """What the settlement brings the first player; negative if he pays."""
    settlement = partie.settlement
    assert settlement is not None
    return settlement.points if settlement.winner == 0 else -settlement.points


def _first_difference(sheet: Sheet, other: Partie) -> str:
    """The first line in which the two scorings differ, in words: a bonus before the leads that it divides."""
    for mine, theirs in zip(sheet.partie.deals, other.deals, strict=False):
        if mine.deal is None or theirs.deal is None:
            continue
        old, scored = _capot_in_one(mine.deal.lines), _capot_in_one(theirs.deal.lines)
        new = _without(scored, old)
        changed = [*new, *_without(old, scored)]
        if not changed:
            continue
        line = next((line for line in changed if line.kind in BONUSES), changed[0])
        names = mine.seats.map(lambda player: player.name)
        scores = str(line.points) if line in new else "nothing"
        where = f"Deal {mine.number + 1}"
        return f"{where}: {names[line.seat]}, {line_sentence(line, names)}: {scores} ({line.source})"
    return "no line differs" if len(other.deals) == len(sheet.partie.deals) else f"ends after deal {len(other.deals)}"


def _capot_in_one(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines with the ten for the cards in a capot that is added to it: forty is also ten and thirty more."""
    capot = next((line for line in lines if line.kind is LineKind.CAPOT), None)
    if capot is None:
        return lines
    ten = sum(line.points for line in lines if line.kind is LineKind.CARDS)
    others = tuple(line for line in lines if line.kind not in (LineKind.CARDS, LineKind.CAPOT))
    return (*others, capot._replace(points=capot.points + ten))


def _without(lines: tuple[Line, ...], others: tuple[Line, ...]) -> list[Line]:
    """The lines that have no fellow of the same seat, points and kind among *others*."""
    left = [(line.seat, line.points, line.kind) for line in others]
    found = []
    for line in lines:
        what = (line.seat, line.points, line.kind)
        if what in left:
            left.remove(what)
        else:
            found.append(line)
    return found
