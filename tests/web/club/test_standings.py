"""What members read: their first page with its news, the search, the book, standings,
players and the display.
"""

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorer.ledger.terms import Format, TieBreak
from scorer.service.club.disputes.cases import Correction, DisputeKind
from scorer.service.club.disputes.paper import Written
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER, SWISS_ORDER
from scorer.web import forms
from scorer.web.club import standings
from scorer.web.club.standings import AT_ONCE, TURN, turn
from scorer.web.visitor import MOST_OPENED
from tests import there
from tests.rows import beside
from tests.service.club.full_club import CORRECTED, NAMES
from tests.service.club.running_club import RunningClub
from tests.web.club.conftest import Visit, club_pages, visiting_house
from tests.web.conftest import Page, Phone

ADA, BEN, CAT, DAN = range(1, 5)


def league(club: RunningClub) -> int:
    season = club.season(ADA, BEN, CAT, DAN, format=Format.SINGLE)
    club.drawn(season, [(ADA, DAN), (BEN, CAT)], [(DAN, CAT), (ADA, BEN)], [(BEN, DAN), (CAT, ADA)])
    return season


def ruled(club: RunningClub, code: str, words: str) -> None:
    """Let Ada ask for a correction, and the director rule that it is right."""
    asked = Correction(deal=3, said=CORRECTED)
    club.services.disputes.file(code, club.members[ADA], DisputeKind.CORRECTION, "one trick", asked)
    club.services.disputes.rule(code, club.director, follow=True, words=words, law="Law 70")


def rows(page: Page, heading: str) -> list[str]:
    found = [
        each
        for each in page.root.all("section")
        if each.all("h2") and each.all("h2")[0].text == heading
    ]
    return [row.text for each in found for row in each.all("ul")[0].all("li")]


def test_a_member_reads_where_they_are_and_what_is_next(visit: Visit) -> None:
    club = visit.club
    season = league(club)
    club.play(season, ADA, DAN, round_=1)
    club.play(season, CAT, ADA, round_=3, signed=(0,))
    home = visit.member(ADA).get(f"{visit.path}/")
    rank, last, following, *_ = rows(home, "Winter")
    assert rank == "1st of 4. 842 points ahead of Dan."
    assert last == "Last partie You won 421 against Dan, Rubicon"
    assert following.startswith("Next: Ben round 2, to play, 1 more")
    assert rows(home, "Pending") == ["Cat and Ada you have not signed yet"]
    assert rows(visit.member(CAT).get(f"{visit.path}/"), "Pending") == [
        "Cat and Ada Ada has not signed yet"
    ]
    club.services.signing.sign(
        club.services.signing.pending(club.id)[0].sheet.code, club.members[ADA]
    )
    rank, *_ = rows(visit.member(ADA).get(f"{visit.path}/"), "Winter")
    assert rank == "2nd of 4. 421 points behind Cat. 421 points ahead of Dan."
    assert rows(visit.member(BEN).get(f"{visit.path}/"), "Winter")[0] == "You have not played yet."
    assert rows(visit.director.get(f"{visit.path}/"), "Winter")[0].startswith("Fixtures")


def cup(club: RunningClub) -> int:
    """A cup in which Dan has won most, 421 points, but Ada the final, by 101 or so;
    Cat and Ben went out before.
    """
    season = club.season(ADA, BEN, CAT, DAN, name="Cup", format=Format.KNOCK_OUT)
    club.drawn(season, [(ADA, BEN), (DAN, CAT)])
    club.from_paper(season, ADA, BEN, [(21, 20)] * 4, round_=1)
    club.play(season, DAN, CAT, round_=1)
    club.drawn(season, [(ADA, DAN)], start=2)
    return season


