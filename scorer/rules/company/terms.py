"""
The terms of a company: what its members agree on, each choice with its source, and all of them in one line.

>>> source_of(ChouetteTerms(), "rounding"), source_of(ChouetteTerms(rounding=Rounding.NONE), "rounding")
('Cavendish, "Scoring"', 'house rule')
>>> source_of(PoolTerms(), "in_a_row")
'unsourced'

>>> ours = terms_named("chouette rounding=none share=2")
>>> ours.share, terms_line(ours), terms_line(terms_named("pool stake=1 stakes_of_a_draw=yes"))
(2, 'chouette rounding=none share=2', 'pool stakes_of_a_draw=yes')
>>> terms_named("pool draw=twice")
Traceback (most recent call last):
...
ValueError: a pool has no term 'draw', but stake, entry, rises, in_a_row, stakes_of_a_draw, choice
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, assert_never, get_type_hints

from ..errors import ContradictoryRules
from ..house_rules import HOUSE
from ..presets import UNSOURCED
from ..ruleset import Ruleset, named_value, read_pairs, typed, value_to_data, written
from ..words import value_words

FEWEST = 3


def term(default: Any, meaning: str, source: str = UNSOURCED, unit: str = "") -> Any:
    """Declare a term: its default, meaning, the source of the default, and the unit of a number."""
    return field(default=default, metadata={"meaning": meaning, "source": source, "unit": unit})


class Frame(Enum):
    """How more than two people play one partie after another."""

    CHOUETTE = "chouette"
    POOL = "pool"
    TABLE = "table"


class Rounding(Enum):
    """How a partie's points are rounded."""

    TENS = "to tens, units from one to five dropped"
    NONE = "not at all"


class NextBox(Enum):
    WINNER = "the winner of the partie"
    ADVISER = "the first adviser, against the winner"


class AfterDraw(Enum):
    SAME_TWO = "the same two"
    NEXT_ADVISER = "the box and the first adviser"


class BoxChoice(Enum):
    BOX = "the box"
    CUT = "the winner of a cut"


class Rises(Enum):
    """Who gives up the seat after a partie."""

    LOSER = "the loser"
    WINNER = "the winner"


class PoolChoice(Enum):
    CUT = "the winner of a cut"
    STAYS = "the player who kept the seat"


@dataclass(frozen=True, slots=True)
class ChouetteTerms:
    """The terms of a chouette; those that Cavendish describes are the default."""

    frame: ClassVar[Frame] = Frame.CHOUETTE

    rounding: Rounding = term(Rounding.TENS, "the points of each partie are rounded", 'Cavendish, "Scoring"')
    share: int = term(
        1,
        "the box wins or loses a partie against each of the others",
        "Cavendish: double stakes, the others being two",
        "times",
    )
    choice: BoxChoice = term(BoxChoice.BOX, "the choice of deal and cards belongs to", 'Cavendish, "Chouette piquet"')
    next_box: NextBox = term(NextBox.WINNER, "when the box loses, the next box is", "the card of Cavendish")
    after_draw: AfterDraw = term(AfterDraw.SAME_TWO, "after a drawn partie, the next is between")


