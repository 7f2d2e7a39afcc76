"""The laboratory of the phones: what becomes of taps when everything around a phone, and the phone
itself, fails.

From a seed, people score parties on two phones, whose own scripts run in Node with a store in
memory, against the application. Answers are lost, doubled, late and cut; tabs are closed anywhere
in the way of a tap, reloaded and opened beside others; clocks are wrong, stores are full or of the
program before; links are revoked and openings refused; the server is killed, updated, and restored
from a backup. After each step, each tap that a phone has accepted must be at the club or on the
phone, or a person has answered for it, and no page says "Saved" of what the club does not have. At
the end, phones and club have the same sheets.

A few schedules are run here; `SCHEDULES=2000 pytest tests/faults/test_laboratory.py -n 0 -s` runs
as many as that, and says what it drove.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.service.parties import Parties
from tests.faults.laboratory import node, schedules
from tests.faults.laboratory.judging import KEPT, Wrong
from tests.faults.laboratory.node import Phones
from tests.faults.laboratory.schedules import Counts, Schedule
from tests.thorough import EVERYTHING, SEED

pytestmark = pytest.mark.sqlite

SCHEDULES = int(os.environ.get("SCHEDULES", "0"))
FEW = 60 if EVERYTHING else 6
SHARES = 2
"""How many tests share the schedules, so that they run side by side."""

STEPS = 40

SURELY = {8: Schedule.do_back_up, 16: Schedule.do_update, 30: Schedule.do_restore}
"""What is done in the first schedule of each share, whatever is drawn, and after how many steps."""


@pytest.fixture
def phones() -> Iterator[Phones]:
    with node.started() as found:
        yield found


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_that_a_phone_has_accepted_is_lost_or_doubled(
    tmp_path: Path, phones: Phones, share: int
) -> None:
    total = Counts()
    for number in range(share, SCHEDULES or FEW, SHARES):
        (directory := tmp_path / f"{number}").mkdir()
        surely = SURELY if number == share else {}
        total.add(schedules.run(phones, directory, f"{SEED} {number}", steps=STEPS, surely=surely))
        if number % 200 == share:
            print(f"so far {total}", flush=True)
    print(total)
    assert total.faults["program updated"], "the program was never updated"
    assert total.faults["backup restored"], "no backup was restored"
    assert total.kept > total.taps / 4, "the schedules tried too little"


# The laboratory itself


@pytest.fixture
def schedule(tmp_path: Path, phones: Phones) -> Iterator[Schedule]:
    """A schedule in which nothing was done yet, with a network that delivers everything."""
    found = Schedule(phones, tmp_path, "a seed")
    found.network.is_calm = True
    for code in found.judge.codes[1]:
        found.asked(1, found.a_tab(1), "load", code, time=schedules.LONG)
    yield found
    found.club.close()


def kept_tap(schedule: Schedule) -> None:
    """Let the first phone accept a tap."""
    schedule.do_tap(1)
    schedule.run(time=schedules.LONG)
    assert [tap.fate for tap in schedule.judge.taps if tap.tab in schedule.tabs[1]] == [KEPT]
    schedule.judge.judge()


def without_network(schedule: Schedule) -> None:
    schedule.network.is_calm = False
    schedule.network.offline.add(1)


def test_a_tap_that_the_store_of_a_phone_forgets_is_found(schedule: Schedule) -> None:
    without_network(schedule)
    kept_tap(schedule)
    schedule.phones.tell("forget", phone=1)
    with pytest.raises(Wrong, match="was accepted and is lost"):
        schedule.judge.judge()


def test_a_page_that_says_saved_of_what_waits_is_found(schedule: Schedule) -> None:
    without_network(schedule)
    kept_tap(schedule)
    (tab,) = schedule.tabs[1]
    lie = {"name": "a lie", "code": "page.state = () => ({ held: [], where: 'kept', loose: [] });"}
    schedule.phones.tell("load", phone=1, tab=tab, scripts=[lie], given={})
    with pytest.raises(Wrong, match="its page says that it is saved"):
        schedule.judge.judge()


def test_a_club_that_answers_for_a_tap_and_does_not_record_it_is_found(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = schedule.club.answer

    def answer(phone: int, method: str, url: str, body: str, *rest: Any) -> dict[str, Any]:
        return really(
            phone, "GET" if url.endswith("/say") else method, url.replace("/say", "/"), body, *rest
        )

    monkeypatch.setattr(schedule.club, "answer", answer)
    schedule.do_tap(1)
    schedule.run(time=schedules.LONG)
    with pytest.raises(Wrong, match="its page says that it is saved"):
        schedule.finish()


def test_a_club_that_records_a_tap_twice_is_found(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = Parties.record

    def twice(parties: Parties, code: str, **words: Any) -> Any:
        found = really(parties, code, **words)
        really(
            parties,
            code,
            **{
                **words,
                "position": words["position"] + 1,
                "form_key": f"again {words['form_key']}",
            },
        )
        return found

    monkeypatch.setattr(Parties, "record", twice)
    kept_tap(schedule)
    monkeypatch.undo()
    with pytest.raises(Wrong, match="not said by anybody"):
        schedule.finish()


def test_a_script_that_fails_on_a_phone_is_said(schedule: Schedule) -> None:
    (tab,) = schedule.tabs[1]
    fault = {"name": "fault.js", "code": "nothing.there;"}
    with pytest.raises(AssertionError, match="failed to load: ReferenceError: nothing is not"):
        schedule.phones.tell("load", phone=1, tab=tab, scripts=[fault], given={})


def test_a_schedule_that_is_run_again_is_the_same(tmp_path: Path, phones: Phones) -> None:
    found = []
    for name in ("first", "second"):
        (directory := tmp_path / name).mkdir()
        found.append(schedules.run(phones, directory, "a seed", steps=12))
    assert found[0] == found[1]


def test_what_is_vendored_has_the_digest_in_vendored_md() -> None:
    listed = (node.HERE / "vendor" / "VENDORED.md").read_text("utf-8")
    ((name, written),) = re.findall(r"^\| `([^`]+)` \|.*`([A-Za-z0-9+/=]{64})` \|$", listed, re.M)
    found = (node.HERE / "vendor" / name).read_bytes()
    assert base64.b64encode(hashlib.sha384(found).digest()).decode() == written
