"""Passwords and PINs: how they are stored, and which are refused."""

import pytest

from scorer.service.club.credentials import METHOD, check_password, check_pin, hash_of, is_right
from tests.rows import beside
from tests.service import refused

EASY: dict[str, str] = beside(__file__)
"""Passwords of somebody called Montgomery in The Portland Club, each with what is easy about it."""


def test_a_password_is_hashed_with_scrypt_at_the_cost_that_owasp_asks_for() -> None:
    assert METHOD == "scrypt:32768:8:1"


def test_a_hash_is_salted_and_matches_only_its_secret() -> None:
    hashed = hash_of("correct horse battery")
    assert hashed != hash_of("correct horse battery")
    assert [is_right(hashed, f"correct horse batter{last}") for last in "yz"] == [True, False]


def test_a_password_has_twelve_characters() -> None:
    for password in ("", "elevenchars", "🂡" * 11):
        refused("at least 12 characters", check_password, password)


@pytest.mark.parametrize("password", EASY.values(), ids=EASY)
def test_a_password_that_is_easy_to_guess_is_refused(password: str) -> None:
    refused(
        r"easy to guess.*Choose four words",
        check_password,
        password,
        "The Portland Club",
        "Montgomery",
    )


def test_four_words_or_twelve_random_characters_are_a_password() -> None:
    for password in (
        "correct horse battery",
        "thirteen tricks",
        "kx9#mQ2$vL7p",
        "Ωρίων και Σείριος",
    ):
        check_password(password, "The Portland Club", "Montgomery")
    check_password("boalboxalbozal", "Al Bo")
    check_password("abcvabcwabcpabcmabck", "The Portland Club")


COMMON = (
    "0000",
    "1212",
    "1122",
    "1234",
    "4321",
    "7890",
    "12345678",
    "2580",
    "0852",
    "123123",
    "1987",
    "2026",
)


def test_a_pin_has_four_to_eight_digits_that_are_not_common() -> None:
    for pins, why in (
        (("", "123", "123456789", "12a4", "४७११"), "four to eight"),
        (COMMON, "first that people try"),
    ):
        for pin in pins:
            refused(why, check_pin, pin)
    for pin in ("4711", "2718", "90210", "83920156"):
        check_pin(pin)
