"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from .book import bp as book
from .founding import bp as founding
from .home import bp as home
from .night import bp as night

blueprints = (founding, home, book, night)
"""All of them, to be registered."""
