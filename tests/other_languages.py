"""Languages that are made for a test: with a few words, or with every word marked.

The catalogues of the program change as they are translated; what holds for any language is tested
with these.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import Enum
from io import BytesIO
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorer.rules import language
from scorer.rules.language import LanguageForm, context_of
from scorer.web import phone_archive, static_files
from tests.catalogues import collected

MARK = "Ŧ"
"""What begins each text and passage in a marked language: no name and no English word has it."""

ROWS = frozenset(context_of(each) for each in LanguageForm)
"""The forms, which are data: marked, some could not be read."""


def compiled(code: str, words: Mapping[Enum | str, str]) -> bytes:
    """Return a catalogue with these words, by texts, forms and passages of pages."""
    catalogue = Catalog(locale=code, fuzzy=False)
    for said, there in words.items():
        if isinstance(said, Enum):
            catalogue.add(said.value, there, context=context_of(said))
        else:
            catalogue.add(said, there)
    return _bytes(catalogue)


def _bytes(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def marked(code: str) -> bytes:
    """Return a catalogue in which all that is said is as in English, after a mark."""
    catalogue = Catalog(locale=code, fuzzy=False)
    for message in collected():
        if not message.id or message.context in ROWS:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        said = [f"{MARK}{ids[min(form, len(ids) - 1)]}" for form in range(catalogue.num_plurals)]
        there = said if len(ids) > 1 else said[0]
        catalogue.add(message.id, there, context=message.context)
    for form in (LanguageForm.ELDER, LanguageForm.YOUNGER):
        catalogue.add(form.value, f"{MARK}{form.value}", context=context_of(form))
    return _bytes(catalogue)


@contextmanager
def speaking_also(catalogues: Mapping[str, bytes]) -> Iterator[None]:
    """Have these languages beside English, and no others, by their codes."""
    files = {f"{code}.mo": data for code, data in catalogues.items()}
    with ExitStack() as changed:
        for module in (language, phone_archive):
            for name, read in (
                ("resource_names", lambda _: tuple(sorted(files))),
                ("resource_bytes", lambda path: files[path.rpartition("/")[2]]),
            ):
                changed.enter_context(patch.object(module, name, read))
        changed.callback(_forget)
        _forget()
        yield


def _forget() -> None:
    language.languages.cache_clear()
    language.language_named.cache_clear()
    for kept in (phone_archive.archive, static_files.content, static_files.digest):
        kept.cache_clear()
