"""A season's partie is signed or refused, corrected by agreement,
or ruled on by the director; on pages.
"""

from scorer.ledger.entries import Adjusted
from scorer.service.club.disputes.cases import THE_TERMS, Correction, DisputeKind
from scorer.service.club.posting.signing import SheetStatus
from scorer.service.club.seasons.season import COMPANY_ORDER as POINTS_FIRST
from tests import there
from tests.rows import beside, each_row
from tests.web.club.conftest import ADA, BEN, CAT, PINS, TRICK, Table
from tests.web.conftest import Node, Page, Phone


def test_on_one_players_phone_the_other_signs_with_a_pin(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    with phone.client.session_transaction() as session:
        session["acts"] = {
            table.club.club.code: table.club.services.people.begin(table.club.members[ADA])
        }
    page = phone.get(f"/p/{code}/settlement")
    assert [node.attrs["id"] for node in page.root.all("input", name="pin")] == ["signing-sign1"]
    assert len(phone.get(f"/p/{code}/ask").root.all("input", name="player")) == 2, (
        "it may be either player"
    )
    table.club.clock.later(days=401)
    assert "You are no longer signed in on this phone." in phone.send(page, "Ada signs").text
    table.club.clock.later(days=-401)
    assert (
        "Signed and posted."
        in phone.send(phone.send(page, "Ada signs"), "Ben signs", pin=PINS[BEN]).text
    )


def test_a_wrong_pin_signs_nothing_and_says_so(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    for pin in ("", "0000", PINS[BEN], "x" * 50, "４７１１"):
        page = phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=pin)
        assert page.refusal.startswith("That is not Ada’s PIN.")
    for data in ({}, {"player": "2"}, {"player": "-1"}, {"player": "x"}):
        assert (
            "Choose who you are"
            in phone.post(f"/p/{code}/signatures", data | {"pin": PINS[ADA]}).refusal
        )
    assert (
        table.member(ADA).post(f"/p/{code}/signatures", {"player": "1", "pin": PINS[BEN]}).status
        == 403
    )
    assert table.club.sheet(code).status is SheetStatus.UNSIGNED
    assert (
        "Half signed"
        in phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=PINS[ADA]).text
    )


def test_a_member_s_pin_is_tried_ten_times_at_most_from_any_address(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    token = phone.token
    for number in range(10):
        phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        data = {"player": "0", "pin": "0000", "reason": "No."}
        assert phone.post(f"/p/{code}/ask", data, token=token).status == 422
    assert (
        "Too many PINs were tried"
        in phone.post(f"/p/{code}/signatures", {"player": "0", "pin": PINS[ADA]}).refusal
    )
    assert table.club.sheet(code).status is SheetStatus.UNSIGNED
    assert phone.post(f"/p/{code}/signatures", {"player": "1", "pin": PINS[BEN]}).status == 303, (
        "only Ada’s were tried"
    )
    assert table.member(ADA).post(f"/p/{code}/signatures", {}).status == 303, (
        "Ada’s own phone needs none"
    )


def test_wrong_pins_from_elsewhere_do_not_lock_out_a_phone_on_which_the_member_has_signed_before(
    table: Table,
) -> None:
    """Of another member, this phone is not known."""
    code = table.play()
    other = table.play()
    phone = table.shared(code)
    elsewhere = table.shared(other)
    phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=PINS[ADA])
    for number in range(11):
        elsewhere.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        for player in ("0", "1"):
            elsewhere.post(f"/p/{other}/signatures", {"player": player, "pin": "0000"})
    asked = {"player": "0", "pin": PINS[ADA], "reason": "No."}
    assert "Too many PINs were tried" in elsewhere.post(f"/p/{other}/ask", asked).refusal
    assert (
        "Too many PINs"
        in phone.post(f"/p/{code}/signatures", {"player": "1", "pin": PINS[BEN]}).refusal
    )
    assert phone.post(f"/p/{code}/ask", asked).status == 303


def test_outside_every_season_and_before_the_end_nothing_is_signed(table: Table) -> None:
    assert (
        table.member(ADA).post(f"/p/{table.play('tricks E12')}/signatures", {}, missing=True).status
        == 404
    )
    phone = Phone(table.app)
    code = phone.open("Ada", "Ben")
    assert "director" not in phone.table(code).text
    assert "director" not in phone.get(f"/p/{code}/sheet").text
    assert phone.get(f"/p/{code}/ask").status == 404
    assert phone.post(f"/p/{code}/signatures", {}, missing=True).status == 404
    assert phone.get("/p/ZZZZZZ/ask").status == 404


