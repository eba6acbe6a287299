"""The table of a replay: its size, the cards on it, and how one gets about on a phone and by itself."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.cases import cases, full
from tests.http.people import People
from tests.pages.becoming import becomes
from tests.pages.conftest import DESK, FULL, PHONE, Open
from tests.pages.deals import take_in
from web.assets import all_assets

GOLDEN = Path(__file__).parent / "golden"
PHONE_SIZE, DESK_SIZE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
BOX = """(selector) => {
    const {x, y, width, height} = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
}"""
sizes = pytest.mark.parametrize("size", [PHONE_SIZE, full(DESK_SIZE)], ids=["phone", "desk"])


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    """A deal with closed trump: the indicator lies on the table until trick 5."""
    return take_in(people, 5)


def box(page: Page, selector: str) -> list[float]:
    return page.evaluate(BOX, selector)  # type: ignore[no-any-return]


def step(page: Page, ply: int) -> None:
    page.keyboard.press("ArrowRight")
    becomes(page, "ply => document.querySelector('table-view').view?.ply === ply", ply)


@pytest.mark.full
@sizes
def test_the_table_and_its_seats_keep_their_size_and_place_for_the_whole_deal(
    open_page: Open, closed: str, size: dict[str, int]
) -> None:
    page = open_page(f"/deals/{closed}?seat=all#-1", viewport=size, reduced_motion="reduce")
    becomes(page, "document.querySelector('table-view').view?.ply === -1")
    felt, names = set(), set()
    for ply in range(49 if FULL else 25):
        felt.add(tuple(box(page, "table-view .felt")))
        names.add(box(page, 'table-view .seat[data-place="2"] .name')[1])
        step(page, ply)
    assert len(felt) == 1
    assert len(names) == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "who"),
    [("ta", "admin"), full("en", "anybody"), full("en", "admin"), full("si", "admin"), full("gsw", "admin")],
)
def test_on_a_phone_the_own_hand_is_seen_without_scrolling(
    open_page: Open, people: People, language: str, who: str
) -> None:
    """With four, six and eight seats; the row of viewers is whole above it, the officials' too."""
    secret = getattr(people, who).secret
    page = open_page(
        "/rules",
        viewport=PHONE,
        locale=language,
        extra_http_headers={"Authorization": f"Bearer {secret}"} if secret else {},
    )
    cut = """() => [...document.querySelectorAll(".viewers button")].filter(
        (each) => each.scrollWidth > each.clientWidth || each.clientWidth < 24
        || each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent)"""
    with cases() as case:
        for number in (5, 24, 25, 38):
            page.goto(f"/deals/{take_in(people, number)}#22")
            becomes(page, "document.querySelector('table-view').view?.ply === 22")
            assert page.locator("html").get_attribute("lang") == language
            for width, height in ((360, 640), (390, 664), (360, 740), (390, 780), (390, 844), (412, 915)):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
                with case(number, width, height):
                    _, top, _, high = box(page, '.seat[data-place="0"] .hand')
                    # An index is the upper half of a card.
                    assert top + high / 2 <= box(page, ".dock")[1]
                    assert page.evaluate(cut) == []
                    assert page.evaluate("scrollY") == 0


