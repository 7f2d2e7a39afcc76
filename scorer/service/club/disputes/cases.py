"""Disputes: refusals to sign, calls for the director and requests for a correction;
versions, replies and rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain as chained
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger.entries import KINDS, DisputeEnded, Outcome, SheetPosted, author_words, numbered
from ....ledger.results import CardResult, Result, result_of
from ....rules.company import play_company
from ....rules.errors import NotationError
from ....rules.laws import by_member
from ....rules.notation import format_statement
from ....rules.partie import Partie, play_partie
from ....rules.sentences import IllegalStatement
from ....rules.versions import Bearing, Difference, bearing, first_difference
from ....rules.words import first_up
from ....storage import disputes, season_sheets, statements
from ....storage import entry_rows as store
from ....storage.disputes import NOTHING, Correction, DisputeRow, Found, ReplyRow, Search
from ....storage.engine import reading, writing
from ....storage.sheets import Membership, SheetRow
from ....table.entering import NotAllowed, new_token, one_line, refuse_if, sentence
from ....table.recording import Sheet, SheetKind, from_paper, is_seating, with_said
from ... import sheets
from ...companies import read_paper
from ...service import Service
from ...sheets import AnySheet, CompanyCard
from ...zones import today
from ..credentials import Actor
from ..posting import signing
from ..posting.signing import SeasonSheet, SheetStatus, find_season_sheet
from ..posts import card_result, dispute_key, post, reads, request_digest, terms_of
from ..seasons.fixtures import day_played
from ..seasons.standings import rank_changes

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
]

# Versions
#
# A requested correction is a version of the sheet: the record with correcting statements at the end
# of one deal's log; in a company that deal is of one of its parties, or the result of a partie from
# paper is another, or it is removed.


LONGEST_SAID = 2000


class Version(NamedTuple):
    """A sheet with a correction of `record` (`None` if from paper),
    which becomes `other` (`None` if removed).
    """

    whole: AnySheet
    record: Sheet | None = None
    other: Partie | None = None

    @property
    def difference(self) -> Difference | None:
        """Return the first difference of the partie;
        `None` if there is none, or no statements differ.
        """
        if self.record is None or self.other is None:
            return None
        return first_difference(self.record.partie, self.other)

    @property
    def names(self) -> tuple[str, ...]:
        return self.whole.names if self.record is None else self.record.names

    @property
    def bearing(self) -> Bearing:
        return bearing(self.difference, None if self.record is None else self.record.partie)


def version(sheet: AnySheet, asked: Correction) -> Version:
    """Return a sheet with a correction; what cannot be read,
    or what the rules refuse, raises `NotAllowed`.
    """
    try:
        found: Version = CORRECTING[sheet.kind].version(sheet, asked)
        return found
    except NotationError as error:
        raise NotAllowed(sentence(error.message)) from None
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _version_of_partie(sheet: Sheet, asked: Correction) -> Version:
    partie = _corrected(sheet, asked)
    return Version(replace(sheet, partie=partie), sheet, partie)


def _corrected(sheet: Sheet, asked: Correction) -> Partie:
    if not 0 <= asked.deal < len(sheet.partie.deals) or len(asked.said) > LONGEST_SAID:
        raise NotAllowed("Choose a deal of this partie.")
    try:
        _, partie = with_said(sheet, asked.deal, asked.said)
        return partie
    except IllegalStatement as error:
        raise NotAllowed(sentence(str(sheet.why_refused(asked.deal, error)))) from None


def _version_of_card(card: CompanyCard, asked: Correction) -> Version:
    index = card.index_of(asked.turn)
    record = card.company.record
    refuse_if(index < 0, "Choose a partie of this scorecard.")
    parties = list(record.parties)
    played = card.sheet_of(asked.turn)
    other = None
    kept = tuple(
        turn for turn in card.turns if asked.said != sheets.REMOVED or turn.number != asked.turn
    )
    if asked.said == sheets.REMOVED:
        del parties[index]
    elif played is not None:
        other = _corrected(played, asked)
        parties[index] = replace(parties[index], deals=other.record.deals, first=other.record.first)
    else:
        parties[index] = read_paper(asked.said, record.rules, parties[index].seats or ())
    company = play_company(replace(record, parties=tuple(parties)))
    return Version(replace(card, company=company, turns=kept), played, other)


def checked_version(sheet: AnySheet, asked: Correction) -> Version:
    found = version(sheet, asked)
    if found.whole.unfinished:
        raise NotAllowed(
            f"With this correction the {sheet.called} is not over. Enter what is missing as "
            f"well, or leave it to the "
            "director."
        )
    same = found.whole == sheet if found.other is None else found.difference is None
    refuse_if(same, "The record already says this. Enter what should change.")
    return found


def bearing_of(sheet: AnySheet, asked: Correction) -> Bearing:
    return version(sheet, asked).bearing if asked.said else bearing(None, None)


def record_version(
    db: Connection, sheet: AnySheet, asked: Correction, *, form_key: str, at: str
) -> None:
    version(sheet, asked)
    CORRECTING[sheet.kind].record(db, sheet, asked, form_key, at)


def _record_on_card(
    db: Connection, card: CompanyCard, asked: Correction, form_key: str, at: str
) -> None:
    turn = next(each for each in statements.turns(db, card.id) if each.number == asked.turn)
    if asked.said == sheets.REMOVED or turn.partie_id is None:
        statements.append_result(db, turn.id, result=asked.said, form_key=form_key, at=at)
        return
    played = card.sheet_of(asked.turn)
    assert played is not None
    played = replace(played, id=turn.partie_id)
    _record_on_partie(db, played, asked, form_key, at)


def _record_on_partie(
    db: Connection, sheet: Sheet, asked: Correction, form_key: str, at: str
) -> None:
    said, after = with_said(sheet, asked.deal, asked.said)
    new = [format_statement(each) for each in said]
    if not new:
        new = [
            asked.said if is_seating(asked.said) else from_paper(*after.deals[asked.deal].points)
        ]
    position = len(statements.by_deals(statements.statements(db, sheet.id))[asked.deal])
    statements.append_statements(
        db, sheet.id, deal=asked.deal, position=position, said=new, form_key=form_key, at=at
    )


def as_disputed(db: Connection, now: SeasonSheet, dispute: DisputeRow) -> AnySheet:
    """Return a sheet as it was when a dispute about it was raised."""
    later = {dispute_key(each.number) for each in now.disputes if each.number >= dispute.number}
    found: AnySheet = CORRECTING[now.sheet.kind].without(db, now.row, now.sheet, later)
    return found


def _partie_without(db: Connection, row: SheetRow, sheet: Sheet, keys: Collection[str]) -> Sheet:
    deals = statements.by_deals(
        each for each in statements.statements(db, row.id) if each.form_key not in keys
    )
    return replace(sheet, partie=play_partie(sheets.read_record(row, deals)))


# What a correction is of each kind of sheet


OneSheet = TypeVar("OneSheet", Sheet, CompanyCard)


@dataclass(frozen=True, kw_only=True)  # a generic class with slots takes no argument
class Correcting(Generic[OneSheet]):
    """How a kind of sheet is corrected.

    Attributes:
        version: returns the sheet with a correction.
        record: records what a correction says, with an idempotency key and at a moment.
        without: returns the sheet, from its row, without what was recorded with some keys.
        result: returns what is posted of it, if these are its members.
    """

    version: Callable[[OneSheet, Correction], Version]
    record: Callable[[Connection, OneSheet, Correction, str, str], None]
    without: Callable[[Connection, SheetRow, OneSheet, Collection[str]], OneSheet]
    result: Callable[[OneSheet, Sequence[int]], Result | CardResult]


CORRECTING: Mapping[SheetKind, Correcting[Any]] = by_member(
    SheetKind,
    {
        "PARTIE": Correcting[Sheet](
            version=_version_of_partie,
            record=_record_on_partie,
            without=_partie_without,
            result=lambda sheet, _members: result_of(sheet.partie),
        ),
        "COMPANY": Correcting[CompanyCard](
            version=_version_of_card,
            record=_record_on_card,
            without=lambda db, row, _card, keys: sheets.read_card(db, row, keys),
            result=card_result,
        ),
    },
)


# Rulings


LONGEST_REASON = 500

THE_TERMS = "the terms of the season"


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
    """How a dispute ends: by whom in words, and who that is as a member, 0 for none."""

    how: Outcome
    by: str
    actor: int
    at: str
    words: str = ""
    law: str = ""
    ranks: RankChanges = ()


def end(db: Connection, of: Membership, code: str, dispute: DisputeRow, ending: Ending) -> None:
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


def _ruling(
    now: SeasonSheet, by: Actor, asked: Correction, *, words: str, law: str, at: str
) -> Ending:
    """Return a director's ruling for the record of a sheet,
    about a correction that is *asked* for.
    """
    now.require_open()
    refuse_if(not by.is_director, "Only a director can rule.")
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
    now: SeasonSheet,
    dispute: DisputeRow,
    ending: Ending,
    *,
    posts: bool,
    played: str = "",
) -> None:
    """End a dispute, record its correction if that was decided, and post the sheet,
    perhaps as *played* another day.
    """
    corrects = ending.how in (Outcome.CORRECTED, Outcome.AGREED) and dispute.correction != ""
    code = now.sheet.code
    after = checked_version(now.sheet, dispute.asked).whole if corrects else now.sheet
    ending = ending._replace(ranks=ranks_moved(db, now, after) if posts else ())
    end(db, now.membership, code, dispute, ending)
    if corrects:
        record_version(
            db, now.sheet, dispute.asked, form_key=dispute_key(dispute.number), at=ending.at
        )
    author = ending.by
    reason = ending.words
    if ending.how is Outcome.AGREED:
        author = numbered(now.membership.members)
        reason = dispute.reason
    if posts and (corrects or played):
        how = {
            "reason": reason,
            "law": ending.law,
            "author": author,
            "at": ending.at,
            "played": played,
        }
        signing.repost(db, signing.find_stored(db, code), **how)
    elif posts:
        signing.post_sheet(db, signing.find_stored(db, code), author=author, at=ending.at)


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
    MISTYPED = "mistyped the paper sheet"


def kind_of(now: SeasonSheet, player: int, asked: Correction) -> DisputeKind:
    """Return what it is, by the state of a sheet, if a *player* says that something is wrong."""
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


def is_in_words(dispute: DisputeRow) -> bool:
    """Return whether a player raised it without saying what the record should be."""
    return dispute.player >= 0 and not dispute.correction


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

    @property
    def bearing(self) -> Bearing:
        return bearing(None, None) if self.version is None else self.version.bearing


RULINGS = tuple(each.name.lower() for each in Outcome if each.is_ruling)

EARLIER = 3
"""The most earlier rulings that are listed."""


def request_words(dispute: DisputeRow, names: Sequence[str]) -> str:
    if dispute.kind == DisputeKind.MISTYPED.name.lower():
        return "A director mistyped the paper sheet" + (
            "." if dispute.reason == dispute.words else f": “{dispute.reason}”"
        )
    if dispute.player < 0:
        return "A director raised this" + (
            "." if dispute.reason == dispute.words else f": “{dispute.reason}”"
        )
    raises = {
        "refusal": "refuses to sign",
        "call": "called the director",
        "correction": "requests a correction",
    }
    return f"{names[dispute.player]} {raises[dispute.kind]}: “{dispute.reason}”"


def reply_words(reply: ReplyRow, names: Sequence[str]) -> str:
    said = f": “{reply.words}”" if reply.words else "."
    return f"{names[reply.player]} {reply.kind}{said}"


_ENDED = {
    Outcome.UPHELD: "ruled that the record stands",
    Outcome.CORRECTED: "corrected the record",
    Outcome.OTHERWISE: "corrected the record in their own version",
    Outcome.AGREED: "agreed, and the record was corrected",
    Outcome.REPLACED: "requested a correction in its place",
    Outcome.WITHDRAWN: "withdrew it",
    Outcome.MISTYPED: "corrected the paper sheet, which was mistyped",
    Outcome.CLOSED: "closed the season and left this open",
}


def outcome_words(dispute: DisputeRow, names: Mapping[int, str]) -> str:
    """Return how a dispute that has ended was decided, by whom and by which law."""
    by = author_words(str(dispute.by), names)
    words = f": “{dispute.words}”" if dispute.words else ""
    law = f" ({dispute.law})" if dispute.law else ""
    said = f"{first_up(by)} {_ENDED[Outcome[str(dispute.how).upper()]]}{words}{law}"
    return said if said.endswith(".”") else f"{said}."


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


class Disputes(Service):
    open_in_club = reads(open_disputes)

    def file(
        self, code: str, by: Actor, kind: DisputeKind, reason: str, asked: Correction = NOTHING
    ) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the players or a director can request this.")
            return self._raise(db, now, -1 if player is None else player, kind, reason, asked=asked)

    def call(self, code: str, player: int, reason: str, deal: int = -1) -> SeasonSheet:
        """Call the director from the phone on the table;
        it moves nothing, so nobody has to prove who they are.
        """
        with writing(self.engine, season_sheet=code) as db:
            now = find_season_sheet(db, code, self.clock())
            return self._raise(
                db, now, player, DisputeKind.CALL, reason, asked=Correction(deal=deal)
            )

    def withdraw(self, code: str, by: Actor) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            now, dispute = self._open(db, code, by)
            if now.player_of(by.member) != dispute.player and not (
                by.is_director and dispute.player < 0
            ):
                raise NotAllowed("Only the person who raised this dispute can withdraw it.")
            ending = Ending(Outcome.WITHDRAWN, by.author, by.member, self.at())
            end(db, now.membership, now.sheet.code, dispute, ending)
            return find_season_sheet(db, code, self.clock())

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
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            words = one_line(words, LONGEST_REASON)
            replies = chained.from_iterable(
                each.replies for each in now.disputes if each.number == number
            )
            by_form = [
                each for each in replies if (each.player, each.form_key) == (player, form_key)
            ]
            if (kind.value, words) in [(each.kind, each.words) for each in by_form]:
                return now  # the same form came twice
            if by_form or not form_key:
                form_key = new_token()  # another reply from a page that was shown once
            now, dispute = self._open(db, code, by, number)
            now.require_open()
            if player is None:
                raise NotAllowed(f"Only the players of this {now.sheet.called} can reply.")
            if kind is not ReplyKind.REPLIES and player == dispute.player:
                others = "player" if len(now.sheet.names) == 2 else "players"
                raise NotAllowed(f"Only the other {others} can agree or contest.")
            refuse_if(
                kind is ReplyKind.REPLIES and not words,
                "Enter your reply. The director can read it too.",
            )
            if kind is ReplyKind.AGREES:
                self._require_agreeable(now, dispute)
            if not words and player in dispute.players_who(kind.value):
                return now
            new = ReplyRow(player, kind.value, words, form_key, self.at())
            disputes.append_reply(db, dispute.id, new)
            dispute = dispute._replace(replies=(*dispute.replies, new))
            agreed = dispute.players_who(ReplyKind.AGREES.value)
            if kind is ReplyKind.AGREES and len(agreed) == len(now.sheet.names) - 1:
                law = next(iter(bearing_of(now.sheet, dispute.asked).cited), THE_TERMS)
                those = numbered(now.membership.members[each] for each in agreed)
                ending = Ending(
                    how=Outcome.AGREED, by=those, actor=by.member, at=self.at(), words="", law=law
                )
                _decide(db, now, dispute, ending, posts=now.posted is not None)
            return find_season_sheet(db, code, self.clock())

    def _require_agreeable(self, now: SeasonSheet, dispute: DisputeRow) -> None:
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
            raise NotAllowed(
                f"The correction period is over. Ask a director to correct the {called}."
            )
        checked_version(now.sheet, dispute.asked)

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> SeasonSheet:
        with writing(self.engine, season_sheet=code) as db:
            now, dispute = self._open(db, code, by)
            ruling = _ruling(now, by, dispute.asked, words=words, law=law, at=self.at())
            if follow and not dispute.correction:
                raise NotAllowed(
                    "No correction was requested. Correct the record yourself, or uphold it."
                )
            posts = dispute.kind != "call" and not now.sheet.unfinished and now.reversed_by is None
            how = Outcome.CORRECTED if follow else Outcome.UPHELD
            _decide(db, now, dispute, ruling._replace(how=how), posts=follow or posts)
            return find_season_sheet(db, code, self.clock())

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
            now = find_season_sheet(db, code, self.clock(), by.club_id)
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
                otherwise = ruling._replace(how=Outcome.OTHERWISE)
                end(db, now.membership, now.sheet.code, dispute, otherwise)
            if dispute is None or asked.said:
                dispute = disputes.raise_dispute(
                    db, now.sheet.id, -1, "correction", ruling.words, asked=asked, at=ruling.at
                )
            # Another day corrects a record of which nothing else is disputed.
            corrects = asked.said or (played and not dispute.asked.said)
            how = Outcome.CORRECTED if corrects else Outcome.UPHELD
            _decide(db, now, dispute, ruling._replace(how=how), posts=True, played=played)
            return find_season_sheet(db, code, self.clock())

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
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            refuse_if(not by.is_director, "Only a director can correct a paper sheet as mistyped.")
            now.require_open()
            if not now.is_typed or not isinstance(now.sheet, Sheet):
                raise NotAllowed(
                    "Only what a director entered from paper can be corrected as mistyped. Rule "
                    "on it."
                )
            words = one_line(words, LONGEST_REASON)
            refuse_if(not words, "Enter what was mistyped. Both players can read it.")
            played = self._other_day(db, now, played)
            versions = _retyped(now.sheet, deals)
            refuse_if(
                not versions and not played,
                "These are the figures that are posted. Change what was mistyped.",
            )
            ending = Ending(Outcome.MISTYPED, by.author, by.member, self.at(), words)
            if now.dispute is not None:
                end(db, now.membership, now.sheet.code, now.dispute, ending)
            self._record_retyped(db, now, versions, ending)
            stored = signing.find_stored(db, code)
            signing.repost(
                db, stored, reason=words, law="", author=by.author, at=ending.at, played=played
            )
            return find_season_sheet(db, code, self.clock())

    def _record_retyped(
        self,
        db: Connection,
        now: SeasonSheet,
        versions: Sequence[tuple[Correction, Version]],
        ending: Ending,
    ) -> None:
        """Record each deal that was mistyped under a number of its own;
        only the day has one too.
        """
        sheet: AnySheet = now.sheet
        kind = DisputeKind.MISTYPED.name.lower()
        after = [version.whole for _, version in versions] or [sheet]
        ranks = ranks_moved(db, now, after[-1])
        corrections = [asked for asked, _ in versions] or [NOTHING]
        for number, (asked, corrected) in enumerate(zip(corrections, after, strict=True), 1):
            dispute = disputes.raise_dispute(
                db, sheet.id, -1, kind, ending.words, asked=asked, at=ending.at
            )
            # The ranks move once, with the last.
            ranked = ending._replace(ranks=ranks if number == len(corrections) else ())
            end(db, now.membership, now.sheet.code, dispute, ranked)
            if asked.said:
                record_version(db, sheet, asked, form_key=dispute_key(dispute.number), at=ending.at)
                sheet = corrected

    def _other_day(self, db: Connection, now: SeasonSheet, played: str) -> str:
        """Return the day that a director enters, if the partie is not known to be played on it."""
        if played in ("", now.played) or not isinstance(now.sheet, Sheet):
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
        """Return the club's latest rulings in other disputes on each law that governs this one."""
        of = found.season_sheet.membership
        most = EARLIER + 1
        with reading(self.engine) as db:
            rulings = list[Found]()
            for law in found.bearing.governing:
                on_law = Search(law.cited, how=RULINGS).condition(of.club_id)
                for row, dispute in disputes.with_sheets(db, on_law, most=most):
                    if dispute.id != found.dispute.id:
                        rulings.append((row, dispute))
        return rulings[:EARLIER]

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

    def _raise(
        self,
        db: Connection,
        now: SeasonSheet,
        player: int,
        kind: DisputeKind,
        reason: str,
        *,
        asked: Correction,
    ) -> SeasonSheet:
        now.require_open()
        reason = one_line(reason, LONGEST_REASON)
        in_words = now.dispute
        if in_words is not None and not is_in_words(in_words):
            in_words = None
        if in_words is not None and player >= 0 and asked.said:
            return self._answer(db, now, in_words, player, reason, asked=asked)
        if not reason:
            others = "player" if len(now.sheet.names) == 2 else "players"
            raise NotAllowed(f"Enter a reason. The other {others} and the director will read it.")
        if now.dispute is not None:
            raise NotAllowed(
                f"This {now.sheet.called} already has an open dispute. Reply to it on its page."
            )
        refuse_if(
            kind is DisputeKind.REFUSAL and now.status is SheetStatus.PLAYING, now.sheet.unfinished
        )
        if kind is DisputeKind.REFUSAL and now.status not in (
            SheetStatus.UNSIGNED,
            SheetStatus.HALF_SIGNED,
        ):
            raise NotAllowed(f"The {now.sheet.called} is posted. Request a correction instead.")
        if kind is DisputeKind.CORRECTION and not asked.said:
            raise NotAllowed("Choose a statement and enter what it should have been.")
        if kind is DisputeKind.CORRECTION and now.sheet.unfinished:
            raise NotAllowed("This partie is in progress. Correct it at the table.")
        if asked.said:
            checked_version(now.sheet, asked)
        elif not _has_deal(now.sheet, asked.deal):
            asked = NOTHING
        disputes.raise_dispute(
            db, now.sheet.id, player, kind.name.lower(), reason, asked=asked, at=self.at()
        )
        return find_season_sheet(db, now.sheet.code, self.clock())

    def _answer(
        self,
        db: Connection,
        now: SeasonSheet,
        dispute: DisputeRow,
        player: int,
        reason: str,
        *,
        asked: Correction,
    ) -> SeasonSheet:
        """Take a correction as the answer to a dispute that was raised in words,
        which are carried over.
        """
        refuse_if(now.sheet.unfinished, "This partie is in progress. Correct it at the table.")
        checked_version(now.sheet, asked)
        member = now.membership.members[player]
        at = self.at()
        code = now.sheet.code
        by = numbered([member])
        if answers(now, player):
            reply = ReplyRow(player, ReplyKind.AGREES.value, reason, new_token(), at)
            disputes.append_reply(db, dispute.id, reply)
            dispute = dispute._replace(replies=(*dispute.replies, reply))
            law = next(iter(bearing_of(now.sheet, asked).cited), THE_TERMS)
            end(
                db,
                now.membership,
                code,
                dispute,
                Ending(how=Outcome.AGREED, by=by, actor=member, at=at, words="", law=law),
            )
            record_version(db, now.sheet, asked, form_key=dispute_key(dispute.number), at=at)
        else:
            end(db, now.membership, code, dispute, Ending(Outcome.REPLACED, by, member, at))
            kind = DisputeKind.CORRECTION.name.lower()
            disputes.raise_dispute(
                db, now.sheet.id, player, kind, reason or dispute.reason, asked=asked, at=at
            )
        return find_season_sheet(db, code, self.clock())

    def _open(
        self, db: Connection, code: str, by: Actor, number: int = 0
    ) -> tuple[SeasonSheet, DisputeRow]:
        now = find_season_sheet(db, code, self.clock(), by.club_id)
        refuse_if(
            number in [each.number for each in now.disputes if not each.is_open],
            "This dispute has already ended.",
        )
        if now.dispute is None:
            raise NotAllowed(f"There is no dispute about this {now.sheet.called}.")
        return now, now.dispute


