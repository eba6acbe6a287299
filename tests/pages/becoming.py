"""Waiting for something on a page, asked from here: the page's own policy forbids what Playwright would ask it with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

PATIENCE = 30_000
"""Milliseconds."""
PAUSE = 50


def until(page: Page, is_so: Callable[[], object]) -> None:
    """Wait until something is so, while the page's requests go on."""
    for _ in range(PATIENCE // PAUSE):
        if is_so():
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError("it did not happen")


def becomes(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until a condition in JavaScript is true on a page that stays open.

    `Page.wait_for_function` repeats it in the page, where `script-src 'self'` forbids it unless it was true at once.
    """
    until(page, lambda: page.evaluate(condition, arg))
