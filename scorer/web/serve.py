"""Serve the pages of a book, without configuration, in one process or several."""

from __future__ import annotations

import errno
import gc
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from copy import copy
from functools import partial
from ipaddress import ip_address
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import FrameType
from typing import Any, NoReturn, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import click
import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from waitress import create_server
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.proxy_headers import proxy_headers_middleware
from waitress.receiver import FixedStreamReceiver
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask
from waitress.utilities import Error, RequestEntityTooLarge

from ..resources import Location
from ..service.addresses import base_address, is_loopback
from ..service.book import (
    Unusable,
    data_directory,
    location_name,
    note_address,
    open_parties,
    secret_key,
)
from ..service.club.services import ClubServices
from ..service.files import failure_words
from ..table.entering import NotAllowed
from . import create_app
from .address import Networks, Reached, networks
from .errors import PAGES
from .extensions import LARGEST_FORM, Largest, largest_by_path
from .operations import SEVERAL, log_as_json, measure

THREADS = 8
"""Requests answered at the same time; a tap takes a few milliseconds."""

CONNECTIONS = 2000
"""Maximum open connections; a browser holds one to six."""

FROM_ONE = 200
"""Maximum open connections from one network address that is no proxy:
a club's phones have each their own.
"""

OTHER_FILES = 200
"""Open files besides connections, mostly the database's: three for each connection to it."""

WAITING = 1024
"""Maximum connections that wait to be accepted."""

IDLE = 30
HEADER = 10
REQUEST = 60
"""Seconds until a connection is closed: idle, without a complete header,
without a complete request.
"""


COLLECTED_AFTER = 20_000
"""New objects after which the garbage collector looks for some to free;
at its own 700 it took a twentieth of a tap.
"""


READ_ANYWAY = 1024 * 1024
"""Bytes of a form that is too long, up to which it is read and thrown away.

A browser shows no answer that arrives before it has sent the whole form.
"""

MOST_LARGE = 4
"""Maximum bodies longer than a form that are received at once;
together with their length it bounds what is stored.
"""


class TooLong(RequestEntityTooLarge):  # type: ignore[misc]  # waitress has no types
    """The answer to a body that is refused before all of it is read."""

    def __init__(self) -> None:
        super().__init__(" ".join(PAGES[413]))


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
    """A request that is refused as soon as its header says that the body is too long,
    or says its end in two ways.
    """

    adj: Any
    error: Error | None
    is_large = False
    refused: Error | None = None

    def __init__(self, adj: Any, largest: Largest, has_room: Callable[[], bool]) -> None:
        super().__init__(adj)
        self.largest = largest
        self.has_room = has_room

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
        in_chunks = (
            self.chunked or "TRANSFER_ENCODING" in self.headers
        )  # which HTTP/1.0 does not know
        if in_chunks and ("CONTENT_LENGTH" in self.headers or self.version == "1.0"):
            raise ParsingError("The end of the request is said in two ways.")
        if "," in self.headers.get("HOST", ""):
            raise ParsingError("The request has two hosts.")
        if self.chunked or self.content_length > LARGEST_FORM:
            self._limit(self.largest(self.command, self.path))

    def _limit(self, most: int) -> None:
        """Take a body of *most* bytes; a longer one is refused, or not stored."""
        self.is_large = most > LARGEST_FORM
        if self.is_large and not self.has_room():
            self.refused = Crowded()
        elif self.content_length > most and self.content_length <= READ_ANYWAY:
            self.body_rcv = FixedStreamReceiver(self.content_length, Discarded(0))
            most = READ_ANYWAY  # the application refuses it by its length
        self.adj = copy(self.adj)
        self.adj.max_request_body_size = most + 1


