"""The form with which a company is opened: who they are, what they play, and what they agree on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from flask import request

from ..rules.frames import FRAMES, CompanyTerms, Frame, choices_of, terms_from_data, words_of
from ..rules.frames.naming import TYPES
from ..rules.frames.words import cut_words
from ..rules.naming import written
from ..rules.presets import DEFAULT
from ..rules.values import typed, value_to_data
from ..rules.words import value_words
from ..service.company_opening import MOST_PLAYERS
from ..service.opening import NotAllowed, sentence
from .choosing import rule_choices
from .club.forms import Choice, Field
from .club.house import kept_by
from .figures import first_up
from .phones import own_clubs, sight, the_companies, the_parties

FEW, SHOWN = 3, 4
"""How many players there must be, and how many fields are open from the beginning."""

FRAME_WORDS = {
    Frame.CHOUETTE: ("Chouette", "One plays in the box against the others, who advise and play in turn."),
    Frame.POOL: ("Pool", "Two play while the others wait; the loser pays into the pool."),
    Frame.TABLE: ("Table", "All play together: three each for himself, or four in partnership, who sit opposite."),
}


@dataclass(frozen=True, slots=True)
class FrameChoice:
    """A frame to choose, what it is called, and whether it is chosen."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class NamePlace:
    """A field for a name, by its place in the order of the cut."""

    place: int
    label: str
    value: str
    required: bool


@dataclass(frozen=True, slots=True)
class CompanyForm:
    """The page on which a company is opened."""

    frames: tuple[FrameChoice, ...]
    frame: str
    about: str
    order: str
    people: tuple[NamePlace, ...]
    more: tuple[NamePlace, ...]
    more_open: bool
    names: tuple[str, ...]
    rules: tuple[Choice, ...]
    terms: tuple[Field, ...]
    terms_open: bool


def company_form() -> CompanyForm:
    """The form with what was typed; or with the company named in *from*, in the order in which they would go on."""
    frame = asked_frame()
    is_table = frame is Frame.TABLE
    most = SHOWN if is_table else MOST_PLAYERS
    typed_names = (names_typed() or _going_on())[:most]
    places = tuple(
        NamePlace(place, cut_words(frame, place), name, place < FEW)
        for place, name in enumerate(typed_names + [""] * (most - len(typed_names)))
    )
    fields = tuple(_field(frame, name) for name in TYPES[frame])
    usual = FRAMES[frame]()
    changed = any(field.value != written(value_to_data(getattr(usual, field.name))) for field in fields)
    asked = request.values.get("rules", "normand" if is_table else DEFAULT.id)
    clubs = own_clubs()
    return CompanyForm(
        tuple(FrameChoice(each.value, FRAME_WORDS[each][0], each is frame) for each in Frame),
        frame.value,
        FRAME_WORDS[frame][1],
        "In the order in which you sit" if is_table else "In the order of the cut",
        places[:SHOWN],
        places[SHOWN:],
        len(typed_names) > SHOWN,
        tuple(the_parties().names(sight(clubs))),
        rule_choices(asked, kept_by(clubs), (3, 4) if is_table else (2,)),
        fields,
        changed,
    )


def asked_frame() -> Frame:
    """The frame that is asked for: a chouette, if none is."""
    asked = request.values.get("frame", "")
    return next((each for each in Frame if each.value == asked), Frame.CHOUETTE)


def names_typed() -> list[str]:
    """The names that were typed, in their order, without what was left empty."""
    typed_in = [request.form.get(f"name{place}", "")[:200] for place in range(MOST_PLAYERS)]
    return [name for name in typed_in if name.strip()]


def terms_chosen(frame: Frame) -> CompanyTerms:
    """
    The terms that were chosen.

    Raises:
        NotAllowed: one is no choice, or they contradict each other; the message says why.
    """
    chosen: dict[str, Any] = {
        name: typed(hint, request.form[name][:20]) for name, hint in TYPES[frame].items() if name in request.form
    }
    try:
        return terms_from_data(frame, chosen)
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _going_on() -> list[str]:
    """The names of the company that is asked to go on as another, who would play first first."""
    code = request.args.get("from", "")
    if not code:
        return []
    card = the_companies().card(code)
    lineup = card.company.card.lineup
    return [card.names[each] for each in (*lineup.seats, *lineup.others)]


def _field(frame: Frame, name: str) -> Field:
    terms, hint = FRAMES[frame](), TYPES[frame][name]
    chosen = next(each for each in choices_of(terms) if each.name == name)
    value = request.form.get(name, written(value_to_data(chosen.default)))[:20]
    about = f"{words_of(terms, name)} ({chosen.metadata['source']})"
    unit = f", in {chosen.metadata['unit']}" if chosen.metadata["unit"] else ""
    label = f"{first_up(chosen.metadata['meaning'])}{unit}"
    if hint is bool:
        choices = tuple(Choice(each, each, each == value) for each in ("yes", "no"))
    elif issubclass(hint, Enum):
        choices = tuple(Choice(value_to_data(each), value_words(each), value_to_data(each) == value) for each in hint)
    else:
        choices = ()
    return Field(name, label, value, "select" if choices else "number", choices, about)
