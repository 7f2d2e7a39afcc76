"""The options that the commands of the book share, and opening the book."""

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
    """Add the option that names the directory of the book."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("--data", type=kind, help="The directory of the book.")(command)


def club_option(command: Command) -> Command:
    """Add the option that names the club, if there are several."""
    return click.option("--club", "code", metavar="CODE", help="The club, if the book has several.")(command)


@dataclass(frozen=True, slots=True)
class Opened:
    """A book that a command works on."""

    parties: Parties
    services: ClubServices

    @property
    def file(self) -> Path:
        return Path(self.parties.engine.url.database or BOOK)

    def club(self, code: str | None) -> Club:
        """Return the club with this code, or the only one; exit if there is none."""
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
    Open the book in a directory; print an error and exit if it cannot be read or a change is refused.

    Args:
        data: the directory; `None` for the usual one.
        to_read: change neither the book nor anything beside it.
    """
    with explained(), ExitStack() as stack:
        parties = open_to_read(data) if to_read else open_book(data)
        stack.callback(parties.engine.dispose)
        yield Opened(parties, club_services(parties))


@contextmanager
def explained() -> Iterator[None]:
    """Print an error and exit if the book cannot be read, or a change is refused."""
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
    """Return the database's own message, without the SQL statement."""
    return getattr(error, "orig", None) or error


@contextmanager
def bar(many: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal, and nowhere else; the function advances it."""
    with click.progressbar(length=many, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as shown:
        yield shown.update
