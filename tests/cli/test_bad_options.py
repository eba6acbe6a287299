"""Commands that cannot be carried out: one line says what is wrong and what is possible; nothing changes."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.main import run
from api.cli.parts.errors import Trouble
from api.cli.parts.serving import held_port
from store.settings import Settings
from tests.cases import cases
from tests.cli.conftest import HANDS, Nought, complaint, hand, rows
from tests.waiting import free_port

NOBODY = "019c5c22-f9d0-791b-99d5-f0740c70b070"
FILE = str(hand(5))

FULL = bool(os.environ.get("NOUGHT_FULL"))
WITHOUT_A_BOOK = [
    (["frob"], "No such command 'frob'; see `nought --help`"),
    (["token", "frob"], "No such command 'frob'; see `nought token --help`"),
    (["show", FILE, "--colour"], "No such option"),
    (["show"], "Missing argument 'DEAL'; see `nought show --help`"),
    (["check"], "Missing argument 'FILES...'"),
    (["import"], "Missing argument 'FILES...'"),
    (["show", FILE, FILE], "unexpected extra argument"),
    (["replay", FILE, "--seat", "Q"], "no viewer 'Q'; there are S, E, N, W, public, scribe, arbiter"),
    (["replay", FILE, "--seat", ""], "no viewer ''"),
    (["replay", FILE, "--seat", "\x1b[31m"], "no viewer '\\x1b[31m'"),
    (["replay", FILE, "--at", "49"], "no ply 49; the deal has plies 0 to 48, and -1 is before the first"),
    (["replay", FILE, "--at", "-2"], "no ply -2"),
    (["replay", FILE, "--at", "9" * 5000], "--at"),
    (["replay", FILE, "--at", "nan"], "'nan' is not a valid integer"),
    (["knows", FILE], "Missing option '--seat'"),
    (["knows", FILE, "--seat", "public"], "there is no seat 'public'; there are S, E, N, W"),
    (["knows", FILE, "--seat", "\x1b[31m"], "there is no seat '\\x1b[31m'"),
    (["knows", FILE, "--seat", "E", "--at", "49"], "no ply 49; the deal has plies 0 to 48, and -1 is before the first"),
    (["knows", "nowhere", "--seat", "E"], "'nowhere' is neither a file nor the id of a deal"),
    (["shuffle"], "Missing argument 'DEAL'"),
    (["shuffle", FILE, "nowhere"], "'nowhere' is neither a file nor the id of a deal"),
    (["rulesets", "show", "whist"], "known: 304, 304-bank"),
    (["rulesets", "diff", "304", "\x1b]0;x\x07"], "known: 304, 304-bank"),
    (["rulesets", "diff", "304"], "Missing argument 'OTHER'"),
    (["export"], "name the deals to export, or give --all"),
    (["export", NOBODY, "--all"], "name the deals to export, or give --all"),
    (["export", "--hand", NOBODY, NOBODY], "a hand file holds one deal: name it"),
    (["export", "--hand", "--all"], "a hand file holds one deal: name it"),
    (["export", "not-an-id"], "'not-an-id' is not a valid UUID"),
    (["import", FILE, "--by", " "], "--by must not be empty"),
    (["import", FILE, "--by", "\x1b[31m"], "--by must be readable on one line"),
    (["token", "revoke", "me"], "'me' is not a valid UUID"),
    (["token", "issue", "king", "Ann"], "'admin', 'director', 'arbiter', 'recorder', 'seat', 'viewer'"),
    (["token", "issue", "admin", ""], "the subject must not be empty"),
    (["token", "issue", "admin", "a\x1bb"], "the subject must be readable on one line"),
    (["token", "issue", "admin", "x" * 201], "the most is 200"),
    (["token", "issue", "admin", "Ann", "--seat", "E"], "a token for admin takes no option"),
    (["token", "issue", "director", "Ann"], "a token for director takes --club"),
    (["token", "issue", "recorder", "Ann"], "a token for recorder takes --club or --table or --deal"),
    (["token", "issue", "seat", "Ann", "--deal", NOBODY], "takes --table and --seat or --deal and --seat"),
    (["token", "issue", "viewer", "Ann", "--club", "x"], "'x' is not a valid UUID"),
    *((["token", "issue", "admin", "Ann", "--hours", hours], "is not above 0 and at most 8784")
      for hours in ("0", "-1", "nan", "inf", "-inf", "1e300", "1e-12", "8785")),
    (["token", "issue", "admin", "Ann", "--hours", "soon"], "'soon' is not a valid float"),
    (["serve"], "set NOUGHT_DSN, or use --embedded"),
    (["serve", "--port", "65536"], "65536 is not in the range 1<=x<=65535"),
    (["serve", "--port", "0"], "0 is not in the range 1<=x<=65535"),
    (["serve", "--port", "http"], "'http' is not a valid integer"),
    (["serve", "--workers", "0"], "1<=x<=64"),
    (["serve", "--host", "no.such.host.invalid"], "cannot serve at no.such.host.invalid"),
    (["demo", "--deals", "0"], "1<=x<=1000"),
    (["demo", "--deals", "-5"], "1<=x<=1000"),
    (["demo", "--deals", "1001"], "1<=x<=1000"),
    (["demo", "--port", "-1"], "1<=x<=65535"),
    (["migrate"], "NOUGHT_DSN is not set"),
    (["export", "--all"], "there is no record book in"),
    (["show", NOBODY], "`nought demo` creates a book to try"),
    (["token", "list"], "name another folder with --data or a database with NOUGHT_DSN"),
    (["token", "revoke", NOBODY], "there is no record book in"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "why"), WITHOUT_A_BOOK)
def test_it_is_told_before_any_database_is_opened(
    nought: Nought, monkeypatch: pytest.MonkeyPatch, arguments: list[str], why: str
) -> None:
    def opened(*_: object) -> None:
        raise AssertionError("a database was opened")

    monkeypatch.setattr("store.postgres.embedded.start", opened)
    assert why in complaint(nought(*arguments))


@pytest.mark.parametrize("arguments", [[], ["token"]])
def test_a_group_of_commands_alone_tells_its_help(nought: Nought, arguments: list[str]) -> None:
    answer = nought(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: nought")
    assert "Traceback" not in answer.err


# --- a record book that is there ----------------------------------------------------------------


NOT_THERE = (
    (["show", NOBODY], f"there is no deal {NOBODY}"),
    (["replay", NOBODY], f"there is no deal {NOBODY}"),
    (["export", NOBODY], f"there is no deal {NOBODY}"),
    (["export", "--hand", NOBODY], f"there is no deal {NOBODY}"),
    (["export", "--all", "-o", "{tmp}/missing/x.ndjson"], "missing/x.ndjson cannot be written: No such file"),
    (["export", "--all", "-o", "{tmp}"], "Is a directory"),
    (["export", "--all", "-o", "{tmp}/" + "x" * 300], "File name too long"),
    (["export", "--all", "-o", "/proc/version"], "/proc/version"),
    (["export", "--all", "-o", "/dev/full"], "No space left on device"),
    (["token", "revoke", NOBODY], f"there is no active token {NOBODY}"),
    (["token", "issue", "director", "Ann", "--club", NOBODY], f"there is no club {NOBODY}"),
    (["token", "issue", "recorder", "Ann", "--table", NOBODY], f"there is no table {NOBODY}"),
    (["token", "issue", "seat", "Ann", "--deal", NOBODY, "--seat", "E"], f"there is no deal {NOBODY}"),
    (["token", "issue", "recorder", "Ann", "--table", "{deal}"], "there is no table"),
    (["token", "issue", "seat", "Ann", "--deal", "{deal}", "--seat", "Q"], "no seat 'Q'; the seats are S, E, N, W"),
)


def test_what_is_not_there_is_told_and_nothing_changes(
    nought: Nought, book: Settings, deal: str, tmp_path: Path
) -> None:
    before, files = rows(book), [*tmp_path.rglob("*")]
    with cases() as case:
        for arguments, why in NOT_THERE:
            with case(*arguments):
                assert why in complaint(nought(*(each.format(tmp=tmp_path, deal=deal) for each in arguments)))
                assert rows(book) == before
                assert [*tmp_path.rglob("*")] == files


@pytest.fixture
def deal(nought: Nought, book: Settings) -> str:
    """A recorded deal's id."""
    nought("import", FILE)
    return "019c6a51-0000-7304-8304-000000000005"


