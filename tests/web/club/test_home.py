"""The first page of a member: where they are, what is new, what they have to sign; and the search."""

import json

from scorer.ledger.terms import Format
from scorer.service.club.disputes import Correction, DisputeKind
from scorer.service.club.paper import Written
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.web.visitor import MOST_OPENED
from tests import there
from tests.service.club.full_club import CORRECTED
from tests.service.club.running_club import RunningClub
from tests.web.club.conftest import Visit
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
    found = [each for each in page.root.all("section") if each.all("h2") and each.all("h2")[0].text == heading]
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
    assert rows(visit.member(CAT).get(f"{visit.path}/"), "Pending") == ["Cat and Ada Ada has not signed yet"]
    club.services.signing.sign(club.services.signing.pending(club.id)[0].sheet.code, club.members[ADA])
    rank, *_ = rows(visit.member(ADA).get(f"{visit.path}/"), "Winter")
    assert rank == "2nd of 4. 421 points behind Cat. 421 points ahead of Dan."
    assert rows(visit.member(BEN).get(f"{visit.path}/"), "Winter")[0] == "You have not played yet."
    assert rows(visit.director.get(f"{visit.path}/"), "Winter")[0].startswith("Fixtures")


def test_a_fixture_of_a_member_who_has_withdrawn_is_nobodys_next(visit: Visit) -> None:
    club = visit.club
    season = club.season(ADA, BEN, CAT, DAN, format=Format.SINGLE, grace_days=7)
    club.drawn(season, [(ADA, DAN), (BEN, CAT)], [(DAN, CAT), (ADA, BEN)])
    club.services.seasons.withdraw(club.director, season, DAN, "ill")
    assert rows(visit.member(ADA).get(f"{visit.path}/"), "Winter")[1].startswith("Next: Ben round 2")
    assert rows(visit.member(DAN).get(f"{visit.path}/"), "Winter")[1].startswith("You have withdrawn")
    fixtures = visit.member(ADA).get(f"{visit.path}/s/{season}/fixtures")
    assert rows(fixtures, "Your next fixtures") == ["Ada – Ben to play"]
    assert not rows(visit.member(DAN).get(f"{visit.path}/s/{season}/fixtures"), "Your next fixtures")


def news(phone: Phone, visit: Visit, *, ranks: bool = False) -> list[str]:
    """What is new to a reader: their ranks, or all else."""
    found = rows(phone.get(f"{visit.path}/"), "Since you looked")
    return [each.split(" 21")[0] for each in found if each.startswith("Your rank") is ranks]


def test_what_others_posted_is_listed_until_it_is_opened_or_seen(visit: Visit) -> None:
    club, director = visit.club, visit.club.director
    season = league(club)
    ben, dan, cat = visit.member(BEN), visit.member(DAN), visit.member(CAT)
    assert (news(ben, visit), news(dan, visit)) == ([], [])
    signed = club.play(season, ADA, BEN, round_=2).sheet.code
    assert news(ben, visit) == [], "who has signed knows it"
    club.services.seasons.adjust(director, season, BEN, points=-20, reason="Late.")
    club.services.seasons.forfeit(director, season, (3, 1), winner=DAN)
    assert news(ben, visit) == ["You lost 200 against Dan by forfeit.", "Ben loses 20 points: Late."]
    assert (len(news(dan, visit)), news(cat, visit)) == (1, [])
    ben.get(next(link for words, link in ben.get(f"{visit.path}/").links().items() if "Late" in words))
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
    assert (news(ben, visit), len(news(visit.member(ADA), visit))) == ([], 1)


def test_a_ruling_is_listed_once_and_a_sheet_that_others_entered_is_new(visit: Visit) -> None:
    club, director = visit.club, visit.club.director
    season = league(club)
    ben, cat = visit.member(BEN), visit.member(CAT)
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
    assert news(ben, visit)[1:] == [
        "Reversed: you won 421 against Dan, Rubicon. The wrong two.",
        "You won 421 against Dan, Rubicon.",
    ]


def test_a_member_hears_of_withdrawals_dates_and_a_rank_that_others_have_moved(visit: Visit) -> None:
    club, seasons, director = visit.club, visit.club.services.seasons, visit.club.director
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
    seasons.reverse(director, next(each.number for each in club.entries if each.kind == "adjusted"), reason="In time.")
    assert news(ben, visit, ranks=True) == []
    seasons.reverse(director, next(each.number for each in club.entries if each.kind == "sheet posted"), reason="Void.")
    ben.send(ben.get(f"{visit.path}/"), "Seen")
    assert news(ben, visit) == news(ben, visit, ranks=True) == []
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(director, season, {each.key: "over" for each in items})
    assert news(ben, visit) == [f"Winter is closed. Open items left out: {len(items)}."]


def test_news_about_a_merged_number_is_for_whom_it_is_now(visit: Visit) -> None:
    """A partie, a forfeit and a scorecard of Dan, who is Cat, are reversed: every page of every player is there."""
    club, seasons, director = visit.club, visit.club.services.seasons, visit.club.director
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
    assert "Scorecards" in phones[CAT].get(f"{visit.path}/players/{CAT}/").text
    results = json.loads(phones[ADA].client.get(f"{visit.path}/api/v1/s/{chouette}/results").data)["results"]
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
    season, ben = league(visit.club), visit.member(BEN)
    assert news(ben, visit) == []
    for number in range(15):
        visit.club.services.seasons.adjust(visit.club.director, season, BEN, points=number + 1, reason="Late.")
    assert len(news(ben, visit)) == 13
    assert news(ben, visit)[-1].startswith("3 more")
    for entry in visit.club.entries[-15:]:
        ben.get(f"{visit.path}/book/{entry.number}")
    with ben.client.session_transaction() as session:
        ((mark, *opened),) = session["seen"].values()
    assert len(opened) == MOST_OPENED
    assert mark < opened[0]
    for _ in range(60):
        visit.club.services.seasons.adjust(visit.club.director, season, BEN, points=1, reason="Late.")
    assert news(ben, visit)[-1].startswith("Many more")


def test_one_box_finds_members_parties_and_rulings(visit: Visit) -> None:
    club = visit.club
    (emile, _) = club.admit("Émile Zola", "Zoë Emery")
    club.services.clubs.choose(club.members[emile], "shown as", "initials")
    code = club.play(club.season(ADA, BEN), ADA, BEN).sheet.code
    ruled(club, code, "100% of 2 saw it.")

    def found(phone: Phone, query: str) -> list[str]:
        page = phone.get(f"{visit.path}/search?q={query}")
        return [each.text for listed in page.root.all("ul") for each in listed.all("li")]

    cat = visit.member(CAT)
    assert found(cat, "EM") == ["Émile Zola", "Zoë Emery"]
    assert (found(cat, "zo"), found(cat, "mile")) == (["Émile Zola", "Zoë Emery"], ["Émile Zola"])
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
    for query, shown in (("ada", ["Ada"]), ("émile", []), ("é. z", ["É. Z."]), (code, []), ("law+70", [])):
        assert found(reader, query) == shown
