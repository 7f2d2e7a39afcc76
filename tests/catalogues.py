"""The catalogues of languages: what is said, collected, and laid beside what each has of it.

`python -m tests.catalogues` brings every catalogue up to date with the texts and the templates, and
compiles it: what is new or has changed is empty, and said in English until somebody fills it in.
`python -m tests.catalogues CODE` begins one.
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from inspect import getdoc
from io import BytesIO
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import scorer
from scorer.languages.compiling import compile_catalogue
from scorer.resources import resource_dir
from scorer.rules.language import LanguageForm, context_of
from scorer.rules.messages import PLACEHOLDERS, Text
from scorer.service.topics import LAWS, blocks, law_messages
from scorer.service.topics import SPOKEN as SPOKEN_TOPICS

HEADER = "# What the program says in {language}. The topic *Languages* says how this is written."

LANGUAGES = Path(scorer.__file__).parent / "languages"

SPOKEN = (
    "scorer.rules",
    "scorer.table",
    "scorer.web",
    "scorer.ledger.signature_words",
    "scorer.ledger.terms",
    "scorer.service.companies",
    "scorer.service.pairs",
    "scorer.service.parties",
    "scorer.service.sheets",
    "scorer.service.club.posting.signing",
    "scorer.service.club.disputes",
)
"""Where the texts are that players read at the table; a club's administration is English."""

ENGLISH_ALONE = ("scorer.rules.house_rules.Contradicting", "scorer.web.club")
"""Modules and texts of them that are on pages that are English alone."""


def is_spoken(name: str) -> bool:
    """Whether the texts of a module, or of a class in it, are said in every language."""
    return name.startswith(SPOKEN) and not name.startswith(ENGLISH_ALONE)


@cache
def texts() -> tuple[type[Text], ...]:
    """Return the classes of texts that are said in every language."""
    for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if is_spoken(module.name):
            importlib.import_module(module.name)
    found = [each for each in _below(Text) if is_spoken(f"{each.__module__}.{each.__name__}")]
    return tuple(sorted(found, key=lambda each: (each.__module__, each.__name__)))


def _below(known: type[Text]) -> Iterator[type[Text]]:
    for each in known.__subclasses__():
        yield each
        yield from _below(each)


def members() -> Iterator[Enum]:
    """Yield each form, and each text that is said in every language."""
    yield from LanguageForm
    for each in texts():
        yield from each


def _comments(text: Enum) -> list[str]:
    """Return what a translator has to know of a text."""
    kind = type(text)
    about = (getdoc(kind) or "").split("\n")[0] if isinstance(text, Text) else ""
    values = sorted(text.placeholders) if isinstance(text, Text) else []
    kinds = "; ".join(f"{name}: {PLACEHOLDERS[name].value}" for name in values)
    return [each for each in (f"{kind.__module__}: {about}".strip(), kinds) if each]


def collected() -> Catalog:
    """Return all that is said, in English."""
    catalogue = Catalog(project="piquet-scorer", fuzzy=False)
    for text in members():
        catalogue.add(text.value, context=context_of(text), auto_comments=_comments(text))
    options = {"**.html": {"trimmed": "true"}, "**.svg": {"trimmed": "true"}}
    method = "jinja2.ext:babel_extract"
    for name, _, message, comments, context in extract_from_dir(
        resource_dir("templates"),
        method_map=[(pattern, method) for pattern in options],
        options_map=options,
        comment_tags=("for", "translators:"),  # Jinja compares the first word alone
        strip_comment_tags=True,
    ):
        catalogue.add(message, locations=[(name, 1)], auto_comments=comments, context=context)
    for topic in SPOKEN_TOPICS:
        for block in blocks(topic):
            about = [f"topics/{topic}.md, in Markdown"]
            catalogue.add(block.words, context=topic, auto_comments=about)
    for said in law_messages():
        catalogue.add(said, context=LAWS, auto_comments=["rules/laws.txt: a short paraphrase"])
    return catalogue


def renewed(path: Path) -> Catalog:
    """Return the catalogue at *path* with what is said now; an empty one if there is none."""
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
    else:
        catalogue = Catalog(locale=path.stem, project="piquet-scorer", fuzzy=False)
        catalogue.header_comment = HEADER.format(language=Locale.parse(path.stem).english_name)
    now = collected()
    now.creation_date = catalogue.creation_date
    catalogue.revision_date = catalogue.creation_date
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = ""
    catalogue.version = ""
    catalogue.update(now, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file has it."""
    file = BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def main() -> None:
    """Bring every catalogue up to date, begin those that are named, and compile all."""
    codes = {path.stem for path in LANGUAGES.glob("*.po")} | set(sys.argv[1:])
    for code in sorted(codes):
        path = LANGUAGES / f"{code}.po"
        catalogue = renewed(path)
        path.write_bytes(written(catalogue))
        compile_catalogue(path)
        missing = sum(not message.string or message.fuzzy for message in catalogue if message.id)
        print(f"{path.name}: {len(catalogue)} messages, {missing} to be done")


if __name__ == "__main__":
    main()
