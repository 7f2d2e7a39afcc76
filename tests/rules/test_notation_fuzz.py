"""
Whatever text is given, it is read or refused with a place inside it, and what was read survives writing.

Texts are anything at all, words of the game in any order, and good logs and
good files with some characters changed.
"""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.rules.cards import parse_card, parse_hand
from scorer.rules.grammar import CATEGORIES, COUNTS, RANKS, SEATS, SEQUENCES, SETS, SUITS
from scorer.rules.notation import format_log, parse_log, read_log
from scorer.rules.notation.document import format_partie, parse_partie
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import ContradictoryRules, NotationError
from scorer.rules.words import plain
from tests.rules.strategies import any_statements
from tests.thorough import examples

GRAMMAR = (
    "insert before tricks count strike last play first for carte blanche rouge good equal not how many high "
    "reckons nothing waives concedes exchange short no making makes to the withdraws false of in major minor "
    "run good: i have "
    "E5 Y5 E2:1 y0 9-6 9–6 49 # ; 0 9999"
)
WORDS = ("\n", *GRAMMAR.split(), *(SEATS | RANKS | SUITS | SEQUENCES | SETS | CATEGORIES | COUNTS))
ODD = "\x00\x07\t\r\n\x0b\x1c\x85\u00a0\u0301\u0323\u2028\ufeff\ufb01\u0663①½№ßİſ😀\U0010ffff\"'\\#;[]{}=,.:-"
"""Characters that break readers: controls, other line ends, accents of their own, ligatures, foreign digits."""

odd_text = st.text(st.sampled_from(ODD) | st.characters(exclude_categories=["Cs"]), max_size=30)
spoken = st.lists(st.sampled_from(WORDS) | odd_text, max_size=12).map(" ".join)
good_logs = st.lists(any_statements(PORTLAND), max_size=8).map(lambda log: format_log(tuple(log)))

GOOD_FILE = Path(__file__).with_suffix(".piquet").read_text("utf-8")


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """One of *texts* with a few pieces cut out, doubled, or replaced by odd ones."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        piece = draw(st.sampled_from(("", text[start:end] * 2)) | odd_text | st.sampled_from(WORDS))
        text = text[:start] + piece + text[end:]
    return text


def assert_inside(text: str, error: NotationError) -> None:
    """*error* names a line of *text* and a column in it, or the one directly behind it, and says why."""
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert error.message


@examples(500)
@given(st.text() | odd_text | spoken | mutated(good_logs))
@example("E point 0 making 5")
@example("E point of nought in hearts")
@example("count E7 last E play 9 \ufb01rst")
@example("tricks E\u0663")
@example("tricks E5 \u0301 Y7")
def test_any_text_is_a_log_or_refused_where_it_is_wrong(text: str) -> None:
    try:
        log = parse_log(text, PORTLAND)
    except NotationError as error:
        assert_inside(text, error)
    else:
        assert parse_log(format_log(log), PORTLAND) == log


@examples(100)
@given(good_logs, st.sampled_from(("\n", " ; ", ";\r\n", " # remark\n", "\n\n\t")))
def test_separators_do_not_matter(text: str, separator: str) -> None:
    lines = text.split("\n")
    respaced = separator.join(lines)
    said = read_log(respaced, PORTLAND)
    assert tuple(each.statement for each in said) == parse_log(text, PORTLAND)
    for each in said:
        word = respaced.split("\n")[each.line - 1][each.column - 1 :].split()[0]
        assert plain(word)[0] in "eytcs"


@examples(300)
@given(odd_text | st.text(st.sampled_from("AKQJT1098761SHDC♠♥ ,\n")))
def test_any_text_is_cards_or_refused_at_the_word_that_is_none(text: str) -> None:
    try:
        cards = parse_hand(text)
    except NotationError as error:
        assert_inside(text, error)
        word = text.split("\n")[error.line - 1][error.column - 1 :].replace(",", " ").split()[0]
        with pytest.raises(NotationError):
            parse_card(word)
    else:
        assert parse_hand(" ".join(map(str, cards))) == cards


def assert_read_or_refused(text: str) -> None:
    """*text* is a partie that reads back as it is written, or contradicts itself, or is wrong at a place inside it."""
    try:
        record = parse_partie(text).record
    except NotationError as error:
        assert_inside(text, error)
    except ContradictoryRules:
        return
    else:
        again = parse_partie(format_partie(record)).record
        assert (again.players, again.deals) == (record.players, record.deals)


@examples(300)
@given(st.text() | odd_text)
@example("\x00")
@example("[deal]")
@example("deal = 1\n" + "[[deal]]")
@example("rules = " + "9" * 5000)
@example("x = " + "[" * 5000)
@example("x = " + "{a = " * 5000)
@example("[house]\norder = " + "[" * 200 + "]" * 200)
@example(f"[[deal]]\nscores = {{ A = {10**300}, B = 0 }}")
@example('[["deal"]]\nlog = "E"')
@example('[[deal]]\nlog = "E')
@example("\ufeffrules = 'portland'")
def test_any_text_is_a_partie_or_refused_where_it_is_wrong(text: str) -> None:
    assert_read_or_refused(text)


@examples(300)
@given(mutated(st.sampled_from((GOOD_FILE, GOOD_FILE.replace("\n", "\r\n")))))
def test_a_good_file_with_characters_changed_is_a_partie_or_refused(text: str) -> None:
    assert_read_or_refused(text)


def test_the_good_file_is_good() -> None:
    assert len(parse_partie(GOOD_FILE).record.deals) == 4
