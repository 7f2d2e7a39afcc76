"""Posting: what is posted of a sheet; an entry with its postings,
and the projections of the ledger, all or nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger import entries as ledger
from ...ledger.chain import canonical, digest, mark
from ...ledger.entries import Body, Entry, Role, SheetPosted
from ...ledger.finality import Finality, finality, is_ruling, state_of
from ...ledger.projections import NO_MEMBERS, MemberNow, MemberStatus, Projections
from ...ledger.records import Feat, Rating, RecordKind, Records, add_partie, rated
from ...ledger.results import CardResult, Meeting, Result, Share, Tally, result_of
from ...ledger.terms import SeasonTerms
from ...rules.company import Frame, Scorecard, Turn
from ...rules.names import Name
from ...rules.partie import Partie, PartieRecord
from ...storage import entry_rows as store
from ...storage import projections, sheets, statements
from ...storage import schema as s
from ...storage.clubs import first_number
from ...storage.disputes import DisputeRow
from ...storage.engine import reading, writing
from ...storage.projections import MeetingKey, MemberRow, PostedPartie, Season
from ...storage.season_sheets import WholePartie, delete_unposted
from ...storage.sheets import SheetRow, SignatureRow
from ...table.checking import impossible_deals
from ...table.entering import NotAllowed, refuse_if
from ...table.recording import DISPUTE
from .. import zones
from ..service import Service
from ..sheets import CompanyCard, read_card, read_record
from .credentials import Actor

# What is posted of a partie
#
# An entry covers the rows at the time of posting; a later correction is covered by the entry that
# replaces it.


def dispute_key(number: int) -> str:
    return f"{DISPUTE}{number}"


def request_digest(dispute: DisputeRow, like: str = "") -> str:
    requested = [dispute.player, dispute.kind, dispute.reason, dispute.turn, dispute.deal]
    requested += [dispute.correction, dispute.raised_at]
    return digest(canonical([*requested, *map(list, dispute.replies)]), like)


def _opened(row: SheetRow) -> list[object]:
    """Return how a sheet was opened, by members' numbers, because names can be erased."""
    players = [[each.seat, each.member] for each in row.players]
    return [row.code, row.kind, row.terms, players, row.ruleset, row.opened_at]


def record_of(whole: WholePartie) -> PartieRecord:
    return read_record(whole.row, whole.deals)


def marks_of(whole: WholePartie) -> tuple[str, ...]:
    return tuple(
        "".join(mark((each.text, each.form_key, each.recorded_at)) for each in deal)
        for deal in whole.deals
    )


def digest_of(whole: WholePartie, like: str = "") -> str:
    membership = whole.row.membership
    opened = [*_opened(whole.row), membership.season, membership.round, membership.added_at]
    deals = [
        [(each.text, each.form_key, each.recorded_at) for each in deal] for deal in whole.deals
    ]
    return digest(canonical([opened, deals, _signed(whole.signatures)]), like)


def _signed(signatures: Iterable[SignatureRow]) -> list[list[int | str]]:
    return [[each.player, each.signed_at] for each in signatures]


def until(whole: WholePartie, lengths: Sequence[int], signed: int) -> WholePartie:
    """Return a partie as it was when its deals had these lengths and so many had signed."""
    deals = [deal[:length] for deal, length in zip(whole.deals, lengths, strict=False)]
    return replace(whole, deals=deals, signatures=whole.signatures[:signed])


def partie_body(
    whole: WholePartie,
    partie: Partie,
    instead_of: int | None = None,
    *,
    imported: bool = False,
    played: str,
) -> SheetPosted:
    """Return what is posted of a partie that was *played* on a day, in ISO 8601."""
    of = whole.row.membership
    # An import may have thousands of parties, and to check one takes long.
    impossible = () if imported else impossible_deals(partie)
    return SheetPosted(
        season=of.season,
        members=of.members,
        code=whole.row.code,
        record=digest_of(whole),
        result=result_of(partie),
        round=of.round,
        instead_of=instead_of,
        signed=len(whole.signatures),
        lengths=tuple(map(len, whole.deals)),
        marks=marks_of(whole),
        imported=imported,
        impossible=impossible,
        played=played,
    )


# What is posted of a company
#
# A card is always read whole: an entry that replaces another covers all that the other covered.