def test_the_winner_of_a_cup_is_first_on_every_page(visit: Visit) -> None:
    club = visit.club
    season = cup(club)
    home = f"{visit.path}/"
    table = f"{visit.path}/s/{season}/"
    assert rows(visit.member(ADA).get(home), "Cup")[0] == (
        "Joint 1st of 4. Level with Dan, who also plays in the final. Ahead of Ben, who went out "
        "in the semi-final."
    )
    club.from_paper(season, ADA, DAN, [(21, 20)] * 4, round_=2)
    assert (
        rows(visit.member(ADA).get(home), "Cup")[0] == "1st of 4. Ahead of Dan, who lost the final."
    )
    assert rows(visit.member(DAN).get(home), "Cup")[0] == (
        "2nd of 4. Behind Ada, who won the final. Ahead of Ben, who went out in the semi-final."
    )
    page = visit.member(ADA).get(table)
    assert [node.text for node in page.root.all("thead")[0].all("th")][:3] == [
        "Rank",
        "Player",
        "Reached",
    ]
    ranked = [
        [cell.text for cell in row.all("td")][:2]
        for row in page.root.all("tbody")[0].all("tr")
        if row.all("th")
    ]
    assert ranked == [["1", "winner"], ["2", "final"], ["3", "semi-final"], ["4", "semi-final"]]
    display = visit.member(ADA).get(f"{visit.path}/display/")
    assert "By round reached" in display.text
    leaders = display.root.all("tbody")[0].all("tr")
    assert [row.text for row in leaders][:2] == ["1 Ada winner", "2 Dan final"]
    found = json.loads(
        visit.member(ADA).client.get(f"{visit.path}/api/v1/s/{season}/standings").data
    )
    assert [(each["rank"], each["name"], each["reached"]) for each in found["rows"]][:2] == [
        (1, "Ada", "winner"),
        (2, "Dan", "final"),
    ]
    assert found["order"][0] == "round_reached"
    assert found["rows"][0]["why"] == "ahead of Dan, who lost the final"


def test_the_club_display_shows_the_figure_that_ranks(visit: Visit) -> None:
    """In a Swiss match points, and not the points by which somebody
    with a bye would seem to be behind.
    """
    club = visit.club
    season = club.season(
        ADA, BEN, CAT, name="Swiss", format=Format.SWISS, rounds=2, order=SWISS_ORDER
    )
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    played, _ = club.services.seasons.fixtures_now(club.id, season)
    club.play(season, played.first, there(played.second), round_=1)
    display = visit.member(ADA).get(f"{visit.path}/display/")
    assert "By match points" in display.text
    figures = [row.all("td")[-1].text for row in display.root.all("tbody")[0].all("tr")]
    assert figures == ["2 MP", "2 MP", "0 MP"]


def test_a_figure_that_ranks_and_is_in_no_other_column_has_its_own(visit: Visit) -> None:
    club = visit.club
    season = club.season(ADA, BEN, name="Averages", order=(TieBreak.AVERAGE, TieBreak.POINTS))
    club.play(season, ADA, BEN)
    for path in ("", "embed"):
        table = visit.member(ADA).get(f"{visit.path}/s/{season}/{path}").root.all("table")[0]
        assert table.all("thead")[0].all("th")[2].text == "Average margin"
        assert [
            row.all("td")[1].text for row in table.all("tbody")[0].all("tr") if row.all("th")
        ] == ["+421", "−421"]


def test_a_fixture_of_a_member_who_has_withdrawn_is_nobodys_next(visit: Visit) -> None:
    club = visit.club
    season = club.season(ADA, BEN, CAT, DAN, format=Format.SINGLE, grace_days=7)
    club.drawn(season, [(ADA, DAN), (BEN, CAT)], [(DAN, CAT), (ADA, BEN)])
    club.services.seasons.withdraw(club.director, season, DAN, "ill")
    assert rows(visit.member(ADA).get(f"{visit.path}/"), "Winter")[1].startswith(
        "Next: Ben round 2"
    )
    assert rows(visit.member(DAN).get(f"{visit.path}/"), "Winter")[1].startswith(
        "You have withdrawn"
    )
    fixtures = visit.member(ADA).get(f"{visit.path}/s/{season}/fixtures")
    assert rows(fixtures, "Your next fixtures") == ["Ada – Ben to play"]
    assert not rows(
        visit.member(DAN).get(f"{visit.path}/s/{season}/fixtures"), "Your next fixtures"
    )


