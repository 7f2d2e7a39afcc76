"""The questions of a page: the keys that may answer what a deal asks next.

What is asked, and in which order people speak, is `scorer.rules.asking`; this module knows no rule
of the game. It knows how few keys to show at once, and what opens the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, product
from typing import assert_never

from ..rules.asking import TO_A_BID, Ask, AskFor, SeatAndCategory, Speaking, is_rare
from ..rules.claims import CALLED, Category, Claim, SequenceClaim
from ..rules.deal import Deal
from ..rules.deal_state import CallStatus
from ..rules.legal import legal_of
from ..rules.messages import Message
from ..rules.seats import TWO, Seat
from ..rules.sentences import Names, bid_message
from ..rules.statements import (
    Answer,
    Answered,
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
    said,
    several_tierces,
)
from .questions import ANSWERS, BID_BEFORE, CALLS_OF, GOOD_CALL, QuestionText

CALLS = "calls"
MORE = "more"
"""The picks that go on to younger's calls, and the end of that with what else may be said."""

MOST_LESSER = 6
"""The most keys for another sequence that stand beside what else may be said."""

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
    if dialogue.speaking.takers:
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


def _asked_seat(ask: Ask) -> Seat:
    """Return who is asked, where it is one player."""
    assert ask.seat is not None
    return ask.seat


