"""The correction of a deal: change a statement, remove it, or insert one that was left out."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile
from typing import Any

from flask import url_for

from ..rules.claims import CALLED, Category, PointClaim, SetClaim
from ..rules.deal import Deal
from ..rules.errors import NotationError
from ..rules.laws import Matter
from ..rules.legal import before, legal_next, replies_after
from ..rules.notation import parse_log
from ..rules.play import allows_quick_count
from ..rules.reasons import Rule
from ..rules.seats import Seat
from ..rules.sentences import Names
from ..rules.statements import (
    Answered,
    Asked,
    Bid,
    Called,
    Declined,
    Exchanged,
    HeadSaid,
    Inserted,
    Log,
    PipsSaid,
    Spoken,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    effective,
    in_order,
    statement_sentence,
)
from ..rules.words import number_words
from ..service.parties import Sheet
from ..service.what_if import Consequences, consequences
from .card import deal_title, open_deal, seat_names
from .findings import in_conflict
from .formatting import parse_number
from .keys import (
    CATEGORY_WORDS,
    Key,
    Keys,
    bid_rows,
    calling_rows,
    can_count,
    count_question,
    count_row,
    has_detail,
    said,
)

LONGEST = 2000
"""The most characters of statements in one tap."""

INSTEAD, INSERT = "instead", "insert"
"""What a page asks for: a statement instead of another, or one to insert before it."""

AUCTION, EXCHANGE, BLANK, ANSWER, PLAY, RARE = "auction", "exchange", "blank", "answer", "play", "rare"

TITLES = {
    AUCTION: "The auction",
    EXCHANGE: "The exchange",
    BLANK: "Carte blanche",
    ANSWER: "Questions and answers",
    PLAY: "The play",
    RARE: "Proof, penalties and over-calls",
}


_TOPICS = {
    Matter.AUCTION: AUCTION,
    Matter.EXCHANGE: EXCHANGE,
    Matter.CARTE_BLANCHE: BLANK,
    Matter.ANSWERS: ANSWER,
    Matter.PLAY: PLAY,
}


def topic_of(statement: Spoken) -> str:
    """Return the group of keys that offers *statement*; for a call, its seat and category."""
    if isinstance(statement, Called | Declined):
        category = statement.claim.category if isinstance(statement, Called) else statement.category
        return f"{statement.seat.letter}-{category.value}"
    return _TOPICS.get(statement.matters[-1], RARE)


StepLink = tuple[Key, str, bool]
"""A key, the address of the step of a correction to which it leads, and whether it is what is recorded."""

Choices = tuple[str, tuple[tuple[Keys, tuple[StepLink, ...]], ...], tuple[StepLink, ...]]
"""A heading, keys to choose from, row by row, and links to the other groups of keys."""


@dataclass
class _Correction:
    sheet: Sheet
    number: int
    change: Log

    def __post_init__(self) -> None:
        self.recorded = self.sheet.log(self.number)
        self.log = self.recorded + self.change
        self.names = seat_names(self.sheet, self.number)
        deal = open_deal(self.sheet, self.number)
        assert deal is not None, "a deal from totals has no log to correct"
        self.deal = deal

    @cached_property
    def current(self) -> dict[int, Spoken]:
        """The current statements of the corrected deal, in its order, by position."""
        return dict(effective(self.log))

    def words(self, statement: Statement) -> str:
        return f"“{statement_sentence(statement, self.names)}”"

    def before(self, position: int) -> Deal:
        return before(self.deal.rules, self.log, self.deal.setting, position)

    def instead(self, position: int, statement: Statement | None) -> str:
        """
        Return the correction with *statement* at *position*, or with none there.

        The replies to a call that goes are removed with it, and so are the
        replies to a question that was not asked.
        """
        was = self.current[position]
        gone: tuple[int, ...] = ()
        stays = isinstance(statement, Called) and isinstance(was, Called) and statement.seat is was.seat
        if (isinstance(was, Called) and not stays) or (isinstance(was, Asked) and isinstance(statement, Answered)):
            gone = replies_after(self.log, position)
        earlier = self.change
        if earlier and isinstance(earlier[-1], Struck) and earlier[-1].position == position:
            earlier = earlier[:-1]
        return said(*earlier, Struck(position, statement), *(Struck(each) for each in gone))

    def inserted(self, position: int, statement: Statement) -> str:
        """Return the correction with *statement* before *position*, or at the end of the deal."""
        new = Inserted(position, statement) if position in self.current else statement
        return said(*self.change, new)

    def without_all_from(self, position: int) -> str:
        rest = dropwhile(lambda each: each != position, self.current)
        return said(*self.change, *(Struck(each) for each in rest))

    def link(
        self, key: Key | str, position: int, change: str | None = None, *, now: bool = False, **query: str
    ) -> StepLink:
        """Return a link to another step of this correction, or of another *change*, at *position*."""
        change = said(*self.change) if change is None else change
        given: dict[str, Any] = {name: value for name, value in query.items() if value}
        if change:
            given |= {"change": change, "since": len(self.recorded)}
        given |= {"code": self.sheet.code, "number": self.number + 1, "statement": position + 1}
        return Key(key) if isinstance(key, str) else key, url_for("tables.statement", **given), now


Page = dict[str, Any]
"""The context of a step of a correction."""


def correction_page(sheet: Sheet, number: int, position: int, asked: Mapping[str, str]) -> Page | None:
    """
    Return a step of the correction of deal *number*; `None` if it is from totals, or its log has no such position.

    Args:
        position: in the corrected log; its length for the end of the deal.
        asked: in `change` the correction so far, as statements; in `since` the length of the log when it was begun;
            in `do` `INSTEAD`, `INSERT`, or nothing for the preview; in `pick` the keys that were opened.
    """
    if sheet.partie.record.deals[number].scores is not None:
        return None
    title = deal_title(sheet.partie, number)
    page: Page = {
        "sheet": sheet,
        "number": number + 1,
        "title": f"Correct {title[:1].lower()}{title[1:]}",
        "where": title,
        "form_key": secrets.token_urlsafe(12),
        **dict.fromkeys(("doubt", "changes", "cannot", "effect", "choices", "links", "corrected"), ()),
    }
    whole, change = page | {"where": sheet.heading}, asked.get("change", "")[:LONGEST]
    if change and asked.get("since", "") not in ("", str(len(sheet.log(number)))):
        return whole | {"cannot": "This deal has changed since you began. Begin the correction again."}
    try:
        correction = _Correction(sheet, number, parse_log(change, sheet.partie.record.rules))
    except NotationError as error:
        return whole | {"cannot": f"The correction cannot be read: {error.message}."}
    if correction.change and asked.get("do") not in (INSTEAD, INSERT):
        return whole | _preview(correction)
    return _choosing(page, correction, position, asked)


# Choosing a statement


def _choosing(page: Page, correction: _Correction, position: int, asked: Mapping[str, str]) -> Page | None:
    current, pick = correction.current, asked.get("pick", "")
    if asked.get("do") == INSERT and (position in current or position == len(correction.log)):
        title = "What was left out here?"
        where = page["where"]
        if position in current:
            where += f", before {correction.words(current[position])}"
        back = (correction.link("Back", position, do=INSTEAD),) if position in current else ()
        choices = _choices(correction, position, pick, None)
        return page | {"title": title, "where": where, "choices": choices, "links": back}
    if position not in current:
        return None
    was = current[position]
    remove = correction.link("Remove", position, correction.instead(position, None))
    left_out = correction.link("Something was left out here", position, do=INSERT)
    back = (correction.link("Back to the correction", position),) if correction.change else ()
    doubt = in_conflict(correction.sheet, correction.number, position) if not correction.change else ""
    return page | {
        "title": statement_sentence(was, correction.names),
        "where": f"{page['where']}, statement {list(current).index(position) + 1}",
        "doubt": doubt,
        "choices": _choices(correction, position, pick, was),
        "links": (remove, left_out, *back),
    }


def _choices(correction: _Correction, position: int, pick: str, was: Spoken | None) -> Choices:
    """Return keys of one group for a statement instead of *was* or before *position*, and links to the others."""
    earlier = correction.before(position)
    legal = legal_next(earlier)
    groups: dict[str, list[Spoken]] = {}
    for each in legal:
        groups.setdefault(topic_of(each), []).append(each)
    topic = _topic(pick)
    if topic not in groups:
        topic = pick = _default_topic(earlier, was)
    rows = _rows(correction, earlier, groups.get(topic, []), pick, was)
    do = INSERT if was is None else INSTEAD

    def link(key: Key) -> StepLink:
        if not key.said:
            return correction.link(key, position, now=_opens(key.pick, was), do=do, pick=key.pick)
        statement = parse_log(key.said, earlier.rules)[0]
        change = correction.inserted(position, statement) if was is None else correction.instead(position, statement)
        return correction.link(key, position, change, now=statement == was)

    others = tuple(
        correction.link(_title(each, correction.names), position, do=do, pick=each) for each in groups if each != topic
    )
    heading = "It should have been" if was is not None else _title(topic, correction.names)
    return heading, tuple((row, tuple(link(key) for key in row.keys)) for row in rows), others


def _opens(pick: str, was: Statement | None) -> bool:
    """Whether *pick* leads to the keys of the quick count *was*."""
    if not isinstance(was, TricksCounted):
        return False
    return f"count-{was.elder}-{was.last.letter}-{was.play}-".startswith(f"{pick}-")


def _topic(pick: str) -> str:
    if pick.startswith("count-"):
        return PLAY
    letter, _, detail = pick.partition(":")
    if not detail:
        return pick
    category = Category.POINT if detail.startswith("point") else Category.SEQUENCE
    return f"{letter}-{category.value}"


def _default_topic(earlier: Deal, was: Spoken | None) -> str:
    """Return the group that is open at first: that of the corrected statement, or the one with something missing."""
    if was is not None:
        return topic_of(was)
    if earlier.pending is not None:
        return ANSWER
    return RARE if earlier.is_over else PLAY if earlier.state.tricks else ""


def _title(topic: str, names: Names) -> str:
    for seat in Seat:
        for category in CALLED:
            if topic == f"{seat.letter}-{category.value}":
                return f"{names[seat]}: {CATEGORY_WORDS[category]}"
    return TITLES.get(topic, "")


def _rows(
    correction: _Correction, earlier: Deal, group: list[Spoken], pick: str, was: Statement | None
) -> tuple[Keys, ...]:
    names, topic = correction.names, _topic(pick)
    if topic == PLAY:
        return _play_rows(correction, earlier, group, pick, was)
    calls = [each for each in group if isinstance(each, Called)]
    rest = tuple(_key(each, names) for each in group if not isinstance(each, Called | Bid))
    rows = bid_rows(group, names)
    if calls:
        rows += calling_rows(calls, names[calls[0].seat], pick.partition(":")[2])
        rows += _detail_rows(calls, names, was) if ":" not in pick else ()
    if rest:
        columns = {RARE: 1, ANSWER: 3, EXCHANGE: min(6, len(rest))}.get(topic, 2)
        rows.append(Keys(rest, columns))
    return tuple(rows)


def _key(statement: Statement, names: Names) -> Key:
    """Return the key of a statement, without what the words above it say."""
    words = statement_sentence(statement, names)
    if isinstance(statement, Exchanged):
        return Key(str(statement.cards), said(statement), words)
    if isinstance(statement, TrickTaken):
        counting = "" if statement.tens is None else f", {number_words(statement.tens)} counting"
        return Key(names[statement.seat] + counting, said(statement), words)
    if isinstance(statement, Declined | Asked | Answered | PipsSaid | HeadSaid):
        words = words.partition(": ")[2].capitalize()
    return Key(words, said(statement))


def _detail_rows(calls: list[Called], names: Names, was: Statement | None) -> tuple[Keys, ...]:
    if not isinstance(was, Called) or isinstance(was.claim, SetClaim):
        return ()
    length, is_point = was.claim.length, isinstance(was.claim, PointClaim)
    alike = [each for each in calls if not isinstance(each.claim, SetClaim) and each.claim.length == length]
    detailed = [each for each in alike if has_detail(each)]
    if not detailed or detailed == alike:
        return ()
    (row,) = calling_rows(detailed, names[was.seat], f"{'point' if is_point else 'run'}-{length}")
    return (replace(row, caption=f"{number_words(length).capitalize()}, {'making' if is_point else 'to the'}"),)


def _play_rows(
    correction: _Correction, earlier: Deal, group: list[Spoken], pick: str, was: Statement | None
) -> tuple[Keys, ...]:
    names, rules = correction.names, earlier.rules
    counted = was if isinstance(was, TricksCounted) else None
    if pick.startswith("count-") and 0 <= parse_number(pick.split("-")[1]) <= rules.hand:
        asked = count_question(earlier, names, pick, correction.number)
        if asked is None:
            return (Keys((), 1, "So many tricks have no quick count. Enter the tricks one by one."),)
        return tuple(
            replace(row, caption=f"{asked.heading}. {row.caption}" if row.caption else asked.heading)
            for row in asked.rows
        )
    tricks = [each for each in group if isinstance(each, TrickTaken)]
    tricks.sort(key=lambda each: (correction.number + each.seat) % rules.players)
    takers = tuple(_key(each, names) for each in tricks)
    rest = tuple(_key(each, names) for each in group if not isinstance(each, TrickTaken))
    caption = "Trick to" if counted is None else "Or trick by trick: first trick to"
    rows = [Keys(takers, 2 if len(takers) < 3 else 3, caption)] if takers else []
    if takers and rules.players == 2 and can_count(rules) and not earlier.state.tricks and not any(earlier.state.short):
        count = count_row(rules, names[Seat.ELDER], f"{names[Seat.ELDER]}’s tricks")
        rows = [count, *rows] if counted is not None else [*rows, count]
    return (*rows, Keys(rest, 1)) if rest else tuple(rows)


# Previewing a correction


def _preview(correction: _Correction) -> Page:
    change = consequences(correction.sheet, correction.number, said(*correction.change))
    choices, links, cannot = _missing(correction, change)
    if not cannot and change.after is None:
        cannot = _refused(correction.sheet, correction.number, change)
    last = correction.change[-1]
    position = last.position if isinstance(last, Struck) else len(correction.log) - 1
    if not links and position in correction.current:
        links = (correction.link("Choose something else", position, do=INSTEAD),)
    return {
        "changes": tuple(_changes(correction)),
        "cannot": cannot,
        "effect": None if cannot else change,
        "names": correction.names,
        "change": said(*correction.change),
        "choices": choices,
        "links": links,
        "corrected": tuple(_corrected(correction)),
    }


Missing = tuple[Choices | None, tuple[StepLink, ...], str]
"""Keys and links that mend what does not fit, and why it cannot be kept; empty if the correction is complete."""


def _missing(correction: _Correction, change: Consequences) -> Missing:
    number, nothing = correction.number, (None, (), "")
    if change.after is not None:
        if not correction.sheet.is_closed or change.after.is_over:
            return nothing
        if change.after.deals[number].is_over:
            return None, (), "The partie would not be over: it would need another deal."
        return _no_result(correction)
    unfinished = change.refusal is not None and change.refusal.rule is Rule.DEAL_UNFINISHED
    if unfinished and change.in_deal == number + 1:
        return _no_result(correction)
    position = change.position
    if change.in_deal != number or position is None or position not in correction.current:
        return nothing
    earlier, culprit = correction.before(position), correction.current[position]
    links = [
        correction.link(f"Remove {correction.words(culprit)}", position, correction.instead(position, None)),
        correction.link("Correct it", position, do=INSTEAD),
    ]
    if position != next(reversed(correction.current)):
        links.append(
            correction.link("Remove it and everything after it", position, correction.without_all_from(position))
        )
    if earlier.pending is not None:
        called = correction.words(Called(Seat.ELDER, earlier.state.categories[earlier.pending].leading.claim))
        words = f"{called} has no answer before {correction.words(culprit)}. Enter it."
        return _choices(correction, position, ANSWER, None), tuple(links), words
    links.append(correction.link("Something was left out before it", position, do=INSERT))
    return None, tuple(links), f"{correction.words(culprit)} no longer fits: {change.refused}."


def _no_result(correction: _Correction) -> Missing:
    end = len(correction.log)
    earlier = correction.before(end)
    what = "the tricks" if earlier.state.tricks or not allows_quick_count(earlier.rules) else "the correct count"
    if earlier.pending is not None:
        what = "the answer"
    words = f"Deal {correction.number + 1} would have no result. Enter {what} instead."
    return _choices(correction, end, PLAY, None), (), words


def _changes(correction: _Correction) -> Iterator[str]:
    old, new = dict(effective(correction.recorded)), correction.current
    for position in in_order(correction.log):
        was, now = old.get(position), new.get(position)
        if was == now:
            continue
        if now is None:
            assert was is not None
            yield f"{correction.words(was)} is removed."
        elif was is None:
            yield f"{correction.words(now)} is inserted."
        else:
            yield f"{correction.words(was)} becomes {correction.words(now)}."


def _corrected(correction: _Correction) -> Iterator[StepLink]:
    for position, statement in correction.current.items():
        yield correction.link(statement_sentence(statement, correction.names), position, do=INSTEAD)
    yield correction.link("Something was left out at the end", len(correction.log), do=INSERT)


def _refused(sheet: Sheet, number: int, change: Consequences) -> str:
    """Return why a correction cannot be kept, where the cause is not in this deal."""
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
