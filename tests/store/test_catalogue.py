from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from store.events.recorder import Recorder
from store.tables.catalogue import Catalogue, Rows


@dataclass(frozen=True)
class Line:
    title: str = "A title"
    at: str = "2026-02-14T20:15:09.318Z"
    kind: str = "deal"
    club: UUID | None = None
    parent: UUID | None = None
    data: dict[str, Any] = field(default_factory=dict)
    traits: tuple[str, ...] = ()
    id: UUID = field(default_factory=uuid4)


@pytest.fixture
def catalogue(recorder: Recorder) -> Catalogue:
    return Catalogue(recorder)


def write(recorder: Recorder, stream: Any, *lines: Line) -> None:
    recorder.insert_events(stream(1), also=Rows().statements(lines))


def test_the_newest_row_of_a_thing_is_kept_with_its_first_time(
    catalogue: Catalogue, recorder: Recorder, stream: Any
) -> None:
    line = Line(data={"status": "open"})
    write(recorder, stream, line)
    write(recorder, stream, replace(line, title="Another", at="2027-01-01T00:00:00.000Z", data={"status": "played"}))
    row = catalogue.find(line.id)
    assert row is not None
    assert (row.title, row.data, row.created_at.year) == ("Another", {"status": "played"}, 2026)
    assert catalogue.find(uuid4()) is None


def test_a_list_is_read_page_by_page_and_nothing_is_left_out(
    catalogue: Catalogue, recorder: Recorder, stream: Any
) -> None:
    """Also where many began in the same millisecond, and where something new begins meanwhile."""
    club = uuid4()
    lines = [Line(club=club, at=f"2026-02-14T20:15:0{n % 3}.000Z") for n in range(25)]
    write(recorder, stream, *lines)
    ids: list[UUID] = []
    after = None
    while True:
        page = catalogue.page("deal", club=club, after=after, limit=4)
        ids += [row.id for row in page.rows]
        write(recorder, stream, Line(club=club, at="2028-01-01T00:00:00.000Z"))
        if page.next is None:
            break
        after = page.next
    expected = sorted(sorted(lines, key=lambda line: line.id), key=lambda line: line.at, reverse=True)
    assert ids == [line.id for line in expected]


def test_a_list_is_of_a_kind_a_club_a_parent_and_of_what_the_data_say(
    catalogue: Catalogue, recorder: Recorder, stream: Any
) -> None:
    club, match = uuid4(), uuid4()
    fitting = Line(club=club, parent=match, data={"status": "played", "has_caps": True})
    others = [
        replace(fitting, id=uuid4(), kind="table"),
        replace(fitting, id=uuid4(), club=uuid4()),
        replace(fitting, id=uuid4(), parent=uuid4()),
        replace(fitting, id=uuid4(), data={"status": "open"}),
    ]
    write(recorder, stream, fitting, *others)
    page = catalogue.page("deal", club=club, parent=match, where={"has_caps": True})
    assert ([row.id for row in page.rows], page.next) == ([fitting.id], None)


def test_a_character_that_postgres_does_not_keep_is_left_out(
    catalogue: Catalogue, recorder: Recorder, stream: Any
) -> None:
    line = Line(title="a\0b", data={"event": "c\0d", "players": {"S": "e\0f"}, "list": ["g\0h"]})
    write(recorder, stream, line)
    row = catalogue.find(line.id)
    assert row is not None
    assert (row.title, row.data) == ("ab", {"event": "cd", "players": {"S": "ef"}, "list": ["gh"]})


@pytest.mark.parametrize("after", ["", "nonsense", "MjAyNg", "%%%", "é"])
def test_a_place_that_is_none_is_refused(catalogue: Catalogue, after: str) -> None:
    with pytest.raises(ValueError, match="no place in a list"):
        catalogue.page("deal", after=after)


@pytest.mark.parametrize("limit", [0, 201, -1])
def test_a_page_has_bounds(catalogue: Catalogue, limit: int) -> None:
    with pytest.raises(ValueError, match="1 to 200 rows"):
        catalogue.page("deal", limit=limit)
