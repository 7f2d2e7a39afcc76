"""
The published deals and fragments of `tests/vectors`, scored by the kernel.

The play of a deal is given as cards. Who wins and who leads is worked out
here, from suit and rank alone, so that the data check themselves and the
kernel is told no more than a scorer at the table would be.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from scorer.rules import scoring
from scorer.rules.cards import Card, Rank, Suit, pack, parse_card, parse_hand, pips
from scorer.rules.claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim, compare
from scorer.rules.deal import Deal, fold
from scorer.rules.hands import declare, is_blank, runs
from scorer.rules.house_rules import house_rules
from scorer.rules.lines import Line, LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Why
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import TWO, Seat
from scorer.rules.statements import Answer, Answered, Called, Log, TrickTaken
from tests.published import Row, ids, published

SEATS = {"elder": Seat.ELDER, "younger": Seat.YOUNGER, "nobody": None}
IN_HAND = (LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET)
IN_PLAY = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
MADE = (LineKind.REPIQUE, LineKind.PIQUE, LineKind.CAPOT)


DEALS: list[Row] = published("deals")["deal"]
WITH_CARDS = [row for row in DEALS if "hand" in row]
FRAGMENTS = published("fragments")


def named(scored: Row) -> str:
    """The ruleset of a scoring and the fields that house rules change in it."""
    return "-".join([scored["rules"], *scored.get("house", {})])


def ruleset(scored: Row) -> Ruleset:
    return house_rules(PRESETS[scored.get("rules", "portland")], scored.get("house", {}))


# The play, from the cards


class Played(NamedTuple):
    leader: Seat
    winner: Seat
    lead: Card
    reply: Card


def hand(row: Row, seat: Seat) -> tuple[Card, ...]:
    return parse_hand(row["hand"][seat.word])


def played(row: Row) -> list[Played]:
    """The tricks of a deal; every card must be its player's, and the second player follows suit if able."""
    left = {seat: set(hand(row, seat)) for seat in TWO}
    tricks: list[Played] = []
    leader = Seat.ELDER
    for pair in row["play"].replace("\n", ",").strip(",").split(","):
        lead, reply = (parse_card(word) for word in pair.split())
        left[leader].remove(lead)
        follows = reply.suit is lead.suit
        assert follows or all(card.suit is not lead.suit for card in left[leader.other]), f"{pair}: no suit followed"
        left[leader.other].remove(reply)
        winner = leader.other if follows and reply.rank > lead.rank else leader
        tricks.append(Played(leader, winner, lead, reply))
        leader = winner
    assert left == {Seat.ELDER: set(), Seat.YOUNGER: set()}
    return tricks


def winners(row: Row) -> list[Seat]:
    taken = (statement for statement in parse_log(f"tricks {row['won']}", PORTLAND))
    return [statement.seat for statement in taken if isinstance(statement, TrickTaken)]


def tens(rules: Ruleset, trick: Played) -> int | None:
    """How many cards of the trick count, where the low ones do not: the lead, and the card that wins it."""
    if rules.counts_every_card:
        return None
    cards = {trick.lead} if trick.winner is trick.leader else {trick.lead, trick.reply}
    return sum(card.rank >= rules.trick_min_rank for card in cards)


def one_by_one(row: Row, rules: Ruleset) -> Log:
    if "play" in row:
        return tuple(TrickTaken(trick.winner, tens(rules, trick)) for trick in played(row))
    return tuple(TrickTaken(seat) for seat in winners(row))


def said(row: Row, rules: Ruleset) -> Log:
    return parse_log(row["log"], rules)


def score(row: Row, rules: Ruleset) -> Deal:
    return fold(rules, said(row, rules) + one_by_one(row, rules)).require()


def points(deal: Deal, seat: Seat, kinds: Sequence[LineKind]) -> int:
    return sum(line.points for line in deal.lines if line.seat is seat and line.kind in kinds)


# Deals

SCORED = [pytest.param(row, scored, id=f"{row['id']}-{named(scored)}") for row in DEALS for scored in row["scored"]]


@pytest.mark.parametrize(("row", "scored"), SCORED)
def test_a_published_deal_scores_as_the_ruleset_has_it(row: Row, scored: Row) -> None:
    deal = score(row, ruleset(scored))

    assert deal.is_over
    for seat in TWO:
        expected = dict(scored[seat.word])
        assert deal.score[seat] == expected.pop("total")
        assert {kind.value: n for kind in LineKind if (n := points(deal, seat, [kind]))} == expected


