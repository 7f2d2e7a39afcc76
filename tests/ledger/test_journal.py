"""The journal: accounting that bean-check accepts, and by which it proves the standings."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from beancount import loader
from beancount.core.data import Balance, Open, Transaction
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import entries as kinds
from scorer.ledger.chain import digest, from_data, write
from scorer.ledger.journal import journal
from scorer.ledger.terms import SeasonTerms, Stakes
from scorer.table.times import day_after, day_of
from tests import there
from tests.ledger.builders import (
    NAMES,
    Book,
    Partie,
    balances,
    drawn,
    posted,
    result,
    score_card,
    tallies,
    won,
)
from tests.ledger.test_entries import CAVENDISH, POOLED
from tests.rows import beside
from tests.thorough import examples

DAYS: dict[str, Any] = {"day_of": day_of, "day_after": day_after}


def checked(text: str) -> tuple[list[Any], list[str]]:
    """The directives of a journal and what bean-check has against it."""
    entries, errors, _ = loader.load_string(text)
    return entries, [error.message for error in errors]


def chained(book: Book) -> list[tuple[kinds.Entry, str]]:
    return [(each, digest(write(each))) for each in book.entries]


def written(book: Book, names: dict[int, str] = NAMES) -> str:
    return "".join(journal("Portland Club", chained(book), names, **DAYS))


def transactions(book: Book, names: dict[int, str] = NAMES) -> list[Transaction]:
    entries, errors = checked(written(book, names))
    assert errors == []
    return [each for each in entries if isinstance(each, Transaction)]


def held(entries: Iterable[Any], account: str) -> Counter[str]:
    """What an account and its parts hold after the transactions."""
    found: Counter[str] = Counter()
    for entry in entries:
        for each in entry.postings if isinstance(entry, Transaction) else ():
            if f"{each.account}:".startswith(f"{account}:"):
                found[there(each.units).currency] += int(there(each.units).number or 0)
    return found


def holds(book: Book, account: str) -> dict[str, int]:
    """What an account and its parts hold at the end of a journal that bean-check accepts;
    nothing is left out.
    """
    return {
        currency: amount for currency, amount in held(transactions(book), account).items() if amount
    }


def test_a_reversal_undoes_its_entry() -> None:
    """Also in the parts: what was won is taken from what was won,
    not added to what was lost; and of stakes.
    """
    book = Book(SeasonTerms("Winter", None, stakes=Stakes(10)))
    cards = score_card()
    numbers = [book.partie(each) for each in cards]
    book.reverse(numbers[1])
    book.partie(Partie((1, 2), result((124, 92), 316, rubicon=True)), instead_of=numbers[1])
    assert holds(book, "Assets:Season1:Member1:Won") == {"POINTS": 592}
    assert holds(book, "Assets:Season1:Member2:Lost") == {"POINTS": -592}
    assert holds(book, "Assets:Season1:Member1") == {
        "POINTS": -25,
        "MATCH-POINTS": 6,
        "STAKES-1": -3,
    }
    *_, reversal, correction = transactions(book)
    assert reversal.links == {"entry-8", "entry-4"}
    assert correction.links == {"entry-9", "entry-4"}


def test_narration_of_every_kind_of_entry_and_of_none() -> None:
    drawn_round = kinds.RoundDrawn(1, 2, (kinds.Fixture(1, 2), kinds.Fixture(3, None)))
    narrated: list[tuple[kinds.Body, str]] = [
        (drawn_round, "round 2 of season 1 is drawn: Ann and Ben"),
        (posted(won(1, 2, 318)), "Ann 120, Ben 100: Ann receives 318"),
        (
            posted(Partie((1, 2), result((98, 120), 318)), 8),
            "Ann 98, Ben 120: Ben receives 318. Replaces entry 8",
        ),
        (posted(drawn(1, 9)), "Ann 100, member 9 100: drawn"),
        (posted(Partie((1, 2), result((0, 1), 100, forfeit=True))), "Ann forfeits to Ben: 100"),
        (CAVENDISH, "a chouette of 5 parties: Ann +190, Ben -500, Cat +310"),
        (POOLED, "a pool of 3 parties: Ann -1, Ben -2, Cat 0, the pool +3"),
        *(
            (from_data(kinds.BODIES[kind], data), words)
            for kind, data, words in beside(__file__)["narrated"]
        ),
    ]
    book = Book()
    for body, _ in narrated:
        book.post(body)
    book.reverse(len(book.entries), "no clock for member 1", "")
    assert [each.narration for each in transactions(book)] == [
        "the club is founded: Portland Club",
        "season 1 is opened: Winter",
        *(words for _, words in narrated),
        "entry 44 is reversed: no clock for Ann",
    ]
    assert checked("".join(journal("Nobody", [], {}, **DAYS))) == ([], [])


def test_a_merged_member_s_accounts_move_to_the_other_and_reversals_follow_them() -> None:
    """In all seasons, of which a journal of one leaves out the others."""
    book = Book()
    first = book.partie(won(3, 2, 318))
    second = book.partie(won(1, 2, 120))
    book.partie(won(1, 3, 115))
    points = kinds.Commodity.POINTS
    matches = kinds.Commodity.MATCH_POINTS
    book.post(kinds.MemberMerged(3, 4, ((1, points, 203), (1, matches, 2))))
    book.post(kinds.MemberMerged(4, 5, ((1, points, 203), (1, matches, 2), (2, points, 7))))
    book.reverse(first)
    book.reverse(second)
    assert holds(book, "Assets:Season1:Member3:Won") == {"POINTS": 318}
    assert holds(book, "Assets:Season1:Member3") == holds(book, "Assets:Season1:Member4") == {}
    assert holds(book, "Assets:Season1:Member5:Merged") == {"POINTS": 203, "MATCH-POINTS": 2}
    assert holds(book, "Assets:Season1:Member5") == {"POINTS": -115}
    of_one = "".join(journal("Turf", chained(book), {}, **DAYS, season=1))
    assert "Season1:Member5:Merged" in of_one
    assert "Season2" not in of_one


def test_a_cancelled_penalty_leaves_the_adjusted_account_and_a_cancelled_reversal_restores() -> (
    None
):
    book = Book()
    number = book.partie(won(1, 3, 318))
    book.reverse(book.reverse(number))
    book.post(kinds.Adjusted(1, 1, -50, -1, "phone", "terms 4"))
    penalty = book.post(kinds.Adjusted(1, 2, -20, 0, "late", "terms 4"))
    book.reverse(penalty)
    assert holds(book, "Assets:Season1:Member1:Adjusted") == {"POINTS": -50, "MATCH-POINTS": -1}
    assert holds(book, "Assets:Season1:Member2") == {}
    assert holds(book, "Equity:Season1:Pool") == {"POINTS": 50, "MATCH-POINTS": -1}
    assert holds(book, "Assets:Season1:Member1:Won") == {"POINTS": 318}
    assert holds(book, "Assets:Season1:Member3:Lost") == {"POINTS": -318}


def test_dates_never_run_backwards() -> None:
    """The clock was set back by a month: the journal keeps the day, the entry its time;
    each names its digest.
    """
    book = Book(SeasonTerms("Winter", None, draw=0))
    book.day = "2026-03-05"
    book.partie(won(1, 2))
    book.day = "2026-02-05"
    book.partie(drawn(1, 2))
    found = transactions(book)
    assert [int(each.meta["entry"]) for each in found] == [1, 2, 3, 4]
    assert [each.meta["digest"] for each in found] == [stored for _, _, stored in book.texts]
    assert found[3].date == datetime.date(2026, 3, 5)
    assert found[3].meta["at"] == "2026-02-05T19:30:00Z"


def test_bean_check_finds_a_changed_amount() -> None:
    """On one side it makes points out of nothing;
    on both sides it is not what the accounts must hold.
    """
    book = Book()
    book.partie(won(1, 2, 318))
    text = written(book)
    one_side = text.replace("Won  318", "Won  319", 1)
    both_sides = one_side.replace("Lost  -318", "Lost  -319", 1)
    assert any("does not balance" in each for each in checked(one_side)[1])
    found = set(re.findall(r"Member(.*?)'", " ".join(checked(both_sides)[1])))
    assert found == {"1", "1:Won", "2", "2:Lost"}


def test_bean_check_finds_postings_that_differ_from_the_result() -> None:
    book = Book()
    book.partie(won(1, 2, 318))
    entry = book.entries.pop()
    book.post(entry.body, tuple(replace(each, amount=each.amount // 2) for each in entry.postings))
    halved = checked(written(book))[1]
    assert len(halved) == 3
    assert any("Member1:Won" in each and "318" in each for each in halved)


members = st.integers(1, 4)
posts = st.tuples(
    st.sampled_from(("partie", "drawn", "adjusted", "reverse")),
    members,
    members,
    st.integers(1, 500),
)


@examples(40)
@given(st.lists(posts, max_size=15))
def test_bean_check_accepts_any_book(plan: Sequence[tuple[str, int, int, int]]) -> None:
    book = Book(SeasonTerms("Winter", None, stakes=Stakes(3, per=1)))
    current: dict[int, Partie] = {}
    for what, one, other, amount in plan:
        if what == "adjusted":
            book.post(kinds.Adjusted(1, one, amount - 250, other - 2, "by plan", ""))
        elif what == "reverse" and current:
            number = sorted(current)[amount % len(current)]
            del current[number]
            book.reverse(number)
        elif one != other:
            partie = drawn(one, other) if what == "drawn" else won(one, other, amount)
            current[book.partie(partie)] = partie
    entries, errors = checked(written(book))
    assert errors == []
    for member, tally in tallies(current.values()).items():
        assert held(entries, f"Assets:Season1:Member{member}:Won")["POINTS"] == tally.points_won
        assert held(entries, f"Assets:Season1:Member{member}:Lost")["POINTS"] == -tally.points_lost
    proven = [each for each in entries if isinstance(each, Balance)]
    assert len(proven) >= len(
        balances(posting for entry in book.entries for posting in entry.postings)
    )


@examples(50)
@given(st.text(min_size=1), st.text())
def test_names_and_reasons_stay_in_quotes(name: str, reason: str) -> None:
    book = Book()
    number = book.partie(won(1, 2))
    book.reverse(number, reason.encode("utf-8", "replace").decode())
    entries, errors = checked(
        "".join(journal(name, chained(book), {1: name, 2: f'{name}"\n; {name}'}, **DAYS))
    )
    assert errors == []
    assert len([each for each in entries if isinstance(each, Transaction)]) == len(book.entries)
    assert len([each for each in entries if isinstance(each, Open)]) == 6


def test_any_member_name_is_quoted() -> None:
    names = {
        "Zoë Ødegård, Анна, 佐藤 花子, آن": "Zoë Ødegård, Анна, 佐藤 花子, آن",
        '"the cat" and back\\slash\\': '"the cat" and back\\slash\\',
        "two\r\nlines": "two lines",
        'x"\n2026-01-01 open Assets:Forged\n': 'x" 2026-01-01 open Assets:Forged ',
        "half \ud83d of it": "half   of it",
        "\x00\x1b[2J": " [2J",
    }
    book = Book()
    for number in range(1, len(names) + 1):
        book.partie(won(number, 9))
    entries, errors = checked(
        "".join(journal("Club", chained(book), dict(enumerate(names, 1)), **DAYS))
    )
    assert errors == []
    opened = [each.meta.get("name") for each in entries if isinstance(each, Open)]
    assert [each for each in opened if each not in (None, "9")] == list(names.values())
