"""A club's people on its pages: founding, signing in,
members with their links, and what each chooses.
"""

import re
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event, Semaphore
from urllib.parse import urlsplit

import pytest
from sqlalchemy import event, func, select

from scorer.service.club import credentials
from scorer.service.club.services import club_services
from scorer.storage.engine import reading
from scorer.storage.schema import attempt
from scorer.web.address import Reached
from scorer.web.visitor import browser_of
from tests.rows import beside, each_row
from tests.web.club.conftest import Visit
from tests.web.conftest import Page, Phone
from tests.web.test_companies import opened

ANN = {"name": "Ann", "password": "a long password"}


def links_on(page: Page) -> list[str]:
    return [str(each) for each in re.findall(r"https?://[^/ ]+(/m/[\w-]+)", page.text)]


def signs_in(visit: Visit, name: str = "Ann", password: str = ANN["password"]) -> bool:
    """Whether a director gets in with this password on another phone."""
    return (
        visit.phone().post(f"{visit.path}/sign-in", {"name": name, "password": password}).status
        == 303
    )


@pytest.fixture
def printed(visit: Visit) -> str:
    """The address that the terminal prints for a director who has lost the password."""
    return f"/director/{visit.club.services.people.new_director_link(visit.club.id)}"


def test_the_link_for_a_lost_password_sets_one_once_and_signs_other_phones_out(
    visit: Visit, printed: str
) -> None:
    assert visit.director.get(f"{visit.path}/directors").status == 200
    phone = visit.phone()
    page = phone.get(printed)
    assert "It works once, until 22 November 2026, 18:00 UTC." in page.text
    assert "Directors now: Ann." in page.text
    home = phone.send(page, "Set the password", name=" aNN", password="forgotten no more")
    assert "The password of Ann is set. Use it from now on." in home.text
    assert phone.get(f"{visit.path}/directors").status == 200
    assert visit.director.get(f"{visit.path}/directors").status == 403
    assert signs_in(visit, password="forgotten no more") is True
    assert signs_in(visit) is False
    assert (
        visit.phone()
        .post(printed, {"name": "Eve", "password": "forgotten no more"}, missing=True)
        .status
        == 404
    )
    assert "scorer club director" in visit.phone().get(printed).text
    assert [each.name for each in visit.club.services.people.directors(visit.club.director)] == [
        "Ann"
    ]


def test_another_name_than_a_director_s_is_a_new_director(visit: Visit, printed: str) -> None:
    short = visit.phone().post(printed, {"name": "Mo", "password": "short"})
    assert short.status == 422
    assert short.typed["name"] == "Mo"
    visit.phone().post(printed, {"name": "Mo", "password": "forgotten no more"})
    assert signs_in(visit, "Mo", "forgotten no more") is True
    assert signs_in(visit) is True


def test_the_link_for_a_lost_password_lasts_a_day_or_until_the_next_is_made(
    visit: Visit, printed: str
) -> None:
    assert visit.phone().get(printed.replace("director", "m")).status == 404
    visit.club.clock.later(hours=23, minutes=59)
    assert visit.phone().get(printed).status == 200
    visit.club.clock.later(minutes=1)
    assert visit.phone().get(printed).status == 404
    assert (
        visit.phone()
        .post(printed, {"name": "Ann", "password": "forgotten no more"}, missing=True)
        .status
        == 404
    )
    first, _ = (visit.club.services.people.new_director_link(visit.club.id) for _ in range(2))
    assert visit.phone().get(f"/director/{first}").status == 404


def test_the_set_up_link_founds_one_club_whose_founder_directs_it(visit: Visit) -> None:
    address = f"/set-up/{visit.club.services.clubs.new_setup_link()}"
    phone = visit.phone()
    form = {"club": "The Talon", "director": "Mo"}
    short = phone.post(address, {**form, "password": "short"})
    assert short.status == 422
    assert short.typed["club"] == "The Talon"
    assert "short" not in short.html.replace("short sentence", "")
    first = phone.get(
        phone.post(address, {**form, "password": "thirteen tricks"}).headers["Location"]
    )
    assert "The Talon is founded." in first.text
    home = phone.get(first.links()["The Talon"])
    links = {node.text for node in home.root.all("span", class_="name")}
    assert {"Members", "Open a season", "Directors and settings"} <= links
    again = visit.phone().get(address)
    assert again.status == 404
    assert ("scorer club new" in again.text) is True


