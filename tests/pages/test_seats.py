"""One moment as each seat saw it, all of them on one page."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.cases import full
from tests.golden.deals import record_of
from tests.http.people import People, play
from tests.jass.random_jass import by_choice
from tests.pages.conftest import PHONE, Open, accessible, fits
from tests.pages.deals import take_in
from tests.pages.reading import read


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    """A deal with closed trump, played to the end, whose hands everybody may see."""
    return take_in(people, 5)


def hands(page: Page) -> dict[str, dict[str, list[str]]]:
    """By whose table it is: the cards that are drawn in each hand."""
    hands_by_table: dict[str, dict[str, list[str]]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("table-view")].map((table) => [
            table.dataset.seat,
            Object.fromEntries([...table.querySelectorAll(".seat")].map((seat) => [
                seat.dataset.seat,
                [...seat.querySelectorAll(".hand [data-card]")].map((card) => card.dataset.card).sort(),
            ])),
        ]))"""
    )
    return hands_by_table


@pytest.mark.full
def test_the_replay_leads_to_its_ply_as_each_seat_saw_it(open_page: Open, people: People, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#17")
    page.get_by_role("link", name="All seats side by side").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All seats side by side")
    assert page.url.endswith("/seats?at=17")
    expect(page.locator("table-view .felt")).to_have_count(4)
    whole = people.anybody.get(f"/deals/{closed}/views/arbiter?ply=17").json["hands"]
    for seat, drawn in hands(page).items():
        assert drawn[seat] == sorted(whole[seat])
        known = people.anybody.get(f"/deals/{closed}/views/{seat}?ply=17").json["hands"]
        assert drawn == {other: sorted(card for card in cards if card != "??") for other, cards in known.items()}
    accessible(page, everyday=False)
    fits(page)
    page.get_by_role("link", name="Deal 5").click()
    page.wait_for_url("**seat=all#17")


@pytest.mark.full
def test_one_steps_with_links_and_arrow_keys(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}/seats?at=0", viewport=PHONE)
    fits(page)
    expect(page.locator(".announcement")).not_to_be_empty()
    page.get_by_role("link", name="Next step").click()
    page.wait_for_url("**at=1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**at=2")
    for at in (1, 0, -1):
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(f"**at={at}")
    expect(page.locator("main p", has_text="Before the deal").first).to_be_visible()
    expect(page.locator(".announcement")).to_be_empty()
    page.locator('select[name="at"]').select_option("30")
    page.get_by_role("button", name="Show step").click()
    page.wait_for_url("**at=30")
    accessible(page, everyday=False)


@pytest.mark.full
def test_it_is_for_those_who_may_see_all_hands(open_page: Open, people: People) -> None:
    deal = people.deal(dealer="S")
    for path in ("seats", "seats?at=-1"):
        assert open_page("/clubs").request.get(f"/deals/{deal}/{path}").status == 403
    page = open_page(f"/deals/{deal}")
    page.get_by_role("button", name="Next step").wait_for()
    assert page.get_by_role("link", name="All seats side by side").count() == 0


def test_a_ply_that_there_is_not_is_refused(app: Flask, closed: str) -> None:
    for at in ("49", "-2", "x", "1" * 9):
        page = read(app, f"/deals/{closed}/seats?at={at}")
        assert page.status == 422, at
        assert "the steps are -1 to 48" in page.text()


@pytest.mark.full
@pytest.mark.parametrize("key", ["304-six-36", full("304-eight"), full("904"), full("sidi-barrani")])
def test_there_is_a_table_for_each_seat_of_every_game(open_page: Open, people: People, key: str) -> None:
    record = record_of(key)
    deal = people.deal(dealer=record.opened.dealer, ruleset=key)
    play(people.admin, deal, by_choice(record.rules, record.opened.dealer, record.acts))
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{deal}/seats?at={len(record.acts) // 2}", extra_http_headers=official)
    expect(page.locator("table-view .felt")).to_have_count(len(record.rules.seats))
    fits(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(page)
    accessible(page, everyday=False)
