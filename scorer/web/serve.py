"""Serve the pages of a book in one process, without configuration.

What several processes need, `scorer.wsgi` has for any WSGI server. Both are made of the parts here.
"""

from __future__ import annotations

import errno
import gc
import os
import select
import signal
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, cast
from weakref import WeakSet
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import click
import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from waitress import create_server
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.proxy_headers import proxy_headers_middleware
from waitress.receiver import FixedStreamReceiver
from waitress.server import BaseWSGIServer
from waitress.utilities import Error, RequestEntityTooLarge

from ..resources import Location
from ..service.addresses import base_address, is_loopback
from ..service.club.services import ClubServices
from ..service.files import failure_words
from ..service.keeping import (
    Unusable,
    data_directory,
    location_name,
    note_address,
    open_parties,
    secret_key,
)
from ..table.entering import NotAllowed
from . import create_app
from .address import Networks, Reached, networks
from .errors import PAGES
from .extensions import LARGEST_FORM, Largest, largest_by_path
from .operations import SEVERAL, log_as_json, measure

try:
    import resource
except ImportError:  # Windows has none, and no limit to raise
    resource = None  # type: ignore[assignment]

THREADS = 8
"""Requests answered at the same time; a tap takes a few milliseconds."""

CONNECTIONS = 2000
"""Maximum open connections; a browser holds one to six."""

OTHER_FILES = 200
"""Open files besides connections, mostly the database's: three for each connection to it."""

WAITING = 1024
"""Maximum connections that wait to be accepted."""

IDLE = 30
"""Seconds until a connection on which nothing arrives is closed."""


# The bodies of requests. Nobody is asked who they are before a body is stored. What strangers can
# fill the disk with is bounded by the length that the page takes, which waitress does not know, and
# by the number of long ones.


READ_ANYWAY = 1024 * 1024
"""Bytes of a form that is too long, up to which it is read and thrown away.

A browser shows no answer that arrives before it has sent the whole form.
"""

MOST_LARGE = 4
"""Maximum bodies longer than a form that are received or answered at once."""


class TooLong(RequestEntityTooLarge):  # type: ignore[misc]  # waitress has no types
    """The answer to a body that is refused before all of it is read."""

    def __init__(self) -> None:
        super().__init__(" ".join(map(str, PAGES[413])))


class Crowded(Error):  # type: ignore[misc]
    """The answer to a long body while others are being received."""

    code = 503
    reason = "Service Unavailable"

    def __init__(self) -> None:
        super().__init__(
            "Others are sending files. Nothing was recorded. Wait a moment, then send it again."
        )


class Discarded(OverflowableBuffer):  # type: ignore[misc]
    """Stores nothing of the body of a request."""

    def append(self, s: bytes) -> None:
        pass


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request that is refused as soon as its header says that the body is too long."""

    adj: Any
    error: Error | None

    def __init__(self, adj: Any, largest: Largest, others: WeakSet[Parser]) -> None:
        """Take what finds the length that a page takes, and the large ones of *others*."""
        super().__init__(adj)
        self.largest = largest
        self.others = others
        self.refused: Error | None = None

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            self.refused = TooLong()  # a body in chunks says its length only as it arrives
        if self.refused is not None and self.error is not self.refused:
            self.error = self.refused
            self.completed = True
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked or self.content_length > LARGEST_FORM:
            self._limit(self.largest(self.command, self.path))

    def _limit(self, most: int) -> None:
        """Take a body of *most* bytes; a longer one is refused, or not stored."""
        if most > LARGEST_FORM:
            if len(self.others) >= MOST_LARGE:
                self.refused = Crowded()
            else:
                self.others.add(self)  # until it is answered, and nothing holds it any more
        elif most < self.content_length <= READ_ANYWAY:
            self.body_rcv = FixedStreamReceiver(self.content_length, Discarded(0))
            most = READ_ANYWAY  # the application refuses it by its length
        self.adj = copy(self.adj)
        self.adj.max_request_body_size = most + 1


def make_server(app: Flask, host: str, port: int) -> BaseWSGIServer:
    return serve_on(listen(host, port), app)


class CannotListen(Exception):
    """The system does not let the program listen on a port;
    the message says why, and what to do.
    """


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; `CannotListen` if the system refuses it."""
    try:
        return socket.create_server((host, port), backlog=WAITING)
    except OSError as error:
        raise CannotListen(_listening_words(error, host, port)) from None


