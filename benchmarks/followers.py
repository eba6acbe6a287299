"""Many followers of tables in one process, each with a connection of its own: ``python -m benchmarks.followers PORT``.

It reads a command a line, and answers each with a line of JSON: ``open N TABLE…`` opens so many streams, shared among
the tables, from a hundred addresses of this machine; ``count`` says how many are open; ``end FILE DEAL:VERSION…`` says
what was wrong so far and writes when each card arrived. A follower whose connection ends connects again, as a browser
does, with the id of the last event. Each checks that it is shown every card of a deal once and in order; after a lost
connection, one view may stand for the cards that it missed.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

ADDRESSES: Final = 100
AT_ONCE: Final = 64
"""The streams that are being opened at the same time."""
EVENT: Final = re.compile(rb"id: ([0-9a-f-]+):(\d+)\nevent: (\w+)\n")
RETRY: Final = re.compile(rb"retry: (\d+)\n")
LATER: Final = re.compile(rb"\r\nretry-after: (\d+)\r\n", re.IGNORECASE)


class Crowd:
    """All followers, and what they were shown."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.followers: list[Follower] = []
        self.open = 0
        self.refused: Counter[int] = Counter()
        self.faults: Counter[str] = Counter()
        self.caught_up = 0
        """The views and frames that made up for a lost connection."""
        self.arrivals: defaultdict[str, list[float]] = defaultdict(list)
        """The times at which each card was shown, by deal and version."""
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, count: int, tables: list[str]) -> None:
        """Add followers of these tables in turn."""
        for number in range(len(self.followers), len(self.followers) + count):
            follower = Follower(self, tables[number % len(tables)], f"127.0.0.{number % ADDRESSES + 1}")
            self.followers.append(follower)
            self.tasks.append(asyncio.ensure_future(follower.follow()))

    def unfinished(self, last: list[str]) -> int:
        """Return how many followers were not shown the last card of the last deals."""
        finals = dict(each.split(":") for each in last)
        return sum(finals.get(each.deal) != str(each.version) for each in self.followers)


class Follower(asyncio.Protocol):
    """One follower of a table."""

    def __init__(self, crowd: Crowd, table: str, address: str) -> None:
        self.crowd = crowd
        self.table = table
        self.address = address
        self.deal, self.version = "", 0
        self.earlier: set[str] = set()
        self.retry = 2.0
        self._rest = b""
        self._head = True
        self._is_open = False
        self._is_new = True
        """True in the first text of this connection with events: what was missed comes in it."""
        self._ended: asyncio.Future[None] | None = None
        self._opened: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    async def follow(self) -> None:
        """Connect again and again."""
        loop = asyncio.get_running_loop()
        while True:
            self._ended, self._opened = loop.create_future(), loop.create_future()
            async with self.crowd.gate:
                try:
                    await loop.create_connection(
                        lambda: self, "127.0.0.1", self.crowd.port, local_addr=(self.address, 0)
                    )
                    await self._opened
                except OSError:
                    self._ended.cancel()
            if not self._ended.cancelled():
                await self._ended
            await asyncio.sleep(self.retry)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._rest, self._head, self._is_new, self.retry = b"", True, True, 2.0
        last = f"Last-Event-ID: {self.deal}:{self.version}\r\n" if self.deal else ""
        transport.write(f"GET /api/v1/tables/{self.table}/stream HTTP/1.1\r\nHost: localhost\r\n{last}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Take in a part of the answer."""
        now = time.monotonic()
        self._rest += data
        if self._head:
            head, end, self._rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._head = False
            if not self._begin(head + b"\r\n"):
                return
        # No text of a stream has a carriage return, so the sizes of the chunks are passed over.
        *parts, self._rest = self._rest.split(b"\r\n")
        for part in parts:
            if part.startswith(b"retry: "):
                self.retry = int(part[7 : part.index(b"\n")]) / 1000
            events = EVENT.findall(part)
            for deal, version, name in events:
                self._take(deal.decode(), int(version), name, now)
            self._is_new = self._is_new and not events

    def _begin(self, head: bytes) -> bool:
        status = int(head[9:12])
        if self._opened is not None and not self._opened.done():
            self._opened.set_result(None)
        if status == 200:
            self._is_open = True
            self.crowd.open += 1
            return True
        self.crowd.refused[status] += 1
        later = LATER.search(head)
        self.retry = float(later[1]) if later else 2.0
        assert self._transport is not None
        self._transport.abort()
        return False

    def _take(self, deal: str, version: int, name: bytes, now: float) -> None:
        crowd = self.crowd
        if deal != self.deal:
            if deal in self.earlier:
                crowd.faults["an earlier deal came again"] += 1
            if name != b"deal":
                crowd.faults["a deal began without being shown"] += 1
            self.earlier.add(self.deal)
        elif version <= self.version:
            crowd.faults["a card came twice"] += 1
        elif version != self.version + 1 and not (self._is_new and name == b"view"):
            crowd.faults["a card was missed"] += 1
        elif self._is_new:
            crowd.caught_up += 1
        elif name == b"frame":
            crowd.arrivals[f"{deal}:{version}"].append(now)
        self.deal, self.version = deal, version

    def connection_lost(self, error: Exception | None) -> None:
        """Connect again after a while."""
        if self._is_open:
            self._is_open = False
            self.crowd.open -= 1
        for waiting in (self._opened, self._ended):
            if waiting is not None and not waiting.done():
                waiting.set_result(None)


async def run(port: int) -> None:
    """Carry out the commands."""
    loop = asyncio.get_running_loop()
    crowd = Crowd(port)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command, *words = line.split()
        answer: dict[str, object] = {"open": crowd.open, "of": len(crowd.followers)}
        if command == "open":
            crowd.add(int(words[0]), words[1:])
        elif command == "end":
            answer |= {
                "unfinished": crowd.unfinished(words[1:]),
                "faults": dict(crowd.faults),
                "refused": {str(status): count for status, count in crowd.refused.items()},
                "caught_up": crowd.caught_up,
            }
            Path(words[0]).write_text(json.dumps(crowd.arrivals), encoding="ascii")
        print(json.dumps(answer), flush=True)
    for task in crowd.tasks:
        task.cancel()


def main() -> None:
    """Run until the input ends."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(run(int(sys.argv[1])))


if __name__ == "__main__":
    main()
