"""What a line says of itself, counted in the log and in the hands, on random deals of every preset.

Nothing here asks the scoring: tricks, bids and answers are read from the text of the log, holdings
are found in the hands.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest

from scorer.cli.plain_text import score_sheet
from scorer.rules.claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.language import ENGLISH, speaking
from scorer.rules.lines import Line, LineKind
from scorer.rules.names import without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.reasons import Rule, Why
from scorer.rules.seats import Player, Seat
from scorer.rules.sentences import Bidding, line_message
from scorer.rules.statements import Log
from scorer.rules.words import number_words
from tests import there
from tests.oracle.cards import Hand, plain, points, runs, sets
from tests.oracle.dealt import PRESET_NAMES, random_deals
from tests.oracle.laws import PRESETS, Laws
from tests.oracle.sizes import deals_of
from tests.published import published
from tests.thorough import SEED

DEALS = deals_of("lines")

SHARE = deals_of("printed lines")
"""The deals of each preset that are printed too, or said again."""

SEATS = "EYTF"
IN_HAND = (Category.POINT, Category.SEQUENCE, Category.SET)


# What the log says


@dataclass(frozen=True)
class OneTrick:
    """A trick by its players, and how many of its two cards count."""

    leader: int
    winner: int
    counting: int


@dataclass(frozen=True)
class QuickCount:
    """A play that was only counted: elder's tricks, who won the last, elder's points, and younger's
    where they are said.
    """

    tricks: int
    last: int
    play: int
    younger: int


@dataclass(frozen=True)
class Said:
    """A deal whose lines are questioned, as text.

    Attributes:
        name: makes it again.
        hands: of each seat; empty where only the log is known.
        carried: points for the cards of the deal before.
    """

    name: str
    laws: Laws
    log: str
    deal: Deal
    hands: tuple[Hand, ...] = ()
    carried: int = 0

    @property
    def statements(self) -> list[str]:
        return [each.strip() for each in re.split(r"[;\n]", self.log) if each.strip()]

    def has(self, pattern: str) -> bool:
        return any(re.fullmatch(pattern, each) for each in self.statements)

    @property
    def tricks(self) -> list[OneTrick]:
        """The tricks that were given one by one."""
        found = list[OneTrick]()
        leader = 0
        for each in self.statements:
            if not each.startswith("tricks"):
                continue
            for seat, number, counting in re.findall(r"([EYTF])(\d+)(?::(\d))?", each):
                for _ in range(int(number)):
                    winner = SEATS.index(seat)
                    found.append(OneTrick(leader, winner, int(counting or 2)))
                    leader = winner
        return found

    @property
    def quick(self) -> QuickCount | None:
        for each in self.statements:
            found = re.match(r"count E(\d+) last ([EY]) play (\d+)(?:-(\d+))?", each)
            if found:
                last = SEATS.index(found[2])
                return QuickCount(int(found[1]), last, int(found[3]), int(found[4] or 0))
        return None

    @property
    def tricks_won(self) -> list[int]:
        won = [0] * self.laws.seats
        quick = self.quick
        if quick is not None:
            won[0] = quick.tricks
            won[1] = self.laws.hand - quick.tricks
        for trick in self.tricks:
            won[trick.winner] += 1
        return won

    @property
    def last_winner(self) -> int:
        quick = self.quick
        return self.tricks[-1].winner if quick is None else quick.last

    @property
    def short(self) -> tuple[int, int] | None:
        """Who is short of cards, and of how many."""
        for each in self.statements:
            found = re.fullmatch(r"([EY]) short (\d+)", each)
            if found:
                return SEATS.index(found[1]), int(found[2])
        return None

    @property
    def bid(self) -> tuple[int, bool, int, int]:
        """Who made the contract, whether to lose, for how many tricks, and how often doubled."""
        bids = [
            (SEATS.index(found[1]), bool(found[2]), int(found[3]))
            for found in (re.fullmatch(r"([EY]) bids (minus )?(\d+)", s) for s in self.statements)
            if found
        ]
        doubled = 0
        for each in self.statements:
            if " bids " in each:
                doubled = 0
            doubled += bool(re.fullmatch("[EY] (re)?doubles", each))
        return (*bids[-1], doubled)


@dataclass(frozen=True)
class Asked:
    """One line of a deal, and those before it in the order of reckoning."""

    said: Said
    line: Line
    before: tuple[Line, ...]

    @property
    def args(self) -> dict[str, int]:
        return dict(self.line.args)

    @property
    def side(self) -> int:
        return self.line.seat % self.said.laws.sides

    @property
    def claim(self) -> Claim:
        claim: Claim = self.line.args["claim"]
        return claim

    def count(self, lines: Sequence[Line]) -> int:
        return sum(each.points for each in lines if each.seat % self.said.laws.sides == self.side)

    def all_alike(self, what: str) -> int:
        """Add up *what* the lines of the same seat and reason say, which a bonus divides."""
        alike = [
            each
            for each in self.said.deal.lines
            if each.seat is self.line.seat and each.why is self.line.why
        ]
        if what == "points":
            return sum(each.args.get("would", each.points) for each in alike)
        return sum(each.args[what] for each in alike)


Check = Callable[[Asked], bool]
CHECKS = dict[Why, Check]()
"""What is counted for each reason; true if the line says the same."""


def counts(*reasons: Why) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        CHECKS.update(dict.fromkeys(reasons, check))
        return check

    return register


# In hand


def strength(laws: Laws, hand: Hand, category: Category) -> tuple[int, int]:
    """Return how good the best holding of a class is."""
    match category:
        case Category.POINT:
            return max((each.strength(laws) for each in points(laws, hand)), default=(0, 0))
        case Category.SEQUENCE:
            return max((each.strength for each in runs(hand)), default=(0, 0))
        case _:
            return max((each.strength for each in sets(hand)), default=(0, 0))


def holds(laws: Laws, hand: Hand, claim: Claim) -> bool:
    if isinstance(claim, PointClaim):
        return any(
            each.length == claim.length
            and claim.pips in (None, each.pips)
            and (claim.suit is None or claim.suit.word == each.suit)
            for each in points(laws, hand)
        )
    if isinstance(claim, SequenceClaim):
        return any(
            each.length == claim.length
            and (claim.top is None or claim.top.value == each.top)
            and (claim.suit is None or claim.suit.word == each.suit)
            for each in runs(hand)
        )
    return any(
        len(each.cards) == claim.count and each.rank == claim.rank.value for each in sets(hand)
    )


def worth(laws: Laws, claim: Claim) -> int:
    if isinstance(claim, SetClaim):
        return 14 if claim.count == 4 else 3
    if isinstance(claim, SequenceClaim):
        return claim.length + 10 * (claim.length > 4)
    return claim.length**2 if laws.squared else claim.length


def best_of_others(asked: Asked) -> tuple[int, int]:
    laws = asked.said.laws
    others = [hand for seat, hand in enumerate(asked.said.hands) if seat % laws.sides != asked.side]
    return max(strength(laws, hand, asked.claim.category) for hand in others)


def best_of_own(asked: Asked) -> tuple[int, int]:
    laws = asked.said.laws
    own = [hand for seat, hand in enumerate(asked.said.hands) if seat % laws.sides == asked.side]
    return max(strength(laws, hand, asked.claim.category) for hand in own)


@counts(Why.CLAIM)
def is_held_and_better(asked: Asked) -> bool:
    """It is held, is worth what it scores, and no other side holds anything so good."""
    laws = asked.said.laws
    claim = asked.claim
    if "would" not in asked.args and asked.line.points != worth(laws, claim) and claim.length:
        return False
    if not asked.said.hands:
        return True
    held = holds(laws, asked.said.hands[asked.line.seat], claim)
    return held and best_of_own(asked) > best_of_others(asked)


@counts(Why.EQUAL, Why.EQUAL_VOIDS)
def is_equal(asked: Asked) -> bool:
    """It is held, another side's best is as good and none is better, and the log says so."""
    laws = asked.said.laws
    seat = asked.line.seat
    same = [each for each in asked.said.deal.lines if each.kind is asked.line.kind and each.points]
    if asked.line.points or (same and asked.line.why is Why.EQUAL_VOIDS):
        return False
    if laws.seats == 2 and not asked.said.has("Y equal"):
        return False
    if not asked.said.hands:
        return True
    held = holds(laws, asked.said.hands[seat], asked.claim)
    return held and best_of_own(asked) == best_of_others(asked)


