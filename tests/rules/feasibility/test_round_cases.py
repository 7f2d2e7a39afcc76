"""Short logs of three players and of four that are easily got wrong, each with the verdict that it must have."""

from __future__ import annotations

CASES = {
    "nothing was said": ("normand", "", "possible"),
    "nobody has anything to call but a point": (
        "voleur",
        "E no sequence; Y no sequence; T no sequence; F no sequence; E no set; Y no set; T no set; F no set",
        "possible",
    ),
    "two trios of one rank": ("normand", "E trio of kings; T trio of kings", "elder's three kings and third's three"),
    "three runs of one suit are ten cards of eight": (
        "voleur",
        "E quart major in hearts; Y tierce to ten in hearts; T tierce to nine in hearts",
        "younger's tierce to the ten in hearts and third's tierce to the nine in hearts can't both be",
    ),
    "in whatever suits": ("voleur", "E huitieme major; Y huitieme major; T septieme major; F septieme to king", ""),
    "four huitiemes are four suits": (
        "voleur",
        "E huitieme major; Y huitieme major; T huitieme major; F huitieme major",
        "possible",
    ),
    "which leave nobody a set": (
        "voleur",
        "E huitieme major; Y huitieme major; T trio of aces",
        "elder's huitième major, younger's huitième major and third's three aces can't all be",
    ),
    "three points that are more cards than a suit has": (
        "normand",
        "E point 4 making 41 in spades; Y point 4 making 34 in spades; T point 1 making 10 in spades",
        "can't all be",
    ),
    "the last two cards lie anywhere": (
        "normand",
        "E quatorze of aces; E quatorze of kings; Y quatorze of queens; Y quatorze of knaves; T quatorze of tens",
        "possible",
    ),
    "there is nothing left over of four hands of eight": (
        "voleur",
        "E point 8 making 75; Y point 8 making 75; T point 8 making 75; F point 7 making 68",
        "sunk 1",
    ),
    "a hand has no eleven cards": (
        "normand",
        "Y quatorze of aces; Y quatorze of kings; Y trio of queens",
        "Rule",
    ),
    "eight cards of one suit and a trio of another": (
        "normand",
        "Y point 8 making 75; Y trio of kings; Y trio of queens",
        "younger's point of eight making 75, younger's three kings and younger's three queens can't all be",
    ),
    # the carte blanche
    "two blank hands leave no plain card": (
        "normand",
        "E carte blanche; Y carte blanche; T exchange 2; T trio of tens",
        "elder's carte blanche, younger's carte blanche and third's three tens can't all be",
    ),
    "but every court card": ("normand", "E carte blanche; Y carte blanche; T quatorze of kings", "possible"),
    "the dealer's blank hand has as many courts as it took": (
        "normand",
        "T carte blanche; T exchange 2; T trio of kings",
        "third's carte blanche and third's three kings can't both be",
    ),
    "or fewer": ("normand", "T carte blanche; T exchange 1; T point 3 making 30; T quart to ten", "possible"),
    "and threw away plain cards that nobody has": (
        "normand",
        "E carte blanche; T carte blanche; T exchange 2; Y trio of tens",
        "elder's carte blanche, third's carte blanche and younger's three tens can't all be",
    ),
    "what was thrown away is not in another hand": (
        "normand",
        "E carte blanche; T carte blanche; T exchange 2; Y quatorze of kings; Y quatorze of queens; Y tierce to nine",
        "elder's carte blanche, third's carte blanche and younger's tierce to the nine can't all be",
    ),
    "a hand that is still blank": (
        "three, 36",
        "T carte blanche; T exchange 3; T carte blanche; T trio of queens",
        "third's carte blanche after the exchange and third's three queens can't both be",
    ),
    "where nobody exchanges a blank hand has no courts": (
        "four, blank",
        "Y carte blanche; Y tierce to knave",
        "younger's carte blanche and younger's tierce to the knave can't both be",
    ),
    "a blank hand that reckons nothing may be long": (
        "normand",
        "E carte blanche; E quatorze of tens; E trio of aces; E reckons nothing",
        "possible",
    ),
    "a hand that reckons nothing may be long": (
        "normand",
        "Y point 8 making 75; Y trio of kings; Y trio of queens; Y reckons nothing",
        "possible",
    ),
    "two of them cannot both": (
        "normand",
        "Y point 8 making 75; Y trio of kings; Y trio of queens; Y reckons nothing; "
        "T point 8 making 75; T trio of aces; T trio of knaves; T reckons nothing",
        "",
    ),
    # what may be concluded from silence
    "every hand of ten has a point": ("normand", "E no point", "sunk 1"),
    "a point of under thirty is none": ("voleur", "E no point", "possible"),
    "a worse point than one called may be passed over": ("normand", "E point 5 making 49; Y no point", "possible"),
    "one as good may not": (
        "voleur",
        "E point 5 making 51 in spades; Y point 5 making 51 in hearts; T point 5 making 51 in clubs; F no point; "
        "E no sequence",
        "sunk 1",
    ),
    "nor before it was called": ("normand", "Y no point; E point 5 making 49", "sunk 1"),
    "but before the first card": ("normand", "E point 8 making 75; tricks E1:1", "possible"),
    "whoever calls a point has no better": (
        "normand",
        "E point 4 making 34 in spades; E quint major in hearts",
        "sunk 1",
    ),
    "a run beside a better one that was called is told too": (
        "normand",
        "E quint major; E quart to ten in spades; E tierce to ten in hearts; Y quatorze of aces; tricks E1:1",
        "impossible",
    ),
    "the best of all tells all": (
        "normand",
        "E sixieme major in hearts; E point 6 making 60; Y no sequence; T no sequence; E trio of knaves; "
        "Y point 3 making 30; T point 3 making 30; tricks E1:1",
        "possible",
    ),
    "the best in sets tells all": (
        "voleur",
        "E quatorze of aces; E trio of kings in play",
        "Notation",
    ),
}