def test_a_refusal_without_a_reason_keeps_the_form(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    page = phone.send(
        phone.get(f"/p/{code}/ask"), "Send it", player="1", pin=PINS[BEN], reason="  "
    )
    assert "Enter a reason" in page.refusal
    assert [
        node.attrs["value"]
        for node in page.root.all("input", name="player")
        if "checked" in node.attrs
    ] == ["1"]
    page = phone.send(page, "Send it", player="1", pin="9999", reason="The <third> deal")
    assert page.status == 422
    assert page.typed["reason"] == "The <third> deal"
    page = phone.send(page, "Send it", player="1", pin=PINS[BEN])
    assert table.club.sheet(code).status is SheetStatus.DISPUTED


DOOR = "Something is wrong pick the deal, or call the director"

SHOW = "Preview the changes"
POST = "Post to the ledger"
RULING = {"words": "Two who looked on saw it.", "law": "Law 70"}
UPHELD = "The record stands"
CORRECT = "Correct it"


def asked(table: Table, *, signed: tuple[int, ...] = (0, 1)) -> str:
    """A partie of which Ben requests a correction: the last trick of the third deal was theirs."""
    code = table.play(signed=signed)
    asks = code, table.club.members[BEN], DisputeKind.CORRECTION, "I took the last."
    table.club.services.disputes.file(*asks, Correction(deal=2, said=TRICK))
    return code


def dispute(table: Table, code: str) -> Page:
    return table.director.get(f"/p/{code}/disputes/1")


def trick_to_ben(phone: Phone, deals: Page) -> Page:
    """Go from a list of deals to the page of the third with its last trick to Ben, by links."""
    page = phone.get(next(href for href in deals.links().values() if href.endswith("/deals/3")))
    page = phone.get(next(href for href in page.links().values() if "/again?at=12" in href))
    (ben,) = (
        each
        for each in page.root.all("a")
        if each.attrs.get("aria-label", "").startswith("Ben takes it")
    )
    return phone.get(ben.attrs["href"])


def test_either_player_calls_the_director_from_the_table_which_goes_on(table: Table) -> None:
    code = table.play("tricks E12")
    phone = table.shared(code)
    page = phone.get(phone.this_table(code).links()["Something is wrong"])
    phone.send(page, "Call the director", player="1", reason="Whose lead is it?")
    assert (
        "Ben called the director: “Whose lead is it?”"
        in table.director.get(f"{table.path}/disputes").text
    )
    assert phone.say(code, "tricks Y12", deal=1, position=0, key="abc").status == 303


def test_a_refusal_in_words_leads_the_other_to_agree_and_the_sheet_to_signatures(
    table: Table,
) -> None:
    """Ada has signed, and Ben refuses; every step is a link or a key of the page before."""
    code = table.play(signed=(0,))
    table.club.clock.later(minutes=1)
    ada = table.member(ADA)
    ben = table.member(BEN)
    page = ben.get(ben.get(f"/p/{code}/settlement").links()[DOOR])
    ben.send(page, "Refuse to sign", deal="3", reason="I took the last of deal 3.")
    page = ada.get(_disputes(table, ada)[0].attrs["href"])
    page = ada.get(page.links()["Agree: correct deal 3"])
    page = ada.get(next(href for href in page.links().values() if "/again?at=12" in href))
    (to_ben,) = (
        each
        for each in page.root.all("a")
        if each.attrs.get("aria-label", "").startswith("Ben takes it")
    )
    page = ada.get(ada.get(to_ben.attrs["href"]).links()["Ask for this correction"])
    assert "Ben refuses to sign: “I took the last of deal 3.”" in page.text
    page = ada.send(page, "Agree: correct the record")
    assert "Agreed. The record is corrected." in page.text
    page = ben.send(ben.get(f"/p/{code}/settlement"), "Ben signs")
    assert page.root.all("h1")[0].text.startswith("Ada wins 392")
    assert "Ben requested it, and Ada agreed." in page.text


def test_without_a_pin_the_phone_on_the_table_calls_the_director(table: Table) -> None:
    code = table.play(signed=(0,))
    phone = table.shared(code)
    phone.send(phone.get(f"/p/{code}/ask"), "Send it", player="1", reason="The last was mine.")
    assert there(table.club.sheet(code).dispute).kind == "call"


def test_who_refused_in_words_can_say_what_it_should_have_been(table: Table) -> None:
    code = table.play(signed=(0,))
    ben = table.member(BEN)
    ben.post(f"/p/{code}/ask", {"reason": "Deal 3 is wrong.", "deal": "3"})
    assert "Correct deal 3" in ben.get(f"/p/{code}/settlement").links()
    ben.send(ben.get(f"/p/{code}/ask?deal=3&said={TRICK}"), "Request a correction")
    assert "Agree: correct the record" in [
        each.text for each in table.member(ADA).get(f"/p/{code}/disputes/2").root.all("button")
    ]


def test_one_door_is_at_the_settlement_the_sheet_and_the_table(table: Table) -> None:
    playing = table.play("tricks E12")
    code = table.play(signed=(0,))
    ben = table.member(BEN)
    for page, kind in (
        (f"/p/{playing}/this", ""),
        (f"/p/{code}/sheet", "row"),
        (f"/p/{code}/settlement", "row"),
    ):
        doors = [
            each for each in ben.get(page).root.all("a") if each.attrs["href"].endswith("/ask")
        ]
        assert [each.text for each in doors] == [DOOR if kind else "Something is wrong"], page


def test_the_door_leads_to_the_dispute_that_is_open_about_a_correction(table: Table) -> None:
    code = asked(table, signed=(0,))
    page = table.member(ADA).get(f"/p/{code}/ask")
    assert page.links()["Read and reply"] == f"/p/{code}/disputes/1"
    assert page.root.all("form", method="post") == []


def test_outside_a_club_the_door_leads_to_the_deals(table: Table) -> None:
    phone = Phone(table.app)
    code = phone.open("Ada", "Ben", rules="four-deal")
    for deal, log in enumerate(("tricks E12", "tricks Y12") * 2):
        assert phone.say(code, log, deal=deal, position=0, key=f"{deal}").status == 303
    links = phone.get(f"/p/{code}/settlement").links()
    assert links["Something is wrong pick the deal and correct it"] == f"/p/{code}/sheet"


def test_both_players_read_who_ruled_and_that_only_a_director_changes_the_record(
    table: Table,
) -> None:
    code = asked(table)
    table.director.send(table.director.send(dispute(table, code), UPHELD, **RULING), POST)
    says = (
        "Ruled by director Ann on 21 November 2026, 18:00 UTC (Law 70). Only a director "
        "changes this result now."
    )
    for member in (ADA, BEN):
        assert says in table.member(member).get(f"/p/{code}/settlement").text.replace(
            "\N{NO-BREAK SPACE}", " "
        )


def ruled(table: Table, *, more: bool = True) -> str:
    """A partie on which director Ann ruled; with *more*, Bob directs the club too."""
    code = asked(table)
    if more:
        services = table.club.services.people
        services.add_director(table.club.director, name="Bob", password="nine wet umbrellas")
    table.director.send(table.director.send(dispute(table, code), UPHELD, **RULING), POST)
    return code


def bob(table: Table) -> Phone:
    people = table.club.services.people
    return table.phone(people.sign_in(table.club.club.code, "Bob", "nine wet umbrellas"))


def test_an_appeal_goes_to_the_other_director_and_is_the_last_word(table: Table) -> None:
    """Every step is a link or a key of the page before."""
    code = ruled(table)
    ben = table.member(BEN)
    page = ben.get(f"/p/{code}/disputes/1")
    page = ben.get(page.links()["Appeal against this ruling once, to another director"])
    assert "Another director decides, and that is final." in page.text
    ben.send(page, "Appeal", reason="Cat saw it from the other side.")
    page = table.director.get(f"/p/{code}/disputes/2")
    assert "You made the ruling that this appeals against." in page.text
    assert UPHELD not in [each.text for each in page.root.all("button")]
    other = bob(table)
    page = other.send(other.get(f"/p/{code}/disputes/2"), UPHELD, words="So it was.", law="Law 70")
    other.send(page, POST)
    page = ben.get(f"/p/{code}/disputes/2")
    assert "The appeal is decided. This ruling is final." in page.text
    page = ben.get(f"/p/{code}/ask")
    assert "Nothing more can be asked for." in page.text
    assert page.root.all("form", method="post") == []


def test_without_another_director_the_page_says_so_and_offers_nothing(table: Table) -> None:
    code = ruled(table, more=False)
    ben = table.member(BEN)
    says = "The club has no other director who could decide an appeal."
    assert says in ben.get(f"/p/{code}/disputes/1").text
    page = ben.get(f"/p/{code}/ask?deal=3&said={TRICK}")
    assert "so the ruling is final" in page.text
    assert page.root.all("form", method="post") == []
    assert ben.post(f"/p/{code}/ask", {"reason": "No."}).status == 422


def test_an_appeal_with_a_correction_is_answered_but_not_agreed_to(table: Table) -> None:
    code = ruled(table)
    ben = table.member(BEN)
    ben.send(
        ben.get(f"/p/{code}/ask?deal=3&said={TRICK}"), "Appeal for this correction", reason="So."
    )
    keys = [each.text for each in table.member(ADA).get(f"/p/{code}/disputes/2").root.all("button")]
    assert ("Agree: correct the record" in keys) is False
    assert ("Send the reply" in keys) is True


def in_state(table: Table, state: str) -> str:
    """The code of a sheet in one of the states of the next test."""
    for_three = "three" in state
    signers = {"half": (0,), "posted": (0, 1, 2) if for_three else (0, 1)}
    signed = next((found for name, found in signers.items() if name in state), ())
    if for_three:
        season = table.club.season(
            ADA, BEN, CAT, name="Chouette", frame="chouette", order=POINTS_FIRST
        )
        code = table.club.card(season, ADA, BEN, CAT)
        table.club.sign(code, *(each + 1 for each in signed))
    else:
        logs = ("tricks E12",) if "in progress" in state else ()
        code = table.play(*logs, signed=signed)
    disputes = table.club.services.disputes
    if "refused" in state:
        disputes.file(code, table.club.members[BEN], DisputeKind.REFUSAL, "No.")
    if "called" in state:
        disputes.call(code, 1, "No.")
    if "reversed" in state:
        entry = there(table.club.sheet(code).posted).entry.number
        table.club.services.seasons.reverse(table.club.director, entry, reason="Played twice.")
    if "later" in state:
        table.club.clock.later(hours=25)
    return code


@each_row
def test_the_door_says_beforehand_what_will_happen(
    table: Table, state: str, member: int, says: str, picks: bool
) -> None:
    code = in_state(table, state)
    page = table.member(member).get(f"/p/{code}/ask")
    assert says in page.text
    may_pick = [each for each in page.root.all("section") if "pick" in each.attrs.values()]
    names_a_deal = page.root.all("select", name="deal")
    assert bool(may_pick or names_a_deal) is picks


def test_the_door_of_a_closed_season_says_that_nothing_changes_any_more(table: Table) -> None:
    code = table.play(signed=(0, 1))
    services = table.club.services
    report = there(services.open_items.before_closing(table.club.id, table.season))
    reasons = {each.key: "the season is over" for each in report.items}
    services.closing.close(table.club.director, table.season, reasons)
    page = table.member(BEN).get(f"/p/{code}/ask")
    assert "Its results are final. They can no longer be signed, corrected" in page.text


NEVER = "I never signed a signature is not yours"


def test_who_never_signed_reads_what_is_known_and_what_follows(table: Table) -> None:
    code = table.play(signed=(0, 1))
    ben = table.member(BEN)
    page = ben.get(ben.get(f"/p/{code}/settlement").links()[NEVER])
    known = "Signed: 421 (entry 10), on their own phone, 21 November 2026, 18:00 UTC."
    assert known in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "It does not know who held the phone." in page.text
    page = ben.send(page, "Say that you never signed", reason="I was on the tram.")
    assert "Ben says they never signed: “I was on the tram.”" in page.text
    (row,) = first_page(table, ADA)
    assert "Ben says they never signed" in row
    assert "“I was on the tram.” Reply 21" in row


def test_a_denial_on_the_shared_phone_needs_the_pin(table: Table) -> None:
    code = table.play(signed=(0, 1))
    phone = table.shared(code)
    page = phone.get(f"/p/{code}/never-signed")
    typed = {"player": "1", "reason": "I was on the tram."}
    assert phone.send(page, "Say that you never signed", pin="0000", **typed).status == 422
    phone.send(page, "Say that you never signed", pin=PINS[BEN], **typed)
    assert there(table.club.sheet(code).dispute).kind == "denial"


def test_who_has_not_signed_denies_nothing(table: Table) -> None:
    code = table.play(signed=(0,))
    ben = table.member(BEN)
    assert NEVER not in ben.get(f"/p/{code}/settlement").links()
    assert NEVER not in ben.get(f"/p/{code}/ask").links()
    page = ben.get(f"/p/{code}/never-signed")
    assert "The program has no signature here" in page.text
    assert page.root.all("form", method="post") == []
    assert table.member(CAT).get(f"/p/{code}/never-signed").status == 403


def test_a_director_takes_out_what_was_never_signed_after_a_preview(table: Table) -> None:
    code = table.play(signed=(0, 1))
    disputes = table.club.services.disputes
    disputes.file(code, table.club.members[BEN], DisputeKind.DENIAL, "I was on the tram.")
    page = dispute(table, code)
    assert page.root.all("ul", class_="list laws") == [], "no law of the game is about it"
    typed = {"words": "The phone was at the bar.", "law": THE_TERMS}
    page = table.director.send(page, "Take it out of the ledger", **typed)
    assert "points +421 0" in page.text
    table.director.send(page, POST)
    assert table.entries[-2:] == ["dispute ended", "reversed"]
    (row,) = first_page(table, BEN)
    assert "Director Ann took the partie out of the ledger" in row


def test_the_keys_of_a_ruling_are_alike(table: Table) -> None:
    page = dispute(table, asked(table))
    keys = page.root.all("button", name="holds")
    assert [(each.text, each.attrs["class"]) for each in keys] == [
        (UPHELD, "key"),
        (CORRECT, "key"),
    ]


def test_a_call_in_words_is_ruled_on_by_one_of_five_laws_or_by_another(table: Table) -> None:
    code = table.play(signed=(0, 1))
    table.club.services.disputes.call(code, 1, "You forgot my quatorze.")
    page = dispute(table, code)
    (select,) = page.root.all("select", name="law")
    offered = [each.attrs["value"] for each in select.all("option")]
    assert offered == ["", "Law 56", "Law 54", "Law 50", "Law 53", THE_TERMS]
    assert page.root.all("datalist", id="laws")[0].all("option")
    assert table.director.send(page, UPHELD, words="It was late.").status == 422
    typed = {"words": "It was late.", "other_law": "Law 55"}
    table.director.send(table.director.send(page, UPHELD, **typed), POST)
    assert table.club.sheet(code).disputes[0].law == "Law 55"


def test_the_history_of_a_partie_is_in_order(table: Table) -> None:
    code = ruled(table)
    page = table.member(ADA).get(f"/p/{code}/disputes/1")
    (history,) = page.root.all("ol", class_="list history")
    begins = [
        "Deal 3, trick 12: recorded.",
        "Ada signed 421",
        "Ben signed 421",
        "Entry 10:",
        "Ben requests a correction:",
        "Director Ann ruled that the record stands:",
    ]
    rows = [each.text for each in history.all("li")]
    assert [row[: len(begin)] for row, begin in zip(rows, begins, strict=True)] == begins


def test_a_dispute_of_totals_asks_for_the_one_figure(table: Table) -> None:
    page = table.member(ADA).get(f"/p/{far(table)}/disputes/1")
    assert "Was the figure of Ben in deal 3 19 or 20?" in page.text


def test_words_about_totals_lead_to_the_figure_that_decides(table: Table) -> None:
    code = table.play(*NINETY_NINE, signed=(0,))
    table.member(BEN).post(f"/p/{code}/ask", {"reason": "Deal 3 is wrong.", "deal": "3"})
    page = table.member(ADA).get(f"/p/{code}/disputes/1")
    says = "Was the figure of Ben in deal 3 19, or 20 or more? From there the result is Ada 180."
    assert says in page.text


def test_a_signature_is_shown_with_its_minute(table: Table) -> None:
    code = table.play(signed=(0,))
    table.club.clock.later(minutes=74)
    table.club.sign(code, BEN)
    when = (
        "Ada on their own phone, 21 November 2026, 18:00 UTC; "
        "Ben on their own phone, 21 November 2026, 19:14 UTC."
    )
    page = table.member(BEN).get(f"/p/{code}/settlement")
    assert when in page.text.replace("\N{NO-BREAK SPACE}", " ")
    receipt = there(table.club.sheet(code).posted).receipt(1)
    page = table.phone().get(f"/r/{receipt}")
    said = "The second player signed on their own phone, 21 November 2026, 19:14 UTC."
    assert said in page.text.replace("\N{NO-BREAK SPACE}", " ")


def test_both_read_on_whose_phone_a_pin_was_typed(table: Table) -> None:
    code = table.play(signed=())
    phone = table.member(ADA)
    with phone.client.session_transaction() as session:
        session["links"] = {code: table.club.parties.links(code)[0].id}
    page = phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs")
    phone.send(page, "Ben signs", pin=PINS[BEN])
    for member in (ADA, BEN):
        page = table.member(member).get(f"/p/{code}/settlement")
        assert "Ben with the PIN, on Ada’s phone, 21" in page.text
    number = there(table.club.sheet(code).posted).entry.number
    page = table.member(BEN).get(f"/c/{table.club.club.code}/book/{number}")
    assert "Ben signed with the PIN, on Ada’s phone, 21" in page.text


def test_who_signed_with_a_pin_reads_it_at_home_until_it_is_seen(table: Table) -> None:
    code = table.play(signed=())
    phone = table.shared(code)
    phone.send(phone.get(f"/p/{code}/settlement"), "Ben signs", pin=PINS[BEN])
    own = table.member(BEN)
    words = "Signed with your PIN on a phone where nobody was signed in, 21"
    assert words in own.get("/").text
    page = own.get(f"/c/{table.club.club.code}/")
    assert words in page.text
    assert words not in own.send(page, "Seen").text
    assert words not in own.get("/").text
    assert words not in table.member(ADA).get(f"/c/{table.club.club.code}/").text


def test_a_list_says_what_holds_each_result(table: Table) -> None:
    table.play(signed=(0, 1))
    page = table.member(ADA).get(f"/c/{table.club.club.code}/players/{ADA}/")
    assert "won, Rubicon, signed" in " ".join(page.text.split())


def test_the_entry_says_what_holds_its_result(table: Table) -> None:
    code = table.play(signed=(0, 1))
    number = there(table.club.sheet(code).posted).entry.number
    page = table.member(ADA).get(f"/c/{table.club.club.code}/book/{number}")
    assert "Signed and posted. Both of you can agree to a correction until" in page.text


def test_a_pin_on_the_shared_phone_is_on_nobody_s(table: Table) -> None:
    code = table.play(signed=())
    phone = table.shared(code)
    page = phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=PINS[ADA])
    assert "Ada signed" in page.text
    assert "with the PIN, on a phone where nobody was signed in, 21" in page.text


