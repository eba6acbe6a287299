"""docker-compose.cluster.yml, run as it is written: three etcd, three Postgres under Patroni, two servers, the proxy.

Without Docker (`tests.image.stack`): the kernel's own namespaces, overlays and capabilities do what the engine would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.cases import cases
from tests.image.conftest import RunStack
from tests.image.containers import Container
from tests.image.site import NO_RIGHTS, acts, administrator, begun_deal, record, rights, status
from tests.image.stack import Stack
from tests.kills import Client
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.full

ACCOUNTS = {"etcd1": "nought-etcd", "db1": "postgres", "nought1": "nought", "proxy": "haproxy"}
SLOWLY = PATIENCE * 2


@pytest.fixture(scope="module")
def stack(run_stack: RunStack) -> Iterator[Stack]:
    with run_stack("docker-compose.cluster.yml") as running:
        yield running


@pytest.fixture(scope="module")
def client(stack: Stack, port: int) -> Client:
    """A client that sends everything through the proxy."""
    return administrator(stack["nought1"], port)


def leader(server: Container) -> str | None:
    """Return the service that leads, as ``nought cluster`` shows it in a server's container."""
    state = json.loads(server.run("nought", "cluster", "--json").stdout)
    return state["leader"] and str(state["leader"]).partition(":")[0]


def is_whole(server: Container) -> bool:
    return server.run("nought", "cluster").returncode == 0


def test_requests_go_through_the_proxy_to_servers_with_a_whole_cluster(stack: Stack, port: int) -> None:
    assert stack["migrate"].returncode == 0
    until(lambda: status(port, "/ready") == 200)
    assert status(port, "/") == 200
    assert status(port, "/metrics") == 404
    until(lambda: is_whole(stack["nought1"]))


def test_each_program_has_an_account_of_its_own_and_no_rights(stack: Stack) -> None:
    with cases() as case:
        for name, account in ACCOUNTS.items():
            with case(name):
                container = stack[name]
                assert container.run("id", "-un").stdout.strip() == account
                assert rights(container) == NO_RIGHTS


def test_each_service_finds_only_those_with_which_it_shares_a_network(stack: Stack) -> None:
    with cases() as case:
        for name, other, is_near in (
            ("proxy", "nought1", True), ("proxy", "db1", False), ("proxy", "etcd1", False),
            ("nought1", "db1", True), ("nought1", "etcd1", False), ("db1", "etcd1", True), ("etcd1", "proxy", False),
        ):  # fmt: skip
            with case(name, other):
                assert (stack[name].run("getent", "hosts", other).returncode == 0) is is_near


def test_when_the_leader_dies_another_leads_and_recording_goes_on(stack: Stack, client: Client) -> None:
    deal = begun_deal(client)
    before = acts(client, deal)
    first = leader(stack["nought1"])
    assert first is not None
    stack[first].kill()
    record(client, deal, "W no cut")
    assert len(acts(client, deal)) == len(before) + 1
    until(lambda: leader(stack["nought1"]) not in {None, first}, SLOWLY)
    stack.start(first)
    stack.wait(first)
    until(lambda: is_whole(stack["nought1"]), SLOWLY)


def test_when_a_server_stops_the_proxy_sends_requests_to_the_other(stack: Stack, client: Client) -> None:
    deal = begun_deal(client)
    assert stack["nought1"].stop()
    assert stack["nought1"].returncode == 0
    record(client, deal, "W no cut")
    stack.start("nought1")
    stack.wait("nought1")


def test_all_end_in_their_time_and_the_deals_stand_when_they_start_again(stack: Stack, client: Client) -> None:
    deal = begun_deal(client)
    before = acts(client, deal)
    assert {name for name, in_time in stack.stop().items() if not in_time} == set()
    stack.up()
    assert acts(client, deal) == before
    record(client, deal, "W no cut")
