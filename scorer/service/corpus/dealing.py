"""People who deal real cards, exchange, call or sink, play, and write down what was said.

Everything that is called is held, but for a few false calls that are found out. Cards are often
stacked, so that long suits, sets and cartes blanches are common. The same random numbers make the
same deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from ...rules.cards import Card, Rank, Suit
from ...rules.claims import (
    CALLED,
    POINT,
    SEQUENCE,
    SET,
    Better,
    Category,
    Claim,
    PointClaim,
    SequenceClaim,
    SetClaim,
)
from ...rules.deal import ALONE, Deal, extend, fold
from ...rules.deal_state import Setting
from ...rules.hands import Declarations, declare, is_blank
from ...rules.legal import legal_next, legal_play
from ...rules.opening import exchange_limits
from ...rules.partie import DealRecord, Partie, PartieRecord, extend_partie, play_partie
from ...rules.ruleset import Ruleset, TrickCount
from ...rules.seats import ELDER, YOUNGER, Player, Seat
from ...rules.statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    Conceded,
    Declined,
    Doubled,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Inserted,
    Log,
    Passed,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Redoubled,
    Spoken,
    Struck,
    TrickTaken,
    Waived,
    Withdrawn,
)

Hand = list[Card]


def random_partie(rules: Ruleset, chance: Random) -> Partie:
    """Play deals until the partie, or the series of parties, is over."""
    players = tuple(map(Player, "ABCD"[: rules.players]))
    partie = play_partie(PartieRecord(rules, players))
    while not partie.is_over:
        log = random_deal(rules, chance, partie.next_setting)
        partie = extend_partie(partie, (*partie.record.deals, DealRecord(log)))
    return partie


def random_deal(rules: Ruleset, chance: Random, setting: Setting = ALONE) -> Log:
    """Play one deal; in some a statement was recorded wrongly and corrected later."""
    table = _Table(rules, chance, setting)
    table.bid()
    table.give_cards()
    table.exchange()
    table.call()
    table.play()
    log = table.deal.log
    return _recorded_wrongly(table.deal, chance) if chance.random() < 0.08 else log


class _Table:
    """A deal, the cards that each seat holds, and what was called falsely."""

    def __init__(self, rules: Ruleset, chance: Random, setting: Setting) -> None:
        self.deal = fold(rules, (), setting).require()
        self.chance = chance
        self.hands: list[Hand] = []
        self.talon: Hand = []
        self.false: list[Called] = []

    @property
    def rules(self) -> Ruleset:
        """The rules of this deal, which a minus bid changes."""
        return self.deal.state.rules

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def say(self, statement: Spoken) -> bool:
        """Record a statement if the rules allow it."""
        folded = extend(self.deal, (statement,))
        if folded.refusal is not None:
            return False
        self.deal = folded.deal
        return True

    # The auction

    def bid(self) -> None:
        while self.rules.auction and not self.deal.state.auction.closed:
            may = legal_next(self.deal, (Bid, Doubled, Redoubled, Passed))
            passes = [each for each in may if isinstance(each, Passed)]
            others = [each for each in may if not isinstance(each, Passed)]
            low = others[:3] if self.happens(0.8) else others
            self.say(self.chance.choice(passes if not low or self.happens(0.45) else low))

    # The cards

    def give_cards(self) -> None:
        rules = self.rules
        cards = list(rules.pack)
        self.chance.shuffle(cards)
        if self.happens(0.4):
            wanted = self._wanted()
            # what is wanted comes last, where it may be dealt to a seat of its own
            cards.sort(key=wanted.__contains__)
        seats = list(rules.seats)
        self.chance.shuffle(seats)
        hands: dict[Seat, Hand] = {}
        for seat in seats:
            hands[seat] = cards[-rules.hand :]
            del cards[-rules.hand :]
        self.hands = [hands[seat] for seat in rules.seats]
        self.talon = cards

    def _wanted(self) -> set[Card]:
        """Return cards that are worth calling together, or none that show a face."""
        rules = self.rules
        if self.happens(0.2):
            return {card for card in rules.pack if card.rank not in rules.face_ranks}
        suit = self.chance.choice(list(Suit))
        ranks = self.chance.sample(rules.ranks, 2)
        return {card for card in rules.pack if card.suit is suit or card.rank in ranks}

    def exchange(self) -> None:
        self._show_blanks()
        elders = 0
        for seat in self.rules.seats:
            least, most = exchange_limits(self.rules, seat, elders)
            cards = most if self.happens(0.6) else self.chance.randint(least, most)
            if seat is ELDER:
                elders = cards
            if most:
                self._take(seat, cards)
                if self.happens(0.9):
                    self.say(Exchanged(seat, cards))
        self._show_blanks()

    def _show_blanks(self) -> None:
        for seat in self.rules.seats:
            if is_blank(self.rules, self.hands[seat]) and self.happens(0.9):
                self.say(CarteBlancheShown(seat))

    def _take(self, seat: Seat, cards: int) -> None:
        """Exchange the worst cards of a seat for the first of the talon."""
        hand = self.hands[seat]
        suits = Counter(card.suit for card in hand)
        ranks = Counter(card.rank for card in hand)
        worth = {
            card: suits[card.suit] + 2 * ranks[card.rank] + card.rank / 3 + self.chance.random()
            for card in hand
        }
        kept = sorted(hand, key=worth.__getitem__)[cards:]
        self.hands[seat] = kept + self.talon[:cards]
        self.talon = self.talon[cards:]

    # The calls

    def call(self) -> None:
        declared = [declare(self.rules, hand) for hand in self.hands]
        if self.rules.round_the_table:
            for seat in self.rules.seats:
                self._call_all(seat, declared[seat])
            return
        for category in CALLED:
            self._call_class(category, *declared)
        self._call_all(YOUNGER, declared[YOUNGER])
        if self.happens(0.05):
            may = legal_next(self.deal, (Proved, Withdrawn, ReckonedNothing))
            if may:
                self.say(self.chance.choice(may))
            # what else was called of a class waits again when the first call is withdrawn
            self.say(Answered(YOUNGER, Answer.GOOD))
        if self.happens(0.5):
            for waived in legal_next(self.deal, (Waived,)):
                self.say(waived)

    def _call_all(self, seat: Seat, declared: Declarations) -> None:
        """Call what the rules still allow of what a seat holds."""
        for category in CALLED:
            claims = self._shown(declared, category)
            called = [self._call_one(seat, claim) for claim in claims]
            if not any(called) and self.happens(0.5):
                self.say(Declined(seat, category))

    def _shown(self, declared: Declarations, category: Category) -> list[Claim]:
        """Return what is held in a class, the best first, but for what is sunk."""
        held: Mapping[Category, Sequence[Claim]] = {
            POINT: [] if declared.point is None else [declared.point],
            SEQUENCE: declared.sequences,
            SET: declared.sets,
        }
        return [claim for claim in held[category] if not self.happens(0.08)]

    def _call_one(self, seat: Seat, claim: Claim) -> bool:
        """Call with as much of it as is said by chance, or as the rules want."""
        ways: list[Claim] = [claim.essence, claim]
        if isinstance(claim, PointClaim):
            ways.append(PointClaim(claim.length))
        elif isinstance(claim, SequenceClaim):
            ways.append(SequenceClaim(claim.length))
        self.chance.shuffle(ways)
        return any(self.say(Called(seat, way)) for way in ways)

    def _call_class(self, category: Category, elders: Declarations, youngers: Declarations) -> None:
        """Elder calls in a class, and younger answers."""
        held: list[Claim | None] = [*self._shown(elders, category)]
        mine, *others = held or [None]
        if category is SET and self.happens(0.04):
            self._call_falsely(elders)
        elif mine is None or not self._call_one(ELDER, mine):
            self.say(Declined(ELDER, category))
            return
        theirs = self._shown(youngers, category)
        self._answer(category, mine, theirs[0] if theirs else None)
        for other in others:
            if other is not None:
                self._call_one(ELDER, other)

    def _call_falsely(self, declared: Declarations) -> None:
        ranks = [rank for rank in self.rules.ranks if self.rules.carries_set(rank)]
        held = {claim.rank for claim in declared.sets}
        rank = self.chance.choice([rank for rank in ranks if rank not in held])
        called = Called(ELDER, SetClaim(3, rank))
        if self.say(called):
            self.false.append(called)

    def _answer(self, category: Category, mine: Claim | None, theirs: Claim | None) -> None:
        """Younger asks as long as the call is not known to be good, equal or not good."""
        while self.deal.pending is category:
            called = self.deal.state.categories[category].leading.claim
            better = Better.NO
            if theirs is not None:
                better = self.deal.state.compare(theirs, called)
            if better is not Better.UNKNOWN:
                self._answer_plainly(better, theirs)
                return
            if self.happens(0.3):
                self.say(Answered(YOUNGER, Answer.EQUAL))
            else:
                self.say(Asked(YOUNGER, category))
            if isinstance(mine, PointClaim) and mine.pips is not None:
                self.say(PipsSaid(ELDER, mine.pips, self._maybe(mine.suit)))
            elif isinstance(mine, SequenceClaim) and mine.top is not None:
                self.say(HeadSaid(ELDER, mine.top, self._maybe(mine.suit)))

    def _maybe(self, suit: Suit | None) -> Suit | None:
        return suit if self.happens(0.5) else None

    def _answer_plainly(self, better: Better, theirs: Claim | None) -> None:
        if better is Better.EQUAL and self.say(Answered(YOUNGER, Answer.EQUAL)):
            return
        if better is not Better.YES:  # a false call may name the set that younger holds
            self.say(Answered(YOUNGER, Answer.GOOD))
        else:
            pips = theirs.pips if isinstance(theirs, PointClaim) and self.happens(0.2) else None
            if not self.say(Answered(YOUNGER, Answer.NOT_GOOD, pips)):
                self.say(Answered(YOUNGER, Answer.NOT_GOOD))

    # The play

    def play(self) -> None:
        if self.happens(0.1) and self.say(Conceded(self.chance.choice(self.rules.seats))):
            return
        if self.happens(0.02):
            short = PlayedShort(self.chance.choice(self.rules.seats), 1)
            if self.say(short):
                self.hands[short.seat].pop()
        before = self.deal
        first, *others = self._tricks()
        self.say(first)
        for called in self.false:
            self.say(FoundFalse(called.seat, called.claim))
        if self.deal.setting.before is None:
            self.deal = extend(self.deal, tuple(others)).require()
        elif self.deal.stopped is None:
            self._race(others)
        if self.happens(0.3):
            self._count(before)

    def _race(self, tricks: Sequence[TrickTaken]) -> None:
        """Record tricks until one of them wins the partie."""
        for trick in tricks:
            self.say(trick)
            if self.deal.stopped is not None:
                return

    def _tricks(self) -> list[TrickTaken]:
        """Play every card; who can follow suit does."""
        found = []
        leader = ELDER
        seats = self.rules.players
        for _ in range(min(map(len, self.hands))):
            played: dict[Seat, Card] = {}
            for turn in range(seats):
                seat = Seat((leader + turn) % seats)
                card = self._card(self.hands[seat], list(played.values()))
                self.hands[seat].remove(card)
                played[seat] = card
            suit = played[leader].suit
            followed = [seat for seat, card in played.items() if card.suit is suit]
            winner = max(followed, key=lambda seat: played[seat].rank)
            found.append(TrickTaken(winner, counting_cards(self.rules, played, leader, winner)))
            leader = winner
        return found

    def _card(self, hand: Hand, played: Sequence[Card]) -> Card:
        """Choose a card: often the highest to lead, and the lowest that wins or loses."""
        if not played:
            suits = Counter(card.suit for card in hand)
            best = max(hand, key=lambda card: (card.rank is Rank.ACE, suits[card.suit], card.rank))
            return best if self.happens(0.8) else self.chance.choice(hand)
        led = played[0]
        able = [card for card in hand if card.suit is led.suit] or hand
        highest = max(card.rank for card in played if card.suit is led.suit)
        wins = [card for card in able if card.suit is led.suit and card.rank > highest]
        return min(wins or able, key=lambda card: card.rank)

    def _count(self, before: Deal) -> None:
        """Replace the tricks by one statement that scores the same, if there is one."""
        said = self.deal.log[len(before.log) :]
        if not all(isinstance(each, TrickTaken) for each in said) or not self.deal.is_over:
            return
        for count in legal_play(before, self.deal.tricks[ELDER]):
            counted = extend(before, (count,)).deal
            if _scores_alike(counted, self.deal):
                self.deal = counted
                return


def counting_cards(
    rules: Ruleset, played: Mapping[Seat, Card], leader: Seat, winner: Seat
) -> int | None:
    """Return how many cards of a trick count; `None` where every card does."""
    if rules.counts_every_card:
        return None
    counts = {seat: card.rank >= rules.trick_min_rank for seat, card in played.items()}
    if rules.trick_count is TrickCount.CAPTURED_CARDS:
        return sum(counts.values())
    return int(counts[leader]) + int(winner is not leader and counts[winner])


def _scores_alike(one: Deal, other: Deal) -> bool:
    """Return whether two deals have the same points of each kind for each seat."""
    return _points(one) == _points(other)


def _points(deal: Deal) -> Counter[tuple[Seat, object]]:
    points: Counter[tuple[Seat, object]] = Counter()
    for line in deal.lines:
        points[line.seat, line.kind] += line.points
    return points


def _recorded_wrongly(deal: Deal, chance: Random) -> Log:
    """Return a log with a correction in it that comes to the same deal."""
    log = deal.log
    at = chance.randrange(len(log))
    other = chance.choice(log)
    ways: list[Log] = [
        (*log[:at], other, *log[at + 1 :], Struck(at, log[at])),
        (*log[:at], other, *log[at:], Struck(at)),
    ]
    if at + 1 < len(log):
        ways.append((*log[:at], *log[at + 1 :], Inserted(at, log[at])))
    corrected = fold(deal.rules, chance.choice(ways), deal.setting)
    same = corrected.refusal is None and _scores_alike(corrected.deal, deal)
    return corrected.deal.log if same else log
