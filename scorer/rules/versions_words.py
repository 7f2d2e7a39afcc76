"""Two versions of a partie in words: where they first differ, what that moves, and by which law it is decided."""

from __future__ import annotations

from .laws import Matter, Subject
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
    Matter.AUCTION: "auction",
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


_IF_PROVED = {
    Subject.COUNT: "If it is proved, Law 70 puts a wrong count right until its maker sees their next hand.",
    Subject.CALL: (
        "If it is proved, the call counts as it was made. Under Law 50 elder may raise a call until younger answers; "
        "under Law 54 a false call that is not put right in time reckons nothing in the deal."
    ),
    Subject.LEFT_OUT: (
        "If it is proved that it was called in time, it counts. "
        "Under Law 56 nothing can be added once younger has played to the first trick."
    ),
    Subject.ANSWER: (
        "If it is proved, the answer counts as it was given. "
        "Under Law 51 younger may take back a good or an equal until elder’s next call or lead."
    ),
    Subject.FALSE_CALL: (
        "If it is proved that the call was false and was not put right in time, its player reckons nothing in the deal "
        "(Law 54). Laws 52 and 53 say when it does no harm."
    ),
    Subject.RECKONS_NOTHING: (
        "If a false call (Law 54) or a hand with too many cards (Law 58) is proved, its player reckons nothing in the "
        "deal. The opponent may waive that (Law 44)."
    ),
    Subject.SHORT_HAND: (
        "If it is proved that a hand was short, Law 57 gives no penalty: "
        "the opponent counts as tricks the cards that it cannot play."
    ),
    Subject.WAIVER: "If it is proved, Law 44 lets a player waive that the opponent reckons nothing.",
    Subject.EXCHANGE: (
        "If it is proved, Laws 21 and 22 say how many cards each may exchange, "
        "and Laws 30 and 31 what too few or too many cards cost."
    ),
    Subject.CARTE_BLANCHE: (
        "If it is proved that it was told at once (Law 20) and shown (Law 19), carte blanche counts before everything "
        "else (Law 18)."
    ),
    Subject.TOTALS: (
        "If two pads were kept, Law 74 takes each player’s own figure for their own hand. If one was kept and a wrong "
        "count in it is proved, Law 70 puts it right until its maker sees their next hand."
    ),
    Subject.HOUSE_RULES: "No numbered law governs this. What is proved counts under the rules of the partie.",
}
"""What the laws say, on condition: whose version is right is for the players or the director to find."""


def governing_words(found: Governing) -> str:
    """
    Which laws govern a difference, and on what condition.

    >>> governing_words(Governing(Subject.WAIVER, True))
    'If it is proved, Law 44 lets a player waive that the opponent reckons nothing.'
    """
    words = _IF_PROVED[found.subject]
    if 70 not in found.laws:
        return words
    if found.in_time:
        return f"{words} No later deal of this partie has begun."
    return f"{words} A later deal has begun: now both must agree, or the director decides."
