"""The choice of a language on a preview shows the same preview in it; what is typed elsewhere stays in its fields."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.http.people import People, opened
from tests.http.test_score_files import spreadsheet
from tests.http.tournament_requests import SWISS, draw
from tests.pages.conftest import PHONE, Open

ROWS = [["Player 1", "Player 2"], ["Anna", "Farook"], ["Kala", "Nimal"]]


def swiss_german(page: Page) -> None:
    page.locator("details.menu summary").click()
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="Schwiizerdütsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "gsw")


@pytest.fixture
def visit(open_page: Open, people: People) -> Any:
    """Opens a page as an administrator, without scripts."""

    def visit_(path: str, *, scripts: bool = False) -> Page:
        headers = {"Authorization": f"Bearer {people.admin.secret}"}
        return open_page(path, java_script_enabled=scripts, viewport=PHONE, extra_http_headers=headers)

    return visit_


@pytest.mark.full
def test_the_preview_of_entries_stays(visit: Any, people: People) -> None:
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": SWISS, "ruleset": "304"}))
    page = visit(f"/tournaments/{cup}/desk/files")
    file = {"name": "entries.xlsx", "mimeType": "application/octet-stream", "buffer": spreadsheet(ROWS)}
    page.locator("#file").set_input_files(file)
    page.locator("select[name=players]").select_option("register")
    page.get_by_role("button", name="Show what would be recorded").click()
    swiss_german(page)
    expect(page.locator("table")).to_contain_text("Nimal")
    expect(page.locator("select[name=players]")).to_have_value("register")
    page.locator("form.panel, form").filter(has=page.locator("textarea[name=text]")).locator(
        "button.main"
    ).first.click()
    assert len(people.anybody.get(f"/tournaments/{cup}").json["entries"]) == 2


@pytest.mark.full
def test_the_preview_of_a_season_stays(visit: Any, people: People) -> None:
    club = people.club()
    series = opened(people.admin.post("/series", {"name": "Season", "club": club}))
    page = visit(f"/series/{series}/import")
    page.locator("#csv").fill("Name,2026-03-01\nAnula,7\nBimal,4\n")
    page.get_by_role("button", name="Show what would be recorded").click()
    swiss_german(page)
    expect(page.locator("table").first).to_contain_text("Anula")
    expect(page.locator("#csv")).to_have_value("Name,2026-03-01\nAnula,7\nBimal,4\n")


@pytest.mark.full
def test_the_preview_of_sections_stays(visit: Any, people: People) -> None:
    page = visit(f"/tournaments/sections?club={people.club()}")
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("One entry per line").fill("Anula\nBimal\nChitra\nDilani")
    page.get_by_role("button", name="Show the sections").click()
    swiss_german(page)
    expect(page.locator("main section")).to_contain_text("Spring B")
    expect(page.locator("main section")).to_contain_text("Dilani")


@pytest.mark.full
def test_the_previews_of_a_slate_stay_and_nothing_is_written(visit: Any, people: People) -> None:
    slate = opened(people.admin.post("/slates", {"game": "coiffeur", "club": people.club()}))
    contract = people.admin.get(f"/slates/{slate}").json["terms"]["contracts"][0][0]
    line = {"announcer": "A", "contract": contract, "points": 100}
    assert people.admin.post(f"/slates/{slate}/lines", line).status_code in (200, 201)
    page = visit(f"/slates/{slate}/lines/1")
    page.locator("#points").fill("57")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator(".compared")).to_contain_text("57")
    swiss_german(page)
    expect(page.locator(".compared")).to_contain_text("57")
    page.goto(f"/slates/{slate}/terms")
    page.locator("#contracts").fill(page.locator("#contracts").input_value().replace(" 2\n", " 5\n", 1))
    chosen = people.admin.get(f"/slates/{slate}").json["terms"]["contracts"]
    page.locator("form.panel button.main").first.click()
    expect(page.locator(".compared")).to_have_count(1)
    page.locator("details.menu summary").click()
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="English").click()
    expect(page.locator(".compared")).to_have_count(1)
    factors = [text.rpartition(" ")[2] for text in page.locator("#contracts").input_value().splitlines()]
    assert [int(each) for each in factors] == [5 if each[0] == chosen_five(chosen) else each[1] for each in chosen]
    assert people.admin.get(f"/slates/{slate}").json["terms"]["contracts"] == chosen


def chosen_five(contracts: list[list[Any]]) -> str:
    """Return the first contract that counts twice."""
    return next(name for name, factor in contracts if factor == 2)


@pytest.mark.full
def test_the_preview_of_a_ruleset_and_its_refused_name_stay(visit: Any, people: People, open_page: Open) -> None:
    club = people.club()
    page = visit(f"/clubs/{club}/new-ruleset")
    page.locator("#name").fill("Lagoon fives")
    page.locator("details", has=page.locator("[name='p.bids.step_from_200']")).locator("summary").click()
    page.get_by_label("Step from 200").fill("5")
    page.get_by_role("button", name="Show the rules that follow").click()
    swiss_german(page)
    expect(page.locator("#follows")).to_be_visible()
    expect(page.locator("#name")).to_have_value("Lagoon fives")
    fives = {"key": "lagoon-fives", "name": "Lagoon fives", "base": "304", "changes": {"bids.step_from_200": 5}}
    assert people.admin.post(f"/clubs/{club}/rulesets", fives).status_code == 201
    page.locator("#follows button.main").click()
    for _ in range(2):
        expect(page.locator("#name")).to_have_value("Lagoon fives")
        expect(page.locator("[name='p.bids.step_from_200']")).to_have_value("5")
        swiss_german(page)
    open_page.tolerated.append("422")  # type: ignore[attr-defined]


@pytest.mark.full
def test_what_is_typed_stays_where_a_script_shows_the_preview(visit: Any, people: People) -> None:
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": SWISS, "ruleset": "304"}))
    page = visit(f"/tournaments/{cup}/desk/entries", scripts=True)
    page.get_by_label("One entry per line").fill("Anula, Farook\nNimal, Suren")
    swiss_german(page)
    lines = page.locator("textarea").filter(visible=True).first
    expect(lines).to_have_value("Anula, Farook\nNimal, Suren")
    page.reload()
    expect(lines).to_have_value("")
    for name in ("One", "Two"):
        people.admin.post(f"/tournaments/{cup}/entries", {"name": name, "players": [f"{name} A", f"{name} B"]})
    draw(people.admin, cup)
    page.goto(f"/tournaments/{cup}/desk/results")
    page.locator("[name=csv]").evaluate("each => { each.closest('details').open = true }")
    page.locator("[name=csv]").fill("Table,NS,EW\n1,7,4")
    swiss_german(page)
    expect(page.locator("[name=csv]")).to_have_value("Table,NS,EW\n1,7,4")
    expect(page.locator("[name=csv]")).to_be_visible()


def test_a_preference_sends_no_form_again_that_records_something(people: People) -> None:
    """A page of another site cannot make the browser send a command by it."""
    sent = {"language": "gsw", "again": "yes", "back": "/clubs/new", "name": "Made by a menu"}
    answer = people.admin.app.test_client().post("/preferences", data=sent)
    assert (answer.status_code, answer.location) == (303, "/clubs/new")


@pytest.mark.full
def test_a_chosen_file_is_asked_for_again(visit: Any, people: People) -> None:
    """A page cannot keep a file; it says so beside the field, and keeps the rest."""
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": SWISS, "ruleset": "304"}))
    page = visit(f"/tournaments/{cup}/desk/files", scripts=True)
    page.locator("#file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"name\nAnula\n"})
    page.locator("select[name=players]").select_option("register")
    swiss_german(page)
    expect(page.get_by_role("alert").filter(has_text="Datei")).to_be_visible()
    expect(page.locator("select[name=players]")).to_have_value("register")
    page.reload()
    expect(page.get_by_role("alert").filter(has_text="Datei")).to_have_count(0)


@pytest.mark.full
def test_a_language_that_is_chosen_quickly_on_a_slow_network_loses_nothing(visit: Any) -> None:
    page = visit("/clubs/new", scripts=True)
    page.route("**/js/typed.js", lambda _: None)  # it does not come
    page.get_by_label("Name of the club").fill("The lagoon")
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Schwiizerdütsch").click(no_wait_after=True)
    page.wait_for_timeout(300)
    page.unroute("**/js/typed.js")  # now it comes
    expect(page.locator("html")).to_have_attribute("lang", "gsw")
    expect(page.locator("#name")).to_have_value("The lagoon")
