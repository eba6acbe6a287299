"""The screen in the hall: it turns by itself, is steered by hand, and never passes off old slides as new."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from api.services import Provider
from tests.cases import full
from tests.http.people import People
from tests.pages.becoming import becomes
from tests.pages.conftest import DESK, PHONE, Open, accessible, accessible_in_both_looks, fits
from tests.pages.hall import TAMIL, Hall, a_hall

TV = {"width": 1920, "height": 1080}
SOON = 20_000
"""Milliseconds within which a screen has asked again, also on a slow machine."""


@pytest.fixture
def hall(people: People, house: Provider) -> Hall:
    """Sixteen pairs, one round played, the second drawn."""
    new_hall = a_hall(people, house, played=1)
    new_hall.draw()
    return new_hall


def shown(page: Page) -> Locator:
    """The slide that is shown."""
    return page.locator(".slide:visible")


def heading(page: Page) -> Locator:
    return shown(page).locator("h2")


def steered(page: Page) -> None:
    """The screen turns by itself by now, and can be steered."""
    expect(page.locator("body.rotating")).to_have_count(1)


def later(page: Page, seconds: float = 5) -> None:
    """So much later; by then the screen has asked again, or is about to get its answer."""
    page.clock.run_for(1000 * seconds)


def forgive(open_page: Open) -> None:
    """The browser writes of every request that was blocked; the page may have no error of its own."""
    wrong = open_page.wrong  # type: ignore[attr-defined]
    wrong[:] = [each for each in wrong if "Failed to load resource" not in each and "ERR_" not in each]


def all_pages(page: Page) -> list[tuple[str, list[str]]]:
    """Every page that the screen turns through: its heading, and its rows."""
    steered(page)
    page.keyboard.press("Space")
    pages = []
    many = int(page.locator(".where").inner_text().split()[-1])
    for _ in range(many):
        pages.append((heading(page).inner_text(), shown(page).locator("tbody tr:visible").all_inner_texts()))
        page.keyboard.press("ArrowRight")
    return pages


@pytest.mark.full
@pytest.mark.parametrize("size", [TV, full(DESK), full(PHONE), full({"width": 1024, "height": 600})])
def test_every_row_is_shown_once_and_nothing_is_cut_off(open_page: Open, hall: Hall, size: dict[str, int]) -> None:
    page = open_page(f"{hall.path}/screen", viewport=size)
    pages = all_pages(page)
    for title, kind in ((": draw", 8), ("Standings", 16)):
        rows = [row for head, rows in pages if title in head for row in rows]
        assert len(rows) == len(set(rows)) == kind
    for _ in pages:
        room = page.locator(".stage").bounding_box()
        box = shown(page).bounding_box()
        assert room is not None
        assert box is not None
        assert box["y"] + box["height"] <= room["y"] + room["height"] + 1
        page.keyboard.press("ArrowRight")
    fits(page)


LAID_OUT = """() => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    const rows = [...document.querySelectorAll(".slide:not([hidden]) tbody tr")].filter((row) => row.checkVisibility());
    const bottom = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom));
    return [(bottom - stage.top) / stage.height, parseFloat(getComputedStyle(rows[0].cells[1]).fontSize), stage.right
        - Math.max(...rows.map((row) => row.getBoundingClientRect().right))];
}"""
"""The share of the height that is used, the size of the type in pixels, and the room at the right."""


@pytest.mark.full
@pytest.mark.parametrize(("pairs", "most"), [(5, 2), full(50, 5)])
def test_few_pairs_and_many_fill_the_screen(
    open_page: Open, people: People, house: Provider, pairs: int, most: int
) -> None:
    """Few rows are in larger type, many in two columns: on few pages, and never smaller than a 40th of the height."""
    hall = a_hall(people, house, pairs=pairs, played=1)
    hall.draw()
    hall.result(2, 1)
    page = open_page(f"{hall.path}/screen", viewport=TV, reduced_motion="reduce")
    steered(page)
    page.keyboard.press("Space")
    for height in (1080, 720):
        page.set_viewport_size({"width": height * 16 // 9, "height": height})
        page.wait_for_timeout(400)
        for key in "ds":
            page.keyboard.press(key)
            used, size, right = page.evaluate(LAID_OUT)
            assert 0.65 < used <= 1, (pairs, height, key)
            assert size > height / 40, (pairs, height, key)
            assert 0 <= right < height / 4, (pairs, height, key)
        assert int(page.locator(".where").inner_text().split()[-1]) <= most + 1


@pytest.mark.full
def test_it_turns_by_itself_until_it_is_paused(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen?seconds=60", viewport=TV, clock=True)
    where = page.locator(".where")
    expect(where).to_have_text(re.compile(r"^1 of \d$"))
    page.clock.run_for(60_500)
    expect(where).to_have_text(re.compile(r"^2 of \d$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(300_000)
    expect(where).to_have_text(re.compile(r"^2 of \d$"))
    page.get_by_role("button", name="Resume").click()
    many = int(where.inner_text()[-1])
    page.clock.run_for(60_500)
    expect(where).to_have_text(f"{3 if many > 2 else 1} of {many}")


@pytest.mark.full
def test_it_is_steered_by_keyboard(open_page: Open, hall: Hall) -> None:
    hall.result(2, 3)
    page = open_page(f"{hall.path}/screen", viewport=TV)
    steered(page)
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_have_text("Resume")
    for key, title in (("s", "Standings"), ("r", "results"), ("d", ": draw"), ("R", "results")):
        page.keyboard.press(key)
        expect(heading(page)).to_contain_text(title)
    page.keyboard.press("ArrowLeft")
    expect(heading(page)).to_contain_text(": draw")
    page.keyboard.press("ArrowLeft")
    expect(heading(page)).to_contain_text("Standings")
    page.locator("#pause").focus()
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_have_text("Pause")


def test_a_result_comes_by_itself_marked_as_new(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen?seconds=300", viewport=TV, clock=True)
    expect(heading(page)).to_contain_text(": draw")
    expect(page.locator('[data-kind="results"]')).to_have_count(0)
    hall.result(2, 5, 7, 2, confirmed=False)
    later(page)
    page.locator('[data-kind="results"]').wait_for(state="attached", timeout=SOON)
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("1 of 8 tables")
    row = shown(page).locator("tbody tr")
    expect(row).to_contain_text("7 : 2")
    expect(row).to_contain_text("awaiting confirmation")
    expect(row).to_contain_text("new")
    page.keyboard.press("s")
    expect(shown(page).get_by_text("not confirmed")).to_have_count(2)


@pytest.mark.full
def test_a_lost_connection_is_said_and_found_again(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen?seconds=300", viewport=TV, clock=True)
    badge = page.get_by_role("status")
    expect(badge).to_have_text("Up to date")
    page.context.set_offline(True)
    message = re.compile(r"^Connection lost\. Last updated at \d\d:\d\d( [AP]M)?\.$")
    expect(badge).to_have_text(message, timeout=SOON)
    since = badge.inner_text()
    accessible(page, everyday=False)
    hall.result(2, 1, 7, 6)
    with page.expect_event("requestfailed"):
        later(page, 60)
    assert badge.inner_text() == since, "it is as old as when it was last heard of"
    expect(page.locator('[data-kind="results"]')).to_have_count(0)
    page.context.set_offline(False)
    expect(badge).to_have_text("Up to date", timeout=SOON)
    page.keyboard.press("r")
    expect(shown(page)).to_contain_text("7 : 6")
    forgive(open_page)


@pytest.mark.full
def test_a_server_that_does_not_answer_is_a_lost_connection_too(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen", viewport=TV, clock=True)
    steered(page)
    page.route("**/screen/slides**", lambda route: route.fulfill(status=503, body="{}"))
    later(page)
    expect(page.get_by_role("status")).to_contain_text("Connection lost", timeout=SOON)
    page.unroute("**/screen/slides**")
    later(page)
    expect(page.get_by_role("status")).to_have_text("Up to date", timeout=SOON)
    forgive(open_page)


@pytest.mark.full
def test_what_did_not_change_is_not_sent_again(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen", clock=True)
    steered(page)
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if "/slides" in answer.url else None)
    for _ in range(2):
        with page.expect_response("**/slides**"):
            later(page)
    later(page, 1)
    assert statuses == [200, 304]


@pytest.mark.full
def test_a_delayed_table_is_shown_late_and_that_is_said(open_page: Open, people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=4, tables=2)
    own.draw()
    people.admin.post(f"/tables/{own.tables[0]}/delay", {"seconds": 1})
    page = open_page("/clubs", viewport=TV, clock=True)
    page.wait_for_timeout(1500)
    people.admin.post(f"/tables/{own.tables[0]}/delay", {"seconds": 300})
    answer = page.goto(f"{own.path}/screen")
    assert answer is not None
    assert answer.status == 404, "five minutes ago there was no such tournament"
    people.admin.post(f"/tables/{own.tables[0]}/delay", {"seconds": 2})
    page.wait_for_timeout(2500)
    page.goto(f"{own.path}/screen?seconds=300")
    expect(page.get_by_role("status")).to_have_text("Delayed by 2 seconds")
    people.admin.post(f"/tables/{own.tables[0]}/delay", {"seconds": 0})
    later(page)
    expect(page.get_by_role("status")).to_have_text("Up to date", timeout=SOON)
    forgive(open_page)


@pytest.mark.full
def test_the_time_of_the_next_round_is_shown_until_it_is_drawn(
    open_page: Open, people: People, house: Provider
) -> None:
    own = a_hall(people, house, pairs=4, played=1)
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"{own.path}/papers", extra_http_headers=official, viewport=TV, clock=True)
    page.get_by_label("Start time of round 2").fill("20:30")
    page.get_by_role("button", name="Open screen").click()
    titles = dict(all_pages(page))
    assert "Next round" in titles
    assert page.locator(".next").text_content() == "Round 2 begins at 20:30"
    own.draw()
    later(page)
    expect(page.locator(".next")).to_have_count(0, timeout=SOON)
    page.goto(f"{own.path}/screen?round=3&next=soon")
    expect(page.locator(".next")).to_have_count(0)


@pytest.mark.full
def test_it_says_who_won_when_all_is_over_and_who_is_entered_before(
    open_page: Open, people: People, house: Provider
) -> None:
    own = a_hall(people, house, pairs=3)
    page = open_page(f"{own.path}/screen", viewport=TV, clock=True)
    expect(heading(page)).to_have_text("Entries 3")
    steered(page)
    own.draw()
    later(page)
    expect(heading(page)).to_contain_text(": draw", timeout=SOON)
    expect(shown(page)).to_contain_text("sits out")
    own.play(1)
    own.end()
    later(page)
    expect(heading(page)).to_have_text("Final result", timeout=SOON)
    expect(shown(page).locator("tbody tr").first).to_contain_text("Anula")


def test_boards_that_others_still_play_are_not_told(open_page: Open, people: People, house: Provider) -> None:
    scoring = {"counts": "matchpoints"}
    more = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": scoring, "encounter": {}, "tie_breaks": ["lot"]}
    own = a_hall(people, house, pairs=8, **more)
    own.draw()
    pairing = own.tournament.round(1).draw.pairings[0]
    own.board(1, pairing.table, pairing.boards[0], 2, 0)
    page = open_page(f"{own.path}/screen", viewport=TV)
    steered(page)
    page.keyboard.press("r")
    row = shown(page).locator("tbody tr")
    expect(row).to_contain_text("1 of 2 boards")
    expect(row).not_to_contain_text("2 : 0")
    expect(page.locator('.slide[data-kind="standings"]')).to_have_count(0)


@pytest.mark.full
def test_nothing_moves_for_those_who_want_less_motion(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/screen", viewport=TV, reduced_motion="reduce")
    steered(page)
    moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    assert page.evaluate(moving) == 0
    assert not page.locator(".bar").is_visible()
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(moving) > 0


def fonts_of(page: Page, selector: str) -> set[str]:
    """The fonts that the browser draws an element's letters with."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}


