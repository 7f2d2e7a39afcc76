"""The page of a deal and its corrections: saying it again from any of its lines,
and both versions side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from ..rules.deal import Deal, extend, fold
from ..rules.legal import legal_next
from ..rules.lines import LineKind
from ..rules.notation import format_log, parse_log
from ..rules.partie import DealRecord, Partie, by_player
from ..rules.reasons import NotationError, Rule
from ..rules.ruleset import Ends
from ..rules.seats import Seat
from ..rules.sentences import IllegalStatement, Names, line_sentence, refusal_sentence
from ..rules.settlement import Settlement
from ..rules.statements import (
    CORRECTIONS,
    Called,
    CarteRougeShown,
    Log,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Spoken,
    Statement,
    Struck,
    TrickTaken,
    Waived,
    Withdrawn,
    effective,
    format_statement,
    statement_sentence,
)
from ..rules.versions import Pair, SaidAgain, corrections, following, say_again, side_by_side
from ..rules.words import first_up, listed
from .card import KEPT, deal_title, kept_corrections
from .dialogue import keys_of, opening, other_keys, question
from .doubts import claims, false_claims, in_conflict, too_many
from .entering import new_token
from .formatting import parse_number, signed
from .keys import Key, Question, said
from .recording import HIGHEST, Sheet, extended, from_paper, with_totals
from .view import LONGEST, explain
from .what_if import outlook


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


RARE = (Withdrawn, ReckonedNothing, Waived, PlayedShort, CarteRougeShown)
"""The corrections and penalties for which the dialogue does not ask; false claims are listed apart.

