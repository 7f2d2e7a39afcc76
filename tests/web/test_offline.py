"""A phone without the club shows what the club would show, from the same modules, without Flask and the database."""

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from scorer.web.offline import answer
from scorer.web.static_files import content
from tests.web.conftest import WORKED_DEAL, Phone

ALONE = """
import json, sys
sys.path[:0] = [sys.argv[1]]
for each in ("flask", "sqlalchemy", "wtforms", "werkzeug", "jinja2_fragments"):
    sys.modules[each] = None
from scorer.web.offline import Table
asked = json.load(sys.stdin)
table = Table(asked["kept"])
assert sys.modules["jinja2"].__file__.startswith(sys.argv[1])
answers = [table.say(each) if isinstance(each, dict) else (200, table.show(each)) for each in asked["taps"]]
json.dump(answers, sys.stdout)
"""

PARTIAL = {"HX-Request-Type": "partial"}

VARIES = re.compile(r'name="(csrf_token|key)" value="[^"]*"|data-version="[^"]*"|<span id="saved"[^§]*?</span>')
"""Tokens, versions, and whether the club has a tap."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("archive")
    zipfile.ZipFile(io.BytesIO(content("offline.zip") or b"")).extractall(directory)
    return directory


def without_club(unpacked: Path, kept: Any, taps: list[Any]) -> list[tuple[int, str]]:
    asked = json.dumps({"kept": kept, "taps": taps})
    command = [sys.executable, "-I", "-c", ALONE, str(unpacked)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return [(status, html) for status, html in json.loads(done.stdout)]


def plain(html: str) -> str:
    return VARIES.sub("…", html)


DEALS = {
    "a worked deal, an undo, and the next": [
        *WORKED_DEAL[:5],
        "strike 5",
        *WORKED_DEAL[4:],
        "?deal=1",
        *WORKED_DEAL[:3],
    ],
    "a quick count, a refusal, an old page, and totals": [
        *("E exchange 5; Y exchange 3", "?deal=0&pick=count", "E point 9", "E point 5; Y good", "?deal=0&pick=run-4"),
        *("count E7 last E play 9", "?deal=1", "?deal=1&pick=totals", "scores", "strike scores", "every call"),
    ],
    "the calls of one alone": ["E exchange 5; Y exchange 3", "Y carte blanche", "?deal=0&pick=play", "?turned=yes"],
}


def both(phone: Phone, taps: list[str]) -> tuple[Any, list[Any], list[tuple[int, str]]]:
    """Let the club answer taps; return what a phone had of the sheet before, what was sent, and the answers."""
    code = phone.open()
    kept = phone.client.get(f"/p/{code}/kept").json
    page, sent, answers = phone.table(code), list[Any](), list[tuple[int, str]]()
    for said in taps:
        if said.startswith("?"):
            sent.append(f"/p/{code}/{said}")
            page = phone.get(sent[-1], headers=PARTIAL)
        else:
            data = page.typed | {"say": said} | ({"total0": "28", "total1": "23"} if said == "scores" else {})
            sent.append(data)
            page = phone.post(f"/p/{code}/say", data, token=data["csrf_token"], headers=PARTIAL)
            if page.status == 303:
                page = phone.get(page.headers["Location"], headers=PARTIAL)
        answers.append((page.status, page.html))
    return kept, sent, answers


def ask(**question: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps(question)))
    return found


def compare(taps: list[str], answers: list[tuple[int, str]], found: list[tuple[int, str]]) -> None:
    for said, (status, html), (own_status, own) in zip(taps, answers, found, strict=True):
        assert (own_status, plain(own)) == (status, plain(html)), said


@pytest.mark.parametrize("taps", DEALS.values(), ids=DEALS)
def test_a_phone_without_the_club_shows_what_the_club_shows(phone: Phone, taps: list[str]) -> None:
    kept, sent, answers = both(phone, taps)
    assert ask(kept=kept, taps=[]) == {}
    found = [ask(say=each) if isinstance(each, dict) else ask(show=each) for each in sent]
    compare(taps, answers, [(each["status"], each["html"]) for each in found])
    unsent = sum(each.get("is_new", False) for each in found)
    assert 'class="saved late"' in found[-1]["html"]
    assert f"On this phone: {unsent}<" in found[-1]["html"]
    assert ask(show="", token="a token")["html"].count('value="a token"') == ("<form" in found[-1]["html"])


def test_it_does_so_without_flask_and_the_database(phone: Phone, unpacked: Path) -> None:
    taps = DEALS["the calls of one alone"]
    kept, sent, answers = both(phone, taps)
    compare(taps, answers, without_club(unpacked, kept, sent))


def test_what_the_club_confirms_is_in_the_copy_and_not_unsent(phone: Phone) -> None:
    kept, sent, _ = both(phone, ["E exchange 5; Y exchange 3", "E point 5", "?deal=0"])
    ask(kept=kept, taps=[sent[0]])
    sheet = ask(say=sent[1], version="7-0-0")["sheet"]
    assert (sheet["version"], sheet["deals"][0]["said"]) == ("7-0-0", ["E exchange 5", "Y exchange 3", "E point 5"])
    assert "On this phone: 1<" in ask(show="")["html"]
    assert ask(version=0) == {"version": "E exchange 5; Y exchange 3; E point 5"}
    assert ask(say=sent[1] | {"say": "E point 6"})["status"] == 409
    assert ask(say=sent[1] | {"key": "another", "position": "9"}, version="9-0-0") == {}, "the copy is old"


def test_who_settled_two_versions_of_a_deal_returns_to_the_phone_that_had_one(phone: Phone) -> None:
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    answered = phone.post(f"/p/{code}/say", page.typed | {"say": "strike 3 for E point 6", "back": "phone"})
    assert answered.headers["Location"] == f"/p/{code}/?settled=1"
