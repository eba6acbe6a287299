"""Statistics whose days are computed before each reading, so that readers get them from the table."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.versions import QUIET_TOPICS
from api.statistics.keeper import StatisticsKeeper
from domain.kernel.whole_record import whole_record
from store.tables.analyses import Analyses
from store.tables.catalogue import Catalogue
from store.tables.statistics import Statistics, Stored


def compute(statistics: Statistics) -> None:
    """Compute all stale days."""
    leader = statistics.recorder.leader
    keeper = StatisticsKeeper(statistics, Catalogue(leader), Analyses(leader, statistics.kernel, QUIET_TOPICS))
    with whole_record():
        while keeper.compute(quiet=0.0):
            pass


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute all stale days before each reading."""
    read = Statistics.read

    def compute_and_read(self: Statistics, *values: Any) -> Stored:
        compute(self)
        return read(self, *values)

    monkeypatch.setattr(Statistics, "read", compute_and_read)
