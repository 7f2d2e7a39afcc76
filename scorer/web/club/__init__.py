"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from . import (
    account,
    book,
    corrections,
    display,
    disputes,
    fixtures,
    home,
    members,
    open_items,
    paper,
    players,
    seasons,
    signing,
    stakes,
    standings,
    transfer,
)

blueprints = (
    account.bp,
    book.bp,
    corrections.bp,
    display.bp,
    disputes.bp,
    fixtures.entrants_bp,
    fixtures.bp,
    fixtures.playing_bp,
    home.bp,
    members.bp,
    members.directors_bp,
    open_items.bp,
    paper.bp,
    players.bp,
    fixtures.companies_bp,
    seasons.bp,
    signing.bp,
    stakes.bp,
    standings.bp,
    transfer.bp,
)
"""All of them, to be registered."""
