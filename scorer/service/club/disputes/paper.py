"""Enter a partie from a paper sheet, deal by deal.

The sheet is checked against its own figures first: the sum of each column, the grand total, and the
payment. A sheet that does not add up is refused unless a director rules on the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger.signing import Means
from ....rules.laws import Matter, bearing_on
from ....rules.names import without_isolates
from ....rules.partie import DealRecord, Partie, PartieRecord, play_partie
from ....rules.ruleset import Ruleset
from ....rules.seats import Player
from ....rules.sentences import IllegalStatement
from ....storage import disputes, projections, season_sheets, sheets, statements
from ....storage.engine import reading, writing
from ....table.entering import (
    NotAllowed,
    new_token,
    one_line,
    refuse_if,
    sentence,
    token_about,
)
from ....table.recording import Sheet, SheetKind
from ...service import Service
from ...sheets import append_deals, read_sheet
from ..credentials import Actor
from ..posting import signing
from ..posting.signing import SeasonSheet, StoredSheet, open_season_sheet, opened_with
from ..posts import terms_of
from ..seasons.fixtures import fixtures_now
from ..seasons.season import season_rules
from .cases import LONGEST_REASON, Ending, Outcome, check_basis, end

MOST_DEALS = 24
"""The rows of a sheet for a partie to a target, or for a series."""

ON_SHEETS = bearing_on([Matter.RECORD])
"""The laws that a ruling on a sheet that does not add up can rest on."""


@dataclass(frozen=True, slots=True)
class Written:
    """The figures on a paper sheet; `code` is that of a partie opened for it,
    still without statements.
    """

    deals: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    grand: int | None = None
    pays: int | None = None
    code: str = ""


class DoesNotAddUp(NotAllowed):
    """A sheet contradicts itself; `faults` says where and by how much."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


def rows_of(rules: Ruleset) -> int:
    return MOST_DEALS if rules.deals is None else rules.deals + rules.tie_deals


def scored(rules: Ruleset, names: tuple[str, str], written: Written) -> Partie:
    records = tuple(DealRecord(scores=pair) for pair in written.deals)
    first, second = names
    try:
        partie = play_partie(PartieRecord(rules, (Player(first), Player(second)), records))
    except IllegalStatement as error:
        raise NotAllowed(str(error)) from None
    refuse_if(not partie.is_over, f"{sentence(str(partie.missing))} Enter all its deals.")
    return partie


def faults(partie: Partie, names: tuple[str, str], written: Written) -> Iterator[str]:
    sums = [sum(each.points[player] * each.weight for each in partie.deals) for player in (0, 1)]
    for name, added, total in zip(names, sums, written.totals, strict=True):
        if added != total:
            yield (
                f"The deals of {name} add up to {added}; the sheet says {total}, which is "
                f"{_off(total - added)}."
            )
    both = sum(written.totals)
    if written.grand is not None and written.grand != both:
        off = _off(written.grand - both)
        yield f"The two totals add up to {both}; the sheet says {written.grand}, which is {off}."
    settlement = partie.settlement
    assert settlement is not None
    if written.pays is not None and written.pays != settlement.points:
        off = _off(written.pays - settlement.points)
        pays = "Nobody pays anything"
        if settlement.winner is not None:
            pays = f"{names[settlement.winner]} wins {settlement.points}"
        yield f"{pays} by these deals; the sheet says {written.pays}, which is {off}."


def _off(by: int) -> str:
    """Say by how much a figure is wrong.

    >>> _off(10), _off(-3)
    ('10 too many', '3 too few')
    """
    return f"{by} too many" if by > 0 else f"{-by} too few"


# Is it the sheet of a partie that is here already?


class Likely(NamedTuple):
    """A partie that may be the one on a paper sheet, with the reason in words."""

    season_sheet: SeasonSheet
    why: str

    @property
    def sheet(self) -> Sheet:
        assert isinstance(self.season_sheet.sheet, Sheet)
        return self.season_sheet.sheet


ALIKE = 2
"""Half of the deals of a partie, at least, are the same on the sheet of
the same partie on the same day.
"""


class _Asked(NamedTuple):
    """A sheet that somebody enters; its deals are those of the members in their order."""

    season: int
    members: tuple[int, int]
    written: Written
    round: int
    day: str


def _alike(found: SeasonSheet, asked: _Asked, *, no_fixture: bool) -> str:
    """Return why a partie of the same two may be the one on a sheet; empty if nothing says so."""
    assert isinstance(found.sheet, Sheet)
    if found.sheet.code == asked.written.code.upper():
        return f"The code {found.sheet.code} is on the sheet."
    if asked.round and found.membership.round == asked.round:
        return f"It is the partie of round {asked.round}."
    is_turned = found.membership.members != asked.members
    points = [each.points[::-1] if is_turned else each.points for each in found.sheet.partie.deals]
    same = sum(one == other for one, other in zip(points, asked.written.deals, strict=False))
    totals = found.sheet.partie.totals
    if tuple(totals[::-1] if is_turned else totals) == asked.written.totals:
        return "It has the same totals."
    if found.played == asked.day and same * ALIKE >= len(asked.written.deals):
        return f"It was played on the same day, and {same} of its deals are the same."
    return "No fixture of these two is left to play." if no_fixture else ""


def _is_settled(db: Connection, club_id: int, asked: _Asked) -> bool:
    """Return whether the season has fixtures, and none of these two is open."""
    one, _ = asked.members
    fixtures = fixtures_now(db, club_id, asked.season, member=one)
    own = [each for each in fixtures if set(each.members) == set(asked.members)]
    return bool(fixtures) and not any(each.is_open for each in own)


