"""The whole site on a real Postgres, without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from api.services import EXTENSION, Provider
from store.settings import Settings
from tests.http.people import People
from tests.signing.compiled import create_site
from tests.store.conftest import server, settings

__all__ = ["server", "settings"]


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    site = create_site(settings)
    yield site
    site.extensions[EXTENSION].close()


@pytest.fixture(scope="module")
def house(app: Flask) -> Provider:
    provider: Provider = app.extensions[EXTENSION]
    return provider


@pytest.fixture(scope="module")
def people(app: Flask, house: Provider) -> People:
    """An administrator, and everybody an administrator can let in."""
    return People(app, house)
