"""Sheets read from storage and scored, a partie or the card of a company;
their links and signatures.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain as chained
from threading import Lock
from typing import ClassVar

from sqlalchemy import Connection, Engine

from ..ledger import chain
from ..rules.company import (
    Company,
    CompanyRecord,
    Frame,
    TurnRecord,
    Won,
    play_company,
    terms_named,
)
from ..rules.house_rules import ruleset_to_data
from ..rules.laws import by_member
from ..rules.messages import Message, Text
from ..rules.names import is_same
from ..rules.partie import DealRecord, PartieRecord, extend_partie, play_partie
from ..rules.ruleset import Ruleset
from ..rules.seats import Player
from ..rules.settlement import Settlement
from ..storage import season_sheets
from ..storage import sheets as store
from ..storage.engine import reading, writes, writing
from ..storage.season_sheets import SheetState, WholePartie
from ..storage.sheets import LinkRow, PlayerRow, SheetRow, covered
from ..storage.statements import (
    StatementRow,
    TurnRow,
    append_statements,
    by_deals,
    heads,
    statements,
    turn_of,
    turns,
)
from ..table.entering import clean_name, new_codes, new_token, players_named, refuse_if
from ..table.recording import (
    Sheet,
    SheetKind,
    Signable,
    deal_record,
    first_elder,
    is_seating,
    read_ruleset,
    recorded_as,
    seating_said,
)
from .service import Service


def open_sheet(
    db: Connection,
    kind: SheetKind,
    players: Sequence[tuple[str, int]],
    rules: Ruleset,
    token: str,
    *,
    terms: str = "",
    at: str,
    day: str,
) -> SheetRow:
    """Open a sheet on a *day* in ISO 8601, or return the one opened with the same *token*."""
    opened = store.link_with(db, chain.digests(token))
    if opened is not None:
        return store.sheet_by_id(db, opened.sheet_id)
    (code,) = new_codes(1, lambda codes: store.taken(db, codes))
    ruleset = json.dumps(ruleset_to_data(rules))
    people = tuple(PlayerRow(seat, *each) for seat, each in enumerate(players))
    (number,) = store.insert_sheets(
        db,
        [
            SheetRow(
                id=0,
                code=code,
                kind=kind,
                terms=terms,
                ruleset=ruleset,
                opened_at=at,
                players=people,
                day=day,
            )
        ],
    )
    store.insert_link(db, number, token_hash=chain.digest(token), at=at)
    return store.sheet_by_id(db, number)


def open_partie(
    db: Connection,
    players: Sequence[tuple[str, int]],
    rules: Ruleset,
    token: str,
    *,
    at: str,
    day: str,
) -> SheetRow:
    """Open a partie, or return the one opened with the same *token*;
    the first player is elder in the first deal.
    """
    named = players_named([name for name, _ in players], rules)
    members = [member for _, member in players]
    return open_sheet(
        db, SheetKind.PARTIE, list(zip(named, members, strict=True)), rules, token, at=at, day=day
    )


def append_deals(
    db: Connection, partie_id: int, record: PartieRecord, key: str, *, at: str
) -> None:
    """Append every deal of a partie without any, each with an idempotency key of its own."""
    for number, deal in enumerate(record.deals or (DealRecord(),)):
        said = recorded_as(deal)
        form_key = f"{key} {number}"
        if record.first and not number:
            said = (seating_said(record.first), *said)
        append_statements(
            db, partie_id, deal=number, position=0, said=said, form_key=form_key, at=at
        )


class NoSuchPartie(LookupError):
    """No partie has this code."""


class NoSuchCompany(NoSuchPartie):
    """No company has this code."""


def find_state(
    db: Connection, code: str, link_id: int = 0, kind: SheetKind | None = SheetKind.PARTIE
) -> SheetState:
    """Return the state of the sheet with this code, in any case,
    and of this kind if one is given.
    """
    found = season_sheets.find_state(db, code.upper(), link_id)
    if found is None or kind not in (None, found.kind):
        raise _missing(code, kind)
    return found


def find_any(db: Connection, code: str, kind: SheetKind | None = None) -> SheetRow:
    """Return the sheet with this code, in any case, and of this kind if one is given."""
    row = store.find_sheet(db, code.upper(), kind)
    if row is None:
        raise _missing(code, kind)
    return row


def _missing(code: str, kind: SheetKind | None) -> NoSuchPartie:
    return NoSuchPartie(code) if kind is None else READING[kind].missing(code)


def read_record(row: SheetRow, deals: Iterable[Iterable[StatementRow]]) -> PartieRecord:
    logs = [[each.text for each in deal] for deal in deals]
    players = tuple(Player(name) for name in row.names)
    first = first_elder(chained.from_iterable(logs))
    return PartieRecord(
        read_ruleset(row.ruleset),
        players,
        tuple(deal_record(log, row.ruleset) for log in logs),
        first,
    )


class FoldedSheets:
    """The latest known version of sheets, so that reading one again costs the query for its
    version.

    A value is only used at its version, which changes with every row and every erased name, so
    other processes may write meanwhile. It never has `held`, which other rows decide. What a
    transaction has not committed is not kept: its ids may be used again.
    """

    def __init__(self) -> None:
        self._sheets: dict[tuple[Engine, int], Sheet] = {}
        self._states: dict[tuple[Engine, str], SheetState] = {}
        self._lock = Lock()

    def find(self, engine: Engine, sheet_id: int) -> Sheet | None:
        with self._lock:
            sheet = self._sheets.pop((engine, sheet_id), None)
            if sheet is not None:
                self._sheets[engine, sheet_id] = sheet
            return sheet

    def keep(self, engine: Engine, sheet: Sheet, state: SheetState | None = None) -> None:
        """Keep a sheet as committed, and the *state* in which a tap left it;
        drop the least recently used.
        """
        with self._lock:
            if state is not None:
                self._states[engine, sheet.code] = state
            self._sheets.pop((engine, sheet.id), None)
            self._sheets[engine, sheet.id] = sheet
            while len(self._sheets) > MOST_FOLDED:
                oldest = next(iter(self._sheets))
                of, _sheet_id = oldest
                self._states.pop((of, self._sheets.pop(oldest).code), None)

    def recall(self, engine: Engine, code: str, link_id: int) -> SheetState | None:
        """Return the state in which the last tap by this link left a sheet;
        `None` if another was later.
        """
        with self._lock:
            state = self._states.get((engine, code))
        return state if state is not None and state.link == link_id else None


MOST_FOLDED = 256
"""Maximum sheets kept folded, of some 60 kB each: more than are in progress on a club evening."""

FOLDED = FoldedSheets()


def read_whole(db: Connection, row: SheetRow) -> WholePartie:
    said = by_deals(statements(db, row.id))
    return WholePartie(row, said, tuple(store.signatures(db, row.id)))


def read_sheet(db: Connection, row: SheetRow, recorded: WholePartie | None = None) -> Sheet:
    """Return a partie; who has read its rows gives them as *recorded*."""
    return in_state(db, season_sheets.state_of(db, row.id), row, recorded)


def find_sheet(db: Connection, code: str) -> Sheet:
    """Return the partie with this code, in any case."""
    return in_state(db, find_state(db, code))


def in_state(
    db: Connection,
    state: SheetState,
    row: SheetRow | None = None,
    recorded: WholePartie | None = None,
) -> Sheet:
    kept = kept_sheet(db.engine, state)
    if kept is not None:
        return kept
    known = FOLDED.find(db.engine, state.id)
    if recorded is None:
        recorded = read_whole(db, row or store.sheet_by_id(db, state.id))
    sheet = _fold(db, recorded, state.version, known)
    if not writes(db):  # what a writer reads may never be committed
        FOLDED.keep(db.engine, sheet)
    return held_if(sheet, state)


def kept_sheet(engine: Engine, state: SheetState) -> Sheet | None:
    sheet = FOLDED.find(engine, state.id)
    return None if sheet is None or sheet.version != state.version else held_if(sheet, state)


def held_if(sheet: Sheet, state: SheetState) -> Sheet:
    """Return a folded sheet with its state;
    a call for the director does not stop a partie in progress.
    """
    held = state.held and sheet.partie.is_over
    of_signed = state.of_signed and sheet.partie.is_over
    return replace(sheet, held=held, of_signed=of_signed) if held or of_signed else sheet


def _fold(db: Connection, recorded: WholePartie, version: str, known: Sheet | None) -> Sheet:
    """Return a sheet without `held`; what a *known* version of it has need not be folded again."""
    row = recorded.row
    rows = recorded.deals
    given = recorded.signatures
    record = read_record(row, rows)
    taps = tuple(tuple(each.form_key for each in log) for log in rows)
    head = store.head(db, row.id)
    in_season = row.of_season is not None
    void = [] if in_season else [each.covers for each in given if each.covers != head]
    had_signed = _settlement(db, row, void[-1]) if void else None
    effective = [each for each in given if in_season or each.covers == head]
    # A name may have been erased or corrected since.
    seated = row.names, record.first
    if known is not None and (known.names, known.elder(0)) == seated:
        partie = extend_partie(known.partie, record.deals)
    else:
        partie = play_partie(record)
    return Sheet(
        id=row.id,
        code=row.code,
        opened_at=row.opened_at,
        signatures=_signed(row, effective),
        signed_at=_signed_at(row, effective),
        version=version,
        head=head,
        partie=partie,
        taps=taps,
        lapsed=_names(_signed(row, [each for each in given if each.covers in void[-1:]])),
        had_signed=had_signed,
        in_season=in_season,
        day=row.day,
        seatings=tuple(
            each.form_key for each in chained.from_iterable(rows) if is_seating(each.text)
        ),
        on_card=turn_of(db, row.id) is not None,
    )


def _settlement(db: Connection, row: SheetRow, covers: str) -> Settlement:
    """Return the settlement of the version whose head is *covers*, which was signed."""
    signed = by_deals(statements(db, row.id, through=covers))
    settlement = play_partie(read_record(row, signed)).settlement
    assert settlement is not None, "only a partie that is over is signed"
    return settlement


def _signed(row: SheetRow, given: Iterable[store.SignatureRow]) -> tuple[str | None, ...]:
    """Return for each player the name with which they signed, or `None`."""
    names = {each.player: each.name for each in given}
    return tuple(names.get(seat) for seat in range(len(row.players)))


def _signed_at(row: SheetRow, given: Iterable[store.SignatureRow]) -> tuple[str, ...]:
    """Return for each player when they signed; empty for one who has not."""
    moments = {each.player: each.signed_at for each in given}
    return tuple(moments.get(seat, "") for seat in range(len(row.players)))


def _names(signed: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(filter(None, signed))


# The scorecard of a company


REMOVED = "removed"
"""The result of a turn that was struck."""


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """One partie of a company's card; `number` counts removed turns too,
    `code` is empty for a paper card.
    """

    number: int
    code: str


class UnfinishedText(Text):
    """Why a scorecard cannot be signed or posted yet; its parties say it, so no oracle asks it."""

    IN_PROGRESS = "A partie is in progress. Finish it or remove it first."
    NOTHING_PLAYED = "Nothing was played yet. Play a partie first."


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyCard(Signable):
    """A company with its card; `members` has the member number of each player,
    0 outside a season.
    """

    company: Company
    turns: tuple[CompanyTurn, ...]
    next_number: int
    members: tuple[int, ...]

    kind: ClassVar[SheetKind] = SheetKind.COMPANY
    called: ClassVar[str] = "scorecard"

    @staticmethod
    def worded(of_partie: Message, of_card: Message) -> Message:
        """Return which of two messages is about this kind of sheet."""
        return of_card

    @property
    def unfinished(self) -> Message | None:
        """Return why it cannot be signed or posted yet; `None` if it can."""
        if self.company.going_on is not None:
            return UnfinishedText.IN_PROGRESS()
        return None if self.company.card.turns else UnfinishedText.NOTHING_PLAYED()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.company.record.players)

    def index_of(self, number: int) -> int:
        return next((index for index, turn in enumerate(self.turns) if turn.number == number), -1)

    def sheet_of(self, number: int) -> Sheet | None:
        """Return a turn's partie as a sheet;
        `None` if there is none, or only its result from paper.
        """
        index = self.index_of(number)
        partie = self.company.parties[index].partie if index >= 0 else None
        if partie is None or not self.turns[index].code:
            return None
        return Sheet(
            id=0,
            code=self.turns[index].code,
            opened_at=self.opened_at,
            signatures=(None,) * len(partie.record.players),
            version=self.version,
            head=self.head,
            partie=partie,
            day=self.day,
            on_card=True,
        )

    def going_on(self) -> str:
        """Return the code of the partie in progress; empty if none is."""
        return "" if self.company.going_on is None else self.turns[-1].code


def read_card(db: Connection, row: SheetRow, without: Collection[str] = ()) -> CompanyCard:
    """Return a company's card, without what was recorded with the keys *without*."""
    names = tuple(Player(name) for name in row.names)
    stored = turns(db, row.id, without)
    current = [each for each in stored if each.result != REMOVED]
    terms = terms_named(row.terms)
    read = [_turn(db, each, names, terms.frame, without) for each in current]
    record = CompanyRecord(read_ruleset(row.ruleset), names, terms, tuple(turn for turn, _ in read))
    state = season_sheets.state_of(db, row.id)
    given = store.signatures(db, row.id)
    in_season = row.of_season is not None  # there a signed card is corrected by agreement or ruling
    head = store.head(db, row.id)
    effective = [each for each in given if in_season or each.covers == head]
    signed = _signed(row, effective)
    return CompanyCard(
        id=row.id,
        code=row.code,
        opened_at=row.opened_at,
        signatures=signed,
        signed_at=_signed_at(row, effective),
        version=state.version,
        head=head,
        held=state.held,
        lapsed=_names(_signed(row, [each for each in given if signed[each.player] is None])),
        in_season=in_season,
        company=play_company(record),
        turns=tuple(
            CompanyTurn(each.number, code) for each, (_, code) in zip(current, read, strict=True)
        ),
        next_number=len(stored),
        members=row.members,
        day=row.day,
    )


