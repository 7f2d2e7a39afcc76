"""Two versions of a partie: where they first differ, what that moves, and which law on records applies."""

from __future__ import annotations

import pytest

from scorer.rules.laws import Matter
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND
from scorer.rules.seats import Player
from scorer.rules.statements import Log
from scorer.rules.versions import Difference, differing, first_difference, governing, matters_of, side_by_side
from scorer.rules.versions_words import difference_words, governing_words

NAMES = ("Ada", "Ben")
DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; "
    "E quart; Y how high; E to ace; Y good; E no set; tricks E7 Y5"
)
"""Elder's five and four and play and cards against younger's play; statement 10 is the answer to the quart."""


def partie(*deals: str | tuple[int, int]) -> Partie:
    """Ada and Ben's partie: each deal is its log, or its totals from paper."""
    records = tuple(
        DealRecord(parse_log(deal, PORTLAND)) if isinstance(deal, str) else DealRecord(scores=deal) for deal in deals
    )
    return play_partie(PartieRecord(PORTLAND, (Player("Ada"), Player("Ben")), records))


def changed(change: str, deal: int = 3, deals: int = 6, log: str = DEAL) -> tuple[Partie, Difference]:
    """A partie, and where the version that ends a deal's log with *change* first differs from it."""
    logs = [log] * deals
    record = partie(*logs)
    logs[deal] += f"; {change}"
    found = first_difference(record, partie(*logs))
    assert found is not None
    return record, found


# 1. Where they first differ


def test_the_same_twice_has_no_difference() -> None:
    assert first_difference(partie(DEAL), partie(DEAL)) is None
    assert differing(partie(DEAL), partie(DEAL)) == ()


def test_a_strike_that_was_taken_back_makes_no_difference() -> None:
    assert first_difference(partie(DEAL), partie(f"{DEAL}; strike 10 for Y equal; strike 24")) is None


def test_only_the_first_of_several_is_the_first() -> None:
    record, found = changed("strike 12 for tricks Y1; strike 10 for Y equal")
    assert found.deal == 3
    assert found.place is not None
    assert found.place.position == 9
    assert [each.position for each in side_by_side(record.record.deals[3], record.record.deals[3])] == list(range(23))


def test_the_first_deal_that_differs_is_taken() -> None:
    record, version = partie(DEAL, DEAL, DEAL), partie(DEAL, f"{DEAL}; strike 10 for Y equal", (1, 2))
    found = first_difference(record, version)
    assert found is not None
    assert found.deal == 1
    assert differing(record, version) == (1, 2)


def test_a_deal_that_only_one_has_differs() -> None:
    found = first_difference(partie(DEAL), partie(DEAL, "tricks E12"))
    assert found is not None
    assert difference_words(found, NAMES) == "deal 2, trick 1: nothing or Ben; 0–0 or 0–53 in the deal"
    back = first_difference(partie(DEAL, "tricks E12"), partie(DEAL))
    assert back is not None
    assert difference_words(back, NAMES) == "deal 2, trick 1: Ben or nothing; 0–53 or 0–0 in the deal"


# 2. What it moves, in words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("strike 10 for Y equal", "deal 4, sequence: good or equal; "),
        ("strike 6 for Y equal", "deal 4, point: good or equal; "),
        ("strike 9 for E to king", "deal 4, sequence: to the ace or to the king; "),
        ("strike 5 for E making 48", "deal 4, point: making 49 or making 48; "),
        ("strike 11 for E trio of aces; strike 12 for Y good; tricks E1", "deal 4, sets: no set or three aces; "),
        ("strike 1 for E exchange 4", "deal 4, exchange: exchanges five or exchanges four; "),
        ("strike 12 for tricks Y1", "deal 4, trick 1: Ben or Ada; "),
        ("Y reckons nothing", "deal 4, penalty: nothing or reckons nothing; "),
        ("E false quart to ace", "deal 4, sequence: nothing or quart major found false; "),
    ],
)
def test_the_difference_is_told_with_its_subject(change: str, words: str) -> None:
    _, found = changed(change, log=DEAL)
    assert difference_words(found, NAMES).startswith(words)


def test_it_is_told_whether_the_same_player_said_it() -> None:
    even = "E no point; E no sequence; E no set; tricks E6 Y6"
    record, version = (
        partie(even),
        partie(f"{even}; strike 1 for E point 5; strike 2 for Y good; strike 3 for E no set"),
    )
    found = first_difference(record, version)
    assert found is not None
    assert difference_words(found, NAMES).startswith("deal 1, point: no point or point of five")


def test_another_seat_is_named() -> None:
    """Carte blanche: elder's, or younger's."""
    log = "E carte blanche; E exchange 5; Y exchange 3; tricks E6 Y6"
    found = first_difference(partie(log), partie(f"{log}; strike 1 for Y carte blanche"))
    assert found is not None
    said = "Ada: carte blanche or Ben: carte blanche"
    assert difference_words(found, NAMES) == f"deal 1, carte blanche: {said}; 17–7 or 7–17 in the deal"
    assert found.matters[0] is Matter.CARTE_BLANCHE


