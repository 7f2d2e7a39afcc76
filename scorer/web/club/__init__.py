"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from .founding import bp as founding
from .home import bp as home
from .paper import bp as paper
from .players import bp as players
from .stakes import bp as stakes
from .standings import bp as standings
from .wall import bp as wall

blueprints = (founding, home, standings, players, stakes, paper, wall)
"""All of them, to be registered."""
