"""Two versions of a partie: the record, and what a player says was said.

The second is the first with corrections, so a statement has the same position in both. The dispute
is about the first position at which they differ.

And a deal said again from one of its statements on: what is said replaces the rest of the record as
a whole, so that nothing in between has to be legal together with what follows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from itertools import dropwhile, zip_longest
from typing import NamedTuple, assert_never

from .claims import Category
from .deal import Deal, extend, fold
from .deal_state import Setting
from .governing import IF_PROVED, governing, provided
from .grammar import Seated
from .language import languages
from .laws import EVERY_LAW, MATTER_OF, Book, Law, Matter, Subject, bearing_on, find_law
from .legal import before
from .lines import BONUSES, Line, LineKind
from .messages import Message, Text
from .partie import DealRecord, Partie, ScoredDeal, extend_partie
from .reasons import Refusal, Rule
from .ruleset import EditWindow, Ruleset
from .seats import BySeat
from .settlement import Settlement, crossing
from .sources import in_force
from .statements import (
    REPLIES,
    Answered,
    Asked,
    Called,
    Declined,
    Exchanged,
    Inserted,
    Log,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    effective,
    in_order,
    statement_message,
)
from .words import plain


@dataclass(frozen=True, slots=True)
class Pair:
    """The current statements of one position of a log, in the record and in the version;
    `None` for none.
    """

    position: int
    record: Statement | None
    version: Statement | None

    @property
    def differs(self) -> bool:
        return self.record != self.version

    @property
    def said(self) -> tuple[Statement | None, Statement | None]:
        return self.record, self.version


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two versions of a partie first differ (`deal` from 0, `trick` from 1), and what that
    changes in each.

    Attributes:
        pair: `None` if totals from paper differ, or who dealt first.
        matters: what it is about, the main one first.
        settled: `None` for one that is not over.
        elder: the player who is elder in that deal in the record.
        dealers: the player who dealt first in each version, if that is what differs.
    """

    deal: int
    pair: Pair | None
    trick: int | None
    matters: tuple[Matter, ...]
    points: tuple[tuple[int, ...], tuple[int, ...]]
    settled: tuple[Settlement | None, Settlement | None]
    elder: int = 0
    dealers: tuple[int, int] | None = None


MOST_GOVERNING = 3


@dataclass(frozen=True, slots=True)
class Bearing:
    """What can decide a dispute: the laws that govern it, the main one first,
    decided cases, and other laws.

    Attributes:
        is_searched: the others are all laws in force, which are found by search.
    """

    governing: tuple[Law, ...]
    cases: tuple[Law, ...]
    others: tuple[Law, ...]
    is_searched: bool = False

    @property
    def cited(self) -> tuple[str, ...]:
        return tuple(law.cited for law in (*self.governing, *self.cases, *self.others))


def side_by_side(record: DealRecord, version: DealRecord) -> tuple[Pair, ...]:
    """Return the statements of both versions of a deal,
    position by position in the order of the deal.
    """
    mine = dict(effective(record.log))
    theirs = dict(effective(version.log))
    order = in_order(max(record.log, version.log, key=len))
    said = [each for each in order if each in mine or each in theirs]
    return tuple(Pair(each, mine.get(each), theirs.get(each)) for each in said)


def differing(record: Partie, version: Partie) -> tuple[int, ...]:
    """Return the numbers, from 0, of the deals in which two versions differ."""
    return tuple(
        number for number, mine, theirs in _deals(record, version) if _differ(mine, theirs)
    )


def first_difference(record: Partie, version: Partie) -> Difference | None:
    if record.record.first != version.record.first:
        return _other_dealer(record, version)
    for number, mine, theirs in _deals(record, version):
        if not _differ(mine, theirs):
            continue
        pair = next((each for each in side_by_side(mine, theirs) if each.differs), None)
        about: tuple[Matter, ...] = ()
        trick = None
        if pair is not None:
            has = record if pair.record is not None else version
            about, trick = _about(has, number, pair)
        changed = _moved(_scored(record, number), _scored(version, number))
        return replace(
            _difference(record, version, number, (*about, *changed)), pair=pair, trick=trick
        )
    return None


