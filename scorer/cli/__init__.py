"""The command line: what the pages do, from a terminal."""

from __future__ import annotations

import codecs
import errno
import io
import json
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
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
from ..rules.ruleset import TYPES, Ruleset
from ..rules.sentences import IllegalStatement
from ..service.files import failure_words
from ..table.checking import (
    CheckedPartie,
    Problem,
    check_company,
    check_text,
    decoded,
    read_company,
    score_text,
)
from . import completion, documents, plain_text

T = TypeVar("T")

# Shared by commands


FORBIDDEN = 1
UNREADABLE = 2
UNHEARD = 141
"""Exit status when something is wrong or not allowed; when the input or the book cannot be read, or
the output cannot be written; and when its reader has left, as a shell says of other programs then.
"""

STANDARD_INPUT = "-"
"""The name of a file that is read from standard input."""


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


def called(name: str) -> str:
    """Return what messages call a file."""
    return "standard input" if name == STANDARD_INPUT else name


files_argument = click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(allow_dash=True),
)
url_option = click.option(
    "--url",
    envvar="SCORER_URL",
    show_envvar=True,
    default="",
    help="The address at the start of every link and QR code.",
)
club_option = click.option(
    "--club",
    "code",
    metavar="CODE",
    help="The club, if the book has several.",
    shell_complete=completion.clubs,
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
    complain(click.get_current_context().command_path, what)


def give_up(what: object, *, status: int = FORBIDDEN) -> NoReturn:
    """Print why the command cannot continue, and exit."""
    say(what)
    sys.exit(status)


_PLAINER = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "─": "-", "’": "'", "“": '"', "”": '"', "…": "..."}
)
"""Plainer characters for some that a terminal cannot show: a loss keeps its minus."""

ALIKE = 0.7
"""How alike a word and a known name are, from 0 to 1, if one may be meant for the other."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question behind a message, with the known names that *word* resembles; empty if it
    resembles none.

    >>> did_you_mean("compnies", ["companies", "laws"]), did_you_mean("x", ["laws"])
    (' Did you mean companies?', '')
    """
    near = get_close_matches(word.casefold(), list(known), cutoff=ALIKE)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def show(text: str) -> None:
    """Print a text; a screen at a time on a terminal where it does not fit."""
    is_long = text.count("\n") >= shutil.get_terminal_size().lines
    if is_long and sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text)


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


@contextmanager
def _refusals_said(of: Callable[[], str]) -> Iterator[None]:
    """Print what the system refused a command, with its file, and exit; *of* returns its name.

    A reader that leaves early, as `head` does, is no error, and nothing is printed.
    """
    try:
        yield
    except OSError as error:
        # What waits to be printed would be refused again when the program ends.
        with suppress(OSError), open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        if error.errno == errno.EPIPE:
            sys.exit(UNHEARD)
        # A file names itself in its error; what has no name is what the command prints.
        unnamed = "standard output" if error.filename is None else None
        with suppress(OSError):
            complain(of(), failure_words(error, unnamed))
        sys.exit(UNREADABLE)


class SteadyGroup(click.Group):
    """A group that prints what the system refuses its commands."""

    def invoke(self, ctx: click.Context) -> Any:
        with _refusals_said(lambda: f"{ctx.command_path} {ctx.invoked_subcommand}"):
            return super().invoke(ctx)


class Elsewhere(click.Command):
    """A command that is imported only when it is used: `module:name` in this package."""

    def __init__(self, name: str, source: str, *, short_help: str = "", hidden: bool = False):
        super().__init__(name, short_help=short_help, hidden=hidden)
        self.source = source

    def load(self) -> click.Command:
        module, name = self.source.split(":")
        command = getattr(import_module(f"{__name__}.{module}"), name)
        assert isinstance(command, click.Command)
        return command


