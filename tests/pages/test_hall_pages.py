"""Players find their table on the screen, on a phone and on a slip; other sites can frame the results."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.cases import cases, full
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible, accessible_in_both_looks, fits, signed_in
from tests.pages.hall import DIRECTOR, Hall, a_hall
from tests.signing.visitors import official
from web.tournaments.seating import sorting_key

TV = {"width": 1920, "height": 1080}
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def hall(people: People, house: Provider) -> Hall:
    """Sixteen pairs, one round played, the second drawn."""
    new_hall = a_hall(people, house, played=1)
    new_hall.draw()
    return new_hall


def table_of(hall: Hall, entry: str) -> int:
    """The table of an entry in the last round."""
    last = hall.tournament.rounds[len(hall.tournament.rounds)]
    return int(next(each.table for each in last.draw.pairings if entry in each.entries))


def test_names_are_sorted_without_regard_to_case_and_accents() -> None:
    assert sorted(["Zoe", "élan", "Émile", "anula", "Ängeli"], key=sorting_key) == [
        "Ängeli", "anula", "élan", "Émile", "Zoe",
    ]  # fmt: skip
    assert sorting_key("கவிதா") == "கவிதா"


@pytest.mark.full
@pytest.mark.parametrize("size", [TV, full(DESK), full(PHONE)])
def test_the_screen_of_names_shows_every_name_once_with_its_table(
    open_page: Open, hall: Hall, size: dict[str, int]
) -> None:
    page = open_page(f"{hall.path}/screen?show=seating", viewport=size)
    expect(page.locator("body.rotating")).to_have_count(1)
    page.keyboard.press("Space")
    rows: list[list[str]] = []
    for _ in range(int(page.locator(".where").inner_text().split()[-1])):
        fits(page)
        rows += [row.split("\t") for row in page.locator(".slide:visible tbody tr:visible").all_inner_texts()]
        page.keyboard.press("ArrowRight")
    names = [name.strip() for name, _ in rows]
    assert names == sorted(names, key=sorting_key)
    tables = {name.strip(): table.strip() for name, table in rows}
    for entry, each in hall.tournament.entries.items():
        assert names.count(each.name) == 1
        assert tables[each.name] == str(table_of(hall, entry))
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_phone_remembers_the_name_and_shows_the_table_of_the_next_round(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/seating", viewport=PHONE)
    name = hall.tournament.entries["5"].name
    page.get_by_role("link", name=name, exact=True).click()
    at = page.locator(".own-seat .at")
    expect(at).to_have_text(f"Table {table_of(hall, '5')}")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    hall.play(2)
    hall.draw()
    page.goto(page.url.split("?")[0])
    expect(page).to_have_url(re.compile(r"entry=5$"))
    expect(at).to_have_text(f"Table {table_of(hall, '5')}")
    expect(page.locator(".own-seat")).to_contain_text("Round 3")
    page.get_by_role("link", name="Choose another name").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    fits(page)


def test_who_scans_the_code_of_a_score_sheet_reads_how_players_enter_the_result(
    people: People, house: Provider
) -> None:
    hall = a_hall(people, house, pairs=4)
    hall.draw()
    reader, path = people.app.test_client(), f"{hall.path}/rounds/1/tables/1"
    assert "scanned the card of their side" in reader.get(path).text
    hall.result(1, 1)
    assert "scanned the card of their side" not in reader.get(path).text


def test_who_sits_out_reads_that_and_an_unknown_entry_is_refused(people: People, house: Provider) -> None:
    odd = a_hall(people, house, pairs=5)
    reader = people.app.test_client()
    assert "Nothing is drawn yet." in reader.get(f"{odd.path}/seating").text
    assert "when the next round is drawn" in reader.get(f"{odd.path}/seating?entry=1").text
    assert "Nothing is drawn yet." in reader.get(f"{odd.path}/papers/slips").text
    odd.draw()
    (bye,) = odd.tournament.rounds[1].drawn.byes
    assert "sits out" in reader.get(f"{odd.path}/seating?entry={bye}").text
    assert reader.get(f"{odd.path}/seating?entry=6").status_code == 404
    assert reader.get(f"{odd.path}/seating?entry=x%00").status_code == 404
    assert reader.get(f"/tournaments/{uuid4()}/seating").status_code == 404


@pytest.mark.full
def test_every_entry_has_one_slip_with_its_table(open_page: Open, hall: Hall) -> None:
    page = open_page(f"{hall.path}/papers/slips", viewport=DESK)
    slips = page.locator(".slips > li")
    expect(slips).to_have_count(16)
    for entry, each in hall.tournament.entries.items():
        own = slips.filter(has=page.locator(".name").get_by_text(each.name, exact=True))
        expect(own).to_contain_text(f"Table {table_of(hall, entry)}")
    accessible(page, everyday=False)
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    fits(page)


def test_papers_screen_frame_and_file_mark_who_has_withdrawn(people: People, house: Provider) -> None:
    hall = a_hall(people, house, pairs=4, played=2)
    house.services.ledger.entries.withdraw_entry(hall.id, "3", "ill", **DIRECTOR)
    reader, name = people.app.test_client(), hall.tournament.entries["3"].name
    parts = ("papers/standings", "papers/results", "screen/slides")
    for page in (f"/embed{hall.path}", *(f"{hall.path}/{part}" for part in parts)):
        rows = re.findall(r"<tr.*?</tr>", unescape(reader.get(page).text), re.DOTALL)
        marked = [row for row in rows if "withdrawn" in row]
        assert len(marked) == 1, page
        assert name in marked[0], page
    lines = reader.get(f"{hall.path}/papers/standings.csv").text.splitlines()
    assert lines[0].endswith(",provisional,withdrawn")
    assert [line for line in lines if line.endswith(",yes")] == [line for line in lines if name in line]


@pytest.mark.full
def test_a_second_tab_of_the_desk_offers_no_round_that_is_drawn(
    open_page: Open, people: People, house: Provider
) -> None:
    hall = a_hall(people, house, pairs=4)
    login = official(house, "second-tab", "director", UUID(hall.club)).login
    page = signed_in(open_page("/health", clock=True), login)
    page.goto(f"{hall.path}/desk/round")
    expect(page.get_by_role("button", name="Draw round 1")).to_be_visible()
    hall.draw()
    page.clock.run_for(13_000)
    expect(page.get_by_role("button", name="Draw round 1")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("2 tables are not finished yet.")


def test_other_sites_can_frame_the_results_and_no_other_page_of_a_tournament(people: People, hall: Hall) -> None:
    hall.result(2, 1, 7, 4)
    reader = people.app.test_client()
    answer = reader.get(f"/embed{hall.path}?look=dark&language=gsw")
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers
    assert 'data-look="dark"' in answer.text
    assert 'lang="gsw"' in answer.text
    assert "<b>7 : 4</b>" in answer.text
    for other in ("", "/standings", "/seating", "/papers", "/screen"):
        assert "frame-ancestors 'none'" in reader.get(hall.path + other).headers["Content-Security-Policy"]
    assert 'data-look="auto"' in reader.get(f"/embed{hall.path}?look=none&language=xx").text
    assert reader.get(f"/embed/tournaments/{uuid4()}").status_code == 404


@pytest.mark.full
def test_the_lines_to_copy_show_the_results_without_scripts(open_page: Open, people: People, hall: Hall) -> None:
    papers = people.app.test_client().get(f"{hall.path}/papers").text
    lines = unescape(re.search(r'<textarea id="embed-code"[^>]*>(.*?)</textarea>', papers, re.DOTALL)[1])  # type: ignore[index]
    assert "&amp;language=en" in lines
    address = unescape(re.search(r'src="([^"]+)"', lines)[1])  # type: ignore[index]
    path = address[address.index("/embed/") :]
    page = open_page(path, viewport=NARROW, java_script_enabled=False)
    expect(page.locator("tbody").first.locator("tr")).to_have_count(16)
    sides = page.locator(".round tbody tr").first.locator("td:not(.score)")
    assert len({side.bounding_box()["x"] for side in sides.all()}) == 1, "below each other"  # type: ignore[index]
    page = open_page(path, viewport=PHONE)
    fits(page)
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_after_the_end_nobody_is_asked_for_a_name(people: People, hall: Hall) -> None:
    hall.play(2)
    reader = people.app.test_client()
    assert "Choose your name" in reader.get(f"{hall.path}/seating").text
    hall.end()
    for query in ("", "?entry=1"):
        page = reader.get(f"{hall.path}/seating{query}").text
        assert "The tournament is over." in page
        assert f'href="{hall.path}/standings">Final result' in page
        assert not {each for each in ("Choose your name", "data-entry", "Choose another name") if each in page}


@pytest.mark.full
def test_two_winners_have_lists_of_their_own_on_every_page_and_paper(people: People, house: Provider) -> None:
    terms = {"format": "duplicate", "rounds": 3, "boards": 1, "winners": 2, "scoring": {"counts": "matchpoints"}}
    hall = a_hall(people, house, pairs=6, **terms)
    for number in (1, 2, 3):
        hall.draw()
        for pairing in hall.tournament.round(number).draw.pairings:
            hall.board(number, pairing.table, pairing.boards[0], pairing.table, 0)
        house.services.ledger.rounds.close_round(hall.id, number, **DIRECTOR)
    reader = people.app.test_client()
    scores = re.findall(r"<b>(\d : \d)</b>", reader.get(f"{hall.path}/rounds/1").text)
    assert scores == ["0 : 4", "2 : 2", "4 : 0"], "what both sides of each table score in the round"
    shares = re.findall(r'class="percent">([\d.]+ %)', reader.get(f"{hall.path}/standings").text)
    assert shares[:3] == ["100.00 %", "50.00 %", "0.00 %"], "of the matchpoints of their boards, North and South first"
    pages = ("", "/standings", "/screen", "/papers/results", "/papers/standings")
    paths = [f"/embed{hall.path}", *(hall.path + page for page in pages)]
    for ended in (False, True):
        if ended:
            hall.end()
        with cases() as case:
            for path in paths:
                with case(ended, path):
                    text = reader.get(path).text
                    headings = re.findall(r"(?:<b>|<th[^>]*>|count.>)\s*(North and South|East and West)\s*<", text)
                    assert "North and South" in headings
                    assert "East and West" in headings


@pytest.mark.full
def test_slips_and_cards_have_the_names_that_players_know(people: People, house: Provider) -> None:
    hall = a_hall(people, house, pairs=4, tables=2)
    assert "js/clock" in people.app.test_client().get(f"{hall.path}/seating").text, "of a later start"
    hall.draw()
    name = people.admin.get(f"/tables/{hall.tables[0]}").json["name"]
    slips = people.app.test_client().get(f"{hall.path}/papers/slips").text
    assert f'<span class="at"><b>{name}</b></span>' in slips
