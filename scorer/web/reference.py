"""The reference: the topics, the laws with their search, the rules of each preset, and what twelve cards declare."""

from __future__ import annotations

import re
from functools import cache

from flask import Blueprint, abort, render_template, request
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ..rules.laws import search
from ..rules.presets import DEFAULT, PRESETS
from ..rules.words import plain
from ..service.topics import TOPICS, topic_text
from . import lookup
from .figures import counted

bp = Blueprint("reference", __name__)

LONGEST_QUERY = 100

_TERM = re.compile(r"\*\*\[?([^*\]]+)")


@bp.get("/hand")
def hand() -> str:
    """Twelve cards, and everything they declare."""
    rules = PRESETS.get(request.args.get("rules", ""), DEFAULT)
    return render_template("hand.html", page=lookup.hand_page(rules, request.args.getlist("card")[:36]))


@bp.get("/rules/<id>")
def ruleset(id: str) -> str:
    """One preset, every value with its source."""
    if id not in PRESETS:
        abort(404)
    return render_template("ruleset.html", page=lookup.ruleset_page(PRESETS[id]))


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
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))  # our own text, without HTML


def _name_of(opening: Token, within: list[Token]) -> str:
    if opening.type == "heading_open":
        named = within[0].content.partition(":")[0]
    elif opening.type == "list_item_open" and (term := _TERM.match(within[1].content)):
        named = term[1]
    else:
        return ""
    return re.sub(r"[^a-z0-9]+", "-", plain(named)).strip("-")
