"""256 leaves are one row: the same leaves, read and proved as single rows are, and as hard to change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import errors

from api.proof.background import Background
from api.proof.keeper import leaf_of
from api.services import Services
from domain.proof import tiles as nodes
from domain.proof import tree
from domain.proof.tiles import Tiles
from store.events.leaves import TILE, Leaf, Tile, pack, salt_of, unpack
from store.postgres.monitoring import Monitor
from tests.cases import full
from tests.proof.conftest import Book
from tests.proof.test_log import some
from tests.waiting import until


@contextmanager
def login(book: Book, dsn: str | None = None) -> Iterator[psycopg.Connection]:
    """The application's connection, or another one to the same schema."""
    options = f"-c search_path={book.settings.schema}"
    with psycopg.connect(dsn or book.settings.dsn, options=options, autocommit=True) as connection:
        yield connection


def count(book: Book, table: str) -> int:
    with login(book) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    assert row is not None
    return int(row[0])


@pytest.fixture
def large(book: Book) -> Book:
    """Events of some streams in turn, and one stream in a row: two complete tiles and the beginning of a third."""
    streams = [uuid4() for _ in range(3)]
    for n in range(1, 61):
        for stream in streams:
            book.services.recorder.insert_events(some(1, stream, n))
    book.services.recorder.insert_events(some(400))
    book.sign()
    return book


def leaves(count: int, seed: bytes | None = None) -> list[Leaf]:
    """Leaves of three streams, in runs of different lengths."""
    rng = Random(count)
    versions = dict.fromkeys([UUID(int=n) for n in (7, 8, 9)], 0)
    made: list[Leaf] = []
    stream = UUID(int=7)
    for place in range(5 * TILE, 5 * TILE + count):
        if rng.random() < 0.3:
            stream = rng.choice(list(versions))
        versions[stream] += 1
        position = made[-1].position + rng.choice([1, 1, 1, 65536]) if made else 3
        salt = salt_of(seed, place) if seed else rng.randbytes(32)
        made.append(Leaf(place, position, stream, versions[stream], salt, rng.randbytes(32), seed))
    return made


# --- what a tile holds ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, bytes(range(32))])
def test_a_tile_holds_its_leaves(seed: bytes | None) -> None:
    made = leaves(TILE, seed)
    tile = pack(made)
    assert unpack(tile) == made
    assert (tile.number, len(tile.hashes), len(tile.salts)) == (5, 8192, 32 if seed else 8192)
    assert 1 < len(tile.begins) < TILE


def test_a_tile_that_two_releases_wrote_holds_all_its_salts() -> None:
    seeded, random = leaves(TILE, bytes(range(32))), leaves(TILE)
    both = [*random[:100], *(leaf._replace(id=UUID(int=4)) for leaf in seeded[100:])]
    tile = pack(both)
    assert len(tile.salts) == 8192
    assert unpack(tile) == [leaf._replace(seed=None) for leaf in both]


@pytest.mark.parametrize(
    "change",
    [
        {"begins": [1]}, {"begins": []}, {"begins": [0, 0]}, {"begins": [0, 256]}, {"positions": []}, {"hashes": b"x"},
        {"salts": b"x"}, {"streams": []}, {"versions": []},
    ],
)  # fmt: skip
def test_a_row_that_is_no_tile_has_no_leaves(change: dict) -> None:
    tile = Tile(0, [0], [3], [UUID(int=1)], [1], bytes(32), bytes(8192))
    assert len(unpack(tile)) == TILE
    assert unpack(tile._replace(**change)) == []


def test_a_tile_is_as_large_as_those_of_the_tree() -> None:
    assert nodes.WIDTH == TILE


def test_complete_tiles_are_rows_and_the_last_leaves_too(large: Book) -> None:
    log = large.services.log
    assert (count(large, "log_tiles"), count(large, "log_leaves"), log.size()) == (2, 68, 580)
    stored, events = log.leaves(0, 10_000), list(log.events())
    assert [(leaf.place, leaf.position, leaf.id, leaf.version) for leaf in stored] == [
        (place, event.position, event.id, event.version) for place, event in enumerate(events)
    ]
    assert all(leaf.hash == leaf_of(event, leaf.salt) for leaf, event in zip(stored, events, strict=True))
    assert log.leaves(200, 300) == stored[200:300]
    assert log.hashes(0, 200, 520) == [leaf.hash for leaf in stored[200:520]]
    assert large.walk().broken == ()


