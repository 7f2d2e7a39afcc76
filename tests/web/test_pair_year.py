"""A year of a pair through pages: sixty parties, of which every figure of the page is counted again
from the files that it saves.
"""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from flask import Flask

from scorer.resources import resource_text
from scorer.rules.deal import fold
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Seat
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from tests.published import published
from tests.quick_books import made_quickly
from tests.web.conftest import Page, Phone, application
from tests.web.test_companies import begun, finish, opened

ADA = "Ada"
BEN = "Ben"
BOTH = (ADA, BEN)

PARTIES = 60
LOST_AFTER = 25
"""Parties after which the phone is lost on which all of them were scored."""

CHOUETTE_AFTER = 40

BEGINS = datetime(2025, 11, 3, 20, tzinfo=UTC)
BETWEEN = timedelta(days=6)
"""From one partie to the next, so that they are of two years."""

# What is said in the deals: elder's and younger's, whoever is elder

RUBICON = [each["log"] for each in tomllib.loads(resource_text("examples/rubicon.piquet"))["deal"]]


def as_published(name: str) -> str:
    """Return what was said and who took the tricks of a published deal."""
    (found,) = (each for each in published("deals")["deal"] if each["id"] == name)
    return f"{found['log']}\ntricks {found['won']}"


EVERY_CALL = [
    *RUBICON,
    *map(as_published, ("hoffmann-1", "jedp-hand-1", "abartnof-replay-1", "hoyle-170")),
]
"""With a pique, a repique of either seat, and a capot after a repique."""

GOOD_CALLS = [
    "E point 5; Y good; count E7 last E play 9",
    "Y point 6; Y quint; Y quatorze of kings; count E4 last Y play 6",
    "E point 6; Y good; E quint; Y good; E trio of aces; Y good; tricks E7 Y3 E2",
    "E point 5; Y good; tricks Y12",
    "Y point 6; Y tierce; count E5 last Y play 8",
]
"""Likewise, without what was not good."""

TOTALS = ["30 20", "12 41", "27 27", "9 15", "36 8", "21 33", "14 3"]
"""Of Ada and Ben in this order, one of which is level."""

DRAWN = ["20 31", "31 20"] * 4
"""Eight deals after which the two are level."""

SPEEDS = {"every call": EVERY_CALL, "good calls": GOOD_CALLS, "totals": TOTALS}


class PartieOfYear(NamedTuple):
    """A partie before it is played."""

    speed: str
    rules: str
    names: tuple[str, str]
    dealer: str
    logs: list[str]


def planned(number: int) -> PartieOfYear:
    """Return the partie with a number from 0: all speeds, rules, seats and dealers take turns."""
    speed = list(SPEEDS)[number % 3]
    rules = "four-deal" if number % 5 == 4 else "portland"
    names = (BEN, ADA) if number % 4 == 3 else BOTH
    dealer = ("first", "second")[number // 2 % 2]
    known = SPEEDS[speed]
    deals = PRESETS[rules].deals or 0
    logs = [known[(number + deal) % len(known)] for deal in range(deals)]
    if number == 50:
        logs = DRAWN
    if speed == "totals":
        logs = [scores_by_column(each, names) for each in logs]
    return PartieOfYear(speed, rules, names, dealer, logs)


def scores_by_column(of_ada_and_ben: str, names: tuple[str, str]) -> str:
    """Return the statement of the totals of a deal, as its sheet has the two beside each other."""
    points = dict(zip(BOTH, of_ada_and_ben.split(), strict=True))
    first, second = names
    return f"scores {points[first]} {points[second]}"


@dataclass
class Year:
    """The year as it was played, and what the phones show and save after it.

    Attributes:
        pages: the first page of the pair on the phone of each person.
        rows: of the parties on all pages, the latest first.
        files: the saved parties, the earliest first.
    """

    app: Flask
    parties: Parties
    now: datetime = BEGINS
    codes: list[str] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)
    of_2025: Page = field(init=False)
    of_four_deals: Page = field(init=False)
    lost: Page = field(init=False)
    rows: list[str] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)

    def clock(self) -> datetime:
        return self.now

    def play(self, phone: Phone, plan: PartieOfYear) -> None:
        """Play a partie through the pages of a phone."""
        first, second = plan.names
        page = phone.get("/parties/new")
        begin = {"first": first, "second": second, "deals": plan.dealer, "rules": plan.rules}
        table = phone.send(page, "Begin", **begin, speed=plan.speed)
        code = table.links()["This table"].split("/")[2]
        self.codes.append(code)
        for deal, log in enumerate(plan.logs):
            for number, line in enumerate(filter(None, map(str.strip, log.splitlines()))):
                at = self.parties.sheet(code).recorded(deal)
                key = f"{code}-{deal}-{number}"
                answer = phone.say(code, line, deal=deal, position=at, key=key)
                assert answer.status == 303, f"{line}: {answer.text}"
        self.now += BETWEEN