def news(phone: Phone, visit: Visit, *, ranks: bool = False) -> list[str]:
    """What is new to a reader: their ranks, or all else."""
    found = rows(phone.get(f"{visit.path}/"), "Since you looked")
    return [each.split(" 21")[0] for each in found if each.startswith("Your rank") is ranks]


def test_what_others_posted_is_listed_until_it_is_opened_or_seen(visit: Visit) -> None:
    club = visit.club
    director = visit.club.director
    season = league(club)
    ben = visit.member(BEN)
    dan = visit.member(DAN)
    cat = visit.member(CAT)
    assert news(ben, visit) == []
    assert news(dan, visit) == []
    signed = club.play(season, ADA, BEN, round_=2).sheet.code
    assert news(ben, visit) == [], "who has signed knows it"
    club.services.seasons.adjust(director, season, BEN, points=-20, reason="Late.")
    club.services.seasons.forfeit(director, season, (3, 1), winner=DAN)
    assert news(ben, visit) == [
        "You lost 200 against Dan by forfeit.",
        "Ben loses 20 points: Late.",
    ]
    assert len(news(dan, visit)) == 1
    assert news(cat, visit) == []
    ben.get(
        next(link for words, link in ben.get(f"{visit.path}/").links().items() if "Late" in words)
    )
    assert [each[:8] for each in news(ben, visit)] == ["You lost"]
    page = ben.get(f"{visit.path}/")
    club.services.seasons.reverse(director, club.entries[-1].number, reason="He was ill.")
    ben.send(page, "Seen")
    (row,) = news(ben, visit)
    assert row.startswith("Reversed: you lost 200 against Dan by forfeit. He was ill.")
    ben.post(f"{visit.path}/seen", {"through": "9999999"})
    assert news(ben, visit) == []
    club.services.seasons.adjust(director, season, BEN, points=1, reason="Early.")
    assert len(news(ben, visit)) == 1, "nothing is seen before it is there"
    ben.post(f"{visit.path}/seen", {"through": "1"})
    assert len(news(ben, visit)) == 1, "what was seen stays seen"
    ruled(club, signed, "Two saw it.")
    first, second = news(ben, visit)
    assert "corrected the record: “Two saw it.”" in first
    assert second.startswith("Ben receives 1 point")
    ben.send(ben.get(f"{visit.path}/"), "Seen")
    assert news(ben, visit) == []
    assert len(news(visit.member(ADA), visit)) == 1


def test_a_ruling_is_listed_once_and_a_sheet_that_others_entered_is_new(visit: Visit) -> None:
    club = visit.club
    director = visit.club.director
    season = league(club)
    ben = visit.member(BEN)
    cat = visit.member(CAT)
    assert news(ben, visit) == news(cat, visit) == []
    refused = club.play(season, BEN, CAT, round_=1, signed=()).sheet.code
    club.services.disputes.file(refused, club.members[BEN], DisputeKind.REFUSAL, "one trick")
    club.services.disputes.rule(refused, director, follow=False, words="It stands.", law="Law 74")
    (ruling,) = news(ben, visit)
    assert "ruled that the record stands: “It stands.”" in ruling
    assert len(news(cat, visit)) == 1
    written = Written(((53, 1), (53, 0), (53, 1), (53, 0)), (318, 3), 321, 421)
    club.services.paper.enter_paper(director, season, (BEN, DAN), written, round_=3, into_book=True)
    assert news(ben, visit)[1:] == ["You won 421 against Dan, Rubicon."]
    club.services.seasons.reverse(director, club.entries[-1].number, reason="The wrong two.")
    wrong = "Reversed: you won 421 against Dan, Rubicon. The wrong two."
    assert news(ben, visit)[1:] == [wrong, "You won 421 against Dan, Rubicon."]


