"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from . import (
    api,
    appointments,
    corrections,
    disputes,
    entrants,
    evenings,
    fixtures,
    ledger_pages,
    open_items,
    paper,
    people,
    rounds,
    seasons,
    standings,
    transfer,
)

_MODULES = (
    *(api, appointments, ledger_pages, corrections, disputes, entrants, evenings),
    *(fixtures, open_items, paper, people, rounds, seasons, standings, transfer),
)


def _found() -> Iterator[Blueprint]:
    for module in _MODULES:
        for each in vars(module).values():
            if isinstance(each, Blueprint):
                yield each


blueprints = list(_found())
