"""Opening a season: the form of its terms, the preview, and the published terms."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from itertools import zip_longest
from typing import Any

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer
from wtforms import Field, Form, SelectField, StringField

from ...ledger.terms import (
    POINTS_STEPS,
    TWO,
    Doubling,
    Format,
    SeasonTerms,
    Settled,
    Stakes,
    TieBreak,
    Withdrawal,
)
from ...rules.company import TERM_TYPES, CompanyTerms, Frame, Rounding, terms_line, terms_named
from ...rules.house_rules import name_of, ruleset_to_data
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset, value_to_data, written
from ...service.club.credentials import Role
from ...service.club.seasons.season import (
    COMPANY_ORDER,
    COMPANY_TIE_BREAKS,
    KNOCK_OUT_ORDER,
    SWISS_ORDER,
    Season,
    plays_in,
    season_rules,
)
from ...table.contexts import Context
from ...table.entering import NotAllowed, clean_title, refuse_if
from ...table.formatting import counted
from ...table.own_parties import read_rules, rule_choices
from ..address import redirect_to
from ..forms import NOT_LISTED, Day, OneOf, Page, Whole, check, club_page, posts, sections
from ..house_rules import company_terms_form, saved_rules, terms_chosen
from ..rights import maybe_actor, the_actor, the_club, the_season
from ..visitor import has_role, the_club_services

ORDER = ("order_first", "order_second", "order_third", "order_fourth", "order_fifth")
"""The fields of the ranking order, one after another."""

STEPS: Mapping[str, Mapping[str, str]] = {
    "what is played": {"name": "What is played"},
    "ranking and absence": {
        "order_first": "Ranking order",
        "win": "Match points",
        "withdrawal": "Absence",
        "correction_hours": "Corrections and ratings",
    },
    "stakes": {"rate": "Stakes"},
}
"""The steps of the form, and in each the headings, by the first field below them."""

NUMBERS = ("1", "2", "3")

AGREED_IN = 2
"""The step with the terms of a company, which depend on who plays."""

HEADINGS = {field: heading for headings in STEPS.values() for field, heading in headings.items()}

OF_FIXTURES = frozenset(
    {"bye", "absence", "withdrawal", "grace_days", "forfeit_points", "forfeit_average"}
)
"""Fields for a season with fixtures."""

OF_TWO = OF_FIXTURES | {
    "win",
    "draw",
    "loss",
    "correction_hours",
    "provisional",
    "doubled",
    "settled",
}
"""Fields for a season of parties between two."""

OF_POINTS = frozenset({"per", "points_step"})
"""Fields for rules that do not pay by the partie."""

FRAME_CHOICES = {
    TWO: "two players",
    Frame.CHOUETTE.value: "chouette, three players or more",
    Frame.POOL.value: "pool, three players or more",
    Frame.ROUND_TABLE.value: "round table of three, or of four in partnership",
}

BY_THE_RULES = {"0": "as in the rules"}
PER_CHOICES = BY_THE_RULES | {"1": "each point", "100": "a hundred points"}
POINTS_CHOICES = (
    BY_THE_RULES
    | {"1": "drop none"}
    | {str(step): f"drop below {step}" for step in POINTS_STEPS[1:]}
)
MONEY_CHOICES = {
    "1": "pay all of it",
    "100": "whole pounds of 100 pence",
    "240": "whole pounds of 240 pence",
}

AVERAGE_CHOICES = {
    "yes": "a forfeit costs that average",
    "": "a forfeit costs these points all the same",
}
ROUNDS_HINT = (
    "Each round halves the members who have won every partie. Five rounds are enough for 32."
)
FORFEIT_HINT = "A lost partie costs at least {}. Nobody should gain by staying away."
GRACE_HINT = "Until then their fixtures stay open, and they can return. 0 forfeits them at once."
CORRECTION_CHOICES = {
    "0": "none: only a director corrects",
    "24": "1 day",
    "48": "2 days",
    "168": "a week",
}
PROVISIONAL_CHOICES = {"0": "none", "5": "the first 5", "10": "the first 10", "20": "the first 20"}
MATCH_POINTS_CHOICES = {str(points): str(points) for points in range(4)}

RATE_HINT = "In the smallest unit. Leave this empty to play without stakes."
PER_HINT = (
    "Some rules pay by the partie: the stake is then for each partie. Otherwise it is for "
    "a hundred points."
)

_USUAL = SeasonTerms("", None)


def _order(number: int) -> OneOf:
    usual = dict(enumerate(_USUAL.order)).get(number)
    return OneOf(
        ORDER[number].removeprefix("order_").capitalize(), TieBreak, usual, "none" if number else ""
    )


def _amount(
    label: str, choices: Mapping[str, str], hint: str = "", usual: int | None = None
) -> SelectField:
    """Return a list of amounts; the *usual* one is marked and chosen, or else the first.
    `checked` refuses others.
    """
    marked = {
        value: f"{words} (usual)" if value == str(usual) else words
        for value, words in choices.items()
    }
    default = next(iter(choices)) if usual is None else usual
    options = {
        "default": default,
        "description": hint,
        "invalid_value_message": NOT_LISTED.format(label),
    }
    return SelectField(label, choices=marked, coerce=int, validate_choice=False, **options)


def _match_points(label: str, usual: int) -> SelectField:
    return _amount(label, MATCH_POINTS_CHOICES, usual=usual)


def _rules(form: TermsForm, _field: SelectField) -> dict[str, str]:
    return {
        each.value: each.label for each in rule_choices(form.rules.data, saved_rules([the_club()]))
    }


Section = tuple[str, list[Field]]
"""A heading, and the fields below it."""


class TermsForm(Form):  # type: ignore[misc]  # WTForms has no types
    name = StringField("Name", default="")
    first_day = Day("First day", default="")
    last_day = Day("Last day", default="")
    rules = SelectField("Rules", choices=_rules, default=DEFAULT.id, validate_choice=False)
    frame = SelectField(
        "Players at a table", choices=FRAME_CHOICES, default=TWO, validate_choice=False
    )
    format = OneOf("Format", Format, Format.OPEN)
    order_first = _order(0)
    order_second = _order(1)
    order_third = _order(2)
    order_fourth = _order(3)
    order_fifth = _order(4)
    rounds = Whole("Rounds of the Swiss", default=5, description=ROUNDS_HINT)
    win = _match_points("Win", _USUAL.win)
    draw = _match_points("Draw", _USUAL.draw)
    loss = _match_points("Loss", _USUAL.loss)
    bye = _match_points("Bye", _USUAL.bye)
    absence = _match_points("A round sat out", _USUAL.draw)
    withdrawal = OneOf("If a member withdraws", Withdrawal, _USUAL.withdrawal)
    grace_days = Whole("Days of grace before forfeits", default=7, description=GRACE_HINT)
    forfeit_points = Whole("Points lost by a forfeit", default=_USUAL.forfeit_points)
    forfeit_average = SelectField(
        "If the average win of the season is more",
        choices=AVERAGE_CHOICES,
        default="yes",
        validate_choice=False,
    )
    correction_hours = _amount(
        "Correction period", CORRECTION_CHOICES, usual=_USUAL.correction_hours
    )
    provisional = _amount(
        "Parties with a provisional rating", PROVISIONAL_CHOICES, usual=_USUAL.provisional
    )
    rate = Whole("Stake", description=RATE_HINT)
    unit = StringField("Currency unit", default="pence")
    per = _amount("Stake is for", PER_CHOICES, PER_HINT)
    points_step = _amount("Odd points", POINTS_CHOICES)
    money_step = _amount("Odd money", MONEY_CHOICES)
    doubled = OneOf("Doubled", Doubling, Doubling.NEVER)
    settled = OneOf("Paid", Settled, Settled.EACH_PARTIE)

    @property
    def company(self) -> Frame | None:
        return next((each for each in Frame if each.value == self.frame.data), None)

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules that are chosen, or the usual ones if there are none of that name."""
        with suppress(NotAllowed):
            return read_rules(self.rules.data)
        return DEFAULT

    def steps(self) -> list[list[Section]]:
        """Return the fields that apply to what is played, by step and by heading."""
        left_out: set[str] = set()
        if self.company is not None:
            left_out |= OF_TWO
        elif self.ruleset.pays_parties:
            left_out |= OF_POINTS
        if self.format.data is Format.OPEN:
            left_out |= OF_FIXTURES
        if self.format.data is not Format.SWISS:
            left_out |= {"rounds", "absence"}
        if self.format.data is Format.KNOCK_OUT:
            left_out.add("bye")
        steps: list[list[Section]] = []
        for titles in STEPS.values():
            steps.append([])
            for title, part in sections(self, HEADINGS):
                fields_left = [each for each in part if each.name not in left_out]
                if title in titles.values() and fields_left:
                    steps[-1].append((title, fields_left))
        return steps

    def terms(self, agreed: CompanyTerms | None) -> SeasonTerms:
        """Return the terms of a season; *agreed* are those of its companies,
        if more than two play.
        """
        check(self)
        typed = self.data
        rules = read_rules(self.rules.data)
        is_swiss = typed["format"] is Format.SWISS
        given = {each.name: typed[each.name] for each in fields(SeasonTerms) if each.name in typed}
        given |= {
            "name": clean_title(typed["name"]),
            "rules": ruleset_to_data(rules),
            "order": tuple(typed[which] for which in ORDER if typed[which]),
            "frame": TWO if agreed is None else terms_line(agreed),
            "rounds": typed["rounds"] if is_swiss else 0,
            "absence": typed["absence"] if is_swiss else None,
            "forfeit_average": typed["forfeit_average"] == "yes",
            "stakes": _stakes(typed, rules, parties=rules.pays_parties and agreed is None),
        }
        return SeasonTerms(**given)


