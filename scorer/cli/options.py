"""What the commands of the book share: their options, and the book and the club they are about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy.exc import SQLAlchemyError

from ..service.book import BOOK, Unusable, open_book, open_to_read
from ..service.club.clubs import Club, NoSuchClub
from ..service.club.services import ClubServices, club_services
from ..service.opening import NotAllowed
from ..service.parties import Parties
from .complaints import UNREADABLE, give_up

Command = TypeVar("Command", bound=Callable[..., object])


def data_option(command: Command) -> Command:
    """The option that names the directory of the book."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("--data", type=kind, help="The directory of the book.")(command)


def club_option(command: Command) -> Command:
    """The option that names the club, if there are several."""
    return click.option("--club", "code", metavar="CODE", help="The club, if the book has several.")(command)


@dataclass(frozen=True, slots=True)
class Opened:
    """
    A book that a command works on.

    Attributes:
        parties: its parties.
        services: the use cases of its clubs.
    """

    parties: Parties
    services: ClubServices

    @property
    def file(self) -> Path:
        """The file of its database."""
        return Path(self.parties.engine.url.database or BOOK)

    def club(self, code: str | None) -> Club:
        """The club with this code, or the only one; without one the command ends."""
        try:
            clubs = self.services.clubs.clubs() if code is None else [self.services.clubs.club(code)]
        except NoSuchClub:
            give_up(f"no club has the code {code}")
        if not clubs:
            give_up("no club has been founded; scorer club prints a link that founds one")
        if len(clubs) > 1:
            named = ", ".join(f"{each.code} ({each.name})" for each in clubs)
            give_up(f"there are several clubs; name one with --club: {named}")
        return clubs[0]


@contextmanager
def opened(data: Path | None, *, to_read: bool = False) -> Iterator[Opened]:
    """
    The book in a directory; whatever keeps it from being read or a verb from being done is said, and ends it.

    Args:
        data: the directory as it was asked for.
        to_read: change neither the book nor anything beside it.
    """
    with explained(), ExitStack() as stack:
        parties = open_to_read(data) if to_read else open_book(data)
        stack.callback(parties.engine.dispose)
        yield Opened(parties, club_services(parties))


@contextmanager
def explained() -> Iterator[None]:
    """Say what keeps a book from being opened or read, or a verb from being done, and end the command."""
    try:
        yield
    except NotAllowed as error:
        give_up(error)
    except Unusable as error:
        give_up(error, status=UNREADABLE)
    except OSError as error:
        give_up(f"{error.filename}: {error.strerror}", status=UNREADABLE)
    except SQLAlchemyError as error:
        give_up(f"the book cannot be used: {reason(error)}", status=UNREADABLE)
    except ValueError as error:
        give_up(f"the book is damaged, and scorer verify says where: {error}", status=UNREADABLE)


def reason(error: SQLAlchemyError) -> object:
    """What the database says is wrong, without the statement that found it."""
    return getattr(error, "orig", None) or error


@contextmanager
def bar(many: int, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, told how much more is done; nothing where nobody looks on."""
    with click.progressbar(length=many, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as shown:
        yield shown.update
