"""
Random talk: logs of what two players say, all of it legal, not all of it possible.

*Honest* talk is about hands that were dealt: all is called and answered
truthfully, or something is sunk. *Perturbed* talk has a word or two of it
changed. *Arbitrary* talk is a walk through whatever the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.legal import legal_next
from scorer.rules.ruleset import CarteBlancheWhen, LosersInClass, Ruleset, Stated, TieSequence
from scorer.rules.seats import Seat
from scorer.rules.statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Declined,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Statement,
    TrickTaken,
    Withdrawn,
)
from tests.rules.checker.demands import Cards, Hand, courts, is_point, sets_of, stands


@dataclass(frozen=True)
class Dealt:
    """Two hands, and what was said about them."""

    hands: tuple[Cards, Cards]
    log: Log
    sunk: bool


class Speaker:
    """What one player would tell, if he tells all; the best first."""

    def __init__(self, hand: Hand) -> None:
        points = sorted(hand.points, key=lambda p: (p.length, p.pips or 0), reverse=True)
        self.claims: dict[Category, list[Claim]] = {
            Category.POINT: [*self.best_first(hand.rules, points)][:1],
            Category.SEQUENCE: [*self.best_first(hand.rules, hand.whole_runs)],
            Category.SET: [*self.best_first(hand.rules, sets_of(hand))],
        }

    @staticmethod
    def best_first(rules: Ruleset, claims: list[PointClaim] | list[SequenceClaim] | list[SetClaim]) -> Iterator[Claim]:
        """Claims in order."""
        left: list[Claim] = [*claims]
        while left:
            best = left[0]
            for each in left:
                if stands(rules, each, best) is Better.YES:
                    best = each
            left.remove(best)
            yield best

    def sink(self, rng: Random, hand: Hand) -> None:
        """Tell less of some class."""
        category = rng.choice([*self.claims])
        claims = self.claims[category]
        if not claims:
            return
        number = rng.randrange(len(claims))
        claim = claims.pop(number)
        less: Claim | None = None
        if rng.random() < 0.6:
            if isinstance(claim, PointClaim) and claim.length > max(1, hand.rules.point_min):
                assert claim.suit is not None
                some = rng.choice([*hand.subsets(claim.suit, claim.length - 1)])
                less = PointClaim(len(some), sum(card.rank.pips for card in some), claim.suit)
                less = less if is_point(hand.rules, some) else None
            if isinstance(claim, SequenceClaim) and claim.length > 3 and claim.top is not None:
                less = replace(claim, length=claim.length - 1, top=Rank(claim.top - rng.randrange(2)))
            if isinstance(claim, SetClaim) and claim.count == 4:
                less = replace(claim, count=3)
        if less is not None:
            claims.append(less)
            claims[:] = self.best_first(hand.rules, claims)  # type: ignore[arg-type]


def without_detail(rules: Ruleset, claim: Claim, rng: Random, *, suits: float, details: float) -> Claim:
    """*claim* as it is called at first, less being said of it the smaller the chances."""
    if isinstance(claim, SetClaim) or not claim.length:
        return claim.essence
    if rng.random() >= suits:
        claim = claim.essence
    if isinstance(claim, PointClaim) and rules.point_pips is Stated.ON_TIE and rng.random() >= details:
        return replace(claim, pips=None)
    if isinstance(claim, SequenceClaim) and rules.sequence_heads is Stated.ON_TIE and rng.random() >= details:
        return replace(claim, top=None)
    return claim


def contract(rules: Ruleset, rng: Random) -> Log:
    """What is said before the calls can be: a bid and a pass, where the hands are bid for."""
    if not rules.auction:
        return ()
    return Bid(Seat.ELDER, rules.bid_min, minus=rng.random() < 0.5), Passed(Seat.YOUNGER)


class Dialogue:
    """One honest dialogue."""

    def __init__(self, rules: Ruleset, rng: Random, speakers: tuple[Speaker, Speaker], begun: Log) -> None:
        self.rules, self.rng, self.speakers = rules, rng, speakers
        self.suits, self.details = rng.choice((0.0, 0.3, 1.0)), rng.choice((0.0, 0.3, 1.0))
        self.log: list[Statement] = [*begun]
        self.elder_good: set[Category] = set()
        self.void: set[Category] = set()
        self.below: dict[Category, Claim] = {}

    def said(self, claim: Claim) -> Claim:
        """A claim as it is called; after a tie with as much as shows that it is lesser."""
        called = without_detail(self.rules, claim, self.rng, suits=self.suits, details=self.details)
        return claim if self._tied(called) else called

    def elder(self, category: Category) -> None:
        """Elder calls a class, and younger answers."""
        claims = [*self.speakers[0].claims[category]]
        hers = self.speakers[1].claims[category]
        if not claims:
            if self.rng.random() < 0.2:
                self.log.append(Declined(Seat.ELDER, category))
            return
        while claims:
            claim = claims.pop(0)
            answer = self._called(claim, self.said(claim), [each for each in hers if not self._tied(each)])
            if answer is Answer.GOOD:
                self.elder_good.add(category)
                self.log += [Called(Seat.ELDER, self.said(each)) for each in claims]
                return
            if answer is Answer.NOT_GOOD:
                return
            if category is Category.POINT or self.rules.sequence_tie is not TieSequence.TIED_ONLY:
                self.void.add(category)
                return
            self.below[category] = claim
            claims = [each for each in claims if stands(self.rules, each, claim) is Better.NO]

    def _tied(self, claim: Claim) -> bool:
        tied = self.below.get(claim.category)
        return tied is not None and stands(self.rules, claim, tied) is not Better.NO

    def _called(self, claim: Claim, called: Claim, hers: list[Claim]) -> Answer:
        """Elder calls *claim* as *called*, younger's best being the first of *hers*."""
        self.log.append(Called(Seat.ELDER, called))
        better = stands(self.rules, hers[0], called) if hers else Better.NO
        if better is Better.UNKNOWN:
            ask = Asked(Seat.YOUNGER, claim.category)
            self.log.append(ask if self.rng.random() < 0.5 else Answered(Seat.YOUNGER, Answer.EQUAL))
            suit = None if isinstance(claim, SetClaim) or self.rng.random() > self.suits else claim.suit
            if isinstance(claim, PointClaim):
                assert claim.pips is not None
                self.log.append(PipsSaid(Seat.ELDER, claim.pips, suit))
            elif isinstance(claim, SequenceClaim):
                assert claim.top is not None
                self.log.append(HeadSaid(Seat.ELDER, claim.top, suit))
            better = stands(self.rules, hers[0], claim)
        answer = {Better.YES: Answer.NOT_GOOD, Better.NO: Answer.GOOD, Better.EQUAL: Answer.EQUAL}[better]
        self.log.append(Answered(Seat.YOUNGER, answer))
        return answer

    def younger(self) -> None:
        """Younger calls what is good."""
        for category, claims in self.speakers[1].claims.items():
            if category in self.void:
                continue
            if category in self.elder_good and not self._counts(category):
                continue
            mine = [each for each in claims if not self._tied(each)]
            self.log += [Called(Seat.YOUNGER, self.said(each)) for each in mine]
            may_decline = category not in self.elder_good and category not in self.below
            if not mine and may_decline and self.rng.random() < 0.2:
                self.log.append(Declined(Seat.YOUNGER, category))

    def _counts(self, category: Category) -> bool:
        return category is not Category.POINT and self.rules.losers_in_class is LosersInClass.ALL_VALID


