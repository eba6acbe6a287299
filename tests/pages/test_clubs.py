"""An administrator opens a club on a page and renames it; nobody else can (docs/permissions.md)."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from api.services import Provider
from tests.http.people import People
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import Visitor, official


@pytest.fixture(scope="module")
def keeper(house: Provider) -> str:
    return official(house, "club-keeper", "admin").login


@pytest.mark.full
def test_an_administrator_opens_a_club_and_renames_it(open_page: Open, people: People, keeper: str) -> None:
    page = signed_in(open_page("/health", viewport=PHONE), keeper)
    page.goto("/clubs")
    page.get_by_role("link", name="New club", exact=True).click()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_label("Name of the club").fill("The lagoon club")
    page.get_by_role("button", name="Open club").click()
    page.wait_for_url(re.compile("/clubs/[0-9a-f-]+$"))
    expect(page.get_by_role("heading", name="The lagoon club")).to_be_visible()
    club = page.url.rsplit("/", 1)[1]
    assert people.anybody.get(f"/clubs/{club}").json["name"] == "The lagoon club"
    page.get_by_text("Rename club", exact=True).first.click()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_label("New name").fill("The lagoon")
    page.get_by_role("button", name="Rename club").click()
    expect(page.get_by_role("heading", name="The lagoon", exact=True)).to_be_visible()
    for path in ("/tables", "/accounts"):
        page.goto(path)
        expect(page.get_by_role("link", name="New club", exact=True)).to_be_visible()


@pytest.mark.full
def test_a_new_club_leads_step_by_step_to_its_first_evening(open_page: Open, people: People, keeper: str) -> None:
    """A secretary with nothing but the page: players, tables at once, what is played, the cards."""
    page = signed_in(open_page("/health", viewport=PHONE), keeper)
    page.goto("/clubs/new")
    page.get_by_label("Name of the club").fill("The new club")
    page.get_by_role("button", name="Open club").click()
    steps = page.locator(".first-steps details")
    expect(steps).to_have_count(4)
    fits(page)
    accessible_in_both_looks(page)
    page.get_by_label("Names, one on each line").fill("Anula\nFarook\nKavitha\nMahesh")
    page.get_by_role("button", name="Register players").click()
    expect(page.get_by_role("status")).to_have_text("4 players are registered now.")
    expect(steps.first.locator("summary")).to_have_text("✓ done Who plays?")
    page.get_by_label("How many").fill("3")
    page.get_by_role("button", name="Add tables").click()
    expect(steps.nth(1).locator("summary")).to_have_text("✓ done Which tables?")
    tables = people.admin.get(f"/tables?club={page.url.split('/clubs/')[1]}").json["items"]
    assert sorted(each["name"] for each in tables) == ["Table 1", "Table 2", "Table 3"]
    page.locator("main .button.main").click()
    page.get_by_label("Name", exact=True).fill("First evening")
    page.get_by_role("button", name="Create tournament").click()
    _enter_pairs_by_tapping(page)
    page.go_back()
    page.get_by_role("link", name="The new club").click()
    expect(steps.nth(2).locator("summary")).to_have_text("✓ done What do you play?")
    page.get_by_role("button", name="Create cards for 3 tables").click()
    expect(page.locator(".table-card h2")).to_have_text(["Table 1", "Table 2", "Table 3"])
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_role("heading", name="The new club")).to_be_visible()
    expect(steps).to_have_count(0)


def _enter_pairs_by_tapping(page: Page) -> None:
    """Enter the club's players without typing a name again; nobody can be tapped twice."""
    lines, players = page.get_by_label("One entry per line"), page.locator("#club-players button[data-name]")
    expect(players).to_have_count(4)
    for name in ("Kavitha", "Kavitha", "Mahesh", "Anula"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(lines).to_have_value("Mahesh + Anula")
    page.get_by_role("button", name="All of them, in this order").click()
    expect(lines).to_have_value("Mahesh + Anula\nFarook + Kavitha")
    lines.fill("Mahesh + Anula")
    expect(page.get_by_role("button", name="Farook", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Anula", exact=True)).to_have_attribute("aria-pressed", "true")
    fits(page)
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.locator("main")).to_contain_text("Mahesh")


def test_tables_are_added_once_and_within_a_bound(people: People, keeper: str) -> None:
    visitor = Visitor(people.admin.app)
    visitor.sign_in(keeper)
    club = people.club()
    visitor.get(f"/clubs/{club}")
    for _ in range(2):
        assert visitor.post(f"/clubs/{club}/tables", {"word": "Tisch", "count": "2"}).status_code == 303
    assert len(people.admin.get(f"/tables?club={club}").json["items"]) == 2
    for wrong in ({"word": "T", "count": "21"}, {"word": "T", "count": "x"}, {"word": " ", "count": "1"}):
        assert visitor.post(f"/clubs/{club}/tables", wrong).status_code in (400, 422), wrong


def test_cards_for_all_tables_of_a_club_are_made_at_once_by_its_officials_only(people: People, keeper: str) -> None:
    visitor = Visitor(people.admin.app)
    visitor.sign_in(keeper)
    club = people.club()
    visitor.get(f"/clubs/{club}")
    without = visitor.post(f"/clubs/{club}/cards", {})
    assert (without.status_code, "add them first" in without.text) == (404, True)
    visitor.post(f"/clubs/{club}/tables", {"word": "Table", "count": "3"})
    cards = visitor.post(f"/clubs/{club}/cards", {})
    assert (cards.status_code, cards.text.count('class="pin-shown"')) == (201, 3)
    assert cards.headers["Cache-Control"] == "no-store"
    assert visitor.get(f"/clubs/{club}/cards").location == f"/clubs/{club}"
    assert people.anybody.post(f"/clubs/{club}/cards", {}).status_code in (401, 403, 404)


def test_a_form_sent_twice_opens_one_club_and_a_name_is_not_given_twice(people: People, keeper: str) -> None:
    visitor = Visitor(people.admin.app)
    visitor.sign_in(keeper)
    visitor.get("/clubs/new")
    form = {"name": "Sent twice", "id": "7d2f4c8e-3b1a-4f6d-9c5e-0a1b2c3d4e5f"}
    first, again = visitor.post("/clubs/new", form), visitor.post("/clubs/new", form)
    assert (first.status_code, first.location) == (303, again.location)
    other = visitor.post("/clubs/new", {"name": "Sent twice"})
    assert other.status_code == 422
    assert "There is a club with this name already." in other.text
    assert visitor.post("/clubs/new", {"name": "  "}).status_code == 422
    clubs = people.anybody.get("/clubs?limit=200").json["items"]
    assert [each["name"] for each in clubs].count("Sent twice") == 1


def test_only_an_administrator_opens_clubs(people: People, house: Provider) -> None:
    club = people.club()
    director = Visitor(people.admin.app)
    director.sign_in(official(house, "club-director", "director", UUID(club)).login)
    assert "/clubs/new" not in director.get("/clubs").text
    assert director.get("/clubs/new").status_code == 403
    assert director.post("/clubs/new", {"name": "Mine"}).status_code == 403
    director.get(f"/clubs/{club}")
    assert director.post(f"/clubs/{club}/name", {"name": "Ours"}).status_code == 303
    assert people.anybody.get(f"/clubs/{club}").json["name"] == "Ours"
    assert director.post(f"/clubs/{people.club()}/name", {"name": "Theirs"}).status_code == 403
    assert "Rename club" not in Visitor(people.admin.app).get(f"/clubs/{club}").text


def test_players_are_registered_once_and_renamed(people: People, keeper: str) -> None:
    """A name on each line; the list sent again registers nobody; a slip is put right with another name."""
    club, other = people.club(), people.club()
    visitor = Visitor(people.admin.app)
    visitor.sign_in(keeper)
    visitor.get(f"/clubs/{club}")
    for names, registered, there in (("Anna Müller\r\n\r\nBéa\r\nanna muller\r\n", 2, 0), ("1. BEA\n2. Kala", 1, 1)):
        done = visitor.post(f"/clubs/{club}/players", {"names": names})
        assert done.location == f"/clubs/{club}?registered={registered}&there={there}#players"
    players = people.anybody.get(f"/players?club={club}").json["items"]
    assert {each["name"] for each in players} == {"Anna Müller", "Béa", "Kala"}
    (anna,) = (each["id"] for each in players if each["name"] == "Anna Müller")
    for name in ("Anna Meier", "Anna Meier"):
        assert visitor.post(f"/players/{anna}/name", {"name": name}).status_code == 303
    assert people.anybody.get(f"/players/{anna}").json["name"] == "Anna Meier"
    assert (
        visitor.post(f"/clubs/{club}/players", {"names": "A\n" * 3 + "\n".join(map(str, range(201)))}).status_code
        == 422
    )
    assert not people.anybody.get(f"/players?club={other}").json["items"]
