"""A sheet in memory: what it holds, and what a tap adds to it or why it does not.

Nothing here reaches the database: a phone that cannot reach the club judges its taps by the same
code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from ..rules.deal import Deal
from ..rules.errors import NotationError
from ..rules.house_rules import ruleset_from_data
from ..rules.messages import Message, Text
from ..rules.notation import format_statement, parse_log
from ..rules.partie import (
    DealRecord,
    Partie,
    PartieRecord,
    extend_deal,
    heading,
    play_partie,
    seating,
    side_names,
    with_deal,
)
from ..rules.ruleset import Ruleset
from ..rules.seats import BySeat, Player
from ..rules.sentences import IllegalStatement, refusal_message
from ..rules.settlement import Settlement
from ..rules.statements import Log, effective
from .entering import NameNotAllowed, players_named
from .times import day_of

DISPUTE = "dispute "
"""The prefix of the idempotency key of a disputed correction; the number of the dispute follows."""

FROM_PAPER = "scores"
"""The word before the totals of a deal from paper."""

TAKEN_BACK = "strike scores"
"""What takes back the totals of a deal, so that it can be said at the table;
nothing before it counts.
"""

SEATED = "players first "
"""The words before the number of the player who is elder in the first deal, from 1; their names may
follow.

They are said in any deal but are about all of them, so no log has them.
"""

HIGHEST = 999
"""The most points of a deal from paper."""


class SheetKind(StrEnum):
    """A kind of sheet, as it is stored.

    What a kind does its own way is one object in the table of each room that has to do with it:

    - `scorer.storage.row_chains.MISSING`: the rows that its chain lacks;
    - `scorer.service.sheets.READING`: how it is read;
    - `scorer.service.club.posting.signing.IN_SEASON`: how it is signed and posted in a season;
    - `scorer.service.club.disputes.versions.CORRECTING`: how it is corrected;
    - `scorer.service.club.desk.open_items.NOT_POSTED`: what of it waits;
    - `scorer.service.club.transfer.exported_sheets.EXPORTING`: how it is exported;
    - `scorer.web.kinds.PAGES`: its pages.
    """

    PARTIE = "partie"
    COMPANY = "company"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signable:
    """A sheet of either kind, with what follows from its signatures.

    Attributes:
        signatures: the signed name of each player, or `None`. Outside a season a correction makes
            signatures void.
        version: changes with every row of the sheet, and with an erased name.
        head: proves every row of the sheet, as in `scorer.storage.sheets.head`. Empty on a phone
            without the club.
        held: it is over, and disputed, posted or on a signed scorecard, so that its players may no
            longer change it.
        lapsed: the players whose signatures the last correction made void.
        in_season: it was opened for a season.
        day: on which it was played, in ISO 8601; empty if it was opened before days were stored.
        signed_at: when each player signed, in ISO 8601; empty for one who has not.
    """

    id: int
    code: str
    opened_at: str
    signatures: tuple[str | None, ...]
    version: str
    head: str = ""
    held: bool = False
    lapsed: tuple[str, ...] = ()
    in_season: bool = False
    day: str = ""
    signed_at: tuple[str, ...] = ()

    @property
    def played(self) -> str:
        return self.day or day_of(self.opened_at)

    @property
    def is_signed(self) -> bool:
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Return whether the table may no longer record:
        someone has signed, or the sheet is `held`.
        """
        return self.held or any(self.signatures)

    @property
    def may_change(self) -> bool:
        """Return whether its players can correct it: until someone signs;
        outside a season they then sign again.
        """
        return not self.held and not (self.is_closed and self.in_season)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Signable):
    """A partie, folded and scored.

    Attributes:
        taps: for each deal, the idempotency key of each statement; one tap has one key.
        had_signed: the settlement that those had signed whose signatures have `lapsed`.
        of_signed: it is over, and a player has signed the scorecard of its company.
        before: the deal of the last tap as it was before that, if the sheet was extended by it.
        seatings: the idempotency keys of what was said of the players: who is elder in the first
            deal, and their names.
        on_card: it is a partie of a company.
    """

    partie: Partie
    taps: tuple[tuple[str, ...], ...] = ()
    had_signed: Settlement | None = None
    of_signed: bool = False
    before: Deal | None = field(default=None, compare=False, repr=False)
    seatings: tuple[str, ...] = ()
    on_card: bool = False

    kind: ClassVar[SheetKind] = SheetKind.PARTIE
    called: ClassVar[str] = "partie"

    @staticmethod
    def worded(of_partie: Message, of_card: Message) -> Message:  # noqa: ARG004 - the other kind returns the other
        """Return which of two messages is about this kind of sheet."""
        return of_partie

    @property
    def seen(self) -> str:
        """Return what a page that corrects it sends back:
        its version, and whether its company's card is signed.
        """
        return f"{self.version}-signed" if self.of_signed else self.version

    @property
    def unfinished(self) -> Message | None:
        """Return why it cannot be signed or posted yet; `None` if it can."""
        return None if self.partie.is_over else ClosedText.UNFINISHED()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.partie.record.players)

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the names of those that score: each player's, or both partners'."""
        return side_names(self.partie.record.rules, self.names)

    @property
    def heading(self) -> str:
        """Return who plays, in one phrase."""
        return heading(self.partie.record.rules, self.names)

    def elder(self, deal: int) -> int:
        """Return the player who is elder in a deal, both from 0."""
        return self.partie.record.elder(deal)

    def seated(self, deal: int) -> BySeat[str]:
        """Return the names of the players of a deal by seat."""
        return seating(self.partie.record.players, self.elder(deal)).map(lambda player: player.name)

    def why_refused(self, deal: int, error: IllegalStatement) -> Message:
        """Return why the rules refuse something that is said in *deal*, with the names of the
        players and the short name of the source.
        """
        names = self.seated(deal if error.deal is None else error.deal)
        return refusal_message(error.refusal, names, in_short=True)

    @property
    def corrected(self) -> bool:
        """Return whether it was corrected by agreement or ruling."""
        return any(form.startswith(DISPUTE) for log in self.taps for form in log)

    @property
    def current_deal(self) -> int:
        """Return the number of the deal in progress, or of the next if the last is over."""
        return self.partie.current

    @property
    def last_deal(self) -> int:
        """Return the number of the last deal that has begun:
        there it is said who the players are.
        """
        return max(0, len(self.partie.deals) - 1)

    def deal(self, number: int) -> Deal | None:
        """Return a deal, empty if it is the next; `None` if only its totals are known."""
        return self.partie.deal(number)

    def log(self, deal: int) -> Log:
        """Return the log of a deal; empty before it begins."""
        deals = self.partie.record.deals
        return deals[deal].log if 0 <= deal < len(deals) else ()

    def recorded(self, deal: int) -> int:
        """Return how many rows of a deal are recorded:
        its log, the totals it has had, what was said of the players.
        """
        return len(self.taps[deal]) if 0 <= deal < len(self.taps) else 0

    def forms(self, deal: int) -> tuple[str, ...]:
        """Return the idempotency key of each statement of a deal's log."""
        said = [key for key in self.taps[deal] if key not in self.seatings]
        return tuple(said[len(said) - len(self.log(deal)) :])

    def recorded_with(self, form_key: str) -> RecordedTap | None:
        """Return the tap with this idempotency key; `None` if the key is unused."""
        for deal, keys in enumerate(self.taps):
            if form_key in keys:
                pairs = zip(self.forms(deal), self.log(deal), strict=True)
                statements = tuple(said for form, said in pairs if form == form_key)
                return RecordedTap(deal, keys.index(form_key), statements)
        return None


