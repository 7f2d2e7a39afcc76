"""The walk through a deal: which question comes next, and the keys that may answer it."""

from __future__ import annotations

from dataclasses import replace

from ..rules.claims import CALLED, Category
from ..rules.deal import Deal, Phase, fold
from ..rules.deal_state import Status, tricks_made
from ..rules.legal import legal_next, legal_play
from ..rules.lines import LineKind
from ..rules.partie import by_player
from ..rules.play import allows_quick_count
from ..rules.ruleset import TrickCount
from ..rules.seats import Seat
from ..rules.sentences import bid_words, claim_words, contract_sentence
from ..rules.statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    CarteRougeShown,
    Conceded,
    Declined,
    Doubled,
    Exchanged,
    HeadSaid,
    Passed,
    PipsSaid,
    Redoubled,
    Statement,
    TricksCounted,
    TrickTaken,
    effective,
    statement_sentence,
)
from ..rules.words import number_words, times_words
from .formatting import parse_number
from .keys import (
    CATEGORY_WORDS,
    RANK_LABELS,
    Key,
    Keys,
    Names,
    Offers,
    Question,
    awaited_declines,
    blank_keys,
    calling_rows,
    decline_keys,
    further_key,
    in_columns,
    offers_of,
    opened_calls,
    said,
)

# The auction
#
# One row of numbers bids to win, one minus; below them are the answers to a bid. `legal_next` allows every key.


BIDS = (Bid, Passed, Doubled, Redoubled)
"""The statements of an auction."""

_ANSWERS: dict[type, str] = {Passed: "Pass", Doubled: "Double", Redoubled: "Redouble"}


