"""What would change the margin of a partie: points at the Rubicon,
another value of a statement, or other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile, zip_longest
from typing import NamedTuple

from ..rules.cards import Rank
from ..rules.claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..rules.deal import Deal, extend, fold
from ..rules.findings import Finding
from ..rules.grammar import every_claim
from ..rules.legal import legal_play
from ..rules.messages import Message, Text
from ..rules.partie import (
    DealRecord,
    Partie,
    PartieRecord,
    ScoredDeal,
    by_player,
    extend_partie,
    play_partie,
)
from ..rules.play import Split, possible_splits
from ..rules.reasons import Refusal, Rule, Settling
from ..rules.ruleset import RULE_FIELDS, Ends, Ruleset, TrickCount
from ..rules.seats import ELDER, YOUNGER
from ..rules.sentences import IllegalStatement
from ..rules.settlement import (
    FAR,
    Settlement,
    crossing,
    for_first,
    settle,
    settle_target,
)
from ..rules.statements import (
    REPLIES,
    Answer,
    Answered,
    Bid,
    Called,
    CarteBlancheShown,
    Declined,
    Doubled,
    Exchanged,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    Redoubled,
    Spoken,
    TricksCounted,
    TrickTaken,
    effective,
    format_statement,
)
from ..rules.versions import following
from .checking import finding
from .recording import points_in

# The Rubicon
#
# Only a partie of a fixed number of deals has one. Nothing is forecast: each figure is a settlement
# of possible totals.


EDGE = (-1, 0, 1)
"""Distances from the Rubicon at which the settlement is shown, in points."""


class Edge(NamedTuple):
    """A total of a player, and the settlement with it."""

    total: int
    settlement: Settlement


class Outlook(NamedTuple):
    """A partie of deals as it stands.

    Attributes:
        now: the settlement if it ended here.
        behind: the player who has not crossed the Rubicon, if one may still be shown its `edge`:
            totals around it.
        next_point: the settlement with one more point for each player.
    """

    now: Settlement
    behind: int | None
    edge: tuple[Edge, ...]
    next_point: tuple[Settlement, ...]


def outlook(partie: Partie) -> Outlook | None:
    """Return the outlook of a partie of deals that has begun; `None` for others."""
    rules = partie.record.rules
    if rules.ends is not Ends.DEALS or not partie.deals:
        return None
    totals = partie.totals
    first, second = totals

    def with_total(player: int, total: int) -> Settlement:
        return settle(rules, _with(totals, player, total))

    behind = 0 if first < second else 1
    edge: tuple[Edge, ...] = ()
    if rules.rubicon is not None and totals[behind] < rules.rubicon:
        marks = [rules.rubicon + away for away in EDGE]
        edge = tuple(Edge(mark, with_total(behind, mark)) for mark in marks)
    point = partie.deals[-1].weight  # in a deal that counts twice, a point is two
    next_point = tuple(with_total(player, total + point) for player, total in enumerate(totals))
    return Outlook(settle(rules, (first, second)), behind if edge else None, edge, next_point)


class OutlookText(Text):
    """How far a partie has come, and what it pays.

    Totals count what is scored of the deal in progress. With the points that each needs, that
    player has crossed the Rubicon or reached the target, and with one fewer not. A margin is that
    of the settlement with the totals as they are, with another total, or with one more point in the
    deal for a player.
    """

    LEADS = "{who} {who:leads/lead} by {by}."
    LEVEL_SO_FAR = "Level at {points}."
    TO_CROSS = "To cross: {needs:,}."
    TO_REACH = "To reach {target}: {needs:,}."
    NEEDS = "{who} {points}"
    NOW = "As it stands: {what}."
    MARGIN = "{winner} by {by}"
    LEVEL = "level"
    AT = "{who} at {points}"
    NEXT_POINT = "One more point for {who}"
    NEEDS_TO_CROSS = "needs {points} to cross"
    TO_GO = "{points} to go"


class OutlookRow(NamedTuple):
    """What a partie would come to with another total."""

    total: Message
    margin: Message


class OutlookWords(NamedTuple):
    """What is said of a partie in progress: sentences and, near its end, what would change them."""

    sentences: tuple[Message, ...]
    rows: tuple[OutlookRow, ...] = ()


LAST_DEALS = 2
"""In so many deals at the end the margin is shown. Before, it would say little of the end."""


def shows_margin(rules: Ruleset, number: int) -> bool:
    """Return whether the margin as it stands is shown in deal *number*, from 0."""
    return number >= (rules.deals or 0) - LAST_DEALS


def outlook_words(partie: Partie, sides: Sequence[str], number: int) -> OutlookWords | None:
    """Return what is said during deal *number*, from 0, of a partie in progress, to *sides* by
    their names; `None` if nothing is scored or it is over.
    """
    rules = partie.record.rules
    totals = partie.totals if number < len(partie.deals) else partie.next_totals
    if partie.is_over or not any(totals):
        return None
    if rules.ends is Ends.TARGET:
        target = partie.next_setting.target or 0
        if max(totals) >= target:
            return None  # a partie of the series is over, and the next has not begun
        needs = _needs_of(totals, sides, target)
        to_reach = OutlookText.TO_REACH(target=target, needs=needs)
        return OutlookWords((*_lead(totals, sides), to_reach))
    look = outlook(partie)
    if look is not None and shows_margin(rules, number):
        now = OutlookText.NOW(what=margin_message(look.now, sides))
        return OutlookWords((now,), _outlook_rows(look, sides))
    needs = _needs_of(totals, sides, rules.rubicon or 0)
    to_cross = (OutlookText.TO_CROSS(needs=needs),) if needs else ()
    return OutlookWords((*_lead(totals, sides), *to_cross))


def margin_message(settlement: Settlement, sides: Sequence[str]) -> Message:
    """Return by how much which side wins, or that they are level."""
    if settlement.winner is None:
        return OutlookText.LEVEL()
    return OutlookText.MARGIN(winner=sides[settlement.winner], by=settlement.points)


def _lead(totals: Sequence[int], sides: Sequence[str]) -> tuple[Message, ...]:
    """Return who leads; nothing if of three two are level before the third."""
    lowest, *_ = sorted(totals)
    *_, second, most = sorted(totals)
    if most == lowest:
        return (OutlookText.LEVEL_SO_FAR(points=most),)
    if most == second:
        return ()
    return (OutlookText.LEADS(who=sides[totals.index(most)], by=most - second),)


def _needs_of(totals: Sequence[int], sides: Sequence[str], goal: int) -> tuple[Message, ...]:
    """Return how many points each side needs that has not reached the *goal*."""
    pairs = zip(sides, totals, strict=True)
    return tuple(
        OutlookText.NEEDS(who=name, points=goal - total) for name, total in pairs if total < goal
    )


def _outlook_rows(look: Outlook, sides: Sequence[str]) -> tuple[OutlookRow, ...]:
    rows = []
    if look.behind is not None:
        who = sides[look.behind]
        for edge in look.edge:
            margin = margin_message(edge.settlement, sides)
            rows.append(OutlookRow(OutlookText.AT(who=who, points=edge.total), margin))
    for name, settlement in zip(sides, look.next_point, strict=True):
        margin = margin_message(settlement, sides)
        rows.append(OutlookRow(OutlookText.NEXT_POINT(who=name), margin))
    return tuple(rows)


def _with(totals: Sequence[int], player: int, total: int) -> tuple[int, int]:
    """Return the totals of two players with another total for one."""
    return (total, totals[1]) if player == 0 else (totals[0], total)


class Cliff(NamedTuple):
    """The fewest points of a player that would change the outcome, and the settlement with them.

    Attributes:
        points: how many more the player would have made; how many fewer if it is negative.
    """

    player: int
    points: int
    settlement: Settlement


NEAR = 50
"""The most points by which a partie that is over may have missed another outcome, to be told."""


def cliffs(partie: Partie) -> tuple[Cliff, ...]:
    """Return by how few points a partie that is over missed another winner, the Rubicon, or a
    lurch; the nearest first, and none that is farther than `NEAR`.
    """
    rules = partie.record.rules
    now = partie.settlement
    if now is None or rules.sides > 2 or rules.parties_to_win > 1:
        return ()
    losers = (0, 1) if now.winner is None else (1 - now.winner,)
    found = [cliff for player in losers for cliff in _cliffs_of(partie, now, player)]
    near = (each for each in found if abs(each.points) <= NEAR)
    return tuple(sorted(near, key=lambda each: abs(each.points)))


def _cliffs_of(partie: Partie, now: Settlement, player: int) -> Iterator[Cliff]:
    """Yield the cliffs of a player who has not won."""
    rules = partie.record.rules
    mine = partie.totals[player]
    theirs = partie.totals[1 - player]
    if rules.ends is Ends.DEALS:
        edge = rules.rubicon or 0

        def with_total(total: int) -> Cliff:
            totals = _with(partie.totals, player, total)
            return Cliff(player, total - mine, settle(rules, totals))

        # With more points the player would first cross the Rubicon, or first be ahead; a total with
        # which the partie is drawn is passed over
        marks = {theirs + 1, edge} if mine < edge else {theirs + 1}
        more = map(with_total, sorted(marks))
        yield next(cliff for cliff in more if cliff.settlement.winner is not None)
        # With fewer, a player who has crossed the Rubicon would not have
        if now.winner is not None and rules.rubicon is not None and mine >= edge:
            yield with_total(edge - 1)
    for step in now.steps:
        if step.settling in (Settling.LURCHED, Settling.NOT_LURCHED):
            # Whoever reaches half of the target is not lurched
            mark = step.args["half"] if now.lurch else step.args["half"] - 1
            totals = _with(partie.totals, player, mark)
            target = now.steps[0].args["target"]
            yield Cliff(player, mark - mine, settle_target(rules, totals, 1 - player, target))


# What a margin hinges on


class Change(NamedTuple):
    """Another value of a statement, and the settlement then, `None` if more deals were due.

    `instead` has the other statement and, if it is a call that was left out, its answer; nothing
    without the statement.
    """

    instead: Log
    settlement: Settlement | None


class Hinge(NamedTuple):
    """A statement that would change what a partie comes to, with its nearest other value.

    Attributes:
        line: counts what is current in its deal, from 0.
        crosses: whether that changes who wins, or who crosses the Rubicon or is lurched; else it
            moves the margin.
        steps: how many steps that is away from what was said; see `steps_between`.
        points: how many points of the deal differ with that.
    """

    deal: int
    line: int
    said: Spoken
    change: Change
    crosses: bool
    steps: int
    points: int


class Hinges(NamedTuple):
    found: tuple[Hinge, ...]
    complete: bool


class _Tried(NamedTuple):
    """A deal with another value of one statement.

    Attributes:
        near: how many steps that is away, then how many points of the deal differ, and how many
            words; what is small is near.
        crosses: as of a hinge.
    """

    change: Change
    deal: Deal
    near: tuple[int, int, int]
    crosses: bool


class _Statement(NamedTuple):
    """A statement of a deal, with those of its other values that would matter, whether or not one
    pack allows them.

    Attributes:
        raced: how many values were tried, if the partie is a race that any statement may end; there
            each takes its time, as each statement is scored.
    """

    line: int
    said: Spoken
    tried: list[_Tried]
    raced: int


A_CHECK = 4
"""How many values of a race to a target can be tried in the time of one claim check."""


@lru_cache(maxsize=64)
def hinges(record: PartieRecord, most: int | None = None) -> Hinges:
    """Return every statement of a settled partie for which another value would change who wins, who
    crosses the Rubicon or is lurched, or the margin by more than `FAR` points.

    The rest of the deal stays as recorded, and one pack allows it. Of the values of a statement
    there is one: of those the fewest steps away, the one with which the fewest points of the deal
    differ. Those that change who wins or crosses come first, and of these the nearest.

    Args:
        most: the claim checks, of a millisecond or two, after which the rest is left out; see
            `A_CHECK`.
    """
    partie = play_partie(record)
    statements, checks, complete = _every_statement(partie, most)
    candidates = [(deal, each, tried) for deal, each in statements for tried in each.tried]
    candidates.sort(key=_nearest_first)
    found = dict[tuple[int, int], Hinge]()
    for deal, each, tried in candidates:
        if (deal, each.line) in found:
            continue
        if most is not None and checks >= most:
            return Hinges(tuple(found.values()), complete=False)
        checks += 1
        if finding(tried.deal) is not Finding.IMPOSSIBLE:
            steps, points, _ = tried.near
            found[deal, each.line] = Hinge(
                deal=deal,
                line=each.line,
                said=each.said,
                change=tried.change,
                crosses=tried.crosses,
                steps=steps,
                points=points,
            )
    return Hinges(tuple(found.values()), complete)


def _nearest_first(candidate: tuple[int, _Statement, _Tried]) -> tuple[object, ...]:
    deal, statement, tried = candidate
    return not tried.crosses, tried.near, deal, statement.line


def _every_statement(
    partie: Partie, most: int | None
) -> tuple[list[tuple[int, _Statement]], float, bool]:
    """Return the statements of a partie, each with its deal; then the time of how many checks that
    took, and whether all are there.
    """
    found = list[tuple[int, _Statement]]()
    checks = 0.0
    for scored in partie.deals:
        for each in _statements(partie, scored):
            if most is not None and checks >= most:
                return found, checks, False
            checks += each.raced / A_CHECK
            found.append((scored.number, each))
    return found, checks, True


def _statements(partie: Partie, scored: ScoredDeal) -> Iterator[_Statement]:
    """Yield the statements of a deal with their other values; none of a deal from totals."""
    deal = scored.deal
    now = partie.settlement
    if deal is None or now is None:
        return
    said = tuple(statement for _, statement in effective(deal.log))
    so_far = fold(deal.rules, (), deal.setting).deal
    # Deals that score the same settle the same, and most values score like many others
    settled = dict[object, _Settled | None]()
    for line, was in enumerate(said):
        tried = []
        values = list(_values(so_far, was))
        for instead in values:
            new, rest = _said_instead(was, instead, said[line + 1 :])
            folded = extend(so_far, new + rest)
            changed = folded.deal
            if folded.refusal is not None or not changed.is_over:
                continue
            key = changed.score, changed.carries_cards, changed.stopped
            if key not in settled:
                settled[key] = _settled_with(partie, scored, changed)
            then = settled[key]
            if then is None:
                continue
            moved = abs(for_first(then.settlement) - for_first(now))
            crosses = crossing(then.settlement) != crossing(now)
            if crosses or moved > FAR:
                near = steps_between(was, instead), then.differing, _unlike(was, instead)
                tried.append(_Tried(Change(new, then.settlement), changed, near, crosses))
        is_race = deal.setting.before is not None
        yield _Statement(line, was, tried, raced=len(values) if is_race else 0)
        so_far = extend(so_far, (was,)).require()


def _said_instead(was: Spoken, instead: Spoken | None, rest: Log) -> tuple[Log, Log]:
    """Return what is said in the place of *was*, and what of the *rest* still follows."""
    new: Log = () if instead is None else (instead,)
    rest = following(was, new, rest)
    if isinstance(was, Declined) and isinstance(instead, Called) and was.seat is ELDER:
        # A call of elder's is answered at once, and leaves younger nothing to decline
        new = instead, Answered(YOUNGER, Answer.GOOD)
        rest = tuple(each for each in rest if each != Declined(YOUNGER, was.category))
    return new, rest


class _Settled(NamedTuple):
    """What a partie comes to with another deal, and how many points of that deal differ."""

    settlement: Settlement | None
    differing: int


def _settled_with(partie: Partie, scored: ScoredDeal, deal: Deal) -> _Settled | None:
    """Return what the partie with *deal* instead comes to; `None` if that is not legal."""
    points = by_player(deal.rules, partie.record.elder(scored.number), deal.score)
    deals = list(partie.deals)
    records = list(partie.record.deals)
    deals[scored.number] = replace(scored, deal=deal, points=points)
    records[scored.number] = DealRecord(deal.log)
    try:
        after = extend_partie(replace(partie, deals=tuple(deals)), tuple(records))
    except IllegalStatement:
        return None
    pairs = zip(points, scored.points, strict=True)
    return _Settled(after.settlement, sum(abs(one - other) for one, other in pairs))


def steps_between(was: Spoken, instead: Spoken | None) -> int:
    """Return how many steps another value of a statement is away from it: a card or a trick each,
    or 1 for another value of any other kind.
    """
    if isinstance(was, TricksCounted) and isinstance(instead, TricksCounted):
        tricks = abs(was.elder - instead.elder) + (was.last is not instead.last)
        return tricks or abs(was.play - instead.play) or 1
    if isinstance(was, Called) and isinstance(instead, Called):
        return _steps_between_claims(was.claim, instead.claim)
    return 1


def _steps_between_claims(was: Claim, instead: Claim) -> int:
    if isinstance(was, SetClaim) and isinstance(instead, SetClaim):
        return (was.count != instead.count) + (was.rank is not instead.rank) or 1
    assert not isinstance(was, SetClaim)
    assert not isinstance(instead, SetClaim)
    return abs(was.length - instead.length) or 1


def _unlike(was: Spoken, instead: Spoken | None) -> int:
    """Return in how many words two statements differ."""
    words = format_statement(was).split()
    others = [] if instead is None else format_statement(instead).split()
    return sum(word != other for word, other in zip_longest(words, others))


_TURN = (Bid, Passed, Doubled, Redoubled)


def _values(so_far: Deal, was: Spoken) -> Iterator[Spoken | None]:
    """Yield what may have been said instead of *was*, legal or not:
    another value of its kind, or `None`: nothing.
    """
    rules = so_far.rules
    if isinstance(was, TricksCounted):
        yield from legal_play(so_far)
        if rules.trick_count is TrickCount.CAPTURED_CARDS:
            yield replace(was, last=was.last.other)
            for number in range(len(rules.pack)):
                yield from (
                    replace(was, elder=number),
                    replace(was, play=number),
                    replace(was, younger_play=number),
                )
    elif isinstance(was, TrickTaken):
        for each in TrickTaken.possible(rules):
            if (each.tens is None) == (was.tens is None):
                yield each
    elif isinstance(was, Called | Declined):
        category = was.claim.category if isinstance(was, Called) else was.category
        for claim in _claims_by_score(rules, category):
            yield Called(was.seat, claim)
        yield None
    elif not isinstance(was, Exchanged):
        kinds: tuple[type[Spoken], ...] = _TURN if isinstance(was, _TURN) else (type(was),)
        for kind in kinds:
            yield from (each for each in kind.possible(rules) if each.seat is was.seat)
        yield None


def _claims_by_score(rules: Ruleset, category: Category) -> Iterator[Claim]:
    """Yield every claim of a category; where its length may be said alone, it scores the same with
    pips or a head, so these are left out.
    """
    bare = set[int]()
    for claim in every_claim(rules, category):
        if isinstance(claim, SetClaim):
            yield claim
            continue
        if claim.length not in bare:
            yield claim
        if claim == type(claim)(claim.length):
            bare.add(claim.length)


# Under other rules


class Reading(NamedTuple):
    """One way in which other rules have it said;
    the deal with that, and what is left of it to read.
    """

    said: Log
    deal: Deal
    rest: tuple[Spoken, ...]

    @property
    def written(self) -> str:
        return "; ".join(map(format_statement, self.said)) or "nothing"


class OpenReading(NamedTuple):
    """What other rules must know of a deal: which reading of a statement is true or,
    without readings, its points.
    """

    deal: int
    said: Spoken | None = None
    readings: tuple[Reading, ...] = ()


_SCORES_NOTHING = {
    Rule.ALREADY_STATED,
    Rule.ANSWERED_NOT_GOOD,
    Rule.BOUND_BY_CALL,
    Rule.CLASS_VOID,
    Rule.DEAL_OVER,
    Rule.DOES_NOT_EXCHANGE,
    Rule.ELDER_IS_GOOD,
    Rule.HAS_DECLINED,
    Rule.NO_SUCH_SET,
    Rule.NOTHING_ASKED,
    Rule.NOTHING_TO_ANSWER,
    Rule.NOT_LESSER,
    Rule.NOT_PLAYED,
    Rule.OMITTED,
    Rule.POINT_TOO_LOW,
    Rule.POINT_TOO_SHORT,
}
"""Why other rules refuse what scores nothing by them, so that it is left out."""


_NAMES = [each.name for each in RULE_FIELDS if not each.metadata["documentary"]]

# The rules of when a partie ends and what it pays stand together in a ruleset
_OF_A_PARTIE = {
    *_NAMES[_NAMES.index("ends") : _NAMES.index("parties_to_win") + 1],
    "stakes",
    "stake_rounding",
}
"""The rules that decide what a partie comes to with the points of its deals, and not these."""


def scores_alike(own: Ruleset, rules: Ruleset) -> bool:
    return all(
        getattr(own, name) == getattr(rules, name) for name in _NAMES if name not in _OF_A_PARTIE
    )


def under(
    played: Partie, rules: Ruleset, answers: Mapping[int, Sequence[str]] | None = None
) -> Partie | OpenReading:
    """Score a partie by other *rules*, without what was said after its end; or return what must be
    known for that.

    Args:
        answers: for the number of a deal the reading that was chosen, as `written`, or the points
            of each side; what nobody asks for is passed over.
    """
    own = played.record.rules
    deals = tuple[DealRecord, ...]()
    begun = replace(played.record, rules=rules, deals=())
    partie = play_partie(begun, drop_surplus=True)
    for number, scored in enumerate(played.deals):
        if partie.is_over:
            break
        answer = (answers or {}).get(number, ())
        written = answer[0] if len(answer) == 1 else ""
        found = _deal(own, scored, fold(rules, (), partie.next_setting).deal, written)
        asked = found if isinstance(found, OpenReading) else OpenReading(number)
        if asked is found and not asked.readings and not scored.is_over:
            break  # the deal in progress scores nothing yet, so nobody need say its points
        candidates = [found] if isinstance(found, DealRecord) else []
        points = points_in(answer, rules.sides)
        if points is not None and not asked.readings:
            candidates.append(DealRecord(scores=points))
        played_on = _first_legal(begun, deals, candidates)
        if played_on is None:
            return asked
        deals, partie = played_on
    return partie


def _first_legal(
    begun: PartieRecord, deals: tuple[DealRecord, ...], candidates: Iterable[DealRecord]
) -> tuple[tuple[DealRecord, ...], Partie] | None:
    """Return the deals with the first candidate for the next one that is legal, and the partie."""
    for each in candidates:
        longer = (*deals, each)
        with suppress(IllegalStatement):
            return longer, play_partie(replace(begun, deals=longer), drop_surplus=True)
    return None


def _deal(own: Ruleset, scored: ScoredDeal, begun: Deal, answer: str) -> DealRecord | OpenReading:
    """Read a deal by other rules, as it has *begun*; at most one question is asked about it."""
    number = scored.number
    if scored.deal is None:
        alike = scores_alike(own, begun.rules)
        return DealRecord(scores=scored.points) if alike else OpenReading(number)
    said = tuple(statement for _, statement in effective(scored.deal.log))
    read = _read(own, number, begun, said, answer)
    if isinstance(read, Deal):
        is_whole = read.is_over or not scored.is_over
        return DealRecord(read.log) if is_whole else OpenReading(number)
    # A reading that leads to a second question, or to no end of the deal, settles nothing: then the
    # points are asked for
    for each in read.readings:
        end = _read(own, number, each.deal, each.rest, "")
        if isinstance(end, OpenReading) or (scored.is_over and not end.is_over):
            return OpenReading(number)
    return read


def _read(
    own: Ruleset, number: int, deal: Deal, rest: tuple[Spoken, ...], answer: str | None
) -> Deal | OpenReading:
    """Read the *rest* of a deal after *deal*, by the *answer* to its question,
    or by the first reading of all.
    """
    while rest:
        # What the other rules take as it is
        plain = rest
        if _counts_otherwise(own, deal.rules):
            plain = tuple(
                takewhile(lambda each: not isinstance(each, TrickTaken | TricksCounted), rest)
            )
        folded = extend(deal, plain)
        taken = len(plain) if folded.position is None else folded.position - len(deal.log)
        deal = folded.deal
        rest = rest[taken:]
        if not rest or deal.stopped is not None:
            break
        # Then one statement that they do not
        was, *later = rest
        rest = tuple(later)
        readings = list(_readings(own, deal, was, rest, folded.refusal))
        if answer is not None and len(readings) > 1:
            readings = _different(own, number, readings)
        if answer is not None and len(readings) > 1:
            chosen = [each for each in readings if each.written == answer]
            if not chosen:
                return OpenReading(number, was, tuple(readings))
            readings = chosen
            answer = ""  # it answers this question alone
        if not readings:
            return OpenReading(number)
        _, deal, rest = readings[0]
    return deal


def _different(own: Ruleset, number: int, readings: list[Reading]) -> list[Reading]:
    """Return the *readings* with which the rest of the deal can be read;
    if all of these score the same, the first.
    """
    fitting = []
    scores = set[object]()
    for each in readings:
        end = _read(own, number, each.deal, each.rest, None)
        if isinstance(end, Deal):
            fitting.append(each)
            scores.add((end.score, end.stopped, end.carries_cards))
    return fitting if len(scores) > 1 else fitting[:1]


def _counts_otherwise(own: Ruleset, rules: Ruleset) -> bool:
    names = ("trick_count", "trick_min_rank", "first_lead", "last_points")
    return any(getattr(own, name) != getattr(rules, name) for name in names)


def _readings(
    own: Ruleset, deal: Deal, was: Spoken, rest: tuple[Spoken, ...], refusal: Refusal | None
) -> Iterator[Reading]:
    """Yield what may have been said in the place of *was*,
    which the rules of *deal* do not take as it is.
    """
    rule = None if refusal is None else refusal.rule
    is_late = deal.is_over and isinstance(was, TricksCounted)  # the deal is over without the count
    if is_late or rule in _SCORES_NOTHING or isinstance(was, Declined):
        yield Reading((), deal, rest)
    elif isinstance(was, CarteBlancheShown):
        yield from _readings_of_blank(deal, was, rest, rule)
    else:
        for each in _in_place_of(own, deal, was, rest, rule):
            folded = extend(deal, (each,))
            if folded.refusal is None:
                yield Reading((each,), folded.deal, rest)


def _readings_of_blank(
    deal: Deal, was: CarteBlancheShown, rest: tuple[Spoken, ...], rule: Rule | None
) -> Iterator[Reading]:
    """Yield that the hand was no carte blanche when these rules ask for it, and that it was:
    then it is said after the exchange, or before it.
    """
    yield Reading((), deal, rest)
    if rule is Rule.BLANK_BEFORE_EXCHANGE:
        yield Reading((was,), fold(deal.rules, (was, *deal.log), deal.setting).deal, rest)
    if rule is Rule.BLANK_AFTER_EXCHANGE:
        for at, each in enumerate(rest, 1):
            if isinstance(each, Exchanged) and each.seat is was.seat:
                yield Reading((was,), deal, (*rest[:at], was, *rest[at:]))
                return


def _in_place_of(
    own: Ruleset, deal: Deal, was: Spoken, rest: tuple[Spoken, ...], rule: Rule | None
) -> Sequence[Spoken]:
    """Return the statements of which one may have been meant by *was*, legal or not."""
    rules = deal.rules
    if isinstance(was, Called) and rule in (Rule.SAY_PIPS, Rule.SAY_HEAD):
        return _with_details(rules, was, rest)
    if isinstance(was, Exchanged):
        legal = [
            each
            for each in Exchanged.possible(rules)
            if each.seat is was.seat and each.refuse(deal.state) is None
        ]
        # It scores nothing, so the nearest number will do
        return sorted(legal, key=lambda each: abs(each.cards - was.cards))[:1]
    if isinstance(was, TrickTaken):
        same = (own.trick_count, own.trick_min_rank) == (rules.trick_count, rules.trick_min_rank)
        return (was,) if same else (TrickTaken(was.seat),)
    return _counts(own, deal, was) if isinstance(was, TricksCounted) else ()


def _with_details(rules: Ruleset, was: Called, rest: tuple[Spoken, ...]) -> list[Called]:
    """Return a call with all the pips or heads that it may have; with those that a reply says, if
    one does.
    """
    if isinstance(was.claim, SetClaim):
        return []
    claims = [
        claim
        for claim in every_claim(rules, was.claim.category)
        if not isinstance(claim, SetClaim) and claim.length == was.claim.length
    ]
    for reply in takewhile(lambda each: isinstance(each, REPLIES), rest):
        if isinstance(reply, PipsSaid | HeadSaid):
            claims = [each for each in claims if _detail(each) == _detail(reply)]
    return [Called(was.seat, each) for each in claims]


def _detail(said: PointClaim | SequenceClaim | PipsSaid | HeadSaid) -> int | Rank | None:
    return said.pips if isinstance(said, PointClaim | PipsSaid) else said.top


def _counts(own: Ruleset, deal: Deal, was: TricksCounted) -> tuple[TricksCounted, ...]:
    """Return every count of the same play by other rules;
    none if they need its tricks one by one, or its cards.
    """
    rules = deal.rules
    if rules.trick_count is TrickCount.CAPTURED_CARDS:
        return ()
    played = set(possible_splits(own, was))
    covered = set[Split]()
    found = []
    for count in legal_play(deal, was.elder):
        fits = played.intersection(possible_splits(rules, count))
        if count.last is was.last and fits:
            found.append(count)
            covered |= fits
    return tuple(found) if covered == played else ()
