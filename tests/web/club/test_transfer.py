"""What goes into a club and out of it: embedded standings, exports,
and imports without a script.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from beancount import loader

from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.club.transfer.export_tables import TABLES
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.club.transfer.importing import Importing, PlanPosted
from scorer.web.address import HERE_ONLY
from scorer.web.extensions import LARGEST_IMPORT
from tests import there
from tests.service.club.full_club import former_members
from tests.service.club.running_club import new_club
from tests.service.tables import say
from tests.web.club.conftest import Visit, visiting, visiting_house
from tests.web.conftest import Page, Phone, application


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as visit:
        visit.club.play(visit.club.season(1, 2), 1, 2)
        visit.club.services.clubs.choose(visit.club.director, "public standings", "yes")
        yield visit


def test_only_the_embedded_standings_of_a_public_club_may_be_framed(visit: Visit) -> None:
    """They are the same for everybody, have no form and set no cookie."""
    address = f"{visit.path}/s/1/embed"
    pages = [phone.client.get(address) for phone in (visit.phone(), visit.director)]
    assert pages[0].data == pages[1].data
    page = Page(pages[0])
    headers = pages[0].headers
    assert "frame-ancestors *;" in headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in headers
    assert "Set-Cookie" not in headers
    assert page.root.all("form") == page.root.all("script") == []
    assert [cell.text for cell in page.root.all("tbody")[0].all("td")][:4] == [
        "1",
        "1",
        "1",
        "+421",
    ]
    (link,) = [node for node in page.root.all("a") if not node.attrs["href"].startswith("#")]
    assert link.attrs["href"] == f"{visit.path}/s/1/"
    assert link.attrs["target"] == "_blank"
    assert link.attrs["rel"] == "noopener"
    for other in (f"{visit.path}/s/1/", f"{visit.path}/s/9/embed"):
        assert visit.phone().client.get(other).headers["X-Frame-Options"] == "DENY"
    visit.club.services.clubs.choose(visit.club.director, "public standings", "no")
    for phone, status in ((visit.director, 200), (visit.phone(), 403)):
        refused = phone.client.get(address)
        assert refused.status_code == status
        assert refused.headers["X-Frame-Options"] == "DENY"


def test_a_director_finds_the_line_to_paste(visit: Visit) -> None:
    base = f"http://piquet.test{visit.path}"
    line = f'<iframe src="{base}/s/1/embed" title="Standings: Winter"'
    page = visit.director.get(f"{visit.path}/export")
    assert any(each.text.startswith(line) for each in page.root.all("pre"))
    assert f"{base}/api/v1/" in page.text
    visit.app.config["REACHED"] = HERE_ONLY
    assert (
        "This program can only be opened on this computer."
        in visit.director.get(f"{visit.path}/export").text
    )
    visit.club.services.clubs.choose(visit.club.director, "public standings", "no")
    private = visit.director.get(f"{visit.path}/export").text
    assert "Other websites can show the standings once anyone can read them" in private


TABLE = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"{partie},Ada,Ben,{deal},{points}\n"
    for partie in ("1", "2")
    for deal, points in enumerate(("30,10", "12,41", "28,23", f"5{partie},4"), 1)
)


def imported(
    visit: Visit,
    text: str | bytes,
    *,
    name: str = "a.csv",
    phone: Phone | None = None,
    **fields: str,
) -> Page:
    phone = phone or visit.director
    file = text.encode() if isinstance(text, str) else text
    data = {"season": "1", **fields, "files": (io.BytesIO(file), name)}
    return phone.post(f"{visit.path}/import", data, content_type="multipart/form-data")  # type: ignore[arg-type]


def posted(visit: Visit, page: Page, **fields: str) -> Page:
    (form,) = page.root.all("form")
    data = {node.attrs["name"]: node.attrs["value"] for node in form.all("input", type="hidden")}
    del data["csrf_token"]  # it is another phone's
    return visit.director.post(form.attrs["action"], {**data, **fields})


def played(visit: Visit) -> int:
    return visit.club.services.standings.now(visit.club.id, 1).parties


def files(page: Page) -> list[str]:
    return [link.attrs["href"] for link in page.root.all("a", download="")]


def test_the_director_finds_every_form_and_every_link_gives_a_file(visit: Visit) -> None:
    phone = visit.director
    page = phone.get(f"{visit.path}/export")
    assert len(files(page)) == len(ExportFormat) + len(TABLES)
    for address in files(page):
        answer = phone.client.get(address)
        assert answer.status_code == 200
        assert re.fullmatch(r"attachment; filename=[\w.-]+", answer.headers["Content-Disposition"])
        assert len(answer.data) > 10
    assert (
        phone.get(f"{visit.path}/").links()["Export the club tables, journal, parties"]
        == f"{visit.path}/export"
    )


def test_a_season_is_chosen_once_for_every_file(visit: Visit) -> None:
    phone = visit.director
    page = phone.get(f"{visit.path}/export?season=1")
    assert [address for address in files(page) if "season=1" not in address] == []
    assert [phone.client.get(address).status_code for address in files(page)] == [200] * (
        len(ExportFormat) - 1 + len(TABLES)  # the copy is of the whole club
    )


def test_exports_are_one_list_however_many_seasons_there_are(visit: Visit) -> None:
    phone = visit.director
    before = files(phone.get(f"{visit.path}/export"))
    for number in range(10):
        visit.club.season(1, 2, name=f"Season {number}")
    assert files(phone.get(f"{visit.path}/export")) == before


def test_a_table_from_a_page_begins_with_what_excel_needs_and_python_reads_it(
    visit: Visit,
) -> None:
    data = visit.director.client.get(f"{visit.path}/export/file?form=csv&table=members").data
    assert data.startswith(codecs.BOM_UTF8)
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert [row["name"] for row in rows] == ["Ada", "Ben", "Cat"]


def test_the_journal_of_every_event_is_accepted_by_bean_check_and_holds_the_standings(
    tmp_path: Path,
) -> None:
    with visiting_house(tmp_path) as (visit, _):
        former_members(visit.club, 3)
        text = visit.director.client.get(f"{visit.path}/export/file?form=journal").text
        assert [each.message for each in loader.load_string(text)[1]] == []
        found = re.findall(r"balance Assets:Season(\d+):Member(\d+)  (-?\d+) POINTS\n", text)
        held = {(int(season), int(member)): int(balance) for season, member, balance in found}
        for season in visit.club.services.seasons.seasons(1):
            for row in visit.club.services.standings.now(1, season.number).table.rows:
                assert held.get((season.number, row.member), 0) == row.tally.balance
        assert sum(map(bool, held.values())) > 10


def test_a_download_is_made_while_it_is_sent_if_there_is_one(visit: Visit) -> None:
    answer = visit.director.client.get(f"{visit.path}/export/file?form=json", buffered=False)
    assert answer.is_streamed
    assert answer.headers["Cache-Control"] == "no-store"
    assert json.loads(answer.data)["club"] == visit.club.club.code
    for path in (
        "form=xml",
        "form=json&season=9",
        "form=csv&table=secrets",
        "form=json&table=deals",
    ):
        assert visit.director.get(f"{visit.path}/export/file?{path}").status == 404


def test_a_member_exports_their_own_data(visit: Visit) -> None:
    phone = visit.member(2)
    links = [
        link.attrs["href"] for link in phone.get(f"{visit.path}/me").root.all("a", download="")
    ][1:]
    forms = ("xlsx", "csv", "csv-unmarked", "json", "piquet")
    assert links == [f"{visit.path}/me/data?form={form}" for form in forms]
    document = json.loads(phone.client.get(f"{visit.path}/me/data?form=json").data)
    assert [row["name"] for row in document["members"]] == ["Ben"]
    assert phone.get(f"{visit.path}/me/data?form=journal").status == 404
    assert visit.director.get(f"{visit.path}/me/data").headers["Location"] == f"{visit.path}/me"


def test_previewed_parties_are_posted_with_their_progress(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.club.transfer.importing.AT_A_TIME", 1)
    page = imported(visit, TABLE)
    assert "Ada and Ben Ada receives 394, Rubicon not crossed" in page.text
    assert "a.csv, line 2" in page.text
    assert played(visit) == 1
    done = posted(visit, page)
    assert played(visit) == 3
    assert [each.attrs["class"] for each in done.root.all("p")][-3:] == [
        "step",
        "step",
        "step name",
    ]
    assert [(bar.attrs["value"], bar.attrs["max"]) for bar in done.root.all("progress")] == [
        ("0", "2"),
        ("1", "2"),
    ]
    assert "1 of 2" in done.text


def test_an_import_shows_what_it_moves_and_is_reversed_as_one(visit: Visit) -> None:
    director = visit.director
    page = imported(visit, TABLE.replace("Ben", "Eve"), phone=director)
    assert "Post all parties" not in page.text
    page = director.send(page, "Check the files again", admit="Eve")
    assert "New members: Eve." in page.text
    moves = {
        each.all("caption")[0].text: each.all("td")
        for each in page.root.all("table", class_="sum moves")
    }
    assert {name: [cell.text for cell in cells][:4] for name, cells in moves.items()} == {
        "Ada": ["+421", "+1,211", "2", "6"],
        "Eve": ["none", "3", "", "−790"],
    }
    done = posted(visit, page)
    before = len(visit.club.entries)
    page = director.get(done.links()["Reverse this import"])
    assert "checked" in page.root.all("input", name="whole")[0].attrs
    page = director.send(
        director.send(page, "Preview the changes", reason="The wrong file."), "Post to the ledger"
    )
    assert len(visit.club.entries) == before + 2
    assert played(visit) == 1
    assert visit.club.faults == []
    one = director.get(f"{visit.path}/book/{before}/reversal")
    assert "already reversed" in director.send(one, "Preview the changes", reason="Again.").refusal


def test_a_form_sent_twice_posts_once_unless_its_parties_are_said_to_be_others(
    visit: Visit,
) -> None:
    page = imported(visit, TABLE)
    posted(visit, page)
    assert "it looks like partie" in posted(visit, page).text
    assert played(visit) == 3
    page = posted(visit, imported(visit, TABLE), again="yes")
    assert page.status == 200, page.text
    posted(visit, page)
    assert played(visit) == 5


def saved_by_two(visit: Visit, *rules: str) -> bytes:
    """Let two play a partie by each of some rules, outside seasons; return what they then save."""
    phone = Phone(visit.app)
    for each in rules:
        code = phone.open("Ada", "Ben", rules=each)
        deals = there(PRESETS[each].deals)
        say(visit.club.parties, code, *("tricks E11 Y1", "tricks Y12") * (deals // 2))
    address = next(each for each in phone.get("/").links().values() if each.startswith("/pair/"))
    return bytes(phone.client.get(f"{address}/save").data)


SAVED_BY_TWO = "piquet-ada-ben.zip"


def test_a_pair_that_joins_a_club_brings_its_parties_into_a_season(visit: Visit) -> None:
    posted(visit, imported(visit, saved_by_two(visit, "four-deal"), name=SAVED_BY_TWO))
    assert played(visit) == 2


def test_what_a_season_cannot_take_of_a_pair_is_said_with_the_reason(visit: Visit) -> None:
    page = imported(visit, saved_by_two(visit, "four-deal", "portland"), name=SAVED_BY_TWO)
    assert "the season is played under The partie of four deals" in page.text


def test_what_a_pair_saves_again_is_posted_once(visit: Visit) -> None:
    archive = saved_by_two(visit, "four-deal")
    posted(visit, imported(visit, archive, name=SAVED_BY_TWO))
    again = imported(visit, archive, name=SAVED_BY_TWO)
    assert "No partie of these files can be imported." in again.text
    assert "it looks like partie" in again.text


def test_an_import_that_fails_halfway_posts_nothing(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = imported(visit, TABLE)

    def breaks(*_: object) -> Iterator[PlanPosted]:
        yield PlanPosted(0)
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Importing, "applying", breaks)
    assert "The import failed. Nothing was posted. Try again." in posted(visit, page).text
    assert played(visit) == 1


def test_a_form_with_damaged_files_or_an_unknown_season_is_refused(visit: Visit) -> None:
    for fields in (
        {},
        {"name": "a.csv"},
        {"name": "a.csv", "text": "no base64"},
        {"name": "a.csv", "text": "AAAA"},
    ):
        assert visit.director.post(f"{visit.path}/import/post", {"season": "1", **fields}).refusal
    assert "no season 7" in imported(visit, TABLE, season="7").refusal


def test_the_name_of_a_file_is_shown_without_its_directories_and_as_text(visit: Visit) -> None:
    for sent, shown in (("../../book.csv", "book.csv"), ("<i title=x>.csv", "<i title=x>.csv")):
        page = imported(visit, "partie,first,second,deal\n", name=sent)
        assert f" {shown}:1:1 " in page.text
        assert page.root.all("i", title="x") == []


def test_an_import_may_be_larger_than_other_forms_up_to_its_own_limit(visit: Visit) -> None:
    rest = "12,41", "28,23", "50,4"
    table = TABLE + "".join(
        f"{partie},Ada,Ben,{deal},{points}\n"
        for partie in range(3, 903)
        for deal, points in enumerate((f"{partie},10", *rest), 1)
    )
    assert len(table) > 64 * 1024
    director = visit.director
    page = imported(visit, table, phone=director)
    assert page.root.all("h1")[0].text == "Import preview: 902 parties"
    assert "a.csv, line 198" in page.root.all("section")[-1].all("li")[-1].text
    assert len(director.send(page, "901 to 902").root.all("section")[-1].all("li")) == 2
    large = io.BytesIO(b"x" * (LARGEST_IMPORT + 1))
    kind = "multipart/form-data; boundary=x"
    assert (
        director.client.post(
            f"{visit.path}/import", input_stream=large, content_type=kind
        ).status_code
        == 413
    )


def test_a_set_up_link_founds_a_club_from_a_copy(visit: Visit, tmp_path: Path) -> None:
    data = visit.director.client.get(f"{visit.path}/export/file?form=copy").data
    (tmp_path / "new").mkdir()
    server = new_club(tmp_path / "new", "Neighbours")
    phone = Phone(application(server.parties))
    link = server.services.clubs.new_setup_link()
    assert phone.get(f"/set-up/{link}").links()["Move it here"] == "?copy"
    address = phone.get(f"/set-up/{link}?copy").headers["Location"]

    def chosen(file: bytes, name: str = "copy.jsonl.gz", *, missing: bool = False) -> Page:
        form: Any = {"file": (io.BytesIO(file), name)}
        return phone.post(address, form, content_type="multipart/form-data", missing=missing)

    assert phone.get(address).status == 200
    assert "Choose the file of a club." in chosen(b"", "").refusal
    for damaged in (data[:-9], b"\0" * 100_000):
        assert (
            "This is not the file of a whole club, or a part of it is missing."
            in chosen(damaged).refusal
        )
    file = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%s\r\n--x--\r\n'
        % bytes(2_000_000)
    )
    large = io.BytesIO(file)
    kind = "multipart/form-data; boundary=x"
    assert phone.client.post(address, input_stream=large, content_type=kind).status_code != 413
    done = chosen(data)
    assert done.status == 303
    assert "Turf Club" in phone.get(done.headers["Location"]).text
    assert (
        phone.post(
            done.headers["Location"], {"name": "Zoe", "password": "nine wet umbrellas"}
        ).status
        == 303
    )
    assert (
        "392" in phone.get(f"{visit.path}/s/1/").text
        or "421" in phone.get(f"{visit.path}/s/1/").text
    )
    assert phone.get(address).status == 404
    assert chosen(data, missing=True).status == 404
    assert list(verify(server.engine, now=visit.club.clock())) == []


def test_only_a_set_up_link_makes_room_for_a_copy(visit: Visit) -> None:
    data = {"file": (io.BytesIO(b"\0" * 100_000), "copy.jsonl.gz")}
    page = visit.phone().post("/set-up/forged/copy", data, content_type="multipart/form-data")  # type: ignore[arg-type]
    assert page.status == 413
