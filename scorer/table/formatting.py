"""How figures, times and words are written on a page."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from functools import lru_cache, wraps
from typing import Any

from jinja2 import Environment, StrictUndefined, pass_context
from markupsafe import Markup

from ..rules.cards import Suit
from ..rules.language import current
from ..rules.messages import Message
from ..rules.names import Name, cut, folded, is_erased, without_isolates
from ..rules.sentences import line_message
from ..rules.words import first_up
from . import times
from .entering import new_token
from .languages import code_of_page, in_language, language_choices, other_languages
from .what_if import outlook


def parse_number(text: str, digits: int = 5, default: int = -1) -> int:
    """Return the whole number in *text*; *default* if it is not one, or is longer than *digits*.

    Only ASCII digits count. The limit keeps a request from sending a number that no database can
    look up.

    >>> parse_number("12"), parse_number("-1"), parse_number("٣")
    (12, -1, -1)
    >>> parse_number("123", digits=2, default=0)
    0
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else default


def grouped(number: int) -> str:
    """Format a figure with thousands separators and a true minus sign.

    >>> grouped(1204), grouped(-212)
    ('1,204', '−212')
    """
    return current().grouped(number)


def signed(number: int) -> str:
    """Format a balance or a movement with its sign, and with separators of thousands."""
    return current().signed(number)


def number_words(number: int) -> str:
    """Format a count as it is spoken."""
    return current().number_words(number)


def suit_word(suit: Suit) -> str:
    """Format the name of a suit.

    >>> suit_word(Suit.HEARTS)
    'hearts'
    """
    return current().suits[""][list(Suit).index(suit)]


def listed(words: Sequence[object]) -> str:
    """Format names or phrases as a list in a sentence."""
    return current().listed([f"{word}" for word in words])


def counted(number: int, word: str, words: str = "") -> str:
    """Format a count of something."""
    return f"{grouped(number)} {word if number == 1 else words or word + 's'}"


def when(at: str, zone: tzinfo | None = None) -> str:
    """Format a stored time to the minute in a zone; a line may end after the day alone."""
    whole = _on_a_line(times.when(at, zone))
    alone = day(at, zone)
    end_of_day = whole.index(alone) + len(alone)
    return whole[:end_of_day] + whole[end_of_day:].replace("\N{NO-BREAK SPACE}", " ", 1)


def _on_a_line(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def day(at: str, zone: tzinfo | None = None) -> str:
    """Format a day, or that of a stored time in a zone, with no-break spaces."""
    return _on_a_line(times.day(at, zone))


def named(members: Iterable[int], names: Mapping[int, str]) -> str:
    return listed([names[each] for each in members])


MOST_INITIALS = 3


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return the first letters of each name: as few as tell them apart, at most three.

    >>> initials(("Ada", "Ben")), initials(("Ann", "Ada", "Ben"))
    (('A', 'B'), ('An', 'Ad', 'Be'))
    """
    plain = [without_isolates(name) for name in names]
    for length in range(1, MOST_INITIALS):
        found = tuple(name[:length] for name in plain)
        if len(set(found)) == len(found):
            return found
    return tuple(name[:MOST_INITIALS] for name in plain)


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the first words of names, if these tell them apart, else the whole names; what stands
    for an erased name is whole.

    >>> short_names((Name("Ada Lovelace"), Name("Ben")))
    ('Ada', 'Ben')
    >>> short_names((Name("Ada L."), Name("Ada B.")))
    ('Ada L.', 'Ada B.')
    """
    short = tuple(name if is_erased(name) else Name(name.split(" ")[0]) for name in names)
    are_apart = len({folded(each) for each in short}) == len(short)
    return short if are_apart else tuple(names)


LETTERS = (7, 9, 12, 16)
"""The letters of the longest word, above which a key or a name is set smaller."""


@lru_cache(maxsize=1024)
def letters(text: str) -> str:
    r"""Return the class of a text by its longest word, so that the word stays in one piece; empty
    for a usual one. A space at which no line breaks is a letter of the word.

    >>> letters("Huitième"), letters("Marie-Antoinette"), letters("Wolfeschlegel")
    ('w9', 'w12', 'w16')
    >>> letters("Combien ?"), letters("Combien\N{NARROW NO-BREAK SPACE}?")
    ('', 'w9')
    """
    longest = max(map(len, re.split("[ -]", without_isolates(text))))
    usual, *sizes = LETTERS
    if longest <= usual:
        return ""
    for fits in sizes:
        if longest <= fits:
            return f"w{fits}"
    return "w20"


def packed(data: bytes) -> str:
    """Return data as a form or an address carries it: compressed, in letters and digits, and in -
    and _.

    >>> unpacked(packed(b"Ada 28, Ben 23"), most=14)
    b'Ada 28, Ben 23'
    """
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def unpacked(text: str, most: int) -> bytes:
    """Return the data that was `packed` in *text*;
    `ValueError` if it is something else, or has over *most* bytes.
    """
    opened = zlib.decompressobj()
    padding = "=" * (-len(text) % 4)
    try:
        data = opened.decompress(base64.b64decode(text + padding, b"-_", validate=True), most)
    except zlib.error as error:
        raise ValueError(text) from error
    if opened.unconsumed_tail or not opened.eof:
        raise ValueError(text)
    return data


_LAW = re.compile(r"\b(Laws?) (?=\d)")


def unbroken(value: object) -> object:
    r"""Put a no-break space between *Law* and its number in the output of a template.

    >>> unbroken("trick won (Law 65)")
    'trick won (Law\xa065)'
    >>> unbroken(65)
    65
    """
    if isinstance(value, Message):
        value = str(value)
    # Markup is left alone: its parts have been through here already
    if type(value) is str and "Law" in value:
        return _LAW.sub("\\1\N{NO-BREAK SPACE}", value)
    return value


def for_each_reader(of: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that is applied whenever a page is rendered, also to what is constant.

    Jinja applies any other to a constant when it compiles the template, and then what the first
    reader saw stays, in their language.
    """

    @pass_context
    @wraps(of)
    def of_reader(_: object, *values: Any, **options: Any) -> Any:
        return of(*values, **options)

    return of_reader


def passage(text: str, **values: object) -> Markup:
    """Return a passage of a page, whose *values* have their places in it as ``%(name)s``."""
    said = Markup(current().gettext(text))
    return said % values if "%" in said else said


def prepare(environment: Environment) -> None:
    """Make the templates strict, and give them the filters with which pages write figures,
    times and words.
    """
    environment.undefined = StrictUndefined
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined] # the extension adds it
        gettext=lambda *said: current().gettext(*said),
        ngettext=lambda *said: current().ngettext(*said),
        pgettext=lambda *said: current().pgettext(*said),
        npgettext=lambda *said: current().npgettext(*said),
        newstyle=True,
    )
    # Most passages have no values, and Jinja's own function would look for some in each of them.
    environment.globals["_"] = passage
    environment.finalize = unbroken
    environment.trim_blocks = True
    environment.lstrip_blocks = True
    environment.globals["on_phone"] = ""  # a phone without the club says how it is without it
    environment.globals["english_only"] = lambda: None  # only the club has pages in English alone
    environment.globals["new_token"] = new_token
    for of_languages in (code_of_page, in_language, language_choices, other_languages):
        environment.globals[of_languages.__name__] = of_languages
    for each in (packed, first_up, line_message, outlook, cut, letters, initials, short_names):
        environment.filters[each.__name__] = each
    for spoken in (grouped, signed, counted, when, day, listed, named, number_words, suit_word):
        environment.filters[spoken.__name__] = for_each_reader(spoken)
