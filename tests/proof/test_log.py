"""The log grows and is signed: nothing is skipped, nothing waits for it, and the key stays where it is."""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import errors

from api.proof.background import Background
from api.proof.keeper import LogError, LogKeeper, entry_of, leaf_of
from api.proof.keys import Keys, KeysError
from api.services import Services
from domain.proof import checkpoints
from domain.proof.canonical import canonical
from domain.proof.notes import PrivateKey, PublicKey
from domain.proof.tiles import Tiles
from domain.proof.tree import head
from store.events.factory import build
from store.events.log import Log
from tests.cases import cases
from tests.proof.conftest import TABLES, Book
from tests.proof.reference import mth
from tests.waiting import until


def some(count: int, of: UUID | None = None, start: int = 1) -> list[StoredEvent]:
    of = of or uuid4()
    return [StoredEvent(of, n, "test.Happened", b'{"n":%d}' % n) for n in range(start, start + count)]


def test_every_event_becomes_a_leaf_in_the_order_of_the_record(book: Book) -> None:
    book.deal(3)
    count, settled = book.keeper.grow()
    events, leaves = list(book.services.log.events()), book.services.log.leaves(0, 10_000)
    assert settled
    assert count == len(events) == len(leaves) == book.services.log.size()
    for place, (event, leaf) in enumerate(zip(events, leaves, strict=True)):
        assert (leaf.place, leaf.id, leaf.version) == (place, event.id, event.version)
        assert leaf.hash == leaf_of(event, leaf.salt)
    assert book.keeper.grow() == (0, False)


def test_a_checkpoint_has_the_head_of_all_leaves(book: Book) -> None:
    book.services.recorder.insert_events(some(600))
    note = book.sign()
    checkpoint = checkpoints.verify_note(note, book.keeper.public_keys())
    assert checkpoint.size == 600
    assert checkpoint.root == head(Tiles(book.services.log.hashes), 600)
    salted = [leaf.salt for leaf in book.services.log.leaves(0, 600)]
    assert len(set(salted)) == 600
    entries = []
    for event, salt in zip(book.services.log.events(), salted, strict=True):
        entries.append(canonical(entry_of(event, salt)))
    assert checkpoint.root == mth(entries)


def test_it_grows_batch_by_batch_as_it_would_at_once(book: Book) -> None:
    book.services.recorder.insert_events(some(700))
    keeper, grown = book.keeper, []
    while leaves := keeper.add_leaves(limit=101):
        grown.append(len(leaves))
    assert grown == [101] * 6 + [94]
    assert keeper.checkpoint()
    assert book.walk().broken == ()
    nodes = book.services.log.hashes(8, 0, 10)
    assert len(nodes) == 2


@pytest.mark.full
def test_eight_writers_and_four_keepers_skip_nothing_and_add_nothing_twice(book: Book) -> None:
    stop, failed = threading.Event(), []

    def write() -> None:
        recorder = build(book.settings)
        try:
            for _ in range(25):
                with recorder.datastore.transaction(commit=True) as cursor:
                    cursor.execute("SELECT pg_sleep(random() * 0.004)")
                recorder.insert_events(
                    some(1 + int(time.monotonic_ns() % 4)), also=[("SELECT pg_sleep(random() / 200)", None)]
                )
        except Exception as error:  # noqa: BLE001
            failed.append(error)
        finally:
            recorder.close()

    def keep() -> None:
        services = Services.build(book.settings)
        try:
            while not stop.is_set():
                services.log_keeper().grow()
        except Exception as error:  # noqa: BLE001
            failed.append(error)
        finally:
            services.close()

    writers, keepers = (
        [threading.Thread(target=write) for _ in range(8)],
        [threading.Thread(target=keep) for _ in range(4)],
    )
    for each in (*keepers, *writers):
        each.start()
    for each in writers:
        each.join()
    stop.set()
    for each in keepers:
        each.join()
    assert not failed
    book.sign()
    leaves = book.services.log.leaves(0, 10_000)
    assert [(leaf.id, leaf.version) for leaf in leaves] == [(e.id, e.version) for e in book.services.log.events()]
    assert all(a.position < b.position for a, b in pairwise(leaves))
    assert book.walk().broken == ()