def honest(
    rules: Ruleset, rng: Random, *, sinks: int = 0, blank: bool = False, later: Callable[[Card], bool] = lambda _: True
) -> Dealt:
    """A deal of real cards, those of *later* last; everything called and answered truthfully, and the first trick."""
    opening, hands = _dealt(rules, rng, blank=blank, later=later)
    seen = tuple(Hand(rules, hand) for hand in hands)
    speakers = Speaker(seen[0]), Speaker(seen[1])
    for _ in range(sinks):
        seat = rng.randrange(2)
        speakers[seat].sink(rng, seen[seat])
    begun = contract(rules, rng)
    talk = Dialogue(rules, rng, speakers, begun)
    rest = [Category.SEQUENCE, Category.SET]
    rng.shuffle(rest)
    for category in (Category.POINT, *rest):
        talk.elder(category)
        if rules.losers_in_class is LosersInClass.ALL_VALID and category is not Category.POINT:
            state = fold(rules, tuple(talk.log)).require().state.categories[category]
            if state.entries[Seat.ELDER] and category not in {*talk.elder_good, *talk.void, *talk.below}:
                talk.log += [Called(Seat.ELDER, talk.said(each)) for each in speakers[0].claims[category][1:]]
    talk.younger()
    first = next(each for each in legal_next(fold(rules, tuple(talk.log)).require()) if isinstance(each, TrickTaken))
    return Dealt(hands, (*begun, *opening, *talk.log[len(begun) :], first), sinks > 0)


