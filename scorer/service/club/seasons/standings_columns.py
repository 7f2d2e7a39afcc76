"""The columns of the standings: what each shows of a member, and where it is shown.

People read some of them on pages and in a terminal, in the order of this module. Programs read
more of them, in the tables of an export and in JSON, by the names and in the order of the
dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ....ledger.records import CONFIDENCE, Rating, is_provisional
from ....ledger.results import Tally
from ....ledger.standings import StandingsRow, explain
from ....ledger.terms import SeasonTerms, TieBreak
from ....ledger.tie_breaks import heading_of
from ....rules.names import without_isolates
from ...dictionary import DOCUMENTS, EXPORTED

Value = int | float | str | None


class StandingsLine(NamedTuple):
    """A row of the standings, with what is shown beside it.

    `names` are those of all members, `rating` is the member's; `None` if they have none.
    """

    row: StandingsRow
    names: Mapping[int, str]
    terms: SeasonTerms
    rating: Rating | None

    @property
    def tally(self) -> Tally:
        return self.row.tally


def _always(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class StandingsColumn:
    """A column of the standings, which is shown in all places for which it has a name.

    Args:
        value: returns what it shows of a member.
        page: its heading on pages.
        title: what that heading is short for.
        terminal: its heading in a terminal.
        key: its name in the dictionary, by which programs read it.
        is_signed: whether its figures are shown with their signs.
        is_apart: whether it is there only because no other shows what ranks.
        is_wanted: whether people need it in a season with these terms and rows.
        ranks: the tie-break whose figures it has.
    """

    value: Callable[[StandingsLine], Value]
    page: str = ""
    title: str = ""
    terminal: str = ""
    key: str = ""
    is_signed: bool = False
    is_apart: bool = False
    is_wanted: Callable[[SeasonTerms, Sequence[StandingsRow]], bool] = _always
    ranks: TieBreak | None = None


def _if_any(
    figure: Callable[[Tally], int],
) -> Callable[[SeasonTerms, Sequence[StandingsRow]], bool]:
    """Return whether any member has this figure, without which a column would be empty."""

    def is_wanted(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> bool:
        return any(figure(row.tally) for row in rows)

    return is_wanted


def _is_knock_out(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> bool:
    return terms.ranking[0] is TieBreak.ROUND_REACHED


def _has_match_points(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> bool:
    return TieBreak.MATCH_POINTS in terms.ranking


def rating_document(rating: Rating | None, provisional: int) -> dict[str, Value]:
    """Return a rating, which is provisional for so few parties, by the names of the dictionary."""
    if rating is None:
        return dict.fromkeys(("rating", "deviation", "provisional"))
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "provisional": is_provisional(rating, provisional),
    }


def _rating_words(line: StandingsLine) -> str:
    """Return a rating with its 95 % interval, and a question mark while it is provisional."""
    rating = line.rating
    if rating is None:
        return ""
    mark = "?" if is_provisional(rating, line.terms.provisional) else " "
    return f"{rating.rating:.0f} ± {CONFIDENCE * rating.deviation:.0f}{mark}"


def _of_rating(key: str) -> Callable[[StandingsLine], Value]:
    return lambda line: rating_document(line.rating, line.terms.provisional)[key]


COLUMNS = (
    StandingsColumn(value=lambda line: line.row.rank, key="rank"),
    StandingsColumn(value=lambda line: line.row.shared, key="shared"),
    StandingsColumn(value=lambda line: line.row.member, key="member"),
    StandingsColumn(value=lambda line: line.names.get(line.row.member), key="name"),
    StandingsColumn(
        value=lambda line: line.row.reached,
        terminal="Reached",
        key="reached",
        is_wanted=_is_knock_out,
    ),
    StandingsColumn(
        value=lambda line: line.tally.played,
        page="Parties",
        terminal="Parties",
        ranks=TieBreak.FEWER_PARTIES,
    ),
    StandingsColumn(value=lambda line: line.tally.parties, key="parties"),
    StandingsColumn(
        value=lambda line: line.tally.forfeits,
        page="Forfeits",
        title="won or lost because a player did not come",
        terminal="Forfeits",
        key="forfeits",
        is_wanted=_if_any(lambda tally: tally.forfeits),
    ),
    StandingsColumn(
        value=lambda line: line.tally.won,
        page="Won",
        terminal="Won",
        key="won",
        ranks=TieBreak.WON,
    ),
    StandingsColumn(
        value=lambda line: line.tally.drawn,
        terminal="Drawn",
        key="drawn",
        is_wanted=_if_any(lambda tally: tally.drawn),
    ),
    StandingsColumn(value=lambda line: line.tally.lost, key="lost"),
    StandingsColumn(
        value=lambda line: line.tally.score,
        page="MP",
        title="match points",
        terminal="Match points",
        key="match_points",
        is_wanted=_has_match_points,
        ranks=TieBreak.MATCH_POINTS,
    ),
    StandingsColumn(
        value=lambda line: line.tally.points_won, terminal="Received", key="points_won"
    ),
    StandingsColumn(value=lambda line: line.tally.points_lost, terminal="Paid", key="points_lost"),
    StandingsColumn(
        value=lambda line: line.tally.adjusted,
        terminal="Adjusted",
        key="adjusted",
        is_signed=True,
        is_wanted=_if_any(lambda tally: tally.adjusted),
    ),
    StandingsColumn(
        value=lambda line: line.tally.balance,
        page="Points",
        terminal="Points",
        key="balance",
        is_signed=True,
        ranks=TieBreak.POINTS,
    ),
    StandingsColumn(value=lambda line: line.tally.rubicons_inflicted, key="rubicons_inflicted"),
    StandingsColumn(value=lambda line: line.tally.rubicons_suffered, key="rubicons_suffered"),
    StandingsColumn(value=_rating_words, terminal="Rating"),
    StandingsColumn(value=_of_rating("rating"), key="rating"),
    StandingsColumn(value=_of_rating("deviation"), key="deviation"),
    StandingsColumn(value=_of_rating("provisional"), key="provisional"),
    StandingsColumn(value=lambda line: without_isolates(explain(line.row, line.names)), key="why"),
)


def page_columns(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> list[StandingsColumn]:
    """Return the columns of a page with these *rows*.

    What ranks has a column of its own, the first, if no other shows it.
    """
    found = [each for each in COLUMNS if each.page and each.is_wanted(terms, rows)]
    ranks = terms.ranking[0]
    if ranks not in {each.ranks for each in COLUMNS if each.page}:
        found.insert(
            0,
            StandingsColumn(
                value=lambda line: line.row.figure_words, page=heading_of(ranks), is_apart=True
            ),
        )
    return found


def terminal_columns(terms: SeasonTerms, rows: Sequence[StandingsRow]) -> list[StandingsColumn]:
    return [each for each in COLUMNS if each.terminal and each.is_wanted(terms, rows)]


_KEYED = {each.key: each for each in COLUMNS if each.key}

IN_TABLE = {name: _KEYED[name] for name in EXPORTED["standings"].headings if name in _KEYED}
"""The columns of the table of an export, which has the figures of the tally as well."""

IN_JSON = {name: _KEYED[name] for name in DOCUMENTS["standings"].headings}
"""The columns of a row in JSON."""
