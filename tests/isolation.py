"""Which names of people in a page are not isolated from the text around them."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from scorer.rules.names import END, ISOLATE
from tests.web.conftest import VOID

__all__ = ["isolated_or_not", "not_isolated", "not_isolated_in_text"]

READ = ("alt", "aria-label", "content", "data-aloud", "data-warning", "data-words", "title")
"""The attributes that a person reads or hears."""

ONLY_TEXT = frozenset({"desc", "option", "text", "title", "tspan"})
"""Elements in which a name is isolated by characters, because no element can be in them."""

ISOLATED = re.compile(f"{ISOLATE}[^{ISOLATE}{END}]*{END}")


class _Reader(HTMLParser):
    """Reads a page, and keeps what is wrong with each text and attribute in it."""

    def __init__(self, names: re.Pattern[str]) -> None:
        super().__init__()
        self.names = names
        self.within = list[tuple[str, bool]]()
        self.wrong = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.wrong += self._in_attribute(f"{tag} {name}", name in READ, value or "")
        if tag not in VOID:
            is_for_machines = tag == "pre" or "digest" in (dict(attrs).get("class") or "").split()
            self.within.append(
                (tag, is_for_machines or (tag == "bdi" and ("translate", "no") in attrs))
            )

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop()[0] != tag:
            pass  # an option may be left open

    def handle_data(self, data: str) -> None:
        tag, is_name = self.within[-1] if self.within else ("", False)
        if tag in ONLY_TEXT:
            self.wrong += self._in_attribute(tag, True, data)
        elif tag == "textarea":
            pass  # what is typed there, or copied from there, is no text of the page
        elif ISOLATE in data or END in data:
            self.wrong.append(
                f"{tag}: characters isolate a name where an element can: {data.strip()!r}"
            )
        elif not is_name:
            self.wrong += self._bare(tag, data)

    def _in_attribute(self, where: str, is_read: bool, text: str) -> Iterator[str]:
        """Yield what is wrong with a text that has no elements."""
        if is_read:
            yield from self._bare(where, ISOLATED.sub("", text))
        elif ISOLATE in text:
            yield f"{where}: what is no text for people has a character that isolates: {text!r}"

    def _bare(self, where: str, text: str) -> Iterator[str]:
        for found in self.names.finditer(text):
            yield f"{where}: …{text[max(found.start() - 20, 0) : found.end() + 20].strip()}…"


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    words = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w.-])(?:{words})(?![\w-])")


def not_isolated(html: str, names: Iterable[str]) -> list[str]:
    """Return where one of *names* stands in a page, in a text that people read,
    without being isolated.
    """
    reader = _Reader(_any_of(names))
    reader.feed(html)
    reader.close()
    return reader.wrong


def isolated_or_not(words: str, *, whole: bool = True) -> re.Pattern[str]:
    """Return the pattern of a *whole* text, or of a part of one,
    any word of which may be a name that is isolated.
    """
    between = f"[{ISOLATE}{END}]?"
    parts = (re.escape(part) for part in re.split(r"\b", words))
    pattern = between.join(parts)
    return re.compile(f"^{pattern}$" if whole else pattern)


def not_isolated_in_text(text: str, names: Iterable[str]) -> list[str]:
    """Return where one of *names* stands in a plain text without being isolated."""
    left = ISOLATED.sub("", text)
    return [
        left[max(found.start() - 20, 0) : found.end() + 20]
        for found in _any_of(names).finditer(left)
    ]