OWN_ORDERS: Mapping[Format, tuple[TieBreak, ...]] = {
    Format.SWISS: SWISS_ORDER,
    Format.KNOCK_OUT: KNOCK_OUT_ORDER,
}
"""The formats with a usual ranking order of their own."""


def _form(last: int = len(STEPS)) -> TermsForm:
    """Return the form with what was typed in the steps up to the *last*,
    and the usual terms in those after it.
    """
    chosen = TermsForm(request.form or None)
    known = set[str]()
    for step in chosen.steps()[:last]:
        for _, part in step:
            known.update(field.name for field in part)
    usual = _own_order(chosen)
    if usual and _has_no_order_yet(chosen):
        known -= set(ORDER)
    typed = MultiDict({name: text for name, text in request.form.items() if name in known})
    least, forfeit = _costs(chosen.ruleset)
    form = TermsForm(typed or None, data=usual | {"forfeit_points": forfeit})
    form.forfeit_points.description = FORFEIT_HINT.format(least)
    if chosen.company is not None:
        _leave_tie_breaks_of_companies(form)
    return form


def _own_order(chosen: TermsForm) -> dict[str, Any]:
    """Return the ranking order by its fields that is usual for what is chosen;
    empty if that is the order of any season.
    """
    own: tuple[TieBreak, ...] = COMPANY_ORDER
    if chosen.company is None:
        own = OWN_ORDERS.get(chosen.format.data, ())
    return dict(zip_longest(ORDER, own)) if own else {}