def _listening_words(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use by another program. Stop that one, or choose another port "
            f"with --port."
        )
    if error.errno == errno.EACCES:
        return f"Only an administrator may use port {port}. Choose one above 1023 with --port."
    return f"Port {port} of {host}: {os.strerror(error.errno or 0)}. Choose another with --port."


def serve_on(listener: socket.socket, app: Flask, proxies: Networks = ()) -> BaseWSGIServer:
    """Return a server on a listening socket, which a thousand idle or slow connections do not
    delay.

    What the forwarded headers of a request say is believed if it comes from one of *proxies*, and
    else removed.
    """
    largest = largest_by_path(app)
    large = WeakSet[Parser]()

    class Channel(HTTPChannel):  # type: ignore[misc]
        @staticmethod
        def parser_class(adj: Any) -> Parser:
            return Parser(adj, largest, large)

    server = create_server(
        believe(app, proxies),
        sockets=[listener],
        clear_untrusted_proxy_headers=False,  # `believe` does, and knows more than one proxy
        threads=THREADS,
        connection_limit=_room_for_connections(),
        # select() handles only the first 1,024 files; Windows has nothing else
        asyncore_use_poll=hasattr(select, "poll"),
        channel_timeout=IDLE,
        cleanup_interval=IDLE // 3,
    )
    server.channel_class = Channel
    # What is loaded by now stays, so the garbage collector need not pass over it again and again
    gc.freeze()
    return cast("BaseWSGIServer", server)


def believe(app: WSGIApplication, proxies: Networks) -> WSGIApplication:
    """Return the application behind these proxies:
    the address of the visitor and `https` are what they forward.
    """
    forwarded = {"x-forwarded-for", "x-forwarded-proto"}
    behind = proxy_headers_middleware(app, trusted_proxy="*", trusted_proxy_headers=forwarded)
    alone = proxy_headers_middleware(app)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # a Unix socket has no address; whoever may open it is on this computer
        sender = ip_address(environ["REMOTE_ADDR"] or "127.0.0.1")
        chosen = behind if any(sender in network for network in proxies) else alone
        return cast("Iterable[bytes]", chosen(environ, start_response))

    return answer