def _key_of_deals(token: str) -> str:
    """Return the idempotency key of the deals that a form with this *token* enters.

    Whoever may read the sheet reads its keys, and the token of a partie that is opened with it lets
    a phone score.
    """
    return token_about(token, "paper")


class Paper(Service):
    def likely(
        self,
        by: Actor,
        season: int,
        members: tuple[int, int],
        written: Written,
        *,
        round_: int = 0,
        played: str = "",
    ) -> list[Likely]:
        """Return the parties of the same two that may be the one on a sheet: posted, or still at a
        table.

        It is asked before anything is entered, since a partie that counts twice is harder to find
        than to prevent.
        """
        asked = _Asked(season, members, written, round_, played or self.at()[:10])
        with reading(self.engine) as db:
            first, second = members
            posted = projections.parties_of(
                db, by.club_id, first, season=season, other=second, forfeits=False
            )
            codes = [each.code for each in posted]
            codes += [
                row.code
                for row in season_sheets.unposted(db, by.club_id, season)
                if set(row.membership.members) == set(members) and statements.statements(db, row.id)
            ]
            no_fixture = bool(posted) and _is_settled(db, by.club_id, asked)
            found = [
                signing.find_season_sheet(db, code, self.clock(), by.club_id)
                for code in codes
                if code
            ]
        both = (
            (each, _alike(each, asked, no_fixture=no_fixture and each.posted is not None))
            for each in found
        )
        return [Likely(each, why) for each, why in both if why]

    def enter_paper(
        self,
        by: Actor,
        season: int,
        members: tuple[int, int],
        written: Written,
        *,
        round_: int = 0,
        token: str = "",
        into_book: bool = False,
        accepted: str = "",
        law: str = "Law 74",
        played: str = "",
    ) -> Sheet:
        """Enter a partie from a paper sheet, for both to sign or, by a director, posted at once; a
        *token* enters one.

        The first of *members* was elder in the first deal; *played* is the day, today if empty, or
        that on which the partie was opened here. Deals that do not add up raise `DoesNotAddUp`,
        unless a director says why they are *accepted*: this becomes a ruling, and the partie is
        posted.
        """
        accepted = one_line(accepted, LONGEST_REASON)
        law = one_line(law, LONGEST_REASON)
        if (into_book or accepted) and not by.is_director:
            raise NotAllowed("Only a director can post a partie without signatures.")
        refuse_if(accepted and not law, "Choose the law that the ruling rests on.")
        if accepted:
            check_basis(law, [each.cited for each in ON_SHEETS])
        at = self.at()
        with writing(self.engine, club=by.club_id, sheet=written.code) as db:
            before = self._entered(db, by, season, written.code, token)
            if before is not None:
                return before
            names = projections.members(db, by.club_id, members)
            first, second = members
            pair = names.get(first, ""), names.get(second, "")
            terms = terms_of(db, by.club_id, season)
            partie = scored(season_rules(terms), pair, written)
            found = tuple(faults(partie, pair, written))
            if found and not accepted:
                raise DoesNotAddUp(found)
            if written.code:
                opened = self._opened(db, by, season, members, written.code)
                row = opened.row
                if played:
                    signing.set_day(db, signing.read_known(db, opened), played, at=at)
            else:
                drawn = token or new_token()
                row = open_season_sheet(
                    db,
                    by.club_id,
                    season,
                    members,
                    round_=round_,
                    token=drawn,
                    at=at,
                    played=played,
                )
            append_deals(db, row.id, partie.record, _key_of_deals(token), at=at)
            if found:
                words = without_isolates(" ".join(["From paper:", *found]))
                dispute = disputes.raise_dispute(db, row.id, -1, "call", words, at=at)
                ruling = Ending(
                    how=Outcome.UPHELD,
                    by=by.author,
                    actor=by.member,
                    at=at,
                    words=accepted,
                    law=law,
                )
                end(db, row.membership, row.code, dispute, ruling)
            if into_book or found:
                known = signing.find_known(db, row.code)
                signing.post_sheet(db, known, author=by.author, at=at, unsigned_by=Means.INK)
            return read_sheet(db, sheets.sheet_by_id(db, row.id))

    def entered(self, by: Actor, season: int, code: str, token: str) -> Sheet | None:
        """Return the partie that a form with this *token* has entered, if it has."""
        with reading(self.engine) as db:
            try:
                return self._entered(db, by, season, code, token)
            except NotAllowed:
                return None  # what is wrong is said when it is entered

    def _opened(
        self, db: Connection, by: Actor, season: int, members: tuple[int, int], code: str
    ) -> StoredSheet:
        found = signing.find_stored(db, code, by.club_id, SheetKind.PARTIE)
        if found.row.membership.season != season:
            raise NotAllowed(f"The partie {found.row.code} belongs to another season.")
        if found.row.membership.pair != members:
            first, second = found.sheet.names
            raise NotAllowed(
                f"The sheet {found.row.code} is for {first} and {second}, with {first} as elder "
                f"first."
            )
        refuse_if(
            statements.statements(db, found.row.id),
            f"The partie {found.row.code} already has recorded deals.",
        )
        return found

    def _entered(
        self, db: Connection, by: Actor, season: int, code: str, token: str
    ) -> Sheet | None:
        if code and token:
            opened = signing.find_stored(db, code, by.club_id)
            entered = statements.statements_with(db, opened.row.id, f"{_key_of_deals(token)} 0")
            return read_sheet(db, opened.row) if entered else None
        row = opened_with(db, by.club_id, season, token) if token else None
        return None if row is None else read_sheet(db, row)
