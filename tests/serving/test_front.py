"""Requests as they come in: bodies are read before a turn is taken, and turns are shared fairly."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from werkzeug.routing import Map, Rule

from api.app import create_app
from api.front.application import Front
from api.front.bodies import MOST_EACH, Bodies, TooLarge, TooMany, TooSlow
from api.front.heavy import HeavyFailed, HeavyProcess
from api.front.kinds import Kinds, kinds_of
from api.front.readers import SIGNED_IN, Reader, Readers, address_of
from api.front.turns import ORDINARY, Limits, NoTurn, Turns
from api.proof import witness
from api.requests.failures import REFUSAL
from api.resources import archives
from domain.dispute import commands as disputes
from store.settings import Settings
from web.app import create_app as create_site
from web.asgi import Site

T = TypeVar("T")
ANNA, BEAT = Reader("anna"), Reader("beat")
ONE = Limits(at_once=1, each=1, waiting=10, waiting_each=3, patience=5)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run_alone(task: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, task).result()


def test_readers_take_turns_whoever_asks_for_more() -> None:
    async def run() -> list[str]:
        turns, order = Turns(ONE), []

        async def ask(reader: Reader, name: str) -> None:
            async with turns.turn(reader):
                order.append(name)
                await settled()

        requests = [(ANNA, "a1"), (ANNA, "a2"), (ANNA, "a3"), (BEAT, "b1"), (BEAT, "b2")]
        await asyncio.gather(*(ask(*each) for each in requests))
        return order

    assert run_alone(run()) == ["a1", "a2", "b1", "a3", "b2"]


def test_one_reader_leaves_a_turn_to_the_others() -> None:
    async def run() -> bool:
        turns = Turns(replace(ONE, at_once=2, patience=0.05))
        async with turns.turn(ANNA):
            with pytest.raises(NoTurn):
                async with turns.turn(ANNA):
                    pass
            async with turns.turn(BEAT):
                return True

    assert run_alone(run())


def test_a_turn_is_kept_for_those_who_signed_in() -> None:
    async def run() -> bool:
        turns = Turns(replace(ONE, at_once=2, patience=0.05, reserved=1))
        async with turns.turn(ANNA):
            with pytest.raises(NoTurn):
                async with turns.turn(BEAT):
                    pass
            async with turns.turn(Reader("scribe", signed_in=True)):
                return True

    assert run_alone(run())


def test_only_so_many_wait_and_none_for_ever() -> None:
    async def run() -> tuple[int, int]:
        turns = Turns(replace(ONE, patience=0.1))

        async def ask() -> bool:
            try:
                async with turns.turn(ANNA):
                    return True
            except NoTurn:
                return False

        async with turns.turn(ANNA):
            waiting = [asyncio.ensure_future(ask()) for _ in range(5)]
            await settled()
            at_once = sum(each.done() for each in waiting)
            await asyncio.sleep(0.2)
            assert all(each.done() for each in waiting)
        async with turns.turn(ANNA):
            return at_once, sum(map(asyncio.Future.result, waiting))

    assert run_alone(run()) == (2, 0)


def test_whoever_gives_up_waiting_leaves_no_trace() -> None:
    async def run() -> None:
        turns = Turns(ONE)

        async def ask() -> None:
            async with turns.turn(ANNA):
                pass

        async with turns.turn(ANNA):
            waiting = asyncio.ensure_future(ask())
            await settled()
            waiting.cancel()
            await settled()
        waiting = asyncio.ensure_future(ask())
        await asyncio.wait_for(waiting, 1)

    run_alone(run())


def test_whoever_leaves_at_the_moment_of_its_turn_takes_none_along() -> None:
    async def run() -> None:
        turns = Turns(ONE)
        assert turns.take_now(ANNA)
        leaving, staying = (asyncio.ensure_future(turns.take(ANNA)) for _ in range(2))
        await settled()
        leaving.cancel()
        turns.give_back(ANNA)
        await asyncio.wait_for(staying, 1)
        assert leaving.cancelled()
        turns.give_back(ANNA)
        await settled()
        assert turns.take_now(ANNA)
        leaving = asyncio.ensure_future(turns.take(ANNA))
        await settled()
        turns.give_back(ANNA)
        leaving.cancel()
        await settled()
        assert leaving.cancelled()
        assert turns.take_now(ANNA)

    run_alone(run())


def parts(*bodies: bytes, pause: float = 0.0, last: bool = True) -> Callable[[], Any]:
    """A client that sends its body in parts; without ``last`` it never sends the end."""
    left = list(bodies)

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        if not left:
            await asyncio.Event().wait()
        body = left.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(left) or not last}

    return receive


@pytest.mark.parametrize(
    ("receive", "length", "error"),
    [
        (parts(b"abc", last=False), 10, TooSlow),
        (parts(*[b"a"] * 50, pause=0.05), 50, TooSlow),
        (parts(b"a" * 101), None, TooLarge),
        (parts(b"a"), 101, TooLarge),
    ],
    ids=["it stops", "it trickles", "it is longer than allowed", "it says it is longer"],
)
def test_a_body_is_bounded_in_time_and_size(
    receive: Callable[[], Any], length: int | None, error: type[Exception]
) -> None:
    with pytest.raises(error):
        run_alone(Bodies(pause=0.2, least=0.3).read(receive, ANNA, 100, length))


def test_a_body_in_parts_is_read_whole() -> None:
    assert run_alone(Bodies().read(parts(b"ab", b"", b"c"), ANNA, 100, None)) == b"abc"


def test_one_reader_may_send_only_so_many_bodies_at_once() -> None:
    async def run() -> bytes:
        bodies = Bodies()
        slow = [asyncio.ensure_future(bodies.read(parts(b"a", last=False), ANNA, 100, 9)) for _ in range(MOST_EACH)]
        await settled()
        with pytest.raises(TooMany):
            await bodies.read(parts(b"a"), ANNA, 100, 1)
        other = await bodies.read(parts(b"b"), BEAT, 100, 1)
        for each in slow:
            each.cancel()
        return other

    assert run_alone(run()) == b"b"


def scope(path: str = "/", method: str = "GET", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
        "query_string": b"", "headers": named, "server": ("127.0.0.1", 80), "client": ("192.0.2.1", 5),
    }  # fmt: skip


async def answered(front: Front, request: dict[str, Any], receive: Callable[[], Any]) -> tuple[int, bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await front(request, receive, send)
    return sent[0]["status"], b"".join(message["body"] for message in sent[1:])


ROUTES = Map([Rule("/", endpoint="home"), Rule("/heavy", endpoint="heavy")])


def front(application: Callable[..., Iterable[bytes]], command: tuple[str, ...] = (), **more: Any) -> Front:
    return Front(
        application, ROUTES, Kinds(heavy=frozenset({"heavy"})), HeavyProcess(command), HeavyProcess(()), **more
    )


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    refusal = environ.get(REFUSAL)
    start_response("503 Busy" if refusal else "200 OK", [("Content-Type", "text/plain")])
    return [refusal.code.encode() if refusal else environ["wsgi.input"].read()]


@pytest.mark.full
def test_a_body_that_trickles_holds_no_turn_and_is_refused_in_the_end() -> None:
    async def run() -> tuple[list[tuple[int, bytes]], tuple[int, bytes]]:
        site = front(echo, bodies=Bodies(pause=0.5))
        slow = [
            asyncio.ensure_future(answered(site, scope(method="POST", content_length="9"), parts(b"a", last=False)))
            for _ in range(50)
        ]
        await settled()
        quick = await asyncio.wait_for(answered(site, scope(method="POST", content_length="2"), parts(b"a", b"b")), 0.4)
        return await asyncio.gather(*slow), quick

    slow, quick = run_alone(run())
    assert quick == (200, b"ab")
    assert {status for status, _ in slow} == {408}
    assert {msgspec.json.decode(body)["code"] for _, body in slow} == {"too-slow"}


def test_a_request_that_finds_no_turn_is_refused_by_the_application() -> None:
    free = threading.Event()

    def wait(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if REFUSAL not in environ:
            free.wait(10)
        return echo(environ, start_response)

    async def run() -> list[tuple[int, bytes]]:
        asking = scope(accept="text/html")
        patient = replace(ORDINARY, patience=0.1, each=3)
        site = front(wait, limits=(patient, patient, patient, patient, patient))
        answers = [asyncio.ensure_future(answered(site, asking, parts(b""))) for _ in range(5)]
        await asyncio.wait(answers, timeout=2, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0.2)
        free.set()
        return await asyncio.gather(*answers)

    assert sorted(run_alone(run())) == [(200, b"")] * 3 + [(503, b"busy")] * 2


def test_a_request_whose_client_goes_away_waits_no_longer() -> None:
    async def run() -> int:
        site, gone, sent = front(echo), asyncio.Event(), []

        async def leave() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        turns, reader = site._ordinary, site.readers.reader({"REMOTE_ADDR": "192.0.2.1"})
        while turns.take_now(reader):
            pass
        waiting = asyncio.ensure_future(site(scope(), leave, send))
        await settled()
        gone.set()
        await asyncio.wait_for(waiting, 1)
        assert not turns._lines
        return len(sent)

    assert run_alone(run()) == 0


@pytest.mark.full
def test_a_reader_that_was_refused_a_stream_is_refused_for_a_moment_without_being_asked_again() -> None:
    calls = []

    def full(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        calls.append(environ["REMOTE_ADDR"])
        start_response("429 Too Many", [("Content-Type", "text/plain")])
        return [b""]

    async def run() -> list[tuple[int, bytes]]:
        site = Front(full, ROUTES, Kinds(streams=frozenset({"home"})), HeavyProcess(()), HeavyProcess(()))
        first = asyncio.ensure_future(answered(site, scope(), parts(b"")))
        await asyncio.sleep(0.2)
        return await asyncio.gather(first, *(answered(site, scope(), parts(b"")) for _ in range(10)))

    assert {status for status, _ in run_alone(run())} == {429}
    assert len(calls) == 1


@pytest.mark.full
def test_a_heavy_process_that_ends_is_an_answer_and_not_a_silence() -> None:
    async def run() -> tuple[int, bytes]:
        site = front(echo, (sys.executable, "-c", "pass"))
        answer = await answered(site, scope("/heavy"), parts(b""))
        await site.heavy.stop()
        return answer

    status, body = run_alone(run())
    assert (status, msgspec.json.decode(body)["code"]) == (503, "busy")


ECHO = """
import os, sys
from io import BytesIO
from api.front.heavy import serve
def application(environ, start):
    body = environ["wsgi.input"].read()
    with open(sys.argv[1], "ab") as sent:
        sent.write(environ["REQUEST_METHOD"].encode() + b" ")
    if body == b"end":
        os._exit(1)
    start("200 OK", [])
    return [body]
