"""One deal of other presets by taps, another every day: the walk follows the ruleset, and scores as the text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorer.rules.partie import Partie
from scorer.rules.presets import DEFAULT, PRESETS
from scorer.service.scoring import score_text
from tests.browser.tables import NORMAND, NORMAND_PLAY, VOLEUR, VOLEUR_PLAY
from tests.browser.taps import Phone
from tests.thorough import some

pytestmark = pytest.mark.browser

PLAYERS = ("Ada", "Ben", "Cem", "Dora")

CLUB = "E exchange 5; Y exchange 3; E point 6; Y good; E quart; Y good; E trio of kings; Y not good; Y trio of aces"

LOGS = {
    "modern": f"{CLUB}; tricks E7 Y5",
    "wikipedia": f"{CLUB}; tricks Y5 E7",
    "card-game-heaven": f"{CLUB}; tricks Y2 E9 Y1",
    "four-deal": f"{CLUB}; tricks E3 Y9",
    "cent-36": "E exchange 7; Y exchange 5; E point 6; Y good; E tierce; Y how high; E to king; Y not good; E no set; "
    "Y quart; Y trio of aces; tricks E3:1 E4:2 Y3:2 Y2:1",
    "cent-32": "E exchange 5; Y exchange 3; E point 6 making 54; Y good; E quart to king; Y not good; "
    "E trio of queens; Y good; Y quart major; tricks E3:1 E2:0 Y5:1 E2:1",
    "meyer-1888": "E exchange 5; Y exchange 3; E point 5; Y how many; E making 48; Y good; E tierce; Y not good; "
    "E trio of queens; Y not good; Y quart; Y trio of aces; tricks E6 Y6",
    "heaven-100": f"{CLUB}; tricks Y2 E9 Y1",
    "french-150": "E exchange 5; Y exchange 3; E point 5 making 49; Y not good; E tierce to queen; Y good; E no set; "
    "Y point 6 making 54; tricks E4 Y8",
    "auction": "E passes; Y passes; E bids 7; Y bids minus 8; E doubles; Y redoubles; E passes; "
    f"{CLUB}; count E7 last Y play 5",
    "normand": f"{NORMAND}; {NORMAND_PLAY}",
    "voleur": f"{VOLEUR}; {VOLEUR_PLAY}",
}
LOGS["meyer-rubicon"] = LOGS["meyer-1888"]


def test_every_other_preset_has_a_deal() -> None:
    assert set(LOGS) == set(PRESETS) - {DEFAULT.id}


def scored(preset: str) -> Partie:
    names = ", ".join(f'"{name}"' for name in PLAYERS[: PRESETS[preset].players])
    return score_text(f'rules = "{preset}"\nplayers = [{names}]\n[[deal]]\nlog = "{LOGS[preset]}"\n')


@pytest.mark.parametrize("preset", some(LOGS, len(LOGS)))
def test_a_deal_by_taps_scores_as_its_text(phone: Phone, preset: str) -> None:
    expected = scored(preset)
    assert expected.deals[0].is_over
    phone.open_partie(*PLAYERS[: PRESETS[preset].players], rules=preset)

    phone.play(LOGS[preset], preset)

    sums = phone.page.get_by_role("region", name="The deal explained").locator("tfoot tr")
    expect(sums.nth(0).locator("td")).to_have_text([str(points) for points in expected.deals[0].points])
    expect(sums.nth(1).locator("td")).to_have_text([str(total) for total in expected.totals])
    expect(phone.page.get_by_role("link", name="Next deal")).to_be_visible()
