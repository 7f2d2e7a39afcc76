"""Open items: whatever of a season is disputed, unsigned, unposted or missing; and closing a season
without them.

For a member: where they are in each open season, and what was posted about them since they last
looked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from hashlib import sha256
from itertools import chain as chained
from typing import NamedTuple, assert_never

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger.changes import Changes, changes
from ....ledger.pairing import Drawn, Met, Misfit, begun, misfits, unplayed
from ....ledger.results import CardResult, Result
from ....ledger.standings import StandingsRow
from ....ledger.terms import Format, SeasonTerms, Settled, paid
from ....rules.laws import by_member
from ....rules.names import without_isolates
from ....rules.words import listed
from ....storage import disputes, entry_rows, projections, season_sheets, statements
from ....storage.engine import reading, writing
from ....storage.projections import PostedPartie
from ....storage.sheets import SheetRow
from ....table import times
from ....table.checking import impossible_deals
from ....table.entering import NotAllowed, one_line, refuse_if, sentence
from ....table.recording import Sheet, SheetKind
from ....table.times import day, when
from ...service import Service
from ...sheets import read_sheet
from ...zones import zone_of
from ..audit.entry_faults import AHEAD
from ..audit.ledger_pages import EntryNames, names_of
from ..credentials import Actor
from ..disputes.cases import DisputeKind, Ending, end, is_in_words, open_disputes
from ..posting.signing import (
    SheetStatus,
    entries_about,
    find_season_sheet,
    season_sheet_of,
)
from ..posts import REVERSIBLE, Posted, chosen_season, post, read_entry, reads, running
from ..seasons.appointments import FixtureDay, days_of, pairs_with_days
from ..seasons.fixtures import (
    ROUND_BY_ROUND,
    Left,
    fixtures_now,
    left,
    rounds_to_draw,
    settle_due,
)
from ..seasons.season import Season
from ..seasons.standings import byes_given, season_rows

# Kinds of items


class Kind(Enum):
    DISPUTED = "disputed"
    HALF_SIGNED = "half signed"
    UNSIGNED = "unsigned"
    IDLE = "abandoned"
    PLAYING = "in progress"
    CARD = "scorecards to sign"
    CLAIMS = "impossible claims"
    NO_FIXTURE = "played without a fixture"
    TOO_OFTEN = "played more often than drawn"
    SEATS = "played with swapped seats"
    MISSING = "fixtures not played"
    WITHDREW = "withdrawn"
    NOT_DRAWN = "rounds not drawn"
    OVER = "season to close"
    CLOCK = "posted ahead of the clock"
    OPEN = "correction period open"


@dataclass(frozen=True, slots=True)
class Item:
    """An open item, of `count` parties or periods;
    `settled_by` are the members who can settle it themselves.
    """

    kind: Kind
    what: str
    season: int
    code: str = ""
    dispute: int = 0
    entry: int = 0
    deal: int = 0
    round: int = 0
    table: int = 0
    count: int = 1
    members: tuple[int, ...] = ()
    settled_by: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Return the key that a form names it by,
        which stays the same as long as it is about the same.
        """
        parts = (self.code, self.dispute, self.entry, self.deal, self.round)
        about = ""
        if self.kind in (Kind.MISSING, Kind.WITHDREW, Kind.NOT_DRAWN):
            about = without_isolates(self.what)
        return f"{self.kind.name.lower()} {' '.join(map(str, parts))} {about}".strip()

    @property
    def named(self) -> str:
        return f"{self.kind.value}: {self.what}"


@dataclass(frozen=True, slots=True)
class SeasonReport:
    season: int
    name: str
    items: tuple[Item, ...]
    stakes: bool = False

    @property
    def count(self) -> int:
        return sum(each.count for each in self.items)

    @property
    def seen(self) -> str:
        """Return what a form sends back to show which items were open when it was made."""
        return sha256("\n".join(sorted(each.key for each in self.items)).encode()).hexdigest()[:16]


# Finding them
#
# Parties are listed while they can be settled easily: those that are not posted, and those whose
# correction period runs. Misfits and unplayed fixtures are listed for the whole season. No posted
# sheet is read; what is needed of them is in the projections.


IDLE = timedelta(hours=3)

MISFITS = {each: Kind[each.name] for each in Misfit}


