"""Log one line of JSON for each request, without secrets, cards or names."""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING, Final

import msgspec
from flask import Flask, Response, g, request

if TYPE_CHECKING:
    from api.callers import Caller

_log = logging.getLogger("nought.access")

SECRETS: Final = frozenset({"secret", "class_code"})
"""Names of path parameters that are secrets. With the code of a class, anybody can join it."""
VARIABLE: Final = "NOUGHT_LOG"
"""The environment variable by which the processes of `nought serve` print the log: ``requests``, or empty."""


def print_requests_if_enabled() -> None:
    """Print the log of this process's requests on standard error if ``NOUGHT_LOG`` is ``requests``."""
    if os.environ.get(VARIABLE) == "requests":
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        _log.addHandler(handler)
        _log.setLevel(logging.INFO)
        _log.propagate = False


def register(app: Flask) -> None:
    """Log every request, if the log's level is INFO."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(answer: Response) -> Response:
    if _log.isEnabledFor(logging.INFO):
        sender: Caller | None = g.get("caller")
        rule = request.url_rule
        line = {
            "method": request.method,
            "route": rule.rule if rule else None,
            "ids": {name: str(value) for name, value in (request.view_args or {}).items() if name not in SECRETS},
            "status": answer.status_code,
            "bytes": answer.content_length,
            "ms": round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 2),
            "role": sender.role if sender else None,
            "token": sender.token or None if sender else None,
        }
        _log.info(msgspec.json.encode(line).decode())
    return answer
