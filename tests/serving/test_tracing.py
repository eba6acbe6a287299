"""Traces by OpenTelemetry: one request is followed through all processes, and no span names a person or a card."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from flask import Flask
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from psycopg import Cursor
from psycopg.sql import SQL, Identifier, Literal

from api.analyses.worker import COMMAND
from api.front.calls import STREAM, Answer
from api.front.heavy import HeavyProcess
from api.front.turns import Limits
from api.tracing import start as starting
from api.tracing.interface import OFF
from api.tracing.start import describe_fault, is_on, start
from api.tracing.statements import describe, text_of
from api.tracing.telemetry import Telemetry
from store.postgres.connections import BoundedConnection, Bounds
from store.settings import Settings
from tests.cases import cases
from tests.http.people import People, play, sentences, whole_deal
from tests.http.tournament_requests import draw, report, tournament
from tests.serving.conftest import Running, serving
from tests.serving.test_front import answered, echo, front, parts, run_alone, scope
from tests.signing.conftest import app, house, people
from tests.waiting import PATIENCE, free_port, until

__all__ = ["app", "house", "people"]

ROOT = Path(__file__).parents[2]
TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SAVE = "INSERT texts events"
ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}")
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC♠♥♦♣]\b")


@dataclass(frozen=True)
class Received:
    """A span as a receiver got it."""

    process: str
    name: str
    id: str
    parent: str
    trace: str
    kind: int
    attributes: dict[str, object]
    texts: tuple[str, ...]
    """All texts in it, those of its resource and its events too."""


@dataclass
class Receiver:
    """A server that takes spans as OTLP over HTTP."""

    port: int
    spans: list[Received] = field(default_factory=list)
    paths: set[str] = field(default_factory=set)

    def of(self, trace: str) -> list[Received]:
        return [span for span in self.spans if span.trace == trace]

    def names(self, trace: str = TRACE) -> set[tuple[str, str]]:
        return {(span.process, span.name) for span in self.of(trace)}


def read(body: bytes) -> Iterator[Received]:
    message = ExportTraceServiceRequest.FromString(body)
    for group in message.resource_spans:
        resource = {each.key: each.value.string_value for each in group.resource.attributes}
        for scoped in group.scope_spans:
            for span in scoped.spans:
                attributes = {each.key: each.value.string_value or each.value.int_value for each in span.attributes}
                yield Received(
                    resource["nought.process"], span.name, span.span_id.hex(), span.parent_span_id.hex(),
                    span.trace_id.hex(), span.kind, attributes, tuple(re.findall(r'"(.*)"', str(span))),
                )  # fmt: skip


@contextmanager
def receiving() -> Iterator[Receiver]:
    received = Receiver(0)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.paths.add(self.path)
            received.spans += read(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    received.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def variables(port: int) -> dict[str, str]:
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}", "OTEL_BSP_SCHEDULE_DELAY": "50"}


def ask(running: Running, method: str, path: str, json: object = None, **more: str) -> tuple[int, bytes]:
    """Send a request that is a part of the trace."""
    connection = HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {running.secret}", "traceparent": f"00-{TRACE}-{SPAN}-01", **more}
    try:
        body = None if json is None else msgspec.json.encode(json)
        connection.request(method, path, body, {**headers, **({"Content-Type": "application/json"} if body else {})})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


# --- on ---------------------------------------------------------------------------------------------


@pytest.mark.full
def test_a_request_is_followed_through_the_front_the_view_other_processes_and_a_job_to_postgres(
    settings: Settings,
) -> None:
    dealer, acts = whole_deal(0)
    with receiving() as receiver:
        on = variables(receiver.port)
        with serving(settings, workers=1, NOUGHT_ANALYSIS_WORKERS="0", **on) as running:
            deal = running.opened("deals", {"ruleset": "304", "dealer": dealer})
            path = f"/api/v1/deals/{deal}"
            status, _ = ask(
                running,
                "POST",
                f"{path}/actions",
                {"acts": sentences(acts)},
                baggage="who=Anula",
                tracestate="who=Anula",
            )
            assert status == 200
            assert ask(running, "GET", f"{path}/analysis?name=Anula")[0] == 202
            assert ask(running, "GET", f"{path}/audit")[0] == 200
            environment = {**os.environ, **on, "NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema}
            with subprocess.Popen([*COMMAND, str(os.getpid())], env=environment, cwd=ROOT) as worker:
                until(lambda: ("analysis", "job price") in receiver.names())
                worker.kill()
        spans = receiver.of(TRACE)

    assert receiver.paths == {"/v1/traces"}
    front = [span for span in spans if span.parent == SPAN]
    template = "/api/v1/deals/<uuid:deal_id>"
    assert {(span.process, span.name, span.attributes["http.response.status_code"]) for span in front} == {
        ("worker", f"POST {template}/actions", 200),
        ("worker", f"GET {template}/analysis", 202),
        ("worker", f"GET {template}/audit", 200),
    }
    assert len(front) == 3
    by_id = {span.id: span for span in spans}

    def way(span: Received) -> list[tuple[str, str]]:
        """Return the spans from the front to this one, as far as they have ended."""
        if span.parent == SPAN:
            return [(span.process, span.name)]
        return [*(way(by_id[span.parent]) if span.parent in by_id else []), (span.process, span.name)]

    ways = [way(span) for span in spans]
    acting, asking = ("worker", f"POST {template}/actions"), ("worker", f"GET {template}/analysis")
    assert [acting, ("worker", "body")] in ways
    assert [acting, ("worker", "send")] in ways
    saved = [acting, ("worker", f"view {template}/actions"), ("worker", "transaction"), ("worker", SAVE)]
    assert saved in ways, ways
    heavy = [("worker", f"GET {template}/audit"), ("heavy", f"view {template}/audit")]
    assert [*heavy, ("heavy", "SELECT events")] in ways
    job = [asking, ("worker", f"view {template}/analysis"), ("analysis", "job price")]
    assert [*job, ("analysis", "SELECT events")] in ways
    assert [*job, ("analysis", "transaction"), ("analysis", "UPDATE analyses")] in ways
    for span in spans:
        for text in span.texts:
            assert "Anula" not in text
            assert deal not in text
            assert not CARD.search(text)


@pytest.mark.full
def test_a_receiver_that_is_away_holds_up_neither_answers_nor_the_end(settings: Settings) -> None:
    with serving(settings, workers=1, NOUGHT_ANALYSIS_WORKERS="0", **variables(free_port())) as running:
        for _ in range(20):
            assert running.ask("GET", "/api/v1/deals").status == 200
        began = time.monotonic()
    assert time.monotonic() - began < 8


class HeavyEcho(HeavyProcess):
    """A heavy process whose answer is the header by which it continues the trace."""

    async def answer(self, environ: dict[str, Any], *, repeat: bool = False) -> Answer:
        return Answer(200, [], [environ["HTTP_TRACEPARENT"].encode()])


class Once:
    """A stream of one text."""

    due = 0.0
    ended = False

    def when_woken(self, call: Any) -> None:
        pass

    def take(self, now: float) -> bytes:
        self.ended = True
        return b"data: 1\n\n"


def stream(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    environ[STREAM] = Once()
    return iter(())


def wait(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    time.sleep(0.2)
    return echo(environ, start_response)


def below(spans: Iterable[ReadableSpan]) -> set[tuple[str, str]]:
    """Return the names of spans, each with that of the span above it; empty for one that comes from elsewhere."""
    names = {span.context.span_id: span.name for span in spans if span.context}
    return {(names.get(span.parent.span_id, "") if span.parent else "new", span.name) for span in spans}


def test_the_front_traces_what_a_request_waits_for_and_hands_the_trace_on(spans: InMemorySpanExporter) -> None:
    telemetry = starting.current()
    assert isinstance(telemetry, Telemetry)
    sent = scope(method="POST", content_length="3", traceparent=f"00-{TRACE}-{SPAN}-01")
    one = Limits(1, 1, 9, 9, patience=5)

    async def run() -> list[tuple[int, bytes]]:
        site = front(wait, tracing=telemetry, limits=(one, one, one, one, one))
        site.heavy = HeavyEcho(())
        both = await asyncio.gather(*(answered(site, sent, parts(b"abc")) for _ in range(2)))
        heavy = await answered(site, scope("/heavy", traceparent=f"00-{TRACE}-{SPAN}-01"), parts(b""))
        live = await answered(front(stream, tracing=telemetry), scope(), parts(b""))
        return [*both, heavy, live]

    telemetry.flush()
    spans.clear()
    first, second, heavy, live = run_alone(run())
    telemetry.flush()
    made = spans.get_finished_spans()
    assert (first, second, live) == ((200, b"abc"), (200, b"abc"), (200, b"data: 1\n\n"))
    assert below(made) == {
        ("", "POST /"), ("POST /", "body"), ("POST /", "turn"), ("POST /", "view /"), ("POST /", "send"),
        ("", "GET /heavy"), ("GET /heavy", "send"), ("new", "GET /"), ("GET /", "view /"),
    }  # fmt: skip
    (above,) = (span.context for span in made if span.name == "GET /heavy")
    assert heavy[1].decode().split("-")[1:3] == [TRACE, f"{above.span_id:016x}"]
    assert len([span for span in made if span.name == "turn"]) == 1


# --- what spans hold --------------------------------------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def spans() -> Iterator[InMemorySpanExporter]:
    """The spans of this process, whose new connections trace their statements."""
    exporter = InMemorySpanExporter()
    patch = pytest.MonkeyPatch()
    patch.setattr(BoundedConnection, "traced", None)
    patch.setattr(starting, "_current", telemetry := Telemetry("test", exporter))
    yield exporter
    telemetry.shut_down()
    patch.undo()


@pytest.fixture
def traced(app: Flask, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch) -> Iterator[Telemetry]:
    """The tracing of the application, whose requests come as from the front."""
    telemetry, application, routes = starting.current(), app.wsgi_app, app.url_map.bind("")
    assert isinstance(telemetry, Telemetry)

    def call(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        try:
            rule, _ = routes.match(environ["PATH_INFO"], environ["REQUEST_METHOD"], return_rule=True)
            route = rule.rule
        except Exception:  # noqa: BLE001 - as the front does
            route = ""
        with telemetry.request(environ, route):
            answer = telemetry.call(application, environ)
            telemetry.answer(answer.status)
        start_response(f"{answer.status} X", answer.headers)
        return answer.body

    monkeypatch.setattr(app, "wsgi_app", call)
    telemetry.flush()
    spans.clear()
    yield telemetry
    telemetry.flush()


def texts_of(span: ReadableSpan) -> Iterator[str]:
    yield span.name
    yield str(span.status.description or "")
    for key, value in (span.attributes or {}).items():
        yield key
        yield str(value)
    assert not span.events, "an event of a span quotes an error"


def evening(people: People) -> set[str]:
    """Play an evening with names, cards and refusals. Return the names, which no span may hold."""
    names = {"Anula", "Sivakumaran", "Vreni Zgraggen"}
    club = people.club()
    table = people.table(club)
    for name in names:
        people.admin.post("/players", {"name": name, "club": club})
    cup = tournament(people.admin, 4, club=club)
    report(people.admin, draw(people.admin, cup)["encounters"][0]["id"], 7, 3)
    dealer, acts = whole_deal(3)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts[:12])
    assert people.admin.post(f"/deals/{deal}/actions", {"act": "S JH"}).status_code == 422
    play(people.admin, deal, acts[12:])
    people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "Sivakumaran looked at JH."})
    for path in (f"/deals/{deal}", f"/deals?q=Anula&club={club}", f"/tournaments/{cup}", f"/clubs/{club}", "/Anula"):
        people.admin.get(path)
        people.anybody.get(path)
    browser = people.app.test_client()
    for path in (f"/replay/{deal}?viewer=S&ply=9", f"/tournaments/{cup}", "/sign-in?next=/Anula", "/Vreni/Anula?JH=9H"):
        browser.get(path)
    browser.post("/sign-in", data={"login": "Anula", "password": "Vreni Zgraggen"})
    browser.open("/", method="ANULA")
    return names


def test_no_span_of_an_evening_names_a_person_a_card_or_an_id(
    people: People, app: Flask, traced: Telemetry, spans: InMemorySpanExporter
) -> None:
    names = evening(people)
    traced.flush()
    made = spans.get_finished_spans()
    assert len(made) > 200
    rules = {rule.rule for rule in app.url_map.iter_rules()}
    code = [path for path in (ROOT / "store").rglob("*") if path.suffix in (".py", ".sql")]
    words = {word for path in code for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    seen = set()
    for span in made:
        attributes = dict(span.attributes or {})
        for text in texts_of(span):
            seen.add(text)
            assert not any(name in text for name in names), text
            assert not CARD.search(text), text
            assert not ID.search(text), text
        # Not only is nothing of the kind in them: all that is in them stands in the code.
        if "db.system.name" in attributes:
            kind, *tables = span.name.split()
            assert kind in {"transaction", "SELECT", "INSERT", "UPDATE", "DELETE", "SET"}, span.name
            assert words.issuperset(tables), span.name
            assert attributes.keys() <= {"db.system.name", "db.operation.name", "db.query.summary", "error.type"}
        else:
            kind, _, rule = span.name.partition(" ")
            assert kind in {"GET", "POST", "_OTHER", "view"}
            assert not rule or rule in rules
        assert attributes.get("http.route", "/") in rules
    assert {"_OTHER", SAVE, "view /api/v1/deals/<uuid:deal_id>", "422", "transaction"} <= seen, sorted(seen)


def test_an_error_of_the_database_leaves_its_class_alone(
    settings: Settings, traced: Telemetry, spans: InMemorySpanExporter
) -> None:
    with BoundedConnection.connect(settings.dsn, bounds=Bounds(5, 5)) as connection:
        with pytest.raises(psycopg.errors.InvalidTextRepresentation, match="Anula"), traced.span("view"):
            connection.execute("SELECT %s::int", ["Anula"])
        with (
            pytest.raises(psycopg.errors.DivisionByZero),
            traced.span("view"),
            connection.transaction(),
            connection.cursor() as cursor,
        ):
            cursor.executemany("SELECT 1 / %s::int", [[0]])
        connection.execute("SELECT 1 AS untraced")
    traced.flush()
    made = spans.get_finished_spans()
    assert [(span.name, (span.attributes or {}).get("error.type")) for span in made] == [
        ("SELECT", "InvalidTextRepresentation"), ("view", "InvalidTextRepresentation"),
        ("SELECT", "DivisionByZero"), ("transaction", "DivisionByZero"), ("view", "DivisionByZero"),
    ]  # fmt: skip
    assert not any("Anula" in text for span in made for text in texts_of(span))


def test_a_statement_is_named_by_its_kind_and_its_table() -> None:
    statements = {
        "SELECT state FROM nought.events WHERE id = %s": "SELECT events",
        'INSERT INTO "nought"."events" (id) VALUES (%s)': "INSERT events",
        "WITH next AS (SELECT 1 FROM a FOR UPDATE SKIP LOCKED) UPDATE analyses AS a SET x = 1": "UPDATE analyses",
        "WITH a AS (INSERT INTO texts VALUES (1)) INSERT INTO events SELECT * FROM a": "INSERT texts events",
        "WITH a AS (SELECT * FROM unnest(%s::uuid[])) SELECT * FROM deals": "SELECT deals",
        "-- Anula's text FROM anula\nSELECT 1": "SELECT",
        "SELECT 'a text FROM anula' || 'INSERT INTO anula'": "SELECT",
        "SELECT * FROM pg_catalog.pg_class": "SELECT pg_class",
        "DELETE FROM sessions": "DELETE sessions",
        "INSERT INTO a VALUES (1) ON CONFLICT DO UPDATE SET x = 2": "INSERT a",
        "SET LOCAL statement_timeout = 1": "SET",
        "ANULA 304": "OTHER",
        "": "OTHER",
    }
    with cases() as case:
        for statement, name in statements.items():
            with case(statement):
                assert describe(statement)[0] == name


def test_a_value_that_was_put_into_a_statement_is_no_part_of_its_text() -> None:
    made = SQL("SELECT {value} FROM {table}").format(value=Literal("Anula FROM anula"), table=Identifier("events"))
    assert text_of(made) == 'SELECT  FROM "events"'
    assert text_of(b"SELECT 1") == "SELECT 1"
    assert describe(made)[0] == "SELECT events"


@pytest.mark.parametrize("header", [None, "", "Anula", f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE}-{SPAN}-01" * 9])
def test_a_header_that_cannot_be_read_begins_a_new_trace(
    header: str | None, traced: Telemetry, spans: InMemorySpanExporter
) -> None:
    environ = {"REQUEST_METHOD": "GET", **({} if header is None else {"HTTP_TRACEPARENT": header})}
    with traced.request(environ, "/"):
        assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-0[13]", environ["HTTP_TRACEPARENT"])
        assert TRACE not in environ["HTTP_TRACEPARENT"]
    traced.flush()
    (span,) = spans.get_finished_spans()
    assert span.parent is None


# --- off --------------------------------------------------------------------------------------------


@pytest.mark.full
def test_the_site_imports_nothing_of_opentelemetry_while_tracing_is_off() -> None:
    text = "import sys, web.asgi, web.heavy, api.analyses.worker; print([m for m in sys.modules if 'telemetry' in m])"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_nothing_is_made_while_tracing_is_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedConnection, "traced", None)
    with BoundedConnection.connect(settings.dsn, bounds=Bounds(5, 5)) as connection:
        assert type(connection) is BoundedConnection
        assert type(connection.cursor()) is Cursor
    environ = {"REQUEST_METHOD": "GET"}
    with OFF.request(environ, "/") as nothing, OFF.part("turn"), OFF.job("price", None):
        OFF.answer(200)
    assert nothing is None
    assert environ == {"REQUEST_METHOD": "GET"}
    assert OFF.traceparent() is None
    assert OFF.part("turn") is OFF.part("body")


@pytest.mark.parametrize(
    ("environ", "is_traced", "fault"),
    [
        ({}, False, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, False, ""),
        ({"OTEL_SERVICE_NAME": "nought"}, False, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, True, ""),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_SDK_DISABLED": "True"}, False, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_TRACES_EXPORTER": "none"}, False, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, True, "'grpc'"),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, False, ""),
    ],
)
def test_the_standard_variables_turn_tracing_on(environ: dict[str, str], is_traced: bool, fault: str) -> None:
    assert is_on(environ) == is_traced
    assert fault in describe_fault(environ)
    assert bool(describe_fault(environ)) == bool(fault)


def test_without_the_extra_nothing_is_traced_and_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "EXPORTER", "opentelemetry_is_missing.exporter")
    assert "[otel]" in describe_fault({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c"})


def test_variables_that_the_library_refuses_turn_tracing_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(starting, "_current", OFF)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c")
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "9999")
    assert start("worker") is OFF
    assert "nothing is traced" in caplog.text