def send(answer):
    os.write(1, answer)
serve(application, sys.stdin.buffer, send, 1, 0)
"""
"""A heavy process that answers with the body, ends at the body "end", and notes each request."""


@pytest.mark.parametrize(
    ("method", "body", "status", "sent"),
    [
        ("POST", b"a lesson", 200, "POST "),
        pytest.param("POST", b"end", 503, "POST ", marks=pytest.mark.full),
        ("GET", b"end", 503, "GET GET "),
    ],
    ids=["a body is passed on", "what writes is carried out once", "what reads is repeated"],
)
def test_a_heavy_process_gets_the_body(tmp_path: Path, method: str, body: bytes, status: int, sent: str) -> None:
    noted = tmp_path / "sent"

    async def run() -> tuple[int, bytes]:
        site = front(echo, (sys.executable, "-c", ECHO, str(noted)))
        request = scope("/heavy", method, content_length=str(len(body)))
        answer = await answered(site, request, parts(body))
        await site.heavy.stop()
        return answer

    answer = run_alone(run())
    assert (answer[0], noted.read_text()) == (status, sent)
    assert status != 200 or answer[1] == body


def test_a_heavy_process_that_takes_too_long_is_ended() -> None:
    async def run() -> None:
        heavy = HeavyProcess((sys.executable, "-c", "import time; time.sleep(60)"), longest=0.3)
        with pytest.raises(HeavyFailed):
            await heavy.answer({"PATH_INFO": "/", "wsgi.input": BytesIO()})
        for _ in range(100):
            if heavy._process is None:
                break
            await asyncio.sleep(0.05)
        assert heavy._process is None
        await heavy.stop()

    run_alone(run())


def test_a_reader_counts_as_signed_in_only_once_the_token_was_good() -> None:
    readers = Readers()
    environ = {"REMOTE_ADDR": "192.0.2.1", "HTTP_AUTHORIZATION": "Bearer made-up"}
    assert readers.reader(environ) == Reader("192.0.2.1")
    readers.remember(environ)
    assert not readers.reader(environ).signed_in
    readers.remember({**environ, SIGNED_IN: True})
    assert readers.reader(environ).signed_in
    readers.remember(environ)
    assert not readers.reader(environ).signed_in


@pytest.mark.parametrize(
    ("environ", "proxies", "address"),
    [
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": "198.51.100.7"}, 0, "192.0.2.1"),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9, 198.51.100.7"}, 1, "198.51.100.7"),
        ({"REMOTE_ADDR": "192.0.2.1"}, 1, "192.0.2.1"),
        ({"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, 0, "2001:db8:1:2::"),
    ],
    ids=["nobody is believed", "the proxy is believed", "no proxy said anything", "a network of IPv6"],
)
def test_the_address_of_a_reader(environ: dict[str, str], proxies: int, address: str) -> None:
    assert address_of(environ, proxies) == address


PAPERS = """
import os, sys, time
from pathlib import Path
from api.front.calls import MAY_PUT_OFF
from api.front.heavy import serve

