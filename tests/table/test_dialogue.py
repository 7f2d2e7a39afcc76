"""The walk through a deal under every ruleset:
any tap leads to its end, and whatever is legal can be tapped.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from scorer.rules import statements
from scorer.rules.asking import next_ask
from scorer.rules.claims import CALLED, Category, PointClaim, SequenceClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next
from scorer.rules.messages import Message
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.partie import PartieRecord, by_player, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset, Stated
from scorer.rules.seats import BySeat, Player
from scorer.rules.sentences import Names
from scorer.table.bidding import bids_message
from scorer.table.dialogue import keys_of, pick_that_says, question
from scorer.table.keys import Key, KeyText, Question
from tests.published import published
from tests.rows import beside, each_row
from tests.rules.strategies import COUNTED, FOR_TWO, begun
from tests.thorough import EVERYTHING, SEED, mostly_slow

NAMES: Names = BySeat((Name("Ada"), Name("Bea")))
NO_CALLS = [f"{seat} no {category.value}" for seat in "EYTF" for category in CALLED]
PLAYERS = tuple(map(Name, ("Ada", "Bea", "Cem", "Dora")))
AUCTION = PRESETS["auction"]
TABLES = beside(__file__)


def words_of(said: Message | str | None) -> str:
    """What is said, without the isolates of names; empty for nothing."""
    return "" if said is None else without_isolates(str(said))


def dealt(rules: Ruleset, log: str = "") -> Deal:
    """A deal of a new partie as far as *log* goes, which must be legal."""
    players = tuple(Player(name) for name in PLAYERS[: rules.players])
    return fold(
        rules, parse_log(log, rules), play_partie(PartieRecord(rules, players, ())).next_setting
    ).require()


def after(deal: Deal, key: Key) -> Deal:
    """*deal* after a key was tapped; what it says must be legal."""
    folded = fold(deal.rules, deal.log + parse_log(key.said, deal.rules), deal.setting)
    assert folded.refusal is None, (key, folded.refusal)
    return folded.deal


def keys(asked: Question) -> list[Key]:
    return list(keys_of(asked))


def check(asked: Question | None) -> Question:
    """A question that can be answered: every row has keys,
    every key a name and something that it does.
    """
    assert asked is not None
    assert asked.heading
    assert asked.rows
    for row in asked.rows:
        assert row.keys, asked
        assert row.columns >= 1
    for key in keys(asked):
        assert key.label, asked
        assert bool(key.said) != bool(key.pick), key
    does = [key.said or key.pick for key in keys(asked)]
    assert len(set(does)) == len(does), f"two keys do the same: {does}"
    sounds = [
        (str(row.caption), str(key.aloud if key.spoken else key.label))
        for row in asked.rows
        for key in row.keys
    ]
    assert len(set(sounds)) == len(sounds), f"two keys sound the same: {sounds}"
    return asked


def ask(deal: Deal, pick: str = "", *, good: bool = False, counts: bool = False) -> Question:
    names: Names = BySeat(PLAYERS[: deal.rules.players])
    return check(question(deal, names, pick, good=good, counts=counts))


def walk(deal: Deal, draw: Random, weight: float, *, good: bool = False) -> Iterator[Deal]:
    """Tap at random until the deal is over; *weight* is how gladly a choice is opened."""
    pick = ""
    names: Names = BySeat(PLAYERS[: deal.rules.players])
    for _ in range(300):  # more than any deal takes, even if the player opens keys and goes back
        if deal.is_over:
            assert question(deal, names, pick, good=good) is None
            return
        offered = keys(check(question(deal, names, pick, good=good)))
        opening = [key for key in offered if key.pick]
        saying = [key for key in offered if key.said]
        key = draw.choice(opening if opening and (not saying or draw.random() < weight) else saying)
        pick = key.pick
        if key.said:
            deal = after(deal, key)
            yield deal
    raise AssertionError(f"still not over: {deal.log}")


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_whatever_is_tapped_the_deal_comes_to_its_end(rules: str) -> None:
    for seed, weight in enumerate((0.0, 0.3, 0.3, 0.7) if EVERYTHING else (0.3,)):
        for good in (False, True):
            *_, last = walk(
                dealt(PRESETS[rules]), Random(f"{rules} {SEED} {seed}"), weight, good=good
            )
            assert last.is_over


@pytest.mark.parametrize("rules", sorted(FOR_TWO))
def test_the_play_can_be_entered_trick_by_trick_or_counted_at_the_end(rules: str) -> None:
    deal = dealt(PRESETS[rules], begun(PRESETS[rules]) + "; ".join(NO_CALLS[:3]))
    asked = ask(deal)
    *_, onward = asked.rows
    *_, play = onward.keys
    assert words_of(play.label) == "Play"
    assert play.main
    first = ask(deal, play.pick)
    assert words_of(first.heading).startswith("Trick 1: who takes it")
    assert not any(key.said.startswith("Y ") for key in keys(first)), "a call beside the tricks"
    forgotten = {key.pick for key in keys(ask(deal, "play-more"))}
    assert {"Y-point", "Y-sequence", "Y-set"} <= forgotten
    tricks = deal
    for _ in range(PRESETS[rules].hand):
        tricks = after(
            tricks, next(key for key in keys(ask(tricks, "play")) if "tricks" in key.said)
        )
    assert tricks.is_over
    at_the_end = [key for key in keys(first) if key.pick == "count"]
    assert bool(at_the_end) == (rules in COUNTED)
    if at_the_end:
        assert counted(deal) == set(range(PRESETS[rules].hand + 1))


def counted(deal: Deal) -> set[int]:
    """Return the numbers of elder's tricks with which a count ends *deal*, by the keys alone."""
    found = set()
    for start in keys(ask(deal, "count")) + keys(ask(deal, "count-more")):
        if not start.said.startswith("count") and not start.pick.startswith("count-"):
            continue
        pick = start.pick
        key: Key | None = start
        while key is not None and not key.said:
            offered = keys(ask(deal, pick))
            key = next((each for each in offered if each.said.startswith("count")), None)
            if key is None:
                key = next(each for each in offered if each.pick.startswith(f"{pick}-"))
                pick = key.pick
        assert key is not None
        (said,) = parse_log(key.said, deal.rules)
        assert isinstance(said, statements.TricksCounted)
        assert after(deal, key).is_over
        found.add(said.elder)
    return found