def test_a_member_hears_of_withdrawals_dates_and_a_rank_that_others_have_moved(
    visit: Visit,
) -> None:
    club = visit.club
    seasons = visit.club.services.seasons
    director = visit.club.director
    season = club.season(ADA, BEN, CAT, format=Format.SINGLE, grace_days=7)
    club.drawn(season, [(ADA, BEN)], [(BEN, CAT)], [(CAT, ADA)])
    (zoe,) = club.admit("Zoë")
    club.play(season, ADA, BEN, round_=1)
    ben = visit.member(BEN)
    assert news(ben, visit) == []
    seasons.adjust(director, season, ADA, points=-900, reason="Late.")
    seasons.move_round(director, season, 3, "2026-12-08")
    seasons.withdraw(director, season, CAT, "abroad")
    seasons.take_back(director, season, CAT)
    seasons.withdraw(director, season, CAT, "abroad", zoe)
    seasons.take_back(director, season, CAT)
    assert news(ben, visit) == [
        "Cat returns to Winter.",
        "Cat replaces Zoë in Winter and takes over 2 fixtures.",
        "Zoë withdraws from Winter: Cat returns.",
        "Zoë replaces Cat in Winter and takes over 2 fixtures.",
        "Cat withdraws from Winter: abroad.",
        "Cat returns to Winter.",
        "Cat withdraws from Winter: abroad; forfeits count from 28 November 2026.",
        "Round 3 of Winter is set for 8 December 2026.",
    ]
    assert news(ben, visit, ranks=True) == ["Your rank is 1. It was 2. Winter"]
    seasons.reverse(
        director,
        next(each.number for each in club.entries if each.kind == "adjusted"),
        reason="In time.",
    )
    assert news(ben, visit, ranks=True) == []
    seasons.reverse(
        director,
        next(each.number for each in club.entries if each.kind == "sheet posted"),
        reason="Void.",
    )
    ben.send(ben.get(f"{visit.path}/"), "Seen")
    assert news(ben, visit) == news(ben, visit, ranks=True) == []
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(director, season, {each.key: "over" for each in items})
    assert news(ben, visit) == [f"Winter is closed. Open items left out: {len(items)}."]


def test_news_about_a_merged_number_is_for_whom_it_is_now(visit: Visit) -> None:
    """A partie, a forfeit and a scorecard of Dan, who is Cat, are reversed:
    every page of every player is there.
    """
    club = visit.club
    seasons = visit.club.services.seasons
    director = visit.club.director
    robin = club.season(BEN, DAN, format=Format.SINGLE)
    club.drawn(robin, [(BEN, DAN)])
    seasons.forfeit(director, robin, (1, 1), winner=BEN)
    chouette = club.season(ADA, BEN, DAN, name="Circle", frame="chouette", order=COMPANY_ORDER)
    club.sign(club.card(chouette, ADA, BEN, DAN), ADA, BEN, DAN)
    club.play(club.season(BEN, DAN, name="Open"), BEN, DAN)
    phones = {member: visit.member(member) for member in (ADA, BEN, CAT)}
    assert all(news(phone, visit) == [] for phone in phones.values())
    posted = [each.number for each in club.entries if each.kind == "sheet posted"]
    club.services.people.merge(director, DAN, CAT)
    of_cat = phones[CAT].get(f"{visit.path}/players/{CAT}/")
    assert "Scorecards" in of_cat.text
    assert [each for each in of_cat.links().values() if each.startswith("/company/")] != []
    results = json.loads(phones[ADA].client.get(f"{visit.path}/api/v1/s/{chouette}/results").data)[
        "results"
    ]
    assert [each["member"] for each in results[0]["players"]] == [ADA, BEN, CAT]
    for number in posted:
        seasons.reverse(director, number, reason="Wrong.")
        for member, phone in phones.items():
            for page in ("", f"players/{member}/"):
                assert phone.get(f"{visit.path}/{page}").status == 200
    assert news(phones[CAT], visit) == [
        "Reversed: you lost 421 against Ben, Rubicon. Wrong.",
        "Reversed: your scorecard with Ada and Ben: −150. Wrong.",
        "Reversed: you lost 200 against Ben by forfeit. Wrong.",
        "Member 4 is merged into Cat, member 3.",
    ]


