"""What a page and a tap ask of the database, and a tap of the rules."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import event

from scorer.rules.deal import fold
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.service.parties import new_token
from tests.service.club.full_club import FullClub
from tests.service.tables import PLAIN
from tests.web.club.conftest import Visit, visiting_house
from tests.web.conftest import PARTIAL, Phone

FILES = {"transfer.download", "transfer.own_data"}
"""What is read while it is sent."""

WRITES = {"tables.live"}
"""What notes that a phone was sent a version, if it is still the sheet's: that is read once more to be written."""


def pages(visit: Visit, house: FullClub) -> Iterator[tuple[str, str]]:
    """Yield the endpoint and the address of every page that needs no secret of its own."""
    (card,) = visit.club.services.signing.companies(visit.club.id, int(house.arguments["season"][4]), 1, 1)
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


@pytest.mark.parametrize(("in_season", "usual"), [(False, 1), (True, 3)], ids=["outside a season", "in a season"])
def test_a_tap_takes_few_sql_statements_however_long_the_partie_is(visit: Visit, in_season: bool, usual: int) -> None:
    """The first tap of a partie reads its state as well, which is then known, and the last whether it has a company."""
    parties, services = visit.club.parties, visit.club.services
    if in_season:
        season = visit.club.season(1, 2, rules=ruleset_to_data(PORTLAND))
        token = new_token()
        code = services.signing.open(visit.club.id, season, (1, 2), token=token).code
    else:
        sheet, token = parties.open(("Ada", "Ben"), PORTLAND)
        code = sheet.code
    phone = visit.member(1) if in_season else Phone(visit.app)
    phone.accept(f"/s/{token}")
    asked: list[str] = []

    def note(statement: str) -> None:
        if statement.startswith(("SELECT", "INSERT")) and "pg_advisory" not in statement:
            asked.append(statement)

    if parties.engine.dialect.name == "sqlite":
        event.listen(parties.engine, "checkout", lambda connection, *_: connection.set_trace_callback(note))
    else:
        event.listen(parties.engine, "before_cursor_execute", lambda _connection, _cursor, said, *_: note(said))
    for deal in range(6):
        taps = PLAIN.split("; ") if deal in (0, 5) else [f"tricks {'EY'[deal % 2]}12"]
        for position, said in enumerate(taps):
            form = {"deal": str(deal), "position": str(position), "key": f"{deal}-{position}", "say": said}
            token = phone.token
            asked.clear()
            assert phone.post(f"/p/{code}/say", form, token=token, headers=PARTIAL).status == 200
            others = 1 if (deal, position) == (0, 0) else 0
            others += 2 if (deal, position) == (5, len(taps) - 1) and not in_season else 0
            assert len(asked) == usual + others, asked
    assert parties.sheet(code).partie.is_over


def test_a_tap_is_parsed_once_and_folds_nothing_again_but_to_undo(visit: Visit) -> None:
    """The first tap folds a new deal, others extend it; an undo folds it, and once more without what may be undone."""
    sheet, token = visit.club.parties.open(("Ada", "Ben"), PORTLAND)
    phone = Phone(visit.app)
    phone.accept(f"/s/{token}")
    done: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        codes = (parse_log.__wrapped__.__code__, fold.__code__)
        if event == "call" and frame.f_code in codes and frame.f_locals.get("log") != ():
            done.append(frame.f_code.co_name)

    for position, said in enumerate((*PLAIN.split("; "), "strike 3")):
        form = {"deal": "0", "position": str(position), "key": f"{position}", "say": said}
        token = phone.token
        done.clear()
        parse_log.cache_clear()
        sys.setprofile(note)
        answer = phone.post(f"/p/{sheet.code}/say", form, token=token, headers=PARTIAL)
        sys.setprofile(None)
        assert (answer.status, done.count("parse_log")) == (200, 1)
        assert done.count("fold") == {0: 1, 3: 2}.get(position, 0)
