"""Row 16: a scribe's tap while 50 tables record at once, against the same tap while one table does.

`nought serve` with its two workers on loopback. Each scribe keeps one connection and records one act after another, at
the pace of a table: an act every three seconds, each at a moment of its own. The one table of the other case taps more
often, so that its round has enough taps. In a second run, deals wait to be analysed and the analysis workers are at
work whenever the 50 tables are; in a third, the server tells 2,000 devices of players where they sit. A tap that is
answered with anything but success ends the run, and after each round every deal must hold what its scribe was told it
holds.
"""

from __future__ import annotations

import json
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import quantiles
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from analysis.versions import QUIET_TOPICS, kernel_key
from api.analyses.pool import AnalysisPool
from api.clock import now
from benchmarks.deals import RULES, chosen_acts, random_deal
from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most, cost
from benchmarks.http import PATIENCE
from benchmarks.streams import Site, serving
from benchmarks.subscriptions import DEVICES, Subscriptions, push_service
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.ledger import Ledger
from domain.record.aggregate import Deal
from domain.record.imported_deal import Entered, ImportedDeal
from replay.notation.actions import write_action
from store.events.factory import build
from store.tables.analyses import Analyses
from store.tables.catalogue import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TABLES: Final = 50
PACE: Final = 3.0
"""Seconds between two taps at one of many tables."""
QUICK: Final = 0.2
"""Seconds between two taps at the only table."""
TAPS: Final = 8
"""The taps of each of many tables in a round."""
ALONE: Final = 100
"""The taps of the only table in a round."""
ANALYSED: Final = 2000
"""The deals that wait to be analysed: to be priced, then to be judged from the seats, which takes far longer."""
SHAPES: Final = 40
"""The different deals among them; the others are their copies."""
ANALYSIS_WORKERS: Final = 2


@dataclass(frozen=True)
class Tap:
    """An act to be recorded."""

    deal: str
    act: str


class Scribe:
    """Records acts over one connection, and keeps the seconds until each answer."""

    def __init__(self, site: Site, taps: Sequence[Tap], pace: float, seed: int) -> None:
        self.site = site
        self.taps = taps
        self.pace = pace
        self.first = random.Random(seed).random() * pace
        self.seconds: list[float] = []
        self.versions: dict[str, int] = {}
        """The version of each deal by the last answer."""

    def run(self) -> None:
        """Record the acts. Raises ``RuntimeError`` for any answer but success."""
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        connection.connect()
        began = time.perf_counter() + self.first
        for number, tap in enumerate(self.taps):
            time.sleep(max(0.0, began + number * self.pace - time.perf_counter()))
            sent = time.perf_counter()
            answer = self._send(connection, tap)
            self.seconds.append(time.perf_counter() - sent)
            self.versions[tap.deal] = int(answer["version"])
        connection.close()

    def _send(self, connection: HTTPConnection, tap: Tap) -> Any:
        headers = {
            "Authorization": f"Bearer {self.site.secret}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid4()),
        }
        body = json.dumps({"act": tap.act}).encode()
        connection.request("POST", f"/api/v1/deals/{tap.deal}/actions", body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"a tap was answered with {answer.status}: {content.decode()}")
        return json.loads(content)

    def check(self, ledger: Ledger) -> None:
        """Raise ``RuntimeError`` if a deal does not hold exactly what the answers said."""
        for deal, version in self.versions.items():
            stored = ledger.repository.get(Deal, UUID(deal)).version
            if stored != version:
                raise RuntimeError(f"deal {deal} is at version {stored}, its scribe was told {version}")


class Hall:
    """The tables of a running server."""

    def __init__(self, site: Site, ledger: Ledger) -> None:
        self.site = site
        self.ledger = ledger
        names = [f"Table {number}" for number in range(2, TABLES + 1)]
        self.tables = [site.table, *(site.ask("POST", "/tables", {"name": name})["id"] for name in names)]

    def prepare(self, table: str, count: int, rng: random.Random) -> list[Tap]:
        """Return that many taps for a table, in deals opened now whose cards are dealt."""
        taps: list[Tap] = []
        while len(taps) < count:
            dealer, acts = random_deal(RULES, rng)
            chosen = chosen_acts(dealer, acts)
            half = len(acts) // 2
            while acts[half] not in chosen:
                half += 1
            entries = tuple(Entered(act, now(), "bench") for act in acts[:half])
            opened = DealOpened(plain(STANDARD), dealer, table=table)
            deal = self.ledger.imports.import_deal(ImportedDeal(uuid4(), opened, now(), "bench", entries)).id
            taps += [Tap(str(deal), write_action(act)) for act in chosen[chosen.index(acts[half]) :]]
        return taps[:count]

    def record(self, tables: Sequence[str], taps: int, pace: float, rng: random.Random) -> list[float]:
        """Let these tables record at once. Return the seconds of each tap."""
        scribes = [Scribe(self.site, self.prepare(table, taps, rng), pace, rng.randrange(1 << 30)) for table in tables]
        with ThreadPoolExecutor(len(scribes)) as pool:
            for running in [pool.submit(scribe.run) for scribe in scribes]:
                running.result()
        for scribe in scribes:
            scribe.check(self.ledger)
        return [seconds for scribe in scribes for seconds in scribe.seconds]


