"""Typography of page texts; the sentences of the kernel stay plain text."""

from __future__ import annotations

import re

_LAW = re.compile(r"\b(Laws?) (?=\d)")


def unbroken(value: object) -> object:
    r"""
    Put a no-break space between *Law* and its number in the output of a template.

    >>> unbroken("trick won (Law 65)")
    'trick won (Law\xa065)'
    >>> unbroken(65)
    65
    """
    # Markup is left alone: its parts have been through here already
    return _LAW.sub("\\1\N{NO-BREAK SPACE}", value) if type(value) is str else value
