"""Run the commands in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from scorer.__main__ import main


def scorer(*args: object, stdin: str | bytes | None = None) -> Result:
    """Return what the program prints and its exit status; however it ends, it is never by an error."""
    done = CliRunner().invoke(main, [str(each) for each in args], input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done