class OpenItems(Service):
    def report(self, club_id: int) -> list[SeasonReport]:
        """Return what is open in each season that runs;
        what is open in the club as a whole is listed in the first.
        """
        now = self.clock()
        with reading(self.engine) as db:
            seasons = [row for row in projections.seasons(db, club_id) if not row.closed]
            found = [_Finder(db, club_id, row, now).items() for row in seasons]
            found[:1] = [(*items, *_ahead(db, club_id, now)) for items in found[:1]]
            return [_report(row, items) for row, items in zip(seasons, found, strict=True)]

    def of_member(self, club_id: int, member: int) -> tuple[Item, ...]:
        with reading(self.engine) as db:
            seasons = [row for row in projections.seasons(db, club_id) if not row.closed]
            return tuple(
                item
                for row in seasons
                for item in _Finder(db, club_id, row, self.clock(), member=member).items()
            )

    def before_closing(self, club_id: int, season: int) -> SeasonReport | None:
        with reading(self.engine) as db:
            row = projections.find_season(db, club_id, season)
            if row is None or row.closed:
                return None
            return _report(row, _Finder(db, club_id, row, self.clock()).items(at_close=True))


def _report(row: projections.Season, items: tuple[Item, ...]) -> SeasonReport:
    return SeasonReport(row.number, row.terms.name, items, row.terms.stakes is not None)


def _ahead(db: Connection, club_id: int, now: datetime) -> Iterator[Item]:
    """Yield the last entry of a club if its time, from which the next ones count,
    is ahead of the clock.
    """
    last = entry_rows.last_entry(db, club_id)
    entry = None if last is None else read_entry(last).entry
    if entry is not None and datetime.fromisoformat(entry.at) > now + AHEAD:
        zone = zone_of(db, club_id)
        yield Item(
            Kind.CLOCK,
            f"entry {entry.number} has the time {when(entry.at, zone)}",
            0,
            entry=entry.number,
        )