def test_of_much_news_the_latest_is_listed_and_the_book_has_the_rest(visit: Visit) -> None:
    season = league(visit.club)
    ben = visit.member(BEN)
    assert news(ben, visit) == []
    for number in range(15):
        visit.club.services.seasons.adjust(
            visit.club.director, season, BEN, points=number + 1, reason="Late."
        )
    assert len(news(ben, visit)) == 13
    assert news(ben, visit)[-1].startswith("3 more")
    for entry in visit.club.entries[-15:]:
        ben.get(f"{visit.path}/book/{entry.number}")
    with ben.client.session_transaction() as session:
        ((mark, *opened),) = session["seen"].values()
    assert len(opened) == MOST_OPENED
    assert mark < opened[0]
    for _ in range(60):
        visit.club.services.seasons.adjust(
            visit.club.director, season, BEN, points=1, reason="Late."
        )
    assert news(ben, visit)[-1].startswith("Many more")


def test_one_box_finds_members_parties_and_rulings(visit: Visit) -> None:
    club = visit.club
    emile, _ = club.admit("Émile Zola", "Zoë Emery")
    club.services.clubs.choose(club.members[emile], "shown as", "initials")
    code = club.play(club.season(ADA, BEN), ADA, BEN).sheet.code
    ruled(club, code, "100% of 2 saw it.")

    def found(phone: Phone, query: str) -> list[str]:
        page = phone.get(f"{visit.path}/search?q={query}")
        return [each.text for listed in page.root.all("ul") for each in listed.all("li")]

    cat = visit.member(CAT)
    assert found(cat, "EM") == ["Émile Zola", "Zoë Emery"]
    assert found(cat, "zo") == ["Émile Zola", "Zoë Emery"]
    assert found(cat, "mile") == ["Émile Zola"]
    assert found(cat, code.lower()) == ["Ada and Ben ruled"]
    for query in ("ada+ben", "Ada+and+Ben", "Ada+–+Ben"):
        assert found(cat, query) == ["Ada and Ben their parties"]
    pair = cat.get(f"{visit.path}/search?q=ada+be").links()["Ada and Ben their parties"]
    assert "1 partie with each other" in cat.get(pair).text
    for query in ("100%25", "law+70"):
        (row,) = found(cat, query)
        assert "one trick" in row
    for query in ("", "%25+of+3", "nobody", "²"):
        assert found(cat, query) == []
    assert "Nothing was found" in cat.get(f"{visit.path}/search?q=nobody").text
    assert "Nothing was found" not in cat.get(f"{visit.path}/search").text
    club.services.clubs.choose(club.director, "public standings", "yes")
    reader = visit.phone()
    for query, shown in (
        ("ada", ["Ada"]),
        ("émile", []),
        ("é. z", ["É. Z."]),
        (code, []),
        ("law+70", []),
    ):
        assert found(reader, query) == shown


def posted(visit: Visit) -> tuple[int, str, str]:
    found = there(visit.club.play(visit.club.season(1, 2), 1, 2).posted)
    return found.entry.number, found.receipt(0), found.receipt(1)


def test_an_entry_shows_each_player_their_own_receipt_only(visit: Visit) -> None:
    number, *receipts = posted(visit)
    for member, shown in ((1, receipts[:1]), (2, receipts[1:]), (3, [])):
        page = visit.member(member).get(f"{visit.path}/book/{number}")
        assert [receipt for receipt in receipts if receipt in page.text] == shown


def test_any_start_of_a_page_is_answered_and_an_unknown_entry_is_not_found(visit: Visit) -> None:
    phone = visit.member(1)
    for before in ("", "0", "x", "²", "-1", "9" * 30, "99999"):
        assert phone.get(f"{visit.path}/book?before={before}").status == 200
    for where in ("0", "99", "9" * 400, "partie/ZZZZZZ", "x"):
        assert phone.get(f"{visit.path}/book/{where}").status == 404
    assert visit.director.get(f"{visit.path}/book/1/reversal").status == 404, (
        "what cannot be reversed"
    )


