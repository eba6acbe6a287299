"""A ledger on a real Postgres, as in the tests of the record, and the site on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from api.services import EXTENSION
from store.settings import Settings
from tests.record.conftest import another, catalogue, ledger
from tests.store.conftest import server, settings
from web.app import create_app

__all__ = ["another", "catalogue", "ledger", "server", "settings"]


@pytest.fixture(scope="module")
def site(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    app.extensions[EXTENSION].close()
