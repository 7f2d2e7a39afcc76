"""The text form of a log: every claim reads back, input is forgiven,
errors say exactly where, in any text at all.
"""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.rules import grammar
from scorer.rules import statements as spoken
from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import PointClaim, SequenceClaim
from scorer.rules.errors import ContradictoryRules, NotationError
from scorer.rules.hands import parse_card, parse_hand
from scorer.rules.notation import format_log, parse_log, read_log
from scorer.rules.notation.document import format_partie, parse_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.seats import Seat
from scorer.rules.words import plain
from tests.published import published
from tests.rules.strategies import any_statements, each_preset, with_suit
from tests.thorough import examples

TEXTS = published("notation")


@each_preset
def test_every_claim_reads_back_in_every_suit(preset: str) -> None:
    rules = PRESETS[preset]
    bare = (*grammar.all_claims(rules), PointClaim(0), SequenceClaim(0))
    for claim in {with_suit(claim, suit) for claim in bare for suit in (None, *Suit)}:
        assert parse_log(f"E {claim.written}", rules) == (spoken.Called(Seat.ELDER, claim),)


@pytest.mark.parametrize("tens", [None, 1])
@pytest.mark.parametrize("runs", [(12,), (5, 5, 2), (1, 1, 1), (99, 1), (100,), (250, 3)])
def test_runs_of_tricks_read_back(runs: tuple[int, ...], tens: int | None) -> None:
    log = tuple(
        spoken.TrickTaken(Seat(turn % 2), tens)
        for turn, length in enumerate(runs)
        for _ in range(length)
    )
    assert parse_log(format_log(log), PORTLAND) == log


def test_forgiven_spellings_have_one_canonical_form() -> None:
    forgiven = TEXTS["forgiven"]
    canonical = dict.fromkeys(forgiven.values())
    assert {text: format_log(parse_log(text, PORTLAND)) for text in forgiven} == forgiven
    assert [format_log(parse_log(text, PORTLAND)) for text in canonical] == list(canonical)


@each_preset
def test_a_major_run_goes_to_the_ace_and_a_minor_one_begins_with_the_lowest_card(
    preset: str,
) -> None:
    rules = PRESETS[preset]
    for length in grammar.lengths(rules):
        name = SequenceClaim(length).written
        major, minor = parse_log(f"E {name} major; E {name} minor", rules)
        assert major == spoken.Called(Seat.ELDER, SequenceClaim(length, Rank.ACE))
        assert minor == spoken.Called(
            Seat.ELDER, SequenceClaim(length, Rank(rules.lowest + length - 1))
        )
        assert grammar.heads(rules, length)[0] == rules.lowest + length - 1


@pytest.mark.parametrize(
    ("text", "where"),
    TEXTS["wrong"].items(),
    ids=[text.encode("unicode_escape").decode() for text in TEXTS["wrong"]],
)
def test_a_wrong_text_is_refused_at_its_word_and_says_why(
    text: str, where: list[int | str]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_log(text, PORTLAND)
    line, column, message = where
    assert caught.value.line == line
    assert caught.value.column == column
    assert str(caught.value.message) == message
    assert str(caught.value) == "{}:{}: {}".format(*where)


def test_positions_of_statements_in_a_log() -> None:
    text = "E point 5; Y good\n  # nothing\n  tricks E2 Y1\nstrike 1 for E point 6"
    said = read_log(text, PORTLAND)
    assert [(each.line, each.column) for each in said] == [
        (1, 1),
        (1, 12),
        (3, 10),
        (3, 10),
        (3, 13),
        (4, 1),
    ]
    assert tuple(each.statement for each in said) == parse_log(text, PORTLAND)


# Whatever text is given, it is read or refused with a position inside it, and what was read
# survives writing

GRAMMAR = (
    "insert before tricks count strike last play first for carte blanche rouge good equal not "
    "how many high "
    "reckons nothing waives concedes exchange short no making makes to the withdraws false of in "
    "major minor "
    "run good: i have "
    "E5 Y5 E2:1 y0 9-6 9–6 49 # ; 0 9999"
)
KNOWN = (
    grammar.SEAT.known,
    grammar.RANKS,
    grammar.SUITS,
    grammar.SEQUENCES,
    grammar.SETS,
    grammar.CATEGORIES,
    grammar.COUNTS,
)
WORDS = ("\n", *GRAMMAR.split(), *(word for known in KNOWN for word in known))
ODD = (
    "\x00\x07\t\r\n\x0b\x1c\x85\u00a0\u0301\u0323\u2028\ufeff\ufb01\u0663①½№ßİſ😀\U0010ffff"
    "\"'\\#;[]{}=,.:-"
)
"""Characters that break readers: controls, other line ends, accents of their own,
ligatures, foreign digits.
"""

odd_text = st.text(st.sampled_from(ODD) | st.characters(exclude_categories=["Cs"]), max_size=30)
said = st.lists(st.sampled_from(WORDS) | odd_text, max_size=12).map(" ".join)
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
    """*error* names a line of *text* and a column in it,
    or the one directly behind it, and says why.
    """
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert error.message


@examples(500)
@given(st.text() | odd_text | said | mutated(good_logs))
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
    respaced = separator.join(text.split("\n"))
    found = read_log(respaced, PORTLAND)
    assert tuple(each.statement for each in found) == parse_log(text, PORTLAND)
    for each in found:
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
    """*text* is a partie that reads back as it is written, or contradicts itself,
    or is wrong at a place inside it.
    """
    try:
        record = parse_partie(text).record
    except NotationError as error:
        assert_inside(text, error)
    except ContradictoryRules:
        return
    else:
        again = parse_partie(format_partie(record)).record
        assert again.players == record.players
        assert again.deals == record.deals


@examples(300)
@given(st.text() | odd_text)
@example("\x00")
@example("[deal]")
@example("deal = 1\n" + "[[deal]]")
@example("[house]\norder = " + "[" * 200 + "]" * 200)
@example('[["deal"]]\nlog = "E"')
@example('[[deal]]\nlog = "E')
@example("\ufeffrules = 'portland'")
def test_any_text_is_a_partie_or_refused_where_it_is_wrong(text: str) -> None:
    assert_read_or_refused(text)


@examples(300)
@given(mutated(st.sampled_from((GOOD_FILE, GOOD_FILE.replace("\n", "\r\n")))))
def test_a_good_file_with_characters_changed_is_a_partie_or_refused(text: str) -> None:
    assert len(parse_partie(GOOD_FILE).record.deals) == 4
    assert_read_or_refused(text)
