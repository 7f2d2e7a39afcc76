"""The authors of entries, in words: members by their names, and what they acted as."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..rules.language import ENGLISH, speaking
from ..rules.messages import Message, Text
from ..rules.names import Name, NamePhrase, together
from .entries import with_names

__all__ = ["author_words"]


class AuthorText(Text):
    """Who made an entry, and as what; no deal has an author, so no oracle asks it."""

    BY_LINK = "{who}, by a link of the keeper"
    DIRECTOR = "director {who}"
    SCORER = "scorer {who}"


class Author(NamePhrase):
    """An author who is more than a name. As a string it is English, as the book has it."""

    def __new__(cls, message: Message) -> Author:
        with speaking(ENGLISH):
            author = super().__new__(cls, str(message))
        author.message = message
        return author

    message: Message

    def in_words(self) -> str:
        return str(self.message)


_DIRECTOR = re.compile("director (.+)")
_SCORER = re.compile("scorer member ([1-9][0-9]{0,8})")
_BY_LINK = re.compile("(.+), by a link of the keeper")


def author_words(author: str, names: Mapping[int, str]) -> str:
    """Return the author of an entry for a page: a member, as `with_names`, or a director.

    >>> str(author_words("scorer member 3", {3: "Cat"}))
    'scorer Cat'
    """
    if by_link := _BY_LINK.fullmatch(author):
        return Author(AuthorText.BY_LINK(who=Name(by_link[1])))
    if director := _DIRECTOR.fullmatch(author):
        return Author(AuthorText.DIRECTOR(who=Name(director[1])))
    scorer = _SCORER.fullmatch(author)
    if scorer and int(scorer[1]) in names:
        return Author(AuthorText.SCORER(who=Name(names[int(scorer[1])])))
    known = {str(name): name for name in names.values()}
    each = re.split(", | and ", author)  # those who agreed in a dispute are called by their names
    if known.keys() >= {*each}:
        return together([Name(known[one]) for one in each])
    return NamePhrase(with_names(author, names))
