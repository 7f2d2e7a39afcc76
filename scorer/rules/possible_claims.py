"""Which points, runs and sets the pack and the ruleset allow as claims, whatever the deal."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import Rank
from .claims import CALLED, SEQUENCE_NAMES, Category, Claim, PointClaim, SequenceClaim, SetClaim
from .reasons import Refusal, Rule, refuse, span
from .ruleset import Ruleset, Stated

PACK = "the pack"


def heads(rules: Ruleset, length: int) -> tuple[Rank, ...]:
    """Return the possible heads of a run of *length* cards, low to high."""
    return rules.ranks[length - 1 :]


def lengths(rules: Ruleset) -> range:
    return range(3, len(rules.ranks) + 1)


def refuse_pips(rules: Ruleset, length: int, pips: int) -> Refusal | None:
    possible = rules.pips_of_length[length]
    if pips in possible:
        return None
    return refuse(Rule.NO_SUCH_PIPS, PACK, length=length, pips=pips, possible=span(possible[0], possible[-1]))


def refuse_head(rules: Ruleset, length: int, top: Rank) -> Refusal | None:
    if top in heads(rules, length):
        return None
    return refuse(Rule.NO_SUCH_HEAD, PACK, run=SEQUENCE_NAMES[length], top=top)


def refuse_claim(rules: Ruleset, claim: Claim) -> Refusal | None:
    if isinstance(claim, SetClaim):
        if claim.count in (3, 4) and rules.carries_set(claim.rank):
            return None
        return refuse(Rule.NO_SUCH_SET, rules.source("set_min_rank"), count=claim.count, rank=claim.rank)
    if claim.length == 0:
        if not rules.nought:
            return refuse(Rule.NOT_PLAYED, rules.source("nought"), what="a point or sequence of nought")
        bare = claim.pips is None if isinstance(claim, PointClaim) else claim.top is None
        return None if bare else refuse(Rule.NO_SUCH_POINT, PACK, length=0)
    if isinstance(claim, SequenceClaim):
        if claim.length not in lengths(rules):
            return refuse(Rule.NO_SUCH_RUN, PACK, length=claim.length)
        if claim.top is not None:
            return refuse_head(rules, claim.length, claim.top)
        if rules.sequence_heads is Stated.ALWAYS:
            return refuse(Rule.SAY_HEAD, rules.source("sequence_heads"))
        return None
    if claim.length not in rules.pips_of_length:
        return refuse(Rule.NO_SUCH_POINT, PACK, length=claim.length)
    if claim.length < rules.point_min:
        return refuse(Rule.POINT_TOO_SHORT, rules.source("point_min"), least=rules.point_min)
    if claim.pips is not None:
        low = claim.pips < rules.point_min_pips and claim.pips in rules.pips_of_length[claim.length]
        if low:
            return refuse(Rule.POINT_TOO_LOW, rules.source("point_min_pips"), least=rules.point_min_pips)
        return refuse_pips(rules, claim.length, claim.pips)
    if rules.point_pips is Stated.ALWAYS:
        return refuse(Rule.SAY_PIPS, rules.source("point_pips"))
    return None


def every_claim(rules: Ruleset, category: Category) -> Iterator[Claim]:
    """Yield every claim of *category* that *rules* allow, suits aside, low to high: bare, then with pips or heads."""
    candidates: Iterator[Claim]
    if category is Category.SET:
        candidates = (SetClaim(count, rank) for count in (3, 4) for rank in Rank)
    elif category is Category.SEQUENCE:
        candidates = (
            SequenceClaim(length, top)
            for length in (0, *lengths(rules))
            for top in (None, *(heads(rules, length) if length else ()))
        )
    else:
        candidates = (
            PointClaim(length, pips)
            for length in (0, *rules.pips_of_length)
            for pips in (None, *rules.possible_pips(length))
        )
    return (claim for claim in candidates if refuse_claim(rules, claim) is None)


def all_claims(rules: Ruleset) -> tuple[Claim, ...]:
    return tuple(claim for category in CALLED for claim in every_claim(rules, category))
