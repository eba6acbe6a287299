"""A ledger on a real Postgres, as in the tests of the record, and the site on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from store.settings import Settings
from tests.http.applications import closing_app
from tests.record.conftest import another, catalogue, ledger
from web.app import create_app

__all__ = ["another", "catalogue", "ledger"]


@pytest.fixture(scope="module")
def site(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_app(settings)) as app:
        yield app
