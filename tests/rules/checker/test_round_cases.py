"""Short logs of three players and of four that are easily got wrong, each with the verdict that it must have."""

from __future__ import annotations

import pytest

from scorer.rules.checker import check, could_have_held, verdict_sentence
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.sentences import seat_names
from scorer.rules.statements import Called
from tests.rules.checker.agreement import assert_agrees
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.test_solver import Solver

CASES = {
    "nothing was said": ("normand", "", "possible"),
    "nobody has anything to call": (
        "voleur",
        "E no point; Y no point; T no point; F no point; E no sequence; Y no sequence; T no sequence; F no sequence; "
        "E no set; Y no set; T no set; F no set",
        "possible",
    ),
    "two trios of one rank": ("normand", "E trio of kings; T trio of kings", "impossible 2"),
    "a tierce to the ten and one to the nine share two cards": (
        "voleur",
        "E quart major in hearts; Y tierce to ten in hearts; T tierce to nine in hearts",
        "impossible 2",
    ),
    "four runs of three are in four suits": (
        "voleur",
        "E tierce to king; Y tierce to queen; T tierce to knave; F tierce to knave",
        "possible",
    ),
    "and five in more": (
        "voleur",
        "E tierce to king; Y tierce to queen; T tierce to knave; F tierce to knave; F tierce to knave",
        "impossible 5",
    ),
    "four huitiemes are four suits": (
        "voleur",
        "E huitieme major; Y huitieme major; T huitieme major; F huitieme major",
        "possible",
    ),
    "two leave nobody three aces": (
        "voleur",
        "E huitieme major; Y huitieme major; T trio of aces",
        "impossible 3",
    ),
    "two cards are left over": (
        "normand",
        "E quatorze of aces; E quatorze of kings; Y quatorze of queens; Y quatorze of knaves; T quatorze of tens",
        "possible",
    ),
    "of four hands none is": (
        "voleur",
        "E huitieme major; Y huitieme major; T huitieme major; F point 7 making 65; F no sequence",
        "sunk 2",
    ),
    "a hand of ten has no eleven cards": (
        "normand",
        "Y point 8 making 75; Y quatorze of kings",
        "impossible 2",
    ),
    "three runs of four are more than a hand": (
        "three, 36",
        "Y quatorze of aces; Y quatorze of kings; T trio of queens; Y quint to ten",
        "impossible 3",
    ),
    "a claim found false may be another's": (
        "normand",
        "E trio of kings; Y trio of aces; E false trio of kings; T trio of kings",
        "possible",
    ),
    "nor is the same held after all": (
        "normand",
        "E tierce major in hearts; E false tierce major in hearts; E quart major in hearts",
        "impossible 2",
    ),
    "two blank hands leave no plain card": (
        "normand",
        "E carte blanche; Y carte blanche; T exchange 2; T trio of tens",
        "impossible 3",
    ),
    "but every court card": ("normand", "E carte blanche; Y carte blanche; T quatorze of kings", "possible"),
    "the dealer's blank hand has no more courts than it took": (
        "normand",
        "T carte blanche; T exchange 2; T trio of kings",
        "impossible 2",
    ),
    "it has two if it took two": (
        "normand",
        "T carte blanche; T tierce to queen",
        "possible",
    ),
    "but one if it took one": (
        "normand",
        "T carte blanche; T exchange 1; T tierce to queen",
        "impossible 3",
    ),
    "what it threw away nobody has": (
        "normand",
        "E carte blanche; T carte blanche; T exchange 2; Y trio of tens",
        "impossible 3",
    ),
    "a hand that is still blank": (
        "three, 36",
        "T carte blanche; T exchange 3; T carte blanche; T trio of queens",
        "impossible 2",
    ),
    "where nobody exchanges a blank hand stays so": (
        "four, blank",
        "Y carte blanche; Y tierce to knave",
        "impossible 2",
    ),
    "a hand that reckons nothing may be long": (
        "normand",
        "Y point 8 making 75; Y trio of kings; Y trio of queens; Y reckons nothing",
        "possible",
    ),
    "by no more than the cards that are left over": (
        "normand",
        "Y point 8 making 75; Y quatorze of kings; Y quatorze of queens; Y reckons nothing",
        "impossible 3",
    ),
    "and no other then": (
        "normand",
        "Y point 8 making 75; Y trio of kings; Y trio of queens; Y reckons nothing; "
        "T point 8 making 75; T trio of aces; T trio of knaves; T reckons nothing",
        "impossible 6",
    ),
    "a long blank hand": ("normand", "Y carte blanche; Y reckons nothing; Y trio of tens", "possible"),
    "every hand of ten has a point": ("normand", "E no point", "sunk 1"),
    "a point of under thirty is none": ("voleur", "E no point", "possible"),
    "who says nothing may still speak": ("normand", "E no sequence; T point 3 making 30", "possible"),
    "until the first card": ("normand", "E no sequence; T point 1 making 7; tricks E1:1", "sunk 3"),
    "a worse point than one called may be passed over": (
        "normand",
        "E point 3 making 31; Y no point; T no point",
        "possible",
    ),
    "one that is as good may not": (
        "voleur",
        "E point 5 making 51 in spades; Y no point; Y quint major in hearts",
        "sunk 1",
    ),
    "but a partner's": (
        "voleur",
        "E point 5 making 51 in spades; T no point; T quint major in hearts",
        "possible",
    ),
    "nor what is worse than a call that came afterwards": ("normand", "Y no point; E point 8 making 75", "sunk 1"),
    "whoever calls a point has no better": (
        "normand",
        "E point 4 making 34 in spades; E quint major in hearts",
        "sunk 1",
    ),
    "a better run was not sunk while it may be called": (
        "voleur",
        "E tierce to nine in hearts; E point 8 making 75 in hearts",
        "sunk 1",
    ),
    "two quarts may be passed over for a huitième of another side": (
        "voleur",
        "Y huitieme major in spades; T huitieme major in hearts; F quart major in diamonds; F quart major in clubs; "
        "E no sequence",
        "possible",
    ),
    "but not before it was called": (
        "voleur",
        "E no sequence; Y huitieme major in spades; T huitieme major in hearts; F quart major in diamonds; "
        "F quart major in clubs",
        "sunk 1",
    ),
    "nor for one of the partner, where both count": (
        "voleur",
        "T huitieme major in hearts; Y point 8 making 75 in spades; F point 4 making 41 in diamonds; E no sequence",
        "sunk 1",
    ),
    "where one counts they may": (
        "four, holder",
        "T huitieme major in hearts; Y point 8 making 75 in spades; F point 4 making 41 in diamonds; E no sequence",
        "possible",
    ),
    "where all count they may not": (
        "three, losers",
        "Y huitieme major in spades; E no sequence; E point 8 making 75 in hearts",
        "sunk 1",
    ),
    "a run that is as good may not be passed over": (
        "normand",
        "Y huitieme major in spades; E no sequence; E point 8 making 75 in hearts",
        "sunk 1",
    ),
    "what was heard counts though it was taken back": (
        "normand",
        "Y huitieme major; E no sequence; Y withdraws huitieme major; E point 7 making 68 in hearts",
        "possible",
    ),
    "or found false": (
        "normand",
        "Y huitieme major; E no sequence; Y false huitieme major; E point 7 making 68 in hearts",
        "possible",
    ),
    "what may be called late was not sunk": (
        "normand",
        "Y quart major; T point 7 making 68 in hearts; tricks E1:1; Y false quart major",
        "possible",
    ),
    "whoever has the best run tells all": (
        "four, holder",
        "E quart major in spades; T quart to ten in spades; Y point 8 making 75 in hearts; "
        "F point 8 making 75 in clubs; T point 4 making 41 in diamonds; tricks E1:1",
        "sunk 3",
    ),
    "whoever has another has no better": (
        "normand",
        "E tierce major in hearts; E point 8 making 75 in hearts; Y huitieme major; tricks E1:1",
        "sunk 2",
    ),
    "and need not tell the rest": (
        "normand",
        "E septieme to king in hearts; E point 7 making 64; Y huitieme major; Y point 8 making 75; T quatorze of aces",
        "impossible 2",
    ),
    "a trio that was found false, and then the quatorze": (
        "normand",
        "Y trio of knaves; Y false trio of knaves; Y quatorze of knaves",
        "impossible 2",
    ),
    "one run of one suit in two hands": (
        "voleur",
        "E tierce major in spades; Y tierce major in spades",
        "impossible 2",
    ),
    "runs that share a card": (
        "normand",
        "E tierce to ten in spades; Y tierce to queen in spades; T quint major in hearts",
        "impossible 2",
    ),
    "three kings beside three hands without a set": (
        "voleur",
        "E point 3 making 31; Y point 3 making 30; T point 4 making 38; F no point; F no sequence; E no set; Y no set; "
        "T no set; F trio of kings; tricks E1:0",
        "possible",
    ),
    "three hands of few pips": (
        "normand",
        "Y point 3 making 27 in spades; T trio of kings; E no sequence; T no sequence; tricks T1:0",
        "sunk 1",
    ),
    "two hands of few pips and two runs": (
        "normand",
        "Y point 5 making 47; T point 3 making 25; T no set; T no sequence; E point 3 making 29; Y no sequence; "
        "Y no set; E no set; E quart to king; E tierce to queen in hearts; E tierce to nine; tricks Y1:1",
        "sunk 3",
    ),
    "a blank hand with a tierce, and few pips": (
        "normand",
        "E carte blanche; T point 3 making 26; E tierce to ten; E no set; Y trio of kings; "
        "T tierce to queen in spades; E no point; tricks E1:0",
        "sunk 3",
    ),
    "the dealer's blank hand between two trios": (
        "normand",
        "T carte blanche; E point 4 making 37; E tierce to king; Y quart to knave; E no set; Y point 4 making 39; "
        "Y trio of knaves; tricks E1:1",
        "possible",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_hard_case(case: str) -> None:
    """*possible*, *sunk* in so many classes, or *impossible* by so many things said."""
    name, text, expected = CASES[case]
    rules, solver = ROUND[name], Solver()
    log = parse_log(text, rules)
    verdict = check(fold(rules, log).require())
    number = len(verdict.sunk) + len(verdict.conflict)

    assert " ".join([verdict.finding.value, *([str(number)] if number else [])]) == expected
    assert_agrees(rules, log, solver.possible)
    solver.close()


@pytest.mark.parametrize(
    ("rules", "log", "sentence"),
    [
        ("normand", "E no point; T no point", "possible if elder sank a point and third sank a point"),
        (
            "voleur",
            "F quart major in hearts; T trio of kings; E trio of queens; Y tierce to king in hearts",
            "younger's tierce to the king in hearts and fourth's quart major in hearts can't both be",
        ),
    ],
)
def test_a_verdict_names_every_seat(rules: str, log: str, sentence: str) -> None:
    verdict = check(fold(ROUND[rules], parse_log(log, ROUND[rules])).require())
    assert verdict_sentence(verdict) == sentence
    assert verdict_sentence(verdict, seat_names(ROUND[rules].players)) == sentence


@pytest.mark.parametrize(
    ("rules", "log", "claimed", "could"),
    [
        ("normand", "E trio of aces; Y trio of kings", "Y trio of kings", True),
        ("normand", "E trio of aces; Y trio of kings", "T trio of kings", False),
        # of four aces one is not elder's
        ("normand", "E trio of aces; Y trio of kings", "T trio of aces", False),
        # elder exchanges nothing, and ten cards he has
        ("normand", "E point 8 making 75 in hearts; E trio of kings", "E trio of queens", False),
        # the dealer threw two away
        ("normand", "T point 8 making 75 in hearts; T trio of kings", "T quatorze of kings", True),
        ("normand", "T exchange 1; T point 8 making 75 in hearts; T trio of kings", "T quatorze of kings", True),
        ("normand", "T point 8 making 75 in hearts; T trio of kings", "T trio of queens", True),
        ("voleur", "F point 8 making 75 in hearts", "F tierce major in spades", False),
        ("voleur", "E tierce major in hearts; F trio of aces", "F tierce major in hearts", False),
        ("normand", "E trio of aces; Y trio of aces", "T trio of kings", None),
    ],
)
def test_what_could_have_been_held(rules: str, log: str, claimed: str, could: bool | None) -> None:
    deal = fold(ROUND[rules], parse_log(log, ROUND[rules])).require()
    (call,) = parse_log(claimed, ROUND[rules])
    assert isinstance(call, Called)
    assert could_have_held(deal, call.seat, call.claim) is could
