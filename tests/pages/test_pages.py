"""Every page of the fixed books and what the commands print are what was reviewed.

`PAGES=write` writes them anew: then the diff of the text files is read.
"""

import os
import re
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from scorer.rules.names import ISOLATE
from tests.isolation import not_isolated, not_isolated_in_text
from tests.pages.books import BOOKS
from tests.pages.rendering import Texts

HERE = Path(__file__).parent
LINES = 80
"""A longer difference is cut off."""


def frozen(name: str) -> Path:
    """Where the pages of a book are kept."""
    return HERE / f"{name}.txt"


def text_of(pages: dict[str, str]) -> str:
    """The pages of a book as one text, each under its name."""
    return "\n".join(f"=== {name}\n{text}\n" for name, text in pages.items())


FOR_MACHINES = re.compile("--json|^club export")


TYPED = re.compile("Ben has gone home|Cat saw it")
"""What a person wrote as a reason, who has no means to isolate a name."""


def wrong_names(found: Texts) -> dict[str, list[str]]:
    """The pages and the output of commands in which a name is not isolated,
    or is isolated for a machine.
    """
    wrong = {
        name: not_isolated(TYPED.sub("", html), found.names) for name, html in found.html.items()
    }
    for command, text in found.printed.items():
        if FOR_MACHINES.search(command):
            wrong[command] = [ISOLATE] if ISOLATE in text else []
        else:
            wrong[command] = not_isolated_in_text(text, found.names)
    return {name: words for name, words in wrong.items() if words}


@pytest.mark.parametrize("name", BOOKS)
def test_the_pages_of_a_book_are_as_they_were_reviewed(name: str, tmp_path: Path) -> None:
    found = BOOKS[name](tmp_path)
    now = text_of(found.pages)
    if os.environ.get("PAGES") == "write":
        frozen(name).write_text(now, "utf-8")
    kept = f"\n{frozen(name).read_text('utf-8')}".split("\n=== ")[1:]
    reviewed = "\n".join(
        f"=== {each}" for each in kept if each.partition("\n")[0] not in found.left_out
    )
    difference = islice(
        unified_diff(reviewed.splitlines(), now.splitlines(), "reviewed", "now", "", "", 3), LINES
    )
    wrong = wrong_names(found)
    assert wrong == {}, wrong
    assert now == reviewed, "\n".join(
        ("read the difference, then PAGES=write to accept it:", *difference)
    )


def test_no_book_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(BOOKS)
