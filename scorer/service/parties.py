"""
Parties at the table: open one, record a statement, strike one, sign.

A statement is recorded only if the whole partie is still legal with it, so
that what is stored can always be scored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, Engine

from ..rules.errors import NotationError
from ..rules.notation import format_statement, parse_log
from ..rules.refusals import IllegalStatement
from ..rules.ruleset import Ruleset
from ..rules.words import number_words
from ..storage import parties as store
from ..storage import season_parties
from ..storage.engine import DiskFull, Unavailable, reading, writing
from ..storage.parties import LinkRow, Sight
from .opening import NotAllowed, clean_name, open_partie
from .sheets import NoSuchPartie, Sheet, extended, find_row, is_held, last_said, read_sheet
from .tokens import hash_token, new_token

__all__ = [
    "Clash",
    "DiskFull",
    "LinkRow",
    "NoSuchPartie",
    "NotAllowed",
    "Parties",
    "Recorded",
    "Refused",
    "Sheet",
    "Sight",
    "Unavailable",
    "new_token",
]

SHOWN = 50
"""How many parties and names the first page looks back on."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The statement stands, or stood already under the same form key."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Clash:
    """
    Something else was recorded in the meantime; nothing was lost and nothing was added.

    Attributes:
        own: it was recorded by the same form, whose earlier tap had arrived after all.
    """

    sheet: Sheet
    attempted: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules refuse the statement, or it cannot be read; nothing was added."""

    sheet: Sheet
    attempted: str
    reason: str


CORRECT_SIGNED = "The partie has been signed. To correct it, open the deal from its sheet and tap what is wrong."
"""Why a signed partie takes no statement from the table, nor from a page that did not show it as signed."""


def _canonical(said: str, sheet: Sheet) -> list[str] | None:
    """The statements of *said* in their canonical form, or `None` if it cannot be read."""
    try:
        return [format_statement(each) for each in parse_log(said, sheet.partie.record.rules)]
    except NotationError:
        return None


@dataclass(frozen=True, slots=True)
class Parties:
    """The parties of one database, and the clock by which they are recorded."""

    engine: Engine
    clock: Clock

    def open(self, players: Sequence[str], rules: Ruleset, token: str = "") -> tuple[Sheet, str]:
        """
        Open a partie.

        Args:
            players: the names in their turn: the first is elder in the first
                deal, the last deals it.
            rules: the ruleset, which is kept whole.
            token: the secret of its first scoring link, drawn with the form
                so that a form sent twice opens one partie; drawn here if it
                is empty.

        Returns:
            The new sheet, and the secret of its first scoring link.

        Raises:
            NotAllowed: a name cannot be used, two are the same, or the rules
                are for fewer or more players.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = open_partie(db, players, rules, token, at=self._now())
            return read_sheet(db, row), token

    def sheet(self, code: str) -> Sheet:
        """
        The partie with this code.

        Raises:
            NoSuchPartie: there is none.
        """
        with reading(self.engine) as db:
            return read_sheet(db, find_row(db, code))

    def version(self, code: str) -> str:
        """
        The version of the partie with this code, without folding it.

        Raises:
            NoSuchPartie: there is none.
        """
        with reading(self.engine) as db:
            return store.version(db, find_row(db, code).id)

    def latest(self, sight: Sight) -> list[Sheet]:
        """The parties opened last, newest first, of those in *sight*."""
        with reading(self.engine) as db:
            return [read_sheet(db, row) for row in store.latest_parties(db, SHOWN, sight)]

    def last_names(self, sight: Sight) -> tuple[str, ...]:
        """The names of the partie in *sight* opened last, in its order; none before the first."""
        with reading(self.engine) as db:
            last = store.latest_parties(db, 1, sight)
            return last[0].players if last else ()

    def names(self, sight: Sight) -> list[str]:
        """The names players have used in the parties in *sight*, the latest first."""
        with reading(self.engine) as db:
            return store.names(db, SHOWN, sight)

    def record(
        self, code: str, *, deal: int, position: int, said: str, form_key: str, seen: str = ""
    ) -> Recorded | Clash | Refused:
        """
        Record what was said.

        A partie that somebody has signed outside every season takes a
        correction that leaves it over, and is then to be signed again; any
        other signed partie takes nothing.

        Args:
            code: the partie's code.
            deal: the number of the deal, from 0.
            position: how long the deal's log was when the form was made.
            said: one statement or several, in the words of the game.
            form_key: the form's idempotency key.
            seen: the version of the partie of which the form showed what the correction changes. A signed partie
                is corrected only with its current version: so nobody loses a signature by a stale page.

        Returns:
            `Recorded`, also if the form said the same before; `Clash` if the
            log has grown since the form was made, or the form was used to say
            something else; `Refused` with the reason.

        Raises:
            NoSuchPartie: there is no such partie.
        """
        while True:  # again only if something was recorded between reading and writing
            with reading(self.engine) as db:
                sheet = read_sheet(db, find_row(db, code))
                before = store.statements_with(db, sheet.id, form_key)
                closed = sheet.is_closed
                signs_again = closed and not sheet.held and season_parties.season_partie(db, sheet.id) is None
            if not form_key or deal < 0:
                return Refused(sheet, said, "This form is not from the sheet: reload it and tap again.")
            if before:
                place = before[0].deal, before[0].position
                same = [each.text for each in before] == _canonical(said, sheet) and place == (deal, position)
                return Recorded(sheet) if same else Clash(sheet, said, own=True)
            if closed and not signs_again:
                why = "is in dispute or in the book" if sheet.held else "has been signed"
                return Refused(sheet, said, f"The partie {why}, and takes no more statements.")
            if signs_again and seen != sheet.version:
                return Refused(sheet, said, CORRECT_SIGNED)
            log = sheet.log(deal)
            if position != len(log):
                return Clash(sheet, said)
            try:
                new = parse_log(said, sheet.partie.record.rules)
                if not new:
                    return Refused(sheet, said, "Nothing was said.")
                partie = extended(sheet, deal, new)
            except NotationError as error:
                return Refused(sheet, said, error.message)
            except IllegalStatement as error:
                return Refused(sheet, said, str(error))
            if signs_again and not partie.is_over:
                return Refused(sheet, said, "The partie was signed when it was over, and would not be over any more.")
            words = [format_statement(statement) for statement in new]
            with writing(self.engine) as db:
                held = (sheet.partie.is_over or partie.is_over) and is_held(db, sheet.id)
                if store.version(db, sheet.id) != sheet.version or (held and sheet.partie.is_over):
                    continue
                store.append_statements(
                    db, sheet.id, deal=deal, position=position, said=words, form_key=form_key, at=self._now()
                )
                if signs_again:
                    return Recorded(read_sheet(db, find_row(db, code)))
                version = store.version(db, sheet.id)
            taps = [*sheet.taps, ()][: len(partie.deals)]
            taps[deal] += (form_key,) * len(new)
            held = held and partie.is_over
            return Recorded(replace(sheet, partie=partie, version=version, held=held, taps=tuple(taps)))

    def sign(self, code: str, *, player: int, name: str, seen: str = "") -> Sheet:
        """
        Sign a finished partie that is played outside every season.

        A second signature of the same player changes nothing, until the partie is corrected.

        Args:
            code: the partie's code.
            player: who signs: the place in the partie, from 0.
            name: the player's name.
            seen: the version of the partie that was shown to be signed; empty for whatever it is.

        Raises:
            NoSuchPartie: there is no such partie.
            NotAllowed: it is not over, or is played in a season, or the name is not the player's, or the record
                was corrected since it was shown.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            sheet = read_sheet(db, row)
            if season_parties.season_partie(db, row.id) is not None:
                raise NotAllowed("It is played in a season: each player signs on his own phone, or with his PIN.")
            if not sheet.partie.is_over:
                raise NotAllowed("A partie is signed when it is over.")
            if player not in range(len(sheet.names)):
                raise NotAllowed(f"There are {number_words(len(sheet.names))} players to sign.")
            if clean_name(name).casefold() != sheet.names[player].casefold():
                raise NotAllowed(f"Sign with the name that stands on the sheet: {sheet.names[player]}.")
            if seen and last_said(seen) != last_said(sheet.version):
                raise NotAllowed("The partie was corrected after this page was shown. Look at it again, then sign.")
            if sheet.signatures[player] is None:
                store.append_signature(db, row.id, player=player, name=sheet.names[player], at=self._now())
            return read_sheet(db, row)

    def new_link(self, code: str, token: str = "") -> str:
        """Make another scoring link for the partie and return its secret; the same *token* makes one link."""
        token = token or new_token()
        with writing(self.engine) as db:
            row = find_row(db, code)
            if store.link_with(db, hash_token(token)) is None:
                self._new_link(db, row.id, token)
        return token

    def links(self, code: str) -> list[LinkRow]:
        """The partie's scoring links, oldest first."""
        with reading(self.engine) as db:
            return store.links(db, find_row(db, code).id)

    def revoke_link(self, code: str, link_id: int) -> None:
        """
        Revoke one of the partie's scoring links; once more changes nothing.

        Raises:
            NotAllowed: it is no link of this partie.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            link = next((link for link in store.links(db, row.id) if link.id == link_id), None)
            if link is None:
                raise NotAllowed("This partie has no such link.")
            if not link.revoked:
                store.revoke_link(db, link_id, at=self._now())

    def open_link(self, token: str) -> tuple[str, int] | None:
        """The code of the partie that a link's secret lets score, and the link's number; `None` if it does not."""
        with reading(self.engine) as db:
            link = store.link_with(db, hash_token(token))
            if link is None or link.revoked:
                return None
            return store.partie_by_id(db, link.partie_id).code, link.id

    def link_holds(self, code: str, link_id: int) -> bool:
        """Whether the link with this number still lets its holder score the partie."""
        with reading(self.engine) as db:
            links = store.links(db, find_row(db, code).id)
            return any(link.id == link_id and not link.revoked for link in links)

    def _new_link(self, db: Connection, partie_id: int, token: str) -> None:
        store.insert_link(db, partie_id, token_hash=hash_token(token), at=self._now())

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")