def test_the_id_of_something_else_is_no_deals(nought: Nought, book: Settings) -> None:
    issued = nought("token", "issue", "viewer", "Ann").err.split()[2].rstrip(",")
    assert f"there is no deal {issued}" in complaint(nought("show", issued))


@pytest.mark.parametrize("answer", [["token", "issue", "viewer", "Ann"], ["export", "--all"], ["token", "list"]])
@pytest.mark.parametrize(
    ("dsn", "why"),
    [
        ("nonsense", 'missing "=" after "nonsense"'),
        ("postgresql://nought@127.0.0.1:1/nought", "Connection refused"),
        ("postgresql://nought@127.0.0.1:port/nought", "port"),
        ("host=/nowhere/at/all dbname=nought", "No such file or directory"),
        ("host=127.0.0.1 colour=red", "colour"),
    ],
)
def test_a_database_that_cannot_be_reached_is_told_at_once(
    nought: Nought, monkeypatch: pytest.MonkeyPatch, answer: list[str], dsn: str, why: str
) -> None:
    monkeypatch.setenv("NOUGHT_DSN", dsn)
    message = complaint(nought(*answer))
    assert "the database cannot be used" in message
    assert why in message
    assert "NOUGHT_DSN" in message


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("NOUGHT_SCHEMA", "no such; schema", "is no schema's name"),
        ("NOUGHT_SCHEMA", "not_there", "run `nought migrate` as owner"),
        ("NOUGHT_POOL_SIZE", "many", "NOUGHT_POOL_SIZE is 'many'; a number is needed"),
        ("NOUGHT_PATIENCE", "long", "NOUGHT_PATIENCE is 'long'; a number is needed"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named(
    nought: Nought, book: Settings, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, why: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert why in complaint(nought("export", "--all"))


def test_only_the_owner_migrates(nought: Nought, book: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "set NOUGHT_OWNER_DSN" in complaint(nought("migrate"))
    monkeypatch.setenv("NOUGHT_OWNER_DSN", book.dsn)
    assert "nought: " in complaint(nought("migrate"))
    assert book.owner_dsn is not None
    monkeypatch.setenv("NOUGHT_OWNER_DSN", book.owner_dsn)
    assert nought("migrate").out == "nothing to do\n"


def test_an_empty_database_is_migrated_and_says_what_it_did(
    nought: Nought, book: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert book.owner_dsn is not None
    monkeypatch.setenv("NOUGHT_OWNER_DSN", book.owner_dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", f"{book.schema}_new")
    assert all(line.startswith("applied ") for line in nought("migrate").out.splitlines())
    assert nought("migrate").out == "nothing to do\n"


# --- files, folders and ports -------------------------------------------------------------------


def test_an_export_keeps_the_old_file_until_it_is_whole(nought: Nought, book: Settings, tmp_path: Path) -> None:
    target = tmp_path / "book.ndjson"
    target.write_text("old")
    assert "there is no deal" in complaint(nought("export", NOBODY, "-o", target))
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_device_is_written_to_and_not_replaced(nought: Nought, book: Settings, tmp_path: Path) -> None:
    nought("import", FILE)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert nought("export", "--all", "-o", pipe).code == 0
    assert os.read(reader, 4) == b'{"da'
    os.close(reader)
    assert pipe.is_fifo()


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port at which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_port_in_use_is_told_before_anything_is_made(
    nought: Nought, folder: Path, busy_port: int, command: str
) -> None:
    message = complaint(nought(command, "--port", busy_port, "--data", folder))
    assert f"cannot serve at 127.0.0.1, port {busy_port}: Address already in use; choose another --port" in message
    assert not folder.exists()


def test_a_port_is_held_before_the_server_listens() -> None:
    """A demo records for a minute before it listens. Granian's workers can listen meanwhile, another program cannot."""
    port = free_port()
    with held_port("127.0.0.1", port):
        with pytest.raises(Trouble, match="Address already in use"), held_port("127.0.0.1", port):
            pass
        with (
            socket.create_server(("127.0.0.1", port), reuse_port=True),
            socket.create_connection(("127.0.0.1", port), timeout=5),
        ):
            pass
    with held_port("127.0.0.1", port):
        pass


@pytest.mark.parametrize("command", [["demo", "--no-serve"], ["import", FILE], ["serve", "--port", "{port}"]])
@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("{folder}/file", "is a file"),
        ("{folder}/file/below", "Not a directory"),
        ("{folder}", "holds other files and no database of Nought: choose an empty or a new folder"),
        ("/proc/nought", "choose another folder"),
        ("~nobody-at-all/nought", "~nobody-at-all"),
        ("{folder}/what's this", "choose a name without '"),
        ("{folder}/$HOME", "choose a name without $"),
        ("{folder}/a\nb", "choose a name without"),
        ("{folder}/loop", "loop"),
    ],
)
def test_a_folder_that_cannot_hold_the_data_is_told_and_left_alone(
    nought: Nought, folder: Path, command: list[str], data: str, why: str
) -> None:
    folder.mkdir()
    (folder / "file").write_text("mine")
    (folder / "loop").symlink_to(folder / "loop")
    assert why in complaint(
        nought(*(part.format(port=free_port()) for part in command), "--data", data.format(folder=folder))
    )
    assert {each.name for each in folder.iterdir()} == {"file", "loop"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_told(nought: Nought, folder: Path) -> None:
    folder.mkdir(mode=0o555)
    assert "cannot be written" in complaint(nought("demo", "--no-serve", "--data", folder))


@pytest.mark.skipif(os.geteuid() != 0, reason="concerns root")
def test_root_is_told_of_a_private_folder_and_where_else_to_go(nought: Nought, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    message = complaint(nought("demo", "--no-serve", "--data", folder / "data"))
    assert f"{folder} is closed to every other account. Choose a folder elsewhere" in message


def test_a_cluster_of_another_postgres_is_left_as_it_is(nought: Nought, folder: Path) -> None:
    (folder / "postgres").mkdir(parents=True)
    (folder / "postgres" / "PG_VERSION").write_text("9\n")
    for data in (folder, folder / "postgres"):
        assert "choose an empty or a new folder" in complaint(nought("demo", "--no-serve", "--data", data))
    assert (folder / "postgres" / "PG_VERSION").read_text() == "9\n"


def test_something_unforeseen_is_one_line_too(nought: Nought, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code tells it from bad input and from what was found."""
    monkeypatch.setattr("api.cli.parts.paint.deal", lambda _: 1 // 0)
    answer = nought("show", FILE)
    assert answer.code == 70
    assert answer.err == ("nought: internal error (ZeroDivisionError); NOUGHT_DEBUG=1 shows the details\n")
    monkeypatch.setenv("NOUGHT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["show", FILE])


def test_every_worked_hand_can_be_looked_at(nought: Nought) -> None:
    """Every fourth one every day."""
    for path in HANDS[:: 1 if FULL else 4]:
        assert nought("show", path).code == 0
        assert nought("replay", path).code == 0
