"""The dialogue of a deal: which question comes next, and the keys that may answer it.

Every key is a statement that `legal_next` allows; this module knows no rule of the game. It knows
the order in which people speak, and how few keys to show at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby, product
from typing import TypeAlias

from ..rules.claims import CALLED, Category, SequenceClaim
from ..rules.deal import Deal, Phase, extend
from ..rules.deal_state import CallStatus
from ..rules.legal import legal_calls, legal_next, legal_of
from ..rules.messages import Message
from ..rules.scoring import race_awaits
from ..rules.seats import TWO, Seat
from ..rules.sentences import Names, bid_message
from ..rules.statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Conceded,
    Declined,
    Exchanged,
    HeadSaid,
    PipsSaid,
    Statement,
    TricksCounted,
    TrickTaken,
    effective,
    format_statement,
)
from .counting import COUNT, MOST_COUNTS_ACROSS, PLAY, CountAtEnd, is_count
from .keys import (
    CaptionText,
    ElseText,
    Key,
    KeyNote,
    Keys,
    KeySpoken,
    KeyText,
    Question,
    bid_rows,
    calling_rows,
    can_count,
    count_after,
    is_rare,
    said,
    several_tierces,
)
from .questions import ANSWERS, BID_BEFORE, CALLS_OF, GOOD_CALL, QuestionText

SeatAndCategory: TypeAlias = tuple[Seat, Category]
"""Who may call, and what."""

CALLS = "calls"
MORE = "more"
"""The picks that go on to younger's calls, and the end of that with what else may be said."""

MOST_LESSER = 6
"""The most keys for another sequence that stand beside what else may be said."""

USUAL_SEQUENCES = 2
"""The most sequences that a player calls, but for tierces beside a point of three."""

MOST_NUMBERS = 6
"""The most numbers of cards that a row of keys has room for."""

ON = "on"
"""The pick that goes on to one category of a player's good calls."""


def question(
    deal: Deal,
    names: Names,
    pick: str = "",
    *,
    elder: int = 0,
    good: bool = False,
    counts: bool = False,
    across: bool = False,
) -> Question | None:
    """Return what to ask next in *deal*; `None` when it is over.

    *pick* names the keys that were opened and have recorded nothing yet, as `Key.pick` does.
    *elder* is the player who is elder, from 0, on which the order of the columns depends. With
    *good*, two players say only their good calls, unless the deal has begun with the exchange: then
    every call is said. With *counts*, they count the tricks at the end, unless they have begun to
    enter them. With *across*, the phone lies between the two, so a question has half of it.
    """
    if deal.is_over:
        return None
    good = good and not deal.state.has_every_call
    shown = pick.removesuffix(MORE).removesuffix("-")
    dialogue = _Dialogue(
        deal=deal,
        names=names,
        pick=shown,
        first=elder,
        good=good,
        counts=counts or good,
        across=across,
    )
    asked = dialogue.opened_calls() or dialogue.next_question()
    if asked.rare and shown != pick:
        asked = dialogue.something_else(asked)
    else:
        asked = dialogue.with_rest(asked, pick)
    return _in_columns(asked, elder, deal.rules.players)


def keys_of(asked: Question) -> tuple[Key, ...]:
    back = () if asked.back is None else (asked.back,)
    return (*(key for row in asked.rows for key in row.keys), *asked.quiet, *back)


def opening(deal: Deal, names: Names, said: Statement, *, elder: int) -> str:
    """Return the `pick` that shows a key for a statement, wherever in the dialogue its place is."""
    if isinstance(said, TricksCounted):
        return f"{COUNT}-{said.elder}"
    if isinstance(said, TrickTaken):
        return PLAY
    called = f"{said.seat.letter}-{said.claim.category.value}" if isinstance(said, Called) else ""
    return pick_that_says(deal, names, format_statement(said), elder=elder) or called


def other_keys(deal: Deal, names: Names) -> list[Key]:
    """Return keys that open every call that may be made, and the play."""
    dialogue = _Dialogue(deal, names, "", 0)
    further = dialogue.further_keys(dialogue.offers)
    keys = [replace(key, label=key.spoken or key.label) for key in further]
    if dialogue.takers:
        keys.append(Key(KeyText.THE_TRICKS(), pick=PLAY))
        if can_count(deal) and not deal.state.tricks:
            keys.append(Key(KeyText.COUNT_OF_TRICKS(), pick=COUNT))
    return keys


def pick_that_says(
    deal: Deal,
    names: Names,
    words: str,
    *,
    elder: int,
    good: bool = False,
    counts: bool = False,
) -> str:
    """Return the `pick` with a key for *words*, the fewest taps away.

    It is empty where the key is on the page without a pick, or on none.
    """
    opened = [""]
    for pick in opened:  # this grows as further picks are found
        asked = question(deal, names, pick, elder=elder, good=good, counts=counts)
        keys = () if asked is None else keys_of(asked)
        if any(key.said == words for key in keys):
            return pick
        opened += [key.pick for key in keys if key.pick not in ("", *opened)]
    return ""