def company_digest(db: Connection, row: SheetRow, like: str = "") -> str:
    """Return the digest of how a company was opened,
    of each turn with its results, and of the signatures.
    """
    of = row.membership
    return digest(
        canonical(
            [
                [*_opened(row), [first_number(db, of.club_id), of.season]],
                [_turn(db, each) for each in statements.turns(db, row.id)],
                _signed(sheets.signatures(db, row.id)),
            ]
        ),
        like,
    )


def _turn(db: Connection, turn: statements.TurnRow) -> list[Any]:
    found: list[Any] = [turn.number, turn.first, turn.second, turn.result]
    if turn.partie_id is not None:
        partie = sheets.sheet_by_id(db, turn.partie_id)
        said = statements.statements(db, turn.partie_id)
        found += _opened(partie)
        found.append(
            [
                [each.deal, each.position, each.text, each.form_key, each.recorded_at]
                for each in said
            ]
        )
    return found


def company_body(
    db: Connection, row: SheetRow, instead_of: int | None = None, like: str = ""
) -> SheetPosted:
    of = row.membership
    signed = len(sheets.signatures(db, row.id))
    record = company_digest(db, row, like)
    result = card_result(read_card(db, row), of.members)
    return SheetPosted(
        of.season, of.members, row.code, record, result, instead_of=instead_of, signed=signed
    )


def card_result(card: CompanyCard, members: Sequence[int]) -> CardResult:
    return CardResult(card.company.card.terms.frame.value, tuple(shares(card, members)))


def shares(card: CompanyCard, members: Sequence[int]) -> Iterator[Share]:
    """Yield what each player won, with the parties that they won, drew and lost.

    In a chouette the others win and lose with who plays for them, and partners win together; in a
    pool everyone plays for themselves while the others wait.
    """
    found = card.company.card
    for seat, member in enumerate(members):
        ended = [_how(found, turn, seat) for turn in found.turns]
        yield Share(
            member=member,
            balance=found.balances[seat],
            parties=len(ended),
            won=ended.count(1),
            drawn=ended.count(0),
            lost=ended.count(-1),
        )


def _how(card: Scorecard, turn: Turn, seat: int) -> int | None:
    """Return 1 if a player won, -1 if they lost, 0 if they drew; `None` if they waited."""
    seats = turn.lineup.seats
    if card.terms.frame is Frame.POOL and seat not in seats:
        return None
    if turn.won.by is None:
        return 0
    side = seats.index(seat) % card.sides if seat in seats else 1
    return 1 if side == turn.won.by else -1


# Projections


def update_projections(
    db: Connection,
    club_id: int,
    new: Sequence[Entry],
    seasons: Mapping[int, SeasonTerms],
    *,
    undone: Mapping[int, Entry] = MappingProxyType({}),
    named: Mapping[int, Named] = MappingProxyType({}),
) -> None:
    """Update the projections with new entries and names;
    *undone* has what some reverse, by their numbers.

    What new entries add is read and reckoned before anything is written. Only what a change long
    ago makes again is read in between.
    """
    sums = _sums_with(db, club_id, new, seasons, undone=undone, named=named)
    posted = list(_posted_now(db, club_id, new, sums.now.seasons))
    # Records and ratings follow the order of play. A partie after all others only adds to them,
    # which is how nearly all are posted and costs the same in a book of any size.
    before = projections.last_moment(db, club_id)
    new_last = [each for each in posted if each.moment > before]
    new_last.sort(key=lambda each: each.moment)
    new_last = [each for each in new_last if sums.now.seasons[each.season].counts(each.result)]
    records = _records_with(db, club_id, new_last)
    ratings = _ratings_with(db, club_id, new_last)

    projections.put(db, club_id, s.member, sums.people)
    _drop_aliases(db, club_id, new, sums.now.merged)
    _clear_rounds(db, club_id, new)
    projections.add(db, club_id, sums.new, sums.meetings)
    projections.put(db, club_id, s.posted_partie, map(projections.to_row, posted))
    delete_unposted(
        db,
        club_id,
        [
            entry.body.code
            for entry in new
            if isinstance(entry.body, SheetPosted) and entry.body.code
        ],
    )
    projections.put(db, club_id, s.record, records)
    projections.put(db, club_id, s.rating, ratings)
    # After any other, what followed from it is made again. The merges come before, so that this is
    # done once, for the members as they are then.
    changed = [each for each in posted if each.moment <= before]
    changed = _merge(db, club_id, new, changed, sums.now.merged)
    changed += _drop_parties(db, club_id, undone)
    _drop_rounds(db, club_id, undone)
    _drop_entrants(db, club_id, undone, sums.now.merged)
    _make_again(db, club_id, changed)


