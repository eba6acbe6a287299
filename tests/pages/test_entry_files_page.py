"""A director takes the entries of a tournament from a file and sends them to one, without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from api.services import Provider
from domain.tournament.terms import plain
from tests.http.people import People, opened
from tests.http.test_score_files import spreadsheet
from tests.http.tournament_requests import SWISS, done
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, press_and_agree, signed_in
from tests.signing.visitors import official
from tests.tournaments.golden.report_file import FILE, TERMS
from tests.tournaments.trf_reader import read

ROWS = [["Player 1", "Player 2", "Rating", "Club"], ["änna", "Farook", 1850, "Lagoon"], ["Kala", "Nimal", None, None]]


@pytest.mark.full
def test_entries_of_a_spreadsheet_are_recorded_after_every_line_was_shown(
    open_page: Open, house: Provider, people: People
) -> None:
    official(house, "lists", "admin")
    club = people.club()
    people.admin.post("/players", {"name": "Anna", "club": club})
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": SWISS, "ruleset": "304", "club": club}))
    page = signed_in(open_page("/health", java_script_enabled=False, viewport=PHONE), "lists")
    page.goto(f"/tournaments/{cup}/desk/entries")
    page.get_by_role("link", name="Import and export entries").click()
    page.get_by_label("Or paste the lines").fill("name,rating\nHerons,many\n")
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("Nothing can be recorded: line 2: rating is no whole number")
    file = {"name": "entries.xlsx", "mimeType": "application/octet-stream", "buffer": spreadsheet(ROWS)}
    page.get_by_label("CSV, spreadsheet (XLSX) or report file (TRF)").set_input_files(file)
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("2 entries would be recorded. Nothing is recorded yet.")
    expect(page.locator("table")).to_contain_text("änna → Anna registered")
    expect(page.locator("table")).to_contain_text("Nimal not registered")
    fits(page)
    page.get_by_role("button", name="Record the entries").click()
    expect(page.locator("ol.rows li").first).to_contain_text("rating 1850")
    expect(page.locator("ol.rows li").first).to_contain_text("Lagoon")
    entries = people.anybody.get(f"/tournaments/{cup}").json["entries"]
    assert [each["name"] for each in entries] == ["änna + Farook", "Kala + Nimal"]


@pytest.mark.full
def test_of_a_report_file_the_entries_are_taken_and_its_rounds_if_the_director_says_so(
    open_page: Open, people: People
) -> None:
    cup = opened(people.admin.post("/tournaments", {"name": "Next", "terms": SWISS, "ruleset": "304"}))
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/files", viewport=PHONE, extra_http_headers=headers)
    expect(page.locator("main")).to_contain_text("No players yet.")
    file = {"name": "report-file.trf", "mimeType": "text/plain", "buffer": FILE.read_bytes()}
    page.get_by_label("CSV, spreadsheet (XLSX) or report file (TRF)").set_input_files(file)
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("The file has 3 rounds with results. So far only the entries")
    expect(page.locator("main")).to_contain_text("8 entries would be recorded. Nothing is recorded yet.")
    page.get_by_text("recorded with the entries").click()
    expect(page.locator("details li", has_text="XXP 2 5")).to_be_visible()
    accessible_in_both_looks(page, everyday=False)
    fits(page)
    page.get_by_role("button", name="Record the entries").click()
    expect(page.get_by_role("heading", name="8 entries", exact=True)).to_be_visible()
    page.goto(f"/tournaments/{cup}/desk/files")
    page.get_by_label("Federation, three letters").fill("SRI")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download report file").click()
    assert started.value.suggested_filename == "report.trf"
    trf = read(started.value.path().read_bytes().decode())
    assert (trf.data["032"], [each.name for each in trf.players.values()][1]) == (["SRI"], "Anula + Farook")
    moved = opened(people.admin.post("/tournaments", {"name": "Moved", "terms": plain(TERMS), "ruleset": "304"}))
    page.goto(f"/tournaments/{moved}/desk/files")
    page.get_by_label("CSV, spreadsheet (XLSX) or report file (TRF)").set_input_files(file)
    page.get_by_role("button", name="Show what would be recorded").click()
    page.get_by_role("button", name="Take the rounds and results too").click()
    text = "3 rounds with their results would be recorded. Points and places are those of the file."
    expect(page.locator("main")).to_contain_text(text)
    page.get_by_role("button", name="Record the entries and the rounds").click()
    expect(page.get_by_role("heading", name="8 entries", exact=True)).to_be_visible()
    assert len(people.anybody.get(f"/tournaments/{moved}").json["rounds"]) == 3


@pytest.mark.full
def test_the_page_of_files_and_the_form_for_details(open_page: Open, people: People) -> None:
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": SWISS, "ruleset": "304"}))
    done(people.admin, f"/tournaments/{cup}/entries", {"name": "The Herons"})
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/files", extra_http_headers=headers)
    accessible_in_both_looks(page, everyday=False)
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV", exact=True).click()
    assert started.value.suggested_filename == "entries.csv"
    assert "1,The Herons," in started.value.path().read_text("utf-8")
    page.goto(f"/tournaments/{cup}/desk/entries")
    page.get_by_text("Set rating and club").first.click()
    page.get_by_label("Rating", exact=True).fill("1700")
    page.get_by_label("Club or place").fill("Harbour")
    press_and_agree(page, page.get_by_role("button", name="Set rating and club"))
    expect(page.locator("ol.rows li").first).to_contain_text("rating 1700")
    page.get_by_label("Rating", exact=True).fill("1650")
    page.get_by_label("Club or place").fill("")
    press_and_agree(page, page.get_by_role("button", name="Set rating and club"))
    expect(page.locator("ol.rows li").first).to_contain_text("rating 1650")
    expect(page.locator("ol.rows li").first).not_to_contain_text("Harbour")
    done(people.admin, f"/tournaments/{cup}/cancel", {"why": "The hall is closed."})
    page.goto(f"/tournaments/{cup}/desk/files")
    expect(page.locator("main")).to_contain_text("The tournament is over.")
    expect(page.get_by_role("button", name="Show what would be recorded")).to_have_count(0)
