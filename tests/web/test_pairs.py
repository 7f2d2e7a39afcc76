"""The page of a pair: made by playing, open to who has its link, and put right by who plays."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorer.rules.presets import PRESETS
from scorer.service.parties import Parties
from tests.service.tables import say
from tests.web.conftest import Page, Phone

ADA_WINS = ("30 20", "20 30", "40 10", "30 20", "20 30", "30 20")
"""The points of six deals: 170 to 130 for whom the page has first; she wins 140."""

BEA_WINS = tuple(" ".join(reversed(each.split())) for each in ADA_WINS)


def played(
    phone: Phone, parties: Parties, points: tuple[str, ...] = ADA_WINS, names: str = "Ada Bea"
) -> str:
    """Play a whole partie by its totals on a phone and return its code."""
    first, second = names.split()
    code = phone.open(first, second)
    say(parties, code, *(f"scores {each}" for each in points))
    return code


def home(phone: Phone) -> Page:
    return phone.get("/")


def pair_page(phone: Phone) -> Page:
    """The page of the pair that Home opens with."""
    return phone.get(address_of_pair(phone))


def address_of_pair(phone: Phone) -> str:
    links = [href for href in home(phone).links().values() if href.startswith("/pair/")]
    assert links, home(phone).text
    return links[0]


@pytest.fixture
def third(app: Flask) -> Phone:
    return Phone(app, "192.0.2.9")


@pytest.fixture
def tomorrow(app: Flask, parties: Parties, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let it be the day after."""

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(days=1)

    return lambda: monkeypatch.setitem(app.extensions, "parties", replace(parties, clock=now))


def link_of(phone: Phone) -> str:
    """The link that the page of the pair shows for other phones."""
    text = phone.get(f"{address_of_pair(phone)}/link").text
    (address,) = [word for word in text.split() if "/w/" in word]
    return address[address.index("/w/") :]


def opened_on(phone: Phone, link: str) -> Page:
    return phone.send(phone.get(link), "Open on this phone")


