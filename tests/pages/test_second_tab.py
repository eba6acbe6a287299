"""Two windows of the same desk: what was done in one is refused in the other, which then shows how things stand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.http.people import People
from tests.http.tournament_requests import draw, tournament
from tests.pages.conftest import DESK, Open
from tests.pages.scribe import forgive


def test_a_desk_shows_the_round_that_another_window_drew(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4, club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/round", viewport=DESK, extra_http_headers=headers)
    button = page.get_by_role("button", name="Draw round 1", exact=True)
    expect(button).to_be_visible()
    draw(people.admin, cup)
    button.click()
    expect(page.locator(".announcement.warn")).to_have_text("The next round to be drawn is 2, not 1.")
    expect(button).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    expect(page.get_by_role("link", name="Go to the tables")).to_be_visible()
    forgive(open_page, "409")


def test_a_refused_form_keeps_what_was_typed(open_page: Open, people: People) -> None:
    """The page around it is new: the entry that another window wrote is there."""
    cup = tournament(people.admin, 4, club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/entries", viewport=DESK, extra_http_headers=headers)
    names = page.locator('form[data-send$="/entries"]').first
    names.locator('[name="name"]').fill("Latecomers")
    before = people.admin.get(f"/tournaments/{cup}").json["entries"][0]["name"]
    names.locator('[name="name"]').fill(before)
    names.locator("button").last.click()
    refusal = names.locator(".message.warn")
    expect(refusal).to_be_visible()
    expect(names.locator('[name="name"]')).to_have_value(before)
    forgive(open_page, "409", "422")
