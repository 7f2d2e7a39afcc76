"""Opening a season: who plays and how, its terms in three sentences and in a form;
and the published terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from itertools import chain, zip_longest
from typing import Any, NamedTuple

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
from ...rules.names import folded
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset, value_to_data, written
from ...service.club.credentials import Role
from ...service.club.people.members import by_name
from ...service.club.seasons.season import (
    COMPANY_ORDER,
    COMPANY_TIE_BREAKS,
    KNOCK_OUT_ORDER,
    SWISS_ORDER,
    Season,
    checked,
    plays_in,
    season_rules,
)
from ...table.contexts import Context
from ...table.entering import NotAllowed, clean_title, refuse_if
from ...table.formatting import counted, parse_number
from ...table.own_parties import Choice, read_rules, rule_choices
from ..address import redirect_to
from ..forms import (
    LONGEST,
    NOT_LISTED,
    Day,
    OneOf,
    Page,
    Whole,
    carried,
    check,
    club_page,
    member_choices,
    member_names,
    numbers,
    posts,
    sections,
)
from ..house_rules import company_terms_form, saved_rules, terms_chosen
from ..notices import done
from ..rights import maybe_actor, the_actor, the_club, the_season
from ..visitor import has_role, the_club_services
from .usual_terms import HOW, Sentence, said, sentences

ORDER = ("order_first", "order_second", "order_third", "order_fourth", "order_fifth")
"""The fields of the ranking order, one after another."""

HEADINGS: Mapping[str, str] = {
    "rules": "Rules and tables",
    "first_day": "Days",
    "order_first": "Ranking order",
    "win": "Match points",
    "withdrawal": "Absence",
    "correction_hours": "Corrections and ratings",
    "rate": "Stakes",
}
"""The headings of the terms that are folded, by the first field below each."""

ALWAYS = ("name", "format", "rounds")
"""The fields that are not folded."""

WAS = ("was_format", "was_frame", "was_rules")
"""The fields that say for which format, frame and rules the usual terms were shown."""

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
    "counts_results_only",
    "doubled",
    "settled",
}
"""Fields for a season of parties between two."""

OF_MATCH_POINTS = frozenset({"win", "draw", "loss", "bye"})
"""Fields for a season in which match points rank, or pair."""

BY_MATCH_POINTS = frozenset({TieBreak.MATCH_POINTS, TieBreak.SONNEBORN_BERGER, TieBreak.BUCHHOLZ})
"""The tie-breaks for which it matters how many match points a win gives."""

OF_STAKES = frozenset({"unit", "per", "points_step", "money_step", "doubled", "settled"})
"""Fields for a season that is played for something."""

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
    "Leave this empty for {}. Each round halves the members who have won every partie: "
    "that is enough for {}."
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
RESULTS_CHOICES = {
    "yes": "they count like the others (usual)",
    "": "they are shown, and do not count",
}
RESULTS_HINT = (
    "Results of earlier years may come in from a file: the winner, the margin or the totals, "
    "and the day."
)
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
    name = StringField("Name of the season", default="")
    format = OneOf("How they play", Format, Format.OPEN)
    rounds = Whole("Rounds of the Swiss")
    rules = SelectField("Rules", choices=_rules, default=DEFAULT.id, validate_choice=False)
    frame = SelectField(
        "Players at a table", choices=FRAME_CHOICES, default=TWO, validate_choice=False
    )
    first_day = Day("First day", default="")
    last_day = Day("Last day", default="")
    order_first = _order(0)
    order_second = _order(1)
    order_third = _order(2)
    order_fourth = _order(3)
    order_fifth = _order(4)
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
    counts_results_only = SelectField(
        "Results without deals",
        choices=RESULTS_CHOICES,
        default="yes",
        description=RESULTS_HINT,
        validate_choice=False,
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

    @property
    def terms_asked(self) -> frozenset[str]:
        """Return the fields of the terms that apply to what is played."""
        left_out: set[str] = set()
        if self.company is not None:
            left_out |= OF_TWO
        elif self.ruleset.pays_parties:
            left_out |= OF_POINTS
        if self.format.data is Format.OPEN:
            left_out |= OF_FIXTURES
        if self.format.data is not Format.SWISS:
            left_out.add("absence")
        if self.format.data is Format.KNOCK_OUT:
            left_out.add("bye")
        if not self.has_match_points:
            left_out |= OF_MATCH_POINTS
        if self.rate.data is None:
            left_out |= OF_STAKES
        every = chain.from_iterable(part for _, part in self.sections)
        return frozenset(field.name for field in every) - left_out

    @property
    def sections(self) -> list[Section]:
        return sections(self, HEADINGS)

    @property
    def has_match_points(self) -> bool:
        """Return whether match points rank somebody, or decide who meets."""
        order = {self.data[each] for each in ORDER}
        return self.format.data is Format.SWISS or not BY_MATCH_POINTS.isdisjoint(order)

    def terms(self, agreed: CompanyTerms | None, players: int = 0) -> SeasonTerms:
        """Return the terms of a season for so many *players*; *agreed* are those of its companies,
        if more than two play.
        """
        check(self)
        typed = self.data
        rules = read_rules(self.rules.data)
        is_swiss = typed["format"] is Format.SWISS
        rounds = usual_rounds(players) if typed["rounds"] is None else typed["rounds"]
        given = {each.name: typed[each.name] for each in fields(SeasonTerms) if each.name in typed}
        given |= {
            "name": clean_title(typed["name"]),
            "rules": ruleset_to_data(rules),
            "order": tuple(typed[which] for which in ORDER if typed[which]),
            "frame": TWO if agreed is None else terms_line(agreed),
            "rounds": rounds if is_swiss else 0,
            "absence": typed["absence"] if is_swiss else None,
            "forfeit_average": typed["forfeit_average"] == "yes",
            "counts_results_only": typed["counts_results_only"] == "yes",
            "stakes": _stakes(typed, rules, parties=rules.pays_parties and agreed is None),
        }
        return SeasonTerms(**given)


OWN_ORDERS: Mapping[Format, tuple[TieBreak, ...]] = {
    Format.SWISS: SWISS_ORDER,
    Format.KNOCK_OUT: KNOCK_OUT_ORDER,
}
"""The formats with a usual ranking order of their own."""


def usual_rounds(players: int) -> int:
    """Return the usual number of rounds of a Swiss: the fewest after which only one of so many
    *players* can have won every partie.

    >>> [usual_rounds(players) for players in (2, 3, 8, 11, 32)]
    [1, 2, 3, 4, 5]
    """
    return max(1, (max(players, 1) - 1).bit_length())


def _usual(chosen: TermsForm) -> dict[str, str]:
    """Return the terms that depend on what is played, by their fields, as they are usual for it."""
    own: tuple[TieBreak, ...] = COMPANY_ORDER
    if chosen.company is None:
        own = OWN_ORDERS.get(chosen.format.data, _USUAL.order)
    _, forfeit = _costs(chosen.ruleset)
    order = zip_longest(ORDER, own[: len(ORDER)])
    return {name: _text(by) for name, by in order} | {"forfeit_points": str(forfeit)}


def _form(typed: Mapping[str, str], players: int) -> TermsForm:
    """Return the form with what was *typed* of it.

    Terms that were left as they are usual for what was chosen before become those that are usual
    for what is chosen now.
    """
    chosen = TermsForm(MultiDict(typed))
    was = {name.removeprefix("was_"): typed[name] for name in WAS if name in typed}
    before = _usual(TermsForm(MultiDict(was)))
    usual = _usual(chosen)
    found = dict(typed)
    for names in (ORDER, ("forfeit_points",)):
        shown = [name for name in names if name in typed]
        if all(typed[name] == before[name] for name in shown):
            found |= {name: usual[name] for name in names}
    form = TermsForm(MultiDict(found), data={"forfeit_points": int(usual["forfeit_points"])})
    least, _ = _costs(chosen.ruleset)
    form.forfeit_points.description = FORFEIT_HINT.format(least)
    if players:
        rounds = usual_rounds(players)
        form.rounds.description = ROUNDS_HINT.format(
            counted(rounds, "round"), counted(2**rounds, "member")
        )
    for name in ORDER:
        _leave_tie_breaks(form[name], chosen)
    return form


def _leave_tie_breaks(field: SelectField, chosen: TermsForm) -> None:
    """Leave those by which such a season can be ranked: it is no play-off."""
    names = (each.name.lower() for each in TieBreak if each is not TieBreak.RANK_BEFORE)
    ranking = {"", *names}
    if chosen.company is not None:
        ranking = {"", *(each.name.lower() for each in COMPANY_TIE_BREAKS)}
    field.choices = {one: words for one, words in field.choices.items() if one in ranking}


def _costs(rules: Ruleset) -> tuple[str, int]:
    """Return the least that a lost partie costs under these rules, in words,
    and what a forfeit usually costs.
    """
    if rules.pays_parties:
        return counted(rules.parties_to_win, "partie"), rules.parties_to_win + rules.lurch
    forfeit = max(_USUAL.forfeit_points, 2 * rules.partie_bonus)
    return counted(rules.partie_bonus + 1, "point"), forfeit


def _agreed(frame: Frame, form: TermsForm, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the terms of a company as *typed*; parties that pay one or two are not rounded."""
    is_exact = frame is Frame.CHOUETTE and form.ruleset.pays_parties
    usual = {"rounding": written(value_to_data(Rounding.NONE))} if is_exact else {}
    return usual | {name: typed[name] for name in TERM_TYPES[frame] if name in typed}


