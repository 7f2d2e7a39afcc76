"""The languages in the templates, at the club and on a phone without it: that of the page, those
that a phone can choose, and what a page that a phone keeps has in each.
"""

from __future__ import annotations

from typing import NamedTuple

from jinja2 import Environment, pass_environment
from jinja2.environment import TemplateModule

from ..rules.language import Language, LanguageForm, current, languages, speaking

__all__ = ["LanguageChoice", "code_of_page", "in_language", "language_choices", "other_languages"]


class LanguageChoice(NamedTuple):
    """A language that a phone can choose: its code, and its name in the language itself."""

    code: str
    name: str
    is_current: bool


def language_choices() -> list[LanguageChoice]:
    """Return what a phone can choose; nothing where there is only English."""
    found = languages()
    if len(found) == 1:
        return []
    now = current()
    return [
        LanguageChoice(each.code, each.template(LanguageForm.NAME), each is now) for each in found
    ]


def code_of_page() -> str:
    """Return the code of the language in which a page is."""
    return current().code


def other_languages() -> list[Language]:
    """Return the languages in which a page is not."""
    now = current()
    return [each for each in languages() if each is not now]


@pass_environment
def in_language(environment: Environment, language: Language, page: str) -> TemplateModule:
    """Return the body of a page that is the same at every request, in another language."""
    template = environment.get_template(page)
    context = template.new_context()
    with speaking(language):
        return TemplateModule(template, context, list(template.blocks["body"](context)))