@counts(Why.EQUAL_BARS)
def is_equal_and_bars(asked: Asked) -> bool:
    return asked.said.has("Y equal") and asked.line.bars and not asked.line.points


@counts(Why.UNPROVED_DENIAL)
def was_denied_without_a_call(asked: Asked) -> bool:
    """Younger said *not good*, and then called nothing of the class; and a card was led."""
    noun = {Category.POINT: r"point", Category.SEQUENCE: r"(tierce|quart|quint|\w+i[eè]me)"}
    words = noun.get(asked.claim.category, r"(trio|quatorze)")
    said = asked.said
    called = said.has(rf"Y {words}\b.*")
    return said.has("Y not good") and not called and bool(said.tricks or said.quick)


@counts(Why.POINT_ASKED_AWAY)
def asked_how_many(asked: Asked) -> bool:
    return asked.said.has("Y how many") and not asked.line.points


@counts(Why.POINT_SAID_EQUAL)
def said_equal_to_a_shorter_point(asked: Asked) -> bool:
    """Nobody asked; *equal* was the answer to a point of fewer cards."""
    said = asked.said
    lengths = [int(n) for each in said.statements for n in re.findall(r"^E point (\d)", each)]
    shorter = bool(lengths) and lengths[0] < asked.claim.length
    return said.has("Y equal") and not said.has("Y how many") and shorter


