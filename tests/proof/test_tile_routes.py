"""The log as tiles over HTTP: what https://c2sp.org/tlog-tiles says, read once more, and nothing that is hidden."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from urllib.parse import quote
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from domain.proof.tile_paths import MOST_LEVEL, TileRange, parse_tile
from domain.proof.tiles import WIDTH
from store.events.leaves import TILE
from tests.cases import cases
from tests.http.people import People, Person, play, whole_deal
from tests.proof.conftest import Book
from tests.proof.test_log import some
from tests.proof.test_tiles import large

__all__ = ["large"]


# --- the specification, read without `domain.proof` ---------------------------------------------------


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def mth(hashes: list[bytes]) -> bytes:
    """The Merkle Tree Hash over subtrees, each of them complete but the last: RFC 6962, 2.1."""
    if len(hashes) == 1:
        return hashes[0]
    k = 1 << (len(hashes) - 1).bit_length() - 1
    return node(mth(hashes[:k]), mth(hashes[k:]))


def path_of(level: int, number: int, width: int = 256) -> str:
    """<L>/<N>[.p/<W>]: 3-digit elements, all but the last of which begin with an x."""
    digits = str(number)
    digits = digits.rjust(-(-len(digits) // 3) * 3, "0")
    elements = re.findall("...", digits)
    text = "/".join([*(f"x{each}" for each in elements[:-1]), elements[-1]])
    return f"{level}/{text}" + (f".p/{width}" if width < 256 else "")


def tiles_of(size: int) -> list[tuple[int, int, int]]:
    """Return level, number and width of all tiles of a tree of a size."""
    every = []
    for level in range(64):
        complete = size // 256**level
        every += [(level, number, 256) for number in range(complete // 256)]
        if complete % 256:
            every.append((level, complete // 256, complete % 256))
    return every


def expected(leaves: list[bytes], level: int, number: int, width: int) -> bytes:
    """MTH(D[(n * 256 + i) * 256**l : (n * 256 + i + 1) * 256**l]) for each i."""
    each = 256**level
    first = number * 256
    return b"".join(mth(leaves[n * each : (n + 1) * each]) for n in range(first, first + width))


def tile(reader: Person, path: str) -> TestResponse:
    return reader.get(f"/log/tile/{quote(path)}")


def checkpoint(reader: Person) -> tuple[int, bytes]:
    text = reader.get("/log/checkpoint").text.split("\n")
    return int(text[1]), b64decode(text[2])


def test_the_specification_s_own_examples_are_read_so() -> None:
    assert path_of(0, 1234067) == "0/x001/x234/067"
    assert tiles_of(70_000)[-4:] == [(0, 273, 112), (1, 0, 256), (1, 1, 17), (2, 0, 1)]
    assert len([each for each in tiles_of(70_000) if each[0] == 0 and each[2] == 256]) == 273
    assert tiles_of(256) == [(0, 0, 256), (1, 0, 1)]


# --- paths ------------------------------------------------------------------------------------------


def test_every_tile_is_read_from_the_path_that_names_it() -> None:
    with cases() as case:
        for level in (0, 1, 9, 10, MOST_LEVEL):
            for number in (0, 5, 999, 1000, 1234067, 10**9, 10**12 + 7):
                for width in (1, 9, 10, 255, WIDTH):
                    path = path_of(level, number, width)
                    with case(path):
                        assert parse_tile(*path.split("/", 1)) == TileRange(level, number, width)


WRONG = (
    "64/000", "00/000", "01/000", "-1/000", "٣/000", "x/000", "0/0", "0/0000", "0/00", "0/001/000", "0/x000/000",
    "0/x001", "0/x001/x002", "0/x01/000", "0/X001/000", "0/000.p/0", "0/000.p/256", "0/000.p/00", "0/000.p/01",
    "0/000.p/", "0/000.p/1/", "0/000.p", "0/000/", "0/٠٠٠", "0/000.p/٣", "0/x001/" + "x000/" * 7 + "000", "0/000\n",
    "0/000.p/1000", "entries/000", "data/000",
)  # fmt: skip


def test_other_paths_name_no_tile() -> None:
    with cases() as case:
        for path in WRONG:
            with case(path):
                assert parse_tile(*path.split("/", 1)) is None


def test_what_is_no_tile_is_not_there(large: Book) -> None:
    anybody = large.people.anybody
    with cases() as case:
        # Beyond the log too, however high or far.
        for path in (
            *WRONG,
            "0/002",
            "0/002.p/69",
            "1/000",
            "1/000.p/3",
            "2/000.p/1",
            "63/x999/x999/x999/x999/x999/999",
        ):
            with case(path):
                answer = tile(anybody, path)
                assert answer.status_code == 404, answer.data[:99]
                assert "immutable" not in answer.headers["Cache-Control"]


# --- the tiles --------------------------------------------------------------------------------------


def check_log(book: Book) -> None:
    """Read the log as a client of the specification does, and compare each tile with a computation from leaves."""
    size, root = checkpoint(book.people.anybody)
    hashes = [leaf.hash for leaf in book.services.log.leaves(0, size)]
    read: dict[int, list[bytes]] = {}
    for level, number, width in tiles_of(size):
        answer = tile(book.people.anybody, path_of(level, number, width))
        assert answer.status_code == 200, (level, number, width)
        assert answer.data == expected(hashes, level, number, width)
        read.setdefault(level, []).extend(answer.data[n : n + 32] for n in range(0, len(answer.data), 32))
    assert mth(read[0]) == root
    for level, above in read.items():
        if level:
            below = read[level - 1]
            assert above == [mth(below[n * 256 : (n + 1) * 256]) for n in range(len(above))]


def test_every_tile_is_what_the_specification_computes_from_the_leaves(large: Book) -> None:
    check_log(large)
    large.services.recorder.insert_events(some(188))
    large.sign()
    assert checkpoint(large.people.anybody)[0] == 3 * TILE
    check_log(large)


def test_tiles_of_leaves_of_an_earlier_release_are_the_same(large: Book) -> None:
    paths = [path_of(*each) for each in tiles_of(580)]
    before = [tile(large.people.anybody, path).data for path in paths]
    large.untile()
    assert [tile(large.people.anybody, path).data for path in paths] == before
    large.keeper.pack(9)
    assert [tile(large.people.anybody, path).data for path in paths] == before


def test_the_tiles_of_an_earlier_checkpoint_are_still_there(large: Book) -> None:
    anybody = large.people.anybody
    before = tile(anybody, "0/002.p/68").data
    large.services.recorder.insert_events(some(300))
    large.sign()
    whole = tile(anybody, "0/002").data
    assert tile(anybody, "0/002.p/68").data == before == whole[: 68 * 32]
    assert len(whole) == 8192


def test_a_tile_of_the_second_level_is_served(book: Book) -> None:
    """As many leaves as that needs would take minutes, so their nodes are written beside them."""
    with book.tampering() as execute:
        execute(
            "INSERT INTO log_nodes (level, place, hash) SELECT 8, n, sha256(int8send(n)) FROM generate_series(0, 299) n"
        )
    log = book.services.log
    hashes = [hashlib.sha256(n.to_bytes(8, "big")).digest() for n in range(300)]
    assert log.tile(8, 0) == b"".join(hashes[:256])
    assert log.tile(8, 1, 44) == b"".join(hashes[256:])
    with pytest.raises(LookupError, match="lacks hashes of level 8 from 300 on"):
        log.tile(8, 1, 45)


@pytest.mark.full
def test_a_log_of_more_than_65536_leaves_has_a_whole_tile_of_the_second_level(book: Book) -> None:
    for _ in range(66):
        book.services.recorder.insert_events(some(1000, uuid4()))
    book.sign()
    assert checkpoint(book.people.anybody)[0] == 66_000
    check_log(book)


def test_a_tile_may_be_kept_for_a_year_by_everybody_but_a_reader_s_own_by_that_reader_alone(large: Book) -> None:
    with cases() as case:
        for path in ("0/000", "0/002.p/68", "1/000.p/2"):
            with case(path):
                public = tile(large.people.anybody, path)
                assert public.headers["Cache-Control"] == "public, max-age=31536000, immutable"
                assert public.headers["Vary"] == "Authorization, Cookie"
                assert public.content_type == "application/octet-stream"
                own = tile(large.people.admin, path)
                assert own.headers["Cache-Control"] == "private, max-age=31536000, immutable"
                assert own.data == public.data
    assert "no-cache" in large.people.anybody.get("/log/checkpoint").headers["Cache-Control"]


def test_tiles_come_no_sooner_than_the_checkpoint_that_has_them(large: Book) -> None:
    """The events of a table that is shown with a delay are counted by nobody who sees it so."""
    people: People = large.people
    table = people.table()
    assert people.admin.post(f"/tables/{table}/delay", {"seconds": 3600}).status_code == 200
    dealer, acts = whole_deal(3)
    play(people.admin, people.deal(dealer=dealer, table=table), acts)
    large.sign()
    (size, _), path = checkpoint(people.admin), "0/002.p/69"
    assert size > 580
    assert tile(people.admin, path).status_code == 200
    assert tile(people.anybody, path).status_code == 404
    assert tile(people.anybody, "0/000").status_code == 404  # no checkpoint is an hour old
    assert people.anybody.get("/log/checkpoint").status_code == 404


def test_a_log_without_a_checkpoint_has_no_tiles(book: Book) -> None:
    book.services.recorder.insert_events(some(300))
    book.keeper.grow()
    assert tile(book.people.anybody, "0/000").status_code == 404


def test_entries_are_not_served_since_they_hold_the_cards(large: Book) -> None:
    for reader in (large.people.anybody, large.people.admin):
        for path in ("entries/000", "entries/002.p/68", "data/000"):
            assert tile(reader, path).status_code == 404
