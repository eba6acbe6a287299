"""Whole legal deals, played at random by the engine's own lists of what is allowed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
)
from tests.rules.offers import open_to
from tests.rules.table import PACK, SEATS

DEALS = int(os.environ.get("NOUGHT_DEALS", "100"))
"""The number of random deals for the laws; ``NOUGHT_DEALS=10000`` is the full run."""

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"auction4.later_turn_minimum": None, "auction4.over_partner_minimum": None, "auction8.over_four_card": "equal_ok"},
    {"bids.step_from_200": 5, "exhausted.trigger": "holding_all", "auction8.first_speaker": "dealer_right"},
    {"closed.maker_cut_with_hand_trump": True, "reveal.maker_discard": "shown", "pcc.closed_lead_restriction": False},
    {"auction4.high_bidder_turn": "may_raise", "ask_partner.back": True, "exhausted.applies_closed": False},
)


def house(number: int) -> Rules:
    """One of the houses' rules, in turn."""
    return rules_of(override(STANDARD, "house", "a house's way", HOUSES[number % len(HOUSES)]))


def shuffled(rng: random.Random) -> list[str]:
    """A pack; now and then one hand gets most of a suit, so that rare things happen."""
    pack = list(PACK)
    rng.shuffle(pack)
    if rng.random() < 0.35:
        suit = rng.choice("SHDC")
        long = [card for card in pack if card[1] == suit][: rng.randint(4, 8)]
        pack = long + [card for card in pack if card not in long]
        first, rest = pack[:8], pack[8:]
        rng.shuffle(first)
        at = 8 * rng.randrange(4)
        pack = rest[:at] + first + rest[at:]
    return pack


def chosen(rng: random.Random, acts: list[Act], temper: float) -> Act:
    """One of the acts of the seat in turn: in an auction mostly a pass or a small bid."""
    bids = [act for act in acts if isinstance(act, BidMade)]
    if any(isinstance(act, Passed) for act in acts):
        others = [act for act in acts if not isinstance(act, BidMade)]
        if bids and rng.random() < temper:
            high = [bid for bid in bids if bid.bid in ("pcc", 250)]
            return rng.choice(high) if high and rng.random() < 0.15 else rng.choice(bids[:3])
        return rng.choice([act for act in others if isinstance(act, Passed | RedealDemanded)] * 3 + others)
    if any(isinstance(act, TrumpClosed) for act in acts) and rng.random() < 0.6:
        return acts[-1]
    return rng.choice(acts)


def play(rules: Rules, seed: int) -> Iterator[tuple[State, Act]]:
    """A whole deal: each act with the state before it, which the caller must not keep; the end comes last.

    Acts that the rules compel are among them.
    """
    rng = random.Random(seed)
    s = rules.start(rng.choice(SEATS))
    pack: list[str] = []
    tempers = rng.choice((0.2, 0.4, 0.7)), rng.choice((0.0, 0.0, 0.0, 0.15))
    calls = rng.choice((0.0, 0.0, 0.0, 0.02))
    while not s.outcome:
        seat = rules.to_act(s)
        assert seat is not None
        everything = [act for other in rules.seats for act in open_to(rules, s, other)]
        rare = [act for act in everything if isinstance(act, CapsCalled | SpoiltTrumpsDeclared | CapsConceded)]
        acts = [act for act in everything if act not in rare and not isinstance(act, PackShuffled)]
        act = chosen(rng, acts, tempers[s.maker >= 0])
        if rare and rng.random() < calls:
            act = rng.choice(rare)
        match act:
            case PackCut():
                pack = shuffled(rng)
            case CardsDealt(dealer):
                at = 0 if not any(s.dealt) else 4
                act = CardsDealt(dealer, {who: tuple(pack[8 * n + at : 8 * n + at + 4]) for n, who in enumerate(SEATS)})
            case CapsCalled(caller):
                act = CapsCalled(caller, held(rules, s, caller))
            case SpoiltTrumpsDeclared() if rules.judge(s, act) is not None:
                continue
        yield s, act
        rules.apply(s, act)
        while (owed := rules.owed_act(s)) is not None:
            yield s, owed
            rules.apply(s, owed)
    yield s, Passed("S")


def held(rules: Rules, s: State, seat: str) -> tuple[str, ...]:
    """The cards a seat has still to play, the indicator among them."""
    place = rules.place[seat]
    indicator = s.indicator if s.indicator_down and place == s.maker else 0
    return tuple(rules.tables.cards(s.hands[place] | indicator))


def deal(rules: Rules, seed: int) -> tuple[str, list[Act]]:
    """The dealer and all acts of a random deal."""
    acts = []
    dealer = ""
    for s, act in play(rules, seed):
        dealer = rules.seats[s.dealer]
        if not s.outcome:
            acts.append(act)
    return dealer, acts


def plays_of(acts: list[Act]) -> list[int]:
    """The plies at which cards were played."""
    return [ply for ply, act in enumerate(acts) if isinstance(act, CardPlayed)]


def another(act: Act, **changes: Any) -> Act:
    """The act, changed in something."""
    return replace(act, **changes)
