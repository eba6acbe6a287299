"""The whole site on a real Postgres, without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from api.services import Provider
from store.settings import Settings
from tests.http.applications import closing_app, house, people
from tests.signing.compiled import create_site
from tests.signing.visitors import Visitor, signed_in

__all__ = ["house", "people"]


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


@pytest.fixture(scope="module")
def keeper(app: Flask, house: Provider) -> Visitor:
    """An administrator's browser."""
    return signed_in(app, house, "keeper", "admin")