class _Sums(NamedTuple):
    """What new entries change of members, seasons, fixtures and sums.

    Attributes:
        now: it, with the terms of each season that is needed to reckon it.
        people: the rows of the members.
        arranged: the seasons that were opened or closed.
    """

    now: Projections
    meetings: Mapping[MeetingKey, Meeting]
    people: Sequence[projections.Row]
    arranged: frozenset[int]

    @property
    def new(self) -> Projections:
        """Return what is to be stored: of the seasons only those that were opened or closed."""
        seasons = {each: terms for each, terms in self.now.seasons.items() if each in self.arranged}
        return replace(self.now, seasons=seasons)


def _sums_with(
    db: Connection,
    club_id: int,
    new: Sequence[Entry],
    seasons: Mapping[int, SeasonTerms],
    *,
    undone: Mapping[int, Entry],
    named: Mapping[int, Named],
) -> _Sums:
    """Return what new entries change of members, seasons, fixtures and sums."""
    bodies = [entry.body for entry in new if isinstance(entry.body, OF_MEMBERS)]
    about = {
        member for body in bodies for member in (body.member, getattr(body, "into", body.member))
    }
    # Most entries are about no member: they need none of these two queries.
    rows = projections.member_rows(db, club_id, about) if about else {}
    merged = projections.merged(db, club_id) if about or undone else {}
    known = {number: _member_now(row) for number, row in rows.items()}
    more = Projections(known, merged=merged, seasons=dict(seasons))
    meetings: defaultdict[MeetingKey, Meeting] = defaultdict(Meeting)
    for entry in new:
        reversed_now = undone.get(entry.number)
        body = entry.body if reversed_now is None else reversed_now.body
        if isinstance(body, ledger.Replaced):
            # A substitute takes over fixtures, or gives them back: it must be known which there
            # are.
            for row in projections.fixtures(db, club_id, body.season):
                more.fixtures[body.season, row.round, row.table] = row.first, row.second
        change = more.add(entry, reversed_now)
        if change is not None:
            for pair, meeting in change.meetings.items():
                meetings[change.season, *pair] += meeting
    people = [
        member_row(number, now, named.get(number) or rows.get(number))
        for number, now in more.members.items()
    ]
    arranged = frozenset(
        entry.body.season
        for entry in new
        if isinstance(entry.body, ledger.SeasonOpened | ledger.SeasonClosed)
    )
    return _Sums(more, meetings, people, arranged)


def _merge(
    db: Connection,
    club_id: int,
    new: Sequence[Entry],
    changed: Sequence[PostedPartie],
    merged: Mapping[int, int],
) -> list[PostedPartie]:
    """Move the parties of members who are merged into others, and return them too,
    all with the members as they are now.
    """
    found = list(changed)
    for entry in new:
        if isinstance(entry.body, ledger.MemberMerged):
            # Read before they are moved: after it nothing tells them from the other's own.
            found += projections.parties_of(db, club_id, entry.body.member)
            projections.merge(db, club_id, entry.body.member, entry.body.into)
            found = [_of_merged(each, merged) for each in found]
    return found


def _drop_parties(db: Connection, club_id: int, undone: Mapping[int, Entry]) -> list[PostedPartie]:
    """Remove the parties that are reversed, and return them."""
    firsts = [
        each.body.instead_of or each.number
        for each in undone.values()
        if isinstance(each.body, SheetPosted)
    ]
    if not firsts:
        return []
    dropped = list(projections.first_posted(db, club_id, firsts).values())
    m = s.meeting.c
    for each in dropped:
        # Two who have no partie left have not met, as in a book that is made anew.
        between = (m.season == each.season) & m.member.in_(each.members) & m.other.in_(each.members)
        projections.drop(db, club_id, s.meeting, between, m.parties == 0)
        projections.drop(
            db, club_id, s.posted_partie, s.posted_partie.c.first_entry == each.first_entry
        )
    return dropped


