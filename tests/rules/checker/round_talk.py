"""
Random talk round the table, of three players and of four in partnership: all of it legal, not all of it possible.

As in `talk`, it is *honest*, *perturbed* or *arbitrary*. Honest players each
speak in their turn, class by class or all at once: they call the best they
have and where it is good the rest, and may pass over what is worse than what
somebody else has called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from scorer.rules.cards import Card
from scorer.rules.claims import CALLED, Better, Category, Claim
from scorer.rules.deal import fold
from scorer.rules.ruleset import CarteBlancheWhen, LesserCount, LosersInClass, Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import Called, CarteBlancheShown, Declined, Exchanged, Log, Statement, TrickTaken
from tests.rules.checker.demands import Cards, Hand, courts, stands
from tests.rules.checker.talk import Speaker, arbitrary, perturbed, without_detail


@dataclass(frozen=True)
class RoundDealt:
    """The hands of a deal, and what was said about them."""

    hands: tuple[Cards, ...]
    log: Log
    sunk: bool


def honest_round(
    rules: Ruleset,
    rng: Random,
    *,
    sinks: int = 0,
    blank: bool = False,
    later: Callable[[Card], bool] = lambda _: True,
) -> RoundDealt:
    """A deal of real cards, those of *later* last; all say in turn what they have, but for so many sinks."""
    opening, hands = _dealt(rules, rng, blank=blank, later=later)
    seen = [Hand(rules, hand) for hand in hands]
    speakers = [Speaker(hand) for hand in seen]
    for _ in range(sinks):
        seat = rng.randrange(rules.players)
        speakers[seat].sink(rng, seen[seat])
    suits = rng.choice((0.0, 0.3, 1.0))
    turns = [(category, seat) for category in CALLED for seat in rules.seats]
    if rng.random() < 0.5:
        turns.sort(key=lambda turn: turn[1])
    log: list[Statement] = []
    for category, seat in turns:
        heard = [said for said in log if isinstance(said, Called) and said.claim.category is category]
        claims = _told(rules, rng, seat, speakers[seat].claims[category], heard)
        log += [Called(seat, without_detail(rules, claim, rng, suits=suits, details=1.0)) for claim in claims]
        if not claims and rng.random() < 0.4:
            log.append(Declined(seat, category))
    return RoundDealt(hands, (*opening, *log, TrickTaken(rules.seats[0], _tens(rules, (*opening, *log)))), sinks > 0)


def _tens(rules: Ruleset, log: Log) -> int | None:
    """What the first trick must say of its counting cards, if anything."""
    winner = rules.seats[0]
    return next(tens for tens in (None, 0, 1, 2) if fold(rules, (*log, TrickTaken(winner, tens))).refusal is None)


def _told(rules: Ruleset, rng: Random, seat: Seat, claims: Sequence[Claim], heard: Sequence[Called]) -> Sequence[Claim]:
    """What of *claims*, the best first, *seat* calls after what he has *heard*."""
    if not claims:
        return ()
    best, category = claims[0], claims[0].category
    if rules.losers_in_class is LosersInClass.ALL_VALID and category is not Category.POINT:
        return claims
    partners = rules.partners(seat)
    others = [said.claim for said in heard if said.seat not in partners]
    theirs = [said.claim for said in heard if said.seat in partners]
    if category is Category.POINT and not rules.partner_point and Better.EQUAL in _stand(rules, best, theirs):
        return ()
    need_not = Better.NO in _stand(rules, best, others)
    ties = Better.EQUAL in _stand(rules, best, others)
    if category is Category.POINT or rules.lesser_count is LesserCount.HOLDER:
        above = _stand(rules, best, theirs)
        need_not = need_not or Better.NO in above or Better.EQUAL in above
    if need_not and rng.random() < 0.7:
        return ()
    return claims[: rng.randint(1, len(claims))] if need_not or ties else claims


def _stand(rules: Ruleset, mine: Claim, theirs: Sequence[Claim]) -> list[Better]:
    return [stands(rules, mine, each) for each in theirs]


def _dealt(rules: Ruleset, rng: Random, *, blank: bool, later: Callable[[Card], bool]) -> tuple[Log, tuple[Cards, ...]]:
    """What is said before the calls, and the hands after the exchange; with *blank*, one seat has a carte blanche."""
    pack = [*rules.pack]
    rng.shuffle(pack)
    pack.sort(key=later)
    seat = rng.choice(rules.seats)
    if blank:
        pack.sort(key=lambda card: card.rank in courts(rules))
        plain = pack[: rules.hand]
        pack = pack[rules.hand :]
        rng.shuffle(pack)
        pack[seat * rules.hand : seat * rules.hand] = plain
    hands = [pack[each * rules.hand : (each + 1) * rules.hand] for each in rules.seats]
    talon = pack[rules.players * rules.hand :]
    took = rng.randint(rules.dealer_exchange_min, rules.dealer_exchange_max)
    dealers = hands[rules.dealer]
    kept = rng.sample(dealers, rules.hand - took) + talon[:took]
    said: list[Statement] = []
    if rules.dealer_exchange_max and rng.random() < 0.6:
        said.append(Exchanged(rules.dealer, took))
    if blank and rules.carte_blanche:
        if rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE:
            if seat is rules.dealer and said:
                kept = dealers
                said.append(CarteBlancheShown(seat))
        else:
            said.insert(0, CarteBlancheShown(seat))
    hands[rules.dealer] = kept
    return tuple(said), tuple(frozenset(hand) for hand in hands)


def round_talk(rules: Ruleset, seed: str, *, corrections: float = 0.0) -> Log:
    """One log for a seed: arbitrary, honest, honest with something sunk, or perturbed; some of them cut short."""
    rng = Random(seed)
    kind = rng.randrange(4)
    if kind == 0:
        return arbitrary(rules, rng, corrections=corrections)
    blank = bool(rules.carte_blanche) and rng.random() < 0.08
    log = honest_round(rules, rng, sinks=0 if kind == 1 else rng.randrange(3), blank=blank).log
    if kind == 3:
        log = perturbed(rules, rng, log, changes=rng.randint(1, 2))
    return log[: rng.randrange(len(log) + 1)] if rng.random() < 0.2 else log