def test_a_director_signs_in_and_out(visit: Visit) -> None:
    phone = visit.phone()
    refused = phone.get(f"{visit.path}/members")
    assert refused.status == 403
    sign_in = refused.links()["Sign in"]
    assert phone.get(sign_in).status == 200
    again = phone.post(sign_in, {**ANN, "password": "a wrong password"})
    assert again.status == 422
    assert again.typed["name"] == "Ann"
    assert "director Ann" in phone.get(phone.post(sign_in, ANN).headers["Location"]).text
    out = phone.post(f"{visit.path}/sign-out", {})
    assert out.headers["Clear-Site-Data"] == '"cache"'
    assert "You are signed out" in phone.get(out.headers["Location"]).text
    assert phone.get(f"{visit.path}/members").status == 403


def signed_in(visit: Visit) -> Phone:
    phone = visit.phone()
    assert phone.post(f"{visit.path}/sign-in", ANN).status == 303
    return phone


def test_after_signing_out_the_old_cookie_is_worthless(visit: Visit) -> None:
    """A copy of it neither acts nor scores, on this phone or on another,
    and also after a restart.
    """
    phone = signed_in(visit)
    thief = visit.phone()
    code = phone.open("Xi", "Yu")
    copied = phone.cookie.value
    phone.send(phone.get(f"{visit.path}/"), "Sign out on this phone")
    for _ in range(2):
        thief.client.set_cookie("session", copied)
        assert thief.get(f"{visit.path}/directors").status == 403
        thief.client.set_cookie("session", copied)
        assert thief.table(code).said() == {}
        visit.app.extensions["clubs"] = club_services(visit.club.parties)


def test_signing_out_ends_no_other_session_and_leaves_the_phone_what_it_scores(
    visit: Visit,
) -> None:
    """Not that of the same director on another phone, nor that of another club on this one."""
    other_club = visit.founded("Turf Club")
    phone = signed_in(visit)
    elsewhere = signed_in(visit)
    link = other_club.services.people.new_link(other_club.director, *other_club.admit("Zed"))
    phone.send(phone.get(f"/m/{link}"), "I am Zed")
    code = phone.open("Xi", "Yu")
    company = opened(phone)
    phone.send(phone.get(f"{visit.path}/"), "Sign out on this phone")
    assert phone.get(f"{visit.path}/directors").status == 403
    assert phone.get(f"/c/{other_club.club.code}/me").status == 200
    assert phone.table(code).said()
    assert "Begin the next partie" in phone.get(f"/company/{company}/").text
    assert elsewhere.get(f"{visit.path}/directors").status == 200


def test_signing_in_begins_a_new_session(visit: Visit) -> None:
    """The form token drawn before is refused after it;
    a cookie of the session before, or of none, acts for nobody.
    """
    phone = visit.phone(visit.club.director)
    before = phone.cookie.value
    token = phone.token
    link = visit.club.services.people.new_link(visit.club.director, 1)
    phone.send(phone.get(f"/m/{link}"), "Sign the director out: I am Ada")
    assert phone.post("/find", {"code": ""}, token=token).status == 400
    phone.client.set_cookie("session", before)
    assert phone.get(f"{visit.path}/directors").status == 403
    restored = visit.director  # from a backup that is older than its session
    code = restored.open("Xi", "Yu")
    with restored.client.session_transaction() as session:
        session["acts"] = {visit.club.club.code: "no session of this book"}
    assert restored.get(f"{visit.path}/directors").status == 403
    assert restored.table(code).said()


@each_row
def test_a_browser_is_named_in_a_few_words(agent: str, words: str) -> None:
    assert browser_of(agent) == words


ANDROID, IPHONE = (
    beside(__file__)["test_a_browser_is_named_in_a_few_words"][on][0]
    for on in ("Android", "iPhone")
)


@pytest.fixture
def link(visit: Visit) -> str:
    return f"/m/{visit.club.services.people.new_link(visit.club.director, 1)}"


def with_link(visit: Visit, link: str, agent: str = "") -> Phone:
    phone = visit.phone()
    phone.client.environ_base["HTTP_USER_AGENT"] = agent
    phone.send(phone.get(link), "I am Ada")
    return phone


def phones_on(page: Page) -> list[str]:
    return [node.text for node in page.root.all("li") if node.text.startswith("Phone ")]


