"""Who may change a posted record, by what the ledger has about its sheet."""

from dataclasses import replace
from itertools import count

import pytest

from scorer.ledger.entries import (
    Body,
    DisputeEnded,
    Entry,
    Outcome,
    SheetPosted,
    narration,
)
from scorer.ledger.finality import (
    Appeal,
    EndedCase,
    Finality,
    ResultState,
    appeal,
    finality,
    may_decide,
    state_of,
    superseded,
)
from tests.ledger.builders import result

DIRECTOR = "director Ann"
PLAYERS = "member 1 and member 2"


def posted(
    *, instead_of: int | None = None, imported: bool = False, code: str = "K7M2QX"
) -> SheetPosted:
    how = result((120, 90), 130)
    return SheetPosted(1, (1, 2), code, "", how, instead_of=instead_of, signed=2, imported=imported)


def ended(how: Outcome) -> DisputeEnded:
    return DisputeEnded(1, "K7M2QX", 1, "", how, "Seen.", "Law 74")


def found(*made: tuple[str, Body]) -> Finality:
    numbers = count(1)
    return finality(
        Entry(next(numbers), "2026-11-21T18:00:00+00:00", author, body, (), "")
        for author, body in made
    )


FIRST = (PLAYERS, posted())
AGAIN = (PLAYERS, posted(instead_of=1))


def test_the_period_begins_with_the_first_posting() -> None:
    first = found(FIRST, (PLAYERS, ended(Outcome.AGREED)), AGAIN).first
    assert first is not None
    assert first.number == 1


@pytest.mark.parametrize("how", Outcome)
def test_only_a_ruling_binds_the_players(how: Outcome) -> None:
    ruling = found(FIRST, (DIRECTOR, ended(how))).ruling
    assert (ruling is not None) is how.is_ruling


def test_a_ruling_binds_whatever_the_players_agreed_on_later() -> None:
    """In books of earlier versions they could."""
    of = found(FIRST, (DIRECTOR, ended(Outcome.UPHELD)), (PLAYERS, ended(Outcome.AGREED)), AGAIN)
    assert of.ruling is not None


@pytest.mark.parametrize(("author", "binds"), [(DIRECTOR, True), (PLAYERS, False)])
def test_a_ruling_before_the_first_posting_binds_if_it_posted_the_sheet(
    author: str, binds: bool
) -> None:
    of = found((DIRECTOR, ended(Outcome.UPHELD)), (author, posted()))
    assert (of.ruling is not None) is binds


def test_what_is_not_posted_has_no_period() -> None:
    assert not found((DIRECTOR, ended(Outcome.UPHELD))).has_period


def test_an_import_and_a_forfeit_have_no_period() -> None:
    assert not found((DIRECTOR, posted(imported=True))).has_period
    assert not found((DIRECTOR, posted(code=""))).has_period


def typed(**changed: object) -> SheetPosted:
    """A sheet that a director typed from paper."""
    body = posted()
    return replace(body, result=replace(body.result, from_paper=True), **{"signed": 0, **changed})  # type: ignore[arg-type]


def test_what_a_director_typed_can_be_corrected_as_mistyped() -> None:
    assert found((DIRECTOR, typed())).is_typed


def test_what_a_player_has_signed_was_not_only_typed() -> None:
    assert not found((DIRECTOR, typed(signed=1))).is_typed


def test_what_was_said_at_the_table_was_not_typed() -> None:
    assert not found((DIRECTOR, replace(typed(), result=posted().result))).is_typed


def test_an_import_was_not_typed() -> None:
    assert not found((DIRECTOR, typed(imported=True))).is_typed


@pytest.mark.parametrize("how", [Outcome.UPHELD, Outcome.AGREED])
def test_what_was_decided_on_is_no_longer_only_typed(how: Outcome) -> None:
    assert not found((DIRECTOR, typed()), (DIRECTOR, ended(how))).is_typed


def test_what_is_not_posted_was_not_typed() -> None:
    assert not found().is_typed


OTHER = "director Bob"
RULED_ON = (FIRST, (DIRECTOR, ended(Outcome.UPHELD)))


@pytest.mark.parametrize(
    ("made", "directors", "state"),
    [
        ((FIRST,), (DIRECTOR, OTHER), Appeal.NO_RULING),
        (RULED_ON, (DIRECTOR, OTHER), Appeal.POSSIBLE),
        (RULED_ON, (DIRECTOR,), Appeal.NOBODY),
        (RULED_ON, (), Appeal.NOBODY),
        (RULED_ON, (OTHER,), Appeal.POSSIBLE),
    ],
)
def test_a_player_appeals_where_another_director_can_decide(
    made: tuple[tuple[str, Body], ...], directors: tuple[str, ...], state: Appeal
) -> None:
    of = found(*made)
    assert appeal(of, directors=directors, is_made=False, is_decided=False) is state


