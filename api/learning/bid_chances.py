"""Count in how many deals a bid is made, by what its seat knows when it bids: its own cards.

The other cards are dealt anew a few times. Each deal is solved with open cards and with every suit of the hand as
trump; the trump is the suit with the best mean, so it is chosen before the other cards are seen. The bids of the others
are not taken into account. docs/analysis.md says what that means for a reader.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from analysis.position import Unsolvable
from analysis.solver import Solver, Unfinished
from analysis.versions import kernel_key
from domain.engine.knowledge.information import knowledge
from domain.engine.words.values import sentence
from domain.games.three04.rules import Three04Rules
from domain.kernel.errors import Declined
from replay.positions.position import PositionError
from replay.table import Table

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.rules import Rules
    from domain.record.record import Record

UNCOUNTED: Final = sentence("the chances of this bid cannot be counted")
DEALS: Final = 10
"""The deals that are dealt: as many as a sentence on a chance names."""
BUDGET: Final = 6_000_000
"""The positions after which no further deal is solved, and the most for one deal: some seconds."""


def bid_chances(record: Record, seat: Seat, seed: str, *, budget: int = BUDGET) -> dict[str, Any]:
    """Return the trump and the makers' points in each deal, the least first, as JSON values.

    ``record``: the deal as the seat knows it, up to its turn to bid; nothing else is read. ``seed``: equal seeds deal
    equal cards. Raises `Declined` if the bids of the game are not numbers of points, or if the deals cannot be solved.
    """
    rules = record.rules
    if not isinstance(rules, Three04Rules):
        raise Declined("no-analysis", UNCOUNTED)
    knows = knowledge(record, seat, len(record.acts))
    hand = _cards(rules, record.state.dealt[rules.place[seat]])
    if knows.breach is not None or not hand or knows.seen & ~knows.hand:
        raise Declined("no-analysis", UNCOUNTED)
    points = _solve(rules, record.opened.dealer, seat, hand, Random(seed), budget)  # noqa: S311 - no secret
    trump = max(points, key=lambda suit: fmean(points[suit]))
    return {"kernel": kernel_key(), "seed": seed, "deals": DEALS, "trump": trump, "points": sorted(points[trump])}


def _solve(
    rules: Three04Rules, dealer: Seat, seat: Seat, hand: list[Card], rng: Random, budget: int
) -> dict[str, list[int]]:
    """Return the makers' points in each deal by trump suit. Raises `Declined`."""
    solver = Solver(limit=budget)
    indicators = {card[1]: card for card in hand}
    points: dict[str, list[int]] = {suit: [] for suit in indicators}
    try:
        for _ in range(DEALS):
            hands = _deal(rules, seat, hand, rng)
            for suit, indicator in indicators.items():
                if solver.visited > budget:
                    raise Unfinished
                table = Table.position(
                    rules.ruleset,
                    hands,
                    maker=seat,
                    bid=rules.ruleset.auction4.minimum,
                    dealer=dealer,
                    indicator=indicator,
                    opened=True,
                )
                points[suit].append(solver.best(table.record.state))
    except (PositionError, Unsolvable, Unfinished):
        raise Declined("no-analysis", UNCOUNTED) from None
    return points


def _deal(rules: Rules, seat: Seat, hand: list[Card], rng: Random) -> dict[Seat, list[Card]]:
    """Return hands in which the seat holds its cards, all such hands with the same probability."""
    rest = [card for card in rules.tables.bit if card not in hand]
    rng.shuffle(rest)
    size = rules.hand_size
    hands: dict[Seat, list[Card]] = {seat: list(hand)}
    for each in rules.seats:
        own = hands.setdefault(each, [])
        own += [rest.pop() for _ in range(size - len(own))]
    return hands


def _cards(rules: Rules, mask: int) -> list[Card]:
    """Return the cards of a mask."""
    return [card for card, bit in rules.tables.bit.items() if mask & bit]
