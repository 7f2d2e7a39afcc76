"""The form that opens a company: its players, the kind of company, and the company terms."""

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
"""The fewest players, and how many name fields are shown at first."""

FRAME_WORDS = {
    Frame.CHOUETTE: ("Chouette", "One plays in the box against the others, who advise and play in turn."),
    Frame.POOL: ("Pool", "Two play while the others wait; the loser pays into the pool."),
    Frame.TABLE: ("Table", "All play together: three each for themselves, or four with partners sitting opposite."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NameField:
    """A field for a player's name; *place* is the seat, in the order of the cut."""

    place: int
    label: str
    value: str
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyForm:
    """The context of the page that opens a company."""

    frames: tuple[Choice, ...]
    frame: str
    about: str
    order: str
    people: tuple[NameField, ...]
    more: tuple[NameField, ...]
    more_open: bool
    names: tuple[str, ...]
    rules: tuple[Choice, ...]
    terms: tuple[Field, ...]
    terms_open: bool


def company_form() -> CompanyForm:
    """Return the form with what was typed; or with the players of the company in *from*, whoever plays next first."""
    frame = asked_frame()
    is_table = frame is Frame.TABLE
    most = SHOWN if is_table else MOST_PLAYERS
    typed_names = (names_typed() or _names_to_continue())[:most]
    places = tuple(
        NameField(place=place, label=cut_words(frame, place), value=name, required=place < FEW)
        for place, name in enumerate(typed_names + [""] * (most - len(typed_names)))
    )
    fields = tuple(_field(frame, name) for name in TYPES[frame])
    usual = FRAMES[frame]()
    changed = any(field.value != written(value_to_data(getattr(usual, field.name))) for field in fields)
    asked = request.values.get("rules", "normand" if is_table else DEFAULT.id)
    clubs = own_clubs()
    return CompanyForm(
        frames=tuple(Choice(each.value, FRAME_WORDS[each][0], each is frame) for each in Frame),
        frame=frame.value,
        about=FRAME_WORDS[frame][1],
        order="In the order you sit" if is_table else "In the order of the cut",
        people=places[:SHOWN],
        more=places[SHOWN:],
        more_open=len(typed_names) > SHOWN,
        names=tuple(the_parties().names(sight(clubs))),
        rules=rule_choices(asked, kept_by(clubs), (3, 4) if is_table else (2,)),
        terms=fields,
        terms_open=changed,
    )


def asked_frame() -> Frame:
    """Return the frame in the request; a chouette if it has none."""
    asked = request.values.get("frame", "")
    return next((each for each in Frame if each.value == asked), Frame.CHOUETTE)


def names_typed() -> list[str]:
    """Return the names that were typed, in order, without empty ones."""
    typed_in = [request.form.get(f"name{place}", "")[:200] for place in range(MOST_PLAYERS)]
    return [name for name in typed_in if name.strip()]


def terms_chosen(frame: Frame) -> CompanyTerms:
    """
    Return the company terms that were chosen.

    Raises:
        NotAllowed: a value is invalid, or two contradict each other; the message says why.
    """
    chosen: dict[str, Any] = {
        name: typed(hint, request.form[name][:20]) for name, hint in TYPES[frame].items() if name in request.form
    }
    try:
        return terms_from_data(frame, chosen)
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _names_to_continue() -> list[str]:
    """Return the players of the company in *from*, with those who would play next first."""
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
