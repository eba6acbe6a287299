"""Players enter, confirm and contest results on their own phones, from the printed card to the standings.

docs/hall.md, "Results from the players' phones".
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from api.services import Provider
from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.hall import Hall, a_hall
from web.printing import qr

NARROW = {"width": 390, "height": 844}


def joined(open_page: Open, address: str, pin: str, name: str) -> Page:
    """Return the page to which a card leads on a phone."""
    phone = open_page(address, viewport=NARROW)
    expect(phone.locator("main p").first).to_have_text(re.compile("^(North and South|East and West)$"))
    phone.get_by_label("Your name").fill(name)
    phone.get_by_label("PIN beside the code").fill(pin)
    phone.get_by_role("button", name="Join table").click()
    return phone


def printed_cards(open_page: Open, people: People, hall: Hall) -> list[tuple[str, str]]:
    """Return the addresses in the printed codes, South and East of each table, and their PINs."""
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    desk = open_page(f"{hall.path}/papers", extra_http_headers=headers)
    desk.get_by_role("button", name=re.compile("Create players’ cards")).click()
    sides = desk.locator(".table-card h3").all_inner_texts()
    assert sides == ["North and South", "East and West"] * len(hall.tables)
    addresses, pins = desk.locator(".address").all_inner_texts(), desk.locator(".pin-shown").all_inner_texts()
    drawn = desk.locator(".table-card svg path[stroke]").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    for code, address in zip(drawn, addresses, strict=True):
        assert f'd="{code}"' in qr.svg(address, ""), "the printed code is that of the address"
    return list(zip(addresses, pins, strict=True))


@pytest.mark.full
def test_both_sides_of_a_race_report_on_their_phones_and_a_wrong_result_is_contested(
    open_page: Open, people: People, house: Provider
) -> None:
    open_page.tolerated += ["409", "412"]  # type: ignore[attr-defined]
    hall = a_hall(people, house, pairs=4, tables=2)
    hall.draw()
    cards = printed_cards(open_page, people, hall)
    assert len(cards) == 4
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    south, east = (joined(open_page, *cards[n], name) for n, name in ((0, "Anula"), (1, "Farook")))
    expect(south).to_have_url(re.compile(f"{hall.path}/rounds/1/tables/1$"))
    fits(south)
    accessible_in_both_looks(south, everyday=False)
    for phone, theirs in ((east, "4"), (south, "3")):
        tokens = phone.locator('input[name$=".tokens"][name^="sheet.whole"]')
        tokens.nth(0).fill("7")
        tokens.nth(1).fill(theirs)
    south.get_by_role("button", name="Enter result").click()
    expect(south.locator(".agreed")).to_contain_text(re.compile("✓.*confirmed.*….*not confirmed yet", re.DOTALL))
    expect(south.get_by_role("button", name="Confirm result")).to_have_count(0)

    east.get_by_role("button", name="Enter result").click()
    expect(east.locator(".announcement.warn")).to_contain_text("A result was entered meanwhile")
    expect(east.locator(".outcome b")).to_have_text("7 : 3")
    east.get_by_text("This result is wrong").click()
    east.get_by_label("What is wrong?").fill("It was 7 : 5.")
    accessible_in_both_looks(east, everyday=False)
    east.get_by_role("button", name="Report to the director").click()
    expect(east.get_by_text("this result is wrong. It was 7 : 5.")).to_be_visible()
    fits(east)

    desk = open_page(f"{hall.path}/desk/tables", viewport=PHONE, extra_http_headers=headers)
    expect(desk.get_by_role("alert").get_by_role("link")).to_have_count(1)
    expect(desk.locator("#table-1")).to_contain_text("result contested")
    accessible_in_both_looks(desk, everyday=False)
    hall.result(1, 2)
    closing = people.admin.post(f"/tournaments/{hall.id}/rounds/1/close")
    assert (closing.status_code, closing.json["code"]) == (409, "result-contested")

    east.get_by_text("This result is wrong", exact=True).click()  # while it is open the page does not follow
    south.reload()
    south.get_by_text("Correct result", exact=True).first.click()
    south.locator('#correcting-0 input[name$="whole.1.tokens"]').fill("5")
    south.get_by_label("Reason", exact=True).fill("Miscounted")
    south.locator("#correcting-0").get_by_role("button", name="Correct result").click()
    expect(south.locator(".outcome b")).to_have_text("7 : 5")
    east.get_by_role("button", name="Confirm result").click()
    expect(east.locator(".announcement.warn")).to_contain_text("The result has changed meanwhile")
    expect(east.locator(".outcome")).to_contain_text(re.compile("7 : 5.*not confirmed", re.DOTALL))
    east.get_by_role("button", name="Confirm result").click()
    expect(east.locator(".outcome")).to_contain_text("confirmed")
    expect(east.get_by_text("Correct result", exact=True)).to_have_count(0)
    desk.reload()
    expect(desk.get_by_role("alert")).to_have_count(0)
    winner = hall.tournament.rounds[1].draw.pairings[0].sides[0][0]
    rows = {row["entry"]: row for row in people.anybody.get(f"/tournaments/{hall.id}/standings").json["items"]}
    assert (rows[winner]["won"], rows[winner]["provisional"]) == (1, False)

    assert people.admin.post(f"/tournaments/{hall.id}/rounds/1/close").status_code == 200
    hall.draw()
    pairing = next(each for each in hall.tournament.rounds[2].draw.pairings if each.table == 1)
    if winner not in pairing.sides[0]:
        south.goto(f"{hall.path}/rounds/2/tables/1")
        expect(south.get_by_text("scan the card of your seat again")).to_be_visible()
        expect(south.get_by_role("button", name="Enter result")).to_have_count(0)
        expect(south.locator(".message.note li")).to_have_count(1)


@pytest.mark.full
def test_both_sides_of_a_duplicate_report_each_board_and_see_no_other_table(
    open_page: Open, people: People, house: Provider
) -> None:
    hall = a_hall(people, house, pairs=4, tables=2, **MITCHELL)
    hall.draw()
    cards = printed_cards(open_page, people, hall)
    south, east = (joined(open_page, *cards[n], name) for n, name in ((0, "Anula"), (1, "Farook")))
    boards = next(each for each in hall.tournament.rounds[1].draw.pairings if each.table == 1).boards
    first = boards[0]
    form = south.locator(f"#enter-{first}")
    form.locator('input[name$=".tokens"]').nth(0).fill("1")
    form.locator('input[name$=".tokens"]').nth(1).fill("0")
    form.get_by_role("button").click()
    expect(south.locator(".outcome b")).to_have_text("1 : 0")
    fits(south)
    accessible_in_both_looks(south, everyday=False)
    east.reload()
    expect(east.locator(".outcome b")).to_have_text("1 : 0")
    hall.board(1, 1, boards[1], 0, 2)  # another board does not stand in the way of confirming the first
    open_page.tolerated.append("412")  # type: ignore[attr-defined]
    south.reload()
    correcting = south.locator(f"#correcting-{boards[1]}")
    correcting.locator("summary").first.click()
    correcting.locator('input[name$=".tokens"]').nth(1).fill("1")
    correcting.get_by_label("Reason", exact=True).fill("Miscounted")
    east.get_by_role("button", name="Confirm result").first.click()
    expect(east.locator(".outcome").first).to_contain_text("confirmed")
    expect(east.locator(".announcement.warn")).to_have_count(0)
    correcting.get_by_role("button", name="Correct result").click()
    expect(south.locator(".outcome b").nth(1)).to_have_text("0 : 1")
    expect(south.locator(".announcement.warn")).to_have_count(0)
    other = east.request.get(f"{hall.path}/rounds/1/tables/2").text()
    assert 'id="enter-' not in other, "a card is for its own table"
    assert "1 : 0" not in people.app.test_client().get(f"{hall.path}/rounds/1/tables/1").text