@pytest.mark.full
def test_both_readers_of_tiles_read_the_same(large: Book) -> None:
    """Postgres reads them for proofs and when rows are removed; Python whenever many are read."""
    with login(large) as connection:
        rows = connection.execute(
            "SELECT place, position, originator_id, originator_version, salt, hash FROM leaves_in_tiles ORDER BY place"
        ).fetchall()
    assert rows == [leaf[:6] for leaf in large.services.log.leaves(0, 512)]
    large.untile()
    large.keeper.pack(9)
    with login(large) as connection:
        again = connection.execute(
            "SELECT place, position, originator_id, originator_version, salt, hash FROM leaves_in_tiles ORDER BY place"
        ).fetchall()
    assert again == rows


def test_the_salts_of_a_tile_follow_from_its_seed_which_nothing_shows(large: Book) -> None:
    with login(large) as connection:
        seeds = [row[0] for row in connection.execute("SELECT salts FROM log_tiles ORDER BY tile")]
        (last,) = {row[0] for row in connection.execute("SELECT seed FROM log_leaves")}
    assert {len(seed) for seed in (*seeds, last)} == {32}
    assert len({*seeds, last}) == 3
    stored = large.services.log.leaves(0, 580)
    assert all(leaf.salt == salt_of([*seeds, last][leaf.place // TILE], leaf.place) for leaf in stored)
    assert len({leaf.salt for leaf in stored}) == 580


def test_a_bundle_does_not_show_a_seed(book: Book) -> None:
    book.services.recorder.insert_events(some(255))
    deal = book.deal(7)
    book.services.recorder.insert_events(some(255))
    book.sign()
    with login(book) as connection:
        seeds = [row[0] for row in connection.execute("SELECT salts FROM log_tiles")]
    body = book.people.admin.get(f"/deals/{deal}/bundle").data
    assert len(seeds) == 2
    assert not any(seed.hex().encode() in body for seed in seeds)
    assert all(leaf.salt.hex().encode() in body for leaf in book.services.log.leaves_of(UUID(deal)))


def test_the_leaves_of_a_stream_are_those_of_its_events(large: Book) -> None:
    log = large.services.log
    stored = log.leaves(0, 580)
    for stream in {leaf.id for leaf in stored}:
        own = [leaf[:6] for leaf in stored if leaf.id == stream]
        assert [leaf[:6] for leaf in log.leaves_of(stream)] == own
        assert [leaf[:6] for leaf in log.search_leaves(stream)] == own
        middle = own[len(own) // 2]
        assert log.leaf_of(stream, middle[3]) == Leaf(*middle)
        assert log.leaf_of(stream, own[-1][3] + 1) is None
    assert log.leaves_of(uuid4()) == []


def test_every_leaf_is_proved_from_tiles(large: Book) -> None:
    log = large.services.log
    tiles = Tiles(log.hashes)
    root = tree.head(tiles, 580)
    for leaf in log.leaves(0, 580)[::7]:
        path = tree.inclusion(tiles, leaf.place, 580)
        assert tree.includes(root, 580, leaf.hash, leaf.place, path)
    path = tree.consistency(tiles, 300, 580)
    assert tree.is_consistent(tree.head(tiles, 300), 300, root, 580, path)


@pytest.mark.parametrize("begun", [200, full(1), full(256), full(257), full(511), full(512)])
def test_the_log_goes_on_from_any_size(book: Book, begun: int) -> None:
    book.services.recorder.insert_events(some(begun))
    first = book.sign()
    book.services.recorder.insert_events(some(300))
    book.sign()
    assert (count(book, "log_tiles"), count(book, "log_leaves")) == divmod(begun + 300, TILE)
    assert book.walk(first).broken == ()


def test_the_figures_for_monitoring_count_what_is_in_tiles(book: Book) -> None:
    for size in (300, 212, 5):
        book.services.recorder.insert_events(some(size))
        book.sign()
        monitor = Monitor(book.settings)
        figures = monitor._read_book("")
        monitor.close()
        assert figures.leaves == figures.events == figures.checkpoint_size == book.services.log.size()
        assert figures.unsigned_age == 0
    book.services.recorder.insert_events(some(2))
    monitor = Monitor(book.settings)
    figures = monitor._read_book("")
    monitor.close()
    assert (figures.leaves, figures.events) == (517, 519)
    assert figures.unsigned_age > 0


# --- books of earlier releases ----------------------------------------------------------------------


def test_rows_of_an_earlier_release_are_moved_step_by_step_and_read_the_same_meanwhile(large: Book) -> None:
    book, log = large, large.services.log
    note = book.sign()
    stored = [leaf[:6] for leaf in log.leaves(0, 580)]
    root = tree.head(Tiles(log.hashes), 580)
    book.untile()
    assert (count(book, "log_tiles"), count(book, "log_leaves")) == (0, 580)
    for tiles in (0, 1, 2):
        assert (count(book, "log_tiles"), count(book, "log_leaves")) == (tiles, 580 - tiles * TILE)
        assert [leaf[:6] for leaf in log.leaves(0, 580)] == stored
        assert (log.size(), tree.head(Tiles(log.hashes), 580)) == (580, root)
        for stream in {row[2] for row in stored}:
            assert [leaf[:6] for leaf in log.leaves_of(stream)] == [row for row in stored if row[2] == stream]
        assert book.walk(note).broken == ()
        assert book.sign() == note
        with log.growth() as growth:
            assert growth is not None
            assert growth.pack(1) == (tiles < 2)


@pytest.mark.full
def test_a_log_that_an_earlier_release_began_goes_on(large: Book) -> None:
    """The tile that it began has random salts; from the next one on they follow from seeds."""
    large.untile()
    large.services.recorder.insert_events(some(500))
    note = large.sign()
    with login(large) as connection:
        rows = connection.execute("SELECT tile, length(salts) FROM log_tiles ORDER BY tile").fetchall()
    assert rows == [(2, 8192), (3, 32)]
    assert large.keeper.pack(9) == 2
    assert large.keeper.pack(9) == 0
    assert large.walk(note).broken == ()
    assert (count(large, "log_tiles"), count(large, "log_leaves")) == divmod(1080, TILE)


@pytest.mark.full
def test_a_move_that_is_broken_off_changes_nothing(large: Book) -> None:
    large.untile()

    def pack_and_die() -> None:
        with large.services.log.growth() as growth:
            assert growth is not None
            assert growth.pack(2) == 2
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        pack_and_die()
    assert (count(large, "log_tiles"), count(large, "log_leaves")) == (0, 580)
    assert large.keeper.pack(9) == 2
    assert large.walk().broken == ()


@pytest.mark.full
def test_a_server_of_an_earlier_release_adds_no_leaf_in_the_place_of_a_tile(book: Book) -> None:
    """It sees no leaf when all are in tiles, and would begin again."""
    book.services.recorder.insert_events(some(TILE))
    book.sign()
    (leaf,) = book.services.log.leaves(0, 1)
    with login(book) as connection, pytest.raises(errors.RestrictViolation, match="a tile holds leaves of"):
        connection.execute(
            "INSERT INTO log_leaves (place, position, originator_id, originator_version, salt, hash)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            leaf[:6],
        )
    assert book.walk().broken == ()


@pytest.mark.full
def test_a_running_server_moves_them_in_the_background(large: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.proof.background.POLL_SECONDS", 0.05)
    large.untile()
    background = Background(lambda: large.keeper)
    background.start()
    try:
        until(lambda: count(large, "log_leaves") == 68)
    finally:
        background.stop()
    assert large.walk().broken == ()


@pytest.mark.full
def test_writers_keepers_and_readers_go_on_while_leaves_move(large: Book) -> None:
    book, log = large, large.services.log
    book.services.recorder.insert_events(some(3000))
    note = book.sign()
    book.untile()
    stored = [leaf[:6] for leaf in log.leaves(0, 10_000)]
    stream = stored[0][2]
    stop, failed = threading.Event(), []

    def repeat(work: Callable[[Services], object]) -> Callable[[], None]:
        def run() -> None:
            services = Services.build(book.settings)
            try:
                while not stop.is_set():
                    work(services)
            except Exception as error:  # noqa: BLE001
                failed.append(error)
                stop.set()
            finally:
                services.close()

        return run

    def read(services: Services) -> None:
        assert [leaf[:6] for leaf in services.log.leaves(0, len(stored))] == stored
        assert [leaf.version for leaf in services.log.leaves_of(stream)] == list(range(1, 61))
        assert services.log.size() >= len(stored)

    def keep(services: Services) -> None:
        services.log_keeper().grow()
        with services.log.growth() as growth:
            if growth:
                growth.pack(1)
        time.sleep(0.02)

    works = (read, read, keep, keep, lambda services: services.recorder.insert_events(some(7)))
    threads = [threading.Thread(target=repeat(work)) for work in works]
    for thread in threads:
        thread.start()
    until(lambda: stop.is_set() or count(book, "log_leaves") < TILE)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failed
    book.sign()
    everything = log.leaves(0, 100_000)
    assert [(leaf.id, leaf.version) for leaf in everything] == [(event.id, event.version) for event in log.events()]
    assert all(a.position < b.position for a, b in pairwise(everything))
    assert book.walk(note).broken == ()


# --- nothing is changed -----------------------------------------------------------------------------


def test_the_application_adds_tiles_only_as_whole_ones_and_changes_none(large: Book) -> None:
    refused = (errors.InsufficientPrivilege, errors.ObjectNotInPrerequisiteState)
    for statement in (
        "INSERT INTO log_tiles SELECT * FROM log_tiles",
        "UPDATE log_tiles SET tile = tile",
        "DELETE FROM log_tiles",
        "DELETE FROM log_leaves",
        "DELETE FROM leaves_in_tiles",
    ):
        with login(large) as connection, pytest.raises(refused):
            connection.execute(statement)
    with login(large) as connection, pytest.raises(errors.UniqueViolation):
        connection.execute(
            "SELECT add_tile(tile, begins, positions, streams, versions, salts, hashes) FROM log_tiles WHERE tile = 1"
        )


@pytest.mark.parametrize(
    "change",
    [
        "hashes = set_byte(hashes, 7, 255 - get_byte(hashes, 7))",
        full("salts = set_byte(salts, 8191, 255 - get_byte(salts, 8191))"),
        full("positions = array_append(positions[:cardinality(positions) - 1], 3)"), full("versions[1] = 9"),
        full("streams[1] = gen_random_uuid()"),
    ],
)  # fmt: skip
def test_rows_are_removed_only_if_their_tile_says_the_same(large: Book, change: str) -> None:
    large.untile()
    tile = pack(large.services.log.leaves(0, TILE))
    with login(large, large.superuser) as connection:
        connection.execute("CREATE TEMPORARY TABLE wrong AS SELECT * FROM log_tiles")
        connection.execute("INSERT INTO wrong VALUES (%s, %s, %s, %s, %s, %s, %s)", tile)
        connection.execute(f"UPDATE wrong SET {change}")  # noqa: S608
        with pytest.raises(errors.RestrictViolation, match="refused: what is recorded stays as it is"):
            connection.execute("SELECT add_tile(tile, begins, positions, streams, versions, salts, hashes) FROM wrong")
    assert (count(large, "log_tiles"), count(large, "log_leaves")) == (0, 580)


@pytest.mark.parametrize("role", [full(""), "SET session_replication_role = replica"])
def test_a_superuser_removes_no_row_that_is_in_no_tile(large: Book, role: str) -> None:
    with login(large, large.superuser) as connection:
        connection.execute(role or "SELECT 1")
        with pytest.raises(errors.RestrictViolation, match="log_leaves refused: what is recorded stays as it is"):
            connection.execute("DELETE FROM log_leaves WHERE place = 579")


# --- a superuser without triggers -------------------------------------------------------------------


def faults(book: Book) -> list[tuple[str, str]]:
    return [(fault.kind, fault.message) for fault in book.walk().broken]


def test_a_hash_in_a_tile_that_was_changed_is_named_as_the_log_s(large: Book) -> None:
    (leaf,) = large.services.log.leaves(300, 301)
    with large.tampering() as execute:
        execute(
            "UPDATE log_tiles SET hashes = set_byte(hashes, 44 * 32, 255 - get_byte(hashes, 44 * 32)) WHERE tile = 1"
        )
    ((kind, message),) = faults(large)
    assert kind == "leaf"
    assert f"{leaf.id}, version {leaf.version}, was changed; the event is as it was signed" in message


@pytest.mark.parametrize("is_old", [False, full(True)])
def test_a_salt_or_a_seed_that_was_changed_is_named(large: Book, is_old: bool) -> None:
    if is_old:
        large.untile()
        large.keeper.pack(9)
    (leaf,) = large.services.log.leaves(300, 301) if is_old else large.services.log.leaves(256, 257)
    with large.tampering() as execute:
        execute("UPDATE log_tiles SET salts = overlay(salts placing %s from %s) WHERE tile = 1", [
            bytes(32), 44 * 32 + 1 if is_old else 1,
        ])  # fmt: skip
    assert faults(large)[0] == ("changed", f"stream {leaf.id}: version {leaf.version} (Happened) was changed")


@pytest.mark.full
def test_an_event_that_was_changed_is_named_before_the_nodes_over_it(large: Book) -> None:
    (leaf,) = large.services.log.leaves(300, 301)
    with large.tampering() as execute:
        execute("UPDATE events SET state = '{}' WHERE notification_id = %s", [leaf.position])
        execute("UPDATE log_nodes SET hash = sha256(hash)")
    assert faults(large) == [
        ("node", "the log's row for node 0 of level 8 is not as it was"),
        ("changed", f"stream {leaf.id}: version {leaf.version} (Happened) was changed"),
        ("node", "the log's row for node 1 of level 8 is not as it was"),
    ]


@pytest.mark.parametrize("place", [300, full(0), full(511)])
def test_a_position_that_was_changed_is_named(large: Book, place: int) -> None:
    with large.tampering() as execute:
        execute(
            "UPDATE log_tiles SET positions = ARRAY(SELECT p + 1 FROM unnest(positions) AS p) WHERE tile = %s",
            [place // TILE],
        )
    begin = place - place % TILE
    assert [message for _, message in faults(large)] == [
        f"the log's row of the leaf {begin} has another position than its event"
    ]


def test_a_tile_that_is_missing_or_damaged_is_named(large: Book) -> None:
    with large.tampering() as execute:
        execute("DELETE FROM log_tiles WHERE tile = 0")
    assert faults(large)[0] == ("leaf", "the log's rows of the leaves 0 to 255 are missing or damaged")


@pytest.mark.full
def test_a_tile_that_cannot_be_read_is_named(large: Book) -> None:
    with large.tampering() as execute:
        execute("UPDATE log_tiles SET begins = array_fill(0::smallint, ARRAY[cardinality(begins)]) WHERE tile = 0")
    assert faults(large)[0] == ("leaf", "the log's rows of the leaves 0 to 255 are missing or damaged")


@pytest.mark.parametrize("change", ["streams[1] = gen_random_uuid()", full("versions[1] = 99")])
def test_a_tile_that_covers_other_events_is_named(large: Book, change: str) -> None:
    with large.tampering() as execute:
        execute(f"UPDATE log_tiles SET {change} WHERE tile = 1")  # noqa: S608
    assert faults(large)
    assert faults(large)[0][0] in ("removed", "reordered", "inserted")


@pytest.mark.full
def test_a_leaf_that_is_in_a_tile_and_a_row_is_named(large: Book) -> None:
    with large.tampering() as execute:
        execute(
            "INSERT INTO log_leaves (place, position, originator_id, originator_version, salt, hash)"
            " SELECT place, position, originator_id, originator_version, salt, hash FROM leaves_in_tiles"
            " WHERE place = 300"
        )
    assert faults(large)[0] == ("leaf", "the log's row of the leaf 300 is there twice")


def test_an_event_of_a_tile_that_was_removed_is_named(large: Book) -> None:
    leaf = large.services.log.leaves(300, 301)[0]
    with large.tampering() as execute:
        execute("DELETE FROM events WHERE notification_id = %s", [leaf.position])
    assert faults(large)[0] == ("removed", f"stream {leaf.id}: version {leaf.version} was removed")


@pytest.mark.full
def test_a_whole_stream_of_a_tile_that_was_removed_is_named(large: Book) -> None:
    leaf = large.services.log.leaves(0, 1)[0]
    with large.tampering() as execute:
        execute("DELETE FROM events WHERE originator_id = %s", [leaf.id])
    assert faults(large)[0] == ("removed", f"stream {leaf.id}: version 1 was removed")


@pytest.mark.full
def test_a_second_leaf_of_an_event_in_a_tile_is_named(large: Book) -> None:
    """The application may add it, as before: what comes after it is in no tile yet."""
    with login(large) as connection:
        connection.execute(
            "INSERT INTO log_leaves (place, position, originator_id, originator_version, salt, hash)"
            " SELECT 580, position, originator_id, originator_version, salt, hash FROM leaves_in_tiles"
            " WHERE place = 300"
        )
    kind, message = faults(large)[0]
    assert kind == "leaf"
    assert "has a second leaf, 580; the first one is 300" in message


@pytest.mark.full
def test_a_tile_that_lacks_a_row_is_not_made(large: Book) -> None:
    """Leaves of earlier releases stay where they are if one is missing, and the log goes on."""
    large.untile()
    with large.tampering() as execute:
        execute("DELETE FROM log_leaves WHERE place = 30")
    assert large.keeper.pack(9) == 0
    large.services.recorder.insert_events(some(300))
    assert large.keeper.grow()[0] == 300
    assert faults(large)[0] == ("leaf", "the log's row of the leaf 30 is missing")
