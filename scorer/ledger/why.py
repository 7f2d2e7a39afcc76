"""Why a row of the standings stands where it does, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .meetings import Meeting
from .standings import Decision, Row
from .terms import TieBreak
from .tie_breaks import Figure

NAMED = 3
"""As many members are named in one sentence; of more, the others are counted."""

_WORDS: Mapping[TieBreak, tuple[str, str]] = {
    TieBreak.POINTS: ("{} point", "{} points"),
    TieBreak.MATCH_POINTS: ("{} match point", "{} match points"),
    TieBreak.WON: ("{} partie won", "{} parties won"),
    TieBreak.POINTS_WON: ("{} point received", "{} points received"),
    TieBreak.HEAD_TO_HEAD: ("{} match point a partie among those level", "{} match points a partie among those level"),
    TieBreak.RUBICONS_INFLICTED: ("{} Rubicon inflicted", "{} Rubicons inflicted"),
    TieBreak.RUBICONS_SUFFERED: ("{} Rubicon suffered", "{} Rubicons suffered"),
    TieBreak.AVERAGE: ("an average margin of {}", "an average margin of {}"),
    TieBreak.SONNEBORN_BERGER: ("Sonneborn-Berger {}", "Sonneborn-Berger {}"),
    TieBreak.CAPOTS: ("{} capot", "{} capots"),
    TieBreak.FEWER_PARTIES: ("{} partie", "{} parties"),
}
"""How the higher's figure is told, of one and of more."""


def why_words(row: Row, names: Mapping[int, str]) -> str:
    """
    Why a member stands where the row says.

    Args:
        row: the row.
        names: the members' names by their numbers.

    Returns:
        With whom the member shares the place; what put it below those before,
        if it was level with them in something or nobody stands below; and what
        puts it before those who follow. Empty for a member who stands alone.
    """
    why = row.why
    said = []
    if row.shared:
        others = tuple(each for each in why.level if each != row.member)
        said.append(f"level with {_listed(others, names)} in every tie-break")
    if why.above is not None and (why.above.level_in or why.below is None):
        said.append(f"behind {_listed(why.above.ahead, names)}{_decided(why.above, names, behind=True)}")
    if why.below is not None:
        said.append(f"ahead of {_listed(why.below.behind, names)}{_decided(why.below, names, behind=False)}")
    return "; ".join(said)


def _decided(decision: Decision, names: Mapping[int, str], *, behind: bool) -> str:
    """What follows the names: in what all are level, and the figures, one's own first."""
    if decision.by is None:
        return ": no partie yet"
    level_in = [each.value.split(",")[0] for each in decision.level_in]  # without which way it counts
    level = f", level in {_series(level_in)}" if level_in else ""
    if decision.meeting is not None:
        who_won = f"{names[decision.ahead[0]]} " if behind else ""
        return f"{level}: {who_won}{_meeting(decision.meeting)}"
    own, others = (decision.low, decision.high) if behind else (decision.high, decision.low)
    one, more = _WORDS[decision.by]
    own_text, others_text = _told(own, others)
    return f"{level}: {(one if own == 1 else more).format(own_text)} to {others_text}"


def _meeting(meeting: Meeting) -> str:
    """
    A meeting from the side of the one who did better in it.

    >>> _meeting(Meeting(parties=2, won=2)), _meeting(Meeting(parties=4, won=2, drawn=1, lost=1))
    ('won both their parties', 'won 2 and drew 1 of their 4 parties')
    """
    if meeting.won == meeting.parties:
        return {1: "won their partie", 2: "won both their parties"}.get(
            meeting.won, f"won all {meeting.won} of their parties"
        )
    drew = f" and drew {meeting.drawn}" if meeting.drawn else ""
    return f"won {meeting.won}{drew} of their {meeting.parties} parties"


def _told(first: Figure, second: Figure) -> tuple[str, str]:
    """
    Two figures that differ, told so that they are seen to differ.

    >>> _told(Fraction(75, 2), 20), _told(Fraction(1, 3), Fraction(334, 1000))
    (('37.5', '20'), ('1/3', '167/500'))
    """
    told = _decimal(first), _decimal(second)
    return told if told[0] != told[1] else (str(first), str(second))


def _decimal(figure: Figure) -> str:
    hundredths = round(Fraction(figure) * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def _listed(members: Sequence[int], names: Mapping[int, str]) -> str:
    """
    Members by name, as far as a sentence bears them.

    >>> _listed([1, 2, 3, 4, 5], {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve"})
    'Ann, Ben, Cat and 2 others'
    """
    named = [names[member] for member in members[:NAMED]]
    others = len(members) - len(named)
    if others:
        named.append("one other" if others == 1 else f"{others} others")
    return _series(named)


def _series(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