def _in_columns(asked: Question, elder: int, players: int) -> Question:
    """Return *asked* with each player's key in that player's column, which is the same in every
    deal.

    Keys come in the order of the seats, and elder is player number *elder* of the header.
    """

    def column(key: Key) -> int:
        return (elder + (key.seat or 0)) % players

    def arranged(row: Keys) -> Keys:
        owned = sorted((key for key in row.keys if key.seat is not None), key=column)
        if not owned:
            return row
        ordered = iter(owned)
        return replace(
            row, keys=tuple(key if key.seat is None else next(ordered) for key in row.keys)
        )

    return replace(asked, rows=tuple(map(arranged, asked.rows)))


@dataclass(frozen=True)
class _Dialogue:
    """A deal, and the questions of the dialogue;
    each method asks one, or returns `None` where it does not arise.

    Attributes:
        pick: the keys that were opened, without `MORE`.
        first: the player who is elder, from 0.
        good: two players say only their good calls.
        counts: they count the tricks at the end.
        across: the phone lies between them.
    """

    deal: Deal
    names: Names
    pick: str
    first: int
    good: bool = False
    counts: bool = False
    across: bool = False

    @cached_property
    def offered(self) -> Callable[[Seat, Category], tuple[Called, ...]]:
        """What returns the calls that a seat may make in a category."""

        @cache
        def calls(seat: Seat, category: Category) -> tuple[Called, ...]:
            return legal_calls(self.deal, seat, category)

        return calls

    @cached_property
    def offers(self) -> dict[SeatAndCategory, tuple[Called, ...]]:
        every = {called: self.offered(*called) for called in product(self.deal.rules.seats, CALLED)}
        return {called: calls for called, calls in every.items() if calls}

    @cached_property
    def declines(self) -> dict[SeatAndCategory, Declined]:
        """The statements that a race in hand awaits:
        a seat has nothing, or nothing more, in a category.
        """
        awaited = race_awaits(self.deal.state)
        legal = legal_of(self.deal, Declined) if awaited else ()
        declines = {(each.seat, each.category): each for each in legal}
        return {called: declines[called] for called in awaited if called in declines}

    @cached_property
    def takers(self) -> tuple[TrickTaken, ...]:
        return legal_of(self.deal, TrickTaken)

    # Which question comes next

    def steps(self) -> tuple[Callable[[], Question | None], ...]:
        """Return the questions in the order in which people speak; the last asks for the tricks."""
        if self.deal.rules.players > 2:
            return self.dealer_exchange, self.round_calls, self.round_tricks
        if self.good and not self.declines:
            return self.bidding, self.pending, self.good_calls, self.play
        return (
            self.bidding,
            self.exchange,
            self.pending,
            self.elder,
            self.elders_other,
            self.youngers_calls,
            self.play,
        )

    def next_question(self) -> Question:
        steps = self.steps()
        opened, _, _ = self.pick.partition("-")
        if (opened == PLAY or is_count(self.pick)) and self.takers:
            steps = steps[-1:]
        elif opened == CALLS and not self.declines and self.youngers_calls in steps:
            steps = steps[-2:]
        return next(asked for step in steps if (asked := step()) is not None)

    def something_else(self, asked: Question) -> Question:
        """Return what else may be said than what is *asked*, in its place."""
        back = Key(KeyText.BACK(), pick=self.pick or "all")
        return Question(QuestionText.SOMETHING_ELSE(), asked.rare, seat=asked.seat, back=back)

    def with_rest(self, asked: Question, pick: str) -> Question:
        """Return what is *asked* with the key that opens what else may be said, if there is
        anything; it says what kinds.
        """
        # A carte rouge scores where it occurs, so it is offered as soon as every card of a hand has
        # scored
        rouge = self.blocks(self.rouge_keys(), 1)
        quiet = asked.quiet
        if asked.rare:
            kinds = [key.about or ElseText.CALL for row in asked.rare for key in row.keys]
            among = KeyNote.AMONG(statements=tuple(kind() for kind in dict.fromkeys(kinds)))
            opens = f"{pick}-{MORE}".lstrip("-")
            label = KeyText.SOMETHING_ELSE()
            quiet = (*quiet, Key(label, pick=opens, spoken=label, note=among))
        return replace(asked, rows=(*rouge, *asked.rows), quiet=quiet, rare=())

    def rest(self, keys: Iterable[Key]) -> tuple[Keys, ...]:
        """Return rows for what else may be said: each player's keys under their name, and then
        those of nobody.
        """
        keys = tuple(keys)
        rows = self.blocks(keys, 1)
        shared = tuple(key for key in keys if key.seat is None)
        if shared:
            rows.append(Keys(shared, min(2, len(shared))))
        return tuple(rows)

    # Keys

    def calls(self, called: SeatAndCategory) -> tuple[Keys, ...]:
        usual = [each for each in self.offered(*called) if not is_rare(each)]
        return self.rows_of(usual) if usual else ()

    def rows_of(self, calls: Sequence[Called], pick: str = "") -> tuple[Keys, ...]:
        """Return the keys of *calls* of one seat and category;
        of elder's good calls, each with its answer.
        """
        seat = calls[0].seat
        category = calls[0].claim.category
        rows = calling_rows(calls, self.names[seat], pick)
        if (
            not self.good
            or seat is not Seat.ELDER
            or self.deal.state.categories[category].status is not CallStatus.OPEN
        ):
            return rows
        answer = said(Answered(Seat.YOUNGER, Answer.GOOD))

        def answered(key: Key) -> Key:
            return replace(key, said=f"{key.said}; {answer}") if key.said else key

        return tuple(replace(row, keys=tuple(map(answered, row.keys))) for row in rows)

    def rare_calls(self, called: SeatAndCategory) -> list[Key]:
        """Return keys for the points that are too short to be usual, in their caller's column.

        Only somebody who sinks calls one, so none is among the good calls.
        """
        if self.good:
            return []
        seat, _ = called
        rare = [each for each in self.offered(*called) if is_rare(each)]
        keys = []
        for length, calls in groupby(rare, key=lambda each: each.claim.length):
            label = KeyText.SHORT_POINT(length=length)
            for row in self.rows_of([*calls]):
                keys += [
                    replace(key, label=label, seat=seat, about=ElseText.SHORT_POINT)
                    for key in row.keys
                ]
        return keys

    def blocks(self, keys: Iterable[Key], columns: int) -> list[Keys]:
        """Return the *keys* of each player, so many beside each other,
        below the name in that player's column.
        """
        players = self.deal.rules.players
        owned = [key for key in keys if key.seat is not None]
        side_by_side = 3 if players == 3 else 2
        rows = []
        for column in range(players):
            seat = Seat((column - self.first) % players)
            own = tuple(key for key in owned if key.seat is seat)
            if own:
                at = column % side_by_side + 1
                side = CaptionText.NAME(who=self.names[seat])
                rows.append(Keys(own, columns, side=side, block=side_by_side, column=at))
        return rows

    def calls_heading(self, seat: Seat, category: Category) -> Message:
        if self.deal.state.categories[category].entries[seat]:
            return QuestionText.CALLS_ANOTHER(who=self.names[seat], category=category)
        return CALLS_OF[category](who=self.names[seat])

    def rouge_keys(self) -> list[Key]:
        return [
            Key(
                KeyText.CARTE_ROUGE(),
                said(each),
                KeySpoken.SHOWS_ROUGE(who=self.names[each.seat]),
                seat=each.seat,
            )
            for each in legal_of(self.deal, CarteRougeShown)
        ]

    def blank_keys(self) -> tuple[Key, ...]:
        return tuple(
            Key(
                KeyText.CARTE_BLANCHE(),
                said(each),
                KeySpoken.SHOWS_BLANK(who=self.names[each.seat]),
                seat=each.seat,
                about=ElseText.CARTE_BLANCHE,
            )
            for each in legal_of(self.deal, CarteBlancheShown)
        )

    def further_keys(self, called: Iterable[SeatAndCategory]) -> list[Key]:
        """Return keys that open further calls, in the column of whoever makes them."""
        keys = []
        for seat, category in called:
            who = self.names[seat]
            about = ElseText.CALL
            if category is Category.POINT:
                label = KeyText.THE_POINT()
                spoken = KeySpoken.THE_POINT(who=who)
            elif self.deal.state.categories[category].entries[seat]:
                label = KeyText.ANOTHER(category=category)
                spoken = KeySpoken.ANOTHER(who=who, category=category)
                is_set = category is Category.SET
                about = ElseText.ANOTHER_SET if is_set else ElseText.ANOTHER_SEQUENCE
            else:
                label = KeyText.ONE_OF_CLASS(category=category)
                spoken = KeySpoken.ONE_OF_CLASS(who=who, category=category)
            pick = f"{seat.letter}-{category.value}"
            keys.append(Key(label, pick=pick, spoken=spoken, seat=seat, about=about))
        return keys

    def lesser_sequences(self, seat: Seat) -> tuple[Keys, ...]:
        """Return keys for the sequences of a player that are no longer than the one called, if
        these are few enough.

        With a point of three the hand has three cards of each suit, so there may be several more
        tierces.
        """
        called = self.deal.state.categories[Category.SEQUENCE].entries[seat]
        calls = self.offered(seat, Category.SEQUENCE)
        if not called or not calls or not self.deal.state.has_room(seat, Category.SEQUENCE):
            return ()
        longest = max(each.claim.length for each in called)
        lesser = [
            each
            for each in calls
            if isinstance(each.claim, SequenceClaim) and each.claim.length <= longest
        ]
        rows = self.rows_of(lesser) if lesser else ()
        about = ElseText.ANOTHER_SEQUENCE
        keys = [replace(key, seat=seat, about=about) for row in rows for key in row.keys]
        if len(keys) == 1:
            keys += several_tierces(self.deal, seat, keys[0])
        if not 1 <= len(keys) <= MOST_LESSER:
            return ()
        caption = CaptionText.ANOTHER_SEQUENCE(who=self.names[seat])
        return (Keys(tuple(keys), min(3, len(keys)), caption),)

    def decline_keys(self, declines: dict[SeatAndCategory, Declined]) -> Keys:
        """Return the keys that decide a race in hand, as *No more sequences*;
        they come first, as the usual answer.
        """
        keys = []
        for (seat, category), decline in declines.items():
            who = self.names[seat]
            label = KeyText.NONE_OF_CLASS(category=category)
            spoken = KeySpoken.HAS_NONE(who=who, category=category)
            if decline.more:
                label = KeyText.NO_MORE_OF_CLASS(category=category)
                spoken = KeySpoken.HAS_NO_MORE(who=who, category=category)
            keys.append(Key(label, said(decline), spoken))
        return Keys(tuple(keys), min(len(keys), 3))

    def opened_calls(self) -> Question | None:
        """Ask for the calls of the one seat and category in the pick,
        or for the pips or heads of one length.
        """
        back = Key(KeyText.BACK(), pick="all")
        for (seat, category), calls in (self.offers if self.pick else {}).items():
            name = self.names[seat]
            if self.pick == f"{seat.letter}-{category.value}":
                heading = CALLS_OF[category](who=name)
                meant = [each for each in calls if not (self.good and is_rare(each))]
                return Question(heading, self.rows_of(meant or calls), seat=seat, back=back)
            letter, _, length = self.pick.partition(":")
            if letter == seat.letter and length:
                rows = self.rows_of(calls, length)
                if rows and all(key.said for key in rows[0].keys):
                    is_point = category is Category.POINT
                    asked = QuestionText.POINT_MAKES if is_point else QuestionText.RUN_HIGH
                    return Question(asked(who=name), rows, seat=seat, back=back)
        return None

    def trick_key(self, taken: TrickTaken) -> Key:
        name = self.names[taken.seat]
        label = KeyText.NAME(who=name)
        spoken = KeySpoken.TAKES(who=name)
        if taken.tens is not None:
            label = KeyText.NUMBER(number=taken.tens)
            spoken = KeySpoken.TAKES_COUNTING(who=name, cards=taken.tens)
        return Key(
            label,
            said(taken),
            spoken,
            note=count_after(self.deal, taken, self.first),
            seat=taken.seat,
        )

    # The auction, the exchange and elder's calls

    def bidding(self) -> Question | None:
        if self.deal.phase is not Phase.AUCTION:
            return None
        rows = bid_rows(legal_of(self.deal, Bid), self.names)
        answers = {type(each): each for each in legal_next(self.deal, tuple(ANSWERS))}
        keys = tuple(
            Key(text(), said(answers[kind])) for kind, text in ANSWERS.items() if kind in answers
        )
        rows.append(Keys(keys, len(keys)))
        turn = self.deal.state.auction.turn
        rare = self.rest(self.blank_keys())
        return Question(self.bidding_heading(), tuple(rows), rare=rare, seat=turn)

    def bidding_heading(self) -> Message:
        auction = self.deal.state.auction
        name = self.names[auction.turn]
        if auction.bid is not None:
            return BID_BEFORE[auction.doubled](
                other=self.names[auction.bid.seat], bid=bid_message(auction.bid), who=name
            )
        if auction.passed is not None:
            return QuestionText.BIDS_AFTER_PASS(other=self.names[auction.passed], who=name)
        if auction.thrown_in:
            return QuestionText.BIDS_AGAIN(who=name)
        return QuestionText.BIDS(who=name)

    def exchange(self) -> Question | None:
        options = () if self.deal.state.play_begun else legal_of(self.deal, Exchanged)
        if not options:
            return None
        deal = self.deal
        seat = options[0].seat
        name = self.names[seat]
        rows = []
        if seat is Seat.ELDER:
            most = max(each.cards for each in options)
            then = extend(deal, (Exchanged(Seat.ELDER, most),)).deal
            rest = max(each.cards for each in legal_of(then, Exchanged))
            usual = KeyText.BOTH_EXCHANGE(first=most, number=rest)
            both = said(Exchanged(Seat.ELDER, most), Exchanged(Seat.YOUNGER, rest))
            rows.append(Keys((Key(usual, both, main=True),), 1))
        numbers = self.exchange_keys(options)
        heading = QuestionText.EXCHANGES(who=name)
        caption = None
        if seat is Seat.ELDER:
            heading = QuestionText.EXCHANGE()
            caption = CaptionText.EXCHANGES(who=name)
        rows.append(Keys(numbers, min(len(numbers), MOST_NUMBERS), caption))
        # with a row more of numbers, the page has no room for what is rarest
        blank = self.blank_keys()
        if len(numbers) > MOST_NUMBERS:
            return Question(heading, tuple(rows), rare=self.rest(blank), seat=seat)
        return Question(heading, (*rows, *self.blocks(blank, 1)), seat=seat)

    def exchange_keys(self, options: Iterable[Exchanged]) -> tuple[Key, ...]:
        return tuple(
            Key(
                KeyText.NUMBER(number=each.cards),
                said(each),
                KeySpoken.EXCHANGES(who=self.names[each.seat], cards=each.cards),
            )
            for each in options
        )

    def pending(self) -> Question | None:
        deal = self.deal
        if deal.pending is None:
            return None
        elder = self.names[Seat.ELDER]
        younger = self.names[Seat.YOUNGER]
        claim = deal.state.categories[deal.pending].leading.claim
        heads = tuple(
            Key(
                KeyText.LETTER(top=each.top),
                said(each),
                KeySpoken.TO(top=each.top),
                seat=Seat.ELDER,
            )
            for each in reversed(legal_of(deal, HeadSaid))
        )
        if deal.state.categories[deal.pending].status is CallStatus.ASKED:
            if deal.pending is Category.POINT:
                pips = legal_of(deal, PipsSaid)
                keys = tuple(
                    Key(
                        KeyText.NUMBER(number=each.pips),
                        said(each),
                        KeySpoken.MAKING(pips=each.pips),
                    )
                    for each in pips
                )
                heading = QuestionText.MAKES(elder=elder, claim=claim)
                return Question(heading, (Keys(keys, 4),), seat=Seat.ELDER)
            heading = QuestionText.IS_TO(elder=elder, claim=claim)
            return Question(heading, (Keys(heads, 4),), seat=Seat.ELDER)
        answers = {each.answer: each for each in legal_of(deal, Answered)}
        asks = legal_of(deal, Asked)
        answer_keys = [
            Key(KeyText.GOOD(), said(answers[Answer.GOOD])),
            Key(KeyText.NOT_GOOD(), said(answers[Answer.NOT_GOOD])),
        ]
        if asks:
            is_point = deal.pending is Category.POINT
            label = KeyText.HOW_MANY() if is_point else KeyText.HOW_HIGH()
            answer_keys.append(Key(label, said(asks[0])))
        elif Answer.EQUAL in answers:
            answer_keys.append(Key(KeyText.EQUAL(), said(answers[Answer.EQUAL])))
        rows = [Keys(tuple(answer_keys), len(answer_keys))]
        if heads:
            rows.append(Keys(heads, min(len(heads), 6), CaptionText.OR_ADDS(elder=elder)))
        heading = QuestionText.ANSWER(elder=elder, claim=claim, younger=younger)
        return Question(heading, tuple(rows), seat=Seat.YOUNGER)

    def elder(self) -> Question | None:
        """Ask for elder's next category: the point, sequences, then sets."""
        state = self.deal.state
        seat = Seat.ELDER
        if state.younger_called or state.play_begun:
            return None
        if any(awaited is seat for awaited, _ in self.declines):
            return None  # a race hangs on elder's next word
        for category in CALLED:
            is_open = state.categories[category].status is CallStatus.OPEN
            calls = self.offered(seat, category)
            if not is_open or not calls or not state.has_room(seat, category):
                continue
            rows = list(self.calls((seat, category)))
            no = Declined(seat, category)
            if no in legal_of(self.deal, Declined):
                none = Key(KeyText.NONE_OF_CLASS(category=category), said(no))
                rows.append(Keys((none,), 1))
            good = [each for each in CALLED if state.categories[each].status is CallStatus.GOOD]
            besides = [(seat, each) for each in good if self.offered(seat, each)]
            rare = self.else_of([(seat, category)], besides)
            return Question(self.calls_heading(seat, category), tuple(rows), rare=rare, seat=seat)
        return None

    def else_of(
        self, shown: Collection[SeatAndCategory], besides: Iterable[SeatAndCategory]
    ) -> tuple[Keys, ...]:
        """Return what else may be said than the calls that are *shown*: those *besides*, carte
        blanche, and the end of the deal by conceding.

        Another sequence comes first: it is said in one breath with the better one.
        """
        lesser: list[Keys] = []
        opened = set(shown)
        for seat in TWO:
            if (seat, Category.SEQUENCE) not in opened:
                rows = self.lesser_sequences(seat)
                lesser += rows
                if rows:
                    opened.add((seat, Category.SEQUENCE))
        keys = [key for called in shown for key in self.rare_calls(called)]
        keys += self.further_keys(called for called in besides if called not in opened)
        keys += self.blank_keys()
        keys += self.conceding_keys()
        return (*lesser, *self.rest(keys))

    def elders_other(self) -> Question | None:
        """Ask for another of elder's after a good one, while younger has nothing to call.

        Otherwise younger is asked, as that is what usually follows, and *Something else* has it.
        """
        last = self.last_called
        if self.deal.state.play_begun or self.declines:
            return None
        if last is None or last not in self.offers:
            return None
        seat, category = last
        if seat is not Seat.ELDER or category is Category.POINT or self.youngers_turns():
            return None
        *_, (_, said_last) = effective(self.deal.log)
        if not isinstance(said_last, Answered | Called):
            return None
        rows = (*self.calls(last), Keys((self.play_key(),), 1))
        heading = QuestionText.MAY_CALL_ANOTHER(who=self.names[seat], category=category)
        return Question(heading, rows, rare=self.else_of([last], self.offers), seat=seat)

    # Only the good calls

    def good_calls(self) -> Question | None:
        """Ask for the next call that may be good, of elder's and then of younger's;
        a key records it as good.

        Keys below go on to the player's other classes, and to younger's calls or the play.
        """
        turns = [] if self.deal.state.play_begun else self.good_turns()
        if not turns:
            return None
        seat, category = turns[0]
        heading = GOOD_CALL[category](who=self.names[seat])
        if self.deal.state.categories[category].entries[seat]:
            heading = QuestionText.GOOD_ANOTHER(who=self.names[seat], category=category)
        shown = self.calls((seat, category))
        if category is Category.SEQUENCE and self.deal.state.categories[category].entries[seat]:
            tierces = several_tierces(self.deal, seat, shown[0].keys[0])
            shown += (Keys(tuple(tierces), 2),) if tierces else ()
        onward = [self.on_key(of, each) for of, each in turns[1:] if of is seat]
        youngers = [each for of, each in turns[1:] if of is not seat]
        if youngers:
            label = KeyText.CALLS_OF(who=self.names[Seat.YOUNGER])
            to_younger = self.on_key(Seat.YOUNGER, youngers[0])
            onward.append(replace(to_younger, label=label, spoken=None))
        else:
            onward.append(replace(self.play_key(), note=None) if onward else self.play_key())
        rows = (*shown, Keys(tuple(onward), len(onward)))
        back = Key(KeyText.BACK(), pick="all") if self.pick.startswith(ON) else None
        rare = self.else_of([(seat, category)], self.offers)
        return Question(heading, rows, rare=rare, seat=seat, back=back)

    def on_key(self, seat: Seat, category: Category) -> Key:
        """Return the key that goes on to the good calls of a player in one class."""
        return Key(
            KeyText.CLASS(category=category),
            pick=f"{ON}-{seat.letter}-{category.value}",
            spoken=KeySpoken.ON_TO(who=self.names[seat], category=category),
        )

    @cached_property
    def last_called(self) -> SeatAndCategory | None:
        called = [each for _, each in effective(self.deal.log) if isinstance(each, Called)]
        return (called[-1].seat, called[-1].claim.category) if called else None

    def good_turns(self) -> list[SeatAndCategory]:
        """Return whose good calls of what are still to be asked for, from the pick on,
        or else after the last call.
        """
        last = self.last_called
        turns = list(product((Seat.ELDER, Seat.YOUNGER), CALLED))
        begin = turns.index(last) if last else 0
        left = [called for called in turns[begin:] if self.may_be_good(*called)]
        for at, (seat, category) in enumerate(left):
            if self.pick == f"{ON}-{seat.letter}-{category.value}":
                return left[at:]
        return left

    def may_be_good(self, seat: Seat, category: Category) -> bool:
        """Return whether a seat may have a call that is good, the first of its class or, after that
        was called just now, another.
        """
        called = seat, category
        if called not in self.offers or not self.deal.state.has_room(seat, category):
            return False
        if called == self.last_called and called != (Seat.ELDER, Category.POINT):
            return self.usually_has_another(seat, category)
        state = self.deal.state.categories[category]
        # Elder begins a category that is open; younger, any in which a call is still legal
        return not state.entries[seat] and (seat is Seat.YOUNGER or state.status is CallStatus.OPEN)

    def usually_has_another(self, seat: Seat, category: Category) -> bool:
        """Return whether to ask a player for another of a class before what comes next.

        A third sequence is too rare to be asked for each time: *Something else* has it.
        """
        if category is not Category.SEQUENCE:
            return True
        called = self.deal.state.categories[category].entries[seat]
        return len(called) < USUAL_SEQUENCES

    # Younger's calls
    #
    # What younger may call has a screen of its own, and so has the play.

    def youngers_calls(self) -> Question | None:
        """Ask for younger's calls: the one class that is left, or which of several; and *Play*."""
        if self.deal.state.play_begun:
            return None
        if self.declines:
            return self.racing()
        seat = Seat.YOUNGER
        turns = self.youngers_turns()
        if not turns:
            return None
        entries = self.deal.state.categories
        uncalled = [each for each in turns if not entries[each].entries[seat]]
        owed = [each for each in uncalled if entries[each].status is CallStatus.NOT_GOOD]
        asked = (owed or uncalled or turns)[0]
        # A class that is owed is called alone; of others, the first has its keys, and the rest
        # stand beside *Play*
        others = [] if owed else [each for each in uncalled if each is not asked]
        onward = self.further_keys((seat, each) for each in others)
        play = self.play_key()
        if owed:
            left_out = KeyNote.CALLS_NO(who=self.names[seat], classes=tuple(owed))
            play = replace(play, note=left_out, main=False)
        elif others:
            play = replace(play, note=None)
        onward.append(play)
        rows = (*self.calls((seat, asked)), Keys(tuple(onward), len(onward)))
        heading = self.youngers_heading(asked, is_owed=bool(owed))
        shown = [asked, *others]
        rare = self.else_of([(seat, each) for each in shown], self.offers)
        back = Key(KeyText.BACK(), pick="all") if self.pick == CALLS else None
        return Question(heading, rows, rare=rare, seat=seat, back=back)

    def youngers_heading(self, category: Category, *, is_owed: bool) -> Message:
        name = self.names[Seat.YOUNGER]
        if self.deal.state.categories[category].entries[Seat.YOUNGER]:
            return QuestionText.MAY_CALL_ANOTHER(who=name, category=category)
        if is_owed:
            return CALLS_OF[category](who=name)
        return QuestionText.MAY_CALL(who=name, category=category)

    def youngers_turns(self) -> list[Category]:
        """Return what younger may call in turn, first what a 'not good' owes.

        That is a class that elder's call did not win, and more of the class that younger called
        last.
        """
        seat = Seat.YOUNGER
        states = self.deal.state.categories
        turns = []
        for category in CALLED:
            status = states[category].status
            is_lost = status in (CallStatus.OPEN, CallStatus.NOT_GOOD)
            if (seat, category) not in self.offers or not self.deal.state.has_room(seat, category):
                continue
            if states[category].entries[seat]:
                is_last = (seat, category) == self.last_called
                is_in_turn = is_last and self.usually_has_another(seat, category)
            else:
                is_in_turn = is_lost
            if is_in_turn:
                turns.append(category)
        return sorted(turns, key=lambda each: states[each].status is not CallStatus.NOT_GOOD)

    def racing(self) -> Question:
        """Ask for what a race in hand awaits: no trick is played before it is known."""
        seat, category = next(iter(self.declines))
        rows = (self.decline_keys(self.declines), *self.calls((seat, category)))
        rare = self.else_of([(seat, category)], self.offers)
        return Question(self.calls_heading(seat, category), rows, rare=rare, seat=seat)

    def play_key(self) -> Key:
        """Return the key that goes on from the calls to the play."""
        if self.counts and can_count(self.deal):
            return Key(KeyText.PLAY(), pick=COUNT, note=KeyNote.COUNT_AT_END(), main=True)
        note = KeyNote.LEADS(elder=self.names[Seat.ELDER])
        return Key(KeyText.PLAY(), pick=PLAY, note=note, main=True)

    def conceding_keys(self) -> list[Key]:
        return [
            Key(
                KeyText.CONCEDES(),
                said(each),
                KeySpoken.CONCEDES(who=self.names[each.seat]),
                seat=each.seat,
                about=ElseText.CONCEDES,
            )
            for each in legal_of(self.deal, Conceded)
        ]

    # The play

    def play(self) -> Question:
        """Ask for the next trick, or for the count at the end."""
        counts_now = self.counts and not self.deal.state.tricks and self.pick != PLAY
        if can_count(self.deal) and (counts_now or is_count(self.pick)):
            asked = self.count_at_end(self.pick if is_count(self.pick) else COUNT)
            if asked is not None:
                return asked
        others = [*self.further_keys(self.offers), *self.conceding_keys()]
        asked = self.tricks(self.rest(others))
        if self.pick == PLAY and not self.deal.state.tricks:
            return replace(asked, back=Key(KeyText.BACK(), pick="all"))
        return asked

    def count_at_end(self, pick: str) -> Question | None:
        counting = CountAtEnd.of(self.deal, self.names, self.first, pick)
        if self.across:
            counting = replace(counting, most=MOST_COUNTS_ACROSS)
        asked = counting.question()
        if asked is None:
            return None
        if counting.chosen:
            return replace(asked, back=Key(KeyText.BACK(), pick=counting.opened))
        others = []
        begun = bool(self.deal.state.tricks)
        if not begun:
            others.append(Key(KeyText.TRICK_BY_TRICK(), pick=PLAY, about=ElseText.PLAY))
        if self.offers:
            opened = f"{PLAY}-{MORE}"
            others.append(Key(KeyText.FORGOTTEN_CALL(), pick=opened, about=ElseText.CALL))
        asked = replace(asked, rare=(*asked.rare, *self.rest(others)))
        if self.pick != pick:
            return asked  # it is asked without a key that opened it
        return replace(
            asked, back=Key(KeyText.BACK(), pick="all" if self.counts or begun else PLAY)
        )

    def tricks(self, rare: tuple[Keys, ...]) -> Question:
        """Ask who takes the next trick and, where captured cards count,
        how many of ten or better it has.
        """
        rules = self.deal.rules
        number = len(self.deal.state.tricks) + 1
        keys = tuple(map(self.trick_key, self.takers))
        if rules.counts_every_card:
            rows = [Keys(keys, 3 if rules.players == 3 else 2, big=True)]
            if can_count(self.deal):
                note = KeyNote.AFTER_PLAY() if number == 1 else None
                spoken = KeyText.COUNT_AT_END()
                rows.append(Keys((Key(spoken, pick=COUNT, spoken=spoken, note=note),), 1))
            heading = QuestionText.TRICK(number=number)
            return Question(heading, tuple(rows), rare=rare)
        # of three, keys stand below each other, in the column of their player; else beside each
        # other
        rows = self.blocks(keys, 1 if rules.players == 3 else 3)
        # the others are asked in one line
        text = QuestionText.FIRST_TRICK_TENS if number == 1 else QuestionText.TRICK_TENS
        return Question(text(number=number), tuple(rows), rare=rare)

    # Three and four players
    #
    # Nobody answers a call. Each seat in turn calls or has no more calls, and the page shows what
    # is good.

    def dealer_exchange(self) -> Question | None:
        options = legal_of(self.deal, Exchanged)
        if not options:
            return None
        dealer = options[0].seat
        keys = self.exchange_keys(options)
        rows = (Keys(keys, len(keys)), *self.blocks(self.blank_keys(), 1))
        heading = QuestionText.DEALS_AND_EXCHANGES(who=self.names[dealer])
        return Question(heading, rows, seat=dealer)

    def round_calls(self) -> Question | None:
        """Ask the first seat that has not spoken on a category;
        `None` once all have, or a card is played.
        """
        state = self.deal.state
        if state.play_begun or self.pick == PLAY:
            return None
        for seat in self.deal.rules.seats:
            left = state.unspoken(seat)
            if left:
                return self.calls_of(seat, left)
        return self.race()

    def calls_of(self, seat: Seat, left: Sequence[Category]) -> Question:
        """Ask a seat for the first category that it has *left* to speak of."""
        name = self.names[seat]
        category = left[0]
        awaited = [decline for (each, _), decline in self.declines.items() if each is seat]
        nothing = [Declined(seat, each) for each in left]
        others = [decline for decline in nothing if decline not in awaited]
        passes = Key(
            KeyText.NO_MORE_CALLS() if len(left) < len(CALLED) else KeyText.NO_CALLS(),
            said(*others, *awaited),  # the last of them may decide a race
            KeySpoken.HAS_NO_MORE_CALLS(who=name),
        )
        ways: tuple[Key, ...] = (passes,)
        if len(left) > 1:
            label = KeyText.NONE_OF_CLASS(category=category)
            ways = (Key(label, said(Declined(seat, category))), passes)
        entries = self.deal.state.categories
        again = [
            (seat, each) for each in CALLED if each not in left and entries[each].entries[seat]
        ]
        rare = [
            *self.rare_calls((seat, category)),
            *self.further_keys(called for called in again if called in self.offers),
            *self.blank_keys(),
            self.to_tricks_key(),
        ]
        rows = (*self.calls((seat, category)), Keys(ways, len(ways), apart=True))
        heading = self.calls_heading(seat, category)
        return Question(heading, rows, rare=self.rest(rare), seat=seat)

    def to_tricks_key(self) -> Key:
        return Key(KeyText.THE_TRICKS(), pick=PLAY, about=ElseText.PLAY)

    def race(self) -> Question | None:
        """Ask who wins a race to the target, once all have called;
        `None` if no race awaits an answer.
        """
        if not self.declines:
            return None
        seat, category = next(iter(self.declines))
        own = {called: each for called, each in self.declines.items() if each.seat is seat}
        heading = QuestionText.CALLS_ANOTHER(who=self.names[seat], category=category)
        rows = (self.decline_keys(own), *self.calls((seat, category)))
        return Question(heading, rows, rare=self.rest([self.to_tricks_key()]), seat=seat)

    def round_tricks(self) -> Question:
        state = self.deal.state
        if state.play_begun:
            return self.tricks(())
        called = [
            (seat, category)
            for seat, category in self.offers
            if state.categories[category].entries[seat]
        ]
        return self.tricks(self.rest(self.further_keys(called)))
