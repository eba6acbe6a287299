"""The engine against its peers: rows 1, 2 and 11.

R replays stored records, judging every act before applying it.

One act is one event. A deal has about 47: the cut, two batches dealt, calls, the trump indicator, cards played. A batch
of 16 cards is one event, while OpenSpiel has one cheap chance event per card, 52 a deal: so our time per event is
higher. The rows "each card dealt is an event" count each card dealt on our side too, and differ in nothing else.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator

from benchmarks.deals import RULES, Dealt, random_deal
from benchmarks.harness import Case, Finding, Row, at_least, at_most, race
from benchmarks.peers import BRIDGE_R, CHESS_R, HEARTS_R, JASS_R
from domain.engine.facts import CardsDealt
from domain.engine.rules import Rules
from domain.engine.state import State

GAMES = 200
_rng = random.Random(304)
DEALS = [random_deal(RULES, _rng) for _ in range(GAMES)]
EVENTS = sum(len(acts) for _, acts in DEALS)
_dealings = [act for _, acts in DEALS for act in acts if isinstance(act, CardsDealt)]
BATCHES_DEALT = len(_dealings)
CARDS_DEALT = sum(len(cards) for act in _dealings for cards in act.hands.values())


def replay(rules: Rules, deals: Iterable[Dealt]) -> None:
    """Judge every act, then apply it (R)."""
    take = rules.take
    for dealer, acts in deals:
        s = rules.start(dealer)
        for act in acts:
            if take(s, act) is not None:
                raise AssertionError(act)


def replay_all() -> int:
    replay(RULES, DEALS)
    return EVENTS


def replay_all_by_card() -> int:
    """Replay all deals (R). Return the number of events as OpenSpiel counts: each card dealt is one."""
    return replay_all() - BATCHES_DEALT + CARDS_DEALT


def states_of_a_deal() -> Iterator[State]:
    """Yield the state after every act of the first deal."""
    dealer, acts = DEALS[0]
    s = RULES.start(dealer)
    for act in acts:
        RULES.apply(s, act)
        yield s


def live_size(rounds: int) -> Finding:
    """Measure the largest memory of a live deal in bytes: the state and the lists and tuples that only it holds."""
    largest = 0
    for s in states_of_a_deal():
        own = sys.getsizeof(s)
        for name in State.__slots__:
            value = getattr(s, name)
            if isinstance(value, list | tuple) and value is not RULES.right:
                own += sys.getsizeof(value) + sum(sys.getsizeof(v) for v in value if isinstance(v, list))
        largest = max(largest, own)
    return Finding((float(largest),))


R = Case("Nought R", replay_all)
R_BY_CARD = Case("Nought R, each card dealt an event", replay_all_by_card)

ROWS = [
    Row(1, "validate + apply one act", "jass-kit R", at_least(4), race(R, JASS_R)),
    Row(1, "validate + apply one act", "python-chess R", at_least(4), race(R, CHESS_R)),
    Row(2, "the same; a batch dealt is one event", "OpenSpiel bridge R", at_least(0.2), race(R, BRIDGE_R)),
    Row(2, "the same; a batch dealt is one event", "OpenSpiel hearts R", at_least(0.2), race(R, HEARTS_R)),
    Row(2, "the same; each card dealt is an event", "OpenSpiel bridge R", at_least(0.2), race(R_BY_CARD, BRIDGE_R)),
    Row(2, "the same; each card dealt is an event", "OpenSpiel hearts R", at_least(0.2), race(R_BY_CARD, HEARTS_R)),
    Row(11, "live state of one deal", "", at_most(1229, " B"), live_size),
]
