"""A benchmark that a time limit or Ctrl-C cuts stops its Postgres, and leaves no folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.waiting import until

pytestmark = pytest.mark.full

PROGRAM = """
import time
from benchmarks.signals import end_in_order
from store.postgres import embedded
end_in_order()
with embedded.temporary() as server:
    print(server.folder, flush=True)
    time.sleep(600)
"""


def test_a_time_limit_leaves_no_postgres_running() -> None:
    """``timeout 60 python -m benchmarks`` sends SIGTERM."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        folder = Path(running.stdout.readline().strip())
        assert (folder / "postgres" / "postmaster.pid").exists()
        running.terminate()
        assert running.wait(60) == 128 + 15
    assert not folder.exists()


@pytest.fixture
def place() -> Iterator[Path]:
    """A new folder whose path leaves room for that of a socket, 107 bytes, and that the login of a server may enter."""
    with tempfile.TemporaryDirectory(prefix="nought-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.6, 1.2, 2.0])
@pytest.mark.parametrize("again", [False, True])
def test_a_cut_in_the_middle_of_a_start_leaves_nothing(
    place: Path, number: signal.Signals, seconds: float, again: bool
) -> None:
    """``initdb`` and ``pg_ctl`` are interrupted too; an impatient person presses Ctrl-C twice."""
    environment = {**os.environ, "TMPDIR": str(place)}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.DEVNULL) as running:
        until(lambda: any(place.iterdir()))
        time.sleep(seconds)
        running.send_signal(number)
        if again:
            time.sleep(0.2)
            running.send_signal(number)
        assert running.wait(60) in (128 + number, -number)
    assert list(place.iterdir()) == []
    assert [each.pid for each in psutil.process_iter() if str(place) in " ".join(command(each))] == []


def command(process: psutil.Process) -> list[str]:
    """The command line of a process; empty if it has ended."""
    try:
        words: list[str] = process.cmdline()
    except psutil.Error:
        return []
    return words
