"""A ledger on a real Postgres."""

from __future__ import annotations

from tests.record.conftest import another, catalogue, ledger
from tests.store.conftest import server, settings

__all__ = ["another", "catalogue", "ledger", "server", "settings"]
