"""Price every card of a recorded deal, with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.position import Goal, Unsolvable, goal_of
from analysis.solver import Solver
from domain.engine.facts import CardPlayed

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.engine.cards import Card, Seat
    from domain.engine.state import State
    from domain.record.record import Record


@dataclass(frozen=True, slots=True)
class PricedPly:
    """A card that was played, and the makers' result after each card that could have been played instead."""

    ply: int
    seat: Seat
    card: Card
    for_makers: bool
    """Whether the seat is on the makers' side, which wants a high result."""
    prices: dict[Card, int]
    """The makers' result after each legal card; without cards for which it was not finished."""
    finished: bool

    @property
    def best(self) -> int | None:
        """Return the makers' result after the seat's best card; None if not every card was finished."""
        if not self.finished:
            return None
        return (max if self.for_makers else min)(self.prices.values())

    @property
    def cost(self) -> int | None:
        """Return what the card cost the seat's side; None if that is not known, or if the card was not legal."""
        if self.best is None or self.card not in self.prices:
            return None
        return abs(self.prices[self.card] - self.best)


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """The cards of a deal with their prices, from the first to the last."""

    goal: Goal
    needed: int
    """The makers' result from which the contract is made."""
    makers: tuple[Seat, ...]
    plies: tuple[PricedPly, ...]
    unsolved: dict[int, str]
    """The plies of cards that could not be priced, each with the reason."""

    @property
    def finished(self) -> bool:
        """Return whether every card of the deal has its price."""
        return not self.unsolved and all(ply.finished for ply in self.plies)


def analyse(
    record: Record, solver: Solver, on_ply: Callable[[], None] = lambda: None, *, budget: int | None = None
) -> DealAnalysis:
    """Price every card of a deal, from the last ply to the first, so that each uses the table of the later ones.

    ``on_ply`` is called after each ply. ``budget``: the number of positions after which no earlier ply is priced; None
    for no such limit. Raises `Unsolvable` if no card was played.
    """
    states = list(card_states(record))
    if not states:
        raise Unsolvable("no card was played in this deal")
    first = states[0][1]
    play = record.rules.ruleset.game.card_play(record.state)
    goal = goal_of(first)
    plies: list[PricedPly] = []
    unsolved: dict[int, str] = {}
    guess = 0
    for ply, s, act in reversed(states):
        if budget is not None and budget <= 0:
            unsolved[ply] = "the deal took too long"
            continue
        try:
            priced = price(s, ply, act, solver, goal, guess, first)
            if budget is not None:
                budget -= solver.nodes
        except Unsolvable as error:
            unsolved[ply] = str(error)
        else:
            plies.append(priced)
            guess = priced.best if priced.best is not None else guess
        on_ply()
    makers = tuple(seat for place, seat in enumerate(record.rules.seats) if play.makers >> place & 1)
    needed = 1 if play.needs_all else play.needed
    return DealAnalysis(goal, needed, makers, tuple(reversed(plies)), dict(sorted(unsolved.items())))


def price(s: State, ply: int, act: CardPlayed, solver: Solver, goal: Goal, guess: int, first: State) -> PricedPly:
    """Price the legal cards of the state before a ply. Raises `Unsolvable`."""
    rules = s.rules
    if act.seat != rules.to_act(s):
        raise Unsolvable("the card was played out of turn")
    prices = solver.prices(s, goal, guess=guess, whole=first)
    named = {rules.tables.card[bit]: value for bit, value in prices.of.items()}
    for_makers = bool(s.makers() >> s.turn & 1)
    return PricedPly(ply, act.seat, act.card, for_makers, named, prices.finished)


def card_states(record: Record) -> list[tuple[int, State, CardPlayed]]:
    """Return the ply, the state before it, and the act of every card that was played."""
    rules = record.rules
    s = rules.start(record.opened.dealer)
    states: list[tuple[int, State, CardPlayed]] = []
    for ply, act in enumerate(record.acts):
        if isinstance(act, CardPlayed) and rules.stages[s.stage] is rules.playing:
            states.append((ply, s.copy(), act))
        rules.apply(s, act)
    return states
