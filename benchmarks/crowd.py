"""Row 23: a card's way to 10,000 followers of 50 tables, against the same with 100 followers.

`nought serve` with its two workers on loopback. Bots record at the pace of a table through the API; the followers are
in a process of their own (`benchmarks.followers`), on connections of their own from a hundred addresses. A card's way
is the time from the moment its scribe sends it until a follower has it. Afterwards each worker is killed once: every
follower connects again, and must be shown every card once and in order. The memory is that of the workers (PSS).

``python -m benchmarks.crowd FOLLOWERS SECONDS`` measures one case and prints it.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psutil  # type: ignore[import-untyped]

from benchmarks.deals import RULES, chosen_acts, random_deal
from benchmarks.harness import Finding, Row, Timing, at_most
from benchmarks.http import PATIENCE
from benchmarks.streams import Site, serving
from domain.games.catalogue import STANDARD
from replay.notation.actions import write_action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

TABLES: Final = 50
PACE: Final = 3.0
"""Seconds between two acts at a table."""
MANY: Final = 10_000
FEW: Final = 100
SECONDS: Final = 60.0
"""The seconds for which cards are measured."""
QUIET: Final = 0.2
"""The most seconds of processor time that all processes of a quiet server take in a second."""
RECOVERY: Final = 240.0
"""The most seconds until all followers are there again after a worker was killed."""


@dataclass
class Result:
    """The outcome of a measurement."""

    p95: float
    """Seconds from a scribe's tap until 95 of 100 followers have the card."""
    p95_with_kills: float
    """The same from the first kill to the end, of the followers whose connection was not lost meanwhile."""
    cards: int
    arrivals: int
    memory: int
    """The bytes of the workers, shared ones in shares."""
    processor: float
    """The seconds of processor time that the workers took in each second of the measurement."""
    opened: float
    """The seconds until all streams were open."""
    recovered: list[float] = field(default_factory=list)
    """The seconds after each kill until all streams were open again."""
    unfinished: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    caught_up: int = 0

    @property
    def is_right(self) -> bool:
        """Return whether no follower missed a card or was shown one twice."""
        return not self.faults and not self.unfinished


class Followers:
    """The process of the followers."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "benchmarks.followers", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words: object) -> dict[str, Any]:
        """Send a command and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def wait_until_open(self, seconds: float) -> float:
        """Wait until all streams are open, and return how long it took."""
        began = time.monotonic()
        while (answer := self.ask("count"))["open"] < answer["of"]:
            if time.monotonic() - began > seconds:
                raise RuntimeError(f"{answer['open']} streams of {answer['of']} are open after {seconds:.0f} s")
            time.sleep(0.1)
        return time.monotonic() - began

    def end(self, last: Sequence[str]) -> tuple[dict[str, Any], dict[str, list[float]]]:
        """Return what was wrong so far, and when each card arrived. ``last``: the last card of each table."""
        with tempfile.NamedTemporaryFile() as file:
            return self.ask("end", file.name, *last), json.loads(Path(file.name).read_text("ascii"))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class Bot:
    """Records deal after deal at one table until it is stopped. A request whose answer is lost is sent again."""

    def __init__(self, site: Site, table: str, seed: int, pace: float) -> None:
        self.site = site
        self.table = table
        self.pace = pace
        self.rng = random.Random(seed)
        self.sent: dict[str, float] = {}
        """The time at which each card was sent, by deal and version."""
        self.last = ""
        """The last deal and its version."""
        self.trouble = ""
        self._stop = Event()
        self._connection: HTTPConnection | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to record."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the present act."""
        self._stop.set()

    def join(self) -> None:
        """Wait for the end. Raises ``RuntimeError`` if an act was refused."""
        self._thread.join()
        if self.trouble:
            raise RuntimeError(self.trouble)

    def _run(self) -> None:
        try:
            self._stop.wait(self.rng.random() * self.pace)
            while not self._stop.is_set():
                self._play()
        except Exception as error:  # noqa: BLE001 - said by `join`
            self.trouble = f"{type(error).__name__}: {error}"
        self._hang_up()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _play(self) -> None:
        dealer, acts = random_deal(RULES, self.rng)
        opened = self._ask("/deals", {"ruleset": STANDARD.key, "dealer": dealer, "table": self.table})
        deal, version = opened["id"], 1
        self.last = f"{deal}:1"
        for act in chosen_acts(dealer, acts):
            if self._stop.wait(self.pace):
                return
            sent = time.monotonic()
            answer = self._ask(f"/deals/{deal}/actions", {"act": write_action(act)})
            for each in range(version + 1, int(answer["version"]) + 1):
                self.sent[f"{deal}:{each}"] = sent
            version = int(answer["version"])
            self.last = f"{deal}:{version}"

    def _ask(self, path: str, body: dict[str, Any]) -> Any:
        headers = {
            "Authorization": f"Bearer {self.site.secret}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid4()),
        }
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self._connection is None:
                    self._connection = HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
                self._connection.request("POST", f"/api/v1{path}", json.dumps(body).encode(), headers)
                answer = self._connection.getresponse()
                content = answer.read()
                if answer.status in (200, 201):
                    return json.loads(content)
                if answer.status != 503 or time.monotonic() > deadline:
                    raise RuntimeError(f"{path} was answered with {answer.status}: {content.decode()}")
            except (OSError, HTTPException):
                self._hang_up()
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.2)


@contextmanager
def playing(site: Site, tables: Sequence[str], pace: float) -> Iterator[list[Bot]]:
    """Let bots play at these tables while the context lasts."""
    bots = [Bot(site, table, number, pace) for number, table in enumerate(tables)]
    for bot in bots:
        bot.start()
    try:
        yield bots
    finally:
        for bot in bots:
            bot.stop()
        for bot in bots:
            bot.join()


