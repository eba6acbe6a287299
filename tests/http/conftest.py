"""The API on a real Postgres: one server a worker, one schema and one application a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from api.app import create_app
from store.settings import Settings
from tests.http.applications import closing_app, house, people
from tests.http.computed import computed

__all__ = ["computed", "house", "people"]


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    with closing_app(create_app(settings, {"STREAM_SECONDS": 0.2})) as app:
        yield app