def test_an_appeal_is_open_and_then_decided_even_if_the_directors_change() -> None:
    of = found(*RULED_ON)
    assert appeal(of, directors=(), is_made=True, is_decided=False) is Appeal.MADE
    assert appeal(of, directors=(OTHER,), is_made=False, is_decided=True) is Appeal.DECIDED


def test_who_made_the_ruling_does_not_decide_the_appeal() -> None:
    assert may_decide(found(*RULED_ON), DIRECTOR) is False
    assert may_decide(found(*RULED_ON), OTHER) is True


def test_before_a_ruling_every_director_may_decide() -> None:
    assert may_decide(found(FIRST), DIRECTOR) is True


HELD = {
    "both signed": ((FIRST,), ResultState.SIGNED),
    "both agreed to a correction": (
        (FIRST, (PLAYERS, ended(Outcome.AGREED)), AGAIN),
        ResultState.AGREED,
    ),
    "a director ruled": ((FIRST, (DIRECTOR, ended(Outcome.UPHELD))), ResultState.RULED),
    "a ruling holds against what both agreed on": (
        (FIRST, (PLAYERS, ended(Outcome.AGREED)), AGAIN, (DIRECTOR, ended(Outcome.CORRECTED))),
        ResultState.RULED,
    ),
    "a dispute that was withdrawn changes nothing": (
        (FIRST, (PLAYERS, ended(Outcome.WITHDRAWN))),
        ResultState.SIGNED,
    ),
    "a director typed it from paper": (((DIRECTOR, typed()),), ResultState.PAPER),
    "a director mistyped it": (
        ((DIRECTOR, typed()), (DIRECTOR, ended(Outcome.MISTYPED))),
        ResultState.PAPER,
    ),
    "it came in with an import": (
        ((DIRECTOR, posted(imported=True)),),
        ResultState.IMPORTED,
    ),
    "an import on which a director ruled": (
        ((DIRECTOR, posted(imported=True)), (DIRECTOR, ended(Outcome.CORRECTED))),
        ResultState.RULED,
    ),
    "it was not played": (((DIRECTOR, posted(code="")),), ResultState.FORFEIT),
}
"""What is in the ledger about a sheet, and what holds its result while the season is open."""


@pytest.mark.parametrize("case", HELD)
def test_a_posted_result_has_one_state(case: str) -> None:
    made, state = HELD[case]
    assert state_of(found(*made), is_closed=False) is state


@pytest.mark.parametrize("case", HELD)
def test_a_closed_season_makes_every_result_final(case: str) -> None:
    made, _ = HELD[case]
    assert state_of(found(*made), is_closed=True) is ResultState.FINAL


def test_every_state_has_a_case() -> None:
    assert {state for _, state in HELD.values()} == set(ResultState) - {ResultState.FINAL}


def case(number: int, how: Outcome, deal: int = 1, *, corrects: bool = False) -> EndedCase:
    return EndedCase(number, how, turn=-1, deal=deal, corrects=corrects)


UPHELD = case(1, Outcome.UPHELD)
RULED = case(1, Outcome.CORRECTED, corrects=True)
AGREED = case(1, Outcome.AGREED, corrects=True)
MISTYPED = case(1, Outcome.MISTYPED, corrects=True)
CORRECTED_LATER = case(2, Outcome.CORRECTED, corrects=True)


@pytest.mark.parametrize("earlier", [UPHELD, RULED, AGREED, MISTYPED])
def test_a_correction_supersedes_every_decision_on_the_same_deal(earlier: EndedCase) -> None:
    assert superseded([earlier, CORRECTED_LATER]) == {1: 2}


@pytest.mark.parametrize("how", [Outcome.WITHDRAWN, Outcome.REPLACED, Outcome.CLOSED])
def test_what_decided_nothing_is_not_superseded(how: Outcome) -> None:
    assert superseded([case(1, how), CORRECTED_LATER]) == {}


def test_a_correction_of_another_deal_supersedes_nothing() -> None:
    assert superseded([RULED, case(2, Outcome.CORRECTED, deal=3, corrects=True)]) == {}


def test_a_ruling_that_upholds_the_record_supersedes_nothing() -> None:
    assert superseded([RULED, case(2, Outcome.UPHELD)]) == {}


