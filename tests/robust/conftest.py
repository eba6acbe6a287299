"""The whole site on a real Postgres, for what nobody should send and for deals as nobody should play them."""

from __future__ import annotations

from tests.signing.conftest import app, house, people

__all__ = ["app", "house", "people"]