def reached(deal: Deal, *, good: bool = False, counts: bool = False) -> Iterator[tuple[str, int]]:
    """Yield what each key records, of every call or only of the *good* ones,
    with the taps on it, the fewest first.
    """
    taps = {"": 1}
    for pick in (unopened := [""]):
        for key in keys(ask(deal, pick, good=good, counts=counts)):
            if key.said:
                yield key.said, taps[pick]
            elif key.pick not in taps:
                taps[key.pick] = taps[pick] + 1
                unopened.append(key.pick)


def taps_to(deal: Deal, *, good: bool = False, counts: bool = False) -> dict[str, int]:
    return dict(reversed([*reached(deal, good=good, counts=counts)]))


def steps_of(text: str, *, good: bool = False, counts: bool = False) -> Iterator[tuple[Deal, int]]:
    """Tap *text* into a deal, as few taps a sentence as there are;
    yield the deal before each sentence, with the taps of it, and the deal at the end with none.
    """
    left = text.split("; ")
    deal = dealt(PRESETS["portland"])
    while left:
        offered = taps_to(deal, good=good, counts=counts)
        number = next(number for number in (3, 2, 1) if "; ".join(left[:number]) in offered)
        key = "; ".join(left[:number])
        left = left[number:]
        yield deal, offered[key]
        deal = after(deal, Key(KeyText.PLAY(), key))
    yield deal, 0


MOST_TAPS = 14
"""The most taps of a published deal of a pair that counts the tricks at the end, unless the table
says which are needed and why.

Its calls have at most 11, and the end of it three: *Play*, the tricks, and the count with who took
the last. In a deal that is the first to be counted at its end, *Count at the end* is one more.
"""

MOST_GOOD_TAPS = 8
"""The same of a pair that enters its good calls alone."""


def taps_in(text: str, *, good: bool = False, counts: bool = False) -> list[tuple[str, int]]:
    """Return what each sentence of *text* records, and the taps that it takes."""
    steps = [*steps_of(text, good=good, counts=counts)]
    found = []
    for (deal, taps), (after_it, _) in pairwise(steps):
        said = after_it.log[len(deal.log) :]
        found.append(("; ".join(map(format_statement, said)), taps))
    return found


def total(steps: list[tuple[str, int]]) -> int:
    return sum(taps for _, taps in steps)


def explained(steps: list[tuple[str, int]], needed: dict[str, str]) -> int:
    """Return the taps for what the table says is *needed*, each for one of its reasons."""
    assert set(needed) <= {said for said, _ in steps}
    assert set(needed.values()) <= TABLES["reasons"].keys()
    return sum(taps for said, taps in steps if said in needed)


