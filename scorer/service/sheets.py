"""Sheets read from storage and scored, a partie or the card of a company; their links and signatures."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from threading import Lock
from typing import ClassVar

from sqlalchemy import Connection, Engine

from ..ledger.chain import short
from ..rules.company import Company, CompanyRecord, Frame, TurnRecord, Won, play_company, terms_named
from ..rules.deal import Deal
from ..rules.errors import NotationError
from ..rules.house_rules import ruleset_from_data
from ..rules.notation import parse_log
from ..rules.partie import DealRecord, Partie, PartieRecord, extend_partie, heading, play_partie, side_names
from ..rules.ruleset import Ruleset
from ..rules.seats import Player
from ..rules.settlement import Settlement
from ..rules.statements import Log, effective
from ..storage import season_sheets
from ..storage import sheets as store
from ..storage.engine import reading, writes, writing
from ..storage.season_sheets import SheetState
from ..storage.sheets import LinkRow, SheetKind, SheetRow, covered
from ..storage.statements import TurnRow, by_deals, heads, statements, turns
from .opening import NotAllowed, Service, clean_name, hash_token, new_token

DISPUTE = "dispute "
"""The prefix of the idempotency key of a disputed correction; the number of the dispute follows."""

FROM_PAPER = "scores"
"""The word before the totals of a deal from paper."""

TAKEN_BACK = "strike scores"
"""What takes back the totals of a deal, so that it can be said at the table; nothing before it counts."""

HIGHEST = 999
"""The most points of a deal from paper."""


class NoSuchPartie(LookupError):
    """No partie has this code."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Signatures that a correction made void, and the settlement that was signed."""

    names: tuple[str, ...]
    settlement: Settlement


class _Signable:
    """A sheet of either kind, with what follows from its signatures."""

    __slots__ = ()
    signatures: tuple[str | None, ...]
    held: bool

    @property
    def is_signed(self) -> bool:
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Return whether the table may no longer record: someone has signed, or the sheet is `held`."""
        return self.held or any(self.signatures)


@dataclass(frozen=True, slots=True)
class Sheet(_Signable):
    """
    A partie, folded and scored.

    Attributes:
        signatures: the signed name of each player, or `None`. Outside a season a correction makes signatures void.
        version: changes with every row of the partie.
        head: the digest of its last statement, which proves all of them; before the first, that of the sheet.
        held: it is over, and disputed, posted or on a signed scorecard, so that its players may no longer change it.
        taps: for each deal, the idempotency key of each statement; one tap has one key.
        lapsed: the signatures that the last correction made void, or `None`.
        in_season: it was opened for a season.
        of_signed: it is over, and somebody has signed the scorecard of its company.
        before: the deal of the last tap as it was before that, if the sheet was extended by it.
    """

    id: int
    code: str
    opened_at: str
    partie: Partie
    signatures: tuple[str | None, ...]
    version: str
    head: str
    held: bool = False
    taps: tuple[tuple[str, ...], ...] = ()
    lapsed: Lapsed | None = None
    in_season: bool = False
    of_signed: bool = False
    before: Deal | None = field(default=None, compare=False, repr=False)

    called: ClassVar[str] = "partie"
    is_card: ClassVar[bool] = False

    @property
    def seen(self) -> str:
        """Return what a page that corrects it sends back: its version, and whether its company's card is signed."""
        return f"{self.version}-signed" if self.of_signed else self.version

    @property
    def unfinished(self) -> str:
        """Return why it cannot be signed or posted yet; empty if it can."""
        return "" if self.partie.is_over else "This partie is not over. Finish it first."

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

    @property
    def corrected(self) -> bool:
        """Return whether it was corrected by agreement or ruling."""
        return any(form.startswith(DISPUTE) for log in self.taps for form in log)

    @property
    def current_deal(self) -> int:
        """Return the number of the deal in progress, or of the next if the last is over."""
        deals = self.partie.deals
        if not deals:
            return 0
        return len(deals) - 1 if not deals[-1].is_over or self.partie.is_over else len(deals)

    def log(self, deal: int) -> Log:
        """Return the log of a deal; empty before it begins."""
        deals = self.partie.record.deals
        return deals[deal].log if 0 <= deal < len(deals) else ()

    def recorded(self, deal: int) -> int:
        """Return how many rows of a deal are recorded: the statements of its log, or the totals it has had."""
        return len(self.taps[deal]) if 0 <= deal < len(self.taps) else 0

    def forms(self, deal: int) -> tuple[str, ...]:
        """Return the idempotency key of each statement of a deal's log."""
        return self.taps[deal][self.recorded(deal) - len(self.log(deal)) :]

    def recorded_with(self, form_key: str) -> tuple[int, int, Log] | None:
        """Return deal, position and statements of the tap with this idempotency key; `None` if the key is unused."""
        for deal, keys in enumerate(self.taps):
            if form_key in keys:
                pairs = zip(self.forms(deal), self.log(deal), strict=True)
                return deal, keys.index(form_key), tuple(said for form, said in pairs if form == form_key)
        return None


