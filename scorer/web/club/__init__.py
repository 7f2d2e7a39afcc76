"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from .book import bp as book
from .founding import bp as founding
from .home import bp as home

blueprints = (founding, home, book)
"""All of them, to be registered."""
