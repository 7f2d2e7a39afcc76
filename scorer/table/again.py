"""The page of a deal and its corrections: saying it again from any of its lines,
and both versions side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile, zip_longest
from typing import ClassVar, NamedTuple

from ..rules.deal import Deal, extend, fold
from ..rules.errors import NotationError
from ..rules.legal import legal_next
from ..rules.lines import LineKind
from ..rules.messages import Message, Text
from ..rules.notation import format_log, parse_log
from ..rules.partie import DealRecord, Partie, by_player
from ..rules.reasons import Rule
from ..rules.ruleset import Ends, Ruleset
from ..rules.seats import Seat
from ..rules.sentences import IllegalStatement, Names, line_message, refusal_message
from ..rules.settlement import Settlement
from ..rules.statements import (
    CORRECTIONS,
    REPLIES,
    Called,
    CarteRougeShown,
    Log,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Spoken,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    Waived,
    Withdrawn,
    effective,
    format_statement,
    statement_message,
)
from ..rules.versions import (
    Pair,
    SaidAgain,
    corrections,
    following,
    say_again,
    side_by_side,
)
from .card import KEPT, deal_title, kept_corrections
from .contexts import Context
from .counting import COUNT, PLAY
from .dialogue import MORE, keys_of, opening, other_keys, question
from .doubts import (
    Claims,
    FalseClaim,
    claims,
    doubt_of_totals,
    false_claim_notes,
    false_claims,
    in_conflict,
    proof_notes,
)
from .entering import new_token
from .formatting import parse_number
from .keys import Key, Keys, Question, said
from .recording import HIGHEST, Sheet, extended, from_paper, with_totals
from .second_look import SecondLook, second_look
from .view import LONGEST, Explained, explain
from .what_if import outlook, shows_margin


@dataclass(frozen=True, slots=True)
class Corrections:
    """How a partie may be corrected from this phone.

    Attributes:
        record: at once, by a phone that scores: nobody has signed, or the players will sign again.
        ask: by a player's request.
        settle: the club's code if a director may decide; else empty.
        sheet: the code of the sheet that is disputed: its own, or that of its company.
        turn: the number of its turn in the company; -1 for none.
    """

    record: bool = False
    ask: bool = False
    settle: str = ""
    sheet: str = ""
    turn: int = -1

    @property
    def any(self) -> bool:
        return self.record or self.ask or bool(self.settle)

    def query(self, deal: int, said: str) -> dict[str, str | int]:
        """Return what the address of a request for a correction has of it; *deal* counts from 1."""
        query: dict[str, str | int] = {"code": self.sheet, "deal": deal, "said": said}
        return query | {"turn": self.turn} if self.turn >= 0 else query


BACK = {"table": "tables.table", "sheet": "sheets.sheet", "settlement": "sheets.settlement"}
"""The pages from which a deal is corrected, and to which a correction returns;
from elsewhere, to the deal's page.
"""


def where_from(url_for: Callable[..., str], code: str, number: int, back: str | None) -> str:
    """Return the address of the page from which deal *number*, from 0, is corrected."""
    if back in BACK:
        return url_for(BACK[back], code=code)
    return url_for("tables.deal", code=code, number=number + 1)


# The page of a deal


RARE: tuple[type[Spoken], ...] = (
    Withdrawn,
    ReckonedNothing,
    Waived,
    PlayedShort,
    CarteRougeShown,
)
"""The corrections and penalties for which the dialogue does not ask; false claims are listed apart.
"""


class AgainText(Text):
    """What is asked and shown while a deal is said again.

    None of them states more than the log does; `changes` are checked by refolding the partie.
    """

    TITLE = "{title}, said again"
    STATEMENT_OF = "{title}, statement {number} of {count}"
    BEFORE = "{title}, before “{what}”"
    AFTER = "{title}, after “{what}”"
    AT_THE_END = "{title}, at the end"
    AFTER_LAST_TRICK = "After the last trick"
    NOTHING_TO_ADD = "Nothing can be added here"
    LEFT_OUT_HERE = "What was left out here?"
    HOW_IT_ENDS = "How does the deal end?"
    WHAT_OF = "What about “{what}”?"
    CANNOT_FOLLOW = "It cannot follow here: {why}."
    LEAVE_OUT = "Leave out “{what}”"
    LEAVE_OUT_ALL = "Leave out all that follows"
    CORRECT_ANSWER = "Correct “{what}”"
    REMOVE = "Remove"
    ADD_HERE = "Something was left out here"
    ADD_AT_END = "Something was left out at the end"
    KEEP = "Keep this correction?"
    ALL_ANSWERS = "All answers"
    NOTHING_CHANGED = "Nothing is changed yet"
    NOTHING_CHANGED_YET = "Nothing is changed yet."
    IS_LEFT_OUT = "“{what}” does not fit and is left out."
    TOTALS = "The totals of this deal"
    WHOLE_NUMBERS = "Enter whole numbers from 0 to {most}."
    OVERTAKEN = "This deal has changed since you began. Begin again."
    NOT_READ = "This cannot be read: {why:stop} Begin again."
    NO_CORRECTIONS = "a deal that is said again has no corrections"
    CANNOT_READ = "{why:stop up}"
    NOT_KEPT = "This cannot be kept: {why}."
    NEEDS_ANOTHER_DEAL = "The partie would not be over: it would need another deal."
    OVER_BEFORE = (
        "The partie would be over after deal {deal}, and deal {next_deal} has been played. This "
        "cannot be kept."
    )
    OTHER_DEAL = "“{what}” in deal {deal} would not fit: {why}. This cannot be kept."


class ChangeText(Text):
    """What becomes of a partie by a correction, and before that which statements change."""

    BECOMES = "“{before_correction}” becomes “{what}”."
    REMOVED = "“{what}” is removed."
    ADDED = "“{what}” is added."
    DEAL = "Deal {deal}: {moved:,}."
    MOVED = "{who} {movement:signed}"
    TOTAL = "Total: {totals:,}."
    TOTAL_OF = "{who} {points}"
    CROSSES = "{who} {who:crosses/cross} the Rubicon."
    DOES_NOT_CROSS = "{who} {who:does/do} not cross the Rubicon."
    NO_POINT = "No point changes."
    RENAMED = "{who} is now called {other}."
    DEALT_FIRST = "{who} dealt first, not {other}. {elder} is elder in the first deal."
    PAPER_TOTALS = "Totals from paper stay with the names they were written beside."
    NOT_OVER = "The partie is no longer over."
    OVER = "The partie is over: {margin}."
    SETTLEMENT = "Settlement: {margin}, not {before_margin}."
    AS_IT_IS = "As it stands: {margin}, not {before_margin}."
    WON = "{who} by {points}"
    LEVEL = "level"
    RISES = "The margin rises from {before} to {after}."
    FALLS = "The margin falls from {before} to {after}."
    NOW_RISES = "As it stands, the margin rises from {before} to {after}."
    NOW_FALLS = "As it stands, the margin falls from {before} to {after}."
    KEPT = "Kept."
    LAPSED = "What {signers:and} signed no longer counts."


class VersionText(Text):
    """Two versions of a deal, side by side.

    They repeat the lines and the statements of both, so no oracle asks them again.
    """

    MISSING = "–"
    THE_SAME = "the same"
    TRICKS = "tricks to {runs:,}"
    RUN = "{who} {tricks}"
    LINE = "{why}, {points}"
    IN_ALL = "{who} in all"


class Offer(NamedTuple):
    """Something that may be said of a deal, in words and as the statement to record."""

    words: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage(Context):
    """A deal explained, with what may still be said of it.

    Attributes:
        current: its statements, with which a correction begins.
        since: the length of its log, which a correction must find again.
        last: the last correction; `may_take_back` if this phone may undo that.
        proof_notes: what the laws say of a proof; `false_claim_notes` of a false claim.
    """

    template: ClassVar = "table/deal.html"

    sheet: Sheet
    current: str
    since: int
    explained: Explained
    claims: Claims
    last: LastCorrection | None
    may_take_back: bool
    proofs: list[Offer]
    rare: list[Offer]
    false_claims: tuple[FalseClaim, ...]
    proof_notes: tuple[Message, ...]
    false_claim_notes: tuple[Message, ...]


def deal_context(sheet: Sheet, number: int, may: Corrections, back: str) -> DealPage | None:
    """Return the context of the page of deal *number*, from 0; `None` if there is no such deal.

    A correction leads *back* to a page of `BACK`.
    """
    if not 0 <= number < len(sheet.partie.deals):
        return None
    deal = sheet.deal(number)
    names = sheet.seated(number)
    log = sheet.log(number)

    def offers(*kinds: type[Spoken]) -> list[Offer]:
        legal = legal_next(deal, kinds) if deal and may.any else ()
        return [
            Offer(str(statement_message(each, names)), format_statement(each)) for each in legal
        ]

    rare = RARE
    if deal is not None and deal.is_over:
        rare = (*RARE, Called)  # which a false claim leaves to the opponent
    return DealPage(
        sheet=sheet,
        current=in_one_line(tuple(each for _, each in effective(log))),
        since=len(log),
        explained=explain(sheet, number, may_correct=may.any, back=back),
        claims=claims(sheet, number),
        last=last_correction(sheet, number),
        may_take_back=may.record,
        proofs=offers(Proved),
        rare=offers(*rare),
        false_claims=tuple(false_claims(deal, names)) if deal and may.any else (),
        proof_notes=proof_notes(sheet.partie.record.rules),
        false_claim_notes=false_claim_notes(sheet.partie.record.rules),
    )


def in_one_line(log: Log) -> str:
    """Return a log as an address or a form carries it."""
    return format_log(log).replace("\n", "; ")


# Saying a deal again


INSTEAD = "instead"
INSERT = "insert"
"""What is asked for first: a statement instead of the one at a line,
or one that was left out before it.
"""


@dataclass(frozen=True, slots=True)
class CorrectionStep:
    """A key that leads to another step, with its address; *is_now* if it says what is recorded."""

    key: Key
    query: Mapping[str, str | int]
    is_now: bool = False


class _Draft:
    """A deal of a sheet, as it is recorded (`current`)
    and as far as it was said again (`version`).
    """

    def __init__(self, sheet: Sheet, number: int, version: Log | None) -> None:
        self.sheet = sheet
        self.number = number
        self.log = sheet.log(number)
        self.current: Log = tuple(statement for _, statement in effective(self.log))
        self.version = self.current if version is None else version
        recorded = sheet.partie.deals[number].deal
        assert recorded is not None, "a deal from totals has no log"
        self.recorded = recorded
        self.names = sheet.seated(number)
        self.elder = sheet.elder(number)

    def said(self, statement: Statement) -> Message:
        return statement_message(statement, self.names)

    def step(
        self,
        key: Key | Message,
        version: Log,
        at: int,
        *,
        do: str = "",
        pick: str = "",
        is_now: bool = False,
    ) -> CorrectionStep:
        query: dict[str, str | int] = {"at": at + 1}
        if do:
            query["do"] = do
        if pick:
            query["pick"] = pick
        if version != self.current:
            query |= {"version": in_one_line(version), "since": len(self.log)}
        return CorrectionStep(Key(key) if isinstance(key, Message) else key, query, is_now)


class StepRow(NamedTuple):
    """A row of keys, each with the step to which it leads."""

    row: Keys
    steps: list[CorrectionStep]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainPage(Context):
    """A step of saying a deal again: a question, or both versions and what changes.

    Attributes:
        number: of the deal, from 1.
        return_to: the address of the page from which it is corrected.
        doubt: why the claims of the deal cannot all be true, or its totals are doubtful.
        why: why a statement cannot follow.
        is_missing: an answer is all that is missing, so the question is the title.
        question: with `rows`, `quiet`, `others` and `links`, the keys below it.
        totals: the name of each side and what was typed as its total, of a deal from totals.
        cannot: why the deal cannot be kept like this; empty if it can.
        changes: what becomes of the partie by the statements of `change`; `ranks` of its season.
        versions: both versions side by side.
        dropped: statements that no longer fit.
        lines: the steps that correct another line; `left_out`, what was left out at the end.
        second: what is asked once more before the correction is kept.
    """

    template: ClassVar = "table/again.html"

    sheet: Sheet
    number: int
    title: Message
    where: Message
    form_key: str
    back: str | None
    return_to: str
    corrections: Corrections
    doubt: Claims | None = None
    why: Message | None = None
    question: Question | None = None
    is_missing: bool = False
    rows: Sequence[StepRow] = ()
    quiet: Sequence[CorrectionStep] = ()
    others: Sequence[CorrectionStep] = ()
    links: Sequence[CorrectionStep] = ()
    totals: Sequence[tuple[str, str]] = ()
    cannot: Message | None = None
    change: str = ""
    changes: Sequence[Message] = ()
    ranks: Sequence[Message] = ()
    versions: Sequence[Both] = ()
    dropped: Sequence[Message] = ()
    lines: Sequence[CorrectionStep] = ()
    left_out: CorrectionStep | None = None
    second: SecondLook = field(default_factory=SecondLook)


def again_context(
    sheet: Sheet,
    number: int,
    asked: Mapping[str, str],
    may: Corrections,
    url_for: Callable[..., str],
) -> AgainPage | None:
    """Return the context of a step of saying deal *number* again; `None` if there is no such deal,
    or no such line.

    Args:
        asked: in `at` the line, from 1, from which the deal is said again; in `do` `INSTEAD`,
            `INSERT`, or nothing; in `version` the whole deal as it is said now, if not as recorded;
            in `since` the length of the log when that was begun; in `pick` the keys that were
            opened. Of a deal from totals, in `total0` and so on its totals.
    """
    if not 0 <= number < len(sheet.partie.deals):
        return None
    back = asked.get("back") or None
    where = deal_title(sheet.partie, number)
    page = AgainPage(
        sheet=sheet,
        number=number + 1,
        title=AgainText.TITLE(title=where),
        where=where,
        form_key=KEPT + new_token(),
        back=back,
        return_to=where_from(url_for, sheet.code, number, back),
        corrections=may,
    )
    length = str(len(sheet.log(number)))
    if asked.get("since", length) != length:
        return replace(page, cannot=AgainText.OVERTAKEN())
    if sheet.partie.record.deals[number].scores is not None:
        return _compare_totals(page, number, asked)
    try:
        draft = _Draft(sheet, number, _version_in(asked, sheet.partie.record.rules))
        at = parse_number(asked.get("at", "1"), 3) - 1
        return _step(page, draft, at, asked) if 0 <= at <= len(draft.version) else None
    except (NotationError, IllegalStatement) as error:
        return replace(page, cannot=AgainText.NOT_READ(why=error.message))


def _version_in(asked: Mapping[str, str], rules: Ruleset) -> Log | None:
    """Return the deal as it was said again so far; `None` if it is as recorded."""
    if "version" not in asked:
        return None
    version = parse_log(asked["version"][:LONGEST], rules)
    if not CORRECTIONS.isdisjoint(map(type, version)):
        raise NotationError(AgainText.NO_CORRECTIONS())
    return version


def _step(page: AgainPage, draft: _Draft, at: int, asked: Mapping[str, str]) -> AgainPage | None:
    version = draft.version
    rules = draft.recorded.rules
    setting = draft.recorded.setting
    do = asked.get("do", "")
    pick = asked.get("pick", "")
    if do == INSTEAD and at == len(version):
        return None
    if do == INSTEAD:
        return _ask_instead(page, draft, fold(rules, version[:at], setting).require(), pick)
    if do == INSERT:
        return _ask_for_left_out(page, draft, fold(rules, version[:at], setting).require(), pick)
    # What was said before may not fit either: a penalty may need tricks that a count replaced
    fits = fold(rules, version[:at], setting).deal.log
    again = say_again(rules, setting, fits, version[len(fits) :])
    if again.rest:
        return _ask_for_rest(page, draft, again, pick)
    if draft.recorded.is_over and not again.deal.is_over:
        page = replace(page, title=AgainText.HOW_IT_ENDS())
        return _ask(page, draft, again.deal, (), pick=pick)
    return _compare(page, draft, again, asked)


# Asking


def _ask(
    page: AgainPage,
    draft: _Draft,
    so_far: Deal,
    rest: Log,
    *,
    pick: str,
    was: Statement | None = None,
    do: str = "",
    is_picked: bool = True,
) -> AgainPage:
    """Return *page* with the question of the dialogue after what was said *so_far*, with the *rest*
    still to come.

    It asks for a statement instead of *was*, or for one that is missing. A person came to these
    keys from others if the *pick* is theirs, `is_picked`.
    """
    names = draft.names
    at = len(so_far.log)
    here = so_far.log + rest
    now = ""
    if was is not None:
        here = (*so_far.log, was, *rest)
        now = format_statement(was)
    found = _question(draft, so_far, pick)

    def step(key: Key) -> CorrectionStep:
        if not key.said:
            return draft.step(key, here, at, do=do, pick=key.pick)
        new = parse_log(key.said, so_far.rules)
        # A count removes the tricks before it
        begun = tuple(each for _, each in effective(so_far.log + new))
        version = begun + following(was, new, rest)
        return draft.step(key, version, len(begun), is_now=key.said == now)

    others = _other_answers(so_far, names, found)
    if not found.rows and not others:
        found = Question(AgainText.NOTHING_TO_ADD())
    return replace(
        page,
        question=found,
        rows=[StepRow(row, list(map(step, row.keys))) for row in found.rows],
        quiet=[
            step(key if is_picked else replace(key, label=AgainText.ALL_ANSWERS()))
            for key in keys_of(replace(found, rows=()))
            if not key.pick.endswith(MORE)
        ],
        others=list(map(step, others)),
    )


def _question(draft: _Draft, so_far: Deal, pick: str) -> Question:
    found = question(so_far, draft.names, pick, elder=draft.elder)
    return found or Question(AgainText.AFTER_LAST_TRICK())


def _ask_instead(page: AgainPage, draft: _Draft, so_far: Deal, pick: str) -> AgainPage:
    """Ask for a statement instead of the one after *so_far*;
    an answer to it can be corrected as well.
    """
    at = len(so_far.log)
    was = draft.version[at]
    rest = draft.version[at + 1 :]
    links = [
        draft.step(
            AgainText.CORRECT_ANSWER(what=draft.said(each)), draft.version, further, do=INSTEAD
        )
        for further, each in _replies(was, rest, at + 1)
    ]
    links.append(draft.step(AgainText.REMOVE(), so_far.log + following(was, (), rest), at))
    links.append(draft.step(AgainText.ADD_HERE(), draft.version, at, do=INSERT))
    doubt = None
    if draft.version == draft.current:
        position, _ = effective(draft.log)[at]
        doubt = in_conflict(draft.sheet, draft.number, position)
    page = replace(
        page,
        title=draft.said(was),
        where=AgainText.STATEMENT_OF(title=page.where, number=at + 1, count=len(draft.version)),
        links=links,
        doubt=doubt,
    )
    opened = pick or opening(so_far, draft.names, was, elder=draft.elder)
    return _ask(page, draft, so_far, rest, pick=opened, was=was, do=INSTEAD, is_picked=bool(pick))


def _replies(was: Statement, rest: Log, at: int) -> Iterator[tuple[int, Statement]]:
    """Yield the replies to a call, each with its number in the deal, from 0."""
    if isinstance(was, Called):
        replies = takewhile(lambda each: isinstance(each, REPLIES), rest)
        yield from enumerate(replies, at)


def _ask_for_left_out(page: AgainPage, draft: _Draft, so_far: Deal, pick: str) -> AgainPage:
    """Ask for what was left out after *so_far*."""
    rest = draft.version[len(so_far.log) :]
    where = AgainText.AT_THE_END(title=page.where)
    if rest:
        where = AgainText.BEFORE(title=page.where, what=draft.said(rest[0]))
    page = replace(page, title=AgainText.LEFT_OUT_HERE(), where=where)
    return _ask(page, draft, so_far, rest, pick=pick, do=INSERT)


IN_OTHER_WORDS = {
    Rule.SAY_FIRST: COUNT,
    Rule.PIQUE_ONE_BY_ONE: PLAY,
    Rule.RACE_ONE_BY_ONE: PLAY,
}
"""The refusals of a count that says too little, and the pick that asks for the rest of it."""


ASKED_FOR = frozenset({Rule.UNANSWERED, Rule.ELDER_TO_SAY, Rule.AUCTION_OPEN})
"""The refusals of what was said before an answer was given."""


def _ask_for_rest(page: AgainPage, draft: _Draft, again: SaidAgain, pick: str) -> AgainPage:
    """Ask for what is missing before the rest of the record, or what becomes of that.

    Where an answer makes the rest fit, that answer is all that is missing: its question is asked.
    """
    so_far = again.deal
    left, *later = again.rest
    refused = extend(so_far, (left,)).refusal
    assert refused is not None
    opened = IN_OTHER_WORDS.get(refused.rule, "")
    if opened == COUNT and isinstance(left, TricksCounted):
        opened = f"{COUNT}-{left.elder}-{left.last.letter}-{left.play}"
    if so_far.log:
        page = replace(
            page, where=AgainText.AFTER(title=page.where, what=draft.said(so_far.log[-1]))
        )
    links = [
        draft.step(
            AgainText.LEAVE_OUT(what=draft.said(left)), (*so_far.log, *later), len(so_far.log)
        )
    ]
    if later:
        links.append(draft.step(AgainText.LEAVE_OUT_ALL(), so_far.log, len(so_far.log)))
    if opened:
        page = _ask(page, draft, so_far, tuple(later), pick=pick or opened, was=left)
        return _with_question_as_title(page, links)
    page = _ask(page, draft, so_far, again.rest, pick=pick)
    asks = refused.rule in ASKED_FOR or _is_missing(so_far, left, _question(draft, so_far, ""))
    if pick or asks:
        return _with_question_as_title(page, links)
    return replace(
        page,
        title=AgainText.WHAT_OF(what=draft.said(left)),
        why=AgainText.CANNOT_FOLLOW(why=refusal_message(refused, draft.names, in_short=True)),
        links=links,
    )


def _with_question_as_title(page: AgainPage, links: Sequence[CorrectionStep]) -> AgainPage:
    assert page.question is not None
    return replace(
        page, title=page.question.heading, is_missing=True, others=(*page.others, *links)
    )


def _is_missing(so_far: Deal, left: Statement, asked: Question) -> bool:
    """Return whether what is *left* of the record follows an answer to what is *asked*."""
    for key in keys_of(asked):
        if key.said:
            answered = extend(so_far, parse_log(key.said, so_far.rules))
            if answered.refusal is None and extend(answered.deal, (left,)).refusal is None:
                return True
    return False


def _other_answers(so_far: Deal, names: Names, asked: Question) -> list[Key]:
    """Return keys for all that may be said and is not *asked* for."""
    keys = keys_of(asked)
    shown = {key.said for key in keys} | {key.pick for key in keys}
    others = [key for key in other_keys(so_far, names) if key.pick not in shown]
    for each in legal_next(so_far):
        words = format_statement(each)
        if not isinstance(each, Called | TrickTaken) and words not in shown:
            others.append(Key(statement_message(each, names), words))
    return others


# Comparing


def _compare(
    page: AgainPage, draft: _Draft, again: SaidAgain, asked: Mapping[str, str]
) -> AgainPage:
    """Return both versions side by side, what changes, and whether it can be kept."""
    version = again.deal.log
    change = corrections(draft.log, version)
    after = None
    cannot: Message | None = None
    try:
        after = extended(draft.sheet, draft.number, change) if change else None
    except IllegalStatement as error:
        cannot = _refused(draft.sheet, draft.number, error)
    pairs = side_by_side(DealRecord(draft.log), DealRecord(draft.log + change))
    first = next((pair.position for pair in pairs if pair.differs), -1)
    statements = statement_rows(pairs, draft.names, first, whole=False)
    lines = [
        draft.step(draft.said(each), version, at, do=INSTEAD) for at, each in enumerate(version)
    ]
    end = len(version)
    page = _with_changes(page, after, cannot, asked)
    if page.changes:
        page = replace(page, changes=[*_said_otherwise(pairs, draft.names), *page.changes])
    return replace(
        page,
        title=AgainText.KEEP() if change else AgainText.NOTHING_CHANGED(),
        change=said(*change),
        dropped=[AgainText.IS_LEFT_OUT(what=draft.said(each)) for each in again.dropped],
        versions=(*statements, *_scored(draft, again.deal)),
        lines=lines,
        left_out=draft.step(AgainText.ADD_AT_END(), version, end, do=INSERT),
    )


MOST_NAMED = 3
"""How many statements that change are named above the points; all are below, side by side."""


def _said_otherwise(pairs: Iterable[Pair], names: Names) -> list[Message]:
    """Return which statements change, the first of them."""
    found = list[Message]()
    for pair in pairs:
        if not pair.differs:
            continue
        was = pair.record
        now = pair.version
        if was is not None and now is not None:
            before = statement_message(was, names)
            after = statement_message(now, names)
            found.append(ChangeText.BECOMES(before_correction=before, what=after))
        elif was is not None:
            found.append(ChangeText.REMOVED(what=statement_message(was, names)))
        elif now is not None:
            found.append(ChangeText.ADDED(what=statement_message(now, names)))
    return found[:MOST_NAMED]


def _with_changes(
    page: AgainPage, after: Partie | None, cannot: Message | None, asked: Mapping[str, str]
) -> AgainPage:
    """Say what changes if a partie becomes what it is *after* a correction,
    or why that cannot be kept.
    """
    sheet = page.sheet
    if after is not None and sheet.is_closed and not after.is_over:
        cannot = AgainText.NEEDS_ANOTHER_DEAL()
    if after is None or cannot is not None:
        return replace(page, cannot=cannot)
    found = changes(sheet.partie, after, sheet.sides)
    if not page.corrections.record:
        return replace(page, changes=found)
    return replace(page, changes=found, second=second_look(sheet, after, asked))


def _compare_totals(page: AgainPage, number: int, asked: Mapping[str, str]) -> AgainPage:
    """Ask for the totals of a deal that has only these;
    once they are entered, return what they change.
    """
    sheet = page.sheet
    sides = sheet.sides
    recorded = sheet.partie.deals[number].points
    typed = [asked.get(f"total{side}", str(points)) for side, points in enumerate(recorded)]
    totals = list(zip(sides, typed, strict=True))
    page = replace(page, title=AgainText.TOTALS(), totals=totals)
    entered = tuple(map(parse_number, typed))
    if entered == recorded:
        return page
    if not all(0 <= each <= HIGHEST for each in entered):
        return replace(page, cannot=AgainText.WHOLE_NUMBERS(most=HIGHEST))
    after = None
    cannot: Message | None = None
    try:
        after = with_totals(sheet, number, entered)
    except IllegalStatement as error:
        cannot = _refused(sheet, number, error)
    figures = zip(sides, recorded, entered, strict=True)
    return replace(
        _with_changes(page, after, cannot, asked),
        doubt=doubt_of_totals(sheet, number, entered),
        change=from_paper(*entered),
        versions=[Both(name, str(was), str(now)) for name, was, now in figures],
    )


def changes(before: Partie, after: Partie, sides: tuple[str, ...]) -> list[Message]:
    """Return what becomes of a partie:
    its players, deals, totals, who crosses the Rubicon, and the margin.
    """
    rules = before.record.rules
    found = list[Message]()
    for number, (was, now) in enumerate(zip(before.deals, after.deals, strict=False), 1):
        points = zip(sides, was.points, now.points, strict=True)
        moved = [
            ChangeText.MOVED(who=name, movement=new - old)
            for name, old, new in points
            if old != new
        ]
        if moved:
            found.append(ChangeText.DEAL(deal=number, moved=tuple(moved)))
    if before.totals != after.totals:
        totals = [
            ChangeText.TOTAL_OF(who=name, points=now)
            for name, now in zip(sides, after.totals, strict=True)
        ]
        found.append(ChangeText.TOTAL(totals=tuple(totals)))
    if rules.ends is Ends.DEALS and rules.rubicon is not None:
        for name, old, new in zip(sides, before.totals, after.totals, strict=True):
            crosses = new >= rules.rubicon
            if crosses != (old >= rules.rubicon):
                text = ChangeText.CROSSES if crosses else ChangeText.DOES_NOT_CROSS
                found.append(text(who=name))
    found += _margin_changes(before, after, sides)
    return [*_players_changed(before, after), *(found or [ChangeText.NO_POINT()])]


def _players_changed(before: Partie, after: Partie) -> list[Message]:
    """Return which names change, who dealt first, and so who is elder."""
    was = before.record
    now = after.record
    pairs = zip(was.players, now.players, strict=True)
    found = [ChangeText.RENAMED(who=old.name, other=new.name) for old, new in pairs if old != new]
    if was.first == now.first:
        return found
    dealt = ChangeText.DEALT_FIRST(
        who=now.players[now.dealer].name,
        other=now.players[was.dealer].name,
        elder=now.players[now.first].name,
    )
    found.append(dealt)
    if any(deal.scores is not None for deal in now.deals):
        found.append(ChangeText.PAPER_TOTALS())
    return found


def _margin_changes(before: Partie, after: Partie, sides: tuple[str, ...]) -> list[Message]:
    def margin(settlement: Settlement) -> Message:
        if settlement.winner is None:
            return ChangeText.LEVEL()
        return ChangeText.WON(who=sides[settlement.winner], points=settlement.points)

    was = before.settlement
    now = after.settlement
    if was is not None and now is None:
        return [ChangeText.NOT_OVER()]
    if was is None and now is not None:
        return [ChangeText.OVER(margin=margin(now))]
    text = ChangeText.SETTLEMENT
    rises = ChangeText.RISES
    falls = ChangeText.FALLS
    if was is None:
        text = ChangeText.AS_IT_IS
        rises = ChangeText.NOW_RISES
        falls = ChangeText.NOW_FALLS
        was = _settled_now(before)
        now = _settled_now(after)
    if was is None or now is None:
        return []
    if was.winner != now.winner:
        return [text(margin=margin(now), before_margin=margin(was))]
    if was.points == now.points:
        return []
    moves = rises if now.points > was.points else falls
    return [moves(before=was.points, after=now.points)]


def _settled_now(partie: Partie) -> Settlement | None:
    """Return what would be paid if a partie in progress ended now; `None` as long as the table
    does not show it.
    """
    look = outlook(partie)
    if look is None or not shows_margin(partie.record.rules, len(partie.deals) - 1):
        return None
    return look.now


def kept_words(before: Sheet, after: Sheet) -> str:
    """Return what has become of a sheet by a correction that was kept."""
    found = [ChangeText.KEPT(), *changes(before.partie, after.partie, after.sides)]
    if before.is_closed and after.lapsed:
        found.append(ChangeText.LAPSED(signers=tuple(after.lapsed)))
    return " ".join(map(str, found))


@dataclass(frozen=True, slots=True)
class LastCorrection:
    """The last correction of a deal that stands: what takes it back, and what it has changed."""

    undone: str
    changes: Sequence[Message]


def last_correction(sheet: Sheet, number: int) -> LastCorrection | None:
    """Return the last correction of a deal; `None` if there is none, or it cannot be undone."""
    kept = kept_corrections(sheet, number)
    if not kept or not sheet.log(number):  # totals are corrected back in their fields
        return None
    undone = tuple(Struck(position) for position in reversed(kept[-1]))
    try:
        before = extended(sheet, number, undone)
    except IllegalStatement:  # what was said since needs it
        return None
    return LastCorrection(said(*undone), changes(before, sheet.partie, sheet.sides))


class Both(NamedTuple):
    """A row of two versions side by side; *first* where they differ first."""

    number: int | str | Message
    record: str | Message
    version: str | Message
    first: bool = False


def statement_rows(
    pairs: Iterable[Pair], names: Names, first: int, *, whole: bool = True
) -> Iterator[Both]:
    """Yield the statements of two versions of a deal in order;
    equal tricks, or any equal ones, in one row.
    """

    def shares_a_row(pair: Pair) -> bool:
        return not pair.differs and (_is_trick(pair) or not whole)

    number = 1
    for shared, group in groupby(pairs, shares_a_row):
        run = list(group)
        if shared and len(run) > 1:
            winners = [each.record.seat for each in run if isinstance(each.record, TrickTaken)]
            is_play = len(winners) == len(run)
            same = _tricks(winners, names) if is_play else VersionText.THE_SAME()
            yield Both(f"{number}–{number + len(run) - 1}", same, same)
            number += len(run)
            continue
        for each in run:
            record = _said_or_missing(each.record, names)
            version = _said_or_missing(each.version, names)
            yield Both(number, record, version, first=each.position == first)
            number += 1


def _said_or_missing(said: Statement | None, names: Names) -> Message:
    return VersionText.MISSING() if said is None else statement_message(said, names)


def _is_trick(pair: Pair) -> bool:
    return isinstance(pair.record, TrickTaken)


def _tricks(winners: list[Seat], names: Names) -> Message:
    """Return who took a run of tricks, as in *tricks to Ada 5, Ben 5 and Ada 1*."""
    runs = [VersionText.RUN(who=names[seat], tricks=len([*run])) for seat, run in groupby(winners)]
    return VersionText.TRICKS(runs=tuple(runs))


def _scored(draft: _Draft, version: Deal) -> Iterator[Both]:
    """Yield the lines that differ, and the points of each player, side by side."""
    names = draft.names
    rules = version.rules
    were = _scored_lines(draft.recorded, names)
    are = _scored_lines(version, names)
    for seat in rules.seats:
        for kind in dict.fromkeys((*were[seat], *are[seat])):
            old = were[seat].get(kind, ())
            new = are[seat].get(kind, ())
            for was, now in zip_longest(old, new, fillvalue=VersionText.MISSING()):
                if was != now:
                    yield Both(names[seat], was, now)
    before = by_player(rules, draft.elder, draft.recorded.score)
    after = by_player(rules, draft.elder, version.score)
    for name, points, instead in zip(draft.sheet.sides, before, after, strict=True):
        yield Both(VersionText.IN_ALL(who=name), str(points), str(instead))


def _scored_lines(deal: Deal, names: Names) -> dict[Seat, dict[LineKind, list[Message]]]:
    """Return the lines of a deal, by the seat that scores them and by their kind."""
    found: dict[Seat, dict[LineKind, list[Message]]] = {seat: {} for seat in deal.rules.seats}
    for line in deal.lines:
        said = VersionText.LINE(why=line_message(line, names), points=line.points)
        found[line.seat].setdefault(line.kind, []).append(said)
    return found


def _refused(sheet: Sheet, number: int, error: IllegalStatement) -> Message:
    """Return why a deal cannot be kept as it was said again,
    where the cause is in the rest of the partie.
    """
    deal = error.deal
    why = sheet.why_refused(number, error)
    if deal is not None and error.refusal.rule is Rule.PARTIE_OVER:
        return AgainText.OVER_BEFORE(deal=deal, next_deal=deal + 1)
    statement = None
    if deal is not None and deal != number and error.position is not None:
        statement = dict(effective(sheet.log(deal))).get(error.position)
    if deal is None or statement is None:
        return AgainText.NOT_KEPT(why=why)
    what = statement_message(statement, sheet.seated(deal))
    return AgainText.OTHER_DEAL(what=what, deal=deal + 1, why=why)
