"""A season is opened in one step: who plays and how, its terms in three sentences, and all of them
folded.
"""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorer.ledger.terms import (
    Doubling,
    Format,
    SeasonTerms,
    Settled,
    Stakes,
    TieBreak,
    Withdrawal,
)
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.web.club import seasons
from tests import there
from tests.rows import beside
from tests.web.club.conftest import Visit
from tests.web.conftest import Node, Page, Phone

_DATA = beside(__file__)
TERMS = _DATA["terms"]
PASSWORD = "thirteen tricks"


def new_season(phone: Phone, path: str) -> Page:
    return phone.get(f"{path}/seasons/new")


def terms_of(visit: Visit, number: int) -> SeasonTerms:
    return there(visit.club.services.seasons.season(visit.club.id, number)).terms


def said(page: Page, format: str) -> str:
    """Return the sentences about a format."""
    (found,) = page.root.all("div", class_=f"says-{format}")
    return found.text.replace(" ,", ",").replace(" .", ".").replace(" ;", ";")


def shown_at_first(page: Page) -> set[str]:
    """Return the fields of a page that are neither folded nor only for a Swiss."""
    form = there(page.key("Open the season").within("form"))
    fields = [node for tag in ("input", "textarea", "select") for node in form.all(tag)]
    return {
        node.attrs["name"]
        for node in fields
        if node.attrs.get("type") != "hidden"
        and node.within("details") is None
        and node.attrs["name"] != "rounds"
    }


@dataclass
class Walk:
    """Somebody who goes on by what a page offers; every page that they see is counted."""

    phone: Phone
    clicks: int = 0
    pages: int = 0

    def open(self, address: str) -> Page:
        self.pages += 1
        return self.phone.get(address)

    def key(self, page: Page, words: str, /, **typed: str) -> Page:
        self.clicks += 1
        self.pages += 1
        return self.phone.send(page, words, **typed)

    def link(self, page: Page, words: str) -> Page:
        self.clicks += 1
        return self.open(page.links()[words])


def founding(visit: Visit) -> tuple[Walk, Page]:
    """Return a founder on the page that they see once the club is founded."""
    walk = Walk(visit.phone())
    address = f"/set-up/{visit.club.services.clubs.new_setup_link()}"
    assert "Found the club" in walk.open(address).text
    typed = {"club": "The Talon", "director": "Mo", "password": PASSWORD}
    walk.clicks += 1
    return walk, walk.open(walk.phone.post(address, typed).headers["Location"])


def test_from_founding_to_the_first_partie_of_a_round_robin_are_five_pages(visit: Visit) -> None:
    """By the steps of before it took thirteen pages and fourteen clicks to the first draw."""
    walk, page = founding(visit)
    page = walk.key(
        page, "Open it and draw by lot", name="Winter", format="single", names="Ada\nBen\nCat\nDan"
    )
    fixture = page.root.all("ul", class_="list fixtures")[0].all("a")[0]
    page = walk.link(page, fixture.text)
    page = walk.key(page, "Start on this phone")
    assert "Deal 1 of 6" in page.text
    assert walk.clicks == 4
    assert walk.pages == 5


def test_from_founding_to_the_first_partie_as_they_like_are_four_pages(visit: Visit) -> None:
    walk, page = founding(visit)
    page = walk.key(page, "Open the season", name="Winter", names="Ada\nBen")
    page = walk.key(page, "Begin the partie", first="1", second="2")
    assert "Deal 1 of 6" in page.text
    assert walk.clicks == 3
    assert walk.pages == 4


def test_a_season_asks_for_its_name_who_plays_and_how(visit: Visit) -> None:
    page = new_season(visit.director, visit.path)
    assert shown_at_first(page) == {"name", "every", "member", "names", "format"}