class RecordedTap(NamedTuple):
    """What a tap recorded, in which deal and at which position."""

    deal: int
    position: int
    statements: Log


def from_paper(*scores: int) -> str:
    """Serialise the totals of a deal without a log.

    >>> from_paper(28, 23)
    'scores 28 23'
    """
    return " ".join(map(str, (FROM_PAPER, *scores)))


class Seating(NamedTuple):
    """What is said of the players: who is elder in the first deal, from 0, and their names;
    empty if they stay.
    """

    first: int
    names: tuple[str, ...] = ()


def seating_said(first: int, names: Sequence[str] = ()) -> str:
    """Serialise what is said of the players.

    >>> seating_said(1), seating_said(0, ["Ann", "Bob"])
    ('players first 2', 'players first 1 ["Ann", "Bob"]')
    """
    said = f"{SEATED}{first + 1}"
    return f"{said} {json.dumps([*names], ensure_ascii=False)}" if names else said


def is_seating(said: str) -> bool:
    return said.startswith(SEATED)


def parse_seating(said: str, rules: Ruleset) -> Seating:
    """Parse what `seating_said` wrote; of names, as they are to be written."""
    number, _, rest = said.removeprefix(SEATED).strip().partition(" ")
    if number not in map(str, range(1, rules.players + 1)):
        raise NotationError(NotRecorded.NO_DEALER())
    names: object = ()
    with suppress(ValueError, RecursionError):
        names = json.loads(rest or "[]")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise NotationError(NotRecorded.NAMES())
    try:
        return Seating(int(number) - 1, players_named(names, rules) if names else ())
    except NameNotAllowed as wrong:
        raise NotationError(wrong.message) from None


