"""Deals through the record book and back: nothing is lost, nothing doubled, nothing changed."""

from __future__ import annotations

import gzip
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.evening import program
from demo.evening import Evening
from store.postgres import embedded
from store.settings import Settings
from tests.cases import FULL, cases, full
from tests.cli.conftest import HANDS, Nought, complaint, hand, rows, spoken
from tests.databases import ABOVE, LayOut

DEALS = 12 if FULL else 4
TAKEN = HANDS if FULL else HANDS[::5]
"""The worked hands that are taken in."""
ALL = DEALS + len(TAKEN)


@pytest.fixture(scope="module")
def data(lay_out: LayOut) -> Iterator[Path]:
    """The folder of a demo and of the worked hands of all games, its Postgres running."""
    above = Path(tempfile.mkdtemp(prefix="nought-", dir=ABOVE))
    above.chmod(0o711)
    lay_out(above / "demo")
    with embedded.start(above / "demo"):
        answer = spoken("demo", "--no-serve", "--deals", DEALS, "--data", above / "demo")
        assert f"{DEALS} deals recorded, 0 were there already." in answer.out, answer.err
        assert answer.err == ""
        spoken("import", *TAKEN, "--data", above / "demo")
        yield above / "demo"
    shutil.rmtree(above, ignore_errors=True)


@pytest.fixture
def demo(data: Path) -> Settings:
    """The demo's record book."""
    with embedded.start(data) as server:
        return Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)


@pytest.fixture
def archive(nought: Nought, data: Path, tmp_path: Path) -> Path:
    """The whole record book as an archive."""
    path = tmp_path / "book.ndjson"
    assert nought("export", "--all", "-o", path, "--data", data).err == f"{ALL} deals in {path}\n"
    return path


@pytest.mark.full
def test_a_second_start_of_the_demo_adds_nothing(nought: Nought, data: Path, demo: Settings, archive: Path) -> None:
    before = rows(demo)
    answer = nought("demo", "--no-serve", "--deals", DEALS, "--data", data)
    assert f"0 deals recorded, {DEALS} were there already" in answer.out
    assert rows(demo) == before
    assert before["tokens"] == 0
    suggested = [line.strip() for line in answer.out.partition("To try, in another terminal:")[2].splitlines() if line]
    assert len(suggested) == 5
    with cases() as case:
        for line in suggested:
            with case(line):
                assert nought(*shlex.split(line.removeprefix(program()))).code == 0
    assert nought("export", "--all", "--data", data).out.encode() == archive.read_bytes()


