"""Pairs: put a partie into the pair of its players, read what they played, and change what is said
of it.

A pair is two people who play with each other outside seasons. It is made by playing, and who has
its link may read it. Whoever calls this has checked who may do what.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from ..ledger import chain
from ..rules.names import folded
from ..rules.partie import Partie, play_partie
from ..storage import pairs as store
from ..storage import schema as s
from ..storage import sheets as sheets_store
from ..storage.engine import reading, writing
from ..storage.pairs import OUT, RUNNING, InPair, PairRow, PartieNow
from ..storage.sheets import SheetRow
from ..storage.statements import by_deals, statements_of, turn_of
from ..table.entering import new_codes, token_about
from ..table.pair_results import result_for
from ..table.recording import SheetKind
from ..table.times import day_of
from .service import Service
from .sheets import find_any, read_record, read_sheet


class NoSuchPair(LookupError):
    """No pair has this code."""


class OwnPair(NamedTuple):
    """A pair that a phone carries: its code, the left and the right player of its latest partie,
    and the moment when that was opened.
    """

    code: str
    names: tuple[str, str]
    played: str


class PairOfSheet(NamedTuple):
    """The pair that a partie is in: its code, which player from 0 is on the left there, and whether
    the partie is left out.
    """

    code: str
    left: int
    is_out: bool


# The row of a partie, which follows from its sheet


def may_be_in_pair(db: Connection, row: SheetRow) -> bool:
    """Return whether a partie is one of two outside seasons and companies."""
    is_of_two = len(row.players) == 2 and row.of_season is None
    return is_of_two and turn_of(db, row.id) is None


def refresh(db: Connection, sheet_id: int) -> None:
    """Bring the row of a partie up to date, if it is in a pair, in the transaction that changed the
    partie.
    """
    store.lock(db)
    spot = store.in_pair(db, sheet_id)
    if spot is not None:
        _keep(db, spot)


def renamed(
    db: Connection, sheet_id: int, before: Sequence[str], after: Sequence[str], *, at: str
) -> None:
    """Bring the row of a partie up to date whose players were given other names.

    Players whose names were exchanged stay on their sides of the page. With the names of others the
    partie stays in its pair, until somebody parts it.
    """
    store.lock(db)
    spot = store.in_pair(db, sheet_id)
    if spot is None:
        return
    is_exchanged = [*map(folded, after)] == [*map(folded, reversed(before))]
    if is_exchanged:
        spot = spot._replace(left=1 - spot.left)
        store.put_sheet(db, spot, at=at)
    _keep(db, spot)


def _keep(db: Connection, spot: InPair) -> None:
    row = sheets_store.sheet_by_id(db, spot.sheet_id)
    store.keep(db, [store.to_row(_now(row, read_sheet(db, row).partie, spot))])


def _now(row: SheetRow, partie: Partie, spot: InPair) -> PartieNow:
    day = row.day or day_of(row.opened_at)
    result = None
    if partie.is_over:
        result = result_for(partie, left=spot.left, code=row.code, day=day, opened_at=row.opened_at)
    return PartieNow(spot, row.code, day, row.opened_at, result)


def pair_faults(db: Connection) -> Iterator[str]:
    """Yield how the rows of the parties of pairs differ from what their sheets give."""
    for several in store.all_by_rows(db):
        ids = [spot.sheet_id for spot in several]
        rows = {row.id: row for row in sheets_store.sheets_where(db, s.sheet.c.id.in_(ids))}
        said = statements_of(db, ids)
        stored = store.rows_of_sheets(db, ids)
        for spot in several:
            row = rows[spot.sheet_id]
            try:
                partie = play_partie(read_record(row, by_deals(said[row.id])))
            except (ValueError, LookupError) as error:
                yield f"partie {row.code} of a pair cannot be played: {error}"
                continue
            wanted = store.to_row(_now(row, partie, spot))
            found = stored.get(row.id)
            if found is None:
                yield f"partie {row.code} is missing among those of its pair"
                continue
            for name, again in wanted.items():
                if found[name] != again:
                    yield (
                        f"partie {row.code} of a pair: {name} is stored as {found[name]}, but "
                        f"should be {again}"
                    )
    for surplus in store.without_sheet(db):
        yield f"partie {surplus['code']} is stored with a pair, but was never put into one"


# Pairs by their links


def _resolved(db: Connection, ids: Collection[int]) -> dict[int, int]:
    """Return for each of these pairs the one that it leads to: itself, unless it was joined."""
    leads = {pair_id: pair_id for pair_id in ids}
    while into := store.joined_into(db, {*leads.values()}):
        leads = {pair_id: into.get(now, now) for pair_id, now in leads.items()}
    return leads


def _find_pair(db: Connection, code: str) -> PairRow:
    """Return the pair with this code, in any case, or the one that it was joined into."""
    row = store.pairs_with(db, [code.upper()]).get(code.upper())
    if row is None:
        raise NoSuchPair(code)
    leads = _resolved(db, [row.id])[row.id]
    return row if leads == row.id else store.pairs_by_id(db, [leads])[leads]


class _Carried(NamedTuple):
    """A pair that a phone carries, with the secret that leads to it."""

    pair: PairRow
    secret: str


def _carried(db: Connection, secrets: Collection[str]) -> dict[int, _Carried]:
    """Return the pairs to which secrets lead, by their ids; to one with two its own link."""
    by_hash = {each: secret for secret in secrets for each in chain.digests(secret)}
    found = store.pairs_of_links(db, by_hash) if by_hash else {}
    leads = _resolved(db, found.values()) if found else {}
    rows = store.pairs_by_id(db, leads.values()) if leads else {}
    carried: dict[int, _Carried] = {}
    for token_hash, pair_id in found.items():
        root = leads[pair_id]
        if root not in carried or pair_id == root:
            carried[root] = _Carried(rows[root], by_hash[token_hash])
    return carried


def _who(names: Collection[str]) -> frozenset[str]:
    return frozenset(map(folded, names))


@dataclass(frozen=True, slots=True)
class Pairs(Service):
    """The use cases of pairs."""

    def put(
        self, code: str, *, carried: Mapping[str, str], token: str, pair: str = ""
    ) -> tuple[str, str]:
        """Put a partie that was just opened into the pair of its players, and return the code and
        the secret of that; both empty for a partie of no pair. A repeat changes nothing.

        It is put into one of the pairs that are *carried*, by code with their secrets, whose latest
        partie has these names: into *pair* if that is one of them, else into the one that played
        last. If there is none, a new pair is opened whose link has the secret *token*.

        Raises:
            NoSuchPartie: no partie has this code.
        """
        with writing(self.engine) as db:
            store.lock(db)
            row = find_any(db, code, SheetKind.PARTIE)
            known = _carried(db, {*carried.values(), token})
            spot = store.in_pair(db, row.id)
            if spot is not None:
                here = known.get(spot.pair_id)
                return ("", "") if here is None else (here.pair.code, here.secret)
            if not may_be_in_pair(db, row):
                return "", ""
            into = self._put(db, row, known, token, pair)
            return into.pair.code, into.secret

    def _put(
        self, db: Connection, row: SheetRow, known: dict[int, _Carried], token: str, asked: str = ""
    ) -> _Carried:
        """Put a partie into a pair among *known* ones, or into a new one, which is known then."""
        latest = store.latest_of(db, known)
        same = [pair_id for pair_id, each in latest.items() if _who(each.names) == _who(row.names)]
        wanted = [pair_id for pair_id in same if known[pair_id].pair.code == asked.upper()]
        if same:
            last = max(same, key=latest.__getitem__)
            into = known[wanted[0] if wanted else last]
            first = latest[into.pair.id].names[0]
            left = int(folded(row.names[0]) != folded(first))
        else:
            (code,) = new_codes(1, lambda codes: store.taken(db, codes))
            opened = store.insert_pair(db, code=code, token_hash=chain.digest(token), at=self.at())
            into = _Carried(opened, token)
            known[opened.id] = into
            left = 0
        self._move(db, InPair(into.pair.id, row.id, left, RUNNING))
        return into

    def _move(self, db: Connection, spot: InPair) -> None:
        """Say where a partie is from now on, and keep its row."""
        store.put_sheet(db, spot, at=self.at())
        _keep(db, spot)

    def gather(
        self, links: frozenset[int], carried: Mapping[str, str], token: str
    ) -> dict[str, str]:
        """Put the parties of scoring links, by their ids, that are in no pair into the pairs of
        their players; return the secrets of the pairs made or used, by code.

        The secret of each new pair follows from *token*.
        """
        used: dict[str, str] = {}
        with writing(self.engine) as db:
            store.lock(db)
            known = _carried(db, carried.values())
            rows = store.sheets_of_links(db, links, SheetKind.PARTIE)
            for row in reversed(rows):
                if store.in_pair(db, row.id) is None and may_be_in_pair(db, row):
                    secret = token_about(token, *sorted(_who(row.names)))
                    known |= _carried(db, [secret])
                    into = self._put(db, row, known, secret)
                    used[into.pair.code] = into.secret
        return used

    def with_link(self, token: str) -> str:
        """Return the code of the pair to which the link in force with this secret leads; empty for
        none.
        """
        with reading(self.engine) as db:
            found = [*_carried(db, [token]).values()]
        return found[0].pair.code if found else ""

    def holds(self, code: str, token: str) -> bool:
        """Return whether the link with this secret is in force and leads to this pair, or to the
        one that it was joined into.
        """
        with reading(self.engine) as db:
            try:
                pair = _find_pair(db, code)
            except NoSuchPair:
                return False
            return pair.id in _carried(db, [token])

    def of_sheet(self, code: str) -> PairOfSheet | None:
        """Return the pair of the partie with this code; `None` if it is in none."""
        with reading(self.engine) as db:
            row = sheets_store.find_sheet(db, code.upper(), SheetKind.PARTIE)
            spot = None if row is None else store.in_pair(db, row.id)
            if spot is None:
                return None
            pair = store.pairs_by_id(db, [spot.pair_id])[spot.pair_id]
            return PairOfSheet(pair.code, spot.left, spot.status == OUT)

    def own(self, codes: Collection[str]) -> list[OwnPair]:
        """Return the pairs with these codes that have a partie, the one that played last first.

        Of pairs that lead to the same one, that is returned once: by its own code if it is asked
        for.
        """
        if not codes:
            return []
        with reading(self.engine) as db:
            rows = store.pairs_with(db, codes)
            leads = _resolved(db, [row.id for row in rows.values()])
            latest = store.latest_of(db, {*leads.values()})
        chosen: dict[int, str] = {}
        for code, row in rows.items():
            root = leads[row.id]
            if root not in chosen or root == row.id:
                chosen[root] = code
        by_play = sorted(latest, key=latest.__getitem__, reverse=True)
        return [
            OwnPair(chosen[root], latest[root].names, latest[root].opened_at) for root in by_play
        ]
