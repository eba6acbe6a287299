"""Price the legal cards of a seat by its own knowledge: over drawn deals that fit it, or over every one of them.

Each deal is solved with open cards. So the result of a card is what both sides would reach if they saw all cards after
it, and the bidding tells nothing about the hands. `docs/analysis.md` says what that means for a reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Final

from analysis.deal import find_sweeps, makers_pay, needed_of
from analysis.position import Unsolvable, goal_of
from analysis.solver import Unfinished
from domain.audit.layouts import Layout
from domain.engine.knowledge.drawing import FittingDeals
from domain.engine.knowledge.information import knowledge
from domain.engine.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from analysis.deal import Side
    from analysis.position import Goal
    from analysis.solver import Solver
    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act
    from domain.engine.knowledge.drawing import Given
    from domain.engine.knowledge.information import Knowledge, World
    from domain.engine.state import State
    from domain.record.record import Record

DEALS: Final = 100
"""The most deals that are drawn."""
FEWEST: Final = 20
"""The fewest deals before the order of the cards may be called settled."""
MOST_LISTED: Final = 20_000
"""The most deals that are tried one by one for a guaranteed result."""
SURE: Final = NormalDist().inv_cdf(0.975)
"""The standard errors by which two means must differ, so that their order is settled at 95 %."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The makers' result after one card, as a mean over the drawn deals in which the card is legal."""

    deals: int
    mean: float
    error: float
    """The standard error of the mean."""
    made: float
    """The share of the deals in which the contract is made."""
    pay: float
    """The mean of what the makers get by the deal's settlement (`analysis.deal.makers_pay`)."""
    behind: float
    """The mean points by which the best card is better for the seat's side, compared deal by deal; 0 for the best."""
    behind_error: float
    """The standard error of ``behind``."""

    @property
    def is_worse(self) -> bool:
        """Return whether the best card is better by more than chance explains (95 %)."""
        return self.behind > SURE * self.behind_error


@dataclass(frozen=True, slots=True)
class Guaranteed:
    """The result after one card in the deal that is worst for the seat's side, of all deals that fit."""

    result: int
    acts: tuple[Act, ...]
    """The acts of that deal before the ply, so that it can be replayed."""


@dataclass(frozen=True, slots=True)
class SeatPrices:
    """The legal cards of a seat at a ply, each with its price by the knowledge of the seat."""

    ply: int
    seat: Seat
    for_makers: bool
    """Whether the seat is on the makers' side, which wants a high result."""
    goal: Goal
    needed: int
    """The makers' result from which the contract is made."""
    fitting: int
    """The number of deals that fit the seat's knowledge."""
    expected: dict[Card, Expected]
    settled: bool
    """Whether the order of the best card and the others is settled at 95 %."""
    unfinished: int
    """The number of drawn deals that were not finished within the solver's limit. They count in no mean."""

    @property
    def best(self) -> Card | None:
        """Return the card with the best mean for the seat's side; None if no deal was finished."""
        sign = 1 if self.for_makers else -1
        return max(self.expected, key=lambda card: sign * self.expected[card].mean, default=None)