def test_the_other_agrees_with_a_pin_on_the_shared_phone(table: Table) -> None:
    code = asked(table, signed=())
    phone = table.shared(code)
    page = phone.get(phone.get(f"/p/{code}/settlement").links()["Read and reply"])
    assert phone.send(page, "Ada agrees", pin="0000").status == 422
    page = phone.send(page, "Ada agrees", pin=PINS[ADA])
    assert "Agreed. The record is corrected." in page.text
    assert "Ada agreed, and the record was corrected (Law 70)." in page.text
    page = phone.get(page.links()["Settlement"])
    assert "Unsigned. Ada and Ben have not signed yet." in page.text
    assert page.root.all("h1")[0].text.startswith("Ada wins 392")
    home = table.member(BEN).get(f"{table.path}/").text
    assert "Ada agreed, and the record was corrected" in home
    assert "you have not signed yet" in home, "what was decided hides nothing that is to be signed"


NINETY_NINE = ("scores 40 20", "scores 30 20", "scores 30 19", "scores 20 10")
"""Totals of four deals, the first and the last of which count double: Ada 180, Ben 99."""

HUNDRED = "scores 30 20"
"""Ben's version of the third deal, with which Ben crosses the Rubicon."""

AGREE_TO_HUNDRED = "Agree: Ada 180, not Ada 379"


