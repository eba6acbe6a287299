"""The results of a board with the calculation of each score, and a late play, in a browser."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL, enter, give
from tests.http.tournament_requests import done, draw, tournament
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits, press_and_agree, signed_in
from tests.pages.reading import read
from tests.pages.test_signing_in import expected
from tests.signing.visitors import official


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


@pytest.fixture(scope="module")
def director(house: Provider, club: str) -> str:
    return official(house, "malini", "director", UUID(club)).login


@pytest.fixture(scope="module")
def played(people: People, club: str) -> str:
    """Three rounds. Board 1 has two results of three, 1 and -1, and an average at the third table."""
    cup = tournament(people.admin, 6, MITCHELL, club=club)
    for number in (1, 2, 3):
        for n, table in enumerate(draw(people.admin, cup)["encounters"]):
            for board in table["boards"]:
                if board == 1 and n == 2:
                    assert give(people.admin, table, [1], "average-plus", "average-minus").status_code in (200, 201)
                else:
                    assert enter(people.admin, table, board, 1 if n else -1).status_code == 200
        done(people.admin, f"/tournaments/{cup}/rounds/{number}/close")
    return cup


def test_the_results_of_a_board_are_shown_with_their_calculation(people: People, played: str) -> None:
    """The two results are worth 2 and 0, by Neuberg 3.50 and 0.50 of 4."""
    round_ = read(people.app, f"/tournaments/{played}/rounds/1", people.admin)
    (to_boards,) = [each for each in round_.all("main a") if each.text() == "Results by board"]
    board = read(people.app, to_boards.attribute("href") or "", people.admin)
    assert board.texts("h1") == ["Board 1"]
    assert len(board.all(".board-results tr.has-reasons")) == 6
    text = board.one(".board-results").text()
    assert "Neuberg: 3 ÷ 2 × (2 + 1) − 1 = 3½." in text
    assert "Average of 60 % of the top 4: 2.40." in text
    (second,) = [each for each in board.all("nav a") if each.attribute("aria-label") == "Board 2"]
    other = read(people.app, second.attribute("href") or "", people.admin)
    assert "Neuberg" not in other.one(".board-results").text()
    assert read(people.app, f"/tournaments/{played}/boards/99", people.admin).status == 404


@pytest.mark.full
def test_the_results_of_a_board_fit_and_everybody_can_use_them(open_page: Open, played: str, director: str) -> None:
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto(f"/tournaments/{played}/boards/1")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page)


def test_results_of_a_board_stay_hidden_from_those_who_may_still_play_it(people: People) -> None:
    cup = tournament(people.admin, 6, MITCHELL)
    table = draw(people.admin, cup)["encounters"][0]
    assert enter(people.admin, table, table["boards"][0], 4).status_code == 200
    page = read(people.app, f"/tournaments/{cup}/boards/{table['boards'][0]}")
    assert "shown when everybody has played this board" in page.one("#main").text()
    assert page.all(".board-results") == []


@pytest.mark.full
def test_a_director_assigns_a_weighted_score_and_withdraws_it(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 6, MITCHELL, club=club)
    first = draw(people.admin, cup)["encounters"][0]
    board = first["boards"][1]
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/{first['table']}")
    page.locator("#assigning summary").click()
    page.locator("#assign-board").select_option(str(board))
    north = page.get_by_role("group", name="North and South")
    for n, (percent, won) in enumerate(((60, 3), (40, -1))):
        north.get_by_label("Percent").nth(n).fill(str(percent))
        north.get_by_label("Result").nth(n).fill(str(won))
    page.locator("#assign-why").fill("A card was seen")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    press_and_agree(page, page.get_by_role("button", name="Assign score"))
    expect(page.locator(".announcement")).to_contain_text("The score is assigned")
    expect(page.locator("#assigning")).not_to_have_attribute("open", "")
    expect(page.locator("#result")).to_contain_text("60 % 3, 40 % −1")
    shown = people.admin.get(f"/encounters/{first['id']}").json["assigned"]
    assert [each["board"] for each in shown] == [board]
    page.locator(f"#unassigning-{board} summary").click()
    page.locator(f"#unassign-why-{board}").fill("It was not")
    press_and_agree(page, page.get_by_role("button", name="Withdraw assigned score"))
    expect(page.locator(".announcement")).to_contain_text("The assigned score is withdrawn")
    assert people.admin.get(f"/encounters/{first['id']}").json["assigned"] == []


@pytest.mark.full
def test_a_late_play_is_noted_at_the_table_and_its_result_entered_after_the_round(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 6, MITCHELL, club=club)
    first, *others = draw(people.admin, cup)["encounters"]
    for table in (first, *others):
        for board in table["boards"][1 if table is first else 0 :]:
            assert enter(people.admin, table, board, 1).status_code == 200
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/{first['table']}")
    page.locator("#giving summary").click()
    page.locator("#giving-0").select_option("late-play")
    expect(page.locator("#giving-1")).to_have_value("late-play")
    page.locator("#giving-why").fill("The hall closed")
    press_and_agree(page, page.get_by_role("button", name="Give score"))
    expect(page.locator(".announcement")).to_contain_text("The artificial score is given")
    page.locator("#giving summary").click()
    page.locator("#giving-boards").fill("99")
    page.locator("#giving-why").fill("A slip")
    page.get_by_role("button", name="Give score").click()
    expect(page.locator("#giving .message.warn")).to_contain_text("there is no board 99")
    expect(page.locator(".announcement")).to_be_empty()
    expected(open_page, 422)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    page.goto(f"/tournaments/{cup}/boards/{first['boards'][0]}")
    expect(page.locator("#unplayed")).to_contain_text(f"Round 1, Table {first['table']} to be played late")
    page.goto(f"/tournaments/{cup}/desk/terms")
    expect(page.locator("#unsettled li")).to_contain_text(f"Round 1, Table {first['table']}")
    page.locator("#unsettled li a").first.click()
    expect(page.locator("#result")).to_contain_text("to be played late")
    assert page.request.get(f"/tournaments/{cup}/rounds/1").text().count('class="state" data-state="late"') == 1
    form = page.locator(f"#enter-{first['boards'][0]}")
    form.get_by_role("spinbutton").nth(0).fill("2")
    form.get_by_role("spinbutton").nth(1).fill("0")
    form.get_by_role("button").click()
    expect(page.locator(".announcement")).to_contain_text("The result is entered")
    expect(page.locator("#result")).not_to_contain_text("to be played late")
    fits(page)
    page.goto(f"/tournaments/{cup}/desk/by-hand")
    boards = page.get_by_label("Boards", exact=True).first
    shown = boards.input_value()
    boards.fill("")
    page.get_by_role("button", name="Check draw").click()
    expect(page.locator("#checked")).to_contain_text("Table 1 needs boards.")
    boards.fill(shown)
    page.get_by_role("button", name="Check draw").click()
    expect(page.locator("#checked")).to_contain_text("No rule is broken.")
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_two_winners_have_a_list_each(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 8, {**MITCHELL, "boards": 1, "winners": 2}, club=club)
    for n, table in enumerate(draw(people.admin, cup)["encounters"]):
        assert enter(people.admin, table, table["boards"][0], n - 1).status_code == 200
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/standings")
    expect(page.locator("tr.direction")).to_have_text(["North and South", "East and West"])
    expect(page.locator("td.place").first).to_have_text("1")
    assert page.locator("td.place").all_inner_texts().count("1") >= 2
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    page.goto(f"/tournaments/{cup}")
    expect(page.locator("#main")).to_contain_text("North and South ranked apart from East and West")


@pytest.mark.full
def test_an_arrow_switch_is_shown_before_it_is_recorded_and_withdrawn(
    open_page: Open, people: People, club: str, director: str
) -> None:
    terms = {**MITCHELL, "rounds": 2}
    cup = tournament(people.admin, 4, terms, club=club)
    first, second = draw(people.admin, cup)["encounters"]
    for table, won in ((first, 3), (second, -1)):
        assert enter(people.admin, table, 1, won).status_code == 200
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    page.get_by_text("Record an arrow switch").click()
    panel = page.locator("#switching")
    panel.get_by_label("Boards").fill("1")
    panel.get_by_label("Reason").fill("They sat the wrong way")
    expect(panel.get_by_role("button", name="Record arrow switch")).to_be_hidden()
    panel.get_by_role("button", name="Show what it changes").click()
    expect(panel.locator(".effect")).to_contain_text("2 matchpoints → 0 matchpoints")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    panel.get_by_role("button", name="Record arrow switch").click()
    expect(page.get_by_text("The table sat the other way round:")).to_be_visible()
    page.get_by_text("Withdraw arrow switch").first.click()
    panel = page.locator("#unswitching-1")
    panel.get_by_label("Reason").fill("They did not")
    panel.get_by_role("button", name="Show what it changes").click()
    expect(panel.locator(".effect")).to_contain_text("0 matchpoints → 2 matchpoints")
    panel.get_by_role("button", name="Withdraw arrow switch").click()
    expect(page.get_by_text("The table sat the other way round:")).to_be_hidden()


@pytest.mark.full
def test_a_wrong_board_is_explained_before_it_is_recorded_and_withdrawn(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 6, MITCHELL, club=club)
    tables = draw(people.admin, cup)["encounters"]
    table = next(each for each in tables if 1 in each["boards"])
    assert enter(people.admin, table, 1, 3).status_code == 200
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/{table['table']}")
    page.get_by_text("Record a wrong board").click()
    panel = page.locator("#mistaking")
    panel.get_by_label("Board that was played").fill("3")
    panel.get_by_label("Reason").fill("The boards were mixed up")
    panel.get_by_role("button", name="Show what it changes").click()
    expect(panel.locator(".effect")).to_contain_text("the result stands for it (Law 15B)")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    panel.get_by_role("button", name="Record wrong board").click()
    expect(page.get_by_text("Played instead of board 1.")).to_be_visible()
    expect(page.get_by_role("heading", name="Board 3")).to_be_visible()
    page.locator("#right-3 summary").click()
    panel = page.locator("#right-3")
    panel.get_by_label("Reason").fill("It was board 1")
    panel.get_by_role("button", name="Show what it changes").click()
    panel.get_by_role("button", name="Withdraw wrong board").click()
    expect(page.get_by_role("heading", name="Board 3")).to_be_hidden()
