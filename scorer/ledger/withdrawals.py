"""What becomes of a member's fixtures who withdraws, or whose place another takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .entries import Fixture
from .pairing import Round
from .terms import Withdrawal

Slot = tuple[int, int]
"""Where a fixture stands: its round, from 1, and its place in the round, from 0."""


@dataclass(frozen=True, slots=True)
class Left:
    """
    What is left behind by a member who withdraws, each fixture by its slot.

    Attributes:
        byes: to come; the other has a bye.
        forfeits: to come; the other wins without playing.
        annulled: played; they count no more.
    """

    byes: tuple[Slot, ...] = ()
    forfeits: tuple[Slot, ...] = ()
    annulled: tuple[Slot, ...] = ()


def slots_of(rounds: Sequence[Round], member: int) -> dict[Slot, Fixture]:
    """The fixtures in which a member meets somebody."""
    return {
        (number, place): fixture
        for number, fixtures in enumerate(rounds, start=1)
        for place, fixture in enumerate(fixtures)
        if fixture.second is not None and member in (fixture.first, fixture.second)
    }


def other_of(fixture: Fixture, member: int) -> int | None:
    """Whom a member meets in a fixture; `None` for a bye."""
    return fixture.second if member == fixture.first else fixture.first


def left_after_withdrawal(rounds: Sequence[Round], played: Collection[Slot], member: int, policy: Withdrawal) -> Left:
    """
    What becomes of a member's fixtures.

    Args:
        rounds: all rounds that were drawn.
        played: the fixtures that are settled, by playing or by forfeit.
        member: who withdraws.
        policy: what the season's terms say of it.
    """
    mine = slots_of(rounds, member)
    done = tuple(slot for slot in mine if slot in played)
    to_come = tuple(slot for slot in mine if slot not in played)
    if policy is Withdrawal.STAND:
        return Left(byes=to_come)
    if policy is Withdrawal.ANNUL_UNDER_HALF and 2 * len(done) < len(mine):
        return Left(byes=to_come, annulled=done)
    return Left(forfeits=to_come)


def replaced(rounds: Sequence[Round], taken: Collection[Slot], member: int, by: int) -> tuple[Round, ...]:
    """
    The rounds after a member's place is taken by another.

    Args:
        rounds: all rounds that were drawn.
        taken: the fixtures that pass over, as `Replaced.taken` names them.
        member: who withdrew.
        by: who comes instead, with the same seats.

    Raises:
        ValueError: one of the fixtures is not the member's, or the one who
            comes would meet himself.
    """
    mine = slots_of(rounds, member)
    for slot in taken:
        if slot not in mine:
            raise ValueError(f"member {member} has no fixture at place {slot[1] + 1} of round {slot[0]}")
        if other_of(mine[slot], member) == by:
            raise ValueError(f"member {by} cannot come instead of {member} in round {slot[0]}: they are to meet there")
    return tuple(
        tuple(
            _with(fixture, member, by) if (number, place) in taken else fixture
            for place, fixture in enumerate(fixtures)
        )
        for number, fixtures in enumerate(rounds, start=1)
    )


def _with(fixture: Fixture, member: int, by: int) -> Fixture:
    return Fixture(by, fixture.second) if fixture.first == member else Fixture(fixture.first, by)