@pytest.mark.sqlite
def test_an_entry_that_was_tampered_with_is_marked(visit: Visit, tmp_path: Path) -> None:
    number, receipt, _ = posted(visit)
    with sqlite3.connect(tmp_path / "book.sqlite") as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute(
            "UPDATE entry SET text = replace(text, '421', '521') WHERE number = ?", (number,)
        )
        db.execute("UPDATE entry SET text = 'x' || text WHERE number = 2")
        db.execute(
            "UPDATE entry SET digest = (SELECT digest FROM entry WHERE number = 1) WHERE number = 3"
        )
    phone = visit.member(1)
    (rows,) = phone.get(f"{visit.path}/book").root.all("ol", class_="list entries")
    wrong = [
        row.text.split()[0] for row in rows.all("a") if "does not match what was posted" in row.text
    ]
    assert wrong == [str(number), "3", "2"]
    assert "This entry can no longer be read. " in phone.get(f"{visit.path}/book/2").text
    assert (
        "broken: the entry before it has another digest" in phone.get(f"{visit.path}/book/4").text
    )
    assert "does not match what was posted" in phone.get(f"{visit.path}/book/{number}").text
    assert verify(visit, receipt).refusal


def verify(visit: Visit, receipt: str) -> Page:
    return visit.phone().get("/verify", query_string={"receipt": receipt})


def test_a_receipt_may_be_typed_in_any_way(visit: Visit) -> None:
    _, receipt, _ = posted(visit)
    for typed in (
        f"  {receipt} ",
        receipt.lower(),
        receipt.replace("-", ""),
        receipt.replace("-", " – "),
    ):
        assert verify(visit, typed).status == 200
    for typed in ("x", "217A-GLG4-JNHE", "1A-GLG4-JNHE", "9" * 39, "²A-GLG4-JNHE", "é" * 40, "4B"):
        page = verify(visit, typed)
        assert page.refusal
        assert page.root.all("input", name="receipt")[0].attrs["value"] == typed


def test_a_receipt_finds_its_own_club_and_is_not_guessed(visit: Visit) -> None:
    visit.founded("Other Club")
    _, receipt, _ = posted(visit)
    assert "The ledger of Turf Club has not changed" in verify(visit, receipt).text
    guesses = {verify(visit, f"1A-GLG4-JNH{letter}").status for letter in "23456789" * 4}
    assert guesses == {422, 429}, "receipts cannot be guessed at will"


def names(page: Page) -> list[str]:
    body = page.root.all("table", class_="ranks")[0].all("tbody")[0]
    return [row.all("th")[0].text for row in body.all("tr") if row.all("th")]


def test_every_row_of_a_long_table_is_on_a_page_and_printed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 3)
    monkeypatch.setattr(standings, "A_SIDE", 3)
    visit.club.admit("Eve", "Fay", "Gil", "Hal")
    season = visit.club.season(*range(1, 9))
    phone = visit.director
    first = phone.get(f"{visit.path}/s/{season}/")
    seen = names(first)
    for part in ("4 to 6", "7 to 8"):
        seen += names(phone.get(first.links()[part]))
    assert len(seen) == len(set(seen)) == 8
    assert names(phone.get(first.links()["Full table, to print"])) == seen
    for asked in ("0", "-1", "9999999999", "x", "²"):
        assert names(phone.get(f"{visit.path}/s/{season}/?from={asked}")) == seen[:3]
    assert (
        len(phone.get(f"{visit.path}/s/{season}/cross-table?rows=7").root.all("tbody")[0].all("tr"))
        == 2
    )
    corner = phone.get(f"{visit.path}/s/{season}/cross-table?rows=7&columns=7")
    assert [len(each.all("th")) for each in corner.root.all("thead")[0].all("tr")] == [2]


