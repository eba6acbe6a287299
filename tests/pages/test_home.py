"""The first visit: what Nought is, a hand that plays itself, and three ways on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from replay.notation.archive import write_archived
from tests.cases import cases, full
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import document
from tests.pages.reading import read
from web.worked_hands import worked_hands, worked_names

DOORS = ("I want to play", "I run a club", "I teach")


def sentence(page: Page) -> str:
    return page.locator(".hand-player .announcement").inner_text()


def test_the_home_page_says_what_304_is_and_what_to_do_first(app: Flask) -> None:
    page = read(app, "/")
    title = page.one("h1").text()
    assert re.search(r"304 .*hidden trump", title)
    assert title.count(".") == 1, "one sentence"
    assert [each.text() for each in page.all("main .button.main")] == ["Play a hand now"]
    links = page.all("main a[href]")
    for name in ("Play a hand now", "Run your club", *DOORS):
        link = next(each for each in links if each.text().startswith(name))
        assert read(app, link.attribute("href") or "").status == 200, name
    assert page.all(".doors .scene .face")
    assert not [text for text in page.texts("nav") if "API" in text]
    assert [each.attribute("href") for each in page.all("footer a") if each.text().startswith("API")] == ["/docs"]


@pytest.mark.full
def test_a_hand_plays_itself_until_the_reader_stops_it(open_page: Open) -> None:
    page = open_page("/", clock=True)
    before = sentence(page)
    page.clock.run_for(4000)
    moved = sentence(page)
    assert moved != before
    page.get_by_role("button", name="Stop autoplay").click()
    page.clock.run_for(10_000)
    assert sentence(page) == moved
    page.get_by_role("button", name="Start autoplay").click()
    page.clock.run_for(4000)
    assert sentence(page) != moved


@pytest.mark.full
def test_a_hand_that_plays_itself_ends_with_the_result(open_page: Open) -> None:
    page = open_page("/", clock=True)
    page.clock.run_for(120_000)
    expect(page.get_by_role("button", name="Start autoplay")).to_be_visible()
    assert sentence(page) == page.locator(".verdict").inner_text() != ""


@pytest.mark.full
def test_nothing_moves_for_readers_who_want_no_motion(open_page: Open) -> None:
    page = open_page("/", clock=True, reduced_motion="reduce")
    before = sentence(page)
    page.clock.run_for(10_000)
    assert sentence(page) == before
    assert page.get_by_role("button", name="Start autoplay").is_visible()


def test_a_tap_on_the_table_is_a_ply_and_a_tap_on_a_card_the_ply_at_which_it_is_played(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True, reduced_motion="reduce")
    before = sentence(page)
    page.locator(".felt").scroll_into_view_if_needed()
    felt = page.locator(".felt").bounding_box() or {}
    page.touchscreen.tap(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] * 0.7)
    assert sentence(page) != before
    assert "trick 1" in sentence(page).lower()
    page.locator('.seat[data-place="0"] .hand .card[data-card="QC"]').tap()
    assert "queen of clubs" in sentence(page)
    page.get_by_role("button", name="Previous step").tap()
    assert "queen of clubs" not in sentence(page)


@pytest.mark.full
def test_a_seat_sees_only_its_own_hand(open_page: Open) -> None:
    page = open_page("/", reduced_motion="reduce")
    assert page.locator(".hand .card.back").count() == 0
    page.get_by_role("button", name="North").click()
    assert page.locator(".hand .card.back").count() == 24
    assert page.locator('.seat[data-place="0"] .hand .card:not(.back)').count() > 0


@pytest.mark.full
@pytest.mark.parametrize("path", ["/", "/hands", "/hands/35-whose-weis-is-best"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_everybody_can_use_the_first_pages(open_page: Open, path: str, size: dict[str, int]) -> None:
    page = open_page(path, viewport=size, reduced_motion="reduce")
    accessible_in_both_looks(page, everyday=False)
    fits(page)


@pytest.mark.full
def test_every_worked_hand_can_be_played_to_its_end(open_page: Open) -> None:
    page = open_page("/hands", reduced_motion="reduce")
    paths = [link.get_attribute("href") or "" for link in page.locator("main .rows a").all()]
    assert len(paths) == len(worked_names())
    for path in paths[:: len(paths) // 3]:
        page.goto(path)
        before = sentence(page)
        page.get_by_role("button", name="Previous step").click()
        page.get_by_role("button", name="Next step").click()
        assert sentence(page) == before != ""


def test_there_is_no_hand_of_another_name(app: Flask) -> None:
    assert read(app, "/hands/..%2Fpyproject").status == 404
    assert read(app, "/hands/nothing").status == 404


@pytest.mark.parametrize("door", ["/record", full("/tournaments")])
def test_a_stranger_is_shown_where_to_sign_in_and_no_form_that_ends_in_a_refusal(open_page: Open, door: str) -> None:
    page = open_page(door, viewport=PHONE)
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Sign in")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(main.get_by_role("button")).to_have_count(0)


NUMBERS = """() => {
    const box = (each) => each.getBoundingClientRect();
    const names = [...document.querySelectorAll("table-view .seat .name > *")];
    const covers = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    return [...document.querySelectorAll("table-view .laid small, table-view .takes")]
        .filter((each) => getComputedStyle(each).clipPath === "none")
        .flatMap((sign) => names.filter((name) => covers(box(sign), box(name)))
            .map((name) => `${sign.textContent} on ${name.textContent}`));
}"""
"""Lists the numbers of the trick that lie over a name."""
ALL_HANDS = [hand.name for hand in worked_hands()]


@pytest.mark.full
@pytest.mark.parametrize("name", ALL_HANDS)
def test_no_number_of_a_trick_lies_over_a_name(open_page: Open, name: str) -> None:
    """The numbers of four, six and eight seats, ply by ply, on narrow phones and at the desk."""
    page = open_page(f"/hands/{name}", reduced_motion="reduce")
    with cases() as case:
        for size in (PHONE, {"width": 390, "height": 844}, {"width": 1280, "height": 800}):
            page.set_viewport_size(size)
            page.reload()
            page.locator("table-view .name").first.wait_for()
            for ply in range(20 if name.startswith("25-") else 60):
                with case(f"{size['width']} {ply}"):
                    assert page.evaluate(NUMBERS) == []
                page.evaluate("() => document.querySelector('[data-step=on]').click()")
                page.evaluate("() => new Promise(requestAnimationFrame)")


LONG_NAMES = (
    "Fathima Mohideen", "Sivapragasam", "Anula Wickramasinghe", "Farook", "Hansueli", "Mahesh de Silva", "Chandrika",
    "Beat",
)  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("number", [1, 23, 24, 25, 35])
def test_no_number_of_a_trick_lies_over_a_long_name(open_page: Open, people: People, number: int) -> None:
    """Deals that were imported with the names of a club, seen by everybody."""
    deal = document(number)
    players = dict(zip(deal.opened.players, LONG_NAMES, strict=False))
    line = write_archived(replace(deal, opened=replace(deal.opened, players=players)))
    people.admin.call("POST", "/archive", data=line + b"\n", content_type="application/x-ndjson")
    page = open_page(f"/deals/{deal.id}?seat=all", reduced_motion="reduce")
    with cases() as case:
        for width in (360, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.reload()
            page.locator("table-view .name").first.wait_for()
            page.keyboard.press("Home")
            for ply in range(60):
                with case(f"{width} {ply}"):
                    assert page.evaluate(NUMBERS) == []
                page.keyboard.press("ArrowRight")
                page.evaluate("() => new Promise(requestAnimationFrame)")


def test_the_titles_of_worked_hands_keep_the_capital_letters_of_names() -> None:
    titles = [hand.title for hand in worked_hands()]
    assert "20. Bid once in Jaffna" in titles
    assert "8. Partner Close Caps made" in titles
    assert "35. Whose Weis is best" in titles
