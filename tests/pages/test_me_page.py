"""The page of a player: the most urgent thing first, on a phone, by keyboard, for the own eyes alone."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, Response, expect

from api.people.secrets import password_hash
from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.http.people import People
from tests.http.test_me import a_cup, recorded, registered
from tests.http.tournament_requests import done, draw, report, sheet
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import PASSWORD, Visitor

MOST_BYTES = 150_000
SHIFTS = """() => { window.shift = 0; window.moved = []; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    window.shift += each.value;
    window.moved.push(...each.sources.map((part) => part.node?.outerHTML?.slice(0, 200)));
  }
}).observe({ type: "layout-shift", buffered: true }); }"""


def account(people: People, login: str, *players: str) -> str:
    """Make the account of players, with a password. Return the login."""
    here = people.house.services
    made = here.accounts.add(login, login.title(), "player", {}, "a test")
    here.accounts.set_password(made.id, password_hash(PASSWORD))
    for player in players:
        row = here.catalogue.find(UUID(player))
        assert row is not None
        assert row.club is not None
        assert here.account_players.link(made.id, row.club, row.id)
    return login


@pytest.fixture(scope="module")
def table(people: People) -> str:
    """A table with a result that waits for Anula and Mahesh, and an evening of Anula's."""
    club = people.club()
    recorded(people, club, {"E": "Anula", "W": "Farook"}, event="Thursday")
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    (drawn,) = draw(people.admin, cup)["encounters"]
    done(people.admin, f"/tournaments/{cup}/clock", {"round": 1, "minutes": 50})
    report(people.admin, drawn["id"], 7, 4)
    for name in ("Anula", "Mahesh"):
        account(people, name.lower(), registered(people, club, name))
    return str(drawn["id"])


@pytest.fixture(scope="module")
def analysed(table: str, settings: Settings) -> str:
    """The table; the deal of Anula's evening has an analysis."""
    analyse_all(settings)
    return table


def open_as(open_page: Open, login: str, path: str = "/me", **more: object) -> Page:
    page = signed_in(open_page("/robots.txt", **more), login)
    page.goto(path)
    return page


def primary(page: Page) -> list[str]:
    """The names of the filled buttons."""
    return page.locator("main .main").all_inner_texts()


def test_a_result_that_waits_comes_first_and_is_confirmed_by_keyboard(
    people: People, open_page: Open, table: str
) -> None:
    page = open_as(open_page, "mahesh", viewport=PHONE)
    assert primary(page) == ["Confirm result"]
    button = page.get_by_role("button", name="Confirm result")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".message")).to_have_text("The result is confirmed for your side.")
    assert primary(page) == ["Result of this table"]
    assert people.admin.get(f"/encounters/{table}").json["status"] == "provisional"


@pytest.mark.full
def test_the_page_is_one_column_within_its_bytes_that_does_not_move(open_page: Open, analysed: str) -> None:
    page = signed_in(open_page("/robots.txt", viewport=PHONE), "anula")
    sizes: list[int] = []

    def count(answer: Response) -> None:
        sizes.append(len(answer.body()) if answer.ok else 0)

    page.on("response", count)
    page.add_init_script(f"({SHIFTS})()")
    page.goto("/me", wait_until="networkidle")
    expect(page.locator(".clock-time")).to_be_visible()
    assert page.evaluate("window.shift") == 0, page.evaluate("window.moved")
    assert sum(sizes) <= MOST_BYTES
    fits(page)
    accessible_in_both_looks(page)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    fits(page)
    card = page.get_by_role("heading", name="The card that cost most")
    expect(card).to_be_visible()
    page.get_by_role("link", name="Watch the deal").click()
    expect(page).to_have_url(re.compile(r"/deals/[^#]+#\d+"))


@pytest.mark.full
def test_the_figures_have_counts_and_intervals(open_page: Open, table: str) -> None:
    page = open_as(open_page, "anula", "/me/figures", viewport=PHONE)
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    row = page.get_by_role("row").nth(1).inner_text()
    assert " of " in row
    assert " to " in row
    expect(page.get_by_role("listitem").filter(has_text="Farook")).to_be_visible()


def test_whoever_is_not_signed_in_or_in_no_club_is_led_on(people: People) -> None:
    visitor = Visitor(people.app)
    shown = visitor.get("/me").text
    assert 'href="/sign-in?next=/me"' in shown or 'href="/sign-in?next=%2Fme"' in shown
    assert "/practice" in shown
    visitor.sign_in(account(people, "alone"))
    shown = visitor.get("/me").text
    assert "invitation" in shown
    assert 'href="/me"' not in visitor.get("/").text.partition("<main")[0]
    assert visitor.get("/me/figures").status_code == 200


def test_home_and_the_menu_lead_a_player_to_the_own_page(people: People, table: str) -> None:
    visitor = Visitor(people.app)
    assert 'href="/me"' not in visitor.get("/").text
    visitor.sign_in("anula")
    answer = visitor.get("/")
    assert answer.text.count('href="/me"') == 2, "in the menu, and as the first button"
    assert "1 result at your table waits for you." in answer.text
    assert "304 is Sri Lanka" not in answer.text
    page = visitor.get("/me")
    assert page.headers["Cache-Control"] == "no-store"
    refused = visitor.client.post(f"/me/encounters/{table}/confirmations", base_url=visitor.base)
    assert refused.status_code == 403, "a form of another site proves nothing"


