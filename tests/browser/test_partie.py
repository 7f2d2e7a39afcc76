"""A whole partie by taps: every deal as its text has it, to the settlement that the text gives."""

import pytest
from playwright.sync_api import expect

from scorer.service.checking import score_text
from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import CAVENDISH_SHORT, CAVENDISH_TRICKS, Phone
from tests.rows import beside
from tests.thorough import SLOW, some

pytestmark = pytest.mark.browser

DEALS = [each.format(CAVENDISH_SHORT=CAVENDISH_SHORT) for each in beside(__file__)["deals"]]
"""Six deals that between them have every call, answer and bonus, and both ways to enter the play."""

TEXT = 'rules = "portland"\nplayers = ["Ada", "Ben"]\n' + "".join(f'[[deal]]\nlog = "{log}"\n' for log in DEALS)


def play_the_last(server: Served, phone: Phone, number: int) -> None:
    """Tap the last deals of a partie, this many, comparing each with what its text scores, up to the settlement."""
    server.sit(phone, *DEALS[:-number])
    for log, scored in list(zip(DEALS, score_text(TEXT).deals, strict=True))[-number:]:
        phone.next_deal()
        phone.play(log)
        explained = phone.page.get_by_role("region", name="The deal explained")
        expect(explained.locator("tfoot td")).to_have_text([str(points) for points in scored.points])
        expect(phone.page.locator(".seat .total")).to_have_text([str(total) for total in scored.totals])
    phone.awake()
    phone.page.get_by_role("link", name="Settlement").click()


def settles_as_its_text(phone: Phone) -> None:
    """The settlement's page shows the totals, the margin and every step that the text of the partie gives."""
    settlement = score_text(TEXT).settlement
    assert settlement is not None
    page = phone.page
    expect(page.get_by_role("heading", level=1)).to_contain_text(str(settlement.points))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ada")
    expect(page.locator(".sum tfoot td")).to_have_text([str(total) for total in score_text(TEXT).totals])
    expect(page.locator(".steps li:not(.total)")).to_have_count(len(settlement.steps))
    for step, item in zip(settlement.steps, page.locator(".steps li:not(.total)").all(), strict=True):
        expect(item).to_contain_text(step.source)


def both_sign(phone: Phone) -> None:
    """Each player signs with a tap; then the table takes no more statements."""
    page = phone.page
    for name in ("Ada", "Ben"):
        page.get_by_role("button", name=f"{name} signs").click()
        expect(page.get_by_role("button", name=f"{name} signs")).to_have_count(0)
    settled = page.url
    page.goto(settled.replace("/settlement", "/"))
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("button[name=say]")).to_have_count(0)
    page.goto(settled)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="The exchange")).to_be_visible()


@pytest.mark.parametrize(
    ("script", "number"),
    some([pytest.param(True, 3, id="with a script"), pytest.param(False, 1, id="without")], 2, days=SLOW),
)
def test_a_partie_by_taps_settles_as_its_text_and_is_signed(
    server: Served, make_phone: MakePhone, *, script: bool, number: int
) -> None:
    phone = make_phone(script=script)
    play_the_last(server, phone, number)
    settles_as_its_text(phone)
    both_sign(phone)


@pytest.mark.parametrize(
    ("log", "most", "script", "across"),
    [
        pytest.param(CAVENDISH_SHORT, 13, True, "no", id="the short way", marks=pytest.mark.always),
        *some(
            [
                pytest.param(CAVENDISH_SHORT, 13, False, "no", id="the short way without a script"),
                pytest.param(CAVENDISH_TRICKS, 24, True, "yes", id="trick by trick, across the table"),
            ],
            2,
            days=SLOW,
        ),
    ],
)
def test_the_deal_of_cavendish_is_within_its_taps(
    make_phone: MakePhone, log: str, most: int, across: str, *, script: bool
) -> None:
    """
    The budget counts every tap on a key or a link, from an empty deal to its last point.

    The console stays empty through the deal and to the next: the policy refuses nothing of ours.
    """
    phone = make_phone(to_alter=True, script=script)
    said: list[str] = []
    phone.page.on("console", lambda message: said.append(message.text))
    phone.page.on("pageerror", lambda error: said.append(str(error)))
    phone.open_partie()
    phone.page.goto(f"{phone.page.url}?across={across}")
    phone.play(log)
    expect(phone.page.locator("#table tfoot").first.locator("td")).to_have_text(["28", "23"])
    assert phone.taps <= most
    phone.next_deal()
    assert said == []
