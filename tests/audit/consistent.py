"""Deals that a seat cannot tell from the true one, found the slow way: every layout, judged act by act.

It shares nothing with `domain.audit`: what was seen comes from `tests.replaying.hidden`, what is legal from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from domain.engine.facts import Act, CardExposed, CardPlayed
from domain.engine.hiding import hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules
from domain.games.three04.acts import IndicatorPlaced
from domain.record.record import Record
from tests.replaying.hidden import altered, unseen

UNDEALT = -1


@dataclass
class Consistent:
    """The number of deals, and in how many of them each unseen card is with which seat."""

    deals: int
    with_seat: dict[str, Counter[int]]


def spots(record: Record, ply: int, hidden: list[str]) -> list[tuple[int, list[str]]]:
    """The true places of the unseen cards: by seat those of its hand together, any other card alone."""
    rules = record.rules
    s = rules.start(record.opened.dealer)
    for act in record.acts[:ply]:
        rules.apply(s, act)
    bit = rules.tables.bit
    hands: list[tuple[int, list[str]]] = []
    left = set(hidden)
    for seat in range(rules.seat_count):
        hand = [card for card in hidden if bit[card] & s.hands[seat]]
        left -= set(hand)
        if hand:
            hands.append((seat, hand))
    for act in record.acts[:ply]:
        if isinstance(act, CardPlayed | IndicatorPlaced) and act.card in left:
            left.remove(act.card)
            hands.append((rules.place[act.seat], [act.card]))
    if left:
        hands.append((UNDEALT, sorted(left)))
    return hands


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
    """The number of layouts."""
    total, left = 1, sum(sizes)
    for size in sizes:
        total *= comb(left, size)
        left -= size
    return total


def legal(rules: Rules, dealer: str, acts: list[Act]) -> bool:
    """Whether no act is against the rules, but that cards were shown which the hand held."""
    s = rules.start(dealer)
    for act in acts:
        verdict = rules.judge(s, act)
        if isinstance(verdict, Refusal) and not (isinstance(act, CardExposed) and verdict.code == "card-exposed"):
            return False
        rules.apply(s, act)
    return True


@dataclass
class Fitting:
    """A deal that a seat cannot tell from the true one: its acts, and the seat that holds each unseen card."""

    acts: list[Act]
    holders: dict[str, int]


def fitting(record: Record, seat: str, ply: int, *, most: int) -> Iterator[Fitting] | None:
    """The deals that the seat cannot tell from the true one before the act of a ply; None if it takes too long."""
    acts = record.acts[:ply]
    hidden = unseen(record.until(ply - 1), acts, seat)
    true = spots(record, ply, hidden)
    sizes = [len(cards) for _, cards in true]
    return None if how_many(sizes) > most else judged(record, seat, acts, true, hidden)


def judged(
    record: Record, seat: str, acts: list[Act], true: list[tuple[int, list[str]]], hidden: list[str]
) -> Iterator[Fitting]:
    """The layouts of the hidden cards in which the seat sees the same and no act is against the rules."""
    saw = [hide_act(act, seat) for act in acts]
    for groups in layouts(hidden, [len(cards) for _, cards in true]):
        swap = {
            was: now
            for (_, cards), group in zip(true, groups, strict=True)
            for was, now in zip(cards, group, strict=True)
        }
        other = [altered(act, swap) for act in acts]
        if [hide_act(act, seat) for act in other] == saw and legal(record.rules, record.opened.dealer, other):
            yield Fitting(
                other, {card: holder for (holder, _), group in zip(true, groups, strict=True) for card in group}
            )


def consistent(record: Record, seat: str, ply: int, *, most: int) -> Consistent | None:
    """The deals that the seat cannot tell from the true one before the act of a ply; None if it takes too long."""
    deals = fitting(record, seat, ply, most=most)
    if deals is None:
        return None
    counted = Consistent(0, {})
    for deal in deals:
        counted.deals += 1
        for card, holder in deal.holders.items():
            counted.with_seat.setdefault(card, Counter())[holder] += 1
    return counted
