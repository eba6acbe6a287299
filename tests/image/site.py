"""Questions to what runs from a Compose file: requests of an administrator, and the rights of a container's process."""

from __future__ import annotations

import json
from http.client import HTTPConnection

from tests.image.containers import Container
from tests.kills import Client
from tests.waiting import PATIENCE

NO_RIGHTS = ("0" * 16, "0" * 16, "1")
"""The answer of `rights` for a process that has none and may gain none."""


def administrator(server: Container, port: int) -> Client:
    """Return a client with a token, issued in the server's container as an operator does it there."""
    issued = server.run("nought", "token", "issue", "admin", "Keeper")
    assert issued.returncode == 0, issued.stderr
    return Client([port], issued.stdout.strip(), patience=PATIENCE * 2)


def status(port: int, path: str) -> int:
    """Return the status of the answer to somebody who is not signed in."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def begun_deal(client: Client) -> str:
    """Open a deal, record the shuffle, and return the deal's id."""
    opened = client.post("/deals", {"ruleset": "304", "dealer": "S"})
    assert opened.status_code == 201, opened.body
    deal = str(opened.json["id"])
    record(client, deal, "S shuffle")
    return deal


def record(client: Client, deal: str, act: str) -> None:
    answer = client.post(f"/deals/{deal}/actions", {"act": act})
    assert answer.status_code == 200, answer.body


def acts(client: Client, deal: str) -> list[str]:
    """Return what a deal's stored events say was done, one sentence each."""
    answer = client.get(f"/deals/{deal}/events")
    assert answer.status_code == 200, answer.body
    events = [json.loads(line) for line in answer.body.splitlines()]
    return [str(event["act"]) for event in events if event.get("act")]


def rights(container: Container) -> tuple[str, str, str]:
    """Return the capabilities that a container's process may have, those that it has, and whether it may gain none."""
    lines = (line.split(":\t", 1) for line in container.run("cat", "/proc/1/status").stdout.splitlines())
    state = dict(lines)
    return state["CapBnd"], state["CapEff"], state["NoNewPrivs"]
