"""Points of random deals, told twice: as a record, and as the brute force wants them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.audit.information import Watcher, own_hands
from domain.facts import Act, BidMade, CapsCalled, CardPlayed, CardsDealt, DealOpened, RedealDemanded, TrumpOpened
from domain.record import Record, Stamp
from domain.rules import Rules, rules_of
from domain.ruleset import override, plain
from domain.catalogue import STANDARD
from tests.oracle.caps_oracle import DEFAULTS, Play, Point
from tests.rules.random_deals import deal

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"closed.maker_cut_with_hand_trump": True, "reveal.maker_discard": "shown"},
    {"exhausted.applies_closed": False},
    {"exhausted.trigger": "holding_all"},
)


def house(number: int, **more: Any) -> Rules:
    """One of the houses' rules, in turn."""
    return rules_of(override(STANDARD, "house", "a house's way", {**HOUSES[number % len(HOUSES)], **more}))


def params_of(rules: Rules) -> dict[str, Any]:
    """The ruleset as the brute force names it."""
    found = {}
    for path in DEFAULTS:
        group, name = path.split(".")
        found[path] = getattr(getattr(rules.ruleset, group), name)
    return found


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
    """How many tricks are still to be taken, the one going on included."""
    point: Point


def endgames(rules: Rules, seed: int) -> Iterator[Endgame]:
    """The points of a random deal that was played to its end, nobody having called Caps, and no slam bid."""
    dealer, acts = deal(rules, seed)
    record = record_of(rules, dealer, acts)
    s = record.state
    if s.outcome != "played" or s.slam or any(isinstance(act, CapsCalled) for act in acts):
        return
    starts = [n for n, act in enumerate(acts) if isinstance(act, RedealDemanded)]
    acts_now = acts[starts[-1] :] if starts else acts
    hands: dict[str, set[str]] = {seat: set() for seat in rules.seats}
    for act in acts_now:
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                hands[seat] |= set(cards)
    opened = any(isinstance(act, TrumpOpened) for act in acts_now)
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
