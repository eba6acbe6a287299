"""`cluster`: who leads, how far the replicas are, and what would be lost with the leader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import environment_settings
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK
from api.cli.parts.terminal import json_option, one_line, print_json, say
from store.postgres.cluster import ClusterState, Host, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command()
@json_option
def cluster(as_json: bool) -> int:
    """Show who leads, the lag of replicas, and the quorum.

    Asks every host of NOUGHT_DSN. The exit code is 1 if no host or more than one takes writes, if a host does not
    answer, or if a replica does not follow the leader.

    \b
    nought cluster
    nought cluster --json
    """
    try:
        state = read_state(environment_settings().dsn)
    except ValueError as error:
        raise Trouble(str(error)) from None
    if as_json:
        print_json(payload(state))
    else:
        show(state)
    return DONE if is_whole(state) else FAILED_CHECK


def is_whole(state: ClusterState) -> bool:
    """Return whether writes are acknowledged, and every host answers and has its part."""
    return state.takes_writes and not state.silent and state.followers == state.replicas


def payload(state: ClusterState) -> dict[str, object]:
    """Return the state as JSON; positions are in bytes."""
    return {
        "leader": state.leader.name if state.leader else None,
        "takes_writes": state.takes_writes,
        "quorum": state.quorum,
        "at_risk_bytes": state.at_risk,
        "hosts": [
            {
                "host": host.name,
                "role": role(host),
                "received_behind_bytes": None if host.error else state.behind(host),
                "replayed_behind_bytes": None if host.error else state.behind(host, replayed=True),
                "follows": host.is_following,
                "error": host.error or None,
            }
            for host in state.hosts
        ],
    }


def role(host: Host) -> str:
    """Return the role of a host: leader, replica or silent."""
    return "silent" if host.error else "leader" if host.is_leader else "replica"


def show(state: ClusterState) -> None:
    """Print the hosts as a table, and what follows for writes."""
    table = Table(*(Column(name, overflow="fold") for name in ("host", "role", "on disk", "for readers")))
    for host in state.hosts:
        table.add_row(host.name, role(host), *lags(state, host))
    paint.show(table)
    for host in state.silent:
        say(one_line(f"{host.name} does not answer: {host.error}"))
    for host in state.replicas:
        if not host.is_following:
            say(f"{host.name} does not follow the leader.")
    for sentence in sentences(state):
        say(sentence)


def lags(state: ClusterState, host: Host) -> tuple[str, str]:
    """Return how far a replica is behind, on disk and for its readers."""
    if host.error or host.is_leader or state.leader is None:
        return "", ""
    return f"{state.behind(host):,} bytes behind", f"{state.behind(host, replayed=True):,} bytes behind"


def sentences(state: ClusterState) -> Iterator[str]:
    """Yield what the state means for writes."""
    if len(state.leaders) > 1:
        yield f"{len(state.leaders)} hosts take writes. Only one may: stop the servers, and end the others."
        return
    if state.leader is None:
        yield "No host takes writes. Another leader is chosen within seconds if most of the cluster is up."
        return
    yield f"{state.leader.name} leads."
    if state.quorum:
        yield (
            f"A write is acknowledged once the leader and {state.quorum} of the replicas have it on disk; "
            f"{len(state.followers)} follow."
        )
        if state.takes_writes:
            yield "If the leader is lost now, nothing that was acknowledged is lost."
        else:
            yield "Too few replicas follow it: writes wait until more do."
    elif state.at_risk is None:
        yield "No replica answers: what was recorded since the last backup would be lost with the leader."
    else:
        yield (
            "The leader waits for no replica. If it is lost now, so is what no replica has: "
            f"{state.at_risk:,} bytes of the write-ahead log at this moment, and more under load."
        )


COMMANDS = (cluster,)
