"""What `finding` says without its proof is what `check` finds."""

import pytest

from scorer.rules.checker import check
from scorer.rules.checker.verdicts import finding
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND


@pytest.mark.parametrize("said", ["E point 5; Y good", "E point 8; Y good; E quatorze of aces; Y good"])
def test_a_finding_is_what_the_check_with_its_proof_finds(said: str) -> None:
    deal = fold(PORTLAND, parse_log(f"E exchange 5; Y exchange 3; {said}", PORTLAND)).require()
    assert finding(deal) is check(deal).finding