def _room_for_connections() -> int:
    """Raise the limit of open files and return how many connections it allows."""
    if resource is None:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(soft - OTHER_FILES, soft // 2)


NOT_ENCRYPTED = (
    "The connection is not encrypted. Anyone on this network can read passwords, PINs and "
    "sign-in cookies. "
    "Use a network that you trust."
)
NO_NETWORK = (
    "This computer is on no network, so phones cannot open the program. Connect it and "
    "restart, or give --url."
)
NOT_FOR_PHONES = (
    "Only this computer can open the program. For phones, start it with scorer "
    "serve --lan, or give --url."
)


NO_QR_CODE = (
    "This terminal cannot show a QR code. Type the address on the phone, or set PYTHONUTF8=1 and "
    "start again."
)


def shows_blocks(encoding: str) -> bool:
    """Whether a terminal with this encoding can show the halves of which a QR code is made."""
    try:
        "▀▄█".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def application(data: Path, reached: Reached, database: str = "") -> Flask:
    """Return the pages of a book; one of an older version is backed up
    and migrated first, which it says.
    """
    return create_app(open_parties(data, database, announce=click.echo), secret_key(data), reached)


def lan_address() -> str:
    """Return this machine's address in the local network, found without sending anything;
    empty if it has none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(found) else found


class WrongSetting(ValueError):
    """An option, or a variable of the environment, has a value that is of no use; the message says
    why.
    """

    def __init__(self, setting: str, why: object) -> None:
        super().__init__(str(why))
        self.setting = setting


SHORTEST_TOKEN = 16
"""Characters of a token that cannot be guessed."""


def understood(
    *, url: str, behind_proxy: str, metrics_token: str, lan: bool = False, port: int = 0
) -> tuple[Reached, Networks]:
    """Return the addresses of the program, and the proxies that it trusts;
    `WrongSetting` says what is wrong.
    """
    try:
        proxies = networks(behind_proxy)
    except ValueError as error:
        raise WrongSetting("behind-proxy", error) from None
    if metrics_token and len(metrics_token) < SHORTEST_TOKEN:
        raise WrongSetting("metrics-token", f"Give at least {SHORTEST_TOKEN} characters.")
    if proxies and not url.startswith("https://"):
        raise WrongSetting(
            "url",
            "Behind a proxy, give the address that phones open, such as "
            "https://piquet.example.org.",
        )
    try:
        base = base_address(url) if url else _base_in_network(port, lan=lan)
    except ValueError as error:
        raise WrongSetting("url", error) from None
    name = socket.gethostname().lower()
    return Reached(base, lan, (name, f"{name}.local") if lan else (), bool(proxies)), proxies


def _base_in_network(port: int, *, lan: bool) -> str:
    found = lan_address() if lan else ""
    return f"http://{found}:{port}" if found else ""


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


def watch(app: Flask, *, log: str, token: str) -> None:
    """Write the log, and measure what is done."""
    if log == "json":
        log_as_json(app)
    if not token:
        return
    together = os.environ.get(SEVERAL)
    if together and not Path(together).is_dir():
        raise Unusable(f"{SEVERAL} is {together}, which is no directory. Make it, or name another.")
    try:
        measure(app, token)
    except ImportError:
        raise Unusable(
            "Metrics need a library. Install it with: pip install 'piquet-scorer[metrics]'"
        ) from None


class CannotServe(Exception):
    """The pages cannot be served; the message says why, and mostly what to do."""

    def __init__(self, why: object, status: int = 1) -> None:
        super().__init__(str(why))
        self.status = status


@contextmanager
def in_words(where: Location) -> Iterator[None]:
    """Raise `CannotServe` for what the system, the book or its database refuses."""
    try:
        yield
    except OSError as error:
        raise CannotServe(failure_words(error)) from None
    except SQLAlchemyError as error:
        why = getattr(error, "orig", None) or error
        advice = "Check that the disk has room and that this account may write there."
        raise CannotServe(f"{location_name(where)}: {why}. {advice}") from None
    except Unusable as error:
        raise CannotServe(error, status=2) from None
    except (NotAllowed, CannotListen) as error:
        raise CannotServe(error) from None


def run(
    where: Location,
    port: int,
    *,
    lan: bool,
    url: str,
    behind_proxy: str,
    log: str,
    metrics_token: str,
) -> None:
    """Serve until interrupted; print the address, its QR code,
    and a warning if nothing is encrypted.
    """
    os.umask(0o077)
    signal.signal(signal.SIGTERM, _end)
    try:
        reached, proxies = understood(
            url=url, behind_proxy=behind_proxy, metrics_token=metrics_token, lan=lan, port=port
        )
    except WrongSetting as error:
        raise click.BadParameter(str(error), param_hint=f"--{error.setting}") from None
    try:
        with in_words(where):
            data = data_directory(where.data)
            app = application(data, reached, where.database)
            watch(app, log=log, token=metrics_token)
            listener = listen("0.0.0.0" if lan else "127.0.0.1", port)
            # what may still fail comes before the first word of an address
            set_up = new_set_up(app)
            note_address(data, reached.base or f"http://127.0.0.1:{port}")
    except CannotServe as error:
        click.echo(f"scorer serve: {error}", err=True)
        sys.exit(error.status)
    announce(reached, port, set_up, has_url=bool(url))
    app.extensions["cleaner"].wake()  # the last run may have ended before it was done
    serve_on(listener, app, proxies).run()


def new_set_up(app: Flask) -> str:
    """End earlier links that found a club, even if there is a club;
    return a new one, or nothing if there is one.
    """
    services: ClubServices = app.extensions["clubs"]
    token = services.clubs.new_setup_link()
    return "" if services.clubs.clubs() else f"set-up/{token}"


def announce(reached: Reached, port: int, set_up: str, *, has_url: bool) -> None:
    """Print the address, its QR code, and the link that founds a club if there is none yet."""
    here = f"http://127.0.0.1:{port}/"
    address = f"{reached.base}/"
    served = here if has_url or not reached.base else address
    click.echo(f"Piquet is served at {served}{' to the proxy' * reached.proxied}")
    if has_url:
        click.echo(f"Phones open it at {address}")
    if reached.base and not shows_blocks(sys.stdout.encoding):
        click.echo(NO_QR_CODE)
    elif reached.base:
        segno.make(address).terminal(compact=True)
    else:
        click.echo(NO_NETWORK if reached.lan else NOT_FOR_PHONES)
    if reached.lan and not reached.proxied:
        click.echo(NOT_ENCRYPTED)
    if set_up:
        link = f"{address if reached.base else here}{set_up}"
        click.echo(
            f"To found a club, open this link, which works for one club, until the next start: "
            f"{link}"
        )
    click.echo("Press Ctrl+C to stop.")
