"""`analyse --workers`: analyse the deals of a record book, for its pages."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from api.cli.parts import books
from api.cli.parts.exits import DONE
from api.cli.parts.progress import Working, show_progress

if TYPE_CHECKING:
    from store.tables.analyses import Analyses

POLL_SECONDS: Final = 0.3


def analyse_book(workers: int, data: Path | None) -> int:
    """Analyse all settled deals of a record book that have no analysis yet. Return the exit code."""
    from api.analyses.pool import AnalysisPool
    from api.services import Services

    with books.settings(data, new=False) as settings:
        environment = {**os.environ, "NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema}
        services = Services.build(settings.for_long_work())
        pool = AnalysisPool(workers, environment)
        pool.start()
        try:
            with show_progress("analysing the deals", total=0) as work:
                follow_queue(services.analyses, work)
            with show_progress("judging costly cards from the seats", total=0) as work:
                follow_judgement(services.analyses, work)
            states = services.analyses.count_states()
        finally:
            pool.stop()
            services.close()
    suffix = f"; {states['failed']} have none, since no card was played or not all cards are known"
    click.echo(f"{states['done']} deals have an analysis{suffix if states['failed'] else ''}")
    return DONE


def follow_queue(analyses: Analyses, work: Working) -> None:
    """Show the progress until the log was read to its end and nothing waits."""
    before = analyses.count_states()
    done = 0
    while True:
        while analyses.feed():
            pass
        states = analyses.count_states()
        now = sum(states[state] - before[state] for state in ("done", "failed"))
        work.extend_to(now + states["waiting"])
        work.advance(now - done)
        done = now
        if not states["waiting"] and not analyses.feed():
            return
        time.sleep(POLL_SECONDS)


def follow_judgement(analyses: Analyses, work: Working) -> None:
    """Show the progress until each deal with prices is judged from the seats."""
    first = left = analyses.count_not_judged()
    work.extend_to(first)
    while left:
        time.sleep(POLL_SECONDS)
        now = analyses.count_not_judged()
        work.advance(left - now)
        left = now
