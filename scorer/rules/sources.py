"""Which law is in force: for a value of a ruleset, the law or another text that it rests on.

The numbered laws are those of one club. A ruleset that decides otherwise sets such a law aside;
where it is silent, the law holds. The Laws of Piquet au Cent hold where a ruleset cites them.

Source: Cavendish, The Laws of Piquet, 8th edition, with the Laws of Piquet au Cent; the sources of
each ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from .cards import Rank
from .laws import Book, Law, find_law
from .presets import PORTLAND, UNSOURCED
from .reasons import Refusal, Rule
from .ruleset import (
    RULE_FIELDS,
    BlankOf,
    BlockedBy,
    CapotForm,
    CardsBasis,
    CardsTie,
    CarteBlancheAnnounced,
    CarteBlancheWhen,
    EditWindow,
    Ends,
    FirstDealer,
    Omission,
    Peek,
    Penalties,
    PiqueSeat,
    PointCompare,
    PointValue,
    Ruleset,
    ShowDuty,
    Stated,
    TieSequence,
    TrickCount,
)

Needs = Mapping[str, Collection[object]]

_FULL = {"penalties": {Penalties.FULL}}
_NOT_STRICT = {"penalties": {Penalties.FULL, Penalties.VOID}}
_STRICT = {"penalties": {Penalties.STRICT}}
_TWO = {"players": {2}}
_CALLED_IN_PLAY = {"omission": {Omission.YOUNGER_PLAYS}}

AGREES: Mapping[str, Needs] = {
    "Law 4": {"first_dealer": {FirstDealer.HIGHER_CHOOSES}},
    "Law 9": {"hand": {12}, "talon": {8}},
    "Law 19": {"carte_blanche_blank_of": {BlankOf.COURTS}},
    "Law 20": {
        "carte_blanche_when": {CarteBlancheWhen.DEALT},
        "carte_blanche_announced": {CarteBlancheAnnounced.AT_ONCE},
    },
    "Law 21": {"elder_exchange_min": {1}, "elder_exchange_max": {5}, **_TWO},
    "Law 22": {"younger_exchange_min": {1}, "younger_exchange_max": {None}, **_TWO},
    "Law 33": {"elder_peek": {Peek.OWN}},
    "Law 34": {"younger_exchange_max": {None}, **_TWO},
    "Law 36": {"younger_peek": {Peek.ELECTED}},
    "Law 45": {"discard_consulted": {True}},
    "Law 46": {"point_pips": {Stated.ON_TIE}, **_TWO},
    "Law 48": {"sequence_heads": {Stated.ON_TIE}, **_TWO},
    "Law 49": {**_NOT_STRICT, **_TWO},
    "Law 50": {**_NOT_STRICT, **_TWO},
    "Law 51": {**_NOT_STRICT, **_TWO},
    "Law 52": _NOT_STRICT,
    "Law 53": _NOT_STRICT,
    "Law 54": _FULL,
    "Law 55": {"show_duty": {ShowDuty.ON_REQUEST, ShowDuty.ON_DEMAND, ShowDuty.SILENT}},
    "Law 56": _CALLED_IN_PLAY,
    "Law 61": {"carte_blanche": {10}},
    "Law 62": {
        "point_value": {PointValue.LENGTH},
        "point_compare": {PointCompare.LENGTH_THEN_PIPS},
    },
    "Law 63": {"sequence_tie": {TieSequence.VOID_CLASS}},
    "Law 64": {
        "trio_points": {3},
        "quatorze_points": {14},
        "set_min_rank": {Rank.TEN},
    },
    "Law 65": {
        "trick_count": {TrickCount.CLUB},
        "counts_every_card": {True},
        "last_points": {1},
    },
    "Law 66": {
        "hand": {12},
        "cards_points": {10},
        "cards_basis": {CardsBasis.MAJORITY},
        "cards_tie": {CardsTie.NOBODY},
        "capot_points": {40},
        "capot_form": {CapotForm.IN_PLACE},
    },
    "Law 68": {
        "repique_threshold": {30},
        "repique_bonus": {60},
        "repique_blocked_by": {BlockedBy.EARLIER},
    },
    "Law 69": {
        "pique_threshold": {30},
        "pique_bonus": {30},
        "pique_blocked_by": {BlockedBy.EARLIER},
        "pique_seat": {PiqueSeat.ELDER},
    },
    "Law 70": {"edit_window": {EditWindow.NEXT_HAND_SEEN}},
    "Law 71": {"ends": {Ends.DEALS}, "deals": {4, 6}, "tie_deals": {2}},
    "Law 72": {"ends": {Ends.DEALS}, "partie_bonus": {100}},
    "Law 73": {"rubicon": {100}},
    "Case IV": _CALLED_IN_PLAY,
    "Case VIII": _FULL,
    "Case XIX": {"last_points": {1}},
    "Piquet au Cent, a": {"first_dealer": {FirstDealer.LOWER_DEALS}},
    "Piquet au Cent, c": {"younger_exchange_min": {0}},
    "Piquet au Cent, f": {"point_pips": {Stated.ALWAYS}},
    "Piquet au Cent, g": _STRICT,
    "Piquet au Cent, h": {"show_duty": {ShowDuty.SHOWN_OR_LOST}},
    "Piquet au Cent, i": _STRICT,
    "Piquet au Cent, j": {"omission": {Omission.FIRST_CARD}},
    "Piquet au Cent, l": {"edit_window": {EditWindow.PARTIE_ENDS}},
    "Piquet au Cent, m": {"target": {100}},
}
"""With which values of a ruleset a law agrees; a law that is not here agrees with all."""

REPLACED_AU_CENT = ("Law 16", "Law 27", "Law 28", "Law 29")
"""What the Laws of Piquet au Cent decide otherwise, and no field of a ruleset has."""


def holds(cited: str, rules: Ruleset) -> bool:
    """Return whether a law, cited by one number, holds under *rules*: whether no value of theirs
    sets it aside.
    """
    needs = AGREES.get(cited, {})
    if cited in REPLACED_AU_CENT and cites_au_cent(rules):
        return False
    if cited.startswith(Book.AU_CENT.value[0]) and not cites_au_cent(rules):
        return False
    return all(getattr(rules, name) in values for name, values in needs.items())


def in_force(rules: Ruleset) -> Callable[[Law], bool]:
    """Return what says whether a law holds under *rules*."""
    return lambda law: all(holds(each, rules) for each in law.cited_one_by_one)


def cites_au_cent(rules: Ruleset) -> bool:
    return any(AU_CENT_LAWS in source for source in rules.sources.values())


# The source of a value

AU_CENT_LAWS = "Laws of Piquet au Cent"


def source_in_force(field: str, rules: Ruleset, au_cent: str = "") -> str:
    """Return what the value of a ruleset's *field* rests on: its own source, or that it is a house
    rule; where no text gives one, the numbered law that holds and gives the same value; or nothing.

    *au_cent* is which of the Laws of Piquet au Cent the source is, if it is one of these.

    >>> from scorer.rules.presets import PRESETS
    >>> source_in_force("cards_points", PRESETS["auction"])
    'Law 66'
    >>> source_in_force("trick_count", PRESETS["auction"])
    ''
    >>> source_in_force("penalties", PRESETS["cent-32"], "j")
    'Piquet au Cent, j'
    """
    source = rules.sources[field]
    if source != UNSOURCED:
        return f"Piquet au Cent, {au_cent}" if au_cent and AU_CENT_LAWS in source else source
    law = PORTLAND.sources[field]
    is_law = find_law(law) is not None
    same = getattr(rules, field) == getattr(PORTLAND, field)
    return law if is_law and same and holds(law, rules) else ""


# The source of a refusal

RULE_NAMES = frozenset(rule.name for rule in RULE_FIELDS)

AU_CENT_OF_RULE: Mapping[str, str] = {
    "carte_blanche_announced": "c",
    "younger_exchange_min": "c",
    "point_pips": "f",
    "sequence_heads": "f",
    "show_duty": "h",
    "omission": "j",
    "ends": "m",
}
"""Which of the Laws of Piquet au Cent decides a rule of the ruleset."""

AU_CENT_OF_REFUSAL: Mapping[Rule, str] = {Rule.BOUND_BY_CALL: "g", Rule.HELD_TO_ANSWER: "i"}
"""Which of them refuses something, where a rule of the ruleset rests on several."""


class _Instead(NamedTuple):
    """The rule of the ruleset that says what a law says, and which law au cent that may be."""

    field: str
    au_cent: str


INSTEAD: Mapping[str, _Instead] = {
    "Law 52": _Instead("penalties", "g"),
    "Law 54": _Instead("penalties", "j"),
}
"""What a refusal rests on where its law is set aside and a rule of the ruleset decides the same."""


def refusal_in_force(refusal: Refusal, rules: Ruleset) -> Refusal:
    """Return a refusal with its source: what it rests on, as that is in force under *rules*."""
    return refusal._replace(source=_refused_by(refusal, rules))


def _refused_by(refusal: Refusal, rules: Ruleset) -> str:
    by = refusal.by
    if by in RULE_NAMES:
        au_cent = AU_CENT_OF_REFUSAL.get(refusal.rule, AU_CENT_OF_RULE.get(by, ""))
        return source_in_force(by, rules, au_cent)
    if holds(by, rules):
        return by
    if by in INSTEAD:
        return source_in_force(INSTEAD[by].field, rules, INSTEAD[by].au_cent)
    return ""
