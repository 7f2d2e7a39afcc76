"""The form by which a season is opened: its fields, and the terms that are read from it."""

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
"""So many things can decide places, one after another."""

MONEY_STEPS = (("1", "all of it is paid"), ("100", "whole pounds of 100 pence"), ("240", "whole pounds of 240 pence"))

BY_THE_RULES = ("", "as the rules say")
PER_HINT = "Rules that pay by the partie have a stake for each partie; by the others it is for a hundred points."

_USUAL = SeasonTerms("", None)

FRAME_CHOICES = (
    (TWO, "two"),
    (Frame.CHOUETTE.value, "three or more, a chouette"),
    (Frame.POOL.value, "three or more, a pool"),
    (Frame.TABLE.value, "three, or four in partnership, all together"),
)

AGREED_HINT = "Only for more than two, and only what is not usual: rounding=none share=2, or stake=21 entry=5."


def sections() -> tuple[tuple[str, tuple[Field, ...]], ...]:
    """The fields under their headings, with what was typed before or what is usual."""
    return (
        ("The season", _season()),
        ("What decides places", _order()),
        ("Match points", _match_points()),
        ("Withdrawals, forfeits and corrections", _course()),
        ("Stakes", _stakes()),
    )


def typed() -> list[tuple[str, str]]:
    """What was typed, to be sent once more with the terms that were shown."""
    return [(each.name, request.form.get(each.name, "")) for _, fields in sections() for each in fields]


def read_form() -> SeasonTerms:
    """
    The terms that the form asks for.

    Raises:
        NotAllowed: a field cannot be read; the message says which.
    """
    rules = read_rules(request.form.get("rules", ""))
    asked = [request.form.get(f"order_{place}", "") for place in ORDER]
    if any(each and each.upper() not in TieBreak.__members__ for each in asked):
        raise NotAllowed("Choose what decides places from the list.")
    order = tuple(TieBreak[each.upper()] for each in asked if each)
    frame = _read_frame()
    if frame != TWO and order == _USUAL.order:
        order = OF_COMPANIES  # the usual order is that of parties between two
    return SeasonTerms(
        clean_name(request.form.get("name", "")),
        ruleset_to_data(rules),
        one_of("format", Format, "who meets whom"),
        order,
        whole("win", "What a partie won gives"),
        whole("draw", "What one drawn gives"),
        whole("loss", "What one lost gives"),
        whole("bye", "What a bye gives"),
        _read_stakes(rules, frame),
        one_of("withdrawal", Withdrawal, "what becomes of the parties of a member who withdraws"),
        whole("correction_hours", "The correction period"),
        whole("forfeit_points", "What a forfeit costs"),
        whole("provisional", "The number of parties until a rating is sure"),
        frame,
    )


def _season() -> tuple[Field, ...]:
    asked = request.form.get("rules", DEFAULT.id)
    return (
        Field("name", "Its name", request.form.get("name", "")),
        Field("rules", "Rules", asked, "select", rule_choices(asked, kept_by([the_club()]))),
        select("frame", "At a table play", FRAME_CHOICES, TWO),
        Field("agreed", "What a company agrees on", request.form.get("agreed", ""), hint=AGREED_HINT),
        select("format", "Who meets whom", words_of(Format), Format.OPEN.name.lower()),
    )


def _read_frame() -> str:
    """
    What is played at a table, in one line.

    Raises:
        NotAllowed: nobody plays it, or what is agreed on contradicts itself.
    """
    frame, agreed = request.form.get("frame", TWO), request.form.get("agreed", "").strip()
    if frame == TWO:
        if agreed:
            raise NotAllowed("Two at a table agree on nothing more than their rules: leave that empty.")
        return TWO
    try:
        return terms_line(terms_named(f"{frame} {agreed}"))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _order() -> tuple[Field, ...]:
    choices = (("", "nothing more"), *words_of(TieBreak))
    usual = [each.name.lower() for each in _USUAL.order] + [""] * len(ORDER)
    return tuple(
        select(f"order_{place}", place.capitalize(), choices[1:] if place == "first" else choices, usual[number])
        for number, place in enumerate(ORDER)
    )


def _match_points() -> tuple[Field, ...]:
    return (
        number("win", "For a partie won", _USUAL.win),
        number("draw", "For one drawn", _USUAL.draw),
        number("loss", "For one lost", _USUAL.loss),
        number("bye", "For a bye", _USUAL.bye),
    )


def _course() -> tuple[Field, ...]:
    return (
        select(
            "withdrawal",
            "If a member withdraws",
            words_of(Withdrawal),
            _USUAL.withdrawal.name.lower(),
            "In an open season nothing is to come: all that was played stands.",
        ),
        number("forfeit_points", "Points that a forfeited fixture costs", _USUAL.forfeit_points),
        number("correction_hours", "Hours in which both players may agree to a correction", _USUAL.correction_hours),
        number("provisional", "A rating is provisional until so many parties", _USUAL.provisional),
    )


def _stakes() -> tuple[Field, ...]:
    steps = (("1", "none are dropped"), *((str(step), f"below {step} are dropped") for step in POINTS_STEPS[1:]))
    return (
        number("rate", "So many of the smallest unit", "", "Leave this empty to play for nothing."),
        Field("unit", "Its name", request.form.get("unit", "pence")),
        select("per", "For", (BY_THE_RULES, ("1", "a point"), ("100", "a hundred points")), "", PER_HINT),
        select("points_step", "Odd points", (BY_THE_RULES, *steps), ""),
        select("money_step", "Odd money", MONEY_STEPS, "1"),
        select("doubled", "Doubled", words_of(Doubled), Doubled.NEVER.name.lower()),
        select("settled", "Paid", words_of(Settled), Settled.EACH_PARTIE.name.lower()),
    )


def _read_stakes(rules: Ruleset, frame: str) -> Stakes | None:
    """What is played for; what is left to the rules is as they say."""
    if not request.form.get("rate", "").strip():
        return None
    parties = rules.pays_parties and frame == TWO
    per, step = (request.form.get(name, "").strip() for name in ("per", "points_step"))
    return Stakes(
        whole("rate", "The stake"),
        whole("per", "What the stake is for") if per else 1 if parties else 100,
        whole("points_step", "What odd points are dropped below") if step else max(1, rules.stake_rounding),
        whole("money_step", "What odd money is dropped below"),
        one_of("doubled", Doubled, "when the stake is doubled"),
        one_of("settled", Settled, "when stakes are paid"),
        request.form.get("unit", ""),
        parties,
    )
