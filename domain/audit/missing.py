"""Which unknown cards would settle an open question, if they were disclosed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.audit.findings import Missing
from domain.audit.hindsight import Hindsight
from domain.audit.worlds import unknown
from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.refusals import Possible, Refusal
from domain.games.three04.acts import IndicatorPlaced

if TYPE_CHECKING:
    from domain.audit.worlds import World

CHECKED: Final = 8
"""Worlds in which a disclosure that seems enough is checked."""


def settling(seen: Hindsight, worlds: Sequence[World], ply: int) -> tuple[Missing, ...]:
    """The cards that decide whether the act at a ply broke a rule: one if one is enough, else the nearest few."""
    items = list(_nearest(seen, ply))
    broken = [world for world in worlds if isinstance(world.verdicts[ply], Refusal)]
    legal = [world for world in worlds if not isinstance(world.verdicts[ply], Refusal)]
    tried = broken[:1] + legal[:1]
    checked = worlds[:: len(worlds) // CHECKED + 1]
    while True:
        chosen = _enough(items, lambda some: all(_decides(seen, world, some, ply) for world in tried))
        missed = next((world for world in checked if not _decides(seen, world, chosen, ply)), None)
        if missed is None or missed in tried:
            return tuple(chosen)
        tried.append(missed)


def _enough(items: list[Missing], decide: Callable[[list[Missing]], bool]) -> list[Missing]:
    """The first item that is enough alone; else as many of the first as are needed, without those that are not."""
    for item in items:
        if decide([item]):
            return [item]
    chosen = items[: bisect_left(range(len(items) + 1), True, key=lambda n: decide(items[:n]))]
    for item in chosen[::-1]:
        without = [each for each in chosen if each != item]
        if decide(without):
            chosen = without
    return chosen


def _decides(seen: Hindsight, world: World, chosen: list[Missing], ply: int) -> bool:
    """Whether the verdict would be certain if these cards were disclosed, and were those of this world."""
    acts = list(seen.acts)
    for item in chosen:
        acts[item.ply] = _disclosed(acts[item.ply], world.acts[item.ply], item)
    return not isinstance(Hindsight(seen.rules, seen.dealer, acts).verdict_at(ply), Possible)


def _disclosed(act: Act, told: Act, item: Missing) -> Act:
    """The act with the card that was disclosed."""
    if isinstance(act, CardsDealt) and isinstance(told, CardsDealt):
        return replace(act, hands={**act.hands, item.seat: told.hands[item.seat]})
    return told


def _nearest(seen: Hindsight, ply: int) -> Iterator[Missing]:
    """The unknown cards of a span, those that have most to do with the act first."""
    span = next(span for span in seen.spans if span.first <= ply < span.end)
    act = seen.acts[ply]
    yielded: list[Missing] = []

    def distance(item: Missing) -> tuple[int, int]:
        near = seen.acts[item.ply]
        if item.ply == ply:
            return 0, 0
        if isinstance(near, IndicatorPlaced):
            return 2, item.ply
        if item.seat == act.seat:
            return (4 if item.batch else 3), item.ply
        return (5 if item.batch else 1), abs(item.ply - ply)

    for at in range(span.first, span.end):
        told = seen.acts[at]
        if isinstance(told, CardsDealt):
            yielded += [Missing(at, seat, batch=True) for seat, cards in told.hands.items() if UNKNOWN in cards]
        elif isinstance(told, CardPlayed | IndicatorPlaced) and UNKNOWN in unknown(told):
            yielded.append(Missing(at, told.seat))
    yield from sorted(yielded, key=distance)
