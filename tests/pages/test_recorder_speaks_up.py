"""The line above the pad: what the recorder says by itself while a deal is recorded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.people import People, opened
from tests.pages.conftest import Open, accessible, fits
from tests.pages.scribe import Scribe, begun, forgive


@pytest.mark.full
def test_a_breach_is_said_once_it_can_be_seen_and_leads_to_a_dispute(open_page: Open, people: People) -> None:
    """000 "Play": South, who played another suit on diamonds in the second trick, has one in the third."""
    scribe = begun(open_page, people, played="JS 9S TS 8S AD 7D 8D x KD 9D TD")
    page = scribe.page
    line = page.locator("#notice")
    expect(line).to_have_text("")
    before = page.locator("#dock .row").first.bounding_box()
    scribe.plays("QD")
    expect(line).to_contain_text("South did not follow diamonds in trick 2")
    assert page.locator("#dock .row").first.bounding_box() == before
    fits(page)
    accessible(page)
    line.get_by_role("button", name="Go on").click()
    expect(line).to_have_text("")
    page.get_by_role("button", name="Entries", exact=True).click()
    expect(page.locator("dialog li", has=page.locator(".badge.warn"))).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="West").click()
    scribe.plays("AC")
    scribe.answers("Record it anyway")
    expect(line).to_contain_text("Trick 4: West played ace of clubs out of turn")
    line.get_by_role("link", name="Dispute").click()
    expect(page.get_by_label("Broken rule, if you know it")).to_have_value("play-out-of-turn")
    expect(page.locator(".sides button").first).to_have_text("South + North")
    page.locator(".sides button").first.click()
    page.wait_for_url(f"**/record/{scribe.deal}")
    expect(page.locator("#message")).to_have_text("The dispute is open: an official will see it.")
    (dispute,) = people.admin.get(f"/disputes?deal={scribe.deal}").json["items"]
    assert people.admin.get(f"/disputes/{dispute['id']}").json["code"] == "play-out-of-turn"


@pytest.mark.full
def test_a_question_that_holds_entries_back_is_said_above_its_buttons(open_page: Open, people: People) -> None:
    """003 "Play": a side is entitled to score its Weis; *Send now* says why the card waits."""
    deal = opened(people.admin.post("/deals", {"ruleset": "sidi-barrani", "dealer": "W"}))
    scribe = Scribe.of(open_page, people, deal)
    scribe.presses("Cut", "40", "40 shields", "All 3 pass")
    scribe.plays("AH")
    scribe.presses("South: Weis 50")
    scribe.plays("6H 7H 8H KH")
    question = "Waiting: does South score its Weis of 50?"
    expect(scribe.page.locator("#told")).to_have_text(question)
    scribe.page.locator("#state").click()
    scribe.answers("Send now")
    expect(scribe.page.locator("dialog[open] .message")).to_have_text(question)
    scribe.answers("Close")
    scribe.presses("Score Weis 50")
    scribe.sent()
    expect(scribe.page.locator("#told")).to_have_text("")
    forgive(open_page, "422")
