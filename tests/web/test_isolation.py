"""Names in HTML: elements isolate them in texts, characters where no element can be,
and a form sends back the name.
"""

import re

import pytest

from scorer.rules.names import END, ISOLATE, Name
from scorer.table.isolation import in_pieces, with_elements
from tests.isolation import not_isolated
from tests.rows import each_row
from tests.web.conftest import Phone

MOSHE = "משה"
MUHAMMAD = "محمد"


@each_row
def test_a_name_is_isolated_by_an_element_or_by_characters(sent: str, shown: str) -> None:
    assert with_elements(sent.replace("[", ISOLATE).replace("]", END)) == shown.replace(
        "[", ISOLATE
    ).replace("]", END)


def test_a_page_without_names_is_sent_as_it_is() -> None:
    html = "<p>Portland &amp; Turf</p>"
    assert with_elements(html) is html


def test_a_name_that_is_cut_off_leaves_the_page_whole() -> None:
    assert (
        with_elements(f"<p>{ISOLATE}Ad</p><p>b</p>")
        == f'<p><span class="words">{ISOLATE}Ad</span></p><p>b</p>'
    )


def test_a_page_that_is_sent_in_pieces_has_its_names_isolated() -> None:
    pieces = ["<p", ' title="', f"{ISOLATE}Ada{END}", '">', f"{ISOLATE}Ada{END}", "</p>\n"]
    assert (
        "".join(in_pieces(pieces))
        == f'<p title="{ISOLATE}Ada{END}"><bdi translate="no">Ada</bdi></p>\n'
    )


@each_row
def test_a_name_that_is_not_isolated_is_found(html: str) -> None:
    """The test of all frozen pages can fail."""
    assert not_isolated(html.replace("[", ISOLATE).replace("]", END), ["Ada", "van Dyck"])


@each_row
def test_what_is_isolated_or_no_name_is_not_found(html: str) -> None:
    assert not_isolated(html.replace("[", ISOLATE).replace("]", END), ["Ada", "van Dyck"]) == []


def test_what_a_person_types_does_not_become_an_element_but_by_its_characters(phone: Phone) -> None:
    """A name with markup in it is escaped within its element."""
    page = phone.table(phone.open("<b>Ada</b>", 'Bea "&" \'co'))
    assert '<bdi translate="no">&lt;b&gt;Ada&lt;/b&gt;</bdi>' in page.html
    assert '<bdi translate="no">Bea &#34;&amp;&#34; &#39;co</bdi>' in page.html


@pytest.mark.parametrize("path", ["/p/{}/", "/p/{}/sheet", "/p/{}/deals/1", "/"])
def test_every_name_of_a_partie_is_isolated(phone: Phone, path: str) -> None:
    code = phone.open(MOSHE, MUHAMMAD)
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5", "Y good")
    page = phone.get(path.format(code))
    assert page.status == 200
    assert MOSHE in page.text
    assert not_isolated(page.html, [MOSHE, MUHAMMAD]) == []


def test_a_part_of_a_page_has_its_names_isolated_too(phone: Phone) -> None:
    code = phone.open(MOSHE, MUHAMMAD)
    page = phone.get(f"/p/{code}/", headers={"HX-Request-Type": "partial"})
    assert not page.is_whole
    assert MOSHE in page.text
    assert not_isolated(page.html, [MOSHE, MUHAMMAD]) == []


def test_the_form_of_a_rematch_sends_the_names_alone(phone: Phone) -> None:
    """What a form has as its values is what was typed: without the characters that isolate it."""
    phone.open("Ada", "van Dyck")
    values = re.findall(r'value="([^"]*)"', phone.get("/parties/new").html)
    assert {"Ada", "van Dyck"} <= {*values}
    assert not any(ISOLATE in each for each in values)


def test_a_name_escapes_as_all_text_of_a_template_does() -> None:
    assert Name("<A & 'B'>").__html__() == f"{ISOLATE}&lt;A &amp; &#39;B&#39;&gt;{END}"
