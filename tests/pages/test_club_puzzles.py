"""The problems of a club's deals in a real browser: from the club's page to a right answer, and into a deck."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import expect

from api.services import Provider
from store.settings import Settings
from tests.analysis.workers import mine_all
from tests.http.people import People, play, whole_deal
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import official


@pytest.mark.full
def test_a_member_solves_a_problem_of_the_club_and_keeps_it_in_a_deck(
    open_page: Open, house: Provider, people: People, settings: Settings
) -> None:
    club = people.club()
    dealer, acts = whole_deal(0)
    play(people.admin, people.deal(dealer=dealer, club=club, players={"S": "Suren-Q"}), acts)
    page = open_page(f"/clubs/{club}", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Problems from these deals").click()
    expect(page.locator("main")).to_contain_text("There are no problems yet.")
    mine_all(settings)
    page.reload()
    page.get_by_role("link", name="Count the points").click()
    page.get_by_role("link", name="Problem 1", exact=True).click()
    assert "-Q" not in page.content()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".verdict-of-answer")).to_contain_text("Right answer")
    assert page.get_by_role("button", name="Add to your deck").count() == 0
    account = official(house, "club-solver", "recorder", UUID(club))
    page = signed_in(open_page("/health", viewport=PHONE), "club-solver")
    page.goto("/problems")
    page.get_by_role("link", name="Our club's deals").click()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.goto("/deck")
    page.get_by_role("button", name="Open a deck").click()
    page.goto(f"/problems?club={club}&theme=points")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("link", name="Problem 1", exact=True).click()
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="Add to your deck").click()
    expect(page.locator("main")).to_contain_text("Problems due now: 1")
    page.get_by_role("link", name="Solve", exact=True).click()
    assert "/deals/" in page.url
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="Ask again soon").click()
    expect(page.locator("main")).to_contain_text("Problems due now: 0")
    deck = house.services.ledger.decks.find(account.id)
    assert deck is not None
    people.admin.post(f"/deals/{next(iter(deck.deals.values()))}/undo", {})
    page.reload()
    expect(page.locator("main")).to_contain_text("You cannot see the hands of this problem's deal now.")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
