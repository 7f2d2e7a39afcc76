"""The cases that Cavendish decided, as far as they can settle a dispute, and the Laws of Piquet au Cent."""

from __future__ import annotations

from .law import Book, Law, Matter

_D, _X, _CB = Matter.DEALING, Matter.EXCHANGE, Matter.CARTE_BLANCHE
_POINT, _SEQUENCE, _SET = Matter.POINT, Matter.SEQUENCE, Matter.SET
_ASKED, _CORRECTED, _P = Matter.ANSWERS, Matter.CORRECTIONS, Matter.PENALTIES
_TRICKS, _CARDS, _BONUS, _PARTIE, _RECORD = Matter.PLAY, Matter.CARDS, Matter.BONUS, Matter.PARTIE, Matter.RECORD


def _case(numbers: tuple[int, ...], title: str, text: str, *matters: Matter, keywords: str = "") -> Law:
    return Law(Book.CASES, numbers, title, text, matters, keywords)


def _au_cent(number: int, title: str, text: str, *matters: Matter, keywords: str = "") -> Law:
    return Law(Book.AU_CENT, (number,), title, text, matters, keywords)


CASES: tuple[Law, ...] = (
    _case(
        (1,),
        "Equal, said of a shorter point",
        "Younger who answers equal though her point is the longer cannot score it. It still saves her from pique and "
        "repique.",
        _ASKED,
        _POINT,
        _BONUS,
        keywords="reply",
    ),
    _case(
        (2,),
        "Kings that were not there",
        "Younger allowed three kings that elder did not hold; when that comes out she may reckon her tens.",
        _SET,
        _CORRECTED,
        keywords="false call good",
    ),
    _case(
        (3,),
        "Thinking over a fresh deal",
        "Whoever is offered a fresh deal and hesitates has declined it once play goes on.",
        _D,
        keywords="new deal offer",
    ),
    _case(
        (4,),
        "Sets that follow from other calls",
        "What earlier calls show to be held may be reckoned until younger plays, and then no more. An elder under the "
        "Rubicon who would rather not reckon it has to, if the other insists.",
        _SET,
        _CORRECTED,
        _PARTIE,
        keywords="forgotten implied omitted",
    ),
    _case(
        (5, 6, 20, 21),
        "Carte blanche in time",
        "When it must be told and shown. It stands even if the hand is found too long afterwards.",
        _CB,
        _X,
        _P,
        keywords="blank overfull",
    ),
    _case(
        (7,),
        "Asking which queen",
        "To ask which queen is missing from a set is to admit that the others are good.",
        _SET,
        _ASKED,
        keywords="question trio",
    ),
    _case(
        (8,),
        "The wrong king named as missing",
        "To name the wrong card as the one that is not held makes the call a false one.",
        _SET,
        _CORRECTED,
        keywords="trio",
    ),
    _case(
        (9,),
        "What a corrected call gave away",
        "There is no remedy for what the other learned from a call that was put right in time.",
        _CORRECTED,
        keywords="information",
    ),
    _case(
        (10, 11),
        "Played too soon, or in a bundle",
        "After playing ahead of turn the trick is played again. Cards thrown down together by mistake may be sorted "
        "out until the last one is played.",
        _TRICKS,
        keywords="replay overplay",
    ),
    _case(
        (12,),
        "Not asking to see",
        "Whoever does not ask to be shown a call takes it with its doubt.",
        _ASKED,
        _CORRECTED,
        keywords="ambiguous show",
    ),
    _case(
        (13,),
        "A card short in the exchange",
        "A card that was left by mistake may still be picked up, unless it was announced as left.",
        _X,
        keywords="talon",
    ),
    _case(
        (14,),
        "Lifting too early",
        "Whoever lifts from the talon before time can be forced into a hand with too many cards.",
        _X,
        _P,
        keywords="overfull long",
    ),
    _case(
        (15, 16),
        "How many?",
        "The question is about the cards that were declared, and about no others.",
        _ASKED,
        keywords="question play",
    ),
    _case((17, 18), "A card from another pack", "What follows when a strange card is found in the deal.", _D, _P),
    _case(
        (19,),
        "The last trick of a long hand",
        "Even with thirteen cards in a hand the twelfth trick is the last, and counts two.",
        _TRICKS,
        keywords="overfull",
    ),
    _case(
        (22,),
        "A swing of 581 points",
        "All of it turned on one hand with too many cards; the law decided it, and the author thinks it a bad law.",
        _P,
        _PARTIE,
        keywords="overfull long",
    ),
)

AU_CENT: tuple[Law, ...] = (
    _au_cent(
        1,
        "Cutting and dealing",
        "The lower cut deals, and only in twos. A wrong pack or a wrong dealer stands once the deal has gone so far.",
        _D,
    ),
    _au_cent(
        2,
        "Touching the talon",
        "When elder touches it he can no longer have a fresh deal for a wrong number of cards; his discard is fixed.",
        _D,
        _X,
        keywords="stock",
    ),
    _au_cent(
        3,
        "Younger's exchange and carte blanche",
        "She may leave all her cards as they are. Her carte blanche can wait until elder has discarded and touched "
        "the talon.",
        _X,
        _CB,
    ),
    _au_cent(
        4,
        "The other's talon cards",
        "Whoever mixes or lifts them loses the whole partie.",
        _P,
        _X,
        keywords="stock lifting",
    ),
    _au_cent(
        5,
        "Leftovers that nobody was to see",
        "If somebody looks after younger chose not to, they are laid open, and the offender can be told which suit "
        "to lead.",
        _X,
        _P,
    ),
    _au_cent(
        6,
        "Elder says all of it",
        "With his point what it makes, with his sequence its head, with his set its rank.",
        _POINT,
        _SEQUENCE,
        _SET,
        _ASKED,
    ),
    _au_cent(
        7,
        "A low call binds",
        "Nothing above what was called may be reckoned, even if the call could not be beaten. "
        "A wrong name may be put right before the lead.",
        _POINT,
        _SEQUENCE,
        _SET,
        _CORRECTED,
        keywords="undercall sink",
    ),
    _au_cent(
        8,
        "Showing before the lead",
        "A point or sequence that is good or equal is shown before leading. Otherwise it is lost, and the other may "
        "score his own though it be worse. Showing more than was called scores what was called and still bars equals.",
        _POINT,
        _SEQUENCE,
        _CORRECTED,
        keywords="prove",
    ),
    _au_cent(
        9,
        "Younger is held to the answer",
        "Good or equal cannot be taken back. If she denies what proves to be good, or cannot show what she said she "
        "has, elder may reckon his after leading.",
        _ASKED,
        _CORRECTED,
        keywords="reply",
    ),
    _au_cent(
        10,
        "False sets and forgotten things",
        "A set that is false and not put right before the next card reckons nothing in this deal. What was forgotten "
        "is lost with the first card.",
        _SET,
        _CORRECTED,
        _P,
        keywords="omitted",
    ),
    _au_cent(
        11,
        "By agreement",
        "Some count one less for a point ending in four, and leave nines, eights and sevens out of the count in play.",
        _POINT,
        _TRICKS,
    ),
    _au_cent(
        12,
        "Errors in marking",
        "A mistake in adding or in writing down may be put right as long as the partie lasts.",
        _RECORD,
        keywords="miscount arithmetic",
    ),
    _au_cent(
        13,
        "A hundred up",
        "Reaching a hundred while the other is below fifty wins two. Three of five win, a double counting as two.",
        _PARTIE,
        keywords="lurch double series",
    ),
)
