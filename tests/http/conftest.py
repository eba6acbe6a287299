"""The API on a real Postgres: one server a worker, one schema and one application a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from api.app import create_app
from api.services import EXTENSION, Provider
from store.settings import Settings
from tests.http.people import People
from tests.store.conftest import server, settings

__all__ = ["server", "settings"]


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    new_app = create_app(settings, {"STREAM_SECONDS": 0.2})
    yield new_app
    new_app.extensions[EXTENSION].close()


@pytest.fixture(scope="module")
def house(app: Flask) -> Provider:
    provider: Provider = app.extensions[EXTENSION]
    return provider


@pytest.fixture(scope="module")
def people(app: Flask, house: Provider) -> People:
    """An administrator, and everybody an administrator can let in."""
    return People(app, house)
