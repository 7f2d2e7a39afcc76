"""
Nothing of the table lies below the fold: every question of every kind of deal, on small phones, in large print.

Every statement of some deals is recorded in turn, and after each the page is
looked at, with the pages of further keys that it opens. Each is written into the
browser once, and looked at in some sizes.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PRESETS
from scorer.service.parties import Recorded
from tests.browser.conftest import Viewer
from tests.browser.tables import WORDS, played
from tests.browser.taps import CAVENDISH_TRICKS
from tests.quick_books import quick_books
from tests.rows import beside
from tests.thorough import some
from tests.web.conftest import Page, Phone, app
from tests.web.test_companies import begun, finish, opened

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

FOLD = (Path(__file__).parent / "fold.js").read_text("utf-8")
Size = tuple[int, int, int, bool, bool]
"""Of the screen, and of the text in percent; whether nothing scrolls there; and whether every word is looked at."""

NARROW: list[Size] = [(360, 560, 130, True, True), (664, 390, 100, True, True), (195, 422, 100, False, True)]
"""The sizes at which every page is looked at."""

OTHERS: list[Size] = [(*screen, text, True, False) for text in (100, 130) for screen in ((390, 664), (360, 640))]
OTHERS += [(360, 560, 100, True, True), (390, 664, 200, False, True)]
OTHERS += [(844, 390, 100, True, False), (1280, 800, 100, True, False)]
"""Those of which each page has one in four, the next page others, and the next day others again."""

ACROSS: list[Size] = [(390, 664, 100, True, True), (360, 560, 100, True, True), (360, 560, 130, True, True)]

NAMES = ("Bartholomew Anderson", "Christopher Marlowe", "Maximilian Featherst", "Theodora Winterbourn")
LONGEST = 12
"""The letters of the longest word that is never broken."""

DATA = beside(__file__)
MORE = WORDS | {"CAVENDISH_TRICKS": CAVENDISH_TRICKS}
WALKS = played(DATA["walks"], MORE | {name: said.format(**MORE) for name, said in DATA["words"].items()})
GOOD = played(DATA["only good calls"])


def begin(visitor: Phone, rules: str, *, good: bool = False) -> str:
    """Open a partie of players with long names, who may say only their good calls, and return its code."""
    more = dict(zip(("third", "fourth"), NAMES[2 : PRESETS[rules].players], strict=False))
    form = {"first": NAMES[0], "second": NAMES[1], "rules": rules, "dealer": "second", **more}
    code = visitor.post("/parties", form).headers["Location"].split("/")[2]
    if good:
        visitor.post(f"/p/{code}/say", {"say": "only good calls"})
    return code


class Shown(NamedTuple):
    """A page with what was said before it."""

    name: str
    answer: TestResponse
    page: Page

    @property
    def shape(self) -> tuple[object, ...]:
        """What decides how much room the page needs: its words without their numbers, and its rows of keys."""
        root = self.page.root
        asked, undo, notes = root.all("h2"), root.all("button", class_="undo"), root.all("p")
        rows = [(node.attrs["class"], len(node.children)) for node in root.all("div", role="group")]
        lengths = [sum(len(node.text) for node in nodes) // 25 for nodes in (asked, undo, notes)]
        return (*rows, *lengths, min(2, len(root.all("tr"))))


def states(visitor: Phone, code: str, rules: str, logs: tuple[str, ...]) -> Iterator[Shown]:
    """Record the deals of a partie; yield each page of the last of them, after each statement."""
    parties, opened = visitor.client.application.extensions["parties"], set[object]()
    for deal, log in enumerate(logs):
        said = [format_statement(each) for each in parse_log(log, PRESETS[rules])]
        steps = [said] if deal + 1 < len(logs) else [said[at : at + 1] for at in range(len(said))]
        yield from pages(visitor, f"/p/{code}/?deal={deal}", opened) if deal + 1 == len(logs) else ()
        position = 0
        for step in steps:
            done = parties.record(
                code, deal=deal, position=position, said="; ".join(step), form_key=f"{deal} {position}"
            )
            assert isinstance(done, Recorded), (step, done)
            position += len(step)
            if deal + 1 == len(logs):
                for shown in pages(visitor, f"/p/{code}/", opened):
                    yield shown._replace(name=f"{step[-1]} {shown.name.partition('?')[2]}")


def pages(visitor: Phone, address: str, opened: set[object]) -> Iterator[Shown]:
    """Yield the page at an address, and those of the further keys that no page of its shape has *opened*."""
    unread, seen = [address], {address}
    while unread:
        here = unread.pop()
        answer = visitor.client.get(here)
        shown = Shown(here, answer, Page(answer))
        yield shown
        new = set(shown.page.openers()) - seen
        keys = shown.shape, *sorted(each.partition("pick=")[2] for each in new)
        if keys not in opened:
            opened.add(keys)
            seen |= new
            unread += sorted(new)


def faults(viewer: Viewer, visitor: Phone, every: Iterable[Shown], *sizes: Size, script: str = "") -> list[str]:
    found = []
    for shown in every:
        looks = str((sizes, shown.shape)) + script
        if looks in viewer.known:
            continue
        chosen = sizes or [*NARROW, *some(OTHERS, 4, len(viewer.known))]
        viewer.known.add(looks)
        viewer.write(visitor.client, shown.answer)
        if script:
            viewer.frame.evaluate(script)
        wrong = viewer.frame.evaluate(FOLD, [chosen, LONGEST])
        found += [f"{shown.name}: {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize("walk", some([*WALKS, *GOOD], 2))
def test_whatever_is_asked_all_keys_undo_and_the_count_are_in_sight(viewer: Viewer, visitor: Phone, walk: str) -> None:
    rules, logs = (WALKS | GOOD)[walk]
    assert faults(viewer, visitor, states(visitor, begin(visitor, rules, good=walk in GOOD), rules, logs)) == []


PENDING = """() => {
    for (const [id, words] of [["saved", "Taking it back…"], ["why", "The disk is full. Trying again."]])
        document.getElementById(id).textContent = words;
    document.getElementById("table").classList.add("pending");
}"""
"""What the script does to the page while a tap is not saved."""


def test_a_tap_that_is_refused_or_not_saved_leaves_everything_in_sight(viewer: Viewer, visitor: Phone) -> None:
    code = begin(visitor, "portland")
    refused = visitor.client.post(
        f"/p/{code}/say", data={"csrf_token": visitor.token, "say": "E point 9", "deal": "0", "position": "0"}
    )
    assert refused.status_code == 422
    asked = next(pages(visitor, f"/p/{code}/", set()))
    assert faults(viewer, visitor, [Shown("refused", refused, Page(refused))]) == []
    assert faults(viewer, visitor, [asked], script=PENDING) == []


def test_the_end_of_a_partie_of_a_company_shows_the_way_to_its_card(viewer: Viewer, visitor: Phone) -> None:
    company = opened(visitor, **{f"name{seat}": name for seat, name in enumerate(NAMES[:3])})
    code = begun(visitor, company)
    finish(visitor.client.application.extensions["parties"], code)
    shown = list(pages(visitor, f"/p/{code}/", set()))
    assert all("Scorecard" in each.page.text for each in shown)
    assert faults(viewer, visitor, shown) == []


OF_TWO = [*(walk for walk, (rules, _) in WALKS.items() if PRESETS[rules].players == 2), *GOOD]


@pytest.mark.parametrize("walk", some(OF_TWO, 2))
def test_across_the_table_the_keys_of_each_player_lie_in_their_half(viewer: Viewer, visitor: Phone, walk: str) -> None:
    """Elder's calls in elder's half and younger's answers in younger's; and nothing lies below the fold."""
    rules, logs = (WALKS | GOOD)[walk]
    code = begin(visitor, rules, good=walk in GOOD)
    visitor.client.get(f"/p/{code}/?across=yes")
    elder = (len(logs) - 1) % 2
    seats = {NAMES[elder]: "E", NAMES[1 - elder]: "Y"}
    every, elsewhere = list(states(visitor, code, rules, logs)), []
    for shown in every:
        for key in shown.page.root.all("button", name="say", class_="key"):
            half, said = key.within("section"), key.attrs["value"]
            if half is None or seats[half.attrs["aria-label"]] not in said:
                elsewhere.append((shown.name, said))
    assert elsewhere == []
    assert faults(viewer, visitor, every, *ACROSS) == []
