"""Topics: the reference, which the web shows as pages and `scorer help` prints.

Each is one Markdown file in `templates/topics`. Jinja fills in what the code knows (rulesets, laws,
terms, tables), so that no value is written down twice.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .. import rules as kernel
from ..ledger.terms import Doubling, Format, Settled, TieBreak, Withdrawal
from ..resources import resource_dir, resource_text
from ..rules.cards import Rank
from ..rules.company import FRAMES, TERM_TYPES, choices_of
from ..rules.language import ENGLISH, Language
from ..rules.laws import EVERY_LAW, Book, Law, search
from ..rules.names import folded
from ..rules.notation import DEEPEST
from ..rules.notation.ebnf import grammar_text
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, TYPES, value_to_data, written
from ..rules.words import value_words
from .club.transfer.api_description import example_text
from .club.transfer.export_tables import TABLES
from .club.transfer.workbooks import MOST_LINES
from .dictionary import COLUMNS as DICTIONARY
from .dictionary import column_words

TOPICS: Mapping[str, str] = {
    "partie": "A partie at the table",
    "companies": "Three or more players",
    "rulesets": "Rulesets and house rules",
    "laws": "The laws and decided cases",
    "claims": "The claim check",
    "notation": "A partie as text",
    "kernel": "The kernel, for programs",
    "club": "Running a club",
    "rights": "Who may do what",
    "disputes": "Corrections and disputes",
    "ledger": "The ledger: entries, receipts, verification",
    "hosting": "Hosting and backup",
    "updating": "Updating",
    "raspberry-pi": "On a Raspberry Pi",
    "android": "On an Android phone",
    "server": "A server on the internet",
    "security": "Security",
    "exports": "Export and import",
    "terminal": "The command line",
    "api": "The JSON API",
    "columns": "The columns of exports and the API",
    "glossary": "Glossary",
    "languages": "Languages",
    "contributing": "Contributing",
    "changes": "Changes",
}
"""The title of every topic, in reading order;
the key names its file, its page and what `scorer help` prints.
"""

SPOKEN = ("glossary",)
"""The topics that are said in the reader's language; the others are English alone."""

COLUMNS = 80

BOOKS = {
    Book.LAWS: "Laws",
    Book.CASES: "Decided cases",
    Book.AU_CENT: "Piquet au Cent, where it differs",
}


def topic_text(topic: str, found: Collection[Law] = EVERY_LAW) -> str:
    """Return a topic of `TOPICS` as Markdown with its title; of the laws those *found*."""
    title = TOPICS[topic]
    laws = [
        (heading, [law for law in found if law.book is book]) for book, heading in BOOKS.items()
    ]
    return f"# {title}\n\n" + _templates().get_template(f"{topic}.md").render(laws=laws)


# What is spoken


class Block(NamedTuple):
    """A heading, a paragraph or an item of a list, in one line: its words, and the *mark* before
    them.
    """

    mark: str
    words: str


def blocks(topic: str) -> Iterator[Block]:
    """Yield the blocks of a topic of `SPOKEN`, in English.

    A catalogue has the words of each, with the name of the topic as their context.
    """
    return _blocks_of(topic_text(topic))


def _blocks_of(text: str) -> Iterator[Block]:
    for block in _BETWEEN_BLOCKS.split(text.strip()):
        found = _BLOCK.fullmatch(_NEW_LINE.sub(" ", block))
        assert found is not None, block
        yield Block(found["mark"], found["words"])


_BETWEEN_BLOCKS = re.compile(r"\n{2,}|\n(?=- )")
_NEW_LINE = re.compile(r"\n *")
_BLOCK = re.compile(r"(?P<mark>#+ |- |)(?P<words>.+)")