def fill_queue(ledger: Ledger) -> None:
    """Import deals that wait to be analysed."""
    rng = random.Random(17)
    shapes = [random_deal(RULES, rng) for _ in range(SHAPES)]
    at = now()
    for number in range(ANALYSED):
        dealer, acts = shapes[number % SHAPES]
        entries = tuple(Entered(act, at, "bench") for act in acts)
        opened = DealOpened(plain(STANDARD), dealer, note=f"deal {number}")
        ledger.imports.import_deal(ImportedDeal(uuid4(), opened, at, "bench", entries))


def p95(seconds: Sequence[float]) -> float:
    """Return the time that 95 of 100 taps stay within."""
    return quantiles(seconds, n=20)[-1]


def among(*, analysing: bool) -> Callable[[int], Finding]:
    """Return a ``run`` that compares the 95th percentile of taps at 50 tables with that at one table.

    ``analysing``: whether the analysis workers are at work while the 50 tables record.
    """

    def run(rounds: int) -> Finding:
        rng = random.Random(16)
        alone: list[float] = []
        together: list[float] = []
        taps = 0
        with serving("--analysis-workers", "0") as site, Ledger(site.settings.environment(), Rows()) as ledger:
            hall = Hall(site, ledger)
            analyses = Analyses(build(site.settings), kernel_key(), QUIET_TOPICS)
            if analysing:
                fill_queue(ledger)
            for turn in range(max(rounds, LEAST_ROUNDS) + 1):
                one = p95(hall.record(hall.tables[:1], ALONE, QUICK, rng))
                pool = AnalysisPool(ANALYSIS_WORKERS if analysing else 0, environment(site))
                pool.start()
                try:
                    if analysing:
                        _wait_for_workers(analyses)
                    seconds = hall.record(hall.tables, TAPS, PACE, rng)
                    if analysing and not is_waiting(analyses):
                        raise RuntimeError("the analysis workers had nothing left to do")
                finally:
                    pool.stop()
                if turn:  # the first round warms up
                    alone.append(one)
                    together.append(p95(seconds))
                    taps += len(seconds)
            analysed = analyses.count_states()["done"]
            analyses.recorder.close()
        ours = Timing(f"{TABLES} tables", "tap, p95", tuple(together))
        peer = Timing("one table", "tap, p95", tuple(alone))
        note = f"{taps:,} taps at {TABLES} tables, none lost" + (f"; {analysed:,} deals analysed" if analysing else "")
        return Finding(cost(ours, peer), (ours, peer), note)

    return run


def beside_messages(rounds: int) -> Finding:
    """Compare the taps at 50 tables while 2,000 devices are told of new seats with those at one table."""
    rng = random.Random(16)
    alone: list[float] = []
    together: list[float] = []
    delivered: list[float] = []
    with (
        push_service() as service,
        serving("--analysis-workers", "0") as site,
        Ledger(site.settings.environment(), Rows()) as ledger,
        closing(Subscriptions(site, service)) as subscriptions,
    ):
        hall = Hall(site, ledger)
        for turn in range(max(rounds, LEAST_ROUNDS) + 1):
            one = p95(hall.record(hall.tables[:1], ALONE, QUICK, rng))
            with ThreadPoolExecutor(1) as pool:
                waited = pool.submit(subscriptions.tell_all)
                many = p95(hall.record(hall.tables, TAPS, PACE, rng))
            if turn:  # the first round warms up
                alone.append(one)
                together.append(many)
                delivered.append(waited.result())
    ours = Timing(f"{TABLES} tables", "tap, p95", tuple(together))
    peer = Timing("one table", "tap, p95", tuple(alone))
    note = f"{len(subscriptions.tables) * 4 * DEVICES:,} devices told within {max(delivered):.1f} s"
    return Finding(cost(ours, peer), (ours, peer), note)


def environment(site: Site) -> dict[str, str]:
    """Return the environment of the analysis workers of a site."""
    return {**os.environ, "NOUGHT_DSN": site.settings.dsn, "NOUGHT_SCHEMA": site.settings.schema}


def is_waiting(analyses: Analyses) -> bool:
    """Return whether a deal waits to be priced, or to be judged from the seats."""
    return bool(analyses.count_waiting() or analyses.count_not_judged())


def _wait_for_workers(analyses: Analyses) -> None:
    deadline = time.monotonic() + PATIENCE
    while analyses.count_workers() < ANALYSIS_WORKERS or not is_waiting(analyses):
        if time.monotonic() > deadline:
            raise RuntimeError("the analysis workers did not start")
        time.sleep(0.1)


WHAT = f"a scribe's tap, {TABLES} tables at once on 2 workers, p95"
ROWS = [
    Row(16, WHAT, "one table", at_most(4), among(analysing=False)),
    Row(16, f"{WHAT}, beside analyses", "one table, none", at_most(4), among(analysing=True)),
    Row(16, f"{WHAT}, beside messages to players", "one table, none", at_most(4), beside_messages),
]
