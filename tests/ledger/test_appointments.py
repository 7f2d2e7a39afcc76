"""The day of a fixture: what holds after the events of its round."""

from dataclasses import replace

import pytest

from scorer.ledger.appointments import (
    KINDS,
    NO_DAY,
    Appointment,
    AppointmentEvent,
    AppointmentStatus,
    DayAccepted,
    DayCancelled,
    DayCleared,
    DayDeclined,
    DayEnding,
    DayFixed,
    DayProposal,
    DayProposed,
    EndedDay,
    ProposalWithdrawn,
    about_fixture,
    fold_appointment,
    round_of,
)
from scorer.ledger.arranging import event_of_merged, read_event, write_event

ADA = 1
BEN = 2
CAT = 3
FRIDAY = "2026-12-04"
SATURDAY = "2026-12-05"
SUNDAY = "2026-12-06"
ADA_ASKS = DayProposed(ADA, BEN, FRIDAY, "19:30")
BEN_ASKS = DayProposed(BEN, ADA, SATURDAY, "")
BEN_ACCEPTS = DayAccepted(BEN, ADA)
AGREED = (ADA_ASKS, BEN_ACCEPTS)
FIXED = DayFixed(ADA, BEN, SUNDAY, "11:00")
OF_ADA = DayProposal(ADA, FRIDAY, "19:30")
OF_BEN = DayProposal(BEN, SATURDAY, "")


def ended(how: DayEnding, by: int) -> EndedDay:
    return EndedDay(how, by, FRIDAY, "19:30")


ON_FRIDAY = Appointment(day=FRIDAY, time="19:30")
FIXED_DAY = Appointment(day=SUNDAY, time="11:00", is_fixed=True)

CASES: dict[str, tuple[tuple[AppointmentEvent, ...], Appointment]] = {
    "nothing": ((), NO_DAY),
    "proposed": ((ADA_ASKS,), Appointment(proposal=OF_ADA)),
    "agreed": (AGREED, ON_FRIDAY),
    "the own proposal is not accepted": (
        (ADA_ASKS, DayAccepted(ADA, BEN)),
        Appointment(proposal=OF_ADA),
    ),
    "accepted twice": ((*AGREED, BEN_ACCEPTS), ON_FRIDAY),
    "accepted before anything": ((BEN_ACCEPTS,), NO_DAY),
    "another day is proposed instead": (
        (ADA_ASKS, BEN_ASKS),
        Appointment(proposal=OF_BEN),
    ),
    "both propose the same": (
        (ADA_ASKS, DayProposed(BEN, ADA, FRIDAY, "19:30")),
        ON_FRIDAY,
    ),
    "the same is proposed twice by one": ((ADA_ASKS, ADA_ASKS), Appointment(proposal=OF_ADA)),
    "declined": (
        (ADA_ASKS, DayDeclined(BEN, ADA)),
        Appointment(ended=ended(DayEnding.DECLINED, BEN)),
    ),
    "the own proposal is not declined": (
        (ADA_ASKS, DayDeclined(ADA, BEN)),
        Appointment(proposal=OF_ADA),
    ),
    "withdrawn": (
        (ADA_ASKS, ProposalWithdrawn(ADA, BEN)),
        Appointment(ended=ended(DayEnding.WITHDRAWN, ADA)),
    ),
    "accepted after it was withdrawn": (
        (ADA_ASKS, ProposalWithdrawn(ADA, BEN), BEN_ACCEPTS),
        Appointment(ended=ended(DayEnding.WITHDRAWN, ADA)),
    ),
    "withdrawn after it was accepted": ((*AGREED, ProposalWithdrawn(ADA, BEN)), ON_FRIDAY),
    "an agreed day holds while another is proposed": (
        (*AGREED, BEN_ASKS),
        Appointment(day=FRIDAY, time="19:30", proposal=OF_BEN),
    ),
    "an agreed day holds when another is declined": (
        (*AGREED, BEN_ASKS, DayDeclined(ADA, BEN)),
        Appointment(
            day=FRIDAY, time="19:30", ended=EndedDay(DayEnding.DECLINED, ADA, SATURDAY, "")
        ),
    ),
    "another day is agreed on": (
        (*AGREED, BEN_ASKS, DayAccepted(ADA, BEN)),
        Appointment(day=SATURDAY),
    ),
    "cancelled": (
        (*AGREED, DayCancelled(BEN, ADA)),
        Appointment(ended=ended(DayEnding.CANCELLED, BEN)),
    ),
    "cancelled twice": (
        (*AGREED, DayCancelled(BEN, ADA), DayCancelled(BEN, ADA)),
        Appointment(ended=ended(DayEnding.CANCELLED, BEN)),
    ),
    "cancelled, and proposed anew": (
        (*AGREED, DayCancelled(BEN, ADA), BEN_ASKS),
        Appointment(proposal=OF_BEN),
    ),
    "fixed by a director": ((*AGREED, BEN_ASKS, FIXED), FIXED_DAY),
    "a fixed day is not cancelled by a player": ((FIXED, DayCancelled(ADA, BEN)), FIXED_DAY),
    "cleared by a director": (
        (*AGREED, DayCleared(ADA, BEN)),
        Appointment(ended=ended(DayEnding.CLEARED, 0)),
    ),
    "cleared before anything": ((DayCleared(ADA, BEN),), NO_DAY),
    "of a substitute, who begins without a day": (
        (DayProposed(ADA, CAT, FRIDAY, ""), DayAccepted(CAT, ADA)),
        NO_DAY,
    ),
    "the round was redrawn and back, and others agreed meanwhile": (
        (*AGREED, DayProposed(CAT, BEN, SATURDAY, ""), DayFixed(ADA, CAT, SUNDAY, "")),
        ON_FRIDAY,
    ),
}


