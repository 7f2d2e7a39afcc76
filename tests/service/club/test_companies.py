"""A company of a season: opened for members, signed by each of them, posted once, verified, and taken out again."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.ledger.entries import POOL, CompanyPosted
from scorer.ledger.stakes import Settled, Stakes
from scorer.ledger.terms import Format, TieBreak
from scorer.rules.company import Won
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.companies import CompanyInSeason
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.service.club.verification import verify
from scorer.service.companies import Companies
from scorer.service.opening import NotAllowed
from scorer.service.parties import new_token
from tests.service import refusal
from tests.service.club.running_club import RunningClub, new_club

CARD = ((0, 150), (0, 416), (1, 476), (1, 141), (0, 126))


def season(club: RunningClub, frame: str = "chouette", *members: int, **others: object) -> int:
    return club.season(*(members or (1, 2, 3)), name=frame, frame=frame, order=COMPANY_ORDER, **others)


def companies(club: RunningClub) -> Companies:
    return Companies(club.parties.engine, club.clock)


def played(club: RunningClub, number: int, *members: int, card: tuple[tuple[int, int], ...] = CARD) -> str:
    opened, _ = club.services.companies.open(club.club.id, number, members or (1, 2, 3))
    for turn, (by, points) in enumerate(card):
        companies(club).enter(opened.code, number=turn, result=Won(by, points), form_key=f"{turn}")
    return opened.code


def signed(club: RunningClub, code: str, *members: int) -> CompanyInSeason:
    for member in members:
        season_card = club.services.companies.sign(code, club.members[member])
    return season_card


def balances(club: RunningClub, number: int) -> dict[str, int]:
    now = club.services.standings.now(club.club.id, number)
    return {now.names[row.member]: row.tally.balance for row in now.table.rows}


def test_the_last_signature_posts_the_card(club: RunningClub) -> None:
    number = season(club)
    code = played(club, number)
    half = signed(club, code, 1, 3)
    assert (half.posted, half.unsigned) == (None, ("Ben",))
    whole = signed(club, code, 2)
    assert whole.posted is not None
    body = whole.posted.entry.body
    assert isinstance(body, CompanyPosted)
    assert [(share.member, share.balance, share.parties) for share in body.shares] == [
        (1, 190, 5),
        (2, -500, 5),
        (3, 310, 5),
    ]
    assert [(share.won, share.lost) for share in body.shares] == [(3, 2), (1, 4), (3, 2)]
    assert whole.posted.entry.author == "Ada and Ben and Cat"
    assert balances(club, number) == {"Cat": 310, "Ada": 190, "Ben": -500}
    assert signed(club, code, 2).posted == whole.posted
    assert club.faults == []


def test_the_remainder_of_a_pool_goes_to_the_pool_account(club: RunningClub) -> None:
    number = season(club, "pool stake=21")
    code = played(club, number, card=((0, 100), (1, 100)))
    posted = signed(club, code, 1, 2, 3).posted
    assert posted is not None
    assert {each.account.member: each.amount for each in posted.entry.postings} == {1: -21, 2: -21, POOL: 42}
    assert sum(balances(club, number).values()) == -42
    assert club.faults == []


def test_companies_rank_by_balance_then_parties_won_then_fewer_parties(club: RunningClub) -> None:
    """Dan, who is level with Cat at nothing, has won none."""
    number = season(club, "pool", 1, 2, 3, 4)
    signed(club, played(club, number, 1, 2, 3, 4, card=((0, 1), (1, 1))), 1, 2, 3, 4)
    assert list(balances(club, number)) == ["Cat", "Dan", "Ada", "Ben"]


def test_a_reversed_company_no_longer_counts(club: RunningClub) -> None:
    number = season(club)
    code = played(club, number)
    posted = signed(club, code, 1, 2, 3).posted
    assert posted is not None
    club.services.seasons.reverse(club.director, posted.entry.number, reason="it was Tuesday’s card", law="")
    assert set(balances(club, number).values()) == {0}
    season_card = club.services.companies.card(code)
    assert season_card is not None
    assert season_card.posted is None
    assert season_card.reversed_by == posted.entry.number + 1
    with pytest.raises(NotAllowed, match=refusal("has reversed this scorecard")):
        signed(club, code, 1)
    assert club.faults == []


def test_the_stakes_of_the_card_of_cavendish(club: RunningClub) -> None:
    """At ten shillings a hundred, odd points below fifty dropped: A is paid 15, C 30, and B pays 45 shillings."""
    number = season(club, stakes=Stakes(120, points_step=50))
    posted = signed(club, played(club, number), 1, 2, 3).posted
    assert posted is not None
    paid = {each.account.member: each.amount for each in posted.entry.postings if each.commodity.name == "STAKES"}
    assert {member: amount / 12 for member, amount in paid.items()} == {1: 15, 2: -45, 3: 30}


def test_only_members_who_play_in_the_season_make_a_company(club: RunningClub) -> None:
    number, for_two = season(club), club.season(1, 2, 3, name="Two")
    opening = club.services.companies.open
    table = season(club, "table", 1, 2, 3, rules=ruleset_to_data(PRESETS["voleur"]))
    for where, members, why in (
        (number, (1, 2, 4), "Dan is not in this season"),
        (number, (1, 2, 1), "listed twice"),
        (number, (1, 2), "three players or more"),
        (table, (1, 2, 3), "for 4 players"),
        (for_two, (1, 2, 3), "two players at a table"),
        (9, (1, 2, 3), "no season 9"),
    ):
        with pytest.raises(NotAllowed, match=refusal(why)):
            opening(club.club.id, where, members)
    with pytest.raises(NotAllowed, match=refusal("played as a chouette")):
        club.services.signing.open(club.club.id, number, 1, 2)
    token = new_token()
    first, again = (opening(club.club.id, number, (1, 2, 3), token=token)[0] for _ in range(2))
    assert first.code == again.code
    with pytest.raises(NotAllowed, match=refusal("out of date")):
        opening(club.club.id, season(club, "pool"), (1, 2, 3), token=token)


def test_only_players_sign_a_card_without_a_partie_in_progress(club: RunningClub) -> None:
    number = season(club, "chouette", 1, 2, 3, 4)
    code = played(club, number)
    with pytest.raises(NotAllowed, match=refusal("Only the players of this company")):
        signed(club, code, 4)
    companies(club).begin(code, number=5, elder=0)
    with pytest.raises(NotAllowed, match=refusal("in progress")):
        signed(club, code, 1)
    with pytest.raises(NotAllowed, match=refusal("season partie")):
        companies(club).sign(code, seat=0, name="Ada")


def test_a_pin_is_the_players_own(club: RunningClub) -> None:
    code = played(club, season(club))
    club.services.people.set_pin(club.members[2], 2, "471147")
    assert club.services.signing.by_pin(code, 1, "471147").member == 2
    with pytest.raises(NotAllowed, match=refusal("not Ben’s PIN")):
        club.services.signing.by_pin(code, 1, "000000")
    with pytest.raises(NotAllowed, match=refusal("whose signature")):
        club.services.signing.by_pin(code, 3, "471147")


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    club = new_club(tmp_path_factory.mktemp("card"))
    club.admit("Ada", "Ben", "Cat")
    signed(club, played(club, season(club)), 1, 2, 3)
    return club


@pytest.mark.parametrize(
    ("table", "change", "what"),
    [
        ("sheet", "terms = 'chouette share=2' WHERE kind = 'company'", "differ from what was posted"),
        ("player", "name = 'Bob' WHERE seat = 2", "differ from what was posted"),
        ("turn_result", "result = 'result 0 160' WHERE id = 1", "differ from what was posted"),
        ("turn", "second = 2 WHERE number = 0", "differ from what was posted"),
        ("season_sheet", "season = 7", "not in the season"),
        ("sheet", "code = 'QQQQQQ' WHERE kind = 'company'", "is missing"),
    ],
)
def test_a_change_in_a_posted_card_is_reported(card: RunningClub, table: str, change: str, what: str) -> None:
    with card.tampered(table, f"UPDATE {table} SET {change}") as db:
        assert any(what in each.what for each in verify(db))


# A table: three, or four in partnership, who all play

TABLES = {"normand": ("tricks E10:1", "tricks T10:1"), "voleur": ("tricks E8:1", "tricks F8:1", "tricks T2:1")}
"""By the rules, the deals in which whoever is elder first takes every trick."""


@pytest.mark.parametrize("rules", TABLES)
def test_a_season_of_tables_is_posted_and_verified(club: RunningClub, rules: str) -> None:
    """Two parties are played here, one is from a paper card; each member has a share, and they add up to nothing."""
    preset = PRESETS[rules]
    members = tuple(range(1, preset.players + 1))
    number = season(club, "table stake=3", *members, rules=ruleset_to_data(preset))
    opened, _ = club.services.companies.open(club.club.id, number, members)
    for turn, elder in enumerate((0, 1)):
        sheet, _ = companies(club).begin(opened.code, number=turn, elder=elder)
        assert sheet.names == tuple(club.members[each].name for each in (*members[elder:], *members[:elder]))
        for deal, log in enumerate(TABLES[rules]):
            club.parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"{deal}")
    companies(club).enter(opened.code, number=2, result=Won(0, 1), form_key="paper")
    posted = signed(club, opened.code, *members).posted
    assert posted is not None
    body = posted.entry.body
    assert isinstance(body, CompanyPosted)
    assert body.frame == "table"
    moved = [9, 0, -9] if rules == "normand" else [3, -3, 3, -3]
    assert [share.balance for share in body.shares] == moved
    assert [(share.won, share.lost) for share in body.shares][:2] == [(2, 1), (1, 2)]
    assert sum(each.amount for each in posted.entry.postings) == 0
    assert body.to_pool == 0
    assert list(balances(club, number).values()) == sorted(moved, reverse=True)
    assert club.faults == []
    with club.tampered("player", "UPDATE player SET name = 'Eve' WHERE seat = 2") as db:
        assert any(opened.code in each.what for each in verify(db))


@pytest.mark.parametrize(
    ("frame", "change", "why"),
    [
        ("tarot", {}, "'tarot' is not one of chouette, pool"),
        ("pool rises=winner", {}, "A winner who gives up the seat"),
        ("chouette", {"format": Format.SINGLE}, "Choose an open season"),
        ("chouette", {"order": (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD)}, "cannot be ranked by head-to-head"),
        ("chouette", {"stakes": Stakes(1, settled=Settled.AT_CLOSE)}, "paid when it is signed"),
        ("two", {"rules": ruleset_to_data(PRESETS["normand"])}, "Choose rules for two"),
        ("two", {"rules": ruleset_to_data(PRESETS["voleur"])}, "Choose rules for two"),
        ("pool", {"rules": ruleset_to_data(PRESETS["normand"])}, "between two"),
        ("table", {"rules": ruleset_to_data(PRESETS["portland"])}, "for three or for four"),
        ("table stake=0", {"rules": ruleset_to_data(PRESETS["normand"])}, "at least one"),
    ],
)
def test_terms_that_no_company_can_play_are_refused(
    club: RunningClub, frame: str, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=refusal(why)):
        club.season(1, 2, 3, **{"frame": frame, "order": COMPANY_ORDER, **change})
