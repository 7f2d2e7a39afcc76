"""The text form of a log: every claim and statement round-trips, input is forgiven, errors say exactly where."""

from collections.abc import Iterator

import pytest

from scorer.rules import statements as spoken
from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.grammar import all_claims, heads, lengths
from scorer.rules.notation import format_log, parse_log, read_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import NotationError
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from tests.published import published
from tests.rules.strategies import each_preset, with_suit

SUITS = (None, *Suit)
TEXTS = published("notation")


def every_claim(rules: Ruleset) -> Iterator[Claim]:
    """Every claim of the ruleset in every suit, and the two of nought."""
    yield from (PointClaim(0), SequenceClaim(0))
    for claim in all_claims(rules):
        for suit in SUITS[:1] if isinstance(claim, SetClaim) else SUITS:
            yield with_suit(claim, suit)


@each_preset
def test_every_claim_reads_back(preset: str) -> None:
    rules = PRESETS[preset]
    for claim in every_claim(rules):
        assert parse_log(f"E {claim.written}", rules) == (spoken.Called(Seat.ELDER, claim),)


@pytest.mark.parametrize("tens", [None, 1])
@pytest.mark.parametrize("runs", [(12,), (5, 5, 2), (1, 1, 1), (99, 1), (100,), (250, 3)])
def test_runs_of_tricks_read_back(runs: tuple[int, ...], tens: int | None) -> None:
    log = tuple(spoken.TrickTaken(Seat(turn % 2), tens) for turn, length in enumerate(runs) for _ in range(length))
    assert parse_log(format_log(log), PORTLAND) == log


def test_tricks_are_gathered_only_where_they_follow_each_other() -> None:
    text = "tricks E5:1 E1 Y2\nE reckons nothing\ntricks E1"
    assert format_log(parse_log(text, PORTLAND)) == text


def test_an_empty_log_and_remarks_say_nothing() -> None:
    assert parse_log("", PORTLAND) == parse_log(" ;; \n\t\n# E point 5\n;", PORTLAND) == ()
    assert format_log(()) == ""


def test_forgiven_spellings_have_one_canonical_form() -> None:
    forgiven = TEXTS["forgiven"]
    assert {text: format_log(parse_log(text, PORTLAND)) for text in forgiven} == forgiven
    assert {text: format_log(parse_log(text, PORTLAND)) for text in forgiven.values()} == {
        text: text for text in forgiven.values()
    }


@each_preset
def test_a_major_run_goes_to_the_ace_and_a_minor_one_begins_with_the_lowest_card(preset: str) -> None:
    rules = PRESETS[preset]
    for length in lengths(rules):
        name = SequenceClaim(length).written
        major, minor = parse_log(f"E {name} major; E {name} minor", rules)
        assert major == spoken.Called(Seat.ELDER, SequenceClaim(length, Rank.ACE))
        assert minor == spoken.Called(Seat.ELDER, SequenceClaim(length, Rank(rules.lowest + length - 1)))
        assert heads(rules, length)[0] == rules.lowest + length - 1


def test_a_run_longer_than_the_suit_has_no_minor() -> None:
    with pytest.raises(NotationError) as caught:
        parse_log("E neuvième minor", PORTLAND)
    assert (caught.value.line, caught.value.column) == (1, 12)


@pytest.mark.parametrize(
    ("text", "where"), TEXTS["wrong"].items(), ids=[text.encode("unicode_escape").decode() for text in TEXTS["wrong"]]
)
def test_a_wrong_text_is_refused_at_its_word_and_says_why(text: str, where: tuple[int, int, str]) -> None:
    line, column, message = where
    with pytest.raises(NotationError) as caught:
        parse_log(text, PORTLAND)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)
    assert str(caught.value) == f"{line}:{column}: {caught.value.message}"


def test_strikes_within_strikes_end_somewhere() -> None:
    with pytest.raises(NotationError):
        parse_log("strike 1 for " * 5000, PORTLAND)


def test_positions_of_statements_in_a_log() -> None:
    text = "E point 5; Y good\n  # nothing\n  tricks E2 Y1\nstrike 1 for E point 6"
    said = read_log(text, PORTLAND)
    assert [(each.line, each.column) for each in said] == [(1, 1), (1, 12), (3, 10), (3, 10), (3, 13), (4, 1)]
    assert tuple(each.statement for each in said) == parse_log(text, PORTLAND)


def test_corrections_of_corrections_are_read_nine_deep() -> None:
    nested = "strike 1 for " * 9 + "E point 5"
    assert format_log(parse_log(nested, PORTLAND)) == nested
    with pytest.raises(NotationError, match=r"these corrections are nested too deeply$"):
        parse_log(f"strike 1 for {nested}", PORTLAND)