def first_elder(rows: Iterable[str]) -> int:
    """Return the player, from 0, who is elder in the first deal by all that was recorded of a
    partie.

    >>> first_elder(["E point 5", "players first 2", "Y good"])
    1
    """
    first = 0
    for row in rows:
        if is_seating(row):
            number, *_ = row.removeprefix(SEATED).split()
            first = int(number) - 1
    return first


@lru_cache(maxsize=64)
def read_ruleset(text: str) -> Ruleset:
    """Parse a ruleset; cached, because all parties of a season have the same."""
    return ruleset_from_data(json.loads(text))


@lru_cache(maxsize=4096)
def _read_statement(text: str, ruleset: str) -> Log:
    """Parse a statement in canonical form; cached,
    because a deal is read at each tap and few statements are rare.
    """
    return parse_log(text, read_ruleset(ruleset))


def deal_record(log: Sequence[str], ruleset: str) -> DealRecord:
    """Read the log of a deal in canonical form, or the totals last copied from paper.

    >>> deal_record(["scores 15 23", "scores 24 23"], "").scores
    (24, 23)
    >>> deal_record(["scores 15 23", "strike scores"], "")
    DealRecord(log=(), scores=None)
    >>> deal_record(["scores 15 23", "players first 2"], "").scores
    (15, 23)
    """
    log = [each for each in log if not is_seating(each)]
    if TAKEN_BACK in log:
        log = log[len(log) - [*reversed(log)].index(TAKEN_BACK) :]
    if log and log[-1].startswith(FROM_PAPER):
        _, *figures = log[-1].split()
        return DealRecord(scores=tuple(map(int, figures)))
    return DealRecord(tuple(chain.from_iterable(_read_statement(each, ruleset) for each in log)))


def recorded_as(deal: DealRecord) -> tuple[str, ...]:
    """Return what is stored of a deal, from which `deal_record` reads it."""
    if deal.scores is not None:
        return (from_paper(*deal.scores),)
    return tuple(map(format_statement, deal.log))


def _record_of(sheet: Sheet, deal: int) -> DealRecord:
    """Return the record of a deal, empty if it is the next; refuse any later one."""
    deals = sheet.partie.record.deals
    if not 0 <= deal <= len(deals):
        raise NotationError(NotRecorded.ORDER())
    return deals[deal] if deal < len(deals) else DealRecord()


def points_in(figures: Sequence[str], sides: int) -> tuple[int, ...] | None:
    """Read the points of each side; `None` if they are not one number up
    to `HIGHEST` for each side.
    """
    if len(figures) != sides:
        return None
    for each in figures:
        if not each.isascii() or not each.isdecimal() or len(each) > len(str(HIGHEST)):
            return None
    return tuple(map(int, figures))


