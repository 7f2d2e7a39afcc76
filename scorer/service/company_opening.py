"""Opening a company: its players and terms, checked."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection

from ..rules.frames import CompanyTerms, terms_line, validate
from ..rules.house import ruleset_to_data
from ..rules.ruleset import Ruleset
from ..storage import companies as store
from .opening import NotAllowed, clean_name, free_code, sentence
from .tokens import hash_token

MOST_PLAYERS = 12
"""The most players of a company."""


def open_company(
    db: Connection, players: Sequence[tuple[str, int]], terms: CompanyTerms, rules: Ruleset, token: str, *, at: str
) -> store.CompanyRow:
    """
    Open a company, or return the one opened with the same *token*.

    Args:
        players: name and member number of each, in the order of the cut.
        token: the secret of its first scoring link.

    Raises:
        NotAllowed: a name cannot be used, or the terms cannot be played.
    """
    named = [(clean_name(name), member) for name, member in players]
    if len({name for name, _ in named}) < len(named):
        raise NotAllowed("Two players have the same name. Give each a different one.")
    if len(named) > MOST_PLAYERS:
        raise NotAllowed(f"A company has no more than {MOST_PLAYERS} players.")
    try:
        validate(terms, rules, len(named))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    opened = store.link_with(db, hash_token(token))
    if opened is not None:
        return store.company_by_id(db, opened.company_id)
    ruleset = json.dumps(ruleset_to_data(rules))
    number = store.insert_company(
        db, code=free_code(db), terms=terms_line(terms), ruleset=ruleset, players=named, at=at
    )
    store.insert_link(db, number, token_hash=hash_token(token), at=at)
    return store.company_by_id(db, number)
