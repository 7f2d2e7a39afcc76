"""What the table says of a partie in progress, held against random parties: who leads and by how
much, what each needs, and what the partie pays.

The totals are added up here, the settlement is that of Laws 72 and 73 as the oracle knows them, and
what is said to cross or to win is tried in the partie.
"""

from collections.abc import Iterator
from random import Random

import pytest

from scorer.rules.messages import Message, Text
from scorer.rules.names import Name, side_name
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ends, Ruleset
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.settlement import settle
from scorer.table.card import needs_message
from scorer.table.what_if import LAST_DEALS, OutlookRow, OutlookText, outlook_words
from tests.oracle.in_languages import in_english
from tests.oracle.laws import PRESETS as LAWS
from tests.oracle.sizes import deals_of
from tests.rows import each_row
from tests.thorough import SEED

PARTIES = deals_of("outlooks")
"""The parties of each preset."""

NAMES = tuple(map(Name, ("Ada", "Ben", "Cem")))
PARTNERS = (side_name([Name("Ada"), Name("Cem")]), side_name([Name("Ben"), Name("Dora")]))
FAR = 10_000
"""A total that is ahead of every other."""


class Played:
    """A partie of so many deals of which only the points are known, and what is said of it."""

    def __init__(self, rules: Ruleset, name: str) -> None:
        rng = Random(name)
        self.name = name
        self.rules = rules
        self.laws = LAWS[rules.id]
        self.sides = NAMES[: rules.sides]
        self.scores = list[tuple[int, ...]]()
        for _ in range(rng.randint(0, 7)):
            score = tuple(rng.choice((0, 5, 13, rng.randrange(60))) for _ in self.sides)
            if self.ends(score):
                break
            self.scores.append(score)
        self.partie = self.after()
        self.number = len(self.scores) - rng.randint(0, 1) if self.scores else 0
        self.words = outlook_words(self.partie, self.sides, self.number)

    def after(self, *scores: tuple[int, ...]) -> Partie:
        """Return the partie, with more deals."""
        deals = tuple(DealRecord(scores=score) for score in (*self.scores, *scores))
        players = tuple(Player(f"Player {seat}") for seat in self.rules.seats)
        return play_partie(PartieRecord(self.rules, players, deals))

    def ends(self, score: tuple[int, ...]) -> bool:
        """Return whether the partie is over with one more deal, or nobody can say who won it."""
        try:
            return self.after(score).is_over
        except IllegalStatement:
            return True

    @property
    def totals(self) -> list[int]:
        """The points of each side, each deal as often as it counts; of the partie in progress."""
        totals = [0] * len(self.sides)
        for number, score in enumerate(self.scores):
            weight = self.laws.weights[number] if number < len(self.laws.weights) else 1
            totals = [total + points * weight for total, points in zip(totals, score, strict=True)]
            if any(self.laws.target and total >= self.laws.target for total in totals):
                totals = [0] * len(self.sides)  # another partie of the series begins
        return totals

    def margin(self, totals: list[int]) -> Message:
        """Return who wins how much with these totals."""
        first, second = totals
        if first == second:
            return OutlookText.LEVEL()
        least = min(totals)
        crosses = least >= self.laws.rubicon
        points = abs(first - second) if crosses else first + second
        winner = self.sides[0 if first > second else 1]
        return OutlookText.MARGIN(winner=winner, by=points + self.laws.bonus)

    def sentences(self) -> list[Message]:
        """Return what is said, with what is said inside a list."""
        found = list[Message]()
        for message in () if self.words is None else self.words.sentences:
            found += [message, *message.values.get("needs", ())]
        return found

    def fault(self, message: Message, counted: str) -> str:
        """Return what a failure says."""
        said = in_english(message)
        return f"{self.name}, {self.scores}, deal {self.number + 1}: {said!r}, but {counted}"


