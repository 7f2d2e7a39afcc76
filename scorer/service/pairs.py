"""Pairs: put a partie into the pair of its players, read what they played, and change what is said
of it.

A pair is two people who play with each other outside seasons. It is made by playing, and who has
its link may read it. Whoever calls this has checked who may do what.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from ..ledger import chain
from ..rules.messages import Text
from ..rules.names import Name, folded
from ..rules.partie import Partie, play_partie
from ..storage import erasures
from ..storage import pairs as store
from ..storage import schema as s
from ..storage import sheets as sheets_store
from ..storage.engine import Unavailable, reading, writing
from ..storage.pairs import OUT, OVER, RUNNING, Chosen, InPair, PairRow, PartieNow
from ..storage.sheets import SheetRow
from ..storage.statements import by_deals, statements_of, turn_of
from ..table.entering import NotAllowed, new_codes, one_line, refuse_if, token_about
from ..table.pair_page import PairAccount, PairHistory, PairSettled
from ..table.pair_results import PairSums, in_all, result_for
from ..table.pair_words import owed_for
from ..table.recording import Sheet, SheetKind
from ..table.saving import SavedPartie
from ..table.times import FIRST_ZONE, day_of
from .service import Service
from .sheets import find_any, read_record, read_sheet


class PairRefusal(Text):
    """Why something cannot be changed for a pair.

    It is said of a form, so no oracle asks it: each is in `tests/service`.
    """

    RENEWED = "This link was renewed. Ask for the new one."
    FUTURE = "Enter a day that is not in the future."
    IN_NO_PAIR = "This partie is in no pair."
    AMOUNT = "Enter what a point is worth as a number, such as 0.10."
    FOR_NOTHING = "You play for nothing here. Enter what a point is worth first."
    LEVEL = "The account is level. There is nothing to settle."
    CHANGED = "The account has changed since this page was shown. Check it, then settle."
    WHOSE_NAME = "Choose whose name is erased."
    OF_SEASON = "This partie is of a season."
    CHOOSE = "Choose the parties to part from this pair."
    LEAVE_ONE = "A pair keeps at least one partie. Leave one here."


LONGEST_NOTE = 120
"""Characters of a note, and of the line that closes an account."""

LONGEST_UNIT = 20

AMOUNT = re.compile(r"[0-9]{1,6}([.,][0-9]{1,4})?", re.ASCII)
"""What may be played for by the point."""

MOST_RUNNING = 20
"""How many parties that are not over a page lists."""


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


class PairPreview(NamedTuple):
    """What joining or parting does: the sums *before* of the pair, of the parties that come or go,
    from its side, and *after* of the pair.
    """

    before: PairSums
    moved: PairSums
    after: PairSums


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
            row = rows.get(spot.sheet_id)
            if row is None:
                yield f"sheet {spot.sheet_id}, which was put into a pair, is missing"
                continue
            try:
                partie = play_partie(read_record(row, by_deals(said[row.id])))
                wanted = store.to_row(_now(row, partie, spot))
            except (ValueError, LookupError) as error:
                yield f"partie {row.code} of a pair cannot be played: {error}"
                continue
            yield from _row_faults(row.code, wanted, stored.get(row.id))
    for surplus in store.without_sheet(db):
        yield f"partie {surplus['code']} is stored with a pair, but was never put into one"
    for code in store.without_link(db):
        yield f"pair {code} has no link"
    for code, period in store.wrong_sums(db):
        yield (
            f"the sums of pair {code} in {period.year} by {period.rules} are not those of its "
            f"parties"
        )


def _row_faults(code: str, wanted: store.Cells, found: store.Cells | None) -> Iterator[str]:
    if found is None:
        yield f"partie {code} is missing among those of its pair"
        return
    for name, again in wanted.items():
        if found[name] != again:
            yield (
                f"partie {code} of a pair: {name} is stored as {found[name]}, but should be {again}"
            )


# Pairs by their links


def _resolved(db: Connection, ids: Collection[int], *, by_link: bool = False) -> dict[int, int]:
    """Return for each of these pairs the one that it leads to: itself, unless it was joined.

    Its link leads no further than to a pair whose own link was renewed since: it is left out.
    """
    leads = {pair_id: pair_id for pair_id in ids}
    while found := store.joined(db, {*leads.values()}):
        if by_link:
            ended = {pair_id for pair_id, each in found.items() if not each.leads}
            leads = {pair_id: now for pair_id, now in leads.items() if now not in ended}
        leads = {
            pair_id: found[now].into if now in found else now for pair_id, now in leads.items()
        }
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
    leads = _resolved(db, found.values(), by_link=True) if found else {}
    rows = store.pairs_by_id(db, leads.values()) if leads else {}
    carried: dict[int, _Carried] = {}
    for token_hash, pair_id in found.items():
        root = leads.get(pair_id)
        if root is None:
            continue
        if root not in carried or pair_id == root:
            carried[root] = _Carried(rows[root], by_hash[token_hash])
    return carried


def _names_until(db: Connection, link: store.OldLink) -> tuple[Name, ...]:
    """Return the names that a phone with this link has seen last; none that came after it."""
    if not link.renewed_at:
        return ()
    latest = store.latest_of(db, [link.pair_id], until=link.renewed_at)
    return latest[link.pair_id].names if latest else ()


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

    def reached(self, secrets: Collection[str]) -> dict[str, str]:
        """Return the pairs to which links in force with these secrets lead, each by its code with
        its secret.
        """
        if not secrets:
            return {}
        with reading(self.engine) as db:
            found = _carried(db, secrets).values()
        return {each.pair.code: each.secret for each in found}

    def renewed(self, secrets: Collection[str]) -> dict[str, tuple[Name, ...]]:
        """Return of links with these secrets those that were renewed, each with the names of the
        pair as they were until then; without names if these are not known any more.
        """
        by_hash = {each: secret for secret in secrets for each in chain.digests(secret)}
        with reading(self.engine) as db:
            held = store.pairs_of_links(db, by_hash)
            leads = _resolved(db, held.values(), by_link=True) if held else {}
            gone = [each for each in by_hash if leads.get(held.get(each, 0)) is None]
            return {
                by_hash[link.token_hash]: _names_until(db, link)
                for link in store.old_links(db, gone)
            }

    def pairs_of(self, codes: Collection[str]) -> dict[str, str]:
        """Return the codes of the pairs of those of these parties that are in one, by the codes of
        the parties.
        """
        if not codes:
            return {}
        with reading(self.engine) as db:
            return store.pairs_of_sheets(db, codes)

    def left_out_of(self, codes: Collection[str]) -> set[str]:
        """Return those of these parties that are left out of their pairs."""
        if not codes:
            return set()
        with reading(self.engine) as db:
            return {*store.pairs_of_sheets(db, codes, OUT)}

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

    def latest_sheets(self, codes: Collection[str]) -> list[Sheet]:
        """Return the latest partie of each of the pairs with these codes, and the latest that is
        over, the last opened first.
        """
        if not codes:
            return []
        with reading(self.engine) as db:
            rows = store.pairs_with(db, codes)
            leads = _resolved(db, [row.id for row in rows.values()])
            roots = {*leads.values()}
            latest = [*store.latest_of(db, roots).values()]
            latest += store.latest_of(db, roots, OVER).values()
            ids = sorted({each.sheet_id for each in latest}, reverse=True)
            return [read_sheet(db, sheets_store.sheet_by_id(db, each)) for each in ids]

    # What a pair has played

    def history(
        self, code: str, *, year: str = "", rules: str = "", start: int = 0, most: int = 20
    ) -> PairHistory:
        """Return what a page about a pair shows: all its sums, and of a year and by some rules, if
        they are given, the steps and *most* results after the first *start*.

        Raises:
            NoSuchPair: no pair has this code.
        """
        with reading(self.engine) as db:
            pair = _find_pair(db, code)
            chosen = Chosen(pair.id, year, rules)
            periods = store.sums_by_period(db, pair.id)
            steps = store.steps(db, chosen)
            latest = store.latest_of(db, [pair.id]).get(pair.id)
            running = store.all_in(db, pair.id, status=RUNNING, most=MOST_RUNNING)
            return PairHistory(
                names=("", "") if latest is None else latest.names,
                periods=periods,
                steps=steps,
                results=store.results(db, chosen, start=start, most=most),
                count=len(steps),
                best_deals=store.best_deals(db, chosen),
                best_parties=store.best_parties(db, chosen),
                account=_account(db, pair.id, in_all(periods.values()).balance),
                running=_sheets(db, running),
                left_out=store.count_left_out(db, pair.id),
            )

    def left_out(self, code: str) -> list[Sheet]:
        """Return the parties that are left out of a pair, the last opened first."""
        with reading(self.engine) as db:
            return _sheets(db, store.all_in(db, _find_pair(db, code).id, status=OUT))

    def saved(self, code: str) -> list[SavedPartie]:
        """Return every partie of a pair that is not left out, with its note and who is on the left
        there, to save them.
        """
        with reading(self.engine) as db:
            spots = store.all_in(db, _find_pair(db, code).id)
            kept = {spot.sheet_id: spot.left for spot in spots if spot.status != OUT}
            notes = store.notes(db, kept)
            rows = sheets_store.sheets_where(db, s.sheet.c.id.in_(kept)) if kept else []
            return [
                SavedPartie(read_sheet(db, row), kept[row.id], notes.get(row.id, ""))
                for row in rows
            ]

    # The link

    def renew(self, code: str, token: str, new: str) -> None:
        """Give a pair another link with the secret *new*, after which no other leads to it; a
        repeat changes nothing.

        `NotAllowed` if the link with the secret *token* does not lead to it.
        """
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            if pair.id in _carried(db, [new]):
                return
            is_other = pair.id not in _carried(db, [token])
            refuse_if(is_other, PairRefusal.RENEWED())
            store.insert_link(db, pair.id, token_hash=chain.digest(new), at=self.at())

    # What is said of a partie

    def note(self, sheet: str, text: str) -> None:
        """Write a line beside a partie outside seasons; an empty one removes it."""
        line = one_line(text, LONGEST_NOTE)
        with writing(self.engine, sheet=sheet) as db:
            row = _open_row(db, sheet)
            if store.notes(db, [row.id]).get(row.id, "") != line:
                store.add_note(db, row.id, line, at=self.at())

    def note_of(self, sheet: str) -> str:
        """Return the line beside a partie; empty for none."""
        with reading(self.engine) as db:
            row = find_any(db, sheet, SheetKind.PARTIE)
            return store.notes(db, [row.id]).get(row.id, "")

    def set_day(self, sheet: str, day: str) -> None:
        """Correct the day, in ISO 8601, on which a partie outside seasons was played; `NotAllowed`
        for one that is none, or in the future.
        """
        with writing(self.engine, sheet=sheet) as db:
            row = _open_row(db, sheet)
            refuse_if(not is_past(day, self.at()), PairRefusal.FUTURE())
            if day != row.day:
                sheets_store.set_day(db, row.id, day, at=self.at())
                refresh(db, row.id)

    def leave_out(self, sheet: str) -> None:
        """Leave a partie out of its pair; a repeat changes nothing."""
        self._put_status(sheet, OUT)

    def take_back_in(self, sheet: str) -> None:
        """Let a partie count in its pair again; a repeat changes nothing."""
        self._put_status(sheet, RUNNING)

    def _put_status(self, sheet: str, status: str) -> None:
        with writing(self.engine, sheet=sheet) as db:
            store.lock(db)
            spot = store.in_pair(db, _open_row(db, sheet).id)
            if spot is None:
                raise NotAllowed(PairRefusal.IN_NO_PAIR())
            if (spot.status == OUT) != (status == OUT):
                self._move(db, spot._replace(status=status))

    # Two pairs of one, and one of two

    def part(self, code: str, sheets: Collection[str], token: str) -> str:
        """Make parties of a pair, by their codes, a pair of their own whose link has the secret
        *token*, and return its code; a repeat changes nothing.

        `NotAllowed` if they are none of the pair, or all of them.
        """
        with writing(self.engine) as db:
            store.lock(db)
            opened = _carried(db, [token])
            if opened:
                return next(iter(opened.values())).pair.code
            moved = _chosen_rows(db, _find_pair(db, code), sheets)
            (new_code,) = new_codes(1, lambda codes: store.taken(db, codes))
            hashed = chain.digest(token)
            pair = store.insert_pair(db, code=new_code, token_hash=hashed, at=self.at())
            self._move_rows(db, moved, pair.id)
            return pair.code

    def join(self, code: str, other: str, *, crossed: bool) -> None:
        """Bring all parties of another pair to this one, and let its link lead here; a repeat
        changes nothing.

        Args:
            crossed: the left player there is the right one here.
        """
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            joining = _find_pair(db, other)
            if pair.id == joining.id:
                return
            rows = store.rows_of_pair(db, joining.id)
            self._move_rows(db, map(store.crossed, rows) if crossed else rows, pair.id)
            store.save_joined(db, joining.id, pair, at=self.at())

    def part_again(self, code: str, other: str) -> None:
        """Give a pair that was joined into this one its parties back; those that were begun since
        stay. A repeat changes nothing.
        """
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            parted = store.pairs_with(db, [other.upper()]).get(other.upper())
            joining = store.joined(db, [parted.id]).get(parted.id) if parted else None
            if parted is None or joining is None or joining.into != pair.id:
                return
            came = store.came_from(db, pair.id, parted.id)
            rows = [row for row in store.rows_of_pair(db, pair.id) if row["sheet_id"] in came]
            turned = [
                row if row["seat"] == came[row["sheet_id"]] else store.crossed(row) for row in rows
            ]
            self._move_rows(db, turned, parted.id)
            store.save_joined(db, parted.id, None, at=self.at())

    def _move_rows(self, db: Connection, rows: Iterable[store.Cells], pair_id: int) -> None:
        """Put parties, by their rows as they will be, into another pair."""
        moved = [{**row, "pair_id": pair_id} for row in rows]
        for row in moved:
            spot = InPair(pair_id, row["sheet_id"], row["seat"], row["status"])
            store.put_sheet(db, spot, at=self.at())
        store.keep(db, moved)

    def preview_of_part(self, code: str, sheets: Collection[str]) -> PairPreview:
        """Return what `part` would do, without doing it; `NotAllowed` as there."""
        with reading(self.engine) as db:
            pair = _find_pair(db, code)
            ids = {row["sheet_id"] for row in _chosen_rows(db, pair, sheets)}
            rows = store.rows_of_pair(db, pair.id)
        moved = [row for row in rows if row["sheet_id"] in ids]
        stay = [row for row in rows if row["sheet_id"] not in ids]
        return PairPreview(store.sums_of_rows(rows), *map(store.sums_of_rows, (moved, stay)))

    def preview_of_join(self, code: str, other: str, *, crossed: bool) -> PairPreview:
        """Return what `join` would do, without doing it."""
        with reading(self.engine) as db:
            pair = _find_pair(db, code)
            joining = _find_pair(db, other)
            rows = store.rows_of_pair(db, pair.id)
            coming = [] if joining.id == pair.id else store.rows_of_pair(db, joining.id)
        if crossed:
            coming = [*map(store.crossed, coming)]
        before = store.sums_of_rows(rows)
        moved = store.sums_of_rows(coming)
        return PairPreview(before, moved, before + moved)

    # What a pair plays for

    def set_stake(self, code: str, amount: str, unit: str) -> None:
        """Say what a point is worth to a pair, as a decimal with a *unit*; empty for nothing.

        `NotAllowed` for what is no such amount.
        """
        amount = amount.strip().replace(",", ".")
        known = not amount or AMOUNT.fullmatch(amount)
        refuse_if(not known, PairRefusal.AMOUNT())
        is_nothing = not amount or not Decimal(amount)
        stake = {"amount": amount, "unit": one_line(unit, LONGEST_UNIT)}
        value = "" if is_nothing else json.dumps(stake, ensure_ascii=False)
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            if _last_value(db, pair.id, store.STAKE) != value:
                store.save_setting(db, pair.id, name=store.STAKE, value=value, at=self.at())

    def settle(self, code: str, line: str, seen: int) -> None:
        """Close the account of a pair with a line; *seen* are the open points that the form showed.

        A repeat changes nothing. `NotAllowed` if other points are open now, or nothing is played
        for.
        """
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            balance = in_all(store.sums_by_period(db, pair.id).values()).balance
            account = _account(db, pair.id, balance)
            if account is None:
                raise NotAllowed(PairRefusal.FOR_NOTHING())
            is_closed = account.open_points == 0
            last = account.settled[0].points if account.settled else 0
            if is_closed and last == seen:
                return
            refuse_if(is_closed, PairRefusal.LEVEL())
            refuse_if(account.open_points != seen, PairRefusal.CHANGED())
            owed = owed_for(seen, account.amount, account.unit)
            value = json.dumps({"points": seen, "owed": owed}, ensure_ascii=False)
            said = one_line(line, LONGEST_NOTE)
            store.save_setting(
                db, pair.id, name=store.SETTLED, value=value, line=said, at=self.at()
            )

    def take_back_settled(self, code: str) -> None:
        """Take back the last line that closed the account of a pair; without one do nothing."""
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            if _settled(db, pair.id):
                store.save_setting(db, pair.id, name=store.SETTLED, value="", at=self.at())

    # Names

    def erase(self, code: str, player: int) -> bool:
        """Erase the name of the left player, 0, or the right one on every sheet of a pair, and all
        lines that were written beside these.

        Return whether no trace of it is left in the file; a repeat tries that again, as a `Cleaner`
        does.
        """
        refuse_if(player not in (0, 1), PairRefusal.WHOSE_NAME())
        with writing(self.engine) as db:
            store.lock(db)
            pair = _find_pair(db, code)
            store.erase(db, pair.id, player, f"Former player {player + 1}")
            erasures.note(db, f"player {player + 1} of pair {pair.code}", at=self.at())
        if not isinstance(self.engine, Engine) or self.engine.dialect.name != "sqlite":
            return False  # to look through the tables of a server takes too long for a request
        try:
            return erasures.clean(self.engine)
        except Unavailable:
            return False  # the name is erased, and its traces are removed later


def is_past(day: str, at: str) -> bool:
    """Return whether a day in ISO 8601 is somewhere on earth not after the moment *at*."""
    try:
        return date.fromisoformat(day).isoformat() == day <= day_of(at, FIRST_ZONE)
    except ValueError:
        return False


def _open_row(db: Connection, code: str) -> SheetRow:
    """Return the partie with this code, which is in no season."""
    row = find_any(db, code, SheetKind.PARTIE)
    refuse_if(row.of_season, PairRefusal.OF_SEASON())
    return row


def _sheets(db: Connection, spots: Sequence[InPair]) -> list[Sheet]:
    ids = [spot.sheet_id for spot in spots]
    rows = sheets_store.sheets_where(db, s.sheet.c.id.in_(ids)) if ids else []
    return [read_sheet(db, row) for row in rows]


def _chosen_rows(db: Connection, pair: PairRow, codes: Collection[str]) -> list[store.Cells]:
    """Return the rows of parties of a pair by their codes, of which there are others."""
    wanted = {code.upper() for code in codes}
    rows = store.rows_of_pair(db, pair.id)
    chosen = [row for row in rows if row["code"] in wanted]
    refuse_if(not chosen, PairRefusal.CHOOSE())
    refuse_if(len(chosen) == len(rows), PairRefusal.LEAVE_ONE())
    return chosen


def _last_value(db: Connection, pair_id: int, name: str) -> str:
    values = store.settings(db, pair_id, name)
    return values[-1].value if values else ""


def _settled(db: Connection, pair_id: int) -> list[PairSettled]:
    """Return the lines that closed the account of a pair, oldest first; an empty value takes back
    the one before it.
    """
    found = list[PairSettled]()
    for row in store.settings(db, pair_id, store.SETTLED):
        if not row.value:
            found.pop()
            continue
        read = json.loads(row.value)
        found.append(PairSettled(day_of(row.set_at), read["points"], read["owed"], row.text))
    return found


def _account(db: Connection, pair_id: int, balance: int) -> PairAccount | None:
    """Return what a pair plays for, if it does, and how many points are not settled."""
    value = _last_value(db, pair_id, store.STAKE)
    if not value:
        return None
    stake = json.loads(value)
    settled = _settled(db, pair_id)
    return PairAccount(
        amount=stake["amount"],
        unit=stake["unit"],
        open_points=balance - sum(each.points for each in settled),
        settled=tuple(reversed(settled)),
    )
