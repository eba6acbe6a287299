"""The table of analyses: work is taken once, an answer is stored once, whatever happens to the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from store.events.recorder import Recorder
from store.postgres.embedded import Embedded
from store.settings import Settings
from store.tables import analyses as module
from store.tables.analyses import MOST_ATTEMPTS, Analyses, AnalysisSession, QueueFull, Task
from store.tables.puzzles import PuzzleRow, Puzzles
from tests.waiting import until

Connect = Callable[[str], psycopg.Connection]


@pytest.fixture
def analyses(recorder: Recorder) -> Analyses:
    """The analyses of a kernel of its own."""
    return Analyses(recorder, uuid4().hex, ["test.Confirmed"])


@pytest.fixture
def session(settings: Settings, analyses: Analyses) -> Iterator[AnalysisSession]:
    with closing(AnalysisSession(settings, analyses.kernel)) as one:
        yield one


def taken_when_free(session: AnalysisSession) -> Task:
    """Take the next work as soon as Postgres has noticed that a session has ended."""
    tasks: list[Task] = []

    def take() -> bool:
        tasks.extend(filter(None, [session.take()]))
        return bool(tasks)

    until(take)
    return tasks[0]


def test_work_is_done_in_its_order_and_what_a_reader_waits_for_comes_first(
    analyses: Analyses, session: AnalysisSession, connect: Connect, server: Embedded
) -> None:
    first, second, third = (uuid4() for _ in range(3))
    for deal in (first, second):
        connect(server.dsn).execute(
            "INSERT INTO analyses (deal_id, version, kernel) VALUES (%s, 3, %s)", [deal, analyses.kernel]
        )
    analyses.request(third, 7)
    order = []
    while (task := session.take()) is not None:
        order.append((task.deal, task.version))
        assert session.store(task, {"plies": []})
    assert order == [(third, 7), (first, 3), (second, 3)]


def test_a_row_shows_how_far_it_is_and_then_its_answer(analyses: Analyses, session: AnalysisSession) -> None:
    deal = uuid4()
    assert analyses.find(deal, 3) is None
    analyses.request(deal, 3)
    waiting = analyses.find(deal, 3)
    assert waiting is not None
    assert (waiting.state, waiting.answer) == ("waiting", None)
    task = session.take()
    assert task is not None
    session.report(task, cards=32, done=12)
    running = analyses.find(deal, 3)
    assert running is not None
    assert (running.state, running.cards, running.cards_done) == ("running", 32, 12)
    session.store(task, {"plies": [{"b": 1, "a": 2}]})
    done = analyses.find(deal, 3)
    assert done is not None
    assert (done.state, str(done.answer)) == ("done", "{'plies': [{'b': 1, 'a': 2}]}")
    assert analyses.find(deal, 4) is None, "another version has its own"


def test_a_request_for_what_is_there_changes_nothing(analyses: Analyses, session: AnalysisSession) -> None:
    deal = uuid4()
    analyses.request(deal, 3)
    task = session.take()
    assert task is not None
    session.store(task, {})
    analyses.request(deal, 3)
    assert analyses.count_states() == {"waiting": 0, "done": 1, "failed": 0}
    assert session.take() is None


def test_a_deal_without_an_answer_has_a_reason(analyses: Analyses, session: AnalysisSession) -> None:
    deal = uuid4()
    analyses.request(deal, 3)
    task = session.take()
    assert task is not None
    session.fail(task, "not all cards are known")
    failed = analyses.find(deal, 3)
    assert failed is not None
    assert (failed.state, failed.reason) == ("failed", "not all cards are known")


def test_the_work_of_a_worker_that_ended_is_taken_again_and_only_then(
    settings: Settings, analyses: Analyses, session: AnalysisSession
) -> None:
    analyses.request(uuid4(), 1)
    other = AnalysisSession(settings, analyses.kernel)
    task = other.take()
    assert task is not None
    assert session.take() is None, "a running worker keeps its work"
    assert analyses.count_workers() == 2
    other.close()
    again = taken_when_free(session)
    assert (again.deal, again.attempts) == (task.deal, 2)
    assert session.store(again, {})


def test_a_worker_that_lost_its_work_stores_nothing(
    settings: Settings, analyses: Analyses, session: AnalysisSession, connect: Connect, server: Embedded
) -> None:
    """Its session ended on the server, while it was still computing."""
    analyses.request(uuid4(), 1)
    slow = AnalysisSession(settings, analyses.kernel)
    task = slow.take()
    assert task is not None
    slow.close()
    again = taken_when_free(session)
    late = AnalysisSession(settings, analyses.kernel)
    assert not late.store(task, {"by": "the slow one"})
    late.close()
    assert session.store(again, {"by": "the other"})
    assert not session.store(again, {"by": "the other, twice"})
    stored = analyses.find(task.deal, 1)
    assert stored is not None
    assert stored.answer == {"by": "the other"}


def test_a_deal_that_ends_its_workers_each_time_is_given_up(settings: Settings, analyses: Analyses) -> None:
    deal = uuid4()
    analyses.request(deal, 1)
    for _ in range(MOST_ATTEMPTS):
        with closing(AnalysisSession(settings, analyses.kernel)) as one:
            taken_when_free(one)
    with closing(AnalysisSession(settings, analyses.kernel)) as one:
        until(lambda: one.take() is None and not analyses.count_waiting())
    failed = analyses.find(deal, 1)
    assert failed is not None
    assert failed.state == "failed"
    assert f"ended {MOST_ATTEMPTS} times" in failed.reason


def test_many_workers_at_once_take_each_deal_once(settings: Settings, analyses: Analyses) -> None:
    deals = {uuid4() for _ in range(60)}
    for deal in deals:
        analyses.request(deal, 1)

    def work(_: int) -> list[UUID]:
        done = []
        with closing(AnalysisSession(settings, analyses.kernel)) as one:
            while (task := one.take()) is not None:
                assert task.attempts == 1
                assert one.store(task, {})
                done.append(task.deal)
        return done

    with ThreadPoolExecutor(6) as pool:
        done = [deal for part in pool.map(work, range(6)) for deal in part]
    assert sorted(done) == sorted(deals)


def test_answers_of_an_older_kernel_are_deleted_with_the_new_answer(
    settings: Settings, recorder: Recorder, analyses: Analyses, session: AnalysisSession
) -> None:
    deal = uuid4()
    analyses.request(deal, 1)
    task = session.take()
    assert task is not None
    session.store(task, {})
    newer = Analyses(recorder, uuid4().hex, [])
    newer.request(deal, 1)
    assert analyses.find(deal, 1) is not None
    with closing(AnalysisSession(settings, newer.kernel)) as one:
        task = one.take()
        assert task is not None
        one.store(task, {})
    assert analyses.find(deal, 1) is None
    assert newer.find(deal, 1) is not None


def test_the_queue_has_an_end(analyses: Analyses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Followers of the log leave room for requests, and requests are refused when there is none."""
    monkeypatch.setattr(module, "MOST_WAITING", 1)
    monkeypatch.setattr(module, "MOST_REQUESTED", 2)
    deals = [uuid4() for _ in range(3)]
    analyses.request(deals[0], 1)
    assert not analyses.feed()
    analyses.request(deals[1], 1)
    with pytest.raises(QueueFull):
        analyses.request(deals[2], 1)
    analyses.request(deals[1], 1)  # what waits already needs no room


