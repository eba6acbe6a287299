"""The way to a server, which a test can cut: connections end, and no new one is taken until it is mended."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread


class Road:
    """Passes bytes between clients and a server on this machine."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open: set[socket.socket] = set()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._let_in()

    def cut(self) -> None:
        """End all connections, and take no new ones."""
        # A thread that waits for a client would keep the door open: closing alone does not end its waiting.
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Take connections again, at the same port."""
        self._door = socket.create_server(("127.0.0.1", self.port))
        self._let_in()

    def _let_in(self) -> None:
        Thread(target=self._accept, args=(self._door,), daemon=True).start()

    def _accept(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = door.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                for one, other in ((client, server), (server, client)):
                    self._open.add(one)
                    Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while part := one.recv(65_536):
                other.sendall(part)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.discard(one)
        one.close()


@contextmanager
def road(to: int) -> Iterator[Road]:
    """A way to the server at a port."""
    way = Road(to)
    yield way
    way.cut()