def parties(preset: str) -> Iterator[Played]:
    """Yield random parties of a preset, half of them always the same."""
    for seed in ("always", SEED):
        for number in range((PARTIES + 1) // 2):
            yield Played(PRESETS[preset], f"{preset} {seed} {number}")


def wrong_sentences(played: Played) -> Iterator[str]:
    """Yield each sentence that is not what the totals say."""
    totals = played.totals
    *_, second, most = sorted(totals)
    leaders = [name for name, total in zip(played.sides, totals, strict=True) if total == most]
    for message in played.sentences():
        values = message.values
        match message.text:
            case OutlookText.LEADS:
                if leaders != [values["who"]] or values["by"] != most - second:
                    yield played.fault(message, f"the totals are {totals}")
            case OutlookText.LEVEL_SO_FAR:
                if set(totals) != {values["points"]}:
                    yield played.fault(message, f"the totals are {totals}")
            case OutlookText.NOW:
                if values["what"] != played.margin(totals):
                    yield played.fault(message, f"it is {played.margin(totals)}")
            case OutlookText.NEEDS:
                side = played.sides.index(values["who"])
                if not needs_exactly(played, side, values["points"]):
                    yield played.fault(message, f"the totals are {totals}")


def needs_exactly(played: Played, side: int, points: int) -> bool:
    """Return whether with so many points a side crosses or wins, and with one fewer does not."""
    if played.rules.ends is Ends.DEALS:
        enough = played.totals[side] + points
        crossed = settle(played.rules, (FAR, enough)).rubicon
        not_crossed = settle(played.rules, (FAR, enough - 1)).rubicon
        return not crossed and not_crossed
    scores = [[0] * len(played.sides) for _ in range(2)]
    scores[0][side] = points
    scores[1][side] = points - 1
    won, not_won = (played.after(tuple(score)) for score in scores)
    return len(won.finished) == len(not_won.finished) + 1


def wrong_rows(played: Played) -> Iterator[str]:
    """Yield each row that is not what another total would pay."""
    for row in () if played.words is None else played.words.rows:
        who = played.sides.index(row.total.values["who"])
        totals = played.totals
        if row.total.text is OutlookText.AT:
            totals[who] = row.total.values["points"]
        else:
            number = len(played.scores) - 1
            weights = played.laws.weights
            totals[who] += weights[number] if number < len(weights) else 1
        if row.margin != played.margin(totals):
            yield played.fault(row.total, f"{row.margin} is {played.margin(totals)}")


def missing(played: Played) -> Iterator[str]:
    """Yield that a margin is shown too early, or not near the end; or that one who has not crossed
    or won is left out.
    """
    texts = [message.text for message in played.sentences()]
    deals = len(played.laws.weights)
    is_late = played.rules.ends is Ends.DEALS and played.number >= deals - LAST_DEALS
    if not any(played.totals) or played.partie.is_over:
        if texts:
            yield f"{played.name}: something is said of nothing"
        return
    if (OutlookText.NOW in texts) != is_late:
        yield f"{played.name}, deal {played.number + 1} of {deals}: {texts}"
    goal = played.laws.target or played.laws.rubicon
    under = sum(total < goal for total in played.totals)
    if not is_late and texts.count(OutlookText.NEEDS) != under:
        yield f"{played.name}: {under} are under {goal}, {played.totals}"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_a_partie_follows_from_its_totals(preset: str) -> None:
    found = list[str]()
    for played in parties(preset):
        found += [*wrong_sentences(played), *wrong_rows(played), *missing(played)]
    assert found == []


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_header_says_that_a_player_needs_is_enough_and_no_more(preset: str) -> None:
    """*Needs 25 to cross*, or *to win*."""
    found = list[str]()
    for played in parties(preset):
        goal = played.laws.target or played.laws.rubicon
        for side, total in enumerate(played.totals):
            message = needs_message(played.rules, played.number, goal - total)
            if message is not None and not needs_exactly(played, side, message.values["points"]):
                found.append(played.fault(message, f"the totals are {played.totals}"))
    assert found == []


# Named parties


@each_row
def test_a_named_partie_is_described(
    rules: str, scores: tuple[tuple[int, ...], ...], says: tuple[str, ...]
) -> None:
    """What is said once the last of these deals has begun, and below it."""
    sentences, rows = described(rules, scores)
    said = [in_english(each) for each in sentences]
    said += [f"{in_english(row.total)}: {in_english(row.margin)}" for row in rows]
    assert tuple(said) == says


def described(
    rules: str, scores: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Message, ...], tuple[OutlookRow, ...]]:
    """Return the sentences and rows of a partie of these deals."""
    ruleset = PRESETS[rules]
    players = tuple(Player(f"Player {seat}") for seat in ruleset.seats)
    deals = tuple(DealRecord(scores=score) for score in scores)
    partie = play_partie(PartieRecord(ruleset, players, deals))
    names = PARTNERS if ruleset.in_partnership else NAMES[: ruleset.sides]
    words = outlook_words(partie, names, len(scores) - 1)
    return ((), ()) if words is None else (words.sentences, words.rows)


NAMED: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    ("portland", ((5, 0),)),
    ("portland", ((5, 5),)),
    ("portland", ((20, 10),) * 5),
    ("portland", ((40, 40),) * 5),
    ("cent-32", ((5, 0),)),
    ("voleur", ((5, 0),)),
]


def test_no_sentence_of_the_outlook_is_never_met() -> None:
    texts: set[Text] = {
        needs_message(PRESETS[rules], 5, 25).text  # type: ignore[union-attr]
        for rules in ("portland", "cent-32")
    }
    for rules, scores in NAMED:
        sentences, rows = described(rules, scores)
        for message in sentences:
            inside = [each for each in message.values.values() if isinstance(each, Message)]
            texts |= {each.text for each in (message, *inside, *message.values.get("needs", ()))}
        texts |= {each.text for row in rows for each in (row.total, row.margin)}
    assert set(OutlookText) - texts == set()
