from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent

from store.events.errors import CommandAlreadyRecorded, PermissionDenied
from store.events.event_recorder import Command
from store.events.position import MOST_EVENTS
from store.events.recorder import Recorder
from store.settings import Settings

Stream = Callable[..., list[StoredEvent]]


def a_command(key: str | None = None) -> Command:
    return Command("table 4", key or uuid4().hex, b"\x00fingerprint", b'{"ply":12}')


def test_a_command_is_confirmed_if_it_is_recorded(recorder: Recorder, stream: Stream) -> None:
    """The statement commits a record of its own, which waits for replicas (`EventRecorder.confirm_command`)."""
    command = Command("a scope", "a key", b"fingerprint", b"{}")
    assert not recorder.confirm_command("a scope", "a key")
    recorder.insert_events(stream(1), command=command)
    assert recorder.confirm_command("a scope", "a key")


def test_events_come_back_as_they_were_saved(recorder: Recorder, stream: Stream) -> None:
    events = stream(5, text='{"card": "JH", "name": "Näll \\u0000 𝕏"}')
    recorder.insert_events(events)
    of = events[0].originator_id
    assert recorder.select_events(of) == events
    assert recorder.select_events(of, gt=2, lte=4) == events[2:4]
    assert recorder.select_events(of, desc=True, limit=2) == [events[4], events[3]]
    assert recorder.select_events(uuid4()) == []


def test_any_bytes_are_kept(recorder: Recorder) -> None:
    event = StoredEvent(uuid4(), 1, 'a "topic", {with} \\ everything', bytes(range(256)))
    empty = StoredEvent(event.originator_id, 2, "", b"")
    recorder.insert_events([event, empty])
    assert recorder.select_events(event.originator_id) == [event, empty]


def test_positions_follow_the_order_of_the_events_across_streams(recorder: Recorder, stream: Stream) -> None:
    deal, match = stream(2), stream(1)
    events = [deal[0], match[0], deal[1]]
    before = recorder.max_notification_id()
    positions = recorder.insert_events(events)
    notifications = recorder.select_notifications(before, 10, inclusive_of_start=False)
    assert [each.id for each in notifications] == positions
    assert [(each.originator_id, each.originator_version) for each in notifications] == [
        (each.originator_id, each.originator_version) for each in events
    ]
    assert recorder.max_notification_id() == (positions or [])[-1]


def test_notifications_can_be_bounded_and_chosen(recorder: Recorder, stream: Stream) -> None:
    a, b, c, d = recorder.insert_events(stream(4)) or ()
    assert [each.id for each in recorder.select_notifications(b, 10)] == [b, c, d]
    assert [each.id for each in recorder.select_notifications(a, 10, c, inclusive_of_start=False)] == [b, c]
    assert [each.id for each in recorder.select_notifications(a, 2)] == [a, b]
    assert recorder.select_notifications(a, 10, topics=["no.Such"]) == []
    assert len(recorder.select_notifications(a, 10, topics=["no.Such", "test.Happened"])) == 4


def test_a_lost_race_is_an_integrity_error_and_the_winner_can_be_found(recorder: Recorder, stream: Stream) -> None:
    ours = stream(3)
    recorder.insert_events(ours)
    theirs = stream(1, of=ours[0].originator_id, start=3, text='{"other":1}')
    with pytest.raises(IntegrityError):
        recorder.insert_events(theirs)
    assert recorder.latest_version(ours[0].originator_id) == 3
    assert recorder.select_events(ours[0].originator_id, desc=True, limit=1) == ours[2:]
    assert recorder.latest_version(uuid4()) is None


def test_of_many_racing_for_a_version_exactly_one_wins(recorder: Recorder, stream: Stream) -> None:
    of = uuid4()
    start = threading.Barrier(8)

    def race(number: int) -> bool:
        start.wait()
        try:
            recorder.insert_events(stream(1, of=of, text=str(number)))
        except IntegrityError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(race, range(8))) == 1
    assert len(recorder.select_events(of)) == 1


