"""The recorder by keyboard and screen reader: keys do what taps do, the focus is not lost, and refusals are said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.http.people import People, opened
from tests.pages.conftest import DESK, PHONE, Open, accessible, fits
from tests.pages.scribe import Scribe, begun, dealt, forgive

WHOLE = "JS 9S TS 8S  AH 7H 8H QH  AD 7D 8D QD  AC 7C 8C QC  9H KH TH 7S  9D TD KD AS  KS QS 9C JC  JH JD KC TC"


@pytest.mark.full
def test_keys_record_bids_and_passes_without_a_connection(open_page: Open, people: People) -> None:
    scribe = dealt(open_page, people, "Cut", viewport=DESK)
    page = scribe.page
    scribe.says("East bids")
    scribe.sent()
    page.context.set_offline(True)
    expect(page.locator("#state")).to_have_text("No connection")
    page.keyboard.press("p")
    scribe.says("North bids")
    page.keyboard.type("160")
    page.keyboard.press("Enter")
    scribe.says("West bids")
    page.keyboard.press("r")
    expect(page.locator("#message")).to_have_text("Without a connection, record each pass by itself.")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_have_text("This is not possible now. Possible bids: 170 to 300.")
    page.keyboard.press("x")
    expect(page.locator("#message")).to_have_text("This is not possible now.")
    page.keyboard.press("p")
    scribe.says("South bids")
    page.context.set_offline(False)
    scribe.sent()
    assert scribe.acts()[-3:] == ["E pass", "N 160", "W pass"]
    page.keyboard.press("r")
    scribe.says("North bids")
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
def test_a_bid_in_decimals_is_typed_as_the_buttons_write_it(open_page: Open, people: People) -> None:
    """002 "Alternate Scoring Variant": with a point or a comma, with and without a connection."""
    deal = opened(people.admin.post("/deals", {"ruleset": "304-decimal", "dealer": "S"}))
    scribe = Scribe.of(open_page, people, deal, viewport=DESK)
    page, message = scribe.page, scribe.page.locator("#message")
    scribe.presses("Cut")
    scribe.says("East bids")
    scribe.sent()

    def enter(text: str) -> None:
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    enter("15.0")
    expect(message).to_have_text("This is not possible now. Possible bids: 16.0 to 30.0.")
    enter("17.")
    expect(message).to_contain_text("“17.” is not understood. Type a card such as JH, a bid such as 16.0 and Enter")
    enter("17.0")
    scribe.says("North bids")
    scribe.sent()
    page.context.set_offline(True)
    expect(page.locator("#state")).to_have_text("No connection")
    enter("18,0")
    scribe.says("West bids")
    enter("19")
    scribe.says("South bids")
    page.context.set_offline(False)
    scribe.sent()
    assert scribe.acts()[-3:] == ["E 170", "N 180", "W 190"]
    page.get_by_role("button", name="Calls").click()
    scribe.answers("Record something else")
    page.locator("dialog[open] .for-entry").wait_for()
    enter("20,0")
    scribe.sent()
    assert scribe.acts()[-1] == "S 200"
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
def test_no_typed_key_is_dropped_without_a_word(open_page: Open, people: People) -> None:
    """A rank and Enter, an unknown letter, two ranks, and a bid that the game does not write so."""
    scribe = begun(open_page, people)
    page, message = scribe.page, scribe.page.locator("#message")
    for typed in ("j\n", "5\n", "z", "jq", "17.0\n", "hh", "170u\n"):
        page.keyboard.press("Escape")
        page.evaluate("() => document.getElementById('message').replaceChildren()")
        for key in typed:
            page.keyboard.press("Enter" if key == "\n" else key)
        expect(message).not_to_be_empty()
        assert message.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    page.keyboard.press("Escape")
    page.keyboard.type("js")
    scribe.says("North plays")
    expect(message).to_contain_text("Recorded")


@pytest.mark.full
def test_single_keys_act_on_the_table_alone_and_can_be_switched_off(open_page: Open, people: People) -> None:
    """WCAG 2.1.4: ``u`` on a link took back two acts."""
    scribe = begun(open_page, people, played="JS 9S")
    page = scribe.page
    page.get_by_role("link", name="All deals").focus()
    page.keyboard.type("uh7")
    page.wait_for_timeout(300)
    scribe.says("West plays")
    page.locator('card-pad button[data-card="JS"]').focus()
    page.keyboard.press("u")
    scribe.says("North plays")
    scribe.sent()
    page.locator("#state").click()
    page.get_by_label("Use letters, digits and signs as keys").uncheck()
    accessible(page, everyday=False)
    scribe.answers("Close")
    page.keyboard.type("uh7")
    page.reload()
    scribe.says("North plays")
    page.keyboard.type("uh7")
    page.wait_for_timeout(300)
    scribe.says("North plays")
    assert scribe.acts()[-1] == "E JS"


def focused(page: Page) -> str:
    """The id or the text of what has the focus; ``body`` if nothing has."""
    element: str = page.evaluate(
        """() => {
            const { activeElement } = document;
            return activeElement === document.body ? "body" : activeElement.id || activeElement.textContent;
        }"""
    )
    return element


@pytest.mark.full
def test_undo_by_keyboard_keeps_the_focus(open_page: Open, people: People) -> None:
    scribe = dealt(open_page, people, "Cut", viewport=DESK)
    page = scribe.page
    scribe.says("East bids")
    scribe.sent()
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    scribe.says("Does West cut?")
    expect(page.locator("#state")).to_have_text("All entries sent")
    assert focused(page) == "undo"
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    scribe.presses("Cut", "160", "All 3 pass")
    scribe.says("East bids")
    scribe.sent()
    page.locator('card-pad button[data-card="JS"]').focus()
    page.keyboard.press("Enter")
    scribe.says("North plays")
    scribe.sent()
    page.keyboard.press("u")
    scribe.says("East bids")
    scribe.sent()
    page.keyboard.press("u")
    scribe.says("North bids")
    scribe.sent()
    assert focused(page) == "says", "the pad with the focused card is hidden now"


@pytest.mark.full
def test_a_face_down_card_at_the_wrong_moment_records_nothing_by_itself(open_page: Open, people: People) -> None:
    """East is to look at the trick: the sheet names the rule, and offers nobody's turn, since it is East's."""
    scribe = dealt(open_page, people, "Cut", "160", "All 3 pass")
    page = scribe.page
    scribe.plays("JH 9H x 8H")
    scribe.says("East looks at the face-down cards")
    scribe.sent()
    before = scribe.acts()
    page.locator("#facedown").click()
    sheet = page.locator("dialog[open]")
    expect(sheet.get_by_role("button")).to_have_text(["Do not record it", "Record it anyway"])
    expect(sheet).not_to_contain_text("This is not possible now")
    accessible(page, everyday=False)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    scribe.sent()
    assert scribe.acts() == before


def finished(open_page: Open, people: People) -> Scribe:
    """A deal that is over."""
    scribe = dealt(open_page, people, "Cut", "160", "All 3 pass")
    scribe.plays(WHOLE)
    scribe.says("The deal is over")
    scribe.sent()
    return scribe


@pytest.mark.full
def test_a_player_without_a_pin_chooses_one_and_a_wrong_pin_is_said(open_page: Open, people: People) -> None:
    scribe = finished(open_page, people)
    page = scribe.page
    scribe.presses("Confirm result")
    sheet = page.locator("dialog[open]")
    sheet.get_by_label("Seat").last.select_option("E")
    expect(sheet.get_by_role("status")).to_have_text(
        "East has no PIN yet. Give the device to this player to choose one of 4 to 8 digits."
    )
    pin = sheet.get_by_label("PIN").last
    pin.fill("12")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_be_visible()
    pin.fill("4711")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("status")).to_have_text("The PIN is set. Enter it once more to confirm the result.")
    pin.fill("4712")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("PIN is wrong")
    accessible(page, everyday=False)
    fits(page)
    page.context.set_offline(True)
    pin.fill("4711")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text("No connection. Try again later.")
    page.context.set_offline(False)
    pin.fill("4711")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_have_text("The result is confirmed.")
    expect(page.locator("#message")).to_be_visible()
    expect(page.get_by_text("Confirmed by East")).to_be_visible()
    assert people.admin.get(f"/deals/{scribe.deal}").json["confirmed_by"] == ["E"]
    forgive(open_page, "422", "403", "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
def test_the_next_deal_that_cannot_be_opened_is_said(open_page: Open, people: People) -> None:
    page = finished(open_page, people).page
    page.context.set_offline(True)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator("#message")).to_be_visible()
    expect(page.locator("#message")).to_have_text(re.compile("No connection"))
    accessible(page, everyday=False)
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


CUT = """() => [...document.querySelectorAll(
        "#says, #title, #state, #strip dt, #strip dd, .who b, #undo, #undo b, #undone, #calls, #plies, .row button")]
    .filter((each) => each.getClientRects().length)
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => `${each.id || each.tagName} ${each.textContent}`)"""
"""Lists what is wider or higher than its place."""


@pytest.mark.full
def test_large_text_on_a_phone_hides_nothing(open_page: Open, people: People) -> None:
    """Text at 200 %: WCAG 1.4.4."""
    scribe = begun(open_page, people, played="JS")
    page = scribe.page
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for width in (PHONE["width"], 390):
        page.set_viewport_size({"width": width, "height": 844})
        fits(page)
        assert page.evaluate(CUT) == []
    scribe.plays("9S")
    scribe.says("West plays")
