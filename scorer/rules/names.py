"""People's names: compared without regard to how they are typed, and isolated in the text around
them.

A `Name` is a string. Compared, stored, joined or written as JSON it is the name alone. Formatted
into a sentence, or written by a template, it stands between the Unicode characters that isolate it,
so that a name in Hebrew or Arabic moves no number of the sentence. `scorer.table.isolation` makes
elements of these in HTML, and `without_isolates` drops them where a sentence is for a machine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .language import ENGLISH, LanguageForm, current

ISOLATE = "\N{FIRST STRONG ISOLATE}"
END = "\N{POP DIRECTIONAL ISOLATE}"

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""The invisible characters that some scripts need."""

LONGEST_NAME = 80


class Name(str):
    """A person's name."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        """Return the name for a sentence.

        >>> f"{Name('Ada')} wins" == "\N{FIRST STRONG ISOLATE}Ada\N{POP DIRECTIONAL ISOLATE} wins"
        True
        """
        return format(f"{ISOLATE}{self!s}{END}" if self else "", form)

    def __html__(self) -> str:
        """Return the name for a template, which calls this instead of escaping it."""
        if not self:
            return ""
        return f"{ISOLATE}{escaped(str(self))}{END}"


def escaped(text: str) -> str:
    """Return text for HTML. The module `html` is not in the Python of the page."""
    between = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return between.replace("'", "&#39;").replace('"', "&#34;")


class NamePhrase(str):
    """Who is meant where that is not one person’s name. As a string it is English; formatted or
    written by a template, it is in the language in which is spoken.
    """

    def in_words(self) -> str:
        """Return the phrase in the language in which is spoken, with its names isolated."""
        return str(self)

    def __format__(self, form: str) -> str:
        return format(self.in_words(), form)

    def __html__(self) -> str:
        """Return the phrase for a template, which calls this instead of escaping it."""
        return escaped(self.in_words())


class RoleName(NamePhrase):
    """Who somebody is in a deal, such as *elder*."""

    def __new__(cls, form: LanguageForm) -> RoleName:
        role = super().__new__(cls, form.value)
        role.form = form
        return role

    form: LanguageForm

    def in_words(self) -> str:
        return current().template(self.form)


class NameList(NamePhrase):
    """Several names, joined as a *form* says."""

    def __new__(cls, names: Sequence[str], form: LanguageForm = LanguageForm.AND) -> NameList:
        together = super().__new__(cls, ENGLISH.listed([f"{name}" for name in names], form))
        together.names = tuple(names)
        together.form = form
        return together

    names: tuple[str, ...]
    form: LanguageForm

    def in_words(self) -> str:
        return current().listed([f"{name}" for name in self.names], self.form)


class Partners(NameList):
    """The names of partners, or of others who act together, which take a plural verb: *Ada and Cem
    win*.
    """


_ISOLATES = str.maketrans("", "", ISOLATE + END)


def without_isolates(text: str) -> str:
    """Return a sentence as a machine gets it, with the names in it as they are.

    >>> without_isolates(f"{Name('Ada')} wins")
    'Ada wins'
    """
    return str(text).translate(_ISOLATES)


def joined(names: Sequence[str], between: str) -> str:
    """Return names as one phrase in English, each of them isolated; one name alone stays a name."""
    if len(names) == 1:
        return names[0]
    return NamePhrase(between.join(f"{name}" for name in names))


def together(names: Sequence[str], form: LanguageForm = LanguageForm.AND) -> str:
    """Return names as one phrase in the language in which is spoken; one name alone stays a name,
    and of none the phrase is empty.
    """
    if len(names) < 2:
        return names[0] if names else NamePhrase("")
    return NameList(names, form)


def side_name(names: Sequence[str]) -> str:
    """Return the name of a side: that of its player, or those of the partners.

    >>> without_isolates(side_name([Name("Ada"), Name("Cem")])), side_name([Name("Ben")])
    ('Ada and Cem', 'Ben')
    """
    return names[0] if len(names) == 1 else Partners(names)


def cut(text: str, most: int) -> str:
    """Return a name or a sentence of at most *most* characters, with an ellipsis for what is cut
    off.

    >>> cut(Name("Wolfeschlegel"), 8), without_isolates(cut(f"{Name('Ada')} wins by one", 8))
    ('Wolfesc…', 'Ada win…')
    """
    if len(without_isolates(text)) <= most:
        return text
    if isinstance(text, Name):
        return Name(f"{text[: most - 1]}…")
    visible = [at for at, character in enumerate(text) if character not in (ISOLATE, END)]
    kept = text[: visible[most - 1]]
    is_open = kept.count(ISOLATE) > kept.count(END)
    return f"{kept}{END if is_open else ''}…"


ERASED = re.compile("Former (member|player) [0-9]+")


def is_erased(name: str) -> bool:
    """Whether this stands for the name of a person that was erased.

    >>> is_erased("Former player 2"), is_erased("Former Smith")
    (True, False)
    """
    return ERASED.fullmatch(without_isolates(name)) is not None


# Typing

_DIRECTIONS = str.maketrans("", "", "\u061c\u200e\u200f\u2066\u2067\u2068\u2069")
"""The invisible marks and isolates that set a direction.
They come along when a name is copied from a page.
"""


def tidy(name: str) -> str:
    r"""Return a name as it is kept: composed letters, single spaces, and no character that sets a
    direction.

    >>> tidy("  Zoe\u0308\u00a0 \u2068Ada\u2069 ") == "Zoë Ada"
    True
    """
    return " ".join(unicodedata.normalize("NFC", name.translate(_DIRECTIONS)).split())


def is_name(text: str) -> bool:
    r"""Return whether *text* can be a player's name: not blank, not too long, and printable.

    >>> is_name("Zoë"), is_name(" "), is_name("a\nb")
    (True, False, False)
    """
    visible = "".join(character for character in text if character not in JOINERS)
    return bool(visible.strip()) and len(text) <= LONGEST_NAME and visible.isprintable()


# Comparing

_APOSTROPHES = "'`´ʹʻʼʽʾʿˈˊˋꞌ‘’‚‛′‵՚׳＇΄᾽᾿῾´`"
_DASHES = (
    "-\u00ad\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015"
    "\u2043\u207b\u2212\u30a0\ufe58\ufe63\uff0d"
)
_ALIKE = str.maketrans(dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_DASHES, "-"))

_SPELT = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ħ": "h",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ß": "ss",
}
_NOT_COMPOSED = str.maketrans(_SPELT)
"""Letters that people type without their stroke, and that Unicode does not take apart."""

_MARKS = (
    *(
        (0x0300, 0x036F),
        (0x1AB0, 0x1AFF),
        (0x1DC0, 0x1DFF),
        (0x20D0, 0x20FF),
        (0xFE00, 0xFE0F),
        (0xFE20, 0xFE2F),
    ),
    *((0x0591, 0x05BD), (0x05BF, 0x05BF), (0x05C1, 0x05C2), (0x05C4, 0x05C5), (0x05C7, 0x05C7)),
    *((0x0610, 0x061A), (0x0640, 0x0640), (0x064B, 0x065F), (0x0670, 0x0670)),
)
"""The accents of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic. Marks of other
scripts are letters: without theirs, different names in Thai, Hindi or kana would be equal."""

_DROPPED = dict.fromkeys(
    [*(mark for first, last in _MARKS for mark in range(first, last + 1)), *map(ord, JOINERS)]
)


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return a name as names are compared: without regard to capitals, accents, kinds of apostrophe
    and of hyphen.

    >>> folded("O’BRIEN") == folded("o'Brien"), folded("Zoë–Ann"), folded("Strauß")
    (True, 'zoe-ann', 'strauss')
    """
    alike = str(name).translate(
        _ALIKE
    )  # first, because NFKD makes a space and an accent of some apostrophes
    apart = (
        unicodedata.normalize("NFKD", alike).casefold().translate(_NOT_COMPOSED).translate(_DROPPED)
    )
    return " ".join(
        unicodedata.normalize("NFKC", apart).translate(_ALIKE).translate(_DIRECTIONS).split()
    )


