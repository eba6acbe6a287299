"""The results of a class as CSV: a line for each answer, and one for each pupil without any."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from api.deals.as_csv import FORMULA

if TYPE_CHECKING:
    from api.classes.state import ClassState

COLUMNS: Final = ("pupil", "nickname", "chapter", "step", "question", "answer", "right", "late", "at")
MARKS: Final = {True: "yes", False: "no", None: ""}


def results_csv(state: ClassState) -> str:
    """Return the answers of a class with a line of titles (RFC 4180). No cell is a formula for a spreadsheet."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    counted = state.answers
    for pupil in state.pupils:
        answers = (each for each in counted if each.pupil == pupil.pupil)
        own = sorted(answers, key=lambda each: each.place)
        for each in own:
            question = state.lesson.questions.get(each.place, "")
            marks = MARKS[each.right], MARKS[each.late]
            cells = pupil.pupil, pupil.nickname, *each.place, question, each.answer, *marks, each.at
            table.writerow(map(_cell, cells))
        if not own:
            table.writerow(map(_cell, (pupil.pupil, pupil.nickname, *[""] * (len(COLUMNS) - 2))))
    return text.getvalue()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
