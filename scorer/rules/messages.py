"""Messages: everything that is said about a deal, a claim, a correction, a settlement or a law, as
data, and the one module that puts them into words.

A `Text` is a sentence or a phrase with placeholders; a `Message` is a text with their values. Who
decides *what* is said returns a message and puts nothing into words; who shows it writes
`str(message)`. A value is a name, a number, a claim, a card or another message, never words that
were composed elsewhere. Plurals, possessives, lists, number words and capital letters are the work
of the forms below, so that a text can be said in another language.

Forms of a placeholder, after a colon:

- of a number: none for digits, ``:,`` for digits with separators of thousands, ``:words``,
  ``:trick`` for a count of tricks, ``:times`` for how often, ``:signed`` for a movement,
  ``:no|yes`` for a choice by number from 0, ``:one/many`` for a word that agrees with it;
- of a name: none, ``:’s`` for its possessive, or ``:one/many`` for a verb that agrees with it, as
  that of partners is in the plural;
- of a rank or a class: none, or ``:plural``; of a rank ``:letter`` as well, as its card shows it;
- of several: ``:and`` or ``:or`` for a list, ``:,`` or ``:;`` without either, ``:either`` for
  alternatives that may be lists, ``:–`` for the figures of a score;
- of each: ``:up`` for a capital letter at the beginning of a sentence, alone or after another form,
  ``:up’s`` for that and the possessive; a name keeps its own letter; ``:stop`` for a full stop at
  its end, unless it has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from string import Formatter
from typing import Any, assert_never

from .cards import Card, Rank, Suit
from .names import Name, NamePhrase, Partners
from .words import first_up, listed, number_words, signed, times_words

__all__ = ["PLACEHOLDERS", "PlaceholderKind", "Message", "Text", "with_values"]


class PlaceholderKind(Enum):
    """What a placeholder is replaced by."""

    NAME = "the name of a person, or of a seat"
    NUMBER = "a whole number, or yes or no"
    SAID = "a claim or a class of claims"
    PHRASE = "a message"
    CARD = "a card, a rank or a suit"
    LIST = "several of them"
    SOURCE = "a law or another source"
    TEXT = "a reason from a file, the title of rules, or a text as it was typed"

    def holds(self, value: object) -> bool:
        """Return whether *value* is of this kind."""
        match self:
            case PlaceholderKind.NAME:
                return isinstance(value, Name | NamePhrase)
            case PlaceholderKind.NUMBER:
                return isinstance(value, int) and not isinstance(value, Enum)
            case PlaceholderKind.SAID:
                return hasattr(value, "spoken")
            case PlaceholderKind.PHRASE:
                return isinstance(value, Message)
            case PlaceholderKind.CARD:
                return isinstance(value, Card | Rank | Suit)
            case PlaceholderKind.LIST:
                return isinstance(value, tuple)
            case PlaceholderKind.SOURCE | PlaceholderKind.TEXT:
                return isinstance(value, str)
            case _:
                assert_never(self)


class Text(Enum):
    """The texts of one subject; each member is one, in English, with its placeholders in braces.

    A member is called with their values, by name.
    """

    __hash__ = object.__hash__  # members are compared by identity

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        aliases = cls.__members__.keys() - {member.name for member in cls}
        if aliases:  # what is worded alike in English may not be in another language
            raise TypeError(f"{cls.__name__} has a text twice: {', '.join(sorted(aliases))}")

    @cached_property
    def placeholders(self) -> frozenset[str]:
        """The names of the placeholders."""
        return frozenset(name for _, name, _, _ in Formatter().parse(self.value) if name)

    def __call__(self, **values: object) -> Message:
        """Return the message; `TypeError` if a value is missing, unknown or of another kind."""
        wrong = values.keys() ^ self.placeholders
        if wrong:
            raise TypeError(f"{self} has other placeholders: {', '.join(sorted(wrong))}")
        for name, value in values.items():
            if not PLACEHOLDERS[name].holds(value):
                raise TypeError(f"{self}: {name} is {PLACEHOLDERS[name].value}, not {value!r}")
        return Message(self, values)


@dataclass(frozen=True, slots=True)
class Message:
    """A text, the values of its placeholders, and the *source* that it rests on, if it has one."""

    text: Text
    values: Mapping[str, Any]
    source: str = ""

    def __str__(self) -> str:
        template: str = self.text.value
        return template.format(**{name: _Value(value) for name, value in self.values.items()})

    def __format__(self, form: str) -> str:
        return _with_form(str(self), form)

    def citing(self, source: str) -> Message:
        """Return the message with the source that it rests on."""
        return Message(self.text, self.values, source)


def with_values(text: Text, values: Mapping[str, object], source: str = "") -> Message:
    """Return the message of a text with those of *values* for which it has placeholders."""
    return text(**{name: values[name] for name in text.placeholders}).citing(source)


# Forms


class _Value:
    """The value of a placeholder, until its form is known."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, form: str) -> str:
        value = self.value
        if form.endswith(" up"):
            return first_up(f"{self:{form.removesuffix(' up')}}")
        if isinstance(value, tuple) and not isinstance(value, Card):  # a card is a tuple too
            return _several([f"{_Value(each)}" for each in value], form)
        if isinstance(value, Rank):
            return _rank(value, form)
        if isinstance(value, int):
            return _number(value, form)
        if isinstance(value, Name | NamePhrase) and "/" in form:
            one, many = form.split("/")
            return many if isinstance(value, Partners) else one
        return _with_form(_words(value), form)


