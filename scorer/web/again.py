"""Say it again: the walk of a deal from any of its lines on, and then both versions of it side by side."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..rules.again import SaidAgain, corrections, following, say_again
from ..rules.deal import Deal, extend, fold
from ..rules.errors import NotationError
from ..rules.legal import legal_next
from ..rules.notation import format_log, parse_log
from ..rules.partie import DealRecord
from ..rules.reasons import Rule
from ..rules.seats import Seat
from ..rules.sentences import IllegalStatement, Names, refusal_sentence
from ..rules.statements import (
    CORRECTIONS,
    Called,
    Log,
    Statement,
    TrickTaken,
    effective,
    format_statement,
    statement_sentence,
)
from ..rules.versions import Pair, side_by_side
from ..service.parties import Sheet
from ..service.what_if import Consequences, consequences
from .card import deal_title, seat_names
from .findings import in_conflict
from .formatting import first_up, parse_number
from .keys import Key, Question, said
from .walk import elsewhere, keys_of, opening, question

LONGEST = 4000
"""The most characters of a deal that is said again."""

INSTEAD, INSERT = "instead", "insert"
"""What is asked for first: a statement instead of the one at a line, or one that was left out before it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A key that leads to another step, with its address; *is_now* if it says what is recorded."""

    key: Key
    query: Mapping[str, str | int]
    is_now: bool = False


class _Draft:
    """A deal of a sheet, as it is recorded (`current`) and as far as it was said again (`version`)."""

    def __init__(self, sheet: Sheet, number: int, version: Log | None) -> None:
        self.sheet, self.number, self.log = sheet, number, sheet.log(number)
        self.current: Log = tuple(statement for _, statement in effective(self.log))
        self.version = self.current if version is None else version
        recorded = sheet.partie.deals[number].deal
        assert recorded is not None, "a deal from totals has no log"
        self.recorded, self.names = recorded, seat_names(sheet, number)

    def words(self, statement: Statement) -> str:
        return f"“{statement_sentence(statement, self.names)}”"

    def step(
        self, key: Key | str, version: Log, at: int, *, do: str = "", pick: str = "", is_now: bool = False
    ) -> Step:
        query: dict[str, str | int] = {"at": at + 1, **{name: it for name, it in (("do", do), ("pick", pick)) if it}}
        if version != self.current:
            query |= {"version": format_log(version).replace("\n", "; "), "since": len(self.log)}
        return Step(Key(key) if isinstance(key, str) else key, query, is_now)


Page = dict[str, Any]
"""The context of a step."""


def again_page(sheet: Sheet, number: int, asked: Mapping[str, str]) -> Page | None:
    """
    Return a step of saying deal *number* again; `None` if the deal is from totals or has no such line.

    Args:
        asked: in `at` the line, from 1, from which the deal is said again; in `do` `INSTEAD`, `INSERT`, or nothing; in
            `version` the whole deal as it is said now, if not as recorded; in `since` the length of the log when that
            was begun; in `pick` the keys that were opened.
    """
    if sheet.partie.record.deals[number].scores is not None:
        return None
    title, rules = deal_title(sheet.partie, number), sheet.partie.record.rules
    empty = dict.fromkeys(("doubt", "why", "question", "cannot", "effect", "versions"), "")
    page: Page = {"sheet": sheet, "number": number + 1, "where": title, "form_key": secrets.token_urlsafe(12), **empty}
    if asked.get("since", str(len(sheet.log(number)))) != str(len(sheet.log(number))):
        return page | {"title": f"{title}, said again", "cannot": "This deal has changed since you began. Begin again."}
    try:
        version = parse_log(asked["version"][:LONGEST], rules) if "version" in asked else None
        if not CORRECTIONS.isdisjoint(map(type, version or ())):
            raise NotationError("a deal that is said again has no corrections")
        draft = _Draft(sheet, number, version)
        at = parse_number(asked.get("at", "1"), 3) - 1
        if not 0 <= at <= len(draft.version):
            return None
        found = _step(draft, at, asked)
    except (NotationError, IllegalStatement) as error:
        return page | {"title": f"{title}, said again", "cannot": f"This cannot be read: {error}. Begin again."}
    return None if found is None else page | found


def _step(draft: _Draft, at: int, asked: Mapping[str, str]) -> Page | None:
    version, do, pick = draft.version, asked.get("do", ""), asked.get("pick", "")
    setting = draft.recorded.setting
    if do == INSTEAD:
        if at == len(version):
            return None
        so_far = fold(draft.recorded.rules, version[:at], setting).require()
        return _ask(draft, so_far, version[at + 1 :], pick, was=version[at])
    if do == INSERT:
        so_far = fold(draft.recorded.rules, version[:at], setting).require()
        return _ask(draft, so_far, version[at:], pick, inserts=True)
    again = say_again(draft.recorded.rules, setting, version[:at], version[at:])
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
    """
    Return the question of the walk after what was said *so_far*, with the *rest* of the version still to come.

    It asks for a statement instead of *was*, for one that was left out, or for what is missing since *misfit*.
    """
    names, at = draft.names, len(so_far.log)
    do = INSTEAD if was is not None else INSERT if inserts else ""
    here = so_far.log + ((was,) if was is not None else ()) + rest
    now = "" if was is None else format_statement(was)
    pick = pick or ("" if was is None else opening(so_far, names, was, number=draft.number))
    found = question(so_far, names, pick, number=draft.number) or Question("After the last trick")

    def link(key: Key) -> Step:
        if not key.said:
            return draft.step(key, here, at, do=do, pick=key.pick)
        new = parse_log(key.said, so_far.rules)
        after = rest if was is None else following(was, new[0], rest)
        return draft.step(key, so_far.log + new + after, at + len(new), is_now=key.said == now)

    shown = {key.said for key in keys_of(found)} | {key.pick for key in keys_of(found)}
    others = [key for key in elsewhere(so_far, names) if key.pick not in shown]
    others += [
        Key(statement_sentence(each, names), format_statement(each))
        for each in legal_next(so_far)
        if not isinstance(each, Called | TrickTaken) and format_statement(each) not in shown
    ]
    return {
        "question": found,
        "rows": [(row, [link(key) for key in row.keys]) for row in found.rows],
        "quiet": [link(key) for key in found.quiet],
        "others": [link(key) for key in others],
        **_about(draft, so_far, rest, was, misfit),
    }


def _about(draft: _Draft, so_far: Deal, rest: Log, was: Statement | None, misfit: SaidAgain | None) -> Page:
    """Return the words above a question, and the links below it."""
    at, page = len(so_far.log), {"where": deal_title(draft.sheet.partie, draft.number)}
    if was is not None:
        remove = draft.step("Remove", so_far.log + following(was, None, rest), at)
        left_out = draft.step("Something was left out here", draft.version, at, do=INSERT)
        where = f"{page['where']}, statement {at + 1} of {len(draft.version)}"
        doubt = ""
        if draft.version == draft.current:
            doubt = in_conflict(draft.sheet, draft.number, effective(draft.log)[at][0])
        title = statement_sentence(was, draft.names)
        return {"title": title, "where": where, "links": [remove, left_out], "doubt": doubt}
    if misfit is None:
        before = f", before {draft.words(rest[0])}" if rest else ", at the end"
        return page | {"title": "What was left out here?", "where": page["where"] + before, "links": []}
    if not rest:
        return page | {"title": "How does the deal end?", "links": []}
    left = rest[0]
    leave = draft.step(f"Leave out {draft.words(left)}", so_far.log + rest[1:], at)
    links = [leave, draft.step("Leave out all that follows", so_far.log, at)] if rest[1:] else [leave]
    refused = extend(so_far, (left,)).refusal
    assert refused is not None
    why = f"{first_up(refusal_sentence(refused))}."
    return page | {"title": f"{draft.words(left)} no longer fits here", "why": why, "links": links}


# Comparing


def _compare(draft: _Draft, again: SaidAgain) -> Page:
    """Return both versions side by side, what changes, and whether it can be kept."""
    version, sheet, number = again.deal.log, draft.sheet, draft.number
    change = corrections(draft.log, version)
    effect = consequences(sheet, number, said(*change)) if change else None
    cannot = "" if effect is None or effect.after is not None else _refused(sheet, number, effect)
    if effect is not None and effect.after is not None and sheet.is_closed and not effect.after.is_over:
        cannot = "The partie would not be over: it would need another deal."
    pairs = side_by_side(DealRecord(draft.log), DealRecord(draft.log + change))
    first = next((pair.position for pair in pairs if pair.differs), -1)
    return {
        "title": "Keep this?" if change else "Nothing is changed yet",
        "where": deal_title(sheet.partie, number),
        "change": said(*change),
        "cannot": cannot,
        "effect": None if cannot else effect,
        "names": draft.names,
        "dropped": [draft.words(each) for each in again.dropped],
        "versions": tuple(statement_rows(pairs, draft.names, first)),
        "lines": [
            draft.step(statement_sentence(each, draft.names), version, at, do=INSTEAD)
            for at, each in enumerate(version)
        ],
        "left_out": draft.step("Something was left out at the end", version, len(version), do=INSERT),
    }


MISSING = "–"
"""Beside a statement that the other version does not have."""


def statement_rows(pairs: Iterable[Pair], names: Names, first: int) -> Iterator[dict[str, Any]]:
    """Yield the statements of two versions of a deal in order, with a run of equal tricks in one row."""
    for tricks, group in groupby(pairs, lambda each: not each.differs and isinstance(each.record, TrickTaken)):
        run = list(group)
        if tricks and len(run) > 1:
            words = _tricks([each.record.seat for each in run if isinstance(each.record, TrickTaken)], names)
            number = f"{run[0].position + 1}–{run[-1].position + 1}"
            yield {"number": number, "record": words, "version": words, "differs": False, "first": False}
            continue
        for each in run:
            record, version = (
                MISSING if said is None else statement_sentence(said, names) for said in (each.record, each.version)
            )
            row = {"number": each.position + 1, "record": record, "version": version}
            yield {**row, "differs": each.differs, "first": each.position == first}


def _tricks(winners: list[Seat], names: Names) -> str:
    """Return who took a run of tricks, as in *tricks to Ada 5, Ben 5, Ada 1*."""
    return "tricks to " + ", ".join(f"{names[seat]} {sum(1 for _ in run)}" for seat, run in groupby(winners))


def _refused(sheet: Sheet, number: int, change: Consequences) -> str:
    """Return why a deal cannot be kept as it was said again, where the cause is in the rest of the partie."""
    rule = None if change.refusal is None else change.refusal.rule
    if rule is Rule.PARTIE_OVER and change.in_deal is not None:
        return (
            f"The partie would be over after deal {change.in_deal}, and deal {change.in_deal + 1} has been played. "
            "This cannot be kept."
        )
    if change.becomes_illegal is not None and change.in_deal not in (None, number):
        assert change.in_deal is not None
        words = statement_sentence(change.becomes_illegal, seat_names(sheet, change.in_deal))
        return f"“{words}” in deal {change.in_deal + 1} would no longer fit: {change.refused}. This cannot be kept."
    return f"This cannot be kept: {change.refused}."
