"""The page of a pair: the score between the two, the balance over time, and every partie; and what
the home page says of the pairs of a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ..rules.house_rules import rules_named, title_of
from ..rules.language import current
from ..rules.messages import Message, Text
from ..rules.names import together
from .card import deal_title
from .contexts import Context, Rematch
from .formatting import grouped, short_names
from .pair_charts import BalanceChart, balance_chart
from .pair_results import (
    BestOf,
    PairResult,
    PairStep,
    PairSums,
    Period,
    PlayerSums,
    in_all,
    longest_run,
)
from .pair_words import (
    StakeText,
    day_message,
    figures_messages,
    lead_messages,
    moment_messages,
    owed_for,
    owed_words,
    owes_message,
    result_message,
    result_on_its_day,
    settled_message,
    short_day,
    totals_message,
)
from .recording import Sheet

# What the book or a phone knows of a pair


class PairSettled(NamedTuple):
    """A line that closed the account of a pair.

    Attributes:
        day: on which it was settled, in ISO 8601.
        points: that were open then, to the left player if positive.
        owed: for these points, with its unit.
        line: what the players have added; empty for nothing.
    """

    day: str
    points: int
    owed: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAccount:
    """What a pair plays for.

    Attributes:
        amount: of a point, as a decimal.
        unit: of the amount, such as a currency; empty for none.
        open_points: the balance less all that was settled, to the left player if positive.
        settled: the latest first.
    """

    amount: str
    unit: str
    open_points: int
    settled: Sequence[PairSettled] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairHistory:
    """What a page about a pair shows, with at most a page of their parties.

    Attributes:
        names: of the left and the right player, from their latest partie.
        periods: the sums of all their parties.
        steps: of the parties by the filter, the earliest first.
        results: a page of these parties, the latest first, of *count* in all.
        best_deals: of each player, by the filter; *best_parties* likewise.
        running: the parties that are not over, the latest first.
        left_out: how many parties do not count.
    """

    names: tuple[str, str]
    periods: Mapping[Period, PairSums]
    steps: Sequence[PairStep]
    results: Sequence[PairResult]
    count: int
    best_deals: tuple[BestOf | None, BestOf | None]
    best_parties: tuple[BestOf | None, BestOf | None]
    account: PairAccount | None = None
    running: Sequence[Sheet] = ()
    left_out: int = 0


# The score


class PeriodText(Text):
    """The time of which a score between two players is.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    THIS_YEAR = "this year"
    YEAR = "in {word}"
    ALL = "in all"


class PairScore(NamedTuple):
    """The score between a pair, in some time.

    Attributes:
        won: the parties of each.
        period: the time.
        lead: who is ahead, and how many parties nobody won.
    """

    won: tuple[int, int]
    period: Message
    lead: list[Message]


def score_of(sums: PairSums, names: Sequence[str], period: Message) -> PairScore:
    """Return the score of parties that were added up."""
    won = (sums.left.won, sums.right.won)
    return PairScore(won, period, lead_messages(sums, names))


def period_message(year: str, this_year: str) -> Message:
    """Return a year in words; an empty one is all years."""
    if not year:
        return PeriodText.ALL()
    if year == this_year:
        return PeriodText.THIS_YEAR()
    return PeriodText.YEAR(word=year)


class RunningPartie(NamedTuple):
    """A partie of a pair that is not over: its code, how far it is, and its totals."""

    code: str
    state: Message
    totals: str


def running_partie(sheet: Sheet) -> RunningPartie:
    partie = sheet.partie
    totals = " – ".join(map(str, partie.totals))
    return RunningPartie(sheet.code, deal_title(partie, sheet.current_deal), totals)


# The page


