"""What the keeper of a server watches: whether it is alive and ready, its log,
and its figures for Prometheus.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
import time
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, abort, current_app, g, has_request_context, request
from flask.signals import request_finished, request_started

from ..service.keeping import how_much, why_not_ready

if TYPE_CHECKING:
    from prometheus_client import Metric

bp = Blueprint("operations", __name__)

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""The upper bounds by which requests and waits are counted."""

SEVERAL = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the directory in which the processes
of a server keep their figures together.
"""


def _text(words: str, status: int = 200) -> Response:
    return Response(f"{words}\n", status, mimetype="text/plain")


@bp.get("/health")
def health() -> Response:
    return _text("alive")


@bp.get("/ready")
def ready() -> Response:
    problem = why_not_ready(current_app.extensions["parties"].engine)
    return _text(problem or "ready", 503 if problem else 200)


@bp.get("/metrics")
def metrics() -> Response:
    token = current_app.config.get("METRICS_TOKEN")
    given = request.authorization
    sent = given.token if given is not None and given.type == "bearer" else None
    if not token or not hmac.compare_digest((sent or "").encode(), token.encode()):
        abort(404)
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    return Response(
        generate_latest(current_app.extensions["figures"]), content_type=CONTENT_TYPE_LATEST
    )


def _on_every_request(app: Flask, finished: Callable[[Response, float], None]) -> None:
    """Call *finished* with every response and the seconds that it took."""

    def start(_app: Flask, **_: object) -> None:
        g.begun = time.perf_counter()
        g.request_id = secrets.token_hex(8)

    def finish(_app: Flask, response: Response, **_: object) -> None:
        finished(response, time.perf_counter() - g.begun)

    request_started.connect(start, app, weak=False)
    request_finished.connect(finish, app, weak=False)


# Figures


class BookFigures:
    """What is in the book, which is the same for all processes."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.metrics_core import CounterMetricFamily

        statements, entries = how_much(self._app.extensions["parties"].engine)
        yield CounterMetricFamily(
            "scorer_statements", "Statements recorded in the book.", statements
        )
        yield CounterMetricFamily(
            "scorer_entries", "Entries posted to the ledgers of all clubs.", entries
        )


def measure(app: Flask, token: str) -> None:
    """Measure every request, and show the figures under `/metrics` to requests with the *token*.

    The library, which is optional, is imported only if it is asked for; `ImportError` if it is not
    installed.
    """
    from prometheus_client import CollectorRegistry, Counter, Histogram
    from prometheus_client.multiprocess import MultiProcessCollector

    shown = CollectorRegistry()
    several = SEVERAL in os.environ
    own = None if several else shown
    requests = Counter("scorer_requests", "Requests answered.", ("route", "status"), registry=own)
    seconds = Histogram(
        "scorer_request_seconds", "Time to answer.", ("route",), buckets=SECONDS, registry=own
    )
    waits = Histogram(
        "scorer_write_wait_seconds", "Time until a writer may write.", buckets=SECONDS, registry=own
    )
    if several:
        MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
    shown.register(BookFigures(app))

    def count(response: Response, taken: float) -> None:
        route = request.endpoint or ""
        requests.labels(route, response.status_code).inc()
        seconds.labels(route).observe(taken)

    _on_every_request(app, count)
    app.extensions["parties"].engine.update_execution_options(waited=waits.observe)
    app.config["METRICS_TOKEN"] = token
    app.extensions["figures"] = shown


# The log

REFUSED = {
    400: "form not read",
    403: "not allowed",
    413: "form too long",
    422: "form not accepted",
    429: "too many attempts",
}
"""What a line of the log calls an answer of this status, if nothing else was noted."""


class Lines(logging.Formatter):
    """Each record as a line of JSON.

    A request is named by its route, because its address and its form may contain secrets, and so
    may the message of an error: of an error it has the type, and where it was raised.
    """

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": at,
            "level": record.levelname.lower(),
            "process": record.process,
        }
        if has_request_context():
            line |= {
                "request": g.get("request_id"),
                "method": request.method,
                "route": request.endpoint,
            }
        line |= record.__dict__.get("answered") or {"message": record.getMessage()}
        kind, _, trace = record.exc_info or (None, None, None)
        if kind is not None:
            frames = traceback.extract_tb(trace)
            raised = [f"{each.filename}:{each.lineno} {each.name}" for each in frames]
            line |= {"error": kind.__name__, "raised": raised}
        return json.dumps(line)


def log_as_json(app: Flask) -> None:
    """Write a line of JSON to standard error for every request, warning and error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], force=True)
    requests = logging.getLogger("scorer.requests")
    requests.setLevel(logging.INFO)

    def write(response: Response, taken: float) -> None:
        response.headers["X-Request-Id"] = g.request_id
        answered: dict[str, Any] = {"status": response.status_code, "ms": round(1000 * taken, 1)}
        if response.status_code in REFUSED:
            answered["event"] = REFUSED[response.status_code]
        answered |= g.get("noted", {})
        requests.info("answered", extra={"answered": answered})

    _on_every_request(app, write)
