"""Lines of standings: written with events, never undone by an older writer, shown as they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest

from store.events.recorder import Recorder
from store.tables.catalogue import Rows
from store.tables.standings import Lines


@dataclass(frozen=True)
class Ranking:
    tournament: UUID
    source: UUID
    version: int
    rows: list[tuple[int, str, int, Mapping[str, Any] | None]]


@pytest.fixture
def lines(recorder: Recorder) -> Lines:
    return Lines(recorder)


def write(recorder: Recorder, stream: Any, *rankings: Ranking) -> None:
    recorder.insert_events(stream(1), also=Rows().statements([], rankings))


def test_the_newest_line_of_a_place_is_kept(lines: Lines, recorder: Recorder, stream: Any) -> None:
    cup, table = uuid4(), uuid4()
    write(recorder, stream, Ranking(cup, table, 2, [(1, "1", 0, {"won": 7}), (1, "2", 0, {"won": 4})]))
    write(recorder, stream, Ranking(cup, table, 3, [(1, "2", 0, {"won": 5})]))
    assert sorted(line["won"] for line in lines.of(cup)) == [5, 7]
    write(recorder, stream, Ranking(cup, table, 2, [(1, "2", 0, {"won": 9})]))
    assert sorted(line["won"] for line in lines.of(cup)) == [5, 7], "an older writer undoes nothing"
    write(recorder, stream, Ranking(cup, table, 4, [(1, "1", 0, None), (1, "2", 0, None)]))
    assert lines.of(cup) == []
    write(recorder, stream, Ranking(cup, table, 3, [(1, "1", 0, {"won": 7})]))
    assert lines.of(cup) == [], "nor brings back what is gone"


def test_tables_boards_and_tournaments_are_apart(lines: Lines, recorder: Recorder, stream: Any) -> None:
    cup, other = uuid4(), uuid4()
    one, two = uuid4(), uuid4()
    rows: list[tuple[int, str, int, Mapping[str, Any] | None]] = [(1, "1", board, {"board": board}) for board in (1, 2)]
    write(recorder, stream, Ranking(cup, one, 1, rows), Ranking(cup, two, 1, rows), Ranking(other, one, 1, rows))
    assert [len(lines.of(each)) for each in (cup, other, uuid4())] == [4, 2, 0]


def test_lines_are_shown_as_they_were(lines: Lines, recorder: Recorder, stream: Any) -> None:
    cup, table = uuid4(), uuid4()
    moments = [(recorder.moment_ago(0), 0)]
    for version, won in enumerate((1, 2, 0, 3), 1):
        write(recorder, stream, Ranking(cup, table, version, [(1, "1", 0, {"won": won} if won else None)]))
        moments.append((recorder.moment_ago(0), won))
    for moment, won in moments:
        rows = lines.of(cup, moment)
        assert [line["won"] for line in rows] == ([won] if won else [])


def test_the_lines_of_one_round_are_asked_for_alone(lines: Lines, recorder: Recorder, stream: Any) -> None:
    cup, table = uuid4(), uuid4()
    moments = []
    for version, won in enumerate((0, 5), 1):
        stored_lines = [{"round": number, "won": won + number} for number in (1, 2)]
        write(recorder, stream, Ranking(cup, table, version, [(line["round"], "1", 0, line) for line in stored_lines]))
        moments.append(recorder.moment_ago(0))
    assert lines.of(cup, number=2) == [{"round": 2, "won": 7}]
    assert lines.of(cup, moments[0], number=2) == [{"round": 2, "won": 2}]
    assert lines.of(cup, number=10**12) == lines.of(cup, moments[0], number=10**12) == []


def test_a_rebuild_writes_what_is_missing_and_takes_away_what_is_nobodys(
    lines: Lines, recorder: Recorder, stream: Any
) -> None:
    cup = uuid4()
    events = stream(1)
    mine = events[0].originator_id
    recorder.insert_events(events, also=Rows().statements([], [Ranking(cup, mine, 1, [(1, "9", 0, {"won": 9})])]))
    write(recorder, stream, Ranking(cup, uuid4(), 1, [(1, "3", 0, {"won": 3})]))

    def ranking_of(identity: UUID) -> Ranking | None:
        return Ranking(cup, mine, 1, [(1, "1", 0, {"won": 1})]) if identity == mine else None

    assert list(lines.rebuild(ranking_of, [events[0].topic], batch=1))
    assert lines.of(cup) == [{"won": 1}]
