"""When the server stored what it stored, and lists as they were a while ago."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import errors
from psycopg.sql import SQL, Identifier

from store import migrations
from store.events.factory import build
from store.events.recorder import Recorder
from store.postgres.embedded import Embedded
from store.settings import Settings
from store.tables.catalogue import Catalogue, Late, Rows

Connect = Callable[[str], psycopg.Connection]
HOUR = 3600


@dataclass(frozen=True)
class Line:
    """A line for the catalogue."""

    id: UUID
    kind: str
    data: dict[str, Any]
    title: str = "Deal 1"
    club: UUID | None = None
    parent: UUID | None = None
    at: str = field(default="2026-02-14T20:15:09.318Z")
    traits: tuple[str, ...] = ()


@pytest.fixture
def ago(connect: Connect, server: Embedded) -> Callable[[int], None]:
    """Has the server store, from now on, as if it were so many seconds ago."""

    def shift(seconds: int) -> None:
        for table, column in (("events", "stored_at"), ("catalogue", "listed_at"), ("catalogue_before", "until")):
            connect(server.owner_dsn).execute(
                SQL("ALTER TABLE {} ALTER {} SET DEFAULT now() - make_interval(secs => {})").format(
                    Identifier(table), Identifier(column), seconds
                )
            )

    return shift


def test_a_stream_is_known_as_it_was_a_while_ago(recorder: Recorder, stream: Callable, ago: Callable) -> None:
    for seconds, start in ((2 * HOUR, 1), (HOUR // 2, 3), (0, 4)):
        ago(seconds)
        events = stream(2, of=UUID(int=7), start=start) if start == 1 else stream(1, of=UUID(int=7), start=start)
        recorder.insert_events(events)
    assert [recorder.version_ago(UUID(int=7), seconds) for seconds in (3 * HOUR, HOUR, 60)] == [0, 2, 3]
    (other,) = stream(1)
    assert recorder.version_ago(other.originator_id, HOUR) is None, "nothing has changed there for an hour"
    ages = recorder.ages(UUID(int=7))
    assert [round(age / HOUR, 1) for age in ages] == [2.0, 2.0, 0.5, 0.0]
    assert recorder.ages(UUID(int=7), 3) == pytest.approx(ages[3:], abs=5)


def test_events_of_one_save_are_known_together(
    recorder: Recorder, stream: Callable, connect: Connect, server: Embedded
) -> None:
    one, other = stream(40), stream(40)
    recorder.insert_events([*one, *other])
    rows = connect(server.dsn).execute(
        "SELECT count(DISTINCT stored_at) FROM events WHERE originator_id = ANY(%s)",
        [[one[0].originator_id, other[0].originator_id]],
    )
    assert rows.fetchone() == (1,)


def test_streams_that_grew_are_told_with_where_they_began(recorder: Recorder, stream: Callable) -> None:
    before = recorder.max_notification_id() or 0
    begun, grown = stream(3), stream(1)
    recorder.insert_events([*begun, *grown])
    first = {each.id: each.first for each in recorder.find_touched(before).streams}
    assert first == {begun[0].originator_id: 1, grown[0].originator_id: 1}
    here = recorder.max_notification_id() or 0
    recorder.insert_events(stream(2, of=grown[0].originator_id, start=2))
    (touched,) = recorder.find_touched(here, [grown[0].originator_id]).streams
    assert (touched.id, touched.first, touched.position) == (
        grown[0].originator_id, 2, recorder.max_notification_id(),
    )  # fmt: skip
    assert recorder.find_touched(touched.position, [grown[0].originator_id]).streams == []


def test_nobody_says_when_something_was_stored(connect: Connect, server: Embedded) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        connect(server.dsn).execute(
            "INSERT INTO events (originator_id, originator_version, topic, state, notification_id, stored_at)"
            " VALUES (%s, 1, 'test.Happened', '', 1, '2001-01-01')",
            [uuid4()],
        )


def test_what_was_there_before_counts_as_stored_when_the_column_came(
    server: Embedded, stream: Callable, tmp_path: Path
) -> None:
    settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, schema=f"old{uuid4().hex[:8]}")
    folder = Path(shutil.copytree(migrations.FILES, tmp_path / "migrations"))
    for path in folder.glob("*.sql"):
        if path.name >= "004":
            path.unlink()
    migrations.migrate(settings, folder=folder)
    (event,) = stream(1)
    with psycopg.connect(server.owner_dsn, options=f"-c search_path={settings.schema}") as owner:
        owner.execute(
            "INSERT INTO events (originator_id, originator_version, topic, state, notification_id)"
            " VALUES (%s, 1, %s, %s, 1)",
            [event.originator_id, event.topic, event.state],
        )
    migrations.migrate(settings)
    recorder = build(settings)
    try:
        assert recorder.version_ago(event.originator_id, HOUR) == 0
        (age,) = recorder.ages(event.originator_id)
        assert 0 <= age < 60
    finally:
        recorder.close()


def test_a_line_is_listed_as_it_was(recorder: Recorder, stream: Callable, ago: Callable) -> None:
    catalogue = Catalogue(recorder)
    table, deal, new, elsewhere = (uuid4() for _ in range(4))

    def write(*lines: Line) -> None:
        recorder.insert_events(stream(1), also=Rows().statements(lines))

    at = {"table": str(table)}
    for seconds, status in ((3 * HOUR, "first"), (2 * HOUR, "second"), (HOUR // 2, "third"), (0, "fourth")):
        ago(seconds)
        write(Line(deal, "deal", {**at, "status": status}), Line(elsewhere, "deal", {"status": status}))
    write(Line(new, "deal", {**at, "status": "fourth"}))
    late = catalogue.seen(Late({str(table): HOUR}))
    assert [catalogue.find(each).data["status"] for each in (deal, elsewhere, new)] == ["fourth"] * 3  # type: ignore[union-attr]
    assert [late.find(each).data["status"] for each in (deal, elsewhere)] == ["second", "fourth"]  # type: ignore[union-attr]
    assert late.find(new) is None
    assert [row.id for row in late.page("deal", where={"status": "second"}).rows] == [deal]
    assert [row.id for row in late.page("deal", where={"table": str(table)}).rows] == [deal]
    assert catalogue.seen(Late({str(table): HOUR}, deal=new)).find(new) is not None
    assert [identity for identity, _ in catalogue.at_table(table)] == sorted([deal, new])


def test_deals_of_a_table_are_in_the_order_in_which_they_were_recorded_whatever_the_clocks(
    recorder: Recorder, stream: Callable
) -> None:
    """The clock of a server went back between two deals. A deal that is imported afterwards is older than both."""
    catalogue, table = Catalogue(recorder), str(uuid4())
    first, second, imported = (uuid4() for _ in range(3))
    now = datetime.now(UTC)
    for deal, at in ((first, now), (second, now - timedelta(seconds=30)), (imported, now - timedelta(days=30))):
        line = Line(deal, "deal", {"table": table}, at=at.isoformat())
        recorder.insert_events(stream(1), also=Rows().statements([line]))
    assert [deal for deal, _ in catalogue.at_table(UUID(table))] == [second, first, imported]
