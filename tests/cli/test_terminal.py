"""Terminals, pipes and signals."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import pytest
from rich.cells import cell_len

from store.settings import Settings
from tests.cases import cases, full
from tests.cli.conftest import HANDS, PROGRAM, ROOT, Nought, gone, hand, postgres, process, served, spoken
from tests.waiting import PATIENCE, free_port, until

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9]m")
WIDE = [["show", hand(18)], ["show", hand(17)], ["replay", hand(5), "--seat", "E", "--at", "17"],
        ["rulesets", "show", "304"], ["rulesets", "diff", "304", "304-bank"]]  # fmt: skip


def on_terminal(*arguments: object, **how: str) -> str:
    """The output of a command on a terminal."""
    ours, theirs = pty.openpty()
    environment = {"TERM": "xterm-256color", **how}
    running = process(*arguments, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    output = b""
    try:
        while piece := os.read(ours, 65536):
            output += piece
    except OSError:
        pass  # Linux tells a terminal's end as an error
    finally:
        os.close(ours)
    assert running.wait(60) == 0
    return output.decode()


# --- what it looks like -------------------------------------------------------------------------


@pytest.mark.full
def test_a_terminal_gets_colours_and_nothing_else_does() -> None:
    arguments = ("show", hand(5))
    plain = spoken(*arguments).out
    assert "\x1b" not in plain
    coloured = on_terminal(*arguments)
    assert COLOUR.search(coloured)
    assert not COLOUR.search(on_terminal(*arguments, NO_COLOR="1"))
    assert "\x1b" not in on_terminal(*arguments, TERM="dumb")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured).replace("\r\n", "\n")
    assert bare.split() == plain.split()


@pytest.mark.parametrize("columns", [60, 200])
@pytest.mark.parametrize("command", WIDE)
def test_the_width_of_the_terminal_is_kept(
    nought: Nought, monkeypatch: pytest.MonkeyPatch, command: list[object], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = nought(*command)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert max(map(cell_len, lines)) <= columns
    assert all(line == line.rstrip() for line in lines)
    assert "…  " not in answer.out


@pytest.mark.parametrize("columns", ["", "0", "1", "7", "-5", "wide", "100000"])
def test_no_width_is_too_strange(nought: Nought, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    answer = nought("show", hand(5))
    assert (answer.code, answer.err) == (0, "")
    assert "Result" in answer.out.replace("\n", "")


@pytest.mark.full
def test_an_old_terminal_without_the_signs_of_the_suits_gets_them_spelled_out() -> None:
    answer = spoken("show", hand(5), env={"PYTHONIOENCODING": "latin-1"})
    assert answer.code == 0
    assert "E J\\u2665" in answer.out


@pytest.mark.full
def test_long_work_shows_how_far_it_is_on_a_terminal_only(book: Settings) -> None:
    output = on_terminal("import", *HANDS[:3])
    assert "importing" in output
    assert "3 imported, 0 there already, 0 refused" in output
    assert "exporting" in on_terminal("export", "--all", "-o", os.devnull)
    answer = spoken("export", "--all", "-o", os.devnull)
    assert (answer.code, answer.out, answer.err) == (0, "", f"3 deals in {os.devnull}\n")


# --- pipes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["replay", hand(5)],
        full(["show", hand(5)]),
        full(["check", *HANDS]),
        full(["rulesets", "show", "304"]),
        full(["export", "--all"]),
    ],
    ids=lambda command: command[0],
)
@pytest.mark.usefixtures("book")
def test_a_reader_that_has_seen_enough_is_no_error(nought: Nought, command: list[object]) -> None:
    """As with ``| head -1``."""
    nought("import", hand(5))
    theirs, ours = os.pipe()
    os.close(theirs)
    answer = spoken(*command, stdout=ours)
    os.close(ours)
    assert (answer.code, answer.err) == (0, "")


def test_a_full_disk_is_told_once() -> None:
    with open("/dev/full", "wb") as full:
        answer = spoken("show", hand(5), stdout=full)
    assert (answer.code, answer.err) == (2, "nought: reading or writing failed: No space left on device\n")


@pytest.mark.full
@pytest.mark.parametrize("command", ["show", full("replay"), full("check")])
def test_standard_input_holds_a_deal_too(command: str, tmp_path: Path) -> None:
    text = hand(5).read_text()
    by_name = spoken(command, hand(5)).out.replace(str(hand(5)), "standard input")
    assert spoken(command, "-", stdin_text=text).out == by_name
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(text.encode()))
    with packed.open("rb") as stream:
        assert spoken(command, "-", stdin=stream).out == by_name


@pytest.mark.full
def test_standard_input_that_holds_nothing_or_is_closed_is_told(book: Settings) -> None:
    assert spoken("show", "-", stdin_text="").err == "nought: - holds no deal\n"
    shell = ("sh", "-c", 'exec "$@" <&-', "sh")
    closed = subprocess.run([*shell, *PROGRAM, "show", "-"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (closed.returncode, closed.stdout) == (2, "")
    assert closed.stderr == "nought: standard input: Bad file descriptor\n"


# --- signals ------------------------------------------------------------------------------------


@pytest.fixture
def reading(tmp_path: Path) -> Path:
    """A file whose reader waits for more."""
    path = tmp_path / "deals.ndjson"
    os.mkfifo(path)
    return path


SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.mark.parametrize(("number", "code"), [SIGNALS[0], *(full(*each) for each in SIGNALS[1:])])
def test_a_signal_ends_a_command_without_many_words(reading: Path, number: int, code: int) -> None:
    running = process("show", reading)
    with reading.open("wb"):
        running.send_signal(number)
        assert running.communicate(timeout=PATIENCE) == ("", "")
    assert running.returncode == code


@pytest.mark.full
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_signal_stops_the_postgres_that_the_command_had_started(
    reading: Path, begun: Path, number: int, code: int
) -> None:
    running = process("import", reading, "--data", begun)
    with reading.open("wb"):
        assert postgres(begun)
        running.send_signal(number)
        assert running.communicate(timeout=PATIENCE) == ("", "")
    assert running.returncode == code
    gone(begun)


@pytest.fixture
def port() -> int:
    """A port that nobody uses."""
    return free_port()


def answers(port: int) -> bool:
    """Whether the server is ready."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGTERM, full(signal.SIGINT), full(signal.SIGHUP)])
