"""A cup of twelve, run by its director through pages alone: from founding the club to the winner
and the third place.
"""

from dataclasses import dataclass, field

import pytest

from tests import there
from tests.web.club.conftest import Visit
from tests.web.club.test_new_season import Walk, founding
from tests.web.conftest import Node, Page

NAMES = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Joe", "Kim", "Leo")

DEALS = range(1, 7)
PAPER = {
    **{f"a{deal}": "30" for deal in DEALS},
    **{f"b{deal}": "10" for deal in DEALS},
    "total_a": "180",
    "total_b": "60",
}
"""A sheet on which the elder of the first deal wins."""

BYES = 4
ROUNDS = 4


@dataclass
class Cup:
    """The cup as its director sees it; `page` is the bracket."""

    walk: Walk
    page: Page
    met: list[tuple[str, str]] = field(default_factory=list)

    @property
    def bracket(self) -> Node:
        (found,) = self.page.root.all("section", class_="bracket whole")
        return found

    @property
    def matches(self) -> list[Node]:
        return self.page.root.all("a", class_="match")

    def play(self) -> None:
        """Post a paper sheet for each open match; who is named first wins."""
        for match in [each for each in self.matches if "goes through" not in each.text]:
            first, second = (each.text for each in match.all("span", class_="name"))
            self.met.append((first, second))
            self.walk.clicks += 1
            page = self.walk.open(match.attrs["href"])
            page = self.walk.link(page, "Enter its paper sheet")
            page = self.walk.key(page, "Preview and post both signed the paper", **PAPER)
            page = self.walk.key(page, "Post to the ledger")
            # The bar of a settlement leads to the club, whose first page has the fixtures.
            page = self.walk.link(page, "Cup")
            self.page = self.walk.link(page, "Fixtures start a partie")

    def draw(self, **typed: str) -> None:
        preview = self.walk.key(self.page, "Draw the next round", **typed)
        self.page = self.walk.key(preview, "Draw")


@pytest.fixture
def cup(visit: Visit) -> Cup:
    """The club is founded, the cup opened and its first round drawn."""
    walk, page = founding(visit)
    page = walk.key(
        page, "Open it and draw by lot", name="Cup", format="knock_out", names="\n".join(NAMES)
    )
    return Cup(walk, page)


@pytest.fixture
def played(cup: Cup) -> Cup:
    """Every round is played, the last with a match for third place."""
    for number in range(1, ROUNDS + 1):
        if number == ROUNDS:
            cup.draw(third="yes")
        elif number > 1:
            cup.draw()
        cup.play()
    return cup


def test_the_bracket_of_a_cup_of_twelve_is_there_two_clicks_after_founding(cup: Cup) -> None:
    assert cup.walk.clicks == 2
    assert cup.walk.pages == 3
    assert cup.bracket.text.count("goes through, bye") == BYES
    assert len(cup.matches) == BYES


def test_a_cup_of_twelve_has_a_winner(played: Cup) -> None:
    winner, _ = played.met[-2]
    assert played.bracket.all("p")[0].text == f"{winner} has won the knock-out."


def test_the_losers_of_the_semi_finals_play_for_third(played: Cup) -> None:
    assert "Third place" in [each.text for each in played.page.root.all("h3")]
    losers = {second for _, second in played.met[-4:-2]}
    assert {*played.met[-1]} == losers


def test_a_cup_of_twelve_ranks_the_first_four_by_their_last_matches(played: Cup) -> None:
    page = played.walk.link(played.page, "Standings")
    rows = [each.text for each in there(page.root.all("tbody")[0]).all("tr")]
    expected = [*played.met[-2], *played.met[-1]]
    assert [next(name for name in NAMES if name in row) for row in rows[:4]] == expected


def test_a_cup_of_twelve_takes_six_clicks_a_match_and_two_a_round(played: Cup) -> None:
    matches = len(NAMES)  # one less to find the winner, and one for third place
    assert len(played.met) == matches
    assert played.walk.clicks == 2 + 6 * matches + 2 * (ROUNDS - 1)
