"""What is entered and drawn when something begins: refusals, names, titles, codes and secrets."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from ..rules.errors import MessageError
from ..rules.messages import Message, Text
from ..rules.names import LONGEST_NAME, Name, is_name, is_same, tidy, without_isolates
from ..rules.ruleset import Ruleset
from ..rules.words import first_up

A_PAGE = 50
"""Rows on one page of a list, and in one document."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_from(token: str, number: int) -> str:
    """Return the secret number *number* that follows from *token*, as hard to guess as that."""
    digest = hashlib.sha256(f"{number}:{token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def token_about(token: str, *content: str) -> str:
    """Return the secret of a form that was sent with this idempotency key and *content*, as hard to
    guess as the key.

    A form that is sent again with other content, from a page that the Back button restored, asks
    for something else.
    """
    digest = hashlib.sha256(json.dumps([token, *content]).encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of short codes, without look-alikes and sound-alikes."""

CODE_LENGTH = 6


class NotAllowed(ValueError):
    """The request cannot be done now; the message says what happened and what to do.

    It may be a `Message`, which is put into words where it is shown.
    """


class WrongText(Text):
    """What is wrong with rules, terms or totals, as a sentence; no oracle asks it, since each is
    tested where it is said.
    """

    SENTENCE = "{why:stop up}"


class WrongEntry(NotAllowed):
    """Rules, terms or totals that cannot be played or kept; the *error* says why."""

    def __init__(self, error: MessageError) -> None:
        super().__init__(WrongText.SENTENCE(why=error.message))


class NameNotAllowed(NotAllowed):
    """A name that nobody can have, or names that nobody can tell apart; *message* says which."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class NameText(Text):
    """What is wrong with the names of players, or of a club, a season or saved rules.

    No deal has been played under such names, so no oracle asks it: each is tested with names that
    it refuses.
    """

    NAME = "A name has 1 to {most} printable characters."
    HOW_MANY = "These rules are for {players:words} players. Enter {players:words} names."
    SAME = "Two players have the same name. Give each a different one."
    ALIKE = (
        "{who} and {other} differ only in capitals, accents, apostrophes or hyphens. "
        "Give one of them another name."
    )


def refuse_if(wrong: object, why: Message | str) -> None:
    if wrong:
        raise NotAllowed(why)


def clean_title(name: str) -> str:
    """Normalise the name of a club, a season or saved rules: composed characters, single spaces."""
    name = tidy(name)
    if not is_name(name):
        raise NameNotAllowed(NameText.NAME(most=LONGEST_NAME))
    return name


def clean_name(name: str) -> Name:
    """Normalise the name of a person, as `clean_title` does."""
    return Name(clean_title(name))


def one_line(text: str, most: int) -> str:
    """Return what somebody typed, with single spaces and cut to *most* characters."""
    return " ".join(text.split())[:most]


def sentence(words: str) -> str:
    """Return words as a sentence.

    >>> sentence("a capot cannot score less than the cards")
    'A capot cannot score less than the cards.'
    >>> sentence("Ada withdraws from Winter: she moves.")
    'Ada withdraws from Winter: she moves.'
    """
    stop = "" if without_isolates(words).endswith((".", "!", "?")) else "."
    return f"{first_up(words)}{stop}"


def new_codes(count: int, taken: Callable[[set[str]], Collection[str]]) -> list[str]:
    """Draw different codes of which none is *taken*."""
    found = set[str]()
    while len(found) < count:
        drawn = {_new_code() for _ in range(count - len(found))}
        found |= drawn.difference(taken(drawn))
    return list(found)


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def players_named(names: Sequence[str], rules: Ruleset) -> tuple[Name, ...]:
    """Return the names of the players of a partie, normalised."""
    named = tuple(map(clean_name, names))
    if len(named) != rules.players:
        raise NameNotAllowed(NameText.HOW_MANY(players=rules.players))
    refuse_alike(named)
    return named


DIFFER_ONLY = "differ only in capitals, accents, apostrophes or hyphens"


def refuse_alike(names: Sequence[str]) -> None:
    """Refuse players whose names are the same but for how they are typed."""
    for one, other in combinations(names, 2):
        if one == other:
            raise NameNotAllowed(NameText.SAME())
        if is_same(one, other):
            raise NameNotAllowed(NameText.ALIKE(who=Name(one), other=Name(other)))
