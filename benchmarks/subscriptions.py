"""Players of a running server who are told of their tables on several devices, by a push service on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec

from api.messages.push import LOCAL_VARIABLE, point
from api.services import Services
from benchmarks.http import PATIENCE
from store.tables.people.message_choices import Choices
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.streams import Site

TABLES: Final = 50
DEVICES: Final = 10
"""The devices of each of four players at a table: 2,000 together."""
SERVICE: Final = """
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass

class Server(ThreadingHTTPServer):
    request_queue_size = 128

server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
"""
"""A push service that takes every message."""


@contextmanager
def push_service() -> Iterator[str]:
    """Run a push service, which servers that are started meanwhile may use; yield its address."""
    os.environ[LOCAL_VARIABLE] = "1"
    process = subprocess.Popen([sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        os.environ.pop(LOCAL_VARIABLE)


class Subscriptions:
    """The devices of the players of a tournament on a running server."""

    def __init__(self, site: Site, service: str) -> None:
        self.site = site
        self.here = Services.build(site.settings)
        club = site.ask("POST", "/clubs", {"name": "Club"})["id"]
        names = [f"Player {number}" for number in range(4 * TABLES)]
        for name in names:
            self._subscribe(UUID(site.ask("POST", "/players", {"name": name, "club": club})["id"]), UUID(club), service)
        terms = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
        body = {"name": "The cup", "terms": terms, "ruleset": "304", "club": club}
        cup = site.ask("POST", "/tournaments", body)["id"]
        for number in range(2 * TABLES):
            pair = {"name": f"Pair {number}", "players": names[2 * number : 2 * number + 2]}
            site.ask("POST", f"/tournaments/{cup}/entries", pair)
        site.ask("POST", f"/tournaments/{cup}/rounds", {})
        self.tables = [each["id"] for each in site.ask("GET", f"/tournaments/{cup}/rounds/1")["encounters"]]
        self.wait()

    def _subscribe(self, player: UUID, club: UUID, service: str) -> None:
        here = self.here
        account = here.accounts.add(str(player), "A player", "player", {}, "bench")
        here.account_players.link(account.id, club, player)
        here.message_choices.choose(account.id, Choices(("round",), False, "en", None))
        token, _ = here.tokens.issue("player", account.name, timedelta(hours=1), account=account.id)
        key = point(ec.generate_private_key(ec.SECP256R1()).public_key())
        for number in range(DEVICES):
            endpoint = f"{service}/{player}/{number}"
            here.message_choices.add_device(account.id, token.id, endpoint, key, bytes(16), "")

    def tell_all(self) -> float:
        """Let all players change places with their partners, and wait until each device has the new seat.

        Returns the seconds from the last change.
        """
        for table in self.tables:
            seats = self.site.ask("GET", f"/encounters/{table}")["seats"]
            changed = {"S": seats["N"], "N": seats["S"], "E": seats["W"], "W": seats["E"]}
            self.site.ask("POST", f"/encounters/{table}/seats", {"seats": changed, "why": "bench"})
        return self.wait()

    def wait(self) -> float:
        """Wait until everything was delivered. Return the seconds. Raises ``RuntimeError`` if it is not."""
        began = time.monotonic()
        position = self.here.recorder.max_notification_id() or 0
        while self.here.recorder.tracked("messages") < position or self._left():
            if time.monotonic() - began > PATIENCE:
                raise RuntimeError("the messages were not delivered")
            time.sleep(0.05)
        return time.monotonic() - began

    def _left(self) -> int:
        return int(rows(self.here.recorder, "SELECT count(*) FROM deliveries")[0][0])

    def close(self) -> None:
        """End the connections."""
        self.here.close()
