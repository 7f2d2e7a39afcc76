"""A phone without the club shows what the club would show, from the same modules,
without Flask and the database.
"""

import ast
import base64
import importlib.util
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any, Self, TypeAlias

import pytest
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.resources import resource_text
from scorer.service.parties import Parties
from scorer.table.formatting import packed
from scorer.table.phone import answer
from scorer.table.times import day_after, day_of
from scorer.web.build import build_id
from scorer.web.offline import NOBODY
from scorer.web.static_files import PYODIDE, content
from tests import there
from tests.rows import beside
from tests.service.tables import EVERY_LINK
from tests.test_project import CHECKOUT
from tests.web.conftest import PARTIAL, WORKED_DEAL, Phone, Recorder, check_html
from tests.web.test_taking import take_in, upload

ALONE = """
import json, sys
sys.path[:0] = [sys.argv[1]]
for each in ("flask", "sqlalchemy", "wtforms", "werkzeug", "jinja2_fragments"):
    sys.modules[each] = None
from scorer.table.phone import answer
assert sys.modules["jinja2"].__file__.startswith(sys.argv[1])
json.dump([json.loads(answer(json.dumps(each))) for each in json.load(sys.stdin)], sys.stdout)
"""

Question: TypeAlias = dict[str, Any]


VARIES = re.compile(
    r'name="(csrf_token|key)" value="[^"]*"|data-version="[^"]*"|<span id="saved"[^§]*?</span>'
)
"""Tokens, versions, and whether the club has a tap."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("archive")
    zipfile.ZipFile(io.BytesIO(content("offline.zip") or b"")).extractall(directory)
    return directory


ROOM = [path.read_text("utf-8") for path in (CHECKOUT / "scorer" / "table").glob("*.py")]
PAGES_OF_A_PHONE = sorted(set(re.findall(r'"([\w/]+\.(?:html|svg))"', "".join(ROOM))))
"""The templates that a phone on the table names."""


@pytest.mark.parametrize("name", PAGES_OF_A_PHONE)
def test_every_template_that_a_phone_names_is_in_its_archive(unpacked: Path, name: str) -> None:
    assert (unpacked / "scorer" / "templates" / name).is_file()


def test_python_in_the_page_has_every_module_that_the_rules_and_the_table_import() -> None:
    """Modules of the standard library that are written in C are all there."""
    kept = (CHECKOUT / "static" / PYODIDE / "stdlib.txt").read_text("utf-8").split()
    ours = [
        path for room in ("rules", "table") for path in (CHECKOUT / "scorer" / room).rglob("*.py")
    ]
    used = {name for path in ours for name in imported_by(path) if is_of_the_library(name)}
    assert used - {*kept} == set()


def imported_by(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    found = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    absolute = [node for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return found | {node.module for node in absolute if node.module}


def is_of_the_library(name: str) -> bool:
    """Whether a module is of the standard library, and written in Python."""
    if name.partition(".")[0] not in sys.stdlib_module_names:
        return False
    spec = importlib.util.find_spec(name)
    return spec is not None and str(spec.origin).endswith(".py")


def plain(html: str) -> str:
    return VARIES.sub("…", html)


DEALS: dict[str, list[str]] = beside(__file__)["deals"]


def kept_of(phone: Phone, code: str) -> dict[str, Any]:
    """Return what a phone keeps of a sheet, with what the club says of itself and
    of the visit under `app`.
    """
    files = there(phone.client.get(f"/files.json?v={build_id()}").json)
    visit = there(phone.client.get("/phone.json").json)
    return {"app": {**files, **visit}, **there(phone.client.get(f"/p/{code}/kept").json)}


def both(phone: Phone, taps: list[str]) -> tuple[Any, list[Question], list[tuple[int, str]]]:
    """Let the club answer taps; return what a phone had of the sheet before,
    what was asked, and the answers.
    """
    code = phone.open()
    kept = kept_of(phone, code)
    page = phone.table(code)
    asked = list[Question]()
    answers = list[tuple[int, str]]()
    for said in taps:
        address = f"/p/{code}/{said}"
        if said.startswith("?"):
            asked.append({"address": address, "partial": True})
            page = phone.get(address, headers=PARTIAL)
        else:
            data = (
                page.typed
                | {"say": said}
                | ({"total0": "28", "total1": "23"} if said == "scores" else {})
            )
            asked.append({"address": f"/p/{code}/say", "form": data, "partial": True})
            page = phone.post(f"/p/{code}/say", data, token=data["csrf_token"], headers=PARTIAL)
            if page.status == 303:
                page = phone.get(page.headers["Location"], headers=PARTIAL)
        answers.append((page.status, page.html))
    return kept, asked, answers


def ask(**question: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps(question)))
    return found


def at_hand(kept: Any, taps: Sequence[Any] = ()) -> None:
    """Let the phone keep a sheet, and the taps that were made since."""
    for each in opening(kept, taps):
        ask(**each)


def opening(kept: Any, taps: Sequence[Any] = ()) -> list[Question]:
    return [
        {"app": kept["app"], "base": "https://piquet.test/"},
        {"kept": kept, "taps": taps, "unsent": len(taps)},
    ]


def compare(taps: list[str], answers: list[tuple[int, str]], found: list[dict[str, Any]]) -> None:
    for said, (status, html), own in zip(taps, answers, found, strict=True):
        assert own["status"] == status, said
        assert plain(own["html"]) == plain(html), said


@pytest.mark.parametrize("taps", DEALS.values(), ids=DEALS)
def test_a_phone_without_the_club_shows_what_the_club_shows(phone: Phone, taps: list[str]) -> None:
    kept, asked, answers = both(phone, taps)
    at_hand(kept)
    found = [ask(**each) for each in asked]
    compare(taps, answers, found)
    unsent = sum(each["is_new"] for each in found)
    table = asked[-1]["address"].replace("say", "")
    assert 'class="saved late"' in found[-1]["html"]
    assert f"On this phone: {unsent}<" in found[-1]["html"]
    again = ask(address=table, token="a token", partial=True)["html"]
    assert again.count('value="a token"') == ("<form" in again)


def test_it_does_so_without_flask_and_the_database(phone: Phone, unpacked: Path) -> None:
    taps = DEALS["the calls of one alone"]
    kept, asked, answers = both(phone, taps)
    command = [sys.executable, "-I", "-c", ALONE, str(unpacked)]
    questions = json.dumps([*opening(kept), *asked])
    done = subprocess.run(command, input=questions, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    compare(taps, answers, json.loads(done.stdout)[2:])


@pytest.mark.parametrize("page", ["/", "/p/{code}/"])
def test_home_and_a_table_that_scores_load_what_goes_on_without_the_club(
    phone: Phone, code: str, page: str
) -> None:
    assert loads(phone, page.format(code=code))


@pytest.mark.parametrize("page", ["", "sheet", "players"])
def test_a_page_that_only_reads_loads_nothing_for_that(other: Phone, code: str, page: str) -> None:
    assert not loads(other, f"/p/{code}/{page}")


@pytest.mark.parametrize("page", ["/tour", "/help", "/help/rulesets", "/hand"])
def test_a_page_to_look_something_up_loads_nothing_for_that(phone: Phone, page: str) -> None:
    assert not loads(phone, page)


def loads(phone: Phone, address: str) -> bool:
    """Return whether a page loads some megabytes, to go on without the club."""
    page = phone.get(address)
    assert page.status == 200
    return re.search(r"data-offline|js/home\.js", page.html) is not None


def test_what_the_club_confirms_is_in_the_copy_and_not_unsent(phone: Phone) -> None:
    kept, asked, _ = both(phone, ["E exchange 5; Y exchange 3", "E point 5", "?deal=0"])
    code = kept["sheet"]["code"]
    at_hand(kept, [asked[0]["form"]])
    sheet = ask(code=code, confirmed=asked[1]["form"], version="7-0-0")["sheet"]
    assert sheet["version"] == "7-0-0"
    assert sheet["deals"][0]["said"] == ["E exchange 5", "Y exchange 3", "E point 5"]
    assert "On this phone: 1<" in ask(address=f"/p/{code}/")["html"]
    assert (
        ask(address=f"/p/{code}/say", form=asked[1]["form"] | {"say": "E point 6"})["status"] == 409
    )
    old = asked[1]["form"] | {"key": "another", "position": "9"}
    assert ask(code=code, confirmed=old, version="9-0-0") == {}, "the copy is old"


ONLY_AT_THE_CLUB = re.compile(
    r"Code \w{6} ?\.|taps have not reached the club from this phone\.|Under other rules|Home|"
    r"Scorecard|All your parties\s*and who leads"
)


def words(html: str) -> list[str]:
    """What a page says, without what only the club can say or do."""
    return re.findall(r"[\w’]+", ONLY_AT_THE_CLUB.sub("", check_html(html).all("main")[0].text))


def test_the_pages_of_a_partie_read_as_at_the_club(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *("; ".join(WORKED_DEAL),) * 5, "tricks E12")
    at_hand(kept_of(phone, code))
    pages = (
        "sheet",
        "settlement?all=yes",
        "result",
        "players",
        "deals/1/cards",
        "deals/1/again?at=3&do=instead",
        "other-rules",
    )
    for page in pages:
        own = ask(address=f"/p/{code}/{page}")
        assert own["status"] == 200, page
        assert words(own["html"]) == words(phone.get(f"/p/{code}/{page}").html), page


def test_a_phone_says_too_that_a_settlement_is_asked_for_too_early(phone: Phone, code: str) -> None:
    at_hand(kept_of(phone, code))
    for page in ("settlement", "result"):
        own = ask(address=f"/p/{code}/{page}")
        assert own["status"] == 404
        assert words(own["html"]) == words(phone.get(f"/p/{code}/{page}").html)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the folder of `scorer phone` says of itself to a phone."""
    directory = tmp_path_factory.mktemp("folder") / "phone"
    done = CliRunner().invoke(main, ["phone", str(directory)])
    assert done.exit_code == 0, done.output
    files: dict[str, Any] = json.loads((directory / "files.json").read_text("utf-8"))
    return {**files, **NOBODY}


