"""Languages: how what is said is worded, and how a language writes numbers, cards, lists and names.

A language is one catalogue, the file `languages/CODE.po`, compiled when the package is built. It
has a template for each text and for each passage of a page, and the *forms* below, which are data
too: so a language needs no code. English is the language of the source, and what a catalogue lacks
is said in English. The language is that of one request, or of one question to the page's worker: it
belongs to who reads, and never reaches a log, an export or the book, which are in English.

A contributor finds in the topic *Languages* how the forms are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from ..resources import resource_bytes, resource_names

__all__ = [
    "ENGLISH",
    "LanguageForm",
    "Language",
    "current",
    "language_named",
    "languages",
    "speaking",
]


class LanguageForm(Enum):
    """How a language writes what is said in every text; here in English.

    Rows of words have a name before each row after the first, and a word for each rank, suit or
    class in it; ``_`` is a space within a word.
    """

    __hash__ = object.__hash__

    NAME = "English"
    """The language, in the language."""

    NUMBERS = (
        "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three"
        " twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty"
        " thirty-one thirty-two thirty-three thirty-four thirty-five thirty-six thirty-seven"
        " thirty-eight thirty-nine forty forty-one forty-two forty-three forty-four forty-five"
        " forty-six forty-seven forty-eight forty-nine fifty fifty-one fifty-two fifty-three"
        " fifty-four fifty-five fifty-six fifty-seven fifty-eight fifty-nine sixty sixty-one"
        " sixty-two sixty-three sixty-four sixty-five sixty-six sixty-seven sixty-eight sixty-nine"
        " seventy seventy-one seventy-two seventy-three seventy-four seventy-five seventy-six"
        " seventy-seven seventy-eight seventy-nine eighty eighty-one eighty-two eighty-three"
        " eighty-four eighty-five eighty-six eighty-seven eighty-eight eighty-nine ninety"
        " ninety-one ninety-two ninety-three ninety-four ninety-five ninety-six ninety-seven"
        " ninety-eight ninety-nine"
    )
    """The numbers under a hundred, as they are said aloud."""

    HUNDRED = "a hundred"
    HUNDRED_AND = "a hundred and {rest}"
    HUNDREDS = "{count} hundred"
    HUNDREDS_AND = "{count} hundred and {rest}"
    MINUS = "minus {number}"
    TIMES = "never/once/twice/{count} times"
    """How often: not at all, once, twice, and more often."""

    COUNTS = (
        "trick: no tricks/one trick/# tricks\n"
        "lead: no leads/one lead/# leads\n"
        "card: no cards/one card/# cards\n"
        "point: no points/one point/# points\n"
        "partie: no parties/one partie/# parties"
    )
    """What is counted, each by the name of its form."""

    THOUSANDS = ","
    """What separates thousands; `_` for a narrow no-break space."""

    DECIMAL = "."
    MONTHS = "January February March April May June July August September October November December"
    SHORT_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    FIRST = "1"
    """The number of the first day of a month."""

    DAY = "{number} {month} {year}"
    SHORT_DAY = "{number} {month}"
    """A day of this year, with a short month."""

    DAY_WITH_YEAR = "{short_day} {year}"
    """The same of another year."""

    MOMENT = "{day}, {time}"
    AND = "{before} and {last}"
    OR = "{before} or {last}"
    EITHER = "{before}, or {last}"
    """Alternatives that may be lists."""

    AGAINST = "{before} against {last}"
    APART = "; "
    """Between what is listed without a conjunction, and may have commas in it."""

    RANKS = (
        "six seven eight nine ten knave queen king ace\n"
        "plural: sixes sevens eights nines tens knaves queens kings aces\n"
        "letter: 6 7 8 9 10 J Q K A"
    )
    SUITS = "spades hearts diamonds clubs"
    CLASSES = (
        "carte_blanche point sequence set play cards\n"
        "plural: cartes_blanches points sequences sets play cards"
    )
    NAMES = "’s: {name}’s"
    """The forms of names. Each line has the form, and what it makes of a name; a line with a
    regular expression between slashes holds for the names in which that is found. The first line
    that fits counts."""

    ELDER = "elder"
    YOUNGER = "younger"
    THIRD = "third"
    FOURTH = "fourth"
    ANOTHER = "another"
    OTHER_SIDE = "the other side"


_NAME_RULE = re.compile(r"(?P<form>[^:/]+?) *(?:/(?P<where>.*)/)?: (?P<made>.+)")


class Language:
    """A language, by its *code* in IETF BCP 47, such as ``de``."""

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.code = code
        self._translations = translations
        self._plural: Callable[[int], int] | None = getattr(translations, "plural", None)
        self._templates: dict[Enum, str] = {}

    def __repr__(self) -> str:
        return f"<Language {self.code}>"

    # The catalogue

    def template(self, text: Enum) -> str:
        """Return the template of a text, or a form; that of English if there is none."""
        found = self._templates.get(text)
        if found is None:
            found = self._translations.pgettext(context_of(text), text.value)
            self._templates[text] = found
        return found

    def gettext(self, text: str) -> str:
        """Return a passage of a page."""
        return self._translations.gettext(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return a passage of a page that depends on a number."""
        return self._translations.ngettext(one, many, number)

    def pgettext(self, context: str, text: str) -> str:
        """Return a passage of a page that is worded alike elsewhere, but means something else."""
        return self._translations.pgettext(context, text)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        """Return a passage of a page, by what it means and a number."""
        return self._translations.npgettext(context, one, many, number)

    # Numbers

    @cached_property
    def _numbers(self) -> tuple[str, ...]:
        return _words(self.template(LanguageForm.NUMBERS))

    def number_words(self, number: int) -> str:
        """Return a count as it is spoken.

        >>> [ENGLISH.number_words(n) for n in (0, 29, 104, 300, -4)]
        ['nought', 'twenty-nine', 'a hundred and four', 'three hundred', 'minus four']
        """
        if number < 0:
            return self.template(LanguageForm.MINUS).format(number=self.number_words(-number))
        if number < 100:
            return self._numbers[number]
        hundreds, rest = divmod(number, 100)
        if hundreds == 1:
            form = LanguageForm.HUNDRED_AND if rest else LanguageForm.HUNDRED
        else:
            form = LanguageForm.HUNDREDS_AND if rest else LanguageForm.HUNDREDS
        said = {"count": self.number_words(hundreds), "rest": self.number_words(rest)}
        return self.template(form).format(**said)

    def times(self, number: int) -> str:
        """Return how often something is."""
        words = self.template(LanguageForm.TIMES).split("/")
        return words[min(number, 3)].format(count=self.number_words(number))

    def grouped(self, number: int) -> str:
        """Return a figure with separators of thousands and a true minus sign.

        >>> ENGLISH.grouped(1204), ENGLISH.grouped(-212)
        ('1,204', '−212')
        """
        return self.figure(f"{number:,}")

    def signed(self, number: int) -> str:
        """Return a movement with its sign, and with separators of thousands.

        >>> ENGLISH.signed(1204), ENGLISH.signed(-212), ENGLISH.signed(0)
        ('+1,204', '−212', '0')
        """
        sign = "+" if number > 0 else ""
        return sign + self.grouped(number)

    def decimal(self, number: float, places: int = 1) -> str:
        """Return a figure with its decimal places.

        >>> ENGLISH.decimal(26.5)
        '26.5'
        """
        return self.figure(f"{number:,.{places}f}")

    def figure(self, written: str) -> str:
        """Return a figure that is written with a comma between thousands and a decimal point."""
        return written.translate(self._signs)

    @cached_property
    def _signs(self) -> Mapping[int, str]:
        """What figures are written with, by the characters that Python writes."""
        thousands = self.template(LanguageForm.THOUSANDS).replace("_", "\N{NARROW NO-BREAK SPACE}")
        return str.maketrans({",": thousands, ".": self.template(LanguageForm.DECIMAL), "-": "−"})

    @cached_property
    def _plural_forms(self) -> int:
        """How many forms a word has by number."""
        return len({self.plural_of(number) for number in range(200)})

    def plural_of(self, number: int) -> int:
        """Return which form a word has after a number, from 0."""
        if self._plural is None:
            return int(number != 1)
        return int(self._plural(abs(number)))

    def agreeing(self, number: int, forms: str) -> str:
        """Return which of the *forms*, between slashes, agrees with a number; # is the number in
        words. One form more than there are in the language is for none, and comes first.

        >>> ENGLISH.agreeing(0, "no tricks/one trick/# tricks"), ENGLISH.agreeing(2, "has/have")
        ('no tricks', 'have')
        """
        words = forms.split("/")
        at = self.plural_of(number)
        if len(words) > self._plural_forms:
            at = 0 if number == 0 else at + 1
        if "#" not in words[at]:
            return words[at]
        return words[at].replace("#", self.number_words(number))

    @cached_property
    def counts(self) -> Mapping[str, str]:
        """What is counted, by the names of these forms."""
        return dict(line.split(": ", 1) for line in self.template(LanguageForm.COUNTS).splitlines())

    # Cards and classes

    @cached_property
    def ranks(self) -> Mapping[str, Sequence[str]]:
        """The ranks from the six up, in each form."""
        return _rows(self.template(LanguageForm.RANKS))

    @cached_property
    def suits(self) -> Mapping[str, Sequence[str]]:
        """Spades, hearts, diamonds and clubs, in each form."""
        return _rows(self.template(LanguageForm.SUITS))

    @cached_property
    def classes(self) -> Mapping[str, Sequence[str]]:
        """The classes of a score in the order of Law 67, in each form."""
        return _rows(self.template(LanguageForm.CLASSES))

    # Lists and names

    def listed(self, words: Sequence[str], form: LanguageForm = LanguageForm.AND) -> str:
        """Return names or phrases as a list in a sentence.

        >>> ENGLISH.listed(["one", "two", "three"], LanguageForm.OR)
        'one, two or three'
        """
        *before, last = words
        if not before:
            return last
        return self.template(form).format(before=", ".join(before), last=last)

    @cached_property
    def _name_rules(self) -> Sequence[tuple[str, re.Pattern[str], str]]:
        rules = []
        for line in self.template(LanguageForm.NAMES).splitlines():
            rule = _NAME_RULE.fullmatch(line)
            if rule is None:
                raise ValueError(f"{self.code}: not a form of names: {line}")
            where = re.compile(rule["where"] or "")
            rules.append((rule["form"], where, rule["made"]))
        return rules

    @cached_property
    def name_forms(self) -> frozenset[str]:
        """The forms that a name can have."""
        return frozenset(form for form, _, _ in self._name_rules)

    def name_form(self, plain: str, shown: str, form: str) -> str:
        """Return a name in a form: as it is *shown*, by how it is written *plain*.

        `KeyError` if the language has no such form.
        """
        for name, where, made in self._name_rules:
            found = where.search(plain) if name == form else None
            if found is not None:
                return made.format(*found.groups(), name=shown)
        raise KeyError(form)

    # Days

    @cached_property
    def months(self) -> Sequence[str]:
        """The months of a year."""
        return _words(self.template(LanguageForm.MONTHS))

    @cached_property
    def short_months(self) -> Sequence[str]:
        """The months of a year, cut short."""
        return _words(self.template(LanguageForm.SHORT_MONTHS))

    def _day_number(self, number: str) -> str:
        return self.template(LanguageForm.FIRST) if number == "01" else f"{int(number)}"

    def day_words(self, day: str) -> str:
        """Return a day in ISO 8601 in words.

        >>> ENGLISH.day_words("2026-12-01")
        '1 December 2026'
        """
        year, month, number = day.split("-")
        return self.template(LanguageForm.DAY).format(
            number=self._day_number(number), month=self.months[int(month) - 1], year=year
        )

    def moment_words(self, day: str, time: str) -> str:
        """Return a moment in words: a day in ISO 8601, and the time on it as a clock shows it.

        >>> ENGLISH.moment_words("2026-12-01", "18:04 UTC")
        '1 December 2026, 18:04 UTC'
        """
        return self.template(LanguageForm.MOMENT).format(day=self.day_words(day), time=time)

    def short_day(self, day: str, year: str) -> str:
        """Return a day in ISO 8601 with a short month, and without the *year* if it is of that.

        >>> ENGLISH.short_day("2026-12-01", "2026"), ENGLISH.short_day("2025-12-01", "2026")
        ('1 Dec', '1 Dec 2025')
        """
        of_year, month, number = day.split("-")
        short = self.template(LanguageForm.SHORT_DAY).format(
            number=self._day_number(number), month=self.short_months[int(month) - 1]
        )
        if of_year == year:
            return short
        return self.template(LanguageForm.DAY_WITH_YEAR).format(short_day=short, year=of_year)


