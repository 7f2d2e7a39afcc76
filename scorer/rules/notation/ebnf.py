"""The grammar of a log as EBNF (ISO 14977), printed from the forms of the statement classes.

It has everything that is read. Its words are what `scorer.rules.reading.clauses` makes of a text:
in lower case, without accents, and without spaces, commas and full stops between them. A regular
expression between question marks is one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..forms import Field, Form, Nonterminal, any_of
from ..grammar import SEAT, SET_NAME, Seated
from ..play import RUN, TRICKS
from ..seats import Seat
from ..statements import SAID_BY_SEAT, TrickTaken
from . import RANK_LATER, UNSEATED

COLUMNS = 76


def _title(kind: type) -> str:
    """Return the name of a class as words.

    >>> _title(TrickTaken)
    'trick taken'
    """
    return re.sub("(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _seated(kind: type[Seated]) -> str:
    """Return what may follow the seat; what one seat alone may say begins with its name."""
    everybody = tuple(form for form in kind.forms if form.only is None)
    of_one = [f"{_seat(form.only)}, {form.ebnf()}" for form in kind.forms if form.only is not None]
    return " | ".join([f"{SEAT.name}, {any_of(everybody)}", *of_one])


def _seat(*seats: Seat) -> str:
    """Return the names of some seats."""
    texts = [f'"{word}"' for word, seat in SEAT.known.items() if seat in seats]
    return f"({' | '.join(texts)})"


def _ranked_later() -> str:
    """Return a set whose rank another seat asks for; it takes three statements."""
    texts = []
    for seat in Seat:
        others = [other for other in Seat if other is not seat]
        words = [_seat(seat), SET_NAME.name, "then", _seat(*others), '"equal"', "then", _seat(seat)]
        texts.append(", ".join([*words, RANK_LATER.ebnf()]))
    return " | ".join(texts)


def _used(forms: Iterable[Form]) -> Iterator[Nonterminal]:
    """Yield what the forms are made of, each as it is first used; what has a class of its own has
    no definition here.
    """
    pending: list[Nonterminal] = [
        SEAT,
        SET_NAME,
        RUN,
        *(use for form in forms for use in form.uses()),
    ]
    seen = set()
    while pending:
        nonterminal = pending.pop(0)
        if nonterminal.name not in seen:
            seen.add(nonterminal.name)
            yield nonterminal
            pending += nonterminal.uses()


def grammar_text() -> str:
    """Return the whole grammar; the first rule is that of a log."""
    forms = [*TrickTaken.forms, RANK_LATER]
    statements = {}
    for seated in SAID_BY_SEAT:
        statements[_title(seated)] = _seated(seated)
        forms += seated.forms
    for kind in (TrickTaken, *UNSEATED):
        statements[_title(kind)] = " | ".join(form.ebnf() for form in kind.forms)
        forms += kind.forms
    run = Field("run", RUN).ebnf()
    rules = {
        "log": '[said], {";", [said]}',
        "said": "one statement | tricks | set ranked later",
        "one statement": " | ".join(statements),
        "tricks": f"{TRICKS.ebnf()}, {run}, {{{run}}}",
        "set ranked later": _ranked_later(),
        "then": '";", {";"}',
        **statements,
    }
    rules |= {each.name: each.definition() for each in _used(forms) if each.definition()}
    return "\n".join(map(_rule, rules, rules.values()))


_SPACE = re.compile(r"(?<![a-z?|]) | (?=[|])|(?<=[a-z]) (?![a-z])")
"""A space where a line may end: not within a name or a regular expression, nor behind a bar."""


def _rule(name: str, definition: str) -> str:
    """Return a rule of the grammar on lines that are not too long."""
    lines = [f"{name} ="]
    for piece in _SPACE.split(f"{definition};"):
        if len(lines[-1]) + len(piece) >= COLUMNS:
            lines.append("   ")
        lines[-1] += f" {piece}"
    return "\n".join(lines)
