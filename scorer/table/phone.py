"""A phone without the club: the questions of its page's script, and their answers.

A worker of the page runs this, without Flask, SQLAlchemy and WTForms. It judges a tap as the club
does, and renders the templates of the club with the same contexts: the rules, the sentences and the
markup are those of the club. The script of the page keeps each tap before it is answered, and sends
it to the club later with its own idempotency key. A phone that is *alone* has no club at all.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ..rules.language import ENGLISH, language_named, speaking
from .kept import TableOnPhone
from .phone_pages import Phone, prepare

__all__ = ["answer", "prepare"]

_OPEN: dict[str, Phone] = {}
"""The one phone of a worker."""


def answer(question: str) -> str:
    """Answer a question of the page's script, both in JSON; the phone is kept between them.

    A question begins with what the club says of itself (`app`), opens a sheet (`kept`, with the
    `taps` since then, and how many of them are `unsent`), asks for the page at an `address` or
    posts a `form` to it, says that the club has a tap (`confirmed`, with the `version` that it
    gave; the answer is empty if the copy is old), or asks for a `file`. Each has the `language` of
    the page that asks.
    """
    asked = json.loads(question)
    with speaking(language_named(asked.get("language", "")) or ENGLISH):
        return json.dumps(_answered(asked))


def _answered(asked: dict[str, Any]) -> dict[str, Any]:
    if "app" in asked:
        _OPEN["phone"] = Phone(asked["app"], asked["base"])
        return {}
    phone = _OPEN["phone"]
    if "kept" in asked:
        table = TableOnPhone.from_data(asked["kept"])
        phone.tables[table.sheet.code] = table
        for form in asked["taps"]:
            table.say_again(form)
        table.unsent = asked["unsent"]
        return table.kept()
    if "confirmed" in asked:
        table = phone.tables[asked["code"]]
        return table.kept() if table.confirm(asked["confirmed"], asked["version"]) else {}
    if "file" in asked:
        return phone.tables[asked["file"]].file()
    phone.token = asked.get("token", "")
    partial = asked.get("partial", False)
    return asdict(phone.answer(asked["address"], asked.get("form"), partial=partial))