def context_of(text: Enum) -> str:
    """Return the context of a text in a catalogue, which tells it from others worded alike."""
    return f"{type(text).__name__}.{text.name}"


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in text.split())


def _rows(text: str) -> Mapping[str, Sequence[str]]:
    first, *others = text.splitlines()
    rows = {"": _words(first)}
    for line in others:
        form, words = line.split(": ", 1)
        rows[form] = _words(words)
    return rows


# Which language

ENGLISH = Language("en", NullTranslations())

CATALOGUES = "languages/*.mo"
"""The compiled catalogues of the package."""


@cache
def language_named(code: str) -> Language | None:
    """Return the language of a code; `None` if there is none of it."""
    if code == ENGLISH.code:
        return ENGLISH
    name = f"languages/{code}.mo"
    if name not in resource_names(CATALOGUES):
        return None
    return Language(code, GNUTranslations(BytesIO(resource_bytes(name))))


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, English first."""
    names = resource_names(CATALOGUES)
    codes = [name.removeprefix("languages/").removesuffix(".mo") for name in names]
    found = map(language_named, codes)
    return (ENGLISH, *(language for language in found if language is not None))


_CURRENT: ContextVar[Language] = ContextVar("language", default=ENGLISH)

current = _CURRENT.get
"""Return the language in which is said what is said now."""


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Say what is said within this block in a language."""
    before = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(before)