def test_settled_deals_are_fed_from_the_log_each_version_of_the_play_once(
    recorder: Recorder, analyses: Analyses, connect: Connect, server: Embedded
) -> None:
    connection = connect(server.dsn)

    def deal(status: str) -> UUID:
        events = [StoredEvent(uuid4(), 1, "nought.Deal.DealOpened", b"{}")]
        recorder.insert_events(events)
        identity = events[0].originator_id
        connection.execute(
            "INSERT INTO catalogue (id, kind, created_at, title, data)"
            " VALUES (%s, 'deal', now(), 'a deal', jsonb_build_object('status', %s::text))",
            [identity, status],
        )
        return identity

    def fed() -> list[tuple[UUID, int]]:
        while analyses.feed():
            pass
        query = "SELECT deal_id, version FROM analyses WHERE kernel = %s"
        return sorted(connection.execute(query, [analyses.kernel]).fetchall())

    played, _, _ = deal("played"), deal("open"), deal("abandoned")
    assert fed() == [(played, 1)]
    recorder.insert_events([StoredEvent(played, 2, "test.Confirmed", b"{}")])
    assert fed() == [(played, 1)], "a confirmation changes no card"
    recorder.insert_events([StoredEvent(played, 3, "nought.Deal.EntryAmended", b"{}")])
    assert fed() == [(played, 1), (played, 3)], "a correction does"
    recorder.insert_events([StoredEvent(played, 4, "test.Confirmed", b"{}")])
    assert fed() == [(played, 1), (played, 3)]


def test_the_problems_of_a_deal_are_stored_once_though_the_worker_that_mined_them_was_killed(
    settings: Settings, analyses: Analyses, session: AnalysisSession
) -> None:
    """They are mined after the prices, by the worker that takes them first."""
    deal = uuid4()
    analyses.request(deal, 1)
    assert session.take_unmined(1) is None, "the deal has no prices yet"
    task = session.take()
    assert task is not None
    session.store(task, {})
    rows = [
        PuzzleRow("points", uuid4(), 1, "304", "304", "S", "{}"),
        PuzzleRow("caps", uuid4(), 2, "304", "304", "E", "{}"),
    ]
    killed = AnalysisSession(settings, analyses.kernel)
    lost = killed.take_unmined(1)
    assert lost is not None
    assert session.take_unmined(1) is None, "a running worker keeps its work"
    killed.close()
    again: list[Task] = []
    until(lambda: again.extend(filter(None, [session.take_unmined(1)])) or bool(again))
    with closing(AnalysisSession(settings, analyses.kernel)) as late:
        assert not late.store_puzzles(lost, 1, rows)
    assert session.store_puzzles(again[0], 1, rows)
    assert not session.store_puzzles(again[0], 1, [])
    puzzles = Puzzles(analyses.recorder, analyses.kernel, analyses.quiet)
    assert puzzles.of_version(deal, 1) == ["{}", "{}"]
    assert puzzles.of_version(deal, 2) is None
    assert session.take_unmined(1) is None
    newer = session.take_unmined(2)
    assert newer is not None, "a newer method mines the deal again"
    assert session.store_puzzles(newer, 2, rows[:1])
    assert puzzles.of_version(deal, 1) == ["{}"]
