"""The pages of slates in a real browser: a Schieber kept on a phone, over a lost connection, and corrected."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from api.services import Provider
from tests.http.people import People
from tests.http.test_slates import slate, write
from tests.pages.conftest import Open, accessible_in_both_looks, fits
from tests.pages.test_signing_in import signed_in
from tests.signing.visitors import official

PHONE = {"width": 390, "height": 844}


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(".keys").get_by_role("button", name=key, exact=True).click()


def totals(page: Page, *points: str) -> None:
    expect(page.locator(".board dd")).to_have_text(list(points))


def test_a_schieber_is_kept_on_a_phone_over_a_lost_connection_and_corrected(
    open_page: Open, house: Provider, people: People
) -> None:
    official(house, "schieber-scribe", "admin")
    club = people.club()
    page = signed_in(open_page("/", viewport=PHONE, clock=True), "schieber-scribe")
    page.goto(f"/clubs/{club}")
    page.get_by_role("link", name="New slate").click()
    page.get_by_label("Game").select_option("Schieber to 2500 points, with factors")
    page.get_by_label("Team A").fill("Vreni & Beat")
    page.get_by_label("Team B").fill("Carla & Dario")
    page.get_by_role("button", name="Open slate").click()
    totals(page, "0", "0")
    expect(page.get_by_role("button", name="Write line")).to_be_disabled()
    page.get_by_role("radio", name="Obenabe").check()
    press(page, "97")
    expect(page.locator(".rest")).to_have_text("Carla & Dario: 60")
    fits(page)
    accessible_in_both_looks(page)
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
    page.get_by_role("radio", name="Bells").check()
    press(page, "1005")  # no deal has 1005 points: the last key does nothing
    page.locator(".keys").get_by_role("button", name="Delete the last digit").click()
    press(page, "0")
    page.get_by_text("Weis, Stöck, end of the game").click()
    page.get_by_role("group", name="Weis").get_by_label("Carla & Dario").fill("50")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".announcement")).to_contain_text("No connection")
    page.clock.run_for(3500)
    expect(page.locator(".waiting")).to_be_visible()
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
    accessible_in_both_looks(page)
    page.get_by_role("button", name="Correct line 1").click()
    totals(page, "351", "534")
    page.get_by_text("1 correction").click()
    expect(page.locator("#corrections")).to_contain_text("misread")
    page.get_by_role("button", name="Undo line 2").click()
    page.get_by_role("button", name="Remove line").click()
    totals(page, "237", "234")
    open_page.wrong[:] = [each for each in open_page.wrong if "ERR_FAILED" not in each]  # type: ignore[attr-defined]


def test_a_spectator_sees_a_coiffeur_grow_and_no_form(open_page: Open, people: People) -> None:
    identity = slate(people.admin, game="coiffeur", club=people.club())
    write(people.admin, identity, 97, contract="roses")
    page = open_page(f"/slates/{identity}", viewport=PHONE, clock=True)
    totals(page, "194", "0")
    expect(page.locator(".grid-of-contracts tbody tr").nth(1)).to_contain_text("194")
    assert page.locator("main form").count() == 0
    page.clock.run_for(1000)
    write(people.admin, identity, 100, contract="bells")
    page.clock.run_for(20_000)
    totals(page, "194", "400")
