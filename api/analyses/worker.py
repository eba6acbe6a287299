"""One process that analyses deals: it takes work from the table, computes, and stores the answer.

It has a low priority, so that the server answers first. It may be killed at any moment: its work is taken again.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from threading import Thread
from typing import TYPE_CHECKING, Final, cast

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout

from analysis.caps import caps_payload
from analysis.deal import analyse
from analysis.hands import analysed_hands, is_makeable
from analysis.judgement import judge_costly
from analysis.payloads import deal_payload
from analysis.position import Unsolvable
from analysis.solver import LIMIT, Solver
from analysis.versions import QUIET_TOPICS, kernel_key
from api.analyses.puzzle_mining import METHOD, mine_recorded
from api.tracing.interface import OFF, Tracing
from api.tracing.start import start
from domain.engine.facts import CardPlayed
from domain.ledger import Ledger
from replay.puzzles.file import write_line
from replay.puzzles.themes import THEMES
from store.migrations import MigrationError
from store.settings import Settings
from store.tables.analyses import Analyses, AnalysisSession
from store.tables.catalogue import Rows
from store.tables.puzzles import PuzzleRow

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.record import Record
    from replay.puzzles.puzzle import Puzzle
    from store.events.recorder import Recorder
    from store.tables.analyses import Task

COMMAND: Final = (sys.executable, "-c", "from api.analyses.worker import main; main()")
"""The command of a worker, without its argument: the process id of its parent."""
NICENESS: Final = 15
"""The niceness of the process above the server's."""
BUDGET: Final = 60_000_000
"""The positions after which no earlier card of a deal is priced: about half a minute."""
SEAT_BUDGET: Final = 5_000_000
"""The positions after which no further deal is solved for one costly card: some seconds."""
POLL_SECONDS: Final = 1.0
"""Seconds between two looks for work while there is none."""
REPORT_SECONDS: Final = 0.3
"""Seconds between two reports of how far a deal is."""
FEED_SECONDS: Final = 1.0
"""Seconds between two looks at the log while there is work."""

_log = logging.getLogger("nought.analysis")