class PairPageText(Text):
    """The rows of the table of each player, and what the filters show.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    ALL_YEARS = "All years"
    ALL_RULES = "All rules"
    WON = "Parties won"
    AS_ELDER = "Average deal as elder"
    AS_YOUNGER = "Average deal as younger"
    PIQUES = "Piques"
    REPIQUES = "Repiques"
    CAPOTS = "Capots"
    RUBICONS = "Won with a Rubicon"
    BEST_DEAL = "Best deal"
    BEST_PARTIE = "Best partie"
    LONGEST_RUN = "Most won in a row"
    OTHER = "{word}"
    BESIDES = "{statements:;}"


UNKNOWN = "–"
"""What stands for a figure that nobody can know."""

PAGE_SIZE = 20
"""Parties of a pair that are shown at once."""


class Filtered(NamedTuple):
    """One of the years or rules by which the parties are filtered: its *value* in the address,
    empty for all; its words; and whether it is chosen.
    """

    value: str
    words: Message
    shown: bool


class PairPartieRow(NamedTuple):
    """A finished partie of a pair as the page lists it.

    Attributes:
        result: who won by how much.
        besides: the great moments of each player, and how many deals have only totals.
        totals: of the left and the right player.
    """

    code: str
    day: str
    result: Message
    besides: Message | None
    totals: str
    note: str


class YearRow(NamedTuple):
    """A year in the table by year: the parties that each won, and for who leads by how many points.

    Attributes:
        leads: of each player, with a sign; empty for who does not lead.
    """

    year: str
    won: tuple[int, int]
    leads: tuple[str, str]


class PairFigure(NamedTuple):
    """A figure of a player, and the code of the partie in which they made it, if that is one."""

    text: str
    code: str = ""


class FigureRow(NamedTuple):
    """A row of the table of each player."""

    heading: Message
    figures: tuple[PairFigure, PairFigure]


class AccountWords(NamedTuple):
    """What a pair plays for, in words.

    Attributes:
        stake: what a point is worth.
        owed: who owes what now.
        settled: the lines that closed the account, the latest first, with what was added to each.
    """

    stake: Message
    owed: Message
    settled: list[tuple[Message, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPage(Context):
    """The page of a pair.

    Attributes:
        names: of the left and the right player; *both* are one phrase.
        year: of the filter, empty for all; *asked_rules* likewise, in a line.
        years: to filter by, if there are several; *rules* likewise.
        count: how many parties there are by the filter.
        older: where the next page begins; `None` on the last. *newer* likewise.
        figures: of each player.
        said: what the figures say of both together, and what they cannot say.
        may_keep: this phone may note, correct, settle, join and part.
        rematch: the form that opens the next partie; `None` while one is in progress.
    """

    template: ClassVar = "table/pair.html"

    code: str
    names: tuple[str, str]
    both: str
    score: PairScore
    year: str
    asked_rules: str
    years: list[Filtered]
    rules: list[Filtered]
    chart: BalanceChart | None
    running: list[RunningPartie]
    rows: list[PairPartieRow]
    count: int
    newer: int | None
    older: int | None
    by_year: list[YearRow]
    figures: list[FigureRow]
    said: list[Message]
    account: AccountWords | None
    left_out: int
    may_keep: bool
    rematch: Rematch | None = None


def pair_context(
    history: PairHistory,
    code: str,
    *,
    today: str,
    year: str = "",
    rules: str = "",
    start: int = 0,
    may_keep: bool = False,
) -> PairPage:
    """Return the context of the page of the pair with this *code*.

    Args:
        today: in ISO 8601.
        year: of the filter by which *history* was asked for; empty for all years.
        rules: of that filter, in a line; empty for all rules.
        start: how many later parties are on the pages before.
    """
    names = history.names
    this_year = today[:4]
    periods = history.periods
    by_rules = {each: sums for each, sums in periods.items() if rules in ("", each.rules)}
    sums = in_all(found for each, found in by_rules.items() if year in ("", each.year))
    is_last = start + PAGE_SIZE >= history.count
    account = history.account
    return PairPage(
        code=code,
        names=names,
        both=together(names),
        score=score_of(sums, names, period_message(year, this_year)),
        year=year,
        asked_rules=rules,
        years=_years(periods, year),
        rules=_rules(periods, rules),
        chart=balance_chart(history.steps, names, this_year),
        running=[running_partie(each) for each in history.running],
        rows=[partie_row(each, short_names(names), this_year) for each in history.results],
        count=history.count,
        newer=max(0, start - PAGE_SIZE) if start else None,
        older=None if is_last else start + PAGE_SIZE,
        by_year=list(_by_year(by_rules)),
        figures=list(_figure_rows(history, sums)) if history.count else [],
        said=list(figures_messages(sums)),
        account=None if account is None else account_words(account, names, today),
        left_out=history.left_out,
        may_keep=may_keep,
    )


def _years(periods: Mapping[Period, PairSums], asked: str) -> list[Filtered]:
    years = sorted({each.year for each in periods}, reverse=True)
    if len(years) < 2 and not asked:
        return []
    choices = [Filtered(each, PairPageText.OTHER(word=each), each == asked) for each in years]
    return [Filtered("", PairPageText.ALL_YEARS(), not asked), *choices]


def _rules(periods: Mapping[Period, PairSums], asked: str) -> list[Filtered]:
    lines = sorted({each.rules for each in periods})
    if len(lines) < 2 and not asked:
        return []
    choices = [Filtered(line, _title(line), line == asked) for line in lines]
    return [Filtered("", PairPageText.ALL_RULES(), not asked), *choices]


def _title(line: str) -> Message:
    return PairPageText.OTHER(word=title_of(rules_named(line)))


def partie_row(result: PairResult, names: Sequence[str], this_year: str) -> PairPartieRow:
    """Return a partie as a list shows it; the year of its day only if it is not *this_year*."""
    besides = tuple(moment_messages(result, names))
    from_totals = totals_message(result)
    if from_totals is not None:
        besides = (*besides, from_totals)
    return PairPartieRow(
        code=result.code,
        day=short_day(result.day, this_year),
        result=result_message(result, names),
        besides=PairPageText.BESIDES(statements=besides) if besides else None,
        totals=" – ".join(str(side.total) for side in result.sides),
        note=result.note,
    )


def _by_year(periods: Mapping[Period, PairSums]) -> Iterator[YearRow]:
    """Yield a row for each year, the latest first."""
    for year in sorted({each.year for each in periods}, reverse=True):
        sums = in_all(found for each, found in periods.items() if each.year == year)
        ahead = f"+{grouped(abs(sums.balance))}"
        yield YearRow(
            year=year,
            won=(sums.left.won, sums.right.won),
            leads=(ahead if sums.balance > 0 else "", ahead if sums.balance < 0 else ""),
        )


def _figure_rows(history: PairHistory, sums: PairSums) -> Iterator[FigureRow]:
    """Yield the rows of the table of each player."""
    players = sums.players
    is_known = sums.unknown < sums.deals

    def row(heading: PairPageText, figures: Sequence[PairFigure]) -> FigureRow:
        left, right = figures
        return FigureRow(heading(), (left, right))

    def counted(heading: PairPageText, numbers: Sequence[int]) -> FigureRow:
        return row(heading, [PairFigure(grouped(number)) for number in numbers])

    def made(heading: PairPageText, numbers: Sequence[int]) -> FigureRow:
        if is_known:
            return counted(heading, numbers)
        return row(heading, [PairFigure(UNKNOWN) for _ in numbers])

    yield counted(PairPageText.WON, [each.won for each in players])
    yield row(PairPageText.AS_ELDER, [_as_elder(each) for each in players])
    yield row(PairPageText.AS_YOUNGER, [_as_younger(each) for each in players])
    yield made(PairPageText.PIQUES, [each.piques for each in players])
    yield made(PairPageText.REPIQUES, [each.repiques for each in players])
    yield made(PairPageText.CAPOTS, [each.capots for each in players])
    yield counted(PairPageText.RUBICONS, [each.rubicons for each in players])
    yield row(PairPageText.BEST_DEAL, [_best(each) for each in history.best_deals])
    yield row(PairPageText.BEST_PARTIE, [_best(each) for each in history.best_parties])
    runs = [longest_run(history.steps, player) for player in (0, 1)]
    yield counted(PairPageText.LONGEST_RUN, [run.length for run in runs])


def _as_elder(sums: PlayerSums) -> PairFigure:
    return _average(sums.as_elder, sums.elder_deals)


def _as_younger(sums: PlayerSums) -> PairFigure:
    return _average(sums.as_younger, sums.younger_deals)


def _average(points: int, deals: int) -> PairFigure:
    return PairFigure(current().decimal(points / deals) if deals else UNKNOWN)


def _best(best: BestOf | None) -> PairFigure:
    return PairFigure(UNKNOWN) if best is None else PairFigure(grouped(best.figure), best.code)


def account_words(account: PairAccount, names: Sequence[str], today: str) -> AccountWords:
    """Return what a pair plays for in words, as they are said *today*, in ISO 8601."""
    owed = owed_for(account.open_points, account.amount, account.unit)
    return AccountWords(
        stake=StakeText.A_POINT(word=owed_words(owed_for(1, account.amount, account.unit))),
        owed=owes_message(account.open_points, owed, names),
        settled=[
            (
                settled_message(day_message(each.day, today), each.points, each.owed, names),
                each.line,
            )
            for each in account.settled
        ],
    )


# The home page


@dataclass(frozen=True, slots=True, kw_only=True)
class PairHead:
    """The pair that played last, at the top of the home page.

    Attributes:
        code: of the pair.
        score: of this year, or of the latest in which they played.
        last: when they played last, and what it came to; `None` before the end of their first
            partie.
        running: the partie that they play now; `None` if there is none.
    """

    code: str
    names: tuple[str, str]
    score: PairScore
    last: Message | None
    running: RunningPartie | None


def pair_head(history: PairHistory, code: str, *, today: str) -> PairHead:
    """Return what the home page says *today*, in ISO 8601, of the pair with this *code*; its
    *history* is without a filter, and has its latest results.
    """
    names = history.names
    this_year = today[:4]
    year = year_shown([period.year for period in history.periods], this_year)
    sums = in_all(found for period, found in history.periods.items() if period.year == year)
    last = None
    if history.results:
        last = result_on_its_day(history.results[0], names, today)
    return PairHead(
        code=code,
        names=names,
        score=score_of(sums, names, period_message(year, this_year)),
        last=last,
        running=running_partie(history.running[0]) if history.running else None,
    )


def year_shown(years: Sequence[str], this_year: str) -> str:
    """Return the year of the score on the home page: this one, or the latest with parties; this one
    as well if there are none.

    >>> year_shown(["2024", "2025"], "2026"), year_shown([], "2026")
    ('2025', '2026')
    """
    return this_year if this_year in years else max(years, default=this_year)


class PairLine(NamedTuple):
    """Another pair, in one line of the home page.

    Attributes:
        names: both, as a phrase.
        played: the day on which they played last, in short.
        won: the parties of each; `None` if the line does not say it.
    """

    code: str
    names: str
    played: str
    won: tuple[int, int] | None


def pair_line(
    code: str,
    names: Sequence[str],
    *,
    played: str,
    today: str,
    won: tuple[int, int] | None = None,
) -> PairLine:
    """Return the line of a pair who *played* last on a day, in ISO 8601 as *today* is."""
    return PairLine(code, together(names), short_day(played, today[:4]), won)