def find_state(db: Connection, code: str, link_id: int = 0) -> SheetState:
    """Return the state of the partie with this code, in any case."""
    found = season_sheets.find_state(db, code.upper(), link_id)
    if found is None or found.kind != SheetKind.PARTIE:
        raise NoSuchPartie(code)
    return found


def find_any(db: Connection, code: str, kind: SheetKind | None = None) -> SheetRow:
    """Return the sheet with this code, in any case, and of this kind if one is given."""
    row = store.find_sheet(db, code.upper(), kind)
    if row is None:
        raise NoSuchPartie(code)
    return row


def read_logs(db: Connection, partie_id: int) -> list[list[str]]:
    """Return the statements of each deal in canonical form."""
    return [[each.text for each in log] for log in by_deals(statements(db, partie_id))]


def from_paper(*scores: int) -> str:
    """
    Serialise the totals of a deal without a log.

    >>> from_paper(28, 23)
    'scores 28 23'
    """
    return " ".join(map(str, (FROM_PAPER, *scores)))


@lru_cache(maxsize=64)
def read_ruleset(text: str) -> Ruleset:
    """Parse a ruleset; cached, because all parties of a season have the same."""
    return ruleset_from_data(json.loads(text))


@lru_cache(maxsize=4096)
def _read_statement(text: str, ruleset: str) -> Log:
    """Parse a statement in canonical form; cached, because a deal is read at each tap and few statements are rare."""
    return parse_log(text, read_ruleset(ruleset))


def deal_record(log: Sequence[str], ruleset: str) -> DealRecord:
    """
    Read the log of a deal in canonical form, or the totals last copied from paper.

    >>> deal_record(["scores 15 23", "scores 24 23"], "").scores
    (24, 23)
    >>> deal_record(["scores 15 23", "strike scores"], "")
    DealRecord(log=(), scores=None)
    """
    if TAKEN_BACK in log:
        log = log[len(log) - [*reversed(log)].index(TAKEN_BACK) :]
    if not log or not log[-1].startswith(FROM_PAPER):
        return DealRecord(tuple(chain.from_iterable(_read_statement(each, ruleset) for each in log)))
    return DealRecord(scores=tuple(int(each) for each in log[-1].split()[1:]))


def read_record(row: SheetRow, logs: Sequence[Sequence[str]]) -> PartieRecord:
    players = tuple(Player(name) for name in row.names)
    return PartieRecord(read_ruleset(row.ruleset), players, tuple(deal_record(log, row.ruleset) for log in logs))


