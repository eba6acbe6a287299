"""Caps and the analysis, held against each other on endgames of 304: whoever is certain of every trick wins them all.

Caps asks more than the kernel: one order, stated now, against partners who cannot see the cards either. So every deal
that fits must be won with all hands open if the player is certain, and not the other way round.
"""

from __future__ import annotations

import os
from collections import Counter

from analysis.position import Goal
from analysis.seat import SeatAnalyst
from analysis.solver import Solver
from domain.audit.caps.question import question_of
from domain.audit.caps.search import Search
from domain.engine.cards import Card
from domain.games.three04.information import Three04Watcher
from domain.games.three04.state import state_of_304
from tests.analysis.test_seat import Point, points
from tests.cases import cases

ENDGAMES = 2_000 if os.environ.get("NOUGHT_FULL") else 16
MOST = 300
"""The most deals that fit at a point."""


def cards_that_win_all(analyst: SeatAnalyst, solver: Solver) -> set[Card]:
    """The cards after which, in every deal that fits, the seat's side can win every trick that is left."""
    winning: set[Card] | None = None
    for world, given in analyst.fitting.all():
        s = analyst.state_of(world, given)
        team = s.rules.team[s.turn]
        # Who has won the tricks before does not matter here: they count as won by the seat's side.
        s.tricks = [sum(s.tricks) if each == team else 0 for each in range(s.rules.team_count)]
        ours = bool(s.makers() >> s.turn & 1)
        prices = solver.prices(s, Goal.ALL_TRICKS if ours else Goal.NO_TRICK)
        assert prices.finished
        best = {s.rules.tables.card[bit] for bit, value in prices.of.items() if value}
        winning = best if winning is None else winning & best
    return winning or set()


def verdict(point: Point) -> tuple[str, Card]:
    """Whether the seat is certain by the audit of Caps, and the first card of its order."""
    record, ply, seat = point
    watcher = Three04Watcher(record, seat)
    for act in record.acts[:ply]:
        watcher.see(act)
    answer = Search(question_of(watcher.rules, watcher.knowledge(), watcher.state)).answer()
    return answer.verdict, record.rules.tables.card[answer.order[0]] if answer.order else ""


def test_who_is_certain_of_every_trick_wins_them_in_every_deal_that_fits() -> None:
    solver = Solver()
    counts: Counter[tuple[str, bool]] = Counter()
    with cases() as case:
        for record, ply, seat in points():
            if counts.total() == ENDGAMES:
                break
            rules = record.rules
            if not rules.ruleset.game.with_caps:
                continue
            s = state_of_304(record.until(ply - 1).state)
            if s.slam or s.partner_card:
                continue
            analyst = SeatAnalyst(record, ply, seat, solver)
            if analyst.knows.more or analyst.fitting.count > MOST:
                continue
            with case(rules.ruleset.key, ply, seat):
                answer, first = verdict((record, ply, seat))
                winning = cards_that_win_all(analyst, solver)
                counts[answer, bool(winning)] += 1
                if answer == "certain":
                    assert first in winning
    assert counts["certain", True]
    assert counts["not-certain", False]