class _Finder:
    """The open items of a season, or of a *member* in it;
    with *names*, if those of members are not to be read.
    """

    def __init__(
        self,
        db: Connection,
        club_id: int,
        of: Season,
        now: datetime,
        *,
        member: int = 0,
        names: Mapping[int, str] | None = None,
    ) -> None:
        self.db = db
        self.club_id = club_id
        self.now = now
        self.member = member
        self.season = of.number
        self.terms = of.terms
        self.zone = zone_of(db, club_id)
        self.names = names or projections.members(db, club_id)

    def items(self, *, at_close: bool = False) -> tuple[Item, ...]:
        """Return the open items; rounds that have begun or whose day has passed are due, *at_close*
        all are.

        Until the first day of a season, if it has one, members can still be entered, and nothing
        has to be drawn.
        """
        not_posted = chained.from_iterable(find(self) for find in NOT_POSTED.values())
        found = (*self.disputed(), *not_posted, *self.correctable())
        if self.member:
            return found
        gaps = self.misfits_and_gaps(at_close=at_close)
        return (*found, *gaps, *(() if at_close else self.over()))

    def disputed(self) -> Iterator[Item]:
        for row, dispute in open_disputes(self.db, self.club_id, self.season):
            members = row.membership.members
            by_player = dispute.player >= 0
            if self._wants(members):
                who = self.names[members[dispute.player]] if by_player else "the director"
                asks = DisputeKind[dispute.kind.upper()].value
                words = f"{self._pair(members)}: {who} {asks}: {dispute.reason}"
                others = tuple(
                    each for player, each in enumerate(members) if player != dispute.player
                )
                now = find_season_sheet(self.db, row.code, self.now)
                by_words = is_in_words(dispute) and not now.sheet.unfinished
                is_answerable = bool(dispute.correction) or by_words
                able = others if by_player and now.may_agree and is_answerable else ()
                number = dispute.number
                yield Item(
                    Kind.DISPUTED,
                    words,
                    self.season,
                    row.code,
                    number,
                    members=members,
                    settled_by=able,
                )

    def parties(self) -> Iterator[Item]:
        """Yield the parties that are not posted, and their deals that are impossible."""
        for row in self._unposted():
            sheet = read_sheet(self.db, row)
            if not any(each.is_open for each in disputes.disputes(self.db, row.id)):
                yield self._unsigned(row, sheet)
            for deal in impossible_deals(sheet.partie):
                yield self._impossible(row.code, row.membership.pair, deal)

    def cards(self) -> Iterator[Item]:
        """Yield the scorecards that are not posted."""
        for row in reversed(
            season_sheets.unposted(self.db, self.club_id, self.season, SheetKind.COMPANY)
        ):
            members = row.membership.members
            found = season_sheet_of(self.db, row, self.now)
            if self._wants(members) and found.status not in (
                SheetStatus.DISPUTED,
                SheetStatus.REVERSED,
            ):
                signed = zip(members, found.sheet.signatures, strict=True)
                able = tuple(member for member, signature in signed if signature is None)
                words = f"{self._pair(members)}: {self._pair(able)} to sign"
                yield Item(
                    Kind.CARD, words, self.season, row.code, members=members, settled_by=able
                )

    def correctable(self) -> Iterator[Item]:
        """Yield the open correction periods: a member's own one by one, otherwise all together."""
        found = projections.open_periods(self.db, self.club_id, self.season, self.now)
        if found.count == 1 or (found.count and self.member):
            for each in self._in_period():
                words = (
                    f"{self._pair(each.members)}, entry {each.entry}: until "
                    f"{when(each.correctable_until, self.zone)}"
                )
                yield Item(
                    Kind.OPEN, words, self.season, each.code, entry=each.entry, members=each.members
                )
        elif found.count:
            words = (
                f"{found.count} correction periods, the last ends {when(found.until, self.zone)}"
            )
            yield Item(Kind.OPEN, words, self.season, entry=found.latest, count=found.count)
        for each in self._in_period(impossible=True) if found.impossible else ():
            for deal in each.impossible:
                yield self._impossible(each.code, each.members, deal)

    def misfits_and_gaps(self, *, at_close: bool) -> Iterator[Item]:
        """Yield what does not fit the fixtures, and what they lack:
        parties, players who have withdrawn, and rounds that are to be drawn.
        """
        if self.terms.format is Format.OPEN:
            return
        fixtures = projections.fixtures(self.db, self.club_id, self.season)
        drawn = [
            Drawn(each.round, ledger.Fixture(each.first, each.second or None)) for each in fixtures
        ]
        tables = {each: row.table for each, row in zip(drawn, fixtures, strict=True)}
        met, imported = self._met()
        yield from self._misfits(drawn, met, imported)
        gone = left(self.db, self.club_id, self.season)
        byes = byes_given(self.db, self.club_id, self.season)
        gaps = list(unplayed(drawn, met, byes=byes, withdrawn=gone))
        # Who has withdrawn is one item, however many of their fixtures wait for it.
        waiting = gone.keys() & {member for gap in gaps for member in gap.fixture.members}
        for member in sorted(waiting):
            words = f"{self.names[member]}: {gone[member].words}"
            yield Item(Kind.WITHDREW, words, self.season, members=(member,))
        last = max((each.round for each in drawn), default=0)
        # A round that is drawn alone, or closed with the season, is due as a whole; of a schedule,
        # only the rounds of which something is played.
        is_whole = at_close or self.terms.format in ROUND_BY_ROUND
        own_days = self._own_days(gaps)
        missing = self._due(gaps, last if is_whole else begun(met), own_days)
        for gap in missing:
            own = own_days[gap]
            # What two are still to meet for, on a day of their own, waits for nobody else.
            is_ahead = own >= self._today and not at_close
            if waiting.isdisjoint(gap.fixture.members) and not is_ahead:
                words = f"{self._pair(gap.fixture.members)}, round {gap.round}"
                if own:
                    words = f"{words}, on {day(own)}"
                yield Item(Kind.MISSING, words, self.season, round=gap.round, table=tables[gap])
        if self._must_draw(drawn, gone, missing=bool(missing), at_close=at_close):
            next_one = f"round {last + 1}" if self.terms.format in ROUND_BY_ROUND else "every round"
            yield Item(Kind.NOT_DRAWN, next_one, self.season, round=last + 1)

    def _own_days(self, gaps: Sequence[Drawn]) -> dict[Drawn, str]:
        """Return on which day the two of each gap agreed, or a director fixed, in ISO 8601; an
        empty text for those whose round decides.
        """
        arranged = pairs_with_days(self.db, self.club_id, self.season) if gaps else {}
        found = {}
        for gap in gaps:
            of_pair = arranged.get(gap.meeting)
            found[gap] = of_pair.day if of_pair else ""
        return found

    def _due(self, gaps: Sequence[Drawn], last: int, own_days: Mapping[Drawn, str]) -> list[Drawn]:
        """Return the gaps in rounds up to the *last*, and those whose day has passed: their own,
        or that of their round.
        """
        days = projections.days_of_rounds(self.db, self.club_id, self.season)
        found = []
        for gap in gaps:
            on = own_days[gap] or days.get(gap.round, "")
            if gap.round <= last or "" < on < self._today:
                found.append(gap)
        return found

    def _misfits(
        self, drawn: Sequence[Drawn], met: Sequence[Met], imported: Collection[int]
    ) -> Iterator[Item]:
        """Yield the parties that fit no fixture; imports together, since they may be thousands."""
        imports: dict[Misfit, list[int]] = {}
        for why, each in misfits(drawn, met):
            if each.entry in imported:
                imports.setdefault(why, []).append(each.entry)
                continue
            in_round = f"round {each.round}" if each.round else "for no round"
            yield Item(
                MISFITS[why],
                f"{self._pair(each.members)}, {in_round}",
                self.season,
                each.code,
                entry=each.entry,
                round=each.round,
            )
        for why, entries in imports.items():
            words = f"{len(entries)} imported part{'ie' if len(entries) == 1 else 'ies'}"
            yield Item(MISFITS[why], words, self.season, entry=max(entries), count=len(entries))

    def _must_draw(
        self, drawn: Sequence[Drawn], gone: Collection[int], *, missing: bool, at_close: bool
    ) -> bool:
        """Return whether a round is to be drawn now: the first when the season begins,
        the next when nothing of the last is missing.
        """
        if drawn:
            return bool(rounds_to_draw(drawn, self.terms)) and (at_close or not missing)
        playing = projections.entrants(self.db, self.club_id, self.season)
        has_begun = at_close or self.terms.first_day <= self._today
        return has_begun and len(playing) > len(gone) + 1  # one alone meets nobody

    def over(self) -> Iterator[Item]:
        if "" < self.terms.last_day < self._today:
            yield Item(Kind.OVER, f"its last day was {day(self.terms.last_day)}", self.season)

    @property
    def _today(self) -> str:
        return times.day_of(self.now.isoformat(), self.zone)

    def _unposted(self) -> list[SheetRow]:
        found = season_sheets.unposted(self.db, self.club_id, self.season)
        return [row for row in found if self._wants(row.membership.members)]

    def _wants(self, members: tuple[int, ...]) -> bool:
        return not self.member or self.member in members

    def _unsigned(self, row: SheetRow, sheet: Sheet) -> Item:
        pair = row.membership.pair

        def item(kind: Kind, what: str, settled_by: tuple[int, ...] = pair) -> Item:
            words = f"{self._pair(pair)}: {what}"
            return Item(kind, words, self.season, row.code, members=pair, settled_by=settled_by)

        if not sheet.partie.is_over:
            last = max(
                (each.recorded_at for each in statements.statements(self.db, row.id)),
                default=row.opened_at,
            )
            since = self.now - datetime.fromisoformat(last)
            deal = f"deal {sheet.current_deal + 1}"
            if since < IDLE:
                return item(Kind.PLAYING, deal)
            return item(Kind.IDLE, f"{deal}, idle for {since // timedelta(hours=1)} hours")
        own, others = sheet.partie.totals
        totals = f"{own} to {others}"
        if not sheet.is_closed:
            return item(Kind.UNSIGNED, totals)
        has_signed, has_not = pair
        if sheet.signatures[0] is None:
            has_not, has_signed = pair
        signed = f"{self.names[has_signed]} has signed, {self.names[has_not]} has not"
        return item(Kind.HALF_SIGNED, f"{totals}; {signed}", (has_not,))

    def _impossible(self, code: str, members: tuple[int, int], deal: int) -> Item:
        words = f"{self._pair(members)}: deal {deal}"
        return Item(Kind.CLAIMS, words, self.season, code, deal=deal, members=members)

    def _in_period(self, *, impossible: bool = False) -> list[PostedPartie]:
        """Return the parties whose correction period is open, or those with *impossible* claims."""
        return projections.in_correction_period(
            self.db,
            self.club_id,
            self.season,
            self.now,
            member=self.member,
            impossible=impossible,
        )

    def _met(self) -> tuple[list[Met], set[int]]:
        """Return the parties that count or are in progress, and the entries of imports."""
        met, imported = projections.met(self.db, self.club_id, self.season)
        met += [
            Met(row.membership.round, row.membership.pair, code=row.code)
            for row in reversed(self._unposted())
        ]
        return met, imported

    def _pair(self, members: tuple[int, ...]) -> str:
        return listed([self.names[member] for member in members])


