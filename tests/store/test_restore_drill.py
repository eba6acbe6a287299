"""A book is restored to a moment, and the log shows what is missing since. docs/backups.md, "Restore to a moment"."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from scripts.restore_drill import AFTER, BEFORE, drill

pytestmark = pytest.mark.full


def test_a_book_restored_to_a_moment_fits_the_checkpoint_before_it_and_names_what_the_one_after_it_misses() -> None:
    folder = Path(tempfile.mkdtemp(prefix="nought-drill-"))
    folder.chmod(0o711)
    try:
        before, after = drill(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert (before.code, after.code) == (0, 1), (before, after)
    assert f"{BEFORE} events in the log" in before.text
    assert "nothing was changed" in before.text
    assert f"is over {BEFORE + AFTER} leaves, but there are {BEFORE}: the last ones were removed" in after.text
