"""Verifying a book: a clean one is clean, and whatever is changed
in one place is found and named.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError, NoResultFound

from scorer.ledger.terms import Format, Stakes
from scorer.rules.names import without_isolates
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.seats import Player
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import Role
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.seasons.evenings import Attendance
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.pairs import Pairs
from scorer.storage import generations
from scorer.storage import schema as s
from scorer.storage.copies import copy_rows
from scorer.storage.engine import connect, make_empty, reading, writing
from scorer.storage.entry_rows import POSTED
from scorer.storage.row_chains import CHAINS, ROOTS
from scorer.storage.schema import metadata
from scorer.table.entering import token_about
from scorer.table.recording import seating_said
from tests import postgresql, there
from tests.rows import each_row
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, new_club
from tests.service.tables import PORTLAND
from tests.thorough import SEED, WHOLE, mostly_slow

CARD = [(27, 13), (15, 31), (44, 6), (18, 29)]
OTHER = [(20, 18), (4, 115), (10, 42), (33, 11)]

NOT_COVERED = {
    "erasure": "which traces are still to be removed; the names themselves are erased",
    "attempt": "rate limits, which end within the hour",
    "sent_version": "what a phone that watches has seen, until the next tap",
    "sign_in": "the phones that are signed in: what they can do, passwords and links can, which "
    "are covered",
    "setup_link": "founds a club and is spent then; whoever adds one founds a club of their own",
    "unopened": "who has not read how a dispute ended; only that they can be a reader of it is "
    "checked",
    "unseen_signature": "who has not read that they signed on another phone; the signatures "
    "are covered",
}
"""The tables that no digest covers, with the reason."""

BOOK = tuple(table.name for table in metadata.sorted_tables if table.name not in NOT_COVERED)
"""The tables in which nothing can be changed without being named."""

OWN_NUMBERS = {table.name for table in metadata.sorted_tables if table.name in BOOK} - {
    "sheet",
    "club",
    "pair",
}
"""The tables whose rows have a number in the database that says only in which order they came."""


def eventful_club(data: Path) -> RunningClub:
    club = new_club(data)
    seasons = club.services.seasons
    disputes = club.services.disputes
    ann = club.director
    ada, ben, cat, dan = club.admit("Ada", "Ben", "Cat", "Dan")
    club.season(ada, ben, cat, format=Format.SINGLE, stakes=Stakes(12, per=1))
    club.services.people.rename(ann, ben, "Benedict")
    seasons.draw(ann, 1, Lots.AS_ENTERED, first_day="2026-11-21", every=7)
    corrected = club.from_paper(1, ada, ben, CARD)
    club.play(1, cat, ada)
    club.correct(corrected, "scores 72 4", deal=1)
    ruled = club.from_paper(1, ben, cat, OTHER)
    club.from_paper(1, ben, ada, OTHER)
    disputes.file(ruled, club.members[ben], DisputeKind.CALL, "the fourth deal was mine")
    disputes.reply(ruled, club.members[cat], ReplyKind.REPLIES, "it was mine")
    disputes.rule(ruled, ann, follow=False, words="the sheet is right", law="Law 74")
    seasons.adjust(ann, 1, ben, points=-50, reason="came late")
    seasons.withdraw(ann, 1, cat, "has left town")
    seasons.replace(ann, 1, cat, dan)
    club.services.signing.set_day(
        club.services.signing.open(club.id, 1, (ada, ben)).code, "2026-11-20"
    )
    slot, *_ = [
        each.slot
        for each in seasons.fixtures_now(club.id, 1)
        if dan in each.members and each.is_open
    ]
    seasons.forfeit(ann, 1, slot, dan)
    seasons.adjust(ann, 1, ada, points=20, reason="by mistake")
    seasons.reverse(
        ann, seasons.adjust(ann, 1, ada, points=7, reason="oops").entry.number, reason="no"
    )
    club.services.signing.open(club.id, 1, (ada, ben))
    with writing(club.engine) as db:
        generations.begin(db, at=club.parties.at())
    _and_a_pair(club)
    _and_what_is_not_posted(club)
    assert club.faults == []
    return club


def _and_a_pair(club: RunningClub) -> None:
    """Two who play outside the seasons too, with all that can be said of their parties."""
    pairs = Pairs(club.engine, club.clock)
    deals = tuple(DealRecord(scores=each) for each in (*CARD, *OTHER))
    record = PartieRecord(PORTLAND, (Player("Ada"), Player("Eve")), deals[:6])
    sheet, token = club.parties.take(record)
    code, _ = pairs.put(sheet.code, carried={}, token=token_about(token, "pair"))
    pairs.note(sheet.code, "On the ferry")
    pairs.set_stake(code, "0.10", "€")
    account = there(pairs.history(code).account)
    pairs.settle(code, "Paid in cakes", account.open_points)


def _and_what_is_not_posted(club: RunningClub) -> None:
    """A partie in progress, another with corrected names, an open dispute, a company,
    and all that lets somebody in.
    """
    services = club.services
    ann = club.director
    ada, ben, cat, _ = club.members
    begun = club.play(1, ada, ben, "E point 5; Y good").sheet.code
    services.disputes.call(begun, 0, "the exchange")
    services.disputes.reply(begun, club.members[ben], ReplyKind.REPLIES, "it was five")
    plain, _ = club.parties.open(("Ada", "Bne"), PORTLAND)
    for position, name in enumerate(("Bne Adhem", "Ben Adhem")):
        said = seating_said(position, ("Ada", name))
        club.parties.record(plain.code, deal=0, position=position, said=said, form_key=name)
    company = club.season(ada, ben, cat, name="Circle", frame="chouette", order=COMPANY_ORDER)
    sheet, _ = club.companies.begin(club.card(company, ada, ben, cat), number=1, elder=0)
    club.parties.record(sheet.code, deal=0, position=0, said="E point 5", form_key="one")
    club.parties.new_link(sheet.code)
    for link in club.parties.links(sheet.code):
        club.parties.revoke_link(sheet.code, link.id)
    for each in (ada, ben):
        services.evenings.presence(ann, 1, "2026-11-28", each, Attendance.HERE)
    services.people.give_role(ann, ada, Role.SCORER)
    for pin in ("2846", "9173"):
        services.people.set_pin(club.members[ada], ada, pin)
    services.people.end_pin(ann, ada)
    services.people.begin(ann, "Chrome on Android")
    services.clubs.choose(ann, "public standings", "yes")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    club = eventful_club(tmp_path_factory.mktemp("verified"))
    yield club
    club.engine.dispose()


ROW = "ctid" if postgresql.INSTEAD else "rowid"
"""What a database calls a row of any table."""


def rows(db: Connection, table: str) -> Sequence[int | str]:
    return db.exec_driver_sql(f'SELECT {ROW} FROM "{table}" ORDER BY {ROW}').scalars().all()


def columns(table: str) -> list[str]:
    names = [column.name for column in metadata.tables[table].columns]
    return [name for name in names if name != "id" or table not in OWN_NUMBERS]


def flipped(value: object, byte: int, bit: int) -> object:
    """A value with one bit changed, of a byte of a text or of a number;
    or something where there was nothing.
    """
    if isinstance(value, str):
        data = bytearray(value.encode()) or bytearray(b" ")
        data[byte % len(data)] ^= 1 << bit
        # in PostgreSQL a text is always UTF-8, without NUL
        return (
            data.decode(errors="replace").replace("\0", "\1") if postgresql.INSTEAD else bytes(data)
        )
    if isinstance(value, float):
        return value * (1 + 2.0 ** -(20 + bit))
    assert isinstance(value, int | None)
    return 1 if value is None else value ^ 1 << bit


OF_AN_ENTRY = {"entry": "id", "posting": "entry_id", "reversal": "by_id"}


def named(db: Connection, name: str, at: int | str) -> str:
    """What a fault about a row must say: its entry, the code of its sheet or club,
    its number, or its table.
    """
    table = metadata.tables[name]

    def cell(column: str) -> object:
        return db.exec_driver_sql(
            f'SELECT "{column}" FROM "{name}" WHERE {ROW} = \'{at}\''
        ).scalar_one()

    if table is s.pair_partie:
        return str(cell("code"))
    if table is s.pair_sum:
        of = select(s.pair.c.code).where(s.pair.c.id == cell("pair_id"))
        return str(db.execute(of).scalar_one())
    if name in OF_AN_ENTRY:
        number = select(s.entry.c.number).where(s.entry.c.id == cell(OF_AN_ENTRY[name]))
        return f"entry {db.execute(number).scalar_one()}"
    row = cell("id") if "id" in table.c else None
    if table is s.chain_end and cell("chain") == s.generation.name:
        return f"generation {cell('owner')}"
    if table is s.generation:
        return f"generation {row}"
    if table is s.chain_end:
        row = cell("owner")
        table = CHAINS[metadata.tables[str(cell("chain"))]].owners
    owners = {chain.table: (chain.owner, chain.owners) for chain in CHAINS.values()}
    owners |= dict.fromkeys((s.player, s.renaming), ("sheet_id", s.sheet))
    while table in owners:
        owner, above = owners[table]
        row = db.execute(select(table.c[owner]).where(table.c.id == row)).scalar_one()
        table = above
    if table in ROOTS:
        return str(db.execute(select(table.c.code).where(table.c.id == row)).scalar_one())
    if "number" in table.c:
        return f"{name} {cell('number')}"
    return f"the {name.replace('_', ' ')}".replace("unposted", "mark as not posted")


def test_an_entry_whose_time_cannot_be_read_is_named(club: RunningClub) -> None:
    """Also of a partie, whose correction period cannot be computed then."""
    with reading(club.engine) as db:
        posted = db.execute(
            select(s.entry.c.number, s.entry.c.text).where(s.entry.c.kind == POSTED)
        ).all()
    for number, text in Random(SEED).sample(posted, 2):
        damaged = text.replace('"at":"20', '"at":"xx', 1)
        assert damaged != text
        with club.tampered(
            "entry", "UPDATE entry SET text = ? WHERE number = ?", damaged, number
        ) as db:
            found = [each.what for each in verify(db, now=club.clock())]
        assert any(each.startswith(f"entry {number}: its time 'xx") for each in found), found


@pytest.mark.parametrize(
    "table",
    mostly_slow(BOOK, BOOK if postgresql.INSTEAD else {"entry", "credential_end", "generation"}),
)
def test_one_flipped_bit_in_any_column_of_any_table_is_found_and_named(
    club: RunningClub, table: str
) -> None:
    """In a row by lot, with `WHOLE` in each;
    `tests/pages` has what is said of the last row, and of a removed one.
    """
    chance = Random(f"{SEED} {table}")
    owners = {each.owner for each in CHAINS.values() if each.table.name == table}
    with reading(club.engine) as db:
        every = rows(db, table)
    assert every, "nothing in this table happened in the eventful club"
    cells = (
        product(columns(table), every)
        if WHOLE
        else ((each, chance.choice(every)) for each in columns(table))
    )
    for column, row in cells:
        with reading(club.engine) as db:
            words = moved = named(db, table, row)
            old = db.exec_driver_sql(
                f'SELECT "{column}" FROM "{table}" WHERE {ROW} = \'{row}\''
            ).scalar_one()
        new = flipped(old, chance.randrange(5000), chance.randrange(8))
        value = "CAST(? AS TEXT)" if isinstance(new, bytes) else "?"
        try:
            with club.tampered(
                table, f'UPDATE "{table}" SET "{column}" = {value} WHERE {ROW} = \'{row}\'', new
            ) as db:
                found = [each.what for each in verify(db, now=club.clock())]
                with suppress(NoResultFound):  # a last row is missed only where it now is
                    moved = named(db, table, row) if column in owners else words
        except IntegrityError:
            continue  # the database itself does not let it be written
        # of the table: a row that belongs to nothing, or to which nothing belongs
        also = "the opening of" if column == "code" else f"of the table {table}"
        is_named = any(words in each or moved in each or also in each for each in found)
        assert is_named, f"{table}.{column}: {old!r} to {new!r}: {found[:9]}"


def ends(db: Connection, table: str) -> list[tuple[int, int | str, str]]:
    """The owner of each chain of a table, with its last row and the code of what owns it."""
    rows = CHAINS[metadata.tables[table]]
    last = f'SELECT max(id) FROM "{table}" GROUP BY {rows.owner}'
    found = db.exec_driver_sql(
        f'SELECT {rows.owner}, {ROW} FROM "{table}" WHERE id IN ({last}) ORDER BY id'
    ).all()
    return [(owner, at, named(db, table, at)) for owner, at in found]


def is_of(what: str, code: str, beginning: str, end: str) -> bool:
    return what.startswith(beginning) and code in what and what.endswith(end)


END = "do not end as noted: the last was removed, changed or added"


@pytest.mark.parametrize("table", [each.name for each in CHAINS])
def test_the_removal_of_the_last_row_of_any_chain_is_found_and_named(
    club: RunningClub, table: str
) -> None:
    """Also of its only row, and where nobody has signed;
    of a chain by lot, with `WHOLE` of each.
    """
    plural = CHAINS[metadata.tables[table]].plural
    with reading(club.engine) as db:
        chains = ends(db, table)
    assert chains, "nothing in this table happened in the eventful club"
    for _, row, code in chains if WHOLE else Random(f"{SEED} {table}").sample(chains, 1):
        with club.tampered(table, f"DELETE FROM \"{table}\" WHERE {ROW} = '{row}'") as db:
            found = [each.what for each in verify(db, now=club.clock())]
        assert any(is_of(each, code, f"the {plural} of ", END) for each in found), found


@pytest.mark.parametrize("table", [each.name for each in CHAINS])
def test_the_removal_of_a_note_of_where_a_chain_ends_is_found_and_named(
    club: RunningClub, table: str
) -> None:
    plural = CHAINS[metadata.tables[table]].plural
    with reading(club.engine) as db:
        owner, _, code = Random(f"{SEED} {table}").choice(ends(db, table))
    sql = f"DELETE FROM chain_end WHERE chain = '{table}' AND owner = {owner}"
    with club.tampered("chain_end", sql) as db:
        (fault,) = verify(db, now=club.clock())
    assert is_of(fault.what, code, f"the note of where the {plural} of ", " end was removed"), fault


def test_the_removal_of_the_last_generation_is_found_and_named(club: RunningClub) -> None:
    with club.tampered("generation", "DELETE FROM generation WHERE id = 2") as db:
        found = [each.what for each in verify(db, now=club.clock())]
    assert found == ["generation 2 of the book was removed"]


def test_an_entry_that_a_generation_began_with_is_missed(club: RunningClub) -> None:
    """Also if it is taken for one that a restore lost."""
    with club.tampered("entry", "DELETE FROM entry WHERE id = 3") as db:
        found = [each.what for each in verify(db, now=club.clock())]
    (missed,) = (each for each in found if each.startswith("generation 2 of the book began with "))
    began, there = map(int, re.findall(r"(\d+)(?= entries| are left)", missed))
    assert there == began - 1


def unsigned(two: Two, *said: str) -> str:
    """The code of a partie outside every season, in which *said* is all that was said."""
    sheet, _ = two.parties.open(("Cat", "Dan"), PORTLAND)
    for position, each in enumerate(said):
        two.parties.record(sheet.code, deal=0, position=position, said=each, form_key=each)
    assert two.faults == []
    return sheet.code


OF_SHEET = "(SELECT id FROM sheet WHERE code = '{}')"


@each_row
def test_what_was_said_last_is_missed_although_nobody_has_signed(two: Two, kept: int) -> None:
    """However many statements are left."""
    code = unsigned(two, "E point 5", "Y good", "E quart")
    end = f"partie_id = {OF_SHEET.format(code)} AND position >= {kept}"
    with two.tampered("statement", f"DELETE FROM statement WHERE {end}") as db:
        found = [each.what for each in verify(db, now=two.clock())]
    assert found == [f"the statements of partie {code} {END}"]


def test_a_sheet_that_was_removed_is_missed_by_what_it_had(two: Two) -> None:
    code = unsigned(two, "E point 5")
    with two.tampered("sheet", f"DELETE FROM sheet WHERE code = '{code}'") as db:
        found = [each.what for each in verify(db, now=two.clock())]
    assert any(
        re.fullmatch("the sheet [0-9]+ was removed, which had statements", each) for each in found
    ), found


def test_a_copy_misses_what_was_removed_from_its_book(two: Two, tmp_path: Path) -> None:
    code = unsigned(two, "E point 5")
    other = connect(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    make_empty(other)
    with two.tampered(
        "statement", f"DELETE FROM statement WHERE partie_id = {OF_SHEET.format(code)}"
    ) as db:
        found = [each.what for each in verify(db, now=two.clock())]
        with writing(other) as copy:
            copy_rows(db, copy)
    assert [each.what for each in verify(other, now=two.clock())] == found != []
    other.dispose()


@each_row
def test_what_no_entry_gave_is_reported_as_the_fault_of_none(
    two: Two, change: str, what: str
) -> None:
    with two.tampered(change.partition(" ")[0], f"UPDATE {change}", "Eve") as db:
        found = [
            (each.club, each.entry, without_isolates(each.what))
            for each in verify(db, now=two.clock())
        ]
        assert (two.club.code, 0, what) in found


ONE_SIGNED = (0,)
SIGNED = (1, 2)


def signed_sheets(two: Two) -> dict[str, str]:
    """The code of a partie that one of its players has signed,
    and of a scorecard that two of three have.
    """
    cat = two.admit("Cat")[0]
    partie = two.partie(signed=ONE_SIGNED)
    season = two.season(two.ada, two.ben, cat, name="Circle", frame="chouette", order=COMPANY_ORDER)
    card = two.card(season, two.ada, two.ben, cat, won=((0, 150), (1, 90)))
    played, _ = two.companies.begin(
        two.card(season, two.ada, two.ben, cat, won=()), number=0, elder=0
    )
    two.parties.record(played.code, deal=0, position=0, said="E exchange 5", form_key="one")
    two.sign(card, *SIGNED)
    return {"partie": partie, "company": card}


LAST = {
    "statement": ("partie", "statement WHERE partie_id"),
    "turn_result": (
        "company",
        "turn_result WHERE turn_id IN (SELECT id FROM turn WHERE company_id",
    ),
}
"""The tables with the end of what is signed, with the kind of the sheet and its rows."""


@pytest.mark.parametrize("table", LAST)
def test_the_end_of_what_a_player_has_signed_is_missed_before_it_is_posted(
    two: Two, table: str
) -> None:
    """Its head is in the signature, too."""
    kind, own = LAST[table]
    code = signed_sheets(two)[kind]
    assert two.faults == []
    of_sheet = (
        f"{own} = (SELECT id FROM sheet WHERE code = '{code}'){')' * (table == 'turn_result')}"
    )
    with two.tampered(
        table, f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {of_sheet})"
    ) as db:
        found = [each.what for each in verify(db, now=two.clock())]
    players = ONE_SIGNED if kind == "partie" else (0, 1)
    for player in players:
        of = f"the signature of player {player + 1} of {kind} {code}"
        assert f"{of} is for a record that is not there: its end was removed" in found


def test_what_was_signed_before_a_correction_is_still_there(two: Two) -> None:
    """Also of a scorecard, whose head covers three tables."""
    codes = signed_sheets(two)
    two.asks(codes["partie"])
    two.services.disputes.reply(codes["partie"], two.players[0], ReplyKind.AGREES)
    asked = Correction(turn=1, said="removed")
    two.services.disputes.file(
        codes["company"], two.members[two.ben], DisputeKind.CORRECTION, "not played", asked
    )
    for member in (two.ada, 3):
        two.services.disputes.reply(codes["company"], two.members[member], ReplyKind.AGREES)
    assert two.faults == []


@each_row
def test_who_has_nothing_to_read_is_not_waited_for(
    club: RunningClub, change: str, what: str
) -> None:
    with club.tampered("unopened", change) as db:
        found = [each.what for each in verify(db, now=club.clock())]
    assert any(what in each for each in found), found
