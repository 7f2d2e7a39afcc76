"""What decides a round: the sentences of small seasons, and that every promise is kept whatever the results."""

from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import deciding
from scorer.ledger.deciding import Claim, Margins, OpenRound, Term, Wording, margins_of
from scorer.ledger.standings import standings
from scorer.ledger.terms import SeasonTerms, TieBreak
from scorer.rules.presets import PRESETS
from tests.ledger.builders import NAMES, TERMS, meetings, tallies
from tests.ledger.test_standings import season
from tests.rows import each_row

MEMBERS = "ABCDEF"
MARGINS = Margins(101, 400, draws=True)


def open_round(
    played: str, fixtures: str, order: Iterable[TieBreak], members: str = "", margins: Margins = MARGINS
) -> OpenRound:
    """A season after the parties *played*, before *fixtures*, as in `A-B C-D`."""
    terms = SeasonTerms("Winter", {}, order=tuple(order))
    parties = season(played)
    pairs = tuple((MEMBERS.index(each[0]) + 1, MEMBERS.index(each[2]) + 1) for each in fixtures.split())
    numbers = {MEMBERS.index(each) + 1 for each in members} | {each for pair in pairs for each in pair}
    met = dict(meetings(parties, terms)([tuple(NAMES)], among=False))
    return OpenRound(terms, margins, tallies(parties, sorted(numbers), terms), met, pairs)


def said(before: OpenRound, member: int, reader: int = 0) -> list[str]:
    outlook, words = before.outlook(member), Wording(NAMES, reader, before.opponents, before.margins)
    rivals = [f"{NAMES[each.member]}: {words.rival(each)}" for each in outlook.rivals]
    return [*words.ranks(outlook), *words.own(outlook), *rivals]


@each_row("played", "fixtures", "order", "draws", "member", "sentences")
def test_sentences(
    played: str, fixtures: str, order: str, draws: bool, member: str, sentences: tuple[str, ...]
) -> None:
    """The member is A, who is called you, if the letter is small."""
    number = MEMBERS.index(member.upper()) + 1
    before = open_round(
        played, fixtures, [TieBreak[each.upper()] for each in order.split()], margins=MARGINS._replace(draws=draws)
    )
    assert said(before, number, number if member.islower() else 0) == list(sentences)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim(1, 0, 101, 150), "you beat Ben by 150 or less"),
        (Claim(1, 0, 120, 150), "you beat Ben by 120 to 150"),
        (Claim(2, 0, -150, -101), "you beat Ben by 150 or less"),
        (Claim(1, 0, -150, -120), "you lose to Ben by 120 to 150"),
        (Claim(3, 0, -150, -150), "Dan beats Cat by exactly 150"),
        (Claim(3, 0, -100, 100), "Cat draws with Dan"),
        (Claim(1, 0, -100, 100), "you draw with Ben"),
        (Claim(1, 0, -101, 101), "you do not lose to Ben by more than 101 and you do not beat Ben by more than 101"),
        (Claim(2, 0, -150, 0), "you do not beat Ben by more than 150 and Ben does not beat you"),
        (Claim(3, 1, 0, None), "you gain nothing on Cat"),
        (Claim(3, 1, -20, -10), "you gain 10 to 20 on Cat"),
        (Claim(3, 1, None, 10), "Cat gains no more than 10 on you"),
        (Claim(3, 1, 0, 0), "Cat gains as much as they gain on you"),
    ],
)
def test_words_of_a_claim(claim: Claim, words: str) -> None:
    assert Wording(NAMES, 1, {1: 2, 2: 1, 3: 4, 4: 3}, MARGINS).claim(claim) == words


@each_row("rules", "forfeit", "largest", "least", "most", "draws")
def test_margins(rules: str, forfeit: int, largest: int, least: int, most: int, draws: bool) -> None:
    assert margins_of(PRESETS[rules], forfeit, largest) == (least, most, draws)