def address_of(phone: Phone) -> str:
    links = phone.get("/").links().values()
    return next(each for each in links if each.startswith("/pair/"))


def link_on(phone: Phone) -> str:
    """Return the link that the page of the pair shows for other phones."""
    text = phone.get(f"{address_of(phone)}/link").text
    (address,) = [word for word in text.split() if "/w/" in word]
    return address[address.index("/w/") :]


def open_on(phone: Phone, link: str) -> None:
    phone.send(phone.get(link), "Open on this phone")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    """Play the year, once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorer.storage.engine.migrate", made_quickly)
        kept = open_parties(tmp_path_factory.mktemp("year"))
        found = Year(application(kept), kept)
        parties = replace(kept, clock=found.clock)
        found.parties = parties
        found.app = application(parties)
        play_year(found)
        yield found
        parties.engine.dispose()


def play_year(year: Year) -> None:
    phones = {name: Phone(year.app, f"192.0.2.{n}") for n, name in enumerate(PEOPLE, 1)}
    lost = Phone(year.app)
    for number in range(LOST_AFTER):
        year.play(lost, planned(number))
    open_on(phones["Ben"], link_on(lost))
    new = phones["Ada, on a new phone"]
    open_on(new, link_on(phones["Ben"]))
    for number in range(LOST_AFTER, PARTIES):
        if number == CHOUETTE_AFTER:
            play_chouette(year, new)
        year.play(new, planned(number))
    address = address_of(new)
    correct(year, new)
    begin_by_mistake(year, new)
    for number in (LEFT_OUT, TAKEN_BACK, MISTAKE):
        new.send(new.get(f"{address}/partie/{year.codes[number]}"), "Leave it out")
    page = new.get(f"{address}/partie/{year.codes[TAKEN_BACK]}")
    new.send(page, "Take it back in")
    new.send(new.get(f"{address}/link"), "Renew the link")
    year.lost = lost.get(address)
    for name in ("Ben", "Ben’s tablet"):
        open_on(phones[name], link_on(new))
    year.pages = {name: phone.get(address) for name, phone in phones.items()}
    year.of_2025 = new.get(f"{address}?year=2025")
    year.of_four_deals = new.get(new.get(address).links()[PRESETS["four-deal"].title])
    for start in range(0, PARTIES, 20):
        page = new.get(f"{address}?start={start}")
        (shown,) = page.root.all("ul", class_="list of-pair")
        year.rows += [node.text for node in shown.all("li")]
    saved = new.client.get(f"{address}/save").data
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        names = [each for each in archive.namelist() if each.endswith(".piquet")]
        year.files = [tomllib.loads(archive.read(each).decode()) for each in names]


PEOPLE = ("Ben", "Ada, on a new phone", "Ben’s tablet")
LEFT_OUT = 13
CORRECTED = 17
TAKEN_BACK = 21
MISTAKE = PARTIES
"""Numbers of parties; the last was begun by mistake after the others, and left out in its third
deal.
"""


def begin_by_mistake(year: Year, phone: Phone) -> None:
    plan = planned(MISTAKE)
    year.play(phone, plan._replace(logs=plan.logs[:2]))


def correct(year: Year, phone: Phone) -> None:
    """Correct the totals of a deal of a partie that was over long before."""
    code = year.codes[CORRECTED]
    at = year.parties.sheet(code).recorded(0)
    answer = phone.say(code, "scores 2 61", deal=0, position=at, key="corrected")
    assert answer.status == 303, answer.text


def play_chouette(year: Year, phone: Phone) -> None:
    """Let the two play a partie against each other that is on the scorecard of three."""
    card = opened(phone, name0=ADA, name1=BEN, name2="Cem")
    finish(year.parties, begun(phone, card))


# The same figures, counted again


class DealCounted(NamedTuple):
    """The points of each player in a deal, who was elder, and what each made."""

    points: Mapping[str, int]
    elder: str
    made: Sequence[tuple[str, LineKind]]
    is_known: bool


@dataclass
class PartieCounted:
    """A saved partie, counted by the laws that its rules have in common: less than 100 points are
    under the Rubicon, and a partie is worth 100.
    """

    day: str
    rules: str
    deals: list[DealCounted]

    @property
    def totals(self) -> dict[str, int]:
        weights = (2, 1, 1, 2) if self.rules == "four-deal" else (1,) * len(self.deals)
        return {
            name: sum(w * deal.points[name] for w, deal in zip(weights, self.deals, strict=True))
            for name in BOTH
        }

    @property
    def winner(self) -> str:
        """Return who has more points; nothing if the two are level."""
        ada, ben = (self.totals[name] for name in BOTH)
        if ada == ben:
            return ""
        return ADA if ada > ben else BEN

    @property
    def rubicon(self) -> bool:
        return bool(self.winner) and min(self.totals.values()) < 100

    @property
    def paid(self) -> int:
        if not self.winner:
            return 0
        high, low = sorted(self.totals.values(), reverse=True)
        return (high + low if self.rubicon else high - low) + 100


def counted(file: Mapping[str, Any]) -> PartieCounted:
    first = file.get("elder", file["players"][0])
    (second,) = set(BOTH) - {first}
    deals = []
    for number, deal in enumerate(file["deal"]):
        elder, younger = (second, first) if number % 2 else (first, second)
        seats = {Seat.ELDER: elder, Seat.YOUNGER: younger}
        if "scores" in deal:
            deals.append(DealCounted(deal["scores"], elder, (), is_known=False))
            continue
        rules = PRESETS[file["rules"]]
        lines = fold(rules, parse_log(deal["log"], rules)).deal.lines
        points = dict.fromkeys(BOTH, 0)
        for line in lines:
            points[seats[line.seat]] += line.points
        made = [(seats[line.seat], line.kind) for line in lines]
        deals.append(DealCounted(points, elder, made, is_known=True))
    return PartieCounted(str(file["played"]), file["rules"], deals)


@pytest.fixture(scope="module")
def files(year: Year) -> list[PartieCounted]:
    return [counted(each) for each in year.files]


def deals_of(parties: Sequence[PartieCounted]) -> list[DealCounted]:
    return [deal for partie in parties for deal in partie.deals]


def won_by(name: str, parties: Sequence[PartieCounted]) -> list[PartieCounted]:
    return [each for each in parties if each.winner == name]


def balance(parties: Sequence[PartieCounted]) -> int:
    """Return the points by which Ada is ahead."""
    ada, ben = (sum(each.paid for each in won_by(name, parties)) for name in BOTH)
    return ada - ben


def average(points: Sequence[int]) -> str:
    return f"{sum(points) / len(points):.1f}"


def longest_run(name: str, parties: Sequence[PartieCounted]) -> int:
    letters = "".join("w" if each.winner == name else " " for each in parties)
    return max(map(len, letters.split()))


def figure_of(heading: str, name: str, parties: Sequence[PartieCounted]) -> str:
    """Return a figure of a player as the page should show it."""
    deals = deals_of(parties)
    made = [kind for deal in deals for who, kind in deal.made if who == name]
    won = won_by(name, parties)
    figures: dict[str, str | int] = {
        "Parties won": len(won),
        "Average deal as elder": average([d.points[name] for d in deals if d.elder == name]),
        "Average deal as younger": average([d.points[name] for d in deals if d.elder != name]),
        "Piques": made.count(LineKind.PIQUE),
        "Repiques": made.count(LineKind.REPIQUE),
        "Capots": made.count(LineKind.CAPOT),
        "Won with a Rubicon": sum(each.rubicon for each in won),
        "Best deal": max(deal.points[name] for deal in deals),
        "Best partie": max(each.paid for each in won),
        "Most won in a row": longest_run(name, parties),
    }
    return str(figures[heading])


HEADINGS = (
    "Parties won",
    "Average deal as elder",
    "Average deal as younger",
    "Piques",
    "Repiques",
    "Capots",
    "Won with a Rubicon",
    "Best deal",
    "Best partie",
    "Most won in a row",
)


def table(page: Page, kind: str) -> dict[str, list[str]]:
    """Return the figures of a table of the page by the headings of its rows."""
    (found,) = (each for each in page.root.all("table") if kind in each.attrs["class"].split())
    rows = [row for row in found.all("tr") if row.all("td")]
    return {row.all("th")[0].text: [cell.text for cell in row.all("td")] for row in rows}


@pytest.fixture
def page(year: Year) -> Page:
    return year.pages["Ben"]


# What was played


def test_all_but_the_partie_that_is_left_out_are_saved(year: Year) -> None:
    assert len(year.files) == PARTIES - 1


def test_the_page_counts_what_is_saved(page: Page) -> None:
    assert f"{PARTIES - 1} finished parties" in page.text


def test_the_partie_of_the_chouette_is_not_one_of_the_pair(year: Year) -> None:
    assert len({each["played"] for each in year.files}) == PARTIES - 1


def test_the_page_says_that_two_are_left_out(page: Page) -> None:
    assert "2 parties are left out" in page.text


@pytest.mark.parametrize("number", [LEFT_OUT, MISTAKE])
def test_a_partie_that_is_left_out_is_on_no_page(year: Year, number: int) -> None:
    code = year.codes[number]
    assert [code in "".join(page.links().values()) for page in year.pages.values()] == [False] * 3


def test_no_partie_goes_on_once_the_one_begun_by_mistake_is_left_out(page: Page) -> None:
    assert "Go on" not in page.text


@pytest.mark.parametrize("kind", [LineKind.PIQUE, LineKind.REPIQUE, LineKind.CAPOT])
@pytest.mark.parametrize("name", BOTH)
def test_each_player_has_made_something_of_each_kind(
    files: list[PartieCounted], name: str, kind: LineKind
) -> None:
    assert (name, kind) in {each for deal in deals_of(files) for each in deal.made}


def test_one_partie_is_drawn(files: list[PartieCounted]) -> None:
    assert [each.winner for each in files].count("") == 1


def test_the_correction_is_in_the_file(year: Year) -> None:
    day = (BEGINS + CORRECTED * BETWEEN).date().isoformat()
    (file,) = (each for each in year.files if str(each["played"]) == day)
    assert file["deal"][0]["scores"] == {ADA: 2, BEN: 61}


# What the page says of it


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_figure_of_each_player_is_that_of_the_files(
    page: Page, files: list[PartieCounted], heading: str
) -> None:
    shown = table(page, "of-each")[heading]
    assert shown == [figure_of(heading, name, files) for name in BOTH]


def test_there_is_no_figure_besides(page: Page) -> None:
    assert tuple(table(page, "of-each")) == HEADINGS


def score(page: Page) -> str:
    return page.root.all("div", class_="versus")[0].text


def score_counted(parties: Sequence[PartieCounted], period: str) -> str:
    """Return the score as the page should have it, of a time in which one player is ahead."""
    ada, ben = (len(won_by(name, parties)) for name in BOTH)
    ahead = balance(parties)
    leader = ADA if ahead > 0 else BEN
    drawn = [each.winner for each in parties].count("")
    besides = f" {drawn} drawn" if drawn else ""
    return f"Ada {ada} Ben {ben} {period} {leader} leads by {abs(ahead):,} points{besides}"


def test_the_score_is_that_of_the_files(page: Page, files: list[PartieCounted]) -> None:
    assert score(page) == score_counted(files, "in all")


def test_the_score_of_a_year_is_that_of_its_files(year: Year, files: list[PartieCounted]) -> None:
    of_year = [each for each in files if each.day.startswith("2025")]
    assert score(year.of_2025) == score_counted(of_year, "in 2025")


def test_the_score_by_rules_is_that_of_their_files(year: Year, files: list[PartieCounted]) -> None:
    of_rules = [each for each in files if each.rules == "four-deal"]
    assert score(year.of_four_deals) == score_counted(of_rules, "in all")


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_figure_by_rules_is_that_of_their_files(
    year: Year, files: list[PartieCounted], heading: str
) -> None:
    of_rules = [each for each in files if each.rules == "four-deal"]
    shown = table(year.of_four_deals, "of-each")[heading]
    assert shown == [figure_of(heading, name, of_rules) for name in BOTH]


@pytest.mark.parametrize("of", ["2025", "2026"])
def test_a_row_by_year_is_that_of_its_files(
    page: Page, files: list[PartieCounted], of: str
) -> None:
    of_year = [each for each in files if each.day.startswith(of)]
    ahead = balance(of_year)
    signs = {ADA: ahead, BEN: -ahead}
    expected = [
        f"{len(won_by(name, of_year))}{f' +{signs[name]:,}' if signs[name] > 0 else ''}"
        for name in BOTH
    ]
    assert table(page, "by-year")[of] == expected


def test_how_often_a_deal_went_to_elder_is_that_of_the_files(
    page: Page, files: list[PartieCounted]
) -> None:
    deals = deals_of(files)
    pairs = [(deal.points[deal.elder], sum(deal.points.values())) for deal in deals]
    elder = sum(2 * points > both for points, both in pairs)
    younger = sum(2 * points < both for points, both in pairs)
    said = (
        f"The player who was elder made more points in {elder} of {len(deals)} deals, "
        f"and younger in {younger}."
    )
    assert said in page.text


def test_what_totals_cannot_say_is_said(page: Page, files: list[PartieCounted]) -> None:
    deals = deals_of(files)
    known = sum(deal.is_known for deal in deals)
    said = f"Piques, repiques and capots are known of {known} of {len(deals)} deals."
    assert said in page.text


def result_counted(partie: PartieCounted) -> str:
    if not partie.winner:
        return "Drawn"
    rubicon = ", Rubicon" if partie.rubicon else ""
    return f"{partie.winner} by {partie.paid:,}{rubicon}"


def test_every_partie_is_listed_with_its_result(year: Year, files: list[PartieCounted]) -> None:
    expected = [result_counted(each) for each in reversed(files)]
    assert [said for said, row in zip(expected, year.rows, strict=True) if said not in row] == []


def test_every_partie_is_listed_with_its_totals(year: Year, files: list[PartieCounted]) -> None:
    expected = [" – ".join(str(each.totals[name]) for name in BOTH) for each in reversed(files)]
    assert [
        said for said, row in zip(expected, year.rows, strict=True) if not row.endswith(said)
    ] == []


# On three phones


def read_alike(page: Page) -> str:
    """Return the text that everybody reads who has the link: the score and every figure, without
    what keepers may do beside their parties.
    """
    before, _, after = page.text.partition(" finished parties ")
    return before + after.partition(" By year ")[2].partition(" Link for another phone ")[0]


@pytest.mark.parametrize("who", PEOPLE)
def test_the_history_is_the_same_on_three_phones(year: Year, who: str) -> None:
    assert read_alike(year.pages[who]) == read_alike(year.pages[PEOPLE[0]])


def test_the_lost_phone_sees_nothing_once_the_link_is_renewed(year: Year) -> None:
    assert year.lost.status == 404
