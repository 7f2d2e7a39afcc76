"""What is said of a pair: who is ahead, their results, their days, and what they owe each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from ..rules.language import current
from ..rules.messages import Message, Text
from .great_lines import MomentKind
from .marks import MarkText
from .pair_results import PairResult, PairSums

NO_BREAK = "\N{NO-BREAK SPACE}"

# Days


class DayText(Text):
    """A day as people say it who look back at it.

    It is said of a day and of nothing played, so no oracle asks it: the tests of a pair's page ask
    it of days.
    """

    TODAY = "today"
    YESTERDAY = "yesterday"
    MONDAY = "Monday"
    TUESDAY = "Tuesday"
    WEDNESDAY = "Wednesday"
    THURSDAY = "Thursday"
    FRIDAY = "Friday"
    SATURDAY = "Saturday"
    SUNDAY = "Sunday"
    DATE = "{word}"


WEEKDAYS = (
    DayText.MONDAY,
    DayText.TUESDAY,
    DayText.WEDNESDAY,
    DayText.THURSDAY,
    DayText.FRIDAY,
    DayText.SATURDAY,
    DayText.SUNDAY,
)
"""In the order of `date.weekday`."""

WEEK = 7
"""Days after which a weekday would mean another one."""


def day_message(day: str, today: str) -> Message:
    """Return a day in words as it is said *today*, both in ISO 8601: a weekday only within the last
    six days, else the date.
    """
    then = date.fromisoformat(day)
    ago = (date.fromisoformat(today) - then).days
    if ago == 0:
        return DayText.TODAY()
    if ago == 1:
        return DayText.YESTERDAY()
    if 1 < ago < WEEK:
        return WEEKDAYS[then.weekday()]()
    return DayText.DATE(word=current().day_words(day).replace(" ", NO_BREAK))


def short_day(day: str, this_year: str) -> str:
    """Return a day in a narrow column, without the year if that is *this_year*; a line may
    break before the year alone.

    >>> short_day("2026-11-24", "2026").replace(NO_BREAK, " ")
    '24 Nov'
    >>> short_day("2025-11-24", "2026").replace(NO_BREAK, " ")
    '24 Nov 2025'
    """
    whole = current().short_day(day, this_year).replace(" ", NO_BREAK)
    year = NO_BREAK + day[:4]
    return f"{whole.removesuffix(year)} {day[:4]}" if whole.endswith(year) else whole


# Who is ahead


class LeadText(Text):
    """Who of a pair is ahead, by what both were paid in all.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    NO_PARTIE = "no partie finished"
    LEVEL = "level"
    LEADS = "{winner} leads by {points:,} {points:point/points}"
    LEVEL_IN_PARTIES = "level, counted in parties"
    LEADS_IN_PARTIES = "Counted in parties, {winner} leads by {parties:,}"
    DRAWN = "{count:,} drawn"


def lead_messages(sums: PairSums, names: Sequence[str]) -> list[Message]:
    """Return who is ahead, in points, and in parties where those were the stake of some; and how
    many parties nobody won.
    """
    if not sums.parties:
        return [LeadText.NO_PARTIE()]
    found = list[Message]()
    won_points = any(each.points_won for each in sums.players)
    won_parties = any(each.parties_won for each in sums.players)
    if won_points or not won_parties:
        found.append(_lead_in_points(sums.balance, names))
    if won_parties:
        found.append(_lead_in_parties(sums.balance_in_parties, names))
    if sums.level:
        found.append(LeadText.DRAWN(count=sums.level))
    return found


def _lead_in_points(balance: int, names: Sequence[str]) -> Message:
    if balance == 0:
        return LeadText.LEVEL()
    return LeadText.LEADS(winner=names[balance < 0], points=abs(balance))


def _lead_in_parties(balance: int, names: Sequence[str]) -> Message:
    if balance == 0:
        return LeadText.LEVEL_IN_PARTIES()
    return LeadText.LEADS_IN_PARTIES(winner=names[balance < 0], parties=abs(balance))


# A result


class PairResultText(Text):
    """What a partie came to, in a row of a list, and with its day.

    It claims what the settlement of the partie says.

    It is what a settlement says, which has its own; no oracle asks it again. The tests of a pair's
    page compare it with results.
    """

    DRAWN = "Drawn"
    BY = "{winner} by {points:,}"
    BY_WITH_RUBICON = "{winner} by {points:,}, Rubicon"
    BY_PARTIES = "{winner} by {parties} {parties:partie/parties}"
    WON = "{winner} won {points:,}"
    WON_PARTIES = "{winner} won {parties} {parties:partie/parties}"
    A_DRAW = "a draw"
    ON_A_DAY = "{day:up}: {what:stop}"
    # what it had besides
    MADE_IN = "{kind} in deal {deal}"
    MADE = "{who}: {marks:,}"
    FROM_TOTALS = "from totals"
    SOME_FROM_TOTALS = "{count} of {deals} deals from totals"


def result_message(result: PairResult, names: Sequence[str]) -> Message:
    """Return the result in a row of a list."""
    if result.winner is None:
        return PairResultText.DRAWN()
    winner = names[result.winner]
    if result.in_parties:
        return PairResultText.BY_PARTIES(winner=winner, parties=result.paid)
    if result.rubicon:
        return PairResultText.BY_WITH_RUBICON(winner=winner, points=result.paid)
    return PairResultText.BY(winner=winner, points=result.paid)