def _other_dealer(record: Partie, version: Partie) -> Difference:
    """Return the difference of two versions in which another player dealt first."""
    dealers = (record.record.dealer, version.record.dealer)
    return replace(_difference(record, version, 0, (Matter.DEALING,)), dealers=dealers)


def _difference(
    record: Partie, version: Partie, number: int, about: Iterable[Matter]
) -> Difference:
    """Return a difference in deal *number*, with what it is *about* and what follows from it."""
    settles = _settles(record.settlement, version.settlement)
    return Difference(
        deal=number,
        pair=None,
        trick=None,
        matters=tuple(dict.fromkeys((*about, *settles, Matter.RECORD))),
        points=(_points(record, number), _points(version, number)),
        settled=(record.settlement, version.settlement),
        elder=record.record.elder(number),
    )


def bearing(difference: Difference | None, record: Partie | None) -> Bearing:
    """Return the laws and cases by which a difference can be decided: those that hold under the
    rules of the *record*, which is `None` for the result of a partie from paper.

    Without a second version it may be about anything, so every law is among the others.
    """
    if difference is None:
        foremost = bearing_on([Matter.RECORD])
        found = EVERY_LAW
    elif record is None:
        foremost = _laws([f"Law {number}" for number in subject_of(difference).value])
        found = bearing_on(difference.matters)
    else:
        subject = subject_of(difference)
        provisions = governing(subject, record.record.rules)
        numbered = [f"Law {number}" for number in subject.value]
        foremost = _laws([*(each.source for each in provisions), *numbered])
        found = bearing_on(difference.matters, au_cent=True)
    if record is not None:
        holds = in_force(record.record.rules)
        foremost = tuple(filter(holds, foremost))
        found = tuple(filter(holds, found))
    first = tuple(dict.fromkeys(foremost))[:MOST_GOVERNING]
    rest = [law for law in dict.fromkeys((*foremost, *found)) if law not in first]
    cases = tuple(law for law in rest if law.book is Book.CASES)
    others = tuple(law for law in rest if law.book is not Book.CASES)
    return Bearing(first, cases, others)


# A dispute of totals


MOST_WRONG = 60
"""The most points by which the total of a deal on paper is tried higher and lower."""


class DecidingFigure(NamedTuple):
    """One figure of a deal from totals that decides who wins, or who crosses the Rubicon.

    Attributes:
        deal: from 0.
        player: whose figure, from 0.
        record: the figure as recorded.
        other: the nearest one with which the partie ends otherwise.
        settled: what the partie comes to with it.
    """

    deal: int
    player: int
    record: int
    other: int
    settled: Settlement | None


def deciding_figure(record: Partie, deal: int) -> DecidingFigure | None:
    """Return the figure of a *deal* from totals, from 0, that decides who wins or who crosses with
    the smallest change; `None` if there is no such deal, if it has statements, or if no figure near
    its own decides.
    """
    if not 0 <= deal < len(record.deals):
        return None
    scores = record.record.deals[deal].scores
    if scores is None or record.settlement is None:
        return None
    nearest = [by * sign for by in range(1, MOST_WRONG + 1) for sign in (1, -1)]
    for by in nearest:
        for player, points in enumerate(scores):
            if points + by < 0:
                continue
            changed = (*scores[:player], points + by, *scores[player + 1 :])
            other = _with_scores(record, deal, changed)
            if other.is_over and crossing(other.settlement) != crossing(record.settlement):
                return DecidingFigure(deal, player, points, points + by, other.settlement)
    return None


def _with_scores(record: Partie, deal: int, scores: tuple[int, ...]) -> Partie:
    deals = list(record.record.deals)
    deals[deal] = DealRecord(scores=scores)
    return extend_partie(record, tuple(deals))


