"""The command line: what the pages do, from a terminal."""

from __future__ import annotations

import codecs
import errno
import io
import json
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

import click

from .. import __version__
from ..resources import Location
from ..rules.errors import ContradictoryRules, NotationError
from ..rules.findings import verdict_message
from ..rules.hands import declare, parse_hand
from ..rules.house_rules import rules_named
from ..rules.names import without_isolates
from ..rules.notation.company_document import is_company
from ..rules.presets import PRESETS
from ..rules.ruleset import Ruleset
from ..rules.sentences import IllegalStatement
from ..service.files import failure_words
from ..table.checking import (
    CheckedPartie,
    Problem,
    ProblemText,
    check_company,
    check_text,
    decoded,
    read_company,
    score_text,
)
from . import documents, plain_text

T = TypeVar("T")

# Shared by commands


FORBIDDEN = 1
UNREADABLE = 2
"""Exit status when something is wrong or not allowed,
and when the input or the book cannot be read.
"""


def book_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where the book is; the command gets them as `where`."""

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="SCORER_DATA",
        show_envvar=True,
        help="The directory of the book.",
    )
    @click.option(
        "--database",
        metavar="ADDRESS",
        envvar="SCORER_DATABASE",
        show_envvar=True,
        default="",
        help="The book is in PostgreSQL: postgresql+psycopg://USER@HOST/NAME. The directory "
        "keeps the cookie key.",
    )
    @wraps(command)
    def located(*args: Any, data: Path | None, database: str, **kwargs: Any) -> None:
        command(*args, where=Location(data, database), **kwargs)

    return located


url_option = click.option(
    "--url",
    envvar="SCORER_URL",
    show_envvar=True,
    default="",
    help="The address at the start of every link and QR code.",
)
club_option = click.option(
    "--club", "code", metavar="CODE", help="The club, if the book has several."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
json_lines_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one line of JSON for each file."
)


def complain(where: object, what: object, *, status: int = FORBIDDEN) -> int:
    """Print what is wrong with a file, or at ``FILE:LINE:COLUMN``, and return the exit status."""
    click.echo(f"{where}: {what}", err=True)
    return status


def say(what: object) -> None:
    """Print an error of the running command."""
    complain(f"scorer {click.get_current_context().info_name}", what)


def give_up(what: object, *, status: int = FORBIDDEN) -> NoReturn:
    """Print why the command cannot continue, and exit."""
    say(what)
    sys.exit(status)


_PLAINER = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "─": "-", "’": "'", "“": '"', "”": '"', "…": "..."}
)
"""What stands for a character that a terminal cannot show and that has a meaning: a loss is no
question.
"""


def _as_can_be(error: UnicodeError) -> tuple[str, int]:
    """Replace what a terminal cannot show by plainer signs, or else by question marks, and drop
    what isolates a name, which nobody sees.
    """
    assert isinstance(error, UnicodeEncodeError)
    missing = without_isolates(error.object[error.start : error.end])
    plain = missing.translate(_PLAINER)
    return "".join(each if each.isascii() else "?" for each in plain), error.end


codecs.register_error("shown as can be", _as_can_be)


# The commands


class _Warnings(logging.Handler):
    """Print what a use case warns of as a line of the running command, which goes on."""

    def emit(self, record: logging.LogRecord) -> None:
        say(f"warning: {record.getMessage()}")


class LazyGroup(click.Group):
    """A group that imports some commands only when they are used,
    and prints what the system refuses them.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; print warnings, and what the system refused,
        with its file, before it exits.
        """
        warnings = _Warnings()
        logger = logging.getLogger("scorer.service")
        logger.addHandler(warnings)
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # a reader that leaves early, as `head` does, is no error
            # A file names itself in its error; what has no name is what the command prints.
            unnamed = "standard output" if error.filename is None else None
            complain(f"scorer {ctx.invoked_subcommand}", failure_words(error, unnamed))
            sys.exit(UNREADABLE)
        finally:
            logger.removeHandler(warnings)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, name = ELSEWHERE[cmd_name].split(":")
        command = getattr(import_module(f"{__name__}.{module}"), name)
        assert isinstance(command, click.Command)
        return command


ELSEWHERE = {
    "backup": "book_commands:backup",
    "club": "book_commands:club",
    "clubs": "club:clubs",
    "copy": "book_commands:copy",
    "corpus": "corpus_command:corpus",
    "director": "book_commands:director",
    "export": "club:export",
    "heads": "book_commands:heads",
    "import": "club:import_parties",
    "link": "book_commands:link",
    "rehearse": "book_commands:rehearse",
    "restore": "book_commands:restore",
    "standings": "club:standings",
    "verify": "book_commands:verify_book",
}
"""The commands that are imported only when asked for: those of the book, and the corpus."""


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorer")
def main() -> None:
    """Keep score of Piquet played with real cards, and the ledger of a club."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # some terminals cannot show every character
            stream.reconfigure(errors="shown as can be")


@dataclass(frozen=True, slots=True)
class Readable(Generic[T]):
    """What was read from a file, how it is printed as JSON and as text, and what is wrong in it."""

    read: T
    document: Callable[[T], Any]
    text: Callable[[T], str]
    problems: Iterable[Problem] = ()

    def print(self, *, as_json: bool) -> None:
        _print(self.read, self.document, self.text, as_json=as_json)