def test_a_server_ends_with_its_workers_and_its_postgres(begun: Path, port: int, number: int) -> None:
    running = process("serve", "--port", port, "--data", begun)
    until(lambda: answers(port))
    running.send_signal(number)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (0, "")
    assert "Traceback" not in err
    gone(begun)
    assert not answers(port)


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_stops_ends_its_streams_in_order(begun: Path, port: int, number: int) -> None:
    """It waits for its requests, and a stream by itself has no end."""
    with served(begun) as (people, _):
        people.deal(table=people.table())
    running = process("serve", "--port", port, "--analysis-workers", 0, "--data", begun)
    until(lambda: answers(port))
    with urlopen(f"http://127.0.0.1:{port}/api/v1/tables?limit=1", timeout=PATIENCE) as answer:
        table = json.load(answer)["items"][0]["id"]
    path = f"http://127.0.0.1:{port}/api/v1/tables/{table}/stream"
    streams = [urlopen(path, timeout=PATIENCE) for _ in range(12)]
    for stream in streams:
        assert b"event: deal\n" in [stream.readline() for _ in range(4)]
    running.send_signal(number)
    for stream in streams:
        stream.read()  # raises IncompleteRead where a stream breaks off
        stream.close()
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "refused to gracefully stop" not in err


@pytest.mark.full
def test_a_server_prints_a_line_of_json_for_each_request(begun: Path, port: int) -> None:
    """docs/serving.md, "Start it"."""
    running = process("serve", "--port", port, "--analysis-workers", 0, "--data", begun, env={"NOUGHT_LOG": "requests"})
    until(lambda: answers(port))
    running.terminate()
    _, err = running.communicate(timeout=30)
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert {"method": "GET", "status": 200}.items() <= lines[-1].items()
    assert lines[-1]["route"]


