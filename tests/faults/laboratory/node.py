"""The phones of a schedule, which live in a process of Node; what they send is answered here."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from scorer.web.static_files import content

HERE = Path(__file__).parent

OUTBOX = ("js/keep.js", "js/outbox.js", "js/shared.js", "js/sending.js")
TABLE = (*OUTBOX, "page.js")
COMPARE = ("compare_page.js", *OUTBOX, "js/compare.js")
COMPARE_HERE = ("compare_page.js", "js/compare.js")
OLDER = ("older_page.js",)
"""The scripts of pages: those of the club as it serves them, and what stands for the document."""

Words = Mapping[str, Any]

Hear = Callable[[Words], Words]
"""Says what the network makes of what a tab sent, or of what has arrived."""


@dataclass
class Phones:
    """Phones with their stores and tabs.

    Attributes:
        hear: what answers them.
        now: the milliseconds that have passed since the schedule began.
        answers: what tabs have answered to what they were asked, by the number of the question.
        table: the scripts of the table page.
    """

    process: subprocess.Popen[str]
    hear: Hear
    now: int = 0
    answers: dict[int, Words] = field(default_factory=dict)
    asked: int = 0
    table: tuple[str, ...] = TABLE

    def tell(self, command: str, **words: Any) -> Any:
        """Give a command, and answer what is sent until it is done; return what came of it."""
        self._write({"command": command, **words})
        while True:
            found = json.loads(self._read())
            assert "failed" not in found, f"the phones failed to {found['failed']}"
            if "done" in found:
                self.now = found["now"]
                self.answers |= {each["id"]: each for each in found["answers"]}
                return found["done"]
            self.now = found["now"]
            self._write(self.hear(found))

    def ask(self, phone: int, tab: int, what: str, *given: Any) -> int:
        """Ask a tab for something, without waiting for it; return the number of the question."""
        self.asked += 1
        self.tell("ask", phone=phone, tab=tab, id=self.asked, what=what, given=given)
        return self.asked

    def open(
        self, phone: int, tab: int, address: str, scripts: Sequence[str], **given: Any
    ) -> None:
        """Open a page in a tab, with its *scripts*, and what it has *given* in its document."""
        self.tell(
            "open", phone=phone, number=tab, address=address, scripts=_scripts(scripts), given=given
        )

    def load(self, phone: int, tab: int, scripts: Sequence[str], **given: Any) -> None:
        """Show another page in a tab without leaving it."""
        self.tell("load", phone=phone, tab=tab, scripts=_scripts(scripts), given=given)

    def _write(self, words: Words) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(words)}\n")
        self.process.stdin.flush()

    def _read(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the phones have ended"
        return line


def _scripts(names: Sequence[str]) -> list[Words]:
    return [{"name": name, "code": _script(name)} for name in names]


@cache
def _script(name: str) -> str:
    served = content(name)
    return (HERE / name).read_text("utf-8") if served is None else served.decode()


def _refuse(_: Words) -> Words:
    raise AssertionError("a phone sends before the schedule begins")


@contextmanager
def started() -> Iterator[Phones]:
    """Start the Node that comes with Playwright."""
    node, _ = compute_driver_executable()
    command = [node, str(HERE / "phones.cjs")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        yield Phones(process, _refuse)
        assert process.stdin is not None
        process.stdin.close()
