"""Opening a partie: the players' names, its code and ruleset, and the secrets of its links."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import unicodedata
from collections.abc import Sequence

from sqlalchemy import Connection

from ..rules.house_rules import ruleset_to_data
from ..rules.ruleset import Ruleset
from ..rules.seats import LONGEST_NAME, is_name
from ..rules.words import number_words
from ..storage import companies
from ..storage import parties as store
from ..storage.parties import PartieRow

# Secrets


def new_token() -> str:
    """Return a secret of 192 bits in 32 characters."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_from(token: str, number: int) -> str:
    """Return the secret number *number* that follows from *token*, as hard to guess as that."""
    digest = hashlib.sha256(f"{number}:{token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


# Opening


CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of short codes, without look-alikes and sound-alikes."""

CODE_LENGTH = 6


class NotAllowed(ValueError):
    """The request cannot be done now; the message says what happened and what to do."""


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


def free_code(db: Connection) -> str:
    """Return a random code that neither a partie nor a company has."""
    code = new_code()
    while store.find_partie(db, code) is not None or companies.find_company(db, code) is not None:
        code = new_code()
    return code


def open_partie(db: Connection, players: Sequence[str], rules: Ruleset, token: str, *, at: str) -> PartieRow:
    """Open a partie, or return the one opened with the same *token*; the first player is elder in the first deal."""
    names = [clean_name(name) for name in players]
    number = number_words(rules.players)
    if len(names) != rules.players:
        raise NotAllowed(f"These rules are for {number} players. Enter {number} names.")
    if len(set(names)) < len(names):
        raise NotAllowed(f"Two players have the same name. Give each of the {number} a different one.")
    opened = store.link_with(db, hash_token(token))
    if opened is not None:
        return store.partie_by_id(db, opened.partie_id)
    code = free_code(db)
    ruleset = json.dumps(ruleset_to_data(rules))
    opened_as = store.insert_partie(db, code=code, players=names, ruleset=ruleset, at=at)
    store.insert_link(db, opened_as, token_hash=hash_token(token), at=at)
    return store.partie_by_id(db, opened_as)
