"""Signing in and joining a table as people do it: with a browser, on a desk and on a phone."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from api.people.accounts import first, link
from api.services import Provider
from tests.http.people import People, play, whole_deal
from tests.pages.conftest import PHONE, Open, accessible, fits, signed_in
from tests.signing.visitors import PASSWORD, official
from web.printing import qr


@pytest.fixture(scope="module")
def keeper(house: Provider) -> str:
    return official(house, "keeper", "admin").login


def sign_in(page: Page, login: str, password: str = PASSWORD) -> Page:
    """Fill in the form. Other tests sign in without it, in a tenth of the time (`tests.pages.conftest.signed_in`)."""
    page.goto("/sign-in")
    page.locator("#login").fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    return page


def expected(open_page: Open, *statuses: int) -> None:
    """A browser's console tells of every page that is refused; these were meant to be."""
    wrong = open_page.wrong  # type: ignore[attr-defined]
    wrong[:] = [each for each in wrong if not any(f"status of {status}" in each for status in statuses)]


@pytest.mark.full
def test_the_first_start_leads_an_administrator_in(open_page: Open, house: Provider, site: str) -> None:
    services = house.services
    administrator = first(services)
    assert administrator is not None
    assert first(services) == administrator, "a second start makes no second one"
    page = open_page(link(services, administrator, site))
    expect(page.get_by_role("heading", name="Sign in as Administrator")).to_be_visible()
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Set a password, to come back without a link").click()
    expect(page.get_by_role("status")).to_contain_text("Set a password now")
    page.get_by_label("New password").fill("a club of four tables")
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is set")
    assert first(services) is None, "somebody has signed in"
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_in(page, "Admin", "a club of four tables")
    expect(page.get_by_role("link", name="Administrator")).to_be_visible()


def test_a_link_is_good_once(open_page: Open, house: Provider, site: str) -> None:
    address = link(house.services, official(house, "once", "admin"), site)
    page = open_page(address)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Once")).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("heading", name="This link has expired")).to_be_visible()
    accessible(page, everyday=False)
    expected(open_page, 404)


