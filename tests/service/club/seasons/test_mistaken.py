"""Who was entered for a season by mistake is taken out of it, and the right one plays."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger.entries import Reversed
from scorer.ledger.terms import Format, Withdrawal
from scorer.service.club.credentials import Actor
from scorer.service.club.disputes.cases import THE_TERMS, DisputeKind
from scorer.service.club.seasons.evenings import Attendance, EveningNow
from scorer.service.club.seasons.fixtures import FixtureStatus
from scorer.service.club.seasons.mistaken import MistakenEntry
from scorer.service.club.services import club_services
from scorer.service.club.transfer.copying import read_copy
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.parties import Parties
from scorer.storage import projections
from scorer.storage import schema as s
from scorer.storage.engine import open_engine, reading
from tests import there
from tests.service import refused, why_not
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub

DAY = "2026-11-21"
"""The day by the clock of the club."""

TO_PLAY = FixtureStatus.TO_PLAY
FORFEIT = FixtureStatus.FORFEIT
BYE = FixtureStatus.BYE

ADA, BEN, CAT, DAN, EVE = range(1, 6)


@pytest.fixture
def robin(two: Two) -> int:
    """A season of Ada, Ben and Cat, all against all; Dan and Eve are members too."""
    two.admit("Cat", "Dan", "Eve")
    season = two.season(ADA, BEN, CAT, name="Robin", format=Format.SINGLE)
    two.drawn(season, [(ADA, BEN)], [(CAT, ADA)], [(BEN, CAT)])
    return season


def substituted(two: Two, season: int, by: int = DAN) -> None:
    """Ada withdraws, and somebody plays for her."""
    two.services.seasons.withdraw(two.director, season, ADA, "is ill", by)


def found(two: Two, season: int, member: int = DAN) -> MistakenEntry | None:
    return two.services.mistaken.of_member(two.id, season, member)


def correct(
    two: Two, season: int, instead: int, member: int = DAN, by: Actor | None = None
) -> None:
    actor = two.director if by is None else by
    two.services.mistaken.correct(
        actor, season, member, instead=instead, reason="Dan was never asked."
    )


def pairs(two: Two, season: int) -> list[tuple[int, ...]]:
    return [each.members for each in two.services.seasons.fixtures_now(two.id, season)]


def states(two: Two, season: int) -> list[FixtureStatus]:
    return [each.state for each in two.services.seasons.fixtures_now(two.id, season)]


def rows(two: Two) -> list[object]:
    """What the projections have of who takes part, what counts for them, and who meets whom."""
    with reading(two.engine) as db:
        tables = (s.entrant, s.tally, s.fixture)
        return [list(projections.rows(db, two.id, table)) for table in tables]


def test_the_right_substitute_is_chosen_in_the_same_act(two: Two, robin: int) -> None:
    substituted(two, robin)
    correct(two, robin, EVE)
    assert pairs(two, robin) == [(EVE, BEN), (CAT, EVE), (BEN, CAT)]
    playing = two.services.seasons.entrants(two.id, robin)
    assert playing == {ADA: True, BEN: False, CAT: False, EVE: False}
    assert two.services.seasons.replaced_by(two.id, robin, ADA) == EVE
    assert two.faults == []


def test_who_was_entered_by_mistake_leaves_nothing_in_the_season(
    two: Two, robin: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = two.copied(tmp_path_factory.mktemp("other"))
    other.services.seasons.withdraw(two.director, robin, ADA, "is ill", EVE)
    substituted(two, robin)
    correct(two, robin, EVE)
    assert rows(two) == rows(other)


def test_who_was_replaced_by_mistake_plays_on(two: Two, robin: int) -> None:
    before = rows(two)
    substituted(two, robin)
    correct(two, robin, ADA)
    assert rows(two) == before
    assert two.faults == []


@pytest.mark.parametrize(
    ("withdrawal", "settled"), [(Withdrawal.FORFEIT, FORFEIT), (Withdrawal.COUNT_PLAYED, BYE)]
)
def test_without_a_substitute_the_terms_settle_what_remains(
    two: Two, withdrawal: Withdrawal, settled: FixtureStatus
) -> None:
    two.admit("Cat", "Dan")
    season = two.season(ADA, BEN, CAT, name="Robin", format=Format.SINGLE, withdrawal=withdrawal)
    two.drawn(season, [(ADA, BEN)], [(CAT, ADA)], [(BEN, CAT)])
    substituted(two, season)
    correct(two, season, 0)
    assert states(two, season) == [settled, settled, TO_PLAY]
    assert pairs(two, season)[0] == (ADA, BEN)
    assert two.faults == []


def test_in_the_days_of_grace_the_fixtures_stay_open_without_a_substitute(two: Two) -> None:
    two.admit("Cat", "Dan")
    season = two.season(ADA, BEN, CAT, name="Robin", format=Format.SINGLE, grace_days=7)
    two.drawn(season, [(ADA, BEN)], [(CAT, ADA)], [(BEN, CAT)])
    two.services.seasons.withdraw(two.director, season, ADA, "is ill")
    two.services.seasons.replace(two.director, season, ADA, DAN)
    correct(two, season, 0)
    assert states(two, season) == [TO_PLAY] * 3
    assert two.services.seasons.left(two.id, season).keys() == {ADA}


def test_the_correction_is_an_entry_of_its_own_without_a_law(two: Two, robin: int) -> None:
    substituted(two, robin)
    entry = there(found(two, robin)).entry
    correct(two, robin, EVE)
    (body,) = [each.body for each in two.entries if isinstance(each.body, Reversed)]
    assert body == Reversed(entry, "Dan was never asked.", "", mistyped=True)


def test_only_a_mistake_takes_a_substitute_out(two: Two, robin: int) -> None:
    substituted(two, robin)
    entry = there(found(two, robin)).entry
    why = "Only parties, scorecards, penalties, byes and draws can be reversed."
    refused(why, two.services.seasons.reverse, two.director, entry, reason="No.", law="Law 70")


def test_the_substitute_of_a_substitute_is_corrected(two: Two, robin: int) -> None:
    substituted(two, robin)
    two.services.seasons.withdraw(two.director, robin, DAN, "is abroad", EVE)
    assert found(two, robin, DAN) is None
    correct(two, robin, DAN, member=EVE)
    assert pairs(two, robin)[0] == (DAN, BEN)
    assert two.faults == []


def test_in_a_knock_out_the_right_substitute_plays_the_open_round(two: Two) -> None:
    two.admit("Cat", "Dan", "Eve", "Fay")
    cup = two.season(ADA, BEN, CAT, EVE, name="Cup", format=Format.KNOCK_OUT)
    two.drawn(cup, [(ADA, BEN), (CAT, EVE)])
    two.services.seasons.withdraw(two.director, cup, ADA, "is ill", DAN)
    correct(two, cup, 6)
    assert pairs(two, cup) == [(6, BEN), (CAT, EVE)]
    assert two.faults == []


def played(two: Two, season: int) -> str:
    substituted(two, season)
    return two.play(season, DAN, BEN, round_=1).sheet.code


def test_a_substitute_who_has_played_stays(two: Two, robin: int) -> None:
    played(two, robin)
    why = "This member has a result in this season, and it stays in their name."
    refused(why, correct, two, robin, EVE)
    assert [each.slot for each in there(found(two, robin)).settled] == [(1, 1)]


def test_a_substitute_whose_partie_has_begun_stays(two: Two, robin: int) -> None:
    substituted(two, robin)
    sheet = two.services.signing.open_fixture(two.id, robin, (1, 1), token="")
    why = f"The sheet {sheet.code} of this member has begun, and stays in their name."
    assert why_not(correct, two, robin, EVE) == why


def test_a_substitute_with_a_penalty_stays(two: Two, robin: int) -> None:
    substituted(two, robin)
    two.services.seasons.adjust(two.director, robin, DAN, points=-20, reason="Late.")
    refused("has a result in this season", correct, two, robin, EVE)


def test_once_their_partie_is_taken_out_a_substitute_can_be_corrected(two: Two, robin: int) -> None:
    code = played(two, robin)
    disputes = two.services.disputes
    disputes.file(code, two.members[BEN], DisputeKind.DENIAL, "That was Eve.")
    disputes.take_out(code, two.director, words="Eve played.", law=THE_TERMS)
    correct(two, robin, EVE)
    assert states(two, robin) == [TO_PLAY] * 3
    two.play(robin, EVE, BEN, round_=1)
    assert two.faults == []


def test_who_returned_is_no_mistaken_substitute(two: Two, robin: int) -> None:
    substituted(two, robin)
    two.services.seasons.take_back(two.director, robin, ADA)
    assert found(two, robin, ADA) is None
    refused("Only who was entered once", correct, two, robin, 0, member=ADA)


def test_an_entrant_without_a_fixture_is_corrected(two: Two) -> None:
    two.admit("Cat")
    season = two.season(ADA, BEN, name="Open")
    before = rows(two)
    two.services.seasons.enter(two.director, season, CAT)
    refused("with the form of the entrants", correct, two, season, ADA, member=CAT)
    correct(two, season, 0, member=CAT)
    assert rows(two) == before
    assert two.faults == []


def test_an_entrant_with_fixtures_withdraws(two: Two, robin: int) -> None:
    refused("Undo the draw, or enter their withdrawal", correct, two, robin, 0, member=CAT)


def test_another_member_or_nobody_plays_instead(two: Two, robin: int) -> None:
    substituted(two, robin)
    refused("Choose who plays instead, or nobody", correct, two, robin, DAN)
    refused("not yet in this season", correct, two, robin, BEN)


def test_a_mistake_needs_a_director_and_a_reason(two: Two, robin: int) -> None:
    substituted(two, robin)
    why = "Only a director can correct what was entered."
    refused(why, correct, two, robin, EVE, by=two.members[BEN])
    ask = two.services.mistaken.correct
    refused("Enter a reason", ask, two.director, robin, DAN, instead=EVE, reason=" ")


def test_a_member_who_was_merged_since_is_corrected_too(two: Two, robin: int) -> None:
    (fay,) = two.admit("Fay")
    substituted(two, robin)
    two.services.people.merge(two.director, DAN, fay)
    assert found(two, robin, DAN) is None
    correct(two, robin, EVE, member=fay)
    assert pairs(two, robin)[0] == (EVE, BEN)
    assert two.faults == []


def test_the_corrected_club_is_the_same_on_another_server(
    two: Two, robin: int, tmp_path: Path
) -> None:
    substituted(two, robin)
    correct(two, robin, EVE)
    parties = Parties(open_engine(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"), two.clock)
    services = club_services(parties)
    copy = read_copy(io.BytesIO(two.exported(ExportFormat.MOVE)))
    club, _ = services.copying.found(copy)
    other = RunningClub(parties, two.clock, services, club, two.director)
    assert other.entries == two.entries
    assert other.faults == []


def test_the_journal_of_a_corrected_club_is_written(two: Two, robin: int) -> None:
    substituted(two, robin)
    correct(two, robin, EVE)
    journal = two.exported(ExportFormat.JOURNAL).decode()
    assert "which was entered by mistake, is reversed: Dan was never asked" in journal


def test_everyone_in_the_season_reads_of_the_mistake(two: Two, robin: int) -> None:
    substituted(two, robin)
    since = two.entries[-1].number
    correct(two, robin, EVE)
    news = two.services.home.news(two.id, CAT, since).news
    said = "which was entered by mistake, is reversed: Dan was never asked."
    assert [each.says.endswith(said) for each in news] == [False, True]


def test_other_mistakes_are_news_only_to_those_they_concern(two: Two, robin: int) -> None:
    seasons = two.services.seasons
    walkover = seasons.forfeit(two.director, robin, (1, 1), ADA)
    since = two.entries[-1].number
    seasons.unenter(two.director, walkover.entry.number, reason="They came.")
    assert two.services.home.news(two.id, CAT, since).news == ()


@dataclass
class Evening:
    """The evening of a round, on which a substitute is entered at a table."""

    club: Two
    season: int

    def does(self, verb: str, *asked: Any, **named: Any) -> None:
        act = getattr(self.club.services.evenings, verb)
        act(self.club.director, self.season, DAY, *asked, **named)

    @property
    def now(self) -> EveningNow:
        return self.club.services.evenings.now(self.club.id, self.season, DAY)


@pytest.fixture
def evening(two: Two, robin: int) -> Evening:
    """Ada and Ben are at a table, and Dan is entered for Ada."""
    found = Evening(two, robin)
    for member in (ADA, BEN):
        found.does("presence", member, Attendance.HERE)
    found.does("pair")
    found.does("start", found.now.seen)
    found.does("substitute", 1, ADA, by=DAN, name="", reason="")
    assert found.now.evening.here == (BEN, DAN)
    return found


def test_on_an_evening_the_right_substitute_is_here(evening: Evening) -> None:
    correct(evening.club, evening.season, EVE)
    assert evening.now.evening.here == (BEN, EVE)
    (table,) = evening.now.tables
    assert sorted(table.members) == [BEN, EVE]


def test_on_an_evening_who_plays_on_is_here_again(evening: Evening) -> None:
    correct(evening.club, evening.season, ADA)
    assert evening.now.evening.here == (BEN, ADA)


def test_on_an_evening_nobody_is_here_for_nobody(evening: Evening) -> None:
    correct(evening.club, evening.season, 0)
    assert evening.now.evening.here == (BEN,)


def test_a_pairing_that_has_not_started_has_the_right_substitute(evening: Evening) -> None:
    evening.does("undo_table", 1)
    evening.does("pair")
    assert [sorted(each.members) for each in evening.now.evening.plan] == [[BEN, DAN]]
    correct(evening.club, evening.season, EVE)
    assert [sorted(each.members) for each in evening.now.evening.plan] == [[BEN, EVE]]
    evening.does("start", evening.now.seen)
    assert evening.club.faults == []


def test_an_evening_that_is_over_stays_as_it_was(evening: Evening) -> None:
    evening.does("end")
    correct(evening.club, evening.season, EVE)
    assert evening.now.evening.here == (BEN, DAN)
