"""WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), of which the journeys need ten commands."""

from __future__ import annotations

import base64
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from tests.engines.device import Device, Lost, Size
from tests.engines.firefox import KEYS, PRESS
from tests.waiting import PATIENCE, free_port

WINDOW: Final = Path(__file__).parent / "webkit_window.py"


TOUCH: Final = """const [x, y, across] = args;
const target = document.elementFromPoint(x, y);
const send = (type, at, touches) => {
  const touch = { identifier: 1, target, clientX: at, clientY: y };
  const event = new Event(type, { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, { touches: touches ? [touch] : [], changedTouches: [touch] }));
};
send("touchstart", x, true);
send("touchmove", x + across, true);
send("touchend", x + across, false);"""


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees: its name for DISPLAY."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    number = process.stdout.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    process.terminate()
    process.wait()
    process.stdout.close()


class WebKitWindow(Device):
    """A window of WebKitGTK in a process of its own."""

    engine = "webkit"

    def __init__(self, display: str, site: str, size: Size) -> None:
        super().__init__(site)
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        port = free_port()
        # WebKit's own sandbox needs rights that containers do not have.
        env = {"DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        env |= {"NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11", "HOME": self._folder.name}
        self._process = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env=os.environ | env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self._session = ""
        options = {"binary": str(WINDOW), "args": [str(each) for each in size]}
        self._session = self._begin({"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._wrong: list[str] = []

    def _begin(self, capabilities: dict[str, Any]) -> str:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return str(self._send("POST", "/session", capabilities=capabilities)["sessionId"])
            except httpx.ConnectError:
                assert time.monotonic() < end, "WebKitWebDriver did not start"
                time.sleep(0.05)

    def _send(self, method: str, path: str, **params: Any) -> Any:
        """Send a command and return its value. Raises Lost if it fails."""
        path = f"/session/{self._session}{path}" if self._session else path
        answer = self._client.request(method, path, json=params if method == "POST" else None)
        value = answer.json()["value"]
        if answer.is_error:
            raise Lost(f"{path}: {value['error']}: {value['message']}")
        return value

    def visit(self, address: str) -> None:
        self._collect()
        self._send("POST", "/url", url=address)

    def run(self, script: str, *args: Any) -> Any:
        return self._send("POST", "/execute/sync", script=f"const args = [...arguments]; {script}", args=list(args))

    def _act(self, *sources: dict[str, Any]) -> None:
        self._send("POST", "/actions", actions=list(sources))

    def tap(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}
        self._act({"type": "pointer", "id": "mouse", "actions": [at, *PRESS]})

    def drag(self, x: float, y: float, across: float) -> None:
        # WebKitGTK's driver has no fingers (only iOS has): the page gets the same events from a script.
        self.run(TOUCH, x, y, across)

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
        self._send("POST", "/window/rect", width=size[0], height=size[1])
        self.until("return innerWidth === args[0]", size[0])

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    def pdf(self) -> bytes:
        path = Path(self._folder.name, f"{time.monotonic_ns()}.pdf")
        self.run("window.webkit.messageHandlers.print.postMessage(args[0])", str(path))
        end = time.monotonic() + PATIENCE
        while not path.with_name(path.name + ".done").exists():
            assert time.monotonic() < end, "WebKit did not print"
            time.sleep(0.05)
        return path.read_bytes()

    def set_cookie(self, name: str, value: str) -> None:
        self.open("/health")
        self._send("POST", "/cookie", cookie={"name": name, "value": value, "path": "/", "domain": "127.0.0.1"})

    def _collect(self) -> None:
        with suppress(Lost):
            self._wrong += self.run("const all = window.scriptErrors ?? []; window.scriptErrors = []; return all;")

    def errors(self) -> list[str]:
        self._collect()
        errors, self._wrong = self._wrong, []
        return errors

    def close(self) -> None:
        with suppress(Lost, httpx.HTTPError):
            self._send("DELETE", "")
        self._client.close()
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()
