"""Pages as the server writes them, read by an HTML parser: for what no script changes, nobody touches or measures.

A page in Chromium costs twenty times as much. ``read(app, "/rules/304").texts(".pay td")`` is what stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import tinyhtml5
from cssselect2 import ElementWrapper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from flask import Flask

    from tests.http.people import Person

UNSEEN = ("script", "style", "template")


@dataclass(frozen=True)
class Part:
    """A part of a page: an element and what is in it."""

    wrapper: ElementWrapper

    def all(self, selector: str) -> list[Part]:
        """The parts that a CSS selector names, in their order."""
        return [Part(each) for each in self.wrapper.query_all(selector)]

    def one(self, selector: str) -> Part:
        """The only part that a CSS selector names."""
        (part,) = self.all(selector)
        return part

    def text(self) -> str:
        """All words, with one space where there are several or a line ends."""
        return " ".join("".join(_texts(self.wrapper.etree_element)).split())

    def texts(self, selector: str) -> list[str]:
        return [part.text() for part in self.all(selector)]

    def attribute(self, name: str) -> str | None:
        return self.wrapper.etree_element.get(name)


@dataclass(frozen=True)
class Sheet(Part):
    """A whole page."""

    status: int


def read(app: Flask, path: str, who: Person | None = None) -> Sheet:
    """Request a page, with the token of somebody or as anybody, and parse the answer."""
    headers = {"Authorization": f"Bearer {who.secret}"} if who and who.secret else {}
    answer = app.test_client().get(path, headers=headers, follow_redirects=True)
    return Sheet(ElementWrapper.from_html_root(tinyhtml5.parse(answer.text)), answer.status_code)


def _texts(element: Element) -> Iterator[str]:
    if element.tag.rpartition("}")[2] in UNSEEN:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""
