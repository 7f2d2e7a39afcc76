"""Opening a season: the form of its terms, the preview, and the published terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer
from wtforms import Form, SelectField, StringField

from ...ledger.terms import POINTS_STEPS, TWO, Doubled, Format, SeasonTerms, Settled, Stakes, TieBreak, Withdrawal
from ...rules.company import Frame, terms_line, terms_named
from ...rules.house_rules import name_of, ruleset_to_data
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset
from ...service.club.seasons import COMPANY_ORDER, SWISS_ORDER, agreed_in, checked, plays_in, season_rules
from ...service.opening import NotAllowed, clean_name, sentence
from ..address import redirect_to
from ..house_rules import read_rules, rule_choices, saved_rules
from ..phones import the_club_services
from ..rights import the_actor, the_club, the_season
from .forms import NOT_LISTED, Day, OneOf, Page, Whole, check, club_page, posts, sections

ORDER = ("first", "second", "third", "fourth", "fifth")
"""The criteria of the ranking order, one after another."""

HEADINGS = {
    "name": "Season",
    "order_first": "Ranking order",
    "win": "Match points",
    "withdrawal": "Withdrawals, forfeits and corrections",
    "rate": "Stakes",
}
"""The headings of the form, each above its first field."""

FRAME_CHOICES = {
    TWO: "two players",
    Frame.CHOUETTE.value: "chouette, three players or more",
    Frame.POOL.value: "pool, three players or more",
    Frame.TABLE.value: "table of three, or of four in partnership",
}

BY_THE_RULES = {"0": "as in the rules"}
PER_CHOICES = BY_THE_RULES | {"1": "each point", "100": "a hundred points"}
POINTS_CHOICES = BY_THE_RULES | {"1": "drop none"} | {str(step): f"drop below {step}" for step in POINTS_STEPS[1:]}
MONEY_CHOICES = {"1": "pay all of it", "100": "whole pounds of 100 pence", "240": "whole pounds of 240 pence"}

AGREED_HINT = "Only for more than two players, and only what differs: rounding=none share=2, or stake=21 entry=5."
AVERAGE_CHOICES = {"yes": "a forfeit costs that average", "": "a forfeit costs these points all the same"}
ROUNDS_HINT = "Only for a Swiss: one round for every time that the members can be halved. Five are enough for 32."
FORFEIT_HINT = "A lost partie costs at least 101 points (Law 72). Nobody should gain by staying away."
GRACE_HINT = "Until then their fixtures stay open, and they can return. 0 forfeits them at once."
OPEN_HINT = "An open season has no fixtures to come: all parties played count."
RATE_HINT = "In the smallest unit. Leave this empty to play for nothing."
PER_HINT = "Some rules pay by the partie: the stake is then for each partie. Otherwise it is for a hundred points."

_USUAL = SeasonTerms("", None)


def _order(number: int) -> OneOf:
    usual = dict(enumerate(_USUAL.order)).get(number)
    return OneOf(ORDER[number].capitalize(), TieBreak, usual, "none" if number else "")


def _amount(label: str, choices: Mapping[str, str], hint: str = "") -> SelectField:
    """Return a list of amounts, the first of them chosen; the ledger refuses an amount that is not listed."""
    options = {"default": next(iter(choices)), "description": hint, "invalid_value_message": NOT_LISTED.format(label)}
    return SelectField(label, choices=choices, coerce=int, validate_choice=False, **options)


def _rules(form: TermsForm, _field: SelectField) -> dict[str, str]:
    return {each.value: each.label for each in rule_choices(form.rules.data, saved_rules([the_club()]))}


class TermsForm(Form):  # type: ignore[misc]  # WTForms has no types
    name = StringField("Name", default="")
    first_day = Day("First day", default="")
    last_day = Day("Last day", default="")
    rules = SelectField("Rules", choices=_rules, default=DEFAULT.id, validate_choice=False)
    frame = SelectField("Players at a table", choices=FRAME_CHOICES, default=TWO, validate_choice=False)
    agreed = StringField("Company terms", default="", description=AGREED_HINT)
    format = OneOf("Format", Format, Format.OPEN)
    rounds = Whole("Rounds of a Swiss", default=5, description=ROUNDS_HINT)
    order_first, order_second, order_third, order_fourth, order_fifth = map(_order, range(len(ORDER)))
    win = Whole("Win", default=_USUAL.win)
    draw = Whole("Draw", default=_USUAL.draw)
    loss = Whole("Loss", default=_USUAL.loss)
    bye = Whole("Bye", default=_USUAL.bye)
    withdrawal = OneOf("If a member withdraws", Withdrawal, _USUAL.withdrawal, description=OPEN_HINT)
    grace_days = Whole("Days of grace before forfeits", default=7, description=GRACE_HINT)
    forfeit_points = Whole("Points lost by a forfeit", default=_USUAL.forfeit_points, description=FORFEIT_HINT)
    forfeit_average = SelectField(
        "If the average win of the season is more", choices=AVERAGE_CHOICES, default="yes", validate_choice=False
    )
    correction_hours = Whole("Correction period, in hours", default=_USUAL.correction_hours)
    provisional = Whole("Parties with a provisional rating", default=_USUAL.provisional)
    rate = Whole("Stake", description=RATE_HINT)
    unit = StringField("Currency unit", default="pence")
    per = _amount("Stake is for", PER_CHOICES, PER_HINT)
    points_step = _amount("Odd points", POINTS_CHOICES)
    money_step = _amount("Odd money", MONEY_CHOICES)
    doubled = OneOf("Doubled", Doubled, Doubled.NEVER)
    settled = OneOf("Paid", Settled, Settled.EACH_PARTIE)

    def terms(self) -> SeasonTerms:
        check(self)
        typed, rules = self.data, read_rules(self.rules.data)
        order = tuple(found for which in ORDER if (found := typed[f"order_{which}"]))
        frame = _frame(typed["frame"], typed["agreed"].strip())
        if frame != TWO and order == _USUAL.order:
            order = COMPANY_ORDER  # the default order is that of parties between two
        is_swiss = typed["format"] is Format.SWISS
        if is_swiss and order == _USUAL.order:
            order = SWISS_ORDER
        given = {each.name: typed[each.name] for each in fields(SeasonTerms) if each.name in typed}
        own = {"name": clean_name(typed["name"]), "rules": ruleset_to_data(rules), "order": order, "frame": frame}
        given |= {"rounds": typed["rounds"] if is_swiss else 0, "forfeit_average": typed["forfeit_average"] == "yes"}
        return SeasonTerms(**given | own, stakes=_stakes(typed, rules, parties=rules.pays_parties and frame == TWO))


def _frame(frame: str, agreed: str) -> str:
    if frame == TWO:
        if agreed:
            raise NotAllowed("Company terms are only for more than two players. Leave them empty.")
        return TWO
    try:
        return terms_line(terms_named(f"{frame} {agreed}"))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _stakes(typed: dict[str, Any], rules: Ruleset, *, parties: bool) -> Stakes | None:
    if typed["rate"] is None:
        return None
    given = {each.name: typed[each.name] for each in fields(Stakes) if each.name in typed}
    by_the_rules = {"per": 1 if parties else 100, "points_step": max(1, rules.stake_rounding)}
    return Stakes(**given | {name: given[name] or usual for name, usual in by_the_rules.items()}, parties=parties)


# The terms


bp = Blueprint("seasons", __name__, url_prefix="/c/<club>")
bp.add_app_template_filter(name_of)


def _terms_page(terms: SeasonTerms, fields: Iterable[str] = ()) -> Page:
    """Show terms; *fields* are those of the form that opens a season with them."""
    agreed, plays = (None, "") if terms.frame == TWO else (agreed_in(terms), plays_in(terms))
    after = the_club_services().seasons.season(the_club().id, terms.after)
    found = {"rules": season_rules(terms), "agreed": agreed, "plays": plays, "after": after}
    return club_page("terms.html", terms=terms, fields=fields, **found)


@bp.get("/seasons/new")
def new(error: str = "") -> Page:
    return club_page("new_season.html", error, sections=sections(TermsForm(request.form or None), HEADINGS))


@posts(bp, "/seasons", new)
def open_season() -> Page | Answer:
    if request.form.get("step") == "change":
        return new()
    form = TermsForm(request.form)
    terms = checked(form.terms())
    if request.form.get("step") != "open":
        return _terms_page(terms, [each.name for each in form])
    number = the_club_services().seasons.open(the_actor(), terms)
    return redirect_to("entrants.of_season", season=number)


@bp.get("/s/<int:season>/terms")
def terms(season: int) -> Page:
    return _terms_page(the_season().terms)
