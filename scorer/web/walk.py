"""
The walk through a deal: which question comes next, and the keys that may answer it.

Every key is a statement that `legal_next` allows; nothing here knows a rule.
What it knows is the order in which people speak, and how few keys a thumb
wants to see at once.
"""

from __future__ import annotations

from dataclasses import replace

from ..rules.claims import CALLED, Category
from ..rules.deal import Deal, fold
from ..rules.legal import legal_next, legal_play
from ..rules.options import TrickCount
from ..rules.play import counts_short
from ..rules.seats import BySeat, Seat
from ..rules.sentences import claim_words
from ..rules.statements import (
    Answer,
    Answered,
    Asked,
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
)
from ..rules.table import Status
from ..rules.words import number_words
from .keys import RANK_LABELS, Key, Keys, Question, calling_rows, said

Names = BySeat[str]


def question(deal: Deal, names: Names, pick: str = "", *, elder_first: bool = True) -> Question | None:
    """
    What to ask next in *deal*; `None` when it is over.

    Args:
        deal: the deal as far as it goes.
        names: the players by seat.
        pick: a choice that was opened on this page and has recorded nothing
            yet, as `Key.pick` names it.
        elder_first: elder's column is the left one, so his count comes first.
    """
    if deal.is_over:
        return None
    legal = legal_next(deal)
    for ask in (_exchange, _waiting, _elder, _younger_and_play):
        asked = ask(deal, names, legal, pick)
        if asked is not None:
            return asked if elder_first else _turned(asked)
    return None


def _turned(asked: Question) -> Question:
    """The same question with the counts on its keys in the other order."""

    def turn(key: Key) -> Key:
        first, dash, second = key.note.partition(" – ")
        return replace(key, note=f"{second}{dash}{first}") if dash else key

    rows = tuple(replace(row, keys=tuple(turn(key) for key in row.keys)) for row in asked.rows)
    return replace(asked, rows=rows)