class Task(WSGITask):  # type: ignore[misc]
    """A response that keeps the connection open;
    waitress closes it after every response without a body.
    """

    def set_close_on_finish(self) -> None:
        """Close after this response, except a 204 or 304, which is complete without a length."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version == "1.0":
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed if a request arrives too slowly,
    or if its address has too many.
    """

    task_class = Task
    begun = 0.0

    def __init__(
        self, server: Any, sock: socket.socket, addr: tuple[str, int], *rest: Any, **named: Any
    ) -> None:
        super().__init__(server, sock, addr, *rest, **named)
        sender = ip_address(addr[0])
        same = sum(each.addr[0] == addr[0] for each in server.active_channels.values())
        self.will_close = same > FROM_ONE and not any(
            sender in network for network in server.proxies
        )
        self.parser_class = partial(Parser, largest=server.largest, has_room=self._has_room)

    def _has_room(self) -> bool:
        """Return whether another long body may be received."""
        channels: list[Channel] = list(self.server.active_channels.values())
        return sum(each.holds_large() for each in channels) < MOST_LARGE

    def holds_large(self) -> bool:
        """Return whether this connection sends or sent a long body that is not answered yet."""
        held: list[Parser] = [each for each in (self.request, *self.requests) if each is not None]
        return any(each.is_large for each in held)

    def received(self, data: bytes) -> bool:
        now = time.monotonic()
        if self.request is None:
            self.begun = now
        elif now - self.begun > (REQUEST if self.request.headers_finished else HEADER):
            self.will_close = True
        return bool(super().received(data))


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


def listen_for_each(host: str, port: int, processes: int) -> list[socket.socket]:
    """Return a listening socket for each process.

    The kernel shares the connections out. On one socket, the process that wakes first would take
    all of a few phones.
    """
    alone = listen(host, port)  # refused if another program listens there
    if processes == 1:
        return [alone]
    alone.close()
    return [
        socket.create_server((host, port), backlog=WAITING, reuse_port=True)
        for _ in range(processes)
    ]


def serve_on(listener: socket.socket, app: Flask, proxies: Networks = ()) -> BaseWSGIServer:
    """Return a server on a listening socket, which a thousand idle or slow connections do not
    delay.

    What the forwarded headers of a request say is believed if it comes from one of *proxies*, and
    else removed.
    """
    server = create_server(
        believe(app, proxies),
        sockets=[listener],
        clear_untrusted_proxy_headers=False,  # `believe` does, and knows more than one proxy
        threads=THREADS,
        connection_limit=_room_for_connections(),
        asyncore_use_poll=True,  # select() handles only the first 1,024 files
        channel_timeout=IDLE,
        cleanup_interval=IDLE // 3,
    )
    server.channel_class = Channel
    server.proxies = proxies
    server.largest = largest_by_path(app)
    gc.freeze()  # what was imported stays, and need not be looked at again
    gc.set_threshold(COLLECTED_AFTER)
    return cast("BaseWSGIServer", server)


def believe(app: Flask, proxies: Networks) -> WSGIApplication:
    """Return the application behind these proxies:
    the address of the visitor and `https` are what they forward.
    """
    forwarded = {"x-forwarded-for", "x-forwarded-proto"}
    behind = proxy_headers_middleware(app, trusted_proxy="*", trusted_proxy_headers=forwarded)
    alone = proxy_headers_middleware(app)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sender = ip_address(environ["REMOTE_ADDR"])
        chosen = behind if any(sender in network for network in proxies) else alone
        return cast("Iterable[bytes]", chosen(environ, start_response))

    return answer


def _room_for_connections() -> int:
    """Raise the limit of open files and return how many connections it allows."""
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


