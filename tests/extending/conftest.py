"""The whole site on a real Postgres, without a browser."""

from __future__ import annotations

from tests.signing.conftest import app, house, people
from tests.store.conftest import server, settings

__all__ = ["app", "house", "people", "server", "settings"]