def _exchange(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    options = [each for each in legal if isinstance(each, Exchanged)]
    if not options:
        return None
    seat = options[0].seat
    counts = [each.cards for each in options]
    blanks = tuple(
        Key(f"Carte blanche, {names[each.seat]}", said(each)) for each in legal if isinstance(each, CarteBlancheShown)
    )
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
    rows.append(Keys(numbers, min(len(numbers), 6), f"{names[seat]} takes"))
    heading = "The exchange" if seat is Seat.ELDER else f"{names[seat]} exchanges"
    return Question(heading, tuple(rows), blanks)


def _waiting(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Elder's call waits: younger answers, or elder says what he was asked."""
    if deal.pending is None:
        return None
    elder, younger = names[Seat.ELDER], names[Seat.YOUNGER]
    claim = deal.table.categories[deal.pending].leading.claim
    spoken = claim_words(claim)
    if deal.table.categories[deal.pending].status is Status.ASKED:
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
        rows.append(Keys(heads, min(len(heads), 6), f"or {elder} adds: to the"))
    return Question(f"{elder}: {spoken}. {younger}?", tuple(rows))


def _heads(legal: tuple[Statement, ...]) -> tuple[Key, ...]:
    heads = [each for each in legal if isinstance(each, HeadSaid)]
    return tuple(
        Key(RANK_LABELS.get(each.top.code, each.top.code), said(each), f"to the {each.top.word}")
        for each in reversed(heads)
    )


def _elder(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """Elder's next category: the point, then sequences, then sets; further ones of what is good stay at hand."""
    if deal.table.younger_called or deal.table.play_begun:
        return None
    offers = _offers(legal)
    for category in CALLED:
        fresh = offers.get((Seat.ELDER, category))
        if deal.table.categories[category].status is not Status.OPEN or not fresh:
            continue
        opened = _opened(offers, names, pick)
        if opened is not None:
            return opened
        quiet = [
            Key(f"No {category.value}", said(each))
            for each in legal
            if isinstance(each, Declined) and each.seat is Seat.ELDER and each.category is category
        ]
        quiet += [
            _further(deal, seat, other, names)
            for seat, other in offers
            if seat is Seat.ELDER and deal.table.categories[other].status is Status.GOOD
        ]
        quiet += [Key(f"Carte blanche, {names[e.seat]}", said(e)) for e in legal if isinstance(e, CarteBlancheShown)]
        rows = calling_rows(fresh, names[Seat.ELDER], pick)
        return Question(f"{names[Seat.ELDER]} calls {_CATEGORIES[category]}", rows, tuple(quiet))
    return None


_CATEGORIES = {Category.POINT: "the point", Category.SEQUENCE: "sequences", Category.SET: "sets"}

Offers = dict[tuple[Seat, Category], list[Called]]


def _offers(legal: tuple[Statement, ...]) -> Offers:
    """The calls that may be made, by seat and category."""
    offers: Offers = {}
    for each in legal:
        if isinstance(each, Called):
            offers.setdefault((each.seat, each.claim.category), []).append(each)
    return offers


def _opened(offers: Offers, names: Names, pick: str) -> Question | None:
    """The calls of one seat and category alone, if that is what was picked; or the pips or heads of a length."""
    back = (Key("Back", pick="all"),)
    for (seat, category), calls in offers.items():
        if pick == f"{seat.letter}-{category.value}":
            rows = calling_rows(calls, names[seat], "")
            return Question(f"{names[seat]} calls {_CATEGORIES[category]}", rows, back)
        letter, _, length = pick.partition(":")
        if letter == seat.letter and length:
            rows = calling_rows(calls, names[seat], length)
            if rows and all(key.said for key in rows[0].keys):
                return Question(f"{names[seat]} calls {_CATEGORIES[category]}: what does it make?", rows, back)
    return None


def _further(deal: Deal, seat: Seat, category: Category, names: Names) -> Key:
    """The quiet key that opens what a seat may call besides."""
    more = "another" if deal.table.categories[category].entries[seat] else "a"
    return Key(f"{names[seat]}: {more} {category.value}", pick=f"{seat.letter}-{category.value}")


def _younger_and_play(deal: Deal, names: Names, legal: tuple[Statement, ...], pick: str) -> Question | None:
    """What younger said she had, and with it the tricks: the first of them ends her calling."""
    if pick.startswith("count"):
        return _count(deal, names, pick)
    offers = _offers(legal)
    opened = _opened(offers, names, pick)
    if opened is not None:
        return opened
    shown = _next_of_younger(deal, offers)
    rows: list[Keys] = []
    if shown is not None:
        caption = f"{names[shown[0]]}: {_CATEGORIES[shown[1]]}"
        rows += calling_rows(offers[shown], names[shown[0]], "", caption=caption)
    quiet = [_further(deal, seat, category, names) for seat, category in offers if (seat, category) != shown]
    number = len(deal.table.tricks) + 1
    heading = f"{names[Seat.YOUNGER]} calls, or trick 1" if rows else f"Trick {number}: who takes it?"
    rows += _trick_rows(deal, [each for each in legal if isinstance(each, TrickTaken)], names)
    quiet += [Key(f"Carte rouge, {names[e.seat]}", said(e)) for e in legal if isinstance(e, CarteRougeShown)]
    quiet += [Key(f"{names[e.seat]} concedes", said(e)) for e in legal if isinstance(e, Conceded)]
    if number == 1 and counts_short(deal.rules) and deal.rules.trick_count is not TrickCount.CAPTURED_CARDS:
        elder = names[Seat.ELDER]
        tricks = tuple(
            Key(str(n), pick=f"count-{n}", spoken=f"{elder} has {n} tricks") for n in range(deal.rules.hand + 1)
        )
        rows.append(Keys(tricks, 7, f"or count {elder}’s tricks"))
    return Question(heading, tuple(rows), tuple(quiet))


def _next_of_younger(deal: Deal, offers: Offers) -> tuple[Seat, Category] | None:
    """The calls to ask for now: the first that younger owes for a 'not good', else more of what was called last."""
    for seat, category in offers:
        state = deal.table.categories[category]
        if seat is Seat.YOUNGER and state.status is Status.NOT_GOOD and not state.entries[seat]:
            return seat, category
    last = deal.log[-1] if deal.log else None
    if isinstance(last, Called) and (last.seat, last.claim.category) in offers:
        return last.seat, last.claim.category
    return None


def _trick_rows(deal: Deal, takers: list[TrickTaken], names: Names) -> list[Keys]:
    """Two big keys; where only tens and better count, a row for each player with how many of the trick do."""
    if deal.rules.counts_every_card:
        return [Keys(tuple(_trick_key(deal, each, names) for each in takers), 2, big=True)]
    rows = []
    for seat in (Seat.ELDER, Seat.YOUNGER):
        keys = tuple(_trick_key(deal, each, names) for each in takers if each.seat is seat)
        rows.append(Keys(keys, 3, f"{names[seat]} takes it; cards of ten or better that count"))
    return rows


def _trick_key(deal: Deal, taken: TrickTaken, names: Names) -> Key:
    after = fold(deal.rules, (*deal.log, taken), deal.setting).deal
    counts = after.score
    label, spoken = names[taken.seat], f"{names[taken.seat]} takes it"
    if taken.tens is not None:
        label, spoken = str(taken.tens), f"{spoken}, {number_words(taken.tens)} counting"
    return Key(label, said(taken), spoken, note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}")


def _count(deal: Deal, names: Names, pick: str) -> Question | None:
    """The short way, step by step: elder's tricks, the last, elder's points, and his first run where it matters."""
    elder = names[Seat.ELDER]
    tricks, *rest = pick.split("-")[1:] or [""]
    known = tricks.isascii() and tricks.isdecimal() and int(tricks) <= deal.rules.hand
    ways = legal_play(deal, int(tricks)) if known else ()
    if not ways:
        return _younger_and_play(deal, names, legal_next(deal), "")
    title = f"{elder} {number_words(int(tricks))} tricks"
    lasts = sorted({way.last for way in ways})
    chosen = next((seat for seat in lasts if rest[:1] == [seat.letter]), None) if len(lasts) > 1 else lasts[0]
    back = (Key("Trick by trick instead", pick="play"),)
    if chosen is None:
        keys = tuple(Key(names[seat], pick=f"count-{tricks}-{seat.letter}") for seat in lasts)
        return Question(f"{title}: who won the last?", (Keys(keys, 2, big=True),), back)
    ways = tuple(way for way in ways if way.last is chosen)
    if len(rest) < 2:
        plays = sorted({way.play for way in ways})
        keys = tuple(
            _play_key(deal, [way for way in ways if way.play == play], f"count-{tricks}-{chosen.letter}")
            for play in plays
        )
        return Question(f"{title}, the last to {names[chosen]}. {elder} counts in play", (Keys(keys, 4),), back)
    keys = tuple(Key(str(way.first), said(way)) for way in ways if str(way.play) == rest[1])
    return Question(f"{elder}’s tricks before {names[Seat.YOUNGER]}’s first", (Keys(keys, 6),), back)


def _play_key(deal: Deal, ways: list[TricksCounted], pick: str) -> Key:
    """One count of elder's: it says all, or opens the question of his first run."""
    way = ways[0]
    if len(ways) > 1 or way.first is not None:
        return Key(str(way.play), pick=f"{pick}-{way.play}")
    counts = fold(deal.rules, (*deal.log, way), deal.setting).deal.score
    return Key(str(way.play), said(way), note=f"{counts[Seat.ELDER]} – {counts[Seat.YOUNGER]}")
