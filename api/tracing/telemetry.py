"""Tracing by OpenTelemetry's SDK; its standard variables say where spans are sent, and how many are kept."""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext
from importlib.metadata import version
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.environment_variables import OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, StatusCode, get_current_span, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from api.front import calls
from api.front.observer import METHODS
from api.tracing.interface import Tracing
from api.tracing.statements import trace_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from wsgiref.types import WSGIEnvironment

    from opentelemetry.context import Context
    from opentelemetry.sdk.trace.export import SpanExporter

    from api.front.calls import Answer

TRACEPARENT: Final = "traceparent"
HEADER: Final = "HTTP_TRACEPARENT"
"""The key in a request's environment of the header `TRACEPARENT`."""
ROUTE: Final = "nought.route"
"""The key of the template of its route."""
OTHER: Final = "_OTHER"
"""The method of a request with an unusual one, as OpenTelemetry names it."""
FLUSH_SECONDS: Final = 1.0

# Only this header is read and written. `tracestate` and `baggage` hold texts of others, and would be sent with spans.
_PROPAGATOR: Final = TraceContextTextMapPropagator()


class Telemetry(Tracing):
    """Tracing that is on. Make one in each process, after a fork: a thread of its own sends the spans."""

    def __init__(self, process: str, exporter: SpanExporter | None = None) -> None:
        """Start tracing. ``exporter``: another one than the variables name, for tests."""
        # Without `shutdown_on_exit`: a receiver that is away must not hold up the end of a process.
        self._provider = TracerProvider(resource=resource_of(process), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("nought")
        trace_statements(self.span)

    @contextmanager
    def request(self, environ: WSGIEnvironment, route: str) -> Iterator[None]:
        """Trace a request in the front; see `Tracing.request`. The application continues the trace by `HEADER`."""
        method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else OTHER
        attributes = {"http.request.method": method, **({"http.route": route} if route else {})}
        parent = context_of(environ.pop(HEADER, None))
        with self.span(f"{method} {route}".rstrip(), SpanKind.SERVER, attributes, parent):
            environ[ROUTE] = route
            if header := self.traceparent():
                environ[HEADER] = header
            yield

    def part(self, name: str) -> AbstractContextManager[None]:
        """Trace a part of the present request."""
        return self._part(name) if get_current_span().is_recording() else nullcontext()

    @contextmanager
    def _part(self, name: str) -> Iterator[None]:
        with self.span(name):
            yield

    def answer(self, status: int) -> None:
        """Note the status of the answer to the present request."""
        note_status(get_current_span(), status)

    def call(self, application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
        """Return the answer of the application, and trace its view."""
        route = environ.get(ROUTE, "")
        attributes = {"http.route": route} if route else {}
        with self.span(
            f"view {route}".rstrip(), SpanKind.INTERNAL, attributes, context_of(environ.get(HEADER))
        ) as span:
            answer = calls.call(application, environ)
            note_status(span, answer.status)
        return answer

    @contextmanager
    def job(self, name: str, parent: str | None) -> Iterator[None]:
        """Trace a job."""
        with self.span(f"job {name}", SpanKind.CONSUMER, parent=context_of(parent)):
            yield

    def traceparent(self) -> str | None:
        """Return what continues the present trace elsewhere; None if there is none."""
        headers: dict[str, str] = {}
        _PROPAGATOR.inject(headers)
        return headers.get(TRACEPARENT)

    def flush(self) -> None:
        """Send what was not sent yet, for a second at most; the library would try for much longer."""
        sender = Thread(target=self._provider.force_flush, daemon=True)
        sender.start()
        sender.join(FLUSH_SECONDS)

    def shut_down(self) -> None:
        """Stop tracing."""
        self._provider.shutdown()

    @contextmanager
    def span(
        self,
        name: str,
        kind: SpanKind = SpanKind.INTERNAL,
        attributes: Mapping[str, Any] | None = None,
        parent: Context | None = None,
    ) -> Iterator[Span]:
        """Make a span, the present one meanwhile. Of an error it keeps the name of the class alone."""
        with self._tracer.start_as_current_span(
            name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except Exception as error:
                span.set_attribute("error.type", type(error).__qualname__)
                span.set_status(StatusCode.ERROR)
                raise


def resource_of(process: str) -> Resource:
    """Return what all spans of a process share: its kind, and what the variables name."""
    shared = {SERVICE_VERSION: version("nought"), "nought.process": process}
    named = OTEL_SERVICE_NAME in os.environ or SERVICE_NAME in os.environ.get(OTEL_RESOURCE_ATTRIBUTES, "")
    return Resource.create(shared if named else {SERVICE_NAME: "nought", **shared})


def context_of(traceparent: str | None) -> Context:
    """Return the context of a header; that of a new trace if there is none, or if it cannot be read."""
    nothing = set_span_in_context(INVALID_SPAN)
    return _PROPAGATOR.extract({TRACEPARENT: traceparent}, nothing) if traceparent else nothing


def note_status(span: Span, status: int) -> None:
    """Note the status of an answer in a span."""
    span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(StatusCode.ERROR)
