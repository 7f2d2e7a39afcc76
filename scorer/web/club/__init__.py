"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from flask import Blueprint

from . import (
    api,
    book,
    calendar,
    corrections,
    display,
    disputes,
    fixtures,
    open_items,
    paper,
    people,
    rounds,
    search,
    seasons,
    signing,
    standings,
    transfer,
)

_MODULES = (
    *(api, book, calendar, corrections, display, disputes, fixtures, open_items, paper),
    *(people, rounds, search, seasons, signing, standings, transfer),
)

blueprints = [each for module in _MODULES for each in vars(module).values() if isinstance(each, Blueprint)]
"""All of them, to be registered."""
