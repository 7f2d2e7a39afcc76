"""A name that is erased is gone from the book, its exports and its backups;
and nobody waits for it.
"""

import gzip
import io
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

from scorer.ledger.terms import Format as Play
from scorer.service.club.disputes import cases
from scorer.service.club.disputes.cases import DisputeKind, ReplyKind
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.club.transfer.import_files import File
from scorer.service.keeping import back_up, open_parties
from scorer.service.parties import Recorded
from scorer.service.shared import Cleaner
from scorer.storage import erasures
from scorer.storage import schema as s
from scorer.storage.engine import reading, writing
from scorer.storage.erasures import Mention
from tests import there
from tests.programs import until
from tests.service.club.conftest import TRICK, Two
from tests.service.club.full_club import NAMES, former_members, full_club
from tests.service.club.running_club import RunningClub, new_club

pytestmark = pytest.mark.sqlite  # these look into the file

EVERYTHING = ("Quirinus", "Rosalind", "Septimus")
"""The names of three to whom all happens that does not happen in the full club."""


def contents(data: bytes) -> bytes:
    """What is in an export, unpacked."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return b"\n".join(name.encode() + archive.read(name) for name in archive.namelist())
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def where_found(club: RunningClub, name: str, backup: Path) -> list[str]:
    """The files of the book, the exports and the new backup in which a name stands."""
    path = Path(str(club.engine.url.database))
    wanted = name.encode()
    found = [each.name for each in path.parent.glob(f"{path.name}*") if wanted in each.read_bytes()]
    found += [form.value for form in ExportFormat if wanted in contents(club.exported(form))]
    assert back_up(club.engine, backup, path.parent) == []
    return found + ["backup"] * (wanted in backup.read_bytes())


def full_of(data: Path) -> tuple[RunningClub, tuple[int, ...]]:
    """A club in which everything has happened, and the last three of its members,
    to whom the most has.
    """
    club = new_club(data)
    former_members(club, int(full_club(club).arguments["season"][1]))
    services = club.services
    ann = club.director
    one, two, three = club.admit(*EVERYTHING)
    services.people.rename(ann, one, "Quirin")
    services.people.rename(ann, one, EVERYTHING[0])
    (double,) = club.admit(f"{EVERYTHING[0]} the second")
    season = club.season(one, two, three, double, name="Spring")
    club.play(season, double, three)
    services.people.merge(ann, double, one)
    agreed = club.play(season, one, two).sheet.code
    club.correct(agreed, TRICK, deal=2)
    agreed = club.play(season, two, one).sheet.code
    club.correct(agreed, TRICK, deal=2)
    for who, follow in ((one, True), (two, False)):
        ruled = club.play(season, one, two).sheet.code
        services.disputes.file(ruled, club.members[who], DisputeKind.CALL, "the exchange")
        services.disputes.reply(ruled, club.members[one], ReplyKind.REPLIES, "it was five")
        services.disputes.rule(
            ruled, ann, follow=False, words="the record stands" * follow or "stands", law="Law 74"
        )
    withdrawn = club.play(season, one, two).sheet.code
    services.disputes.file(withdrawn, club.members[one], DisputeKind.CALL, "the exchange")
    services.disputes.withdraw(withdrawn, club.members[one])
    for member in (one, two):
        refused = club.play(season, one, two, signed=()).sheet.code
        services.disputes.file(
            refused, club.members[member], DisputeKind.REFUSAL, "the fourth deal"
        )
    club.from_paper(season, one, two, [(27, 13), (15, 31), (44, 6), (18, 29)])
    deals = "".join(f"1,{EVERYTHING[0]},{EVERYTHING[2]},{deal},40,20\n" for deal in range(1, 5))
    file = File(
        "parties.csv", f"partie,first,second,deal,first_points,second_points\n{deals}".encode()
    )
    services.importing.apply(ann, services.importing.check(ann, season, [file]))
    services.seasons.adjust(ann, season, one, points=-50, reason="came late")
    reversed_ = services.seasons.adjust(ann, season, one, points=7, reason="oops").entry.number
    services.seasons.reverse(ann, reversed_, reason="by mistake")
    company = club.season(one, two, three, name="Chouettes", frame="chouette", order=COMPANY_ORDER)
    card = club.card(company, one, two, three, won=((0, 150), (1, 90)))
    partie, _ = club.companies.begin(club.card(company, one, two, three, won=()), number=0, elder=0)
    club.parties.record(partie.code, deal=0, position=0, said="E exchange 5", form_key="one")
    club.sign(card, one, two, three)
    asked = cases.Correction(turn=1, said="removed")
    services.disputes.file(card, club.members[two], DisputeKind.CORRECTION, "not played", asked)
    for member in (one, three):
        services.disputes.reply(card, club.members[member], ReplyKind.AGREES)
    drawn = club.season(one, two, three, name="League", format=Play.SINGLE)
    services.seasons.draw(ann, drawn, Lots.AS_ENTERED)
    services.seasons.withdraw(ann, drawn, one, "has left town")
    services.seasons.replace(ann, drawn, one, 1)
    for each in (season, drawn):
        items = there(services.open_items.before_closing(club.id, each)).items
        services.closing.close(ann, each, {item.key: "it is over" for item in items})
    services.seasons.open_playoff(ann, drawn, 2, by_lot=True)
    services.clubs.choose(club.members[one], "shown as", "initials")
    services.people.set_pin(club.members[one], one, "2846")
    services.people.begin(club.members[one], "Chrome on Android")
    assert club.faults == []
    return club, (one, two, three)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningClub, tuple[int, ...]]]:
    club, members = full_of(tmp_path_factory.mktemp("full"))
    yield club, members
    club.engine.dispose()


def test_names_are_erased_from_the_whole_of_a_book_in_which_everything_has_happened(
    full: tuple[RunningClub, tuple[int, ...]], tmp_path: Path
) -> None:
    """Also from its exports, and from a new backup: each of them had the name."""
    club = full[0].copied(tmp_path)
    last = full[1]
    names = {**dict(enumerate(NAMES, 1)), **dict(zip(last, EVERYTHING, strict=True))}
    before = {
        form.value
        for form in ExportFormat
        if EVERYTHING[0].encode() in contents(club.exported(form))
    }
    assert before == {form.value for form in ExportFormat}
    for number, name in names.items():
        assert club.services.people.erase_preview(club.id, number).mentions == (), name
        assert club.services.people.erase(club.director, number)
    for number, name in names.items():
        assert where_found(club, name, tmp_path / f"backup {number}.sqlite") == []
    assert club.faults == []
    club.engine.dispose()


# What cannot be erased


def test_what_people_typed_is_named_before_the_name_is_erased(two: Two) -> None:
    """Whoever typed it, and in whatever case; the texts of others are not."""
    services = two.services
    code = two.partie(signed=(0, 1))
    services.seasons.adjust(two.director, two.winter, two.ben, points=-5, reason="BEN came late")
    last = two.entries[-1].number
    services.seasons.adjust(two.director, two.winter, two.ada, points=-5, reason="late")
    two.asks(code)
    services.disputes.reply(code, two.players[0], ReplyKind.REPLIES, "Ben is right")
    found = services.people.erase_preview(two.id, two.ben)
    assert found.mentions == (Mention(1, code), Mention(last))
    assert services.people.erase_preview(two.id, two.ada).mentions == ()


def test_a_name_that_an_earlier_version_put_into_an_entry_is_named(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who agreed to a correction was its author by name;
    the entry is chained, so the name stays.
    """
    code = two.partie(signed=(0, 1))
    two.asks(code)
    with monkeypatch.context() as patch:
        patch.setattr(cases, "numbered", lambda _: "Ada")
        two.services.disputes.reply(code, two.players[0], ReplyKind.AGREES)
    assert [each.author for each in two.entries if each.author == "Ada"]
    mentions = two.services.people.erase_preview(two.id, two.ada).mentions
    assert {each.number for each in mentions if not each.code} == {
        e.number for e in two.entries if e.author == "Ada"
    }
    assert Mention(1, code) in mentions


