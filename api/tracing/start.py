"""Start tracing in a process, if the standard variables of OpenTelemetry ask for it."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from api.tracing.interface import OFF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.tracing.interface import Tracing

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""The variables one of which names the receiver; without it nothing is traced."""
PROTOCOLS: Final = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
PROTOCOL: Final = "http/protobuf"
EXPORTER: Final = "opentelemetry.exporter.otlp.proto.http"

_log = logging.getLogger("nought.tracing")
_current: Tracing = OFF


def current() -> Tracing:
    """Return the tracing of this process."""
    return _current


def start(process: str) -> Tracing:
    """Start tracing in this process, if it is on, and return it. ``process``: its kind, such as ``worker``."""
    global _current
    if is_on() and not describe_fault():
        try:
            from api.tracing.telemetry import Telemetry

            _current = Telemetry(process)
        except ValueError as error:  # a variable that the library refuses
            _log.error("nothing is traced: %s", error)
    return _current


def is_on(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether the variables ask for traces."""
    return (
        any(environ.get(name) for name in ENDPOINTS)
        and environ.get("OTEL_SDK_DISABLED", "").strip().lower() != "true"
        and environ.get("OTEL_TRACES_EXPORTER", "").strip().lower() in ("", "otlp")
    )


def describe_fault(environ: Mapping[str, str] = os.environ) -> str:
    """Return why nothing is traced though the variables ask for it; empty if there is no such reason."""
    if not is_on(environ):
        return ""
    try:
        is_installed = find_spec(EXPORTER) is not None
    except ImportError:
        is_installed = False
    if not is_installed:
        return "nothing is traced: OpenTelemetry needs Nought's extra [otel] (docs/operating.md)"
    protocol = next(filter(None, (environ.get(name, "").strip() for name in PROTOCOLS)), PROTOCOL)
    return "" if protocol == PROTOCOL else f"nothing is traced: only {PROTOCOL} is supported, not {protocol!r}"
