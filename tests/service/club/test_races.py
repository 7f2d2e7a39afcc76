"""Two processes do at once what only one can, or what the other must know of: one is refused, and nothing is wrong."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier

import pytest

from scorer.rules.company import Won
from scorer.service.club.disputes import Correction, DisputeKind, ReplyKind
from scorer.service.club.services import club_services
from scorer.service.opening import NotAllowed, new_token
from scorer.service.parties import Clash, Parties, Refused
from scorer.storage.engine import open_engine
from tests.service.club.running_club import DEALS, RunningClub
from tests.service.club.test_companies import season
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


def two_signatures(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2, signed=()).sheet.code
    first, second = one.services.signing, other.services.signing
    return partial(first.sign, code, one.members[1]), partial(second.sign, code, one.members[2])


def a_signature_and_a_tap(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2, signed=()).sheet.code
    tap = partial(other.parties.record, code, deal=3, position=12, said="strike 12 for tricks E1", form_key="late")
    return partial(one.services.signing.sign, code, one.members[2]), tap


def an_agreement_and_a_ruling(one: RunningClub, other: RunningClub) -> Calls:
    code = one.play(1, 1, 2).sheet.code
    asked = Correction(deal=2, said="strike 12 for tricks Y1")
    one.services.disputes.file(code, one.members[2], DisputeKind.CORRECTION, "I took one.", asked)
    agree = partial(one.services.disputes.reply, code, one.members[1], ReplyKind.AGREES)
    return agree, partial(other.services.disputes.rule, code, one.director, follow=True, words="I saw it", law="Law 74")


def one_name(one: RunningClub, other: RunningClub) -> Calls:
    names = [f"Eve {new_token()[:6]}"]
    return partial(one.services.people.admit, one.director, names), partial(
        other.services.people.admit, one.director, names
    )


def one_link_to_found_a_club(one: RunningClub, other: RunningClub) -> Calls:
    given = {"club": "Other", "director": "Zoe", "password": "a long password"}
    link = one.services.clubs.new_setup_link()
    return partial(one.services.clubs.found, link, **given), partial(other.services.clubs.found, link, **given)


def one_form_to_open_a_partie(one: RunningClub, other: RunningClub) -> Calls:
    token, first, second = new_token(), one.services.signing, other.services.signing
    form = one.club.id, 1, (3, 4)
    return partial(first.open, *form, token=token), partial(second.open, *form, token=token)


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

    def sign() -> None:
        for member in (1, 2, 3):
            one.services.signing.sign(code, one.members[member])

    tap = partial(other.parties.record, sheet, deal=3, position=12, said="strike 12 for tricks E1", form_key="late")
    return sign, tap


def a_merger_and_a_partie(one: RunningClub, other: RunningClub) -> Calls:
    (twin,) = one.admit(f"Twin {new_token()[:6]}")
    one.services.seasons.enter(one.director, 1, twin)
    merge = partial(one.services.people.merge, one.director, twin, 4)
    return merge, partial(other.services.signing.open, one.club.id, 1, (twin, 4))


RACES = (
    *(two_signatures, a_signature_and_a_tap, an_agreement_and_a_ruling, one_name, one_link_to_found_a_club),
    *(one_form_to_open_a_partie, one_turn, a_signature_of_a_card_and_a_tap_in_its_partie, a_merger_and_a_partie),
)
BOTH_SUCCEED = (two_signatures, one_form_to_open_a_partie)
ONE_SUCCEEDS = (one_name, one_link_to_found_a_club, one_turn)


@pytest.mark.parametrize("race", RACES)
def test_a_race_ends_in_one_order_or_the_other(
    both: tuple[RunningClub, RunningClub], race: Callable[[RunningClub, RunningClub], Calls]
) -> None:
    for number in range(ROUNDS):
        calls, start = race(*both[:: 1 - 2 * (number % 2)]), Barrier(2)

        def at_once(call: Callable[[], object], start: Barrier = start) -> bool:
            start.wait()
            try:
                return not isinstance(call(), Clash | Refused)
            except NotAllowed:
                return False

        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(at_once, calls))
        assert sum(done) in ([2] if race in BOTH_SUCCEED else [1] if race in ONE_SUCCEEDS else [1, 2])
    assert both[0].entries == both[1].entries
