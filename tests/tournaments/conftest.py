"""Tournaments are played through the API, on a real Postgres."""

from __future__ import annotations

import random

import pytest

from domain.fair.forms import SEED_BYTES
from tests.http.conftest import app, house, people

__all__ = ["app", "house", "people"]


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Lots fall as they fell the last time that the test ran."""
    rng = random.Random(request.node.name)
    monkeypatch.setattr("api.tournaments.access.entropy", lambda times=1: rng.randbytes(SEED_BYTES * times))
