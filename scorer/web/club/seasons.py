"""Opening a season: the form of its terms, the preview, and the published terms."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.stakes import POINTS_STEPS, Doubled, Settled, Stakes
from ...ledger.terms import TWO, Format, SeasonTerms, TieBreak, Withdrawal
from ...rules.company import Frame, choices_of, source_of, terms_line, terms_named
from ...rules.company import words_of as words_of_term
from ...rules.house_rules import name_of, ruleset_to_data, title_of
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset
from ...service.club.seasons import COMPANY_ORDER, agreed_in, checked, plays_in, season_rules
from ...service.opening import NotAllowed, clean_name, sentence
from ..formatting import counted, first_up
from ..house_rules import read_rules, rule_choices, saved_rules
from ..phones import the_club_services
from ..rights import the_actor, the_club, the_season
from .forms import Field, club_page, number, one_of, select, shown_again, whole, words_of

ORDER = ("first", "second", "third", "fourth", "fifth")
"""The criteria of the ranking order, one after another."""

MONEY_STEPS = (("1", "pay all of it"), ("100", "whole pounds of 100 pence"), ("240", "whole pounds of 240 pence"))

BY_THE_RULES = ("", "as in the rules")
PER_HINT = "Some rules pay by the partie: the stake is then for each partie. Otherwise it is for a hundred points."

_USUAL = SeasonTerms("", None)

FRAME_CHOICES = (
    (TWO, "two players"),
    (Frame.CHOUETTE.value, "chouette, three players or more"),
    (Frame.POOL.value, "pool, three players or more"),
    (Frame.TABLE.value, "table of three, or of four in partnership"),
)

AGREED_HINT = "Only for more than two players, and only what differs: rounding=none share=2, or stake=21 entry=5."


def sections() -> tuple[tuple[str, tuple[Field, ...]], ...]:
    """Return the fields by headings, with what was typed before or the defaults."""
    return (
        ("Season", _season()),
        ("Ranking order", _order()),
        ("Match points", _match_points()),
        ("Withdrawals, forfeits and corrections", _course()),
        ("Stakes", _stakes()),
    )


def read_form() -> SeasonTerms:
    """
    Return the terms from the form.

    Raises:
        NotAllowed: a field is invalid; the message says which.
    """
    rules = read_rules(request.form.get("rules", ""))
    asked = [request.form.get(f"order_{which}", "") for which in ORDER]
    if any(each and each.upper() not in TieBreak.__members__ for each in asked):
        raise NotAllowed("Choose the ranking order from the lists.")
    order = tuple(TieBreak[each.upper()] for each in asked if each)
    frame = _read_frame()
    if frame != TWO and order == _USUAL.order:
        order = COMPANY_ORDER  # the default order is that of parties between two
    return SeasonTerms(
        clean_name(request.form.get("name", "")),
        ruleset_to_data(rules),
        one_of("format", Format, "a format"),
        order,
        whole("win", "Match points for a win"),
        whole("draw", "Match points for a draw"),
        whole("loss", "Match points for a loss"),
        whole("bye", "Match points for a bye"),
        _read_stakes(rules, frame),
        one_of("withdrawal", Withdrawal, "what happens if a member withdraws"),
        whole("correction_hours", "Correction period"),
        whole("forfeit_points", "Points lost by a forfeit"),
        whole("provisional", "Parties with a provisional rating"),
        frame,
    )


def _season() -> tuple[Field, ...]:
    asked = request.form.get("rules", DEFAULT.id)
    return (
        Field("name", "Name", request.form.get("name", "")),
        Field("rules", "Rules", asked, "select", rule_choices(asked, saved_rules([the_club()]))),
        select("frame", "Players at a table", FRAME_CHOICES, TWO),
        Field("agreed", "Company terms", request.form.get("agreed", ""), hint=AGREED_HINT),
        select("format", "Format", words_of(Format), Format.OPEN.name.lower()),
    )


def _read_frame() -> str:
    """
    Return the frame and the company terms in one line.

    Raises:
        NotAllowed: there is no such frame, or the terms contradict each other.
    """
    frame, agreed = request.form.get("frame", TWO), request.form.get("agreed", "").strip()
    if frame == TWO:
        if agreed:
            raise NotAllowed("Company terms are only for more than two players. Leave them empty.")
        return TWO
    try:
        return terms_line(terms_named(f"{frame} {agreed}"))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _order() -> tuple[Field, ...]:
    choices = (("", "none"), *words_of(TieBreak))
    usual = [each.name.lower() for each in _USUAL.order] + [""] * len(ORDER)
    return tuple(
        select(f"order_{which}", which.capitalize(), choices[1:] if which == "first" else choices, usual[number])
        for number, which in enumerate(ORDER)
    )


def _match_points() -> tuple[Field, ...]:
    return (
        number("win", "Win", _USUAL.win),
        number("draw", "Draw", _USUAL.draw),
        number("loss", "Loss", _USUAL.loss),
        number("bye", "Bye", _USUAL.bye),
    )


def _course() -> tuple[Field, ...]:
    return (
        select(
            "withdrawal",
            "If a member withdraws",
            words_of(Withdrawal),
            _USUAL.withdrawal.name.lower(),
            "An open season has no fixtures to come: all parties played count.",
        ),
        number("forfeit_points", "Points lost by a forfeit", _USUAL.forfeit_points),
        number("correction_hours", "Correction period, in hours", _USUAL.correction_hours),
        number("provisional", "Parties with a provisional rating", _USUAL.provisional),
    )


def _stakes() -> tuple[Field, ...]:
    steps = (("1", "drop none"), *((str(step), f"drop below {step}") for step in POINTS_STEPS[1:]))
    return (
        number("rate", "Stake", "", "In the smallest unit. Leave this empty to play for nothing."),
        Field("unit", "Currency unit", request.form.get("unit", "pence")),
        select("per", "Stake is for", (BY_THE_RULES, ("1", "each point"), ("100", "a hundred points")), "", PER_HINT),
        select("points_step", "Odd points", (BY_THE_RULES, *steps), ""),
        select("money_step", "Odd money", MONEY_STEPS, "1"),
        select("doubled", "Doubled", words_of(Doubled), Doubled.NEVER.name.lower()),
        select("settled", "Paid", words_of(Settled), Settled.EACH_PARTIE.name.lower()),
    )


def _read_stakes(rules: Ruleset, frame: str) -> Stakes | None:
    """Return the stakes; fields left empty follow the rules."""
    if not request.form.get("rate", "").strip():
        return None
    parties = rules.pays_parties and frame == TWO
    per, step = (request.form.get(name, "").strip() for name in ("per", "points_step"))
    return Stakes(
        whole("rate", "Stake"),
        whole("per", "Stake is for") if per else 1 if parties else 100,
        whole("points_step", "Odd points") if step else max(1, rules.stake_rounding),
        whole("money_step", "Odd money"),
        one_of("doubled", Doubled, "when the stake is doubled"),
        one_of("settled", Settled, "when stakes are paid"),
        request.form.get("unit", ""),
        parties,
    )


# The terms


@dataclass(frozen=True, slots=True)
class Term:
    """One term, with the address of a page that says more."""

    label: str
    text: str
    address: str = ""


def terms_rows(terms: SeasonTerms) -> list[Term]:
    """Return the terms in words, without the ranking order."""
    rules = season_rules(terms)
    published = Term("Rules", title_of(rules), url_for("house_rules.index", rules=name_of(rules)))
    return [published, *(_of_companies(terms) if terms.frame != TWO else _between_two(terms))]


def _between_two(terms: SeasonTerms) -> list[Term]:
    found = [
        Term("Format", terms.format.value),
        Term("Match points", f"{terms.win} for a win, {terms.draw} for a draw, {terms.loss} for a loss"),
    ]
    if terms.format is not Format.OPEN:
        found += [
            Term("Bye", f"{terms.bye} match points"),
            Term("Forfeit", f"a player who does not come loses {terms.forfeit_points} points to the other"),
        ]
    return [
        *found,
        Term("Withdrawal", _withdrawal(terms)),
        Term("Corrections", _corrections(terms.correction_hours)),
        Term("Ratings", f"provisional for the first {counted(terms.provisional, 'partie')}"),
        *(_stakes_terms(terms.stakes) if terms.stakes else [Term("Stakes", "none")]),
    ]


def _of_companies(terms: SeasonTerms) -> list[Term]:
    """Return the company terms, each with its source."""
    agreed = agreed_in(terms)
    chosen = [
        Term(first_up(each.metadata["meaning"]), f"{words_of_term(agreed, each.name)} ({source_of(agreed, each.name)})")
        for each in choices_of(agreed)
    ]
    stakes = (
        [each for each in _stakes_terms(terms.stakes) if each.label not in ("Doubled", "Paid")] if terms.stakes else []
    )
    if stakes:
        stakes.append(Term("Paid", "when the scorecard is signed: the losers pay the winners, each what they lost"))
    return [
        Term(
            "Players at a table", f"{plays_in(terms)}{'' if agreed.frame is Frame.TABLE else ', three players or more'}"
        ),
        *chosen,
        Term("Posting", "a scorecard is posted when everyone has signed it; no match points, no ratings"),
        Term("Corrections", "on the sheets until the first signature; after that by a director only"),
        *(stakes or [Term("Stakes", "none")]),
    ]


def _withdrawal(terms: SeasonTerms) -> str:
    if terms.format is Format.OPEN:
        return "parties played count"
    substitute = "; a substitute may take the remaining fixtures"
    if terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
        return f"{terms.withdrawal.value}; opponents get a bye for each annulled fixture{substitute}"
    return f"{terms.withdrawal.value}{substitute}"


def _corrections(hours: int) -> str:
    if not hours:
        return "only a director corrects a posted partie"
    period = f"{hours // 24} days" if hours % 24 == 0 and hours > 24 else f"{hours} hours" if hours > 1 else "one hour"
    return f"both players may agree to one within {period} of posting; after that only a director corrects"


def _stakes_terms(stakes: Stakes) -> list[Term]:
    if stakes.parties:
        odd = "every partie counts"
    else:
        odd = f"odd points below {stakes.points_step} are dropped" if stakes.points_step > 1 else "every point counts"
    money = f"; odd {stakes.unit} below {stakes.money_step} are dropped" if stakes.money_step > 1 else ""
    return [
        Term("Stakes", stakes.words),
        Term("Odd points and money", f"{odd}{money}"),
        Term("Doubled", stakes.doubled.value),
        Term("Paid", stakes.settled.value),
    ]


bp = Blueprint("seasons", __name__, url_prefix="/c/<club>")


@bp.get("/seasons/new")
def new(club: str, error: str = "") -> tuple[str, int]:
    """Show the form for the terms."""
    return club_page("new_season.html", error, sections=sections())


@bp.post("/seasons")
@shown_again(new)
def open_season(club: str) -> tuple[str, int] | Answer:
    """Preview the terms, or open the season with them."""
    if request.form.get("step") == "change":
        return new(club)
    terms = checked(read_form())
    if request.form.get("step") != "open":
        names = [each.name for _, fields in sections() for each in fields]
        return club_page("terms.html", terms=terms, rows=terms_rows(terms), fields=names)
    number = the_club_services().seasons.open(the_actor(), terms)
    return redirect(url_for("entrants.index", club=club, season=number), 303)


@bp.get("/s/<int:season>/terms")
def terms(club: str, season: int) -> tuple[str, int]:
    """Show the published terms."""
    terms = the_season().terms
    return club_page("terms.html", terms=terms, rows=terms_rows(terms), fields=())
