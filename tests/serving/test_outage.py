"""A Postgres that does not answer: what needs none is answered at once, the rest is refused in a bounded time."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from api.front.kinds import kinds_of
from api.services import EXTENSION
from store import migrations
from store.events.factory import build
from store.postgres import embedded
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.serving.conftest import Reply, Running
from tests.store.test_bounds import stopped
from tests.waiting import PATIENCE, end, free_port, until
from web import assets
from web.app import create_app

pytestmark = pytest.mark.full

SMALL = {"shared_buffers": "16MB", "fsync": "off"}
STATEMENT_SECONDS = 2
FREE = ("/health", "/api/v1/rulesets", "/api/v1/problems", f"/static/{assets.version()}/img/icon.svg")
"""Needs no database."""


@pytest.fixture
def postgres() -> Iterator[embedded.Embedded]:
    """A Postgres of its own, which may be stopped."""
    with embedded.temporary(config=SMALL) as server:
        yield server


@pytest.fixture
def site(postgres: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    keys = str(tmp_path_factory.mktemp("keys"))
    settings = Settings(dsn=postgres.dsn, owner_dsn=postgres.owner_dsn, keys=keys)
    migrations.migrate(settings)
    recorder = build(settings)
    _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(hours=1))
    recorder.close()
    port = free_port()
    environment = {
        "NOUGHT_DSN": settings.dsn, "NOUGHT_KEYS": keys, "NOUGHT_STATEMENT_TIMEOUT": str(STATEMENT_SECONDS),
        "NOUGHT_PATIENCE": "2", "NOUGHT_CONNECT_TIMEOUT": "2",
    }  # fmt: skip
    running = process("serve", "--port", port, "--workers", 1, env=environment, stdout=sys.stderr, stderr=sys.stderr)
    site = Running(port, secret, running.pid)
    until(lambda: answers(site))
    yield site
    running.send_signal(signal.SIGTERM)
    assert running.wait(PATIENCE) == 0


def answers(site: Running) -> bool:
    try:
        return site.ask("GET", "/ready").status == 200
    except OSError:
        return False


def timed(site: Running, path: str) -> tuple[Reply, float]:
    started = time.monotonic()
    reply = site.ask("GET", path)
    return reply, time.monotonic() - started


def refused(site: Running) -> None:
    """While many ask for what needs the database, the rest answers; then all is refused at once."""
    with ThreadPoolExecutor(16) as pool:
        requests = [pool.submit(timed, site, "/api/v1/deals") for _ in range(16)]
        time.sleep(0.5)
        for path in FREE:
            reply, seconds = timed(site, path)
            assert reply.status == 200
            assert seconds < 1.5, path
        for each in requests:
            reply, seconds = each.result()
            assert reply.status == 503
            assert "retry-after" in reply.headers
            assert seconds < 15
    for path in ("/api/v1/deals", "/ready"):
        until(lambda: timed(site, path)[1] < 1, 10)  # noqa: B023
        assert timed(site, path)[0].status == 503


def test_a_postgres_that_is_stopped_holds_up_nobody_who_needs_none(site: Running, postgres: embedded.Embedded) -> None:
    assert site.ask("GET", "/api/v1/deals").status == 200
    with stopped(postgres):
        refused(site)
    until(lambda: answers(site) and site.ask("GET", "/api/v1/deals").status == 200)


@pytest.mark.full
def test_a_postgres_that_is_gone_holds_up_nobody_who_needs_none(site: Running, postgres: embedded.Embedded) -> None:
    assert site.ask("GET", "/api/v1/deals").status == 200
    end(postgres)
    refused(site)
    again = embedded.start(postgres.folder)
    until(lambda: answers(site) and site.ask("GET", "/api/v1/deals").status == 200)
    again.stop()


def test_what_is_the_same_for_everybody_needs_no_database_whoever_asks() -> None:
    """Light requests and those of the heavy process wait for none that needs a database (`api.front.kinds`)."""
    site = create_app(Settings(dsn="host=/nowhere user=nobody dbname=none", connect_timeout=1))
    permissions = site.extensions["nought.permissions"]
    same = {endpoint for endpoint, permission in permissions.items() if not permission.needs_caller}
    assert same == kinds_of(site).light | {"api-docs.openapi_json", "rulesets.get_rulebook", "rulesets.get_differences"}
    client = site.test_client()
    client.set_cookie("nought_session", "a session")
    paths = ("/health", "/docs", "/docs/rapidoc.js", "/openapi.json", "/api/v1/problems", "/api/v1/problems/json",
             "/api/v1/rulesets", "/api/v1/rulesets/304", "/api/v1/rulesets/304/rulebook", "/sw.js",
             "/api/v1/rulesets/304/differences/904", "/manifest.webmanifest")  # fmt: skip
    for path in paths:
        assert client.get(path, headers={"Authorization": "Bearer nought_x"}).status_code == 200, path
    site.extensions[EXTENSION].close()
