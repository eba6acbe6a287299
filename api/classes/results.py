"""The results of a class as CSV: a line for each answer, and one for each pupil without any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from replay.csv_text import write_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.classes.state import ClassState

COLUMNS: Final = ("pupil", "nickname", "chapter", "step", "question", "answer", "right", "late", "at")
MARKS: Final = {True: "yes", False: "no", None: ""}


def results_csv(state: ClassState) -> str:
    """Return the answers of a class with a line of titles (RFC 4180). No cell is a formula for a spreadsheet."""
    return write_csv(COLUMNS, _lines(state))


def _lines(state: ClassState) -> Iterator[tuple[Any, ...]]:
    counted = state.answers
    for pupil in state.pupils:
        answers = (each for each in counted if each.pupil == pupil.pupil)
        own = sorted(answers, key=lambda each: each.place)
        for each in own:
            question = state.lesson.questions.get(each.place, "")
            marks = MARKS[each.right], MARKS[each.late]
            yield pupil.pupil, pupil.nickname, *each.place, question, each.answer, *marks, each.at
        if not own:
            yield pupil.pupil, pupil.nickname, *[""] * (len(COLUMNS) - 2)