def _turn(
    db: Connection, row: TurnRow, names: tuple[Player, ...], frame: Frame, without: Collection[str]
) -> tuple[TurnRecord, str]:
    """Return a turn and the code of its partie; at a table all players keep their seats."""
    seats = tuple(range(len(names))) if frame is Frame.ROUND_TABLE else (row.first, row.second)
    if row.partie_id is None:
        return parse_paper(row.result or "", seats), ""
    stored = store.sheet_by_id(db, row.partie_id)
    logs = by_deals(each for each in statements(db, stored.id) if each.form_key not in without)
    record = read_record(stored, logs)
    elder = seats.index(names.index(record.players[0]))
    return TurnRecord(seats, elder, record.deals, first=record.first), stored.code


def format_paper(totals: tuple[int, ...] | None, result: Won | None) -> str:
    """Serialise totals or a result.

    >>> format_paper((130, 90), None)
    'totals 130 90'
    >>> format_paper(None, Won(1, 150)), format_paper(None, Won(None, 0))
    ('result 1 150', 'drawn')
    """
    if totals is not None:
        return " ".join(["totals", *map(str, totals)])
    assert result is not None
    return "drawn" if result.by is None else f"result {result.by} {result.points}"


def parse_paper(said: str, seats: tuple[int, ...]) -> TurnRecord:
    """Parse what `format_paper` wrote.

    >>> parse_paper("totals 130 90", (0, 1)).totals, parse_paper("drawn", (0, 1)).result
    ((130, 90), Won(by=None, points=0, seats=None))
    """
    word, *figures = said.split()
    numbers = tuple(int(each) for each in figures)
    if word == "totals":
        return TurnRecord(seats, totals=numbers)
    if word == "result":
        by, points = numbers
        return TurnRecord(seats, result=Won(by, points))
    return TurnRecord(seats, result=Won(None, 0))