@counts(Why.CARTE_BLANCHE, Why.CARTE_BLANCHE_AGAIN, Why.CARTE_BLANCHE_ANNULLED)
def was_shown(asked: Asked) -> bool:
    """The log has it; and the hand, where it is found after the exchange."""
    said = asked.said
    letter = asked.line.seat.letter
    shown = [each for each in said.statements if each == f"{letter} carte blanche"]
    if said.hands and said.laws.blank_after_exchange:
        hand = said.hands[asked.line.seat]
        return bool(shown) and all(plain(said.laws, card) for card in hand)
    if asked.line.why is Why.CARTE_BLANCHE_ANNULLED:
        both = said.has("E carte blanche") and said.has("Y carte blanche")
        return both and not asked.line.points
    return len(shown) > (asked.line.why is Why.CARTE_BLANCHE_AGAIN)


@counts(Why.CARTE_ROUGE)
def shows_every_card(asked: Asked) -> bool:
    """As many cards are named as the hand has; which ones no log says."""
    named = sum(
        each.args["claim"].length
        for each in asked.said.deal.lines
        if "claim" in each.args and each.seat is asked.line.seat and each.points
    )
    return named >= asked.said.laws.hand and asked.said.has(f"{asked.line.seat.letter} carte rouge")


# Bonuses


def rivals(asked: Asked, lines: Sequence[Line]) -> list[Line]:
    """Return what other sides score in *lines*, but a carte rouge, which bars nothing."""
    sides = asked.said.laws.sides
    return [
        each
        for each in lines
        if each.seat % sides != asked.side
        and (each.points or each.bars)
        and each.kind is not LineKind.CARTE_ROUGE
    ]


@counts(Why.REPIQUE)
def adds_up_to_a_repique(asked: Asked) -> bool:
    """The count before and after, the threshold that the last line reached, and nobody before."""
    had = asked.count(asked.before)
    *earlier, completing = asked.before
    at = asked.args["at"]
    adds = asked.args["before"] == had and asked.args["after"] == had + asked.line.points
    reached = had >= at and (asked.count(earlier) < at or completing.kind is LineKind.CARTE_ROUGE)
    in_hand = all(
        Category(_class(each)) in (*IN_HAND, Category.CARTE_BLANCHE) for each in asked.before
    )
    return adds and reached and in_hand and not rivals(asked, asked.before)