def _drop_aliases(
    db: Connection, club_id: int, new: Sequence[Entry], merged: Mapping[int, int]
) -> None:
    """Erase the other names of the members whose names are erased."""
    erased = [each.body.member for each in new if isinstance(each.body, ledger.MemberErased)]
    erased += [number for number, into in merged.items() if into in erased]
    if erased:
        projections.drop(db, club_id, s.alias, s.alias.c.member.in_(erased))


def _clear_rounds(db: Connection, club_id: int, new: Sequence[Entry]) -> None:
    """Remove the fixtures of the rounds that are drawn again, which may have fewer now."""
    for entry in new:
        body = entry.body
        if isinstance(body, ledger.RoundRedrawn):
            c = s.fixture.c
            projections.drop(db, club_id, s.fixture, c.season == body.season, c.round == body.round)


def _drop_rounds(db: Connection, club_id: int, undone: Mapping[int, Entry]) -> None:
    """Remove the rounds whose draws are reversed."""
    for entry in undone.values():
        drawn = entry.body
        if isinstance(drawn, ledger.RoundDrawn):
            for table in (s.fixture, s.season_round):
                projections.drop(
                    db, club_id, table, table.c.season == drawn.season, table.c.round == drawn.round
                )


def _drop_entrants(
    db: Connection, club_id: int, undone: Mapping[int, Entry], merged: Mapping[int, int]
) -> None:
    """Remove from their seasons who was entered by mistake."""
    for entry in undone.values():
        body = entry.body
        if not isinstance(body, ENTERED):
            continue
        member = body.by if isinstance(body, ledger.Replaced) else body.member
        now = merged.get(member, member)
        entrant = s.entrant.c
        at = (entrant.season == body.season) & (entrant.member == now)
        projections.drop(db, club_id, s.entrant, at)
        if projections.tallies(db, club_id, body.season).get(now) == Tally():
            tally = s.tally.c
            at = (tally.season == body.season) & (tally.member == now)
            projections.drop(db, club_id, s.tally, at)


def _make_again(db: Connection, club_id: int, changed: Sequence[PostedPartie]) -> None:
    """Make the records and the ratings again that follow from parties that are not the last."""
    again = {(each.season, member) for each in changed for member in each.members}
    for season, member in sorted(again):
        _records_again(db, club_id, season, member)
    # A forfeit is not rated. Any other changes every rating from its moment on.
    if not all(each.result.forfeit for each in changed):
        since = min(each.moment for each in changed)
        projections.drop(db, club_id, s.rating, s.rating.c.moment >= since)
        rated_again = _ratings_with(
            db, club_id, list(projections.counted_since(db, club_id, since))
        )
        projections.put(db, club_id, s.rating, rated_again)


OF_MEMBERS = (
    ledger.MemberAdmitted
    | ledger.MemberRenamed
    | ledger.MemberLeft
    | ledger.MemberRejoined
    | ledger.MemberMerged
    | ledger.MemberErased
    | ledger.RoleGiven
)


def _member_now(row: MemberRow) -> MemberNow:
    return MemberNow(row.sealed, MemberStatus[row.status.upper()], row.merged_into, Role(row.role))


def member_row(number: int, now: MemberNow, named: Named | MemberRow | None) -> projections.Row:
    """Return the row of a member who is *named* so, unless the name is erased."""
    name = Name(ledger.former_name(now.into or number))
    salt = ""
    if now.sealed and named is not None:
        name = Name(named.name)
        salt = named.salt
    return number, name, salt, now.sealed, now.status.name.lower(), now.into, now.role.value


def _of_merged(partie: PostedPartie, merged: Mapping[int, int]) -> PostedPartie:
    first, second = partie.members
    members = (merged.get(first, first), merged.get(second, second))
    return partie._replace(members=members)


def _posted_now(
    db: Connection, club_id: int, new: Sequence[Entry], seasons: Mapping[int, SeasonTerms]
) -> Iterator[PostedPartie]:
    """Yield the parties that new entries post,
    and those posted before whose correction period a new ruling ends.
    """
    zone = zones.chosen_zone(db, club_id)
    ruled = {
        entry.body.code
        for entry in new
        if isinstance(entry.body, ledger.DisputeEnded) and is_ruling(entry)
    }
    for entry in new:
        body = entry.body
        if isinstance(body, SheetPosted):
            is_alone = body.code not in ruled and not _has_earlier(body)
            about = [entry] if is_alone else entries_of_sheet(db, club_id, body.code)
            partie = posted_partie(entry, seasons, zone, about)
            if partie is not None:
                yield partie
        elif isinstance(body, ledger.DisputeEnded) and is_ruling(entry):
            found = finality(entries_of_sheet(db, club_id, body.code))
            numbers = [] if found.first is None else [found.first.number]
            for partie in projections.first_posted(db, club_id, numbers).values():
                yield partie._replace(
                    correctable_until=correctable_until(found, seasons[body.season], zone),
                    state=state_of(found, is_closed=False),
                )


