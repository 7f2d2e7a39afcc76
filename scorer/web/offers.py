"""The calls that may be made, and the keys that open them."""

from __future__ import annotations

from ..rules.claims import Category
from ..rules.deal import Deal
from ..rules.scoring import race_awaits
from ..rules.seats import Seat
from ..rules.statements import Called, Declined, Statement
from .keys import Key, Keys, Names, Question, calling_rows, said

CATEGORY_WORDS = {Category.POINT: "the point", Category.SEQUENCE: "sequences", Category.SET: "sets"}

Offers = dict[tuple[Seat, Category], list[Called]]
"""The calls that may be made, by seat and category, in the order of the deal."""


def offers_of(legal: tuple[Statement, ...]) -> Offers:
    """Return the calls among the *legal* statements."""
    offers: Offers = {}
    for each in legal:
        if isinstance(each, Called):
            offers.setdefault((each.seat, each.claim.category), []).append(each)
    return offers


def opened_calls(offers: Offers, names: Names, pick: str) -> Question | None:
    """Ask for the calls of the one seat and category in *pick*, or for the pips or heads of one length."""
    back = (Key("Back", pick="all"),)
    for (seat, category), calls in offers.items():
        if pick == f"{seat.letter}-{category.value}":
            rows = calling_rows(calls, names[seat], "")
            return Question(f"{names[seat]} calls {CATEGORY_WORDS[category]}", rows, back)
        letter, _, length = pick.partition(":")
        if letter == seat.letter and length:
            rows = calling_rows(calls, names[seat], length)
            if rows and all(key.said for key in rows[0].keys):
                return Question(f"{names[seat]} calls {CATEGORY_WORDS[category]}: what does it make?", rows, back)
    return None


def further_key(deal: Deal, seat: Seat, category: Category, names: Names) -> Key:
    """Return the small key that opens the further calls of a seat."""
    more = "another" if deal.state.categories[category].entries[seat] else "a"
    what = "the point" if category is Category.POINT else f"{more} {category.value}"
    return Key(f"{names[seat]}: {what}", pick=f"{seat.letter}-{category.value}")


def awaited_declines(deal: Deal, legal: tuple[Statement, ...]) -> dict[tuple[Seat, Category], Declined]:
    """Return the *legal* statements that a race in hand awaits: a seat has nothing, or nothing more, in a category."""
    awaited = race_awaits(deal.state)
    declines = {(each.seat, each.category): each for each in legal if isinstance(each, Declined)}
    return {called: declines[called] for called in awaited if called in declines}


def decline_keys(declines: dict[tuple[Seat, Category], Declined], names: Names) -> Keys:
    """Return the keys that decide a race in hand, as *No more sequences*; they come first, as the usual answer."""
    keys = []
    for (seat, category), decline in declines.items():
        label = f"No more {category.value}s" if decline.more else f"No {category.value}"
        keys.append(Key(label, said(decline), f"{names[seat]} has {label.lower()}"))
    return Keys(tuple(keys), min(len(keys), 3))
