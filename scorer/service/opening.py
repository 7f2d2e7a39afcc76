"""Opening a partie: the names as they are kept, a code that is not mistaken, and the whole ruleset."""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Sequence

from sqlalchemy import Connection

from ..rules.house import ruleset_to_data
from ..rules.ruleset import Ruleset
from ..rules.seats import LONGEST_NAME, is_name
from ..rules.words import number_words
from ..storage import companies
from ..storage import parties as store
from ..storage.parties import PartieRow
from .tokens import hash_token

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What a short code is made of: nothing that is mistaken for something else when read aloud or by bad light."""

CODE_LENGTH = 6


class NotAllowed(ValueError):
    """What was asked cannot be done now; the message says why, in words a player can act on."""


def clean_name(name: str) -> str:
    """
    A player's name as it is kept: composed, and without white space at its ends or runs of it inside.

    Raises:
        NotAllowed: it is empty, too long, or has characters that do not print.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not is_name(name):
        raise NotAllowed(f"A name has 1 to {LONGEST_NAME} printable characters.")
    return name


def sentence(words: str) -> str:
    """
    A reason as a sentence of its own.

    >>> sentence("a capot cannot score less than the cards")
    'A capot cannot score less than the cards.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def new_code() -> str:
    """A short code, drawn at random."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def free_code(db: Connection) -> str:
    """A short code that neither a partie nor a company has; one in a thousand million is taken."""
    code = new_code()
    while store.find_partie(db, code) is not None or companies.find_company(db, code) is not None:
        code = new_code()
    return code


def open_partie(db: Connection, players: Sequence[str], rules: Ruleset, token: str, *, at: str) -> PartieRow:
    """
    Open a partie, or find the one that was opened with the same *token*.

    Args:
        db: a transaction that writes.
        players: the names in their turn; the first is elder in the first deal, the last deals it.
        rules: the ruleset, which is kept whole.
        token: the secret of its first scoring link.
        at: when, UTC in ISO 8601.

    Raises:
        NotAllowed: a name cannot be used, two are the same, or the rules are for fewer or more.
    """
    names = [clean_name(name) for name in players]
    number = number_words(rules.players)
    if len(names) != rules.players:
        raise NotAllowed(f"These rules are for {number} players: give {number} names.")
    if len(set(names)) < len(names):
        raise NotAllowed(f"The {number} players need different names, to be told apart on the sheet.")
    opened = store.link_with(db, hash_token(token))
    if opened is not None:
        return store.partie_by_id(db, opened.partie_id)
    code = free_code(db)
    ruleset = json.dumps(ruleset_to_data(rules))
    opened_as = store.insert_partie(db, code=code, players=names, ruleset=ruleset, at=at)
    store.insert_link(db, opened_as, token_hash=hash_token(token), at=at)
    return store.partie_by_id(db, opened_as)