def test_two_saves_that_wait_for_each_other_end_with_one_winner(recorder: Recorder, stream: Stream) -> None:
    """Each holds one stream and waits for the other: a deadlock, reported to one of them as a lost race."""
    many = [uuid4() for _ in range(3000)]
    start = threading.Barrier(2)

    def save(order: list[UUID]) -> bool:
        start.wait()
        try:
            recorder.insert_events([stream(1, of=each)[0] for each in order])
        except IntegrityError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(save, [many, many[::-1]])) == 1
    assert all(recorder.latest_version(each) == 1 for each in many[::500])


def test_a_conflict_in_the_middle_of_a_deal_writes_nothing(recorder: Recorder, stream: Stream) -> None:
    deal = stream(80)
    recorder.insert_events([deal[40]])
    command = a_command()
    with pytest.raises(IntegrityError):
        recorder.insert_events(deal, command=command)
    assert recorder.select_events(deal[0].originator_id) == [deal[40]]
    assert recorder.find_command(command.scope, command.key) is None


def test_a_whole_deal_and_its_match_are_one_transaction(recorder: Recorder, stream: Stream) -> None:
    deal, match = stream(80), stream(2)
    positions = recorder.insert_events([*deal, *match]) or []
    assert len(positions) == 82
    assert positions == list(range(positions[0], positions[0] + 82))
    assert recorder.select_events(deal[0].originator_id) == deal


def test_more_events_than_a_transaction_has_places_are_refused(recorder: Recorder, stream: Stream) -> None:
    with pytest.raises(ProgrammingError, match="65537 events in one save; the most is 65536"):
        recorder.insert_events(stream(1) * (MOST_EVENTS + 1))


# Commands


def test_a_command_is_recorded_with_its_events(recorder: Recorder, stream: Stream) -> None:
    command = a_command()
    assert recorder.find_command(command.scope, command.key) is None
    recorder.insert_events(stream(1), command=command)
    assert recorder.find_command(command.scope, command.key) == command


def test_a_command_without_events_is_recorded_too(recorder: Recorder) -> None:
    command = a_command()
    assert recorder.insert_events([], command=command) == []
    assert recorder.find_command(command.scope, command.key) == command


def test_the_same_key_again_is_refused_and_nothing_is_written(recorder: Recorder, stream: Stream) -> None:
    command, later = a_command(), stream(1)
    recorder.insert_events(stream(1), command=command)
    with pytest.raises(CommandAlreadyRecorded) as caught:
        recorder.insert_events(later, command=command)
    assert (caught.value.scope, caught.value.key) == (command.scope, command.key)
    assert recorder.select_events(later[0].originator_id) == []


def test_the_same_key_in_another_scope_is_another_command(recorder: Recorder, stream: Stream) -> None:
    command = a_command()
    recorder.insert_events(stream(1), command=command)
    recorder.insert_events(stream(1), command=command._replace(scope="table 5"))


@pytest.mark.parametrize("also", [None, [("SELECT 1", None)]], ids=["alone", "with a read model"])
def test_sending_a_command_again_is_told_from_a_lost_race(recorder: Recorder, stream: Stream, also: object) -> None:
    """Both hold when the answer was lost: the version is taken, by the same command."""
    command, events = a_command(), stream(1)
    recorder.insert_events(events, command=command)
    with pytest.raises(CommandAlreadyRecorded):
        recorder.insert_events(events, command=command, also=also)
    with pytest.raises(IntegrityError):
        recorder.insert_events(events, command=a_command(), also=also)


def test_of_two_racing_with_one_key_exactly_one_wins(recorder: Recorder, stream: Stream) -> None:
    for _ in range(20):
        command, start = a_command(), threading.Barrier(2)

        def race(_: int, command: Command = command, start: threading.Barrier = start) -> bool:
            events = stream(1)
            start.wait()
            try:
                recorder.insert_events(events, command=command)
            except CommandAlreadyRecorded:
                return recorder.select_events(events[0].originator_id) != []
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sum(pool.map(race, range(2))) == 1


# Read models in the event's own transaction