# Nobody waits


def has(club: RunningClub, name: str) -> list[str]:
    path = Path(str(club.engine.url.database))
    return [
        each.name
        for each in path.parent.glob(f"{path.name}*")
        if name.encode() in each.read_bytes()
    ]


SECONDS = 30
"""After which a request that waits for a lock has waited; the locks here are never released."""


def test_while_an_older_state_is_read_the_log_is_kept_and_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is erased, and a tap is recorded.
    When the reader has gone, the traces are removed.
    """
    monkeypatch.setattr("scorer.storage.engine.BUSY_TIMEOUT", 600_000)  # whoever waits is noticed
    monkeypatch.setattr("scorer.service.shared.PAUSES", (0.02,))
    club = new_club(tmp_path)
    zuleika, ben = club.admit("Zuleika", "Ben")
    code = club.play(club.season(zuleika, ben), zuleika, ben, "tricks E12").sheet.code
    cleaner = Cleaner(club.engine)
    people = club.services.people
    with ThreadPoolExecutor() as others, reading(club.engine) as db:
        assert db.execute(select(func.count()).select_from(s.player)).scalar_one() == 2
        erased = others.submit(people.erase, club.director, zuleika)
        assert erased.result(SECONDS) is False
        cleaner.wake()
        tap = partial(
            club.parties.record, code, deal=1, position=0, said="tricks Y12", form_key="tap"
        )
        assert isinstance(others.submit(tap).result(SECONDS), Recorded)
        assert people.erase_preview(club.id, zuleika).has_traces
        assert has(club, "Zuleika") != []
    until(lambda: not people.erase_preview(club.id, zuleika).has_traces)
    assert has(club, "Zuleika") == []
    club.engine.dispose()


def test_readers_and_writers_go_on_while_names_are_erased(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them is refused. The last name is gone as soon as nobody reads an older state."""
    monkeypatch.setattr("scorer.storage.engine.PATIENCE", SECONDS)  # the machine may be busy
    club = new_club(tmp_path)
    names = [f"Zuleika {letter}" for letter in "ABCDEFGHIJ"]
    ada, ben = club.admit("Ada", "Ben")
    gone = club.admit(*names)
    season = club.season(ada, ben)
    codes = [club.services.signing.open(club.id, season, (ada, ben)).code for _ in range(3)]

    def taps(code: str) -> None:
        for position, said in enumerate(("E exchange 5", "Y exchange 3", "E point 5", "Y good")):
            said_now = club.parties.record(
                code, deal=0, position=position, said=said, form_key=f"{position}"
            )
            assert isinstance(said_now, Recorded)

    def pages() -> None:
        for _ in range(20):
            club.services.standings.now(club.id, season)
            club.services.people.members(club.id)

    def erase() -> None:
        for number in gone:
            club.services.people.erase(club.director, number)

    with ThreadPoolExecutor() as pool:
        work = [
            pool.submit(erase),
            *(pool.submit(taps, code) for code in codes),
            pool.submit(pages),
            pool.submit(pages),
        ]
    for each in work:
        each.result()
    assert erasures.clean(club.engine)
    assert has(club, "Zuleika") == []
    assert club.faults == []
    club.engine.dispose()