def result_on_its_day(result: PairResult, names: Sequence[str], today: str) -> Message:
    """Return the sentence that says on which day who won how much."""
    return PairResultText.ON_A_DAY(day=day_message(result.day, today), what=_won(result, names))


def _won(result: PairResult, names: Sequence[str]) -> Message:
    if result.winner is None:
        return PairResultText.A_DRAW()
    winner = names[result.winner]
    if result.in_parties:
        return PairResultText.WON_PARTIES(winner=winner, parties=result.paid)
    return PairResultText.WON(winner=winner, points=result.paid)


def moment_messages(result: PairResult, names: Sequence[str]) -> Iterator[Message]:
    """Yield the great moments of each player, in the order of the deals."""
    for player, name in enumerate(names):
        made = tuple(
            PairResultText.MADE_IN(kind=MarkText[each.kind.name](), deal=each.deal + 1)
            for each in result.moments
            if each.whose == player and each.kind in MARKED
        )
        if made:
            yield PairResultText.MADE(who=name, marks=made)


MARKED = frozenset(kind for kind in MomentKind if kind.name in MarkText.__members__)
"""The moments that a deal makes, and not the end of a partie."""


def totals_message(result: PairResult) -> Message | None:
    """Return how many deals have only totals; `None` if none has."""
    if result.unknown == 0:
        return None
    if result.unknown == result.deals:
        return PairResultText.FROM_TOTALS()
    return PairResultText.SOME_FROM_TOTALS(count=result.unknown, deals=result.deals)


# What their deals add up to


class PairFiguresText(Text):
    """What is known of the deals of a pair, and to whom they went.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    KNOWN_OF_NONE = "Piques, repiques and capots are not known, because only totals were entered."
    KNOWN_OF_SOME = "Piques, repiques and capots are known of {count:,} of {deals:,} deals."
    ELDER_MADE_MORE = (
        "The player who was elder made more points in {count:,} of {deals:,} "
        "{deals:deal/deals}, and younger in {left:,}."
    )


def figures_messages(sums: PairSums) -> Iterator[Message]:
    """Yield how often a deal went to elder, and of how many it is known what was said; nothing of
    no deals.
    """
    if sums.deals == 0:
        return
    yield PairFiguresText.ELDER_MADE_MORE(
        count=sums.to_elder, deals=sums.deals, left=sums.to_younger
    )
    if sums.unknown == sums.deals:
        yield PairFiguresText.KNOWN_OF_NONE()
    elif sums.unknown:
        known = sums.deals - sums.unknown
        yield PairFiguresText.KNOWN_OF_SOME(count=known, deals=sums.deals)


# What they play for


class StakeText(Text):
    """What a pair plays for, who owes what, and how that was settled before.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    A_POINT = "You play for {word} a point."
    OWES = "{loser} owes {winner} {word}, for {points:,} {points:point/points}."
    NOBODY_OWES = "Neither owes the other anything."
    SETTLED = "{day:up}: settled. {loser} owed {winner} {word}."
    SETTLED_LEVEL = "{day:up}: settled, level."


def owed_for(points: int, amount: str, unit: str) -> str:
    """Return what is owed for *points* of an *amount* each, with its unit, as a book keeps it.

    The amount is digits, with a decimal point if need be; `ValueError` for anything else.

    >>> owed_for(-1250, "0.05", "€").replace(NO_BREAK, " "), owed_for(1240, "0.5", "")
    ('62.50 €', '620')
    """
    whole, _, part = amount.partition(".")
    places = len(part)
    # Whole numbers, because a phone without the club has no decimal ones
    number, rest = divmod(abs(points) * int(whole + part), 10**places)
    words = f"{number:,}"
    if rest:
        words += f".{rest:0{places}}"
    return f"{words}{NO_BREAK}{unit}" if unit else words


def owed_words(owed: str) -> str:
    """Return what `owed_for` returns as the language in which is spoken writes figures."""
    figure, gap, unit = owed.partition(NO_BREAK)
    return f"{current().figure(figure)}{gap}{unit}"


def owes_message(points: int, owed: str, names: Sequence[str]) -> Message:
    """Return who owes *owed* for *points*, which are to the left player if positive."""
    if points == 0:
        return StakeText.NOBODY_OWES()
    loser, winner = _loser_and_winner(points, names)
    return StakeText.OWES(loser=loser, winner=winner, word=owed_words(owed), points=abs(points))


def settled_message(day: Message, points: int, owed: str, names: Sequence[str]) -> Message:
    """Return how an account was settled on a day, with the *points* that were open then."""
    if points == 0:
        return StakeText.SETTLED_LEVEL(day=day)
    loser, winner = _loser_and_winner(points, names)
    return StakeText.SETTLED(day=day, loser=loser, winner=winner, word=owed_words(owed))


def _loser_and_winner(points: int, names: Sequence[str]) -> tuple[str, str]:
    left, right = names
    return (right, left) if points > 0 else (left, right)
