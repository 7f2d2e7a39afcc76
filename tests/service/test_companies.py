"""Companies: opened, their parties begun, entered or removed, and the card signed."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scorer.rules.company import Won, terms_named
from scorer.rules.presets import PRESETS
from scorer.service.companies import Companies, CompanyCard, NoSuchCompany
from scorer.service.parties import Parties, Recorded, Refused, Sheet, Sight
from tests import there
from tests.rows import each_row
from tests.service import refused
from tests.service.tables import PORTLAND

CAPOTS = ("count E12 last E play 13", "count E0 last Y play 1") * 3
"""Six deals that the first elder wins, 318 to 3: with a Rubicon 421."""

LOST = (CAPOTS[1], CAPOTS[0]) * 3
"""Six deals that the second elder wins, as many to as few."""


Verb = Callable[[Companies, str], object]


@pytest.fixture
def companies(parties: Parties) -> Companies:
    return Companies(parties.engine, parties.clock)


@pytest.fixture
def card(companies: Companies) -> CompanyCard:
    return companies.open(["Ada", "Ben", "Cem"], terms_named("chouette"), PORTLAND)[0]


def played(parties: Parties, sheet: Sheet, logs: tuple[str, ...] = CAPOTS) -> Sheet:
    for deal, log in enumerate(logs):
        assert isinstance(parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}"), Recorded)
    return parties.sheet(sheet.code)


def seated(card: CompanyCard) -> list[str]:
    """Who plays next, and who looks on."""
    lineup = card.company.card.lineup
    return [card.names[each] for each in (*lineup.seats, *lineup.others)]


def begin(number: int, elder: int = 0) -> Verb:
    return lambda companies, code: companies.begin(code, number=number, elder=elder)


def enter(number: int, totals: Sequence[int] | None = None, by: int | None = None, points: int = 0) -> Verb:
    result, key = None if by is None else Won(by, points), f"{number} {points}"
    both = None if totals is None else tuple(totals)
    return lambda companies, code: companies.enter(code, number=number, totals=both, result=result, form_key=key)


def remove(number: int, form_key: str = "r") -> Verb:
    return lambda companies, code: companies.remove(code, number=number, form_key=form_key)


def sign(seat: int, name: str) -> Verb:
    return lambda companies, code: companies.sign(code, player=seat, name=name)


@each_row("names", "terms", "rules", "why")
def test_what_cannot_be_played_is_refused(
    companies: Companies, names: tuple[str, ...], terms: str, rules: str, why: str
) -> None:
    refused(why, companies.open, names, terms_named(terms), PRESETS[rules])


VERBS: dict[str, Callable[..., Verb]] = {"begin": begin, "enter": enter, "remove": remove, "sign": sign}
Said = tuple[str, dict[str, Any]]


@each_row("before", "verb", "why")
def test_what_is_refused_changes_nothing(
    companies: Companies, card: CompanyCard, before: tuple[Said, ...], verb: Said, why: str
) -> None:
    *earlier, last = (VERBS[name](**args) for name, args in (*before, verb))
    for each in earlier:
        each(companies, card.code)
    found = companies.card(card.code)
    refused(why, last, companies, card.code)
    assert companies.card(card.code) == found


def test_a_full_card_takes_no_more_parties(
    companies: Companies, card: CompanyCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.companies.MOST_TURNS", 1)
    enter(0, by=0, points=150)(companies, card.code)
    refused("has room for 1 parties", begin(1), companies, card.code)
    companies.open(list("ABCDEFGHIJKL"), terms_named("pool"), PORTLAND)


def test_totals_that_decide_nothing_are_refused(companies: Companies) -> None:
    card, _ = companies.open(["A", "B", "C"], terms_named("pool"), PRESETS["cent-36"])
    refused("must have reached 100 and be ahead", enter(0, (90, 80)), companies, card.code)


def test_a_company_is_opened_once_with_a_code_and_a_link(companies: Companies, card: CompanyCard) -> None:
    opened, token = companies.open([" Ada ", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND)
    assert (opened.names, opened.turns, seated(opened)) == (("Ada", "Ben", "Cem"), (), ["Ada", "Ben", "Cem"])
    assert companies.card(opened.code.lower()) == opened
    assert opened.company.record.terms == terms_named("chouette share=2")
    assert companies.open(["Ada", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND, token)[0] == opened
    latest = companies.latest(Sight(links=frozenset({1, 2})))
    assert [each.code for each in latest] == [opened.code, card.code]
    for ask in (companies.card, companies.version):
        with pytest.raises(NoSuchCompany):
            ask("ZZZZZZ")


def test_a_finished_partie_advances_the_card(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    sheet, token = companies.begin(card.code, number=0, elder=1)
    assert (sheet.names, there(parties.open_link(token))[0].code) == (("Ben", "Ada"), sheet.code)
    before = companies.card(card.code)
    assert (before.going_on(), before.company.card.turns) == (sheet.code, ())
    played(parties, sheet)
    after = companies.card(card.code)
    assert (after.going_on(), after.company.card.balances) == ("", (-840, 420, 420))
    assert seated(after) == ["Ben", "Cem", "Ada"]
    assert len({card.version, before.version, after.version}) == 3
    assert companies.of_partie(sheet.code) == (card.code, 0)
    assert companies.of_partie(parties.open(("Ada", "Ben"), PORTLAND)[0].code) == ("", -1)


def test_one_token_begins_one_partie_and_never_another_company_s(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    strange, token = parties.open(("Xi", "Yu"), PORTLAND)
    begun, drawn = companies.begin(card.code, number=0, elder=0, token=token)
    assert begun.code != strange.code
    assert drawn != token
    assert companies.begin(card.code, number=0, elder=0, token=drawn) == (begun, drawn)
    assert len(companies.card(card.code).turns) == 1


def test_a_form_that_is_sent_again_changes_nothing(companies: Companies, card: CompanyCard) -> None:
    entered, again = (companies.enter(card.code, number=0, totals=(155, 105), form_key="a") for _ in range(2))
    assert entered.company.card.balances == again.company.card.balances == (300, -150, -150)
    removed, again = (companies.remove(card.code, number=0, form_key="s") for _ in range(2))
    assert (removed.turns, removed.next_number) == (again.turns, again.next_number) == ((), 1)


def test_a_corrected_statement_changes_the_card_but_not_the_seats(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    """Ada has beaten Ben and lost to Cem; it was Ben who won the first, and yet the second stays Ada's and Cem's."""
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


def test_a_signed_card_is_corrected_and_signed_again(parties: Parties, companies: Companies, card: CompanyCard) -> None:
    """Only from a page that shows it as signed. A signature of another record does not come back."""
    sheet = played(parties, companies.begin(card.code, number=0, elder=0)[0])
    before = parties.sign(sheet.code, player=0, name="Ada")
    change = "strike 1 for count E11 last E play 13"
    said = parties.record(sheet.code, deal=4, position=1, said=change, form_key="one", seen=before.version)
    assert isinstance(said, Recorded)
    now = parties.sign(sheet.code, player=1, name="Ben")
    assert now.signatures == (None, "Ben")
    signed = companies.sign(card.code, player=0, name=" ada")
    assert (signed.signatures, signed.is_closed, signed.is_signed) == (("Ada", None, None), True, False)
    assert companies.sign(card.code, player=0, name="Ada") == signed
    said = parties.record(sheet.code, deal=4, position=2, said="strike 2", form_key="two", seen=now.version)
    assert isinstance(said, Refused)
    found = parties.sheet(sheet.code)
    assert (found.held, found.of_signed, found.signatures) == (False, True, (None, "Ben")), "Ada signed another record"
    said = parties.record(sheet.code, deal=4, position=2, said="strike 2", form_key="three", seen=found.seen)
    assert isinstance(said, Recorded)
    lapsed = companies.card(card.code)
    assert (lapsed.signatures, lapsed.lapsed, lapsed.is_closed) == ((None, None, None), ("Ada",), False)
    companies.sign(card.code, player=1, name="Ben")
    refused("open the partie", companies.remove, card.code, number=0, form_key="r", seen=lapsed.version)
    signed = companies.card(card.code)
    removed = companies.remove(card.code, number=0, form_key="r", seen=signed.version)
    assert (removed.turns, removed.lapsed) == ((), ("Ada", "Ben"))


# A table: three, or four in partnership, who all play


def test_at_a_table_a_paper_card_has_a_total_for_each_side(companies: Companies) -> None:
    three, _ = companies.open(["Ada", "Ben", "Cem"], terms_named("round table stake=2"), PRESETS["normand"])
    four, _ = companies.open(["Ada", "Ben", "Cem", "Dot"], terms_named("round table"), PRESETS["voleur"])
    companies.enter(three.code, number=0, totals=(20, 104, 60), form_key="a")
    found = companies.enter(three.code, number=1, result=Won(2, 1), form_key="b")
    assert found.company.card.balances == (-4, 2, 2)
    found = companies.enter(four.code, number=0, totals=(20, 104), form_key="a")
    assert found.company.card.balances == (-1, 1, -1, 1)
    for code, totals in ((three.code, (20, 104)), (four.code, (20, 104, 60, 1))):
        refused("Totals are whole numbers", enter(1, totals), companies, code)
