"""`problems mine --club`: mine the problems of a club's deals in the record book, and store them for its pages."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.cli.parts import books
from api.cli.parts.errors import Trouble
from api.cli.parts.progress import show_progress

if TYPE_CHECKING:
    from uuid import UUID

    from api.analyses.worker import AnalysisWorker

POLL_SECONDS: Final = 0.3


def mine_club(name: str, data: Path | None, *, again: bool) -> list[str]:
    """Mine the problems of a club's settled deals that were not mined yet. Return those of all its deals as lines.

    ``name``: the club's id or name. ``again``: mine those that were mined too. Raises `Trouble` if there is none.
    """
    from api.analyses.puzzle_mining import METHOD
    from api.analyses.worker import AnalysisWorker
    from api.services import Services
    from store.tables.puzzles import SeenDeal

    with books.settings(data, new=False) as settings:
        services = Services.build(settings.for_long_work())
        try:
            club = services.catalogue.find(books.find_id(services, "club", name))
            if club is None or club.kind != "club":
                raise Trouble(f"there is no club {name!r}")
            deals = [row.id for row in services.catalogue.rows("deal", club=club.id)]
            services.analyses.request_all(deals)
            if again:
                services.analyses.mine_again(deals)
            unmined = services.analyses.find_unmined(deals, METHOD)
            with closing(AnalysisWorker(settings)) as worker, show_progress("mining", total=len(deals)) as progress:
                progress.advance(len(deals) - len(unmined))
                for deal in unmined:
                    mine_deal(worker, deal)
                    progress.advance()
            return services.puzzles.contents([SeenDeal(deal, 0) for deal in deals])
        finally:
            services.close()


def mine_deal(worker: AnalysisWorker, deal: UUID) -> None:
    """Analyse a deal and mine its problems. If another worker has the deal, wait until that worker is done."""
    from api.analyses.puzzle_mining import METHOD

    while True:
        while worker.price_next(deal) or worker.mine_next(deal):
            pass
        if not worker.analyses.find_unmined([deal], METHOD):
            return
        time.sleep(POLL_SECONDS)
