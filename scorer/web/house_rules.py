"""House rules: pages to choose and to save them;
and the fields of forms for rules and for the terms of a company.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, get_args, get_origin

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer
from wtforms import Field, SelectField, StringField
from wtforms.form import BaseForm

from ..rules.cards import Rank
from ..rules.company import (
    FRAMES,
    TERM_TYPES,
    CompanyTerms,
    Frame,
    choices_of,
    term_label,
    terms_from_data,
    value_message,
    words_of,
)
from ..rules.errors import ContradictoryRules, MessageError
from ..rules.house_rules import RuleDifference, differences, name_of, rules_named, text_of
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import (
    NOT_SCORED,
    RULE_FIELDS,
    SECTIONS,
    TYPES,
    Ruleset,
    typed,
    value_to_data,
    written,
)
from ..rules.sentences import shown_source
from ..rules.words import first_up, value_words
from ..service.club.people.clubs import Club
from ..table.contexts import Context
from ..table.entering import WrongEntry, sentence
from ..table.own_parties import LONGEST_LINE, Choice
from .address import redirect_to
from .contexts import render
from .forms import Whole, club_page, posts, sections
from .rights import the_actor, the_club
from .visitor import directed, the_club_services


def line_of(typed: Mapping[str, str]) -> str:
    """Return in one line the rules that were typed, field by field, over the preset in *from*;
    they may be invalid.
    """
    base = PRESETS.get(typed.get("from", ""), DEFAULT)
    words = [base.id]
    for each in RULE_FIELDS:
        usual = text_of(base, each.name)
        text = "".join(typed.get(each.name, usual).split())
        if text != usual:
            words.append(f"{each.name}={text}")
    return " ".join(words)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class HouseRulesPage(Context):
    """The rules of a line, which are *base* with some changes.

    Attributes:
        error: why they cannot be read or played; else empty.
        rows: the changes.
        sections: the fields of the form, with whether one of them is changed.
        clubs: those for which the reader can save them.
    """

    template = "house.html"
    error: str
    line: str
    base: Ruleset
    presets: Sequence[Choice]
    rows: Sequence[RuleDifference]
    sections: Sequence[tuple[str, bool, Sequence[Field]]]
    clubs: Sequence[Club]


def _page_of(line: str) -> HouseRulesPage:
    base = PRESETS.get(line.partition(" ")[0], DEFAULT)
    typed = dict(change.partition("=")[::2] for change in line.split()[1:])
    try:
        rules = rules_named(line)
        error = ""
        line = name_of(rules)
    except (ContradictoryRules, ValueError) as wrong:
        rules = base
        error = sentence(in_labels(str(wrong)))
    return HouseRulesPage(
        error=error,
        line=line,
        base=base,
        presets=[Choice(each.id, each.title, each is base) for each in PRESETS.values()],
        rows=differences(rules, base),
        sections=_sections(base, typed),
        clubs=directed(),
    )


def in_labels(why: str) -> str:
    """Return why rules are refused with the labels of the page, where a file names the rules.

    >>> in_labels("target: a whole number was expected")
    'Points that win a partie: a whole number was expected'
    >>> in_labels("last_points cannot be negative")
    '“more for the last trick” cannot be negative'
    >>> in_labels("a partie that ends after deals pays its points (stakes=per_point)")
    'a partie that ends after deals pays its points (“the settlement is paid”)'
    """
    labels = {each.name: each.metadata["meaning"] for each in RULE_FIELDS}
    name = "|".join(labels)
    snake = "|".join(each for each in labels if "_" in each)
    why = re.sub(rf"^({name})(?=: )", lambda found: first_up(labels[found[1]]), why)
    in_brackets = r"(?:=\w+)?(?=(?:, [a-z_]+)*\))"
    return re.sub(
        rf"\b(?:({name}){in_brackets}|({snake}))\b", lambda it: f"“{labels[it[1] or it[2]]}”", why
    )


def source_words(found: RuleDifference) -> str:
    """Return where a changed value comes from: the presets that have it too, or its source."""
    also = " and ".join(PRESETS[each].title for each in found.also[:2])
    return f"as in {also}" if also else found.source


def _sections(base: Ruleset, typed: Mapping[str, str]) -> list[tuple[str, bool, list[Field]]]:
    form = BaseForm({rule.name: _field(base, rule) for rule in RULE_FIELDS})
    form.process(data=typed)
    return [
        (title, any(each.name in typed for each in part), part)
        for title, part in sections(form, SECTIONS)
    ]


def _field(base: Ruleset, rule: dataclasses.Field[Any]) -> Field:
    unit = f", in {rule.metadata['unit']}" if rule.metadata["unit"] else ""
    hint = (
        f"{value_words(getattr(base, rule.name), rule.metadata['unit'])} "
        f"({base.sources[rule.name]})"
    )
    if rule.metadata["documentary"]:
        hint += f"; {NOT_SCORED}"
    label = f"{rule.metadata['meaning'].capitalize()}{unit}"
    return _field_of(
        TYPES[rule.name], StringField, label, default=text_of(base, rule.name), description=hint
    )


def _field_of(
    hint: Any,
    other: type[Field],
    label: str,
    said: Callable[[Any], str] = value_words,
    **options: str,
) -> Field:
    """Return a list of the values of a type, each as it is *said*, if they are few;
    otherwise a field of the *other* kind.
    """
    if hint is bool:
        return SelectField(label, choices={"yes": said(True), "no": said(False)}, **options)
    if get_origin(hint) is None and not get_args(hint) and issubclass(hint, Enum | Rank):
        choices = {value_to_data(each): said(each) for each in hint}
        return SelectField(label, choices=choices, **options)
    return other(label, **options)


# The terms of a company


def company_terms_form(frame: Frame, given: Mapping[str, str]) -> BaseForm:
    """Return the fields of the terms that a frame has, with what was typed."""
    form = BaseForm({each.name: _term_field(frame, each) for each in choices_of(FRAMES[frame])})
    form.process(MultiDict(given) if given else None)
    return form


def terms_chosen(frame: Frame, given: Mapping[str, str]) -> CompanyTerms:
    """Return the terms of a frame as they were typed, and for the others the default."""
    chosen = {
        name: typed(hint, given[name][:20])
        for name, hint in TERM_TYPES[frame].items()
        if name in given
    }
    try:
        return terms_from_data(frame, chosen)
    except MessageError as error:
        raise WrongEntry(error) from None


def _term_field(frame: Frame, term: dataclasses.Field[Any]) -> Field:
    default = words_of(FRAMES[frame](), term.name)
    options = {
        "default": written(value_to_data(term.default)),
        "description": f"{default} ({shown_source(term.metadata['source'])})",
    }
    label = str(term_label(term))
    hint = TERM_TYPES[frame][term.name]
    return _field_of(hint, Whole, label, lambda value: str(value_message(value)), **options)


# New house rules


bp = Blueprint("house_rules", __name__)
bp.add_app_template_filter(source_words)


@bp.get("/rules/house")
def index() -> tuple[str, int] | Answer:
    line = request.args.get("rules", DEFAULT.id)[:LONGEST_LINE]
    base = request.args.get("base", "")
    if base in PRESETS:
        changed = line.split()[1:]
        return redirect_to("house_rules.index", rules=" ".join((base, *changed)))
    if "from" in request.args:
        line = line_of(request.args)[:LONGEST_LINE]
    page = _page_of(line)
    if "from" in request.args and not page.error:
        return redirect_to("house_rules.index", rules=page.line)
    return render(page), 422 if page.error else 200


# Saved house rules


def saved_rules(clubs: Iterable[Club]) -> list[tuple[str, str]]:
    return [
        (saved.line, saved.name)
        for club in clubs
        for saved in the_club_services().house_rules.saved(club.id)
    ]


@bp.get("/c/<club>/rules")
def saved(error: str = "") -> tuple[str, int]:
    saved = the_club_services().house_rules.saved(the_club().id)
    return club_page("house.html", error, saved=saved, line=request.values.get("rules", ""))


@posts(bp, "/c/<club>/rules", saved)
def save() -> None:
    name = request.form.get("name", "")
    line = request.form.get("rules", "")[:LONGEST_LINE]
    the_club_services().house_rules.save(the_actor(), name, line)


@posts(bp, "/c/<club>/rules/drop", saved)
def remove() -> None:
    the_club_services().house_rules.delete(the_actor(), request.form.get("name", ""))