def bidding(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask for the next bid; `None` where there is no auction, or it is over."""
    if deal.phase is not Phase.AUCTION:
        return None
    name = names[deal.state.auction.turn]
    rows = []
    for minus, caption in ((False, "To win"), (True, "Minus, to lose")):
        keys = tuple(
            Key(str(each.tricks), said(each), f"{name} bids {bid_words(each)}")
            for each in legal
            if isinstance(each, Bid) and each.minus is minus
        )
        if keys:
            rows.append(Keys(keys, min(6, len(keys)), caption))
    answers = tuple(Key(word, said(each)) for kind, word in _ANSWERS.items() for each in legal if type(each) is kind)
    rows.append(Keys(answers, len(answers)))
    return Question(_heading(deal, names), tuple(rows), blank_keys(legal, names))


def _heading(deal: Deal, names: Names) -> str:
    """Return the last bid and whose turn it is, in words."""
    auction = deal.state.auction
    name = names[auction.turn]
    if auction.bid is not None:
        doubled = ("", ", doubled", ", redoubled")[auction.doubled]
        return f"{names[auction.bid.seat]}: {bid_words(auction.bid)}{doubled}. {name}?"
    if auction.passed is not None:
        return f"{names[auction.passed]} passes. {name} bids"
    thrown_in = "Both passed, so deal again. " if auction.thrown_in else ""
    return f"{thrown_in}{name} bids"


def bids_sentence(deal: Deal, names: Names) -> str:
    """Return the contract and its progress; before there is one, the bids so far; empty if there are none."""
    bids = (each for _, each in effective(deal.log) if isinstance(each, BIDS))
    spoken = (statement_sentence(each, names).replace(": ", " ") for each in bids)
    return contract_progress(deal, names) or ", ".join(spoken)


def contract_progress(deal: Deal, names: Names) -> str:
    """Return the contract and, from the first trick, its progress: *Ada to win eight, doubled: two to go*."""
    undertaken = contract_sentence(deal.state.auction, names)
    return f"{undertaken}: {_progress(deal)}" if undertaken and deal.state.tricks else undertaken


def _progress(deal: Deal) -> str:
    bid = deal.state.auction.contract
    assert bid is not None
    made = tricks_made(bid, deal.tricks)
    if deal.is_over:
        line = next((line for line in deal.lines if line.kind is LineKind.CONTRACT), None)
        made = bid.tricks if line is None else line.args["tricks"]
    over, left = made - bid.tricks, deal.rules.hand - len(deal.state.tricks)
    if over >= 0:
        return f"made, {number_words(over)} over" if over else "made"
    if left + over >= 0 and not deal.is_over:
        return f"{number_words(-over)} to go"
    return f"{number_words(-over - left)} short"


# The tricks
#
# The page asks for one category of younger's calls at a time. Keys below a line go on to the first trick.


PLAY = "play"
"""The `pick` that goes on from the calls to the tricks."""

COUNT = "count"
"""The `pick` of the quick count."""


def younger_and_play(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask for younger's calls, with the keys that go on to the tricks; or for the next trick."""
    if pick == COUNT and not deal.state.tricks and _may_be_counted(deal):
        row = _count_row(deal, names)
        return Question(f"How many tricks did {names[Seat.ELDER]} take?", (row,), (_by_tricks(deal),))
    counted = _count(deal, names, pick) if pick.startswith("count") else None
    if counted is not None:
        return counted
    offers = offers_of(legal)
    opened = opened_calls(offers, names, pick)
    if opened is not None:
        return opened
    declines = awaited_declines(deal, legal)
    shown = None if pick == PLAY else _next_to_call(deal, offers)
    if declines and shown not in declines:
        shown = next(iter(declines))
    takers = [each for each in legal if isinstance(each, TrickTaken)]
    quiet = [further_key(deal, seat, category, names) for seat, category in offers if (seat, category) != shown]
    quiet += [Key(f"Carte rouge, {names[e.seat]}", said(e)) for e in legal if isinstance(e, CarteRougeShown)]
    quiet += [Key(f"{names[e.seat]} concedes", said(e)) for e in legal if isinstance(e, Conceded)]
    if shown is not None:
        seat, category = shown
        more = deal.state.categories[category].entries[seat]
        heading = f"{names[seat]} calls {f'another {category.value}' if more else CATEGORY_WORDS[category]}"
        calls = calling_rows(offers[shown], names[seat], "") if shown in offers else ()
        if declines:
            return Question(heading, (decline_keys(declines, names), *calls), tuple(quiet))
        return Question(heading, (*calls, _go_on(deal, takers, names)), tuple(quiet))
    rows = [_trick_row(deal, takers, names)]
    number = len(deal.state.tricks) + 1
    if number == 1 and _may_be_counted(deal):
        rows.append(_count_row(deal, names, f"Or count {names[Seat.ELDER]}’s tricks"))
    return Question(f"Trick {number}: who takes it?", tuple(rows), tuple(quiet))


def _next_to_call(deal: Deal, offers: Offers) -> tuple[Seat, Category] | None:
    """
    Return the seat and category to ask for next.

    First what younger owes for a 'not good'; then more of what was called
    last; then younger's calls in a category in which elder called nothing.
    """
    uncalled = {
        category: deal.state.categories[category]
        for seat, category in offers
        if seat is Seat.YOUNGER and not deal.state.categories[category].entries[seat]
    }
    for category, state in uncalled.items():
        if state.status is Status.NOT_GOOD:
            return Seat.YOUNGER, category
    said_so_far = effective(deal.log)
    last = said_so_far[-1][1] if said_so_far else None
    if isinstance(last, Called) and (last.seat, last.claim.category) in offers:
        return last.seat, last.claim.category
    return next(((Seat.YOUNGER, category) for category, state in uncalled.items() if state.status is Status.OPEN), None)


def _may_be_counted(deal: Deal) -> bool:
    """Whether keys offer the quick count."""
    return allows_quick_count(deal.rules) and deal.rules.trick_count is not TrickCount.CAPTURED_CARDS


def _go_on(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """
    Return the keys that go on where there are no more calls.

    They are the first trick, where a trick needs two keys, with the quick
    count; else the one key that opens them.
    """
    if not deal.rules.counts_every_card:
        return Keys((Key("No more calls: first trick", pick=PLAY),), 1, apart=True)
    first, second = (_trick_key(deal, each, names) for each in takers)
    count = Key("Count the tricks", pick=COUNT)
    return Keys((first, count, second), 3, "No more calls. First trick to", apart=True)


def _trick_row(deal: Deal, takers: list[TrickTaken], names: Names) -> Keys:
    """Return two big keys; where only tens and better count, a column of numbers for each player."""
    keys = tuple(_trick_key(deal, each, names) for each in takers)
    if deal.rules.counts_every_card:
        return Keys(keys, 2, big=True)
    return Keys(keys, 2, "And how many cards of ten or better count")


def _count_row(deal: Deal, names: Names, caption: str = "") -> Keys:
    """Return the first step of the quick count: how many tricks elder took."""
    elder = names[Seat.ELDER]
    numbers = range(deal.rules.hand + 1)
    return Keys(
        tuple(Key(str(n), pick=f"count-{n}", spoken=f"{elder} took {_tricks_words(n)}") for n in numbers), 7, caption
    )


def _tricks_words(count: int) -> str:
    return times_words(count, "trick", "tricks") if count else "no tricks"


def _by_tricks(deal: Deal) -> Key:
    """Return the way back from the quick count; where a trick needs two keys, they are below the calls."""
    return Key("Enter trick by trick", pick="all" if deal.rules.counts_every_card else PLAY)


def _trick_key(deal: Deal, taken: TrickTaken, names: Names) -> Key:
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = after.score
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = f"{label}, {taken.tens}", f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}", seat=taken.seat)


def _count(deal: Deal, names: Names, pick: str) -> Question | None:
    """Ask for the rest of the quick count: the last trick with elder's count, and elder's first run if it matters."""
    elder = names[Seat.ELDER]
    tricks, *rest = pick.split("-")[1:] or [""]
    count = parse_number(tricks)
    ways = legal_play(deal, count) if 0 <= count <= deal.rules.hand else ()
    if not ways:
        return None
    title = f"{elder} took {_tricks_words(count)}"
    back = (Key("Change the number", pick=COUNT), _by_tricks(deal))
    by_first = [way for way in ways if [way.last.letter, str(way.play)] == rest and way.first is not None]
    if by_first:
        keys = tuple(Key(str(way.first), said(way)) for way in by_first)
        heading = f"{title}. How many before {names[Seat.YOUNGER]}’s first?"
        return Question(heading, (Keys(keys, 6),), back)
    lasts = sorted({way.last for way in ways})
    if len(lasts) > 1 and len({way.play for way in ways}) == 1:
        by_last = ([way for way in ways if way.last is last] for last in lasts)
        keys = tuple(
            replace(
                _play_key(deal, each, f"count-{tricks}-{each[0].last.letter}", f"{names[each[0].last]} took the last"),
                label=names[each[0].last],
                seat=each[0].last,
            )
            for each in by_last
        )
        return Question(f"{title}. Who took the last?", (Keys(keys, 2),), back)
    rows = []
    for last in lasts:
        plays: dict[int, list[TricksCounted]] = {}
        for way in ways:
            if way.last is last:
                plays.setdefault(way.play, []).append(way)
        keys = tuple(
            _play_key(deal, plays[play], f"count-{tricks}-{last.letter}", f"{elder} counts {play}")
            for play in sorted(plays)
        )
        rows.append(Keys(keys, min(6, len(keys)), f"{names[last]} took the last trick. {elder}’s count?"))
    return Question(title, tuple(rows), back)


def _play_key(deal: Deal, ways: list[TricksCounted], pick: str, spoken: str) -> Key:
    """Return the key of one count of elder's; it records all, or asks for elder's first run."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        return Key(str(way.play), pick=f"{pick}-{way.play}", spoken=spoken)
    counts = fold(deal.rules, (*deal.log, way), deal.setting).deal.score
    return Key(str(way.play), said(way), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}")


# Three and four players
#
# Nobody answers a call. Each seat in turn calls or has no more calls, and the page shows what is good.


def round_question(deal: Deal, names: Names, pick: str, number: int) -> Question | None:
    """
    Return what to ask next in a deal of three or four; `None` when it is over.

    *pick* names the keys that were opened, as `Key.pick` does. *number* is
    that of the deal, from 0, on which the order of the columns depends.
    """
    if deal.is_over:
        return None
    legal = legal_next(deal)
    return (
        _dealer_exchange(legal, names, deal) or _calls(deal, names, legal, pick) or _tricks(deal, names, legal, number)
    )


def _dealer_exchange(legal: tuple[Statement, ...], names: Names, deal: Deal) -> Question | None:
    """Ask for the dealer's exchange, until the first call is made."""
    options = [each for each in legal if isinstance(each, Exchanged)]
    if not options:
        return None
    name = names[options[0].seat]
    keys = tuple(
        Key(number_words(each.cards).capitalize(), said(each), f"{name} exchanges {number_words(each.cards)}")
        for each in options
    )
    return Question(f"{name} deals and exchanges", (Keys(keys, len(keys)),), blank_keys(legal, names))


def _calls(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask the first seat that has not spoken on a category; `None` once all have, or a card is played."""
    if deal.state.play_begun or pick == PLAY:
        return None
    offers = offers_of(legal)
    opened = opened_calls(offers, names, pick)
    if opened is not None:
        return opened
    turn = next(((seat, left) for seat in deal.rules.seats if (left := deal.state.unspoken(seat))), None)
    if turn is None:
        return _race(deal, names, legal, offers)
    seat, left = turn
    name, category = names[seat], left[0]
    awaited = [decline for (who, _), decline in awaited_declines(deal, legal).items() if who is seat]
    others = [decline for each in left if (decline := Declined(seat, each)) not in awaited]
    nothing = said(*others, *awaited)  # the last of them may decide a race
    passes = Key("No more calls" if len(left) < len(CALLED) else "No calls", nothing, f"{name} has no more calls")
    ways: tuple[Key, ...] = (passes,)
    if len(left) > 1:
        ways = (Key(f"No {category.value}", said(Declined(seat, category))), passes)
    rows = calling_rows(offers[seat, category], name, "") if (seat, category) in offers else ()
    quiet = [
        further_key(deal, seat, other, names)
        for other in CALLED
        if other not in left and (seat, other) in offers and deal.state.categories[other].entries[seat]
    ]
    quiet += [Key(f"Carte rouge, {names[e.seat]}", said(e)) for e in legal if isinstance(e, CarteRougeShown)]
    quiet += [Key("Go to the tricks", pick=PLAY), *blank_keys(legal, names)]
    return Question(
        f"{name} calls {CATEGORY_WORDS[category]}", (*rows, Keys(ways, len(ways), apart=True)), tuple(quiet)
    )


def _race(deal: Deal, names: Names, legal: tuple[Statement, ...], offers: Offers) -> Question | None:
    """Ask who wins a race to the target, once all have called; `None` if no race awaits an answer."""
    declines = awaited_declines(deal, legal)
    if not declines:
        return None
    seat, category = next(iter(declines))
    own = {called: each for called, each in declines.items() if called[0] is seat}
    rows = calling_rows(offers[seat, category], names[seat], "") if (seat, category) in offers else ()
    quiet = (Key("Go to the tricks", pick=PLAY),)
    return Question(f"{names[seat]} calls another {category.value}", (decline_keys(own, names), *rows), quiet)


def _tricks(deal: Deal, names: Names, legal: tuple[Statement, ...], number: int) -> Question:
    """Ask who takes the next trick and, where only tens and better count, how many cards count."""
    takers = [each for each in legal if isinstance(each, TrickTaken)]
    title = f"Trick {len(deal.state.tricks) + 1}"
    heading = f"{title}: who takes it?"
    if deal.rules.counts_every_card:
        keys = tuple(_round_trick_key(deal, each, names, number) for each in takers)
        rows = [Keys(keys, 3 if len(keys) == 3 else 2, big=True)]
    else:
        # the first is asked in full, the others in one line
        heading = (
            f"{title}: whose? How many count?" if deal.state.tricks else f"{heading} How many of ten or better count?"
        )
        rows = [
            Keys(
                tuple(_round_trick_key(deal, each, names, number) for each in takers if each.seat is seat),
                3,
                side=names[seat],
            )
            for seat in sorted(deal.rules.seats, key=lambda seat: (number + seat) % deal.rules.players)
        ]
    quiet: tuple[Key, ...] = ()
    if not deal.state.play_begun:
        quiet = tuple(
            further_key(deal, seat, category, names)
            for seat, category in offers_of(legal)
            if deal.state.categories[category].entries[seat]
        )
    return Question(heading, tuple(rows), quiet)


def _round_trick_key(deal: Deal, taken: TrickTaken, names: Names, number: int) -> Key:
    """Return a key for one outcome of the trick, with the counts that would follow."""
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = " – ".join(map(str, by_player(deal.rules, number, after.score)))
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = str(taken.tens), f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=counts, seat=taken.seat)


# The walk
#
# Every key is a statement that `legal_next` allows; this module knows no rule of the game. It knows the order in which
# people speak, and how few keys to show at once.


def question(deal: Deal, names: Names, pick: str = "", *, number: int = 0) -> Question | None:
    """
    Return what to ask next in *deal*; `None` when it is over.

    *pick* names the keys that were opened and have recorded nothing yet, as
    `Key.pick` does. *number* is that of the deal, from 0: in every second
    deal of two the left column, and the count that comes first, is younger's.
    """
    if deal.is_over:
        return None
    if deal.rules.players > 2:
        asked = round_question(deal, names, pick, number)
        return asked and in_columns(asked, number, deal.rules.players)
    legal = legal_next(deal)
    for ask in (bidding, _exchange, _pending, _elder, younger_and_play):
        asked = ask(deal, names, legal, pick)
        if asked is not None:
            return in_columns(asked, number, 2)
    return None


def pick_that_says(deal: Deal, names: Names, words: str, *, number: int) -> str:
    """
    Return the `pick` with a key for *words*, the fewest taps away.

    It is empty where the key is on the page without a pick, or on none.
    """
    opened = [""]
    for pick in opened:  # this grows as further picks are found
        asked = question(deal, names, pick, number=number)
        keys = [] if asked is None else [*(key for row in asked.rows for key in row.keys), *asked.quiet]
        if any(key.said == words for key in keys):
            return pick
        opened += [key.pick for key in keys if key.pick not in ("", *opened)]
    return ""


def _exchange(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    options = [each for each in legal if isinstance(each, Exchanged)]
    if not options:
        return None
    seat = options[0].seat
    counts = [each.cards for each in options]
    blanks = blank_keys(legal, names)
    rows = []
    if seat is Seat.ELDER:
        most = max(counts)
        then = fold(deal.rules, (*deal.log, Exchanged(Seat.ELDER, most)), deal.setting).deal
        rest = [each.cards for each in legal_next(then) if isinstance(each, Exchanged)]
        usual = f"{number_words(most).capitalize()} and {number_words(max(rest))}, as usual"
        both = said(Exchanged(Seat.ELDER, most), Exchanged(Seat.YOUNGER, max(rest)))
        rows.append(Keys((Key(usual, both, main=True),), 1))
    numbers = tuple(
        Key(str(each.cards), said(each), f"{names[seat]} exchanges {number_words(each.cards)}") for each in options
    )
    rows.append(Keys(numbers, min(len(numbers), 6), f"{names[seat]} exchanges"))
    heading = "The exchange" if seat is Seat.ELDER else f"{names[seat]} exchanges"
    return Question(heading, tuple(rows), blanks)


def _pending(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask younger to answer elder's call, or elder to say what younger asked."""
    if deal.pending is None:
        return None
    elder, younger = names[Seat.ELDER], names[Seat.YOUNGER]
    claim = deal.state.categories[deal.pending].leading.claim
    spoken = claim_words(claim)
    if deal.state.categories[deal.pending].status is Status.ASKED:
        if deal.pending is Category.POINT:
            keys = tuple(
                Key(str(each.pips), said(each), f"making {each.pips}") for each in legal if isinstance(each, PipsSaid)
            )
            return Question(f"{elder}’s {spoken} makes", (Keys(keys, 4),))
        return Question(f"{elder}’s {spoken} is to the", (Keys(_heads(legal), 4),))
    answers = {each.answer: each for each in legal if isinstance(each, Answered)}
    asks = [each for each in legal if isinstance(each, Asked)]
    answer_keys = [Key("Good", said(answers[Answer.GOOD])), Key("Not good", said(answers[Answer.NOT_GOOD]))]
    if asks:
        answer_keys.append(Key("How many?" if deal.pending is Category.POINT else "How high?", said(asks[0])))
    elif Answer.EQUAL in answers:
        answer_keys.append(Key("Equal", said(answers[Answer.EQUAL])))
    rows = [Keys(tuple(answer_keys), len(answer_keys))]
    heads = _heads(legal)
    if heads:
        rows.append(Keys(heads, min(len(heads), 6), f"Or {elder} adds: to the"))
    return Question(f"{elder}: {spoken}. {younger}?", tuple(rows))


def _heads(legal: tuple[Statement, ...]) -> tuple[Key, ...]:
    heads = [each for each in legal if isinstance(each, HeadSaid)]
    return tuple(
        Key(RANK_LABELS.get(each.top.code, each.top.code), said(each), f"to the {each.top.word}")
        for each in reversed(heads)
    )


def _elder(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Ask for elder's next category: the point, sequences, then sets; small keys offer more of what is good."""
    if deal.state.younger_called or deal.state.play_begun:
        return None
    if any(seat is Seat.ELDER for seat, _ in awaited_declines(deal, legal)):
        return None  # a race hangs on elder's next word
    offers = offers_of(legal)
    for category in CALLED:
        fresh = offers.get((Seat.ELDER, category))
        if deal.state.categories[category].status is not Status.OPEN or not fresh:
            continue
        opened = opened_calls(offers, names, pick)
        if opened is not None:
            return opened
        quiet = [
            Key(f"No {category.value}", said(each))
            for each in legal
            if isinstance(each, Declined) and each.seat is Seat.ELDER and each.category is category
        ]
        quiet += [
            further_key(deal, seat, other, names)
            for seat, other in offers
            if seat is Seat.ELDER and deal.state.categories[other].status is Status.GOOD
        ]
        quiet += blank_keys(legal, names)
        rows = calling_rows(fresh, names[Seat.ELDER], pick)
        return Question(f"{names[Seat.ELDER]} calls {CATEGORY_WORDS[category]}", rows, tuple(quiet))
    return None