def _has_deal(sheet: AnySheet, deal: int) -> bool:
    return isinstance(sheet, Sheet) and 0 <= deal < len(sheet.partie.deals)


def _retyped(sheet: Sheet, deals: Sequence[tuple[int, int]]) -> list[tuple[Correction, Version]]:
    """Return the correction of each deal whose figures were mistyped, with the sheet after it."""
    found: list[tuple[Correction, Version]] = []
    scored = sheet.partie.deals
    after = sheet
    if len(deals) != len(scored):
        raise NotAllowed(
            f"The sheet is posted with {len(scored)} deals. To change their number, reverse its "
            f"entry and enter the "
            "sheet again."
        )
    for number, (was, figures) in enumerate(zip(scored, deals, strict=True)):
        if was.points != figures:
            asked = Correction(deal=number, said=from_paper(*figures))
            corrected = version(after, asked)
            found.append((asked, corrected))
            assert isinstance(corrected.whole, Sheet)
            after = corrected.whole
    if after.unfinished:
        raise NotAllowed(
            f"{sentence(str(after.partie.missing))} Reverse the entry of this partie, then "
            f"enter the sheet again."
        )
    return found


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
    """Return a dispute; *foresee* is to find which ranks would change while it is open."""
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
    return Disputed(dispute, now, record, other, ranks)
