"""How words are set on a page, whoever wrote them; the kernel's own sentences stay plain text."""

from __future__ import annotations

import re

_LAW = re.compile(r"\b(Laws?) (?=\d)")


def unbroken(value: object) -> object:
    r"""
    What a template writes, with no line ending between *Law* and its number.

    >>> unbroken("trick won (Law 65)")
    'trick won (Law\xa065)'
    >>> unbroken(65)
    65
    """
    # only plain text: what is Markup already has been through here, piece by piece
    return _LAW.sub("\\1\N{NO-BREAK SPACE}", value) if type(value) is str else value
