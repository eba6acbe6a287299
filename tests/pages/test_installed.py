"""Nought on the home screen of a phone: the manifest, its icons and shortcuts, on every page."""

from __future__ import annotations

import struct

from flask import Flask

from tests.cases import FULL
from tests.pages.reading import read


def size_of_png(body: bytes) -> tuple[int, int]:
    """Width and height of a PNG picture, from its header."""
    assert body.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", body[16:24])
    return width, height


def test_every_page_can_be_put_on_the_home_screen(app: Flask) -> None:
    for path in ("/", "/learn", "/deals", "/record") if FULL else ("/", "/record"):
        page = read(app, path)
        assert [each.attribute("href") for each in page.all("link[rel=manifest]")] == ["/manifest.webmanifest"], path
        (icon,) = page.all("link[rel=apple-touch-icon]")
        assert size_of_png(app.test_client().get(icon.attribute("href")).data) == (180, 180)


def test_the_icons_of_the_manifest_have_the_sizes_that_it_names(app: Flask) -> None:
    client = app.test_client()
    manifest = client.get("/manifest.webmanifest").get_json(force=True)
    sizes = []
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.content_type.startswith(icon["type"]), icon
        if icon["type"] == "image/png":
            width, height = size_of_png(answer.data)
            assert icon["sizes"] == f"{width}x{height}"
            sizes.append((width, icon["purpose"]))
    assert sizes == [(192, "any"), (512, "any"), (512, "maskable")]
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200, shortcut


def test_a_link_in_a_chat_has_the_title_of_its_page(app: Flask) -> None:
    for path in ("/", "/learn", "/rules/304") if FULL else ("/rules/304",):
        page = read(app, path)
        (title,) = page.all('meta[property="og:title"]')
        assert f"{title.attribute('content')} · Nought" == page.one("title").text(), path
