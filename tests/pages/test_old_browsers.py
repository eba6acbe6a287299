"""Nought on older phones: docs/browsers.md says from which versions on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import web
from tests.cases import cases
from tests.http.classes import a_class
from tests.http.people import People, opened
from tests.http.tournament_requests import draw, tournament
from tests.pages.conftest import DESK, OF_COLOURS, PHONE, Open, accessible, fits
from tests.pages.evening import Evening, an_evening
from tests.pages.old_browsers import OBJECTS, UNUSED_STYLES, UNUSED_SYNTAX, aged, grow_old
from web.containers import without_containers

STATIC = Path(web.__path__[0]) / "static"
SCRIPTS = sorted(STATIC.glob("js/**/*.js"))
SHEETS = sorted(STATIC.glob("css/*.css"))
GUARDED = {"userActivation", "wakeLock", "vibrate"}
"""Features that a script uses only where the browser has them: `navigator.wakeLock?.request(…)`."""

NAMES = sorted(
    {name for names in OBJECTS.values() for name in names}
    - GUARDED
    - {"popover", "any", "json", "role", "timeout", "share", "navigation"}
)
"""Features that no script uses. Other things share some of these names: the other tests of this module find those."""

TRANSPARENT = """() => [...document.querySelectorAll(
  "body, header.site, .panel, button.main, .button.main, select, textarea, table-view .board, dialog[open]"
)].filter((part) => part.getClientRects().length).filter((part) => {
  const { backgroundColor, borderBottomColor } = getComputedStyle(part);
  return [backgroundColor, borderBottomColor].some((colour) => /, 0\\)$/.test(colour));
}).map((part) => part.outerHTML.slice(0, 120))"""
"""The parts of a page whose ground or border has no colour."""


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    return an_evening(people)


def old(open_page: Open, **how: object) -> Page:
    page = open_page("/docs/rapidoc.js", **how)
    grow_old(page.context)
    return page


def test_scripts_and_styles_use_nothing_that_older_browsers_lack_without_a_fallback() -> None:
    """But for what `STYLES` lists, whose fallbacks the other tests of this module see, and `GUARDED`."""
    used = [rf"\.{name}\b" for name in NAMES] + [r"AbortSignal\.", r"Intl\.(?:Segmenter|DurationFormat)"]
    with cases() as case:
        for path in SCRIPTS:
            text = re.sub(r"^\s*(?://|/\*\*|\*).*$", "", path.read_text(), flags=re.MULTILINE)
            for pattern in (*used, *UNUSED_SYNTAX):
                with case(path.name, pattern):
                    assert re.findall(pattern, text, re.MULTILINE) == []
            for name in GUARDED:
                with case(path.name, name):
                    assert not re.search(rf"\.{name}[^?]", text.replace("navigator." + name + "?.", "")), "without ?."
        for path in SHEETS:
            for pattern in UNUSED_STYLES:
                with case(path.name, pattern):
                    assert re.findall(pattern, path.read_text(), re.MULTILINE) == []


def test_a_block_for_a_container_has_one_for_windows_after_it() -> None:
    css = "@container (max-width: 30rem) {\n  .card { color: red; }\n}\n.card { color: blue; }\n"
    assert without_containers(css) == (
        "@container (max-width: 30rem) {\n  .card { color: red; }\n}\n"
        "@supports not (container-type: inline-size) {\n"
        "@media (max-width: 30rem) {\n  .card { color: red; }\n}\n}\n"
        ".card { color: blue; }\n"
    )
    with pytest.raises(ValueError, match="begins and ends a line"):
        without_containers("@container x (max-width: 30rem) { .card { color: red; } }\n")


def test_what_stands_in_for_an_older_browser_does_not_know_what_it_lacks() -> None:
    assert aged("a:has(b) { color: light-dark(red, blue); width: 3cqi; height: 4dvh; }") == (
        "a:x-has(b) { color: x-light-dark(red, blue); width: 3x-cqi; height: 4x-dvh; }"
    )


def main_pages(people: People, evening: Evening) -> list[str]:
    deal = evening.deals[0]["id"]
    cup = tournament(people.admin, 4, club=evening.club)
    draw(people.admin, cup)
    slate = opened(people.admin.post("/slates", {"game": "coiffeur", "club": evening.club, "teams": {"A": "Vreni"}}))
    room = a_class(people, lesson="02-following-suit")
    practice = people.anybody.post("/practices", {"ruleset": "304", "seat": "S"}).json["id"]
    return [
        "/", "/learn", "/learn/02-following-suit/1/4", "/practice", f"/practice/{practice}", "/deals",
        f"/deals/{deal}?seat=all#27", f"/deals/{deal}/explore#27", f"/record/{deal}", "/record",
        f"/tables/{people.table(evening.club)}/live", f"/clubs/{evening.club}", f"/players/{evening.player}",
        f"/tournaments/{cup}", f"/tournaments/{cup}/desk/tables",
        f"/tournaments/{cup}/screen", f"/slates/{slate}", "/rules/304", f"/class/{room.code}",
    ]  # fmt: skip


@pytest.mark.full
def test_the_main_pages_have_their_colours_and_fit_in_older_browsers(
    open_page: Open, people: People, evening: Evening
) -> None:
    page = old(open_page, viewport=PHONE, extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})
    with cases() as case:
        for n, path in enumerate(main_pages(people, evening)):
            page.emulate_media(color_scheme=("light", "dark")[n % 2])
            answer = page.goto(path)
            page.wait_for_load_state()
            with case(path):
                assert answer is not None
                assert answer.status == 200
                assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
                    "rgb(245, 243, 237)", "rgb(18, 22, 23)"
                )[n % 2]  # fmt: skip
                assert page.evaluate(TRANSPARENT) == []
                fits(page)
                accessible(page, *OF_COLOURS)
    open_page.tolerated.append("wake")  # type: ignore[attr-defined]


@pytest.mark.full
def test_the_menu_is_closed_and_opens_without_popovers(open_page: Open, evening: Evening) -> None:
    page = old(open_page, viewport=PHONE)
    page.goto("/")
    links, button = page.locator("#site-nav"), page.get_by_role("button", name="Menu")
    expect(links).to_be_hidden()
    assert button.get_attribute("aria-expanded") == "false"
    button.press("Enter")
    expect(links).to_be_visible()
    assert button.get_attribute("aria-expanded") == "true"
    accessible(page)
    page.keyboard.press("Escape")
    expect(links).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Menu"
    button.click()
    page.locator("footer").click()
    expect(links).to_be_hidden()
    button.click()
    page.get_by_role("link", name="Deals", exact=True).click()
    page.wait_for_url("**/deals")
    expect(page.locator("#site-nav")).to_be_hidden()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    expect(page.locator("#site-nav")).to_be_visible()


@pytest.mark.full
def test_a_table_has_its_measures_without_containers(open_page: Open, people: People, evening: Evening) -> None:
    """On a phone those of a new browser; on an old tablet the wide form of the table, within the felt."""
    path = f"/deals/{evening.deals[0]['id']}?seat=all#7"
    parts = [".felt", ".seat[data-place='0'] .card", ".seat[data-place='1'] .card", ".trick"]
    measures = """(parts) => parts.flatMap((part) => {
      const { width, height } = document.querySelector(`table-view ${part}`).getBoundingClientRect();
      return [width, height];
    })"""
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = old(open_page, viewport=PHONE, extra_http_headers=official)
    page.goto(path)
    page.locator("table-view .hand .card").first.wait_for()
    new = open_page(path, viewport=PHONE, extra_http_headers=official)
    new.locator("table-view .hand .card").first.wait_for()
    assert page.evaluate(measures, parts) == pytest.approx(new.evaluate(measures, parts), rel=0.1)
    page.set_viewport_size({"width": 1024, "height": 768})
    felt = page.locator("table-view .felt").bounding_box()
    assert felt is not None
    cards = [card.bounding_box() for card in page.locator("table-view .hand .card").all()]
    assert len(cards) > 12
    for card in cards:
        assert card is not None
        assert card["width"] > 40
        assert felt["x"] <= card["x"]
        assert card["x"] + card["width"] <= felt["x"] + felt["width"]
        assert felt["y"] <= card["y"]
        assert card["y"] + card["height"] <= felt["y"] + felt["height"]


@pytest.mark.full
def test_a_pupil_answers_with_a_card_where_forms_do_not_know_their_button(open_page: Open, people: People) -> None:
    """`new FormData(form, button)` of newer browsers: without the button, the answer would be empty."""
    room = a_class(people, lesson="02-following-suit")
    page = old(open_page, viewport=PHONE)
    page.goto(f"/class/{room.code}")
    page.get_by_label("Nickname").fill("Amara")
    page.get_by_role("button", name="Join class").click()
    page.wait_for_url(f"**/class/{room.code}")
    page.goto(f"/class/{room.code}/1/4")
    page.locator("form[data-answer] button").first.click()
    expect(page.locator(".own")).to_contain_text("ight.")