def _asked_class(ask: Ask) -> SeatAndCategory:
    """Return who is asked for calls, and of which class."""
    assert ask.category is not None
    return _asked_seat(ask), ask.category


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
    def speaking(self) -> Speaking:
        return Speaking(self.deal)

    @property
    def offers(self) -> dict[SeatAndCategory, tuple[Called, ...]]:
        return self.speaking.offers

    @property
    def declines(self) -> dict[SeatAndCategory, Declined]:
        return self.speaking.declines

    # Which question comes next

    def next_question(self) -> Question:
        opened, _, _ = self.pick.partition("-")
        speaking = self.speaking
        if (opened == PLAY or is_count(self.pick)) and speaking.takers:
            return self.laid_out(speaking.trick())
        if self.good and not self.declines:
            return self.next_good()
        ask = speaking.next()
        if opened == CALLS and self.deal.rules.players == 2 and not self.declines:
            ask = speaking.youngers_calls() or speaking.trick()
        return self.laid_out(ask)

    def next_good(self) -> Question:
        """Ask what comes next where two players say only their good calls."""
        ask = self.speaking.auction() or self.speaking.reply()
        if ask is not None:
            return self.laid_out(ask)
        return self.good_calls() or self.play()

    def laid_out(self, ask: Ask) -> Question:
        """Return the question and the keys for what is asked."""
        for_two = self.deal.rules.players == 2
        match ask.what:
            case AskFor.AUCTION:
                return self.bidding(ask)
            case AskFor.EXCHANGE:
                return self.exchange(ask) if for_two else self.dealer_exchange(ask)
            case AskFor.ANSWER:
                return self.answer(ask)
            case AskFor.PIPS:
                return self.pips(ask)
            case AskFor.HEAD:
                return self.head(ask)
            case AskFor.CALL:
                return self.elders_call(ask) if for_two else self.call_in_turn(ask)
            case AskFor.MORE_CALLS:
                is_elders = ask.seat is Seat.ELDER
                return self.elders_other(ask) if is_elders else self.youngers_calls(ask)
            case AskFor.RACE:
                return self.race(ask) if for_two else self.race_round_the_table(ask)
            case AskFor.TRICK:
                return self.play() if for_two else self.round_tricks()
            case _:
                assert_never(ask.what)

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
        usual = self.speaking.usual(*called)
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
        rare = [each for each in self.speaking.offered(*called) if is_rare(each)]
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
        calls = self.speaking.offered(seat, Category.SEQUENCE)
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

    def bidding(self, ask: Ask) -> Question:
        said_to_bid = [each for (each,) in ask.answers]
        rows = bid_rows(said_to_bid, self.names)
        keys = tuple(
            Key(ANSWERS[type(each)](), said(each))
            for each in said_to_bid
            if isinstance(each, TO_A_BID)
        )
        rows.append(Keys(keys, len(keys)))
        rare = self.rest(self.blank_keys())
        return Question(self.bidding_heading(), tuple(rows), rare=rare, seat=ask.seat)

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

    def exchange(self, ask: Ask) -> Question:
        seat = _asked_seat(ask)
        name = self.names[seat]
        rows = []
        options: list[Statement] = []
        for answer in ask.answers:
            if len(answer) == 1:
                options += answer
            else:
                first, then = answer
                assert isinstance(first, Exchanged)
                assert isinstance(then, Exchanged)
                usual = KeyText.BOTH_EXCHANGE(first=first.cards, number=then.cards)
                rows.append(Keys((Key(usual, said(*answer), main=True),), 1))
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

    def exchange_keys(self, options: Iterable[Statement]) -> tuple[Key, ...]:
        return tuple(
            Key(
                KeyText.NUMBER(number=each.cards),
                said(each),
                KeySpoken.EXCHANGES(who=self.names[each.seat], cards=each.cards),
            )
            for each in options
            if isinstance(each, Exchanged)
        )

    def answer(self, ask: Ask) -> Question:
        """Ask younger for the answer to elder's call; elder may also add its head."""
        elder = self.names[Seat.ELDER]
        labels = {
            Answer.GOOD: KeyText.GOOD,
            Answer.NOT_GOOD: KeyText.NOT_GOOD,
            Answer.EQUAL: KeyText.EQUAL,
        }
        asks = KeyText.HOW_MANY if ask.category is Category.POINT else KeyText.HOW_HIGH
        replies = [each for (each,) in ask.answers]
        keys = [
            Key((labels[each.answer] if isinstance(each, Answered) else asks)(), said(each))
            for each in replies
        ]
        rows = [Keys(tuple(keys), len(keys))]
        heads = self.head_keys(reversed(legal_of(self.deal, HeadSaid)))
        if heads:
            rows.append(Keys(heads, min(len(heads), 6), CaptionText.OR_ADDS(elder=elder)))
        younger = self.names[Seat.YOUNGER]
        heading = QuestionText.ANSWER(elder=elder, claim=self.claim_asked(ask), younger=younger)
        return Question(heading, tuple(rows), seat=ask.seat)

    def claim_asked(self, ask: Ask) -> Claim:
        """Return the call of elder that is asked about."""
        assert ask.category is not None
        return self.deal.state.categories[ask.category].leading.claim

    def pips(self, ask: Ask) -> Question:
        """Ask elder what the point makes."""
        keys = tuple(
            Key(KeyText.NUMBER(number=each.pips), said(each), KeySpoken.MAKING(pips=each.pips))
            for (each,) in ask.answers
            if isinstance(each, PipsSaid)
        )
        elder = self.names[Seat.ELDER]
        heading = QuestionText.MAKES(elder=elder, claim=self.claim_asked(ask))
        return Question(heading, (Keys(keys, 4),), seat=ask.seat)

    def head(self, ask: Ask) -> Question:
        """Ask elder how high the sequence is."""
        keys = self.head_keys(each for (each,) in ask.answers)
        elder = self.names[Seat.ELDER]
        heading = QuestionText.IS_TO(elder=elder, claim=self.claim_asked(ask))
        return Question(heading, (Keys(keys, 4),), seat=ask.seat)

    def head_keys(self, heads: Iterable[Statement]) -> tuple[Key, ...]:
        return tuple(
            Key(
                KeyText.LETTER(top=each.top),
                said(each),
                KeySpoken.TO(top=each.top),
                seat=Seat.ELDER,
            )
            for each in heads
            if isinstance(each, HeadSaid)
        )

    def elders_call(self, ask: Ask) -> Question:
        """Ask for elder's next class: the point, sequences, then sets."""
        called = seat, category = _asked_class(ask)
        rows = list(self.calls(called))
        none = self.none_key(ask)
        if none is not None:
            rows.append(Keys((none,), 1))
        states = self.deal.state.categories
        good = [each for each in CALLED if states[each].status is CallStatus.GOOD]
        besides = [(seat, each) for each in good if self.speaking.offered(seat, each)]
        rare = self.else_of([called], besides)
        return Question(self.calls_heading(seat, category), tuple(rows), rare=rare, seat=seat)

    def none_key(self, ask: Ask) -> Key | None:
        """Return the key that says that a seat has none of the class it is asked for, if that is
        among the answers.
        """
        seat, category = _asked_class(ask)
        none = Declined(seat, category)
        if (none,) not in ask.answers:
            return None
        return Key(KeyText.NONE_OF_CLASS(category=category), said(none))

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

    def elders_other(self, ask: Ask) -> Question:
        """Ask for another of elder's after a good one, while younger has nothing to call.

        Otherwise younger is asked, and *Something else* has it.
        """
        called = seat, category = _asked_class(ask)
        rows = (*self.calls(called), Keys((self.play_key(),), 1))
        heading = QuestionText.MAY_CALL_ANOTHER(who=self.names[seat], category=category)
        return Question(heading, rows, rare=self.else_of([called], self.offers), seat=seat)

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

    def good_turns(self) -> list[SeatAndCategory]:
        """Return whose good calls of what are still to be asked for, from the pick on,
        or else after the last call.
        """
        last = self.speaking.last_called
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
        if called == self.speaking.last_called and called != (Seat.ELDER, Category.POINT):
            return self.speaking.usually_has_another(seat, category)
        state = self.deal.state.categories[category]
        # Elder begins a category that is open; younger, any in which a call is still legal
        return not state.entries[seat] and (seat is Seat.YOUNGER or state.status is CallStatus.OPEN)

    # Younger's calls
    #
    # What younger may call has a screen of its own, and so has the play.

    def youngers_calls(self, ask: Ask) -> Question:
        """Ask for younger's calls: the one class that is left, or which of several; and *Play*."""
        seat = Seat.YOUNGER
        asked, *others = ask.categories
        owed = self.speaking.owed
        # A class that is owed is called alone; of others, the first has its keys, and the rest
        # stand beside *Play*
        onward = self.further_keys((seat, each) for each in others)
        play = self.play_key()
        if owed:
            left_out = KeyNote.CALLS_NO(who=self.names[seat], classes=owed)
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

    def race(self, ask: Ask) -> Question:
        """Ask for what a race in hand awaits: no trick is played before it is known."""
        called = seat, category = _asked_class(ask)
        rows = (self.decline_keys(self.declines), *self.calls(called))
        rare = self.else_of([called], self.offers)
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
        keys = tuple(map(self.trick_key, self.speaking.takers))
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

    def dealer_exchange(self, ask: Ask) -> Question:
        dealer = _asked_seat(ask)
        keys = self.exchange_keys(each for (each,) in ask.answers)
        rows = (Keys(keys, len(keys)), *self.blocks(self.blank_keys(), 1))
        heading = QuestionText.DEALS_AND_EXCHANGES(who=self.names[dealer])
        return Question(heading, rows, seat=dealer)

    def call_in_turn(self, ask: Ask) -> Question:
        """Ask a seat for the first class that it has left to speak of."""
        called = seat, category = _asked_class(ask)
        left = self.deal.state.unspoken(seat)
        *_, no_more = ask.answers
        passes = Key(
            KeyText.NO_MORE_CALLS() if len(left) < len(CALLED) else KeyText.NO_CALLS(),
            said(*no_more),
            KeySpoken.HAS_NO_MORE_CALLS(who=self.names[seat]),
        )
        none = self.none_key(ask) if len(left) > 1 else None
        ways = (passes,) if none is None else (none, passes)
        entries = self.deal.state.categories
        again = [
            (seat, each) for each in CALLED if each not in left and entries[each].entries[seat]
        ]
        rare = [
            *self.rare_calls(called),
            *self.further_keys(called for called in again if called in self.offers),
            *self.blank_keys(),
            self.to_tricks_key(),
        ]
        rows = (*self.calls(called), Keys(ways, len(ways), apart=True))
        heading = self.calls_heading(seat, category)
        return Question(heading, rows, rare=self.rest(rare), seat=seat)

    def to_tricks_key(self) -> Key:
        return Key(KeyText.THE_TRICKS(), pick=PLAY, about=ElseText.PLAY)

    def race_round_the_table(self, ask: Ask) -> Question:
        """Ask who wins a race to the target, once all have called."""
        called = seat, category = _asked_class(ask)
        own = {called: each for called, each in self.declines.items() if each.seat is seat}
        heading = QuestionText.CALLS_ANOTHER(who=self.names[seat], category=category)
        rows = (self.decline_keys(own), *self.calls(called))
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
