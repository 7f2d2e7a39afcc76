"""Companies: opened, played and signed; in a season posted once, verified,
corrected, and taken out again.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from scorer.ledger.entries import POOL, Commodity, SheetPosted
from scorer.ledger.terms import Settled, Stakes
from scorer.rules.company import Won, terms_named
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.posting.signing import SeasonSheet, SheetStatus
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.companies import Companies, CompanyCard, NoSuchCompany
from scorer.service.parties import Parties, Recorded, Refused, Sheet, SheetKind, Sight, new_token
from tests import there
from tests.rows import each_row
from tests.service import refusal, refused
from tests.service.club.conftest import of_company, posted_body
from tests.service.club.running_club import RunningClub, new_club
from tests.service.tables import PORTLAND

CAPOTS = ("count E12 last E play 13", "count E0 last Y play 1") * 3
"""Six deals that the first elder wins, 318 to 3: with a Rubicon 421."""

LOST = (CAPOTS[1], CAPOTS[0]) * 3
"""Six deals that the second elder wins, as many to as few."""


Names = tuple[str, ...]
Verb = Callable[[Companies, str], object]


@pytest.fixture
def companies(parties: Parties) -> Companies:
    return Companies(parties.engine, parties.clock)


@pytest.fixture
def card(companies: Companies) -> CompanyCard:
    return companies.open(["Ada", "Ben", "Cem"], terms_named("chouette"), PORTLAND)[0]


def played(parties: Parties, sheet: Sheet, logs: tuple[str, ...] = CAPOTS) -> Sheet:
    for deal, log in enumerate(logs):
        assert isinstance(
            parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}"),
            Recorded,
        )
    return parties.sheet(sheet.code)


def seated(card: CompanyCard) -> list[str]:
    """Who plays next, and who looks on."""
    lineup = card.company.card.lineup
    return [card.names[each] for each in (*lineup.seats, *lineup.others)]


def begin(number: int, elder: int = 0) -> Verb:
    return lambda companies, code: companies.begin(code, number=number, elder=elder)


def enter(
    number: int, totals: Sequence[int] | None = None, by: int | None = None, points: int = 0
) -> Verb:
    result = None if by is None else Won(by, points)
    key = f"{number} {points}"
    both = None if totals is None else tuple(totals)
    return lambda companies, code: companies.enter(
        code, number=number, totals=both, result=result, form_key=key
    )


def remove(number: int, form_key: str = "r") -> Verb:
    return lambda companies, code: companies.remove(code, number=number, form_key=form_key)


def sign(seat: int, name: str) -> Verb:
    return lambda companies, code: companies.sign(code, player=seat, name=name)


@each_row
def test_what_nobody_plays_is_refused(
    companies: Companies, names: Names, terms: str, rules: str, why: str
) -> None:
    refused(why, companies.open, names, terms_named(terms), PRESETS[rules])


VERBS: dict[str, Callable[..., Verb]] = {
    "begin": begin,
    "enter": enter,
    "remove": remove,
    "sign": sign,
}
Said = tuple[str, dict[str, Any]]
Before = tuple[Said, ...]


@each_row
def test_a_refusal_changes_nothing(
    companies: Companies, card: CompanyCard, said: Before, verb: Said, why: str
) -> None:
    *earlier, last = (VERBS[name](**args) for name, args in (*said, verb))
    for each in earlier:
        each(companies, card.code)
    found = companies.card(card.code)
    refused(why, last, companies, card.code)
    assert companies.card(card.code) == found


def test_a_full_card_takes_no_more(
    companies: Companies, card: CompanyCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.companies.MOST_TURNS", 1)
    enter(0, by=0, points=150)(companies, card.code)
    refused("has room for 1 parties", begin(1), companies, card.code)
    companies.open(list("ABCDEFGHIJKL"), terms_named("pool"), PORTLAND)


def test_totals_that_decide_nothing_are_refused(companies: Companies) -> None:
    card, _ = companies.open(["A", "B", "C"], terms_named("pool"), PRESETS["cent-36"])
    refused("must have reached 100 and be ahead", enter(0, (90, 80)), companies, card.code)


def test_a_company_is_opened_once_with_a_code_and_a_link(
    companies: Companies, card: CompanyCard
) -> None:
    opened, token = companies.open(
        [" Ada ", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND
    )
    assert opened.names == ("Ada", "Ben", "Cem")
    assert opened.turns == ()
    assert seated(opened) == ["Ada", "Ben", "Cem"]
    assert companies.card(opened.code.lower()) == opened
    assert opened.company.record.terms == terms_named("chouette share=2")
    assert (
        companies.open(["Ada", "Ben", "Cem"], terms_named("chouette share=2"), PORTLAND, token)[0]
        == opened
    )
    assert [each.code for each in companies.latest(Sight(links=frozenset({1, 2})))] == [
        opened.code,
        card.code,
    ]
    for ask in (companies.card, companies.version):
        with pytest.raises(NoSuchCompany):
            ask("ZZZZZZ")


def test_a_finished_partie_advances_the_card(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    sheet, token = companies.begin(card.code, number=0, elder=1)
    assert sheet.names == ("Ben", "Ada")
    assert there(parties.open_link(token))[0].code == sheet.code
    before = companies.card(card.code)
    assert before.going_on() == sheet.code
    assert before.company.card.turns == ()
    played(parties, sheet)
    after = companies.card(card.code)
    assert after.going_on() == ""
    assert after.company.card.balances == (-840, 420, 420)
    assert seated(after) == ["Ben", "Cem", "Ada"]
    assert len({card.version, before.version, after.version}) == 3
    assert companies.of_partie(sheet.code) == (card.code, 0)
    assert companies.of_partie(parties.open(("Ada", "Ben"), PORTLAND)[0].code) == ("", -1)


def test_one_token_begins_one_partie_of_a_card(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    """And never one that it opened elsewhere."""
    strange, token = parties.open(("Xi", "Yu"), PORTLAND)
    begun, drawn = companies.begin(card.code, number=0, elder=0, token=token)
    assert (begun.code == strange.code) is False
    assert (drawn == token) is False
    assert companies.begin(card.code, number=0, elder=0, token=drawn) == (begun, drawn)
    assert len(companies.card(card.code).turns) == 1


def test_a_form_that_is_sent_again_changes_nothing(companies: Companies, card: CompanyCard) -> None:
    entered, again = (
        companies.enter(card.code, number=0, totals=(155, 105), form_key="a") for _ in range(2)
    )
    assert entered.company.card.balances == again.company.card.balances == (300, -150, -150)
    removed, again = (companies.remove(card.code, number=0, form_key="s") for _ in range(2))
    assert removed.turns == again.turns == ()
    assert removed.next_number == again.next_number == 1


def test_a_correction_changes_no_seats(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    """Ada has beaten Ben and lost to Cem; it was Ben who won the first,
    and yet the second stays Ada's and Cem's.
    """
    first = played(parties, companies.begin(card.code, number=0, elder=0)[0])
    played(parties, companies.begin(card.code, number=1, elder=0)[0], LOST)
    assert [turn.in_turn for turn in companies.card(card.code).company.card.turns] == [True, True]
    for deal, log in enumerate(LOST):
        parties.record(
            first.code, deal=deal, position=1, said=f"strike 1 for {log}", form_key=f"again {deal}"
        )
    after = companies.card(card.code)
    turns = [(turn.in_turn, turn.lineup.seats) for turn in after.company.card.turns]
    assert turns == [(True, (0, 1)), (False, (0, 2))]
    assert after.company.card.balances == (-840 - 840, 420 + 420, 420 + 420)
    assert seated(after) == ["Cem", "Ben", "Ada"]


def test_a_signed_card_is_corrected_and_signed_again(
    parties: Parties, companies: Companies, card: CompanyCard
) -> None:
    """Only from a page that shows it as signed.
    A signature of another record does not come back.
    """
    sheet = played(parties, companies.begin(card.code, number=0, elder=0)[0])
    before = parties.sign(sheet.code, player=0, name="Ada")
    change = "strike 1 for count E11 last E play 13"
    said = parties.record(
        sheet.code, deal=4, position=1, said=change, form_key="one", seen=before.version
    )
    assert isinstance(said, Recorded)
    now = parties.sign(sheet.code, player=1, name="Ben")
    assert now.signatures == (None, "Ben")
    signed = companies.sign(card.code, player=0, name=" ada")
    assert signed.signatures == ("Ada", None, None)
    assert signed.is_closed is True
    assert signed.is_signed is False
    assert companies.sign(card.code, player=0, name="Ada") == signed
    said = parties.record(
        sheet.code, deal=4, position=2, said="strike 2", form_key="two", seen=now.version
    )
    assert isinstance(said, Refused)
    found = parties.sheet(sheet.code)
    assert found.held is False, "Ada signed another record"
    assert found.of_signed is True, "Ada signed another record"
    assert found.signatures == (None, "Ben"), "Ada signed another record"
    said = parties.record(
        sheet.code, deal=4, position=2, said="strike 2", form_key="three", seen=found.seen
    )
    assert isinstance(said, Recorded)
    lapsed = companies.card(card.code)
    assert lapsed.signatures == (None, None, None)
    assert lapsed.lapsed == ("Ada",)
    assert lapsed.is_closed is False
    companies.sign(card.code, player=1, name="Ben")
    refused(
        "open the partie", companies.remove, card.code, number=0, form_key="r", seen=lapsed.version
    )
    signed = companies.card(card.code)
    removed = companies.remove(card.code, number=0, form_key="r", seen=signed.version)
    assert removed.turns == ()
    assert removed.lapsed == ("Ada", "Ben")


# A table: three, or four in partnership, who all play


def test_at_a_table_a_paper_card_has_a_total_for_each_side(companies: Companies) -> None:
    three, _ = companies.open(
        ["Ada", "Ben", "Cem"], terms_named("round table stake=2"), PRESETS["normand"]
    )
    four, _ = companies.open(
        ["Ada", "Ben", "Cem", "Dot"], terms_named("round table"), PRESETS["voleur"]
    )
    companies.enter(three.code, number=0, totals=(20, 104, 60), form_key="a")
    found = companies.enter(three.code, number=1, result=Won(2, 1), form_key="b")
    assert found.company.card.balances == (-4, 2, 2)
    found = companies.enter(four.code, number=0, totals=(20, 104), form_key="a")
    assert found.company.card.balances == (-1, 1, -1, 1)
    for code, totals in ((three.code, (20, 104)), (four.code, (20, 104, 60, 1))):
        refused("Totals are whole numbers", enter(1, totals), companies, code)


# In a season

CARD = ((0, 150), (0, 416), (1, 476), (1, 141), (0, 126))


def season(club: RunningClub, frame: str = "chouette", *members: int, **others: object) -> int:
    return club.season(
        *(members or (1, 2, 3)), name=frame, frame=frame, order=COMPANY_ORDER, **others
    )


def balances(club: RunningClub, number: int) -> dict[str, int]:
    now = club.services.standings.now(club.id, number)
    return {now.names[row.member]: row.tally.balance for row in now.table.rows}


def test_a_signature_returns_the_card_as_it_is_read_after_it(club: RunningClub) -> None:
    code = club.card(season(club), 1, 2, 3, won=CARD)
    for member in (1, 3, 3, 2, 2):
        now = club.signed(code, member)
        assert now == club.sheet(code), f"member {member} signs, and the card is {now.status}"


def test_the_last_signature_posts_the_card_and_a_reversal_takes_it_out(club: RunningClub) -> None:
    """The card of Cavendish. At ten shillings a hundred, odd points below fifty dropped,
    B pays 15 to A and 30 to C.
    """
    number = season(club, stakes=Stakes(120, points_step=50))
    code = club.card(number, 1, 2, 3, won=CARD)
    half = club.sign(code, 1, 3)
    assert half.posted is None
    assert half.unsigned == (1,)
    whole = club.sign(code, 2)
    shares = [
        (each.member, each.balance, each.parties, each.won, each.lost)
        for each in of_company(whole).shares
    ]
    assert shares == [(1, 190, 5, 3, 2), (2, -500, 5, 1, 4), (3, 310, 5, 3, 2)]
    entry = there(whole.posted).entry
    assert entry.author == "member 1 and member 2 and member 3"
    paid = {
        each.account.member: each.amount
        for each in entry.postings
        if each.commodity is Commodity.STAKES
    }
    assert paid == {1: 15 * 12, 2: -45 * 12, 3: 30 * 12}
    assert balances(club, number) == {"Cat": 310, "Ada": 190, "Ben": -500}
    assert club.sign(code, 2).posted == whole.posted
    club.services.seasons.reverse(
        club.director, entry.number, reason="it was Tuesday’s card", law=""
    )
    assert {*balances(club, number).values()} == {0}
    assert club.sheet(code).posted is None
    assert club.sheet(code).reversed_by == entry.number + 1
    refused("has reversed this scorecard", club.sign, code, 1)


def test_the_remainder_of_a_pool_goes_to_the_pool_account(club: RunningClub) -> None:
    number = season(club, "pool stake=21")
    posted = there(club.sign(club.card(number, 1, 2, 3, won=((0, 100), (1, 100))), 1, 2, 3).posted)
    assert {each.account.member: each.amount for each in posted.entry.postings} == {
        1: -21,
        2: -21,
        POOL: 42,
    }
    assert sum(balances(club, number).values()) == -42


def test_companies_rank_by_balance_then_parties_won_then_fewer_parties(club: RunningClub) -> None:
    """Dan, who is level with Cat at nothing, has won none."""
    number = season(club, "pool", 1, 2, 3, 4)
    club.sign(club.card(number, 1, 2, 3, 4, won=((0, 1), (1, 1))), 1, 2, 3, 4)
    assert list(balances(club, number)) == ["Cat", "Dan", "Ada", "Ben"]


def test_who_pays_whom_includes_the_cards_of_companies_and_the_pool(club: RunningClub) -> None:
    number = season(club, "pool stake=21 entry=5", stakes=Stakes(2, per=1))
    club.sign(club.card(number, 1, 2, 3, won=((0, 50),)), 1, 2, 3)
    now = club.services.stakes.of_season(club.id, number)
    to_pay = [
        (now.names[each.payer], now.names[each.payee], each.amount) for each in now.fewest.payments
    ]
    assert to_pay == [("Ada", "the pool", 10), ("Ben", "the pool", 52), ("Cat", "the pool", 10)]
    assert now.fewest.is_fewest


def test_only_members_who_play_in_the_season_make_a_company(club: RunningClub) -> None:
    number = season(club)
    for_two = club.season(1, 2, 3, name="Two")
    opening = partial(club.services.signing.open, kind=SheetKind.COMPANY)
    table = season(club, "round table", 1, 2, 3, rules=ruleset_to_data(PRESETS["voleur"]))
    refused("Dan is not in this season", opening, club.id, number, (1, 2, 4))
    refused("listed twice", opening, club.id, number, (1, 2, 1))
    refused("three players or more", opening, club.id, number, (1, 2))
    refused("for four players, not three", opening, club.id, table, (1, 2, 3))
    refused("two players at a table", opening, club.id, for_two, (1, 2, 3))
    refused("no season 9", opening, club.id, 9, (1, 2, 3))
    refused("played as a chouette", club.services.signing.open, club.id, number, (1, 2))
    token = new_token()
    first, again = (opening(club.id, number, (1, 2, 3), token=token) for _ in range(2))
    assert first.code == again.code
    refused("out of date", opening, club.id, season(club, "pool"), (1, 2, 3), token=token)


def test_only_players_sign_a_card_without_a_partie_in_progress(club: RunningClub) -> None:
    code = club.card(season(club, "chouette", 1, 2, 3, 4), 1, 2, 3, won=CARD)
    refused("Only its players can sign this scorecard", club.sign, code, 4)
    club.companies.begin(code, number=5, elder=0)
    refused("in progress", club.sign, code, 1)
    refused("is of a season", club.companies.sign, code, player=0, name="Ada")


@pytest.fixture(scope="module")
def posted(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    club = new_club(tmp_path_factory.mktemp("card"))
    club.admit("Ada", "Ben", "Cat")
    club.sign(club.card(season(club), 1, 2, 3, won=CARD), 1, 2, 3)
    return club


@each_row
def test_a_change_in_a_posted_card_is_reported(
    posted: RunningClub, table: str, change: str, what: str
) -> None:
    last = posted.entries[-1]
    assert isinstance(last.body, SheetPosted)
    with posted.tampered(table, f"UPDATE {table} SET {change}") as db:
        found = [without_isolates(each.what) for each in verify(db)]
        assert f"entry {last.number}: {what.format(last.body.code)}" in found


# A table: three, or four in partnership, who all play

TABLES = {
    "normand": ("tricks E10:1", "tricks T10:1"),
    "voleur": ("tricks E8:1", "tricks F8:1", "tricks T2:1"),
}
"""By the rules, the deals in which whoever is elder first takes every trick."""


@pytest.mark.parametrize(("rules", "moved"), [("normand", [9, 0, -9]), ("voleur", [3, -3, 3, -3])])
def test_a_season_of_tables_is_posted_and_verified(
    club: RunningClub, rules: str, moved: list[int]
) -> None:
    """Two parties are played here, one is from a paper card;
    each member has a share, and they add up to nothing.
    """
    members = tuple(range(1, len(moved) + 1))
    number = season(club, "round table stake=3", *members, rules=ruleset_to_data(PRESETS[rules]))
    code = club.card(number, *members, won=())
    for turn, elder in enumerate((0, 1)):
        sheet, _ = club.companies.begin(code, number=turn, elder=elder)
        assert sheet.names == tuple(
            club.members[each].name for each in (*members[elder:], *members[:elder])
        )
        for deal, log in enumerate(TABLES[rules]):
            club.parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}")
    club.companies.enter(code, number=2, result=Won(0, 1), form_key="paper")
    signed = club.sign(code, *members)
    card = of_company(signed)
    assert card.frame == "round table"
    assert card.to_pool == 0
    assert [share.balance for share in card.shares] == moved
    assert [(share.won, share.lost) for share in card.shares][:2] == [(2, 1), (1, 2)]
    assert sum(each.amount for each in there(signed.posted).entry.postings) == 0
    assert list(balances(club, number).values()) == sorted(moved, reverse=True)
    with club.tampered("player", "UPDATE player SET name = 'Eve' WHERE seat = 2") as db:
        assert any(code in each.what for each in verify(db))


@each_row
def test_terms_that_no_company_can_play_are_refused(
    club: RunningClub, frame: str, rules: str, why: str
) -> None:
    with pytest.raises(ValueError, match=refusal(why)):
        season(club, frame, rules=ruleset_to_data(PRESETS[rules]))
    with pytest.raises(ValueError, match=refusal("paid when it is signed")):
        season(club, stakes=Stakes(1, settled=Settled.AT_CLOSE))


# Corrected


def disputed(club: RunningClub) -> str:
    """The code of a posted card: Ada beats Ben by 150,
    a partie between Ada and Cat, and 120 to 98.
    """
    code = club.card(season(club), 1, 2, 3)
    partie = club.companies.begin(code, number=1, elder=0)[0].code
    for deal, said in enumerate(("count E12 last E play 13", "count E0 last Y play 1") * 2):
        club.parties.record(partie, deal=deal, position=0, said=said, form_key=f"{deal}")
    club.companies.enter(code, number=2, totals=(120, 98), form_key="three")
    club.sign(code, 1, 2, 3)
    return code


PLAYED = Correction(turn=1, deal=1, said="strike 1 for count E6 last E play 8")
PAPER = Correction(turn=0, said="totals 98 121")
AGAIN = Correction(turn=2, said="removed")


def ask(club: RunningClub, code: str, asked: Correction, member: int = 1) -> SeasonSheet:
    return club.services.disputes.file(
        code, club.members[member], DisputeKind.CORRECTION, "It was not so.", asked
    )


CORRECTED = {
    "a deal": (PLAYED, 1700),
    "a result from paper": (PAPER, 840),
    "a partie removed": (AGAIN, 1140),
}


@pytest.mark.parametrize(("asked", "ada"), CORRECTED.values(), ids=CORRECTED)
def test_a_card_is_posted_again_when_all_others_agree(
    club: RunningClub, asked: Correction, ada: int
) -> None:
    code = disputed(club)
    reply = club.services.disputes.reply
    first = there(club.sheet(code).posted)
    before = balances(club, 1)
    assert before == {"Ada": 1780, "Ben": -890, "Cat": -890}
    assert ask(club, code, asked).status == SheetStatus.DISPUTED
    refused("Only the other players", reply, code, club.members[1], ReplyKind.AGREES)
    for _ in range(2):  # the second time nothing changes
        half = reply(code, club.members[3], ReplyKind.AGREES)
        assert there(half.dispute).players_who("agrees") == (2,)
        assert half.status == SheetStatus.DISPUTED
        assert balances(club, 1) == before
    whole = reply(code, club.members[2], ReplyKind.AGREES)
    assert whole.status == SheetStatus.POSTED
    assert balances(club, 1) == {"Ada": ada, "Ben": -ada // 2, "Cat": -ada // 2}
    assert posted_body(whole).instead_of == first.entry.number
    assert whole.disputes[0].how == "agreed"
    assert whole.disputes[0].by == "member 2 and member 3"
    assert [each.is_current for each in whole.signed] == [False, False, False]
    assert club.faults == []
    shown = there(club.services.disputes.dispute(code, 1))
    assert isinstance(shown.record, CompanyCard)
    assert shown.record.company.card.balances == tuple(before.values()), (
        "as it was when it was raised"
    )


def test_a_director_rules_on_a_card(club: RunningClub) -> None:
    code = disputed(club)
    disputes = club.services.disputes
    director = club.director
    ask(club, code, PAPER)
    upheld = disputes.rule(code, director, follow=False, words="The paper stands.", law="Law 74")
    assert upheld.status == SheetStatus.POSTED
    assert balances(club, 1)["Ada"] == 1780
    now = disputes.settle(
        code, director, AGAIN, words="It was another partie.", law="the terms of the season"
    )
    assert now.status == SheetStatus.RULED
    assert balances(club, 1)["Ada"] == 1140
    assert [each.kind for each in club.entries[-3:]] == [
        "dispute ended",
        "reversed",
        "sheet posted",
    ]


@pytest.mark.parametrize("asked", [PLAYED, PAPER, AGAIN], ids=[*CORRECTED])
def test_what_corrects_a_card_returns_it_as_it_is_read_after_it(
    club: RunningClub, asked: Correction
) -> None:
    code = disputed(club)
    reply = club.services.disputes.reply
    assert ask(club, code, asked) == club.sheet(code)
    assert reply(code, club.members[2], ReplyKind.AGREES) == club.sheet(code)
    assert reply(code, club.members[3], ReplyKind.AGREES) == club.sheet(code)


def test_a_player_refuses_to_sign_a_card(club: RunningClub) -> None:
    code = club.card(season(club), 1, 2, 3, won=CARD)
    disputes = club.services.disputes
    club.sign(code, 1)
    now = disputes.file(code, club.members[2], DisputeKind.REFUSAL, "I was away.")
    assert now.status is SheetStatus.DISPUTED
    (row,) = club.document()["disputes"]
    assert row["sheet"] == code
    assert row["player"] == now.sheet.names[now.disputes[0].player]
    assert row["turn"] is None
    refused("scorecard is disputed", club.sign, code, 3)
    seen = now.sheet.version
    refused(
        "can no longer be changed here",
        club.companies.remove,
        code,
        number=0,
        form_key="r",
        seen=seen,
    )
    refused("takes no more parties", club.companies.begin, code, number=5, elder=0)
    disputes.withdraw(code, club.members[2])
    assert club.sign(code, 2, 3).status is SheetStatus.POSTED


@each_row
def test_a_correction_that_a_card_cannot_have_is_refused(
    club: RunningClub, asked: dict[str, Any], why: str
) -> None:
    code = disputed(club)
    refused(why, ask, club, code, Correction(**asked))
    assert club.sheet(code).disputes == ()
