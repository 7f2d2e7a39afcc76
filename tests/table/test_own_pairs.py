"""The pairs of a phone that is alone: whose parties are theirs, and the pages that it shows."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import pytest

from scorer.resources import resource_text
from scorer.rules.names import without_isolates
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.seats import Player
from scorer.table.card import Shown
from scorer.table.kept import TableOnPhone, new_sheet
from scorer.table.own_pairs import own_pairs, pair_code
from scorer.table.phone_pages import ADDRESSES, PageAnswer, Phone
from scorer.table.recording import Sheet
from scorer.table.saving import Fingerprint, fingerprint, read_archive
from tests import there
from tests.web.conftest import Node, check_html

WHOLE = parse_partie(resource_text("examples/rubicon.piquet")).record


def a_sheet(names: str, day: str, *, deals: int = 6, code: str = "") -> Sheet:
    """Return the sheet of a partie of which some *deals* were played; of six it is over."""
    players = tuple(map(Player, names.split(", ")))
    record = PartieRecord(WHOLE.rules, players, WHOLE.deals[:deals], WHOLE.first)
    made = new_sheet(record, played=day)
    return replace(made, opened_at=f"{day}T20:00:00+00:00", code=code or made.code)


SHORT = {"home.index": "?/", "home.take": "?/parties/take", "home.keep_taken": "?/parties/take"}
"""Addresses without a code."""


def a_phone(sheets: Sequence[Sheet], *, alone: bool = True) -> Phone:
    app = {
        "alone": alone,
        "addresses": {each: f"?/{each}/<code>" for each in ADDRESSES} | SHORT,
        "static": defaultdict(str),
        "build": "0",
        "speeds": (),
    }
    phone = Phone(app)
    for sheet in sheets:
        phone.tables[sheet.code] = TableOnPhone(sheet, Shown(may_score=True), {})
    return phone


def home(phone: Phone) -> str:
    return words(phone.answer("/"))


def words(answer: PageAnswer) -> str:
    """Return a page without the elements around its names, and without line breaks."""
    html = answer.html.replace('<bdi translate="no">', "").replace("</bdi>", "")
    return " ".join(html.replace('<span class="words">', "").split())


FIRST = a_sheet("Ada, Zoë", "2026-01-05", code="0FIRST")
SECOND = a_sheet("zoe, ADA", "2026-02-05", code="0SECON")
OTHERS = a_sheet("Cem, Dora", "2025-12-05", code="0OTHER")
GOES_ON = a_sheet("Ada, Zoë", "2026-02-06", deals=2, code="0GOESO")


# Whose parties they are


def test_names_that_are_one_person_are_one_pair() -> None:
    (pair,) = own_pairs([SECOND, FIRST])
    assert [sheet.code for sheet in pair.finished] == ["0SECON", "0FIRST"]


def test_the_code_of_a_pair_does_not_depend_on_seats_and_accents() -> None:
    assert pair_code(FIRST.names) == pair_code(SECOND.names)


def test_others_have_another_code() -> None:
    assert pair_code(FIRST.names) != pair_code(OTHERS.names)


def test_the_left_is_who_was_first_in_the_earliest_partie() -> None:
    (pair,) = own_pairs([SECOND, FIRST])
    assert [without_isolates(name) for name in pair.names] == ["ADA", "zoe"]


def test_a_result_has_the_players_in_the_order_of_the_page() -> None:
    (pair,) = own_pairs([SECOND, FIRST])
    of_second = next(each for each in pair.results if each.code == "0SECON")
    totals = [side.total for side in of_second.sides]
    assert totals == list(reversed(SECOND.partie.totals))


def test_the_pair_that_played_last_is_first() -> None:
    pairs = own_pairs([GOES_ON, OTHERS, FIRST])
    assert [pair.code for pair in pairs] == [pair_code(FIRST.names), pair_code(OTHERS.names)]


def test_a_pair_is_made_by_a_partie_that_is_over() -> None:
    assert own_pairs([GOES_ON]) == []


@pytest.mark.parametrize(
    "sheet", [replace(FIRST, in_season=True), replace(FIRST, on_card=True)], ids=["season", "card"]
)
def test_a_partie_of_a_season_or_a_company_is_of_no_pair(sheet: Sheet) -> None:
    assert own_pairs([sheet]) == []


# The home page


def test_the_home_page_opens_with_the_pair_that_played_last() -> None:
    page = home(a_phone([OTHERS, FIRST, SECOND]))
    assert f'class="versus" href="?/pair/{pair_code(FIRST.names)}"' in page


def test_the_other_pairs_are_in_a_line_with_their_score() -> None:
    page = home(a_phone([OTHERS, FIRST]))
    row = page[page.index(f'href="?/pair/{pair_code(OTHERS.names)}"') :]
    (pair,) = own_pairs([OTHERS])
    won = [sum(each.winner == player for each in pair.results) for player in (0, 1)]
    assert f'<span class="num">{won[0]} – {won[1]}</span>' in row


def test_the_parties_of_pairs_are_not_listed_on_the_home_page() -> None:
    assert "finished part" not in home(a_phone([OTHERS, FIRST]))


def test_the_next_partie_is_dealt_by_who_was_elder_first() -> None:
    dealer = without_isolates(FIRST.names[FIRST.elder(0)])
    assert f"Play again <small>{dealer} deals" in home(a_phone([FIRST]))


def test_a_partie_in_progress_is_gone_on_with_before_the_next_one() -> None:
    page = home(a_phone([FIRST, GOES_ON]))
    assert "Go on <small>Deal 3 of 6, " in page
    assert "Play again" not in page


def test_a_partie_in_progress_is_shown_once() -> None:
    page = home(a_phone([FIRST, GOES_ON]))
    assert page.count('href="?/tables.table/0GOESO"') == 1


def test_a_phone_without_a_finished_partie_has_the_plain_home_page() -> None:
    page = home(a_phone([GOES_ON]))
    assert "versus" not in page
    assert "Keeps the score while you play" in page


def test_a_phone_whose_club_does_not_answer_keeps_its_lists() -> None:
    page = home(a_phone([FIRST, SECOND], alone=False))
    assert "versus" not in page
    assert "2 finished parties" in page


# The page of a pair


@pytest.fixture(scope="module")
def pair_html() -> str:
    phone = a_phone([OTHERS, FIRST, SECOND, GOES_ON])
    return words(phone.answer(f"/pair/{pair_code(FIRST.names)}"))


@pytest.mark.parametrize("code", ["0FIRST", "0SECON"])
def test_each_partie_leads_to_its_sheet(pair_html: str, code: str) -> None:
    assert f'href="?/sheets.sheet/{code}"' in pair_html


def test_a_partie_of_others_is_not_on_the_page(pair_html: str) -> None:
    assert "0OTHER" not in pair_html


def test_the_partie_in_progress_is_on_the_page(pair_html: str) -> None:
    assert 'href="?/tables.table/0GOESO"' in pair_html


def test_a_settlement_leads_to_the_page_of_the_pair() -> None:
    page = a_phone([FIRST]).answer("/sheets.settlement/0FIRST")
    assert f"/pair/{pair_code(FIRST.names)}" in words(page)


def test_each_partie_can_be_removed_from_the_phone(pair_html: str) -> None:
    assert pair_html.count("<button") == 2


@pytest.mark.parametrize("words_of_a_book", ["What you play for", "Join with", "Link for another"])
def test_what_a_book_keeps_is_not_offered(pair_html: str, words_of_a_book: str) -> None:
    assert words_of_a_book not in pair_html


def test_the_page_is_not_indexed(pair_html: str) -> None:
    assert '<meta name="robots" content="noindex">' in pair_html


def test_the_title_has_both_names(pair_html: str) -> None:
    assert "<title>Ada and Zoë</title>" in without_isolates(pair_html)


def test_a_year_without_parties_has_none_on_the_page() -> None:
    phone = a_phone([FIRST])
    page = words(phone.answer(f"/pair/{pair_code(FIRST.names)}?year=1999"))
    assert "0 finished parties" in page


def test_a_pair_that_is_not_on_the_phone_is_not_found() -> None:
    assert a_phone([FIRST]).answer("/pair/0000").status == 404


def test_a_phone_whose_club_does_not_answer_has_no_page_of_a_pair() -> None:
    phone = a_phone([FIRST], alone=False)
    assert phone.answer(f"/pair/{pair_code(FIRST.names)}").status == 404


def test_a_partie_that_is_removed_from_the_phone_counts_in_nothing() -> None:
    phone = a_phone([FIRST, SECOND])
    phone.answer("/home.remove/-", {"code": SECOND.code})
    (pair,) = own_pairs(kept_by(phone))
    assert pair.results == own_pairs([FIRST])[0].results


# Saving, and taking in on another phone


@dataclass
class Saved:
    """The file of every partie of two players, and a phone that has none of them."""

    data: str
    other: Phone

    @classmethod
    def of(cls, phone: Phone) -> Self:
        found = phone.answer(f"/pair/{pair_code(FIRST.names)}/save").file
        return cls(there(found).data, a_phone([]))

    def preview(self, phone: Phone) -> Node:
        chosen = phone.answer("/parties/take", {"text": "", "file": self.data})
        return check_html(chosen.html)

    def take_in(self, phone: Phone) -> PageAnswer:
        (archive,) = self.preview(phone).all("input", name="archive")
        form = {"archive": archive.attrs["value"], "key": "k"}
        return phone.answer("/parties/take", form)


@pytest.fixture
def saved() -> Saved:
    phone = a_phone([OTHERS, FIRST, SECOND, GOES_ON])
    phone.tables[SECOND.code].note = "by the sea"
    return Saved.of(phone)


def prints(sheets: Iterable[Sheet]) -> list[Fingerprint]:
    """Return what every copy of a partie has in common, by the days."""
    found = [fingerprint(sheet.partie.record, sheet.played) for sheet in sheets]
    return sorted(found, key=lambda each: each.day)


def kept_by(phone: Phone) -> list[Sheet]:
    return [table.sheet for table in phone.tables.values()]


def test_every_partie_of_a_pair_is_saved_and_no_other(saved: Saved) -> None:
    read = read_archive(base64.b64decode(saved.data)).parties
    assert [each.document.played for each in read] == ["2026-01-05", "2026-02-05", "2026-02-06"]


def test_the_file_is_named_after_the_two() -> None:
    found = a_phone([FIRST]).answer(f"/pair/{pair_code(FIRST.names)}/save").file
    assert there(found).name == "piquet-ada-zoe.zip"


def test_a_pair_that_is_not_on_the_phone_is_not_saved() -> None:
    assert a_phone([FIRST]).answer("/pair/0000/save").status == 404


def test_a_phone_says_first_what_a_file_holds(saved: Saved) -> None:
    assert saved.preview(saved.other).all("h1")[0].text == "3 new parties"


def test_another_phone_takes_every_partie_in(saved: Saved) -> None:
    saved.take_in(saved.other)
    assert prints(kept_by(saved.other)) == prints([FIRST, SECOND, GOES_ON])


def test_what_is_taken_in_is_kept_by_the_script(saved: Saved) -> None:
    taken = saved.take_in(saved.other).taken
    assert {each["sheet"]["code"] for each in taken} == {*saved.other.tables}


def test_a_note_comes_with_its_partie(saved: Saved) -> None:
    saved.take_in(saved.other)
    page = words(saved.other.answer(f"/pair/{pair_code(FIRST.names)}"))
    assert "by the sea" in page


def test_a_note_outlives_the_worker_of_the_page(saved: Saved) -> None:
    tables = map(TableOnPhone.from_data, saved.take_in(saved.other).taken)
    assert [each.note for each in tables] == ["", "by the sea", ""]


def test_a_player_is_on_the_same_side_there(saved: Saved) -> None:
    saved.take_in(saved.other)
    (pair,) = own_pairs(sorted(kept_by(saved.other), key=lambda sheet: sheet.opened_at)[::-1])
    assert list(map(without_isolates, pair.names)) == ["Ada", "Zoë"]


def test_nothing_is_taken_in_twice(saved: Saved) -> None:
    saved.take_in(saved.other)
    assert saved.preview(saved.other).all("h1")[0].text == "No new partie"


def test_a_form_that_is_sent_again_takes_nothing(saved: Saved) -> None:
    (archive,) = saved.preview(saved.other).all("input", name="archive")
    form = {"archive": archive.attrs["value"], "key": "k"}
    saved.other.answer("/parties/take", form)
    assert saved.other.answer("/parties/take", form).taken == []


def test_the_phone_says_how_many_were_taken_in(saved: Saved) -> None:
    saved.take_in(saved.other)
    assert "3 parties taken in." in home(saved.other)


def test_a_file_that_is_damaged_is_refused(saved: Saved) -> None:
    data = base64.b64encode(base64.b64decode(saved.data)[:-30]).decode()
    refused = saved.other.answer("/parties/take", {"file": data})
    assert "This .zip file is damaged." in words(refused)


def test_a_phone_whose_club_does_not_answer_takes_no_archive(saved: Saved) -> None:
    away = a_phone([], alone=False)
    assert away.answer("/parties/take", {"file": saved.data}).status == 404


# Totals


def test_a_partie_of_totals_says_what_it_cannot_know() -> None:
    totals = tuple(DealRecord(scores=scores) for scores in [(40, 20), (22, 41)] * 3)
    record = replace(WHOLE, deals=totals)
    sheet = replace(FIRST, partie=play_partie(record), code="0TOTAL")
    page = words(a_phone([sheet]).answer(f"/pair/{pair_code(sheet.names)}"))
    assert "because only totals were entered" in page
