"""Temporary folders: a process that was killed leaves nothing for good."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.own_folders import own_folder

FOLDER = """
import sys
from pathlib import Path
from api.own_folders import own_folder
with own_folder("own-", Path(sys.argv[1])) as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""
PAPER = """
import sys
from web.printing.pdf.making import make
assert make('<html lang="en"><title>T</title><p>One paper</p>').startswith(b"%PDF")
print("made", flush=True)
sys.stdin.read()
"""


@contextmanager
def running(program: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a program until it has written a line, with its temporary files in a folder; then it waits."""
    with subprocess.Popen(
        [sys.executable, "-c", program, folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(folder)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline()
        yield process


def test_the_folder_of_a_process_that_was_killed_is_removed_when_the_next_one_is_made(tmp_path: Path) -> None:
    with running(FOLDER, tmp_path) as process:
        (left,) = tmp_path.iterdir()
        with own_folder("own-", tmp_path) as own:
            assert left.exists(), "its process lives"
            with own_folder("own-", tmp_path), own_folder("others-", tmp_path):
                assert own.exists(), "so does this one"
        process.kill()
        process.wait()
    with own_folder("others-", tmp_path):
        assert left.exists(), "it has another name"
    with own_folder("own-", tmp_path) as own:
        assert list(tmp_path.iterdir()) == [own]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("pango")
def test_the_fonts_of_papers_do_not_fill_the_disk(tmp_path: Path) -> None:
    """A server that takes long to end, or a large paper, is killed in the middle."""
    with running(PAPER, tmp_path) as process:
        process.kill()
        process.wait()
    (left,) = tmp_path.iterdir()
    assert any(each.is_file() for each in left.rglob("*")), "the fonts are there"
    with running(PAPER, tmp_path):
        assert not left.exists()
    assert list(tmp_path.iterdir()) == [], "one that ends by itself leaves nothing"