def far(table: Table, *, signed: tuple[int, ...] = (0, 1)) -> str:
    """A partie of which Ben requests a correction with which Ben crosses the Rubicon."""
    code = table.play(*NINETY_NINE, signed=signed)
    asks = code, table.club.members[BEN], DisputeKind.CORRECTION, "I wrote 20."
    table.club.services.disputes.file(*asks, Correction(deal=2, said=HUNDRED))
    return code


def test_what_changes_the_rubicon_is_agreed_to_with_both_settlements_in_sight(
    table: Table,
) -> None:
    code = far(table)
    ada = table.member(ADA)
    page = ada.get(f"/p/{code}/disputes/1")
    assert "Agree: correct the record" not in [each.text for each in page.root.all("button")]
    page = ada.get(page.links()["Agree: see both settlements"])
    assert [each.text for each in page.root.all("h3")] == ["Record", "Other version"]
    entries = table.entries
    ada.send(page, AGREE_TO_HUNDRED)
    assert table.entries == [*entries, "dispute ended", "reversed", "sheet posted"]


def test_an_agreement_that_was_asked_for_once_is_asked_again(table: Table) -> None:
    """A page that was opened before sends it without the second question."""
    code = far(table)
    entries = table.entries
    page = table.member(ADA).post(f"/p/{code}/disputes/1", {"kind": "agrees"})
    assert [each.text for each in page.root.all("button")] == [AGREE_TO_HUNDRED]
    assert table.entries == entries


