"""Addresses that the program is given: the one at the start of every link,
and which of them a phone can open.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit


@lru_cache(maxsize=64)  # every request asks for the same
def host_name(address: str) -> str:
    """Return the host name of an address or a Host header; empty if it has none."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""


@lru_cache(maxsize=64)
def is_loopback(name: str) -> bool:
    """Whether a host name means the computer itself."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return is_number(name) and (ip_address(name).is_loopback or ip_address(name).is_unspecified)


def is_number(name: str) -> bool:
    """Whether a host name is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def base_address(typed: str) -> str:
    """Return the base address of all links for the value of `--url`;
    `ValueError` says why phones cannot open it.
    """
    try:
        parts = urlsplit(typed.strip())
        is_address = (
            parts.scheme in ("http", "https") and "@" not in parts.netloc and parts.port != 0
        )
    except ValueError:
        is_address = False
    if not is_address or not parts.hostname:
        raise ValueError(f"{typed} is not an address. Give one like http://192.168.1.20:8421.")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(
            f"{typed} is the address of a page. Give it without anything after the host and port."
        )
    if is_loopback(parts.hostname):
        raise ValueError(
            f"{typed} can only be opened on this computer. Give the address that phones open."
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"
