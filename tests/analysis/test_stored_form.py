"""The form of stored analyses: whoever changes what the workers store must raise `FORM`, so that it is made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis.versions import FORM, kernel_key
from tests.analysis.golden import write as golden


def test_the_stored_answers_are_those_in_the_file_of_this_form() -> None:
    """If the answers differ: raise `FORM`, then run ``python -m tests.analysis.golden.write``."""
    form, lines = golden.read()
    assert form == f"form {FORM}"
    assert list(golden.stored()) == lines


def test_changed_answers_are_not_accepted_without_a_new_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = golden.FILE.read_text(encoding="utf-8")
    monkeypatch.setattr(golden, "FILE", tmp_path / "stored.txt")
    golden.FILE.write_text(before, encoding="utf-8")
    with pytest.raises(ValueError, match="raise FORM"):
        golden.write([*golden.read()[1], "{}"])
    assert golden.FILE.read_text(encoding="utf-8") == before


def test_the_key_of_stored_answers_has_the_form() -> None:
    assert kernel_key().endswith(f" {FORM}")