NOT_POSTED: Mapping[SheetKind, Callable[[_Finder], Iterator[Item]]] = by_member(
    SheetKind, {"PARTIE": _Finder.parties, "COMPANY": _Finder.cards}
)
"""What finds the sheets of a kind that are not posted."""


# Closing a season


LONGEST_REASON = 200


class Closing(Service):
    def close(self, by: Actor, season: int, left_out: Mapping[str, str]) -> Posted:
        """Close a season with a reason for each open item by its key.

        This posts the forfeits of those who have withdrawn, pays what is due, and ends the disputes
        left out.
        """
        at = self.clock()
        with writing(self.engine, club=by.club_id) as db:
            found = chosen_season(db, by.club_id, season)
            refuse_if(found.closed, "The season is already closed.")
            terms = found.terms
            when = at.isoformat(timespec="seconds")
            settle_due(running(db, by.club_id, season, author=by.author, at=when), at_close=True)
            items = _Finder(db, by.club_id, found, at).items(at_close=True)
            by_number = {
                number: ledger.numbered([number])
                for number in projections.member_rows(db, by.club_id)
            }
            numbered_items = _Finder(db, by.club_id, found, at, names=by_number).items(
                at_close=True
            )
            reasons = {key: one_line(why, LONGEST_REASON) for key, why in left_out.items()}
            unanswered = [each.named for each in items if not reasons.get(each.key)]
            if unanswered:
                more = f", and {len(unanswered) - 1} more" if len(unanswered) > 1 else ""
                raise NotAllowed(
                    "Settle each open item, or give a reason for leaving it open. Still without a "
                    f"reason: {unanswered[0]}{more}."
                )
            for row, dispute in open_disputes(db, by.club_id, season):
                left = next(
                    each
                    for each in items
                    if (each.code, each.dispute) == (row.code, dispute.number)
                )
                ending = Ending(
                    ledger.Outcome.CLOSED, by.author, by.member, when, reasons[left.key]
                )
                end(db, row.membership, row.code, dispute, ending)
            for body in _balances(db, by.club_id, season, terms):
                post(db, by.club_id, body, author=by.author, at=when)
            open_ = zip(items, numbered_items, strict=True)
            closed = ledger.SeasonClosed(
                season, tuple(f"{each.named} ({reasons[item.key]})" for item, each in open_)
            )
            return post(db, by.club_id, closed, author=by.author, at=when)