def _rank(rank: Rank, form: str) -> str:
    if form == "plural":
        return rank.plural
    if form == "letter":
        return "10" if rank is Rank.TEN else rank.code
    return _with_form(rank.word, form)


def _words(value: object) -> str:
    """Return in words what is neither a number nor several."""
    spoken = getattr(value, "spoken", None)
    if spoken is not None:
        return str(spoken)
    if isinstance(value, Suit):
        return value.word
    return f"{value}"


def _several(words: Sequence[str], form: str) -> str:
    if form in (",", ";"):
        return f"{form} ".join(words)
    if form == "either":
        return ", or ".join(words)
    return " – ".join(words) if form == "–" else listed(words, form or "or")


def _with_form(words: str, form: str) -> str:
    if form.startswith("up"):
        return first_up(words) + form.removeprefix("up")
    if form == "plural":
        return f"{words}s"
    if form == "stop":
        return words if words.endswith((".", "?")) else f"{words}."
    return words + form  # nothing, or the sign of the possessive


def _number(number: int, form: str) -> str:
    if not form:
        return str(int(number)).replace("-", "−")
    if form == ",":
        return f"{number:,}".replace("-", "−")
    if form == "signed":
        return signed(number)
    if "|" in form:
        return form.split("|")[number]
    if "/" in form:
        one, many = form.split("/")
        return one if number == 1 else many
    if form == "words":
        return number_words(number)
    if form == "times":
        return {1: "once", 2: "twice"}.get(number, f"{number_words(number)} times")
    return times_words(number, form, f"{form}s")


# Placeholders