def test_on_the_shared_phone_the_second_question_asks_for_the_pin(table: Table) -> None:
    code = far(table)
    phone = table.shared(code)
    links = phone.get(f"/p/{code}/disputes/1").links()
    page = phone.get(links["Ada agrees: see both settlements"])
    assert phone.send(page, AGREE_TO_HUNDRED, pin="0000").status == 422
    page = phone.send(page, AGREE_TO_HUNDRED, pin=PINS[ADA])
    assert "Agreed. The record is corrected." in page.text


def test_an_answer_that_changes_the_rubicon_is_asked_about_again(table: Table) -> None:
    code = table.play(*NINETY_NINE, signed=(0,))
    table.member(BEN).post(f"/p/{code}/ask", {"reason": "Deal 3 is wrong.", "deal": "3"})
    ada = table.member(ADA)
    page = ada.get(f"/p/{code}/ask?deal=3&said={HUNDRED}")
    page = ada.send(page, "Agree: correct the record", reason="So it was.")
    assert table.club.sheet(code).dispute is not None
    page = ada.send(page, AGREE_TO_HUNDRED)
    assert "Agreed. The record is corrected." in page.text
    assert table.club.sheet(code).disputes[0].replies[0].words == "So it was."


def test_nobody_else_is_asked_the_second_question(table: Table) -> None:
    code = far(table)
    for phone in (table.member(BEN), table.member(CAT)):
        for player in ("0", "1", "2", "x"):
            page = phone.get(f"/p/{code}/disputes/1?agree={player}")
            assert AGREE_TO_HUNDRED not in [each.text for each in page.root.all("button")]


