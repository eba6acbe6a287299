"""First sights of a page: a picture where they choose, the primary action in sight, nothing cut on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from replay.puzzles.file import built_in
from tests.cases import full
from tests.http.people import opened, play, whole_deal
from tests.http.tournament_requests import draw, tournament
from tests.pages.conftest import Open, accessible_in_both_looks, fits, signed_in
from tests.pages.reading import read
from tests.signing.visitors import official

if TYPE_CHECKING:
    from api.services import Provider
    from tests.http.people import People

PHONE = {"width": 390, "height": 844}
CUT = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent)"""
LINES = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
    const text = document.createRange();
    text.selectNodeContents(each);
    return new Set([...text.getClientRects()].map((box) => Math.round(box.top))).size > 1;
}).map((each) => each.textContent)"""


def test_everybody_finds_their_table_by_a_part_of_their_name(open_page: Open, people: People) -> None:
    """The list of many names was a column of links, its tables at the far edge of the window."""
    cup = tournament(people.admin, 10, club=people.club())
    draw(people.admin, cup)
    page = open_page(f"/tournaments/{cup}/seating", viewport=PHONE)
    rows = page.locator(".seating > li")
    names = [text.strip() for text in page.locator(".seating a").all_inner_texts()]
    assert len(names) > 8
    last_name = names[-1]
    field = page.get_by_label("Find a name")
    field.fill(last_name.upper())
    expect(rows.filter(has_text=last_name).first).to_be_visible()
    assert {row.locator("a").inner_text().strip() for row in rows.all() if row.is_visible()} == {
        name for name in names if last_name.casefold() in name.casefold()
    }
    field.fill("nobody at all")
    expect(page.get_by_text("Nobody here has this name.")).to_be_visible()
    field.fill("")
    expect(rows.first).to_be_visible()
    fits(page)
    accessible_in_both_looks(page)
    rows.last.click()
    expect(page.locator(".own-seat .at")).to_be_visible()


@pytest.mark.full
def test_the_cards_are_dealt_without_scrolling_on_a_phone(open_page: Open) -> None:
    """The button stood below three choices with wide gaps and a note."""
    page = open_page("/practice", viewport=PHONE)
    box = page.get_by_role("button", name="Deal the cards").bounding_box()
    assert box
    assert box["y"] + box["height"] < PHONE["height"]
    assert page.locator("main .main:visible").count() == 1
    fits(page)


@pytest.mark.full
def test_a_problem_of_the_deck_shows_its_hand(open_page: Open, house: Provider) -> None:
    """The rows of a deck were three words in a line, each row with other gaps."""
    page = signed_in(open_page("/health", viewport=PHONE), official(house, "deck-of-hands", "admin").login)
    page.goto("/deck")
    page.get_by_role("button", name="Open a deck").click()
    page.get_by_text("Your deck is empty.").wait_for()
    page.goto(f"/problems/{next(iter(built_in()))}?show=yes")
    page.get_by_role("button", name="Add to your deck").click()
    tile = page.locator(".deck .tile")
    expect(tile).to_have_count(1)
    assert tile.locator(".scene .card .face").count() > 0
    assert page.locator("main .main:visible").count() == 1
    fits(page)
    accessible_in_both_looks(page)
    tile.get_by_role("button", name="Remove").click()
    page.get_by_text("Your deck is empty.").wait_for()


@pytest.mark.full
def test_a_club_and_a_tournament_in_a_list_have_a_picture(open_page: Open, people: People) -> None:
    club = people.club()
    people.admin.post("/players", {"name": "Ama", "club": club})
    cup = tournament(people.admin, 4, club=club)
    draw(people.admin, cup)
    page = open_page(f"/tournaments?club={club}", viewport=PHONE)
    expect(page.locator(".tile .scene.sum b")).to_have_text("1")
    badge, tile = page.locator(".tile .state").bounding_box(), page.locator(".tile").bounding_box()
    assert badge
    assert tile
    assert badge["width"] < tile["width"] / 2
    page.goto("/clubs")
    own = page.locator(".tile", has=page.locator(f'a[href="/clubs/{club}"]'))
    assert own.locator(".scene .card").count() > 2
    expect(own).to_contain_text(re.compile(r"\d+ players?"))
    fits(page)


def test_a_club_for_members_only_has_no_number_of_players_in_the_list(people: People) -> None:
    club = people.club(who_sees="members-only")
    (own,) = (tile for tile in read(people.app, "/clubs").all(".tile") if tile.all(f'a[href="/clubs/{club}"]'))
    assert "player" not in own.text()


@pytest.mark.full
@pytest.mark.parametrize("language", [full("en"), "ta"])
def test_no_heading_of_the_hall_screen_is_broken_on_a_phone(open_page: Open, people: People, language: str) -> None:
    """The column of the tables was so narrow that its heading read "Tab le"."""
    cup = tournament(people.admin, 4, club=people.club())
    draw(people.admin, cup)
    page = open_page(f"/tournaments/{cup}/screen", viewport=PHONE, locale=language)
    page.locator("[data-kind=draw] table").wait_for()
    assert page.evaluate(LINES, "[data-kind=draw] thead .few") == []


@pytest.mark.full
def test_no_bid_is_cut_beside_a_problem_on_a_phone(open_page: Open) -> None:
    """Four columns of bids such as "70 shields" were wider than a phone."""
    puzzle = next(each for each in built_in().values() if each.game == "sidi-barrani")
    page = open_page(f"/problems/{puzzle.id}", viewport=PHONE)
    table = page.locator("table-view .auction table")
    table.wait_for()
    box = table.bounding_box()
    assert box
    assert box["x"] + box["width"] <= PHONE["width"]
    assert page.evaluate(CUT, "table-view .auction td") == []


SHIFT = """() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 500);
})"""


@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [
        "/", "/clubs/{club}/people", "/clubs/{club}/who-sees", "/players/{player}/kept", "/practice", "/problems",
        "/disputes/{dispute}", "/deals/{deal}/disputes/new?ply=3", "/tournaments/{cup}/seating",
    ],
)  # fmt: skip
def test_nothing_that_is_in_sight_moves_while_a_page_loads(open_page: Open, people: People, path: str) -> None:
    """On a phone the steps of a dispute stood in the window until its table was drawn, and then went below it."""
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Anula", "club": club}))
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, club=club, players={"S": "Anula"})
    play(people.admin, deal, acts)
    claim = {"side": "NS", "ply": 20, "claim": "East looked.", "code": "revoke"}
    known = {
        "club": club,
        "player": player,
        "deal": deal,
        "dispute": opened(people.admin.post(f"/deals/{deal}/disputes", claim)),
        "cup": tournament(people.admin, 4, club=club),
    }
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page("/health", viewport=PHONE, extra_http_headers=headers)
    page.goto(path.format(**known))
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SHIFT) == 0
