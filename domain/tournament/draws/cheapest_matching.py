"""Minimum-cost perfect matching, exact.

networkx computes the matching by the blossom algorithm. To stay quick for some hundreds of entries, it gets only some
of the couples. First each entry gets a price such that the prices of a couple sum to at most twice its cost; the rest
of twice the cost is the waste of the couple. Then only couples of little waste are tried. If the best matching of these
wastes no more in total than any single couple that was left out, no left-out couple can be part of a better matching.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Two: TypeAlias = tuple[int, int]
"""A couple among ``0 … count - 1``, the smaller number first."""
NEAR: Final = 8
"""Number of couples per entry in the first try."""


def weights(count: int, costs: Mapping[Two, tuple[int, ...]]) -> dict[Two, int]:
    """Return the costs of each couple as one number.

    Costs are tuples of whole numbers from 0, one for each level, and are summed over all couples of a matching. A lower
    sum on the first level wins; each further level decides only between equal sums above. So one unit of a level weighs
    more than the largest possible sum of all levels below.
    """
    units: list[int] = []
    unit = 1
    for level in zip(*(reversed(each) for each in costs.values()), strict=True):
        units.insert(0, unit)
        unit *= max(level) * (count // 2) + 1
    return {two: sum(map(int.__mul__, each, units)) for two, each in costs.items()}


def match_cheapest(count: int, costs: Mapping[Two, tuple[int, ...]]) -> list[Two]:
    """Return the couples of a cheapest matching of ``0 … count - 1``.

    ``costs`` has the cost of each allowed couple, level by level. If no matching includes everybody, the result has as
    many couples as possible. The same costs give the same couples.
    """
    weight = weights(count, costs)
    price = prices(count, weight)
    waste = {(i, j): 2 * each - price[i] - price[j] for (i, j), each in weight.items()}
    ranked = sorted(waste.values())
    tried = NEAR * count
    limit = 0
    while True:
        limit = max(limit, ranked[min(tried, len(ranked)) - 1]) if ranked else 0
        matching = _match(count, {two: each for two, each in waste.items() if each <= limit})
        cost = sum(waste[two] for two in matching)
        perfect = 2 * len(matching) == count
        if tried >= len(ranked) or (perfect and cost <= limit):
            return matching
        if perfect:
            limit = cost
        else:
            tried *= 4


def _match(count: int, waste: Mapping[Two, int]) -> list[Two]:
    from networkx import Graph, max_weight_matching

    graph = Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((i, j, -each) for (i, j), each in waste.items())
    return sorted((min(two), max(two)) for two in max_weight_matching(graph, maxcardinality=True))


def prices(count: int, weight: Mapping[Two, int]) -> list[int]:
    """Return a price for each number, so that the prices of a couple sum to at most twice its weight.

    The prices are the dual values of the assignment problem in which everybody chooses one partner and is chosen by
    one, solved by shortest augmenting paths (the Hungarian method), which make their total as large as possible. The
    price is the sum of the two dual values of a number: as the one that chooses and as the one that is chosen.
    """
    never = 2 * count * (max(weight.values(), default=0) + 1)
    rows = [[never] * count for _ in range(count)]
    for (i, j), each in weight.items():
        rows[i][j] = rows[j][i] = each
    choosing, chosen = [0] * count, [0] * (count + 1)
    by = [-1] * (count + 1)
    for start in range(count):
        by[count] = start
        at, far, free = count, [never * count] * count, list(range(count))
        came, tree = [count] * count, [count]
        while by[at] >= 0:
            row, paid = rows[by[at]], choosing[by[at]]
            for j in free:
                way = row[j] - paid - chosen[j]
                if way < far[j]:
                    far[j], came[j] = way, at
            at = min(free, key=far.__getitem__)
            step = far[at]
            for j in tree:
                choosing[by[j]] += step
                chosen[j] -= step
            for j in free:
                far[j] -= step
            free.remove(at)
            tree.append(at)
        while at != count:
            by[at] = by[came[at]]
            at = came[at]
    return [one + other for one, other in zip(choosing, chosen, strict=False)]
