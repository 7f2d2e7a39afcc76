"""The page of a pair: each figure is counted again from the results, and each sentence is true of
one, of none and of many.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.figures import Side
from scorer.rules.messages import Message
from scorer.rules.names import Name, without_isolates
from scorer.table.contexts import Context
from scorer.table.great_lines import MomentKind
from scorer.table.own_pairs import history_of
from scorer.table.own_parties import HomePage, SheetEntry, StateText
from scorer.table.pair_page import (
    PAGE_SIZE,
    PairAccount,
    PairHistory,
    PairPage,
    PairSettled,
    account_words,
    pair_context,
    pair_head,
    pair_line,
)
from scorer.table.pair_results import (
    BestDeal,
    DealMoment,
    PairResult,
    PairSums,
    PlayerSums,
    sums_of,
)
from scorer.table.pair_words import (
    day_message,
    figures_messages,
    lead_messages,
    moment_messages,
    owed_for,
    owes_message,
    result_message,
    result_on_its_day,
    totals_message,
)
from scorer.table.phone_pages import ADDRESSES, Phone
from tests.table.random_pairs import random_results

NAMES = (Name("Ada"), Name("Ben"))
TODAY = "2026-11-28"
"""A Saturday."""

ALL = random_results(400)
THIS_YEAR = "2026"


def said(message: Message | None) -> str:
    return "" if message is None else without_isolates(str(message)).replace("\u00a0", " ")


def all_said(messages: Iterable[Message]) -> list[str]:
    return [said(each) for each in messages]


def page_of(results: Sequence[PairResult], *, year: str = "", start: int = 0) -> PairPage:
    history = history_of(results, NAMES, year=year, start=start)
    return pair_context(history, "ABCDEF", today=TODAY, year=year, start=start)


def figures(page: PairPage) -> dict[str, tuple[str, str]]:
    return {said(row.heading): (row.figures[0].text, row.figures[1].text) for row in page.figures}


# Each figure, counted again


@pytest.fixture(scope="module")
def page() -> PairPage:
    return page_of(ALL)


@pytest.fixture(scope="module")
def counted(page: PairPage) -> dict[str, tuple[str, str]]:
    return figures(page)


def test_the_score_is_the_parties_that_each_won(page: PairPage) -> None:
    winners = [each.winner for each in ALL]
    assert page.score.won == (winners.count(0), winners.count(1))


def test_the_lead_is_the_difference_of_what_both_were_paid(page: PairPage) -> None:
    left = sum(each.paid for each in ALL if each.winner == 0)
    right = sum(each.paid for each in ALL if each.winner == 1)
    leader = "Ada" if left > right else "Ben"
    assert said(page.score.lead[0]) == f"{leader} leads by {abs(left - right):,} points"


def test_the_score_of_a_year_is_of_its_parties_alone() -> None:
    winners = [each.winner for each in ALL if each.year == "2024"]
    score = page_of(ALL, year="2024").score
    assert score.won == (winners.count(0), winners.count(1))
    assert said(score.period) == "in 2024"


@pytest.mark.parametrize("player", [0, 1])
def test_the_average_of_a_deal_as_elder_has_one_decimal(
    counted: dict[str, tuple[str, str]], player: int
) -> None:
    points = sum(each.sides[player].as_elder for each in ALL)
    deals = sum(each.sides[player].elder_deals for each in ALL)
    assert counted["Average deal as elder"][player] == f"{points / deals:.1f}"


@pytest.mark.parametrize("player", [0, 1])
def test_the_average_of_a_deal_as_younger_has_one_decimal(
    counted: dict[str, tuple[str, str]], player: int
) -> None:
    points = sum(each.sides[player].as_younger for each in ALL)
    deals = sum(each.sides[player].younger_deals for each in ALL)
    assert counted["Average deal as younger"][player] == f"{points / deals:.1f}"


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Piques", MomentKind.PIQUE),
        ("Repiques", MomentKind.REPIQUE),
        ("Capots", MomentKind.CAPOT),
    ],
)
def test_great_moments_are_counted(
    counted: dict[str, tuple[str, str]], heading: str, kind: MomentKind, player: int
) -> None:
    moments = [moment for each in ALL for moment in each.moments]
    made = [each for each in moments if each.kind is kind and each.whose == player]
    assert counted[heading][player] == str(len(made))


@pytest.mark.parametrize("player", [0, 1])
def test_a_rubicon_is_of_who_won(counted: dict[str, tuple[str, str]], player: int) -> None:
    won = [each for each in ALL if each.winner == player]
    assert counted["Won with a Rubicon"][player] == str(sum(each.rubicon for each in won))


@pytest.mark.parametrize("player", [0, 1])
def test_the_best_deal_leads_to_its_partie(page: PairPage, player: int) -> None:
    row = next(each for each in page.figures if said(each.heading) == "Best deal")
    figure = row.figures[player]
    most = max(each.best[player].points for each in ALL)
    first = next(each.code for each in reversed(ALL) if each.best[player].points == most)
    assert figure.text == str(most)
    assert figure.code == first


@pytest.mark.parametrize("player", [0, 1])
def test_the_best_partie_leads_to_it(page: PairPage, player: int) -> None:
    row = next(each for each in page.figures if said(each.heading) == "Best partie")
    figure = row.figures[player]
    most = max(each.paid for each in ALL if each.winner == player)
    found = next(each for each in reversed(ALL) if (each.winner, each.paid) == (player, most))
    assert figure.text == str(most)
    assert figure.code == found.code


@pytest.mark.parametrize("player", [0, 1])
def test_the_longest_run_is_the_most_wins_between_two_others(
    counted: dict[str, tuple[str, str]], player: int
) -> None:
    letters = "".join("x" if each.winner == player else " " for each in ALL)
    assert counted["Most won in a row"][player] == str(max(map(len, letters.split())))


def test_a_year_has_its_score_and_for_the_leader_by_how_much(page: PairPage) -> None:
    row = next(each for each in page.by_year if each.year == "2025")
    of_year = [each for each in ALL if each.year == "2025"]
    balance = sum(each.change for each in of_year)
    winners = [each.winner for each in of_year]
    assert row.won == (winners.count(0), winners.count(1))
    assert row.leads[balance < 0] == f"+{abs(balance):,}"
    assert row.leads[balance > 0] == ""


def test_the_years_of_the_table_are_all_and_the_latest_first(page: PairPage) -> None:
    years = sorted({each.day[:4] for each in ALL}, reverse=True)
    assert [each.year for each in page.by_year] == years


def test_what_is_said_of_both_together_is_counted(page: PairPage) -> None:
    deals = sum(each.deals for each in ALL)
    known = sum(each.deals - each.unknown for each in ALL)
    elder = sum(each.to_elder for each in ALL)
    younger = sum(each.to_younger for each in ALL)
    assert all_said(page.said) == [
        f"The player who was elder made more points in {elder:,} of {deals:,} deals, "
        f"and younger in {younger:,}.",
        f"Piques, repiques and capots are known of {known:,} of {deals:,} deals.",
    ]


# Pages and filters


def test_the_pages_show_each_partie_once() -> None:
    shown = [
        row.code
        for start in range(0, len(ALL), PAGE_SIZE)
        for row in page_of(ALL, start=start).rows
    ]
    assert shown == [each.code for each in ALL]


@pytest.mark.parametrize(
    ("start", "newer", "older"), [(0, None, 20), (20, 0, 40), (380, 360, None)]
)
def test_a_page_leads_to_the_pages_beside_it(
    start: int, newer: int | None, older: int | None
) -> None:
    page = page_of(ALL, start=start)
    assert page.newer == newer
    assert page.older == older


def test_one_page_leads_to_no_other() -> None:
    page = page_of(ALL[:PAGE_SIZE])
    assert page.newer is None
    assert page.older is None


def test_one_year_and_one_rules_are_no_choice() -> None:
    page = page_of([each for each in ALL[:30] if each.rules == "portland"])
    assert page.years == []
    assert page.rules == []


def test_the_year_that_is_chosen_is_marked() -> None:
    page = page_of(ALL, year="2025")
    assert [each.value for each in page.years if each.shown] == ["2025"]


def test_parties_by_other_rules_are_left_out_of_every_figure() -> None:
    history = history_of(ALL, NAMES, rules="four-deal")
    page = pair_context(history, "ABCDEF", today=TODAY, rules="four-deal")
    winners = [each.winner for each in ALL if each.rules == "four-deal"]
    assert page.count == len(winners)
    assert figures(page)["Parties won"] == (str(winners.count(0)), str(winners.count(1)))


def test_a_year_without_a_partie_has_no_figures() -> None:
    page = page_of(ALL, year="1999")
    assert page.count == 0
    assert page.rows == []
    assert page.figures == []
    assert page.said == []


def test_a_pair_without_a_finished_partie_says_so_and_has_no_chart() -> None:
    page = page_of([])
    assert all_said(page.score.lead) == ["no partie finished"]
    assert page.chart is None
    assert page.by_year == []


# Rows


def a_result(*, winner: int | None = 0, paid: int = 101, unknown: int = 0) -> PairResult:
    return PairResult(
        code="AAAAAA",
        day="2026-11-24",
        opened_at="2026-11-24T19:00:00+00:00",
        rules="portland",
        winner=winner,
        paid=paid,
        in_parties=False,
        rubicon=False,
        sides=(Side(131), Side(130)),
        best=(BestDeal(40, 1), BestDeal(60, 2)),
        deals=6,
        unknown=unknown,
        to_elder=4,
        to_younger=2,
    )


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (a_result(), "Ada by 101"),
        (a_result(winner=1, paid=1240), "Ben by 1,240"),
        (replace(a_result(winner=1), rubicon=True), "Ben by 101, Rubicon"),
        (replace(a_result(paid=1), in_parties=True), "Ada by 1 partie"),
        (replace(a_result(paid=2), in_parties=True), "Ada by 2 parties"),
        (a_result(winner=None, paid=0), "Drawn"),
    ],
)
def test_a_row_says_who_won_by_how_much(result: PairResult, words: str) -> None:
    assert said(result_message(result, NAMES)) == words


def test_moments_are_by_player_in_the_order_of_the_deals() -> None:
    moments = (
        DealMoment(0, MomentKind.PIQUE, 1),
        DealMoment(1, MomentKind.REPIQUE, 0),
        DealMoment(4, MomentKind.CAPOT, 0),
    )
    result = replace(a_result(), moments=moments)
    assert all_said(moment_messages(result, NAMES)) == [
        "Ada: repique in deal 2, capot in deal 5",
        "Ben: pique in deal 1",
    ]


def test_a_row_has_first_names_where_they_tell_the_two_apart() -> None:
    names = (Name("Ada Lovelace"), Name("Ben Bow"))
    page = pair_context(history_of([a_result()], names), "ABCDEF", today=TODAY)
    assert said(page.rows[0].result) == "Ada by 101"


@pytest.mark.parametrize(
    ("unknown", "words"), [(0, ""), (1, "1 of 6 deals from totals"), (6, "from totals")]
)
def test_a_row_says_what_is_from_totals(unknown: int, words: str) -> None:
    assert said(totals_message(a_result(unknown=unknown))) == words


def test_the_totals_are_those_of_the_left_and_the_right() -> None:
    assert page_of([a_result()]).rows[0].totals == "131 – 130"


@pytest.mark.parametrize(
    ("day", "shown"), [("2026-11-24", "24 Nov"), ("2025-11-24", "24 Nov 2025")]
)
def test_a_row_has_the_year_if_it_is_not_this_one(day: str, shown: str) -> None:
    row = page_of([replace(a_result(), day=day)]).rows[0]
    assert row.day.replace("\u00a0", " ") == shown


# Sentences


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-11-28", "today"),
        ("2026-11-27", "yesterday"),
        ("2026-11-26", "Thursday"),
        ("2026-11-22", "Sunday"),
        ("2026-11-21", "21 November 2026"),
        ("2026-11-29", "29 November 2026"),
    ],
)
def test_a_weekday_is_one_of_the_last_six_days(day: str, words: str) -> None:
    assert said(day_message(day, TODAY)) == words


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (a_result(winner=1, paid=152), "Tuesday: Ben won 152."),
        (replace(a_result(paid=1), in_parties=True), "Tuesday: Ada won 1 partie."),
        (a_result(winner=None, paid=0), "Tuesday: a draw."),
    ],
)
def test_the_last_result_has_its_day(result: PairResult, sentence: str) -> None:
    assert said(result_on_its_day(result, NAMES, TODAY)) == sentence


NOTHING = PlayerSums()


def sums(*, left: PlayerSums = NOTHING, right: PlayerSums = NOTHING) -> PairSums:
    return PairSums(parties=1, left=left, right=right)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (sums(), ["level"]),
        (sums(left=PlayerSums(points_won=1)), ["Ada leads by 1 point"]),
        (sums(right=PlayerSums(points_won=1240)), ["Ben leads by 1,240 points"]),
        (
            sums(left=PlayerSums(points_won=5), right=PlayerSums(points_won=5)),
            ["level"],
        ),
        (sums(left=PlayerSums(parties_won=2)), ["Counted in parties, Ada leads by 2"]),
        (
            sums(left=PlayerSums(parties_won=2), right=PlayerSums(parties_won=2)),
            ["level, counted in parties"],
        ),
        (
            sums(left=PlayerSums(points_won=9), right=PlayerSums(parties_won=1)),
            ["Ada leads by 9 points", "Counted in parties, Ben leads by 1"],
        ),
        (sums_of(a_result(winner=None, paid=0)), ["level", "1 drawn"]),
    ],
)
def test_who_leads_is_true_at_every_balance(found: PairSums, words: list[str]) -> None:
    assert all_said(lead_messages(found, NAMES)) == words


ONE_DEAL = "The player who was elder made more points in 1 of 1 deal, and younger in 0."


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (PairSums(), []),
        (PairSums(deals=1, to_elder=1), [ONE_DEAL]),
        (
            PairSums(deals=1, unknown=1, to_elder=1),
            [
                ONE_DEAL,
                "Piques, repiques and capots are not known, because only totals were entered.",
            ],
        ),
        (
            PairSums(deals=60, unknown=48, to_elder=34, to_younger=22),
            [
                "The player who was elder made more points in 34 of 60 deals, and younger in 22.",
                "Piques, repiques and capots are known of 12 of 60 deals.",
            ],
        ),
    ],
)
def test_the_figures_say_what_they_cannot_know(found: PairSums, words: list[str]) -> None:
    assert all_said(figures_messages(found)) == words


def test_moments_that_nobody_can_know_have_no_figure() -> None:
    assert figures(page_of([a_result(unknown=6)]))["Repiques"] == ("–", "–")


def test_who_has_won_nothing_has_no_best_partie() -> None:
    assert figures(page_of([a_result()]))["Best partie"] == ("101", "–")


# The account


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (0, "Neither owes the other anything."),
        (1, "Ben owes Ada 0.05 €, for 1 point."),
        (-1250, "Ada owes Ben 62.50 €, for 1,250 points."),
    ],
)
def test_who_owes_what_is_true_at_every_balance(points: int, sentence: str) -> None:
    owed = owed_for(points, "0.05", "€")
    assert said(owes_message(points, owed, NAMES)) == sentence


@pytest.mark.parametrize(
    ("amount", "unit", "owed"),
    [("1", "beans", "1,240 beans"), ("0.5", "", "620"), ("0.001", "€", "1.240 €")],
)
def test_anything_may_be_played_for(amount: str, unit: str, owed: str) -> None:
    assert owed_for(1240, amount, unit).replace("\u00a0", " ") == owed


def test_an_account_has_its_lines() -> None:
    settled = [
        PairSettled("2026-11-27", -240, "12 €", "in wine"),
        PairSettled("2026-01-01", 0, "0 €", ""),
    ]
    account = PairAccount(amount="0.05", unit="€", open_points=100, settled=settled)
    words = account_words(account, NAMES, TODAY)
    assert said(words.stake) == "You play for 0.05 € a point."
    assert [(said(line), note) for line, note in words.settled] == [
        ("Yesterday: settled. Ada owed Ben 12 €.", "in wine"),
        ("1 January 2026: settled, level.", ""),
    ]


# As HTML


AT_THE_CLUB = (
    "show",
    "link",
    "save",
    "stake",
    "settled",
    "join",
    "part",
    "partie",
    "gather",
    "erase",
)
"""The endpoints of a pair that only a club has."""

KEYS = ("/stake/ABCDEF", "/join/ABCDEF", "/part/ABCDEF", "/partie/ABCDEF", "/erase/ABCDEF")


def html_of(context: Context, *, on_phone: str = "") -> str:
    """Return a page as the club shows it, or a phone."""
    pages = {f"pairs.{each}": f"/{each}/<code>" for each in AT_THE_CLUB}
    others = dict.fromkeys(OF_HOME, "/home")
    addresses = {**{each: f"/{each}" for each in ADDRESSES}, **others, **pages}
    app = {"alone": False, "addresses": addresses, "static": defaultdict(str), "build": "0"}
    phone = Phone(app)
    phone.templates.globals["on_phone"] = on_phone
    return without_isolates(phone.html(context))


OF_HOME = (
    *("home.find", "tour.tour", "home.example", "reference.hand", "reference.rulesets"),
    "reference.topics",
)
"""The pages to which the home page leads at the club alone."""


def pair_html(result: PairResult, *, may_keep: bool) -> str:
    history = history_of([result], NAMES)
    return html_of(pair_context(history, "ABCDEF", today=TODAY, may_keep=may_keep))


@pytest.mark.parametrize("key", KEYS)
def test_who_keeps_a_pair_has_the_keys(key: str) -> None:
    assert key in pair_html(a_result(), may_keep=True)


@pytest.mark.parametrize("key", KEYS)
def test_who_reads_a_pair_has_none_of_them(key: str) -> None:
    assert key not in pair_html(a_result(), may_keep=False)


def test_who_reads_a_pair_has_its_link() -> None:
    assert "/link/ABCDEF" in pair_html(a_result(), may_keep=False)


def test_who_reads_a_pair_can_save_it() -> None:
    assert 'href="/save/ABCDEF"' in pair_html(a_result(), may_keep=False)


def test_a_note_is_shown_as_it_was_typed() -> None:
    html = pair_html(replace(a_result(), note="<b>the lamp & the wind"), may_keep=False)
    assert "&lt;b&gt;the lamp &amp; the wind" in html


def test_an_account_is_closed_only_where_there_is_one() -> None:
    assert "Settle the account" not in pair_html(a_result(), may_keep=True)


def home_html(**fields: Any) -> str:
    head = pair_head(history_in(["2026"]), "ABCDEF", today=TODAY)
    return html_of(HomePage(running=[], finished=[], pair=head, **fields))


def test_the_home_page_leads_to_the_pair_and_to_new_parties_before_all_else() -> None:
    html = home_html()
    links = re.findall(r"<a [^>]*>", html[html.index("<main") :])
    assert [re.findall('href="([^"]*)"', each)[0] for each in links[:2]] == [
        "/show/ABCDEF",
        "/home.new",
    ]


def test_the_other_pairs_that_do_not_fit_are_below_the_keys() -> None:
    lines = [
        pair_line(f"PAIR{number}", (Name("Ada"), Name("Cem")), played="2026-11-20", today=TODAY)
        for number in range(3)
    ]
    html = home_html(other_pairs=lines)
    keys = html.index("New partie")
    before = [html.index(f"/show/PAIR{number}") < keys for number in range(3)]
    assert before == [True, True, False]


def test_a_company_that_has_met_before_is_among_them() -> None:
    entry = SheetEntry("COMPAN", "Ada, Ben and Cem", StateText.PARTIES(parties=3))
    html = home_html(companies=[entry])
    assert html.index("Ada, Ben and Cem") < html.index("New partie")


def test_parties_that_are_on_no_page_can_be_gathered() -> None:
    html = home_html(to_gather=3)
    assert "3 finished parties of two are on no page of a pair." in html


def test_nothing_is_gathered_where_there_is_nothing() -> None:
    assert "gather" not in home_html().lower()


# The home page


def history_in(years: Sequence[str]) -> PairHistory:
    results = [replace(a_result(winner=1), day=f"{year}-01-02") for year in years]
    return history_of(results, NAMES)


@pytest.mark.parametrize(
    ("years", "period", "won"),
    [
        (["2026", "2026", "2025"], "this year", (0, 2)),
        (["2025", "2024"], "in 2025", (0, 1)),
        ([], "this year", (0, 0)),
    ],
)
def test_the_home_page_has_the_score_of_the_latest_year(
    years: list[str], period: str, won: tuple[int, int]
) -> None:
    head = pair_head(history_in(years), "ABCDEF", today=TODAY)
    assert said(head.score.period) == period
    assert head.score.won == won


def test_the_home_page_has_the_last_result() -> None:
    head = pair_head(history_in(["2026", "2025"]), "ABCDEF", today=TODAY)
    assert said(head.last) == "2 January 2026: Ben won 101."


def test_a_pair_that_has_not_finished_a_partie_has_no_last_result() -> None:
    assert pair_head(history_in([]), "ABCDEF", today=TODAY).last is None
