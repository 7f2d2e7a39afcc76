"""The addresses of the program: the hosts it answers to, and the base address of every link and QR
code.

It answers only to its own host names, which prevents DNS rebinding. Every link and QR code for
phones begins with one base address, whatever host name a page was opened under.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..rules.messages import Text
from ..service.addresses import host_name, is_loopback, is_number
from .errors import error_page


class AddressText(Text):
    """What is said of the addresses of the program; no deal is about them, so no oracle asks it."""

    NOT_REACHABLE = (
        "This program can only be opened on this computer. Start it with scorer serve --lan, or "
        "give --url. This page then shows the QR code."
    )
    NOT_ENCRYPTED = "This connection is not encrypted."
    NOT_ENCRYPTED_ADVICE = (
        "Open {host}/ instead. If you did, the proxy has to send X-Forwarded-Proto."
    )
    FOREIGN = "The form came from another site."
    FOREIGN_ADVICE = (
        "Nothing was recorded. Open the home page, go to the form from there, and send it again. "
        "Behind a proxy, start the program with --url and the address that you open."
    )


NOT_REACHABLE = AddressText.NOT_REACHABLE()
"""Shown instead of a QR code or a link that no phone could open."""

UNCHECKED = frozenset(
    {"static_files.serve", "operations.health", "operations.ready", "operations.metrics"}
)
"""What is answered at every address: the style sheet of the pages below,
and what a server's keeper looks at.
"""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Reached:
    """The addresses of the program, besides the loopback addresses of its own computer.

    Attributes:
        base: the address for phones, without a slash at the end; empty if phones cannot open it.
        lan: whether it is open to the local network.
        names: the host names of this computer.
        proxied: whether phones reach it through a proxy, and only over https.
    """

    base: str = ""
    lan: bool = False
    names: tuple[str, ...] = ()
    proxied: bool = False

    def answers_to(self, host: str) -> bool:
        """Whether *host*, with or without a port, is one of the program's own;
        on a network, every IP address is.
        """
        if "," in host:
            return False  # two Host headers, of which a proxy may have checked the other
        name = host_name(host)
        if is_loopback(name) or name in self.names:
            return True
        is_in_network = self.lan and is_number(name)
        return is_in_network or (name != "" and name == host_name(self.base))


Networks = Sequence[IPv4Network | IPv6Network]

HERE_ONLY = Reached()
"""Only the computer that runs the program can open it."""


def networks(typed: str) -> Networks:
    """Return the networks that are named with commas between them; `ValueError` says what is none.

    >>> networks("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    found = []
    for each in filter(None, typed.replace(",", " ").split()):
        try:
            found.append(ip_network(each))
        except ValueError:
            raise ValueError(
                f"{each} is not an IP address. Give the proxy’s, or its network as 10.0.0.0/8."
            ) from None
    return tuple(found)


def outward(endpoint: str, **values: Any) -> str:
    """Return the address of a page for phones; empty if phones cannot open the program."""
    base = _reached().base
    return f"{base}{url_for(endpoint, **values)}" if base else ""


def redirect_to(endpoint: str, **values: Any) -> Response:
    return redirect(url_for(endpoint, **values), 303)


def is_own_address(typed: str) -> bool:
    """Whether an address leads to this program: it names no host, or one of its own."""
    host = host_name(typed) if "//" in typed else ""
    return not host or _reached().answers_to(host)


def is_reachable() -> bool:
    return bool(_reached().base)


def _reached() -> Reached:
    return cast("Reached", current_app.config["REACHED"])


def _check() -> tuple[str, int] | None:
    reached = _reached()
    host = request.host
    if request.endpoint in UNCHECKED:
        return None
    if not reached.answers_to(host):
        here = f"http://127.0.0.1:{request.environ.get('SERVER_PORT', '')}/"
        page = render_template("wrong_address.html", host=host[:100], base=reached.base, here=here)
        return page, 400
    if reached.proxied and not request.is_secure:
        advice = AddressText.NOT_ENCRYPTED_ADVICE(host=reached.base)
        return error_page(400, AddressText.NOT_ENCRYPTED(), advice)
    if any("\0" in text for text in (request.path, *request.args.values(), *request.form.values())):
        abort(400)  # PostgreSQL stores no such character, and nobody types it
    if request.method in SAFE:
        return None
    source = request.headers.get("Origin") or request.headers.get("Referer")
    if source is None or _origin_host(source) in (host.lower(), _origin_host(reached.base)):
        return None
    return error_page(403, AddressText.FOREIGN(), AddressText.FOREIGN_ADVICE())


def _origin_host(address: str) -> str:
    """Return the host and port of an address; `-` if it has none, as `null`;
    empty if it cannot be read.
    """
    try:
        return urlsplit(address).netloc.lower() or "-"
    except ValueError:
        return "-"


def init_app(app: Flask) -> None:
    """Refuse foreign hosts and origins, and what cannot be stored, before anything else."""
    app.before_request(_check)
    app.jinja_env.globals["not_reachable"] = NOT_REACHABLE
