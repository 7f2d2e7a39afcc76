"""Languages that are made for a test, and offered for as long as it runs.

The catalogues of the program change as they are translated. What holds for any language is tested
with a few words (`catalogue_with`), with a mark on each text (`marked_catalogue`), or with the
pseudo-language `PSEUDO`: English with an accent on every letter, and with words that are almost
half as long again. What is not said by a catalogue shows on a page as the plain English that it is,
and what has no room in a longer language has none in this.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import Enum
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
from scorer.rules.language import (
    CATALOGUES,
    Language,
    LanguageForm,
    context_of,
    language_named,
    languages,
)
from scorer.web import phone_archive, static_files
from tests.catalogues import LANGUAGES, collected

__all__ = [
    "MARK",
    "PSEUDO",
    "catalogue_in",
    "catalogue_of",
    "catalogue_with",
    "everything",
    "language_in",
    "language_of",
    "marked_catalogue",
    "offered",
    "offered_alone",
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
    return language_of(catalogue_in(code))


def language_of(catalogue: Catalog) -> Language:
    """Return the language of a catalogue."""
    return Language(_code(catalogue), GNUTranslations(BytesIO(_compiled(catalogue))))


def _code(catalogue: Catalog) -> str:
    return str(catalogue.locale_identifier)


def _compiled(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


# With a few words, or with a mark


def catalogue_with(code: str, words: Mapping[Enum | str, str]) -> Catalog:
    """Return a catalogue with these words, by texts, forms and passages of pages."""
    made = catalogue_of(code)
    for said, there in words.items():
        if isinstance(said, Enum):
            made.add(said.value, there, context=context_of(said))
        else:
            made.add(said, there)
    return made


MARK = "Ŧ"
"""What begins each text and passage in a marked language: no name and no English word has it."""

FORMS = frozenset(context_of(each) for each in LanguageForm)
"""The forms, which are data: marked, some could not be read."""


def marked_catalogue(code: str) -> Catalog:
    """Return a catalogue in which all that is said is as in English, after a mark."""
    made = catalogue_of(code)
    for message in everything():
        if not message.id or message.context in FORMS:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        said = [f"{MARK}{ids[min(form, len(ids) - 1)]}" for form in range(made.num_plurals)]
        there = said if len(ids) > 1 else said[0]
        made.add(message.id, there, context=message.context)
    for form in (LanguageForm.ELDER, LanguageForm.YOUNGER):
        made.add(form.value, f"{MARK}{form.value}", context=context_of(form))
    return made


# Offered to whoever reads a page


@contextmanager
def offered(catalogue: Catalog) -> Iterator[Language]:
    """Offer a language as if its catalogue was among those of the package."""
    package = {name: resource_bytes(name) for name in resource_names(CATALOGUES)}
    with _with_files(package | _files(catalogue)):
        language = language_named(_code(catalogue))
        assert language is not None
        yield language


@contextmanager
def offered_alone(*catalogues: Catalog) -> Iterator[None]:
    """Offer these languages beside English, and no others."""
    with _with_files(_files(*catalogues)):
        yield


def _files(*catalogues: Catalog) -> dict[str, bytes]:
    return {f"languages/{_code(each)}.mo": _compiled(each) for each in catalogues}


@contextmanager
def _with_files(files: Mapping[str, bytes]) -> Iterator[None]:
    """Have these catalogues in the package, by the names of their files, and no others."""

    def content(of: str) -> bytes:
        return files[of]

    def names(pattern: str) -> tuple[str, ...]:
        assert pattern == CATALOGUES
        return tuple(sorted(files))

    with ExitStack() as changed:
        for each in (module, phone_archive):
            changed.enter_context(patch.object(each, "resource_bytes", content))
            changed.enter_context(patch.object(each, "resource_names", names))
        changed.callback(_forget)
        _forget()
        yield


def _forget() -> None:
    """Forget what was read of catalogues, and what was made of them for phones."""
    for kept in (
        *(language_named, languages),
        *(phone_archive.archive, static_files.content, static_files.digest),
    ):
        kept.cache_clear()
