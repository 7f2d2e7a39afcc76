"""What somebody would write down who heard a statement: from the message that says it, in whatever
language, and from its words in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scorer.rules.calls import SaidText
from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import Category, Claim, ClaimText, RunText
from scorer.rules.messages import Message, Text
from scorer.rules.names import Name
from scorer.rules.notation import parse_log
from scorer.rules.opening import OpeningText
from scorer.rules.penalties import PenaltyText
from scorer.rules.play import PlayText
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.sentences import Bidding
from scorer.rules.statements import Called, Statement, StatementText
from scorer.rules.words import number_words
from scorer.table.card_rows import RowText
from scorer.table.keys import KeySpoken, KeyText

__all__ = ["LETTERS", "PEOPLE", "claim_in", "heard", "heard_in_english", "written", "written_by"]

PEOPLE = tuple(map(Name, ("Ada", "Ben", "Cem", "Dora")))
LETTERS = dict(zip(PEOPLE, "EYTF", strict=True))

# From a message

COUNT = "count {elder}{tricks} last {last} play "

WRITTEN: Mapping[Text, str] = {
    StatementText.SAID: "{who} {what}",
    OpeningText.BIDS: "bids {bid}",
    OpeningText.PASSES: "passes",
    OpeningText.DOUBLES: "doubles",
    OpeningText.REDOUBLES: "redoubles",
    OpeningText.CARTE_BLANCHE: "carte blanche",
    OpeningText.EXCHANGES: "exchange {cards}",
    Bidding.TRICKS: "{tricks}",
    Bidding.MINUS_TRICKS: "minus {tricks}",
    SaidText.NONE: "no {category}",
    SaidText.NO_MORE: "no more {category}s",
    SaidText.HOW_MANY: "how many",
    SaidText.HOW_HIGH: "how high",
    SaidText.MAKING: "making {pips}",
    SaidText.TO: "to {top}",
    SaidText.GOOD: "good",
    SaidText.EQUAL: "equal",
    SaidText.NOT_GOOD: "not good",
    SaidText.ANSWER_MAKING: "{what} making {pips}",
    SaidText.WITHDRAWS: "withdraws {claim}",
    SaidText.SHOWS: "shows {claim}",
    SaidText.FOUND_FALSE: "false {claim}",
    ClaimText.NOUGHT_POINT: "point of nought",
    ClaimText.POINT: "point {length}",
    ClaimText.POINT_MAKING: "point {length} making {pips}",
    ClaimText.NOUGHT_SEQUENCE: "sequence of nought",
    ClaimText.RUN_MAJOR: "{run} major",
    ClaimText.RUN_TO: "{run} to {top}",
    ClaimText.IN_SUIT: "{what} in {suit}",
    **{run: str(run.value) for run in RunText},
    PenaltyText.RECKONS_NOTHING: "reckons nothing",
    PenaltyText.WAIVES: "waives",
    PenaltyText.PLAYS_SHORT: "short {cards}",
    PenaltyText.CARTE_ROUGE: "carte rouge",
    PenaltyText.CONCEDES: "concedes",
    PlayText.TRICK: "tricks {who}1",
    PlayText.TRICK_COUNTING: "tricks {who}1:{cards}",
    PlayText.COUNT: COUNT + "{play}",
    PlayText.COUNT_FIRST: COUNT + "{play} first {first}",
    PlayText.COUNT_FIRSTS: COUNT + "{play} first {first}-{most}",
    PlayText.COUNT_BOTH: COUNT + "{play}-{younger_play}",
    PlayText.COUNT_BOTH_FIRST: COUNT + "{play}-{younger_play} first {first}",
    PlayText.COUNT_BOTH_FIRSTS: COUNT + "{play}-{younger_play} first {first}-{most}",
    KeySpoken.CALLS: "{who} {claim}",
    KeySpoken.BIDS: "{who} bids {bid}",
    KeySpoken.EXCHANGES: "{who} exchange {cards}",
    KeySpoken.CONCEDES: "{who} concedes",
    KeySpoken.HAS_NONE: "{who} no {category}",
    KeySpoken.HAS_NO_MORE: "{who} no more {category}s",
    KeySpoken.SHOWS_BLANK: "{who} carte blanche",
    KeySpoken.SHOWS_ROUGE: "{who} carte rouge",
}
"""How a log has what a message says."""

ASKED: Mapping[Text, str] = {
    KeySpoken.SET: "{claim}",
    KeySpoken.MAKING: "making {pips}",
    KeySpoken.TO: "to {top}",
    KeyText.GOOD: "good",
    KeyText.EQUAL: "equal",
    KeyText.NOT_GOOD: "not good",
    KeyText.HOW_MANY: "how many",
    KeyText.HOW_HIGH: "how high",
    KeyText.NONE_OF_CLASS: "no {category}",
    KeyText.PASS: "passes",
}
"""What the player says who is asked, or in whose column the key is."""

SHOWN: Mapping[Text, str] = {
    RowText.POINT: "point {length}",
    RowText.POINT_MAKING: "point {length} making {pips}",
    **dict.fromkeys((RowText.WAITS, RowText.GOOD, RowText.EQUAL, RowText.NOT_GOOD), "{what}"),
    **dict.fromkeys((RowText.SAID_BY, RowText.FOUND_FALSE), "{what}"),
}
"""What a row of the card shows of a claim, whoever made it and whatever was answered."""


LOGGED = {**WRITTEN, **ASKED, **SHOWN}

SETS = {3: "trio", 4: "quatorze"}


def written(said: Message) -> str:
    """Return what a message says as a log has it."""
    if said.text is ClaimText.SET:
        rank: Rank = said.values["rank"]
        return f"{SETS[said.values['count']]} of {rank.plural}"
    template = LOGGED[said.text]
    return template.format(**{name: _of(value) for name, value in said.values.items()})


def _of(value: object) -> str:
    if isinstance(value, Message):
        return written(value)
    if isinstance(value, Name):
        return LETTERS[value]
    if isinstance(value, Rank):
        return str(value.word)
    if isinstance(value, Category | Suit):
        return str(value.value)
    if isinstance(value, Claim):
        return written(value.spoken)
    assert isinstance(value, int), value
    return str(value)


def heard(said: Message, rules: Ruleset) -> Statement:
    """Return the statement that somebody would write down who understood it."""
    return _one(written(said), rules)


def _one(log: str, rules: Ruleset) -> Statement:
    (statement,) = parse_log(log, rules)
    return statement


def written_by(shown: Message, seat: Seat | None) -> str | None:
    """Return the log that somebody writes who hears a key, of a question to *seat*; `None` where it
    is no statement.
    """
    if shown.text in ASKED:
        return f"{'' if seat is None else seat.letter} {written(shown)}"
    return written(shown) if isinstance(shown.text, KeySpoken) and shown.text in WRITTEN else None


def claim_in(said: Message, rules: Ruleset) -> Claim:
    """Return the claim that a row of the card shows."""
    statement = _one(f"E {written(said)}", rules)
    assert isinstance(statement, Called)
    return statement.claim


# From words in English


NUMBERS = {number_words(number): number for number in range(200)} | {"no": 0}

SPOKEN_ALONE = (
    (r"(.*) found false", r"false \1"),
    (r"plays (\w+) short", r"short \1"),
    (r"concedes the deal", "concedes"),
    (r"waives the penalty", "waives"),
)
"""What is spoken in other words than a log has, and no reader forgives."""


def heard_in_english(words: str, rules: Ruleset) -> Statement:
    """Return the statement that somebody would write down who heard *words*."""
    trick = re.fullmatch(r"trick to (\w+)(?:, (\w+) counting)?", words)
    if trick:
        tens = "" if trick[2] is None else f":{NUMBERS[trick[2]]}"
        return _one(f"tricks {LETTERS[Name(trick[1])]}1{tens}", rules)
    counted = re.fullmatch(
        r"Ada: (\w+) tricks?(?:, (\w+)(?: to (\w+))? of them before Ben’s first)?, "
        r"the last to (\w+), (\d+)(?: to (\d+))? in play",
        words,
    )
    if counted:
        tricks, first, most, last, play, other = counted.groups()
        both = play if other is None else f"{play}-{other}"
        order = "" if first is None else f" first {NUMBERS[first]}"
        order += "" if most is None else f"-{NUMBERS[most]}"
        log = f"count E{NUMBERS[tricks]} last {LETTERS[Name(last)]} play {both}{order}"
        return _one(log, rules)
    who, what = words.split(": ", 1)
    for spoken, of_log in SPOKEN_ALONE:
        what = re.sub(f"^{spoken}$", of_log, what)
    return _one(f"{LETTERS[Name(who)]} {what}", rules)
