"""Companies: opened, their parties begun, entered or struck, the card signed; nothing derived is kept."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from scorer.rules.company import Lineup, Won, terms_named
from scorer.rules.presets import PRESETS
from scorer.service.companies import Companies, CompanyCard, NoSuchCompany, NotTheTurn
from scorer.service.opening import NotAllowed
from scorer.service.parties import Parties, Recorded, Refused, Sheet, Sight, new_token
from scorer.storage.engine import open_engine

PORTLAND = PRESETS["portland"]
CAPOTS = ("count E12 last E play 13", "count E0 last Y play 1") * 3
"""Six deals that the first elder wins, 318 to 3: with a Rubicon 421."""

LOST = (CAPOTS[1], CAPOTS[0]) * 3
"""Six deals that the second elder wins, as many to as few."""


def at_eight() -> datetime:
    return datetime(2026, 9, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def parties(tmp_path: Path) -> Iterator[Parties]:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}")
    yield Parties(engine, at_eight)
    engine.dispose()


@pytest.fixture
def companies(parties: Parties) -> Companies:
    return Companies(parties.engine, at_eight)


@pytest.fixture
def card(companies: Companies) -> CompanyCard:
    return companies.open(["Ada", "Ben", "Cem"], terms_named("chouette"), PORTLAND)[0]


def played(parties: Parties, sheet: Sheet, logs: tuple[str, ...] = CAPOTS) -> Sheet:
    for deal, log in enumerate(logs):
        result = parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}")
        assert isinstance(result, Recorded)
        sheet = result.sheet
    return sheet


def seated(card: CompanyCard) -> list[str]:
    lineup = card.company.card.lineup
    return [card.names[each] for each in (*lineup.seats, *lineup.others)]


def test_a_company_is_opened_with_a_code_and_a_link(companies: Companies) -> None:
    card, token = companies.open([" Ada ", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND)
    assert (card.names, card.turns, seated(card)) == (("Ada", "Ben", "Cem"), (), ["Ada", "Ben", "Cem"])
    assert companies.card(card.code.lower()) == card
    assert card.company.record.terms == terms_named("chouette share=2")
    assert companies.scoring.open(token) == (card.code, 1)
    assert companies.open(["Ada", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND, token)[0] == card


@pytest.mark.parametrize(
    ("names", "terms", "rules", "why"),
    [
        (["Ada", "Ben"], "chouette", "portland", "three players or more"),
        (["Ada", "Ben", "Ada "], "chouette", "portland", "different one"),
        (["Ada", "Ben", ""], "pool", "portland", "1 to 80"),
        (list("ABCDEFGHIJKLM"), "pool", "portland", "no more than 12"),
        (["Ada", "Ben", "Cem"], "chouette", "cent-32", "Under these rules"),
    ],
)
def test_what_cannot_be_played_is_refused(
    companies: Companies, names: list[str], terms: str, rules: str, why: str
) -> None:
    with pytest.raises(NotAllowed, match=why):
        companies.open(names, terms_named(terms), PRESETS[rules])


def test_there_is_no_company_of_another_code(companies: Companies) -> None:
    for ask in (companies.card, companies.version, companies.scoring.all):
        with pytest.raises(NoSuchCompany):
            ask("ZZZZZZ")


def test_a_finished_partie_advances_the_card(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    sheet, token = companies.begin(card.code, number=0, elder=1)
    assert sheet.names == ("Ben", "Ada")
    opened = parties.open_link(token)
    assert opened is not None
    assert opened[0] == sheet.code
    before = companies.card(card.code)
    assert (before.going_on(), before.company.card.turns) == (sheet.code, ())
    played(parties, sheet)
    after = companies.card(card.code)
    assert (after.going_on(), after.company.card.balances) == ("", (-840, 420, 420))
    assert seated(after) == ["Ben", "Cem", "Ada"]
    assert len({card.version, before.version, after.version}) == 3
    assert companies.of_partie(sheet.code) == card.code
    assert companies.of_partie(parties.open(("Ada", "Ben"), PORTLAND)[0].code) == ""


def test_a_form_sent_twice_begins_one_partie(companies: Companies, card: CompanyCard) -> None:
    token = new_token()
    first, _ = companies.begin(card.code, number=0, elder=0, token=token)
    again, _ = companies.begin(card.code, number=0, elder=0, token=token)
    assert first == again
    assert len(companies.card(card.code).turns) == 1


def test_a_token_of_another_partie_opens_a_new_one(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    strange, token = parties.open(("Xi", "Yu"), PORTLAND)
    begun, drawn = companies.begin(card.code, number=0, elder=0, token=token)
    assert begun.code != strange.code
    assert drawn != token


def test_two_phones_begin_one_partie(companies: Companies, card: CompanyCard) -> None:
    barrier = Barrier(2)

    def begin(_: int) -> bool:
        barrier.wait()
        try:
            companies.begin(card.code, number=0, elder=0)
        except NotTheTurn:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begin, range(2))) == [False, True]
    assert len(companies.card(card.code).turns) == 1


def test_the_next_partie_cannot_begin_while_one_is_in_progress(companies: Companies, card: CompanyCard) -> None:
    companies.begin(card.code, number=0, elder=0)
    with pytest.raises(NotAllowed, match="A partie is in progress"):
        companies.begin(card.code, number=1, elder=0)
    with pytest.raises(NotAllowed, match="A partie is in progress"):
        companies.enter(card.code, number=1, result=Won(0, 100), form_key="k")
    companies.remove(card.code, number=0, form_key="s")
    with pytest.raises(NotAllowed, match="who deals"):
        companies.begin(card.code, number=1, elder=2)


def test_a_paper_card_is_entered_by_totals_or_by_results(companies: Companies, card: CompanyCard) -> None:
    companies.enter(card.code, number=0, totals=(155, 105), form_key="a")
    companies.enter(card.code, number=0, totals=(155, 105), form_key="a")
    companies.enter(card.code, number=1, result=Won(0, 410), form_key="b")
    found = companies.enter(card.code, number=1, result=Won(0, 416), form_key="c")
    assert found.company.card.balances == (300 + 840, -150 - 420, -150 - 420)
    assert companies.enter(card.code, number=2, result=Won(None, 0), form_key="d").company.card.lineup == Lineup(
        (0, 1), (2,)
    )


def test_the_card_of_cavendish_is_entered(companies: Companies, card: CompanyCard) -> None:
    for number, (by, points) in enumerate([(0, 150), (0, 416), (1, 476), (1, 141), (0, 126)]):
        card = companies.enter(card.code, number=number, result=Won(by, points), form_key=f"{number}")
    assert card.company.card.balances == (190, -500, 310)


@pytest.mark.parametrize(
    ("paper", "why"),
    [
        ({}, "Enter the totals"),
        ({"totals": (1, 2), "result": Won(0, 9)}, "Enter the totals"),
        ({"totals": (-1, 2)}, "whole numbers"),
        ({"result": Won(0, 0)}, "from 1 to"),
        ({"result": Won(2, 9)}, "from 1 to"),
    ],
)
def test_a_paper_card_without_a_result_is_refused(
    companies: Companies, card: CompanyCard, paper: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotAllowed, match=why):
        companies.enter(card.code, number=0, form_key="k", **paper)


def test_totals_that_decide_nothing_are_refused(companies: Companies) -> None:
    card, _ = companies.open(["A", "B", "C"], terms_named("pool"), PRESETS["cent-36"])
    with pytest.raises(NotAllowed, match="must have reached 100 and be ahead"):
        companies.enter(card.code, number=0, totals=(90, 80), form_key="k")


def test_a_form_for_another_turn_raises_not_the_turn(companies: Companies, card: CompanyCard) -> None:
    companies.enter(card.code, number=0, result=Won(0, 150), form_key="a")
    with pytest.raises(NotTheTurn, match="has changed since"):
        companies.begin(card.code, number=0, elder=0)
    with pytest.raises(NotAllowed, match="no such partie"):
        companies.enter(card.code, number=7, result=Won(0, 150), form_key="b")


def test_a_recorded_turn_cannot_be_entered_from_paper(companies: Companies, card: CompanyCard) -> None:
    companies.begin(card.code, number=0, elder=0)
    with pytest.raises(NotAllowed, match="played here"):
        companies.enter(card.code, number=0, result=Won(0, 150), form_key="b")


def test_a_corrected_statement_changes_the_card_but_not_the_seats(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    """
    Ada has beaten Ben, and then lost to Cem; and it was Ben who had won the first.

    The second partie stays between Ada and Cem, with Ada in the box, though
    that was not their turn; and from there on it goes by turns.
    """
    first = played(parties, companies.begin(card.code, number=0, elder=0)[0])
    played(parties, companies.begin(card.code, number=1, elder=0)[0], LOST)
    before = companies.card(card.code)
    assert [turn.in_turn for turn in before.company.card.turns] == [True, True]
    for deal, log in enumerate(LOST):
        parties.record(first.code, deal=deal, position=1, said=f"strike 1 for {log}", form_key=f"again {deal}")
    after = companies.card(card.code)
    assert [turn.in_turn for turn in after.company.card.turns] == [True, False]
    assert [turn.lineup.seats for turn in after.company.card.turns] == [(0, 1), (0, 2)]
    assert after.company.card.balances == (-840 - 840, 420 + 420, 420 + 420)
    assert seated(after) == ["Cem", "Ben", "Ada"]


def test_a_removed_turn_no_longer_counts(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    sheet, _ = companies.begin(card.code, number=0, elder=0)
    struck = companies.remove(card.code, number=0, form_key="s")
    assert companies.remove(card.code, number=0, form_key="s") == struck
    assert (struck.turns, struck.next_number, struck.company.card.turns) == ((), 1, ())
    assert parties.sheet(sheet.code).names == ("Ada", "Ben")
    companies.begin(card.code, number=1, elder=0)
    with pytest.raises(NotAllowed, match="no such partie"):
        companies.remove(card.code, number=0, form_key="t")


def test_a_card_that_is_signed_takes_nothing_more(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    with pytest.raises(NotAllowed, match="Nothing was played yet"):
        companies.sign(card.code, seat=0, name="Ada")
    sheet, _ = companies.begin(card.code, number=0, elder=0)
    with pytest.raises(NotAllowed, match="in progress"):
        companies.sign(card.code, seat=0, name="Ada")
    played(parties, sheet)
    with pytest.raises(NotAllowed, match="the name on the card: Ada"):
        companies.sign(card.code, seat=0, name="Ben")
    with pytest.raises(NotAllowed, match="whose signature"):
        companies.sign(card.code, seat=3, name="Ben")
    signed = companies.sign(card.code, seat=0, name=" ada")
    assert (signed.signatures, signed.is_closed, signed.is_signed) == (("Ada", None, None), True, False)
    assert companies.sign(card.code, seat=0, name="Ada") == signed
    for attempt in (
        lambda: companies.begin(card.code, number=1, elder=0),
        lambda: companies.enter(card.code, number=1, result=Won(0, 1), form_key="k"),
        lambda: companies.remove(card.code, number=0, form_key="s"),
    ):
        with pytest.raises(NotAllowed, match="is signed and takes no more parties"):
            attempt()
    said = parties.record(sheet.code, deal=5, position=1, said="strike 1", form_key="late")
    assert isinstance(said, Refused)
    assert companies.sign(card.code, seat=1, name="Ben").signatures == ("Ada", "Ben", None)
    assert companies.sign(card.code, seat=2, name="Cem").is_signed


def test_a_signed_partie_is_corrected_until_the_card_is_signed(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    sheet = played(parties, companies.begin(card.code, number=0, elder=0)[0])
    signed = parties.sign(sheet.code, player=0, name="Ada")
    change = "strike 1 for count E11 last E play 13"
    said = parties.record(sheet.code, deal=4, position=1, said=change, form_key="one", seen=signed.version)
    assert isinstance(said, Recorded)
    now = parties.sign(sheet.code, player=1, name="Ben")
    assert now.signatures == (None, "Ben")
    companies.sign(card.code, seat=0, name="Ada")
    said = parties.record(sheet.code, deal=4, position=2, said="strike 2", form_key="two", seen=now.version)
    assert isinstance(said, Refused)
    held = parties.sheet(sheet.code)
    assert (held.held, held.signatures) == (True, (None, "Ben")), "Ada signed another record, and the card"


def test_links_are_made_and_revoked(companies: Companies, card: CompanyCard) -> None:
    token = companies.scoring.new(card.code)
    assert companies.scoring.new(card.code, token) == token
    assert companies.scoring.open(token) == (card.code, 2)
    assert companies.scoring.holds(card.code, 2)
    companies.scoring.revoke(card.code, 2)
    companies.scoring.revoke(card.code, 2)
    assert companies.scoring.open(token) is None
    assert not companies.scoring.holds(card.code, 2)
    assert companies.scoring.open("forged") is None
    with pytest.raises(NotAllowed, match="no such link"):
        companies.scoring.revoke(card.code, 3)


def test_the_latest_are_listed_first(companies: Companies, card: CompanyCard) -> None:
    pool, _ = companies.open(["Xi", "Yu", "Zoë"], terms_named("pool"), PORTLAND)
    assert [each.code for each in companies.latest(Sight(company_links=frozenset({1, 2})))] == [pool.code, card.code]


# A table: three, or four in partnership, who all play


@pytest.mark.parametrize(
    ("rules", "logs", "won"),
    [
        ("normand", ("tricks E10:1", "tricks T10:1"), (-1, 2, -1)),
        ("voleur", ("tricks E8:1", "tricks F8:1", "tricks T2:1"), (-1, 1, -1, 1)),
    ],
)
def test_at_a_table_all_play_and_each_loser_pays(
    parties: Parties, companies: Companies, rules: str, logs: tuple[str, ...], won: tuple[int, ...]
) -> None:
    """Ben is elder in the first deal, and takes every trick."""
    names = ["Ada", "Ben", "Cem", "Dot"][: len(won)]
    card, _ = companies.open(names, terms_named("table"), PRESETS[rules])
    sheet, _ = companies.begin(card.code, number=0, elder=1)
    assert sheet.names == (*names[1:], "Ada")
    assert companies.card(card.code).going_on() == sheet.code
    sheet = played(parties, sheet, logs)
    assert sheet.partie.settlement is not None
    after = companies.card(card.code)
    assert (after.company.card.balances, after.going_on(), seated(after)) == (won, "", names)
    with pytest.raises(NotAllowed, match="Choose who deals first"):
        companies.begin(card.code, number=1, elder=len(names))


def test_at_a_table_a_paper_card_has_as_many_totals_as_sides(companies: Companies) -> None:
    three, _ = companies.open(["Ada", "Ben", "Cem"], terms_named("table stake=2"), PRESETS["normand"])
    four, _ = companies.open(["Ada", "Ben", "Cem", "Dot"], terms_named("table"), PRESETS["voleur"])
    companies.enter(three.code, number=0, totals=(20, 104, 60), form_key="a")
    found = companies.enter(three.code, number=1, result=Won(2, 1), form_key="b")
    assert found.company.card.balances == (-4, 2, 2)
    found = companies.enter(four.code, number=0, totals=(20, 104), form_key="a")
    assert found.company.card.balances == (-1, 1, -1, 1)
    for code, totals in ((three.code, (20, 104)), (four.code, (20, 104, 60, 1))):
        with pytest.raises(NotAllowed, match="Totals are whole numbers"):
            companies.enter(code, number=1, totals=totals, form_key="c")
    with pytest.raises(NotAllowed, match="from 1 to"):
        companies.enter(four.code, number=1, result=Won(2, 1), form_key="d")


@pytest.mark.parametrize(
    ("names", "rules", "why"),
    [
        (["Ada", "Ben", "Cem", "Dot"], "normand", "for 3 players"),
        (["Ada", "Ben", "Cem"], "voleur", "for 4 players"),
        (["Ada", "Ben", "Cem"], "portland", "for three or for four"),
    ],
)
def test_a_table_has_as_many_as_its_rules_are_for(companies: Companies, names: list[str], rules: str, why: str) -> None:
    with pytest.raises(NotAllowed, match=why):
        companies.open(names, terms_named("table"), PRESETS[rules])
