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

from ..rules.cards import Suit
from ..rules.claims import CALLED, Category, SequenceClaim
from ..rules.deal import Deal, Phase, extend
from ..rules.deal_state import CallStatus
from ..rules.legal import legal_calls, legal_next, legal_of
from ..rules.messages import Message, Text
from ..rules.scoring import race_awaits
from ..rules.seats import Seat
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
    Doubled,
    Exchanged,
    HeadSaid,
    Passed,
    PipsSaid,
    Redoubled,
    Spoken,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    effective,
    format_statement,
)
from .keys import (
    SHORTEST_POINT,
    CaptionText,
    Key,
    Keys,
    KeySpoken,
    KeyText,
    Question,
    bid_rows,
    calling_rows,
    can_count,
    count_after,
    count_question,
    count_row,
    is_rare,
    said,
    usual_counts,
)

SeatAndCategory: TypeAlias = tuple[Seat, Category]
"""Who may call, and what."""

PLAY = "play"
COUNT = "count"
MORE = "more"
"""The picks that go on from the calls to the tricks, and to the quick count;
and the end of that with the rare keys.
"""

ON = "on"
"""The pick that goes on to one category of a player's good calls."""

_ANSWERS: dict[type[Spoken], KeyText] = {
    Passed: KeyText.PASS,
    Doubled: KeyText.DOUBLE,
    Redoubled: KeyText.REDOUBLE,
}


class QuestionText(Text):
    """What the page asks next, which claims whose turn it is, and what they may say."""

    CALLS_POINT = "{who} calls the point"
    CALLS_SEQUENCES = "{who} calls sequences"
    CALLS_SETS = "{who} calls sets"
    CALLS_ANOTHER = "{who} calls another {category}"
    POINT_MAKES = "{who} calls the point: what does it make?"
    RUN_HIGH = "{who} calls sequences: how high?"
    GOOD_POINT = "{who}: a good point?"
    GOOD_SEQUENCE = "{who}: a good sequence?"
    GOOD_SET = "{who}: a good set?"
    GOOD_ANOTHER = "{who}: another {category}?"
    MAKES = "{elder:’s} {claim} makes"
    IS_TO = "{elder:’s} {claim} is to the"
    ANSWER = "{elder}: {claim}. {younger}?"
    BIDS = "{who} bids"
    BIDS_AFTER_PASS = "{other} passes. {who} bids"
    BIDS_AGAIN = "Both passed, so deal again. {who} bids"
    BID_BEFORE = "{other}: {bid}. {who}?"
    BID_DOUBLED = "{other}: {bid}, doubled. {who}?"
    BID_REDOUBLED = "{other}: {bid}, redoubled. {who}?"
    EXCHANGE = "The exchange"
    EXCHANGES = "{who} exchanges"
    DEALS_AND_EXCHANGES = "{who} deals and exchanges"
    HOW_MANY_TRICKS = "How many tricks did {elder} take?"
    TRICK = "Trick {number}: who takes it?"
    FIRST_TRICK_TENS = "Trick {number}: who takes it, and how many of ten or better?"
    TRICK_TENS = "Trick {number}: who, and how many?"
    SOMETHING_ELSE = "Something else"


_BID_BEFORE = (QuestionText.BID_BEFORE, QuestionText.BID_DOUBLED, QuestionText.BID_REDOUBLED)
"""What is asked after a bid, by how often it was doubled."""


_CALLS = {
    Category.POINT: QuestionText.CALLS_POINT,
    Category.SEQUENCE: QuestionText.CALLS_SEQUENCES,
    Category.SET: QuestionText.CALLS_SETS,
}
_GOOD = {
    Category.POINT: QuestionText.GOOD_POINT,
    Category.SEQUENCE: QuestionText.GOOD_SEQUENCE,
    Category.SET: QuestionText.GOOD_SET,
}
"""How each class that is called is asked for, by every call and by the good ones."""


def question(
    deal: Deal, names: Names, pick: str = "", *, elder: int = 0, good: bool = False
) -> Question | None:
    """Return what to ask next in *deal*; `None` when it is over.

    *pick* names the keys that were opened and have recorded nothing yet, as `Key.pick` does.
    *elder* is the player who is elder, from 0, on which the order of the columns depends. With
    *good*, two players say only their good calls, unless the deal has begun with the exchange: then
    every call is said.
    """
    if deal.is_over:
        return None
    good = good and not deal.state.has_every_call
    shown = pick.removesuffix(MORE).removesuffix("-")
    if shown.startswith(COUNT) and deal.state.tricks and can_count(deal):
        return _count_instead(deal, names, shown, elder)
    dialogue = _Dialogue(deal, names, shown, elder, good)
    asked = dialogue.opened_calls() or dialogue.next_question()
    if asked.rare and shown != pick:
        asked = dialogue.something_else(asked)
    else:
        asked = dialogue.with_more(asked, pick)
    return _in_columns(asked, elder, deal.rules.players)


