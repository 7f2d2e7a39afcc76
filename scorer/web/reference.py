"""Reference pages: what twelve cards declare, the rules of each preset,
the laws and the terms; and the tour.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from ..resources import resource_text
from ..rules.cards import Card, Suit
from ..rules.errors import NotationError
from ..rules.hands import declare, parse_hand
from ..rules.language import ENGLISH, Language, current
from ..rules.laws import EVERY_LAW, Law
from ..rules.messages import Message, Text
from ..rules.notation.document import parse_partie
from ..rules.partie import DealRecord, play_partie
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS
from ..rules.sentences import IllegalStatement, declaration_message
from ..rules.words import plain, value_words
from ..service.parties import EXAMPLE, Sheet
from ..service.topics import LAWS, SPOKEN, TOPICS, laws_found, said_laws, said_topic, topic_text
from ..table.card_rows import said_lines, said_rows
from ..table.dialogue import question
from ..table.formatting import unbroken
from ..table.keys import rank_label
from ..table.view import explain
from .forms import sections

if TYPE_CHECKING:
    from markdown_it.token import Token

bp = Blueprint("reference", __name__)
for _words in (declaration_message, rank_label, value_words):
    bp.add_app_template_filter(_words)

LONGEST_QUERY = 100

_WIDE = '<div class="sideways" role="region" aria-label="Table" tabindex="0"><table>'
"""A table that scrolls by itself where the screen is narrow or the text large."""

_LINKED = ("heading_open", "list_item_open")

_TERM = re.compile(r"\*\*\[?([^*\]]+)")


class HandText(Text):
    """A card and a suit, as the page of a hand reads them aloud.

    It is said of no deal, so no oracle asks it.
    """

    CARD = "{rank} of {suit}"
    SUIT = "{suit}"


@bp.app_template_filter()
def card_message(card: Card) -> Message:
    return HandText.CARD(rank=card.rank, suit=card.suit)


@bp.app_template_filter()
def suit_message(suit: Suit) -> Message:
    return HandText.SUIT(suit=suit)


@bp.get("/hand")
def hand() -> str:
    rules = PRESETS.get(request.args.get("rules", ""), DEFAULT)
    chosen = request.args.getlist("card")[:36]
    declared = None
    problem = ""
    try:
        declared = declare(rules, parse_hand(" ".join(chosen))) if chosen else None
    except NotationError as error:
        problem = str(error.message)
    except IllegalStatement as error:
        problem = str(error)
    return render_template(
        "hand.html",
        rules=rules,
        suits=Suit,
        red=(Suit.HEARTS, Suit.DIAMONDS),
        chosen=chosen,
        declared=declared,
        problem=problem,
    )


@bp.get("/rules/<id>")
def ruleset(id: str) -> str:
    if id not in PRESETS:
        abort(404)
    rules = PRESETS[id]
    return render_template(
        "ruleset.html", rules=rules, sections=sections(RULE_FIELDS, SECTIONS), not_scored=NOT_SCORED
    )


@bp.get("/help")
def topics() -> str:
    return render_template("topics.html", topics=TOPICS)


def topic(name: str) -> str:
    if name in SPOKEN:
        language = current()
        title = language.pgettext(name, TOPICS[name])
        return render_template("topic.html", title=title, text=_spoken_html(name, language))
    return render_template("topic.html", title=TOPICS[name], text=_topic_html(name))


@bp.get("/help/laws")
def laws() -> str:
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    language = current()
    found = laws_found(query, language)
    text = _laws_html(found, language) if query else _all_laws_html(language)
    title = language.pgettext(LAWS, TOPICS[LAWS])
    return render_template("laws.html", title=title, query=query, found=len(found), text=text)


for _name in TOPICS:
    if _name != LAWS:
        bp.add_url_rule(f"/help/{_name}", _name, topic, defaults={"name": _name})


@cache
def _topic_html(name: str) -> Markup:
    return _html(topic_text(name))


@cache
def _spoken_html(name: str, language: Language) -> Markup:
    return _html(*said_topic(name, language))


@cache
def _all_laws_html(language: Language) -> Markup:
    return _laws_html(EVERY_LAW, language)


def _laws_html(found: tuple[Law, ...], language: Language) -> Markup:
    if language is ENGLISH:
        return _html(topic_text(LAWS, found))
    return _html(*said_laws(found, language), quotes_english=True)


def _html(text: str, english: str = "", *, quotes_english: bool = False) -> Markup:
    """Convert Markdown to HTML; headings, and list items that begin with a term in bold, get an id
    to link to: that of the same text in *english*, if it is in another language. If it
    *quotes_english*, that is each heading of the third rank with the paragraph after it.

    >>> print(_html("- **carte rouge**: a hand in which every card has scored"))
    <ul>
    <li id="carte-rouge"><strong>carte rouge</strong>: a hand in which every card has scored</li>
    </ul>
    <BLANKLINE>
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    named = markdown.parse(english) if english else tokens
    openings = (token for token in tokens if token.type in _LINKED)
    used: set[str] = set()
    for opening, *within in zip(named, named[1:], named[2:], strict=False):
        if opening.type not in _LINKED:
            continue
        said = next(openings)
        name = _name_of(opening, within)
        if name and name not in used:
            used.add(name)
            said.attrSet("id", name)
    if quotes_english:
        _mark_english(tokens)
    html = str(unbroken(markdown.renderer.render(tokens, markdown.options, {})))
    html = html.replace("<table>", _WIDE).replace("</table>", "</table></div>")
    return Markup(html)  # our own text, without HTML