def test_a_member_sees_their_phones_and_signs_one_out_with_the_personal_link(
    visit: Visit, link: str
) -> None:
    old = with_link(visit, link, ANDROID)
    new = with_link(visit, link, IPHONE)
    me = f"{visit.path}/me"
    code = old.open("Xi", "Yu")
    visit.club.clock.later(days=1)
    new.get("/")
    page = new.get(me)
    at = "signed in 21 November 2026, 18:00 UTC, last used"
    browsers = enumerate(("Chrome on Android", "Safari on iPhone (this one)"), 1)
    assert phones_on(page) == [
        f"Phone {number}: {on} {at} 2{number} November 2026" for number, on in browsers
    ]
    with new.client.session_transaction() as session:
        assert session["acts"][visit.club.club.code] not in page.html
    assert "first open your personal link again on this phone" in page.text
    number = visit.club.services.people.phones(visit.club.id, 1)[0].id
    assert new.post(f"{me}/phones", {"phone": str(number)}).status == 422
    assert old.get(me).status == 200
    new.send(new.get(link), "I am Ada")
    page = new.send(new.get(me), "Sign out phone 1")
    assert "Signed out." in page.text
    assert old.get(me).status == 403
    assert new.get(me).status == 200
    assert old.table(code).said()
    assert len(phones_on(page)) == 1
    again = new.post(f"{me}/phones", {"phone": str(number)})
    assert "was not signed in any more" in new.get(again.headers["Location"]).text


def test_a_director_signs_out_all_other_phones_with_the_password(visit: Visit) -> None:
    """Those on which they are signed in themselves, as no other director is and no member."""
    people = visit.club.services.people
    me = f"{visit.path}/me"
    people.add_director(visit.club.director, name="Mo", password="thirteen tricks")
    mo = visit.phone(people.sign_in(visit.club.club.code, "Mo", "thirteen tricks"))
    ada = visit.member(1)
    phones = [signed_in(visit) for _ in range(3)]
    for each in (*phones, mo, ada):
        assert each.get(me).status == 200
    visit.club.clock.later(minutes=16)
    asked = phones[0].send(phones[0].get(me), "Sign out all other phones")
    assert len(phones_on(phones[0].get(me))) == 3
    assert len(phones_on(phones[0].send(asked, "Go on", sure=ANN["password"]))) == 1
    assert [each.get(me).status for each in (*phones, mo, ada)] == [200, 403, 403, 200, 200]


def test_a_director_sees_and_signs_out_the_phones_of_a_member(visit: Visit, link: str) -> None:
    lost, kept, last = (with_link(visit, link) for _ in range(3))
    ben = visit.member(2)
    me = f"{visit.path}/me"
    edit = f"{visit.path}/members/1/edit"
    assert ben.get(me).status == 200
    director = visit.director
    page = director.send(director.get(edit), "Sign out phone 1")
    assert [each.get(me).status for each in (lost, kept, last, ben)] == [403, 200, 200, 200]
    assert len(phones_on(page)) == 2
    (number,) = (each.id for each in visit.club.services.people.phones(visit.club.id, 2))
    director.post(f"{visit.path}/members/1/phones", {"phone": str(number)})
    assert ben.get(me).status == 200, "a phone of another member"
    assert "Ada is not signed in on any phone." in director.send(page, "Sign out all phones").text
    assert [each.get(me).status for each in (kept, last, ben)] == [403, 403, 200]


def test_an_answer_that_was_lost_is_no_phone(visit: Visit, link: str) -> None:
    """Its form is sent again, and so signs in twice; only the second cookie ever comes back."""
    phone = visit.phone()
    page = phone.get(link)
    before = phone.cookie.value
    phone.post(*Page.form(page.key("I am Ada")))
    phone.client.set_cookie("session", before)
    phone.send(page, "I am Ada")
    assert len(phones_on(phone.get(f"{visit.path}/me"))) == 1


def test_the_last_use_is_written_once_a_day(visit: Visit, link: str) -> None:
    phone = with_link(visit, link)
    written = list[str]()
    event.listen(
        visit.club.parties.engine, "before_cursor_execute", lambda *asked: written.append(asked[2])
    )
    for expected in (0, 1):
        for _ in range(3):
            assert phone.get(f"{visit.path}/me").status == 200
        assert sum(each.startswith("UPDATE") for each in written) == expected
        visit.club.clock.later(days=1)


@pytest.mark.parametrize(
    ("page", "days"), [("members", 30), ("me", 400)], ids=["director", "member"]
)
def test_a_session_ends_a_time_after_the_password_or_the_link(
    visit: Visit, link: str, page: str, days: int
) -> None:
    """However much it is used meanwhile; the parties that the phone scores stay open to it."""
    phone = signed_in(visit) if page == "members" else with_link(visit, link)
    code = phone.open("Xi", "Yu")
    step = days // 10
    for later in (*[step] * 9, step - 1, 1):
        assert phone.get(f"{visit.path}/{page}").status == 200
        visit.club.clock.later(days=later)
    assert phone.get(f"{visit.path}/{page}").status == 403
    assert phone.table(code).said()


def test_signing_in_on_a_page_that_is_not_for_strangers_leads_back_to_it(visit: Visit) -> None:
    phone = visit.phone()
    asked = f"{visit.path}/members?from=51"
    refused = phone.get(asked)
    assert refused.status == 403
    (to,) = phone.get(refused.links()["Sign in"]).root.all("input", name="to")
    assert (
        phone.post(f"{visit.path}/sign-in", ANN | {"to": to.attrs["value"]}).headers["Location"]
        == asked
    )


