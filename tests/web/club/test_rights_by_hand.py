"""The routes that matter, asked by each visitor, with the status of every answer written by hand."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from scorer.service.club.credentials import Role
from scorer.web.visitor import feed_key
from tests import there
from tests.quick_books import kept_directory
from tests.service.club.running_club import FOUR, RunningClub, founded, new_club
from tests.web.applications import application
from tests.web.club.visitors import Visit
from tests.web.conftest import Phone

WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ROWS: list[list[str]] = [line.split() for line in WRITTEN["routes"].strip().splitlines()]
FORMS: dict[str, dict[str, str]] = WRITTEN["forms"]
PLAYER, OPPONENT, MEMBER, SCORER, ENDED = 1, 2, 3, 4, 5


@cache
def prepared() -> tuple[RunningClub, RunningClub, dict[str, object]]:
    """Return our club and theirs, and the parts of the addresses; theirs has higher numbers."""
    club = new_club(kept_directory(), "Ours")
    people, director = club.services.people, club.director
    club.admit("Ada", "Ben", "Cat", "Dan", "Eve")
    people.give_role(director, SCORER, Role.SCORER)
    people.set_pin(club.members[PLAYER], PLAYER, "4711")
    season = club.season(PLAYER, OPPONENT)
    posted, over, disputed = (
        club.play(season, PLAYER, OPPONENT, signed=signed).sheet.code for signed in ((0, 1), (), (0,))
    )
    club.services.disputes.call(disputed, 1, "my point was six")
    playing = club.play(season, PLAYER, OPPONENT, "tricks E12", "tricks Y12").sheet.code
    outside = club.parties.open(("Eve", "Fay"), FOUR)[0].code
    theirs = founded(club.parties, club.clock, "Theirs")
    theirs.admit(*(f"Member {number}" for number in range(9)))
    theirs.season(1, 2, name="Spring")
    their_season = theirs.season(1, 2)
    their_partie = [theirs.play(their_season, 1, 2).sheet.code for _ in range(4)][-1]
    links = {"personal_link": people.new_link(director, MEMBER), "ended_link": people.new_link(director, ENDED)}
    people.end_credential(director, club.members[ENDED].credential)
    people.end_credential(director, there(people.open_link(links["ended_link"])).credential)
    used_link = club.services.clubs.new_setup_link()
    club.services.clubs.found(used_link, club="Third", director="Max", password="yet another long one")
    entry, their_entry = (there(each.posted).entry.number for each in (club.sheet(posted), theirs.sheet(their_partie)))
    assert their_entry > club.entries[-1].number
    with application(club.parties).app_context():
        readers = {"key": club.members[MEMBER], "their_key": theirs.director, "ended_key": club.members[ENDED]}
        keys = {name: feed_key(actor) for name, actor in readers.items()}
    parts: dict[str, object] = {"club": club.club.code, "season": season, "director": director.credential}
    parts |= {"open": playing, "link": club.parties.links(playing)[0].id, "disputed": disputed, "used_link": used_link}
    parts |= {"outside": outside}
    parts |= {"entry": entry, "over": over, "their_member": 9, "their_entry": their_entry, "their_partie": their_partie}
    return club, theirs, parts | keys | links


MEMBERS = {"player": PLAYER, "opponent": OPPONENT, "member": MEMBER, "scorer": SCORER, "revoked": ENDED}
VISITORS = ("nobody", "follows", "scores", *list(MEMBERS)[:4], "director", "their director", "revoked", "signed out")


def phone_of(visitor: str, visit: Visit, theirs: RunningClub, code: str) -> Phone:
    if visitor in MEMBERS:
        return visit.member(MEMBERS[visitor])
    if visitor == "their director":
        return visit.phone(theirs.director, theirs)
    phone = visit.director if visitor in ("director", "signed out") else visit.phone()
    if visitor == "signed out":
        cookie = phone.cookie.value
        assert phone.post(f"{visit.path}/sign-out", {}).status == 303
        phone.client.set_cookie("session", cookie)
    with phone.client.session_transaction() as session:
        if visitor == "follows":
            session["followed"] = [code]
        if visitor == "scores":
            session["links"] = {code: visit.club.parties.links(code)[0].id}
    return phone


@pytest.mark.parametrize(
    ("method", "path", "written"), [(row[0], row[1], row[2:]) for row in ROWS], ids=[row[1] for row in ROWS]
)
def test_every_visitor_is_answered_as_written_by_hand(
    tmp_path: Path, method: str, path: str, written: list[str]
) -> None:
    """What was granted changes the book, so that the next visitor is given another copy of it."""
    ours, theirs, parts = prepared()
    address, _, form = path.partition("#")
    address = address.format(**parts)
    club, answers = None, []
    for visitor in VISITORS:
        if club is None:
            (data := tmp_path / visitor).mkdir()
            club = ours.copied(data)
        visit = Visit(application(club.parties), club)
        phone = phone_of(visitor, visit, theirs, str(parts["over" if "{over}" in path else "open"]))
        typed = {"csrf_token": phone.token, **FORMS.get(form, {})}
        answer = phone.client.open(address, method=method, data=typed if method == "POST" else None)
        answers.append(str(answer.status_code))
        if method == "POST" and answer.status_code < 400:
            club.parties.engine.dispose()
            club = None
    assert dict(zip(VISITORS, answers, strict=True)) == dict(zip(VISITORS, written, strict=True))
    if club is not None:
        club.parties.engine.dispose()
