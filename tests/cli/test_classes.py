"""`nought classes`: classes at the command line (docs/teaching.md)."""

from __future__ import annotations

import csv
import io

import pytest

from api.cli.parts.books import book as opened_book
from tests.cli.conftest import Nought, complaint


@pytest.mark.usefixtures("book")
def test_a_class_is_opened_listed_and_ended(nought: Nought) -> None:
    code, identity = nought("classes", "open", "02-following-suit").out.split()
    assert len(code) == 6
    listed = nought("classes", "list").out
    assert "Following suit" in listed
    assert "open" in listed
    assert next(csv.reader(io.StringIO(nought("classes", "results", identity).out)))[:2] == ["pupil", "nickname"]
    with opened_book(None) as services:
        services.classes.join(services.classes.find(code).id, "=Anu", "s" * 32)  # type: ignore[union-attr]
    assert "'=Anu" in nought("classes", "results", identity).out
    assert nought("classes", "end", identity, "--keep").out == "Following suit is over\n"
    assert "'=Anu" in nought("classes", "results", identity).out
    assert nought("classes", "forget", identity).out == "deleted\n"
    assert "Anu" not in nought("classes", "results", identity).out
    assert "the class is over" in complaint(nought("classes", "end", identity))


@pytest.mark.usefixtures("book")
def test_what_is_no_lesson_no_class_and_no_account_is_refused(nought: Nought) -> None:
    assert complaint(nought("classes", "open", "no-such-lesson"))
    assert complaint(nought("classes", "end", "no-such-class"))
    assert complaint(nought("classes", "open", "02-following-suit", "--owner", "nobody"))