def said_topic(topic: str, language: Language) -> tuple[str, str]:
    """Return a topic of `SPOKEN` in a language, and the same blocks in English, by which they are
    linked to.

    The items of each list are sorted anew: the terms that they begin with have other letters.
    """

    def said(block: Block) -> Block:
        return block._replace(words=language.pgettext(topic, block.words))

    def term(block: Block) -> str:
        return folded(said(block).words)

    in_order: list[Block] = []
    for mark, group in groupby(blocks(topic), lambda block: block.mark):
        alike = list(group)
        in_order += sorted(alike, key=term) if mark == "- " else alike
    return _markdown(map(said, in_order)), _markdown(in_order)


LAWS = "laws"
"""The topic of the laws: each stays in English, with a paraphrase in the reader's language."""

LAW_HEADING = "### "


def laws_found(query: str, language: Language) -> tuple[Law, ...]:
    """Return the laws that have all words of *query*, in English or in their paraphrase."""
    if language is ENGLISH:
        return search(query)
    return search(query, paraphrase=lambda law: language.pgettext(LAWS, law.text))


def said_laws(found: Collection[Law], language: Language) -> tuple[str, str]:
    """Return the laws that were *found*, each with a paraphrase in a language that has one, and the
    same in English alone, by which they are linked to.
    """
    english = topic_text(LAWS, found)
    texts = {law.text for law in found}
    said: list[Block] = []
    for block in _blocks_of(english):
        words = language.pgettext(LAWS, block.words)
        if block.mark == LAW_HEADING:
            said.append(block)
            continue
        if block.words in texts and words != block.words:
            said.append(block)
        said.append(block._replace(words=words))
    return _markdown(said), english


def law_messages() -> Iterator[str]:
    """Yield what is said of the laws and is no heading of one, in English."""
    yield from (block.words for block in _blocks_of(topic_text(LAWS)) if block.mark != LAW_HEADING)


def _markdown(blocks: Iterable[Block]) -> str:
    return "".join(
        f"\n{mark}{words}" if mark == "- " else f"\n\n{mark}{words}\n" for mark, words in blocks
    )


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(resource_dir("templates") / "topics"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["wrapped"] = wrapped
    named = (
        Doubling,
        Format,
        Settled,
        TieBreak,
        Withdrawal,
        choices_of,
        column_words,
        example_text,
        grammar_text,
        options_of,
        recipe,
        value_to_data,
        written,
    )
    environment.globals |= {each.__name__: each for each in named}
    environment.globals |= {
        "RULE_FIELDS": RULE_FIELDS,
        "SECTIONS": SECTIONS,
        "NOT_SCORED": NOT_SCORED,
        "DEEPEST": DEEPEST,
    }
    environment.globals |= {
        "FRAMES": FRAMES,
        "TABLES": TABLES.values(),
        "kernel_exports": kernel.__all__,
        "program": program,
        "DICTIONARY": DICTIONARY,
        "MOST_LINES": MOST_LINES,
        "rule_types": TYPES,
        "term_types": TERM_TYPES,
    }
    return environment


def recipe(name: str) -> str:
    return resource_text(f"recipes/{name}")


def program(name: str) -> str:
    """Return one of the programs that show how the kernel is used."""
    return (resource_dir("templates") / "programs" / name).read_text(encoding="utf-8")


def wrapped(text: str) -> str:
    """Wrap one item of a list, or one paragraph.

    >>> print(wrapped("- **carte rouge**: " + "a hand in which every card has scored, " * 2))
    - **carte rouge**: a hand in which every card has scored, a hand in which every
      card has scored,
    """
    indent = "  " if text.startswith("- ") else ""
    return textwrap.fill(
        text, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def options_of(hint: Any) -> str:
    """Return the values that a rule or a term offers by name, each with its meaning; empty for
    numbers, ranks and lists.

    >>> from scorer.rules.ruleset import PaidBy
    >>> options_of(PaidBy), options_of(int)
    ('per_point (by the point), per_partie (by the partie)', '')
    """
    if not (isinstance(hint, type) and issubclass(hint, Enum)) or hint is Rank:
        return ""
    return ", ".join(f"{option.name.lower()} ({value_words(option)})" for option in hint)
