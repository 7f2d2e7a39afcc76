"""
Make the database of the newest schema that `test_schema` migrates for ever after.

Run once, when a schema is released, from the checkout::

    python tests/storage/old_versions/make.py

It holds a finished partie, signed by both, whose second scoring link is revoked, and one in its second deal with a
statement struck; from the second schema on also a club, whose season has a partie that was posted, corrected by
agreement and ruled on, and a penalty; from the third also a company, and a partie of three; from the fourth also a
session that was ended. So there is a row in every table. A file that is there is never made again: what it proves is
that a database written by the program of its day can still be read.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from scorer.ledger.terms import Format, Terms
from scorer.rules.frames import Won, terms_named
from scorer.rules.house import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.actors import Role
from scorer.service.club.disputes import Asked
from scorer.service.club.drawing import Lots
from scorer.service.club.services import club_services
from scorer.service.companies import Companies
from scorer.service.parties import Parties, Recorded
from scorer.storage import companies as store
from scorer.storage.engine import open_engine, writing

HERE = Path(__file__).parent
CAVENDISH = """E exchange 5; Y exchange 3; E point 5; Y how many; E making 49 in hearts; Y good
E quart major in hearts; Y good; E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"""
PLAIN = "E point 5; Y good; count E7 last E play 9"


def say(parties: Parties, code: str, *deals: str) -> None:
    """Record *deals*, one form each, after those that are recorded."""
    for said in deals:
        number = parties.sheet(code).current_deal
        position = len(parties.sheet(code).log(number))
        result = parties.record(code, deal=number, position=position, said=said, form_key=f"{number}-{position}")
        assert isinstance(result, Recorded), result


def found_a_club(parties: Parties) -> int:
    """A club with two members and a season: a partie signed, corrected and ruled on, and a penalty; its number."""
    services = club_services(parties)
    token = services.clubs.new_setup_link()
    club, ann = services.clubs.found(token, club="The Talon", director="Ann", password="thirteen tricks")
    services.clubs.choose(ann, "public standings", "yes")
    ada, ben = services.people.admit(ann, "Ada"), services.people.admit(ann, "Ben")
    season = services.seasons.open(ann, Terms("Winter", ruleset_to_data(PRESETS["portland"]), Format.SINGLE))
    for member in (ada, ben):
        services.seasons.enter(ann, season, member)
    services.seasons.draw(ann, season, Lots.AS_ENTERED)
    phones = []
    for member in (ada, ben):
        phone = services.people.open_link(services.people.new_link(ann, member))
        assert phone is not None
        services.people.set_pin(phone, member, "4711")
        phones.append(phone)
    sheet, _ = services.signing.open(club.id, season, ada, ben, round_=1)
    say(parties, sheet.code, CAVENDISH, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN)
    for phone in phones:
        services.signing.sign(sheet.code, phone)
    services.disputes.ask(
        sheet.code, phones[1], Asked.CORRECTION, "my point was six", deal=1, said="strike 1 for E point 6"
    )
    services.disputes.agree(sheet.code, phones[0])
    services.disputes.ask(sheet.code, phones[0], Asked.CORRECTION, "so was mine", deal=2, said="strike 1 for E point 6")
    services.disputes.rule(sheet.code, ann, follow=False, words="Both had agreed.", law="Law 70")
    services.seasons.adjust(ann, season, ben, points=-50, reason="came an hour late", law="the season's terms")
    services.people.end_credential(ann, services.people.members(club.id)[0].links[0])
    services.people.new_link(ann, ada, role=Role.SCORER)
    services.people.sign_out("a session")
    return club.id


def play_a_company(parties: Parties, club_id: int) -> None:
    """A chouette of a season: a partie at the table, one from a paper card, one struck; signed, and a link revoked."""
    companies = Companies(parties.engine, parties.clock)
    card, _ = companies.open(["Ada", "Ben", "Cy"], terms_named("chouette share=2"), PRESETS["portland"])
    sheet, _ = companies.begin(card.code, number=0, elder=1)
    say(parties, sheet.code, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, "E concedes")
    companies.enter(card.code, number=1, result=Won(0, 150), form_key="paper")
    companies.enter(card.code, number=2, totals=(130, 90), form_key="twice")
    companies.strike(card.code, number=2, form_key="struck")
    companies.sign(card.code, place=0, name="Ada")
    companies.scoring.new(card.code)
    companies.scoring.revoke(card.code, companies.scoring.all(card.code)[1].id)
    with writing(parties.engine) as db:
        store.take_season(db, card.id, club_id=club_id, season=1, at="2026-09-01T20:00:00+00:00")


def make(path: Path) -> None:
    """Write the database to *path*, with nothing left in its write-ahead log."""
    engine = open_engine(f"sqlite:///{path}")
    parties = Parties(engine, lambda: datetime(2026, 9, 1, 20, 0, tzinfo=UTC))
    play_a_company(parties, found_a_club(parties))
    three, _ = parties.open(("Xi", "Yu", "Zoë"), PRESETS["normand"])
    say(parties, three.code, "T exchange 2; E point 5 making 44; Y point 5 making 48; tricks E3:1 Y1:2 T1:2")
    finished, _ = parties.open(("Ada", "Bea"), PRESETS["portland"])
    parties.new_link(finished.code)
    parties.revoke_link(finished.code, parties.links(finished.code)[1].id)
    say(parties, finished.code, CAVENDISH, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN)
    for player, name in enumerate(finished.names):
        parties.sign(finished.code, player=player, name=name)
    begun, _ = parties.open(("Élodie", "Ωρίων"), PRESETS["modern"])
    say(parties, begun.code, PLAIN, "E point 5; Y good", "strike 1 for E point 6")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()


if __name__ == "__main__":
    newest = max(path.stem[1:5] for path in (HERE.parents[2] / "scorer/storage/migrations/versions").glob("v*.py"))
    target = HERE / f"{newest}.sqlite"
    if target.exists():
        raise SystemExit(f"{target.name} is there, and is never made again")
    make(target)
