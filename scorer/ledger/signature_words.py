"""By what players signed, in words: on their own phone, with a PIN, in ink, or a director for them.

Every page, print and text that shows a signature has its words from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .entries import SealedSignature, author_words
from .signing import HowSigned, Means


def how_words(how: HowSigned, names: Mapping[int, str]) -> str:
    """Return by what somebody signed, to follow “signed”; *names* are those of the members."""
    by = author_words(how.by, names)
    match how.means:
        case Means.UNRECORDED:
            return "by means that were not recorded"
        case Means.OWN_PHONE:
            return "on their own phone"
        case Means.PIN:
            return f"with the PIN, on {phone_words(how, names)}"
        case Means.INK:
            return f"in ink, on the paper sheet that {by or 'a director'} entered"
        case Means.DIRECTOR:
            return f"nothing here: {by or 'a director'} posted it for them"
        case _:
            assert_never(how.means)


def phone_words(how: HowSigned, names: Mapping[int, str]) -> str:
    """Return on whose phone somebody typed their PIN."""
    by = author_words(how.by, names)
    return f"{by}’s phone" if by else "a phone where nobody was signed in"


def signature_sentence(
    signature: SealedSignature, called: str, names: Mapping[int, str], moment: str
) -> str:
    """Say by what a player who is *called* so signed, and at which *moment*, in words.

    >>> signature = SealedSignature(1, Means.PIN, at="2026-11-28T21:14:00+00:00", by="member 1")
    >>> signature_sentence(signature, "Ben", {1: "Ada"}, "28 November 2026, 21:14")
    'Ben signed with the PIN, on Ada’s phone, 28 November 2026, 21:14.'
    """
    how = HowSigned(signature.means, signature.by)
    return f"{called} signed {how_words(how, names)}, {moment}."
