"""The tour: one deal of the example in six screens, each with the key that was tapped."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from flask import Blueprint, abort, render_template

from ..resources import resource_text
from ..rules.notation.document import parse_partie
from ..rules.partie import DealRecord, play_partie
from ..service.parties import EXAMPLE, Sheet
from .card import open_deal, said_rows, seat_names
from .table_view import explain
from .walk import question

bp = Blueprint("tour", __name__)


class Screen(NamedTuple):
    """A screen after so many statements of the deal: what is *said* next, if anything, by a key that *pick* opened."""

    title: str
    words: str
    statements: int
    said: str = ""
    pick: str = ""


SCREENS = (
    Screen(
        "The exchange",
        "Ada is elder and draws up to five cards, then Ben up to three. Five and three is usual, and is one tap.",
        0,
        "E exchange 5; Y exchange 3",
    ),
    Screen(
        "Elder calls",
        "Ada says “point of five”. The keys are the words that players say, in the order in which they say them.",
        2,
        "E point 5",
    ),
    Screen(
        "Younger answers",
        "Ben has five as well, and asks how many they make. Nobody enters points: they follow from what is said.",
        3,
        "Y how many",
    ),
    Screen(
        "Sets",
        "Ada’s point and quart were good. A set is one key, beside “four” or “three”. Ada says “three knaves”.",
        8,
        "E trio of knaves",
    ),
    Screen(
        "The play",
        "After the last trick, tap how many tricks Ada took, and then the count that Ada has just said: twenty-eight. "
        "Or tap who takes each trick while you play.",
        12,
        "count E7 last E play 9",
        "count-7",
    ),
    Screen(
        "The deal explained",
        "Every point has its reason and its law. In your own deals, tap a line to correct it, at any time.",
        24,
    ),
)


@cache
def _sheet(statements: int) -> Sheet:
    record = parse_partie(resource_text("examples/rubicon.piquet")).record
    partie = play_partie(replace(record, deals=(DealRecord(record.deals[0].log[:statements]),)))
    return Sheet(0, EXAMPLE, "", partie, (None, None), "", "")


@bp.get("/tour", defaults={"number": 1})
@bp.get("/tour/<int:number>")
def tour(number: int) -> str:
    if not 1 <= number <= len(SCREENS):
        abort(404)
    screen = SCREENS[number - 1]
    sheet = _sheet(screen.statements)
    names, deal = seat_names(sheet, 0), open_deal(sheet, 0)
    assert deal is not None
    found = {
        "number": number,
        "of": len(SCREENS),
        "screen": screen,
        "names": names,
        "score": deal.score,
        "rows": said_rows(deal, names, 0),
        "question": question(deal, names, screen.pick),
        "explained": None if screen.said else explain(sheet, 0),
    }
    return render_template("tour.html", **found)
