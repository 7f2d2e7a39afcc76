"""What the commands of the terminal print, for fixed files and a fixed book."""

import re
import shutil
import tomllib
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.names import without_isolates
from tests import there
from tests.cli.conftest import every_command
from tests.pages.rendering import Texts, names_in
from tests.rows import beside
from tests.web.club.conftest import visiting_house

__all__ = ["GOOD", "terminal"]

CHECKOUT = Path(__file__).resolve().parent.parent.parent
FILES = ("tests/cli/data/*.piquet", "scorer/examples/*.piquet")
_DATA = beside(__file__)
GOOD: dict[str, str] = _DATA["good"]
BAD: dict[str, str] = _DATA["refused"]
TABLES: dict[str, str] = _DATA["tables"]

TOOK = re.compile(
    r'(?<= in )[\d.]+ s(, [\d,]+ a second)?|(?<="seconds": )[\d.]+|(?<="made_at": )"[^"]+"'
)
"""What the clock of this machine says."""

TYPED: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("commands.toml").read_text("utf-8")
)
HELPED = [f"{name} --help" for name in ("club", "book", *every_command())]


def terminal(data: Path) -> Texts:
    """Run the commands on the files, then on a club's book."""
    texts = Texts()
    with visiting_house(data) as (visit, house):
        code = str(house.arguments["code"][0])
        receipt = there(visit.club.sheet(code).posted).receipt(0)
        texts.name_codes(visit.club)
        texts.names = names_in(visit.director)
    for pattern in FILES:
        for path in sorted(CHECKOUT.glob(pattern)):
            shutil.copy(path, data)
    for name, text in (GOOD | BAD | TABLES).items():
        (data / name).write_text(text, "utf-8")
    with chdir(data):
        for command in TYPED["of_files"] + HELPED + TYPED["of_more_files"]:
            run(texts, command)
        for command in TYPED["of_the_book"]:
            run(texts, f"{command.format(code=code, receipt=receipt)} --data .")
    return texts


def run(texts: Texts, command: str) -> None:
    """Run a command, and keep what it prints and its exit status."""
    done = CliRunner().invoke(main, command, prog_name="scorer")
    assert done.exception is None or isinstance(done.exception, SystemExit), (
        command,
        done.exception,
    )
    said = f"{without_isolates(done.output).rstrip()}\nexit status {done.exit_code}"
    name = f"scorer {texts.known(command)}"
    again = sum(each.startswith(name) for each in texts.pages)
    texts.printed[command] = done.output
    texts.pages[f"{name} (again)" if again else name] = TOOK.sub("{time}", texts.known(said))
