"""Names in HTML: what isolates a name in a text becomes an element.

Sentences have each name between the two characters of `scorer.rules.names`. In the text of a page
these become a `bdi` that is not translated. Where no element can be, they stay: in an attribute, a
title, an option or a picture. What a form sends back is the name alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..rules.names import END, ISOLATE, without_isolates

_ISOLATED = re.compile(f"{ISOLATE}([^{ISOLATE}{END}]*){END}")

ONLY_TEXT = ("<title", "<option", "<text", "</tspan", "<tspan", "<desc")
"""The beginnings of tags after which there can be no element."""


NOT_READ = (" value", " download", "data-name", "data-voice")
"""The ends of attributes that a form sends back, that name a file, or that are spoken."""


AS_TEXT = ("<td", "<th>", "<th ", "<h1", "<h2", "<h3", "<small", "<caption")
"""The beginnings of tags whose elements never lay out their children."""


def with_elements(html: str) -> str:
    r"""Return a page, or a part of it, with the names in it isolated by elements.

    >>> with_elements("<p>\u2068Ada\u2069</p>")
    '<p><bdi translate="no">Ada</bdi></p>'
    >>> with_elements("<input value=\"\u2068Ada\u2069\">")
    '<input value="Ada">'
    """
    pieces = list[str]()
    done = 0
    at = html.find(ISOLATE)
    while at >= 0:
        tag = html.rfind("<", 0, at)
        text = html.rfind(">", 0, at) + 1
        if tag >= text:
            value = html.rfind('="', tag, at)
            end = html.find('"', at)
            content = html[at:end]
            if html.endswith(NOT_READ, tag, value):
                content = without_isolates(content)
            pieces += html[done:at], content
        else:
            end = html.find("<", at)
            if end < 0:
                end = len(html)
            before = html[tag:text] if tag >= 0 else ""
            pieces += html[done:text], _text(html[text:end], before)
        done = end
        at = html.find(ISOLATE, done)
    return "".join((*pieces, html[done:])) if pieces else html


def _text(text: str, tag: str) -> str:
    """Return a piece of text with names, after *tag*, with elements around the names.

    A text with more than a name stays one child of the element that it is in if that may lay out
    its children.
    """
    if tag.startswith("<textarea") and " readonly" not in tag:
        return without_isolates(text)
    if tag.startswith(ONLY_TEXT):
        return text
    found = _ISOLATED.sub(r'<bdi translate="no">\1</bdi>', text)
    is_whole = tag.startswith(AS_TEXT) or _ISOLATED.fullmatch(text)
    return found if is_whole else f'<span class="words">{found}</span>'


def in_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Yield a page that is sent piece by piece, with the names in it isolated by elements."""
    held = ""
    for piece in pieces:
        held += str(piece)  # what is markup would escape what follows
        if held.rstrip().endswith(">"):  # otherwise it may end within a tag
            yield with_elements(held)
            held = ""
    yield with_elements(held)
