"""Nothing of the table lies below the fold: every question of every kind of deal, on small phones,
in large print.

Every statement of some deals is recorded in turn, and after each the page is
looked at, with the pages of further keys that it opens. Each is written into the
browser once, and looked at in some sizes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import le
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PRESETS
from scorer.service.parties import Recorded
from tests.browser.conftest import Viewer
from tests.browser.tables import WORDS, played
from tests.browser.taps import CAVENDISH_TRICKS
from tests.quick_books import quick_books
from tests.rows import beside
from tests.thorough import SLOW, some
from tests.web.conftest import Node, Page, Phone, app
from tests.web.test_companies import CAPOTS, begun, opened

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

FOLD = (Path(__file__).parent / "fold.js").read_text("utf-8")
Size = tuple[int, int, int, bool, bool]
"""Of the screen, and of the text in percent; whether nothing scrolls there;
and whether every word is looked at.
"""

NARROW: list[Size] = [
    (360, 560, 130, True, True),
    (664, 390, 100, True, True),
    (195, 422, 100, False, True),
]
"""The sizes at which every page is looked at."""

OTHERS: list[Size] = [
    (*screen, text, True, False) for text in (100, 130) for screen in ((390, 664), (360, 640))
]
OTHERS += [(360, 560, 100, True, True), (390, 664, 200, False, True)]
OTHERS += [(844, 390, 100, True, False), (1280, 800, 100, True, False)]
"""Those of which each page has one in four, the next page others, and the next day others again."""

ACROSS: list[Size] = [
    (390, 664, 100, True, True),
    (390, 664, 130, True, False),
    (360, 640, 130, True, False),
]
ACROSS += [(360, 560, 100, True, True), (360, 560, 130, True, True), (195, 422, 100, False, True)]

NAMES = (
    "Bartholomew Anderson",
    "Christopher Marlowe",
    "Maximilian Featherst",
    "Theodora Winterbourn",
)
LONGEST = 12
"""The letters of the longest word that is never broken."""

DATA = beside(__file__)
MORE = WORDS | {"CAVENDISH_TRICKS": CAVENDISH_TRICKS}
WALKS = played(
    DATA["walks"], MORE | {name: said.format(**MORE) for name, said in DATA["words"].items()}
)
GOOD = played(DATA["only good calls"])


def begin(visitor: Phone, rules: str, *, good: bool = False) -> str:
    """Open a partie of players with long names, who may say only their good calls,
    and return its code.
    """
    more = dict(zip(("third", "fourth"), NAMES[2 : PRESETS[rules].players], strict=False))
    form = {
        "first": NAMES[0],
        "second": NAMES[1],
        "rules": rules,
        "deals": ("second", "third", "fourth")[PRESETS[rules].players - 2],
        "another": "yes",
        **more,
    }
    code = visitor.post("/parties", form).headers["Location"].split("/")[2]
    if good:
        visitor.enter(code, "good calls")
    return code


Lengths = tuple[int, ...]
Shape = tuple[object, ...]

SAME_ROOM = {"li", "option", "progress", "input"}
"""What takes as much room whatever it says."""


@dataclass(frozen=True)
class Shown:
    """A page with what was said before it."""

    name: str
    answer: TestResponse
    page: Page

    @cached_property
    def room(self) -> tuple[Shape, Lengths]:
        """The elements of the page, and the lengths of its texts and of their longest words.

        What was said scrolls in its own region, of which only a row or two have to be in sight.
        """
        (table,) = self.page.root.all("div", id="table")
        shape = list[object]()
        lengths = list[int]()
        unread = [table]
        while unread:
            node = unread.pop()
            kinds = node.attrs.get("class", "")
            if "card" in kinds.split():
                shape.append(min(2, len(node.all("tr"))))
            elif "unseen" not in kinds and node.tag not in SAME_ROOM:
                shape.append((node.tag, kinds))
                words = " ".join(each for each in node.children if isinstance(each, str)).split()
                lengths += [len(" ".join(words)), max(map(len, words), default=0)]
                unread += [each for each in reversed(node.children) if isinstance(each, Node)]
        return tuple(shape), tuple(lengths)


def states(visitor: Phone, code: str, rules: str, logs: tuple[str, ...]) -> Iterator[Shown]:
    """Record the deals of a partie; yield each page of the last of them, after each statement."""
    parties = visitor.client.application.extensions["parties"]
    opened = set[object]()
    for deal, log in enumerate(logs):
        said = [format_statement(each) for each in parse_log(log, PRESETS[rules])]
        steps = [said] if deal + 1 < len(logs) else [said[at : at + 1] for at in range(len(said))]
        yield from (
            pages(visitor, f"/p/{code}/?deal={deal}", opened) if deal + 1 == len(logs) else ()
        )
        position = 0
        for step in steps:
            done = parties.record(
                code,
                deal=deal,
                position=position,
                said="; ".join(step),
                form_key=f"{deal} {position}",
            )
            assert isinstance(done, Recorded), (step, done)
            position += len(step)
            if deal + 1 == len(logs):
                for shown in pages(visitor, f"/p/{code}/", opened):
                    yield replace(shown, name=f"{step[-1]} {shown.name.partition('?')[2]}")


def pages(visitor: Phone, address: str, opened: set[object]) -> Iterator[Shown]:
    """Yield the page at an address, and those of the further keys that no page
    of its shape has *opened*.
    """
    unread = [address]
    seen = {address}
    while unread:
        here = unread.pop()
        answer = visitor.client.get(here)
        shown = Shown(here, answer, Page(answer))
        yield shown
        new = set(shown.page.openers()) - seen
        keys = shown.room[0], *sorted(each.partition("pick=")[2] for each in new)
        if keys not in opened:
            opened.add(keys)
            seen |= new
            unread += sorted(new)


@dataclass
class Screens:
    """Screens of many sizes.

    Attributes:
        good: the lengths of the texts of pages without a fault, by what is on them and how they
            were looked at.
    """

    viewer: Viewer
    good: dict[object, list[Lengths]] = field(default_factory=dict)

    def faults(
        self, client: FlaskClient, every: Iterable[Shown], *sizes: Size, pending: bool = False
    ) -> list[str]:
        """Return what is wrong with pages; one with the elements of a good one,
        and no longer text, needs no look.
        """
        found = list[str]()
        for shown in sorted(every, key=lambda shown: sum(shown.room[1]), reverse=True):
            shape, lengths = shown.room
            good = self.good.setdefault((shape, sizes, pending), [])
            if any(all(map(le, lengths, longer)) for longer in good):
                continue
            self.viewer.write(client, shown.answer)
            chosen = sizes or [*NARROW, *some(OTHERS, 4, len(self.good), days=2 * SLOW)]
            wrong = self.viewer.frame.evaluate(FOLD, [chosen, LONGEST, pending])
            if not wrong:
                good.append(lengths)
            found += [f"{shown.name}: {fault}" for fault in wrong]
        return found


@pytest.fixture(scope="module")
def screens(viewer: Viewer) -> Screens:
    return Screens(viewer)


@pytest.mark.parametrize("walk", some([*WALKS, *GOOD], 2, days=SLOW))
def test_whatever_is_asked_all_keys_undo_and_the_count_are_in_sight(
    screens: Screens, visitor: Phone, walk: str
) -> None:
    rules, logs = (WALKS | GOOD)[walk]
    assert (
        screens.faults(
            visitor.client, states(visitor, begin(visitor, rules, good=walk in GOOD), rules, logs)
        )
        == []
    )


def test_a_tap_that_is_refused_or_not_saved_leaves_everything_in_sight(
    screens: Screens, visitor: Phone
) -> None:
    code = begin(visitor, "portland")
    refused = visitor.client.post(
        f"/p/{code}/say",
        data={"csrf_token": visitor.token, "say": "E point 9", "deal": "0", "position": "0"},
    )
    assert refused.status_code == 422
    assert screens.faults(visitor.client, [Shown("refused", refused, Page(refused))]) == []
    asked = [*states(visitor, code, "portland", (CAVENDISH_TRICKS,))][:-1]
    assert screens.faults(visitor.client, some(asked, 4, days=SLOW), pending=True) == []
    visitor.client.get(f"/p/{code}/?across=yes")
    between = next(pages(visitor, f"/p/{code}/", set()))
    assert screens.faults(visitor.client, [between], *ACROSS, pending=True) == []


def test_a_partie_of_a_company_is_in_sight_from_its_first_deal_to_the_way_to_its_card(
    screens: Screens, visitor: Phone
) -> None:
    company = opened(visitor, **{f"name{seat}": name for seat, name in enumerate(NAMES[:3])})
    code = begun(visitor, company)
    playing = states(visitor, code, "portland", (CAPOTS[0], CAPOTS[1], CAVENDISH_TRICKS))
    assert screens.faults(visitor.client, playing) == []
    parties = visitor.client.application.extensions["parties"]
    for deal in range(3, 6):
        parties.record(code, deal=deal, position=0, said=CAPOTS[deal], form_key=f"{deal}")
    shown = list(pages(visitor, f"/p/{code}/", set()))
    assert all("Scorecard" in each.page.text for each in shown)
    assert screens.faults(visitor.client, shown) == []


ROOM = 560 - 49 - 155 - 26 - 42 - 48
"""What 560 px leave for keys: the bar, the header of two with what each needs, one line of what was
said, a question in two lines, and *Undo* take the rest.
"""

HEIGHTS = """() => {
  Object.assign(frameElement.style, { width: "360px", height: "560px" });
  document.documentElement.style.fontSize = "16px";
  const ask = document.querySelector(".ask"), keys = [...ask.querySelectorAll(".keys .key")];
  const lines = [...ask.classList].map((each) => /^l(\\d)$/.exec(each)?.[1]).find(Boolean);
  const heights = keys.map((key) => key.getBoundingClientRect().height);
  return [Number(lines ?? 0), Math.min(...heights, 1000)];
}"""
"""How many lines of keys a page has, words above them included, and the height of the lowest."""


@pytest.mark.parametrize("walk", ["two, late"])
def test_each_key_of_two_has_56_px_where_there_is_room_and_more_where_few_are_asked_for(
    screens: Screens, visitor: Phone, walk: str
) -> None:
    """Whatever was said before. Four lines are 230 px with the gaps, and five would be 288."""
    assert 4 * 56 + 3 * 2 <= ROOM < 5 * 56 + 4 * 2
    rules, logs = WALKS[walk]
    heights: dict[int, set[float]] = {}
    for shown in states(visitor, begin(visitor, rules), rules, logs):
        screens.viewer.write(visitor.client, shown.answer)
        lines, height = screens.viewer.frame.evaluate(HEIGHTS)
        heights.setdefault(lines, set()).add(round(height))
    assert {lines: min(heights[lines]) for lines in (1, 2, 3, 4)} == {1: 84, 2: 84, 3: 59, 4: 56}
    assert set(heights) <= {0, 1, 2, 3, 4}, "a question of more lines"


OF_TWO = [*(walk for walk, (rules, _) in WALKS.items() if PRESETS[rules].players == 2), *GOOD]


@pytest.mark.parametrize("walk", some(OF_TWO, 2, days=SLOW))
def test_across_the_table_the_keys_of_each_player_lie_in_their_half(
    screens: Screens, visitor: Phone, walk: str
) -> None:
    """Elder's calls in elder's half and younger's answers in younger's;
    and nothing lies below the fold.
    """
    rules, logs = (WALKS | GOOD)[walk]
    code = begin(visitor, rules, good=walk in GOOD)
    visitor.client.get(f"/p/{code}/?across=yes")
    elder = (len(logs) - 1) % 2
    seats = {NAMES[elder]: "E", NAMES[1 - elder]: "Y"}
    every = list(states(visitor, code, rules, logs))
    elsewhere = []
    for shown in every:
        for key in shown.page.root.all("button", name="say", class_="key"):
            half = key.within("section")
            said = key.attrs["value"]
            if half is None or seats[half.attrs["aria-label"]] not in said:
                elsewhere.append((shown.name, said))
    assert elsewhere == []
    assert screens.faults(visitor.client, every, *ACROSS) == []
