"""The journeys in Chromium, Firefox and WebKit, on a real server over a real Postgres.

The everyday run walks in Chromium what `tests/pages` does not, and one journey in each other engine; the full run walks
all in all.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Playwright

from api.services import Provider
from api.site import EXTENSION, Site
from tests.engines.chromium import Chromium
from tests.engines.device import PHONE, Device, Size
from tests.engines.firefox import FirefoxWindow, running_firefox
from tests.engines.road import Road, road
from tests.engines.webkit import WebKitWindow, screen
from tests.http.applications import serving
from tests.pages.conftest import chromium
from tests.signing.conftest import app, house, people
from tests.signing.visitors import PASSWORD, Visitor, official

__all__ = ["app", "house", "people"]

ENGINES = ("chromium", "firefox", "webkit")
PICTURES = os.environ.get("NOUGHT_PICTURES")
"""A folder for pictures of what failed."""

Open = Callable[..., Device]


def journey(*everyday: str) -> pytest.MarkDecorator:
    """Walk a journey in every engine; in the everyday run only in some."""
    engines = [pytest.param(each, marks=[] if each in everyday else pytest.mark.full) for each in ENGINES]
    return pytest.mark.parametrize("engine", engines, indirect=True)


def needed(*programs: str) -> None:
    """Skip where a program is missing, or fail where all are required."""
    for program in programs:
        if not shutil.which(program):
            message = f"there is no {program}: CONTRIBUTING.md says which packages the engines need"
            pytest.fail(message) if os.environ.get("NOUGHT_REQUIRE_ALL") else pytest.skip(message)


@pytest.fixture(scope="session")
def engines(driver: Playwright) -> Iterator[Callable[[str], Callable[[str, Size], Device]]]:
    """Start each engine when it is first wanted: a function that opens a window of it."""
    with ExitStack() as running:
        started: dict[str, Callable[[str, Size], Device]] = {}

        def start(name: str) -> Callable[[str, Size], Device]:
            if name == "chromium":
                args = ["--no-sandbox", "--disable-gpu"]
                browser = driver.chromium.launch(executable_path=chromium(), args=args)
                running.callback(browser.close)
                return partial(Chromium, browser)
            if name == "firefox":
                needed("firefox-esr")
                return partial(FirefoxWindow, running.enter_context(running_firefox("firefox-esr")))
            needed("WebKitWebDriver", "Xvfb", "/usr/bin/python3")
            return partial(WebKitWindow, running.enter_context(screen()))

        def window_of(name: str) -> Callable[[str, Size], Device]:
            if name not in started:
                started[name] = start(name)
            return started[name]

        yield window_of


@pytest.fixture
def engine(request: pytest.FixtureRequest, engines: Callable[[str], Callable[[str, Size], Device]]) -> Any:
    """The function that opens a window of the engine of this test."""
    return engines(str(request.param))


@pytest.fixture(scope="module")
def port(app: Flask) -> Iterator[int]:
    """The port of the running site."""
    with serving(app) as port:
        app.extensions[EXTENSION] = Site(served_at=f"http://127.0.0.1:{port}")
        yield port


@pytest.fixture
def way(port: int) -> Iterator[Road]:
    """A way to the site that can be cut."""
    with road(port) as way:
        yield way


@pytest.fixture(scope="module")
def session(app: Flask, house: Provider) -> str:
    """The cookie of an administrator who has signed in."""
    official(house, "keeper", "admin")
    visitor = Visitor(app)
    visitor.sign_in("keeper", PASSWORD)
    cookie = visitor.client.get_cookie("nought_session")
    assert cookie is not None
    return cookie.value


@pytest.fixture
def device(
    request: pytest.FixtureRequest, engine: Callable[[str, Size], Device], port: int, session: str
) -> Iterator[Open]:
    """Opens a path in a window of its own. An error of a script fails the test.

    ``is_official``: with the administrator's cookie. ``at``: the port, if not that of the site.
    """
    opened: list[Device] = []

    def open_(path: str, *, size: Size = PHONE, is_official: bool = False, at: int = 0) -> Device:
        window = engine(f"http://127.0.0.1:{at or port}", size)
        opened.append(window)
        if is_official:
            window.set_cookie("nought_session", session)
        window.open(path)
        return window

    failed = request.session.testsfailed
    yield open_
    wrong = [error for window in opened for error in window.errors()]
    if PICTURES and request.session.testsfailed > failed:
        for n, window in enumerate(opened):
            window.picture(Path(PICTURES, f"{request.node.name}-{n}.png"))
    for window in opened:
        window.close()
    assert wrong == []
