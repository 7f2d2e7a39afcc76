"""What must be true of phones and their club, whatever happens to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.table.kept import sheet_from_data
from scorer.table.recording import FROM_PAPER, TAKEN_BACK

from .club import Club
from .node import Phones, Words

ASKED = "asked"
KEPT = "kept"
REFUSED = "refused"
GONE = "gone"
ANSWERED = "answered"
MEMORY = "memory"
"""What has become of a tap: it is under way; the phone has accepted it; the phone said at once that
it is not recorded; the tab was closed before it said anything; a person has answered for it; or it
was accepted by a page that said that it keeps it only itself, and was closed.
"""


UNDER_WAY = timedelta(minutes=1)
"""The longest that a tap is under way to the club, which cannot know of it."""


class Wrong(AssertionError):
    """Something is lost, doubled or untrue."""


@dataclass(eq=False)
class Tap:
    """Something that was said on a phone.

    Attributes:
        times: when it was said, and chosen again.
        question: the number under which the tab answers whether it was accepted.
        was_saved: the club has had it.
        has_room: the store of the phone had room for it.
        is_timed: the phone noted when it was said; the program before did not.
    """

    phone: int
    tab: int
    code: str
    said: str
    key: str
    times: list[datetime]
    question: int = 0
    fate: str = ASKED
    was_saved: bool = False
    has_room: bool = True
    is_timed: bool = True

    @property
    def words(self) -> str:
        return f"{self.said!r} of phone {self.phone} in {self.code}"


@dataclass
class Seen:
    """What is where at one moment.

    Attributes:
        stores: what each phone has in its store: by the name of a part the keys and values in it.
        tabs: what each open page says of itself.
        at_club: how many statements each tap has recorded, by its key.
    """

    stores: dict[str, dict[str, list[Any]]]
    tabs: list[Words]
    at_club: Counter[str]

    def part(self, phone: int, name: str) -> dict[Any, Any]:
        return dict(self.stores[str(phone)].get(name, []))

    def rows(self, phone: int) -> set[str]:
        """Return the keys of what is in the outbox of a phone, or only on one of its pages."""
        own = {row["key"] for row in self.part(phone, "said").values()}
        own |= {
            row["form"]["key"] for row in self.part(phone, "taps").values()
        }  # of the program before
        return own.union(*(each["loose"] for each in self.tabs if each["phone"] == phone))

    def copies(self, phone: int) -> set[str]:
        """Return the keys of what a phone has in the sheets that the club gave it."""
        sheets = [each["sheet"] for each in self.part(phone, "sheets").values() if "sheet" in each]
        return {key for sheet in sheets for deal in sheet["deals"] for key in deal["keys"]}

    def moved(self, phone: int) -> dict[str, str]:
        """Return where the parties have gone that were begun on a phone, by their codes there."""
        sheets = self.part(phone, "sheets").items()
        on_pages = [each.get("moved", {}) for each in self.tabs if each["phone"] == phone]
        kept = {code: each["moved"] for code, each in sheets if "moved" in each}
        return {code: now for found in (*on_pages, kept) for code, now in found.items()}


@dataclass
class Judge:
    """What was said, and where each tap is.

    Attributes:
        codes: the sheets that each phone scores.
    """

    phones: Phones
    club: Club
    codes: dict[int, list[str]]
    taps: list[Tap] = field(default_factory=list)

    def look(self) -> Seen:
        return Seen(self.phones.tell("look"), self.phones.tell("states"), self.club.keys())

    # What becomes of taps

    def hear(self) -> None:
        """Note which taps were accepted by now."""
        for tap in self.taps:
            found = self.phones.answers.get(tap.question)
            if tap.fate == ASKED and found is not None:
                if "error" in found:
                    raise Wrong(f"{tap.words} was answered with {found['error']}")
                tap.fate = KEPT if found["value"]["isKept"] else REFUSED

    def closes(self, tab: int) -> None:
        """Note that a tab is about to be closed:
        what is only on its page goes with it, as that said.
        """
        only_here = {
            key for each in self.look().tabs if each["tab"] == tab for key in each["loose"]
        }
        for tap in self.taps:
            if tap.tab == tab and tap.fate == ASKED:
                tap.fate = GONE
            elif tap.fate == KEPT and tap.key in only_here:
                tap.fate = MEMORY

    def lost(self) -> list[Tap]:
        """Return the taps that the club has had, and lacks now."""
        at_club = self.club.keys()
        return [tap for tap in self.taps if tap.was_saved and tap.key not in at_club]

    def answered(
        self, phone: int, code: str, chosen: Sequence[Words] = (), at: datetime = datetime.max
    ) -> None:
        """Note that a person has answered for all that a phone had of a sheet and the club had not.

        What was *chosen* counts from then on (*at*), like any tap. What only another page has was
        not asked about.
        """
        seen = self.look()
        moved = seen.moved(phone)
        loose = {key for each in seen.tabs for key in each["loose"]}
        left = loose.union(seen.at_club, (each["key"] for each in chosen))
        for tap in self.taps:
            if tap.phone == phone and moved.get(tap.code, tap.code) == code and tap.key not in left:
                tap.fate = ANSWERED
        own = {tap.key for tap in self.taps}
        new = [each for each in chosen if each["key"] not in own]
        self.taps += [
            Tap(phone, 0, code, each["say"], each["key"], [at], fate=KEPT) for each in new
        ]

    def follow(self) -> None:
        """Go on with the codes that the club gave to parties that were begun on a phone."""
        seen = self.look()
        for phone, codes in self.codes.items():
            moved = seen.moved(phone)
            self.codes[phone] = [moved.get(code, code) for code in codes]

    # What must be true at any moment

    def judge(self) -> None:
        """Find each tap that was accepted, and what its page says of it."""
        seen = self.look()
        for tap in self.taps:
            tap.was_saved |= tap.key in seen.at_club
            if tap.fate == KEPT and tap.key not in seen.at_club:
                self._find(tap, seen)

    def _find(self, tap: Tap, seen: Seen) -> None:
        """Find a tap that the club does not have;
        where it has had it, the phone may not have heard of a restore.
        """
        if tap.was_saved and tap.key in seen.copies(tap.phone):
            return
        if tap.was_saved and not tap.has_room:
            tap.fate = MEMORY  # nothing but a restored book has ever had it
            return
        if tap.key not in seen.rows(tap.phone):
            raise Wrong(f"{tap.words} was accepted and is lost")
        codes = {tap.code, seen.moved(tap.phone).get(tap.code, tap.code)}
        says_saved = [
            each for each in seen.tabs if each["tab"] == tap.tab and codes.isdisjoint(each["held"])
        ]
        if says_saved and not tap.was_saved:
            raise Wrong(f"{tap.words} is not at the club, and its page says that it is saved")

    # What must be true at the end

    def is_at_rest(self) -> bool:
        """Return whether nothing waits on any phone, and each has what the club has."""
        seen = self.look()
        sheets = [each for phone in self.codes for each in seen.part(phone, "sheets").values()]
        begun = [each for each in sheets if each.get("begun", {}).get("key")]
        waits = [*self.left(), *begun, *(each for each in seen.tabs if each["loose"])]
        return not waits and not [*self._unlike(seen, self._shared())]

    def left(self) -> list[Any]:
        """Return what waits on phones, or why it stands still."""
        seen = self.look()
        return [
            (phone, name, each)
            for phone in self.codes
            for name in ("stops", "said")
            for each in seen.part(phone, name).values()
        ]

    def _shared(self) -> list[str]:
        return [code for codes in self.codes.values() for code in codes if self.club.has(code)]

    def _unlike(self, seen: Seen, codes: Collection[str]) -> Iterable[str]:
        """Yield which phone has another sheet than the club."""
        for phone in self.codes:
            for code, each in seen.part(phone, "sheets").items():
                if code in codes and "sheet" in each:
                    own = sheet_from_data(each["sheet"])
                    club = self.club.sheet(code)
                    if (own.partie.record, own.taps) != (club.partie.record, club.taps):
                        yield f"phone {phone} and the club have different sheets of {code}"

    def judge_the_end(self) -> None:
        """Compare phones and club, once all is at rest."""
        self.judge()
        seen = self.look()
        shared = self._shared()
        for unlike in self._unlike(seen, shared):
            raise Wrong(unlike)
        for phone in self.codes:
            own = {code for code, each in seen.part(phone, "sheets").items() if "sheet" in each}
            for code in own.difference(shared):
                raise Wrong(
                    f"phone {phone} has {code}, which the club lacks, and says that it is saved"
                )
        said = {tap.key: statements_in(tap.said) for tap in self.taps}
        for key, rows in seen.at_club.items():
            if rows != said.get(key):
                raise Wrong(
                    f"the club has {rows} statements with the key {key}, not said by anybody"
                )
        self._judge_moments()

    def _judge_moments(self) -> None:
        """Compare when something was said with what the club has recorded of that."""
        moments = self.club.moments()
        for tap in self.taps:
            recorded = moments.get(tap.key)
            if (
                recorded
                and tap.is_timed
                and all(abs(recorded - time) > UNDER_WAY for time in tap.times)
            ):
                raise Wrong(
                    f"{tap.words} was said at {tap.times[0]:%H:%M:%S}, and is recorded at "
                    f"{recorded:%H:%M:%S}"
                )


def statements_in(said: str) -> int:
    """Return how many statements a tap records."""
    is_one_row = said == TAKEN_BACK or said.startswith((FROM_PAPER, "players"))
    return 1 if is_one_row else len(parse_log(said, PORTLAND))
