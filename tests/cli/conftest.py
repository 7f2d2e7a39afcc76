"""Run the commands in this process; databases are made quickly,
for these tests are about what is in them.
"""

import re
import subprocess
import sys
from pathlib import Path

from click import Context, Group
from click.testing import CliRunner, Result

from scorer.__main__ import main
from scorer.cli import UNHEARD
from scorer.rules.names import without_isolates
from tests import there
from tests.quick_books import quick_books

__all__ = ["errors_for_nobody", "every_command", "fails", "printed", "quick_books", "scorer"]

ERRORS = Path(__file__).with_name("errors.txt").read_text("utf-8").splitlines()
"""Every line of an error that a command prints in the tests, with … for what varies."""

VARIES = re.compile(
    r"\x1b\[\?\d+[hl]|(?<=the database )\w+ on [\w./-]+|(?<=opened: )connection failed: .*(?=\. "
    r"Check)"
    r"|/[-\w./]+\w|(?<=^scorer )(\w+ )?\w+(?=:)|\b[2-9A-HJ-NP-Z]{6}\b"
    r"|\d[-\d]*( [A-Z]\w+ \d+, \d\d:\d\d UTC)?"
    r"|file is not a database|(?<=not ){'code.*|malformed database schema.*\)|database disk "
    r"image is malformed"
    r"|disk I/O error"
)
"""What shows the cursor again, paths, commands, codes, numbers and times, and what SQLite says."""

FAULTS = re.compile(
    r"…: club …: the (tally|meetings?|rating|record|posted partie|row of facts|mark as not "
    r"posted|projection)[ ,].*"
)
"""What a verification finds in the projections, which is read with the damaged book."""


def every_command() -> list[str]:
    """Return the commands as they are typed, with those of the groups, and without old names."""
    found = []
    for name in main.list_commands(Context(main)):
        with Context(main, info_name="scorer") as ctx:
            _, command, _ = main.resolve_command(ctx, [name, "--help"])
            inner = command if isinstance(command, Group) else None
            if main.commands[name].hidden:
                continue
            found += [f"{name} {each}" for each in inner.list_commands(ctx)] if inner else [name]
    return found


def scorer(*args: object, stdin: str | bytes | None = None) -> Result:
    """Return what the program prints and its exit status;
    however it ends, it is never by an error.
    """
    done = CliRunner().invoke(main, [str(each) for each in args], input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    for line in done.stderr.splitlines():
        said = VARIES.sub("…", without_isolates(line))
        assert said in ERRORS or FAULTS.fullmatch(said), said
    return done


def printed(*args: object, stdin: str | bytes | None = None) -> str:
    """Return what a command prints, with the names in it as they are."""
    done = scorer(*args, stdin=stdin)
    assert done.exit_code == 0
    assert done.stderr == ""
    return without_isolates(done.stdout)


def fails(*args: object, status: int = 1, stdin: str | bytes | None = None) -> str:
    done = scorer(*args, stdin=stdin)
    assert done.exit_code == status
    return without_isolates(done.stderr)


def errors_for_nobody(*args: object) -> bytes:
    """What the program complains of if its reader leaves at once,
    as in ``scorer ... | head -n 0``.
    """
    command = [sys.executable, "-m", "scorer", *map(str, args)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        there(process.stdout).close()
        errors = there(process.stderr).read()
    assert process.returncode == UNHEARD
    return errors
