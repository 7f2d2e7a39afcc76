"""The kernel in the page is that of the server:
the same files give the same scores, byte for byte of JSON.
"""

import json
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Route

from scorer.rules.presets import PRESETS
from tests.browser.conftest import Served
from tests.browser.taps import Phone
from tests.oracle.laws import GAMES
from tests.oracle.test_oracle import parties
from tests.published import facts, published

pytestmark = pytest.mark.browser

READY = 90_000
MOST = 1000
"""How many random deals are scored on both."""

SCORED = """
import json
from scorer.rules.governing import line_law
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.rules.sentences import line_message, step_message

def scored(text):
    try:
        partie = play_partie(parse_partie(text).record)
    except ValueError as error:
        return str(error)
    settled, names = partie.settlement, [player.name for player in partie.record.players]
    lines = [
        [
            [*line[:2], line.kind.value, str(line_message(line)), line_law(line, deal.deal)]
            for line in deal.deal.lines
        ]
        for deal in partie.deals if deal.deal
    ]
    steps = settled.steps if settled else ()
    steps = [[str(step_message(step, names)), step.source] for step in steps]
    return [lines, [deal.points for deal in partie.deals], partie.totals, steps]

def score_all(texts):
    return json.dumps([scored(text) for text in json.loads(texts)])
"""

PAGE = "<!doctype html><title>Python</title>"
START = """async ([code, texts]) => {
  const { loadPyodide } = await import("/static/vendor/pyodide-314.0.7/pyodide.mjs");
  const machine = { arch: "wasm32", platform: "emscripten_5_0_3" };
  const info = { abi_version: "2026_0", python: "3.14.2", ...machine };
  const python = await loadPyodide({ lockFileContents: JSON.stringify({ info, packages: {} }) });
  const packed = await (await fetch("/static/offline.zip")).arrayBuffer();
  python.unpackArchive(packed, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  python.runPython(code);
  return python.globals.get("score_all")(texts);
}"""


def a_partie(rules: str, log: str) -> str:
    names = ("Ada", "Ben", "Cem", "Dora")[: PRESETS[rules.split(maxsplit=1)[0]].players]
    return f'rules = "{rules}"\nplayers = {json.dumps(names)}\n\n[[deal]]\nlog = """\n{log}\n"""\n'


def files() -> Iterator[str]:
    """What was published, under the rules of its source, and random parties of every game."""
    for deal in published("deals")["deal"]:
        won = f"tricks {deal['won']}" if "won" in deal else ""
        yield a_partie("portland", f"{deal['log']}{won}")
    for name in ("laws", "coverage", "variants"):
        for fact in facts(name):
            rules = fact.rules.split()[0]
            if rules in PRESETS:
                yield a_partie(rules, fact.said)
    left = {rules: parties(rules) for rules in GAMES if rules in PRESETS}
    dealt = 0
    while dealt < MOST:
        for rules, more in left.items():
            for _, played in islice(more, 1):
                dealt += len(played.series.scores)
                yield played.text(rules)


def test_every_deal_is_scored_in_the_page_as_on_the_server(phone: Phone, server: Served) -> None:
    page = phone.page
    texts = list(files())
    known: dict[str, object] = {}
    exec(SCORED, known)  # noqa: S102 (the program that the worker runs)
    own = known["score_all"](json.dumps(texts))  # type: ignore[operator]

    def answer(route: Route) -> None:
        route.fulfill(body=PAGE, content_type="text/html")

    page.route("**/python", answer)
    page.goto(f"{server.address}/python")
    page.set_default_timeout(READY)
    assert page.evaluate(START, [SCORED, json.dumps(texts)]) == own
    results = json.loads(own)
    assert sum(isinstance(each, list) for each in results) > len(results) / 2
    assert sum(len(each[1]) for each in results if isinstance(each, list)) >= MOST
