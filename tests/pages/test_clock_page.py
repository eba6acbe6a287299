"""The clock of a round on the screen of the hall, on a phone and at the desk (docs/hall.md, "The clock of a round")."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from api.clock import now
from api.services import Provider
from tests.cases import full
from tests.http.people import People
from tests.pages.conftest import PHONE, Open, accessible, accessible_in_both_looks, fits, press_and_agree
from tests.pages.hall import Hall, a_hall

TV = {"width": 1920, "height": 1080}


@pytest.fixture
def hall(people: People, house: Provider) -> Hall:
    """Eight pairs, the first round drawn."""
    new_hall = a_hall(people, house, pairs=8)
    new_hall.draw()
    return new_hall


@pytest.mark.full
@pytest.mark.parametrize(("show", "motion"), [("", "no-preference"), full("?show=seating", "reduce")])
def test_the_screen_counts_down_without_a_connection_and_calls_the_end(
    open_page: Open, hall: Hall, show: str, motion: str
) -> None:
    hall.house.services.ledger.clocks.start(hall.id, 1, 3, 2, (1,), by="A director", at=now())
    page = open_page(f"{hall.path}/screen{show}", viewport=TV, clock=True, reduced_motion=motion)
    clock = page.locator(".clock")
    time, words, called = clock.locator(".clock-time"), clock.locator(".clock-words"), clock.get_by_role("status")
    expect(time).to_have_text(re.compile(r"^0(3:00|2:5\d)$"))
    expect(clock.locator(".clock-round")).to_have_text("Round 1")
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.clock-time')).fontSize)") > 100
    page.route("**/clock", lambda route: route.abort())
    page.clock.run_for(125_000)
    expect(time).to_have_text(re.compile(r"^00:5\d$"))
    expect(clock).to_have_attribute("data-phase", "warning")
    expect(called).to_have_text("1 minute left")
    page.clock.run_for(56_000)
    expect(clock).to_have_attribute("data-phase", "break")
    expect(words).to_have_text("Break")
    expect(called).to_have_text("Time is up")
    expect(clock).to_have_class(re.compile("is-called"))
    animated = page.evaluate("document.querySelector('.clock').getAnimations().length")
    assert (animated > 0) == (motion == "no-preference")
    page.clock.run_for(11_000)
    expect(clock).not_to_have_class(re.compile("is-called"))
    fits(page)
    page.clock.run_for(120_000)
    expect(words).to_have_text("The break is over")
    expect(time).to_have_text("00:00")
    if not show:
        accessible_in_both_looks(page, everyday=False)
    open_page.tolerated.append("ERR_FAILED")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_director_runs_the_clock_at_the_desk_and_players_see_it_on_their_phone(
    open_page: Open, people: People, hall: Hall
) -> None:
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    desk = open_page(f"{hall.path}/desk/tables", viewport=PHONE, extra_http_headers=headers)
    player = open_page(f"{hall.path}/rounds/1/tables/1", viewport=PHONE)
    expect(player.locator(".clock")).to_be_hidden()
    desk.get_by_text("Clock of the round", exact=True).click()
    desk.get_by_label("Minutes for round 1").fill("20")
    desk.get_by_label("Warnings, in minutes before the end").fill("19, 16")
    accessible_in_both_looks(desk, everyday=False)
    press_and_agree(desk, desk.get_by_role("button", name="Start clock"))
    expect(desk.locator(".clock-time")).to_have_text(re.compile(r"^(20:00|19:5\d)$"))
    sound = desk.get_by_role("button", name="Sound")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    desk.get_by_role("button", name="Pause clock").click()
    sheet = desk.get_by_role("dialog", name="This changes")
    expect(sheet.get_by_role("row", name="Clock running paused")).to_be_visible()
    expect(sheet).to_contain_text("To undo: Resume the clock.")
    accessible_in_both_looks(desk, everyday=False)
    sheet.get_by_role("button", name="Pause clock").click()
    expect(desk.locator(".clock-words")).to_have_text("paused")
    desk.get_by_label("Minutes to add; below 0 to take away").fill("-5")
    press_and_agree(desk, desk.get_by_role("button", name="Add minutes"))
    expect(desk.locator(".clock-time")).to_have_text(re.compile(r"^1(5:00|4:[345]\d)$"))
    expect(desk.locator(".clock").get_by_role("status")).to_have_text("15 minutes left")
    player.reload()
    expect(player.locator(".clock-words")).to_have_text("paused")
    expect(player.locator(".clock-time")).to_have_text(desk.locator(".clock-time").inner_text())
    fits(player)
    accessible(player, everyday=False)
    press_and_agree(desk, desk.get_by_role("button", name="Stop clock"))
    expect(desk.locator(".clock")).to_be_hidden()
    expect(desk.locator("#clock")).to_have_attribute("open", "")
    press_and_agree(desk, desk.get_by_role("button", name="Resume clock"))
    expect(desk.locator(".clock")).to_be_visible()
    fits(desk)
