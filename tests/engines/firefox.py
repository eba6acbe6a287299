"""A stock Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks by itself.

Debian has no geckodriver, and the Firefox of Playwright is one that Playwright patched.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.engines.device import A4, Device, Lost, Size
from tests.waiting import PATIENCE

LISTENING: Final = re.compile(r"WebDriver BiDi listening on (\S+)")
KEYS: Final = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Delete": "\ue017", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
"""The keys that are no letters, as both protocols write them (WebDriver, "Keyboard actions")."""
SETTINGS: Final = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.update.enabled": False,
}


class Refused(Exception):
    """Firefox could not do what it was asked."""


@contextmanager
def running_firefox(program: str, more: Mapping[str, Any] | None = None) -> Iterator[Firefox]:
    """Run a Firefox without a window, with a new profile. ``more``: settings beside the usual ones."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in {**SETTINGS, **(more or {})}.items()
        ]
        Path(profile, "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            try:
                with connect(f"{_address(process)}/session", max_size=None) as socket:
                    yield Firefox(socket)
            finally:
                process.terminate()


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address at which a new Firefox listens, and read on what it writes, so that it never waits."""
    assert process.stderr is not None
    for line in process.stderr:
        if match := LISTENING.search(line):
            Thread(target=process.stderr.read, daemon=True).start()
            return match[1]
    raise RuntimeError("Firefox did not start")


class Firefox:
    """A connection to a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.events: list[dict[str, Any]] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result. Raises Refused."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == number:
                break
            if message["type"] == "event":
                self.events.append(message)
        if message["type"] == "error":
            raise Refused(f"{method}: {message['error']}: {message['message']}")
        result: dict[str, Any] = message["result"]
        return result


class FirefoxWindow(Device):
    """A window of a running Firefox, in a user context of its own."""

    engine = "firefox"

    def __init__(self, firefox: Firefox, site: str, size: Size) -> None:
        super().__init__(site)
        self._firefox = firefox
        self._user = firefox.send("browser.createUserContext")["userContext"]
        self._id = firefox.send("browsingContext.create", type="window", userContext=self._user)["context"]
        self.resize(size)

    def visit(self, address: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._id, url=address, wait="complete")

    def run(self, script: str, *args: Any) -> Any:
        whole = f"""async (given) => {{
            const args = JSON.parse(given);
            return JSON.stringify(await (async () => {{ {script} }})());
        }}"""
        given = [{"type": "string", "value": json.dumps(args)}]
        try:
            result = self._firefox.send(
                "script.callFunction", functionDeclaration=whole, arguments=given, awaitPromise=True,
                target={"context": self._id}, userActivation=True,
            )  # fmt: skip
        except Refused as error:
            raise Lost(str(error)) from error
        if result["type"] == "exception":
            raise Lost(result["exceptionDetails"]["text"])
        value = result["result"].get("value")
        return None if value is None else json.loads(value)

    def _act(self, *sources: dict[str, Any]) -> None:
        try:
            self._firefox.send("input.performActions", context=self._id, actions=sources)
        except Refused as error:  # for instance since the page is just being left
            raise Lost(str(error)) from error

    def tap(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "x": int(x), "y": int(y)}
        self._act({"type": "pointer", "id": "mouse", "actions": [at, *PRESS]})

    def drag(self, x: float, y: float, across: float) -> None:
        first, last = ({"type": "pointerMove", "x": int(at), "y": int(y), "duration": 50} for at in (x, x + across))
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._act(finger | {"actions": [first, PRESS[0], last, PRESS[1]]})

    def key(self, key: str) -> None:
        value = KEYS.get(key, key)
        self._act(
            {
                "type": "key",
                "id": "keys",
                "actions": [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}],
            }
        )

    def resize(self, size: Size) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self._firefox.send("browsingContext.setViewport", context=self._id, viewport=viewport)

    def picture(self, path: Path) -> None:
        path.write_bytes(
            base64.b64decode(self._firefox.send("browsingContext.captureScreenshot", context=self._id)["data"])
        )

    def pdf(self) -> bytes:
        page = {"width": A4[0], "height": A4[1]}
        return base64.b64decode(
            self._firefox.send("browsingContext.print", context=self._id, page=page, background=True)["data"]
        )

    def set_cookie(self, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": "127.0.0.1", "path": "/"}
        partition = {"type": "storageKey", "userContext": self._user}
        self._firefox.send("storage.setCookie", cookie=cookie, partition=partition)

    def errors(self) -> list[str]:
        own = [
            event["params"]
            for event in self._firefox.events
            if event["params"].get("source", {}).get("context") == self._id
        ]
        self._firefox.events = [event for event in self._firefox.events if event["params"] not in own]
        return [entry["text"] for entry in own if entry["type"] == "javascript" and entry["level"] == "error"]

    def close(self) -> None:
        self._firefox.send("browser.removeUserContext", userContext=self._user)


PRESS: Final = ({"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})