def application(data: Path, reached: Reached, database: str = "") -> Flask:
    """Return the pages of a book; one of an older version is copied
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


def reached_by(port: int, *, lan: bool, url: str, proxied: bool) -> Reached:
    """Return the addresses of the program that listens on *port*;
    `ValueError` says why phones cannot open *url*.
    """
    if proxied and not url.startswith("https://"):
        raise ValueError(
            "Behind a proxy, give the address that phones open, such as --url "
            "https://piquet.example.org."
        )
    found = lan_address() if lan and not url else ""
    base = base_address(url) if url else f"http://{found}:{port}" if found else ""
    name = socket.gethostname().lower()
    return Reached(base, lan, (name, f"{name}.local") if lan else (), proxied)


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


SHORTEST_TOKEN = 16
"""Characters of a token that cannot be guessed."""


def watch(app: Flask, *, log: str, token: str, together: str) -> None:
    """Write the log, and measure what is done;
    several processes measure in the directory *together*.
    """
    if log == "json":
        log_as_json(app)
    if token and together:
        os.environ[SEVERAL] = together  # the library reads it when it is imported
    if token:
        try:
            measure(app, token)
        except ImportError:
            raise Unusable(
                "Metrics need a library. Install it with: pip install 'piquet-scorer[metrics]'"
            ) from None


def run(
    where: Location,
    port: int,
    *,
    lan: bool,
    url: str,
    behind_proxy: str,
    processes: int,
    log: str,
    metrics_token: str,
) -> None:
    """Serve until interrupted; print the address, its QR code,
    and a warning if nothing is encrypted.
    """
    os.umask(0o077)
    signal.signal(signal.SIGTERM, _end)
    try:
        proxies = networks(behind_proxy)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--behind-proxy") from None
    try:
        reached = reached_by(port, lan=lan, url=url, proxied=bool(proxies))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--url") from None
    if metrics_token and len(metrics_token) < SHORTEST_TOKEN:
        raise click.BadParameter(
            f"Give at least {SHORTEST_TOKEN} characters.", param_hint="--metrics-token"
        )
    with (
        TemporaryDirectory(prefix="scorer-")
        if metrics_token and processes > 1
        else nullcontext("") as together
    ):
        try:
            data = data_directory(where.data)
            app = application(data, reached, where.database)
            watch(app, log=log, token=metrics_token, together=together)
            listeners = listen_for_each("0.0.0.0" if lan else "127.0.0.1", port, processes)
            # what may still fail comes before the first word of an address
            set_up = new_set_up(app)
            note_address(data, reached.base or f"http://127.0.0.1:{port}")
        except OSError as error:
            _give_up(failure_words(error))
        except SQLAlchemyError as error:
            why = getattr(error, "orig", None) or error
            advice = "Check that the disk has room and that this account may write there."
            _give_up(f"{location_name(where)}: {why}. {advice}")
        except Unusable as error:
            _give_up(error, status=2)
        except (NotAllowed, CannotListen) as error:
            _give_up(error)
        announce(reached, port, set_up, has_url=bool(url))

        def answer(process: int) -> None:
            app.extensions["cleaner"].wake()  # the last run may have ended before it was done
            serve_on(listeners[process], app, proxies).run()

        if processes == 1:
            answer(0)
        else:
            app.extensions[
                "parties"
            ].engine.dispose()  # a connection belongs to the process that opened it
            keep_running(answer, processes)


def _give_up(why: object, *, status: int = 1) -> NoReturn:
    click.echo(f"scorer serve: {why}", err=True)
    sys.exit(status)


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
    if reached.base:
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


# Several processes


REPLACED_AFTER = 0.5
"""Seconds until a process that ended is replaced,
so that one that ends at once does not keep the machine busy.
"""

WAITED_FOR = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM}

GRACE = 10.0
"""Seconds that processes have to end, before they are killed."""


def keep_running(work: Callable[[int], None], processes: int) -> None:
    """Do *work* in this number of processes, each with its index, until this one is asked to end;
    replace each that ends.

    They end with this process, however it ends.
    """
    context = get_context("fork")

    def started(index: int) -> BaseProcess:
        process = context.Process(target=_work, args=(work, index))
        process.start()
        return process

    signal.pthread_sigmask(
        signal.SIG_BLOCK, WAITED_FOR
    )  # none arrives while a process is being started
    running = [started(index) for index in range(processes)]
    while signal.sigwait(WAITED_FOR) == signal.SIGCHLD:
        time.sleep(REPLACED_AFTER)
        if signal.sigpending() & WAITED_FOR - {signal.SIGCHLD}:
            continue  # all of them were asked to end at once, as systemd does
        for index, each in enumerate(running):
            if not each.is_alive():
                click.echo(
                    f"Process {each.pid} ended with status {each.exitcode} and is replaced.",
                    err=True,
                )
                running[index] = started(index)
    for each in running:
        each.terminate()
    for each in running:
        each.join(GRACE)
        each.kill()


def _work(work: Callable[[int], None], index: int) -> None:
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl+C reaches every process, and the parent ends the others
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WAITED_FOR)
    Thread(target=_end_with_parent, daemon=True).start()
    work(index)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