def wait_until_quiet(pid: int) -> None:
    """Wait until a server has prepared what it prepares after its start."""
    deadline = time.monotonic() + 2 * PATIENCE
    is_quiet = 0
    while is_quiet < 3 and time.monotonic() < deadline:
        processes = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
        before = sum(map(_processor, processes))
        time.sleep(1)
        is_begun = any(worker.children() for worker in workers_of(pid))
        is_quiet = is_quiet + 1 if is_begun and sum(map(_processor, processes)) - before < QUIET else 0


def workers_of(pid: int) -> list[psutil.Process]:
    """Return the workers of a server: the processes that it forked."""
    server = psutil.Process(pid)
    workers = []
    for each in server.children():
        with suppress(psutil.Error):  # one that was killed
            if each.cmdline() == server.cmdline():
                workers.append(each)
    return workers


def memory_of(pid: int) -> int:
    """Return the bytes of the workers of a server, those that they share in shares."""
    memory = 0
    for each in workers_of(pid):
        with suppress(psutil.Error):
            memory += each.memory_full_info().pss
    return memory


def measure(
    site: Site,
    followers: int,
    seconds: float,
    *,
    tables: int = TABLES,
    pace: float = PACE,
    kills: int = 2,
    say: Callable[[str], object] = lambda text: None,
) -> Result:
    """Return what is seen with so many followers while cards are recorded for so many seconds, and after the kills."""
    ids = [site.ask("POST", "/tables", {"name": f"Table {number}"})["id"] for number in range(tables)]
    wait_until_quiet(site.pid)
    crowd = Followers(site.port)
    try:
        with playing(site, ids, pace) as bots:
            crowd.ask("open", followers, *ids)
            opened = crowd.wait_until_open(PATIENCE + followers / 20)
            say(f"open after {opened:.0f} s")
            time.sleep(2 * pace)
            workers = workers_of(site.pid)
            before = sum(_processor(each) for each in workers)
            began = time.monotonic()
            time.sleep(seconds)
            ended = time.monotonic()
            processor = (sum(_processor(each) for each in workers) - before) / (ended - began)
            memory = memory_of(site.pid)
            time.sleep(pace)
            steady = ways(crowd.end([])[1], bots, began, ended)
            say(f"p95 {1000 * p95(steady):.0f} ms, {memory / 1e6:.0f} MB, {processor:.2f} processors")
            recovered = []
            for worker in workers[:kills]:
                os.kill(worker.pid, signal.SIGKILL)
                time.sleep(0.5)
                recovered.append(crowd.wait_until_open(RECOVERY) + 0.5)
                memory = max(memory, memory_of(site.pid))
                say(f"killed one: {recovered[-1]:.0f} s, {memory / 1e6:.0f} MB")
                time.sleep(2 * pace)
        last = [bot.last for bot in bots]
        deadline = time.monotonic() + PATIENCE
        while (ending := crowd.end(last))[0]["unfinished"] and time.monotonic() < deadline:
            time.sleep(0.5)
    finally:
        crowd.close()
    answer, arrivals = ending
    later = ways(arrivals, bots, ended, time.monotonic())
    cards = sum(began <= at < ended for bot in bots for at in bot.sent.values())
    return Result(
        p95(steady), p95(later) if kills else 0.0, cards, len(steady),
        memory, processor, opened, recovered, answer["unfinished"], answer["faults"], answer["refused"],
        answer["caught_up"],
    )  # fmt: skip


def ways(arrivals: dict[str, list[float]], bots: Sequence[Bot], began: float, ended: float) -> list[float]:
    """Return the seconds from the taps in a time until each follower had their cards."""
    sent = {card: at for bot in bots for card, at in list(bot.sent.items()) if began <= at < ended}
    return [at - sent[card] for card, times in arrivals.items() if card in sent for at in times]


def _processor(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def p95(seconds: Sequence[float]) -> float:
    """Return the time that 95 of 100 stay within."""
    return quantiles(seconds, n=20)[-1]


def in_words(result: Result) -> str:
    """Return a result in words."""
    recovered = ", ".join(f"{each:.0f} s" for each in result.recovered)
    wrong = ", ".join(f"{count} × {fault}" for fault, count in result.faults.items())
    return (
        f"p95 {1000 * result.p95:.0f} ms of {result.arrivals:,} arrivals of {result.cards:,} cards"
        f" (with kills {1000 * result.p95_with_kills:.0f} ms); {result.memory / 1e6:.0f} MB,"
        f" {result.processor:.2f} processors; open after {result.opened:.0f} s, again after {recovered or '–'};"
        f" refused {result.refused}; {result.caught_up:,} caught up;"
        f" {wrong or 'no card missed or twice'}; {result.unfinished} unfinished"
    )


def beside_few(rounds: int) -> Finding:
    """Compare the ways of cards to many followers with those to few. Many rounds would take hours: it is one."""
    with serving("--analysis-workers", "0") as site:
        few = measure(site, FEW, SECONDS, kills=0)
    with serving("--analysis-workers", "0") as site:
        many = measure(site, MANY, SECONDS)
    if not many.is_right:
        raise RuntimeError(in_words(many))
    timings = (
        Timing(f"{MANY:,} followers", "card, p95", (many.p95,)),
        Timing(f"{FEW} followers", "card, p95", (few.p95,)),
    )
    return Finding((many.p95 / few.p95,), timings, in_words(many))


ROWS = [Row(23, f"a card's way to {MANY:,} followers of {TABLES} tables, p95", f"{FEW}", at_most(2), beside_few)]


if __name__ == "__main__":
    with serving("--analysis-workers", "0") as site:
        print(in_words(measure(site, int(sys.argv[1]), float(sys.argv[2]), say=print)), flush=True)
