"""A benchmark that a time limit cuts stops its Postgres."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

PROGRAM = """
import time
from benchmarks.__main__ import end_in_order
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
