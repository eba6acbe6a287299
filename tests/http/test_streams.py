"""Deals and tables followed while they happen, on a real server."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from socket import SHUT_RDWR
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from flask import Flask

from api.app import create_app
from api.callers import Caller
from api.live.places import Holder, Kind
from api.live.stream import TableFeed
from api.services import Provider
from replay.frames import apply_patch
from store.settings import Settings
from store.tables.catalogue import Late
from tests.http.applications import closing_app, provider_of, serving
from tests.http.people import People, Person, play, whole_deal
from tests.waiting import until

HEARTBEAT = 0.5


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_app(settings, {"HEARTBEAT_SECONDS": HEARTBEAT})) as app:
        yield app


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    with serving(app) as port:
        yield f"http://127.0.0.1:{port}"


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    name: str
    data: Any
    id: str = ""


@dataclass
class Stream:
    """An open stream, read in a thread of its own."""

    status: int
    headers: dict[str, str]
    body: bytes
    events: Queue[Event | None] = field(default_factory=Queue)
    raw: list[bytes] = field(default_factory=list)

    def next(self, seconds: float = 15.0) -> Event:
        """The next event; fails at the end of the stream."""
        event = self.events.get(timeout=seconds)
        assert event is not None, "the stream has ended"
        return event

    def ends(self, seconds: float = 5.0) -> bool:
        """Whether nothing but the end of the stream comes."""
        return self.events.get(timeout=seconds) is None

    def quiet(self, seconds: float) -> bool:
        """Whether no event comes for so long."""
        try:
            self.events.get(timeout=seconds)
        except Empty:
            return True
        return False


@contextmanager
def listening(site: str, who: Person, path: str, last: str = "") -> Iterator[Stream]:
    """A stream through a connection of its own."""
    connection = HTTPConnection(urlsplit(site).netloc, timeout=20)
    connection.connect()
    socket = connection.sock
    headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    connection.request("GET", f"/api/v1{path}", headers=headers | ({"Last-Event-ID": last} if last else {}))
    answer = connection.getresponse()
    streaming = answer.headers.get_content_type() == "text/event-stream"
    stream = Stream(answer.status, dict(answer.headers), b"" if streaming else answer.read())

    def read() -> None:
        event_fields: dict[str, str] = {}
        try:
            for line in answer:
                stream.raw.append(line)
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if line == b"\n":
                    if "event" in event_fields:
                        data = json.loads(event_fields["data"])
                        stream.events.put(Event(event_fields["event"], data, event_fields.get("id", "")))
                    event_fields = {}
                elif name:
                    event_fields[name] = value
        except (OSError, ValueError, HTTPException):
            pass  # the test has hung up
        stream.events.put(None)

    thread = Thread(target=read, daemon=True)
    if streaming:
        thread.start()
    try:
        yield stream
    finally:
        with suppress(OSError):
            socket.shutdown(SHUT_RDWR)
        if streaming:
            thread.join()
        connection.close()


def test_a_stream_says_what_the_replay_says(people: People, site: str) -> None:
    dealer, acts = whole_deal(21)
    deal = people.deal(dealer=dealer)
    with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Cache-Control"] == "no-store"
        first = stream.next()
        assert (first.name, first.id) == ("view", "1")
        assert first.data == people.anybody.get(f"/deals/{deal}/views/public").json
        view, frames = first.data, []
        for act in acts:
            play(people.admin, deal, [act])
        while (event := stream.next()).name == "frame":
            view = apply_patch(view, event.data["patch"])
            frames.append({name: value for name, value in event.data.items() if name != "patch"})
        assert event.name == "view", event
        assert event.data["settlement"]
        ended = stream.next()
        assert (ended.name, ended.data, ended.id) == (
            "end", {"status": people.anybody.get(f"/deals/{deal}").json["status"]}, "",
        )  # fmt: skip
        assert stream.ends()
    replay = people.anybody.get(f"/deals/{deal}/replays/public").json
    assert frames == [{name: value for name, value in each.items() if name != "patch"} for each in replay["frames"]]
    assert event.data == people.anybody.get(f"/deals/{deal}/views/public").json
    assert {**view, "settlement": event.data["settlement"]} == event.data


def test_whoever_comes_back_is_sent_what_is_missing(people: People, site: str) -> None:
    dealer, acts = whole_deal(22)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:6])
    path = f"/deals/{deal}/stream/public"
    with listening(site, people.anybody, path) as stream:
        here = stream.next()
    play(people.admin, deal, acts[6:8])
    version = int(people.anybody.get(f"/deals/{deal}").headers["ETag"].strip('"'))
    with listening(site, people.anybody, path, last=here.id) as stream:
        missed = [stream.next() for _ in range(version - int(here.id))]
        assert [(each.name, int(each.id)) for each in missed] == [
            ("frame", each) for each in range(int(here.id) + 1, version + 1)
        ]
    with listening(site, people.anybody, path, last=str(version)) as stream:
        assert stream.quiet(3 * HEARTBEAT)
        assert b":\n" in stream.raw, "a comment shows that the connection lives"
    for last in ("999", "nonsense", "0"):
        with listening(site, people.anybody, path, last=last) as stream:
            again = stream.next()
            assert (again.name, again.id) == ("view", str(version)), last


def test_a_correction_is_sent_as_the_view_that_it_leads_to(people: People, site: str) -> None:
    dealer, acts = whole_deal(23)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:9])
    with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
        stream.next()
        assert people.admin.post(f"/deals/{deal}/undo", {"why": "never happened"}).status_code == 200
        event = stream.next()
        assert event.name == "view"
        assert event.data == people.anybody.get(f"/deals/{deal}/views/public").json


def test_nothing_is_sent_when_something_happens_that_the_viewer_may_not_notice(people: People, site: str) -> None:
    deal = people.deal(dealer="S")
    hidden = "S deal " + " ".join(f"{each}:{' '.join(['??'] * 4)}" for each in ("E", "N", "W", "S"))
    assert people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "W cut", hidden]}).status_code == 200
    seat = people.issue("seat", deal=deal, seat="S")
    with (
        listening(site, seat, f"/deals/{deal}/stream/S") as stream,
        listening(site, people.admin, f"/deals/{deal}/stream/arbiter") as officials,
    ):
        first, whole = stream.next(), officials.next()
        before = len(stream.raw)
        for path, body in (
            ("disclosures", {"hands": {"N": [["JH", "9H", "AH", "TH"]]}}),
            ("irregularities", {"ply": 1, "code": "spoke"}),
            ("amendments", {"ply": 1, "act": "W cut 12", "why": "JH was at the bottom"}),
        ):
            assert people.admin.post(f"/deals/{deal}/{path}", body).status_code == 200
            assert officials.next().name == "view"
        assert stream.quiet(0.5)
        assert set(stream.raw[before:]) <= {b":\n", b"\n"}
        assert people.admin.post(f"/deals/{deal}/actions", {"act": "S pass", "as_it_happened": True}).status_code == 200
        assert int(stream.next().id) == int(first.id) + 1
        assert int(officials.next().id) == int(whole.id) + 4


def test_a_stream_is_for_whom_the_view_is(people: People, site: str) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="E")
    for who, viewer, status in (
        (people.anybody, "E", 403), (people.anybody, "scribe", 403), (seat, "N", 403), (seat, "E", 200),
        (people.admin, "nobody", 404),
    ):  # fmt: skip
        with listening(site, who, f"/deals/{deal}/stream/{viewer}") as stream:
            assert stream.status == status, stream.body


def test_a_stream_ends_when_its_token_is_revoked(people: People, site: str) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="E")
    with listening(site, seat, f"/deals/{deal}/stream/E") as stream:
        stream.next()
        assert people.admin.call("DELETE", f"/tokens/{seat.id}").status_code == 204
        assert stream.ends(4 * HEARTBEAT)
    with listening(site, seat, f"/deals/{deal}/stream/E") as stream:
        assert stream.status == 401


def test_the_end_of_a_deal_is_told_once(people: People, site: str) -> None:
    """A browser comes back to a stream that ended, unless it is told that there is nothing more (HTML, 9.2.3)."""
    dealer, acts = whole_deal(24)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
        whole = stream.next()
        assert (whole.name, stream.next().name) == ("view", "end")
        assert stream.ends()
    with listening(site, people.anybody, f"/deals/{deal}/stream/public", last=whole.id) as stream:
        assert (stream.status, stream.body) == (204, b"")


def test_a_table_is_followed_from_deal_to_deal(people: People, site: str) -> None:
    table = people.table()
    dealer, acts = whole_deal(25)
    path = f"/tables/{table}/stream"
    assert people.anybody.get(f"/tables/{table}/now").json == {"deal": None}
    with listening(site, people.anybody, path) as stream:
        assert stream.next() == Event("deal", {"deal": None})
        first = people.deal(dealer=dealer, table=table, at="2026-02-14T20:00:00Z")
        event = stream.next()
        assert (event.name, event.id) == ("deal", f"{first}:1")
        assert event.data == people.anybody.get(f"/tables/{table}/now").json
        play(people.admin, first, acts)
        while (event := stream.next()).name == "frame":
            assert event.id.startswith(f"{first}:")
        assert event.name == "view", "the settlement; the table goes on"
        second = people.deal(dealer=dealer, table=table, at="2026-02-14T20:15:00Z")
        event = stream.next()
        assert (event.name, event.data["deal"], event.data["view"]["ply"]) == ("deal", second, -1)
    play(people.admin, second, acts[:2])
    with listening(site, people.anybody, path, last=event.id) as stream:
        assert [stream.next().name for _ in acts[:2]] == ["frame"] * 2
    with listening(site, people.anybody, path, last=f"{first}:3") as stream:
        event = stream.next()
        assert event.name == "deal"
        assert event.data == people.anybody.get(f"/tables/{table}/now").json


def test_a_table_is_shown_through_the_callers_own_eyes(people: People, site: str) -> None:
    club = people.club()
    table = people.table(club)
    deal = people.deal(dealer="S", table=table)
    callers = {
        "public": people.anybody,
        "E": people.issue("seat", deal=deal, seat="E"),
        "scribe": people.issue("recorder", table=table),
        "arbiter": people.issue("director", club=club),
    }
    for viewer, who in callers.items():
        with listening(site, who, f"/tables/{table}/stream") as stream:
            assert stream.next().data["viewer"] == viewer
        assert who.get(f"/tables/{table}/now").json["viewer"] == viewer
    with listening(site, callers["arbiter"], f"/tables/{table}/stream?viewer=N") as stream:
        assert stream.next().data["viewer"] == "N"
    for path in ("stream", "now"):
        assert callers["E"].get(f"/tables/{table}/{path}?viewer=N").status_code == 403


def test_a_seats_token_sees_the_next_deal_as_everybody_does(people: People, site: str) -> None:
    table = people.table()
    first = people.deal(dealer="S", table=table, at="2026-02-14T20:00:00Z")
    seat = people.issue("seat", deal=first, seat="E")
    with (
        listening(site, seat, f"/tables/{table}/stream") as own,
        listening(site, seat, f"/tables/{table}/stream?viewer=E") as east,
    ):
        assert [each.next().data["viewer"] for each in (own, east)] == ["E", "E"]
        people.deal(dealer="S", table=table, at="2026-02-14T20:15:00Z")
        assert own.next().data["viewer"] == "public"
        assert east.ends(), "East of the next deal may be somebody else"


def delayed(people: People, table: str, seconds: int) -> None:
    answer = people.admin.post(f"/tables/{table}/delay", {"seconds": seconds})
    assert answer.status_code == 200, answer.json


@pytest.mark.full
def test_a_delayed_stream_is_the_stream_of_a_while_ago(people: People, site: str) -> None:
    table = people.table()
    recorder = people.issue("recorder", table=table)
    dealer, acts = whole_deal(27)
    delayed(people, table, 4)
    with (
        listening(site, people.anybody, f"/tables/{table}/stream") as late,
        listening(site, recorder, f"/tables/{table}/stream?viewer=public") as soon,
    ):
        assert [late.next().data, soon.next().data] == [{"deal": None, "delay": 4}, {"deal": None}]
        deal = people.deal(dealer=dealer, table=table)
        began = time.monotonic()
        first = soon.next()
        assert time.monotonic() - began < 3.5
        time.sleep(1)  # who joins the deal is sent all that is due by then as one view
        play(recorder, deal, acts[:3])
        events = [first, *(soon.next() for _ in acts[:3])]
        again = [late.next() for _ in events]
        assert time.monotonic() - began >= 4
        assert again[0].data.pop("delay") == 4
        assert again == events
        with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
            assert stream.next().id == "4"
            play(recorder, deal, acts[3:4])
            assert stream.quiet(1)
            assert (stream.next().id, late.next().id) == ("5", f"{deal}:5")


def test_a_deal_that_is_listed_a_moment_before_it_can_be_read_is_shown_soon(people: People, house: Provider) -> None:
    table = people.table()
    delayed(people, table, 3600)
    deal = UUID(people.deal(dealer="S", table=table))
    hub, now = house.services.live, time.monotonic()
    listener = hub.listener(Holder(Kind.GUEST, "a guest"))
    try:
        source = hub.table(listener, UUID(table))
        # The hub must not read the table's list once more.
        until(lambda: hub._position >= (house.services.recorder.max_notification_id() or 0))
        feed = TableFeed(hub, listener, source, Caller(), Late({table: 3600.0}))
        source.deals = [(deal, now - 3600)]  # due, while the events are not
        assert b'{"deal":null' in feed.take(now)
        assert feed.due(now) <= 0.1
        hub._deals[deal, None].stored = [now - 3600]
        assert feed.take(now).startswith(f"id: {deal}:1\n".encode())
        assert feed.due(now) > 1
    finally:
        hub.leave(listener)
    delayed(people, table, 0)


def test_a_stream_begins_anew_when_the_delay_changes(people: People, site: str) -> None:
    """A follower who comes back is sent the view as it was: later facts are taken back."""
    table = people.table()
    deal = people.deal(dealer="S", table=table)
    for path in (f"/tables/{table}/stream", f"/deals/{deal}/stream/public"):
        with listening(site, people.anybody, path) as stream:
            shown = stream.next()
            delayed(people, table, 3600)
            assert stream.ends()
        with listening(site, people.anybody, path, last=shown.id) as stream:
            assert stream.status == 404 or stream.next().data == {"deal": None, "delay": 3600}
        delayed(people, table, 0)


def test_hands_that_were_shown_are_followed_no_further_when_a_correction_reopens_the_deal(
    people: People, site: str
) -> None:
    table = people.table()
    dealer, acts = whole_deal(28)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts)
    with listening(site, people.anybody, f"/tables/{table}/stream?viewer=arbiter") as stream:
        assert stream.next().data["viewer"] == "arbiter"
        assert people.admin.post(f"/deals/{deal}/undo", {"why": "not yet"}).status_code == 200
        assert people.anybody.get(f"/deals/{deal}/views/arbiter").status_code == 403
        assert stream.ends()


def test_polling_a_table_costs_nothing_while_nothing_happens(people: People) -> None:
    table = people.table()
    deal = people.deal(dealer="S", table=table)
    first = people.anybody.get(f"/tables/{table}/now")
    again = people.anybody.get(f"/tables/{table}/now", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"})
    moved = people.anybody.get(f"/tables/{table}/now", headers={"If-None-Match": first.headers["ETag"]})
    assert (moved.status_code, moved.json["version"]) == (200, 2)


@contextmanager
def at_most(house: Provider, listeners: int) -> Iterator[None]:
    live = house.services.live
    before, live.places.most = live.places.most, listeners
    yield
    live.places.most = before


@pytest.mark.full
def test_a_stream_too_many_is_refused_and_others_are_answered(people: People, house: Provider, site: str) -> None:
    deal = people.deal(dealer="S")
    path = f"/deals/{deal}/stream/public"
    until(lambda: not house.services.live._listeners)
    with at_most(house, 3):  # two for everybody, one for officials
        with listening(site, people.anybody, path), listening(site, people.anybody, path):
            with listening(site, people.anybody, path) as third:
                assert third.status == 503
                assert json.loads(third.body)["code"] == "streams-full"
                assert int(third.headers["Retry-After"]) > 0
            assert people.anybody.get(f"/deals/{deal}").status_code == 200
            assert people.anybody.call("HEAD", path).status_code == 503
        until(lambda: not house.services.live._listeners)
        with people.anybody.call("HEAD", path) as head:
            assert head.status_code == 200
        until(lambda: not house.services.live._listeners)


def test_listeners_of_one_deal_share_what_is_made_for_them(people: People, house: Provider, site: str) -> None:
    dealer, acts = whole_deal(26)
    deal = people.deal(dealer=dealer)
    path = f"/deals/{deal}/stream/public"
    with listening(site, people.anybody, path) as one, listening(site, people.anybody, path) as other:
        one.next(), other.next()
        play(people.admin, deal, acts[:5])
        assert [one.next() for _ in acts[:5]] == [other.next() for _ in acts[:5]]
        (source,) = (deal_feed for key, deal_feed in house.services.live._deals.items() if str(key[0]) == deal)
        assert len(source.channels) == 1


def test_a_stream_holds_no_connection_to_the_database(people: People, house: Provider, site: str) -> None:
    deal = people.deal(dealer="S")
    with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
        stream.next()
        pool = house.services.recorder.datastore.pool
        until(lambda: pool.get_stats()["pool_available"] == pool.get_stats()["pool_size"])


@pytest.mark.full
def test_all_streams_end_when_the_server_stops(settings: Settings) -> None:
    with closing_app(create_app(settings)) as app, serving(app) as port:
        house, site = provider_of(app), f"http://127.0.0.1:{port}"
        people = People(app, house)
        deal = people.deal(dealer="S")
        with listening(site, people.anybody, f"/deals/{deal}/stream/public") as stream:
            stream.next()
            house.stop_streams()
            assert stream.ends(2)
            with listening(site, people.anybody, f"/deals/{deal}/stream/public") as late:
                assert late.status == 503
