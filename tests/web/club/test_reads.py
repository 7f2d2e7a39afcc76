"""What a page asks of the database."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import event

from tests.service.club.full_club import FullClub
from tests.web.club.visitors import Visit, visiting_house
from tests.web.conftest import Phone

FILES = {"transfer.download", "transfer.own_data"}
"""What is read while it is sent."""

WRITES = {"tables.live"}
"""What notes that a phone was sent a version, if it is still the sheet's: that is read once more to be written."""


def pages(visit: Visit, house: FullClub) -> Iterator[tuple[str, str]]:
    """Yield the endpoint and the address of every page that needs no secret of its own."""
    (card,) = visit.club.services.signing.companies(visit.club.club.id, int(house.arguments["season"][4]), 1, 1)
    company = card.sheet
    own: dict[str, dict[str, str | int]] = {"tables": {"number": 1}, "companies": {"code": company.code, "number": 0}}
    for rule in visit.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments.isdisjoint({"token", "name"}):
            first = {"dispute": 1, **own.get(rule.endpoint.split(".")[0], {})}
            names = rule.arguments - (rule.defaults or {}).keys()
            built = rule.build({name: first.get(name) or house.of(rule.endpoint, name) for name in names})
            assert built is not None, rule
            yield rule.endpoint, built[1]


def test_no_page_reads_the_same_twice(tmp_path: Path) -> None:
    """Who asks, what they may, and what they see: each row that a page needs is read for it once."""
    asked: list[tuple[str, str]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_others: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, repr(parameters)))

    with visiting_house(tmp_path) as (visit, house):
        event.listen(visit.club.parties.engine, "before_cursor_execute", note)
        every, answered, repeated = list(pages(visit, house)), set(), {}
        for phone in (visit.director, visit.member(1), Phone(visit.app)):
            for endpoint, address in every:
                asked.clear()
                if phone.client.get(address).status_code != 200 or endpoint in FILES:
                    continue
                answered.add(endpoint)
                most = 2 if endpoint in WRITES else 1
                if again := [statement for (statement, _), times in Counter(asked).items() if times > most]:
                    repeated[endpoint] = again
    assert repeated == {}
    assert len(answered) > 90
