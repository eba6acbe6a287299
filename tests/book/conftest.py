"""A real Postgres for the generated book."""

from __future__ import annotations

from tests.store.conftest import server, settings

__all__ = ["server", "settings"]
