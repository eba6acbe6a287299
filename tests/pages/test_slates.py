"""The pages of slates in a real browser: a Schieber kept on a phone, over a lost connection, and corrected."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from api.services import Provider
from tests.cases import cases
from tests.http.people import People, opened
from tests.http.test_slates import slate, write
from tests.http.tournament_requests import done
from tests.pages.conftest import Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import Visitor, official

PHONE = {"width": 390, "height": 844}


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(".keys").get_by_role("button", name=key, exact=True).click()


def totals(page: Page, *points: str) -> None:
    expect(page.locator(".board .total")).to_have_text(list(points))


@pytest.mark.full
def test_a_line_that_was_written_does_not_stand_there_again_if_the_page_could_not_be_fetched_anew(
    open_page: Open, house: Provider, people: People
) -> None:
    official(house, "schieber-reader", "admin")
    identity = slate(people.admin, game="schieber", club=people.club())
    page = signed_in(open_page("/health", viewport=PHONE), "schieber-reader")
    page.goto(f"/slates/{identity}")

    def lose(route: Route) -> None:
        route.abort() if route.request.resource_type == "fetch" else route.continue_()

    page.route(f"**/slates/{identity}", lose)
    press(page, "100")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".lines-of-slate tbody tr")).to_have_count(1)
    expect(page.locator(".keys button").first).to_be_visible()  # the script has run, and restored what was kept
    expect(page.get_by_label("Points", exact=True)).to_have_value("")
    open_page.tolerated.append("ERR_FAILED")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_line_whose_answer_was_lost_is_sent_again_and_written_once(
    open_page: Open, house: Provider, people: People
) -> None:
    official(house, "schieber-offline", "admin")
    identity = slate(people.admin, game="schieber", club=people.club())
    page = signed_in(open_page("/health", viewport=PHONE, clock=True), "schieber-offline")
    page.goto(f"/slates/{identity}")
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if not lost:
            route.fetch()
        lost.append(route)
        route.abort()

    page.route("**/api/v1/slates/*/lines", lose)
    press(page, "97")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".announcement")).to_contain_text("No connection")
    page.unroute("**/api/v1/slates/*/lines")
    page.reload()
    totals(page, "97", "60")
    expect(page.locator(".lines-of-slate tbody tr")).to_have_count(1)
    expect(page.locator(".waiting")).to_be_hidden()
    open_page.tolerated.append("ERR_FAILED")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_schieber_is_kept_on_a_phone_over_a_lost_connection_and_corrected(
    open_page: Open, house: Provider, people: People
) -> None:
    official(house, "schieber-scribe", "admin")
    club = people.club()
    page = signed_in(open_page("/health", viewport=PHONE, clock=True), "schieber-scribe")
    page.goto(f"/clubs/{club}")
    page.get_by_text("What do you play?").click()
    page.get_by_role("link", name="Keep a slate").click()
    page.get_by_label("Game").select_option("Schieber to 2500 points, with factors")
    page.get_by_label("Team A").fill("Vreni & Beat")
    page.get_by_label("Team B").fill("Carla & Dario")
    page.get_by_role("button", name="Open slate").click()
    totals(page, "0", "0")
    expect(page.get_by_role("button", name="Write line")).to_be_disabled()
    page.get_by_role("radio", name="Obenabe").check()
    press(page, "97")
    expect(page.locator(".rest")).to_have_text("Carla: 60")  # buttons and keypad have first names
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Write line").click()
    totals(page, "291", "180")
    expect(page.locator(".standing").first).to_have_text("Carla & Dario may announce.")

    # The server does not answer. The line outlives the page, and is written once.
    lost = [0]

    def lose(route: object) -> None:
        lost[0] += 1
        if lost[0] == 1:
            route.fetch()  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.route("**/api/v1/slates/*/lines", lose)
    page.get_by_text("Weis, Stöck, end of the game").click()
    page.get_by_role("group", name="Weis").get_by_label("Carla").fill("20")  # Weis comes before the points
    page.reload()
    expect(page.locator("input[name=weis-B]")).to_have_value("20")
    page.get_by_role("radio", name="Bells").check()
    page.get_by_role("group", name="Points of").get_by_role("radio", name="Carla").check()
    press(page, "1005")  # no deal has 1005 points: the last key does nothing
    page.locator(".keys").get_by_role("button", name="Delete the last digit").click()
    press(page, "0")
    if not page.locator("input[name=weis-B]").is_visible():
        page.get_by_text("Weis, Stöck, end of the game").click()
    page.get_by_role("group", name="Weis").get_by_label("Carla").fill("50")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".announcement")).to_contain_text("No connection")
    page.clock.run_for(3500)
    expect(page.locator(".waiting")).to_be_visible()
    expect(page.locator(".keys")).to_have_attribute("inert", "")  # no digit is typed into a line that is on its way
    page.unroute("**/api/v1/slates/*/lines")
    page.reload()
    totals(page, "405", "480")
    expect(page.locator(".lines-of-slate tbody tr")).to_have_count(2)

    page.get_by_role("link", name="Correct line 1").click()
    page.get_by_label("Points", exact=True).fill("79")
    page.get_by_label("Reason").fill("misread")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator(".compared")).to_contain_text("Nothing is changed yet.")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Correct line 1").click()
    totals(page, "351", "534")
    page.get_by_text("1 correction").click()
    expect(page.locator("#corrections")).to_contain_text("misread")

    # Somebody else writes meanwhile: the typed number stays, and is written after a look at the slate.
    (identity,) = (row["id"] for row in people.anybody.get(f"/slates?club={club}").json["items"])
    done(people.admin, f"/slates/{identity}/lines", {"points": 0, "contract": "roses"})
    page.get_by_role("radio", name="Roses").check()
    press(page, "12")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".announcement")).to_contain_text("Somebody else has written a line")
    totals(page, "351", "691")
    expect(page.get_by_label("Points", exact=True)).to_have_value("12")
    page.locator(".keys").get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Undo line 3").click()
    page.get_by_role("button", name="Remove line").click()
    totals(page, "351", "534")
    page.get_by_role("button", name="Undo line 2").click()
    page.get_by_role("button", name="Remove line").click()
    totals(page, "237", "234")

    # A Coiffeur is tapped where one writes: only what a team has yet to play is a field of the grid.
    coiffeur = slate(people.admin, game="coiffeur", club=club, terms={"contracts": [["roses", 1], ["bells", 2]]})
    write(people.admin, coiffeur, 97, contract="roses")
    page.goto(f"/slates/{coiffeur}")
    expect(page.locator(".where")).to_have_text("Tap the field on the slate where you write.")
    expect(page.locator(".cell input")).to_have_count(3)
    expect(page.get_by_role("radio", name="A: Roses ×1")).to_have_count(0)
    page.get_by_role("radio", name="A: Bells ×2").check()
    expect(page.locator(".where")).to_have_text("A: Bells ×2")
    page.reload()
    expect(page.locator(".where")).to_have_text("A: Bells ×2")  # what was tapped is kept like what was typed
    page.get_by_role("checkbox", name="Match (257)").check()
    expect(page.locator(".rest")).to_have_text("")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Write line").click()
    totals(page, "611", "0")
    expect(page.locator(".cell input")).to_have_count(2)
    open_page.tolerated.append("ERR_FAILED")  # type: ignore[attr-defined]
    open_page.tolerated.append("412")  # type: ignore[attr-defined]


def test_the_forms_work_without_a_script_and_refuse_what_cannot_be_right(people: People) -> None:
    club = people.club()
    identity = slate(people.admin, club=club, terms={"target": 300})
    write(people.admin, identity, 97)

    def send(path: str, **form: str) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {people.admin.secret}"}
        answer = people.app.test_client().post(f"/slates/{identity}{path}", headers=headers, data=form)
        return answer.status_code, answer.text

    def state() -> tuple[str, int, dict[str, int]]:
        shown = people.anybody.get(f"/slates/{identity}").json
        return shown["status"], shown["version"], shown["totals"]

    preview, save = {"do": "preview"}, {"do": "save"}
    rows: list[tuple[str, dict[str, str], int, str]] = [
        ("/lines", {"points": "158"}, 422, "Points is a whole number from 0 to 157."),
        ("/lines", {"points": "many"}, 422, "Points is a whole number from 0 to 157."),
        ("/lines", {"match": "yes", "weis-A": "20", "weis-B": "20"}, 422, "Only the team with the best Weis"),
        ("/lines/9", {"points": "1", **save}, 404, "no line 9"),
        ("/lines/9/remove", {}, 422, "no line 9"),
        ("/lines/1", {"points": "97", **save}, 409, "ine 1 is so already"),
        ("/lines/1", {"points": "20", **preview}, 200, "Nothing is changed yet."),
        ("/lines/1", {"mode": "insert", "points": "20", **preview}, 200, "Nothing is changed yet."),
        ("/lines/1", {"mode": "remove", **preview}, 200, "Nothing is changed yet."),
        ("/terms", {"target": "90", "contracts": "Roses 1\nBells ×2", **preview}, 422, "say what was announced"),
        ("/terms", {"target": "x", "contracts": "Roses", **save}, 422, "arget is a whole number"),
        ("/terms", {"target": "90", "contracts": "Roses\nBells 1\nMisère 1", **preview}, 200, "Winner: A."),
        ("/reopen", {}, 409, "was not stopped"),
    ]
    before = state()
    with cases() as case:
        for path, form, status, text in rows:
            with case(path, form):
                answered, page = send(path, **form)
                assert (answered, text in page) == (status, True)
                assert state() == before
    changes: list[tuple[str, dict[str, str], str, dict[str, int]]] = [
        ("/lines", {"points": "60", "stoeck": "B"}, "open", {"A": 194, "B": 140}),
        ("/lines/2", {"points": "100", "announcer": "B", "why": "misread", **save}, "open", {"A": 154, "B": 160}),
        ("/lines/2", {"mode": "insert", "points": "57", "announcer": "A", **save}, "open", {"A": 211, "B": 260}),
        ("/lines/1", {"mode": "remove", **save}, "open", {"A": 114, "B": 200}),
        (
            "/terms",
            {"target": "150", "contracts": "Roses\nBells", "match_bonus": "100", **save},
            "over",
            {"A": 114, "B": 200},
        ),
        ("/stop", {"void": "yes"}, "void", {"A": 114, "B": 200}),
        ("/reopen", {}, "over", {"A": 114, "B": 200}),
        ("/teams", {"team-A": "Ours", "team-B": ""}, "over", {"A": 114, "B": 200}),
        ("/lines/2/remove", {}, "open", {"A": 57, "B": 100}),
    ]
    for path, form, status, totals_ in changes:
        answered, _ = send(path, **form)
        assert (answered, state()[0], state()[2]) == (303, status, totals_), (path, form)
    assert people.anybody.get(f"/slates/{identity}").json["teams"] == {"A": "Ours", "B": "B"}
    write(people.admin, identity, 157)
    listed = people.app.test_client().get(f"/slates?club={club}").text
    assert "Winner: " in listed, "the winner need not be the team with more points"
    shown_to_scribe = (
        people.app.test_client()
        .get(f"/slates/{identity}", headers={"Authorization": f"Bearer {people.admin.secret}"})
        .text
    )
    assert (state()[0], "Undo line 4" in shown_to_scribe, 'id="keypad"' in shown_to_scribe) == ("over", True, False)
    assert send("/teams", **{"team-A": "Anna & Beat", "team-B": "Carla + Dario"})[0] == 303
    assert send("/teams", **{"team-A": "Anna & Beat", "team-B": "Guests"})[0] == 303
    shown = people.anybody.get(f"/slates/{identity}").json
    assert (shown["teams"], shown["players"]) == ({"A": "Anna & Beat", "B": "Guests"}, {"A": ["Anna", "Beat"]})


def test_whose_points_are_typed_never_changes_by_itself(people: People) -> None:
    """A turn passes, and another team is chosen as the announcer: the points stay those of the team that one typed."""
    identity = slate(people.admin, club=people.club(), teams={"A": "Anna Frei & Beat", "B": "Carla & Dario"})
    headers = {"Authorization": f"Bearer {people.admin.secret}"}

    def chosen(name: str) -> str:
        page = people.app.test_client().get(f"/slates/{identity}", headers=headers).text
        (value,) = re.findall(rf'name="{name}" value="(\w)" checked', page)
        return str(value)

    assert (chosen("announcer"), chosen("team")) == ("A", "A")
    write(people.admin, identity, 97, team="A")
    assert (chosen("announcer"), chosen("team")) == ("B", "A")
    write(people.admin, identity, 97, team="B")
    assert (chosen("announcer"), chosen("team")) == ("A", "B")
    write(people.admin, identity, 20, team="B")
    assert (chosen("announcer"), chosen("team")) == ("B", "B")


def test_a_field_of_the_grid_is_the_announcer_and_the_contract_without_a_script_too(people: People) -> None:
    terms = {"contracts": [["roses", 1], ["Two by two", 3]]}
    identity = slate(people.admin, game="coiffeur", club=people.club(), terms=terms)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    for cell, points in (("B Two by two", "50"), ("A roses", "7")):
        sent = {"cell": cell, "points": points}
        answer = people.app.test_client().post(f"/slates/{identity}/lines", headers=headers, data=sent)
        assert answer.status_code == 303, cell
    shown = people.anybody.get(f"/slates/{identity}").json
    assert [(row["announcer"], row["contract"], row["scored"]) for row in shown["lines"]] == [
        ("B", "Two by two", {"A": 0, "B": 150}),
        ("A", "roses", {"A": 7, "B": 0}),
    ]


def test_a_spectator_sees_a_coiffeur_grow_and_no_form(open_page: Open, people: People) -> None:
    identity = slate(people.admin, game="coiffeur", club=people.club())
    write(people.admin, identity, 97, contract="roses")
    page = open_page(f"/slates/{identity}", viewport=PHONE, clock=True)
    totals(page, "194", "0")
    expect(page.locator(".grid-of-contracts tbody tr").nth(1)).to_contain_text("194")
    assert page.locator(".cell").count() == 0
    assert page.locator("main form").count() == 0
    page.clock.run_for(1000)
    write(people.admin, identity, 100, contract="bells")
    page.clock.run_for(20_000)
    totals(page, "194", "400")


def test_the_name_of_a_registered_player_stands_for_the_player(house: Provider, people: People) -> None:
    """docs/scores.md, "An evening on your phone". A name that two players have, and any other name, stay names."""
    club = people.club()
    ids = {}
    for name in ("Vreni Müller", "Beat", "Carla", "Carla"):
        ids[name] = opened(people.admin.post("/players", {"name": name, "club": club}))
    visitor = Visitor(people.admin.app)
    visitor.sign_in(official(house, "slate-names", "admin").login)
    visitor.get("/slates")
    teams = {"team-A": "vreni muller & Beat", "team-B": "Carla & Dario"}
    at = visitor.post("/slates", {"preset": "schieber:1000", "club": club, **teams}).location
    kept = people.anybody.get(at).json
    assert kept["players"] == {"A": [ids["Vreni Müller"], ids["Beat"]], "B": ["Carla", "Dario"]}
    assert kept["teams"] == {"A": "Vreni Müller & Beat", "B": "Carla & Dario"}
    shown = visitor.get(at).text
    assert f'href="/players/{ids["Beat"]}"' in shown
    ids["Dario"] = opened(people.admin.post("/players", {"name": "Dario", "club": club}))
    renamed = {"team-A": "Vreni Müller & Beat", "team-B": "Carla & Dario"}
    assert visitor.post(f"{at}/teams", renamed).status_code == 303
    assert people.anybody.get(at).json["players"] == {**kept["players"], "B": ["Carla", ids["Dario"]]}
    assert visitor.post(f"{at}/teams", {"team-A": "The Lions", "team-B": "dario"}).status_code == 303
    named = people.anybody.get(at).json
    assert (named["teams"], named["players"]) == ({"A": "The Lions", "B": "Dario"}, {"B": [ids["Dario"]]})


@pytest.mark.full
def test_a_group_without_an_account_keeps_a_slate_that_it_alone_writes_on(open_page: Open, people: People) -> None:
    """From the home page to the second line, without asking anybody."""
    page = open_page("/", viewport=PHONE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Record", exact=True).click()
    page.get_by_role("link", name="Keep the score of a Schieber or Coiffeur, without cards").click()
    page.get_by_label("Team A").fill("Vreni & Beat")
    page.get_by_label("Team B").fill("Carla & Dario")
    fits(page)
    page.get_by_role("button", name="Open slate").click()
    page.wait_for_url(re.compile("/slates/[0-9a-f-]{36}$"))
    press(page, "97")
    page.get_by_role("button", name="Write line").click()
    totals(page, "97", "60")
    expect(page.get_by_text("This browser alone writes on it")).to_be_visible()
    fits(page)
    accessible_in_both_looks(page)
    slate_page = page.url
    identity = slate_page.rsplit("/", 1)[1]
    # who has its address sees it; it is in no list, and nobody else writes on it
    other = open_page(slate_page, viewport=PHONE)
    totals(other, "97", "60")
    expect(other.get_by_role("button", name="Write line")).to_have_count(0)
    assert identity not in other.request.get("/slates").text()
    assert identity not in [each["id"] for each in people.anybody.get("/slates?limit=200").json["items"]]
    assert identity in [each["id"] for each in people.admin.get("/slates?limit=200").json["items"]]


def test_the_writer_of_a_slate_without_an_account_has_no_other_right(people: People) -> None:
    guest = Visitor(people.admin.app)
    form = {"preset": "schieber:1000", "team-A": "Vreni & Beat", "team-B": "Carla & Dario"}
    guest.get("/slates")
    first = guest.post("/slates", form)
    assert first.status_code == 303, first.text
    own = first.location
    guest.get(own)
    line = {"announcer": "A", "team": "A", "points": "97"}
    assert guest.post(f"{own}/lines", line).status_code == 303
    club = people.club()
    other = f"/slates/{slate(people.admin, game='schieber', club=club)}"
    for path in (f"{other}/lines", "/tables", f"/clubs/{club}/players", f"/clubs/{club}/cards"):
        refused = guest.post(path, line)
        assert refused.status_code in (401, 403) or "/sign-in" in refused.location, path
    assert people.anybody.get(other).json["lines"] == []
    for path in ("/tables", "/account"):
        refused = guest.get(path)
        assert refused.status_code in (401, 403) or "/sign-in" in refused.location, path
    assert guest.client.post("/api/v1/deals", json={"ruleset": "304"}).status_code == 401
    second = guest.post("/slates", form)
    assert second.status_code == 303
    for at in (own, second.location):
        assert 'id="keypad"' in guest.get(at).text, "it goes on writing on both"
        assert guest.post(f"{at}/lines", line).status_code == 303
        assert at in guest.get("/slates").text, "it gets back to both"
    assert own not in people.anybody.app.test_client().get("/slates").text
