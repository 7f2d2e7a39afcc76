"""
Signing: both players of a season's partie sign it, and then it is posted.

Unsigned, half signed, signed and posted; or refused, with a reason, which
makes it a dispute.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from sqlalchemy import Connection, Engine

from ...rules.ruleset import Ruleset
from ...storage import derived, parties, places
from ...storage.engine import reading, writing
from ...storage.places import DisputeRow, PlaceRow
from ..opening import NotAllowed, open_partie
from ..parties import Clock
from ..sheets import Sheet, read_sheet
from ..tokens import new_token
from . import entering
from .actors import Actor
from .posting import Posted, terms_of
from .seasons import season_rules


class State(Enum):
    """How far a partie has come on its way into the book."""

    PLAYING = "being played"
    UNSIGNED = "unsigned"
    HALF_SIGNED = "half signed"
    DISPUTED = "disputed"
    POSTED = "posted"


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A partie of a season on its way into the book.

    Attributes:
        sheet: the scored partie.
        place: its place in the season.
        state: how far it has come.
        disputes: every dispute about it, in order.
        posted: the entry by which it stands, if it does.
        until: until when both players may agree to a correction; `None` if it is not posted.
        is_open: whether that time runs.
        series: the names of the season and its number.
    """

    sheet: Sheet
    place: PlaceRow
    state: State
    disputes: tuple[DisputeRow, ...]
    posted: Posted | None
    until: datetime | None
    is_open: bool
    season: str

    @property
    def dispute(self) -> DisputeRow | None:
        """The dispute that waits for an end, if there is one."""
        return next((each for each in self.disputes if each.is_open), None)

    def player_of(self, member: int) -> int | None:
        """A member's place in the partie, 0 or 1; `None` for somebody else."""
        return self.place.members.index(member) if member in self.place.members else None


def standing(db: Connection, code: str, now: datetime, club_id: int | None = None) -> Standing:
    """
    How far a partie has come.

    Raises:
        NotAllowed: it is no partie of a season, or of another club.
    """
    placed = entering.find_placed(db, code, club_id)
    return standing_of(db, placed, now)


def standing_of(db: Connection, placed: entering.Placed, now: datetime) -> Standing:
    """How far a partie that was read before has come."""
    sheet, place = placed.sheet, placed.place
    found = tuple(places.disputes(db, placed.row.id))
    posted = entering.standing_entry(db, place.club_id, placed.row.code)
    terms = terms_of(db, place.club_id, place.season)
    if any(each.is_open for each in found):
        state = State.DISPUTED
    elif posted is not None:
        state = State.POSTED
    elif not sheet.partie.is_over:
        state = State.PLAYING
    else:
        state = State.HALF_SIGNED if sheet.is_closed else State.UNSIGNED
    until = None
    if posted is not None:
        until = datetime.fromisoformat(posted.entry.at) + timedelta(hours=terms.correction_hours)
    return Standing(sheet, place, state, found, posted, until, until is not None and now < until, terms.name)


@dataclass(frozen=True, slots=True)
class Signing:
    """Parties of seasons on their way into the book, and the clock by which they are signed."""

    engine: Engine
    clock: Clock

    def now(self) -> str:
        """The time that is written with what happens."""
        return self.clock().isoformat(timespec="seconds")

    def open(
        self, club_id: int, season: int, first: int, second: int, *, round_: int = 0, token: str = ""
    ) -> tuple[Sheet, str]:
        """
        Open a partie of a season; its ruleset comes from the season.

        Args:
            club_id: the club.
            season: the season's number.
            first: the number of the member who is elder in the first deal.
            second: the other's.
            round_: of the fixture it is played for; 0 for none.
            token: the secret of its first scoring link, drawn with the form; drawn here if it is empty.

        Returns:
            The new sheet, and the secret of its first scoring link.

        Raises:
            NotAllowed: the season is not there or is closed, or the two do not both play in it.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = derived.find_season(db, club_id, season)
            if row is None or row.closed:
                raise NotAllowed("The season is closed." if row else f"The club has no season {season}.")
            playing = derived.entrants(db, club_id, season)
            names = derived.members(db, club_id, [first, second])
            for member in (first, second):
                if playing.get(member, True):
                    raise NotAllowed(f"{names.get(member, 'Somebody')} does not play in this season.")
            rules: Ruleset = season_rules(terms_of(db, club_id, season))
            partie = open_partie(db, names[first], names.get(second, ""), rules, token, at=self.now())
            if places.place_of(db, partie.id) is None:
                places.take_place(
                    db,
                    partie.id,
                    club_id=club_id,
                    season=season,
                    members=(first, second),
                    round_=round_,
                    at=self.now(),
                )
            return read_sheet(db, partie), token

    def standing(self, code: str, club_id: int | None = None) -> Standing | None:
        """How far a partie has come; `None` if it is no partie of a season."""
        with reading(self.engine) as db:
            try:
                return standing(db, code, self.clock(), club_id)
            except NotAllowed:
                return None

    def sign(self, code: str, by: Actor) -> Standing:
        """
        Sign a finished partie on one's own phone, or after giving one's PIN; the second signature posts it.

        A second signature of the same player changes nothing.

        Raises:
            NotAllowed: the partie is not over, or disputed, or not the member's.
        """
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None:
                raise NotAllowed("Only the two who played sign a partie.")
            if now.state is State.PLAYING:
                raise NotAllowed("A partie is signed when it is over.")
            if now.state is State.DISPUTED:
                raise NotAllowed("The partie is disputed; it can be signed when that is settled.")
            if now.sheet.signatures[player] is None and now.posted is None:
                name = now.sheet.names[player]
                parties.append_signature(db, now.sheet.id, player=player, name=name, at=self.now())
            placed = entering.find_placed(db, code, by.club_id)
            if placed.sheet.is_signed and now.posted is None:
                entering.enter(db, placed, author=" and ".join(placed.sheet.names), at=self.now())
            return standing_of(db, placed, self.clock())

    def waiting(self, club_id: int, member: int | None = None) -> list[Standing]:
        """The parties of a club that are not in the book yet, or those of one member, newest first."""
        with reading(self.engine) as db:
            return [
                standing_of(db, entering.Placed(row, place, read_sheet(db, row)), self.clock())
                for row, place in places.unposted(db, club_id)
                if member is None or member in place.members
            ]
