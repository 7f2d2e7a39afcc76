"""What a ``.piquet`` file is of: one partie, or a company that plays several."""

from __future__ import annotations

import re
import tomllib

_NAMED = re.compile(r"""^[ \t]*["']?frame["']?[ \t]*=""", re.MULTILINE)


def is_company(text: str) -> bool:
    """
    Whether the text of a file is of a company, which names its frame.

    >>> is_company('frame = "pool"'), is_company('rules = "portland"')
    (True, False)
    """
    if not _NAMED.search(text):
        return False
    try:
        return "frame" in tomllib.loads(text)
    except (ValueError, RecursionError):
        return True  # of what else would it name the frame? Whoever reads it says what is wrong
