"""What a page shows: a frozen dataclass, whose fields are the names that its template uses."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from flask import render_template
from jinja2_fragments.flask import render_block


@dataclass(frozen=True, slots=True)
class WebContext:
    """A page that Flask renders: it names its template, and has a field for each variable."""

    template: ClassVar[str]

    @property
    def variables(self) -> dict[str, object]:
        """Return the fields by name; what they contain stays as it is."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def render(self) -> str:
        return render_template(self.template, **self.variables)

    def render_block(self, block: str) -> str:
        """Return one block of the page, which htmx replaces."""
        return render_block(self.template, block, **self.variables)
