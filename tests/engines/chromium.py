"""Chromium by Playwright."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error

from tests.engines.device import Device, Lost, Size


class Chromium(Device):
    """A context of its own in a running Chromium."""

    engine = "chromium"

    def __init__(self, browser: Browser, site: str, size: Size) -> None:
        super().__init__(site)
        viewport: Any = {"width": size[0], "height": size[1]}
        self._context = browser.new_context(viewport=viewport, has_touch=True)
        self._page = self._context.new_page()
        self._wrong: list[str] = []
        self._page.on("pageerror", lambda error: self._wrong.append(str(error)))

    def visit(self, address: str) -> None:
        self._page.goto(address)

    def run(self, script: str, *args: Any) -> Any:
        try:
            return self._page.evaluate(f"(args) => {{ {script} }}", list(args))
        except Error as error:
            raise Lost(str(error)) from error

    def tap(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def drag(self, x: float, y: float, across: float) -> None:
        protocol = self._context.new_cdp_session(self._page)
        for kind, at in (
            ("touchStart", x),
            ("touchMove", x + across / 2),
            ("touchMove", x + across),
            ("touchEnd", None),
        ):
            points = [] if at is None else [{"x": at, "y": y}]
            protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        protocol.detach()

    def key(self, key: str) -> None:
        self._page.keyboard.press(key)

    def resize(self, size: Size) -> None:
        self._page.set_viewport_size({"width": size[0], "height": size[1]})

    def picture(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def pdf(self) -> bytes:
        return self._page.pdf(format="A4", prefer_css_page_size=True, print_background=True)

    def set_cookie(self, name: str, value: str) -> None:
        self._context.add_cookies([{"name": name, "value": value, "url": self.site}])

    def errors(self) -> list[str]:
        errors, self._wrong = self._wrong, []
        return errors

    def close(self) -> None:
        self._context.close()
