"""Deals to analyse, and the work done in this process."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from uuid import UUID, uuid4

from eventsourcing.persistence import StoredEvent

from api.analyses.worker import AnalysisWorker
from api.services import Services
from store.settings import Settings


def copies(services: Services, deals: Iterable[UUID], count: int) -> list[UUID]:
    """Record so many copies of each deal under new ids, and return these."""
    ids = []
    for deal in deals:
        events = services.recorder.select_events(deal)
        for _ in range(count):
            ids.append(uuid4())
            services.recorder.insert_events(
                [StoredEvent(ids[-1], each.originator_version, each.topic, each.state) for each in events]
            )
    for _ in services.catalogue.rebuild(services.ledger.listing):
        pass
    return ids


def analyse_all(settings: Settings) -> None:
    """Price the cards of all deals that wait, as a worker does; judge none from its seats."""
    with closing(AnalysisWorker(settings)) as worker:
        worker.follow_log()
        while worker.price_next():
            pass


def mine_all(settings: Settings) -> None:
    """Price the cards of all deals that wait, and mine their puzzles."""
    analyse_all(settings)
    with closing(AnalysisWorker(settings)) as worker:
        while worker.mine_next():
            pass
