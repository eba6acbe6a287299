"""The engine's part in the network of a container: holds the network, names the others, and publishes ports.

A process of its own for each container, on the standard library alone. It listens at the published ports, moves into a
new network namespace, and answers there at 127.0.0.11 for the names of containers, as Docker's engine does. The network
lasts as long as the process. `names` is a folder in which each container on a network has a file with its address:

    python engine_network.py '{"names": ["/folder/data"], "ports": [["127.0.0.1", 8304, 8304]]}'
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import socket
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Final

NEW_NETWORK: Final = 0x40000000
NAME_SERVER: Final = ("127.0.0.11", 53)
ADDRESS_RECORD: Final = 1
ANSWER, NO_SUCH_NAME = 0x8180, 0x8183
SECONDS: Final = 1
"""How long an answer may be kept: a container that starts again may have another address."""


def answer(query: bytes, folders: list[str]) -> bytes:
    """Return the answer to a query of DNS: the address of a container, or that there is none of the name."""
    place, labels = 12, []
    while length := query[place]:
        labels.append(query[place + 1 : place + 1 + length].decode())
        place += 1 + length
    question = query[12 : place + 5]
    (kind,) = struct.unpack("!H", question[-4:-2])
    address = address_of(".".join(labels), folders)
    records = b""
    if address and kind == ADDRESS_RECORD:
        records = struct.pack("!HHHIH", 0xC00C, ADDRESS_RECORD, 1, SECONDS, 4) + socket.inet_aton(address)
    head = query[:2] + struct.pack("!HHHHH", ANSWER if address else NO_SUCH_NAME, 1, bool(records), 0, 0)
    return head + question + records


def address_of(name: str, folders: list[str]) -> str | None:
    for folder in folders:
        with contextlib.suppress(OSError):
            return (Path(folder) / name.lower()).read_text()
    return None


class NameServer(asyncio.DatagramProtocol):
    """Answers for the names in the folders."""

    def __init__(self, folders: list[str]) -> None:
        self.folders = folders

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.transport.sendto(answer(data, self.folders), addr)


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()


async def publish(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connect somebody outside with a port of the container."""
    try:
        back, out = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        writer.close()
        return
    await asyncio.gather(pass_on(reader, out), pass_on(back, writer))


async def run(names: list[str], ports: list[tuple[str, int, int]]) -> None:
    outside = [(socket.create_server((address, port)), inside) for address, port, inside in ports]
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "no network of its own")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    loop = asyncio.get_running_loop()
    await loop.create_datagram_endpoint(lambda: NameServer(names), local_addr=NAME_SERVER)
    for listener, inside in outside:
        await asyncio.start_server(partial(publish, inside), sock=listener)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(**json.loads(sys.argv[1])))
