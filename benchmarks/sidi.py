"""Sidi Barrani against its peers: rows 1 and 2 for the Jass. jass-kit plays Schieber, the most similar game.

R and the count of events are those of `benchmarks.engine`. A deal is about 50 acts: the cut, three batches dealt,
calls, cards, and the acts of Weis and Stöck. Players declare all Weis, so there are more acts than usual.
"""

from __future__ import annotations

import random

from benchmarks.deals import PASSES, random_deal
from benchmarks.engine import GAMES, replay
from benchmarks.harness import Case, Row, at_least, race
from benchmarks.peers import BRIDGE_R, CHESS_R, HEARTS_R, JASS_R
from domain.engine.facts import Act, Passed
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import ContractBid, WeisDeclared

RAISES = 12
"""The number of lowest bids from which a bid is chosen."""

RULES = rules_of(SIDI_BARRANI)


def choose(rules: Rules, s: State, rng: random.Random) -> Act:
    """Return a legal act: every Weis is declared, and bids are low."""
    if sum(s.tricks) < 2:
        declarations = [act for seat in rules.seats for act in rules.legal(s, seat) if isinstance(act, WeisDeclared)]
        if declarations:
            return declarations[-1]
    seat = rules.to_act(s)
    acts = rules.legal(s, seat) if seat else []
    if seat and isinstance(acts[0], ContractBid):
        return Passed(seat) if rng.random() < PASSES else rng.choice(acts[:RAISES])
    return rng.choice(acts)


_rng = random.Random(157)
DEALS = [random_deal(RULES, _rng, choose) for _ in range(GAMES)]
EVENTS = sum(len(acts) for _, acts in DEALS)
BY_CARD = EVENTS + 33 * GAMES
"""The number of events if each of the 36 cards dealt is one, instead of three batches."""


def replay_all() -> int:
    replay(RULES, DEALS)
    return EVENTS


def replay_all_by_card() -> int:
    """Replay all deals (R). Return the number of events as OpenSpiel counts: each card dealt is one."""
    replay(RULES, DEALS)
    return BY_CARD


R = Case("Nought R, Sidi Barrani", replay_all)
R_BY_CARD = Case("Nought R, Sidi Barrani, each card dealt an event", replay_all_by_card)

ROWS = [
    Row(1, "Sidi Barrani: validate + apply one act", "jass-kit R", at_least(5), race(R, JASS_R)),
    Row(1, "Sidi Barrani: validate + apply one act", "python-chess R", at_least(5), race(R, CHESS_R)),
    Row(2, "Sidi Barrani; a batch dealt is one event", "OpenSpiel bridge R", at_least(0.2), race(R, BRIDGE_R)),
    Row(2, "Sidi Barrani; a batch dealt is one event", "OpenSpiel hearts R", at_least(0.2), race(R, HEARTS_R)),
    Row(2, "Sidi Barrani; each card dealt is an event", "OpenSpiel bridge R", at_least(0.2), race(R_BY_CARD, BRIDGE_R)),
    Row(2, "Sidi Barrani; each card dealt is an event", "OpenSpiel hearts R", at_least(0.2), race(R_BY_CARD, HEARTS_R)),
]
