"""Messages: everything that is said about a deal, a claim, a correction, a settlement or a law, as
data, and the one module that puts them into words.

A `Text` is a sentence or a phrase with placeholders; a `Message` is a text with their values. Who
decides *what* is said returns a message and puts nothing into words; who shows it writes
`str(message)`. A value is a name, a number, a claim, a card or another message, never words that
were composed elsewhere. Plurals, possessives, lists, number words and capital letters are the work
of the forms below, and of the language.

A text is English, and its other languages are in their catalogues, with the same placeholders.

Forms of a placeholder, after a colon:

- of a number: none for digits, ``:,`` for digits with separators of thousands, ``:words``,
  ``:times`` for how often, ``:signed`` for a movement, ``:no|yes`` for a choice by number from 0,
  ``:one/many`` for what agrees with it, ``:none/one/# many``, where # is the number in words, and
  ``:trick`` for such a count that the language has under this name;
- of a name: none, one of the forms of names that the language has, in English ``:’s`` for its
  possessive, or ``:one/many`` for a verb that agrees with it, as that of partners is in the plural;
- of a rank or a class: none, or one of the rows that the language has of them, in English
  ``:plural``, and of a rank ``:letter``, as its card shows it;
- of several: ``:and`` or ``:or`` for a list, ``:,`` or ``:;`` without either, ``:either`` for
  alternatives that may be lists, ``:–`` for the figures of a score;
- of each: ``:stop`` for a full stop at its end, unless it has one; and after any form a space and
  ``up`` for a capital letter at the beginning of a sentence; a name keeps its own letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, reduce
from string import Formatter
from typing import Any, assert_never

from .cards import Card, Rank, Suit
from .language import ENGLISH, Language, LanguageForm, current, speaking
from .names import Name, NamePhrase, Partners, without_isolates
from .words import first_up

__all__ = ["PLACEHOLDERS", "PlaceholderKind", "Message", "MessagePhrase", "Text", "with_values"]


class PlaceholderKind(Enum):
    """What a placeholder is replaced by."""

    NAME = "the name of a person, or of a seat"
    NUMBER = "a whole number, or yes or no"
    SAID = "a claim or a class of claims"
    PHRASE = "a message"
    CARD = "a card, a rank or a suit"
    LIST = "several of them"
    SOURCE = "a law or another source"
    TEXT = "a reason from a file, the title of rules, a text as it was typed, or a time in words"

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
        language = current()
        template = language.template(self.text)
        values = {name: _Value(value, language) for name, value in self.values.items()}
        return template.format(**values)

    def __format__(self, form: str) -> str:
        return f"{_Value(self, current()):{form}}"

    def citing(self, source: str) -> Message:
        """Return the message with the source that it rests on."""
        return Message(self.text, self.values, source)


class MessagePhrase(NamePhrase):
    """A phrase that a *message* says. As a string it is English, as books and files have it."""

    def __new__(cls, message: Message) -> MessagePhrase:
        with speaking(ENGLISH):
            phrase = super().__new__(cls, str(message))
        phrase.message = message
        return phrase

    message: Message

    def in_words(self) -> str:
        return str(self.message)


def with_values(text: Text, values: Mapping[str, object], source: str = "") -> Message:
    """Return the message of a text with those of *values* for which it has placeholders."""
    return text(**{name: values[name] for name in text.placeholders}).citing(source)


# Forms


class _Value:
    """The value of a placeholder, until its form is known."""

    __slots__ = ("language", "value")

    def __init__(self, value: object, language: Language) -> None:
        self.value = value
        self.language = language

    def __format__(self, form: str) -> str:
        if form.endswith("up"):
            return first_up(format(self, form[:-2].rstrip()))
        value = self.value
        if isinstance(value, Message) and not form:
            return str(value)
        if isinstance(value, str):
            return self._of_text(value, form)
        if isinstance(value, Rank):
            return self._row(self.language.ranks, form)[value - Rank.SIX]
        if isinstance(value, int):
            return self._of_number(value, form)
        if isinstance(value, Suit):
            return self._row(self.language.suits, form)[_SUITS.index(value)]
        if isinstance(value, Enum):
            return self._row(self.language.classes, form)[_CLASSES.index(value.name)]
        if isinstance(value, tuple) and not isinstance(value, Card):  # a card is a tuple too
            return self._of_several(value, form)
        spoken = getattr(value, "spoken", value)
        return self._stopped(str(spoken), form)

    def _of_text(self, text: str, form: str) -> str:
        """Return a name, or a text as it was typed."""
        if not form or not isinstance(text, Name | NamePhrase):
            return self._stopped(f"{text}", form)
        if "/" in form:
            one, many = form.split("/")
            return many if isinstance(text, Partners) else one
        return self.language.name_form(without_isolates(f"{text}"), f"{text}", form)

    def _stopped(self, words: str, form: str) -> str:
        if form == "stop":
            return words if words.endswith((".", "?")) else f"{words}."
        if form:
            raise ValueError(f"{words!r} has no form {form!r}")
        return words

    def _row(self, rows: Mapping[str, Sequence[str]], form: str) -> Sequence[str]:
        if form not in rows:
            raise ValueError(f"{self.value!r} has no form {form!r}")
        return rows[form]

    def _of_several(self, values: tuple[object, ...], form: str) -> str:
        words = [f"{_Value(each, self.language)}" for each in values]
        if form == ",":
            return ", ".join(words)
        if form == ";":
            return self.language.template(LanguageForm.APART).join(words)
        if form == "–":
            return " – ".join(words)
        if form == "either":
            either = self.language.template(LanguageForm.EITHER)
            return reduce(lambda before, last: either.format(before=before, last=last), words)
        return self.language.listed(words, LanguageForm.AND if form == "and" else LanguageForm.OR)

    def _of_number(self, number: int, form: str) -> str:
        if not form:
            return str(int(number)).replace("-", "−")
        if form == "words":
            return self.language.number_words(number)
        if "/" in form:
            return self.language.agreeing(number, form)
        if form == ",":
            return self.language.grouped(number)
        if form == "signed":
            return self.language.signed(number)
        if form == "times":
            return self.language.times(number)
        counted = self.language.counts.get(form)
        if counted is not None:
            return self.language.agreeing(number, counted)
        if "|" in form:
            return form.split("|")[number]
        raise ValueError(f"a number has no form {form!r}")


_SUITS = tuple(Suit)

_CLASSES = ("CARTE_BLANCHE", "POINT", "SEQUENCE", "SET", "PLAY", "CARDS")
"""The classes of a score, in the order in which a language has them."""


# Placeholders

PLACEHOLDERS: Mapping[str, PlaceholderKind] = {
    "actual": PlaceholderKind.PHRASE,
    "after": PlaceholderKind.NUMBER,
    "amount": PlaceholderKind.NUMBER,
    "answer": PlaceholderKind.PHRASE,
    "answers": PlaceholderKind.LIST,
    "at": PlaceholderKind.NUMBER,
    "balances": PlaceholderKind.LIST,
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
    "code": PlaceholderKind.TEXT,
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
    "host": PlaceholderKind.TEXT,
    "kind": PlaceholderKind.PHRASE,
    "last": PlaceholderKind.NAME,
    "law": PlaceholderKind.SOURCE,
    "least": PlaceholderKind.NUMBER,
    "left": PlaceholderKind.NUMBER,
    "left_time": PlaceholderKind.PHRASE,
    "length": PlaceholderKind.NUMBER,
    "loser": PlaceholderKind.NAME,
    "lost": PlaceholderKind.NUMBER,
    "low": PlaceholderKind.NUMBER,
    "margin": PlaceholderKind.PHRASE,
    "marks": PlaceholderKind.LIST,
    "meant": PlaceholderKind.TEXT,
    "most": PlaceholderKind.NUMBER,
    "moment": PlaceholderKind.TEXT,
    "moved": PlaceholderKind.LIST,
    "movement": PlaceholderKind.NUMBER,
    "names": PlaceholderKind.LIST,
    "needs": PlaceholderKind.LIST,
    "next_deal": PlaceholderKind.NUMBER,
    "note": PlaceholderKind.PHRASE,
    "new_rank": PlaceholderKind.TEXT,
    "number": PlaceholderKind.NUMBER,
    "numbers": PlaceholderKind.LIST,
    "old_rank": PlaceholderKind.TEXT,
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
    "rate": PlaceholderKind.NUMBER,
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
    "unit": PlaceholderKind.TEXT,
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
