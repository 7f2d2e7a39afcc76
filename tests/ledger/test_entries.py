"""Entries: their kinds, what each moves and adds; stakes;
and the chain, in which whatever is changed is found.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import entries
from scorer.ledger.chain import LETTERS, check, digest, from_data, read, receipt, to_data, write
from scorer.ledger.changes import Changes, changes
from scorer.ledger.pairing import first_round, round_robin
from scorer.ledger.results import Basis, CardResult, Result, Share, Tally, meeting_of, tally_of
from scorer.ledger.signature_words import author_words, ended_by
from scorer.ledger.terms import (
    POINTS_STEPS,
    Doubling,
    SeasonTerms,
    Settled,
    Stakes,
    fewest_payments,
    paid,
    shared_out,
    validate,
)
from scorer.rules.figures import Side
from scorer.rules.language import speaking
from scorer.rules.names import Name, Partners, without_isolates
from tests import there
from tests.languages import language_in
from tests.ledger.builders import (
    TERMS,
    Book,
    any_entries,
    balances,
    bodies,
    drawn,
    result,
    score_card,
    terms,
    won,
)
from tests.rows import each_row
from tests.thorough import examples

POINTS, MATCH_POINTS, STAKES = entries.Commodity


def test_every_kind_of_entry_has_its_own_name() -> None:
    assert set(entries.BODIES.values()) == set(get_args(entries.Body))
    assert {entries.KINDS[kind]: kind for kind in entries.KINDS} == entries.BODIES


def test_an_entry_about_a_season_names_whom_its_members_were_merged_into() -> None:
    posted = entries.SheetPosted(
        1, (1, 2), "K7QX", "", CardResult("pool", (Share(2, 0, 1, 0, 1, 0),))
    )
    merged = replace(posted, members=(1, 3), result=CardResult("pool", (Share(3, 0, 1, 0, 1, 0),)))
    assert entries.of_merged(posted, {2: 3}) == merged
    of_two = partie(result((120, 100), 100))
    assert entries.of_merged(of_two, {2: 3}) == replace(of_two, members=(1, 3))
    assert entries.of_merged(entries.Entered(1, 2), {2: 3}) == entries.Entered(1, 3)
    assert entries.of_merged(entries.ClubFounded("Turf"), {2: 3}) == entries.ClubFounded("Turf")


def test_an_agreement_is_not_a_ruling() -> None:
    rulings = {each for each in entries.Outcome if each.is_ruling}
    assert rulings == {
        entries.Outcome.UPHELD,
        entries.Outcome.CORRECTED,
        entries.Outcome.OTHERWISE,
        entries.Outcome.TAKEN_OUT,
    }


@pytest.mark.parametrize(
    ("members", "counted"),
    [(29, "14 fixtures and a bye"), (20, "10 fixtures"), (3, "Ben and member 3")],
)
def test_a_bye_is_no_fixture_of_a_round(members: int, counted: str) -> None:
    (first, *_) = round_robin(range(1, members + 1))
    said = entries.narration(entries.RoundDrawn(1, 1, first), {2: "Ben"})
    assert said == f"round 1 of season 1 is drawn: {counted}"


def test_the_byes_of_a_knock_out_are_counted_apart() -> None:
    drawn = entries.RoundDrawn(1, 1, first_round(range(1, 30)))
    assert entries.narration(drawn, {}) == "round 1 of season 1 is drawn: 13 fixtures and 3 byes"


def partie(came_to: Result) -> entries.SheetPosted:
    """A partie of member 1 with member 2 in season 3."""
    return entries.SheetPosted(3, (1, 2), "K7QX", "", came_to, lengths=(12,) * 6)


def moves(
    body: entries.Body, terms: SeasonTerms = TERMS
) -> dict[tuple[int, entries.Commodity], int]:
    """What each member, or the pool, has more after an entry of season 3."""
    found = balances(entries.postings_of(body, terms))
    assert {account.season for account, _ in found} <= {3}
    return {(account.member, commodity): amount for (account, commodity), amount in found.items()}


@pytest.mark.parametrize(
    ("body", "moved"),
    [
        (partie(result((98, 120), 318)), "1: -318 P, 2: 318 P, 0: -2 M, 2: 2 M"),
        (partie(result((100, 100), 0)), "0: -2 M, 1: 1 M, 2: 1 M"),
        (entries.Adjusted(3, 2, -20, 1, "late", ""), "0: 20 P, 2: -20 P, 0: -1 M, 2: 1 M"),
        (entries.ByeGiven(3, 2, 1), "0: -2 M, 2: 2 M"),
        (entries.ByeGiven(3, 2, 1, absent=True), "0: -1 M, 2: 1 M"),
        (entries.StakesPaid(3, 2, 1, 245, 480), "2: -480 S, 1: 480 S"),
        (entries.Entered(3, 1), ""),
        (entries.Reversed(1, "entered twice", "Law 70"), ""),
    ],
    ids=[
        "a partie",
        "a draw",
        "an adjustment",
        "a bye",
        "a round sat out",
        "stakes",
        "a decision",
        "a reversal",
    ],
)
def test_what_an_entry_moves_between_members_and_the_pool(body: entries.Body, moved: str) -> None:
    """The points, match points and stakes of a member, or those of the pool as member 0."""
    assert (
        ", ".join(
            f"{member}: {amount} {of.name[0]}" for (member, of), amount in moves(body).items()
        )
        == moved
    )


def test_terms_give_match_points_to_the_winner_and_name_a_frame_without_its_options() -> None:
    terms = SeasonTerms("Winter", None, win=3, frame="pool stake=21")
    assert [*map(terms.match_points, (0, 1, None))] == [(3, 0), (0, 3), (1, 1)]
    assert terms.frame_name == "pool"
    assert replace(terms, frame="round table stake=3").frame_name == "round table"


@pytest.mark.parametrize(
    ("stakes", "came_to", "amount"),
    [
        pytest.param(Stakes(10), result((120, 98), 318, rubicon=True), 31, id="after each partie"),
        pytest.param(
            Stakes(10, doubled=Doubling.FOR_A_RUBICON),
            result((120, 98), 318, rubicon=True),
            62,
            id="doubled",
        ),
        pytest.param(
            Stakes(10, settled=Settled.AT_CLOSE), result((120, 98), 318), 0, id="at the close"
        ),
        pytest.param(
            Stakes(10),
            result((1, 0), 318, forfeit=True),
            0,
            id="nobody pays for what was not played",
        ),
        pytest.param(None, result((120, 98), 318), 0, id="nothing is played for"),
    ],
)
def test_stakes_of_a_partie(stakes: Stakes | None, came_to: Result, amount: int) -> None:
    found = moves(partie(came_to), SeasonTerms("Winter", None, stakes=stakes))
    assert found.get((1, STAKES), 0) == amount
    assert found.get((2, STAKES), 0) == -amount
    assert found[1, POINTS] == 318
    assert found[2, POINTS] == -318


@given(bodies, terms)
def test_every_body_balances(body: entries.Body, terms: SeasonTerms) -> None:
    if isinstance(body, entries.SheetPosted) and isinstance(body.result, Result):
        body = partie(result((120, 98), abs(body.result.points)))
    of = terms.stakes
    if of is not None and min(of.per, of.points_step, of.money_step) < 1:
        terms = TERMS
    assert set(entries.sums(entries.postings_of(body, terms)).values()) <= {0}


def test_what_an_entry_changes() -> None:
    came_to = result((98, 120), 318, rubicon=True)
    assert changes(partie(came_to), TERMS) == Changes(
        3,
        {1: tally_of(came_to, 0, 0), 2: tally_of(came_to, 1, 2)},
        {(1, 2): meeting_of(came_to, 0, 0), (2, 1): meeting_of(came_to, 1, 2)},
    )
    assert changes(entries.Adjusted(3, 2, -20, 1, "late", ""), None) == Changes(
        3, {2: Tally(adjusted=-20, match_adjusted=1)}
    )
    assert changes(entries.ByeGiven(3, 2, 1), TERMS) == Changes(
        3, {2: Tally(match_points=2, byes=1)}
    )
    assert changes(entries.Entered(3, 1), TERMS) is None


def test_a_round_sat_out_gives_what_its_own_term_says() -> None:
    terms = replace(TERMS, absence=0)
    assert changes(entries.ByeGiven(3, 2, 1, absent=True), terms) == Changes(3, {2: Tally(byes=1)})


def by_margin(winner: int | None = 0, known: Basis = Basis.MARGIN) -> entries.SheetPosted:
    """A result without its deals, by which the winner receives 140, or by a draw nothing."""
    result = Result((Side(0), Side(0)), winner, 140 * (winner is not None), known=known)
    return entries.SheetPosted(1, (1, 2), "", "", result, imported=True)


NOT_COUNTED = replace(TERMS, stakes=Stakes(100), counts_results_only=False)


def test_by_the_terms_a_result_without_deals_may_not_count() -> None:
    assert entries.postings_of(by_margin(), NOT_COUNTED) == ()
    assert changes(by_margin(), NOT_COUNTED) == Changes(
        1, {1: Tally(result_only=1), 2: Tally(result_only=1)}
    )
    result = by_margin().result
    assert isinstance(result, Result)
    assert entries.stakes_of(result, NOT_COUNTED) == 0
    with_deals = by_margin(known=Basis.DEALS)
    assert entries.postings_of(with_deals, NOT_COUNTED) != ()
    assert there(changes(with_deals, NOT_COUNTED)).tallies[1].points_won == 140


def test_a_result_without_deals_counts_by_the_usual_terms() -> None:
    assert entries.postings_of(by_margin(), TERMS) != ()
    assert there(changes(by_margin(), TERMS)).tallies[1].points_won == 140


DOUBLED = replace(TERMS, stakes=Stakes(100, doubled=Doubling.FOR_A_RUBICON))


@pytest.mark.parametrize(
    ("body", "terms", "is_unknown"),
    [
        (by_margin(), DOUBLED, True),
        (by_margin(winner=None), DOUBLED, False),
        (by_margin(), replace(TERMS, stakes=Stakes(100)), False),
        (by_margin(), replace(TERMS, stakes=None), False),
        (by_margin(), replace(DOUBLED, counts_results_only=False), False),
    ],
    ids=["doubled", "drawn", "never doubled", "no stakes", "not counted"],
)
def test_by_the_margin_alone_nobody_knows_if_stakes_are_doubled(
    body: entries.SheetPosted, terms: SeasonTerms, is_unknown: bool
) -> None:
    assert isinstance(body.result, Result)
    assert entries.is_doubling_unknown(body.result, terms) is is_unknown


def test_by_both_totals_the_stakes_are_doubled() -> None:
    totals = Result((Side(134), Side(97)), 0, 331, rubicon=True, known=Basis.TOTALS)
    assert not entries.is_doubling_unknown(totals, DOUBLED)
    assert entries.stakes_of(totals, DOUBLED) == 2 * 331
    known_by_margin = replace(totals, rubicon=False, known=Basis.MARGIN)
    assert entries.stakes_of(known_by_margin, DOUBLED) == 331


SHARES = Share(1, 190, 5, 2, 0, 3), Share(2, -500, 5, 1, 0, 4), Share(3, 310, 5, 3, 0, 2)
CAVENDISH = entries.SheetPosted(1, (1, 2, 3), "K7M2QX", "f" * 64, CardResult("chouette", SHARES))
"""The card of Cavendish: A 190, B -500, C 310."""

POOLING = Share(1, -1, 3, 1, 0, 1), Share(2, -2, 3, 0, 0, 2), Share(3, 0, 3, 1, 0, 0)
POOLED = entries.SheetPosted(1, (1, 2, 3), "P2", "0", CardResult("pool", POOLING))


@pytest.mark.parametrize("stakes", [None, Stakes(120, points_step=50)])
def test_a_company_moves_its_shares_and_the_pool(stakes: Stakes | None) -> None:
    for body, points in (
        (CAVENDISH, {1: 190, 2: -500, 3: 310}),
        (POOLED, {1: -1, 2: -2, entries.POOL: 3}),
    ):
        found = entries.postings_of(body, replace(TERMS, stakes=stakes))
        assert {
            each.account.member: each.amount for each in found if each.commodity is POINTS
        } == points
        assert set(entries.sums(found).values()) == {0}
        assert (STAKES in entries.sums(found)) == (stakes is not None)


def test_a_company_is_projected_and_reversed() -> None:
    found = there(changes(CAVENDISH, TERMS))
    tally = Tally(parties=5)
    assert found == Changes(
        1,
        {
            1: replace(tally, won=2, lost=3, points_won=190),
            2: replace(tally, won=1, lost=4, points_lost=500),
            3: replace(tally, won=3, lost=2, points_won=310),
        },
    )
    assert {
        member: each + (-found).tallies[member] for member, each in found.tallies.items()
    } == dict.fromkeys((1, 2, 3), Tally())


@each_row
def test_losers_of_a_company_pay_the_winners(
    changes: dict[str, Any], moves: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert shared_out(stakes(**changes), moves) == shared


@given(
    moves=st.lists(st.integers(-2000, 2000), min_size=3, max_size=6),
    step=st.sampled_from((1, 25, 40, 50)),
    rate=st.integers(1, 300),
    per=st.sampled_from((1, 100)),
)
def test_shared_stakes_sum_to_zero(moves: list[int], step: int, rate: int, per: int) -> None:
    moves[0] -= max(sum(moves), 0)
    found = shared_out(Stakes(rate, per=per, points_step=step), moves)
    assert -sum(found) == max(-sum(moves), 0) * rate // per
    assert all(got * moved >= 0 for got, moved in zip(found, moves, strict=True))


# Stakes: what the points of a partie are worth


def stakes(**changes: Any) -> Stakes:
    """A penny a hundred, with some changes."""
    return from_data(Stakes, {**to_data(Stakes(1)), **changes})


@each_row
def test_6_4_stakes_of_points(changes: dict[str, Any], points: int, amount: int) -> None:
    validate(stakes(**changes))
    assert paid(stakes(**changes), points).amount == amount


@each_row
def test_the_settlement_shows_the_arithmetic(
    changes: dict[str, Any], points: int, steps: tuple[str, ...]
) -> None:
    validate(stakes(**changes))
    assert tuple(map(str, paid(stakes(**changes), points).steps)) == steps


@pytest.mark.parametrize("doubled", Doubling)
def test_stakes_are_doubled_as_agreed(doubled: Doubling) -> None:
    of = Stakes(2, per=1, doubled=doubled)
    payments = [paid(of, 306), paid(of, 306, rubicon=True), paid(of, 306, lurch=True)]
    twice = [False, doubled is Doubling.FOR_A_RUBICON, doubled is Doubling.FOR_A_LURCH]
    assert [each.amount for each in payments] == [1224 if each else 612 for each in twice]
    assert [
        str(each.steps[-1]) == f"doubled {doubled.value}: 1224 pence" for each in payments
    ] == twice


@each_row
def test_impossible_stakes_are_refused_with_advice(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        validate(stakes(**changes))


def test_negative_points_are_not_paid() -> None:
    with pytest.raises(ValueError, match=r"^points lost cannot be negative: -1$"):
        paid(stakes(), -1)


@given(
    rate=st.integers(1, 10_000),
    per=st.sampled_from((1, 100)),
    points_step=st.sampled_from(POINTS_STEPS),
    money_step=st.integers(1, 1000),
    points=st.integers(0, 5000),
    more=st.integers(0, 5000),
)
def test_stakes_round_down_and_never_fall_with_points(
    rate: int, per: int, points_step: int, money_step: int, points: int, more: int
) -> None:
    played_for = Stakes(rate, per, points_step, money_step)
    assert 0 <= paid(played_for, points).amount * per <= points * rate
    assert paid(played_for, points).amount <= paid(played_for, points + more).amount


def fewest_by_trying(balances: tuple[int, ...]) -> int:
    """The fewest payments by trying every payment that settles one of two,
    which never costs one more.
    """
    left = [each for each in balances if each]
    if not left:
        return 0
    first, *others = left
    pairs = [index for index, each in enumerate(others) if (each < 0) != (first < 0)]
    return 1 + min(
        fewest_by_trying((*others[:index], others[index] + first, *others[index + 1 :]))
        for index in pairs
    )


@given(st.lists(st.integers(-6, 6), max_size=6).map(lambda some: (*some, -sum(some))))
def test_all_is_settled_in_the_fewest_payments(balances: tuple[int, ...]) -> None:
    """The balance of one of two is paid as a whole in some shortest way,
    so trying those finds the fewest.
    """
    payments, is_fewest = fewest_payments(dict(enumerate(balances, 1)))
    settled = list(balances)
    for each in payments:
        assert each.amount > 0
        settled[each.payer - 1] += each.amount
        settled[each.payee - 1] -= each.amount
    assert settled == [0] * len(balances)
    assert is_fewest
    assert len(payments) == fewest_by_trying(balances)
    assert list(payments) == sorted(payments)


@given(st.permutations((80, -31, -49, 77, -18, -59, 93, -42, -51)))
def test_every_group_that_is_even_in_itself_saves_a_payment(balances: list[int]) -> None:
    """Three groups of three; to pay the largest debt to the largest claim would mix them."""
    assert len(fewest_payments(dict(enumerate(balances))).payments) == 6


def test_of_many_members_equal_balances_cancel_and_the_rest_is_not_proved() -> None:
    """Sixteen who cancel no other are split in two groups; a seventeenth, and nothing is proved."""
    sixteen = (
        {each: 2**each for each in range(1, 8)}
        | {8: -254}
        | {each: 3**each for each in range(11, 18)}
    )
    sixteen[18] = -sum(sixteen.values())
    payments, is_fewest = fewest_payments(sixteen | {20: 7, 21: -7})
    assert len(payments) == 15
    assert is_fewest is True
    payments, is_fewest = fewest_payments(sixteen | {18: sixteen[18] - 1, 19: 1, 20: 7, 21: -7})
    assert len(payments) == 16
    assert is_fewest is False
    assert fewest_payments({1: 0}) == ((), True)
    with pytest.raises(ValueError, match=r"^balances must sum to 0$"):
        fewest_payments({1: 1})


# The chain: an entry has one text, and whatever is changed in a book is found and named

Chain = list[tuple[int, str, str]]

ENTRY = entries.Entry(
    7,
    "2026-01-05T19:30:00Z",
    "director Ann",
    entries.Adjusted(1, 2, -20, 0, "late", "terms 4"),
    (
        entries.Posting(entries.Account(1, 0), POINTS, 20),
        entries.Posting(entries.Account(1, 2), POINTS, -20),
    ),
    "ab" * 32,
)

TEXT = (
    '{"at":"2026-01-05T19:30:00Z","author":"director Ann","body":{"law":"terms '
    '4","match_points":0,"member":2,'
    '"points":-20,"reason":"late","season":1},"kind":"adjusted","number":7,'
    '"postings":[[1,0,"points",20],[1,2,"points",-20]],"previous":"' + "ab" * 32 + '"}'
)


@cache
def _book() -> Chain:
    found = Book()
    numbers = [found.partie(each) for each in score_card()]
    found.post(entries.Adjusted(1, 2, -20, 0, "late", "terms 4"))
    found.reverse(numbers[3])
    found.partie(won(2, 1, 338, rubicon=True), instead_of=numbers[3])
    found.partie(drawn(1, 2))
    return found.texts


def book() -> Chain:
    """The score card of Cavendish with a penalty, a reversal and a correction."""
    return [*_book()]


def found(chain: Chain) -> list[str]:
    return [fault.what for link in check(chain) for fault in link.faults]


def test_an_entry_has_one_text_and_one_digest() -> None:
    """They are written down, because every receipt that was ever given hangs on them."""
    assert write(ENTRY) == TEXT
    assert read(TEXT) == ENTRY
    assert digest(TEXT) == "95731ffe5870d8edca2ae54548058a05b384d4beb9343f1e7eb302de1615fc0b"


@given(any_entries)
def test_every_entry_round_trips(entry: entries.Entry) -> None:
    assert read(write(entry)) == entry


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(TEXT), **values})


@each_row
def test_an_entry_with_something_else_in_it_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"{words}$"):
        read(changed(**values))


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[]", TEXT[:-1], changed(at=None)], ids=len)
def test_text_that_is_not_an_entry_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (one error for all that cannot be read)
        read(text)


def rewritten(index: int, old: str, new: str, digested: bool = True) -> Chain:
    """The book with one entry changed, which is given a digest that fits."""
    chain = book()
    number, text, stored = chain[index]
    changed = text.replace(old, new) if old else text[:-1]
    assert changed != text
    chain[index] = number, changed, digest(changed) if digested else stored
    return chain


def without(first: int, last: int) -> Chain:
    return book()[:first] + book()[last:]


CHANGES: dict[str, Callable[..., Chain]] = {"rewritten": rewritten, "without": without}


@each_row
def test_a_changed_book_is_found_and_its_entry_named(
    change: str, args: tuple[Any, ...], faults: tuple[str, ...]
) -> None:
    assert found(CHANGES[change](*args)) == [*faults]


@examples(100)
@given(st.data())
def test_one_changed_character_is_found_and_its_entry_named(data: st.DataObject) -> None:
    """By its digest; if that is made to fit, by the link of the next entry."""
    chain = book()
    index = data.draw(st.integers(0, len(chain) - 2))
    number, text, stored = chain[index]
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(
        st.characters(exclude_categories=["Cs"]).filter(lambda each: each != text[at])
    )
    changed = text[:at] + other + text[at + 1 :]
    chain[index] = number, changed, stored
    assert found(chain)[0].startswith(f"entry {number} was changed")
    chain[index] = number, changed, digest(changed)
    assert f"entry {number + 1} does not follow entry {number}: the chain is broken there" in found(
        chain
    )


def test_receipts_differ_by_entry_and_player() -> None:
    """They are of 32 letters that are not mistaken for each other."""
    first = receipt(7, 0, digest(TEXT))
    second = receipt(7, 1, digest(TEXT))
    assert re.fullmatch(rf"7A-[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", first)
    assert second.startswith("7B-")
    assert (
        len({first[2:], second[2:], receipt(7, 0, digest(changed(author="director Ben")))[2:]}) == 3
    )
    assert len(set(LETTERS) - set("01IO")) == 32


def test_who_used_a_link_of_the_keeper_is_named_as_such() -> None:
    assert (
        author_words("Ann, by a link of the keeper", {})
        == "\u2068Ann\u2069, by a link of the keeper"
    )


def test_those_who_agreed_are_called_by_their_names() -> None:
    """A sentence has each name isolated, as it was entered."""
    names = {1: Name("Ann"), 2: Name("Ben")}
    agreed = "Ann and Ben"
    assert author_words(agreed, names) == "\u2068Ann\u2069 and \u2068Ben\u2069"


@pytest.mark.parametrize(
    ("author", "said"),
    [
        ("member 1", "Ann"),
        ("member 1 and member 2", "Ann und Ben"),
        ("member 1 and member 3", "Ann and member 3"),
    ],
)
def test_those_by_whom_a_dispute_ended_are_together_in_the_language_of_the_reader(
    author: str, said: str
) -> None:
    """Who has no name is called by the number, as in the book."""
    with speaking(language_in("de")):
        assert without_isolates(f"{ended_by(author, {1: Name('Ann'), 2: Name('Ben')})}") == said


def test_those_by_whose_agreement_a_dispute_ended_take_a_plural_verb() -> None:
    assert isinstance(ended_by("member 1 and member 2", {1: "Ann", 2: "Ben"}), Partners)


def test_a_director_is_isolated_in_the_name_of_an_author() -> None:
    assert author_words("director Ann", {}) == "director \u2068Ann\u2069"


def test_a_sheet_that_was_mistyped_is_not_called_a_dispute() -> None:
    body = entries.DisputeEnded(1, "K7M2QX", 1, "", entries.Outcome.MISTYPED, "26, not 36.", "")
    assert (
        entries.narration(body, {})
        == f"partie K7M2QX is {entries.Outcome.MISTYPED.value}: 26, not 36"
    )


def test_a_late_field_is_in_the_text_of_an_entry_only_where_it_says_something() -> None:
    """So an entry of before there was the field has the digest that it had."""
    usual = to_data(entries.ByeGiven(1, 2, 3))
    assert usual == {"season": 1, "member": 2, "round": 3}
    assert from_data(entries.ByeGiven, usual) == entries.ByeGiven(1, 2, 3)
    absent = to_data(entries.ByeGiven(1, 2, 3, absent=True))
    assert absent == {**usual, "absent": True}


@pytest.mark.parametrize(
    "data",
    [
        {"season": 1, "member": 2, "round": 3, "absent": False},
        {"season": 1, "member": 2, "absent": True},
        {"season": 1, "member": 2, "round": 3, "other": True},
    ],
    ids=["a default is written", "another is missing", "another is unknown"],
)
def test_an_entry_with_a_late_field_still_has_one_text_only(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        from_data(entries.ByeGiven, data)


def test_terms_that_count_results_without_deals_read_as_before() -> None:
    assert "counts_results_only" not in to_data(TERMS)
    data = to_data(NOT_COUNTED)
    assert data["counts_results_only"] is False
    assert from_data(SeasonTerms, data) == NOT_COUNTED


def test_terms_without_a_term_of_their_own_for_a_round_sat_out_read_as_before() -> None:
    assert "absence" not in to_data(TERMS)
    assert to_data(replace(TERMS, absence=0))["absence"] == 0