def _has_earlier(body: SheetPosted) -> bool:
    """Return whether the book may have earlier entries about a posted sheet; not if its players'
    signatures posted it.

    An import is new too, so that the book is not searched for each of thousands.
    """
    is_new = body.imported or not body.code or body.signed == len(body.members)
    return body.instead_of is not None or not is_new


def entries_of_sheet(db: Connection, club_id: int, code: str) -> list[Entry]:
    return [chain.read(row.text) for row in store.entries_of_sheet(db, club_id, code)]


def correctable_until(found: Finality, terms: SeasonTerms, zone: tzinfo) -> str:
    """Return when the correction period ends, in UTC and ISO 8601, if the season is still open;
    empty without one.

    It begins when the sheet is first posted, and ends early with a ruling. After the last day of
    the season, which ends in the *zone* of the club, it lasts no longer than a day.
    """
    if found.first is None or not found.has_period:
        return ""
    at = datetime.fromisoformat(found.first.at)
    until = at + timedelta(hours=terms.correction_hours)
    if terms.last_day:
        last = datetime.combine(date.fromisoformat(terms.last_day), time.max, zone).astimezone(UTC)
        until = min(until, max(at, last) + timedelta(days=1))
    if found.ruling is not None:
        until = min(until, datetime.fromisoformat(found.ruling.at))
    return until.isoformat(timespec="seconds")


def posted_partie(
    entry: Entry,
    seasons: Mapping[int, SeasonTerms],
    zone: tzinfo,
    about: Sequence[Entry],
    merged: Mapping[int, int] = NO_MEMBERS,
) -> PostedPartie | None:
    """Return what an entry posts of a partie for two.

    Args:
        zone: that of the club, as in `zones.chosen_zone`.
        about: the entries that name the partie, in order.
        merged: members who were merged into others since.
    """
    body = ledger.of_merged(entry.body, merged)
    if not isinstance(body, SheetPosted) or not isinstance(body.result, Result):
        return None
    first, second = body.members
    number = body.instead_of or entry.number
    found = finality(about)
    if found.first is None:  # in a damaged book its entries may not name it
        found = finality([entry])
    first_at = entry.at if found.first is None else found.first.at
    day = body.played or first_at[:10]  # older forfeits have no day: in UTC they verify everywhere
    return PostedPartie(
        first_entry=number,
        entry=entry.number,
        moment=projections.moment(day, number),
        season=body.season,
        round=body.round,
        code=body.code,
        members=(first, second),
        result=body.result,
        correctable_until=correctable_until(found, seasons[body.season], zone),
        state=state_of(found, is_closed=False),
        impossible=body.impossible,
    )


def recount_periods(db: Connection, club_id: int) -> None:
    """Store again when correction periods end, because the club has chosen another time zone.

    This changes those that end after the last day of their season.
    """
    zone = zones.chosen_zone(db, club_id)
    seasons = {
        each.number: each.terms for each in projections.seasons(db, club_id) if each.terms.last_day
    }
    changed = []
    for each in projections.parties_since(db, club_id):
        terms = seasons.get(each.season)
        if terms is None or each.correctable_until[:10] < terms.last_day:
            continue
        found = finality(entries_of_sheet(db, club_id, each.code))
        changed.append(each._replace(correctable_until=correctable_until(found, terms, zone)))
    projections.put(db, club_id, s.posted_partie, map(projections.to_row, changed))


def _ratings_with(
    db: Connection, club_id: int, played: Sequence[PostedPartie]
) -> list[projections.Row]:
    """Return the rows of ratings that follow from parties after all others, in order of play."""
    latest = projections.latest_ratings(
        db, club_id, {member for each in played for member in each.members}
    )
    ratings: list[projections.Row] = []
    for each in played:
        if each.result.forfeit:
            continue
        first, second = each.members
        before = latest.get(first, Rating())
        other_before = latest.get(second, Rating())
        changed = rated(before, other_before, each.result.winner)
        for member, after in zip(each.members, changed, strict=True):
            latest[member] = after
            ratings.append((member, each.moment, *after))
    return ratings


