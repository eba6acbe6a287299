"""The server analyses deals by itself: a settled deal gets its analysis, also after a worker was killed."""

from __future__ import annotations

from contextlib import suppress

import psutil
import pytest

from tests.http.people import sentences, whole_deal
from tests.serving.conftest import Running
from tests.waiting import until


def analysts(running: Running) -> list[psutil.Process]:
    """The processes that analyse deals."""
    workers = []
    for each in psutil.Process(running.pid).children():
        with suppress(psutil.Error):
            if any("api.analyses.worker" in part for part in each.cmdline()):
                workers.append(each)
    return workers


def record(running: Running, seed: int) -> str:
    """Record a whole deal, and return its id."""
    dealer, acts = whole_deal(seed)
    deal = running.opened("deals", {"ruleset": "304", "dealer": dealer})
    answer = running.ask("POST", f"/api/v1/deals/{deal}/actions", {"acts": sentences(acts)})
    assert answer.status == 200, answer.body
    return deal


def is_analysed(running: Running, deal: str) -> bool:
    """Whether the analysis of a deal is there."""
    answer = running.ask("GET", f"/api/v1/deals/{deal}/analysis")
    assert answer.status in (200, 202), answer.body
    return answer.status == 200


@pytest.mark.full
def test_a_settled_deal_is_analysed_and_a_killed_worker_is_started_again(running: Running) -> None:
    until(lambda: len(analysts(running)) == 1)
    first = record(running, 0)
    until(lambda: is_analysed(running, first))
    (worker,) = analysts(running)
    worker.kill()
    second = record(running, 1)
    until(lambda: is_analysed(running, second))
    (other,) = analysts(running)
    assert other.pid != worker.pid
