"""A partie as it is stored: read whole, folded and scored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlalchemy import Connection

from ..rules.errors import NotationError
from ..rules.house import ruleset_from_data
from ..rules.notation import parse_log
from ..rules.partie import DealRecord, Partie, PartieRecord, play_partie
from ..rules.ruleset import Ruleset
from ..rules.seating import heading, side_names
from ..rules.seats import Player
from ..rules.settlement import Settlement
from ..rules.statements import Log
from ..storage import companies, season_parties
from ..storage import parties as store

DISPUTE = "dispute "
"""How the form key of what a dispute corrected begins; the number of the dispute follows."""

FROM_PAPER = "scores"
"""The word that stands before the totals of a deal from paper."""


class NoSuchPartie(LookupError):
    """No partie has this code."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """
    Signatures that a correction took off a partie.

    Attributes:
        names: who had signed, in the order of the partie.
        settlement: what they had signed.
    """

    names: tuple[str, ...]
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    A partie as it is stored, folded and scored.

    Attributes:
        id: its number in the book.
        code: the short code that opens it for reading.
        opened_at: when it was opened, UTC in ISO 8601.
        partie: the scored partie.
        signatures: for each player the name as signed, or `None`. Outside every season a signature counts only
            until something is corrected.
        version: changes with everything the partie gains.
        held: it is over, and its record is held as it is: there is a dispute about it, or it has been in the book,
            or the card of its company is signed.
        taps: of each deal the form with which each statement of its log was recorded; one tap is one form.
        lapsed: the signatures that the last correction of a signed record took off, or `None`.
    """

    id: int
    code: str
    opened_at: str
    partie: Partie
    signatures: tuple[str | None, ...]
    version: str
    held: bool = False
    taps: tuple[tuple[str, ...], ...] = ()
    lapsed: Lapsed | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of the partie."""
        return tuple(player.name for player in self.partie.record.players)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of those that score, as the columns of a sheet have them: each player's, or both partners'."""
        return side_names(self.partie.record.rules, self.names)

    @property
    def heading(self) -> str:
        """Who plays, in one phrase: the players, or the partners against each other."""
        return heading(self.partie.record.rules, self.names)

    @property
    def is_signed(self) -> bool:
        """Whether all players have signed."""
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Whether anybody has signed, or the record is held: from then on no statement is taken at the table."""
        return self.held or any(self.signatures)

    @property
    def corrected(self) -> bool:
        """Whether the record was corrected by agreement or by a ruling."""
        return any(form.startswith(DISPUTE) for log in self.taps for form in log)

    @property
    def current_deal(self) -> int:
        """The number of the deal that is being recorded: the last, or the next if the last is over."""
        deals = self.partie.deals
        if not deals:
            return 0
        return len(deals) - 1 if not deals[-1].is_over or self.partie.is_over else len(deals)

    def log(self, deal: int) -> Log:
        """The log of a deal; empty for one that has not begun."""
        deals = self.partie.record.deals
        return deals[deal].log if 0 <= deal < len(deals) else ()


def last_said(version: str) -> int:
    """
    Return the number of the last statement of a partie that has this version; -1 if it is no version.

    >>> last_said("181-2"), last_said("")
    (181, -1)
    """
    number = version.partition("-")[0]
    return int(number) if number.isascii() and number.isdecimal() else -1


def find_row(db: Connection, code: str) -> store.PartieRow:
    """
    The stored partie with this code, in letters of any case.

    Raises:
        NoSuchPartie: there is none.
    """
    row = store.find_partie(db, code.upper())
    if row is None:
        raise NoSuchPartie(code)
    return row


def read_logs(db: Connection, partie_id: int) -> list[list[str]]:
    """What was said in each deal of a partie, every statement in its canonical form."""
    return [[each.text for each in log] for log in _by_deal(db, partie_id)]


def _by_deal(db: Connection, partie_id: int, last: int | None = None) -> list[list[store.StatementRow]]:
    logs: dict[int, list[store.StatementRow]] = {}
    for each in store.statements(db, partie_id, last=last):
        logs.setdefault(each.deal, []).append(each)
    return [logs[deal] for deal in sorted(logs)]


def from_paper(*scores: int) -> str:
    """
    What is kept in the place of a deal's log when only the totals of each side are known.

    >>> from_paper(28, 23)
    'scores 28 23'
    """
    return " ".join(map(str, (FROM_PAPER, *scores)))


def deal_record(log: Sequence[str], rules: Ruleset) -> DealRecord:
    """
    A deal as it is stored: the statements of its log, or the totals last copied from paper.

    >>> from scorer.rules.presets import PORTLAND
    >>> deal_record(["scores 15 23", "scores 24 23"], PORTLAND).scores
    (24, 23)
    """
    if not log or not log[0].startswith(FROM_PAPER):
        return DealRecord(parse_log("\n".join(log), rules))
    return DealRecord(scores=tuple(int(each) for each in log[-1].split()[1:]))


@lru_cache(maxsize=64)
def read_ruleset(text: str) -> Ruleset:
    """The ruleset of a partie from its text; of a season's thousands of parties all have the same."""
    return ruleset_from_data(json.loads(text))


