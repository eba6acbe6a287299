"""The look of the site: names for every value, and a page that shows them to developers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web
from tests.pages.conftest import PHONE, Open, accessible, fits

CSS = Path(web.__path__[0]) / "static" / "css"
PAPER = {"papers.css", "papers-page.css", "papers-pdf.css"}
"""The styles of paper, which is black on white and measured in millimetres."""
STYLES = [path for path in sorted(CSS.glob("*.css")) if path.name not in PAPER | {"tokens.css"}]


def test_colours_and_sizes_of_text_are_named_in_one_file() -> None:
    assert len(STYLES) > 10
    values = r"#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(|font-size: [\d.]+rem|font-family: (?!var)"
    strange = {
        path.name: values_found
        for path in STYLES
        if (values_found := re.findall(values, path.read_text(), re.IGNORECASE))
    }
    assert strange == {}


def test_every_name_that_is_used_is_set() -> None:
    names = {name for path in CSS.glob("*.css") for name in re.findall(r"(--[\w-]+):", path.read_text())}
    for script in CSS.parent.glob("js/**/*.js"):
        names |= set(re.findall(r"setProperty\(\"(--[\w-]+)\"", script.read_text()))
    for path in STYLES:
        used = set(re.findall(r"var\((--[\w-]+)\)", path.read_text()))
        assert used <= names, (path.name, used - names)


@pytest.mark.full
def test_developers_see_the_look_and_others_do_not(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOUGHT_DEBUG", raising=False)
    page = open_page("/style")
    assert page.locator(".tokens").count() == 0
    open_page.wrong.clear()  # type: ignore[attr-defined]
    monkeypatch.setenv("NOUGHT_DEBUG", "1")
    for look in ("light", "dark"):
        page = open_page("/style", color_scheme=look)
        page.locator(".packs .card").first.wait_for()
        assert page.locator('[data-tokens="colours"] li').count() > 20
        assert page.locator('[data-tokens="text"] li').count() >= 8
        assert page.locator(".packs .whole .face").count() >= 36 + 36, "a drawing for each card of either pack"
        accessible(page, everyday=False)
        fits(page)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        fits(page)


@pytest.mark.full
def test_who_wants_more_contrast_gets_it(open_page: Open) -> None:
    grounds = []
    for contrast in ("no-preference", "more"):
        page = open_page("/", contrast=contrast, color_scheme="light")
        grounds.append(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--quiet')"))
        accessible(page, everyday=False)
    assert grounds[0] != grounds[1]


def test_on_a_phone_the_links_are_behind_one_button(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    header = page.locator("header.site").bounding_box()
    assert header is not None
    assert header["height"] < 60
    assert page.get_by_role("link", name="Deals", exact=True).count() == 0
    page.get_by_role("button", name="Menu").press("Enter")
    accessible(page, everyday=False)
    page.get_by_role("link", name="Deals", exact=True).click()
    page.wait_for_url("**/deals")


@pytest.mark.full
def test_latin_text_has_the_font_of_the_site(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('1rem Figtree')")
