"""Disputes about sheets, the replies to them, and how each ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, func, or_, select

from ..ledger.entries import Outcome
from ..ledger.finality import EndedCase, superseded
from . import row_chains
from . import schema as s
from .queries import once
from .sheets import SheetRow, sheets_where


class ReplyRow(NamedTuple):
    player: int
    kind: str
    words: str
    form_key: str
    replied_at: str


class DisputeRow(NamedTuple):
    """A dispute with the columns of its table, those of its outcome once it has ended,
    the replies to it, and by their numbers the disputes of its sheet that it `supersedes`, and the
    one by which it is `superseded_by`, or 0.
    """

    id: int
    sheet_id: int
    number: int
    player: int
    kind: str
    reason: str
    turn: int
    deal: int
    correction: str
    raised_at: str
    club_id: int | None
    season: int | None
    how: str | None
    by: str | None
    words: str | None
    law: str | None
    ended_at: str | None
    replies: tuple[ReplyRow, ...] = ()
    supersedes: tuple[int, ...] = ()
    superseded_by: int = 0

    @property
    def is_open(self) -> bool:
        return self.how is None

    def players_who(self, kind: str) -> tuple[int, ...]:
        """Return the players who agree or contest, each as they last did."""
        last = {each.player: each.kind for each in self.replies if each.kind != "replies"}
        return tuple(sorted(player for player, last_kind in last.items() if last_kind == kind))

    @property
    def asked(self) -> Correction:
        return Correction(self.turn, self.deal, self.correction)


class Correction(NamedTuple):
    """What a request or a ruling corrects; -1 for no turn of a company, or no deal.

    `said` is statements for the end of the deal's log; the totals of a deal from paper, as in
    `scores 28 23`; of a turn from paper, its result as `format_paper` writes it; or `removed`.
    """

    turn: int = -1
    deal: int = -1
    said: str = ""


NOTHING = Correction()


def raise_dispute(
    db: Connection,
    sheet_id: int,
    player: int,
    kind: str,
    reason: str,
    *,
    asked: Correction = NOTHING,
    at: str,
) -> DisputeRow:
    """Append a dispute, of the director if *player* is -1."""
    c = s.dispute.c
    number = (
        db.execute(select(func.max(c.number)).where(c.sheet_id == sheet_id)).scalar_one() or 0
    ) + 1
    values = {"number": number, "player": player, "kind": kind, "reason": reason}
    said = {"turn": asked.turn, "deal": asked.deal, "correction": asked.said}
    row_chains.append(db, s.dispute, sheet_id, {**values, **said, "raised_at": at})
    return disputes(db, sheet_id)[-1]


def append_reply(db: Connection, dispute_id: int, reply: ReplyRow) -> None:
    row_chains.append(db, s.reply, dispute_id, reply._asdict())


_OUTCOME = ("club_id", "season", "how", "by", "words", "law", "ended_at")

_DISPUTES = select(
    *(s.dispute.c[name] for name in DisputeRow._fields[: DisputeRow._fields.index(_OUTCOME[0])]),
    *(s.outcome.c[name] for name in _OUTCOME),
).select_from(s.dispute.outerjoin(s.outcome, s.outcome.c.dispute_id == s.dispute.c.id))
_ABOUT = _DISPUTES.where(s.dispute.c.sheet_id.in_(bindparam("ids", expanding=True))).order_by(
    s.dispute.c.number
)
_REPLIES = (
    select(s.reply.c.dispute_id, *(s.reply.c[name] for name in ReplyRow._fields))
    .where(s.reply.c.dispute_id.in_(bindparam("ids", expanding=True)))
    .order_by(s.reply.c.id)
)


def append_outcome(db: Connection, dispute: DisputeRow, readers: Collection[int]) -> None:
    """Append how a dispute ended, for *readers*, members who have yet to open it."""
    values = {name: getattr(dispute, name) for name in _OUTCOME}
    row_chains.append(db, s.outcome, dispute.id, values)
    rows = [
        {"club_id": dispute.club_id, "member": member, "dispute_id": dispute.id}
        for member in readers
    ]
    if rows:
        db.execute(s.unopened.insert(), rows)


@once
def disputes(db: Connection, sheet_id: int) -> list[DisputeRow]:
    return disputes_about(db, [sheet_id]).get(sheet_id, [])


@once
def disputes_about(db: Connection, ids: Collection[int]) -> dict[int, list[DisputeRow]]:
    found: dict[int, list[DisputeRow]] = {}
    for each in _read(db, _ABOUT, ids=[*ids]):
        found.setdefault(each.sheet_id, []).append(each)
    return {sheet_id: list(superseding(rows)) for sheet_id, rows in found.items()}


def superseding(rows: Collection[DisputeRow]) -> Iterator[DisputeRow]:
    """Yield all the disputes of a sheet, in their order, with what supersedes what."""
    # How one ended may be unknown in a damaged book; then it decided nothing.
    found = superseded(
        _ended_case(each, OUTCOMES[each.how]) for each in rows if each.how in OUTCOMES
    )
    for each in rows:
        supersedes = tuple(number for number, by in found.items() if by == each.number)
        superseded_by = found.get(each.number, 0)
        yield each._replace(supersedes=supersedes, superseded_by=superseded_by)


OUTCOMES: dict[str | None, Outcome] = {each.name.lower(): each for each in Outcome}


def _ended_case(row: DisputeRow, how: Outcome) -> EndedCase:
    corrects = how in (Outcome.CORRECTED, Outcome.MISTYPED, Outcome.AGREED)
    asked = row.asked
    if corrects and how is not Outcome.AGREED and not asked.said:
        # The day was corrected, or the sheet was posted again. Where both agree on what was raised
        # in words, the other player's answer is recorded, which is about the deal that was named.
        asked = NOTHING
    return EndedCase(
        number=row.number, how=how, turn=asked.turn, deal=asked.deal, corrects=corrects
    )


Found = tuple[SheetRow, DisputeRow]


def with_sheets(
    db: Connection, condition: ColumnElement[bool], start: int = 0, most: int | None = None
) -> list[Found]:
    """Return disputes that have ended, the latest end first, each with its sheet."""
    asked = _DISPUTES.where(condition).order_by(s.outcome.c.id.desc()).offset(start).limit(most)
    found = [DisputeRow(*row) for row in db.execute(asked)]
    if not found:
        return []
    ids = [each.sheet_id for each in found]
    sheets = {row.id: row for row in sheets_where(db, s.sheet.c.id.in_(ids))}
    # What supersedes what follows from all disputes of a sheet.
    every = {each.id: each for rows in disputes_about(db, ids).values() for each in rows}
    return [(sheets[each.sheet_id], every[each.id]) for each in found]


def unopened(db: Connection, club_id: int, member: int, most: int) -> list[Found]:
    u = s.unopened.c
    ids = select(u.dispute_id).where(u.club_id == club_id, u.member == member)
    return with_sheets(db, s.dispute.c.id.in_(ids), most=most)


def is_unopened(db: Connection, member: int, dispute_id: int) -> bool:
    u = s.unopened.c
    query = select(u.dispute_id).where(u.dispute_id == dispute_id, u.member == member)
    return db.execute(query).first() is not None


def delete_unopened(db: Connection, club_id: int, member: int, ids: Collection[int]) -> None:
    u = s.unopened.c
    db.execute(
        s.unopened.delete().where(u.club_id == club_id, u.member == member, u.dispute_id.in_(ids))
    )


class Search(NamedTuple):
    """What an outcome must have to be found; nothing is asked by what is empty."""

    law: str = ""
    season: int = 0
    how: tuple[str, ...] = ()
    words: str = ""

    def condition(self, club_id: int) -> ColumnElement[bool]:
        c = s.outcome.c
        said = or_(*(column.icontains(self.words, autoescape=True) for column in (c.words, c.law)))
        asked = (
            *((self.law, c.law == self.law), (self.season, c.season == self.season)),
            *((self.how, c.how.in_(self.how)), (self.words, said)),
        )
        return and_(c.club_id == club_id, *(condition for value, condition in asked if value))


def count_outcomes(db: Connection, club_id: int, search: Search) -> int:
    query = select(func.count()).select_from(s.outcome).where(search.condition(club_id))
    return int(db.execute(query).scalar_one())


def laws_cited(db: Connection, club_id: int) -> list[str]:
    c = s.outcome.c
    return list(
        db.execute(
            select(c.law).where(c.club_id == club_id, c.law != "").distinct().order_by(c.law)
        ).scalars()
    )


def open_disputes() -> Select[int]:
    d = s.dispute
    end = s.outcome
    return (
        select(d.c.sheet_id)
        .select_from(d.outerjoin(end, end.c.dispute_id == d.c.id))
        .where(end.c.id.is_(None))
    )


def _read(db: Connection, query: Select[Any], **asked: object) -> list[DisputeRow]:
    rows = [DisputeRow(*row) for row in db.execute(query, asked)]
    replies = _replies_to(db, [each.id for each in rows]) if rows else {}
    return [each._replace(replies=tuple(replies.get(each.id, ()))) for each in rows]


@once
def _replies_to(db: Connection, ids: Collection[int]) -> dict[int, list[ReplyRow]]:
    found = defaultdict[int, list[ReplyRow]](list)
    for dispute_id, *reply in db.execute(_REPLIES, {"ids": ids}):
        found[dispute_id].append(ReplyRow(*reply))
    return found
