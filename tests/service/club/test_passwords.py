"""Passwords and PINs that are refused because they are short or tried first."""

from __future__ import annotations

import pytest

from scorer.service.club.credentials import METHOD, check_password, check_pin, hash_of, is_right
from scorer.service.opening import NotAllowed
from tests.service import refusal


def test_a_password_is_hashed_with_scrypt_at_the_cost_that_owasp_asks_for() -> None:
    assert METHOD == "scrypt:32768:8:1"


def test_a_hash_is_salted_and_matches_only_its_secret() -> None:
    hashed = hash_of("correct horse battery")
    assert hashed != hash_of("correct horse battery")
    assert is_right(hashed, "correct horse battery")
    assert not is_right(hashed, "correct horse batterz")


def test_a_password_has_twelve_characters() -> None:
    for password in ("", "elevenchars", "🂡" * 11):
        with pytest.raises(NotAllowed, match=refusal("at least 12 characters")):
            check_password(password)


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("aaaaaaaaaaaa", id="one character"),
        pytest.param(" " * 12, id="spaces"),
        pytest.param("abababababab", id="two in turn"),
        pytest.param("hamlet hamlet", id="a word twice"),
        pytest.param("passwordpassword", id="password twice"),
        pytest.param("123456789012", id="digits in order"),
        pytest.param("987654321098", id="digits downwards"),
        pytest.param("abcdefghijklm", id="the alphabet"),
        pytest.param("qwertyuiop12", id="a row of keys"),
        pytest.param("1q2w3e4r5t6y", id="a walk over the keys"),
        pytest.param("password2026!", id="password and a year"),
        pytest.param("P@ssw0rd12345", id="password in other signs"),
        pytest.param("Portland 1887", id="the club"),
        pytest.param("Montgomery99!", id="the person"),
    ],
)
def test_a_password_that_is_easy_to_guess_is_refused(password: str) -> None:
    with pytest.raises(NotAllowed, match=refusal(r"easy to guess.*Choose four words")):
        check_password(password, "The Portland Club", "Montgomery")


def test_four_words_or_twelve_random_characters_are_a_password() -> None:
    for password in ("correct horse battery", "thirteen tricks", "kx9#mQ2$vL7p", "Ωρίων και Σείριος"):
        check_password(password, "The Portland Club", "Montgomery")


COMMON = ("0000", "1212", "1122", "1234", "4321", "7890", "12345678", "2580", "0852", "123123", "1987", "2026")


def test_a_pin_has_four_to_eight_digits_that_are_not_common() -> None:
    for pins, why in ((("", "123", "123456789", "12a4", "४७११"), "four to eight"), (COMMON, "first that people try")):
        for pin in pins:
            with pytest.raises(NotAllowed, match=refusal(why)):
                check_pin(pin)
    for pin in ("4711", "2718", "90210", "83920156"):
        check_pin(pin)
