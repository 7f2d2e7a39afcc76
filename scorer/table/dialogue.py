"""The dialogue of a deal: which question comes next, and the keys that may answer it.

Every key is a statement that `legal_next` allows; this module knows no rule of the game. It knows
the order in which people speak, and how few keys to show at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import TypeAlias

from ..rules.cards import Suit
from ..rules.claims import CALLED, Category, SequenceClaim
from ..rules.deal import Deal, Phase, extend
from ..rules.deal_state import CallStatus, tricks_made
from ..rules.legal import legal_calls, legal_next, legal_of
from ..rules.lines import LineKind
from ..rules.scoring import race_awaits
from ..rules.seats import Seat
from ..rules.sentences import Names, bid_message, contract_message
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
    statement_message,
)
from ..rules.words import first_up, number_words
from .keys import (
    CATEGORY_WORDS,
    SHORTEST_POINT,
    Key,
    Keys,
    Question,
    bid_rows,
    calling_rows,
    can_count,
    count_after,
    count_question,
    count_row,
    is_rare,
    rank_label,
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

NO_MORE_CALLS = "No more calls: elder’s tricks"

GOOD_WORDS = {
    Category.POINT: "a good point",
    Category.SEQUENCE: "a good sequence",
    Category.SET: "a good set",
}

_ANSWERS: dict[type[Spoken], str] = {Passed: "Pass", Doubled: "Double", Redoubled: "Redouble"}


def bids_sentence(deal: Deal, names: Names) -> str:
    """Return the contract and its progress; before there is one, the bids so far;
    empty if there are none.
    """
    bids = (
        each
        for _, each in effective(deal.log)
        if isinstance(each, Bid | Passed | Doubled | Redoubled)
    )
    spoken = (str(statement_message(each, names)).replace(": ", " ") for each in bids)
    return contract_progress(deal, names) or ", ".join(spoken)


def contract_progress(deal: Deal, names: Names) -> str:
    """Return the contract and, from the first trick, its progress:
    *Ada to win eight, doubled: two to go*.
    """
    undertaken = contract_message(deal.state.auction, names)
    if undertaken is None:
        return ""
    return f"{undertaken}: {_progress(deal)}" if deal.state.tricks else str(undertaken)


def _progress(deal: Deal) -> str:
    bid = deal.state.auction.contract
    assert bid is not None
    made = tricks_made(bid, deal.tricks)
    if deal.is_over:
        line = next((line for line in deal.lines if line.kind is LineKind.CONTRACT), None)
        made = bid.tricks if line is None else line.args["tricks"]
    over = made - bid.tricks
    left = deal.rules.hand - len(deal.state.tricks)
    if over >= 0:
        return f"made, {number_words(over)} over" if over else "made"
    if left + over >= 0 and not deal.is_over:
        return f"{number_words(-over)} to go"
    return f"{number_words(-over - left)} short"


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
    if shown.startswith(COUNT) and deal.state.tricks and can_count(deal.rules):
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
    keys = [replace(key, label=key.spoken) for key in dialogue.further_keys(dialogue.offers)]
    if dialogue.takers:
        keys.append(Key("The tricks", pick=PLAY))
        if can_count(deal.rules) and not deal.state.tricks:
            keys.append(Key("The count of the tricks", pick=COUNT))
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
        back = Key("Back", pick=self.pick or "all")
        return Question("Something else", tuple(rows), (back,), seat=asked.seat)

    def with_more(self, asked: Question, pick: str) -> Question:
        """Return what is *asked* with the key that opens its rare keys, if it has some."""
        # A carte rouge scores where it occurs, so it is offered as soon as every card of a hand has
        # scored
        rouge = self.blocks(self.shown_keys(CarteRougeShown, "Carte rouge"), 1)
        more = (Key("More", pick=f"{pick}-{MORE}".lstrip("-")),) if asked.rare else ()
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
        rare = [each for each in self.offered(*called) if is_rare(each)]
        rows = self.rows_of(rare) if rare else ()
        return [
            replace(key, label=f"Point of {key.label.lower()}") for row in rows for key in row.keys
        ]

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
                rows.append(
                    Keys(own, columns, side=self.names[seat], block=side_by_side, column=at)
                )
        return rows

    def calls_heading(self, seat: Seat, category: Category) -> str:
        has_called = self.deal.state.categories[category].entries[seat]
        what = f"another {category.value}" if has_called else CATEGORY_WORDS[category]
        return f"{self.names[seat]} calls {what}"

    def shown_keys(self, kind: type[CarteBlancheShown | CarteRougeShown], words: str) -> list[Key]:
        return [
            Key(words, said(each), f"{words}, {self.names[each.seat]}", seat=each.seat)
            for each in legal_of(self.deal, kind)
        ]

    def blank_keys(self) -> tuple[Key, ...]:
        return tuple(self.shown_keys(CarteBlancheShown, "Carte blanche"))

    def further_keys(self, called: Iterable[SeatAndCategory]) -> list[Key]:
        keys = []
        for seat, category in called:
            more = "another" if self.deal.state.categories[category].entries[seat] else "a"
            what = "the point" if category is Category.POINT else f"{more} {category.value}"
            pick = f"{seat.letter}-{category.value}"
            spoken = f"{self.names[seat]}: {what}"
            keys.append(Key(first_up(what), pick=pick, spoken=spoken, seat=seat))
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
            for count in range(2, len(Suit) - len(state.entries[Seat.ELDER]) + 1):
                label = f"{number_words(count).capitalize()} tierces"
                keys.append(Key(label, "; ".join([tierce] * count)))
        return (Keys(tuple(keys), len(keys), "Or another sequence"),) if 1 <= len(keys) <= 3 else ()

    def decline_keys(self, declines: dict[SeatAndCategory, Declined]) -> Keys:
        """Return the keys that decide a race in hand, as *No more sequences*;
        they come first, as the usual answer.
        """
        keys = []
        for (seat, category), decline in declines.items():
            label = f"No more {category.value}s" if decline.more else f"No {category.value}"
            keys.append(Key(label, said(decline), f"{self.names[seat]} has {label.lower()}"))
        return Keys(tuple(keys), min(len(keys), 3))

    def opened_calls(self) -> Question | None:
        """Ask for the calls of the one seat and category in the pick,
        or for the pips or heads of one length.
        """
        back = (Key("Back", pick="all"),)
        for (seat, category), calls in (self.offers if self.pick else {}).items():
            name = self.names[seat]
            if self.pick == f"{seat.letter}-{category.value}":
                heading = f"{name} calls {CATEGORY_WORDS[category]}"
                return Question(heading, self.rows_of(calls), back, seat=seat)
            letter, _, length = self.pick.partition(":")
            if letter == seat.letter and length:
                rows = self.rows_of(calls, length)
                if rows and all(key.said for key in rows[0].keys):
                    asked = "what does it make?" if category is Category.POINT else "how high?"
                    heading = f"{name} calls {CATEGORY_WORDS[category]}: {asked}"
                    return Question(heading, rows, back, seat=seat)
        return None

    def trick_key(self, taken: TrickTaken) -> Key:
        name = self.names[taken.seat]
        label = name
        spoken = f"{name} takes it"
        if taken.tens is not None:
            label = str(taken.tens)
            spoken = f"{spoken}, {number_words(taken.tens)} counting"
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
            Key(word, said(answers[kind])) for kind, word in _ANSWERS.items() if kind in answers
        )
        rows.append(Keys(keys, len(keys)))
        turn = self.deal.state.auction.turn
        return Question(self.bidding_heading(), tuple(rows), rare=self.blank_keys(), seat=turn)

    def bidding_heading(self) -> str:
        auction = self.deal.state.auction
        name = self.names[auction.turn]
        if auction.bid is not None:
            doubled = ("", ", doubled", ", redoubled")[auction.doubled]
            return f"{self.names[auction.bid.seat]}: {bid_message(auction.bid)}{doubled}. {name}?"
        if auction.passed is not None:
            return f"{self.names[auction.passed]} passes. {name} bids"
        thrown_in = "Both passed, so deal again. " if auction.thrown_in else ""
        return f"{thrown_in}{name} bids"

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
            usual = f"{number_words(most).capitalize()} and {number_words(rest)}, as usual"
            both = said(Exchanged(Seat.ELDER, most), Exchanged(Seat.YOUNGER, rest))
            rows.append(Keys((Key(usual, both, main=True),), 1))
        numbers = tuple(
            Key(str(each.cards), said(each), f"{name} exchanges {number_words(each.cards)}")
            for each in options
        )
        heading = "The exchange" if seat is Seat.ELDER else f"{name} exchanges"
        rows.append(Keys(numbers, min(len(numbers), 6), f"{name} exchanges" if rows else ""))
        return Question(heading, (*rows, *self.blocks(self.blank_keys(), 1)), seat=seat)

    def pending(self) -> Question | None:
        deal = self.deal
        if deal.pending is None:
            return None
        elder = self.names[Seat.ELDER]
        younger = self.names[Seat.YOUNGER]
        spoken = deal.state.categories[deal.pending].leading.claim.spoken
        heads = tuple(
            Key(rank_label(each.top), said(each), f"to the {each.top.word}", seat=Seat.ELDER)
            for each in reversed(legal_of(deal, HeadSaid))
        )
        if deal.state.categories[deal.pending].status is CallStatus.ASKED:
            if deal.pending is Category.POINT:
                pips = legal_of(deal, PipsSaid)
                keys = tuple(
                    Key(str(each.pips), said(each), f"making {each.pips}") for each in pips
                )
                return Question(f"{elder}’s {spoken} makes", (Keys(keys, 4),), seat=Seat.ELDER)
            return Question(f"{elder}’s {spoken} is to the", (Keys(heads, 4),), seat=Seat.ELDER)
        answers = {each.answer: each for each in legal_of(deal, Answered)}
        asks = legal_of(deal, Asked)
        answer_keys = [
            Key("Good", said(answers[Answer.GOOD])),
            Key("Not good", said(answers[Answer.NOT_GOOD])),
        ]
        if asks:
            answer_keys.append(
                Key("How many?" if deal.pending is Category.POINT else "How high?", said(asks[0]))
            )
        elif Answer.EQUAL in answers:
            answer_keys.append(Key("Equal", said(answers[Answer.EQUAL])))
        rows = [Keys(tuple(answer_keys), len(answer_keys))]
        if heads:
            rows.append(Keys(heads, min(len(heads), 6), f"Or {elder} adds: to the"))
        return Question(f"{elder}: {spoken}. {younger}?", tuple(rows), seat=Seat.YOUNGER)

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
                keys.append(Key(f"No {category.value}", said(no)))
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
        has_called = self.deal.state.categories[category].entries[seat]
        what = f"another {category.value}" if has_called else GOOD_WORDS[category]
        onward = [self.on_key(of, each, f"{each.value}s") for of, each in later if of is seat]
        others = [self.on_key(of, each, "Younger") for of, each in later if of is not seat]
        onward += others[:1]
        counts = can_count(self.deal.rules)
        onward.append(Key("Tricks", pick=COUNT) if counts else Key("First trick", pick=PLAY))
        rows = [*self.calls((seat, category)), *lesser]
        rows.append(Keys(tuple(onward), 2 if len(onward) == 4 else len(onward), apart=True))
        if counts and self.last_called and not lesser:
            rows.append(usual_counts(self.deal, self.names[Seat.ELDER], NO_MORE_CALLS))
        rare = (*self.rare_calls((seat, category)), *self.besides(turns))
        rare += self.blank_keys() if seat is Seat.ELDER else ()
        back = (Key("Back", pick="all"),) if self.pick.startswith(ON) else ()
        return Question(f"{self.names[seat]}: {what}?", tuple(rows), back, rare, seat=seat)

    def on_key(self, seat: Seat, category: Category, words: str) -> Key:
        return Key(
            first_up(words),
            pick=f"{ON}-{seat.letter}-{category.value}",
            spoken=f"On to {self.names[seat]}: {words.lower()}",
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
        if self.pick == COUNT and not deal.state.tricks and can_count(deal.rules):
            to_tricks = self.good or not deal.rules.counts_every_card
            quiet = [Key("Trick by trick", pick=PLAY if to_tricks else "all")]
            quiet += [Key("Back", pick="all")] if self.good else []
            return Question(
                f"How many tricks did {names[Seat.ELDER]} take?",
                (count_row(deal, names[Seat.ELDER]),),
                tuple(quiet),
                seat=Seat.ELDER,
            )
        opened = count_question(deal, names, self.pick) if self.pick.startswith(COUNT) else None
        if opened is not None:
            return replace(opened, quiet=(Key("Back", pick=COUNT),))
        shown = None if self.pick == PLAY else self.next_to_call()
        shown = next(iter(self.declines), shown)
        further = [] if self.declines else self.further(shown)
        another = self.further_keys(further)
        rare = self.besides((shown, *further))
        if shown is None:
            return self.tricks(tuple(rare), another)
        rows = [*self.calls(shown)]
        if self.declines:
            rows.insert(0, self.decline_keys(self.declines))
        else:
            rows += self.go_on(another)
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
            Key("Concedes", said(each), f"{self.names[each.seat]} concedes", seat=each.seat)
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
            if can_count(rules):
                quiet.append(Key("Count instead", pick=COUNT))
                if number == 1:
                    rows.insert(
                        0,
                        usual_counts(self.deal, self.names[Seat.ELDER], "Or all of elder’s tricks"),
                    )
            if another:
                rows.insert(0, Keys(tuple(another), len(another)))
            return Question(f"Trick {number}: who takes it?", tuple(rows), tuple(quiet), rare)
        # of three, keys stand below each other, in the column of their player; else beside each
        # other
        rows = self.blocks(keys, 1 if rules.players == 3 else 3)
        # the others are asked in one line
        full = f"Trick {number}: who takes it, and how many of ten or better?"
        return Question(
            full if number == 1 else f"Trick {number}: who, and how many?", tuple(rows), rare=rare
        )

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
        rules = self.deal.rules
        rows = list[Keys]()
        keys = [Key("First trick", pick=PLAY)]
        if can_count(rules):
            counts = usual_counts(self.deal, self.names[Seat.ELDER], NO_MORE_CALLS)
            rows.append(replace(counts, apart=True))
            keys.append(Key("Other counts", pick=COUNT))
        keys += another
        columns = len(keys) if len(keys) < 4 else 2
        caption = "" if rows else "No more calls"
        return [*rows, Keys(tuple(keys), columns, caption, apart=not rows)]

    # Three and four players
    #
    # Nobody answers a call. Each seat in turn calls or has no more calls, and the page shows what
    # is good.

    def dealer_exchange(self) -> Question | None:
        options = legal_of(self.deal, Exchanged)
        if not options:
            return None
        dealer = options[0].seat
        name = self.names[dealer]
        keys = []
        for each in options:
            words = number_words(each.cards)
            keys.append(Key(words.capitalize(), said(each), f"{name} exchanges {words}"))
        rows = (Keys(tuple(keys), len(keys)), *self.blocks(self.blank_keys(), 1))
        return Question(f"{name} deals and exchanges", rows, seat=dealer)

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
            "No more calls" if len(left) < len(CALLED) else "No calls",
            said(*others, *awaited),  # the last of them may decide a race
            f"{name} has no more calls",
        )
        ways: tuple[Key, ...] = (passes,)
        if len(left) > 1:
            ways = (Key(f"No {category.value}", said(Declined(seat, category))), passes)
        entries = self.deal.state.categories
        again = [
            (seat, each) for each in CALLED if each not in left and entries[each].entries[seat]
        ]
        rare = [
            *self.rare_calls((seat, category)),
            *self.further_keys(called for called in again if called in self.offers),
            Key("Go to the tricks", pick=PLAY),
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
        heading = f"{self.names[seat]} calls another {category.value}"
        rows = (self.decline_keys(own), *self.calls((seat, category)))
        return Question(heading, rows, rare=(Key("Go to the tricks", pick=PLAY),), seat=seat)

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