def _count_instead(deal: Deal, names: Names, pick: str, elder: int) -> Question | None:
    """Ask for the quick count in place of the tricks that were entered,
    which each count removes.
    """
    tricks = tuple(
        Struck(at) for at, each in reversed(effective(deal.log)) if isinstance(each, TrickTaken)
    )
    asked = question(extend(deal, tricks).deal, names, pick, elder=elder)
    assert asked is not None, "a deal without its tricks is not over"

    def removing(row: Keys) -> Keys:
        keys = (
            replace(key, said=f"{said(*tricks)}; {key.said}") if key.said else key
            for key in row.keys
        )
        return replace(row, keys=tuple(keys))

    return replace(asked, rows=tuple(map(removing, asked.rows)))


def keys_of(asked: Question) -> tuple[Key, ...]:
    return (*(key for row in asked.rows for key in row.keys), *asked.quiet)


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


def pick_that_says(deal: Deal, names: Names, words: str, *, elder: int, good: bool = False) -> str:
    """Return the `pick` with a key for *words*, the fewest taps away.

    It is empty where the key is on the page without a pick, or on none.
    """
    opened = [""]
    for pick in opened:  # this grows as further picks are found
        asked = question(deal, names, pick, elder=elder, good=good)
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
    """

    deal: Deal
    names: Names
    pick: str
    first: int
    good: bool = False

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
            return self.bidding, self.pending, self.good_calls, self.younger_and_play
        return self.bidding, self.exchange, self.pending, self.elder, self.younger_and_play

    def next_question(self) -> Question:
        steps = self.steps()
        opened, _, _ = self.pick.partition("-")
        if opened in (PLAY, COUNT) and self.takers:
            steps = steps[-1:]
        return next(asked for step in steps if (asked := step()) is not None)

    def something_else(self, asked: Question) -> Question:
        """Return the rare keys of what is *asked* in its place."""
        rows = self.blocks(asked.rare, 1)
        shared = tuple(key for key in asked.rare if key.seat is None)
        if shared:
            rows.append(Keys(shared, min(2, len(shared))))
        back = Key(KeyText.BACK(), pick=self.pick or "all")
        return Question(QuestionText.SOMETHING_ELSE(), tuple(rows), (back,), seat=asked.seat)

    def with_more(self, asked: Question, pick: str) -> Question:
        """Return what is *asked* with the key that opens its rare keys, if it has some."""
        # A carte rouge scores where it occurs, so it is offered as soon as every card of a hand has
        # scored
        rouge = self.blocks(self.rouge_keys(), 1)
        more = (Key(KeyText.MORE(), pick=f"{pick}-{MORE}".lstrip("-")),) if asked.rare else ()
        return replace(asked, rows=(*rouge, *asked.rows), quiet=(*asked.quiet, *more), rare=())

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
        """Return keys for the points that are too short to be usual, in their caller's column."""
        seat, _ = called
        rare = [each for each in self.offered(*called) if is_rare(each)]
        keys = []
        for length, calls in groupby(rare, key=lambda each: each.claim.length):
            label = KeyText.SHORT_POINT(length=length)
            for row in self.rows_of([*calls]):
                keys += [replace(key, label=label, seat=seat) for key in row.keys]
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
        return _CALLS[category](who=self.names[seat])

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
            )
            for each in legal_of(self.deal, CarteBlancheShown)
        )

    def further_keys(
        self, called: Iterable[SeatAndCategory], *, beside: Collection[Seat | None] = tuple(Seat)
    ) -> list[Key]:
        """Return keys that open further calls; each says whose they are if that is none of the
        players that its question is about, who are *beside* it.
        """
        keys = []
        for seat, category in called:
            who = self.names[seat]
            if category is Category.POINT:
                label = KeyText.THE_POINT()
                spoken = KeySpoken.THE_POINT(who=who)
            elif self.deal.state.categories[category].entries[seat]:
                label = KeyText.ANOTHER(category=category)
                spoken = KeySpoken.ANOTHER(who=who, category=category)
            else:
                label = KeyText.ONE_OF_CLASS(category=category)
                spoken = KeySpoken.ONE_OF_CLASS(who=who, category=category)
            shown = label if seat in beside else spoken
            pick = f"{seat.letter}-{category.value}"
            keys.append(Key(shown, pick=pick, spoken=spoken, seat=seat))
        return keys

    def lesser_sequences(self) -> tuple[Keys, ...]:
        """Return keys for elder's sequences no longer than the good one, if that leaves few enough
        for one row.

        With a point of three the hand has three cards of each suit, so there may be several more
        tierces.
        """
        if not self.deal.state.has_room(Seat.ELDER, Category.SEQUENCE):
            return ()
        state = self.deal.state.categories[Category.SEQUENCE]
        calls = self.offered(Seat.ELDER, Category.SEQUENCE)
        good = state.leading.claim if state.status is CallStatus.GOOD else None
        if not isinstance(good, SequenceClaim):
            return ()
        lesser = [
            each
            for each in calls
            if isinstance(each.claim, SequenceClaim) and each.claim.length <= good.length
        ]
        rows = self.rows_of(lesser) if lesser else ()
        # Typing a four begins *four aces* here
        keys = [replace(key, typed="") for row in rows for key in row.keys]
        point = self.deal.state.categories[Category.POINT].entries[Seat.ELDER]
        is_short = bool(point) and point[0].claim.length == SHORTEST_POINT
        if is_short and len(keys) == 1 and keys[0].said:
            tierce = keys[0].said
            most = len(Suit) - len(state.entries[Seat.ELDER])
            keys += [
                Key(KeyText.TIERCES(count=count), "; ".join([tierce] * count))
                for count in range(2, most + 1)
            ]
        if not 1 <= len(keys) <= 3:
            return ()
        return (Keys(tuple(keys), len(keys), CaptionText.ANOTHER_SEQUENCE()),)

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
        back = (Key(KeyText.BACK(), pick="all"),)
        for (seat, category), calls in (self.offers if self.pick else {}).items():
            name = self.names[seat]
            if self.pick == f"{seat.letter}-{category.value}":
                heading = _CALLS[category](who=name)
                return Question(heading, self.rows_of(calls), back, seat=seat)
            letter, _, length = self.pick.partition(":")
            if letter == seat.letter and length:
                rows = self.rows_of(calls, length)
                if rows and all(key.said for key in rows[0].keys):
                    is_point = category is Category.POINT
                    asked = QuestionText.POINT_MAKES if is_point else QuestionText.RUN_HIGH
                    return Question(asked(who=name), rows, back, seat=seat)
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
        answers = {type(each): each for each in legal_next(self.deal, tuple(_ANSWERS))}
        keys = tuple(
            Key(text(), said(answers[kind])) for kind, text in _ANSWERS.items() if kind in answers
        )
        rows.append(Keys(keys, len(keys)))
        turn = self.deal.state.auction.turn
        return Question(self.bidding_heading(), tuple(rows), rare=self.blank_keys(), seat=turn)

    def bidding_heading(self) -> Message:
        auction = self.deal.state.auction
        name = self.names[auction.turn]
        if auction.bid is not None:
            return _BID_BEFORE[auction.doubled](
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
        rows.append(Keys(numbers, min(len(numbers), 6), caption))
        return Question(heading, (*rows, *self.blocks(self.blank_keys(), 1)), seat=seat)

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
        """Ask for elder's next category: the point, sequences, then sets;
        small keys offer more of what is good.
        """
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
            keys = []
            no = Declined(seat, category)
            if no in legal_of(self.deal, Declined):
                keys.append(Key(KeyText.NONE_OF_CLASS(category=category), said(no)))
            lesser = self.lesser_sequences()
            good = [each for each in CALLED if state.categories[each].status is CallStatus.GOOD]
            if not lesser:
                keys += self.further_keys((seat, each) for each in good if self.offered(seat, each))
            rows = (*self.calls((seat, category)), Keys(tuple(keys), len(keys)), *lesser)
            rare = (*self.rare_calls((seat, category)), *self.blank_keys(), *self.conceding_keys())
            return Question(self.calls_heading(seat, category), rows, rare=rare, seat=seat)
        return None

    # Only the good calls

    def good_calls(self) -> Question | None:
        """Ask for the next call that may be good, of elder's and then of younger's;
        a key records it as good.
        """
        turns = [] if self.deal.state.play_begun else self.good_turns()
        if not turns:
            return None
        lesser: tuple[Keys, ...] = ()
        if len(turns) > 1 and turns[0] == (Seat.ELDER, Category.SEQUENCE):
            lesser = self.lesser_sequences()
        # Where elder's lesser sequences take one row, what comes next is asked beside them
        (seat, category), *later = turns[1:] if lesser else turns
        heading = _GOOD[category](who=self.names[seat])
        if self.deal.state.categories[category].entries[seat]:
            heading = QuestionText.GOOD_ANOTHER(who=self.names[seat], category=category)
        onward = [self.on_key(of, each) for of, each in later if of is seat]
        onward += [self.on_to_younger(each) for of, each in later if of is not seat][:1]
        counts = can_count(self.deal)
        if counts:
            onward.append(Key(KeyText.TRICKS(), pick=COUNT))
        else:
            onward.append(Key(KeyText.FIRST_TRICK(), pick=PLAY))
        rows = [*self.calls((seat, category)), *lesser]
        rows.append(Keys(tuple(onward), 2 if len(onward) == 4 else len(onward), apart=True))
        if counts and self.last_called and not lesser:
            caption = CaptionText.NO_MORE_CALLS_TRICKS()
            rows.append(usual_counts(self.deal, self.names[Seat.ELDER], caption))
        rare = (*self.rare_calls((seat, category)), *self.besides(turns))
        rare += self.blank_keys() if seat is Seat.ELDER else ()
        back = (Key(KeyText.BACK(), pick="all"),) if self.pick.startswith(ON) else ()
        return Question(heading, tuple(rows), back, rare, seat=seat)

    def on_key(self, seat: Seat, category: Category) -> Key:
        return Key(
            KeyText.CLASS(category=category),
            pick=f"{ON}-{seat.letter}-{category.value}",
            spoken=KeySpoken.ON_TO(who=self.names[seat], category=category),
        )

    def on_to_younger(self, category: Category) -> Key:
        return Key(
            KeyText.YOUNGER(),
            pick=f"{ON}-{Seat.YOUNGER.letter}-{category.value}",
            spoken=KeySpoken.ON_TO_YOUNGER(who=self.names[Seat.YOUNGER]),
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
            return True
        state = self.deal.state.categories[category]
        # Elder begins a category that is open; younger, any in which a call is still legal
        return not state.entries[seat] and (seat is Seat.YOUNGER or state.status is CallStatus.OPEN)

    # Younger's calls and the tricks
    #
    # The page asks for one category of younger's calls at a time. Keys below a line go on to the
    # first trick.

    def younger_and_play(self) -> Question:
        """Ask for younger's calls, with the keys that go on to the tricks;
        or for the next trick.
        """
        deal = self.deal
        names = self.names
        if self.pick == COUNT and not deal.state.tricks and can_count(deal):
            to_tricks = self.good or not deal.rules.counts_every_card
            quiet = [Key(KeyText.TRICK_BY_TRICK(), pick=PLAY if to_tricks else "all")]
            quiet += [Key(KeyText.BACK(), pick="all")] if self.good else []
            return Question(
                QuestionText.HOW_MANY_TRICKS(elder=names[Seat.ELDER]),
                (count_row(deal, names[Seat.ELDER]),),
                tuple(quiet),
                seat=Seat.ELDER,
            )
        opened = count_question(deal, names, self.pick) if self.pick.startswith(COUNT) else None
        if opened is not None:
            return replace(opened, quiet=(Key(KeyText.BACK(), pick=COUNT),))
        shown = None if self.pick == PLAY else self.next_to_call()
        shown = next(iter(self.declines), shown)
        further = [] if self.declines else self.further(shown)
        rare = self.besides((shown, *further))
        if shown is None:
            return self.tricks(tuple(rare), self.further_keys(further, beside=()))
        rows = [*self.calls(shown)]
        if self.declines:
            rows.insert(0, self.decline_keys(self.declines))
        else:
            rows += self.go_on(self.further_keys(further, beside=shown[:1]))
        seat, category = shown
        rare = [*self.rare_calls(shown), *rare]
        heading = self.calls_heading(seat, category)
        return Question(heading, tuple(rows), rare=tuple(rare), seat=seat)

    def further(self, shown: SeatAndCategory | None) -> list[SeatAndCategory]:
        """Return what may be called besides: more of elder's last class;
        beside a class, the next of younger's too.
        """
        states = self.deal.state.categories
        more = []
        left = []
        for seat, category in self.offers:
            called = seat, category
            if called == shown:
                continue
            if seat is Seat.ELDER and called == self.last_called:
                more.append(called)
            if seat is Seat.YOUNGER and not states[category].entries[seat]:
                left.append(called)
        return more if shown is None else more + left[:1]

    def besides(self, shown: Collection[SeatAndCategory | None]) -> list[Key]:
        """Return keys for what may be said besides the calls that are *shown*."""
        others = self.further_keys(called for called in self.offers if called not in shown)
        return others + self.conceding_keys()

    def conceding_keys(self) -> list[Key]:
        return [
            Key(
                KeyText.CONCEDES(),
                said(each),
                KeySpoken.CONCEDES(who=self.names[each.seat]),
                seat=each.seat,
            )
            for each in legal_of(self.deal, Conceded)
        ]

    def tricks(self, rare: tuple[Key, ...], another: Sequence[Key] = ()) -> Question:
        """Ask who takes the next trick and, where captured cards count,
        how many of ten or better it has.
        """
        rules = self.deal.rules
        number = len(self.deal.state.tricks) + 1
        keys = tuple(map(self.trick_key, self.takers))
        if rules.counts_every_card:
            rows = [Keys(keys, 3 if rules.players == 3 else 2, big=True)]
            quiet = list[Key]()
            if can_count(self.deal):
                quiet.append(Key(KeyText.COUNT_INSTEAD(), pick=COUNT))
                if number == 1:
                    caption = CaptionText.OR_ALL_TRICKS()
                    rows.insert(0, usual_counts(self.deal, self.names[Seat.ELDER], caption))
            if another:
                rows.insert(0, Keys(tuple(another), len(another)))
            heading = QuestionText.TRICK(number=number)
            return Question(heading, tuple(rows), tuple(quiet), rare)
        # of three, keys stand below each other, in the column of their player; else beside each
        # other
        rows = self.blocks(keys, 1 if rules.players == 3 else 3)
        # the others are asked in one line
        text = QuestionText.FIRST_TRICK_TENS if number == 1 else QuestionText.TRICK_TENS
        return Question(text(number=number), tuple(rows), rare=rare)

    def next_to_call(self) -> SeatAndCategory | None:
        """Return the seat and category to ask for next.

        First what younger owes for a 'not good'; then more of what was called last; then younger's
        calls in a category in which elder called nothing; then more of elder's sets, after one that
        was just good.
        """
        states = self.deal.state.categories
        statuses = {category: state.status for category, state in states.items()}
        uncalled = [
            (seat, category)
            for seat, category in self.offers
            if seat is Seat.YOUNGER and not states[category].entries[seat]
        ]
        for seat, category in uncalled:
            if statuses[category] is CallStatus.NOT_GOOD:
                return seat, category
        said_so_far = [statement for _, statement in effective(self.deal.log)]
        last = said_so_far[-1] if said_so_far else None
        if isinstance(last, Called):
            again = (last.seat, last.claim.category)
            if again in self.offers:
                return again
        for seat, category in uncalled:
            if statuses[category] is CallStatus.OPEN:
                return seat, category
        if isinstance(last, Answered) and self.last_called in self.offers:
            return self.last_called
        return None

    def go_on(self, another: Iterable[Key]) -> list[Keys]:
        """Return the keys that go on to the play where there are no more calls,
        and those for *another* of elder's.
        """
        rows = list[Keys]()
        keys = [Key(KeyText.FIRST_TRICK(), pick=PLAY)]
        if can_count(self.deal):
            caption = CaptionText.NO_MORE_CALLS_TRICKS()
            counts = usual_counts(self.deal, self.names[Seat.ELDER], caption)
            rows.append(replace(counts, apart=True))
            keys.append(Key(KeyText.OTHER_COUNTS(), pick=COUNT))
        keys += another
        columns = len(keys) if len(keys) < 4 else 2
        if rows:
            return [*rows, Keys(tuple(keys), columns)]
        return [Keys(tuple(keys), columns, CaptionText.NO_MORE_CALLS(), apart=True)]

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
            Key(KeyText.GO_TO_TRICKS(), pick=PLAY),
            *self.blank_keys(),
        ]
        rows = (*self.calls((seat, category)), Keys(ways, len(ways), apart=True))
        return Question(self.calls_heading(seat, category), rows, rare=tuple(rare), seat=seat)

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
        to_tricks = Key(KeyText.GO_TO_TRICKS(), pick=PLAY)
        return Question(heading, rows, rare=(to_tricks,), seat=seat)

    def round_tricks(self) -> Question:
        state = self.deal.state
        if state.play_begun:
            return self.tricks(())
        called = [
            (seat, category)
            for seat, category in self.offers
            if state.categories[category].entries[seat]
        ]
        return self.tricks(tuple(self.further_keys(called)))