PLACEHOLDERS: Mapping[str, PlaceholderKind] = {
    "actual": PlaceholderKind.PHRASE,
    "after": PlaceholderKind.NUMBER,
    "answer": PlaceholderKind.PHRASE,
    "answers": PlaceholderKind.LIST,
    "at": PlaceholderKind.NUMBER,
    "before": PlaceholderKind.NUMBER,
    "before_correction": PlaceholderKind.PHRASE,
    "before_margin": PlaceholderKind.PHRASE,
    "bid": PlaceholderKind.PHRASE,
    "bonus": PlaceholderKind.NUMBER,
    "by": PlaceholderKind.NUMBER,
    "card": PlaceholderKind.CARD,
    "cards": PlaceholderKind.NUMBER,
    "carried": PlaceholderKind.NUMBER,
    "category": PlaceholderKind.SAID,
    "claim": PlaceholderKind.SAID,
    "classes": PlaceholderKind.LIST,
    "conflict": PlaceholderKind.LIST,
    "contract": PlaceholderKind.PHRASE,
    "count": PlaceholderKind.NUMBER,
    "counted": PlaceholderKind.PHRASE,
    "counts": PlaceholderKind.PHRASE,
    "day": PlaceholderKind.PHRASE,
    "deal": PlaceholderKind.NUMBER,
    "deals": PlaceholderKind.NUMBER,
    "difference": PlaceholderKind.NUMBER,
    "elder": PlaceholderKind.NAME,
    "figures": PlaceholderKind.LIST,
    "first": PlaceholderKind.NUMBER,
    "frame": PlaceholderKind.PHRASE,
    "half": PlaceholderKind.NUMBER,
    "hand": PlaceholderKind.NUMBER,
    "hands": PlaceholderKind.NUMBER,
    "header": PlaceholderKind.TEXT,
    "high": PlaceholderKind.NUMBER,
    "kind": PlaceholderKind.PHRASE,
    "last": PlaceholderKind.NAME,
    "law": PlaceholderKind.SOURCE,
    "least": PlaceholderKind.NUMBER,
    "left": PlaceholderKind.NUMBER,
    "length": PlaceholderKind.NUMBER,
    "loser": PlaceholderKind.NAME,
    "lost": PlaceholderKind.NUMBER,
    "low": PlaceholderKind.NUMBER,
    "margin": PlaceholderKind.PHRASE,
    "marks": PlaceholderKind.LIST,
    "meant": PlaceholderKind.TEXT,
    "most": PlaceholderKind.NUMBER,
    "moved": PlaceholderKind.LIST,
    "movement": PlaceholderKind.NUMBER,
    "names": PlaceholderKind.LIST,
    "needs": PlaceholderKind.LIST,
    "next_deal": PlaceholderKind.NUMBER,
    "note": PlaceholderKind.PHRASE,
    "number": PlaceholderKind.NUMBER,
    "numbers": PlaceholderKind.LIST,
    "other": PlaceholderKind.NAME,
    "other_ruleset": PlaceholderKind.TEXT,
    "others": PlaceholderKind.PHRASE,
    "parties": PlaceholderKind.NUMBER,
    "partner": PlaceholderKind.NUMBER,
    "pips": PlaceholderKind.NUMBER,
    "play": PlaceholderKind.NUMBER,
    "players": PlaceholderKind.NUMBER,
    "point": PlaceholderKind.NUMBER,
    "points": PlaceholderKind.NUMBER,
    "possible": PlaceholderKind.LIST,
    "rank": PlaceholderKind.CARD,
    "reason": PlaceholderKind.TEXT,
    "record": PlaceholderKind.PHRASE,
    "result": PlaceholderKind.PHRASE,
    "rival": PlaceholderKind.SAID,
    "row": PlaceholderKind.LIST,
    "rubicon": PlaceholderKind.NUMBER,
    "ruleset": PlaceholderKind.TEXT,
    "run": PlaceholderKind.PHRASE,
    "runs": PlaceholderKind.LIST,
    "score": PlaceholderKind.LIST,
    "scores": PlaceholderKind.LIST,
    "seat": PlaceholderKind.NAME,
    "signers": PlaceholderKind.LIST,
    "stake": PlaceholderKind.PHRASE,
    "statements": PlaceholderKind.LIST,
    "suit": PlaceholderKind.CARD,
    "sum": PlaceholderKind.NUMBER,
    "sunk": PlaceholderKind.LIST,
    "taker": PlaceholderKind.NAME,
    "target": PlaceholderKind.NUMBER,
    "then": PlaceholderKind.PHRASE,
    "threshold": PlaceholderKind.NUMBER,
    "title": PlaceholderKind.PHRASE,
    "top": PlaceholderKind.CARD,
    "totals": PlaceholderKind.LIST,
    "trick": PlaceholderKind.NUMBER,
    "tricks": PlaceholderKind.NUMBER,
    "unasked": PlaceholderKind.NUMBER,
    "version": PlaceholderKind.PHRASE,
    "weight": PlaceholderKind.NUMBER,
    "what": PlaceholderKind.PHRASE,
    "where": PlaceholderKind.PHRASE,
    "who": PlaceholderKind.NAME,
    "who_plays": PlaceholderKind.PHRASE,
    "why": PlaceholderKind.PHRASE,
    "winner": PlaceholderKind.NAME,
    "won": PlaceholderKind.NUMBER,
    "word": PlaceholderKind.TEXT,
    "would": PlaceholderKind.NUMBER,
    "younger": PlaceholderKind.NAME,
    "younger_play": PlaceholderKind.NUMBER,
}
"""Which kind of value each placeholder has: a name means one thing in every text."""
