"""The columns of the standings: one object each, wherever it is shown."""

from scorer.ledger.terms import SeasonTerms, TieBreak
from scorer.service.club.seasons.standings_columns import (
    COLUMNS,
    page_columns,
    terminal_columns,
)


def headings(*order: TieBreak) -> list[str]:
    return [each.page for each in page_columns(SeasonTerms("Winter", {}, order=order), ())]


def test_every_column_is_shown_somewhere() -> None:
    places = [(each.page, each.terminal, each.key) for each in COLUMNS]
    assert [place for place in places if not any(place)] == []


def test_what_ranks_has_a_column_of_its_own_if_no_other_shows_it() -> None:
    assert headings(TieBreak.POINTS) == ["Parties", "Won", "Points"]
    assert headings(TieBreak.MATCH_POINTS) == ["Parties", "Won", "MP", "Points"]
    assert headings(TieBreak.CAPOTS) == ["Capots", "Parties", "Won", "Points"]


def test_a_terminal_leaves_out_what_nobody_has() -> None:
    found = terminal_columns(SeasonTerms("Winter", {}, order=(TieBreak.POINTS,)), ())
    assert [each.terminal for each in found] == [
        "Parties",
        "Won",
        "Received",
        "Paid",
        "Points",
        "Rating",
    ]
