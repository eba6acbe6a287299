"""The place of an author in a lesson: a step of a chapter, and the position that the table shows.

The author walks through the deal with the table and writes where it stands. Saving adds the steps that bring a pupil
there: `look` or `reveal` if the table shows other hands, `go` if it shows another ply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.engine.hiding import ARBITER, PUBLIC
from domain.kernel.errors import Declined
from domain.lesson.commands import content_of
from domain.lesson.facts import BRANCH, GO, LOOK, REVEAL, TEXT, Question, Step
from replay.lessons.payloads import no_step
from replay.lessons.positions import ChapterReader, no_ply, no_viewer, record_of_source
from replay.lessons.questions import KINDS
from replay.notation.actions import write_action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.engine.facts import Act
    from domain.engine.hiding import Viewer
    from domain.engine.words.values import Term
    from domain.lesson.aggregate import Lesson, Outline
    from replay.lessons.positions import PlacedStep, Position

MOST_ANSWERS = 12
"""The most right answers that the editor lists for a question."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place between two steps, and what a pupil sees there. ``parent``, ``after``: numbers of steps; 0 for none."""

    chapter: int
    parent: int
    after: int
    line: Sequence[Act]
    """All acts of the chapter's deal, or of the branch, with their cards."""
    ply: int
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of question that an author may ask at a position: its right answers, or why it cannot be asked."""

    kind: str
    about: str
    options: Mapping[str, str]
    answers: Sequence[str] = ()
    why_not: Term | None = None


class ChapterPlaces:
    """The steps of one chapter with their positions, as far as its deal allows them."""

    def __init__(self, lesson: Lesson, chapter: int) -> None:
        self.number = chapter
        self.index = [n for n, _ in lesson.chapters()].index(chapter) + 1
        """The number of the chapter in reading order."""
        self.outline = lesson.outline(chapter)
        self.start = lesson.chapter(chapter).source.start
        self.record = record_of_source(lesson.chapter(chapter).source)
        self.fault: Term | None = None
        """Why the deal does not allow a step; the steps after it have no position."""
        new = content_of(lesson).chapters[self.index - 1]
        self.reader = ChapterReader(new)
        self.steps = self._read(self.reader)
        self._with_all_hands = self._read(ChapterReader(new, all_hands=True))

    def _read(self, reader: ChapterReader) -> dict[int, PlacedStep]:
        steps: dict[int, PlacedStep] = {}
        try:
            for placed in reader.steps():
                steps[placed.new.number] = placed
        except Declined as error:
            self.fault = error.sentence
        return steps

    def place(self, step: int, *, beyond: bool = False) -> Place:
        """Return the place after a step; after a branch, within it, or with ``beyond`` after the whole of it.

        Step 0 is the beginning. Raises `Declined` if the chapter has no such step.
        """
        if not step:
            return Place(self.number, 0, 0, self.record.acts, self.start, PUBLIC)
        placed = self._placed(step)
        content = placed.new.step
        if content.kind == BRANCH and not beyond:
            acts = self._with_all_hands[step].position.acts
            return Place(self.number, step, 0, acts, len(acts) - 1, placed.position.viewer)
        level, parent = self._level_of(step)
        line = self._with_all_hands[parent].position.acts if parent else self.record.acts
        ply = self._ply_before(step, level, parent) if content.kind == BRANCH else placed.position.ply
        return Place(self.number, parent, step, line, ply, placed.position.viewer)

    def position(self, place: Place, ply: int, viewer: Viewer, plays: Sequence[str] = ()) -> Position:
        """Return the position at a ply, after some plays that were not played. Raises `Declined` if there is none."""
        if not -1 <= ply < len(place.line):
            raise Declined("lesson-ply", no_ply(ply, place.line))
        if viewer not in (*self.reader.viewers, ARBITER):
            raise Declined("lesson-seat", no_viewer(viewer, self.reader.viewers))
        return self.reader.position(self.reader.play(place.line[: ply + 1], plays), viewer)

    def siblings(self, step: int) -> list[int]:
        """Return the numbers of the steps beside a step, in order, the step among them."""
        return [each.number for each in self._level_of(step)[0]]

    def _placed(self, step: int) -> PlacedStep:
        if step not in self.steps:
            raise Declined("not-found", self.fault) if self.fault else no_step(step, self.index)
        return self.steps[step]

    def _level_of(self, step: int) -> tuple[list[Outline], int]:
        """Return the steps beside a step, and the branch that they are in; 0 for none.

        Raises `Declined` if the chapter has no such step.
        """
        levels = [(self.outline, 0)]
        while levels:
            level, parent = levels.pop()
            if any(each.number == step for each in level):
                return level, parent
            levels += [(each.steps, each.number) for each in level]
        raise no_step(step, self.index)

    def _ply_before(self, step: int, level: list[Outline], parent: int) -> int:
        """Return the ply at which a branch begins, if it names none itself."""
        earlier = [each for each in level[: [each.number for each in level].index(step)] if each.step.kind != BRANCH]
        if earlier:
            return self._placed(earlier[-1].number).position.ply
        return self._placed(parent).position.ply if parent else self.start


def steps_to(place: Place, ply: int, viewer: Viewer) -> list[Step]:
    """Return the steps that bring a pupil from a place to what the table shows."""
    steps = []
    if viewer != place.viewer:
        kind = REVEAL if viewer == ARBITER else LOOK
        steps.append(Step(kind, place.chapter, "", place.parent, seat="" if kind == REVEAL else viewer))
    if ply != place.ply:
        steps.append(Step(GO, place.chapter, "", place.parent, ply=ply))
    return steps


def with_text(steps: list[Step], place: Place, text: str) -> list[Step]:
    """Return the steps with a text in the last of them, or in a step of its own if there is none."""
    if not steps:
        return [Step(TEXT, place.chapter, "", place.parent, text)]
    *others, last = steps
    return [*others, Step(last.kind, last.chapter, "", last.parent, text, last.ply, last.seat)]


def offers(position: Position) -> list[Offer]:
    """Return every kind of question with its right answers at a position, or why it cannot be asked there."""
    return [_offer(kind.code, position) for kind in KINDS.values()]


def _offer(code: str, position: Position) -> Offer:
    kind = KINDS[code]
    try:
        kind.check_position(position)
        answers = () if kind.shown else kind.accepted(Question(code), position)
    except Declined as error:
        return Offer(code, kind.about, kind.options, why_not=error.sentence)
    return Offer(code, kind.about, kind.options, answers[:MOST_ANSWERS])


def legal_plays(position: Position) -> list[str]:
    """Return the legal acts of the seat to act, as sentences; none once the deal is over."""
    turn = position.rules.to_act(position.record.state)
    return [write_action(act) for act in position.rules.legal(position.record.state, turn)] if turn else []
