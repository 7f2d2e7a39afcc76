"""What every use case needs: a database and a clock, refusals, names, secrets; and opening a sheet."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from ..rules.house_rules import ruleset_to_data
from ..rules.ruleset import Ruleset
from ..rules.seats import LONGEST_NAME, is_name
from ..rules.words import number_words
from ..storage import sheets as store
from ..storage.engine import Database
from ..storage.sheets import PlayerRow, SheetKind, SheetRow

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Service:
    """A group of use cases on a database, or on a transaction that it takes part in."""

    engine: Database
    clock: Clock

    def at(self) -> str:
        return self.clock().isoformat(timespec="seconds")


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_from(token: str, number: int) -> str:
    """Return the secret number *number* that follows from *token*, as hard to guess as that."""
    digest = hashlib.sha256(f"{number}:{token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of short codes, without look-alikes and sound-alikes."""

CODE_LENGTH = 6


class NotAllowed(ValueError):
    """The request cannot be done now; the message says what happened and what to do."""


def refuse_if(wrong: object, why: str) -> None:
    if wrong:
        raise NotAllowed(why)


def clean_name(name: str) -> str:
    """Normalise a player's name: composed characters, single spaces."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not is_name(name):
        raise NotAllowed(f"A name has 1 to {LONGEST_NAME} printable characters.")
    return name


def sentence(words: str) -> str:
    """
    Return words as a sentence.

    >>> sentence("a capot cannot score less than the cards"), sentence("Ada withdraws from Winter: she moves.")
    ('A capot cannot score less than the cards.', 'Ada withdraws from Winter: she moves.')
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def open_sheet(
    db: Connection,
    kind: SheetKind,
    players: Sequence[tuple[str, int]],
    rules: Ruleset,
    token: str,
    *,
    terms: str = "",
    at: str,
) -> SheetRow:
    opened = store.link_with(db, hash_token(token))
    if opened is not None:
        return store.sheet_by_id(db, opened.sheet_id)
    code, ruleset = new_code(), json.dumps(ruleset_to_data(rules))
    while store.find_sheet(db, code) is not None:
        code = new_code()
    people = tuple(PlayerRow(seat, *each) for seat, each in enumerate(players))
    (number,) = store.insert_sheets(db, [SheetRow(0, code, kind, terms, ruleset, at, people)])
    store.insert_link(db, number, token_hash=hash_token(token), at=at)
    return store.sheet_by_id(db, number)


def open_partie(db: Connection, players: Sequence[tuple[str, int]], rules: Ruleset, token: str, *, at: str) -> SheetRow:
    """Open a partie, or return the one opened with the same *token*; the first player is elder in the first deal."""
    named = [(clean_name(name), member) for name, member in players]
    number = number_words(rules.players)
    if len(named) != rules.players:
        raise NotAllowed(f"These rules are for {number} players. Enter {number} names.")
    if len({name for name, _ in named}) < len(named):
        raise NotAllowed(f"Two players have the same name. Give each of the {number} a different one.")
    return open_sheet(db, SheetKind.PARTIE, named, rules, token, at=at)
