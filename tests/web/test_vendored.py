"""What was vendored is what its makers shipped."""

from __future__ import annotations

import base64
import hashlib
import re

from scorer.resources import resource_dir

VENDOR = resource_dir("static") / "vendor"


def test_each_vendored_file_has_the_digest_that_is_written_down() -> None:
    """VENDORED.md names every script here, and its SHA-384 is recomputed."""
    named = dict(
        re.findall(r"^\| `([^`]+)` \|.*`([A-Za-z0-9+/=]{64})` \|$", (VENDOR / "VENDORED.md").read_text(), re.M)
    )
    assert sorted(named) == sorted(path.name for path in VENDOR.glob("*.js"))
    for name, written in named.items():
        digest = hashlib.sha384((VENDOR / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == written
