"""Find the unknown cards that would settle an open verdict if they were disclosed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.audit.findings import Missing
from domain.audit.worlds import cards_of
from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.refusals import Possible, Refusal
from domain.games.three04.acts import IndicatorPlaced
from domain.record.hindsight import Hindsight

if TYPE_CHECKING:
    from domain.audit.worlds import World

CHECKED: Final = 8
"""The most worlds in which a disclosure that seems enough is checked."""


def find_decisive_cards(hindsight: Hindsight, worlds: Sequence[World], ply: int) -> tuple[Missing, ...]:
    """Return the cards that decide whether the act at a ply broke a rule: one if it is enough, else a few."""
    candidates = list(_nearest_cards(hindsight, ply))
    broken = [world for world in worlds if isinstance(world.verdicts[ply], Refusal)]
    legal = [world for world in worlds if not isinstance(world.verdicts[ply], Refusal)]
    samples = broken[:1] + legal[:1]
    checked = worlds[:: len(worlds) // CHECKED + 1]
    while True:
        chosen = _choose_enough(
            candidates, lambda some: all(_decides(hindsight, world, some, ply) for world in samples)
        )
        failing = next((world for world in checked if not _decides(hindsight, world, chosen, ply)), None)
        if failing is None or failing in samples:
            return tuple(chosen)
        samples.append(failing)


def _choose_enough(items: list[Missing], decide: Callable[[list[Missing]], bool]) -> list[Missing]:
    """Return the first item that is enough alone, else a short prefix without the items that are not needed."""
    for item in items:
        if decide([item]):
            return [item]
    chosen = items[: bisect_left(range(len(items) + 1), True, key=lambda n: decide(items[:n]))]
    for item in chosen[::-1]:
        without = [other for other in chosen if other != item]
        if decide(without):
            chosen = without
    return chosen


def _decides(hindsight: Hindsight, world: World, chosen: list[Missing], ply: int) -> bool:
    """Return whether the verdict is certain once these cards are disclosed as they lie in this world."""
    acts = list(hindsight.acts)
    for item in chosen:
        acts[item.ply] = _disclose(acts[item.ply], world.acts[item.ply], item)
    return not isinstance(Hindsight(hindsight.rules, hindsight.dealer, acts).verdict_at(ply), Possible)


def _disclose(act: Act, known: Act, item: Missing) -> Act:
    """Return the act with the cards of an item disclosed. ``known``: the same act in a world."""
    if isinstance(act, CardsDealt) and isinstance(known, CardsDealt):
        return replace(act, hands={**act.hands, item.seat: known.hands[item.seat]})
    return known


def _nearest_cards(hindsight: Hindsight, ply: int) -> Iterator[Missing]:
    """Yield the unknown cards of a span, those closest to the act first."""
    span = next(span for span in hindsight.spans if span.first <= ply < span.end)
    act = hindsight.acts[ply]
    items: list[Missing] = []

    def distance(item: Missing) -> tuple[int, int]:
        other = hindsight.acts[item.ply]
        if item.ply == ply:
            return 0, 0
        if isinstance(other, IndicatorPlaced):
            return 2, item.ply
        if item.seat == act.seat:
            return (4 if item.batch else 3), item.ply
        return (5 if item.batch else 1), abs(item.ply - ply)

    for at in range(span.first, span.end):
        other = hindsight.acts[at]
        if isinstance(other, CardsDealt):
            items += [Missing(at, seat, batch=True) for seat, cards in other.hands.items() if UNKNOWN in cards]
        elif isinstance(other, CardPlayed | IndicatorPlaced) and UNKNOWN in cards_of(other):
            items.append(Missing(at, other.seat))
    yield from sorted(items, key=distance)