def test_signing_in_with_a_password_and_out_again(open_page: Open, keeper: str) -> None:
    page = open_page("/accounts")
    expect(page).to_have_url(re.compile(r"/sign-in\?next=/accounts"))
    accessible(page, everyday=False)
    page.locator("#login").fill(keeper)
    page.get_by_label("Password", exact=True).fill("not the password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    expect(page.locator("#login")).to_have_value(keeper)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Officials' accounts")).to_be_visible()
    page.get_by_role("link", name="Keeper").click()
    expect(page.get_by_text("this device")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.goto("/account")
    expect(page).to_have_url(re.compile("/sign-in"))
    expected(open_page, 403)


@pytest.mark.full
def test_scripts_write_with_the_pages_proof(open_page: Open, keeper: str) -> None:
    page = sign_in(open_page("/health"), keeper)
    page.wait_for_url(re.compile("/(clubs/new)?$"))
    opened = page.evaluate(
        """async () => {
            const { href } = document.querySelector('link[href$="css/nought.css"]');
            const { post } = await import(href.replace('css/nought.css', 'js/api.js'));
            return (await post('/api/v1/clubs', { name: 'From a script' })).status;
        }"""
    )
    assert opened == 201


@pytest.mark.full
def test_a_director_is_made_and_looks_after_its_own_club_only(
    open_page: Open, people: People, house: Provider, keeper: str
) -> None:
    club = people.club()
    name = house.services.catalogue.find(UUID(club)).title  # type: ignore[union-attr]
    official(house, "elsewhere", "director", UUID(people.club()))
    page = signed_in(open_page("/health"), keeper)
    page.goto("/accounts")
    page.get_by_label("Name, shown").fill("Dilini")
    page.get_by_label("Sign-in name").fill("dilini@club.example")
    page.get_by_label("Role").select_option("director")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert")).to_contain_text("needs a club")
    page.get_by_label("Club").select_option(label=name)
    page.get_by_role("button", name="Create account").click()
    address = page.get_by_label("Dilini can sign in once with this link").input_value()
    accessible(page, everyday=False)
    fits(page)
    director = open_page(address, viewport=PHONE)
    director.get_by_role("button", name="Sign in").click()
    director.goto("/accounts")
    expect(director.get_by_text("dilini@club.example")).to_be_visible()
    expect(director.get_by_text("elsewhere")).to_have_count(0)
    fits(director)
    expected(open_page, 422)


@pytest.mark.full
def test_a_token_for_a_program_is_shown_once_and_ended(open_page: Open, people: People, keeper: str) -> None:
    page = signed_in(open_page("/health"), keeper)
    page.goto("/account")
    page.get_by_label("Purpose").fill("score board")
    page.get_by_label("Role", exact=True).select_option("arbiter")
    page.get_by_label("Read only").check()
    page.get_by_role("button", name="Create token").click()
    secret = page.get_by_label("New token").input_value()
    accessible(page, everyday=False)
    bearer = {"Authorization": f"Bearer {secret}"}
    deal = people.deal()
    read = page.request.get(f"/api/v1/deals/{deal}/views/arbiter", headers=bearer)
    assert read.status == 200
    ruling = {"seat": "E", "code": "revoke"}
    write = page.request.post(f"/api/v1/deals/{deal}/rulings/violation", headers=bearer, data=ruling)
    assert write.status == 403
    page.goto("/account")
    expect(page.get_by_text(secret)).to_have_count(0)
    page.get_by_role("button", name="End access: token score board").click()
    assert page.request.get("/api/v1/tokens/me", headers=bearer).status == 401


def made_cards(page: Page, table: str, *whom: str) -> list[tuple[str, str]]:
    """The addresses and the PINs of new cards."""
    page.goto(f"/tables/{table}/cards")
    page.get_by_label("Scribe").set_checked("recorder" in whom)
    for seat in set(whom) - {"recorder"}:
        page.locator(f'[name="for"][value="{seat}"]').check()
    page.get_by_role("button", name="Create cards").click()
    addresses = page.locator(".address").all_inner_texts()
    pins = page.locator(".pin-shown").all_inner_texts()
    return list(zip(addresses, pins, strict=True))


@pytest.mark.full
def test_a_card_shows_the_code_of_its_address_and_can_be_printed(open_page: Open, people: People, keeper: str) -> None:
    page = signed_in(open_page("/health"), keeper)
    cards = made_cards(page, people.table(), "recorder", "E")
    assert len(cards) == 2
    drawn = page.locator(".table-card svg path[stroke]").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    for code, (address, _) in zip(drawn, cards, strict=True):
        assert f'd="{code}"' in qr.svg(address, "")
    accessible(page, everyday=False)
    fits(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("header.site")).to_be_hidden()
    for address, pin in cards:
        expect(page.get_by_text(address)).to_be_visible()
        expect(page.get_by_text(pin)).to_be_visible()
    assert page.locator(".table-card svg").first.bounding_box()["width"] > 180  # type: ignore[index]


@pytest.mark.full
def test_a_scribe_joins_by_phone_and_players_confirm_with_their_pins(
    open_page: Open, people: People, keeper: str
) -> None:
    table = people.table()
    desk = signed_in(open_page("/health"), keeper)
    ((address, pin),) = made_cards(desk, table, "recorder")
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts)

    phone = open_page(address, viewport=PHONE)
    fits(phone)
    accessible(phone, everyday=False)
    phone.get_by_label("Your name").fill("Ruwan")
    phone.get_by_label("PIN beside the code").fill("000000" if pin != "000000" else "111111")
    phone.get_by_role("button", name="Join table").click()
    expect(phone.get_by_role("alert")).to_contain_text("Wrong PIN")
    phone.get_by_label("PIN beside the code").fill(pin)
    phone.get_by_role("button", name="Join table").click()
    expect(phone.get_by_role("heading", name="Record a deal")).to_be_visible()
    name = people.admin.get(f"/tables/{table}").json["name"]
    expect(phone.get_by_label("Table")).to_have_value(table)
    assert phone.get_by_label("Table").locator("option").all_inner_texts() == [name]
    phone.goto(f"/tables/{table}/results")
    expect(phone.get_by_text("Ruwan, Scribe")).to_be_visible()
    expect(phone.get_by_text("not confirmed")).to_be_visible()
    accessible(phone, everyday=False)
    fits(phone)
    for seat, digits in (("E", "1357"), ("S", "2468")):
        pins = phone.locator("section", has_text="PINs of the seats")
        pins.get_by_label("Seat").select_option(seat)
        pins.get_by_label("New PIN").fill(digits)
        pins.get_by_role("button", name="Set PIN").click()
    result = phone.locator(f"#deal-{deal}")
    result.locator("select").select_option("E")
    result.get_by_label("PIN of the seat").fill("9999")
    result.get_by_role("button", name="Confirm result").click()
    expect(result.get_by_role("alert")).to_contain_text("The PIN is wrong")
    for seat, digits in (("E", "1357"), ("S", "2468")):
        result.locator("select").select_option(seat)
        result.get_by_label("PIN of the seat").fill(digits)
        result.get_by_role("button", name="Confirm result").click()
        expect(result.get_by_text(f"confirmed by East{', South' if seat == 'S' else ''}")).to_be_visible()
    expect(result.get_by_text("not confirmed")).to_have_count(0)
    expected(open_page, 403)


@pytest.mark.full
def test_a_player_confirms_on_an_own_phone(open_page: Open, people: People, keeper: str) -> None:
    table = people.table()
    desk = signed_in(open_page("/health"), keeper)
    ((address, pin),) = made_cards(desk, table, "W")
    dealer, acts = whole_deal(9)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts)
    phone = open_page(address, viewport=PHONE)
    phone.get_by_label("Your name").fill("Wasantha")
    phone.get_by_label("PIN beside the code").fill(pin)
    phone.get_by_role("button", name="Join table").click()
    phone.get_by_role("link", name="Results").click()
    phone.get_by_role("button", name="Confirm result").click()
    expect(phone.locator(f"#deal-{deal}").get_by_text("confirmed by West")).to_be_visible()
    accessible(phone, everyday=False)


@pytest.mark.full
def test_too_many_wrong_pins_are_told_how_long_to_wait(open_page: Open, people: People, keeper: str) -> None:
    desk = signed_in(open_page("/health"), keeper)
    ((address, pin),) = made_cards(desk, people.table(), "recorder")
    phone = open_page(address, viewport=PHONE)
    for _ in range(7):
        phone.get_by_label("Your name").fill("Guesser")
        phone.get_by_label("PIN beside the code").fill("000000" if pin != "000000" else "111111")
        phone.get_by_role("button", name="Join table").click()
    expect(phone.get_by_role("heading", name="Too many wrong attempts")).to_be_visible()
    expect(phone.get_by_text("Try again in")).to_be_visible()
    expected(open_page, 403, 429)