@dataclass(frozen=True, slots=True)
class PoolTerms:
    """The terms of a pool; only the stake has a source."""

    frame: ClassVar[Frame] = Frame.POOL

    stake: int = term(
        1, "the loser of a partie pays into the pool", "older writers: the loser pays a guinea to the pool", "units"
    )
    entry: int = term(0, "each pays into the pool at the start, and again when it is won", unit="units")
    rises: Rises = term(Rises.LOSER, "the seat goes to the player who has waited longest, from")
    in_a_row: int = term(0, "parties in a row that win the pool; 0: one against each of the others", unit="parties")
    stakes_of_a_draw: bool = term(False, "after a drawn partie both pay the stake")
    choice: PoolChoice = term(PoolChoice.CUT, "the choice of deal and cards belongs to")


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms of three players, or of four in partnership, who all play together."""

    frame: ClassVar[Frame] = Frame.TABLE

    stake: int = term(1, "each loser pays for a partie", unit="units")


CompanyTerms = ChouetteTerms | PoolTerms | TableTerms

FRAMES: Mapping[Frame, type[CompanyTerms]] = {each.frame: each for each in (ChouetteTerms, PoolTerms, TableTerms)}


def choices_of(kind: type[CompanyTerms] | CompanyTerms) -> tuple[Field[Any], ...]:
    """Return the terms that a frame has, in their order."""
    return fields(kind)


def source_of(terms: CompanyTerms, name: str) -> str:
    """Return the source of the value of term *name*."""
    chosen = next(each for each in fields(terms) if each.name == name)
    return str(chosen.metadata["source"]) if getattr(terms, name) == chosen.default else HOUSE


def words_of(terms: CompanyTerms, name: str) -> str:
    """Return the value of term *name* in words."""
    chosen = next(each for each in fields(terms) if each.name == name)
    return value_words(getattr(terms, name), chosen.metadata["unit"])


def validate(terms: CompanyTerms, rules: Ruleset | None = None, players: int | None = None) -> None:
    """Refuse terms that contradict each other, the rules of the parties, or the number of players; name all of it."""
    found = [*_of_company(terms, rules, players), *_of_frame(terms, rules)]
    if found:
        raise ContradictoryRules("; ".join(found))


def _of_company(terms: CompanyTerms, rules: Ruleset | None, players: int | None) -> Iterator[str]:
    if players is not None and players < FEWEST:
        yield f"a {terms.frame.value} has three players or more"
    if rules is None:
        return
    if terms.frame is not Frame.TABLE:
        if rules.players != 2:
            yield f"the parties of a {terms.frame.value} are between two"
    elif rules.players == 2:
        yield "where all play together the rules are for three or for four"
    elif players not in (rules.players, None):
        yield f"these rules are for {rules.players} players"


def _of_frame(terms: CompanyTerms, rules: Ruleset | None) -> Iterator[str]:
    match terms:
        case ChouetteTerms():
            if terms.share < 1:
                yield "the box plays at least once against each of the others (share)"
            if rules is not None and rules.pays_parties and terms.rounding is Rounding.TENS:
                yield "under these rules a partie is worth one or two, which rounding to tens would lose (rounding)"
        case PoolTerms():
            if min(terms.stake, terms.entry, terms.in_a_row) < 0:
                yield "the stake, the entry and the number of parties cannot be negative"
            if terms.rises is Rises.WINNER and terms.in_a_row != 1:
                why = "a winner who gives up the seat cannot win two parties in a row"
                yield f"{why}: one partie must win the pool (in_a_row)"
        case TableTerms():
            if terms.stake < 1:
                yield "a partie is worth at least one (stake)"
        case _:
            assert_never(terms)


TYPES: Mapping[Frame, Mapping[str, Any]] = {
    frame: {each.name: get_type_hints(kind)[each.name] for each in choices_of(kind)} for frame, kind in FRAMES.items()
}
"""The type of each term of each frame."""


def frame_named(name: str) -> Frame:
    """Return the frame called *name*; if there is none, the `ValueError` lists the frames."""
    try:
        return Frame(name)
    except ValueError:
        raise ValueError(f"'{name}' is not one of {', '.join(each.value for each in Frame)}") from None


def terms_from_data(frame: Frame, data: Mapping[str, Any]) -> CompanyTerms:
    """
    Return the default terms of *frame* with the changes in *data*.

    `ValueError` says which term or value there is not, `ContradictoryRules` why they cannot all hold.
    """
    for name in data:
        if name not in TYPES[frame]:
            raise ValueError(f"a {frame.value} has no term '{name}', but {', '.join(TYPES[frame])}")
    terms = FRAMES[frame](**{name: named_value(TYPES[frame], name, value) for name, value in data.items()})
    validate(terms)
    return terms


def changes_of(terms: CompanyTerms) -> dict[str, Any]:
    """Return the terms that are not the default, as plain data for `terms_from_data`."""
    return {
        each.name: value_to_data(getattr(terms, each.name))
        for each in choices_of(terms)
        if getattr(terms, each.name) != each.default
    }


def terms_named(line: str) -> CompanyTerms:
    """Read a line: a frame, then ``term=value`` for each term that is not the default; errors as `terms_from_data`."""
    name, *changes = line.split() or [""]
    frame = frame_named(name)
    pairs = read_pairs(changes, "term")
    return terms_from_data(frame, {name: typed(TYPES[frame].get(name), text) for name, text in pairs.items()})


def terms_line(terms: CompanyTerms) -> str:
    """Return the line that `terms_named` reads as *terms*."""
    changes = (f"{name}={written(value)}" for name, value in changes_of(terms).items())
    return " ".join((terms.frame.value, *changes))