def test_a_phone_that_is_alone_keeps_a_partie_through_every_page_of_it(
    alone: dict[str, Any],
) -> None:
    ask(app=alone, base="https://piquet.test/")
    form = {"first": "Ada", "second": "Bea", "rules": "portland", "deals": "first", "key": "k"}
    assert ask(address="/parties", form=form | {"second": "Ada"})["status"] == 422
    begun = ask(address="/parties", form=form)
    code = begun["kept"]["sheet"]["code"]
    assert begun["location"] == f"?/p/{code}/"
    assert begun["kept"]["sheet"]["players"] == ["Ada", "Bea"]
    assert begun["kept"]["sheet"]["first"] == 1
    kept = begun["kept"]
    for deal in range(6):
        said = "; ".join(WORKED_DEAL) if deal else "tricks E12"
        position = "0" if deal else "1"  # who is elder first has a row of its own, as at the club
        tap = {"deal": str(deal), "position": position, "key": f"tap {deal}", "say": said}
        kept = ask(address=f"/p/{code}/say", form=tap)["kept"]
    ask(app=alone, base="https://piquet.test/")
    ask(kept=kept, taps=[], unsent=0)
    pages = (
        *("", "sheet", "settlement?all=yes", "result"),
        *("players", "deals/2/cards", "other-rules", "share"),
    )
    for page in pages:
        found = ask(address=f"/p/{code}/{page}")
        assert found["status"] == 200, page
        for node in check_html(found["html"]).all("a"):
            assert node.attrs["href"].startswith(("?/", "#", "data:")), node.attrs
    assert check_html(ask(address=f"/p/{code}/share")["html"]).all("svg", role="img")
    ask(app=alone, base=f"https://piquet.test/{'room/' * 500}")
    ask(kept=kept, taps=[], unsent=0)
    assert "too long for a QR code. Send its file." in ask(address=f"/p/{code}/share")["html"]
    home = check_html(ask(address="/")["html"])
    (score,) = [each for each in home.all("a") if each.attrs.get("class") == "versus"]
    assert "Ada" in score.text
    pair = check_html(ask(address=score.attrs["href"].removeprefix("?"))["html"])
    assert f"?/p/{code}/sheet" in {each.attrs["href"] for each in pair.all("a")}
    removed = ask(address="/remove", form={"code": code})
    assert removed["dropped"] == code
    assert removed["location"] == "?/"
    assert ask(address=f"/p/{code}/")["status"] == 404