def _class(line: Line) -> str:
    return "set" if line.kind is LineKind.CARTE_ROUGE else line.kind.value


@counts(Why.PIQUE)
def adds_up_to_a_pique(asked: Asked) -> bool:
    """The count before and after, and nobody before in the order of reckoning."""
    return _pique_counts(asked) and not rivals(asked, asked.before)


@counts(Why.PIQUE_AS_SPOKEN)
def adds_up_to_a_pique_before_the_other_called(asked: Asked) -> bool:
    """Elder had thirty with the first lead; the other called, and showed no carte blanche."""
    hand = [each for each in asked.before if each.kind.value in ("point", "sequence", "set")]
    blank = [each for each in asked.before if each.kind is LineKind.CARTE_BLANCHE]
    rouge = [each for each in asked.before if each.kind is LineKind.CARTE_ROUGE]
    by_the_lead = asked.count([*blank, *hand, *rouge]) + 1 >= asked.args["at"]
    called = bool(rivals(asked, hand))
    return _pique_counts(asked) and by_the_lead and called and not rivals(asked, blank)


def _pique_counts(asked: Asked) -> bool:
    """Add up the hand and the tricks, each trick in one breath; but a lead, and the trick that a
    partner wins with it, in two.
    """
    args = asked.args
    laws = asked.said.laws
    had = asked.count(asked.before)
    if args["after"] != had + asked.line.points or had < args["at"]:
        return False
    ten = sum(each.points for each in asked.before if each.why is Why.CARDS_AT_SEVENTH)
    hand = [each for each in asked.before if each.kind.value in (*_HAND_KINDS, "carte_rouge")]
    count = asked.count(hand)
    tricks = asked.said.tricks
    if not tricks:  # a quick count, in which elder's leads came first
        quick = there(asked.said.quick)
        tricks = [*[OneTrick(0, 0, 2)] * quick.tricks, OneTrick(0, 1, 2)]
    if asked.said.short is not None:
        seat, cards = asked.said.short
        tricks = [*tricks, *[OneTrick(1 - seat, 1 - seat, 2)] * cards]
    minus = laws.auction and asked.said.bid[1]
    breaths = [count]
    for number, trick in enumerate(tricks, 1):
        scored = trick_points(laws, trick, first=number == 1, minus=minus)
        is_last = number == laws.hand
        last = laws.last if is_last and trick.winner % laws.sides == asked.side else 0
        by_partners = trick.leader != trick.winner and laws.play == "club"
        if by_partners and scored[asked.side] == 2:
            breaths.append(breaths[-1] + 1)
            last -= 1
        breaths.append(breaths[-1] + scored[asked.side] + last)
        if number == 7 and ten:
            breaths.append(breaths[-1] + ten)
    reached = next(
        (before for before, after in pairwise(breaths) if after > before and after >= args["at"]),
        None,
    )
    return args["before"] == reached


_HAND_KINDS = ("carte_blanche", "point", "sequence", "set")


def trick_points(laws: Laws, trick: OneTrick, *, first: bool, minus: bool) -> list[int]:
    """Return what one trick scores each side."""
    scored = [0] * laws.sides
    leader = trick.leader % laws.sides
    winner = trick.winner % laws.sides
    lost = trick.leader != trick.winner
    match laws.play:
        case "club":
            cards = trick.counting if laws.tens_only else 2
            scored[leader] += cards >= (2 if lost else 1)
            scored[winner] += lost and cards >= 1
        case "capture two":
            scored[leader] += first and lost
            scored[winner] += 2 if lost else 1
        case "captured tens":
            scored[winner] += trick.counting
        case _:
            scored[1 - winner if minus else winner] += 1
    return scored


# The play


def counted(asked: Asked, wanted: Callable[[OneTrick, int], bool]) -> int:
    return sum(wanted(trick, number) for number, trick in enumerate(asked.said.tricks))


