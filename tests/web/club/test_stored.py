"""What is stored, exported and printed has no language: whatever the phones read, it is the same.

The same evening is played twice, with phones that read English, and with phones that read a
language in which every text has a mark. A page is read without the marks, but what a form sends is
sent as it is.
"""

import gzip
import re
import secrets
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner
from sqlalchemy import select

from scorer.__main__ import main
from scorer.rules.language import ENGLISH, current
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.storage.engine import reading
from scorer.storage.schema import metadata
from tests.languages import MARK, marked_catalogue, offered_alone
from tests.web import conftest
from tests.web.club.conftest import ADA, BEN, PINS, TRICK, Table, seated, visiting
from tests.web.conftest import WORKED_DEAL, Node, Phone, read_html

SENT = re.compile(f'((?:value|data-typed|href|action)="[^"]*")|{MARK}')
"""What a form or a link sends; and a mark elsewhere."""


def read_without_marks(html: str) -> Node:
    return read_html(SENT.sub(lambda found: found[1] or "", html))


TIMED = re.compile(r" in [\d.]+ s, [\d,]+ a second")
"""How long a command took."""


@contextmanager
def the_same_chance() -> Iterator[None]:
    """Draw the same codes, keys and secrets each time."""
    chance = Random(1887)
    with (
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
        patch.object(secrets, "choice", chance.choice),
    ):
        yield


def of_two(phone: Phone) -> str:
    """Play a partie of two that is in no season, with all that can happen to it."""
    code = phone.open("Zoe", "Yan")
    phone.tap_all(code, *WORKED_DEAL)
    (undo,) = (each for each in phone.table(code).root.all("button") if each.text[:4] == "Undo")
    phone.tap_form(undo)
    phone.tap_all(code, WORKED_DEAL[-1])
    phone.say(code, "strike 1 for E exchange 4", deal=0, position=24, key="corrected")
    for deal in range(1, 6):
        said = ("tricks E12", "tricks Y12")[deal % 2]
        phone.say(code, said, deal=deal, position=0, key=f"deal {deal}")
    for address in ("settlement", "sheet", "other-rules", "this", "deals/1", "deals/1/cards"):
        assert phone.get(f"/p/{code}/{address}").status == 200
    for player, name in enumerate(("Zoe", "Yan")):
        phone.sign(code, name, player=player)
    return code


def of_the_pair(phone: Phone, code: str) -> str:
    """Keep a note, a stake and a line of account on the page of the two."""
    (pair,) = (href for href in phone.get("/").links().values() if href.startswith("/pair/"))
    phone.post(f"{pair}/partie/{code}/note", {"note": "A long evening."})
    phone.send(phone.get(f"{pair}/stake"), "Keep", amount="0,10", unit="€")
    phone.send(phone.get(f"{pair}/settled"), "Settled", line="paid for dinner")
    return pair


def of_a_company(phone: Phone) -> None:
    """Begin a chouette, and write a partie that was scored on paper."""
    names = {"name0": "Ida", "name1": "Bob", "name2": "Cem"}
    opened = phone.post("/company/new", {"frame": "chouette", "rules": "portland", **names})
    card = opened.headers["Location"]
    form = phone.get(f"{card}turns/0").root.all("form", method="post")[0]
    key = form.all("input", name="key")[0].attrs["value"]
    phone.post(f"{card}turns/0", {"key": key, "by": "result", "winner": "0", "points": "100"})


def of_the_season(table: Table, ada: Phone, ben: Phone) -> str:
    """Sign, dispute, correct and rule."""
    signed, disputed, agreed = (table.play() for _ in range(3))
    for phone in (ada, ben):
        phone.post(f"/p/{signed}/signatures", {"player": "0" if phone is ada else "1"})
    for code in (disputed, agreed):
        ada.post(f"/p/{code}/signatures", {"player": "0"})
        asked = {"player": "1", "deal": "3", "said": TRICK, "reason": "I took it."}
        assert ben.post(f"/p/{code}/ask", asked).status in (200, 303)
        ada.get(f"/p/{code}/settlement")
    shared = table.shared(agreed)
    reads(shared, ada.client.environ_base.get("HTTP_ACCEPT_LANGUAGE", ""))
    answer = {"player": "0", "pin": PINS[ADA], "reply": "agrees", "words": ""}
    shared.post(f"/p/{agreed}/disputes/1", answer, missing=None)
    return signed


