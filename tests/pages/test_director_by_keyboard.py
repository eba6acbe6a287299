"""A director's round by the keyboard alone: every control is reached by Tab, and the focus is never lost."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import Locator, Page, expect

from api.services import Provider
from tests.http.people import People
from tests.http.tournament_requests import draw, report, tournament
from tests.pages.conftest import DESK, Open, signed_in
from tests.signing.visitors import official

STEPS = 250
"""The most presses of Tab to a control; a desk's page has about a hundred."""


def reach(page: Page, control: Locator) -> None:
    """Press Tab until the control has the focus, from wherever it is."""
    for _ in range(STEPS):
        if control.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement !== document.body || !document.hasFocus()"), "the focus is lost"
    raise AssertionError(f"{control} is not reached by Tab")


def press(page: Page, control: Locator, key: str = "Enter") -> None:
    reach(page, control)
    page.keyboard.press(key)


def write(page: Page, field: Locator, text: str) -> None:
    reach(page, field)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def agree(page: Page, effect: str) -> None:
    """Read what the sheet says, and agree. It has the focus, and Tab stays in it."""
    sheet = page.locator("dialog.sheet[open]")
    expect(sheet).to_contain_text(effect)
    assert sheet.evaluate("each => each.contains(document.activeElement)")
    press(page, sheet.locator(".answers .main"))
    expect(sheet).to_have_count(0)


def announced(page: Page, sentence: str) -> None:
    """The page says so to everybody, and the focus is still on the page."""
    expect(page.locator(".announcement")).to_contain_text(sentence)
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.full
def test_a_result_is_entered_corrected_and_ruled_on_by_the_keyboard_alone(
    open_page: Open, people: People, house: Provider
) -> None:
    club = people.club()
    director = official(house, "kamala", "director", UUID(club)).login
    cup = tournament(people.admin, 4, club=club)
    first, second = draw(people.admin, cup)["encounters"]
    report(people.admin, second["id"], 7, 2)
    page = signed_in(open_page("/health", viewport=DESK), director)

    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    for n, tokens in enumerate((7, 5)):
        write(page, page.locator(f'#enter-0 [name="sheet.whole.{n}.tokens"]'), str(tokens))
    press(page, page.get_by_role("button", name="Enter result", exact=True))
    announced(page, "Both sides still have to confirm it")
    press(page, page.get_by_role("button", name="Accept result", exact=True))
    announced(page, "The result is accepted")

    press(page, page.locator("#correcting-0 > summary"))
    for n, tokens in enumerate((3, 7)):
        write(page, page.locator(f'#correcting-0 [name="sheet.whole.{n}.tokens"]'), str(tokens))
    write(page, page.locator("#correct-why-0"), "The sheet was read the wrong way round")
    press(page, page.locator("#correcting-0").get_by_role("button", name="Correct result", exact=True))
    agree(page, "Standings")
    announced(page, "The result is corrected")
    expect(page.locator("#result .outcome")).to_contain_text("3 : 7")
    press(page, page.get_by_role("button", name="Accept result", exact=True))
    announced(page, "The result is accepted")

    page.goto(f"/tournaments/{cup}/desk/disputes")
    reach(page, page.locator("#whom"))
    page.keyboard.type("2 ·")
    write(page, page.locator("#amount"), "-1")
    write(page, page.locator("#ruling-why"), "Came ten minutes late")
    press(page, page.get_by_role("button", name="Record ruling", exact=True))
    agree(page, "Standings")
    announced(page, "The ruling is recorded")
    expect(page.locator("#main")).to_contain_text("Came ten minutes late")
    press(page, page.locator("[id^=back-] > summary"))
    write(page, page.locator('[id^=back-] [name="why"]'), "It was the other pair")
    press(page, page.locator("[id^=back-]").get_by_role("button", name="Withdraw ruling", exact=True))
    agree(page, "Standings")
    announced(page, "The ruling is withdrawn")

    page.goto(f"/tournaments/{cup}/desk/round")
    press(page, page.get_by_role("button", name="Close round 1", exact=True))
    agree(page, "This changes")
    announced(page, "its results are final")
    again = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"][0]
    assert (again["id"], again["results"][0]["won"]) == (first["id"], [3, 7])
