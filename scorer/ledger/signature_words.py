"""The authors of entries, and by what players signed: on their own phone, with a PIN, or in ink.

Every page, print and text that shows a signature has its words from here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import assert_never

from ..rules.messages import Message, MessagePhrase, Text
from ..rules.names import Name, NamePhrase, Partners
from .entries import SealedSignature, with_names
from .signing import HowSigned, Means


class AuthorText(Text):
    """Who made an entry, and as what; no deal has an author, so no oracle asks it."""

    BY_LINK = "{who}, by a link of the keeper"
    DIRECTOR = "director {who}"
    SCORER = "scorer {who}"


_DIRECTOR = re.compile("director (.+)")
_SCORER = re.compile("scorer member ([1-9][0-9]{0,8})")
_BY_LINK = re.compile("(.+), by a link of the keeper")


def author_words(author: str, names: Mapping[int, str]) -> str:
    """Return the author of an entry for a page: a member, as `with_names`, or a director.

    >>> from scorer.rules.names import without_isolates
    >>> without_isolates(author_words("scorer member 3", {3: "Cat"}))
    'scorer Cat'
    """
    if by_link := _BY_LINK.fullmatch(author):
        return MessagePhrase(AuthorText.BY_LINK(who=Name(by_link[1])))
    if director := _DIRECTOR.fullmatch(author):
        return MessagePhrase(AuthorText.DIRECTOR(who=Name(director[1])))
    scorer = _SCORER.fullmatch(author)
    if scorer and int(scorer[1]) in names:
        return MessagePhrase(AuthorText.SCORER(who=Name(names[int(scorer[1])])))
    known = {str(name): name for name in names.values()}
    each = re.split(", | and ", author)  # those who agreed in a dispute are called by their names
    if known.keys() >= {*each}:
        agreed = [Name(known[one]) for one in each]
        return agreed[0] if len(agreed) == 1 else Partners(agreed)
    return NamePhrase(with_names(author, names))


def ended_by(author: str, names: Mapping[int, str]) -> str:
    """Return by whom a dispute ended. Those who agreed are in the book by their numbers, and act
    together: in every language they take a plural verb.

    >>> from scorer.rules.names import without_isolates
    >>> without_isolates(ended_by("member 3 and member 7", {3: "Cat", 7: "Dan"}))
    'Cat and Dan'
    """
    known = {f"member {number}": Name(name) for number, name in names.items()}
    each = author.split(" and ")
    if len(each) > 1 and known.keys() >= {*each}:
        return Partners([known[one] for one in each])
    return author_words(author, names)


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

    >>> from scorer.rules.names import without_isolates
    >>> signature = SealedSignature(1, Means.PIN, at="2026-11-28T21:14:00+00:00", by="member 1")
    >>> said = signature_sentence(signature, Name("Ben"), {1: Name("Ada")}, "today")
    >>> without_isolates(str(said))
    'Ben signed with the PIN, on Ada’s phone, today.'
    """
    how = HowSigned(signature.means, signature.by)
    who = called if isinstance(called, Name) else NamePhrase(called)
    return SignatureText.SENTENCE(who=who, what=how_words(how, names), moment=moment)
