"""The addresses of a club's pages, each with what the club really has."""

from werkzeug.routing import Map

from scorer.web.rights import OF_A_CLUB, ROUTES
from tests.service.club.full_club import FullClub

NO_PAGES = (
    *("disputes.export", "transfer.download", "transfer.own_data"),
    *("api.index", "api.seasons", "api.standings", "api.results", "api.members"),
)
"""Files, and documents for programs."""

FRAGMENTS = ("display.live", "calendar.of_club", "calendar.of_member", "rounds.picture", "rounds.feed")
"""A part of a page that is looked at on its page, a picture, and what calendars and feed readers ask for."""


def club_pages(url_map: Map, house: FullClub, blueprint: str = "") -> dict[str, str]:
    """Return the address of each page of a club, or of those of one blueprint, by endpoint."""
    found = {}
    for rule in url_map.iter_rules():
        of_a_club = ROUTES[rule.endpoint] in OF_A_CLUB and rule.endpoint.startswith(blueprint and f"{blueprint}.")
        if of_a_club and "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES:
            built = rule.build({name: house.of(rule.endpoint, name) for name in rule.arguments})
            assert built is not None, rule
            found[rule.endpoint] = built[1]
    return found
