"""The aggregate of one class: where the teacher is, the pace, and which answers were shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.classroom import facts
from domain.classroom.facts import (
    AnswersShown,
    ClassEnded,
    ClassMoved,
    ClassOpened,
    PaceChanged,
    PupilRemoved,
    PupilReturned,
    PupilsForgotten,
    StepTally,
)
from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.kernel.events import Recorded

OPEN: Final = "open"
ENDED: Final = "ended"
Place = tuple[int, int]
"""A chapter and a step, both counted from 1 in reading order."""


class Classroom(ListedAggregate):
    """One class. A decision that is not possible now raises `Declined` with the reason."""

    NAME = sentence("class")
    OPENING = ClassOpened
    opened: ClassOpened

    def fold(self, event: Recorded) -> None:
        match fact := event.fact:
            case ClassOpened():
                self.opened = fact
                self.pace = fact.pace
                self.at: Place = (fact.chapter, fact.step)
                self.furthest = self.at
                """The furthest step at which the teacher was."""
                self.was_free = not self.is_led
                """Whether pupils could go at their own pace at some time."""
                self.shown: set[Place] = set()
                """The steps whose right answers were shown."""
                self.removed: set[int] = set()
                """The numbers of the pupils whom the teacher removed."""
                self.ended: ClassEnded | None = None
                self.is_kept = False
                """Whether nicknames and answers are kept after the end."""
            case ClassMoved(chapter, step):
                self.at = (chapter, step)
                self.furthest = max(self.furthest, self.at)
            case PaceChanged(pace):
                self.pace = pace
                self.was_free = self.was_free or not self.is_led
            case AnswersShown(chapter, step):
                self.shown.add((chapter, step))
            case PupilRemoved(pupil):
                self.removed.add(pupil)
            case PupilReturned(pupil):
                self.removed.discard(pupil)
            case ClassEnded(kept):
                self.ended, self.is_kept = fact, kept
            case PupilsForgotten():
                self.is_kept = False

    @property
    def unlisted(self) -> bool:  # type: ignore[override]
        """Return whether the class was opened or ended since it was read."""
        return any(isinstance(event.fact, ClassOpened | ClassEnded) for event in self.pending)

    def listing(self) -> Listing:
        opened = self.opened
        data = {"owner": opened.owner, "status": self.status}
        return Listing(self.id, self.KIND, as_id(opened.club), None, opened.title, self.opened_at, data)

    # --- questions ----------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Return ``open`` or ``ended``."""
        return ENDED if self.ended else OPEN

    @property
    def is_led(self) -> bool:
        """Return whether pupils go no further than the teacher."""
        return self.pace == facts.LED

    def may_read(self, place: Place) -> bool:
        """Return whether pupils may read a step now."""
        return not self.is_led or place <= self.at

    def may_answer(self, place: Place) -> bool:
        """Return whether pupils may have read a step by now.

        A phone without a network sends its answers later, when the teacher may have gone back or changed the pace.
        """
        return self.was_free or place <= self.furthest

    # --- decisions ------------------------------------------------------------------------------------

    def move(self, place: Place, solved: Iterable[Place] = ()) -> list[ClassMoved | AnswersShown]:
        """Go to a step. Nothing happens if the class is there.

        ``solved``: the questions that the step or one before it answers, since it shows all hands. In a led class their
        answers are shown with it, so an answer that comes afterwards is late.
        """
        self._check_open()
        if place == self.at:
            return []
        new = [each for each in solved if each not in self.shown] if self.is_led else []
        return [ClassMoved(*place), *(AnswersShown(*each) for each in new)]

    def change_pace(self, pace: str) -> list[PaceChanged]:
        """Let pupils go at their own pace, or lead them."""
        self._check_open()
        check_pace(pace)
        return [PaceChanged(pace)] if pace != self.pace else []

    def show_answers(self, place: Place) -> list[AnswersShown]:
        """Show the right answers of a step. Nothing happens if they are shown already."""
        self._check_open()
        if not self.may_read(place):
            raise Declined("class-ahead", "the class has not reached this step yet")
        return [AnswersShown(*place)] if place not in self.shown else []

    def remove(self, pupil: int) -> list[PupilRemoved]:
        """Remove a pupil. Nothing happens if it is removed already."""
        self._check_open()
        return [PupilRemoved(pupil)] if pupil not in self.removed else []

    def let_back(self, pupil: int) -> list[PupilReturned]:
        """Let a removed pupil back in. Nothing happens if it is not removed."""
        self._check_open()
        return [PupilReturned(pupil)] if pupil in self.removed else []

    def end(self, kept: bool, pupils: int, tallies: Sequence[StepTally]) -> ClassEnded:
        """End the class."""
        self._check_open()
        return ClassEnded(kept, pupils, tuple(tallies))

    def forget(self) -> list[PupilsForgotten]:
        """Record that kept nicknames and answers are deleted."""
        if not self.ended:
            raise Declined("class-open", "the class is not over: end it, then nothing of its pupils is kept")
        return [PupilsForgotten()] if self.is_kept else []

    def _check_open(self) -> None:
        if self.ended:
            raise Declined("class-ended", "the class is over")


def check_pace(pace: str) -> None:
    """Raise `Declined` if there is no such pace."""
    if pace not in facts.PACES:
        raise Declined("class-pace", "the pace of a class is {led} or {free}", led=facts.LED, free=facts.FREE)
