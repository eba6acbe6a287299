"""A ledger on a real Postgres."""

from __future__ import annotations

from tests.record.conftest import another, catalogue, ledger

__all__ = ["another", "catalogue", "ledger"]
