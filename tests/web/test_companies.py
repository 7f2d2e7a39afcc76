"""The pages of a company: opened, its running card, the next partie by one tap, paper,
signatures, other phones.
"""

from scorer.service.parties import Parties
from tests.service.tables import say
from tests.web.conftest import PARTIAL, Page, Phone

CAPOTS = ("count E12 last E play 13", "count E0 last Y play 1") * 3
"""Six deals that the first elder wins, 318 to 3: with a Rubicon 421, which counts 420."""


def opened(phone: Phone, **fields: str) -> str:
    """Open a company of three, or as the fields say, and return its code."""
    three = {"name0": "Ada", "name1": "Ben", "name2": "Cem"}
    page = phone.post("/company/new", {"frame": "chouette", "rules": "portland", **three, **fields})
    assert page.status == 303, page.text
    return page.headers["Location"].split("/")[2]


def begun(phone: Phone, code: str) -> str:
    page = phone.get(f"/company/{code}/")
    key = next(
        node for node in page.root.all("button") if node.text.startswith("Begin the next partie")
    )
    action, data = page.form(key)
    answer = phone.post(action, {**data, "elder": "0"}, token=data["csrf_token"])
    assert answer.status == 303, answer.text
    return answer.headers["Location"].split("/")[2]


def finish(parties: Parties, code: str, logs: tuple[str, ...] = CAPOTS) -> None:
    """Record the deals of a partie, past the pages."""
    say(parties, code, *logs)


def paper(phone: Phone, code: str, turn: int, **fields: str) -> Page:
    form = phone.get(f"/company/{code}/turns/{turn}").root.all("form", method="post")
    data = {"key": form[0].all("input", name="key")[0].attrs["value"]} if form else {}
    return phone.post(
        f"/company/{code}/turns/{turn}", {**data, **fields}, missing=False if form else None
    )


def test_a_paper_partie_needs_a_result_and_is_corrected_when_both_versions_were_shown(
    phone: Phone,
) -> None:
    code = opened(phone)
    for points, why in (("0", "from 1 to"), ("", "What the winner wins: enter a whole number.")):
        assert why in paper(phone, code, 0, by="result", winner="1", points=points).refusal
    paper(phone, code, 0, by="totals", total0="155", total1="105")
    address = f"/company/{code}/turns/0"
    page = phone.get(address)
    assert [page.root.all("input", name=f"total{side}")[0].attrs["value"] for side in (0, 1)] == [
        "155",
        "105",
    ]
    assert phone.get(f"{address}?by=totals&total0=x&total1=155").status == 422
    assert "Keep" not in phone.get(f"{address}?by=totals&total0=155&total1=105").text
    page = phone.get(f"{address}?by=totals&total0=105&total1=155")
    assert "Balances: Ada +300 to −300, Ben −150 to +150, Cem −150 to +150." in page.text
    assert phone.get(f"/company/{code}/").sums() == [["+300", "−150", "−150"]], (
        "nothing is kept yet"
    )
    page = phone.tap_form(page.key("Keep"))
    assert "Kept. Balances: Ada +300 to −300, Ben −150 to +150, Cem −150 to +150." in page.text
    assert page.sums() == [["−300", "+150", "+150"]]


def test_a_fourth_name_at_a_round_table_makes_it_a_table_of_partners(phone: Phone) -> None:
    page = phone.get("/company/new?frame=round+table")
    card = phone.send(
        page, "Open the scorecard", name0="Ada", name1="Ben", name2="Cem", name3="Dot"
    )
    assert "Four in partnership" in card.text


def test_a_partie_begun_by_mistake_is_removed_and_stays_readable(phone: Phone) -> None:
    code = opened(phone)
    partie = begun(phone, code)
    page = phone.get(phone.get(f"/company/{code}/").links()["Begun by mistake?"])
    assert page.links()["Sheet " + partie] == f"/p/{partie}/sheet"
    page = phone.get(page.links()["Remove this partie from the scorecard"])
    assert "The partie is removed from the scorecard. Its sheet stays." in page.text
    page = phone.tap_form(page.key("Remove it"))
    assert "Removed. No balance changes." in page.text
    assert "Begin the next partie" in page.text
    assert phone.get(f"/p/{partie}/").status == 200


def test_a_form_of_an_earlier_turn_clashes(phone: Phone) -> None:
    code = opened(phone)
    page = phone.get(f"/company/{code}/")
    action, data = page.form(next(node for node in page.root.all("button") if "Begin" in node.text))
    paper(phone, code, 0, by="result", winner="0", points="100")
    answer = phone.post(action, {**data, "elder": "0"})
    assert answer.status == 409
    assert ("The scorecard has changed since this form was made" in answer.text) is True
    assert phone.post(action, {**data, "turn": "1", "elder": "7"}).status == 422
    assert paper(phone, code, 3, by="result", winner="0", points="100").status == 404


def test_a_card_that_someone_has_signed_is_closed(phone: Phone, other: Phone) -> None:
    code = opened(phone)
    paper(phone, code, 0, by="result", winner="0", points="100")
    assert phone.get(f"/company/{code}/turns/1").status == 200
    phone.tap_form(phone.get(f"/company/{code}/signatures").key("Ada signs"))
    assert "signs" not in other.get(f"/company/{code}/signatures").text
    assert phone.get(f"/company/{code}/turns/1").status == 404


def test_another_phone_watches_live(phone: Phone, other: Phone) -> None:
    code = opened(phone)
    assert other.post("/find", {"code": code.lower()}).headers["Location"] == f"/company/{code}/"
    assert f"/company/{code}/" in phone.get("/").links().values()
    page = other.get(f"/company/{code.lower()}/")
    assert page.headers.get("Location") == (f"/company/{code}/" if code != code.lower() else None)
    page = other.get(f"/company/{code}/")
    assert "This phone is watching" in page.text
    assert page.root.all("main")[0].attrs["hx-get"] == f"/company/{code}/live"
    live = other.get(f"/company/{code}/live", headers=PARTIAL)
    assert not live.is_whole
    tag = live.headers["ETag"]
    assert (
        other.client.get(f"/company/{code}/live", headers={"If-None-Match": tag}).status_code == 304
    )
    partie = begun(phone, code)
    live = other.get(f"/company/{code}/live", headers={"If-None-Match": tag})
    assert live.status == 200
    assert live.links()["Go to the table"] == f"/p/{partie}/"


def test_the_link_of_a_company_scores_every_partie_of_it_and_no_other(
    phone: Phone, other: Phone
) -> None:
    code = opened(phone)
    second = opened(other)
    partie = begun(phone, code)
    assert other.post(f"/company/{code}/begin", {"turn": "1", "elder": "0"}).status == 403
    assert phone.post(f"/company/{second}/begin", {"turn": "0", "elder": "0"}).status == 403
    link = phone.share(code)
    assert "Ada, Ben and Cem" in other.get(link).text
    assert other.table(partie).said() == {}
    assert "Go to the table" in other.accept(link).links()
    assert other.table(partie).said()
    phone.tap_form(
        next(node for node in phone.get(f"/p/{code}/share").root.all("button") if "2" in node.text)
    )
    assert other.table(partie).said() == {}
    assert other.get(link).status == 404
    assert phone.post(f"/p/{code}/links/2/revoke", {}).status == 303
    assert "no such link" in phone.get(f"/p/{code}/share").text
