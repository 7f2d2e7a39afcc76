"""After the partie is posted: a member asks for a correction of any statement, and the director rules on it."""

from dataclasses import dataclass

import pytest

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.notation import parse_log
from scorer.rules.partie import Partie
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import Statement, effective
from tests import there
from tests.web.club.conftest import ADA, BEN, Table
from tests.web.conftest import Page, Phone
from tests.web.test_corrections import CASES, Case, follow, timeline

SHOW, POST = "Preview the changes", "Post to the ledger"


@dataclass
class Posted:
    """A partie of Ada and Ben that both have signed, in a season of its own."""

    table: Table
    code: str

    def record(self) -> Partie:
        return self.table.visit.club.parties.sheet(self.code).partie

    @property
    def paid(self) -> int:
        return there(self.record().settlement).points

    def said(self, deal: int) -> tuple[Statement, ...]:
        return tuple(statement for _, statement in effective(self.record().record.deals[deal].log))

    def statement(self, phone: Phone, deal: int, number: int) -> Page:
        """The page of a statement, from the settlement on by links."""
        page = phone.get(f"/p/{self.code}/settlement")
        page = phone.get(page.links()["Request a correction of one deal"])
        page = phone.get(next(href for href in page.links().values() if href.endswith(f"/deals/{deal}")))
        return phone.get(timeline(page, number))

    def asked(self, page: Page) -> Page:
        """The director's page of the dispute, once Ben has asked for what *page* shows."""
        ben = self.table.member(BEN)
        page = ben.get(page.links()["Ask for this correction"])
        assert ben.send(page, "Request a correction", reason="It was so.").status == 200
        return self.table.director.get(f"/p/{self.code}/disputes/1")

    def ruled(self, page: Page, key: str = SHOW, **ruling: str) -> Page:
        """What follows when the director decides on *page* by a *key* and posts what was shown."""
        words = {"words": "Both cards were seen.", "law": "Law 70", **ruling}
        return self.table.director.send(self.table.director.send(page, key, **words), POST)


def posted(table: Table, rules: Ruleset, *logs: str) -> Posted:
    """Play the deals of *logs* in a season under *rules*, and let both sign."""
    club = table.visit.club
    season = club.season(ADA, BEN, name="Spring", rules=ruleset_to_data(rules))
    code = club.play(season, ADA, BEN, *logs).sheet.code
    club.sign(code, ADA, BEN)
    return Posted(table, code)


@pytest.mark.parametrize("case", CASES[2:3], ids=lambda case: case.kind.__name__)
def test_a_statement_of_a_posted_partie_is_corrected_by_request_and_ruling(table: Table, case: Case) -> None:
    """By links and keys alone; that every kind can be corrected so is proved before signing."""
    partie = posted(table, case.rules, *case.logs(case.log))
    ben = table.member(BEN)
    page = partie.statement(ben, case.deal + 1, case.number)
    page = follow(ben, page, case.log, case.becomes, case.rules)
    assert page.root.all("form") == [], "what is posted is not changed at the table"
    partie.ruled(partie.asked(page), "Correct it")
    assert partie.said(case.deal) == parse_log(case.becomes, case.rules)
    should_be = case.should_be()
    assert partie.record().totals == should_be.totals
    assert there(partie.record().settlement)[:4] == there(should_be.settlement)[:4]
    assert table.entries[-1] == "sheet posted"


RUBICON = (
    "E point 5; Y good; E quint; Y good; E quatorze of aces; Y good; count E8 last E play 10",
    "E point 5; Y good; count E8 last E play 10",
    "E point 5; Y good; count E7 last E play 9",
    "E point 6; Y good; E quart; Y good; count E8 last E play 10",
    "E point 5; Y good; E trio of aces; Y not good; Y quatorze of tens; count E6 last E play 8",
    "E exchange 5; Y exchange 3; E point 5; Y good; count E5 last Y play 8",
)
"""Ada 181, Ben 100. In deal 6 Ben is elder, and has eight in play."""

SEVEN = RUBICON[5].replace("play 8", "play 7")


def test_the_page_of_a_correction_says_what_one_fewer_in_play_would_change(table: Table) -> None:
    """Without the count the partie would not be over, which cannot be requested."""
    partie = posted(table, PORTLAND, *RUBICON)
    assert (partie.record().totals, partie.paid) == ((181, 100), 181)
    ada = table.member(ADA)
    statement = partie.statement(ada, 6, 5)
    page = ada.get(statement.links()["Remove"])
    assert page.root.all("h1")[0].text == "How does the deal end?"
    assert "Ask for this correction" not in page.links()
    page = follow(ada, statement, RUBICON[5], SEVEN, PORTLAND)
    for words in (
        "Ben: five tricks, the last to Ada, 8 in play first difference Ben: five tricks, the last to Ada, 7 in play",
        "Deal 6: Ada −1, Ben −1. Total: Ada 180, Ben 99. Ben does not cross the Rubicon.",
        "The margin rises from 181 to 379.",
    ):
        assert words in page.text
    assert "Ask for this correction" in page.links()
    assert "Rank of" not in page.text
    becomes = RUBICON[1].replace("point 5; Y good;", "point 8; Y good; E huitieme; Y good; E quatorze of aces; Y good;")
    page = follow(ada, partie.statement(ada, 2, 1), RUBICON[1], becomes, PORTLAND)
    assert "Settlement: Ben by 114, not Ada by 181. Rank of Ada: 1 to 2. Rank of Ben: 2 to 1." in page.text