@pytest.mark.full
def test_the_indicator_lies_face_down_before_its_owner(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#20")
    card = page.locator('.seat[data-seat="N"] .front .card')
    expect(card).to_have_class("card back whole down")
    expect(card).to_contain_text("Indicator")
    x, y, width, height = box(page, '.seat[data-seat="N"] .front .card')
    left, top, wide, high = box(page, "table-view .felt")
    assert left < x < x + width < left + wide
    assert top < y < y + height < top + high
    page.goto(f"/deals/{closed}?seat=N#20")
    expect(card).to_have_attribute("data-card", "KS")
    expect(card).to_have_class("card whole down")
    page.goto(f"/deals/{closed}?seat=N#40")
    expect(page.locator(".front .card")).to_have_count(0)


@pytest.mark.full
@sizes
def test_every_index_of_a_fan_is_seen(open_page: Open, closed: str, size: dict[str, int]) -> None:
    page = open_page(f"/deals/{closed}?seat=all#13", viewport=size)
    becomes(page, "document.querySelector('table-view').view?.ply === 13")
    covered = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
        const cards = [...seat.querySelectorAll(".hand .card")];
        return cards.filter((card) => {
            const {left, top, width, height} = card.querySelector(".index b").getBoundingClientRect();
            return card !== document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".card");
        }).map((card) => card.dataset.card);
    })"""
    assert page.evaluate(covered) == []
    _, _, width, height = box(page, '.seat[data-place="0"] .hand .card')
    assert width / height == pytest.approx(5 / 7, rel=0.02)
    assert width >= (64 if size["width"] > 1000 else 44)


@pytest.mark.full
def test_cards_slide_and_for_who_wants_no_motion_they_do_not(open_page: Open, closed: str) -> None:
    for motion, slides in (("no-preference", 1), ("reduce", 0)):
        page = open_page(f"/deals/{closed}?seat=all#14", reduced_motion=motion)
        becomes(page, "document.querySelector('table-view').view?.ply === 14")
        page.evaluate("""() => {
            const {animate} = Element.prototype;
            window.moves = [];
            Element.prototype.animate = function (...how) {
                moves.push(how[1].duration);
                return animate.apply(this, how);
            };
        }""")
        step(page, 15)
        moves = page.evaluate("moves")
        assert len(moves) == slides
        assert all(150 <= each <= 200 for each in moves)


@pytest.mark.full
def test_the_large_button_plays_on_its_own_until_the_end(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#40", clock=True)
    becomes(page, "document.querySelector('table-view').view?.ply === 40")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.get_by_role("button", name="Start autoplay").click()
    button = page.get_by_role("button", name="Stop autoplay")
    page.clock.run_for(400)
    page.wait_for_url("**#41")
    page.clock.run_for(2200)
    page.wait_for_url("**#42")
    button.click()
    page.clock.run_for(9000)
    assert page.url.endswith("#42")
    page.get_by_label("Speed of autoplay").select_option("4")
    page.locator(".announcement").click()
    page.keyboard.press("Space")
    for _ in range(6):
        page.clock.run_for(600)
    page.wait_for_url("**#48")
    page.get_by_role("button", name="Start autoplay").wait_for()


@pytest.mark.full
def test_any_step_of_the_reader_stops_the_autoplay(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20", clock=True)
    becomes(page, "document.querySelector('table-view').view?.ply === 20")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.get_by_role("button", name="Start autoplay").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**#19")
    page.clock.run_for(9000)
    assert page.url.endswith("#19")


@pytest.mark.full
def test_a_long_swipe_steps_and_stays_on_the_page(open_page: Open, closed: str) -> None:
    page = open_page("/deals", viewport=PHONE, has_touch=True)
    page.goto(f"/deals/{closed}?seat=all#20")
    becomes(page, "document.querySelector('table-view').view?.ply === 20")
    finger = page.context.new_cdp_session(page)
    top = box(page, "table-view .felt")[1]
    for start, end, ply in ((20, 350, 19), (350, 10, 20)):
        first = {"type": "touchStart", "touchPoints": [{"x": start, "y": top + 100}]}
        finger.send("Input.dispatchTouchEvent", first)
        for part in range(1, 11):
            x = start + (end - start) * part / 10
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": top + 100}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_url(f"**/deals/{closed}?seat=all#{ply}")
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorX") == "none"
    assert "pan-y" in page.evaluate("getComputedStyle(document.querySelector('table-view')).touchAction")


@pytest.mark.full
def test_a_key_that_needs_signing_in_says_so(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20")
    page.keyboard.press("c")
    expect(page.locator(".announcement")).to_contain_text("Sign in as a director, an arbiter or a scribe")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("for officials who are signed in")


@pytest.mark.full
@sizes
def test_the_plies_stand_in_a_column_for_each_seat_and_a_row_for_each_trick(
    open_page: Open, closed: str, size: dict[str, int]
) -> None:
    page = open_page(f"/deals/{closed}?seat=all#48", viewport=size)
    page.locator(".result").wait_for()
    places = page.evaluate("""() => [...document.querySelectorAll(".plies .group:not(.before)")].map((group) =>
        [...group.querySelectorAll("li:not(.line)")].map((item) => {
            const {x, y} = item.getBoundingClientRect();
            return [item.textContent.trim().split(" ")[0], Math.round(x), Math.round(y)];
        }))""")
    assert [len(trick) for trick in places] == [4] * 8
    columns = {
        seat: {x for trick in places for name, x, _ in trick if name == seat}
        for seat in ("South", "East", "North", "West")
    }
    assert all(len(xs) == 1 for xs in columns.values())
    assert len(set.union(*columns.values())) == 4
    assert all(len({y for _, _, y in trick}) == 1 for trick in places)


@pytest.mark.full
@sizes
def test_nothing_shifts_while_the_page_loads(open_page: Open, closed: str, size: dict[str, int]) -> None:
    page = open_page("/docs/rapidoc.js", viewport=size)
    page.add_init_script("""window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({value}) => value)))
            .observe({type: "layout-shift", buffered: true});""")
    page.goto(f"/deals/{closed}?seat=E#24")
    page.wait_for_load_state("networkidle")
    assert sum(page.evaluate("shifts")) <= 0.05


@pytest.mark.full
def test_the_replay_asks_for_one_script_of_its_own(open_page: Open, closed: str) -> None:
    """Beside the scripts for times and menus that every page has, with their modules."""
    page = open_page(f"/deals/{closed}", viewport=DESK)
    assert fetched(page, ".js") == ["dom.js", "kept.js", "menus.js", "replay.bundle.js", "times.js"]


@pytest.mark.full
def test_a_phone_does_not_ask_for_the_faces_of_cards(open_page: Open, closed: str) -> None:
    """Its cards have large indexes instead; a window that becomes wide enough gets the faces."""
    page = open_page(f"/deals/{closed}", viewport=PHONE)
    assert fetched(page, ".svg") == ["card-back.svg", "suits.svg"]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    expect(page.locator('.seat[data-place="0"] .face').first).to_be_visible()


def test_the_script_of_the_replay_is_small_and_asked_for_at_once(open_page: Open, closed: str) -> None:
    """A browser opens six connections, and what the page names after them waits for an answer."""
    assert len(all_assets()["js/replay.bundle.js"].zipped or b"") < 27_500
    page = open_page(f"/deals/{closed}", viewport=PHONE)
    named = page.locator("head :is(script[src], link[rel=stylesheet], link[rel=preload])")
    first = named.evaluate_all("all => all.slice(0, 6).map((each) => (each.src || each.href).split('/').at(-1))")
    assert first == [
        "figtree.woff2", "tokens.css", "nought.css", "replay.bundle.js", "table.css", "replay.css",
    ]  # fmt: skip


def fetched(page: Page, ending: str) -> list[str]:
    """Return the names of the files that a page has fetched, those with this ending."""
    page.wait_for_load_state("networkidle")
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name.split('#')[0])")
    return sorted({name.rpartition("/")[2] for name in names if name.endswith(ending)})


@pytest.mark.full
def test_hands_that_nobody_wrote_down_are_shown_after_the_deal_and_marked(open_page: Open, people: People) -> None:
    page = open_page(f"/deals/{take_in(people, 5, blind=True)}?seat=all#20", viewport=PHONE)
    expect(page.locator(".hand .card.worked-out")).to_have_count(24)
    expect(page.locator(".hand .unknown")).to_have_count(0)
    expect(page.locator("table-view .facts")).to_contain_text("nobody wrote this card down")
    page.goto(page.url.replace("seat=all", "seat=E"))
    expect(page.locator(".hand .unknown").first).to_be_visible()
    expect(page.locator(".card.worked-out")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("path", ["/", full("/deals/{}"), full("/deals/{}/embed")])
def test_controls_are_disabled_until_the_script_runs(open_page: Open, closed: str, path: str) -> None:
    buttons = "main :is(button, input, select, textarea):not([hidden])"
    path = path.format(closed)
    still = open_page(path, viewport=PHONE, java_script_enabled=False)
    assert still.locator(f"{buttons}:disabled").count() >= 3
    assert [each for each in still.locator(f"{buttons}:enabled").all() if each.is_visible()] == []
    alive = open_page(path, viewport=PHONE)
    expect(alive.locator(f"{buttons}:disabled")).to_have_count(0)


def test_a_page_with_a_secret_is_never_compressed(app: Flask, people: People, closed: str) -> None:
    """The size of a compressed page would reveal the secret of its forms, letter by letter (BREACH)."""
    client = app.test_client()
    zipped = {"Accept-Encoding": "gzip"}
    anybody = client.get(f"/deals/{closed}", headers=zipped)
    assert anybody.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in anybody.vary
    assert "<table-view" in gzip.decompress(anybody.data).decode()
    official = client.get(f"/deals/{closed}", headers=zipped | {"Authorization": f"Bearer {people.admin.secret}"})
    assert "Content-Encoding" not in official.headers
    assert "<table-view" in official.text


HEARD = {
    "before-the-play": "?seat=N#13",
    "a-card-face-down-as-an-opponent-knows-it": "?seat=E#32",
    "the-same-card-with-all-hands": "?seat=all#32",
    "after-the-last-card": "?seat=all#48",
}
"""Moments of hand 5 that are kept as a screen reader finds them: by file, the address."""


def heard(page: Page) -> str:
    """The part with the table, and the sentence that is announced, by the browser's accessibility tree."""
    table, announced = (
        page.locator(".stage").aria_snapshot(),
        " ".join(page.locator(".announcement").inner_text().split()),
    )
    return f"# announced: {announced}\n{table}\n"


