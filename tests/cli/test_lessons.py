"""`nought lessons`: lesson files at the command line (docs/teaching.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.lessons.file import write_lesson
from tests.cli.conftest import Nought, complaint
from tests.lessons.lessons import ask, branch, go, lesson, look, say


@pytest.fixture
def file(tmp_path: Path) -> Path:
    steps = (say("Hello"), look("E"), go(20), ask("trumps"), branch("N QC", ply=15, steps=(say("If"),)), ask("text"))
    path = tmp_path / "lesson.json"
    path.write_text(write_lesson(lesson(*steps, title="At the command line")), encoding="utf-8")
    return path


def test_a_lesson_file_is_shown_and_checked_without_a_record_book(nought: Nought, file: Path, tmp_path: Path) -> None:
    shown = nought("lessons", "show", str(file)).out.splitlines()
    assert shown[0] == "At the command line (en)"
    assert "  4 question; ply 20; E; trumps; right: 2" in shown
    assert "    5 branch; ply 16; E; N QC" in shown
    assert nought("lessons", "check", str(file)).out.endswith("lesson.json: no fault\n")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(write_lesson(lesson(look("Q"))), encoding="utf-8")
    checked = nought("lessons", "check", str(file), str(wrong))
    assert checked.code == 1
    assert "chapter 1: step 1: 'Q' is none of S, E, N, W, public" in checked.out


@pytest.mark.usefixtures("book")
def test_a_lesson_is_imported_listed_published_and_exported_as_it_was(nought: Nought, file: Path) -> None:
    identity = nought("lessons", "import", str(file)).out.strip()
    assert identity in nought("lessons", "list").out
    assert nought("lessons", "export", identity, "--published").code == 2
    assert nought("lessons", "publish", identity).out == "At the command line is published (public)\n"
    assert nought("lessons", "export", identity, "--published").out == file.read_text(encoding="utf-8")


def test_what_is_no_lesson_is_named_in_one_line(nought: Nought, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    assert "no lesson file" in complaint(nought("lessons", "check", str(path)))
    path.write_bytes(b"\xff")
    assert "line 1 is not in UTF-8" in complaint(nought("lessons", "show", str(path)))


def test_every_kind_of_question_is_listed(nought: Nought) -> None:
    listed = nought("lessons", "questions").out
    assert all(kind in listed for kind in ("card", "holder", "breach", "weis"))