CATALOGUE = "INSERT INTO catalogue (id, kind, created_at, title) VALUES (%s, 'match', now(), %s)"


def test_a_read_model_is_written_in_the_same_transaction(
    recorder: Recorder, settings: Settings, stream: Stream
) -> None:
    events = stream(1)
    one, two = uuid4(), uuid4()
    recorder.insert_events(events, also=[(CATALOGUE, (one, "as statements"))])
    recorder.insert_events(
        stream(1, of=events[0].originator_id, start=2), also=lambda cursor: cursor.execute(CATALOGUE, (two, "as code"))
    )
    with recorder.datastore.get_connection() as connection:
        rows = connection.execute("SELECT id FROM catalogue WHERE id IN (%s, %s)", [one, two])
        assert len(rows.fetchall()) == 2


def test_a_read_model_that_fails_undoes_the_events(recorder: Recorder, stream: Stream) -> None:
    events, command = stream(1), a_command()
    identity = uuid4()
    recorder.insert_events(stream(1), also=[(CATALOGUE, (identity, "first"))])
    with pytest.raises(IntegrityError):
        recorder.insert_events(events, command=command, also=[(CATALOGUE, (identity, "second"))])
    assert recorder.select_events(events[0].originator_id) == []
    assert recorder.find_command(command.scope, command.key) is None


def test_an_exception_in_the_read_models_code_undoes_the_events(recorder: Recorder, stream: Stream) -> None:
    events = stream(1)

    def fail(cursor: object) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        recorder.insert_events(events, also=fail)
    assert recorder.select_events(events[0].originator_id) == []


def test_a_read_model_that_reads_is_told_of_the_conflict_too(recorder: Recorder, stream: Stream) -> None:
    events = stream(1)
    recorder.insert_events(events)
    with pytest.raises(IntegrityError):
        recorder.insert_events(events, also=lambda cursor: cursor.execute("SELECT 1").fetchone())
    recorder.insert_events(stream(1))


def test_a_read_model_is_not_written_alone(recorder: Recorder) -> None:
    assert recorder.insert_events([]) is None
    with pytest.raises(ProgrammingError, match="not alone"):
        recorder.insert_events([], also=[("SELECT 1", None)])


# Refusals


def test_a_missing_right_is_reported_at_once(recorder: Recorder, stream: Stream) -> None:
    also = [("DELETE FROM events", None)]
    with pytest.raises(PermissionDenied, match="permission denied for table events"):
        recorder.insert_events(stream(1), also=also)


def test_a_read_only_database_is_reported_at_once(recorder: Recorder, stream: Stream) -> None:
    with recorder.datastore.get_connection() as connection:
        connection.execute("SET default_transaction_read_only = on")
    refused = 0
    for _ in range(recorder.datastore.pool.max_size):
        try:
            recorder.insert_events(stream(1))
        except PermissionDenied as error:
            assert "takes no writes" in str(error)  # noqa: PT017
            refused += 1
    assert refused


def test_a_recorder_does_not_cross_a_fork(recorder: Recorder) -> None:
    recorder._pid = os.getpid() + 1
    with pytest.raises(ProgrammingError, match="built before this process was forked"):
        recorder.select_events(uuid4())


# The library around it


def test_an_application_of_the_library_runs_on_it(settings: Settings) -> None:
    class Tricks(Aggregate):
        def __init__(self) -> None:
            self.taken = 0

        @event("Taken")
        def take(self) -> None:
            self.taken += 1

    with Application[UUID](env=settings.environment()) as application:
        tricks = Tricks()
        tricks.take()
        application.save(tricks, command=a_command())
        assert application.repository.get(tricks.id).taken == 1


def test_a_subscription_gives_events_as_they_come(recorder: Recorder, stream: Stream) -> None:
    events = stream(3)
    start = recorder.max_notification_id()
    with recorder.subscribe(gt=start) as subscription:
        recorder.insert_events(events[:2])
        assert [next(subscription).originator_version for _ in range(2)] == [1, 2]
        recorder.insert_events(events[2:])
        assert next(subscription).originator_version == 3
