"""Price every card of a recorded deal, with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from analysis.position import Goal, Unsolvable, goal_of
from analysis.solver import Solver
from domain.engine.facts import CardPlayed
from domain.record.worked_out import WorkedOut

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.judgement import SeatJudgement
    from analysis.solver import Prices
    from domain.engine.card_play import CardPlay
    from domain.engine.cards import Card, Seat
    from domain.engine.state import State
    from domain.record.record import Record


Side: TypeAlias = Literal["makers", "opponents"]
Why: TypeAlias = Literal["contract-made", "contract-beaten", "all-tricks", "a-trick", "points"]
"""Why a card was better: the contract could be made or beaten with it; all tricks, or a trick, could be won with it; or
only points."""


@dataclass(frozen=True, slots=True)
class PricedPly:
    """A card that was played, and the makers' result after each card that could have been played instead."""

    ply: int
    seat: Seat
    card: Card
    for_makers: bool
    """Whether the seat is on the makers' side, which wants a high result."""
    goal: Goal
    needed: int
    """The makers' result from which the contract is made."""
    prices: dict[Card, int]
    """The makers' result after each legal card; without cards for which it was not finished."""
    pay: dict[Card, int]
    """The makers' tokens, or score, by the deal's settlement with this result (`makers_pay`)."""
    all_tricks: dict[Card, Side]
    """The cards after which a side wins all tricks of the deal, each with the side."""
    finished: bool
    from_seat: SeatJudgement | None = None
    """Whether the seat could know a better card; None if that was not asked."""

    @property
    def best(self) -> int | None:
        """Return the makers' result after the seat's best card; None if not every card was finished."""
        return None if self.best_card is None else self.prices[self.best_card]

    @property
    def best_card(self) -> Card | None:
        """Return the seat's best card: by points, then by pay; None if not every card was finished."""
        if not self.finished:
            return None
        sign = 1 if self.for_makers else -1
        return max(self.prices, key=lambda card: (sign * self.prices[card], sign * self.pay.get(card, 0)))

    @property
    def cost(self) -> int | None:
        """Return what the card cost the seat's side in points; None if unknown, or if the card was not legal."""
        if self.best is None or self.card not in self.prices:
            return None
        return abs(self.prices[self.card] - self.best)

    @property
    def pay_cost(self) -> int | None:
        """Return what the card cost the seat's side by the settlement; None if that is not known."""
        if self.best_card is None or self.card not in self.pay or self.best_card not in self.pay:
            return None
        return abs(self.pay[self.card] - self.pay[self.best_card])

    @property
    def is_costly(self) -> bool:
        """Return whether another card was better with all hands open."""
        return bool(self.cost or self.pay_cost)

    @property
    def better(self) -> Card | None:
        """Return the card that was best if the played card was costly, else None."""
        return self.best_card if self.is_costly else None

    @property
    def why(self) -> Why | None:
        """Return why the better card was better; None if the played card was not costly."""
        if self.better is None:
            return None
        mine: Side = "makers" if self.for_makers else "opponents"
        made, makes = (self.prices[card] >= self.needed for card in (self.card, self.better))
        if made != makes and self.goal is Goal.POINTS:
            return "contract-made" if makes else "contract-beaten"
        if self.all_tricks.get(self.better) == mine != self.all_tricks.get(self.card):
            return "all-tricks"
        if self.all_tricks.get(self.card) not in (None, mine) and self.better not in self.all_tricks:
            return "a-trick"
        return "points"


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """The cards of a deal with their prices, from the first to the last."""

    goal: Goal
    needed: int
    """The makers' result from which the contract is made."""
    makers: tuple[Seat, ...]
    plies: tuple[PricedPly, ...]
    pays: Literal["tokens", "score"]
    """The unit of pay: tokens, or in a game that is played for points the makers' score less that of the opponents."""
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
            before = solver.visited
            priced = price(s, ply, act, solver, goal, guess, first, record.state)
            if budget is not None:
                budget -= solver.visited - before
        except Unsolvable as error:
            unsolved[ply] = str(error)
        else:
            plies.append(priced)
            guess = priced.best if priced.best is not None else guess
        on_ply()
    makers = tuple(seat for place, seat in enumerate(record.rules.seats) if play.makers >> place & 1)
    return DealAnalysis(
        goal, needed_of(play), makers, tuple(reversed(plies)), unit_of_pay(first), dict(sorted(unsolved.items()))
    )


