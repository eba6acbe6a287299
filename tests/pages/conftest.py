"""Pages in a real Chromium, on a real server over a real Postgres."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

from api.site import EXTENSION, Site
from tests.http.applications import serving
from tests.signing.conftest import app, house, people
from tests.signing.visitors import PASSWORD
from tests.waiting import PATIENCE

__all__ = ["app", "house", "people"]

AXE = gzip.decompress((Path(__file__).parent / "vendor" / "axe.min.js.gz").read_bytes()).decode()
STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().endTime < 1000).map((each) => each.finished))"""
"""Waits until nothing fades in or out any more: what is half there has too little contrast."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Programs of Chromium, the quickest first: the others have a window, though nobody sees it."""
QUIET = (
    "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking",
    "--disable-component-update",
)  # fmt: skip
"""A browser that draws in as few processes as it can, and asks nothing of anybody."""


def chromium() -> str:
    """The browser that the machine has; without one the tests of this folder are skipped, or fail where required."""
    executable = os.environ.get("NOUGHT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        if os.environ.get("NOUGHT_REQUIRE_ALL"):
            pytest.fail("there is no Chromium; install it, or name it in NOUGHT_CHROMIUM")
        pytest.skip("there is no Chromium")
    return executable


expect.set_options(timeout=20_000)
"""A busy machine takes longer than the five seconds that Playwright waits by itself."""


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    running = driver.chromium.launch(executable_path=chromium(), args=QUIET)
    yield running
    running.close()


@pytest.fixture(scope="session", autouse=True)
def whole_pages() -> Iterator[None]:
    """The page that a click leads to has come whole before a test looks: `count` and its like do not wait for it."""
    click = Locator.click

    def click_and_wait(self: Locator, **how: Any) -> None:
        click(self, **how)
        self.page.wait_for_load_state("domcontentloaded")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Locator, "click", click_and_wait)
        yield


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    """The address of a running server, which knows it as `nought serve` does."""
    with serving(app) as port:
        address = f"http://127.0.0.1:{port}"
        app.extensions[EXTENSION] = Site(served_at=address)
        yield address


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Open]:
    """Opens a path of the site in a browser of its own; a script's error or a blocked asset fails the test.

    With ``clock`` the test may put the page's clock forward. Complaints with a text of ``tolerated`` are expected.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []
    tolerated: list[str] = []

    def open_(path: str, *, clock: bool = False, **how: object) -> Page:
        context = browser.new_context(base_url=site, viewport=how.pop("viewport", DESK), **how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
        if clock:
            page.clock.install()
        page.goto(path)
        return page

    open_.wrong = wrong  # type: ignore[attr-defined]
    open_.tolerated = tolerated  # type: ignore[attr-defined]
    yield open_
    for context in contexts:
        context.close()
    assert [each for each in wrong if not any(part in each for part in tolerated)] == []


def is_wrong(message: ConsoleMessage) -> bool:
    """Whether a page complains: but for the picture that a browser asks of what is no page."""
    return message.type == "error" and not message.location["url"].endswith("/favicon.ico")


def signed_in(page: Page, login: str, password: str = PASSWORD) -> Page:
    """The page of somebody who signed in: without the form, whose pages cost most of a test."""
    form = {"login": login, "password": password, "next": "/account"}
    assert page.request.post("/sign-in", form=form).url.endswith("/account")
    return page


def press_and_agree(page: Page, button: Locator) -> None:
    """Press a button of a director's form; if the page then shows what it changes, agree."""
    shows_effects = button.evaluate("each => each.form?.dataset.effects !== undefined")
    button.click()
    if shows_effects:
        page.locator("dialog.sheet .answers .main").click()


FULL = bool(os.environ.get("NOUGHT_FULL"))


OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that look at colours; nothing else of a page is otherwise in the other look."""


def accessible(page: Page, *rules: str, everyday: bool = True) -> None:
    """No violation that axe-core finds, by all its rules or by those that are named.

    `test_everywhere` looks at every page every day. Of further states of these pages most are looked at in the full run
    alone: they are not for ``everyday``.

    Styles and media are not loaded a second time for it: only its rule about audio that starts by itself needs them,
    and no page has audio. The rules about colours need half of its time: the everyday run has them where they are
    named.
    """
    if not (everyday or FULL):
        return
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.evaluate(STILL)
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = list(rules)
    elif not FULL:
        options["rules"] = {rule: {"enabled": False} for rule in OF_COLOURS}
    results = page.evaluate("options => axe.run(document, options)", options)
    violations = [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in results["violations"]]
    assert violations == []


def accessible_in_both_looks(page: Page, *, everyday: bool = True) -> None:
    """No violation in the light look, and in the full run none of colours in the dark one.

    The look is changed without a new load.
    """
    page.emulate_media(color_scheme="light")
    accessible(page, everyday=everyday)
    page.emulate_media(color_scheme="dark")
    accessible(page, *OF_COLOURS, everyday=False)


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


@pytest.fixture(scope="session")
def pango() -> None:
    """Tests of PDFs are skipped where the system has no Pango, or fail where it is required."""
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError) as error:
        if os.environ.get("NOUGHT_REQUIRE_ALL"):
            pytest.fail(f"no PDF can be made here: {error}")
        pytest.skip("there is no Pango")
