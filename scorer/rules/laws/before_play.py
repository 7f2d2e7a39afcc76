"""The laws of cutting, dealing, carte blanche and the exchange. Laws 4 to 45."""

from __future__ import annotations

from .law import Book, Law, Matter

_D, _X, _P, _R = Matter.DEALING, Matter.EXCHANGE, Matter.PENALTIES, Matter.RECORD
_CB, _BONUS, _TRICKS = Matter.CARTE_BLANCHE, Matter.BONUS, Matter.PLAY


def _law(number: int, title: str, text: str, *matters: Matter, keywords: str = "", to: int = 0) -> Law:
    return Law(Book.LAWS, tuple(range(number, max(number, to) + 1)), title, text, matters, keywords)


BEFORE_PLAY: tuple[Law, ...] = (
    _law(
        4,
        "Who deals first",
        "Whoever cuts higher may choose to deal or to be dealt to; the ace is the highest. "
        "The dealer picks the pack he deals with.",
        _D,
        keywords="cut lots choice packs",
    ),
    _law(
        9,
        "Hands and talon",
        "The cards go out in twos or in threes, and so for the whole partie; each hand has twelve. "
        "The eight that are left lie in one heap, the talon.",
        _D,
        keywords="stock packets number",
    ),
    _law(
        10,
        "Mending a misdeal",
        "Until a hand is lifted a misdeal can be mended, if the other player lets the dealer do it.",
        _D,
        keywords="leave",
    ),
    _law(
        11,
        "One card wrong",
        "With one card too many or too few elder may ask for a fresh deal. With seven in the talon he may ask for "
        "one too, or play on and change how many he discards.",
        _D,
        keywords="eleven thirteen stock misdeal",
    ),
    _law(
        12,
        "More than one card wrong",
        "A hand that is wrong by two cards or more, or a talon of nine, is dealt again.",
        _D,
        keywords="stock misdeal",
    ),
    _law(
        13,
        "A card shown in dealing",
        "If the dealer shows a card of elder's or of the talon, elder may have a fresh deal. "
        "A card of his own that he shows changes nothing.",
        _D,
        keywords="exposed faced",
    ),
    _law(14, "A card face up", "A card that lies face up in the pack or the talon means a fresh deal.", _D),
    _law(
        15,
        "The wrong pack",
        "Dealt with the other's pack, the deal is made again if that is seen before a hand is lifted. "
        "If it is seen later the deal stands, and the players change packs.",
        _D,
    ),
    _law(
        16,
        "Dealing out of turn",
        "It is void if noticed before a hand is lifted. Noticed later it stands, and whoever was elder in it deals "
        "the next two, unless this deal or the next one is the partie's last.",
        _D,
        keywords="wrong dealer seats",
    ),
    _law(
        18,
        "What carte blanche does",
        "It is reckoned before everything else: it counts towards its holder's repique and pique and bars the other's.",
        _CB,
        _BONUS,
        keywords="blank no court cards king queen knave jack",
    ),
    _law(
        19,
        "How it is shown",
        "The cards are counted out one after another, face up, so that both see there is no court card.",
        _CB,
        keywords="prove blank",
    ),
    _law(
        20,
        "When it is told and shown",
        "Whoever has it says so as soon as he knows. He need not show it until the other has discarded.",
        _CB,
        _X,
        keywords="announce blank time",
    ),
    _law(21, "Elder's exchange", "Elder changes at least one card and at most five; Law 42 has an exception.", _X),
    _law(
        22,
        "Younger's exchange",
        "Three cards are younger's to change, and one she must; Laws 40, 41 and 43 have exceptions.",
        _X,
    ),
    _law(24, "The discard is fixed", "Nobody alters a discard after lifting from the talon.", _X, keywords="stock"),
    _law(
        25,
        "A discard taken back",
        "Whoever takes cards of his discard back after lifting from the talon has too many, and reckons nothing "
        "in this deal.",
        _P,
        _X,
        keywords="long hand overfull",
    ),
    _law(
        26,
        "Hand and discard mixed",
        "If they are mixed after the talon was touched, the player goes on with too few cards, and the other counts "
        "as tricks those that he cannot play.",
        _P,
        _X,
        _TRICKS,
        keywords="short hand",
    ),
    _law(
        27,
        "Touching the other's share",
        "A player who lifts or shows talon cards that are the other's reckons nothing in this deal.",
        _P,
        _X,
        keywords="stock expose",
    ),
    _law(
        28,
        "Elder mixes in a wrong card",
        "Elder who has put a talon card that is not his among his own reckons nothing; or younger may look and then "
        "have a fresh deal instead.",
        _P,
        _X,
        keywords="stock",
    ),
    _law(
        29,
        "Younger mixes in a wrong card",
        "The same the other way round. She is safe if she only touched elder's cards and put none among her own.",
        _P,
        _X,
        keywords="stock",
    ),
    _law(
        30,
        "Too many discarded",
        "Whoever discards more than he takes plays with too few; the other counts the missing ones as tricks.",
        _P,
        _X,
        _TRICKS,
        keywords="short hand",
    ),
    _law(
        31,
        "Too many taken",
        "Whoever takes more than he discarded, none of them the other's, plays on with too many and reckons nothing.",
        _P,
        _X,
        keywords="long hand overfull",
    ),
    _law(
        32,
        "Elder says how many cards are taken",
        "Elder tells how many cards he takes or leaves. If he fails to, younger may still alter her discard.",
        _X,
        keywords="announce",
    ),
    _law(
        33,
        "What elder leaves",
        "He may look at the cards that he leaves. If he lifts them together with his own he reckons nothing.",
        _X,
        _P,
        keywords="talon look",
    ),
    _law(34, "What younger may take", "All that elder leaves is younger's to take.", _X, keywords="talon rest"),
    _law(
        35,
        "Younger lifts too many",
        "If she lifts more cards than she discarded she reckons nothing in this deal.",
        _P,
        _X,
        keywords="talon",
    ),
    _law(
        36,
        "What younger leaves",
        "When elder has led, or has named the suit he will lead, she decides whether to see what she left. "
        "Elder may look only if she does.",
        _X,
        keywords="talon leftovers peek",
    ),
    _law(
        37,
        "Leftovers lost in a discard",
        "If younger puts unseen leftovers among her discard, elder may look through that discard.",
        _X,
        keywords="mixed talon",
    ),
    _law(38, "Counting the talon", "When eleven or thirteen cards are announced, the talon may be counted.", _X, _D),
    _law(
        39,
        "Elder takes and says nothing",
        "Elder with eleven or thirteen who takes cards before saying so can no longer have a fresh deal. "
        "A talon of seven against a hand of eleven is dealt again in any case.",
        _D,
        _X,
    ),
    _law(
        40,
        "Discards after a wrong deal",
        "When a deal with eleven or thirteen cards, or a talon of seven, is let stand, these four laws say how many "
        "each player discards and takes.",
        _X,
        _D,
        to=43,
    ),
    _law(
        44,
        "A penalty may be waived",
        "Nobody has to hold the other to the penalty of reckoning nothing.",
        _P,
        Matter.CORRECTIONS,
        keywords="forgive waive",
    ),
    _law(45, "One's own discard", "A player may look at what he discarded whenever he likes.", _X, keywords="consult"),
)
