"""The house rules page."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ..rules.presets import DEFAULT, PRESETS
from . import choosing
from .choosing import LONGEST_LINE
from .phones import directed

bp = Blueprint("house", __name__)
bp.add_app_template_filter(choosing.source_words)


@bp.get("/rules/house")
def index() -> tuple[str, int] | Answer:
    """Show a preset with changes, their sources, and whether they can be played."""
    line = request.args.get("rules", DEFAULT.id)[:LONGEST_LINE]
    base = request.args.get("base", "")
    if base in PRESETS:
        return redirect(url_for("house.index", rules=choosing.moved_to(base, line)), 303)
    if "from" in request.args:
        line = choosing.line_of(request.args)[:LONGEST_LINE]
    page = choosing.house_page(line)
    if "from" in request.args and not page.error:
        return redirect(url_for("house.index", rules=page.line), 303)
    return render_template("house.html", page=page, clubs=directed()), 422 if page.error else 200