class SeatAnalyst:
    """The knowledge of a seat before its card at a ply. ``solver``: the kernel that solves each deal.

    Raises `Unsolvable` if the seat cannot play a card now, or if no deal fits what it knows.
    """

    def __init__(self, record: Record, ply: int, seat: Seat, solver: Solver) -> None:
        self.record = record
        self.ply = ply
        self.seat = seat
        self.solver = solver
        self.knows: Knowledge = knowledge(record, seat, ply)
        if self.knows.breach is not None:
            raise Unsolvable("somebody broke a rule before, so what the seat may conclude is not certain")
        if self.knows.gaps:
            raise Unsolvable("the record does not name all cards that the seat saw")
        self.fitting = FittingDeals(self.knows.worlds)
        if not self.fitting.count:
            raise Unsolvable("no deal fits what the seat saw")

    def expected(
        self,
        rng: Random,
        *,
        most: int = DEALS,
        until_settled: bool = True,
        budget: int | None = None,
        give_up: bool = False,
        on_deal: Callable[[], None] = lambda: None,
    ) -> SeatPrices:
        """Draw ``most`` deals that fit, solve each, and return the means; stop early once their order is settled.

        No deal is drawn twice. If not more than ``most`` deals fit, each is solved once, and the means are exact.
        ``until_settled``: False to draw all of them. ``budget``: the number of positions after which no further deal
        is solved; None for no such limit. ``give_up``: stop once more deals are unfinished than finished. ``on_deal``
        is called after each deal. Raises `Unsolvable`.
        """
        listed = self.fitting.count <= most
        deals: Iterable[tuple[World, Given]]
        deals = self.fitting.all() if listed else self.draw(rng, most)
        results: list[dict[int, int]] = []
        pays: list[dict[int, int]] = []
        unfinished, before, settled = 0, self.solver.visited, False
        s: State | None = None
        for world, given in deals:
            s = self.state_of(world, given)
            goal = goal_of(s)
            prices = self.solver.prices(s, goal, guess=_typical(results))
            sweeps, finished = find_sweeps(s, goal, prices, self.solver, s)
            if prices.finished and finished:
                results.append(prices.of)
                pays.append(_pays(s, prices.of, sweeps))
            else:
                unfinished += 1
            on_deal()
            if budget is not None and self.solver.visited - before >= budget:
                break
            if give_up and unfinished > len(results):
                break
            if until_settled and not listed and len(results) >= FEWEST and len(results) % 10 == 0:
                settled = _order_is_settled(results, self.fitting.count, maximise=bool(s.makers() >> s.turn & 1))
                if settled:
                    break
        assert s is not None  # noqa: S101 - at least one deal fits
        for_makers, fitting = bool(s.makers() >> s.turn & 1), self.fitting.count
        needed = needed_of(s.rules.ruleset.game.card_play(s))
        means = _means(results, pays, needed, fitting, for_makers=for_makers)
        return SeatPrices(
            self.ply,
            self.seat,
            for_makers,
            goal_of(s),
            needed,
            fitting,
            {s.rules.tables.card[bit]: each for bit, each in means.items()},
            settled or len(results) == fitting,
            unfinished,
        )

    def guaranteed(
        self, *, most: int = MOST_LISTED, budget: int | None = None, goal: Goal | None = None
    ) -> dict[Card, Guaranteed]:
        """Return the worst case of each card over all deals that fit. ``goal``: by default that of the deal.

        Raises `Unfinished` if the seat knew more than is counted (`Knowledge.more`), if more than ``most`` deals fit,
        if one of them was not finished within the solver's limit, or if all took more than ``budget`` positions: then
        nothing is guaranteed, and nothing is guessed.
        """
        visited = 0
        if self.knows.more:
            raise Unfinished("undecided: the seat knew more than is counted")
        if self.fitting.count > most:
            raise Unfinished(f"undecided: {self.fitting.count} deals fit, and at most {most} are tried")
        worst: dict[Card, tuple[int, World, Given]] = {}
        for world, given in self.fitting.all():
            s = self.state_of(world, given)
            prices = self.solver.prices(s, goal or goal_of(s))
            visited += prices.nodes
            if not prices.finished or (budget is not None and visited > budget):
                raise Unfinished("undecided: the deals that fit were not finished within the limit")
            sign = 1 if s.makers() >> s.turn & 1 else -1
            for bit, result in prices.of.items():
                card = s.rules.tables.card[bit]
                if card not in worst or sign * result < sign * worst[card][0]:
                    worst[card] = result, world, given
        return {
            card: Guaranteed(result, tuple(self._acts(world, given))) for card, (result, world, given) in worst.items()
        }

    def state_of(self, world: World, given: Given) -> State:
        """Return the state before the ply with the unseen cards as in ``given``: the cards of each space of ``world``.

        Raises `Unsolvable` if the seat cannot play a card then.
        """
        rules = self.record.rules
        s = rules.start(self.record.opened.dealer)
        for act in self._acts(world, given):
            rules.apply(s, act)
        if rules.stages[s.stage] is not rules.playing or s.turn == NOBODY or rules.seats[s.turn] != self.seat:
            raise Unsolvable("it is not this seat's turn to play a card")
        return s

    def draw(self, rng: Random, most: int) -> Iterator[tuple[World, Given]]:
        """Yield ``most`` different deals that fit, each with the same probability. More than ``most`` must fit."""
        drawn: set[tuple[int, ...]] = set()
        while len(drawn) < most:
            world, given = self.fitting.draw(rng)
            deal = (id(world), *given.values())
            if deal not in drawn:
                drawn.add(deal)
                yield world, given

    def _acts(self, world: World, given: Given) -> list[Act]:
        return Layout(self.record, self.ply, self.knows, world, given).acts()


