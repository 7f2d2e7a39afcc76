"""Parties and companies as files: what is read and written, where an error is,
and the way back to the same record.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import company as frames
from scorer.rules.errors import ContradictoryRules, NotationError
from scorer.rules.house_rules import house_rules, rules_named
from scorer.rules.names import LONGEST_NAME, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.notation.company_document import format_company, is_company, parse_company
from scorer.rules.notation.document import MOST_POINTS, LineColumn, format_partie, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Order, changes_from
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from tests.published import published
from tests.rows import beside, each_row
from tests.rules.strategies import any_statements, house_changes
from tests.thorough import examples


def wrong(text: str, read: Callable[[str], object] = parse_partie) -> tuple[int, int, str]:
    """Line, column and message of the error that *text* is refused with."""
    with pytest.raises(NotationError) as caught:
        read(text)
    return caught.value.line, caught.value.column, without_isolates(str(caught.value.message))


@pytest.mark.parametrize(
    ("preset", "names"), [("portland", "AB"), ("normand", "ABC"), ("voleur", "ABCD")]
)
def test_a_partie_not_yet_begun_has_the_default_players_and_no_deal(
    preset: str, names: str
) -> None:
    assert parse_partie(f'rules = "{preset}"').record == PartieRecord(
        PRESETS[preset], tuple(map(Player, names))
    )


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
    assert record.rules.carte_rouge == 20
    assert record.rules.pique_order == Order.CATEGORY
    assert record.rules.sources["carte_rouge"] == "house rule"
    assert record.players == (Player("Ada"), Player("Bea"))
    assert record.deals == (
        DealRecord(log=parse_log("E point 5; Y good", PORTLAND)),
        DealRecord(scores=(15, 31)),
        DealRecord(),
    )


LONGEST = "A" * LONGEST_NAME, "B" * LONGEST_NAME


@pytest.mark.parametrize(
    "names", [("\"'", "\\n"), ("[[deal]]", "# remark"), ("é", "e\u0301"), LONGEST], ids=ascii
)
def test_a_name_is_anything_printable(names: tuple[str, str]) -> None:
    record = PartieRecord(
        PORTLAND, (Player(names[0]), Player(names[1])), (DealRecord(scores=(28, 23)),)
    )
    assert parse_partie(format_partie(record)).record == record


def test_the_day_a_partie_was_played_is_read_and_written() -> None:
    written = format_partie(PartieRecord(PORTLAND, (Player("A"), Player("B"))), "2026-09-01")
    assert parse_partie(written).played == "2026-09-01"
    assert parse_partie('rules = "portland"').played == ""


def test_a_note_is_read_and_written() -> None:
    record = parse_partie('rules = "portland"').record
    note = 'Away, "by the fire" \\ ע'
    assert parse_partie(format_partie(record, note=note)).note == note
    assert "note" not in format_partie(record)


@each_row
def test_what_is_said_about_a_partie_keeps_its_keys_their_order_and_types(about: str) -> None:
    """A partie, and a company."""
    partie = f'piquet = 1\nrules = "portland"\nplayers = ["A", "B"]\n\n[about]\n{about}\n'
    read = parse_partie(partie)
    assert format_partie(read.record, read.played, about=read.about) == partie
    company = partie.replace("rules", 'frame = "pool"\nrules').replace('"B"', '"B", "C"')
    card = parse_company(company)
    assert format_company(card.company.record, about=card.about) == company
    assert dict(card.about) == dict(read.about)


def test_the_day_about_a_partie_is_the_day_it_was_played() -> None:
    """Unless it is not a day, or the file says it by itself."""
    assert parse_partie("[about]\nday = 2026-09-01").played == "2026-09-01"
    assert parse_partie('[about]\nday = "Easter Monday"').played == ""
    assert parse_partie("[about]\nday = 2026-09-01T20:00:00").played == ""
    both = parse_partie("played = 2026-09-02\n[about]\nday = 2026-09-01")
    assert both.played == "2026-09-02"
    again = format_partie(both.record, both.played, about=both.about)
    assert "played = 2026-09-02\n\n[about]\nday = 2026-09-01\n" in again


def test_a_file_without_a_version_is_of_the_first_one() -> None:
    without = parse_partie('rules = "portland"').record
    assert parse_partie('piquet = 1\nrules = "portland"').record == without
    assert format_partie(without).startswith("piquet = 1\n")


@pytest.mark.parametrize("note", ['"' + "x" * 121 + '"', '"two\\nlines"', "3"])
def test_a_note_is_one_short_line(note: str) -> None:
    with pytest.raises(NotationError, match="a note is one line of at most 120 characters"):
        parse_partie(f'rules = "portland"\nnote = {note}\n')


@pytest.mark.parametrize("preset", ["portland", "normand", "voleur"])
def test_who_is_elder_in_the_first_deal_is_read_and_written(preset: str) -> None:
    """Only if that is not the first of the players, so that older files stay as they are."""
    rules = PRESETS[preset]
    names = ("Ada", "Bea", "Cem", "Dora")[: rules.players]
    for first, name in enumerate(names):
        record = PartieRecord(
            rules,
            tuple(map(Player, names)),
            (DealRecord(scores=(28, 23, 5)[: rules.sides]),),
            first,
        )
        written = format_partie(record)
        assert parse_partie(written).record == record
        assert (f'elder = "{name}"\n' in written) == (first > 0)
        assert "elder" not in format_partie(record.from_elder())


# What is refused, and where

EMPTY = "", " \n\t\n", "# a partie\n"
NO_DAYS = "2026-09-01T20:00:00Z", '"1 September"', "1", "20:00:00"
MANY_DOTS = "a key has more than 9 dots"
REFUSED = [
    *((text, 1, 1, "this file is empty: a partie has rules, players and deals") for text in EMPTY),
    *(
        (f"played = {day}", 1, 1, "played is a day, written like this: played = 2026-09-01")
        for day in NO_DAYS
    ),
    *((text, *where) for text, where in published("notation")["wrong_documents"].items()),
    (
        f"[[deal]]\nscores = {{ A = 5, B = {MOST_POINTS + 1} }}",
        2,
        1,
        "scores are whole numbers from 0 to 9999",
    ),
    (
        f"[[deal]]\nscores = {{ A = 5, B = {10**400} }}",
        2,
        1,
        "scores are whole numbers from 0 to 9999",
    ),
    ("x = " + "[" * 5000, 1, 37, "this is nested too deeply to be a partie"),
    ("x = " + "{ a = " * 5000, 1, 197, "this is nested too deeply to be a partie"),
    ("# a.b\n" + "a." * 15_000 + "a = 1", 2, 20, MANY_DOTS),
    (f"# a.b\n [{'a. ' * 15_000}a]", 2, 31, MANY_DOTS),
    (f"x = {{ {'a.' * 15_000}a = 1 }}", 1, 26, MANY_DOTS),
    ("'.' ." * 10 + '"." = 1', 1, 50, MANY_DOTS),
    ("\n" * 1_000_001, 1_000_001, 1, "a file has at most 1,000,000 characters"),
    ("x = " + "1" * 5000, 1, 1, "a number in this file is too long"),
]


@pytest.mark.parametrize("blank", [" ", "\t", "#"], ids=ascii)
def test_a_long_file_takes_no_time_to_find_places_in(blank: str) -> None:
    """A pattern that tries each blank again would take minutes."""
    line, column, _ = wrong(f"{blank * 900_000}\n[[deal]]\nlogs = 1")
    assert line == 3
    assert column == 1


def test_names_and_remarks_may_have_dots() -> None:
    dots = ".".join("JRRTABCDEFGHIJ") + "."
    text = f'# {dots} {". " * 20}\nplayers = ["{dots}", "B"]\n'
    assert parse_partie(text).record.players[0].name == dots


@pytest.mark.parametrize(
    ("text", "line", "column", "message"), REFUSED, ids=[ascii(each[0])[:60] for each in REFUSED]
)
def test_what_is_refused_and_where(text: str, line: int, column: int, message: str) -> None:
    """The error is at the key or the header of the table that is at fault,
    or where the text stops being TOML.
    """
    found = wrong(text)
    assert found == (line, column, message or found[2] or "words")


def test_house_rules_are_judged_together() -> None:
    """One that alone would contradict the preset may hold with the others."""
    with pytest.raises(ContradictoryRules, match="two hands of 13"):
        parse_partie("[house]\nhand = 13\n")
    rules = parse_partie('[house]\npoint_compare = "pips"\npoint_pips = "always"\n').record.rules
    assert rules == house_rules(PORTLAND, {"point_compare": "pips", "point_pips": "always"})


# The place of an error in a log

LOGS = published("notation")["wrong_words"]
"""In each text the word that is wrong is written X!, and X stands where the error must point to."""


@pytest.mark.parametrize("text", LOGS.values(), ids=LOGS)
def test_an_error_in_a_log_has_the_position_of_its_word_in_the_file(text: str) -> None:
    lines = text.split("\n")
    expected = [
        (number, line.index("X!") + 1) for number, line in enumerate(lines, 1) if "X!" in line
    ][-1]
    assert wrong(text)[:2] == expected


@each_row
def test_a_missing_word_is_behind_the_last_and_an_inline_deal_at_its_key(
    text: str, line: int, column: int
) -> None:
    assert wrong(text)[:2] == (line, column)


def test_each_deal_and_statement_is_located_in_its_file() -> None:
    paper = "rules = 'portland'\n\n[[deal]]\nscores = {A = 1, B = 2}\n"
    document = parse_partie(f"{paper}  [[deal]]\nlog = '''E good; tricks E1 Y1\nY good'''\n")
    said = [document.locate(1, position) for position in range(5)]
    assert said == [
        LineColumn(6, 10),
        LineColumn(6, 25),
        LineColumn(6, 28),
        LineColumn(7, 1),
        LineColumn(5, 3),
    ]
    found = [document.locate(*where) for where in ((None, None), (0, None), (0, 0))]
    assert found == [LineColumn(1, 1), LineColumn(3, 1), LineColumn(3, 1)]
    last = parse_partie("[[deal]]\nlog = 'E good'\n [[deal]]")
    inline = parse_partie("\ndeal = [{ log = 'E good; Y good' }, { scores = {A = 1, B = 2} }]")
    assert [last.locate(deal, None) for deal in (0, 1)] == [LineColumn(1, 1), LineColumn(3, 2)]
    assert {inline.locate(deal, at) for deal in (0, 1) for at in (None, 0, 1)} == {LineColumn(2, 1)}


characters = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]).filter(
    str.isprintable
)
names = st.text(characters, min_size=1, max_size=LONGEST_NAME).filter(str.strip)


@st.composite
def records(draw: st.DrawFn) -> PartieRecord:
    """A partie under a preset with house rules,
    its deals by anything that can be said or by their totals.
    """
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
    assert again.players == record.players
    assert again.deals == record.deals
    assert changes_from(again.rules, record.rules) == {}


@each_row
def test_house_rules_read_back_with_their_sources(house: str) -> None:
    record = parse_partie(f"[house]\n{house}\n").record
    assert parse_partie(format_partie(record)).record == record


@each_row
def test_a_file_is_written_in_one_form(text: str) -> None:
    assert format_partie(parse_partie(text).record) == text


# Companies

HEAD = 'frame = "chouette"\nplayers = ["A", "B", "C"]\n'
LOG = "E point 5; Y good; count E7 last E play 9"


def test_the_example_is_the_card_of_cavendish() -> None:
    file = Path(__file__).parents[2] / "scorer" / "examples" / "chouette.piquet"
    document = parse_company(file.read_text("utf-8"))
    assert document.company.card.balances == (190, -500, 310)
    assert document.company.record.terms == frames.ChouetteTerms()


def test_a_partie_has_its_deals_as_a_partie_of_its_own_has() -> None:
    deals = "\n".join("[[partie.deal]]\nscores = { A = 20, B = 30 }" for _ in range(5))
    company = parse_company(
        f'{HEAD}[[partie]]\nelder = "B"\n{deals}\n[[partie.deal]]\nlog = "{LOG}"\n'
    ).company
    turn = company.record.parties[0]
    assert turn.elder == 1
    assert turn.deals[0].scores == (30, 20)
    assert turn.deals[5].log == parse_log(LOG, PORTLAND)
    assert company.parties[0].won == frames.Won(1, 150 + 6 - 100 - 24 + 100)
    assert company.card.lineup == frames.Lineup((1, 2), (0,))


def test_who_sat_there_is_said_only_out_of_turn() -> None:
    first = 'seats = ["A", "B"]\nresult = { B = 100 }\n'
    second = 'seats = ["A", "C"]\nresult = "drawn"\n'
    company = parse_company(f"{HEAD}[[partie]]\n{first}[[partie]]\n{second}").company
    assert [turn.seats for turn in company.record.parties] == [None, (0, 2)]
    assert [turn.in_turn for turn in company.card.turns] == [True, False]
    assert parse_company(format_company(company.record)).company == company


def test_terms_and_house_rules_are_tables() -> None:
    text = (
        'frame = "pool"\nplayers = ["A", "B", "C"]\n[terms]\nstake = 21\nrises = '
        '"loser"\n[house]\nrubicon = 150\n'
    )
    record = parse_company(text).company.record
    assert record.terms == frames.PoolTerms(stake=21)
    assert record.rules == rules_named("portland rubicon=150")
    assert "[terms]\nstake = 21\n\n[house]\nrubicon = 150\n" in format_company(record)


@pytest.mark.parametrize(("text", "where"), published("notation")["wrong_companies"].items())
def test_what_cannot_be_read_is_refused_with_its_position(
    text: str, where: list[int | str]
) -> None:
    assert [*wrong(text, parse_company)] == where


@each_row
def test_contradictions_are_refused_with_their_line(text: str, line: int, why: str) -> None:
    with pytest.raises(ContradictoryRules, match=f"{why}$") as refused:
        parse_company(text)
    assert refused.value.line == line


def test_illegal_statements_are_refused_with_their_position() -> None:
    paper = f"{HEAD}[[partie]]\nresult = 'drawn'\n"
    text = f"{paper}[[partie]]\n[[partie.deal]]\nlog = '{LOG}'\n[[partie.deal]]\nlog = 'Y good'\n"
    with pytest.raises(IllegalStatement) as refused:
        parse_company(text)
    assert refused.value.line == 9
    assert refused.value.column == 8
    assert refused.value.partie == 1
    with pytest.raises(IllegalStatement, match="partie 1 is not finished") as refused:
        parse_company(f"{HEAD}[[partie]]\n[[partie]]\n")
    assert refused.value.line == 4
    assert refused.value.partie == 1


def test_a_position_is_that_of_the_statement_the_deal_or_the_partie() -> None:
    document = parse_company(
        f"{HEAD}[[partie]]\nresult = 'drawn'\n[[partie]]\n[[partie.deal]]\nlog = '{LOG}'\n"
    )
    located = [
        document.locate(*where)
        for where in ((None, None, None), (0, 0, None), (1, 3, 0), (1, 0, 9), (1, 0, 1))
    ]
    assert located == [
        LineColumn(1, 1),
        LineColumn(3, 1),
        LineColumn(5, 1),
        LineColumn(6, 1),
        LineColumn(7, 19),
    ]


def test_inline_tables_share_the_position_of_the_whole() -> None:
    text = f"{HEAD}partie = [{{ result = 'drawn' }}, {{ deal = [{{ log = 'E pint' }}] }}]"
    line, _, message = wrong(text, parse_company)
    assert message == "'pint': did you mean 'point'?"
    assert line in (1, 3)


@each_row
def test_a_file_that_names_its_frame_is_of_a_company(text: str, found: bool) -> None:
    assert is_company(text) is found


def test_a_million_empty_lines_name_no_frame_and_cost_no_time() -> None:
    assert not is_company("\n" * 1_000_000)


NAMES = st.lists(names, min_size=3, max_size=6, unique=True)
POINTS = st.integers(0, 90)
GAMES = [
    *(
        ("portland", terms)
        for terms in ("chouette", "chouette next_box=adviser share=3 rounding=none", "pool entry=4")
    ),
    *(
        (preset, terms)
        for preset in ("normand", "voleur")
        for terms in ("round table", "round table stake=3")
    ),
]


@st.composite
def companies(draw: st.DrawFn) -> frames.CompanyRecord:
    """A company whose parties are known in any of the three ways,
    some of them played out of turn.
    """
    preset, terms = draw(st.sampled_from(GAMES))
    rules = PRESETS[preset]
    names = draw(NAMES) if rules.players == 2 else "ABCD"[: rules.players]
    seats = st.permutations(range(len(names))).map(lambda order: tuple(order[: rules.players]))
    elder = st.integers(0, rules.players - 1)
    result = st.builds(frames.Won, st.integers(0, rules.sides - 1), st.integers(1, 500)) | st.just(
        frames.Won(None, 0)
    )
    if rules.players == 2:
        totals = st.tuples(POINTS, POINTS)
        deal = st.builds(DealRecord, scores=totals) | st.just(DealRecord(parse_log(LOG, PORTLAND)))
        deals = st.lists(deal, min_size=6, max_size=6).map(tuple)
    else:
        totals = st.tuples(*[st.integers(0, 40)] * (rules.sides - 1)).map(
            lambda lower: (*lower, 100)
        )
        deals = totals.map(lambda each: (DealRecord(scores=each),))
    turns = st.builds(frames.TurnRecord, seats=st.none() | seats, elder=elder, result=result)
    by_totals = st.builds(frames.TurnRecord, elder=elder, totals=totals)
    by_deals = st.builds(frames.TurnRecord, elder=elder, deals=deals)
    parties = draw(st.lists(st.one_of(turns, by_totals, by_deals), max_size=6))
    return frames.CompanyRecord(
        rules, tuple(map(Player, names)), frames.terms_named(terms), tuple(parties)
    )


@examples(100)
@given(companies())
def test_what_is_written_is_read_back(record: frames.CompanyRecord) -> None:
    """But that seats which were theirs are not written;
    and the card is the same to the last unit.
    """
    try:
        company = frames.play_company(record)
    except IllegalStatement:
        return  # level after six deals, the partie wants another
    read = parse_company(format_company(record)).company
    assert [turn.lineup for turn in read.card.turns] == [turn.lineup for turn in company.card.turns]
    assert read.card.balances == company.card.balances
    assert format_company(read.record) == format_company(record)
    assert frames.as_played(read) == frames.as_played(company)


def test_each_way_in_which_a_partie_is_known_is_written() -> None:
    text = beside(__file__)["company"]
    assert format_company(parse_company(text).company.record) == text