def test_a_phone_that_is_alone_takes_a_partie_from_a_file(alone: dict[str, Any]) -> None:
    ask(app=alone, base="https://piquet.test/")
    shown = ask(
        address="/parties/take", form={"text": 'rules = "portland"\nplayers = ["Ada", "Ben"]\n'}
    )
    page = ask(address=shown["location"].removeprefix("?"))["html"]
    data = check_html(page).all("input", name="partie")[0].attrs["value"]
    assert ask(address="/parties/take", form={"partie": data, "key": "k"})["kept"]["sheet"][
        "players"
    ] == ["Ada", "Ben"]
    wrong = ask(address="/parties/take", form={"text": "no partie"})
    assert "cannot be read" in ask(address=wrong["location"].removeprefix("?"))["html"]


def test_a_club_takes_what_a_phone_that_is_alone_has_saved_once(
    alone: dict[str, Any], phone: Phone, parties: Parties
) -> None:
    ask(app=alone, base="https://piquet.test/")
    text = base64.b64encode(resource_text("examples/rubicon.piquet").encode()).decode()
    shown = ask(address="/parties/take", form={"text": "", "file": text})
    page = check_html(ask(address=shown["location"].removeprefix("?"))["html"])
    data = page.all("input", name="partie")[0].attrs["value"]
    ask(address="/parties/take", form={"partie": data, "key": "k"})
    home = check_html(ask(address="/")["html"])
    (pair,) = [each for each in home.all("a") if each.attrs.get("class") == "versus"]
    saved = ask(address=f"{pair.attrs['href'].removeprefix('?')}/save")["file"]
    archive = base64.b64decode(saved["data"])
    take_in(phone, upload(phone, archive))
    assert [sheet.partie.totals for sheet in parties.scored_by(EVERY_LINK.links)] == [(198, 98)]
    assert upload(phone, archive).root.all("h1")[0].text == "No new partie"


