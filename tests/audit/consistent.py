"""Deals that a seat cannot tell from the true one, found the slow way: every layout, judged act by act.

It shares nothing with `domain.audit`: what was seen comes from `tests.replaying.hidden`, what is legal from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from domain.engine.facts import Act, CardPlayed
from domain.engine.hiding import hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules
from domain.games.three04.acts import IndicatorPlaced
from domain.record.record import Record
from tests.replaying.hidden import altered, unseen

UNDEALT = -1


@dataclass
class Consistent:
    """How many deals there are, and in how many of them each unseen card is with which seat."""

    deals: int
    with_seat: dict[str, Counter[int]]


def spots(record: Record, ply: int, hidden: list[str]) -> list[tuple[int, list[str]]]:
    """Where the unseen cards truly are: by seat those of its hand together, any other card alone."""
    rules = record.rules
    s = rules.start(record.opened.dealer)
    for act in record.acts[:ply]:
        rules.apply(s, act)
    bit = rules.tables.bit
    found: list[tuple[int, list[str]]] = []
    left = set(hidden)
    for seat in range(rules.seat_count):
        hand = [card for card in hidden if bit[card] & s.hands[seat]]
        left -= set(hand)
        if hand:
            found.append((seat, hand))
    for act in record.acts[:ply]:
        if isinstance(act, CardPlayed | IndicatorPlaced) and act.card in left:
            left.remove(act.card)
            found.append((rules.place[act.seat], [act.card]))
    if left:
        found.append((UNDEALT, sorted(left)))
    return found


def layouts(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to lay the cards into groups of these sizes."""
    if not sizes:
        yield []
        return
    for group in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in group]
        for more in layouts(rest, sizes[1:]):
            yield [group, *more]


def how_many(sizes: list[int]) -> int:
    """How many layouts there are."""
    total, left = 1, sum(sizes)
    for size in sizes:
        total *= comb(left, size)
        left -= size
    return total


def legal(rules: Rules, dealer: str, acts: list[Act]) -> bool:
    """Whether no act is against the rules."""
    s = rules.start(dealer)
    for act in acts:
        if isinstance(rules.judge(s, act), Refusal):
            return False
        rules.apply(s, act)
    return True


def consistent(record: Record, seat: str, ply: int, *, most: int) -> Consistent | None:
    """The deals that the seat cannot tell from the true one before the act of a ply; None if it takes too long."""
    acts = record.acts[:ply]
    hidden = unseen(record.until(ply - 1), acts, seat)
    if not hidden:
        return Consistent(1, {})
    true = spots(record, ply, hidden)
    sizes = [len(cards) for _, cards in true]
    if how_many(sizes) > most:
        return None
    saw = [hide_act(act, seat) for act in acts]
    found = Consistent(0, {card: Counter() for card in hidden})
    for groups in layouts(hidden, sizes):
        swap = {
            was: now
            for (_, cards), group in zip(true, groups, strict=True)
            for was, now in zip(cards, group, strict=True)
        }
        other = [altered(act, swap) for act in acts]
        if [hide_act(act, seat) for act in other] != saw or not legal(record.rules, record.opened.dealer, other):
            continue
        found.deals += 1
        for (holder, _), group in zip(true, groups, strict=True):
            for card in group:
                found.with_seat[card][holder] += 1
    return found