def test_an_event_of_a_transaction_that_is_still_open_is_waited_for(book: Book) -> None:
    late, early = some(1), some(1)
    with psycopg.connect(book.settings.owner_dsn, options=f"-c search_path={book.settings.schema}") as slow:  # type: ignore[arg-type]
        slow.execute(
            "INSERT INTO events (originator_id, originator_version, topic, state, notification_id)"
            " VALUES (%s, 1, 'test.Happened', '{}', pg_current_xact_id()::text::bigint << 16)",
            [late[0].originator_id],
        )
        book.services.recorder.insert_events(early)
        assert book.keeper.grow() == (0, False)
    assert book.keeper.grow()[0] == 2
    assert [leaf.id for leaf in book.services.log.leaves(0, 9)] == [late[0].originator_id, early[0].originator_id]


def test_recording_does_not_wait_for_the_log(book: Book) -> None:
    """While somebody else holds the log's lock, and its table, a save goes through all the same."""
    with psycopg.connect(book.superuser, options=f"-c search_path={book.settings.schema}") as holding:
        holding.execute("SELECT pg_advisory_xact_lock(hashtext('nought log'), hashtext(%s))", [book.settings.schema])
        holding.execute("LOCK TABLE log_leaves, log_tiles, log_nodes, log_checkpoints IN ACCESS EXCLUSIVE MODE")
        book.services.recorder.insert_events(some(3))
    assert book.keeper.grow()[0] == 3


def test_what_the_log_says_stays_as_it_is(book: Book) -> None:
    book.services.recorder.insert_events(some(300))
    book.sign()
    options = f"-c search_path={book.settings.schema}"

    def refuses(dsn: str | None, statement: str, error: type[psycopg.Error]) -> None:
        with psycopg.connect(dsn or "", options=options) as connection, pytest.raises(error):
            connection.execute(statement)

    with cases() as case:
        for table in (table for table in TABLES if table.startswith("log_")):
            column = {"log_keys": "vkey", "log_checkpoints": "note", "log_tiles": "hashes"}.get(table, "hash")
            for text in ("UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"):
                statement = text.format(*[table, column, column][: text.count("{}")])
                with case(statement):
                    refuses(book.settings.dsn, statement, errors.InsufficientPrivilege)
                    refuses(book.settings.owner_dsn, statement, errors.RestrictViolation)
                    refuses(book.superuser, statement, errors.RestrictViolation)


# --- the key --------------------------------------------------------------------------------------


def test_the_first_checkpoint_makes_the_key_in_a_file_that_only_its_owner_reads(book: Book) -> None:
    book.services.recorder.insert_events(some(1))
    book.sign()
    folder = Path(book.settings.keys)
    (row,) = book.services.log.keys()
    public = PublicKey.parse(row.vkey)
    assert public.name.startswith("cards.example/")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    file = folder / f"{public.id.hex()}.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    private = PrivateKey.parse(file.read_text())
    assert private.public == public
    with psycopg.connect(book.superuser, options=f"-c search_path={book.settings.schema}") as superuser:
        rows = [row for table in TABLES for row in superuser.execute(f"SELECT * FROM {table}")]  # noqa: S608
    dumped = b"".join(str(row).encode() for row in rows)
    assert private.seed.hex().encode() not in dumped
    assert private.text.split("+", 4)[-1].encode() not in dumped


@pytest.mark.full
def test_the_same_key_goes_on_to_sign(book: Book) -> None:
    book.services.recorder.insert_events(some(1))
    first = book.sign()
    assert book.sign() == first, "there is nothing new to sign"
    book.services.recorder.insert_events(some(1))
    assert book.sign() != first
    assert len(book.services.log.keys()) == 1
    assert [each.size for each in book.services.log.checkpoints()] == [2, 1]


def test_whoever_has_no_key_adds_leaves_and_does_not_sign(book: Book, elsewhere: Callable[[], Services]) -> None:
    book.services.recorder.insert_events(some(1))
    book.sign()
    book.services.recorder.insert_events(some(1))
    keeper = elsewhere().log_keeper()
    assert keeper.grow()[0] == 1
    with pytest.raises(LogError, match="the private key of the log is not in"):
        keeper.checkpoint()
    assert checkpoints.verify_note(book.sign(), book.keeper.public_keys()).size == 2


