"""Notices: what the next page says of the request before it, each with its kind.

A notice without a kind would look like a failure, so `flask.flash` is called here alone.
"""

from __future__ import annotations

from flask import flash

DONE = "done"
PROBLEM = "problem"
"""The kinds of notices, by which pages show them: a status, or an alert."""


def done(message: str) -> None:
    """Say on the next page what was done."""
    flash(message, DONE)


def problem(message: str) -> None:
    """Say on the next page what could not be done, and what to do instead."""
    flash(message, PROBLEM)
