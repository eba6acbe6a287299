"""Counting all legal lines from a position, once with the engine and once with the slow oracle.

A line is a sequence of acts to the end of the deal, or so many acts. Calls that may come at any time (Caps,
spoilt trumps) are left out, and what the rules compel is not counted as an act.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.engine.facts import Act
from domain.engine.state import State
from domain.games.three04.acts import CardsRevealed, IndicatorRevealed, IndicatorTakenBack
from tests.oracle.oracle import legal
from tests.rules.conversion import to_tuple
from tests.rules.table import Table

CALLS = ("caps", "spoilt", "redeal")
COMPELLED = (CardsRevealed, IndicatorRevealed, IndicatorTakenBack)


def engine_lines(table: Table, depth: int = 99) -> list[int]:
    """The number of positions after one act, two acts … and, last, the number of lines."""
    rules = table.rules
    reached: Counter[int] = Counter()
    lines = 0

    def walk(s: State, so_far: int) -> None:
        nonlocal lines
        seat = rules.to_act(s)
        if seat is None or so_far == depth:
            lines += 1
            return
        for act in rules.legal(s, seat):
            if called(act):
                continue
            after = s.copy()
            assert rules.judge(after, act) is None
            rules.apply(after, act)
            list(rules.apply_owed_acts(after))
            reached[so_far + 1] += 1
            walk(after, so_far + 1)

    walk(table.state.copy(), 0)
    return [*(reached[n] for n in sorted(reached)), lines]


def called(act: Act) -> bool:
    row = to_tuple(act)
    return row is None or row[0] in CALLS


def oracle_lines(table: Table, params: dict[str, Any] | None = None, depth: int = 99) -> list[int]:
    """The same numbers by the oracle's reading of the rules."""
    hands = {seat: (list(cards[:4]), list(cards[4:])) for seat, cards in table.hands.items()}
    history = [to_tuple(act) for act in table.record.acts if not isinstance(act, COMPELLED)]
    reached: Counter[int] = Counter()
    lines = 0

    def walk(so_far: int) -> None:
        nonlocal lines
        options = legal(history, hands, table.dealer, params or {})
        if not options or so_far == depth:
            lines += 1
            return
        for acts in options.values():
            for act in acts:
                if act[0] not in CALLS:
                    reached[so_far + 1] += 1
                    history.append(act)
                    walk(so_far + 1)
                    history.pop()

    walk(0)
    return [*(reached[n] for n in sorted(reached)), lines]