def test_a_personal_link_leads_to_the_page_that_was_asked_for_a_short_time_ago(
    visit: Visit,
) -> None:
    asked = f"{visit.path}/members?from=51"
    for minutes, leads in ((14, asked), (16, f"{visit.path}/")):
        phone = visit.phone()
        link = visit.club.services.people.new_link(visit.club.director, 1)
        assert phone.get(asked).status == 403
        visit.club.clock.later(minutes=minutes)
        assert phone.post(f"/m/{link}", {}).headers["Location"] == leads


def test_a_password_does_not_expire(visit: Visit) -> None:
    visit.club.clock.later(days=4000)
    assert signs_in(visit)


def test_ten_wrong_passwords_of_a_director_from_any_addresses_are_the_limit(visit: Visit) -> None:
    phones = [Phone(visit.app, f"192.0.2.{number}") for number in range(12)]
    answers = [
        each.post(f"{visit.path}/sign-in", {"name": "ann", "password": "wrong"}) for each in phones
    ]
    assert [each.status for each in answers] == [422] * 10 + [429] * 2
    assert "Wait 15 minutes" in answers[-1].root.all("p", role="alert")[0].text
    assert answers[-1].typed["name"] == "ann"
    assert Phone(visit.app, "192.0.2.99").post(f"{visit.path}/sign-in", ANN).status == 429
    assert (
        phones[0].post(f"{visit.path}/sign-in", {"name": "Mo", "password": "wrong"}).status == 422
    )
    assert visit.director.get(f"{visit.path}/directors").status == 200
    visit.club.clock.later(minutes=15)
    assert Phone(visit.app, "192.0.2.99").post(f"{visit.path}/sign-in", ANN).status == 303
    with reading(visit.club.engine) as db:
        assert db.execute(select(func.count()).select_from(attempt)).scalar_one() == 1, (
            "the others have expired"
        )


def test_a_right_password_forgets_the_wrong_ones_before_it(visit: Visit) -> None:
    for number in range(3):
        phone = Phone(visit.app, f"192.0.2.{number}")
        for _ in range(6):
            assert (
                phone.post(f"{visit.path}/sign-in", {"name": "Ann", "password": "wrong"}).status
                == 422
            )
        assert phone.post(f"{visit.path}/sign-in", ANN).status == 303


def test_no_personal_link_or_poster_is_made_that_no_phone_could_open(visit: Visit) -> None:
    director = visit.director
    visit.app.config["REACHED"] = Reached()
    for path, button in (
        ("/members/1/edit", "Make another link"),
        ("/members/1/edit", "Renew the personal link"),
        ("/members", "Renew the links of all members"),
    ):
        page = director.send(director.get(f"{visit.path}{path}"), button)
        assert "can only be opened on this computer" in page.root.all("p", role="alert")[0].text
        assert page.root.all("svg") == []
        assert links_on(page) == []
    poster = director.get(f"{visit.path}/poster")
    assert "can only be opened on this computer" in poster.text
    assert poster.root.all("svg") == []
    assert [len(each.links) for each in visit.club.services.people.members(visit.club.id)] == [
        1,
        1,
        1,
        1,
    ]


def test_wrong_passwords_from_one_address_are_limited(visit: Visit) -> None:
    phone = visit.phone()
    token = phone.token
    names = [f"Mo {number}" for number in range(32)]
    statuses = [
        phone.post(f"{visit.path}/sign-in", {**ANN, "name": name}, token=token).status
        for name in names
    ]
    assert statuses == [422] * 30 + [429] * 2
    assert phone.post(f"{visit.path}/sign-in", ANN, token=token).status == 429