def differing_figures(difference: Difference) -> tuple[int, ...]:
    """Return the players, from 0, whose totals differ between two versions of a deal from paper;
    nobody if it is not about totals.
    """
    if difference.pair is not None or difference.dealers is not None:
        return ()
    record, version = difference.points
    pairs = enumerate(zip(record, version, strict=True))
    return tuple(player for player, (was, now) in pairs if was != now)


# What was said in words


MOST_OFFERED = 5
"""The most laws that are offered for a call in words; the rest is found by search."""


class SubjectWords(Text):
    """What players write who have a dispute: the words and phrases for each `Subject`, the most
    particular subject first. Each language has its own.

    A bar separates them, ``*`` is the rest of a word, ``#`` a number; accents and capital letters
    make no difference. Nobody is shown them, so no oracle asks them.
    """

    HOUSE_RULES = "carte rouge|house rule|house rules"
    CARTE_BLANCHE = "carte blanche|no court card|no court cards"
    DEALER = "dealt|dealer*|misdeal|cut for the deal"
    EXCHANGE = "exchang*|discard*|talon|stock"
    SHORT_HAND = "too few|eleven cards|11 cards|a card short|a card missing"
    RECKONS_NOTHING = "too many|thirteen cards|13 cards|score nothing|scores nothing"
    WAIVER = "waiv*"
    FALSE_CALL = (
        "false*|did not have|did not hold|didn’t have|didn’t hold|never have|never had|never hold|"
        "never held|misnamed|miscalled"
    )
    LEFT_OUT = "forgot*|forget*|left out|missed|omitted|not called|never called"
    ANSWER = "good|not good|equal|answer*"
    CALL = (
        "call*|point|sequence|sequences|tierce|tierces|quart|quarts|quint|quints|sixième*|trio|"
        "trios|quatorze*"
    )
    TOTALS = (
        "pad|paper|wrote|written|total|totals|figure|figures|phone|# or #|#, or #|# not #|#, not #|"
        "# and not #|#, and not #"
    )
    COUNT = "count*|trick|tricks|last|the cards|capot|points|pique|repique|add*"

    @property
    def subject(self) -> Subject:
        return Subject[self.name]


