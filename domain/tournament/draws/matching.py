"""The cheapest way of putting everybody in twos: a perfect matching of least cost, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    Costs = Mapping[tuple[int, int], tuple[int, ...]]
    """What it costs to put two together, on several levels, each in whole numbers from 0; who is not there may not be
    put together."""


def weights(count: int, costs: Costs) -> dict[tuple[int, int], int]:
    """One number for each couple that is higher the less it costs.

    Costs are added up level by level over all couples of a matching. The first level decides, and each further one
    only where those before are equal: one unit there weighs more than everything that can come together below.
    """
    units: list[int] = []
    unit = 1
    for level in zip(*(reversed(each) for each in costs.values()), strict=True):
        units.insert(0, unit)
        unit *= max(level) * (count // 2) + 1
    return {two: unit - sum(map(int.__mul__, each, units)) for two, each in costs.items()}


def cheapest(count: int, costs: Costs) -> set[tuple[int, int]]:
    """The couples of a matching of ``0 … count - 1`` with as many couples as can be, and of these a cheapest one.

    Maximum-weight matching by blossoms, in whole numbers; the same costs in the same order give the same couples.
    """
    from networkx import Graph, max_weight_matching

    graph = Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights(count, costs).items())
    return {(min(two), max(two)) for two in max_weight_matching(graph, maxcardinality=True)}
