"""The grid of a round's results at the director's desk: typed with the keyboard alone, and nothing is lost."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from api.services import Provider
from tests.http.people import People
from tests.http.tournament_requests import done, draw, report, tournament
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.test_signing_in import expected
from tests.signing.visitors import official

MITCHELL: dict[str, Any] = {
    "format": "duplicate",
    "rounds": 2,
    "movement": "mitchell",
    "boards": 2,
    "scoring": {"counts": "matchpoints"},
}
JASS: dict[str, Any] = {"format": "swiss", "rounds": 3, "encounter": {"deals": None}}


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


@pytest.fixture(scope="module")
def director(house: Provider, club: str) -> str:
    return official(house, "ruwani", "director", UUID(club)).login


def the_grid(open_page: Open, director: str, cup: str) -> Page:
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/desk/tables")
    page.get_by_role("link", name="Enter all results in one grid").click()
    return page


def typed(page: Page, keys: str) -> None:
    """Numbers and names of keys, separated by spaces."""
    for each in keys.split():
        if each.isdigit():
            page.keyboard.type(each)
        else:
            page.keyboard.press(each)


def invalid(page: Page) -> list[str]:
    """Return the texts of the cells that are marked as wrong."""
    return [each.input_value() for each in page.locator("input[data-cell][aria-invalid]").all()]


def outcome(people: People, cup: str, number: int = 1) -> list[Any]:
    """The result of each table, by table; None without a result."""
    tables = people.admin.get(f"/tournaments/{cup}/rounds/{number}").json["encounters"]
    return [[result["won"] for result in each["results"]] for each in sorted(tables, key=lambda each: each["table"])]


@pytest.mark.full
def test_a_round_is_typed_in_a_row_with_the_keyboard(open_page: Open, people: People, club: str, director: str) -> None:
    """Enter goes on to the next number that is missing, then to the next table; the arrows move from cell to cell."""
    cup = tournament(people.admin, 8, club=club)
    draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    cells = page.locator("input[data-cell]")
    cells.first.focus()
    typed(page, "7 Enter 4 Enter 3 Tab 7 Enter 7 ArrowRight 0 ArrowDown 6 ArrowLeft 7 Enter")
    expect(page.locator("#grid-left")).to_have_text("4 of 4 results entered")
    assert outcome(people, cup) == [[[7, 4]], [[3, 7]], [[7, 0]], [[7, 6]]]
    expect(
        page.get_by_role("row")
        .filter(has_text="awaiting confirmation")
        .or_(page.get_by_role("row").filter(has_text="Entered"))
    ).to_have_count(4)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page)
    assert page.locator(".scroll").evaluate("each => each.scrollWidth <= each.clientWidth"), "a phone shows whole rows"


@pytest.mark.full
def test_a_refused_row_says_why_and_the_others_are_entered(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 6, club=club)
    draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    page.locator("input[data-cell]").first.focus()
    typed(page, "7 Enter 7 Enter 7 Enter 2 Enter 1 Enter 7 Enter")
    row = page.locator('tr[data-row="1-1-0"]')
    expect(row.get_by_role("alert")).to_contain_text("both cannot have 7 tokens")
    expect(page.locator(".announcement")).to_contain_class("warn")
    assert invalid(page) == ["7", "7"], "cells that may stay blank are not at fault"
    expect(page.locator("#grid-left")).to_have_text("2 of 3 results entered")
    assert outcome(people, cup) == [[], [[7, 2]], [[1, 7]]]
    page.get_by_role("button", name="Go to the refused row").click()
    typed(page, "7 Tab 5 Enter")
    expect(page.locator("#grid-left")).to_have_text("3 of 3 results entered")
    assert invalid(page) == []
    assert outcome(people, cup)[0] == [[7, 5]]
    expect(page.get_by_role("button", name="Go to the refused row")).to_be_hidden()
    expected(open_page, 422)


def test_nothing_is_lost_when_the_connection_is(open_page: Open, people: People, club: str, director: str) -> None:
    """Rows wait for the server, and half a row is there again after the page was closed."""
    cup = tournament(people.admin, 6, club=club)
    draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    page.context.set_offline(True)
    page.locator("input[data-cell]").first.focus()
    typed(page, "7 Enter 1 Enter 7 Enter 2 Enter 7")
    expect(page.get_by_text("No connection. The row is kept")).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator("#grid-left")).to_have_text("2 of 3 results entered")
    page.reload()
    half = page.locator('tr[data-row="1-3-0"] input[data-cell]')
    expect(half.first).to_have_value("7")
    half.first.focus()
    typed(page, "Enter 3 Enter")
    expect(page.locator("#grid-left")).to_have_text("3 of 3 results entered")
    assert outcome(people, cup) == [[[7, 1]], [[7, 2]], [[7, 3]]]
    open_page.tolerated.append("ERR_INTERNET_DISCONNECTED")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_result_is_corrected_with_a_reason_and_signed_sheets_are_accepted_at_once(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 4, club=club)
    first, _ = draw(people.admin, cup)["encounters"]
    report(people.admin, first["id"], 7, 1)
    page = the_grid(open_page, director, cup)
    page.get_by_label("Accept each result at once").check()
    page.locator("input[data-cell]").nth(1).focus()
    typed(page, "6 Enter")
    expect(page.get_by_role("textbox", name="Reason for the correction")).to_be_focused()
    page.keyboard.type("The 6 was read as a 1")
    typed(page, "Enter 2 Enter 7 Enter")
    expect(page.get_by_text("Corrected", exact=True)).to_be_visible()
    expect(page.get_by_text("Entered and accepted")).to_be_visible()
    tables = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"]
    assert outcome(people, cup) == [[[7, 6]], [[2, 7]]]
    assert {each["status"] for each in tables} == {"confirmed"}
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    page.reload()
    expect(page.locator("input[data-cell]")).to_have_count(0)


@pytest.mark.full
def test_a_correction_that_has_no_reason_yet_is_kept(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 4, club=club)
    first, _ = draw(people.admin, cup)["encounters"]
    report(people.admin, first["id"], 7, 1)
    page = the_grid(open_page, director, cup)
    page.locator("input[data-cell]").nth(1).focus()
    typed(page, "6 Enter")
    expect(page.get_by_role("textbox", name="Reason for the correction")).to_be_focused()
    page.reload()
    expect(page.locator("input[data-cell]").nth(1)).to_have_value("6")
    page.get_by_role("textbox", name="Reason for the correction").fill("The 6 was read as a 1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Corrected", exact=True)).to_be_visible()
    assert outcome(people, cup)[0] == [[7, 6]]


@pytest.mark.full
def test_boards_of_a_duplicate_have_a_row_each(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 4, MITCHELL, club=club)
    draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    expect(page.locator("tr[data-row]")).to_have_count(4)
    page.locator("input[data-cell]").first.focus()
    typed(page, "1 Enter 0 Enter 0 Enter 2 Enter 3 Enter 0 Enter 0 Enter 1 Enter")
    expect(page.locator("#grid-left")).to_have_text("4 of 4 results entered")
    assert outcome(people, cup) == [[[1, 0], [0, 2]], [[3, 0], [0, 1]]]


@pytest.mark.full
def test_travellers_and_pickup_slips_are_typed_with_the_keyboard_alone(
    open_page: Open, people: People, club: str, director: str
) -> None:
    """Enter goes from row to row, then to the number of the next board or table; refused rows are not forgotten."""
    cup = tournament(people.admin, 6, {**MITCHELL, "rounds": 3}, club=club)
    for _ in range(3):
        draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    page.get_by_role("textbox", name="Board", exact=True).focus()
    typed(page, "1 Enter")
    expect(page.get_by_role("heading", name="Results of board 1")).to_be_visible()
    expect(page.locator("tr[data-row]")).to_have_count(3)
    first = page.locator("input[data-cell]").first
    expect(first).to_be_focused()
    typed(page, "1 Enter 0 Enter 2 Enter 2 Enter 0 Enter 3 Enter")
    expect(page.locator("#grid-left")).to_have_text("2 of 3 results entered")
    expect(page.get_by_role("alert")).to_contain_text("only one side wins a deal")
    table = people.admin.get(f"/tournaments/{cup}/rounds/2").json["encounters"]
    refused = next(each["table"] for each in table if 1 in each["boards"])
    expect(page.locator(".announcement")).to_have_text(
        f"Round 2, Table {refused}, board 1: only one side wins a deal, so both cannot have tokens (2 and 2)."
    )
    assert [on_board(people, cup, number, 1) for number in (1, 2, 3)] == [[1, 0], None, [0, 3]]
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    expect(page.get_by_role("textbox", name="Board", exact=True)).to_have_value("2")
    page.get_by_role("textbox", name="Board", exact=True).focus()
    typed(page, "Enter")
    expect(page.get_by_role("heading", name="Results of board 2")).to_be_visible()
    expect(page.locator("input[data-cell]").first).to_be_focused()
    page.locator("#grid-elsewhere a").click()
    row = page.locator('tr[data-row^="2-"]')
    expect(row.get_by_role("alert")).to_contain_text("only one side wins a deal")
    row.locator("input[data-cell]").nth(1).focus()
    typed(page, "0 Enter")
    expect(page.locator("#grid-left")).to_have_text("3 of 3 results entered")
    expect(page.locator("#grid-elsewhere")).to_be_hidden()
    assert on_board(people, cup, 2, 1) == [2, 0]
    page.get_by_role("textbox", name="Round", exact=True).fill("3")
    page.get_by_role("textbox", name="Table", exact=True).focus()
    typed(page, "2 Enter")
    expect(page.get_by_role("heading", name="Results of table 2 in round 3")).to_be_visible()
    boards = people.admin.get(f"/tournaments/{cup}/rounds/3").json["encounters"][1]["boards"]
    missing = [board for board in boards if on_board(people, cup, 3, board) is None]
    typed(page, " ".join(f"{n} Enter 0 Enter" for n, _ in enumerate(missing, 1)))
    expect(page.get_by_role("textbox", name="Table", exact=True)).to_be_focused()
    expect(page.locator("#grid-left")).to_have_text("2 of 2 results entered")
    assert [on_board(people, cup, 3, board) for board in missing] == [[n, 0] for n, _ in enumerate(missing, 1)]
    for query, sentence in (("board=99", "No table plays board 99"), ("round=1&table=9", "Round 1 has no table 9")):
        page.goto(f"/tournaments/{cup}/desk/results?{query}")
        expect(page.get_by_text(sentence)).to_be_visible()
    expected(open_page, 422)


def on_board(people: People, cup: str, number: int, board: int) -> Any:
    """Return what both sides won on a board in a round; None without a result."""
    tables = people.admin.get(f"/tournaments/{cup}/rounds/{number}").json["encounters"]
    won = [each["won"] for table in tables for each in table["results"] if each["board"] == board]
    return won[0] if won else None


@pytest.mark.full
def test_a_jass_asks_for_what_its_sheet_has(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 4, JASS, "sidi-barrani", club=club)
    draw(people.admin, cup)
    page = the_grid(open_page, director, cup)
    heads = page.locator("thead th").all_inner_texts()
    assert any("Weis" in each for each in heads)
    assert any("Deals played" in each for each in heads)


@pytest.mark.full
def test_the_delay_of_a_table_is_set_on_the_page_of_tables(
    open_page: Open, people: People, house: Provider, club: str, director: str
) -> None:
    table = people.table(club)
    name = people.anybody.get(f"/tables/{table}").json["name"]
    page = signed_in(open_page("/health"), director)
    page.goto("/tables")
    row = page.get_by_role("listitem").filter(has_text=name)
    row.get_by_role("combobox").select_option("5 minutes")
    row.get_by_role("button", name="Set delay").click()
    expect(row.get_by_role("combobox")).to_have_value("300")
    assert house.services.ledger.clubs.get_table(UUID(table)).delay == 300
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_file_of_results_is_shown_line_by_line_before_it_is_entered(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 4, {**MITCHELL, "rounds": 3}, club=club)
    tables = draw(people.admin, cup)["encounters"]
    page = the_grid(open_page, director, cup)
    page.get_by_text("Import results from a file").click()
    rows = [f"{table['table']},{board},{table['table']},0" for table in tables for board in table["boards"]]
    page.get_by_label("Content of the file").fill("\n".join(["table,board,ns,ew", *rows, "9,1,1,0"]))
    page.get_by_role("button", name="Preview results").click()
    effect = page.locator("#importing .effect")
    expect(effect).to_contain_text("there is no table 9 in this round")
    expect(effect.locator("tbody tr")).to_have_count(len(rows) + 1)
    expect(page.get_by_role("button", name="Enter results")).to_be_hidden()
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    body = "\n".join(["table;board;ns;ew", *rows]).replace(",", ";").encode()
    file = {"name": "results.csv", "mimeType": "text/csv", "buffer": body}
    page.get_by_label("CSV file").set_input_files(file)  # type: ignore[arg-type]
    expect(effect.locator("tbody tr")).to_have_count(0)
    page.get_by_role("button", name="Preview results").click()
    expect(effect).to_contain_text(f"{len(rows)} of {len(rows)} lines have a new result")
    assert outcome(people, cup) == [[], []], "nothing is recorded by a preview"
    page.get_by_role("button", name="Enter results").click()
    expect(page.locator("#grid-left")).to_contain_text(f"{len(rows)} of {len(rows)} results entered")
    assert outcome(people, cup) == [[[n, 0]] * len(table["boards"]) for n, table in enumerate(tables, 1)]


@pytest.mark.full
def test_an_arbiter_is_not_offered_the_import(open_page: Open, house: Provider, people: People, club: str) -> None:
    cup = tournament(people.admin, 4, club=club)
    draw(people.admin, cup)
    page = signed_in(open_page("/health"), official(house, "devi", "arbiter", UUID(club)).login)
    page.goto(f"/tournaments/{cup}/desk/results")
    expect(page.locator(".result-grid")).to_be_visible()
    expect(page.locator("#importing")).to_have_count(0)
