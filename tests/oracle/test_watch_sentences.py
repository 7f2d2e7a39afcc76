"""The sentences of the bonus watch, held against random deals: how many points count, what makes a
bonus or closes it, and that none is made unannounced.

What a deal may still come to is folded: how it went on, and other ways in which the log may go on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from scorer.rules.bounds import Calls
from scorer.rules.claims import Category
from scorer.rules.deal import Deal, Phase, extend, fold
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_of
from scorer.rules.lines import BONUSES, LineKind
from scorer.rules.messages import Message, Text
from scorer.rules.names import without_isolates
from scorer.rules.notation import format_log, parse_log
from scorer.rules.ruleset import CardsToPique
from scorer.rules.seats import YOUNGER, Seat
from scorer.rules.sentences import seat_names
from scorer.rules.statements import Answer, Answered, TrickTaken
from scorer.rules.watch import GoodIn, Watch, WatchEnding, Watching, watch, watch_messages
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, drawn, random_deals
from tests.oracle.futures import NOTHING, Plan, is_good, is_made, plans, played_on, side, won_by
from tests.oracle.in_languages import in_english
from tests.oracle.sizes import ALL, deals_of, moments_of
from tests.rows import beside, each_row

FOLDED = deals_of("the watch as a deal goes on")
"""The deals of each preset that are asked as they went on, at some moments of each."""

MOMENTS = moments_of("the watch as a deal goes on")

SEARCHED = deals_of("the watch in other ways")
"""The deals of each preset that are asked in what other ways they may go on."""

OPEN = 2
"""At so many moments of a deal it is asked, if a bonus is open then."""

QUESTIONS = moments_of("the watch in other ways")
"""About how many bonuses that are open at a moment it is asked, and how much of each."""

WAYS = ALL if QUESTIONS == ALL else 4
"""The ways that are tried in which a bonus is said not to be made; there are a hundred."""

REPIQUES = {Watching.REPIQUE_OPEN, Watching.REPIQUE_DEPENDS, Watching.REPIQUE_BEGINS}
BY_TRICKS = {Watching.PIQUE_IN_PLAY, Watching.PIQUE_NEXT}
CLASSES = {
    GoodIn.POINT: Category.POINT,
    GoodIn.SEQUENCES: Category.SEQUENCE,
    GoodIn.SETS: Category.SET,
}
COUNTED = {
    LineKind.CARTE_BLANCHE,
    LineKind.POINT,
    LineKind.SEQUENCE,
    LineKind.SET,
    LineKind.LEAD,
    LineKind.TRICK,
    LineKind.LAST,
}


class Watched:
    """A bonus of which a page says how far it has come, in a deal."""

    def __init__(self, dealt: str, deal: Deal, watched: Watch) -> None:
        self.dealt = dealt
        self.deal = deal
        self.seat = watched.seat
        self.messages = watch_messages(watched, seat_names(deal.rules.players))
        first = self.messages[0]
        self.first = first.text
        self.points = first.values["points"]
        self.threshold = first.values["threshold"]
        self.kind = LineKind.REPIQUE if first.text in REPIQUES else LineKind.PIQUE

    def ending(self, text: Text) -> Message | None:
        """Return the sentence of a text, if it is said."""
        return next((each for each in self.messages if each.text is text), None)

    def classes(self, text: Text) -> list[Category]:
        """Return the classes that a sentence names; none if it is not said."""
        message = self.ending(text)
        return [] if message is None else [CLASSES[each.text] for each in message.values["classes"]]

    def is_made(self, deal: Deal) -> bool:
        """Return whether the bonus is made in a deal."""
        return is_made(deal, self.kind, self.seat)

    def fault(self, counted: str) -> str:
        """Return what a failure says."""
        said = without_isolates(" ".join(map(str, self.messages)))
        return f"{self.dealt} after {format_log(self.deal.log)!r}: {said!r}, but {counted}"


def sentences(dealt: str, deal: Deal, calls: Calls = Calls.IN_TURN) -> list[Watched]:
    """Return what is said of every open bonus."""
    return [Watched(dealt, deal, each) for each in watch(deal, calls)]


# In the deal as it went on


def miscounted(each: Watched) -> Iterator[str]:
    """Yield that other points count; what is reckoned after an opponent does not for a repique."""
    own = side(each.deal, each.seat)
    counting = [line for line in each.deal.lines if line.kind in COUNTED]
    counted = sum(line.points for line in counting if line.seat in own)
    rules = each.deal.state.rules
    first_tricks = [trick.winner for trick in each.deal.state.tricks[: rules.hand // 2 + 1]]
    has_majority = first_tricks == [each.seat] * (rules.hand // 2 + 1)
    if has_majority and rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
        counted += rules.cards_points
    alone = all(line.seat in own for line in each.deal.lines if line.reckons)
    at_most = each.kind is LineKind.REPIQUE and not alone
    if each.points > counted or (each.points != counted and not at_most):
        yield each.fault(f"{counted} are in the log")
    left = each.ending(Watching.PIQUE_IN_PLAY)
    if left is not None and left.values["left"] != each.threshold - each.points:
        yield each.fault(f"{each.threshold - each.points} are left")


def made_after_it_closed(each: Watched, whole: Deal) -> Iterator[str]:
    """Yield that an opponent was good in a class that closes a bonus, and that was made."""
    for category in each.classes(WatchEnding.CLOSES):
        if is_good(whole, each.seat, category) and each.is_made(whole):
            yield each.fault(f"{category.value}: good, and it was made")


def wrong_of_a_trick(each: Watched) -> Iterator[str]:
    """Yield that the next trick does something else; each that is legal is tried."""
    own = side(each.deal, each.seat)
    closes = each.ending(WatchEnding.TRICK_CLOSES)
    may_close = each.ending(WatchEnding.TRICK_MAY_CLOSE)
    made = set[bool]()
    for trick in legal_of(each.deal, TrickTaken):
        then = extend(each.deal, (trick,)).require()
        if each.ending(WatchEnding.LEAD_MAKES) is not None and not each.is_made(then):
            yield each.fault("the lead does not make it")
        ending = closes or may_close
        taker = seat_names(each.deal.rules.players)[each.seat]
        if ending is not None and (trick.seat in own) == (ending.values["taker"] == taker):
            made.add(each.is_made(won_by(then, each.seat)))
    if closes is not None and made != {False}:
        yield each.fault("the trick does not close it")
    if may_close is not None and made != {False, True}:
        yield each.fault("it closes always, or never")


def unannounced(dealt: DealtDeal) -> Iterator[str]:
    """Yield that a bonus was made that was not open, from the first point of its side on."""
    for kind in BONUSES:
        seat = dealt.deal.made_by(kind)
        if seat is None:
            continue
        for deal in dealt.prefixes():
            if any(line.kind in BONUSES for line in deal.lines):
                break
            scored = any(deal.score[each] for each in side(deal, seat))
            said = any(
                each.kind is kind and each.seat in side(deal, seat)
                for each in sentences(dealt.name, deal)
            )
            if scored and not said and deal.phase is not Phase.AUCTION:
                yield f"{dealt.name} after {format_log(deal.log)!r}: no word of a {kind.value}"


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_the_watch_says_holds_as_a_deal_goes_on(preset: str) -> None:
    found = list[str]()
    for dealt in random_deals(preset, FOLDED):
        found += unannounced(dealt)
        for deal in dealt.moments(MOMENTS):
            for each in sentences(dealt.name, deal):
                found += [*miscounted(each), *made_after_it_closed(each, dealt.deal)]
                if each.first in BY_TRICKS:
                    found += wrong_of_a_trick(each)
    assert found == []


# In other ways in which it may go on


def never_made(each: Watched) -> Iterator[str]:
    """Yield that no way leads to a bonus that is open.

    Round the table a better or equal call of a third takes a class from its holder, and it would
    take a search through all of them to find one that makes the bonus.
    """
    if each.first is Watching.REPIQUE_DEPENDS:
        if not each.is_made(played_on(each.deal, each.seat, NOTHING)):
            yield each.fault("it is not made without any call")
        return
    if each.first is Watching.REPIQUE_BEGINS:
        tricks = legal_of(each.deal, TrickTaken)
        if not all(each.is_made(extend(each.deal, (trick,)).require()) for trick in tricks):
            yield each.fault("a first trick does not make it")
        return
    others = each.deal.rules.opponents(each.seat)
    outbid = any(line.seat in others and line.reckons for line in each.deal.lines)
    has_enough = each.points >= each.threshold
    if each.deal.rules.round_the_table and (outbid or has_enough):
        return
    good: list[Category | None] = [None, *CLASSES.values()]
    if each.deal.state.play_begun:
        good = [None]
    ways = ((plan, category) for category in good for plan in plans(each.deal))
    if not any(each.is_made(played_on(each.deal, each.seat, *way)) for way in ways):
        yield each.fault("nothing makes it")


def made_beside(each: Watched, category: Category, ways: Iterable[Plan]) -> bool:
    """Return whether a bonus is made in one of these ways, in which an opponent is good in a
    class.
    """
    for plan in ways:
        then = played_on(each.deal, each.seat, plan, category)
        if is_good(then, each.seat, category) and each.is_made(then):
            return True
    return False


def made_although_it_closed(each: Watched, category: Category, tried: int) -> Iterator[str]:
    """Yield that a bonus is made although an opponent is good in a class that closes it."""
    every = [*plans(each.deal, most=True)]
    ways = drawn(every, tried, f"{each.dealt} {len(each.deal.log)} {category.value}")
    if made_beside(each, category, ways):
        yield each.fault(f"good in {category.value} it is made")


def closed_always_or_never(each: Watched, category: Category) -> Iterator[str]:
    """Yield that a bonus is never made, or always, where an opponent that is good in a class may
    close it.

    Round the table nobody may be left who can be good, as after four aces: then the sentence says
    nothing that could be false.
    """
    if not made_beside(each, category, plans(each.deal)):
        plan = replace(NOTHING, answer=Answer.NOT_GOOD)
        then = played_on(each.deal, each.seat, plan, category)
        if is_good(then, each.seat, category) or not each.deal.rules.round_the_table:
            yield each.fault(f"good in {category.value} it is never made")
    # What is equal does not count, and then it may be too little.
    answers = [Answer.NOT_GOOD]
    if Answered(YOUNGER, Answer.EQUAL) in legal_of(each.deal, Answered):
        answers.append(Answer.EQUAL)
    silent = (replace(NOTHING, answer=answer) for answer in answers)
    if all(each.is_made(played_on(each.deal, each.seat, plan, category)) for plan in silent):
        yield each.fault(f"good in {category.value} it is made without a call")


def wrong_in_other_ways(each: Watched, questions: int = ALL, tried: int = ALL) -> Iterator[str]:
    """Yield what is not so in other ways in which a deal may go on: of so many questions at most,
    of what is said never to be in so many ways.
    """
    closing = each.classes(WatchEnding.CLOSES)
    perhaps = each.classes(WatchEnding.MAY_CLOSE)
    every = [
        never_made(each),
        *(made_although_it_closed(each, category, tried) for category in closing),
        *(closed_always_or_never(each, category) for category in perhaps),
    ]
    name = f"{each.dealt} {len(each.deal.log)} {each.kind.value} {each.seat}"
    for found in drawn(every, questions, name):
        yield from found


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_the_watch_says_holds_in_whatever_way_a_deal_may_go_on(preset: str) -> None:
    found = list[str]()
    for dealt in random_deals(preset, SEARCHED):
        for deal in dealt.moments(OPEN):
            name = f"{dealt.name} {len(deal.log)}"
            for each in drawn(sentences(dealt.name, deal), QUESTIONS, name):
                found += wrong_in_other_ways(each, QUESTIONS, WAYS)
    assert found == []


# Named deals


@each_row
def test_a_named_deal_is_watched(
    rules: str, log: str, calls: Calls, says: tuple[str, ...], seat: Seat
) -> None:
    """The nearest bonus, with everything that the oracle asks of a random deal."""
    ruleset = rules_named(rules)
    deal = fold(ruleset, parse_log(log, ruleset)).require()
    nearest = sentences("named", deal, calls)[0]
    assert tuple(map(in_english, nearest.messages)) == says
    assert nearest.seat is seat
    found = [*miscounted(nearest), *wrong_in_other_ways(nearest)]
    assert [*found, *wrong_of_a_trick(nearest)] == []


def named_texts() -> set[Text]:
    """Return every text that is said of a named deal."""
    found = set[Text]()
    named = dict(beside(__file__)[test_a_named_deal_is_watched.__name__])
    del named["columns"]
    for rules, log, calls, *_ in named.values():
        ruleset = rules_named(rules)
        deal = fold(ruleset, parse_log(log, ruleset)).require()
        for message in sentences("named", deal, Calls[calls])[0].messages:
            found.add(message.text)
            found.update(each.text for each in message.values.get("classes", ()))
    return found


def test_no_sentence_of_the_watch_is_never_met() -> None:
    assert {*Watching, *WatchEnding, *GoodIn} - named_texts() == set()
