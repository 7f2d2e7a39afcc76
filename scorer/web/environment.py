"""The pages of a book as variables of the environment set them up, for `scorer.wsgi`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, request_started

from ..resources import Location
from ..service.keeping import data_directory, note_address
from ..service.parties import Parties
from .serve import (
    CannotServe,
    WrongSetting,
    application,
    believe,
    in_words,
    understood,
    watch,
)

LOGS = ("plain", "json")

DO_NOT_RETRY = 3
"""The exit status by which gunicorn knows that another worker would fail as well."""


def configured(environment: Mapping[str, str]) -> Flask:
    """Return the pages that variables describe; `CannotServe` says which of them is of no use."""
    data = environment.get("SCORER_DATA", "")
    where = Location(Path(data) if data else None, environment.get("SCORER_DATABASE", ""))
    token = environment.get("SCORER_METRICS_TOKEN", "")
    log = environment.get("SCORER_LOG", "plain")
    if log not in LOGS:
        raise CannotServe(f"SCORER_LOG: {log} is not one of {', '.join(LOGS)}.")
    try:
        reached, proxies = understood(
            url=environment.get("SCORER_URL", ""),
            behind_proxy=environment.get("SCORER_BEHIND_PROXY", ""),
            metrics_token=token,
        )
    except WrongSetting as error:
        variable = f"SCORER_{error.setting.upper().replace('-', '_')}"
        raise CannotServe(f"{variable}: {error}") from None
    with in_words(where):
        directory = data_directory(where.data)
        made = application(directory, reached, where.database)
        watch(made, log=log, token=token)
        if reached.base:
            note_address(directory, reached.base)
    made.wsgi_app = believe(made.wsgi_app, proxies)  # type: ignore[assignment, method-assign]
    return made


def start() -> Flask:
    """Return the pages for this process and those forked from it, or exit and say why not."""
    os.umask(0o077)  # the book and its key are for their owner alone
    try:
        made = configured(os.environ)
    except CannotServe as error:
        print(f"scorer.wsgi: {error}", file=sys.stderr)
        sys.exit(DO_NOT_RETRY)
    # A server may load this once and then fork. A connection to the book belongs to the process
    # that opened it, and no thread outlives a fork: each process opens and begins its own.
    parties: Parties = made.extensions["parties"]
    parties.engine.dispose()
    _clean_from_first_request(made)
    return made


def _clean_from_first_request(app: Flask) -> None:
    """Let the first request begin to remove traces; the last run may have ended before it did."""

    def wake(*_: object, **__: object) -> None:
        request_started.disconnect(wake, app)
        app.extensions["cleaner"].wake()

    request_started.connect(wake, app, weak=False)
