"""Draw problems to be checked: a random choice over all themes and rulesets, the same for equal seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, zip_longest
from random import Random

from replay.puzzles.puzzle import Puzzle
from replay.puzzles.themes import THEMES


def draw(puzzles: Iterable[Puzzle], number: int, seed: str) -> list[Puzzle]:
    """Return so many different puzzles: of each theme, and in it of each ruleset, as many as of the others."""
    rng = Random(seed)
    of_theme: dict[str, dict[str, list[Puzzle]]] = defaultdict(lambda: defaultdict(list))
    for puzzle in {puzzle.id: puzzle for puzzle in puzzles}.values():
        of_theme[puzzle.theme][str(puzzle.hand["ruleset"])].append(puzzle)
    orders = []
    for theme in THEMES:
        of_ruleset = of_theme[theme].values()
        for group in of_ruleset:
            rng.shuffle(group)
        rounds = [[puzzle for puzzle in one if puzzle is not None] for one in zip_longest(*of_ruleset)]
        for one in rounds:
            rng.shuffle(one)
        orders.append(list(chain.from_iterable(rounds)))
    alternating = (puzzle for one in zip_longest(*orders) for puzzle in one if puzzle is not None)
    return [puzzle for puzzle, _ in zip(alternating, range(number), strict=False)]