def test_members_are_ticked_or_typed_and_new_names_are_admitted(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    answer = director.send(
        page, "Open the season", name="Cup", member="2", names="ada\n\nÉlodie\n", format="knock_out"
    )
    assert "Cup is open." in answer.text
    names = visit.club.services.people.names(visit.club.id)
    entrants = visit.club.services.seasons.entrants(visit.club.id, 1)
    assert sorted(names[each] for each in entrants) == ["Ada", "Ben", "Élodie"]
    assert len(names) == 5
    assert visit.club.faults == []


def test_all_members_are_entered_by_one_tick(visit: Visit) -> None:
    director = visit.director
    director.send(new_season(director, visit.path), "Open the season", name="Cup", every="yes")
    assert [*visit.club.services.seasons.entrants(visit.club.id, 1)] == [1, 2, 3, 4]


def test_a_refused_name_opens_nothing_and_what_was_typed_stays(visit: Visit) -> None:
    director = visit.director
    typed = {"name": "Cup", "format": "swiss", "rounds": "7", "names": "Eve\neve", "member": "3"}
    page = director.send(new_season(director, visit.path), "Open the season", **typed)
    assert "These are the terms now." in page.text
    page = director.send(page, "Open the season", names=typed["names"])
    assert "eve is in the list twice" in page.refusal
    assert page.typed.items() >= (typed | {"names": "Eve eve"}).items()
    assert visit.club.services.seasons.seasons(visit.club.id) == []
    assert len(visit.club.services.people.members(visit.club.id)) == 4


def test_a_name_that_may_be_two_members_is_not_guessed(visit: Visit) -> None:
    visit.club.admit("Zoe")
    visit.club.admit("Zoë Müller", "Zoe Muller x")
    director = visit.director
    page = director.send(
        new_season(director, visit.path), "Open the season", name="Cup", names="zoë"
    )
    assert "Cup is open." in page.text
    assert [*visit.club.services.seasons.entrants(visit.club.id, 1)] == [5]


def test_the_terms_are_said_in_three_sentences_that_lead_to_their_fields(visit: Visit) -> None:
    page = new_season(visit.director, visit.path)
    assert said(page, "single") == (
        "Everybody meets once under Portland: Cavendish’s Rubicon Piquet, ranked by points, then "
        "head-to-head, then Rubicons inflicted. Who does not come loses 200 points to the other, "
        "or the average win if that is more; if a member withdraws, what is left is forfeited "
        "after 7 days. Two players can correct a result for 1 day; they play without stakes, on "
        "any day."
    )
    links = {
        each.attrs["href"]: each.text
        for each in page.root.all("div", class_="says-single")[0].all("a")
    }
    assert links["#forfeit_points"].startswith("loses 200 points")
    assert links["#rate"] == "without stakes"
    fields = {node.attrs["id"]: node for node in page.root.nodes if "id" in node.attrs}
    assert all(fields[href[1:]].within("details") for href in links)


def test_every_format_says_its_terms_before_it_is_chosen(visit: Visit) -> None:
    page = new_season(visit.director, visit.path)
    assert said(page, "open").startswith("They play as they like under")
    assert said(page, "knock_out").startswith("Who loses is out under")
    assert "ranked by round reached, then points" in said(page, "knock_out")
    assert said(page, "swiss").startswith("Equal scores meet in the usual number of rounds")
    assert "2 match points for a win, 1 for a draw" in said(page, "swiss")


def test_a_season_is_not_opened_under_terms_that_the_page_has_not_said(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    typed = {"name": "Cup", "format": "single", "forfeit_points": "150"}
    page = director.send(page, "Open the season", **typed)
    assert "These are the terms now." in page.text
    assert "loses 150 points to the other" in said(page, "single")
    assert visit.club.services.seasons.seasons(visit.club.id) == []
    assert "Cup is open." in director.send(page, "Open the season").text
    assert terms_of(visit, 1).forfeit_points == 150


def test_the_sentences_follow_what_is_typed(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    typed = {
        "rules": "four-deal",
        "correction_hours": "48",
        "rate": "12",
        "first_day": "2026-12-01",
    }
    page = director.send(page, "Update these sentences", **typed)
    words = said(page, "open")
    assert "under The partie of four deals" in words
    assert "for 2 days" in words
    assert "for 12 pence a hundred" in words
    assert "from 1 December 2026 on" in words


def test_a_swiss_has_the_rounds_that_its_players_need_unless_they_are_typed(visit: Visit) -> None:
    director = visit.director
    others = "\n".join(f"Player {letter}" for letter in "ABCDEFG")
    page = new_season(director, visit.path)
    asked = {"format": "swiss", "every": "yes", "names": others}
    director.send(page, "Open the season", name="Eleven", **asked)
    assert terms_of(visit, 1).rounds == 4
    page = director.send(page, "Open the season", name="Six", rounds="6", **asked)
    assert "Equal scores meet in 6 rounds" in said(page, "swiss")
    director.send(page, "Open the season")
    assert terms_of(visit, 2).rounds == 6


def test_what_is_usual_follows_what_is_played_until_it_is_changed(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    page = director.send(page, "Update these sentences", format="swiss")
    assert page.typed["order_second"] == "buchholz"
    page = director.send(page, "Update these sentences", format="single")
    assert page.typed["order_second"] == "head_to_head"
    page = director.send(page, "Update these sentences", order_second="capots")
    page = director.send(page, "Update these sentences", format="swiss")
    assert page.typed["order_second"] == "capots"


@dataclass(frozen=True)
class Asked:
    """The fields of the terms, each with the formats for which it is shown."""

    page: Page

    def of(self, format: str) -> set[str]:
        def is_shown(node: Node) -> bool:
            around = node.parent
            while around is not None and around.tag != "form":
                words = around.attrs.get("class", "").split()
                formats = {each for each in words if each.startswith("for-")}
                if formats and f"for-{format}" not in formats:
                    return False
                around = around.parent
            return True

        form = there(self.page.key("Open the season").within("form"))
        fields = [node for tag in ("input", "select") for node in form.all(tag)]
        return {
            node.attrs["name"]
            for node in fields
            if node.attrs.get("type") != "hidden" and is_shown(node)
        }


def test_absence_is_asked_only_where_fixtures_are(visit: Visit) -> None:
    asked = Asked(new_season(visit.director, visit.path))
    absence = {"withdrawal", "grace_days", "forfeit_points", "forfeit_average"}
    assert absence.isdisjoint(asked.of("open"))
    assert absence <= asked.of("knock_out")


def test_match_points_are_asked_only_where_they_rank(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    assert {"win", "bye"}.isdisjoint(Asked(page).of("single"))
    assert {"win", "bye"} <= Asked(page).of("swiss")
    page = director.send(page, "Update these sentences", order_first="match_points")
    assert {"win", "bye"} <= Asked(page).of("single")
    assert {"win"} <= Asked(page).of("open")
    assert "bye" not in Asked(page).of("open")


def test_a_round_that_is_sat_out_is_asked_in_a_swiss_only(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    assert "absence" in Asked(page).of("swiss")
    assert "absence" not in Asked(page).of("single")
    asked = {"name": "Swiss", "format": "swiss", "every": "yes"}
    director.send(page, "Open the season", **asked)
    assert terms_of(visit, 1).absence == 1
    director.send(page, "Open the season", **asked | {"name": "Second", "absence": "0"})
    assert terms_of(visit, 2).absence == 0


def test_results_without_deals_count_unless_the_terms_say_that_they_do_not(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    assert "Results without deals" not in said(page, "open")
    asked = {"name": "Old", "every": "yes", "counts_results_only": ""}
    shown = director.send(page, "Open the season", **asked)
    says = "Results without deals are shown, and do not count."
    assert says in said(shown, "open")
    assert says in said(shown, "double")
    terms_page = director.send(shown, "Show all the terms")
    assert "Results without deals are shown and marked; they count neither" in terms_page.text
    director.send(terms_page, "Open the season")
    assert not terms_of(visit, 1).counts_results_only
    page = director.get(f"{visit.path}/s/1/terms")
    like = director.get(page.links()["Another season like this"])
    assert says in said(like, "open")
    director.send(like, "Open the season", name="New")
    assert not terms_of(visit, 2).counts_results_only
    director.send(new_season(director, visit.path), "Open the season", name="Usual", every="yes")
    assert terms_of(visit, 3).counts_results_only
    usual = director.get(f"{visit.path}/s/3/terms").text
    assert "Results without deals count in standings and ratings like the others" in usual


def test_a_company_has_no_results_without_deals(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    page = director.send(page, "Update these sentences", frame="pool", name="Pool")
    assert "counts_results_only" not in Asked(page).of("open")


def test_stakes_are_asked_only_once_something_is_played_for(visit: Visit) -> None:
    director = visit.director
    page = new_season(director, visit.path)
    assert "doubled" not in Asked(page).of("open")
    page = director.send(page, "Update these sentences", rate="25")
    assert {"unit", "per", "points_step", "doubled", "settled"} <= Asked(page).of("open")


def test_a_company_has_its_own_terms(visit: Visit) -> None:
    director = visit.director
    page = director.send(
        new_season(director, visit.path), "Update these sentences", frame="pool", name="Pool"
    )
    assert {"entry", "rises"} <= Asked(page).of("open")
    assert {"win", "correction_hours", "share"}.isdisjoint(Asked(page).of("open"))
    assert page.typed["order_second"] == "won"
    assert "head_to_head" not in {node.attrs["value"] for node in page.root.all("option")}


def test_all_the_terms_are_shown_changed_and_published_as_they_were_typed(visit: Visit) -> None:
    director = visit.director
    page = director.send(
        new_season(director, visit.path), "Update these sentences", rate="25", format="double"
    )
    shown = director.send(page, "Show all the terms", names="Eve", every="yes", **TERMS)
    assert shown.status == 200
    edited = director.send(shown, "Change the terms")
    assert edited.typed.items() >= TERMS.items()
    assert edited.typed["names"] == "Eve"
    assert visit.club.services.seasons.season(visit.club.id, 1) is None
    assert "Winter 2026 is open." in director.send(shown, "Open the season").text
    ranked = TieBreak.MATCH_POINTS, TieBreak.SONNEBORN_BERGER, TieBreak.CAPOTS
    stakes = Stakes(25, 100, 50, 240, Doubling.NEVER, Settled.AT_CLOSE, "cents")
    others: dict[str, Any] = {
        "stakes": stakes,
        "withdrawal": Withdrawal.ANNUL_UNDER_HALF,
        **_DATA["figures"],
    }
    four_deal = ruleset_to_data(PRESETS["four-deal"])
    published = SeasonTerms("Winter 2026", four_deal, Format.DOUBLE, ranked, **others)
    assert terms_of(visit, 1) == published
    assert len(visit.club.services.seasons.entrants(visit.club.id, 1)) == 5


def test_another_season_like_this_asks_for_a_name_and_a_day_and_takes_the_members_along(
    visit: Visit,
) -> None:
    director = visit.director
    page = director.send(
        new_season(director, visit.path), "Update these sentences", rate="25", format="double"
    )
    page = director.send(page, "Update these sentences", every="yes", **TERMS)
    director.send(page, "Open the season")
    page = director.get(f"{visit.path}/s/1/terms")
    page = director.get(page.links()["Another season like this"])
    assert shown_at_first(page) == {"name", "first_day", "every", "member", "names"}
    ticked = [each for each in page.root.all("input", name="member") if "checked" in each.attrs]
    assert len(ticked) == 4
    key = page.key("Open the season")
    _, typed = Page.form(key)
    data = typed | {"name": "Spring 2027", "first_day": "2027-03-01"}
    answer = director.client.post(f"{visit.path}/seasons", data={**data, "member": ["1", "2", "4"]})
    assert answer.status_code == 303
    again = replace(terms_of(visit, 1), name="Spring 2027", first_day="2027-03-01")
    assert terms_of(visit, 2) == again
    assert [*visit.club.services.seasons.entrants(visit.club.id, 2)] == [1, 2, 4]


def test_a_large_club_types_who_plays(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "MOST_TICKS", 3)
    page = new_season(visit.director, visit.path)
    assert page.root.all("input", name="member") == []
    assert "All 4 members" in page.text


def test_stakes_left_to_the_rules_follow_them(visit: Visit) -> None:
    """Cavendish drops odd points below fifty;
    Meyer pays by the partie, or by house rule by eyes.
    """
    director = visit.director
    for rules, stakes in (
        ("portland", Stakes(25, 100, points_step=50)),
        ("portland stake_rounding=25", Stakes(25, 100, points_step=25)),
        ("modern", Stakes(25, 100)),
        ("meyer-1888", Stakes(25, 1, parties=True)),
        ("meyer-1888 stakes=per_point", Stakes(25, 100)),
    ):
        page = new_season(director, visit.path)
        page = director.send(page, "Open the season", name=rules, rules=rules, rate="25")
        assert ("per" in Asked(page).of("open")) is not stakes.parties
        assert str(stakes.words) in said(page, "open")
        director.send(page, "Open the season")
        assert visit.club.services.seasons.seasons(visit.club.id)[-1].terms.stakes == stakes


def test_impossible_terms_are_refused_and_what_was_typed_stays(visit: Visit) -> None:
    visit.club.season(name="Autumn")
    form = {
        "name": "Winter",
        "forfeit_points": "107",
        "format": "single",
        "order_first": "match_points",
    }
    for row in _DATA["impossible"]:
        for step in ("show", "open"):
            page = visit.director.post(
                f"{visit.path}/seasons", {**form, **row["typed"], "step": step}
            )
            assert page.refusal == row["says"]
            for name in ("name", "forfeit_points"):
                assert page.typed[name] == row["typed"].get(name, form[name])


def test_a_forfeit_usually_costs_what_a_lost_partie_does_under_the_rules(visit: Visit) -> None:
    """A season by parties of one or two would be decided by a forfeit of two hundred."""
    director = visit.director
    page = new_season(director, visit.path)
    for rules, least, usual in _DATA["forfeits"]:
        page = director.send(page, "Update these sentences", rules=rules, format="single")
        assert (f"A lost partie costs at least {least}." in page.text) is True
        assert page.typed["forfeit_points"] == usual
