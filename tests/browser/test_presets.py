"""One deal of other presets by taps, another every day: the walk follows the ruleset, and scores as the text."""

import pytest
from playwright.sync_api import expect

from scorer.rules.partie import Partie
from scorer.rules.presets import DEFAULT, PRESETS
from scorer.service.checking import score_text
from tests.browser.tables import NORMAND, NORMAND_PLAY, VOLEUR, VOLEUR_PLAY
from tests.browser.taps import Phone
from tests.rows import beside
from tests.thorough import SLOW, some

pytestmark = pytest.mark.browser

PLAYERS = ("Ada", "Ben", "Cem", "Dora")

CLUB = "E exchange 5; Y exchange 3; E point 6; Y good; E quart; Y good; E trio of kings; Y not good; Y trio of aces"

LOGS = {name: log.replace("CLUB", CLUB) for name, log in beside(__file__)["logs"].items()} | {
    "normand": f"{NORMAND}; {NORMAND_PLAY}",
    "voleur": f"{VOLEUR}; {VOLEUR_PLAY}",
}
LOGS["meyer-rubicon"] = LOGS["meyer-1888"]


def test_every_other_preset_has_a_deal() -> None:
    assert set(LOGS) == set(PRESETS) - {DEFAULT.id}


def scored(preset: str) -> Partie:
    names = ", ".join(f'"{name}"' for name in PLAYERS[: PRESETS[preset].players])
    return score_text(f'rules = "{preset}"\nplayers = [{names}]\n[[deal]]\nlog = "{LOGS[preset]}"\n')


@pytest.mark.parametrize("preset", some(LOGS, len(LOGS), days=SLOW))
def test_a_deal_by_taps_scores_as_its_text(phone: Phone, preset: str) -> None:
    expected = scored(preset)
    assert expected.deals[0].is_over
    phone.open_partie(*PLAYERS[: PRESETS[preset].players], rules=preset)

    phone.play(LOGS[preset], preset)

    explained = phone.page.get_by_role("region", name="The deal explained")
    expect(explained.locator("tfoot td")).to_have_text([str(points) for points in expected.deals[0].points])
    expect(phone.page.locator(".seat .total")).to_have_text([str(total) for total in expected.totals])
    expect(phone.page.get_by_role("link", name="Next deal")).to_be_visible()
