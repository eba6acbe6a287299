"""The commands on classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.classroom.aggregate import Classroom, Place, check_pace
from domain.classroom.facts import ClassOpened, StepTally
from domain.club.aggregates import Club
from domain.engine.words.values import sentence
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.repository import Repository


class Classes:
    """Commands on classes."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, class_id: UUID) -> Classroom:
        """Return a class as it stands."""
        return self._repository.get(Classroom, class_id)

    def open(
        self,
        title: str,
        lesson: str,
        version: int,
        pace: str,
        first: Place,
        *,
        owner: str = "",
        club: UUID | None = None,
        class_id: UUID | None = None,
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a class on a lesson, at its ``first`` step. The other arguments are those of `ClassOpened`."""
        command = request("", sent, "open class", title, lesson, version, pace, list(first), owner, club, class_id)
        check_pace(pace)
        home = self._repository.known_id(Club, club)
        opened = ClassOpened(name(title, sentence("a title")), lesson, version, pace, *first, owner, home)
        return self._repository.create(command, Classroom, class_id, opened)

    @change(Classroom, "move", lambda place, _solved: [place])
    def move(self, classroom: Classroom, place: Place, solved: Sequence[Place] = (), **_: Unpack[SentTo]) -> Decided:
        """Go to a step. ``solved``: the questions that it answers (`Classroom.move`)."""
        return classroom.move(place, solved)

    @change(Classroom, "pace")
    def change_pace(self, classroom: Classroom, pace: str, **_: Unpack[SentTo]) -> Decided:
        """Lead the pupils, or let them go at their own pace."""
        return classroom.change_pace(pace)

    @change(Classroom, "show")
    def show_answers(self, classroom: Classroom, place: Place, **_: Unpack[SentTo]) -> Decided:
        """Show the right answers of a step."""
        return classroom.show_answers(place)

    @change(Classroom, "remove")
    def remove(self, classroom: Classroom, pupil: int, **_: Unpack[SentTo]) -> Decided:
        """Remove a pupil, given by its number in the class."""
        return classroom.remove(pupil)

    @change(Classroom, "let back")
    def let_back(self, classroom: Classroom, pupil: int, **_: Unpack[SentTo]) -> Decided:
        """Let a removed pupil back in."""
        return classroom.let_back(pupil)

    # A command sent again is the same one, whatever answers came before it.
    @change(Classroom, "end", lambda kept, _pupils, _tallies: [kept])
    def end(
        self, classroom: Classroom, kept: bool, pupils: int, tallies: Sequence[StepTally], **_: Unpack[SentTo]
    ) -> Decided:
        """End the class, with the numbers of its answers."""
        return classroom.end(kept, pupils, tallies)

    @change(Classroom, "forget")
    def forget(self, classroom: Classroom, **_: Unpack[SentTo]) -> Decided:
        """Record that the kept nicknames and answers are deleted."""
        return classroom.forget()
