"""What each viewer sees: rows 3 and 12.

RV is R (see `benchmarks.engine`) and every seat's view after every act, kept by `replay.eyes.Eyes`: each is the fold of
the acts as that seat saw them, out of which JSON is made when somebody asks. What everybody saw is folded once for all;
a seat has a fold of its own from when it has seen more than that and its own cards. Kept so, the seats' views change
with the next act, where the peers' views are copies.

Beside it stands the JSON that the API gives, made for every seat after every act. It says also what the seat may do and
by what right it knows each card, which the peers' views do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from benchmarks.engine import DEALS, EVENTS, RULES, Dealt
from benchmarks.harness import Case, Row, at_least, at_most, cost, race
from benchmarks.peers import BRIDGE_RV, BRIDGE_RV_WHOLE, JASS_RV
from domain.catalogue import STANDARD
from domain.facts import DealOpened
from domain.record import Record, Stamp
from domain.rules import Rules
from domain.ruleset import plain
from replay.eyes import Eyes
from replay.frames import replay
from replay.views import Viewpoint, view_at

SOME = 40
"""Deals that row 12 looks at."""
VIEWER = "E"


def replay_with_views(rules: Rules, deals: Iterable[Dealt]) -> None:
    """RV: every act judged by the table's own state, then shown to all seats."""
    take = rules.take
    for dealer, acts in deals:
        s = rules.start(dealer)
        eyes = Eyes(rules, dealer)
        for act in acts:
            if take(s, act) is not None:
                raise AssertionError(act)
            eyes.step(act)


def replay_with_json(rules: Rules, deals: Iterable[Dealt]) -> None:
    """R, and the JSON of every seat's view after every act."""
    take = rules.take
    for dealer, acts in deals:
        s = rules.start(dealer)
        seats = [Viewpoint(rules, dealer, seat) for seat in rules.seats]
        for act in acts:
            if take(s, act) is not None:
                raise AssertionError(act)
            for seat in seats:
                seat.follow(act)
                seat.view()


def replay_all_with_views() -> int:
    replay_with_views(RULES, DEALS)
    return EVENTS


def replay_all_with_json() -> int:
    replay_with_json(RULES, DEALS)
    return EVENTS


# --- one pass ---------------------------------------------------------------------------------------


@cache
def records(part: int = 1) -> tuple[Record, ...]:
    """The records of some deals, or of the first half or third of each."""
    made = []
    for dealer, acts in DEALS[:SOME]:
        record = Record(DealOpened(plain(STANDARD), dealer), Stamp(1))
        for act in acts[: len(acts) // part]:
            record.fold(act, Stamp())
        made.append(record)
    return tuple(made)


def every_view(part: int = 1) -> int:
    """The replays of these records: every view of each, as the first one and what each act changed."""
    return sum(len(replay(record, VIEWER)["frames"]) for record in records(part))


def half_of_every_view() -> int:
    return every_view(part=2)


def every_view_by_itself() -> int:
    """The same views one after another, each asked for by its ply: so each folds its deal from the first act."""
    views = 0
    for record in records():
        for ply in range(len(record.entries)):
            view_at(record, VIEWER, ply)
        views += len(record.entries)
    return views


def last_view(part: int = 1) -> int:
    """The view after the last act of each of these records: one fold, one view."""
    for record in records(part):
        view_at(record, VIEWER, len(record.entries) - 1)
    return sum(len(record.entries) for record in records(part))


def last_view_of_half() -> int:
    return last_view(part=2)


RV = Case("Nought RV, views kept", replay_all_with_views)
RV_AS_JSON = Case("Nought RV, each view made as JSON", replay_all_with_json)

WHOLE = Case("a whole deal's replay", every_view, "view")
HALF = Case("the replay of its first half", half_of_every_view, "view")
SINGLE = Case("each view of a deal by itself", every_view_by_itself, "view")
LAST = Case("the last view of a deal", last_view, "act")
LAST_OF_HALF = Case("the last view of its first half", last_view_of_half, "act")

ROWS = [
    Row(3, "R and every seat's view, kept", "OpenSpiel bridge RV", at_least(3), race(RV, BRIDGE_RV, BRIDGE_RV_WHOLE)),
    Row(3, "R and every seat's view, kept", "jass-kit RV", at_least(8), race(RV, JASS_RV)),
    Row(3, "R and every seat's view, as JSON", "OpenSpiel bridge RV", None, race(RV_AS_JSON, BRIDGE_RV)),
    Row(3, "R and every seat's view, as JSON", "jass-kit RV", None, race(RV_AS_JSON, JASS_RV)),
    # One pass costs each ply the same; folding again for each ply would cost the whole twice the half's.
    Row(12, "a view of a whole deal's replay", "of its first half's", at_most(1.25), race(WHOLE, HALF, compare=cost)),
    Row(12, "a view of a whole deal's replay", "each view by itself", at_least(2), race(WHOLE, SINGLE)),
    Row(12, "one view, the last, by acts", "of its first half", at_most(1.25), race(LAST, LAST_OF_HALF, compare=cost)),
]