def _pays(s: State, of: dict[int, int], sweeps: dict[int, Side]) -> dict[int, int]:
    """Return what the makers get after each card. Cards with the same result are settled once."""
    results = {bit: (value, sweeps.get(bit)) for bit, value in of.items()}
    pays = {result: makers_pay(s, *result, s) for result in set(results.values())}
    return {bit: pay for bit, result in results.items() if (pay := pays[result]) is not None}


def _typical(results: list[dict[int, int]]) -> int:
    """Return a result to begin the next search with: the first of the last deal."""
    return next(iter(results[-1].values()), 0) if results else 0


def _by_card(results: list[dict[int, int]]) -> dict[int, list[int]]:
    values: dict[int, list[int]] = {}
    for of in results:
        for bit, result in of.items():
            values.setdefault(bit, []).append(result)
    return values


def _means(
    results: list[dict[int, int]], pays: list[dict[int, int]], needed: int, fitting: int, *, for_makers: bool
) -> dict[int, Expected]:
    """Return the means of each card over the drawn deals. ``fitting``: the number of deals that fit."""
    values, paid = _by_card(results), _by_card(pays)
    sign = 1 if for_makers else -1
    best = max(values, key=lambda bit: sign * fmean(values[bit]), default=0)
    spread = Spread(fitting, results)
    means: dict[int, Expected] = {}
    for bit, of_card in values.items():
        apart = [sign * (of[best] - of[bit]) for of in results if {bit, best} <= of.keys()]
        means[bit] = Expected(
            deals=len(of_card),
            mean=fmean(of_card),
            error=spread.error(of_card),
            made=fmean(value >= needed for value in of_card),
            pay=fmean(paid[bit]) if bit in paid else 0.0,
            behind=fmean(apart) if apart else 0.0,
            behind_error=0.0 if bit == best else spread.error(apart),
        )
    return means


class Spread:
    """The spread of the results of deals that were drawn without repetition from ``fitting`` deals."""

    def __init__(self, fitting: int, results: list[dict[int, int]]) -> None:
        self.not_drawn = (fitting - len(results)) / max(fitting - 1, 1)
        """The share of the deals that were not drawn, by which the variance of a mean is smaller."""
        self.widest = max(map(_farthest, _by_card(results).values()), default=0.0) or 1.0
        """The farthest that a result of any card is from the mean of its card; a point if all are the same."""

    def error(self, values: list[int]) -> float:
        """Return the standard error of the mean of some values, one of each deal.

        The drawn deals may have missed a rare value, most of all if all are the same. So one value more counts than was
        drawn: as far from the mean as the farthest, or if all are the same, as far as ``widest``.
        """
        n = len(values)
        if not n:
            return 0.0
        mean, missed = fmean(values), _farthest(values) or self.widest
        squares = sum((value - mean) ** 2 for value in values) + missed**2
        return sqrt(squares / n / max(n - 1, 1) * self.not_drawn)


def _farthest(values: list[int]) -> float:
    mean = fmean(values)
    return max(max(values) - mean, mean - min(values))


def _order_is_settled(results: list[dict[int, int]], fitting: int, *, maximise: bool) -> bool:
    """Return whether the best mean differs from each other mean by enough standard errors of their difference.

    The cards are compared deal by deal, since what makes a deal good for one card mostly makes it good for all.
    Cards that are equal in every deal need no order.
    """
    cards = results[0].keys()
    if len(cards) == 1:
        return True
    if any(of.keys() != cards for of in results):
        return False
    sign = 1 if maximise else -1
    best = max(cards, key=lambda bit: sign * sum(of[bit] for of in results))
    spread = Spread(fitting, results)
    for bit in cards:
        apart = [sign * (of[best] - of[bit]) for of in results]
        if any(apart) and fmean(apart) <= SURE * spread.error(apart):
            return False
    return True