@counts(Why.LEADS, Why.TENS_LED)
def led_so_often(asked: Asked) -> bool:
    said = asked.said
    seat = asked.line.seat
    quick = said.quick
    if quick is not None:
        mine = said.tricks_won[seat]
        led = mine + (seat is Seat.ELDER) - (quick.last == seat)
        return asked.all_alike("count") == led
    least = 1 if asked.line.why is Why.TENS_LED else 0

    def is_led(trick: OneTrick, _: int) -> bool:
        lost = trick.winner != trick.leader
        return trick.leader == seat and trick.counting >= least * (1 + lost)

    return asked.all_alike("count") == counted(asked, is_led)


@counts(Why.LEADS_WON)
def led_and_won_so_often(asked: Asked) -> bool:
    seat = asked.line.seat
    if asked.said.quick is not None:
        return _all_tricks_are_counted(asked)
    return asked.all_alike("count") == counted(
        asked, lambda trick, _: trick.leader == trick.winner == seat
    )


@counts(Why.WINS, Why.CAPTURES, Why.TENS_WON)
def won_off_the_lead_so_often(asked: Asked) -> bool:
    said = asked.said
    seat = asked.line.seat
    quick = said.quick
    if quick is not None and asked.line.why is Why.CAPTURES:
        return _all_tricks_are_counted(asked)
    if quick is not None:  # elder's leads, captures and the last trick make elder's points
        led = quick.tricks + (quick.last != 0)
        elder = quick.play - led - said.laws.last * (quick.last == 0)
        won_off = elder if seat is Seat.ELDER else elder + (quick.last == 1)
        return asked.all_alike("count") == won_off
    least = 1 if asked.line.why is Why.TENS_WON else 0

    def is_won(trick: OneTrick, _: int) -> bool:
        captured = trick.winner == seat != trick.leader
        return captured and trick.counting >= least

    return asked.all_alike("count") == counted(asked, is_won)


def _all_tricks_are_counted(asked: Asked) -> bool:
    """Return whether the lines of a quick count have every trick of a seat, and elder's points."""
    lines = asked.said.deal.lines
    shown = Counter[int]()
    for each in lines:
        if each.why in (Why.LEADS_WON, Why.CAPTURES):
            shown[each.seat] += each.args["count"]
    kinds = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    elders = [each for each in lines if each.kind in kinds and each.seat is Seat.ELDER]
    play = sum(each.args.get("would", each.points) for each in elders)
    won = asked.said.tricks_won
    return [shown[0], shown[1]] == won and play == there(asked.said.quick).play


@counts(Why.FIRST_LEAD)
def the_first_lead_lost(asked: Asked) -> bool:
    """Elder leads first; it scores by itself only where the other wins that trick."""
    first = asked.said.tricks[:1]
    return asked.line.seat is Seat.ELDER and all(trick.winner for trick in first)


@counts(Why.TRICKS)
def won_so_many(asked: Asked) -> bool:
    return asked.all_alike("count") == asked.said.tricks_won[asked.line.seat]


@counts(Why.TRICKS_LOST)
def lost_so_many(asked: Asked) -> bool:
    return asked.all_alike("count") == asked.said.tricks_won[1 - asked.line.seat]


@counts(Why.TENS_CAPTURED)
def captured_so_many_cards(asked: Asked) -> bool:
    tricks = asked.said.tricks
    quick = asked.said.quick
    if quick is not None:
        play = quick.younger if asked.line.seat else quick.play
        return asked.all_alike("points") == play
    cards = sum(trick.counting for trick in tricks if trick.winner == asked.line.seat)
    return asked.all_alike("points") == cards


@counts(Why.UNPLAYED)
def the_other_is_short_of_them(asked: Asked) -> bool:
    return asked.said.short == (1 - asked.line.seat, asked.args["count"])


@counts(Why.LAST)
def won_the_last_trick(asked: Asked) -> bool:
    short = asked.said.short
    return asked.line.seat == (asked.said.last_winner if short is None else 1 - short[0])


def tricks_of_sides(said: Said) -> list[int]:
    won = said.tricks_won
    if said.short is not None:
        seat, cards = said.short
        won[1 - seat] += cards
    return [sum(won[side :: said.laws.sides]) for side in range(said.laws.sides)]


