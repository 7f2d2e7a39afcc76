"""The addresses of a club's pages, each with what the club really has."""

from __future__ import annotations

from werkzeug.routing import Map

from scorer.web.rights import OF_A_CLUB, ROUTES
from tests.service.club.full_club import FullClub

NO_PAGES = ("transfer.download", "transfer.own_data")
"""Files that are carried out."""

FRAGMENTS = ("display.live",)
"""A part of a page that is asked for anew; it is looked at on its page."""


def club_pages(url_map: Map, house: FullClub, blueprint: str = "") -> dict[str, str]:
    """By its endpoint the address of every page of a club, or of those of one blueprint; fails where none is known."""
    found = {}
    for rule in url_map.iter_rules():
        if rule.endpoint in NO_PAGES:
            continue
        of_a_club = ROUTES[rule.endpoint] in OF_A_CLUB and rule.endpoint.startswith(blueprint and f"{blueprint}.")
        if of_a_club and "GET" in (rule.methods or ()):
            built = rule.build({name: house.of(rule.endpoint, name) for name in rule.arguments})
            assert built is not None, rule
            found[rule.endpoint] = built[1]
    return found
