"""Rendering what a page shows, which is a context, by its template."""

from __future__ import annotations

from flask import render_template
from jinja2_fragments.flask import render_block

from ..table.contexts import Context
from .visitor import is_partial


def render(page: Context) -> str:
    return render_template(page.template, **page.variables)


def render_part(page: Context, block: str) -> str:
    """Render a page, or only the *block* of it that htmx replaces."""
    if is_partial():
        return render_block(page.template, block, **page.variables)
    return render(page)
