"""A partie as a file: every form of TOML, errors at their place in the file, and the way back to the same record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.notation.document import MOST_POINTS, Location, format_partie, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import ContradictoryRules, NotationError
from scorer.rules.ruleset import RULE_FIELDS, Order, Ruleset
from scorer.rules.seats import LONGEST_NAME, Player
from tests.published import published
from tests.rows import each_row
from tests.rules.strategies import any_statements, house_changes
from tests.thorough import examples


def wrong(text: str) -> tuple[int, int, str]:
    """Line, column and message of the error that *text* is refused with."""
    with pytest.raises(NotationError) as caught:
        parse_partie(text)
    return caught.value.line, caught.value.column, caught.value.message


# Reading


@pytest.mark.parametrize("text", ["", " \n\t\n", "# a partie\n"])
def test_a_file_with_nothing_in_it_is_refused(text: str) -> None:
    assert wrong(text) == (1, 1, "this file is empty: a partie has rules, players and deals")


@pytest.mark.parametrize(("preset", "names"), [("portland", "AB"), ("normand", "ABC"), ("voleur", "ABCD")])
def test_a_partie_not_yet_begun_has_the_default_players_and_no_deal(preset: str, names: str) -> None:
    assert parse_partie(f'rules = "{preset}"').record == PartieRecord(PRESETS[preset], tuple(map(Player, names)))


def test_everything_a_file_can_say() -> None:
    record = parse_partie(
        """
        rules = "modern"
        players = ["Ada", "Bea"]
        [house]
        carte_rouge = 20
        pique_order = "category"
        [[deal]]
        log = "E point 5; Y good"
        [[deal]]
        scores = { Bea = 31, Ada = 15 }
        [[deal]]
        """
    ).record
    assert record.rules.id == "modern"
    assert (record.rules.carte_rouge, record.rules.pique_order) == (20, Order.CATEGORY)
    assert record.rules.sources["carte_rouge"] == "house rule"
    assert record.players == (Player("Ada"), Player("Bea"))
    assert record.deals == (
        DealRecord(log=parse_log("E point 5; Y good", PORTLAND)),
        DealRecord(scores=(15, 31)),
        DealRecord(),
    )


NO_DAYS = ("2026-09-01T20:00:00Z", '"1 September"', "1", "20:00:00")

LONGEST = "A" * LONGEST_NAME, "B" * LONGEST_NAME


@pytest.mark.parametrize(
    "names", [('"', "'"), ("\\", "\\n"), ("[[deal]]", "# remark"), ("é", "e\u0301"), LONGEST], ids=ascii
)
def test_a_name_is_anything_printable(names: tuple[str, str]) -> None:
    record = PartieRecord(PORTLAND, (Player(names[0]), Player(names[1])), (DealRecord(scores=(28, 23)),))
    assert parse_partie(format_partie(record)).record == record


def test_the_day_a_partie_was_played_is_read_and_written() -> None:
    written = format_partie(PartieRecord(PORTLAND, (Player("A"), Player("B"))), "2026-09-01")
    assert parse_partie(written).played == "2026-09-01"
    assert parse_partie('rules = "portland"').played == ""


# What is refused, and where

REFUSED = [
    *((f"played = {day}", 1, 1, "played is a day, written like this: played = 2026-09-01") for day in NO_DAYS),
    *((text, *where) for text, where in published("notation")["wrong_documents"].items()),
    (f"[[deal]]\nscores = {{ A = 5, B = {MOST_POINTS + 1} }}", 2, 1, "scores are whole numbers from 0 to 9999"),
    (f"[[deal]]\nscores = {{ A = 5, B = {10**400} }}", 2, 1, "scores are whole numbers from 0 to 9999"),
    ("x = " + "[" * 5000, 1, 1, "this is nested too deeply to be a partie"),
    ("x = " + "{ a = " * 5000, 1, 1, "this is nested too deeply to be a partie"),
    ("x = " + "1" * 5000, 1, 1, "a number in this file is too long"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED, ids=[ascii(each[0])[:60] for each in REFUSED])
def test_what_is_refused_and_where(text: str, line: int, column: int, message: str) -> None:
    """The error is at the key or the header of the table that is at fault, or where the text stops being TOML."""
    found = wrong(text)
    assert found == (line, column, message or found[2] or "words")


def test_house_rules_that_contradict_each_other_are_another_error() -> None:
    with pytest.raises(ContradictoryRules, match="two hands of 13"):
        parse_partie("[house]\nhand = 13\n")


def test_house_rules_that_only_together_hold() -> None:
    """A rule that alone would contradict the preset is judged with the others."""
    rules = parse_partie('[house]\npoint_compare = "pips"\npoint_pips = "always"\n').record.rules
    assert rules == house_rules(PORTLAND, {"point_compare": "pips", "point_pips": "always"})


# The place of an error in a log

LOGS = published("notation")["wrong_words"]
"""In each text the word that is wrong is written X!, and X stands where the error must point to."""


@pytest.mark.parametrize("text", LOGS.values(), ids=LOGS)
def test_an_error_in_a_log_has_the_position_of_its_word_in_the_file(text: str) -> None:
    lines = text.split("\n")
    expected = [(number, line.index("X!") + 1) for number, line in enumerate(lines, 1) if "X!" in line][-1]
    assert wrong(text)[:2] == expected


@each_row("text", "line", "column")
def test_a_missing_word_is_behind_the_last_and_an_inline_deal_at_its_key(text: str, line: int, column: int) -> None:
    assert wrong(text)[:2] == (line, column)


def test_each_deal_and_statement_is_located_in_its_file() -> None:
    document = parse_partie(
        "rules = 'portland'\n\n[[deal]]\nscores = {A = 1, B = 2}\n"
        "  [[deal]]\nlog = '''E good; tricks E1 Y1\nY good'''\n"
    )
    said = [document.locate(1, position) for position in range(5)]
    assert said == [Location(6, 10), Location(6, 25), Location(6, 28), Location(7, 1), Location(5, 3)]
    assert document.locate(None, None) == Location(1, 1)
    assert document.locate(0, None) == Location(3, 1)
    assert document.locate(0, 0) == Location(3, 1)


def test_positions_of_an_empty_last_deal_and_of_inline_deals() -> None:
    last = parse_partie("[[deal]]\nlog = 'E good'\n [[deal]]")
    inline = parse_partie("\ndeal = [{ log = 'E good; Y good' }, { scores = {A = 1, B = 2} }]")
    assert [last.locate(deal, None) for deal in (0, 1)] == [Location(1, 1), Location(3, 2)]
    assert {inline.locate(deal, at) for deal in (0, 1) for at in (None, 0, 1)} == {Location(2, 1)}


# Writing

names = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), min_size=1, max_size=LONGEST_NAME)
    .filter(str.isprintable)
    .filter(str.strip)
)


@st.composite
def records(draw: st.DrawFn) -> PartieRecord:
    """A partie under a preset with house rules, its deals by anything that can be said or by their totals."""
    base = draw(st.sampled_from(list(PRESETS.values())))
    changes = draw(house_changes(base))
    rules = house_rules(base, changes) if changes else base
    players = draw(st.lists(names, min_size=rules.players, max_size=rules.players, unique=True))
    points = st.integers(0, MOST_POINTS)
    by_log = st.builds(DealRecord, log=st.lists(any_statements(rules), max_size=8).map(tuple))
    by_totals = st.builds(DealRecord, scores=st.tuples(*[points] * rules.sides))
    deals = draw(st.lists(by_log | by_totals, max_size=6))
    return PartieRecord(rules, tuple(Player(name) for name in players), tuple(deals))


@examples(120)
@given(records())
def test_a_record_reads_back_as_it_was_written(record: PartieRecord) -> None:
    again = parse_partie(format_partie(record)).record
    assert (again.players, again.deals) == (record.players, record.deals)
    assert values(again.rules) == values(record.rules)


def values(rules: Ruleset) -> dict[str, object]:
    """Every rule with its value, the sources aside."""
    return {rule.name: getattr(rules, rule.name) for rule in RULE_FIELDS}


@each_row("house")
def test_house_rules_read_back_with_their_sources(house: str) -> None:
    record = parse_partie(f"[house]\n{house}\n").record
    assert parse_partie(format_partie(record)).record == record


@each_row("text")
def test_a_file_is_written_in_one_form(text: str) -> None:
    assert format_partie(parse_partie(text).record) == text
