"""The same partie under other rules: its result, or what those rules must know of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ..rules.claims import PointClaim, SequenceClaim
from ..rules.governing import line_law
from ..rules.house_rules import name_of, title_of
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text, with_values
from ..rules.partie import Partie
from ..rules.play import possible_splits
from ..rules.presets import PRESETS
from ..rules.reasons import span
from ..rules.ruleset import CarteBlancheWhen, Ruleset
from ..rules.seats import Seat
from ..rules.sentences import cited, line_message
from ..rules.settlement import for_first
from ..rules.statements import (
    Called,
    CarteBlancheShown,
    Statement,
    TricksCounted,
)
from .contexts import Context
from .formatting import parse_number
from .own_parties import Choice
from .recording import HIGHEST, Sheet, points_in
from .settled import amount, verdict
from .what_if import OpenReading, under

Answers = Mapping[int, Sequence[str]]
"""What was answered about deals, by their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOfDeal:
    """What other rules must know of a deal: one of the *choices*, or the points of each side.

    Attributes:
        deal: from 0.
        unknown: that what was entered does not tell.
        error: why the points that were typed cannot be true, if they cannot.
        points: the name of each side, and the points to begin with.
    """

    deal: int
    unknown: Message
    words: Message
    error: Message | None
    choices: list[Choice]
    points: list[tuple[str, int | str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderRules:
    """The partie under the rules of a line: its outcome, how that differs, and where first; or a
    question.

    Attributes:
        note: that these are the rules by which it was played; `None` if they are not.
        answered: the deals, from 0, about which there is an answer to change.
    """

    line: str
    is_preset: bool
    title: str
    note: Message | None
    answered: list[int]
    question: AskedOfDeal | None = None
    partie: Partie | None = None
    verdict: Message | None = None
    margin: Message | None = None
    differs: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRulesPage(Context):
    """A partie under other rules; *given* has each answer, which goes from address to address.

    Attributes:
        unknown: the rules under which nothing can be known, because all that is recorded are
            totals; `None` if there are none.
    """

    template: ClassVar = "table/other_rules.html"

    sheet: Sheet
    heading: Message
    cards: list[UnderRules]
    given: dict[str, Sequence[str]]
    unknown: Message | None


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
    cards = [_under(sheet, line, rules, answers.get(line, {})) for line, rules in rulesets.items()]
    unknown = [card for card in cards if _only_totals(sheet, card)]
    return OtherRulesPage(
        sheet=sheet,
        heading=OtherRulesText.HEADING(),
        cards=[card for card in cards if card not in unknown],
        given=given,
        unknown=OtherRulesText.ONLY_TOTALS(count=len(unknown)) if unknown else None,
    )


def _only_totals(sheet: Sheet, card: UnderRules) -> bool:
    """Return whether nothing can be known under the rules of a *card*: the partie has only totals,
    and nobody has said what its deals would have scored.
    """
    if card.question is None or card.answered or card.question.error is not None:
        return False
    return all(scored.deal is None for scored in sheet.partie.deals)


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
        note=OtherRulesText.AS_PLAYED() if own else None,
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
        margin=None if own else margin_message(sheet, found),
        differs=None if own else first_difference_message(sheet, found),
    )


class OtherRulesText(Text):
    """What other rules must know of a deal, and the answers.

    A question is asked only where its answers lead to different scores; each answer is a reading
    that those rules take.
    """

    HEADING = (
        "The same statements, scored by other rules. Statements that those rules do not allow, or "
        "that come after the end of the partie, do not count."
    )
    AS_PLAYED = "As played"
    UNKNOWN = "Cannot be known from what was entered."
    BLANK_AS_DEALT = "Was {who:’s} hand a carte blanche as dealt in deal {deal}?"
    BLANK_AFTER_EXCHANGE = "Was {who:’s} hand a carte blanche after the exchange in deal {deal}?"
    POINT_MADE = "What did {who:’s} {claim} make in deal {deal}?"
    SEQUENCE_HEAD = "To which card did {who:’s} {claim} go in deal {deal}?"
    CAME_FIRST = (
        "How many of {elder:’s} {tricks:trick} in deal {deal} came before {younger:’s} first?"
    )
    IN_PLAY = (
        "What would {elder} count in play in deal {deal} by these rules, with {tricks:trick} to "
        "{elder}?"
    )
    SCORED = "What would deal {deal} have scored by these rules?"
    NO = "No"
    YES = "Yes"
    PIPS = "{pips}"
    HEAD = "{top}"
    FIRST_TRICKS = "{possible}"
    PLAY = "{play}"
    PLAY_FIRST = "{play}, with {first:trick} before {younger:’s} first"
    PLAY_FIRSTS = "{play}, with {first} to {most:trick} before {younger:’s} first"
    PLAY_OF_BOTH = "{play}-{younger_play}"
    PLAY_OF_BOTH_FIRST = "{play}-{younger_play}, with {first:trick} before {younger:’s} first"
    ONE_REACHES = "By these rules play ends as soon as one side reaches {target}, so only one can."
    WHOLE_NUMBERS = "Enter whole numbers from 0 to {most}."
    ONLY_TOTALS = (
        "This partie has only totals, and {count:words} other {count:ruleset/rulesets} "
        "{count:counts/count} a deal differently: what it would pay by them cannot be known."
    )


def _question(
    sheet: Sheet, asked: OpenReading, rules: Ruleset, given: Sequence[str]
) -> AskedOfDeal:
    """Return a question in words, and its choices in as few words as it allows
    or the fields for points.
    """
    error = None
    if asked.said is None and points_in(given, rules.sides) is not None:
        assert rules.target is not None
        error = OtherRulesText.ONE_REACHES(target=rules.target)
    elif asked.said is None and given:
        error = OtherRulesText.WHOLE_NUMBERS(most=HIGHEST)
    recorded = sheet.partie.deals[asked.deal]
    points: Sequence[int | str] = ("",) * len(sheet.sides)
    if len(given) == len(sheet.sides):
        points = given
    elif recorded.deal is None:
        points = recorded.points
    words, labels = question_words(sheet, asked, rules)
    values = [each.written for each in asked.readings]
    return AskedOfDeal(
        deal=asked.deal,
        unknown=OtherRulesText.UNKNOWN(),
        words=words,
        error=error,
        choices=[Choice(value, str(label)) for value, label in zip(values, labels, strict=True)],
        points=list(zip(sheet.sides, points, strict=True)),
    )


def question_words(
    sheet: Sheet, asked: OpenReading, rules: Ruleset
) -> tuple[Message, list[Message]]:
    """Return a question, and each of its readings in as few words as it allows."""
    names = sheet.seated(asked.deal)
    said = asked.said
    deal = asked.deal + 1
    if isinstance(said, CarteBlancheShown):
        dealt = rules.carte_blanche_when is CarteBlancheWhen.DEALT
        blank = OtherRulesText.BLANK_AS_DEALT if dealt else OtherRulesText.BLANK_AFTER_EXCHANGE
        return blank(who=names[said.seat], deal=deal), [OtherRulesText.NO(), OtherRulesText.YES()]
    if isinstance(said, Called):
        is_point = isinstance(said.claim, PointClaim)
        text = OtherRulesText.POINT_MADE if is_point else OtherRulesText.SEQUENCE_HEAD
        words = text(who=names[said.seat], claim=said.claim, deal=deal)
        return words, [_detail_message(each.said[0]) for each in asked.readings]
    if isinstance(said, TricksCounted):
        counted = {"elder": names[Seat.ELDER], "tricks": said.elder, "deal": deal}
        runs = _first_runs(sheet, asked, rules)
        if runs:
            return OtherRulesText.CAME_FIRST(**counted, younger=names[Seat.YOUNGER]), runs
        return OtherRulesText.IN_PLAY(**counted), [
            _in_play(each.said[0], names[Seat.YOUNGER]) for each in asked.readings
        ]
    return OtherRulesText.SCORED(deal=deal), []


def _detail_message(said: Statement) -> Message:
    """Return what a call says of its point or sequence beside the number of cards."""
    assert isinstance(said, Called)
    claim = said.claim
    if isinstance(claim, PointClaim):
        return OtherRulesText.PIPS(pips=claim.pips)
    assert isinstance(claim, SequenceClaim)
    return OtherRulesText.HEAD(top=claim.top)


def _in_play(said: Statement, younger: str) -> Message:
    """Return what a quick count says of the play: counts of the same points may differ in the
    tricks before younger's first.
    """
    assert isinstance(said, TricksCounted)
    if said.first_most is not None:
        text = OtherRulesText.PLAY_FIRSTS  # which no reading has with the points of both
    elif said.younger_play is None:
        text = OtherRulesText.PLAY if said.first is None else OtherRulesText.PLAY_FIRST
    elif said.first is None:
        text = OtherRulesText.PLAY_OF_BOTH
    else:
        text = OtherRulesText.PLAY_OF_BOTH_FIRST
    values = {
        "play": said.play,
        "younger_play": said.younger_play,
        "first": said.first,
        "most": said.first_most,
        "younger": younger,
    }
    return with_values(text, values)


def _first_runs(sheet: Sheet, asked: OpenReading, rules: Ruleset) -> list[Message]:
    """Return the possible lengths of elder's first run for each count of a play;
    nothing if two counts share one.
    """
    own = sheet.partie.record.rules
    labels = list[Message]()
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
        run = (span(min(firsts), max(firsts)),)
        labels.append(OtherRulesText.FIRST_TRICKS(possible=run))
    return labels


class MarginText(Text):
    """How a margin under other rules differs from that by which the partie was played."""

    NO_CHANGE = "No change."
    BETTER = "{who} would be {what} better off."
    WIN_MORE = "{who} would win {what} more."
    LOSE_LESS = "{who} would lose {what} less."


def margin_message(sheet: Sheet, other: Partie) -> Message | None:
    """Compare the margin with the actual one;
    `None` if one is paid in points and the other in parties.
    """
    played = sheet.partie
    if played.settlement is None or other.settlement is None:
        return None
    if played.record.rules.pays_parties != other.record.rules.pays_parties or len(sheet.sides) > 2:
        return None
    before = for_first(played.settlement)
    after = for_first(other.settlement)
    if before == after:
        return MarginText.NO_CHANGE()
    name = sheet.sides[0 if after > before else 1]
    if after < before:
        before = -before
        after = -after
    better = amount(after - before, in_parties=played.record.rules.pays_parties)
    if before < 0 < after:
        return MarginText.BETTER(what=better, who=name)
    text = MarginText.WIN_MORE if before >= 0 else MarginText.LOSE_LESS
    return text(who=name, what=better)


class FirstText(Text):
    """Where the score under other rules first differs: the statements are the same, and the line
    is in one of the two scores only.
    """

    TOTALS = "First difference, deal {deal}: {score:–}, not {actual}."
    SCORES = "First difference, deal {deal}: {who} scores {points} for {why}."
    SCORES_NOTHING = "First difference, deal {deal}: {who} scores nothing for {why}."
    SCORE = "{score:–}"
    ENDS = "The partie would end after deal {deal}."


def first_difference_message(sheet: Sheet, other: Partie) -> Message | None:
    """Return the first line in which the scores differ, if any;
    a bonus before the leads that it divides.
    """
    for played, scored in zip(sheet.partie.deals, other.deals, strict=False):
        deal = played.number + 1
        if played.deal is None or scored.deal is None:
            if played.points != scored.points:
                actual = FirstText.SCORE(score=played.points)
                return FirstText.TOTALS(deal=deal, score=scored.points, actual=actual)
            continue
        old = _capot_in_one(played.deal.lines)
        now = _capot_in_one(scored.deal.lines)
        new = _without(now, old)
        changed = [*new, *_without(old, now)]
        if not changed:
            continue
        line = next((line for line in changed if line.kind in BONUSES), changed[0])
        names = played.seats.map(lambda player: player.name)
        text = FirstText.SCORES if line in new else FirstText.SCORES_NOTHING
        source = line_law(line, scored.deal if line in new else played.deal)
        values = {
            "deal": deal,
            "who": names[line.seat],
            "points": line.points,
            "why": cited(line_message(line, names).citing(source), in_short=True),
        }
        return with_values(text, values, source)
    if len(other.deals) == len(sheet.partie.deals):
        return None
    return FirstText.ENDS(deal=len(other.deals))


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
