"""Languages that are made for a test, and offered for as long as it runs.

The pseudo-language `PSEUDO` is English with an accent on every letter, and with words that are
almost half as long again: what is not said by a catalogue shows on a page as the plain English that
it is, and what has no room in a longer language has none in this.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorer.resources import resource_bytes, resource_names
from scorer.rules import language as module
from scorer.rules.language import Language, LanguageForm, language_named, languages
from tests.catalogues import LANGUAGES, collected

__all__ = [
    "PSEUDO",
    "catalogue_of",
    "everything",
    "language_in",
    "offered",
    "pseudo_catalogue",
    "stretched",
]

PSEUDO = "qps"

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = str.maketrans(PLAIN, "àƀçđéƒğĥîĵķļḿñöþǫŕšţûṽŵẋýžÀɃÇĐÉƑĞĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ")
LONGER = 0.4
"""How much longer each word is."""


def stretched(text: str) -> str:
    """Return text with accents, and with some letters of each word twice.

    >>> stretched("Point of 5"), stretched("")
    ('Þöîññţţ öƒƒ 5', '')
    """
    return re.sub(r"[A-Za-z]+", lambda found: _word(found[0]), text)


def _word(word: str) -> str:
    kept = len(word) - round(len(word) * LONGER)
    return "".join([word[:kept], *(letter * 2 for letter in word[kept:])]).translate(ACCENTED)


_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|<[^>]*>|&\w+;|`[^`]*`|\]\([^)]*\)|\{\w+\}|\bNUMBER\b)")
"""What a passage of a page has beside its words."""


def _passage(text: str) -> str:
    return "".join(part if _KEPT.fullmatch(part) else stretched(part) for part in _KEPT.split(text))


def _template(text: str) -> str:
    """Return the template of a text; of its fields, only words between which a number chooses are
    other words.
    """
    made = ""
    for words, name, form, _ in Formatter().parse(text):
        made += stretched(words).replace("{", "{{").replace("}", "}}")
        if name is not None:
            made += "{" + name + (f":{_choices(form)}" if form else "") + "}"
    return made


def _choices(form: str | None) -> str:
    if form is None or not re.search("[/|]", form):
        return form or ""
    is_first = form.endswith(" up")
    return stretched(form.removesuffix(" up")) + (" up" if is_first else "")


AS_THEY_ARE = (LanguageForm.THOUSANDS, LanguageForm.DECIMAL, LanguageForm.NAMES)
IN_ROWS = (LanguageForm.COUNTS, LanguageForm.RANKS, LanguageForm.SUITS, LanguageForm.CLASSES)


def _form(form: LanguageForm) -> str:
    if form in AS_THEY_ARE:
        return str(form.value)
    if form in IN_ROWS:
        rows = [line.rpartition(": ") for line in form.value.splitlines()]
        return "\n".join(f"{name}{colon}{stretched(words)}" for name, colon, words in rows)
    return _template(form.value)


everything = cache(collected)
"""Return all that is said, in English."""


@cache
def pseudo_catalogue() -> Catalog:
    """Return the catalogue of the pseudo-language."""
    made = catalogue_of(PSEUDO)
    for message in everything():
        if not message.id:
            continue
        context = message.context or ""
        kind, _, name = context.partition(".")
        if kind == LanguageForm.__name__:
            said: str | tuple[str, ...] = _form(LanguageForm[name])
        elif name:
            said = _template(str(message.id))
        elif isinstance(message.id, tuple):
            said = tuple(_passage(each) for each in message.id)
        else:
            said = _passage(str(message.id))
        made.add(message.id, said, context=message.context)
    return made


def catalogue_of(code: str) -> Catalog:
    """Return an empty catalogue."""
    return Catalog(locale=code, project="piquet-scorer", fuzzy=False)


@cache
def catalogue_in(code: str) -> Catalog:
    """Return the catalogue in a file of the package."""
    with (LANGUAGES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


@cache
def language_in(code: str) -> Language:
    """Return the language of a file of the package."""
    file = BytesIO()
    write_mo(file, catalogue_in(code))
    file.seek(0)
    return Language(code, GNUTranslations(file))


@contextmanager
def offered(catalogue: Catalog) -> Iterator[Language]:
    """Offer a language as if its catalogue was among those of the package."""
    file = BytesIO()
    write_mo(file, catalogue)
    code = str(catalogue.locale_identifier)
    name = f"{code}.mo"

    def content(of: str) -> bytes:
        return file.getvalue() if of == f"languages/{name}" else resource_bytes(of)

    def names(directory: str) -> tuple[str, ...]:
        found = resource_names(directory)
        return tuple(sorted({*found, name})) if directory == "languages" else found

    with (
        patch.object(module, "resource_bytes", content),
        patch.object(module, "resource_names", names),
    ):
        _forget()
        language = language_named(code)
        assert language is not None
        yield language
    _forget()


def _forget() -> None:
    language_named.cache_clear()
    languages.cache_clear()
