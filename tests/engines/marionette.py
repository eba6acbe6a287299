"""A stock Firefox over Marionette, which has what the classic WebDriver has: virtual authenticators, for passkeys.

WebDriver BiDi, over which `tests.engines.firefox` drives the same Firefox, has none.
"""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from tests.engines.firefox import SETTINGS, Refused
from tests.waiting import PATIENCE, free_port, until

AUTHENTICATOR: Final = {
    "protocol": "ctap2_1", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserConsenting": True, "isUserVerified": True,
}  # fmt: skip
TOKENS: Final = {
    "security.webauth.webauthn_enable_softtoken": True, "security.webauth.webauthn_enable_usbtoken": False,
}  # fmt: skip
"""Firefox asks the virtual authenticator, and no key at a USB port."""
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element in answers (WebDriver, "Elements")."""


@contextmanager
def firefox_with_authenticator(program: str) -> Iterator[Marionette]:
    """Run a Firefox without a window, with a new profile and an authenticator that recognises its owner."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        port = free_port()
        settings = {**SETTINGS, **TOKENS, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        Path(profile, "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--no-remote", "--marionette", "--profile", profile]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, stderr=quiet, stdout=quiet) as process:
            try:
                with _connected(port) as connection, connection.makefile("rwb") as stream:
                    firefox = Marionette(cast("BinaryIO", stream))
                    firefox.send("WebAuthn:AddVirtualAuthenticator", **AUTHENTICATOR)
                    yield firefox
            finally:
                process.terminate()


def _connected(port: int) -> socket.socket:
    """Return a connection to a Firefox, once it listens."""
    connections: list[socket.socket] = []

    def is_listening() -> bool:
        try:
            connections.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        except OSError:
            return False
        return True

    until(is_listening)
    return connections[0]


class Marionette:
    """A connection to a running Firefox, and its window."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._numbers = count(1)
        self._receive()
        self.send("WebDriver:NewSession", capabilities={})

    def send(self, command: str, **params: Any) -> Any:
        """Send a command and return its result. Raises Refused."""
        message = json.dumps([0, next(self._numbers), command, params]).encode()
        self._stream.write(b"%d:%b" % (len(message), message))
        self._stream.flush()
        _, _, error, result = self._receive()
        if error:
            raise Refused(f"{command}: {error['error']}: {error['message']}")
        return result

    def _receive(self) -> Any:
        length = b""
        while (letter := self._stream.read(1)) != b":":
            length += letter
        return json.loads(self._stream.read(int(length)))

    def visit(self, address: str) -> None:
        """Open a page."""
        self.send("WebDriver:Navigate", url=address)

    def press(self, words: str) -> None:
        """Press the button with these words."""
        path = f"//button[normalize-space()={json.dumps(words)}]"
        element = self.send("WebDriver:FindElement", using="xpath", value=path)["value"]
        self.send("WebDriver:ElementClick", id=element[ELEMENT])

    def sees(self, text: str) -> None:
        """Wait until the page shows a text."""
        until(lambda: text in (self._run("return document.body.innerText") or ""))

    def is_at(self, path: str) -> None:
        """Wait until the page has a path."""
        until(lambda: self._run("return location.pathname") == path)

    def _run(self, script: str) -> Any:
        try:
            return self.send("WebDriver:ExecuteScript", script=script, args=[])["value"]
        except Refused:  # the page is just being left
            return ""