def test_more_rivals_than_are_tried_together_are_tried_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_round("A>B 150, C>D 120, A>D 110", "A-C B-D", TERMS.order)
    together = before.outlook(1)
    monkeypatch.setattr(deciding, "MOST_TERMS", 2)
    few_terms = before.outlook(1)
    monkeypatch.undo()
    monkeypatch.setattr(deciding, "MOST_RIVALS", 0)

    assert before.outlook(1) == few_terms
    assert (few_terms.best, few_terms.worst) == (together.best, together.worst) == before.bounds(1)
    assert (few_terms.ranks, together.rivals) == ((), ())
    assert said(before, 1, 1) == [
        "1st if you beat Cat.",
        "1st if you draw with Cat.",
        "2nd or 3rd if you lose to Cat.",
        "Ben: Ahead if Ben gains 411 or more on you. If Ben gains exactly 410 on you, it goes by head-to-head.",
        "Cat: Ahead if you lose to Cat.",
        "Dan: Ahead if Dan gains 491 or more on you. If Dan gains exactly 490 on you, it goes by head-to-head.",
    ]

    idle = open_round("A>C, B>D", "C-D", [TieBreak.POINTS, TieBreak.CAPOTS])
    assert said(idle, 1)[-1] == "Ben: It goes by capots."
    shared = open_round("A>B 150", "A-B", [TieBreak.POINTS])
    assert said(shared, 1) == [
        "1st if Ann beats Ben.",
        "1st if Ann draws with Ben.",
        "1st or 2nd if Ann loses to Ben.",
        "Ben: Ahead if Ben beats Ann by 151 or more.",
    ]


Gains = Mapping[int, int]

margins = st.sampled_from(
    [MARGINS, Margins(1, 2, draws=False), Margins(3, 9, draws=True), Margins(100, 130, draws=True)]
)
orders = st.lists(st.sampled_from(list(TieBreak)), unique=True, min_size=1, max_size=3) | st.sampled_from(
    [list(TERMS.order), [TieBreak.MATCH_POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.POINTS]]
)


def gains_of(of: Margins) -> st.SearchStrategy[int]:
    return st.one_of(
        st.integers(of.least, of.most), st.integers(-of.most, -of.least), *([st.just(0)] if of.draws else [])
    )


@st.composite
def rounds(draw: st.DrawFn) -> tuple[OpenRound, list[Gains]]:
    """A season of four or five before a round, with some results that the round may have."""
    of, order, size = draw(margins), draw(orders), draw(st.integers(4, 5))
    before = OpenRound(SeasonTerms("Winter", {}, order=tuple(order)), of, tallies([], range(1, size + 1)), {}, ())
    for fixtures in draw(st.lists(st.permutations(range(1, size + 1)), max_size=3)):
        before = with_fixtures(before, fixtures)
        found, met = before.after({first: draw(gains_of(of)) for first, _ in before.fixtures})
        before = OpenRound(before.terms, of, found, met, ())
    before = with_fixtures(before, draw(st.permutations(range(1, size + 1))))
    results = [{first: draw(gains_of(of)) for first, _ in before.fixtures} for _ in range(8)]
    return before, [{**each, **{other: -each[one] for one, other in before.fixtures}} for each in results]


def with_fixtures(before: OpenRound, order: Sequence[int]) -> OpenRound:
    pairs = tuple(zip(order[::2], order[1::2], strict=False))
    return OpenRound(before.terms, before.margins, before.tallies, before.meetings, pairs)


def holds(terms: Iterable[Term], gains: Gains) -> bool:
    return any(all(claim.holds(gains) for claim in term) for term in terms)


@pytest.mark.parametrize("together", [True, False], ids=["together", "alone"])
@given(rounds())
def test_every_promise_is_kept(together: bool, found: tuple[OpenRound, list[Gains]]) -> None:
    """The ordinary standings after any results give the rank that the first term that holds has promised."""
    before, results = found
    with pytest.MonkeyPatch.context() as patched:
        if not together:
            patched.setattr(deciding, "MOST_RIVALS", -1)
        outlooks = [before.outlook(member) for member in before.tallies]
    for gains in results:
        after, met = before.after(gains)
        rows = standings(after, before.terms.order, lambda _groups, among: met.items())  # noqa: B023
        ranks = {row.member: row.rank for row in rows}
        for each in outlooks:
            rank = ranks[each.member]
            assert each.best <= rank <= each.worst
            if each.ranks:
                promised = next(rank for rank in each.ranks if holds(rank.terms, gains))
                assert promised.first <= rank <= promised.last
                continue
            assert all(own.best <= rank <= own.worst for own in each.own if own.claim.holds(gains))
            ahead = [rival.member for rival in each.rivals if holds(rival.ahead, gains)]
            level = [rival.member for rival in each.rivals if holds(rival.level, gains)]
            assert not set(ahead) & set(level)
            assert all(ranks[other] < rank for other in (*each.ahead, *ahead))
            assert len(each.ahead) + len(ahead) < rank <= len(each.ahead) + len(ahead) + len(level) + 1