def _records_with(
    db: Connection, club_id: int, played: Sequence[PostedPartie]
) -> list[projections.Row]:
    """Return the rows of records that parties after all others change, in order of play."""
    seasons = {0, *(each.season for each in played)}
    found = projections.records(
        db, club_id, seasons, {member for each in played for member in each.members}
    )
    before = {key: dict(records) for key, records in found.items()}
    for each in played:
        for player, member in enumerate(each.members):
            for season in (0, each.season):
                add_partie(found[season, member], each.first_entry, member, each.result, player)
    changed = list[projections.Row]()
    for key, records in found.items():
        season, _ = key
        for kind, feat in records.items():
            if before.get(key, {}).get(kind) != feat:
                changed.append(record_row(season, kind, feat))
    return changed


def record_row(season: int, kind: RecordKind, feat: Feat) -> projections.Row:
    return season, feat.member, kind.name.lower(), feat.figure, feat.first, feat.last


def _records_again(db: Connection, club_id: int, season: int, member: int) -> None:
    """Make the records of a member again after a change that is not the last partie played."""
    for of, only in ((0, None), (season, season)):
        records: Records = {}
        parties = projections.parties_of(db, club_id, member, season=only, counted=True)
        for each in reversed(parties):
            add_partie(records, each.first_entry, member, each.result, each.player_of(member))
        projections.drop(
            db, club_id, s.record, s.record.c.season == of, s.record.c.member == member
        )
        projections.put(db, club_id, s.record, (record_row(of, *each) for each in records.items()))


# Posting
#
# Every entry goes through here, and none ever changes.


REVERSIBLE = (SheetPosted, ledger.Adjusted, ledger.ByeGiven, ledger.RoundDrawn)
"""Entries that can be reversed: they move something, or draw a round.
Other decisions are followed by another one.
"""

ENTERED = (ledger.Entered, ledger.Replaced)
"""Entries by which somebody takes part in a season: they are reversed only as a mistake."""


def can_be_reversed(body: Body, *, mistyped: bool) -> bool:
    return isinstance(body, REVERSIBLE) or (mistyped and isinstance(body, ENTERED))


class Posted(NamedTuple):
    """An entry with its digest, and the number of the entry that reverses it, if one does."""

    entry: Entry
    digest: str
    reversed_by: int | None = None

    def receipt(self, player: int) -> str:
        return chain.receipt(self.entry.number, player, self.digest)


class Named(NamedTuple):
    """A name beside the ledger, and its salt."""

    name: str
    salt: str


class Draft(NamedTuple):
    """What is to be posted; the digest of its entry is made as the digest *like* was,
    if that is given.
    """

    body: Body
    author: str
    at: str
    named: Named | None = None
    like: str = ""


class NoSuchSeason(LookupError):
    """There is no such season, or no such member in it."""


B = TypeVar("B", bound=Body)


def find_season(db: Connection, club_id: int, number: int) -> Season:
    row = projections.find_season(db, club_id, number)
    if row is None:
        raise NoSuchSeason(number)
    return row


def latest_season(rows: Sequence[Season]) -> Season | None:
    return next((row for row in reversed(rows) if not row.closed), rows[-1] if rows else None)


def chosen_season(db: Connection, club_id: int, number: int) -> Season:
    """Return the season that somebody names in a form or a command;
    `find_season` is for one in an address.
    """
    row = projections.find_season(db, club_id, number)
    if row is None:
        raise NotAllowed(f"The club has no season {number}.")
    return row


def terms_of(db: Connection, club_id: int, season: int) -> SeasonTerms:
    return chosen_season(db, club_id, season).terms


def open_terms(db: Connection, club_id: int, season: int) -> SeasonTerms:
    row = chosen_season(db, club_id, season)
    refuse_if(row.closed, "The season is closed and takes no more entries.")
    return row.terms


def last_number(db: Connection, club_id: int) -> int:
    last = store.last_entry(db, club_id)
    return 0 if last is None else last.number