# Either kind


class SheetRefusal(Text):
    """Why a phone may not record on a sheet or sign it.

    It is said of links and signatures, so no oracle asks it: each is in `tests/service`.
    """

    REVOKED = "This scoring link has been revoked."
    NO_LINK = "This sheet has no such link."
    OTHERS_KEEP = (
        "Others keep this sheet now. Ask a phone that scores for a link: it makes one under Other "
        "phones."
    )
    PARTIE_OF_SEASON = (
        "This partie is of a season. Players sign on their own phones, or with a PIN."
    )
    CARD_OF_SEASON = (
        "This scorecard is of a season. Players sign on their own phones, or with a PIN."
    )
    WHOSE = "Choose whose signature it is."
    NAME = "Sign with the name that is shown: {who}."
    PARTIE_CORRECTED = "The partie was corrected after this page was shown. Check it, then sign."
    CARD_CORRECTED = "The scorecard was corrected after this page was shown. Check it, then sign."


AnySheet = Sheet | CompanyCard
"""A sheet of either kind, scored."""


@dataclass(frozen=True, slots=True)
class KindOfSheet:
    """How a kind of sheet is read, and what is raised where there is no such sheet."""

    read: Callable[[Connection, SheetRow], AnySheet]
    missing: type[NoSuchPartie]