def _print_each(
    files: tuple[str, ...], read: Callable[[str], Readable[Any]], *, as_json: bool
) -> NoReturn:
    """Print each file that can be read and what is wrong, and exit with the status of the worst."""
    status = 0
    printed = False
    for name in files:
        try:
            found = read(_text(name))
        except Problem as problem:
            status = max(status, _complain(name, problem))
            continue
        if printed and not as_json:
            click.echo()
        found.print(as_json=as_json)
        for each in found.problems:
            status = max(status, _complain(name, each))
        printed = True
    sys.exit(status)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_lines_option
@click.option(
    "--rules", "named", metavar='"ID RULE=VALUE..."', help="Score it under another ruleset."
)
def score(files: tuple[str, ...], as_json: bool, named: str | None) -> None:
    """Print the explained score sheet of .piquet files."""
    rules = None if named is None else _rules(named)

    def scored(text: str) -> Readable[Any]:
        if is_company(text):
            _, company = read_company(text, rules)
            return Readable(company, documents.company, plain_text.card)
        return Readable(score_text(text, rules), documents.partie, plain_text.score_sheet)

    _print_each(files, scored, as_json=as_json)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_lines_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check whether any cards allow all the claims of .piquet files.

    Each deal is possible, with hands that show it; possible only if something was sunk; or
    impossible, with claims that cannot be true together. The exit status is 1 if one is impossible.
    """
    _print_each(files, _checked, as_json=as_json)


def _checked(text: str) -> Readable[Any]:
    if not is_company(text):
        partie = check_text(text)
        return Readable(partie, documents.checked, plain_text.findings, _conflicts(partie))
    company = check_company(text)
    conflicts: list[Problem] = []
    for each in company.parties:
        if each is not None:
            conflicts += _conflicts(each)
    return Readable(company, documents.checked_company, plain_text.findings, conflicts)


def _conflicts(partie: CheckedPartie) -> Iterator[Problem]:
    for deal in partie.deals:
        if deal.verdict is not None and deal.location is not None:
            yield Problem(
                deal.location.line,
                deal.location.column,
                verdict_message(deal.verdict),
                readable=True,
            )


def _complain(name: str, problem: Problem) -> int:
    """Print what is wrong with the file *name*, and return the exit status."""
    where = f"{name}:{problem.line}:{problem.column}" if problem.line else name
    return complain(where, problem.message, status=FORBIDDEN if problem.readable else UNREADABLE)


@main.command()
@click.argument("cards", metavar='"AS KS ..."')
@json_option
@click.option(
    "--rules", "named", default="", metavar='"ID RULE=VALUE..."', help="The ruleset to count by."
)
def hand(cards: str, as_json: bool, named: str) -> None:
    """Print every declaration in a hand and what it scores."""
    rules = _rules(named)
    try:
        declared = declare(rules, parse_hand(cards))
    except NotationError as error:
        give_up(error.message, status=UNREADABLE)
    except IllegalStatement as error:
        give_up(error)
    _print(declared, documents.hand, plain_text.hand, as_json=as_json)


@main.command()
@click.argument("named", nargs=-1, metavar="[ID [RULE=VALUE...]]")
@json_option
def rules(named: tuple[str, ...], as_json: bool) -> None:
    """Print the presets, or one with the source of every value.

    Each RULE=VALUE after the preset is a house rule. What differs is printed first, with the
    presets that play it the same way. Rules that contradict each other are refused with the reason.
    """
    if not named:
        _print(PRESETS.values(), documents.presets, plain_text.presets, as_json=as_json)
        return
    _print(_rules(" ".join(named)), documents.ruleset, plain_text.ruleset, as_json=as_json)


def _rules(named: str) -> Ruleset:
    """Return the ruleset of a line; print an error and exit if it cannot be read."""
    try:
        return rules_named(named)
    except ContradictoryRules as error:
        give_up(error)
    except ValueError as error:
        give_up(error, status=UNREADABLE)


_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


@main.command("help")
@click.argument("topic", required=False)
def show_topic(topic: str | None) -> None:
    """Print a topic of the reference, or the list of topics."""
    from ..service.topics import TOPICS, topic_text

    if topic is None:
        click.echo("Topics, each printed by scorer help TOPIC:\n")
        longest = max(map(len, TOPICS))
        for name, title in TOPICS.items():
            click.echo(f"  {name:<{longest}}  {title}")
        click.echo("\nThe options of a command: scorer COMMAND --help")
    elif topic in TOPICS:
        click.echo(_LINK.sub(r"\1", topic_text(topic)), nl=False)
    else:
        give_up(f"there is no topic {topic}; choose one of {', '.join(TOPICS)}", status=UNREADABLE)


def read_file(name: str) -> bytes:
    """Return the content of a file, or of standard input for `-`."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _text(name: str) -> str:
    """Return the text of a file, or raise the `Problem` that keeps it from being read."""
    try:
        return decoded(read_file(name))
    except OSError as error:
        why = ProblemText.NOT_OPENED()
        if error.strerror:
            why = ProblemText.NOT_OPENED_BECAUSE(reason=error.strerror)
        raise Problem(0, 0, why) from None


def _print(
    thing: T, document: Callable[[T], Any], text: Callable[[T], str], *, as_json: bool
) -> None:
    """Print a thing as one line of JSON, or as text."""
    if not as_json:
        click.echo(text(thing))
        return
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(document(thing), ensure_ascii=not is_unicode))
