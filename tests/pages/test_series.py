"""The pages of a club's series in a real browser: opened, filled, and an evening removed, without scripts too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.cases import full
from tests.http.people import People, opened
from tests.http.test_me import a_cup, registered
from tests.http.test_score_files import spreadsheet
from tests.http.test_series import evening
from tests.http.tournament_requests import SWISS, done, draw, report
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.reading import read
from tests.signing.visitors import official


@pytest.mark.full
@pytest.mark.parametrize("scripts", [True, full(False)])
def test_a_series_is_opened_filled_and_corrected(
    open_page: Open, house: Provider, people: People, scripts: bool
) -> None:
    login = f"secretary-{scripts}".lower()
    official(house, login, "admin")
    club = people.club()
    evening(people.admin, club)
    page = signed_in(open_page("/health", java_script_enabled=scripts, viewport=PHONE), login)
    page.goto(f"/clubs/{club}/series")
    expect(page.locator("main")).to_contain_text("Most tournaments won")
    page.get_by_text("New series").click()
    page.get_by_label("Name").fill("Winter league")
    page.get_by_label("Points for each place").fill("5, 3, 1")
    page.get_by_label("Points for each evening attended").fill("1")
    page.get_by_role("button", name="Open the series").click()
    page.get_by_role("button", name="Add the evening").click()
    expect(page.locator("table")).to_contain_text("5 + 1 = 6")
    fits(page)
    if scripts:
        accessible_in_both_looks(page, everyday=False)
    page.get_by_role("link", name="Remove The cup").click()
    expect(page.locator("main")).to_contain_text("Nothing is changed yet.")
    expect(page.locator("main")).to_contain_text("No evening of this series is over yet.")
    page.get_by_role("link", name="Keep the evening").click()
    expect(page.locator("table")).to_contain_text("5 + 1 = 6")
    page.get_by_role("link", name="Remove The cup").click()
    page.get_by_role("button", name="Remove the evening").click()
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name="Add the evening").click()
    page.locator("summary", has_text="Change terms").click()
    page.get_by_label("Best evening").uncheck()
    page.get_by_label("Points for each place").fill("9 8")
    page.get_by_role("button", name="Show the standings with these terms").click()
    expect(page.locator("main")).to_contain_text("Nothing is changed yet.")
    expect(page.locator("table")).to_contain_text("9 + 1 = 10")
    page.get_by_role("button", name="Change terms").click()
    expect(page.locator("table")).to_contain_text("9 + 1 = 10")
    page.locator("summary", has_text="Announce the final result").click()
    page.get_by_role("button", name="Announce the final result").click()
    expect(page.locator("main")).to_contain_text("Winners: Pair")
    if scripts:
        accessible_in_both_looks(page, everyday=False)
    page.goto(f"/clubs/{club}/series")
    expect(page.locator("main")).to_contain_text("Winners of series")
    page.get_by_role("link", name="Winter league").first.click()
    page.locator("summary", has_text="Open the series again").click()
    page.get_by_label("Reason").fill("A wrong evening")
    page.get_by_role("button", name="Open the series again").click()
    page.locator("summary", has_text="Log").click()
    expect(page.locator("main")).to_contain_text("The series was opened again. A wrong evening.")


def test_a_visitor_sees_the_standings_and_no_form(people: People) -> None:
    club = people.club()
    cup = evening(people.admin, club)
    identity = people.admin.post("/series", {"name": "League", "club": club}).json["id"]
    people.admin.post(f"/series/{identity}/evenings", {"tournament": cup})
    for path in (f"/series/{identity}", f"/clubs/{club}/series"):
        page = read(people.app, path)
        assert "Pair 1 A" in page.one("main").text(), path
        assert page.all("main form") == [], path


@pytest.mark.full
def test_a_rotating_four_is_opened_on_one_page(open_page: Open, house: Provider, people: People) -> None:
    official(house, "four-director", "admin")
    club = people.club()
    people.admin.post("/players", {"name": "Anna", "club": club})
    people.admin.post("/series", {"name": "League", "club": club})
    page = signed_in(open_page("/health", java_script_enabled=False, viewport=PHONE), "four-director")
    page.goto(f"/tournaments/four?club={club}")
    for number, name in enumerate(("Anna", "Bea", "Cleo", "Bea"), 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_label("Counts in the series").select_option("League")
    page.get_by_role("button", name="Draw the first set").click()
    expect(page.locator("main")).to_contain_text("all different")
    open_page.tolerated.append("422")  # type: ignore[attr-defined]
    page.get_by_label("Player 4").fill("Dora")
    fits(page)
    page.get_by_role("button", name="Draw the first set").click()
    expect(page.locator("main")).to_contain_text("Set 1 of 3")
    page.goto(f"/clubs/{club}/series")
    expect(page.locator("main")).to_contain_text("1 evening")


@pytest.mark.full
def test_an_old_season_is_imported_after_every_row_was_shown(open_page: Open, house: Provider, people: People) -> None:
    official(house, "importer", "admin")
    series = opened(people.admin.post("/series", {"name": "2025", "club": people.club(), "terms": {"counts": "score"}}))
    page = signed_in(open_page("/health", java_script_enabled=False, viewport=PHONE), "importer")
    page.goto(f"/series/{series}")
    page.get_by_role("link", name="Import score sheets").click()
    page.get_by_label("Or paste the rows").fill("Name,One\nAnna,x\n")
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("Nothing can be recorded: row 2")
    name = {"name": "season.xlsx", "mimeType": "application/octet-stream", "buffer": spreadsheet()}
    page.get_by_label("Spreadsheet (XLSX) or CSV file").set_input_files(name)
    page.get_by_label("Players who are not registered").select_option("pseudonyms")
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("2 evenings would be recorded. Nothing is recorded yet.")
    expect(page.locator("table")).to_contain_text("Kala → Player 3")
    fits(page)
    page.get_by_role("button", name="Record the evenings").click()
    expect(page.locator("table")).to_contain_text("12 + 7½ = 19½")
    expect(page.locator("main")).to_contain_text("Score sheet")


def test_the_hall_of_fame_links_to_people_as_they_are_shown_to_the_reader(people: People) -> None:
    club = people.club("names-for-members")
    winner = registered(people, club, "Sivapalan Thurairajah")
    cup = a_cup(people, club, (winner, "Guest"), ("Kavitha", "Mahesh"), terms={**SWISS, "rounds": 1})
    (table,) = draw(people.admin, cup)["encounters"]
    report(people.admin, table["id"], *((7, 4) if table["sides"][0] == ["1"] else (4, 7)))
    done(people.admin, f"/encounters/{table['id']}/confirmations")
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    done(people.admin, f"/tournaments/{cup}/end")
    page = read(people.app, f"/clubs/{club}/series")
    links = [link.text() for link in page.all(f'a[href="/players/{winner}"]')]
    assert links == ["S. T."] * 3, "in both lists, and as the winner"
    assert "Sivapalan" not in page.text()
