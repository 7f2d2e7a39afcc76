"""Notices: what the next page says of the request before it, each with its kind.

A notice without a kind would look like a failure, so `flask.flash` is called here alone.
"""

from __future__ import annotations

from flask import flash

from ..rules.messages import Message

DONE = "done"
PROBLEM = "problem"
"""The kinds of notices, by which pages show them: a status, or an alert."""


def done(message: Message | str) -> None:
    """Say on the next page what was done, in the language of the form that did it."""
    _flash(message, DONE)


def problem(message: Message | str) -> None:
    """Say on the next page what could not be done, and what to do instead."""
    _flash(message, PROBLEM)


def _flash(message: Message | str, kind: str) -> None:
    # a string may be markup, which it is not once it is formatted
    flash(str(message) if isinstance(message, Message) else message, kind)