When a deal is over, the calls are those that a false claim leaves to the opponent.
"""


def deal_context(sheet: Sheet, number: int, may: Corrections, back: str) -> dict[str, Any] | None:
    """Return the context of the page of deal *number*, from 0; `None` if there is no such deal.

    A correction leads *back* to a page of `BACK`.
    """
    if not 0 <= number < len(sheet.partie.deals):
        return None
    deal = sheet.deal(number)
    names = sheet.seated(number)
    log = sheet.log(number)

    def options(*kinds: type[Spoken]) -> list[tuple[str, str]]:
        offered = legal_next(deal, kinds) if deal and may.any else ()
        return [(statement_sentence(each, names), format_statement(each)) for each in offered]

    return {
        "sheet": sheet,
        "current": format_log(tuple(each for _, each in effective(log))).replace("\n", "; "),
        "since": len(log),
        "explained": explain(sheet, number, may_correct=may.any, back=back),
        "claims": claims(sheet, number),
        "last": last_correction(sheet, number),
        "may_take_back": may.record,
        "proofs": options(Proved),
        "rare": options(*RARE, *(Called,) * (deal is not None and deal.is_over)),
        "false_claims": tuple(false_claims(deal, names)) if deal and may.any else (),
    }


# Saying a deal again


INSTEAD = "instead"
INSERT = "insert"
"""What is asked for first: a statement instead of the one at a line,
or one that was left out before it.
"""


@dataclass(frozen=True, slots=True)
class Step:
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

    def words(self, statement: Statement) -> str:
        return f"“{statement_sentence(statement, self.names)}”"

    def step(
        self,
        key: Key | str,
        version: Log,
        at: int,
        *,
        do: str = "",
        pick: str = "",
        is_now: bool = False,
    ) -> Step:
        query: dict[str, str | int] = {
            "at": at + 1,
            **{name: it for name, it in (("do", do), ("pick", pick)) if it},
        }
        if version != self.current:
            query |= {"version": format_log(version).replace("\n", "; "), "since": len(self.log)}
        return Step(Key(key) if isinstance(key, str) else key, query, is_now)


Page = dict[str, Any]
"""The context of a step."""

PARTS = ["doubt", "why", "question", "totals", "cannot", "changes", "versions", "dropped", "lines"]
"""What not every step has."""


def again_context(
    sheet: Sheet,
    number: int,
    asked: Mapping[str, str],
    may: Corrections,
    url_for: Callable[..., str],
) -> dict[str, Any] | None:
    """Return the context of a step of saying deal *number* again; `None` if there is no such deal,
    or no such line.

    Args:
        asked: in `at` the line, from 1, from which the deal is said again; in `do` `INSTEAD`,
            `INSERT`, or nothing; in `version` the whole deal as it is said now, if not as recorded;
            in `since` the length of the log when that was begun; in `pick` the keys that were
            opened. Of a deal from totals, in `total0` and so on its totals.
    """
    found = _again(sheet, number, asked) if 0 <= number < len(sheet.partie.deals) else None
    if found is None:
        return None
    back = asked.get("back") or None
    page = dict.fromkeys(PARTS, "") | {
        "sheet": sheet,
        "number": number + 1,
        "where": deal_title(sheet.partie, number),
        "form_key": KEPT + new_token(),
        "back": back,
        "return": where_from(url_for, sheet.code, number, back),
    }
    return {"page": page | found, "corrections": may}


def _again(sheet: Sheet, number: int, asked: Mapping[str, str]) -> Page | None:
    title = f"{deal_title(sheet.partie, number)}, said again"
    if asked.get("since", str(len(sheet.log(number)))) != str(len(sheet.log(number))):
        return {"title": title, "cannot": "This deal has changed since you began. Begin again."}
    if sheet.partie.record.deals[number].scores is not None:
        return _compare_totals(sheet, number, asked)
    try:
        version = (
            parse_log(asked["version"][:LONGEST], sheet.partie.record.rules)
            if "version" in asked
            else None
        )
        if not CORRECTIONS.isdisjoint(map(type, version or ())):
            raise NotationError("a deal that is said again has no corrections")
        draft = _Draft(sheet, number, version)
        at = parse_number(asked.get("at", "1"), 3) - 1
        if not 0 <= at <= len(draft.version):
            return None
        return _step(draft, at, asked)
    except (NotationError, IllegalStatement) as error:
        return {"title": title, "cannot": f"This cannot be read: {error}. Begin again."}


def _step(draft: _Draft, at: int, asked: Mapping[str, str]) -> Page | None:
    version = draft.version
    do = asked.get("do", "")
    pick = asked.get("pick", "")
    setting = draft.recorded.setting
    if do == INSTEAD:
        if at == len(version):
            return None
        so_far = fold(draft.recorded.rules, version[:at], setting).require()
        return _ask(draft, so_far, version[at + 1 :], pick, was=version[at])
    if do == INSERT:
        so_far = fold(draft.recorded.rules, version[:at], setting).require()
        return _ask(draft, so_far, version[at:], pick, inserts=True)
    fits = fold(
        draft.recorded.rules, version[:at], setting
    ).deal.log  # a penalty may need tricks that a count replaced
    again = say_again(draft.recorded.rules, setting, fits, version[len(fits) :])
    if again.rest or (draft.recorded.is_over and not again.deal.is_over):
        return _ask(draft, again.deal, again.rest, pick, misfit=again)
    return _compare(draft, again)


# Asking


def _ask(
    draft: _Draft,
    so_far: Deal,
    rest: Log,
    pick: str,
    *,
    was: Statement | None = None,
    inserts: bool = False,
    misfit: SaidAgain | None = None,
) -> Page:
    """Return the question of the dialogue after what was said *so_far*, with the rest (*rest*)
    still to come.

    It asks for a statement instead of *was*, for one that was left out, or for what is missing
    since *misfit*.
    """
    names = draft.names
    at = len(so_far.log)
    do = INSTEAD if was is not None else INSERT if inserts else ""
    here = so_far.log + ((was,) if was is not None else ()) + rest
    now = "" if was is None else format_statement(was)
    pick = pick or ("" if was is None else opening(so_far, names, was, elder=draft.elder))
    found = question(so_far, names, pick, elder=draft.elder) or Question("After the last trick")

    def link(key: Key) -> Step:
        if not key.said:
            return draft.step(key, here, at, do=do, pick=key.pick)
        new = parse_log(key.said, so_far.rules)
        begun = tuple(
            each for _, each in effective(so_far.log + new)
        )  # a count removes the tricks before it
        return draft.step(
            key, begun + following(was, new, rest), len(begun), is_now=key.said == now
        )

    shown = {key.said for key in keys_of(found)} | {key.pick for key in keys_of(found)}
    others = [key for key in other_keys(so_far, names) if key.pick not in shown]
    others += [
        Key(statement_sentence(each, names), format_statement(each))
        for each in legal_next(so_far)
        if not isinstance(each, Called | TrickTaken) and format_statement(each) not in shown
    ]
    if not found.rows and not others:
        found = Question("Nothing can be added here")
    return {
        "question": found,
        "rows": [(row, [link(key) for key in row.keys]) for row in found.rows],
        "quiet": [link(key) for key in found.quiet],
        "others": [link(key) for key in others],
        **_about(draft, so_far, rest, was, misfit),
    }


def _about(
    draft: _Draft, so_far: Deal, rest: Log, was: Statement | None, misfit: SaidAgain | None
) -> Page:
    """Return the words above a question, and the links below it."""
    at = len(so_far.log)
    where = deal_title(draft.sheet.partie, draft.number)
    if was is not None:
        remove = draft.step("Remove", so_far.log + following(was, (), rest), at)
        left_out = draft.step("Something was left out here", draft.version, at, do=INSERT)
        doubt = ""
        if draft.version == draft.current:
            doubt = in_conflict(draft.sheet, draft.number, effective(draft.log)[at][0])
        return {
            "title": statement_sentence(was, draft.names),
            "where": f"{where}, statement {at + 1} of {len(draft.version)}",
            "links": [remove, left_out],
            "doubt": doubt,
        }
    if misfit is None:
        before = f", before {draft.words(rest[0])}" if rest else ", at the end"
        return {"title": "What was left out here?", "where": where + before, "links": []}
    if not rest:
        return {"title": "How does the deal end?", "links": []}
    left = rest[0]
    leave = draft.step(f"Leave out {draft.words(left)}", so_far.log + rest[1:], at)
    links = (
        [leave, draft.step("Leave out all that follows", so_far.log, at)] if rest[1:] else [leave]
    )
    refused = extend(so_far, (left,)).refusal
    assert refused is not None
    why = f"{first_up(refusal_sentence(refused, draft.names))}."
    return {"title": f"{draft.words(left)} no longer fits here", "why": why, "links": links}


# Comparing


def _compare(draft: _Draft, again: SaidAgain) -> Page:
    """Return both versions side by side, what changes, and whether it can be kept."""
    version = again.deal.log
    sheet = draft.sheet
    number = draft.number
    change = corrections(draft.log, version)
    after = None
    cannot = ""
    try:
        after = extended(sheet, number, change) if change else None
    except IllegalStatement as error:
        cannot = _refused(sheet, number, error)
    pairs = side_by_side(DealRecord(draft.log), DealRecord(draft.log + change))
    first = next((pair.position for pair in pairs if pair.differs), -1)
    return {
        "title": "Keep this?" if change else "Nothing is changed yet",
        "change": said(*change),
        **_changes(sheet, after, cannot),
        "dropped": [draft.words(each) for each in again.dropped],
        "versions": (
            *statement_rows(pairs, draft.names, first, whole=False),
            *_scored(draft, again.deal),
        ),
        "lines": [
            draft.step(statement_sentence(each, draft.names), version, at, do=INSTEAD)
            for at, each in enumerate(version)
        ],
        "left_out": draft.step(
            "Something was left out at the end", version, len(version), do=INSERT
        ),
    }


def _changes(sheet: Sheet, after: Partie | None, cannot: str) -> Page:
    """Return what changes if a partie becomes what it is *after* a correction,
    or why that cannot be kept.
    """
    if after is not None and sheet.is_closed and not after.is_over:
        cannot = "The partie would not be over: it would need another deal."
    return {
        "cannot": cannot,
        "changes": changes(sheet.partie, after, sheet.sides) if after and not cannot else (),
    }


def _compare_totals(sheet: Sheet, number: int, asked: Mapping[str, str]) -> Page:
    """Ask for the totals of a deal that has only these;
    once they are entered, return what they change.
    """
    recorded = sheet.partie.deals[number].points
    sides = sheet.sides
    typed = [asked.get(f"total{side}", str(points)) for side, points in enumerate(recorded)]
    page: Page = {
        "title": "The totals of this deal",
        "totals": list(zip(sides, typed, strict=True)),
    }
    entered = tuple(map(parse_number, typed))
    if entered == recorded:
        return page
    if not all(0 <= each <= HIGHEST for each in entered):
        return page | {"cannot": f"Enter whole numbers from 0 to {HIGHEST}."}
    after = None
    cannot = ""
    try:
        after = with_totals(sheet, number, entered)
    except IllegalStatement as error:
        cannot = _refused(sheet, number, error)
    rows = [
        Both(name, str(was), str(now))
        for name, was, now in zip(sides, recorded, entered, strict=True)
    ]
    page |= {
        "doubt": too_many(sheet, number, entered),
        "change": from_paper(*entered),
        "versions": rows,
    }
    return page | _changes(sheet, after, cannot)


def changes(before: Partie, after: Partie, sides: tuple[str, ...]) -> list[str]:
    """Return in words what becomes of a partie:
    its players, deals, totals, who crosses the Rubicon, and the margin.
    """
    rules = before.record.rules
    found = list[str]()
    for number, (was, now) in enumerate(zip(before.deals, after.deals, strict=False), 1):
        moved = [
            f"{name} {signed(b - a)}"
            for name, a, b in zip(sides, was.points, now.points, strict=True)
            if a != b
        ]
        found += [f"Deal {number}: {', '.join(moved)}."] if moved else []
    if before.totals != after.totals:
        found.append(
            f"Total: "
            f"{', '.join(f'{name} {now}' for name, now in zip(sides, after.totals, strict=True))}."
        )
    if rules.ends is Ends.DEALS and rules.rubicon is not None:
        for name, old, new in zip(sides, before.totals, after.totals, strict=True):
            if (old >= rules.rubicon) != (new >= rules.rubicon):
                found.append(
                    f"{name} {'crosses' if new >= rules.rubicon else 'does not cross'} the Rubicon."
                )
    found += _margin_changes(before, after, sides)
    return [*_players_changed(before, after), *(found or ["No point changes."])]


def _players_changed(before: Partie, after: Partie) -> list[str]:
    """Return in words which names change, who dealt first, and so who is elder."""
    was = before.record
    now = after.record
    pairs = zip(was.players, now.players, strict=True)
    found = [f"{old.name} is now called {new.name}." for old, new in pairs if old != new]
    if was.first == now.first:
        return found
    dealt = now.players[now.dealer].name
    instead = now.players[was.dealer].name
    found.append(
        f"{dealt} dealt first, not {instead}. {now.players[now.first].name} is elder in the "
        f"first deal."
    )
    if any(deal.scores is not None for deal in now.deals):
        found.append("Totals from paper stay with the names beside which they were written.")
    return found


def _margin_changes(before: Partie, after: Partie, sides: tuple[str, ...]) -> list[str]:
    def won(settlement: Settlement) -> str:
        return (
            "level"
            if settlement.winner is None
            else f"{sides[settlement.winner]} by {settlement.points}"
        )

    was = before.settlement
    now = after.settlement
    if was is None or now is None:
        if was is not now:
            return [
                "The partie is no longer over."
                if now is None
                else f"The partie is over: {won(now)}."
            ]
        looks = outlook(before), outlook(after)
        was, now = (None if look is None else look.now for look in looks)
    if was is None or now is None or was[:2] == now[:2]:
        return []
    if was.winner == now.winner:
        return [
            f"The margin {'rises' if now.points > was.points else 'falls'} from {was.points} to "
            f"{now.points}."
        ]
    return [
        f"{'As it stands' if before.settlement is None else 'Settlement'}: {won(now)}, not "
        f"{won(was)}."
    ]


def kept_words(before: Sheet, after: Sheet) -> str:
    """Return in words what has become of a sheet by a correction that was kept."""
    words = changes(before.partie, after.partie, after.sides)
    if before.is_closed and after.lapsed:
        words.append(
            f"What {listed(after.lapsed)} signed no longer counts. Sign the settlement again."
        )
    return " ".join(("Kept.", *words))


def last_correction(sheet: Sheet, number: int) -> Page | None:
    """Return what the last correction of a deal that stands has changed, and what takes it back;
    `None` if nothing.
    """
    kept = kept_corrections(sheet, number)
    if not kept or not sheet.log(number):  # totals are corrected back in their fields
        return None
    undone = tuple(Struck(position) for position in reversed(kept[-1]))
    try:
        before = extended(sheet, number, undone)
    except IllegalStatement:  # what was said since needs it
        return None
    return {"undone": said(*undone), "changes": changes(before, sheet.partie, sheet.sides)}


class Both(NamedTuple):
    """A row of two versions side by side; *first* where they differ first."""

    number: int | str
    record: str
    version: str
    first: bool = False


MISSING = "–"
"""Beside a statement that the other version does not have."""


def statement_rows(
    pairs: Iterable[Pair], names: Names, first: int, *, whole: bool = True
) -> Iterator[Both]:
    """Yield the statements of two versions of a deal in order;
    equal tricks, or any equal ones, in one row.
    """
    number = 1
    for same, group in groupby(
        pairs, lambda each: not each.differs and not (whole and not _is_trick(each))
    ):
        run = list(group)
        if same and len(run) > 1:
            words = _tricks(
                [each.record.seat for each in run if isinstance(each.record, TrickTaken)], names
            )
            words = words if all(map(_is_trick, run)) else "the same"
            yield Both(f"{number}–{number + len(run) - 1}", words, words)
            number += len(run)
            continue
        for each in run:
            record, version = (
                MISSING if said is None else statement_sentence(said, names)
                for said in (each.record, each.version)
            )
            yield Both(number, record, version, first=each.position == first)
            number += 1


def _is_trick(pair: Pair) -> bool:
    return isinstance(pair.record, TrickTaken)


def _tricks(winners: list[Seat], names: Names) -> str:
    """Return who took a run of tricks, as in *tricks to Ada 5, Ben 5, Ada 1*."""
    return "tricks to " + ", ".join(
        f"{names[seat]} {sum(1 for _ in run)}" for seat, run in groupby(winners)
    )


def _scored(draft: _Draft, version: Deal) -> Iterator[Both]:
    """Yield the lines that differ, the points of each player, side by side."""
    names = draft.names
    scored: dict[tuple[Seat, LineKind], tuple[list[str], list[str]]] = {}
    for side, deal in enumerate((draft.recorded, version)):
        for line in deal.lines:
            words = f"{line_sentence(line, names)}, {line.points}"
            scored.setdefault((line.seat, line.kind), ([], []))[side].append(words)
    for (seat, _), (were, are) in sorted(scored.items(), key=lambda each: each[0][0]):
        for was, now in zip_longest(were, are, fillvalue=MISSING):
            if was != now:
                yield Both(names[seat], was, now)
    rules = version.rules
    sides = draft.sheet.sides
    figures = (by_player(rules, draft.elder, deal.score) for deal in (draft.recorded, version))
    for name, was_scored, scores in zip(sides, *figures, strict=True):
        yield Both(f"{name} in all", str(was_scored), str(scores))


def _refused(sheet: Sheet, number: int, error: IllegalStatement) -> str:
    """Return why a deal cannot be kept as it was said again,
    where the cause is in the rest of the partie.
    """
    deal = error.deal
    why = sheet.why_refused(number, error)
    if deal is not None and error.refusal.rule is Rule.PARTIE_OVER:
        return (
            f"The partie would be over after deal {deal}, and deal {deal + 1} has been "
            f"played. This cannot be kept."
        )
    statement = None
    if deal is not None and deal != number and error.position is not None:
        statement = dict(effective(sheet.log(deal))).get(error.position)
    if deal is None or statement is None:
        return f"This cannot be kept: {why}."
    words = statement_sentence(statement, sheet.seated(deal))
    return f"“{words}” in deal {deal + 1} would no longer fit: {why}. This cannot be kept."
