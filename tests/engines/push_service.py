"""A push service for a stock Firefox, by the protocol of Mozilla's own one (autopush): a WebSocket, and an address."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from uuid import uuid4

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

ALLOWED: Final = 1
"""A permission that a user gave."""


@dataclass
class PushService:
    """The state of a running service."""

    socket: int = 0
    """The port at which browsers listen for messages."""
    endpoint: int = 0
    """The port that takes messages."""
    channels: dict[str, ServerConnection] = field(default_factory=dict)
    acknowledged: list[str] = field(default_factory=list)
    """The numbers of the messages that a browser has given to its worker."""

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a Firefox that uses this service, whose user lets sites send messages.

        It draws the messages by itself: without a screen there is no system that would.
        """
        return {
            "dom.push.enabled": True,
            "dom.push.connection.enabled": True,
            "dom.push.serverURL": f"ws://127.0.0.1:{self.socket}/",
            "dom.push.testing.allowInsecureServerURL": True,
            "permissions.default.desktop-notification": ALLOWED,
            "alerts.useSystemBackend": False,
        }

    def listen(self, connection: ServerConnection) -> None:
        """Answer one browser until it goes."""
        with suppress(ConnectionClosed):
            for line in connection:
                self._answer(connection, json.loads(line))

    def _answer(self, connection: ServerConnection, message: dict[str, Any]) -> None:
        match message.get("messageType"):
            case "hello":
                connection.send(json.dumps({**message, "status": 200, "uaid": message.get("uaid") or uuid4().hex}))
            case "register":
                channel = message["channelID"]
                self.channels[channel] = connection
                address = f"http://127.0.0.1:{self.endpoint}/{channel}"
                answer = {"messageType": "register", "channelID": channel, "status": 200, "pushEndpoint": address}
                connection.send(json.dumps(answer))
            case "ack":
                self.acknowledged += [each["version"] for each in message["updates"]]

    def pass_on(self, channel: str, encoding: str, sealed: bytes) -> None:
        """Give a message to the browser of a channel."""
        message = {
            "messageType": "notification",
            "channelID": channel,
            "version": uuid4().hex,
            "headers": {"encoding": encoding},
            "data": base64.urlsafe_b64encode(sealed).rstrip(b"=").decode(),
        }
        self.channels[channel].send(json.dumps(message))


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on loopback."""
    service = PushService()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sealed = self.rfile.read(int(self.headers["Content-Length"]))
            service.pass_on(self.path.lstrip("/"), self.headers["Content-Encoding"], sealed)
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with serve(service.listen, "127.0.0.1", 0) as sockets, ThreadingHTTPServer(("127.0.0.1", 0), Taker) as taker:
        service.socket, service.endpoint = sockets.socket.getsockname()[1], taker.server_address[1]
        for each in (sockets, taker):
            threading.Thread(target=each.serve_forever, daemon=True).start()
        yield service
        taker.shutdown()
