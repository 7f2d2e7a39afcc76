"""Schedules: what people do with phones that score the same parties, and what happens to those and
to the club.

All of it is drawn from a seed. What must be true is looked at after each step; see `judging`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch

from scorer.rules.partie import PartieRecord
from scorer.rules.presets import PORTLAND
from scorer.rules.seats import Player
from scorer.rules.statements import effective
from scorer.table.card import Shown, table_card
from scorer.table.kept import new_sheet, sheet_data, sheet_from_data
from scorer.table.recording import Sheet, judge, tapped

from .club import ORIGIN, Club
from .judging import ANSWERED, ASKED, KEPT, MEMORY, REFUSED, Judge, Tap, Wrong
from .network import Network
from .node import COMPARE, COMPARE_HERE, OLDER, Phones, Words

BEGAN = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)

SKEWS = (0, 0, 0, 40_000, -3_600_000, 400 * 86_400_000, -400 * 86_400_000)
"""By how many milliseconds the clock of a phone may be wrong."""

LONG = 90_000
"""Milliseconds after which whatever was under way has come to an end."""

ROUNDS = 14
"""How often all is tried again in the end, and people are asked, before it counts as stuck."""


@dataclass
class Counts:
    """What schedules drove.

    Attributes:
        kept: taps that a phone accepted and the club has in the end.
        answered: taps for which a person has answered, with what they chose.
        refused: taps of which a phone said at once that they are not recorded.
        alone: taps that were only on a page, which said so and was closed.
    """

    schedules: int = 0
    taps: int = 0
    kept: int = 0
    answered: int = 0
    refused: int = 0
    alone: int = 0
    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        drove = f"{self.schedules:,} schedules, {self.taps:,} taps, {self.requests:,} requests"
        fates = (
            f"{self.kept:,} at the club, {self.answered:,} answered by a person, "
            f"{self.refused:,} not accepted"
        )
        alone = f"{self.alone:,} only on a page that was closed"
        faults = ", ".join(
            f"{name} {number:,}" for name, number in self.faults.most_common() if number
        )
        return (
            f"{drove}: 0 lost, 0 doubled; {fates}, {alone}; {self.faults.total():,} faults: "
            f"{faults}"
        )


class Table(NamedTuple):
    """What a page shows of a sheet: with what was said since the club gave it."""

    code: str
    sheet: Sheet


class Schedule:
    """Two phones that score one partie; the first scores another one too.

    Attributes:
        tabs: the open tabs of each phone.
        full: the phones whose stores have no room.
        skews: by how much the clock of each phone is wrong.
        deeds: what was done, for whoever looks for a fault.
    """

    def __init__(self, phones: Phones, directory: Path, seed: str) -> None:
        self.random = Random(seed)
        self.phones = phones
        self.faults = Counter[str]()
        self.deeds = list[str]()
        self.full = set[int]()
        self.last_tab = 0
        self.skews: dict[int, timedelta] = {}
        self.club = Club(directory, self.time)
        self.network = Network(self.club, Random(f"{seed} network"))
        phones.hear = self.network.hear
        phones.now = 0
        phones.tell("begin", seed=self.random.getrandbits(32))
        shared = self.club.open([1, 2])
        other = self.club.open([1])
        self.tabs: dict[int, list[int]] = {1: [], 2: []}
        self.judge = Judge(phones, self.club, {1: [shared, other], 2: [shared]})
        for number in self.tabs:
            self.take_up(number)

    def time(self) -> datetime:
        return BEGAN + timedelta(milliseconds=self.phones.now)

    def take_up(self, phone: int) -> None:
        """Take a phone up, and open the page of its parties."""
        skew = self.random.choice(SKEWS)
        secure = self.random.random() < 0.6
        epoch = int(BEGAN.timestamp() * 1000)
        has_store = self.random.random() < 0.95
        self.skews[phone] = timedelta(milliseconds=skew)
        self.phones.tell(
            "phone", number=phone, epoch=epoch, skew=skew, secure=secure, hasStore=has_store
        )
        self.faults["clock wrong"] += skew != 0
        self.faults["no store"] += not has_store
        if has_store and self.random.random() < 0.15:
            self.update_the_store(phone)
        self.open_tab(phone)
        self.run(time=self.random.choice((0, 300, 3000)))

    # What is drawn

    def key(self) -> str:
        return f"{self.random.getrandbits(128):032x}"

    def a_tab(self, phone: int) -> int:
        return self.random.choice(self.tabs[phone]) if self.tabs[phone] else self.open_tab(phone)

    def a_code(self, phone: int) -> str:
        return self.random.choice(self.judge.codes[phone])

    def what_is_said_next(self, sheet: Sheet) -> tuple[int, str] | None:
        """Draw the deal and the words of the next tap:
        a key of the question, totals, or Undo; nothing at the end.
        """
        deal = sheet.current_deal
        log = effective(sheet.log(sheet.current_deal))
        if sheet.partie.is_over:
            return None
        if log and self.random.random() < 0.15:
            return deal, f"strike {log[-1][0] + 1}"
        if not sheet.log(deal) and self.random.random() < 0.5:
            return deal, f"scores {self.random.randrange(60)} {self.random.randrange(60)}"
        question = table_card(sheet, deal, Shown(may_score=True)).question
        said = (
            [key.said for row in question.rows for key in row.keys if key.said] if question else []
        )
        return (deal, self.random.choice(said)) if said else None

    # Tabs

    def run(self, *, time: int = 0, tasks: int = 0) -> None:
        """Let *time* pass, in milliseconds; or so many *tasks* of the phones be done,
        in at most some seconds.
        """
        if tasks:
            self.phones.tell("run", tasks=tasks, time=5000)
        else:
            self.phones.tell("run", time=time)
        self.judge.hear()

    def asked(
        self, phone: int, tab: int, what: str, *given: Any, time: int = 0, tasks: int = 0
    ) -> Any:
        """Ask a tab for something; return what it has answered after so long, or nothing."""
        question = self.phones.ask(phone, tab, what, *given)
        self.run(time=time, tasks=tasks)
        return self.phones.answers.get(question, {}).get("value")

    def new_tab(self, phone: int, path: str, scripts: tuple[str, ...], **given: Any) -> int:
        self.last_tab += 1
        self.phones.open(phone, self.last_tab, f"{ORIGIN}{path}", scripts, **given)
        self.tabs[phone].append(self.last_tab)
        return self.last_tab

    def open_tab(self, phone: int) -> int:
        """Open the table in a new tab, which asks the club for what it has of each sheet."""
        tab = self.new_tab(phone, "/", self.phones.table)
        for code in self.judge.codes[phone]:
            self.phones.ask(phone, tab, "load", code)
        return tab

    def close_tab(self, phone: int, tab: int) -> None:
        self.judge.hear()
        self.judge.closes(tab)
        self.phones.tell("close", phone=phone, tab=tab, isWritten=self.random.random() < 0.5)
        self.tabs[phone].remove(tab)

    def update_the_store(self, phone: int) -> None:
        """Begin with the store of the program before, in which a tap waits;
        its page may still be open for a while.
        """
        self.faults["store of the program before"] += 1
        code = self.judge.codes[phone][0]
        key = self.key()
        sheet = self.club.sheet(code)
        kept = {"sheet": sheet_data(sheet), "shown": {"may_score": True}, "begun": {}}
        said = "E exchange 4; Y exchange 3"
        form = {"deal": "0", "position": f"{sheet.recorded(0)}", "key": key, "say": said}
        old = self.new_tab(phone, "/old", OLDER, held=[code])
        assert self.asked(phone, old, "keep", [kept], [{"code": code, "form": form}], time=1000)
        self.judge.taps.append(
            Tap(phone, old, code, said, key, [self.time()], fate=KEPT, is_timed=False)
        )
        if self.random.random() < 0.3:
            self.open_tab(phone)
            self.run(time=self.random.choice((100, 2000, 6000)))
        self.close_tab(phone, old)

    # Taps

    def shown(self, phone: int, tab: int, code: str) -> Table | None:
        """Return what a tab shows of a sheet; nothing if it has none."""
        found = self.asked(phone, tab, "sheet", code, tasks=30)
        if not found or "sheet" not in (found.get("base") or {}):
            return None
        sheet = sheet_from_data(found["base"]["sheet"])
        for row in found["rows"]:
            sheet = with_row(sheet, row)
        return Table(code, sheet)

    def tap(self, phone: int, tab: int, table: Table | None) -> None:
        """Say on a tab what may be said next."""
        found = table and self.what_is_said_next(table.sheet)
        if not table or not found:
            return
        deal, said = found
        form = {
            "deal": f"{deal}",
            "position": f"{table.sheet.recorded(deal)}",
            "key": self.key(),
            "say": said,
        }
        question = self.phones.ask(phone, tab, "tap", table.code, form)
        has_room = phone not in self.full
        tap = Tap(
            phone, tab, table.code, said, form["key"], [self.time()], question, has_room=has_room
        )
        self.judge.taps.append(tap)

    def do_tap(self, phone: int) -> None:
        tab = self.a_tab(phone)
        self.tap(phone, tab, self.shown(phone, tab, self.a_code(phone)))
        self.run(time=self.random.choice((0, 20, 300, 1000, 3000)))

    def do_tap_and_leave(self, phone: int) -> None:
        """Close the tab anywhere in the way of a tap."""
        tab = self.a_tab(phone)
        self.run(time=self.random.choice((0, 1000)))
        self.tap(phone, tab, self.shown(phone, tab, self.a_code(phone)))
        self.run(tasks=self.random.randrange(1, 40))
        self.close_tab(phone, tab)
        self.faults["tab closed in a tap"] += 1
        if self.random.random() < 0.7:
            self.open_tab(phone)
        self.run(time=self.random.choice((0, 500, 4000)))

    def do_tap_in_two_tabs(self, phone: int) -> None:
        """Say two things at once, in tabs that show the same."""
        first = self.a_tab(phone)
        second = self.open_tab(phone)
        self.run(time=3000)
        table = self.shown(phone, first, self.a_code(phone))
        self.tap(phone, first, table)
        self.run(tasks=self.random.randrange(1, 12))
        self.tap(phone, second, table)
        self.faults["two tabs at once"] += 1
        self.run(time=self.random.choice((300, 3000)))

    def do_wait(self, phone: int) -> None:
        self.run(time=self.random.choice((200, 1000, 5000, 20_000)))

    def do_renew(self, phone: int) -> None:
        self.phones.ask(phone, self.a_tab(phone), "renew", self.a_code(phone))
        self.run(time=self.random.choice((0, 300, 3000)))

    # What happens to a phone

    def do_reload(self, phone: int) -> None:
        self.faults["reload"] += 1
        self.close_tab(phone, self.a_tab(phone))
        self.open_tab(phone)
        self.run(time=self.random.choice((0, 50, 1000)))

    def do_close(self, phone: int) -> None:
        self.faults["closed"] += 1
        self.close_tab(phone, self.a_tab(phone))

    def do_open_another_tab(self, phone: int) -> None:
        if len(self.tabs[phone]) < 3:
            self.faults["another tab"] += 1
            self.open_tab(phone)

    def do_lose_or_find_the_network(self, phone: int) -> None:
        if phone in self.network.offline:
            self.network.offline.discard(phone)
        else:
            self.network.offline.add(phone)
            self.faults["network lost"] += 1

    def do_fill_or_empty_the_store(self, phone: int) -> None:
        is_full = phone not in self.full
        (self.full.add if is_full else self.full.discard)(phone)
        self.phones.tell("full", phone=phone, isFull=is_full)
        for tap in self.judge.taps:
            if is_full and tap.phone == phone and tap.fate == ASKED:
                tap.has_room = False  # it may not have been stored yet
        self.faults["store full"] += is_full

    def do_begin_a_partie(self, phone: int) -> None:
        """Begin a partie on the phone, which opens it at the club when it can."""
        new = new_sheet(PartieRecord(PORTLAND, (Player("Cat"), Player("Dan")), ()))
        sheet = replace(
            new, opened_at=(self.time() + self.skews[phone]).isoformat(timespec="seconds")
        )
        begun = {
            "first": "Cat",
            "second": "Dan",
            "deals": "second",
            "rules": "portland",
            "begun_on": sheet.day,
        }
        it = {
            "sheet": sheet_data(sheet),
            "shown": {"may_score": True},
            "begun": {**begun, "key": self.key()},
        }
        if self.asked(phone, self.a_tab(phone), "put", it, time=2000):
            self.faults["begun on the phone"] += 1
            self.judge.codes[phone].append(sheet.code)

    # What happens to the club

    def do_kill(self, phone: int) -> None:
        self.faults["server killed"] += 1
        self.club.kill()

    def do_update(self, phone: int) -> None:
        """Update the program; a page of the phone renews itself."""
        self.faults["program updated"] += 1
        self.club.update()
        self.do_reload(phone)

    def do_back_up(self, phone: int) -> None:
        self.club.back_up()

    def do_restore(self, phone: int) -> None:
        if self.club.backups:
            self.faults["backup restored"] += 1
            self.club.restore(self.random.choice(self.club.backups))

    def do_revoke(self, phone: int) -> None:
        self.faults["links revoked"] += 1
        self.club.revoke_links(self.judge.codes[phone][0])

    def do_let_score(self, phone: int) -> None:
        self.club.let_score(phone, self.a_code(phone))

    def do_refuse_openings(self, phone: int) -> None:
        self.faults["openings refused"] += 1
        self.club.refuse_openings(phone)

    # A queue that stands still

    def stops(self, phone: int) -> dict[str, str]:
        """Return why sheets of a phone stand still, by their codes."""
        return {code: each["why"] for code, each in self.judge.look().part(phone, "stops").items()}

    def do_what_is_asked(self, phone: int) -> None:
        stops = self.stops(phone)
        stopped = [code for code in self.judge.codes[phone] if code in stops]
        if stopped:
            code = self.random.choice(stopped)
            self.answer(phone, code, stops[code])

    def answer(self, phone: int, code: str, why: str) -> None:
        """Answer what a phone asks of a sheet, or let it be sent again."""
        if why == "refused":
            self.phones.ask(phone, self.a_tab(phone), "retry", code)
            self.run(time=2000)
        elif self.club.has(code) and phone not in self.network.offline:
            self.compare_and_choose(phone, code)

    def compare_and_choose(self, phone: int, code: str) -> None:
        """Open the page that shows both versions, and choose one of each deal that differs."""
        page = self.club.answer(phone, "GET", f"/p/{code}/compare")["body"]
        token = re.search(r'name="csrf_token" value="([^"]*)"', page)
        assert token is not None
        words = {
            "address": f"/p/{code}/versions",
            "table": f"/p/{code}/",
            "code": code,
            "waits": "waits",
        }
        tab = self.page_to_choose(phone, code, words=words, token=token[1])
        self.run(time=self.random.choice((0, 1000, 20_000)))
        lost = self.judge.lost()
        picks = [self.random.random() < 0.5 for _ in range(6)]
        found = self.asked(phone, tab, "choose", picks, time=20_000)
        if found and found["isDone"]:
            self.faults["two versions"] += 1
            for tap in lost:
                tap.times.append(
                    self.time()
                )  # the phone may not know any more when it was said first
            self.judge.answered(phone, code, found["chosen"], self.time())
        if not any(each["tab"] == tab and each["loose"] for each in self.judge.look().tabs):
            self.close_tab(phone, tab)

    def page_to_choose(self, phone: int, code: str, **given: Any) -> int:
        """Show both versions in a page of their own,
        or in one that has something which no other has.
        """
        for each in self.judge.look().tabs:
            if each["phone"] == phone and each["loose"] and code in each["held"]:
                self.phones.load(phone, each["tab"], COMPARE_HERE, **given)
                return int(each["tab"])
        return self.new_tab(phone, f"/p/{code}/compare", COMPARE, **given)

    # The end

    def finish(self) -> None:
        """Let everything answer again and people do what they are asked, until all is at rest."""
        self.network.is_calm = True
        for phone in self.tabs:
            self.phones.tell("full", phone=phone, isFull=False)
            self.full.discard(phone)
            self.club.allow_openings(phone)
        for number in range(ROUNDS):
            self.run(time=LONG)
            self.judge.follow()
            self.judge.judge()
            if self.judge.is_at_rest():
                self.judge.judge_the_end()
                return
            for phone in self.tabs:
                if number == ROUNDS // 2:
                    self.give_up_pages(phone)
                self.settle(phone)
        raise Wrong(f"the phones do not come to rest: {self.judge.left()}")

    def give_up_pages(self, phone: int) -> None:
        """Close the pages that say that only they have something,
        or that they cannot use the store of the phone.
        """
        for each in self.judge.look().tabs:
            if each["phone"] == phone and (each["loose"] or each["where"] != "kept"):
                self.close_tab(phone, each["tab"])

    def settle(self, phone: int) -> None:
        self.network.offline.discard(phone)
        for code, why in self.stops(phone).items():
            if code in self.judge.codes[phone] and code[0] != "0" and not self.club.has(code):
                self.discard(phone, code)
            else:
                self.answer(phone, code, why)
        for code in self.judge.codes[phone]:
            self.club.let_score(phone, code)
        self.asked(phone, self.a_tab(phone), "send", time=5000)
        for code in self.judge.codes[phone]:
            self.asked(phone, self.a_tab(phone), "renew", code, time=1000)

    def discard(self, phone: int, code: str) -> None:
        """Discard a partie that the club lacks, after it was saved as a file."""
        self.asked(phone, self.a_tab(phone), "discard", code, time=100)
        self.judge.answered(phone, code)
        self.judge.codes[phone].remove(code)


Step: TypeAlias = Callable[[Schedule, int], None]

STEPS: Mapping[Step, int] = {
    Schedule.do_tap: 34,
    Schedule.do_tap_and_leave: 12,
    Schedule.do_tap_in_two_tabs: 4,
    Schedule.do_wait: 12,
    Schedule.do_renew: 4,
    Schedule.do_reload: 5,
    Schedule.do_close: 3,
    Schedule.do_open_another_tab: 3,
    Schedule.do_lose_or_find_the_network: 7,
    Schedule.do_fill_or_empty_the_store: 3,
    Schedule.do_begin_a_partie: 2,
    Schedule.do_kill: 3,
    Schedule.do_update: 2,
    Schedule.do_back_up: 3,
    Schedule.do_restore: 2,
    Schedule.do_revoke: 2,
    Schedule.do_let_score: 3,
    Schedule.do_refuse_openings: 1,
    Schedule.do_what_is_asked: 8,
}
"""What is done in a step, and how often."""


def with_row(sheet: Sheet, row: Words) -> Sheet:
    """Return a sheet with what a row of the outbox says;
    as it is if it has that, or it does not fit.
    """
    found = judge(
        sheet,
        deal=row["deal"],
        position=row["position"],
        said=row["form"]["say"],
        form_key=row["key"],
        seen="",
    )
    if not isinstance(found, tuple):
        return sheet
    new, partie = found
    return tapped(
        sheet, partie, sheet.version, deal=row["deal"], form_keys=(row["key"],) * (len(new) or 1)
    )


class Secrets:
    """Secrets that are drawn from a seed, so that a schedule that is run again is the same."""

    def __init__(self, random: Random) -> None:
        self.choice = random.choice
        self._bits = random.getrandbits

    def token_urlsafe(self, size: int) -> str:
        return f"{self._bits(8 * size):x}"


def run(
    phones: Phones,
    directory: Path,
    seed: str,
    *,
    steps: int,
    surely: Mapping[int, Step] = MappingProxyType({}),
) -> Counts:
    """Run a schedule of so many steps to its end;
    *surely* has what is done besides, after so many of them.
    """
    secrets = Secrets(Random(f"{seed} secrets"))
    with (
        patch("scorer.table.entering.secrets", secrets),
        patch("scorer.table.kept.secrets", secrets),
    ):
        schedule = Schedule(phones, directory, seed)
        try:
            for number in range(steps):
                if number in surely:
                    surely[number](schedule, 1)
                do_one(schedule)
            schedule.finish()
        except Exception as error:
            error.add_note(
                f"in the schedule of the seed {seed!r}, after {', '.join(schedule.deeds)}"
            )
            raise
        finally:
            schedule.club.close()
    fates = Counter(tap.fate for tap in schedule.judge.taps)
    return Counts(
        schedules=1,
        taps=len(schedule.judge.taps),
        kept=fates[KEPT],
        answered=fates[ANSWERED],
        refused=fates[REFUSED],
        alone=fates[MEMORY],
        requests=schedule.network.requests,
        faults=schedule.faults + schedule.network.faults,
    )


def do_one(schedule: Schedule) -> None:
    """Take one step, and look at what must be true."""
    (step,) = schedule.random.choices(list(STEPS), list(STEPS.values()))
    phone = schedule.random.choice(list(schedule.tabs))
    schedule.deeds.append(f"{step.__name__.removeprefix('do_')} on {phone}")
    step(schedule, phone)
    schedule.judge.follow()
    schedule.judge.judge()