class FoldedSheets:
    """
    The latest known version of sheets, so that reading one again costs the query for its version.

    A value is only used at its version, which changes with every row, so other processes may record meanwhile. It never
    has `held`, which other rows decide. What a transaction has not committed is not kept: its ids may be used again.
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
        """Keep a sheet as committed, and the *state* in which a tap left it; drop the least recently used."""
        with self._lock:
            if state is not None:
                self._states[engine, sheet.code] = state
            self._sheets.pop((engine, sheet.id), None)
            self._sheets[engine, sheet.id] = sheet
            while len(self._sheets) > MOST_FOLDED:
                oldest = next(iter(self._sheets))
                self._states.pop((oldest[0], self._sheets.pop(oldest).code), None)

    def forget(self) -> None:
        """Drop all, because a name was erased."""
        with self._lock:
            self._sheets.clear()
            self._states.clear()

    def recall(self, engine: Engine, code: str, link_id: int) -> SheetState | None:
        """Return the state in which the last tap by this link left a sheet; `None` if another was later."""
        state = self._states.get((engine, code))
        return state if state is not None and state.link == link_id else None


MOST_FOLDED = 256
"""Maximum sheets kept folded, of some 60 kB each: more than are in progress on a club evening."""

FOLDED = FoldedSheets()


def read_sheet(db: Connection, row: SheetRow) -> Sheet:
    return in_state(db, season_sheets.state_of(db, row.id), row)


def find_sheet(db: Connection, code: str) -> Sheet:
    """Return the partie with this code, in any case."""
    return in_state(db, find_state(db, code))


def in_state(db: Connection, state: SheetState, row: SheetRow | None = None) -> Sheet:
    kept = kept_sheet(db.engine, state)
    if kept is not None:
        return kept
    sheet = _fold(db, row or store.sheet_by_id(db, state.id), state.version, FOLDED.find(db.engine, state.id))
    if not writes(db):
        FOLDED.keep(db.engine, sheet)
    return held_if(sheet, state)


def kept_sheet(engine: Engine, state: SheetState) -> Sheet | None:
    """Return the sheet in this state if it is kept folded."""
    sheet = FOLDED.find(engine, state.id)
    return None if sheet is None or sheet.version != state.version else held_if(sheet, state)


def held_if(sheet: Sheet, state: SheetState) -> Sheet:
    """Return a folded sheet with its state; a call for the director does not stop a partie in progress."""
    held, of_signed = state.held and sheet.partie.is_over, state.of_signed and sheet.partie.is_over
    return replace(sheet, held=held, of_signed=of_signed) if held or of_signed else sheet


def _fold(db: Connection, row: SheetRow, version: str, known: Sheet | None) -> Sheet:
    """Return a sheet without `held`; what a *known* version of it has need not be folded again."""
    rows = by_deals(statements(db, row.id))
    record = read_record(row, [[each.text for each in log] for log in rows])
    taps = tuple(tuple(each.form_key for each in log) for log in rows)
    given, lapsed = store.signatures(db, row.id), None
    in_season = season_sheets.season_of(db, row.id) is not None
    head = store.head(db, row.id)
    earlier = [each.covers for each in given if each.covers != head]
    # in a season a signed partie is corrected by agreement or ruling
    if earlier and not in_season:
        lapsed = _lapsed(db, row, earlier[-1], given)
        given = [each for each in given if each.covers == head]
    signed: list[str | None] = [None] * len(row.players)
    for signature in given:
        signed[signature.player] = signature.name
    partie = play_partie(record) if known is None else extend_partie(known.partie, record.deals)
    return Sheet(
        row.id,
        row.code,
        row.opened_at,
        partie,
        tuple(signed),
        version,
        head,
        taps=taps,
        lapsed=lapsed,
        in_season=in_season,
    )


def _lapsed(db: Connection, row: SheetRow, covers: str, given: Sequence[store.SignatureRow]) -> Lapsed:
    """Return the signatures of the version whose head is *covers*."""
    signed = {each.player: each.name for each in given if each.covers == covers}
    logs = [[each.text for each in log] for log in by_deals(statements(db, row.id, through=covers))]
    settlement = play_partie(read_record(row, logs)).settlement
    assert settlement is not None, "only a partie that is over is signed"
    return Lapsed(tuple(signed[player] for player in sorted(signed)), settlement)


def _deals_to(sheet: Sheet, deal: int) -> list[DealRecord]:
    """Return the deals of a sheet, and an empty one if *deal* is the next."""
    deals = list(sheet.partie.record.deals)
    if not 0 <= deal <= len(deals):
        raise NotationError("deals are recorded in order: finish the previous one first")
    return deals if deal < len(deals) else [*deals, DealRecord()]


def paper_totals(said: str, sides: int) -> tuple[int, ...] | None:
    """
    Read the totals of a deal from paper; `None` if *said* is something else.

    >>> paper_totals("scores 28 23", 2), paper_totals("E point 5", 2)
    ((28, 23), None)
    """
    word, *figures = said.split() or [""]
    if word != FROM_PAPER:
        return None
    if len(figures) != sides or not all(each.isascii() and each.isdecimal() and len(each) < 4 for each in figures):
        raise NotationError(f"the totals of a deal are {sides} whole numbers from 0 to {HIGHEST}")
    return tuple(map(int, figures))


def with_totals(sheet: Sheet, deal: int, scores: tuple[int, ...]) -> Partie:
    """Return the partie with these totals from paper for *deal*, of which nothing that was said is left."""
    deals = _deals_to(sheet, deal)
    if effective(deals[deal].log):
        raise NotationError("this deal was recorded at the table, so its totals follow from its statements")
    deals[deal] = DealRecord(scores=scores)
    return extend_partie(sheet.partie, tuple(deals))


def without_totals(sheet: Sheet, deal: int) -> Partie:
    """Return the partie with nothing recorded of *deal*, which is from totals."""
    deals = _deals_to(sheet, deal)
    if deals[deal].scores is None:
        raise NotationError("this deal has no totals to take back")
    deals[deal] = DealRecord()
    return extend_partie(sheet.partie, tuple(deals))


def extended(sheet: Sheet, deal: int, new: Log) -> Partie:
    """Return the partie with *new* at the end of the log of *deal*; `IllegalStatement` may be about something later."""
    deals = _deals_to(sheet, deal)
    if deals[deal].scores is not None:
        raise NotationError("this deal is from paper and has only totals")
    deals[deal] = DealRecord(deals[deal].log + new)
    return extend_partie(sheet.partie, tuple(deals))


def with_said(sheet: Sheet, deal: int, said: str) -> tuple[Log, Partie]:
    """Return what *said* adds to the log of *deal*, nothing if it is about its totals, and the partie with it."""
    rules = sheet.partie.record.rules
    if said == TAKEN_BACK:
        return (), without_totals(sheet, deal)
    totals = paper_totals(said, rules.sides)
    if totals is not None:
        return (), with_totals(sheet, deal, totals)
    new = parse_log(said, rules)
    if not new:
        raise NotationError("there is no statement to record: tap or enter one")
    return new, extended(sheet, deal, new)


# The scorecard of a company


REMOVED = "removed"
"""The result of a turn that was struck."""


class NoSuchCompany(NoSuchPartie):
    """No company has this code."""


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """One partie of a company's card; `number` counts removed turns too, `code` is empty for a paper card."""

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class CompanyCard(_Signable):
    """
    A company with its card.

    Attributes:
        members: for each player the member number; 0 outside a season.
        signatures: of each player, or `None`. Outside a season a correction makes signatures void.
        held: its players may no longer change it: it is disputed or posted.
        lapsed: the players whose signatures the last correction made void.
    """

    id: int
    code: str
    opened_at: str
    company: Company
    turns: tuple[CompanyTurn, ...]
    next_number: int
    members: tuple[int, ...]
    signatures: tuple[str | None, ...]
    version: str
    head: str
    held: bool = False
    lapsed: tuple[str, ...] = ()

    called: ClassVar[str] = "scorecard"
    is_card: ClassVar[bool] = True

    @property
    def unfinished(self) -> str:
        """Return why it cannot be signed or posted yet; empty if it can."""
        if self.company.going_on is not None:
            return "A partie is in progress. Finish it or remove it first."
        return "" if self.company.card.turns else "Nothing was played yet. Play a partie first."

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.company.record.players)

    @property
    def may_change(self) -> bool:
        """Return whether its players can correct it: until someone signs; outside a season they then sign again."""
        return not self.held and not (self.is_closed and any(self.members))

    def index_of(self, number: int) -> int:
        return next((index for index, turn in enumerate(self.turns) if turn.number == number), -1)

    def sheet_of(self, number: int) -> Sheet | None:
        """Return a turn's partie as a sheet; `None` if there is none, or only its result from paper."""
        index = self.index_of(number)
        partie = self.company.parties[index].partie if index >= 0 else None
        if partie is None or not self.turns[index].code:
            return None
        nobody = (None,) * len(partie.record.players)
        return Sheet(0, self.turns[index].code, self.opened_at, partie, nobody, self.version, self.head)

    def going_on(self) -> str:
        """Return the code of the partie in progress; empty if none is."""
        return "" if self.company.going_on is None else self.turns[-1].code


