"""Parallel sections on the pages: a list is divided, shown, and opened, without a script."""

from __future__ import annotations

from playwright.sync_api import expect

from api.services import Provider
from tests.http.people import People
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.test_signing_in import signed_in
from tests.signing.visitors import official


def test_a_list_is_divided_shown_and_opened(open_page: Open, house: Provider, people: People) -> None:
    official(house, "section-director", "admin")
    club = people.club()
    page = signed_in(open_page("/", viewport=PHONE), "section-director")
    page.goto(f"/tournaments/new?club={club}")
    page.get_by_role("link", name="Parallel sections from one list").click()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("One entry per line").fill("Anula + Farook\nKala + Nimal\nPerera\nSilva")
    page.get_by_role("button", name="Show the sections").click()
    expect(page.locator("main")).to_contain_text("Nothing is recorded yet.")
    expect(page.locator("main section")).to_contain_text("Spring B")
    fits(page)
    accessible_in_both_looks(page)
    page.get_by_role("button", name="Open the sections").click()
    expect(page.locator("main")).to_contain_text("Spring A")
    fits(page)
    accessible_in_both_looks(page)
    page.get_by_role("link", name="Spring B").click()
    expect(page.get_by_role("link", name="All sections")).to_be_visible()