class Program(SteadyGroup):
    """The whole program: it imports some commands only when they are used, and lists all in
    sections.
    """

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the command line; `--help` and `--version` are printed already then."""
        with _refusals_said(lambda: "scorer"):
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and print its warnings."""
        warnings = _Warnings()
        logger = logging.getLogger("scorer.service")
        logger.addHandler(warnings)
        try:
            return super().invoke(ctx)
        finally:
            logger.removeHandler(warnings)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name == "club" and not ctx.resilient_parsing and _is_old_club(rest):
            command = FOUNDS_A_CLUB
        return name, command.load() if isinstance(command, Elsewhere) else command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under the headings of `SECTIONS`, and others under More."""
        shown = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                shown[name] = command.get_short_help_str(limit=formatter.width)
        sections = [(heading, [*names]) for heading, names in SECTIONS.items()]
        named = {name for names in SECTIONS.values() for name in names}
        sections.append(("More", [name for name in shown if name not in named]))
        for heading, names in sections:
            rows = [(name, shown[name]) for name in names if name in shown]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


SECTIONS: Mapping[str, tuple[str, ...]] = {
    "At the table": ("serve", "phone", "score", "check", "hand", "rules"),
    "A club and its book": ("club", "book"),
    "Reference": ("help", "corpus"),
}
"""The commands under the headings of the program's help."""


def _is_old_club(args: list[str]) -> bool:
    """Return whether this is `scorer club` as it was before it became a group: a command that
    prints a link.
    """
    return not args or (args[0].startswith("-") and args[0] not in HELP)


HELP = ("-h", "--help")
"""The options that print the help of a command."""


