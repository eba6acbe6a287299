"""Events of other clubs cost nothing for those who follow a table of one club: counted in what the hub reads."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from api.app import create_app
from api.callers import Caller
from api.live.places import Holder, Kind
from api.live.stream import TableFeed
from api.services import Provider
from store.events.event_recorder import EventRecorder, Touches
from store.settings import Settings
from store.tables.catalogue import Catalogue, Late
from tests.http.applications import closing_app
from tests.http.people import People, opened, play, whole_deal
from tests.waiting import until


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_app(settings)) as app:
        yield app


@contextmanager
def counting(house: Provider, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """The questions of the hub's thread to the store, and the number of rows that it gets of the events that came."""
    counted: Counter[str] = Counter()
    hub = house.services.live
    find_touched, at_table, tables_of = EventRecorder.find_touched, Catalogue.at_table, Catalogue.tables_of_deals

    def touched(self: EventRecorder, after: int, *watched: Any) -> Touches:
        touches = find_touched(self, after, *watched)
        counted["polls"] += 1
        counted["streams"] += len(touches.streams)
        return touches

    def read(self: Catalogue, table: UUID, *more: Any) -> Any:
        counted["tables"] += hub._thread is not None
        return at_table(self, table, *more)

    def of_deals(self: Catalogue, deals: Sequence[UUID]) -> Any:
        counted["new deals"] += 1
        return tables_of(self, deals)

    with monkeypatch.context() as patched:
        patched.setattr(EventRecorder, "find_touched", touched)
        patched.setattr(Catalogue, "at_table", read)
        patched.setattr(Catalogue, "tables_of_deals", of_deals)
        yield counted


def test_a_follower_of_one_club_costs_nothing_for_the_events_of_others(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = people.club(), people.club()
    table, elsewhere = people.table(mine), people.table(other)
    hub = house.services.live
    listener = hub.listener(Holder(Kind.GUEST, "a guest"))
    woken: list[bool] = []
    listener.on_wake = lambda: woken.append(True)
    try:
        hub.table(listener, UUID(table))
        with counting(house, monkeypatch) as counted:
            until(lambda: counted["polls"] > 1)
            dealer, acts = whole_deal(31)
            for _ in range(2):
                deal = people.deal(dealer=dealer, table=elsewhere, club=other)
                play(people.admin, deal, acts[:8])
            begun = counted["polls"]
            until(lambda: counted["polls"] > begun + 2)
            assert {name: count for name, count in counted.items() if name != "polls" and count} == {}
            assert not woken
            people.deal(dealer=dealer, table=table, club=mine)
            until(lambda: woken)
            assert counted["streams"] == counted["new deals"] == counted["tables"] == 1
    finally:
        hub.leave(listener)


def test_a_deal_of_no_club_and_a_table_of_no_club_are_followed(people: People, house: Provider) -> None:
    """A deal without a club may be played at a club's table, and a club's deal at a table without one."""
    club = people.club()
    hub = house.services.live
    for table, of in ((people.table(club), None), (people.table(), club)):
        listener = hub.listener(Holder(Kind.GUEST, table))
        woken: list[bool] = []
        listener.on_wake = lambda woken=woken: woken.append(True)
        try:
            source = hub.table(listener, UUID(table))
            deal = people.deal(dealer="S", table=table, **({"club": of} if of else {}))
            until(lambda woken=woken: woken)
            assert [identity for identity, _ in source.deals] == [UUID(deal)]
        finally:
            hub.leave(listener)


def test_without_listeners_nothing_is_asked(people: People, house: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = house.services.live
    listener = hub.listener(Holder(Kind.GUEST, "a guest"))
    hub.leave(listener)
    until(lambda: hub._thread is None)
    with counting(house, monkeypatch) as counted:
        people.deal(dealer="S", table=people.table())
        assert not counted["polls"]


def test_all_who_come_to_a_deal_together_ask_once_what_is_withheld(people: People, house: Provider) -> None:
    """Results of boards that others still play are withheld by the match, so each deal of a match must be looked at."""
    table = people.table()
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table}))
    body = {"match": match, "dealer": "S", "dealer_reason": "drawn"}
    first = opened(people.admin.post("/deals", body))
    hub, computed = house.services.live, []
    listeners = [hub.listener(Holder(Kind.GUEST, f"guest {number}")) for number in range(12)]

    def withheld() -> frozenset[str]:
        computed.append(match)
        return frozenset()

    try:
        feeds = [TableFeed(hub, each, hub.table(each, UUID(table)), Caller(), Late()) for each in listeners]
        feeds[-1].sender = Caller(token="another")  # noqa: S106
        for feed in feeds:
            feed.withheld = withheld
        now = time.monotonic()
        assert all(feed.take(now).startswith(f"id: {first}:1".encode()) for feed in feeds)
        assert len(computed) == 2, "for those without a token, and for the one with a token"
        feeds[0]._deal = None
        feeds[0].take(now + 1.5)
        assert len(computed) == 3, "whoever comes later asks again"
    finally:
        for listener in listeners:
            hub.leave(listener)
