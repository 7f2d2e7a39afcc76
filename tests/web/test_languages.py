"""Languages: which pages speak, which language a phone gets, and how it chooses one."""

import json
import re
import zipfile
from collections.abc import Iterator
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.test import Cookie

from scorer.__main__ import main
from scorer.rules.language import ENGLISH, LanguageForm, current
from scorer.table.card import PlayerText
from scorer.table.phone import answer
from scorer.web.languages import (
    COOKIE,
    ENGLISH_ALONE,
    FOR_EVERYONE,
    SPOKEN,
    LanguageText,
    is_spoken,
)
from scorer.web.offline import NOBODY
from scorer.web.static_files import PYODIDE, content
from tests import there
from tests.languages import MARK, catalogue_with, marked_catalogue, offered_alone
from tests.web.conftest import PARTIAL, Page, Phone, read_html

GERMAN_WORDS: dict[Enum | str, str] = {
    LanguageForm.NAME: "Deutsch",
    PlayerText.ELDER: "Vorhand",
    LanguageText.ENGLISH_ONLY: "Diese Seite gibt es noch nur auf Englisch.",
    "Language": "Sprache",
}
FRENCH_WORDS: dict[Enum | str, str] = {LanguageForm.NAME: "Français", PlayerText.ELDER: "premier"}
GERMAN = {"Accept-Language": "de-AT, de;q=0.9, en;q=0.8"}


@pytest.fixture
def languages() -> Iterator[None]:
    with offered_alone(catalogue_with("de", GERMAN_WORDS), catalogue_with("fr", FRENCH_WORDS)):
        yield


def language_of(page: Page) -> str:
    """The language of a page, which its header names too."""
    said = page.root.all("html")[0].attrs["lang"]
    assert page.headers["Content-Language"] == said
    assert "Accept-Language" in page.headers["Vary"]
    assert "Cookie" in page.headers["Vary"]
    return said


def elder(page: Page) -> str:
    """What the table calls elder."""
    (role,) = (node for node in page.root.all("span") if "elder" in node.attrs.get("class", ""))
    return role.text


def test_it_is_decided_of_every_route_which_language_it_speaks(app: Flask) -> None:
    decided = SPOKEN | ENGLISH_ALONE | FOR_EVERYONE
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    named = endpoints | {each.partition(".")[0] for each in endpoints}
    assert {each for each in endpoints if not decided & {each, each.partition(".")[0]}} == set()
    assert decided <= named, "what is decided of no route"
    for one, other in ((SPOKEN, ENGLISH_ALONE), (SPOKEN, FOR_EVERYONE)):
        assert not one & other
    assert not ENGLISH_ALONE & FOR_EVERYONE


def test_a_view_of_a_blueprint_in_english_may_speak() -> None:
    assert is_spoken("reference.hand")
    assert not is_spoken("reference.topics")


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE_at", "de"),
        ("de-AT, en;q=0.5", "de"),
        ("en-GB, de;q=0.8", "en"),
        ("nl, fr-CA;q=0.7, en;q=0.5", "fr"),
        ("nl, pt", "en"),
        ("*", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("en;q=0.2, de;q=0.9", "de"),
        ("deutsch", "en"),
        (";;,=,q=", "en"),
        ("d" * 5000, "en"),
    ],
)
@pytest.mark.usefixtures("languages")
def test_a_phone_gets_what_its_browser_prefers(phone: Phone, header: str, found: str) -> None:
    assert language_of(phone.get("/", headers={"Accept-Language": header})) == found


@pytest.mark.usefixtures("languages")
def test_a_page_is_in_its_language_throughout(phone: Phone) -> None:
    code = phone.open()
    assert elder(phone.table(code)) == "elder"
    assert elder(phone.get(f"/p/{code}/", headers=GERMAN)) == "Vorhand"
    part = phone.get(f"/p/{code}/", headers={**GERMAN, **PARTIAL})
    assert not part.is_whole
    assert part.headers["Content-Language"] == "de"
    assert current() is ENGLISH, "a thread keeps no language"


def chosen(phone: Phone) -> Cookie | None:
    return phone.client.get_cookie(COOKIE)


def tap(phone: Phone, page: Page, name: str) -> Page:
    """Tap the name of a language, without scripts."""
    return phone.tap_form(page.key(name))


@pytest.mark.usefixtures("languages")
def test_a_phone_chooses_on_home_and_at_the_table_and_stays_there(phone: Phone) -> None:
    code = phone.open()
    home = tap(phone, phone.get("/"), "Deutsch")
    assert language_of(home) == "de"
    assert home.root.all("h1")[0].text == "Piquet"
    cookie = there(chosen(phone))
    assert cookie.value == "de"
    assert not cookie.http_only, "a script reads it without the club"
    assert cookie.same_site == "Lax"
    assert there(cookie.max_age) >= 365 * 24 * 3600
    assert elder(phone.get(f"/p/{code}/", headers={"Accept-Language": "fr"})) == "Vorhand"
    this = phone.get(f"/p/{code}/this?deal=0")
    there_again = tap(phone, this, "Français")
    assert language_of(there_again) == "fr"
    assert there_again.links()["Table"] == f"/p/{code}/?deal=0", "the page of the choice"
    assert language_of(tap(phone, phone.get("/"), "English")) == "en"


