"""One build names pages, scripts, styles, rules and the list of files;
a phone keeps all of it or nothing.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorer.web.build import build_id
from tests.rows import beside
from tests.test_project import CHECKOUT
from tests.web.conftest import PARTIAL, Phone

SAY_BUILD = "from scorer.web.build import build_id; print(build_id())"
COPIED = ("scorer", "templates", "static")


def build_of(copy: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SAY_BUILD], cwd=copy, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, in which files may be changed."""
    directory = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        shutil.copytree(
            CHECKOUT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    return directory


def test_the_same_files_are_the_same_build_wherever_they_are(copy: Path) -> None:
    assert build_of(copy) == build_id()


@pytest.mark.parametrize("name", beside(__file__)["parts"])
def test_every_part_of_the_program_is_in_its_build(copy: Path, name: str) -> None:
    path = copy / name
    before = path.read_bytes()
    path.write_bytes(before + b"\n")
    changed = build_of(copy)
    path.write_bytes(before)
    assert changed != build_id()


def test_a_build_has_twelve_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{12}", build_id())


@pytest.mark.parametrize(("method", "path"), beside(__file__)["answers"])
def test_every_answer_names_the_build(phone: Phone, method: str, path: str) -> None:
    assert phone.client.open(path, method=method).headers["Scorer-Build"] == build_id()


def test_a_poll_names_the_build_when_nothing_is_new(phone: Phone, code: str) -> None:
    tag = phone.client.get(f"/p/{code}/live", headers=PARTIAL).headers["ETag"]
    same = phone.client.get(f"/p/{code}/live", headers={"If-None-Match": tag, **PARTIAL})
    assert same.status_code == 304
    assert same.headers["Scorer-Build"] == build_id()


@pytest.mark.parametrize("path", ["/", "/nowhere", "/phone", "/parties/new"])
def test_every_page_says_of_which_build_it_is_and_where_home_is(phone: Phone, path: str) -> None:
    page = phone.client.get(path).text
    assert f'<html lang="en" data-build="{build_id()}" data-root="/"' in page


def test_the_list_of_files_is_cached_for_ever_under_its_build(phone: Phone) -> None:
    found = phone.client.get(f"/files.json?v={build_id()}")
    assert found.status_code == 200
    assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000"])
def test_there_is_no_list_of_files_of_another_build(phone: Phone, query: str) -> None:
    assert phone.client.get(f"/files.json{query}").status_code == 404


def constants(service: str) -> dict[str, Any]:
    """Return the constants that are written above a service worker."""
    found = re.findall("^const (BUILD|SHELL|ALONE|FILES) = (.*);$", service, re.MULTILINE)
    return {name: json.loads(value) for name, value in found}


def first_digits(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


@pytest.fixture
def service(phone: Phone) -> dict[str, Any]:
    return constants(phone.client.get("/service.js").text)


def test_the_service_worker_is_asked_for_again_at_each_visit(phone: Phone) -> None:
    answer = phone.client.get("/service.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_service_worker_names_its_build(service: dict[str, Any]) -> None:
    assert service["BUILD"] == build_id()
    assert service["SHELL"] == "/phone"
    assert service["ALONE"] is False


def test_each_file_of_the_service_worker_has_the_digest_that_it_names(
    phone: Phone, service: dict[str, Any]
) -> None:
    wrong = {
        address
        for address, digest in service["FILES"].items()
        if first_digits(phone.client.get(address).data) != digest
    }
    assert len(service["FILES"]) > 15
    assert wrong == set()


def test_a_phone_keeps_all_that_the_list_of_its_build_names(
    phone: Phone, service: dict[str, Any]
) -> None:
    listed = phone.client.get(f"/files.json?v={build_id()}").json
    assert listed is not None
    named = {
        *listed["files"].values(),
        *listed["static"].values(),
        f"/files.json?v={build_id()}",
        "/static/js/renew.js",
    }
    assert named <= set(service["FILES"])


def test_what_belongs_to_a_visit_is_not_in_the_list(phone: Phone) -> None:
    visit = phone.client.get("/phone.json")
    assert visit.json is not None
    assert set(visit.json) == {
        "build",
        "generation",
        "last",
        "names",
        "pairs",
        "saved",
        "speeds",
        "token",
    }
    assert visit.headers["Cache-Control"] == "no-store"
