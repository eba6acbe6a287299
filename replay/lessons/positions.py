"""The position of each step of a chapter: a deal up to a ply, as its viewer knows it.

Hide first, fold after: a pupil's `Position` holds a record that was folded from hidden acts up to the ply. Views,
questions and right answers are computed from it alone, so nothing that a pupil gets can depend on a hidden card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.audit.caps.report import adjudicate
from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardPlayed, DealOpened, DealSettled
from domain.engine.hiding import ARBITER, PUBLIC, Viewer, hide_act
from domain.engine.parameters import without_newer
from domain.engine.refusals import Refused
from domain.engine.rules import settle
from domain.engine.words.values import Term, sentence
from domain.engine.words.worded import value_of
from domain.games.three04.acts import FaceDownInspected
from domain.kernel.errors import Declined
from domain.lesson import facts
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation import DealDocument, NotationError
from replay.notation.actions import write_action
from replay.notation.archive import ArchivedDeal, document_of_line, to_archived
from replay.notation.document import Item, record_of
from replay.table import Table
from replay.views import View, settlement, view_at

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.rules import Rules
    from domain.lesson.commands import NewChapter, NewStep
    from domain.lesson.facts import Source

NOT_SHOWN: Final = ("legal", "templates")
"""The fields of a view that no pupil gets: a question would answer itself."""


@dataclass(frozen=True, eq=False)
class Position:
    """A deal up to a ply as one viewer knows it. ``viewer``: a seat, ``public``, or ``arbiter`` for all hands.

    Equal positions are equal keys of a cache, so that a long computation is done once for all pupils.
    """

    opened: DealOpened
    acts: tuple[Act, ...]
    """The acts up to the ply, hidden from the viewer."""
    viewer: Viewer

    @classmethod
    def of(cls, opened: DealOpened, acts: Sequence[Act], viewer: Viewer) -> Position:
        """Return the position after some acts, without what the viewer did not see of them."""
        return cls(opened, tuple(hide_act(act, viewer) for act in acts), viewer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[Seat, str]:
        return self.opened.dealer, self.digest

    @cached_property
    def record(self) -> Record:
        """Return the record of the hidden acts."""
        record = Record(self.opened, Stamp(1))
        for version, act in enumerate(self.acts, 2):
            record.fold(act, Stamp(version))
        return record

    @property
    def rules(self) -> Rules:
        """Return the rules of the deal."""
        return self.record.rules

    @property
    def ply(self) -> int:
        """Return the ply of the last act; -1 before the first."""
        return len(self.acts) - 1

    @property
    def seat(self) -> Seat | None:
        """Return the viewer's seat; None for ``public`` and ``arbiter``."""
        return self.viewer if self.viewer in self.rules.place else None

    @property
    def digest(self) -> str:
        """Return a digest of the position, by which a stored analysis knows that it is still of this position."""
        lines = [write_action(act) for act in self.acts]
        ruleset = without_newer(self.opened.ruleset)
        return sha256(msgspec.json.encode([ruleset, self.viewer, lines], order="sorted")).hexdigest()[:32]

    @cached_property
    def settled(self) -> DealSettled | None:
        """Return the settlement, with Caps judged by what the viewer saw (docs/caps.md).

        None while the deal is not over, or if the viewer did not see enough.
        """
        if not self.record.state.outcome:
            return None
        return adjudicate(self.record).settlement or settle(self.record.state)

    def view(self, hides: frozenset[str] = frozenset()) -> View:
        """Return the viewer's view, without the fields that a question ``hides`` and without legal acts."""
        view = view_at(self.record, self.viewer, self.ply)
        view["tricks"] = self._with_inspected(view["tricks"])
        if self.viewer == ARBITER and self.settled:
            view["settlement"] = settlement(self.settled)
        return {name: value for name, value in view.items() if name not in NOT_SHOWN and name not in hides}

    def _with_inspected(self, tricks: dict[str, Any]) -> dict[str, Any]:
        """Return tricks with the face-down cards at which the viewer has looked (000 “Closed Trump games”)."""
        known: dict[str, list[tuple[str, str]]] = {}
        played: Counter[Seat] = Counter()
        for act in self.acts:
            if isinstance(act, CardPlayed):
                played[act.seat] += 1
            elif isinstance(act, FaceDownInspected) and act.seat == self.viewer:
                for seat, card in act.cards.items():
                    known.setdefault(str(played[seat]), []).append((f"{seat} ({UNKNOWN})", f"{seat} ({card})"))
        shown = dict(tricks)
        for number, cards in known.items():
            if number in tricks:
                faces = dict(cards)
                laid = [faces.get(each, each) for each in tricks[number]["cards"]]
                shown[number] = {**tricks[number], "cards": laid}
        return shown


@dataclass(frozen=True)
class PlacedStep:
    """A step in reading order, with its position."""

    number: int
    """The number of the step in its chapter, in reading order from 1."""
    depth: int
    """The number of branches around the step."""
    new: NewStep
    position: Position
    branched: int = 0
    """For a branch, the number of acts that it adds."""

    @property
    def acts(self) -> list[str]:
        """Return the acts of a branch as its viewer sees them, as sentences."""
        acts = self.position.acts
        return [write_action(act) for act in acts[len(acts) - self.branched :]]


