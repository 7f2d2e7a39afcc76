"""The count at the end: elder's tricks, who took the last, and the count as both say it.

What is opened is named by a pick: ``count``, and then elder's tricks, the winner of the last, the
points in play and the count that follows, as in ``count-7-E-13-72``. With ``recount`` in place of
``count``, the tricks that were entered are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..rules.deal import Deal, extend
from ..rules.legal import legal_play
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text
from ..rules.partie import by_player
from ..rules.play import possible_splits, splits_from
from ..rules.seats import Seat
from ..rules.sentences import Names, bonus_count_message
from ..rules.statements import Struck, TricksCounted, TrickTaken, effective
from .keys import CaptionText, ElseText, Key, KeyNote, Keys, KeySpoken, KeyText, Question, said

PLAY = "play"
COUNT = "count"
RECOUNT = "recount"
"""The picks that go on from the calls to the tricks, and to the count at the end;
and to one that leaves out the tricks that were entered.
"""

FEWEST_USUAL = 4
"""Elder leads, and seldom takes fewer tricks: keys for these are behind *Something else*."""

MOST_TRICKS = 9
"""The most numbers of tricks that one question asks for."""

MOST_COUNTS = 11
"""The most counts that are asked for together with who took the last trick:
with *Back*, as many keys as one question has.
"""

MOST_COUNTS_ACROSS = 6
"""The same where all of them are in the half of one player."""


class CountQuestion(Text):
    """What is asked about a quick count; *tricks* is how many elder took of them all."""

    TRICKS = "How many tricks did {elder} take?"
    LEAVES_OUT = "This leaves out the tricks that were entered. How many did {elder} take?"
    FIRST_RUN = "{elder} took {tricks:trick}. How many before {younger:’s} first?"
    LAST = "{elder} took {tricks:trick}. Who took the last?"
    COUNT = "{elder} took {tricks:trick}, the last to {last}. The count?"
    LAST_AND_COUNT = "{elder} took {tricks:trick}. The count?"


def _in_three_lines(keys: Sequence[Key]) -> Keys:
    """Return the counts with one winner of the last trick, in no more than three lines.

    Of many, those with words are wider, and first: else every line would be as high.
    """
    if len(keys) <= 4:
        return Keys(tuple(keys), min(2, len(keys)))
    if len(keys) <= 8:
        return Keys(tuple(keys), 3)
    return Keys(tuple(sorted(keys, key=lambda key: key.note is None)), 4)


def is_count(pick: str) -> bool:
    """Return whether a pick opens the count at the end."""
    opened, _, _ = pick.partition("-")
    return opened in (COUNT, RECOUNT)


@dataclass(frozen=True, slots=True)
class Final:
    """A count that both may say at the end, and the quick counts that make it.

    Attributes:
        ways: they differ in elder's first run alone, and in which tricks score, not in the totals.
        bonus: the line of the pique or repique that the play makes, if there is one.
    """

    last: Seat
    play: int
    score: tuple[int, ...]
    bonus: Line | None
    ways: tuple[TricksCounted, ...]


@dataclass(frozen=True)
class CountAtEnd:
    """A deal that is counted at its end, and the questions about it.

    Attributes:
        deal: with the tricks that were entered, which a count removes.
        elder: the player who is elder, from 0, on which the order of the columns depends.
        opened: the word of the pick, and what it has `chosen` so far.
        most: the most counts that are asked for together with who took the last trick.
    """

    deal: Deal
    names: Names
    elder: int
    opened: str
    chosen: tuple[str, ...]
    most: int = MOST_COUNTS

    @classmethod
    def of(cls, deal: Deal, names: Names, elder: int, pick: str) -> CountAtEnd:
        opened, *chosen = pick.split("-")
        return cls(deal, names, elder, opened, tuple(chosen))

    @cached_property
    def removed(self) -> tuple[Struck, ...]:
        """The corrections that take out the tricks that were entered."""
        return tuple(
            Struck(at)
            for at, each in reversed(effective(self.deal.log))
            if isinstance(each, TrickTaken)
        )

    @cached_property
    def uncounted(self) -> Deal:
        """The deal before its first trick."""
        return extend(self.deal, self.removed).deal if self.removed else self.deal

    @cached_property
    def taken(self) -> tuple[Seat, ...]:
        """The winners of the tricks with which a count agrees; none if it leaves them out."""
        if self.opened == RECOUNT:
            return ()
        return tuple(trick.winner for trick in self.deal.state.tricks)

    def question(self) -> Question | None:
        """Ask for what has not been chosen; `None` if no count has what has been."""
        if not self.chosen:
            return self._ask_for_tricks()
        finals = [each for each in self._finals() if self._is_chosen(each)]
        if not finals:
            return None
        if len(self.chosen) > 3 and len(finals[0].ways) > 1:
            return self._ask_for_first_run(finals[0])
        lasts = {each.last for each in finals}
        if len(lasts) > 1:
            by_last = {last: [each for each in finals if each.last is last] for last in lasts}
            settles = all(len(own) == 1 for own in by_last.values())
            has_bonus = any(each.bonus is not None for each in finals)
            usual = finals
            rare: list[Final] = []
            # the tricks that were entered are above the keys, and need the room of that key
            if len(finals) > self.most and not self.removed:
                rare = [max(own, key=lambda each: each.play) for own in by_last.values()]
                usual = [each for each in finals if each not in rare]
            if settles or has_bonus or len(usual) + bool(rare) > self.most:
                return self._ask_for_last(by_last)
            return self._ask_for_count(usual, rare)
        return self._ask_for_count(finals)

    # Each question

    def _ask_for_tricks(self) -> Question:
        hand = self.deal.rules.hand
        possible = list(range(hand + 1))
        if self.taken:
            possible = sorted({each.elder for each in splits_from(hand, self.taken)})
        usual = possible
        few: list[int] = []
        if len(possible) > MOST_TRICKS:
            usual = [each for each in possible if each >= FEWEST_USUAL]
            few = [each for each in possible if each < FEWEST_USUAL]
        rows = (Keys(tuple(map(self._tricks_key, usual)), min(3, len(usual))),)
        rare = []
        if few:
            keys = [replace(self._tricks_key(each), about=ElseText.FEW_TRICKS) for each in few]
            rare.append(Keys(tuple(keys), len(keys)))
        if self.taken:
            other = Key(KeyText.ANOTHER_COUNT(), pick=RECOUNT, about=ElseText.COUNT)
            rare.append(Keys((other,), 1))
        text = CountQuestion.TRICKS if self.opened == COUNT else CountQuestion.LEAVES_OUT
        heading = text(elder=self.names[Seat.ELDER])
        return Question(heading, rows, rare=tuple(rare), seat=Seat.ELDER)

    def _tricks_key(self, tricks: int) -> Key:
        """Return the key for a number of elder's tricks, which says all where they leave one count
        only.
        """
        label = KeyText.NUMBER(number=tricks)
        spoken = KeySpoken.TOOK(who=self.names[Seat.ELDER], tricks=tricks)
        # Between none and all of the tricks, at least who took the last is open
        finals = self._finals(tricks) if tricks in (0, self.deal.rules.hand) else []
        if len(finals) == 1 and len(finals[0].ways) == 1:
            words = self._recording(finals[0].ways[0])
            figures = KeyNote.COUNTS(figures=finals[0].score)
            return Key(label, words, spoken, note=figures, seat=Seat.ELDER)
        return Key(label, "", spoken, self._pick(tricks), seat=Seat.ELDER)

    def _ask_for_last(self, by_last: Mapping[Seat, Sequence[Final]]) -> Question:
        """Ask who took the last trick, alone: that settles the count, or there are too many."""
        tricks = int(self.chosen[0])
        keys = []
        for last, finals in sorted(by_last.items()):
            name = self.names[last]
            label = KeyText.NAME(who=name)
            spoken = KeySpoken.TOOK_LAST(who=name)
            if len(finals) == 1:
                key = self._recording_key(finals[0], label, spoken)
                key = replace(key, note=KeyNote.COUNTS(figures=finals[0].score))
            else:
                key = Key(label, pick=self._pick(tricks, last.letter), spoken=spoken)
            keys.append(replace(key, seat=last))
        heading = CountQuestion.LAST(elder=self.names[Seat.ELDER], tricks=tricks)
        return Question(heading, (Keys(tuple(keys), 2, big=True),))

    def _ask_for_count(self, finals: Sequence[Final], rare: Sequence[Final] = ()) -> Question:
        """Ask for the count, with both numbers that are said; a pique has its words.

        The *rare* ones are behind *Something else*: the highest with each winner of the last trick,
        for which every lead is lost.
        """
        tricks = int(self.chosen[0])
        elder = self.names[Seat.ELDER]
        lasts = sorted({each.last for each in finals})
        heading = CountQuestion.LAST_AND_COUNT(elder=elder, tricks=tricks)
        if len(lasts) == 1:
            heading = CountQuestion.COUNT(elder=elder, tricks=tricks, last=self.names[lasts[0]])
        return Question(
            heading,
            self._rows_of(finals),
            rare=self._rows_of(rare, ElseText.HIGH_COUNTS),
            seat=Seat.ELDER,
        )

    def _rows_of(self, finals: Sequence[Final], about: ElseText | None = None) -> tuple[Keys, ...]:
        """Return the keys of counts, those with one winner of the last trick in their column."""
        lasts = sorted({each.last for each in finals})
        rows = []
        for last in lasts:
            own = [self._final_key(each) for each in finals if each.last is last]
            keys = tuple(replace(key, about=about) for key in own)
            row = _in_three_lines(keys)
            if len(lasts) > 1:
                row = Keys(keys, min(2, len(keys)))
                caption = CaptionText.LAST_TRICK(last=self.names[last])
                column = (self.elder + last) % len(lasts) + 1
                row = replace(row, caption=caption, block=len(lasts), column=column)
            rows.append(row)
        rows.sort(key=lambda row: row.column)
        return tuple(rows)

    def _final_key(self, final: Final) -> Key:
        label = KeyText.FINAL(figures=final.score)
        spoken = KeySpoken.LAST_AND_COUNT(last=self.names[final.last], figures=final.score)
        key = self._recording_key(final, label, spoken)
        if final.bonus is not None:
            is_pique = final.bonus.kind is LineKind.PIQUE
            text = KeyNote.PIQUE if is_pique else KeyNote.REPIQUE
            key = replace(key, note=text(counted=bonus_count_message(final.bonus)))
        return key

    def _recording_key(self, final: Final, label: Message, spoken: Message) -> Key:
        """Return the key for a count; it records that, or opens elder's first run if several make
        it.
        """
        way = final.ways[0]
        if len(final.ways) == 1:
            return Key(label, self._recording(way), spoken)
        count = str(final.score[self.elder % len(final.score)])
        pick = self._pick(way.elder, way.last.letter, way.play, count)
        return Key(label, pick=pick, spoken=spoken)

    def _ask_for_first_run(self, final: Final) -> Question:
        keys = []
        for way in final.ways:
            assert way.first is not None
            label = KeyText.NUMBER(number=way.first)
            if way.first_most is not None:
                label = KeyText.NUMBERS(first=way.first, most=way.first_most)
            keys.append(Key(label, self._recording(way)))
        heading = CountQuestion.FIRST_RUN(
            elder=self.names[Seat.ELDER],
            tricks=final.ways[0].elder,
            younger=self.names[Seat.YOUNGER],
        )
        return Question(heading, (Keys(tuple(keys), min(5, len(keys))),), seat=Seat.ELDER)

    # The counts

    def _finals(self, tricks: int | None = None) -> list[Final]:
        """Return every count with so many of elder's *tricks*, or those chosen, that agrees with
        the tricks that were taken.
        """
        if tricks is None:
            tricks = (
                int(self.chosen[0]) if self.chosen[0].isascii() and self.chosen[0].isdigit() else -1
            )
        if not 0 <= tricks <= self.deal.rules.hand:
            return []
        found: dict[tuple[Seat, int, tuple[int, ...]], Final] = {}
        for way in self._ways(tricks):
            counted = extend(self.uncounted, (way,)).deal
            score = tuple(by_player(counted.rules, self.elder, counted.score))
            key = (way.last, way.play, score)
            bonus = next((line for line in counted.lines if line.kind in BONUSES), None)
            if bonus is not None and bonus in self.uncounted.lines:
                bonus = None
            earlier = found[key].ways if key in found else ()
            found[key] = Final(way.last, way.play, score, bonus, (*earlier, way))
        return [found[key] for key in sorted(found)]

    def _ways(self, tricks: int) -> Iterator[TricksCounted]:
        rules = self.deal.rules
        begun = splits_from(rules.hand, self.taken) if self.taken else None
        for way in legal_play(self.uncounted, tricks):
            if begun is None:
                yield way
                continue
            firsts = [each.first for each in possible_splits(rules, way) if each in begun]
            if firsts and way.first_most is not None:
                # what was entered of elder's first run is kept
                yield way.with_firsts(min(firsts), max(firsts))
            elif firsts:
                yield way

    def _is_chosen(self, final: Final) -> bool:
        """Return whether a count has the last trick, the play and the count that were chosen."""
        count = final.score[self.elder % len(final.score)]
        has = (final.last.letter, str(final.play), str(count))
        return has[: len(self.chosen) - 1] == self.chosen[1:]

    def _pick(self, *chosen: object) -> str:
        return "-".join((self.opened, *map(str, chosen)))

    def _recording(self, way: TricksCounted) -> str:
        """Return what records a count: it removes the tricks that were entered."""
        statements: Iterable[Struck | TricksCounted] = (*self.removed, way)
        return said(*statements)