@counts(Why.CARDS, Why.CARDS_CARRIED)
def won_most_tricks(asked: Asked) -> bool:
    said = asked.said
    won = tricks_of_sides(said)
    side = won.index(max(won))
    carried = said.carried if asked.line.why is Why.CARDS_CARRIED else 0
    is_most = won.count(max(won)) == 1 and asked.args["tricks"] == won[side]
    return is_most and side == asked.side and _points(asked) == 10 + carried


@counts(Why.CARDS_AT_SEVENTH)
def won_the_first_seven(asked: Asked) -> bool:
    quick = asked.said.quick
    first = [trick.winner for trick in asked.said.tricks[:7]]
    return first == [asked.line.seat] * 7 or (quick is not None and quick.tricks >= 7)


@counts(Why.CARDS_BY_LAST)
def won_the_last_and_the_cards(asked: Asked) -> bool:
    return asked.line.seat == asked.said.last_winner and _points(asked) == 10


@counts(Why.CAPOT)
def won_every_trick_for_forty(asked: Asked) -> bool:
    return tricks_of_sides(asked.said)[asked.side] == asked.said.laws.hand and _points(asked) == 40


@counts(Why.CAPOT_MORE)
def won_every_trick_for_thirty_more(asked: Asked) -> bool:
    return tricks_of_sides(asked.said)[asked.side] == asked.said.laws.hand and _points(asked) == 30


def _points(asked: Asked) -> int:
    return asked.args.get("would", asked.line.points)


@counts(Why.CONTRACT_OVER)
def is_so_far_over(asked: Asked) -> bool:
    maker, minus, tricks, doubled = asked.said.bid
    made = asked.said.tricks_won[1 - maker if minus else maker]
    says = (asked.line.seat, asked.args["by"], asked.args["doubled"])
    return says == (maker, made - tricks, doubled) and _pays(asked, made - tricks, doubled)


@counts(Why.CONTRACT_SHORT)
def is_so_far_short(asked: Asked) -> bool:
    maker, minus, tricks, doubled = asked.said.bid
    made = asked.said.tricks_won[1 - maker if minus else maker]
    says = (asked.line.seat, asked.args["by"], asked.args["doubled"])
    return says == (1 - maker, tricks - made, doubled) and _pays(asked, tricks - made, doubled)


def _pays(asked: Asked, by: int, doubled: int) -> bool:
    """Return whether the line pays ten a trick, and names the contract."""
    _, minus, tricks, _ = asked.said.bid
    named = asked.line.args["bid"]
    same = named.values["tricks"] == tricks and (named.text is Bidding.MINUS_TRICKS) == minus
    return same and _points(asked) == 10 * by * 2**doubled


@counts(Why.CONCEDED_PLAY, Why.CONCEDED_CARDS)
def the_other_conceded(asked: Asked) -> bool:
    letter = SEATS[1 - asked.line.seat]
    worth_of = {Why.CONCEDED_PLAY: 13, Why.CONCEDED_CARDS: 10}
    return asked.said.has(f"{letter} concedes") and asked.line.points == worth_of[asked.line.why]


# The deals that are asked about


def wrong(said: Said) -> Iterator[str]:
    """Yield the lines of a deal that say what is not so."""
    lines = said.deal.lines
    for number, line in enumerate(lines):
        asked = Asked(said, line, lines[:number])
        where = f"{said.name}: {line.seat.letter} {line_message(line)}, {line.points}"
        if not CHECKS[line.why](asked):
            yield f"{where}; {dict(line.args)}\n{said.log}"


def dealt(preset: str, deals: int = DEALS) -> Iterator[Said]:
    for each in random_deals(preset, deals):
        yield Said(each.name, PRESETS[preset], each.log, each.deal, each.hands)


# Tests


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_a_line_says_is_what_the_log_and_the_hands_say(preset: str) -> None:
    found = [each for said in dealt(preset) for each in wrong(said)]
    assert not found, f"{len(found)} wrong\n" + "\n".join(found[:10])