@pytest.mark.parametrize("name", TABLES["dialogue"])
def test_a_published_deal_takes_few_taps(name: str) -> None:
    text, first, later, needed = TABLES["dialogue"][name]
    begun_deal = taps_in(text)
    counted_deal = taps_in(text, counts=True)
    *_, (deal, _) = steps_of(text)
    (scored,) = (row["scored"][0] for row in published("deals")["deal"] if row["id"] == name)
    assert [*deal.score] == [scored[seat]["total"] for seat in ("elder", "younger")]
    assert total(begun_deal) == first
    assert total(counted_deal) == later
    assert max(taps for _, taps in begun_deal[:-1]) <= 3
    assert first - MOST_TAPS <= explained(begun_deal, needed)
    always = {said: why for said, why in needed.items() if why != "first_count"}
    assert later - MOST_TAPS <= explained(counted_deal, always)
    assert bool(needed) == (first > MOST_TAPS), "a reason for nothing"


WORKED = TABLES["test_a_worked_deal_goes_in_by_its_good_calls"]
SAID = {
    **{f"{name}, every call": (text, False) for name, (text, *_) in TABLES["dialogue"].items()},
    **{
        f"{name}, good calls": ("; ".join(row[0]), True)
        for name, row in WORKED.items()
        if name != "columns"
    },
}
"""What is said in published deals, by every call and by the good ones alone."""

NAMELESS = re.compile(r"All|Younger|Elder|First trick|Other counts?|Another (sequence|set)", re.I)
"""The words of a key that leaves open whose or what it is."""

OF_THE_PLAY = {"tricks", "count"}
"""With what a statement of the play begins."""

SEATS = re.compile(r"\b(elder|younger)\b", re.I)

MOST_TARGETS = 12
"""What a question offers at most, with *Undo* and *Something else*."""

ELEVEN_SETS = 13
"""Ten sets, or none of them: the one question that needs more."""


published_deals = pytest.mark.parametrize(
    "deal", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in SAID]
)
"""Runs a test with each of these, all tests with one of them in one process."""


@cache
def asked_in(deal: str) -> list[Question]:
    """Return all that a published deal asks, and whatever is opened on the way."""
    text, good = SAID[deal]
    found = list[Question]()
    for state, _ in steps_of(text, good=good):
        picks = [] if state.is_over else [""]
        for pick in picks:
            asked = ask(state, pick, good=good)
            found.append(asked)
            picks += [key.pick for key in keys(asked) if key.pick and key.pick not in picks]
    return found


@published_deals
def test_no_question_of_a_published_deal_offers_more_than_twelve_targets(deal: str) -> None:
    assert [found for asked in asked_in(deal) if (found := too_much(asked))] == []


def too_much(asked: Question) -> str:
    """Return a question that offers too much at once, with how much that is; else nothing."""
    targets = len(keys(asked)) + (asked.back is None)  # *Undo*
    most = ELEVEN_SETS if asks_for_sets(asked) else MOST_TARGETS
    return f"{words_of(asked.heading)}: {targets}" if targets > most else ""


def asks_for_sets(asked: Question) -> bool:
    sets = [
        key
        for row in asked.rows
        for key in row.keys
        if "trio" in key.said or "quatorze" in key.said
    ]
    return len(sets) == 10


@published_deals
def test_no_key_of_a_published_deal_leaves_open_whose_it_is(deal: str) -> None:
    """Another call of a class has a name beside it or above."""
    rows = [row for asked in asked_in(deal) for row in asked.rows]
    alone = [key for row in rows if not (row.side or row.caption) for key in row.keys]
    assert {word for key in alone if NAMELESS.fullmatch(word := words_of(key.label))} == set()


@published_deals
def test_keys_and_questions_of_a_published_deal_name_players_and_no_seat(deal: str) -> None:
    words = set[str]()
    for asked in asked_in(deal):
        words.add(words_of(asked.heading))
        words |= {words_of(row.caption) for row in asked.rows}
        words |= {words_of(each) for key in keys(asked) for each in (key.label, key.note)}
    assert {each for each in words if SEATS.search(each)} == set()


@published_deals
def test_no_screen_of_a_published_deal_has_calls_beside_the_play(deal: str) -> None:
    mixed = []
    for asked in asked_in(deal):
        said = {key.said.partition(" ")[0] for key in keys(asked) if key.said}
        if said & OF_THE_PLAY and said - OF_THE_PLAY:
            mixed.append(words_of(asked.heading))
    assert mixed == []


