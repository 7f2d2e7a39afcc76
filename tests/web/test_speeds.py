"""How much is entered: chosen with the partie, changed in the middle, remembered for the pair."""

import pytest

from scorer.rules.house_rules import name_of
from scorer.service.parties import Parties
from scorer.table.kept import TableOnPhone
from scorer.table.speeds import Speed
from tests.service.tables import EVERY_LINK
from tests.web.conftest import RUBICON_PARTIE, Page, Phone, Recorder, check_html
from tests.web.test_new import begin, chosen, chosen_in
from tests.web.test_phone import ask, at_hand, kept_of
from tests.web.test_seating import correct

EVERY_CALL = "Five and three, as usual"
GOOD_CALLS = "Ada: a good point?"
TOTALS = "The totals of this deal"
FROM_NEXT_DEAL = "from the next deal"


def asked(page: Page) -> str:
    """Return what the table asks."""
    return page.root.all("h2")[0].text


def choices(page: Page) -> dict[str, str]:
    """Return the words of each speed that the page offers, by its value."""
    return {key.attrs["value"]: key.text for key in page.root.all("button", name="speed")}


@pytest.mark.parametrize(("speed", "question"), [("good calls", GOOD_CALLS), ("totals", TOTALS)])
def test_a_partie_begins_at_the_speed_that_was_chosen_with_it(
    phone: Phone, speed: str, question: str
) -> None:
    assert asked(begin(phone, "Ada", "Bea", deals="second", speed=speed)) == question


def test_every_call_is_entered_if_nobody_chooses(phone: Phone) -> None:
    assert chosen(phone.get("/parties/new"), "speed") == ["every call"]
    assert begin(phone, "Ada", "Bea", deals="second").key(EVERY_CALL)


def test_the_first_question_of_a_deal_has_no_keys_for_its_speed(phone: Phone, code: str) -> None:
    parts = phone.table(code).root.all("div")
    (words,) = (each.text for each in parts if "ask" in each.attrs.get("class", "").split())
    assert "Only" not in words
    assert "totals" not in words


def test_the_speed_is_remembered_for_the_two_and_for_nobody_else(
    phone: Phone, code: str, record: Recorder
) -> None:
    phone.enter(code, "good calls")
    record(code, *RUBICON_PARTIE)
    pair = phone.get("/parties/new", query_string={"first": "BEA", "second": "ada"})
    other = phone.get("/parties/new", query_string={"first": "Ada", "second": "Cem"})
    rematch = phone.send(phone.get(f"/p/{code}/settlement"), "Play again Ada deals")
    assert chosen(pair, "speed") == ["good calls"]
    assert chosen(other, "speed") == ["every call"]
    assert asked(rematch) == "Bea: a good point?"
    assert phone.table(phone.open("Ada", "Cem")).key(EVERY_CALL)


def test_another_phone_at_the_table_has_its_own_speed(
    phone: Phone, other: Phone, code: str
) -> None:
    phone.enter(code, "totals")
    other.accept(phone.share(code))
    assert other.table(code).key(EVERY_CALL)


