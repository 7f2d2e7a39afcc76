"""Two at once, and bad luck: nothing that was acknowledged is lost, and nothing is doubled."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from scorer.service import recording as service
from scorer.service.parties import Clash, Parties, Recorded
from scorer.service.recording import with_said
from scorer.service.sheets import find_any, read_sheet
from scorer.storage.engine import trying, writing
from scorer.storage.statements import append_statements
from tests.service.tables import CAVENDISH, logs


def test_the_same_form_sent_twice_at_once_is_recorded_once(code: str, reopened: Callable[[], Parties]) -> None:
    """A doubled tap whose second request overtakes the first's answer."""
    phones, start = [reopened() for _ in range(4)], Barrier(4)

    def tap(phone: Parties) -> bool:
        start.wait()
        answer = phone.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
        return isinstance(answer, Recorded)

    with ThreadPoolExecutor(len(phones)) as pool:
        assert all(pool.map(tap, phones))
    assert logs(phones[0].sheet(code)) == [["E point 5", "Y good"]]


def test_the_deal_is_scored_before_the_lock_is_taken(
    code: str, reopened: Callable[[], Parties], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes time keeps nobody from writing, not even another phone at the table."""
    phone, other = reopened(), reopened()
    scored = []

    def score(*asked: Any) -> Any:
        with writing(other.engine, sheet=code):
            scored.append(asked)
        return with_said(*asked)

    monkeypatch.setattr(service, "with_said", score)
    assert isinstance(phone.record(code, deal=0, position=0, said="E point 5", form_key="one"), Recorded)
    assert len(scored) == 1


def test_a_tap_that_is_overtaken_while_it_is_scored_clashes(
    code: str, reopened: Callable[[], Parties], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, other = reopened(), reopened()

    def score(*asked: Any) -> Any:
        monkeypatch.undo()
        assert isinstance(other.record(code, deal=0, position=0, said="E point 6", form_key="other"), Recorded)
        return with_said(*asked)

    monkeypatch.setattr(service, "with_said", score)
    answer = phone.record(code, deal=0, position=0, said="E point 5", form_key="one")
    assert isinstance(answer, Clash)
    assert not answer.own
    assert logs(answer.sheet) == [["E point 6"]]


def test_what_a_transaction_read_and_took_back_is_not_shown(parties: Parties, code: str) -> None:
    """The ids of rows that were rolled back are given to the next."""
    with trying(parties.engine) as db:
        row = find_any(db, code)
        append_statements(db, row.id, deal=0, position=0, said=["E point 5"], form_key="one", at="now")
        assert logs(read_sheet(db, row)) == [["E point 5"]]
    with writing(parties.engine) as db:
        append_statements(db, row.id, deal=0, position=0, said=["E point 6"], form_key="two", at="now")
    assert logs(parties.sheet(code)) == [["E point 6"]]


def test_the_answer_of_a_tap_equals_the_stored_sheet(code: str, reopened: Callable[[], Parties]) -> None:
    phone = reopened()
    for said in (*(each.strip() for each in CAVENDISH.replace("\n", ";").split(";")), "strike 24"):
        position = len(phone.sheet(code).log(0))
        answer = phone.record(code, deal=0, position=position, said=said, form_key=f"tap {position}")
        assert isinstance(answer, Recorded), answer
        assert answer.sheet == phone.sheet(code)
