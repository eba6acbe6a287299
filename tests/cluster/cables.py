"""Cables between the nodes of a cluster, its etcd and its clients. They can be cut and mended.

Each node listens at a loopback address of its own. Clients reach it through a forwarder, and the node reaches the
others and etcd through forwarders at its own address. A cut cable passes nothing on: open connections stay open and
silent, new ones are accepted and get no answer. What was sent meanwhile arrives when the cable is mended, as after a
real cut.

The forwarders run in a process of their own, which reads the routes and then, line by line, which cables are cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scripts.cluster import Cluster

    Address = tuple[str, int]
    Route = tuple[str, Address, Address]
    """The name of a cable, where its forwarder listens, and where it leads."""

ADDRESSES: Final = ("127.0.1.1", "127.0.1.2", "127.0.1.3")
"""The addresses of the nodes: on Linux all of 127.0.0.0/8 is the loopback."""
HOST: Final = "127.0.0.1"
CLIENTS, ETCD = "clients", "etcd"


def routes(cluster: Cluster) -> list[Route]:
    """Return the routes of a cluster whose nodes have the addresses `ADDRESSES`."""
    state = cluster.state
    planned: list[Route] = []
    for node, address in enumerate(ADDRESSES):
        for port in (state.postgres[node], state.rest[node]):
            planned.append((f"{node}-{CLIENTS}", (HOST, port), (address, port)))
        for port in state.etcd_client:
            planned.append((f"{node}-{ETCD}", (address, port), (HOST, port)))
        for other, its_address in enumerate(ADDRESSES):
            if other != node:
                port = state.postgres[other]
                planned.append((f"{node}-{other}", (address, port), (its_address, port)))
    return planned


@dataclass
class Cables:
    """The cables of a running cluster."""

    cluster: Cluster
    process: subprocess.Popen[str]
    names: frozenset[str]

    @contextmanager
    def cut(self, node: int, *, but: str = "") -> Iterator[None]:
        """Cut all cables of a node meanwhile, ``but`` those that lead to `CLIENTS` or `ETCD`."""
        ends = {name: name.split("-") for name in self.names}
        self.tell([name for name, pair in ends.items() if str(node) in pair and but not in pair])
        try:
            yield
        finally:
            self.tell([])

    def tell(self, message: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"


@contextmanager
def laid(cluster: Cluster) -> Iterator[Cables]:
    """Lay the cables of a cluster, before it starts."""
    cluster.prepare()
    planned = routes(cluster)
    command = [sys.executable, __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            cables = Cables(cluster, process, frozenset(name for name, _, _ in planned))
            cables.tell(planned)
            yield cables
        finally:
            process.kill()


# --- the process ----------------------------------------------------------------------------------------------------


async def forward(whole: asyncio.Event, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on while the cable is whole; then close, unless it is cut."""
    with contextlib.suppress(OSError):
        while part := await reader.read(65536):
            await whole.wait()
            writer.write(part)
            await writer.drain()
    await whole.wait()
    writer.close()


async def accept(
    whole: asyncio.Event, target: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Connect a new connection with its target, once the cable is whole."""
    await whole.wait()
    try:
        back, out = await asyncio.open_connection(*target)
    except OSError:
        writer.close()
        return
    await asyncio.gather(forward(whole, reader, out), forward(whole, back, writer))


async def run(commands: IO[str], answers: IO[str]) -> None:
    """Run the forwarders until the commands end."""
    loop = asyncio.get_running_loop()
    whole: dict[str, asyncio.Event] = {}
    for name, listen, target in json.loads(await loop.run_in_executor(None, commands.readline)):
        event = whole.setdefault(name, asyncio.Event())
        event.set()
        await asyncio.start_server(partial(accept, event, tuple(target)), *listen)
    answers.write("done\n")
    answers.flush()
    while line := await loop.run_in_executor(None, commands.readline):
        cut = json.loads(line)
        for name, event in whole.items():
            if name in cut:
                event.clear()
            else:
                event.set()
        answers.write("done\n")
        answers.flush()


if __name__ == "__main__":
    asyncio.run(run(sys.stdin, sys.stdout))
