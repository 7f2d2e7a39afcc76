"""What the tests of parties at the table share: what is said there, and short ways to say it."""

from scorer.rules.notation import format_statement
from scorer.rules.presets import PRESETS
from scorer.service.parties import Parties, Recorded, Sheet, Sight
from scorer.service.sheets import AnySheet

PORTLAND = PRESETS["portland"]
CAVENDISH = """E exchange 5; Y exchange 3; E point 5; Y how many; E making 49 in hearts; Y good
E quart major in hearts; Y good; E trio of knaves; Y not good; Y quatorze of tens
Y trio of queens; tricks E5 Y5 E2"""
PLAIN = "E point 5; Y good; count E7 last E play 9"
"""Elder's 5, 9 and the cards against younger's 6: 24 to 6."""

EVERY_LINK = Sight(links=frozenset(range(1, 300)))
"""What a phone sees that may score every partie of a small book."""


def logs(sheet: Sheet) -> list[list[str]]:
    return [[format_statement(each) for each in deal.log] for deal in sheet.partie.record.deals]


def say(parties: Parties, code: str, *taps: str, deal: int | None = None) -> Sheet:
    """Record *taps* one after another, each of which must be taken,
    in *deal* or in the one that is being recorded.
    """
    for said in taps:
        sheet = parties.sheet(code)
        number = sheet.current_deal if deal is None else deal
        position = sheet.recorded(number)
        key = f"{number}-{position}"
        assert isinstance(
            parties.record(code, deal=number, position=position, said=said, form_key=key), Recorded
        )
    return parties.sheet(code)


def unchanged(parties: Parties, before: AnySheet) -> bool:
    return parties.sheet(before.code) == before
