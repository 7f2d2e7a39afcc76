"""Two at once, and bad luck: nothing is lost, doubled or wrong,
and one is refused if only one can be first.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from scorer.rules.company import Won
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.services import club_services
from scorer.service.parties import Clash, Parties, Recorded, Refused
from scorer.service.sheets import find_any, read_sheet
from scorer.storage.engine import open_engine, trying, writing
from scorer.storage.statements import append_statements
from scorer.table import recording as service
from scorer.table.entering import NotAllowed, new_token
from scorer.table.recording import with_said
from tests.service.club.conftest import TRICK
from tests.service.club.running_club import DEALS, RunningClub
from tests.service.club.test_companies import season
from tests.service.tables import CAVENDISH, logs
from tests.thorough import EVERYTHING

ROUNDS = 4 if EVERYTHING else 2
"""How often each race is run, by turns with either first."""

Calls = tuple[Callable[[], object], Callable[[], object]]


@pytest.fixture
def both(club: RunningClub) -> Iterator[tuple[RunningClub, RunningClub]]:
    """A club with a season of parties and one of companies, as two processes have it."""
    club.season(1, 2, 3, 4)
    season(club)
    engine = open_engine(club.engine.url)
    parties = Parties(engine, club.clock)
    yield club, replace(club, parties=parties, services=club_services(parties))
    engine.dispose()


def alike(one: RunningClub, other: RunningClub, call: Callable[[RunningClub], object]) -> Calls:
    return partial(call, one), partial(call, other)


def late(club: RunningClub, code: str) -> Callable[[], object]:
    return partial(
        club.parties.record,
        code,
        deal=3,
        position=12,
        said="strike 12 for tricks E1",
        form_key="late",
    )


def two_signatures(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2, signed=()).sheet.code
    first = one.services.signing
    second = other.services.signing
    return partial(first.sign, code, one.members[1]), partial(second.sign, code, one.members[2])


def a_signature_and_a_tap(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2, signed=()).sheet.code
    return partial(one.services.signing.sign, code, one.members[2]), late(other, code)


def an_agreement_and_a_ruling(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2).sheet.code
    asked = Correction(deal=2, said=TRICK)
    one.services.disputes.file(code, one.members[2], DisputeKind.CORRECTION, "I took one.", asked)
    agree = partial(one.services.disputes.reply, code, one.members[1], ReplyKind.AGREES)
    return agree, partial(
        other.services.disputes.rule,
        code,
        one.director,
        follow=True,
        words="I saw it",
        law="Law 74",
    )


def one_name(one: RunningClub, other: RunningClub) -> Calls:
    name = f"Eve {new_token()[:6]}"
    return alike(one, other, lambda club: club.services.people.admit(club.director, [name]))


def one_link_to_found_a_club(one: RunningClub, other: RunningClub) -> Calls:
    given = {"club": "Other", "director": "Zoe", "password": "a long password"}
    link = one.services.clubs.new_setup_link()
    return alike(one, other, lambda club: club.services.clubs.found(link, **given))


def one_form_to_open_a_partie(one: RunningClub, other: RunningClub) -> Calls:
    token = new_token()
    return alike(
        one, other, lambda club: club.services.signing.open(club.id, 1, (3, 4), token=token)
    )


def one_turn(one: RunningClub, other: RunningClub) -> Calls:
    code = one.card(2, 1, 2, 3)
    paper = partial(other.companies.enter, code, number=1, result=Won(0, 20), form_key="paper")
    return partial(one.companies.begin, code, number=1, elder=0), paper


def a_signature_of_a_card_and_a_tap_in_its_partie(one: RunningClub, other: RunningClub) -> Calls:
    """A statement of a partie is in the entry of its company or refused, whichever is first."""
    code = one.card(2, 1, 2, 3, won=())
    sheet = one.companies.begin(code, number=0, elder=0)[0].code
    for deal, log in enumerate(DEALS):
        one.parties.record(sheet, deal=deal, position=0, said=log, form_key=f"deal {deal}")
    return partial(one.sign, code, 1, 2, 3), late(other, sheet)


def a_merger_and_a_partie(one: RunningClub, other: RunningClub) -> Calls:
    (twin,) = one.admit(f"Twin {new_token()[:6]}")
    one.services.seasons.enter(one.director, 1, twin)
    merge = partial(one.services.people.merge, one.director, twin, 4)
    return merge, partial(other.services.signing.open, one.club.id, 1, (twin, 4))


Race = Callable[[RunningClub, RunningClub], Calls]
RACES: dict[Race, tuple[int, ...]] = {
    **dict.fromkeys((two_signatures, one_form_to_open_a_partie), (2,)),
    **dict.fromkeys((one_name, one_link_to_found_a_club, one_turn), (1,)),
    **dict.fromkeys(
        (a_signature_and_a_tap, an_agreement_and_a_ruling, a_merger_and_a_partie), (1, 2)
    ),
    a_signature_of_a_card_and_a_tap_in_its_partie: (1, 2),
}
"""The races, and how many of the two can succeed."""


@pytest.mark.parametrize("race", RACES)
def test_a_race_ends_in_one_order_or_the_other(
    both: tuple[RunningClub, RunningClub], race: Race
) -> None:
    for number in range(ROUNDS):
        calls = race(*both[:: 1 - 2 * (number % 2)])
        start = Barrier(2)

        def at_once(call: Callable[[], object], start: Barrier = start) -> bool:
            start.wait()
            try:
                return not isinstance(call(), Clash | Refused)
            except NotAllowed:
                return False

        with ThreadPoolExecutor(2) as pool:
            assert sum(pool.map(at_once, calls)) in RACES[race]
    assert both[0].entries == both[1].entries


# Phones at one table


def test_the_same_form_sent_twice_at_once_is_recorded_once(
    code: str, reopened: Callable[[], Parties]
) -> None:
    """A doubled tap whose second request overtakes the first's answer."""
    phones = [reopened() for _ in range(4)]
    start = Barrier(4)

    def tap(phone: Parties) -> bool:
        start.wait()
        return isinstance(
            phone.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one"),
            Recorded,
        )

    with ThreadPoolExecutor(len(phones)) as pool:
        assert all(pool.map(tap, phones))
    assert logs(phones[0].sheet(code)) == [["E point 5", "Y good"]]


def test_an_overtaken_tap_clashes(
    code: str, reopened: Callable[[], Parties], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal is scored before the lock is taken:
    what takes time keeps nobody from writing, not even at the table.
    """
    phone = reopened()
    other = reopened()

    def score(*asked: Any) -> Any:
        monkeypatch.undo()
        assert isinstance(
            other.record(code, deal=0, position=0, said="E point 6", form_key="other"), Recorded
        )
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
        append_statements(
            db, row.id, deal=0, position=0, said=["E point 5"], form_key="one", at="now"
        )
        assert logs(read_sheet(db, row)) == [["E point 5"]]
    with writing(parties.engine) as db:
        append_statements(
            db, row.id, deal=0, position=0, said=["E point 6"], form_key="two", at="now"
        )
    assert logs(parties.sheet(code)) == [["E point 6"]]


def test_the_answer_of_a_tap_equals_the_stored_sheet(
    code: str, reopened: Callable[[], Parties]
) -> None:
    phone = reopened()
    for said in (*(each.strip() for each in CAVENDISH.replace("\n", ";").split(";")), "strike 24"):
        position = len(phone.sheet(code).log(0))
        answer = phone.record(
            code, deal=0, position=position, said=said, form_key=f"tap {position}"
        )
        assert isinstance(answer, Recorded), answer
        assert answer.sheet == phone.sheet(code)