def test_the_key_to_the_play_says_which_owed_calls_it_leaves_out() -> None:
    """After *Not good*, younger has something better or equal: going on is not the usual answer."""
    log = "E point 5; Y not good; E tierce; Y not good; E no set"
    found = {
        said: words_of(play_key(f"{log}{said}").note)
        for said in ("", "; Y point 6", "; Y point 6; Y quart")
    }
    assert found == {
        "": "Bea calls no point or sequence",
        "; Y point 6": "Bea calls no sequence",
        "; Y point 6; Y quart": "Ada leads",
    }
    assert not play_key(log).main


def play_key(log: str) -> Key:
    """The key that goes on from younger's calls to the play."""
    asked = ask(dealt(PRESETS["portland"], log))
    (found,) = (key for key in keys(asked) if key.label.text is KeyText.PLAY)
    return found


def test_something_else_says_that_another_set_is_behind_it() -> None:
    log = "E point 5; Y not good; E tierce; Y good; E trio of aces; Y good"
    quiet = ask(dealt(PRESETS["portland"], log)).quiet
    (among,) = (words_of(key.note) for key in quiet if key.label.text is KeyText.SOMETHING_ELSE)
    assert among == "another sequence, another set"


@pytest.mark.parametrize(
    "log", ["E exchange 5; Y exchange 3", "E point 5; Y not good; E no sequence; E no set"]
)
def test_no_length_of_a_point_is_alone_in_its_line(log: str) -> None:
    lengths, *_ = ask(dealt(PRESETS["portland"], log)).rows
    assert len(lengths.keys) % lengths.columns != 1


def test_a_short_point_is_offered_only_where_every_call_is_said() -> None:
    """Whoever holds twelve cards has three of a suit, so only a player who sinks calls fewer."""
    deal = dealt(PRESETS["portland"])
    by_good_calls = [said for said, _ in reached(deal, good=True)]
    assert not any(said.startswith(("E point 1", "E point 2")) for said in by_good_calls)
    exchanged = dealt(PRESETS["portland"], "E exchange 5; Y exchange 3")
    assert taps_to(exchanged)["E point 2"] == 2


def test_all_that_is_left_of_the_tierces_beside_a_point_of_three_is_one_tap() -> None:
    deal = dealt(PRESETS["portland"], "E point 3; Y good; E tierce; Y good")
    assert taps_to(deal, good=True)["E tierce; E tierce; E tierce"] == 1


@pytest.mark.parametrize(
    ("good", "heading", "taps"),
    [(False, "Trick 1: who takes it?", 3), (True, "How many tricks did Ada take?", 4)],
)
def test_a_third_sequence_is_not_asked_for_and_is_behind_something_else(
    good: bool, heading: str, taps: int
) -> None:
    """Few deals have one, and a tap to pass over it would be needed in all the others."""
    log = "E no point; E no sequence; E trio of aces; Y good; Y point 4; Y quart; Y tierce"
    deal = dealt(PRESETS["portland"], log)
    assert words_of(ask(deal, good=good).heading) == heading
    assert taps_to(deal, good=good)["Y tierce"] == taps


@each_row
def test_a_worked_deal_goes_in_by_its_good_calls(
    said: tuple[str, ...], points: tuple[int, int], most: int, needed: dict[str, str]
) -> None:
    """With the exchange and the answers left out. Each call is a tap, and so is going on to the
    other's; *Something else* is one more; the play is three.
    """
    text = "; ".join(said)
    *_, (deal, _) = steps_of(text, good=True)
    assert tuple(deal.score) == points
    steps = taps_in(text, good=True)
    assert total(steps) == most
    assert most - MOST_GOOD_TAPS <= explained(steps, needed)
    assert bool(needed) == (most > MOST_GOOD_TAPS), "a reason for nothing"


@each_row
def test_the_page_asks_for_one_category_at_a_time_in_the_order_of_speaking(
    rules: str, log: str, heading: str
) -> None:
    """Younger's calls are first those owed for a 'not good', and then those that elder left."""
    assert words_of(ask(dealt(PRESETS[rules], log)).heading) == heading


