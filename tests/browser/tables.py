"""Tables that are looked at: what was said at each, how many sit at it, and where each page of them is."""

from __future__ import annotations

from tests.browser.taps import CAVENDISH_CALLS, CAVENDISH_SHORT

SEATED = ("Adelaide", "Bénédicte", "Cem", "Dora")
"""Who sits at those of other frames, and at those of a partie that is over, in this order."""

TABLES = {
    "empty": "",
    "point": "E exchange 5; Y exchange 3",
    "answer": "E exchange 5; Y exchange 3; E point 5",
    "pips": "E exchange 5; Y exchange 3; E point 5; Y how many",
    "sets": "E exchange 5; Y exchange 3; E point 5; Y good; E quint; Y good",
    "younger": "E exchange 5; Y exchange 3; E point 5; Y not good; E tierce; Y not good; E trio of knaves; Y not good",
    "owed": "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good",
    "watch": "E exchange 5; Y exchange 3; E point 6; Y good; E quint; Y good; E no set; tricks E5",
    "tricks": f"{CAVENDISH_CALLS}; tricks E5 Y3",
    "over": CAVENDISH_SHORT,
    "impossible": "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; "
    "E trio of knaves; Y not good; Y quatorze of tens; tricks E2",
    "sunk": "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E5",
}
"""What was said at the tables that are looked at, by what they ask for next."""

LAST = "E exchange 5; Y exchange 3; E point 8; Y good; E huitieme; Y good; E no set; tricks E12"

NORMAND = (
    "T exchange 2; E point 5 making 44; E no sequence; E trio of aces; Y point 5 making 48; Y quint to queen; "
    "Y no set; T no point; T no sequence; T trio of knaves"
)
VOLEUR = (
    "E point 4 making 40; E quint major; E no set; Y no point; Y no sequence; Y no set; T no point; "
    "T tierce to ten; T no set; F no point; F no sequence"
)
MINUS = f"E bids minus 7; Y doubles; E redoubles; Y passes; {CAVENDISH_CALLS}"
"""The calls of three, of four, and of an auction, with as many rows as the card of a usual deal has."""

NORMAND_PLAY = "tricks E3:1 Y1:2 Y1:1 T1:2 E1:2 E3:0"
VOLEUR_PLAY = "F trio of kings; tricks E3:1 Y1:2 F1:1 T1:2 E1:2 E1:1"

FRAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "bids": ("auction", ("E bids 7; Y bids minus 9; E doubles",)),
    "contract": ("auction", (f"{MINUS}; tricks E3 Y3",)),
    "made": ("auction", (f"E bids 7; Y doubles; E passes; {CAVENDISH_CALLS}; tricks E5 Y5 E2",)),
    "shown": ("card-game-heaven", (CAVENDISH_CALLS.replace("Y how many; E making 49; ", ""),)),
    "three dealt": ("normand", ("",)),
    "three call": ("normand", (NORMAND.partition("; Y quint")[0],)),
    "three play": ("normand", (f"{NORMAND}; tricks E3:1 Y1:2",)),
    "three made": ("normand", (f"{NORMAND}; {NORMAND_PLAY}",)),
    "four call": ("voleur", (VOLEUR.partition("; T tierce")[0],)),
    "four play": ("voleur", (f"{VOLEUR}; F trio of kings; tricks E3:1 Y1:2",)),
    "four made": ("voleur", (f"{VOLEUR}; {VOLEUR_PLAY}",)),
}
"""The rules and the deals of tables of other frames, by what they ask for next."""

ENDED: dict[str, tuple[str, tuple[str, ...]]] = {
    "finished": ("portland", tuple(LAST if number == 3 else CAVENDISH_SHORT for number in range(6))),
    "three over": (
        "normand",
        (
            f"{NORMAND}; {NORMAND_PLAY}",
            "E point 5 making 48; E quint to queen; Y no point; Y no sequence; T no point; T no sequence",
        ),
    ),
    "four over": ("voleur", (*(f"{VOLEUR}; {VOLEUR_PLAY}",) * 4, VOLEUR)),
    "auction over": ("auction", (*(f"{MINUS}; tricks E5 Y5 E2",) * 5, f"{MINUS}; tricks E5 Y6 E1")),
}
"""Parties that are over."""

PAGES = {
    "home": "/",
    "new partie": "/parties/new",
    "twelve cards": "/hand",
    "twelve cards declared": "/hand?"
    + "&".join(f"card={rank}S" for rank in "AKQJT987")
    + "&card=AH&card=AD&card=AC&card=KH",
    "help": "/help",
    "rulesets": "/help/rulesets",
    "ruleset": "/rules/portland",
    "house rules": "/rules/house?rules=portland+point_min=4+rubicon=120",
    "rights": "/help/rights",
    "glossary": "/help/glossary",
    **{f"table, {name}": f"/p/{{{name}}}/" for name in TABLES},
    "table, run": "/p/{tricks}/?pick=E-sequence",
    "table, count": "/p/{younger}/?deal=0&pick=count-7",
    "table, partie over": "/p/{finished}/",
    "across": "/p/{over}/across",
    "deal": "/p/{over}/deals/1",
    "cards": "/p/{over}/deals/1/cards",
    "statement": "/p/{over}/deals/1/again?at=4&do=instead",
    "statement left out": "/p/{over}/deals/1/again?at=4&do=insert",
    "statement that no longer fits": "/p/{over}/deals/1/again?at=1&version=E+exchange+5;+Y+exchange+3;+E+point+6",
    "both versions": "/p/{over}/deals/1/again?at=1&version=tricks+E7+Y5",
    "impossible deal": "/p/{impossible}/deals/1",
    "impossible statement": "/p/{impossible}/deals/1/again?at=10&do=instead",
    "sheet": "/p/{finished}/sheet",
    "settlement": "/p/{finished}/settlement",
    "other rules": "/p/{finished}/other-rules",
    "share": "/p/{over}/share",
    "no such page": "/nothing",
}
"""Every page, those of a partie with the name of the table that it shows."""

FRAME_PAGES = {
    "new partie of three": "/parties/new?rules=normand",
    "new partie of four": "/parties/new?rules=voleur",
    "ruleset of three": "/rules/normand",
    "ruleset of an auction": "/rules/auction",
    "house rules, none yet": "/rules/house?rules=voleur",
    "house rules, refused": "/rules/house?from=portland&target=100",
    **{f"table, {name}": f"/p/{{{name}}}/" for name in FRAMES},
    "a claim to be shown": "/p/{shown}/deals/1",
    **{
        f"{name}, {page}": f"/p/{{{name}}}/{page}"
        for name in ("three over", "four over", "auction over")
        for page in ("", "sheet", "settlement", "deals/1", "deals/1/cards", "deals/1/again?at=2&do=instead", "across")
    },
}
"""The same of other frames and of house rules."""
