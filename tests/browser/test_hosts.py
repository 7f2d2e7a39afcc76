"""The scorekeeper without a server, as the README says to write and to offer it."""

import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.test_begin import name
from tests.browser.test_offline import READY
from tests.programs import free_port, until
from tests.test_readme import HOSTED

pytestmark = pytest.mark.browser

LICENCES = ("htmx.txt", "piquet-scorer.txt", "pyodide.txt", "python.txt")


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=READY / 1000):
            return True
    except OSError:
        return False


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[str]:
    """The address at which the README's line offers it, run as it stands in a new directory, but
    for where the programs are and the port.
    """
    write, offer = (shlex.split(command) for command in HOSTED.split(" && "))
    assert write[0] == ".venv/bin/scorer"
    assert offer[0] == "python3"
    subprocess.run([sys.executable, "-m", "scorer", *write[1:]], cwd=tmp_path, check=True)
    port = free_port()
    server = [sys.executable, *offer[1:], "--bind", "127.0.0.1", str(port)]
    with subprocess.Popen(server, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: answers(f"http://127.0.0.1:{port}/"))
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def test_what_the_readme_offers_scores_a_deal_and_asks_no_other_host(
    make_phone: MakePhone, hosted: str
) -> None:
    phone = make_phone(offline=True)
    page = phone.page
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(hosted)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    name(page, "Ada", "Ben")
    page.get_by_role("radio", name="Ada deals").check()
    page.get_by_role("radio", name="Good calls").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_have_text("Ben: a good point?")
    phone.play("E point 5; Y good")
    expect(phone.count).to_have_text(["0", "5"])
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith((hosted, "blob:", "data:"))] == []


def test_the_licence_of_everything_is_beside_it(hosted: str) -> None:
    for licence in LICENCES:
        with urllib.request.urlopen(f"{hosted}licences/{licence}") as answer:
            text = answer.read().decode()
        assert re.search("permission|license", text, re.I), licence
