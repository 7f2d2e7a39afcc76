"""The form to open a season: its fields, and the terms read from it."""

from __future__ import annotations

from flask import request

from ...ledger.stakes import POINTS_STEPS, Doubled, Settled, Stakes
from ...ledger.terms import TWO, Format, SeasonTerms, TieBreak, Withdrawal
from ...rules.frames import Frame, terms_line, terms_named
from ...rules.house import ruleset_to_data
from ...rules.presets import DEFAULT
from ...rules.ruleset import Ruleset
from ...service.club.terms import OF_COMPANIES
from ...service.opening import NotAllowed, clean_name, sentence
from ..choosing import read_rules, rule_choices
from ..rights import the_club
from .forms import Field, number, one_of, select, whole, words_of
from .house import kept_by

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


def typed() -> list[tuple[str, str]]:
    """Return what was typed, to send it again with the previewed terms."""
    return [(each.name, request.form.get(each.name, "")) for _, fields in sections() for each in fields]


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
        order = OF_COMPANIES  # the default order is that of parties between two
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
        Field("rules", "Rules", asked, "select", rule_choices(asked, kept_by([the_club()]))),
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
