"""The library of deals: looked for, counted, and shown in pictures."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.http.people import People
from tests.pages.conftest import Open
from tests.pages.evening import Evening, an_evening
from web import names, words


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    people.deal(players={"S": "Somebody else"})
    return an_evening(people)


def test_deals_are_found_by_player_and_result(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals")
    everything = page.get_by_role("region", name="Search results").get_by_role("listitem").count()
    page.get_by_label("Player").fill("Anula")
    page.get_by_role("button", name="Search deals", exact=True).click()
    found = page.get_by_role("region", name="Search results").get_by_role("listitem")
    assert 0 < found.count() < everything
    assert all("Anula" in told for told in found.all_inner_texts())
    page.get_by_text("More filters").click()
    page.get_by_role("combobox", name="Result").select_option("made")
    page.get_by_role("button", name="Search deals", exact=True).click()
    made = page.get_by_role("region", name="Search results").get_by_role("listitem").all_inner_texts()
    assert len(made) == evening.made_with("Anula")
    assert all("bid made" in told for told in made)


def test_a_deal_in_a_list_has_a_miniature_and_the_names_of_those_who_won(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?player=Anula&result=made", viewport={"width": 1280, "height": 800})
    row = page.get_by_role("region", name="Search results").get_by_role("listitem").first
    mini, title = (one.bounding_box() or {} for one in (row.locator(".mini"), row.get_by_role("link")))
    assert mini["x"] + mini["width"] < title["x"], "the picture stands before the words"
    assert (row.bounding_box() or {})["height"] < 80, "a row, not a paragraph"
    expect(row.locator(".badges")).to_contain_text(re.compile(r"\+\d+ \w+"))
    expect(row.locator(".badges")).not_to_contain_text(re.compile(r"\b(NS|EW)\b"))


def test_a_time_is_in_the_readers_zone_and_language(app: Flask, open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?player=Anula", timezone_id="Asia/Colombo", extra_http_headers={"Accept-Language": "en"})
    time = page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "")
    there = at.astimezone(ZoneInfo("Asia/Colombo"))
    assert time.inner_text() == f"{there.day} {there:%b %Y, %H:%M}"
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert f">{at.day} {at:%b %Y, %H:%M} UTC<" in words.moment(at), "without scripts the same format, in UTC"


def test_suits_have_the_names_of_the_pack(app: Flask) -> None:
    contract = {"seat": "E", "bid": 90, "suit": "S"}
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert names.contract({"ruleset": "sidi-barrani", "contract": contract}) == "East: 90, shields"
        assert names.contract({"ruleset": "304", "contract": contract}) == "East: 90, spades"


def test_what_is_no_question_is_left_out_and_said(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?since=yesterday")
    assert "since" in page.get_by_role("alert").inner_text()
    assert page.get_by_role("region", name="Search results").get_by_role("listitem").count()


def test_a_player_has_pictures_and_the_numbers_behind_them(open_page: Open, evening: Evening) -> None:
    page = open_page(f"/players/{evening.player}")
    assert page.get_by_role("img", name="Bids of the player, made and failed").is_visible()
    page.get_by_text("Show numbers").first.click()
    table = page.get_by_role("table").first
    numbers = [
        [int(cell) for cell in row.get_by_role("cell").all_inner_texts()] for row in table.get_by_role("row").all()[1:]
    ]
    assert sum(map(sum, numbers)) == evening.bid_by("Anula")


def test_there_is_no_page_of_what_is_not_there(open_page: Open) -> None:
    page = open_page("/players/019c5c21-1d40-7370-bbeb-57fceb786139")
    assert "no player" in page.get_by_role("main").inner_text()
    open_page.wrong.clear()  # type: ignore[attr-defined]