@pytest.mark.parametrize("name", [name if name == "before-the-play" else full(name) for name in HEARD])
def test_the_table_makes_sense_in_words(open_page: Open, closed: str, name: str) -> None:
    """Against files that people can read. To accept a change: remove the file and run the test."""
    page = open_page(f"/deals/{closed}{HEARD[name]}", viewport=DESK, reduced_motion="reduce")
    becomes(page, "ply => document.querySelector('table-view').view?.ply === ply", int(HEARD[name][-2:]))
    file = GOLDEN / f"{name}.yaml"
    text = heard(page)
    if not file.exists():
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} is written: read it, and run the test again")
    assert text == file.read_text(encoding="utf-8")


def test_every_moment_that_is_heard_has_its_file() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == HEARD.keys()


@pytest.mark.full
def test_a_frame_shows_all_four_hands_at_once_at_any_size_that_blogs_use(open_page: Open, closed: str) -> None:
    with cases() as case:
        for width, height in ((700, 640), (560, 400), (390, 640)):
            page = open_page(f"/deals/{closed}/embed#20", viewport={"width": width, "height": height})
            becomes(page, "document.querySelector('table-view').view?.ply === 20")
            dock = box(page, ".dock")
            lowest = dock[1] if dock[0] < box(page, ".board")[0] + box(page, ".board")[2] else height
            for place in range(4):
                with case(width, height, place):
                    x, y, wide, high = box(page, f'table-view .seat[data-place="{place}"] .hand')
                    assert min(x, y) >= 0, (x, y)
                    assert x + wide <= width, (x, wide)
                    assert y + high <= lowest, (y, high, lowest)


@pytest.mark.full
def test_the_indicator_lies_beside_its_owner_s_hand(open_page: Open, closed: str) -> None:
    with cases() as case:
        for size in (PHONE_SIZE, DESK_SIZE) if FULL else (PHONE_SIZE,):
            for seat, place in (("N", "0"), ("S", "2")):
                page = open_page(f"/deals/{closed}?seat={seat}#12", viewport=size)
                becomes(page, "document.querySelector('table-view').view?.ply === 12")
                with case(size["width"], seat):
                    assert page.locator(".front .card").evaluate("card => card.closest('.seat').dataset.place") == place
                    hand, front = (box(page, f'.seat[data-place="{place}"] {part}') for part in (".hand", ".front"))
                    assert abs(front[1] + front[3] / 2 - hand[1] - hand[3] / 2) < hand[3] / 2, (hand, front)
