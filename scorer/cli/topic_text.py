"""A topic of the reference as a terminal prints it: links name the command that prints where they
lead.
"""

from __future__ import annotations

import re

from ..service.topics import topic_text, wrapped

_LINK = re.compile(r"\[([^\]]+)\]\(/([a-z]+)/([^)\s]+)\)")
_SPACES = re.compile(r"[ \n]+")
_UNBROKEN = "\N{NO-BREAK SPACE}"
"""What keeps a command in one line while its paragraph is wrapped."""
_FENCED = re.compile(r"(^```.*?^```$)", re.M | re.S)
_BLOCKS = re.compile(r"(\n{2,}|\n(?=- |\|))")
"""What divides paragraphs, the items of a list and the rows of a table."""


def text_of(topic: str) -> str:
    """Return a topic for a terminal; blocks of code stay as they are."""
    parts = _FENCED.split(topic_text(topic))
    return "".join(part if part.startswith("```") else _linked(part) for part in parts)


def _linked(text: str) -> str:
    r"""Return text with commands in the place of links; what has a link is wrapped again.

    >>> print(_linked("As [exports](/help/exports) and [its\nnotation](/help/notation) say."))
    As scorer help exports and its notation (scorer help notation) say.
    >>> print(_linked("- **[portland](/rules/portland)**: by the club"))
    - **portland**: by the club
    """
    return "".join(_block(part) for part in _BLOCKS.split(text))


def _block(text: str) -> str:
    named = _LINK.sub(_command, text)
    if named == text or text.startswith(("|", "#")):
        return named
    end = "\n" * (len(named) - len(named.rstrip("\n")))
    return wrapped(" ".join(_SPACES.split(named.strip(" \n")))).replace(_UNBROKEN, " ") + end


def _command(link: re.Match[str]) -> str:
    """Return the words of a link with the command that prints its page; a ruleset's name is all
    that its command needs.
    """
    words, kind, name = link.groups()
    if kind != "help":
        return words
    command = f"scorer help {name}".replace(" ", _UNBROKEN)
    return command if words == name else f"{words} ({command})"
