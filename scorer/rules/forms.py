"""Forms: how a statement is written, as data.

A form is read from left to right and never taken back: its first words decide. The same data are
printed as EBNF (ISO 14977), so what the help shows is what is read.

A part of a form is

- `Words`, one of some spellings;
- `Field`, a value, and `Flag`, words that are a value by being there;
- `Maybe`, what may be left out, and `Either`, a choice;
- `Group`, some forms that have a name of their own.

A value is read by a nonterminal: a `Terminal`, which is one word, a `Production`, which is made of
forms, or `Alternatives` of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, Protocol

from .messages import Message
from .reading import Reader, Unread
from .ruleset import Ruleset
from .seats import Seat

Found = dict[str, Any]
"""The values of a form by their fields, which are those of the statement."""


Starts = frozenset[str] | None


def _together(several: Iterable[Starts]) -> Starts:
    """Return all of the words; `None` if some cannot be listed."""
    found: frozenset[str] = frozenset()
    for each in several:
        if each is None:
            return None
        found |= each
    return found


class Nonterminal(Protocol):
    """What has a name in the grammar."""

    @property
    def name(self) -> str: ...

    def starts(self) -> Starts:
        """Return the words that it can begin with, if they can be listed."""
        ...

    def fits(self, reader: Reader) -> bool:
        """Return whether it begins with the next words."""
        ...

    def value(self, reader: Reader) -> Any:
        """Read it; `NotationError` if it does not come next."""
        ...

    def definition(self) -> str:
        """Return the right side of its rule."""
        ...

    def uses(self) -> Iterator[Nonterminal]: ...


class FormPart(Protocol):
    @property
    def optional(self) -> bool: ...

    def starts(self) -> Starts: ...

    def fits(self, reader: Reader) -> bool: ...

    def read(self, reader: Reader, found: Found) -> None:
        """Read it if it comes next, or raise a `NotationError`; add its values to those *found*."""
        ...

    def ebnf(self) -> str: ...

    def uses(self) -> Iterator[Nonterminal]: ...


class Form:
    """Parts one after another, and values that are *given* with them; *only* one seat may say
    some.
    """

    def __init__(self, *parts: FormPart, only: Seat | None = None, **given: Any) -> None:
        self.parts = parts
        self.only = only
        self.given = given

    @cached_property
    def _first(self) -> tuple[FormPart, ...]:
        """The parts that it can begin with."""
        optional = list(takewhile(lambda part: part.optional, self.parts))
        return self.parts[: len(optional) + 1]

    @cached_property
    def starts(self) -> Starts:
        """The words that it can begin with, if they can be listed: most forms are ruled out by
        them.
        """
        return _together(part.starts() for part in self._first)

    def fits(self, reader: Reader) -> bool:
        if self.starts is not None and not reader.expects(self.starts):
            return False
        return any(part.fits(reader) for part in self._first)

    def read(self, reader: Reader) -> Found:
        found = dict(self.given)
        for part in self.parts:
            if not part.optional or part.fits(reader):
                part.read(reader, found)
        return found

    def ebnf(self) -> str:
        return ", ".join(part.ebnf() for part in self.parts)

    def uses(self) -> Iterator[Nonterminal]:
        for part in self.parts:
            yield from part.uses()


Forms = tuple[Form, ...]


def match(forms: Forms, reader: Reader, seat: Seat | None = None) -> Found | None:
    """Read the first of *forms* that *seat* may say and that begins with the next words, or
    nothing.
    """
    for form in forms:
        if form.only in (None, seat) and form.fits(reader):
            return form.read(reader)
    return None


def any_of(forms: Forms) -> str:
    """Return forms as alternatives, in brackets if there are several."""
    texts = [form.ebnf() for form in forms]
    return texts[0] if len(texts) == 1 else f"({' | '.join(texts)})"


# Parts


@dataclass(frozen=True)
class Words:
    """One of some *phrases*, each of one or more words; the first is the one that is written.

    Attributes:
        last: they are read only where the statement ends with them.
    """

    phrases: tuple[tuple[str, ...], ...]
    last: bool = False
    optional: bool = field(default=False, init=False)

    def starts(self) -> Starts:
        return frozenset(phrase[0] for phrase in self.phrases)

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(" ".join(phrase) for phrase in self.phrases)

    def _length(self, reader: Reader) -> int:
        """Return how many words come next; none if no phrase does."""
        for phrase in self.phrases:
            comes = all(reader.expects((word,), ahead) for ahead, word in enumerate(phrase))
            if comes and (not self.last or reader.ends(len(phrase))):
                return len(phrase)
        return 0

    def fits(self, reader: Reader) -> bool:
        return self._length(reader) > 0

    def read(self, reader: Reader, found: Found) -> None:
        length = self._length(reader)
        if not length:
            raise reader.error(Unread.EXPECTED(word=" ".join(self.phrases[0])))
        reader.next += length

    def ebnf(self) -> str:
        texts = [", ".join(f'"{word}"' for word in phrase) for phrase in self.phrases]
        return texts[0] if len(texts) == 1 else f"({' | '.join(texts)})"

    def uses(self) -> Iterator[Nonterminal]:
        return iter(())


def words(*phrases: str, last: bool = False) -> Words:
    return Words(tuple(tuple(phrase.split()) for phrase in phrases), last)


@dataclass(frozen=True)
class Field:
    """A value under its *key*."""

    key: str
    of: Nonterminal
    optional: bool = field(default=False, init=False)

    def starts(self) -> Starts:
        return self.of.starts()

    def fits(self, reader: Reader) -> bool:
        return self.of.fits(reader)

    def read(self, reader: Reader, found: Found) -> None:
        found[self.key] = self.of.value(reader)

    def ebnf(self) -> str:
        return self.of.name

    def uses(self) -> Iterator[Nonterminal]:
        yield self.of


class Maybe:
    """What may be left out: one form, with the values that are *given* by it."""

    optional = True

    def __init__(self, *parts: FormPart, **given: Any) -> None:
        self.form = Form(*parts, **given)

    def starts(self) -> Starts:
        return self.form.starts

    def fits(self, reader: Reader) -> bool:
        return self.form.fits(reader)

    def read(self, reader: Reader, found: Found) -> None:
        found |= self.form.read(reader)

    def ebnf(self) -> str:
        return f"[{self.form.ebnf()}]"

    def uses(self) -> Iterator[Nonterminal]:
        return self.form.uses()


class Either:
    """One of some forms; *wanted* is said where none begins."""

    optional = False

    def __init__(self, *forms: Form, wanted: Message) -> None:
        self.forms = forms
        self.wanted = wanted

    def starts(self) -> Starts:
        return _together(form.starts for form in self.forms)

    def fits(self, reader: Reader) -> bool:
        return any(form.fits(reader) for form in self.forms)

    def read(self, reader: Reader, found: Found) -> None:
        chosen = match(self.forms, reader)
        if chosen is None:
            raise reader.error(self.wanted)
        found |= chosen

    def ebnf(self) -> str:
        return any_of(self.forms)

    def uses(self) -> Iterator[Nonterminal]:
        for form in self.forms:
            yield from form.uses()


# Nonterminals


@dataclass(frozen=True, kw_only=True)
class Terminal:
    """One word: a known one, or one of a *pattern*.

    Attributes:
        known: words with their values.
        pattern: a regular expression for all of a word, and what is *made* of its match.
        wanted: what is said where another word comes.
    """

    name: str
    wanted: Callable[[], Message]
    known: Mapping[str, Any] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None
    made: Callable[[re.Match[str]], Any] = re.Match.group

    def starts(self) -> Starts:
        return frozenset(self.known) if self.pattern is None else None

    def fits(self, reader: Reader) -> bool:
        if reader.expects(self.known):
            return True
        return self.pattern is not None and self.pattern.fullmatch(reader.peek()) is not None

    def value(self, reader: Reader) -> Any:
        if not self.fits(reader):
            raise reader.error(self.wanted_under(reader.rules))
        typed = reader.peek()
        found = self.known.get(typed)
        if found is None:
            assert self.pattern is not None
            match = self.pattern.fullmatch(typed)
            assert match is not None
            found = self.made(match)
        wrong = self.refused(reader.rules, found)
        if wrong is not None:
            raise reader.error(wrong)
        reader.next += 1
        return found

    def wanted_under(self, rules: Ruleset) -> Message:
        return self.wanted()

    def refused(self, rules: Ruleset, value: Any) -> Message | None:
        """Return why *rules* have no such value."""
        return None

    def definition(self) -> str:
        texts = [f'"{word}"' for word in self.known]
        if self.pattern is not None:
            texts.append(f"? {self.pattern.pattern} ?")
        return " | ".join(texts)

    def uses(self) -> Iterator[Nonterminal]:
        return iter(())


@dataclass(frozen=True)
class Production:
    """What is *made* of the values of one of some forms."""

    name: str
    forms: Forms
    made: Callable[[Reader, Found], Any]

    def starts(self) -> Starts:
        return _together(form.starts for form in self.forms)

    def fits(self, reader: Reader) -> bool:
        return any(form.fits(reader) for form in self.forms)

    def value(self, reader: Reader) -> Any:
        found = match(self.forms, reader)
        assert found is not None
        return self.made(reader, found)

    def definition(self) -> str:
        return " | ".join(form.ebnf() for form in self.forms)

    def uses(self) -> Iterator[Nonterminal]:
        for form in self.forms:
            yield from form.uses()


@dataclass(frozen=True)
class Alternatives:
    """One of some nonterminals; *wanted* is said where none begins."""

    name: str
    options: tuple[Nonterminal, ...]
    wanted: Callable[[], Message]

    def starts(self) -> Starts:
        return _together(option.starts() for option in self.options)

    def fits(self, reader: Reader) -> bool:
        return any(option.fits(reader) for option in self.options)

    def value(self, reader: Reader) -> Any:
        for option in self.options:
            if option.fits(reader):
                return option.value(reader)
        raise reader.error(self.wanted())

    def definition(self) -> str:
        return " | ".join(option.name for option in self.options)

    def uses(self) -> Iterator[Nonterminal]:
        yield from self.options


@dataclass(frozen=True)
class OneStatement:
    """The statement that a correction names."""

    name: str = "one statement"

    def starts(self) -> Starts:
        return None

    def fits(self, reader: Reader) -> bool:
        return not reader.ends()

    def value(self, reader: Reader) -> Any:
        return reader.read_one(reader)

    def definition(self) -> str:
        """Nothing: the classes of statements define it."""
        return ""

    def uses(self) -> Iterator[Nonterminal]:
        return iter(())