@pytest.mark.parametrize(
    ("said", "day"), [("", "2026-11-21"), ('played = "1997-03-01"\n', "1997-03-01")]
)
def test_a_partie_from_a_file_keeps_its_day(
    alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch, said: str, day: str
) -> None:
    monkeypatch.setattr("scorer.table.kept.datetime", LateClock)
    ask(app=alone, base="https://piquet.test/")
    text = f'rules = "portland"\nplayers = ["Ada", "Ben"]\n{said}'
    shown = ask(address="/parties/take", form={"text": text})
    page = ask(address=shown["location"].removeprefix("?"))["html"]
    data = check_html(page).all("input", name="partie")[0].attrs["value"]
    assert (
        ask(address="/parties/take", form={"partie": data, "key": "k"})["kept"]["sheet"]["day"]
        == day
    )


class LateClock(datetime):
    """The clock of a phone: late on 20 November in New York."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 20, 21, 30, tzinfo=timezone(timedelta(hours=-5))).astimezone(tz)


@pytest.mark.parametrize(
    ("said", "day"),
    [("2026-11-20", "2026-11-20"), ("", "2026-11-21"), ("2030-01-01", "2026-11-21")],
)
def test_a_partie_that_is_begun_without_the_club_keeps_the_day_of_its_phone(
    alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch, said: str, day: str
) -> None:
    """As its page says; without that, as the worker that answers it knows, which here is in UTC."""
    monkeypatch.setattr("scorer.table.kept.datetime", LateClock)
    ask(app=alone, base="https://piquet.test/")
    form = {
        "first": "Ada",
        "second": "Bea",
        "rules": "portland",
        "deals": "first",
        "key": "k",
        "today": said,
    }
    kept = ask(address="/parties", form=form)["kept"]
    assert kept["sheet"]["day"] == day
    assert kept["begun"]["begun_on"] == day


@pytest.mark.parametrize(
    ("name", "days_ago", "kept"),
    [("today", 0, True), ("today", 5, False), ("begun_on", 5, True), ("begun_on", 500, False)],
)
def test_a_partie_that_a_phone_sends_is_of_the_day_that_it_says(
    phone: Phone, parties: Parties, name: str, days_ago: int, kept: bool
) -> None:
    said = day_after(day_of(parties.at()), -days_ago)
    form = {"first": "Ada", "second": "Bea", "rules": "portland", "deals": "first", name: said}
    code = phone.post("/parties", form).headers["Location"].split("/")[2]
    sheet = parties.sheet(code)
    assert sheet.played == (said if kept else day_of(sheet.opened_at))


def test_a_club_takes_a_partie_with_its_day(phone: Phone, parties: Parties) -> None:
    data = packed(b'rules = "portland"\nplayers = ["Ada", "Ben"]\nplayed = "1997-03-01"\n')
    code = phone.post("/parties/take", {"partie": data}).headers["Location"].split("/")[2]
    assert parties.sheet(code).played == "1997-03-01"


def test_a_directory_with_anything_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    done = CliRunner().invoke(main, ["phone", str(tmp_path)])
    assert done.exit_code == 1
    assert ("is not empty. Name a new directory." in done.output) is True


def test_a_form_that_is_sent_twice_to_a_phone_begins_one_partie_and_a_second_is_asked_about(
    alone: dict[str, Any],
) -> None:
    ask(app=alone, base="https://piquet.test/")
    form = {"first": "Ada", "second": "Bea", "rules": "portland", "deals": "first", "key": "k"}
    begun, repeated = (ask(address="/parties", form=form)["location"] for _ in range(2))
    assert repeated == begun
    asked = check_html(ask(address="/parties", form=form | {"key": "another key"})["html"])
    assert [each.attrs["href"] for each in asked.all("a") if each.text == "Go on with it"] == [
        begun
    ]
    typed = {each.attrs["name"]: each.attrs["value"] for each in asked.all("input")}
    assert ask(address="/parties", form=typed)["location"] not in ("", begun)
