"""Text at 200 % on a phone (WCAG 1.4.4): no page is wider than the window, and the table is whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.cases import full
from tests.http.people import People
from tests.pages.conftest import Open, fits
from tests.pages.scribe import begun
from tests.pages.test_other_rulesets import recorded

PHONE = {"width": 390, "height": 844}
LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
CUT = """(selectors) => [...document.querySelectorAll(selectors)]
    .filter((each) => each.getClientRects().length && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)"""
PAGES = (
    "/", "/deals", "/clubs", "/tournaments", "/record", "/slates", "/learn", "/learn/02-following-suit/1/1",
    "/problems", "/practice", "/rules/304", "/hands", "/hands/25-eight-at-the-table", "/hands/35-whose-weis-is-best",
    "/casebook", "/sign-in",
)  # fmt: skip


def enlarged(page: Page) -> None:
    """Double the text, and wait until the page is laid out again."""
    page.evaluate(LARGE)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.full
@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_the_window(open_page: Open, path: str) -> None:
    page = open_page(path, viewport=PHONE)
    enlarged(page)
    fits(page)


@pytest.mark.full
def test_a_replay_shows_its_counts_whole(open_page: Open, people: People) -> None:
    """The page was 395 px wide, and the points of both sides were cut."""
    deal = recorded(people, "304", cards=9)
    page = open_page(f"/deals/{deal}?seat=all", viewport=PHONE)
    page.keyboard.press("End")
    expect(page.locator("table-view .rim dd").first).to_be_visible()
    enlarged(page)
    fits(page)
    assert page.evaluate(CUT, "table-view .rim dt, table-view .rim dd") == []
    felt = page.locator("table-view .felt").bounding_box()
    assert felt
    for name in page.locator("table-view .seat .name").all():
        box = name.bounding_box()
        assert box
        assert felt["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"] + 1


@pytest.mark.full
def test_the_recorder_keeps_its_seats_and_undo_in_reach(open_page: Open, people: People) -> None:
    """The plates of North and South ran off to the left, and Undo was below the whole page."""
    page = begun(open_page, people).page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    enlarged(page)
    fits(page)
    for plate in page.locator(".ring .who").all():
        box = plate.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    page.evaluate("scrollTo(0, 0)")
    undo = page.locator("#undo").bounding_box()
    assert undo
    assert undo["y"] + undo["height"] <= PHONE["height"]


ROW = """() => {
    const buttons = [...document.querySelectorAll(".viewers button")].map((each) => each.getBoundingClientRect());
    const row = document.querySelector(".viewers").getBoundingClientRect();
    return {
        cut: buttons.filter((each) => each.right > row.right + 3 || each.left < row.left - 3).length,
        rows: new Set(buttons.map((each) => Math.round(each.top))).size,
        count: buttons.length,
    };
}"""


@pytest.mark.full
def test_every_view_of_a_replay_is_shown_whole(open_page: Open, people: People) -> None:
    """They stand in one row, and half a button showed at its end where the text is larger."""
    deal = recorded(people, "304", cards=9)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{deal}?seat=all", viewport=PHONE, extra_http_headers=headers)
    page.locator(".viewers button").first.wait_for()
    row = page.evaluate(ROW)
    assert row == {"cut": 0, "rows": 1, "count": row["count"]}
    assert row["count"] > 5
    enlarged(page)
    large = page.evaluate(ROW)
    assert large["cut"] == 0
    assert large["rows"] > 1
    fits(page)


@pytest.mark.full
@pytest.mark.parametrize("hand", [full("23-the-first-of-six-must-bid"), "25-eight-at-the-table"])
def test_the_names_of_six_and_eight_players_stand_on_one_line(open_page: Open, hand: str) -> None:
    """A name was broken within its word: "Fathim" and "a"."""
    page = open_page(f"/hands/{hand}?seat=all", viewport=PHONE)
    enlarged(page)
    lines = page.evaluate(
        """() => [...document.querySelectorAll("table-view .player")].map((each) => {
            const text = document.createRange();
            text.selectNodeContents(each);
            return [each.textContent, new Set([...text.getClientRects()].map((box) => box.top)).size];
        })"""
    )
    assert len(lines) in (6, 8)
    assert [name for name, count in lines if count != 1] == []
    assert page.evaluate(CUT, "table-view .player") == []