def _has_no_order_yet(chosen: TermsForm) -> bool:
    """Return whether the ranking order in the form is only what the form itself began with."""
    was_not_shown = chosen.company is not None or ORDER[0] not in request.form
    is_untouched = all(chosen.data[each] == chosen[each].default for each in ORDER)
    return was_not_shown and is_untouched


def _leave_tie_breaks_of_companies(form: TermsForm) -> None:
    ranking = ("", *(each.name.lower() for each in COMPANY_TIE_BREAKS))
    for name in ORDER:
        choices = form[name].choices
        form[name].choices = {one: words for one, words in choices.items() if one in ranking}


def _costs(rules: Ruleset) -> tuple[str, int]:
    """Return the least that a lost partie costs under these rules, in words,
    and what a forfeit usually costs.
    """
    if rules.pays_parties:
        return counted(rules.parties_to_win, "partie"), rules.parties_to_win + rules.lurch
    forfeit = max(_USUAL.forfeit_points, 2 * rules.partie_bonus)
    return counted(rules.partie_bonus + 1, "point"), forfeit


def _agreed(frame: Frame, form: TermsForm, last: int = len(STEPS)) -> dict[str, str]:
    """Return the terms of a company as typed up to the *last* step;
    parties that pay one or two are not rounded.
    """
    is_exact = frame is Frame.CHOUETTE and form.ruleset.pays_parties
    usual = {"rounding": written(value_to_data(Rounding.NONE))} if is_exact else {}
    names = TERM_TYPES[frame] if last >= AGREED_IN else ()
    return usual | {name: request.form[name] for name in names if name in request.form}


def _terms(last: int = len(STEPS)) -> SeasonTerms:
    """Return the terms as typed up to the *last* step; `NotAllowed` if they cannot be played."""
    form = _form(last)
    refuse_if(form.frame.data not in FRAME_CHOICES, NOT_LISTED.format(form.frame.label.text))
    frame = form.company
    return form.terms(None if frame is None else terms_chosen(frame, _agreed(frame, form, last)))


