"""The view of a deal by one viewer: row 12."""

from __future__ import annotations

from functools import cache

from benchmarks.engine import DEALS
from benchmarks.harness import Case, Row, at_least, at_most, cost, race
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.frames import replay
from replay.views import view_at

SOME = 40
"""The number of deals in row 12."""
VIEWER = "E"


@cache
def records(part: int = 1) -> tuple[Record, ...]:
    """Return the records of some deals, or of the first half of each (``part=2``)."""
    made = []
    for dealer, acts in DEALS[:SOME]:
        record = Record(DealOpened(plain(STANDARD), dealer), Stamp(1))
        for act in acts[: len(acts) // part]:
            record.fold(act, Stamp())
        made.append(record)
    return tuple(made)


def every_view(part: int = 1) -> int:
    """Make the replays of the records: the first view and the changes by each act. Return the number of views."""
    return sum(len(replay(record, VIEWER)["frames"]) for record in records(part))


def half_of_every_view() -> int:
    return every_view(part=2)


def every_view_by_itself() -> int:
    """Make every view by its ply, so that each folds its deal from the first act. Return the number of views."""
    views = 0
    for record in records():
        for ply in range(len(record.entries)):
            view_at(record, VIEWER, ply)
        views += len(record.entries)
    return views


def last_view(part: int = 1) -> int:
    """Make the view after the last act of each record: one fold, one view. Return the number of acts."""
    for record in records(part):
        view_at(record, VIEWER, len(record.entries) - 1)
    return sum(len(record.entries) for record in records(part))


def last_view_of_half() -> int:
    return last_view(part=2)


WHOLE = Case("a whole deal's replay", every_view, "view")
HALF = Case("the replay of its first half", half_of_every_view, "view")
SINGLE = Case("each view of a deal by itself", every_view_by_itself, "view")
LAST = Case("the last view of a deal", last_view, "act")
LAST_OF_HALF = Case("the last view of its first half", last_view_of_half, "act")

ROWS = [
    # One pass costs the same for each ply; folding again for each ply would cost twice as much for the whole deal.
    Row(12, "a view of a whole deal's replay", "of its first half's", at_most(1.25), race(WHOLE, HALF, compare=cost)),
    Row(12, "a view of a whole deal's replay", "each view by itself", at_least(2), race(WHOLE, SINGLE)),
    Row(12, "one view, the last, by acts", "of its first half", at_most(1.25), race(LAST, LAST_OF_HALF, compare=cost)),
]