@pytest.mark.parametrize(("events", "wanted"), CASES.values(), ids=CASES)
def test_what_holds_of_a_day(events: tuple[AppointmentEvent, ...], wanted: Appointment) -> None:
    found = fold_appointment(events, (BEN, ADA))
    assert replace(found, events=0) == wanted


def test_the_events_of_others_are_not_counted() -> None:
    found = fold_appointment((*AGREED, DayProposed(CAT, BEN, SATURDAY, "")), (ADA, BEN))
    assert found.events == 2


@pytest.mark.parametrize(
    ("events", "wanted"),
    [
        ((), AppointmentStatus.NOTHING),
        ((ADA_ASKS,), AppointmentStatus.PROPOSED),
        (AGREED, AppointmentStatus.AGREED),
        ((*AGREED, BEN_ASKS), AppointmentStatus.AGREED),
        ((FIXED,), AppointmentStatus.FIXED),
    ],
)
def test_how_far_it_has_come(
    events: tuple[AppointmentEvent, ...], wanted: AppointmentStatus
) -> None:
    assert fold_appointment(events, (ADA, BEN)).status is wanted


@pytest.mark.parametrize(
    ("member", "today", "wanted"),
    [(BEN, FRIDAY, True), (BEN, SATURDAY, False), (ADA, FRIDAY, False)],
    ids=["of the other, on that day", "when the day is over", "of who proposed it"],
)
def test_of_whom_an_answer_is_asked(member: int, today: str, wanted: bool) -> None:
    assert fold_appointment((ADA_ASKS,), (ADA, BEN)).is_asked_of(member, today) is wanted


@pytest.mark.parametrize(("today", "wanted"), [(FRIDAY, True), (SATURDAY, False)])
def test_a_day_holds_until_it_is_over(today: str, wanted: bool) -> None:
    assert fold_appointment(AGREED, (ADA, BEN)).holds_on(today) is wanted


@pytest.mark.parametrize(
    "event",
    [
        ADA_ASKS,
        BEN_ACCEPTS,
        DayDeclined(BEN, ADA),
        ProposalWithdrawn(ADA, BEN),
        DayCancelled(BEN, ADA),
        FIXED,
        DayCleared(ADA, BEN),
    ],
)
def test_an_event_is_read_as_it_was_written(event: AppointmentEvent) -> None:
    assert read_event(write_event(event), KINDS) == event


def test_a_merged_member_keeps_the_day() -> None:
    events = [event_of_merged(event, {BEN: CAT}) for event in AGREED]
    assert fold_appointment(events, (ADA, CAT)).day == FRIDAY


def test_what_an_event_is_about_leads_back_to_its_round() -> None:
    assert round_of(about_fixture((12, 3))) == 12
