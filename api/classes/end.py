"""The end of a class: nothing personal stays, unless the teacher keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.classes.state import read_class
from domain.classroom.tallies import tally

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger
    from store.tables.classes import Classes


def end_class(ledger: Ledger, classes: Classes, class_id: UUID, *, keep: bool, sent: SentTo) -> Saved:
    """End a class: no answer is taken any more, the tallies are recorded, nicknames and answers are deleted.

    Each step may be repeated, so an end that was interrupted is carried out again (`api.classes.keeper`). Raises
    `Declined` if the class had ended, unless it is the same command with the same key.
    """
    classes.close(class_id, keep=keep)
    state = read_class(class_id, ledger, classes)
    tallies = tally(state.answers, state.lesson.free_texts)
    saved = ledger.classes.end(class_id, keep, len(state.pupils), tallies, **sent)
    delete_pupils(ledger, classes, class_id)
    return saved


def delete_pupils(ledger: Ledger, classes: Classes, class_id: UUID) -> None:
    """Delete the nicknames and answers of a class that has ended: all, or if they are kept, those of removed pupils."""
    classroom = ledger.classes.get(class_id)
    classes.finish(class_id, keep=classroom.is_kept, removed=sorted(classroom.removed))
