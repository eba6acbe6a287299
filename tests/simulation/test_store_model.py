"""The simulated database answers the event recorder as Postgres does, or the simulation proves nothing of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from simulation.database import Database
from simulation.scheduler import Scheduler
from simulation.session import Session
from simulation.store import Recorder as SimulatedRecorder
from store.events.errors import CommandAlreadyRecorded
from store.events.event_recorder import Command, EventRecorder
from store.events.factory import build
from store.events.recorder import Recorder
from store.settings import Settings
from tests.waiting import until

EXAMPLES = 2_000 if os.environ.get("NOUGHT_FULL") else 40
STREAMS, TOPICS, KEYS = 2, ("opened", "played", "settled"), ("a", "b")
Answer = Any


@dataclass
class Store:
    """A recorder with names for its positions that both stores share: the number of the event, counted from 1."""

    recorder: EventRecorder
    base: int
    positions: list[int] = field(default_factory=list)

    def numbered(self, position: int | None) -> int:
        return self.positions.index(position) + 1 if position in self.positions else 0

    def position(self, number: int) -> int:
        return self.positions[number - 1] if 0 < number <= len(self.positions) else self.base

    def save(self, events: list[StoredEvent], command: Command | None) -> Answer:
        try:
            positions = list(self.recorder.insert_events(events, command=command) or ())
        except (IntegrityError, CommandAlreadyRecorded) as error:
            return type(error) if isinstance(error, CommandAlreadyRecorded) else IntegrityError
        self.positions += positions
        if positions:  # another process's open transaction holds the horizon back
            until(lambda: (self.recorder.max_notification_id() or 0) >= positions[-1])
        return [self.numbered(position) for position in positions]

    def track(self, name: str, start: int, end: int) -> Answer:
        with self.recorder.track(name, self.position(start), self.position(end)) as cursor:
            moved = cursor is not None
        return moved, self.numbered(self.recorder.tracked(name))


Operation = Callable[[Store, list[UUID], str], Answer]
stream, number = st.integers(0, STREAMS - 1), st.integers(0, 12)
topics = st.lists(st.sampled_from(TOPICS), max_size=2, unique=True)
late = st.sampled_from((False, False, False, True))
events = st.lists(st.tuples(stream, st.sampled_from(TOPICS), st.binary(max_size=3), late), max_size=6)
many = st.lists(
    st.tuples(stream, st.sampled_from(TOPICS), st.binary(max_size=3), st.just(False)), min_size=6, max_size=9
)


def save(rows: list[tuple[int, str, bytes, bool]], key: str | None) -> Operation:
    """Save events; one that is ``late`` has a version that is taken, if its stream has one."""

    def run(store: Store, streams: list[UUID], name: str) -> Answer:
        made: list[StoredEvent] = []
        last: dict[UUID, int] = {}
        for place, topic, state, late in rows:
            identity = streams[place]
            before = last.get(identity, store.recorder.latest_version(identity) or 0)
            last[identity] = before if late and before else before + 1
            made.append(StoredEvent(identity, last[identity], topic, state))
        command = Command(name, key, b"fingerprint", str(len(made)).encode()) if key else None
        return store.save(made, command) if made or command else None

    return run


def listed(of: int, after: int | None, last: int | None, desc: bool, limit: int | None) -> Operation:
    def run(store: Store, streams: list[UUID], name: str) -> Answer:
        return list(store.recorder.select_events(streams[of], gt=after, lte=last, desc=desc, limit=limit))

    return run


def followed(start: int, stop: int | None, limit: int, chosen_topics: list[str], inclusive: bool) -> Operation:
    def run(store: Store, streams: list[UUID], name: str) -> Answer:
        first = max(store.position(start), store.base + 1)
        last = None if stop is None else store.position(stop)
        rows = store.recorder.select_notifications(first, limit, last, chosen_topics, inclusive_of_start=inclusive)
        return [
            (row.originator_id, row.originator_version, row.topic, row.state, store.numbered(row.id)) for row in rows
        ]

    return run


def other_reads(of: int, chosen_topics: list[str], after: int, key: str) -> Operation:
    """Read everything that has few parameters of its own."""

    def run(store: Store, streams: list[UUID], name: str) -> Answer:
        recorder, identity = store.recorder, streams[of]
        touched, upto = recorder.find_touched(store.position(after), streams[:2])
        return (
            recorder.latest_version(identity),
            list(recorder.select_streams(streams, chosen_topics)),
            sorted((each.id, each.first, store.numbered(each.position)) for each in touched),
            store.numbered(upto),
            recorder.find_command(name, key),
            recorder.confirm_command(name, key),
            store.numbered(recorder.max_notification_id()),
            len(recorder.ages(identity, after)),
            recorder.version_ago(identity, 3600.0),
        )

    return run


def tracked(start: int, end: int) -> Operation:
    return lambda store, streams, name: store.track(name, start, end)


nobody = st.none()
operations = st.lists(
    st.one_of(
        st.builds(save, events, st.one_of(nobody, st.sampled_from(KEYS))),
        st.builds(save, events, nobody),
        st.builds(listed, stream, nobody | number, nobody | number, st.booleans(), nobody | st.integers(0, 3)),
        st.builds(followed, number, nobody | number, st.integers(0, 5), topics, st.booleans()),
        st.builds(other_reads, stream, topics, number, st.sampled_from(KEYS)),
        st.builds(tracked, number, number),
    ),
    min_size=10,
    max_size=25,
)


@pytest.fixture
def recorder(settings: Settings) -> Iterator[Recorder]:
    recorder = build(settings)
    yield recorder
    recorder.close()


def simulated() -> SimulatedRecorder:
    """A recorder above an empty simulated database, outside of all tasks: no time passes, and nothing fails."""
    scheduler = Scheduler()
    database = Database(scheduler, lambda: 0.0, is_synchronous=False)
    return SimulatedRecorder(Session(scheduler, database, Random(1), lambda _: None))


@how(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=many, chosen=operations)
def test_the_simulated_database_answers_every_statement_as_postgres_does(
    recorder: Recorder, first: list[tuple[int, str, bytes, bool]], chosen: list[Operation]
) -> None:
    real, model = Store(recorder, recorder.max_notification_id() or 0), Store(simulated(), 0)
    streams, name = [uuid4() for _ in range(STREAMS)], uuid4().hex
    for place, operation in enumerate([save(first, None), *chosen]):
        assert operation(model, streams, name) == operation(real, streams, name), place
