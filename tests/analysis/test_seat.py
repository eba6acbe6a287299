"""The worth of a card from the seat, compared with every deal that the seat cannot tell from the true one.

The deals are those of `tests.audit.consistent`, and their results come from trying every card that the engine allows.
``NOUGHT_FULL=1`` takes 2,000 endgames, and 200 positions for the means.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from math import sqrt
from statistics import fmean
from typing import TypeAlias

import pytest

from analysis.position import Goal, Unsolvable, goal_of
from analysis.seat import SeatAnalyst, SeatPrices, Spread
from analysis.solver import Solver, Unfinished
from domain.audit.layouts import Layout
from domain.engine.cards import Card
from domain.engine.facts import CardPlayed
from domain.engine.knowledge.drawing import FittingDeals
from domain.engine.knowledge.information import knowledge
from domain.engine.state import State
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import IndicatorPlaced
from domain.record.record import Record
from tests.analysis.endings import following, is_best, plays, result
from tests.audit.consistent import fitting
from tests.audit.test_knowledge import LOOSE, a_deal
from tests.cases import cases
from tests.replaying.hidden import told_from

FULL = bool(os.environ.get("NOUGHT_FULL"))
ENDGAMES = 2_000 if FULL else 28
POSITIONS = 200 if FULL else 2
MOST = 120
"""The most layouts of the unseen cards that are tried at one point."""
TRICKS = 3 if FULL else 2
"""The most cards that a hand holds at these points."""

Point: TypeAlias = tuple[Record, int, str]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


@cache
def record_of(key: str, seed: int) -> Record:
    return a_deal(RULESETS[key], seed)


def points() -> Iterator[Point]:
    """Plies near the end of random deals at which a seat with a choice of cards does not know all hands."""
    for seed in count():
        for key in RULESETS:
            record = record_of(key, seed)
            rules = record.rules
            s = rules.start(record.opened.dealer)
            late = []
            for ply, act in enumerate(record.acts):
                if isinstance(act, CardPlayed) and rules.stages[s.stage] is rules.playing and not s.owed:
                    left = s.rounds - sum(s.tricks)
                    if 1 < left <= TRICKS and len(plays(s)) > 1:
                        late.append((record, ply, act.seat))
                rules.apply(s, act)
            yield from random.Random(f"{key} {seed}").sample(late, min(1, len(late)))


def state_after(record: Record, acts: list[object]) -> State:
    s = record.rules.start(record.opened.dealer)
    for act in acts:
        record.rules.apply(s, act)  # type: ignore[arg-type]
    return s


def worth(s: State, goal: Goal, solver: Solver) -> int:
    """The makers' result, which trying every card confirms. After the last card there is nothing to solve."""
    if sum(s.tricks) == s.rounds:
        return result(s, goal)
    value = solver.best(s, goal)
    assert is_best(s, goal, value)
    return value


def results(record: Record, ply: int, seat: str, solver: Solver) -> dict[Card, list[int]] | None:
    """The makers' result after each legal card, in every deal that the seat cannot tell from the true one."""
    deals = fitting(record, seat, ply, most=MOST)
    if deals is None or {code for code, _ in knowledge(record, seat, ply).more} & LOOSE:
        return None
    of: dict[Card, list[int]] = {}
    for deal in deals:
        s = state_after(record, list(deal.acts))
        goal = goal_of(s)
        for act, after in zip(plays(s), following(s), strict=True):
            of.setdefault(act.card, []).append(worth(after, goal, solver))
    return of


@pytest.mark.full
def test_the_guaranteed_result_is_the_worst_of_all_deals_that_fit(solver: Solver) -> None:
    compared = undecided = 0
    with cases() as case:
        for record, ply, seat in points():
            if compared == ENDGAMES:
                break
            of = results(record, ply, seat, solver)
            if of is None:
                continue
            compared += 1
            with case(record.rules.ruleset.key, ply, seat):
                analyst = SeatAnalyst(record, ply, seat, solver)
                try:
                    guaranteed = analyst.guaranteed()
                except Unfinished:
                    undecided += 1
                    continue
                worst = min if analyst.expected(random.Random(1), most=1).for_makers else max
                assert {card: each.result for card, each in guaranteed.items()} == {
                    card: worst(values) for card, values in of.items()
                }
    assert undecided < compared / 100


def test_the_worst_deal_can_be_replayed_and_gives_that_result(solver: Solver) -> None:
    with cases() as case:
        for record, ply, seat in islice(points(), 28):
            if fitting(record, seat, ply, most=MOST) is None or knowledge(record, seat, ply).more:
                continue
            with case(record.rules.ruleset.key, ply, seat):
                for card, each in SeatAnalyst(record, ply, seat, solver).guaranteed().items():
                    s = state_after(record, list(each.acts))
                    told_from(record.rules.ruleset, record.opened.dealer, list(each.acts))
                    after = next(a for act, a in zip(plays(s), following(s), strict=True) if act.card == card)
                    assert is_best(after, goal_of(s), each.result)


def test_a_sampled_mean_is_near_the_mean_of_all_deals_that_fit(solver: Solver) -> None:
    """Within three standard errors in at least 99 of 100 cards."""
    near = means = positions = 0
    for record, ply, seat in points():
        if positions == POSITIONS:
            break
        analyst = SeatAnalyst(record, ply, seat, solver)
        if not 60 < analyst.fitting.count <= 2_000:
            continue
        positions += 1
        exactly = analyst.expected(random.Random(1), most=2_000)
        assert exactly.settled
        drawn = analyst.expected(random.Random(f"{ply} {seat}"), most=50)
        for card, each in drawn.expected.items():
            true = exactly.expected[card]
            assert true.error == 0
            means += 1
            near += abs(each.mean - true.mean) <= 3 * each.error + 1e-9
    assert near >= 0.99 * means, f"{near} of {means} means at {positions} positions"


