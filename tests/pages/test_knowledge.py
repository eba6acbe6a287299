"""The page on a seat's knowledge: the pack as a table, the reasons, the count."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import take_in


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    """A deal with closed trump, played to the end, whose hands everybody may see."""
    return take_in(people, 5)


@pytest.fixture(scope="module")
def jass(people: People) -> str:
    return take_in(people, 37)


@pytest.mark.full
def test_the_replay_leads_to_what_the_seat_knew_at_its_ply(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#38")
    page.get_by_role("link", name="What East knew").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What East knew")
    assert page.url.endswith("/knowledge?seat=E&at=38")
    expect(page.locator(".count")).to_have_text("10 deals fit all that East knew.")
    page.get_by_role("link", name="Deal 5, Closed games").click()
    page.get_by_role("button", name="East", pressed=True).wait_for()
    assert page.url.endswith("?seat=E#38")


def test_each_card_says_how_it_is_known_and_why(open_page: Open, closed: str) -> None:
    """000 "Closed Trump games": North and West played face down to hearts, so the other hearts are South's."""
    page = open_page(f"/deals/{closed}/knowledge?seat=E&at=38")
    hearts = page.get_by_role("row", name="hearts")
    cells = [cell.inner_text().split("\n")[-1] for cell in hearts.get_by_role("cell").all()]
    assert cells[3:5] == ["inferred: South"] * 2
    assert cells[0] == "seen: played by East"
    inferences = page.locator("section.inferred")
    expect(inferences).to_contain_text(
        "It must be in the hand of South. North played face down on a lead of hearts (card 19, trick 5)."
    )
    expect(page.locator("section.shown")).to_contain_text("shown as the trump indicator (after card 20)")
    expect(page.locator("section.unknown")).to_contain_text("Possible holders: North 60% or West 40%.")


@pytest.mark.full
def test_before_the_trump_is_shown_each_suit_has_its_share(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}/knowledge?seat=E&at=31")
    expect(page.locator(".counted")).to_contain_text("could be spades 36%, hearts 18%, diamonds 27%, or clubs 18%.")
    page.get_by_label("Seat").select_option("N")
    page.get_by_role("button", name="Show step").click()
    expect(page.locator(".counted")).to_contain_text("North knew the trump suit: spades.")


@pytest.mark.full
def test_one_steps_from_ply_to_ply(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}/knowledge?seat=W&at=0")
    page.get_by_role("link", name="Next step").click()
    expect(page.locator('select[name="at"]')).to_have_value("1")
    page.get_by_role("link", name="Previous step").click()
    page.get_by_role("link", name="Previous step").click()
    expect(page.locator("main p", has_text="Before the deal").first).to_be_visible()
    assert page.get_by_role("link", name="Previous step").count() == 0


@pytest.mark.full
def test_it_fits_and_everybody_can_use_it(open_page: Open, closed: str, jass: str) -> None:
    page = open_page("/deals")
    for deal in (closed, jass):
        page.goto(f"/deals/{deal}/knowledge?seat=S&at=30")
        for size in (PHONE, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            fits(page)
            accessible_in_both_looks(page, everyday=False)


def test_who_may_not_see_a_seat_is_not_told_what_it_knew(open_page: Open, people: People) -> None:
    going_on = take_in(people, 5, entries=30)
    answer = people.anybody.app.test_client().get(f"/deals/{going_on}/knowledge?seat=E")
    assert answer.status_code == 403
    assert people.anybody.app.test_client().get(f"/deals/{going_on}/knowledge").status_code == 403
    own = people.issue("seat", deal=going_on, seat="E")
    headers = {"Authorization": f"Bearer {own.secret}"}
    client = people.anybody.app.test_client()
    assert "What East knew" in client.get(f"/deals/{going_on}/knowledge", headers=headers).text
    assert client.get(f"/deals/{going_on}/knowledge?seat=N", headers=headers).status_code == 403


@pytest.mark.parametrize("query", ["seat=Q", "at=900", "at=-2", "at=x", "seat=public"])
def test_a_strange_address_is_answered_in_words(people: People, closed: str, query: str) -> None:
    answer = people.anybody.app.test_client().get(f"/deals/{closed}/knowledge?{query}")
    assert answer.status_code in (404, 422)
