"""The client's own behaviour: errors, versions, keys and pages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from nought_client import Client, NotModified, ProblemError, UnexpectedAnswer, etag_of, iterate, models

from api.app import create_app
from scripts.client import PYTHON
from store.postgres import embedded
from tests.http.applications import closing_app, provider_of, serving
from tests.http.people import People
from tests.serving.conftest import Running
from tests.store.schemas import migrated

ROOT = Path(__file__).parents[2]
EXAMPLE = PYTHON.parent / "examples" / "deal.py"
BEFORE = {"PYTHONPATH": str(PYTHON.parent), "PATH": "/usr/bin:/bin"}


@pytest.fixture(scope="module")
def client(server: embedded.Embedded) -> Iterator[Client]:
    """A client of a server in this process, which starts at once; `test_routes` has one as `nought serve` runs it."""
    with (
        closing_app(create_app(migrated(server))) as app,
        serving(app) as port,
        Client(f"http://127.0.0.1:{port}", People(app, provider_of(app)).admin.secret) as new_client,
    ):
        yield new_client


def test_the_client_imports_nothing_of_the_product() -> None:
    look = "import sys, nought_client; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    modules = subprocess.run(
        [sys.executable, "-c", look], env=BEFORE, capture_output=True, text=True, check=True
    ).stdout
    assert {"nought_client", "httpx", "msgspec"} <= set(modules.split())
    assert not {"domain", "replay", "schemas", "api", "web", "store", "flask"} & set(modules.split())


@pytest.mark.full
def test_the_example_is_typed_and_runs(running: Running) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "--config-file=", str(EXAMPLE)]
    checked = subprocess.run(command, env={**BEFORE, "MYPYPATH": str(PYTHON.parent)}, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    command = [sys.executable, str(EXAMPLE), f"http://127.0.0.1:{running.port}", running.secret]
    output = subprocess.run(command, env=BEFORE, capture_output=True, text=True, check=True).stdout
    refused, stage, stream = output.splitlines()
    assert refused.startswith("refused: ")
    assert stage.startswith("stage: ")
    assert stream == "stream: view"


def test_a_refusal_is_an_exception_with_the_problem(client: Client) -> None:
    with pytest.raises(ProblemError) as caught:
        client.deals.get_deal("00000000-0000-0000-0000-000000000000")
    assert (caught.value.status, caught.value.code) == (404, "not-found")
    assert caught.value.problem.detail


def test_a_command_with_the_same_key_is_carried_out_once(client: Client) -> None:
    body = models.OpenClub(name="Twice")
    first = client.clubs.open_club(body, idempotency_key="twice")
    again = client.clubs.open_club(body, idempotency_key="twice")
    assert (first.id, first.replayed, again.replayed) == (again.id, False, True)


def test_another_version_and_a_good_copy_are_exceptions(client: Client) -> None:
    opened = client.deals.open_deal(models.OpenDeal(ruleset="304", dealer="S"))
    with pytest.raises(ProblemError) as caught:
        client.actions.act(opened.id, models.RecordActs(act="S shuffle"), if_match=opened.version + 5)
    assert caught.value.status == 412
    deal = client.deals.get_deal(opened.id)
    with pytest.raises(NotModified):
        client.deals.get_deal(opened.id, if_none_match=etag_of(deal))


def test_every_page_of_a_list_is_read(client: Client) -> None:
    ids = {client.deals.open_deal(models.OpenDeal(ruleset="304", dealer="S")).id for _ in range(5)}
    cursors: list[str | None] = []

    def fetch(cursor: str | None) -> models.DealLinePage:
        cursors.append(cursor)
        return client.deals.list_deals(cursor=cursor, limit=2)

    deals = [deal.id for deal in iterate(fetch)]
    assert ids <= set(deals)
    assert len(deals) == len(set(deals))
    assert len(cursors) > 2


def test_a_command_is_sent_again_with_its_key_if_the_connection_fails() -> None:
    keys: list[str] = []

    def fail_once(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            raise httpx.ConnectError("no connection", request=request)
        return httpx.Response(502, text="a proxy")

    http = httpx.Client(base_url="http://nowhere.invalid", transport=httpx.MockTransport(fail_once))
    with Client("", "secret", http=http) as client, pytest.raises(UnexpectedAnswer):
        client.deals.open_deal(models.OpenDeal(ruleset="304", dealer="S"))
    assert len(keys) == 2
    assert keys[0] == keys[1]