def test_a_closed_season_takes_no_dispute(table: Table) -> None:
    posted = table.play(signed=(0, 1))
    unsigned = table.play(signed=(0,))
    playing = table.play("tricks E12")
    open_before = asked(table)
    ben = table.member(BEN)
    services = table.club.services
    season = table.season
    assert "Something is wrong" in ben.this_table(playing).text
    report = there(services.open_items.before_closing(table.club.id, season))
    services.closing.close(
        table.club.director, season, {each.key: "the season is over" for each in report.items}
    )
    entries = table.entries
    assert "Something is wrong" not in ben.this_table(playing).text
    for code in (posted, unsigned, playing, open_before):
        page = ben.get(f"/p/{code}/ask")
        assert page.status == 409
        assert ("The season was closed on 21 November 2026." in page.text) is True
        for said in ("", TRICK):
            page = ben.post(
                f"/p/{code}/ask", {"player": "1", "reason": "No.", "deal": "3", "said": said}
            )
            assert page.status in (409, 422)
        assert ben.post(f"/p/{code}/signatures", {"player": "1"}, missing=None).status in (404, 422)
        reply = {"player": "1", "kind": "replies", "words": "No."}
        assert ben.post(f"/p/{code}/disputes/1", reply, missing=None).status in (404, 422)
        settle = f"{table.path}/disputes/{code}/settle"
        ruling = {"words": "So.", "law": "Law 70", "step": "post"}
        assert code == playing or table.director.get(settle).status == 409
        assert code == playing or table.director.post(settle, ruling).status == 409
    links = ben.get(f"/p/{posted}/settlement").links()
    assert DOOR not in links
    assert table.entries == entries