@pytest.mark.full
def test_workers_do_not_outlive_a_server_that_was_killed(begun: Path, port: int) -> None:
    """They would hold the port, and the next server could not start."""
    running = process("serve", "--port", port, "--data", begun)
    until(lambda: answers(port))
    running.kill()
    running.communicate(timeout=PATIENCE)
    until(lambda: not answers(port))
    again = process("serve", "--port", port, "--data", begun)
    until(lambda: answers(port))
    again.terminate()
    again.communicate(timeout=PATIENCE)
    assert again.returncode == 0
    gone(begun)


def workers(running: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the live worker processes of a server."""
    return [process for process in psutil.Process(running.pid).children() if is_alive(process)]


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def are_two_without(running: subprocess.Popen[str], killed: psutil.Process) -> bool:
    """Tell whether both workers live and the killed one is gone, seen in one look."""
    living = workers(running)
    return len(living) == 2 and killed not in living


@pytest.mark.full
def test_a_killed_worker_is_started_again_while_the_others_answer(begun: Path, port: int) -> None:
    """Also one that is killed again and again, and its Postgres does not notice."""
    running = process("serve", "--port", port, "--workers", 2, "--analysis-workers", 0, "--data", begun)
    until(lambda: answers(port))
    until(lambda: len(workers(running)) == 2)
    postmaster = (begun / "postgres" / "postmaster.pid").read_text().splitlines()[0]
    for _ in range(4):
        killed = workers(running)[-1]
        killed.kill()
        until(lambda: answers(port), 20)
        until(lambda: are_two_without(running, killed))  # noqa: B023
        assert running.poll() is None
    assert (begun / "postgres" / "postmaster.pid").read_text().splitlines()[0] == postmaster
    running.terminate()
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, (out, err)
    assert re.fullmatch(r"(\[ERROR\] Unexpected exit from worker-\d\n){4}", out)
    assert "Traceback" not in err
    gone(begun)


@pytest.mark.full
def test_a_server_stopped_just_when_a_worker_died_has_not_failed(begun: Path, port: int) -> None:
    running = process("serve", "--port", port, "--workers", 2, "--analysis-workers", 0, "--data", begun)
    until(lambda: answers(port))
    until(lambda: len(workers(running)) == 2)
    # Halted, the server learns of both together.
    running.send_signal(signal.SIGSTOP)
    workers(running)[0].kill()
    running.terminate()
    running.send_signal(signal.SIGCONT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, (out, err)
    gone(begun)


@pytest.mark.full
def test_a_server_whose_workers_cannot_start_ends(port: int) -> None:
    program = (
        "from granian.constants import Interfaces; from api.cli.parts.workers import Workers;"
        f"Workers('json:no_such_thing', port={port}, interface=Interfaces.WSGI, workers=2).serve()"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=60)
    assert ended.returncode == 1


def test_help_imports_nothing_of_what_a_command_runs() -> None:
    book = {"flask", "granian", "api.services"}
    program = (
        "import sys\nfrom api.cli.main import run\nrun([sys.argv[1], '--help'])\nprint(*sys.modules, file=sys.stderr)\n"
    )
    with cases() as case:
        for command, heavy in (
            ("demo", book | {"domain", "store", "rich"}),
            ("serve", book | {"domain", "store", "rich"}),
            ("export", book),
            ("token", book),
        ):
            with case(command):
                done = subprocess.run(
                    [sys.executable, "-c", program, command], cwd=ROOT, capture_output=True, text=True, timeout=60
                )
                assert f"Usage: nought {command}" in done.stdout
                assert heavy & set(done.stderr.split()) == set()