def test_equal_results_leave_an_error_until_all_deals_are_drawn() -> None:
    """Twenty deals of 1,000 may all have missed a rare result; as far off as that of another card, or by a point."""
    same = [{1: 200, 2: 200}] * 20
    assert Spread(1_000, same).error([200] * 20) == pytest.approx(sqrt(1 / 20 / 19 * 980 / 999))
    apart = [*same[1:], {1: 200, 2: 220}]
    assert Spread(1_000, apart).error([200] * 20) == pytest.approx(19 * sqrt(1 / 20 / 19 * 980 / 999))
    assert Spread(20, same).error([200] * 20) == 0


def test_no_deal_is_drawn_twice() -> None:
    """Of 60 to 120 deals 59 are drawn; by chance alone many would be drawn again."""
    analysts = (SeatAnalyst(*point, Solver()) for point in points())
    analyst = next(analyst for analyst in analysts if 60 < analyst.fitting.count < 120)
    drawn = [(id(world), *given.values()) for world, given in analyst.draw(random.Random(1), 59)]
    assert len(drawn) == len(set(drawn)) == 59
    assert set(drawn) <= {(id(world), *given.values()) for world, given in analyst.fitting.all()}


def test_a_partner_who_sits_out_is_dealt_cards_too() -> None:
    """Close Caps: the maker's partner had placed an indicator first, took it back, and lays the cards away."""
    for seed in count():
        record = record_of("304", seed)
        s = record.state
        placed = {act.seat for act in record.acts if isinstance(act, IndicatorPlaced)}
        if any(s.asleep >> place & 1 and seat in placed for place, seat in enumerate(record.rules.seats)):
            break
    plies = [(ply, act) for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed)]
    ply, act = plies[-4]
    for world, given in SeatAnalyst(record, ply, act.seat, Solver()).fitting.all():
        told_from(
            record.rules.ruleset,
            record.opened.dealer,
            Layout(record, ply, knowledge(record, act.seat, ply), world, given).acts(),
        )


def test_every_deal_that_fits_is_drawn_equally_often() -> None:
    record, ply, seat = next(
        (record, ply, seat)
        for record, ply, seat in points()
        if 4 < FittingDeals(knowledge(record, seat, ply).worlds).count < 40
    )
    deals = FittingDeals(knowledge(record, seat, ply).worlds)
    rng, drawn = random.Random(5), dict[str, int]()
    for _ in range(200 * deals.count):
        world, given = deals.draw(rng)
        name = f"{world.trump} {world.spaces} {sorted(given.items())}"
        drawn[name] = drawn.get(name, 0) + 1
    assert len(drawn) == deals.count
    assert all(120 < times < 280 for times in drawn.values())


def test_a_seat_that_knows_all_cards_gets_the_open_result(solver: Solver) -> None:
    """With one deal left that fits, the mean, the worst case and the open result are the same."""
    compared = 0
    for record, ply, seat in islice(points(), 120):
        analyst = SeatAnalyst(record, ply, seat, solver)
        if analyst.fitting.count > 1:
            continue
        s = state_after(record, list(record.acts[:ply]))
        open_cards = {s.rules.tables.card[bit]: price for bit, price in solver.prices(s, goal_of(s)).of.items()}
        prices = analyst.expected(random.Random(1))
        assert {card: each.mean for card, each in prices.expected.items()} == open_cards
        assert {card: each.result for card, each in analyst.guaranteed().items()} == open_cards
        assert prices.settled
        compared += 1
    assert compared


def test_too_many_deals_are_undecided_not_guessed(solver: Solver) -> None:
    record = record_of("304", 0)
    ply, act = next((n, act) for n, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    with pytest.raises(Unfinished, match=r"undecided: \d+ deals fit"):
        SeatAnalyst(record, ply, act.seat, solver).guaranteed()


def test_a_seat_that_is_not_to_play_has_no_prices(solver: Solver) -> None:
    record = record_of("304", 0)
    ply, act = next((n, act) for n, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    other = record.rules.ruleset.seating.next(act.seat)
    with pytest.raises(Unsolvable, match="not this seat's turn"):
        SeatAnalyst(record, ply, other, solver).expected(random.Random(1))


def test_equal_seeds_give_equal_prices(solver: Solver) -> None:
    record = record_of("304", 0)
    ply, act = [(n, act) for n, act in enumerate(record.acts) if isinstance(act, CardPlayed)][6]
    first, second = (SeatAnalyst(record, ply, act.seat, solver).expected(random.Random(3), most=30) for _ in range(2))
    assert isinstance(first, SeatPrices)
    assert first == second
    assert 0 <= first.expected[first.best or ""].made <= 1
    assert fmean(each.deals for each in first.expected.values()) > 0


def test_who_gives_up_stops_once_more_deals_are_unfinished_than_finished() -> None:
    record = record_of("sidi-barrani", 0)
    ply = next(ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    prices = {
        give_up: SeatAnalyst(record, ply, record.acts[ply].seat, Solver(limit=200)).expected(
            random.Random(7), most=5, give_up=give_up
        )
        for give_up in (False, True)
    }
    assert {give_up: (price.unfinished, price.expected) for give_up, price in prices.items()} == {
        False: (5, {}),
        True: (1, {}),
    }
