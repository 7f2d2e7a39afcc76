"""Why a statement is refused, and by which law, on random deals of every preset.

At a random moment of each deal, whatever can be said at all is tried. Nothing here asks the state
of the deal: what a refusal claims is read from the log, in `CLAIMS`, and its law is looked up in
`RESTS_ON`, which is written from the laws. What the pack allows is counted in `test_perft`, claim
by claim, and what a count of tricks can be in `test_play`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from scorer.rules.claims import Category, SetClaim
from scorer.rules.deal import Deal, extend, fold
from scorer.rules.grammar import Seated
from scorer.rules.notation import parse_log
from scorer.rules.reasons import Refusal, Rule
from scorer.rules.ruleset import HOUSE
from scorer.rules.seats import ELDER, YOUNGER, Seat
from scorer.rules.sentences import Citing, refusal_message
from scorer.rules.statements import (
    SPOKEN,
    AboutClaim,
    Answer,
    Answered,
    Called,
    Declined,
    Exchanged,
    FoundFalse,
    Proved,
    ReckonedNothing,
    Spoken,
    TricksCounted,
    TrickTaken,
    Withdrawn,
)
from tests import there
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, random_deals
from tests.oracle.in_languages import in_english
from tests.oracle.sizes import deals_of, moments_of
from tests.oracle.test_law_sentences import TEXTS
from tests.oracle.test_proof_sentences import SET_ASIDE
from tests.published import published
from tests.rules.test_sentences import read

DEALS = deals_of("refusals")

MOMENTS = moments_of("refusals")

TRIED = 6
"""Statements that are tried at one moment of each deal."""

DESCRIPTION = "Cavendish, description of the game"

BY_CLASS = {"Law 62", "Law 63", "Law 64"}

RESTS_ON: Mapping[Rule, set[str]] = {
    # what is played, by whom, and how many cards there are
    Rule.NO_SUCH_SEAT: {DESCRIPTION},
    Rule.FOR_TWO: {"Cavendish, for two players"},
    Rule.NOT_PLAYED: {"absent from Cavendish", DESCRIPTION},
    Rule.TOO_MANY_CARDS: {"Law 9"},
    Rule.NO_SUCH_POINT: {"the pack"},
    Rule.NO_SUCH_PIPS: {"the pack"},
    Rule.NO_SUCH_RUN: {"the pack"},
    Rule.NO_SUCH_HEAD: {"the pack"},
    Rule.NO_SUCH_SET: {"Law 64"},
    Rule.NO_POINT_MAKES: {"the pack"},
    # before the calls
    Rule.CALLS_BEGUN: {"Law 20", "Law 24"},
    Rule.BLANK_BEFORE_EXCHANGE: {"Law 18"},
    Rule.BLANK_AFTER_EXCHANGE: {"Law 18"},
    Rule.TWO_BLANKS: {"arithmetic: two would need 24 of 20 plain cards"},
    Rule.ELDER_EXCHANGES_FIRST: {"Law 32"},
    Rule.EXCHANGE_LIMIT: {"Law 21", "Law 22", "Law 34"},
    Rule.SAID_ALREADY: {"Law 24", "Law 57", "Law 58", "Law 61", "absent from Cavendish"},
    # questions and answers
    Rule.ONLY_YOUNGER: {"Law 46"},
    Rule.ONLY_ELDER: {"Law 46"},
    Rule.NOT_OF_POINT: {"Law 46"},
    Rule.NOTHING_ASKED: {"Law 46", "Law 48"},
    Rule.ELDER_TO_SAY: {"Law 46", "Law 48"},
    Rule.ALREADY_STATED: {"Law 46", "Law 48"},
    Rule.SAY_PIPS: {"Law 46"},
    Rule.SAY_HEAD: {"Law 48"},
    Rule.NOTHING_TO_ANSWER: {"Law 51"},
    Rule.UNANSWERED: {"Law 50", DESCRIPTION},
    Rule.HELD_TO_ANSWER: {"Law 51"},
    Rule.POINT_MADE: {"Law 50"},
    # what a call must be, or comes too late for
    Rule.POINT_CALLED_FIRST: {"Law 46"},
    Rule.ANSWERED_NOT_GOOD: {"Law 50"},
    Rule.ELDER_IS_GOOD: BY_CLASS,
    Rule.NOT_BETTER: BY_CLASS,
    Rule.ONLY_EQUAL: BY_CLASS,
    Rule.CLASS_VOID: {"Law 62", "Law 63"},
    Rule.NOT_LESSER: {"Law 63"},
    Rule.BOUND_BY_CALL: {"Law 50"},
    Rule.ONE_POINT: {"Law 62"},
    Rule.RANK_CALLED: {"Law 64"},
    Rule.SETS_NEVER_EQUAL: {"Law 64"},
    Rule.OMITTED: {"Law 56"},
    Rule.HAS_DECLINED: {"Law 56"},
    # corrections and penalties
    Rule.PLAY_BEGUN: {"Law 52", "Law 56", "absent from Cavendish", DESCRIPTION},
    Rule.NOT_CLAIMED: {"Law 52", "Law 54", "Law 55"},
    Rule.SAID_IN_FULL: {"Law 52", "Law 54", "Law 55"},
    Rule.NOT_DEMANDED: {"Law 55"},
    Rule.NOT_ALLOWED: {"Law 55"},
    Rule.NO_PENALTY: {"Law 44"},
    Rule.SHORT_LIMIT: {"Law 57"},
    Rule.NOT_EVERY_CARD: {"absent from Cavendish"},
    Rule.NOT_LAST_DEAL: {DESCRIPTION},
    # the play
    Rule.DEAL_OVER: {"Law 9", "Law 57", "Law 71"},
    Rule.NO_TENS: {"Law 65"},
}
"""What a refusal rests on in Cavendish, of which the Rubicon game has nothing else."""

CAVENDISH = {"portland", "four-deal"}

BORROWED = {
    "arithmetic: two would need more plain cards than the pack has",
    "where more than two call, nobody answers",
    "for more than two players",
    "as in Portland",
}
"""Sources of no book: what follows from the pack, or from there being more than two players."""


def is_right(refusal: Refusal, preset: str) -> bool:
    """Return whether a refusal cites what is in force under a preset."""
    source = refusal.source
    law = RESTS_ON.get(refusal.rule, set())
    if preset in CAVENDISH:
        return source in law
    if not source or source in BORROWED:
        return True
    if source in law:
        return preset not in SET_ASIDE.get(source, set())
    return source.startswith(TEXTS[preset] or ("Card Game Heaven",))


SHORT = re.compile(r"Piquet au Cent, [a-m]|[^,:;]{1,27}")
"""What a phone has room for: a law, or the name of an author or of a page."""


OWN_SOURCES = {
    HOUSE: Citing.BY_HOUSE_RULE,
    "the pack": Citing.BY_THE_PACK,
    "the log": Citing.BY_THE_LOG,
}
"""What a refusal rests on that is no text."""


def is_short(refusal: Refusal) -> bool:
    """Return whether a phone cites the same source by its name alone; none where it is no text."""
    said = refusal_message(refusal, in_short=True)
    if not isinstance(said.text, Citing):
        no_text = {"", *BORROWED, *RESTS_ON[Rule.TWO_BLANKS]}
        return refusal.source in no_text
    if said.text is not Citing.BY:
        return said.text is OWN_SOURCES[refusal.source] and said.source == refusal.source
    law = said.values["law"]
    return said.source == refusal.source and law in refusal.source and bool(SHORT.fullmatch(law))


# What a refusal claims, read from the log

Claimed = Callable[[Deal, Spoken], bool]


def has_said(deal: Deal, kind: type[Seated], seat: Seat) -> bool:
    return any(isinstance(each, kind) and each.seat is seat for each in deal.log)


def calls_of(deal: Deal, seat: Seat, category: Category) -> list[Called]:
    """Return the calls of a class that a seat has not withdrawn."""
    found: list[Called] = []
    for each in deal.log:
        if isinstance(each, Called) and each.seat is seat and each.claim.category is category:
            found.append(each)
        if isinstance(each, Withdrawn | FoundFalse) and each.seat is seat:
            found = [call for call in found if call.claim.essence != each.claim.essence]
    return found


def has_played(deal: Deal, _said: Spoken) -> bool:
    return any(isinstance(each, TrickTaken | TricksCounted) for each in deal.log)


def waiting(deal: Deal) -> Called | None:
    """Return elder's call that has no answer: the first of a class, or another after an equal one.
    An *equal* may only have asked for the rest, so it answers nothing here.
    """
    found = None
    answered = set[Category]()
    for each in deal.log:
        if isinstance(each, Called) and each.seat is ELDER and each.claim.category not in answered:
            found = each
        if isinstance(each, Answered) and found is not None and each.answer is not Answer.EQUAL:
            answered.add(found.claim.category)
            found = None
    return found


def waits_for_nobody(deal: Deal, _said: Spoken) -> bool:
    """Return whether nobody waits for an answer, or one may have been given by *equal*."""
    has_equal = any(isinstance(each, Answered) and each.answer is Answer.EQUAL for each in deal.log)
    return has_equal or waiting(deal) is None


def is_over(deal: Deal, said: Spoken) -> bool:
    tricks = sum(isinstance(each, TrickTaken) for each in deal.log)
    counted = any(isinstance(each, TricksCounted) for each in deal.log)
    return counted or tricks == deal.rules.hand or deal.stopped is not None


def of_class(said: Spoken) -> Category:
    assert isinstance(said, Called | Declined | AboutClaim)
    return said.category if isinstance(said, Declined) else said.claim.category


def has_called_set_of(deal: Deal, said: Spoken) -> bool:
    assert isinstance(said, Called)
    assert isinstance(said.claim, SetClaim)
    sets = [each.claim for each in calls_of(deal, said.seat, Category.SET)]
    return said.claim.rank in [each.rank for each in sets if isinstance(each, SetClaim)]


def has_spoken_of_class(deal: Deal, said: Spoken) -> bool:
    category = of_class(said)
    declined = [each for each in deal.log if isinstance(each, Declined) and each.seat is said.seat]
    has_declined = any(each.category is category for each in declined)
    return has_declined or bool(calls_of(deal, said.seat, category))


def has_point(deal: Deal, said: Spoken) -> bool:
    """Return whether a seat has called a point, or made one in an answer."""
    answered = any(isinstance(each, Answered) and each.pips is not None for each in deal.log)
    return answered or bool(calls_of(deal, said.seat, Category.POINT))


def as_called(deal: Deal, said: Spoken) -> bool:
    """Return whether a claim was called in these words, and not raised since."""
    assert isinstance(said, AboutClaim)
    called = calls_of(deal, said.seat, said.claim.category)
    return any(each.claim.essence == said.claim.essence for each in called)


def holds_too_many(deal: Deal, said: Spoken) -> bool:
    """Return whether the cards of a class are more than a hand, all told."""
    assert isinstance(said, Called)
    called = calls_of(deal, said.seat, said.claim.category)
    return sum(each.claim.length for each in called) + said.claim.length > deal.rules.hand


CLAIMS: Mapping[Rule, Claimed] = {
    Rule.NO_SUCH_SEAT: lambda deal, said: said.seat >= deal.rules.players,
    Rule.PLAY_BEGUN: has_played,
    Rule.UNANSWERED: lambda deal, said: waiting(deal) is not None,
    Rule.DEAL_OVER: is_over,
    Rule.ONLY_YOUNGER: lambda deal, said: said.seat is not YOUNGER,
    Rule.ONLY_ELDER: lambda deal, said: said.seat is not ELDER,
    Rule.ELDER_EXCHANGES_FIRST: lambda deal, said: not has_said(deal, Exchanged, ELDER),
    Rule.RANK_CALLED: has_called_set_of,
    Rule.ONE_POINT: has_point,
    Rule.TOO_MANY_CARDS: holds_too_many,
    Rule.HAS_DECLINED: has_spoken_of_class,
    Rule.NO_PENALTY: lambda deal, said: not has_said(deal, ReckonedNothing, said.seat.other),
    Rule.NOT_CLAIMED: lambda deal, said: not as_called(deal, said),
    Rule.SAID_IN_FULL: as_called,
    Rule.NOTHING_TO_ANSWER: waits_for_nobody,
    Rule.BLANK_BEFORE_EXCHANGE: lambda deal, said: has_said(deal, Exchanged, said.seat),
    Rule.BLANK_AFTER_EXCHANGE: lambda deal, said: not has_said(deal, Exchanged, said.seat),
}
"""Of the refusals whose claim a log can be asked: what it must have, or lack."""


# Random statements at random moments


def refused(dealt: DealtDeal) -> Iterator[tuple[Deal, Spoken, Refusal]]:
    """Yield what is refused of some statements at random moments of a deal."""
    rng = Random(f"{dealt.name} refused")
    every = every_statement(dealt.deal)
    for deal in dealt.moments(MOMENTS):
        for said in rng.sample(every, TRIED):
            refusal = extend(deal, (said,)).refusal
            if refusal is not None:
                yield deal, said, refusal


def every_statement(deal: Deal) -> list[Spoken]:
    """Return everything that can be said at all, and what can be said of the calls of a deal."""
    found = [each for kind in SPOKEN for each in kind.possible(deal.rules)]
    called = [each for each in deal.log if isinstance(each, Called)]
    for call in called:
        found += [kind(call.seat, call.claim) for kind in (Withdrawn, Proved, FoundFalse)]
    return found


def wrong_refusals(preset: str) -> Iterator[str]:
    for dealt in random_deals(preset, DEALS):
        for deal, said, refusal in refused(dealt):
            where = f"{dealt.name}, after {len(deal.log)}: {said.seat.letter} {said.written}"
            words = in_english(refusal_message(refusal))
            if not is_right(refusal, preset):
                yield f"{where}: {words}: cites “{refusal.source}”"
            if not is_short(refusal):
                yield f"{where}: {words}: cites at length on a phone"
            claim = CLAIMS.get(refusal.rule)
            if claim is not None and not claim(deal, said):
                yield f"{where}: {words}: it is not so"


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_refusal_is_so_and_cites_the_law_in_force(preset: str) -> None:
    found = list(wrong_refusals(preset))
    assert not found, f"{len(found)} wrong\n" + "\n".join(found[:10])


# Named refusals


REFUSED = published("sentences")["refused"]


@pytest.mark.parametrize("heading", REFUSED)
def test_a_named_refusal_is_so_and_is_short_on_a_phone(heading: str) -> None:
    """Every reason has one, so each is met whatever the random deals of a run are."""
    rules, setting = read(heading)
    for text in REFUSED[heading]:
        *earlier, last = parse_log(text, rules)
        deal = fold(rules, tuple(earlier), setting).require()
        refusal = there(extend(deal, (last,)).refusal)
        assert is_short(refusal), text
        claim = CLAIMS.get(refusal.rule)
        if claim is not None:
            assert isinstance(last, SPOKEN), text
            assert claim(deal, last), text
