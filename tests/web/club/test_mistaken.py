"""A director corrects a substitute who was entered wrongly, by the links and keys of the pages."""

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.seasons.evenings import Attendance
from scorer.service.club.seasons.fixtures import Lots
from tests.web.club.conftest import Visit
from tests.web.conftest import Page, Phone

POST = "Post to the ledger"
PREVIEW = "Preview the changes"
MISTYPED = "I mistyped this"
REASON = "It was the other one."

ADA, BEN, CAT, DAN = range(1, 5)


@pytest.fixture
def robin(visit: Visit) -> int:
    """A season of Ada and Ben, who are drawn against each other."""
    season = visit.club.season(ADA, BEN, format=Format.SINGLE)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    return season


def entrant(visit: Visit, season: int, member: int) -> str:
    return f"{visit.path}/s/{season}/entrants/{member}"


def link(page: Page, words: str) -> str:
    return next(href for said, href in page.links().items() if said.startswith(words))


def substituted(visit: Visit, season: int) -> tuple[Phone, Page]:
    """Withdraw Ada with Cat as her substitute, and return what the director sees then."""
    director = visit.director
    typed = {"reason": "is ill", "substitute": str(CAT)}
    page = director.send(director.get(entrant(visit, season, ADA)), "Withdraw Ada", **typed)
    return director, director.send(page, POST)


def pairs(visit: Visit, season: int) -> list[tuple[int, ...]]:
    return [each.members for each in visit.club.services.seasons.fixtures_now(1, season)]


def corrected(director: Phone, page: Page, instead: str) -> Page:
    """Follow the door on a page, choose who plays instead, look at the preview and post it."""
    page = director.get(link(page, MISTYPED))
    preview = director.send(page, PREVIEW, instead=instead, reason=REASON)
    assert "which was entered by mistake, is reversed: It was the other one." in preview.text
    return director.send(preview, POST)


def test_the_right_substitute_is_chosen_right_after(visit: Visit, robin: int) -> None:
    director, page = substituted(visit, robin)
    assert "Cat plays in their place." in page.text
    page = corrected(director, page, str(DAN))
    assert page.root.all("h1")[0].text == "Dan"
    assert pairs(visit, robin) == [(DAN, BEN)]
    assert "Dan plays in their place." in director.get(entrant(visit, robin, ADA)).text
    assert visit.club.faults == []


def test_who_was_replaced_by_mistake_plays_on(visit: Visit, robin: int) -> None:
    director, _ = substituted(visit, robin)
    page = corrected(director, director.get(entrant(visit, robin, CAT)), str(ADA))
    assert page.root.all("h1")[0].text == "Ada"
    assert "has withdrawn" not in page.text
    assert pairs(visit, robin) == [(ADA, BEN)]


def test_nobody_plays_instead(visit: Visit, robin: int) -> None:
    director, page = substituted(visit, robin)
    page = corrected(director, page, "nobody")
    assert "Ada has withdrawn" in page.text
    fixtures = visit.director.get(f"{visit.path}/s/{robin}/fixtures").text
    assert "bye for Ben" in fixtures or "Ben won by forfeit" in fixtures


def test_who_plays_instead_has_to_be_chosen_and_what_was_typed_stays(
    visit: Visit, robin: int
) -> None:
    director, page = substituted(visit, robin)
    page = director.get(link(page, MISTYPED))
    refused = director.send(page, PREVIEW, instead="", reason=REASON)
    assert refused.refusal == "Choose who plays instead, or nobody."
    assert refused.typed["reason"] == REASON
    refused = director.send(page, PREVIEW, instead=str(DAN), reason="")
    assert refused.refusal.startswith("Enter a reason.")
    assert refused.typed["instead"] == str(DAN)


def test_a_substitute_who_has_played_stays_and_the_page_says_what_is_left(
    visit: Visit, robin: int
) -> None:
    director, _ = substituted(visit, robin)
    code = visit.club.play(robin, CAT, BEN, round_=1).sheet.code
    page = director.get(link(director.get(entrant(visit, robin, CAT)), MISTYPED))
    assert "This member has a result in this season, and it stays in their name." in page.text
    assert page.root.all("form", method="post") == []
    fixture = director.get(link(page, "Round 1: Ben"))
    assert code in fixture.text
    assert "Withdrawal" in director.get(link(page, "Withdraw Cat")).text


def test_an_entrant_without_fixtures_is_out_as_if_never_entered(visit: Visit) -> None:
    season = visit.club.season(ADA, BEN, CAT)
    director = visit.director
    page = director.get(link(director.get(entrant(visit, season, CAT)), MISTYPED))
    page = director.send(director.send(page, PREVIEW, reason=REASON), POST)
    assert page.root.all("h1")[0].text == "Entrants"
    assert visit.club.services.seasons.entrants(1, season).keys() == {ADA, BEN}


def test_an_entrant_with_fixtures_is_not_offered_it(visit: Visit, robin: int) -> None:
    page = visit.director.get(entrant(visit, robin, BEN))
    assert not any(words.startswith(MISTYPED) for words in page.links())


def test_on_the_evening_the_table_leads_to_it(visit: Visit, robin: int) -> None:
    evenings = visit.club.services.evenings
    director = visit.club.director
    day = evenings.day(visit.club.id, robin)
    for member in (ADA, BEN):
        evenings.presence(director, robin, day, member, Attendance.HERE)
    evenings.pair(director, robin, day)
    evenings.start(director, robin, day, evenings.now(visit.club.id, robin, day).seen)
    phone = visit.director
    page = phone.get(f"{visit.path}/s/{robin}/evening/{day}")
    typed = {"member": str(ADA), "substitute": str(CAT), "started": "1"}
    page = phone.send(phone.send(page, "Enter the substitute", **typed), POST)
    assert "Cat is a substitute." in page.text
    corrected(phone, page, str(DAN))
    page = phone.get(f"{visit.path}/s/{robin}/evening/{day}")
    assert "Dan is a substitute." in page.text
    assert evenings.now(visit.club.id, robin, day).evening.here == (BEN, DAN)
