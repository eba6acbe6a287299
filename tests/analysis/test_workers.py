"""The workers that analyse deals: each deal once, also if workers are killed; started again, ended with their pool."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from uuid import UUID

import psutil
import psycopg
import pytest

from analysis.deal import analyse
from analysis.payloads import deal_payload
from analysis.solver import LIMIT, Solver
from analysis.versions import version_of
from api.analyses.pool import AnalysisPool
from api.analyses.worker import NICENESS, AnalysisWorker
from api.services import Provider, Services
from store.settings import Settings
from tests.analysis.workers import analyse_all, copies
from tests.cli.conftest import ROOT
from tests.http.conftest import app, house, people
from tests.http.people import People, play, whole_deal
from tests.waiting import until

__all__ = ["app", "house", "people"]

FULL = bool(os.environ.get("NOUGHT_FULL"))
DEALS = 10_000 if FULL else 24
KINDS = 40 if FULL else 4
"""Different deals; the others are their copies."""
KILLS = 5 if FULL else 3


@pytest.fixture
def environment(settings: Settings) -> dict[str, str]:
    names = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "PYTHONPATH": str(ROOT)}
    return {**os.environ, **names}


@pytest.fixture
def pool(environment: dict[str, str]) -> Iterator[AnalysisPool]:
    workers = AnalysisPool(2, environment)
    yield workers
    workers.stop()


@pytest.fixture
def services(house: Provider) -> Services:
    return house.services


def recorded(people: People, seed: int) -> UUID:
    """Record a deal in which cards were played."""
    dealer, acts = whole_deal(seed)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    return UUID(deal)


def test_once_nothing_waits_costly_cards_are_judged_from_their_seats(
    people: People, services: Services, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judgements by what a seat knew are the same each time, as for one card over the API.

    This is the first test here, since it judges all deals of the book.
    """
    if not FULL:
        monkeypatch.setattr("api.analyses.worker.SEAT_BUDGET", 500_000)
    deal = recorded(people, 5)
    analyse_all(settings)
    version = version_of(services.ledger.repository.history(deal))
    with closing(AnalysisWorker(settings)) as worker:
        before = services.analyses.find(deal, version)
        while worker.judge_next():
            pass
        assert services.analyses.count_not_judged() == 0
    after = services.analyses.find(deal, version)
    assert before is not None
    assert after is not None
    assert before.answer is not None
    assert after.answer is not None
    judged = [ply for ply in after.answer["plies"] if ply["from_seat"]]
    assert [ply["ply"] for ply in judged] == [ply["ply"] for ply in before.answer["plies"] if ply["better"]]
    assert judged
    assert after.answer == before.answer | {
        "plies": [
            then | {"from_seat": now["from_seat"]}
            for then, now in zip(before.answer["plies"], after.answer["plies"], strict=True)
        ]
    }
    shown = people.anybody.get(f"/deals/{deal}/analysis")
    assert [ply["ply"] for ply in shown.json["plies"] if "from_seat" in ply] == [ply["ply"] for ply in judged]


@pytest.mark.full
def test_each_deal_is_analysed_once_though_workers_are_killed(
    people: People, services: Services, settings: Settings, pool: AnalysisPool
) -> None:
    kinds = [recorded(people, seed) for seed in range(KINDS)]
    deals = [*kinds, *copies(services, kinds, DEALS // KINDS - 1)]
    analyses = services.analyses
    pool.start()
    for kill in range(KILLS):
        moment = (kill + 1) * DEALS // (KILLS + 2)
        until(lambda moment=moment: analyses.count_states()["done"] >= moment, seconds=3600)
        os.kill(pool.pids[kill % len(pool.pids)], signal.SIGKILL)
        until(lambda: len(pool.pids) == 2)
    until(lambda: sum(analyses.count_states().values()) >= len(deals) and not analyses.count_waiting(), seconds=3600)
    with psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection:
        rows = connection.execute("SELECT deal_id, state, attempts FROM analyses").fetchall()
    own = set(deals)
    rows = [row for row in rows if row[0] in own]
    assert len(rows) == len(deals)
    assert {deal: state for deal, state, _ in rows} == dict.fromkeys(deals, "done")
    assert sum(attempts for *_, attempts in rows) <= len(deals) + KILLS, "only what a killed worker held is done again"
    for deal in (deals[0], deals[-1]):
        record = services.ledger.deals.get(deal).record
        stored = analyses.find(deal, version_of(services.ledger.repository.history(deal)))
        assert stored is not None
        assert stored.answer is not None
        plies = [{**ply, "from_seat": None} for ply in stored.answer["plies"]]  # some are judged by now
        assert {**stored.answer, "plies": plies} == deal_payload(analyse(record, Solver(limit=LIMIT)))


def test_workers_run_at_a_low_priority_and_end_with_their_pool(services: Services, pool: AnalysisPool) -> None:
    pool.start()
    until(lambda: services.analyses.count_workers() == 2)
    workers = [psutil.Process(pid) for pid in pool.pids]
    assert [worker.nice() for worker in workers] == [min(19, os.nice(0) + NICENESS)] * 2
    pool.stop()
    assert not pool.pids
    assert not any(worker.is_running() for worker in workers)
    until(lambda: services.analyses.count_workers() == 0)


def test_a_deal_that_cannot_be_analysed_has_its_reason(people: People, services: Services, settings: Settings) -> None:
    """The others are analysed all the same."""
    passed = UUID(people.deal(dealer="S"))
    services.analyses.request(passed, 1)
    whole = recorded(people, 1)
    analyse_all(settings)
    failed = services.analyses.find(passed, 1)
    assert failed is not None
    assert (failed.state, failed.reason) == ("failed", "no card was played in this deal")
    stored = services.analyses.find(whole, version_of(services.ledger.repository.history(whole)))
    assert stored is not None
    assert stored.state == "done"


def test_a_confirmation_needs_no_new_analysis(people: People, services: Services, settings: Settings) -> None:
    deal = recorded(people, 2)
    analyse_all(settings)
    before = services.analyses.count_states()["done"]
    people.admin.post(f"/deals/{deal}/pins", {"seat": "E", "pin": "1234"})
    confirmed = people.admin.post(f"/deals/{deal}/confirmations", {"seat": "E", "pin": "1234"})
    assert confirmed.status_code == 200, confirmed.json
    analyse_all(settings)
    assert services.analyses.count_states()["done"] == before
    assert people.anybody.get(f"/deals/{deal}/analysis").status_code == 200
