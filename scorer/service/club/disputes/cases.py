"""Disputes: refusals to sign, calls for the director and requests for a correction;
replies and rulings.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import Enum
from itertools import chain as chained
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger.entries import KINDS, DisputeEnded, Outcome, SheetPosted, numbered
from ....ledger.finality import Appeal, may_decide
from ....ledger.signing import Means
from ....rules.versions import Bearing
from ....storage import disputes, season_sheets, statements
from ....storage import entry_rows as store
from ....storage.disputes import NOTHING, Correction, DisputeRow, Found, ReplyRow, Search
from ....storage.engine import reading, writing
from ....storage.sheets import Membership
from ....table.entering import NotAllowed, new_token, one_line, refuse_if
from ....table.recording import Sheet
from ...service import Service
from ...sheets import AnySheet
from ...zones import today
from ..credentials import Actor
from ..posting import signing
from ..posting.signing import (
    APPEAL,
    IN_SEASON,
    RULINGS,
    KnownSheet,
    SeasonSheet,
    SheetStatus,
    entries_about,
    find_known,
    find_season_sheet,
)
from ..posts import Posted, dispute_key, post, reads, request_digest, reverse, terms_of
from ..seasons.fixtures import day_played
from ..seasons.replayed import require_not_replayed
from ..seasons.standings import rank_changes
from .dispute_words import THE_TERMS, DisputeRefusal, by_kind, raised_message
from .versions import (
    CORRECTING,
    Version,
    as_disputed,
    bearing_of,
    checked_version,
    deals_to_name,
    record_version,
    recorded_at,
    retyped,
    version,
)

__all__ = [
    "Correction",
    "DisputeKind",
    "DisputeRow",
    "Disputed",
    "Disputes",
    "Found",
    "LONGEST_REASON",
    "Outcome",
    "Search",
    "THE_TERMS",
]

# Rulings


LONGEST_REASON = 500

RankChanges = tuple[tuple[int, str, str], ...]
"""Members with their ranks before and after."""


def ranks_moved(db: Connection, now: SeasonSheet, after: AnySheet) -> RankChanges:
    """Return which ranks of its players change if a sheet is posted as *after*."""
    if after.unfinished or now.closed_at:
        return ()
    of = now.membership
    posted = None if now.posted is None else now.posted.entry.body
    result = CORRECTING[after.kind].result(after, of.members)
    new = SheetPosted(
        season=of.season,
        members=of.members,
        code=after.code,
        record="",
        result=result,
        round=of.round,
    )
    return rank_changes(db, of.club_id, posted if isinstance(posted, SheetPosted) else None, new)


UNANNOUNCED = (Outcome.OTHERWISE, Outcome.REPLACED)
"""Outcomes that another dispute follows at once, which is what its players read of."""


class Ending(NamedTuple):
    """How a dispute ends: by whom in words, and who that is as a member, 0 for none;
    `supersedes` as in `DisputeEnded`.
    """

    how: Outcome
    by: str
    actor: int
    at: str
    words: str = ""
    law: str = ""
    ranks: RankChanges = ()
    supersedes: tuple[int, ...] = ()


class Ended(NamedTuple):
    """A dispute that has ended, and the entry that says so."""

    dispute: DisputeRow
    posted: Posted


def end(db: Connection, of: Membership, code: str, dispute: DisputeRow, ending: Ending) -> Ended:
    """Post the end of a dispute, for its other players to open."""
    body = DisputeEnded(
        season=of.season,
        code=code,
        dispute=dispute.number,
        dispute_digest=request_digest(dispute),
        how=ending.how,
        ruling=ending.words,
        law=ending.law,
        ranks=ending.ranks,
        supersedes=ending.supersedes,
    )
    posted = post(db, of.club_id, body, author=ending.by, at=ending.at)
    row = dispute._replace(
        club_id=of.club_id,
        season=of.season,
        how=ending.how.name.lower(),
        by=ending.by,
        words=ending.words,
        law=ending.law,
        ended_at=posted.entry.at,
    )
    readers = set[int]()
    if ending.how not in UNANNOUNCED:
        readers = {*of.members} - {ending.actor}
    disputes.append_outcome(db, row, readers)
    return Ended(row, posted)


def _end(db: Connection, known: KnownSheet, dispute: DisputeRow, ending: Ending) -> KnownSheet:
    ended_so = dispute._replace(how=ending.how.name.lower())
    after = known.disputed(ended_so).disputes
    (found,) = (each for each in after if each.number == dispute.number)
    ending = ending._replace(supersedes=found.supersedes)
    ended = end(db, known.row.membership, known.row.code, dispute, ending)
    return known.disputed(ended.dispute).posted(ended.posted)


def _record(
    db: Connection, known: KnownSheet, asked: Correction, dispute: DisputeRow, *, at: str
) -> KnownSheet:
    """Record a correction as the end of a dispute decides."""
    record_version(db, known.sheet, asked, form_key=dispute_key(dispute.number), at=at)
    return signing.record_again(db, known)


def _ruling(
    now: SeasonSheet, by: Actor, asked: Correction, *, words: str, law: str, at: str
) -> Ending:
    """Return a director's ruling for the record of a sheet,
    about a correction that is *asked* for.
    """
    now.require_open()
    refuse_if(not by.is_director, "Only a director can rule.")
    refuse_if(
        not may_rule(now, by),
        "You made the ruling that this appeals against, so another director decides.",
    )
    words = one_line(words, LONGEST_REASON)
    law = one_line(law, LONGEST_REASON)
    refuse_if(not words or not law, "Enter the ruling and the law that it rests on.")
    check_basis(law, bearing_of(now.sheet, asked).cited)
    return Ending(how=Outcome.UPHELD, by=by.author, actor=by.member, at=at, words=words, law=law)


def check_basis(law: str, cited: Collection[str]) -> None:
    """Require that a ruling rests on a law that bears on the dispute,
    or on the terms of the season.
    """
    if law not in (*cited, THE_TERMS):
        raise NotAllowed(
            f"“{law}” is not one of the laws listed here. Choose the law that the ruling rests on."
        )


def _decide(
    db: Connection,
    known: KnownSheet,
    now: SeasonSheet,
    dispute: DisputeRow,
    ending: Ending,
    *,
    posts: bool,
    played: str = "",
) -> KnownSheet:
    """End a dispute, record its correction if that was decided, and post the sheet,
    perhaps as *played* another day.
    """
    if posts and now.posted is None and now.reversed_by is not None:
        require_not_replayed(db, now.membership)
    corrects = ending.how in (Outcome.CORRECTED, Outcome.AGREED) and dispute.correction != ""
    after = checked_version(known.sheet, dispute.asked).whole if corrects else known.sheet
    ending = ending._replace(ranks=ranks_moved(db, now, after) if posts else ())
    known = _end(db, known, dispute, ending)
    if corrects:
        known = _record(db, known, dispute.asked, dispute, at=ending.at)
    if not posts:
        return known
    author = ending.by
    reason = ending.words
    unsigned_by = Means.DIRECTOR
    if ending.how is Outcome.AGREED:
        author = numbered(known.row.membership.members)
        reason = dispute.reason
        unsigned_by = Means.UNRECORDED
    if not corrects and not played:
        return signing.post_sheet(db, known, author=author, at=ending.at, unsigned_by=unsigned_by)
    return signing.repost(
        db,
        known,
        reason=reason,
        law=ending.law,
        author=author,
        at=ending.at,
        played=played,
        unsigned_by=unsigned_by,
    )


# Disputes
#
# A player who says that something is wrong names the deal and what it should have been, or says it
# in words. By the state of the sheet this requests a correction, refuses to sign, or calls the
# director.
#
# The players reply to a request as often as they like: they agree, reply in words or contest. A
# dispute ends when every other player agrees to its correction, when it is withdrawn, or when the
# director rules; then the version is recorded or not, and the sheet is posted. The end is an entry
# that covers the request and the replies.
#
# One that was raised in words is answered by a correction. The other player's is recorded at once
# while the player who raised it has still to sign. In every other case the correction becomes a
# request that takes its place.


class DisputeKind(Enum):
    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "requests a correction"
    DENIAL = "says they never signed"
    APPEAL = "appeals"
    MISTYPED = "mistyped the paper sheet"


def kind_of(now: SeasonSheet, player: int, asked: Correction) -> DisputeKind:
    """Return what it is, by the state of a sheet, if a *player* says that something is wrong."""
    if now.ruling is not None:
        return DisputeKind.APPEAL
    if asked.said:
        return DisputeKind.CORRECTION
    return DisputeKind.REFUSAL if player in now.unsigned else DisputeKind.CALL


def answers(now: SeasonSheet, player: int) -> bool:
    """Return whether a *player*'s correction ends the open dispute: the other one raised it in
    words, and has to sign.

    Their signature is then their consent.
    """
    dispute = now.dispute
    if dispute is None or not is_in_words(dispute) or player == dispute.player:
        return False
    is_unposted = now.posted is None and now.reversed_by is None
    return (
        is_unposted and len(now.sheet.names) == 2 and now.sheet.signatures[dispute.player] is None
    )


_BY_DIRECTOR = (DisputeKind.DENIAL.name.lower(), DisputeKind.APPEAL.name.lower())
"""The kinds of a dispute that only a director can end, beside who raised it."""


def is_in_words(dispute: DisputeRow) -> bool:
    """Return whether a player raised it without saying what the record should be,
    so that a correction can answer it.
    """
    if dispute.player < 0 or dispute.correction:
        return False
    return dispute.kind not in _BY_DIRECTOR


def is_denial(dispute: DisputeRow) -> bool:
    return dispute.kind == DisputeKind.DENIAL.name.lower()


def is_appeal(dispute: DisputeRow) -> bool:
    return dispute.kind == APPEAL


def may_rule(now: SeasonSheet, by: Actor) -> bool:
    """Return whether a director may decide on a sheet: not on an appeal against their ruling."""
    if not by.is_director:
        return False
    dispute = now.dispute
    return dispute is None or not is_appeal(dispute) or may_decide(now.decided, by.author)


def has_signed(now: SeasonSheet, player: int) -> bool:
    """Return whether the program has a signature of a player on a sheet."""
    return player in [each.player for each in now.signed]


class ReplyKind(Enum):
    AGREES = "agrees"
    REPLIES = "replies"
    CONTESTS = "contests"


class Disputed(NamedTuple):
    """A dispute with its record as it was then, the version at issue,
    and the ranks that this version would change.
    """

    dispute: DisputeRow
    season_sheet: SeasonSheet
    record: AnySheet
    version: Version | None
    ranks: RankChanges
    recorded_at: str = ""
    """When the first statement that matters was recorded; empty if none is named."""

    @property
    def bearing(self) -> Bearing:
        if self.version is not None:
            return self.version.bearing
        named = self.dispute.asked._replace(said="")
        found = bearing_of(self.record, named, self.dispute.reason)
        if is_denial(self.dispute):  # no law of the game is about a signature
            return replace(found, governing=(), others=(*found.governing, *found.others))
        return found


EARLIER = 3
"""The most earlier rulings that are listed."""

LOOKED_AT = 24
"""The latest rulings on a law among which those that still hold are looked for."""


def request_words(dispute: DisputeRow, names: Sequence[str]) -> str:
    return str(raised_message(dispute, names))


def open_disputes(db: Connection, club_id: int, season: int | None = None) -> list[Found]:
    rows = [
        each
        for each in season_sheets.disputed(db, club_id)
        if season in (None, each.membership.season)
    ]
    about = disputes.disputes_about(db, [row.id for row in rows]) if rows else {}
    found = list[Found]()
    for row in rows:
        found += [(row, each) for each in about[row.id] if each.is_open]
    return found


def _require_unposted(now: SeasonSheet) -> None:
    """Refuse to refuse the signature of a sheet that is not finished, or that is posted."""
    refuse_if(now.status is SheetStatus.PLAYING, now.sheet.unfinished or "")
    to_sign = (SheetStatus.UNSIGNED, SheetStatus.HALF_SIGNED)
    refuse_if(
        now.status not in to_sign,
        by_kind(now.sheet, DisputeRefusal.PARTIE_POSTED, DisputeRefusal.CARD_POSTED),
    )


class Disputes(Service):
    open_in_club = reads(open_disputes)

    def file(
        self, code: str, by: Actor, kind: DisputeKind, reason: str, asked: Correction = NOTHING
    ) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            player = known.season_sheet(self.clock()).player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the players or a director can request this.")
            raised_by = -1 if player is None else player
            return self._raise(db, known, raised_by, kind, reason, asked=asked)

    def call(self, code: str, player: int, reason: str, deal: int = -1) -> SeasonSheet:
        """Call the director from the phone on the table;
        it moves nothing, so nobody has to prove who they are.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code)
            asked = Correction(deal=deal)
            return self._raise(db, known, player, DisputeKind.CALL, reason, asked=asked)

    def withdraw(self, code: str, by: Actor) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            dispute = _open_dispute(now)
            if now.player_of(by.member) != dispute.player and not (
                by.is_director and dispute.player < 0
            ):
                raise NotAllowed("Only the person who raised this dispute can withdraw it.")
            ending = Ending(Outcome.WITHDRAWN, by.author, by.member, self.at())
            return self._written(db, _end(db, known, dispute, ending))

    def reply(
        self,
        code: str,
        by: Actor,
        kind: ReplyKind,
        words: str = "",
        *,
        number: int = 0,
        form_key: str = "",
    ) -> SeasonSheet:
        """Agree to another player's correction, reply or contest it;
        the last to agree has it recorded.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            player = now.player_of(by.member)
            words = one_line(words, LONGEST_REASON)
            by_form = _sent_with(form_key, now, player, number)
            if (kind.value, words) in [(each.kind, each.words) for each in by_form]:
                return now  # the same form came twice
            if by_form or not form_key:
                form_key = new_token()  # another reply from a page that was shown once
            dispute = _open_dispute(now, number)
            now.require_open()
            if player is None:
                raise NotAllowed(f"Only the players of this {now.sheet.called} can reply.")
            _require_reply(now, dispute, player, kind, words)
            if not words and player in dispute.players_who(kind.value):
                return now
            new = ReplyRow(player, kind.value, words, form_key, self.at())
            disputes.append_reply(db, dispute.id, new)
            dispute = dispute._replace(replies=(*dispute.replies, new))
            known = known.disputed(dispute)
            agreed = dispute.players_who(ReplyKind.AGREES.value)
            if kind is ReplyKind.AGREES and len(agreed) == len(now.sheet.names) - 1:
                law = next(iter(bearing_of(now.sheet, dispute.asked).cited), THE_TERMS)
                those = numbered(now.membership.members[each] for each in agreed)
                ending = Ending(
                    how=Outcome.AGREED, by=those, actor=by.member, at=self.at(), words="", law=law
                )
                is_posted = now.posted is not None
                known = _decide(db, known, now, dispute, ending, posts=is_posted)
            return self._written(db, known)

    def take_out(self, code: str, by: Actor, *, words: str, law: str) -> SeasonSheet:
        """Rule that a posted sheet counts no longer: its entry is reversed,
        and its fixture is open for a partie that both sign.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            dispute = _open_dispute(now)
            ruling = _ruling(now, by, dispute.asked, words=words, law=law, at=self.at())
            posted = now.posted
            if posted is None:
                raise NotAllowed(f"This {now.sheet.called} is not posted, so it counts nowhere.")
            number = posted.entry.number
            known = _end(db, known, dispute, ruling._replace(how=Outcome.TAKEN_OUT))
            undone = reverse(
                db,
                by.club_id,
                number,
                reason=ruling.words,
                law=ruling.law,
                author=by.author,
                at=ruling.at,
            )
            known = known.reversed(number, undone.entry.number)
            return self._written(db, known)

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            dispute = _open_dispute(now)
            ruling = _ruling(now, by, dispute.asked, words=words, law=law, at=self.at())
            if follow and not dispute.correction:
                raise NotAllowed(
                    "No correction was requested. Correct the record yourself, or uphold it."
                )
            posts = _upholding_posts(now, dispute)
            ruling = ruling._replace(how=Outcome.CORRECTED if follow else Outcome.UPHELD)
            known = _decide(db, known, now, dispute, ruling, posts=follow or posts)
            return self._written(db, known)

    def settle(
        self,
        code: str,
        by: Actor,
        asked: Correction = NOTHING,
        *,
        words: str,
        law: str,
        played: str = "",
    ) -> SeasonSheet:
        """Decide how a sheet counts, and for a partie on which day it was *played*,
        if that is not to stay.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            ruling = _ruling(now, by, asked, words=words, law=law, at=self.at())
            dispute = now.dispute
            refuse_if(now.sheet.unfinished, "This partie is in progress. Correct it at the table.")
            played = self._other_day(db, now, played)
            changes = bool(asked.said or played)
            if now.posted is not None and dispute is None and not changes:
                raise NotAllowed(
                    f"The {now.sheet.called} is already posted like this. Enter a correction."
                )
            if dispute is not None and asked.said:
                known = _end(db, known, dispute, ruling._replace(how=Outcome.OTHERWISE))
            if dispute is None or asked.said:
                dispute = disputes.raise_dispute(
                    db, now.sheet.id, -1, "correction", ruling.words, asked=asked, at=ruling.at
                )
            # Another day corrects a record of which nothing else is disputed. What was taken out
            # counts again, so that decision no longer holds.
            is_posted_again = now.reversed_by is not None and now.posted is None
            changes_sheet = bool(played) or is_posted_again
            corrects = asked.said or (changes_sheet and not dispute.asked.said)
            ruling = ruling._replace(how=Outcome.CORRECTED if corrects else Outcome.UPHELD)
            known = _decide(db, known, now, dispute, ruling, posts=True, played=played)
            return self._written(db, known)

    def retype(
        self,
        code: str,
        by: Actor,
        deals: Sequence[tuple[int, int]],
        *,
        words: str,
        played: str = "",
    ) -> SeasonSheet:
        """Correct what a director mistyped of a paper sheet: its *deals*, or the day on which it
        was *played*.

        This rules on nothing, so it names no law. It is possible until the season is closed, also
        after the correction period, as long as no player has agreed to the record and no director
        has ruled on it. An open dispute ends.
        """
        with writing(self.engine, season_sheet=code) as db:
            known = find_known(db, code, by.club_id)
            now = known.season_sheet(self.clock())
            refuse_if(not by.is_director, "Only a director can correct a paper sheet as mistyped.")
            now.require_open()
            if not now.is_typed:
                raise NotAllowed(
                    "Only what a director entered from paper can be corrected as mistyped. Rule "
                    "on it."
                )
            assert isinstance(known.sheet, Sheet), "only a partie is entered from paper"
            words = one_line(words, LONGEST_REASON)
            refuse_if(not words, "Enter what was mistyped. Both players can read it.")
            played = self._other_day(db, now, played)
            versions = retyped(known.sheet, deals)
            refuse_if(
                not versions and not played,
                "These are the figures that are posted. Change what was mistyped.",
            )
            ending = Ending(Outcome.MISTYPED, by.author, by.member, self.at(), words)
            if now.dispute is not None:
                known = _end(db, known, now.dispute, ending)
            known = self._record_retyped(db, known, now, versions, ending)
            known = signing.repost(
                db,
                known,
                reason=words,
                law="",
                author=by.author,
                at=ending.at,
                played=played,
                unsigned_by=Means.INK,
            )
            return self._written(db, known)

    def _record_retyped(
        self,
        db: Connection,
        known: KnownSheet,
        now: SeasonSheet,
        versions: Sequence[tuple[Correction, Version]],
        ending: Ending,
    ) -> KnownSheet:
        """Record each deal that was mistyped under a number of its own;
        only the day has one too.
        """
        kind = DisputeKind.MISTYPED.name.lower()
        last = known.sheet
        for _, corrected in versions:
            last = corrected.whole
        ranks = ranks_moved(db, now, last)
        corrections = [asked for asked, _ in versions] or [NOTHING]
        for number, asked in enumerate(corrections, 1):
            dispute = disputes.raise_dispute(
                db, known.row.id, -1, kind, ending.words, asked=asked, at=ending.at
            )
            # The ranks move once, with the last.
            ranked = ending._replace(ranks=ranks if number == len(corrections) else ())
            known = _end(db, known, dispute, ranked)
            if asked.said:
                known = _record(db, known, asked, dispute, at=ending.at)
        return known

    def _other_day(self, db: Connection, now: SeasonSheet, played: str) -> str:
        """Return the day that a director enters, if the partie is not known to be played on it."""
        if played in ("", now.played) or IN_SEASON[now.sheet.kind].undated:
            return ""
        of = now.membership
        found = day_played(
            terms_of(db, of.club_id, of.season), played, today(db, of.club_id, self.at())
        )
        return "" if found == now.played else found

    def ranks(self, code: str, asked: Correction) -> list[tuple[str, str, str]]:
        """Return the players whose ranks change if a correction is posted,
        with their ranks before and after.
        """
        with reading(self.engine) as db:
            now = find_season_sheet(db, code, self.clock())
            names = dict(zip(now.membership.members, now.sheet.names, strict=True))
            moved = ranks_moved(db, now, version(now.sheet, asked).whole)
            return [(names[member], before, after) for member, before, after in moved]

    def of_member(self, club_id: int, member: int, most: int) -> list[Disputed]:
        """Return a member's disputes that are open,
        then those that ended and that the member has not opened since.
        """
        with reading(self.engine) as db:
            own = [
                (row, dispute)
                for row, dispute in open_disputes(db, club_id)
                if member in row.membership.members
            ]
            ended = disputes.unopened(db, club_id, member, most)
            return [
                disputed(db, find_season_sheet(db, row.code, self.clock()), each, foresee=False)
                for row, each in [*own, *ended][:most]
            ]

    def open_outcome(self, found: Disputed, member: int) -> None:
        """Note that a member has opened the outcome of a dispute."""
        club_id = found.season_sheet.membership.club_id
        with reading(self.engine) as db:
            is_unopened = disputes.is_unopened(db, member, found.dispute.id)
        if is_unopened:
            with writing(self.engine, club=club_id) as db:
                disputes.delete_unopened(db, club_id, member, [found.dispute.id])

    def see_outcomes(self, club_id: int, member: int, ids: Collection[int]) -> None:
        """Note that a member has seen the outcomes of disputes by their ids."""
        with writing(self.engine, club=club_id) as db:
            disputes.delete_unopened(db, club_id, member, ids)

    def dispute(self, code: str, number: int) -> Disputed | None:
        with reading(self.engine) as db:
            try:
                now = find_season_sheet(db, code, self.clock())
            except NotAllowed:
                return None
            return next(
                (disputed(db, now, each) for each in now.disputes if each.number == number), None
            )

    def earlier(self, found: Disputed) -> list[Found]:
        """Return the club's latest rulings in other disputes on each law that governs this one.

        One that is superseded is no precedent, nor is one about a record that counts no longer.
        """
        of = found.season_sheet.membership
        with reading(self.engine) as db:
            rulings = list[Found]()
            for law in found.bearing.governing:
                on_law = Search(law.cited, how=RULINGS).condition(of.club_id)
                for row, dispute in disputes.with_sheets(db, on_law, most=LOOKED_AT):
                    if len(rulings) == EARLIER:
                        return rulings
                    is_other = dispute.id != found.dispute.id
                    if is_other and _is_precedent(db, of.club_id, row.code, dispute):
                        rulings.append((row, dispute))
        return rulings

    def laws_and_count(self, club_id: int, asked: Search) -> tuple[list[str], int]:
        """Return the laws on which outcomes rest, and how many outcomes are as *asked*."""
        with reading(self.engine) as db:
            return disputes.laws_cited(db, club_id), disputes.count_outcomes(db, club_id, asked)

    def search(
        self, club_id: int, asked: Search, start: int = 0, most: int | None = None
    ) -> list[Found]:
        """Return the disputes of a club that ended as *asked*, latest first."""
        with reading(self.engine) as db:
            return disputes.with_sheets(db, asked.condition(club_id), start, most)

    def _written(self, db: Connection, known: KnownSheet) -> SeasonSheet:
        """Return a sheet after what was written to it."""
        return signing.in_state_now(db, known).season_sheet(self.clock())

    def _raise(
        self,
        db: Connection,
        known: KnownSheet,
        player: int,
        kind: DisputeKind,
        reason: str,
        *,
        asked: Correction,
    ) -> SeasonSheet:
        now = known.season_sheet(self.clock())
        now.require_open()
        reason = one_line(reason, LONGEST_REASON)
        in_words = now.dispute
        if in_words is not None and not is_in_words(in_words):
            in_words = None
        if in_words is not None and player >= 0 and asked.said:
            return self._answer(db, known, in_words, player, reason, asked=asked)
        if not reason:
            are_two = len(now.sheet.names) == 2
            text = DisputeRefusal.REASON if are_two else DisputeRefusal.REASON_OTHERS
            raise NotAllowed(text())
        if now.dispute is not None:
            raise NotAllowed(
                by_kind(now.sheet, DisputeRefusal.PARTIE_OPEN, DisputeRefusal.CARD_OPEN)
            )
        if player >= 0:
            _require_appeal(now)
        if kind is DisputeKind.DENIAL:
            refuse_if(
                not has_signed(now, player),
                by_kind(
                    now.sheet, DisputeRefusal.PARTIE_NOT_SIGNED, DisputeRefusal.CARD_NOT_SIGNED
                ),
            )
        if kind is DisputeKind.APPEAL:
            refuse_if(now.ruling is None, f"No director has ruled on this {now.sheet.called}.")
        elif player >= 0 and now.ruling is not None:
            kind = DisputeKind.APPEAL
        if kind is DisputeKind.REFUSAL:
            _require_unposted(now)
        if kind is DisputeKind.CORRECTION:
            refuse_if(not asked.said, DisputeRefusal.WHAT())
            refuse_if(now.sheet.unfinished, DisputeRefusal.IN_PROGRESS())
        if asked.said:
            checked_version(now.sheet, asked)
        elif not 0 <= asked.deal < deals_to_name(now.sheet):
            asked = NOTHING
        raised = disputes.raise_dispute(
            db, now.sheet.id, player, kind.name.lower(), reason, asked=asked, at=self.at()
        )
        return self._written(db, known.disputed(raised))

    def _answer(
        self,
        db: Connection,
        known: KnownSheet,
        dispute: DisputeRow,
        player: int,
        reason: str,
        *,
        asked: Correction,
    ) -> SeasonSheet:
        """Take a correction as the answer to a dispute that was raised in words,
        which are carried over.
        """
        sheet = known.sheet
        refuse_if(sheet.unfinished, DisputeRefusal.IN_PROGRESS())
        checked_version(sheet, asked)
        member = known.row.membership.members[player]
        at = self.at()
        by = numbered([member])
        if answers(known.season_sheet(self.clock()), player):
            reply = ReplyRow(player, ReplyKind.AGREES.value, reason, new_token(), at)
            disputes.append_reply(db, dispute.id, reply)
            dispute = dispute._replace(replies=(*dispute.replies, reply))
            law = next(iter(bearing_of(sheet, asked).cited), THE_TERMS)
            agreed = Ending(how=Outcome.AGREED, by=by, actor=member, at=at, words="", law=law)
            known = _end(db, known, dispute, agreed)
            known = _record(db, known, asked, dispute, at=at)
        else:
            known = _end(db, known, dispute, Ending(Outcome.REPLACED, by, member, at))
            kind = DisputeKind.CORRECTION.name.lower()
            raised = disputes.raise_dispute(
                db, sheet.id, player, kind, reason or dispute.reason, asked=asked, at=at
            )
            known = known.disputed(raised)
        return self._written(db, known)


def _is_precedent(db: Connection, club_id: int, code: str, dispute: DisputeRow) -> bool:
    """Return whether a ruling still holds: nothing supersedes it, and no director has reversed
    the record that it is about, unless it is what took it out.
    """
    if dispute.superseded_by:
        return False
    book = entries_about(db, club_id, code)
    counts = book.current is not None or book.reversed_by is None
    return counts or dispute.how == Outcome.TAKEN_OUT.name.lower()


def _upholding_posts(now: SeasonSheet, dispute: DisputeRow) -> bool:
    """Return whether a ruling for the record posts a sheet:
    not if a call or a denial is refused, which says nothing of the signatures that are missing.
    """
    if now.sheet.unfinished or now.reversed_by is not None:
        return False
    return dispute.kind != DisputeKind.CALL.name.lower() and not is_denial(dispute)


def _require_appeal(now: SeasonSheet) -> None:
    """Refuse everything but one appeal of a player after a ruling, where another director can
    decide it.
    """
    refuse_if(
        now.appeal is Appeal.DECIDED,
        by_kind(now.sheet, DisputeRefusal.PARTIE_DECIDED, DisputeRefusal.CARD_DECIDED),
    )
    refuse_if(
        now.appeal is Appeal.NOBODY,
        by_kind(now.sheet, DisputeRefusal.PARTIE_NOBODY, DisputeRefusal.CARD_NOBODY),
    )


def _open_dispute(now: SeasonSheet, number: int = 0) -> DisputeRow:
    """Return the open dispute about a sheet; that with this *number* must not have ended."""
    refuse_if(
        number in [each.number for each in now.disputes if not each.is_open],
        "This dispute has already ended.",
    )
    if now.dispute is None:
        raise NotAllowed(f"There is no dispute about this {now.sheet.called}.")
    return now.dispute


def _sent_with(form_key: str, now: SeasonSheet, player: int | None, number: int) -> list[ReplyRow]:
    """Return what a player has replied in a dispute with the form of this key."""
    replies = chained.from_iterable(each.replies for each in now.disputes if each.number == number)
    return [each for each in replies if (each.player, each.form_key) == (player, form_key)]


def _require_reply(
    now: SeasonSheet, dispute: DisputeRow, player: int, kind: ReplyKind, words: str
) -> None:
    """Require that a player may reply to a dispute so."""
    if kind is not ReplyKind.REPLIES and player == dispute.player:
        others = "player" if len(now.sheet.names) == 2 else "players"
        raise NotAllowed(f"Only the other {others} can agree or contest.")
    refuse_if(
        kind is ReplyKind.REPLIES and not words, "Enter your reply. The director can read it too."
    )
    if kind is ReplyKind.AGREES:
        _require_agreeable(now, dispute)


def _require_agreeable(now: SeasonSheet, dispute: DisputeRow) -> None:
    if not dispute.correction:
        raise NotAllowed(
            "No correction was requested, so there is nothing to accept. A director must rule."
        )
    refuse_if(dispute.player < 0, "A director asked for this correction, and decides on it.")
    called = now.sheet.called
    refuse_if(
        now.ruling is not None,
        f"A director has ruled on this {called}, so only a director changes it.",
    )
    refuse_if(
        now.reversed_by is not None,
        f"A director has reversed this {called}, so only a director changes it.",
    )
    if not now.may_agree:
        raise NotAllowed(f"The correction period is over. Ask a director to correct the {called}.")
    checked_version(now.sheet, dispute.asked)


def _answered(db: Connection, now: SeasonSheet, dispute: DisputeRow) -> Correction:
    """Return the correction with which the other player answered a dispute
    that was raised in words, if any.
    """
    key = dispute_key(dispute.number)
    said = [each for each in statements.statements(db, now.row.id) if each.form_key == key]
    for first in said[:1]:
        return Correction(deal=first.deal, said="; ".join(each.text for each in said))
    return NOTHING


def disputed(
    db: Connection, now: SeasonSheet, dispute: DisputeRow, *, foresee: bool = True
) -> Disputed:
    """Return a dispute; *foresee* is to find which ranks would change while it is open,
    and when what it is about was recorded.
    """
    record = as_disputed(db, now, dispute)
    is_answered = dispute.how == Outcome.AGREED.name.lower() and is_in_words(dispute)
    asked = _answered(db, now, dispute) if is_answered else dispute.asked
    other = version(record, asked) if asked.said else None
    if dispute.is_open:
        ranks = ranks_moved(db, now, other.whole) if foresee and other is not None else ()
    else:
        rows = store.entries_of_sheet(
            db, now.membership.club_id, now.sheet.code, kind=KINDS[DisputeEnded]
        )
        ended = (chain.read(row.text).body for row in rows)
        ranks = next(
            (e.ranks for e in ended if isinstance(e, DisputeEnded) and e.dispute == dispute.number),
            (),
        )
    return Disputed(
        dispute,
        now,
        record,
        other,
        ranks,
        recorded_at=recorded_at(db, now, dispute, other) if foresee else "",
    )