def folding() -> tuple[list[tuple[str, str]], str]:
    """Return the tables by which `folded` compares names, for a script that does the same: what
    each of some characters counts as, and the characters that count for nothing, as a regular
    expression has them between brackets.
    """
    alike = [("'", _APOSTROPHES), ("-", _DASHES)]
    alike += [(spelt, letter) for letter, spelt in _SPELT.items()]
    ranges = [f"{chr(first)}-{chr(last)}" for first, last in _MARKS]
    others = [*JOINERS, *map(chr, _DIRECTIONS)]
    return alike, "".join([*ranges, *others])


def is_same(name: str, other: str) -> bool:
    """Return whether two names may be one person's."""
    return folded(name) == folded(other)


_AS_SPACES = str.maketrans({"'": None} | dict.fromkeys('-"“”„«»()', " "))


def searched(name: str) -> str:
    """Return a name as a search compares it: `folded`, without apostrophes, and with spaces for
    hyphens and for what encloses a nickname.

    >>> searched("O’Brien"), searched("Jean-Luc"), searched("Georg “Schorsch” Huber")
    ('obrien', 'jean luc', 'georg schorsch huber')
    """
    return " ".join(folded(name).translate(_AS_SPACES).split())


def named(wanted: str, names: Iterable[Name]) -> list[Name]:
    """Return the names that *wanted* may mean:
    the one that is typed in the same way, or all that are the same.
    """
    same = [name for name in names if is_same(name, wanted)]
    for alike in (tidy(wanted), tidy(wanted).casefold()):
        exact = [name for name in same if alike in (name, name.casefold())]
        if exact:
            return exact
    return same
