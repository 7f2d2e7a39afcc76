"""What the tests of signing and of disputes share: two players, the phone between them, and their pages."""

from dataclasses import dataclass
from functools import cached_property

from scorer.service.club.signing import SeasonSheet
from tests.web.club.visitors import Visit
from tests.web.conftest import Phone

ADA, BEN, CAT = 1, 2, 3

PINS = {ADA: "4711", BEN: "2468"}

TRICK = "strike 12 for tricks Y1"
"""Ben's version of the third deal: Ben won the last trick, so the partie pays 392 and not 421."""


@dataclass
class Table:
    """A club in which Ada and Ben play a season; Cat looks on."""

    visit: Visit
    season: int

    def play(self, *logs: str, signed: tuple[int, ...] = ()) -> str:
        return self.visit.club.play(self.season, ADA, BEN, *logs, signed=signed).sheet.code

    def shared(self, code: str) -> Phone:
        """Return the phone on the table: it scores the partie, and nobody is signed in on it."""
        phone = Phone(self.visit.app)
        link = self.visit.club.parties.links(code)[0].id
        with phone.client.session_transaction() as session:
            session["links"] = {code: link}
        return phone

    def member(self, number: int) -> Phone:
        return self.visit.member(number)

    def from_paper(self, *totals: tuple[int, int]) -> str:
        """Enter a partie from paper, deal by deal, signed by both; return its code."""
        return self.visit.club.from_paper(self.season, ADA, BEN, totals)

    @cached_property
    def director(self) -> Phone:
        return self.visit.director

    def sheet(self, code: str) -> SeasonSheet:
        found = self.visit.club.services.signing.sheet(code)
        assert found is not None
        return found

    @property
    def entries(self) -> list[str]:
        """Return the kinds of the entries of the book, in order."""
        page = self.visit.club.services.book.page(self.visit.club.club.id)
        return [each.entry.kind for each in reversed(page.entries) if each.entry is not None]


def seated(visit: Visit) -> Table:
    """Enter the three in a season; Ada and Ben have PINs."""
    club = visit.club
    for member, pin in PINS.items():
        club.services.people.set_pin(club.members[member], member, pin)
    return Table(visit, club.season(ADA, BEN, CAT))