WHOLE = case(1, Outcome.UPHELD, -1)
OUT = case(2, Outcome.TAKEN_OUT, -1)
DAY_LATER = case(2, Outcome.CORRECTED, -1, corrects=True)


@pytest.mark.parametrize("earlier", [WHOLE, case(1, Outcome.CORRECTED, -1, corrects=True)])
@pytest.mark.parametrize("how", [Outcome.CORRECTED, Outcome.AGREED, Outcome.MISTYPED])
def test_a_correction_of_the_whole_sheet_supersedes_decisions_on_it(
    earlier: EndedCase, how: Outcome
) -> None:
    assert superseded([earlier, case(2, how, -1, corrects=True)]) == {1: 2}


def test_a_correction_of_the_whole_sheet_supersedes_no_decision_on_a_deal() -> None:
    assert superseded([RULED, DAY_LATER]) == {}


def test_a_correction_of_a_deal_supersedes_no_decision_on_the_whole_sheet() -> None:
    assert superseded([WHOLE, CORRECTED_LATER]) == {}


@pytest.mark.parametrize("how", [Outcome.UPHELD, Outcome.WITHDRAWN, Outcome.REPLACED])
def test_what_changes_nothing_supersedes_no_decision_on_the_whole_sheet(how: Outcome) -> None:
    assert superseded([WHOLE, case(2, how, -1)]) == {}


@pytest.mark.parametrize("earlier", [UPHELD, RULED, AGREED, MISTYPED, WHOLE])
@pytest.mark.parametrize("deal", [-1, 3])
def test_a_taking_out_supersedes_every_decision_on_its_sheet(earlier: EndedCase, deal: int) -> None:
    assert superseded([earlier, case(2, Outcome.TAKEN_OUT, deal)]) == {1: 2}


def test_a_taking_out_supersedes_a_director_s_own_version_with_what_it_ended() -> None:
    own = case(2, Outcome.CORRECTED, corrects=True)
    out = case(3, Outcome.TAKEN_OUT, -1)
    assert superseded([case(1, Outcome.OTHERWISE), own, out]) == {1: 3, 2: 3}


@pytest.mark.parametrize("deal", [-1, 1])
def test_what_posts_the_sheet_again_supersedes_its_taking_out(deal: int) -> None:
    again = case(3, Outcome.CORRECTED, deal, corrects=True)
    assert superseded([UPHELD, OUT, again]) == {1: 2, 2: 3}


def test_a_taking_out_that_is_upheld_holds() -> None:
    assert superseded([UPHELD, OUT, case(3, Outcome.UPHELD, -1)]) == {1: 2}


def test_a_decision_is_superseded_once_by_the_next() -> None:
    last = case(3, Outcome.CORRECTED, corrects=True)
    assert superseded([RULED, CORRECTED_LATER, last]) == {1: 2, 2: 3}


def test_a_director_s_own_version_holds_with_the_dispute_that_it_ended() -> None:
    own = case(2, Outcome.CORRECTED, corrects=True)
    assert superseded([case(1, Outcome.OTHERWISE), own]) == {}


def test_a_director_s_own_version_is_superseded_with_the_dispute_that_it_ended() -> None:
    own = case(2, Outcome.CORRECTED, corrects=True)
    last = case(3, Outcome.CORRECTED, corrects=True)
    assert superseded([case(1, Outcome.OTHERWISE), own, last]) == {1: 3, 2: 3}


def test_of_a_company_the_same_partie_is_superseded() -> None:
    one = EndedCase(1, Outcome.CORRECTED, turn=4, deal=-1, corrects=True)
    other = one._replace(number=2, turn=5)
    again = one._replace(number=3)
    assert superseded([one, other, again]) == {1: 3}


def test_of_a_company_a_correction_of_a_partie_supersedes_decisions_on_its_deals() -> None:
    one = EndedCase(1, Outcome.CORRECTED, turn=4, deal=2, corrects=True)
    other = one._replace(number=2, turn=5)
    removed = one._replace(number=3, deal=-1)
    assert superseded([one, other, removed]) == {1: 3}
    assert superseded([removed, one._replace(number=4)]) == {}


def test_an_end_names_what_it_supersedes() -> None:
    one = replace(ended(Outcome.CORRECTED), dispute=3, supersedes=(1,))
    assert narration(one, {}).endswith("corrected by ruling: Seen (Law 74). Supersedes dispute 1")
    two = replace(one, supersedes=(1, 2))
    assert narration(two, {}).endswith("Supersedes disputes 1 and 2")