def _balances(
    db: Connection, club_id: int, season: int, terms: SeasonTerms
) -> Iterable[ledger.StakesPaid]:
    if terms.stakes is None or terms.stakes.settled is not Settled.AT_CLOSE:
        return
    for (taker, giver), meeting in sorted(projections.meetings(db, club_id, season).items()):
        if meeting.balance > 0 and (amount := paid(terms.stakes, meeting.balance).amount):
            yield ledger.StakesPaid(season, giver, taker, meeting.balance, amount)


# A member's first page


LOOKED_AT = 60
"""Entries since the last look that are read, at most; the ledger has the others."""


NEWS = (
    *(ledger.Withdrew, ledger.Returned, ledger.Replaced),
    *(ledger.RoundRedrawn, ledger.RoundDated, ledger.SeasonClosed),
)
ANNOUNCED = tuple(ledger.KINDS[each] for each in NEWS)
"""Entries that are news to everyone in a season; others are to those whose accounts they move."""


class Whereabouts(NamedTuple):
    """Where a member is in an open season: the row of `of` entrants, the latest partie, and the
    fixtures to play, soonest first.

    `was` is the rank when they last looked, if it is another and few enough entries were posted
    since. `ahead` has no fixture of a member who has withdrawn, as the reader has if there is a
    `withdrawal`.
    """

    season: Season
    row: StandingsRow
    was: str
    of: int
    last: PostedPartie | None
    ahead: Sequence[FixtureDay]
    withdrawal: Left | None