@click.group("scorer", cls=Program, context_settings={"help_option_names": HELP})
@click.version_option(__version__, prog_name="scorer")
def main() -> None:
    """Keep score of Piquet played with real cards, and the ledger of a club. Standard input, exit
    statuses, completion by Tab: scorer help terminal
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # some terminals cannot show every character
            stream.reconfigure(errors="shown as can be")


FOUNDS_A_CLUB = Elsewhere("club", "club:new")
OLD_NAMES = {
    "backup": "book_commands:backup",
    "clubs": "club:clubs",
    "copy": "book_commands:copy",
    "director": "club:director",
    "export": "club:export",
    "heads": "book_commands:heads",
    "import": "club:import_parties",
    "link": "club:link",
    "rehearse": "book_commands:rehearse",
    "restore": "book_commands:restore",
    "standings": "club:standings",
    "verify": "book_commands:verify_book",
}
"""Commands by the names that they had before they were grouped; they work for this version."""

for _name, _source in OLD_NAMES.items():
    main.add_command(Elsewhere(_name, _source, hidden=True))
main.add_command(
    Elsewhere(
        "club",
        "club:group",
        short_help="Run a club: new, list, link, director, standings, export, import.",
    )
)
main.add_command(
    Elsewhere(
        "book",
        "book_commands:group",
        short_help="Keep the book: verify, backup, restore, copy, heads, rehearse.",
    )
)
main.add_command(
    Elsewhere(
        "corpus",
        "corpus_command:corpus",
        short_help="Write deals as JSON, to test other programs.",
    )
)


@dataclass(frozen=True, slots=True)
class Readable(Generic[T]):
    """What was read from a file, how it is printed as JSON and as text, and what is wrong in it."""

    read: T
    document: Callable[[T], Any]
    text: Callable[[T], str]
    problems: Iterable[Problem] = ()

    def print(self, file: str, *, as_json: bool) -> None:
        """Print it as JSON that names its file, or as text."""
        _print(
            self.read,
            lambda read: {"file": file, **self.document(read)},
            self.text,
            as_json=as_json,
        )


def _print_each(
    files: tuple[str, ...], read: Callable[[str], Readable[Any]], *, as_json: bool
) -> NoReturn:
    """Print each file that can be read and what is wrong, and exit with the status of the worst."""
    status = 0
    printed = False
    for name in files:
        try:
            found = read(decoded(read_file(name)))
        except OSError as error:
            click.echo(failure_words(error, called(name)), err=True)
            status = UNREADABLE
            continue
        except Problem as problem:
            status = max(status, _complain(name, problem))
            continue
        if not as_json and printed:
            click.echo()
        if not as_json and len(files) > 1:
            click.echo(f"{called(name)}:")
        found.print(name, as_json=as_json)
        for each in found.problems:
            status = max(status, _complain(name, each))
        printed = True
    sys.exit(status)


@main.command()
@files_argument
@json_lines_option
@click.option(
    "--rules",
    "named",
    metavar='"ID RULE=VALUE..."',
    help="Score it under another ruleset.",
    shell_complete=completion.presets,
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
@files_argument
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
    where = f"{called(name)}:{problem.line}:{problem.column}" if problem.line else called(name)
    return complain(where, problem.message, status=FORBIDDEN if problem.readable else UNREADABLE)


@main.command()
@click.argument("cards", metavar='"AS KS ..."')
@json_option
@click.option(
    "--rules",
    "named",
    default="",
    metavar='"ID RULE=VALUE..."',
    help="The ruleset to count by.",
    shell_complete=completion.presets,
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
@click.argument(
    "named", nargs=-1, metavar="[ID [RULE=VALUE...]]", shell_complete=completion.presets
)
@json_option
def rules(named: tuple[str, ...], as_json: bool) -> None:
    """Print the presets, or one with the source of every value.

    Each RULE=VALUE after the preset is a house rule. What differs is printed first, with the
    presets that play it the same way. Rules that contradict each other are refused with the reason.
    """
    if not named:
        _print(PRESETS.values(), documents.presets, plain_text.presets, as_json=as_json)
        return
    _print(
        _rules(" ".join(named)),
        documents.ruleset,
        plain_text.ruleset,
        as_json=as_json,
        put=show,
    )


def _rules(named: str) -> Ruleset:
    """Return the ruleset of a line; print an error and exit if it cannot be read."""
    try:
        return rules_named(named)
    except ContradictoryRules as error:
        give_up(error)
    except ValueError as error:
        name, *changes = named.split()
        if name not in PRESETS and (question := did_you_mean(name, PRESETS)):
            give_up(f"there is no preset '{name}'.{question}", status=UNREADABLE)
        wrong = [rule for rule in (each.partition("=")[0] for each in changes) if rule not in TYPES]
        question = did_you_mean(wrong[0], TYPES) if wrong else ""
        give_up(f"{error}{'.' if question else ''}{question}", status=UNREADABLE)


@main.command("help")
@click.argument("topic", required=False, shell_complete=completion.topics)
def show_topic(topic: str | None) -> None:
    """Print a topic of the reference, or the list of topics."""
    from ..service.topics import TOPICS
    from .topic_text import text_of

    if topic is None:
        click.echo("Topics, each printed by scorer help TOPIC:\n")
        longest = max(map(len, TOPICS))
        for name, title in TOPICS.items():
            click.echo(f"  {name:<{longest}}  {title}")
        click.echo("\nThe options of a command: scorer COMMAND --help")
    elif topic in TOPICS:
        show(text_of(topic).removesuffix("\n"))
    elif question := did_you_mean(topic, TOPICS):
        give_up(f"there is no topic {topic}.{question}", status=UNREADABLE)
    else:
        give_up(f"there is no topic {topic}; choose one of {', '.join(TOPICS)}", status=UNREADABLE)


def read_file(name: str) -> bytes:
    """Return the content of a file, or of standard input for `-`."""
    return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()


def _print(
    thing: T,
    document: Callable[[T], Any],
    text: Callable[[T], str],
    *,
    as_json: bool,
    put: Callable[[str], None] = click.echo,
) -> None:
    """Print a thing as one line of JSON, or *put* it as text."""
    if not as_json:
        put(text(thing))
        return
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(document(thing), ensure_ascii=not is_unicode))
