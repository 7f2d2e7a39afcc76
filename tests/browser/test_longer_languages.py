"""The words of a longer language: on a small phone, and with larger text, none is broken and none
is cut off, of a key or of anything else; and no page scrolls sideways.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from scorer.rules.company import Won
from scorer.rules.language import speaking
from scorer.service.companies import Companies
from tests.browser.conftest import Viewer, said_at
from tests.browser.tables import ENDED, FRAME_PAGES, FRAMES, PAGES, SEATED, TABLES
from tests.browser.test_looks import pages_of_a_pair
from tests.catalogues import LANGUAGES
from tests.languages import catalogue_in, offered, pseudo_catalogue
from tests.quick_books import quick_books
from tests.web.conftest import Phone, app, forget_tries
from tests.web.test_companies import opened

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

KEYS, WORDS, BROKEN = (
    Path(__file__).with_name(f"{name}.js").read_text("utf-8")
    for name in ("keys", "words", "broken")
)
SMALL = (360, 560)
SIZES = (100, 130)
"""How large text is, in percent of its usual size."""

OF_A_PARTIE = {name: page for name, page in (PAGES | FRAME_PAGES).items() if page.startswith("/p/")}
STATES = PAGES.keys() & OF_A_PARTIE.keys(), FRAME_PAGES.keys() & OF_A_PARTIE.keys()

CODES = ["pseudo-language", *sorted(path.stem for path in LANGUAGES.glob("*.po"))]


def catalogue(code: str) -> Catalog:
    return pseudo_catalogue() if code == "pseudo-language" else catalogue_in(code)


@contextmanager
def reading(visitor: Phone, of: Catalog) -> Iterator[None]:
    """Give the phone another language, in which its pages are said."""
    with offered(of) as language, speaking(language):
        visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language.code
        yield


def faults_of(viewer: Viewer, visitor: Phone, pages: Mapping[str, str]) -> list[str]:
    """Return what is wrong with the keys and other words of pages, by the names and the addresses
    of these.
    """
    found = []
    keys = 0
    for name, address in pages.items():
        forget_tries(visitor.client.application)
        assert viewer.show(visitor.client, address) == 200, name
        for percent in SIZES:
            looked = viewer.frame.evaluate(KEYS, [*SMALL, percent])
            keys += looked["keys"]
            faults = looked["faults"] + viewer.frame.evaluate(WORDS)
            found += [f"{name}, {percent} %: {fault}" for fault in faults]
    assert keys > 4 * len(SIZES)
    return found


@pytest.mark.parametrize("states", STATES, ids=["of two", "of other frames"])
@pytest.mark.parametrize("code", CODES)
def test_no_word_of_a_partie_is_broken_or_cut_off(
    viewer: Viewer, visitor: Phone, code: str, states: set[str]
) -> None:
    codes = {name: said_at(visitor, log, names=("Ada", "Ben")) for name, log in TABLES.items()}
    codes |= {
        name: said_at(visitor, *logs, names=SEATED[:2], rules=rules)
        for name, (rules, logs) in (FRAMES | ENDED).items()
    }
    pages = {name: OF_A_PARTIE[name].format(**codes) for name in sorted(states)}
    with reading(visitor, catalogue(code)):
        found = faults_of(viewer, visitor, pages)
    if found:
        pytest.fail("\n".join((f"{len(found)} in {code}:", *found)), pytrace=False)


OF_ANYBODY = (
    *(
        "/",
        "/tour",
        "/tour/3",
        "/tour/5",
        "/tour/6",
        "/parties/new",
        "/parties/new?rules=normand",
        "/parties/take",
    ),
    *("/hand", "/hand?card=AS&card=KS", "/help/glossary", "/help/laws", "/cookies"),
    *("/company/new", "/company/new?frame=pool", "/company/new?frame=round+table"),
)
OF_A_COMPANY = ("", "signatures", "turns/0", "turns/1", "turns/2")


@pytest.mark.parametrize("code", CODES)
def test_no_word_of_another_page_is_broken_or_cut_off(
    viewer: Viewer, visitor: Phone, code: str
) -> None:
    companies: Companies = visitor.client.application.extensions["companies"]
    cards = [opened(visitor), opened(visitor, frame="pool", name3="Dot")]
    for card, number in product(cards, range(2)):
        companies.enter(card, number=number, result=Won(number, 416), form_key=f"{number}")
    pages = {page: page for page in OF_ANYBODY}
    pages |= {
        f"{card} {page}": f"/company/{card}/{page}" for card, page in product(cards, OF_A_COMPANY)
    }
    with reading(visitor, catalogue(code)):
        found = faults_of(viewer, visitor, pages)
    if found:
        pytest.fail("\n".join((f"{len(found)} in {code}:", *found)), pytrace=False)


@pytest.mark.parametrize("code", CODES)
def test_no_word_of_a_pair_is_broken_or_cut_off(viewer: Viewer, visitor: Phone, code: str) -> None:
    pages = pages_of_a_pair(visitor, ("Ada", "Ben"), 3)
    with reading(visitor, catalogue(code)):
        found = faults_of(viewer, visitor, pages)
    if found:
        pytest.fail("\n".join((f"{len(found)} in {code}:", *found)), pytrace=False)


LARGE = """() => {
    Object.assign(frameElement.style, { width: '360px', height: '560px' });
    document.documentElement.style.fontSize = '130%';
}"""


@pytest.mark.parametrize("code", CODES)
def test_a_note_leaves_the_name_beside_it_the_room_of_its_words(
    viewer: Viewer, visitor: Phone, code: str
) -> None:
    with reading(visitor, catalogue(code)):
        viewer.show(visitor.client, "/")
    viewer.frame.evaluate(LARGE)
    assert viewer.frame.evaluate(BROKEN, [".list .name", 14]) == []