def test_the_reader_s_own_row_is_marked_in_every_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 1)
    monkeypatch.setattr(standings, "A_SIDE", 1)
    reached = set()
    with visiting_house(tmp_path) as (visit, house):
        phone = visit.member(3)
        name = NAMES[2]
        for endpoint, address in club_pages(visit.app.url_map, house).items():
            page = phone.get(f"{address}?around=me")
            if page.status != 200 or endpoint in beside(__file__)["no_lists_of_members"]:
                continue
            rows = [row for tag in ("li", "tr") for row in page.root.all(tag)]
            own = [row for row in rows if row.attrs.get("id") == "me"]
            assert len(own) == any(name in row.text for row in rows), endpoint
            assert all(name in row.text and "you" in row.attrs["class"] for row in own)
            reached |= {endpoint} if own else set()
        listed = phone.get(f"{visit.path}/s/{house.of('standings.standings', 'season')}/")
    assert reached >= {
        "standings.standings",
        "rounds.bulletin",
        "fixtures.index",
        "members.index",
    }
    assert "you" not in [row.attrs.get("class") for row in listed.root.all("tr")]


def test_a_rank_is_explained_where_a_tie_break_decided_it_or_where_it_is_asked(
    visit: Visit,
) -> None:
    club = visit.club
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)], [(4, 2), (3, 1)])
    club.play(season, 1, 4, round_=1)
    club.play(season, 4, 2, round_=2)
    club.services.seasons.forfeit(club.director, season, (2, 2), winner=3)
    club.services.seasons.withdraw(club.director, season, 3, "abroad")

    def why(query: str) -> list[str]:
        page = visit.director.get(f"{visit.path}/s/{season}/{query}")
        return [each.all("td")[1].text for each in page.root.all("tr", class_="because")]

    ties = [
        "ahead of Cat, level in points and head-to-head: 1 Rubicon inflicted to 0",
        "behind Dan, level in points and head-to-head: 0 Rubicons inflicted to 1",
    ]
    assert why("") == ties
    assert why("?why=1") == [
        "ahead of Dan: 221 points to 0; one correction period still open",
        *ties,
    ]
    assert ["still open" in each for each in why("?why=yes")] == [True, True, False, True]
    page = visit.director.get(f"{visit.path}/s/{season}/")
    assert "After 2 parties and 2 forfeits" in page.text
    cat = next(row for row in page.root.all("tr") if row.all("a") and "Cat" in row.text)
    assert "withdrew" in cat.text
    assert [each.text for each in cat.all("td")][1:] == ["0", "2", "1", "0"]


def test_the_match_points_of_a_round_sat_out_are_said_as_the_terms_give_them(
    visit: Visit,
) -> None:
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, here=[1, 2])
    page = visit.member(3).get(f"{visit.path}/s/{season}/?why=3")
    assert "; 1 match point by one bye" in page.text