def needed_of(play: CardPlay) -> int:
    """Return the makers' result from which the contract is made."""
    return 1 if play.needs_all else play.needed


def unit_of_pay(s: State) -> Literal["tokens", "score"]:
    """Return what a deal of this game is played for."""
    return "score" if s.rules.ruleset.game.scores_weis else "tokens"


def makers_pay(s: State, points: int, all_tricks: Side | None, end: State) -> int | None:
    """Return what each player of the makers' side gets if the play from a state on ends with ``points``.

    It is the deal's own settlement (`Game.settle_play`): tokens won, or lost if below 0; in a game that is played for
    points, the makers' score less that of the opponents. Returns None if the sides are not known. ``end``: the last
    state of the deal, whose announcements count.
    """
    settled = s.rules.ruleset.game.settle_play(s, points, all_tricks or "", end)
    if settled is None:
        return None
    team = s.rules.ruleset.seating.teams[s.makers_teams()[0]]
    if not settled.score:
        return settled.tokens[team]
    return settled.score[team] - sum(score for other, score in settled.score.items() if other != team)


def price(
    s: State,
    ply: int,
    act: CardPlayed,
    solver: Solver,
    goal: Goal,
    guess: int = 0,
    whole: State | None = None,
    end: State | None = None,
) -> PricedPly:
    """Price the legal cards of the state before a ply.

    ``whole``: an earlier state of the deal, and ``end`` its last state; by default that before the ply. Raises
    `Unsolvable`.
    """
    whole, end = whole or s, end or s
    rules = s.rules
    if act.seat != rules.to_act(s):
        raise Unsolvable("the card was played out of turn")
    prices = solver.prices(s, goal, guess=guess, whole=whole)
    sweeps, finished = find_sweeps(s, goal, prices, solver, whole)
    pay = {bit: makers_pay(s, value, sweeps.get(bit), end) for bit, value in prices.of.items()}
    name = rules.tables.card
    return PricedPly(
        ply,
        act.seat,
        act.card,
        bool(s.makers() >> s.turn & 1),
        goal,
        needed_of(rules.ruleset.game.card_play(end if end.has_known_sides() else s)),
        {name[bit]: value for bit, value in prices.of.items()},
        {name[bit]: value for bit, value in pay.items() if value is not None},
        {name[bit]: side for bit, side in sweeps.items()},
        prices.finished and finished,
    )


def find_sweeps(s: State, goal: Goal, prices: Prices, solver: Solver, whole: State) -> tuple[dict[int, Side], bool]:
    """Return the cards after which a side wins all tricks of the deal with the best play, and whether all were found.

    A side that can win all tricks can win all points. So the kernel is asked only about cards after which a side gets
    all points, and not even about these if the points of the play already include a bonus for all tricks.
    """
    if goal is Goal.ALL_TRICKS:
        return {bit: "makers" for bit, value in prices.of.items() if value}, True
    sweeps: dict[int, Side] = {}
    finished = True
    sides: tuple[tuple[Side, Goal, frozenset[int]], ...] = (
        ("makers", Goal.ALL_TRICKS, prices.makers_all),
        ("opponents", Goal.NO_TRICK, prices.opponents_all),
    )
    for side, all_tricks, cards in sides:
        if cards and not s.rules.ruleset.game.card_play(s).all_tricks:
            answer = solver.prices(s, all_tricks, whole=whole)
            finished = finished and answer.finished
            cards = frozenset(bit for bit in cards if answer.of.get(bit))
        sweeps |= dict.fromkeys(cards, side)
    return sweeps, finished


def card_states(record: Record) -> list[tuple[int, State, CardPlayed]]:
    """Return the ply, the state before it, and the act of every card that was played.

    Once the deal is over, the states also have the hands that follow from what was played.
    """
    rules = record.rules
    worked_out = WorkedOut(record)
    s = rules.start(record.opened.dealer)
    states: list[tuple[int, State, CardPlayed]] = []
    for ply, act in enumerate(record.acts):
        if isinstance(act, CardPlayed) and rules.stages[s.stage] is rules.playing:
            states.append((ply, s.copy(), act))
        rules.apply(s, act)
        worked_out.add(s, ply)
    return states
