"""Signing in at an issuer of OpenID Connect, in Chromium: the browser goes there and comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import expect

from api.site import EXTENSION, Site
from tests.http.applications import serving
from tests.pages.conftest import PHONE, Open, accessible, fits
from tests.signing.issuer import CLIENT, SECRET, Issuer, running_issuer


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with running_issuer() as running:
        yield running


@pytest.fixture(scope="module")
def site(app: Flask, issuer: Issuer) -> Iterator[str]:
    """A running server whose operator named an issuer."""
    with serving(app) as port:
        address = f"http://localhost:{port}"
        named = {"issuer": issuer.url, "issuer_client": CLIENT, "issuer_secret": SECRET}
        app.extensions[EXTENSION] = Site(url=address, issuer_name="The Federation", **named)
        yield address


@pytest.mark.full
def test_a_browser_signs_in_at_the_federation_and_comes_back(open_page: Open, issuer: Issuer) -> None:
    page = open_page("/sign-in?next=/account", viewport=PHONE)
    fits(page)
    accessible(page)
    page.get_by_role("link", name="Continue with The Federation").click()
    expect(page.get_by_role("heading", name="Siva at the federation")).to_be_visible()
    expect(page.get_by_text("You have joined no club yet.")).to_be_visible()
    accessible(page)