def test_the_rank_of_a_member_with_only_a_bye_is_said_with_what_it_gave(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    (bye,) = [
        each.first
        for each in club.services.seasons.fixtures_now(club.id, season)
        if each.second is None
    ]
    page = visit.member(bye).get(f"{visit.path}/s/{season}/?why={bye}")
    others = [name for number, name in enumerate(("Ada", "Ben", "Cat"), 1) if number != bye]
    assert (
        f"ahead of {' and '.join(others)}, who have no result yet; 2 match points by one bye"
        in page.text
    )
    assert "1st of 3." in visit.member(bye).get(f"{visit.path}/").text
    assert (
        "You have not played yet." in visit.member(1 if bye != 1 else 2).get(f"{visit.path}/").text
    )


def test_a_reader_of_public_standings_sees_no_link_into_the_book(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    club.services.clubs.choose(club.director, "public standings", "yes")
    reader = visit.phone()
    for path in (
        "players/1/",
        "players/1/against/2",
        "ratings",
        "records",
        f"s/{season}/",
        f"s/{season}/race",
    ):
        page = reader.get(f"{visit.path}/{path}")
        assert page.status == 200
        assert not [each for each in page.links().values() if "/book" in each]


def test_a_poll_with_nothing_new_is_304_and_one_with_something_is_a_fragment(visit: Visit) -> None:
    club = visit.club
    phone = visit.member(1)
    season = club.season(1, 2)
    first = phone.get(f"{visit.path}/display/live")
    assert not first.is_whole
    assert "No partie is in progress." in first.text
    asked = {"If-None-Match": first.headers["ETag"]}
    assert phone.get(f"{visit.path}/display/live", headers=asked).status == 304
    club.play(season, 1, 2, "tricks E12")
    second = phone.get(f"{visit.path}/display/live", headers=asked)
    assert second.status == 200
    assert len(second.root.all("article")) == 1


def test_a_partie_that_is_over_says_who_has_signed_and_whether_it_was_left_out(
    visit: Visit,
) -> None:
    club = visit.club
    season = club.season(1, 2)
    for signed in ((), (1,)):
        club.play(season, 1, 2, signed=signed)
    club.play(season, 1, 2, "tricks E12")

    def titles() -> list[str]:
        page = visit.member(1).get(f"{visit.path}/display/live")
        return [each.text for table in page.root.all("article") for each in table.all("h2")]

    now = ["Over, not signed", "Over, signed by Ben", "Deal 2 of 4"]
    assert titles() == now
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(club.director, season, {each.key: "nobody comes" for each in items})
    assert titles() == [f"{each}, left out" for each in now]


def test_more_tables_than_can_be_read_take_turns(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    for _ in range(AT_ONCE + 1):
        club.services.signing.open(club.id, season, (1, 2))
    seen = []
    for _ in range(2):
        page = visit.member(1).get(f"{visit.path}/display/live")
        (which,) = page.root.all("p", class_="display-which")
        seen.append((len(page.root.all("article")), page.headers["ETag"], which.text))
        club.clock.later(seconds=TURN)
    assert sorted(shown for shown, _, _ in seen) == [1, AT_ONCE]
    assert {words for _, _, words in seen} == {"Tables 1 to 6 of 7", "Tables 7 to 7 of 7"}
    assert seen[0][1] != seen[1][1]
    assert [
        turn(datetime.fromtimestamp(7_200, UTC), tables) for tables in (AT_ONCE, AT_ONCE + 1)
    ] == [2, 360]


def test_a_partie_of_a_member_leads_to_its_proof_and_a_forfeit_to_its_round(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, 4, format=Format.SINGLE)
    visit.club.drawn(season, [(1, 2), (3, 4)], [(1, 3), (2, 4)])
    code = visit.club.play(season, 1, 2, round_=1).sheet.code
    visit.club.services.seasons.forfeit(visit.club.director, season, (2, 1), winner=1)
    links = visit.member(1).get(f"{visit.path}/players/1/").links()
    parties = [href for words, href in links.items() if " won" in words]
    assert f"/p/{code}/settlement" in parties
    assert f"{visit.path}/s/{season}/rounds/2" in parties


@pytest.mark.parametrize("path", ["", "players/1/", "records"])
def test_the_partie_of_a_record_and_the_last_one_lead_to_its_proof(visit: Visit, path: str) -> None:
    code = visit.club.play(visit.club.season(1, 2), 1, 2).sheet.code
    links = visit.member(1).get(f"{visit.path}/{path}").links()
    assert f"/p/{code}/settlement" in links.values()


def test_the_records_say_what_the_game_is_like_once_there_are_enough_deals(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elder makes a capot in two deals of each partie, younger in the others."""
    club = visit.club
    club.play(club.season(1, 2), 1, 2)
    path = f"{visit.path}/records"
    few = visit.member(1).get(path)
    assert "How often they occur is shown from 100 deals on; so far there are 4." in few.text
    assert "shown from 25 parties on; so far there are 1." in few.text
    assert "Pique" not in [each.text for each in few.root.all("li")]
    for name in ("LEAST_DEALS", "LEAST_PARTIES"):
        monkeypatch.setattr(f"scorer.web.club.standings.{name}", 1)
    enough = visit.member(1).get(path)
    (game,) = [each for each in enough.root.all("section") if "The game itself" in each.text]
    assert [each.text for each in game.all("li")] == [
        "Pique in 0 of 4 deals 0.0%",
        "Repique in 0 of 4 deals 0.0%",
        "Capot in 4 of 4 deals 100.0%",
        "Elder’s advantage elder 27.0, younger 26.5 points a deal, in 4 deals +0.5",
        "Loser under the Rubicon in 1 of 1 partie 100.0%",
    ]
    assert "shown from" not in enough.text
