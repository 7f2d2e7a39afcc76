"""A company: its parties by their deals, their totals or their results,
a card that sums to nothing, and its terms.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import company as frames
from scorer.rules.errors import ContradictoryRules
from scorer.rules.names import without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.words import listed
from tests import there
from tests.rows import each_row

DEAL = DealRecord(parse_log("E point 5; Y good; count E7 last E play 9", PORTLAND))
"""Elder has 24 and younger 6."""


def record(
    *parties: frames.TurnRecord, terms: frames.CompanyTerms | None = None, rules: Ruleset = PORTLAND
) -> frames.CompanyRecord:
    players = tuple(map(Player, "ABCD"[: max(3, rules.players)]))
    return frames.CompanyRecord(rules, players, terms or frames.ChouetteTerms(), parties)


def scores(*points: int, deals: int = 6) -> tuple[DealRecord, ...]:
    return (DealRecord(scores=points),) * deals


def test_a_partie_is_known_by_its_deals_its_totals_or_its_result() -> None:
    """Each gives A 150 of B: 100 for the partie and 50 for the difference."""
    deals = frames.TurnRecord(deals=(*scores(25, 20, deals=5), DealRecord(scores=(30, 5))))
    for turn in (
        deals,
        frames.TurnRecord(totals=(155, 105)),
        frames.TurnRecord(result=frames.Won(0, 150)),
    ):
        company = frames.play_company(record(turn))
        assert company.card.balances == (300, -150, -150)
        assert company.going_on is None


def test_a_partie_in_progress_is_shown_and_not_counted() -> None:
    over = frames.TurnRecord(result=frames.Won(1, 100))
    begun = frames.TurnRecord(elder=1, deals=(DEAL,))
    company = frames.play_company(record(over, begun))
    going_on = there(company.going_on)
    partie = there(going_on.partie)
    assert going_on.lineup == frames.Lineup((1, 2), (0,))
    assert [player.name for player in partie.record.players] == ["C", "B"]
    assert partie.totals == (24, 6)
    assert len(company.card.turns) == 1
    assert company.name(going_on.lineup.first) == "B"


def test_elder_in_the_first_deal_may_be_either_of_the_two() -> None:
    """B, against the box, is elder first and wins, or nobody does."""
    won = (
        frames.TurnRecord(elder=1, deals=scores(30, 20)),
        frames.TurnRecord(elder=1, deals=scores(20, 20, deals=8)),
    )
    found = [each.won for turn in won for each in frames.play_company(record(turn)).parties]
    assert found == [frames.Won(1, 160), frames.Won(None, 0)]


@pytest.mark.parametrize("elder", [0, 1, 2])
def test_points_at_a_table_go_to_the_player_with_any_of_them_elder_first(elder: int) -> None:
    points = [0, 0, 0]
    points[(1 - elder) % 3] = 100
    turn = frames.TurnRecord(elder=elder, deals=scores(*points, deals=1))
    company = frames.play_company(
        record(turn, terms=frames.RoundTableTerms(), rules=PRESETS["normand"])
    )
    assert company.parties[0].won == frames.Won(1, 1)
    assert company.card.balances == (-1, 2, -1)


def test_what_the_loser_pays_goes_to_the_pool_until_it_is_taken() -> None:
    assert [
        turn.to_pool
        for turn in frames.play(frames.PoolTerms(stake=2), 3, [frames.Won(0, 1)] * 2).turns
    ] == [2, -2]


def test_as_played_every_turn_names_its_seats() -> None:
    company = frames.play_company(
        record(*(frames.TurnRecord(result=frames.Won(by, 100)) for by in (0, 1, 0)))
    )
    played = frames.as_played(company)
    assert [turn.seats for turn in played.parties] == [(0, 1), (0, 2), (2, 1)]
    assert frames.play_company(played).card.balances == company.card.balances


@each_row
def test_totals_from_paper_settle_a_partie_or_are_refused(
    rules: str, totals: tuple[int, ...], outcome: str
) -> None:
    try:
        settlement = frames.settle_totals(PRESETS[rules], totals)
        found = f"{settlement.winner} wins {settlement.points}"
    except ValueError as error:
        found = str(error)
    assert found == outcome


def test_a_company_is_called_by_its_players_and_its_frame() -> None:
    assert [listed(list(names)) for names in ("A", "AB", "ABCD")] == [
        "A",
        "A and B",
        "A, B, C and D",
    ]
    assert [str(frames.frame_message(frame, 4)) for frame in frames.Frame] == [
        "a chouette",
        "a pool",
        "a round table of four",
    ]
    table = frames.play_company(record(terms=frames.RoundTableTerms(), rules=PRESETS["normand"]))
    assert (
        without_isolates(str(frames.company_message(table))) == "A, B and C: a round table of three"
    )


RESULTS = st.builds(frames.Won, st.sampled_from((0, 1)), st.integers(0, 999)) | st.just(
    frames.Won(None, 0)
)


@given(players=st.integers(3, 8), parties=st.lists(RESULTS, max_size=30), share=st.integers(1, 5))
def test_in_a_chouette_the_box_moves_as_much_as_all_the_others(
    players: int, parties: list[frames.Won], share: int
) -> None:
    card = frames.play(frames.ChouetteTerms(share=share), players, parties)
    assert sum(card.balances) == card.held == 0
    assert sorted((*card.lineup.seats, *card.lineup.others)) == list(range(players))
    for turn in card.turns:
        others = {turn.moves[person] for person in range(players) if person != turn.lineup.first}
        assert len(others) == 1
        assert turn.moves[turn.lineup.first] == -(players - 1) * others.pop()
    always = frames.play(frames.ChouetteTerms(), players, [frames.Won(0, 100)] * (players - 1))
    assert sorted(turn.lineup.seats[1] for turn in always.turns) == list(range(1, players))


@given(st.integers(0, 9999))
def test_units_from_one_to_five_are_dropped_and_from_six_count_ten(points: int) -> None:
    nearest = min(range(0, 10_010, 10), key=lambda tens: (abs(tens - points), tens))
    assert frames.rounded(points) == nearest
    assert frames.rounded(points, frames.Rounding.NONE) == points


@given(
    players=st.integers(3, 7),
    parties=st.lists(RESULTS, max_size=40),
    stake=st.integers(0, 30),
    entry=st.integers(0, 30),
    draw=st.booleans(),
    rises=st.sampled_from(frames.Rises),
)
def test_what_the_players_and_the_pool_have_sums_to_nothing(
    players: int, parties: list[frames.Won], stake: int, entry: int, draw: bool, rises: frames.Rises
) -> None:
    card = frames.play(
        frames.PoolTerms(stake, entry, rises, int(rises is frames.Rises.WINNER), draw),
        players,
        parties,
    )
    assert sum(card.balances) + card.held == 0
    assert sorted((*card.lineup.seats, *card.lineup.others)) == list(range(players))
    held = entry * players
    for turn in card.turns:
        held += turn.to_pool
        assert turn.held == held == -sum(turn.after) >= 0


# The terms: each a choice with a source, and all of them in one line


def terms_of(frame: frames.Frame) -> st.SearchStrategy[Any]:
    """Draw the terms of a frame, any value for each."""
    of_type = {name: st.from_type(hint) for name, hint in frames.TERM_TYPES[frame].items()}
    numbers = {
        name: st.integers(0, 99) for name, hint in frames.TERM_TYPES[frame].items() if hint is int
    }
    return st.builds(frames.FRAMES[frame], **of_type | numbers)


@given(st.sampled_from(frames.Frame).flatmap(terms_of))
def test_terms_are_written_in_one_line_and_read_back(terms: Any) -> None:
    try:
        frames.validate(terms)
    except ContradictoryRules:
        with pytest.raises(ContradictoryRules):
            frames.terms_named(frames.terms_line(terms))
        return
    assert frames.terms_named(frames.terms_line(terms)) == terms
    assert frames.terms_from_data(terms.frame, frames.changes_of(terms)) == terms


@pytest.mark.parametrize("frame", frames.Frame)
def test_the_default_terms_are_the_name_of_the_frame_and_explain_themselves(
    frame: frames.Frame,
) -> None:
    terms = frames.FRAMES[frame]()
    assert frames.terms_line(terms) == frame.value
    assert frames.terms_named(frame.value) == terms
    for each in frames.choices_of(terms):
        label = str(frames.term_label(each))
        assert label[0].isupper()
        assert label.lower().startswith(f"{frames.meaning_message(each)}")
        assert frames.source_of(terms, each.name)
        assert frames.words_of(terms, each.name)


def test_a_term_has_a_default_without_a_source_is_unsourced_and_changed_is_a_house_rule() -> None:
    unsourced = [
        [
            each.name
            for each in frames.choices_of(kind)
            if frames.source_of(kind(), each.name) == "unsourced"
        ]
        for kind in (frames.ChouetteTerms, frames.PoolTerms)
    ]
    assert unsourced == [
        ["after_draw"],
        ["entry", "rises", "in_a_row", "stakes_of_a_draw", "choice"],
    ]
    terms = frames.terms_named("pool stake=21")
    assert frames.words_of(terms, "stake") == "21 units"
    assert frames.source_of(terms, "stake") == "house rule"
    assert frames.words_of(terms, "rises") == "the loser"
    assert frames.source_of(terms, "rises") == "unsourced"
    assert frames.words_of(frames.ChouetteTerms(), "choice") == "the box"
    assert frames.words_of(frames.ChouetteTerms(share=2), "share") == "twice"
    assert frames.words_of(frames.ChouetteTerms(share=3), "share") == "3 times"
    assert frames.words_of(frames.PoolTerms(stakes_of_a_draw=True), "stakes_of_a_draw") == "yes"
    assert frames.words_of(frames.PoolTerms(), "choice") == "the winner of a cut"
