"""The great moments of a partie: which of them a tap has made, and the words that announce it.

They are a carte blanche, a pique, a repique, a capot, the Rubicon crossed or missed by the last
trick, and a partie won by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.deal import Deal, extend
from ..rules.messages import Message, Text
from ..rules.partie import FinishedPartie, by_player
from ..rules.play import TrickTaken
from ..rules.sentences import Counting
from ..rules.statements import Inserted, Statement, Struck
from .card import KEPT, before_tap, count_of, counts_aloud, live_taps
from .great_lines import OF_LINES, MomentKind, great_lines
from .recording import DISPUTE, Sheet


class MomentText(Text):
    """What announces a moment, and the figures below that.

    It claims that the last tap made it: a bonus by its line, and at the end of a partie the points
    of the loser, or those of both.
    """

    WON_BY_ONE = "{who} wins by one"
    RUBICON_MISSED = "{who} does not cross the Rubicon"
    RUBICON_CROSSED = "{who} crosses the Rubicon"
    REPIQUE = "Repique"
    CAPOT = "Capot"
    PIQUE = "Pique"
    CARTE_BLANCHE = "Carte blanche"
    COUNTED = "“{counted}”"
    TOTALS = "{figures:–}"
    SHORT = "{points}, {left:words} short"
    IN_ALL = "{points} in all"


RECENT = 4
"""How many taps ago a moment may be: a phone that watches asks every few seconds, and players may
have gone on meanwhile.
"""

WITHIN_REACH = 60
"""About the most that a good deal makes: what lacks more is not missed by the last tap."""

MOST_ROWS = 100_000
"""More rows than a deal ever has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment that a recent tap has made.

    Attributes:
        at: when, by `progress`: a page that has shown as much shows it no more.
        side: whose count runs up, from 0 in the order of the sides.
        before: the count of that side in the deal before the tap.
        words: what it is, with its `figures` as they are said or written.
        also: what the same tap made besides, the greater first.
    """

    kind: MomentKind
    at: int
    side: int
    before: int
    words: Message
    figures: Message
    also: tuple[Message, ...] = ()


def progress(sheet: Sheet, number: int) -> int:
    """Return how far a sheet has come in deal *number*, from 0; it only grows."""
    return number * MOST_ROWS + sheet.recorded(number)


def latest_moment(sheet: Sheet, number: int) -> Moment | None:
    """Return the moment of deal *number*, from 0, that one of its last taps has made; `None` if
    none has, or was taken back.

    A correction makes none, nor does what a file brings.
    """
    if sheet.recorded(number) == 0:
        return None
    deal = sheet.deal(number)
    if deal is None:
        return _of_totals(sheet, number)
    ended = bool(_parties_ended(sheet, number))
    great = great_lines(deal)
    if not ended and not great:
        return None
    forms = sheet.forms(number)
    taps = live_taps(deal.log, forms)[-RECENT:]
    is_old = taps and great == great_lines(before_tap(sheet, deal, taps[0]))
    if is_old and not ended:  # which all taps that follow a moment ask
        return None
    after = deal
    for tap in reversed(taps):
        before = before_tap(sheet, deal, tap)
        form = forms[tap[-1]]
        last = deal.log[tap[-1]]
        if not _corrects(form, last):
            made = _Tap(sheet, number, before, after, last)
            moment = made.moment(_row_of(sheet, number, form))
            if moment is not None:
                return moment
        after = before
    return None


def _parties_ended(sheet: Sheet, number: int) -> list[FinishedPartie]:
    """Return the partie that ended with deal *number*, if one did."""
    return [each for each in sheet.partie.finished if each.after == number]


def _corrects(form: str, last: Statement) -> bool:
    """Return whether a tap corrects something, by its idempotency key and its last statement."""
    return form.startswith((KEPT, DISPUTE)) or isinstance(last, Struck | Inserted)


def _of_totals(sheet: Sheet, number: int) -> Moment | None:
    """Return the moment that the totals of a deal have made, if they are the last that was said."""
    row = sheet.recorded(number)
    form = sheet.taps[number][-1]
    if form.startswith((KEPT, DISPUTE)) or form in sheet.seatings:
        return None
    return _Tap(sheet, number, None, None, None).moment(number * MOST_ROWS + row)


def _row_of(sheet: Sheet, number: int, form: str) -> int:
    """Return the progress of a sheet with the last row that has this idempotency key."""
    rows = sheet.taps[number]
    return number * MOST_ROWS + len(rows) - rows[::-1].index(form)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """One of the things that a tap has made."""

    kind: MomentKind
    side: int
    words: Message
    figures: Message


@dataclass(frozen=True, slots=True)
class _Tap:
    """A tap: its deal *before* it and *after* it, which are not known of totals, and the *last*
    statement that it recorded.
    """

    sheet: Sheet
    number: int
    before: Deal | None
    after: Deal | None
    last: Statement | None

    def moment(self, at: int) -> Moment | None:
        """Return the moment that the tap made, *at* a progress of the sheet."""
        found = sorted((*self._by_lines(), *self._at_the_end()), key=lambda each: each.kind)
        if not found:
            return None
        greatest, *others = found
        return Moment(
            kind=greatest.kind,
            at=at,
            side=greatest.side,
            before=self._points(self.before)[greatest.side],
            words=greatest.words,
            figures=greatest.figures,
            also=tuple(each.words for each in others),
        )

    def _by_lines(self) -> Iterator[_Found]:
        """Yield what new lines of the deal are."""
        before = self.before
        after = self.after
        if before is None or after is None:
            return
        rules = after.rules
        counts = counts_aloud(after, before)
        elder = self.sheet.elder(self.number)
        for seat, line_kind in great_lines(after) - great_lines(before):
            kind = OF_LINES[line_kind]
            first = rules.seats[rules.side_of[seat]]
            same = Counting.COUNT(count=count_of(after, first))  # the tap took as much away
            yield _Found(
                kind=kind,
                side=(elder + seat) % rules.sides,
                words=MomentText[kind.name](),
                figures=MomentText.COUNTED(counted=counts.get(first, same)),
            )

    def _at_the_end(self) -> Iterator[_Found]:
        """Yield what the end of a partie is, if the tap ended one."""
        finished = self._finished()
        if finished is None or finished.settlement.winner is None:
            return
        sides = self.sheet.sides
        winner = finished.settlement.winner
        low, high = sorted(finished.totals)[-2:]
        if high - low == 1:
            yield _Found(
                kind=MomentKind.WON_BY_ONE,
                side=winner,
                words=MomentText.WON_BY_ONE(who=sides[winner]),
                figures=MomentText.TOTALS(figures=(high, low)),
            )
        rubicon = self.sheet.partie.record.rules.rubicon
        if rubicon is None:
            return
        loser = 1 - winner
        if finished.settlement.rubicon and self._decides(loser, rubicon):
            yield _Found(
                kind=MomentKind.RUBICON_MISSED,
                side=loser,
                words=MomentText.RUBICON_MISSED(who=sides[loser]),
                figures=MomentText.SHORT(points=low, left=rubicon - low),
            )
        elif not finished.settlement.rubicon and self._total(self.before, loser) < rubicon:
            yield _Found(
                kind=MomentKind.RUBICON_CROSSED,
                side=loser,
                words=MomentText.RUBICON_CROSSED(who=sides[loser]),
                figures=MomentText.IN_ALL(points=low),
            )

    def _finished(self) -> FinishedPartie | None:
        """Return the partie that the tap ended."""
        was_over = self.before is not None and self.before.is_over
        is_over = self.after is None or self.after.is_over
        if was_over or not is_over:
            return None
        return next(iter(_parties_ended(self.sheet, self.number)), None)

    def _decides(self, loser: int, rubicon: int) -> bool:
        """Return whether the *loser* would have crossed the Rubicon with another last tap.

        A count and totals have the whole play in them, so they decide it unless even a good deal
        would have been too little; a trick does if the loser would have crossed by winning it.
        """
        last = self.last
        if not isinstance(last, TrickTaken) or self.before is None:
            return self._total(self.before, loser) + WITHIN_REACH >= rubicon
        rules = self.before.rules
        elder = self.sheet.elder(self.number)
        own = [seat for seat in rules.seats if (elder + seat) % rules.sides == loser]
        if last.seat in own:
            return False
        other = extend(self.before, (TrickTaken(own[0], last.tens),)).deal
        return self._total(other, loser) >= rubicon

    def _total(self, deal: Deal | None, side: int) -> int:
        """Return the total of a side with its points in *deal*."""
        scored = self.sheet.partie.deals[self.number]
        begun = scored.totals[side] - scored.points[side] * scored.weight
        return begun + self._points(deal)[side] * scored.weight

    def _points(self, deal: Deal | None) -> tuple[int, ...]:
        """Return the points of each side in *deal*; none before totals are known."""
        rules = self.sheet.partie.record.rules
        if deal is None:
            return (0,) * rules.sides
        return by_player(rules, self.sheet.elder(self.number), deal.score)
