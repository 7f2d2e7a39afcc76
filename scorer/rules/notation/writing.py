"""Writing a log in its one canonical form."""

from __future__ import annotations

from ..statements import Log, TrickTaken, format_statement


def format_log(log: Log) -> str:
    """
    Write a log, one statement a line, tricks that follow each other on one.

    `parse_log` reads it back to the same statements.
    """
    lines: list[str] = []
    runs: list[tuple[TrickTaken, int]] = []

    def close() -> None:
        if runs:
            lines.append("tricks " + " ".join(taken.as_run(tricks) for taken, tricks in runs))
            runs.clear()

    for statement in log:
        if not isinstance(statement, TrickTaken):
            close()
            lines.append(format_statement(statement))
        elif runs and runs[-1][0] == statement and runs[-1][1] < 99:
            runs[-1] = statement, runs[-1][1] + 1
        else:
            runs.append((statement, 1))
    close()
    return "\n".join(lines)
