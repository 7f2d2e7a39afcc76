"""The pages of a club: its people, its seasons, its book and its disputes."""

from __future__ import annotations

from .book import bp as book
from .carrying import bp as carrying
from .circles import bp as circles
from .corrections import bp as corrections
from .directors import bp as directors
from .disputes import bp as disputes
from .entrants import bp as entrants
from .fixtures import bp as fixtures
from .founding import bp as founding
from .home import bp as home
from .house import bp as kept
from .members import bp as members
from .mine import bp as mine
from .night import bp as night
from .paper import bp as paper
from .players import bp as players
from .playing import bp as playing
from .seasons import bp as seasons
from .signing import bp as signing
from .stakes import bp as stakes
from .standings import bp as standings
from .wall import bp as wall

blueprints = (
    book,
    carrying,
    circles,
    corrections,
    directors,
    disputes,
    entrants,
    fixtures,
    founding,
    home,
    kept,
    members,
    mine,
    night,
    paper,
    players,
    playing,
    seasons,
    signing,
    stakes,
    standings,
    wall,
)
"""Every blueprint of this package, for the application to register."""
