"""People who deal real cards, exchange, call or sink, play by the rules, and write down what was
said.

Cards are often stacked, so that cartes blanches, long sequences, repiques and capots are common.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from random import Random
from typing import TypeVar

from .cards import (
    RANKS,
    SEQUENCES,
    SUITS,
    Card,
    Claims,
    Hand,
    Point,
    Run,
    Set,
    full,
    pack,
    plain,
    points,
)
from .laws import Laws
from .scoring import ELDER, IN_HAND, Contract, Facts, Score, Series, Trick, class_winners, score

SEATS = "EYTF"
C = TypeVar("C", bound=Run | Set)

Dealt = tuple[tuple[Hand, ...], tuple[bool, ...]]
"""The hands after the exchange, and who showed a carte blanche."""


@dataclass(frozen=True)
class Played:
    """A whole series that was played, and its deals as text."""

    series: Series
    deals: tuple[str, ...]
    out_of_order: frozenset[int] = frozenset()
    """The deals in which younger called the classes in another order than
    that in which they count.
    """

    def text(self, rules: str) -> str:
        """The file of this series under *rules*: a preset and the changes of the house."""
        preset, *house = rules.split()
        names = ", ".join(f'"{name}"' for name in "ABCD"[: self.series.laws.seats])
        lines = [f'rules = "{preset}"', f"players = [{names}]", "[house]" if house else ""]
        for change in house:
            name, value = change.split("=")
            lines.append(f"{name} = {value}" if value.isdigit() else f'{name} = "{value}"')
        for deal in self.deals:
            lines += ["[[deal]]", deal]
        return "\n".join(line for line in lines if line) + "\n"


def play_series(laws: Laws, rng: Random) -> Played:
    """Play until the series is over.

    In some only the points of some deals are known, which often make the totals level, or bring the
    loser to a Rubicon.
    """
    series = Series(laws)
    deals = list[str]()
    out_of_order = set[int]()
    stacks = rng.choice((0.1, 0.3, 0.8))
    paper = rng.choice((0, 0, 0.5))
    while not series.over:
        points = None
        if not series.carry and rng.random() < (0.5 if series.ends_with_next else paper):
            points = (
                _close_points(series, rng) if series.ends_with_next else _few_points(series, rng)
            )
        if points is None:
            table = _Table(laws, rng, series, stacks)
            log, facts = table.play()
            if table.out_of_order:
                out_of_order.add(len(deals))
            series.add(facts)
            deals.append(f'log = """\n{log}\n"""')
        else:
            series.add_points(points)
            deals.append(
                f"scores = {{ "
                f"{', '.join(f'{name} = {n}' for name, n in zip('ABC', points, strict=False))} }}"
            )
    return Played(series, tuple(deals), frozenset(out_of_order))


def play_deal(
    laws: Laws, rng: Random, *, sink: bool, stacks: float, only_good: bool = False
) -> tuple[str, tuple[Hand, ...]]:
    """Play one deal in which one or two players may sink, or none; return its log and the hands
    played.

    With *only_good* two players write down neither the exchange nor what was not good, and ask
    nothing.
    """
    table = _Table(laws, rng, Series(laws), stacks)
    table.only_good = only_good and laws.seats == 2
    sinkers = rng.choices(range(laws.seats), k=2) if sink else ()
    table.sinks = [seat in sinkers for seat in range(laws.seats)]
    table.silent = [False] * laws.seats
    log, facts = table.play()
    return log, tuple(claims.hand for claims in facts.claims)


def best(claims: Sequence[Run | Set]) -> tuple[int, int]:
    return max((each.strength for each in claims), default=(0, 0))


def _few_points(series: Series, rng: Random) -> tuple[int, ...] | None:
    points = tuple(rng.randrange(30) for _ in series.totals)
    ends = any(
        total + each >= series.target for total, each in zip(series.totals, points, strict=True)
    )
    return None if series.target and ends else points


def _close_points(series: Series, rng: Random) -> tuple[int, ...] | None:
    """Points of a last deal that make the partie close, if those of one deal can."""
    line = series.laws.rubicon
    level = max(series.totals)
    ties = [(level, level), (level + 10, level + 10)]
    lines = [(line - 1, line + 20), (line, line + 20), (line - 1, line), (line - 2, line - 1)]
    wanted = rng.sample(rng.choice(ties if min(series.totals) >= line else ties + lines), 2)
    missing = [want - total for total, want in zip(series.totals, wanted, strict=True)]
    if any(not 0 <= each <= 100 or each % series.weight for each in missing):
        return None
    return tuple(each // series.weight for each in missing)


class _Table:
    def __init__(self, laws: Laws, rng: Random, series: Series, stacks: float) -> None:
        self.laws = laws
        self.rng = rng
        self.series = series
        self.stacks = stacks
        self.said: list[str] = []
        self.out_of_order = self.only_good = False
        self.covered = [set[Card]() for _ in range(laws.seats)]
        self.suits = bool(laws.rouge) or rng.random() < 0.4
        self.sinks = [not laws.rouge and rng.random() < 0.4 for _ in range(laws.seats)]
        speaker = rng.choice((ELDER, rng.randrange(laws.seats))) if rng.random() < 0.2 else None
        self.silent = [speaker not in (None, seat) for seat in range(laws.seats)]

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def say(self, seat: int, words: str) -> None:
        self.said.append(f"{SEATS[seat]} {words}")

    def play(self) -> tuple[str, Facts]:
        contract = self.bid() if self.laws.auction else None
        if contract is not None and contract.minus:
            self.sinks = self.silent = [False] * self.laws.seats
        hands, blank = self.deal()
        claims = tuple(
            self.claim(seat, hands[seat], blank=blank[seat]) for seat in range(self.laws.seats)
        )
        if self.laws.shared:
            claims = self.agree(claims)
        facts = Facts(claims, (), contract=contract)
        if self.only_good:
            self.talk_of_good_calls(facts)
        elif self.laws.seats == 2:
            self.talk(facts)
        else:
            self.talk_round(facts)
        if self.laws.concedes and self.series.last_deal and self.chance(0.2):
            facts = replace(facts, conceded=self.rng.randrange(2))
            self.say(facts.conceded or 0, "concedes")
        else:
            facts = replace(facts, tricks=tuple(self.tricks(hands)))
            self.write_tricks(facts, self.series.scored(facts))
        return "\n".join(self.said), facts

    # The auction

    def bid(self) -> Contract:
        bids: list[Contract] = []
        seat = ELDER
        while True:
            least = bids[-1].tricks + 1 if bids else 7
            if bids and (least > 12 or self.chance(0.5)):
                return self.double(bids[-1])
            if self.chance(0.7):
                tricks = min(12, least + self.rng.choice((0, 0, 0, 1, 2)))
                bids.append(Contract(seat, tricks, self.chance(0.4), 1))
                self.say(seat, f"bids {'minus ' if bids[-1].minus else ''}{tricks}")
            else:
                self.say(seat, "passes")
                if bids:
                    return bids[-1]
            seat = 1 - seat

    def double(self, bid: Contract) -> Contract:
        """The end of the auction after *bid*."""
        times = 1
        other = 1 - bid.bidder
        for seat, word in ((other, "doubles"), (bid.bidder, "redoubles")):
            if not self.chance(0.4):
                break
            self.say(seat, word)
            times *= 2
        self.say(bid.bidder if times == 2 else other, "passes")
        return replace(bid, times=times)

    # The deal and the exchange

    def deal(self) -> Dealt:
        laws = self.laws
        rng = self.rng
        cards = pack(laws)
        rng.shuffle(cards)
        kind = (
            rng.choice(("blank", "strong", "strong", "strong"))
            if self.chance(self.stacks)
            else "as it falls"
        )
        counts = self.exchange_counts()
        hands = [cards[seat * laws.hand : (seat + 1) * laws.hand] for seat in range(laws.seats)]
        talon = cards[laws.seats * laws.hand :]
        if kind == "as it falls" or (kind == "blank" and not laws.blank):
            return self.exchange(hands, talon, counts, wanted={})
        wanted: dict[int, list[Card]] = {}
        if kind == "strong":
            seat = rng.randrange(laws.seats)
            wanted[seat] = self.strong(cards)
        else:
            bare = [card for card in cards if plain(laws, card)]
            seats = rng.sample(range(laws.seats), laws.seats)
            for seat in seats[: max(1, min(len(bare) // laws.hand, rng.choice((1, 1, 2))))]:
                wanted[seat] = bare[: laws.hand]
                bare = bare[laws.hand :]
        return self.stacked(
            cards, counts, wanted, final=kind == "strong" or laws.blank_after_exchange
        )

    def stacked(
        self, cards: list[Card], counts: list[int], wanted: dict[int, list[Card]], *, final: bool
    ) -> Dealt:
        """The deal in which some seats are dealt what is wanted, or have it after the exchange."""
        laws = self.laws
        taken = {card for hand in wanted.values() for card in hand}
        rest = [card for card in cards if card not in taken]
        hands = []
        talon = []
        for seat, count in enumerate(counts):
            if seat in wanted and final:
                kept = laws.hand - count
                hands.append(wanted[seat][:kept] + rest[:count])
                rest = rest[count:]
                talon += wanted[seat][kept:]
            else:
                hands.append(wanted.get(seat) or rest[: laws.hand])
                rest = rest if seat in wanted else rest[laws.hand :]
                talon += [None] * count  # type: ignore[list-item]
        talon = [rest.pop() if card is None else card for card in talon]
        return self.exchange(hands, talon + rest, counts, wanted if final else {})

    def exchange_counts(self) -> list[int]:
        laws = self.laws
        rng = self.rng
        if laws.seats > 2:
            return [0] * (laws.seats - 1) + [rng.randint(*laws.dealer)]
        elder = rng.randint(*laws.elder) if self.chance(0.5) else laws.elder[1]
        left = min(laws.younger[1], laws.talon - elder)
        younger = rng.randint(laws.younger[0], left) if self.chance(0.5) else min(left, 3)
        return [elder, younger]

    def exchange(
        self,
        hands: list[list[Card]],
        talon: list[Card],
        counts: list[int],
        wanted: dict[int, list[Card]],
    ) -> Dealt:
        laws = self.laws
        bare = [all(plain(laws, card) for card in hand) for hand in hands]
        final = []
        announced = []
        for seat, (hand, count) in enumerate(zip(hands, counts, strict=True)):
            kept = self.keep(hand, laws.hand - count, wanted.get(seat))
            final.append(frozenset(kept + talon[:count]))
            talon = talon[count:]
            if laws.blank_after_exchange:
                bare[seat] = all(plain(laws, card) for card in final[seat])
            announced.append(
                bool(laws.blank) and bare[seat] and not (self.sinks[seat] and self.chance(0.3))
            )
        early = self.chance(0.5) or laws.seats > 2
        for seat in range(laws.seats):
            if announced[seat] and not laws.blank_after_exchange and (early or seat == ELDER):
                self.say(seat, "carte blanche")
        for seat, count in enumerate(counts):
            if announced[seat] and not laws.blank_after_exchange and not early and seat != ELDER:
                self.say(seat, "carte blanche")
            if (laws.seats == 2 or count) and not self.only_good:
                self.say(seat, f"exchange {count}")
        for seat in range(laws.seats):
            if announced[seat] and laws.blank_after_exchange and not self.only_good:
                self.say(seat, "carte blanche")
        return tuple(final), tuple(announced)

    def keep(self, hand: list[Card], number: int, wanted: list[Card] | None) -> list[Card]:
        """The cards that are not thrown away:
        what is wanted, or else long suits, many of a rank, and high cards.
        """

        def worth(card: Card) -> float:
            same_suit = sum(each[1] == card[1] for each in hand)
            same_rank = sum(each[0] == card[0] for each in hand) if card[0] > 9 else 0
            wish = 99 if card in (wanted or ()) else 0
            return 2 * same_suit + 2 * same_rank + card[0] + self.rng.random() * 6 + wish

        return sorted(hand, key=worth, reverse=True)[:number]

    def strong(self, cards: list[Card]) -> list[Card]:
        """A hand of a few long sequences, or of sequences and sets."""
        laws = self.laws
        rng = self.rng
        hand: list[Card] = []
        for suit in rng.sample(SUITS, 4):
            length = rng.choice((3, 4, 5, 6, 7, 8) if not laws.rouge else (3, 4, 5, 6, 6))
            top = rng.randint(min(14, laws.lowest + length - 1), 14)
            top = 14 if rng.random() < 0.5 else top
            hand += [(top - down, suit) for down in range(length) if top - down >= laws.lowest]
            if rng.random() < 0.25:
                rank = rng.randint(10, 14)
                hand += [(rank, each) for each in SUITS]
        return list(dict.fromkeys(hand + cards))[: laws.hand]

    # The calls

    def claim(self, seat: int, hand: Hand, *, blank: bool) -> Claims:
        """What *seat* would call: all that it has, or less."""
        laws = self.laws
        rng = self.rng
        held = full(laws, hand, blank=blank)
        if self.silent[seat]:
            return Claims(held.hand, held.blank)
        if not self.sinks[seat]:
            return held
        point = rng.choice([None, *points(laws, held.hand)]) if self.chance(0.3) else held.point
        kept: list[Run] = []
        for run in held.runs:
            if self.chance(0.3):
                length = rng.randint(2, run.length)
                top = run.top - rng.randint(0, run.length - length)
                kept += [Run(top, length, run.suit)] if length > 2 else []
            else:
                kept.append(run)
        some_sets: list[Set] = []
        for kind in held.sets:
            if self.chance(0.3):
                some_sets += [Set(frozenset(sorted(kind.cards)[:3]))] if self.chance(0.5) else []
            else:
                some_sets.append(kind)
        return Claims(held.hand, held.blank, point, tuple(kept), tuple(some_sets))

    def agree(self, claims: tuple[Claims, ...]) -> tuple[Claims, ...]:
        """*claims*, but a partner says no point if the other's is as good."""
        spoken = list(claims)
        for seat in (2, 3):
            mine = claims[seat].point
            partners = spoken[seat - 2].point
            if mine and partners and mine.strength(self.laws) <= partners.strength(self.laws):
                spoken[seat] = replace(claims[seat], point=None)
        return tuple(spoken)

    def in_suit(self, suit: str) -> str:
        return f" in {suit}" if self.suits else ""

    def words(self, claim: Point | Run | Set, *, exact: bool = True) -> str:
        """The call of *claim*; if *exact* with the pips of a point, the head of a sequence."""
        if isinstance(claim, Point):
            making = f" making {claim.pips}" if exact else ""
            return f"point {claim.length}{making}{self.in_suit(claim.suit)}"
        if isinstance(claim, Run):
            head = f" to {RANKS[claim.top]}" if exact else ""
            return SEQUENCES[claim.length] + head + self.in_suit(claim.suit)
        return f"{'trio' if len(claim.cards) == 3 else 'quatorze'} of {RANKS[claim.rank]}s"

    def ordered(self, claims: Sequence[C], beaten: tuple[int, int] = (0, 0)) -> list[C]:
        """The claims of a class as they are called:
        the best first, or by Law 49 any that is better than *beaten*.
        """
        claims = sorted(claims, key=lambda each: each.strength, reverse=True)
        if self.laws.rouge or not claims:
            return claims
        binding = (
            self.laws.pips_first
        )  # au cent a call binds: nothing better may be counted after it
        good = (
            sum(each.strength > beaten for each in claims)
            if not binding and self.chance(0.2)
            else 1
        )
        first = claims.pop(self.rng.randrange(max(1, good)))
        self.out_of_order |= any(each.strength > first.strength for each in claims)
        self.rng.shuffle(claims)
        return [first, *claims]

    def call(
        self, seat: int, claims: Claims, claim: Point | Run | Set, *, exact: bool = True
    ) -> None:
        """Call what is good, and a carte rouge as soon as good calls have used every card."""
        self.say(seat, self.words(claim, exact=exact))
        self.count_cards(seat, claims, claim)

    def count_cards(self, seat: int, claims: Claims, claim: Point | Run | Set) -> None:
        missing = claims.hand - self.covered[seat]
        self.covered[seat] |= claim.cards
        if self.laws.rouge and missing and claims.hand <= self.covered[seat]:
            self.say(seat, "carte rouge")

    def nothing(self, seat: int, what: str, *, must: bool = False) -> None:
        if must or self.chance(0.6):
            self.say(seat, f"no {what}")

    def talk(self, facts: Facts) -> None:
        """Elder calls and younger answers, class by class; then younger calls what was not good."""
        elder, younger = facts.claims
        self.talk_point(elder, younger.point)
        classes_left = ["sequence", "set"]
        if not self.laws.target and not self.laws.rouge and self.chance(0.2):
            classes_left.reverse()
        for what in classes_left:
            mine, theirs = (each.runs if what == "sequence" else each.sets for each in facts.claims)
            self.talk_class(elder, what, mine, theirs)
        by_point, by_runs, by_sets = class_winners(self.laws, facts)
        classes: list[Sequence[Point | Run | Set]] = [
            [younger.point] if younger.point and by_point == 1 else [],
            self.ordered(younger.runs, best(elder.runs)) if by_runs == 1 else [],
            self.ordered(younger.sets, best(elder.sets)) if by_sets == 1 else [],
        ]
        if not self.laws.rouge and self.chance(0.3):
            self.rng.shuffle(classes)
            self.out_of_order = True
        level = elder.point and younger.point and elder.point.length == younger.point.length
        for each in chain.from_iterable(classes):
            exact = (
                not isinstance(each, Point)
                or self.laws.pips_first
                or bool(level)
                or self.chance(0.3)
            )
            self.call(1, younger, each, exact=exact)

    def talk_point(self, elder: Claims, theirs: Point | None) -> None:
        mine = elder.point
        if mine is None:
            self.nothing(0, "point", must=bool(theirs))
            return
        exact = self.laws.pips_first or self.chance(0.2)
        self.say(0, self.words(mine, exact=exact))
        if theirs and not exact and mine.length == theirs.length:
            self.say(1, "how many")
            self.say(0, f"making {mine.pips}{self.in_suit(mine.suit)}")
        if self.answer(mine.strength(self.laws), theirs.strength(self.laws) if theirs else (0, 0)):
            self.count_cards(0, elder, mine)

    def talk_class(
        self, elder: Claims, what: str, mine: Sequence[Run | Set], theirs: Sequence[Run | Set]
    ) -> None:
        if not mine:
            self.nothing(0, what, must=bool(theirs))
            return
        first, *others = self.ordered(mine, best(theirs))
        exact = self.laws.pips_first or isinstance(first, Set) or self.chance(0.3)
        self.say(0, self.words(first, exact=exact))
        if isinstance(first, Run) and not exact and best(theirs)[0] == first.length:
            self.say(1, "how high")
            self.say(0, f"to {RANKS[first.top]}{self.in_suit(first.suit)}")
        if self.answer(first.strength, best(theirs)):
            self.count_cards(0, elder, first)
            for each in others:
                self.call(0, elder, each)

    def answer(self, mine: tuple[int, int], theirs: tuple[int, int]) -> bool:
        if mine > theirs:
            said = "good"
        elif mine == theirs:
            said = "equal"
        else:
            said = "not good"
        self.say(1, said)
        return mine > theirs

    def talk_of_good_calls(self, facts: Facts) -> None:
        """Each seat's calls in the classes in which its best is better than the other's;
        a good one is answered so.
        """
        winners = class_winners(self.laws, facts)
        for seat, each in enumerate(facts.claims):
            other = facts.claims[1 - seat]
            runs = self.ordered(each.runs, best(other.runs))
            sets = self.ordered(each.sets, best(other.sets))
            classes: list[Sequence[Point | Run | Set]] = [
                [each.point] if each.point else [],
                runs,
                sets,
            ]
            for claims in (
                claims for claims, winner in zip(classes, winners, strict=True) if winner == seat
            ):
                for number, claim in enumerate(claims):
                    exact = self.laws.pips_first or isinstance(claim, Set) or self.chance(0.5)
                    self.say(seat, self.words(claim, exact=exact))
                    if seat == ELDER and number == 0:
                        self.say(1, "good")
                    self.count_cards(seat, each, claim)

    def talk_round(self, facts: Facts) -> None:
        """Each seat in turn calls what it has; nobody answers."""
        for seat, each in enumerate(facts.claims):
            point = [each.point] if each.point else []
            for claim in chain[Point | Run | Set](
                point, self.ordered(each.runs), self.ordered(each.sets)
            ):
                self.call(seat, each, claim)
            for what, claims in (
                ("point", each.point),
                ("sequence", each.runs),
                ("set", each.sets),
            ):
                if not claims:
                    self.nothing(seat, what)

    # The play

    def tricks(self, hands: tuple[Hand, ...]) -> Iterator[Trick]:
        """Tricks in which everybody follows suit, often with a thought of winning."""
        held = [set(hand) for hand in hands]
        leader = ELDER
        clever = self.rng.choice((0.3, 0.8, 1.0))
        while held[ELDER]:
            played: dict[int, Card] = {}
            for turn in range(self.laws.seats):
                seat = (leader + turn) % self.laws.seats
                played[seat] = self.card(held[seat], list(played.values()), clever)
                held[seat].remove(played[seat])
            lead = played[leader]
            winner = max(
                (seat for seat in played if played[seat][1] == lead[1]), key=played.__getitem__
            )
            tens = sum(card[0] > 9 for card in played.values())
            yield Trick(leader, winner, lead[0] > 9, played[winner][0] > 9, tens)
            leader = winner

    def card(self, held: set[Card], played: list[Card], clever: float) -> Card:
        cards = sorted(held)
        if not played:
            if not self.chance(clever):
                return self.rng.choice(cards)
            return max(
                cards,
                key=lambda card: (
                    card[0] == 14,
                    sum(each[1] == card[1] for each in cards),
                    card[0],
                ),
            )
        suit = played[0][1]
        able = [card for card in cards if card[1] == suit] or cards
        if not self.chance(clever):
            return self.rng.choice(able)
        best = max(card for card in played if card[1] == suit)
        return min([card for card in able if card[1] == suit and card > best] or able)

    def write_tricks(self, facts: Facts, scored: Score) -> None:
        tens = self.laws.tens_only or self.laws.play == "captured tens"
        whole = len(scored.lines) == len(score(self.laws, facts).lines)
        if not self.laws.tens_only and whole and self.chance(0.3) and self.count(facts, scored):
            return
        counts = [self.counting(trick) if tens else None for trick in facts.tricks]
        same = groupby(zip((trick.winner for trick in facts.tricks), counts, strict=True))
        runs = [
            f"{SEATS[seat]}{len(list(tricks))}" + ("" if n is None else f":{n}")
            for (seat, n), tricks in same
        ]
        self.said.append("tricks " + " ".join(runs))

    def counting(self, trick: Trick) -> int:
        if self.laws.play == "captured tens":
            return trick.tens
        return int(trick.good_lead) + int(trick.good_winner and trick.winner != trick.leader)

    def count(self, facts: Facts, scored: Score) -> bool:
        """Write the play the short way, unless a pique or a race hangs
        on what that does not say.
        """
        pique_is_open = not any(line.side == 1 and line.what in IN_HAND for line in scored.lines)
        captured = self.laws.play == "captured tens"
        if (pique_is_open and (facts.minus or captured)) or (
            captured and scored.reached is not None
        ):
            return False
        won = [trick.winner for trick in facts.tricks]
        counted = [line for line in scored.lines if line.trick >= 0 and line.what != "cards"]
        play = [sum(line.points for line in counted if line.side == side) for side in (0, 1)]
        words = f"count E{won.count(0)} last {SEATS[won[-1]]} play {play[0]}"
        first = won.index(1) if 1 in won else len(won)
        firsts = [first]
        if not captured and self.chance(0.5):
            firsts = self.first_runs(facts, scored, first)
        between = "-".join(str(each) for each in sorted({firsts[0], firsts[-1]}))
        self.said.append(f"{words}-{play[1]}" if captured else f"{words} first {between}")
        return True

    def first_runs(self, facts: Facts, scored: Score, first: int) -> list[int]:
        """The numbers of tricks, *first* among them and no other between, that elder may have won
        before younger's first for the same score. All that are possible say nothing, so one of
        those is left out.

        Tricks are moved between elder's first run and the last, which changes no lead that is lost.
        """
        runs = [len(list(run)) for _, run in groupby(trick.winner for trick in facts.tricks)]
        last = (len(runs) - 1) // 2 * 2
        if facts.tricks[0].winner != ELDER or not last:
            return [first]
        both = runs[0] + runs[last]
        alike = set[int]()
        for moved in range(1, both):
            other = [*runs]
            other[0] = moved
            other[last] = both - moved
            if self.scores_the_same(facts, scored, other):
                alike.add(moved)
        found = [first]
        while found[0] - 1 in alike:
            found.insert(0, found[0] - 1)
        while found[-1] + 1 in alike:
            found.append(found[-1] + 1)
        if len(found) == both - 1 > 1:
            found.pop(0 if found[0] != first else -1)
        return found

    def scores_the_same(self, facts: Facts, scored: Score, runs: list[int]) -> bool:
        """Whether tricks in these *runs*, the first of them elder's, score as *scored*."""
        won = [number % 2 for number, run in enumerate(runs) for _ in range(run)]
        tricks = tuple(Trick(*each) for each in zip((ELDER, *won), won, strict=False))
        other = self.series.scored(replace(facts, tricks=tricks))
        same_points = other.points == scored.points
        same_bonuses = other.bonuses == scored.bonuses
        return same_points and same_bonuses and len(other.lines) == len(scored.lines)
