"""Points of random deals, told twice: as a record, and as the brute force wants them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, PackShuffled, Passed
from domain.engine.parameters import override, plain
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    IndicatorPlaced,
    PartnerAsked,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.oracle.caps_oracle import DEFAULTS, Play, Point

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"closed.maker_cut_with_hand_trump": True, "reveal.maker_discard": "shown"},
    {"exhausted.applies_closed": False},
    {"exhausted.trigger": "holding_all"},
    {"caps.order": "first_legal"},
    {"caps.call_opens_trump": True},
)


def house(number: int, **more: Any) -> Rules:
    """One of the houses' rules, in turn."""
    return rules_of(override(STANDARD, "house", "a house's way", {**HOUSES[number % len(HOUSES)], **more}))


def params_of(rules: Rules) -> dict[str, Any]:
    """The ruleset as the brute force names it."""
    params = {}
    for path in DEFAULTS:
        group, name = path.split(".")
        params[path] = getattr(getattr(rules.ruleset, group), name)
    return params


def record_of(rules: Rules, dealer: str, acts: list[Act]) -> Record:
    record = Record(DealOpened(plain(rules.ruleset), dealer), Stamp(), rules)
    for n, act in enumerate(acts):
        record.fold(act, Stamp(n + 1))
    return record


@dataclass
class Endgame:
    """A ply of a record, before a card is played."""

    record: Record
    ply: int
    left: int
    """The number of tricks that are still to be taken, the current one included."""
    point: Point


def pack_of(rules: Rules, rng: random.Random) -> list[str]:
    """A pack, often one in which suits still lie together: then hands soon show what they lack."""
    pack = sorted(rules.tables.bit, key=lambda card: (card[1], -rules.ruleset.pack.ranks.index(card[0])))
    swaps = rng.choice((3, 6, 10, 100))
    for _ in range(swaps):
        a, b = rng.randrange(len(pack)), rng.randrange(len(pack))
        pack[a], pack[b] = pack[b], pack[a]
    return pack


def played(rules: Rules, seed: int) -> tuple[str, list[Act]]:
    """The dealer and the acts of a deal that is bid quickly and played to its end, often with the best lead."""
    rng = random.Random(seed)
    pack = pack_of(rules, rng)
    size = rules.hand_size
    dealer = rng.choice(rules.seats)
    bids = rng.choice((160, 160, 200, 250)) if rules.seat_count == 4 else rng.choice((200, 260, 300, 460))
    s = rules.start(dealer)
    acts: list[Act] = []
    while not s.outcome:
        seat = rules.to_act(s)
        assert seat is not None
        options = [act for act in rules.legal(s, seat) if not isinstance(act, RARE)]
        act = _choice(rng, rules, s, options, bids)
        if isinstance(act, CardsDealt):
            at, batch = s.dealt[0].bit_count(), len(act.hands[seat])
            act = CardsDealt(seat, {who: tuple(pack[size * n + at :][:batch]) for n, who in enumerate(rules.seats)})
        acts.append(act)
        rules.apply(s, act)
        acts += rules.apply_owed_acts(s)
    return dealer, acts


RARE = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared, RedealDemanded, PackShuffled, PartnerAsked)


def _choice(rng: random.Random, rules: Rules, s: State, options: list[Act], bids: int) -> Act:
    """An act of the seat in turn."""
    tables = rules.tables
    bid = [act for act in options if isinstance(act, BidMade) and act.bid == bids]
    passes = [act for act in options if isinstance(act, Passed)]
    if bid and s.bidder < 0 and (not passes or rng.random() < 0.5 or s.passes == rules.seat_count - 1):
        return bid[0]
    if passes:
        return passes[0]
    if laid := [act for act in options if isinstance(act, IndicatorPlaced)]:
        return max(laid, key=lambda act: (s.hands[s.turn] & tables.suit_of[tables.bit[act.card]]).bit_count())
    leads = [act for act in options if isinstance(act, CardPlayed) and not s.trick]
    if leads and rng.random() < 0.6:
        return max(leads, key=lambda act: (rules.ruleset.pack.ranks.index(act.card[0]), rng.random()))
    return rng.choice(options)


def endgames(rules: Rules, seed: int) -> Iterator[Endgame]:
    """The points of a deal that was played to its end, nobody having called Caps, and no slam bid."""
    dealer, acts = played(rules, seed)
    record = record_of(rules, dealer, acts)
    s = record.state
    if s.outcome != "played" or s.slam:
        return
    hands: dict[str, set[str]] = {seat: set() for seat in rules.seats}
    for act in acts:
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                hands[seat] |= set(cards)
    opened = any(isinstance(act, TrumpOpened) for act in acts)
    maker = rules.seats[s.maker]
    indicator = rules.tables.card[s.indicator]
    plays: list[Play] = []
    for ply, act in enumerate(acts):
        if not isinstance(act, CardPlayed):
            continue
        left = 8 - len(plays) // 4
        if 2 <= left <= 5:
            point = Point(hands, maker, indicator, opened, dealer, s.bid, list(plays), params_of(rules))
            yield Endgame(record, ply, left, point)
        how = ("ind_" if act.indicator else "") + ("down" if act.down else "up")
        plays.append((act.seat, act.card, how))