def application(environ, start_response):
    large = environ["PATH_INFO"] == "/large"
    if large and MAY_PUT_OFF in environ:
        start_response("102 Processing", [])
        return [b""]
    while large and not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    start_response("200 OK", [])
    return [environ["PATH_INFO"].encode()]

def send(frame):
    answers.write(frame)
    answers.flush()

answers = os.fdopen(os.dup(1), "wb")
serve(application, sys.stdin.buffer, send, 8, 0)
"""


def test_whoever_reads_a_paper_does_not_wait_for_the_large_ones_behind_the_same_address(tmp_path: Path) -> None:
    """Four phones of a hall asked for the score sheets as PDF, and nobody there could open the draw for 91 seconds."""
    made = tmp_path / "made"
    routes = Map([Rule("/paper", endpoint="paper"), Rule("/large", endpoint="large")])
    kinds = Kinds(printed=frozenset({"paper", "large"}))

    async def run() -> tuple[tuple[int, bytes], list[tuple[int, bytes]]]:
        papers = HeavyProcess((sys.executable, "-c", PAPERS, str(made)))
        site = Front(echo, routes, kinds, HeavyProcess(()), papers)
        large = [asyncio.ensure_future(answered(site, scope("/large"), parts(b""))) for _ in range(4)]
        while not site._large._waiting:
            await asyncio.sleep(0.01)
        paper = await asyncio.wait_for(answered(site, scope("/paper"), parts(b"")), 20)
        made.touch()
        try:
            return paper, await asyncio.gather(*large)
        finally:
            await papers.stop()

    assert run_alone(run()) == ((200, b"/paper"), [(200, b"/large")] * 4)


def test_every_paper_is_made_by_the_process_of_papers() -> None:
    """A PDF of 200 pairs takes 20 seconds, and who prints it must not wait for an analysis."""
    app = create_site(Settings(dsn="postgresql://nowhere.invalid/nought"))
    papers = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.endswith(".pdf")}
    assert len(papers) > 5
    assert papers <= kinds_of(app).printed


def test_the_routes_that_are_not_ordinary_say_so() -> None:
    kinds = kinds_of(create_site(Settings(dsn="postgresql://nowhere.invalid/nought")))
    assert not kinds.light & (kinds.heavy | kinds.printed)
    assert kinds.streams == {
        "streams.follow_deal", "streams.follow_table", "classes.follow_class", "classes.follow_screen",
        "class_pupils.follow",
    }  # fmt: skip
    assert kinds.large == {
        "archives.import_deals": archives.LARGEST,
        "disputes.attach": disputes.LARGEST + 1,
        "witnesses.add_checkpoint": witness.LARGEST,
    }


def test_a_refused_request_is_told_why_before_anything_is_looked_up() -> None:
    app = create_app(Settings(dsn="postgresql://nowhere.invalid/nought"))
    from api.requests.failures import EarlyRefusal

    answer = app.test_client().get("/api/v1/deals", environ_overrides={REFUSAL: EarlyRefusal("busy", 3)})
    assert (answer.status_code, answer.json and answer.json["code"]) == (503, "busy")
    assert answer.headers["Retry-After"] == "3"


def test_no_search_for_garbage_goes_through_what_a_worker_keeps() -> None:
    """It would hold up every answer, scribes' and streams' too."""
    site = Site.__new__(Site)
    site._document = lambda: b"{}"
    before, kept = gc.get_freeze_count(), [[number] for number in range(1000)]
    site._make_lasting()
    assert gc.get_freeze_count() >= before + len(kept)
