"""By what a player signed, in words."""

import pytest

from scorer.ledger.chain import from_data, to_data
from scorer.ledger.entries import SealedSignature, SheetPosted
from scorer.ledger.signature_words import how_words, signature_sentence
from scorer.ledger.signing import HowSigned, Means
from scorer.rules.names import Name, without_isolates
from tests.ledger.builders import result

NAMES = {1: Name("Ada"), 2: Name("Ben")}

WORDS = {
    HowSigned(): "by means that were not recorded",
    HowSigned(Means.OWN_PHONE): "on their own phone",
    HowSigned(Means.PIN, "member 1"): "with the PIN, on Ada’s phone",
    HowSigned(Means.PIN, "director Ann"): "with the PIN, on director Ann’s phone",
    HowSigned(Means.PIN): "with the PIN, on a phone where nobody was signed in",
    HowSigned(Means.INK, "director Ann"): "in ink, on the paper sheet that director Ann entered",
    HowSigned(Means.INK): "in ink, on the paper sheet that a director entered",
    HowSigned(Means.DIRECTOR, "director Ann"): "nothing here: director Ann posted it for them",
    HowSigned(Means.DIRECTOR): "nothing here: a director posted it for them",
}


@pytest.mark.parametrize("how", WORDS, ids=str)
def test_a_means_has_its_words(how: HowSigned) -> None:
    assert without_isolates(str(how_words(how, NAMES))) == WORDS[how]


def test_every_means_has_words() -> None:
    assert {each.means for each in WORDS} == set(Means)


def test_a_signature_says_who_by_what_and_when() -> None:
    signature = SealedSignature(1, Means.PIN, at="2026-11-28T21:14:00+00:00", by="member 1")
    said = signature_sentence(signature, "Ben", NAMES, "28 November 2026, 21:14")
    assert (
        without_isolates(str(said))
        == "Ben signed with the PIN, on Ada’s phone, 28 November 2026, 21:14."
    )


def sealed(*signatures: SealedSignature) -> SheetPosted:
    how = result((120, 90), 130)
    return SheetPosted(1, (1, 2), "K7M2QX", "", how, signed=2, signatures=signatures)


def test_an_entry_without_sealed_signatures_has_the_text_of_before() -> None:
    assert "signatures" not in to_data(sealed())


def test_a_sealed_signature_is_read_as_it_was_written() -> None:
    body = sealed(SealedSignature(0, Means.INK, at="2026-11-28T21:14:00+00:00", by="director Ann"))
    assert from_data(SheetPosted, to_data(body)) == body