def read_entry(row: store.EntryRow, merged: Mapping[int, int] = NO_MEMBERS) -> Posted:
    """Return an entry, with its members as they are now if some are *merged* into others."""
    entry = chain.read(row.text)
    entry = replace(entry, body=ledger.of_merged(entry.body, merged)) if merged else entry
    return Posted(entry, row.digest, row.reversed_by)


def current_bodies(
    db: Connection, club_id: int, season: int, kind: type[B]
) -> Iterator[tuple[int, B]]:
    """Yield number and body of each current entry of a *kind* in a season,
    with members as they are now.
    """
    merged = projections.merged(db, club_id)
    for row in store.entries(db, club_id, kind=ledger.KINDS[kind], season=season):
        body = read_entry(row, merged).entry.body
        if row.reversed_by is None and isinstance(body, kind):
            yield row.number, body


def post(db: Connection, club_id: int, body: Body, *, author: str, at: str) -> Posted:
    return post_all(db, club_id, [Draft(body, author, at)])[0]


def post_all(db: Connection, club_id: int, drafts: Sequence[Draft]) -> list[Posted]:
    seasons: dict[int, SeasonTerms] = {}
    made: list[tuple[Draft, int, tuple[ledger.Posting, ...]]] = []
    for draft in drafts:
        body = draft.body
        season: int = getattr(body, "season", 0)
        if isinstance(body, ledger.SeasonOpened):
            seasons[season] = body.terms
        elif season and season not in seasons:
            seasons[season] = open_terms(db, club_id, season)
        made.append((draft, season, ledger.postings_of(body, seasons.get(season))))
    posted = [each for each, _ in _append(db, club_id, made)]
    named = {
        each.body.member: each.named
        for each in drafts
        if each.named and isinstance(each.body, OF_MEMBERS)
    }
    update_projections(db, club_id, [each.entry for each in posted], seasons, named=named)
    aliases = [
        (
            now.entry.number,
            now.entry.body.member,
            each.named.name,
            each.named.salt,
            now.entry.body.sealed,
        )
        for each, now in zip(drafts, posted, strict=True)
        if isinstance(now.entry.body, ledger.MemberAlias) and each.named is not None
    ]
    projections.put(db, club_id, s.alias, aliases)
    return posted


def reverse(
    db: Connection,
    club_id: int,
    *numbers: int,
    reason: str,
    law: str,
    author: str,
    at: str,
    like: str = "",
    mistyped: bool = False,
) -> Posted:
    """Post the reversals of entries of a season, and return the last.

    *law* is the law or the term that requires it, and may be empty; *mistyped* as in `Reversed`.
    """
    merged = projections.merged(db, club_id)
    undone = list[tuple[int, Entry]]()
    made = []
    for number in numbers:
        row = store.find_entry(db, club_id, number)
        if row is None:
            raise NotAllowed(f"The ledger has no entry {number}.")
        old = chain.read(row.text)
        if not can_be_reversed(old.body, mistyped=mistyped):
            raise NotAllowed("Only parties, scorecards, penalties, byes and draws can be reversed.")
        if row.reversed_by is not None:
            raise NotAllowed(f"Entry {number} is already reversed by entry {row.reversed_by}.")
        season: int = getattr(old.body, "season", 0)
        undoing = ledger.Reversed(number, reason.strip(), law.strip(), mistyped)
        draft = Draft(undoing, author, at, like=like)
        made.append((draft, season, tuple(each.reversed(merged) for each in old.postings)))
        undone.append((row.id, old))
    refuse_if(not reason.strip(), "Enter a reason. It becomes part of the entry.")
    terms = open_terms(db, club_id, season)
    posted = _append(db, club_id, made)
    for (old_id, _), (_, by_id) in zip(undone, posted, strict=True):
        db.execute(s.reversal.insert().values(entry_id=old_id, by_id=by_id))
    of_reversals = {
        each.entry.number: old for (each, _), (_, old) in zip(posted, undone, strict=True)
    }
    update_projections(
        db, club_id, [each.entry for each, _ in posted], {season: terms}, undone=of_reversals
    )
    last, _ = posted[-1]
    return last


AT_ONCE = 100
"""Entries before another that are read together."""