def _mark_english(tokens: list[Token]) -> None:
    """Say of each law that it is in English, for who has the page read aloud."""
    is_law = False
    for token in tokens:
        if token.type == "heading_open":
            is_law = token.tag == "h3"
        if is_law and token.type in ("heading_open", "paragraph_open"):
            token.attrSet("lang", ENGLISH.code)
            is_law = token.type == "heading_open"


def _name_of(opening: Token, within: list[Token]) -> str:
    if opening.type == "heading_open":
        named = within[0].content.partition(":")[0]
    elif opening.type == "list_item_open" and (term := _TERM.match(within[1].content)):
        named = term[1]
    else:
        return ""
    return re.sub(r"[^a-z0-9]+", "-", plain(named)).strip("-")


# The tour


tour_bp = Blueprint("tour", __name__)


class Screen(NamedTuple):
    """A screen after so many statements of the deal:
    what is *said* next, if anything, by a key that *pick* opened.
    """

    title: Message
    words: Message
    statements: int
    said: str = ""
    pick: str = ""


class TourText(Text):
    """The screens of the tour: their titles, and what they say of the example partie.

    No oracle asks these: the deal is the first of the example, and its keys are looked up in what
    the table offers.
    """

    EXCHANGE = "The exchange"
    FIVE_AND_THREE = (
        "Ada is elder and draws up to five cards, then Ben up to three. Five and three is usual, "
        "and is one tap."
    )
    ELDER_CALLS = "Elder calls"
    POINT_OF_FIVE = (
        "Ada says “point of five”. The keys are the words that players say, in the order in "
        "which they say them."
    )
    YOUNGER_ANSWERS = "Younger answers"
    HOW_MANY = (
        "Ben has five as well, and asks how many they make. Nobody enters points: they follow "
        "from what is said."
    )
    SETS = "Sets"
    THREE_KNAVES = (
        "Ada’s point and quart were good. A set is one key, beside “four” or “three”. Ada says "
        "“three knaves”."
    )
    PLAY = "The play"
    QUICK_COUNT = (
        "After the last trick, tap how many tricks Ada took and who took the last; then the "
        "count as both say it, 28 to 23. Or tap who takes each trick while you play."
    )
    EXPLAINED = "The deal explained"
    REASONS = (
        "Every point has its reason and its law. In your own deals, tap a line to correct it, at "
        "any time."
    )


SCREENS = (
    Screen(TourText.EXCHANGE(), TourText.FIVE_AND_THREE(), 0, "E exchange 5; Y exchange 3"),
    Screen(TourText.ELDER_CALLS(), TourText.POINT_OF_FIVE(), 2, "E point 5"),
    Screen(TourText.YOUNGER_ANSWERS(), TourText.HOW_MANY(), 3, "Y how many"),
    Screen(TourText.SETS(), TourText.THREE_KNAVES(), 8, "E trio of knaves"),
    Screen(
        TourText.PLAY(),
        TourText.QUICK_COUNT(),
        12,
        said="count E7 last E play 9",
        pick="count-7-E",
    ),
    Screen(TourText.EXPLAINED(), TourText.REASONS(), 24),
)


@cache
def _sheet(statements: int) -> Sheet:
    record = parse_partie(resource_text("examples/rubicon.piquet")).record
    partie = play_partie(replace(record, deals=(DealRecord(record.deals[0].log[:statements]),)))
    return Sheet(
        id=0, code=EXAMPLE, opened_at="", partie=partie, signatures=(None, None), version=""
    )


@tour_bp.get("/tour", defaults={"number": 1})
@tour_bp.get("/tour/<int:number>")
def tour(number: int) -> str:
    if not 1 <= number <= len(SCREENS):
        abort(404)
    screen = SCREENS[number - 1]
    sheet = _sheet(screen.statements)
    names = sheet.seated(0)
    deal = sheet.deal(0)
    assert deal is not None
    return render_template(
        "tour.html",
        number=number,
        of=len(SCREENS),
        screen=screen,
        names=names,
        score=deal.score,
        lines=said_lines(said_rows(deal, names, 0)),
        question=question(deal, names, screen.pick),
        explained=None if screen.said else explain(sheet, 0),
    )
