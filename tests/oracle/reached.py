"""Which texts the oracles of sentences reach: each must come up in what some oracle asks about, or
`unreached.toml` says why it does not.

Each test of an oracle notes the texts that were said while it ran. They travel with its report, so
a run by several workers sees them all; and the run fails at its end, if all oracles were run, with
the texts that none reached. A few deals do not meet every text, so only a run of everything asks.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from scorer.rules.messages import Message, Text

HERE = Path(__file__).parent
PROPERTY = "said"


KEPT = 4
"""The messages of each text that are kept of a test, to be said in every language."""


@contextmanager
def noting() -> Iterator[Mapping[Text, list[Message]]]:
    """Note each text of which a message is made, with the first of its messages."""
    said = defaultdict[Text, list[Message]](list)
    made = Text.__call__

    def noted(text: Text, **values: object) -> Message:
        message = made(text, **values)
        kept = said[text]
        if len(kept) < KEPT:
            kept.append(message)
        return message

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "__call__", noted)
        yield said


def name_of(text: Text) -> str:
    """Return the name of a text in `unreached.toml`.

    >>> from scorer.rules.reasons import Why
    >>> name_of(Why.LEADS)
    'Why.LEADS'
    """
    return f"{type(text).__name__}.{text.name}"


@cache
def unreached() -> Mapping[str, str]:
    """Return why no oracle reaches a text, by its name."""
    table = tomllib.loads((HERE / "unreached.toml").read_text("utf-8"))
    return {
        f"{subject}.{member}": reason
        for subject, members in table.items()
        for member, reason in members.items()
    }


def is_excused(subject: type[Text]) -> bool:
    """Return whether the class of a text says why no oracle asks it."""
    return "no oracle" in " ".join((subject.__doc__ or "").lower().split())


def missing(texts: Collection[Text], said: Collection[str]) -> list[str]:
    """Return the names of those *texts* that nobody said and nothing excuses."""
    asked = [name_of(text) for text in texts if not is_excused(type(text))]
    return [name for name in asked if name not in said and name not in unreached()]


def oracle_tests() -> set[str]:
    """Return the names of the tests of all oracles."""
    sources = (path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    return {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.M)}


class Summary:
    """A plugin of the process that hears the reports of all workers: it fails the run in which all
    oracles were run and did not reach a text.
    """

    def __init__(self) -> None:
        self.said = set[str]()
        self.tests = set[str]()
        self.missing = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown" and HERE.name in Path(report.fspath).parts:
            self.tests.add(re.split(r"\W", report.nodeid.rpartition("::")[2])[0])
            said = dict(report.user_properties).get(PROPERTY, [])
            assert isinstance(said, list)
            self.said.update(said)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if oracle_tests() <= self.tests:
            # what is read here imports all of the program, so only at the end
            from tests.catalogue import every_text  # noqa: PLC0415

            self.missing = missing(every_text(), self.said)
            if self.missing:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.missing:
            terminalreporter.section("no oracle reaches these texts", red=True)
        for name in self.missing:
            terminalreporter.write_line(name)