def test_a_ruling_needs_a_version_words_and_one_of_the_laws_shown(table: Table) -> None:
    code = asked(table)
    page = dispute(table, code)
    (select,) = page.root.all("select", name="law")
    offered = [each.attrs["value"] for each in select.all("option")]
    assert offered == [
        "",
        *[node.all("b")[0].text for node in page.root.all("summary") if node.all("b")],
        THE_TERMS,
    ]
    governing, *folded = page.root.all("ul", class_="list laws")
    assert len(governing.all("li")) == 3
    assert [each.within("details") is not None for each in (governing, *folded)] == [
        False,
        True,
        True,
    ]
    before = table.entries
    for wrong, says in beside(__file__)["no_rulings"]:
        typed = RULING | wrong
        page = table.director.send(dispute(table, code), CORRECT, **typed)
        assert says in page.refusal
        assert page.root.all("textarea", id="words")[0].text == typed["words"].strip()
        if "law" in wrong:
            settled = {
                "deal": "3",
                "said": TRICK,
                "words": "So.",
                **wrong,
                "step": "post",
                "last": "99",
            }
            assert (
                table.director.post(f"{table.path}/disputes/{code}/settle", settled).status == 422
            )
    assert table.entries == before


def test_a_ruling_is_posted_once_and_only_as_previewed(table: Table) -> None:
    seen = table.director.send(dispute(table, asked(table)), CORRECT, **RULING)
    table.club.services.seasons.adjust(
        table.club.director, table.season, ADA, points=-100, reason="Late."
    )
    again = table.director.send(seen, POST)
    assert "Something was posted since this preview" in again.root.all("p", role="alert")[0].text
    assert "Posted since the preview Ada loses 100 points: Late. entry" in again.text
    assert "points +321 +292" in again.text
    assert "dispute ended" not in table.entries
    table.director.send(again, POST)
    once = table.entries
    assert table.director.send(again, POST).refusal == "This dispute has already ended."
    assert table.entries == once


def test_a_director_corrects_a_posted_partie_without_a_request(table: Table) -> None:
    code = table.play(signed=(0, 1))
    phone = table.director
    page = phone.get(
        phone.get(f"/p/{code}/settlement").links()[
            "Decide as director keep the record or correct it"
        ]
    )
    assert page.typed["played"] == "2026-11-21"
    assert (
        "already posted like this" in phone.send(page, SHOW, words="As it was.", law=THE_TERMS).text
    )
    phone.send(
        phone.send(page, SHOW, words="It was in spring.", law=THE_TERMS, played="2026-05-01"), POST
    )
    assert table.entries[-3:] == ["dispute ended", "reversed", "sheet posted"]
    assert "1 May 2026, won" in phone.get(f"{table.path}/players/{ADA}/").text
    page = phone.get(trick_to_ben(phone, page).links()["Correct it as the director"])
    assert "Deal 3, trick 12. Record: Ada, pays 421. Other version: Ben, pays 392" in page.text
    assert phone.send(page, SHOW, words="", law="Law 70").refusal
    page = phone.send(page, SHOW, words="The scorer saw it.", law="Law 70")
    assert "points +421 +392" in page.text
    assert phone.send(page, POST).root.all("h1")[0].text.startswith("Ada wins 392")
    assert "The scorer saw it." in table.member(BEN).get(f"/p/{code}/settlement").text


def test_a_penalty_takes_points_and_match_points_by_a_law_or_in_other_words(table: Table) -> None:
    page = table.director.get(f"{table.path}/s/{table.season}/penalty")
    typed = {
        "member": "1",
        "what": "taken",
        "points": "900",
        "match_points": "1",
        "reason": "Late.",
        "law": "custom",
    }
    assert (
        "“Law 999” is not one of the laws"
        in table.director.send(page, SHOW, **typed | {"law": "Law 999"}).refusal
    )
    table.director.send(table.director.send(page, SHOW, **typed), POST)
    body = table.club.entries[-1].body
    assert isinstance(body, Adjusted)
    assert body.points == -900
    assert body.match_points == -1
    assert body.law == "custom"


def first_page(table: Table, member: int) -> list[str]:
    return [row.text for row in _disputes(table, table.member(member))]


def _disputes(table: Table, phone: Phone) -> list[Node]:
    root = phone.get(f"{table.path}/").root
    sections = (
        node
        for name in ("news", "disputes")
        for node in root.all("section", **{"aria-labelledby": name})
    )
    return [row for node in sections for row in node.all("a") if "/disputes/" in row.attrs["href"]]


def opened(table: Table, phone: Phone) -> Page:
    (row,) = _disputes(table, phone)
    return phone.get(row.attrs["href"])


