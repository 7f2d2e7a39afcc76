"""The table page: a partie opened in two posts, a deal recorded by its keys or the faster ways."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties, new_token
from scorer.table.formatting import packed
from scorer.table.recording import TAKEN_BACK
from scorer.web import extensions
from tests.rows import beside, each_row
from tests.service.club.running_club import Clock
from tests.service.tables import EVERY_LINK
from tests.web.conftest import FORM, WORKED_DEAL, Page, Phone

COUNTED = (*WORKED_DEAL[:12], "count E7 last E play 9")


def suggested(phone: Phone, path: str = "/parties/new") -> set[str]:
    return {
        node.attrs["value"]
        for node in phone.get(path).root.all("datalist", id="names")[0].all("option")
    }


def test_a_trick_is_in_the_colour_of_its_player_in_every_deal(phone: Phone) -> None:
    """Ada is elder in the first deal, and Bea in the second."""
    code = phone.open("Ada", "Bea")
    phone.say(code, "tricks E1 Y11", deal=0, position=0, key="first")
    phone.say(code, "tricks Y1 E1", deal=1, position=0, key="second")
    page = phone.get(f"/p/{code}/?deal=1")
    (squares,) = page.root.all("ol", class_="pips")
    won = [(each.attrs["class"], each.text) for each in squares.all("li")[:2]]
    assert won == [("s0", "1 Ada"), ("s1", "2 Bea")]


def test_a_partie_and_its_names_are_listed_only_where_it_was_opened(
    phone: Phone, other: Phone, code: str
) -> None:
    assert f"/p/{code}/" in phone.get("/").links().values()
    assert not {code, "Ada", "Bea"} & set(re.findall(r"\w+", other.get("/").text))
    for path in ("/parties/new", "/company/new"):
        assert suggested(phone, path) == {"Ada", "Bea"}
        assert suggested(other, path) == set()
    assert [
        field.attrs["value"] for field in other.get("/parties/new").root.all("input", list="names")
    ] == ["", ""]


def test_a_partie_that_a_phone_follows_or_scores_is_listed_on_its_home_page(
    phone: Phone, other: Phone
) -> None:
    typed, scanned, linked = (phone.open(first, "Bea") for first in ("Ada", "Cem", "Dora"))
    found = other.post("/find", {"code": f" {typed.lower()} "})
    assert found.status == 303
    assert found.headers["Location"] == f"/p/{typed}/"
    other.get(found.headers["Location"])
    lower = other.get(f"/p/{scanned.lower()}/")
    assert lower.status == 302
    assert lower.headers["Location"] == f"/p/{scanned}/"
    other.table(scanned)
    other.accept(phone.share(linked))
    assert {f"/p/{code}/" for code in (typed, scanned, linked)} <= set(
        other.get("/").links().values()
    )
    assert suggested(other) == {"Ada", "Bea", "Cem", "Dora"}


HOSTS = ("http://piquet.test", "HTTP://PIQUET.TEST", "")
"""How the address of the program may be typed before the rest of a link; or not at all."""


@pytest.mark.parametrize("field", ["code", "link"])
@pytest.mark.parametrize("host", HOSTS)
def test_a_link_that_is_typed_on_the_home_page_leads_where_it_would(
    phone: Phone, code: str, field: str, host: str
) -> None:
    """An app on a home screen has no field for an address, and links open elsewhere."""
    scoring = phone.share(code)
    for link in (scoring, "/m/of-a-member", f"/p/{code}/"):
        assert phone.post("/find", {field: f" {host}{link}\n"}).headers["Location"] == link


@pytest.mark.parametrize("field", ["code", "link"])
def test_the_secret_of_a_link_is_enough(phone: Phone, code: str, field: str) -> None:
    scoring = phone.share(code)
    assert phone.post("/find", {field: scoring.removeprefix("/s/")}).headers["Location"] == scoring
    assert phone.post("/find", {field: "m" * 32}).headers["Location"] == f"/m/{'m' * 32}"


@pytest.mark.parametrize(
    ("field", "typed", "advice"),
    [
        ("link", "", "Paste the link that a director of your club gave you."),
        ("link", "ZZZZZZ", "This is not a personal link."),
        ("link", "my club", "This is not a personal link."),
        (
            "link",
            "https://elsewhere.example/m/abc",
            "That link leads to another program, at elsewhere.example.",
        ),
        (
            "code",
            "https://elsewhere.example/s/abc",
            "That link leads to another program, at elsewhere.example.",
        ),
        ("code", "http://piquet.test/help", "This link leads to no partie of this program."),
        ("code", "zzzzzz", "No partie has the code ZZZZZZ. Check its six letters."),
        ("code", "", "Enter the six letters that the other phone shows under Other phones."),
    ],
)
def test_what_is_typed_on_the_home_page_and_leads_nowhere_is_said(
    phone: Phone, field: str, typed: str, advice: str
) -> None:
    answer = phone.post("/find", {field: typed})
    assert answer.headers["Location"] == "/"
    assert advice in phone.get("/").text


def test_a_partie_removed_from_a_phone_comes_back_with_its_code(
    phone: Phone, other: Phone, code: str
) -> None:
    """By its scoring link alone, the partie is in no pair of that phone."""
    address = f"/p/{code}/"
    other.accept(phone.share(code))
    page = other.send(other.get("/"), "Remove Ada and Bea, 0 – 0")
    assert code in page.text
    assert address not in page.links().values()
    assert other.send(page, "Open the partie", code=code.lower()).key("Five and three, as usual")
    assert address in other.get("/").links().values()


def test_the_example_partie_is_read_by_anybody_and_scored_by_nobody(
    phone: Phone, other: Phone
) -> None:
    for each in (phone, other):
        where = each.get("/example").headers["Location"]
        assert (
            "Two more points for Ben, and the margin would be 198, not 396." in each.get(where).text
        )
        assert each.say("EXAMPLE", "strike 1", deal=0, position=0, key="k").status == 403
        assert where not in each.get("/").links().values()


def test_parties_of_one_address_are_limited(
    phone: Phone, other: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = phone.token
    monkeypatch.setattr(extensions, "OPENED", replace(extensions.OPENED, most=3))
    company = {
        "frame": "pool",
        "rules": "portland",
        "name0": "Xi",
        "name1": "Yu",
        "name2": "Zoë",
        "another": "yes",
    }
    form = FORM | {"another": "yes"}
    for second in ("Cem", "Dora"):
        typed = {**form, "second": second, "csrf_token": token}
        assert phone.client.post("/parties", data=typed).status_code == 303
    assert phone.post("/company/new", company, token=token).status == 303
    refused = phone.post("/parties", form, token=token)
    assert refused.status == 429
    assert "3 parties" in refused.root.all("p", role="alert")[0].text
    assert refused.typed["second"] == "Bea"
    assert phone.post("/company/new", company, token=token).status == 429
    assert other.post("/parties", FORM).status == 303


PARTIE: str = beside(__file__)["partie"]


def test_a_partie_from_a_file_is_shown_before_it_is_kept_and_is_kept_once(
    phone: Phone, parties: Parties
) -> None:
    shown = phone.send(phone.get("/parties/take"), "Preview it", text=PARTIE)
    assert "Ada and Ben 2 deals, 68 – 34." in shown.text
    assert phone.send(shown, "Keep this partie").text == phone.send(shown, "Keep this partie").text
    (sheet,) = parties.latest(EVERY_LINK)
    assert sheet.names == ("Ada", "Ben")
    assert sheet.partie.totals == (68, 34)
    assert phone.table(sheet.code).said()


WRONG = {"unknown rules": (PARTIE.replace("portland", "portlnad"), "Line 1: ")}
WRONG |= {"an answer is missing": (PARTIE.replace("Y good; ", ""), "Line 5: ")}
WRONG |= {
    "too long": ("x" * 40_001, "not a whole partie."),
    "not packed": ("", "This is not a whole partie."),
}


@pytest.mark.parametrize(("partie", "why"), WRONG.values(), ids=WRONG)
def test_what_is_no_partie_is_refused_with_what_is_wrong(
    phone: Phone, partie: str, why: str
) -> None:
    partie = packed(partie.encode()) if partie else "nonsense"
    assert why in phone.get(f"/parties/take?partie={partie}").root.all("p", role="alert")[0].text
    assert phone.post("/parties/take", {"partie": partie, "key": new_token()}).status == 422


def test_a_tap_that_comes_too_late_is_shown_in_the_words_of_its_key(
    phone: Phone, code: str
) -> None:
    phone.say(code, "E point 5; Y good", deal=0, position=0, key="first")
    for late, words in (
        ("strike 2; strike 1", "Undo “Ada: point of five, good”"),
        ("strike 1 for E point 6", "A correction"),
        ("scores 28 23", "The totals 28 – 23"),
    ):
        page = phone.say(code, late, deal=0, position=0, key=late)
        assert page.status == 409
        assert page.root.all("q")[0].text == words


REFUSED = {
    "E point 9": "Ada: point of nine",
    "Y good": "Bea: good",
    "Y exchange 3": "Bea: exchanges three",
}
REFUSED |= {
    "strike scores": "Undo the totals",
    **{each: each for each in ("strike 9", "scores 1000", "nonsense", "")},
}
"""What is not recorded, in the words of its key."""


def test_a_refused_statement_says_why_and_keeps_what_was_attempted(
    phone: Phone, parties: Parties, code: str
) -> None:
    for said, words in (REFUSED | {"é" * 3000: "é" * 3000}).items():
        page = phone.say(code, said, deal=0, position=0, key=f"by hand {words[:9]}")
        assert len(page.refusal) > len("Not recorded: ")
        assert page.refusal.endswith(words)
        assert not {"elder", "younger"} & set(page.refusal.split())
        assert "E exchange 5; Y exchange 3" in page.said()
    assert parties.sheet(code).log(0) == ()


def test_the_last_tap_of_a_deal_is_undone_from_the_next(phone: Phone, code: str) -> None:
    phone.tap_all(code, *WORKED_DEAL)
    page = phone.get(f"/p/{code}/?deal=1")
    assert "The exchange" in page.text
    page = phone.get(page.links()["← Deal 1"])
    assert (
        "Trick 12: who takes it?"
        in phone.tap(page, page.key("Undo trick 12 to Ada (12)").attrs["value"]).text
    )
    assert "← Deal" not in phone.table(code).text


@each_row
def test_the_count_is_said_in_the_words_of_the_sheet(
    phone: Phone, code: str, taps: tuple[str, ...], voice: str
) -> None:
    phone.get(f"/p/{code}/?voice=yes")
    page = phone.tap_all(code, *taps)
    (table,) = page.root.all("div", id="table")
    assert without_isolates(table.attrs.get("data-voice", "")) == voice


def test_an_equal_claim_has_a_line_of_its_own_after_the_answer(phone: Phone, code: str) -> None:
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5", "Y how many")
    phone.tap_all(code, "E making 49", "Y equal", "E no sequence", "E no set")
    phone.tap_all(code, *["tricks E1"] * 12)
    rows = [row.text for row in phone.table(code).root.all("tr")]
    answer = max(number for number, row in enumerate(rows) if row == "Bea: equal")
    assert rows[answer + 1] == "point of five making 49, equal: nobody scores it Law 62 –"


@pytest.mark.parametrize("choice", ["across", "voice"])
def test_what_a_phone_chooses_ends_after_twelve_hours(
    phone: Phone, parties: Parties, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    code = phone.open()
    chosen = datetime.now(UTC)
    extensions = phone.client.application.extensions

    def shown_now() -> str:
        return phone.table(code).text + phone.this_table(code).text

    usual = shown_now()
    phone.get(f"/p/{code}/?{choice}=yes")
    lasting = shown_now()
    assert lasting != usual
    for hours, shown in ((11.9, lasting), (12.1, usual)):
        monkeypatch.setitem(
            extensions, "parties", replace(parties, clock=Clock(chosen + timedelta(hours=hours)))
        )
        assert shown_now() == shown


def test_what_a_learner_chooses_stays(
    phone: Phone, parties: Parties, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = phone.open()
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    phone.get(f"/p/{code}/?values=yes")
    later = replace(parties, clock=Clock(datetime.now(UTC) + timedelta(days=300)))
    monkeypatch.setitem(phone.client.application.extensions, "parties", later)
    assert "Five five points" in phone.table(code).text


def test_what_was_said_is_under_the_whole_name_of_who_said_it(phone: Phone) -> None:
    code = phone.open(first="Alexandra", second="Benedikta")
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5", "Y good")
    heads = phone.table(code).root.all("th", scope="col")
    assert [node.text for node in heads][-2:] == ["Alexandra", "Benedikta"]


def test_the_glossary_opens_at_what_may_be_called_now(phone: Phone) -> None:
    code = phone.open()
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    assert phone.this_table(code).links()["Glossary"] == "/help/glossary#point"


@each_row
def test_what_a_player_needs_is_shown_near_the_end(
    rules: str, deals: tuple[tuple[int, int], ...], needs: tuple[str, str], phone: Phone
) -> None:
    code = phone.open(rules=rules)
    for number, (first, second) in enumerate(deals):
        phone.say(code, f"scores {first} {second}", deal=number, position=0, key=f"{number}")
    page = phone.get(f"/p/{code}/?deal={len(deals)}")
    seats = [
        seat.all("div", class_="small needs") for seat in page.root.all("section", class_="seat")
    ]
    assert tuple("".join(each.text for each in seat) for seat in seats) == needs


@pytest.mark.parametrize("rules", ["normand", "voleur"])
def test_of_three_or_four_no_phone_lies_across_the_table(phone: Phone, rules: str) -> None:
    """Partners sit opposite each other: the keys of a side would face one of them only."""
    code = phone.open(rules=rules)
    assert "Across the table" not in phone.this_table(code).text
    assert phone.get(f"/p/{code}/?across=yes").root.all("section", class_="half ask") == []


@each_row
def test_undo_returns_to_exactly_the_screen_before(
    phone: Phone, rules: str, taps: tuple[str, ...]
) -> None:
    """After every tap of a deal, however many choices were opened on the way to its key."""
    code = phone.open(rules=rules.removeprefix("good, "))
    begun: tuple[str, ...] = ()
    if rules.startswith("good, "):
        phone.enter(code, "good calls")
    elif "count" in taps[-1]:
        begun = COUNTED[:-1]
    page = phone.tap_all(code, *begun)
    for said in taps:
        before = phone.find(page, said)
        after = phone.tap(before, said)
        undone = phone.tap(after, next(key for key in after.said() if key.startswith("strike")))
        assert undone.text == before.text
        assert list(undone.said()) == list(before.said())
        assert undone.openers() == before.openers()
        page = phone.tap(undone, said)


def test_undo_undoes_a_correction_and_then_the_statement_before_it(phone: Phone, code: str) -> None:
    page = phone.tap_all(code, *COUNTED)
    assert page.counts() == (28, 23)
    assert page.sums() == [["28", "23"]]
    phone.say(code, "strike 14 for count E8 last Y play 9", deal=0, position=14, key="by hand")
    page = phone.table(code)
    assert page.counts() == (28, 22)
    (key,) = [
        said for said, node in page.said().items() if node.text.startswith("Undo the correction")
    ]
    page = phone.tap(page, key)
    assert page.counts() == (28, 23)
    assert page.said()["strike 14"].text == "Undo the count of the tricks"
    assert "count E7 last E play 9" in phone.tap(page, "strike 14").said()


def test_an_equal_call_is_said_aloud_with_whose_points_it_takes(phone: Phone) -> None:
    code = phone.open(rules="normand")
    taps = ("T exchange 1", "E point 4 making 35", "E no sequence; E no set", "Y point 4 making 35")
    (table,) = phone.tap_all(code, *taps).root.all("div", id="table")
    assert (
        table.attrs["data-aloud"]
        == "Bea: point of four making 35. Ada now nought. Bea calls sequences."
    )


KEEP = "Keep the totals"
FIELDS = ("total0", "total1", "total2")


def totals(phone: Phone, code: str, *typed: str) -> Page:
    """Type into the fields with which a deal opens, and tap to keep the totals."""
    phone.enter(code, "totals")
    page = phone.table(code)
    first, *_ = [node for node in page.root.all("input") if "autofocus" in node.attrs]
    assert first.attrs["name"] == "total0"
    assert first.attrs["inputmode"] == "numeric"
    return phone.send(page, KEEP, **dict(zip(FIELDS, typed, strict=False)))


@pytest.mark.parametrize("rules", ["portland", "heaven-100", "auction", "normand", "voleur"])
def test_a_deal_goes_in_by_its_totals_in_two_taps_with_the_one_that_goes_on(
    rules: str, phone: Phone
) -> None:
    code = phone.open(rules=rules)
    sides = PRESETS[rules].sides
    page = totals(phone, code, *("28", "23", "9")[:sides])
    assert page.sums() == [["28", "23", "9"][:sides]]
    assert "From totals" in page.text
    following = phone.get(page.links()["Next deal"])
    assert following.typed["deal"] == "1"
    assert following.typed["position"] == "0"
    assert following.key(KEEP)


def test_totals_are_undone_in_one_tap(
    phone: Phone, other: Phone, parties: Parties, tmp_path: Path, code: str
) -> None:
    walk = phone.tap(
        phone.tap(phone.table(code), "E exchange 5; Y exchange 3"), "strike 2; strike 1"
    )
    assert phone.table(code).text == walk.text
    phone.enter(code, "totals")
    before = phone.table(code)
    after = totals(phone, code, "28", "23")
    assert other.table(code).sums() == [["28", "23"]]
    assert after.said()[TAKEN_BACK].text == "Undo the totals (28 – 23)"
    undone = phone.tap(after, TAKEN_BACK)
    assert undone.text == before.text
    assert undone.openers() == before.openers()
    assert "Back" not in undone.links()
    phone.enter(code, "every call")
    assert phone.table(code).text == walk.text
    assert other.table(code).counts() == (0, 0)
    again = phone.tap_form(after.said()[TAKEN_BACK])  # the same tap, sent again
    assert again.root.all("h2")[0].text == undone.root.all("h2")[0].text
    assert phone.get(again.links()["Back"]).text == walk.text
    totals(phone, code, "1", "2")
    phone.tap(phone.table(code), TAKEN_BACK)
    phone.enter(code, "every call")
    page = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    assert "strike 3" in page.said()
    stored = open_parties(tmp_path)  # as it is read anew
    assert parties.sheet(code).log(0) == stored.sheet(code).log(0) != ()
    stored.engine.dispose()
    assert phone.tap(page, "strike 3").said()["strike 2; strike 1"].text == "Undo the exchange"


@each_row
def test_refused_totals_stay(
    rules: str, typed: tuple[str, ...], why: str, phone: Phone, parties: Parties
) -> None:
    code = phone.open(rules=rules)
    page = totals(phone, code, *typed)
    assert why in page.refusal
    assert [page.typed[name] for name in FIELDS[: len(typed)]] == [*typed]
    assert not parties.sheet(code).partie.deals
    assert phone.send(page, KEEP, total0="9", total1="8").status == (
        422 if rules == "normand" else 200
    )


def test_only_the_latest_deal_can_lose_its_totals(phone: Phone, code: str) -> None:
    assert phone.say(code, TAKEN_BACK, deal=0, position=0, key="a").status == 422
    totals(phone, code, "28", "23")
    phone.get(f"/p/{code}/?deal=1")
    assert phone.say(code, "scores 3 4", deal=1, position=0, key="b").status == 303
    assert phone.say(code, TAKEN_BACK, deal=0, position=1, key="c").status == 422
    assert phone.say(code, TAKEN_BACK, deal=1, position=1, key="d").status == 303
    assert phone.table(code).counts() == (0, 0)


def test_from_the_play_of_good_calls_one_tap_leads_back_or_to_the_first_trick(
    phone: Phone, code: str
) -> None:
    phone.enter(code, "good calls")
    page = phone.tap(phone.table(code), "E point 5; Y good")
    youngers = phone.get(page.links()["Bea’s calls"])
    assert phone.get(youngers.links()["Back"]).text == page.text
    tricks = phone.get(youngers.links()["Play"])
    assert tricks.root.all("h2")[0].text == "How many tricks did Ada take?"
    others = phone.get(tricks.links()["Something else fewer, trick by trick, a call"])
    first = phone.get(others.links()["Trick by trick"])
    assert first.root.all("h2")[0].text == "Trick 1: who takes it?"
    counts = [key.rpartition("&pick=")[2] for key in tricks.openers() if "count-" in key]
    assert counts == [*(f"count-{number}" for number in range(4, 12)), "count-more"]


def test_this_table_leads_to_what_is_rarely_needed_and_back_to_the_same_deal(phone: Phone) -> None:
    code = phone.open()
    phone.say(code, "scores 28 9", deal=0, position=0, key="a")
    page = phone.get(phone.get(f"/p/{code}/?deal=1").links()["This table"])
    assert page.links()["Table"] == f"/p/{code}/?deal=1"
    assert list(page.links()) == [
        *("Skip to content", "Table", "Home"),
        *(
            "Sheet deals, names, dealer",
            "Other phones follow or score this partie there",
            "How much to enter every call",
        ),
        *("Deal 1 28 – 9", "Across the table half for each player", "Count aloud"),
        *("Show values what each call scores", "Glossary"),
    ]


def test_this_table_says_who_leads(phone: Phone) -> None:
    code = phone.open()
    phone.say(code, "scores 28 9", deal=0, position=0, key="a")
    assert "Ada leads by 19. To cross: Ada 72, Bea 91." in phone.this_table(code).text


CAVENDISH = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good; "
    "Y quatorze of tens; Y trio of queens"
)


def lines_said(page: Page) -> dict[str, list[str]]:
    """Return the lines of what two have said, by the title of their kind: a text a player."""
    (table,) = page.root.all("table", class_="said own")
    rows = [row for row in table.all("tr") if row.all("th", scope="row")]
    return {row.all("th")[0].text: [cell.text for cell in row.all("td")] for row in rows}


def test_what_was_said_is_a_line_for_each_kind_with_a_column_for_each_player(
    phone: Phone, code: str
) -> None:
    phone.say(code, CAVENDISH, deal=0, position=0, key="calls")
    assert lines_said(phone.table(code)) == {
        "Exchange": ["Ada: five", "Bea: three"],
        "Point": ["Ada: A five: good 5", ""],
        "Sequence": ["Ada: A quart: good 4", ""],
        "Sets": ["Ada: A three knaves: not good", "Bea: B four tens 14 Bea: B three queens 3"],
    }


def test_a_player_keeps_the_column_of_what_they_said_in_every_deal(phone: Phone, code: str) -> None:
    phone.say(code, "count E7 last E play 9", deal=0, position=0, key="count")
    phone.say(code, "E exchange 5; Y exchange 2; E point 5", deal=1, position=0, key="calls")
    assert lines_said(phone.get(f"/p/{code}/?deal=1")) == {
        "Exchange": ["Ada: two", "Bea: five"],
        "Point": ["", "Bea: B five: …"],
    }


def test_each_statement_of_what_was_said_leads_to_its_correction(phone: Phone, code: str) -> None:
    phone.say(code, CAVENDISH, deal=0, position=0, key="calls")
    (table,) = phone.table(code).root.all("table", class_="said own")
    at = [link.attrs["href"].partition("at=")[2].partition("&")[0] for link in table.all("a")]
    assert at == ["1", "2", "3", "5", "7", "9", "10"]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (("E exchange 5; Y exchange 3",), ["Ada"]),
        (("E exchange 5; Y exchange 3", "E point 5"), ["Bea"]),
        (("E exchange 5; Y exchange 3", "E no point", "E no sequence"), ["Ada"]),
        (("E exchange 5; Y exchange 3", "E no point", "E no sequence", "E no set"), ["Bea"]),
    ],
)
def test_the_column_of_the_player_who_is_asked_is_marked(
    phone: Phone, said: tuple[str, ...], asked: list[str]
) -> None:
    code = phone.open()
    page = phone.tap_all(code, *said)
    seats = page.root.all("section", class_="seat")
    marked = [
        seat.all("span", class_="name")[0].text for seat in seats if "data-asked" in seat.attrs
    ]
    assert marked == asked