def test_a_result_that_has_changed_since_the_player_saw_it_is_not_confirmed(people: People) -> None:
    club = people.club()
    cup = a_cup(people, club, *PAIRS)
    (table,) = draw(people.admin, cup)["encounters"]
    report(people.admin, table["id"], 7, 4)
    visitor = Visitor(people.app)
    visitor.sign_in(account(people, "confirms", registered(people, club, "Player 1")))
    (own,) = (each for each in ("7:4", "4:7") if f'value="{each}"' in visitor.get("/me").text)
    done(people.admin, f"/encounters/{table['id']}/corrections", {"sheet": sheet(7, 5), "why": "Miscounted."})
    path = f"/me/encounters/{table['id']}/confirmations"
    assert visitor.post(path, {"seen": own}).location == "/me?done=changed"
    assert "The result has changed meanwhile." in visitor.get("/me?done=changed").text
    (result,) = people.admin.get(f"/encounters/{table['id']}").json["results"]
    assert result["agreed"] == []
    (own,) = (each for each in ("7:5", "5:7") if f'value="{each}"' in visitor.get("/me").text)
    for _ in ("once", "a second tap"):
        assert visitor.post(path, {"seen": own}).location == "/me?done=confirmed"


def test_a_deal_outside_of_a_tournament_is_confirmed_on_the_page_by_one_of_each_side(people: People) -> None:
    club = people.club()
    deal = recorded(people, club, {"E": "Player 1", "W": "Partner 1", "S": "Player 2"})
    visitors = {}
    for name in ("Player 1", "Partner 1", "Player 2"):
        visitors[name] = Visitor(people.app)
        login = account(people, f"of-deal-{name.lower().replace(' ', '-')}", registered(people, club, name))
        visitors[name].sign_in(login)
    path = f"/me/deals/{deal}/confirmations"
    for name in ("Player 1", "Player 2"):
        shown = visitors[name].get("/me").text
        assert "1 result waits for your confirmation" in shown
        form = shown.partition(f'action="{path}"')[2]
        seen = form.partition('name="seen" value="')[2].partition('"')[0]
        assert visitors[name].post(path, {"seen": f"{seen}0"}).location == "/me?done=changed"
        for _ in ("once", "a second tap"):
            assert visitors[name].post(path, {"seen": seen}).location == "/me?done=confirmed"
        assert path not in visitors[name].get("/me").text
    assert path not in visitors["Partner 1"].get("/me").text, "the other one of the side has confirmed"
    assert people.admin.get(f"/deals/{deal}").json["provisional"] is False


PAIRS = (("Player 1", "Partner 1"), ("Player 2", "Partner 2"))


def test_the_papers_have_a_sheet_for_each_entry_or_for_one(people: People) -> None:
    cup = a_cup(people, people.club(), *PAIRS)
    draw(people.admin, cup)
    everyone = Visitor(people.app).get(f"/tournaments/{cup}/papers/players").text
    assert [name in everyone for name in ("Player 1 and Partner 1", "Player 2 and Partner 2")] == [True, True]
    one = Visitor(people.app).get(f"/tournaments/{cup}/papers/players?entry=2").text
    assert "<h1>Player 1" not in one
    assert "<h1>Player 2" in one
    assert Visitor(people.app).get(f"/tournaments/{cup}/papers/players?entry=9").status_code == 404


def test_a_player_has_the_own_sheet_and_a_picture_without_anybody_elses_name(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = people.club()
    cup = a_cup(people, club, *PAIRS)
    (table,) = draw(people.admin, cup)["encounters"]
    report(people.admin, table["id"], 7, 4)
    visitor = Visitor(people.app)
    visitor.sign_in(account(people, "player-1", registered(people, club, "Player 1")))
    sheet = visitor.get(f"/me/evenings/{cup}").text
    assert "Round by round" in sheet
    assert "Player 2 and Partner 2" in sheet
    drawn: list[str] = []

    def keep(svg: str) -> bytes:
        drawn.append(svg)
        return b"png"

    monkeypatch.setattr("web.pictures.drawing._drawn", keep)
    answer = visitor.client.get(f"/me/evenings/{cup}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "no-store"
    (svg,) = drawn
    assert "Player 1" in svg
    assert not [name for pair in PAIRS for name in pair if name in svg and name != "Player 1"]


def test_a_correction_is_asked_for_on_a_form_and_the_club_page_counts_it(people: People) -> None:
    club = people.club()
    cup = a_cup(people, club, *PAIRS)
    (table,) = draw(people.admin, cup)["encounters"]
    report(people.admin, table["id"], 7, 4)
    visitor = Visitor(people.app)
    visitor.sign_in(account(people, "asks", registered(people, club, "Player 1")))
    path = f"/me/encounters/{table['id']}/corrections"
    assert f'href="{path}"' in visitor.get("/me").text
    assert f'href="{path}"' in visitor.get(f"/me/evenings/{cup}").text
    assert "Round 1, Table 1" in visitor.get(path).text
    sent = visitor.post(path, {"text": "We\r\nmade 8."})
    assert (sent.status_code, sent.location) == (303, "/me/corrections?done=sent")
    shown = visitor.get("/me/corrections?done=sent").text
    assert "We made 8." in shown
    assert "waits for an answer" in shown
    director = people.issue("director", club=club)
    headers = {"Authorization": f"Bearer {director.secret}"}
    read = people.app.test_client().get
    assert "1 request waits for an answer" in read(f"/clubs/{club}", headers=headers).text
    register = read(f"/clubs/{club}/people", headers=headers).text
    assert "We made 8." in register
    assert f"/tournaments/{cup}/rounds/1/tables/1" in register
    assert "request waits" not in visitor.get(f"/clubs/{club}").text
