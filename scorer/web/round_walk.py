"""
The walk through a deal of three or four: the dealer's exchange, the calls seat by seat, and the tricks.

Nobody answers a call. Each seat in turn calls or has no more calls, and the page shows what is good.
"""

from __future__ import annotations

from ..rules.claims import CALLED
from ..rules.deal import Deal, fold
from ..rules.legal import legal_next
from ..rules.seating import by_player
from ..rules.statements import CarteRougeShown, Declined, Exchanged, Statement, TrickTaken
from ..rules.words import number_words
from .keys import Key, Keys, Names, Question, blank_keys, calling_rows, said
from .offers import (
    CATEGORY_WORDS,
    Offers,
    awaited_declines,
    decline_keys,
    further_key,
    offers_of,
    opened_calls,
)

PLAY = "play"
"""The `pick` that goes on from the calls to the tricks."""


def round_question(deal: Deal, names: Names, pick: str, number: int) -> Question | None:
    """
    Return what to ask next in a deal of three or four; `None` when it is over.

    *pick* names the keys that were opened, as `Key.pick` does. *number* is
    that of the deal, from 0, on which the order of the columns depends.
    """
    if deal.is_over:
        return None
    legal = legal_next(deal)
    return _exchange(legal, names, deal) or _calls(deal, names, legal, pick) or _tricks(deal, names, legal, number)


def _exchange(legal: tuple[Statement, ...], names: Names, deal: Deal) -> Question | None:
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
        keys = tuple(_trick_key(deal, each, names, number) for each in takers)
        rows = [Keys(keys, 3 if len(keys) == 3 else 2, big=True)]
    else:
        # the first is asked in full, the others in one line
        heading = (
            f"{title}: whose? How many count?" if deal.state.tricks else f"{heading} How many of ten or better count?"
        )
        rows = [
            Keys(
                tuple(_trick_key(deal, each, names, number) for each in takers if each.seat is seat),
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


def _trick_key(deal: Deal, taken: TrickTaken, names: Names, number: int) -> Key:
    """Return a key for one outcome of the trick, with the counts that would follow."""
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = " – ".join(map(str, by_player(deal.rules, number, after.score)))
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = str(taken.tens), f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=counts, seat=taken.seat)
