"""Pages to look things up: what twelve cards declare, the rules of each preset, the words of the game."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from ..rules.presets import DEFAULT, PRESETS
from . import lookup

bp = Blueprint("reference", __name__)

LONGEST_QUERY = 100


@bp.get("/hand")
def hand() -> str:
    """Twelve cards, and everything they declare."""
    rules = PRESETS.get(request.args.get("rules", ""), DEFAULT)
    return render_template("hand.html", page=lookup.hand_page(rules, request.args.getlist("card")[:36]))


@bp.get("/rules")
def rulesets() -> str:
    """The presets."""
    return render_template("rulesets.html", presets=PRESETS.values())


@bp.get("/rules/<id>")
def ruleset(id: str) -> str:
    """One preset, every value with its source."""
    if id not in PRESETS:
        abort(404)
    return render_template("ruleset.html", page=lookup.ruleset_page(PRESETS[id]))


@bp.get("/words")
def glossary() -> str:
    """The words of the game."""
    return render_template("words.html", words=lookup.GLOSSARY)


@bp.get("/laws")
def laws() -> str:
    """The laws and decided cases, searched."""
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    return render_template("laws.html", page=lookup.laws_page(query))
