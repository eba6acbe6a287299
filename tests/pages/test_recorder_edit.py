"""An entry is edited by the pad, never by a text. A missed card is inserted, and the next ones shift."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.http.people import People, opened
from tests.pages.conftest import Open, accessible, accessible_in_both_looks, fits
from tests.pages.scribe import Scribe, begun, dealt, forgive
from tests.pages.test_large_text import enlarged
from tests.waiting import until


def entry(scribe: Scribe, name: str, action: str) -> Locator:
    """Open an entry of the list for an action; return its sheet."""
    scribe.page.get_by_role("button", name="Entries", exact=True).click()
    scribe.page.locator("dialog .plies button", has_text=name).last.click()
    expect(scribe.page.locator("dialog[open]")).not_to_contain_text("null")
    scribe.answers(action)
    sheet = scribe.page.locator("dialog[open]")
    sheet.locator(".for-entry").wait_for()
    return sheet


@pytest.mark.full
def test_an_entry_is_edited_by_the_pad_with_its_present_value_marked(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people, played="JS 9S x 8S")
    scribe.says("East looks at the face-down cards")
    page = scribe.page
    sheet = entry(scribe, "North: nine of spades", "Correct this entry")
    expect(sheet.locator("input")).to_have_count(0)
    marked = sheet.locator('card-pad [aria-pressed="true"]')
    expect(marked).to_have_attribute("data-card", "9S")
    expect(marked).to_contain_text("recorded now")
    expect(sheet.locator('.of-seats [aria-pressed="true"]')).to_have_text("North")
    expect(sheet.locator("del")).to_have_count(0)
    fits(page)
    accessible_in_both_looks(page)
    # the same card again: nothing is recorded, and the page says so
    events = people.admin.get(f"/deals/{scribe.deal}").headers["ETag"]
    page.keyboard.type("s9")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#message")).to_have_text("The entry is already recorded like this: nothing would change.")
    assert people.admin.get(f"/deals/{scribe.deal}").headers["ETag"] == events
    # a card that lies face down, which nobody saw
    sheet = entry(scribe, "West: a card face down", "Correct this entry")
    expect(sheet.locator('.ways [data-way="facedown"]')).to_have_attribute("aria-pressed", "true")
    sheet.locator('card-pad [data-card="TS"]').click()
    expect(page.locator("dialog[open] .sentence del")).to_have_text("West: a card face down")
    scribe.answers("Save correction")
    scribe.sent()
    # what the seat was: the pad of the other one
    sheet = entry(scribe, "South: eight of spades", "Correct this entry")
    sheet.locator('.of-seats [data-seat="E"]').click()
    expect(sheet.locator('.of-seats [aria-pressed="true"]')).to_have_text("East")
    scribe.answers("Cancel")
    assert scribe.acts()[-4:] == ["E JS", "N 9S", "W TS", "S 8S"]


def test_a_bid_is_edited_by_the_bids(open_page: Open, people: People) -> None:
    scribe = dealt(open_page, people, "Cut", "160", "170")
    scribe.sent()
    sheet = entry(scribe, "North bids 170", "Correct this entry")
    expect(sheet.locator('.bids [aria-pressed="true"]')).to_have_attribute("data-bid", "170")
    expect(sheet.locator("input")).to_have_count(0)
    scribe.page.keyboard.type("180")
    scribe.page.keyboard.press("Enter")
    scribe.answers("Save correction")
    scribe.sent()
    until(lambda: scribe.acts()[-1] == "N 180")
    sheet = entry(scribe, "North bids 180", "Correct this entry")
    sheet.locator('.bids [data-bid="180"]').click()
    expect(scribe.page.locator("#message")).to_contain_text("nothing would change")
    assert scribe.acts()[-1] == "N 180"


@pytest.mark.full
def test_a_contract_and_a_weis_of_a_jass_are_edited_by_their_buttons(open_page: Open, people: People) -> None:
    deal = opened(people.admin.post("/deals", {"ruleset": "sidi-barrani", "dealer": "W"}))
    scribe = Scribe.of(open_page, people, deal)
    scribe.presses("Cut", "40", "40 shields", "All 3 pass")
    scribe.plays("AH")
    scribe.presses("South: Weis 50")
    scribe.sent()
    sheet = entry(scribe, "South bids 40", "Correct this entry")
    expect(sheet.locator('.numbers [aria-pressed="true"]')).to_have_text("40")
    expect(sheet.locator('.denominations [aria-pressed="true"]')).to_have_count(1)
    sheet.locator('.numbers [data-bid="50"]').click()
    sheet.locator('.denominations [data-suit="S"]').click()
    scribe.answers("Save correction")
    scribe.sent()
    until(lambda: "S 50 S" in scribe.acts())
    sheet = entry(scribe, "Weis", "Correct this entry")
    expect(sheet.locator('.plain [aria-pressed="true"]')).to_have_text("Weis 50")
    sheet.get_by_role("button", name="Weis 20", exact=True).click()
    scribe.answers("Save correction")
    until(lambda: scribe.acts()[-1] == "S weis 20")


@pytest.mark.full
def test_an_entry_that_waits_or_was_refused_is_edited_by_the_pad_too(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people)
    page = scribe.page
    page.context.set_offline(True)
    scribe.plays("JS")
    page.get_by_role("button", name="Turn card over").click()
    scribe.plays("9H")
    expect(page.locator("#state")).to_have_text("No connection, 2 unsent")
    # without a connection, from the list
    page.get_by_role("button", name="Entries", exact=True).click()
    page.locator("dialog .unsent button", has_text="East: jack of spades").click()
    scribe.answers("Edit entry")
    sheet = page.locator("dialog[open]")
    expect(sheet.locator('card-pad [aria-pressed="true"]')).to_have_attribute("data-card", "JS")
    expect(sheet.locator("input")).to_have_count(0)
    sheet.locator('card-pad [data-card="AS"]').click()
    expect(page.locator("#state")).to_have_text("No connection, 2 unsent")
    page.context.set_offline(False)
    # the second is refused: it is edited in its sheet
    page.locator("dialog[open]").get_by_text("This breaks a rule").wait_for()
    scribe.answers("Edit entry")
    expect(sheet.locator('card-pad [aria-pressed="true"]')).to_have_attribute("data-card", "9H")
    accessible(page, everyday=False)
    sheet.locator('card-pad [data-card="9S"]').click()
    scribe.sent()
    assert scribe.acts()[-2:] == ["E AS", "N 9S"]
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "422")


@pytest.mark.full
def test_a_missed_card_is_inserted_and_the_next_cards_shift_after_a_look_at_the_tricks(
    open_page: Open, people: People
) -> None:
    """000 "Play": the next seat plays, and the winner of a trick leads."""
    scribe = begun(open_page, people, played="JS 9S 8S AH 7H")
    page = scribe.page
    before = scribe.acts()
    assert before[-6:] == ["E JS", "N 9S", "W 8S", "S (AH)", "E: none S=AH", "E 7H"]
    sheet = entry(scribe, "West: eight of spades", "Insert an entry before this one")
    expect(sheet.locator('.of-seats [aria-pressed="true"]')).to_have_text("West")
    expect(sheet.locator("del")).to_have_count(0)
    sheet.locator('card-pad [data-card="TS"]').click()
    page.get_by_role("heading", name="And give the following cards to the next seats?").wait_for()
    tricks = page.locator("dialog[open] .tricks li")
    expect(tricks.locator(".unseen").filter(has_text=":")).to_contain_text(
        [
            "East",
            "North",
            "West: ten of spades",
            "South: eight of spades",
            "East: ace of hearts",
            "North: seven of hearts",
        ]
    )
    expect(page.locator("dialog[open] del")).to_have_count(0)
    fits(page)
    accessible_in_both_looks(page)
    enlarged(page)
    fits(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert scribe.acts() == before
    scribe.answers("Give them to the next seats")
    page.get_by_role("heading", name="Effects of this correction").wait_for()
    expect(page.locator("dialog[open] del")).to_have_count(0)
    scribe.answers("Save correction")
    page.get_by_text("The correction is saved.").wait_for()
    assert scribe.acts()[-6:] == ["E JS", "N 9S", "W TS", "S 8S", "E AH", "N 7H"]
    scribe.says("West plays")


@pytest.mark.full
def test_a_cut_the_dealing_and_a_shown_card_are_edited_by_the_pad_and_no_text(open_page: Open, people: People) -> None:
    """000 "Deal": the player to the dealer's left may cut; four cards go to each player."""
    scribe = dealt(open_page, people, "Cut", "160")
    scribe.sent()
    page = scribe.page
    sheet = entry(scribe, "cut", "Correct this entry")
    sheet.get_by_role("button", name="No cut").click()
    scribe.answers("Save correction")
    expect(page.locator("#message")).to_contain_text("The correction is saved")
    until(lambda: scribe.acts()[0] == "W no cut")
    sheet = entry(scribe, "deal", "Correct this entry")
    assert sheet.locator('input:not([type="number"])').count() == 0
    sheet.get_by_role("button", name="…").click()
    for card in ("JH", "9H"):
        sheet.locator(f'card-pad [data-card="{card}"]').click()
    fits(page)
    accessible(page, everyday=False)
    for _ in range(14):
        sheet.get_by_role("button", name="Not seen").click()
    scribe.answers("Save correction")
    expect(page.locator("#message")).to_contain_text("The correction is saved")
    until(lambda: "JH 9H ?? ??" in scribe.acts()[1])


@pytest.mark.full
def test_any_act_is_recorded_by_buttons_and_cards(open_page: Open, people: People) -> None:
    scribe = dealt(open_page, people, "Cut", "160")
    scribe.sent()
    page = scribe.page
    page.get_by_role("button", name="Calls").click()
    scribe.answers("Record something else")
    sheet = page.get_by_role("dialog")
    expect(sheet.locator('input:not([type="number"])')).to_have_count(0)
    sheet.locator('[data-seat="S"]').click()
    sheet.locator('.bids [data-bid="190"]').click()
    scribe.answers("Record it anyway")
    scribe.sent()
    assert scribe.acts()[-1] == "S 190"
    forgive(open_page, "422")