def subjects_said(reason: str) -> tuple[Subject, ...]:
    """Return what the words of a player are about, in whichever language, the most particular
    first.

    >>> [each.name for each in subjects_said("You forgot my quatorze.")]
    ['LEFT_OUT', 'CALL']
    """
    said = plain(reason.replace("'", "’"))
    return tuple(
        each.subject
        for each in SubjectWords
        if any(_pattern(language.template(each)).search(said) for language in languages())
    )


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Return what finds one of the *words* of a subject."""
    found = "|".join(re.escape(each) for each in plain(words).split("|"))
    found = found.replace(re.escape("*"), r"\w*").replace(re.escape("#"), r"\d+")
    return re.compile(rf"\b(?:{found})\b")


def bearing_of_words(reason: str, record: Partie | None, deal: int = -1) -> Bearing:
    """Return what can decide a dispute that was raised in words: at most `MOST_OFFERED` laws, by
    what they say and, if that says nothing, by how the deal was recorded; every other law in force
    is among the others. A house rule has no law.

    Args:
        record: the partie, whose rules say which laws are in force; `None` for a scorecard.
        deal: the number of the deal that was named, from 0; -1 for none.
    """
    subjects = subjects_said(reason)
    if not subjects:
        named = _scored(record, deal) if record is not None and deal >= 0 else None
        is_totals = named is not None and named.deal is None
        subjects = (Subject.TOTALS if is_totals else Subject.COUNT,)
    found = EVERY_LAW
    if record is not None:
        found = tuple(filter(in_force(record.record.rules), EVERY_LAW))
    numbered = [f"Law {number}" for subject in subjects for number in subject.value]
    offered = tuple(law for law in dict.fromkeys(_laws(numbered)) if law in found)[:MOST_OFFERED]
    others = tuple(law for law in found if law not in offered)
    return Bearing(offered, (), others, is_searched=True)


def _laws(cited: Iterable[str]) -> tuple[Law, ...]:
    """Return the laws of these citations; a source that is no law is left out."""
    laws = (find_law(each) for each in cited)
    return tuple(law for law in laws if law is not None)


def subject_of(difference: Difference) -> Subject:
    """Return what a difference is about, by the kind of its first differing statement.

    Source: Cavendish, Laws 4, 16, 18 to 22, 24 to 31, 44, 50 to 58, 70 and 74.
    """
    pair = difference.pair
    if difference.dealers is not None:
        return Subject.DEALER
    if pair is None:
        return Subject.TOTALS
    if isinstance(pair.version, Called) and isinstance(pair.record, Called):
        return Subject.CALL
    statement = pair.record if pair.version is None else pair.version
    assert statement is not None
    return statement.subject


def _deals(record: Partie, version: Partie) -> Iterator[tuple[int, DealRecord, DealRecord]]:
    pairs = zip_longest(record.record.deals, version.record.deals, fillvalue=DealRecord())
    return ((number, mine, theirs) for number, (mine, theirs) in enumerate(pairs))


def _differ(mine: DealRecord, theirs: DealRecord) -> bool:
    return mine.scores != theirs.scores or effective(mine.log) != effective(theirs.log)


def _scored(partie: Partie, number: int) -> ScoredDeal | None:
    return partie.deals[number] if number < len(partie.deals) else None


def _points(partie: Partie, number: int) -> tuple[int, ...]:
    scored = _scored(partie, number)
    return (0,) * partie.record.rules.sides if scored is None else scored.points


def _about(partie: Partie, number: int, pair: Pair) -> tuple[tuple[Matter, ...], int | None]:
    """Return what the first differing statement is about, and the number of its trick,
    in the version that has it.
    """
    deal = partie.deals[number].deal
    assert deal is not None
    earlier = before(deal.rules, deal.log, deal.setting, pair.position)
    statement = pair.record if pair.record is not None else pair.version
    assert statement is not None
    trick = 1 + len(earlier.state.tricks) if isinstance(statement, TrickTaken) else None
    return matters_of(statement, earlier.pending or earlier.state.answered), trick


def matters_of(statement: Statement, pending: Category | None = None) -> tuple[Matter, ...]:
    """Return what a statement is about, the foremost first;
    *pending* is the category of the call that it answers.
    """
    if isinstance(statement, Answered) and pending is not None:
        return MATTER_OF[pending], *statement.matters
    return statement.matters


def _moved(record: ScoredDeal | None, version: ScoredDeal | None) -> Iterator[Matter]:
    """Yield the bonuses, and the cards, that only one version has."""
    for matter, kinds in (
        (Matter.BONUS, BONUSES),
        (Matter.CARDS, (LineKind.CARDS, LineKind.CAPOT)),
    ):
        if _made(record, kinds) != _made(version, kinds):
            yield matter


def _made(scored: ScoredDeal | None, kinds: Collection[LineKind]) -> list[tuple[object, ...]]:
    lines: tuple[Line, ...] = () if scored is None or scored.deal is None else scored.deal.lines
    return [(line.kind, line.seat, line.points) for line in lines if line.kind in kinds]


def _settles(record: Settlement | None, version: Settlement | None) -> Iterator[Matter]:
    """Yield the end of the partie, if the winner or the settlement differs."""
    if _end(record) != _end(version):
        yield Matter.PARTIE


def _end(settled: Settlement | None) -> tuple[object, ...] | None:
    """Return what makes two ends of a partie the same one; `None` before its end."""
    if settled is None:
        return None
    return settled.winner, settled.rubicon, settled.lurch


# A difference in words


class DifferingText(Text):
    """Where two versions first differ, what each says, and what each comes to.

    Claims that the statements before are the same in both; that each version has this statement
    there, or none; and that it settles, or its deal scores, as it says.
    """

    DIFFERS = "{where:up}. Record: {record}. Other version: {version}"
    SAME_RESULT = "{where:up}. Record: {record}. Other version: {version}. {result:up} either way"
    SAID_AND_COMES_TO = "{what}, {result}"
    NOTHING_SAID = "nothing"
    PLAYER = "{who}"
    IN_THE_DEAL = "{score:–} in the deal"
    SCORE = "{score:–}"
    PAYS = "pays {points}"
    PAYS_PARTIES = "pays {parties} {parties:partie/parties}"
    MARGIN = "{winner} {points}"
    MARGIN_PARTIES = "{winner} {parties} {parties:partie/parties}"
    DRAWN = "drawn"


class WhereText(Text):
    """Where two versions first differ: the deal, and what the statement there is about."""

    DEALER = "who dealt first"
    TRICK = "deal {deal}, trick {trick}"
    TOTALS = "deal {deal}, totals"
    POINT = "deal {deal}, point"
    SEQUENCE = "deal {deal}, sequence"
    SET = "deal {deal}, sets"
    CARTE_BLANCHE = "deal {deal}, carte blanche"
    AUCTION = "deal {deal}, auction"
    EXCHANGE = "deal {deal}, exchange"
    PENALTIES = "deal {deal}, penalty"
    PLAY = "deal {deal}, play"
    SAID = "deal {deal}, what was said"


_WHERE = {
    Matter.POINT: WhereText.POINT,
    Matter.SEQUENCE: WhereText.SEQUENCE,
    Matter.SET: WhereText.SET,
    Matter.CARTE_BLANCHE: WhereText.CARTE_BLANCHE,
    Matter.AUCTION: WhereText.AUCTION,
    Matter.EXCHANGE: WhereText.EXCHANGE,
    Matter.PENALTIES: WhereText.PENALTIES,
    Matter.PLAY: WhereText.PLAY,
}


def difference_message(difference: Difference, players: Sequence[str]) -> Message:
    """Return where two versions first differ and its effect.

    As in *Deal 4, sequence. Record: good, pays 286. Other version: equal, pays 104*.
    """
    said = _said(difference, players)
    record, version = difference.settled
    if record is not None and version is not None and _settle_alike(record, version):
        return DifferingText.SAME_RESULT(
            where=where(difference),
            record=said.record,
            version=said.version,
            result=margin_message(record, players),
        )
    comes_to = _comes_to(difference, players)
    if comes_to is not None:
        said = Sides(
            DifferingText.SAID_AND_COMES_TO(what=said.record, result=comes_to.record),
            DifferingText.SAID_AND_COMES_TO(what=said.version, result=comes_to.version),
        )
    return DifferingText.DIFFERS(where=where(difference), record=said.record, version=said.version)


class Sides(NamedTuple):
    """What is said of the record, and of the other version."""

    record: Message
    version: Message


def where(difference: Difference) -> Message:
    deal = difference.deal + 1
    if difference.dealers is not None:
        return WhereText.DEALER()
    if difference.trick is not None:
        return WhereText.TRICK(deal=deal, trick=difference.trick)
    if difference.pair is None:
        return WhereText.TOTALS(deal=deal)
    return _WHERE.get(difference.matters[0], WhereText.SAID)(deal=deal)


def _said(difference: Difference, players: Sequence[str]) -> Sides:
    pair = difference.pair
    if difference.dealers is not None:
        record, version = difference.dealers
        return Sides(
            DifferingText.PLAYER(who=players[record]),
            DifferingText.PLAYER(who=players[version]),
        )
    if pair is None:
        record_points, version_points = difference.points
        return Sides(
            DifferingText.SCORE(score=record_points), DifferingText.SCORE(score=version_points)
        )
    names = BySeat((*players[difference.elder :], *players[: difference.elder]))
    seats = {getattr(each, "seat", None) for each in pair.said if each is not None}
    in_full = len(seats) > 1 and difference.trick is None
    return Sides(
        _statement(pair.record, names, in_full=in_full),
        _statement(pair.version, names, in_full=in_full),
    )


def _statement(statement: Statement | None, names: BySeat[str], *, in_full: bool) -> Message:
    """Return what was said; without who said it, unless *in_full*."""
    if statement is None:
        return DifferingText.NOTHING_SAID()
    if isinstance(statement, TrickTaken) and statement.tens is None:
        return DifferingText.PLAYER(who=names[statement.seat])
    if isinstance(statement, Seated) and not in_full:
        return statement.spoken
    return statement_message(statement, names)


def _settle_alike(record: Settlement, version: Settlement) -> bool:
    return (record.winner, record.points) == (version.winner, version.points)


def _comes_to(difference: Difference, players: Sequence[str]) -> Sides | None:
    """Return what each version comes to; `None` if two totals already say that."""
    record, version = difference.settled
    if record is None or version is None:
        if difference.pair is None:
            return None
        record_points, version_points = difference.points
        return Sides(
            DifferingText.IN_THE_DEAL(score=record_points),
            DifferingText.IN_THE_DEAL(score=version_points),
        )
    if record.winner == version.winner:
        return Sides(_pays(record), _pays(version))
    return Sides(margin_message(record, players), margin_message(version, players))


def _pays(settlement: Settlement) -> Message:
    if settlement.in_parties:
        return DifferingText.PAYS_PARTIES(parties=settlement.points)
    return DifferingText.PAYS(points=settlement.points)


def margin_message(settlement: Settlement, players: Sequence[str]) -> Message:
    """Return who wins, and by how much."""
    if settlement.winner is None:
        return DifferingText.DRAWN()
    winner = players[settlement.winner]
    if settlement.in_parties:
        return DifferingText.MARGIN_PARTIES(winner=winner, parties=settlement.points)
    return DifferingText.MARGIN(winner=winner, points=settlement.points)


class TimeText(Text):
    """Whether a wrong count may still be corrected without the other player's consent, where the
    rules limit the time.

    No oracle asks them: whether a deal has begun since is known to the sheet alone, as in
    `tests/rules/test_versions.py`.
    """

    NO_LATER_DEAL = "No later deal of this partie has begun."
    LATER_DEAL = "A later deal has begun: now the players must agree, or the director decides."
    DEAL_OVER = "The deal is over: now the players must agree, or the director decides."
    PARTIE_OVER = "The partie is over: now the players must agree, or the director decides."


def governing_messages(difference: Difference, record: Partie) -> tuple[Message, ...]:
    """Return what follows if a difference is proved, and what the rules of the partie provide
    about it.
    """
    subject = subject_of(difference)
    rules = record.record.rules
    found = [IF_PROVED[subject]()]
    found += [provided(each) for each in governing(subject, rules)]
    if subject in (Subject.COUNT, Subject.TOTALS):
        time = _time(difference, record)
        found += [] if time is None else [time]
    return tuple(found)


def _time(difference: Difference, record: Partie) -> Message | None:
    window = record.record.rules.edit_window
    match window:
        case EditWindow.NEXT_HAND_SEEN:
            is_last = difference.deal == len(record.deals) - 1
            return TimeText.NO_LATER_DEAL() if is_last else TimeText.LATER_DEAL()
        case EditWindow.DEAL_ENDS:
            scored = _scored(record, difference.deal)
            is_over = scored is not None and scored.is_over
            return TimeText.DEAL_OVER() if is_over else None
        case EditWindow.PARTIE_ENDS:
            return TimeText.PARTIE_OVER() if record.is_over else None
        case _:
            assert_never(window)


# Said again


_REPLIES_TO_NOTHING = {Rule.NOTHING_TO_ANSWER, Rule.NOTHING_ASKED, Rule.ALREADY_STATED}


@dataclass(frozen=True, slots=True)
class SaidAgain:
    """A deal as far as it was said again; its log has no corrections.

    Attributes:
        rest: what is left of the record. The first statement does not fit what was said before it.
        dropped: what went without asking: replies to what is no longer said, and what would follow
            the end of the deal.
    """

    deal: Deal
    rest: Log
    dropped: Log


def say_again(rules: Ruleset, setting: Setting, said: Log, rest: Log) -> SaidAgain:
    """Take over the *rest* of a record after *said*, up to the first statement that no longer fits.

    Raises:
        IllegalStatement: the rules refuse something that was said.

    >>> from scorer.rules.deal import ALONE
    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> rest = parse_log("Y good; E trio of aces; Y good", PORTLAND)
    >>> again = say_again(PORTLAND, ALONE, (), rest)
    >>> [each.written for each in again.dropped], len(again.deal.log)
    (['good'], 2)
    """
    deal = fold(rules, said, setting).require()
    left = list(rest)
    dropped = list[Statement]()
    while left:
        statement = left[0]
        folded = extend(deal, (statement,))
        if folded.refusal is None:
            deal = folded.deal
        elif deal.is_over or _replies_to_nothing(statement, folded.refusal):
            dropped.append(statement)
        else:
            break
        left.pop(0)
    return SaidAgain(deal, tuple(left), tuple(dropped))


def _replies_to_nothing(statement: Statement, refused: Refusal) -> bool:
    return isinstance(statement, REPLIES) and refused.rule in _REPLIES_TO_NOTHING


def following(was: Statement | None, new: Log, rest: Log) -> Log:
    """Return the *rest* of a record after a statement that becomes *new*, is removed, or was left
    out.

    The replies to a call that was not made, and to a question that was not asked, go with it; so
    does the denial of what is called. A count replaces tricks. What one key says in place of
    several statements replaces all of them.
    """
    instead = new[-1] if new else None
    rest = _without_contradicted(new, rest)
    exchanged = {each.seat for each in new if isinstance(each, Exchanged)}
    also = new[1:] if was is not None else ()

    def is_replaced(each: Statement) -> bool:
        return each in also or (isinstance(each, Exchanged) and each.seat in exchanged)

    rest = tuple(dropwhile(is_replaced, rest))
    if isinstance(instead, TricksCounted):
        return tuple(each for each in rest if not isinstance(each, TrickTaken))
    stays = isinstance(was, Called) and isinstance(instead, Called) and instead.seat is was.seat
    not_made = isinstance(was, Called) and not stays
    not_asked = isinstance(was, Asked) and isinstance(instead, Answered)
    if not_made or not_asked:
        return tuple(dropwhile(lambda each: isinstance(each, REPLIES), rest))
    return rest


def _without_contradicted(new: Log, rest: Log) -> Log:
    """Return the *rest* of a record without the denials of what is called now: who has called a set
    has not said that they have none.
    """
    called = {(each.seat, each.claim.category) for each in new if isinstance(each, Called)}
    return tuple(
        each
        for each in rest
        if not isinstance(each, Declined) or each.more or (each.seat, each.category) not in called
    )


def corrections(recorded: Log, said: Log) -> Log:
    """Return what to append to *recorded* so that exactly *said*, which has no corrections, is
    current.

    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> from scorer.rules.statements import format_statement
    >>> recorded = parse_log("tricks E2 Y1", PORTLAND)
    >>> said = parse_log("tricks Y1 E1 Y1 E1", PORTLAND)
    >>> [format_statement(each) for each in corrections(recorded, said)]
    ['strike 1 for tricks Y1', 'tricks E1']
    """
    current = effective(recorded)
    positions = [at for at, _ in current]
    statements = tuple(each for _, each in current)
    same = _common(statements, said)
    end = len(statements) - _common(statements[same:][::-1], said[same:][::-1])
    new = said[same : len(said) - (len(statements) - end)]
    found: list[Statement] = []
    matcher = SequenceMatcher(None, statements[same:end], new, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind == "equal":
            continue
        old = positions[same + first : same + last]
        instead = new[new_first:new_last]
        found += [Struck(*each) for each in zip(old, instead, strict=False)]
        found += [Struck(at) for at in old[len(instead) :]]
        left_out = instead[len(old) :]
        after = positions[same + last : same + last + 1]
        found += [Inserted(after[0], each) for each in left_out] if after else left_out
    return tuple(found)


def _common(one: Log, other: Log) -> int:
    """Return with how many equal statements both begin."""
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        same += 1
    return same
