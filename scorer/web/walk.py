"""
The walk through a deal: which question comes next, and the keys that may answer it.

Every key is a statement that `legal_next` allows; this module knows no rule of the game. It knows the order in which
people speak, and how few keys to show at once.
"""

from __future__ import annotations

from ..rules.called import Status
from ..rules.claims import CALLED, Category
from ..rules.deal import Deal, fold
from ..rules.legal import legal_next
from ..rules.seats import Seat
from ..rules.sentences import claim_words
from ..rules.statements import (
    Answer,
    Answered,
    Asked,
    Declined,
    Exchanged,
    HeadSaid,
    PipsSaid,
    Statement,
)
from ..rules.words import number_words
from .bidding import bidding
from .keys import RANK_LABELS, Key, Keys, Names, Question, blank_keys, calling_rows, in_columns, said
from .offers import CATEGORY_WORDS, awaited_declines, further_key, offers_of, opened_calls
from .round_walk import round_question
from .tricks import younger_and_play


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