def test_the_suggested_program_is_what_one_types(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    path = tmp_path / "bin" / "nought"
    path.touch(mode=0o700)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", [str(path)])
    assert program() == "bin/nought"
    monkeypatch.setenv("PATH", str(path.parent))
    assert program() == "nought"
    monkeypatch.setattr(sys, "argv", ["/somewhere/nought/__main__.py"])
    assert program() == f"{sys.executable} -m nought"


@pytest.mark.full
def test_a_longer_evening_goes_on_where_the_shorter_one_ended(
    nought: Nought, begun: Path, archive: Path, data: Path
) -> None:
    nought("demo", "--no-serve", "--deals", 5, "--data", begun)
    answer = nought("demo", "--no-serve", "--deals", DEALS, "--data", begun)
    assert f"{DEALS - 5} deals recorded, 5 were there already" in answer.out
    longer = nought("export", "--all", "--data", begun).out.splitlines()
    assert len(longer) == DEALS
    assert longer == [line for line in archive.read_text().splitlines() if line in longer]
    shorter = nought("demo", "--no-serve", "--deals", 3, "--data", begun)
    assert "0 deals recorded, 3 were there already" in shorter.out


@pytest.mark.full
def test_a_book_of_another_evening_is_told_and_kept(
    nought: Nought, data: Path, demo: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update that makes the players play otherwise."""
    before = rows(demo)
    monkeypatch.setattr("bots.three04_bidding.BASE", 140)
    message = complaint(nought("demo", "--no-serve", "--deals", DEALS, "--data", data))
    assert "this book holds another evening; choose another folder with --data" in message
    assert rows(demo) == before


@pytest.mark.parametrize("name", ["again.ndjson", full("again.ndjson.gz")])
def test_an_archive_taken_in_by_another_book_is_written_the_same(
    nought: Nought, archive: Path, new_book: Settings, tmp_path: Path, name: str
) -> None:
    assert nought("import", archive).out == f"{ALL} imported, 0 there already, 0 refused\n"
    again = tmp_path / name
    assert nought("export", "--all", "-o", again).code == 0
    written = again.read_bytes()
    assert (gzip.decompress(written) if name.endswith(".gz") else written) == archive.read_bytes()


def test_what_is_there_already_is_left_alone(nought: Nought, archive: Path, new_book: Settings) -> None:
    nought("import", archive)
    before = rows(new_book)
    assert nought("import", archive, archive).out == f"0 imported, {2 * ALL} there already, 0 refused\n"
    assert nought("import", *TAKEN).out == f"0 imported, {len(TAKEN)} there already, 0 refused\n"
    assert rows(new_book) == before


def test_another_content_under_the_same_id_is_refused(
    nought: Nought, archive: Path, new_book: Settings, tmp_path: Path
) -> None:
    nought("import", archive)
    before = rows(new_book)
    other = tmp_path / "other.ndjson"
    other.write_text(
        next(line for line in archive.read_text().splitlines() if "Nimal" in line).replace("Nimal", "Amal")
    )
    answer = nought("import", other)
    assert answer.code == 1
    assert "is recorded already, but otherwise: the opening is recorded as" in answer.err
    assert rows(new_book) == before


def test_a_hand_file_without_an_id_gets_one_and_says_so(nought: Nought, new_book: Settings, tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text("\n".join(line for line in hand(5).read_text().splitlines() if not line.startswith("id =")))
    output = nought("import", path).out
    assert output.startswith(f"{path}: recorded as ")
    assert output.endswith("1 imported, 0 there already, 0 refused\n")
    identity = output.split("recorded as ")[1].split()[0]
    assert nought("show", identity).out == nought("show", path).out


@pytest.mark.parametrize("number", [2, full(5), full(12)])
def test_a_hand_file_of_a_recorded_deal_tells_all_of_it(
    nought: Nought, data: Path, new_book: Settings, tmp_path: Path, number: int
) -> None:
    """Exported, judged, looked at, taken in elsewhere, and exported again."""
    identity = Evening().deal_id(number)
    path = tmp_path / "hand.nought.toml"
    assert nought("export", "--hand", identity, "-o", path, "--data", data).code == 0
    assert nought("check", path).code == 0
    assert nought("import", path).out == "1 imported, 0 there already, 0 refused\n"
    assert nought("export", "--hand", identity).out == path.read_text()
    for command in (["show"], ["replay", "--seat", "E", "--at", "20"], ["replay", "--seat", "W", "--json"]):
        assert nought(*command, identity, "--data", data).out == nought(*command, path).out


def test_a_worked_hand_that_was_recorded_is_shown_as_its_file(nought: Nought, new_book: Settings) -> None:
    shown = [*enumerate(HANDS, 1)][:: 1 if FULL else 12]
    nought("import", *(path for _, path in shown))
    for number, path in shown:
        identity = f"019c6a51-0000-7304-8304-{number:012x}"
        assert nought("show", identity).out == nought("show", path).out
        assert nought("replay", identity, "--seat", "E").out == nought("replay", path, "--seat", "E").out


def test_deals_are_exported_in_the_order_in_which_they_are_named(nought: Nought, data: Path, archive: Path) -> None:
    lines = archive.read_text().splitlines(keepends=True)
    newest = [Evening().deal_id(number) for number in (2, 1)]
    output = nought("export", *reversed(newest), "--data", data).out
    assert output == "".join(line for identity in reversed(newest) for line in lines if str(identity) in line)


def test_a_token_is_listed_until_it_is_revoked_and_then_as_revoked(nought: Nought, new_book: Settings) -> None:
    issued = nought("token", "issue", "admin", "Nirmala", "--hours", "1.5")
    assert issued.out.startswith("nought_")
    identity = issued.err.split()[2].rstrip(",")
    assert issued.out.strip() not in nought("token", "list").out
    assert identity in nought("token", "list").out
    assert nought("token", "revoke", identity).out == "revoked\n"
    assert "revoked" in nought("token", "list").out
    assert f"there is no active token {identity}" in complaint(nought("token", "revoke", identity))
