"""What every page owes its readers: four languages, two looks, any width, nothing from elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import DESK, PHONE, Open, accessible, fits
from web.languages import COOKIE as LANGUAGE
from web.languages import LANGUAGES
from web.looks import COOKIE as LOOK

PAGES = ["/", "/record", "/sign-in", "/nothing-here"]


def cookies(site: str, **values: str) -> list[dict[str, str]]:
    return [{"name": name, "value": value, "url": site} for name, value in values.items()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_any_width_and_everybody_can_use_it(
    open_page: Open, site: str, path: str, look: str, language: str
) -> None:
    page = open_page("/docs/rapidoc.js", viewport=PHONE)
    page.context.add_cookies(cookies(site, **{LANGUAGE: language, LOOK: look}))  # type: ignore[arg-type]
    page.goto(path)
    assert page.locator("html").get_attribute("lang") == language
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
    accessible(page)
    open_page.wrong[:] = [each for each in open_page.wrong if "404" not in each]  # type: ignore[attr-defined]


def test_a_language_is_chosen_once_and_kept(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_label("Language and look").click()
    page.get_by_role("button", name="தமிழ்").click()
    assert page.locator("html").get_attribute("lang") == "ta"
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "ta"


def test_nothing_comes_from_elsewhere(open_page: Open, site: str) -> None:
    page = open_page("/docs/rapidoc.js")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    assert all(url.startswith(site) for url in asked)


def bytes_of(page: Page) -> int:
    """What the page and all it needs weighed on the wire."""
    return int(
        page.evaluate(
            "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
            ".reduce((sum, each) => sum + each.transferSize, 0)"
        )
    )


def test_a_first_page_is_light(open_page: Open) -> None:
    assert bytes_of(open_page("/")) < 150_000
