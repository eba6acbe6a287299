"""Whole legal deals of Sidi Barrani, played at random by the engine's own lists of what is allowed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

from domain.engine.consequences import apply_both, consequence
from domain.engine.facts import Act, CardsDealt, PackCut, PackShuffled, Passed
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled, WeisDeclared
from tests.jass.table import SEATS

DEALS = 20_000 if os.environ.get("NOUGHT_FULL") else 400
"""The number of random deals for the laws."""

ROUND_TRIPS = 1_000 if os.environ.get("NOUGHT_FULL") else 4
"""The number of deals of each ruleset that are written and read again, in both formats."""

LONG = {"sequences": [20, 50, 100, 150, 180, 200], "fours": [0, 0, 0, 150, 100, 200, 100, 100, 100]}

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"double.mode": "redouble", "double.until": "auction_end", "undertrump.reference": "lowest"},
    {"double.mode": "none", "weis.table": LONG, "undertrump.all_trumps": "only_if_forced"},
    {"double.until": "own_turn", "stoeck.claim": "must_claim", "weis.undeclared_partner_scores": False},
    {"weis.enabled": False, "stoeck.enabled": False, "denominations": ["S", "H", "D", "C"]},
    {"undenufe.values": "six_eleven", "bids.ladder": [60, 65, 70, 75, 80, 157, 257]},
)


def house(number: int) -> Rules:
    """One of the houses' rules, in turn."""
    return rules_of(override(SIDI_BARRANI, "house", "a house's way", HOUSES[number % len(HOUSES)]))


def shuffled(rng: random.Random, rules: Rules) -> list[str]:
    """A pack; often poorly shuffled, so that there are Weis and long suits."""
    cards = list(rules.tables.bit)
    pack = cards if rng.random() < 0.5 else sorted(cards)
    for _ in range(rng.choice((6, 12, 24, 500))):
        a, b = rng.randrange(len(pack)), rng.randrange(len(pack))
        pack[a], pack[b] = pack[b], pack[a]
    at = rng.randrange(len(pack))
    return pack[at:] + pack[:at]


def chosen(rng: random.Random, acts: list[Act]) -> Act:
    """One of the acts: in the auction mostly a pass, in the first trick often a declaration."""
    if any(isinstance(act, ContractBid | Doubled | Redoubled) for act in acts):
        calm = [act for act in acts if isinstance(act, Passed)]
        if calm and rng.random() < 0.75:
            return calm[0]
    declared = [act for act in acts if isinstance(act, WeisDeclared)]
    return rng.choice(declared if declared and rng.random() < 0.4 else acts)


def play(rules: Rules, seed: int | str) -> Iterator[tuple[State, Act | None]]:
    """A whole deal: each act with the state before it, which the caller must not keep; the end, with None, last."""
    rng = random.Random(seed)
    s = rules.start(rng.choice(SEATS))
    pack = shuffled(rng, rules)
    while not s.outcome:
        acts = [act for seat in rules.seats for act in rules.legal(s, seat) if not isinstance(act, PackShuffled)]
        act = chosen(rng, acts)
        if isinstance(act, PackCut):
            act = PackCut(act.seat)
        if isinstance(act, CardsDealt):
            at, size = s.size(0), len(act.hands[act.seat])
            hands = [pack[n * rules.hand_size + at :][:size] for n in range(len(SEATS))]
            act = CardsDealt(act.seat, dict(zip(SEATS, map(tuple, hands), strict=True)))
        yield s, act
        rules.apply(s, act)
        while (owed := rules.owed_act(s)) is not None:
            yield s, owed
            rules.apply(s, owed)
    yield s, None


def deal(rules: Rules, seed: int | str) -> tuple[str, list[Act]]:
    """The dealer and all acts of a random deal."""
    acts = []
    dealer = ""
    for s, act in play(rules, seed):
        dealer = rules.seats[s.dealer]
        if act is not None:
            acts.append(act)
    return dealer, acts


def by_choice(rules: Rules, dealer: str, acts: list[Act]) -> list[Act]:
    """The acts without those that come by themselves."""
    s, table = rules.start(dealer), rules.start(dealer)
    chosen = []
    for act in acts:
        if consequence(rules, s, table) != act:
            chosen.append(act)
        apply_both(rules, s, table, act)
    return chosen
