"""The interface of a browser that the journeys use, the same in every engine."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.waiting import PATIENCE

Size = tuple[int, int]
PHONE: Final[Size] = (390, 844)
DESK: Final[Size] = (1280, 900)
A4: Final = (21.0, 29.7)
"""Centimetres."""

FIND: Final = """const [selector, text] = args;
if (document.readyState !== "complete") return null;
const plain = (words) => (words ?? "").replace(/\\s+/g, " ").trim();
const labels = (each) => [each.getAttribute("aria-label"), each.innerText, each.textContent].map(plain);
const isFree = (each) =>
  each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest("[inert]");
const found = [...document.querySelectorAll(selector)]
  .find((each) => isFree(each) && (text === null || labels(each).includes(text)));
if (!found) return null;
found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
const { x, y, width, height } = found.getBoundingClientRect();
const point = [x + width / 2, y + height / 2];
const hit = document.elementFromPoint(...point);
if (!hit || !(found.contains(hit) || found.labels?.[0]?.contains(hit))) return null;
window.isPressed = false;
addEventListener("click", ({ target }) => {
  const same = target.closest(selector);
  const isSame = same && (text === null || labels(same).includes(text));
  window.isPressed = target === hit || found.contains(target) || Boolean(isSame);
}, { capture: true, once: true });
return point;"""
"""The middle of what is visible, enabled and covered by nothing; null if there is none, or while the page still loads,
since its scripts may not have come. Notes whether it is pressed."""

CHOOSE: Final = """const [selector, label] = args;
const field = document.querySelector(selector);
const option = [...(field?.options ?? [])].find((each) => each.label.trim() === label || each.value === label);
if (!option) return false;
field.value = option.value;
for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
return true;"""

WIDE: Final = """const width = document.documentElement.clientWidth;
return [...document.querySelectorAll("main *")].filter((each) => each.getBoundingClientRect().right > width + 1
  && !each.closest(".scroll")).map((each) => each.outerHTML.slice(0, 100)).slice(0, 5);"""


class Device(ABC):
    """A window of a browser, with cookies and a storage of its own. Scripts are bodies of a function of ``args``."""

    engine: str

    def __init__(self, site: str) -> None:
        self.site = site

    # --- what each engine does its own way --------------------------------------------------------

    @abstractmethod
    def visit(self, address: str) -> None:
        """Open an address and wait until it has loaded."""

    @abstractmethod
    def run(self, script: str, *args: Any) -> Any:
        """Return the result of a script in the page."""

    @abstractmethod
    def tap(self, x: float, y: float) -> None:
        """Press and release at a place of the window."""

    @abstractmethod
    def drag(self, x: float, y: float, across: float) -> None:
        """Put a finger down, move it to the side, and lift it."""

    @abstractmethod
    def key(self, key: str) -> None:
        """Press a key, by its name in the events of browsers."""

    @abstractmethod
    def resize(self, size: Size) -> None:
        """Give the window a size."""

    @abstractmethod
    def picture(self, path: Path) -> None:
        """Save what the window shows."""

    @abstractmethod
    def pdf(self) -> bytes:
        """Print the page on A4."""

    @abstractmethod
    def set_cookie(self, name: str, value: str) -> None:
        """Set a cookie of the site."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the errors of scripts since the last call."""

    @abstractmethod
    def close(self) -> None:
        """End the window and what belongs to it."""

    # --- the same in all --------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Open a path of the site."""
        self.visit(path if path.startswith("http") else self.site + path)

    def path(self) -> str:
        """Return the path of the page, with its query and fragment."""
        return str(self.run("return location.pathname + location.search + location.hash"))

    def until(self, script: str, *args: Any) -> Any:
        """Wait until a script returns something true, and return it."""
        return self._again(lambda: self.run(script, *args), f"{script} {args}")

    def press(self, selector: str, text: str | None = None) -> None:
        """Press what is visible, enabled and covered by nothing, by its selector and its words."""
        self._again(lambda: self._press(selector, text), f"{selector} {text}")

    def _press(self, selector: str, text: str | None) -> bool:
        if not (point := self.run(FIND, selector, text)):
            return False
        self.tap(*point)
        # A page that is drawn anew meanwhile may have moved it; a page that is left does not know.
        try:
            return bool(self.run("return window.isPressed ?? true"))
        except Lost:
            return True

    def swipe(self, selector: str, across: float) -> None:
        """Swipe over something, to the left if ``across`` is negative."""
        x, y = self.until(FIND, selector, None)
        self.drag(x - across / 2, y, across)

    def fill(self, selector: str, value: str) -> None:
        """Type into a field, in place of what it holds."""
        self.press(selector)
        self.until(
            "const field = document.querySelector(args[0]); field.focus(); field.select?.(); return true", selector
        )
        if not value:
            self.key("Delete")
        for each in value:
            self.key("Enter" if each == "\n" else each)
        self.until("return document.querySelector(args[0]).value === args[1]", selector, value)

    def choose(self, selector: str, label: str) -> None:
        """Choose an option of a list by its label or its value."""
        self.until(CHOOSE, selector, label)

    def sees(self, text: str, selector: str = "main") -> None:
        """Wait until something contains a text."""
        script = """return [...document.querySelectorAll(args[0])].some((each) =>
            (each.innerText ?? each.textContent).replace(/\\s+/g, " ").includes(args[1]))"""
        self.until(script, selector, text)

    def shows(self, selector: str) -> None:
        """Wait until there is something."""
        self.until("return document.querySelector(args[0]) !== null", selector)

    def counts(self, selector: str, number: int) -> None:
        """Wait until there are so many of something."""
        self.until("return document.querySelectorAll(args[0]).length === args[1]", selector, number)

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all that a selector matches."""
        texts: list[str] = self.run(
            "return [...document.querySelectorAll(args[0])].map((each) => each.innerText.trim())", selector
        )
        return texts

    def fits(self) -> None:
        """Fail if the page is wider than the window."""
        wide = self.run("return document.documentElement.scrollWidth > document.documentElement.clientWidth")
        assert not wide, (self.engine, self.path(), self.run(WIDE))

    def _again(self, attempt: Callable[[], Any], what: str) -> Any:
        end, last = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                if last := attempt():
                    return last
            except Lost as error:  # a page that is just being left
                last = error
            time.sleep(0.03)
        raise AssertionError(f"{self.engine}: it did not happen: {what}: {last} at {self.path()}")


class Lost(Exception):
    """A page went away while a script ran in it."""
