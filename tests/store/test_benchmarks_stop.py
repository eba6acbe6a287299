"""A benchmark that a time limit or Ctrl-C cuts stops its Postgres, and leaves no folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.6, 1.2, 2.0])
@pytest.mark.parametrize("again", [False, True])
def test_a_cut_in_the_middle_of_a_start_leaves_nothing(
    tmp_path: Path, number: signal.Signals, seconds: float, again: bool
) -> None:
    """``initdb`` and ``pg_ctl`` are interrupted too; an impatient person presses Ctrl-C twice."""
    place = tmp_path / "t"
    place.mkdir()
    for folder in (place, *place.parents):
        if folder.stat().st_uid == os.geteuid() and not folder.stat().st_mode & 0o1000:
            folder.chmod(folder.stat().st_mode | 0o711)
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