READING: Mapping[SheetKind, KindOfSheet] = by_member(
    SheetKind,
    {
        "PARTIE": KindOfSheet(read_sheet, NoSuchPartie),
        "COMPANY": KindOfSheet(read_card, NoSuchCompany),
    },
)


def read_any(db: Connection, row: SheetRow) -> AnySheet:
    return READING[SheetKind(row.kind)].read(db, row)


def _may_return(db: Connection, sheet_id: int, link_id: int) -> bool:
    none_left = all(link.revoked for link in store.links(db, sheet_id))
    return none_left and link_id != 0 and store.last_revoked(db, sheet_id) == link_id


class Sheets(Service):
    """The links of any sheet, by which phones record on it."""

    def row(self, code: str) -> SheetRow:
        with reading(self.engine) as db:
            return find_any(db, code)

    def any_sheet(self, code: str) -> AnySheet:
        with reading(self.engine) as db:
            return read_any(db, find_any(db, code))

    def had_head(self, code: str, head: str) -> str:
        """Return in a sentence when a sheet had this short head;
        empty if it never had, or a scorecard has not now.
        """
        with reading(self.engine) as db:
            row = find_any(db, code)
            if chain.short(store.head(db, row.id)) == head:
                return f"{head} is the head of {row.kind} {row.code}."
            before = heads(db, row.id)
        for deal, position, digest in before:
            if chain.short(digest) == head:
                return (
                    f"{head} was the head of partie {row.code} after statement {position + 1} "
                    f"of deal {deal + 1}."
                )
        return ""

    def new_link(self, code: str, token: str = "") -> str:
        """Make another scoring link and return its secret; the same *token* makes one link."""
        token = token or new_token()
        with writing(self.engine, sheet=code) as db:
            row = find_any(db, code)
            if store.link_with(db, chain.digests(token)) is None:
                store.insert_link(db, row.id, token_hash=chain.digest(token), at=self.at())
        return token

    def links(self, code: str) -> list[LinkRow]:
        with reading(self.engine) as db:
            return store.links(db, find_any(db, code).id)

    def revoke_link(self, code: str, link_id: int) -> None:
        """Revoke a scoring link; a repeat changes nothing."""
        with writing(self.engine, sheet=code) as db:
            links = {link.id: link for link in store.links(db, find_any(db, code).id)}
            refuse_if(link_id not in links, SheetRefusal.NO_LINK())
            if not links[link_id].revoked:
                store.revoke_link(db, links[link_id], at=self.at())

    def may_return(self, code: str, link_id: int) -> bool:
        """Return whether the phone that gave up its own link may score again.

        It may while no phone can score by a link, and its link was the last to be revoked.
        Otherwise the sheet is in the hands of others, who make links and revoke them.
        """
        with reading(self.engine) as db:
            return _may_return(db, find_any(db, code).id, link_id)

    def return_link(self, code: str, link_id: int, token: str) -> None:
        """Make a scoring link for the phone that gave up its own;
        the same *token* makes one link.
        """
        with writing(self.engine, sheet=code) as db:
            row = find_any(db, code)
            if store.link_with(db, chain.digests(token)) is not None:
                return
            refuse_if(not _may_return(db, row.id, link_id), SheetRefusal.OTHERS_KEEP())
            store.insert_link(db, row.id, token_hash=chain.digest(token), at=self.at())

    def open_link(self, token: str) -> tuple[SheetRow, int] | None:
        """Return the sheet and the link's id for a secret; `None` if it is revoked or unknown."""
        with reading(self.engine) as db:
            link = store.link_with(db, chain.digests(token))
            if link is None or link.revoked:
                return None
            return store.sheet_by_id(db, link.sheet_id), link.id

    def state(self, code: str, link_id: int = 0) -> SheetState:
        with reading(self.engine) as db:
            return find_state(db, code, link_id, kind=None)

    def sign(self, code: str, *, player: int, name: str, seen: str = "") -> AnySheet:
        """Sign a finished sheet outside a season, if it still has the version *seen*;
        a repeat changes nothing.
        """
        with writing(self.engine, sheet=code) as db:
            row = find_any(db, code)
            sheet = read_any(db, row)
            refuse_if(
                row.of_season,
                sheet.worded(SheetRefusal.PARTIE_OF_SEASON(), SheetRefusal.CARD_OF_SEASON()),
            )
            refuse_if(sheet.unfinished, sheet.unfinished or "")
            refuse_if(player not in range(len(sheet.names)), SheetRefusal.WHOSE())
            is_other = not is_same(clean_name(name), sheet.names[player])
            refuse_if(is_other, SheetRefusal.NAME(who=sheet.names[player]))
            corrected = seen and covered(seen) != covered(sheet.version)
            refuse_if(
                corrected,
                sheet.worded(SheetRefusal.PARTIE_CORRECTED(), SheetRefusal.CARD_CORRECTED()),
            )
            if sheet.signatures[player] is None:
                store.append_signature(
                    db, row.id, player=player, name=sheet.names[player], at=self.at()
                )
            return read_any(db, row)