@each_row
def test_every_legal_bid_has_a_key_under_what_was_bid_and_whose_turn_it_is(
    log: str, heading: str, bids: str
) -> None:
    deal = dealt(AUCTION, log)
    bid = statements.Bid | statements.Passed | statements.Doubled | statements.Redoubled
    legal = {each for each in legal_next(deal) if isinstance(each, bid)}
    asked = ask(deal)
    assert {parse_log(key.said, AUCTION)[0] for row in asked.rows for key in row.keys} == legal
    assert words_of(asked.heading) == heading
    assert words_of(bids_message(deal, NAMES)) == bids


@each_row
def test_the_card_shows_the_contract_and_its_result(log: str, contract: str) -> None:
    assert words_of(bids_message(dealt(AUCTION, log), NAMES)) == contract


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    "rules", ["portland", "cent-36", "cent-32", "auction", "normand", "voleur"]
)
def test_a_players_keys_are_in_that_players_column_in_every_deal(rules: str, number: int) -> None:
    """The header has the players in the order of the partie;
    elder of deal *number* is its player *number*.
    """
    ruleset = PRESETS[rules]
    players = PLAYERS[: ruleset.players]
    elder = number % len(players)
    calls = NO_CALLS[: 3 * len(players)] if len(players) > 2 else NO_CALLS[:3]
    deal = dealt(ruleset, begun(ruleset) + "; ".join(calls))
    asked = check(question(deal, BySeat(players[elder:] + players[:elder]), "play", elder=number))
    takers = [row for row in asked.rows if row.keys[0].said.startswith("tricks")]
    if takers[0].block:
        assert [words_of(row.side) for row in takers] == list(players)
        assert [row.column for row in takers] == [
            1 + place % takers[0].block for place in range(len(players))
        ]
    else:
        assert [words_of(key.label) for key in takers[0].keys] == list(players)
        assert takers[0].columns == len(players)
    led = next(
        key for row in takers for key in row.keys if key.said in ("tricks E1", "tricks E1:1")
    )
    assert words_of(led.note) == " – ".join(
        map(str, by_player(ruleset, number, after(deal, led).score))
    )


@each_row
def test_where_a_race_hangs_on_a_call_the_key_for_none_decides_it(
    rules: str, before: tuple[int, ...], log: str, heading: str, decide: tuple[str, ...]
) -> None:
    """No trick is asked for, which nobody plays if there is no such call."""
    named = rules_named(rules)
    deal = fold(
        named, parse_log(log, named), Setting(final=False, before=BySeat(before), target=100)
    ).require()
    asked = ask(deal)
    assert words_of(asked.heading) == heading
    deciding = asked.rows[-1] if asked.rows[-1].apart else asked.rows[0]
    assert tuple(key.said for key in deciding.keys) == decide
    assert not any("tricks" in key.said for key in keys(asked))
    while not deal.is_over:
        rows = ask(deal).rows
        deal = after(deal, (rows[-1] if rows[-1].apart else rows[0]).keys[-1])
    assert deal.stopped == before.index(max(before))


@pytest.mark.no_cover
@pytest.mark.parametrize("deal", ["cav-example-1", "hoyle-170", "cav-play-4"])
def test_the_page_offers_every_answer_that_the_kernel_has(deal: str) -> None:
    """Along a published deal: on the page, or behind keys that it opens."""
    said, *_ = TABLES["dialogue"][deal]
    statements_ = [each for each in said.split("; ") if not each.startswith("count")]
    for end in range(len(statements_) + 1):
        now = dealt(PRESETS["portland"], "; ".join(statements_[:end]))
        asked = next_ask(now)
        assert asked is not None
        page = check(question(now, NAMES))
        shown = {key.said for key in keys(page)}
        hidden = [words for words in asked.words if words not in shown]
        assert [words for words in hidden if not pick_that_says(now, NAMES, words, elder=0)] == []


def stages(rules: Ruleset) -> Iterator[tuple[str, type[statements.Spoken], Category | None]]:
    """Yield what has been said of a deal, and what is asked next:
    a kind of statement, of calls those in a category.
    """
    if rules.players > 2:
        begins = ["T exchange 2"] * (rules.players == 3)
        yield from [("", statements.Exchanged, None)] * len(begins)
        for said in range(3 * rules.players):
            yield "; ".join(begins + NO_CALLS[:said]), statements.Called, CALLED[said % 3]
        yield "tricks E1:1", statements.TrickTaken, None
        return
    exchange = begun(rules) + next(
        key.said for key in keys(ask(dealt(rules, begun(rules)))) if key.main
    )
    yield begun(rules), statements.Exchanged, None
    yield exchange.rpartition("; ")[0], statements.Exchanged, None
    for said, category in enumerate(CALLED):
        yield "; ".join((exchange, *NO_CALLS[:said])), statements.Called, category
    yield "; ".join((exchange, *NO_CALLS[:3])), statements.Called, None
    if rules.point_pips is Stated.ON_TIE:
        yield f"{exchange}; E point 5; Y how many", statements.PipsSaid, None
    if rules.sequence_heads is Stated.ON_TIE:
        yield f"{exchange}; E no point; E quart; Y how high", statements.HeadSaid, None