@pytest.mark.full
def test_no_name_is_shown_as_boxes(open_page: Open, hall: Hall) -> None:
    """Fonts are not there yet when the page is, and the first slide hides a name in a style of its own: a winner's."""
    won = next(each for each in hall.tournament.round(2).draw.pairings if "1" in each.entries)
    hall.result(2, won.table, *((3, 7) if "1" in won.sides[1] else (7, 3)))
    page = open_page(f"{hall.path}/screen", viewport=TV, reduced_motion="reduce")
    steered(page)
    page.keyboard.press("Space")
    page.keyboard.press("r")
    name = f'[data-kind="results"] tr[data-key="{won.table}"] td.won b'
    expect(page.locator(name)).to_have_text(f"Anula & {TAMIL}")
    becomes(page, "document.fonts.status === 'loaded'")
    for _ in range(100):
        if "Noto Sans Tamil" in fonts_of(page, name):
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail("a name is shown as boxes")


@pytest.mark.full
def test_everybody_can_use_it(open_page: Open, hall: Hall) -> None:
    hall.result(2, 3, confirmed=False)
    hall.result(2, 4)
    for size in (TV, PHONE):
        page = open_page(f"{hall.path}/screen", viewport=size, reduced_motion="reduce")
        steered(page)
        for key in "drs":
            page.keyboard.press(key)
            accessible_in_both_looks(page, everyday=False)
        fits(page)


@pytest.mark.full
def test_without_scripts_everything_stands_below_one_another(open_page: Open, hall: Hall) -> None:
    hall.result(2, 3)
    hall.forfeit(2, 1, 0)
    hall.forfeit(2, 2, 0, 1)
    page = open_page(f"{hall.path}/screen", java_script_enabled=False)
    assert page.locator(".slide").count() == 3
    assert all(each.is_visible() for each in page.locator(".slide").all())
    rows = page.locator("[data-kind=results] tbody tr")
    assert [rows.nth(n).locator(".score span").first.inner_text() for n in (0, 1)] == ["✕ : ✓", "✕ : ✕"]
    expect(rows.nth(0).locator("td.won")).to_have_count(1)