@pytest.mark.usefixtures("languages")
def test_each_language_is_named_in_itself_and_the_current_one_is_marked(phone: Phone) -> None:
    for code, header in (("en", ""), ("de", "de"), ("fr", "fr")):
        page = phone.get("/", headers={"Accept-Language": header})
        keys = page.root.all("button", name="language")
        assert {key.attrs["lang"]: key.text for key in keys} == {
            "en": "English",
            "de": "Deutsch",
            "fr": "Français",
        }
        assert [key.attrs["value"] for key in keys if "aria-current" in key.attrs] == [code]
    form = there(keys[0].within("form"))
    assert form.attrs["aria-label"] == "Language", "a missing word is in English"
    german = phone.get("/", headers=GERMAN).root.all("button", name="language")[0]
    assert there(german.within("form")).attrs["aria-label"] == "Sprache"


def test_where_there_is_only_english_nothing_is_offered(phone: Phone) -> None:
    with offered_alone():
        assert not phone.get("/").root.all("button", name="language")


@pytest.mark.parametrize(
    "back", ["", "https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test", "elsewhere"]
)
@pytest.mark.usefixtures("languages")
def test_a_choice_leads_nowhere_else(phone: Phone, back: str) -> None:
    answer = phone.post("/language", {"language": "de", "back": back})
    assert answer.headers["Location"] == "/"
    assert there(chosen(phone)).value == "de"


@pytest.mark.parametrize("code", ["", "nl", "../de", "DE;"])
@pytest.mark.usefixtures("languages")
def test_only_what_is_there_can_be_chosen(phone: Phone, code: str) -> None:
    answer = phone.post("/language", {"language": code})
    assert answer.status == 303
    assert chosen(phone) is None
    phone.client.set_cookie(COOKIE, code or "x")
    assert language_of(phone.get("/", headers=GERMAN)) == "de", "a damaged choice is none"


@pytest.mark.usefixtures("languages")
def test_two_phones_of_one_table_read_different_languages(phone: Phone, other: Phone) -> None:
    code = phone.open()
    other.accept(phone.share(code))
    tap(phone, phone.get("/"), "Deutsch")
    tap(other, other.get("/"), "Français")
    said = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    assert elder(said) == "Vorhand"
    assert elder(other.table(code)) == "premier"
    assert "Y good" in other.table(code).said()
    other.tap_all(code, "Y good")
    assert elder(phone.table(code)) == "Vorhand"


@pytest.mark.usefixtures("languages")
def test_a_poll_is_answered_in_the_language_of_the_phone(phone: Phone, other: Phone) -> None:
    code = phone.open()
    first = other.client.get(f"/p/{code}/live", headers=PARTIAL)
    tag = {"If-None-Match": first.headers["ETag"], **PARTIAL}
    assert other.client.get(f"/p/{code}/live", headers=tag).status_code == 304
    german = other.client.get(f"/p/{code}/live", headers={**tag, **GERMAN})
    assert german.status_code == 200
    assert "Vorhand" in german.text


ENGLISH_PAGES = ["/help", "/help/claims", "/help/notation", "/rules/portland", "/rules/house"]


@pytest.mark.parametrize("path", ENGLISH_PAGES)
@pytest.mark.usefixtures("languages")
def test_a_page_in_english_alone_says_so_in_the_language_of_the_reader(
    phone: Phone, path: str
) -> None:
    page = phone.get(path, headers=GERMAN)
    assert language_of(page) == "en"
    (line,) = page.root.all("p", lang="de")
    assert line.text == "Diese Seite gibt es noch nur auf Englisch."
    assert not phone.get(path).root.all("p", lang="de"), "said to nobody who reads English"


@pytest.mark.usefixtures("languages")
def test_a_page_that_speaks_says_nothing_of_english(phone: Phone) -> None:
    code = phone.open()
    for path in ("/", "/hand", "/help/glossary", "/tour", f"/p/{code}/this", "/phone"):
        assert "nur auf Englisch" not in phone.get(path, headers=GERMAN).text, path


@pytest.mark.parametrize(
    ("path", "found"), [("/p/ZZZZZZ/", "de"), ("/nowhere", "de"), ("/c/none/", "en")]
)
@pytest.mark.usefixtures("languages")
def test_an_error_is_in_the_language_of_its_page(phone: Phone, path: str, found: str) -> None:
    page = phone.get(path, headers=GERMAN)
    assert page.status == 404
    assert language_of(page) == found


@pytest.mark.usefixtures("languages")
def test_what_programs_read_has_no_language(phone: Phone) -> None:
    for path in ("/c/none/api/v1/nothing", "/health", "/static/css/scorer.css", "/phone.json"):
        answer = phone.client.get(path, headers=GERMAN)
        assert "Content-Language" not in answer.headers, path


