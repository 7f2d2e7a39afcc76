"""By what players signed, in words: on their own phone, with a PIN, in ink, or a director for them.

Every page, print and text that shows a signature has its words from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ..rules.messages import Message, Text
from ..rules.names import Name, NamePhrase
from .authors import author_words
from .entries import SealedSignature
from .signing import HowSigned, Means


class SignatureText(Text):
    """By what somebody signed, to follow “signed”, and the sentence with it.

    Nobody signs a random deal, so no oracle asks it: each means has a test.
    """

    UNRECORDED = "by means that were not recorded"
    OWN_PHONE = "on their own phone"
    PIN = "with the PIN, on {where}"
    INK = "in ink, on the paper sheet that {who} entered"
    INK_OF_A_DIRECTOR = "in ink, on the paper sheet that a director entered"
    DIRECTOR = "nothing here: {who} posted it for them"
    A_DIRECTOR = "nothing here: a director posted it for them"
    PHONE_OF = "{who:’s} phone"
    NOBODYS_PHONE = "a phone where nobody was signed in"
    SENTENCE = "{who} signed {what}, {moment}."


def how_words(how: HowSigned, names: Mapping[int, str]) -> Message:
    """Return by what somebody signed, to follow “signed”; *names* are those of the members."""
    by = author_words(how.by, names)
    match how.means:
        case Means.UNRECORDED:
            return SignatureText.UNRECORDED()
        case Means.OWN_PHONE:
            return SignatureText.OWN_PHONE()
        case Means.PIN:
            return SignatureText.PIN(where=phone_words(how, names))
        case Means.INK:
            return SignatureText.INK(who=by) if by else SignatureText.INK_OF_A_DIRECTOR()
        case Means.DIRECTOR:
            return SignatureText.DIRECTOR(who=by) if by else SignatureText.A_DIRECTOR()
        case _:
            assert_never(how.means)


def phone_words(how: HowSigned, names: Mapping[int, str]) -> Message:
    """Return on whose phone somebody typed their PIN."""
    by = author_words(how.by, names)
    return SignatureText.PHONE_OF(who=by) if by else SignatureText.NOBODYS_PHONE()


def signature_sentence(
    signature: SealedSignature, called: str, names: Mapping[int, str], moment: str
) -> Message:
    """Say by what a player who is *called* so signed, and at which *moment*, in words.

    >>> signature = SealedSignature(1, Means.PIN, at="2026-11-28T21:14:00+00:00", by="member 1")
    >>> said = signature_sentence(signature, Name("Ben"), {1: Name("Ada")}, "today")
    >>> without_isolates(said)
    'Ben signed with the PIN, on Ada’s phone, today.'
    """
    how = HowSigned(signature.means, signature.by)
    who = called if isinstance(called, Name) else NamePhrase(called)
    return SignatureText.SENTENCE(who=who, what=how_words(how, names), moment=moment)
