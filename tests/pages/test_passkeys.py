"""Joining and signing in with a passkey, in Chromium with a virtual authenticator.

In Firefox it is `tests/engines/test_passkeys.py`; WebKitGTK has no authenticators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from api.services import Provider
from api.site import EXTENSION, Site
from tests.http.applications import serving
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open, accessible, fits, signed_in
from tests.signing.visitors import PASSWORD, official

NAME = "Sivapalan Thurairajah"
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    """A running server with a name: authenticators know no numbers."""
    with serving(app) as port:
        address = f"http://localhost:{port}"
        app.extensions[EXTENSION] = Site(served_at=address)
        yield address


def with_authenticator(page: Page) -> Page:
    client = page.context.new_cdp_session(page)
    client.send("WebAuthn.enable")
    client.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


@pytest.fixture
def club(people: People) -> str:
    return people.club("members-only")


def invitation(house: Provider, people: People, club: str) -> str:
    player = opened(people.admin.post("/players", {"name": NAME, "club": club}))
    return house.services.joining.invite(UUID(player), UUID(club), timedelta(days=1))


@pytest.mark.full
def test_a_player_joins_with_a_passkey_signs_out_and_in_again(
    open_page: Open, house: Provider, people: People, club: str
) -> None:
    page = with_authenticator(open_page(f"/join/{invitation(house, people, club)}", viewport=PHONE))
    expect(page.get_by_text(f"You are invited as {NAME}.")).to_be_visible()
    assert page.locator("button.main:visible").count() == 1, "one primary action"
    fits(page)
    accessible(page)
    page.get_by_role("button", name="Join with a passkey").click()
    expect(page.get_by_role("status")).to_have_text("Welcome. You have joined the club.")
    page.goto("/account")
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    fits(page)
    accessible(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(re.compile("/me$"))
    expect(page.get_by_role("link", name=NAME).first).to_be_visible()


@pytest.mark.full
def test_whoever_has_a_password_adds_a_passkey(open_page: Open, house: Provider) -> None:
    official(house, "adds-a-passkey", "admin")
    page = with_authenticator(signed_in(open_page("/sign-in"), "adds-a-passkey"))
    page.goto("/account")
    adding = page.locator("form[data-passkey]")
    adding.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("status")).to_contain_text("The passkey is added.")
    adding.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("Perhaps this device has a passkey for the account already.")


@pytest.mark.full
def test_without_an_authenticator_a_password_is_left(
    open_page: Open, house: Provider, people: People, club: str
) -> None:
    page = open_page(f"/join/{invitation(house, people, club)}", viewport=PHONE)
    page.get_by_text("Join with a password").click()
    page.get_by_label("A short name to sign in with").fill(f"siva-{club[-12:]}")
    page.get_by_label("New password, at least 10 characters").fill("a long password")
    page.get_by_role("button", name="Join club").click()
    expect(page.get_by_role("status")).to_have_text("Welcome. You have joined the club.")


@pytest.mark.full
def test_a_club_prints_its_invitations_and_lets_in_who_scanned_its_card(
    open_page: Open, house: Provider, people: People, club: str
) -> None:
    opened(people.admin.post("/players", {"name": NAME, "club": club}))
    official(house, f"secretary-{club[-12:]}", "director", UUID(club))
    page = signed_in(open_page("/sign-in"), f"secretary-{club[-12:]}")
    page.goto(f"/clubs/{club}/members")
    accessible(page)
    page.get_by_role("button", name="Make the card").click()
    page.get_by_role("link", name="Show the card").click()
    accessible(page)
    code = house.services.joining.card(UUID(club))
    player = with_authenticator(open_page(f"/join/club/{code}", viewport=PHONE))
    accessible(player)
    player.locator("form[data-passkey]").get_by_label("Your name").fill(NAME)
    player.get_by_role("button", name="Join with a passkey").click()
    expect(player.get_by_role("status")).to_contain_text("The club has your request.")
    page.goto(f"/clubs/{club}")
    page.get_by_role("link", name="1 person asks to join").click()
    accessible(page)
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_text("has an account since")).to_be_visible()
    player.goto(f"/clubs/{club}")
    expect(player.get_by_role("link", name=NAME).first).to_be_visible()
    opened(people.admin.post("/players", {"name": "Another", "club": club}))
    page.goto(f"/clubs/{club}/members")
    page.get_by_role("button", name="Print cards for all").click()
    assert page.locator(".table-card svg").count() == 1
    accessible(page)
