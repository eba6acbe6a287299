"""Rebuild, verify and export go through a book by ranges: with any number of processes, whenever they were ended.

The book is small, and so are the ranges (`tests.cli.small_ranges`).
"""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg
import pytest

from api.cli.parts.progress import Working
from api.cli.parts.unfinished import unfinished, unfinished_in_book
from api.services import Services
from benchmarks.book.filling import Plan, fill
from store.postgres import embedded
from store.settings import Settings
from tests.cases import FULL, cases, full
from tests.cli import small_ranges
from tests.cli.conftest import ROOT, Answer, Nought, complaint
from tests.cli.test_many_deals import is_worker
from tests.http.computed import compute
from tests.record.tournament_setup import DIRECTOR, by_hand, drawn, opened, seven_to
from tests.store.schemas import copied
from tests.waiting import PATIENCE, until

DEALS: Final = 150 if FULL else 30
DISTINCT: Final = 12 if FULL else 6
TABLES: Final = {
    "catalogue": "SELECT id, kind, club_id, parent_id, created_at, title, data::text, traits FROM catalogue",
    "tournament_lines": "SELECT tournament_id, source_id, round, entry, board, line::text FROM tournament_lines",
    "statistics": "SELECT club_id, name, span, begins, kernel, numbers::text FROM statistics",
    "stale_days": "SELECT club_id, day FROM stale_days",
}
Tables = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def filled(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A book with deals of a club, a round of a tournament, numbers by day, and a signed log."""
    with copied(server, keys=str(tmp_path_factory.mktemp("keys"))) as settings:
        list(fill(settings, Plan(deals=DEALS, distinct=DISTINCT, has_log=False)))
        with closing(Services.build(settings)) as services:
            cup = opened(services.ledger, 12)
            pairs = [(str(2 * n - 1), str(2 * n)) for n in range(1, 7)]
            for table in drawn(services.ledger, cup, by_hand(1, *pairs)):
                services.ledger.encounters.enter_result(table, seven_to(3), **DIRECTOR)
            compute(services.statistics)
            keeper = services.log_keeper("book.example")
            keeper.grow()
            keeper.checkpoint()
        yield settings


@pytest.fixture(autouse=True)
def named(filled: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The book is the one that the environment names, and ranges are small."""
    monkeypatch.setenv("NOUGHT_DSN", filled.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", filled.schema)
    monkeypatch.setenv("NOUGHT_KEYS", filled.keys)
    small_ranges.make_small(monkeypatch.setattr)


def owner(book: Settings) -> psycopg.Connection[Any]:
    assert book.owner_dsn is not None
    return psycopg.connect(book.owner_dsn, options=f"-c search_path={book.schema}")


def tables(book: Settings) -> Tables:
    """Every row of the tables that are rebuilt, in one order."""
    with owner(book) as connection:
        return {name: sorted(connection.execute(query).fetchall(), key=str) for name, query in TABLES.items()}  # type: ignore[arg-type]


def spoil(book: Settings) -> None:
    """Change, remove and add rows of every table that is rebuilt."""
    with owner(book) as connection:
        connection.execute("UPDATE catalogue SET title = 'x', data = data || '{\"x\": 1}' WHERE kind = 'deal'")
        connection.execute("DELETE FROM catalogue WHERE kind = 'match'")
        connection.execute("DELETE FROM tournament_lines WHERE entry < '5'")
        connection.execute("UPDATE tournament_lines SET line = jsonb_set(line, '{won}', '99') WHERE entry > '7'")
        connection.execute("DELETE FROM statistics WHERE name <> ''")
        connection.execute("UPDATE statistics SET numbers = '{}'")


@pytest.fixture
def rebuilt(filled: Settings) -> Iterator[Tables]:
    """The rows that a rebuild writes, of tables that are spoiled."""
    before = tables(filled)
    assert all(before[name] for name in ("catalogue", "tournament_lines", "statistics"))
    assert before["stale_days"] == []
    spoil(filled)
    yield before
    with closing(Services.build(filled)) as services:
        compute(services.statistics)


def folders(book: Settings) -> list[str]:
    """Return the names of the folders of notes beside the keys."""
    return [each.name for each in Path(book.keys).iterdir() if each.name.endswith(".unfinished")]


# --- with any number of processes ---------------------------------------------------------------


def test_an_archive_has_the_same_bytes_with_any_number_of_processes(nought: Nought, tmp_path: Path) -> None:
    one = nought("export", "--all", "--workers", 1)
    assert one.out.count("\n") == DEALS
    with cases() as case:
        for workers in (2, 3) if FULL else (2,):
            with case(workers):
                answer = nought("export", "--all", "--workers", workers, "-o", tmp_path / "deals.ndjson")
                assert (answer.code, answer.out) == (0, "")
                assert answer.err == f"{DEALS} deals in {tmp_path / 'deals.ndjson'}\n"
                assert (tmp_path / "deals.ndjson").read_text() == one.out
        with case("compressed"):
            nought("export", "--all", "--workers", 1, "-o", tmp_path / "deals.ndjson.gz")
            assert gzip.decompress((tmp_path / "deals.ndjson.gz").read_bytes()).decode() == one.out
        with case("no other file stays"):
            assert {each.name for each in tmp_path.iterdir() if "deals" in each.name} == {
                "deals.ndjson", "deals.ndjson.gz",
            }  # fmt: skip


def parquet(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.full
def test_tables_for_analysts_have_the_same_bytes_with_any_number_of_processes(nought: Nought, tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        nought("export", "--all", "--workers", workers, "--parquet", tmp_path / str(workers))
    one = parquet(tmp_path / "1")
    assert len(one) == 4
    assert parquet(tmp_path / "2") == parquet(tmp_path / "3") == one


@pytest.mark.full
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_rebuild_writes_the_same_rows_with_any_number_of_processes(
    nought: Nought, filled: Settings, rebuilt: Tables, workers: int
) -> None:
    answer = nought("projections", "rebuild", "--workers", workers)
    assert (answer.code, answer.err) == (0, "")
    assert ", and the standings of 7 rounds and tables; the numbers of " in answer.out
    assert tables(filled) == rebuilt
    assert folders(filled) == []


@pytest.mark.full
def test_a_log_is_checked_by_any_number_of_processes(nought: Nought) -> None:
    answers = [nought("verify", "log", "--workers", workers) for workers in (1, 2, 3)]
    assert answers[0].code == 0
    assert answers[0].out.endswith("nothing was changed\n")
    assert answers == [answers[0]] * 3


# --- ended at any moment ------------------------------------------------------------------------

Run = Callable[[], Answer]


class Jobs:
    """The commands that can be ended: how each is called, and what it leaves."""

    def __init__(self, nought: Nought, book: Settings, folder: Path) -> None:
        self.nought = nought
        self.book = book
        self.folder = folder
        self.words: dict[str, list[object]] = {
            "archive": ["export", "--all", "-o", folder / "deals.ndjson"],
            "compressed": ["export", "--all", "-o", folder / "deals.ndjson.gz"],
            "tables": ["export", "--all", "--parquet", folder / "tables"],
            "rebuild": ["projections", "rebuild"],
            "verify": ["verify", "log"],
        }

    def notes(self, name: str) -> list[Path]:
        """Return the notes of the command."""
        above = {"rebuild": Path(self.book.keys), "verify": Path(self.book.keys)}.get(name, self.folder)
        return [*above.glob("**/*unfinished/notes.json")]

    def outcome(self, name: str) -> object:
        """Return the outcome of the command, and take it away for the next run."""
        if name == "rebuild":
            left: object = tables(self.book)
            spoil(self.book)
            return left
        if name == "verify":
            return None
        left = {each.relative_to(self.folder): each.read_bytes() for each in self.folder.rglob("*") if each.is_file()}
        for each in sorted(self.folder.rglob("*"), reverse=True):
            each.rmdir() if each.is_dir() else each.unlink()
        return left

    def run(self, name: str, workers: int = 1) -> Answer:
        """Run the command in this process."""
        return self.nought(*self.words[name], "--workers", workers)


@pytest.fixture
def jobs(nought: Nought, filled: Settings, tmp_path: Path, rebuilt: Tables) -> Jobs:
    (tmp_path / "exports").mkdir()
    return Jobs(nought, filled, tmp_path / "exports")


class Ended(BaseException):
    """The end of a process, as far as it can be played in this one."""


NAMES = ["archive", "rebuild", full("verify"), full("compressed"), full("tables")]


@pytest.mark.parametrize("name", NAMES)
def test_a_command_that_is_ended_goes_on_and_ends_with_the_same(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It is ended several times, each after a number of ranges that is drawn."""
    whole = jobs.run(name)
    left = jobs.outcome(name)
    chance = random.Random(name)
    advance = Working.advance
    done: list[int] = []

    def end_later(work: Working, by: int = 1) -> None:
        advance(work, by)
        done.append(by)
        if by and len([each for each in done if each]) > last:
            raise Ended

    ended = 0
    monkeypatch.setattr(Working, "advance", end_later)
    for _ in range(12 if FULL else 4):
        done, last = [], chance.randrange(2, 6)
        try:
            answer = jobs.run(name)
        except Ended:
            ended += 1
            assert jobs.notes(name)
            if name in ("archive", "compressed"):
                assert not (jobs.folder / str(jobs.words[name][-1])).exists()
            continue
        break
    else:
        monkeypatch.setattr(Working, "advance", advance)
        answer = jobs.run(name)
        assert "going on where a call before was ended" in answer.err
    assert ended > 1
    assert (answer.code, answer.out) == (whole.code, whole.out)
    assert jobs.outcome(name) == left
    assert jobs.notes(name) == []


def process(*arguments: object) -> subprocess.Popen[str]:
    """A command with small ranges, as a process of its own."""
    path = os.pathsep.join([str(ROOT), *sys.path])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cli.small_ranges", *map(str, arguments)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", ["archive", "rebuild", "verify", full("compressed"), full("tables")])
def test_a_command_that_is_killed_with_its_processes_goes_on_and_ends_with_the_same(jobs: Jobs, name: str) -> None:
    whole = jobs.run(name)
    left = jobs.outcome(name)
    chance = random.Random(name)
    killed = 0
    for _ in range(4):
        running = process(*jobs.words[name], "--workers", 2)
        enough = len(jobs.notes(name)) + chance.randrange(3)
        seen: set[bytes] = set()

        def has_noted(running=running, seen=seen, enough=enough) -> bool:  # type: ignore[no-untyped-def]
            with suppress(OSError):
                seen.update(each.read_bytes() for each in jobs.notes(name))
            return len(seen) > enough or running.poll() is not None

        until(has_noted)
        killed += running.poll() is None
        running.kill()
        running.communicate(timeout=PATIENCE)
    answer = jobs.run(name, workers=2)
    assert killed > 1
    assert (answer.code, answer.out) == (whole.code, whole.out)
    assert jobs.outcome(name) == left
    assert jobs.notes(name) == []


# --- what was noted is not used -----------------------------------------------------------------


@pytest.fixture
def noted(jobs: Jobs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """An export that was ended: its notes."""
    with monkeypatch.context() as change:
        change.setattr(Working, "advance", lambda work, by=1: (_ for _ in ()).throw(Ended) if by else None)
        with suppress(Ended):
            jobs.run("archive")
        with suppress(Ended):
            jobs.run("archive")
    capsys.readouterr()
    (notes,) = jobs.notes("archive")
    return notes


ANEW: Final = "a call before was ended in the middle; this one begins anew\n"


@pytest.mark.parametrize(
    "change",
    [
        {"at": timedelta(days=1, minutes=1)},
        full({"purpose": {"book": "another"}}),
        full({"purpose": {"code": "of another version"}}),
        full({"purpose": {"deals": ["others"]}}),
        full({"at": "x"}),
        None,
    ],
    ids=str,
)
def test_notes_are_used_for_the_same_command_of_the_same_day_alone(
    jobs: Jobs, noted: Path, change: dict[str, Any] | None
) -> None:
    """None: the notes are as they were, and the command is to begin anew."""
    whole = jobs.nought("export", "--all", "--workers", 1).out
    (noted.parent / "parts").write_text("x" * 100)
    notes = json.loads(noted.read_text())
    more: list[str] = ["--anew"] if change is None else []
    for name, value in (change or {}).items():
        if isinstance(value, timedelta):
            notes[name] = (datetime.now(UTC) - value).isoformat()
        else:
            notes[name] = {**notes[name], **value} if isinstance(value, dict) else value
    noted.write_text(json.dumps(notes))
    answer = jobs.nought(*jobs.words["archive"], "--workers", 1, *more)
    assert "going on" not in answer.err
    assert answer.err.startswith(ANEW) or change in (None, {"at": "x"})
    assert (jobs.folder / "deals.ndjson").read_text() == whole


def test_an_export_begins_anew_after_somebody_was_forgotten(jobs: Jobs, noted: Path, filled: Settings) -> None:
    """The part that is written holds the name."""
    with closing(Services.build(filled)) as services:
        deal = next(services.catalogue.rows("deal"))
        name = deal.data["people"][0]
        services.forgetter().forget(deal.club, [name], by="Director", at="2026-11-30T10:00:00.000Z")
    answer = jobs.run("archive")
    assert answer.err.startswith(ANEW)
    assert name not in (jobs.folder / "deals.ndjson").read_text()


def test_two_exports_into_one_file_do_not_mix(jobs: Jobs, noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with unfinished(noted.parent, {}):
        capsys.readouterr()
        assert "another process does the same now" in complaint(jobs.run("archive"))


@pytest.mark.full
def test_notes_of_another_process_do_not_stop_a_check(jobs: Jobs, filled: Settings) -> None:
    """Two may check a book at the same time."""
    whole = jobs.run("verify")
    with (
        closing(Services.build(filled)) as services,
        unfinished_in_book(services, {"command": "verify-log"}) as done,
    ):
        assert done.folder is not None
        assert jobs.run("verify") == whole


# --- faults -------------------------------------------------------------------------------------


@pytest.mark.full
def test_a_deal_that_cannot_be_read_is_named_in_one_line(jobs: Jobs, filled: Settings, nought: Nought) -> None:
    deal = json.loads(nought("export", "--all", "--workers", 1).out.splitlines()[-1])["id"]
    superuser = psycopg.conninfo.make_conninfo(filled.dsn, user=embedded.SUPERUSER)
    change = "UPDATE events SET state = %s WHERE originator_id = %s AND originator_version = 5"
    with psycopg.connect(superuser, options=f"-c search_path={filled.schema}") as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
        kept = connection.execute(
            "SELECT state FROM events WHERE originator_id = %s AND originator_version = 5", [deal]
        ).fetchone()
        assert kept is not None
        connection.execute(change, [b"{}", deal])
    try:
        with cases() as case:
            for workers in (1, 2) if FULL else (1,):
                for words, what in ((["export", "--all"], "deal"), (["projections", "rebuild"], "the stream")):
                    with case(workers, what):
                        answer = nought(*words, "--workers", workers)
                        assert answer.code == 70
                        assert answer.err.splitlines()[-1].startswith("nought: internal error (")
                        assert f"at {what} {deal}" in answer.err
            with case("verify"):
                answer = nought("verify", "log", "--workers", 1)
                assert (answer.code, answer.err.count("\n")) == (1, 1)
                assert answer.err.startswith(f"deal {deal}: version 5 (")
    finally:
        with psycopg.connect(superuser, options=f"-c search_path={filled.schema}") as connection:
            connection.execute(change, [kept[0], deal])
            connection.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER rows_are_immutable")


@pytest.mark.full
def test_a_process_that_is_killed_ends_the_command_which_then_goes_on(jobs: Jobs) -> None:
    whole = jobs.run("archive"), jobs.outcome("archive")
    running = process(*jobs.words["archive"], "--workers", 2)
    command = psutil.Process(running.pid)
    until(lambda: bool(jobs.notes("archive")) or running.poll() is not None)
    for child in command.children():
        if is_worker(child, []):
            child.send_signal(signal.SIGKILL)
            break
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 70
    assert err.startswith("nought: a process that shared the work ended")
    again = jobs.run("archive")
    assert again.err.startswith("going on where a call before was ended")
    assert (again.out, jobs.outcome("archive")) == (whole[0].out, whole[1])