def test_of_eight_who_sign_in_at_once_four_are_refused(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each password takes a tenth of a second;
    eight at once are tried, and half the threads are free at once.
    """
    finish = Event()
    tried = Semaphore(0)

    def hold(*_: str) -> bool:
        tried.release()
        return finish.wait(60)

    monkeypatch.setattr(credentials, "check_password_hash", hold)
    phones = [visit.phone() for _ in range(8)]
    tokens = [phone.token for phone in phones]
    asked = {"name": "Ann", "password": "a wrong password"}
    with ThreadPoolExecutor(len(phones)) as pool:
        pairs = zip(phones, tokens, strict=True)
        answers = [
            pool.submit(phone.post, f"{visit.path}/sign-in", asked, token=token)
            for phone, token in pairs
        ]
        done = wait(answers, 60, FIRST_COMPLETED).done
        while len(done) < 4:
            done |= wait(set(answers) - done, 60, FIRST_COMPLETED).done
        assert tried.acquire(timeout=60) == 1
        assert tried.acquire(timeout=60) == 1
        assert tried.acquire(blocking=False) == 0
        finish.set()
    refused = [each.result() for each in done]
    assert [page.status for page in refused] == [503] * 4
    assert "Too many people are signing in" in refused[0].text
    assert "a wrong password" not in refused[0].html
    assert int(refused[0].headers["Retry-After"]) >= 1
    assert {each.result().status for each in set(answers) - done} == {303}


def test_a_personal_link_is_shown_once_and_lets_a_phone_act_until_it_is_revoked(
    visit: Visit,
) -> None:
    director = visit.director
    poster = director.send(director.get(f"{visit.path}/members/1/edit"), "Make another link")
    [link] = links_on(poster)
    assert poster.root.all("svg", role="img")
    assert links_on(director.get(f"{visit.path}/members/1/edit")) == []
    phone = visit.phone()
    page = phone.get(link)
    assert phone.get(f"{visit.path}/me").status == 403
    assert "Ada" in phone.send(page, "I am Ada").text
    assert phone.get(f"{visit.path}/me").status == 200
    assert visit.club.club.name in phone.get("/").text
    assert (
        "has been revoked"
        in director.send(director.get(f"{visit.path}/members/1/edit"), "Revoke link 2").text
    )
    assert phone.get(f"{visit.path}/me").status == 403
    assert visit.club.club.name not in phone.get("/").text
    assert visit.member(1).get(f"{visit.path}/me").status == 200


def test_a_link_is_shown_again_by_renewing_it_which_ends_the_old_one(visit: Visit) -> None:
    director = visit.director
    old = visit.member(1)
    page = director.get(f"{visit.path}/members/1/edit")
    assert "The old link then stops working" in page.text
    [link] = links_on(director.send(page, "Renew the personal link"))
    assert old.get(f"{visit.path}/me").status == 403
    phone = visit.phone()
    phone.send(phone.get(link), "I am Ada")
    assert phone.get(f"{visit.path}/me").status == 200


def test_the_links_of_all_are_renewed_at_once_after_it_is_said_what_ends(visit: Visit) -> None:
    director = visit.director
    old = [visit.member(number) for number in (1, 2, 3, 4)]
    page = director.get(f"{visit.path}/members")
    assert "Every link of today then stops working" in page.text
    links = links_on(director.send(page, "Renew the links of all members"))
    assert [phone.get(f"{visit.path}/me").status for phone in old] == [403] * 4
    assert [visit.phone().get(link).status for link in links] == [200] * 4


def test_links_that_are_renewed_twice_by_one_form_are_the_same(visit: Visit) -> None:
    director = visit.director
    page = director.get(f"{visit.path}/members")
    first = links_on(director.send(page, "Renew the links of all members"))
    assert links_on(director.send(page, "Renew the links of all members")) == first


def test_the_warning_that_links_are_shown_once_comes_before_them(visit: Visit) -> None:
    director = visit.director
    page = director.get(f"{visit.path}/members")
    text = director.send(page, "Renew the links of all members").text
    assert text.index("shown only once") < text.index("Your personal link")


def test_a_calendar_is_subscribed_to_and_not_downloaded(visit: Visit) -> None:
    page = visit.member(1).get(f"{visit.path}/me")
    addresses = [page.links()[each] for each in page.links() if "round" in each]
    assert [urlsplit(each).scheme for each in addresses] == ["webcal", "webcal"]
    own, club = (each.removeprefix("webcal://piquet.test") for each in addresses)
    assert [visit.phone().client.get(each).mimetype for each in (own, club)] == [
        "text/calendar",
        "text/calendar",
    ]


def test_names_that_cannot_be_admitted_stay_to_be_changed(visit: Visit) -> None:
    director = visit.director
    path = f"{visit.path}/members"
    refused = director.send(director.get(path), "Admit these members", names="Zoe\nben")
    assert "called Ben" in refused.refusal
    assert refused.typed["names"] == "Zoe ben"


def test_an_old_link_to_a_member_leads_to_whom_they_were_merged_into(visit: Visit) -> None:
    visit.club.services.people.merge(visit.club.director, 3, 4)
    assert (
        visit.director.get(f"{visit.path}/members/3/edit").headers["Location"]
        == f"{visit.path}/members/4/edit"
    )


def test_a_member_who_is_shown_as_initials_is_named_on_no_public_page(visit: Visit) -> None:
    phone = visit.member(1)
    phone.send(phone.get(f"{visit.path}/me"), "Save this setting", shown="initials")
    season = visit.club.season(1, 2)
    visit.club.drawn(season, [(1, 2)])
    visit.club.services.clubs.choose(visit.club.director, "public standings", "yes")
    assert "A. – Ben" in visit.phone().get(f"{visit.path}/s/{season}/fixtures").text
    for path in ("fixtures", "", "cross-table", "race", "records"):
        assert "Ada" not in visit.phone().get(f"{visit.path}/s/{season}/{path}").html


def test_a_director_adds_another_and_ends_a_password(visit: Visit) -> None:
    director = visit.director
    page = director.get(f"{visit.path}/directors")
    page = director.send(page, "Add a director", name="Mo", password="thirteen tricks")
    other = visit.phone(
        visit.club.services.people.sign_in(visit.club.club.code, "Mo", "thirteen tricks")
    )
    assert other.get(f"{visit.path}/export").status == 200
    page = director.send(page, "Remove Mo as director")
    assert other.get(f"{visit.path}/export").status == 403
    assert "last director" in director.send(page, "Remove Ann as director").refusal


def test_a_director_changes_the_password_with_the_current_one_which_signs_other_phones_out(
    visit: Visit,
) -> None:
    phone = visit.director
    other = visit.director
    page = phone.get(f"{visit.path}/directors")

    def change(current: str, new: str) -> Page:
        return phone.send(page, "Change your password", current=current, password=new)

    for current, new, why in (
        ("a wrong password", "nine wet umbrellas", "not your current password"),
        (ANN["password"], "liverpool123", "easy to guess"),
    ):
        refused = change(current, new)
        assert why in refused.refusal
        assert new not in refused.html
    assert other.get(f"{visit.path}/export").status == 200
    assert "Your password is changed." in change(ANN["password"], "nine wet umbrellas").text
    assert [each.get(f"{visit.path}/export").status for each in (phone, other)] == [200, 403]
    assert signs_in(visit) is False
    assert signs_in(visit, password="nine wet umbrellas") is True
    page = phone.get(f"{visit.path}/directors")
    for _ in range(10):
        change("a wrong password", "nine wet umbrellas")
    assert "Too many passwords" in change("nine wet umbrellas", "ten wet umbrellas").text
    assert visit.club.faults == []


def test_the_password_is_asked_again_before_what_gives_power_or_cannot_be_undone(
    visit: Visit,
) -> None:
    director = visit.director
    member = f"{visit.path}/members/1/erase"
    visit.club.clock.later(minutes=16)
    for page in (f"{visit.path}/directors", member):
        asked = director.get(page)
        assert asked.status == 303
        assert (
            "Enter your password to open that page." in director.get(asked.headers["Location"]).text
        )
    assert (
        director.post(f"{visit.path}/sign-in", {**ANN, "to": member}).headers["Location"] == member
    )
    assert director.get(member).status == 200
    for elsewhere in (
        "https://evil.example/",
        "//evil.example",
        f"{visit.path}//evil.example",
        "/",
    ):
        home = director.post(f"{visit.path}/sign-in", {**ANN, "to": elsewhere}).headers["Location"]
        assert home == f"{visit.path}/"


def test_wrong_passwords_from_elsewhere_do_not_lock_out_a_browser_that_has_signed_in_before(
    visit: Visit,
) -> None:
    """Nor one on which the director is signed in and asked again.
    A browser that is not known has to wait.
    """
    sign_in = f"{visit.path}/sign-in"
    known = visit.phone()
    signed_in = visit.phone()
    for phone in (known, signed_in):
        assert phone.post(sign_in, ANN).status == 303
    assert known.post(f"{visit.path}/sign-out", {}).status == 303
    stranger = visit.phone()
    for number in range(12):
        stranger.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        stranger.post(sign_in, ANN | {"password": "a wrong password"})
    assert "Too many passwords" in visit.phone().post(sign_in, ANN).text
    assert known.post(sign_in, ANN).status == 303
    visit.club.clock.later(minutes=14)
    stranger.post(sign_in, ANN | {"password": "a wrong password"})
    erasing = signed_in.get(f"{visit.path}/members/1/erase")
    visit.club.clock.later(minutes=2)
    asked = signed_in.send(erasing, "Erase the name", asked="yes")
    for number in range(12):
        stranger.client.environ_base["REMOTE_ADDR"] = f"192.0.3.{number}"
        stranger.post(sign_in, ANN | {"password": "a wrong password"})
    assert "Too many passwords" in visit.phone().post(sign_in, ANN).text
    assert "The name is erased" in signed_in.send(asked, "Go on", sure=ANN["password"]).text


def test_a_browser_that_has_signed_in_before_may_guess_no_more_often_than_others(
    visit: Visit,
) -> None:
    """Its attempts are counted for itself, and for one director."""
    sign_in = f"{visit.path}/sign-in"
    first = visit.phone()
    second = visit.phone()
    visit.club.services.people.add_director(
        visit.club.director, name="Mo", password="thirteen tricks"
    )
    for phone in (first, second):
        phone.post(sign_in, ANN)
        phone.post(f"{visit.path}/sign-out", {})
    for number in range(10):
        first.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        assert (
            "Name or password is wrong"
            in first.post(sign_in, ANN | {"password": "a wrong password"}).refusal
        )
    assert "Too many passwords" in first.post(sign_in, ANN).text
    assert second.post(sign_in, ANN).status == 303
    for number in range(11):
        second.client.environ_base["REMOTE_ADDR"] = f"192.0.3.{number}"
        refused = second.post(sign_in, {"name": "Mo", "password": "a wrong password"})
    assert "Too many passwords" in refused.text
    assert (
        "Too many passwords"
        in visit.phone().post(sign_in, {"name": "Mo", "password": "thirteen tricks"}).text
    )


def test_what_was_typed_is_kept_while_the_password_is_asked_again(visit: Visit) -> None:
    """Of a form with a new password the others;
    of a form without one all, and it is done with the password.
    """
    director = visit.director
    people = visit.club.services.people
    by = visit.club.director
    page = director.get(f"{visit.path}/directors")
    visit.club.clock.later(minutes=16)
    asked = director.send(page, "Add a director", name="Mo", password="thirteen tricks")
    assert asked.status == 422
    assert ("thirteen tricks" in asked.html) is False
    asked = director.send(asked, "Go on", sure="a wrong password")
    assert "That password is wrong" in asked.refusal
    assert len(people.directors(by)) == 1
    adding = director.send(asked, "Go on", sure=ANN["password"])
    assert Page.form(adding.key("Add a director"))[1]["name"] == "Mo"
    assert "Remove Mo" in director.send(adding, "Add a director", password="thirteen tricks").text
    erasing = director.get(f"{visit.path}/members/1/erase")
    visit.club.clock.later(minutes=16)
    asked = director.send(erasing, "Erase the name", asked="yes")
    assert people.member(visit.club.id, 1) is not None
    assert "The name is erased" in director.send(asked, "Go on", sure=ANN["password"]).text
    page = director.get(f"{visit.path}/directors")
    visit.club.clock.later(minutes=16)
    asked = director.send(page, "Remove Mo as director")
    for _ in range(11):
        asked = director.send(asked, "Go on", sure="a wrong password")
    assert "Too many passwords" in asked.root.all("p", role="alert")[0].text
    assert len(people.directors(by)) == 2


def test_the_first_page_says_nothing_of_clubs_to_a_stranger(visit: Visit) -> None:
    code = visit.club.play(visit.club.season(1, 2), 1, 2, "tricks E12").sheet.code
    stranger = visit.phone()
    for path in ("/", "/parties/new"):
        assert not re.search(f"Ada|Ben|{code}|{visit.club.club.name}", stranger.get(path).html), (
            path
        )
    phone = visit.member(3)
    page = phone.get("/")
    assert "Ada and Ben" in page.text
    assert visit.club.club.name in page.text
    phone.table(code)
    phone.send(phone.get(f"{visit.path}/"), "Sign out on this phone")
    assert "Ben" not in phone.get("/").text


def test_a_phone_that_signs_out_keeps_its_links_and_its_choices(visit: Visit) -> None:
    phone = visit.member(3)
    phone.open(rules="normand")
    code = phone.open("Cem", "Dora")
    phone.send(phone.get("/"), "Remove Ada, Bea and Cem, 0 – 0 – 0")
    phone.enter(code, "good calls")
    phone.get(f"/p/{code}/?across=yes&voice=yes")

    def kept() -> tuple[str, list[str]]:
        return phone.table(code).text, [
            each for each in phone.get("/").links().values() if each.startswith("/p/")
        ]

    before = kept()
    assert "a good point?" in before[0]
    assert before[1] == [f"/p/{code}/"]
    phone.send(phone.get(f"{visit.path}/"), "Sign out on this phone")
    assert kept() == before


def personal_link(visit: Visit, member: int) -> str:
    return f"/m/{visit.club.services.people.new_link(visit.club.director, member)}"


AS_BOTH = "I am Ada and the director"


@pytest.fixture
def both(visit: Visit) -> Phone:
    """The phone of a director who is the member Ada too."""
    phone = visit.director
    phone.send(phone.get(personal_link(visit, 1)), AS_BOTH)
    return phone


def test_a_director_who_opens_their_own_personal_link_is_both(visit: Visit, both: Phone) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2, signed=())
    home = both.get(f"{visit.path}/")
    assert "Running the club" in home.text
    assert "you have not signed yet" in home.text
    assert both.get(f"{visit.path}/export").status == 200
    assert both.get(f"{visit.path}/directors").status == 200
    account = both.get(f"{visit.path}/me")
    assert "You are director Ann and Ada on this phone." in account.text
    assert "Your PIN is set." in both.send(account, "Set my PIN", pin="2749").text


def test_what_a_director_who_plays_posts_names_the_director(visit: Visit, both: Phone) -> None:
    both.send(both.get(f"{visit.path}/members"), "Admit these members", names="Zoe")
    assert visit.club.entries[-1].author == "director Ann"


def test_a_personal_link_signs_no_director_out_unasked(visit: Visit) -> None:
    """Neither as the page is opened, nor by a form that was shown before the director signed in."""
    phone = visit.director
    link = personal_link(visit, 2)
    page = phone.get(link)
    assert "Director Ann is signed in on this phone." in page.text
    assert phone.post(link, {}).headers["Location"] == link
    assert phone.get(page.links()["Change nothing"]).status == 200
    assert phone.get(f"{visit.path}/export").status == 200
    assert "My record" not in phone.get(f"{visit.path}/").text


def test_a_director_can_be_signed_out_for_a_member(visit: Visit) -> None:
    phone = visit.director
    phone.send(phone.get(personal_link(visit, 2)), "Sign the director out: I am Ben")
    assert phone.get(f"{visit.path}/export").status == 403
    assert "My record" in phone.get(f"{visit.path}/").text


def test_another_link_replaces_the_member_and_not_the_director(visit: Visit, both: Phone) -> None:
    page = both.get(personal_link(visit, 2))
    assert "It also plays as Ada, whom Ben would replace." in page.text
    both.send(page, "I am Ben and the director")
    assert "You are director Ann and Ben on this phone." in both.get(f"{visit.path}/me").text
    assert visit.club.services.people.phones(visit.club.id, 1) == []


@pytest.mark.parametrize(("same", "is_both"), [("yes", True), ("", False)])
def test_a_member_who_signs_in_as_a_director_is_asked_whether_they_are_both(
    visit: Visit, same: str, is_both: bool
) -> None:
    phone = visit.member(1)
    page = phone.get(f"{visit.path}/sign-in")
    assert "I am also Ada, who is signed in on this phone" in page.text
    phone.post(f"{visit.path}/sign-in", {**ANN, "same": same})
    assert phone.get(f"{visit.path}/export").status == 200
    assert ("My record" in phone.get(f"{visit.path}/").text) == is_both


def test_each_role_ends_by_itself(visit: Visit, both: Phone) -> None:
    """Of a director whose password is not entered for a month the member is left."""
    visit.club.clock.later(days=31)
    assert both.get(f"{visit.path}/export").status == 403
    assert "My record" in both.get(f"{visit.path}/").text


def test_a_revoked_link_leaves_the_director(visit: Visit, both: Phone) -> None:
    people = visit.club.services.people
    for sign_in in people.phones(visit.club.id, 1, own=1000):
        people.end_credential(visit.club.director, sign_in.credential_id)
    assert both.get(f"{visit.path}/export").status == 200
    assert "My record" not in both.get(f"{visit.path}/").text


def test_signing_out_ends_both_roles_and_both_sessions(visit: Visit, both: Phone) -> None:
    cookie = both.cookie.value
    both.send(both.get(f"{visit.path}/"), "Sign out on this phone")
    both.client.set_cookie("session", cookie)
    assert both.get(f"{visit.path}/export").status == 403
    assert both.get(f"{visit.path}/me").status == 403


def test_a_director_who_plays_is_asked_for_the_password_again_and_stays_both(
    visit: Visit, both: Phone
) -> None:
    visit.club.clock.later(minutes=16)
    page = both.get(f"{visit.path}/directors")
    assert page.status == 303
    action = f"{visit.path}/sign-in"
    asked = both.get(page.headers["Location"])
    both.post(action, Page.form(asked.key("Sign in"))[1] | ANN)
    assert both.get(f"{visit.path}/directors").status == 200
    assert "You are director Ann and Ada on this phone." in both.get(f"{visit.path}/me").text


def test_a_director_who_plays_signs_other_phones_of_both_roles_out(
    visit: Visit, both: Phone
) -> None:
    computer = visit.director
    tablet = visit.member(1)
    for phone in (computer, tablet):
        assert phone.get(f"{visit.path}/me").status == 200
    account = both.get(f"{visit.path}/me")
    assert len(re.findall(r"Phone \d", account.text)) == 3
    both.send(account, "Sign out all other phones")
    assert computer.get(f"{visit.path}/me").status == 403
    assert tablet.get(f"{visit.path}/me").status == 403
    assert both.get(f"{visit.path}/export").status == 200
    assert "My record" in both.get(f"{visit.path}/").text