def test_the_other_player_sees_a_request_at_once_and_agrees_replies_or_contests(
    table: Table,
) -> None:
    asked(table)
    (row,) = first_page(table, ADA)
    assert "Agree, reply or contest" in row
    assert "Agree, reply or contest" not in first_page(table, BEN)[0]
    assert first_page(table, CAT) == []
    ada = table.member(ADA)
    ben = table.member(BEN)
    page = opened(table, ada)
    assert (
        ada.send(page, "Send the reply", words=" ").refusal
        == "Enter your reply. The director can read it too."
    )
    ada.send(page, "Contest the correction", words="I had the <ten>.")
    page = ben.send(opened(table, ben), "Send the reply", words="Cat saw it.")
    statements = page.root.all("ol", class_="statements")[0].all("li")
    assert [each.attrs.get("class") for each in statements] == ["second", None, "second"]
    ada.send(opened(table, ada), "Agree: correct the record")
    assert table.entries[-3:] == ["dispute ended", "reversed", "sheet posted"]
    assert first_page(table, ADA) == [], "who agreed knows it"
    assert "Ada agreed, and the record was corrected (Law 70)." in first_page(table, BEN)[0]


def test_what_was_signed_keeps_its_names_and_says_who_is_called_otherwise_now(table: Table) -> None:
    code = asked(table)
    people = table.club.services.people
    people.rename(table.club.director, ADA, "Ada King")
    for page in (f"/p/{code}/sheet", f"/p/{code}/settlement", f"/p/{code}/disputes/1"):
        text = table.member(BEN).get(page).text
        assert "Ada is now called Ada King." in text
        assert "Ben is now" not in text


def test_the_same_reply_sent_twice_is_recorded_once(table: Table) -> None:
    code = asked(table)
    ada = table.member(ADA)
    action, data = Page.form(opened(table, ada).key("Contest the correction"))
    for words in ("No.", "No.", "Never."):
        assert ada.post(action, data | {"words": words}, token=data["csrf_token"]).status == 303
    assert [each.words for each in there(table.club.sheet(code).dispute).replies] == [
        "No.",
        "Never.",
    ]
    assert (
        ada.post(action, data | {"kind": "nonsense"}, token=data["csrf_token"], missing=True).status
        == 404
    )


def test_a_request_by_taps_and_its_decision_are_on_both_first_pages_until_opened(
    table: Table,
) -> None:
    code = table.play(signed=(0, 1))
    club = table.club
    ben = table.member(BEN)
    club.play(table.season, CAT, BEN)
    club.services.seasons.adjust(club.director, table.season, CAT, points=-21, reason="Late.")
    page = trick_to_ben(ben, ben.get(ben.get(f"/p/{code}/settlement").links()[DOOR]))
    assert page.root.all("form") == [], "what is posted is not changed at the table"
    assert "The margin falls from 421 to 392. Rank of Ada: 1 to 2." in page.text
    ben.send(
        ben.get(page.links()["Ask for this correction"]),
        "Request a correction",
        reason="It was so.",
    )
    result = "The result goes from Ada 421 to Ada 392. Rank of Ada: 1 to 2."
    assert f"If it is corrected: {result}" in dispute(table, code).text
    table.director.send(table.director.send(dispute(table, code), CORRECT, **RULING), POST)
    for member in (ADA, BEN):
        (row,) = first_page(table, member)
        assert "Director Ann corrected the record: “Two who looked on saw it.” (Law 70)." in row
        assert result in row
    table.member(CAT).get(f"/p/{code}/disputes/1")
    assert len(first_page(table, ADA)) == 1, "somebody else has opened it"
    opened(table, table.member(ADA))
    assert first_page(table, ADA) == []
    assert len(first_page(table, BEN)) == 1


def test_rulings_are_searched_by_law_season_and_outcome_and_exported(table: Table) -> None:
    for law, key in (("Law 70", CORRECT), ("Law 74", UPHELD)):
        table.director.send(
            table.director.send(dispute(table, asked(table)), key, words=f"By {law}.", law=law),
            POST,
        )
    member = table.member(CAT)
    path = f"{table.path}/disputes"
    page = member.get(path)
    assert ("By Law 70." in page.text) is True
    assert ("By Law 74." in page.text) is True
    for asks, found in beside(__file__)["searches"]:
        page = member.get(f"{path}?{asks}")
        assert [words for words in ("By Law 70.", "By Law 74.") if words in page.text] == found, (
            asks
        )
        links = [node.attrs["href"] for node in page.root.all("a", download="")]
        rows = member.client.get(links[0]).text.splitlines()[1:] if links else []
        assert [
            words for words in ("By Law 70.", "By Law 74.") if words in "".join(rows)
        ] == found, asks
    (earlier,) = dispute(table, asked(table)).root.all("section", **{"aria-labelledby": "earlier"})
    assert "By Law 70." in earlier.text
    assert "By Law 74." not in earlier.text, "it rests on a law that does not govern this"
