"""A crowd of simulated phones in a class: each joins, follows the class, answers, and sends again what got lost."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from secrets import token_urlsafe
from socket import SHUT_RDWR
from threading import Event, Lock, Thread
from typing import Any

from tests.waiting import PATIENCE

Place = tuple[int, int]


class Follower:
    """An open stream of a class, read in a thread of its own, that connects again when its connection breaks."""

    def __init__(self, port: int, path: str, secret: str, show: Callable[[dict[str, Any]], None]) -> None:
        self.port, self.path, self.secret, self.show = port, path, secret, show
        self.over = Event()
        self._connection: HTTPConnection | None = None
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def cut(self) -> None:
        """Cut the connection, as a phone does that loses the network."""
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(SHUT_RDWR)

    def stop(self) -> None:
        self.over.set()
        self.cut()
        self.thread.join(PATIENCE)

    def _run(self) -> None:
        while not self.over.is_set():
            with suppress(OSError, HTTPException, ValueError):
                self._read()
            self.over.wait(0.2)

    def _read(self) -> None:
        self._connection = connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", f"/api/v1{self.path}", headers={"Authorization": f"Bearer {self.secret}"})
            with connection.getresponse() as answer:
                if answer.status in (401, 403, 404):
                    self.over.set()
                    return
                self._follow(answer)
        finally:
            connection.close()

    def _follow(self, answer: HTTPResponse) -> None:
        event = ""
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "data" and event == "class":
                self.show(json.loads(value))
            elif name == "data" and event == "end":
                self.over.set()


@dataclass
class Phone:
    """A pupil's phone: keeps each answer until the server has acknowledged it, as `js/class/outbox.js` does."""

    port: int
    code: str
    nickname: str
    rng: random.Random
    choose: Callable[[random.Random, Place], str | None]
    """Returns an answer to the question of a step; None if it asks none."""
    pause: float
    """The most seconds before an answer."""
    drops: bool = False
    """Whether the phone loses its network once, in the middle of sending an answer."""
    first: dict[Place, str] = field(default_factory=dict)
    """The first answer to each question."""
    sent_at: dict[Place, float] = field(default_factory=dict)
    acknowledged: dict[Place, str] = field(default_factory=dict)
    sent: int = 0
    """The number of requests with an answer."""
    number: int = 0
    secret: str = field(default_factory=lambda: token_urlsafe(32))
    _at: Place = (0, 0)
    _news: Event = field(default_factory=Event)
    _over: bool = False

    def live(self, stop: Event) -> None:
        """Join, and answer whatever the class asks, until told to stop."""
        body = {"nickname": self.nickname, "secret": self.secret}
        self.number = self._until_done(f"/class/{self.code}/pupils", body, signed_in=False)["pupil"]
        follower = Follower(self.port, f"/class/{self.code}/stream", self.secret, self._show)
        try:
            while not stop.is_set():
                self._news.wait(0.5)
                self._news.clear()
                place = self._at
                if place not in self.first and (answer := self.choose(self.rng, place)) is not None:
                    time.sleep(self.rng.uniform(0, self.pause))
                    self._answer(place, answer, follower)
        finally:
            follower.stop()

    def _show(self, standing: dict[str, Any]) -> None:
        if at := standing.get("at"):
            self._at = at["chapter"], at["step"]
            self._news.set()

    def _answer(self, place: Place, answer: str, follower: Follower) -> None:
        self.first[place] = answer
        self.sent_at[place] = time.time()
        path = f"/class/{self.code}/read/{place[0]}/{place[1]}/answers"
        if self.drops:
            self.drops = False
            follower.cut()
            self._send_and_hang_up(path, {"answer": answer})
            time.sleep(self.rng.uniform(0, self.pause))
        self.acknowledged[place] = self._until_done(path, {"answer": answer})["own"]["answer"]
        if self.rng.random() < 0.1:
            # A phone that is not sure sends again, even another answer.
            self._until_done(path, {"answer": self.choose(self.rng, place)})

    def _send_and_hang_up(self, path: str, body: Any) -> None:
        """Send a request and close the connection before the answer: the server may have it or not."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with suppress(OSError):
            self._request(connection, path, body)
            time.sleep(self.rng.choice((0, 0.05)))
        connection.close()

    def _until_done(self, path: str, body: Any, *, signed_in: bool = True) -> dict[str, Any]:
        """Send a request again until the server has answered it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                self._request(connection, path, body, signed_in=signed_in)
                answer = connection.getresponse()
                data: dict[str, Any] = json.loads(answer.read())
                if answer.status in (200, 201):
                    return data
                assert answer.status in (429, 503), data
            except (OSError, HTTPException):
                pass
            finally:
                connection.close()
            time.sleep(0.2)
        raise AssertionError(f"{path} was not answered")

    def _request(self, connection: HTTPConnection, path: str, body: Any, *, signed_in: bool = True) -> None:
        headers = {"Content-Type": "application/json"}
        if signed_in:
            headers["Authorization"] = f"Bearer {self.secret}"
            self.sent += 1
        connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)


class Arrivals:
    """The times at which answers came to the teacher's stream."""

    def __init__(self) -> None:
        self.at: dict[tuple[int, Place], float] = {}
        self.state: dict[str, Any] = {}
        self._lock = Lock()

    def show(self, state: dict[str, Any]) -> None:
        now = time.time()
        place = state["at"]["chapter"], state["at"]["step"]
        with self._lock:
            self.state = state
            for each in state["answers"]:
                self.at.setdefault((each["pupil"], place), now)

    def count(self, place: Place) -> int:
        with self._lock:
            return sum(each == place for _, each in self.at)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]