def printed(said: Said) -> str:
    """Return the deal as the command line prints it, as the only one of its partie."""
    return _printed(said.deal.rules.id, said.deal.log)


@lru_cache(maxsize=2_000)  # several tests read the prints of the same deals, one after another
def _printed(preset: str, log: Log) -> str:
    rules = rules_named(preset)
    players = tuple(map(Player, ("Ada", "Ben", "Cid", "Dan")[: rules.players]))
    record = PartieRecord(rules, players, (DealRecord(log),))
    with speaking(ENGLISH):  # as all that the command line prints
        return without_isolates(score_sheet(play_partie(record)))


MOST_OF_CONTRACT = 10 * 12 * 4
"""What a contract pays that is redoubled and missed by every trick."""

SPOKEN = {number_words(number): number for number in range(400 + MOST_OF_CONTRACT)}
"""The counts that are said, by their words; without a contract none reaches four hundred."""


def spoken_counts(sheet: str) -> dict[str, list[int]]:
    """Return the numbers that each player says in a printed deal, by names."""
    (aloud,) = re.findall(r"^  Aloud: (.*(?:\n {9}.*)*)", sheet, re.MULTILINE) or [""]
    found: dict[str, list[int]] = {}
    for said in " ".join(aloud.split()).split("; "):
        name, _, words = said.partition(" ")
        found.setdefault(name, []).extend(SPOKEN[each] for each in words.split(", ") if each)
    return found


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if not PRESETS[name].target])
def test_aloud_says_the_bonuses_in_the_words_of_the_lines_and_ends_with_the_score(
    preset: str,
) -> None:
    names = ("Ada", "Ben")
    for said in dealt(preset, SHARE):
        sheet = printed(said)
        counts = spoken_counts(sheet)
        for line in said.deal.lines:
            if line.kind in (LineKind.REPIQUE, LineKind.PIQUE):
                spoken = counts[names[line.seat]]
                before = spoken.index(line.args["before"])
                assert spoken[before + 1] == line.args["after"], f"{said.name}\n{sheet}"
        for name, numbers in counts.items():
            assert numbers == sorted(set(numbers)), f"{said.name}\n{sheet}"
            if numbers and said.quick is None:
                assert numbers[-1] == said.deal.score[Seat(names.index(name))], said.name


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if not PRESETS[name].target])
def test_in_hand_is_the_sum_of_what_was_called(preset: str) -> None:
    in_hand = (*_HAND_KINDS, "carte_rouge", "repique")
    for said in dealt(preset, SHARE):
        found = re.search(r"^  in hand +(\d+) +(\d+)$", printed(said), re.MULTILINE)
        sums = [0, 0]
        for line in said.deal.lines:
            sums[line.seat] += line.points if line.kind.value in in_hand else 0
        if found is None:
            assert sums == [0, 0], said.name
        else:
            assert [int(each) for each in found.groups()] == sums, said.name


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_an_equal_answer_has_its_line(preset: str) -> None:
    """Hands that are level in a class have a line of it, where the players said so."""
    for said in dealt(preset, SHARE):
        if said.laws.seats == 2:
            answers = sum(each == "Y equal" for each in said.statements)
            asked = len(re.findall(r"Y equal\W+E (?:making|to) ", said.log))
            lines = [line for line in said.deal.lines if line.is_equal]
            # "equal" in number asks for the rest, which is answered again
            assert answers - asked <= len(lines) <= answers, f"{said.name}\n{said.log}"
            continue
        for category in IN_HAND[:2]:
            best = [strength(said.laws, hand, category) for hand in said.hands]
            level = {seat % said.laws.sides for seat, each in enumerate(best) if each == max(best)}
            lines = [
                line
                for line in said.deal.lines
                if line.is_equal and line.kind.value == category.value
            ]
            is_level = len(level) > 1 and max(best) != (0, 0)
            assert bool(lines) == is_level, f"{said.name}: {category}\n{said.log}"


NAMED = published("sentences")["scored"]