@pytest.mark.parametrize("row", WITH_CARDS, ids=ids(WITH_CARDS))
def test_the_cards_of_a_published_deal_are_one_pack_played_by_the_rules(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    seen = [*hand(row, Seat.ELDER), *hand(row, Seat.YOUNGER)]
    seen += [card for cards in row.get("discards", {}).values() for card in parse_hand(cards)]

    assert set(seen) <= set(pack(rules.lowest))
    assert len(set(seen)) == len(seen)
    assert [trick.winner for trick in played(row)] == winners(row)


@pytest.mark.parametrize("row", [row for row in DEALS if "dealt" in row], ids=lambda row: row["id"])
def test_the_exchange_of_a_published_deal_leads_to_the_hands_that_were_played(row: Row) -> None:
    for seat in TWO:
        dealt, out, drawn = (set(parse_hand(row[key][seat.word])) for key in ("dealt", "discards", "drawn"))

        assert out <= dealt
        assert (dealt - out) | drawn == set(hand(row, seat))
        assert f"{seat.letter} exchange {len(out)}" in row["log"]
        assert f"{seat.letter} carte blanche" in row["log"] or not is_blank(PORTLAND, tuple(dealt))


@pytest.mark.parametrize("row", [row for row in DEALS if "counts" in row], ids=lambda row: row["id"])
def test_the_counts_after_each_trick_are_those_the_players_say(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    calls, tricks = said(row, rules), one_by_one(row, rules)
    counts = []
    for number in range(1, len(tricks) + 1):
        deal = fold(rules, calls + tricks[:number]).require()
        aside = (LineKind.CARDS, LineKind.CAPOT)
        counts.append("-".join(str(deal.score[seat] - points(deal, seat, aside)) for seat in TWO))

    assert " ".join(counts) == row["counts"]


class Held(NamedTuple):
    """What one seat's cards declare in one class, the best first."""

    seat: Seat
    claims: tuple[Claim, ...]


def held(rules: Ruleset, cards: Sequence[Card], seat: Seat, category: Category) -> Held:
    declared = declare(rules, cards)
    point = () if declared.point is None else (declared.point,)
    return Held(
        seat, {Category.POINT: point, Category.SEQUENCE: declared.sequences, Category.SET: declared.sets}[category]
    )


def better(elder: Held, younger: Held) -> Held | None:
    """Who is good if nothing is sunk; `None` if nobody is."""
    if not elder.claims or not younger.claims:
        return elder if elder.claims else younger if younger.claims else None
    match compare(elder.claims[0], younger.claims[0]):
        case Better.YES:
            return elder
        case Better.NO:
            return younger
        case _:
            return None


@pytest.mark.parametrize("row", WITH_CARDS, ids=ids(WITH_CARDS))
def test_the_classes_score_what_the_cards_declare_but_where_something_was_sunk(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    deal = score(row, rules)
    differ = []
    for category in CALLED:
        good = better(*(held(rules, hand(row, seat), seat, category) for seat in TWO))
        worth = dict.fromkeys(TWO, 0)
        if good is not None:
            worth[good.seat] = sum(claim_points(rules, claim) for claim in good.claims)
        if worth != {seat: points(deal, seat, [LineKind(category.value)]) for seat in TWO}:
            differ.append(category.value)

    assert differ == row.get("sunk", [])


# What the sources print


def as_printed(deal: Deal) -> dict[str, Any]:
    """Everything of a deal that a source may print, under the names the data use."""
    made = {kind.value: seat.word for kind in MADE if (seat := deal.made_by(kind)) is not None}
    cards = deal.made_by(LineKind.CARDS)
    return made | {
        "elder": deal.score[Seat.ELDER],
        "younger": deal.score[Seat.YOUNGER],
        "elder_hand": points(deal, Seat.ELDER, IN_HAND),
        "elder_play": points(deal, Seat.ELDER, IN_PLAY),
        "younger_play": points(deal, Seat.YOUNGER, IN_PLAY),
        "tricks": list(deal.tricks),
        "cards": None if cards is None else cards.word,
    }


AGREEING = [row for row in DEALS if row.get("agrees") is True]
ERRATA = [row for row in DEALS if row.get("agrees") is False]


@pytest.mark.parametrize("row", AGREEING, ids=ids(AGREEING))
def test_the_print_agrees_with_the_laws(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    deal = score(row, rules)
    published = dict(row["published"])
    if "before_last" in published:
        calls, tricks = said(row, rules), one_by_one(row, rules)
        assert list(fold(rules, calls + tricks[:-1]).require().score) == published.pop("before_last")

    assert {key: as_printed(deal).get(key) for key in published} == published


@pytest.mark.parametrize("row", ERRATA, ids=ids(ERRATA))
def test_an_erratum_differs_from_the_laws_and_is_right_only_under_its_own_rules(row: Row) -> None:
    printed = [row["published"]["elder"], row["published"]["younger"]]
    totals = [list(score(row, ruleset(scored)).score) for scored in row["scored"]]
    right = [scored for scored, total in zip(row["scored"], totals, strict=True) if total == printed]

    assert row["reason"]
    assert totals[0] != printed
    assert right == [scored for scored in row["scored"] if scored.get("as_published")]
    assert len(right) == 1


def test_every_row_says_where_it_comes_from_and_no_two_have_one_name() -> None:
    rows = list(DEALS)
    rows += [row for group in FRAGMENTS.values() for row in (group if isinstance(group, list) else [group])]
    rows += published("settlements")["settlement"]

    assert [row["id"] for row in rows if not row["source"]] == []
    assert [name for name, count in Counter(ids(rows)).items() if count > 1] == []


# Fragments


@pytest.mark.parametrize("row", FRAGMENTS["pips"], ids=ids(FRAGMENTS["pips"]))
def test_the_cards_of_a_point_make_what_the_source_says(row: Row) -> None:
    cards = parse_hand(row["cards"])

    assert pips(cards) == row["pips"]
    assert row["pips"] in PORTLAND.possible_pips(len(cards))


def loose_runs(cards: Sequence[Card]) -> list[SequenceClaim]:
    """The runs of any number of cards, the best first."""
    found = []
    for suit in Suit:
        holding = sum(1 << card.rank - Rank.SEVEN for card in cards if card.suit is suit)
        found += [SequenceClaim(run.length, Rank(Rank.SEVEN + run.top), suit) for run in runs(holding)]
    return sorted(found, key=lambda claim: (-claim.length, -(claim.top or 0)))


def loose_sets(cards: Sequence[Card]) -> list[SetClaim]:
    counts = Counter(card.rank for card in cards)
    sets = [SetClaim(count, rank) for rank, count in counts.items() if count >= 3 and PORTLAND.carries_set(rank)]
    return sorted(sets, key=lambda claim: (-claim.count, -claim.rank))


def loose(row: Row, seat: Seat) -> Held:
    """What the few cards of a fragment declare in its class."""
    cards = parse_hand(row[seat.word])
    match row["class"]:
        case "point":
            return Held(seat, (PointClaim(len(cards), pips(cards)),))
        case "sequence":
            return Held(seat, tuple(loose_runs(cards)))
        case _:
            return Held(seat, tuple(loose_sets(cards)))


@pytest.mark.parametrize("row", FRAGMENTS["sequences"], ids=ids(FRAGMENTS["sequences"]))
def test_the_runs_in_some_cards_score_what_the_source_says(row: Row) -> None:
    assert sum(claim_points(PORTLAND, claim) for claim in loose_runs(parse_hand(row["cards"]))) == row["points"]


@pytest.mark.parametrize("row", FRAGMENTS["reply"], ids=ids(FRAGMENTS["reply"]))
def test_the_better_holding_is_the_one_the_source_says(row: Row) -> None:
    elder, younger = loose(row, Seat.ELDER), loose(row, Seat.YOUNGER)
    good = better(elder, younger)
    log = dialogue([(elder, younger)])
    deal = fold(PORTLAND, log).require()

    assert (None if good is None else good.seat) is SEATS[row["winner"]]
    assert sum(claim_points(PORTLAND, claim) for claim in (good.claims if good else ())) == row["points"]
    assert {seat.word: n for seat in TWO if (n := points(deal, seat, IN_HAND))} == (
        {row["winner"]: row["points"]} if good else {}
    )
    if elder.claims:
        assert next(each.answer for each in log if isinstance(each, Answered)).value == row["answer"]


def dialogue(classes: Sequence[tuple[Held, Held]]) -> Log:
    """What two players say who call all they hold, each class answered by comparing the best of both."""
    elders: list[Called | Answered] = []
    youngers: list[Called | Answered] = []
    for elder, younger in classes:
        good = better(elder, younger)
        answer = Answer.GOOD if good is elder else Answer.EQUAL if good is None else Answer.NOT_GOOD
        calls = [Called(Seat.ELDER, claim) for claim in elder.claims]
        if calls:
            elders += [calls[0], Answered(Seat.YOUNGER, answer), *(calls[1:] if good is elder else ())]
        if good is younger:
            youngers += [Called(Seat.YOUNGER, claim) for claim in younger.claims]
    return (*elders, *youngers)


@pytest.mark.parametrize("rules", [PRESETS["portland"], PRESETS["modern"]], ids=lambda rules: rules.id)
@pytest.mark.parametrize("row", FRAGMENTS["hands"], ids=ids(FRAGMENTS["hands"]))
def test_two_hands_that_call_all_they_hold_score_what_the_source_says(row: Row, rules: Ruleset) -> None:
    cards = [parse_hand(row[seat.word]) for seat in TWO]
    classes = [
        (held(rules, cards[0], Seat.ELDER, category), held(rules, cards[1], Seat.YOUNGER, category))
        for category in CALLED
    ]
    deal = fold(rules, dialogue(classes) + parse_log("tricks E1", rules)).require()
    good = {}
    for category, (elder, younger) in zip(CALLED, classes, strict=True):
        winner = better(elder, younger)
        tied = winner is None and elder.claims
        good[category.value] = "equal" if tied else "nobody" if winner is None else winner.seat.word

    assert len({*cards[0], *cards[1]}) == 24
    assert good == row["good"]
    assert [points(deal, seat, IN_HAND) for seat in TWO] == row["hand"]
    assert deal.made_by(LineKind.REPIQUE) is SEATS[row["repique"]]
    assert deal.made_by(LineKind.PIQUE) is SEATS[row["pique"][rules.id]]


RECKONED: list[tuple[Row, Row]] = [(row, scored) for row in FRAGMENTS["reckon"] for scored in row["scored"]]


def reckoned(key: str) -> list[Any]:
    """The fragments that are given by *key*: a log, or lines that no log makes."""
    return [pytest.param(row, scored, id=f"{row['id']}-{named(scored)}") for row, scored in RECKONED if key in row]


@pytest.mark.parametrize(("row", "scored"), reckoned("log"))
def test_repique_and_pique_are_made_as_the_source_says(row: Row, scored: Row) -> None:
    rules = ruleset(scored)
    log = said(row, rules)
    deal = fold(rules, log).require()

    assert [points(deal, seat, IN_HAND) for seat in TWO] == row["hand"]
    assert {seat.word: deal.score[seat] for seat in TWO if seat.word in scored} == {
        seat.word: scored[seat.word] for seat in TWO if seat.word in scored
    }
    assert deal.made_by(LineKind.REPIQUE) is SEATS[scored["repique"]]
    assert deal.made_by(LineKind.PIQUE) is SEATS[scored["pique"]]
    if scored["pique"] != "nobody":
        assert fold(rules, log[:-1]).require().made_by(LineKind.PIQUE) is None


@pytest.mark.parametrize(("row", "scored"), reckoned("lines"))
def test_sums_that_no_calls_make_are_scanned_for_their_bonuses_all_the_same(row: Row, scored: Row) -> None:
    rules = ruleset(scored)
    hand_lines = [bare(*line) for line in row["lines"]]
    (_, _, led), *rest = row["play"]
    play_lines = leads(led) + [bare(*line) for line in rest]
    made = {
        "repique": [seat for seat in TWO if scoring.repique(rules, hand_lines, seat) is not None],
        "pique": [seat for seat in TWO if scoring.pique(rules, hand_lines, play_lines, seat) is not None],
    }
    elder = sum(line.points for line in hand_lines + play_lines if line.seat is Seat.ELDER)
    bonus = rules.repique_bonus * len(made["repique"]) + rules.pique_bonus * len(made["pique"])

    assert made == {key: [SEATS[scored[key]]] if scored[key] != "nobody" else [] for key in made}
    assert [sum(line.points for line in hand_lines if line.seat is seat) for seat in TWO] == row["hand"]
    assert elder + bonus == scored["elder"]


def bare(seat: str, kind: str, n: int) -> Line:
    """A line of the score with nothing but its points."""
    return Line(SEATS[seat] or Seat.ELDER, n, LineKind(kind), (), Why.CLAIM, {}, "")


def leads(n: int) -> list[Line]:
    """Elder's first *n* leads, one line each."""
    first = bare("elder", "lead", 1)._replace(args={"opens": True})
    return [first, *(bare("elder", "lead", 1) for _ in range(n - 1))]


@pytest.mark.parametrize("row", FRAGMENTS["against"], ids=ids(FRAGMENTS["against"]))
def test_the_best_that_the_unseen_cards_can_hold_is_what_the_source_lists(row: Row) -> None:
    unseen = [card for card in pack(Rank.SEVEN) if card not in parse_hand(row["dealt"])]
    suits = [[card for card in unseen if card.suit is suit] for suit in Suit]
    listed = [parse_log(f"E {name}", PORTLAND)[0] for name in (*row["sequences"], *row["sets"])]
    best: list[Claim] = [*loose_runs(unseen), *loose_sets(unseen)]

    assert len(unseen) == 20
    assert max([len(suit), pips(suit)] for suit in suits) == row["point"]
    assert [Called(Seat.ELDER, claim.essence) for claim in best] == listed
