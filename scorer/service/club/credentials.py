"""Credentials: who acts in which role, and the passwords and PINs that prove it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Semaphore

from werkzeug.security import check_password_hash, generate_password_hash

from ...ledger.entries import Role, numbered
from ...storage.clubs import CredentialRow, SignInRow
from ...table.entering import NotAllowed, refuse_if

__all__ = ["Role", "SignInRow"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts in a club; `member` is 0 for a director who is none, `credential` 0 for a
    PIN.

    A director with a password who also has a member's personal link is both: `name` and
    `credential` are then those of the director, and `member` is whose parties they play.
    """

    club_id: int
    role: Role
    member: int
    name: str
    credential: int = 0
    has_password: bool = False

    @property
    def author(self) -> str:
        """Return who this is in the ledger: a member by number,
        a director with a password by name.
        """
        by_number = self.member and not self.has_password
        return self._called(numbered([self.member]) if by_number else str(self.name))

    @property
    def called(self) -> str:
        """Return who this is on pages."""
        return self._called(self.name)

    def _called(self, name: str) -> str:
        return name if self.role is Role.MEMBER else f"{self.role.value} {name}"

    @property
    def is_director(self) -> bool:
        return self.role is Role.DIRECTOR


def actor(row: CredentialRow, name: str, role: Role = Role.DIRECTOR) -> Actor:
    return Actor(row.club_id, role, row.member, name, row.id, has_password=row.kind == "password")


SHORTEST_PASSWORD = 12
ENOUGH = 5
"""The number of different characters that must remain without what is easy to guess."""

WORDS = 3
"""The number of different common words that are a password by themselves."""

ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
)

OURS = re.compile("director|piquet|rubicon|repique|scorer|club")

COMMON = Path(__file__).with_name("common_passwords.txt.gz")
"""The letters of the 4,000 most common passwords, if they are four or more, and those of the 20,000
most common passwords that have twelve characters or more and are not made of these words.

They come from the list of Django 5.2, under its licence beside this file, which Royce Williams made
from the Pwned Passwords of Troy Hunt. They are as people typed them, and not for every eye.
"""

LOOK_ALIKES = str.maketrans("@4301!$57", "aaeoiisst")

_SEQUENCES = {
    row[at : at + 3] for each in ROWS for row in (each, each[::-1]) for at in range(len(row) - 2)
}
_YEAR = re.compile(r"(19|20)[0-9]{2}")
_REPEATED = re.compile(r"(.{1,8}?)\1+")

PIN = re.compile(r"[0-9]{4,8}")
_COLUMNS = ("2580", "0852", "1470", "0741", "3690", "0963")
_DIGITS = "01234567890" * 2

METHOD = "scrypt:32768:8:1"
"""How a new secret is hashed, in the notation of werkzeug;
what is stored says how it was hashed.
"""

HASHING = Semaphore(2)
ASKING = Semaphore(4)
"""How many secrets are hashed at once, and how many threads of the server may hash
or wait for their turn.
"""


class TooManyAtOnce(Exception):
    """One more hash would keep the server from its other work; a retry may succeed."""


@contextmanager
def _turn() -> Iterator[None]:
    if not ASKING.acquire(blocking=False):
        raise TooManyAtOnce
    try:
        with HASHING:
            yield
    finally:
        ASKING.release()


def hash_of(secret: str) -> str:
    """Return the salted hash of a password or a PIN, which takes a tenth of a second on purpose;
    or `TooManyAtOnce`.
    """
    with _turn():
        return generate_password_hash(secret, METHOD)


def is_right(secret_hash: str, secret: str) -> bool:
    """Return whether *secret* has that hash, which takes as long; or raise `TooManyAtOnce`."""
    with _turn():
        return check_password_hash(secret_hash, secret)


def check_password(password: str, *names: str) -> None:
    """Refuse a password that is short or easy to guess.

    Easy to guess are repeats, common passwords, and those with fewer than `WORDS` common words and
    `ENOUGH` different characters beside sequences, years, words of the game and *names*: those of
    the club and of the person.
    """
    if len(password) < SHORTEST_PASSWORD:
        raise NotAllowed(
            f"A password has at least {SHORTEST_PASSWORD} characters. Choose four words that "
            f"have nothing in common."
        )
    text = "".join(password.casefold().split())
    common, words = _common()
    left = _unguessed(text, names)
    rest = words.sub(" ", left).replace(" ", "")
    used = {*words.findall(left)}
    is_poor = len({*rest}) < ENOUGH and len(used) < WORDS
    if is_poor or text in common or _REPEATED.fullmatch(text):
        raise NotAllowed(
            "That password is easy to guess: it is mostly repeats, a sequence, a common word or a "
            "name. Choose four words that have nothing in common."
        )


def _unguessed(text: str, names: tuple[str, ...]) -> str:
    """Return what is left of a password without what is guessed first."""
    words = {word for name in names for word in name.casefold().split()}
    left = _YEAR.sub(" ", _without_sequences(text)).translate(LOOK_ALIKES)
    # The longest first, so that a name within another leaves nothing of it.
    for word in sorted(words, key=len, reverse=True):
        if len(word) > 2:
            left = left.replace(word.translate(LOOK_ALIKES), " ")
    return OURS.sub(" ", left)


@cache
def _common() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the common passwords, and what finds the longest of them in a text."""
    found = frozenset(gzip.decompress(COMMON.read_bytes()).decode().split())
    words = sorted((each.translate(LOOK_ALIKES) for each in found), key=len, reverse=True)
    return found, re.compile("|".join(map(re.escape, words)))


def _without_sequences(text: str) -> str:
    in_one = set[int]()
    for at in range(len(text)):
        if text[at : at + 3] in _SEQUENCES:
            in_one |= {at, at + 1, at + 2}
    return "".join(" " if at in in_one else each for at, each in enumerate(text))


def check_pin(pin: str) -> None:
    """Refuse what is not a PIN, or is easy to guess:
    few digits, sequences, columns of the keypad, repeats, years.
    """
    refuse_if(not PIN.fullmatch(pin), "A PIN has four to eight digits.")
    repeats = pin in (pin + pin)[1:-1]
    in_a_row = pin in _DIGITS or pin[::-1] in _DIGITS
    has_pattern = repeats or in_a_row or pin in _COLUMNS
    if has_pattern or len(set(pin)) < 3 or _YEAR.fullmatch(pin):
        raise NotAllowed(
            "That PIN is one of the first that people try. Choose at least three different digits, "
            "and no sequence, year or repeated group."
        )


def hashed(password: str, *names: str) -> str:
    check_password(password, *names)
    return hash_of(password)