def posted_with(db: Connection, club_id: int, number: int) -> list[Entry]:
    """Return the current entries that were posted at once with one that draws a round,
    or that is an import.
    """
    row = store.find_entry(db, club_id, number)
    if row is None:
        return []
    one = chain.read(row.text)

    def is_with(row: store.EntryRow) -> bool:
        other = chain.read(row.text)
        return (other.author, other.at) == (one.author, one.at) and _is_of_one(one.body, other.body)

    after = [*takewhile(is_with, store.entries(db, club_id, start=number + 1))]
    before = [row]
    while some := store.latest_entries(db, club_id, before=before[-1].number, most=AT_ONCE):
        taken = [*takewhile(is_with, some)]
        before += taken
        if len(taken) < len(some):
            break
    rows = [each for each in (*reversed(before), *after) if each.reversed_by is None]
    return [chain.read(each.text) for each in rows]


def _is_of_one(one: Body, other: Body) -> bool:
    """Return whether the bodies of two entries can be of one draw, or of one import."""
    if getattr(one, "season", 0) != getattr(other, "season", 0):
        return False
    if isinstance(one, ledger.RoundDrawn):
        return isinstance(other, ledger.RoundDrawn | ledger.ByeGiven | SheetPosted)
    return all(isinstance(each, SheetPosted) and each.imported for each in (one, other))


def _append(
    db: Connection, club_id: int, made: Sequence[tuple[Draft, int, tuple[ledger.Posting, ...]]]
) -> list[tuple[Posted, int]]:
    """Append entries to the chain, each with its season and postings, and return them with their
    ids.

    If the clock was set back, time stands still.
    """
    row = store.last_entry(db, club_id)
    last = 0
    previous = chain.BEGINNING
    before = None
    if row is not None:
        last = row.number
        previous = row.digest
        before = chain.readable(row.text)
    at = "" if before is None else before.at
    posted = list[Posted]()
    rows = list[store.NewEntry]()
    for number, (draft, season, postings) in enumerate(made, last + 1):
        at = max(at, draft.at)  # both are UTC to the second, in one form
        entry = Entry(
            number=number,
            at=at,
            author=draft.author,
            body=draft.body,
            postings=postings,
            previous=previous,
        )
        text = chain.write(entry)
        previous = chain.digest(text, draft.like)
        posted.append(Posted(entry, previous))
        rows.append(
            store.NewEntry(
                number=number,
                kind=entry.kind,
                season=season,
                code=getattr(draft.body, "code", ""),
                text=text,
                digest=previous,
            )
        )
    ids = store.append_entries(db, club_id, rows, [postings for *_, postings in made])
    return list(zip(posted, ids, strict=True))


class Running(NamedTuple):
    db: Connection
    club_id: int
    season: int
    terms: SeasonTerms
    author: str
    at: str

    @property
    def today(self) -> str:
        """Return the day in the club, in ISO 8601."""
        return zones.today(self.db, self.club_id, self.at)

    def post(self, body: Body) -> Posted:
        return post(self.db, self.club_id, body, author=self.author, at=self.at)

    def reverse(self, number: int, *, reason: str, law: str, mistyped: bool = False) -> Posted:
        return reverse(
            self.db,
            self.club_id,
            number,
            reason=reason,
            law=law,
            author=self.author,
            at=self.at,
            mistyped=mistyped,
        )


def running(db: Connection, club_id: int, season: int, *, author: str, at: str) -> Running:
    return Running(
        db, club_id, season=season, terms=open_terms(db, club_id, season), author=author, at=at
    )


# Use cases


T = TypeVar("T")
Asked = ParamSpec("Asked")


def reads(
    query: Callable[Concatenate[Connection, Asked], T],
) -> Callable[Concatenate[Service, Asked], T]:
    """Return the use case of a query, which is read in one transaction."""

    def use_case(self: Service, /, *asked: Asked.args, **named: Asked.kwargs) -> T:
        with reading(self.engine) as db:
            return query(db, *asked, **named)

    return use_case


def posts(
    verb: Callable[Concatenate[Running, Asked], T],
) -> Callable[Concatenate[Service, Actor, int, Asked], T]:
    """Return the use case of what somebody does in an open season,
    which is posted as a whole or not at all.
    """

    def use_case(
        self: Service, by: Actor, season: int, /, *asked: Asked.args, **named: Asked.kwargs
    ) -> T:
        with writing(self.engine, club=by.club_id) as db:
            return verb(
                running(db, by.club_id, season, author=by.author, at=self.at()), *asked, **named
            )

    return use_case
