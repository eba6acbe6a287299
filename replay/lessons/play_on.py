"""A deal to play on from a step of a lesson: what the step's seat has not seen is dealt anew.

So a pupil who plays it to its end, and then sees all hands, learns nothing of the lesson's own hidden cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.audit.layouts import Layout
from domain.engine.facts import DealOpened
from domain.engine.knowledge.drawing import FittingDeals
from domain.engine.knowledge.information import knowledge
from domain.kernel.errors import Declined
from domain.record.entries import Stamp
from domain.record.record import Record

if TYPE_CHECKING:
    from random import Random

    from replay.lessons.positions import Position


def can_be_played(position: Position) -> bool:
    """Return whether a pupil can play on from here: cards are dealt, a seat is shown, and the deal is not over."""
    return position.seat is not None and any(position.record.state.dealt) and not position.record.over


def deal_to_play(position: Position, rng: Random) -> Record:
    """Return a record up to the position in a deal that fits what its seat saw, each with the same probability.

    Raises `Declined` if the position cannot be played (`can_be_played`), or if no deal is certain to fit.
    """
    if not can_be_played(position):
        raise Declined("practice-source", "play on from a step that looks from a seat with cards, before the deal ends")
    record, ply = position.record, len(position.acts)
    knows = knowledge(record, str(position.seat), ply)
    if knows.breach is not None:
        raise Declined("practice-source", "somebody broke a rule before this step, so no deal is certain to fit it")
    fitting = FittingDeals(knows.worlds)
    if knows.gaps or not fitting.count:
        raise Declined("practice-source", "no deal is certain to fit what the seat saw before this step")
    world, given = fitting.draw(rng)
    drawn = Record(DealOpened(position.opened.ruleset, position.opened.dealer), Stamp(1))
    for version, act in enumerate(Layout(record, ply, knows, world, given).acts(), 2):
        drawn.fold(act, Stamp(version))
    return drawn
