"""The whole site on a real Postgres, without a browser."""

from __future__ import annotations

from tests.signing.conftest import app, house, people

__all__ = ["app", "house", "people"]