class News(NamedTuple):
    """Something posted that concerns a member and that they did not sign themselves;
    `at` is UTC in ISO 8601.
    """

    entry: int
    at: str
    says: str


class Latest(NamedTuple):
    """The news since an entry, latest first, with the number of the last entry;
    `whole` says that none is left out.
    """

    news: tuple[News, ...]
    through: int
    whole: bool


class Home(Service):
    def whereabouts(self, club_id: int, member: int, since: int) -> list[Whereabouts]:
        """Return where a member is in each open season that they entered, the latest first;
        they looked at *since*.
        """
        with reading(self.engine) as db:
            tallies = projections.tallies_of(db, club_id, member)
            seasons = [
                each
                for each in projections.seasons(db, club_id)
                if not each.closed and each.number in tallies
            ]
            return [_whereabouts(db, club_id, each, member, since) for each in reversed(seasons)]

    through = reads(projections.position)

    def news(self, club_id: int, member: int, since: int) -> Latest:
        """Return what was posted about a member after entry *since*."""
        with reading(self.engine) as db:
            through = projections.position(db, club_id)
            if since >= through:
                return Latest((), through, whole=True)
            merged = projections.merged(db, club_id)
            seasons = projections.seasons_entered(db, club_id, member)
            moved = entry_rows.moved_since(db, club_id, member, since, LOOKED_AT)
            announced = entry_rows.posted_since(
                db, club_id, seasons, since, kinds=ANNOUNCED, most=LOOKED_AT
            )
            announced += _mistakes_since(db, club_id, seasons, since)
            rows = sorted({*moved, *announced}, key=lambda row: -row.number)[:LOOKED_AT]
            names = names_of(db, club_id)
            found = (
                _news(db, club_id, read_entry(row, merged).entry, member, names) for row in rows
            )
            return Latest(
                tuple(each for some in found for each in some), through, len(rows) < LOOKED_AT
            )


def _mistakes_since(
    db: Connection, club_id: int, seasons: Collection[int], since: int
) -> list[entry_rows.EntryRow]:
    """Return the entries since one by which a substitute is corrected as entered by mistake."""
    found = list[entry_rows.EntryRow]()
    kinds = (ledger.KINDS[ledger.Reversed],)
    for row in entry_rows.posted_since(db, club_id, seasons, since, kinds=kinds, most=LOOKED_AT):
        body = read_entry(row).entry.body
        if isinstance(body, ledger.Reversed) and body.mistyped:
            undone = entry_rows.find_entry(db, club_id, body.entry)
            if undone is not None and undone.kind == ledger.KINDS[ledger.Replaced]:
                found.append(row)
    return found


def _whereabouts(
    db: Connection, club_id: int, season: Season, member: int, since: int
) -> Whereabouts:
    rows = season_rows(db, club_id, season.number)
    last = projections.parties_of(db, club_id, member, season=season.number, most=1)
    fixtures = fixtures_now(db, club_id, season.number, member=member)
    row = next(each for each in rows if each.member == member)
    gone = left(db, club_id, season.number)
    to_play = [each for each in fixtures if each.is_open and gone.keys().isdisjoint(each.members)]
    ahead = days_of(db, club_id, season, to_play) if to_play else []
    was = _rank_at(db, club_id, season, member, since)
    if was == row.rank_words:
        was = ""
    return Whereabouts(
        season=season,
        row=row,
        was=was,
        of=len(rows),
        last=next(iter(last), None),
        ahead=sorted(ahead, key=_when),
        withdrawal=gone.get(member),
    )


def _when(of: FixtureDay) -> tuple[bool, str, str, int]:
    """Return what orders fixtures by when they are played: those without a day last."""
    on, time = of.begins
    return not on, on, time, of.fixture.round