def test_a_run_that_ends_before_the_traces_are_removed_is_finished_by_the_next(
    tmp_path: Path,
) -> None:
    club = new_club(tmp_path)
    (zuleika,) = club.admit("Zuleika")
    with reading(club.engine) as db:
        db.execute(select(s.member.c.name)).all()
        assert not club.services.people.erase(club.director, zuleika)
    club.engine.dispose()
    again = open_parties(tmp_path)
    Cleaner(again.engine).wake()
    until(lambda: erasures.clean(again.engine))
    assert has(club, "Zuleika") == []
    again.engine.dispose()


def test_a_file_of_a_version_that_did_not_overwrite_what_it_deleted_is_rewritten_once(
    tmp_path: Path,
) -> None:
    club = new_club(tmp_path)
    club.admit("Zuleika")
    with closing(club.engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA secure_delete = OFF")
    with writing(club.engine) as db:
        db.exec_driver_sql("UPDATE member SET name = 'Former member', salt = '', sealed = ''")
        erasures.note(db, erasures.FILE, at="")
    club.engine.dispose()
    assert has(club, "Zuleika") != []
    opened = open_parties(tmp_path)
    with reading(opened.engine) as db:
        assert erasures.pending(db) == set()
    assert has(club, "Zuleika") == []
    opened.engine.dispose()
