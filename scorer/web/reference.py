"""Reference pages: what twelve cards declare, the rules of each preset, the laws and the terms."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from flask import Blueprint, abort, render_template, request
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ..rules.cards import Suit, parse_hand
from ..rules.errors import NotationError
from ..rules.hands import declare
from ..rules.laws import search
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.sentences import IllegalStatement, declaration_words
from ..rules.words import plain, value_words
from ..service.topics import TOPICS, topic_text
from .formatting import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBox:
    """A card to choose."""

    code: str
    label: str
    spoken: str
    red: bool
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPage:
    """The cards to choose from, and what the chosen ones score."""

    rules: Ruleset
    suits: tuple[tuple[Suit, tuple[CardBox, ...]], ...]
    declared: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule of a preset."""

    meaning: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class RulesetPage:
    """A preset, section by section."""

    title: str
    id: str
    sections: tuple[tuple[str, tuple[RuleRow, ...]], ...]


def hand_page(rules: Ruleset, chosen: list[str]) -> HandPage:
    """Return what the *chosen* cards, given by their codes, would score."""
    suits = tuple(
        (
            suit,
            tuple(
                CardBox(
                    code=str(card),
                    label=f"{'10' if card.rank.code == 'T' else card.rank.code}{suit.sign}",
                    spoken=f"{card.rank.word} of {suit.word}",
                    red=suit in (Suit.HEARTS, Suit.DIAMONDS),
                    chosen=str(card) in chosen,
                )
                for card in rules.pack
                if card.suit is suit
            ),
        )
        for suit in Suit
    )
    page = HandPage(rules=rules, suits=suits)
    if not chosen:
        return page
    try:
        declared = declare(rules, parse_hand(" ".join(chosen)))
    except NotationError as error:
        return replace(page, problem=error.message)
    except IllegalStatement as error:
        return replace(page, problem=str(error))
    rows = tuple((declaration_words(claim), points) for claim, points in declared.counted)
    return replace(page, declared=rows, total=declared.total)


def ruleset_page(rules: Ruleset) -> RulesetPage:
    """Every rule of a preset with its source."""
    sections: list[tuple[str, list[RuleRow]]] = []
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            sections.append((SECTIONS[rule.name], []))
        value, unit = getattr(rules, rule.name), rule.metadata["unit"]
        also = f" ({NOT_SCORED})" if rule.metadata["documentary"] else ""
        row = RuleRow(rule.metadata["meaning"] + also, value_words(value, unit), rules.source(rule.name))
        sections[-1][1].append(row)
    return RulesetPage(rules.title, rules.id, tuple((title, tuple(rows)) for title, rows in sections))


bp = Blueprint("reference", __name__)

LONGEST_QUERY = 100

_WIDE = '<div class="sideways" role="region" aria-label="Table" tabindex="0"><table>'
"""A table that scrolls by itself where the screen is narrow or the text large."""

_TERM = re.compile(r"\*\*\[?([^*\]]+)")


@bp.get("/hand")
def hand() -> str:
    """Twelve cards, and everything they declare."""
    rules = PRESETS.get(request.args.get("rules", ""), DEFAULT)
    return render_template("hand.html", page=hand_page(rules, request.args.getlist("card")[:36]))


@bp.get("/rules/<id>")
def ruleset(id: str) -> str:
    """One preset, every value with its source."""
    if id not in PRESETS:
        abort(404)
    return render_template("ruleset.html", page=ruleset_page(PRESETS[id]))


@bp.get("/help")
def topics() -> str:
    """Show the list of topics."""
    return render_template("topics.html", topics=TOPICS)


def topic(name: str) -> str:
    """Show one topic."""
    return render_template("topic.html", title=TOPICS[name], text=_topic_html(name))


@bp.get("/help/laws")
def laws() -> str:
    """Show the laws and decided cases that contain every word of the query `q`, or all of them."""
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    found = counted(len(search(query)), "law or case", "laws and cases")
    text = _html(topic_text("laws", query)) if query else _topic_html("laws")
    return render_template("laws.html", title=TOPICS["laws"], query=query, found=found, text=text)


for _name in TOPICS:
    if _name != "laws":
        bp.add_url_rule(f"/help/{_name}", _name, topic, defaults={"name": _name})


@cache
def _topic_html(name: str) -> Markup:
    return _html(topic_text(name))


def _html(text: str) -> Markup:
    """
    Convert Markdown to HTML; headings, and list items that begin with a term in bold, get an id to link to.

    >>> print(_html("- **carte rouge**: a hand in which every card has scored"))
    <ul>
    <li id="carte-rouge"><strong>carte rouge</strong>: a hand in which every card has scored</li>
    </ul>
    <BLANKLINE>
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    used: set[str] = set()
    for opening, *within in zip(tokens, tokens[1:], tokens[2:], strict=False):
        name = _name_of(opening, within)
        if name and name not in used:
            used.add(name)
            opening.attrSet("id", name)
    html = markdown.renderer.render(tokens, markdown.options, {})
    return Markup(html.replace("<table>", _WIDE).replace("</table>", "</table></div>"))  # our own text, without HTML


def _name_of(opening: Token, within: list[Token]) -> str:
    if opening.type == "heading_open":
        named = within[0].content.partition(":")[0]
    elif opening.type == "list_item_open" and (term := _TERM.match(within[1].content)):
        named = term[1]
    else:
        return ""
    return re.sub(r"[^a-z0-9]+", "-", plain(named)).strip("-")