@pytest.mark.full
def test_many_first_starts_make_one_key(book: Book) -> None:
    book.services.recorder.insert_events(some(1))
    book.keeper.grow()
    barrier, failed = threading.Barrier(4), []

    def start() -> None:
        barrier.wait()
        try:
            book.keeper.checkpoint()
        except Exception as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failed
    assert len(book.services.log.keys()) == 1
    assert len(list(Path(book.settings.keys).glob("*.key"))) == 1


def test_a_new_key_is_handed_on_to_by_the_old_one(book: Book) -> None:
    book.services.recorder.insert_events(some(1))
    before = book.sign()
    (old,) = book.keeper.public_keys()
    new = book.keeper.rotate("a new server")
    assert new.name == old.name
    assert new.id != old.id
    rows = book.services.log.keys()
    assert [row.why for row in rows] == ["", "a new server"]
    chain = [row.change for row in rows if row.change]
    assert checkpoints.follow_key_changes([old], chain) == [old, new]
    book.services.recorder.insert_events(some(1))
    after = book.sign()
    assert checkpoints.verify_note(after, [new]).size == 2
    with pytest.raises(ValueError, match="by none of the keys"):
        checkpoints.verify_note(after, [old])
    assert book.walk(before, after).broken == ()
    assert book.walk(before, after, keys=(old,)).broken == ()
    faults = book.walk(before, after, keys=(new,)).broken
    assert {each.kind for each in faults} == {"checkpoint"}, "the new key alone says nothing of the old one's"


@pytest.mark.full
def test_a_lost_key_is_followed_by_one_that_nothing_binds_to_it(book: Book, elsewhere: Callable[[], Services]) -> None:
    book.services.recorder.insert_events(some(1))
    book.sign()
    (old,) = book.keeper.public_keys()
    keeper = elsewhere().log_keeper()
    with pytest.raises(LogError, match="if it is lost, say so: --lost"):
        keeper.rotate()
    new = keeper.rotate("the disk died", lost=True)
    rows = book.services.log.keys()
    assert (rows[1].vkey, rows[1].change, rows[1].why) == (new.text, None, "the disk died")
    assert keeper.checkpoint() is not None
    assert checkpoints.follow_key_changes([old], [row.change for row in rows if row.change]) == [old]


def test_a_folder_that_cannot_be_used_is_told_in_words(book: Book, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book.services.recorder.insert_events(some(1))
    keeper = LogKeeper(book.services.log, Keys(tmp_path / "file" / "keys"))
    with pytest.raises(KeysError, match="NOUGHT_KEYS names another folder"):
        keeper.checkpoint()
    keys = Keys(tmp_path / "keys")
    key = keys.make("a")
    next((tmp_path / "keys").glob("*.key")).write_text("rubbish")
    with pytest.raises(KeysError, match="this is no private key"):
        keys.find(key.public)


# --- in the background ----------------------------------------------------------------------------


def test_a_settled_deal_is_under_a_checkpoint_soon_after(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.proof.background.POLL_SECONDS", 0.05)
    book.services.recorder.insert_events(some(1))
    background = Background(lambda: book.keeper)
    background.start()
    try:
        until(lambda: book.services.log.checkpoint())
        deal = book.deal(3)
        until(lambda: book.people.admin.get(f"/log/inclusion/{deal}").status_code == 200)
    finally:
        background.stop()
    assert book.walk().broken == ()


def test_the_background_outlives_failures_and_says_once_what_an_operator_must_mend(
    book: Book, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.proof.background.POLL_SECONDS", 0.01)
    monkeypatch.setattr("api.proof.background.CHECKPOINT_SECONDS", 0.0)
    calls = []

    class Failing:
        def grow(self) -> tuple[int, bool]:
            calls.append("grow")
            if len(calls) == 1:
                raise OSError("a card: JH")
            return 0, False

        def pack(self, seconds: float) -> int:
            return 0

        def checkpoint(self) -> None:
            raise LogError("the key is gone")

    background = Background(Failing)  # type: ignore[arg-type]
    background.start()
    until(lambda: len(calls) > 5)
    background.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "keeping the log failed with OSError; again in 0 s",
        "no checkpoint is signed: the key is gone",
    ]


@pytest.mark.full
def test_the_log_of_a_book_without_events_is_not_signed(book: Book) -> None:
    services = Services.build(book.settings)
    try:
        assert Log(services.recorder).size() == 0
        assert services.log_keeper().checkpoint() is None
    finally:
        services.close()