def paper_totals(said: str, sides: int) -> tuple[int, ...] | None:
    """Read the totals of a deal from paper; `None` if *said* is something else.

    >>> paper_totals("scores 28 23", 2), paper_totals("E point 5", 2)
    ((28, 23), None)
    """
    word, *figures = said.split() or [""]
    if word != FROM_PAPER:
        return None
    points = points_in(figures, sides)
    if points is None:
        raise NotationError(NotRecorded.TOTALS(number=sides, most=HIGHEST))
    return points


def with_totals(sheet: Sheet, deal: int, scores: tuple[int, ...]) -> Partie:
    """Return the partie with these totals from paper for *deal*,
    without anything that was said in it.
    """
    if effective(_record_of(sheet, deal).log):
        raise NotationError(NotRecorded.SAID())
    return with_deal(sheet.partie, deal, DealRecord(scores=scores))


def without_totals(sheet: Sheet, deal: int) -> Partie:
    """Return the partie with nothing recorded of *deal*, which is from totals."""
    if _record_of(sheet, deal).scores is None:
        raise NotationError(NotRecorded.NO_TOTALS())
    return with_deal(sheet.partie, deal, DealRecord())


def extended(sheet: Sheet, deal: int, new: Log) -> Partie:
    """Return the partie with *new* at the end of the log of *deal*;
    `IllegalStatement` may be about something later.
    """
    if _record_of(sheet, deal).scores is not None:
        raise NotationError(NotRecorded.ONLY_TOTALS())
    return extend_deal(sheet.partie, deal, new)


def with_seating(sheet: Sheet, deal: int, seating: Seating) -> Partie:
    """Return the partie with other names, or with another player as elder in the first deal.

    What elder said stays elder's. Totals from paper were written beside a name, so they stay with
    it.
    """
    record = sheet.partie.record
    named = tuple(map(Player, seating.names)) or record.players
    if deal != sheet.last_deal:
        raise NotationError(NotRecorded.OTHER_DEAL())
    if (named, seating.first) == (record.players, record.first):
        raise NotationError(NotRecorded.SAME_PLAYERS())
    if seating.names and (sheet.in_season or sheet.on_card):
        raise NotationError(NotRecorded.NAMES_STAY())
    return play_partie(
        PartieRecord(record.rules, named, record.deals or (DealRecord(),), seating.first)
    )


def parsed(said: str, rules: Ruleset) -> tuple[Log, tuple[int, ...] | None]:
    """Parse statements, or the totals of a deal;
    neither if *said* takes totals back, or is about the players.
    """
    totals = paper_totals(said, rules.sides)
    if totals or said == TAKEN_BACK or is_seating(said):
        return (), totals
    return parse_log(said, rules), None


def with_said(sheet: Sheet, deal: int, said: str) -> tuple[Log, Partie]:
    """Return what *said* adds to the log of *deal*, and the partie with it;
    totals and the players are in no log.
    """
    new, totals = parsed(said, sheet.partie.record.rules)
    if said == TAKEN_BACK:
        return new, without_totals(sheet, deal)
    if is_seating(said):
        return new, with_seating(sheet, deal, parse_seating(said, sheet.partie.record.rules))
    if totals is not None:
        return new, with_totals(sheet, deal, totals)
    if not new:
        raise NotationError(NotRecorded.NOTHING())
    return new, extended(sheet, deal, new)


# A tap


@dataclass(frozen=True, slots=True)
class Recorded:
    """The statement is recorded, now or earlier with the same key."""

    sheet: Sheet
    said: Log


