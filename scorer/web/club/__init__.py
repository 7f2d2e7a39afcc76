"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from .founding import bp as founding
from .home import bp as home

blueprints = (founding, home)
"""All of them, to be registered."""