def find_company(db: Connection, code: str) -> SheetRow:
    """Return the company with this code, in any case."""
    row = store.find_sheet(db, code.upper(), SheetKind.COMPANY)
    if row is None:
        raise NoSuchCompany(code)
    return row


def read_card(db: Connection, row: SheetRow, without: Collection[str] = ()) -> CompanyCard:
    """Return a company's card, without what was recorded with the keys *without*."""
    names = tuple(Player(name) for name in row.names)
    stored = turns(db, row.id, without)
    current = [each for each in stored if each.result != REMOVED]
    terms = terms_named(row.terms)
    read = [_turn(db, each, names, terms.frame, without) for each in current]
    record = CompanyRecord(read_ruleset(row.ruleset), names, terms, tuple(turn for turn, _ in read))
    state, given = season_sheets.state_of(db, row.id), store.signatures(db, row.id)
    lapse = not any(row.members)  # in a season a signed card is corrected by agreement or ruling
    head = store.head(db, row.id)
    signed = {each.player: each.name for each in given if not lapse or each.covers == head}
    return CompanyCard(
        row.id,
        row.code,
        row.opened_at,
        play_company(record),
        tuple(CompanyTurn(each.number, code) for each, (_, code) in zip(current, read, strict=True)),
        len(stored),
        row.members,
        tuple(signed.get(seat) for seat in range(len(names))),
        state.version,
        head,
        state.held,
        tuple(row.names[seat] for seat in sorted({each.player for each in given} - signed.keys())),
    )


