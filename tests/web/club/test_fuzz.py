"""No request breaks a club: every route and every form of its pages, with anything in them, by anybody."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from scorer.service.club.verification import verify
from tests.service.club.full_club import CORRECTED, FullClub
from tests.thorough import EVERYTHING, FUZZ, SEED
from tests.web.club.addresses import club_pages
from tests.web.club.visitors import Visit, visiting_house
from tests.web.conftest import Page, Phone
from tests.web.test_fuzz import BATCHES, FIELDS, METHODS, ROUNDS, TEXTS, drawn_from

HOSTILE = (*TEXTS, CORRECTED, "2147483647", "2147483648", "9999999", "1 2", "on", "yes", "director", "book", "ruled")
ASKED = (*FIELDS, "before", "from", "rows", "columns", "season", "all", "round", "receipt", "club", "member", "item")
WORST = ("", "\x00", "9" * 400, "²", "2147483648", "\ud7ff\ufffe", "é" * 3000, "-1")
"""What has broken most programs."""

SIGN_OUT = "/sign-out"


@pytest.fixture
def full_club(tmp_path: Path) -> Iterator[tuple[Visit, FullClub]]:
    with visiting_house(tmp_path) as found:
        found[0].app.config["WTF_CSRF_ENABLED"] = False  # or its guard would answer before the page is asked
        yield found


def check(phone: Phone, method: str, path: str, address: str, data: MultiDict[str, str], query: object = ()) -> None:
    """The answer is no breakdown, and if it is a page it is a proper one."""
    where = {"REMOTE_ADDR": address}
    body = None if method in ("GET", "HEAD", "OPTIONS") else data
    response = phone.client.open(path, method=method, data=body, query_string=query, environ_overrides=where)
    assert response.status_code < 500, (method, path, data, query)
    if method != "HEAD" and response.mimetype == "text/html":
        Page(response)


def drawn(rule: Rule, house: FullClub, draw: Random) -> str:
    """Return an address of a route, mostly with what the club has, else with anything."""
    path = rule.rule
    for name in rule.arguments:
        good = [str(each) for each in house.arguments.get(name, [])]
        value = draw.choice([*good, *good, draw.choice(HOSTILE)])
        for kind in ("", "int:", "path:"):
            path = path.replace(f"<{kind}{name}>", quote(value, safe=""))
    return path


def intact(visit: Visit) -> None:
    """The book says what it said, and the club is there."""
    assert list(verify(visit.club.parties.engine)) == []
    assert visit.director.get(f"{visit.path}/").status == 200
    assert visit.director.get(f"{visit.path}/book").status == 200


@pytest.mark.parametrize("batch", BATCHES)
def test_no_request_breaks_a_club(
    full_club: tuple[Visit, FullClub], batch: int, request: pytest.FixtureRequest
) -> None:
    (visit, house), draw = full_club, drawn_from(batch)
    visitors = [visit.director, visit.director, visit.member(1), visit.member(6), visit.phone()]
    rules = [rule for rule in visit.app.url_map.iter_rules() if rule.endpoint != "account.sign_out"]
    rounds = ROUNDS if FUZZ else 3 if EVERYTHING else 1
    for number in range(rounds):
        for rule in rules:
            data = MultiDict([(draw.choice(ASKED), draw.choice(HOSTILE)) for _ in range(draw.randrange(5))])
            query = [(draw.choice(ASKED), draw.choice(HOSTILE)) for _ in range(draw.randrange(3))]
            address = f"10.1.{number}.{draw.randrange(250)}"
            check(draw.choice(visitors), draw.choice(METHODS), drawn(rule, house, draw), address, data, query)
    intact(visit)
    request.node.user_properties.append(("requests", rounds * len(rules)))


def forms(phone: Phone, addresses: Iterable[str]) -> list[tuple[str, dict[str, str]]]:
    """Return every form that posts on these pages: its address, and what it sends as it is shown."""
    found = {}
    for address in addresses:
        for form in phone.get(address).root.all("form", method="post"):
            action, data = Page.form(form.all("button")[0])
            found[action, tuple(data)] = (action, data)
    return [each for each in found.values() if not each[0].endswith(SIGN_OUT)]


@pytest.mark.slow
def test_no_form_breaks_a_club(full_club: tuple[Visit, FullClub]) -> None:
    """Each form as it is shown, with anything in one field or some; another seed tries others."""
    (visit, house), draw = full_club, Random(SEED)
    found = forms(visit.director, club_pages(visit.app.url_map, house).values())
    found += forms(visit.member(2), club_pages(visit.app.url_map, house, "account").values())
    assert len(found) > 12
    for number, (action, shown) in enumerate(found):
        phone = visit.member(2) if "/me/" in action else visit.director
        tries = [(name, draw.choice(WORST)) for name in shown]
        tries += [(draw.choice([*shown, "é"]), draw.choice(HOSTILE)) for _ in range(4)]
        for count, (name, value) in enumerate(draw.sample(tries, min(len(tries), 9))):
            data = MultiDict(shown)
            if draw.random() < 0.2:
                data.add(name, value)
            else:
                data[name] = value
            for other in draw.sample(sorted(shown), draw.choice((0, 0, 0, min(2, len(shown))))):
                data[other] = draw.choice(HOSTILE)
            check(phone, "POST", action, f"10.{9 + number}.{count}.1", data)
    intact(visit)
