"""Two versions of a partie in words: where they first differ, what that moves, and by which law it is decided."""

from __future__ import annotations

from .laws import Matter
from .seats import BySeat
from .settlement import Settlement
from .spoken import statement_sentence
from .statements import Statement
from .versions import Difference, Governing

_SUBJECTS = {
    Matter.POINT: "point",
    Matter.SEQUENCE: "sequence",
    Matter.SET: "sets",
    Matter.CARTE_BLANCHE: "carte blanche",
    Matter.EXCHANGE: "exchange",
    Matter.PENALTIES: "penalty",
    Matter.PLAY: "play",
}


def difference_words(difference: Difference, players: tuple[str, ...]) -> str:
    """
    Where two versions first differ and what it moves: *deal 4, sequence: good or equal; 286 or 104*.

    Args:
        difference: the first difference.
        players: the players' names in the order of the partie.
    """
    return f"{where(difference)}: {_said(difference, players)}; {_pays(difference, players)}"


def where(difference: Difference) -> str:
    """The deal, and what of it the first difference is about."""
    if difference.trick is not None:
        subject = f"trick {difference.trick}"
    elif difference.place is None:
        subject = "totals from paper"
    else:
        subject = _SUBJECTS.get(difference.matters[0], "what was said")
    return f"deal {difference.deal + 1}, {subject}"


def _said(difference: Difference, players: tuple[str, ...]) -> str:
    place = difference.place
    if place is None:
        return " or ".join(_points(each) for each in difference.points)
    names = BySeat(players if difference.deal % 2 == 0 else players[::-1])
    said = (place.record, place.version)
    seats = {getattr(each, "seat", None) for each in said if each is not None}
    in_full = len(seats) > 1 and difference.trick is None
    return " or ".join(_words(each, names, in_full=in_full) for each in said)


def _words(statement: Statement | None, names: BySeat[str], *, in_full: bool) -> str:
    """A statement, if not *in_full* without who said it; of a trick only who took it."""
    if statement is None:
        return "nothing"
    words = statement_sentence(statement, names)
    if in_full:
        return words
    return words.removeprefix("trick to ").partition(": ")[2] or words.removeprefix("trick to ")


def _points(points: tuple[int, ...]) -> str:
    return f"{points[0]}–{points[1]}"


def _pays(difference: Difference, players: tuple[str, ...]) -> str:
    record, version = difference.settled
    if record is None or version is None:
        return " or ".join(_points(each) for each in difference.points) + " in the deal"
    if (record.winner, record.points) == (version.winner, version.points):
        return f"{_margin(record, players)} either way"
    if record.winner == version.winner:
        return f"{record.points} or {version.points}"
    return f"{_margin(record, players)} or {_margin(version, players)}"


def _margin(settlement: Settlement, players: tuple[str, ...]) -> str:
    return "drawn" if settlement.winner is None else f"{players[settlement.winner]} {settlement.points}"


def governing_words(found: Governing, players: tuple[str, ...]) -> str:
    """Which law on records applies, and how it bears here."""
    if found.law == 70:
        ending = (
            "No later deal has begun, so it is in time."
            if found.in_time
            else "A later deal has begun, so it is too late, unless both agree or the director rules so."
        )
        return f"This is an error in counting (Law 70): it is put right until its maker sees his next hand. {ending}"
    whose = " and ".join(players[player] for player in found.players)
    own = f" Here that is {whose}." if whose else ""
    return f"Two records differ (Law 74): of each hand the figure of the player who held it is right.{own}"
