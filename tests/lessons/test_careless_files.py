"""Lesson files of careless and hostile hands are read right, or refused with the place: nothing changes silently."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.lesson.commands import content_of
from replay.lessons.check import faults
from replay.lessons.file import read_lesson, to_plain
from tests.careless.lesson_files import SPOILERS, WHOLE, draw, essence, read
from tests.lessons.lessons import AUTHOR

FILES = 1000 if os.environ.get("NOUGHT_FULL") else 60
PLACE = re.compile(r"chapter \d|\$|line \d|byte|lines\[|`\w+`|title|language|version|lesson file|no chapter")
"""The words by which a refusal names the place: a chapter and step, a path, a line, the field itself."""


def outcome(ledger: Ledger, data: bytes) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the lesson that the record book holds after an import, None if it was not taken in, and all refusals."""
    try:
        lesson = read_lesson(data)
        wrong = [str(fault) for fault in faults(lesson)]
        stored = ledger.lessons.get(ledger.lessons.open(lesson, owner="kala", **AUTHOR).id)
    except Declined as error:
        return None, [str(error)]
    return to_plain(content_of(stored)), wrong


def test_careless_lesson_files_are_read_right_or_refused_with_the_place(ledger: Ledger) -> None:
    """The independent reader shares no code with the product."""
    counts: Counter[str] = Counter()
    for seed in range(FILES):
        file = draw(Random(seed))
        stored, refused = outcome(ledger, file.data)
        what = (seed, file.done, refused[:2])
        if refused:
            assert file.faulty is not False, what
            assert all(PLACE.search(sentence) for sentence in refused), what
        else:
            assert not file.faulty, what
        if stored is not None:
            held = read(file.data)
            assert held is not None, what
            assert essence(stored) == essence(held), what
        counts["read" if not refused else "refused" if stored is None else "a draft with its faults named"] += 1
    assert counts["read"] > FILES / 10
    assert counts["refused"] > FILES / 4


@pytest.mark.skipif(FILES < 1000, reason="the sample of every day does not reach everything that is done to files")
def test_the_files_reach_everything_that_is_done_to_them() -> None:
    done = {draw(Random(seed)).done.split(", ")[0] for seed in range(FILES)}
    assert done == {spoil.__name__ for spoil, _ in SPOILERS} | {"nothing"}


def test_the_lessons_that_come_with_nought_are_read_as_the_independent_reader_reads_them(ledger: Ledger) -> None:
    assert len(WHOLE) > 15
    for plain in WHOLE[:: 1 if FILES == 1000 else 6]:
        stored, refused = outcome(ledger, json.dumps(plain).encode())
        assert refused == []
        assert essence(stored) == essence(plain)


def test_a_name_that_an_object_has_twice_is_refused_with_its_path() -> None:
    text = '{"nought_lesson": 1, "title": "A", "language": "en", "chapters": [{"title": "B", "title": "C"}]}'
    with pytest.raises(Declined, match=r"\$\.chapters\[0\] has “title” twice"):
        read_lesson(text)


def test_a_file_in_the_encodings_of_editors_is_read_and_another_names_its_line() -> None:
    text = '{"nought_lesson": 1, "language": "en",\r\n "title": "Zoë Bächli"}'
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert read_lesson(text.encode(encoding)).title == "Zoë Bächli"
    with pytest.raises(Declined, match="line 2 is not in UTF-8"):
        read_lesson(text.encode("cp1252"))