class AnalysisWorker:
    """The worker of one process: it follows the log, and analyses, judges and mines deals."""

    def __init__(self, settings: Settings, tracing: Tracing = OFF) -> None:
        self.tracing = tracing
        self.ledger = Ledger(settings.environment(), Rows())
        recorder = cast("Recorder", self.ledger.repository.recorder)
        self.analyses = Analyses(recorder, kernel_key(), QUIET_TOPICS)
        self.session = AnalysisSession(settings, self.analyses.kernel)
        self.solver = Solver(limit=LIMIT)
        self._fed_at = 0.0

    def close(self) -> None:
        """Close all connections."""
        self.session.close()
        self.ledger.close()

    def step(self) -> bool:
        """Follow the log now and then, and analyse, judge or mine one deal. Return False if nothing waits.

        Costly cards are judged from their seats once no deal waits for its prices, since that takes longer. Puzzles
        are mined last.
        """
        if time.monotonic() - self._fed_at >= FEED_SECONDS:
            self.follow_log()
            self._fed_at = time.monotonic()
        return self.price_next() or self.judge_next() or self.mine_next()

    def follow_log(self) -> None:
        """Let the deals that were settled or corrected since then be analysed, as far as the queue has room."""
        while self.analyses.feed():
            pass

    def price_next(self, deal: UUID | None = None) -> bool:
        """Price every card of the next deal, or of ``deal``. Return False if none waits."""
        if (task := self.session.take(deal)) is None:
            return False
        with self.tracing.job("price", task.traceparent):
            self._price(task)
        return True

    def judge_next(self) -> bool:
        """Judge the costly cards of the next deal from their seats. Return False if each deal is judged."""
        if (task := self.session.take_priced()) is None:
            return False
        with self.tracing.job("judge", task.traceparent):
            self._judge(task)
        return True

    def mine_next(self, deal: UUID | None = None) -> bool:
        """Mine the puzzles of the next deal, or of ``deal``. Return False if no analysed deal waits for that."""
        if (task := self.session.take_unmined(METHOD, deal)) is None:
            return False
        with self.tracing.job("mine", task.traceparent):
            self._mine(task, alone=deal is not None)
        return True

    def run(self) -> None:
        """Work until the process ends."""
        while True:
            if not self.step():
                time.sleep(POLL_SECONDS)

    def _price(self, task: Task) -> None:
        record = self.ledger.deals.get(task.deal, task.version).record
        reporter = Reporter(self.session, task, record)
        try:
            analysis = analyse(record, self.solver, reporter.advance, budget=BUDGET)
        except Unsolvable as reason:
            self.session.fail(task, str(reason))
        except psycopg.Error:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in one deal must not hold up the others
            self._give_up(task, error)
            self.session.fail(task, f"it failed with {type(error).__name__}")
        else:
            hands, makeable = analysed_hands(analysis), is_makeable(analysis)
            self.session.store(task, deal_payload(analysis), hands, makeable=makeable)

    def _judge(self, task: Task) -> None:
        def price_others() -> None:
            # A reader who waits for the prices of a deal does not wait for this judgement.
            while self.price_next():
                pass

        record = self.ledger.deals.get(task.deal, task.version).record
        try:
            analysis = analyse(record, self.solver, budget=BUDGET)
            judged = judge_costly(
                record, analysis, Solver(limit=LIMIT), seed=str(task.deal), budget=SEAT_BUDGET, on_ply=price_others
            )
        except psycopg.Error:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in one deal must not hold up the others
            self._give_up(task, error)
            self.session.store_judged(task, None)
        else:
            self.session.store_judged(task, deal_payload(judged))

    def _mine(self, task: Task, *, alone: bool) -> None:
        record = self.ledger.deals.get(task.deal, task.version).record
        mined: list[Puzzle] = []
        caps = None
        try:
            caps = caps_payload(record)
            for theme in THEMES:
                mined += mine_recorded(record, task.deal, (theme,))
                while not alone and self.price_next():
                    pass
        except psycopg.Error:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in one deal must not hold up the others
            self._give_up(task, error)
            mined = []
        self.session.store_puzzles(task, METHOD, [puzzle_row(puzzle) for puzzle in mined], caps)

    def _give_up(self, task: Task, error: Exception) -> None:
        # Not the error's text, which may quote hidden cards.
        _log.error("the analysis of deal %s failed with %s", task.deal, type(error).__name__)
        self.solver = Solver(limit=LIMIT)


def puzzle_row(puzzle: Puzzle) -> PuzzleRow:
    """Return the row of a puzzle in the table."""
    key, game = puzzle.position.rules.ruleset.key, puzzle.game
    return PuzzleRow(puzzle.theme, puzzle.id, puzzle.level, game, key, puzzle.viewer, write_line(puzzle))


class Reporter:
    """Stores now and then how many cards of a deal have their price."""

    def __init__(self, session: AnalysisSession, task: Task, record: Record) -> None:
        self.session = session
        self.task = task
        self.cards = sum(isinstance(act, CardPlayed) for act in record.acts)
        self.done = 0
        self._reported_at = 0.0

    def advance(self) -> None:
        """Count a card."""
        self.done += 1
        if (now := time.monotonic()) - self._reported_at >= REPORT_SECONDS:
            self._reported_at = now
            self.session.report(self.task, self.cards, self.done)


def main() -> None:
    """Work until the process is ended, or its parent has ended. The parent starts it again after an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which ends this process
    os.nice(NICENESS)
    Thread(target=_end_with, args=(int(sys.argv[-1]),), daemon=True).start()
    # Not above: the server imports this module before it has made the folder of the figures.
    from api.metrics.instruments import Instruments

    Instruments().watch("analysis", lambda: None)
    try:
        tracing = start("analysis")
        AnalysisWorker(Settings.from_environment(pool_size=1, pool_overflow=1), tracing).run()
    except (psycopg.Error, PoolTimeout, PersistenceError, MigrationError) as error:
        _log.error("the analysis cannot use the record book: %s", type(error).__name__)
        sys.exit(1)


def _end_with(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os._exit(0)