class TestAPairIsMadeByPlaying:
    def test_from_the_first_partie(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        assert "Ada leads by 140" in home(phone).text

    def test_by_the_same_names_in_any_spelling_and_seats(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        played(phone, parties, names="bea ADA")
        assert "2 finished parties" in pair_page(phone).text

    def test_of_others_is_another(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        first = address_of_pair(phone)
        played(phone, parties, names="Ada Cem")
        assert address_of_pair(phone) != first
        assert "Ada and Bea" in home(phone).text

    def test_not_by_a_scoring_link(self, phone: Phone, other: Phone, parties: Parties) -> None:
        code = played(phone, parties)
        other.accept(phone.share(code))
        assert "/pair/" not in " ".join(home(other).links().values())

    def test_a_form_that_is_sent_again_makes_one(self, phone: Phone, parties: Parties) -> None:
        form = {"first": "Ada", "second": "Bea", "deals": "second", "rules": "portland"}
        for _ in range(2):
            phone.post("/parties", {**form, "key": "k" * 32})
        assert "Also in progress" not in pair_page(phone).text
        with phone.client.session_transaction() as session:
            assert len(session["pairs"]) == 1

    def test_the_cookie_has_one_link_and_not_one_for_each_partie(
        self, phone: Phone, parties: Parties
    ) -> None:
        for _ in range(5):
            last = played(phone, parties)
        with phone.client.session_transaction() as session:
            assert list(session["links"]) == [last]


class TestNothingIsVisibleWithoutTheLink:
    def test_a_pair_is_missing_to_other_phones(
        self, phone: Phone, other: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        address = address_of_pair(phone)
        for ending in ("", "/link", "/save", "/stake", "/part", "/join", "/erase"):
            assert other.get(address + ending).status == 404, ending

    def test_the_page_is_not_indexed(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        metas = pair_page(phone).root.all("meta")
        assert {"noindex"} <= {node.attrs.get("content") for node in metas}

    def test_a_preview_of_the_link_changes_nothing(
        self, phone: Phone, other: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        link = link_of(phone)
        assert other.get(link).status == 200
        assert other.get(address_of_pair(phone)).status == 404

    def test_a_renewed_link_leads_nowhere(
        self, phone: Phone, other: Phone, third: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        old = link_of(phone)
        opened_on(other, old)
        phone.send(phone.get(f"{address_of_pair(phone)}/link"), "Renew the link")
        assert other.get(address_of_pair(phone)).status == 404
        assert "was renewed" in other.get(address_of_pair(phone)).text
        assert third.get(old).status == 404
        assert opened_on(third, link_of(phone)).status == 200


WAS_RENEWED = "The link of Ada and Bea was renewed on another phone."


class TestALinkThatWasRenewedElsewhere:
    @pytest.fixture
    def renewed(self, phone: Phone, other: Phone, parties: Parties) -> str:
        """Renew on one phone the link that another one carries, and return the new one."""
        played(phone, parties)
        opened_on(other, link_of(phone))
        played(other, parties)
        phone.send(phone.get(f"{address_of_pair(phone)}/link"), "Renew the link")
        return link_of(phone)

    @pytest.mark.usefixtures("renewed")
    def test_is_missed_on_home(self, other: Phone) -> None:
        assert WAS_RENEWED in home(other).text

    @pytest.mark.usefixtures("renewed")
    def test_is_not_missed_where_it_was_renewed(self, phone: Phone) -> None:
        assert "was renewed" not in home(phone).text

    @pytest.mark.usefixtures("renewed")
    def test_shows_no_name_that_came_later(
        self, phone: Phone, other: Phone, parties: Parties, tomorrow: Callable[[], None]
    ) -> None:
        tomorrow()
        played(phone, parties, names="ADA BEA")
        assert WAS_RENEWED in home(other).text

    @pytest.mark.usefixtures("renewed")
    def test_is_dismissed_with_a_key(self, other: Phone) -> None:
        assert "was renewed" not in other.send(home(other), "Dismiss").text

    def test_is_not_missed_once_the_new_one_is_open(self, other: Phone, renewed: str) -> None:
        opened_on(other, renewed)
        assert "was renewed" not in home(other).text

    @pytest.mark.parametrize("keys", [[], ["Dismiss"]], ids=["missed", "dismissed"])
    def test_leaves_who_kept_the_pair_a_keeper(
        self, other: Phone, renewed: str, keys: list[str]
    ) -> None:
        for key in keys:
            other.send(home(other), key)
        opened_on(other, renewed)
        assert other.get(f"{address_of_pair(other)}/stake").status == 200

    def test_is_not_missed_where_it_was_only_joined(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties, names="Ada Bee")
        played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/join")
        phone.send(phone.get(page.links()["Ada and Bee"]), "Join")
        assert "was renewed" not in home(phone).text


class TestWhoHasTheLink:
    def test_reads_the_same_history(self, phone: Phone, other: Phone, parties: Parties) -> None:
        played(phone, parties)
        opened_on(other, link_of(phone))
        assert "Ada leads by 140" in home(other).text

    def test_scores_what_is_played_now(self, phone: Phone, other: Phone, parties: Parties) -> None:
        played(phone, parties)
        running = phone.open()
        opened_on(other, link_of(phone))
        assert other.say(running, "scores 10 20", deal=0, position=0, key="t").status == 303

    def test_does_not_correct_what_is_long_over(
        self, phone: Phone, other: Phone, parties: Parties, tomorrow: Callable[[], None]
    ) -> None:
        code = played(phone, parties)
        opened_on(other, link_of(phone))
        tomorrow()
        answer = other.say(code, "scores 31 20", deal=0, position=1, key="t")
        assert answer.status == 403
        assert "Correct it on the phone on which the two play." in answer.text

    def test_hears_of_its_own_link_where_that_was_revoked(
        self, phone: Phone, parties: Parties
    ) -> None:
        """Another day has nothing to do with it: a scoring link helps."""
        code = phone.open()
        for link in parties.links(code):
            parties.revoke_link(code, link.id)
        answer = phone.say(code, "scores 31 20", deal=0, position=0, key="t")
        assert answer.status == 403
        assert "can follow but not score" in answer.text
        assert "another day" not in answer.text
        assert "the phone on which the two play" not in phone.get(f"/p/{code}/sheet").text

    def test_reads_on_the_sheet_where_it_is_corrected(
        self, phone: Phone, other: Phone, parties: Parties, tomorrow: Callable[[], None]
    ) -> None:
        code = played(phone, parties)
        opened_on(other, link_of(phone))
        tomorrow()
        said = "To correct it, use the phone on which the two play."
        assert said in other.get(f"/p/{code}/sheet").text
        assert said not in phone.get(f"/p/{code}/sheet").text

    @pytest.mark.parametrize("page", ["stake", "settled", "join", "part", "erase", "left-out"])
    def test_changes_nothing_else(
        self, phone: Phone, other: Phone, parties: Parties, page: str
    ) -> None:
        played(phone, parties)
        opened_on(other, link_of(phone))
        assert other.get(f"{address_of_pair(phone)}/{page}").status == 403

    def test_keeps_the_history_once_a_partie_was_begun_there(
        self, phone: Phone, other: Phone, parties: Parties, tomorrow: Callable[[], None]
    ) -> None:
        old = played(phone, parties)
        opened_on(other, link_of(phone))
        played(other, parties)
        tomorrow()
        assert other.say(old, "scores 31 20", deal=0, position=1, key="t").status == 303
        assert "2 finished parties" in pair_page(phone).text


class TestWhatIsSaidOfAPartie:
    def test_a_note_is_shown_beside_it(self, phone: Phone, parties: Parties) -> None:
        code = played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/partie/{code}")
        assert "by the sea" in phone.send(page, "Keep the note", note="by the sea").text

    def test_its_day_is_corrected(self, phone: Phone, parties: Parties) -> None:
        code = played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/partie/{code}")
        assert "2025" in phone.send(page, "Correct the day", day="2025-12-31").text

    def test_a_day_to_come_is_refused_and_stays_typed(self, phone: Phone, parties: Parties) -> None:
        code = played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/partie/{code}")
        refused = phone.send(page, "Correct the day", day="2031-01-01")
        assert refused.status == 422
        typed = [node.attrs.get("value") for node in refused.root.all("input")]
        assert "2031-01-01" in typed

    def test_one_that_is_left_out_counts_in_nothing_and_comes_back(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        code = played(phone, parties)
        address = address_of_pair(phone)
        out = phone.send(phone.get(f"{address}/partie/{code}"), "Leave it out")
        assert "1 finished partie" in phone.get(address).text
        assert "2 finished parties" in phone.send(out, "Take back in").text

    def test_one_in_progress_is_left_out_there_and_comes_back(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        running = phone.open()
        page = phone.get(f"{address_of_pair(phone)}/partie/{running}")
        out = phone.send(page, "Leave it out")
        assert running not in "".join(home(phone).links().values())
        phone.send(out, "Take back in")
        assert running in "".join(home(phone).links().values())

    def test_one_in_progress_is_not_removed_from_this_phone_alone(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        phone.open()
        phone.open()
        assert "Remove from this phone" not in home(phone).text

    def test_of_another_pair_is_missing(self, phone: Phone, parties: Parties) -> None:
        other = played(phone, parties, names="Ada Cem")
        played(phone, parties)
        assert phone.get(f"{address_of_pair(phone)}/partie/{other}").status == 404


class TestTheAccount:
    def test_says_who_owes_what_and_is_closed_with_a_line(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        address = address_of_pair(phone)
        page = phone.send(phone.get(f"{address}/stake"), "Keep", amount="0,10", unit="€")
        assert "Bea owes Ada 14 €, for 140 points." in page.text
        closed = phone.send(phone.get(f"{address}/settled"), "Settled", line="paid for dinner")
        assert "paid for dinner" in closed.text
        assert "Neither owes the other anything" in closed.text

    def test_a_closed_one_opens_again(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        address = address_of_pair(phone)
        phone.send(phone.get(f"{address}/stake"), "Keep", amount="1", unit="")
        phone.send(phone.get(f"{address}/settled"), "Settled", line="")
        again = phone.send(phone.get(f"{address}/settled"), "Take the last one back")
        assert "Bea owes Ada 140" in again.text

    def test_what_is_no_amount_is_refused_and_stays_typed(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/stake")
        refused = phone.send(page, "Keep", amount="a cent", unit="")
        assert refused.status == 422
        assert "a cent" in str([node.attrs for node in refused.root.all("input")])


class TestTwoPairsOfOneAndOneOfTwo:
    def test_a_second_pair_of_the_same_is_joined_with_a_preview(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties, names="Ada Bea-Maria")
        played(phone, parties)
        address = address_of_pair(phone)
        preview = phone.get(phone.get(f"{address}/join").links()["Ada and Bea-Maria"])
        assert "Ada leads by 280" in preview.text
        joined = phone.send(preview, "Join")
        assert "2 finished parties" in joined.text

    def test_and_parted_again(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties, names="Ada Bea-Maria")
        played(phone, parties)
        address = address_of_pair(phone)
        preview = phone.get(phone.get(f"{address}/join").links()["Ada and Bea-Maria"])
        phone.send(preview, "Join")
        parted = phone.send(phone.get(f"{address}/join"), "Part them again")
        assert "1 finished partie" in parted.text

    def test_joined_the_other_way_round(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties, names="Bee Ada")
        played(phone, parties)
        page = phone.get(phone.get(f"{address_of_pair(phone)}/join").links()["Bee and Ada"])
        assert "level" in page.text.lower()
        crossed = phone.get(page.links()["It is the other way round"])
        assert "Ada leads by 280" in crossed.text

    def test_parties_of_two_others_are_parted_with_a_preview(
        self, phone: Phone, parties: Parties
    ) -> None:
        played(phone, parties)
        code = played(phone, parties)
        address = address_of_pair(phone)
        preview = phone.get(f"{address}/part?sheet={code}")
        assert "1 partie becomes a pair of its own" in preview.text
        apart = phone.send(preview, "Part them")
        assert "1 finished partie" in apart.text
        assert "1 finished partie" in phone.get(address).text

    def test_parting_none_asks_which(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        page = phone.get(f"{address_of_pair(phone)}/part?see=yes")
        assert "Choose the parties that two others played." in page.text


class TestDoors:
    def test_a_settlement_leads_to_the_page_of_the_pair(
        self, phone: Phone, parties: Parties
    ) -> None:
        code = played(phone, parties)
        page = phone.get(f"/p/{code}/settlement")
        assert address_of_pair(phone) in page.links().values()

    def test_not_on_a_phone_without_its_link(
        self, phone: Phone, other: Phone, parties: Parties
    ) -> None:
        code = played(phone, parties)
        page = other.get(f"/p/{code}/settlement")
        assert address_of_pair(phone) not in page.links().values()

    def test_the_next_partie_begins_with_one_key(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        assert "Deal 1" in phone.send(pair_page(phone), "Play again Ada deals").text

    def test_a_partie_in_progress_is_gone_on_with(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        code = phone.open("Ada", "Bea")
        assert f"/p/{code}/" in pair_page(phone).links().values()

    def test_the_way_into_a_club_is_at_the_end(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        assert "Offer these to a club: save everything" in pair_page(phone).text


class TestSaving:
    def test_everything_is_one_file_that_is_taken_in_once_each(
        self, phone: Phone, other: Phone, parties: Parties
    ) -> None:
        for points in (ADA_WINS, BEA_WINS):
            played(phone, parties, points)
        saved = phone.client.get(f"{address_of_pair(phone)}/save").data
        with zipfile.ZipFile(io.BytesIO(saved)) as archive:
            assert len(archive.namelist()) == 3
        for _ in range(2):
            taken_in(other, saved)
        assert "2 finished parties" in pair_page(other).text

    def test_what_is_here_is_not_taken_again(self, phone: Phone, parties: Parties) -> None:
        played(phone, parties)
        saved = phone.client.get(f"{address_of_pair(phone)}/save").data
        taken_in(phone, saved)
        assert "1 finished partie" in pair_page(phone).text


def taken_in(phone: Phone, saved: bytes) -> None:
    """Choose an archive on the page that takes parties, and take what it has."""
    page = phone.get("/parties/take")
    token = next(
        node.attrs["value"]
        for node in page.root.all("input")
        if node.attrs.get("name") == "csrf_token"
    )
    shown = phone.client.post(
        "/parties/take",
        data={"csrf_token": token, "file": (io.BytesIO(saved), "saved.zip")},
    )
    preview = phone.read(shown)
    keys = [node for node in preview.root.all("button") if "ake" in node.text]
    if keys:
        phone.tap_form(keys[0])


def test_erasing_a_person_erases_the_name(phone: Phone, parties: Parties) -> None:
    code = played(phone, parties)
    address = address_of_pair(phone)
    phone.post(f"{address}/erase", {"player": "1", "sure": "yes"})
    assert "Bea" not in phone.get(address).text
    assert "Bea" not in phone.get(f"/p/{code}/sheet").text


def test_an_erased_player_is_not_cut_in_the_tables(phone: Phone, parties: Parties) -> None:
    played(phone, parties)
    address = address_of_pair(phone)
    phone.post(f"{address}/erase", {"player": "1", "sure": "yes"})
    heads = [each.text for each in phone.get(address).root.all("th")]
    assert heads.count("Former player 2") == 2


def test_parties_from_before_there_were_pairs_are_gathered(phone: Phone, parties: Parties) -> None:
    for letter in "abc":
        sheet, token = parties.open(("Ada", "Bea"), PRESETS["portland"], letter * 32)
        say(parties, sheet.code, *(f"scores {each}" for each in ADA_WINS))
        phone.accept(f"/s/{token}")
    page = home(phone)
    assert "3 finished parties of two are on no page of a pair" in page.text
    gathered = phone.send(page, "Gather these parties by pairs")
    assert "Gathered into 1 pair." in gathered.text
    assert "3 finished parties" in pair_page(phone).text
