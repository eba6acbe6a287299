"""The time of the analysis with all hands open: row 10.

The peer is DDS, the double-dummy solver of bridge, on random deals of 13 cards, as the package ``endplay`` calls it:
one thread, one best card. Our deals are by generated players (`demo.styles`), from their first lead on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from random import Random
from statistics import median
from typing import Any, Final

from analysis.deal import analyse, card_states
from analysis.position import Goal
from analysis.seat import SeatAnalyst
from analysis.solver import Solver, Unfinished
from benchmarks.harness import Finding, Row, Timing, at_most
from bots.styles import STYLES
from demo.sidi_table import SidiDeal
from demo.table import Deal
from demo.three04_table import Three04Deal
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.engine.state import State
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.games.three04.stages.tricks import open_trump
from domain.games.three04.state import state_of_304
from domain.record.entries import Stamp
from domain.record.record import Record

DEALS = 40
WHOLE_DEALS = 12
JASS_DEALS = 20
SEAT_DEALS = 12
LIMIT = 3_000_000
"""The most positions that one deal may visit. Some deals of Sidi Barrani need more; their time ends here."""


TABLES: Final[dict[str, type[Deal[Any]]]] = {STANDARD.key: Three04Deal, SIDI_BARRANI.key: SidiDeal}


@cache
def records(key: str) -> list[Record]:
    """Return the first deals of generated players that were played."""
    ruleset, table = RULESETS[key], TABLES[key]
    played: list[Record] = []
    seats = ruleset.seating.seats
    seed = 0
    while len(played) < DEALS:
        rng = Random(seed)
        styles = {seat: rng.choice(list(STYLES.values())) for seat in seats}
        record = Record(DealOpened(plain(ruleset), rng.choice(seats)), Stamp())
        for n, act in enumerate(table(ruleset, record.opened.dealer, styles, rng).acts()):
            record.fold(act, Stamp(n + 1))
        if len(card_states(record)) == record.rules.seat_count * record.rules.hand_size:
            played.append(record)
        seed += 1
    return played


def first_leads(key: str) -> list[State]:
    return [card_states(record)[0][1] for record in records(key)]


@cache
def with_closed_trump() -> list[State]:
    return [s for s in first_leads(STANDARD.key) if state_of_304(s).closed]


@cache
def with_open_trump() -> list[State]:
    states = [s.copy() for s in first_leads(STANDARD.key)]
    for s in map(state_of_304, states):
        if s.closed:
            open_trump(s, s.indicator)
    return states


@cache
def jass() -> list[State]:
    return first_leads(SIDI_BARRANI.key)[:JASS_DEALS]


@cache
def bridge() -> list[Any]:
    """Return random deals of bridge, each with a trump suit or without."""
    from endplay.dealer import generate_deals
    from endplay.types import Denom, Player

    deals = list(generate_deals(produce=DEALS, seed=7))
    for n, deal in enumerate(deals):
        deal.trump = list(Denom)[n % 5]
        deal.first = Player.north
    return deals


def seconds_of(works: Iterable[Callable[[], object]]) -> list[float]:
    """Return the seconds of each piece of work, sorted."""
    times = []
    for work in works:
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)


def solving(states: Iterable[State]) -> list[Callable[[], object]]:
    """Return the work of solving each state. The states are of different deals, so each begins with an empty table."""
    solver = Solver(limit=LIMIT)

    def work(s: State) -> Callable[[], object]:
        def best() -> None:
            with suppress(Unfinished):
                solver.best(s, Goal.POINTS, guess=s.rules.ruleset.points_in_play // 2)

        return best

    return [work(s) for s in states]


def bridge_works() -> list[Callable[[], object]]:
    from endplay.dds.solve import SolveMode, solve_board

    def work(deal: Any) -> Callable[[], object]:
        return lambda: solve_board(deal, SolveMode.OptimalOne)

    return [work(deal) for deal in bridge()]


def against_bridge(states: Callable[[], list[State]], share: float) -> Callable[[int], Finding]:
    """Return a ``run`` that divides our time by that of DDS, each at this share of the deals."""

    def run(rounds: int) -> Finding:
        ours, theirs = solving(states()), bridge_works()
        seconds_of(ours[:2]), seconds_of(theirs[:2])
        pairs = []
        for _ in range(rounds):
            times = seconds_of(ours), seconds_of(theirs)
            pairs.append(tuple(each[int(len(each) * share)] for each in times))
        left = sum(not is_finished(s) for s in states())
        timings = tuple(
            Timing(name, "deal", tuple(pair[n] for pair in pairs)) for n, name in enumerate(("the kernel", "DDS"))
        )
        return Finding(tuple(mine / peer for mine, peer in pairs), timings, f"{len(ours)} deals, {left} not finished")

    return run


def is_finished(s: State) -> bool:
    """Return whether a state is solved within the limit."""
    try:
        Solver(limit=LIMIT).best(s, guess=s.rules.ruleset.points_in_play // 2)
    except Unfinished:
        return False
    return True


def whole_deals(rounds: int) -> list[tuple[float, float]]:
    """Return the median seconds of pricing a whole deal and of solving its first lead, for each round."""
    solver = Solver(limit=LIMIT)
    deals = records(STANDARD.key)[:WHOLE_DEALS]

    def work(record: Record) -> Callable[[], object]:
        return lambda: analyse(record, solver)

    first = [card_states(record)[0][1] for record in deals]
    pairs = []
    for _ in range(rounds):
        priced = median(seconds_of(work(record) for record in deals))
        pairs.append((priced, median(seconds_of(solving(first)))))
    return pairs


def pricing_against_solving(rounds: int) -> Finding:
    return Finding(tuple(priced / solved for priced, solved in whole_deals(rounds)), (), f"{WHOLE_DEALS} deals")


def pricing(rounds: int) -> Finding:
    return Finding(tuple(1000 * priced for priced, _ in whole_deals(rounds)), (), f"{WHOLE_DEALS} deals")


def from_the_seat(rounds: int) -> Finding:
    """Return the seconds of drawing 100 deals that fit what a seat knows in trick 2, every card priced in each."""
    solver = Solver(limit=LIMIT)
    analysts = []
    for record in records(STANDARD.key)[:SEAT_DEALS]:
        ply, _, act = card_states(record)[record.rules.seat_count + 1]
        analysts.append((record, ply, act.seat))

    def work(record: Record, ply: int, seat: str) -> Callable[[], object]:
        return lambda: SeatAnalyst(record, ply, seat, solver).expected(Random(ply), until_settled=False)

    times = [median(seconds_of(work(*analyst) for analyst in analysts)) for _ in range(rounds)]
    return Finding(tuple(times), (), f"{SEAT_DEALS} positions")


ROWS = [
    Row(10, "a: first lead, open trump, median", "DDS", at_most(0.5), against_bridge(with_open_trump, 0.5)),
    Row(10, "a: first lead, open trump, 95 of 100", "DDS", at_most(0.5), against_bridge(with_open_trump, 0.95)),
    Row(10, "b: first lead, closed trump, median", "DDS", at_most(1), against_bridge(with_closed_trump, 0.5)),
    Row(10, "b: first lead, closed trump, 95 of 100", "DDS", at_most(1), against_bridge(with_closed_trump, 0.95)),
    Row(10, "c: first lead, Sidi Barrani, median", "DDS", at_most(5), against_bridge(jass, 0.5)),
    Row(10, "d: every card of a deal", "one first lead", at_most(12), pricing_against_solving),
    Row(10, "d: every card of a deal, median", "", at_most(150, " ms"), pricing),
    Row(10, "e: from the seat, 100 deals at trick 2", "", at_most(1.5, " s"), from_the_seat),
]