def read_record(row: store.PartieRow, logs: Sequence[Sequence[str]]) -> PartieRecord:
    """What is known of a stored partie, of which these are the logs of the deals."""
    rules = read_ruleset(row.ruleset)
    players = tuple(Player(name) for name in row.players)
    return PartieRecord(rules, players, tuple(deal_record(log, rules) for log in logs))


def read_sheet(db: Connection, row: store.PartieRow) -> Sheet:
    """The sheet of a stored partie, every statement read, folded and scored."""
    rows = _by_deal(db, row.id)
    record = read_record(row, [[each.text for each in log] for log in rows])
    taps = tuple(tuple(each.form_key for each in log) for log in rows)
    version = store.version(db, row.id)
    given, lapsed = store.signatures(db, row.id), None
    earlier = [each.covers for each in given if each.covers != last_said(version)]
    if (
        earlier and season_parties.season_partie(db, row.id) is None
    ):  # in a season rulings and agreements correct what was signed
        lapsed = _lapsed(db, row, max(earlier), given)
        given = [each for each in given if each.covers == last_said(version)]
    signed: list[str | None] = [None] * len(row.players)
    for signature in given:
        signed[signature.player] = signature.name
    partie = play_partie(record)
    # of one that goes on a call for the director stops nothing
    held = partie.is_over and is_held(db, row.id)
    return Sheet(row.id, row.code, row.opened_at, partie, tuple(signed), version, held, taps, lapsed)


def _lapsed(db: Connection, row: store.PartieRow, covers: int, given: Sequence[store.SignatureRow]) -> Lapsed:
    """The signatures of the partie as it was when *covers* was its last statement."""
    signed = {each.player: each.name for each in given if each.covers == covers}
    logs = [[each.text for each in log] for log in _by_deal(db, row.id, covers)]
    settlement = play_partie(read_record(row, logs)).settlement
    assert settlement is not None, "only a partie that is over is signed"
    return Lapsed(tuple(signed[player] for player in sorted(signed)), settlement)


def is_held(db: Connection, partie_id: int) -> bool:
    """Whether the record of a partie, if it is over, is held as it is: see `Sheet.held`."""
    return season_parties.is_locked(db, partie_id) or companies.is_locked(db, partie_id)


def with_totals(sheet: Sheet, deal: int, scores: tuple[int, ...]) -> Partie:
    """
    The partie as it would be with these totals for *deal*, from paper.

    Raises:
        NotationError: the deals are not one after another, or the deal has a log of its own.
    """
    record = sheet.partie.record
    deals = list(record.deals)
    if not 0 <= deal <= len(deals):
        raise NotationError("the deals are recorded one after another")
    if deal == len(deals):
        deals.append(DealRecord())
    if deals[deal].log:
        raise NotationError("this deal was recorded at the table; its totals follow from what was said")
    deals[deal] = DealRecord(scores=scores)
    return play_partie(replace(record, deals=tuple(deals)))


def extended(sheet: Sheet, deal: int, new: Log) -> Partie:
    """
    The partie as it would be with *new* said at the end of the log of *deal*.

    Raises:
        IllegalStatement: the rules refuse it, or something after it.
    """
    record = sheet.partie.record
    deals = list(record.deals)
    if deal > len(deals) or deal < 0:
        raise NotationError("the deals are recorded one after another")
    if deal == len(deals):
        deals.append(DealRecord())
    if deals[deal].scores is not None:
        raise NotationError("this deal is known from paper, by its totals alone")
    deals[deal] = replace(deals[deal], log=deals[deal].log + new)
    return play_partie(replace(record, deals=tuple(deals)))