def test_no_page_in_english_alone_has_a_word_of_another_language(phone: Phone) -> None:
    with offered_alone(marked_catalogue("de")):
        for path in ENGLISH_PAGES:
            page = phone.get(path, headers=GERMAN)
            assert [node.attrs["lang"] for node in page.root.nodes if "lang" in node.attrs] == [
                "en",
                "de",
            ]
            assert re.findall(MARK, page.text) == [MARK], path


KEPT_PAGES = ["/phone", "/phone/waiting"]


@pytest.mark.parametrize("path", KEPT_PAGES)
def test_a_page_that_a_phone_keeps_is_the_same_for_all_and_has_every_language(
    phone: Phone, path: str
) -> None:
    """The service worker compares it with the digest that its own script has."""
    with offered_alone(marked_catalogue("de"), marked_catalogue("fr")):
        page = phone.get(path)
        assert phone.get(path, headers=GERMAN).html == page.html
        (own,) = (
            each
            for each in page.root.all("div", class_="screen")
            if each.within("template") is None
        )
        for language in ("de", "fr"):
            (copy,) = page.root.all("template", lang=language)
            assert "data-skip" in copy.attrs
            said = json.loads(copy.attrs["data-words"])
            assert said.keys() == json.loads(page.root.all("html")[0].attrs["data-words"]).keys()
            assert said["saved"].startswith(MARK)
            (screen,) = copy.all("div", class_="screen")
            assert [each.tag for each in screen.nodes] == [each.tag for each in own.nodes]
        tap(phone, phone.get("/"), "English")
        assert phone.get(path, headers=GERMAN).html == page.html


def test_the_service_worker_and_its_list_are_the_same_for_all(phone: Phone) -> None:
    with offered_alone(marked_catalogue("de")):
        for path in ("/service.js", "/phone.json"):
            english = VARIES.sub("", phone.client.get(path).text)
            assert VARIES.sub("", phone.client.get(path, headers=GERMAN).text) == english
            assert MARK not in english


VARIES = re.compile('"token": *"[^"]*"')


# A phone without the club


def ask(**question: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps(question)))
    return found


ALONE_APP = "files.json"


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """What a phone that is alone knows of itself, with a marked language."""
    with offered_alone(marked_catalogue("de")):
        assert CliRunner().invoke(main, ["phone", str(tmp_path / "phone")]).exit_code == 0
        yield {**json.loads((tmp_path / "phone" / ALONE_APP).read_text("utf-8")), **NOBODY}


def test_a_phone_without_the_club_answers_in_the_language_of_its_page(
    alone: dict[str, Any],
) -> None:
    ask(app=alone, base="https://piquet.test/", language="de")
    names = {"first": "Ada", "second": "Ben", "rules": "portland", "deals": "second"}
    begun = ask(address="/parties", form={**names, "key": "k"}, language="de")
    address = begun["location"].lstrip("?")
    code = address.split("/")[2]
    for language, mark in (("de", True), ("en", False), ("", False), ("nl", False)):
        page = ask(address=address, language=language)
        assert (MARK in page["html"]) is mark, language
        assert f'<html lang="{language if mark else "en"}"' in page["html"]
    assert MARK not in json.dumps(begun["kept"])
    form = {"say": "E exchange 5; Y exchange 3", "deal": "0", "position": "0", "key": "t"}
    said = ask(address=f"/p/{code}/say", form=form, language="de", partial=True)
    assert said["is_new"]
    assert MARK in said["html"]
    assert MARK not in json.dumps(said["kept"]), "what is kept has no language"
    assert MARK not in json.dumps(ask(file=code, language="de"))


def test_a_phone_without_the_club_chooses_a_language_too(alone: dict[str, Any]) -> None:
    ask(app=alone, base="https://piquet.test/", language="en")
    home = read_html(ask(address="/", language="en")["html"])
    (key,) = (each for each in home.all("button", name="language") if each.attrs["value"] == "de")
    where, form = Page.form(key)
    chosen = ask(address=where.lstrip("?"), form=form, language="en")
    assert chosen["language"] == "de"
    assert MARK in ask(address=chosen["location"].lstrip("?") or "/", language="de")["html"]
    unknown = ask(address=where.lstrip("?"), form={**form, "language": "nl"}, language="de")
    assert unknown["language"] == ""


def test_the_archive_has_the_languages(alone: dict[str, Any]) -> None:
    assert alone["files"]
    names = zipfile.ZipFile(BytesIO(content("offline.zip") or b"")).namelist()
    assert "scorer/languages/de.mo" in names
    assert not [name for name in names if name.endswith((".po", "compiling.py"))]


def test_pyodide_has_the_modules_that_read_a_catalogue() -> None:
    """What the standard library's gettext imports too, also where only a catalogue is read."""
    library = zipfile.ZipFile(BytesIO(content(f"{PYODIDE}python_stdlib.zip") or b"")).namelist()
    for module in ("gettext", "contextvars", "contextlib", "io", "struct", "pprint"):
        assert f"{module}.pyc" in library, module