def _rank_at(db: Connection, club_id: int, season: Season, member: int, number: int) -> str:
    """Return the rank of a member after entry *number*; empty if they had none, or if too much was
    posted since.

    In a knock-out it is not told: it depends on the rounds that were drawn by then.
    """
    if season.terms.format is Format.KNOCK_OUT:
        return ""
    merged = projections.merged(db, club_id)
    changed = list[Changes]()
    posted = entry_rows.posted_since(
        db, club_id, [season.number], number, kinds=MOVING, most=LOOKED_AT
    )
    # The ranks then are those now without what was posted since, and with what that reversed.
    for posted_since in posted:
        body = read_entry(posted_since, merged).entry.body
        undone = None
        if isinstance(body, ledger.Reversed):
            undone = entry_rows.find_entry(db, club_id, body.entry)
        if undone is not None:
            body = read_entry(undone, merged).entry.body
        change = changes(body, season.terms)
        if change is not None:
            changed.append(change if undone else -change)
    if not changed or len(posted) == LOOKED_AT:
        return ""
    rows = season_rows(db, club_id, season.number, changed)
    row = next(each for each in rows if each.member == member)
    return row.rank_words if row.counted else ""


MOVING = tuple(ledger.KINDS[each] for each in (*REVERSIBLE, ledger.Reversed))


def _news(
    db: Connection, club_id: int, entry: ledger.Entry, member: int, called: EntryNames
) -> Iterator[News]:
    """Yield the news of an entry to a member;
    that of a correction is the end of its dispute, and not here.
    """
    body = entry.body
    names = called.members
    if isinstance(body, ledger.SheetPosted):
        signed = body.signed == len(body.members) and not body.imported
        if body.instead_of is None and not signed and not _is_ruled(db, club_id, entry, body):
            yield News(entry.number, entry.at, f"{result_words(body, member, names)}.")
    elif isinstance(body, ledger.Reversed):
        row = entry_rows.find_entry(db, club_id, body.entry)
        undone = None
        if row is not None:
            undone = read_entry(row, projections.merged(db, club_id)).entry.body
        if not isinstance(undone, ledger.SheetPosted):
            yield News(entry.number, entry.at, sentence(ledger.narration(body, names)))
        elif not undone.code or entries_about(db, club_id, undone.code).current is None:
            what = result_words(undone, member, names)
            yield News(
                entry.number,
                entry.at,
                f"Reversed: {what[:1].lower()}{what[1:]}. {sentence(body.reason)}",
            )
    elif isinstance(body, ledger.SeasonClosed) and body.left_out:
        closed = sentence(ledger.narration(replace(body, left_out=()), names, called.seasons))
        yield News(entry.number, entry.at, f"{closed} Open items left out: {len(body.left_out)}.")
    else:
        yield News(entry.number, entry.at, sentence(ledger.narration(body, names, called.seasons)))


def _is_ruled(db: Connection, club_id: int, entry: ledger.Entry, body: ledger.SheetPosted) -> bool:
    if not body.code:
        return False
    about = entries_about(db, club_id, body.code)
    posted = about.current
    if posted is None or posted.entry.number != entry.number:
        return False
    return about.is_ruled(posted)


def result_words(body: ledger.SheetPosted, member: int, names: Mapping[int, str]) -> str:
    """Tell a member what they won or lost, without a full stop."""
    others = listed([names[each] for each in body.members if each != member])
    result = body.result
    match result:
        case CardResult():
            balance = next(share.balance for share in result.shares if share.member == member)
            return f"Your scorecard with {others}: {balance:+,}".replace("-", "−")
        case Result():
            return partie_words(result, body.members.index(member), others)
        case _:
            assert_never(result)


def partie_words(result: Result, player: int, other: str) -> str:
    """Tell a player how a partie with *other* ended.

    >>> from scorer.rules.figures import Side
    >>> sides = Side(154), Side(67)
    >>> results = [Result(sides, winner, 321, rubicon=True) for winner in (0, 1, None)]
    >>> [partie_words(result, 0, "Ben") for result in results]
    ['You won 321 against Ben, Rubicon', 'You lost 321 against Ben, Rubicon', 'You drew with Ben']
    """
    if result.winner is None:
        return f"You drew with {other}"
    how = "won" if result.winner == player else "lost"
    why = ""
    if result.forfeit:
        why = " by forfeit"
    elif result.rubicon:
        why = ", Rubicon"
    only = ", result only" if result.is_result_only else ""
    return f"You {how} {result.points:,} against {other}{why}{only}"
