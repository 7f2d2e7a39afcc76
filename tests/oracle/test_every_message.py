"""Every message is checked by an oracle of sentences, or says why it is not.

A text claims something of a deal, and an oracle here asks that of random deals; or its class says
in its docstring why no oracle does. That each member of a class comes up in these deals is asked at
the end of a run of everything (`tests.oracle.reached`).
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorer.rules.calls import SaidText
from scorer.rules.claims import ClaimText, ClassText, RunText
from scorer.rules.governing import Provided, Provision
from scorer.rules.messages import Text
from scorer.rules.names import Name
from scorer.rules.opening import OpeningText
from scorer.rules.penalties import PenaltyText
from scorer.rules.play import PlayText
from scorer.rules.reasons import Span, Thing
from scorer.rules.sentences import Bidding, Counting, Reckoning
from scorer.rules.statements import StatementText
from scorer.rules.watch import GoodIn
from scorer.table.card import TieText
from scorer.table.sharing import SharedText
from scorer.table.what_if import OutlookText
from tests.catalogue import every_text
from tests.languages import catalogue_of, offered
from tests.oracle.in_languages import lost_in
from tests.oracle.reached import (
    Summary,
    is_excused,
    missing,
    name_of,
    noting,
    oracle_tests,
    unreached,
)

HEARD = "test_a_statement_that_is_heard_is_the_one_that_was_made"

UNNAMED: Mapping[type[Text], str] = {
    # a statement, by its words
    **dict.fromkeys((SaidText, ClaimText, RunText, OpeningText), HEARD),
    **dict.fromkeys((PenaltyText, PlayText, StatementText), HEARD),
    # a line, with the count that it makes, the contract that it pays, and what it would score
    Bidding: "test_what_a_line_says_is_what_the_log_and_the_hands_say",
    Counting: "test_aloud_says_the_bonuses_in_the_words_of_the_lines_and_ends_with_the_score",
    Reckoning: "test_who_reckons_nothing_would_score_what_is_said_and_bars_what_is_said",
    # a refusal, with what is refused
    **dict.fromkeys((Thing, Span), "test_a_refusal_is_so_and_cites_the_law_in_force"),
    # a law
    **dict.fromkeys((Provision, Provided), "test_no_law_governs_that_the_rules_set_aside"),
    TieText: "test_a_tie_says_how_many_deals_are_due_and_by_which_law",
    # a result
    SharedText: "test_each_deal_of_a_shared_result_is_true",
}
"""The test that checks what no oracle names: it reads the words as a person would."""

SUBJECTS = tuple(dict.fromkeys(type(text) for text in every_text()))
"""The classes of texts."""


@cache
def oracles() -> dict[str, str]:
    """Return the source of each oracle, by its file."""
    files = Path(__file__).parent.glob("test_*.py")
    return {path.name: path.read_text("utf-8") for path in files if path != Path(__file__)}


def is_named(subject: type[Text]) -> bool:
    """Return whether an oracle asks for the texts of a class."""
    name = re.compile(rf"\b{subject.__name__}\b")
    return any(name.search(source) for source in oracles().values())


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.__name__)
def test_a_message_is_checked_by_an_oracle_or_says_why_it_is_not(subject: type[Text]) -> None:
    is_checked = is_named(subject) or subject in UNNAMED
    assert is_checked is not is_excused(subject)


@pytest.mark.parametrize("test", sorted({*UNNAMED.values()}))
def test_what_is_said_to_check_a_message_is_there(test: str) -> None:
    assert [name for name, source in oracles().items() if f"def {test}(" in source]


# Each member


def test_every_text_has_a_name_of_its_own() -> None:
    assert len({name_of(text) for text in every_text()}) == len(every_text())


def test_what_is_said_to_be_unreached_is_a_text_that_an_oracle_asks_for() -> None:
    asked = {name_of(text) for text in every_text() if not is_excused(type(text))}
    assert unreached().keys() - asked == set()


def test_what_is_unreached_has_a_reason() -> None:
    assert [name for name, reason in unreached().items() if len(reason.split()) < 3] == []


def test_a_text_is_noted_when_it_is_said() -> None:
    with noting() as said:
        GoodIn.SETS()
    assert GoodIn.SETS in said


def test_a_text_that_no_oracle_says_is_missing() -> None:
    assert missing([GoodIn.POINT, GoodIn.SETS], {"GoodIn.SETS"}) == ["GoodIn.POINT"]


def test_what_is_named_as_unreached_is_not_missing() -> None:
    texts = [text for text in every_text() if name_of(text) in unreached()]
    assert missing(texts, ()) == []


def test_of_a_message_that_no_oracle_asks_nothing_is_missing() -> None:
    assert missing([RunText.TIERCE], ()) == ["RunText.TIERCE"]
    assert missing([ClassText.POINT], ()) == []


# In every language


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ("{who} liegt mit {by} vorn.", []),
        ("{who} liegt mit {by:words} vorn.", []),
        ("{who} liegt vorn.", ["by"]),
        ("Vorn mit {by}.", ["who"]),
    ],
)
def test_what_a_language_does_not_say_of_a_message_is_found(said: str, left_out: list[str]) -> None:
    catalogue = catalogue_of("de")
    catalogue.add(OutlookText.LEADS.value, said, context="OutlookText.LEADS")
    message = OutlookText.LEADS(who=Name("Ada"), by=29)
    with offered(catalogue) as language:
        found = [fault.split()[1] for fault in lost_in(language, message)]
    assert found == left_out


def ended(tests: Iterable[str], said: Iterable[str]) -> Any:
    """Return the session in which these oracles were run, by workers that name their groups."""
    summary = Summary()
    for test in tests:
        report: Any = SimpleNamespace(
            when="teardown",
            fspath="tests/oracle/test_one.py",
            nodeid=f"tests/oracle/test_one.py::{test}@oracle portland",
            user_properties=[("said", [*said])],
        )
        summary.pytest_runtest_logreport(report)
    session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
    summary.pytest_sessionfinish(session)
    return session


def test_a_run_of_all_oracles_fails_if_a_text_was_not_said() -> None:
    names = {name_of(text) for text in every_text()}
    assert ended(oracle_tests(), names).exitstatus == pytest.ExitCode.OK
    left = names - {"GoodIn.SETS"}
    assert ended(oracle_tests(), left).exitstatus == pytest.ExitCode.TESTS_FAILED


def test_a_run_of_some_oracles_does_not_ask_for_every_text() -> None:
    assert ended(["test_every_text_was_met"], ()).exitstatus == pytest.ExitCode.OK
