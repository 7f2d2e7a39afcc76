"""The printed grammar is what is read: neither is wider than the other.

A reader of EBNF, which knows only the printed text, draws sentences that are all read, and
recognises every log that is read.
"""

import re
from collections.abc import Iterator
from string import ascii_lowercase

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scorer.rules.errors import NotationError
from scorer.rules.forms import Field, Form, OneStatement
from scorer.rules.notation import format_log, parse_log
from scorer.rules.notation.ebnf import grammar_text
from scorer.rules.presets import PRESETS
from scorer.rules.reading import Reader, clauses, is_slip
from scorer.rules.statements import SAID_BY_SEAT, TricksCounted, TrickTaken
from scorer.service.topics import topic_text
from tests.published import facts, published
from tests.rules.printed_grammar import Grammar
from tests.rules.strategies import any_statements, strikes
from tests.thorough import WHOLE, examples

VOLEUR = PRESETS["voleur"]
"""A ruleset with every seat."""

[PRINTED] = re.findall(r"^```ebnf\n(.*?)^```$", topic_text("notation"), re.M | re.S)
GRAMMAR = Grammar(PRINTED)


def said(text: str) -> list[str]:
    """The words of a log, with a semicolon between statements."""
    words: list[str] = []
    for number, clause in enumerate(clauses(text)):
        words += [";"] if number else []
        words += [word.text for word in clause]
    return words


def why_not_read(text: str) -> NotationError | None:
    try:
        parse_log(text, VOLEUR)
    except NotationError as error:
        return error
    return None


def test_the_help_prints_the_grammar_of_the_classes() -> None:
    assert grammar_text() + "\n" == PRINTED
    for kind in (*SAID_BY_SEAT, TrickTaken, TricksCounted):
        words = re.sub("(?<!^)(?=[A-Z])", " ", kind.__name__).lower()
        assert words in GRAMMAR.rules
    assert all(len(line) <= 80 for line in PRINTED.splitlines())


def test_every_rule_of_the_grammar_is_used() -> None:
    assert GRAMMAR.unused() == set()


@examples(2000)
@given(GRAMMAR.sentences())
@example(["e", "trio", ";", "t", "equal", ";", "e", "of", "kings"])
@example(["insert", "y", "making", "before", "1"])
def test_every_sentence_of_the_grammar_is_read_and_written_in_one_form(words: list[str]) -> None:
    text = " ".join(words)
    error = why_not_read(text)
    if (
        error is not None
    ):  # of what the grammar has, the pack lacks nine in a row, and no nest is deep
        assert "no run of nine" in str(error) or "nested too deeply" in str(error)
        return
    log = parse_log(text, VOLEUR)
    written = format_log(log)
    assert parse_log(written, VOLEUR) == log
    assert format_log(parse_log(written, VOLEUR)) == written
    assert GRAMMAR.accepts(said(written))


def test_each_rule_of_the_grammar_is_recognised_where_it_is_read() -> None:
    forgiven = published("notation")["forgiven"]
    for text, canonical in forgiven.items():
        assert GRAMMAR.accepts(said(text)), text
        assert GRAMMAR.accepts(said(canonical)), canonical
    for text in published("notation")["wrong"]:
        try:
            words = said(text)
        except NotationError:
            continue  # digits of other scripts are no words
        if "neuvième" not in text and text.count("strike") < 10:
            assert not GRAMMAR.accepts(words), text


def published_logs() -> Iterator[str]:
    for name in ("games", "laws", "peers", "variants"):
        for fact in facts(name):
            yield from (deal for deal in fact.said.split(" | ") if re.match("[EYTFtcsi]", deal))
    for deal in published("deals")["deal"]:
        yield deal["log"]
        yield f"tricks {deal['won']}"


def test_every_published_statement_is_of_the_grammar() -> None:
    statements = {each for log in published_logs() for each in re.split("[;\n]", log)}
    read = [each for each in statements if why_not_read(each) is None]
    assert len(read) > 400
    assert [each for each in read if not GRAMMAR.accepts(said(each))] == []


@examples(200)
@given(st.lists(any_statements(VOLEUR) | strikes(VOLEUR, 9), max_size=6))
def test_whatever_is_written_is_of_the_grammar(log: list[object]) -> None:
    written = format_log(tuple(log))  # type: ignore[arg-type]
    if why_not_read(written) is None:
        assert GRAMMAR.accepts(said(written))


WORDS = sorted(
    GRAMMAR.words() | {"e5", "y5", "e2:1", "y0", "9-6", "9", "49", "0", "e12", "4-6", "10", "7"}
)


SAID = GRAMMAR.sentences("said")


@st.composite
def changed(draw: st.DrawFn) -> list[str]:
    """A sentence of the grammar in which a word is left out, doubled or another."""
    words = draw(SAID)
    for _ in range(draw(st.integers(1, 2))):
        start = draw(st.integers(0, len(words)))
        end = min(len(words), start + draw(st.integers(0, 1)))
        piece = draw(st.just(words[start:end] * 2) | st.lists(st.sampled_from(WORDS), max_size=2))
        words = [*words[:start], *piece, *words[end:]]
    return words


@examples(2000)
@given(changed())
@example(["e", "trio", ";", ";", "y", "equal", ";", "e", "9"])
def test_what_is_read_is_just_what_the_grammar_has(words: list[str]) -> None:
    error = why_not_read(" ".join(words))
    if error is not None:
        assume("no run of nine" not in str(error))
        assume("nested too deeply" not in str(error))
    assert GRAMMAR.accepts(words) == (error is None)


@pytest.mark.parametrize(("text", "fits"), [("y good", True), ("before 3", False)])
def test_a_correction_names_whatever_comes_before_its_end(text: str, *, fits: bool) -> None:
    reader = Reader(next(clauses(text)), VOLEUR, lambda reader: reader.words)
    form = Form(Field("statement", OneStatement()))
    assert form.starts is None
    assert form.fits(reader) is fits


# Spelling

SPELT = sorted(word for word in GRAMMAR.words() if len(word) > 1 and word.isascii())


def slips(word: str) -> set[str]:
    """Every spelling of *word* with one wrong letter."""
    found = set()
    letters = ascii_lowercase if WHOLE else "esx"
    for at in range(len(word)):
        found.add(word[:at] + word[at + 1 :])
        found.add(word[:at] + word[at : at + 2][::-1] + word[at + 2 :])
        found |= {word[:at] + letter + word[at + 1 :] for letter in letters}
    for at in range(len(word) + 1):
        found |= {word[:at] + letter + word[at:] for letter in letters}
    return found - {word}


def unexplained(word: str) -> list[str]:
    """The wrong spellings of *word* that are refused without a word that was meant; another word
    that may stand there is no wrong spelling.
    """
    sentence = GRAMMAR.sentence_with(word)
    assert why_not_read(" ".join(sentence)) is None
    at = sentence.index(word)
    found = []
    for typed in sorted(slips(word) - GRAMMAR.words()):
        error = why_not_read(" ".join([*sentence[:at], typed, *sentence[at + 1 :]]))
        if error is not None:
            hint = re.fullmatch(f"'{typed}': did you mean '(.+)'[?]", str(error.message))
            if hint is None or not is_slip(typed, hint[1]):
                found.append(f"{typed}: {error}")
    return found


def test_one_wrong_letter_is_refused_with_the_word_that_was_meant() -> None:
    assert len(SPELT) > 100
    assert {word: unexplained(word) for word in SPELT if unexplained(word)} == {}