def _turn(
    db: Connection, row: TurnRow, names: tuple[Player, ...], frame: Frame, without: Collection[str]
) -> tuple[TurnRecord, str]:
    """Return a turn and the code of its partie; at a table all players keep their seats."""
    seats = tuple(range(len(names))) if frame is Frame.TABLE else (row.first, row.second)
    if row.partie_id is None:
        return parse_paper(row.result or "", seats), ""
    stored = store.sheet_by_id(db, row.partie_id)
    logs = by_deals(each for each in statements(db, stored.id) if each.form_key not in without)
    record = read_record(stored, [[each.text for each in log] for log in logs])
    return TurnRecord(seats, seats.index(names.index(record.players[0])), record.deals), stored.code


def format_paper(totals: tuple[int, ...] | None, result: Won | None) -> str:
    """
    Serialise totals or a result.

    >>> format_paper((130, 90), None), format_paper(None, Won(1, 150)), format_paper(None, Won(None, 0))
    ('totals 130 90', 'result 1 150', 'drawn')
    """
    if totals is not None:
        return " ".join(["totals", *map(str, totals)])
    assert result is not None
    return "drawn" if result.by is None else f"result {result.by} {result.points}"


def parse_paper(said: str, seats: tuple[int, ...]) -> TurnRecord:
    """
    Parse what `format_paper` wrote.

    >>> parse_paper("totals 130 90", (0, 1)).totals, parse_paper("drawn", (0, 1)).result
    ((130, 90), Won(by=None, points=0, seats=None))
    """
    word, *figures = said.split()
    numbers = tuple(int(each) for each in figures)
    if word == "totals":
        return TurnRecord(seats, totals=numbers)
    return TurnRecord(seats, result=Won(numbers[0], numbers[1]) if word == "result" else Won(None, 0))


