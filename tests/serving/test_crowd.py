"""Many follow many tables on a real server, and a worker is killed: row 23 of the benchmarks, small."""

from __future__ import annotations

import pytest

from benchmarks.crowd import in_words, measure
from benchmarks.streams import Site
from store.settings import Settings
from tests.serving.conftest import serving

FOLLOWERS = 200
TABLES = 10


@pytest.mark.full
def test_two_hundred_followers_miss_no_card_when_a_worker_is_killed(settings: Settings) -> None:
    """No follower misses a card or is shown one twice, whether or not its worker died."""
    with serving(settings, workers=2) as running:
        site = Site(running.port, running.secret, settings, running.pid)
        result = measure(site, FOLLOWERS, 6.0, tables=TABLES, pace=0.5, kills=1)
    assert result.is_right, in_words(result)
    assert result.arrivals > FOLLOWERS, in_words(result)
    assert len(result.recovered) == 1
