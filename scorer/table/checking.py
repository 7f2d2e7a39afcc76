"""Score a file without storing anything, and check the claims of deals against the pack:
in a file, or at a table.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, cast

from ..rules.claims import Claim
from ..rules.company import Company, as_played, play_company
from ..rules.deal import Deal, fold
from ..rules.errors import ContradictoryRules, NotationError, WrongValue
from ..rules.findings import Finding, Verdict
from ..rules.messages import Message, Text
from ..rules.notation.company_document import CompanyDocument, parse_company
from ..rules.notation.document import Document, LineColumn, parse_partie, play_text
from ..rules.partie import Partie
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.sentences import IllegalStatement
from ..rules.statements import Log, Struck, TrickTaken, effective

Answer = TypeVar("Answer")

# Reading and scoring a file. What cannot be read, or the rules forbid, raises `Problem`.


class ProblemText(Text):
    """Why the bytes of a file are no text of a partie.

    There is no deal in them, so no oracle asks it: each is tested with a file of the kind. Why a
    file cannot be opened is what the system says.
    """

    NOT_UTF_8 = "the file is not UTF-8 text. Save it as UTF-8 and try again"
    MOST_WORDS = "a partie’s file has at most {most:,} words and tricks, but this one has more"


class Problem(Exception):
    """Why a file cannot be scored; `readable` if the rules or cards forbid what it says.
    Line 0 is the whole file.
    """

    def __init__(self, line: int, column: int, message: Message, *, readable: bool = False) -> None:
        super().__init__(str(message))
        self.line = line
        self.column = column
        self.message = message
        self.readable = readable


def decoded(data: bytes) -> str:
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise Problem(line, column, ProblemText.NOT_UTF_8()) from None


MOST_WORDS = 6_000
"""The most words of a partie’s file, each trick counted; six deals have about seven hundred."""

_WORD = re.compile(r"[^\s;]+")
_RUN = re.compile(r"[a-z]([0-9]{1,2})\b", re.IGNORECASE)


def refuse_too_many_words(text: str) -> None:
    """Refuse a file that has more than any partie needs, before it is parsed; `Problem` says in
    which line.
    """
    words = 0
    for number, line_text in enumerate(text.split("\n"), 1):
        words += len(_WORD.findall(line_text))
        words += sum(int(each) - 1 for each in _RUN.findall(line_text) if int(each))
        if words > MOST_WORDS:
            raise Problem(number, 1, ProblemText.MOST_WORDS(most=MOST_WORDS))


def read_partie(text: str) -> Document:
    try:
        return parse_partie(text)
    except (NotationError, ContradictoryRules) as error:
        raise _problem(error) from None


def score_text(text: str, rules: Ruleset | None = None) -> Partie:
    """Score the text of a ``.piquet`` file, or by other *rules*:
    then statements after its end are left out.
    """
    _, partie = read_and_play(text, rules)
    return partie


def read_and_play(text: str, rules: Ruleset | None = None) -> tuple[Document, Partie]:
    """Return the parsed text of a ``.piquet`` file with its positions,
    and its score as from `score_text`.
    """
    try:
        return play_text(text, rules)
    except (NotationError, ContradictoryRules, IllegalStatement) as error:
        raise _problem(error) from None


def read_company(text: str, rules: Ruleset | None = None) -> tuple[CompanyDocument, Company]:
    """Return a company with its positions and card;
    by other *rules*, without statements after the end of a partie.
    """
    try:
        document = parse_company(text)
    except (NotationError, ContradictoryRules, IllegalStatement) as error:
        raise _problem(error) from None
    if rules is None:
        return document, document.company
    try:
        return document, play_company(
            replace(as_played(document.company), rules=rules), drop_surplus=True
        )
    except IllegalStatement as error:
        location = document.locate(error.partie, error.deal, error.position)
        raise Problem(location.line, location.column, error.message, readable=True) from None
    except (ContradictoryRules, WrongValue) as error:
        raise Problem(1, 1, error.message, readable=True) from None


def _problem(error: NotationError | ContradictoryRules | IllegalStatement) -> Problem:
    is_readable = not isinstance(error, NotationError)
    return Problem(error.line, error.column, error.message, readable=is_readable)


# Checking claims
#
# Every phone that follows a table asks about the same deal again and again, so answers are kept by
# what was said of the cards. The checker takes long to import, so a server does it with the first
# claim.


MOST_ANSWERS = 4096
"""Answers that are kept: at fifty tables, those to the last forty claims and answers of each,
asked in two ways.
"""


class CheckedDeal(NamedTuple):
    """A checked deal of a file; `location` is that of the last conflicting statement,
    `None` without a conflict.
    """

    number: int
    verdict: Verdict | None  # none if only its totals are known
    location: LineColumn | None


class CheckedPartie(NamedTuple):
    partie: Partie
    deals: tuple[CheckedDeal, ...]


class CheckedCompany(NamedTuple):
    """A company from a file, with the checked deals of each partie;
    `None` where no deals are known.
    """

    company: Company
    parties: tuple[CheckedPartie | None, ...]


def check_company(text: str) -> CheckedCompany:
    document, company = read_company(text)

    def checked(number: int, partie: Partie) -> CheckedPartie:
        def locate(deal: int, position: int) -> LineColumn:
            return document.locate(number, deal, position)

        return _checked(partie, locate)

    parties = [
        None if each.partie is None else checked(number, each.partie)
        for number, each in enumerate(company.parties)
    ]
    return CheckedCompany(company, tuple(parties))


def check_text(text: str) -> CheckedPartie:
    document, partie = read_and_play(text)
    return _checked(partie, document.locate)


def _checked(partie: Partie, locate: Callable[[int, int], LineColumn]) -> CheckedPartie:
    checked = []
    for scored in partie.deals:
        verdict = None if scored.deal is None else check(scored.deal)
        location = None
        if verdict is not None and verdict.conflict:
            position = max(max(said.made_at) for said in verdict.conflict)
            location = locate(scored.number, position)
        checked.append(CheckedDeal(scored.number, verdict, location))
    return CheckedPartie(partie, tuple(checked))


def _claimed(deal: Deal) -> Log:
    """Return the log without trailing tricks, which say nothing about cards;
    the first one ends the calls.
    """
    from ..rules import checker

    log = deal.log
    end = len(log)
    asserted = [at for said in checker.played(deal.state) for at in said.made_at]
    last_relevant = max(asserted, default=0)
    while end - 1 > last_relevant:
        before, last = log[end - 2 : end]
        if not isinstance(before, TrickTaken) or not isinstance(last, TrickTaken):
            break
        end -= 1
    return log[:end]


_ANSWERS: dict[tuple[object, ...], Any] = {}


def _kept(ask: Callable[..., Answer], deal: Deal, *more: object) -> Answer:
    key = (ask, deal.rules, deal.setting, _claimed(deal), *more)
    try:
        return cast("Answer", _ANSWERS[key])
    except KeyError:
        pass
    if len(_ANSWERS) >= MOST_ANSWERS:
        _ANSWERS.clear()
    _ANSWERS[key] = found = ask(deal, *more)
    return found


def finding(deal: Deal) -> Finding:
    from ..rules import checker

    return _kept(checker.finding, deal)


def impossible_deals(partie: Partie) -> tuple[int, ...]:
    """Return the deals, from 1, whose claims no pack allows."""
    return tuple(
        scored.number + 1
        for scored in partie.deals
        if scored.deal is not None and finding(scored.deal) is Finding.IMPOSSIBLE
    )


def check(deal: Deal) -> Verdict:
    """Return the finding with its proof, which may take longer."""
    from ..rules import checker

    return _kept(checker.check, deal)


def could_have_held(deal: Deal, seat: Seat, claim: Claim) -> bool | None:
    """Return whether *seat* could have held *claim* by all other statements."""
    from ..rules import checker

    return _kept(checker.could_have_held, deal, seat, claim)


def forget() -> None:
    _ANSWERS.clear()


def turned_at(deal: Deal) -> int | None:
    """Return the position of the statement, perhaps corrected,
    that made *deal* impossible; or `None`.
    """
    verdict = check(deal)
    before = deal
    current = dict(effective(deal.log))
    found = None
    while verdict.finding is Finding.IMPOSSIBLE:
        recorded = _recorded_at(before.log)
        made_at = [at for said in verdict.conflict for at in said.made_at]
        turn = max(made_at, key=lambda at: recorded.get(at, at))
        if turn not in current:
            break  # it was impossible earlier too, but what made it so has been removed since
        found = turn
        before = fold(deal.rules, before.log[: recorded.get(found, found)], deal.setting).deal
        verdict = check(before)
    return found


def _recorded_at(log: Log) -> dict[int, int]:
    said = dict(effective(log))
    return {
        each.position: at
        for at, each in enumerate(log)
        if isinstance(each, Struck) and said.get(each.position) == each.instead is not None
    }