def test_the_margins_are_told_when_the_partie_is_over() -> None:
    """The same deal eight times is a draw; without the four for his quart in the last Ben loses."""
    record, found = changed("strike 10 for Y equal", deal=7, deals=8)
    assert record.settlement is not None
    version = found.settled[1]
    assert version is not None
    assert (record.settlement.winner, version.winner) == (None, 0)
    assert difference_words(found, NAMES) == f"deal 8, sequence: good or equal; drawn or Ada {version.points}"
    assert found.players == (1,)
    assert Matter.PARTIE in found.matters


def test_of_one_winner_the_margins_alone_are_told() -> None:
    lead, low = "tricks E12", "tricks Y12"
    logs = [lead, low, lead, low, lead, low]
    version = [f"{lead}; strike 12 for tricks Y1", *logs[1:]]
    found = first_difference(partie(*logs), partie(*version))
    assert found is not None
    assert difference_words(found, NAMES) == "deal 1, trick 12: Ada or Ben; 421 or 392"
    assert found.matters[:2] == (Matter.PLAY, Matter.CARDS)
    assert Matter.PARTIE not in found.matters


def test_a_margin_that_stays_is_told_so() -> None:
    logs = ["tricks E12", "tricks Y12"] * 3
    version = [f"{logs[0]}; strike 1; tricks E1", *logs[1:]]
    found = first_difference(partie(*logs), partie(*version))
    assert found is not None
    assert difference_words(found, NAMES) == "deal 1, trick 1: Ada or nothing; Ada 421 either way"


def test_a_bonus_that_is_moved_is_a_matter() -> None:
    log = "E point 6; Y good; E quint; Y good; E quatorze of aces; Y good; tricks E12"
    found = first_difference(partie(log), partie(f"{log}; strike 5 for E trio of aces"))
    assert found is not None
    assert found.matters == (Matter.SET, Matter.BONUS, Matter.RECORD)


def test_totals_from_paper_are_told_as_figures() -> None:
    found = first_difference(partie(DEAL, (15, 31)), partie(DEAL, (15, 23)))
    assert found is not None
    assert found.place is None
    assert found.matters == (Matter.RECORD,)
    assert difference_words(found, NAMES) == ("deal 2, totals from paper: 15–31 or 15–23; 15–31 or 15–23 in the deal")


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("E carte blanche", (Matter.CARTE_BLANCHE,)),
        ("E carte rouge", (Matter.RECORD,)),
        ("E withdraws point 5", (Matter.POINT, Matter.CORRECTIONS)),
        ("Y how high", (Matter.SEQUENCE, Matter.ANSWERS)),
        ("E to king", (Matter.SEQUENCE, Matter.ANSWERS)),
        ("Y equal", (Matter.ANSWERS,)),
        ("E concedes", (Matter.PLAY,)),
        ("E short 1", (Matter.PENALTIES,)),
        ("count E7 last E play 9", (Matter.PLAY,)),
    ],
)
def test_what_a_statement_is_about(said: str, matters: tuple[Matter, ...]) -> None:
    log: Log = parse_log(said, PORTLAND)
    assert matters_of(log[0]) == matters


def test_an_answer_that_was_said_again_belongs_to_the_call_it_answers() -> None:
    """Law 51: younger took her good back."""
    log = "E point 5; Y good; Y not good; E no sequence; E no set; tricks E6 Y6"
    found = first_difference(partie(log), partie(f"{log}; strike 3"))
    assert found is not None
    assert difference_words(found, NAMES).startswith("deal 1, point: not good or nothing; ")


# 3. Laws 70 and 74


def test_law_70_a_miscount_is_put_right_until_the_next_hand_is_seen() -> None:
    record, found = changed("strike 23 for tricks E1", deal=5)
    law = governing(found, record)
    assert (law.law, law.in_time) == (70, True)
    assert "No later deal has begun" in governing_words(law, NAMES)
    record, found = changed("strike 23 for tricks E1", deal=3)
    law = governing(found, record)
    assert (law.law, law.in_time) == (70, False)
    assert "too late" in governing_words(law, NAMES)


def test_law_70_counts_what_was_said_the_short_way() -> None:
    log = "E no point; E no sequence; E no set; count E7 last E play 9"
    record, version = partie(log), partie(f"{log}; strike 4 for count E7 last E play 10")
    found = first_difference(record, version)
    assert found is not None
    assert governing(found, record).law == 70


def test_law_74_each_is_right_about_his_own_hand() -> None:
    record, found = changed("strike 10 for Y equal")
    law = governing(found, record)
    assert (law.law, law.players) == (74, (1,))
    assert governing_words(law, NAMES).endswith("Here that is Ben.")


def test_law_74_is_for_totals_from_paper() -> None:
    record = partie(DEAL, (15, 31))
    found = first_difference(record, partie(DEAL, (16, 23)))
    assert found is not None
    law = governing(found, record)
    assert (law.law, law.players) == (74, (0, 1))
    assert governing_words(law, NAMES).endswith("Here that is Ada and Ben.")


def test_law_74_names_nobody_where_no_figure_moves() -> None:
    record, found = changed("strike 1 for E exchange 4")
    assert governing_words(governing(found, record), NAMES).endswith("is right.")
