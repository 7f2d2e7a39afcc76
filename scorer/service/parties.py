"""Parties: open one, record statements, correct them, sign.

A statement is recorded only if the whole partie stays legal, so that a stored partie can always be
scored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from ..resources import resource_text
from ..rules.house_rules import ruleset_to_data
from ..rules.notation import format_statement
from ..rules.notation.document import Document, format_partie, parse_partie
from ..rules.partie import Partie, PartieRecord
from ..rules.ruleset import Ruleset
from ..rules.seats import Player
from ..storage import generations, season_sheets
from ..storage import sheets as store
from ..storage.engine import DiskFull, DiskUnusable, Unavailable, reading, writing
from ..storage.queries import batched
from ..storage.season_sheets import SheetState
from ..storage.sheets import LinkRow, PlayerRow, SheetRow, Sight
from ..storage.statements import StatementRow, append_statements, statements
from ..table.entering import NotAllowed, new_token, token_about
from ..table.recording import (
    Clash,
    Recorded,
    Refused,
    Sheet,
    SheetKind,
    is_seating,
    judge,
    seating_said,
    tapped,
)
from ..table.saving import moments_of
from ..table.times import day_at_table, day_carried, day_of, moment_begun, moment_said
from . import pairs
from .sheets import (
    FOLDED,
    NoSuchPartie,
    SheetRefusal,
    Sheets,
    append_deals,
    find_any,
    find_sheet,
    find_state,
    held_if,
    in_state,
    kept_sheet,
    open_partie,
    read_sheet,
)

__all__ = [
    "EXAMPLE",
    "Clash",
    "DiskFull",
    "DiskUnusable",
    "LinkRevoked",
    "LinkRow",
    "NoSuchPartie",
    "NotAllowed",
    "Parties",
    "Recorded",
    "Refused",
    "Sheet",
    "SheetKind",
    "SheetRow",
    "SheetState",
    "Sight",
    "Unavailable",
    "new_token",
]

EXAMPLE = "EXAMPLE"
"""The code of the example partie: longer than others, so no partie is opened with it."""

SHOWN = 50
"""How many parties and names the home page lists."""


AT_A_TIME = 20
"""How many parties that come together are written in one transaction."""


class TakenPartie(NamedTuple):
    """A partie that was taken from a file: the code of its sheet, and the secret of its first
    scoring link.
    """

    code: str
    secret: str
    document: Document


class LinkRevoked(NotAllowed):
    """The scoring link of a tap was revoked after the phone was last let score."""


@dataclass(frozen=True, slots=True)
class Parties(Sheets):
    engine: Engine

    @property
    def generation(self) -> str:
        """The token of the book's generation; a restore from a backup gives the book another."""
        return generations.token(self.engine)

    def open(
        self,
        players: Sequence[str],
        rules: Ruleset,
        token: str = "",
        *,
        first: int = 0,
        today: str = "",
        begun_on: str = "",
        ago: int = 0,
    ) -> tuple[Sheet, str]:
        """Open a partie once for each *token*; return its sheet and the secret of its first scoring
        link.

        Player number *first*, from 0, is elder in the first deal. *today* and *begun_on* are what a
        phone says of the day, as in `times.day_at_table`. It was begun *ago* seconds before it is
        sent, if it was begun without the club.
        """
        at = moment_begun(self.clock(), ago)
        day = day_at_table(today, at, begun_on=begun_on)
        record = PartieRecord(rules, tuple(map(Player, players)), first=first)
        return self._open(record, token, day=day, at=at)

    def take(self, record: PartieRecord, token: str = "", *, played: str = "") -> tuple[Sheet, str]:
        """Open a partie with all its deals, which was *played* elsewhere, once for each *token*;
        return as `open`.
        """
        at = self.at()
        return self._open(record, token, day=day_carried(played, at), at=at)

    def take_all(self, documents: Sequence[Document], token: str) -> list[TakenPartie]:
        """Open parties that were played elsewhere, in this order, each once for each *token*.

        Some are committed at a time, so that the tables that are scored meanwhile wait only a
        moment. If it is interrupted, the same call takes the others.
        """
        at = self.at()
        found = list[TakenPartie]()
        for some in batched(zip(documents, moments_of(documents, at), strict=True), AT_A_TIME):
            with writing(self.engine) as db:
                for document, moment in some:
                    text = format_partie(document.record, document.played)
                    secret = token_about(token, text)
                    day = day_carried(document.played, at)
                    row = _open(db, document.record, secret, day=day, at=moment)
                    found.append(TakenPartie(row.code, secret, document))
        return found

    def _open(self, record: PartieRecord, token: str, *, day: str, at: str) -> tuple[Sheet, str]:
        token = token or new_token()
        with writing(self.engine) as db:
            return read_sheet(db, _open(db, record, token, day=day, at=at)), token

    def example(self) -> Sheet:
        """Return the example partie, which no phone may score;
        a book has it from when it is first asked for.
        """
        with suppress(NoSuchPartie):
            return self.sheet(EXAMPLE)
        with writing(self.engine) as db:
            row = store.find_sheet(db, EXAMPLE) or self._record_example(db)
            return read_sheet(db, row)

    def _record_example(self, db: Connection) -> SheetRow:
        record = parse_partie(resource_text("examples/rubicon.piquet")).record
        at = self.at()
        players = tuple(PlayerRow(seat, player.name) for seat, player in enumerate(record.players))
        ruleset = json.dumps(ruleset_to_data(record.rules))
        (number,) = store.insert_sheets(
            db,
            [
                SheetRow(
                    id=0,
                    code=EXAMPLE,
                    kind=SheetKind.PARTIE,
                    terms="",
                    ruleset=ruleset,
                    opened_at=at,
                    players=players,
                    day=day_of(at),
                )
            ],
        )
        append_deals(db, number, record, EXAMPLE, at=at)
        return store.sheet_by_id(db, number)

    def sheet(self, code: str) -> Sheet:
        with reading(self.engine) as db:
            return find_sheet(db, code)

    def scored_by(self, links: frozenset[int]) -> list[Sheet]:
        """Return all parties of these scoring links, latest first."""
        with reading(self.engine) as db:
            rows = store.latest(db, SheetKind.PARTIE, len(links), Sight(links=links))
            return [read_sheet(db, row) for row in rows]

    def last_state(self, code: str, link_id: int) -> SheetState:
        """Return the state that the last tap by this link left;
        as it is now if this process knows of none.
        """
        return FOLDED.recall(self.engine, code.upper(), link_id) or self.state(code, link_id)

    def latest(self, sight: Sight) -> list[Sheet]:
        with reading(self.engine) as db:
            return [read_sheet(db, row) for row in store.latest(db, SheetKind.PARTIE, SHOWN, sight)]

    def last_names(self, sight: Sight) -> tuple[str, ...]:
        """Return the names of the latest partie in *sight*, in its order;
        empty before the first.
        """
        with reading(self.engine) as db:
            last = store.latest(db, SheetKind.PARTIE, 1, sight)
            return last[0].names if last else ()

    def names(self, sight: Sight) -> list[str]:
        with reading(self.engine) as db:
            return store.names(db, SHOWN, sight)

    def record(
        self,
        code: str,
        *,
        deal: int,
        position: int,
        said: str,
        form_key: str,
        seen: str = "",
        ago: int = 0,
        state: SheetState | None = None,
    ) -> Recorded | Clash | Refused:
        """Record statements; a repeated form changes nothing.

        A signed partie outside a season takes only corrections that leave it over, and must then be
        signed again. Any other signed partie takes nothing.

        Args:
            position: the length of the deal's log when the form was made.
            seen: `Sheet.seen` of what the form showed. A signed partie is corrected only with the
                current one, so that a stale page costs nobody a signature.
            ago: how many seconds before it is sent this was said, if the phone kept it without the
                club.
            state: of the sheet, if it has been read already, or as the last tap left it: it is
                checked again before anything is written, and read again before anything is refused.

        Raises:
            LinkRevoked: the scoring link of *state* no longer holds.
        """
        link = 0
        may_score = False
        if state is not None:
            link = state.link
            may_score = state.link_holds
        while True:  # until the sheet is judged in the state in which it is written, or is refused
            kept = None if state is None else kept_sheet(self.engine, state)
            if state is None or kept is None:
                with reading(self.engine) as db:
                    state = find_state(db, code, link)
                    sheet = in_state(db, state)
                    is_fresh = True
            else:
                sheet = kept
                is_fresh = False
            if may_score and not state.link_holds:
                raise LinkRevoked(SheetRefusal.REVOKED())
            judged = judge(
                sheet, deal=deal, position=position, said=said, form_key=form_key, seen=seen
            )
            if isinstance(judged, tuple):
                new, partie = judged
                words = [format_statement(each) for each in new] or [said]
                if is_seating(said):
                    words = [seating_said(partie.record.first)]  # names are never in the chain
                at = moment_said(self.clock(), ago, sheet.opened_at)
                if partie.record.players != sheet.partie.record.players:
                    after = self._rename(sheet, state, partie, deal=deal, form_key=form_key, at=at)
                else:
                    after = self._append(
                        sheet, state, words, partie, deal=deal, form_key=form_key, at=at
                    )
                if after is not None:
                    return Recorded(after, new)
            elif is_fresh:
                return judged
            state = None

    def said_at(self, code: str) -> dict[int, str]:
        """Return the moment of the last statement of each deal that has one,
        by the number of the deal from 0.
        """
        with reading(self.engine) as db:
            rows = statements(db, find_any(db, code, SheetKind.PARTIE).id)
        return {
            each.deal: each.recorded_at for each in rows
        }  # the last of a deal is the one that stays

    def _append(
        self,
        sheet: Sheet,
        state: SheetState,
        words: list[str],
        partie: Partie,
        *,
        deal: int,
        form_key: str,
        at: str,
    ) -> Sheet | None:
        """Append *words*, which make of a sheet this *partie*;
        `None`, and nothing, if its *state* is not current.
        """
        numbered = enumerate(words, sheet.recorded(deal))
        new = [StatementRow(deal, position, text, form_key, at) for position, text in numbered]
        if _may_have_result(sheet, partie):
            with writing(self.engine, sheet=sheet.code) as db:
                appended = season_sheets.append_if(db, sheet.code, state, new, after=sheet.head)
                if appended is not None:
                    pairs.refresh(db, sheet.id)
        else:
            appended = season_sheets.append_if(
                self.engine, sheet.code, state, new, after=sheet.head
            )
        if appended is None:
            return None
        last, head = appended
        if sheet.is_closed or sheet.of_signed or partie.record.first != sheet.elder(0):
            return self.sheet(sheet.code)
        state = state._replace(version=store.advanced(sheet.version, last))
        sheet = tapped(
            sheet, partie, state.version, head, deal=deal, form_keys=(form_key,) * len(words)
        )
        FOLDED.keep(self.engine, sheet, state)
        return held_if(sheet, state)

    def _rename(
        self, sheet: Sheet, state: SheetState, partie: Partie, *, deal: int, form_key: str, at: str
    ) -> Sheet | None:
        """Record the names that the players of *partie* have now; otherwise as `_append`.

        The statement has the seals of the names in their place, so that a name can be erased and
        the chain of statements still verifies.
        """
        with writing(self.engine, sheet=sheet.code) as db:
            if find_state(db, sheet.code, state.link) != state:
                return None
            names = [each.name for each in partie.record.players]
            seals = store.rename(db, store.sheet_by_id(db, sheet.id), names)
            said = [" ".join((seating_said(partie.record.first), *seals))]
            position = sheet.recorded(deal)
            append_statements(
                db, sheet.id, deal=deal, position=position, said=said, form_key=form_key, at=at
            )
            pairs.renamed(db, sheet.id, sheet.names, names, at=at)
        return self.sheet(sheet.code)


def _may_have_result(sheet: Sheet, partie: Partie) -> bool:
    """Return whether a tap that makes this *partie* of a sheet may change a result of a pair."""
    is_of_pair = len(sheet.names) == 2 and not (sheet.in_season or sheet.on_card)
    return is_of_pair and (sheet.partie.is_over or partie.is_over)


def _open(db: Connection, record: PartieRecord, token: str, *, day: str, at: str) -> SheetRow:
    """Open a partie with all its deals, or return the one that was opened with this *token*."""
    players = [(player.name, 0) for player in record.players]
    row = open_partie(db, players, record.rules, token, at=at, day=day)
    if (record.deals or record.first) and not read_sheet(db, row).partie.deals:
        # a row shows its key to every reader, and *token* is the secret of a scoring link
        append_deals(db, row.id, record, token_about(token, "deals"), at=at)
    return row
