"""The laws in words: all that the program cites is there, each can be found,
and each is found where it bears.
"""

import re
from pathlib import Path

import pytest

from scorer.rules.governing import IfProved, Provision, governing
from scorer.rules.laws import (
    EVERY_LAW,
    Book,
    Law,
    Matter,
    Subject,
    _read,
    bearing_on,
    by_member,
    find_law,
    search,
)
from scorer.rules.presets import PRESETS
from scorer.rules.sources import AGREES
from tests import there
from tests.rows import each_row

CHECKOUT = Path(__file__).resolve().parents[2]
TEXTS = [*(CHECKOUT / "scorer").rglob("*.py"), *(CHECKOUT / "templates").rglob("*.html")]
CITED = re.compile(r"\bLaws? (\d+(?:(?:, | and | to |, and )\d+)*)")
LEFT_OUT = {1, 2, 3, 5, 6, 7, 8, 17, 23, 77}
"""The laws of shuffling, gathering and torn cards, on which nothing that is recorded depends."""


def numbers_in(text: str) -> set[int]:
    """The numbers of the laws that a text cites, those between *4 to 7* among them."""
    found: set[int] = set()
    for cited in CITED.findall(" ".join(text.replace("&nbsp;", " ").replace("#", " ").split())):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", cited):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def the_law(number: int) -> Law:
    return there(find_law(f"Law {number}"))


def test_every_law_that_is_cited_is_there() -> None:
    there = {number for law in EVERY_LAW if law.book is Book.LAWS for number in law.numbers}
    cited = {  # but for the module of the laws, which says itself which are left out
        str(path.relative_to(CHECKOUT)): numbers_in(path.read_text("utf-8"))
        for path in TEXTS
        if path.stem != "laws"
    }
    assert len(set().union(*cited.values())) > 40
    assert {path: numbers - there for path, numbers in cited.items() if numbers - there} == {}


def test_a_heading_that_cites_no_book_is_refused() -> None:
    with pytest.raises(ValueError, match="Rule 4 cites no book of laws"):
        list(_read("[Rule 4 | The cut | play]\nThe player who cuts higher chooses."))


def test_the_laws_and_the_cases_are_those_of_the_book_but_for_what_decides_nothing() -> None:
    laws, cases = (
        [number for law in EVERY_LAW if law.book is book for number in law.numbers]
        for book in (Book.LAWS, Book.CASES)
    )
    assert laws == [number for number in range(1, 79) if number not in LEFT_OUT]
    assert sorted(cases) == list(range(1, 23))


def test_each_has_a_title_a_text_and_a_matter_and_is_found() -> None:
    for law in EVERY_LAW:
        assert law.title[0].isupper(), law.cited
        assert not law.title.endswith("."), law.cited
        assert law.text.endswith("."), law.cited
        assert law.matters, law.cited
        assert find_law(law.cited) is law
        assert law in search(law.title)
        assert law in search(law.cited)
        assert law in bearing_on(law.matters, au_cent=True)


@each_row
def test_every_word_that_is_looked_for_must_be_there(query: str, cited: tuple[str, ...]) -> None:
    assert {law.cited for law in search(query)} == set(cited)


def test_a_search_for_nothing_finds_all_and_a_number_is_found_whole() -> None:
    assert search("") == search(" … ") == EVERY_LAW
    assert search("law 6") == ()


def test_a_law_is_found_by_its_citation_in_any_case_and_nothing_else_is() -> None:
    assert {find_law(cited) for cited in ("Law 70", "law  70", "LAW 70")} == {the_law(70)}
    assert {find_law(cited) for cited in ("", "Law", "Law 17", "Law 700", "the club's rule")} == {
        None
    }


def test_the_laws_mainly_about_a_matter_are_first() -> None:
    found = bearing_on([Matter.SEQUENCE, Matter.ANSWERS])
    assert found.index(the_law(51)) < found.index(the_law(68))
    assert {the_law(63), the_law(51), the_law(49)} <= set(found)
    assert the_law(66) not in found


def test_piquet_au_cent_has_its_own_laws_only_where_it_is_played() -> None:
    assert [
        law.cited for law in bearing_on([Matter.RECORD], au_cent=True) if law.book is Book.AU_CENT
    ] == ["Piquet au Cent, l"]
    assert all(law.book is not Book.AU_CENT for law in bearing_on(list(Matter)))


# What the laws say of a dispute


def test_every_subject_has_what_follows_if_it_is_proved() -> None:
    assert [each.name for each in IfProved] == [each.name for each in Subject]


def test_every_law_that_may_be_set_aside_is_there() -> None:
    assert {cited for cited in AGREES if find_law(cited) is None} == set()


@each_row
def test_a_table_that_does_not_fit_its_enum_is_refused_when_it_is_loaded(
    without: str, extra: str, complaint: str
) -> None:
    table = {subject.name: "" for subject in Subject if subject.name != without}
    table |= {extra: ""} if extra else {}
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        by_member(Subject, table)


def test_a_wrong_name_is_corrected_before_the_lead_au_cent() -> None:
    provided = governing(Subject.FALSE_CALL, PRESETS["cent-32"])
    assert Provision.RENAMED in [each.text for each in provided]