@dataclass(frozen=True, slots=True)
class Clash:
    """Something else was recorded in the meantime,
    perhaps by an earlier tap of the same form (`own`).
    """

    sheet: Sheet
    attempted: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules refuse the statement, or it cannot be read; nothing was added."""

    sheet: Sheet
    attempted: str
    reason: Message


class NotRecorded(Text):
    """Why a tap adds nothing to a deal, by what of the partie is recorded and what was said.

    What a form sends is in no deal, so no oracle asks it: forms are in `tests/service`.
    """

    NO_DEALER = "choose who dealt first"
    NAMES = "the names cannot be read: enter them again"
    ORDER = "deals are recorded in order: finish the previous one first"
    TOTALS = "the totals of a deal are {number} whole numbers from 0 to {most}"
    SAID = "this deal was recorded at the table, so its totals follow from its statements"
    NO_TOTALS = "this deal has no totals to take back"
    ONLY_TOTALS = "this deal has only totals"
    OTHER_DEAL = "another deal has begun meanwhile: correct the names and the dealer again"
    SAME_PLAYERS = "this changes neither a name nor the dealer"
    NAMES_STAY = "the names of members, and those of a scorecard, cannot be corrected on a sheet"
    NOTHING = "there is no statement to record: tap or enter one"


class ClosedText(Text):
    """Why a sheet takes no statement.

    Nobody signs or disputes a random deal, so no oracle asks it: sheets are in `tests/service`.
    """

    FOREIGN_FORM = "This form is not from the sheet: reload it and tap again."
    HELD = "The partie is in dispute or posted, so its sheet is closed."
    SIGNED = "The partie has been signed, so its sheet is closed."
    CORRECT_SIGNED = (
        "This has been signed. To correct it, open the deal from its sheet and tap what is wrong."
    )
    """A signed partie takes a statement only from a page that showed it as signed."""
    NOT_OVER = (
        "With this correction the signed partie would not be over. Enter what is missing as well."
    )
    UNFINISHED = "This partie is not over. Finish it first."
    NOT_READ = "{why:stop}"
    """What was said cannot be read; the reason is the reader's."""
    REFUSED = "{why}."
    """The rules refuse it."""


def judge(
    sheet: Sheet, *, deal: int, position: int, said: str, form_key: str, seen: str
) -> tuple[Log, Partie] | Recorded | Clash | Refused:
    """Return what to append to a sheet, and the partie with it; or why nothing is."""
    closed = sheet.is_closed
    before = sheet.recorded_with(form_key)
    signs_again = (closed or sheet.of_signed) and sheet.may_change
    if not form_key or deal < 0:
        return Refused(sheet, said, ClosedText.FOREIGN_FORM())
    if before:
        with suppress(NotationError):
            new, _ = parsed(said, sheet.partie.record.rules)
            if before == (deal, position, new):
                return Recorded(sheet, before.statements)
        return Clash(sheet, said, own=True)
    if closed and not signs_again:
        closed_by = ClosedText.HELD if sheet.held else ClosedText.SIGNED
        return Refused(sheet, said, closed_by())
    if signs_again and seen != sheet.seen:
        return Refused(sheet, said, ClosedText.CORRECT_SIGNED())
    if position != sheet.recorded(deal):
        return Clash(sheet, said)
    try:
        new, partie = with_said(sheet, deal, said)
    except NotationError as error:
        return Refused(sheet, said, ClosedText.NOT_READ(why=error.message))
    except IllegalStatement as error:
        return Refused(sheet, said, ClosedText.REFUSED(why=sheet.why_refused(deal, error)))
    if signs_again and not partie.is_over:
        return Refused(sheet, said, ClosedText.NOT_OVER())
    return new, partie


def tapped(
    sheet: Sheet,
    partie: Partie,
    version: str,
    head: str = "",
    *,
    deal: int,
    form_keys: tuple[str, ...],
) -> Sheet:
    """Return a sheet after a tap that made this *partie* of it,
    with the idempotency key of each row that it added.
    """
    taps = [*sheet.taps, ()][: len(partie.deals)]
    taps[deal] += form_keys
    before = sheet.deal(deal)
    seatings = sheet.seatings
    now = partie.record
    if (now.players, now.first) != (sheet.partie.record.players, sheet.partie.record.first):
        seatings = (*seatings, *form_keys)
    return replace(
        sheet,
        partie=partie,
        version=version,
        head=head,
        taps=tuple(taps),
        before=before,
        seatings=seatings,
    )
