"""Open streams: they need no thread, and nobody waits for a client that does not read."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from api.front.streams import Streams

LONG = 60.0


class Feed:
    """A stream that sends the texts that are put into it, each once."""

    def __init__(self, every: float = LONG) -> None:
        self.every = every
        self.texts: list[bytes] = []
        self.due = 0.0
        self.ended = False
        self.taken: list[float] = []
        self.is_closed = threading.Event()
        self.threads: set[str] = set()
        self._wake: Callable[[], object] = lambda: None

    def when_woken(self, call: Callable[[], object]) -> None:
        self._wake = call

    def take(self, now: float) -> bytes:
        self.threads.add(threading.current_thread().name)
        self.taken.append(now)
        self.due = now + self.every
        texts, self.texts = self.texts, []
        text = b"".join(texts)
        if text == b"fault":
            raise ValueError
        self.ended = text.endswith(b"end")
        return text

    def put(self, text: bytes) -> None:
        self.texts.append(text)
        self._wake()


async def send_all(streams: Streams, feed: Feed, send: Callable[[bytes], Any]) -> bool:
    """Send a stream to its end as the front does. Returns whether the client was given up."""
    outlet = streams.open(feed, feed.is_closed.set)
    try:
        while (text := await outlet.next()) is not None:
            await send(text)
            outlet.sent()
    except asyncio.CancelledError:
        return outlet.stalled
    finally:
        outlet.end()
    return False


def run_alone(task: Any) -> Any:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, task).result()


async def nothing(_: bytes) -> None:
    pass


def test_a_thousand_streams_have_one_thread_together_and_it_ends_with_them() -> None:
    async def run() -> set[str]:
        before = threading.active_count()
        streams, feeds = Streams(), [Feed() for _ in range(1000)]
        sent: list[bytes] = []

        async def send(text: bytes) -> None:
            sent.append(text)

        tasks = [asyncio.ensure_future(send_all(streams, each, send)) for each in feeds]
        await asyncio.sleep(0.05)
        assert threading.active_count() <= before + 1
        for each in feeds:
            each.put(b"a card")
        while len(sent) < 1000:
            await asyncio.sleep(0.01)
        for each in feeds:
            each.put(b"the end")
        await asyncio.wait_for(asyncio.gather(*tasks), 10)
        assert sorted(set(sent)) == [b"a card", b"the end"]
        assert len(sent) == 2000
        assert all(each.is_closed.wait(5) for each in feeds)
        while threading.active_count() > before:
            await asyncio.sleep(0.01)
        return {name for each in feeds for name in each.threads}

    assert run_alone(run()) == {"nought-streams"}


def test_what_comes_while_a_text_is_being_sent_is_sent_next() -> None:
    async def run() -> list[bytes]:
        streams, feed, sent = Streams(), Feed(), []
        began, go_on = asyncio.Event(), asyncio.Event()

        async def send(text: bytes) -> None:
            sent.append(text)
            began.set()
            await go_on.wait()

        sending = asyncio.ensure_future(send_all(streams, feed, send))
        feed.put(b"one ")
        await began.wait()
        for text in (b"two ", b"three ", b"end"):
            feed.put(text)
            await asyncio.sleep(0.05)
        assert sent == [b"one "]
        go_on.set()
        await asyncio.wait_for(sending, 5)
        return sent

    assert run_alone(run()) == [b"one ", b"two three end"]


def test_a_client_that_does_not_read_is_given_up_and_others_are_sent_everything() -> None:
    async def run() -> tuple[bool, bool]:
        streams, deaf, other = Streams(stalled=0.2), Feed(), Feed()
        sent: list[bytes] = []

        async def hold(_: bytes) -> None:
            await asyncio.sleep(LONG)

        async def send(text: bytes) -> None:
            sent.append(text)

        held = asyncio.ensure_future(send_all(streams, deaf, hold))
        heard = asyncio.ensure_future(send_all(streams, other, send))
        deaf.put(b"a card")
        for number in range(20):
            other.put(b"%d " % number)
            await asyncio.sleep(0.01)
        given_up = await asyncio.wait_for(held, 5)
        assert deaf.is_closed.wait(5)
        other.put(b"end")
        stalled = await asyncio.wait_for(heard, 5)
        assert b"".join(sent) == b"".join(b"%d " % number for number in range(20)) + b"end"
        return given_up, stalled

    assert run_alone(run()) == (True, False)


def test_a_stream_is_looked_at_when_it_is_due_though_nobody_wakes_it() -> None:
    async def run() -> list[float]:
        streams, feed = Streams(), Feed(every=0.05)
        sending = asyncio.ensure_future(send_all(streams, feed, nothing))
        await asyncio.sleep(0.5)
        feed.put(b"end")
        await asyncio.wait_for(sending, 5)
        return feed.taken

    taken = run_alone(run())
    assert 3 <= len(taken) <= 12
    assert min(later - sooner for sooner, later in pairwise(taken[:-1])) >= 0.04


def test_a_stream_that_fails_ends_alone() -> None:
    async def run() -> None:
        streams, bad, good = Streams(), Feed(), Feed()
        tasks = [asyncio.ensure_future(send_all(streams, each, nothing)) for each in (bad, good)]
        bad.put(b"fault")
        await asyncio.wait_for(tasks[0], 5)
        assert bad.is_closed.wait(5)
        good.put(b"end")
        await asyncio.wait_for(tasks[1], 5)

    run_alone(run())


def test_a_stream_whose_client_leaves_is_closed_at_once() -> None:
    async def run() -> float:
        streams, feed = Streams(), Feed()
        sending = asyncio.ensure_future(send_all(streams, feed, nothing))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        (outlet,) = streams._open
        outlet.end()
        await asyncio.wait_for(sending, 5)
        assert feed.is_closed.wait(5)
        return time.monotonic() - began

    assert run_alone(run()) < 1
