"""Names and who dealt first, corrected: in the chain without the names,
which can be erased, and for every reader.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import select, update

from scorer.rules.partie import play_partie
from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.parties import Clash, Parties, Recorded, Refused, Sheet
from scorer.storage import schema as s
from scorer.storage.engine import reading, writing
from scorer.table.recording import seating_said
from tests.rows import each_row
from tests.service import refusal
from tests.service.tables import EVERY_LINK, PLAIN, PORTLAND, say, unchanged


def seat(
    parties: Parties, code: str, first: int = 0, *names: str, key: str = ""
) -> Recorded | Clash | Refused:
    """Say who is elder in the first deal, and perhaps the names, on the sheet as it is now."""
    sheet = parties.sheet(code)
    deal = sheet.last_deal
    said = seating_said(first, names)
    position = sheet.recorded(deal)
    form_key = key or f"seats {sheet.version}"
    return parties.record(
        code, deal=deal, position=position, said=said, form_key=form_key, seen=sheet.seen
    )


def faults(parties: Parties) -> list[str]:
    return [each.what for each in verify(parties.engine, now=parties.clock())]


def texts(parties: Parties) -> list[str]:
    with reading(parties.engine) as db:
        return list(db.execute(select(s.statement.c.text).order_by(s.statement.c.id)).scalars())


def test_what_was_corrected_is_read_again(
    parties: Parties, reopened: Callable[[], Parties], code: str
) -> None:
    say(parties, code, PLAIN)
    assert isinstance(seat(parties, code, 1, "Adele", "Bea"), Recorded)
    say(parties, code, "E point 5; Y good")
    for each in (parties, reopened()):
        sheet = each.sheet(code)
        assert sheet.names == ("Adele", "Bea")
        assert sheet.elder(0) == 1
        assert sheet.partie.totals == (11, 24)
        assert each.names(EVERY_LINK) == ["Adele", "Bea"]
        assert faults(each) == []
    assert isinstance(seat(parties, code, 0, "Ada", "Bea"), Recorded)
    assert parties.sheet(code).names == ("Ada", "Bea")
    assert parties.sheet(code).partie.totals == (24, 11)
    assert faults(parties) == []


def test_totals_stay_with_the_names_beside_which_they_were_written(
    parties: Parties, code: str
) -> None:
    say(parties, code, PLAIN, "scores 15 31")
    assert isinstance(seat(parties, code, 1), Recorded)
    assert [deal.points for deal in parties.sheet(code).partie.deals] == [(6, 24), (15, 31)]


def test_the_head_and_the_signatures_follow(parties: Parties, code: str) -> None:
    say(parties, code, *("tricks E12", "tricks Y12") * 3)
    signed = parties.sign(code, player=0, name="Ada")
    assert isinstance(seat(parties, code, 0, "Adele", "Bea"), Recorded)
    sheet = parties.sheet(code)
    assert sheet.signatures == (None, None)
    assert sheet.lapsed == ("Ada",)
    assert sheet.head != signed.head
    assert parties.sign(code, player=0, name="Adele").signatures[0] == "Adele"
    assert faults(parties) == []


def test_a_signed_partie_is_only_corrected_from_a_page_that_showed_it_as_signed(
    parties: Parties, code: str
) -> None:
    stale = say(parties, code, *("tricks E12", "tricks Y12") * 3)
    before = parties.sign(code, player=0, name="Ada")
    at = stale.recorded(5)
    found = parties.record(
        code, deal=5, position=at, said=seating_said(1), form_key="one", seen=stale.seen
    )
    assert isinstance(found, Refused)
    assert unchanged(parties, before)


@each_row
def test_what_no_partie_can_have_is_refused(
    parties: Parties, code: str, first: int, names: tuple[str, ...], why: str
) -> None:
    before = say(parties, code, PLAIN)
    found = seat(parties, code, first, *names)
    assert isinstance(found, Refused)
    assert re.match(refusal(why), str(found.reason)), str(found.reason)
    assert unchanged(parties, before)


def test_a_correction_clashes_as_any_statement_does(parties: Parties, code: str) -> None:
    sheet = say(parties, code, "E point 5")
    send = partial(
        parties.record, code, deal=0, said=seating_said(1, ("Adele", "Bea")), form_key="one"
    )
    say(parties, code, "Y good")
    assert isinstance(send(position=sheet.recorded(0)), Clash)
    assert isinstance(seat(parties, code, 1, "Adele", "Bea", key="one"), Recorded)
    done = parties.sheet(code)
    assert isinstance(send(position=2), Recorded), "sent twice"
    assert unchanged(parties, done)
    say(parties, code, "E no sequence")
    assert len(parties.sheet(code).log(0)) == 3
    assert parties.sheet(code).recorded(0) == 4


def test_another_deal_has_begun_meanwhile(parties: Parties, code: str) -> None:
    say(parties, code, PLAIN)
    before = say(parties, code, "E point 5")
    found = parties.record(code, deal=0, position=3, said=seating_said(1), form_key="one")
    assert isinstance(found, Refused)
    assert re.match(refusal("another deal has begun"), str(found.reason)), str(found.reason)
    assert unchanged(parties, before)


def test_before_the_first_statement_it_is_said_too(parties: Parties, code: str) -> None:
    assert isinstance(seat(parties, code, 1, "Ada", "Beatrice"), Recorded)
    sheet = parties.sheet(code)
    assert sheet.names == ("Ada", "Beatrice")
    assert sheet.seated(0).values == ("Beatrice", "Ada")
    assert sheet.current_deal == 0
    parties.record(code, deal=0, position=1, said=PLAIN, form_key="deal")
    assert parties.sheet(code).partie.totals == (6, 24)


@pytest.mark.parametrize("first", range(4))
def test_of_four_partners_the_points_move_with_the_seats(parties: Parties, first: int) -> None:
    sheet, _ = parties.open(("Ada", "Bea", "Cem", "Dora"), PRESETS["voleur"])
    parties.record(sheet.code, deal=0, position=0, said="scores 30 12", form_key="0")
    if first:
        assert isinstance(seat(parties, sheet.code, first), Recorded)
    found = parties.sheet(sheet.code)
    assert found.seated(1).values == (*found.names[first + 1 :], *found.names[: first + 1])
    assert found.partie.totals == (30, 12)


def test_no_name_is_in_the_chain_and_every_name_can_be_erased(parties: Parties, code: str) -> None:
    """A name that is no longer the player's too."""
    say(parties, code, PLAIN)
    seat(parties, code, 0, "Adele", "Bea")
    seat(parties, code, 0, "Adelheid", "Bea")
    seat(parties, code, 1, "Adelheid", "Bea")
    assert not any(name in text for name in ("Ade", "Bea") for text in texts(parties))
    with writing(parties.engine) as db:
        for table in (s.player, s.renaming):
            db.execute(
                update(table).where(table.c.seat == 0).values(name="Former member 7", salt="")
            )
    assert faults(parties) == []
    with reading(parties.engine) as db:
        kept = [tuple(row) for table in (s.player, s.renaming) for row in db.execute(select(table))]
    assert not any("Ade" in str(cell) or "Ada" in str(cell) for row in kept for cell in row)


def test_a_taken_partie_keeps_who_is_elder(parties: Parties, code: str) -> None:
    say(parties, code, PLAIN, "scores 15 31")
    seat(parties, code, 1)
    record = parties.sheet(code).partie.record
    taken: Sheet = parties.take(record)[0]
    assert taken.partie.record == record
    assert play_partie(record.from_elder()).totals == taken.partie.totals[::-1]
    assert parties.take(parties.open(("Cy", "Di"), PORTLAND)[0].partie.record)[0].names == (
        "Cy",
        "Di",
    )
