"""Signing: enter a sheet in a season, have its players sign it, and post it; or take it out of the
ledger again.

Every player of a company signs, not only the two who played last, because the card moves points of
each. Only their own signature, on their phone or with their PIN, shows that they have seen what
they pay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, assert_never

from sqlalchemy import Connection

from ....ledger.chain import digests
from ....ledger.entries import Entry, Outcome, SealedSignature, SheetPosted, numbered
from ....ledger.finality import (
    Appeal,
    Finality,
    ResultState,
    appeal,
    finality,
    posts,
    state_of,
)
from ....ledger.pairing import Slot
from ....ledger.signing import (
    ON_OWN_PHONE,
    HowSigned,
    Means,
    Obstacle,
    SheetStatus,
    SigningState,
    unsigned,
)
from ....ledger.signing import sign as decide
from ....ledger.terms import SeasonTerms
from ....rules.company import terms_named
from ....rules.laws import by_member
from ....rules.messages import Message
from ....rules.names import is_same
from ....rules.partie import play_partie
from ....rules.settlement import Settlement
from ....storage import clubs, disputes, projections, season_sheets, sheets
from ....storage import entry_rows as store
from ....storage.disputes import DisputeRow
from ....storage.engine import reading, writing
from ....storage.projections import Season
from ....storage.season_sheets import SheetSeason, SheetState, WholePartie
from ....storage.sheets import Membership, SheetRow, SignatureRow
from ....storage.statements import StatementRow
from ....table.entering import NotAllowed, new_token, refuse_if
from ....table.recording import Sheet, SheetKind
from ....table.times import day_of
from ...companies import open_company
from ...service import Service
from ...sheets import (
    AnySheet,
    CompanyCard,
    open_partie,
    read_any,
    read_card,
    read_sheet,
    read_whole,
)
from ...zones import zone_of
from .. import posts as posting
from ..credentials import Actor, Role
from ..people.members import People
from ..posts import Posted, until
from ..seasons.fixtures import day_begun, day_played, open_fixture
from ..seasons.season import names_playing, require_two, season_rules
from .signing_refusals import SigningRefusal, closed_words

__all__ = ["SeasonSheet", "SheetSeason", "SheetStatus", "Signing"]


NamedMembers = Sequence[tuple[str, int]]
"""The players of a sheet, each by name and number of the member."""


class OpensSheet(Protocol):
    """Opens a sheet in the season of *terms*, once for each *token*."""

    def __call__(
        self,
        db: Connection,
        players: NamedMembers,
        terms: SeasonTerms,
        *,
        token: str,
        at: str,
        day: str,
    ) -> SheetRow: ...


def _open_season_partie(
    db: Connection, players: NamedMembers, terms: SeasonTerms, *, token: str, at: str, day: str
) -> SheetRow:
    return open_partie(db, players, season_rules(terms), token, at=at, day=day)


def _require_company(terms: SeasonTerms) -> None:
    refuse_if(terms.is_for_two, "This season is for two players at a table.")


def _open_season_company(
    db: Connection, players: NamedMembers, terms: SeasonTerms, *, token: str, at: str, day: str
) -> SheetRow:
    members = [member for _, member in players]
    refuse_if(
        len(set(members)) < len(members), "A player is listed twice. Choose different players."
    )
    company = terms_named(terms.frame)
    return open_company(db, players, company, season_rules(terms), token, at=at, day=day)


def open_season_sheet(
    db: Connection,
    club_id: int,
    season: int,
    members: Sequence[int],
    kind: SheetKind = SheetKind.PARTIE,
    *,
    round_: int = 0,
    token: str,
    at: str,
    today: str = "",
    played: str = "",
) -> SheetRow:
    """Open a sheet in a season.

    Args:
        today: the day at the table as its phone says it, as in `times.day_at_table`.
        played: the day of a sheet that is copied from paper, if it is not today.
    """
    terms = posting.open_terms(db, club_id, season)
    zone = zone_of(db, club_id)
    if played:
        day = day_played(terms, played, day_of(at, zone))
    else:
        day = day_begun(terms, today, at, zone)
    in_season = IN_SEASON[kind]
    in_season.require(terms)
    names = names_playing(db, club_id, season, members)
    opened = opened_with(db, club_id, season, token)
    if opened is not None:
        return opened
    players = [(names[each], each) for each in members]
    row = in_season.open(db, players, terms, token=token, at=at, day=day)
    return season_sheets.add_to_season(
        db, row, club_id=club_id, season=season, round_=round_, at=at
    )


def set_day(db: Connection, known: KnownSheet, played: str, *, at: str) -> KnownSheet:
    """Say on which day a partie of an open season was played, and return it so;
    after a signature only a director corrects it.
    """
    row = known.row
    undated = IN_SEASON[known.sheet.kind].undated
    refuse_if(undated, undated)
    refuse_if(any(known.sheet.signatures), SigningRefusal.DAY_SIGNED())
    refuse_if(known.book.current, SigningRefusal.DAY_POSTED())
    if played == known.day:
        return known  # a phone at the table may be ahead of the club's day
    day = day_played(known.season.terms, played, day_of(at, known.zone))
    sheets.set_day(db, row.id, day, at=at)
    version = season_sheets.state_of(db, row.id).version
    sheet = replace(known.sheet, day=day, version=version)
    return replace(known, row=replace(row, day=day), sheet=sheet)


def opened_with(db: Connection, club_id: int, season: int, token: str) -> SheetRow | None:
    link = sheets.link_with(db, digests(token))
    if link is None:
        return None
    row = sheets.sheet_by_id(db, link.sheet_id)
    if row.of_season is None or (row.of_season.club_id, row.of_season.season) != (club_id, season):
        raise NotAllowed("This form is out of date. Reload the page and try again.")
    return row


# Posting
#
# What is posted is derived from the stored statements; no caller passes a figure.


class StoredSheet(NamedTuple):
    """A sheet as it is read; of a partie also its rows, *recorded*."""

    row: SheetRow
    sheet: AnySheet
    recorded: WholePartie | None


def read_stored(db: Connection, row: SheetRow) -> StoredSheet:
    return IN_SEASON[SheetKind(row.kind)].read(db, row)


def find_stored(
    db: Connection, code: str, club_id: int | None = None, kind: SheetKind | None = None
) -> StoredSheet:
    """Return the sheet of a season with this code, of this club and kind if they are given."""
    row = sheets.find_sheet(db, code.upper(), kind)
    if row is None or row.of_season is None or club_id not in (None, row.of_season.club_id):
        raise NotAllowed("No partie of the club has this code.")
    return read_stored(db, row)


class SheetEntries(NamedTuple):
    entries: tuple[Posted, ...]

    @property
    def posted(self) -> tuple[tuple[int, SheetPosted], ...]:
        found = ((each.entry.number, each.entry.body) for each in self.entries)
        return tuple((number, body) for number, body in found if isinstance(body, SheetPosted))

    @property
    def current(self) -> Posted | None:
        found = [
            each
            for each in self.entries
            if each.reversed_by is None and isinstance(each.entry.body, SheetPosted)
        ]
        return found[-1] if found else None

    @property
    def reversed_by(self) -> int | None:
        found = [
            each.reversed_by for each in self.entries if isinstance(each.entry.body, SheetPosted)
        ]
        return found[-1] if found else None

    def is_ruled(self, posted: Posted) -> bool:
        """Return whether the entry follows a ruling:
        the one before it about the sheet, by the same director.
        """
        before = [each.entry for each in self.entries if each.entry.number < posted.entry.number]
        return bool(before) and posts(before[-1], posted.entry)


def entries_about(db: Connection, club_id: int, code: str) -> SheetEntries:
    return SheetEntries(tuple(map(posting.read_entry, store.entries_of_sheet(db, club_id, code))))


# Signing
#
# A use case reads all that is known of a sheet once, lets the ledger decide, and writes. What it
# returns follows from what was read and written.


class Signed(NamedTuple):
    """A signature of a `player` (by seat), by what it was made, and the settlement and the entry,
    if any, of the version that it covers.
    """

    player: int
    at: str
    settlement: Settlement | None
    entry: int | None
    is_current: bool
    how: HowSigned = HowSigned()


class SeasonSheet(NamedTuple):
    row: SheetRow
    sheet: AnySheet
    status: SheetStatus
    disputes: tuple[DisputeRow, ...]
    posted: Posted | None
    until: datetime | None
    is_open: bool
    season: str
    reversed_by: int | None = None
    signed: tuple[Signed, ...] = ()
    closed_at: str = ""
    renamed: tuple[tuple[str, str], ...] = ()
    """The names that its players no longer have, each with the one that they have now."""
    day: str = ""
    """The day stored with the sheet, in ISO 8601;
    of an older sheet, that of the club on which it was opened.
    """
    zone: tzinfo | None = None
    """The time zone of the club."""
    decided: Finality = Finality()
    """What the ledger has about who may change its record."""
    appeal: Appeal = Appeal.NO_RULING
    """Whether a player may appeal against the ruling on it."""

    @property
    def ruling(self) -> Entry | None:
        """Return the last ruling on the posted record, after which only a director changes it."""
        return self.decided.ruling

    @property
    def state(self) -> ResultState | None:
        """Return what holds the posted result; `None` while nothing is posted."""
        if self.posted is None:
            return None
        return state_of(self.decided, is_closed=bool(self.closed_at))

    @property
    def is_typed(self) -> bool:
        """Whether a director may correct it as mistyped:
        they posted it from paper, and nobody decided on it since.
        """
        return self.posted is not None and not self.closed_at and self.decided.is_typed

    @property
    def may_agree(self) -> bool:
        """Whether the players can correct the record by agreement: before it is posted, and in the
        correction period.

        After a ruling, or after a director has reversed its entry, only a director changes it.
        """
        if self.closed_at or self.reversed_by is not None:
            return False
        return self.posted is None or self.is_open

    @property
    def membership(self) -> Membership:
        return self.row.membership

    def require_open(self) -> None:
        if self.closed_at:
            raise NotAllowed(closed_words(self.closed_at, self.zone))

    @property
    def played(self) -> str:
        """Return the day it was played as far as is known, in ISO 8601."""
        body = None if self.posted is None else self.posted.entry.body
        return (body.played if isinstance(body, SheetPosted) else "") or self.day

    @property
    def dispute(self) -> DisputeRow | None:
        return next((each for each in self.disputes if each.is_open), None)

    def player_of(self, member: int) -> int | None:
        return self.membership.members.index(member) if member in self.membership.members else None

    @property
    def unsigned(self) -> tuple[int, ...]:
        return unsigned(self.status, self.sheet.signatures)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSheet:
    """All that is read of a sheet of a season, from which the rest follows.

    Attributes:
        recorded: the rows of a partie; `None` of a scorecard.
        given: its signatures, oldest first.
        book: the entries that name it.
        closed_at: when its season was closed; empty if it is open.
        names: those that its players have now.
        zone: that of the club; `None` for that of the server.
        directors: the directors of the club as authors of entries; nobody as long as none ruled.
    """

    row: SheetRow
    sheet: AnySheet
    recorded: WholePartie | None
    given: tuple[SignatureRow, ...]
    disputes: tuple[DisputeRow, ...]
    book: SheetEntries
    season: Season
    closed_at: str
    names: tuple[str, ...]
    zone: tzinfo | None
    directors: tuple[str, ...] = ()

    @property
    def day(self) -> str:
        """Return the day of the sheet, as `zones.played_on` does."""
        return self.row.day or day_of(self.row.opened_at, self.zone)

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """A sheet keeps the names under which it was kept and signed;
        its players may since be called otherwise.
        """
        pairs = zip(self.sheet.names, self.names, strict=True)
        return tuple((then, name) for then, name in pairs if not is_same(then, name))

    @property
    def signing(self) -> SigningState:
        """Return what decides on a signature."""
        posted = self.book.current
        return SigningState(
            signed=tuple(each is not None for each in self.sheet.signatures),
            is_unfinished=bool(self.sheet.unfinished),
            is_disputed=any(each.is_open for each in self.disputes),
            is_posted=posted is not None,
            is_ruled=posted is not None and self.book.is_ruled(posted),
            is_reversed=self.book.reversed_by is not None,
            is_closed=bool(self.closed_at),
        )

    def signed(self, new: SignatureRow) -> KnownSheet:
        """Return it with a new signature, but as yet the version from before."""
        signatures = list(self.sheet.signatures)
        signatures[new.player] = new.name
        moments = list(self.sheet.signed_at)
        moments[new.player] = new.signed_at
        given = (*self.given, new)
        recorded = self.recorded
        if recorded is not None:
            recorded = replace(recorded, signatures=given)
        sheet = replace(self.sheet, signatures=tuple(signatures), signed_at=tuple(moments))
        return replace(self, sheet=sheet, recorded=recorded, given=given)

    def posted(self, *new: Posted) -> KnownSheet:
        return replace(self, book=SheetEntries((*self.book.entries, *new)))

    def reversed(self, number: int, by: int) -> KnownSheet:
        """Return it after the entry *by* has reversed the entry *number*."""
        entries = tuple(
            each._replace(reversed_by=by) if each.entry.number == number else each
            for each in self.book.entries
        )
        return replace(self, book=SheetEntries(entries))

    def disputed(self, new: DisputeRow) -> KnownSheet:
        """Return it with a new dispute, or with one that is now otherwise."""
        before = tuple(each for each in self.disputes if each.number < new.number)
        after = tuple(each for each in self.disputes if each.number > new.number)
        every = disputes.superseding((*before, new, *after))
        return replace(self, disputes=tuple(every))

    def season_sheet(self, now: datetime) -> SeasonSheet:
        """Return the sheet at the moment *now*, by which its correction period may be over."""
        posted = self.book.current
        terms = self.season.terms
        decided = finality(each.entry for each in self.book.entries)
        until = None
        if posted is not None:
            ends = posting.correctable_until(decided, terms, self.zone or UTC)
            until = datetime.fromisoformat(ends) if ends else None
        return SeasonSheet(
            row=self.row,
            sheet=self.sheet,
            status=self.signing.status,
            disputes=self.disputes,
            posted=posted,
            until=until,
            is_open=until is not None and now < until and not self.season.closed,
            season=terms.name,
            reversed_by=self.book.reversed_by,
            signed=IN_SEASON[self.sheet.kind].signed(self),
            closed_at=self.closed_at,
            renamed=self.renamed,
            day=self.day,
            zone=self.zone,
            decided=decided,
            appeal=self._appeal(decided),
        )

    def _appeal(self, decided: Finality) -> Appeal:
        """Return whether a player may appeal; an appeal that was withdrawn decides nothing."""
        appeals = [each for each in self.disputes if each.kind == APPEAL]
        return appeal(
            decided,
            directors=self.directors,
            is_made=any(each.is_open for each in appeals),
            is_decided=any(each.how in RULINGS for each in appeals),
        )


APPEAL = "appeal"
"""The kind of a dispute, as it is stored, that appeals against a ruling."""

RULINGS = tuple(each.name.lower() for each in Outcome if each.is_ruling)
"""The outcomes, as they are stored, that are rulings."""


def _directors(db: Connection, club_id: int, book: SheetEntries) -> tuple[str, ...]:
    """Return the directors of a club as authors of entries, if one of them ruled on a sheet."""
    if finality(each.entry for each in book.entries).ruling is None:
        return ()
    return tuple(
        f"{Role.DIRECTOR.value} {each.name!s}"
        for each in clubs.active_credentials(db, club_id, "password")
    )


def read_known(db: Connection, stored: StoredSheet) -> KnownSheet:
    row = stored.row
    of = row.membership
    recorded = stored.recorded
    given = tuple(sheets.signatures(db, row.id)) if recorded is None else recorded.signatures
    season = posting.find_season(db, of.club_id, of.season)
    closed_at = ""
    if season.closed:
        last = store.ends_of_season(db, of.club_id, of.season)[-1]
        closed_at = posting.read_entry(last).entry.at
    names = projections.members(db, of.club_id, of.members)
    book = entries_about(db, of.club_id, row.code)
    return KnownSheet(
        row=row,
        sheet=stored.sheet,
        recorded=recorded,
        given=given,
        disputes=tuple(disputes.disputes(db, row.id)),
        book=book,
        season=season,
        closed_at=closed_at,
        names=tuple(names[member] for member in of.members),
        zone=zone_of(db, of.club_id),
        directors=_directors(db, of.club_id, book),
    )


def find_known(db: Connection, code: str, club_id: int | None = None) -> KnownSheet:
    return read_known(db, find_stored(db, code, club_id))


def in_state_now(db: Connection, known: KnownSheet) -> KnownSheet:
    """Return a sheet that was written to, with what follows from rows that others may have written
    too: its version, and whether it is held.
    """
    state = season_sheets.state_of(db, known.row.id)
    return replace(
        known,
        sheet=IN_SEASON[known.sheet.kind].in_state(known.sheet, state),
        directors=_directors(db, known.row.membership.club_id, known.book),
    )


def record_again(db: Connection, known: KnownSheet) -> KnownSheet:
    """Return a sheet after a correction: what was recorded has the digests that storage made."""
    stored = read_stored(db, known.row)
    return replace(known, sheet=stored.sheet, recorded=stored.recorded)


def find_season_sheet(
    db: Connection, code: str, now: datetime, club_id: int | None = None
) -> SeasonSheet:
    return find_known(db, code, club_id).season_sheet(now)


def season_sheet_of(db: Connection, row: SheetRow, now: datetime) -> SeasonSheet:
    return read_known(db, read_stored(db, row)).season_sheet(now)


# Posting what is known


def post_sheet(
    db: Connection,
    known: KnownSheet,
    *,
    author: str,
    at: str,
    played: str = "",
    unsigned_by: Means = Means.UNRECORDED,
) -> KnownSheet:
    """Post a sheet, if it is not posted; a partie as *played* on a day,
    or on that of its last entry.

    *unsigned_by* is what is sealed for those who have not signed here.
    """
    if known.book.current is not None:
        return known
    return _post(db, known, author=author, at=at, played=played, unsigned_by=unsigned_by)


def repost(
    db: Connection,
    known: KnownSheet,
    *,
    reason: str,
    law: str,
    author: str,
    at: str,
    played: str = "",
    unsigned_by: Means = Means.UNRECORDED,
) -> KnownSheet:
    """Post a sheet as it is now, after its current entry, if it has one, was reversed.

    *unsigned_by* is as in `post_sheet`.
    """
    club_id = known.row.membership.club_id
    current = known.book.current
    if current is not None:
        number = current.entry.number
        undone = posting.reverse(db, club_id, number, reason=reason, law=law, author=author, at=at)
        known = known.reversed(number, undone.entry.number)
    return _post(db, known, author=author, at=at, played=played, unsigned_by=unsigned_by)


def _post(
    db: Connection,
    known: KnownSheet,
    *,
    author: str,
    at: str,
    played: str = "",
    unsigned_by: Means = Means.UNRECORDED,
) -> KnownSheet:
    """Post a sheet of which no entry is current."""
    first: int | None = None
    last_day = ""
    sealed: tuple[SealedSignature, ...] = ()
    for number, earlier in known.book.posted:
        first = first or number
        last_day = earlier.played
        sealed = earlier.signatures
    posts = IN_SEASON[known.sheet.kind].posts
    body = posts(db, known, first, played or last_day or known.day)
    body = replace(body, signatures=sealed_signatures(known.given, sealed))
    body = replace(body, signatures=posted_for(body, unsigned_by, author=author, at=at))
    return known.posted(posting.post(db, known.row.membership.club_id, body, author=author, at=at))


def _partie_posts(
    _db: Connection, known: KnownSheet, first: int | None, played: str
) -> SheetPosted:
    assert isinstance(known.sheet, Sheet), "it is the kind of the sheet"
    assert known.recorded is not None, "a partie is read with its statements"
    return posting.partie_body(known.recorded, known.sheet.partie, first, played=played)


def _card_posts(db: Connection, known: KnownSheet, first: int | None, _played: str) -> SheetPosted:
    return posting.company_body(db, known.row, first)


# What was signed


MEANS = {each.value: each for each in Means}


def how_signed(row: SignatureRow) -> HowSigned:
    """Return by what a signature was made; a means that is none, in a damaged book, is unrecorded,
    and its digest is wrong.
    """
    return HowSigned(MEANS.get(row.means, Means.UNRECORDED), row.phone)


def sealed_signatures(
    rows: Iterable[SignatureRow], before: Iterable[SealedSignature] = ()
) -> tuple[SealedSignature, ...]:
    """Return the signatures that an entry seals, by seat: of each player the last that is stored,
    or what the entry *before* it sealed.
    """
    found = {each.seat: each for each in before}
    for row in rows:
        how = how_signed(row)
        found[row.player] = SealedSignature(
            seat=row.player, means=how.means, at=row.signed_at, by=how.by
        )
    return tuple(found[seat] for seat in sorted(found))


def posted_for(
    body: SheetPosted, means: Means, *, author: str, at: str
) -> tuple[SealedSignature, ...]:
    """Return the signatures of what is posted, with these *means* for those who have not signed;
    unrecorded ones are left out.
    """
    found = {each.seat: each for each in body.signatures}
    if means is not Means.UNRECORDED:
        for seat in range(len(body.members)):
            found.setdefault(seat, SealedSignature(seat=seat, means=means, at=at, by=author))
    return tuple(found[seat] for seat in sorted(found))


def _card_signed(known: KnownSheet) -> tuple[Signed, ...]:
    head = known.sheet.head
    return tuple(
        Signed(
            player=each.player,
            at=each.signed_at,
            settlement=None,
            entry=None,
            is_current=each.covers == head,
            how=how_signed(each),
        )
        for each in known.given
    )


def _partie_signed(known: KnownSheet) -> tuple[Signed, ...]:
    sheet = known.sheet
    recorded = known.recorded
    assert isinstance(sheet, Sheet), "it is the kind of the sheet"
    assert recorded is not None, "a partie is read with its statements"
    ends = {posting.dispute_key(each.number): each.ended_at or "" for each in known.disputes}
    found = []
    for number, each in enumerate(recorded.signatures):
        entry: int | None = None
        then = recorded
        for number_of_entry, body in known.book.posted:
            if body.signed > number:  # the first entry after the signature
                entry = number_of_entry
                then = until(recorded, body.lengths, number)
                break
        # What was recorded later, by the end of a dispute, was not signed.
        deals = list[list[StatementRow]]()
        for deal in then.deals:
            deals.append([said for said in deal if ends.get(said.form_key, "") <= each.signed_at])
        is_current = deals == recorded.deals
        partie = sheet.partie
        if not is_current:
            partie = play_partie(posting.record_of(replace(recorded, deals=deals)))
        posted = entry if deals == then.deals else None
        found.append(
            Signed(
                player=each.player,
                at=each.signed_at,
                settlement=partie.settlement,
                entry=posted,
                is_current=is_current,
                how=how_signed(each),
            )
        )
    return tuple(found)


# What a kind of sheet does its own way in a season


def _partie_in_state(sheet: Sheet, state: SheetState) -> Sheet:
    """Return a partie with its state; a call for the director does not stop one in progress."""
    return replace(sheet, version=state.version, held=state.held and sheet.partie.is_over)


def _card_in_state(card: CompanyCard, state: SheetState) -> CompanyCard:
    return replace(card, version=state.version, held=state.held)


def _read_partie(db: Connection, row: SheetRow) -> StoredSheet:
    recorded = read_whole(db, row)
    return StoredSheet(row, read_sheet(db, row, recorded), recorded)


def _read_scorecard(db: Connection, row: SheetRow) -> StoredSheet:
    """Return a scorecard; its statements are those of its parties."""
    return StoredSheet(row, read_card(db, row), None)


OneSheet = TypeVar("OneSheet", Sheet, CompanyCard)


@dataclass(frozen=True, kw_only=True)  # a generic class with slots takes no argument
class KindInSeason(Generic[OneSheet]):
    """How a kind of sheet is kept in a season.

    Attributes:
        require: refuses the terms of a season that is not for it.
        open: opens it.
        undated: why nobody says on which day it was played; empty if its players do.
        read: reads it.
        in_state: returns it with its state after something was written.
        posts: returns what is posted of it, with the number of its first entry, if it had one, and
            the day on which it was played.
        signed: returns its signatures, each with what it covers.
    """

    require: Callable[[SeasonTerms], None]
    open: OpensSheet
    undated: str
    read: Callable[[Connection, SheetRow], StoredSheet]
    in_state: Callable[[OneSheet, SheetState], OneSheet]
    posts: Callable[[Connection, KnownSheet, int | None, str], SheetPosted]
    signed: Callable[[KnownSheet], tuple[Signed, ...]]


IN_SEASON: Mapping[SheetKind, KindInSeason[Any]] = by_member(
    SheetKind,
    {
        "PARTIE": KindInSeason[Sheet](
            require=require_two,
            open=_open_season_partie,
            undated="",
            read=_read_partie,
            in_state=_partie_in_state,
            posts=_partie_posts,
            signed=_partie_signed,
        ),
        "COMPANY": KindInSeason[CompanyCard](
            require=_require_company,
            open=_open_season_company,
            undated="A scorecard counts on the day on which it is posted.",
            read=_read_scorecard,
            in_state=_card_in_state,
            posts=_card_posts,
            signed=_card_signed,
        ),
    },
)


# Use cases


MOST_UNSEEN = 12
"""The most signatures of which a member reads at once."""


class UnseenSignature(NamedTuple):
    """A signature of which its member is to read: its number, and the sheet that they signed."""

    id: int
    code: str
    at: str
    how: HowSigned


def _obstacle_words(known: KnownSheet, obstacle: Obstacle) -> Message | str:
    sheet = known.sheet
    text = SigningRefusal
    match obstacle:
        case Obstacle.NOT_A_PLAYER:
            return sheet.worded(text.NOT_OF_PARTIE(), text.NOT_OF_CARD())
        case Obstacle.SEASON_CLOSED:
            return closed_words(known.closed_at, known.zone)
        case Obstacle.UNFINISHED:
            return sheet.unfinished or ""
        case Obstacle.DISPUTED:
            return sheet.worded(text.PARTIE_DISPUTED(), text.CARD_DISPUTED())
        case Obstacle.REVERSED:
            return sheet.worded(text.PARTIE_REVERSED(), text.CARD_REVERSED())
        case _:
            assert_never(obstacle)


class Signing(Service):
    def companies(self, club_id: int, season: int, start: int, most: int) -> list[SeasonSheet]:
        """Return the scorecards of a season, latest first, from number *start*, from 1."""
        with reading(self.engine) as db:
            rows = season_sheets.sheets_of(
                db, club_id, SheetKind.COMPANY, season=season, start=start - 1, most=most
            )
            return [season_sheet_of(db, row, self.clock()) for row in rows]

    def count_companies(self, club_id: int, season: int, member: int) -> tuple[int, int]:
        """Return how many scorecards a season has, and the number, from 1,
        of the latest of a member; 0 for none.
        """
        kind = SheetKind.COMPANY
        with reading(self.engine) as db:
            number = 0
            if member:
                own = season_sheets.sheets_of(
                    db, club_id, kind, season=season, member=member, most=1
                )
                for latest in own:
                    number = season_sheets.count_sheets(db, club_id, kind, season, latest.id)
            return season_sheets.count_sheets(db, club_id, kind, season), number

    def open(
        self,
        club_id: int,
        season: int,
        members: Sequence[int],
        kind: SheetKind = SheetKind.PARTIE,
        *,
        round_: int = 0,
        token: str = "",
        today: str = "",
    ) -> AnySheet:
        """Open a partie or a company, once for each *token*, which is the secret of its first
        scoring link.

        *today* is what a phone says of the day, as in `times.day_at_table`.
        """
        given = {"token": token or new_token(), "at": self.at(), "today": today}
        with writing(self.engine, club=club_id) as db:
            row = open_season_sheet(db, club_id, season, members, kind, round_=round_, **given)
            return read_any(db, row)

    def open_fixture(
        self, club_id: int, season: int, slot: Slot, *, token: str, today: str = ""
    ) -> Sheet:
        with writing(self.engine, club=club_id) as db:
            row = opened_with(db, club_id, season, token)
            if row is None:
                fixture = open_fixture(db, club_id, season, slot)
                row = open_season_sheet(
                    db,
                    club_id,
                    season,
                    fixture.members,
                    round_=fixture.round,
                    token=token,
                    at=self.at(),
                    today=today,
                )
            return read_sheet(db, row)

    def is_of_club(self, club_id: int, code: str) -> bool:
        found = self.season_of(code)
        return found is not None and found.club_id == club_id

    def sheet(self, code: str, club_id: int | None = None) -> SeasonSheet | None:
        """Return the status of a sheet; `None` if it is in no season."""
        with reading(self.engine) as db:
            try:
                return find_season_sheet(db, code, self.clock(), club_id)
            except NotAllowed:
                return None

    def season_of(self, code: str) -> SheetSeason | None:
        with reading(self.engine) as db:
            return season_sheets.club_and_season(db, code.upper())

    def by_pin(self, code: str, player: int, pin: str) -> Actor:
        with reading(self.engine) as db:
            of = season_sheets.club_and_season(db, code.upper())
            if of is None or not 0 <= player < len(of.members):
                raise NotAllowed(SigningRefusal.WHOSE())
            member = of.members[player]
            name = projections.members(db, of.club_id, [member])[member]
        if not People(self.engine, self.clock).pin_is_right(of.club_id, member, pin):
            raise NotAllowed(SigningRefusal.WRONG_PIN(who=name))
        return Actor(of.club_id, Role.MEMBER, member, name)

    def sign(self, code: str, by: Actor, how: HowSigned = ON_OWN_PHONE) -> SeasonSheet:
        """Sign a finished sheet; the last signature posts it, and a repeat changes nothing.

        Who signs with a PIN on a phone that is not theirs reads of it.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            members = known.row.membership.members
            player = members.index(by.member) if by.member in members else None
            decided = decide(known.signing, player)
            if isinstance(decided, Obstacle):
                raise NotAllowed(_obstacle_words(known, decided))
            if decided.is_new:
                assert player is not None, "the signature of anybody else is refused"
                name = known.sheet.names[player]
                new = sheets.append_signature(
                    db,
                    known.row.id,
                    player=player,
                    name=name,
                    at=self.at(),
                    means=how.means.value,
                    phone=how.by,
                )
                known = known.signed(new)
                if how.means is Means.PIN:
                    season_sheets.note_unseen(db, by.club_id, by.member, known.row.id)
            if decided.posts:
                known = _post(db, known, author=numbered(members), at=self.at())
            if decided.is_new or decided.posts:
                known = in_state_now(db, known)
            return known.season_sheet(self.clock())

    def unseen(self, who: Actor, most: int = MOST_UNSEEN) -> list[UnseenSignature]:
        """Return what a member has signed with their PIN on a phone that is not theirs,
        and has not read of, latest first.
        """
        with reading(self.engine) as db:
            found = season_sheets.unseen(db, who.club_id, who.member, most)
        return [
            UnseenSignature(row.id, row.code, row.signature.signed_at, how_signed(row.signature))
            for row in found
        ]

    def see(self, who: Actor, ids: Collection[int]) -> None:
        """Note that a member has read of their signatures by these ids."""
        with writing(self.engine, club=who.club_id) as db:
            season_sheets.delete_unseen(db, who.club_id, who.member, ids)

    def set_day(self, code: str, played: str) -> SeasonSheet:
        """Say on which day a partie was played, as long as nobody has signed it."""
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code)
            if known.closed_at:
                raise NotAllowed(closed_words(known.closed_at, known.zone))
            return set_day(db, known, played, at=self.at()).season_sheet(self.clock())

    def pending(self, club_id: int, member: int | None = None) -> list[SeasonSheet]:
        """Return the unposted or disputed sheets of open seasons,
        of all or one member, newest first.
        """
        with reading(self.engine) as db:
            closed = {row.number for row in projections.seasons(db, club_id) if row.closed}
            both = (
                *season_sheets.unposted(db, club_id, kind=None),
                *season_sheets.disputed(db, club_id),
            )
            found = {row.id: row for row in both}
            return [
                season_sheet_of(db, row, self.clock())
                for _, row in sorted(found.items(), reverse=True)
                if row.membership.season not in closed
                and (member is None or member in row.membership.members)
            ]
