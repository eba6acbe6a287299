"""Joining with a passkey in a stock Firefox; in Chromium it is `tests.pages.test_passkeys`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from api.site import EXTENSION, Site
from tests.engines.conftest import needed
from tests.engines.marionette import firefox_with_authenticator
from tests.http.applications import serving
from tests.http.people import People, opened

NAME = "Sivapalan Thurairajah"


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """A running server with a name: authenticators know no numbers."""
    with serving(app) as port:
        address = f"http://localhost:{port}"
        app.extensions[EXTENSION] = Site(served_at=address)
        yield address


@pytest.mark.full
def test_a_player_joins_with_a_passkey_signs_out_and_in_again(site: str, house: Provider, people: People) -> None:
    needed("firefox-esr")
    club = people.club("members-only")
    player = opened(people.admin.post("/players", {"name": NAME, "club": club}))
    secret = house.services.joining.invite(UUID(player), UUID(club), timedelta(days=1))
    with firefox_with_authenticator("firefox-esr") as phone:
        phone.visit(f"{site}/join/{secret}")
        phone.sees(f"You are invited as {NAME}.")
        phone.press("Join with a passkey")
        phone.sees("Welcome. You have joined the club.")
        linked = house.services.account_players.of_player(UUID(player))
        assert linked is not None
        assert len(house.services.passkeys.of_account(linked.account)) == 1
        phone.visit(f"{site}/account")
        phone.press("Add a passkey")
        phone.sees("Perhaps this device has a passkey for the account already.")
        phone.press("Sign out")
        phone.visit(f"{site}/sign-in")
        phone.press("Sign in with a passkey")
        phone.is_at("/me")
        phone.sees(NAME)
