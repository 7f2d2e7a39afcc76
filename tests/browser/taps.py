"""A thumb: plays the text of a deal on the table page, one tap after another.

`Phone` knows keys by what they record, never by the words on them, so that the
pages may be reworded; and it waits only for what a player would see change.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from scorer.rules.claims import PointClaim, SequenceClaim
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.statements import Called, Statement, TricksCounted, TrickTaken

CAVENDISH_CALLS = (
    "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E quart; Y good; "
    "E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens"
)
"""The dialogue of Cavendish's example (The Laws of Piquet, 8th ed., pp.
103 to 106), as it is said at a table.
"""

CAVENDISH_SHORT = f"{CAVENDISH_CALLS}; count E7 last E play 9"
CAVENDISH_TRICKS = f"{CAVENDISH_CALLS}; tricks E5 Y5 E2"
"""The same deal with its play in one statement, and trick by trick; 28 to 23 either way."""

DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y good; E no set; count E7 last "
    "E play 9"
)
"""A deal that is quickly said: 27 to elder and 6 to younger."""

ASLEEP = 0.3
"""Seconds for which a key ignores taps after it appears."""


@dataclass
class Phone:
    """One phone at the table: its page, where the app is, and how often it was tapped."""

    page: Page
    address: str
    taps: int = 0
    appeared: float = field(default_factory=time.monotonic, init=False)

    def __post_init__(self) -> None:
        self.page.on("domcontentloaded", lambda _: self._note())

    def open_partie(self) -> None:
        """Open a partie in which Ada is elder in the first deal."""
        self.page.goto(f"{self.address}/parties/new")
        self.begin("Ada", "Ben")
        expect(self.page.locator("#table")).to_be_visible()

    def begin(self, first: str, second: str) -> None:
        """Fill in the page of a new partie, which the second player deals, and begin it."""
        self.page.get_by_label("On the left", exact=True).fill(first)
        self.page.get_by_label("On the right", exact=True).fill(second)
        self.page.locator("input[name=deals][value=second]").check()
        self.page.get_by_role("button", name="Begin").click()

    def play(self, log: str, rules: str = "portland") -> None:
        """Tap all of *log*, from wherever the table stands."""
        left = list(parse_log(log, PRESETS[rules]))
        while left:
            del left[: self._say(left)]

    def tap(self, key: Locator) -> None:
        """Tap a key of the table and wait until the table has answered."""
        before = self.form_key.input_value()
        self.taps += 1
        self.awake()
        key.click()
        expect(self.form_key).not_to_have_value(before)
        expect(self.page.locator("#table")).to_have_count(1)  # the answer took its place
        self._note()

    def awake(self) -> None:
        """Wait as long as a key ignores taps after it appears."""
        self.page.wait_for_load_state("domcontentloaded")
        self.page.wait_for_timeout(max(0, self.appeared + ASLEEP - time.monotonic()) * 1000)

    def next_deal(self) -> None:
        self.taps += 1
        self.awake()
        self.page.get_by_role("link", name="Next deal").click()
        expect(self.position).to_have_value("0")
        self._note()

    def undo(self) -> None:
        self.tap(self.page.get_by_role("button", name="Undo"))

    @property
    def form_key(self) -> Locator:
        """The hidden field that every answer of the table makes anew."""
        return self.page.locator("#table input[name=key]").first

    @property
    def position(self) -> Locator:
        """The hidden field that says how much of the deal this page knows."""
        return self.page.locator("#table input[name=position]").first

    @property
    def count(self) -> Locator:
        return self.page.locator("#table .seat .count")

    def key(self, said: str) -> Locator:
        return self.page.locator(f'.ask button[name=say][value="{said}"]')

    def offered(self) -> list[str]:
        """What every key on the page records, strikes aside."""
        values = self.page.locator(".ask button[name=say]").evaluate_all(
            "keys => keys.map(key => key.value)"
        )
        return [value for value in values if not value.startswith("strike")]

    def _note(self) -> None:
        self.appeared = time.monotonic()

    def _say(self, left: Sequence[Statement]) -> int:
        """Tap the key that says most of what is *left*, opening choices on the way;
        return how much it said.
        """
        words = [format_statement(each) for each in left]
        for _ in range(7):  # from the calls to a count, which has the longest way
            offered = set(self.offered())
            for count in (3, 2, 1):
                said = "; ".join(words[:count])
                if len(words) >= count and said in offered:
                    self.tap(self.key(said))
                    return count
            self.tap(self._choice(left[0]))
        raise AssertionError(f"no key says {words[0]!r}; there are {sorted(offered)}")

    def _choice(self, wanted: Statement) -> Locator:
        """The key that opens the choice in which *wanted* stands."""
        links = {_pick(link): link for link in self.page.locator(".ask a.key, .ask a.undo").all()}
        onward = ("calls", *(pick for pick in links if pick.endswith("more")))
        for pick in (*_picks(wanted), *onward):
            if pick in links:
                return links[pick]
        raise AssertionError(
            f"no key leads to {format_statement(wanted)!r}; there are {self.offered()}, "
            f"{list(links)}"
        )


def _pick(link: Locator) -> str:
    return parse_qs(urlsplit(link.get_attribute("href") or "").query).get("pick", [""])[0]


def _picks(wanted: Statement) -> list[str]:
    """The choices that may lead to a statement, the closest to it first."""
    match wanted:
        case TricksCounted(elder, last):
            return [f"count-{elder}-{last.letter}", f"count-{elder}", "count", "play"]
        case TrickTaken():
            return ["play"]
        case Called(seat, PointClaim(length)):
            return [f"{seat.letter}:point-{length}", f"{seat.letter}-point"]
        case Called(seat, SequenceClaim(length)):
            return [f"{seat.letter}:run-{length}", f"{seat.letter}-sequence"]
        case Called(seat):
            return [f"{seat.letter}-set"]
        case _:
            return []
