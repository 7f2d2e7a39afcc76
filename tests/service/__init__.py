"""The services: what they refuse is said in whole sentences, which are listed in one place to be read."""

import re
from pathlib import Path

__all__ = ["REFUSALS", "refusal"]

REFUSALS = (Path(__file__).parent / "refusals.txt").read_text("utf-8").splitlines()


def refusal(words: str) -> str:
    """Return the pattern of the whole sentences of `refusals.txt` that *words* are found in, for `pytest.raises`."""
    found = [re.escape(each) for each in REFUSALS if re.search(words, each)]
    assert found, words
    return f"^({'|'.join(found)})$"
