"""View model of the form by which a player refuses to sign, calls the director, or asks for a correction."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from ...rules.versions import first_difference, governing
from ...rules.versions_words import difference_words, governing_words
from ...service.club.disputes import LONGEST_REASON, Asked
from ...service.club.signing import Standing
from ...service.club.versions import LONGEST_SAID, version
from ...service.opening import NotAllowed
from ...service.sheets import from_paper
from .dispute_words import begun
from .signing_page import Looks

TITLES = {
    Asked.REFUSAL: "Refuse to sign",
    Asked.CALL: "Call the director",
    Asked.CORRECTION: "Ask for a correction",
}

SAYS = {
    Asked.REFUSAL: "Say what is wrong. The partie is then disputed: it is not posted until that is settled.",
    Asked.CALL: "Say what it is about. The director sees it at once, and so does the other player; you may play on.",
    Asked.CORRECTION: (
        "The other player can agree, on their own phone or with their PIN. If they do not, the director rules on it."
    ),
}

AFTER_THE_PERIOD = (
    "It can no longer be corrected by agreement: the director decides. The other player sees your request."
)


@dataclass(frozen=True, slots=True)
class WhoAsks:
    """A player who may be the one who asks, and whether he is chosen."""

    player: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class DealOfPartie:
    """A deal that may be the one to correct: its number from 1, what is known of it, and whether from paper."""

    number: int
    totals: str
    from_paper: bool


@dataclass(frozen=True, slots=True)
class AskPage:
    """
    The form.

    Attributes:
        code: the partie's code.
        what: by what its address names what is asked for.
        title: the same in words.
        says: what follows from it.
        names: both players.
        own: the player whose phone this is; or empty, and then who asks is chosen.
        players: who may be chosen.
        by_pin: whether the chosen player gives his PIN.
        reason: what was typed.
        longest: so many characters may be typed.
        deal: the number of the deal it is about, from 1; 0 for none.
        said: what would put it right, as the form sends it on.
        totals: the totals of a deal from paper, to be typed anew; `None` for any other.
        differs: where the versions differ and what that moves.
        law: which law on records applies.
        deals: the deals to choose from, where none has been chosen.
    """

    code: str
    what: str
    title: str
    says: str
    names: tuple[str, ...]
    own: str
    players: tuple[WhoAsks, ...]
    by_pin: bool
    reason: str
    longest: int
    deal: int
    said: str
    totals: tuple[str, str] | None
    differs: str
    law: str
    deals: tuple[DealOfPartie, ...]

    @property
    def is_whole(self) -> bool:
        """Whether it says what is asked for, so that it can be sent."""
        return not self.deals


def the_version() -> tuple[int, str]:
    """
    The deal, from 0, that a request is about, and what would put it right.

    -1 and nothing where it is about none.
    """
    number = request.values.get("deal", "")
    deal = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < 4 else -1
    totals = [request.values.get(f"total{player}", "").strip() for player in (0, 1)]
    if all(each.isascii() and each.isdecimal() and len(each) < 5 for each in totals):
        return deal, from_paper(int(totals[0]), int(totals[1]))
    return deal, request.values.get("said", "")[: LONGEST_SAID + 1]


def ask_page(standing: Standing, asked: Asked, looks: Looks) -> AskPage:
    """The form for what a player asks for, with what was typed."""
    sheet = standing.sheet
    deal, said = the_version() if asked is Asked.CORRECTION else (-1, "")
    named = request.form.get("player", "")
    own = sheet.names[looks.player] if looks.player is not None and not looks.scores else ""
    chosen = int(named) if named in ("0", "1") else looks.player
    players = tuple(WhoAsks(player, name, player == chosen) for player, name in enumerate(sheet.names))
    totals = typed_totals(standing, deal) if asked is Asked.CORRECTION else None
    differs, law = what_differs(standing, deal, said)
    choose = asked is Asked.CORRECTION and not said and totals is None
    late = asked is Asked.CORRECTION and standing.posted is not None and not standing.is_open
    return AskPage(
        sheet.code,
        asked.name.lower(),
        TITLES[asked],
        AFTER_THE_PERIOD if late else SAYS[asked],
        sheet.names,
        own,
        players,
        asked is not Asked.CALL,
        request.form.get("reason", ""),
        LONGEST_REASON,
        deal + 1,
        said if totals is None else "",
        totals,
        differs,
        law,
        deals_of(standing) if choose else (),
    )


def typed_totals(standing: Standing, deal: int) -> tuple[str, str] | None:
    """The totals of a deal from paper, as they were typed or as they stand; `None` for a deal with a log, or none."""
    records = standing.sheet.partie.record.deals
    scores = records[deal].scores if 0 <= deal < len(records) else None
    if scores is None:
        return None
    first, second = (request.values.get(f"total{player}", str(scores[player]))[:5] for player in (0, 1))
    return first, second


def what_differs(standing: Standing, deal: int, said: str) -> tuple[str, str]:
    """Where a version first differs and what that moves, and which law applies; empty for none that could be."""
    sheet = standing.sheet
    try:
        found = first_difference(sheet.partie, version(sheet, deal, said)) if said else None
    except NotAllowed:
        return "", ""
    if found is None:
        return "", ""
    return begun(difference_words(found, sheet.names)), governing_words(governing(found, sheet.partie))


def deals_of(standing: Standing) -> tuple[DealOfPartie, ...]:
    """The deals of a partie, to choose one from."""
    return tuple(
        DealOfPartie(scored.number + 1, f"{scored.points[0]} – {scored.points[1]}", scored.deal is None)
        for scored in standing.sheet.partie.deals
    )
