"""`nought cluster`: the state of every host of the connection string."""

from __future__ import annotations

import json

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from store.postgres.cluster import ClusterState, Host, read_state, replicas_needed
from store.settings import Settings
from tests.cli.conftest import Nought, complaint
from tests.waiting import free_port


def test_a_single_postgres_leads_and_is_all_there_is(nought: Nought, book: Settings) -> None:
    answer = nought("cluster")
    assert (answer.code, answer.err) == (0, "")
    assert " leads." in answer.out
    assert "since the last backup would be lost" in answer.out


def test_a_host_that_does_not_answer_is_named_and_the_check_fails(
    nought: Nought, book: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = conninfo_to_dict(book.dsn)
    port = free_port()
    hosts = {"host": f"{parts['host']},127.0.0.1", "port": f"5432,{port}"}
    monkeypatch.setenv("NOUGHT_DSN", make_conninfo(book.dsn, **hosts, target_session_attrs="read-write"))
    answer = nought("cluster", "--json")
    state = json.loads(answer.out)
    assert answer.code == 1
    assert state["takes_writes"] is True
    assert [host["role"] for host in state["hosts"]] == ["leader", "silent"]
    assert f"127.0.0.1:{port} does not answer" in nought("cluster").out


def test_no_leader_is_a_failed_check(nought: Nought, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHT_DSN", f"host=127.0.0.1 port={free_port()} user=a dbname=a")
    answer = nought("cluster")
    assert answer.code == 1
    assert "No host takes writes." in answer.out


def test_hosts_and_ports_that_do_not_go_together_are_refused(nought: Nought, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHT_DSN", "host=a,b,c port=1,2 user=a dbname=a")
    assert "not one port for each host" in complaint(nought("cluster"))
    monkeypatch.delenv("NOUGHT_DSN")
    assert "NOUGHT_DSN is not set" in complaint(nought("cluster"))


@pytest.mark.parametrize(
    ("names", "needed"),
    [("", 0), ("ANY 1 (a,b)", 1), ("any 2 (a, b, c)", 2), ("FIRST 2 (a,b)", 2), ("2 (a,b)", 2), ("a, b", 1), ("*", 1)],
)
def test_the_number_of_replicas_is_read_as_postgres_reads_it(names: str, needed: int) -> None:
    assert replicas_needed(names) == needed


def replica(received: int, *, follows: bool = True) -> Host:
    return Host("b", received=received, replayed=received, is_following=follows)


def leader(names: str, commit: str = "on") -> Host:
    return Host("a", is_leader=True, received=100, replayed=100, standby_names=names, commit=commit)


@pytest.mark.parametrize(
    ("hosts", "quorum", "writes", "at_risk"),
    [
        pytest.param([leader("ANY 1 (b)"), replica(90)], 1, True, 0, id="a quorum"),
        pytest.param([leader("ANY 1 (b)"), replica(90, follows=False)], 1, False, 0, id="nobody follows"),
        pytest.param([leader("ANY 1 (b)", "local"), replica(90)], 0, True, 10, id="the leader does not wait"),
        pytest.param([leader(""), replica(90), replica(70)], 0, True, 10, id="asynchronous"),
        pytest.param([leader("")], 0, True, None, id="alone"),
        pytest.param([leader(""), leader("")], 0, False, None, id="two leaders"),
        pytest.param([replica(90)], 0, False, None, id="no leader"),
    ],
)
def test_what_would_be_lost_follows_from_the_quorum(
    hosts: list[Host], quorum: int, writes: bool, at_risk: int | None
) -> None:
    state = ClusterState(tuple(hosts))
    assert (state.quorum, state.takes_writes, state.at_risk) == (quorum, writes, at_risk)


def test_the_state_of_a_single_postgres_is_read(book: Settings) -> None:
    state = read_state(book.dsn)
    assert state.leader is not None
    assert state.leader.received > 0
