"""A ledger on a real Postgres: one server a worker, one schema a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.ledger import Ledger
from store.settings import Settings
from store.tables.catalogue import Catalogue, Rows


@pytest.fixture(scope="module")
def ledger(settings: Settings) -> Iterator[Ledger]:
    with Ledger(settings.environment(), Rows()) as ledger:
        yield ledger


@pytest.fixture
def another(settings: Settings) -> Iterator[Ledger]:
    """The ledger of another process, as far as locks and connections go."""
    with Ledger(settings.environment(), Rows()) as ledger:
        yield ledger


@pytest.fixture(scope="module")
def catalogue(ledger: Ledger) -> Catalogue:
    return Catalogue(ledger.repository.recorder)  # type: ignore[arg-type]