def _terms(typed: Mapping[str, str], players: int) -> SeasonTerms:
    """Return the terms as *typed* for so many players; `NotAllowed` if they cannot be played.

    What was typed in fields that do not apply is not taken.
    """
    asked = _form(typed, players).terms_asked
    names = [*TermsForm().data]
    form = _form(
        {
            name: text
            for name, text in typed.items()
            if name not in names or name in ALWAYS or name in asked
        },
        players,
    )
    refuse_if(form.frame.data not in FRAME_CHOICES, NOT_LISTED.format(form.frame.label.text))
    frame = form.company
    agreed = None if frame is None else terms_chosen(frame, _agreed(frame, form, typed))
    return form.terms(agreed, players)


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
        carried: what was typed of a season that is not open yet.
        may_open_another: the reader can open another season under these terms.
    """

    template = "club/terms.html"
    terms: SeasonTerms
    rules: Ruleset
    agreed: CompanyTerms | None
    plays: str
    after: Season | None
    carried: Sequence[tuple[str, str]]
    may_open_another: bool


def _terms_page(
    terms: SeasonTerms, carried: Sequence[tuple[str, str]] = (), *, may_open_another: bool = False
) -> Page:
    is_of_two = terms.is_for_two
    page = TermsPage(
        terms=terms,
        rules=season_rules(terms),
        agreed=None if is_of_two else terms_named(terms.frame),
        plays="" if is_of_two else plays_in(terms),
        after=the_club_services().seasons.season(the_club().id, terms.after),
        carried=carried,
        may_open_another=may_open_another,
    )
    return club_page(page)


@bp.get("/s/<int:season>/terms")
def terms(**_: int) -> Page:
    terms = the_season().terms
    is_director = has_role(maybe_actor(), Role.DIRECTOR)
    return _terms_page(terms, may_open_another=is_director and not terms.after)


# Opening a season


LONGEST_NAMES = 40_000
"""Characters of the names that are typed at once."""

MOST_TICKS = 100
"""The most members who are listed to be ticked; in a larger club they are typed by name."""


class Entering(NamedTuple):
    """Who is to be entered for a season: members, and the names that are typed."""

    members: Sequence[int]
    names: Sequence[str]

    @property
    def is_empty(self) -> bool:
        return not self.members and not self.names

    def players(self, known: Mapping[int, str]) -> int:
        """Return how many they are; who is ticked and typed by the *known* name is one."""
        ticked = {folded(known[each]) for each in self.members if each in known}
        return len(ticked | {folded(each) for each in self.names})


def _entering(offered: Sequence[int], like: Season | None) -> Entering:
    """Return who is ticked and typed; at first those who took part in the season *like* this."""
    if request.method == "GET":
        if like is None:
            return Entering((), ())
        playing = the_club_services().seasons.entrants(the_club().id, like.number)
        return Entering([each for each in offered if not playing.get(each, True)], ())
    lines = request.form.get("names", "")[:LONGEST_NAMES].splitlines()
    names = [line.strip() for line in lines if line.strip()]
    ticked = offered if request.form.get("every") == "yes" else numbers("member")
    return Entering([*dict.fromkeys(ticked)], names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Terms below one heading, each with the formats for which it is asked."""

    title: str
    fields: Sequence[Field]
    is_open: bool
    formats: Mapping[str, frozenset[Format]]

    def shown_for(self, name: str = "") -> str:
        """Return the formats for which a field is shown, or any of them, as the style sheet has
        them; empty for all.
        """
        found = self.formats[name] if name else frozenset().union(*self.formats.values())
        if found == {*Format}:
            return ""
        return " ".join(f"for-{each.name.lower()}" for each in Format if each in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeasonPage(Context):
    """The form of a season that is to be opened.

    Attributes:
        like: the season whose terms it takes over.
        form: with the fields that are always shown.
        how: the formats, each with its value, what it is called and what that means.
        folds: the other fields by heading.
        is_changed: something in them is not usual.
        sentences: the terms as they are typed, for each format in which they can be played.
        shown: the names of all fields of the terms, to which parts of the sentences lead.
        said: marks of them, so that nobody opens a season under terms that the page has not said.
        are_new: the terms are other than those that the page said before.
        carried: what was typed in fields that do not apply now, and what was usual.
        members: to be ticked, of so many in *total*; none of a club that has too many.
        every: all members are ticked.
        names: of others, as they were typed.
    """

    template = "club/new_season.html"
    like: Season | None
    form: TermsForm
    how: Sequence[tuple[str, str, str]]
    folds: Sequence[Fold]
    is_changed: bool
    sentences: Mapping[str, Sequence[Sentence]]
    shown: Container[str]
    said: str
    are_new: bool
    carried: Mapping[str, str]
    members: Sequence[Choice]
    total: int
    every: bool
    names: str


def _like() -> Season | None:
    """Return the season whose terms are taken over: one that is no play-off."""
    number = parse_number(request.values.get("like", ""), LONGEST)
    found = the_club_services().seasons.season(the_club().id, number) if number > 0 else None
    return None if found is None or found.terms.after else found


@bp.get("/seasons/new")
def new(error: str = "", *, are_new: bool = False) -> Page:
    like = _like()
    names = member_names()
    offered = by_name(the_club_services().people.offered(the_club().id), names)
    entering = _entering(offered, like)
    if request.method == "GET" and like is not None:
        typed = _typed_for(like.terms)
    else:
        typed = request.form.to_dict()
    players = entering.players(names) or len(offered)
    form = _form(typed, players)
    folds = _folds(form, typed, [*ALWAYS, *(["first_day"] if like else [])])
    shown = {*ALWAYS, *(field.name for fold in folds for field in fold.fields)}
    found = _sentences(typed, players)
    listed = offered if len(offered) <= MOST_TICKS else []
    page = NewSeasonPage(
        like=like,
        form=form,
        how=[(each.name.lower(), *HOW[each]) for each in Format],
        folds=folds,
        is_changed=any(fold.is_open for fold in folds),
        sentences=found,
        shown=shown,
        said=" ".join(map(said, found.values())),
        are_new=are_new,
        carried=_carried(form, typed, shown),
        members=member_choices(listed, names, entering.members),
        total=len(offered),
        every=request.form.get("every") == "yes",
        names="\n".join(entering.names),
    )
    return club_page(page, error)


def _folds(form: TermsForm, typed: Mapping[str, str], elsewhere: Container[str]) -> list[Fold]:
    """Return the terms by heading, without the fields that are *elsewhere* on the page; those of a
    company are after the rules that it plays by.
    """
    formats = _formats(typed)
    usual = TermsForm(MultiDict(_usual(form)))
    found = list[Fold]()
    for title, part in form.sections:
        asked = [each for each in part if each.name in formats and each.name not in elsewhere]
        is_changed = any(each.data != usual[each.name].data for each in asked)
        if asked:
            found.append(
                Fold(
                    title=title,
                    fields=asked,
                    is_open=is_changed and request.method == "POST",
                    formats={each.name: formats[each.name] for each in asked},
                )
            )
    if form.company is not None:
        agreed = list(company_terms_form(form.company, _agreed(form.company, form, typed)))
        every = frozenset(Format)
        of_company = Fold(
            title=f"Terms of the {form.company.value}",
            fields=agreed,
            is_open=request.method == "POST",
            formats={each.name: every for each in agreed},
        )
        found.insert(1, of_company)
    return found


def _formats(typed: Mapping[str, str]) -> dict[str, frozenset[Format]]:
    """Return the fields that apply to what is *typed*, each with the formats for which it does."""
    found = defaultdict[str, set[Format]](set)
    for each in Format:
        for name in _form({**typed, "format": each.name.lower()}, 0).terms_asked:
            found[name].add(each)
    return {name: frozenset(formats) for name, formats in found.items()}


def _carried(form: TermsForm, typed: Mapping[str, str], shown: Container[str]) -> dict[str, str]:
    """Return what was typed in fields that are not *shown*, and for what the terms are usual."""
    kept = {name: typed[name] for name in form.data if name in typed and name not in shown}
    was = (form.format.data.name.lower(), form.frame.data, form.rules.data)
    return kept | dict(zip(WAS, was, strict=True))


def _sentences(typed: Mapping[str, str], players: int) -> dict[str, list[Sentence]]:
    """Return the terms as *typed* in sentences, for each format in which they can be played:
    the page shows those of the one that is chosen.
    """
    found = dict[str, list[Sentence]]()
    for each in Format:
        so_typed = _with_a_name(typed) | {"format": each.name.lower()}
        with suppress(NotAllowed):
            terms = checked(_terms(so_typed, players))
            found[each.name.lower()] = sentences(terms, has_rounds=_has_rounds(typed))
    return found


def _has_rounds(typed: Mapping[str, str]) -> bool:
    """Return whether the number of rounds of a Swiss is typed, and not left to be the usual one."""
    return bool(typed.get("rounds", "").strip())


def _with_a_name(typed: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed with a name for a season that has none yet."""
    return {**typed, "name": typed.get("name", "").strip() or "New season"}


@posts(bp, "/seasons", new)
def open_season() -> Page | Answer:
    """Say the terms again, show all of them, or open the season, enter its players and, if asked,
    draw its fixtures.

    A season is not opened under terms that the page has not said: then it says them.
    """
    services = the_club_services()
    names = member_names()
    offered = by_name(services.people.offered(the_club().id), names)
    entering = _entering(offered, _like())
    players = entering.players(names) or len(offered)
    typed = request.form.to_dict()
    asked = typed.get("step", "")
    if asked not in ("show", "open", "draw"):
        checked(_terms(_with_a_name(typed), players))
        return new()
    terms = services.seasons.checked(the_club().id, _terms(typed, players))
    mark = said(sentences(terms, has_rounds=_has_rounds(typed)))
    if asked == "show":
        others = [(name, text) for name, text in carried() if name != "said"]
        return _terms_page(terms, [*others, ("said", mark)])
    if mark not in typed.get("said", "").split():
        return new(are_new=True)
    season = services.seasons.open_with(
        the_actor(), terms, entering.members, entering.names, draws=asked == "draw"
    )
    done(f"{terms.name} is open.")
    return redirect_to(_first_page(terms, is_empty=entering.is_empty), season=season)


def _first_page(terms: SeasonTerms, *, is_empty: bool) -> str:
    """Return the page on which a season goes on once it is open."""
    if is_empty:
        return "entrants.of_season"
    if terms.format is not Format.OPEN:
        return "fixtures.index"
    return "playing.new" if terms.is_for_two else "season_companies.new"


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
        "counts_results_only": "yes" if terms.counts_results_only else None,
        "absence": terms.bye_points(absent=True),
        "rounds": terms.rounds or None,
    }
    typed = {field.name: _text(given[field.name]) for field in TermsForm() if field.name in given}
    if not terms.is_for_two:
        company = terms_named(terms.frame)
        for name in TERM_TYPES[company.frame]:
            typed[name] = written(value_to_data(getattr(company, name)))
    # What is usual for them is not looked for: all of it is kept as it was.
    return typed | dict(zip(WAS, (typed["format"], typed["frame"], typed["rules"]), strict=True))


def _text(value: object) -> str:
    """Return what is typed, or chosen, for a value."""
    if value is None:
        return ""
    return value.name.lower() if isinstance(value, Enum) else str(value)