class ChapterReader:
    """The steps of a chapter in reading order. Raises `Declined` for a step that its deal does not allow.

    ``all_hands``: every position shows all hands, for an author.
    """

    def __init__(self, chapter: NewChapter, *, all_hands: bool = False) -> None:
        self.chapter = chapter
        self.all_hands = all_hands
        self.record = record_of_source(chapter.source)
        rules = self.record.rules
        self.viewers = (*rules.seats, PUBLIC)
        self.opened = DealOpened(self.record.opened.ruleset, self.record.opened.dealer)
        self._number = 0
        self._only: int | None = None
        if not -1 <= chapter.source.start < len(self.record.acts):
            raise Declined(
                "lesson-source",
                "the deal has the entries 0 to {last}: the chapter cannot begin after entry {ply}",
                last=len(self.record.acts) - 1,
                ply=chapter.source.start,
            )

    @property
    def count(self) -> int:
        """Return the number of steps, with those of branches."""
        return _count(self.chapter.steps)

    def steps(self) -> Iterator[PlacedStep]:
        """Yield every step with its position."""
        return self._read(None)

    def step(self, number: int) -> PlacedStep | None:
        """Return a step by its number, and play no branch but those around it; None if there is no such step."""
        return next((placed for placed in self._read(number) if placed.number == number), None)

    def _read(self, only: int | None) -> Iterator[PlacedStep]:
        """Yield the steps; with ``only``, those before this step without the branches that do not hold it."""
        self._number, self._only = 0, only
        return self._level(self.chapter.steps, self.record.acts, self.chapter.source.start, PUBLIC, 0)

    def _level(
        self, steps: Sequence[NewStep], line: Sequence[Act], ply: int, viewer: Viewer, depth: int
    ) -> Iterator[PlacedStep]:
        """Yield the steps of one branch. ``line``: all its acts; ``ply``: the last one before its first step."""
        for new in steps:
            self._number += 1
            step = new.step
            if step.kind == facts.REVEAL:
                viewer = ARBITER
            elif step.kind == facts.LOOK:
                viewer = self._check_viewer(step.seat)
            if step.kind == facts.GO and step.ply is not None:
                ply = self._check_ply(step.ply, line)
            if step.kind == facts.BRANCH:
                inner = _count(new.steps)
                if self._only is not None and self._number + inner < self._only:
                    self._number += inner
                    continue
                start = ply if step.ply is None else self._check_ply(step.ply, line)
                branch = self.play(line[: start + 1], step.acts)
                end = len(branch) - 1
                yield PlacedStep(self._number, depth + 1, new, self.position(branch, viewer), end - start)
                yield from self._level(new.steps, branch, end, viewer, depth + 1)
                continue
            yield PlacedStep(self._number, depth, new, self.position(line[: ply + 1], viewer))

    def position(self, acts: Sequence[Act], viewer: Viewer) -> Position:
        """Return the position after some acts of this deal."""
        return Position.of(self.opened, acts, ARBITER if self.all_hands else viewer)

    def play(self, before: Sequence[Act], sentences: Sequence[str]) -> list[Act]:
        """Return some acts with those of a branch after them. Raises `Declined` if one is against the rules."""
        try:
            return Table.of(DealDocument(self.opened, tuple(map(Item, before)))).do(*sentences).acts
        except (Refused, NotationError) as error:
            raise Declined(
                "lesson-branch",
                "step {step}: the branch cannot be played: {reason}",
                step=self._number,
                reason=value_of(error),
            ) from None

    def _check_ply(self, ply: int, line: Sequence[Act]) -> int:
        if not -1 <= ply < len(line):
            raise Declined("lesson-ply", "step {step}: {reason}", step=self._number, reason=no_ply(ply, line))
        return ply

    def _check_viewer(self, seat: str) -> Viewer:
        if seat not in self.viewers:
            raise Declined(
                "lesson-seat", "step {step}: {reason}", step=self._number, reason=no_viewer(seat, self.viewers)
            )
        return seat


def no_ply(ply: int, line: Sequence[Act]) -> Term:
    """Return the sentence that a line of acts does not have a ply."""
    return sentence("there is no entry {ply} here; entries are -1 to {last}", ply=ply, last=len(line) - 1)


def no_viewer(viewer: str, viewers: Sequence[Viewer]) -> Term:
    """Return the sentence that a lesson shows no view of a viewer."""
    return sentence("{viewer} is none of {viewers}", viewer=repr(viewer), viewers=", ".join(viewers))


def _count(steps: Sequence[NewStep]) -> int:
    return sum(1 + _count(new.steps) for new in steps)


def record_of_source(source: Source) -> Record:
    """Return the whole record of a chapter's deal, which callers must not change.

    Raises `Declined` if it cannot be read.
    """
    return _record(msgspec.json.encode(source.hand, order="sorted"))


def canonical_hand(hand: dict[str, Any]) -> dict[str, Any]:
    """Return a deal as a chapter stores it. Raises `Declined` if it cannot be read."""
    written: dict[str, Any] = msgspec.to_builtins(to_archived(_document(msgspec.json.encode(hand))))
    return written


@lru_cache(maxsize=64)
def _record(hand: bytes) -> Record:
    return record_of(_document(hand))


def _document(hand: bytes) -> DealDocument:
    try:
        return document_of_line(msgspec.json.decode(hand, type=ArchivedDeal))
    except (NotationError, msgspec.ValidationError) as error:
        raise Declined(
            "lesson-source", "the deal of the chapter cannot be read: {reason}", reason=value_of(error)
        ) from None