def _stakes(typed: dict[str, Any], rules: Ruleset, *, parties: bool) -> Stakes | None:
    if typed["rate"] is None:
        return None
    given = {each.name: typed[each.name] for each in fields(Stakes) if each.name in typed}
    by_the_rules = {"per": 1 if parties else 100, "points_step": max(1, rules.stake_rounding)}
    return Stakes(
        **given | {name: given[name] or usual for name, usual in by_the_rules.items()},
        parties=parties,
    )


# The terms


bp = Blueprint("seasons", __name__, url_prefix="/c/<club>")
bp.add_app_template_filter(name_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsPage(Context):
    """The terms of a season.

    Attributes:
        agreed: those of its companies, which play what *plays* says; `None` for parties between
            two.
        after: the season before a play-off.
        carried: what is typed for them, before the season is opened or to open another.
        steps: of the form in which they were typed.
    """

    template = "club/terms.html"
    terms: SeasonTerms
    rules: Ruleset
    agreed: CompanyTerms | None
    plays: str
    after: Season | None
    carried: Mapping[str, str]
    steps: Sequence[str]


def _terms_page(terms: SeasonTerms, typed: Mapping[str, str]) -> Page:
    is_of_two = terms.is_for_two
    page = TermsPage(
        terms=terms,
        rules=season_rules(terms),
        agreed=None if is_of_two else terms_named(terms.frame),
        plays="" if is_of_two else plays_in(terms),
        after=the_club_services().seasons.season(the_club().id, terms.after),
        carried=typed,
        steps=[*STEPS],
    )
    return club_page(page)


@bp.get("/seasons/new")
def new(error: str = "", step: int = 1) -> Page:
    form = _form()
    parts = form.steps()[step - 1]
    frame = form.company
    if step == AGREED_IN and frame is not None:
        agreed = company_terms_form(frame, _agreed(frame, form))
        parts.insert(0, (f"Terms of the {frame.value}", list(agreed)))
    shown = {field.name for _, part in parts for field in part}
    return club_page(
        "new_season.html",
        error,
        step=step,
        steps=[*STEPS],
        sections=parts,
        carried=_typed(form, shown),
    )


def _typed(form: TermsForm, shown: Container[str] = ()) -> dict[str, str]:
    """Return what was typed in the form, without the fields that are *shown*."""
    names = list(form.data)
    if form.company is not None:
        names += TERM_TYPES[form.company]
    kept = [name for name in names if name in request.form and name not in shown]
    return {name: request.form[name] for name in kept}


@posts(bp, "/seasons", new)
def open_season() -> Page | Answer:
    """Show a step of the form or, once all can be played, the terms; then open the season.
    A refusal shows its step.
    """
    asked = request.form.get("step", "")
    seasons = the_club_services().seasons
    next_step = int(asked) if asked in NUMBERS else len(STEPS) + 1
    for step in range(1, next_step):
        try:
            terms = seasons.checked(the_club().id, _terms(step))
        except NotAllowed as error:
            return new(str(error), step)
    if asked in NUMBERS:
        return new(step=next_step)
    if asked != "open":
        return _terms_page(terms, _typed(_form()))
    return redirect_to("entrants.of_season", season=seasons.open(the_actor(), terms))


@bp.get("/s/<int:season>/terms")
def terms(**_: int) -> Page:
    terms = the_season().terms
    may_open_another = has_role(maybe_actor(), Role.DIRECTOR) and not terms.after
    return _terms_page(terms, _typed_for(terms) if may_open_another else {})


def _typed_for(terms: SeasonTerms) -> dict[str, str]:
    """Return what would be typed for a season under the same terms,
    but for its name and its days.
    """
    given = {each.name: getattr(terms, each.name) for each in fields(terms)}
    if terms.stakes is not None:
        given |= {each.name: getattr(terms.stakes, each.name) for each in fields(terms.stakes)}
    given |= zip_longest(ORDER, terms.ranking[: len(ORDER)])
    given |= {
        "name": "",
        "first_day": "",
        "last_day": "",
        "rules": name_of(season_rules(terms)),
        "frame": terms.frame_name,
        "forfeit_average": "yes" if terms.forfeit_average else None,
        "absence": terms.bye_points(absent=True),
    }
    if not terms.rounds:
        del given["rounds"]
    typed = {field.name: _text(given[field.name]) for field in TermsForm() if field.name in given}
    if not terms.is_for_two:
        company = terms_named(terms.frame)
        for name in TERM_TYPES[company.frame]:
            typed[name] = written(value_to_data(getattr(company, name)))
    return typed


def _text(value: object) -> str:
    """Return what is typed, or chosen, for a value."""
    if value is None:
        return ""
    return value.name.lower() if isinstance(value, Enum) else str(value)
