"""
Where the program is reached: the hosts it answers to, and the base address of every link and QR code.

It answers only to its own names, so that no other site can have its name
lead here and act on this machine or network (DNS rebinding). What leads a
phone here begins with one address, whatever name a page was opened under.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, current_app, render_template, request, url_for

NOT_REACHABLE = (
    "This program can only be opened on this computer. Start it with scorer serve --lan, or give --url. "
    "Then this page shows the QR code."
)
"""What a page says in place of a QR code or a link that no phone could open."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Reached:
    """
    How the program is reached, beside the loopback addresses of its own computer.

    Attributes:
        base: where phones open it, without a slash at the end; empty if they cannot.
        lan: whether the local network reaches it.
        names: what this computer is called in its network.
    """

    base: str = ""
    lan: bool = False
    names: tuple[str, ...] = ()

    def answers_to(self, host: str) -> bool:
        """Whether *host*, with or without a port, is one of the program's own; every number is, in a network."""
        name = host_name(host)
        numeric = self.lan and _is_number(name)
        return is_loopback(name) or numeric or name in self.names or (bool(name) and name == host_name(self.base))


HERE_ONLY = Reached()
"""Only the computer that serves can open it."""


def host_name(address: str) -> str:
    """The name of the host in an address, or in what a Host header says; empty if it has none."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""


def is_loopback(name: str) -> bool:
    """Whether only the computer itself is reached by this name of a host."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return _is_number(name) and (ip_address(name).is_loopback or ip_address(name).is_unspecified)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def base_address(typed: str) -> str:
    """
    The base of all links from what was typed for `--url`.

    Raises:
        ValueError: it is no address that a phone can open; the message says why.
    """
    try:
        parts = urlsplit(typed.strip())
        is_address = parts.scheme in ("http", "https") and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or not parts.hostname:
        raise ValueError(f"{typed} is no address. Give one like http://192.168.1.20:8421.")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"{typed} names a page. Give the address without anything after the host and port.")
    if is_loopback(parts.hostname):
        raise ValueError(f"{typed} can only be opened on this computer. Give the address that phones open.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def outward(endpoint: str, **values: Any) -> str:
    """The address of a page as a phone opens it; empty if phones cannot open the program."""
    base = _reached().base
    return f"{base}{url_for(endpoint, **values)}" if base else ""


def is_reachable() -> bool:
    """Whether phones can open the program."""
    return bool(_reached().base)


def _reached() -> Reached:
    return cast("Reached", current_app.config["REACHED"])


def _check() -> tuple[str, int] | None:
    reached, host = _reached(), request.host
    if request.endpoint == "static_files.serve":  # nobody's secret, and the page below is drawn with it
        return None
    if not reached.answers_to(host):
        here = f"http://127.0.0.1:{request.environ.get('SERVER_PORT', '')}/"
        return render_template("wrong_address.html", host=host[:100], base=reached.base, here=here), 400
    if request.method in SAFE:
        return None
    source = request.headers.get("Origin") or request.headers.get("Referer")
    if source is None or _place(source) in (host.lower(), _place(reached.base)):
        return None
    advice = (
        "Nothing was recorded. Open the first page, go to the form from there, and send it again. "
        "If you open the program through a proxy, it has to be started with --url and the address that you open."
    )
    return render_template("error.html", title="That form came from another site.", advice=advice, code=None), 403


def _place(address: str) -> str:
    """The host and port of an address, or nothing if it has none, as `null`."""
    try:
        return urlsplit(address).netloc.lower() or "-"
    except ValueError:
        return "-"


def init_app(app: Flask) -> None:
    """Refuse foreign hosts and forms before anything else is asked."""
    app.before_request(_check)
    app.jinja_env.globals["not_reachable"] = NOT_REACHABLE
