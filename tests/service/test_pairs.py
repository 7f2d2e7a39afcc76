"""Pairs: made by playing, reached by one link, and added up from what their parties are now."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from scorer.resources import resource_text
from scorer.rules.company import terms_named
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.service.club.audit.verification import verify
from scorer.service.companies import Companies
from scorer.service.pairs import NoSuchPair, OwnPair, PairOfSheet, Pairs
from scorer.service.parties import Parties, Recorded
from scorer.storage.engine import reading
from scorer.storage.schema import metadata
from scorer.storage.sheets import links
from scorer.table.pair_page import PairAccount, PairSettled
from scorer.table.pair_results import (
    PairResult,
    best_deal,
    best_partie,
    by_period,
    in_all,
    pair_steps,
    result_for,
)
from scorer.table.recording import seating_said
from tests.service import refused, tampered
from tests.service.club.running_club import new_club
from tests.service.tables import PORTLAND, say

LINK = "first-link-of-the-pair-of-thirty"
OTHER_LINK = "other-link-that-would-be-opened!"


@pytest.fixture
def pairs(parties: Parties) -> Pairs:
    return Pairs(parties.engine, parties.clock)


def begun(parties: Parties, *names: str) -> str:
    return parties.open(names, PORTLAND)[0].code


def faults(parties: Parties) -> list[str]:
    return [each.what for each in verify(parties.engine)]


class TestAPartieThatIsPut:
    def test_opens_a_pair_whose_link_has_the_secret_given(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        assert secret == LINK
        assert pairs.with_link(LINK) == code

    def test_again_changes_nothing(self, parties: Parties, pairs: Pairs) -> None:
        partie = begun(parties, "Ada", "Ben")
        first = pairs.put(partie, carried={}, token=LINK)
        assert pairs.put(partie, carried={}, token=LINK) == first
        assert len(pairs.own([first[0]])) == 1

    def test_goes_to_a_pair_that_is_carried_however_the_names_are_typed(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, secret = pairs.put(begun(parties, "Zoë", "Ben"), carried={}, token=LINK)
        second = begun(parties, "BEN", "zoe")
        found = pairs.put(second, carried={code: secret}, token=OTHER_LINK)
        assert found == (code, secret)
        assert pairs.of_sheet(second) == PairOfSheet(code, left=1, is_out=False)

    def test_of_other_names_opens_another_pair(self, parties: Parties, pairs: Pairs) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(begun(parties, "Ada", "Cem"), carried={code: secret}, token=OTHER_LINK)
        assert other != code

    def test_does_not_find_a_pair_by_a_link_that_is_not_its(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(
            begun(parties, "Ada", "Ben"), carried={code: "guessed"}, token=OTHER_LINK
        )
        assert other != code

    def test_goes_to_the_pair_that_is_asked_for_of_two_with_the_names(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        older, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        newer, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=OTHER_LINK)
        carried = {older: LINK, newer: OTHER_LINK}
        third = begun(parties, "Ada", "Ben")
        assert pairs.put(third, carried=carried, token="third", pair=older) == (older, LINK)

    def test_does_not_tell_the_secret_to_a_phone_that_does_not_carry_it(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        partie = begun(parties, "Ada", "Ben")
        pairs.put(partie, carried={}, token=LINK)
        assert pairs.put(partie, carried={}, token=OTHER_LINK) == ("", "")

    def test_leaves_one_of_four_players_alone(self, parties: Parties, pairs: Pairs) -> None:
        rules = next(each for each in PRESETS.values() if each.players == 4)
        code = parties.open(("Ada", "Ben", "Cem", "Dora"), rules)[0].code
        assert pairs.put(code, carried={}, token=LINK) == ("", "")

    def test_leaves_one_of_a_season_alone(self, tmp_path: Path) -> None:
        club = new_club(tmp_path)
        ada, ben = club.admit("Ada", "Ben")
        code = club.play(club.season(ada, ben), ada, ben).sheet.code
        pairs = Pairs(club.engine, club.clock)
        assert pairs.put(code, carried={}, token=LINK) == ("", "")
        refused("is of a season", pairs.note, code, "On the ferry")

    def test_leaves_one_of_a_company_alone(self, parties: Parties, pairs: Pairs) -> None:
        companies = Companies(parties.engine, parties.clock)
        card, _ = companies.open(("Ada", "Ben", "Cem"), terms_named("chouette"), PORTLAND)
        sheet, _ = companies.begin(card.code, number=0, elder=0)
        assert pairs.put(sheet.code, carried={}, token=LINK) == ("", "")


def test_a_phone_lists_its_pairs_by_when_they_played_last(parties: Parties, pairs: Pairs) -> None:
    first, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    second, _ = pairs.put(begun(parties, "Cem", "Dora"), carried={}, token=OTHER_LINK)
    played = "2026-09-01T20:00:00+00:00"
    assert pairs.own([second, first, "NOSUCH"]) == [
        OwnPair(second, ("Cem", "Dora"), played),
        OwnPair(first, ("Ada", "Ben"), played),
    ]


def test_only_its_own_link_opens_a_pair(parties: Parties, pairs: Pairs) -> None:
    first, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    pairs.put(begun(parties, "Cem", "Dora"), carried={}, token=OTHER_LINK)
    assert pairs.holds(first, LINK)
    assert not pairs.holds(first, OTHER_LINK)
    assert not pairs.holds("NOSUCH", LINK)
    assert pairs.with_link("guessed") == ""


def test_parties_of_old_scoring_links_are_gathered_into_pairs_once(
    parties: Parties, pairs: Pairs
) -> None:
    codes = [begun(parties, *names) for names in (("Ada", "Ben"), ("Ben", "Ada"), ("Cem", "Dora"))]
    with reading(parties.engine) as db:
        numbers = frozenset(link.id for sheet in (1, 2, 3) for link in links(db, sheet))
    made = pairs.gather(numbers, {}, LINK)
    assert len(made) == 2
    assert all(pairs.holds(code, secret) for code, secret in made.items())
    found = [pairs.of_sheet(code) for code in codes]
    assert [each.left for each in found if each] == [0, 1, 0]
    assert pairs.gather(numbers, made, "again") == {}


def test_a_book_with_pairs_has_no_fault(parties: Parties, pairs: Pairs) -> None:
    pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    assert faults(parties) == []


# What they have played


def played(
    parties: Parties,
    pairs: Pairs,
    names: tuple[str, str],
    totals: list[tuple[int, int]],
    *,
    day: str = "2026-08-30",
    rules: Ruleset = PORTLAND,
    carried: dict[str, str] | None = None,
) -> str:
    """Take a partie in with these totals of its deals, put it into a pair, and return its code."""
    deals = tuple(DealRecord(scores=each) for each in totals)
    record = PartieRecord(rules, tuple(map(Player, names)), deals)
    sheet, token = parties.take(record, played=day)
    pairs.put(sheet.code, carried=carried or {}, token=token)
    return sheet.code


LEFT_WINS = [(30, 10)] * 6
RIGHT_WINS = [(10, 40)] * 6


class Filled(NamedTuple):
    """A pair with two years of parties, and the results that its sheets give."""

    code: str
    secret: str
    results: list[PairResult]


def result_now(parties: Parties, pairs: Pairs, code: str) -> PairResult:
    found = pairs.of_sheet(code)
    assert found is not None
    sheet = parties.sheet(code)
    return result_for(
        sheet.partie,
        left=found.left,
        code=code,
        day=sheet.day,
        opened_at=sheet.opened_at,
    )


def filled(parties: Parties, pairs: Pairs, many: int = 25) -> Filled:
    """Play parties by lot, from one seed: by two rulesets, from either side, of either speed."""
    lots = Random(4)
    example = parse_partie(resource_text("examples/rubicon.piquet")).record
    first = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
    of_first = pairs.of_sheet(first)
    assert of_first is not None
    secret = LINK
    codes = []
    for number in range(many):
        names = lots.choice([("Ada", "Ben"), ("Ben", "Ada")])
        rules = lots.choice([PORTLAND, PRESETS["modern"]])
        if number % 5 == 0:
            record = replace(example, players=tuple(map(Player, names)))
        else:
            deals = [DealRecord(scores=(lots.randrange(60), lots.randrange(60))) for _ in range(6)]
            record = PartieRecord(rules, tuple(map(Player, names)), tuple(deals))
        day = date(2024, 12, 1) + timedelta(days=lots.randrange(600))
        sheet, _ = parties.take(record, played=day.isoformat())
        code, secret = pairs.put(sheet.code, carried={"": secret}, token=LINK)
        codes.append(sheet.code)
    results = [
        result_now(parties, pairs, each) for each in codes if parties.sheet(each).partie.is_over
    ]
    return Filled(code, secret, results)


def in_order(results: list[PairResult]) -> list[PairResult]:
    return sorted(results, key=lambda each: (each.day, each.opened_at, each.code))


@pytest.fixture
def two_years(parties: Parties, pairs: Pairs) -> Filled:
    return filled(parties, pairs)


class TestAHistory:
    def test_has_the_sums_of_its_results_by_year_and_rules(
        self, pairs: Pairs, two_years: Filled
    ) -> None:
        found = pairs.history(two_years.code).periods
        assert found == by_period(two_years.results)
        assert {each.rules for each in found} == {"portland", "modern"}

    def test_has_the_steps_of_its_results(self, pairs: Pairs, two_years: Filled) -> None:
        assert pairs.history(two_years.code).steps == pair_steps(two_years.results)

    def test_has_its_results_in_pages_the_latest_first(
        self, pairs: Pairs, two_years: Filled
    ) -> None:
        latest_first = in_order(two_years.results)[::-1]
        first = pairs.history(two_years.code, most=10)
        second = pairs.history(two_years.code, start=10, most=10)
        assert [*first.results, *second.results] == latest_first[:20]

    def test_has_the_best_of_each_player(self, pairs: Pairs, two_years: Filled) -> None:
        ordered = in_order(two_years.results)
        found = pairs.history(two_years.code)
        assert found.best_deals == (best_deal(ordered, 0), best_deal(ordered, 1))
        assert found.best_parties == (best_partie(ordered, 0), best_partie(ordered, 1))

    def test_of_a_year_by_some_rules_has_these_alone(self, pairs: Pairs, two_years: Filled) -> None:
        chosen = [
            each
            for each in in_order(two_years.results)
            if each.year == "2025" and each.rules == "portland"
        ]
        found = pairs.history(two_years.code, year="2025", rules="portland")
        assert found.steps == pair_steps(chosen)
        assert found.results == chosen[::-1][:20]
        assert found.count == len(chosen)
        assert found.best_deals == (best_deal(chosen, 0), best_deal(chosen, 1))
        assert found.periods == by_period(two_years.results)

    def test_of_a_pair_that_has_finished_nothing_has_no_sums(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        partie = begun(parties, "Ada", "Ben")
        code, _ = pairs.put(partie, carried={}, token=LINK)
        found = pairs.history(code)
        assert found.periods == {}
        assert found.best_deals == (None, None)
        assert [sheet.code for sheet in found.running] == [partie]

    def test_of_an_unknown_code_is_refused(self, pairs: Pairs) -> None:
        with pytest.raises(NoSuchPair):
            pairs.history("NOSUCH")


def a_running(parties: Parties, pairs: Pairs) -> tuple[str, str]:
    """A pair with a partie of which the last deal is to be played: the codes of both."""
    deals = tuple(DealRecord(scores=each) for each in LEFT_WINS[:5])
    record = PartieRecord(PORTLAND, (Player("Ada"), Player("Ben")), deals)
    sheet, _ = parties.take(record)
    code, _ = pairs.put(sheet.code, carried={}, token=LINK)
    return code, sheet.code


def seat(parties: Parties, code: str, first: int, *names: str) -> None:
    """Say who is elder in the first deal, and perhaps the names, on the sheet as it is now."""
    sheet = parties.sheet(code)
    recorded = parties.record(
        code,
        deal=sheet.last_deal,
        position=sheet.recorded(sheet.last_deal),
        said=seating_said(first, names),
        form_key=f"seats {sheet.version}",
        seen=sheet.seen,
    )
    assert isinstance(recorded, Recorded)


class TestThePartiesOfAPair:
    def test_count_from_the_tap_that_ends_them(self, parties: Parties, pairs: Pairs) -> None:
        code, partie = a_running(parties, pairs)
        say(parties, partie, "scores 30 10", deal=5)
        found = pairs.history(code)
        assert found.results == [result_now(parties, pairs, partie)]
        assert found.running == []
        assert faults(parties) == []

    def test_no_longer_count_once_that_is_undone(self, parties: Parties, pairs: Pairs) -> None:
        example = parse_partie(resource_text("examples/rubicon.piquet")).record
        sheet, _ = parties.take(example)
        code, _ = pairs.put(sheet.code, carried={}, token=LINK)
        say(parties, sheet.code, f"strike {sheet.recorded(sheet.last_deal)}", deal=sheet.last_deal)
        assert pairs.history(code).count == 0
        assert faults(parties) == []

    def test_count_as_they_were_corrected(self, parties: Parties, pairs: Pairs) -> None:
        code, partie = a_running(parties, pairs)
        say(parties, partie, "scores 30 10", "scores 30 29", deal=5)
        assert in_all(pairs.history(code).periods.values()).right.as_elder == 29 + 20
        assert faults(parties) == []

    def test_count_for_who_was_elder_as_the_seating_was_corrected(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, partie = a_running(parties, pairs)
        say(parties, partie, "scores 30 10", deal=5)
        seat(parties, partie, 1)
        assert pairs.history(code).results == [result_now(parties, pairs, partie)]
        assert faults(parties) == []

    def test_stay_on_their_sides_if_their_names_are_exchanged(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, partie = a_running(parties, pairs)
        say(parties, partie, "scores 30 10", deal=5)
        seat(parties, partie, 0, "Ben", "Ada")
        found = pairs.history(code)
        assert found.names == ("Ada", "Ben")
        assert found.results[0].winner == 1
        assert faults(parties) == []

    def test_count_on_the_day_that_is_corrected(self, parties: Parties, pairs: Pairs) -> None:
        partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
        pairs.set_day(partie, "2025-12-31")
        found = pairs.of_sheet(partie)
        assert found is not None
        assert [each.year for each in pairs.history(found.code).periods] == ["2025"]
        assert faults(parties) == []

    @pytest.mark.parametrize("day", ["2026-09-03", "2026-13-01", "yesterday", ""])
    def test_are_not_played_on_a_day_that_is_none_or_to_come(
        self, parties: Parties, pairs: Pairs, day: str
    ) -> None:
        partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
        refused("not in the future", pairs.set_day, partie, day)

    def test_have_the_note_that_was_written_last(self, parties: Parties, pairs: Pairs) -> None:
        partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
        pairs.note(partie, "On the train")
        pairs.note(partie, "  On the   ferry ")
        found = pairs.of_sheet(partie)
        assert found is not None
        assert pairs.history(found.code).results[0].note == "On the ferry"
        assert faults(parties) == []

    def test_do_not_count_while_they_are_left_out(self, parties: Parties, pairs: Pairs) -> None:
        partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
        found = pairs.of_sheet(partie)
        assert found is not None
        pairs.leave_out(partie)
        without = pairs.history(found.code)
        assert without.count == 0
        assert without.left_out == 1
        assert [sheet.code for sheet in pairs.left_out(found.code)] == [partie]
        assert faults(parties) == []

    def test_count_again_as_before_once_they_are_taken_back_in(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
        found = pairs.of_sheet(partie)
        assert found is not None
        before = pairs.history(found.code)
        pairs.leave_out(partie)
        pairs.take_back_in(partie)
        assert pairs.history(found.code) == before
        assert faults(parties) == []

    def test_are_left_out_only_if_they_are_in_a_pair(self, parties: Parties, pairs: Pairs) -> None:
        refused("in no pair", pairs.leave_out, begun(parties, "Ada", "Ben"))


class TestALink:
    def test_that_is_renewed_no_longer_leads_to_the_pair(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        pairs.renew(code, secret, OTHER_LINK)
        assert not pairs.holds(code, LINK)
        assert pairs.holds(code, OTHER_LINK)

    def test_is_renewed_by_who_has_it_alone(self, parties: Parties, pairs: Pairs) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        refused("link was renewed", pairs.renew, code, "guessed", OTHER_LINK)
        pairs.renew(code, secret, OTHER_LINK)
        refused("link was renewed", pairs.renew, code, secret, "third")
        assert pairs.holds(code, OTHER_LINK)


class Two(NamedTuple):
    """Two pairs of the same two people, who are on other sides: their codes and a partie of
    each.
    """

    one: str
    other: str
    of_one: str
    of_other: str


@pytest.fixture
def two(parties: Parties, pairs: Pairs) -> Two:
    of_one = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
    of_other = played(parties, pairs, ("Ben", "Ada"), LEFT_WINS)
    found = [pairs.of_sheet(each) for each in (of_one, of_other)]
    one, other = (each.code for each in found if each)
    return Two(one, other, of_one, of_other)


class TestJoining:
    def test_brings_all_parties_to_one_pair(self, parties: Parties, pairs: Pairs, two: Two) -> None:
        pairs.join(two.one, two.other, crossed=True)
        found = pairs.history(two.one)
        assert sorted(each.code for each in found.results) == sorted([two.of_one, two.of_other])
        assert {each.winner for each in found.results} == {0, 1}
        assert faults(parties) == []

    def test_gives_the_rows_that_the_sheets_give_from_the_other_side(
        self, parties: Parties, pairs: Pairs, two_years: Filled
    ) -> None:
        alone = played(parties, pairs, ("Ben", "Ada"), RIGHT_WINS)
        found = pairs.of_sheet(alone)
        assert found is not None
        pairs.join(found.code, two_years.code, crossed=True)
        assert faults(parties) == []

    def test_does_what_its_preview_says(self, pairs: Pairs, two: Two) -> None:
        preview = pairs.preview_of_join(two.one, two.other, crossed=True)
        before = in_all(pairs.history(two.one).periods.values())
        assert preview.before == before
        pairs.join(two.one, two.other, crossed=True)
        after = in_all(pairs.history(two.one).periods.values())
        assert preview.after == after
        assert preview.before + preview.moved == after

    def test_lets_both_codes_and_links_lead_to_the_pair(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        one, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=OTHER_LINK)
        pairs.join(one, other, crossed=False)
        assert pairs.with_link(OTHER_LINK) == one
        assert pairs.holds(other, OTHER_LINK)
        assert pairs.history(other) == pairs.history(one)
        assert [each.code for each in pairs.own([other, one])] == [one]

    def test_ends_with_the_link_of_the_other_once_that_of_the_pair_is_renewed(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        one, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=OTHER_LINK)
        pairs.join(one, other, crossed=False)
        pairs.renew(one, LINK, "third")
        assert not pairs.holds(one, OTHER_LINK)
        pairs.part_again(one, other)
        assert pairs.holds(other, OTHER_LINK)

    def test_is_undone_whole(self, parties: Parties, pairs: Pairs, two: Two) -> None:
        before = [pairs.history(each) for each in (two.one, two.other)]
        pairs.join(two.one, two.other, crossed=True)
        pairs.part_again(two.one, two.other)
        assert [pairs.history(each) for each in (two.one, two.other)] == before
        assert faults(parties) == []

    def test_keeps_who_was_left_out_apart(self, parties: Parties, pairs: Pairs, two: Two) -> None:
        before = pairs.history(two.other)
        pairs.leave_out(two.of_other)
        pairs.join(two.one, two.other, crossed=True)
        assert pairs.history(two.one).left_out == 1
        pairs.part_again(two.one, two.other)
        pairs.take_back_in(two.of_other)
        assert pairs.history(two.other) == before
        assert faults(parties) == []


class TestParting:
    def test_makes_the_parties_a_pair_of_their_own(
        self, parties: Parties, pairs: Pairs, two_years: Filled
    ) -> None:
        codes = [each.code for each in two_years.results[:3]]
        parted = pairs.part(two_years.code, codes, OTHER_LINK)
        assert pairs.with_link(OTHER_LINK) == parted
        assert pairs.history(parted).periods == by_period(two_years.results[:3])
        assert pairs.history(two_years.code).periods == by_period(two_years.results[3:])
        assert faults(parties) == []

    def test_does_what_its_preview_says(self, pairs: Pairs, two_years: Filled) -> None:
        codes = [each.code for each in two_years.results[:3]]
        preview = pairs.preview_of_part(two_years.code, codes)
        parted = pairs.part(two_years.code, codes, OTHER_LINK)
        assert preview.moved == in_all(pairs.history(parted).periods.values())
        assert preview.after == in_all(pairs.history(two_years.code).periods.values())

    def test_again_makes_no_other_pair(self, pairs: Pairs, two_years: Filled) -> None:
        codes = [each.code for each in two_years.results[:3]]
        parted = pairs.part(two_years.code, codes, OTHER_LINK)
        assert pairs.part(two_years.code, codes, OTHER_LINK) == parted

    def test_of_none_or_all_is_refused(self, pairs: Pairs, two: Two) -> None:
        refused("Choose the parties", pairs.part, two.one, [two.of_other], OTHER_LINK)
        refused("at least one", pairs.part, two.one, [two.of_one], OTHER_LINK)


class TestAnAccount:
    def test_has_the_points_that_are_open(self, pairs: Pairs, two_years: Filled) -> None:
        pairs.set_stake(two_years.code, "0,10", "€")
        account = pairs.history(two_years.code).account
        balance = in_all(by_period(two_years.results).values()).balance
        assert account == PairAccount(amount="0.10", unit="€", open_points=balance)

    def test_is_closed_with_a_line(self, parties: Parties, pairs: Pairs, two: Two) -> None:
        pairs.set_stake(two.one, "0.10", "€")
        account = pairs.history(two.one).account
        assert account is not None
        points = account.open_points
        pairs.settle(two.one, "Paid in cakes", points)
        closed = pairs.history(two.one).account
        owed = f"{points // 10}\N{NO-BREAK SPACE}€"
        line = PairSettled("2026-09-01", points, owed, "Paid in cakes")
        assert closed == PairAccount(amount="0.10", unit="€", open_points=0, settled=(line,))
        assert faults(parties) == []

    def test_that_is_closed_again_changes_nothing(self, pairs: Pairs, two: Two) -> None:
        pairs.set_stake(two.one, "1", "")
        points = in_all(pairs.history(two.one).periods.values()).balance
        pairs.settle(two.one, "", points)
        pairs.settle(two.one, "", points)
        account = pairs.history(two.one).account
        assert account is not None
        assert len(account.settled) == 1

    def test_shows_a_later_correction_as_a_new_difference(self, pairs: Pairs, two: Two) -> None:
        pairs.set_stake(two.one, "1", "")
        points = in_all(pairs.history(two.one).periods.values()).balance
        pairs.settle(two.one, "", points)
        pairs.leave_out(two.of_one)
        account = pairs.history(two.one).account
        assert account is not None
        assert account.open_points == -points

    def test_is_not_closed_by_a_page_from_before(self, pairs: Pairs, two: Two) -> None:
        refused("play for nothing", pairs.settle, two.one, "", 1)
        pairs.set_stake(two.one, "1", "")
        refused("has changed since", pairs.settle, two.one, "", 1)

    def test_is_open_again_if_the_last_line_is_taken_back(self, pairs: Pairs, two: Two) -> None:
        pairs.set_stake(two.one, "1", "")
        before = pairs.history(two.one).account
        assert before is not None
        pairs.settle(two.one, "", before.open_points)
        pairs.take_back_settled(two.one)
        pairs.take_back_settled(two.one)
        assert pairs.history(two.one).account == before

    @pytest.mark.parametrize("amount", ["", "0", "0.00"])
    def test_is_none_for_a_stake_of_nothing(self, pairs: Pairs, two: Two, amount: str) -> None:
        pairs.set_stake(two.one, "1", "€")
        pairs.set_stake(two.one, amount, "€")
        assert pairs.history(two.one).account is None

    @pytest.mark.parametrize("amount", ["-1", "ten", "1e9", "1234567"])
    def test_refuses_a_stake_that_is_no_amount(self, pairs: Pairs, two: Two, amount: str) -> None:
        refused("what a point is worth as a number", pairs.set_stake, two.one, amount, "€")


class TestErasing:
    def test_is_of_one_of_the_two(self, pairs: Pairs, two: Two) -> None:
        refused("whose name is erased", pairs.erase, two.one, 2)

    def test_replaces_the_name_on_every_sheet(self, parties: Parties, pairs: Pairs) -> None:
        code, partie = a_running(parties, pairs)
        say(parties, partie, "scores 30 10", deal=5)
        parties.sign(partie, player=1, name="Ben")
        again = begun(parties, "Ben", "Ada")
        pairs.put(again, carried={code: LINK}, token="")
        pairs.erase(code, 1)
        assert parties.sheet(partie).names == ("Ada", "Former player 2")
        assert parties.sheet(again).names == ("Former player 2", "Ada")
        assert pairs.history(code).names == ("Ada", "Former player 2")
        assert faults(parties) == []

    def test_leaves_no_trace_of_the_name_in_the_file(self, parties: Parties, pairs: Pairs) -> None:
        code, partie = a_running(parties, pairs)
        pairs.note(partie, "Wilhelmina won")
        seat(parties, partie, 0, "Ada", "Wilhelmina")
        assert pairs.erase(code, 1) is (parties.engine.dialect.name == "sqlite")
        with reading(parties.engine) as db:
            texts = [
                str(row) for table in metadata.sorted_tables for row in db.execute(table.select())
            ]
        assert not [each for each in texts if "Wilhelmina" in each]
        assert faults(parties) == []


def test_a_tap_that_ends_nothing_costs_as_many_statements_in_a_pair_as_outside(
    parties: Parties, pairs: Pairs
) -> None:
    outside, inside = (begun(parties, "Ada", "Ben") for _ in range(2))
    pairs.put(inside, carried={}, token=LINK)
    assert statements_of_a_tap(parties, inside) == statements_of_a_tap(parties, outside)


def statements_of_a_tap(parties: Parties, code: str) -> list[str]:
    said: list[str] = []

    def note(*heard: Any) -> None:
        said.append(heard[2])

    event.listen(parties.engine, "before_cursor_execute", note)
    say(parties, code, "E point 5")
    event.remove(parties.engine, "before_cursor_execute", note)
    return said


CHANGES = {
    "a figure": ("pair_partie", "UPDATE pair_partie SET left_total = left_total + 1"),
    "who won": ("pair_partie", "UPDATE pair_partie SET winner = 1 - winner"),
    "the day": ("pair_partie", "UPDATE pair_partie SET day = '2020-01-01'"),
    "a moment": ("pair_partie", "UPDATE pair_partie SET moments = '0.6.1'"),
    "a row too many": ("pair_sheet", "DELETE FROM pair_sheet"),
    "a row too few": ("pair_partie", "DELETE FROM pair_partie"),
    "a sum": ("pair_sum", "UPDATE pair_sum SET left_won = left_won + 1"),
    "a sum too few": ("pair_sum", "DELETE FROM pair_sum"),
    "the sheet": ("sheet", "DELETE FROM sheet"),
    "a deal": ("statement", "UPDATE statement SET text = 'nonsense'"),
    "the side": ("pair_sheet", 'UPDATE pair_sheet SET "left" = 1 - "left"'),
    "the link": ("pair_link", "UPDATE pair_link SET token_hash = 'another'"),
    "the pair": ("pair", "UPDATE pair SET opened_at = '2020-01-01T00:00:00+00:00'"),
    "a stake": ("pair_setting", "UPDATE pair_setting SET value = '{}'"),
    "no stake": ("pair_setting", "DELETE FROM pair_setting"),
    "a note": ("sheet_note", "UPDATE sheet_note SET text = 'another'"),
}
"""What may be changed past the program: the table, and how."""


@pytest.mark.parametrize(("table", "sql"), CHANGES.values(), ids=CHANGES)
def test_a_change_past_the_program_is_found(
    parties: Parties, pairs: Pairs, table: str, sql: str
) -> None:
    partie = played(parties, pairs, ("Ada", "Ben"), LEFT_WINS)
    found = pairs.of_sheet(partie)
    assert found is not None
    pairs.set_stake(found.code, "1", "€")
    pairs.note(partie, "On the ferry")
    with tampered(parties.engine, table, sql) as db:
        assert [*verify(db)] != []
