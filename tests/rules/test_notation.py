"""The text form of a log: every claim and statement round-trips, input is forgiven, errors say exactly where."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.errors import NotationError
from scorer.rules.notation import format_claim, format_log, format_statement, parse_log, read_log
from scorer.rules.possible_claims import all_claims, heads, lengths
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import TWO, Seat
from scorer.rules.statements import (
    Answer,
    Answered,
    Asked,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Conceded,
    Declined,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Inserted,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    Waived,
    Withdrawn,
)
from tests.rules.strategies import each_preset, with_suit
from tests.thorough import mostly_slow

SUITS = (None, *Suit)


def every_claim(rules: Ruleset) -> Iterator[Claim]:
    """Every claim of the ruleset in every suit, and the two of nought."""
    yield from (PointClaim(0), SequenceClaim(0))
    for claim in all_claims(rules):
        for suit in SUITS[:1] if isinstance(claim, SetClaim) else SUITS:
            yield with_suit(claim, suit)


def every_statement(rules: Ruleset) -> Iterator[Statement]:
    """Every statement that is not a strike, each number through its range."""
    for seat in TWO:
        yield from (CarteBlancheShown(seat), CarteRougeShown(seat), Conceded(seat))
        yield from (ReckonedNothing(seat), Waived(seat))
        for number in range(21):
            yield from (Exchanged(seat, number), PlayedShort(seat, number))
        yield from (Declined(seat, category) for category in CALLED)
        yield from (Asked(seat, category) for category in (Category.POINT, Category.SEQUENCE))
        yield from (Answered(seat, answer) for answer in Answer)
        yield from (TrickTaken(seat, tens) for tens in (None, 0, 1, 2))
        for suit in SUITS:
            yield from (PipsSaid(seat, pips, suit) for pips in range(101))
            yield from (HeadSaid(seat, top, suit) for top in rules.ranks)
        for claim in every_claim(rules):
            yield from (Called(seat, claim), Withdrawn(seat, claim), Proved(seat, claim), FoundFalse(seat, claim))


@each_preset
def test_every_claim_reads_back(preset: str) -> None:
    rules = PRESETS[preset]
    for claim in every_claim(rules):
        assert parse_log(f"E {format_claim(claim)}", rules) == (Called(Seat.ELDER, claim),)


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", mostly_slow(PRESETS, ["portland", "auction"]))
def test_every_statement_reads_back(preset: str) -> None:
    """What a statement is written as is read as that statement: alone, put right in a strike, and inserted."""
    rules = PRESETS[preset]
    for statement in every_statement(rules):
        assert parse_log(format_statement(statement), rules) == (statement,)
        for correction in (Struck(7, statement), Inserted(7, statement)):
            assert parse_log(format_statement(correction), rules) == (correction,)


def test_every_count_of_the_play_reads_back() -> None:
    """Elder's tricks, the last, the points of one or both and elder's first run, in every combination."""
    counts = (
        TricksCounted(elder, last, play, first, younger)
        for elder in range(13)
        for last in TWO
        for play in range(0, 26, 5)
        for first in (None, 0, 7, 12)
        for younger in (None, 0, 13, 100)
    )
    for count in counts:
        assert parse_log(format_statement(count), PORTLAND) == (count,)


def test_every_correction_reads_back() -> None:
    inserted = Inserted(0, Waived(Seat.ELDER)), Inserted(998, TrickTaken(Seat.YOUNGER)), Inserted(4, Struck(2))
    struck = Struck(-1), Struck(0), Struck(998), Struck(4, Struck(2)), Struck(4, Struck(2, Waived(Seat.ELDER)))
    for correction in (*inserted, *struck):
        assert parse_log(format_statement(correction), PORTLAND) == (correction,)


def test_no_two_statements_are_written_alike() -> None:
    statements = set(every_statement(PRESETS["cent-36"]))

    assert len({format_statement(each) for each in statements}) == len(statements)


@pytest.mark.parametrize("tens", [None, 1])
@pytest.mark.parametrize("runs", [(12,), (5, 5, 2), (1, 1, 1), (99, 1), (100,), (250, 3)])
def test_runs_of_tricks_read_back(runs: tuple[int, ...], tens: int | None) -> None:
    log = tuple(TrickTaken(Seat(turn % 2), tens) for turn, length in enumerate(runs) for _ in range(length))

    assert parse_log(format_log(log), PORTLAND) == log


def test_tricks_are_gathered_only_where_they_follow_each_other() -> None:
    text = "tricks E5:1 E1 Y2\nE reckons nothing\ntricks E1"

    assert format_log(parse_log(text, PORTLAND)) == text


def test_an_empty_log_and_remarks_say_nothing() -> None:
    assert parse_log("", PORTLAND) == parse_log(" ;; \n\t\n# E point 5\n;", PORTLAND) == ()
    assert format_log(()) == ""


FORGIVEN = [
    ("elder POINT 5", "E point 5"),
    ("e Point of five!", "E point 5"),
    ("E point five making 49, in hearts.", "E point 5 making 49 in hearts"),
    ("E point 5 makes 49 in ♥", "E point 5 making 49 in hearts"),
    ("E point 5 in h", "E point 5 in hearts"),
    ("E point 5 in spade", "E point 5 in spades"),
    ("E point nought", "E point of nought"),
    ("E point of 0", "E point of nought"),
    ("E sequence of nought", "E sequence of nought"),
    ("E sixième", "E sixieme"),
    ("E SIXIÈME to the king", "E sixieme to king"),
    ("E sixie\u0300me", "E sixieme"),
    ("E huitième major", "E huitieme major"),
    ("E tierce to A", "E tierce major"),
    ("E tierce minor", "E tierce to nine"),
    ("E quint minor in clubs", "E quint to knave in clubs"),
    ("E tierce to the jack", "E tierce to knave"),
    ("E tierce to the 10", "E tierce to ten"),
    ("E tierce to t", "E tierce to ten"),
    ("E trio of jacks", "E trio of knaves"),
    ("E three kings", "E trio of kings"),
    ("E four tens", "E quatorze of tens"),
    ("E trio king", "E trio of kings"),
    ("E quatorze of q", "E quatorze of queens"),
    ("E trio of 10", "E trio of tens"),
    ("E exchange five", "E exchange 5"),
    ("E exchanges nineteen", "E exchange 19"),
    ("Y how many?", "Y how many"),
    ("Y making?", "Y how many"),
    ("Younger makes?", "Y how many"),
    ("E 57", "E making 57"),
    ("E 49 in hearts", "E making 49 in hearts"),
    ("E queen", "E to queen"),
    ("E the queen", "E to queen"),
    ("E ten", "E to ten"),
    ("E run of three", "E tierce"),
    ("E sequence of four to the queen in hearts", "E quart to queen in hearts"),
    ("E run of 5 major", "E quint major"),
    ("E run of nought", "E sequence of nought"),
    ("Y no runs", "Y no sequence"),
    ("E septime", "E septieme"),
    ("E huitime to the ace", "E huitieme major"),
    ("E brelan of kings", "E trio of kings"),
    ("E trio; Y equal; E kings; Y not good", "E trio of kings\nY not good"),
    ("E brelan\nY equal?\nE of tens", "E trio of tens"),
    ("Y not good: 39", "Y not good"),
    ("Y not good, 39", "Y not good"),
    ("Y not good, making 39", "Y not good"),
    ("Y not good, I have 39; Y point of four", "Y not good\nY point 4 making 39"),
    ("Y not good: 39; Y point 4 making 39 in clubs", "Y not good\nY point 4 making 39 in clubs"),
    ("Y not good: 39; Y point of nought; Y quart", "Y not good\nY point of nought\nY quart"),
    ("Younger how high?", "Y how high"),
    ("E makes 49", "E making 49"),
    ("E to the queen in hearts", "E to queen in hearts"),
    ("Y NOT GOOD.", "Y not good"),
    ("E no sequences", "E no sequence"),
    ("Y no sets", "Y no set"),
    ("E withdraws three kings", "E withdraws trio of kings"),
    ("E false point of six", "E false point 6"),
    ("E short one", "E short 1"),
    ("TRICKS e5, y5, e2", "tricks E5 Y5 E2"),
    ("tricks E Y E2", "tricks E1 Y1 E2"),
    ("tricks E05", "tricks E5"),
    ("tricks E3 E2", "tricks E5"),
    ("count e7, last elder, play 9, first three", "count E7 last E play 9 first 3"),
    ("count E7 last Y play 12–8", "count E7 last Y play 12-8"),
    ("strike four", "strike 4"),
    ("insert e good! before four", "insert E good before 4"),
    ("strike 4 for e trio of jacks", "strike 4 for E trio of knaves"),
    ("E good; Y good", "E good\nY good"),
    ("E good # said too soon; Y good", "E good"),
    ("E good#\r\nY good\r\n", "E good\nY good"),
    ("E\u00a0point\u20035", "E point 5"),
]


@pytest.mark.parametrize(("text", "canonical"), FORGIVEN, ids=[text for text, _ in FORGIVEN])
def test_forgiven_spellings_have_one_canonical_form(text: str, canonical: str) -> None:
    assert format_log(parse_log(text, PORTLAND)) == canonical
    assert format_log(parse_log(canonical, PORTLAND)) == canonical


@each_preset
def test_major_and_minor(preset: str) -> None:
    """*Major* is to the ace; *minor* begins with the lowest card of the pack."""
    rules = PRESETS[preset]
    for length in lengths(rules):
        name = format_claim(SequenceClaim(length))
        major, minor = parse_log(f"E {name} major; E {name} minor", rules)

        assert major == Called(Seat.ELDER, SequenceClaim(length, Rank.ACE))
        assert minor == Called(Seat.ELDER, SequenceClaim(length, Rank(rules.lowest + length - 1)))
        assert heads(rules, length)[0] == rules.lowest + length - 1


def test_a_run_longer_than_the_suit_has_no_minor() -> None:
    """Nine cards in a row are not in a pack of thirty-two, so their lowest is nothing that can be read."""
    with pytest.raises(NotationError) as caught:
        parse_log("E neuvième minor", PORTLAND)
    assert (caught.value.line, caught.value.column) == (1, 12)


WRONG = [
    ("point 5", 1, 1, "begins with E or Y"),
    ("E", 1, 2, "no statement begins like this"),
    ("E good; x", 1, 9, "begins with E or Y"),
    ("E good\n\n  Y  goood", 3, 6, "no statement begins like this"),
    ("E point", 1, 8, "a number was expected"),
    ("E point of", 1, 11, "a number was expected"),
    ("E point 5 making", 1, 17, "a number was expected"),
    ("E point 5 making hearts", 1, 18, "a number was expected"),
    ("E point 12345", 1, 9, "a number was expected"),
    ("E point -5", 1, 9, "a number was expected"),
    ("E point 5.5", 1, 11, "nothing more was expected"),
    ("E point 5 in", 1, 13, "a suit was expected"),
    ("E point 5 in love", 1, 14, "a suit was expected"),
    ("E point 5 hearts", 1, 11, "nothing more was expected"),
    ("E exchange", 1, 11, "a number was expected"),
    ("E exchange twenty", 1, 12, "a number was expected"),
    ("E short", 1, 8, "a number was expected"),
    ("E making", 1, 9, "a number was expected"),
    ("E to", 1, 5, "a rank was expected"),
    ("E to the", 1, 9, "a rank was expected"),
    ("E to joker", 1, 6, "a rank was expected"),
    ("E tierce to five", 1, 13, "a rank was expected"),
    ("E trio of hearts", 1, 11, "a rank was expected"),
    ("E trio", 1, 7, "a rank was expected"),
    ("E no luck", 1, 6, "point, sequence or set"),
    ("E no", 1, 5, "point, sequence or set"),
    ("E withdraws", 1, 12, "no statement begins like this"),
    ("E false good", 1, 9, "no statement begins like this"),
    ("E sequence of two", 1, 15, "a run has 3 to 9 cards, or is of nought"),
    ("E run", 1, 6, "'of' was expected"),
    ("Y not good:", 1, 12, "a number was expected"),
    ("Y not good: 39; E quart; Y point 4 making 40", 1, 26, "younger's point made 39 in the answer to elder's"),
    ("E trio; Y good; E kings", 1, 7, "a rank was expected"),
    ("E trio; Y equal; Y kings", 1, 18, "the other seat asks for the rank"),
    ("E trio; E equal; E kings", 1, 9, "the other seat asks for the rank"),
    ("E trio; Y equal; E kings good", 1, 26, "nothing more was expected"),
    ("E sequence of nought in hearts", 1, 22, "nothing more was expected"),
    ("Y not", 1, 3, "no statement begins like this"),
    ("Y how", 1, 3, "no statement begins like this"),
    ("Y good good", 1, 8, "nothing more was expected"),
    ("E carte verte", 1, 3, "no statement begins like this"),
    ("tricks", 1, 7, "runs of winners"),
    ("tricks 5", 1, 8, "runs of winners"),
    ("tricks E5 Z5", 1, 11, "runs of winners"),
    ("tricks E0", 1, 8, "at least one trick"),
    ("tricks E5 Y0", 1, 11, "at least one trick"),
    ("tricks E100", 1, 8, "runs of winners"),
    ("tricks E5:3", 1, 8, "runs of winners"),
    ("count", 1, 6, "begins with elder's tricks"),
    ("count Y7", 1, 7, "begins with elder's tricks"),
    ("count E7", 1, 9, "'last' was expected"),
    ("count E7 first E", 1, 10, "'last' was expected"),
    ("count E7 last", 1, 14, "begins with E or Y"),
    ("count E7 last Z", 1, 15, "begins with E or Y"),
    ("count E7 last E", 1, 16, "'play' was expected"),
    ("count E7 last E play", 1, 21, "points in play"),
    ("count E7 last E play nine", 1, 22, "points in play"),
    ("count E7 last E play 9-", 1, 22, "points in play"),
    ("count E7 last E play 9 first", 1, 29, "a number was expected"),
    ("count E7 last E play 9 second", 1, 24, "nothing more was expected"),
    ("strike", 1, 7, "a number was expected"),
    ("strike out", 1, 8, "a number was expected"),
    ("strike 4 for", 1, 13, "one statement was expected"),
    ("strike 4 for x", 1, 14, "begins with E or Y"),
    ("strike 4 for tricks E2", 1, 23, "one statement was expected"),
    ("insert", 1, 7, "one statement was expected"),
    ("insert E good", 1, 14, "'before' was expected"),
    ("insert E good before", 1, 21, "a number was expected"),
    ("insert tricks E2 before 3", 1, 18, "one statement was expected"),
    ("strike 4 with", 1, 10, "nothing more was expected"),
    ("E good; strike 1\nY point 5 making 49 in in", 2, 24, "a suit was expected"),
    ("E \u0301", 1, 3, "no statement begins like this"),
    ("E point \u00b2", 1, 9, "'\u00b2': numbers are written with the digits 0 to 9"),
    ("E point \uff15", 1, 9, "'\uff15': numbers are written with the digits 0 to 9"),
    ("E good\n exchange \u0665", 2, 11, "the digits 0 to 9"),
    ("tricks E\u0663", 1, 8, "the digits 0 to 9"),
    ("tricks E3:\uff11", 1, 8, "the digits 0 to 9"),
    ("count E\u0661\u0662 last E", 1, 7, "the digits 0 to 9"),
    ("count E7 last E play 9-\u2463", 1, 22, "the digits 0 to 9"),
    ("E trio of \uff11\uff10", 1, 11, "the digits 0 to 9"),
    ("strike \u0967", 1, 8, "the digits 0 to 9"),
    ("E point \u00bd", 1, 9, "the digits 0 to 9"),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"), WRONG, ids=[text.encode("unicode_escape").decode() for text, *_ in WRONG]
)
def test_a_wrong_text_is_refused_at_its_word_and_says_why(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_log(text, PORTLAND)

    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message
    assert str(caught.value) == f"{line}:{column}: {caught.value.message}"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("count E7 last E play 9 \ufb01rst", 28),
        ("count E7 la\ufb06", 13),
        ("E exchange\u0301", 12),
        ("E point 5 makes\u0323", 17),
    ],
    ids=["a ligature of two", "a ligature at the end", "an accent of its own", "a dot below"],
)
def test_behind_a_word_is_behind_it_as_it_was_typed(text: str, column: int) -> None:
    """A word that is read in fewer or more letters than it was typed in does not shift the column."""
    assert column == len(text) + 1
    with pytest.raises(NotationError) as caught:
        parse_log(text, PORTLAND)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_strikes_within_strikes_end_somewhere() -> None:
    """However deep strikes are put right as strikes, the text is read or refused as notation."""
    with pytest.raises(NotationError):
        parse_log("strike 1 for " * 5000, PORTLAND)


def test_positions_of_statements_in_a_log() -> None:
    text = "E point 5; Y good\n  # nothing\n  tricks E2 Y1\nstrike 1 for E point 6"
    said = read_log(text, PORTLAND)

    assert [(each.line, each.column) for each in said] == [(1, 1), (1, 12), (3, 10), (3, 10), (3, 13), (4, 1)]
    assert tuple(each.statement for each in said) == parse_log(text, PORTLAND)