def reads(phone: Phone, language: str) -> Phone:
    """Let the browser of a phone prefer a language."""
    if language:
        phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    return phone


def rows(table: Table) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the book, by tables."""
    with reading(table.club.engine) as db:
        return {
            each.name: [tuple(row) for row in db.execute(select(each).order_by(*each.c))]
            for each in metadata.sorted_tables
        }


MADE_AT = "docProps/core.xml"
"""When a workbook was written, by the clock of the machine."""


def content(data: bytes) -> object:
    """What a file says, or the files of an archive."""
    if data.startswith(b"\x1f\x8b"):
        return content(gzip.decompress(data))
    if not data.startswith(b"PK"):
        return data.decode("utf-8")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: content(archive.read(name)) for name in archive.namelist() if name != MADE_AT}


def sent(phone: Phone, address: str) -> object:
    """What a file says that is sent to a phone."""
    answer = phone.client.get(address)
    assert answer.status_code == 200, address
    return content(answer.data)


def evening(data: Path, language: str) -> dict[str, Any]:
    """Play an evening on phones that read a language, and return all that is left of it."""
    left: dict[str, Any] = {}
    data.mkdir()
    with (
        visiting(data, "Ada", "Ben", "Cat") as visit,
        offered_alone(marked_catalogue("de")),
        patch.object(conftest, "read_html", read_without_marks),
        patch.object(conftest, "ALERTS", Everything()),
        the_same_chance(),
    ):
        table = seated(visit)
        own, ada, ben, director = (
            reads(each, language)
            for each in (visit.phone(), table.member(ADA), table.member(BEN), visit.director)
        )
        assert (MARK in own.client.get("/tour").text) is bool(language)
        code = of_two(own)
        pair = of_the_pair(own, code)
        of_a_company(own)
        signed = of_the_season(table, ada, ben)
        files = [f"/p/{code}/partie.piquet", f"{pair}/save", f"/p/{signed}/partie.piquet"]
        files += [f"/p/{code}/kept", f"/p/{signed}/kept", f"{visit.path}/api/v1/s/1/lines"]
        files += [f"{visit.path}/feed.atom"]
        for address in files:
            left[address] = sent(director if address.startswith(visit.path) else own, address)
        for form in ExportFormat:
            of_season = "season=1&" if form.file.of_season else ""
            address = f"{visit.path}/export/file?{of_season}form={form.value}"
            left[address] = sent(director, address)
        left |= rows(table)
        left["files"] = sorted(each.name for each in data.iterdir())
        for command in (["club", "standings"], ["book", "verify"], ["club", "list"]):
            done = CliRunner().invoke(main, [*command, "--data", str(data)], env={"LANGUAGE": "de"})
            left[" ".join(command)] = (done.exit_code, TIMED.sub("", done.output))
        assert current() is ENGLISH
    return left


class Everything:
    """What holds every refusal, in whatever language."""

    def __ge__(self, _: object) -> bool:
        return True


def test_an_evening_leaves_the_same_whatever_the_phones_read(tmp_path: Path) -> None:
    in_english = evening(tmp_path / "english", "")
    in_german = evening(tmp_path / "german", "de")
    assert in_english.keys() == in_german.keys()
    assert in_english["statement"]
    assert in_english["entry"]
    assert in_english["pair"]
    assert [name for name, found in in_german.items() if MARK in repr(found)] == []
    differ = [name for name, found in in_english.items() if in_german[name] != found]
    assert differ == []