def named_deals() -> Iterator[Said]:
    """Yield deals with what players seldom say, of which no hands are known."""
    for heading, rows in NAMED.items():
        line, _, known = heading.partition(", ")
        rules = rules_named(line)
        carried = int(known.split()[0]) if known else 0
        for log in rows:
            deal = fold(rules, parse_log(log, rules), Setting(carried=carried)).require()
            laws = PRESETS[line.split()[0]]
            yield Said(f"{heading}: {log}", laws, log, deal, carried=carried)


def test_what_a_line_says_is_so_of_what_players_seldom_say() -> None:
    assert [each for said in named_deals() for each in wrong(said)] == []


def test_every_reason_is_met_and_has_its_check() -> None:
    met = {line.why for said in named_deals() for line in said.deal.lines}
    assert met == set(Why) == CHECKS.keys()


def with_more(said: Said, statement: str) -> Said:
    """Return the deal in which that was said after it."""
    log = f"{said.log}\n{statement}"
    rules = said.deal.rules
    deal = fold(rules, parse_log(log, rules)).require()
    return Said(f"{said.name}, then {statement}", said.laws, log, deal)


BY_CALL = {LineKind.POINT, LineKind.SEQUENCE, LineKind.SET}


def can_bar(laws: Laws, line: Line) -> bool:
    """Return whether a penalised line can bar anything of the other player: elder's leads and
    tricks nothing of younger's, who makes no pique, and elder's sets no repique, which is made with
    what counts before them, except where anything valid bars it.
    """
    if line.seat is Seat.YOUNGER:
        return line.kind in {*BY_CALL, LineKind.LEAD, LineKind.TRICK}
    return line.kind in BY_CALL and (line.kind is not LineKind.SET or laws.any_valid)


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if PRESETS[name].seats == 2])
def test_who_reckons_nothing_would_score_what_is_said_and_bars_what_is_said(preset: str) -> None:
    """The other scores the same with the penalty and without: what does not bar was not needed."""
    rng = Random(f"{preset} {SEED}")
    for said in dealt(preset, SHARE):
        seat = rng.choice((Seat.ELDER, Seat.YOUNGER))
        penalised = with_more(said, f"{seat.letter} reckons nothing")
        assert list(wrong(penalised)) == []
        before = [line for line in said.deal.lines if line.seat is not seat]
        after = [line for line in penalised.deal.lines if line.seat is not seat]
        assert [line[:2] for line in after] == [line[:2] for line in before], penalised.name
        for line in penalised.deal.lines:
            if "would" in line.args:
                assert line.bars == can_bar(said.laws, line), f"{penalised.name}: {line}"
        would = Counter[LineKind]()
        scored = Counter[LineKind]()
        for line in penalised.deal.lines:
            if line.seat is seat and line.kind is not LineKind.CARTE_BLANCHE:
                would[line.kind] += line.args.get("would", line.points)
        for line in said.deal.lines:
            is_bonus = line.kind in (LineKind.REPIQUE, LineKind.PIQUE)
            if line.seat is seat and line.kind is not LineKind.CARTE_BLANCHE and not is_bonus:
                scored[line.kind] += line.points
        assert would == scored, penalised.name


@pytest.mark.parametrize("preset", ["cent-32", "french-150"])
def test_what_was_denied_without_a_call_says_so(preset: str) -> None:
    """Younger's calls are left out of the log, so that no denial is proved."""
    met = 0
    for said in dealt(preset, SHARE):
        if not said.has("Y not good"):
            continue
        calls = r"^Y (?:point|tierce|quart|quint|\w+ieme|trio|quatorze)\b.*\n"
        log = re.sub(calls, "", said.log, flags=re.MULTILINE)
        folded = fold(said.deal.rules, parse_log(log, said.deal.rules))
        if folded.refusal is not None and folded.refusal.rule is Rule.SAY_FIRST:
            continue  # what was counted is then of two readings
        deal = folded.require()
        silent = Said(f"{said.name}, without younger’s calls", said.laws, log, deal)
        assert list(wrong(silent)) == []
        denied = {line.kind for line in deal.lines if line.why is Why.UNPROVED_DENIAL}
        assert len(denied) == log.count("Y not good"), silent.name
        met += bool(denied)
    assert met
