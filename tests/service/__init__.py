"""The services: what they refuse is said in whole sentences,
which are listed in one place to be read.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

import pytest

from scorer.rules.names import END, ISOLATE, without_isolates
from scorer.table.entering import NotAllowed

__all__ = ["REFUSALS", "refusal", "refused", "why_not"]

Asked = ParamSpec("Asked")

ISOLATED = f"[{ISOLATE}{END}]?"
"""What may be around a word in a sentence, because the word is a name."""

REFUSALS = (Path(__file__).parent / "refusals.txt").read_text("utf-8").splitlines()


def refusal(words: str) -> str:
    """Return the pattern of the whole sentences of `refusals.txt` that *words* are found in,
    for `pytest.raises`.
    """
    found = [
        ISOLATED.join(map(re.escape, re.split(r"\b", each)))
        for each in REFUSALS
        if re.search(words, each)
    ]
    assert found, words
    return f"^({'|'.join(found)})\\.?$"  # the table ends every reason with a full stop


def refused(
    words: str, call: Callable[Asked, object], /, *asked: Asked.args, **named: Asked.kwargs
) -> None:
    """Check that a call is refused with a whole sentence of `refusals.txt` in
    which there are these words.
    """
    assert re.match(refusal(words), why_not(call, *asked, **named))


def why_not(call: Callable[Asked, object], /, *asked: Asked.args, **named: Asked.kwargs) -> str:
    with pytest.raises(NotAllowed) as found:
        call(*asked, **named)
    return without_isolates(str(found.value))
