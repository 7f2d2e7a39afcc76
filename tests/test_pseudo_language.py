"""On a page that is in every language, every word is of the reader's language.

The pages of the fixed books are asked for once more in the pseudo-language of `tests.languages`:
what is in plain letters there is said by no catalogue. A notice is worded when a form is posted, so
the notices of these books are English, and are left out.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask, message_flashed
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorer.rules.language import Language, speaking
from scorer.rules.names import ISOLATE
from scorer.rules.presets import PRESETS, UNSOURCED
from tests.languages import PSEUDO, offered, pseudo_catalogue
from tests.pages.books import BOOKS
from tests.quick_books import quick_books
from tests.rows import beside
from tests.web.conftest import Node, read_html

__all__ = ["quick_books"]

KNOWN = beside(__file__)
SPOKEN = frozenset[str](KNOWN["spoken"])
"""The blueprints, and views of others, whose pages are in every language."""

ATTRIBUTES = frozenset[str](KNOWN["attributes"])
"""The attributes that are read aloud or shown, beside those that scripts take their words from."""

FOR_MACHINES = frozenset[str](KNOWN["for machines"])
"""The attributes of scripts that hold no words."""

NOT_READ = frozenset[str](KNOWN["not read"])
"""The elements that hold codes, or what was typed."""

NAMES = re.compile(f'<bdi translate="no">[^<]*</bdi>|{ISOLATE}[^\u2069]*\u2069')
TITLES = {each.title for each in PRESETS.values()}
SOURCES = {source for each in PRESETS.values() for source in each.sources.values()}
LONGEST_FIRST = sorted(SOURCES - {UNSOURCED}, key=len, reverse=True)
AS_THEY_ARE = re.compile("|".join([*map(re.escape, LONGEST_FIRST), *KNOWN["as they are"]]))
"""What is the same in every language."""

WORD = re.compile(r"(?<![^\W_])[A-Za-z]{2,}(?![^\W_])")


def texts_of(html: str) -> Iterator[str]:
    """Yield all that is read of a page without names, and all that scripts say there."""
    unseen = [read_html(NAMES.sub(" ", html))]
    while unseen:
        node = unseen.pop()
        if node.tag in NOT_READ or is_english(node):
            continue
        unseen += (child for child in node.children if isinstance(child, Node))
        yield from (child for child in node.children if isinstance(child, str))
        for name in filter(is_read, node.attrs):
            yield from words_of(node.attrs[name])


def words_of(value: str) -> Iterator[str]:
    """Yield what is read of an attribute: of the words of a script, which it knows by names, each.

    >>> [*words_of('{"onPage": "Only on this page"}'), *words_of("Cards: one row a suit")]
    ['Only on this page', 'Cards: one row a suit']
    """
    if value.startswith("{"):
        yield from json.loads(value).values()
    elif not value.startswith("["):  # a list is for the script alone
        yield value


def is_english(node: Node) -> bool:
    """Whether an element says of itself that it is in English on a page in another language."""
    return node.tag != "html" and node.attrs.get("lang") == "en"


def is_read(attribute: str) -> bool:
    of_scripts = attribute.startswith("data-") and attribute not in FOR_MACHINES
    return of_scripts or attribute in ATTRIBUTES


def in_plain_letters(text: str) -> list[str]:
    """Return the words of a text that are English.

    >>> in_plain_letters("Þöîññţţ of 5 (Law 65)")
    ['of']
    """
    return WORD.findall(AS_THEY_ARE.sub(" ", text))


def endpoint_of(app: Flask, response: TestResponse) -> str:
    """Return where a request was answered; nothing if there is no such page."""
    request = response.request
    try:
        return str(app.url_map.bind("").match(request.path, request.method)[0])
    except HTTPException:
        return ""


def is_spoken(endpoint: str) -> bool:
    return not endpoint or bool({endpoint, endpoint.partition(".")[0]} & SPOKEN)


class Reader:
    """Asks for each page once more in the pseudo-language, if there is a text on it that was on no
    page before.

    Attributes:
        found: where each text that is English was found first.
        pages: how many were asked for.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.found: dict[str, str] = {}
        self.pages = 0
        self.seen = set[str]()
        self.notices = set[str]()
        self.send = FlaskClient.open

    def asking(self) -> Callable[..., TestResponse]:
        """Return the method by which clients ask, and with which this reads what they get."""

        def ask(client: FlaskClient, *args: Any, **options: Any) -> TestResponse:
            return self.ask(client, *args, **options)

        return ask

    def ask(self, client: FlaskClient, *args: Any, **options: Any) -> TestResponse:
        response = self.send(client, *args, **options)
        client.delete_cookie("language")  # the books go on in English, whatever they choose
        endpoint = endpoint_of(client.application, response)
        changed = response.request.method == "POST" and response.status_code < 400
        if response.mimetype != "text/html" or changed or not is_spoken(endpoint):
            return response
        texts = {re.sub(r"\d+", "0", text) for text in texts_of(response.text)}
        if texts - self.seen:
            self.seen |= texts
            self.pages += 1
            again = self.ask_again(client.application, response, *args, **options)
            self.read(again, f"{endpoint or 'no page'} {response.request.url}")
        return response

    def ask_again(
        self, app: Flask, response: TestResponse, *args: Any, **options: Any
    ) -> TestResponse:
        """Ask for the same from another phone with the same cookies, so that nothing changes on the
        first.
        """
        phone = app.test_client(use_cookies=False)
        phone.environ_base |= {
            "REMOTE_ADDR": f"10.0.{self.pages // 250}.{self.pages % 250}",
            "HTTP_ACCEPT_LANGUAGE": PSEUDO,
            "HTTP_COOKIE": response.request.headers.get("Cookie", ""),
        }
        with speaking(self.language):
            again = self.send(phone, *args, **options)
        assert again.status_code == response.status_code, response.request.url
        return again

    def note(self, _: Flask, message: str, **__: object) -> None:
        """Note what is said on the next page of what was posted."""
        self.notices |= set(texts_of(f"<p>{escape(message)}</p>"))

    def read(self, page: TestResponse, where: str) -> None:
        for text in texts_of(page.text):
            if text not in self.notices and in_plain_letters(text):
                self.found.setdefault(" ".join(text.split()), where)


@pytest.mark.parametrize("book", ["two", "others", "companies", "pairs", "signing"])
def test_every_word_is_of_the_readers_language(book: str, tmp_path: Path) -> None:
    with offered(pseudo_catalogue()) as language:
        reader = Reader(language)
        asking = patch.object(FlaskClient, "open", reader.asking())
        with asking, message_flashed.connected_to(reader.note):
            BOOKS[book](tmp_path)
    assert reader.pages > 10
    left = sorted(f"{where}: {text}" for text, where in reader.found.items())
    if left:
        pytest.fail("\n".join(("these are English in every language:", *left)), pytrace=False)
