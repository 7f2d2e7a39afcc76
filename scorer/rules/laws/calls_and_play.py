"""The laws of the calls, the play, the reckoning and the partie. Laws 46 to 78."""

from __future__ import annotations

from .law import Book, Law, Matter

_POINT, _SEQUENCE, _SET, _CB = Matter.POINT, Matter.SEQUENCE, Matter.SET, Matter.CARTE_BLANCHE
_ASKED, _CORRECTED, _P = Matter.ANSWERS, Matter.CORRECTIONS, Matter.PENALTIES
_TRICKS, _CARDS, _BONUS, _PARTIE, _RECORD = Matter.PLAY, Matter.CARDS, Matter.BONUS, Matter.PARTIE, Matter.RECORD


def _law(number: int, title: str, text: str, *matters: Matter, keywords: str = "") -> Law:
    return Law(Book.LAWS, (number,), title, text, matters, keywords)


CALLS_AND_PLAY: tuple[Law, ...] = (
    _law(
        46,
        "Elder calls the point first",
        "A point that elder does not call first is lost. The number of cards is enough. Younger may ask what it makes "
        "only with as many cards of her own, and having asked she cannot score a longer point.",
        _POINT,
        _ASKED,
        keywords="how many pips making question",
    ),
    _law(
        47,
        "In what order one may call",
        "Younger is free to call other things before her point, and nobody is bound to call his sequence right after.",
        _POINT,
        _SEQUENCE,
        _SET,
    ),
    _law(
        48,
        "What a call must name",
        "The length is enough where nothing in the other's cards can match it. Where something can, the head of a "
        "sequence or the rank of a set is named.",
        _SEQUENCE,
        _SET,
        _ASKED,
        keywords="how high top card",
    ),
    _law(
        49,
        "A first call that is good",
        "Once elder's first call of a kind is good by the cards, his higher sequences or sets count as well.",
        _SEQUENCE,
        _SET,
        keywords="lesser sink undercall",
    ),
    _law(
        50,
        "Raising a call",
        "Elder who called too low may call higher as long as younger has not replied.",
        _POINT,
        _SEQUENCE,
        _SET,
        _CORRECTED,
        keywords="undercall",
    ),
    _law(
        51,
        "Taking an answer back",
        "Younger may take back a mistaken good or equal until elder makes his next call or leads.",
        _ASKED,
        _CORRECTED,
        keywords="good equal not good reply withdraw",
    ),
    _law(
        52,
        "Taking an over-call back",
        "What was called too high and allowed may be put right until younger plays to the first trick; "
        "elder may then have his lead back.",
        _CORRECTED,
        _POINT,
        _SEQUENCE,
        _SET,
        keywords="withdraw",
    ),
    _law(
        53,
        "A wrong name",
        "A wrong suit or rank does no harm if the caller holds something of the same value, and could not have "
        "held what he named.",
        _CORRECTED,
        keywords="misnomer false claim",
    ),
    _law(
        54,
        "A false call",
        "Whoever makes one and does not put it right in time reckons nothing in this deal, unless it was only a wrong "
        "name or could not have been held. The other then takes what is good against what was rightly called.",
        _CORRECTED,
        _P,
        _POINT,
        _SEQUENCE,
        _SET,
        keywords="penalty reckons nothing",
    ),
    _law(
        55,
        "Showing what counts",
        "What was allowed as good or equal is shown whenever the other asks. Offering to show it before playing "
        "avoids a penalty.",
        _CORRECTED,
        _POINT,
        _SEQUENCE,
        _SET,
        keywords="show prove request",
    ),
    _law(
        56,
        "What was not called",
        "When younger has played to the first trick nothing that was forgotten can be reckoned, save under Law 54.",
        _CORRECTED,
        _POINT,
        _SEQUENCE,
        _SET,
        keywords="omitted too late",
    ),
    _law(
        57,
        "Too few cards",
        "Playing with too few is no offence; the other counts a trick for every card that cannot be played.",
        _TRICKS,
        _P,
        keywords="short hand",
    ),
    _law(
        58,
        "Too many cards",
        "Whoever plays with too many reckons nothing, and yet what he holds bars the other's score.",
        _P,
        _BONUS,
        keywords="long hand overfull",
    ),
    _law(
        59,
        "A card once played",
        "It stays, unless it fell by accident; unless one player led on and the other followed too soon, or the wrong "
        "player led and nobody has followed; unless suit was not followed; or the other misled him on shown cards.",
        _TRICKS,
        keywords="revoke lead retake replay",
    ),
    _law(60, "Looking at tricks", "Both players may look through every trick that was taken.", _TRICKS),
    _law(61, "Carte blanche", "It counts ten.", _CB, keywords="blank"),
    _law(
        62,
        "The point",
        "The better point scores one for each of its cards: more cards first, then what they make. "
        "When both are the same nobody scores.",
        _POINT,
        keywords="pips equal tie length",
    ),
    _law(
        63,
        "Sequences",
        "The longest is best, and of the same length the highest; huitième eighteen, septième seventeen, sixième "
        "sixteen, quint fifteen, quart four, tierce three. When the best are equal no sequence of either counts.",
        _SEQUENCE,
        keywords="equal tie run",
    ),
    _law(
        64,
        "Sets",
        "Any quatorze beats any trio, then the higher rank is better; fourteen and three. Nothing below tens counts.",
        _SET,
        keywords="four three of a kind",
    ),
    _law(
        65,
        "Counting in play",
        "A player counts one for every card he leads and one for every trick he wins off the other's lead; "
        "the last trick counts two to its winner.",
        _TRICKS,
        _RECORD,
        keywords="lead trick last",
    ),
    _law(
        66,
        "The cards and capot",
        "Seven tricks or more are ten for the cards; six each, nothing. All twelve are forty, in place of the ten.",
        _CARDS,
        _TRICKS,
    ),
    _law(
        67,
        "The order of reckoning",
        "Carte blanche, then the point, sequences, sets, what is made in play, and the cards.",
        _BONUS,
        keywords="order thirty",
    ),
    _law(
        68,
        "Repique",
        "Thirty in hand alone, all of it reckoned before anything of the other's, brings sixty more.",
        _BONUS,
        _CB,
        _POINT,
        _SEQUENCE,
        _SET,
        keywords="sixty thirty equality",
    ),
    _law(
        69,
        "Pique",
        "Elder alone can make it: thirty in hand and play before the other has reckoned anything brings thirty more. "
        "Capot is reckoned later and helps nobody to it.",
        _BONUS,
        _TRICKS,
        keywords="thirty",
    ),
    _law(
        70,
        "A miscount",
        "An error in counting a hand, once shown, is put right for as long as whoever made it has not seen his "
        "next hand.",
        _RECORD,
        keywords="error adding arithmetic mistake marking too late",
    ),
    _law(
        71,
        "The partie",
        "It is six deals, and more points win. Level, each deals once more and that ends it, level or not. Players may "
        "agree on four deals of which the first and last count twice; deals added to those count once.",
        _PARTIE,
        keywords="tie draw extra",
    ),
    _law(72, "What is paid", "The winner has the difference of the totals and a hundred.", _PARTIE, keywords="margin"),
    _law(
        73,
        "The Rubicon",
        "A loser with less than a hundred pays both totals together and a hundred, however little the winner made.",
        _PARTIE,
        keywords="under hundred rubiconed margin",
    ),
    _law(
        74,
        "Two records that differ",
        "Where the players have written different scores, each is believed about his own hand.",
        _RECORD,
        keywords="pads own figure sheet differ written dispute",
    ),
    _law(75, "An imperfect pack", "It makes only the deal in which it is found void.", Matter.DEALING),
    _law(
        76,
        "Fresh cards",
        "Either player may ask for them before the cut, and pays for them.",
        Matter.DEALING,
        keywords="new pack",
    ),
    _law(
        78,
        "A bystander",
        "A looker-on who makes a difference to the score can be asked to pay for it.",
        _PARTIE,
        _RECORD,
        keywords="onlooker spectator damage remark",
    ),
)