def test_a_refused_form_keeps_the_speed(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bea", speed="totals")
    assert page.status == 422
    assert chosen(page, "speed") == ["totals"]


def test_the_speed_counts_if_the_two_go_on_with_what_they_have_begun(
    phone: Phone, code: str
) -> None:
    begin(phone, "Ada", "Bea", deals="second", speed="totals")
    assert asked(phone.table(code)) == TOTALS


def test_a_speed_that_there_is_not_changes_nothing(phone: Phone, code: str) -> None:
    phone.enter(code, "in my sleep")
    assert phone.table(code).key(EVERY_CALL)


def test_a_phone_that_may_not_score_has_no_speed_to_change(
    phone: Phone, other: Phone, code: str
) -> None:
    assert "How much to enter every call" in phone.this_table(code).links()
    assert "How much to enter every call" not in other.this_table(code).links()
    assert choices(other.get(f"/p/{code}/speed")) == {}
    assert other.post(f"/p/{code}/speed", {"speed": "totals"}).status == 403


# In the middle


def test_from_every_call_to_good_calls_the_deal_goes_on_as_it_began(
    phone: Phone, code: str, parties: Parties
) -> None:
    before = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    page = phone.get(phone.this_table(code).links()["How much to enter every call"])
    assert FROM_NEXT_DEAL in choices(page)["good calls"]
    after = phone.tap_form(page.key(choices(page)["good calls"]))
    assert after.text == before.text
    assert len(parties.sheet(code).log(0)) == 3
    phone.tap_all(code, "Y good")
    assert asked(phone.table(code)) == "Ada calls sequences"


def test_from_good_calls_to_every_call_the_next_question_changes(phone: Phone, code: str) -> None:
    phone.enter(code, "good calls")
    page = phone.tap_all(code, "E point 5; Y good")
    assert asked(page) == "Ada: a good sequence?"
    page = phone.get(f"/p/{code}/speed")
    assert FROM_NEXT_DEAL not in choices(page)["every call"]
    assert asked(phone.tap_form(page.key(choices(page)["every call"]))) == "Ada calls sequences"
    assert phone.table(code).counts() == (5, 0)


def test_totals_count_from_the_next_deal_if_this_one_is_begun(
    phone: Phone, code: str, record: Recorder
) -> None:
    begun = phone.tap_all(code, "E exchange 5; Y exchange 3")
    page = phone.get(f"/p/{code}/speed")
    assert FROM_NEXT_DEAL in choices(page)["totals"]
    after = phone.tap_form(page.key(choices(page)["totals"]))
    assert after.text == begun.text
    record(code, "E point 5; Y good; count E7 last E play 9")
    assert asked(phone.get(f"/p/{code}/?deal=1")) == TOTALS


def test_before_a_deal_every_speed_counts_at_once(phone: Phone, code: str) -> None:
    assert FROM_NEXT_DEAL not in " ".join(choices(phone.get(f"/p/{code}/speed")).values())


def test_the_page_says_what_it_changes_and_for_whom(phone: Phone, code: str) -> None:
    page = phone.get(f"/p/{code}/speed")
    assert "It counts from the next question" in page.text
    assert "remembers it for Ada and Bea" in page.text
    current = [key for key in page.root.all("button") if "aria-current" in key.attrs]
    assert [key.attrs["value"] for key in current] == ["every call"]


def test_a_corrected_name_keeps_the_speed(phone: Phone, code: str) -> None:
    phone.enter(code, "good calls")
    correct(phone, code, name0="Adele")
    assert asked(phone.table(code)) == "Adele: a good point?"


@pytest.mark.parametrize("rules", ["normand", "voleur"])
def test_of_more_than_two_the_totals_can_be_chosen_and_good_calls_not(
    phone: Phone, rules: str
) -> None:
    code = phone.open(rules=rules)
    before = phone.table(code).text
    assert list(choices(phone.get(f"/p/{code}/speed"))) == ["every call", "totals"]
    phone.enter(code, "good calls")
    assert phone.table(code).text == before
    phone.enter(code, "totals")
    assert asked(phone.table(code)) == TOTALS


# Without the club


def test_a_phone_without_the_club_changes_the_speed_and_keeps_it(phone: Phone, code: str) -> None:
    at_hand(kept_of(phone, code))
    page = ask(address=f"/p/{code}/speed")
    assert "How much do you want to enter?" in page["html"]
    said = " ".join(page["html"].split())
    assert "keeps your choice with its copy of this partie and uses it until the club" in said
    assert "remembers it for" not in said, "the club alone remembers what a pair enters"
    changed = ask(address=f"/p/{code}/speed", form={"speed": "totals"})
    assert changed["location"] == f"/p/{code}/"
    assert changed["kept"]["shown"]["speed"] == "totals"
    assert TOTALS in ask(address=f"/p/{code}/")["html"]


def test_it_begins_a_partie_at_the_speed_that_is_chosen_or_remembered(
    phone: Phone, code: str, parties: Parties
) -> None:
    """And the form with which the club opens it later says so too."""
    phone.enter(code, "good calls")
    at_hand(kept_of(phone, code))
    rules = name_of(parties.sheet(code).partie.record.rules)
    form = {"first": "Bea", "second": "Ada", "deals": "second", "rules": rules, "another": "yes"}
    remembered = ask(address="/parties", form={**form, "key": "1"})
    named = ask(address="/parties", form={**form, "key": "2", "speed": "totals"})
    others = ask(address="/parties", form={**form, "second": "Cem", "key": "3"})
    assert remembered["kept"]["shown"]["speed"] == "good calls"
    assert named["kept"]["shown"]["speed"] == "totals"
    assert others["kept"]["shown"]["speed"] == "every call"
    phone.post("/parties", {**named["kept"]["begun"], "another": "yes", "key": "k"})
    assert asked(phone.table(parties.latest(EVERY_LINK)[0].code)) == TOTALS


def test_the_form_of_a_phone_without_the_club_knows_what_is_usual(
    phone: Phone, code: str, record: Recorder
) -> None:
    phone.enter(code, "good calls")
    record(code, *RUBICON_PARTIE)
    other = phone.open("Cem", "Dora")
    at_hand(kept_of(phone, other))
    address = "/parties/new?first=Ada&second=Bea"
    own = check_html(ask(address=address)["html"])
    assert chosen_in(own, "deals") == chosen(phone.get(address), "deals") == ["first"]
    assert chosen_in(own, "speed") == chosen(phone.get(address), "speed") == ["good calls"]


NO_CALLS = "E no point; E no sequence; E no set"
HOW_MANY = "How many tricks did {} take?"


def after_play(page: Page, phone: Phone) -> str:
    """Return what *Play* asks."""
    (link,) = (link for words, link in page.links().items() if words.startswith("Play"))
    return asked(phone.get(link))


def test_a_pair_that_counts_at_the_end_is_asked_for_the_count_in_its_next_partie(
    phone: Phone, code: str
) -> None:
    phone.say(code, "count E7 last E play 9", deal=0, position=0, key="count")
    again = phone.open("bea", "ADA")
    phone.say(again, NO_CALLS, deal=0, position=0, key="calls")
    assert after_play(phone.table(again), phone) == HOW_MANY.format("bea")
    others = phone.open("Ada", "Cem")
    phone.say(others, NO_CALLS, deal=0, position=0, key="calls")
    assert after_play(phone.table(others), phone) == "Trick 1: who takes it?"


def test_a_pair_that_enters_a_trick_is_asked_for_tricks_in_its_next_partie(
    phone: Phone, code: str
) -> None:
    phone.say(code, "count E7 last E play 9", deal=0, position=0, key="count")
    phone.say(code, "tricks E1", deal=1, position=0, key="trick")
    again = phone.open("Ada", "Bea")
    phone.say(again, NO_CALLS, deal=0, position=0, key="calls")
    assert after_play(phone.table(again), phone) == "Trick 1: who takes it?"


def test_a_phone_without_the_club_knows_who_counts_at_the_end(
    phone: Phone, code: str, parties: Parties
) -> None:
    phone.say(code, "count E7 last E play 9", deal=0, position=0, key="count")
    at_hand(kept_of(phone, phone.open("Cem", "Dora")))
    rules = name_of(parties.sheet(code).partie.record.rules)
    form = {"first": "Bea", "second": "Ada", "deals": "second", "rules": rules, "another": "yes"}
    remembered = ask(address="/parties", form={**form, "key": "1"})
    others = ask(address="/parties", form={**form, "second": "Cem", "key": "2"})
    assert remembered["kept"]["shown"]["counts"] is True
    assert others["kept"]["shown"]["counts"] is False


@pytest.mark.parametrize(
    ("said", "counts"), [("tricks E1", False), ("count E12 last E play 13", True)]
)
def test_what_such_a_phone_has_of_the_pair_counts_for_more(
    phone: Phone, code: str, parties: Parties, said: str, *, counts: bool
) -> None:
    phone.say(code, said, deal=0, position=0, key="play")
    at_hand(kept_of(phone, code))
    rules = name_of(parties.sheet(code).partie.record.rules)
    form = {"first": "Bea", "second": "Ada", "deals": "second", "rules": rules, "another": "yes"}
    begun = ask(address="/parties", form={**form, "key": "1"})
    assert begun["kept"]["shown"]["counts"] is counts


@pytest.mark.parametrize(("good", "speed"), [(True, Speed.GOOD_CALLS), (False, Speed.EVERY_CALL)])
def test_a_copy_of_a_program_that_knew_two_speeds_is_read(
    phone: Phone, code: str, speed: Speed, *, good: bool
) -> None:
    kept = phone.client.get(f"/p/{code}/kept").json
    assert kept is not None
    del kept["shown"]["speed"]
    kept["shown"]["good"] = good
    assert TableOnPhone.from_data(kept).shown.speed is speed