def _dealt(
    rules: Ruleset, rng: Random, *, blank: bool, later: Callable[[Card], bool]
) -> tuple[Log, tuple[Cards, Cards]]:
    """What is said before the calls, and the hands after the exchange; with *blank*, one seat has a carte blanche."""
    pack = [*rules.pack]
    rng.shuffle(pack)
    pack.sort(key=later)
    if not blank and rng.random() < 0.6:
        return (), (frozenset(pack[: rules.hand]), frozenset(pack[rules.hand : 2 * rules.hand]))
    seat = Seat(rng.randrange(2))
    after = blank and rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
    if blank:
        plain = [card for card in pack if card.rank not in courts(rules)]
        first = plain[: rules.hand]
        pack = first + [card for card in pack if card not in first]
        if seat is Seat.YOUNGER:
            pack[: 2 * rules.hand] = pack[rules.hand : 2 * rules.hand] + pack[: rules.hand]
    took = [rng.randint(rules.elder_exchange_min, rules.elder_exchange_max), 0]
    most = min(rules.younger_exchange_max or rules.talon, rules.talon - took[0])
    took[1] = rng.randint(min(rules.younger_exchange_min, most), most)
    talon = pack[2 * rules.hand :]
    hands: list[Cards] = []
    for cards, number in zip((pack[: rules.hand], pack[rules.hand : 2 * rules.hand]), took, strict=True):
        kept = cards if after else rng.sample(cards, rules.hand - number) + talon[:number]
        hands.append(frozenset(kept))
        talon = talon[number:]
    said: list[Statement] = [CarteBlancheShown(seat)] if blank and not after else []
    if after or rng.random() < 0.7:
        said.append(Exchanged(Seat.ELDER, took[0]))
        if after or rng.random() < 0.8:
            said.append(Exchanged(Seat.YOUNGER, took[1]))
    if after:
        said.append(CarteBlancheShown(seat))
    return tuple(said), (hands[0], hands[1])


CALLS = (Called, Declined, Asked, PipsSaid, HeadSaid, Answered)


def perturbed(rules: Ruleset, rng: Random, log: Log, *, changes: int = 1) -> Log:
    """*log* with so many of its words changed for others; what is no longer legal afterwards is left out."""
    for _ in range(changes):
        places = [place for place, said in enumerate(log) if isinstance(said, CALLS)]
        if not places:
            return log
        place = rng.choice(places)
        before, was = log[:place], log[place]
        may = [said for said in _wider(fold(rules, before).require()) if type(said) is type(was) and said != was]
        if isinstance(was, Called):
            alike = [said for said in may if isinstance(said, Called) and said.claim.category is was.claim.category]
            may = [*alike] or may
        may = may or [was]
        log = settled(rules, (*before, rng.choice(may), *log[place + 1 :]))
    return log


def _wider(deal: Deal) -> list[Statement]:
    return [said for said in legal_next(deal) if isinstance(said, CALLS)]


def settled(rules: Ruleset, log: Log) -> Log:
    """*log* without what is not legal where it stands."""
    kept: Log = ()
    for said in log:
        if fold(rules, (*kept, said)).refusal is None:
            kept = (*kept, said)
    return kept


CORRECTIONS = (Withdrawn, Proved, FoundFalse, PlayedShort, ReckonedNothing, CarteRougeShown)


def arbitrary(rules: Ruleset, rng: Random, *, most: int = 40, corrections: float = 0.0, blanks: float = 0.03) -> Log:
    """A walk through whatever may be said next, until the first trick."""
    log = contract(rules, rng)
    suits = rng.choice((0.0, 0.3, 1.0))
    for _ in range(most):
        deal = fold(rules, log).require()
        if deal.state.tricks:
            break
        kinds: dict[object, list[Statement]] = {}
        for said in legal_next(deal):
            if isinstance(said, CarteBlancheShown) and rng.random() > blanks:
                continue
            if isinstance(said, CORRECTIONS) and rng.random() > corrections:
                continue
            if isinstance(said, (*CALLS, *CORRECTIONS, CarteBlancheShown, Exchanged, TrickTaken)):
                category = said.claim.category if isinstance(said, Called) else None
                kinds.setdefault((type(said), said.seat, category), []).append(said)
        if not kinds:
            break
        kind = rng.choice([*kinds])
        if kind in ((TrickTaken, Seat.ELDER, None), (TrickTaken, Seat.YOUNGER, None)):
            kind = rng.choice([*kinds])
        log = (*log, _plausible(rng, kinds[kind], suits))
    return log


def _plausible(rng: Random, may: list[Statement], suits: float) -> Statement:
    said = rng.choice(may)
    for _ in range(3):
        if isinstance(said, Called) and not isinstance(said.claim, SetClaim) and said.claim.length > 6:
            said = rng.choice(may)
    if isinstance(said, Called) and not isinstance(said.claim, SetClaim) and said.claim.length and rng.random() < suits:
        return replace(said, claim=replace(said.claim, suit=rng.choice([*Suit])))
    return said


def talk(rules: Ruleset, seed: str, *, corrections: float = 0.0) -> Log:
    """One log for a seed: arbitrary, honest, honest with something sunk, or perturbed; some of them cut short."""
    rng = Random(seed)
    kind = rng.randrange(4)
    if kind == 0:
        return arbitrary(rules, rng, corrections=corrections)
    blank = rules.hand == 12 and rng.random() < 0.08
    log = honest(rules, rng, sinks=0 if kind == 1 else rng.randrange(3), blank=blank).log
    if kind == 3:
        log = perturbed(rules, rng, log, changes=rng.randint(1, 2))
    return log[: rng.randrange(len(log) + 1)] if rng.random() < 0.2 else log
