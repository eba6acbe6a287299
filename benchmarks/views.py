"""What each viewer sees: rows 3 and 12.

RV is R (see `benchmarks.engine`) and, after every act, the view of every seat: the JSON that the API gives,
made by `replay.views.Viewpoint`, which each seat has of its own and which receives only what that seat saw.
A view says what the seat knows and also what it may do, which the peers' views leave to another question.

Beside it stands the fold alone: each seat's own state after every act, of which a view would be made when
somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from benchmarks.engine import DEALS, EVENTS, RULES, Dealt
from benchmarks.harness import Case, Row, at_least, at_most, cost, race
from benchmarks.peers import BRIDGE_RV, BRIDGE_RV_WHOLE, JASS_RV
from domain.catalogue import STANDARD
from domain.facts import DealOpened
from domain.hiding import hide_act
from domain.record import Record, Stamp
from domain.rules import Rules
from domain.ruleset import plain
from replay.frames import replay
from replay.views import Viewpoint, view_at

SOME = 40
"""Deals that row 12 looks at."""
VIEWER = "E"


def replay_with_views(rules: Rules, deals: Iterable[Dealt]) -> None:
    """RV: every act judged by the table's own state, then shown to each seat, whose view is made."""
    take = rules.take
    for dealer, acts in deals:
        s = rules.start(dealer)
        seats = [Viewpoint(rules, dealer, seat) for seat in rules.seats]
        for act in acts:
            if take(s, act) is not None:
                raise AssertionError(act)
            for seat in seats:
                seat.step(act)
                seat.view()


def replay_all_with_views() -> int:
    replay_with_views(RULES, DEALS)
    return EVENTS


def replay_all_with_folds() -> int:
    """R, and each seat's own fold of what it saw; no view is made of it."""
    take, apply = RULES.take, RULES.apply
    for dealer, acts in DEALS:
        s = RULES.start(dealer)
        eyes = [(seat, RULES.start(dealer)) for seat in RULES.seats]
        for act in acts:
            if take(s, act) is not None:
                raise AssertionError(act)
            for seat, own in eyes:
                apply(own, hide_act(act, seat))
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


def last_views() -> int:
    """The view after the last act of each record: one fold, one view."""
    for record in records():
        view_at(record, VIEWER, len(record.entries) - 1)
    return len(records())


def folds() -> int:
    """One viewer's way through each record, with no view made."""
    for record in records():
        point = Viewpoint.of(record, VIEWER)
        for act in record.acts:
            point.step(act)
    return len(records())


RV = Case("Nought RV", replay_all_with_views)
FOLDS = Case("Nought R and each seat's fold, no view made", replay_all_with_folds)

WHOLE = Case("a whole deal's replay", every_view, "view")
HALF = Case("the replay of its first half", half_of_every_view, "view")
SINGLE = Case("each view of a deal by itself", every_view_by_itself, "view")
LAST = Case("the last view of a deal", last_views, "deal")
PASS = Case("one pass, no view made", folds, "deal")

ROWS = [
    Row(3, "R and a view for every seat", "OpenSpiel bridge RV", at_least(3), race(RV, BRIDGE_RV, BRIDGE_RV_WHOLE)),
    Row(3, "R and a view for every seat", "jass-kit RV", at_least(8), race(RV, JASS_RV)),
    Row(3, "R and each seat's fold, no view made", "OpenSpiel bridge RV", None, race(FOLDS, BRIDGE_RV)),
    Row(3, "R and each seat's fold, no view made", "jass-kit RV", None, race(FOLDS, JASS_RV)),
    # One pass costs each ply the same; folding again for each ply would cost the whole twice the half's.
    Row(12, "a view of a whole deal's replay", "of its first half's", at_most(1.25), race(WHOLE, HALF, compare=cost)),
    Row(12, "a view of a whole deal's replay", "each view by itself", at_least(2), race(WHOLE, SINGLE)),
    Row(12, "one view, at the last ply", "one pass, no view made", at_most(1.25), race(LAST, PASS, compare=cost)),
]