# Either kind


AnySheet = Sheet | CompanyCard
"""A sheet of either kind, scored."""


def read_any(db: Connection, row: SheetRow) -> AnySheet:
    return read_card(db, row) if row.kind == SheetKind.COMPANY else read_sheet(db, row)


class Sheets(Service):
    """The links of any sheet, by which phones record on it."""

    def row(self, code: str) -> SheetRow:
        with reading(self.engine) as db:
            return find_any(db, code)

    def any_sheet(self, code: str) -> AnySheet:
        with reading(self.engine) as db:
            return read_any(db, find_any(db, code))

    def had_head(self, code: str, head: str) -> str:
        """Return in a sentence when a sheet had this short head; empty if it never had, or a scorecard has not now."""
        with reading(self.engine) as db:
            row = find_any(db, code)
            if short(store.head(db, row.id)) == head:
                return f"{head} is the head of {row.kind} {row.code}."
            before = heads(db, row.id)
        for deal, position, digest in before:
            if short(digest) == head:
                return f"{head} was the head of partie {row.code} after statement {position + 1} of deal {deal + 1}."
        return ""

    def new_link(self, code: str, token: str = "") -> str:
        """Make another scoring link and return its secret; the same *token* makes one link."""
        token = token or new_token()
        with writing(self.engine, sheet=code) as db:
            row = find_any(db, code)
            if store.link_with(db, hash_token(token)) is None:
                store.insert_link(db, row.id, token_hash=hash_token(token), at=self.at())
        return token

    def links(self, code: str) -> list[LinkRow]:
        with reading(self.engine) as db:
            return store.links(db, find_any(db, code).id)

    def revoke_link(self, code: str, link_id: int) -> None:
        """Revoke a scoring link; a repeat changes nothing."""
        with writing(self.engine, sheet=code) as db:
            links = store.links(db, find_any(db, code).id)
            link = next((link for link in links if link.id == link_id), None)
            if link is None:
                raise NotAllowed("This sheet has no such link.")
            if not link.revoked:
                store.revoke_link(db, link_id, at=self.at())

    def open_link(self, token: str) -> tuple[SheetRow, int] | None:
        """Return the sheet and the link's id for a secret; `None` if it is revoked or unknown."""
        with reading(self.engine) as db:
            link = store.link_with(db, hash_token(token))
            return None if link is None or link.revoked else (store.sheet_by_id(db, link.sheet_id), link.id)

    def state(self, code: str, link_id: int = 0) -> SheetState:
        """Return the state of a sheet, and whether a link is still valid for it."""
        with reading(self.engine) as db:
            found = season_sheets.find_state(db, code.upper(), link_id)
        if found is None:
            raise NoSuchPartie(code)
        return found

    def sign(self, code: str, *, player: int, name: str, seen: str = "") -> AnySheet:
        """Sign a finished sheet outside a season, if it still has the version *seen*; a repeat changes nothing."""
        with writing(self.engine, sheet=code) as db:
            row = find_any(db, code)
            sheet = read_any(db, row)
            if season_sheets.season_of(db, row.id) is not None:
                raise NotAllowed("This is a season partie. Each player signs on their own phone, or with their PIN.")
            if sheet.unfinished:
                raise NotAllowed(sheet.unfinished)
            if player not in range(len(sheet.names)):
                raise NotAllowed("Choose whose signature it is.")
            if clean_name(name).casefold() != sheet.names[player].casefold():
                raise NotAllowed(f"Sign with the name that is shown: {sheet.names[player]}.")
            if seen and covered(seen) != covered(sheet.version):
                raise NotAllowed(f"The {sheet.called} was corrected after this page was shown. Check it, then sign.")
            if sheet.signatures[player] is None:
                store.append_signature(db, row.id, player=player, name=sheet.names[player], at=self.at())
            return read_any(db, row)