def without_detail(said: statements.Spoken) -> statements.Spoken:
    """Return a call without what it makes or its highest card."""
    match said:
        case statements.Called(claim=PointClaim() as point):
            return replace(said, claim=replace(point, pips=None))
        case statements.Called(claim=SequenceClaim() as sequence):
            return replace(said, claim=replace(sequence, top=None))
    return said


@pytest.mark.parametrize(
    "rules", mostly_slow(PRESETS, ("portland", "cent-36", "auction", "normand", "voleur"))
)
def test_every_legal_exchange_call_detail_and_trick_can_be_tapped(rules: str) -> None:
    """By who is asked. What can be called without its detail is called so:
    that is said when it is asked for.
    """
    for log, kind, category in stages(PRESETS[rules]):
        deal = dealt(PRESETS[rules], log)
        legal = {each for each in legal_next(deal, (kind,)) if ask(deal).seat in (None, each.seat)}
        if category is not None:
            legal = {
                each
                for each in legal
                if isinstance(each, statements.Called) and each.claim.category is category
            }
        longer = {each for each in legal if without_detail(each) in legal - {each}}
        wanted = {format_statement(each) for each in legal - longer}
        assert wanted
        assert wanted <= taps_to(deal).keys()


def test_no_calls_declines_everything_that_is_left() -> None:
    normand = PRESETS["normand"]
    for log, label, said in (
        ("T exchange 2", "No calls", "; ".join(NO_CALLS[:3])),
        ("T exchange 2; E point 5 making 44", "No more calls", "E no sequence; E no set"),
    ):
        (key,) = (key for key in keys(ask(dealt(normand, log))) if str(key.label) == label)
        assert key.said == said
    deal = dealt(normand, "E point 5 making 44; E tierce major")
    further = next(key for key in keys(ask(deal, "more")) if str(key.label) == "Another sequence")
    assert words_of(ask(deal, further.pick).heading) == "Ada calls sequences"
    assert str(ask(dealt(PRESETS["voleur"]), "play").heading).startswith("Trick 1")


@pytest.mark.parametrize(
    ("rules", "log"),
    [
        (
            "portland carte_rouge=20",
            "E exchange 5; Y exchange 3; E huitième; Y good; E quart major",
        ),
        ("normand carte_rouge=20", "T exchange 2; E quint major; E quint major"),
    ],
)
def test_a_carte_rouge_has_the_first_key_as_soon_as_every_card_has_scored(
    rules: str, log: str
) -> None:
    """It scores where it occurs, so it is asked for there; one card earlier no key says it."""
    ruleset = rules_named(rules)
    before, completing = log.rsplit("; E", 1)
    assert "E carte rouge" not in taps_to(dealt(ruleset, before))
    first = keys(ask(dealt(ruleset, f"{before}; E{completing}")))[0]
    assert first.said == "E carte rouge"


def test_the_tricks_of_a_short_hand_are_not_counted_at_once() -> None:
    """With a short hand they are given one by one (Law 57)."""
    asked = ask(dealt(PRESETS["portland"], f"{'; '.join(NO_CALLS[:3])}; Y short 1; tricks E1"))
    assert not any(key.pick.startswith("count") for key in keys(asked))


def test_only_the_last_deal_can_be_conceded() -> None:
    """A player may throw up the last deal of a partie and no other (Cavendish)."""
    for final, log in product(
        (False, True), ("E exchange 5; Y exchange 3", "; ".join(NO_CALLS[:3]))
    ):
        deal = dealt(PRESETS["portland"], log)
        assert (
            "E concedes"
            in taps_to(fold(deal.rules, deal.log, deal.setting._replace(final=final)).deal)
        ) == final


@pytest.mark.parametrize("stage", TABLES["stages"])
def test_a_pick_made_up_in_the_address_does_no_harm(stage: str) -> None:
    draw = Random(f"{SEED} {stage}")
    deal = dealt(PRESETS["portland"], stage)
    for _ in range(30 if EVERYTHING else 5):
        ask(deal, "".join(draw.choices(TABLES["pieces"], k=9)))
